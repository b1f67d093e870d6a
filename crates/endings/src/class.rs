//! Classes of positions with the same material.

/// Maximum number of men in a class, kings included.
pub const MAX_MEN: usize = 5;
/// Maximum number of men without the kings.
const MAX_OTHERS: usize = MAX_MEN - 2;

/// The material of an ending: two kings and up to three other men.
///
/// The side with more or stronger men is the *first* one, whatever its colour: White's king and rook
/// against a knight, and Black's, are one class. [`Endings`](crate::Endings) knows the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndingClass {
    /// Kinds of men of the first and second side, plus 1, strongest first; 0 for none.
    sides: [[u8; MAX_OTHERS]; 2],
}

impl EndingClass {
    /// Creates the class of two lists of kinds. Returns whether the second list is the first side's.
    /// `None` if there are too many men.
    pub(crate) fn new(a: &[u8], b: &[u8]) -> Option<(Self, bool)> {
        if a.len() + b.len() > MAX_OTHERS {
            return None;
        }
        let side = |kinds: &[u8]| {
            let mut side = [0; MAX_OTHERS];
            for (place, kind) in side.iter_mut().zip(kinds) {
                *place = kind + 1;
            }
            side.sort_unstable_by(|a, b| b.cmp(a));
            side
        };
        let swapped = (b.len(), side(b)) > (a.len(), side(a));
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let sides = [side(first), side(second)];
        Some((Self { sides }, swapped))
    }

    /// Returns the kinds of a side's men other than the king: 0 for the first side.
    pub(crate) fn kinds(self, side: usize) -> impl Iterator<Item = u8> {
        let kinds = self.sides[side].into_iter();
        kinds.take_while(|kind| *kind > 0).map(|kind| kind - 1)
    }

    /// Returns the number of men, kings included.
    pub fn men(self) -> usize {
        2 + self.kinds(0).count() + self.kinds(1).count()
    }
}
