//! Detects a headset in the browser, and continues there by reloading the page for VR with the
//! saved game. If the game can't be saved, the page stays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;

use icochess_base::display::{HeadsetAvailable, HeadsetRequested, PassthroughAvailable};
use icochess_base::frame::{NextFrame, Waker};
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_play::game::messages::GameRequest;
use icochess_store::queue::{SaveQueue, Saved};
use icochess_store::{Report, SaveRequested};

/// Last report about the headset, shared with the page's callback.
#[derive(Resource, Debug, Clone, Default)]
struct Detected(Arc<DetectedState>);

#[derive(Debug, Default)]
struct DetectedState {
    /// Whether the browser has a headset.
    headset: AtomicBool,
    /// Whether the headset supports passthrough.
    passthrough: AtomicBool,
}

/// Present from the player's request until the game has been saved.
#[derive(Resource)]
struct Leaving;

/// Adds the detection of headsets in the browser.
pub fn plugin(app: &mut App) {
    app.init_resource::<Detected>()
        .add_systems(Startup, start_detection)
        .add_systems(
            Update,
            (
                take_report.in_set(AppSystems::Input),
                (
                    enter_headset.run_if(resource_exists::<Leaving>),
                    save_clock.run_if(on_message::<HeadsetRequested>),
                )
                    .chain()
                    .after(AppSystems::Feedback),
            ),
        );
}

fn start_detection(detected: Res<Detected>, waker: Res<Waker>) {
    let (detected, waker) = (detected.0.clone(), waker.clone());
    platform::on_headset_change(move |is_there, has_passthrough| {
        detected.headset.store(is_there, Ordering::Relaxed);
        detected
            .passthrough
            .store(has_passthrough, Ordering::Relaxed);
        waker.wake();
    });
}

/// Passes the page's report to the app.
fn take_report(
    detected: Res<Detected>,
    mut available: ResMut<HeadsetAvailable>,
    mut passthrough: ResMut<PassthroughAvailable>,
) {
    let is_there = detected.0.headset.load(Ordering::Relaxed);
    available.set_if_neq(HeadsetAvailable(is_there));
    // Players may enable passthrough before the session starts.
    let is_offered = is_there && detected.0.passthrough.load(Ordering::Relaxed);
    passthrough.set_if_neq(if is_offered {
        PassthroughAvailable::NextTime
    } else {
        PassthroughAvailable::Never
    });
}

/// Saves a running clock with its current time, because the last save is seconds old and would give
/// that time back. The game leaves in the next frame.
fn save_clock(
    mut commands: Commands,
    mut asked: MessageReader<HeadsetRequested>,
    mut requests: MessageWriter<GameRequest>,
    mut next: ResMut<NextFrame>,
) {
    asked.clear();
    requests.write(GameRequest::KeepClock);
    commands.insert_resource(Leaving);
    next.within(Duration::ZERO);
}

fn enter_headset(
    mut commands: Commands,
    queue: Res<SaveQueue>,
    mut next: ResMut<NextFrame>,
    mut again: MessageWriter<SaveRequested>,
    mut reports: MessageWriter<Report>,
) {
    if queue.is_busy() {
        next.within(Duration::ZERO);
        return;
    }
    commands.remove_resource::<Leaving>();
    if queue.last_saved() == Saved::Failed {
        // The storage may have space on the next attempt.
        again.write(SaveRequested);
        reports.write(Report(msg!("headset-unsaved")));
    } else {
        platform::go_to_headset();
    }
}
