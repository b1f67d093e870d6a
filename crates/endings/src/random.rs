//! Random won positions, for practice.

use std::hash::{DefaultHasher, Hash, Hasher};

use icochess_rules::{Board, Cell, Piece, Position, Role, Setup, Side};

use crate::class::EndingClass;
use crate::endings::{Endings, Probe};

/// Number of random wins. The longest is chosen.
const WINS: usize = 8;
/// Maximum number of random placements.
const PLACEMENTS: u64 = 2000;

impl Endings {
    /// Returns a random position in which White has the class's first side, is to move and wins.
    /// Longer wins are likelier. Equal seeds give equal positions. `None` if the class isn't solved,
    /// has unmoved pawns, or has hardly any wins.
    pub fn random_win<B: Board>(&self, class: EndingClass, seed: u64) -> Option<Position<B>> {
        self.table(class)?;
        let name = self.name(class);
        let second = name.rfind('K')?;
        let role = |letter: char| {
            let role = B::ROLES.iter().position(|role| role.letter == letter)?;
            Some(Role::new(role as u8))
        };
        let roles: Vec<Role> = name.chars().map(role).collect::<Option<_>>()?;
        let cells = B::tables().cells().count() as u64;
        let wins = (0..PLACEMENTS).filter_map(|placement| {
            let place = |(man, role): (usize, &Role)| {
                let mut hasher = DefaultHasher::new();
                (seed, placement, man).hash(&mut hasher);
                let cell = Cell::new((hasher.finish() % cells) as u8);
                let side = Side::ALL[usize::from(man >= second)];
                (cell, Piece { side, role: *role })
            };
            let setup = Setup {
                pieces: roles.iter().enumerate().map(place).collect(),
                ..Setup::default()
            };
            let position = Position::try_from_setup(&setup).ok()?;
            match self.probe(&position) {
                Some(Probe::Won(moves)) => Some((moves, position)),
                _ => None,
            }
        });
        let longest = wins.take(WINS).max_by_key(|(moves, _)| *moves);
        longest.map(|(_, position)| position)
    }
}
