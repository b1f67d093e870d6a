//! The focus comes and goes: what hands do then.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use super::begin;
use crate::driver::{Driver, Room};
use crate::support::monado::Monado;
use crate::support::plays::Plays;
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

/// A runtime that gives no answer for a while is waited for.
fn survive_a_block(player: &mut Driver, runtime: &mut Monado) {
    // The watch begins after a while.
    player.frames(70);
    let runtime = runtime.service();
    runtime.held(|| sleep(Duration::from_secs(10)));
    player.frames(10);
    assert_eq!(player.session().unwrap()["state"], "FOCUSED");
    player.select("a4");
    player.pull_trigger();
    player.wait_for_pointing("selected", None);
}

#[test]
fn after_a_block_of_ten_seconds_and_another_programs_focus_one_plays_on() {
    let Some(mut room) = Room::new("a block, and another program's focus", "focus") else {
        return;
    };
    let mut player = Driver::start(&room, "focus-game");
    survive_a_block(&mut player, &mut room.runtime);
    let other = room
        .runtime
        .tool("hello_xr")
        .ok_or("hello_xr is not installed");
    let Some(other) = runnable("another program's focus", other.map_err(str::to_owned)) else {
        return;
    };
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
    player.wait_for_state("FOCUSED");
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
}
