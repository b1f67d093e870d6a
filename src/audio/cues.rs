//! From what happens to sounds in the world.

use bevy::prelude::*;

use crate::board::stage::root::BoardRoot;
use crate::board::stage::shape::BoardShape;
use crate::board::stage::spread::Spread;
use crate::feedback::table::{Cue, Mix};
use crate::feedback::{Feedback, FeedbackSystems, Place};
use crate::save::effective::EffectiveSettings;
use crate::save::settings::{SILENCE, Settings};
use crate::schedule::AppSystems;

/// All sounds, in the order of their numbers.
pub const ALL: [Cue; 9] = [
    Cue::Hover,
    Cue::Select,
    Cue::Move,
    Cue::Capture,
    Cue::Check,
    Cue::GameOver,
    Cue::Refusal,
    Cue::Clock,
    Cue::Pass,
];

/// A sound as a WAV file (`assets/audio/make_sounds.py` makes them).
pub const fn file(cue: Cue) -> &'static [u8] {
    match cue {
        Cue::Hover => include_bytes!("../../assets/audio/hover.wav"),
        Cue::Select => include_bytes!("../../assets/audio/select.wav"),
        Cue::Move => include_bytes!("../../assets/audio/move.wav"),
        Cue::Capture => include_bytes!("../../assets/audio/capture.wav"),
        Cue::Check => include_bytes!("../../assets/audio/check.wav"),
        Cue::GameOver => include_bytes!("../../assets/audio/game_over.wav"),
        Cue::Refusal => include_bytes!("../../assets/audio/refusal.wav"),
        Cue::Clock => include_bytes!("../../assets/audio/clock.wav"),
        Cue::Pass => include_bytes!("../../assets/audio/pass.wav"),
    }
}

/// Fact: this sound is heard now, there.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// The sound.
    pub cue: Cue,
    /// The place in the world, metres; `None` is at the listener.
    pub at: Option<Vec3>,
    /// How loud, decibels; 0 is as made.
    pub volume: f32,
}

/// How loud a sound is, decibels: what is silent for itself or as a whole is so.
pub fn loudness(settings: &Settings, cue: Cue) -> f32 {
    let own = match cue.mix() {
        Mix::Pieces => settings.volume_pieces,
        Mix::Signals => settings.volume_signals,
        Mix::Pointing => settings.volume_pointing,
    };
    of_all(settings, own)
}

/// How loud the air of the room is, decibels.
pub fn loudness_of_room(settings: &Settings) -> f32 {
    of_all(settings, settings.volume_room)
}

fn of_all(settings: &Settings, own: f32) -> f32 {
    if own <= SILENCE || settings.volume <= SILENCE {
        SILENCE
    } else {
        (settings.volume + own).max(SILENCE)
    }
}

/// Everything that decides on sounds.
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
    (shape, spread, settings): (Res<BoardShape>, Res<Spread>, Res<EffectiveSettings>),
    mut feedback: MessageReader<Feedback>,
    mut heard: MessageWriter<Heard>,
) {
    for Feedback(happening) in feedback.read() {
        if let Some(cue) = happening.event.response().sound {
            let at = match happening.at {
                Place::Cell(cell) => Some(board.transform_point(spread.centre(cell, &shape))),
                Place::Point(point) => Some(point),
                Place::Nowhere => None,
            };
            // A sound with a place is not the same for both ears.
            let at = at.filter(|_| !settings.mono);
            let volume = loudness(&settings, cue);
            heard.write(Heard { cue, at, volume });
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
        assert_eq!(loudness_of_room(&settings), -36.0);
        assert_eq!(loudness(&settings, Cue::Move), -3.0);
        assert_eq!(loudness(&settings, Cue::Capture), -3.0);
        for signal in [Cue::Check, Cue::Clock, Cue::Refusal, Cue::GameOver] {
            assert_eq!(loudness(&settings, signal), SILENCE);
        }
        assert_eq!(loudness(&settings, Cue::Hover), SILENCE);
        let off = Settings {
            volume: SILENCE,
            volume_pieces: 12.0,
            ..Settings::default()
        };
        assert_eq!(loudness(&off, Cue::Move), SILENCE);
        assert_eq!(loudness_of_room(&off), SILENCE);
        assert_eq!(loudness(&Settings::default(), Cue::Select), 0.0);
    }

    #[test]
    fn every_cue_is_a_sound_that_can_be_played() {
        for (number, cue) in ALL.into_iter().enumerate() {
            assert_eq!(cue as usize, number);
            let data = kira::sound::static_sound::StaticSoundData::from_cursor(
                std::io::Cursor::new(file(cue)),
            )
            .unwrap();
            assert_eq!(data.sample_rate, 48_000);
            let loudest = data
                .frames
                .iter()
                .map(|frame| frame.left.abs().max(frame.right.abs()))
                .fold(0.0, f32::max);
            assert!((0.05..1.0).contains(&loudest), "{cue:?} peaks at {loudest}");
        }
    }
}
