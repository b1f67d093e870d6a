use std::time::Duration;

use super::*;
use icochess_boards::Variant;

const LIMIT: Duration = Duration::from_secs(10);

fn game(moves: &[&str]) -> Record {
    let mut record = Variant::Icochess.board().new_game();
    for text in moves {
        let mv = record.position().parse_uci(text).unwrap();
        record.make_mut().play(mv).unwrap();
    }
    record
}

/// Lists a folder without the lock file.
fn files(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "lock")
        .collect();
    names.sort();
    names
}

fn plies(file: &Path) -> usize {
    read_game_file(file, Boards::default().by_likelihood())
        .unwrap()
        .ply()
}

/// Returns all results, once all jobs are done.
fn replies(store: &Store) -> Vec<SaveReply> {
    store.queue().flush(LIMIT);
    let all = std::iter::from_fn(|| store.next_reply());
    // The list of players is always reported at the start.
    all.filter(|replies| !matches!(replies, SaveReply::Players(_)))
        .collect()
}

#[test]
fn game_and_settings_survive_a_round_trip() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("new/folder");
    let store = Store::open(Some(&folder)).unwrap();
    assert!(store.read_game(&Boards::default()).unwrap().is_none());
    assert_eq!(
        store.read_settings().unwrap(),
        (Settings::default(), vec![])
    );
    let settings = Settings {
        tile_names: true,
        ..Settings::default()
    };
    store.write_settings(settings.clone());
    store.write_game(game(&["a4g1"]), false);
    store.write_game(game(&["a4g1", "n4s1"]), false);
    store.queue().flush(LIMIT);
    let read = store.read_game(&Boards::default()).unwrap().unwrap();
    assert_eq!(read.ply(), 2);
    assert_eq!(read.tags()["Event"], "Icochess");
    assert_eq!(read.tags()["Date"].len(), "2026.11.22".len());
    assert_eq!(files(store.dir()), ["current.pgn", "settings.ron"]);
    drop(store);
    let store = Store::open(Some(&folder)).unwrap();
    assert_eq!(store.read_settings().unwrap(), (settings, vec![]));
}

#[test]
fn unknown_entries_survive() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("settings.ron");
    fs::write(&file, "(\n theme: Dark,\n volume: loud,\n haptics: 0.5,\n)").unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    let (settings, problems) = store.read_settings().unwrap();
    assert_eq!(settings.haptics, 0.5);
    assert_eq!(problems.len(), 1);
    store.write_settings(settings);
    store.queue().flush(LIMIT);
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("theme: Dark") && text.contains("haptics: 0.5"),
        "{text}"
    );
}

#[test]
fn another_game_is_moved_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    // The third game has no moves, so it isn't worth keeping.
    for moves in [&["a4g1"][..], &["b1o3"], &[], &["a3g1"]] {
        store.write_game(game(moves), true);
    }
    store.queue().flush(LIMIT);
    let kept = dir.path().join(GAMES);
    assert_eq!(files(&kept), ["game-1.pgn", "game-2.pgn"]);
    let first =
        read_game_file(&kept.join("game-1.pgn"), Boards::default().by_likelihood()).unwrap();
    assert_eq!(first.position().uci(first.played()[0]), "a4g1");
}

/// This test needs a second writable file system, which every Linux system has.
#[cfg(target_os = "linux")]
#[test]
fn games_move_to_another_file_system() {
    use std::os::unix::fs::MetadataExt;
    let dir = tempfile::tempdir().unwrap();
    let far = tempfile::tempdir_in("/dev/shm").unwrap();
    let device = |dir: &Path| fs::metadata(dir).unwrap().dev();
    assert_ne!(device(dir.path()), device(far.path()), "one file system");
    std::os::unix::fs::symlink(far.path(), dir.path().join(GAMES)).unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    for moves in [&["a4g1"][..], &["b1o3", "n4s1"], &["a3g1"]] {
        store.write_game(game(moves), true);
        assert_eq!(replies(&store), [SaveReply::Saved(Slot::Game)]);
    }
    assert_eq!(files(far.path()), ["game-1.pgn", "game-2.pgn"]);
    let both = ["game-1.pgn", "game-2.pgn"].map(|file| plies(&far.path().join(file)));
    assert_eq!(both, [1, 2]);
    assert_eq!(plies(&dir.path().join("current.pgn")), 1);
}

#[test]
fn missing_folder_is_reported_and_retried() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    let store = Store::open(Some(&folder)).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    store.write_settings(Settings::default());
    store.write_game(game(&["a4g1"]), true);
    let problem = failure_of_all(&store);
    assert!(
        problem.contains("is gone") && problem.contains("data"),
        "{problem}"
    );
    fs::create_dir(&folder).unwrap();
    store.write_game(game(&["a4g1", "n4s1"]), false);
    // The settings were still to be written.
    let saved = [
        SaveReply::Saved(Slot::Game),
        SaveReply::Saved(Slot::Settings),
    ];
    assert_eq!(replies(&store), saved);
    assert_eq!(files(&folder), ["current.pgn", "settings.ron"]);
}

#[test]
fn second_process_saves_only_after_the_first_has_ended() {
    let dir = tempfile::tempdir().unwrap();
    let first = Store::open(Some(dir.path())).unwrap();
    first.write_game(game(&["a4g1", "n4s1"]), true);
    first.queue().flush(LIMIT);
    let second = Store::open(Some(dir.path())).unwrap();
    assert!(!first.is_in_use() && second.is_in_use());
    assert!(second.problem().unwrap().contains("another Icochess uses"));
    second.write_settings(Settings::default());
    second.write_game(game(&["b1o3"]), false);
    assert!(failure_of_all(&second).contains("--data-dir"));
    assert_eq!(files(dir.path()), ["current.pgn"]);
    assert_eq!(plies(&dir.path().join("current.pgn")), 2);
    // The first process may be writing the damaged file.
    let left = second.set_aside(damaged(dir.path().join("current.pgn"), String::new()));
    assert_eq!((left.kept_as, files(dir.path()).len()), (None, 1));

    drop(first);
    second.write_game(game(&["b1o3", "n4s1", "a4g1"]), false);
    second.queue().flush(LIMIT);
    assert_eq!(plies(&dir.path().join("current.pgn")), 3);
    // The first process may have saved other settings in the meantime.
    assert!(!dir.path().join("settings.ron").exists());
    assert_eq!(plies(&dir.path().join("games/game-1.pgn")), 2);
}

/// Returns the messages if every save failed.
fn failure_of_all(store: &Store) -> String {
    let replies = replies(store);
    let failed = |replies: &SaveReply| matches!(replies, SaveReply::Failed(..));
    assert!(
        replies.iter().all(failed) && replies.len() > 1,
        "{replies:?}"
    );
    format!("{replies:?}")
}

#[test]
fn only_the_last_pending_state_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    let many = 500;
    for n in 0..many {
        store.write_game(game(if n % 2 == 0 { &["a4g1"] } else { &[] }), n == 0);
    }
    store.write_game(game(&["a4g1", "n4s1", "b1o3"]), false);
    assert!(replies(&store).len() < many);
    assert_eq!(plies(&dir.path().join("current.pgn")), 3);
    assert_eq!(files(dir.path()), ["current.pgn"]);
}

#[test]
fn damaged_file_is_reported_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    for (n, bad) in [&b"[Event \"x\"]\n\n1. a4g1 zz9 *\n"[..], b"ok\n\xff\xfe"]
        .iter()
        .enumerate()
    {
        fs::write(dir.path().join("current.pgn"), bad).unwrap();
        // After an aborted start, the next one finds the damaged file again.
        for _ in 0..2 {
            let damaged = store.read_game(&Boards::default()).unwrap_err();
            assert!(damaged.to_string().contains("line"), "{damaged}");
        }
        let kept = store
            .set_aside(store.read_game(&Boards::default()).unwrap_err())
            .kept_as;
        let kept = kept.unwrap();
        assert_eq!(fs::read(&kept).unwrap(), *bad);
        assert!(kept.ends_with(format!("damaged-current-{}.pgn", n + 1)));
        assert!(store.read_game(&Boards::default()).unwrap().is_none());
    }
}

#[cfg(unix)]
#[test]
fn pipe_counts_as_damaged_and_does_not_block() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["current.pgn", "settings.ron"] {
        let pipe = dir.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(pipe).status();
        assert!(made.unwrap().success());
    }
    let store = Store::open(Some(dir.path())).unwrap();
    for damaged in [
        store.read_game(&Boards::default()).unwrap_err(),
        store.read_settings().unwrap_err(),
    ] {
        assert!(damaged.problem.contains("expected a file"), "{damaged}");
        assert!(store.set_aside(damaged).kept_as.is_some());
    }
    store.write_game(game(&["a4g1"]), true);
    store.queue().flush(LIMIT);
    assert_eq!(plies(&dir.path().join("current.pgn")), 1);
}

#[cfg(unix)]
#[test]
fn symbolic_link_to_the_game_is_preserved() {
    let dir = tempfile::tempdir().unwrap();
    let (data, far) = (dir.path().join("data"), dir.path().join("far.pgn"));
    fs::create_dir(&data).unwrap();
    let link = data.join("current.pgn");
    std::os::unix::fs::symlink("../far.pgn", &link).unwrap();
    let store = Store::open(Some(&data)).unwrap();
    store.write_game(game(&["a4g1"]), true);
    store.write_game(game(&["b1o3", "n4s1"]), true);
    store.queue().flush(LIMIT);
    assert!(link.is_symlink());
    assert_eq!((plies(&far), plies(&data.join("games/game-1.pgn"))), (2, 1));
}

#[test]
fn partial_files_are_removed_by_the_lock_holder() {
    let dir = tempfile::tempdir().unwrap();
    let folders = [
        "",
        "games",
        "games/bin",
        "players",
        "players/bin",
        "exports",
    ];
    let all_left = folders.map(|folder| dir.path().join(folder).join(".atomicwriteXyz"));
    let first = Store::open(Some(dir.path())).unwrap();
    for left in &all_left {
        fs::create_dir_all(left).unwrap();
        fs::write(left.join("tmpfile.tmp"), "half a ga").unwrap();
    }
    // The first process may still be writing the settings.
    drop(Store::open(Some(dir.path())).unwrap());
    assert!(all_left.iter().all(|left| left.exists()));
    drop(first);
    let _third = Store::open(Some(dir.path())).unwrap();
    for left in &all_left {
        assert!(!left.exists(), "{}", left.display());
    }
}

#[test]
fn uncreatable_folder_is_named_in_the_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = Store::open(Some(&file.path().join("x"))).err().unwrap();
    assert!(error.to_string().contains("cannot be made"), "{error}");
}

#[test]
fn game_that_could_outgrow_the_limit_is_rejected() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("long.pgn");
    // A game that grows when written, like most files.
    fs::write(&file, format!("a4g1{}*", "(b1o3)".repeat(40_000))).unwrap();
    let game = read_game_file(&file, Boards::default().by_likelihood()).unwrap();
    assert!(game.to_pgn().len() > fs::metadata(&file).unwrap().len() as usize);
    let text = format!("a4g1 {{{}}} *", "x".repeat(pgn::MAX_BYTES - 100));
    fs::write(&file, &text).unwrap();
    assert!(Variant::Icochess.board().read_pgn(&text).is_ok());
    let error = read_game_file(&file, Boards::default().by_likelihood()).unwrap_err();
    assert!(error.to_string().contains("fewer comments"), "{error}");
}

#[test]
fn language_files_are_read_in_name_order() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    assert_eq!(store.read_languages(), []);
    let languages = dir.path().join("languages");
    fs::create_dir_all(languages.join("folder.ftl")).unwrap();
    for (name, text) in [("nl.ftl", "a = b"), ("de.ftl", ""), ("notes.txt", "")] {
        fs::write(languages.join(name), text).unwrap();
    }
    fs::write(languages.join("fr.ftl"), [b'\n', 0xff]).unwrap();
    let found = store.read_languages();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["de.ftl", "folder.ftl", "fr.ftl", "nl.ftl"]);
    assert_eq!(found[0].1.as_deref(), Ok(""));
    assert!(
        found[1]
            .1
            .as_ref()
            .is_err_and(|why| why.contains("expected a file"))
    );
    assert!(found[2].1.as_ref().is_err_and(|why| why.contains("line 2")));
    assert_eq!(found[3].1.as_deref(), Ok("a = b"));
}

#[test]
fn released_folder_is_free_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    let queue = store.queue().clone();
    store.write_game(game(&["a4g1"]), false);
    queue.release(LIMIT);
    assert_eq!(plies(&dir.path().join("current.pgn")), 1);
    // The process that had the lock still exists.
    assert!(Lock::try_take(dir.path()).is_ok());
    drop(store);
    // Without a save thread, there is nothing to wait for.
    let begun = std::time::Instant::now();
    SaveQueue::default().release(LIMIT);
    assert!(begun.elapsed() < LIMIT);
}
