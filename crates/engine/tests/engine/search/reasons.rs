//! Tests of the reasons for a move.

use icochess_boards::{Chess, Icochess};
use icochess_engine::score::MATE;
use icochess_engine::{Reason, reasons};
use icochess_rules::{Equipment, Move, Outcome, Position, san};

/// For each reason three lines that prove it as the most important one, and three that don't:
/// position, line, score and reason.
const LINES: &str = "
# Mates.
6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1; a1a8; 29999; mates 1
6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1; a1a7; 29995; mates 3
6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1; a1a7; 29872; mates 64
6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1; a1a7; 29871;
6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1; a1a7; -29998;
6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1; a8a1; 29999;
# Wins a piece: unprotected ones, and a pawn en passant.
4k3/8/8/4r3/8/5N2/8/4K3 w - - 0 1; f3e5 e8e7; 0; wins e5
r3k3/8/8/3b4/8/8/3R4/4K3 w - - 0 1; d2d5; 0; wins d5
7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1; e5d6; 0; wins d5
# No gain: an equal exchange, a protected pawn, and a mate in reply.
4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1; f3e5 d6e5; 0;
4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1; d2d5 c6d5; 0;
4k3/7p/8/8/8/7R/4PPPP/r3R1K1 w - - 0 1; h3h7 a1e1; 0;
# Wins material: gives less for it.
4k3/8/3p4/4r3/8/5N2/8/4K3 w - - 0 1; f3e5 d6e5; 0; gains e5
4k3/3p4/2n5/1P6/8/8/8/4K3 w - - 0 1; b5c6 d7c6; 0; gains c6
3rk3/8/8/3q4/8/8/6B1/4K3 w - - 0 1; g2d5 d8d5; 0; gains d5
# A rook for a bishop.
4k3/8/2p5/3b4/8/8/3R4/4K3 w - - 0 1; d2d5 c6d5; 0;
# Forks.
r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1; d5c7 e8d7 c7a8; 0; fork e8 a8
4k3/8/2n1b3/8/2PP4/8/8/4K3 w - - 0 1; d4d5 e6d5 c4d5; 0; fork c6 e6
k7/8/8/6n1/r7/8/3Q4/6K1 w - - 0 1; d2d5 a8a7 d5g5; 0; fork a8 g5
# The fork is captured, the pawn is, and both rooks move with a check.
r2qk3/8/8/3N4/8/8/8/4K3 w - - 0 1; d5c7 d8c7; 0;
4k3/8/2n1b3/8/3P4/8/8/4K3 w - - 0 1; d4d5 e6d5; 0;
4k3/8/8/8/4r3/2r5/3P4/6K1 w - - 0 1; d2d3 c3c1 g1f2; 0;
# Discovered attacks.
6k1/8/3q4/8/8/3B4/8/3R2K1 w - - 0 1; d3h7 g8h7 d1d6; 0; discovered d1 d6
3r2k1/8/8/3N4/8/8/8/3R2K1 w - - 0 1; d5e7 g8f7 d1d8; 0; discovered d1 d8
4k3/1q6/8/8/4N3/8/8/4R1K1 w - - 0 1; e4c5 e8f8 c5b7; 0; discovered e1 e8
# The target captures first.
7k/6pp/2pq4/8/3N4/8/6PP/3R2K1 w - - 0 1; d4f5 d6d1; 0;
3r2k1/8/8/3N4/8/8/8/3R2K1 w - - 0 1; d5f4 d8d1; 0;
3r2k1/3r4/8/3N4/8/8/8/3R2K1 w - - 0 1; d5e3 d7d1; 0;
# Saves the moved piece.
4k3/8/2p5/1n6/P7/8/8/4K3 b - - 0 1; b5c7; 0; saves
r3k3/8/8/8/8/8/R5PP/6K1 w - - 0 1; a2e2; 0; saves
2r1k3/8/8/8/8/8/8/2B1KR2 w - - 0 1; c1f4; 0; saves
# It is attacked again, was never attacked, and was protected.
4k3/8/2p5/1n6/P7/4P3/8/4K3 b - - 0 1; b5d4; 0;
4k3/8/2p5/1n6/8/8/8/4K3 b - - 0 1; b5c7; 0;
r3k3/8/8/8/R7/1P6/6PP/6K1 w - - 0 1; a4c4; 0;
# Stops a threat.
6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1; g1f1; 0; stops mate a2a1
6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1; h2h3; 0; stops mate a2a1
4k3/8/8/3b4/4N3/8/3P4/4K3 w - - 0 1; d2d3; 0; stops d5e4
# It doesn't: the mate, the capture by a pawn, and a capture with protection by the king.
6k1/5ppp/8/7N/8/8/r4PPP/6K1 w - - 0 1; h5f4; 0;
4k3/8/8/3p4/4N3/8/3P4/4K3 w - - 0 1; d2d3; 0;
4k3/8/8/3b4/4N3/8/3P4/4K3 w - - 0 1; e1d1; 0;
# Pins: to the king twice, and to the queen.
4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1; f1b5; 0; pin c6 e8
4k3/4n3/8/8/8/8/8/R4K2 w - - 0 1; a1e1; 0; pin e7 e8
3qk3/8/5n2/8/8/8/8/2B1K3 w - - 0 1; c1g5; 0; pin f6 d8
# Another piece is in between, nothing is behind, and the move attacks nothing.
4k3/3p4/2n5/8/8/8/8/4KB2 w - - 0 1; f1b5; 0;
4k3/8/5n2/8/8/8/8/R3K2R w - - 0 1; h1f1; 0;
4k3/p7/1pn5/8/8/8/8/4KB2 w - - 0 1; f1a6; 0;
";

fn words(position: &Position<Chess>, reason: Reason) -> String {
    let name = |cell| Chess::tables().name(cell);
    match reason {
        Reason::Mates { moves } => format!("mates {moves}"),
        Reason::Wins { moves } => format!("wins in {moves}"),
        Reason::WinsPiece { cell } => format!("wins {}", name(cell)),
        Reason::WinsMaterial { cell } => format!("gains {}", name(cell)),
        Reason::Fork { first, second } => format!("fork {} {}", name(first), name(second)),
        Reason::DiscoveredAttack { attacker, target } => {
            format!("discovered {} {}", name(attacker), name(target))
        }
        Reason::SavesPiece => "saves".to_owned(),
        Reason::StopsThreat { threat, mates } => {
            let mate = if mates { "mate " } else { "" };
            format!("stops {mate}{}", position.uci(threat))
        }
        Reason::Pin { pinned, behind } => format!("pin {} {}", name(pinned), name(behind)),
    }
}

#[test]
fn reasons_are_proved() {
    for row in LINES.lines().filter(|row| row.contains(';')) {
        let columns: Vec<&str> = row.split(';').map(str::trim).collect();
        let [text, line, score, expected] = columns[..] else {
            panic!("{row}");
        };
        let position: Position<Chess> = text.parse().expect("a position");
        let score = score.parse().expect("a score");
        let moves: Vec<Move> = line
            .split(' ')
            .map(|mv| position.parse_uci(mv).expect("a move"))
            .collect();
        let found = reasons(&position, &moves, score);
        let first = found.first().map(|reason| words(&position, *reason));
        assert_eq!(first.unwrap_or_default(), expected, "{row}");
    }
}

/// With the turn passed in a position with a mate in 1, a move of the other side stops the threat
/// exactly if no move mates after it.
#[test]
fn stopped_mates_on_the_ball_agree_with_brute_force() {
    let mates = include_str!("../../../../boards/src/icochess/tests/mates.epd");
    let mates_now = |position: &Position<Icochess>| {
        position.legal_moves().into_iter().any(|mv| {
            let outcome = position.play_unchecked(mv).outcome();
            matches!(outcome, Some(Outcome::Checkmate { .. }))
        })
    };
    let (mut stopped, mut missed) = (0, 0);
    for line in mates.lines().filter(|line| line.ends_with("dm 1;")).take(5) {
        let (text, rest) = line.split_once(" bm ").expect("a best move");
        let position: Position<Icochess> = text.parse().expect("a position");
        let (key, _) = rest.split_once(';').expect("a move");
        let key = san::parse(&position, key).expect("a legal move");
        assert_eq!(
            reasons(&position, &[key], MATE - 1),
            [Reason::Mates { moves: 1 }]
        );
        let Some(passed) = position.null_move() else {
            continue;
        };
        for mv in passed.legal_moves() {
            let after = passed.play_unchecked(mv);
            let is_told = reasons(&passed, &[mv], 0)
                .iter()
                .any(|reason| matches!(reason, Reason::StopsThreat { mates: true, .. }));
            let is_stopped = !after.is_check() && !mates_now(&after);
            assert_eq!(is_told, is_stopped, "{text} {}", passed.uci(mv));
            stopped += u32::from(is_stopped);
            missed += u32::from(!is_stopped);
        }
    }
    assert!(stopped > 0 && missed > 0);
}
