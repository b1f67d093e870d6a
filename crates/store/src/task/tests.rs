//! Tests of `task`.

use std::fs;
use std::path::Path;

use super::super::lock::Lock;
use super::super::player::PlayerProfile;
use super::super::setting::Value;
use super::super::table;
use super::*;
use icochess_boards::Variant;
use icochess_play::game::Boards;

/// Returns a writer for `dir` without a thread.
fn writer(dir: &Path) -> Writer {
    Writer {
        data_dir: Arc::new(DataDir::new(dir, None, false)),
        queue: SaveQueue::default(),
        relation: GameRelation::default(),
        date: None,
        unwritten: None,
        left: VecDeque::new(),
        unknown: Unknown::default(),
        unsaved: None,
        players: PlayerFiles::new(dir),
        changes: VecDeque::new(),
        seats: None,
    }
}

fn new_game() -> Record {
    Variant::Icochess.board().new_game()
}

/// Serves these jobs, then closes the queue, and returns the replies.
fn served(writer: &mut Writer, jobs: impl IntoIterator<Item = Job>) -> Vec<SaveReply> {
    jobs.into_iter().for_each(|job| writer.queue.add(job));
    writer.queue.close();
    let (sender, replies) = channel();
    writer.serve(&sender);
    replies.try_iter().collect()
}

fn write() -> Job {
    Job::Game {
        record: new_game(),
        relation: GameRelation::Same,
    }
}

#[test]
fn result_of_saving_the_game_is_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    let mut writer = writer(&folder);
    // Settings don't count as a game.
    let settings = || Job::Settings(Box::default());
    assert_eq!(served(&mut writer, [settings()]).len(), 1);
    assert_eq!(writer.queue.last_saved(), Saved::Nothing);
    served(&mut writer, [write()]);
    assert_eq!(writer.queue.last_saved(), Saved::Failed);
    fs::create_dir(&folder).unwrap();
    served(&mut writer, [write()]);
    assert_eq!(writer.queue.last_saved(), Saved::Saved);
    // This also releases the lock.
    writer.data_dir = Arc::new(DataDir::new(&folder, None, false));
    let other = Lock::try_take(&folder).unwrap();
    served(&mut writer, [settings(), write()]);
    assert_eq!(writer.queue.last_saved(), Saved::Failed);
    drop(other);
    served(&mut writer, [write()]);
    assert_eq!(writer.queue.last_saved(), Saved::Saved);
}

#[test]
fn flush_times_out_on_a_hanging_disk() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path());
    let queue = writer.queue.clone();
    let moment = Duration::from_millis(1);
    assert!(queue.flush(moment), "nothing is to be written");
    queue.add(write());
    // No thread serves the queue.
    assert!(!queue.flush(moment));
    served(&mut writer, []);
    assert!(queue.flush(moment));
}

#[test]
fn panic_is_reported_and_retried() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path());
    let (sender, replies) = channel();
    assert!(!writer.attempt(&sender, Slot::Game, |_| panic!("no paper\nin {}", 3)));
    let Ok(SaveReply::Failed(Slot::Game, problem)) = replies.try_recv() else {
        panic!("it is not told");
    };
    assert_eq!(problem, "there is a mistake in Icochess (no paper)");
    assert_eq!(writer.queue.last_saved(), Saved::Failed);
    assert_eq!(
        served(&mut writer, [write()]),
        [SaveReply::Saved(Slot::Game)]
    );
}

#[test]
fn unwritten_games_are_written_in_order_later() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    let mut writer = writer(&folder);
    let game = |plies: usize| {
        let mut record = new_game();
        for uci in &["e1e3", "m1m3", "e3e1", "m3m1"][..plies] {
            let mv = record.position().parse_uci(uci).unwrap();
            record.make_mut().play(mv).unwrap();
        }
        record
    };
    let job = |plies, relation| Job::Game {
        record: game(plies),
        relation,
    };
    let another = || GameRelation::Another(None);
    // The folder doesn't exist yet.
    for job in [
        job(1, GameRelation::Same),
        job(2, another()),
        job(3, another()),
        job(4, GameRelation::Same),
    ] {
        served(&mut writer, [job]);
        assert_eq!(writer.queue.last_saved(), Saved::Failed);
    }
    fs::create_dir(&folder).unwrap();
    let replies = served(&mut writer, [job(4, GameRelation::Same)]);
    assert_eq!(replies, [SaveReply::Saved(Slot::Game)]);
    let plies = |file: &str| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        Boards::default().read_pgn(&text).unwrap().ply()
    };
    let files = ["games/game-1.pgn", "games/game-2.pgn", "current.pgn"];
    assert_eq!(files.map(plies), [1, 2, 4]);
}

#[test]
fn unwritten_game_played_on_leaves_its_file_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    let mut writer = writer(&folder);
    let opened = GameRelation::Another(Some("game-7.pgn".to_owned()));
    // The folder doesn't exist yet.
    for relation in [opened, GameRelation::PlayedOn] {
        let record = new_game();
        served(&mut writer, [Job::Game { record, relation }]);
        assert_eq!(writer.queue.last_saved(), Saved::Failed);
    }
    let games = folder.join("games");
    fs::create_dir_all(&games).unwrap();
    fs::write(games.join("game-7.pgn"), "as it was").unwrap();
    served(&mut writer, [write()]);
    assert_eq!(writer.queue.last_saved(), Saved::Saved);
    let text = fs::read_to_string(games.join("game-7.pgn")).unwrap();
    assert_eq!(text, "as it was");
}

#[test]
fn last_pending_change_of_a_player_is_written_after_failure() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("data");
    let mut writer = writer(&folder);
    let keep = |name: &str, volume| {
        let mut player = PlayerProfile::named(name);
        player.set_own("volume", Some(f32::into(volume)));
        Job::Player(PlayerChange::Keep(player))
    };
    let delete = |name: &str| Job::Player(PlayerChange::Delete(name.to_owned()));
    let jobs = [
        keep("Ada", -1.0),
        keep("ada", -2.0),
        keep("Bo", -3.0),
        delete("Bo"),
        keep("Bo", -4.0),
    ];
    let replies = served(&mut writer, jobs);
    assert!(!replies.is_empty());
    assert!(
        replies
            .iter()
            .all(|it| matches!(it, SaveReply::Failed(Slot::Players, _)))
    );
    fs::create_dir(&folder).unwrap();
    let replies = served(&mut writer, [Job::ReadPlayers]);
    assert!(matches!(&replies[0], SaveReply::Players(found) if found.players.is_empty()));
    assert_eq!(replies[1..], [const { SaveReply::Saved(Slot::Players) }; 4]);
    let mut players = PlayerFiles::new(&folder).read().players;
    players.sort_by_key(|it| it.name.clone());
    let volume = table::setting("volume").unwrap();
    let volumes: Vec<_> = players
        .iter()
        .map(|it| (it.name.as_str(), it.own(volume).cloned()))
        .collect();
    let own = |value| Some(Value::Number(value));
    assert_eq!(volumes, [("Bo", own(-4.0)), ("ada", own(-2.0))]);
}
