//! The trait of slow second implementations of the boards' rules.

use std::fmt::Debug;

/// A position of a second, slow and simple implementation of a board's rules.
///
/// Each board has its own implementation, which shares nothing with the crate or other boards. The
/// trait only defines the operations that the tests use.
pub trait SlowRules: Clone + Debug + PartialEq {
    /// A legal move.
    type Play: Debug;

    /// Parses a strict position text.
    fn read(text: &str) -> Self;

    fn text(&self) -> String;

    fn is_white_to_move(&self) -> bool;

    /// Returns the legal moves, in the order of their UCI text.
    fn legal(&self) -> Vec<Self::Play>;

    fn uci(play: &Self::Play) -> String;

    /// Returns the short text of a legal move for people.
    fn san(&self, play: &Self::Play) -> String;

    fn after(&self, play: &Self::Play) -> Self;

    /// Returns whether the game has ended although there are moves.
    fn is_over(&self) -> bool {
        false
    }

    /// Returns the number of leaves.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            1 => self.legal().len() as u64,
            _ => {
                let moves = self.legal();
                let after = moves.iter().map(|play| self.after(play));
                after.map(|next| next.perft(depth - 1)).sum()
            }
        }
    }
}
