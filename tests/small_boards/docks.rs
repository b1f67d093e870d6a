//! Cells that are missing now, steps that depend on one, and parts of the board that move
//! with what stands on them.
//!
//! Six files and six ranks. The files b and e are made of docks of two squares, three on
//! each; at the start those in the middle are empty. A part of the board goes from
//! any dock to any free one; with a pawn on it only straight across. A pawn whose way
//! ahead is missing steps sideways.

use std::collections::BTreeMap;

use icochess::rules::{
    Board, Cell, CellSet, Equipment, IllegalReason, MoveKind, Outcome, Position, Role, SetupError,
    san,
};

use super::docks_board::{DOCKS, Docks, ways};
use super::grid::{KING, KNIGHT};
use super::slow::{Kind, Pawn, Rules};
use super::{agree, demonstrated, perft_agrees};

fn rules() -> Rules {
    let straight = vec![(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = vec![(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let kind = |letter| Kind {
        letter,
        ..Kind::default()
    };
    Rules {
        files: 6,
        ranks: 6,
        kinds: vec![
            Kind {
                pawn: Some(Pawn {
                    double_unmoved: true,
                    promotes: Some((5, "R")),
                    sideways: true,
                    ..Pawn::default()
                }),
                ..kind('P')
            },
            Kind {
                jumps: KNIGHT.to_vec(),
                ..kind('N')
            },
            Kind {
                slides: diagonal,
                ..kind('B')
            },
            Kind {
                slides: straight,
                ..kind('R')
            },
            Kind {
                jumps: KING.to_vec(),
                royal: true,
                ..kind('K')
            },
        ],
        docks: DOCKS.iter().map(|dock| dock.to_vec()).collect(),
        ways: ways()
            .map(|(from, to, pawns)| (from, to, if pawns { "" } else { "P" }))
            .collect(),
        bare_king_loses: true,
        ..Rules::default()
    }
}

#[test]
fn random_games_agree_and_everything_occurs_in_them() {
    let rules = rules();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..80 {
        agree::<Docks>(&rules, Docks::START, seed, 150, &mut |position, mv| {
            let mut note = |what, is| *seen.entry(what).or_default() += u32::from(is);
            let (from, to) = (mv.from.index(), mv.to.index());
            let carriage = mv.kind == MoveKind::Carriage;
            let pawn = position.role_at(mv.from) == Some(Role::PAWN);
            let dock = 1 << from | 1 << (from + 6);
            let on_it = position.pieces(position.turn(), Role::PAWN) & dock;
            let next = position.play_unchecked(mv);
            note("carriage", carriage);
            note("carriage with a pawn", carriage && on_it != 0);
            note(
                "carriage of unmoved pawns",
                carriage && position.unmoved() & dock != 0,
            );
            note(
                "carriage of an empty square",
                carriage && position.role_at(mv.from).is_none(),
            );
            note("carriage that gives check", carriage && next.is_check());
            note("carriage in check", carriage && position.is_check());
            note("sideways", pawn && !carriage && from / 6 == to / 6);
            note("double step", pawn && !carriage && from.abs_diff(to) == 12);
            note("promotion", mv.promotion().is_some());
            let end = next.variant_outcome().map(Outcome::keyword);
            note("bare king", end == Some("bare-king"));
        });
    }
    assert!(seen.values().all(|times| *times > 2), "{seen:?}");
}

#[test]
fn perft_agrees_with_plain_and_with_slow_counting() {
    assert_eq!(perft_agrees::<Docks>(&rules(), 4), 8_121);
}

fn position(text: &str) -> Position<Docks> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn cell(name: &str) -> Cell {
    Docks::tables().cell(name).expect("the name of a cell")
}

#[test]
fn a_part_moves_with_what_stands_on_it() {
    let here = position("n*1k*1/1*2*1/1*2*1/1*2*1/1N4/1R1K2 w - - 3 9");
    let mv = here.parse_uci("a@b1b3").unwrap();
    let cells = (cell("b1"), cell("b3"));
    assert_eq!((mv.kind, (mv.from, mv.to)), (MoveKind::Carriage, cells));
    let next = here.play(mv).unwrap();
    let text = "n*1k*1/1*2*1/1N2*1/1R2*1/1*4/1*1K2 b - - 4 9";
    assert_eq!(next.to_string(), text);
    assert_eq!(san::write(&here, mv), "Ab1-b3");
    assert_eq!(here.uci(mv), "A@b1b3");
    assert_eq!(here.path(mv), [cells.1]);
    assert_eq!(here.captured_cell(mv), None);
    assert_eq!(here.moves_between(cells.0, cells.1), [mv]);
    let why = |uci: &str| here.why_illegal(here.parse_uci(uci).unwrap());
    for uci in ["A@b3b1", "A@b1b1", "A@a1b3", "A@e1e3"] {
        assert_eq!(why(uci), Some(IllegalReason::Carriage), "{uci}");
    }
    assert_eq!(why("b1b3"), Some(IllegalReason::NotReached));
    assert!(here.parse_uci("B@b1b3").is_err() && here.parse_uci("A@b1").is_err());
}

#[test]
fn kings_and_hostile_pieces_stay_and_pawns_go_straight_across() {
    for (below, parts) in [
        ("1N1K2/1R4", 4),
        ("1K4/1R4", 0),
        ("1n1K2/1R4", 0),
        ("1P1K2/1R4", 0),
        ("1P1K*1/1R2*1", 1),
    ] {
        let here = position(&format!("n*1k*1/1*2*1/1*2*1/1*2*1/{below} w - - 0 1"));
        let moves = here.legal_moves().into_iter();
        let count = moves.filter(|mv| mv.kind == MoveKind::Carriage).count();
        assert_eq!(count, parts, "{here}");
    }
}

#[test]
fn a_part_that_comes_may_uncover_a_check_and_one_that_goes_may_end_it() {
    let why = |text: &str, uci: &str| {
        let here = position(text);
        here.why_illegal(here.parse_uci(uci).unwrap())
    };
    // Where no square is, the rook does not pass; then one without a piece comes.
    let open = "n*1k*1/1*2*1/1*2*1/K*1r*1/4N1/6 w - - 0 1";
    assert_eq!(why(open, "A@e1b3"), Some(IllegalReason::IntoCheck));
    let blocked = open.replace("4N1/6", "6/4N1");
    assert_eq!(why(&blocked, "A@e1b3"), None);
    // Either part takes a square of the rook's way along.
    let check = "n*1k*1/1*2*1/1*2*1/1*2*1/1N2N1/K4r w - - 0 1";
    assert!(position(check).is_check());
    assert_eq!(why(check, "A@b1b3"), None);
    assert_eq!(why(check, "A@e1e3"), None);
    let elsewhere = "n*1k*1/1*2*1/1*2*1/1*2*1/1N4/K1r3 w - - 0 1";
    assert_eq!(why(elsewhere, "A@b1b3"), None);
    let stays = "r*1k*1/1*2*1/1*2*1/1*2*1/1N4/K5 w - - 0 1";
    assert_eq!(why(stays, "A@b1b3"), Some(IllegalReason::StaysInCheck));
}

#[test]
fn lines_end_where_a_cell_is_missing_and_leaps_pass_over_it() {
    let targets = |text: &str, name: &str| {
        let targets = position(text).legal_targets(cell(name));
        let names: Vec<&str> = targets
            .cells()
            .map(|cell| Docks::tables().name(cell))
            .collect();
        names.join(" ")
    };
    let missing = "n*1k*1/1*2*1/1*2*1/R*2*1/N5/3K2 w - - 0 1";
    assert_eq!(targets(missing, "a2"), "c1 c3");
    assert_eq!(targets(missing, "a3"), "a4 a5 a6");
    let there = "n*1k*1/1*2*1/4*1/R3*1/N5/3K2 w - - 0 1";
    assert_eq!(targets(there, "a2"), "c1 c3 b4");
    assert_eq!(targets(there, "a3"), "b3 c3 d3 a4 a5 a6");
}

#[test]
fn a_position_with_half_a_part_or_a_piece_beside_the_board_is_refused() {
    for (text, at) in [
        ("n*1k*1/1*2*1/1*2*1/4*1/N5/3K2 w - - 0 1", "b4"),
        ("n*1k*1/**2*1/1*2*1/1*2*1/N5/3K2 w - - 0 1", "a5"),
    ] {
        let error = text.parse::<Position<Docks>>().unwrap_err().to_string();
        assert!(error.contains(&format!("{at} is missing, but")), "{error}");
    }
    let mut setup = position("n*1k*1/1*2*1/1*2*1/1*2*1/N5/3K2 w - - 0 1").setup();
    setup.pieces[0].0 = cell("b3");
    let refused = Position::<Docks>::try_from_setup(&setup);
    assert_eq!(refused, Err(SetupError::InvalidAbsent("b3".into())));
}

#[test]
fn a_bare_king_has_lost_unless_both_are_bare_and_its_side_need_not_be_to_move() {
    let told = |text: &str| {
        let outcome = position(&format!("{text} w - - 0 1")).outcome();
        outcome.map(|end| end.to_string())
    };
    let middle = "1*2*1/1*2*1/1*2*1/6";
    let bare = format!("n*1k*1/{middle}/3K2");
    let lost = "Black wins: White has only the king left";
    assert_eq!(told(&bare).as_deref(), Some(lost));
    let bare = format!("1*1k*1/{middle}/2NK2");
    let lost = "White wins: Black has only the king left";
    assert_eq!(told(&bare).as_deref(), Some(lost));
    assert_eq!(told(&format!("1*1k*1/{middle}/3K2")), None);
}

#[test]
fn each_piece_is_shown_with_all_that_it_can_do() {
    // On the parts as they lie at the start.
    let expected = [
        ("pawn", vec![3, 1]),
        ("knight", vec![7]),
        ("bishop", vec![4]),
        ("rook", vec![4]),
        ("king", vec![7]),
    ];
    assert_eq!(demonstrated::<Docks>(), expected);
}
