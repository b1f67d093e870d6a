//! A game with a clock in which White's flag falls.

use std::path::Path;

use super::plays::Plays;

/// Chooses clocks on the page of the new game: ten seconds for White; for Black so much that,
/// however slow the frames are, Black gets to move.
pub fn choose_clocks(player: &mut impl Plays) {
    player.press("choice clock other");
    player.press("switch another time for black");
    player.press_part("slider black's time", 0.6);
    player.wait_for_text("15\u{a0}min");
    player.press_part("slider white's time", 0.02);
    player.wait_for_text("10\u{a0}s");
}

/// Waits until both clocks are shown, as they are before the first move.
pub fn wait_for_clocks(player: &mut impl Plays) {
    player.wait_for_text("0:10.0");
    player.wait_for_text("15:00");
}

/// Does the clock wait for the players' word, as it does after the program stood still for ten
/// seconds? What is said of it then is for one person or for two.
pub fn waits<P: Plays>(player: &mut P) -> Option<bool> {
    let of_one = player.says("Your move starts the clock again")?;
    Some(of_one || player.says("The clock is paused. Press Go on")?)
}

/// Does the clock stand, until the players or their surroundings let it go on?
pub fn stands<P: Plays>(player: &mut P) -> Option<bool> {
    let of_one = player.says("Your move starts the clock again")?;
    Some(of_one || player.says("The clock is paused")?)
}

/// Says that the players go on, if the clock waits for that.
pub fn go_on(player: &mut impl Plays) {
    if waits(player) == Some(true) {
        player.press_button("pause");
        player.wait("the clock to go on", |p| (!waits(p)?).then_some(()));
    }
}

/// Waits until the flag of who is to move falls.
pub fn wait_for_flag(player: &mut impl Plays) {
    fn has_fallen<P: Plays>(player: &mut P) -> bool {
        player.state()["outcome"] == "time-forfeit"
    }
    loop {
        let is_over = player.wait("the flag to fall", |p| {
            let is_over = has_fallen(p);
            (is_over || waits(p)?).then_some(is_over)
        });
        if is_over {
            return;
        }
        go_on(player);
    }
}

/// Waits until it is saved that White has lost on time, with these parts beside.
pub fn assert_lost_on_time(player: &mut impl Plays, data: &Path, parts: &[&str]) {
    let text = player.wait_for_saved(data, "[Result \"0-1\"]");
    for part in ["[Termination \"time forfeit\"]"].iter().chain(parts) {
        assert!(text.contains(part), "no {part} in {text}");
    }
}
