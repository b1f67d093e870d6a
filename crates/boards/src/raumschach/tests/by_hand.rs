//! Tests of the rules, one by one, on hand-made positions.

use std::collections::BTreeSet;

use icochess_boards::Raumschach;
use icochess_rules::{
    CellSet, Equipment, IllegalReason, Move, PieceSymbols, Role, Setup, SetupError, Side, diagram,
    rules_of,
};

use crate::raumschach::tests::slow::{self, At, State};
use crate::raumschach::tests::{Position, at, cell, named, of_slow};
use crate::testing::{SlowRules, changed, mv, position};

/// Returns the targets of the man on a cell, in the order of their names.
fn targets(men: &str, from: &str) -> Vec<String> {
    let state = State::with(men);
    let white = slow::is_white(state.men[&slow::named(from)]);
    let position = of_slow(&if white { state } else { state.turned() });
    let targets = position.legal_targets(named(from)).cells();
    let mut names: Vec<String> = targets.map(|to| slow::name(at(to))).collect();
    names.sort();
    names
}

#[test]
fn cells_are_named_by_level_file_and_rank() {
    let tables = Raumschach::tables();
    assert_eq!(tables.names.len(), 125);
    let names: BTreeSet<&String> = tables.names.iter().collect();
    assert_eq!(names.len(), 125);
    for ([file, rank, level], cell) in icochess_boards::raumschach::points()
        .into_iter()
        .zip(tables.cells())
    {
        assert_eq!(at(cell), [level + 1, file + 1, rank + 1]);
    }
}

#[test]
fn start_matches_the_description() {
    let start = Position::start();
    assert_eq!(start.to_string(), State::start().text());
    let letters = |side: Side| {
        let men = start.by_side(side).cells();
        let mut letters: Vec<char> = men
            .filter_map(|cell| Some(rules_of::<Raumschach>(start.role_at(cell)?).letter))
            .collect();
        letters.sort_unstable();
        letters.into_iter().collect::<String>()
    };
    for side in Side::ALL {
        assert_eq!(letters(side), "BBKNNPPPPPPPPPPQRRUU");
    }
}

#[test]
fn pieces_move_through_faces_edges_and_corners() {
    let counts = |letter: char| {
        let alone = |at: At| {
            State::with(&format!("{letter}{}", slow::name(at)))
                .reaches(at)
                .len()
        };
        let all = slow::cells().into_iter().map(alone);
        (all.clone().min(), all.max())
    };
    for (letter, least, most) in [
        ('R', 12, 12),
        ('B', 12, 24),
        ('U', 4, 16),
        ('Q', 28, 52),
        ('N', 6, 24),
        ('K', 7, 26),
    ] {
        assert_eq!(counts(letter), (Some(least), Some(most)), "{letter}");
    }
}

#[test]
fn unicorn_reaches_30_cells_and_bishop_its_colour() {
    let tables = Raumschach::tables();
    let reach = |kind: u8| {
        let mut sizes = BTreeSet::new();
        for start in tables.cells() {
            let (mut reached, mut next) = (BTreeSet::from([start]), vec![start]);
            while let Some(from) = next.pop() {
                let lines = tables.lines.iter();
                let lines = lines.filter(|line| line.kind == kind && line.set.contains(from));
                for to in lines.flat_map(|line| line.cells.clone()) {
                    if reached.insert(to) {
                        next.push(to);
                    }
                }
            }
            sizes.insert(reached.len());
        }
        sizes.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(reach(1), [125]);
    assert_eq!(reach(2), [62, 63]);
    assert_eq!(reach(4), [30, 35]);
}

#[test]
fn pawns_step_ahead_or_to_next_level_and_capture_through_edges() {
    let kings = "Kaa1 kee5";
    let alone = targets(&format!("{kings} Pbc3"), "bc3");
    assert_eq!(alone, ["bc4", "cc3"]);
    let black = targets(&format!("{kings} pdc3"), "dc3");
    assert_eq!(black, ["cc3", "dc2"]);
    // The first move is one step too.
    assert_eq!(targets(&format!("{kings} Pbc2"), "bc2"), ["bc3", "cc2"]);
    // Pieces can be captured through only five of the edges.
    for (kings, pawn, hostile, expected) in [
        ("Kea1 kee5", 'P', 'n', ["bb4", "bd4", "cb3", "cc4", "cd3"]),
        ("kea1 Kee5", 'p', 'N', ["ab3", "ac2", "ad3", "bb2", "bd2"]),
    ] {
        let taken = slow::cells().into_iter().map(slow::name).filter(|at| {
            let men = format!("{kings} {pawn}bc3 {hostile}{at}");
            let is_free = !["bc3", "ea1", "ee5"].contains(&at.as_str());
            is_free && targets(&men, "bc3").contains(at)
        });
        assert_eq!(taken.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn pawn_promotes_to_five_roles_on_last_rank_of_last_level_only() {
    for (men, from, to) in [
        ("Kaa1 kae1 Pec4", "ec4", "ec5"),
        ("Kaa1 kae1 Pdc5", "dc5", "ec5"),
        ("Kee5 kea5 pac2", "ac2", "ac1"),
        ("Kee5 kea5 pbc1", "bc1", "ac1"),
        // A capture promotes too.
        ("Kaa1 kae1 Pdc4 rec5", "dc4", "ec5"),
    ] {
        let state = State::with(men);
        let white = slow::is_white(state.men[&slow::named(from)]);
        let position = of_slow(&if white { state } else { state.turned() });
        let between = position.moves_between(named(from), named(to));
        let letters: Vec<String> = between
            .iter()
            .map(|mv| position.uci(*mv)[6..].to_string())
            .collect();
        assert_eq!(letters, ["q", "r", "b", "u", "n"], "{men}");
        let plain = mv(&position, &format!("{from}{to}"));
        let why = position.why_illegal(plain);
        assert_eq!(why, Some(IllegalReason::Promotion), "{men}");
    }
    let tables = Raumschach::tables();
    let zone = |side| {
        let cells = tables.promotion_zone(side, Role::PAWN).cells();
        cells.map(|cell| slow::name(at(cell))).collect::<Vec<_>>()
    };
    assert_eq!(zone(Side::White), ["ea5", "eb5", "ec5", "ed5", "ee5"]);
    assert_eq!(zone(Side::Black), ["aa1", "ab1", "ac1", "ad1", "ae1"]);
}

#[test]
fn set_ups_that_no_game_leads_to_are_refused_with_the_reason() {
    let start = Position::start();
    let piece = |name: &str| start.piece_at(named(name)).expect("a piece");
    assert_eq!(
        changed::<Raumschach>(|setup| setup.unmoved.push(named("aa2"))),
        Err(SetupError::NotUnmoved("aa2".into()))
    );
    // An extra knight must be a promoted pawn.
    for (name, side) in [
        ("ab1", Side::White),
        ("bb1", Side::White),
        ("ea5", Side::Black),
    ] {
        let more = |setup: &mut Setup| setup.pieces.push((named("cc3"), piece(name)));
        assert_eq!(
            changed::<Raumschach>(more),
            Err(SetupError::TooManyPieces(side)),
            "{name}"
        );
        let pawn = match side {
            Side::White => "aa2",
            Side::Black => "ea4",
        };
        let fewer = changed::<Raumschach>(|setup| {
            more(setup);
            setup.pieces.retain(|(at, _)| *at != named(pawn));
        });
        assert!(fewer.is_ok(), "{name}");
    }
    // A bishop of the wrong colour and a unicorn of the wrong binding must be promoted pawns too.
    for (from, to, of_one_binding) in [
        ("ba1", "cc2", true),
        ("ba1", "cc3", false),
        ("bb1", "cc2", true),
        ("bb1", "cc3", false),
    ] {
        let moved = changed::<Raumschach>(|setup| {
            setup.pieces.retain(|(at, _)| *at != named(from));
            setup.pieces.push((named(to), piece(from)));
        });
        assert_eq!(moved.is_ok(), of_one_binding, "{from} on {to}");
    }
    // Pawns are neither behind their first rank nor on promotion cells.
    for (name, side) in [("aa2", Side::White), ("ea4", Side::Black)] {
        for at in slow::cells() {
            let [level, _, rank] = at;
            let cannot = match side {
                Side::White => rank == 1 || level == 5 && rank == 5,
                Side::Black => rank == 5 || level == 1 && rank == 1,
            };
            let kings = ["ac1", "ec5"].map(named);
            let with = changed::<Raumschach>(|setup| {
                let king = |(at, _): &(_, _)| kings.contains(at);
                setup.pieces.retain(king);
                setup.pieces.push((cell(at), piece(name)));
            });
            let unreachable = matches!(with, Err(SetupError::Unreachable { .. }));
            let stands_on_a_king = kings.contains(&cell(at));
            assert_eq!(
                unreachable,
                cannot && !stands_on_a_king,
                "{side} {}",
                slow::name(at)
            );
        }
    }
}

#[test]
fn check_error_names_the_attacker_and_cells_between() {
    let position: Position =
        position("4k/5/5/5/5|5/5/5/5/5|5/3u1/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0 1");
    let flight = Move::new(named("aa1"), named("ab2"));
    assert_eq!(position.why_illegal(flight), Some(IllegalReason::IntoCheck));
    let threats = position.threats_after(flight);
    let [threat] = threats[..] else {
        panic!("{threats:?}");
    };
    assert_eq!((threat.attacker, threat.king), (named("cd4"), named("ab2")));
    assert_eq!(threat.path.cells().collect::<Vec<_>>(), [named("bc3")]);
}

#[test]
fn diagram_has_a_letter_for_the_unicorn() {
    let shown = diagram(&Position::start(), PieceSymbols::Figurines);
    assert!(shown.contains('♕') && shown.contains(" U "), "{shown}");
}
