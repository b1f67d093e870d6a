//! Captions: sounds in words, with their direction if the source is out of sight.

use std::time::Duration;

use bevy::prelude::*;

use super::{TextSystems, terms};
use icochess_base::frame::NextFrame;
use icochess_base::language::Words;
use icochess_base::schedule::AppSystems;
use icochess_board::cell_label;
use icochess_board::feedback::table::FeedbackKind;
use icochess_board::feedback::{Feedback, FeedbackEvent, FeedbackLocation, FeedbackSystems};
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::stage::spread::Spread;
use icochess_core::clock::Face;
use icochess_message::{Msg, msg};
use icochess_play::game::Match;
use icochess_play::game::clock::ClockFaces;
use icochess_rules::MoveKind;
use icochess_shape::Seat;
use icochess_store::settings::Settings;

/// Time for which a caption stays visible, in seconds. It is longer than any sound.
const SECONDS: f32 = 3.0;
/// Minimum sideways part of a direction that counts as left, right, above or below. With less, the
/// direction counts as behind.
const ASIDE: f32 = 0.4;

/// The current caption; empty while nothing is shown.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub struct Caption {
    /// The words.
    pub text: String,
    /// Time until the caption disappears, in seconds.
    left: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Caption>().add_systems(
        Update,
        (
            count_down.run_if(|caption: Res<Caption>| !caption.text.is_empty()),
            update_caption
                .run_if(on_message::<Feedback>.and_then(are_wanted))
                .after(FeedbackSystems),
            wait_for_end.run_if(|caption: Res<Caption>| !caption.text.is_empty()),
        )
            .chain()
            .in_set(TextSystems)
            .in_set(AppSystems::Feedback),
    );
}

fn are_wanted(settings: Res<Settings>) -> bool {
    settings.captions
}

/// Returns the caption of an event; `None` for the player's own actions, and for events that the
/// page shows.
const fn words(kind: FeedbackKind) -> Option<Msg> {
    Some(match kind {
        FeedbackKind::Hovered
        | FeedbackKind::Pressed
        | FeedbackKind::Selected
        | FeedbackKind::Deselected
        | FeedbackKind::Grabbed => {
            return None;
        }
        FeedbackKind::StepDone => msg!("caption-step-done"),
        FeedbackKind::StepsDone => msg!("caption-steps-done"),
        FeedbackKind::Moved => msg!("caption-move"),
        FeedbackKind::TakenBack => msg!("caption-taken-back"),
        FeedbackKind::Captured | FeedbackKind::Lost => msg!("caption-capture"),
        FeedbackKind::Refused => msg!("caption-refused"),
        FeedbackKind::CheckGiven | FeedbackKind::Checked => msg!("caption-check"),
        FeedbackKind::TimeLow => msg!("caption-clock"),
        FeedbackKind::Passed => msg!("caption-passed"),
        FeedbackKind::YourTurn => msg!("caption-your-turn"),
        FeedbackKind::GameOver | FeedbackKind::Mated => msg!("caption-end"),
    })
}

/// Returns the caption for a low clock, with the remaining time of the running one.
fn time_low(faces: &[Face; 2]) -> Option<Msg> {
    let running = faces.iter().find(|face| face.runs)?;
    let seconds = running.left.as_secs_f32().round() as u32;
    Some(msg!("caption-clock-seconds", count = seconds))
}

/// Returns the caption of the last move, if it moved a part of the board.
fn carried(game: &Match) -> Option<Msg> {
    let mv = game.record().last()?;
    let label = |cell| cell_label(game.position(), cell);
    let (from, to) = (label(mv.from), label(mv.to));
    let is_carriage = mv.kind == MoveKind::Carriage;
    is_carriage.then(|| msg!("caption-carried", from = from, to = to))
}

/// Returns the direction of a hidden position from the centre of the board, as seen from a seat.
fn direction(place: Vec3, seat: &Seat) -> Msg {
    let view = (seat.eye - seat.centre).normalize_or(Vec3::Z);
    let right = Vec3::Y.cross(view).normalize_or(Vec3::X);
    let up = view.cross(right);
    let place = place.normalize_or_zero();
    let (across, high) = (place.dot(right), place.dot(up));
    if across.abs().max(high.abs()) < ASIDE {
        msg!("whence-behind")
    } else if across.abs() >= high.abs() {
        if across > 0.0 {
            msg!("whence-right")
        } else {
            msg!("whence-left")
        }
    } else if high > 0.0 {
        msg!("whence-above")
    } else {
        msg!("whence-below")
    }
}

fn update_caption(
    (game, faces): (Res<Match>, Res<ClockFaces>),
    (shape, spread, seat): (Res<BoardShape>, Res<Spread>, Res<PlayerSeat>),
    board: Single<&Transform, With<BoardRoot>>,
    language: Res<Words>,
    mut feedback: MessageReader<Feedback>,
    mut caption: ResMut<Caption>,
) {
    let position = game.position();
    for Feedback(FeedbackEvent { kind, at, .. }) in feedback.read() {
        let Some(words) = words(*kind) else {
            continue;
        };
        let mut message = words.clone();
        if *kind == FeedbackKind::Moved
            && let Some(carried) = carried(&game)
        {
            message = carried;
        }
        if *kind == FeedbackKind::TimeLow
            && let Some(low) = faces.0.as_ref().and_then(time_low)
        {
            message = low;
        }
        if let (FeedbackKind::GameOver | FeedbackKind::Mated, Some(outcome)) =
            (*kind, game.outcome())
        {
            message = msg!("caption-end-by", reason = terms::outcome(outcome));
        }
        if let FeedbackLocation::Cell(cell) = at {
            let place = spread.centre(*cell, &shape);
            let seen = shape.hold.to_see(board.rotation, place, None, &seat);
            if seen != board.rotation {
                let whence = direction(board.rotation * place, &seat);
                let cell = position.cell_name(*cell).to_uppercase();
                message = msg!("caption-from", what = message, whence = whence, cell = cell);
            }
        }
        let mut text = language.say(&message);
        // Combines the sounds of one move in one caption.
        if caption.left > SECONDS - 1.0 && !caption.text.contains(&language.say(&words)) {
            let before = caption.text.clone();
            text = language.say(&msg!("caption-two", first = before, next = text));
        }
        *caption = Caption {
            text,
            left: SECONDS,
        };
    }
}

fn count_down(time: Res<Time<Real>>, mut caption: ResMut<Caption>) {
    let shown = caption.bypass_change_detection();
    shown.left -= time.delta_secs();
    if shown.left <= 0.0 {
        *caption = Caption::default();
    }
}

fn wait_for_end(caption: Res<Caption>, mut next: ResMut<NextFrame>) {
    next.within(Duration::from_secs_f32(caption.left.max(0.0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_cover_all_but_the_players_own_actions() {
        for kind in FeedbackKind::ALL {
            let response = kind.response();
            let is_own = response
                .sound
                .is_none_or(|cue| cue.mix() == icochess_board::feedback::table::Mix::Pointing);
            assert_eq!(words(kind).is_none(), is_own, "{kind:?}");
        }
    }

    #[test]
    fn directions_are_relative_to_the_seat() {
        let english = Words::default();
        for turned in [0.0, 1.2, -2.5] {
            let turn = Quat::from_rotation_y(turned);
            let seat = Seat {
                eye: turn * Vec3::Z,
                centre: Vec3::ZERO,
            };
            for (place, expected) in [
                (Vec3::X, "right"),
                (Vec3::NEG_X, "left"),
                (Vec3::Y, "above"),
                (Vec3::NEG_Y, "below"),
                (Vec3::new(0.2, 0.1, -1.0), "behind"),
            ] {
                assert_eq!(english.english(&direction(turn * place, &seat)), expected);
            }
        }
    }
}
