//! The air of the room: quiet, without end, and the same from everywhere.

use std::io::Cursor;
use std::time::Duration;

use bevy::tasks::{IoTaskPool, Task, futures::check_ready};
use kira::backend::Backend;
use kira::sound::static_sound::StaticSoundData;
use kira::track::{TrackBuilder, TrackHandle};
use kira::{AudioManager, Decibels, Easing, Tween};

use icochess_base::platform::HAS_THREADS;

/// Time in which it comes and goes.
const FADE: Duration = Duration::from_secs(2);
/// Time in which it follows a slider.
const SOON: Duration = Duration::from_millis(100);
/// Time in which one goes over into another: it is under way while the picture is dark.
const CROSSING: Duration = Duration::from_millis(1200);
/// The power of the curves by which one fades late and the other comes soon: in decibels, both
/// evenly, they would leave a hole between them.
const BENT: i32 = 4;

/// The kind of air that a room sounds of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Air {
    /// The air of a quiet room, and where no room is shown.
    Table,
    /// The air of a terrace at night.
    Terrace,
    /// The air of space: hardly any.
    Stars,
}

impl Air {
    /// All kinds of air.
    pub(super) const ALL: [Self; 3] = [Self::Table, Self::Terrace, Self::Stars];

    /// The air of a room that is shown.
    pub(super) const fn of(room: icochess_shape::Room) -> Self {
        match room {
            icochess_shape::Room::Table | icochess_shape::Room::Plain => Self::Table,
            icochess_shape::Room::Terrace => Self::Terrace,
            icochess_shape::Room::Stars => Self::Stars,
        }
    }

    /// The air as a FLAC file (`assets/audio/make_sounds.py` makes it): its end goes over into its
    /// beginning.
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

/// The loading of an air. Those of rooms that nobody goes to are never decoded, where there are
/// threads.
enum Stage {
    /// A file: not wanted yet.
    File,
    /// Under way, which takes longer than is good for a frame.
    Decoding(Task<Result<StaticSoundData, String>>),
    /// Done: it is on its track.
    There,
}

/// The air of the room that is shown; each has a track of its own.
pub(super) struct Room {
    /// The track of each air, in the order of [`Air::ALL`], as the stages are.
    tracks: [TrackHandle; 3],
    stages: [Stage; 3],
    air: Air,
    /// The volume that it has or fades to.
    level: Decibels,
}

impl Room {
    /// A room with all tracks, none of them heard yet.
    pub(super) fn new<B: Backend>(manager: &mut AudioManager<B>) -> Result<Self, String> {
        let mut room = Self::empty(manager)?;
        if !HAS_THREADS {
            room.decode_all()?;
        }
        Ok(room)
    }

    fn empty<B: Backend>(manager: &mut AudioManager<B>) -> Result<Self, String> {
        let [table, terrace, stars] = Air::ALL.map(|_| track(manager));
        Ok(Self {
            tracks: [table?, terrace?, stars?],
            stages: Air::ALL.map(|_| Stage::File),
            air: Air::Table,
            level: Decibels::SILENCE,
        })
    }

    /// Fades the air in, out, to another volume, or over into another air: at once, or when that is
    /// decoded. Where it is silent, it costs nothing.
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
            self.decode();
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

    /// Decodes all airs: where there are no threads, a frame would have to wait for one later.
    fn decode_all(&mut self) -> Result<(), String> {
        for air in Air::ALL {
            let track = &mut self.tracks[air as usize];
            track
                .play(decoded(air)?)
                .map_err(|error| error.to_string())?;
            self.stages[air as usize] = Stage::There;
        }
        Ok(())
    }

    /// Begins to decode the air, if that was not done before.
    fn decode(&mut self) {
        let air = self.air;
        let stage = &mut self.stages[air as usize];
        if matches!(stage, Stage::File) {
            *stage = Stage::Decoding(IoTaskPool::get().spawn(async move { decoded(air) }));
        }
    }

    /// Whether an air is being decoded.
    pub(super) fn is_decoding(&self) -> bool {
        self.stages
            .iter()
            .any(|stage| matches!(stage, Stage::Decoding(_)))
    }

    /// Begins to play the airs that have been decoded, as loud as their tracks are by now.
    pub(super) fn take_over(&mut self) -> Result<(), String> {
        for (track, stage) in self.tracks.iter_mut().zip(&mut self.stages) {
            if let Stage::Decoding(task) = stage
                && let Some(sound) = check_ready(task)
            {
                *stage = Stage::There;
                track.play(sound?).map_err(|error| error.to_string())?;
            }
        }
        Ok(())
    }

    /// The track of the air that is heard or would be.
    fn track(&mut self) -> &mut TrackHandle {
        &mut self.tracks[self.air as usize]
    }
}

/// The decoded air of a room, looped.
fn decoded(air: Air) -> Result<StaticSoundData, String> {
    let sound = StaticSoundData::from_cursor(Cursor::new(air.file()));
    let sound = sound.map_err(|error| error.to_string())?;
    Ok(sound.loop_region(..))
}

/// A track that is paused.
fn track<B: Backend>(manager: &mut AudioManager<B>) -> Result<TrackHandle, String> {
    let mut track = manager
        .add_sub_track(TrackBuilder::new())
        .map_err(|error| error.to_string())?;
    track.pause(within(Duration::ZERO));
    Ok(track)
}

#[cfg(test)]
mod tests {
    use bevy::tasks::TaskPool;
    use kira::track::TrackPlaybackState::{Paused, Playing};

    use super::*;
    use crate::audio::recording::{self, Recorder, device, loudness};

    /// Samples a second.
    const RATE: u32 = 16_000;

    /// Fades to an air and waits until it is decoded.
    fn fade(room: &mut Room, level: Decibels, air: Air) {
        IoTaskPool::get_or_init(TaskPool::default);
        room.fade_to(level, air);
        while room.is_decoding() {
            std::thread::yield_now();
            room.take_over().expect("it is decoded");
        }
    }

    /// The loudness of each tenth of so many seconds, decibels.
    fn listen(manager: &mut AudioManager<Recorder>, seconds: usize) -> Vec<f32> {
        let heard = recording::listen(manager, RATE as usize * seconds);
        heard.chunks(RATE as usize / 10 * 2).map(loudness).collect()
    }

    #[test]
    fn it_comes_within_two_seconds_goes_on_without_a_gap_and_goes() {
        let mut manager = device(RATE, 2);
        let mut room = Room::new(&mut manager).unwrap();
        assert!(listen(&mut manager, 1).iter().all(|it| *it < -120.0));
        fade(&mut room, Decibels(-36.0), Air::Table);
        let coming = listen(&mut manager, 2);
        assert!(coming[0] < -80.0, "{coming:?}");
        assert!(coming[9] < coming[19], "{coming:?}");
        // Longer than the file is.
        let there = listen(&mut manager, 35);
        let heard = |it: &&f32| !(-60.0..-40.0).contains(*it);
        assert_eq!(there.iter().find(heard), None, "{there:?}");
        fade(&mut room, Decibels::SILENCE, Air::Table);
        let going = listen(&mut manager, 3);
        assert!(going[0] > -62.0 && going[25] < -120.0, "{going:?}");
        assert_eq!(room.track().state(), Paused);
        fade(&mut room, Decibels(-20.0), Air::Table);
        let louder = listen(&mut manager, 3)[25];
        assert!((-44.0..-24.0).contains(&louder), "{louder}");
    }

    #[test]
    fn every_room_has_its_air() {
        let airs = icochess_shape::Room::ALL.map(Air::of);
        assert_eq!(airs, [Air::Table, Air::Terrace, Air::Stars, Air::Table]);
        for (number, air) in Air::ALL.into_iter().enumerate() {
            assert_eq!(air as usize, number);
        }
    }

    #[test]
    fn an_air_is_decoded_when_it_is_first_heard() {
        IoTaskPool::get_or_init(TaskPool::default);
        let mut manager = device(RATE, 2);
        let mut room = Room::new(&mut manager).unwrap();
        room.fade_to(Decibels::SILENCE, Air::Terrace);
        assert!(!room.is_decoding());
        room.fade_to(Decibels(-36.0), Air::Terrace);
        assert!(room.is_decoding());
        fade(&mut room, Decibels::SILENCE, Air::Terrace);
        assert!(!room.is_decoding());
        room.fade_to(Decibels(-36.0), Air::Terrace);
        assert!(!room.is_decoding(), "it is there");
        let stages = &room.stages;
        assert!(matches!(stages, [Stage::File, Stage::There, Stage::File]));
    }

    #[test]
    fn without_threads_all_airs_are_decoded_before_one_is_heard() {
        let mut manager = device(RATE, 2);
        let mut room = Room::empty(&mut manager).unwrap();
        room.decode_all().unwrap();
        assert!(listen(&mut manager, 1).iter().all(|it| *it < -120.0));
        for air in [Air::Terrace, Air::Table] {
            room.fade_to(Decibels(-12.0), air);
            assert!(!room.is_decoding());
            let heard = listen(&mut manager, 4);
            assert!(heard[25..].iter().all(|it| *it > -45.0), "{heard:?}");
        }
    }

    #[test]
    fn one_air_goes_over_into_another_without_a_hole() {
        let mut manager = device(RATE, 2);
        let mut room = Room::new(&mut manager).unwrap();
        let states = |room: &Room| room.tracks.each_ref().map(TrackHandle::state);
        fade(&mut room, Decibels(-12.0), Air::Table);
        let table = listen(&mut manager, 4);
        let (least, most) = (-12.0 - 27.0, -12.0 - 14.0);
        assert!(table[25..].iter().all(|it| (least..most).contains(it)));
        fade(&mut room, Decibels(-12.0), Air::Terrace);
        let over = listen(&mut manager, 4);
        // Both together are never half as loud as one: the decibels of both ears, less 6.
        let hole = over
            .iter()
            .find(|it| !(least - 6.0..most + 3.0).contains(*it));
        assert_eq!(hole, None, "{over:?}");
        assert_eq!(states(&room), [Paused, Playing, Paused]);
        // The stars are near silence.
        fade(&mut room, Decibels(-12.0), Air::Stars);
        let stars = listen(&mut manager, 4);
        assert!(
            stars[25..].iter().all(|it| (-55.0..-38.0).contains(it)),
            "{stars:?}"
        );
        assert_eq!(states(&room), [Paused, Paused, Playing]);
        // An air that is silent changes without a sound, and is there when it is wanted.
        fade(&mut room, Decibels::SILENCE, Air::Stars);
        listen(&mut manager, 3);
        fade(&mut room, Decibels::SILENCE, Air::Terrace);
        assert!(listen(&mut manager, 2)[5..].iter().all(|it| *it < -120.0));
        assert_eq!(states(&room), [Paused; 3]);
        fade(&mut room, Decibels(-12.0), Air::Terrace);
        listen(&mut manager, 3);
        assert_eq!(states(&room), [Paused, Playing, Paused]);
    }
}
