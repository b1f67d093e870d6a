//! Tests of the attacks that make moves illegal.

use icochess_boards::icochess::NEIGHBOURS;
use icochess_boards::{Chess, Icochess, OnBoard, Variant};
use icochess_rules::{
    Board, Cell, CellSet, Equipment, IllegalReason, Move, MoveKind, Piece, Position, Role, Setup,
    Side, StuckReason, Threat, WideSet, set_of,
};

use crate::shared::{Rng, walk};

fn cell<B: Board>(name: &str) -> Cell {
    B::tables().cell(name).unwrap()
}

/// Returns the names of the attacker's and king's cells, and of the cells in between in index
/// order.
fn shown<B: Board>(threats: &[Threat]) -> Vec<(&str, &str, String)> {
    let name = |cell: Cell| B::tables().name(cell);
    let one = |threat: &Threat| {
        let path: Vec<&str> = threat.path.cells().map(name).collect();
        (name(threat.attacker), name(threat.king), path.join(" "))
    };
    threats.iter().map(one).collect()
}

#[test]
fn pinned_knight_of_the_ball_is_held_by_the_bishop() {
    let start = Position::<Icochess>::start();
    let threats = start.threats_if_moved(cell::<Icochess>("b3"));
    let expected = [("o2", "a2", "b3 f3 k3 p3".to_owned())];
    assert_eq!(shown::<Icochess>(&threats), expected);
    // All moves of the king are refused because of the same attack.
    let refused = start.threats_of(cell::<Icochess>("b3"));
    assert_eq!(refused.len(), 4);
    assert!(refused.iter().all(|(_, shown)| *shown == threats));
    assert_eq!(start.threats_if_moved(cell::<Icochess>("a4")), []);
    assert_eq!(start.threats_if_moved(cell::<Icochess>("a2")), []);
}

#[test]
fn unmoved_pawn_of_the_ball_attacks_over_the_tile_it_passes() {
    let tables = Icochess::tables();
    let king = cell::<Icochess>("a1");
    let mut passed = 0;
    for from in tables.cells().filter(|from| *from != king) {
        let on = |cell, side, role| (cell, Piece { side, role });
        let setup = Setup {
            pieces: vec![
                on(king, Side::White, Role::KING),
                on(cell::<Icochess>("s1"), Side::Black, Role::KING),
                on(from, Side::Black, Role::PAWN),
            ],
            unmoved: vec![from],
            ..Setup::default()
        };
        let Ok(here) = Position::<Icochess>::try_from_setup(&setup) else {
            continue;
        };
        for (mv, threats) in here.threats_of(king) {
            let [threat] = threats[..] else {
                panic!("{threats:?} by one pawn");
            };
            assert_eq!((threat.attacker, threat.king), (from, mv.to));
            // The piece captures directly over an edge; otherwise it passes a tile that shares an
            // edge with both.
            let edges = |cell: Cell| &NEIGHBOURS[cell.index()].edges;
            let between = edges(from).iter().filter(|via| edges(mv.to).contains(via));
            let expected = if edges(from).contains(&mv.to) {
                WideSet::EMPTY
            } else {
                set_of(between.copied())
            };
            assert_eq!(threat.path, expected);
            passed += u32::from(!threat.path.is_empty());
        }
    }
    assert!(passed > 0);
}

/// Extension trait that lists the moves of a piece that attacks on its king make illegal, with the
/// attacks.
trait ThreatsOf {
    fn threats_of(&self, from: Cell) -> Vec<(Move, Vec<Threat>)>;
}

impl<B: Board> ThreatsOf for Position<B> {
    fn threats_of(&self, from: Cell) -> Vec<(Move, Vec<Threat>)> {
        let moves = B::tables().cells().map(|to| Move::new(from, to));
        let all = moves.map(|mv| (mv, self.threats_after(mv)));
        all.filter(|(_, threats)| !threats.is_empty()).collect()
    }
}

#[test]
fn checks_and_king_moves_report_the_fewest_attackers() {
    let of = |text: &str, name: &str| {
        let position: Position<Chess> = text.parse().unwrap();
        let threats = position.threats_if_moved(cell::<Chess>(name));
        let shown = shown::<Chess>(&threats).into_iter();
        shown
            .map(|(by, king, path)| format!("{by} {king} {path}"))
            .collect::<Vec<_>>()
    };
    let check = "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1";
    assert_eq!(of(check, "a2"), ["e4 e1 e2 e3"]);
    let cornered = "4k3/8/8/8/8/1q6/7P/K7 w - - 0 1";
    assert_eq!(of(cornered, "a1"), ["b3 b1 b2", "b3 a2 ", "b3 b2 "]);
    // A knight leaps, and a pawn is next to the king.
    let leaps = "4k3/8/8/8/8/1np5/8/K6N w - - 0 1";
    let shown = of(leaps, "a1");
    assert!(shown.iter().all(|it| it.ends_with(' ')), "{shown:?}");
    // Nothing is reported for free, blocked or enemy pieces.
    for name in ["h2", "e8", "c5"] {
        assert_eq!(of(cornered, name), [""; 0]);
    }
}

#[test]
fn castling_is_refused_for_attacks_on_the_kings_path() {
    let of = |text: &str, mv: &str| {
        let position: Position<Chess> = text.parse().unwrap();
        let ends = [&mv[..2], &mv[2..]].map(cell::<Chess>);
        let threats = position.threats_after(Move::new(ends[0], ends[1]));
        let shown = shown::<Chess>(&threats).into_iter();
        shown
            .map(|(by, king, path)| format!("{by} {king} {path}"))
            .collect::<Vec<_>>()
    };
    let rook_on = |rook: &str| format!("4k3/8/8/8/{rook}/8/8/R3K2R w KQ - 0 1");
    // Through check, into check, and out of check.
    assert_eq!(of(&rook_on("5r2"), "e1g1"), ["f4 f1 f2 f3"]);
    assert_eq!(of(&rook_on("6r1"), "e1g1"), ["g4 g1 g2 g3"]);
    assert_eq!(of(&rook_on("4r3"), "e1g1"), ["e4 e1 e2 e3"]);
    assert_eq!(of(&rook_on("4r3"), "e1c1"), ["e4 e1 e2 e3"]);
    // The rook may pass an attacked square, and a piece in between is no attack.
    assert_eq!(of(&rook_on("1r6"), "e1c1"), [""; 0]);
    assert_eq!(of("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1g1"), [""; 0]);
}

/// Checks in random games that a refused move reports attacks if and only if an attacked king is
/// the reason, and that all reported attacks are real.
struct TrueOnes;

impl OnBoard for TrueOnes {
    type Output = usize;

    fn run<B: Board>(self) -> usize {
        let mut refused = 0;
        for seed in 0..6 {
            let mut position = Position::<B>::start();
            let moves = walk(&position, &mut Rng::new(seed), 90);
            for (ply, mv) in moves.into_iter().enumerate() {
                if ply % 6 == 5 {
                    refused += check_refusals(&position);
                }
                position = position.play_unchecked(mv);
            }
        }
        refused
    }
}

fn check_refusals<B: Board>(position: &Position<B>) -> usize {
    let tables = B::tables();
    let own = position.by_side(position.turn());
    let steps = own.cells();
    let steps = steps.flat_map(|from| tables.cells().map(move |to| Move::new(from, to)));
    let pins = || tables.docks.iter().map(|dock| dock.pin);
    let parts = pins().flat_map(|from| {
        pins().map(move |to| Move {
            from,
            to,
            kind: MoveKind::Carriage,
        })
    });
    let mut refused = 0;
    for mv in steps.chain(parts) {
        let reason = position.why_illegal(mv);
        let is_of_check = matches!(
            reason,
            Some(IllegalReason::IntoCheck | IllegalReason::StaysInCheck)
        );
        let threats = position.threats_after(mv);
        if reason == Some(IllegalReason::Castling) {
            continue;
        }
        assert_eq!(!threats.is_empty(), is_of_check, "{mv:?} in {position}");
        let after = position.play_unchecked(mv);
        for Threat {
            attacker,
            king,
            path,
        } in threats
        {
            refused += 1;
            let hostile = after.piece_at(attacker).expect("a piece");
            assert_eq!(hostile.side, after.turn());
            assert_eq!(Some(king), after.royal(position.turn()));
            let bears: WideSet = set_of(after.attacks_from(attacker, hostile).cells());
            assert!(bears.contains(king) && path.without(bears).is_empty());
            let taken: WideSet = set_of(after.occupied().or(after.absent()).cells());
            assert!(path.and(taken).is_empty(), "{mv:?} in {position}");
        }
    }
    for from in own.cells() {
        let stuck = position.why_stuck(from);
        let is_of_king = matches!(
            stuck,
            Some(StuckReason::Pinned | StuckReason::InCheck | StuckReason::NoSafePlace)
        );
        let shown = position.threats_if_moved(from);
        assert_eq!(!shown.is_empty(), is_of_king, "{from:?} in {position}");
    }
    refused
}

#[test]
fn only_moves_refused_for_check_report_attacks_and_real_ones() {
    for variant in Variant::ALL {
        let refused = variant.on_board(TrueOnes);
        let has_king = variant.board().roles().iter().any(|rules| rules.royal);
        assert_eq!(refused > 0, has_king, "{variant}: {refused}");
    }
}
