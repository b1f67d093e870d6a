//! How finely a piece is made.

use crate::horse::HORSE_TRIANGLES;

/// The detail of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All of it, for a piece that is looked at closely.
    Full,
    /// Two thirds of the sides, and about half of the triangles.
    Middle,
    /// Five sixteenths of the sides, and less than a fifth of the triangles.
    Low,
}

impl Detail {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 3] = [Self::Full, Self::Middle, Self::Low];

    /// The part of the sides that is left, as a fraction.
    const fn part(self) -> (usize, usize) {
        match self {
            Self::Full => (1, 1),
            Self::Middle => (2, 3),
            Self::Low => (5, 16),
        }
    }

    /// The number of sides of what has so many in full: a multiple of `of`, as `full` is one, and
    /// at least two of them.
    pub fn sides(self, full: usize, of: usize) -> usize {
        let (part, whole) = self.part();
        // Rounded to the nearest.
        let times = (2 * full * part + of * whole) / (2 * of * whole);
        times.max(2) * of
    }

    /// The number of triangles of a horse without its eyes.
    pub const fn horse(self) -> usize {
        let (part, whole) = self.part();
        HORSE_TRIANGLES * part * part / (whole * whole)
    }
}
