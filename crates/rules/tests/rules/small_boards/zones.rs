//! Tests of promotion zones by role, of double steps with or without capture and en passant, of
//! extinction and of bare kings.
//!
//! The board has five files and six ranks. Unmoved pawns (P) may step twice, without capturing.
//! They promote to rooks or knights on the last rank. Flankers (F) may step twice from their home
//! rank, may capture with that step, and may capture each other en passant. They promote to knights
//! one rank earlier. A side without knights, or with only its king, loses.

use icochess_rules::{
    Board, DoubleStep, DoubleStepRight, DoubleSteps, Equipment, Extinction, Layout, Position,
    PromotionZone, Role, RoleRules, packed_tables,
};
use std::collections::BTreeMap;

use super::grid::{Grid, KING, KNIGHT, STRAIGHT, Square};
use super::slow::{Kind, Pawn, Rules};
use super::{agree, demonstrated, perft_agrees};

const GRID: Grid = Grid { files: 5, ranks: 6 };

const FLANKER: Role = Role::new(1);
const HORSE: Role = Role::new(2);
const TOWER: Role = Role::new(3);
const TAKES: [usize; 2] = [2, 3];
const STEPS: [usize; 2] = [4, 5];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Zones;

impl Equipment for Zones {
    type Set = u64;
    type Roles = [u64; 5];
    type Lines = [u64; 2];
    type Reserve = ();
    type Absent = ();

    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            double_step: Some(DoubleSteps {
                right: DoubleStepRight::Unmoved,
                captures: false,
                en_passant: false,
            }),
            promotes: &[TOWER, HORSE],
            ..RoleRules::pawn('P', "pawn", TAKES, STEPS)
        },
        RoleRules {
            double_step: Some(DoubleSteps {
                right: DoubleStepRight::Home,
                captures: true,
                en_passant: true,
            }),
            promotes: &[HORSE],
            ..RoleRules::pawn('F', "flanker", TAKES, STEPS)
        },
        RoleRules::leaper('N', "knight", 0),
        RoleRules::slider('R', "rook", STRAIGHT),
        RoleRules::king(1),
    ];

    packed_tables!(Zones, layout());
}

impl Board for Zones {
    const ID: &'static str = "zones";
    const NAME: &'static str = "Zones";
    const START: &'static str = "rnknr/pfpfp/5/5/PFPFP/RNKNR w a2c2e2a5c5e5 - 0 1";
    const EXTINCTIONS: &'static [Extinction] = &[Extinction {
        of: "knight",
        roles: &[HORSE],
        count: 0,
    }];
    const BARE_KING_LOSES: bool = true;

    fn is_dead(_: &Position<Self>) -> bool {
        false
    }
}

fn layout() -> Layout<u64> {
    let double_steps = |forward: i8| {
        let step = |(file, rank): Square| {
            Some(DoubleStep {
                via: GRID.cell((file, rank + forward))?,
                end: GRID.cell((file, rank + 2 * forward))?,
            })
        };
        // Starts on all squares: unmoved pawns may be anywhere, flankers start at home.
        let home = if forward > 0 { 1 } else { 4 };
        GRID.squares()
            .map(|square| {
                step(square)
                    .filter(|_| square.1 == home)
                    .into_iter()
                    .collect()
            })
            .collect()
    };
    Layout {
        names: GRID.names(),
        sections: vec![GRID.groups()],
        lines: GRID.lines(STRAIGHT, &[(1, 0), (0, 1)]),
        leaps: [GRID.leaps(KNIGHT), GRID.leaps(KING)]
            .into_iter()
            .chain(GRID.pawns())
            .collect(),
        double_steps: [double_steps(1), double_steps(-1)],
        promotion: vec![
            PromotionZone {
                role: Role::PAWN,
                cells: [GRID.rank(5), GRID.rank(0)],
            },
            PromotionZone {
                role: FLANKER,
                cells: [GRID.rank(4), GRID.rank(1)],
            },
        ],
        ..Layout::default()
    }
}

fn rules() -> Rules {
    let jumps = |letter, jumps: &[Square], royal| Kind {
        letter,
        jumps: jumps.to_vec(),
        royal,
        ..Kind::default()
    };
    Rules {
        files: 5,
        ranks: 6,
        kinds: vec![
            Kind {
                letter: 'P',
                pawn: Some(Pawn {
                    double_unmoved: true,
                    promotes: Some((5, "RN")),
                    ..Pawn::default()
                }),
                ..Kind::default()
            },
            Kind {
                letter: 'F',
                pawn: Some(Pawn {
                    double_from: Some(1),
                    double_takes: true,
                    en_passant: true,
                    promotes: Some((4, "N")),
                    ..Pawn::default()
                }),
                ..Kind::default()
            },
            jumps('N', KNIGHT, false),
            Kind {
                letter: 'R',
                slides: vec![(1, 0), (-1, 0), (0, 1), (0, -1)],
                ..Kind::default()
            },
            jumps('K', KING, true),
        ],
        extinct: &[("N", "knight")],
        bare_king_loses: true,
    }
}

#[test]
fn random_games_agree_and_everything_occurs_in_them() {
    let rules = rules();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    // In the second position, flankers can soon be captured en passant.
    let starts = [Zones::START, "nk1n1/f1f1f/5/1F1F1/5/NK1N1 w - - 0 1"];
    for seed in 0..120 {
        let start = starts[seed as usize % 2];
        agree::<Zones>(&rules, start, seed, 60, &mut |position, mv| {
            let mut note = |case, is| *seen.entry(case).or_default() += u32::from(is);
            let role = position.role_at(mv.from);
            let taken = position.captured_cell(mv);
            let rank = |cell: icochess_rules::Cell| cell.index() / 5;
            let steps = rank(mv.from).abs_diff(rank(mv.to));
            let flanker = role == Some(FLANKER);
            note(
                "pawn becomes rook",
                role == Some(Role::PAWN) && mv.promotion() == Some(TOWER),
            );
            note(
                "flanker becomes knight",
                flanker && mv.promotion() == Some(HORSE),
            );
            note("pawn on the zone of flankers", {
                role == Some(Role::PAWN) && [1, 4].contains(&rank(mv.to)) && steps == 1
            });
            note("double step", role == Some(Role::PAWN) && steps == 2);
            note(
                "double step that takes",
                flanker && steps == 2 && taken.is_some(),
            );
            note("en passant", taken.is_some_and(|taken| taken != mv.to));
            note(
                "extinction",
                position
                    .variant_outcome()
                    .is_some_and(|end| end.keyword() == "extinction"),
            );
        });
    }
    assert!(seen.values().all(|times| *times > 2), "{seen:?}");
}

#[test]
fn perft_agrees_with_plain_and_with_slow_counting() {
    assert_eq!(perft_agrees::<Zones>(&rules(), 4), 34_345);
}

#[test]
fn side_without_knights_loses_whoever_moves() {
    let message = |text: &str| {
        let position: Position<Zones> = text.parse().unwrap();
        position.outcome().map(|end| end.to_string())
    };
    let lost = "White wins: Black has no knight left";
    assert_eq!(
        message("r1k2/5/5/5/5/RNK2 w - - 0 1").as_deref(),
        Some(lost)
    );
    assert_eq!(message("rnk2/5/5/5/5/RNK2 w - - 0 1"), None);
    // A lone king has no knights either; extinction takes precedence.
    let lost = "Black wins: White has no knight left";
    assert_eq!(message("rnk2/5/5/5/5/2K2 b - - 0 1").as_deref(), Some(lost));
}

#[test]
fn capturing_double_step_that_unblocked_a_check_is_read_back() {
    // The flanker came from b2 and captured a piece on b4 that had blocked the rook's check.
    let text = "n4/5/kF1R1/5/5/N2K1 b - b3 0 1";
    let position: Position<Zones> = text.parse().unwrap();
    // No piece can capture en passant there.
    assert_eq!(position.to_string(), text.replace("b3", "-"));
    // A pawn can't have moved there, because its double step can't capture.
    assert!(text.replace('F', "P").parse::<Position<Zones>>().is_err());
}

#[test]
fn each_piece_is_shown_with_all_that_it_can_do() {
    // Moves and a capture, a promotion, an en passant capture.
    let expected = [
        ("pawn", vec![3, 2]),
        ("flanker", vec![3, 1, 1]),
        ("knight", vec![8]),
        ("rook", vec![4]),
        ("king", vec![8]),
    ];
    assert_eq!(demonstrated::<Zones>(), expected);
}
