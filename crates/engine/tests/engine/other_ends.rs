//! The computer on boards whose games end otherwise than by mate alone, and on one whose
//! parts move: what it says is true, and it overlooks nothing near.

use std::sync::atomic::AtomicBool;

use icochess_boards::{OctHex146, StarTrek3d};
use icochess_engine::eval::Weight;
use icochess_engine::material::MaterialSearch;
use icochess_engine::score::{INFINITE, MATE};
use icochess_engine::{
    Algorithm, ComputerPlayer, Evaluated, Evaluator, Limits, Search, SearchFeature, SearchFeatures,
    SearchResult, TranspositionTable, Values, search, values_file,
};
use icochess_rules::{
    Board, Cell, CellSet, GameTree, Move, MoveKind, Outcome, Piece, Position, Role, Setup, Side,
};

use crate::shared::{Rng, walk};

fn cell<B: Board>(name: &str) -> Cell {
    B::tables().cell(name).expect("a cell")
}

fn role<B: Board>(letter: char) -> Role {
    let index = B::ROLES.iter().position(|rules| rules.letter == letter);
    Role::new(index.expect("a role") as u8)
}

/// White to move, with pieces such as `Rf33`, White's first; on Star Trek's boards as they
/// hang at the start.
fn place<B: Board>(white: &str, black: &str) -> Setup {
    let start = Position::<B>::start().setup();
    let mut setup = Setup {
        absent: start.absent,
        ..Setup::default()
    };
    for (side, pieces) in Side::ALL.into_iter().zip([white, black]) {
        for text in pieces.split_whitespace() {
            let role = role::<B>(text.chars().next().expect("a letter"));
            let piece = Piece { side, role };
            setup.pieces.push((cell::<B>(&text[1..]), piece));
        }
    }
    setup
}

fn position<B: Board>(white: &str, black: &str) -> Position<B> {
    Position::try_from_setup(&place::<B>(white, black)).expect("a position")
}

fn look<B: Evaluated>(position: &Position<B>, depth: u8) -> SearchResult {
    let table = TranspositionTable::new(4);
    let by = Search {
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        ..Search::new(B::evaluator(), &table)
    };
    let never = AtomicBool::new(false);
    search(&GameTree::new(*position), &by, &never, &mut |_| {}).expect("a move")
}

fn score<B: Evaluated>(position: &Position<B>, depth: u8) -> i32 {
    look(position, depth).info.expect("a line").score
}

/// Can the side to move win in that many moves, whatever is answered? By trying
/// everything.
fn wins<B: Board>(position: &Position<B>, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.play_unchecked(mv);
        if let Some(outcome) = next.variant_outcome() {
            return outcome.winner() == Some(position.turn());
        }
        let replies = next.legal_moves();
        if replies.is_empty() {
            return next.is_check();
        }
        moves > 1
            && replies.iter().all(|&reply| {
                let next = next.play_unchecked(reply);
                next.variant_outcome().is_none() && wins(&next, moves - 1)
            })
    })
}

/// Positions so many plies before the ends of random games.
fn late<B: Board>(seed: u64, count: usize, before: usize) -> Vec<Position<B>> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut line = vec![Position::<B>::start()];
        for mv in walk(&line[0], &mut rng, 1500) {
            let next = line[line.len() - 1].play_unchecked(mv);
            if next.outcome().is_some_and(|end| !end.is_automatic_draw()) {
                let back = line.len().saturating_sub(before);
                found.push(line[back]);
                break;
            }
            line.push(next);
        }
    }
    found
}

/// Is each win that the search tells of there, and does it find those in one move?
fn wins_that_are_told_are_true<B: Evaluated>(count: usize) {
    let (mut ones, mut twos) = (0, 0);
    for before in [1, 2, 3] {
        for position in late::<B>(before as u64, count, before) {
            let is_one = wins(&position, 1);
            for depth in [1, 3] {
                let told = score(&position, depth);
                assert_eq!(told == MATE - 1, is_one, "{depth}: {told} in {position}");
                if told == MATE - 3 {
                    twos += 1;
                    assert!(wins(&position, 2), "{depth}: {position}");
                }
            }
            ones += i32::from(is_one);
        }
    }
    assert!(ones >= count as i32, "{ones}");
    // Without kings the loss of a kind can hardly be forced so soon.
    assert!(B::ROYAL.is_none() || twos > 0);
}

#[test]
fn wins_that_are_told_are_true_without_kings() {
    wins_that_are_told_are_true::<OctHex146>(6);
}

#[test]
fn wins_that_are_told_are_true_on_boards_that_move() {
    wins_that_are_told_are_true::<StarTrek3d>(8);
}

/// White has all kinds several times. Black's only unicorn is guarded by a rook.
const WHITE: &str = "Da11 Mb11 Gc11 Cd11 Ve11";

#[test]
fn the_last_of_a_kind_is_taken_whatever_guards_it() {
    // A duchess on the rook's line of the lone unicorn, which a rook guards: for what is
    // taken alone, the exchange would lose.
    let white = format!("{WHITE} Df41");
    let start = position::<OctHex146>(&white, "Uf11 Rf16 Rk11 Bj11 Nj22 Nj12 Bj21");
    let unicorn = cell::<OctHex146>("f11");
    assert_eq!(
        start.last_pieces(Side::Black).cells().collect::<Vec<_>>(),
        [unicorn]
    );
    assert!(
        Side::ALL
            .iter()
            .all(|side| start.is_attacked(unicorn, *side))
    );
    assert_eq!(score(&start, 1), MATE - 1, "{start}");
}

#[test]
fn a_threat_to_the_last_of_a_kind_is_answered_in_time() {
    // Positions in which Black's last of a kind is attacked and Black moves: one ply of
    // search is enough to see which moves lose at once.
    let (mut answered, mut tried) = (0, 0);
    for position in late::<OctHex146>(21, 12, 2) {
        let threatened = |position: &Position<OctHex146>, side| {
            let mut last = position.last_pieces(side).cells();
            last.any(|cell| position.is_attacked(cell, !side))
        };
        let side = position.turn();
        if !threatened(&position, side) || threatened(&position, !side) {
            continue;
        }
        tried += 1;
        let holds = |mv: &Move| !threatened(&position.play_unchecked(*mv), side);
        let next = position.play_unchecked(look(&position, 1).best_move);
        if position.legal_moves().iter().any(holds) {
            assert!(!threatened(&next, side), "{position}");
            answered += 1;
        }
    }
    assert!(answered > 0, "{tried}");
}

/// Values of a board in which only one weight is not zero, as an evaluation for White.
fn counted<B: Evaluated>(position: &Position<B>, of: impl Fn(&mut Values) -> &mut Weight) -> i32 {
    let (mut values, _) = values_file::parse::<B>(B::VALUES).unwrap();
    for weight in values.weights_mut() {
        *weight = (0, 0);
    }
    *of(&mut values) = (100, 100);
    let evaluator = Evaluator::<B>::new(&values).unwrap();
    let sums = evaluator.accumulator(position);
    assert_eq!(position.turn(), Side::White);
    evaluator.evaluate(position, &sums, -INFINITE, INFINITE) / 100
}

#[test]
fn what_is_left_of_each_kind_counts_and_of_the_rarest() {
    // White: rooks in D and M, bishops in G and C, unicorns in D, G and V, knights in M,
    // C and V. Black: one of each but three bishops.
    let position = position::<OctHex146>(WHITE, "Rk11 Uf66 Nj22 Bj11 Bj21 Bj12");
    let kinds = |left: usize| counted(&position, |values| &mut values.kind_counts[left - 1]);
    assert_eq!([1, 2, 3, 4].map(kinds), [-3, 2, 1, 0]);
    let rarest = |left: usize| counted(&position, |values| &mut values.rarest_kind[left - 1]);
    assert_eq!([1, 2, 3, 4].map(rarest), [-1, 1, 0, 0]);
}

#[test]
fn a_bishop_in_reserve_counts_as_one_on_the_board() {
    let bishop = role::<OctHex146>('B');
    let worth = |position: &Position<OctHex146>| {
        counted(position, |values| &mut values.material[bishop.index()])
    };
    let start = Position::<OctHex146>::start();
    assert_eq!(worth(&start), 0);
    let enters = |mv: &&Move| matches!(mv.kind, MoveKind::Gating(_));
    let legal = start.legal_moves();
    let mv = *legal.iter().find(enters).expect("a duchess can move");
    let entered = start.play_unchecked(mv);
    let quiet = entered
        .legal_moves()
        .into_iter()
        .find(|mv| mv.kind == MoveKind::Plain && entered.captured_cell(*mv).is_none());
    let next = entered.play_unchecked(quiet.expect("a quiet move"));
    assert_eq!(worth(&next), 0);
    // Nor is it a gain for who counts material.
    let never = |_| false;
    let search = MaterialSearch::new(OctHex146::evaluator(), 1, &never);
    let (_, one) = search.best(&start, &[mv], 1);
    let plain: Vec<Move> = legal.iter().copied().filter(|mv| !enters(&mv)).collect();
    let (_, other) = search.best(&start, &plain, 1);
    assert!(one <= other, "{one} {other}");
}

#[test]
fn attack_presses_the_rarest_kind() {
    // A cardinal attacks the knight, which goes where it attacks Black's one unicorn.
    let position = position::<OctHex146>("Ra11 Bb12 Ub11 Nd33", "Rk11 Rj21 Uf33 Cj22 Cj11");
    let table = TranspositionTable::new(0);
    let by = Search::new(OctHex146::evaluator(), &table);
    for seed in 0..5 {
        let player = ComputerPlayer {
            algorithm: Algorithm::Attack,
            level: 1,
            seed,
        };
        let never = AtomicBool::new(false);
        let game = GameTree::new(position);
        let found = player.choose(&game, &by, &never, &mut |_| ());
        let next = position.play_unchecked(found.expect("a move").best_move);
        assert!(
            next.is_attacked(cell::<OctHex146>("f33"), Side::White),
            "{next}"
        );
    }
}

#[test]
fn distances_are_there_without_kings() {
    let evaluator = OctHex146::evaluator();
    let distance = |from, to| evaluator.distance(cell::<OctHex146>(from), cell::<OctHex146>(to));
    assert_eq!(distance("f33", "f33"), 0);
    assert_eq!(distance("a11", "b11"), 1);
    assert!(distance("a11", "k11") >= 5);
}

#[test]
fn both_kinds_of_pawns_are_passed_and_threaten() {
    let king = ("Ke07", "Ke91");
    for pawn in ['P', 'F'] {
        let white = format!("{} {pawn}c62", king.0);
        let black = format!("{} Nb72", king.1);
        let threat = position::<StarTrek3d>(&white, &black);
        assert_eq!(counted(&threat, |values| &mut values.threat_by_pawn), 1);
        // P goes to row 8, F to row 7.
        let steps = if pawn == 'P' { 2 } else { 1 };
        let passed = |steps: usize| counted(&threat, |values| &mut values.passed_pawn[steps]);
        assert_eq!([steps - 1, steps, steps + 1].map(passed), [0, 1, 0]);
    }
    let both = position::<StarTrek3d>("Ke07 Pc26 Fd36", "Ke91 Nb82");
    assert_eq!(counted(&both, |values| &mut values.protected_pawn), 1);
}

#[test]
fn moves_of_parts_that_give_check_or_save_are_not_left_out() {
    // Every mate in one by a move of a part is found, also as the answer to a threat.
    let mut rng = Rng::new(5);
    let mut found = 0;
    for _ in 0..60 {
        let mut position = Position::<StarTrek3d>::start();
        for mv in walk(&position, &mut rng, 120) {
            if position.outcome().is_some() {
                break;
            }
            let mates = |mv: &Move| {
                mv.kind == MoveKind::Carriage
                    && matches!(
                        position.play_unchecked(*mv).outcome(),
                        Some(Outcome::Checkmate { .. })
                    )
            };
            if position.legal_moves().iter().any(mates) {
                found += 1;
                assert_eq!(score(&position, 1), MATE - 1, "{position}");
            }
            position = position.play_unchecked(mv);
        }
    }
    assert!(found > 0);
}

#[test]
fn without_its_parts_the_search_finds_the_same_wins() {
    // Leaving a technique out changes how much is searched, not what is true.
    let table = TranspositionTable::new(4);
    let mut nodes = Vec::new();
    let all = StarTrek3d::SEARCH_FEATURES;
    let parts = [
        SearchFeature::CarriagePruning,
        SearchFeature::CarriageReductions,
        SearchFeature::CarriagesLast,
    ];
    let none = parts.into_iter().fold(all, SearchFeatures::without);
    for position in late::<StarTrek3d>(3, 6, 1) {
        for features in [all, none] {
            table.clear();
            let by = Search {
                limits: Limits {
                    depth: Some(3),
                    ..Limits::default()
                },
                features,
                ..Search::new(StarTrek3d::evaluator(), &table)
            };
            let game = GameTree::new(position);
            let never = AtomicBool::new(false);
            let found = search(&game, &by, &never, &mut |_| {}).expect("a move");
            nodes.push(found.nodes);
            let told = found.info.expect("a line").score;
            assert_eq!(told == MATE - 1, wins(&position, 1), "{position}");
        }
    }
    assert!(!nodes.is_empty());
}
