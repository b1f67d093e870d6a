//! The position of a conversation, whatever its board, and the work on it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::description;
use super::error::CommandError;
use super::options::Options;
use super::report;
use crate::{Evaluated, Limits, Root, TranspositionTable};
use icochess_rules::{AnyBoard, Board, IllegalReason, Move, Position, divide_until};

/// Long work for another thread. It watches the flag that asks it to stop, writes lines by the
/// callback, and returns the last line, its answer.
pub type Work = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(String)) -> String + Send>;

/// The operations of a session on a position of any board.
pub(super) trait Game: Send {
    /// Sets up a position, the start if none is given, and plays moves.
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), CommandError>;
    /// The position text.
    fn text(&self) -> String;
    /// The answer to the command `d`.
    fn describe(&self) -> String;
    /// The work of counting the positions after `depth` plies.
    fn perft(&self, depth: u32) -> Work;
    /// The search for the best move, among these if any are given.
    fn search(
        &self,
        limits: Limits,
        moves: &[&str],
        options: &Options,
        table: Arc<TranspositionTable>,
    ) -> Result<Work, CommandError>;
}

/// A board on which a session can play.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    board: AnyBoard,
    new_game: fn() -> Box<dyn Game>,
}

impl Variant {
    /// The variant of board `B`.
    pub fn of<B: Evaluated>() -> Self {
        Self {
            board: AnyBoard::of::<B>(),
            new_game: || Box::new(Root::<B>::new(Position::start())),
        }
    }

    /// The board as a value.
    pub const fn board(self) -> AnyBoard {
        self.board
    }

    /// A game in the start position.
    pub(super) fn new_game(self) -> Box<dyn Game> {
        (self.new_game)()
    }
}

impl<B: Evaluated> Game for Root<B> {
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), CommandError> {
        let start = fen.map_or_else(|| Ok(Position::start()), str::parse)?;
        let mut game = Self::new(start);
        for (number, text) in (1..).zip(moves) {
            let mv = read(game.position(), number, text)?;
            // Other programs may play on after draws that need no claim.
            game.play(mv)
                .map_err(|illegal| refuse(game.position(), number, mv, illegal.reason))?;
        }
        *self = game;
        Ok(())
    }

    fn text(&self) -> String {
        self.position().to_string()
    }

    fn describe(&self) -> String {
        description::describe(self.position())
    }

    fn search(
        &self,
        mut limits: Limits,
        moves: &[&str],
        options: &Options,
        table: Arc<TranspositionTable>,
    ) -> Result<Work, CommandError> {
        limits.infinite |= !limits.is_limited(self.position().turn());
        if options.ends_by_itself {
            limits.infinite = false;
            limits.ponder = None;
        }
        limits.overhead = options.overhead;
        let moves = (1..)
            .zip(moves)
            .map(|(number, text)| {
                let position = self.position();
                let mv = read(position, number, text)?;
                match position.why_illegal(mv) {
                    None => Ok(mv),
                    Some(reason) => Err(refuse(position, number, mv, reason)),
                }
            })
            .collect::<Result<Vec<_>, _>>()?;
        let (root, options) = (self.clone(), options.clone());
        Ok(Box::new(move |stop, say| {
            report::search(root, limits, &moves, &options, &table, stop, say)
        }))
    }

    fn perft(&self, depth: u32) -> Work {
        let position = *self.position();
        Box::new(move |stop, say| {
            let mut moves = 0;
            let counted = divide_until(&position, depth, stop, |mv, count| {
                moves += 1;
                say(format!("{}: {count}", position.uci(mv)));
            });
            if !counted.complete {
                let all = position.count_moves();
                say(format!(
                    "info string stopped after {moves} of {all} moves: the sum is not complete"
                ));
            }
            format!("Nodes searched: {}", counted.leaves)
        })
    }
}

/// Reads a move, legal or not; `number` is its place in the list, for errors.
fn read<B: Board>(position: &Position<B>, number: usize, text: &str) -> Result<Move, CommandError> {
    position
        .parse_uci(text)
        .map_err(|problem| CommandError::MoveText { number, problem })
}

/// The error of a move of the list that is refused, with the legal moves.
fn refuse<B: Board>(
    position: &Position<B>,
    number: usize,
    mv: Move,
    reason: IllegalReason,
) -> CommandError {
    let moves = match reason {
        IllegalReason::GameOver => Vec::new(),
        _ => position.legal_moves(),
    };
    let mut legal: Vec<String> = moves.iter().map(|mv| position.uci(*mv)).collect();
    legal.sort();
    CommandError::IllegalMove {
        number,
        text: position.uci(mv),
        reason,
        legal,
    }
}
