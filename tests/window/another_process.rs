//! The game goes on in another process, where a process cannot become another program.

use crate::driver::{Driver, place};
use crate::support::plays::{MATCH, Plays};
use crate::support::xvfb::Button;

#[test]
#[ignore = "Linux asks for a headset before it offers one; scripts/try-packages plays this on Windows"]
fn who_asks_for_a_headset_that_is_not_there_goes_on_in_the_window() {
    let Some(place) = place("the test of another process", "another") else {
        return;
    };
    let mut player = Driver::start(&place, "another");
    player.select("a4");
    player.click(Button::Right, "g1");
    player.wait_for_moves(&["a4g1"]);
    player.press_button("menu");
    player.press_button("go on in the headset");
    let ended = player.game.wait_for_exit(Driver::PATIENCE);
    assert!(ended.is_some(), "{}", player.game.log());
    // Who answers now is another one, which found no headset, and has the folder and the game.
    let state = player
        .inspector
        .wait_until("the other process", Driver::PATIENCE, |it| {
            it.resource(MATCH).map(Some)
        });
    assert_eq!(state["moves"], serde_json::json!(["a4g1"]));
    let log = player.game.log();
    assert!(log.contains("Playing in the window"), "{log}");
    assert!(!log.contains("another Icochess uses"), "{log}");
    let window = place.screen.wait_for_window("^Icochess$", Driver::PATIENCE);
    assert!(window.is_some(), "no window; {log}");
}
