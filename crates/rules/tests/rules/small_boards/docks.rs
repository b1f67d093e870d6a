//! Tests of missing cells and movable parts of the board.
//!
//! The board has six files and six ranks. The files b and e consist of docks of two squares, three
//! on each file; the middle ones are empty at the start. A part can move to any free dock. With a
//! pawn on it, it can only move straight across.

use std::collections::BTreeMap;

use icochess_rules::{
    Board, Cell, CellSet, Equipment, IllegalReason, MoveKind, Outcome, Position, Role, SetupError,
    san,
};

use super::docks_board::{DOCKS, Docks, carriages};
use super::grid::{KING, KNIGHT};
use super::slow::{Kind, Pawn, Rules};
use super::{agree, demonstrated, perft_agrees};
use crate::shared::rows;

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
        carriages: carriages()
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
            let mut note = |case, is| *seen.entry(case).or_default() += u32::from(is);
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
    assert_eq!(perft_agrees::<Docks>(&rules(), 4), 6_825);
}

fn position(text: &str) -> Position<Docks> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn cell(name: &str) -> Cell {
    Docks::tables().cell(name).expect("the name of a cell")
}

#[test]
fn part_carries_its_pieces() {
    let here = position("n1k1/4/4/4/4/2K1|b1:N/R,e1:1/1 w - - 3 9");
    let mv = here.parse_uci("a@b1b3").unwrap();
    let cells = (cell("b1"), cell("b3"));
    assert_eq!((mv.kind, (mv.from, mv.to)), (MoveKind::Carriage, cells));
    let next = here.play(mv).unwrap();
    let text = "n1k1/4/4/4/4/2K1|b3:N/R,e1:1/1 b - - 4 9";
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
fn parts_with_kings_or_enemies_stay_and_pawns_limit_them() {
    for (below, parts) in [
        ("2K1/4|b1:N/R,e1:1/1", 4),
        ("4/4|b1:K/R,e1:1/1", 0),
        ("2K1/4|b1:n/R,e1:1/1", 0),
        ("2K1/4|b1:P/R,e1:1/1", 0),
        ("2K1/4|b1:P/R", 1),
    ] {
        let here = position(&format!("n1k1/4/4/4/{below} w - - 0 1"));
        let moves = here.legal_moves().into_iter();
        let count = moves.filter(|mv| mv.kind == MoveKind::Carriage).count();
        assert_eq!(count, parts, "{here}");
    }
}

#[test]
fn moving_parts_can_uncover_or_block_checks() {
    let why = |text: &str, uci: &str| {
        let here = position(text);
        here.why_illegal(here.parse_uci(uci).unwrap())
    };
    // Missing squares block the rook until an empty part arrives.
    let open = "n1k1/4/4/K1r1/4/4|b1:1/1,e1:N/1 w - - 0 1";
    assert_eq!(why(open, "A@e1b3"), Some(IllegalReason::IntoCheck));
    let blocked = open.replace("N/1", "1/N");
    assert_eq!(why(&blocked, "A@e1b3"), None);
    // Moving either part removes a square from the rook's path.
    let check = "n1k1/4/4/4/4/K2r|b1:N/1,e1:N/1 w - - 0 1";
    assert!(position(check).is_check());
    assert_eq!(why(check, "A@b1b3"), None);
    assert_eq!(why(check, "A@e1e3"), None);
    let elsewhere = "n1k1/4/4/4/4/Kr2|b1:N/1,e1:1/1 w - - 0 1";
    assert_eq!(why(elsewhere, "A@b1b3"), None);
    let stays = "r1k1/4/4/4/4/K3|b1:N/1,e1:1/1 w - - 0 1";
    assert_eq!(why(stays, "A@b1b3"), Some(IllegalReason::StaysInCheck));
}

#[test]
fn missing_cells_block_lines_but_not_leaps() {
    let targets = |text: &str, name: &str| {
        let targets = position(text).legal_targets(cell(name));
        let names: Vec<&str> = targets
            .cells()
            .map(|cell| Docks::tables().name(cell))
            .collect();
        names.join(" ")
    };
    let missing = "n1k1/4/4/R3/N3/2K1|b1:1/1,e1:1/1 w - - 0 1";
    assert_eq!(targets(missing, "a2"), "c1 c3");
    assert_eq!(targets(missing, "a3"), "a4 a5 a6");
    let there = "n1k1/4/4/R3/N3/2K1|b1:1/1,b3:1/1,e1:1/1 w - - 0 1";
    assert_eq!(targets(there, "a2"), "c1 c3 b4");
    assert_eq!(targets(there, "a3"), "b3 c3 d3 a4 a5 a6");
}

#[test]
fn half_a_part_or_a_piece_on_a_missing_cell_is_refused() {
    let whole = position("n1k1/4/4/4/N3/2K1|b1:1/1,e1:1/1 w - - 0 1").setup();
    for (name, is_missing) in [("b4", false), ("b2", true), ("a5", true)] {
        let mut setup = whole.clone();
        setup.absent.retain(|at| *at != cell(name));
        setup.absent.extend(is_missing.then(|| cell(name)));
        let refused = Position::<Docks>::try_from_setup(&setup);
        // The error names the missing half of a part.
        let named = if is_missing { name } else { "b3" };
        assert_eq!(refused, Err(SetupError::InvalidAbsent(named.into())));
    }
    let mut setup = position("n1k1/4/4/4/N3/2K1|b1:1/1,e1:1/1 w - - 0 1").setup();
    setup.pieces[0].0 = cell("b3");
    let refused = Position::<Docks>::try_from_setup(&setup);
    assert_eq!(refused, Err(SetupError::InvalidAbsent("b3".into())));
}

#[test]
fn bare_king_loses_whoever_moves_unless_both_are_bare() {
    let message = |text: &str| {
        let outcome = position(&format!("{text} w - - 0 1")).outcome();
        outcome.map(|end| end.to_string())
    };
    let bare = "n1k1/4/4/4/4/2K1|b1:1/1";
    let lost = "Black wins: White has only the king left";
    assert_eq!(message(bare).as_deref(), Some(lost));
    let bare = "2k1/4/4/4/4/1NK1|b1:1/1";
    let lost = "White wins: Black has only the king left";
    assert_eq!(message(bare).as_deref(), Some(lost));
    assert_eq!(message("2k1/4/4/4/4/2K1|b1:1/1"), None);
}

#[test]
fn each_piece_is_shown_with_all_that_it_can_do() {
    // With the parts at their start positions.
    let expected = [
        ("pawn", vec![3, 1]),
        ("knight", vec![7]),
        ("bishop", vec![4]),
        ("rook", vec![4]),
        ("king", vec![7]),
    ];
    assert_eq!(demonstrated::<Docks>(), expected);
}

#[test]
fn errors_in_texts_with_parts_name_their_place() {
    // `^` marks the position of the problem.
    for [marked, message] in rows(
        r#"^n1k1/4/4/4/N3/2K1 w - - 0 1 => 1 sections in the placement
        ^n1k1/4/4/4/N3/2K1|-|- w - - 0 1 => 3 sections in the placement
        ^n1k1/4/4/N3/2K1|- w - - 0 1 => 5 groups in section 1 of the placement
        n1k1/4/^5/4/N3/2K1|- w - - 0 1 => group 3 of section 1 of the placement
        n1k1/4/4/4/N3/2K1|^ w - - 0 1 => "" is no part
        n1k1/4/4/4/N3/2K1|^b1 w - - 0 1 => "b1" is no part
        n1k1/4/4/4/N3/2K1|^b2:1/1 w - - 0 1 => "b2:1/1" is no part
        n1k1/4/4/4/N3/2K1|^z9:1/1 w - - 0 1 => "z9:1/1" is no part
        n1k1/4/4/4/N3/2K1|b1:^1 w - - 0 1 => 1 groups in the part at b1
        n1k1/4/4/4/N3/2K1|b1:1/^2 w - - 0 1 => group 2 of the part at b1 has 2
        n1k1/4/4/4/N3/2K1|b1:1/^x w - - 0 1 => "x" is no piece
        n1k1/4/4/4/N3/2K1|b1:1/^* w - - 0 1 => "*" is no piece
        n1k1/4/4/4/N3/2K1|b1:1/1,^b1:1/1 w - - 0 1 => two parts of the board are at b1
        n1k1/4/4/4/N3/2K1|b1:1/1,^ w - - 0 1 => "" is no part"#,
    ) {
        let error = marked
            .replace('^', "")
            .parse::<Position<Docks>>()
            .unwrap_err();
        let message = format!(
            "position text, character {}: {message}",
            marked.find('^').unwrap_or_default() + 1
        );
        assert!(error.to_string().starts_with(&message), "{marked}: {error}");
    }
}

#[test]
fn parts_are_read_in_any_order_and_written_in_dock_order() {
    let strict = "n1k1/4/4/4/N3/2K1|b1:1/N,e1:R/1 w - - 0 1";
    let loose = "n1k1/4/4/4/N3/2K1|E1:R/1,b1:1/N w - - 0 1";
    assert_eq!(position(loose).to_string(), strict);
    let without = "n1k1/4/4/4/N3/2K1|- w - - 0 1";
    assert_eq!(position(without).to_string(), without);
    assert_eq!(position(without).absent().len(), 12);
}
