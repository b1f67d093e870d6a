//! Tests of position text.

use icochess_boards::Icochess;
use icochess_rules::{Board, PositionTextProblem as Problem, *};

fn error(text: &str) -> PositionTextError {
    text.parse::<Position<Icochess>>().unwrap_err()
}

#[test]
fn the_start_round_trips() {
    let start = Position::<Icochess>::start();
    assert_eq!(start.to_string(), Icochess::START);
}

#[test]
fn reading_is_lenient_about_case_order_runs_and_space() {
    let loose = Icochess::START
        .replace("a3a4", "A4a3")
        .replace("/4/", "/1111/")
        .replace(' ', "   ")
        .replace(" w ", " W ")
        .replace(" 0   1", " 0   0");
    let start: Position<Icochess> = format!(" {loose}\n").parse().unwrap();
    assert_eq!(start, Position::start());
}

#[test]
fn each_problem_is_named_with_its_place() {
    let bad = |from: &str, to: &str| {
        let at = Icochess::START.find(from).unwrap();
        let e = error(&Icochess::START.replacen(from, to, 1));
        (e.offset as isize - at as isize, e.problem)
    };
    assert!(matches!(error("").problem, Problem::FieldCount(0)));
    assert!(matches!(
        error("a b c d e f g").problem,
        Problem::FieldCount(7)
    ));
    assert!(matches!(
        bad("QKPP/RBN1", "QKPP/RBX1"),
        (7, Problem::UnknownPiece { found: 'X', .. })
    ));
    assert!(matches!(
        bad("/1P2/", "/1P3/"),
        (
            1,
            Problem::GroupLength {
                part: PlacementPart::Whole,
                group: 3,
                found: 5,
                expected: 4
            }
        )
    ));
    assert!(matches!(
        bad("/4", ""),
        (_, Problem::GroupCount { found: 19, .. })
    ));
    assert!(matches!(bad(" w ", " x "), (1, Problem::UnknownSide(_))));
    assert!(matches!(bad("a3a4", "a3z9"), (2, Problem::UnknownCell(_))));
    assert!(matches!(bad("a3a4", "a3é4"), (2, Problem::UnknownCell(_))));
    assert!(matches!(
        bad("a3a4", "a3b4"),
        (0, Problem::Illegal(SetupError::NotUnmoved(_)))
    ));
    assert!(matches!(
        bad(" - 0", " e9 0"),
        (1, Problem::UnknownEnPassant(_))
    ));
    assert!(matches!(
        bad(" - 0", " e3 0"),
        (1, Problem::Illegal(SetupError::InvalidEnPassant(_)))
    ));
    assert!(matches!(
        bad(" 0 1", " -1 1"),
        (1, Problem::UnknownNumber(_))
    ));
    assert!(matches!(
        bad(" 0 1", " 0 70000"),
        (3, Problem::UnknownNumber(_))
    ));
    assert!(matches!(
        bad("QKPP", "Q1PP"),
        (0, Problem::Illegal(SetupError::RoyalCount { count: 0, .. }))
    ));
}

#[test]
fn side_that_moved_may_not_be_in_check() {
    let e = error("K3/4/4/4/R3/4/4/4/4/4/4/4/4/4/4/4/4/4/4/k3 w - - 0 1");
    assert!(
        matches!(
            e.problem,
            Problem::Illegal(SetupError::WaitingSideInCheck(Side::Black))
        ),
        "{e}"
    );
}
