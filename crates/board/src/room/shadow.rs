//! A soft shadow of the board on whatever is below it, as a cue to the board's height. In
//! passthrough it is the only such cue, because virtual light doesn't reach real surfaces.
//!
//! A board on the ground gets a shadow that is dark up to its edge and fades just beyond
//! ([`Shape::footprint`]). A board in the air gets an ambient-occlusion shadow, darkest below its
//! middle. The shadow from the key light is separate (`thrown.rs`).
//!
//! [`Shape::footprint`]: icochess_shape::Shape::footprint

use bevy::prelude::*;
use icochess_shape::{Room, frame};

use super::ground::{Underside, has_scene_changed};
use super::painted::Painted;
use super::place::RoomPlace;
use super::scenery::table_below;
use super::shown::ShownRoom;
use super::surroundings::Surroundings;
use crate::stage::drawing::unlit;
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use crate::stage::texture::spot;
use icochess_base::schedule::AppSystems;

/// Darkness at the edge of a board on the ground, 0 to 1.
const AT_EDGE: f32 = 0.6;
/// Width of the fade beyond a board's edge, in metres.
pub(super) const FADES: f32 = 0.07;
/// Darkness below the middle of a board in the air, 0 to 1.
const BELOW: f32 = 0.45;
/// Gap between the lowest point of a board and its shadow in the real room, in metres.
const GAP: f32 = 0.02;
/// Offset of the shadow above a table and above a floor, in metres, against z-fighting.
const ABOVE: [f32; 2] = [0.0012, 0.006];
/// Largest angle between two neighbouring spokes round a corner, in radians.
const FAN: f32 = 0.26;

/// Surface that receives a shadow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// Surface right below the board in the real room.
    Real,
    /// Table.
    Table,
    /// Floor; the board always hangs above it.
    Floor,
}

impl Ground {
    /// Returns the radius of the shadow of a board in the air, as a multiple of the board's radius.
    /// A floor is farther away, so its shadow is softer.
    const fn spread(self) -> f32 {
        match self {
            Self::Real => 1.3,
            Self::Table => 1.6,
            Self::Floor => 1.8,
        }
    }
}

/// Marker for the soft shadow.
#[derive(Component, Debug)]
pub struct SoftShadow;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_shadow).add_systems(
        Update,
        update_shadow
            .run_if(has_scene_changed)
            .in_set(AppSystems::Feedback),
    );
}

/// Spawns the shadow without a mesh, which depends on the surface.
fn spawn_shadow(
    mut commands: Commands,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    commands.spawn((
        Name::new("shadow of the board"),
        SoftShadow,
        MeshMaterial3d(materials.add(soft(&mut images))),
        Transform::default(),
        Visibility::Hidden,
    ));
}

/// Returns the material of a soft shadow.
pub(super) fn soft(images: &mut Assets<Image>) -> StandardMaterial {
    StandardMaterial {
        base_color_texture: Some(images.add(spot(darkness))),
        alpha_mode: AlphaMode::Blend,
        cull_mode: None,
        ..unlit(Color::BLACK)
    }
}

/// Returns the darkness at a fraction of the distance outwards, relative to the middle. It ends at
/// zero with zero slope.
fn darkness(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    (1.0 - part * part).powi(2)
}

/// Start of the fade, and the vector from the start to the end, in metres.
type Spoke = (Vec3, Vec3);

/// Returns the spokes of a shadow that fades beyond a convex polygon and round its corners. The
/// polygon is counter-clockwise from above.
fn round_edge(outline: &[Vec3]) -> Vec<Spoke> {
    let corners = outline.len();
    let outwards = |from: usize| {
        let edge = outline[(from + 1) % corners] - outline[from];
        edge.cross(Vec3::Y).normalize_or_zero()
    };
    let fans = outline.iter().enumerate().flat_map(|(at, corner)| {
        let before = outwards((at + corners - 1) % corners);
        let turn = before.angle_between(outwards(at));
        let steps = (turn / FAN).ceil().max(1.0);
        (0..=steps as usize).map(move |step| {
            let turned = Quat::from_rotation_y(turn * step as f32 / steps);
            (*corner, turned * before * FADES)
        })
    });
    fans.collect()
}

/// Texture coordinates of the spot's middle, its darkest point, and of a point on its edge.
const MIDDLE: Vec2 = Vec2::splat(0.5);
const EDGE: Vec2 = Vec2::new(1.0, 0.5);

/// Adds a shadow that is evenly dark inside the starts of its spokes and fades along them.
fn add_edged(shade: &mut Painted, spokes: &[Spoke], darkest: f32) {
    let color = Vec3::ONE.extend(darkest);
    let (base, around) = (shade.positions.len() as u32, spokes.len() as u32);
    for (from, out) in spokes {
        shade.vertex(*from, MIDDLE, color);
        shade.vertex(*from + *out, EDGE, color);
    }
    let near = |step: u32| base + 2 * (step % around);
    for step in 2..around {
        let corners = [near(0), near(step - 1), near(step)];
        shade.indices.extend(corners);
    }
    for step in 0..around {
        let (near, next) = (near(step), near(step + 1));
        let corners = [near, near + 1, next + 1, near, next + 1, next];
        shade.indices.extend(corners);
    }
}

/// Adds a round shadow that fades from its middle, as a square that shows the whole texture.
fn add_round(shade: &mut Painted, radius: f32, darkest: f32) {
    let base = shade.positions.len() as u32;
    for uv in [Vec2::ZERO, Vec2::Y, Vec2::ONE, Vec2::X] {
        let out = (uv * 2.0 - Vec2::ONE) * radius;
        let at = Vec3::new(out.x, 0.0, out.y);
        shade.vertex(at, uv, Vec3::ONE.extend(darkest));
    }
    let corners = [0, 1, 2, 0, 2, 3].map(|corner| base + corner);
    shade.indices.extend(corners);
}

/// Returns the shadow of a board at scale 1, in the board's frame. Its colours are white, with the
/// darkness as alpha.
fn cast(shape: &BoardShape, on: Ground) -> Painted {
    let outline = match on {
        Ground::Real | Ground::Table => shape.footprint(),
        Ground::Floor => Vec::new(),
    };
    let mut shade = Painted::default();
    if !outline.is_empty() {
        add_edged(&mut shade, &round_edge(&outline), AT_EDGE);
    }
    let reach = |far: f32, at: Vec3| at.with_y(0.0).length().max(far);
    let stands = outline.into_iter().fold(0.0, reach);
    let middles = shape.places.iter().map(|place| place.frame.translation);
    if middles.fold(0.0, reach) > stands {
        add_round(&mut shade, shape.radius() * on.spread(), BELOW);
    }
    shade
}

/// Returns the world height of the shadow below the board, in metres, and the surface there. `None`
/// if nothing is below.
pub(super) fn ground(
    around: Surroundings,
    room: Room,
    (shape, underside): (&BoardShape, &Underside),
    (board, floor): (&Transform, f32),
) -> Option<(f32, Ground)> {
    let below = |depth: f32| board.translation.y - depth * board.scale.x;
    match (around, room) {
        (Surroundings::Passthrough, _) => {
            let height = below(underside.depth(board.rotation)) - GAP;
            Some((height, Ground::Real))
        }
        (Surroundings::OurRoom, Room::Table) => {
            let top = below(table_below(shape, underside, board.rotation));
            Some((top + ABOVE[0], Ground::Table))
        }
        (Surroundings::OurRoom, Room::Terrace) => Some((floor + ABOVE[1], Ground::Floor)),
        (Surroundings::OurRoom, Room::Stars | Room::Plain) => None,
    }
}

fn update_shadow(
    mut commands: Commands,
    (around, shown, place): (Res<Surroundings>, Res<ShownRoom>, Res<RoomPlace>),
    (shape, underside): (Res<BoardShape>, Res<Underside>),
    board: Single<&Transform, (With<BoardRoot>, Without<SoftShadow>)>,
    shadow: Single<(Entity, &mut Transform, &mut Visibility), With<SoftShadow>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (entity, mut at, mut seen) = shadow.into_inner();
    let board: &Transform = &board;
    let of = (&*shape, &*underside);
    let floor = place.0.translation.y;
    let Some((height, on)) = ground(*around, shown.0, of, (board, floor)) else {
        seen.set_if_neq(Visibility::Hidden);
        return;
    };
    seen.set_if_neq(Visibility::Inherited);
    if shape.is_changed() || around.is_changed() || shown.is_changed() {
        let mesh = meshes.add(cast(&shape, on).mesh());
        commands.entity(entity).insert(Mesh3d(mesh));
    }
    at.set_if_neq(Transform {
        translation: board.translation.with_y(height),
        // The shadow turns with the board, but stays level when the board tilts.
        rotation: frame(Vec3::Y, board.rotation * Vec3::Z),
        scale: Vec3::splat(board.scale.x),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::{Hold, Seat};

    #[test]
    fn shadows_fade_out_smoothly() {
        assert_eq!(darkness(0.0), 1.0);
        assert_eq!(darkness(1.0), 0.0);
        let steps: Vec<f32> = (0..=20).map(|step| darkness(step as f32 / 20.0)).collect();
        assert!(steps.is_sorted_by(|a, b| a >= b));
        // No visible spot in the middle and no line at the edge.
        assert!(steps[0] - steps[1] < 0.01 && steps[19] < 0.01);
    }

    #[test]
    fn standing_boards_are_dark_to_the_edge_others_in_the_middle() {
        let mut standing = 0;
        for variant in Variant::ALL {
            let shape = BoardShape(variant.shape());
            let outline = shape.footprint();
            let hangs = outline.is_empty();
            assert!(hangs || shape.hold != Hold::Ball, "{variant}");
            standing += usize::from(!hangs);
            for on in [Ground::Real, Ground::Table, Ground::Floor] {
                let shade = cast(&shape, on);
                let places = &shade.positions;
                let far = places.iter().fold(0.0, |far: f32, at| far.max(at.length()));
                let is_level = places.iter().all(|at| at.y.abs() < 1e-6);
                assert!(is_level && far > 0.1, "{variant}");
                let darkest = shade
                    .colors
                    .iter()
                    .fold(0.0, |dark: f32, color| dark.max(color[3]));
                let stands = on != Ground::Floor && !hangs;
                assert_eq!(darkest, if stands { AT_EDGE } else { BELOW }, "{variant}");
            }
            let spokes = round_edge(&outline);
            for (from, out) in &spokes {
                assert!((out.length() - FADES).abs() < 1e-5, "{variant}: {out}");
                // No part of the board is farther out along the spoke.
                let beyond = outline.iter().map(|at| (*at - *from).dot(out.normalize()));
                assert!(beyond.fold(0.0, f32::max) < 1e-5, "{variant}: {from}");
            }
            let next = spokes.iter().cycle().skip(1);
            for ((_, one), (_, other)) in spokes.iter().zip(next) {
                assert!(one.angle_between(*other) < FAN + 1e-3, "{variant}");
            }
        }
        // At least flat boards reach this.
        assert!(standing > 0);
    }

    #[test]
    fn shadow_is_below_all_places_of_every_board() {
        for variant in Variant::ALL {
            let shape = BoardShape(variant.shape());
            let underside = Underside::of(&shape);
            let seat = Seat::default().with_stance(shape.stance);
            for tilt in [0.0, 0.4, -0.4] {
                let board = Transform::from_translation(seat.centre)
                    .with_rotation(Quat::from_rotation_x(tilt));
                for (around, room) in [
                    (Surroundings::Passthrough, Room::Stars),
                    (Surroundings::OurRoom, Room::Table),
                ] {
                    let (height, _) =
                        ground(around, room, (&shape, &underside), (&board, 0.0)).unwrap();
                    for place in &shape.places {
                        let at = board.transform_point(place.frame.translation);
                        assert!(
                            at.y > height - 0.002,
                            "{variant:?} {around:?}: {at} {height}"
                        );
                    }
                }
                let space = ground(
                    Surroundings::OurRoom,
                    Room::Stars,
                    (&shape, &underside),
                    (&board, 0.0),
                );
                assert_eq!(space, None);
            }
        }
    }
}
