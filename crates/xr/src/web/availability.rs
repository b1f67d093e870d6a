//! A headset that the browser has while the game is on the page, and the way there: the page is
//! loaded again, for the headset, with the game that is kept. If it cannot be kept, the page stays.

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

/// The last news of the page about its headset, shared with what hears it.
#[derive(Resource, Debug, Clone, Default)]
struct Detected(Arc<DetectedState>);

#[derive(Debug, Default)]
struct DetectedState {
    /// Whether the browser has a headset.
    headset: AtomicBool,
    /// Whether that shows the real room.
    passthrough: AtomicBool,
}

/// Exists while the player is to go to the headset, until the game is kept.
#[derive(Resource)]
struct Leaving;

/// Adds the detection of headsets in the browser.
pub fn plugin(app: &mut App) {
    app.init_resource::<Detected>()
        .add_systems(Startup, begin)
        .add_systems(
            Update,
            (
                take.in_set(AppSystems::Input),
                (
                    leave.run_if(resource_exists::<Leaving>),
                    keep.run_if(on_message::<HeadsetRequested>),
                )
                    .chain()
                    .after(AppSystems::Feedback),
            ),
        );
}

fn begin(detected: Res<Detected>, waker: Res<Waker>) {
    let (detected, waker) = (detected.0.clone(), waker.clone());
    let heard = platform::hear_of_headset(move |is_there, has_passthrough| {
        detected.headset.store(is_there, Ordering::Relaxed);
        detected
            .passthrough
            .store(has_passthrough, Ordering::Relaxed);
        waker.wake();
    });
    if let Err(problem) = heard {
        warn!("Nobody looks for a headset: {problem}");
    }
}

/// Tells the app what the page has said.
fn take(
    detected: Res<Detected>,
    mut there: ResMut<HeadsetAvailable>,
    mut passthrough: ResMut<PassthroughAvailable>,
) {
    let is_there = detected.0.headset.load(Ordering::Relaxed);
    there.set_if_neq(HeadsetAvailable(is_there));
    // Players may ask for it before they come to the headset.
    let is_offered = is_there && detected.0.passthrough.load(Ordering::Relaxed);
    passthrough.set_if_neq(if is_offered {
        PassthroughAvailable::NextTime
    } else {
        PassthroughAvailable::Never
    });
}

/// Has a running clock written as it stands: what was kept of it on the way is seconds old, and would
/// give those back. That is done in the next frame.
fn keep(
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

fn leave(
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
        // There may be room when they ask again.
        again.write(SaveRequested);
        reports.write(Report(msg!("headset-unsaved")));
    } else {
        platform::go_to_headset();
    }
}
