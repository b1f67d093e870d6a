//! The games of a contest, and the `match` command.

use std::io;
use std::ops::ControlFlow;
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

use icochess_boards::{Chess, Icochess};
use icochess_engine::Evaluated;
use icochess_lab::arena::{Adjudication, FinishedGame, Openings, Seat, pgn, play};
use icochess_rules::{DrawReason, GameTree, Outcome, Position, Side, pgn as files};

use super::{contest, contestant, games, openings, tally};

fn beats_chance<B: Evaluated>() {
    let contest = contest::<B>("strong:nodes=500", "random", 6);
    let games = games(&contest);
    let numbers: Vec<usize> = games.iter().map(|finished| finished.number).collect();
    assert_eq!(numbers, (0..12).collect::<Vec<_>>());
    let tally = tally(&games);
    assert!(tally.first[0] >= 11, "{tally:?}");
    for pair in games.chunks(2) {
        // Each opening is played with both colours.
        let opening = |finished: &FinishedGame<B>| finished.game.tree.line()[..6].to_vec();
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        // Only one contestant has scores: White in the first game. A score may be missing if the
        // node limit is too low for one ply.
        for (finished, first_is_white) in pair.iter().zip([true, false]) {
            let game = &finished.game;
            assert_eq!(game.scores.len(), game.tree.ply());
            for (ply, score) in game.scores.iter().enumerate() {
                let turn = game.tree.position_at(ply).unwrap().turn();
                let by_first = (turn == Side::White) == first_is_white;
                assert!(score.is_none() || ply >= 6 && by_first);
            }
            assert!(game.scores.iter().any(Option::is_some));
            let record = pgn(&contest.contestants, finished);
            assert_eq!(record.tags["White"] == "random", !first_is_white);
            assert_eq!(record.tags["TimeControl"], "-");
            let text = files::write(&record);
            assert!(text.contains(&format!("[Variant \"{}\"]", B::NAME)));
            assert!(files::parse::<B>(&text).as_ref() == Ok(&record), "{text}");
        }
    }
    let mut openings = games
        .chunks(2)
        .map(|pair| *pair[0].game.tree.position_at(6).unwrap());
    let first = openings.next().unwrap();
    assert!(openings.all(|other| other != first));
}

#[test]
fn search_beats_random_moves_on_the_ball() {
    beats_chance::<Icochess>();
}

#[test]
fn search_beats_random_moves_on_8x8() {
    beats_chance::<Chess>();
}

#[test]
fn equal_settings_give_equal_games() {
    let mut contest = contest::<Icochess>("strong:nodes=300", "value", 3);
    contest.adjudication.win_score = Some(800);
    let once = games(&contest);
    contest.concurrency = 1;
    let again = games(&contest);
    for (one, other) in once.iter().zip(&again) {
        let (one, other) = (&one.game, &other.game);
        assert!(one.tree == other.tree && one.scores == other.scores);
        assert_eq!(one.outcome, other.outcome);
    }
    contest.openings = openings(4);
    let other = games(&contest);
    assert!(other[0].game.tree != once[0].game.tree);
}

/// Plays a game from a position between two contestants of one kind, and returns its outcome.
fn game<B: Evaluated>(text: &str, start: &str, adjudication: &Adjudication) -> Option<Outcome> {
    let contestant = contestant(text);
    let evaluator = contestant.evaluator().unwrap();
    let seat = Seat::<B>::new(contestant, evaluator, 1);
    let opening = GameTree::new(start.parse::<Position<B>>().unwrap());
    let stop = AtomicBool::new(false);
    play(&opening, [&seat, &seat], 1, adjudication, &stop).outcome
}

#[test]
fn games_end_by_rules_claims_time_and_adjudication() {
    let rules = Adjudication::default();
    let short = Adjudication {
        max_plies: 4,
        ..rules
    };
    let start = Position::<Chess>::start().to_string();
    let most = Some(Outcome::Draw(DrawReason::Adjudication));
    assert_eq!(game::<Chess>("random", &start, &short), most);
    // A claimable draw is claimed.
    let late = "4k3/8/8/8/8/8/8/4K2R w - - 99 80";
    let claimed_by = Side::Black;
    let fifty = Some(Outcome::Draw(DrawReason::FiftyMoves { claimed_by }));
    assert_eq!(game::<Chess>("random", late, &rules), fifty);
    // The minimal time is too short for a game.
    let winner = Side::Black;
    let lost = Some(Outcome::TimeForfeit { winner });
    let soon = "strong:depth=4:tc=0.000001";
    assert_eq!(game::<Chess>(soon, &start, &rules), lost);
    let bare = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let saved = Some(Outcome::Draw(DrawReason::TimeForfeit));
    assert_eq!(game::<Chess>(soon, bare, &rules), saved);
    // Both contestants agree on the winner.
    let given = Adjudication {
        win_score: Some(500),
        ..rules
    };
    let winner = Side::White;
    let won = Some(Outcome::Adjudication { winner });
    // Long before a mate.
    let pawns = "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    assert_eq!(game::<Chess>("strong:depth=1", pawns, &given), won);
}

#[test]
fn pgn_states_the_time_control_of_both_sides() {
    for (text, time) in [
        ("strong:tc=10+0.1", "10+0.1"),
        ("strong:tc=60", "60+0"),
        ("strong", "1/0.1"),
        ("strong:nodes=5", "-"),
    ] {
        assert_eq!(contestant(text).time_control.pgn_tag(), time);
    }
    let games = games(&contest::<Chess>("random", "random", 1));
    let unlike = [contestant("random"), contestant("strong:tc=1")];
    // The second plays White in the second game.
    let tags = pgn(&unlike, &games[1]).tags;
    assert_eq!(tags["WhiteTimeControl"], "1+0");
    assert_eq!(tags["BlackTimeControl"], "-");
}

#[test]
fn seed_determines_the_order_of_given_openings() {
    let start = Position::<Chess>::start();
    let all: Vec<GameTree<Chess>> = start
        .legal_moves()
        .iter()
        .map(|mv| GameTree::new(start.play_unchecked(*mv)))
        .collect();
    let order = |seed| {
        let openings = Openings::shuffled(all.clone(), seed);
        (0..all.len())
            .map(|number| openings.get(number))
            .collect::<Vec<_>>()
    };
    let (one, other) = (order(1), order(2));
    assert!(one == order(1) && one != other);
    assert!(all.iter().all(|game| one.contains(game)));
}

#[test]
fn match_ends_when_stopped() {
    let contest = contest::<Icochess>("random", "random", 1000);
    let mut count = 0;
    let run = contest.run(&AtomicBool::new(false), &mut |_| {
        count += 1;
        Ok(ControlFlow::Break(()))
    });
    assert!(run.is_ok() && count == 1);
    let run = contest.run(&AtomicBool::new(false), &mut |_| {
        Err(io::Error::other("full"))
    });
    assert_eq!(run.unwrap_err().to_string(), "full");
}

fn icochess(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icochess-lab"));
    command.args(args).output().unwrap()
}

#[test]
fn match_command_prints_results_and_appends_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let file = file.to_str().unwrap();
    let args = [
        "match",
        "strong:nodes=100",
        "random",
        "--games",
        "4",
        "--hash",
        "1",
        "--pgn",
        file,
    ];
    for games in [4, 8] {
        let output = icochess(&args);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}");
        for line in [
            "A: strong:nodes=100",
            "Board: icochess, games: 4",
            "White's score: ",
        ] {
            assert!(text.contains(line), "{text}");
        }
        let last = text.lines().find(|line| line.starts_with("4 games: +"));
        assert!(last.is_some_and(|line| line.contains(" %") && line.contains(", White ")));
        let read = icochess(&["pgn", file]);
        let read = String::from_utf8(read.stdout).unwrap();
        assert!(read.starts_with(&format!("{games} games, ")) && read.ends_with(", 0 errors\n"));
    }
    let pgn = std::fs::read_to_string(file).unwrap();
    assert!(
        pgn.contains("[Date \"20") && pgn.contains("[TimeControl \"-\"]"),
        "{pgn}"
    );
    // Without randomness there are only two different games.
    let again = [
        "match",
        "strong:depth=1",
        "strong:depth=2",
        "--games",
        "8",
        "--openings",
        "0",
        "--max-plies",
        "20",
    ];
    let output = icochess(&[&again[..], &["--variant", "chess", "--hash", "1"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(" distinct games: "), "{text}");
    // The sequential test ends the match.
    let sprt = [
        "match",
        "strong:nodes=100",
        "random",
        "--games",
        "2000",
        "--hash",
        "1",
    ];
    let output = icochess(&[&sprt[..], &["--sprt", "-100", "100"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Elo 100 accepted"), "{text}");
}

#[test]
fn wrong_arguments_of_a_match_are_refused() {
    let start = ["match", "random", "random", "--games"];
    for (args, status, expected) in [
        (&["3"][..], 2, "even"),
        (&["2", "--sprt", "5", "5"], 2, "ELO0 has to be less"),
        (
            &["2", "--openings", "4", "--openings-file", "x"],
            2,
            "cannot be used with",
        ),
        (&["2", "--openings-file", "/no/file"], 1, "/no/file: "),
        (&["2", "--pgn", "/no/file"], 1, "/no/file: "),
    ] {
        let output = icochess(&[&start[..], args].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {text}");
        assert!(text.contains(expected), "{args:?}: {text}");
    }
}
