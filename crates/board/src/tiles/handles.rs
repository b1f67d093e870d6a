//! The handles of movable parts of the board: rays meet the rim of each part, and each free
//! dock that the selected part can go to.

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
use icochess_shape::{Handles, Shape, Solid};

/// Radius of the bead on a free dock that can be picked, metres.
const BEAD: f32 = 0.0075;
/// Thickness of the glow of a rim, metres: a lit edge along it, through which one sees the glass and
/// what stands below.
const GLOW: f32 = 0.0030;

/// The part of a handle that a ray can meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum HandleHit {
    /// Nothing: the dock is free, and no part can be put there now.
    #[default]
    Nothing,
    /// The rim of the part that is there.
    Rim,
    /// The free dock.
    Dock,
}

/// The reason why a rim glows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Glow {
    /// The same reason as that for this frame of a tile.
    Frame(FrameKind),
    /// The part was moved last.
    LastMove,
    /// The selected part can be put there.
    Target,
}

/// The look of a handle now.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct HandleLook {
    met: HandleHit,
    glow: Option<Glow>,
    /// Whether the selected part can be put on the dock.
    is_target: bool,
}

/// The child of a handle that is its glowing rim.
#[derive(Component)]
struct RimOf(Entity);

/// The child of a handle that is the bead on its dock.
#[derive(Component)]
struct BeadOf(Entity);

/// The looks of handles: the meshes of glowing rims and of beads, and their materials by the reason
/// why they glow.
#[derive(Resource)]
pub(crate) struct GlowLooks {
    rim: Handle<Mesh>,
    bead: Handle<Mesh>,
    frames: Vec<(FrameKind, Handle<StandardMaterial>)>,
    last: Handle<StandardMaterial>,
    target: Handle<StandardMaterial>,
}

impl GlowLooks {
    /// Makes the handle of a dock, of the board or of its map, at a place in the frame of `parent`.
    /// All that is shown of it has `more`, too.
    pub(crate) fn spawn(
        &self,
        commands: &mut Commands,
        (name, pin): (String, Cell),
        (shape, is_there): (&Shape, bool),
        (place, parent): (Transform, Entity),
        more: impl Bundle + Clone,
    ) {
        let met = if is_there {
            HandleHit::Rim
        } else {
            HandleHit::Nothing
        };
        let look = HandleLook {
            met,
            ..HandleLook::default()
        };
        let mut entity = commands.spawn((
            Name::new(name),
            OnDock(pin),
            look,
            place,
            Visibility::default(),
            ChildOf(parent),
        ));
        if let Some(collider) = collider(&shape.handles, met) {
            entity.insert(collider);
        }
        let handle = entity.id();
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
        commands.spawn((RimOf(handle), layer(&self.rim)));
        commands.spawn((BeadOf(handle), layer(&self.bead)));
    }

    fn of(&self, glow: Glow) -> Handle<StandardMaterial> {
        let kind = match glow {
            Glow::Frame(kind) => kind,
            Glow::LastMove => return self.last.clone(),
            Glow::Target => return self.target.clone(),
        };
        let mut frames = self.frames.iter();
        let frame = frames.find(|(it, _)| *it == kind);
        frame.map_or_else(|| self.last.clone(), |(_, material)| material.clone())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn.after(parts::spawn).in_set(BuildSystems),
            (
                recolour.run_if(resource_exists_and_changed::<Palette>),
                repaint
                    .run_if(HandleSources::changed.or_else(any_match_filter::<Added<HandleLook>>)),
            )
                .chain()
                .run_if(resource_exists::<GlowLooks>)
                .in_set(AppSystems::Scene),
        ),
    );
}

watched! {
    /// The resources that the looks of handles are read from.
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

/// The bars of a glow, by their middles and half their sizes: one along the upper side of each bar
/// that is met.
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

/// The mesh of a glow: the edge of a part, lit.
fn rim_mesh(handles: &Handles) -> Option<Mesh> {
    let mut bars = Solid::default();
    for (middle, half) in glowing(handles) {
        bars.cuboid(middle, half);
    }
    (!handles.rim.is_empty()).then(|| mesh(bars.mesh()))
}

fn collider(handles: &Handles, met: HandleHit) -> Option<Collider> {
    match met {
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
    let mut glow = |color| materials.add(unlit(color));
    let looks = GlowLooks {
        rim,
        bead,
        frames: FrameKind::ALL
            .into_iter()
            .map(|kind| (kind, glow(palette.frame(kind))))
            .collect(),
        last: glow(colours::LAST),
        target: glow(palette.mark(Mark::Move)),
    };
    let absent = game.position().absent();
    for handle in &shape.handles.at {
        let name = game.position().cell_name(handle.pin);
        looks.spawn(
            &mut commands,
            (format!("dock {name}"), handle.pin),
            (&shape, shape.is_there(handle.part, absent)),
            (handle.frame, parts.part(handle.part)),
            (),
        );
    }
    commands.insert_resource(looks);
}

/// Gives the materials the colours of the palette.
fn recolour(
    palette: Res<Palette>,
    looks: Res<GlowLooks>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let frames = looks.frames.iter();
    let frames = frames.map(|(kind, material)| (material, palette.frame(*kind)));
    let target = (&looks.target, palette.mark(Mark::Move));
    for (material, color) in frames.chain([target]) {
        if let Some(mut material) = materials.get_mut(material) {
            material.base_color = color;
        }
    }
}

/// The state on which the looks of all handles depend.
struct HandleState {
    absent: WideSet,
    /// The cells of the part that is selected, or that was picked for a move that waits.
    selected: [Option<Cell>; 2],
    last: Option<Move>,
    hint: Option<Move>,
    /// The docks that the selected part can go to.
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
            // Free pins light where they are: the rim that would be there.
            Some(Glow::Target)
        } else if is_end(self.hint) {
            frame(FrameKind::Hint)
        } else {
            is_end(self.last)
                .then_some(Glow::LastMove)
                .filter(|_| is_there)
        };
        HandleLook {
            met: match (is_there, is_target) {
                (true, _) => HandleHit::Rim,
                (false, true) => HandleHit::Dock,
                (false, false) => HandleHit::Nothing,
            },
            glow,
            is_target,
        }
    }
}

/// The components by which a child of a handle is shown.
type Layer = (
    &'static mut MeshMaterial3d<StandardMaterial>,
    &'static mut Visibility,
);

fn show(
    layer: (&mut MeshMaterial3d<StandardMaterial>, &mut Visibility),
    look: Option<Handle<StandardMaterial>>,
    as_seen: Visibility,
) {
    let (material, visibility) = layer;
    *visibility = look.as_ref().map_or(Visibility::Hidden, |_| as_seen);
    if let Some(look) = look {
        material.0 = look;
    }
}

fn repaint(
    mut commands: Commands,
    from: HandleSources,
    looks: Res<GlowLooks>,
    mut handles: Query<(Entity, &OnDock, &ChildOf, &mut HandleLook)>,
    maps: Query<(), With<MapRoot>>,
    mut rims: Query<(&RimOf, Layer), Without<BeadOf>>,
    mut beads: Query<(&BeadOf, Layer), Without<RimOf>>,
) {
    let game = (&*from.game, &*from.taught);
    let standing = HandleState::of(game, &from.selection, &from.choice, &from.hint);
    let mut changed = false;
    for (entity, &OnDock(pin), _, mut look) in &mut handles {
        let now = standing.look(pin, &from.hovered);
        let before = look.met;
        if !look.set_if_neq(now) {
            continue;
        }
        changed = true;
        if before != now.met {
            match collider(&from.shape.handles, now.met) {
                Some(collider) => commands.entity(entity).insert(collider),
                None => commands.entity(entity).remove::<Collider>(),
            };
        }
    }
    if !changed {
        return;
    }
    // Also on a part that is not there: it could be. The map is hidden as a whole.
    let as_seen = |of: &ChildOf| {
        if maps.contains(of.parent()) {
            Visibility::Inherited
        } else {
            Visibility::Visible
        }
    };
    for (RimOf(handle), (mut material, mut visibility)) in &mut rims {
        if let Ok((.., of, look)) = handles.get(*handle) {
            let look = look.glow.map(|glow| looks.of(glow));
            show((&mut material, &mut visibility), look, as_seen(of));
        }
    }
    for (BeadOf(handle), (mut material, mut visibility)) in &mut beads {
        if let Ok((.., of, look)) = handles.get(*handle) {
            let look = look.is_target.then(|| looks.target.clone());
            show((&mut material, &mut visibility), look, as_seen(of));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn the_glow_of_a_rim_is_an_edge_and_no_slab_before_what_stands_below() {
        let shape = Variant::StarTrek3d.shape();
        let elevation = shape.overview.elevation.expect("an angle of its own");
        let (sin, cos) = elevation.sin_cos();
        // The lower and the upper edge, in the picture, of a bar that runs across it.
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
        // The bar that rays meet is larger, for a hand that trembles.
        for ((_, lit), (_, met)) in glowing(&shape.handles).zip(&shape.handles.rim) {
            assert!(lit.cmple(*met).all());
        }
    }
}
