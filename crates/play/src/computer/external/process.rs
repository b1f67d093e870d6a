//! External engine as a process. Every wait for the engine has a time limit.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::guard;
use super::protocol::{self, EngineOption, MAX_OPTIONS, UciMessage};
use icochess_engine::uci::line;
use icochess_engine::{Info, Limits, SearchResult};
use icochess_message::{printable, reason};
use icochess_rules::Record;

/// Time limit for the engine's name and options, and for becoming ready.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Time limit after the move time has passed, or after `stop`.
const GRACE: Duration = Duration::from_secs(5);
/// Overrun of the move time before sending `stop`.
const STOP_AFTER: Duration = Duration::from_millis(250);
/// Poll interval for a cancelled search.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum number of unread lines before the engine is blocked.
const MAX_LINES: usize = 256;
/// Memory limit of an engine without its table, in mebibytes.
const MEMORY: u64 = 4096;
/// Maximum length of an error message, in bytes.
const MAX_ERROR: u64 = 500;

/// Reason why an engine can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The settings name no engine.
    #[error("no engine is named in the settings of the computer")]
    Unnamed,
    /// The name has unbalanced quotes.
    #[error("the name of the engine has a quotation mark without its pair")]
    Quotes,
    /// The process can't start.
    #[error("it cannot be started: {0}")]
    Start(String),
    /// The process has ended.
    #[error("it has ended")]
    Ended,
    /// No answer in time.
    #[error("it did not answer in time")]
    Silent,
    /// Board not supported.
    #[error("it does not know this board")]
    UnknownBoard,
    /// Illegal move.
    #[error("it played \"{0}\", which is no legal move")]
    Illegal(String),
}

/// Command that starts an engine, with its resource limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineCommand {
    /// Program and arguments from the settings.
    pub text: String,
    /// Program that acts as the guard; normally this one.
    pub guard: PathBuf,
    /// Size of the engine's table in mebibytes.
    pub table: usize,
    /// Number of threads.
    pub threads: usize,
}

impl EngineCommand {
    /// Splits the command into program and arguments.
    fn words(&self) -> Result<Vec<String>, EngineError> {
        let text = self.text.trim();
        // The whole text may be a path with spaces.
        if Path::new(text).is_file() {
            return Ok(vec![text.to_owned()]);
        }
        let words = shlex::split(text).ok_or(EngineError::Quotes)?;
        let program = words.first().ok_or(EngineError::Unnamed)?;
        if Path::new(program).is_file() {
            return Ok(words);
        }
        Ok(spaced_path(text).unwrap_or(words))
    }
}

/// Splits off a program path with spaces: the longest prefix that is a file.
fn spaced_path(text: &str) -> Option<Vec<String>> {
    let spaces = text.rmatch_indices(char::is_whitespace);
    spaces
        .map(|(at, _)| text.split_at(at))
        .find_map(|(path, rest)| {
            let mut words = vec![path.to_owned()];
            words.extend(shlex::split(rest)?);
            Path::new(path).is_file().then_some(words)
        })
}

/// Search for an engine.
pub(crate) struct SearchRequest<'a> {
    /// Game at the position to search.
    pub game: &'a Record,
    /// Number of the game, different from the previous one.
    pub number: u64,
    pub limits: &'a Limits,
    pub stop: &'a AtomicBool,
}

/// Running engine, killed on drop.
pub(crate) struct Engine {
    process: Child,
    /// Pipe that is open while the game is alive, for the guard.
    alive: Option<ChildStderr>,
    input: Sender<String>,
    output: Receiver<String>,
    command: EngineCommand,
    name: Option<String>,
    options: Vec<EngineOption>,
    /// Board that the engine has set up, and the number of the game.
    board: Option<&'static str>,
    game: Option<u64>,
}

impl Engine {
    /// Starts an engine and queries its name and options.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if it can't start or isn't a UCI engine.
    pub(crate) fn start(command: &EngineCommand) -> Result<Self, EngineError> {
        let words = command.words()?;
        let memory = MEMORY + command.table as u64;
        let failed = |error: std::io::Error| EngineError::Start(reason(&error));
        let mut process = guard::command(&command.guard, memory, &words)
            .spawn()
            .map_err(failed)?;
        let pipes = (process.stdin.take(), process.stdout.take());
        let alive = process.stderr.take();
        let (Some(mut stdin), Some(stdout)) = pipes else {
            return Err(EngineError::Ended);
        };
        let (input, queued) = channel::<String>();
        let (sender, output) = sync_channel(MAX_LINES);
        let mut engine = Self {
            process,
            alive,
            input,
            output,
            command: command.clone(),
            name: None,
            options: Vec::new(),
            board: None,
            game: None,
        };
        // Uses separate threads, because an engine may block reads and writes.
        let writer = thread::Builder::new().name("to engine".into());
        let writer = writer.spawn(move || {
            while let Ok(line) = queued.recv() {
                if stdin.write_all(line.as_bytes()).is_err() {
                    break;
                }
            }
        });
        writer.map_err(failed)?;
        let reader = thread::Builder::new().name("from engine".into());
        let reader = reader.spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(read)) = line(&mut stdout) {
                // Skips lines that aren't valid text.
                if read.is_ok_and(|line| sender.send(line).is_err()) {
                    break;
                }
            }
        });
        reader.map_err(failed)?;
        engine.handshake()?;
        Ok(engine)
    }

    pub(crate) const fn command(&self) -> &EngineCommand {
        &self.command
    }

    /// Returns the engine's own name, or else its name in the settings.
    pub(crate) fn name(&self) -> &str {
        let name = self.name.as_deref().filter(|name| !name.is_empty());
        name.unwrap_or(&self.command.text)
    }

    /// Returns the boards that the engine lists; empty if it only plays orthodox chess.
    pub(crate) fn variants(&self) -> &[String] {
        self.option("UCI_Variant")
            .map_or(&[], |option| &option.values)
    }

    /// Checks that the engine supports a board.
    ///
    /// # Errors
    ///
    /// [`EngineError::UnknownBoard`].
    pub(crate) fn must_know(&self, board: &str) -> Result<(), EngineError> {
        let knows = knows(self.variants(), board);
        knows.then_some(()).ok_or(EngineError::UnknownBoard)
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name == name)
    }

    fn handshake(&mut self) -> Result<(), EngineError> {
        self.say("uci");
        let end = Instant::now() + HANDSHAKE;
        loop {
            match self.next_message(end) {
                Ok(UciMessage::Name(name)) => self.name = Some(name),
                Ok(UciMessage::Option(option)) if self.options.len() < MAX_OPTIONS => {
                    self.options.push(option);
                }
                Ok(UciMessage::UciOk) => break,
                Ok(_) => {}
                Err(EngineError::Ended) => return Err(self.why_not_started()),
                Err(error) => return Err(error),
            }
        }
        let [table, threads] = [self.command.table, self.command.threads];
        self.set_number("Hash", table);
        self.set_number("Threads", threads);
        self.wait_until_ready()
    }

    /// Returns the error of a process that ended at once, with the guard's message.
    fn why_not_started(&mut self) -> EngineError {
        let mut why = String::new();
        if let Some(error) = self.alive.take() {
            // The guard has ended, so this read ends too.
            let _ = error.take(MAX_ERROR).read_to_string(&mut why);
        }
        let why = printable(why.trim()).into_owned();
        if why.is_empty() {
            EngineError::Ended
        } else {
            EngineError::Start(why)
        }
    }

    /// Sets a numeric option, clamped to its range.
    fn set_number(&self, name: &str, value: usize) {
        if let Some((minimum, limit)) = self.option(name).and_then(|option| option.range) {
            let value = i64::try_from(value)
                .unwrap_or(i64::MAX)
                .clamp(minimum, limit);
            self.say(&format!("setoption name {name} value {value}"));
        }
    }

    /// Waits until the engine has processed all commands, ignoring earlier output.
    fn wait_until_ready(&self) -> Result<(), EngineError> {
        self.say("isready");
        let end = Instant::now() + HANDSHAKE;
        while self.next_message(end)? != UciMessage::ReadyOk {}
        Ok(())
    }

    fn say(&self, line: &str) {
        // An engine that has stopped reading also stops answering, which `next_message` notices.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Waits for the engine's next line until `end`.
    fn next_message(&self, end: Instant) -> Result<UciMessage, EngineError> {
        let left = end.saturating_duration_since(Instant::now());
        // The deadline also applies to an engine that never stops writing.
        if left.is_zero() {
            return Err(EngineError::Silent);
        }
        match self.output.recv_timeout(left) {
            Ok(line) => Ok(protocol::read(&line)),
            Err(RecvTimeoutError::Timeout) => Err(EngineError::Silent),
            Err(RecvTimeoutError::Disconnected) => Err(EngineError::Ended),
        }
    }

    /// Sends the board and the game.
    fn set_up(&mut self, request: &SearchRequest) -> Result<(), EngineError> {
        let board = request.game.board().id();
        self.must_know(board)?;
        if self.board != Some(board) && self.variants().iter().any(|it| it == board) {
            self.say(&format!("setoption name UCI_Variant value {board}"));
        }
        if self.board != Some(board) || self.game != Some(request.number) {
            self.say("ucinewgame");
        }
        (self.board, self.game) = (Some(board), Some(request.number));
        self.wait_until_ready()
    }

    /// Runs a search.
    ///
    /// # Errors
    ///
    /// [`EngineError`]. The engine can't be used any more after an error.
    pub(crate) fn choose(
        &mut self,
        request: &SearchRequest,
        report: &mut dyn FnMut(Info),
    ) -> Result<SearchResult, EngineError> {
        self.set_up(request)?;
        let turn = request.game.position().turn();
        self.say(&protocol::position(request.game));
        self.say(&protocol::go(request.limits, turn));
        let begun = Instant::now();
        let limit = request.limits.move_time.unwrap_or_default();
        let (mut end, mut is_stopping) = (begun + limit + GRACE, false);
        let mut best = None;
        loop {
            let now = Instant::now();
            let is_over = request.stop.load(Ordering::Relaxed);
            if !is_stopping && (is_over || now >= begun + limit + STOP_AFTER) {
                self.say("stop");
                is_stopping = true;
                end = end.min(now + GRACE);
            }
            let message = match self.next_message(end.min(now + POLL_INTERVAL)) {
                Err(EngineError::Silent) if Instant::now() < end => continue,
                message => message?,
            };
            match message {
                UciMessage::Info(found) => {
                    // Skip lines with an illegal move, and all but the best line.
                    if let Some(info) = found.info(request.game, begun.elapsed())
                        && info.multi_pv == 1
                    {
                        report(info.clone());
                        best = Some(info);
                    }
                }
                UciMessage::BestMove(text) => {
                    let Some(best_move) = protocol::legal(request.game, &text) else {
                        let text = printable(&text).chars().take(20).collect();
                        return Err(EngineError::Illegal(text));
                    };
                    return Ok(protocol::result(best_move, best));
                }
                _ => {}
            }
        }
    }
}

/// Returns whether an engine that lists these boards supports `board`.
pub(crate) fn knows(variants: &[String], board: &str) -> bool {
    if variants.is_empty() {
        return board == "chess";
    }
    variants.iter().any(|variant| variant == board)
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Also kills all child processes, which share the guard's group or job object.
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.process), Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, EngineError> {
        let command = EngineCommand {
            text: text.to_owned(),
            guard: PathBuf::new(),
            table: 1,
            threads: 1,
        };
        command.words()
    }

    #[test]
    fn engine_command_may_be_a_path_or_words() {
        let words_of = |text: &str| words(text).unwrap();
        assert_eq!(words_of(" icochess  uci "), ["icochess", "uci"]);
        assert_eq!(
            words_of("\"/opt/my engine\" -x 'a b'"),
            ["/opt/my engine", "-x", "a b"]
        );
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("it's an engine");
        std::fs::write(&path, "").unwrap();
        let path = path.to_str().unwrap();
        assert_eq!(words_of(path), [path]);
        let spaced = dir.path().join("an engine");
        std::fs::write(&spaced, "").unwrap();
        let spaced = spaced.to_str().unwrap();
        assert_eq!(words_of(spaced), [spaced]);
        // The command has arguments, and later also a file that is named like its first word.
        let with = format!("{spaced} -x 'a b'");
        assert_eq!(words_of(&with), [spaced, "-x", "a b"]);
        let first = dir.path().join("an");
        std::fs::write(&first, "").unwrap();
        assert_eq!(words_of(&with)[0], first.to_str().unwrap());
        assert_eq!(words("\"/opt"), Err(EngineError::Quotes));
        assert_eq!(words("  "), Err(EngineError::Unnamed));
    }

    #[test]
    fn engine_without_variants_plays_chess_only() {
        let listed = ["icochess".to_owned(), "crazyhouse".to_owned()];
        assert!(knows(&[], "chess") && !knows(&[], "icochess"));
        assert!(knows(&listed, "icochess") && !knows(&listed, "chess"));
    }
}
