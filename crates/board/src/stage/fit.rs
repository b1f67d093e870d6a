//! The size and place of the board for a player.

use bevy::prelude::*;

use icochess_shape::{Shape, Stance};
use icochess_store::choices;

/// Minimum distance between a seated player's eyes and the board with its pieces, in metres. By
/// default, boards are twice as far away; players lean forward to look closer.
const FROM_EYES: f32 = 0.25;

/// Player's adjustments to the default size and place of a board.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Scale of the board, with 1 as the default.
    pub size: f32,
    /// Additional distance of the board, in metres; negative is nearer.
    pub farther: f32,
    /// Additional height of the board, in metres; negative is lower.
    pub higher: f32,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            size: 1.0,
            farther: 0.0,
            higher: 0.0,
        }
    }
}

impl Fit {
    /// Returns this fit for a board moved from its default place to another, within bounds.
    pub fn at(self, default_stance: Stance, place: Stance) -> Self {
        let [nearest, farthest] = choices::DISTANCE_LIMITS;
        let [lowest, highest] = choices::HEIGHT_LIMITS;
        Self {
            farther: (place.ahead - default_stance.ahead).clamp(nearest, farthest),
            higher: (default_stance.below - place.below).clamp(lowest, highest),
            ..self
        }
    }

    /// Returns the minimum and maximum factors by which hands can scale the board now.
    pub fn factors(self) -> [f32; 2] {
        let [smallest, largest] = choices::SIZES.map(|size| size / self.size);
        [smallest.min(1.0), largest.max(1.0)]
    }

    /// Returns the requested place, which may be too close for the board's size.
    pub fn wanted(self, shape: &Shape) -> Stance {
        Stance {
            ahead: shape.stance.ahead + self.farther,
            below: shape.stance.below - self.higher,
        }
    }

    /// Returns the place of a board of this shape, at the requested distance but never too close to
    /// the eyes.
    pub fn stance(self, shape: &Shape) -> Stance {
        let Stance { ahead, below } = self.wanted(shape);
        let away = shape.extent * self.size + FROM_EYES;
        // A board well below eye level may be as near as requested.
        let nearest = (away * away - below * below).max(0.0).sqrt();
        Stance {
            ahead: ahead.max(nearest),
            below,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn boards_keep_clear_of_the_eyes_at_any_size_and_place() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            assert_eq!(Fit::default().stance(&shape), shape.stance, "{variant}");
            for size in [0.7, 1.0, 1.5, choices::SIZES[1]] {
                for farther in [
                    choices::DISTANCE_LIMITS[0],
                    0.0,
                    choices::DISTANCE_LIMITS[1],
                ] {
                    for higher in [
                        choices::HEIGHT_LIMITS[0],
                        0.0,
                        shape.stance.below,
                        choices::HEIGHT_LIMITS[1],
                    ] {
                        let fit = Fit {
                            size,
                            farther,
                            higher,
                        };
                        let Stance { ahead, below } = fit.stance(&shape);
                        let clear = ahead.hypot(below) - shape.extent * size;
                        assert!(clear > 0.249, "{variant}, {fit:?}: {clear} m");
                        assert!(ahead >= shape.stance.ahead + farther);
                        assert!((below - (shape.stance.below - higher)).abs() < 1e-6);
                    }
                }
            }
        }
    }
}
