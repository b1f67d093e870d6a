//! Tests of game ends by variant rules, as a search sees them. They use a small board, defined
//! through the public interface alone. A side loses there without knights, or with a bare king.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use icochess_engine::eval::{DISTANCES, KIND_COUNTS};
use icochess_engine::score::{MATE, Score};
use icochess_engine::{
    Algorithm, AnyEngine, AnyRoot, ComputerPlayer, Evaluated, Evaluator, Level, Limits, Root,
    Search, SearchFeatures, SearchOptions, SearchResult, TranspositionTable, Values, WEAKER_LEVELS,
    search,
};
use icochess_lab::arena::{Adjudication, Contestant, Seat, play};
use icochess_rules::pgn::Game;
use icochess_rules::{
    Board, Cell, CellSet, Equipment, Extinct, Extinction, GameTree, Layout, LineSpec, Outcome,
    Position, Role, RoleRules, Side, WideSet, packed_tables, set_of,
};

/// Number of files and ranks.
const SIZE: i32 = 5;

// Line kinds and leap tables.
const ROOK: u8 = 1;
const KNIGHT: usize = 0;
const KING: usize = 1;

fn cell(file: i32, rank: i32) -> Option<Cell> {
    let is_on_board = (0..SIZE).contains(&file) && (0..SIZE).contains(&rank);
    is_on_board.then(|| Cell::new((rank * SIZE + file) as u8))
}

fn leaps(is_leap: fn(i32, i32) -> bool) -> Vec<WideSet> {
    let from = (0..SIZE * SIZE).map(|index| (index % SIZE, index / SIZE));
    from.map(|(file, rank)| {
        let by = (-2..=2_i32).flat_map(|x| (-2..=2_i32).map(move |y| (x, y)));
        let by = by.filter(|&(x, y)| is_leap(x.abs(), y.abs()));
        set_of(by.filter_map(|(x, y)| cell(file + x, rank + y)))
    })
    .collect()
}

fn layout() -> Layout<WideSet> {
    let rank = |rank: i32| (0..SIZE).filter_map(move |file| cell(file, rank)).collect();
    let file = |file: i32| (0..SIZE).filter_map(move |rank| cell(file, rank)).collect();
    let line = |cells| LineSpec {
        kind: ROOK,
        closed: false,
        cells,
    };
    let name = |index: u8| format!("{}{}", char::from(b'a' + index % 5), index / 5 + 1);
    Layout {
        names: (0..25).map(name).collect(),
        sections: vec![(0..SIZE).rev().map(rank).collect()],
        lines: (0..SIZE)
            .flat_map(|n| [line(rank(n)), line(file(n))])
            .collect(),
        leaps: vec![leaps(|x, y| x * y == 2), leaps(|x, y| x.max(y) == 1)],
        ..Layout::default()
    }
}

/// Rooks, knights and kings.
const ROLES: &[RoleRules] = &[
    RoleRules::slider('R', "rook", ROOK),
    RoleRules::leaper('N', "knight", KNIGHT),
    RoleRules::king(KING),
];

const KNIGHTS: Extinction = Extinction {
    of: "knight",
    roles: &[Role::new(1)],
    count: 0,
};

/// Returns material values: a rook is worth more than a knight.
fn values(kinds: usize) -> Values {
    let by_distance = vec![vec![(0, 0); DISTANCES]; 3];
    Values {
        source: String::new(),
        material: vec![(500, 500), (300, 300), (0, 0)],
        psqt: vec![vec![(0, 0)]; 3],
        own_king_distance: by_distance.clone(),
        enemy_king_distance: by_distance,
        mobility: vec![(1, 1); 3],
        king_attack: vec![(0, 0); 3],
        xray_on_king: (0, 0),
        protected_pawn: (0, 0),
        threat_by_pawn: (0, 0),
        passed_pawn: vec![(0, 0); DISTANCES],
        pair: vec![(0, 0); 3],
        tempo: (0, 0),
        kind_counts: vec![(0, 0); kinds],
        rarest_kind: vec![(0, 0); kinds],
        margins: (100, 100),
    }
}

macro_rules! board {
    ($board:ident, $id:literal, $extinctions:expr, $bare_king_loses:expr) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $board;

        impl Equipment for $board {
            type Set = WideSet;
            type Roles = [WideSet; 3];
            type Lines = [u64; 10];
            type Reserve = ();
            type Absent = ();

            const ROLES: &'static [RoleRules] = ROLES;

            packed_tables!($board, layout());
        }

        impl Board for $board {
            const ID: &'static str = $id;
            const NAME: &'static str = $id;
            const START: &'static str = "rnknr/5/5/5/RNKNR w - - 0 1";
            const EXTINCTIONS: &'static [Extinction] = $extinctions;
            const BARE_KING_LOSES: bool = $bare_king_loses;

            fn is_dead(_: &Position<Self>) -> bool {
                false
            }
        }

        impl Evaluated for $board {
            // The first role takes the place of the pawns. It is a rook.
            const MARGIN_PAWN: i32 = 1000;
            const WIN_CHANCE_SCALE: f64 = 0.004;
            const LEVELS: [Level; WEAKER_LEVELS] = [Level::new(0, 1, 0, 0); WEAKER_LEVELS];
            const VALUES: &'static str = "";
            const CLASSES: usize = 1;
            const PHASE: &'static [i32] = &[2, 1, 0];
            const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL;

            fn class(_: Side, _: Cell) -> usize {
                0
            }

            fn evaluator() -> &'static Evaluator<Self> {
                static EVALUATOR: LazyLock<Evaluator<$board>> = LazyLock::new(|| {
                    let kinds = if $board::EXTINCTIONS.is_empty() {
                        0
                    } else {
                        KIND_COUNTS
                    };
                    Evaluator::new(&values(kinds)).expect("the lists have the lengths of the board")
                });
                &EVALUATOR
            }
        }
    };
}

board!(Skirmish, "skirmish", &[KNIGHTS], false);
board!(BareKing, "bare-king", &[], true);

fn position<B: Board>(text: &str) -> Position<B> {
    text.parse().expect("a position")
}

fn think<B: Evaluated>(text: &str, depth: u8, features: SearchFeatures) -> Option<SearchResult> {
    let table = TranspositionTable::new(1);
    let by = Search {
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        features,
        ..Search::new(B::evaluator(), &table)
    };
    let root = Root::new(position::<B>(text));
    search(root, &by, &AtomicBool::new(false), &mut |_| {})
}

fn uci(found: &SearchResult) -> String {
    Skirmish::tables().uci(found.best_move)
}

fn score_of(found: &SearchResult) -> Score {
    found.info.as_ref().expect("a whole iteration").score
}

/// White can win a rook for free, or capture the last knight, which is protected.
const LAST_KNIGHT: &str = "r3k/4n/5/5/RNK1R w - - 0 1";

#[test]
fn last_piece_of_a_kind_is_captured_before_a_stronger_one() {
    for depth in 1..=6 {
        for features in [SearchFeatures::ALL, SearchFeatures::NONE] {
            let found = think::<Skirmish>(LAST_KNIGHT, depth, features).expect("a move");
            assert_eq!((uci(&found).as_str(), score_of(&found)), ("e1e4", MATE - 1));
        }
    }
}

#[test]
fn last_piece_of_a_kind_is_defended() {
    // White could win a rook for free, but the other rook attacks the last knight.
    let text = "r2nk/5/4r/R4/1K2N w - - 0 1";
    let at = position::<Skirmish>(text);
    let loses = |mv| {
        let next = at.play_unchecked(mv);
        next.legal_moves()
            .iter()
            .any(|reply| next.play_unchecked(*reply).variant_outcome().is_some())
    };
    assert!(at.legal_moves().into_iter().any(loses), "{text}");
    for depth in 2..=6 {
        for features in [SearchFeatures::ALL, SearchFeatures::NONE] {
            let found = think::<Skirmish>(text, depth, features).expect("a move");
            assert!(!loses(found.best_move), "{depth}: {}", uci(&found));
        }
    }
}

#[test]
fn king_is_bared_if_that_wins() {
    // The knight is protected; by material alone, capturing it loses.
    let text = "5/3k1/2n2/5/N1R1K w - - 0 1";
    let found = think::<BareKing>(text, 4, SearchFeatures::ALL).expect("a move");
    assert_eq!((uci(&found).as_str(), score_of(&found)), ("c1c3", MATE - 1));
}

#[test]
fn finished_game_has_no_best_move() {
    let ended = "4k/4r/5/5/RNK1R b - - 0 1";
    let at = position::<Skirmish>(ended);
    let of = Extinct::of(Skirmish::EXTINCTIONS, |kind| kind.of == "knight").unwrap();
    let winner = Side::White;
    assert_eq!(at.outcome(), Some(Outcome::Extinction { winner, of }));
    assert!(!at.legal_moves().is_empty());
    assert_eq!(think::<Skirmish>(ended, 3, SearchFeatures::ALL), None);
    let engine = AnyEngine::of::<Skirmish>();
    let root = engine
        .root(&Game::new(GameTree::new(at)))
        .expect("its board");
    assert_eq!(choose(&*root, Algorithm::Value, 1), None);
}

fn choose(root: &dyn AnyRoot, algorithm: Algorithm, level: u8) -> Option<String> {
    let table = TranspositionTable::new(1);
    let means = SearchOptions {
        limits: Limits {
            nodes: Some(20_000),
            ..Limits::default()
        },
        search_moves: &[],
        threads: 1,
        multi_pv: 1,
        on_thread_start: || {},
        table: &table,
        endings: None,
    };
    let player = ComputerPlayer {
        algorithm,
        level,
        seed: 3,
    };
    let found = root.choose(&player, &means, &AtomicBool::new(false), &mut |_| {})?;
    Some(uci(&found))
}

#[test]
fn simple_algorithms_and_levels_see_variant_ends() {
    let engine = AnyEngine::of::<Skirmish>();
    let root = engine.root(&Game::new(GameTree::new(position::<Skirmish>(LAST_KNIGHT))));
    let root = root.expect("its board");
    for (algorithm, level) in [
        (Algorithm::Value, 1),
        (Algorithm::Attack, 2),
        (Algorithm::Strong, 7),
        (Algorithm::Strong, 9),
        (Algorithm::Strong, 10),
    ] {
        let chosen = choose(&*root, algorithm, level);
        assert_eq!(chosen.as_deref(), Some("e1e4"), "{algorithm} {level}");
    }
}

#[test]
fn match_games_end_by_variant_rules() {
    let seat = |text: &str| {
        let contestant: Contestant = text.parse().expect("a contestant");
        let evaluator = contestant.evaluator::<Skirmish>().expect("built in");
        Seat::new(contestant, evaluator, 1)
    };
    let (strong, random) = (seat("strong:nodes=500"), seat("random"));
    let stop = AtomicBool::new(false);
    for seed in 0..4 {
        let start = GameTree::<Skirmish>::default();
        let game = play(
            &start,
            [&strong, &random],
            seed,
            &Adjudication::default(),
            &stop,
        );
        let end = game.outcome.expect("an end");
        assert_eq!(end.winner(), Some(Side::White), "{end:?}");
        assert!(!game.failed);
        let last = *game.tree.position();
        assert_eq!(last.outcome(), Some(end));
        assert!(last.occupied().len() < 10);
    }
}
