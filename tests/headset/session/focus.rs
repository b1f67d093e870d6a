//! Hand input when the focus is lost and regained.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use super::start;
use crate::driver::{Driver, Room};
use crate::support::monado::Monado;
use crate::support::plays::Plays;
use crate::support::process::Process;
use crate::support::remote::Side;
use crate::support::runnable;
use crate::support::xr_protocol::Setup;

impl Driver {
    /// Pulls the right trigger, whether or not the game reacts.
    fn hold_trigger(&mut self) {
        self.driver.trigger(Side::Right, true);
        self.frames(10);
    }

    fn assert_nothing_is_selected(&mut self) {
        self.frames(10);
        let selected = self.pointing("selected");
        assert_eq!(selected, None);
    }

    /// Releases the trigger and checks that it works again.
    fn release_and_select(&mut self, tile: &str) {
        self.driver.trigger(Side::Right, false);
        self.frames(4);
        self.select(tile);
    }
}

#[test]
fn trigger_held_during_focus_gain_is_no_press() {
    let Some((_room, mut player)) = start("ghost", Setup::default()) else {
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
    // The trigger closes the system's menu.
    player.enter(&["VISIBLE"]);
    player.wait_for_hand("Right", "active", false);
    player.hold_trigger();
    player.enter(&["FOCUSED"]);
    player.wait_for_hand("Right", "active", true);
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    player.pull_trigger();
    // The runtime blocks the game while its menu is open, and sends the events afterwards.
    player.point("a4");
    player.proxy().hold_frame(Duration::from_secs(2));
    sleep(Duration::from_millis(300));
    player.driver.trigger(Side::Right, true);
    player.proxy().enter(&["VISIBLE", "FOCUSED"]);
    sleep(Duration::from_secs(2));
    player.assert_nothing_is_selected();
    player.release_and_select("a4");
    // A press interrupted by the menu has no effect.
    player.point("g1");
    player.enter(&["VISIBLE"]);
    player.hold_trigger();
    player.enter(&["SYNCHRONIZED", "VISIBLE", "FOCUSED"]);
    player.frames(10);
    assert!(player.moves().is_empty());
}

/// Checks that the game waits for a runtime that blocks for a while.
fn survive_a_block(player: &mut Driver, runtime: &mut Monado) {
    // The watchdog starts after some frames.
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
fn game_survives_blocked_runtime_and_lost_focus() {
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
