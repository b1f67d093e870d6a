//! Levels of detail of the pieces.

/// A level of detail: a piece that is small in every picture has fewer triangles. The discriminant
/// is the index among a piece's meshes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All triangles, for a piece seen from close by.
    Full,
    /// Two thirds of the sides, and fewer than half of the triangles.
    Middle,
    /// Two fifths of the sides, and less than a seventh of the triangles.
    Low,
}

/// Hysteresis: a piece keeps its detail down to this fraction of the threshold, so that head tremor
/// doesn't toggle it.
const HYSTERESIS: f32 = 0.9;

/// Numbers of pieces between which the factor of the low-detail threshold rises from [`MIN_FACTOR`] to
/// [`FULL_FACTOR`].
const FULL_BOARD: [f32; 2] = [32.0, 40.0];
/// Smallest factor of the low-detail threshold.
const MIN_FACTOR: f32 = 0.5;
/// Factor of the low-detail threshold for a full board: in reach of hands it stays in low detail.
const FULL_FACTOR: f32 = 5.0 / 3.0;
/// Numbers of pieces between which the factor rises from [`FULL_FACTOR`] to [`MAX_FACTOR`].
const CROWDED: [f32; 2] = [40.0, 48.0];
/// Greatest factor of the low-detail threshold.
const MAX_FACTOR: f32 = 2.0;

impl Detail {
    /// All levels, in the order of the file.
    pub const ALL: [Self; 3] = [Self::Full, Self::Middle, Self::Low];

    /// Returns the detail of a piece that is currently drawn in detail `now`, on a board with n
    /// `pieces`. `pixels` is the size of one model unit in the picture that shows the piece
    /// largest.
    pub fn seen(pixels: f32, pieces: usize, now: Self) -> Self {
        let is_enough = |detail: &Self| {
            // Detail is lost later than gained.
            let kept = if (now as usize) < *detail as usize {
                HYSTERESIS
            } else {
                1.0
            };
            let limit = detail.below().map(|limit| limit * detail.share(pieces));
            limit.is_none_or(|limit| pixels < limit * kept)
        };
        let mut coarsest_first = Self::ALL.into_iter().rev();
        coarsest_first.find(is_enough).unwrap_or(Self::Full)
    }

    /// Returns the size of a model unit (the radius of the ball) below which this detail is enough,
    /// in pixels; `None` for full detail.
    ///
    /// The outline of a turned part then deviates by at most about 1.5 pixels, and on a crowded board
    /// by 3. A foot of radius 0.11 with `n` sides deviates from a circle by
    /// `0.11 * (1 - cos(pi / n))` model units. It has 16 to 24 sides in middle detail, and 10 to 14
    /// in low detail.
    pub const fn below(self) -> Option<f32> {
        match self {
            Self::Full => None,
            Self::Middle => Some(560.0),
            Self::Low => Some(270.0),
        }
    }

    /// Returns the factor of the threshold for n pieces. Low detail is for crowded boards; with
    /// fewer pieces, rounder feet don't increase the total number of triangles.
    fn share(self, pieces: usize) -> f32 {
        match self {
            Self::Low => {
                let part = |[few, many]: [f32; 2]| {
                    let above = (pieces as f32 - few) / (many - few);
                    above.clamp(0.0, 1.0)
                };
                MIN_FACTOR
                    + (FULL_FACTOR - MIN_FACTOR) * part(FULL_BOARD)
                    + (MAX_FACTOR - FULL_FACTOR) * part(CROWDED)
            }
            Self::Full | Self::Middle => 1.0,
        }
    }

    /// Returns the remaining fraction of sides, as numerator and denominator.
    pub const fn part(self) -> (usize, usize) {
        match self {
            Self::Full => (1, 1),
            Self::Middle => (2, 3),
            Self::Low => (2, 5),
        }
    }

    /// Returns the number of sides for a part with `full` sides in full detail. `full` is a
    /// multiple of `of`; the result is also a multiple, at least twice `of`.
    pub fn sides(self, full: usize, of: usize) -> usize {
        let (part, whole) = self.part();
        // Rounds to the nearest.
        let times = (2 * full * part + of * whole) / (2 * of * whole);
        times.max(2) * of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detail_is_lost_later_than_gained() {
        let mut now = Detail::Low;
        let seen = [100.0, 449.0, 451.0, 410.0, 400.0, 600.0, 520.0, 500.0, 10.0].map(|pixels| {
            now = Detail::seen(pixels, 40, now);
            now
        });
        let (full, middle, low) = (Detail::Full, Detail::Middle, Detail::Low);
        let expected = [low, low, middle, middle, low, full, full, middle, low];
        assert_eq!(seen, expected);
    }

    #[test]
    fn few_pieces_get_low_detail_only_from_farther_away() {
        let seen = [2, 32, 40, 64, 146].map(|pieces| Detail::seen(150.0, pieces, Detail::Low));
        let (middle, low) = (Detail::Middle, Detail::Low);
        assert_eq!(seen, [middle, middle, low, low, low]);
        assert_eq!(Detail::seen(600.0, 146, Detail::Low), Detail::Full);
    }
}
