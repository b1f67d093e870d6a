//! The air of the room: quiet, without end, and the same from everywhere.

use std::io::Cursor;
use std::time::Duration;

use kira::backend::Backend;
use kira::sound::static_sound::StaticSoundData;
use kira::track::{TrackBuilder, TrackHandle};
use kira::{AudioManager, Tween};

use crate::save::settings::SILENCE;

/// The air as a WAV file (`assets/audio/make_sounds.py` makes it): its end goes over
/// into its beginning.
const FILE: &[u8] = include_bytes!("../../assets/audio/room.wav");

/// In which it comes and goes.
const FADE: Duration = Duration::from_secs(2);
/// In which it follows a slider.
const SOON: Duration = Duration::from_millis(100);

fn within(duration: Duration) -> Tween {
    Tween {
        duration,
        ..Tween::default()
    }
}

/// The air of the room, on a track of its own.
pub(super) struct Room {
    track: TrackHandle,
    /// How loud it is or will be, decibels.
    level: f32,
}

impl Room {
    /// It is there, but not heard yet.
    pub(super) fn new<B: Backend>(manager: &mut AudioManager<B>) -> Result<Self, String> {
        let air = StaticSoundData::from_cursor(Cursor::new(FILE));
        let air = air.map_err(|error| error.to_string())?.loop_region(..);
        let mut track = manager
            .add_sub_track(TrackBuilder::new())
            .map_err(|error| error.to_string())?;
        track.pause(within(Duration::ZERO));
        track.play(air).map_err(|error| error.to_string())?;
        Ok(Self {
            track,
            level: SILENCE,
        })
    }

    /// It comes, goes or changes to a loudness, decibels. Where it is silent, it costs
    /// nothing.
    pub(super) fn fade_to(&mut self, level: f32) {
        if level == self.level {
            return;
        }
        if level <= SILENCE {
            self.track.pause(within(FADE));
        } else {
            self.track.set_volume(level, within(SOON));
            self.track.resume(within(FADE));
        }
        self.level = level;
    }
}

#[cfg(test)]
mod tests {
    use kira::AudioManagerSettings;
    use kira::backend::Renderer;
    use kira::track::TrackPlaybackState;

    use super::*;

    /// Samples a second.
    const RATE: u32 = 16_000;

    /// A device that is listened to here.
    #[derive(Default)]
    struct Device(Option<Renderer>);

    impl Backend for Device {
        type Settings = ();
        type Error = ();

        fn setup((): (), _: usize) -> Result<(Self, u32), ()> {
            Ok((Self::default(), RATE))
        }

        fn start(&mut self, renderer: Renderer) -> Result<(), ()> {
            self.0 = Some(renderer);
            Ok(())
        }
    }

    /// How loud each tenth of so many seconds is, decibels (mean square of 1 is 0).
    fn listen(manager: &mut AudioManager<Device>, seconds: usize) -> Vec<f32> {
        let renderer = manager.backend_mut().0.as_mut().expect("a device");
        let mut tenth = vec![0.0; RATE as usize / 10 * 2];
        let loudness = |_| {
            renderer.on_start_processing();
            renderer.process(&mut tenth, 2);
            let square = tenth.iter().map(|it| it * it).sum::<f32>() / tenth.len() as f32;
            10.0 * square.log10()
        };
        (0..10 * seconds).map(loudness).collect()
    }

    #[test]
    fn it_comes_within_two_seconds_goes_on_without_a_gap_and_goes() {
        let mut manager = AudioManager::<Device>::new(AudioManagerSettings::default()).unwrap();
        let mut room = Room::new(&mut manager).unwrap();
        assert!(listen(&mut manager, 1).iter().all(|it| *it < -120.0));
        room.fade_to(-36.0);
        let coming = listen(&mut manager, 2);
        assert!(coming[0] < -80.0, "{coming:?}");
        assert!(coming[9] < coming[19], "{coming:?}");
        // Longer than the file is.
        let there = listen(&mut manager, 35);
        let heard = |it: &&f32| !(-60.0..-40.0).contains(*it);
        assert_eq!(there.iter().find(heard), None, "{there:?}");
        room.fade_to(SILENCE);
        let going = listen(&mut manager, 3);
        assert!(going[0] > -62.0 && going[25] < -120.0, "{going:?}");
        assert_eq!(room.track.state(), TrackPlaybackState::Paused);
        room.fade_to(-20.0);
        let louder = listen(&mut manager, 3)[25];
        assert!((-44.0..-24.0).contains(&louder), "{louder}");
    }
}
