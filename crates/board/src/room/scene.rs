//! The appearance of the rooms as data: the visible sky, and the light by direction.
//!
//! Light colours are linear, where 1 is full colour on the display.

use bevy::prelude::*;
use icochess_shape::{Hold, Room};

/// Light and sky of a room, without its objects.
#[derive(Debug)]
pub(super) struct Scene {
    /// Sky, if one is visible.
    pub(super) sky: Option<Sky>,
    /// Image-based light from all around.
    pub(super) around: Around,
    /// Warm main light, placed where it suits the board best.
    pub(super) key: Key,
    /// Cool light from behind, which separates the board's far edge from a dark background.
    pub(super) rim: Light,
    /// Light from the floor or table, for the far camp on the underside of a ball.
    pub(super) below: Below,
    /// Ambient light, cd/m², so that the deepest corners aren't black.
    pub(super) ambient: f32,
}

/// Light colour at a height, where -1 is straight down and 1 the zenith.
pub(super) type Stop = (f32, Vec3);

/// Gaussian of light about a direction, such as a lamp or the afterglow of the sunset.
#[derive(Debug)]
pub(super) struct Glow {
    /// Direction to the source, of any length.
    pub(super) from: Vec3,
    /// Standard deviation, in radians.
    pub(super) width: f32,
    /// Colour in the middle.
    pub(super) color: Vec3,
}

/// Light from all around. Its glows are the same for every board and independent of the key light.
/// Lacquer reflects them as separate lamps.
#[derive(Debug)]
pub(super) struct Around {
    /// Ordered from the lowest to the highest.
    pub(super) stops: &'static [Stop],
    pub(super) glows: &'static [Glow],
}

/// Visible sky, including the part below the horizon.
#[derive(Debug)]
pub(super) struct Sky {
    /// Ordered from the lowest to the highest.
    pub(super) stops: &'static [Stop],
    pub(super) glows: &'static [Glow],
    /// Pale band of distant stars along a great circle: the circle's axis, and the colour.
    pub(super) band: Option<(Vec3, Vec3)>,
    /// Number of individual stars.
    pub(super) stars: usize,
    /// Lowest height that has stars, from -1 to 1.
    pub(super) stars_from: f32,
}

/// Distant lamp with parallel rays.
#[derive(Debug)]
pub(super) struct Light {
    /// Direction to the source, of any length.
    pub(super) from: Vec3,
    pub(super) color: Color,
    /// Illuminance on a surface facing the light, in lux.
    pub(super) illuminance: f32,
}

/// Brightest lamp.
///
/// Flat boards are lit from above, so that their tiles are bright and the sides of the pieces
/// aren't. A ball is lit from the player's left: past the tiles of a camp near its top, and on the
/// sides of the pieces.
/// Both keep black pieces distinct from their tiles, as docs/notes/look.md measures.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) color: Color,
    /// Illuminance from above, in lux.
    pub(super) above: f32,
    /// Illuminance from the left, in lux.
    pub(super) left: f32,
}

impl Key {
    /// Returns the light with its direction and illuminance for a board.
    pub(super) fn over(&self, hold: Hold) -> Light {
        let (from, illuminance) = match hold {
            Hold::Table { .. } => (ABOVE, self.above),
            Hold::Ball => (LEFT, self.left),
        };
        Light {
            from,
            color: self.color,
            illuminance,
        }
    }
}

/// Gentle fill light from below.
#[derive(Debug)]
pub(super) struct Below {
    /// Light on a board that hangs in the air.
    pub(super) light: Light,
    /// Whether the light comes from a lit table, in which case it doesn't reach a board on that
    /// table.
    pub(super) is_of_table: bool,
}

impl Below {
    /// Returns the light for a board.
    pub(super) fn under(&self, hold: Hold) -> Light {
        let stands = self.is_of_table && matches!(hold, Hold::Table { .. });
        Light {
            illuminance: if stands { 0.0 } else { self.light.illuminance },
            ..self.light
        }
    }
}

/// Returns the interpolated colour at a height.
pub(super) fn at_height(stops: &[Stop], height: f32) -> Vec3 {
    let above = stops.partition_point(|(at, _)| *at <= height);
    match (
        above.checked_sub(1).and_then(|at| stops.get(at)),
        stops.get(above),
    ) {
        (Some(&(low, a)), Some(&(high, b))) => a.lerp(b, (height - low) / (high - low)),
        (Some(&(_, only)), None) | (None, Some(&(_, only))) => only,
        (None, None) => Vec3::ZERO,
    }
}

impl Glow {
    /// Returns the sharpness of the Gaussian `color · exp(sharpness · (cos angle - 1))`.
    pub(super) fn sharpness(&self) -> f32 {
        self.width.powi(-2)
    }

    /// Returns the light from a direction.
    pub(super) fn seen(&self, direction: Vec3) -> Vec3 {
        let cos = direction.dot(self.from.normalize_or(Vec3::Y));
        self.color * (self.sharpness() * (cos - 1.0)).exp()
    }
}

const fn rgb(red: f32, green: f32, blue: f32) -> Vec3 {
    Vec3::new(red, green, blue)
}

/// Over the player's left shoulder: the glows of rooms, and the light that throws the shadow of a
/// ball, which would be far away in the light from the left.
pub(super) const SHOULDER: Vec3 = Vec3::new(-1.1, 1.5, 1.2);
/// From the player's left, hardly above the board. Lights the side that faces the player, and
/// catches the tiles' bevels.
const LEFT: Vec3 = Vec3::new(-1.3, 0.15, 1.2);
/// Above the board, slightly to the left and towards the player.
const ABOVE: Vec3 = Vec3::new(-0.8, 1.8, 0.7);
/// From behind the board.
const RIM: Vec3 = Vec3::new(1.4, 0.6, -1.2);
/// From the floor in front of the player.
const BELOW: Vec3 = Vec3::new(0.25, -1.0, 0.5);

/// Direction of the sunset.
const SUNSET: Vec3 = Vec3::new(-0.62, 0.0, -0.78);

static TERRACE: Scene = Scene {
    sky: Some(Sky {
        stops: &[
            // Mist below the horizon, bright enough to contrast with black pieces.
            (-1.0, rgb(0.022, 0.021, 0.036)),
            (-0.30, rgb(0.150, 0.115, 0.150)),
            (-0.08, rgb(0.220, 0.150, 0.155)),
            (0.0, rgb(0.360, 0.205, 0.150)),
            (0.05, rgb(0.330, 0.185, 0.165)),
            (0.14, rgb(0.190, 0.128, 0.165)),
            (0.32, rgb(0.072, 0.070, 0.132)),
            (0.60, rgb(0.024, 0.030, 0.070)),
            (1.0, rgb(0.009, 0.014, 0.038)),
        ],
        glows: &[
            Glow {
                from: SUNSET,
                width: 0.50,
                color: rgb(0.42, 0.15, 0.045),
            },
            Glow {
                from: SUNSET,
                width: 0.22,
                color: rgb(0.36, 0.16, 0.06),
            },
        ],
        band: None,
        stars: 100,
        stars_from: 0.16,
    }),
    around: Around {
        stops: &[
            // The deck reflects the lamps.
            (-1.0, rgb(0.22, 0.155, 0.11)),
            (-0.25, rgb(0.24, 0.18, 0.145)),
            (-0.02, rgb(0.30, 0.20, 0.16)),
            (0.06, rgb(0.66, 0.43, 0.34)),
            (0.28, rgb(0.34, 0.33, 0.44)),
            (1.0, rgb(0.23, 0.30, 0.47)),
        ],
        glows: &[
            Glow {
                from: SUNSET,
                width: 0.45,
                color: rgb(0.95, 0.46, 0.20),
            },
            // Lamps at the rail.
            Glow {
                from: Vec3::new(-0.9, -0.10, 0.45),
                width: 0.17,
                color: rgb(3.2, 2.1, 1.05),
            },
            Glow {
                from: Vec3::new(0.9, -0.10, 0.45),
                width: 0.17,
                color: rgb(3.2, 2.1, 1.05),
            },
            Glow {
                from: Vec3::new(0.5, -0.10, -0.87),
                width: 0.13,
                color: rgb(2.6, 1.7, 0.85),
            },
        ],
    },
    key: Key {
        color: Color::srgb(1.0, 0.92, 0.79),
        above: 5_500.0,
        left: 4_800.0,
    },
    rim: Light {
        from: RIM,
        // Less blue than the sky, or the ball's tiles facing the rim light would look highlighted.
        color: Color::srgb(0.80, 0.865, 1.0),
        illuminance: 1_150.0,
    },
    below: Below {
        light: Light {
            from: BELOW,
            color: Color::srgb(1.0, 0.82, 0.62),
            illuminance: 1_750.0,
        },
        is_of_table: false,
    },
    ambient: 60.0,
};

static TABLE: Scene = Scene {
    sky: Some(Sky {
        stops: &[
            // Floor and walls in the lamp's stray light, nowhere black. Behind the board they are
            // bright enough to contrast with black pieces.
            (-1.0, rgb(0.024, 0.018, 0.014)),
            (-0.65, rgb(0.032, 0.024, 0.020)),
            (-0.35, rgb(0.040, 0.031, 0.026)),
            (-0.1, rgb(0.056, 0.043, 0.036)),
            (0.1, rgb(0.052, 0.040, 0.034)),
            (0.35, rgb(0.028, 0.022, 0.019)),
            (0.65, rgb(0.019, 0.015, 0.013)),
            (1.0, rgb(0.015, 0.012, 0.011)),
        ],
        // Brightest behind the board, seen from slightly above.
        glows: &[Glow {
            from: Vec3::new(-0.35, -0.10, -0.95),
            width: 0.55,
            color: rgb(0.038, 0.028, 0.020),
        }],
        band: None,
        stars: 0,
        stars_from: 1.0,
    }),
    around: Around {
        stops: &[
            // The table reflects the lamp.
            (-1.0, rgb(0.42, 0.27, 0.16)),
            (-0.3, rgb(0.31, 0.20, 0.13)),
            (0.0, rgb(0.26, 0.20, 0.15)),
            (0.4, rgb(0.29, 0.24, 0.20)),
            (1.0, rgb(0.40, 0.34, 0.27)),
        ],
        glows: &[
            // The shaded lamp above, and a distant window.
            Glow {
                from: Vec3::new(-0.35, 1.0, 0.1),
                width: 0.34,
                color: rgb(2.9, 2.2, 1.45),
            },
            Glow {
                from: Vec3::new(0.8, 0.35, -0.6),
                width: 0.26,
                color: rgb(0.55, 0.75, 1.15),
            },
        ],
    },
    key: Key {
        color: Color::srgb(1.0, 0.89, 0.72),
        above: 4_600.0,
        left: 6_700.0,
    },
    rim: Light {
        from: RIM,
        color: Color::srgb(0.64, 0.76, 1.0),
        illuminance: 1_300.0,
    },
    below: Below {
        light: Light {
            // Almost straight up from the lit table, for the far camp of a ball above it.
            from: Vec3::new(0.12, -1.0, 0.25),
            color: Color::srgb(1.0, 0.78, 0.55),
            illuminance: 1_950.0,
        },
        is_of_table: true,
    },
    ambient: 50.0,
};

static STARS: Scene = Scene {
    sky: Some(Sky {
        stops: &[
            (-1.0, rgb(0.0025, 0.0030, 0.0068)),
            (-0.65, rgb(0.0065, 0.0078, 0.0160)),
            (-0.3, rgb(0.0130, 0.0155, 0.0300)),
            (0.05, rgb(0.0125, 0.0150, 0.0290)),
            (0.45, rgb(0.0060, 0.0072, 0.0155)),
            (1.0, rgb(0.0026, 0.0032, 0.0078)),
        ],
        glows: &[
            // Behind the board seen from slightly above, for contrast with black pieces.
            Glow {
                from: Vec3::new(0.05, -0.30, -0.95),
                width: 0.50,
                color: rgb(0.024, 0.028, 0.046),
            },
            Glow {
                from: Vec3::new(0.75, 0.25, -0.6),
                width: 0.42,
                color: rgb(0.012, 0.016, 0.040),
            },
            Glow {
                from: Vec3::new(-0.6, -0.2, -0.75),
                width: 0.30,
                color: rgb(0.022, 0.009, 0.022),
            },
        ],
        band: Some((Vec3::new(0.35, 0.80, -0.48), rgb(0.020, 0.019, 0.026))),
        stars: 780,
        stars_from: -1.0,
    }),
    around: Around {
        stops: &[
            (-1.0, rgb(0.17, 0.16, 0.22)),
            (0.0, rgb(0.21, 0.23, 0.32)),
            (1.0, rgb(0.30, 0.34, 0.45)),
        ],
        glows: &[
            Glow {
                from: SHOULDER,
                width: 0.20,
                color: rgb(3.6, 3.3, 2.9),
            },
            Glow {
                from: RIM,
                width: 0.50,
                color: rgb(0.55, 0.75, 1.35),
            },
            Glow {
                from: Vec3::new(-0.9, -0.3, -0.4),
                width: 0.45,
                color: rgb(0.50, 0.26, 0.55),
            },
        ],
    },
    key: Key {
        color: Color::srgb(1.0, 0.95, 0.88),
        above: 5_200.0,
        left: 5_300.0,
    },
    rim: Light {
        from: RIM,
        color: Color::srgb(0.55, 0.70, 1.0),
        illuminance: 2_000.0,
    },
    below: Below {
        light: Light {
            from: BELOW,
            color: Color::srgb(0.82, 0.78, 1.0),
            illuminance: 1_500.0,
        },
        is_of_table: false,
    },
    ambient: 60.0,
};

static PLAIN: Scene = Scene {
    sky: None,
    around: Around {
        stops: &[
            (-1.0, rgb(0.22, 0.21, 0.20)),
            (0.0, rgb(0.34, 0.34, 0.35)),
            (1.0, rgb(0.46, 0.48, 0.52)),
        ],
        glows: &[Glow {
            from: SHOULDER,
            width: 0.40,
            color: rgb(1.3, 1.2, 1.05),
        }],
    },
    key: Key {
        color: Color::srgb(1.0, 0.95, 0.88),
        above: 4_800.0,
        left: 4_800.0,
    },
    rim: Light {
        from: RIM,
        color: Color::srgb(0.78, 0.86, 1.0),
        illuminance: 1_400.0,
    },
    below: Below {
        light: Light {
            from: BELOW,
            color: Color::srgb(1.0, 0.92, 0.84),
            illuminance: 1_450.0,
        },
        is_of_table: false,
    },
    ambient: 60.0,
};

/// Returns the light and sky of a room.
pub(super) fn scene(room: Room) -> &'static Scene {
    match room {
        Room::Table => &TABLE,
        Room::Terrace => &TERRACE,
        Room::Stars => &STARS,
        Room::Plain => &PLAIN,
    }
}

#[cfg(test)]
mod tests {
    use icochess_boards::Variant;

    use super::*;

    #[test]
    fn colours_are_interpolated_between_heights() {
        let stops = [(-0.5, Vec3::ZERO), (0.5, Vec3::ONE)];
        assert_eq!(at_height(&stops, -1.0), Vec3::ZERO);
        assert_eq!(at_height(&stops, 0.0), Vec3::splat(0.5));
        assert_eq!(at_height(&stops, 1.0), Vec3::ONE);
    }

    #[test]
    fn rooms_have_one_key_and_weak_fill_except_through_tables() {
        for room in Room::ALL {
            let Scene {
                key, rim, below, ..
            } = scene(room);
            for variant in Variant::ALL {
                let hold = variant.shape().hold;
                let (key, below) = (key.over(hold), below.under(hold));
                assert!(key.from.y > 0.0 && rim.from.y > 0.0 && below.from.y < 0.0);
                let weaker = rim.illuminance + below.illuminance;
                assert!(key.illuminance > 1.4 * weaker, "{room:?}, {variant}");
                // No fill light passes through the table under a board.
                let stands = room == Room::Table && hold != Hold::Ball;
                assert_eq!(below.illuminance == 0.0, stands, "{room:?}, {variant}");
            }
            // The key is warm, the rim cool.
            let warmth = |color: Color| {
                let color = color.to_linear();
                color.red / color.blue
            };
            assert!(
                warmth(key.color) > 1.0 && warmth(rim.color) < 1.0,
                "{room:?}"
            );
            for stops in [
                Some(scene(room).around.stops),
                scene(room).sky.as_ref().map(|it| it.stops),
            ] {
                let heights = stops.into_iter().flatten().map(|(height, _)| *height);
                assert!(heights.is_sorted(), "{room:?}");
            }
        }
    }
}
