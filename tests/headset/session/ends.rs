//! The end of a session, and its continuation elsewhere.

use std::ffi::OsStr;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

use super::{END, never_destroyed, start};
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::process;
use crate::support::xr_protocol::Event;

#[test]
fn exit_from_system_menu_saves_and_quits() {
    let Some((room, mut player)) = start("exiting", never_destroyed()) else {
        return;
    };
    player.draw_nothing();
    player.play("a4", "g1");
    player
        .proxy()
        .enter(&["VISIBLE", "SYNCHRONIZED", "STOPPING"]);
    sleep(Duration::from_millis(500));
    player.proxy().enter(&["IDLE", "EXITING"]);
    player.wait_for_good_end(END);
    room.assert_saved();
}

#[test]
fn lost_session_or_runtime_continues_in_window() {
    let losses: [(&str, fn(&mut Driver)); 3] = [
        ("the session", |p| p.proxy().enter(&["LOSS_PENDING"])),
        ("the runtime, told before", |p| {
            p.proxy().inject(&[Event::InstanceLossPending]);
        }),
        ("the runtime", |p| p.proxy().lose_instance()),
    ];
    let Some(room) = Room::new("what is lost", "lost") else {
        return;
    };
    // Each start continues the saved game.
    let moves = [("c2", "c3"), ("k2", "k3"), ("d2", "d3")];
    for ((what, lose), (from, to)) in losses.into_iter().zip(moves) {
        println!("lost: {what}");
        let mut player = Driver::start_with_proxy(&room, "lost-game", never_destroyed());
        player.draw_nothing();
        player.play(from, to);
        let before = player.state();
        lose(&mut player);
        // Destroying the instance before that would block forever.
        player.game.wait_for_log("goes on in the window", END);
        player.wait_for_window(&before);
    }
}

#[test]
fn window_fallback_works_with_closed_output() {
    let Some(mut room) = Room::new("unheard", "unheard") else {
        return;
    };
    let mut player = Driver::launch(&room, "unheard-game", None, |command| {
        // As with `icochess --vr 2>&1 | head -1`.
        let line = r#"LD_LIBRARY_PATH=$LIBRARIES "$0" "$@" 2>&1 | head -n 1"#;
        let mut piped = process::inside(command, &["sh", "-c", line]);
        // The shell must not load the runtime's libraries.
        let name = OsStr::new("LD_LIBRARY_PATH");
        let found = command.get_envs().find(|(known, _)| *known == name);
        let libraries = found.and_then(|(_, value)| value).expect("libraries");
        piped.env_remove(name).env("LIBRARIES", libraries);
        *command = piped;
    });
    player.wait_until_seated();
    player.play("a4", "g1");
    let before = player.state();
    room.runtime.kill9();
    player.wait_for_window(&before);
}

#[test]
fn rebuilt_program_reports_that_game_is_saved() {
    let Some(mut room) = Room::new("rebuilt", "rebuilt") else {
        return;
    };
    let program = room.data().join("icochess");
    let mut player = Driver::launch(&room, "rebuilt-game", None, |command| {
        fs::copy(command.get_program(), &program).unwrap();
        *command = process::of_file(command, &program);
    });
    player.wait_until_seated();
    player.play("a4", "g1");
    fs::remove_file(&program).unwrap();
    room.runtime.kill9();
    let status = player.game.wait_for_exit(Duration::from_secs(20));
    let log = player.game.log();
    assert!(status.is_some_and(|it| !it.success()), "{status:?}\n{log}");
    let mut restarts = log.lines().filter(|line| line.contains("started again"));
    let is_saved = |line: &str| line.contains("The game is saved");
    assert!(restarts.next().is_some_and(is_saved), "{log}");
    assert_eq!(restarts.next(), None, "{log}");
    room.assert_saved();
}
