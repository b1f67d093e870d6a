//! Pickable handles of a board's movable parts: the rim of each part, and the selected part's
//! target docks.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use crate::stage::drawing::unlit;
use crate::stage::looks::{FrameKind, Mark, palette as colours};
use crate::stage::palette::{Colors, Palette};
use crate::stage::parts;
use crate::stage::parts::Parts;
use crate::stage::root::BuildSystems;
use crate::stage::shape::{BoardShape, mesh};
use crate::stage::switches::MapRoot;
use crate::stage::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_base::watched;
use icochess_play::computer::Hint;
use icochess_play::game::{Match, OnDock};
use icochess_play::interaction::choice::{Choice, Choosing};
use icochess_play::interaction::{Hovered, Selection};
use icochess_rules::{Cell, CellSet, Move, MoveKind, WideSet};
use icochess_shape::{Handles, TriangleMesh};

/// Radius of the bead on a pickable free dock, in metres.
const BEAD: f32 = 0.0075;
/// Thickness of a glowing rim, in metres. The rim is thin enough to see the glass and the pieces
/// below it.
const GLOW: f32 = 0.0030;

/// Pickable part of a handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum HandleHit {
    /// Not pickable: a free dock that isn't a target.
    #[default]
    Nothing,
    /// Rim of the docked part.
    Rim,
    /// Free dock.
    Dock,
}

/// Reason for a rim's glow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Glow {
    /// The reason for which a tile has this frame.
    Frame(FrameKind),
    /// Part of the last move.
    LastMove,
    /// Target of the selected part.
    Target,
}

impl Glow {
    /// All reasons.
    const ALL: [Self; 5] = [
        Self::Frame(FrameKind::Selected),
        Self::Frame(FrameKind::Hovered),
        Self::Frame(FrameKind::Hint),
        Self::LastMove,
        Self::Target,
    ];

    fn color(self, palette: Palette) -> Color {
        match self {
            Self::Frame(kind) => palette.frame(kind),
            Self::LastMove => colours::LAST,
            Self::Target => palette.mark(Mark::Move),
        }
    }
}

/// Current appearance of a handle.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct HandleLook {
    hit: HandleHit,
    glow: Option<Glow>,
    /// Whether the dock is a target of the selected part.
    is_target: bool,
}

/// Visible child of a handle.
#[derive(Component)]
enum Layer {
    /// Glowing rim.
    Rim,
    /// Bead on the dock.
    Bead,
}

/// Meshes of glowing rims and beads, and their materials by reason.
#[derive(Resource)]
pub(crate) struct GlowLooks {
    rim: Handle<Mesh>,
    bead: Handle<Mesh>,
    /// In the order of [`Glow::ALL`].
    inks: [Handle<StandardMaterial>; Glow::ALL.len()],
}

impl GlowLooks {
    /// Spawns the handle of a dock, on the board or its map, at a place in the frame of `parent`.
    /// The handle's visible children also get the components `more`.
    pub(crate) fn spawn(
        &self,
        commands: &mut Commands,
        (name, pin): (String, Cell),
        (place, parent): (Transform, Entity),
        more: impl Bundle + Clone,
    ) {
        let handle = (
            Name::new(name),
            OnDock(pin),
            HandleLook::default(),
            place,
            Visibility::default(),
            ChildOf(parent),
        );
        let handle = commands.spawn(handle).id();
        let layer = |mesh: &Handle<Mesh>| {
            (
                Mesh3d(mesh.clone()),
                MeshMaterial3d::<StandardMaterial>::default(),
                Transform::IDENTITY,
                Visibility::Hidden,
                ChildOf(handle),
                more.clone(),
            )
        };
        commands.spawn((Layer::Rim, layer(&self.rim)));
        commands.spawn((Layer::Bead, layer(&self.bead)));
    }

    fn of(&self, glow: Glow) -> Option<Handle<StandardMaterial>> {
        let index = Glow::ALL.into_iter().position(|it| it == glow)?;
        Some(self.inks[index].clone())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn.after(parts::spawn_parts).in_set(BuildSystems),
            (
                recolour_glows.run_if(resource_exists_and_changed::<Palette>),
                update_looks
                    .run_if(HandleSources::changed.or_else(any_match_filter::<Added<HandleLook>>)),
            )
                .chain()
                .run_if(resource_exists::<GlowLooks>)
                .in_set(AppSystems::Scene),
        ),
    );
}

watched! {
    /// Resources that determine the appearance of handles.
    struct HandleSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        taught: Res<'w, Taught>,
        selection: Res<'w, Selection>,
        choice: Res<'w, Choice>,
        hovered: Res<'w, Hovered>,
        hint: Res<'w, Hint>,
    }
}

/// Yields the bars of a glow as middle and half size. Each bar is along the upper edge of a
/// collider's bar.
fn glowing(handles: &Handles) -> impl Iterator<Item = (Vec3, Vec3)> {
    handles.rim.iter().map(|(middle, half)| {
        let thin = GLOW / 2.0;
        let lit = if half.x > half.z {
            Vec3::new(half.x, thin, thin)
        } else {
            Vec3::new(thin, thin, half.z)
        };
        (middle.with_y(middle.y + half.y - thin), lit)
    })
}

/// Returns the mesh of a glow, the lit edge of a part; `None` without a rim.
fn rim_mesh(handles: &Handles) -> Option<Mesh> {
    let mut bars = TriangleMesh::default();
    for (middle, half) in glowing(handles) {
        bars.cuboid(middle, half);
    }
    (!handles.rim.is_empty()).then(|| mesh(bars))
}

fn collider(handles: &Handles, hit: HandleHit) -> Option<Collider> {
    match hit {
        HandleHit::Nothing => None,
        HandleHit::Dock => Some(Collider::ball(handles.reach)),
        HandleHit::Rim => {
            let bars = handles.rim.iter().map(|(middle, half)| {
                let bar = Collider::cuboid(half.x, half.y, half.z);
                (*middle, Quat::IDENTITY, bar)
            });
            Some(Collider::compound(bars.collect()))
        }
    }
}

fn spawn(
    mut commands: Commands,
    game: Res<Match>,
    (shape, palette, parts): (Res<BoardShape>, Res<Palette>, Res<Parts>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let Some(rim) = rim_mesh(&shape.handles) else {
        commands.remove_resource::<GlowLooks>();
        return;
    };
    let rim = meshes.add(rim);
    let bead = meshes.add(Sphere::new(BEAD));
    let inks = Glow::ALL.map(|glow| materials.add(unlit(glow.color(*palette))));
    let looks = GlowLooks { rim, bead, inks };
    for handle in &shape.handles.at {
        let name = game.position().cell_name(handle.pin);
        looks.spawn(
            &mut commands,
            (format!("dock {name}"), handle.pin),
            (handle.frame, parts.part(handle.part)),
            (),
        );
    }
    commands.insert_resource(looks);
}

fn recolour_glows(
    palette: Res<Palette>,
    looks: Res<GlowLooks>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (glow, material) in Glow::ALL.into_iter().zip(&looks.inks) {
        if let Some(mut material) = materials.get_mut(material) {
            material.base_color = glow.color(*palette);
        }
    }
}

/// State shared by the appearance of all handles.
struct HandleState {
    absent: WideSet,
    /// Cells of the selected part, and of a part whose move awaits confirmation.
    selected: [Option<Cell>; 2],
    last: Option<Move>,
    hint: Option<Move>,
    /// Docks that are targets of the selected part.
    targets: HashSet<Cell>,
}

impl HandleState {
    fn of(
        (game, taught): (&Match, &Taught),
        selection: &Selection,
        choice: &Choice,
        hint: &Hint,
    ) -> Self {
        let absent = taught.position(game).absent();
        if taught.is_on() {
            return Self {
                absent,
                selected: [None; 2],
                last: None,
                hint: None,
                targets: HashSet::default(),
            };
        }
        let is_carriage = |mv: &Move| mv.kind == MoveKind::Carriage;
        let targets = if selection.0.part().is_some() {
            let targets = selection.0.targets(game).into_iter();
            targets.map(|target| target.mv.to).collect()
        } else {
            HashSet::default()
        };
        let asked = choice.0.as_ref().and_then(Choosing::to_confirm);
        Self {
            absent,
            selected: [
                selection.0.part(),
                asked.filter(is_carriage).map(|mv| mv.to),
            ],
            last: game.record().last().filter(is_carriage),
            hint: hint.0.as_ref().map(|hint| hint.mv).filter(is_carriage),
            targets,
        }
    }

    fn look(&self, pin: Cell, hovered: &Hovered) -> HandleLook {
        let is_there = !self.absent.contains(pin);
        let is_target = self.targets.contains(&pin);
        let is_end = |mv: Option<Move>| mv.is_some_and(|mv| mv.from == pin || mv.to == pin);
        let frame = |kind| Some(Glow::Frame(kind));
        let glow = if self.selected.contains(&Some(pin)) {
            frame(FrameKind::Selected)
        } else if hovered.is_over_dock(pin) && (is_there || is_target) {
            frame(FrameKind::Hovered)
        } else if is_target {
            // A free dock shows the rim of the absent part.
            Some(Glow::Target)
        } else if is_end(self.hint) {
            frame(FrameKind::Hint)
        } else {
            is_end(self.last)
                .then_some(Glow::LastMove)
                .filter(|_| is_there)
        };
        HandleLook {
            hit: match (is_there, is_target) {
                (true, _) => HandleHit::Rim,
                (false, true) => HandleHit::Dock,
                (false, false) => HandleHit::Nothing,
            },
            glow,
            is_target,
        }
    }
}

fn update_looks(
    mut commands: Commands,
    from: HandleSources,
    looks: Res<GlowLooks>,
    mut handles: Query<(Entity, &OnDock, &ChildOf, &mut HandleLook)>,
    maps: Query<(), With<MapRoot>>,
    mut layers: Query<(
        &Layer,
        &ChildOf,
        &mut MeshMaterial3d<StandardMaterial>,
        &mut Visibility,
    )>,
) {
    let game = (&*from.game, &*from.taught);
    let standing = HandleState::of(game, &from.selection, &from.choice, &from.hint);
    let mut changed = false;
    for (entity, &OnDock(pin), _, mut look) in &mut handles {
        let now = standing.look(pin, &from.hovered);
        let before = look.hit;
        if !look.set_if_neq(now) {
            continue;
        }
        changed = true;
        if before != now.hit {
            match collider(&from.shape.handles, now.hit) {
                Some(collider) => commands.entity(entity).insert(collider),
                None => commands.entity(entity).remove::<Collider>(),
            };
        }
    }
    if !changed {
        return;
    }
    for (layer, of, mut material, mut visibility) in &mut layers {
        let Ok((.., parent, look)) = handles.get(of.parent()) else {
            continue;
        };
        let shown = match layer {
            Layer::Rim => look.glow.and_then(|glow| looks.of(glow)),
            Layer::Bead => looks.of(Glow::Target).filter(|_| look.is_target),
        };
        // A rim is visible without its part where the part could go. The map hides its handles as a
        // whole.
        *visibility = match shown {
            None => Visibility::Hidden,
            Some(_) if maps.contains(parent.parent()) => Visibility::Inherited,
            Some(_) => Visibility::Visible,
        };
        if let Some(shown) = shown {
            material.0 = shown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn rim_glow_is_a_thin_edge_not_a_slab() {
        let shape = Variant::StarTrek3d.shape();
        let elevation = shape.overview.elevation.expect("an angle of its own");
        let (sin, cos) = elevation.sin_cos();
        // Lower and upper edge on screen of a bar that runs across the image.
        let seen = |(middle, half): (Vec3, Vec3)| {
            let at = middle.y * cos - middle.z * sin;
            let reach = half.y * cos + half.z * sin;
            (at - reach, at + reach)
        };
        let across = glowing(&shape.handles).filter(|(_, half)| half.x > half.z);
        let across: Vec<(f32, f32)> = across.map(seen).collect();
        assert_eq!(across.len(), 2);
        let covered: f32 = across.iter().map(|(low, high)| high - low).sum();
        let low = across.iter().map(|it| it.0).fold(f32::MAX, f32::min);
        let high = across.iter().map(|it| it.1).fold(f32::MIN, f32::max);
        let part = covered / (high - low);
        assert!((0.1..0.3).contains(&part), "{part}");
        // The collider is larger than the glow, for unsteady hands.
        for ((_, lit), (_, hit)) in glowing(&shape.handles).zip(&shape.handles.rim) {
            assert!(lit.cmple(*hit).all());
        }
    }
}
