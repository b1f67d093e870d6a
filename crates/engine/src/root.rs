//! The root of a search.

use std::sync::Arc;

use icochess_rules::{Board, GameTree, IllegalMove, Move, Position};

/// A position to search, with the hashes of earlier positions that can recur.
///
/// A root stays small even after a long game, because it holds no moves or variations. It only
/// holds the hashes since the last irreversible move, and its clones share them.
///
/// ```
/// use icochess_engine::Root;
/// use icochess_boards::Chess;
/// use icochess_rules::GameTree;
///
/// let mut game = GameTree::<Chess>::default();
/// let mut root = Root::from(&game);
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     let mv = game.position().parse_uci(text)?;
///     game.play(mv).map_err(|illegal| illegal.reason)?;
///     root.play(mv).map_err(|illegal| illegal.reason)?;
/// }
/// assert_eq!(root, Root::from(&game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root<B: Board> {
    position: Position<B>,
    /// Hashes of the positions that can recur, in game order, ending with the current one.
    hashes: Arc<Vec<u64>>,
}

impl<B: Board> Root<B> {
    /// Creates a root without earlier positions.
    pub fn new(position: Position<B>) -> Self {
        Self {
            hashes: Arc::new(vec![position.hash()]),
            position,
        }
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// Plays a move, even after a draw that the rules declare automatically.
    ///
    /// # Errors
    ///
    /// As [`Position::play_on`]; nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position.play_on(mv)?;
        let hashes = Arc::make_mut(&mut self.hashes);
        if !self.position.can_return_from(&next) {
            hashes.clear();
        }
        hashes.push(next.hash());
        self.position = next;
        Ok(())
    }

    /// Returns the number of plies since the last move that can't be taken back.
    pub(super) fn idle(&self) -> usize {
        self.hashes.len() - 1
    }

    /// Returns the sorted hashes of positions that occurred at least twice and can recur.
    pub(super) fn repeated(&self) -> Vec<u64> {
        let mut hashes = self.hashes.to_vec();
        hashes.sort_unstable();
        let mut repeated: Vec<u64> = hashes
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        repeated.dedup();
        repeated
    }
}

impl<B: Board> From<&GameTree<B>> for Root<B> {
    /// Creates a root at the current position of a game.
    fn from(game: &GameTree<B>) -> Self {
        let position = *game.position();
        let mut hashes = Vec::new();
        let mut later = &position;
        for earlier in (0..game.ply())
            .rev()
            .filter_map(|ply| game.position_at(ply))
        {
            if !earlier.can_return_from(later) {
                break;
            }
            hashes.push(earlier.hash());
            later = earlier;
        }
        hashes.reverse();
        hashes.push(position.hash());
        Self {
            position,
            hashes: Arc::new(hashes),
        }
    }
}
