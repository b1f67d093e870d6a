//! Sound cues in the world for feedback events.

use bevy::prelude::*;
use kira::Decibels;

use super::samples::Sample;
use icochess_base::schedule::AppSystems;
use icochess_board::feedback::table::{Cue, Mix};
use icochess_board::feedback::{Feedback, FeedbackLocation, FeedbackSystems};
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::BoardShape;
use icochess_board::stage::spread::Spread;
use icochess_play::game::Match;
use icochess_store::effective::EffectiveSettings;
use icochess_store::settings::{SILENCE, Settings};

/// Fact: a sound starts.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct PlaySound {
    /// Kind of cue.
    pub cue: Cue,
    /// Sound file, by the landing piece's weight and the board's material.
    pub sample: Sample,
    /// Position in the world, in metres; `None` plays it equally in both ears.
    pub at: Option<Vec3>,
    /// Centre of the board, in metres, if the sound is on a board. Offsets from the centre are
    /// widened.
    pub about: Option<Vec3>,
    /// Volume relative to the file.
    pub volume: Decibels,
}

/// Returns the volume of a cue. A cue is silent if its group or everything is.
pub fn loudness(settings: &Settings, cue: Cue) -> Decibels {
    let own = match cue.mix() {
        Mix::Pieces => settings.volume_pieces,
        Mix::Signals => settings.volume_signals,
        Mix::Pointing => settings.volume_pointing,
    };
    of_all(settings, own)
}

/// Returns the volume of the room's ambience.
pub fn loudness_of_room(settings: &Settings) -> Decibels {
    of_all(settings, settings.volume_room)
}

/// Returns the sum of the master volume and the group's volume `own`, both in decibels.
fn of_all(settings: &Settings, own: f32) -> Decibels {
    if own <= SILENCE || settings.volume <= SILENCE {
        Decibels::SILENCE
    } else {
        Decibels((settings.volume + own).max(SILENCE))
    }
}

/// The systems that choose sounds.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CueSystems;

/// Adds the systems that choose sounds; the parent module plays them.
pub fn plugin(app: &mut App) {
    app.add_message::<PlaySound>().add_systems(
        Update,
        request_sounds
            .run_if(on_message::<Feedback>)
            .after(FeedbackSystems)
            .in_set(CueSystems)
            .in_set(AppSystems::Feedback),
    );
}

fn request_sounds(
    board: Single<&GlobalTransform, With<BoardRoot>>,
    (game, shape, spread): (Res<Match>, Res<BoardShape>, Res<Spread>),
    settings: Res<EffectiveSettings>,
    mut feedback: MessageReader<Feedback>,
    mut requests: MessageWriter<PlaySound>,
) {
    for Feedback(happening) in feedback.read() {
        if let Some(cue) = happening.kind.response().sound {
            let (at, about) = match happening.at {
                // A positioned sound would differ between the ears.
                _ if settings.mono => (None, None),
                FeedbackLocation::Cell(cell) => {
                    let at = board.transform_point(spread.centre(cell, &shape));
                    (Some(at), Some(board.translation()))
                }
                FeedbackLocation::Point(point) => (Some(point), None),
                FeedbackLocation::Nowhere => (None, None),
            };
            let sample = match happening.at {
                FeedbackLocation::Cell(cell) => {
                    Sample::on_board(cue, cell, game.position(), &shape)
                }
                FeedbackLocation::Point(_) | FeedbackLocation::Nowhere => Sample::of(cue),
            };
            requests.write(PlaySound {
                cue,
                sample,
                at,
                about,
                volume: loudness(&settings, cue),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volume_is_the_sum_of_group_and_master() {
        let settings = Settings {
            volume: -6.0,
            volume_pieces: 3.0,
            volume_signals: SILENCE,
            volume_pointing: -57.0,
            volume_room: -30.0,
            ..Settings::default()
        };
        assert_eq!(loudness_of_room(&settings), Decibels(-36.0));
        assert_eq!(loudness(&settings, Cue::Move), Decibels(-3.0));
        assert_eq!(loudness(&settings, Cue::Capture), Decibels(-3.0));
        for signal in [
            Cue::Check,
            Cue::Clock,
            Cue::Refusal,
            Cue::GameOver,
            Cue::Mate,
        ] {
            assert_eq!(loudness(&settings, signal), Decibels::SILENCE);
        }
        assert_eq!(loudness(&settings, Cue::Hover), Decibels::SILENCE);
        let off = Settings {
            volume: SILENCE,
            volume_pieces: 12.0,
            ..Settings::default()
        };
        assert_eq!(loudness(&off, Cue::Move), Decibels::SILENCE);
        assert_eq!(loudness_of_room(&off), Decibels::SILENCE);
        assert_eq!(loudness(&Settings::default(), Cue::Select), Decibels(0.0));
    }
}
