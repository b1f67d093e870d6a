//! Tables with a value for each position of a class.

use crate::class::{EndingClass, MAX_MEN};
use crate::geometry::{Geometry, NO_ORBIT};

/// Value of a drawn position, and of one that isn't solved yet.
pub const DRAWN: u8 = 0;
/// Value of a position that isn't legal.
pub const ILLEGAL: u8 = u8::MAX;
/// Value of a mated position. The value of a win or loss is the number of plies to mate, plus this.
/// Even values are wins of the side to move.
pub const MATED: u8 = 1;

/// Returns whether a value is a win of the side to move.
pub const fn is_won(value: u8) -> bool {
    value.is_multiple_of(2) && value != DRAWN
}

/// Returns whether a value is a loss of the side to move.
pub const fn is_lost(value: u8) -> bool {
    !value.is_multiple_of(2) && value != ILLEGAL
}

/// Cells of all men: the first side's king, the second side's, then the men of both in the order of
/// their class.
pub type Men = [u8; MAX_MEN];

/// The value of every position of a class, a byte each.
#[derive(Clone, Debug)]
pub struct Table {
    class: EndingClass,
    /// By side to move (the class's first side before the second), orbit of the kings, and the cells
    /// of the other men.
    pub(crate) values: Vec<u8>,
}

impl Table {
    pub(crate) fn new(geometry: &Geometry, class: EndingClass) -> Self {
        let values = vec![DRAWN; size(geometry, class)];
        Self { class, values }
    }

    /// Returns the size of the table, in bytes.
    pub const fn bytes(&self) -> usize {
        self.values.len()
    }

    /// Returns the place of a position; `None` if its kings are too close.
    pub(crate) fn place(&self, geometry: &Geometry, men: &Men, turn: usize) -> Option<usize> {
        let (orbit, symmetry) = geometry.orbit([men[0], men[1]]);
        if orbit == NO_ORBIT {
            return None;
        }
        let images = geometry.images(symmetry);
        let others = men[2..self.class.men()].iter();
        let place = others.fold(usize::from(orbit), |place, cell| {
            place * geometry.cells + usize::from(images[usize::from(*cell)])
        });
        Some(turn * self.values.len() / 2 + place)
    }

    /// Returns the value of a position.
    pub(crate) fn value(&self, geometry: &Geometry, men: &Men, turn: usize) -> u8 {
        let place = self.place(geometry, men, turn);
        place.map_or(ILLEGAL, |place| self.values[place])
    }

    /// Returns the cells of the men at a place.
    pub(crate) fn men_at(&self, geometry: &Geometry, place: usize) -> Men {
        let mut rest = place % (self.values.len() / 2);
        let mut men = [0; MAX_MEN];
        for man in men[2..self.class.men()].iter_mut().rev() {
            *man = (rest % geometry.cells) as u8;
            rest /= geometry.cells;
        }
        men[..2].copy_from_slice(&geometry.orbits[rest].kings);
        men
    }
}

/// Returns the size of a class's table, in bytes: its placements, with each side to move.
pub(crate) fn size(geometry: &Geometry, class: EndingClass) -> usize {
    2 * geometry.orbits.len() * geometry.cells.pow(class.men() as u32 - 2)
}
