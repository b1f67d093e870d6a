//! The event loop: the caller's thread handles lines and worker output one at a time, in order of
//! arrival.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::error::CommandError;
use super::game::Work;
use super::input;
use super::protocol::MAX_QUEUED;
use super::session::{Answer, Session};

/// Stack size of the worker in bytes. A perft of 30 plies (the maximum) uses about 70 KiB per ply
/// on the largest board in an unoptimised build.
const STACK: usize = 8 << 20;

/// Time limit for running work after the end of the input, so that `echo go perft 4 | icochess uci`
/// prints its result. Afterwards the work is stopped, because no further command can arrive.
pub const GRACE: Duration = Duration::from_secs(2);

/// An event of the loop.
enum Event {
    /// A line was read. The next line is read after this one is handled, so at most one line is
    /// held.
    Line(Result<String, CommandError>),
    /// The input has ended.
    End(io::Result<()>),
    /// The worker has a line to write.
    Said(String),
    /// The worker is done; `None` if it panicked. This is a single event, so that no client sees
    /// the answer while the worker still counts as busy.
    Finished(Option<String>),
}

/// Runs a session until `quit` or the end of the input.
///
/// The thread reading `input` may still be blocked when this returns. It ends with the next line or
/// with the program.
///
/// ```
/// use icochess_boards::Variant;
/// use icochess_engine::uci;
///
/// let mut said = Vec::new();
/// let session = uci::Session::new(Variant::for_uci(), "icochess").expect("a board");
/// uci::run(session, &b"isready\nquit\n"[..], &mut said)?;
/// assert_eq!(said, b"readyok\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The I/O error of reading or writing, such as [`BrokenPipe`](io::ErrorKind::BrokenPipe) when
/// `out` is closed.
pub fn run(
    mut session: Session,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (events, inbox) = mpsc::channel();
    let (next, go_on) = mpsc::channel();
    let lines = events.clone();
    thread::Builder::new()
        .name("uci reader".into())
        .spawn(move || read(input, &lines, &go_on))?;
    let mut event_loop = EventLoop {
        out,
        inbox,
        events,
        work: None,
        waiting: VecDeque::new(),
    };
    loop {
        match event_loop.next(None)? {
            Some(Event::Line(line)) => {
                let answer = match line {
                    Ok(line) => session.execute(&line),
                    Err(refusal) => {
                        session.report_lost_line();
                        Err(refusal)
                    }
                };
                if event_loop.answer(answer)? {
                    return Ok(());
                }
                // When the reader ends, it sends `End`, which is the next event.
                let _ = next.send(());
            }
            Some(Event::End(result)) => {
                event_loop.finish(Some(Instant::now() + GRACE))?;
                return result;
            }
            _ => {}
        }
    }
}

/// Sends lines, each after the previous one was handled.
fn read(mut input: impl BufRead, lines: &Sender<Event>, go_on: &Receiver<()>) {
    let end = loop {
        match input::line(&mut input) {
            Ok(Some(line)) => {
                // An error means that the event loop is gone.
                if lines.send(Event::Line(line)).is_err() || go_on.recv().is_err() {
                    return;
                }
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let _ = lines.send(Event::End(end));
}

/// Receives all events and writes all lines.
struct EventLoop<'a> {
    out: &'a mut dyn Write,
    inbox: Receiver<Event>,
    /// Cloned for each worker.
    events: Sender<Event>,
    /// Stop flag of the running worker, if any.
    work: Option<Arc<AtomicBool>>,
    /// Queued work.
    waiting: VecDeque<Work>,
}

impl EventLoop<'_> {
    /// Writes lines and flushes the output.
    fn say(&mut self, lines: &str) -> io::Result<()> {
        writeln!(self.out, "{lines}")?;
        self.out.flush()
    }

    /// Waits for an event. Writes the worker's output, and starts queued work when the worker is
    /// done. Returns `None` on timeout.
    fn next(&mut self, until: Option<Instant>) -> io::Result<Option<Event>> {
        // `recv` can't fail, because `self.events` keeps the channel open; only the timeout can.
        let event = match until {
            None => self.inbox.recv().ok(),
            Some(until) => {
                let left = until.saturating_duration_since(Instant::now());
                self.inbox.recv_timeout(left).ok()
            }
        };
        match &event {
            Some(Event::Said(line)) => self.say(line)?,
            Some(Event::Finished(answer)) => {
                self.work = None;
                if let Some(answer) = answer {
                    self.say(answer)?;
                }
                if let Some(work) = self.waiting.pop_front() {
                    self.start(work)?;
                }
            }
            _ => {}
        }
        Ok(event)
    }

    /// Executes an answer. Returns `true` if the answer was the last.
    fn answer(&mut self, answer: Result<Answer, CommandError>) -> io::Result<bool> {
        match answer {
            Ok(Answer::Silence) => {}
            Ok(Answer::Lines(lines)) => self.say(&lines)?,
            Ok(Answer::Work(work)) if self.work.is_none() => self.start(work)?,
            Ok(Answer::Work(work)) if self.waiting.len() < MAX_QUEUED => {
                self.waiting.push_back(work);
            }
            Ok(Answer::Work(_)) => self.refuse(&CommandError::Busy)?,
            Ok(Answer::Stop) => self.finish(None)?,
            Ok(Answer::Quit) => {
                self.finish(None)?;
                return Ok(true);
            }
            Err(refusal) => self.refuse(&refusal)?,
        }
        Ok(false)
    }

    fn refuse(&mut self, refusal: &CommandError) -> io::Result<()> {
        self.say(&format!("info string {refusal}"))
    }

    /// Starts the worker.
    fn start(&mut self, work: Work) -> io::Result<()> {
        let stop = Arc::new(AtomicBool::new(false));
        self.work = Some(stop.clone());
        let voice = Voice {
            events: self.events.clone(),
            answer: None,
        };
        thread::Builder::new()
            .name("uci worker".into())
            .stack_size(STACK)
            .spawn(move || {
                let answer = work(&stop, &mut |line| voice.say(line));
                voice.end(answer);
            })?;
        Ok(())
    }

    /// Lets the work continue until `until`, if given. Then drops queued work, stops the worker and
    /// writes its remaining output. Meanwhile no line is read, because the reader waits for
    /// permission.
    fn finish(&mut self, until: Option<Instant>) -> io::Result<()> {
        if until.is_some() {
            while self.work.is_some() && self.next(until)?.is_some() {}
        }
        let dropped = self.waiting.len();
        self.waiting.clear();
        self.stop();
        while self.work.is_some() {
            self.next(None)?;
        }
        if dropped > 0 {
            self.say(&format!("info string dropped {dropped} more times \"go\""))?;
        }
        Ok(())
    }
}

impl EventLoop<'_> {
    fn stop(&self) {
        if let Some(stop) = &self.work {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for EventLoop<'_> {
    /// Stops the worker, which has no other owner.
    fn drop(&mut self) {
        self.stop();
    }
}

/// A worker's sender. Dropping it signals that the worker is done, even after a panic.
struct Voice {
    events: Sender<Event>,
    answer: Option<String>,
}

impl Voice {
    fn say(&self, line: String) {
        // Sending only fails when the event loop is gone, which also stops the work.
        let _ = self.events.send(Event::Said(line));
    }

    fn end(mut self, answer: String) {
        self.answer = Some(answer);
        drop(self);
    }
}

impl Drop for Voice {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Finished(self.answer.take()));
    }
}
