//! The size and place of the board for a player.

use bevy::prelude::*;

use icochess_shape::{Shape, Stance};
use icochess_store::choices;

/// Minimum distance between a seated player's eyes and the board with its pieces, in metres.
const FROM_EYES: f32 = 0.15;

/// Player's adjustments to the default size and place of a board.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Whether the player wears a headset. By default, the board is then in reach of a hand.
    pub is_worn: bool,
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
            is_worn: false,
            size: 1.0,
            farther: 0.0,
            higher: 0.0,
        }
    }
}

impl Fit {
    /// Returns the place of an unadjusted board of this shape.
    fn default_stance(self, shape: &Shape) -> Stance {
        if self.is_worn {
            shape.worn_stance()
        } else {
            shape.stance
        }
    }

    /// Returns the scale of a board of this shape.
    pub fn scale(self, shape: &Shape) -> f32 {
        if self.is_worn {
            self.size * shape.worn_scale
        } else {
            self.size
        }
    }

    /// Returns this fit for a board moved from its default place to another, within bounds.
    pub fn at(self, shape: &Shape, place: Stance) -> Self {
        let default_stance = self.default_stance(shape);
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
        let Stance { ahead, below } = self.default_stance(shape);
        Stance {
            ahead: ahead + self.farther,
            below: below - self.higher,
        }
    }

    /// Returns the place of a board of this shape, at the requested distance but never too close to
    /// the eyes.
    pub fn stance(self, shape: &Shape) -> Stance {
        let Stance { ahead, below } = self.wanted(shape);
        let away = shape.extent * self.scale(shape) + FROM_EYES;
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
    use icochess_shape::{IN_REACH, SHOULDERS, Seat};

    #[test]
    fn boards_keep_clear_of_the_eyes_at_any_size_and_place() {
        let variants = Variant::ALL.into_iter();
        for (variant, is_worn) in variants.flat_map(|variant| [(variant, false), (variant, true)]) {
            let shape = variant.shape();
            let default = Fit {
                is_worn,
                ..Fit::default()
            };
            let place = default.default_stance(&shape);
            assert_eq!(default.stance(&shape), place, "{variant}");
            for size in [0.7, 1.0, 1.5, choices::SIZES[1]] {
                for farther in [
                    choices::DISTANCE_LIMITS[0],
                    0.0,
                    choices::DISTANCE_LIMITS[1],
                ] {
                    for higher in [
                        choices::HEIGHT_LIMITS[0],
                        0.0,
                        place.below,
                        choices::HEIGHT_LIMITS[1],
                    ] {
                        let fit = Fit {
                            size,
                            farther,
                            higher,
                            ..default
                        };
                        let Stance { ahead, below } = fit.stance(&shape);
                        let clear = ahead.hypot(below) - shape.extent * fit.scale(&shape);
                        assert!(clear > 0.149, "{variant}, {fit:?}: {clear} m");
                        assert!(ahead >= place.ahead + farther);
                        assert!((below - (place.below - higher)).abs() < 1e-6);
                    }
                }
            }
        }
    }

    #[test]
    fn worn_boards_are_in_reach_and_layered_ones_larger() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let worn = Fit {
                is_worn: true,
                ..Fit::default()
            };
            let nearest_and_width = |fit: Fit| {
                let seat = Seat::default().with_stance(fit.stance(&shape));
                let cells = shape.homes.iter().flat_map(|home| {
                    let turn = shape.hold.home_rotation(home, &seat);
                    let places = shape.places.iter();
                    places.map(move |place| turn * place.frame.translation)
                });
                let cells = cells.map(|cell| seat.centre + cell * fit.scale(&shape) - seat.eye);
                cells.fold((f32::MAX, 0.0_f32), |(nearest, width), cell| {
                    let from_shoulders = cell.distance(Vec3::NEG_Y * SHOULDERS);
                    let aside = cell.x.atan2(-cell.z).abs();
                    (nearest.min(from_shoulders), width.max(2.0 * aside))
                })
            };
            let (nearest, width) = nearest_and_width(worn);
            let (_, at_window) = nearest_and_width(Fit::default());
            let off = nearest - IN_REACH;
            // No cell of a ball is exactly nearest at home.
            assert!((-1e-4..0.02).contains(&off), "{variant}: {nearest} m");
            let least = if shape.is_layered() { 1.5 } else { 1.05 };
            assert!((least..1.8).contains(&(width / at_window)), "{variant}");
        }
    }
}
