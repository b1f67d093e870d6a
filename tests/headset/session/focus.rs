//! The focus comes and goes: what hands do then, and that frames keep a pace.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::begin;
use crate::driver::{Driver, HAND, Room};
use crate::support::plays::{FRAMES, Plays};
use crate::support::process::Process;
use crate::support::remote::Side;
use crate::support::runnable;
use crate::support::xr_protocol::Setup;

impl Driver {
    /// The right hand's trigger goes down, whether or not the game heeds it.
    fn hold_trigger(&mut self) {
        self.driver.trigger(Side::Right, true);
        self.frames(10);
    }

    fn assert_nothing_is_selected(&mut self) {
        self.frames(10);
        let selected = self.pointing("selected");
        assert_eq!(selected, None);
    }

    /// Lets the trigger go; from then on it works again.
    fn release_and_select(&mut self, tile: &str) {
        self.driver.trigger(Side::Right, false);
        self.frames(4);
        self.select(tile);
    }

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

    /// Brings the session back to FOCUSED after it was stopped.
    fn put_headset_on(&mut self) {
        self.enter(&["READY"]);
        self.frames(3);
        self.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    }
}

#[test]
fn a_trigger_that_is_down_when_the_hand_comes_back_is_no_press() {
    let Some((_room, mut player)) = begin("ghost", Setup::default()) else {
        return;
    };
    player.point("a4");
    // The controller is lost and found again.
    player.driver.switch(Side::Right, false);
    player.wait_for_hand("Right", "active", false);
    player.hold_trigger();
    player.driver.switch(Side::Right, true);
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    player.pull_trigger();
    // The system's menu is closed with the trigger.
    player.enter(&["VISIBLE"]);
    player.wait_for_hand("Right", "active", false);
    player.hold_trigger();
    player.enter(&["FOCUSED"]);
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    player.pull_trigger();
    // The runtime holds the game back while its menu is open, and tells of it afterwards.
    player.point("a4");
    player.proxy().hold_frame(Duration::from_secs(2));
    sleep(Duration::from_millis(300));
    player.driver.trigger(Side::Right, true);
    player.proxy().enter(&["VISIBLE", "FOCUSED"]);
    sleep(Duration::from_secs(2));
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    // A press that the menu cuts short goes on as nothing.
    player.point("g1");
    player.enter(&["VISIBLE"]);
    player.hold_trigger();
    player.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    player.frames(10);
    assert!(player.moves().is_empty());
}

#[test]
fn hands_rest_and_frames_keep_a_pace_while_the_headset_is_off() {
    let Some(room) = Room::alone("off", "off") else {
        return;
    };
    let mut player = Driver::start_with_proxy(&room, "off-game", Setup::default());
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
    // Nobody asks meanwhile: each answer is a frame.
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
    // And on again: in the middle of it all, the board is where it was.
    player.driver.thumbstick(Side::Right, [0.0, 0.0]);
    player.driver.squeeze(Side::Left, false);
    player.put_headset_on();
    player.select("a4");
    // IDLE and READY may come together, too.
    player.enter(&["VISIBLE", "SYNCHRONIZED", "STOPPING"]);
    player.frames(2);
    player.enter(&["IDLE", "READY"]);
    player.frames(3);
    player.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    player.pull_trigger();
}

#[test]
fn another_program_takes_the_focus_and_gives_it_back() {
    let Some(room) = Room::new("focus", "focus") else {
        return;
    };
    let other = room
        .runtime
        .tool("hello_xr")
        .ok_or("hello_xr is not installed");
    let Some(other) = runnable("another program's focus", other.map_err(str::to_owned)) else {
        return;
    };
    let mut player = Driver::start(&room, "focus-game");
    player.point("a4");
    let mut command = room.runtime.command(&other);
    command.args(["-g", "Vulkan2"]).stdin(Stdio::piped());
    let other = Process::start(command, "focus-other");
    player.wait("the focus to be lost", |p| {
        (p.session()?["state"] != "FOCUSED").then_some(())
    });
    player.wait_for_hand("Right", "active", false);
    player.hold_trigger();
    drop(other);
    player.wait("the focus to come back", |p| {
        (p.session()?["state"] == "FOCUSED").then_some(())
    });
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
}
