//! Tests that an idle window draws nothing, and wakes immediately on input.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::driver::{Driver, place};
use crate::support::out_dir;
use crate::support::plays::{FRAMES, Plays};
use crate::support::xvfb::{Button, signature};

/// Duration of each idle measurement.
const WATCHED: Duration = Duration::from_secs(4);
/// Maximum number of frames that one inspector request causes: the frame that answers it, and later
/// frames in case it changed something.
const OF_A_LOOK: u64 = 4;
/// Maximum share of a core that the idle game may use.
const MAX_CORE_SHARE: f64 = 0.02;

/// Returns the number of frames begun so far.
fn begun(player: &mut Driver) -> u64 {
    player.wait("the number of frames", |p| {
        p.inspector.resource(FRAMES).ok()?["begun"].as_u64()
    })
}

/// Waits until the work caused by the last request is done (other programs may delay it), and
/// returns the CPU time used so far.
fn wait_for_quiet(player: &Driver) -> Duration {
    let end = Instant::now() + Driver::PATIENCE;
    let mut before = player.game.processor_time();
    loop {
        sleep(Duration::from_secs(1));
        let now = player.game.processor_time();
        if now == before {
            return now;
        }
        assert!(Instant::now() < end, "{:?} of a core in 1 s", now - before);
        before = now;
    }
}

/// Waits for a span in which the idle window draws almost nothing and uses little CPU time. On a
/// busy machine the frames of the last request may extend into the first spans.
fn watch(player: &mut Driver, what: &str) {
    let end = Instant::now() + Driver::PATIENCE;
    loop {
        let before = begun(player);
        let used = wait_for_quiet(player);
        sleep(WATCHED);
        let used = player.game.processor_time() - used;
        let drawn = begun(player) - before;
        println!("{what}: {drawn} frames and {used:?} of a core in {WATCHED:?}");
        let part = used.as_secs_f64() / WATCHED.as_secs_f64();
        if drawn <= OF_A_LOOK && part <= MAX_CORE_SHARE {
            return;
        }
        assert!(
            Instant::now() < end,
            "{what}: {drawn} frames, {part} of a core"
        );
    }
}

/// Returns a hash of a screenshot.
fn seen(player: &Driver, name: &str) -> String {
    let picture = out_dir().join(format!("window-idle-{name}.png"));
    player.screen.screenshot(&picture);
    signature(&picture)
}

#[test]
fn idle_window_draws_nothing_and_wakes_on_click() {
    let Some(place) = place("the test of a window at rest", "idle") else {
        return;
    };
    place.set("(auto_turn_flat: false, render_scale: 0.5)");
    let mut player = Driver::start_with(&place, "idle", &["--variant", "chess"]);
    // A hovering mouse must not keep the window awake.
    player.point_at_square("e2");
    watch(&mut player, "a new game");
    let before = seen(&player, "before");
    player.screen.click(Button::Left);
    // Requests would wake the window, so this waits without any.
    sleep(Duration::from_secs(3));
    assert_ne!(before, seen(&player, "after"), "the click is not seen");
    player.wait_for_pointing("selected", Some("e2"));
    watch(&mut player, "a selected piece");

    player.pick_square("e4");
    player.wait_for_moves(&["e2e4"]);
    watch(&mut player, "a move later");

    player.screen.unmap(player.window);
    // Some drivers block on frames of an unmapped window, from the start.
    sleep(Duration::from_secs(3));
    let used = player.game.processor_time();
    sleep(WATCHED);
    let part = (player.game.processor_time() - used).as_secs_f64() / WATCHED.as_secs_f64();
    assert!(part <= MAX_CORE_SHARE, "just unmapped: {part} of a core");
    watch(&mut player, "an unmapped window");
    player.screen.map(player.window);
    watch(&mut player, "the window again");
}

/// The computer plays both sides at a slow pace, in a picture that is quick to draw.
const TWO_COMPUTERS: &str = r#"(
    render_scale: 0.5,
    room: "none",
    computer: (
        white: (computer: true, algorithm: "random", level: 1),
        black: (computer: true, algorithm: "random", level: 1),
        delay: 0.5,
    ),
)"#;

#[test]
fn computer_keeps_playing_in_hidden_window() {
    let Some(place) = place("the test of a window out of sight", "unseen") else {
        return;
    };
    place.set(TWO_COMPUTERS);
    let mut player = Driver::start_with(&place, "unseen", &["--variant", "chess"]);
    player.wait("a move", |p| (!p.moves().is_empty()).then_some(()));
    player.screen.unmap(player.window);
    let before = player.moves().len();
    // Requests would wake the window, so this only reads the saved game until it has two full moves
    // more.
    let number = before / 2 + 3;
    player.wait_for_file(place.data(), "current.pgn", &format!("{number}. "));
}
