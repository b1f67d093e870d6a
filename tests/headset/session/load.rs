//! Tests the quality of the eyes' pictures while frames are late.

use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use super::asked::select_and_capture;
use super::start;
use crate::driver::Driver;
use crate::support::plays::Plays;
use crate::support::xr_protocol::Setup;

/// Time by which a frame is late: more than one of the runtime's frames, which take 50 ms.
const LATE: Duration = Duration::from_millis(110);

/// Returns the size of the picture of each eye that the runtime got last, in pixels.
fn sizes(player: &mut Driver) -> Vec<[i32; 2]> {
    let frames = player.proxy().records().frames;
    let sizes = frames.into_iter().rev().map(|frame| frame.eyes);
    sizes
        .into_iter()
        .find(|eyes| !eyes.is_empty())
        .unwrap_or_default()
}

#[test]
fn picture_shrinks_while_frames_are_late() {
    let Some((_room, mut player)) = start("load", Setup::default()) else {
        return;
    };
    let whole = sizes(&mut player);
    assert_eq!(whole.len(), 2);
    // The game ignores the load where the processor draws.
    let follow = json!({
        "resource": "icochess::xr::runtime::load::Load", "path": ".is_followed", "value": true,
    });
    let followed = player.inspector.call("world.mutate_resources", follow);
    followed.expect("a load");
    let scaled = |side: i32| (side as f32 * 0.7).round() as i32;
    let smallest: Vec<_> = whole.iter().map(|eye| eye.map(scaled)).collect();
    player.wait("a smaller picture", |p| {
        for _ in 0..10 {
            p.proxy().hold_frame(LATE);
            sleep(LATE);
        }
        (sizes(p) == smallest).then_some(())
    });
    // The game can be played in the smaller picture.
    select_and_capture(&mut player);
}
