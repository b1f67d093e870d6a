//! The loop: lines and the worker's words come in as they come, the caller's
//! thread takes them one by one.

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

/// Bytes of the stack of the worker: a count of 30 plies, the most, needs some 70 KiB for
/// each on the largest board in a build without optimisation.
const STACK: usize = 8 << 20;

/// The time that the work under way may take after the end of the input, so that
/// `echo go perft 4 | icochess uci` prints the sum. Nobody is left to stop it, so it must end.
pub const GRACE: Duration = Duration::from_secs(2);

/// An event of the loop.
enum Event {
    /// A line has been read. The next is read when this one has been dealt
    /// with, so no more than one is ever held.
    Line(Result<String, CommandError>),
    /// There are no more lines.
    End(io::Result<()>),
    /// The worker has a line to write.
    Said(String),
    /// The worker is done; this is its answer, unless it has failed. In one
    /// event, so that who has read the answer finds nobody at work any more.
    Finished(Option<String>),
}

/// Goes on with a conversation until `quit` or the end of the input.
///
/// The thread that reads `input` may wait there when this returns. It goes on
/// to nothing, and ends with the next line or the program.
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
/// The error of reading or writing, such as [`BrokenPipe`](io::ErrorKind::BrokenPipe) when nobody
/// reads `out` any more.
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
                        session.note_lost_line();
                        Err(refusal)
                    }
                };
                if event_loop.answer(answer)? {
                    return Ok(());
                }
                // A reader that has gone has said so: that is the next event.
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

/// Passes lines on, each when the one before has been dealt with.
fn read(mut input: impl BufRead, lines: &Sender<Event>, go_on: &Receiver<()>) {
    let end = loop {
        match input::line(&mut input) {
            Ok(Some(line)) => {
                // An error means that nobody listens any more.
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

/// The loop in which all events arrive, and which writes all lines.
struct EventLoop<'a> {
    out: &'a mut dyn Write,
    inbox: Receiver<Event>,
    /// A sender for the next worker.
    events: Sender<Event>,
    /// The flag that asks the worker to stop, while there is one.
    work: Option<Arc<AtomicBool>>,
    /// The work that waits.
    waiting: VecDeque<Work>,
}

impl EventLoop<'_> {
    /// Writes lines, and sees to it that they arrive.
    fn say(&mut self, lines: &str) -> io::Result<()> {
        writeln!(self.out, "{lines}")?;
        self.out.flush()
    }

    /// Waits for an event, writes what the worker says, and begins what waits
    /// when it is done. `None` when the time is up.
    fn next(&mut self, until: Option<Instant>) -> io::Result<Option<Event>> {
        // Only the time can run out: this end holds a sender too.
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
                    self.begin(work)?;
                }
            }
            _ => {}
        }
        Ok(event)
    }

    /// Carries out an answer. `true` if that was the last.
    fn answer(&mut self, answer: Result<Answer, CommandError>) -> io::Result<bool> {
        match answer {
            Ok(Answer::Silence) => {}
            Ok(Answer::Lines(lines)) => self.say(&lines)?,
            Ok(Answer::Work(work)) if self.work.is_none() => self.begin(work)?,
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
    fn begin(&mut self, work: Work) -> io::Result<()> {
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

    /// Lets the work go on until then, if it is given, drops what waits, stops
    /// the worker and takes its last words. No line comes in meanwhile: the
    /// reader waits for leave.
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
    /// Without an event loop there is nobody to work for.
    fn drop(&mut self) {
        self.stop();
    }
}

/// The sender of a worker. Dropping it tells that the worker is done, also after a panic.
struct Voice {
    events: Sender<Event>,
    answer: Option<String>,
}

impl Voice {
    fn say(&self, line: String) {
        // Nobody listens once the event_loop is gone, which also stops the work.
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
