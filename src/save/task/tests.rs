//! Tests of the module above.

use super::*;
use crate::rules::{GameTree, Icochess};

#[test]
fn what_the_system_says_becomes_what_to_do() {
    use io::ErrorKind as Kind;
    let told = |kind: Kind| because(Path::new("data"), &kind.into());
    for kind in [Kind::StorageFull, Kind::QuotaExceeded] {
        assert_eq!(told(kind), "there is no more room in data: make some");
    }
    for kind in [Kind::PermissionDenied, Kind::ReadOnlyFilesystem] {
        assert_eq!(told(kind), "nothing may be written in data: allow it");
    }
    for kind in [Kind::NotFound, Kind::NotADirectory] {
        assert_eq!(told(kind), "the folder data is gone: make it again");
    }
    let other = because(Path::new("data"), &io::Error::other("it is on fire"));
    assert_eq!(other, "data cannot be written in: it is on fire");
}

/// A writer in `dir` that is driven by the test itself.
fn writer(dir: &Path, last: &'static Mutex<Saved>) -> Writer {
    Writer {
        dir: dir.to_owned(),
        lock: None,
        another: false,
        date: None,
        unknown: Unknown::default(),
        unsaved: None,
        last,
    }
}

fn new_game() -> Record {
    GameTree::<Icochess>::default().into()
}

/// Serves these jobs and then no more; gives what is told.
fn served(writer: &mut Writer, jobs: impl IntoIterator<Item = Job>) -> Vec<Told> {
    let queue = Queue::default();
    queue.change(|waiting| {
        jobs.into_iter().for_each(|job| waiting.add(job));
        waiting.closed = true;
    });
    let (tell, told) = channel();
    writer.serve(&queue, &tell);
    told.try_iter().collect()
}

fn write() -> Job {
    Job::Game {
        record: new_game(),
        another: false,
    }
}

#[test]
fn what_became_of_the_game_is_kept() {
    static LAST: Mutex<Saved> = Mutex::new(Saved::Nothing);
    let last = || *LAST.lock().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    let mut writer = writer(&folder, &LAST);
    // Settings are no game.
    let settings = || Job::Settings(Box::default());
    assert_eq!(served(&mut writer, [settings()]).len(), 1);
    assert_eq!(last(), Saved::Nothing);
    served(&mut writer, [write()]);
    assert_eq!(last(), Saved::Failed);
    fs::create_dir(&folder).unwrap();
    served(&mut writer, [write()]);
    assert_eq!(last(), Saved::Saved);
    writer.lock = None;
    let other = Lock::try_take(&folder).unwrap();
    served(&mut writer, [settings(), write()]);
    assert_eq!(last(), Saved::Failed);
    drop(other);
    served(&mut writer, [write()]);
    assert_eq!(last(), Saved::Saved);
}

#[test]
fn a_mistake_is_told_and_the_next_time_tries_again() {
    static LAST: Mutex<Saved> = Mutex::new(Saved::Nothing);
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path(), &LAST);
    let (tell, told) = channel();
    assert!(!writer.attempt(&tell, Slot::Game, |_| panic!("no paper\nin {}", 3)));
    let Ok(Told::Failed(Slot::Game, problem)) = told.try_recv() else {
        panic!("it is not told");
    };
    assert_eq!(problem, "there is a mistake in Icochess (no paper)");
    assert_eq!(*LAST.lock().unwrap(), Saved::Failed);
    assert_eq!(served(&mut writer, [write()]), [Told::Saved(Slot::Game)]);
}
