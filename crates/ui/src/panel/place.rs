//! Position and visibility of the panel.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use bevy_rapier3d::prelude::ColliderDisabled;

use super::bar::PanelBar;
use super::bulk::{BoardBulk, Bulk};
use super::canvas::Canvas;
use super::plane::{DISTANCE, PIXEL, PIXELS, point_of};
use super::screen::{Panel, PanelCamera, PanelScreen};
use crate::state::screen::PanelShown;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::drawing::seen_if;
use icochess_board::stage::shape::PlayerSeat;
use icochess_shape::Seat;
use icochess_store::choices::{PANEL_DISTANCES, PANEL_PITCH};
use icochess_store::effective::EffectiveSettings;
use icochess_store::settings::{MainHand, Settings};

/// Minimum angle between panel and board, in radians: 28°. It is enough above a flat board. Boards
/// in the air need 33 to 44°, because half the panel is 17°, and half a board in reach 12 to 22°.
const BESIDE: f32 = 0.49;
/// Distance from the eyes to the panel centre, in metres: a little more than [`DISTANCE`], so that
/// more of the panel is visible next to the board.
const AWAY: f32 = 1.1 * DISTANCE;
/// Width of the panel's left and right margins, in logical pixels. A board may hide them.
const MARGIN: f32 = 18.0;
/// Maximum angle between panel and board, in radians: 110°, for players close to the board.
const FARTHEST_BESIDE: f32 = 1.92;
/// Maximum angle between gaze and panel centre at which the whole panel is visible, in radians:
/// 28°. Half the panel is 17°, and headsets show at least 45° to each side.
const IN_VIEW: f32 = 0.49;
/// Maximum angle between the board and a gaze that leaves it away from the panel, in radians: 10°.
/// Beyond it, the panel opens on the other side of the board.
const LOOKS_AWAY: f32 = 0.18;
/// Angle within which players notice the panel without looking for it, in radians: 35°.
const AT_A_GLANCE: f32 = 0.61;
/// Angle by which the panel may be farther from the gaze than its best place, in radians, so that
/// it doesn't follow each movement of the head.
const SLACK: f32 = 0.05;
/// Maximum distance at which players notice the panel, in metres. They may lean back from a panel
/// that they put as far away as possible.
const FARTHEST: f32 = PANEL_DISTANCES[1] + 0.3;
/// Sine of the gaze's pitch beyond which its horizontal direction is unreliable: 50°.
const STEEP: f32 = 0.77;
/// Angle of the panel centre below the eyes, in radians: 15° (Meta: 10 to 20°).
const BELOW: f32 = 0.26;
/// Minimum gap between a table's top and the lower edge of the panel, in metres.
const ABOVE_TABLE: f32 = 0.02;

/// The gaze of the player for whom the panel was opened, or who takes over the headset; `None`
/// after the player was seated again, facing the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct Gaze(pub Option<GazeRay>);

/// The line of sight of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GazeRay {
    /// The eye position, in metres.
    pub eye: Vec3,
    /// The direction of the gaze.
    pub forward: Vec3,
}

/// A place that a player chose for the panel, relative to the seat and the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChosenPlace {
    /// Angle of the centre to the right of the board, in degrees.
    right: f32,
    /// Angle of the centre above the eyes, in degrees.
    up: f32,
    /// Distance of the centre from the eyes, in metres.
    distance: f32,
}

impl ChosenPlace {
    /// Returns the place in the settings, if any.
    fn of(settings: &Settings) -> Option<Self> {
        let [nearest, farthest] = PANEL_DISTANCES;
        (settings.panel_distance > 0.0).then(|| Self {
            right: settings.panel_right,
            up: settings.panel_up,
            distance: settings.panel_distance.clamp(nearest, farthest),
        })
    }

    /// Returns the settings of the place, by name.
    pub const fn settings(self) -> [(&'static str, f32); 3] {
        [
            ("panel_right", self.right),
            ("panel_up", self.up),
            ("panel_distance", self.distance),
        ]
    }

    /// Returns the place, within its limits, at which a point of the panel is at `point`. `held` is
    /// that point in the panel's axes, relative to its centre, in metres.
    pub fn holding(held: Vec3, point: Vec3, seat: &Seat) -> Self {
        let to_point = point - seat.eye;
        let ahead = to_point.length_squared() - held.truncate().length_squared();
        let [nearest, farthest] = PANEL_DISTANCES;
        let distance = (ahead.max(0.0).sqrt() + held.z).clamp(nearest, farthest);
        let seen = held - Vec3::Z * distance;
        let height = to_point.normalize_or_zero().y * seen.length();
        let sine = (height / seen.y.hypot(seen.z)).clamp(-1.0, 1.0);
        let up = (sine.asin() - seen.y.atan2(-seen.z)).to_degrees();
        let up = up.clamp(-PANEL_PITCH, PANEL_PITCH);
        let seen = Quat::from_rotation_x(up.to_radians()) * seen;
        let (board, aside) = (flat(seat.centre - seat.eye), flat(to_point));
        let right = board.perp_dot(aside).atan2(board.dot(aside)) - seen.x.atan2(-seen.z);
        Self {
            right: wrapped(right).to_degrees(),
            up,
            distance,
        }
    }

    /// Returns the position of the panel at default size.
    pub fn transform(self, seat: &Seat) -> Transform {
        let [right, up] = [self.right, self.up].map(f32::to_radians);
        hung_at(seat.eye, seat.centre, [right, up], self.distance)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelShown>()
        .init_resource::<Gaze>()
        .add_systems(
            Update,
            (
                place_panel.run_if(
                    resource_changed::<PlayerSeat>
                        .or_else(BoardBulk::changed)
                        .or_else(resource_changed::<Gaze>)
                        .or_else(resource_changed::<EffectiveSettings>)
                        .or_else(resource_changed::<PanelScreen>),
                ),
                update_visibility.run_if(resource_changed::<PanelShown>),
            )
                .in_set(AppSystems::Feedback),
        );
}

/// Returns the position of the panel for a seat, on the side of the main hand. Head movements don't
/// change it.
pub fn standing(seat: &Seat, bulk: Bulk, hand: MainHand) -> Transform {
    let beside = beside(seat.eye, seat.centre, bulk);
    let right = on_side_of(hand, beside);
    hung_above(seat.eye, seat.centre, bulk, right)
}

/// Returns the position of a panel opened with this gaze: in view at once, but not in front of the
/// board.
pub fn gaze_place(seat: &Seat, bulk: Bulk, look: GazeRay, hand: MainHand) -> Transform {
    let ahead = flat(seat.centre - look.eye);
    // Both are angles to the right of the board. (In x and z, y points down.)
    let gaze = ahead.angle_to(flat(look.forward));
    let gaze = if gaze.is_finite() { gaze } else { 0.0 };
    let beside = beside(look.eye, seat.centre, bulk);
    let default_angle = on_side_of(hand, beside);
    let from_gaze = wrapped(default_angle - gaze);
    let wanted = wrapped(gaze + from_gaze.clamp(-IN_VIEW, IN_VIEW));
    let clear = if wanted.abs() >= beside {
        wanted
    } else if from_gaze.abs() <= beside + LOOKS_AWAY {
        default_angle
    } else {
        -default_angle
    };
    hung_above(look.eye, seat.centre, bulk, clear)
}

/// Returns whether a player with this gaze notices the panel: it must face the player, be near
/// enough to read, at a glance or no farther from the gaze than [`gaze_place`] would put it, and
/// not behind the board. A steep gaze doesn't count, such as with the headset in the hands.
pub fn is_in_sight(
    panel: &Transform,
    seat: &Seat,
    bulk: Bulk,
    look: GazeRay,
    hand: MainHand,
) -> bool {
    let aside = |place: &Transform| {
        let to_place = flat(place.translation - look.eye);
        flat(look.forward).angle_to(to_place).abs()
    };
    let best = gaze_place(seat, bulk, look, hand);
    let best = magnified(best, look.eye, seat.centre, panel.scale.x);
    let is_ahead = aside(panel) <= AT_A_GLANCE.max(aside(&best) + SLACK)
        && !bulk.covers(seat.centre, look.eye, panel.translation);
    let looks_nowhere = look.forward.y.abs() > STEEP;
    let to_panel = panel.translation - look.eye;
    let faces = panel.back().dot(-to_panel) > to_panel.length() / 2.0;
    faces && to_panel.length() <= FARTHEST && (is_ahead || looks_nowhere)
}

/// Returns the horizontal part of a direction: its x and z.
fn flat(direction: Vec3) -> Vec2 {
    Vec2::new(direction.x, direction.z)
}

/// Returns the signed angle for the main hand, in radians. It is positive to the right of the
/// board.
const fn on_side_of(hand: MainHand, beside: f32) -> f32 {
    match hand {
        MainHand::Right => beside,
        MainHand::Left => -beside,
    }
}

/// Returns the minimum angle between panel and board at which neither hides the other, in radians.
fn beside(eye: Vec3, board: Vec3, bulk: Bulk) -> f32 {
    let seat = Seat { eye, centre: board };
    let is_clear = |right| is_clear(&hung_above(eye, board, bulk, right), &seat, bulk);
    let (mut hidden, mut clear) = (BESIDE, FARTHEST_BESIDE);
    if is_clear(hidden) {
        return hidden;
    }
    // Accurate to about a hundredth of a degree.
    for _ in 0..12 {
        let middle = hidden.midpoint(clear);
        if is_clear(middle) {
            clear = middle;
        } else {
            hidden = middle;
        }
    }
    clear
}

/// Returns whether the board neither hides the panel within its margins nor is hidden by it.
pub fn is_clear(panel: &Transform, seat: &Seat, bulk: Bulk) -> bool {
    let panel = GlobalTransform::from(*panel);
    // The steps are smaller than a board, even on a panel at hand.
    let parts = [0.0, 0.25, 0.5, 0.75, 1.0];
    let margin = Vec2::X * MARGIN;
    let mut points = parts.into_iter().flat_map(|right| {
        parts.map(|down| margin + (PIXELS - 2.0 * margin) * Vec2::new(right, down))
    });
    points.all(|pixel| !bulk.covers(seat.centre, seat.eye, point_of(&panel, pixel)))
}

/// Wraps an angle to -π to π.
fn wrapped(angle: f32) -> f32 {
    (angle + PI).rem_euclid(TAU) - PI
}

/// Returns the position before the eyes, `right` radians to the right of a board.
fn hung(eye: Vec3, board: Vec3, right: f32) -> Transform {
    hung_at(eye, board, [right, -BELOW], AWAY)
}

/// Returns the position at angles to the right of a board and above the eyes, in radians, and at a
/// distance, in metres.
fn hung_at(eye: Vec3, board: Vec3, [right, up]: [f32; 2], distance: f32) -> Transform {
    let ahead = (board - eye).with_y(0.0).normalize_or(Vec3::NEG_Z);
    let towards = Quat::from_rotation_y(-right) * ahead;
    let direction = towards * up.cos() + Vec3::Y * up.sin();
    let mut place = Transform::from_translation(eye + direction * distance);
    // The picture faces +z, but `look_to` turns -z.
    place.look_to(towards, Vec3::Y);
    place.rotate_local_x(up);
    place
}

/// Returns a position next to a board, raised above the table.
fn hung_above(eye: Vec3, board: Vec3, bulk: Bulk, right: f32) -> Transform {
    let table = bulk.table.map(|below| board.y - below);
    above(hung(eye, board, right), eye, table)
}

/// Raises the panel so that eyes above a table of this height see the whole panel.
fn above(mut panel: Transform, eye: Vec3, table: Option<f32>) -> Transform {
    if let Some(table) = table.filter(|table| *table < eye.y) {
        let lowest = point_of(&panel.into(), PIXELS * Vec2::new(0.5, 1.0)).y;
        panel.translation.y += (table + ABOVE_TABLE - lowest).max(0.0);
    }
    panel
}

/// Scales the panel by `times`, outwards and upwards. The lower edge and the edge nearest the board
/// stay in place.
pub(super) fn magnified(mut panel: Transform, eye: Vec3, board: Vec3, times: f32) -> Transform {
    let wider = PIXELS * PIXEL / 2.0 * (times - 1.0);
    let is_left = (board - eye).cross(panel.translation - eye).y > 0.0;
    let aside = (wider.x / AWAY).atan();
    let aside = if is_left { aside } else { -aside };
    panel.rotate_around(eye, Quat::from_rotation_y(aside));
    panel.translation += panel.up() * wider.y;
    panel.with_scale(Vec3::splat(times))
}

fn place_panel(
    (seat, settings, screen): (Res<PlayerSeat>, Res<EffectiveSettings>, Res<PanelScreen>),
    board: BoardBulk,
    mut gaze: ResMut<Gaze>,
    mut panel: Single<&mut Transform, With<Panel>>,
) {
    if seat.is_changed() && !gaze.is_changed() {
        gaze.bypass_change_detection().0 = None;
    }
    let bulk = board.get();
    let times = screen.magnification;
    let (eye, place) = match gaze.0 {
        Some(look) => (look.eye, gaze_place(&seat, bulk, look, settings.hand)),
        None => (seat.eye, standing(&seat, bulk, settings.hand)),
    };
    let is_good = |place: &Transform| {
        let sees = |look| is_in_sight(place, &seat, bulk, look, settings.hand);
        gaze.0.is_none_or(sees) && is_clear(place, &seat, bulk)
    };
    let chosen = ChosenPlace::of(&settings)
        .map(|place| place.transform(&seat).with_scale(Vec3::splat(times)))
        .filter(is_good);
    panel.set_if_neq(chosen.unwrap_or_else(|| magnified(place, eye, seat.centre, times)));
}

/// Shows or hides the panel. A hidden panel doesn't stop rays.
fn update_visibility(
    mut commands: Commands,
    shown: Res<PanelShown>,
    panel: Single<(Entity, &mut Visibility), With<Panel>>,
    bar: Single<Entity, With<PanelBar>>,
    mut canvas: Single<&mut Canvas, With<PanelCamera>>,
) {
    let (panel, mut visibility) = panel.into_inner();
    canvas.is_there = shown.0;
    visibility.set_if_neq(seen_if(shown.0));
    for part in [panel, *bar] {
        if shown.0 {
            commands.entity(part).remove::<ColliderDisabled>();
        } else {
            commands.entity(part).insert(ColliderDisabled);
        }
    }
}

#[cfg(test)]
mod tests;
