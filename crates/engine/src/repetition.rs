//! Detection of repeated positions in a search line.

use icochess_rules::{Board, Position};

/// Positions from the search root to the current node, and those that the game has repeated.
///
/// A node looks back along its own line only, plus one lookup in the game's list. The cost doesn't
/// depend on the game's length.
#[derive(Clone, Debug)]
pub(super) struct SearchPath {
    /// Sorted hashes that occurred at least twice in the game.
    repeated: Vec<u64>,
    /// Steps from the root to the current position.
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    hash: u64,
    /// Number of preceding plies whose positions can recur.
    reversible: usize,
}

/// Minimum number of plies after which a position can recur: each side moves away and back.
const SHORTEST: usize = 4;

impl SearchPath {
    /// Creates a line starting at `root`. `repeated` holds the sorted hashes that occurred at least
    /// twice in the game.
    pub fn new<B: Board>(root: &Position<B>, repeated: Vec<u64>) -> Self {
        let hash = root.hash();
        let root = Step {
            hash,
            reversible: 0,
        };
        Self {
            repeated,
            steps: vec![root],
        }
    }

    /// Appends the position after a move.
    #[inline]
    pub fn push<B: Board>(&mut self, before: &Position<B>, next: &Position<B>) {
        let reversible = match self.steps.last() {
            Some(step) if before.can_return_from(next) => step.reversible + 1,
            _ => 0,
        };
        let hash = next.hash();
        self.steps.push(Step { hash, reversible });
    }

    /// Appends a position not reached by a move, such as after a null move. No earlier position can
    /// recur afterwards.
    pub fn push_null<B: Board>(&mut self, next: &Position<B>) {
        let hash = next.hash();
        self.steps.push(Step {
            hash,
            reversible: 0,
        });
    }

    /// Removes the last step.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Returns whether the current position is a repetition. One earlier occurrence since the root
    /// is enough, because both sides can repeat the line. Before or at the root, two are required.
    #[inline]
    pub fn is_repeated(&self) -> bool {
        let Some((now, before)) = self.steps.split_last() else {
            return false;
        };
        let ply = before.len();
        // Looks back only to the last irreversible move, and only at positions with the same side
        // to move.
        let since_root = now.reversible.min(ply.saturating_sub(1));
        let earlier = before[ply - since_root..].iter().rev();
        let mut earlier = earlier.skip(SHORTEST - 1).step_by(2);
        if earlier.any(|step| step.hash == now.hash) {
            return true;
        }
        now.reversible >= ply && self.repeated.binary_search(&now.hash).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Root;
    use icochess_boards::{Chess, Icochess};
    use icochess_rules::GameTree;

    /// Plays moves, with `0000` for a null move. Returns the numbers of the moves after which the
    /// position is repeated.
    fn repeated<B: Board>(game: &GameTree<B>, moves: &[&str]) -> Vec<usize> {
        let root = Root::from(game);
        let mut position = *root.position();
        let mut line = SearchPath::new(&position, root.repeated());
        let mut found = Vec::new();
        for (number, text) in (1..).zip(moves) {
            if *text == "0000" {
                position = position.null_move().expect("no check");
                line.push_null(&position);
            } else {
                let mv = B::tables().parse_uci(text).expect("a move");
                let next = position.play(mv).expect("a legal move");
                line.push(&position, &next);
                position = next;
            }
            if line.is_repeated() {
                found.push(number);
            }
        }
        for _ in moves {
            line.pop();
        }
        assert_eq!(line.steps.len(), 1);
        found
    }

    fn game<B: Board>(moves: &[&str], times: usize) -> GameTree<B> {
        let mut game = GameTree::default();
        let mut last = game.current();
        for text in moves.repeat(times) {
            let mv = B::tables().parse_uci(text).expect("a move");
            last = game.add_variation(last, mv).expect("a legal move");
        }
        game.go_to(last);
        game
    }

    const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    #[test]
    fn repetition_is_once_since_root_or_twice_in_game() {
        let twice: Vec<&str> = SHUFFLE.repeat(2);
        // The start is the root: it occurs a second time after 4 plies and a third after 8.
        // Positions first reached after the root count from ply 5 on.
        assert_eq!(repeated::<Chess>(&game(&[], 1), &twice), [5, 6, 7, 8]);
        assert_eq!(
            repeated::<Chess>(&game(&SHUFFLE, 1), &twice),
            [4, 5, 6, 7, 8]
        );
        assert_eq!(
            repeated::<Chess>(&game(&SHUFFLE, 2), &SHUFFLE),
            [1, 2, 3, 4]
        );
    }

    #[test]
    fn null_move_prevents_repetition() {
        // Two null moves restore an earlier position, which no legal moves could restore.
        let line = [
            "g1f3", "0000", "f3g1", "0000", "g1f3", "0000", "f3g1", "0000",
        ];
        assert!(repeated::<Chess>(&game(&[], 1), &line).is_empty());
        assert_eq!(repeated::<Chess>(&game(&SHUFFLE, 3), &line), [1]);
        // After the null moves, repetitions count as usual.
        let mut line = vec!["b1c3", "0000", "c3b1"];
        line.extend(["g8f6", "g1f3", "f6g8", "f3g1", "g8f6"]);
        assert_eq!(repeated::<Chess>(&game(&[], 1), &line), [7, 8]);
    }

    #[test]
    fn irreversible_move_prevents_repetition() {
        let pawn_first = game::<Chess>(&["a2a3"], 1);
        let line = ["a7a6", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3"];
        assert_eq!(repeated(&pawn_first, &line), [5, 6]);
        // On the ball, moved pawns can walk back.
        let ball = game::<Icochess>(&["c2c1", "k2k1"], 1);
        let walk = ["c1c2", "k1k2", "c2c1", "k2k1"].repeat(2);
        assert_eq!(repeated(&ball, &walk), [5, 6, 7, 8]);
    }

    #[test]
    fn long_game_keeps_only_positions_that_can_recur() {
        let root = Root::from(&game::<Chess>(&SHUFFLE, 2500));
        assert_eq!(root.repeated().len(), 4);
        let line = SearchPath::new(root.position(), root.repeated());
        assert_eq!(line.steps.len(), 1);
    }
}
