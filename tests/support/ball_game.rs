//! A short game on the ball: White mates on move 2.

use super::plays::Plays;

/// Moves of the game, as pairs of origin and target.
pub const MOVES: [(&str, &str); 3] = [("b1", "n4"), ("o1", "b3"), ("b2", "o3")];

/// Plays the game to its end by picking cells.
pub fn play_to_mate<P: Plays>(player: &mut P, mut pick: impl FnMut(&mut P, &str)) {
    for (from, to) in MOVES {
        player.play_by(from, to, &mut pick);
    }
    player.wait_for_outcome("checkmate");
}
