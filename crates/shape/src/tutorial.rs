//! Tutorials: positions, and the player's task in each.

use icochess_message::{Msg, msg};
use icochess_rules::{AnyPosition, CellSet, Effect, Move, MoveKind, Outcome, Record};

/// A tutorial step: a position, and a task for the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Instruction, one sentence.
    pub text: Msg,
    /// Position, in the text format of the board.
    pub position: &'static str,
    /// Task that finishes the step.
    pub task: Task,
}

/// The player's task in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Turn the board.
    Turn,
    /// Select a piece of the other side.
    Find,
    /// Move one piece of each kind on the board.
    MoveEach,
    /// Capture a piece.
    Capture,
    /// Make a move that prevents an immediate win by the other side.
    Defend,
    /// Win with one move.
    Win,
    /// Make a move, and take it back.
    TakeBack,
}

impl Step {
    /// Creates a step with this position and task, explained by `text`.
    pub const fn new(position: &'static str, task: Task, text: Msg) -> Self {
        Self {
            text,
            position,
            task,
        }
    }

    /// Creates the usual steps: turn the board, find the other side, move each kind of piece,
    /// capture, and take a move back. The board's own two steps come before the last one.
    pub const fn standard(
        start: &'static str,
        kinds: &'static str,
        capture: &'static str,
        defend: Self,
        win: Self,
    ) -> [Self; 7] {
        [
            Self::new(start, Task::Turn, msg!("tutorial-turn")),
            Self::new(start, Task::Find, msg!("tutorial-find")),
            Self::new(kinds, Task::MoveEach, msg!("tutorial-each")),
            Self::new(capture, Task::Capture, msg!("tutorial-capture")),
            defend,
            win,
            Self::new(start, Task::TakeBack, msg!("tutorial-take-back")),
        ]
    }

    /// Creates the step in which the side to move ends a check.
    pub const fn end_check(position: &'static str) -> Self {
        Self::new(position, Task::Defend, msg!("tutorial-check"))
    }

    /// Creates the step in which the side to move mates.
    pub const fn mate(position: &'static str) -> Self {
        Self::new(position, Task::Win, msg!("tutorial-mate"))
    }
}

impl Task {
    /// Returns whether a legal move fulfils the task. Moves of a part of the board never do.
    pub fn accepts(self, game: &Record, mv: Move) -> bool {
        if mv.kind == MoveKind::Carriage {
            return false;
        }
        let position = game.position();
        match self {
            Self::Turn | Self::Find => false,
            Self::MoveEach | Self::TakeBack => true,
            Self::Capture => {
                let effects = position.effects(mv);
                effects.iter().any(|it| matches!(it, Effect::Taken { .. }))
            }
            Self::Win => wins(game, mv),
            Self::Defend => after(game, mv).is_some_and(|game| {
                let replies = game.position().legal_moves();
                !replies.into_iter().any(|reply| wins(&game, reply))
            }),
        }
    }

    /// Returns whether the task requires a particular move.
    pub const fn is_of_one_move(self) -> bool {
        matches!(self, Self::Capture | Self::Defend | Self::Win)
    }

    /// Returns the legal moves that fulfil the task.
    pub fn solutions(self, game: &Record) -> Vec<Move> {
        let mut moves = game.position().legal_moves();
        moves.retain(|mv| self.accepts(game, *mv));
        moves
    }

    /// Returns the names of the side to move's kinds of piece.
    pub fn kinds(position: &dyn AnyPosition) -> Vec<&'static str> {
        let own = position.by_side(position.turn()).cells();
        let mut names: Vec<&str> = own
            .filter_map(|cell| Some(position.rules_of(position.piece_at(cell)?.role).name))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Returns the game after a move; `None` if the move is illegal.
fn after(game: &Record, mv: Move) -> Option<Record> {
    let mut game = game.clone();
    game.make_mut().play(mv).ok()?;
    Some(game)
}

fn wins(game: &Record, mv: Move) -> bool {
    let mover = game.position().turn();
    let end = after(game, mv).and_then(|game| game.outcome());
    end.and_then(Outcome::winner) == Some(mover)
}
