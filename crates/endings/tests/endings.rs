//! Tests of the solver against the moves of the rules.
//!
//! A table is right if each position's value follows from the values after its legal moves. Forced
//! mates are then proved by induction, and a side with a draw can hold it forever. The tests use the
//! moves of the rules, which share no code with the solver, and search short mates at full width.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess, OctHex146};
use icochess_endings::{Counts, Endings, Probe};
use icochess_rules::{Board, Cell, Piece, Position, Role, Setup, Side};
use oorandom::Rand64;

/// Classes of the samples: with captures on both sides, equal men, and unmoved pawns.
const SAMPLED: [&str; 6] = ["KRK", "KBKP", "KNKU", "KUUK", "KRKN", "KBNK"];

fn endings<B: Board>() -> Endings {
    Endings::of::<B>().expect("a board with kings")
}

fn solve(endings: &Endings, name: &str) {
    let class = endings.class(name).expect("a class");
    let start = Instant::now();
    assert!(endings.solve(class, &AtomicBool::new(false)));
    let bytes = endings.table(class).expect("a table").bytes();
    println!("{name}: {bytes} bytes, {:.1?}", start.elapsed());
    assert!(class.men() > 4 || bytes < 2_000_000, "{name}");
}

/// Returns the counts of a class with its first side to move.
fn counts(endings: &Endings, name: &str) -> Counts {
    solve(endings, name);
    let class = endings.class(name).expect("a class");
    let [counts, _] = endings.counts(class).expect("a solved class");
    println!("{counts:?}");
    counts
}

/// Adds a class's men on the given cells, with the colours exchanged if `exchange`.
fn set_up<B: Board>(name: &str, cells: &[u8], exchange: bool, turn: Side) -> Option<Position<B>> {
    let mut setup = Setup {
        turn,
        ..Setup::default()
    };
    let mut kings = 0;
    for (letter, &cell) in name.chars().zip(cells) {
        kings += usize::from(letter == 'K');
        let side = Side::ALL[usize::from((kings == 2) != exchange)];
        let of_role = if letter == 'U' { 'P' } else { letter };
        let role = B::ROLES.iter().position(|role| role.letter == of_role)?;
        let (cell, role) = (Cell::new(cell), Role::new(role as u8));
        if setup.pieces.iter().any(|(taken, _)| *taken == cell) {
            return None;
        }
        setup.pieces.push((cell, Piece { side, role }));
        if letter == 'U' {
            setup.unmoved.push(cell);
        }
    }
    Position::try_from_setup(&setup).ok()
}

fn random<B: Board>(name: &str, rng: &mut Rand64) -> Position<B> {
    let count = B::tables().cells().len() as u64;
    loop {
        let cells: Vec<u8> = name
            .chars()
            .map(|_| rng.rand_range(0..count) as u8)
            .collect();
        let [exchange, black] = [(); 2].map(|()| rng.rand_range(0..2) == 1);
        let turn = if black { Side::Black } else { Side::White };
        if let Some(position) = set_up(name, &cells, exchange, turn) {
            return position;
        }
    }
}

/// Returns the result of a position from those after its legal moves.
fn from_moves<B: Board>(endings: &Endings, position: &Position<B>) -> Probe {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() {
            Probe::Lost(0)
        } else {
            Probe::Drawn
        };
    }
    let (mut win, mut loss, mut may_hold) = (None, 0, false);
    for mv in moves {
        match endings
            .probe(&position.play_unchecked(mv))
            .expect("a solved class")
        {
            Probe::Lost(moves) => win = Some(win.map_or(moves, |win: u8| win.min(moves))),
            Probe::Won(moves) => loss = loss.max(moves),
            Probe::Drawn => may_hold = true,
        }
    }
    match win {
        Some(moves) => Probe::Won(moves + 1),
        None if may_hold => Probe::Drawn,
        None => Probe::Lost(loss),
    }
}

fn check<B: Board>(endings: &Endings, position: &Position<B>) {
    let found = endings.probe(position);
    assert_eq!(found, Some(from_moves(endings, position)), "{position}");
}

/// Returns whether the side to move mates within `moves` moves, by a search at full width.
fn mates<B: Board>(position: &Position<B>, moves: u8) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| {
            let next = position.play_unchecked(mv);
            let replies = next.legal_moves();
            if replies.is_empty() {
                return next.is_check();
            }
            let mut after = replies.into_iter().map(|mv| next.play_unchecked(mv));
            after.all(|after| mates(&after, moves - 1))
        })
}

#[test]
fn ball_has_120_symmetries_and_8x8_has_8() {
    assert_eq!(endings::<Icochess>().symmetries(), 120);
    assert_eq!(endings::<Chess>().symmetries(), 8);
    assert!(Endings::of::<OctHex146>().is_none());
}

#[test]
fn names_lead_to_classes_and_back() {
    let ball = endings::<Icochess>();
    for (name, normal) in [
        ("KBNK", "KBNK"),
        ("KNBK", "KBNK"),
        ("knkr", "KRKN"),
        ("KK", "KK"),
    ] {
        let class = ball.class(name).expect("a class");
        assert_eq!(ball.name(class), normal);
        assert_eq!(class.men(), name.len());
    }
    for wrong in ["", "K", "Q", "KQ", "KXK", "KKK", "KQQQQK", "QKK"] {
        assert_eq!(ball.class(wrong), None, "{wrong}");
    }
    // Six kinds of men on the ball, two sides.
    assert_eq!([2, 3, 4].map(|men| ball.classes(men).len()), [1, 6, 42]);
    // Pawns of 8x8 aren't supported.
    assert_eq!(endings::<Chess>().classes(3).len(), 4);
}

#[test]
fn values_follow_from_legal_moves() {
    let ball = endings::<Icochess>();
    let mut rng = Rand64::new(54);
    for name in SAMPLED {
        solve(&ball, name);
        for _ in 0..3_000 {
            check::<Icochess>(&ball, &random(name, &mut rng));
        }
    }
}

#[test]
fn short_mates_are_those_of_full_width_search() {
    let ball = endings::<Icochess>();
    let mut rng = Rand64::new(55);
    for name in SAMPLED {
        solve(&ball, name);
        for _ in 0..100 {
            let position: Position<Icochess> = random(name, &mut rng);
            let most = 2;
            let found = (1..=most).find(|moves| mates(&position, *moves));
            let expected = match ball.probe(&position) {
                Some(Probe::Won(moves)) => Some(moves).filter(|moves| *moves <= most),
                _ => None,
            };
            assert_eq!(found, expected, "{name}: {position}");
        }
    }
}

/// Queen against king mates in 1 and rook within 2, as an independent solver found.
#[test]
fn queen_and_rook_mate_at_once() {
    let ball = endings::<Icochess>();
    for (name, most) in [("KQK", 1), ("KRK", 2)] {
        let Counts { legal, won, .. } = counts(&ball, name);
        assert_eq!((won.len(), won.iter().sum()), (most + 1, legal), "{name}");
    }
}

#[test]
fn chess_knows_the_longest_mates_of_queen_and_rook() {
    let chess = endings::<Chess>();
    assert_eq!(counts(&chess, "KQK").won.len() - 1, 10);
    assert_eq!(counts(&chess, "KRK").won.len() - 1, 16);
    let castling: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("text");
    assert_eq!(chess.probe(&castling), None);
}

#[test]
fn best_moves_shorten_the_mate_to_its_end() {
    let ball = endings::<Icochess>();
    solve(&ball, "KBNK");
    let class = ball.class("KBNK").expect("a class");
    let longest: Position<Icochess> = ball.longest(class, true).expect("a win");
    let line = ball.line(&longest);
    println!("{longest}: {line:?}");
    assert_eq!(
        ball.probe(&longest).and_then(Probe::plies),
        Some(line.len() as u16)
    );
    let mut position = longest;
    for mv in line {
        position = position.play(mv).expect("a legal move");
    }
    assert!(position.is_check() && !position.has_legal_move());
}

#[test]
fn stop_keeps_what_is_solved() {
    let ball = Arc::new(endings::<Icochess>());
    let class = ball.class("KRK").expect("a class");
    assert!(!ball.solve(class, &AtomicBool::new(true)));
    assert!(ball.table(class).is_none());
    ball.solve_in_background(class);
    let start = Instant::now();
    while ball.table(class).is_none() {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(5));
    }
}

/// The counts of the independent solver.
#[test]
#[ignore = "takes 2 seconds: scripts/test --slow runs it"]
fn minor_pieces_mate_as_an_independent_solver_found() {
    let ball = endings::<Icochess>();
    for (name, most, share) in [
        ("KBBK", 4, None),
        ("KBNK", 7, Some(99.94)),
        ("KNNK", 16, Some(99.84)),
    ] {
        let Counts { legal, won, .. } = counts(&ball, name);
        assert_eq!(won.len() - 1, most, "{name}");
        let all = 100.0 * won.iter().sum::<u64>() as f64 / legal as f64;
        println!("{name}: {all:.3}%");
        if let Some(share) = share {
            assert!((all - share).abs() < 0.005, "{name}: {all}");
        }
    }
}

/// Every position of some classes, up to the symmetries of one king.
#[test]
#[ignore = "takes 20 seconds: scripts/test --slow runs it"]
fn every_value_follows_from_legal_moves() {
    let ball = endings::<Icochess>();
    for name in ["KQK", "KRKN", "KUKN", "KNNK"] {
        solve(&ball, name);
        let others = name.len() as u32 - 1;
        // A king on a middle tile, and on a corner tile.
        for first in [0, 1] {
            for number in 0..80_u32.pow(others) {
                let mut cells = vec![first];
                cells.extend((0..others).map(|man| (number / 80_u32.pow(man) % 80) as u8));
                for turn in Side::ALL {
                    if let Some(position) = set_up::<Icochess>(name, &cells, false, turn) {
                        check(&ball, &position);
                    }
                }
            }
        }
    }
}
