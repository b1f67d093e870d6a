//! A game with a clock in which White's flag falls.

use std::path::Path;

use super::plays::Plays;

/// Chooses clocks on the page of the new game: ten seconds for White; for Black so much that,
/// however slow the frames are, Black gets to move.
pub fn choose_clocks(player: &mut impl Plays) {
    player.press("choice clock other");
    player.press("switch another time for black");
    player.press_part("slider black's time", 0.6);
    player.wait_for_text("15 min");
    player.press_part("slider white's time", 0.02);
    player.wait_for_text("10 s");
}

/// Waits until both clocks are shown, as they are before the first move.
pub fn wait_for_clocks(player: &mut impl Plays) {
    player.wait_for_text("0:10.0");
    player.wait_for_text("15:00");
}

/// Waits until the flag of who is to move falls. After a frame that took too long the
/// clock waits for the player's word: the player goes on.
pub fn wait_for_flag(player: &mut impl Plays) {
    fn has_fallen<P: Plays>(player: &mut P) -> bool {
        player.state()["outcome"] == "time-forfeit"
    }
    const WAITS: &str = "The clock goes on with the move";
    loop {
        let is_over = player.wait("the flag to fall", |p| {
            let is_over = has_fallen(p);
            (is_over || p.says(WAITS)?).then_some(is_over)
        });
        if is_over {
            return;
        }
        player.press_button("pause");
        player.wait("the clock to go on", |p| {
            (has_fallen(p) || !p.says(WAITS)?).then_some(())
        });
    }
}

/// Waits until it is saved that White has lost on time, with these parts beside.
pub fn assert_lost_on_time(player: &mut impl Plays, data: &Path, parts: &[&str]) {
    let text = player.wait_for_saved(data, "[Result \"0-1\"]");
    for part in ["[Termination \"time forfeit\"]"].iter().chain(parts) {
        assert!(text.contains(part), "no {part} in {text}");
    }
}
