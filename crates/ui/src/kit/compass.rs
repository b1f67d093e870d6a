//! A small ball that shows the orientation of the board, with dots on its front and back. The dots
//! mark both armies, their kings, the last move and the targets of the selected piece. Pressing a
//! place turns that place to the front; pointing at a target brings it into view.

use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::state::pointed::Pointed;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::turning::spin::{ShowTile, TurnTo};
use icochess_play::game::Match;
use icochess_play::interaction::Selection;
use icochess_rules::{Cell, Side};
use icochess_shape::Seat;

/// Width and height of the ball, in logical pixels of the window.
pub const SIZE: f32 = 116.0;
/// Distance of dots at the rim from the centre, as a fraction of the radius.
const RIM: f32 = 0.86;
/// Scale of a dot at the back of the ball, relative to one at the front.
const BEHIND: f32 = 0.65;
/// Opacity of a dot at the back of the ball, 0 to 1.
const FAINT: f32 = 0.38;

/// The ball. Pressing a place on it turns that place to the front.
#[derive(Component, Debug, Clone, Copy)]
pub struct Compass;

/// A marker on the ball.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(UiTransform, ZIndex)]
pub struct Dot {
    /// Direction of the dot: a unit vector in the board's coordinate system.
    pub towards: Vec3,
    /// Meaning of the dot; later ones are drawn over earlier ones.
    pub kind: DotKind,
}

/// The meaning of a dot on the compass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DotKind {
    /// Start or end of the last move.
    LastMove,
    /// A piece other than a king.
    Piece,
    /// A target of the selected piece.
    Target,
    /// A king.
    King,
}

/// The cell of a dot. The cell comes into view while a pointer is over the dot.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct DotCell(pub Cell);

/// The colour of a dot or a part of a dot, as background or text; faint at the back of the ball.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Ink(pub Color);

/// The colour of a dot that is a ring; faint at the back of the ball.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Rim(pub Color);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(on_click)
        .add_systems(
            Update,
            show_pointed_cell
                .run_if(any_match_filter::<Added<Pointed>>)
                .in_set(AppSystems::Input),
        )
        // New dots get a position before they are first drawn.
        .add_systems(PostUpdate, place_dots.before(UiSystems::Layout));
}

/// The player's view of the ball: right, up and towards the eye, as world directions.
#[derive(Debug, Clone, Copy)]
struct BallView {
    right: Vec3,
    up: Vec3,
    towards: Vec3,
}

impl BallView {
    fn of(seat: &Seat) -> Self {
        let towards = (seat.eye - seat.centre).normalize_or(Vec3::Z);
        let up = Vec3::Y.reject_from(towards).normalize_or(Vec3::NEG_Z);
        let right = up.cross(towards);
        Self { right, up, towards }
    }

    /// Returns the screen position of a world direction, in radii right and down of the centre, and
    /// whether it is at the front.
    fn seen(self, direction: Vec3) -> (Vec2, bool) {
        let at = Vec2::new(direction.dot(self.right), -direction.dot(self.up));
        (at, direction.dot(self.towards) >= 0.0)
    }

    /// Returns the front direction that appears at `at`. Positions outside the ball count as its
    /// rim.
    fn direction(self, at: Vec2) -> Vec3 {
        let at = at.clamp_length_max(1.0);
        let near = (1.0 - at.length_squared()).max(0.0).sqrt();
        self.right * at.x - self.up * at.y + self.towards * near
    }
}

/// Moves the dots to their positions. Dots at the back are small and faint.
fn place_dots(
    root: Single<Ref<Transform>, With<BoardRoot>>,
    seat: Res<PlayerSeat>,
    new: Query<(), Added<Dot>>,
    mut dots: Query<(
        Entity,
        &Dot,
        &mut UiTransform,
        &mut ZIndex,
        Option<&Children>,
    )>,
    mut inks: Query<(&Ink, Option<&mut BackgroundColor>, Option<&mut TextColor>)>,
    mut rims: Query<(&Rim, &mut BorderColor)>,
) {
    if dots.is_empty() || !root.is_changed() && !seat.is_changed() && new.is_empty() {
        return;
    }
    let view = BallView::of(&seat);
    for (entity, dot, mut place, mut layer, children) in &mut dots {
        let (at, is_front) = view.seen(root.rotation * dot.towards);
        // Dots at the front cover dots at the back.
        let above = 4 * i32::from(is_front) + dot.kind as i32;
        layer.set_if_neq(ZIndex(above));
        let at = at * RIM * SIZE / 2.0;
        let scale = if is_front { 1.0 } else { BEHIND };
        place.set_if_neq(UiTransform {
            translation: Val2::px(at.x, at.y),
            scale: Vec2::splat(scale),
            ..default()
        });
        if let Ok((Rim(ink), mut border)) = rims.get_mut(entity) {
            border.set_if_neq(BorderColor::all(if is_front {
                *ink
            } else {
                ink.with_alpha(FAINT)
            }));
        }
        for part in std::iter::once(entity).chain(children.into_iter().flatten().copied()) {
            let Ok((Ink(ink), ground, letters)) = inks.get_mut(part) else {
                continue;
            };
            let ink = if is_front {
                *ink
            } else {
                ink.with_alpha(FAINT)
            };
            if let Some(mut letters) = letters {
                letters.set_if_neq(TextColor(ink));
            } else if let Some(mut ground) = ground {
                ground.set_if_neq(BackgroundColor(ink));
            }
        }
    }
}

/// Turns the board so that the pressed place comes to the front.
fn on_click(
    click: On<Pointer<Click>>,
    compasses: Query<(), With<Compass>>,
    root: Single<&Transform, With<BoardRoot>>,
    seat: Res<PlayerSeat>,
    mut turn: MessageWriter<TurnTo>,
) {
    let Some(hit) = click.hit.position else {
        return;
    };
    let is_own = click.entity == click.original_event_target();
    if click.button != PointerButton::Primary || !is_own || !compasses.contains(click.entity) {
        return;
    }
    // Offset from the centre, in fractions of the radius.
    let at = hit.truncate() * 2.0 / RIM;
    let view = BallView::of(&seat);
    let there = Quat::from_rotation_arc(view.direction(at), view.towards);
    turn.write(TurnTo((there * root.rotation).normalize()));
}

/// Brings the cell of a hovered dot into view, together with the selected piece if both fit.
fn show_pointed_cell(
    pointed: Query<&DotCell, Added<Pointed>>,
    selection: Res<Selection>,
    mut show: MessageWriter<ShowTile>,
) {
    for &DotCell(tile) in &pointed {
        let also = selection.0.cell();
        show.write(ShowTile { tile, also });
    }
}

/// Brings the king of a side to the front.
pub(crate) fn turn_to_king(world: &mut World, side: Side) {
    let shape = world.resource::<BoardShape>();
    let royal = world.resource::<Match>().position().royal(side);
    let king = royal.map(|cell| shape.centre(cell));
    let (home, seat) = (&shape.homes[side.index()], world.resource::<PlayerSeat>());
    let rotation = shape.hold.royal_rotation(home, king, seat);
    world.write_message(TurnTo(rotation));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressed_point_matches_the_visible_direction() {
        let seat = Seat::default();
        let view = BallView::of(&seat);
        for step in 0..200 {
            // A spiral over the near side.
            let radius = step as f32 / 200.0;
            let at = Vec2::from_angle(step as f32 * 2.4) * radius;
            let direction = view.direction(at);
            assert!((direction.length() - 1.0).abs() < 1e-5);
            let (seen, is_front) = view.seen(direction);
            assert!(seen.distance(at) < 1e-5 && is_front, "{at}");
            assert!(!view.seen(-direction).1 || radius > 0.999);
        }
        // A position outside the ball counts as its rim.
        let beside = view.direction(Vec2::new(0.0, 3.0));
        assert!(beside.dot(view.towards).abs() < 1e-5);
        assert!(beside.y < 0.0, "what is lower on the screen is lower");
        assert!(view.direction(Vec2::X).dot(Vec3::X) > 0.99);
    }
}
