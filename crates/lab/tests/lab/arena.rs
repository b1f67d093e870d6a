//! Matches between computer players: the sums are right, the games are what was
//! asked for, and the same settings give the same games.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

use icochess_boards::{Chess, Icochess, OnEvaluated, Variant};
use icochess_engine::{Algorithm, Evaluated, SearchFeature};
use icochess_lab::arena::{
    Adjudication, Bench, BenchResult, Contest, Contestant, FinishedGame, Openings, Pentanomial,
    Seat, Sprt, SprtResult, Tally, bench, elo, pgn, play, read_positions, score_of,
};
use icochess_rules::{DrawReason, GameTree, Outcome, Position, Side, pgn as files};

fn contestant(text: &str) -> Contestant {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

const fn openings<B: Evaluated>(seed: u64) -> Openings<B> {
    Openings::Random {
        plies: 6,
        seed,
        nodes: 50_000,
    }
}

fn contest<B: Evaluated>(first: &str, second: &str, rounds: usize) -> Contest<B> {
    Contest {
        contestants: [contestant(first), contestant(second)],
        openings: openings(3),
        rounds,
        both_colours: true,
        concurrency: 2,
        seed: 3,
        hash: 1,
        adjudication: Adjudication::default(),
    }
}

/// The games of a match in their order.
fn games<B: Evaluated>(contest: &Contest<B>) -> Vec<FinishedGame<B>> {
    let mut games = Vec::new();
    contest
        .run(&mut |finished| {
            games.push(finished.clone());
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
    games.sort_by_key(|finished| finished.number);
    games
}

fn tally<B: Evaluated>(games: &[FinishedGame<B>]) -> Tally {
    let mut tally = Tally::default();
    for finished in games {
        tally.add(finished.number, finished.game.outcome.unwrap());
    }
    tally
}

fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found}, not {expected}");
}

#[test]
fn elo_is_logistic() {
    assert_eq!(elo(0.5).to_string(), "0");
    near(elo(0.75), 190.848_5, 1e-4);
    near(elo(0.64), 99.951, 1e-3);
    near(elo(10.0 / 11.0), 400.0, 1e-9);
    near(elo(0.36), -elo(0.64), 1e-9);
    near(score_of(5.0), 0.507_195, 1e-6);
    assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn the_error_comes_from_the_pairs() {
    // Mean 0.55; the variance is the mean square 0.375 less 0.3025.
    let pairs = Pentanomial([5, 20, 40, 20, 15]);
    let estimate = pairs.estimate().unwrap();
    near(estimate.score, 0.55, 1e-12);
    let error = (0.375_f64 - 0.3025).sqrt() / 10.0;
    near(estimate.high - estimate.score, 1.959_964 * error, 1e-9);
    near(estimate.score - estimate.low, 1.959_964 * error, 1e-9);
    // 1.857 standard errors.
    near(0.05 / error, 1.856_953, 1e-5);
    near(pairs.los(), 0.968_341, 1e-4);
    near(
        Pentanomial([15, 20, 40, 20, 5]).los(),
        1.0 - pairs.los(),
        1e-6,
    );
    // Of fifty pairs that are all alike: up to 3 in 50 may come out otherwise.
    let even = Pentanomial([0, 0, 50, 0, 0]).estimate().unwrap();
    near(even.low, 0.44, 1e-12);
    near(even.high, 0.56, 1e-12);
    assert_eq!(Pentanomial([0, 0, 50, 0, 0]).los(), 0.5);
    let won = Pentanomial([0, 0, 0, 0, 2]);
    let estimate = won.estimate().unwrap();
    assert_eq!(
        (estimate.score, estimate.low, estimate.high),
        (1.0, 0.0, 1.0)
    );
    assert_eq!(won.los(), 0.875);
    assert_eq!(Pentanomial([2, 0, 0, 0, 0]).los(), 0.125);
    assert_eq!(
        (Pentanomial::default().los(), Pentanomial([0; 5]).estimate()),
        (0.5, None)
    );
}

#[test]
fn the_test_is_walds_where_only_two_results_are_possible() {
    let test = Sprt::new(-20.0, 30.0);
    let (low, high) = test.bounds();
    near(low, -2.944_439, 1e-6);
    near(high, 2.944_439, 1e-6);
    for (lost, won) in [(40, 60), (500, 500), (600, 400)] {
        let pairs = Pentanomial([lost, 0, 0, 0, won]);
        let (s0, s1) = (score_of(-20.0), score_of(30.0));
        let wald = won as f64 * (s1 / s0).ln() + lost as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        near(test.llr(&pairs), wald, 0.001);
    }
}

#[test]
fn the_test_is_near_that_of_a_normal_distribution() {
    // Van den Bergh: N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
    let test = Sprt::new(0.0, 5.0);
    let pairs = Pentanomial([300, 2400, 4500, 2500, 300]);
    let (mean, variance) = (0.5025, 0.045_625 - 0.0025_f64.powi(2));
    let (s0, s1) = (score_of(0.0), score_of(5.0));
    let normal = 10_000.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    near(test.llr(&pairs), normal, 0.03);
    assert_eq!(test.result(&pairs), SprtResult::Continue);
    assert_eq!(
        test.result(&Pentanomial([300, 2000, 4500, 2900, 300])),
        SprtResult::AcceptH1
    );
    assert_eq!(
        test.result(&Pentanomial([300, 2900, 4500, 2000, 300])),
        SprtResult::AcceptH0
    );
    near(test.llr(&Pentanomial::default()), 0.0, 1e-9);
}

#[test]
fn results_are_counted_for_the_first_and_for_white() {
    let mut tally = Tally::default();
    let won = |winner| Outcome::Checkmate { winner };
    tally.add(0, won(Side::White));
    tally.add(3, won(Side::White));
    tally.add(1, Outcome::Draw(DrawReason::Stalemate));
    let winner = Side::Black;
    tally.add(2, Outcome::TimeForfeit { winner });
    assert_eq!((tally.first, tally.white), ([1, 1, 2], [2, 1, 1]));
    assert_eq!(tally.first_pairs, Pentanomial([1, 0, 0, 1, 0]));
    assert_eq!(tally.white_pairs, Pentanomial([0, 0, 1, 1, 0]));
    assert_eq!((tally.forfeits, tally.games()), ([1, 0], 4));
}

#[test]
fn contestants_are_read() {
    let full = contestant("strong:nodes=7:depth=3:seed=9:threads=2:level=4:values=a.ron:tc=10+0.5");
    assert_eq!(
        (full.player.level, full.player.seed, full.threads),
        (4, 9, 2)
    );
    assert_eq!(
        (full.time_control.nodes, full.time_control.depth),
        (Some(7), Some(3))
    );
    let clock = full
        .time_control
        .clock
        .map(|(base, each)| (base.as_millis(), each.as_millis()));
    assert_eq!(clock, Some((10_000, 500)));
    assert_eq!(full.values.as_deref(), Some("a.ron".as_ref()));
    let strong = contestant("Strong");
    assert_eq!(
        strong.time_control.move_time.map(|time| time.as_millis()),
        Some(100)
    );
    assert_eq!(strong.player.level, 10);
    let value = contestant("value");
    assert_eq!(
        (value.player.algorithm, value.player.level),
        (Algorithm::Value, 1)
    );
    assert_eq!(value.time_control.move_time, None);
    // SearchFeatures of the board and others.
    let late = SearchFeature::LateMovePruning;
    for (text, on_ball, on_chess) in [
        ("strong", false, true),
        ("strong:with=late-pruning", true, true),
        ("strong:without=late-pruning", false, false),
        (
            "strong:with=late-pruning:without=late-pruning",
            false,
            false,
        ),
        ("strong:without=killers:with=late-pruning", true, true),
    ] {
        let named = contestant(text);
        assert_eq!(named.features::<Icochess>().has(late), on_ball, "{text}");
        assert_eq!(named.features::<Chess>().has(late), on_chess, "{text}");
    }
}

#[test]
fn the_name_of_a_file_may_hold_what_parts_settings() {
    for (text, file, nodes) in [
        (r"strong:values=C:\new\a.ron", r"C:\new\a.ron", None),
        (r"strong:values=C:\a.ron:nodes=50", r"C:\a.ron", Some(50)),
        ("strong:nodes=50:values=D:/a.ron", "D:/a.ron", Some(50)),
        ("strong:values=/x/b=3.ron:nodes=7", "/x/b=3.ron", Some(7)),
        ("strong:values=12:30.ron", "12:30.ron", None),
        ("strong:values=a:b=c:nodes=7", "a:b=c", Some(7)),
        (r"strong:values=\\?\C:\x.ron", r"\\?\C:\x.ron", None),
    ] {
        let named = contestant(text);
        assert_eq!(named.values.as_deref(), Some(Path::new(file)), "{text}");
        assert_eq!(named.time_control.nodes, nodes, "{text}");
        assert_eq!(named.to_string(), text);
    }
    // Elsewhere a colon parts settings.
    for text in [
        "strong:level=3:x",
        "strong:values=a:nodes=0",
        "strong:values=a:values=b",
    ] {
        assert!(text.parse::<Contestant>().is_err(), "{text}");
    }
}

#[test]
fn what_is_no_contestant_is_told_why() {
    for (text, told) in [
        ("", "there is no algorithm"),
        ("weak", "there is no algorithm"),
        ("strong:", "\"\" is no setting"),
        ("strong:fast", "\"fast\" is no setting"),
        ("strong:power=3", "no setting \"power\""),
        ("strong:level=0", "from 1 to 10"),
        ("strong:level=11", "from 1 to 10"),
        ("strong:level=x", "\"x\" of \"level\""),
        ("strong:nodes=0", "a number from 1"),
        ("strong:nodes=5:nodes=6", "\"nodes\" is given twice"),
        ("strong:time=0", "seconds above 0"),
        ("strong:time=-1", "seconds above 0"),
        ("strong:time=NaN", "seconds above 0"),
        ("strong:time=inf", "seconds above 0"),
        ("strong:tc=1+x", "such as 10+0.1"),
        ("strong:tc=0+1", "such as 10+0.1"),
        ("strong:tc=1+1:time=1", "only one of"),
        ("strong:threads=0", "from 1 to 256"),
        ("strong:depth=0", "from 1 to 100"),
        ("strong:with=luck", "luck"),
        ("strong:values=", "the name of a file"),
        ("value:seed=\u{1b}", "\\u{1b}"),
    ] {
        let error = text.parse::<Contestant>().unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
}

#[test]
fn a_values_file_is_used_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values.ron");
    let named = contestant(&format!("strong:nodes=100:values={}", file.display()));
    let error = named.evaluator::<Chess>().unwrap_err().to_string();
    assert!(error.contains("values.ron"), "{error}");
    std::fs::write(&file, Icochess::VALUES).unwrap();
    assert!(named.evaluator::<Icochess>().is_ok());
    // Those of another board.
    assert!(named.evaluator::<Chess>().is_err());
    std::fs::write(&file, "nothing").unwrap();
    assert!(named.evaluator::<Icochess>().is_err());
}

fn beats_chance<B: Evaluated>() {
    let contest = contest::<B>("strong:nodes=500", "random", 6);
    let games = games(&contest);
    let numbers: Vec<usize> = games.iter().map(|finished| finished.number).collect();
    assert_eq!(numbers, (0..12).collect::<Vec<_>>());
    let tally = tally(&games);
    assert!(tally.first[0] >= 11, "{tally:?}");
    for pair in games.chunks(2) {
        // The same opening with both colours.
        let opening = |finished: &FinishedGame<B>| finished.game.tree.line()[..6].to_vec();
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        // Only one of the two gives scores: White in the first game. It may have
        // none where so few nodes are not enough for one ply.
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
fn the_search_beats_chance_on_the_ball() {
    beats_chance::<Icochess>();
}

#[test]
fn the_search_beats_chance_on_eight_by_eight() {
    beats_chance::<Chess>();
}

#[test]
fn the_same_settings_give_the_same_games() {
    let mut contest = contest::<Icochess>("strong:nodes=300", "value", 3);
    contest.adjudication.win_score = Some(800);
    let once = games(&contest);
    contest.concurrency = 1;
    let again = games(&contest);
    for (one, other) in once.iter().zip(&again) {
        let (one, other) = (&one.game, &other.game);
        assert!(one.tree == other.tree && one.scores == other.scores);
        assert_eq!((one.outcome, one.nodes), (other.outcome, other.nodes));
    }
    contest.openings = openings(4);
    let other = games(&contest);
    assert!(other[0].game.tree != once[0].game.tree);
}

/// A game from a position between players of that kind.
fn game<B: Evaluated>(text: &str, start: &str, adjudication: &Adjudication) -> Option<Outcome> {
    let contestant = contestant(text);
    let evaluator = contestant.evaluator().unwrap();
    let seat = Seat::<B>::new(contestant, evaluator, 1);
    let opening = GameTree::new(start.parse::<Position<B>>().unwrap());
    let stop = AtomicBool::new(false);
    play(&opening, [&seat, &seat], 1, adjudication, &stop).outcome
}

#[test]
fn games_end_as_they_should() {
    let rules = Adjudication::default();
    let short = Adjudication {
        max_plies: 4,
        ..rules
    };
    let start = Position::<Chess>::start().to_string();
    let most = Some(Outcome::Draw(DrawReason::Adjudication));
    assert_eq!(game::<Chess>("random", &start, &short), most);
    // A draw that can be claimed is claimed.
    let late = "4k3/8/8/8/8/8/8/4K2R w - - 99 80";
    let claimed_by = Side::Black;
    let fifty = Some(Outcome::Draw(DrawReason::FiftyMoves { claimed_by }));
    assert_eq!(game::<Chess>("random", late, &rules), fifty);
    // No time at all is too little.
    let winner = Side::Black;
    let lost = Some(Outcome::TimeForfeit { winner });
    let soon = "strong:depth=4:tc=0.000001";
    assert_eq!(game::<Chess>(soon, &start, &rules), lost);
    let bare = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let saved = Some(Outcome::Draw(DrawReason::TimeForfeit));
    assert_eq!(game::<Chess>(soon, bare, &rules), saved);
    // Both see who wins.
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
fn a_file_tells_the_time_of_both_sides() {
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
    // The second is White in the second game.
    let tags = pgn(&unlike, &games[1]).tags;
    assert_eq!(tags["WhiteTimeControl"], "1+0");
    assert_eq!(tags["BlackTimeControl"], "-");
}

#[test]
fn given_openings_come_in_an_order_that_the_seed_tells() {
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
fn a_match_ends_when_it_is_told_to() {
    let contest = contest::<Icochess>("random", "random", 1000);
    let mut count = 0;
    let run = contest.run(&mut |_| {
        count += 1;
        Ok(ControlFlow::Break(()))
    });
    assert!(run.is_ok() && count == 1);
    let run = contest.run(&mut |_| Err(io::Error::other("full")));
    assert_eq!(run.unwrap_err().to_string(), "full");
}

#[test]
fn positions_are_read_from_text() {
    let start = Position::<Chess>::start();
    let read = read_positions::<Chess>(&format!("# one\n\n{start}\r\n")).unwrap();
    assert_eq!(read, [GameTree::new(start)]);
    for (text, told) in [
        ("# none\n", "no position"),
        ("\nrubbish", "line 2: "),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "line 1: the game is over"),
    ] {
        let error = read_positions::<Chess>(text).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn the_bench_gives_the_same_nodes_every_time() {
    let by = Bench {
        depth: Some(3),
        hash: 1,
        ..Bench::default()
    };
    struct Run(Bench);
    impl OnEvaluated for Run {
        type Output = BenchResult;

        fn run<B: Evaluated>(self) -> BenchResult {
            bench::<B>(&self.0).unwrap()
        }
    }
    for variant in Variant::ALL {
        let [once, again] = [(); 2].map(|()| variant.on_evaluated(Run(by)).unwrap());
        assert_eq!((once.positions, once.depth), (13, 3));
        assert!(once.nodes > 1000);
        assert_eq!(once.nodes, again.nodes);
    }
}

fn icochess(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icochess-lab"));
    command.args(args).output().unwrap()
}

#[test]
fn the_match_command_prints_what_has_come_of_it_and_adds_to_the_file() {
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
    // Without chance there are two games at most.
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
    // The test ends the match.
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
    for (args, status, told) in [
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
        assert!(text.contains(told), "{args:?}: {text}");
    }
}
