//! Random games and setups, reproducible by seed.

use icochess_rules::{Cell, Move, Piece, Role, Setup, SetupError, Side};
use proptest::prelude::*;

use crate::chess::tests::{Position, fen};
use crate::testing::{self, Rng, walk};

/// A position in which en passant captures, castling and pins soon occur.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Kind of a random setup.
#[derive(Clone, Copy, Debug)]
pub enum Flavour {
    /// Pieces of every kind anywhere.
    Mixed,
    /// For game ends: the mover's king at the edge, an enemy queen near it and few other pieces.
    Few,
    /// Kings and rooks at home with castling rights, and few other pieces.
    Castling,
    /// For en passant: a pawn that has just made a double step, enemy pawns next to it, and the
    /// enemy king on a square where the capture matters.
    Passing,
    /// Pawns about to promote.
    Promotion,
    /// The mover's king under attack along many lines, most of them blocked by its own pieces.
    Siege,
}

impl Flavour {
    pub const ALL: [Self; 6] = [
        Self::Mixed,
        Self::Few,
        Self::Castling,
        Self::Passing,
        Self::Promotion,
        Self::Siege,
    ];
}

/// Returns the square on a file and rank, both from 0, with ranks counted from the side's home
/// rank. `None` off the board.
fn at(side: Side, file: i32, rank: i32) -> Option<Cell> {
    let rank = if side == Side::White { rank } else { 7 - rank };
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Cell::new((8 * rank + file) as u8))
}

/// A setup under construction.
struct Maker {
    rng: Rng,
    setup: Setup,
}

impl Maker {
    /// Puts a piece on a square, unless it is occupied or off the board.
    fn put(&mut self, at: Option<Cell>, side: Side, role: Role) {
        if let Some(at) = at.filter(|at| self.setup.pieces.iter().all(|(cell, _)| cell != at)) {
            self.setup.pieces.push((at, Piece { side, role }));
        }
    }

    fn anywhere(&mut self) -> Option<Cell> {
        Some(Cell::new(self.rng.below(64) as u8))
    }

    fn file(&mut self) -> i32 {
        self.rng.below(8) as i32
    }

    fn home(&mut self) {
        for side in Side::ALL {
            self.put(at(side, 4, 0), side, Role::KING);
            for file in [0, 7] {
                let rook = at(side, file, 0);
                if !self.rng.one_in(5) {
                    self.put(rook, side, Role::ROOK);
                    self.setup.unmoved.extend(rook);
                }
            }
        }
    }

    fn passing(&mut self) {
        let (own, enemy, file) = (self.setup.turn, !self.setup.turn, self.file());
        self.put(at(enemy, file, 3), enemy, Role::PAWN);
        self.setup.en_passant = at(enemy, file, 2);
        for beside in [file - 1, file + 1] {
            if !self.rng.one_in(3) {
                self.put(at(enemy, beside, 3), own, Role::PAWN);
            }
        }
        if self.rng.one_in(3) {
            // The king where the pawn gives check after its double step.
            self.put(at(enemy, file + 1, 4), own, Role::KING);
        } else {
            // The king and a slider that pins one of the capturing pawns, or both pawns.
            let (x, y) = (self.rng.below(3) as i32 - 1, self.rng.below(3) as i32 - 1);
            let [near, far] = [3, 4].map(|most| 1 + self.rng.below(most) as i32);
            let beside = file + self.rng.pick(&[-1, 1]);
            let king = at(enemy, beside + near * x, 3 + near * y);
            let slider = at(enemy, beside - far * x, 3 - far * y);
            self.put(king, own, Role::KING);
            self.put(slider, enemy, Role::QUEEN);
        }
    }

    fn siege(&mut self) {
        let (own, enemy) = (self.setup.turn, !self.setup.turn);
        let (file, rank) = (self.file(), self.file());
        self.put(at(own, file, rank), own, Role::KING);
        for _ in 0..=self.rng.below(5) {
            let (x, y) = (self.rng.below(3) as i32 - 1, self.rng.below(3) as i32 - 1);
            let far = 1 + self.rng.below(5) as i32;
            let near = 1 + self.rng.below(far as usize) as i32;
            let shield = self
                .rng
                .pick(&[Role::PAWN, Role::KNIGHT, Role::BISHOP, Role::QUEEN]);
            if near < far && !self.rng.one_in(5) {
                self.put(at(own, file + near * x, rank + near * y), own, shield);
            }
            let attacker = if x == 0 || y == 0 {
                Role::ROOK
            } else {
                Role::BISHOP
            };
            let attacker = self.rng.pick(&[attacker, Role::QUEEN]);
            self.put(at(own, file + far * x, rank + far * y), enemy, attacker);
        }
    }

    fn kings(&mut self) {
        for side in Side::ALL {
            let king = Piece {
                side,
                role: Role::KING,
            };
            while self.setup.pieces.iter().all(|(_, piece)| *piece != king) {
                let at = self.anywhere();
                self.put(at, side, Role::KING);
            }
        }
    }
}

/// Returns a random legal setup not reached by play. Removes pieces that make it illegal.
pub fn set_up(seed: u64, flavour: Flavour) -> Setup {
    let mut rng = Rng::new(seed);
    let turn = rng.pick(&Side::ALL);
    let (clock, number) = (rng.below(90) as u16, 1 + rng.below(300) as u16);
    let mut maker = Maker {
        rng,
        setup: Setup {
            pieces: vec![],
            turn,
            unmoved: vec![],
            en_passant: None,
            halfmove_clock: clock,
            fullmove_number: number,
            ..Setup::default()
        },
    };
    let (roles, most) = match flavour {
        Flavour::Mixed => ("PPPPPNNBBRRQ", 26),
        Flavour::Few => {
            let (file, rank) = (maker.file(), maker.rng.pick(&[0, 7]));
            let inwards = if rank == 0 { 2 } else { -2 };
            maker.put(at(turn, file, rank), turn, Role::KING);
            maker.put(at(turn, file + 1, rank + inwards), !turn, Role::QUEEN);
            ("PPNBR", 3)
        }
        Flavour::Castling => {
            maker.home();
            ("PNBRQ", 9)
        }
        Flavour::Passing => {
            maker.passing();
            ("PNBRQ", 5)
        }
        Flavour::Promotion => {
            for _ in 0..6 {
                let (side, file) = (maker.rng.pick(&Side::ALL), maker.file());
                maker.put(at(side, file, 6), side, Role::PAWN);
                maker.put(at(side, file + 1, 7), !side, Role::ROOK);
            }
            ("NBRQ", 8)
        }
        Flavour::Siege => {
            maker.siege();
            ("PPNBRQ", 8)
        }
    };
    maker.kings();
    for _ in 0..maker.rng.below(most + 1) {
        let (place, letter) = (maker.anywhere(), maker.rng.below(roles.len()));
        let role = "PNBRQ".find(&roles[letter..=letter]).expect("a role");
        let side = maker.rng.pick(&Side::ALL);
        maker.put(place, side, Role::new(role as u8));
    }
    let Maker { mut rng, mut setup } = maker;
    loop {
        match Position::try_from_setup(&setup) {
            Ok(_) => return setup,
            Err(SetupError::InvalidEnPassant(_)) => setup.en_passant = None,
            Err(SetupError::InvalidCastling(_)) => setup.unmoved.clear(),
            // Only two adjacent kings are left.
            Err(_) if setup.pieces.len() == 2 => return set_up(seed + 1, flavour),
            Err(_) => {
                let taken_off = rng.below(setup.pieces.len());
                if setup.pieces[taken_off].1.role != Role::KING {
                    setup.pieces.swap_remove(taken_off);
                }
            }
        }
    }
}

pub fn of_setup(setup: &Setup) -> Position {
    Position::try_from_setup(setup).expect("made legal")
}

/// Generates random games of at most `plies` plies from the start or from [`KIWIPETE`].
pub fn games(plies: usize) -> impl Strategy<Value = (Position, Vec<Move>)> {
    let starts = prop::sample::select(vec![Position::start(), fen(KIWIPETE)]);
    (starts, any::<u64>(), 0..=plies).prop_map(|(start, seed, plies)| {
        let moves = walk(&start, &mut Rng::new(seed), plies);
        (start, moves)
    })
}

/// Generates random setups of every flavour.
pub fn set_ups() -> impl Strategy<Value = Setup> {
    testing::set_ups(&Flavour::ALL, |seed, flavour| set_up(seed >> 1, flavour))
}

/// Generates positions of random games and random setups.
pub fn positions() -> impl Strategy<Value = Position> {
    prop_oneof![
        games(120)
            .prop_map(|(start, moves)| moves.iter().fold(start, |p, mv| p.play_unchecked(*mv))),
        set_ups().prop_map(|setup| of_setup(&setup)),
    ]
}
