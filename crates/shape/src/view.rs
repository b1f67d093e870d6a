//! Views of a board, as data.

use bevy_math::Vec3;

use super::hold::{Hold, Home};

/// A view of a board, for either side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The name by which players know the view.
    pub title: &'static str,
    /// The viewpoints of White and Black.
    pub looks: [Viewpoint; 2],
    /// Distance of the eye from the board, as a multiple of the usual one.
    pub distance: f32,
    /// Height above the middle of the board that the eye looks at over White's home, metres; over
    /// Black's it looks as far below the middle. 0 where both homes are as high as the middle, and
    /// where the whole board is in the picture.
    pub height: f32,
    /// Whether the board is taken apart: see [`Inside`](super::inside::Inside).
    pub is_apart: bool,
}

/// The viewpoint of a side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Viewpoint {
    /// The view from its seat, with its home before it.
    Home,
    /// The view with its royal piece in the middle, on a board that hides a part of itself.
    Royal,
    /// The view from a direction of the board's frame, with another one upwards.
    From {
        /// The direction to the eye.
        towards: Vec3,
        /// The direction that is up for it.
        up: Vec3,
    },
}

/// The directions of a side, as it sees them at home: `[outwards, up, right]`, at right
/// angles. Outwards leads towards the player, and on a table along the level.
pub fn axes(hold: Hold, home: &Home) -> [Vec3; 3] {
    let outwards = home.outwards.normalize();
    let up = match hold {
        Hold::Ball => home.ahead.reject_from(outwards).normalize(),
        Hold::Table { .. } => Vec3::Y,
    };
    [outwards, up, up.cross(outwards)]
}

impl View {
    /// The view of each side from its seat.
    pub const fn home(title: &'static str) -> Self {
        Self {
            title,
            looks: [Viewpoint::Home; 2],
            distance: 1.0,
            height: 0.0,
            is_apart: false,
        }
    }

    /// A view from the directions towards the eye and up that `look` returns for the axes of a
    /// side: see [`axes`].
    pub fn from(
        title: &'static str,
        (hold, homes): (Hold, &[Home; 2]),
        look: impl Fn([Vec3; 3]) -> (Vec3, Vec3),
    ) -> Self {
        let looks = [0, 1].map(|side| {
            let (towards, up) = look(axes(hold, &homes[side]));
            Viewpoint::From { towards, up }
        });
        Self {
            title,
            looks,
            distance: 1.0,
            height: 0.0,
            is_apart: false,
        }
    }

    /// The views of a board that lies level before its players: as one sits, from above,
    /// from the sides and the corners, low, and nearer. `slant` is how high above the level
    /// the eye is at the sides and corners, and where it is low, radians; `distances` are those
    /// at the corners and where it is nearer, as parts of the usual one.
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

    /// The view, with the board taken apart.
    pub const fn apart(self) -> Self {
        Self {
            is_apart: true,
            ..self
        }
    }

    /// The view, with the eye as much higher or lower as [`View::height`] says.
    pub const fn over_home(self, height: f32) -> Self {
        Self { height, ..self }
    }

    /// The view, at another multiple of the usual distance.
    pub const fn at(self, distance: f32) -> Self {
        Self { distance, ..self }
    }
}
