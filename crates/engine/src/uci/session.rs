//! The state of a session, and the effect of each line on it.

use std::sync::Arc;

use super::command::Command;
use super::error::CommandError;
use super::game::{Game, Variant, Work};
use super::options::{Effect, Options};
use super::protocol::NO_MOVE;
use crate::{PonderHit, TranspositionTable};
use icochess_endings::Endings;
use icochess_rules::{AnyBoard, quoted};

/// The answer to a line.
pub enum Answer {
    /// No output.
    Silence,
    /// Lines to write, without the last newline.
    Lines(String),
    /// A task to run after the previous one has ended.
    Work(Work),
    /// Stop the running task.
    Stop,
    /// End the session.
    Quit,
}

/// The state of a UCI session: a board, a position on it and options.
///
/// ```
/// use icochess_boards::Variant;
/// use icochess_engine::uci::{Answer, Session};
///
/// let mut session = Session::new(Variant::for_uci(), "icochess").expect("a board");
/// session.execute("setoption name UCI_Variant value chess")?;
/// session.execute("position startpos moves e2e4")?;
/// let refusal = session.execute("position startpos moves e2e5").err().expect("an illegal move");
/// assert!(refusal.to_string().contains("the piece does not move that way"));
/// assert!(session.position_text().ends_with("b KQkq - 0 1"));
/// # Ok::<(), icochess_engine::uci::CommandError>(())
/// ```
pub struct Session {
    /// The available boards, at least one.
    variants: Vec<Variant>,
    /// Index of the current board.
    variant: usize,
    game: Box<dyn Game>,
    /// Whether the last position was refused, which leaves nothing to search.
    is_refused: bool,
    options: Options,
    /// The transposition table, created on first use, normally by `isready`.
    table: Option<Arc<TranspositionTable>>,
    /// Endings of the board, created on first use.
    endings: Option<Arc<Endings>>,
    /// Ponder hit of the pondering search.
    ponder: Option<PonderHit>,
}

impl Session {
    /// Creates a session at the start position of the variant with this identifier. Returns `None`
    /// if no variant has it.
    pub fn new(variants: Vec<Variant>, id: &str) -> Option<Self> {
        let variant = variants.iter().position(|it| it.board().id() == id)?;
        Some(Self {
            game: variants[variant].new_game(),
            variants,
            variant,
            is_refused: false,
            options: Options::default(),
            table: None,
            endings: None,
            ponder: None,
        })
    }

    /// Makes infinite and pondering searches end by themselves, for callers without threads, which
    /// can't stop running work.
    pub fn without_stop(mut self) -> Self {
        self.options.ends_by_itself = true;
        self
    }

    /// Returns the current board.
    pub fn board(&self) -> AnyBoard {
        self.played().board()
    }

    fn boards(&self) -> Vec<AnyBoard> {
        self.variants.iter().map(|it| it.board()).collect()
    }

    fn played(&self) -> Variant {
        self.variants[self.variant]
    }

    /// Returns the text of the current position.
    pub fn position_text(&self) -> String {
        self.game.text()
    }

    fn begin_game(&mut self) {
        self.game = self.played().new_game();
        self.is_refused = false;
        self.clear_table();
    }

    fn clear_table(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    fn table(&mut self) -> Arc<TranspositionTable> {
        let size = self.options.hash;
        self.table
            .get_or_insert_with(|| Arc::new(TranspositionTable::new(size)))
            .clone()
    }

    fn endings(&mut self) -> Option<Arc<Endings>> {
        if self.options.endings && self.endings.is_none() {
            self.endings = self.played().endings().map(Arc::new);
        }
        self.endings.clone().filter(|_| self.options.endings)
    }

    /// Executes the command in a line.
    ///
    /// # Errors
    ///
    /// [`CommandError`] if the command is refused; nothing changes then. After a refused position,
    /// however, `go` answers `bestmove 0000` instead of searching the previous position, until a
    /// position is accepted or a new game begins.
    pub fn execute(&mut self, line: &str) -> Result<Answer, CommandError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let answer = self.execute_words(&words);
        if answer.is_err() && Command::word(&words) == Some("position") {
            self.is_refused = true;
        }
        answer
    }

    fn introduction(&self) -> String {
        let network = |variant: &Variant| {
            let key = variant.network_key()?;
            Some(format!(
                "info string network {}: {key:016x}\n",
                variant.board().id()
            ))
        };
        let networks: String = self.variants.iter().filter_map(network).collect();
        format!(
            "id name Icochess {}\nid author the Icochess founders\n{}\n{networks}uciok",
            env!("CARGO_PKG_VERSION"),
            Options::introduction(self.board(), &self.boards())
        )
    }

    /// Records that a line couldn't be read, because it may have been a position.
    pub fn report_lost_line(&mut self) {
        self.is_refused = true;
    }

    fn execute_words(&mut self, words: &[&str]) -> Result<Answer, CommandError> {
        let Some(command) = Command::read(words)? else {
            return Ok(Answer::Silence);
        };
        Ok(match command {
            Command::Uci => Answer::Lines(self.introduction()),
            Command::Debug(is_on) => {
                self.options.debug = is_on;
                Answer::Silence
            }
            Command::IsReady => {
                // Makes the table and the endings and reads the network now, because they take time
                // that would later count on the clock.
                self.played().read_network();
                self.table();
                self.endings();
                Answer::Lines("readyok".into())
            }
            Command::SetOption { name, value } => {
                match self.options.set(&name, value.as_deref(), &self.boards())? {
                    Effect::SetVariant(variant) => {
                        self.variant = variant;
                        if let Some(endings) = self.endings.take() {
                            endings.cancel();
                        }
                        self.begin_game();
                    }
                    // The new table is created on first use.
                    Effect::ResizeTable => self.table = None,
                    Effect::ClearTable => self.clear_table(),
                    Effect::Nothing => {}
                }
                Answer::Silence
            }
            Command::NewGame => {
                self.begin_game();
                Answer::Silence
            }
            Command::Position { fen, moves } => {
                self.game.set_up(fen.as_deref(), moves)?;
                self.is_refused = false;
                Answer::Silence
            }
            Command::Display => Answer::Lines(self.game.describe()),
            Command::Perft(_) if self.is_refused => {
                Answer::Work(nothing(&CommandError::NoPosition, "Nodes searched: 0"))
            }
            Command::Go { .. } if self.is_refused => {
                Answer::Work(nothing(&CommandError::NoPosition, NO_MOVE))
            }
            Command::Perft(depth) => Answer::Work(self.game.perft(depth)),
            Command::Go {
                limits,
                moves,
                unknown,
            } => {
                let ponder = limits.ponder.clone();
                let (table, endings) = (self.table(), self.endings());
                let work = self
                    .game
                    .search(limits, &moves, &self.options, table, endings);
                let work = work.unwrap_or_else(|refusal| nothing(&refusal, NO_MOVE));
                // A pondering search may still be running while another is queued.
                self.ponder = ponder.or_else(|| self.ponder.take());
                Answer::Work(passing_over(&unknown, work))
            }
            Command::PonderHit => {
                if let Some(hit) = self.ponder.take() {
                    hit.hit();
                }
                Answer::Silence
            }
            Command::Stop => Answer::Stop,
            Command::Quit => Answer::Quit,
        })
    }
}

/// Wraps a task so that it first reports the ignored words.
fn passing_over(unknown: &[&str], work: Work) -> Work {
    if unknown.is_empty() {
        return work;
    }
    let words = quoted(&unknown.join(" "));
    Box::new(move |stop, say| {
        say(format!("info string go: \"{words}\" is passed over"));
        work(stop, say)
    })
}

/// Returns a task that only reports an error. The GUI waits for an answer, so the task also sends
/// one.
fn nothing(refusal: &CommandError, answer: &'static str) -> Work {
    let why = format!("info string {refusal}");
    Box::new(move |_, say| {
        say(why);
        answer.to_owned()
    })
}
