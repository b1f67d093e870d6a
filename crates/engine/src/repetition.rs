//! Detection of repeated positions in a line.

use icochess_rules::{Board, Position};

/// The positions on the way from the root of a search to the one at hand, and
/// those of the game that were there twice.
///
/// A node looks back along its own line only, and once into the list of the
/// game, however long that was.
#[derive(Clone, Debug)]
pub(super) struct SearchPath {
    /// Hashes of the game that occurred twice or more, ascending.
    repeated: Vec<u64>,
    /// The steps, from the root to the position at hand.
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    hash: u64,
    /// Number of plies before it in the line whose positions can come again.
    reversible: usize,
}

/// The fewest plies after which a position can be there again: each side moves
/// away and back.
const SHORTEST: usize = 4;

impl SearchPath {
    /// A line that begins in a position, with the hashes that the game has had
    /// twice or more, ascending.
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

    /// Goes on from one position to the next by a move.
    #[inline]
    pub fn push<B: Board>(&mut self, before: &Position<B>, next: &Position<B>) {
        let reversible = match self.steps.last() {
            Some(step) if before.can_return_from(next) => step.reversible + 1,
            _ => 0,
        };
        let hash = next.hash();
        self.steps.push(Step { hash, reversible });
    }

    /// Goes on to a position that no move leads to, such as after a null move:
    /// what was before it has no part in what comes.
    pub fn push_null<B: Board>(&mut self, next: &Position<B>) {
        let hash = next.hash();
        self.steps.push(Step {
            hash,
            reversible: 0,
        });
    }

    /// Takes the last step back.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether the position at hand was there before: once since the root, as both sides may go
    /// that way again, or twice in the game, to which the root belongs.
    #[inline]
    pub fn is_repeated(&self) -> bool {
        let Some((now, before)) = self.steps.split_last() else {
            return false;
        };
        let ply = before.len();
        // Not past a move without return, and only where the same side moves.
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

    /// Plays moves, of which each `0000` is a null move. Returns after which of them the position
    /// is repeated.
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
    fn once_since_the_root_or_twice_in_the_game_is_a_repetition() {
        let twice: Vec<&str> = SHUFFLE.repeat(2);
        // The start is the root: it is there a second time after 4 plies, a third
        // after 8; what comes first after the root counts from 5 on.
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
    fn nothing_is_repeated_across_a_null_move() {
        // Two null moves lead back to where the line was, but nobody can go there.
        let line = [
            "g1f3", "0000", "f3g1", "0000", "g1f3", "0000", "f3g1", "0000",
        ];
        assert!(repeated::<Chess>(&game(&[], 1), &line).is_empty());
        assert_eq!(repeated::<Chess>(&game(&SHUFFLE, 3), &line), [1]);
        // Behind it a line is as any other.
        let mut line = vec!["b1c3", "0000", "c3b1"];
        line.extend(["g8f6", "g1f3", "f6g8", "f3g1", "g8f6"]);
        assert_eq!(repeated::<Chess>(&game(&[], 1), &line), [7, 8]);
    }

    #[test]
    fn nothing_is_repeated_across_a_move_without_return() {
        let pawn_first = game::<Chess>(&["a2a3"], 1);
        let line = ["a7a6", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3"];
        assert_eq!(repeated(&pawn_first, &line), [5, 6]);
        // On the ball moved pawns walk back.
        let ball = game::<Icochess>(&["c2c1", "k2k1"], 1);
        let walk = ["c1c2", "k1k2", "c2c1", "k2k1"].repeat(2);
        assert_eq!(repeated(&ball, &walk), [5, 6, 7, 8]);
    }

    #[test]
    fn a_long_game_leaves_no_more_than_what_can_come_again() {
        let root = Root::from(&game::<Chess>(&SHUFFLE, 2500));
        assert_eq!(root.repeated().len(), 4);
        let line = SearchPath::new(root.position(), root.repeated());
        assert_eq!(line.steps.len(), 1);
    }
}
