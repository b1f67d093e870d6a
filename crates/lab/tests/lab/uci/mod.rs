//! Tests of `icochess uci`: the program driven through pipes, and sessions in this process fed with
//! random input.

mod input;
mod positions;
mod searches;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use icochess_boards::Variant;
use icochess_engine::uci::Session;

/// Returns a session in the start position of the ball.
pub(super) fn session() -> Session {
    Session::new(Variant::for_uci(), "icochess").expect("the default board")
}

/// Timeout, far longer than any answer takes.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// Maximum time for "at once", on a busy machine.
pub(super) const AT_ONCE: Duration = Duration::from_secs(5);

pub(super) const CHESS: &str = "setoption name UCI_Variant value chess";

/// The program with its pipes. Dropping the value kills the program.
pub(super) struct Dialogue {
    child: Child,
    /// `None` once closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Starts the program with all its pipes.
pub(super) fn spawn() -> Child {
    spawn_with(&[])
}

/// Starts the program with additional arguments.
pub(super) fn spawn_with(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_icochess-lab"))
        .arg("uci")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

impl Dialogue {
    pub(super) fn start() -> Self {
        Self::with(spawn())
    }

    pub(super) fn with(mut child: Child) -> Self {
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            stdout
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    pub(super) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes.as_ref()).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    /// Returns the next line.
    pub(super) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// Returns all lines up to the first that starts with `begin`.
    pub(super) fn until(&self, begin: &str) -> Vec<String> {
        let mut lines = vec![];
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(begin) {
                return lines;
            }
        }
    }

    /// Returns all lines until the previous commands have been handled.
    pub(super) fn settle(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line that must be accepted without output.
    pub(super) fn accepted(&mut self, line: &str) {
        self.send(line);
        assert_eq!(self.settle(), [""; 0], "{line}");
    }

    /// Sends a line that must be refused, and returns the error.
    pub(super) fn refused(&mut self, line: impl AsRef<[u8]>) -> String {
        let before = self.shown("Fen: ");
        let line = line.as_ref();
        self.send(line);
        let output = self.settle();
        let shown = String::from_utf8_lossy(&line[..line.len().min(100)]);
        assert_eq!(output.len(), 1, "{shown}: {output:?}");
        let complaint = output[0].strip_prefix("info string ").expect(&shown);
        assert_eq!(self.shown("Fen: "), before, "{shown}");
        complaint.into()
    }

    /// Returns the text after a word in the output of `d`.
    pub(super) fn shown(&mut self, word: &str) -> String {
        self.send("d");
        let lines = self.settle();
        let found = lines.iter().find_map(|line| line.strip_prefix(word));
        found.expect("a line of `d`").into()
    }

    /// Returns the total of a perft, after checking the lines before it.
    pub(super) fn perft(&mut self, plies: u32) -> u64 {
        self.send(format!("go perft {plies}"));
        let mut lines = self.until("Nodes searched: ");
        let sum: u64 = lines.pop().unwrap()[16..].parse().unwrap();
        assert!(lines.is_sorted(), "{lines:?}");
        let counts = lines.iter().map(|line| line.split_once(": ").unwrap().1);
        if plies > 0 {
            assert_eq!(sum, counts.map(|n| n.parse::<u64>().unwrap()).sum::<u64>());
        }
        sum
    }

    /// Closes the input and waits for the program, asserting that standard error is empty.
    pub(super) fn end(mut self) -> (ExitStatus, Vec<String>) {
        self.stdin = None;
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        let status = self.child.wait().unwrap();
        (status, self.lines.iter().collect())
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the boards with engine support.
pub(super) fn evaluated() -> impl Iterator<Item = Variant> {
    let all = Variant::ALL.into_iter();
    all.filter(|variant| variant.engine().is_some())
}

/// Returns the boards with engine support, as the option `UCI_Variant` lists them.
pub(super) fn boards() -> String {
    evaluated()
        .map(|variant| format!(" var {variant}"))
        .collect()
}
