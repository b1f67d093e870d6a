//! Sound: kira, with every sound at the place where it happens.
//!
//! The listener follows the entity marked [`Listener`]. Without a sound device
//! there is one line in the log and the game goes on.

pub mod cues;
mod room;

use std::io::Cursor;
use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, futures::check_ready};
use kira::listener::ListenerHandle;
use kira::sound::static_sound::StaticSoundData;
use kira::track::{SpatialTrackBuilder, SpatialTrackDistances};
use kira::{AudioManager, AudioManagerSettings, DefaultBackend, Tween};

use crate::save::settings::Settings;
use crate::schedule::{AppSystems, NextFrame};
use cues::Heard;
use room::Room;

/// The entity whose place and direction are the listener's: the head or the
/// camera.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct Listener;

/// The sound device and everything that plays on it.
#[derive(Resource)]
struct Sound {
    manager: AudioManager<DefaultBackend>,
    listener: ListenerHandle,
    cues: Vec<StaticSoundData>,
    room: Room,
}

/// How soon a sound device that is open is used.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The sound device while it is being opened.
#[derive(Resource)]
struct Opening(Task<Result<Sound, String>>);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(cues::plugin)
        .add_systems(Startup, open)
        .add_systems(
            Update,
            (
                take_over.run_if(resource_exists::<Opening>),
                (
                    follow_ears,
                    play.run_if(on_message::<Heard>),
                    follow_settings
                        .run_if(resource_changed::<Settings>.or_else(resource_added::<Sound>)),
                )
                    .chain()
                    .run_if(resource_exists::<Sound>),
            )
                .in_set(AppSystems::Feedback)
                .after(cues::CueSystems),
        );
}

/// Opening a device can take longer than a frame.
fn open(mut commands: Commands) {
    commands.insert_resource(Opening(IoTaskPool::get().spawn(async { open_device() })));
}

fn open_device() -> Result<Sound, String> {
    let mut manager = AudioManager::<DefaultBackend>::new(AudioManagerSettings::default())
        .map_err(|error| error.to_string())?;
    let listener = manager
        .add_listener([0.0; 3], [0.0, 0.0, 0.0, 1.0])
        .map_err(|error| error.to_string())?;
    let cues = cues::ALL
        .into_iter()
        .map(|cue| StaticSoundData::from_cursor(Cursor::new(cues::file(cue))))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let room = Room::new(&mut manager)?;
    Ok(Sound {
        manager,
        listener,
        cues,
        room,
    })
}

fn take_over(mut commands: Commands, mut opening: ResMut<Opening>, mut next: ResMut<NextFrame>) {
    next.within(LOOK_EVERY);
    if let Some(result) = check_ready(&mut opening.0) {
        commands.remove_resource::<Opening>();
        match result {
            Ok(sound) => commands.insert_resource(sound),
            Err(problem) => warn!(
                "No sound ({problem}): connect a sound device and start again, \
                 or use --mute to play without."
            ),
        }
    }
}

fn follow_ears(
    mut sound: ResMut<Sound>,
    ears: Query<Ref<GlobalTransform>, With<Listener>>,
    mut heard_from: Local<Option<GlobalTransform>>,
) {
    let Ok(ears) = ears.single() else {
        return;
    };
    if *heard_from == Some(*ears) {
        return;
    }
    *heard_from = Some(*ears);
    let (_, rotation, place) = ears.to_scale_rotation_translation();
    let at_once = Tween {
        duration: Duration::from_millis(10),
        ..Default::default()
    };
    sound.listener.set_position(place.to_array(), at_once);
    sound.listener.set_orientation(rotation.to_array(), at_once);
}

fn follow_settings(settings: Res<Settings>, mut sound: ResMut<Sound>) {
    sound.room.fade_to(cues::loudness_of_room(&settings));
}

fn play(mut sound: ResMut<Sound>, mut heard: MessageReader<Heard>) {
    for &Heard { cue, at, volume } in heard.read() {
        let data = sound.cues[cue as usize].volume(volume);
        // More than a hundred sounds at once: one more is not missed.
        if let Err(problem) = sound.play(data, at) {
            debug!("{cue:?} is not played: {problem}");
        }
    }
}

impl Sound {
    /// Plays a sound at a point of the world, or at the listener.
    fn play(&mut self, data: StaticSoundData, at: Option<Vec3>) -> Result<(), String> {
        let Some(at) = at else {
            let played = self.manager.play(data);
            return played.map(drop).map_err(|error| error.to_string());
        };
        let track = SpatialTrackBuilder::new()
            .distances(SpatialTrackDistances {
                // As loud as made at the usual distance of the board.
                min_distance: 0.6,
                max_distance: 20.0,
            })
            .persist_until_sounds_finish(true);
        let mut track = self
            .manager
            .add_spatial_sub_track(self.listener.id(), at.to_array(), track)
            .map_err(|error| error.to_string())?;
        let played = track.play(data);
        played.map(drop).map_err(|error| error.to_string())
    }
}
