//! A game with clocks in which White's flag falls.

use std::path::Path;

use super::plays::Plays;

/// Sets the clocks on the new game page: 10 s for White and 15 minutes for Black. Black can move
/// even at a low frame rate.
pub fn choose_clocks(player: &mut impl Plays) {
    player.press("choice clock other");
    player.press("switch another time for black");
    player.press_part("slider black's time", 0.6);
    player.wait_for_text("15\u{a0}min");
    player.press_part("slider white's time", 0.02);
    player.wait_for_text("10\u{a0}s");
}

/// Waits until both clocks show their full time, before the first move.
pub fn wait_for_clocks(player: &mut impl Plays) {
    player.wait_for_text("0:10.0");
    player.wait_for_text("15:00");
}

/// Returns whether the clock waits for the players to continue, as after a 10 s stall of the
/// program. The message differs between one player and two.
pub fn waits<P: Plays>(player: &mut P) -> Option<bool> {
    let of_one = player.says("Your move starts the clock again")?;
    Some(of_one || player.says("The clock is paused. Press Continue")?)
}

/// Returns whether the clock is paused, for any reason.
pub fn is_clock_stopped<P: Plays>(player: &mut P) -> Option<bool> {
    let of_one = player.says("Your move starts the clock again")?;
    Some(of_one || player.says("The clock is paused")?)
}

/// Continues the game if the clock waits for the players.
pub fn go_on(player: &mut impl Plays) {
    if waits(player) == Some(true) {
        player.press_button("pause");
        player.wait("the clock to go on", |p| (!waits(p)?).then_some(()));
    }
}

/// Waits until the mover's flag falls.
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

/// Waits until the saved game says that White lost on time, and checks that it contains `parts`.
pub fn assert_lost_on_time(player: &mut impl Plays, data: &Path, parts: &[&str]) {
    let text = player.wait_for_saved(data, "[Result \"0-1\"]");
    for part in ["[Termination \"time forfeit\"]"].iter().chain(parts) {
        assert!(text.contains(part), "no {part} in {text}");
    }
}
