//! Tests of clocks, lag and stored state.

use super::*;

const START: Duration = Duration::from_secs(1000);

fn table(time: Time) -> Table {
    let stored = StoredGame {
        board: "chess".into(),
        start: None,
        time,
        names: [Some("Ada".into()), Some(String::new())],
        invited: Some(Seat::Black),
        state: StoredState::default(),
    };
    Table::new(stored, Vec::new()).unwrap()
}

fn play(table: &mut Table, uci: &str, at: Duration, lag: Duration) -> Clocks {
    let mv = table.read_move(uci).unwrap();
    let side = table.turn();
    let request = SeatRequest::Move(mv);
    let changes = table.serve(side, request, at, lag).unwrap();
    assert!(changes.moved.is_some(), "{changes:?}");
    table.clocks(at).unwrap()
}

#[test]
fn mover_is_not_charged_for_transmission() {
    let mut table = table(Time::Clock("60".into()));
    let (second, lag) = (Duration::from_secs(1), Duration::from_millis(200));
    play(&mut table, "e2e4", START, lag);
    let clocks = play(&mut table, "e7e5", START + second, lag);
    assert_eq!(clocks.black.left_ms, 59_200);
    // The opponent's time starts when the move arrives.
    assert_eq!((clocks.used_ms, clocks.runs), (0, true));
    let at = START + second * 61;
    assert!(table.tick(at, lag).is_none());
    assert_eq!(table.until_tick(at, lag), Some(lag));
    let ended = table.tick(at + lag, lag).unwrap();
    assert!(matches!(ended.news[..], [ServerMessage::Ended { .. }]));
    assert_eq!(table.until_tick(at, lag), None);
}

#[test]
fn stored_table_continues_with_stopped_clocks_and_offers() {
    let mut table = table(Time::Clock("60+1".into()));
    play(&mut table, "e2e4", START, Duration::ZERO);
    let second = Duration::from_secs(1);
    play(&mut table, "e7e5", START + second, Duration::ZERO);
    let served = table.serve(Side::White, SeatRequest::Draw, START + second, second);
    assert_eq!(served.unwrap().news.len(), 1);
    let at = START + second * 2;
    let mut stored = table.stored.clone();
    stored.state = table.stored(at);
    let moves = table.moves.clone();
    let mut again = Table::new(stored, moves).unwrap();
    let clocks = again.clocks(Duration::ZERO).unwrap();
    assert_eq!(clocks.used_ms, 1_000);
    assert!(!clocks.runs && again.is_paused());
    assert_eq!(again.stored(at).offers, table.stored(at).offers);
    again.resume(START);
    assert!(again.runs());
}

#[test]
fn correspondence_games_end_when_a_move_is_overdue() {
    let mut table = table(Time::Days(2));
    table.set_due();
    let due = table.due_ms.unwrap();
    assert!(due.abs_diff(unix_ms() + 2 * DAY_MS) < 10_000);
    assert!(table.tick(START, Duration::ZERO).is_none());
    table.due_ms = Some(unix_ms());
    assert!(table.tick(START, Duration::ZERO).is_some());
    assert_eq!(table.due_ms, None);
    let winner = table.end().and_then(|end| end.winner);
    assert_eq!(winner, Some(Seat::Black));
}

#[test]
fn rematch_swaps_players() {
    let mut table = table(Time::Unlimited);
    let resigned = table.serve(Side::White, SeatRequest::Resign, START, START);
    assert_eq!(resigned.unwrap().news.len(), 1);
    let rematch = table.rematch().unwrap();
    assert_eq!(rematch.state(START).black.name, "Ada");
    assert!(rematch.end().is_none() && rematch.moves.is_empty());
}
