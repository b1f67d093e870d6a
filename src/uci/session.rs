//! The conversation: what is set up, and what each line makes of it.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::command::Command;
use super::picture;
use super::refusal::Refusal;
use crate::rules::{Board, Move, OnBoard, Position, Variant, divide_until};

/// Something that takes long and is done elsewhere. It reads the flag, which
/// asks it to stop, and says lines.
pub type Work = Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(String)) + Send>;

/// What a line is answered with.
pub enum Answer {
    /// Nothing.
    Silence,
    /// These lines.
    Lines(String),
    /// What this says; it is not to be begun before the last work has ended.
    Work(Work),
    /// That the work under way is to stop.
    Stop,
    /// That all ends.
    Quit,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silence => f.write_str("Silence"),
            Self::Lines(lines) => f.debug_tuple("Lines").field(lines).finish(),
            Self::Work(_) => f.write_str("Work"),
            Self::Stop => f.write_str("Stop"),
            Self::Quit => f.write_str("Quit"),
        }
    }
}

/// The state of a conversation: a board and a position on it.
///
/// ```
/// use icochess::uci::{Answer, Session};
///
/// let mut session = Session::default();
/// session.obey("setoption name UCI_Variant value chess")?;
/// session.obey("position startpos moves e2e4")?;
/// let refusal = session.obey("position startpos moves e2e5").unwrap_err();
/// assert!(refusal.to_string().contains("the piece does not move that way"));
/// assert!(session.position_text().ends_with("b KQkq - 0 1"));
/// # Ok::<(), icochess::uci::Refusal>(())
/// ```
pub struct Session {
    variant: Variant,
    game: Box<dyn Game>,
}

impl Default for Session {
    /// The start position of the default variant.
    fn default() -> Self {
        Self::new(Variant::default())
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("variant", &self.variant)
            .field("position", &self.position_text())
            .finish()
    }
}

impl Session {
    /// The start position of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        let game = variant.on_board(NewGame);
        Self { variant, game }
    }

    /// The board that is played on.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The text of the position that is set up.
    #[must_use]
    pub fn position_text(&self) -> String {
        self.game.text()
    }

    /// Does what a line asks for.
    ///
    /// # Errors
    ///
    /// [`Refusal`] if that cannot be done; then nothing has changed.
    pub fn obey(&mut self, line: &str) -> Result<Answer, Refusal> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some(command) = Command::read(&words)? else {
            return Ok(Answer::Silence);
        };
        Ok(match command {
            Command::Uci => Answer::Lines(introduction()),
            Command::IsReady => Answer::Lines("readyok".into()),
            Command::SetVariant(variant) => {
                *self = Self::new(variant);
                Answer::Silence
            }
            Command::NewGame => {
                *self = Self::new(self.variant);
                Answer::Silence
            }
            Command::Position { fen, moves } => {
                self.game.set_up(fen.as_deref(), moves)?;
                Answer::Silence
            }
            Command::Display => Answer::Lines(self.game.describe()),
            Command::Perft(depth) => Answer::Work(self.game.perft(depth)),
            Command::Stop => Answer::Stop,
            Command::Quit => Answer::Quit,
        })
    }
}

fn introduction() -> String {
    let variants: String = Variant::ALL
        .iter()
        .map(|variant| format!(" var {variant}"))
        .collect();
    format!(
        "id name Icochess {}\n\
         id author the Icochess founders\n\
         option name UCI_Variant type combo default {}{variants}\n\
         uciok",
        env!("CARGO_PKG_VERSION"),
        Variant::default()
    )
}

/// What the session asks of a position, whatever its board.
trait Game: Send {
    /// Sets up a position, the start if none is given, and plays moves.
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), Refusal>;
    /// The position text.
    fn text(&self) -> String;
    /// What `d` says.
    fn describe(&self) -> String;
    /// The counting of so many plies.
    fn perft(&self, depth: u32) -> Work;
}

/// Makes the game in its start position.
struct NewGame;

impl OnBoard for NewGame {
    type Output = Box<dyn Game>;

    fn run<B: Board>(self) -> Self::Output {
        Box::new(Position::<B>::start())
    }
}

impl<B: Board> Game for Position<B> {
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), Refusal> {
        let start = fen.map_or_else(|| Ok(Self::start()), str::parse)?;
        *self = (1..).zip(moves).try_fold(start, play)?;
        Ok(())
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn describe(&self) -> String {
        picture::describe(self)
    }

    fn perft(&self, depth: u32) -> Work {
        let position = *self;
        Box::new(move |stop, say| {
            let mut moves = 0;
            let counted = divide_until(&position, depth, stop, |mv, count| {
                moves += 1;
                say(format!("{}: {count}", mv.uci::<B>()));
            });
            if !counted.complete {
                let all = position.count_moves();
                say(format!(
                    "info string stopped after {moves} of {all} moves: the sum is not complete"
                ));
            }
            say(format!("Nodes searched: {}", counted.leaves));
        })
    }
}

/// The position after the move of that number and text.
fn play<B: Board>(
    position: Position<B>,
    (number, text): (usize, &&str),
) -> Result<Position<B>, Refusal> {
    let mv = Move::from_uci::<B>(text).map_err(|problem| Refusal::MoveText { number, problem })?;
    position.play(mv).map_err(|illegal| {
        let mut legal: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|mv| mv.uci::<B>())
            .collect();
        legal.sort();
        Refusal::IllegalMove {
            number,
            text: mv.uci::<B>(),
            reason: illegal.reason,
            legal,
        }
    })
}
