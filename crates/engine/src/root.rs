//! The root of a search.

use std::sync::Arc;

use icochess_rules::{Board, GameTree, IllegalMove, Move, Position};

/// A position to search, with the earlier positions of its game that can come again.
///
/// That is little even after a long game: neither its moves nor its variations,
/// but the hashes of the positions since the last move without return. Clones
/// share them.
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
    /// Hashes of the positions that can come again, in the order of the game, that at hand last.
    hashes: Arc<Vec<u64>>,
}

impl<B: Board> Root<B> {
    /// A root with no positions before it.
    pub fn new(position: Position<B>) -> Self {
        Self {
            hashes: Arc::new(vec![position.hash()]),
            position,
        }
    }

    /// The position at hand.
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// Goes on by a move, also after a draw that the rules declare by themselves.
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

    /// The hashes of the positions that have been there twice or more and can
    /// come again, in ascending order.
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
    /// A root at the current position of a game.
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
