//! The first steps on a board: positions, and what a newcomer does in them.

use icochess_message::{Msg, msg};
use icochess_rules::{AnyPosition, CellSet, Effect, Move, MoveKind, Outcome, Record};

/// A step of a tutorial: a position, and what the side to move is to do in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The sentence that says what is to be done.
    pub text: Msg,
    /// The position, in the text of the board.
    pub position: &'static str,
    /// The task that finishes the step.
    pub task: Task,
}

/// The task of a player in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Turn the board.
    Turn,
    /// Pick a piece of the other side.
    Find,
    /// Move one piece of each kind that stands there.
    MoveEach,
    /// Capture a piece.
    Capture,
    /// Make a move after which the other side cannot win at once.
    Defend,
    /// Win with one move.
    Win,
    /// Make a move, and take it back.
    TakeBack,
}

impl Step {
    /// A step with this position and task, told by `text`.
    pub const fn new(position: &'static str, task: Task, text: Msg) -> Self {
        Self {
            text,
            position,
            task,
        }
    }

    /// The usual steps: turn the board and find the other side at the start, move a piece of each
    /// kind, capture, the two steps that the board has of its own, and take a move back.
    pub const fn usual(
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

    /// The step in which the side to move ends a check.
    pub const fn end_check(position: &'static str) -> Self {
        Self::new(position, Task::Defend, msg!("tutorial-check"))
    }

    /// The step in which the side to move mates.
    pub const fn mate(position: &'static str) -> Self {
        Self::new(position, Task::Win, msg!("tutorial-mate"))
    }
}

impl Task {
    /// Whether a legal move is one of those that the task asks for. No move of a part of the board
    /// is.
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

    /// Whether it asks for a certain move.
    pub const fn is_of_one_move(self) -> bool {
        matches!(self, Self::Capture | Self::Defend | Self::Win)
    }

    /// The legal moves that the task asks for.
    pub fn solutions(self, game: &Record) -> Vec<Move> {
        let mut moves = game.position().legal_moves();
        moves.retain(|mv| self.accepts(game, *mv));
        moves
    }

    /// The kinds of piece of the side to move, by their names.
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

/// The game after a move; `None` if that is not legal.
fn after(game: &Record, mv: Move) -> Option<Record> {
    let mut game = game.clone();
    game.make_mut().play(mv).ok()?;
    Some(game)
}

/// Whether the side to move wins with a move.
fn wins(game: &Record, mv: Move) -> bool {
    let mover = game.position().turn();
    let end = after(game, mv).and_then(|game| game.outcome());
    end.and_then(Outcome::winner) == Some(mover)
}
