//! An engine as a process. Whatever it says, or does not say, ends within a time that is
//! known.

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::guard;
use super::protocol::{self, EngineOption, InfoLine, MOST_OPTIONS, UciMessage};
use icochess_engine::uci::line;
use icochess_engine::{Info, Limits, SearchResult};
use icochess_message::{printable, reason};
use icochess_rules::{Move, Record};

/// The longest time that an engine may take to tell its name and options, and until it is ready.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// The longest time that an engine may take beyond its time for a move, or after it was told to
/// stop.
const GRACE: Duration = Duration::from_secs(5);
/// The time after which it is told to stop, if it has not.
const STOP_AFTER: Duration = Duration::from_millis(250);
/// The time between two looks whether the search is still wanted.
const LOOK: Duration = Duration::from_millis(20);
/// Most lines of an engine that wait to be read; then it has to wait.
const MOST_LINES: usize = 256;
/// Memory that an engine may take beside its table, mebibytes.
const MEMORY: u64 = 4096;
/// Most bytes of an error that is told.
const MOST_ERROR: u64 = 500;

/// The reason that an engine cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The settings name none.
    #[error("no engine is named in the settings of the computer")]
    Unnamed,
    /// The name cannot be taken apart into words.
    #[error("the name of the engine has a quotation mark without its pair")]
    Quotes,
    /// The process cannot be started.
    #[error("it cannot be started: {0}")]
    Start(String),
    /// The process has ended.
    #[error("it has ended")]
    Ended,
    /// No answer in time.
    #[error("it did not answer in time")]
    Silent,
    /// Not a board that it knows.
    #[error("it does not know this board")]
    UnknownBoard,
    /// Not a legal move.
    #[error("it played \"{0}\", which is no legal move")]
    Illegal(String),
}

/// The command that starts an engine, and its share of the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program and its arguments, as the settings have them.
    pub text: String,
    /// The program that guards it: this one.
    pub guard: PathBuf,
    /// The table of the engine, mebibytes.
    pub table: usize,
    /// Number of threads that the engine may use.
    pub threads: usize,
}

impl EngineCommand {
    /// The program and its arguments.
    fn words(&self) -> Result<Vec<String>, EngineError> {
        let text = self.text.trim();
        // The path of a program may have spaces in it.
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

/// The program, whose path has spaces in it, and its arguments: the longest beginning of the text
/// that is a file.
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

/// A search that an engine is asked for.
pub(crate) struct SearchRequest<'a> {
    /// The game, at the position to choose a move in.
    pub game: &'a Record,
    /// The number of the game, unlike that of the one before.
    pub number: u64,
    pub limits: &'a Limits,
    pub stop: &'a AtomicBool,
}

/// An engine that runs. It is killed when this is dropped.
pub(crate) struct Engine {
    process: Child,
    /// While this is open, the guard knows that the game is there.
    alive: Option<ChildStderr>,
    input: Sender<String>,
    output: Receiver<String>,
    command: EngineCommand,
    name: Option<String>,
    options: Vec<EngineOption>,
    /// The board that it has set up, and the number of the game.
    board: Option<&'static str>,
    game: Option<u64>,
}

impl Engine {
    /// Starts an engine and asks who it is.
    ///
    /// # Errors
    ///
    /// [`EngineError`] when it cannot be started, or is no engine.
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
        let (input, told) = channel::<String>();
        let (tell, output) = sync_channel(MOST_LINES);
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
        // Neither may wait in the thread that thinks: an engine need not read, nor write.
        let writer = thread::Builder::new().name("to engine".into());
        let writer = writer.spawn(move || {
            while let Ok(line) = told.recv() {
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
                // A line that cannot be read says nothing.
                if read.is_ok_and(|line| tell.send(line).is_err()) {
                    break;
                }
            }
        });
        reader.map_err(failed)?;
        engine.handshake()?;
        Ok(engine)
    }

    /// The command that the engine was started by.
    pub(crate) const fn command(&self) -> &EngineCommand {
        &self.command
    }

    /// The name that the engine gives itself; the one in the settings if it gives none.
    pub(crate) fn name(&self) -> &str {
        let name = self.name.as_deref().filter(|name| !name.is_empty());
        name.unwrap_or(&self.command.text)
    }

    /// The boards that it lists; none if it knows only that of orthodox chess.
    pub(crate) fn variants(&self) -> &[String] {
        self.option("UCI_Variant")
            .map_or(&[], |option| &option.values)
    }

    /// Refuses a board that it does not know.
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
            match self.hear(end) {
                Ok(UciMessage::Name(name)) => self.name = Some(name),
                Ok(UciMessage::Option(option)) if self.options.len() < MOST_OPTIONS => {
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

    /// The error of a process that has ended at once, with the words of its guard.
    fn why_not_started(&mut self) -> EngineError {
        let mut why = String::new();
        if let Some(error) = self.alive.take() {
            // The guard has ended, and with it what it says.
            let _ = error.take(MOST_ERROR).read_to_string(&mut why);
        }
        let why = printable(why.trim()).into_owned();
        if why.is_empty() {
            EngineError::Ended
        } else {
            EngineError::Start(why)
        }
    }

    /// Sets an option that is a number, as near as it can be.
    fn set_number(&self, name: &str, value: usize) {
        if let Some((least, most)) = self.option(name).and_then(|option| option.range) {
            let value = i64::try_from(value).unwrap_or(i64::MAX).clamp(least, most);
            self.say(&format!("setoption name {name} value {value}"));
        }
    }

    /// Waits until the engine has done what it was told; what it says meanwhile is of before.
    fn wait_until_ready(&self) -> Result<(), EngineError> {
        self.say("isready");
        let end = Instant::now() + HANDSHAKE;
        while self.hear(end)? != UciMessage::ReadyOk {}
        Ok(())
    }

    fn say(&self, line: &str) {
        // An engine that does not read any more does not answer either.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// The engine's next line, which is waited for until `end`.
    fn hear(&self, end: Instant) -> Result<UciMessage, EngineError> {
        let left = end.saturating_duration_since(Instant::now());
        // One that never stops talking does not answer either.
        if left.is_zero() {
            return Err(EngineError::Silent);
        }
        match self.output.recv_timeout(left) {
            Ok(line) => Ok(protocol::read(&line)),
            Err(RecvTimeoutError::Timeout) => Err(EngineError::Silent),
            Err(RecvTimeoutError::Disconnected) => Err(EngineError::Ended),
        }
    }

    /// Sets the board and the game up.
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

    /// Lets the engine choose a move.
    ///
    /// # Errors
    ///
    /// [`EngineError`], after which the engine is of no more use.
    pub(crate) fn choose(
        &mut self,
        request: &SearchRequest,
        report: &mut dyn FnMut(Info),
    ) -> Result<SearchResult, EngineError> {
        self.set_up(request)?;
        let position = request.game.position();
        self.say(&protocol::position(request.game));
        self.say(&protocol::go(request.limits, position.turn()));
        let begun = Instant::now();
        let most = request.limits.move_time.unwrap_or_default();
        let (mut end, mut told_to_stop) = (begun + most + GRACE, false);
        let mut best = None;
        let info = |found: InfoLine, mv: Move| Info {
            depth: found.depth,
            seldepth: found.depth,
            multi_pv: 1,
            score: found.score,
            nodes: found.nodes,
            time: begun.elapsed(),
            hashfull: 0,
            pv: vec![mv],
        };
        let legal = |text: &str| {
            let mv = position.parse_uci(text).ok();
            mv.filter(|mv| position.why_illegal(*mv).is_none())
        };
        loop {
            let now = Instant::now();
            let is_over = request.stop.load(Ordering::Relaxed);
            if !told_to_stop && (is_over || now >= begun + most + STOP_AFTER) {
                self.say("stop");
                told_to_stop = true;
                end = end.min(now + GRACE);
            }
            let said = match self.hear(end.min(now + LOOK)) {
                Err(EngineError::Silent) if Instant::now() < end => continue,
                said => said?,
            };
            match said {
                UciMessage::Info(found) => {
                    // A line that cannot be played is not shown.
                    if let Some(mv) = legal(&found.first) {
                        let info = info(found, mv);
                        report(info.clone());
                        best = Some(info);
                    }
                }
                UciMessage::BestMove(text) => {
                    let Some(best_move) = legal(&text) else {
                        let text = printable(&text).chars().take(20).collect();
                        return Err(EngineError::Illegal(text));
                    };
                    return Ok(SearchResult {
                        best_move,
                        ponder: None,
                        nodes: best.as_ref().map_or(0, |info: &Info| info.nodes),
                        info: best,
                        failed: false,
                    });
                }
                _ => {}
            }
        }
    }
}

/// Whether an engine that lists these boards knows one.
pub(crate) fn knows(variants: &[String], board: &str) -> bool {
    if variants.is_empty() {
        return board == "chess";
    }
    variants.iter().any(|variant| variant == board)
}

impl Drop for Engine {
    fn drop(&mut self) {
        // With all that it has started, which is in the group, or the job, of its guard.
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
    fn an_engine_is_named_by_a_path_or_by_words() {
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
        // With arguments after it, and a file that is called as its first word.
        let with = format!("{spaced} -x 'a b'");
        assert_eq!(words_of(&with), [spaced, "-x", "a b"]);
        let first = dir.path().join("an");
        std::fs::write(&first, "").unwrap();
        assert_eq!(words_of(&with)[0], first.to_str().unwrap());
        assert_eq!(words("\"/opt"), Err(EngineError::Quotes));
        assert_eq!(words("  "), Err(EngineError::Unnamed));
    }

    #[test]
    fn without_a_list_of_boards_an_engine_knows_that_of_chess() {
        let listed = ["icochess".to_owned(), "crazyhouse".to_owned()];
        assert!(knows(&[], "chess") && !knows(&[], "icochess"));
        assert!(knows(&listed, "icochess") && !knows(&listed, "chess"));
    }
}
