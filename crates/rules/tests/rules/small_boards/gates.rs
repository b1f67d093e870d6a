//! Tests of pieces in reserve, which enter on the square that certain pieces leave with their first
//! move.
//!
//! The board has four files and five ranks. A piece in reserve must enter with the first move of a
//! duke (D), which slides diagonally. It may enter with the first move of a marshal (M), which
//! slides straight. The reserve has a bishop (B, with a knight's leap here) and a camel (C). Pawns
//! also promote to bishops, so that this letter after a move has two meanings.

use icochess_rules::{
    Board, Equipment, Extinction, Gating, IllegalReason, Layout, Move, MoveKind, Piece, Position,
    PromotionZone, Role, RoleRules, Side, packed_tables, san,
};
use std::collections::BTreeMap;

use super::grid::{DIAGONAL, Grid, KING, KNIGHT, STRAIGHT, Square};
use super::slow::{Kind, Pawn, Rules};
use super::{agree, demonstrated, perft_agrees};

const GRID: Grid = Grid { files: 4, ranks: 5 };

const DUKE: Role = Role::new(1);
const MARSHAL: Role = Role::new(2);
const BISHOP: Role = Role::new(3);
const CAMEL: Role = Role::new(4);
const TWO_AWAY: &[Square] = &[(2, 0), (0, 2), (-2, 0), (0, -2), (2, 2), (-2, -2)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gates;

impl Equipment for Gates {
    type Set = u64;
    type Roles = [u64; 6];
    type Lines = [u64; 2];
    type Reserve = [[u8; 6]; 2];
    type Absent = ();

    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            promotes: &[BISHOP],
            ..RoleRules::pawn('P', "pawn", [3, 4], [5, 6])
        },
        RoleRules {
            gating: Some(Gating::Compulsory),
            ..RoleRules::slider('D', "duke", DIAGONAL)
        },
        RoleRules {
            gating: Some(Gating::Optional),
            ..RoleRules::slider('M', "marshal", STRAIGHT)
        },
        RoleRules::leaper('B', "bishop", 0),
        RoleRules::leaper('C', "camel", 1),
        RoleRules::king(2),
    ];

    packed_tables!(Gates, layout());
}

impl Board for Gates {
    const ID: &'static str = "gates";
    const NAME: &'static str = "Gates";
    const START: &'static str = "dkmm/pppp/4/PPPP/MMKD[BCbcc] w a1b1d1a5c5d5 - 0 1";
    const EXTINCTIONS: &'static [Extinction] = &[Extinction {
        of: "jumper",
        roles: &[BISHOP, CAMEL],
        count: 0,
    }];

    fn is_dead(_: &Position<Self>) -> bool {
        false
    }
}

fn layout() -> Layout<u64> {
    Layout {
        names: GRID.names(),
        sections: vec![GRID.groups()],
        lines: GRID.straight_and_diagonal(),
        leaps: [GRID.leaps(KNIGHT), GRID.leaps(TWO_AWAY), GRID.leaps(KING)]
            .into_iter()
            .chain(GRID.pawns())
            .collect(),
        promotion: vec![PromotionZone {
            role: Role::PAWN,
            cells: [GRID.rank(4), GRID.rank(0)],
        }],
        ..Layout::default()
    }
}

fn rules() -> Rules {
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let kind = |letter, slides: &[Square], jumps: &[Square]| Kind {
        letter,
        slides: slides.to_vec(),
        jumps: jumps.to_vec(),
        ..Kind::default()
    };
    Rules {
        files: 4,
        ranks: 5,
        kinds: vec![
            Kind {
                pawn: Some(Pawn {
                    promotes: Some((4, "B")),
                    ..Pawn::default()
                }),
                ..kind('P', &[], &[])
            },
            Kind {
                gates: Some(true),
                ..kind('D', &diagonal, &[])
            },
            Kind {
                gates: Some(false),
                ..kind('M', &straight, &[])
            },
            kind('B', &[], KNIGHT),
            kind('C', &[], TWO_AWAY),
            Kind {
                royal: true,
                ..kind('K', &[], KING)
            },
        ],
        extinct: &[("BC", "jumper")],
        ..Rules::default()
    }
}

#[test]
fn random_games_agree_and_everything_occurs_in_them() {
    let rules = rules();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..80 {
        agree::<Gates>(&rules, Gates::START, seed, 80, &mut |position, mv| {
            let mut note = |case, is| *seen.entry(case).or_default() += u32::from(is);
            let role = position.role_at(mv.from);
            let enters = matches!(mv.kind, MoveKind::Gating(_));
            let may = position.unmoved().count_ones() > 0;
            note("by duty", role == Some(DUKE) && enters);
            note("by choice", role == Some(MARSHAL) && enters);
            let has_right = position.unmoved() >> mv.from.index() & 1 != 0;
            note(
                "not by choice",
                has_right && !enters && role == Some(MARSHAL),
            );
            note("a camel", mv.kind == MoveKind::Gating(CAMEL));
            note("promotion", mv.promotion().is_some());
            let side = position.turn();
            let left = [BISHOP, CAMEL].map(|role| position.reserve(Piece { side, role }));
            note("nothing left", left == [0, 0] && may);
            let next = position.play_unchecked(mv);
            let held = |at: &Position<Gates>, side| {
                at.setup()
                    .reserve
                    .iter()
                    .filter(|piece| piece.side == side)
                    .count()
            };
            note(
                "lost with the right",
                held(&next, !side) < held(position, !side),
            );
            let last = enters && held(&next, side) == 0;
            let own = |at: &Position<Gates>| at.unmoved() & at.by_side(side);
            let rights = own(position).count_ones();
            note(
                "right lost with the reserve",
                last && rights > 1 && own(&next) == 0,
            );
            note("extinct", position.variant_outcome().is_some());
        });
    }
    assert!(seen.values().all(|times| *times > 2), "{seen:?}");
}

#[test]
fn perft_agrees_with_plain_and_with_slow_counting() {
    assert_eq!(perft_agrees::<Gates>(&rules(), 4), 1_138);
}

fn position(text: &str) -> Position<Gates> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn suffix_means_gating_or_promotion_depending_on_position() {
    let here = position("ck2/3P/4/4/M1KM[BC] w a1d1 - 0 1");
    let text = |uci: &str| {
        let mv = here.parse_uci(uci).unwrap();
        here.play(mv)
            .map(|next| (san::write(&here, mv), next.to_string()))
    };
    let moved = |san: &str, text: &str| Ok((san.to_owned(), text.to_owned()));
    let became = moved("d5=B", "ck1B/4/4/4/M1KM[BC] b a1d1 - 0 1");
    assert_eq!(text("d4d5b"), became);
    let entered = moved("Ma3/B", "ck2/3P/M3/4/B1KM[C] b d1 - 1 1");
    assert_eq!(text("a1a3b"), entered);
    let alone = moved("Ma3", "ck2/3P/M3/4/2KM[BC] b d1 - 1 1");
    assert_eq!(text("a1a3"), alone);
    let refused = |uci: &str| text(uci).unwrap_err().reason;
    assert_eq!(refused("d4d5"), IllegalReason::Promotion);
    assert_eq!(refused("c1c2b"), IllegalReason::Promotion);
    assert_eq!(refused("a1a3p"), IllegalReason::Gating);
    let duke = position("1k2/4/4/4/D1K1[BC] w a1 - 0 1");
    let mv = duke.parse_uci("a1b2").unwrap();
    assert_eq!(duke.why_illegal(mv), Some(IllegalReason::Gating));
    let san = san::parse(&duke, "Db2").unwrap_err().to_string();
    assert_eq!(
        san,
        "\"Db2\" does not say what enters: write one of /B, /C after it"
    );
    assert_eq!(
        san::parse(&duke, "Db2/C").map(|mv| duke.uci(mv)),
        Ok("a1b2c".into())
    );
}

#[test]
fn useless_reserves_and_gating_rights_are_dropped() {
    let as_read = |text: &str| position(text).to_string();
    let dropped = as_read("1k2/4/4/4/D1K1[BCc] w - - 0 1");
    assert_eq!(dropped, "1k2/4/4/4/D1K1[] w - - 0 1");
    let dropped = as_read("1k2/4/4/4/D1K1[] w a1 - 0 1");
    assert_eq!(dropped, "1k2/4/4/4/D1K1[] w - - 0 1");
    // Without brackets the reserve is empty.
    let dropped = as_read("1k2/4/4/4/D1K1 w - - 0 1");
    assert_eq!(dropped, "1k2/4/4/4/D1K1[] w - - 0 1");
    for (text, why) in [
        ("1k2/4/4/4/D1K1[X] w a1 - 0 1", "\"[X]\" is no reserve"),
        ("1k2/4/4/4/D1K1[B w a1 - 0 1", "\"[B\" is no reserve"),
        (
            "1k2/4/4/4/D1K1[K] w a1 - 0 1",
            "White has too many pieces in reserve, or a king",
        ),
    ] {
        let error = text.parse::<Position<Gates>>().unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let many = format!("1k2/4/4/4/D1K1[{}] w a1 - 0 1", "B".repeat(16));
    assert!(many.parse::<Position<Gates>>().is_err());
}

#[test]
fn repetition_and_hash_include_the_reserve() {
    let one = position("1k2/4/4/4/D1K1[BC] w a1 - 0 1");
    let other = position("1k2/4/4/4/D1K1[BB] w a1 - 0 1");
    assert!(one.hash() != other.hash() && !one.repeats(&other));
    let a1 = Gates::tables().cell("a1").unwrap();
    let b2 = Gates::tables().cell("b2").unwrap();
    let kinds = one.moves_between(a1, b2);
    let enters = |role| Move {
        kind: MoveKind::Gating(role),
        ..Move::new(a1, b2)
    };
    assert_eq!(kinds, [enters(BISHOP), enters(CAMEL)]);
    let bishop = Piece {
        side: Side::White,
        role: BISHOP,
    };
    assert_eq!((one.reserve(bishop), other.reserve(bishop)), (1, 2));
}

#[test]
fn each_piece_is_shown_with_all_that_it_can_do() {
    // Moves, and promotions or gatings.
    let expected = [
        ("pawn", vec![2, 1]),
        ("duke", vec![4, 2]),
        ("marshal", vec![4, 2]),
        ("bishop", vec![6]),
        ("camel", vec![4]),
        ("king", vec![8]),
    ];
    assert_eq!(demonstrated::<Gates>(), expected);
}
