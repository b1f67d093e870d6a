//! Tests of the board and setup against the numbers in the description.

use std::collections::{BTreeMap, BTreeSet};

use icochess_boards::{OctHex146, octhex146};
use icochess_rules::{Board, CellSet, Equipment, Move, Piece, Role, Side};

use crate::octhex146::tests::slow::{self, is_on_board, plane};
use crate::octhex146::tests::{Position, cell, letter, named, point, to_slow};
use crate::testing::{SlowRules, position};

fn start(turn: Side) -> Position {
    let mut setup = Position::start().setup();
    setup.turn = turn;
    Position::try_from_setup(&setup).expect("legal")
}

#[test]
fn cells_points_and_names_agree_with_the_slow_rules() {
    let points = octhex146::points();
    assert_eq!((points.len(), slow::points().len()), (146, 146));
    assert_eq!(OctHex146::tables().names.len(), 146);
    for (at, cell) in points.into_iter().zip(OctHex146::tables().cells()) {
        assert!(is_on_board(at));
        assert_eq!(OctHex146::tables().name(cell), slow::name(at));
        assert_eq!(point(cell), at);
    }
    for (at, name) in [
        ([-5, 0, 0], "f11"),
        ([0, -5, 0], "f16"),
        ([0, 0, -5], "a11"),
        ([5, 0, 0], "f66"),
        ([0, 0, 5], "k11"),
    ] {
        assert_eq!(cell(at), named(name));
    }
}

/// Returns the mobility of a piece on the empty board: the number of moves from all cells, the
/// longest slide, and the numbers of cells reachable from each cell.
fn alone(role: u8) -> (usize, usize, BTreeSet<usize>) {
    let tables = OctHex146::tables();
    let (mut moves, mut longest, mut reaches) = (0, 0, BTreeSet::new());
    let piece = Piece {
        side: Side::White,
        role: Role::new(role),
    };
    let on = |from| {
        let mut setup = icochess_rules::Setup::default();
        setup.pieces.push((from, piece));
        Position::try_from_setup(&setup).expect("a single piece")
    };
    for from in tables.cells() {
        let targets = on(from).legal_targets(from);
        moves += targets.len() as usize;
        for to in targets.cells() {
            longest = longest.max(on(from).path(Move::new(from, to)).len());
        }
        let (mut reached, mut next) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = next.pop() {
            next.extend(
                on(at)
                    .legal_targets(at)
                    .cells()
                    .filter(|to| reached.insert(*to)),
            );
        }
        reaches.insert(reached.len());
    }
    (moves, longest, reaches)
}

#[test]
fn simple_pieces_slide_and_reach_as_described() {
    let rounded = |(moves, longest, reaches): (usize, usize, BTreeSet<usize>)| {
        let reaches: Vec<usize> = reaches.into_iter().collect();
        ((moves as f64 / 14.6).round() as i64, longest, reaches)
    };
    // Rook, bishop, unicorn and knight: average number of moves in tenths, longest slide, reach.
    assert_eq!(rounded(alone(1)), (214, 5, vec![146]));
    assert_eq!(rounded(alone(2)), (64, 5, vec![32, 38]));
    assert_eq!(rounded(alone(3)), (181, 2, vec![146]));
    assert_eq!(rounded(alone(4)), (99, 1, vec![146]));
}

/// Iterates over the start positions with their names.
fn starts() -> impl Iterator<Item = (&'static str, Position)> {
    let all = OctHex146::STARTS.iter();
    all.map(|start| (start.name, position(start.text)))
}

#[test]
fn every_start_matches_the_description() {
    assert_eq!(Position::start(), starts().next().unwrap().1);
    for (name, start) in starts() {
        assert_eq!(to_slow(&start).text(), start.to_string(), "{name}");
        for (side, far) in [(Side::White, -1), (Side::Black, 1)] {
            let mut kinds = BTreeMap::new();
            for cell in start.by_side(side).cells() {
                let letter = letter(&start, cell);
                *kinds.entry(letter).or_insert(0) += 1;
                let rank = if letter == 'P' { 3 } else { 5 };
                assert_eq!(plane(point(cell)), rank * far, "pawns before the pieces");
            }
            let kinds: String = kinds
                .iter()
                .map(|(letter, n)| format!("{letter}{n}"))
                .collect();
            assert_eq!(kinds, "B3C1D1G1M1N4P25Q1R4U4V1", "{name}");
            for vertex in [[5, 0, 0], [0, 5, 0], [0, 0, 5]] {
                let at = cell(vertex.map(|n: i32| n * far));
                assert_eq!(letter(&start, at), 'B');
            }
            // The cells of the fourth bishop's binding have only odd coordinates.
            let odd = start
                .by_side(side)
                .cells()
                .filter(|at| letter(&start, *at) != 'P' && point(*at).iter().all(|n| n % 2 != 0));
            let letters: BTreeSet<char> = odd.map(|at| letter(&start, at)).collect();
            assert_eq!(letters, BTreeSet::from(['D', 'M', 'V']));
        }
        // Black's camp is White's after a half-turn.
        for (at, piece) in start.setup().pieces {
            let [x, y, z] = point(at);
            let other = start.piece_at(cell([-y, -x, -z])).expect("a piece");
            assert_eq!((other.side, other.role), (!piece.side, piece.role));
        }
    }
}

#[test]
fn other_starts_are_mirror_symmetric() {
    let beside = |letter| match letter {
        'D' => 'M',
        'M' => 'D',
        'G' => 'C',
        'C' => 'G',
        same => same,
    };
    for (name, start) in starts() {
        let is_alike = start.by_side(Side::White).cells().all(|at| {
            let [x, y, z] = point(at);
            letter(&start, cell([y, x, z])) == beside(letter(&start, at))
        });
        assert_eq!(is_alike, name != "standard", "{name}");
    }
}

/// Neither side can win a pawn at once: all attacked pawns are protected, and all attackers have
/// the power of a unicorn. With Black's pieces mirrored through the centre, two pawns of the first
/// start would be unprotected.
#[test]
fn every_start_protects_each_pawn_that_can_be_captured() {
    for ((name, start), captures) in starts().zip([17, 13, 13]) {
        let mut taken = start.legal_moves();
        taken.retain(|mv| start.captured_cell(*mv).is_some());
        assert_eq!(taken.len(), captures, "{name}");
        for mv in taken {
            assert!("UDGV".contains(letter(&start, mv.from)), "{name}");
            assert_eq!(letter(&start, mv.to), 'P', "{name}");
            let again = start.attackers(mv.to, Side::Black);
            assert!(!again.is_empty(), "{name}: {}", start.uci(mv));
        }
    }
}

#[test]
fn first_moves_match_the_counts_of_the_description() {
    for turn in Side::ALL {
        let position = start(turn);
        assert_eq!(position.by_side(turn).len(), 46);
        let mut of_letter = BTreeMap::new();
        for mv in position.legal_moves() {
            *of_letter.entry(letter(&position, mv.from)).or_insert(0) += 1;
        }
        let text: String = of_letter
            .iter()
            .map(|(letter, n)| format!("{letter}{n} "))
            .collect();
        assert_eq!(text, "C6 D6 G6 M6 N14 P69 U20 V12 ");
        assert!(!position.is_check() && position.royal(turn).is_none());
        assert_eq!(position.outcome(), None);
    }
}

#[test]
fn unprotected_pawns_are_not_attacked() {
    let position = start(Side::White);
    for (side, loose) in [(Side::White, ["e21", "f21"]), (Side::Black, ["f51", "g41"])] {
        let pawns = position.pieces(side, Role::PAWN).cells();
        let alone = pawns.filter(|at| position.attackers(*at, side).is_empty());
        let alone: Vec<_> = alone.collect();
        assert_eq!(alone, loose.map(named));
        assert!(alone.iter().all(|at| !position.is_attacked(*at, !side)));
    }
}
