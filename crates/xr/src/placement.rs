//! Seats the player by placing the board in front of them at the right time.
//!
//! At the start it waits until somebody wears the headset. That means a focused session, a still
//! head, and no report of an absent user. Before the first seating the eyes see only a card, the
//! render pipelines are prepared, and a head that never holds still is seated after a timeout.
//! Putting the headset on seats the player anew, a handover seats the next one, and a recentring
//! seats the player at once. Without user presence, a hidden game counts as a headset taken off.
//! The first seating and a handover turn a side to the front; any other keeps the board's rotation
//! relative to the player. A board on a real table stays there.

use bevy::prelude::*;
use bevy_mod_xr::spaces::XrPrimaryReferenceSpace;

use super::head::{Head, HeadPosition, HeadTracking};
use super::menu::{MenuPressed, MenuSystems};
use super::session::{Focus, SessionEvent, SessionStatus};
use super::warm_up::WarmUp;
use super::wearing::Wearing;
use icochess_base::schedule::AppSystems;
use icochess_board::room::RoomPlace;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::shape::{BoardShape, PlayerSeat, Unseated, Viewpoint};
use icochess_board::turning::real_table::RealTable;
use icochess_board::turning::spin::{FaceSide, SeatTurned, reseated, side_in_front};
use icochess_core::handover::Phase;
use icochess_play::computer::Computer;
use icochess_play::game::Match;
use icochess_play::game::handover::{GameHandover, HandoverChanged, HandoverRequest};
use icochess_play::interaction::at_window::AtWindow;
use icochess_shape::Seat;
use icochess_store::effective::{EffectiveSettings, OwnSettings};
use icochess_store::settings::Settings;
use icochess_ui::panel::place::GazeRay;
use icochess_ui::panel::plate::{self, Plate};

/// Speed below which a head holds still, in metres per second.
const STILL_SPEED: f32 = 0.05;
/// Time for which a head must hold still, in seconds.
const STILL_SECONDS: f32 = 0.5;
/// Maximum time that one frame counts for, in seconds. In a longer frame, the head may have moved
/// and come back.
const FRAME_SECONDS: f32 = 0.2;
/// Distance from the last seat beyond which a head must hold still for longer, in metres.
const FAR: f32 = 3.0;
/// Time for which a distant head must hold still, in seconds. After sleep, tracking may start
/// anywhere.
const FAR_SECONDS: f32 = 2.0;
/// Time that a headset has to determine its position before it counts as rotation-only, in seconds.
const UNTRACKED_SECONDS: f32 = 2.0;
/// Maximum time that a wearer waits for the first board once the pipelines are there, in seconds.
const LONGEST_SECONDS: f32 = 3.0;
/// Offset of the board below which its saved place is the same, in metres.
const SAME_PLACE: f32 = 0.001;

/// Detects a head that holds still.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Stillness {
    /// Starting position of the head, in metres, and seconds since then.
    since: Option<(Vec3, f32)>,
}

impl Stillness {
    /// Advances by `seconds` with the head at `place`, in metres. Returns whether the head has held
    /// still for `must` seconds, at least [`STILL_SECONDS`].
    ///
    /// Only the total displacement counts, because tracking jitter is fast but doesn't move the
    /// head far.
    fn update(&mut self, place: Vec3, seconds: f32, must: f32) -> bool {
        let near = STILL_SPEED * STILL_SECONDS;
        match &mut self.since {
            Some((start, elapsed)) if start.distance(place) < near => {
                *elapsed += seconds.min(FRAME_SECONDS);
                *elapsed >= must
            }
            _ => {
                self.since = Some((place, 0.0));
                false
            }
        }
    }
}

/// When to place the board in front of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlacementDue {
    /// At once, at the player's request.
    Now,
    /// Place it when the head holds still.
    WhenStill,
    /// Place it when the headset knows its position again.
    UntilTracked,
    /// Don't place it, because it is in place.
    No,
}

/// The pending placement of the board.
#[derive(Resource, Debug)]
struct BoardPlacement {
    due: PlacementDue,
    still: Stillness,
    /// Whether the reference space is about to move. Seating must wait if so.
    is_recentring: bool,
    /// Whether somebody wears the headset.
    wearing: Wearing,
    /// Time without a position, in seconds.
    untracked: f32,
    /// Time for which a player has worn the headset before the first board, in seconds.
    waited: f32,
    /// Whether seating turns a side to the player. This applies to the first seating and after a
    /// handover.
    faces_side: bool,
    /// Whether the player requested the placement. In that case the near side stays near, even
    /// after they walked around the board.
    keeps_sight: bool,
}

/// The systems that seat the player, in `Update`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SeatingSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomPlace>()
        .init_resource::<BoardPlacement>()
        .insert_resource(Unseated(true))
        .add_systems(
            Update,
            show_card
                .run_if(resource_equals(Unseated(true)))
                .in_set(AppSystems::Feedback),
        )
        .add_systems(
            Update,
            (
                handle_session_events.run_if(on_message::<SessionEvent>),
                request_seating.run_if(resource_exists_and_changed::<XrPrimaryReferenceSpace>),
                seat_next_player.run_if(on_message::<HandoverChanged>),
                skip_seating_wait.run_if(on_message::<MenuPressed>),
                seat_player,
            )
                .chain()
                .in_set(SeatingSystems)
                .after(MenuSystems)
                .in_set(AppSystems::Input),
        );
}

impl Default for BoardPlacement {
    fn default() -> Self {
        Self {
            due: PlacementDue::WhenStill,
            still: Stillness::default(),
            is_recentring: false,
            wearing: Wearing::default(),
            untracked: 0.0,
            waited: 0.0,
            faces_side: true,
            keeps_sight: false,
        }
    }
}

impl BoardPlacement {
    fn seat_anew(&mut self) {
        self.due = PlacementDue::WhenStill;
        self.still = Stillness::default();
        self.keeps_sight = false;
    }

    /// Seats a player at once whose space has moved, unless a placement is due anyway.
    fn follow_space(&mut self) {
        if matches!(self.due, PlacementDue::No | PlacementDue::UntilTracked) {
            self.seat_anew();
            self.due = PlacementDue::Now;
        }
    }
}

fn handle_session_events(
    mut events: MessageReader<SessionEvent>,
    mut placement: ResMut<BoardPlacement>,
) {
    for &event in events.read() {
        if placement.wearing.update(event) == Some(HandoverRequest::PutOn) {
            placement.seat_anew();
        }
        match event {
            SessionEvent::Recentring => {
                placement.follow_space();
                placement.is_recentring = true;
            }
            SessionEvent::Recentred => placement.is_recentring = false,
            SessionEvent::Present(_) | SessionEvent::Shown(_) => {}
        }
    }
}

/// Seats the player again in a new reference space, because all positions depend on it.
fn request_seating(mut placement: ResMut<BoardPlacement>) {
    placement.follow_space();
}

fn skip_seating_wait(
    mut pressed: MessageReader<MenuPressed>,
    mut placement: ResMut<BoardPlacement>,
) {
    if pressed.read().any(|press| *press == MenuPressed::Long) {
        placement.due = PlacementDue::Now;
        placement.keeps_sight = true;
    }
}

/// Returns the seat at the player's current side of the board, at the seat's height. A player who
/// has stood up wants the near side in front, and not the top.
fn seen_from(seat: &Seat, eye: Vec3) -> Seat {
    let level = |eye: Vec3| (eye - seat.centre).with_y(0.0).try_normalize();
    let arc = level(seat.eye)
        .zip(level(eye))
        .map_or(Quat::IDENTITY, |(before, now)| {
            let angle = f32::atan2(before.cross(now).y, before.dot(now));
            Quat::from_rotation_y(angle)
        });
    Seat {
        eye: seat.centre + arc * (seat.eye - seat.centre),
        ..*seat
    }
}

/// Returns the position of the eyes, in metres. An estimated position still counts, because the
/// eyes are drawn from it.
fn eyes(head: &Transform, tracking: HeadTracking, settings: &Settings) -> Vec3 {
    match tracking.position {
        HeadPosition::Tracked | HeadPosition::Guessed => head.translation,
        HeadPosition::Unknown => Vec3::Y * settings.seated_eye_height,
    }
}

/// Keeps the card in front of the eyes.
fn show_card(
    (settings, scale): (Res<Settings>, Res<UiScale>),
    head: Query<(&Transform, &HeadTracking), With<Head>>,
    mut card: Single<&mut Transform, (With<Plate>, Without<Head>)>,
) {
    let mut heads = head.iter();
    if let Some((head, tracking)) = heads.find(|(_, tracking)| tracking.knows_rotation) {
        let look = GazeRay {
            eye: eyes(head, *tracking, &settings),
            forward: *head.forward(),
        };
        card.set_if_neq(plate::before(look, scale.0));
    }
}

fn seat_player(
    time: Res<Time<Real>>,
    (game, computer, handover): (Res<Match>, Res<Computer>, Res<GameHandover>),
    at_window: Res<AtWindow>,
    (settings, shape, fit): (Res<EffectiveSettings>, Res<BoardShape>, Res<Fit>),
    (table, mut own): (RealTable, OwnSettings),
    (focus, warm_up): (Res<Focus>, Res<WarmUp>),
    head: Query<(&Transform, &HeadTracking), With<Head>>,
    mut placement: ResMut<BoardPlacement>,
    (mut seat, mut viewpoint): (ResMut<PlayerSeat>, ResMut<Viewpoint>),
    mut unseated: ResMut<Unseated>,
    mut status: ResMut<SessionStatus>,
    mut room: ResMut<RoomPlace>,
    (mut face, mut turned): (MessageWriter<FaceSide>, MessageWriter<SeatTurned>),
    mut requests: MessageWriter<HandoverRequest>,
) {
    if placement.due == PlacementDue::No {
        return;
    }
    let placement = &mut *placement;
    let seconds = time.delta_secs();
    let is_ready = warm_up.is_done() || status.seated;
    let is_worn = focus.0 && !placement.wearing.is_alone() && !placement.is_recentring && is_ready;
    placement.waited = if is_worn {
        placement.waited + seconds.min(FRAME_SECONDS)
    } else {
        0.0
    };
    let is_late = !status.seated && placement.waited >= LONGEST_SECONDS;
    if is_late {
        // This applies even if the head's pose is unknown.
        unseated.set_if_neq(Unseated(false));
    }
    let Some((head, tracking)) = head
        .iter()
        .next()
        .filter(|(_, tracking)| is_worn && tracking.knows_rotation)
    else {
        placement.still = Stillness::default();
        placement.untracked = 0.0;
        return;
    };
    let is_tracked = tracking.is_position_tracked();
    let then = if is_tracked {
        placement.untracked = 0.0;
        if placement.due == PlacementDue::UntilTracked {
            placement.due = PlacementDue::WhenStill;
        }
        let is_far = status.seated && head.translation.distance(seat.eye) > FAR;
        let must = if is_far { FAR_SECONDS } else { STILL_SECONDS };
        let is_still = placement.still.update(head.translation, seconds, must);
        if !is_still && !is_late && placement.due != PlacementDue::Now {
            return;
        }
        PlacementDue::No
    } else {
        placement.still = Stillness::default();
        placement.untracked += seconds;
        let is_known =
            placement.due == PlacementDue::Now || placement.untracked >= UNTRACKED_SECONDS;
        if !is_known || placement.due == PlacementDue::UntilTracked {
            return;
        }
        PlacementDue::UntilTracked
    };
    placement.due = then;
    let eye = eyes(head, *tracking, &settings);
    let mut before = std::mem::take(&mut *viewpoint).seat(&seat);
    if std::mem::take(&mut placement.keeps_sight) && is_tracked {
        before = seen_from(&before, eye);
    }
    **seat = Seat::before(eye, *head.forward(), fit.stance(&shape));
    if let Some(found) = table.find(eye) {
        **seat = found.seat;
        *viewpoint = found.viewpoint;
        let Fit {
            farther, higher, ..
        } = found.fit;
        // Otherwise the next change of a setting would move the board back.
        if f32::hypot(farther - fit.farther, higher - fit.higher) > SAME_PLACE {
            own.save([("board_distance", farther), ("board_height", higher)]);
        }
    }
    *room = RoomPlace::about(&seat);
    status.seated = true;
    // Marked as changed even if the player was seated, so that the picture fades in.
    *unseated = Unseated(false);
    if std::mem::take(&mut placement.faces_side) {
        let side = handover.player();
        face.write(FaceSide(
            side.unwrap_or_else(|| side_in_front(*at_window, &computer, &game)),
        ));
    } else {
        turned.write(SeatTurned(reseated(
            shape.hold,
            &before,
            &viewpoint.seat(&seat),
        )));
    }
    requests.write(HandoverRequest::Settled);
}

/// Seats the next player after a handover, immediately if the players skip the wait.
fn seat_next_player(
    mut changed: MessageReader<HandoverChanged>,
    mut placement: ResMut<BoardPlacement>,
) {
    for HandoverChanged(phase) in changed.read() {
        match phase {
            Phase::Settle { .. } => {
                placement.seat_anew();
                placement.faces_side = true;
            }
            Phase::CatchUp { .. } | Phase::Turn if placement.due == PlacementDue::WhenStill => {
                placement.due = PlacementDue::Now;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SessionVisibility;
    use icochess_shape::Hold;

    /// Returns whether a head that moves along x at this speed counts as still within 3 s at a
    /// frame rate.
    fn comes_to_rest(speed: f32, frames: f32) -> bool {
        let mut still = Stillness::default();
        (0..(3.0 * frames) as u32).any(|frame| {
            let place = Vec3::X * (frame as f32 / frames * speed);
            still.update(place, 1.0 / frames, STILL_SECONDS)
        })
    }

    #[test]
    fn head_is_still_below_five_centimetres_per_second() {
        for frames in [5.0, 20.0, 90.0] {
            assert!(comes_to_rest(0.0, frames) && comes_to_rest(0.04, frames));
            assert!(!comes_to_rest(0.07, frames) && !comes_to_rest(1.0, frames));
        }
    }

    #[test]
    fn stillness_takes_half_a_second_and_ignores_jitter() {
        let mut still = Stillness::default();
        let dt = 1.0 / 90.0;
        let first = (0..).find(|frame| {
            // 0.5 mm back and forth each frame: 9 cm per second.
            let place = Vec3::Y * (1.2 + if frame % 2 == 0 { 0.0005 } else { -0.0005 });
            still.update(place, dt, STILL_SECONDS)
        });
        assert!((44..=47).contains(&first.unwrap()), "{first:?}");
        // A jump restarts the wait.
        assert!(!still.update(Vec3::ZERO, dt, STILL_SECONDS));
        // In one slow frame, the head may have moved in any way.
        assert!(!still.update(Vec3::ZERO, 2.0, STILL_SECONDS));
    }

    #[test]
    fn recentred_ball_keeps_its_near_side_after_the_head_moved() {
        let seat = Seat::default();
        let standing = seat.eye + Vec3::Y * 0.6;
        let round = seat.centre + Quat::from_rotation_y(2.0) * (standing - seat.centre);
        for (eye, turned) in [(standing, 0.0), (round, 2.0), (seat.centre + Vec3::Y, 0.0)] {
            let before = seen_from(&seat, eye);
            let now = Seat::before(eye, seat.centre - eye, icochess_shape::Stance::IN_THE_AIR);
            let near = Quat::from_rotation_y(turned) * (seat.eye - seat.centre);
            let shown = reseated(Hold::Ball, &before, &now) * near;
            let off = shown.angle_between(now.eye - now.centre).to_degrees();
            assert!(off < 0.5, "{eye}: {off}° off");
        }
    }

    const FOCUSED: SessionEvent = SessionEvent::Shown(SessionVisibility::Focused);
    const VISIBLE: SessionEvent = SessionEvent::Shown(SessionVisibility::Visible);
    const HIDDEN: SessionEvent = SessionEvent::Shown(SessionVisibility::Hidden);

    /// Returns the placement of a seated player after these events.
    fn placement_after(news: &[SessionEvent]) -> BoardPlacement {
        let mut world = World::new();
        world.init_resource::<Messages<SessionEvent>>();
        world.insert_resource(BoardPlacement {
            due: PlacementDue::No,
            faces_side: false,
            ..default()
        });
        // Seating happens only in a focused session.
        world.write_message(FOCUSED);
        world.write_message_batch(news.iter().copied());
        world.run_system_cached(handle_session_events).unwrap();
        world.remove_resource().unwrap()
    }

    #[test]
    fn recentring_seats_the_player_after_the_space_has_moved() {
        let placement = placement_after(&[SessionEvent::Recentring]);
        assert!(placement.due == PlacementDue::Now && placement.is_recentring);
        let placement = placement_after(&[SessionEvent::Recentring, SessionEvent::Recentred]);
        assert!(placement.due == PlacementDue::Now && !placement.is_recentring);
        // The board also follows a headset without position tracking.
        let mut untracked = BoardPlacement {
            due: PlacementDue::UntilTracked,
            ..default()
        };
        untracked.follow_space();
        assert_eq!(untracked.due, PlacementDue::Now);
        // A headset just put on still waits for a head that holds still.
        let placement = placement_after(&[HIDDEN, FOCUSED, SessionEvent::Recentring]);
        assert_eq!(placement.due, PlacementDue::WhenStill);
    }

    #[test]
    fn putting_the_headset_on_seats_the_player_anew() {
        let [gone, there] = [false, true].map(SessionEvent::Present);
        assert_eq!(placement_after(&[there]).due, PlacementDue::No);
        let placement = placement_after(&[gone]);
        assert!(placement.due == PlacementDue::No && placement.wearing.is_alone());
        let placement = placement_after(&[gone, there]);
        assert!(placement.due == PlacementDue::WhenStill && !placement.wearing.is_alone());
        // Events during an open menu take effect when it closes.
        assert_eq!(
            placement_after(&[VISIBLE, gone, there]).due,
            PlacementDue::No
        );
        let placement = placement_after(&[VISIBLE, gone, there, FOCUSED]);
        assert_eq!(placement.due, PlacementDue::WhenStill);
    }

    #[test]
    fn without_user_presence_hiding_the_game_seats_the_player_anew() {
        for on_its_way in [&[VISIBLE, HIDDEN][..], &[HIDDEN, VISIBLE]] {
            assert_eq!(
                placement_after(on_its_way).due,
                PlacementDue::No,
                "{on_its_way:?}"
            );
        }
        for back in [&[HIDDEN, FOCUSED][..], &[VISIBLE, HIDDEN, VISIBLE, FOCUSED]] {
            let placement = placement_after(back);
            assert_eq!(placement.due, PlacementDue::WhenStill, "{back:?}");
            // The board keeps its rotation.
            assert!(!placement.faces_side && !placement.keeps_sight, "{back:?}");
        }
        // A system menu.
        assert_eq!(placement_after(&[VISIBLE, FOCUSED]).due, PlacementDue::No);
    }
}
