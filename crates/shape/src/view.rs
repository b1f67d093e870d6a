//! From where a board can be looked at, as data.

use bevy_math::Vec3;

use super::hold::{Hold, Home};

/// A view of a board, for either side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// What players know it by.
    pub title: &'static str,
    /// From where White looks, and Black.
    pub looks: [Look; 2],
    /// How far the eye is from the board, as a part of the usual distance.
    pub distance: f32,
    /// Is the board taken apart? See [`Inside`](super::inside::Inside).
    pub is_apart: bool,
}

/// From where a side looks at a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Look {
    /// Where it sits, with its home before it.
    Home,
    /// With its royal piece in the middle, on a board that hides a part of itself.
    Royal,
    /// From a direction of the board's frame, with another one upwards.
    From {
        /// Where the eye is.
        towards: Vec3,
        /// What is up for it.
        up: Vec3,
    },
}

/// The directions of a side, as it sees them at home: `[outwards, up, right]`, at right
/// angles. Outwards leads towards the player, and on a table along the level.
#[must_use]
pub fn axes(hold: Hold, home: &Home) -> [Vec3; 3] {
    let outwards = home.outwards.normalize();
    let up = match hold {
        Hold::Ball => home.ahead.reject_from(outwards).normalize(),
        Hold::Table { .. } => Vec3::Y,
    };
    [outwards, up, up.cross(outwards)]
}

impl View {
    /// Every side at home.
    #[must_use]
    pub const fn home(title: &'static str) -> Self {
        Self {
            title,
            looks: [Look::Home; 2],
            distance: 1.0,
            is_apart: false,
        }
    }

    /// From where `look` says for the axes of a side: see [`axes`].
    #[must_use]
    pub fn from(
        title: &'static str,
        (hold, homes): (Hold, &[Home; 2]),
        look: impl Fn([Vec3; 3]) -> (Vec3, Vec3),
    ) -> Self {
        let looks = [0, 1].map(|side| {
            let (towards, up) = look(axes(hold, &homes[side]));
            Look::From { towards, up }
        });
        Self {
            title,
            looks,
            distance: 1.0,
            is_apart: false,
        }
    }

    /// The views of a board that lies level before its players: as one sits, from above,
    /// from the sides and the corners, low, and nearer. `slant` is how high above the level
    /// the eye is at the sides and corners, and where it is low, radians; `distances` are those
    /// at the corners and where it is nearer, as parts of the usual one.
    #[must_use]
    pub fn round_table(
        hold: Hold,
        homes: &[Home; 2],
        slant: [f32; 2],
        distances: [f32; 2],
    ) -> Vec<Self> {
        let from = |title, slant: f32, place: fn([Vec3; 3]) -> Vec3| {
            Self::from(title, (hold, homes), |axes| {
                let (sin, cos) = slant.sin_cos();
                (place(axes).normalize() * cos + axes[1] * sin, axes[1])
            })
        };
        let ([over, low], [far, near]) = (slant, distances);
        vec![
            Self::home("Home"),
            Self::from("From above", (hold, homes), |[outwards, up, _]| {
                (up, -outwards)
            }),
            from("From the left", over, |[_, _, right]| -right),
            from("From the right", over, |[_, _, right]| right),
            from("Left corner", over, |[outwards, _, right]| outwards - right).at(far),
            from("Right corner", over, |[outwards, _, right]| {
                outwards + right
            })
            .at(far),
            from("Low", low, |[outwards, ..]| outwards),
            Self::home("Near").at(near),
        ]
    }

    /// The same of the board taken apart.
    #[must_use]
    pub const fn apart(self) -> Self {
        Self {
            is_apart: true,
            ..self
        }
    }

    /// The same at another part of the usual distance.
    #[must_use]
    pub const fn at(self, distance: f32) -> Self {
        Self { distance, ..self }
    }
}
