//! Counting the leaves of the move tree, to check and to time the rules.
//!
//! The last ply is counted without being played, and the counts of siblings
//! share their work ([`Replies`]).

use super::board::{Board, RoleSets, rules_of};
use super::cell::{Cell, CellSet};
use super::movegen::View;
use super::moves::Move;
use super::piece::{Piece, Role};
use super::position::Position;

/// The number of move sequences of `depth` plies from `position`.
///
/// The end of a game by rules other than mate and stalemate is ignored, as is
/// the custom; depth 0 is 1.
///
/// ```
/// use icochess::rules::{Icochess, Position, perft};
///
/// assert_eq!(perft(&Position::<Icochess>::start(), 2), 2050);
/// ```
#[must_use]
pub fn perft<B: Board>(position: &Position<B>, depth: u32) -> u64 {
    count(position, depth, &mut Replies::default())
}

fn count<B: Board>(position: &Position<B>, depth: u32, replies: &mut Replies<B>) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        2 => replies.count(position),
        _ => {
            let mut nodes = 0;
            position.each_child(|_, next| nodes += count(next, depth - 1, replies));
            nodes
        }
    }
}

/// [`perft`] for each legal move of `position` by itself, sorted by move text.
///
/// Depth 0 has no moves to divide by: the list is empty.
#[must_use]
pub fn divide<B: Board>(position: &Position<B>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut counts: Vec<(Move, u64)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.after(mv), depth - 1)))
        .collect();
    counts.sort_by_cached_key(|(mv, _)| mv.uci::<B>());
    counts
}

/// Counts the replies to all moves of a position.
///
/// After most moves most pieces of the other side go where they would have gone
/// before. So their moves are counted once, before the move, as if neither check
/// nor pin mattered; after it only those are counted again that are pinned then,
/// or that feel one of the cells the move has changed. The king is always looked
/// at anew. Checks and moves that can be answered in passing are rare enough to
/// be counted from scratch.
struct Replies<B: Board> {
    pieces: Vec<Replier<B>>,
}

impl<B: Board> Default for Replies<B> {
    fn default() -> Self {
        Self { pieces: Vec::new() }
    }
}

/// A piece that will reply.
struct Replier<B: Board> {
    from: Cell,
    /// The same as a set.
    place: B::Set,
    role: Role,
    /// Where a change between empty and occupied matters to it.
    feels: B::Set,
    /// Where it matters to it, too, that one of its own side is taken.
    reaches: B::Set,
    moves: u64,
}

impl<B: Board> Replies<B> {
    fn count(&mut self, position: &Position<B>) -> u64 {
        let common = self.prepare(position);
        let (before, theirs) = (position.occupied(), position.of(!position.turn()));
        let mut total = 0;
        position.each_child(|_, next| {
            let changed = Changed::<B> {
                occupied: before.xor(next.occupied()),
                taken: next.of(next.turn()).xor(theirs),
            };
            total += next
                .passed()
                .is_none()
                .then(|| self.count_after(next, &changed, common))
                .flatten()
                .unwrap_or_else(|| next.count_moves());
        });
        total
    }

    /// Counts the moves of each piece that will reply; the sum of them.
    fn prepare(&mut self, position: &Position<B>) -> u64 {
        self.pieces.clear();
        let side = !position.turn();
        let view = View::new(position);
        for (index, (rules, set)) in B::ROLES.iter().zip(position.roles.sets()).enumerate() {
            let role = Role::new(index as u8);
            let piece = Piece { side, role };
            for from in set.and(position.of(side)).cells().filter(|_| !rules.royal) {
                let moves = count_targets::<B>(piece, view.pseudo_legal(from, piece));
                self.pieces.push(Replier {
                    from,
                    place: B::Set::single(from),
                    role,
                    feels: view.feels(from, piece),
                    reaches: view.reached_from(from, piece),
                    moves,
                });
            }
        }
        self.pieces.iter().map(|replier| replier.moves).sum()
    }

    /// The legal moves after a move that has made these changes; `None` if it
    /// gives check.
    #[inline]
    fn count_after(&self, next: &Position<B>, changed: &Changed<B>, common: u64) -> Option<u64> {
        let side = next.turn();
        let view = View::new(next);
        let king = next.royal(side);
        let found = view.restrictions(king);
        if found.check != B::Set::FULL {
            return None;
        }
        let mut count = common;
        if let (Some(king), Some(role)) = (king, B::ROYAL) {
            count += u64::from(view.king_targets(king, Piece { side, role }).len());
        }
        for replier in &self.pieces {
            let again = replier.feels.and(changed.occupied);
            let again = again.or(replier.reaches.and(changed.taken));
            if !replier.place.and(changed.taken).is_empty() {
                count -= replier.moves;
            } else if !again.or(replier.place.and(found.pinned)).is_empty() {
                let role = replier.role;
                let piece = Piece { side, role };
                let targets = view.targets(replier.from, piece, king, &found);
                count += count_targets::<B>(piece, targets);
                count -= replier.moves;
            }
        }
        Some(count)
    }
}

/// What a move has changed for the other side.
struct Changed<B: Board> {
    /// Cells that were empty and are occupied now, or the other way round.
    occupied: B::Set,
    /// The cell of the piece it has taken.
    taken: B::Set,
}

/// The number of moves to those targets: several to each where the piece
/// promotes.
#[inline]
fn count_targets<B: Board>(piece: Piece, targets: B::Set) -> u64 {
    let kinds = rules_of::<B>(piece.role).promotes.len() as u64;
    let mut count = u64::from(targets.len());
    if kinds > 0 {
        let promoting = targets.and(B::tables().promotion[piece.side.index()]);
        count += (kinds - 1) * u64::from(promoting.len());
    }
    count
}
