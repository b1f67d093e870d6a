//! Sounds in the world, for the feedback on events.

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

/// Fact: this sound is heard now, there.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// The kind of the sound.
    pub cue: Cue,
    /// The recording, which depends on the weight of a piece that lands and on the board.
    pub sample: Sample,
    /// The place in the world, metres; `None` is the same for both ears.
    pub at: Option<Vec3>,
    /// The centre of the board that the place is on, metres, if it is on one: about it sounds
    /// are heard from farther out than they are.
    pub about: Option<Vec3>,
    /// The volume; 0 dB is as made.
    pub volume: Decibels,
}

/// The volume of a cue, decibels: silent if its group or everything is.
pub fn loudness(settings: &Settings, cue: Cue) -> Decibels {
    let own = match cue.mix() {
        Mix::Pieces => settings.volume_pieces,
        Mix::Signals => settings.volume_signals,
        Mix::Pointing => settings.volume_pointing,
    };
    of_all(settings, own)
}

/// The volume of the air of the room, decibels.
pub fn loudness_of_room(settings: &Settings) -> Decibels {
    of_all(settings, settings.volume_room)
}

/// The sum of the volume of all sounds and of the group's `own`, decibels.
fn of_all(settings: &Settings, own: f32) -> Decibels {
    if own <= SILENCE || settings.volume <= SILENCE {
        Decibels::SILENCE
    } else {
        Decibels((settings.volume + own).max(SILENCE))
    }
}

/// The systems that decide on sounds.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CueSystems;

/// Decides which sounds are heard; the parent module plays them.
pub fn plugin(app: &mut App) {
    app.add_message::<Heard>().add_systems(
        Update,
        sound
            .run_if(on_message::<Feedback>)
            .after(FeedbackSystems)
            .in_set(CueSystems)
            .in_set(AppSystems::Feedback),
    );
}

fn sound(
    board: Single<&GlobalTransform, With<BoardRoot>>,
    (game, shape, spread): (Res<Match>, Res<BoardShape>, Res<Spread>),
    settings: Res<EffectiveSettings>,
    mut feedback: MessageReader<Feedback>,
    mut heard: MessageWriter<Heard>,
) {
    for Feedback(happening) in feedback.read() {
        if let Some(cue) = happening.kind.response().sound {
            let (at, about) = match happening.at {
                // A sound with a place is not the same for both ears.
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
            heard.write(Heard {
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
    fn a_group_of_sounds_is_as_loud_as_it_and_the_whole_say() {
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
