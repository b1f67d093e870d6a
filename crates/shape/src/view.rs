//! Views of a board, as data.

use bevy_math::Vec3;

use super::hold::{Hold, Home};

/// A view of a board, for either side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Name of the view in menus.
    pub title: &'static str,
    /// Viewpoints of White and Black.
    pub looks: [Viewpoint; 2],
    /// Distance factor of the eye from the board; 1 is the usual distance.
    pub distance: f32,
    /// Height of the eye's target above the board's middle in White's view, in metres; negated in
    /// Black's view. The target is over the side's home. 0 if both homes are level with the middle,
    /// and if the whole board fits in the picture.
    pub height: f32,
    /// Whether the board is taken apart: see [`Inside`](super::inside::Inside).
    pub is_apart: bool,
}

/// The viewpoint of a side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Viewpoint {
    /// From the side's seat, with the side's home in front.
    Home,
    /// With the side's royal piece in the middle, on a board that hides a part of itself.
    Royal,
    /// From a direction of the board's frame.
    From {
        /// Direction to the eye.
        towards: Vec3,
        /// Direction that is up in the picture.
        up: Vec3,
    },
}

/// Returns a side's axes at home: `[outwards, up, right]`, perpendicular to each other. Outwards is
/// towards the player; on a table it is horizontal.
pub fn axes(hold: Hold, home: &Home) -> [Vec3; 3] {
    let outwards = home.outwards.normalize();
    let up = match hold {
        Hold::Ball => -home.ahead.reject_from(outwards).normalize(),
        Hold::Table { .. } => Vec3::Y,
    };
    [outwards, up, up.cross(outwards)]
}

impl View {
    /// Creates the view of each side from its seat.
    pub const fn home(title: &'static str) -> Self {
        Self {
            title,
            looks: [Viewpoint::Home; 2],
            distance: 1.0,
            height: 0.0,
            is_apart: false,
        }
    }

    /// Creates a view from the directions to the eye and up, which `look` computes from the
    /// [`axes`] of a side.
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

    /// Creates the views of a table: from the seat, from above, from the sides and corners, low,
    /// and near. `slant` is the eye's elevation at the sides and corners and in the low view, in
    /// radians. `distances` are the distance factors at the corners and in the near view.
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

    /// Returns the view with the board taken apart.
    pub const fn apart(self) -> Self {
        Self {
            is_apart: true,
            ..self
        }
    }

    /// Returns the view with this [`View::height`].
    pub const fn over_home(self, height: f32) -> Self {
        Self { height, ..self }
    }

    /// Returns the view at this distance factor.
    pub const fn at(self, distance: f32) -> Self {
        Self { distance, ..self }
    }
}
