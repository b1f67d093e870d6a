//! Counting the leaves of the move tree, to check and to time the rules.
//!
//! The last ply is counted without being played, and the counts of siblings
//! share their work ([`Replies`]).

use std::sync::atomic::{AtomicBool, Ordering};

use super::board::{Board, RoleSets};
use super::cell::{Cell, CellSet};
use super::movegen::{PieceMoves, Restrictions, View};
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
    let never = AtomicBool::new(false);
    count(position, depth, &mut Replies::default(), &never)
}

/// Once `stop` is set, what is not yet counted is left out. It is looked at
/// every few thousand leaves: often enough to stop at once, too rarely to be
/// felt.
fn count<B: Board>(
    position: &Position<B>,
    depth: u32,
    replies: &mut Replies<B>,
    stop: &AtomicBool,
) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        2 => replies.count(position),
        _ if stop.load(Ordering::Relaxed) => 0,
        _ => {
            let mut nodes = 0;
            position.each_child(|_, next| nodes += count(next, depth - 1, replies, stop));
            nodes
        }
    }
}

/// [`perft`] for each legal move of `position` by itself, sorted by move text.
///
/// Depth 0 has no moves to divide by: the list is empty.
///
/// ```
/// use icochess::rules::{Chess, Position, divide};
///
/// let counts = divide(&Position::<Chess>::start(), 2);
/// assert_eq!(counts.len(), 20);
/// let (first, replies) = counts[0];
/// assert_eq!((first.uci::<Chess>().as_str(), replies), ("a2a3", 20));
/// ```
#[must_use]
pub fn divide<B: Board>(position: &Position<B>, depth: u32) -> Vec<(Move, u64)> {
    let mut counts = Vec::new();
    divide_until(position, depth, &AtomicBool::new(false), |mv, count| {
        counts.push((mv, count));
    });
    counts
}

/// How far a count came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Leaves counted.
    pub leaves: u64,
    /// Are these all? `false` if the count was stopped.
    pub complete: bool,
}

/// Like [`divide`], but calls `each` as soon as a move is counted, and ends
/// early once another thread sets `stop`.
///
/// A move that is not counted to its end then is not given to `each`, but what
/// was counted of it is in the sum.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use icochess::rules::{Chess, Counted, Position, divide_until};
///
/// let (start, never) = (Position::<Chess>::start(), AtomicBool::new(false));
/// let mut moves = 0;
/// let counted = divide_until(&start, 3, &never, |_, _| moves += 1);
/// assert_eq!((moves, counted), (20, Counted { leaves: 8902, complete: true }));
/// ```
pub fn divide_until<B: Board>(
    position: &Position<B>,
    depth: u32,
    stop: &AtomicBool,
    mut each: impl FnMut(Move, u64),
) -> Counted {
    let Some(rest) = depth.checked_sub(1) else {
        return Counted {
            leaves: 1,
            complete: true,
        };
    };
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|mv| mv.uci::<B>());
    let mut replies = Replies::default();
    let mut leaves = 0;
    for mv in moves {
        let count = count(&position.after(mv), rest, &mut replies, stop);
        leaves += count;
        if stop.load(Ordering::Relaxed) {
            return Counted {
                leaves,
                complete: false,
            };
        }
        each(mv, count);
    }
    Counted {
        leaves,
        complete: true,
    }
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
    /// What a change on a cell means, by cell.
    effects: Vec<Effects>,
}

/// A piece that will reply.
struct Replier<B: Board> {
    from: Cell,
    /// The same as a set.
    place: B::Set,
    piece: Piece,
    /// How many moves it has before the move.
    moves: u64,
}

/// To which pieces a change on a cell matters: bits by the place in
/// [`Replies::pieces`].
#[derive(Clone, Copy, Default)]
struct Effects {
    /// That it is occupied or becomes empty.
    felt: u64,
    /// That a piece of their own side is taken there.
    reached: u64,
    /// That the piece there is pinned or taken.
    stands: u64,
}

/// What holds before the move for all the pieces that will reply.
struct Common<B: Board> {
    /// The sum of their moves.
    moves: u64,
    /// The pins on their king.
    found: Restrictions<B>,
    /// Where a change could matter to those.
    guards: B::Set,
}

/// What a move has changed for the other side.
struct Changed<B: Board> {
    /// Cells that were empty and are occupied now, or the other way round.
    occupied: B::Set,
    /// The cell of the piece it has taken.
    taken: B::Set,
}

impl<B: Board> Default for Replies<B> {
    fn default() -> Self {
        Self {
            pieces: Vec::with_capacity(64),
            effects: vec![Effects::default(); B::tables().names.len()],
        }
    }
}

impl<B: Board> Replies<B> {
    fn count(&mut self, position: &Position<B>) -> u64 {
        let Some(common) = self.prepare(position) else {
            let mut total = 0;
            position.each_child(|_, next| total += next.count_moves());
            return total;
        };
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
                .then(|| self.count_after(next, &changed, &common))
                .flatten()
                .unwrap_or_else(|| next.count_moves());
        });
        total
    }

    /// Counts the moves of each piece that will reply; `None` if there are more
    /// pieces than bits in [`Effects`].
    fn prepare(&mut self, position: &Position<B>) -> Option<Common<B>> {
        self.pieces.clear();
        self.effects.fill(Effects::default());
        let side = !position.turn();
        let view = View::new(position);
        let king = position.royal(side);
        let mut sum = 0;
        for (index, (rules, set)) in B::ROLES.iter().zip(position.roles.sets()).enumerate() {
            let role = Role::new(index as u8);
            let piece = Piece { side, role };
            for from in set.and(position.of(side)).cells().filter(|_| !rules.royal) {
                let moves =
                    PieceMoves::<B>::new(piece, from, view.pseudo_legal(from, piece)).count();
                sum += moves;
                let bit = 1_u64.checked_shl(self.pieces.len() as u32)?;
                for cell in view.feels(from, piece).cells() {
                    self.effects[cell.index()].felt |= bit;
                }
                for cell in view.reached_from(from, piece).cells() {
                    self.effects[cell.index()].reached |= bit;
                }
                self.effects[from.index()].stands = bit;
                self.pieces.push(Replier {
                    from,
                    place: B::Set::single(from),
                    piece,
                    moves,
                });
            }
        }
        Some(Common {
            moves: sum,
            found: view.restrictions(king, side),
            guards: king.map_or(B::Set::EMPTY, |king| view.guards(king, side)),
        })
    }

    /// The legal moves after a move that has made these changes; `None` if it
    /// gives check.
    #[inline]
    fn count_after(
        &self,
        next: &Position<B>,
        changed: &Changed<B>,
        common: &Common<B>,
    ) -> Option<u64> {
        let side = next.turn();
        let view = View::new(next);
        let king = next.royal(side);
        let anew;
        let found = if changed
            .occupied
            .or(changed.taken)
            .and(common.guards)
            .is_empty()
        {
            &common.found
        } else {
            anew = view.restrictions(king, side);
            &anew
        };
        if found.check != B::Set::FULL {
            return None;
        }
        let mut count = common.moves;
        if let (Some(king), Some(role)) = (king, B::ROYAL) {
            count += u64::from(
                view.king_targets(king, Piece { side, role }, B::Set::FULL)
                    .len(),
            );
        }
        let mut again = 0;
        for cell in changed.occupied.cells() {
            again |= self.effects[cell.index()].felt;
        }
        for cell in changed.taken.cells() {
            again |= self.effects[cell.index()].reached;
        }
        for cell in found.pinned.or(changed.taken).cells() {
            again |= self.effects[cell.index()].stands;
        }
        while again != 0 {
            let replier = &self.pieces[again.trailing_zeros() as usize];
            again &= again - 1;
            count -= replier.moves;
            if replier.place != changed.taken {
                let targets = view.targets(replier.from, replier.piece, king, found);
                count += PieceMoves::<B>::new(replier.piece, replier.from, targets).count();
            }
        }
        Some(count)
    }
}
