//! The trait of slow second definitions of boards' rules.

use std::fmt::Debug;

/// A position by a second definition of a board's rules, slow and plain.
///
/// Every board has its own, which shares nothing with the crate nor with that of another
/// board. These are only the names by which the tests ask for what each of them can do.
pub trait SlowRules: Clone + Debug + PartialEq {
    /// A legal move.
    type Play: Debug;

    /// The position of a strict position text.
    fn read(text: &str) -> Self;

    fn text(&self) -> String;

    fn is_white_to_move(&self) -> bool;

    /// The legal moves, in the order of their UCI text.
    fn legal(&self) -> Vec<Self::Play>;

    fn uci(play: &Self::Play) -> String;

    /// The short text of a legal move for people.
    fn san(&self, play: &Self::Play) -> String;

    fn after(&self, play: &Self::Play) -> Self;

    /// Has the game ended although there are moves?
    fn is_over(&self) -> bool {
        false
    }

    /// The leaves of the tree of moves.
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
