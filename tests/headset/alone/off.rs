//! A headset that is taken off.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::driver::{Driver, HAND, Room};
use crate::support::plays::{FRAMES, Plays};
use crate::support::remote::Side;

impl Driver {
    fn hand(&self, hand: &str) -> Value {
        let hands = self.inspector.query(&[HAND], &[]).expect("there are hands");
        let row = hands
            .iter()
            .find(|row| row.components[HAND]["hand"] == hand);
        row.expect("both hands are there").components[HAND].clone()
    }

    fn frames_begun(&self) -> u64 {
        let frames = self.inspector.resource(FRAMES).expect("frames are counted");
        frames["begun"].as_u64().expect("a number")
    }

    /// Brings a stopped session back to FOCUSED.
    fn put_headset_on(&mut self) {
        self.enter(&["READY"]);
        self.frames(3);
        self.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    }
}

#[test]
fn hands_rest_and_frames_are_paced_while_headset_is_off() {
    let Some(room) = Room::alone("off", "off") else {
        return;
    };
    let mut player = Driver::start_unseen(&room, "off-game", &[]);
    player.driver.thumbstick(Side::Right, [1.0, 0.0]);
    player.grab(Side::Left);
    for off in [&["VISIBLE", "SYNCHRONIZED"][..], &["STOPPING"], &["IDLE"]] {
        player.enter(off);
        player.frames(2);
        for hand in ["Left", "Right"] {
            let input = player.hand(hand);
            assert_eq!(input["active"], false, "{off:?}: {input}");
            assert_eq!(input["grab"], false, "{off:?}: {input}");
            assert_eq!(
                input["turn"],
                serde_json::json!([0.0, 0.0]),
                "{off:?}: {input}"
            );
        }
    }
    let lay = player.place("tile a4").w_axis;
    // The runtime's own pace.
    player.proxy().pace(None);
    // Sends no requests meanwhile, because each answer takes a frame.
    let before = player.frames_begun();
    let began = Instant::now();
    sleep(Duration::from_secs(3));
    let rate = (player.frames_begun() - before) as f32 / began.elapsed().as_secs_f32();
    println!("{rate:.1} frames a second while the headset is off");
    assert!((2.0..45.0).contains(&rate), "{rate} frames a second");
    assert!(
        player.place("tile a4").w_axis.distance(lay) < 1e-4,
        "the ball turns"
    );
    // Back on: the board is where it was.
    player.draw_nothing();
    player.driver.thumbstick(Side::Right, [0.0, 0.0]);
    player.driver.squeeze(Side::Left, false);
    player.put_headset_on();
    player.select("a4");
    // IDLE and READY may also arrive together.
    player.enter(&["VISIBLE", "SYNCHRONIZED", "STOPPING"]);
    player.frames(2);
    player.enter(&["IDLE", "READY"]);
    player.frames(3);
    player.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    player.pull_trigger();
}
