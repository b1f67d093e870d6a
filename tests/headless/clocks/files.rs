//! Clocks of saved games.

use std::path::Path;

use icochess_rules::AnyGame;

use super::*;

/// Returns the saved game after pending writes.
fn saved(table: &Table) -> Record {
    table.flush();
    let file = table.get::<Store>().dir().join("current.pgn");
    let text = std::fs::read_to_string(file).expect("a file");
    Variant::Chess.board().read_pgn(&text).expect("a game")
}

/// Creates a timed game with `dir` as data folder.
fn saving(dir: &Path) -> Table {
    let store = Store::open(Some(dir)).expect("a store");
    Table::clocked_with(new_game("60+2"), |app| {
        app.insert_resource(store);
    })
}

fn clock_left(record: &Record) -> [Duration; 2] {
    let clock = icochess::clock::clock_of(&**record as &dyn AnyGame).expect("a clock");
    [WHITE, BLACK].map(|side| clock.remaining(side, Duration::ZERO))
}

#[test]
fn quitting_gives_no_time_back() {
    for seconds_of_turn in [3.0, 7.0] {
        let dir = tempfile::tempdir().expect("a folder");
        let mut table = saving(dir.path());
        table.request_all(&["e2e4", "e7e5"]);
        table.pass(seconds_of_turn);
        let left = table.both_left();
        table.send(AppExit::Success);
        table.frames(1);
        let frame = seconds(0.1);
        let kept = clock_left(&saved(&table));
        assert_eq!(kept[1], left[1]);
        // The displayed time, except for the last frame.
        assert!(
            kept[0] <= left[0] && left[0] - kept[0] <= frame,
            "{kept:?} of {left:?}"
        );
    }
}

#[test]
fn resumed_game_keeps_its_clock_and_waits() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut table = saving(dir.path());
    table.request("e2e4");
    table.frames(49);
    table.request("e7e5");
    // Long enough for a running clock to be saved without a move.
    table.pass(6.0);
    let record = saved(&table);
    let kept = clock_left(&record);
    let now = table.both_left();
    assert_eq!(kept[1], now[1]);
    assert!(
        kept[0] >= now[0] && kept[0] <= now[0] + seconds(5.2),
        "{kept:?}"
    );
    // A pause is saved at once.
    table.ask(ClockRequest::Pause(Pause::Player));
    table.frames(2);
    let left = table.both_left();
    let record = saved(&table);
    assert_eq!(clock_left(&record), left);
    drop(table);

    let mut table = Table::clocked(record);
    table.pass(10.0);
    assert_eq!(table.both_left(), left);
    assert!(table.clock().pauses().contains(Pause::Restored));
    table.request("g1f3");
    assert_eq!(table.left(WHITE), left[0] + seconds(2.0));
    assert!(table.clock().runs());
}
