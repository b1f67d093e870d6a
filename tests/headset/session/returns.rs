//! Tests that the game returns to the headset when it is available again.

use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::UVec2;
use serde_json::Value;

use crate::driver::{Driver, Room, wear};
use crate::support::clock_game::{go_on, is_clock_stopped};
use crate::support::mouse;
use crate::support::plays::Plays;

/// Size of the window in which the button is pressed.
const SIZE: UVec2 = UVec2::new(960, 600);

/// Maximum wait for the message that no headset was found.
const ANSWER: Duration = Duration::from_secs(20);
/// Longer than the delay of an automatic return.
const LONGER_THAN_AUTOMATIC: Duration = Duration::from_secs(9);

/// Button in the window that leads to the headset.
const GO_ON: &str = "button go on in the headset";

/// A game in progress, with a clock that waits for Black's move.
const GAME: &str = "[Variant \"Icochess\"]\n[TimeControl \"300+2\"]\n\n1. b1n4 *\n";

/// Returns the times of White and Black, in milliseconds.
fn times(player: &Driver) -> Option<[u64; 2]> {
    let state = player.handover();
    let time = |side: usize| state["clocks"][side].as_u64();
    Some([time(0)?, time(1)?])
}

/// Plays Black's move, waits until White's clock runs, and returns the times.
fn start_clock(player: &mut Driver) -> [u64; 2] {
    let [full, _] = player.wait("a clock", |p| times(p));
    player.play("o1", "b3");
    player.wait("White's time to run", |p| {
        // A long frame may have paused the clock.
        go_on(p);
        times(p).filter(|[white, _]| white + 1000 < full)
    })
}

/// Waits until the clock is paused, and returns the times.
fn stopped(player: &mut Driver) -> [u64; 2] {
    player.wait("the clock to stand", |p| is_clock_stopped(p)?.then_some(()));
    player.wait("its times", |p| times(p))
}

/// Waits until the game is back in the headset with the state `before`.
fn wait_for_return(player: &mut Driver, room: &Room, before: &Value) {
    let started = Instant::now();
    player.driver = wear(&room.runtime);
    player.wait("the headset", |p| p.session().map(drop));
    player.wait_until_seated();
    let took = started.elapsed().as_secs_f32();
    println!("back in the headset {took:.1} s after the runtime");
    let now = player.state();
    for part in ["position", "moves"] {
        assert_eq!(now[part], before[part]);
    }
}

/// Presses these buttons of the window, in order.
fn press(player: &mut Driver, room: &Room, buttons: &[&str]) {
    let screen = &room.place.screen;
    let window = screen
        .wait_for_window("^Icochess$", Driver::PATIENCE)
        .expect("a window");
    screen.resize(window, SIZE.x, SIZE.y);
    screen.focus(window);
    mouse::wait_for_size(player, SIZE.into());
    for button in buttons {
        mouse::press_part(player, screen, button, 0.5);
    }
}

#[test]
fn game_returns_automatically_three_times_and_always_by_button() {
    let room = Room::with_window("a runtime that comes back", "returns", SIZE);
    let settings = "(return_to_headset: true, render_scale: 0.5, room: \"none\")";
    let Some(mut room) = room.map(|room| room.set(settings)) else {
        return;
    };
    let load = ["--load", &room.file(GAME)];
    let mut player = Driver::start_with(&room, "returns-game", &load);
    let ran = start_clock(&mut player);
    let before = player.state();
    // The runtime is back before the window opens.
    room.runtime.kill9();
    room.runtime.restart("returns-monado-at-once");
    player.wait("the game to lose its headset", |p| {
        let log = p.game.log();
        log.contains("goes on in the window").then_some(())
    });
    wait_for_return(&mut player, &room, &before);
    let left = stopped(&mut player);
    assert_eq!(left[1], ran[1]);
    // A running clock is saved every five seconds.
    assert!(left[0].abs_diff(ran[0]) < 6000, "{ran:?}, then {left:?}");
    for time in 2..=3 {
        room.runtime.kill9();
        player.wait_for_window(&before);
        assert_eq!(stopped(&mut player), left, "in the window");
        room.runtime.restart(&format!("returns-monado-{time}"));
        wait_for_return(&mut player, &room, &before);
        assert_eq!(stopped(&mut player), left, "in the headset");
    }
    // The headset seems broken: the game waits in the window for the button.
    room.runtime.kill9();
    player.wait_for_window(&before);
    press(&mut player, &room, &["button menu", GO_ON]);
    player.game.wait_for_log("No headset found", ANSWER);
    room.runtime.restart("returns-monado-at-last");
    sleep(LONGER_THAN_AUTOMATIC);
    assert!(player.session().is_none(), "it has returned by itself");
    // The menu stays open.
    press(&mut player, &room, &[GO_ON]);
    wait_for_return(&mut player, &room, &before);
    assert_eq!(stopped(&mut player), left, "in the headset");
    player.play("b2", "o3");
    player.wait_for_outcome("checkmate");
}
