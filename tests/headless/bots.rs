//! Bots that play through the methods of `--inspect`.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use icochess::app::inspect as served;
use icochess::clock::Pause;
use icochess::computer::{Computer, Paused};
use icochess::display::Display;
use icochess::game::messages::{ClockRequest, GameRequest, Step};
use icochess::game::seating::Seating;
use icochess::save::settings::Settings;
use icochess_boards::Variant;
use icochess_rules::Record;
use serde_json::{Value, json};

use crate::asking::{ask, get_mut, plies, the_match, timed, until};
use crate::headless;
use crate::inspect::Inspector;

/// Creates a game that serves the remote protocol, and returns its port.
fn reachable(display: Display, game: impl Into<Record>) -> (App, u16) {
    let listener = served::listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut app = headless::window_with(display, Settings::default(), |app| {
        served::plugin(app, listener);
    });
    ask(&mut app, GameRequest::Load(game.into()));
    (app, port)
}

fn chess() -> (App, u16) {
    reachable(Display::Flat, Variant::Chess.board().new_game())
}

/// Runs the game while a bot plays in its own thread.
fn while_playing<T: Send + 'static>(
    app: &mut App,
    port: u16,
    bot: impl FnOnce(&Inspector) -> T + Send + 'static,
) -> T {
    let bot = thread::spawn(move || bot(&Inspector::new(port)));
    until(app, "the program", |_| bot.is_finished());
    bot.join().unwrap()
}

/// Plays a move in UCI text or SAN.
fn play(bot: &Inspector, mv: &str) -> Result<Value, String> {
    bot.call("icochess.play", json!({"move": mv}))
}

/// Returns the error of a refused move.
fn refused(app: &mut App, port: u16, mv: &'static str) -> String {
    let before = plies(app);
    let answer = while_playing(app, port, move |bot| play(bot, mv));
    assert_eq!(plies(app), before);
    answer.expect_err("it is played")
}

fn moves(bot: &Inspector) -> Vec<Value> {
    let moves = bot.call("icochess.moves", Value::Null).unwrap();
    moves.as_array().expect("a list").clone()
}

fn position(bot: &Inspector) -> Value {
    bot.resource("icochess::game::MatchState").unwrap()["position"].take()
}

/// Stream of the match states as they change.
struct States(BufReader<TcpStream>);

impl States {
    fn watch(port: u16) -> Self {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "icochess.state+watch"}).to_string();
        let head = format!("Host: localhost\r\nContent-Length: {}", body.len());
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let timeout = Some(Duration::from_secs(60));
        stream.set_read_timeout(timeout).unwrap();
        let request = format!("POST / HTTP/1.1\r\n{head}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).unwrap();
        Self(BufReader::new(stream))
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the watch ended");
            if let Some(event) = line.strip_prefix("data: ") {
                let mut event: Value = serde_json::from_str(event).unwrap();
                return event["result"].take();
            }
        }
    }
}

#[test]
fn two_bots_play_fools_mate_while_a_third_watches() {
    let (mut app, port) = chess();
    let seen = while_playing(&mut app, port, move |bot| {
        let mut states = States::watch(port);
        let mut seen = vec![states.next()];
        let first = moves(bot);
        assert_eq!(first.len(), 20);
        assert!(first.contains(&json!({"uci": "g1f3", "san": "Nf3"})));
        for (mv, uci, san) in [
            ("f3", "f2f3", "f3"),
            ("e7e5", "e7e5", "e5"),
            ("g2-g4", "g2g4", "g4"),
            ("Qh4", "d8h4", "Qh4#"),
        ] {
            let other = Inspector::new(port);
            let answer = play(&other, mv).unwrap();
            // The answer arrives after the move was played.
            let text = position(bot);
            assert_eq!(answer, json!({"uci": uci, "san": san, "text": text}));
            seen.push(states.next());
        }
        assert_eq!(moves(bot), [Value::Null; 0]);
        let over = play(bot, "a3").unwrap_err();
        assert!(over.contains("The game is over"), "{over}");
        seen
    });
    let played = |state: &Value| state["moves"].as_array().unwrap().len();
    assert_eq!(seen.iter().map(played).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(seen[3]["outcome"], "ongoing");
    assert_eq!(seen[4]["outcome"], "checkmate");
    assert_eq!(seen[4]["board"], "chess");
    assert_eq!(plies(&app), 4);
}

#[test]
fn listed_moves_can_be_played_on_every_board() {
    for variant in Variant::ALL {
        let (mut app, port) = reachable(Display::Flat, variant.board().new_game());
        while_playing(&mut app, port, |bot| {
            for ply in 0..4 {
                let all = moves(bot);
                let mv = &all[all.len() * (ply + 1) / 5];
                let text = if ply % 2 == 0 { "san" } else { "uci" };
                let answer = play(bot, mv[text].as_str().unwrap()).unwrap();
                assert_eq!(answer["uci"], mv["uci"]);
            }
        });
        assert_eq!(plies(&app), 4, "{variant}");
    }
}

#[test]
fn illegal_move_is_refused_with_the_reason() {
    let (mut app, port) = chess();
    let not_that_way = "E2: White pawn can't go to E5. The piece doesn't move that way";
    for (mv, why) in [
        ("e2e5", not_that_way),
        ("e7e5", "It is White's turn"),
        ("Qd3", "no legal move is written"),
        ("hello", "is not a move: expected text such as"),
        ("", "is not a move: expected text such as"),
    ] {
        let answer = refused(&mut app, port, mv);
        let has_text = answer.contains(why) && answer.contains("-32602");
        assert!(has_text, "{mv}: {answer}");
    }
    for params in [
        json!({"mv": "e4"}),
        json!({"move": 4}),
        json!(["e4"]),
        Value::Null,
    ] {
        let call = |bot: &Inspector| bot.call("icochess.play", params);
        let answer = while_playing(&mut app, port, call).unwrap_err();
        assert!(answer.contains("expected \\\"params\\\""), "{answer}");
    }
    assert_eq!(plies(&app), 0);
}

#[test]
fn bots_cannot_move_for_computer_or_while_game_waits() {
    let (mut app, port) = chess();
    get_mut::<Computer>(&mut app).black.computer = true;
    app.insert_resource(Paused(true));
    while_playing(&mut app, port, |bot| play(bot, "e4").unwrap());
    let answer = refused(&mut app, port, "e5");
    assert!(answer.contains("The computer plays Black"), "{answer}");
    app.insert_resource(Computer::default());
    ask(&mut app, GameRequest::Step(Step::Back));
    assert!(the_match(&app).is_looking_back());
    let answer = refused(&mut app, port, "d2d4");
    assert!(answer.contains("an earlier position"), "{answer}");

    let mut clocked = timed(Variant::Chess.board().new_game(), "300");
    let (mut app, port) = reachable(Display::Flat, clocked.clone());
    while_playing(&mut app, port, |bot| play(bot, "e4").unwrap());
    ask(&mut app, ClockRequest::Pause(Pause::Player));
    let answer = refused(&mut app, port, "e5");
    assert!(answer.contains("The clock is paused"), "{answer}");

    Seating::Passing.write_to(&mut clocked);
    let (mut app, port) = reachable(Display::Headset, clocked);
    let answer = refused(&mut app, port, "e4");
    assert!(answer.contains("the board is changing players"), "{answer}");
}

#[test]
fn second_bot_with_same_move_is_refused_as_too_late() {
    let (mut app, port) = chess();
    let answer = while_playing(&mut app, port, move |bot| {
        let other = thread::spawn(move || play(&Inspector::new(port), "e4"));
        [play(bot, "e4"), other.join().unwrap()]
    });
    assert!(answer[0].is_ok() != answer[1].is_ok(), "{answer:?}");
    assert_eq!(plies(&app), 1);
    // Calls in one batch run in order.
    let answer = while_playing(&mut app, port, |bot| {
        let call = |mv| json!({"jsonrpc": "2.0", "id": mv, "method": "icochess.play", "params": {"move": mv}});
        bot.batch(json!([call("e5"), call("Nf3")])).unwrap()
    });
    assert_eq!(answer[1]["result"]["san"], "Nf3", "{answer}");
    assert_eq!(plies(&app), 3);
}
