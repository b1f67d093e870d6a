//! Puzzles: positions in which one line of moves wins, and the solver never has a second good move.
//!
//! A puzzle is one line of text; lines that begin with `#` are comments:
//!
//! ```text
//! <position text> pv <UCI moves>; motif <word>; rating <number>;
//! ```
//!
//! The first and the last move are the solver's. `icochess-lab puzzles` finds them, and
//! `src/BOARD/puzzles.txt` has those that are built in.

use std::fmt;

use icochess_rules::{AnyBoard, Move, PositionTextError, Record, quoted};

use crate::Variant;

/// A position with its solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Game without moves that starts in the position. The solver moves first.
    pub position: Record,
    /// Moves of both sides in turn, an odd number. All are legal.
    pub moves: Vec<Move>,
    /// Why the first move is good.
    pub motif: Motif,
    /// Difficulty, from 600 to 2,400: 600 for the first hundred nodes after which a search keeps
    /// the first move, 300 for each tenfold of them, and 150 for each later move of the solver.
    pub rating: u16,
}

/// Why the first move of a puzzle is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Motif {
    /// `mate`: it leads to mate.
    Mate,
    /// `win`: it leads to a win by another rule of the board.
    Win,
    /// `fork`: it attacks two pieces, and one is lost.
    Fork,
    /// `discovery`: it opens a line for another piece, whose target is lost.
    Discovery,
    /// `pin`: it pins a piece.
    Pin,
    /// `capture`: it captures a piece and gives less for it.
    Capture,
    /// `defence`: it saves a piece, or stops a threat.
    Defence,
    /// `gain`: it wins material in another way.
    Gain,
}

impl Motif {
    /// All motifs.
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Win,
        Self::Fork,
        Self::Discovery,
        Self::Pin,
        Self::Capture,
        Self::Defence,
        Self::Gain,
    ];

    /// Returns the word in puzzle files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Win => "win",
            Self::Fork => "fork",
            Self::Discovery => "discovery",
            Self::Pin => "pin",
            Self::Capture => "capture",
            Self::Defence => "defence",
            Self::Gain => "gain",
        }
    }
}

/// Returns the built-in puzzles of a board in the order of its file. Some boards have none.
///
/// # Panics
///
/// If a line is invalid, which a test rules out.
pub fn puzzles(variant: Variant) -> Vec<Puzzle> {
    let lines = variant.puzzle_text().lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parse = |line| {
        Puzzle::parse(variant.board(), line).unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    lines.map(parse).collect()
}

impl Puzzle {
    /// Lowest and highest rating.
    pub const RATINGS: (u16, u16) = (600, 2400);

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// [`PuzzleError`] if the line isn't a puzzle on this board, or a move is illegal.
    pub fn parse(board: AnyBoard, line: &str) -> Result<Self, PuzzleError> {
        let (text, rest) = line.split_once(" pv ").ok_or(PuzzleError::Form)?;
        let mut fields = rest.split(';').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        let (uci, motif, rating) = (field(), field(), field());
        let word = motif.strip_prefix("motif ").ok_or(PuzzleError::Form)?;
        let number = rating.strip_prefix("rating ").ok_or(PuzzleError::Form)?;
        let position = board.read_position(text).map_err(PuzzleError::Position)?;
        let mut game = position.clone();
        let mut moves = Vec::new();
        for uci in uci.split_ascii_whitespace() {
            let illegal = || PuzzleError::Move(quoted(uci));
            let mv = game.position().parse_uci(uci).map_err(|_| illegal())?;
            game.make_mut().play(mv).map_err(|_| illegal())?;
            moves.push(mv);
        }
        if moves.len().is_multiple_of(2) {
            return Err(PuzzleError::Length(moves.len()));
        }
        let motif = Motif::ALL.into_iter().find(|motif| motif.word() == word);
        let (lowest, highest) = Self::RATINGS;
        let rating = number.parse().ok();
        Ok(Self {
            position,
            moves,
            motif: motif.ok_or_else(|| PuzzleError::Motif(quoted(word)))?,
            rating: rating
                .filter(|rating| (lowest..=highest).contains(rating))
                .ok_or_else(|| PuzzleError::Rating(quoted(number)))?,
        })
    }

    /// Returns the number of the solver's moves.
    pub fn solver_moves(&self) -> usize {
        self.moves.len().div_ceil(2)
    }
}

impl fmt::Display for Puzzle {
    /// Writes the line of the puzzle.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position.position();
        write!(f, "{} pv", position.text())?;
        for mv in &self.moves {
            write!(f, " {}", position.uci(*mv))?;
        }
        write!(f, "; motif {}; rating {};", self.motif.word(), self.rating)
    }
}

/// Why a line isn't a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// A field is missing.
    Form,
    /// The position can't be read.
    Position(PositionTextError),
    /// A move can't be read or is illegal.
    Move(String),
    /// The solver doesn't make the last move of this number.
    Length(usize),
    /// The motif is unknown.
    Motif(String),
    /// The rating is no number, or out of range.
    Rating(String),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("expected a position, pv, motif and rating"),
            Self::Position(error) => error.fmt(f),
            Self::Move(text) => write!(f, "{text} is no legal move"),
            Self::Length(moves) => write!(f, "expected an odd number of moves, found {moves}"),
            Self::Motif(word) => write!(f, "there is no motif {word}"),
            Self::Rating(text) => {
                let (lowest, highest) = Puzzle::RATINGS;
                write!(
                    f,
                    "expected a rating from {lowest} to {highest}, found {text}"
                )
            }
        }
    }
}

impl std::error::Error for PuzzleError {}
