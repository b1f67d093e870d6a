//! Room ambience: quiet, endlessly looped, and without direction.

use std::io::Cursor;
use std::time::Duration;

use kira::backend::Backend;
use kira::sound::static_sound::StaticSoundData;
use kira::track::{TrackBuilder, TrackHandle};
use kira::{AudioManager, Decibels, Easing, Tween};

/// Fade-in and fade-out time.
const FADE: Duration = Duration::from_secs(2);
/// Fade time of a volume change by a slider.
const SOON: Duration = Duration::from_millis(100);
/// Crossfade time. The crossfade runs while the picture is dark.
const CROSSING: Duration = Duration::from_millis(1200);
/// Exponent of the crossfade curves. Linear fades in decibels would leave a gap of silence between
/// the two ambiences.
const BENT: i32 = 4;

/// Ambience of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Air {
    /// A quiet room. It also sounds if no room is shown.
    Table,
    /// A terrace at night.
    Terrace,
    /// Space, nearly silent.
    Stars,
}

impl Air {
    /// All kinds of ambience.
    pub(super) const ALL: [Self; 3] = [Self::Table, Self::Terrace, Self::Stars];

    /// Returns the ambience of a room.
    pub(super) const fn of(room: icochess_shape::Room) -> Self {
        match room {
            icochess_shape::Room::Table | icochess_shape::Room::Plain => Self::Table,
            icochess_shape::Room::Terrace => Self::Terrace,
            icochess_shape::Room::Stars => Self::Stars,
        }
    }

    /// Returns the ambience as a seamlessly looping FLAC file, made by
    /// `assets/audio/make_sounds.py`.
    pub(super) const fn file(self) -> &'static [u8] {
        match self {
            Self::Table => include_bytes!("../../assets/audio/air_table.flac"),
            Self::Terrace => include_bytes!("../../assets/audio/air_terrace.flac"),
            Self::Stars => include_bytes!("../../assets/audio/air_stars.flac"),
        }
    }
}

fn within(duration: Duration) -> Tween {
    Tween {
        duration,
        ..Tween::default()
    }
}

fn crossing(easing: Easing) -> Tween {
    Tween {
        easing,
        ..within(CROSSING)
    }
}

/// Ambience player for the current room, with one track per ambience.
pub(super) struct Room {
    /// Tracks in the order of [`Air::ALL`].
    tracks: [TrackHandle; 3],
    air: Air,
    /// Current volume, or the target of a fade.
    level: Decibels,
}

impl Room {
    /// Creates the player with all tracks paused.
    pub(super) fn new<B: Backend>(manager: &mut AudioManager<B>) -> Result<Self, String> {
        let [table, terrace, stars] = Air::ALL.map(|air| track(manager, air));
        Ok(Self {
            tracks: [table?, terrace?, stars?],
            air: Air::Table,
            level: Decibels::SILENCE,
        })
    }

    /// Fades in, out, to another volume, or over into another ambience. A silent ambience is paused
    /// and uses no CPU time.
    pub(super) fn fade_to(&mut self, level: Decibels, air: Air) {
        let [was_heard, is_heard] = [self.level, level].map(|level| level > Decibels::SILENCE);
        let is_other = air != self.air;
        if is_other && was_heard {
            self.track().pause(crossing(Easing::InPowi(BENT)));
        }
        if !is_other && level == self.level {
            return;
        }
        self.air = air;
        self.level = level;
        if is_heard {
            let track = self.track();
            let comes = if is_other && was_heard {
                crossing(Easing::OutPowi(BENT))
            } else {
                within(FADE)
            };
            track.set_volume(level, within(SOON));
            track.resume(comes);
        } else if !is_other {
            self.track().pause(within(FADE));
        }
    }

    /// Returns the track of the current ambience.
    fn track(&mut self) -> &mut TrackHandle {
        &mut self.tracks[self.air as usize]
    }
}

/// Adds a paused track that loops an ambience.
fn track<B: Backend>(manager: &mut AudioManager<B>, air: Air) -> Result<TrackHandle, String> {
    let sound = StaticSoundData::from_cursor(Cursor::new(air.file()));
    let sound = sound.map_err(|error| error.to_string())?;
    let mut track = manager
        .add_sub_track(TrackBuilder::new())
        .map_err(|error| error.to_string())?;
    track.pause(within(Duration::ZERO));
    track
        .play(sound.loop_region(..))
        .map_err(|error| error.to_string())?;
    Ok(track)
}

#[cfg(test)]
mod tests {
    use kira::track::TrackPlaybackState::{Paused, Playing};

    use super::*;
    use crate::audio::recording::{self, Recorder, device, loudness};

    /// Sample rate, in hertz.
    const RATE: u32 = 16_000;

    /// Returns the loudness of each tenth of a second, in decibels.
    fn listen(manager: &mut AudioManager<Recorder>, seconds: usize) -> Vec<f32> {
        let recorded = recording::listen(manager, RATE as usize * seconds);
        recorded
            .chunks(RATE as usize / 10 * 2)
            .map(loudness)
            .collect()
    }

    #[test]
    fn ambience_fades_in_loops_without_a_gap_and_fades_out() {
        let mut manager = device(RATE, 2);
        let mut room = Room::new(&mut manager).unwrap();
        assert!(listen(&mut manager, 1).iter().all(|it| *it < -120.0));
        room.fade_to(Decibels(-36.0), Air::Table);
        let coming = listen(&mut manager, 2);
        assert!(coming[0] < -80.0, "{coming:?}");
        assert!(coming[9] < coming[19], "{coming:?}");
        // Longer than the file.
        let there = listen(&mut manager, 35);
        let audible = |it: &&f32| !(-60.0..-40.0).contains(*it);
        assert_eq!(there.iter().find(audible), None, "{there:?}");
        room.fade_to(Decibels::SILENCE, Air::Table);
        let going = listen(&mut manager, 3);
        assert!(going[0] > -62.0 && going[25] < -120.0, "{going:?}");
        assert_eq!(room.track().state(), Paused);
        room.fade_to(Decibels(-20.0), Air::Table);
        let louder = listen(&mut manager, 3)[25];
        assert!((-44.0..-24.0).contains(&louder), "{louder}");
    }

    #[test]
    fn every_room_has_its_ambience() {
        let airs = icochess_shape::Room::ALL.map(Air::of);
        assert_eq!(airs, [Air::Table, Air::Terrace, Air::Stars, Air::Table]);
        for (number, air) in Air::ALL.into_iter().enumerate() {
            assert_eq!(air as usize, number);
        }
    }

    #[test]
    fn ambiences_crossfade_without_a_gap() {
        let mut manager = device(RATE, 2);
        let mut room = Room::new(&mut manager).unwrap();
        let states = |room: &Room| room.tracks.each_ref().map(TrackHandle::state);
        room.fade_to(Decibels(-12.0), Air::Table);
        let table = listen(&mut manager, 4);
        let (least, most) = (-12.0 - 27.0, -12.0 - 14.0);
        assert!(table[25..].iter().all(|it| (least..most).contains(it)));
        room.fade_to(Decibels(-12.0), Air::Terrace);
        let over = listen(&mut manager, 4);
        // Together, the two never drop 6 dB below a single one.
        let hole = over
            .iter()
            .find(|it| !(least - 6.0..most + 3.0).contains(*it));
        assert_eq!(hole, None, "{over:?}");
        assert_eq!(states(&room), [Paused, Playing, Paused]);
        // The stars are nearly silent.
        room.fade_to(Decibels(-12.0), Air::Stars);
        let stars = listen(&mut manager, 4);
        assert!(
            stars[25..].iter().all(|it| (-55.0..-38.0).contains(it)),
            "{stars:?}"
        );
        assert_eq!(states(&room), [Paused, Paused, Playing]);
        // A silent ambience switches without a sound, and plays when its volume rises.
        room.fade_to(Decibels::SILENCE, Air::Stars);
        listen(&mut manager, 3);
        room.fade_to(Decibels::SILENCE, Air::Terrace);
        assert!(listen(&mut manager, 2)[5..].iter().all(|it| *it < -120.0));
        assert_eq!(states(&room), [Paused; 3]);
        room.fade_to(Decibels(-12.0), Air::Terrace);
        listen(&mut manager, 3);
        assert_eq!(states(&room), [Paused, Playing, Paused]);
    }
}
