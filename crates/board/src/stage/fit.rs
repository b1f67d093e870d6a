//! The size and the place of the board for a player.

use bevy::prelude::*;

use icochess_shape::{Shape, Stance};
use icochess_store::choices;

/// Distance from the eyes of who sits to the nearest that a board with its pieces may reach,
/// metres. The usual boards are twice as far away; who wants to look closer leans forward.
const FROM_EYES: f32 = 0.25;

/// The player's adjustments to the size and place that a board's shape asks for.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Scale of the board; 1 is its usual size.
    pub size: f32,
    /// Distance by which the board is farther away than usual, metres; negative if it is nearer.
    pub farther: f32,
    /// Height by which the board is above its usual place, metres; negative if it is below.
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
    /// This fit for a board that is put at a place, where a shape asks for another; within bounds.
    pub fn at(self, usual: Stance, place: Stance) -> Self {
        let [nearest, farthest] = choices::FARTHER;
        let [lowest, highest] = choices::HIGHER;
        Self {
            farther: (place.ahead - usual.ahead).clamp(nearest, farthest),
            higher: (usual.below - place.below).clamp(lowest, highest),
            ..self
        }
    }

    /// The least and the greatest factor by which hands can scale the board now.
    pub fn factors(self) -> [f32; 2] {
        let [smallest, largest] = choices::SIZES.map(|size| size / self.size);
        [smallest.min(1.0), largest.max(1.0)]
    }

    /// The place that the player wants, which may be too near for the board's size.
    pub fn wanted(self, shape: &Shape) -> Stance {
        Stance {
            ahead: shape.stance.ahead + self.farther,
            below: shape.stance.below - self.higher,
        }
    }

    /// The place at which a board of this shape is put for the player: as far away as is wanted, but
    /// not at the eyes, however large it is.
    pub fn stance(self, shape: &Shape) -> Stance {
        let Stance { ahead, below } = self.wanted(shape);
        let away = shape.extent * self.size + FROM_EYES;
        // A board that is low enough may be as near as is wanted.
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
    fn no_board_stands_at_the_eyes_however_large_near_and_high_it_is_wanted() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            assert_eq!(Fit::default().stance(&shape), shape.stance, "{variant}");
            for size in [0.7, 1.0, 1.5, choices::SIZES[1]] {
                for farther in [choices::FARTHER[0], 0.0, choices::FARTHER[1]] {
                    for higher in [
                        choices::HIGHER[0],
                        0.0,
                        shape.stance.below,
                        choices::HIGHER[1],
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
