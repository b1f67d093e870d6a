//! A third board, made here through the public interface alone: OctHex 146
//! (C. Gilman 2006, 2016), 146 cells in an octahedron, without kings.
//!
//! It holds the rules engine to its word: a [`WideSet`], three kinds of line,
//! pawns that take elsewhere than they step, promotion to ten roles, no check,
//! a bishop in reserve that enters on the cell that certain pieces leave by their first
//! move, and an end by extinction.

use std::sync::LazyLock;

use icochess::rules::{
    Board, Cell, CellSet, Equipment, Extinction, Gating, Layout, LineSpec, Move, MoveKind, Outcome,
    Piece, Position, PromotionZone, Role, RoleRules, Side, Tables, WideSet, perft, rules_of, san,
    set_of,
};
use proptest::prelude::*;
use shared::{Rng, cases, plain_perft, walk};

#[path = "support/rules.rs"]
mod shared;

type Vector = [i32; 3];

// The kinds of line.
const ROOK: u8 = 1;
const BISHOP: u8 = 2;
const UNICORN: u8 = 4;

// Leap tables.
const KNIGHT: usize = 0;
const TAKES: [usize; 2] = [1, 2];
const STEPS: [usize; 2] = [3, 4];

/// Integer points with an odd sum, at most five steps from the middle.
static CELLS: LazyLock<Vec<Vector>> = LazyLock::new(|| {
    let all = -5..=5_i32;
    all.clone()
        .flat_map(|z| all.clone().map(move |x| (x, z)))
        .flat_map(|(x, z)| all.clone().map(move |y| [x, y, z]))
        .filter(|[x, y, z]| x.abs() + y.abs() + z.abs() <= 5 && (x + y + z) % 2 != 0)
        .collect()
});

fn cell(at: Vector) -> Option<Cell> {
    let index = CELLS.iter().position(|known| *known == at)?;
    Some(Cell::new(index as u8))
}

fn add(a: Vector, b: Vector, times: i32) -> Vector {
    std::array::from_fn(|i| a[i] + times * b[i])
}

/// A cell's column and row in the square level that it lies on.
fn column_and_row([x, y, z]: Vector) -> (i32, i32) {
    let middle = 5 - z.abs();
    ((x + y + middle) / 2 + 1, (x - y + middle) / 2 + 1)
}

fn name(at: Vector) -> String {
    let level = char::from(b'a' + (at[2] + 5) as u8);
    let (column, row) = column_and_row(at);
    format!("{level}{column}{row}")
}

/// All orders and signs of a vector.
fn all_of(lengths: [i32; 3]) -> Vec<Vector> {
    let mut vectors: Vec<Vector> = (0..6 * 8)
        .map(|n| {
            let orders = [
                [0, 1, 2],
                [0, 2, 1],
                [1, 0, 2],
                [1, 2, 0],
                [2, 0, 1],
                [2, 1, 0],
            ];
            std::array::from_fn(|i| {
                let sign = if n >> i & 1 == 0 { 1 } else { -1 };
                sign * lengths[orders[n / 8][i]]
            })
        })
        .collect();
    vectors.sort();
    vectors.dedup();
    vectors
}

/// The lines along a vector, which stands for its opposite too.
fn lines(kind: u8, lengths: [i32; 3]) -> Vec<LineSpec> {
    let mut lines = vec![];
    for step in all_of(lengths).into_iter().filter(|step| *step > [0; 3]) {
        for &first in CELLS
            .iter()
            .filter(|at| cell(add(**at, step, -1)).is_none())
        {
            let cells: Vec<Cell> = (0..).map_while(|n| cell(add(first, step, n))).collect();
            let closed = false;
            lines.push(LineSpec {
                kind,
                closed,
                cells,
            });
        }
    }
    lines.retain(|line| line.cells.len() > 1);
    lines
}

fn leaps(vectors: &[Vector], times: i32) -> Vec<WideSet> {
    let ends = |at| set_of(vectors.iter().filter_map(|by| cell(add(at, *by, times))));
    CELLS.iter().map(|at| ends(*at)).collect()
}

const PAWN_STEPS: [Vector; 3] = [[1, 1, 0], [1, 0, 1], [0, 1, 1]];
const PAWN_TAKES: [Vector; 3] = [[2, 0, 0], [0, 2, 0], [0, 0, 2]];

/// The hexagonal plane, from -5 (White's pieces) to 5 (Black's).
fn plane(at: Vector) -> i32 {
    at.iter().sum()
}

fn layout() -> Layout<WideSet> {
    // The highest level first, and in it the highest row.
    let level = |z| {
        let mut cells = CELLS.clone();
        cells.retain(|at| at[2] == z);
        cells.sort_by_key(|at| (-column_and_row(*at).1, column_and_row(*at).0));
        cells.into_iter().filter_map(cell).collect()
    };
    let on = |number| {
        set_of(
            CELLS
                .iter()
                .filter(|at| plane(**at) == number)
                .filter_map(|at| cell(*at)),
        )
    };
    Layout {
        names: CELLS.iter().map(|at| name(*at)).collect(),
        // Longer than a digit can count.
        sections: vec![(-5..=5).rev().map(level).collect()],
        lines: [
            lines(ROOK, [1, 1, 0]),
            lines(BISHOP, [2, 0, 0]),
            lines(UNICORN, [2, 1, 1]),
        ]
        .concat(),
        leaps: vec![
            leaps(&all_of([3, 1, 0]), 1),
            leaps(&PAWN_TAKES, 1),
            leaps(&PAWN_TAKES, -1),
            leaps(&PAWN_STEPS, 1),
            leaps(&PAWN_STEPS, -1),
        ],
        promotion: vec![PromotionZone {
            role: Role::PAWN,
            cells: [on(5), on(-5)],
        }],
        ..Layout::default()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OctHex;

/// A piece of the array by whose first move the bishop enters.
const fn gating(rules: RoleRules) -> RoleRules {
    RoleRules {
        gating: Some(Gating::Compulsory),
        ..rules
    }
}

const fn leaper(letter: char, name: &'static str, slides: u8) -> RoleRules {
    RoleRules {
        leaps: Some([KNIGHT; 2]),
        ..RoleRules::slider(letter, name, slides)
    }
}

const ARRAY: &[Role] = &{
    let mut roles = [Role::new(1); 10];
    let mut n = 0;
    while n < 10 {
        roles[n] = Role::new(n as u8 + 1);
        n += 1;
    }
    roles
};

// The roles with the power of each element.
const ROOKS: &[Role] = &[Role::new(1), Role::new(5), Role::new(6), Role::new(7)];
const BISHOPS: &[Role] = &[Role::new(2), Role::new(5), Role::new(8), Role::new(9)];
const UNICORNS: &[Role] = &[Role::new(3), Role::new(6), Role::new(8), Role::new(10)];
const KNIGHTS: &[Role] = &[Role::new(4), Role::new(7), Role::new(9), Role::new(10)];

const fn element(of: &'static str, roles: &'static [Role]) -> Extinction {
    Extinction {
        of,
        roles,
        count: 0,
    }
}

impl Equipment for OctHex {
    type Set = WideSet;
    type Roles = [WideSet; 11];
    type Lines = [u64; 48];
    type Reserve = [[u8; 11]; 2];
    type Absent = ();

    const ROLES: &'static [RoleRules] = &[
        RoleRules {
            leaps: Some(TAKES),
            steps: Some(STEPS),
            is_pawn: true,
            promotes: ARRAY,
            ..RoleRules::slider('P', "pawn", 0)
        },
        RoleRules::slider('R', "rook", ROOK),
        RoleRules::slider('B', "bishop", BISHOP),
        RoleRules::slider('U', "unicorn", UNICORN),
        leaper('N', "knight", 0),
        RoleRules::slider('Q', "queen", ROOK | BISHOP),
        gating(RoleRules::slider('D', "duchess", ROOK | UNICORN)),
        gating(leaper('M', "marshal", ROOK)),
        RoleRules::slider('G', "governor", BISHOP | UNICORN),
        leaper('C', "cardinal", BISHOP),
        gating(leaper('V', "cavalcade", UNICORN)),
    ];

    fn tables() -> &'static Tables<WideSet, Self::Lines> {
        static TABLES: LazyLock<Tables<WideSet, [u64; 48]>> =
            LazyLock::new(|| Tables::new(layout(), OctHex::ROLES));
        &TABLES
    }
}

impl Board for OctHex {
    const ID: &'static str = "octhex146";
    const NAME: &'static str = "OctHex 146";
    const START: &'static str = "b/pupn/1pu1pv1pn/2pu2pg2pc2pn/P2puP2pdP2pqP2pmP2pn/\
        BP2pbRP2prRP2prRP2prRP2prBP2pb/UP2pDP2pQP2pMP2pNP2p/UP2GP2CP2NP2/UP1VP1NP1/UPNP/B[Bb] \
        w c12e12e14g52g54i32 - 0 1";

    const EXTINCTIONS: &'static [Extinction] = &[
        element("rook", ROOKS),
        element("bishop", BISHOPS),
        element("unicorn", UNICORNS),
        element("knight", KNIGHTS),
    ];

    fn is_dead(_: &Position<Self>) -> bool {
        false
    }
}

type Game = Position<OctHex>;

fn start(turn: Side) -> Game {
    let mut setup = Game::start().setup();
    setup.turn = turn;
    Game::try_from_setup(&setup).expect("legal")
}

fn named(name: &str) -> Cell {
    OctHex::tables().cell(name).expect("the name of a cell")
}

fn letter(position: &Game, cell: Cell) -> char {
    let piece = position.piece_at(cell).expect("a piece");
    rules_of::<OctHex>(piece.role).letter
}

#[test]
fn the_board_has_the_counts_of_its_description() {
    let count = |test: &dyn Fn(Vector) -> bool| CELLS.iter().filter(|at| test(**at)).count();
    let planes = [-5, -3, -1, 1, 3, 5].map(|n| count(&|at| plane(at) == n));
    assert_eq!(planes, [21, 25, 27, 27, 25, 21]);
    let levels: Vec<usize> = (-5..=5).map(|z| count(&|at| at[2] == z)).collect();
    assert_eq!(levels, [1, 4, 9, 16, 25, 36, 25, 16, 9, 4, 1]);
    let longest = |kind| {
        let lines = OctHex::tables().lines.iter();
        lines
            .filter(|line| line.kind == kind)
            .map(|line| line.cells.len())
            .max()
    };
    assert_eq!([ROOK, BISHOP, UNICORN].map(longest), [6, 6, 3].map(Some));
    for (at, name) in [([-5, 0, 0], "f11"), ([0, -5, 0], "f16"), ([0, 0, 5], "k11")] {
        assert_eq!(cell(at), Some(named(name)));
    }
    assert_eq!(Game::start().to_string(), OctHex::START);
}

#[test]
fn the_start_has_the_moves_that_its_description_counts() {
    for turn in Side::ALL {
        let position = start(turn);
        assert_eq!(position.by_side(turn).len(), 46);
        let mut of_letter = std::collections::BTreeMap::new();
        for mv in position.legal_moves() {
            *of_letter.entry(letter(&position, mv.from)).or_insert(0) += 1;
        }
        let expected = [
            ('C', 6),
            ('D', 6),
            ('G', 6),
            ('M', 6),
            ('N', 14),
            ('P', 69),
            ('U', 20),
            ('V', 12),
        ];
        assert_eq!(of_letter.into_iter().collect::<Vec<_>>(), expected);
        assert_eq!((perft(&position, 1), perft(&position, 2)), (139, 19_348));
        // Counted by two programs that share nothing with this one.
        assert_eq!(perft(&position, 3), 2_795_182);
        assert!(!position.is_check() && position.royal(turn).is_none());
        assert_eq!(position.outcome(), None);
    }
}

#[test]
fn seventeen_first_moves_take_a_pawn_all_with_the_power_of_a_unicorn() {
    let position = start(Side::White);
    let captures: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| position.captured_cell(*mv).is_some())
        .collect();
    assert_eq!(captures.len(), 17);
    for mv in captures {
        assert!("UDGV".contains(letter(&position, mv.from)));
        assert_eq!(letter(&position, mv.to), 'P');
    }
    // The pawns that nothing protects are not attacked.
    for (side, loose) in [(Side::White, ["e21", "f21"]), (Side::Black, ["f51", "g41"])] {
        let pawns = position.pieces(side, Role::PAWN);
        let alone = pawns
            .cells()
            .filter(|at| position.attackers(*at, side).is_empty());
        let alone: Vec<Cell> = alone.collect();
        assert_eq!(alone, loose.map(named));
        assert!(alone.iter().all(|at| !position.is_attacked(*at, !side)));
    }
}

/// The bishop that a side has in reserve at the start.
fn reserved(side: Side) -> Piece {
    let role = Role::BISHOP;
    Piece { side, role }
}

/// The moves by the coordinates alone, without the tables of the crate.
fn slow_moves(position: &Game) -> Vec<Move> {
    let own = position.turn();
    let forward = if own == Side::White { 1 } else { -1 };
    let at = |to: Vector| cell(to).map(|cell| (cell, position.piece_at(cell).map(|p| p.side)));
    let mut moves = vec![];
    for from in position.by_side(own).cells() {
        let enters = position.unmoved().contains(from) && position.reserve(reserved(own)) > 0;
        let mut go = |to: Cell| {
            let pawn = letter(position, from) == 'P';
            if enters {
                moves.push(Move {
                    kind: MoveKind::Gating(Role::BISHOP),
                    ..Move::new(from, to)
                });
                return;
            }
            if pawn && plane(CELLS[to.index()]) == 5 * forward {
                moves.extend(ARRAY.iter().map(|role| Move {
                    kind: MoveKind::Promotion(*role),
                    ..Move::new(from, to)
                }));
            } else {
                moves.push(Move::new(from, to));
            }
        };
        let here = CELLS[from.index()];
        let (slides, jumps): (&[[i32; 3]], bool) = match letter(position, from) {
            'R' => (&[[1, 1, 0]], false),
            'B' => (&[[2, 0, 0]], false),
            'U' => (&[[2, 1, 1]], false),
            'N' => (&[], true),
            'Q' => (&[[1, 1, 0], [2, 0, 0]], false),
            'D' => (&[[1, 1, 0], [2, 1, 1]], false),
            'M' => (&[[1, 1, 0]], true),
            'G' => (&[[2, 0, 0], [2, 1, 1]], false),
            'C' => (&[[2, 0, 0]], true),
            'V' => (&[[2, 1, 1]], true),
            _ => (&[], false),
        };
        for by in slides.iter().flat_map(|lengths| all_of(*lengths)) {
            for times in 1.. {
                let Some((to, there)) = at(add(here, by, times)) else {
                    break;
                };
                if there != Some(own) {
                    go(to);
                }
                if there.is_some() {
                    break;
                }
            }
        }
        let leaps = if jumps { all_of([3, 1, 0]) } else { vec![] };
        for (to, there) in leaps.iter().filter_map(|by| at(add(here, *by, 1))) {
            if there != Some(own) {
                go(to);
            }
        }
        if letter(position, from) == 'P' {
            for (vectors, wanted) in [(PAWN_STEPS, None), (PAWN_TAKES, Some(!own))] {
                let ends = vectors.map(|by| at(add(here, by, forward)));
                for (to, there) in ends.into_iter().flatten() {
                    if there == wanted {
                        go(to);
                    }
                }
            }
        }
    }
    moves.sort();
    moves
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn random_games_agree_at_every_ply(seed: u64) {
        let mut position = start(Side::White);
        for mv in walk(&position, &mut Rng::new(seed), 160) {
            let mut legal = position.legal_moves();
            legal.sort();
            prop_assert_eq!(&legal, &slow_moves(&position), "{}", position);
            prop_assert_eq!(position.count_moves(), legal.len() as u64);
            position = position.play_unchecked(mv);
            prop_assert_eq!(position.rebuilt(), position);
        }
        prop_assert_eq!(perft(&position, 2), plain_perft(&position, 2), "{}", position);
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        for mv in position.legal_moves() {
            let text = san::write(&position, mv);
            prop_assert_eq!(san::parse(&position, &text), Ok(mv), "{} in {}", text, position);
            prop_assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
        }
    }
}

/// The elements of which a side has no piece left, by the letters.
fn missing(position: &Game, side: Side) -> Vec<&'static str> {
    let letters: Vec<char> = position
        .by_side(side)
        .cells()
        .map(|at| letter(position, at))
        .chain((position.reserve(reserved(side)) > 0).then_some('B'))
        .collect();
    [
        ("rook", "RQDM"),
        ("bishop", "BQGC"),
        ("unicorn", "UDGV"),
        ("knight", "NMCV"),
    ]
    .into_iter()
    .filter(|(_, having)| letters.iter().all(|letter| !having.contains(*letter)))
    .map(|(element, _)| element)
    .collect()
}

#[test]
fn the_bishop_enters_where_one_of_three_pieces_stood_and_not_when_they_are_gone() {
    let start = start(Side::White);
    let mv = start.parse_uci("e12f34b").unwrap();
    assert_eq!(mv.kind, MoveKind::Gating(Role::BISHOP));
    let san = san::write(&start, mv);
    assert!(san.ends_with("/B"), "{san}");
    let next = start.play(mv).expect("a legal move");
    assert_eq!(letter(&next, named("e12")), 'B');
    // White's rights are gone with its reserve, Black's are not.
    let text = next.to_string();
    assert!(text.contains("[b] b g52g54i32 - 1 1"), "{text}");
    // Without any of the three, the bishop stays out for good.
    let mut setup = start.setup();
    setup
        .unmoved
        .retain(|at| start.by_side(Side::Black).contains(*at));
    let without = Game::try_from_setup(&setup).unwrap();
    assert_eq!(without.reserve(reserved(Side::White)), 0);
    assert_eq!(without.reserve(reserved(Side::Black)), 1);
}

#[test]
fn random_games_end_as_soon_as_an_element_dies_out() {
    let mut elements = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut position = start(Side::White);
        for mv in walk(&position, &mut Rng::new(seed), 1000) {
            assert!(
                Side::ALL
                    .iter()
                    .all(|side| missing(&position, *side).is_empty())
            );
            position = position.play_unchecked(mv);
            if let Some(end) = position.outcome() {
                let Outcome::Extinction { winner, of } = end else {
                    panic!("{end:?}: {position}");
                };
                assert_eq!(winner, !position.turn());
                let names: Vec<&str> = of.names().collect();
                assert_eq!(missing(&position, !winner), names);
                assert_eq!(
                    end.to_string(),
                    format!("{winner} wins: {} has {of} left", !winner)
                );
                elements.extend(names);
                break;
            }
        }
        assert!(position.outcome().is_some(), "{position}");
    }
    assert_eq!(elements.len(), 4, "{elements:?}");
}

#[test]
fn all_elements_that_are_gone_are_named() {
    let mut setup = start(Side::White).setup();
    let is_left = |(_, piece): &(Cell, Piece)| {
        let letter = rules_of::<OctHex>(piece.role).letter;
        piece.side == Side::White || "PBNC".contains(letter)
    };
    setup.pieces.retain(is_left);
    setup.unmoved.clear();
    let position = Game::try_from_setup(&setup).unwrap();
    let end = position.outcome().unwrap();
    let told = "White wins: Black has no rook and no unicorn left";
    assert_eq!(end.to_string(), told);
    assert_eq!(missing(&position, Side::Black), ["rook", "unicorn"]);
}
