//! Tests that the game creates one instance of the runtime, and waits neither for its destruction
//! nor for the unloading of the library.

use std::process::Command;
use std::time::Instant;

use super::{END, never_destroyed};
use crate::driver::{Driver, Room};
use crate::support::game;
use crate::support::plays::{MATCH, Plays};
use crate::support::xr_protocol::Setup;
use crate::support::xr_proxy::Proxy;

/// Closes the window and waits for the exit.
fn close(player: &mut Driver) {
    player.close_window();
    let closed = Instant::now();
    player.wait_for_good_end(END);
    println!("the end came after {:.1} s", closed.elapsed().as_secs_f32());
}

#[test]
fn single_instance_is_created_and_not_awaited_at_exit() {
    let Some(room) = Room::new("the one instance", "instance") else {
        return;
    };
    let mut player = Driver::start_with_proxy(&room, "instance-game", never_destroyed());
    player.draw_nothing();
    player.play("a4", "g1");
    let records = player.proxy().records();
    assert_eq!((records.instances, records.destroyed), (1, 0));
    close(&mut player);
    room.assert_saved();
}

/// Asserts that starting with a runtime without Vulkan fails with that reason.
fn assert_vulkan_is_missed(room: &Room) {
    let setup = Setup {
        hidden_extensions: vec!["XR_KHR_vulkan_enable2".into()],
        ..Setup::default()
    };
    let mut player = Driver::launch(room, "no-vulkan-game", Some(setup), |_| {});
    let status = player.game.wait_for_exit(Driver::PATIENCE);
    let log = player.game.log();
    assert!(status.is_some_and(|it| !it.success()), "{status:?}\n{log}");
    assert!(log.contains("does not support Vulkan"), "{log}");
}

#[test]
fn runtime_without_headset_does_not_delay_window() {
    let Some(room) = Room::new("a runtime without a headset", "headless") else {
        return;
    };
    assert_vulkan_is_missed(&room);
    let setup = Setup {
        no_headset: true,
        ..never_destroyed()
    };
    let mut player = Driver::launch(&room, "headless-game", Some(setup), |command| {
        let args: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
        let mut other = Command::new(command.get_program());
        other.args(args.iter().filter(|arg| *arg != "--vr"));
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => other.env(name, value),
                None => other.env_remove(name),
            };
        }
        *command = other;
    });
    player.wait("the game in the window", |p| {
        (p.inspector.resource(MATCH).is_ok()).then_some(())
    });
    let log = player.game.log();
    assert!(log.contains("Playing in the window"), "{log}");
    let records = player.proxy().records();
    assert_eq!((records.instances, records.destroyed), (1, 1));
    close(&mut player);
}

#[test]
fn runtime_that_finds_its_headset_late_is_asked_again() {
    let Some(room) = Room::new("a late headset", "late-headset") else {
        return;
    };
    let setup = Setup {
        late_headset: true,
        ..Setup::default()
    };
    let player = Driver::start_with_proxy(&room, "late-headset-game", setup);
    let log = player.game.log();
    assert!(log.contains("looking for a headset"), "{log}");
}

#[test]
fn headset_check_exits_with_the_answer() {
    let Some(room) = Room::new("a look for a headset", "look") else {
        return;
    };
    for no_headset in [false, true] {
        let mut command = room.runtime.command(game::binary());
        room.place.home.attach(&mut command);
        command.arg("--look-for-headset");
        let setup = Setup {
            no_headset,
            ..never_destroyed()
        };
        let _proxy = Proxy::attach(&mut command, setup);
        let mut looking = game::start(command, "look-game");
        let status = looking.wait_for_exit(Driver::PATIENCE);
        let code = status.and_then(|status| status.code());
        let log = looking.log();
        assert_eq!(code, Some(i32::from(no_headset)), "{log}");
        assert_eq!(log.contains("icochess: no headset: "), no_headset, "{log}");
    }
}
