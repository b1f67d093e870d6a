//! Continues the game in the headset. If another process finds a headset, the game is saved, and a
//! new process continues it there. A game that can't be saved stays in the window.
//!
//! A runtime that hangs or crashes must not end the game, so a child process queries the runtime,
//! once per press of the button. After the headset was lost, the game also queries automatically,
//! because a player in the headset can't press a button in the window.

use std::io::{self, Read, Seek, SeekFrom};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use tempfile::NamedTempFile;

use crate::relaunch::HeadsetWish;
use icochess_base::display::{HeadsetAvailable, HeadsetRequested};
use icochess_base::frame::{NextFrame, Waker};
use icochess_base::language::Words;
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_cli::print_report;
use icochess_message::{Msg, msg, reason};
use icochess_store::queue::{SaveQueue, Saved};
use icochess_store::settings::Settings;
use icochess_store::{Notice, SaveRequested};

/// Interval of automatic queries. A dying runtime may still answer at first.
const ASK_EVERY: Duration = Duration::from_secs(6);
/// Time after which automatic queries end, so that a runtime closed by its player stays closed.
const ASK_FOR: Duration = Duration::from_secs(5 * 60);
/// Maximum wait for the child process's answer.
const ANSWER: Duration = Duration::from_secs(10);
/// Maximum wait for the save.
const PATIENCE: Duration = Duration::from_secs(3);
/// Interval at which the child process and the save are polled.
const POLL_EVERY: Duration = Duration::from_millis(50);
/// Number of bytes read from the end of the child process's output.
const OUTPUT: u64 = 2048;
/// Start of each text of a [`NoHeadset`](super::probe::NoHeadset).
const NO_HEADSET: &str = "no headset: ";

/// Success if there is a headset, otherwise the reason for its absence.
type Answer = Result<(), Msg>;

/// The blocking query of the runtime.
#[derive(Resource, Clone)]
struct Probe(Arc<dyn Fn() -> Answer + Send + Sync>);

/// A query running on a thread.
struct Question {
    answer: Arc<OnceLock<Answer>>,
    /// Whether a player pressed the button and expects the answer.
    is_pressed: bool,
}

/// Whether the game may return to the headset automatically.
#[derive(Resource, Debug, Clone, Copy)]
struct AutoReturn(bool);

/// Message: the game can continue in the headset.
#[derive(Message, Debug, Clone, Copy)]
struct HeadsetFound;

/// Adds the return from the window to the headset.
#[derive(Debug)]
pub struct ReturnPlugin {
    /// Returns whether the game may return automatically, if the settings allow it.
    pub is_automatic: bool,
}

impl Plugin for ReturnPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(HeadsetAvailable(true))
            .insert_resource(AutoReturn(self.is_automatic))
            .insert_resource(Probe(Arc::new(probe)))
            .add_message::<HeadsetFound>()
            .add_systems(
                Update,
                (
                    poll_headset.in_set(AppSystems::Input),
                    // Runs after the systems whose changes must be saved.
                    exit_when_saved.after(AppSystems::Feedback),
                ),
            );
    }
}

/// Queries for a headset at the request of a player or the settings, and handles the answer.
fn poll_headset(
    mut pressed: MessageReader<HeadsetRequested>,
    (mut question, mut since): (Local<Option<Question>>, Local<Duration>),
    (time, waker, mut next): (Res<Time<Real>>, Res<Waker>, ResMut<NextFrame>),
    (probe, mut may_return): (Res<Probe>, ResMut<AutoReturn>),
    (settings, words): (Res<Settings>, Res<Words>),
    (mut notices, mut found): (MessageWriter<Notice>, MessageWriter<HeadsetFound>),
) {
    let is_pressed = pressed.read().count() > 0;
    let now = time.elapsed();
    let is_automatic = may_return.0 && settings.return_to_headset && now < ASK_FOR;
    if is_pressed || is_automatic && now - *since >= ASK_EVERY {
        let question = question.get_or_insert_with(|| start(&probe, &waker));
        if is_pressed && !question.is_pressed {
            question.is_pressed = true;
            notices.write(Notice(msg!("headset-looked-for")));
        }
    }
    if let Some(answered) = question.take_if(|it| it.answer.get().is_some()) {
        *since = now;
        match answered.answer.get() {
            Some(Err(why)) if answered.is_pressed => {
                print_report(words.english(why));
                // The reason replaces the notice about the search.
                notices.write(Notice(why.clone()));
            }
            Some(Ok(())) => {
                // Only once, because a game that can't be saved stays until a player presses the
                // button.
                may_return.0 = false;
                found.write(HeadsetFound);
            }
            _ => {}
        }
    }
    if is_automatic && question.is_none() {
        next.within((*since + ASK_EVERY).saturating_sub(now));
    }
}

fn start(probe: &Probe, waker: &Waker) -> Question {
    let answer = Arc::new(OnceLock::new());
    let (Probe(probe), waker, result) = (probe.clone(), waker.clone(), answer.clone());
    let started = platform::spawn("headset probe", move || {
        // The cell is empty, so this can't fail.
        let _ = result.set(probe());
        waker.wake();
    });
    if let Err(error) = started {
        let _ = answer.set(Err(missing(reason(&error))));
    }
    Question {
        answer,
        is_pressed: false,
    }
}

fn missing(problem: String) -> Msg {
    msg!("headset-missing", problem = problem)
}

/// Queries the runtime in a child process.
fn probe() -> Answer {
    let answer = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        ask(command.arg("--look-for-headset"), ANSWER)
    });
    answer.unwrap_or_else(|error| Err(missing(reason(&error))))
}

/// Runs a child process that answers by its exit status and standard error.
fn ask(command: &mut Command, patience: Duration) -> io::Result<Answer> {
    // Not a pipe, because a runtime started by the child inherits it, and may write to it for
    // hours.
    let mut output = NamedTempFile::new()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(output.reopen()?)
        .spawn()?;
    let asked = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if asked.elapsed() >= patience {
            child.kill()?;
            child.wait()?;
            return Ok(Err(msg!(
                "headset-silent",
                seconds = patience.as_secs().to_string()
            )));
        }
        thread::sleep(POLL_EVERY);
    };
    if status.success() {
        return Ok(Ok(()));
    }
    let output = output.as_file_mut();
    let length = output.metadata()?.len();
    output.seek(SeekFrom::Start(length.saturating_sub(OUTPUT)))?;
    let mut log = Vec::new();
    output.take(OUTPUT).read_to_end(&mut log)?;
    let log = String::from_utf8_lossy(&log);
    // The runtime may have logged lines too.
    let why = log
        .lines()
        .rev()
        .find_map(|line| line.split_once(NO_HEADSET));
    let why = why.map_or_else(|| status.to_string(), |(_, why)| why.to_owned());
    Ok(Err(missing(why)))
}

/// Ends the app once everything has been saved. Afterwards the game continues in the headset.
fn exit_when_saved(
    mut found: MessageReader<HeadsetFound>,
    (wish, queue): (Option<Res<HeadsetWish>>, Res<SaveQueue>),
    (time, mut next): (Res<Time<Real>>, ResMut<NextFrame>),
    mut since: Local<Option<Duration>>,
    mut again: MessageWriter<SaveRequested>,
    (words, mut notices): (Res<Words>, MessageWriter<Notice>),
    mut exit: MessageWriter<AppExit>,
) {
    let is_found = found.read().count() > 0;
    let now = time.elapsed();
    let Some(wish) = wish else {
        return;
    };
    let Some(begun) = *since else {
        if is_found {
            *since = Some(now);
            next.within(POLL_EVERY);
            // The disk may have space again.
            if queue.last_saved() == Saved::Failed {
                again.write(SaveRequested);
            }
        }
        return;
    };
    let is_busy = queue.is_busy();
    if is_busy && now - begun < PATIENCE {
        next.within(POLL_EVERY);
        return;
    }
    *since = None;
    if is_busy || queue.last_saved() == Saved::Failed {
        let why = msg!("headset-unsaved");
        print_report(words.english(&why));
        notices.write(Notice(why));
    } else {
        wish.make();
        exit.write(AppExit::Success);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;
    use icochess_base::schedule;
    use icochess_boards::Variant;
    use icochess_play::game::Boards;
    use icochess_rules::Record;
    use icochess_store::store::Store;

    /// Returns a game with one ply.
    fn begun() -> Record {
        let mut record = Variant::Chess.board().new_game();
        let mv = record.position().legal_moves()[0];
        record.make_mut().play(mv).expect("legal");
        record
    }

    fn save(store: Res<Store>) {
        store.write_game(begun(), false);
    }

    /// Returns an app that saves to the store and whose runtime gives this answer.
    fn window(store: Store, answer: fn() -> Answer) -> App {
        let mut app = App::new();
        app.add_message::<HeadsetRequested>()
            .add_message::<SaveRequested>()
            .add_message::<Notice>()
            .init_resource::<Words>()
            .init_resource::<Time<Real>>()
            .init_resource::<NextFrame>()
            .init_resource::<Waker>()
            .init_resource::<Settings>()
            .init_resource::<HeadsetWish>()
            .insert_resource(store.queue().clone())
            .insert_resource(store)
            .add_plugins(ReturnPlugin { is_automatic: true })
            .insert_resource(Probe(Arc::new(answer)))
            .add_systems(
                Update,
                save.run_if(on_message::<SaveRequested>)
                    .in_set(AppSystems::Feedback),
            );
        schedule::plugin(&mut app);
        app
    }

    /// Returns the answers to players since the last call.
    fn answers(app: &mut App) -> Vec<Msg> {
        let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
        let texts = notices.drain().map(|Notice(text)| text);
        texts
            .filter(|text| *text != msg!("headset-looked-for"))
            .collect()
    }

    fn leaves(app: &App) -> bool {
        app.world().resource::<HeadsetWish>().is_made()
    }

    /// Asks for the headset. Returns whether the app leaves for the headset, and otherwise the
    /// answer.
    fn ask_for_headset(app: &mut App) -> (bool, Vec<Msg>) {
        app.world_mut().write_message(HeadsetRequested);
        for _ in 0..200 {
            app.update();
            let answers = answers(app);
            if leaves(app) || !answers.is_empty() {
                return (leaves(app), answers);
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("nothing comes of it");
    }

    fn unsaved() -> Vec<Msg> {
        vec![msg!("headset-unsaved")]
    }

    fn none() -> Answer {
        Err(missing("it is off".to_owned()))
    }

    #[test]
    fn game_is_saved_before_leaving_for_the_headset() {
        let dir = tempfile::tempdir().unwrap();
        let mut app = window(Store::open(Some(dir.path())).unwrap(), || Ok(()));
        app.world_mut().write_message(SaveRequested);
        assert_eq!(ask_for_headset(&mut app), (true, Vec::new()));
        let store = app.world().resource::<Store>();
        assert!(!store.queue().is_busy(), "it leaves before that");
        let written = store.read_game(&Boards::default()).unwrap();
        assert_eq!(written.expect("a game").line(), begun().line());
    }

    #[test]
    fn unsaved_game_stays_in_the_window_and_may_retry() {
        let dir = tempfile::tempdir().unwrap();
        // Another program has the folder open.
        let other = Store::open(Some(dir.path())).unwrap();
        let mut app = window(Store::open(Some(dir.path())).unwrap(), || Ok(()));
        app.world_mut().write_message(SaveRequested);
        for _ in 0..2 {
            assert_eq!(ask_for_headset(&mut app), (false, unsaved()));
            let left = app.world_mut().resource_mut::<Messages<AppExit>>();
            assert!(left.is_empty());
        }
        drop(other);
        assert_eq!(ask_for_headset(&mut app), (true, Vec::new()));
    }

    #[test]
    fn presses_before_the_answer_are_one_question() {
        let dir = tempfile::tempdir().unwrap();
        let mut app = window(Store::open(Some(dir.path())).unwrap(), none);
        let (give, given) = mpsc::channel();
        let given = Mutex::new(given);
        let slow = move || given.lock().unwrap().recv().unwrap();
        app.insert_resource(Probe(Arc::new(slow)));
        let mut notice_count = 0;
        for presses in [2, 1, 0, 1] {
            for _ in 0..presses {
                app.world_mut().write_message(HeadsetRequested);
            }
            app.update();
            let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
            notice_count += notices.drain().count();
            assert_eq!(answers(&mut app), []);
        }
        assert_eq!(notice_count, 1);
        give.send(none()).unwrap();
        thread::sleep(Duration::from_millis(200));
        app.update();
        assert_eq!(answers(&mut app), [none().unwrap_err()]);
        // A second query would succeed.
        give.send(Ok(())).unwrap();
        for _ in 0..10 {
            app.update();
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(answers(&mut app), []);
        assert!(!leaves(&app));
    }

    #[test]
    fn automatic_return_needs_the_setting_a_lost_headset_and_time() {
        for (may_return, is_wanted, answer, expected) in [
            (true, true, (|| Ok(())) as fn() -> Answer, true),
            (false, true, || Ok(()), false),
            (true, false, || Ok(()), false),
            (true, true, none, false),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let mut app = window(Store::open(Some(dir.path())).unwrap(), answer);
            app.insert_resource(AutoReturn(may_return));
            app.world_mut().resource_mut::<Settings>().return_to_headset = is_wanted;
            for part in 1..=2 {
                let mut time = app.world_mut().resource_mut::<Time<Real>>();
                time.advance_by(ASK_EVERY / 2);
                for _ in 0..20 {
                    app.update();
                    thread::sleep(Duration::from_millis(5));
                }
                assert_eq!(leaves(&app), expected && part == 2);
            }
            assert_eq!(answers(&mut app), []);
        }
    }

    #[cfg(unix)]
    #[test]
    fn child_process_answers_by_its_status_and_reason() {
        let answer = |script: &str| {
            let begun = Instant::now();
            let mut command = Command::new("sh");
            let answer = ask(command.args(["-c", script]), Duration::from_secs(1)).unwrap();
            assert!(begun.elapsed() < Duration::from_secs(5));
            answer
        };
        let missing = |why: &str| Err(missing(why.to_owned()));
        assert_eq!(answer("echo no headset: never mind >&2"), Ok(()));
        let output = "echo icochess: no headset: it is off >&2; echo bye >&2; exit 1";
        assert_eq!(answer(output), missing("it is off"));
        // Long logs are truncated, and the query doesn't wait for a runtime that keeps writing.
        let long = format!("seq 9999 >&2; sleep 9 >&2 & {output}");
        assert_eq!(answer(&long), missing("it is off"));
        assert_eq!(answer("exit 3"), missing("exit status: 3"));
        let silent = msg!("headset-silent", seconds = "1");
        assert_eq!(answer("exec sleep 9"), Err(silent));
    }
}
