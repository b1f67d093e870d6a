//! Tests of the description of the rules, sentence by sentence.

use icochess_boards::OctHex146;
use icochess_rules::{
    CellSet, DrawReason, GameTree, IllegalReason, Move, MoveKind, Outcome, Piece, Role, Setup,
    Side, san,
};

use crate::octhex146::tests::slow::{self, plane};
use crate::octhex146::tests::{Position, cell, letter, named, point, to_slow};
use crate::testing::search::{role, with_pieces};
use crate::testing::{Rng, SlowRules, mv, side, walk};

fn with(pieces: &str) -> Position {
    with_pieces(pieces)
}

fn played(position: &Position, moves: &str) -> Position {
    moves
        .split_ascii_whitespace()
        .fold(*position, |position, text| {
            let legal = position.play(mv(&position, text));
            legal.unwrap_or_else(|illegal| panic!("{text} in {position}: {}", illegal.reason))
        })
}

fn why(position: &Position, text: &str) -> Option<IllegalReason> {
    position.why_illegal(mv(position, text))
}

#[test]
fn pawn_steps_and_captures_one_plane_ahead() {
    // From the middle: three quiet steps, and three captures on other cells.
    let quiet = with("Pf33 ra11");
    let names = |position: &Position| -> Vec<String> {
        let moves = position.legal_moves().into_iter();
        let mut names: Vec<String> = moves.map(|mv| slow::name(point(mv.to))).collect();
        names.sort();
        names
    };
    let at = slow::named("f33");
    let ends = |by: [[i32; 3]; 3]| {
        let mut ends = by.map(|by| slow::name(slow::plus(at, by, 1)));
        ends.sort();
        ends
    };
    let steps = ends([[1, 1, 0], [1, 0, 1], [0, 1, 1]]);
    let takes = ends([[2, 0, 0], [0, 2, 0], [0, 0, 2]]);
    assert_eq!(names(&quiet), steps);
    let beside = |letter: char| {
        let cells = takes.iter().chain(&steps);
        let pieces: String = cells.map(|name| format!(" {letter}{name}")).collect();
        with(&format!("Pf33{pieces}"))
    };
    assert_eq!(names(&beside('r')), takes);
    let blocked = beside('R');
    assert!(blocked.legal_targets(named("f33")).is_empty());
}

#[test]
fn pawn_promotes_to_any_array_piece_by_step_or_capture() {
    let letters = |position: &Position, cells: &str| {
        let moves = position.legal_moves().into_iter();
        let texts = moves.map(|mv| position.uci(mv));
        let mut last: Vec<char> = texts
            .filter_map(|text| text.strip_prefix(cells)?.chars().next())
            .collect();
        last.sort_unstable();
        last.into_iter().collect::<String>()
    };
    // From plane 3 to plane 5.
    for (white, from, step, take) in [
        (true, [1, 1, 1], [2, 2, 1], [3, 1, 1]),
        (false, [-1, -1, -1], [-2, -2, -1], [-3, -1, -1]),
    ] {
        let [from, step, take] = [from, step, take].map(slow::name);
        let (pawn, other) = if white { ('P', 'q') } else { ('p', 'Q') };
        let mut setup = with(&format!("{pawn}{from} {other}{take}")).setup();
        setup.turn = side(white);
        let position = Position::try_from_setup(&setup).expect("legal");
        for to in [&step, &take] {
            let cells = format!("{from}{to}");
            assert_eq!(letters(&position, &cells), "bcdgmnqruv");
            // Promotion is compulsory.
            assert_eq!(why(&position, &cells), Some(IllegalReason::Promotion));
            let next = played(&position, &format!("{cells}v"));
            assert_eq!(letter(&next, named(to)), 'V');
            assert_eq!(next.halfmove_clock(), 0);
        }
    }
}

#[test]
fn fourth_bishop_enters_on_a_gates_first_move() {
    let start = Position::start();
    for from in ["c12", "e12", "e14"] {
        let moves = start
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.from == named(from));
        let moves: Vec<Move> = moves.collect();
        assert!(!moves.is_empty());
        for mv in moves {
            // Gating is compulsory, so `b` is always written.
            assert_eq!(mv.kind, MoveKind::Gating(Role::BISHOP));
            let uci = start.uci(mv);
            assert!(uci.ends_with('b') && san::write(&start, mv).contains("/B"));
            assert_eq!(why(&start, &uci[..6]), Some(IllegalReason::Gating));
            let next = start.play_unchecked(mv);
            assert_eq!(letter(&next, named(from)), 'B');
            // The bishop enters only once: the other gates keep their moves but lose their rights.
            let text = next.to_string();
            assert!(text.contains("[b] b g52g54i32 - "), "{text}");
        }
    }
    // Moves by other pieces, and later moves, let nothing enter.
    let kinds = |position: &Position| {
        let moves = position.legal_moves().into_iter();
        let gates = moves.filter(|mv| matches!(mv.kind, MoveKind::Gating(_)));
        let mut from: Vec<String> = gates.map(|mv| slow::name(point(mv.from))).collect();
        from.dedup();
        from.sort();
        from.dedup();
        from
    };
    assert_eq!(kinds(&start), ["c12", "e12", "e14"]);
    let later = played(&start, "e12f34b f51e41");
    assert_eq!(kinds(&later), [""; 0]);
}

#[test]
fn gating_alone_does_not_reset_the_halfmove_clock() {
    let start = Position::start();
    let next = played(&start, "e12f34b");
    assert_eq!((next.halfmove_clock(), start.halfmove_clock()), (1, 0));
    // A capture does count.
    let takes =
        |mv: &&Move| matches!(mv.kind, MoveKind::Gating(_)) && start.captured_cell(**mv).is_some();
    let moves = start.legal_moves();
    let mv = moves.iter().find(takes).expect("one of the seventeen");
    assert_eq!(start.play_unchecked(*mv).halfmove_clock(), 0);
}

/// Returns the start position without White's pieces on some cells.
fn without(names: &[&str]) -> Position {
    let mut setup = Position::start().setup();
    setup
        .pieces
        .retain(|(at, _)| !names.contains(&&*slow::name(point(*at))));
    setup
        .unmoved
        .retain(|at| !names.contains(&&*slow::name(point(*at))));
    Position::try_from_setup(&setup).expect("legal")
}

fn reserve(position: &Position, side: Side) -> u8 {
    let role = Role::BISHOP;
    position.reserve(Piece { side, role })
}

#[test]
fn bishop_is_lost_when_all_three_gates_are_captured_unmoved() {
    assert_eq!(reserve(&without(&["c12", "e12"]), Side::White), 1);
    let lost = without(&["c12", "e12", "e14"]);
    assert_eq!(
        [Side::White, Side::Black].map(|side| reserve(&lost, side)),
        [0, 1]
    );
    assert!(lost.to_string().contains("[b] w g52g54i32 - "));
    // The reserve is also dropped at once when the last gate is captured.
    let mut setup = without(&["c12", "e12"]).setup();
    let role = role::<OctHex146>('N');
    let side = Side::Black;
    let to = named("e14");
    let from = slow::plus(point(to), [3, 1, 0], 1);
    setup.pieces.retain(|(at, _)| *at != cell(from));
    setup.pieces.push((cell(from), Piece { side, role }));
    setup.turn = side;
    let position = Position::try_from_setup(&setup).expect("legal");
    assert_eq!(reserve(&position, Side::White), 1);
    let next = played(&position, &format!("{}e14", slow::name(from)));
    assert_eq!(reserve(&next, Side::White), 0);
}

#[test]
fn promoted_pieces_are_no_gates() {
    let mut setup = Position::start().setup();
    // White promotes near Black's empty face, while White's own array is unmoved.
    setup
        .pieces
        .retain(|(at, piece)| piece.side == Side::White || plane(point(*at)) != 5);
    setup.unmoved.retain(|at| plane(point(*at)) == -5);
    let from = cell([1, 1, 1]);
    setup.pieces.retain(|(at, _)| *at != from);
    let (side, role) = (Side::White, Role::PAWN);
    setup.pieces.push((from, Piece { side, role }));
    // Adds pieces so that no element is missing.
    for (at, letter) in [([5, 0, 0], 'D'), ([0, 5, 0], 'C')] {
        let (side, role) = (Side::Black, self::role::<OctHex146>(letter));
        setup.pieces.push((cell(at), Piece { side, role }));
    }
    let position = Position::try_from_setup(&setup).expect("legal");
    let to = slow::name([2, 2, 1]);
    let next = played(&position, &format!("{}{to}m", slow::name([1, 1, 1])));
    assert_eq!(letter(&next, named(&to)), 'M');
    assert!(next.unmoved().cells().all(|at| plane(point(at)) == -5));
    assert_eq!(next.unmoved().len(), 3);
}

#[test]
fn side_without_an_element_has_lost_at_once() {
    let ending = |pieces: &str| with(pieces).outcome().map(|end| end.to_string());
    let all = "Qa11 Vb11 qk11";
    for (black, lost) in [
        ("vj11", None),
        ("nj11", Some("no unicorn")),
        ("uj11", Some("no knight")),
        ("pj11", Some("no unicorn and no knight")),
    ] {
        let lost = lost.map(|lost| format!("White wins: Black has {lost} left"));
        assert_eq!(ending(&format!("{all} {black}")), lost);
    }
    let nothing = "White wins: Black has no rook, no bishop, no unicorn and no knight left";
    assert_eq!(ending("Qa11 Vb11").as_deref(), Some(nothing));
    // Each compound counts for both of its parents, in the order R, B, U, N.
    for (piece, missing) in [
        ('R', "bishop unicorn knight"),
        ('B', "rook unicorn knight"),
        ('U', "rook bishop knight"),
        ('N', "rook bishop unicorn"),
        ('Q', "unicorn knight"),
        ('D', "bishop knight"),
        ('M', "bishop unicorn"),
        ('G', "rook knight"),
        ('C', "rook unicorn"),
        ('V', "rook bishop"),
    ] {
        let position = with(&format!("qk11 vj11 {piece}a11"));
        let Some(Outcome::Extinction { winner, of }) = position.outcome() else {
            panic!("{position}");
        };
        let names: Vec<&str> = of.names().collect();
        assert_eq!((winner, names.join(" ")), (Side::Black, missing.into()));
    }
}

#[test]
fn capture_of_the_last_of_an_element_is_marked_and_final() {
    // The unicorn captures the cavalcade, Black's only piece with those two powers.
    let from = [1, 0, 0];
    let to = slow::plus(from, [2, 1, 1], 1);
    let names = [from, to].map(slow::name);
    let position = with(&format!("U{} v{} qk11 Qa11 Nb11", names[0], names[1]));
    let mv = mv(&position, &names.concat());
    assert_eq!(san::write(&position, mv), format!("Ux{}#", names[1]));
    let mut game = GameTree::new(position);
    game.play(mv).expect("legal");
    let end = game.outcome().expect("over");
    assert_eq!(
        end.to_string(),
        "White wins: Black has no unicorn and no knight left"
    );
    assert_eq!((end.keyword(), end.pgn_result()), ("extinction", "1-0"));
    let reply = game.position().legal_moves()[0];
    let refused = game.play(reply).expect_err("over");
    assert_eq!(refused.reason, IllegalReason::GameOver);
}

#[test]
fn bishop_in_reserve_counts_while_it_can_enter() {
    // White has lost all bishops and their compounds.
    let start = Position::start();
    let having: Vec<String> = start
        .by_side(Side::White)
        .cells()
        .filter(|at| "BQGC".contains(letter(&start, *at)))
        .map(|at| slow::name(point(at)))
        .collect();
    assert_eq!(having.len(), 6);
    let having: Vec<&str> = having.iter().map(String::as_str).collect();
    let still = without(&having);
    assert_eq!((reserve(&still, Side::White), still.outcome()), (1, None));
    // The bishop enters and is on the board.
    let next = played(&still, "e12f34b");
    assert_eq!((reserve(&next, Side::White), next.outcome()), (0, None));
    // If the reserve can't enter, no bishop is left.
    let lost = without(&[&having[..], &["c12", "e12", "e14"]].concat());
    let end = lost.outcome().map(|end| end.to_string());
    assert_eq!(end.as_deref(), Some("Black wins: White has no bishop left"));
}

#[test]
fn random_games_end_by_extinction_of_each_element() {
    let mut elements = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut game = GameTree::<OctHex146>::new(Position::start());
        for mv in walk(game.position(), &mut Rng::new(seed), 1000) {
            let slow = to_slow(game.position());
            assert!(!slow.is_over());
            game.play(mv).expect("legal");
            if let Some(end) = game.outcome() {
                let Outcome::Extinction { winner, of } = end else {
                    panic!("{end:?}: {}", game.position());
                };
                assert_eq!(winner, !game.position().turn());
                elements.extend(of.names());
                break;
            }
        }
        assert!(game.outcome().is_some(), "{}", game.position());
    }
    assert_eq!(elements.len(), 4, "{elements:?}");
}

#[test]
fn side_without_moves_draws() {
    // White occupies the whole board except for two Black pieces on White's own face.
    let mut setup = Setup::default();
    let black = [([-5, 0, 0], 'D'), ([0, -5, 0], 'C')];
    let others = [([1, 0, 0], 'R'), ([0, 1, 0], 'U'), ([0, 0, 1], 'N')];
    for at in slow::points() {
        let found = |list: &[(slow::Point, char)]| {
            let found = list.iter().find(|(there, _)| *there == at);
            found.map(|(_, letter)| *letter)
        };
        let (side, letter) = match found(&black) {
            Some(letter) => (Side::Black, letter),
            // Bishops capture nothing from the last plane, where pawns aren't allowed.
            None if plane(at) == 5 => (Side::White, 'B'),
            None => (Side::White, found(&others).unwrap_or('P')),
        };
        let role = role::<OctHex146>(letter);
        setup.pieces.push((cell(at), Piece { side, role }));
    }
    let position = Position::try_from_setup(&setup).expect("legal");
    assert_eq!(position.legal_moves(), []);
    let draw = Outcome::Draw(DrawReason::Stalemate);
    assert_eq!(position.outcome(), Some(draw));
}
