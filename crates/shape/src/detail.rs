//! The detail in which a piece is drawn.

/// The detail of a model: a piece that takes little of every picture is drawn with fewer
/// triangles. The number of one is its place among the meshes of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All of it, for a piece that is looked at closely.
    Full,
    /// Two thirds of the sides, and less than half of the triangles.
    Middle,
    /// Two fifths of the sides, and less than a seventh of the triangles.
    Low,
}

/// A piece keeps its detail until it takes this part of the pixels, so that none changes to and
/// fro with a trembling head.
const KEPT: f32 = 0.9;

/// Numbers of pieces: with at most the first the part is the smallest, [`FEWEST`], and from the
/// second on it is 1.
const FULL_BOARD: [f32; 2] = [32.0, 40.0];
/// The least part of low detail's limit that is in force.
const FEWEST: f32 = 0.5;

impl Detail {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 3] = [Self::Full, Self::Middle, Self::Low];

    /// The detail for one of so many pieces, of which a length of 1 of its model takes so many
    /// pixels, in the picture where it takes most, and which is drawn in detail `now`.
    pub fn seen(pixels: f32, pieces: usize, now: Self) -> Self {
        let is_enough = |detail: &Self| {
            // The detail that it has is lost later than it is gained.
            let kept = if (now as usize) < *detail as usize {
                KEPT
            } else {
                1.0
            };
            let most = detail.below().map(|most| most * detail.share(pieces));
            most.is_none_or(|most| pixels < most * kept)
        };
        let mut coarsest_first = Self::ALL.into_iter().rev();
        coarsest_first.find(is_enough).unwrap_or(Self::Full)
    }

    /// Pixels that a length of 1 of the model's measure, the radius of the ball, takes below which
    /// this detail is enough; `None` for the whole.
    ///
    /// Of what is made with fewer sides and rings nothing that is turned strays there by more than
    /// about a pixel and a half: a foot of radius 0.11 with `n` sides strays from a circle by
    /// `0.11 * (1 - cos(pi / n))` of that length, in middle detail with 16 to 24 sides, in low
    /// detail with 10 to 14.
    pub const fn below(self) -> Option<f32> {
        match self {
            Self::Full => None,
            Self::Middle => Some(560.0),
            Self::Low => Some(270.0),
        }
    }

    /// The part of that limit that is in force where so many pieces are shown. Low detail is for
    /// boards full of pieces: where there are few, their feet are rounder for as many triangles.
    fn share(self, pieces: usize) -> f32 {
        match self {
            Self::Low => {
                let [few, many] = FULL_BOARD;
                let part = (pieces as f32 - few) / (many - few);
                FEWEST + (1.0 - FEWEST) * part.clamp(0.0, 1.0)
            }
            Self::Full | Self::Middle => 1.0,
        }
    }

    /// The part of the sides that is left, as numerator and denominator.
    pub const fn part(self) -> (usize, usize) {
        match self {
            Self::Full => (1, 1),
            Self::Middle => (2, 3),
            Self::Low => (2, 5),
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detail_is_lost_later_than_it_is_gained() {
        let mut now = Detail::Low;
        let seen = [100.0, 269.0, 271.0, 250.0, 240.0, 600.0, 520.0, 500.0, 10.0].map(|pixels| {
            now = Detail::seen(pixels, 80, now);
            now
        });
        let (full, middle, low) = (Detail::Full, Detail::Middle, Detail::Low);
        let expected = [low, low, middle, middle, low, full, full, middle, low];
        assert_eq!(seen, expected);
    }

    #[test]
    fn few_pieces_are_drawn_in_low_detail_only_from_farther_away() {
        let seen = [2, 32, 40, 64, 146].map(|pieces| Detail::seen(150.0, pieces, Detail::Low));
        let (middle, low) = (Detail::Middle, Detail::Low);
        assert_eq!(seen, [middle, middle, low, low, low]);
        assert_eq!(Detail::seen(600.0, 146, Detail::Low), Detail::Full);
    }
}
