//! External engines as opponents and for evaluation, both working and faulty ones. They are real
//! processes; the faulty ones are scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use icochess::computer::analysis::{Analysis, AnalysisRequest};
use icochess::computer::external::EngineError;
use icochess::computer::external::known_engine::GuardProgram;
use icochess::computer::messages::{ComputerFact, ComputerRequest};
use icochess::computer::{Computer, Paused, SidePlayer};
use icochess::game::Match;
use icochess::game::messages::GameRequest;
use icochess::library::Names;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::Screen;
use icochess::ui::state::setup::Setup;
use icochess_boards::Variant;
use icochess_engine::score::MATE;
use icochess_engine::{Algorithm, Score};
use icochess_rules::{Outcome, Record, Side};
use tempfile::TempDir;

use crate::asking::{self, get, get_mut, has_text, press, record, recorded, until};
use crate::headless;
use crate::runnable::runnable;
use crate::table::{NOTICE, RANDOM, Table};

/// The game's own program, which acts as an engine and as its guard.
const PROGRAM: &str = env!("CARGO_BIN_EXE_icochess");

const EXTERNAL: SidePlayer = SidePlayer {
    computer: true,
    algorithm: Algorithm::Strong,
    level: 5,
    external: true,
};

/// Creates a game of 8×8 chess in which an engine plays `players`.
fn against(engine: &str, players: &[Side]) -> Table {
    let mut settings = Settings::default();
    let computer = &mut settings.computer;
    computer.engine = engine.to_owned();
    (computer.seconds, computer.delay, computer.table) = (0.1, 0.0, 1);
    computer.gives_up = false;
    for side in players {
        *computer.of_mut(*side) = EXTERNAL;
    }
    Table::with(settings, |app| {
        // Chess from the first frame, since the engine might fail on another board.
        app.insert_resource(Match::new(new_game(Variant::Chess)))
            .insert_resource(GuardProgram(PROGRAM.into()));
        // An engine that can't start may fail before the human moves.
        record::<ComputerFact>(app);
    })
}

fn new_game(variant: Variant) -> Record {
    variant.board().new_game()
}

/// Returns the command of the game's own engine.
fn own() -> String {
    format!("\"{PROGRAM}\" uci")
}

/// A fake engine: a shell script with commands that run at its start and at each search.
struct Fake {
    dir: TempDir,
}

impl Fake {
    fn new(begins: &str, searches: &str) -> Self {
        let text = format!(
            "#!/bin/sh\necho $$ > \"$0.pid\"\n{begins}\nwhile read -r line; do\ncase \"$line\" in\n\
             uci) echo 'id name Fake 1'; echo uciok ;;\nisready) echo readyok ;;\n\
             go*) {searches} ;;\nesac\ndone\n"
        );
        let fake = Self {
            dir: tempfile::tempdir().unwrap(),
        };
        fs::write(fake.path(), text).unwrap();
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(fake.path(), executable).unwrap();
        fake
    }

    /// Returns the script's path, which contains a space.
    fn path(&self) -> PathBuf {
        self.dir.path().join("fake engine")
    }

    fn name(&self) -> String {
        self.path().to_str().unwrap().to_owned()
    }

    /// Returns the IDs of the processes that the script has recorded.
    fn processes(&self) -> Vec<u32> {
        let text = fs::read_to_string(self.dir.path().join("fake engine.pid"));
        let text = text.unwrap_or_default();
        let numbers = text.split_whitespace();
        numbers.map(|it| it.parse().unwrap()).collect()
    }
}

/// Returns whether a process is running. A zombie isn't.
fn runs(process: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat"));
    state.is_ok_and(|state| {
        let (_, rest) = state.rsplit_once(") ").unwrap();
        !rest.starts_with(['Z', 'X'])
    })
}

/// Waits until none of the processes is running.
fn wait_for_the_end_of(processes: &[u32]) {
    assert!(!processes.is_empty(), "nothing has run");
    let end = Instant::now() + Duration::from_secs(20);
    while processes.iter().any(|process| runs(*process)) {
        assert!(Instant::now() < end, "{processes:?} still run");
        sleep(Duration::from_millis(20));
    }
}

/// Returns the failure of a fake engine with these commands, after its processes have ended.
fn failure_of(begins: &str, searches: &str) -> EngineError {
    let fake = Fake::new(begins, searches);
    let mut table = against(&fake.name(), &[Side::Black]);
    let failed = failure(&mut table);
    wait_for_the_end_of(&fake.processes());
    failed
}

/// Creates a game, plays a move, and waits for the engine's answer.
fn answered(fake: &Fake) -> Table {
    let mut table = against(&fake.name(), &[Side::Black]);
    table.request("e2e4");
    wait_for_plies(&mut table, 2);
    table
}

/// Returns the engine's failure, before or after the human's move.
fn failure(table: &mut Table) -> EngineError {
    table.request("e2e4");
    // The engine may have failed earlier, when queried about the board. Its turn pauses the game.
    until(&mut table.app, "its failure", |app| get::<Paused>(app).0);
    // The game waits, and no move was played for the engine.
    table.frames(3);
    assert_eq!(table.game().record().ply(), 1);
    let facts = recorded::<ComputerFact>(&mut table.app).into_iter();
    let mut problems = facts.filter_map(|fact| match fact {
        ComputerFact::EngineFailed { problem, .. } => Some(problem),
        _ => None,
    });
    problems.next().expect("a failure")
}

fn wait_for_plies(table: &mut Table, plies: usize) {
    until(&mut table.app, "its move", |app| {
        asking::plies(app) >= plies
    });
}

#[test]
fn own_engine_plays_on_every_board() {
    for variant in Variant::ALL {
        let mut table = against(&own(), &[Side::White, Side::Black]);
        table.ask(GameRequest::Load(new_game(variant)));
        wait_for_plies(&mut table, 3);
        assert!(!table.get::<Paused>().0, "{variant}");
    }
}

#[test]
fn engine_runs_in_limited_memory_and_ends_with_the_game() {
    let fake = Fake::new(
        "sleep 1000 & echo $! >> \"$0.pid\"",
        "ulimit -v > \"$0.limit\"; echo bestmove e7e5",
    );
    let table = answered(&fake);
    assert_eq!(table.played(), ["e2e4", "e7e5"]);
    let limit = fs::read_to_string(fake.dir.path().join("fake engine.limit")).unwrap();
    // In KiB, including its table of 1 MiB.
    assert_eq!(limit.trim(), (4097 << 10).to_string());
    let processes = fake.processes();
    assert_eq!(processes.len(), 2);
    assert!(processes.iter().all(|process| runs(*process)));
    drop(table);
    wait_for_the_end_of(&processes);
}

#[test]
fn unsupported_board_is_reported_before_a_move() {
    let fake = Fake::new("", "echo bestmove e7e5");
    let mut table = against(&fake.name(), &[Side::Black]);
    let line = table.notice_line();
    table.ask(GameRequest::Load(new_game(Variant::Icochess)));
    let why = "The engine Fake 1 can't continue: it doesn't know this board";
    until(&mut table.app, why, |app| {
        let text = app.world().get::<Text>(line).unwrap();
        get::<Paused>(app).0 && text.0.contains(why)
    });
    assert_eq!(table.game().record().ply(), 0);
    // The notice stays while the problem does.
    table.pass(NOTICE + 1.0);
    assert!(table.words(line).contains(why), "{}", table.words(line));
    table.ask(GameRequest::Load(new_game(Variant::Chess)));
    table.pass(NOTICE + 1.0);
    assert!(!table.words(line).contains(why), "{}", table.words(line));
    table.request("e2e4");
    wait_for_plies(&mut table, 2);
}

#[test]
fn engine_from_settings_is_named_in_the_record() {
    let fake = Fake::new("", "echo bestmove e7e5");
    let mut table = answered(&fake);
    let named = |table: &Table, side| Names::of(table.game().record()).player(side).to_owned();
    assert_eq!(named(&table, Side::Black), "Fake 1");
    assert_eq!(named(&table, Side::White), "");
    // An existing name stays.
    let mut next = new_game(Variant::Chess);
    let tags = next.make_mut().tags_mut();
    tags.insert("Black".to_owned(), "Fish".to_owned());
    table.ask(GameRequest::Load(next));
    table.request("e2e4");
    wait_for_plies(&mut table, 2);
    assert_eq!(named(&table, Side::Black), "Fish");
}

#[test]
fn illegal_engine_move_is_not_played() {
    for says in ["e7e4", "e2e4", "(none)", ""] {
        let line = "echo 'info depth 1 score cp 3 pv e7e5'";
        let fake = Fake::new("", &format!("{line}; echo bestmove '{says}'"));
        let mut table = against(&fake.name(), &[Side::Black]);
        assert_eq!(failure(&mut table), EngineError::Illegal(says.to_owned()));
        // After Continue, the engine is asked again.
        table.ask(ComputerRequest::Resume);
        until(&mut table.app, "its failure", |app| get::<Paused>(app).0);
        assert_eq!(table.game().record().ply(), 1);
    }
}

#[test]
fn silent_engine_is_killed_and_crashed_engine_is_reported() {
    for (begins, searches, expected) in [
        (
            "",
            "sleep 1000 & echo $! >> \"$0.pid\"",
            EngineError::Silent,
        ),
        // One engine never stops writing, the other writes an endless line.
        (
            "",
            "exec yes 'info depth 3 score cp 1 nodes 7 pv e7e5'",
            EngineError::Silent,
        ),
        ("", "exec tr '\\0' x < /dev/zero", EngineError::Silent),
        // This engine doesn't read its input.
        ("sleep 1000", "", EngineError::Silent),
        ("", "exit 1", EngineError::Ended),
        ("exit 0", "", EngineError::Ended),
    ] {
        let begun = Instant::now();
        let failed = failure_of(begins, searches);
        let took = begun.elapsed();
        assert_eq!(failed, expected, "{begins}; {searches}");
        if searches.starts_with("sleep") {
            assert!(took >= Duration::from_secs(5), "{took:?}");
        }
    }
}

#[test]
fn engine_that_fails_to_start_is_reported() {
    let missing = failure(&mut against("/nowhere/engine", &[Side::Black]));
    // The message names the missing file, without an error code.
    let why = "No such file or directory: /nowhere/engine";
    assert_eq!(missing, EngineError::Start(why.to_owned()));
    let unnamed = failure(&mut against(" ", &[Side::Black]));
    assert_eq!(unnamed, EngineError::Unnamed);
}

/// Helper process for the next test, which kills this process.
#[test]
#[ignore = "a part of the next test, which starts it"]
fn a_game_that_is_killed() {
    let engine = std::env::var("ICOCHESS_TEST_ENGINE").expect("named by the next test");
    let mut table = against(&engine, &[Side::Black]);
    table.request("e2e4");
    loop {
        table.frames(1);
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn killed_game_leaves_no_engine_running() {
    // This engine ignores input and signals.
    let fake = Fake::new(
        "",
        "trap '' HUP INT TERM PIPE; sleep 1000 & echo $! >> \"$0.pid\"; wait",
    );
    let mut game = Command::new(std::env::current_exe().unwrap())
        .args(["engines::a_game_that_is_killed", "--exact", "--ignored"])
        .env("ICOCHESS_TEST_ENGINE", fake.name())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while fake.processes().len() < 2 && Instant::now() < end {
        sleep(Duration::from_millis(50));
    }
    let processes = fake.processes();
    // With SIGKILL.
    game.kill().unwrap();
    game.wait().unwrap();
    assert_eq!(processes.len(), 2);
    wait_for_the_end_of(&processes);
}

/// Creates a game of 8×8 chess that `engine` evaluates.
fn analysed_by(engine: &str) -> Table {
    let mut table = against("", &[]);
    table.get_mut::<Computer>().analysis_engine = engine.to_owned();
    table
}

/// Returns the evaluation of the current position.
fn evaluate(table: &mut Table) -> Option<Score> {
    table.ask(AnalysisRequest::Start);
    until(&mut table.app, "the evaluation", |app| {
        !get::<Analysis>(app).is_running
    });
    let node = table.game().record().current();
    table.get::<Analysis>().value(node)
}

#[test]
fn own_engine_evaluates_boards_the_external_one_lacks() {
    let searches = "echo 'info depth 9 score cp 77 nodes 1 pv a2a3'; echo 'bestmove a2a3'";
    let fake = Fake::new("", searches);
    let mut table = analysed_by(&fake.name());
    assert_eq!(evaluate(&mut table), Some(77));
    table.ask(GameRequest::Load(new_game(Variant::Icochess)));
    let value = evaluate(&mut table).unwrap();
    assert!(value != 77 && value.abs() < MATE, "{value}");
    // A broken engine is reported, and the position gets no value.
    table.get_mut::<Computer>().analysis_engine = "/nowhere".to_owned();
    table.ask(GameRequest::Load(new_game(Variant::Chess)));
    assert_eq!(evaluate(&mut table), None);
    assert!(!table.get::<Paused>().0);
}

/// Opens the New game page, with the computer as Black and `engine` in the settings.
fn page(engine: &str) -> App {
    let mut settings = headless::set(|it| it.variant = Variant::Chess);
    settings.computer.engine = engine.to_owned();
    let mut app = headless::window_with(icochess::display::Display::Flat, settings, |app| {
        app.insert_resource(GuardProgram(PROGRAM.into()));
    });
    asking::ask(&mut app, GameRequest::Load(new_game(Variant::Chess)));
    let mut setup = get_mut::<Setup>(&mut app);
    setup.board = Variant::Chess.board();
    setup.set_computer(Side::Black, true);
    asking::open(&mut app, Screen::NewGame);
    app
}

#[test]
fn new_game_page_names_the_engine_or_explains_its_absence() {
    let fake = Fake::new("", "echo bestmove a7a6");
    let fake = fake.name();
    let nowhere = "You can't choose Engine: it cannot be started: No such file";
    let mut app = App::new();
    for (engine, expected) in [
        ("", "You can't choose Engine: no engine is set"),
        ("/nowhere/engine", nowhere),
        (&*fake, "Fake 1"),
    ] {
        app = page(engine);
        let end = Instant::now() + Duration::from_secs(60);
        while !has_text(&mut app, expected) {
            assert!(Instant::now() < end, "{:?}", asking::texts(&mut app));
            app.update();
        }
    }
    assert!(!has_text(&mut app, "cannot be chosen"));
    press(&mut app, "choice black plays fake 1");
    let setup = get::<Setup>(&app);
    assert!(setup.player(Side::Black).external);
    let record = setup.record(None, "Fake 1");
    assert_eq!(record.tags()["Black"], "Fake 1");
    // A board that the engine doesn't support.
    get_mut::<Setup>(&mut app).board = Variant::Icochess.board();
    asking::frames(&mut app, 3);
    let why = "You can't choose Fake 1: it doesn't know this board";
    assert!(has_text(&mut app, why));
}

/// Returns the path of Stockfish, if it is installed.
fn stockfish() -> Result<PathBuf, String> {
    // Debian installs games to their own folder.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let dirs = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut paths = dirs.map(|dir| dir.join("stockfish"));
    paths
        .find(|path| path.is_file())
        .ok_or_else(|| "Stockfish is not installed".to_owned())
}

#[test]
fn stockfish_wins_a_whole_game() {
    let Some(stockfish) = runnable("the game against Stockfish", stockfish()) else {
        return;
    };
    let mut table = against(stockfish.to_str().unwrap(), &[Side::White]);
    table.ask(ComputerRequest::SetSide(Side::Black, RANDOM));
    let end = Instant::now() + Duration::from_secs(240);
    while table.game().outcome().is_none() {
        assert!(Instant::now() < end, "{}", table.game().record().to_pgn());
        assert!(!table.get::<Paused>().0);
        table.frames(1);
        sleep(Duration::from_millis(1));
    }
    let winner = Side::White;
    assert_eq!(table.game().outcome(), Some(Outcome::Checkmate { winner }));
}

#[test]
fn stockfish_evaluates_a_position_for_either_side() {
    let Some(stockfish) = runnable("the evaluation by Stockfish", stockfish()) else {
        return;
    };
    let mut table = analysed_by(stockfish.to_str().unwrap());
    for (position, is_whites) in [
        ("4k3/8/8/8/8/8/4P3/Q3K3 b - - 0 1", true),
        ("q3k3/4p3/8/8/8/8/8/4K3 b - - 0 1", false),
    ] {
        let record = Variant::Chess.board().read_position(position).unwrap();
        table.ask(GameRequest::Load(record));
        // `None` means that the engine failed, because the built-in engine never replaces it on a
        // supported board.
        let value = evaluate(&mut table).expect("a value");
        let is_fair = value.abs() > 300 && (value > 0) == is_whites;
        assert!(is_fair, "{position}: {value}");
    }
}
