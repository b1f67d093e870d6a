//! Random games and setups, reproducible by seed.

use icochess_boards::Icochess;
use icochess_rules::{Equipment, Move};
use proptest::prelude::*;

use crate::icochess::tests::slow::{self, Piece, SOLID, TILES, Tile};
use crate::icochess::tests::{Position, of_slow, to_slow};
use crate::testing::{self, Rng, walk};

/// Returns the position after a random game from the start. If the game ends earlier, mostly by
/// mate, returns a position a few plies before the end.
pub fn after_game(seed: u64, plies: usize) -> Position {
    let (start, rng) = (Position::start(), &mut Rng::new(seed));
    let mut positions = vec![start];
    for mv in walk(&start, rng, plies) {
        positions.push(positions[positions.len() - 1].play_unchecked(mv));
    }
    let last = positions.len() - 1;
    if positions[last].has_legal_move() {
        positions[last]
    } else {
        positions[last.saturating_sub(1 + rng.below(6))]
    }
}

/// Kind of a random setup.
#[derive(Clone, Copy, Debug)]
pub enum Flavour {
    /// Pieces of every kind anywhere.
    Mixed,
    /// Queens, rooks and bishops anywhere.
    Sliders,
    /// Pawns anywhere, most of them unmoved.
    Pawns,
    /// Few pieces, for game ends.
    Few,
    /// The mover's king under attack along many rays, most of them blocked by its own pieces, and
    /// by unmoved pawns.
    Siege,
}

impl Flavour {
    pub const ALL: [Self; 5] = [
        Self::Mixed,
        Self::Sliders,
        Self::Pawns,
        Self::Few,
        Self::Siege,
    ];
}

/// Returns a random position not reached by play.
///
/// Attackers of the king that isn't to move are removed, so that the position is legal.
pub fn set_up(seed: u64, flavour: Flavour) -> slow::Position {
    let rng = &mut Rng::new(seed);
    let mut position = slow::Position::empty();
    position.white_to_move = rng.one_in(2);
    position.clock = rng.below(140) as u32;
    position.number = 1 + rng.below(300) as u32;
    let mover = position.white_to_move;

    let king = rng.below(TILES);
    place(&mut position, king, mover, 'K', false);
    let other = loop {
        let tile = rng.below(TILES);
        if tile != king && !SOLID.edges[king].contains(&tile) {
            break tile;
        }
    };
    place(&mut position, other, !mover, 'K', false);

    let (kinds, most) = match flavour {
        Flavour::Mixed => ("PPPPPNNNBBBRRRQ", 34),
        Flavour::Sliders => ("BBBRRRQQ", 24),
        Flavour::Pawns => ("PPPPPPPPPNQ", 40),
        Flavour::Few => ("PNBRQQ", 4),
        Flavour::Siege => {
            besiege(&mut position, rng, king);
            ("PPNBRQ", 10)
        }
    };
    let kinds: Vec<char> = kinds.chars().collect();
    for _ in 0..rng.below(most + 1) {
        let (tile, kind, white) = (rng.below(TILES), rng.pick(&kinds), rng.one_in(2));
        let unmoved = !rng.one_in(4);
        place(&mut position, tile, white, kind, unmoved);
    }

    // Most positions full of pieces would be mate, so this limits the checks.
    let max_checks = rng.pick(&[0, 0, 0, 1, 1, 2, TILES]);
    loop {
        let checkers = position.attackers(king);
        let taken_off = if position.king_hangs() {
            position.attackers(other)
        } else if checkers.len() > max_checks {
            vec![rng.pick(&checkers)]
        } else {
            return position;
        };
        for tile in taken_off {
            position.board[tile] = None;
        }
    }
}

/// Puts a piece on a tile, unless it is occupied.
fn place(position: &mut slow::Position, tile: Tile, white: bool, kind: char, unmoved: bool) {
    position.board[tile].get_or_insert(Piece {
        white,
        kind,
        unmoved: unmoved && kind == 'P',
    });
}

/// Aims enemy pieces at the king, most of them past one of its own pieces.
fn besiege(position: &mut slow::Position, rng: &mut Rng, king: Tile) {
    let own = position.white_to_move;
    for _ in 0..=rng.below(6) {
        let (kind, rays) = if rng.one_in(2) {
            ('R', &SOLID.rook_rays[king])
        } else {
            ('B', &SOLID.bishop_rays[king])
        };
        let ray = &rays[rng.below(rays.len())];
        let far = rng.below(ray.len());
        let attacker = if rng.one_in(3) { 'Q' } else { kind };
        if far > 0 && !rng.one_in(5) {
            let shield = rng.pick(&['P', 'P', 'N', 'B', 'R', 'Q', 'Q']);
            let (tile, unmoved) = (ray[rng.below(far)], rng.one_in(2));
            place(position, tile, own, shield, unmoved);
        }
        place(position, ray[far], !own, attacker, false);
    }
    for _ in 0..rng.below(3) {
        let from = rng.pick(&SOLID.side_corners[king]);
        place(position, from, !own, 'P', true);
        if rng.one_in(2) {
            let between: Vec<Tile> = SOLID.edges[king]
                .iter()
                .copied()
                .filter(|t| SOLID.edges[from].contains(t))
                .collect();
            let (kind, unmoved) = (rng.pick(&['P', 'P', 'R', 'Q', 'N']), rng.one_in(2));
            place(position, between[0], own, kind, unmoved);
        }
    }
}

/// Generates positions after random games of up to `plies` plies.
pub fn games(plies: usize) -> impl Strategy<Value = slow::Position> {
    (any::<u64>(), 0..=plies).prop_map(|(seed, plies)| to_slow(&after_game(seed, plies)))
}

/// Generates random setups of every flavour.
pub fn set_ups() -> impl Strategy<Value = slow::Position> {
    testing::set_ups(&Flavour::ALL, set_up)
}

/// Generates positions of random games and random setups.
pub fn positions() -> impl Strategy<Value = slow::Position> {
    prop_oneof![games(150), set_ups()]
}

/// Generates positions with a random game from each; half of them are the start position.
pub fn with_games(plies: usize) -> impl Strategy<Value = (Position, Vec<Move>)> {
    let starts = prop_oneof![Just(to_slow(&Position::start())), set_ups(),];
    (starts, any::<u64>(), 0..=plies).prop_map(|(start, seed, plies)| {
        let start = of_slow(&start);
        let moves = walk(&start, &mut Rng::new(seed), plies);
        (start, moves)
    })
}

/// Returns the text of a move.
pub fn uci(mv: Move) -> String {
    Icochess::tables().uci(mv)
}
