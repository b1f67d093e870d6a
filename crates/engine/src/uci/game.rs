//! A session's position on any board, and the work on it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::description;
use super::error::CommandError;
use super::options::Options;
use super::report;
use crate::eval::network::key;
use crate::{Evaluated, Limits, Root, TranspositionTable};
use icochess_endings::Endings;
use icochess_rules::{AnyBoard, Board, IllegalReason, Move, Position, divide_until};

/// A long task for another thread. It checks the stop flag, writes lines through the callback, and
/// returns its last line as the answer.
pub type Work = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(String)) -> String + Send>;

/// Session operations on a position, independent of the board.
pub(super) trait Game: Send {
    /// Sets up a position (the start position if `fen` is `None`) and plays moves.
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), CommandError>;
    /// Returns the position text.
    fn text(&self) -> String;
    /// Returns the answer to the command `d`.
    fn describe(&self) -> String;
    /// Returns the task of counting positions after `depth` plies.
    fn perft(&self, depth: u32) -> Work;
    /// Returns the task of searching for the best move, among `moves` unless empty.
    fn search(
        &self,
        limits: Limits,
        moves: &[&str],
        options: &Options,
        table: Arc<TranspositionTable>,
        endings: Option<Arc<Endings>>,
    ) -> Result<Work, CommandError>;
}

/// A board that sessions can play on.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    board: AnyBoard,
    new_game: fn() -> Box<dyn Game>,
    endings: fn() -> Option<Endings>,
    network: &'static [u8],
    read_network: fn(),
}

impl Variant {
    /// Returns the variant of board `B`.
    pub fn of<B: Evaluated>() -> Self {
        Self {
            board: AnyBoard::of::<B>(),
            new_game: || Box::new(Root::<B>::new(Position::start())),
            endings: Endings::of::<B>,
            network: B::NETWORK,
            read_network: || {
                B::evaluator().network();
            },
        }
    }

    /// Returns the board of the variant.
    pub const fn board(self) -> AnyBoard {
        self.board
    }

    /// Creates a game in the start position.
    pub(super) fn new_game(self) -> Box<dyn Game> {
        (self.new_game)()
    }

    /// Returns the key of the board's network, if it has one.
    pub(super) fn network_key(self) -> Option<u64> {
        (!self.network.is_empty()).then(|| key(self.network))
    }

    /// Reads the board's network, if it has one.
    pub(super) fn read_network(self) {
        (self.read_network)();
    }

    /// Returns the endings of the board, none of them solved.
    pub(super) fn endings(self) -> Option<Endings> {
        (self.endings)()
    }
}

impl<B: Evaluated> Game for Root<B> {
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), CommandError> {
        let start = fen.map_or_else(|| Ok(Position::start()), str::parse)?;
        let mut game = Self::new(start);
        for (number, text) in (1..).zip(moves) {
            let mv = read(game.position(), number, text)?;
            // Other programs may continue after automatic draws.
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
        endings: Option<Arc<Endings>>,
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
            let class = endings.as_ref().and_then(|it| it.class_of(root.position()));
            if let (Some(endings), Some(class)) = (&endings, class)
                && endings.is_small(class)
            {
                endings.solve_in_background(class);
            }
            let endings = endings.as_deref();
            report::search(root, limits, &moves, &options, &table, endings, stop, say)
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

/// Parses a move, legal or not; `number` is its position in the list, for errors.
fn read<B: Board>(position: &Position<B>, number: usize, text: &str) -> Result<Move, CommandError> {
    position
        .parse_uci(text)
        .map_err(|problem| CommandError::MoveText { number, problem })
}

/// Returns the error for an illegal move, with the legal moves.
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
