//! A game on the ball that is over soon: White mates with the second move.

use super::plays::Plays;

/// Its moves, from where to where.
pub const MOVES: [(&str, &str); 3] = [("b1", "n4"), ("o1", "b3"), ("b2", "o3")];

/// Plays it to its end by picking places.
pub fn play_to_mate<P: Plays>(player: &mut P, mut pick: impl FnMut(&mut P, &str)) {
    for (from, to) in MOVES {
        player.play_by(from, to, &mut pick);
    }
    player.wait_for_outcome("checkmate");
}
