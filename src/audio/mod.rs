//! Sound output with kira, each sound at its position.
//!
//! * [`cues`]: which sounds play, where and how loud;
//! * [`samples`]: the sound files, by the piece's weight and the board's material;
//! * `system`: the sound device, opened again after each loss;
//! * `output`: a device with a listener;
//! * `direction`: the sound of a position at both ears;
//! * `room`: the ambience of each room.
//!
//! The ears follow the entity marked [`Listener`]: the head, or the window's camera, so that left
//! and right match the picture. Without a sound device, the game logs one line and is silent until
//! there is one.

#[cfg(target_arch = "wasm32")]
mod browser;
pub mod cues;
mod direction;
mod output;
#[cfg(test)]
mod recording;
mod room;
pub mod samples;
#[cfg(not(target_arch = "wasm32"))]
mod system;

use std::collections::HashMap;
use std::io::Cursor;
use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, futures::check_ready};
use kira::sound::static_sound::StaticSoundData;
use kira::{AudioManager, AudioManagerSettings};

#[cfg(target_arch = "wasm32")]
use browser::SystemDevice;
use cues::PlaySound;
use icochess_base::frame::NextFrame;
use icochess_base::platform::SOUND_AT_START;
use icochess_base::schedule::AppSystems;
use icochess_board::Listener;
use icochess_board::room::shown::ShownRoom;
use icochess_store::settings::Settings;
use icochess_xr::session::HeadsetSound;
use output::{Device, Output, Source};
use room::{Air, Room};
use samples::Sample;
#[cfg(not(target_arch = "wasm32"))]
use system::SystemDevice;

/// The sound device and its sounds.
#[derive(Resource)]
struct Sound {
    output: Output<SystemDevice>,
    samples: HashMap<Sample, StaticSoundData>,
    room: Room,
}

/// Polling interval for the preparation of the sounds.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The sound device and its sounds, in preparation.
#[derive(Resource)]
struct Opening(Task<Result<Sound, String>>);

pub(super) fn plugin(app: &mut App) {
    if SOUND_AT_START {
        app.add_systems(Startup, start_opening);
    } else {
        app.add_systems(
            Update,
            start_opening
                .run_if(is_first_press)
                .in_set(AppSystems::Feedback),
        );
    }
    app.add_plugins(cues::plugin).add_systems(
        Update,
        (
            take_over.run_if(resource_exists::<Opening>),
            (
                update_listener,
                play_sounds.run_if(on_message::<PlaySound>),
                update_ambience.run_if(
                    resource_changed::<Settings>
                        .or_else(resource_exists_and_changed::<ShownRoom>)
                        .or_else(resource_added::<Sound>),
                ),
            )
                .chain()
                .run_if(resource_exists::<Sound>),
        )
            .in_set(AppSystems::Feedback)
            .after(cues::CueSystems),
    );
}

/// Returns whether this is the first press of a button, a key or a finger.
fn is_first_press(
    mut is_over: Local<bool>,
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    touches: Option<Res<Touches>>,
) -> bool {
    if *is_over {
        return false;
    }
    *is_over = buttons.is_some_and(|buttons| buttons.get_just_released().next().is_some())
        || keys.is_some_and(|keys| keys.get_just_pressed().next().is_some())
        || touches.is_some_and(|touches| touches.iter_just_released().next().is_some());
    *is_over
}

/// Prepares the sounds in a task, as it takes longer than a frame.
fn start_opening(mut commands: Commands, headset: Option<Res<HeadsetSound>>) {
    let headset = headset.map(|headset| headset.0.clone());
    let opening = IoTaskPool::get().spawn(async move { open_device(headset) });
    commands.insert_resource(Opening(opening));
}

fn open_device(headset: Option<String>) -> Result<Sound, String> {
    let settings = AudioManagerSettings::<SystemDevice> {
        backend_settings: SystemDevice::settings_for(headset),
        ..default()
    };
    let manager = AudioManager::new(settings).map_err(|error| error.to_string())?;
    let mut output = Output::new(manager)?;
    let decoded = samples::FILES.map(|(sample, file)| {
        let sound = StaticSoundData::from_cursor(Cursor::new(file));
        Ok((sample, sound.map_err(|error| error.to_string())?))
    });
    let samples = decoded.into_iter().collect::<Result<_, String>>()?;
    let room = Room::new(&mut output.manager)?;
    Ok(Sound {
        output,
        samples,
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

fn update_listener(mut sound: ResMut<Sound>, ears: Query<&GlobalTransform, With<Listener>>) {
    if let Ok(ears) = ears.single() {
        sound.output.set_listener(ears.to_isometry());
    }
}

/// Sets the ambience and its volume.
fn update_ambience(
    settings: Res<Settings>,
    shown: Option<Res<ShownRoom>>,
    mut sound: ResMut<Sound>,
) {
    let air = Air::of(shown.map_or(icochess_shape::Room::Plain, |shown| shown.0));
    sound.room.fade_to(cues::loudness_of_room(&settings), air);
}

fn play_sounds(
    mut sound: ResMut<Sound>,
    settings: Res<Settings>,
    mut requests: MessageReader<PlaySound>,
) {
    for request in requests.read() {
        let Some(data) = sound.samples.get(&request.sample) else {
            continue;
        };
        let data = data.volume(request.volume);
        let source = request.at.map(|at| Source {
            at,
            about: request.about.map(|centre| (centre, settings.stereo_width)),
        });
        // Fails with more than about 100 simultaneous sounds, where one more wouldn't be noticed.
        if let Err(problem) = sound.output.play(data, source) {
            debug!("{:?} is not played: {problem}", request.cue);
        }
    }
}
