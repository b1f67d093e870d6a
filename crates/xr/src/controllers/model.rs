//! Shapes of controllers as data: their solids, and the positions of their parts.
//!
//! All coordinates are for the right hand, in the frame of the grip pose (OpenXR, "Standard pose
//! identifiers"). The handle extends along z with the thumb at its -z end; +x points into the palm,
//! +y to the wrist. The left hand mirrors them. The shapes are generic: they show the kind of
//! controller and the places of the fingers.

use bevy::prelude::*;

use crate::config::{ControllerModel, ControllerPart, Hand};

/// A simple solid of size 1, centred at the origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solid {
    /// A ball.
    Ball,
    /// A small ball, with few triangles, such as a trigger or a knuckle.
    Bead,
    /// A cylinder along y.
    Rod,
    /// A thin cylinder, with few triangles, such as a button or a finger.
    Peg,
    /// A rod along y with round ends.
    Bolster,
    /// A ring around y.
    Ring,
}

/// A solid with position, rotation and size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Form {
    /// Kind of solid.
    pub solid: Solid,
    /// Position and rotation, with the size as scale, in metres.
    pub place: Transform,
}

impl Form {
    /// Returns the mirror image for the other hand.
    pub fn mirrored(mut self) -> Self {
        let turned = self.place.rotation;
        self.place.translation.x *= -1.0;
        self.place.rotation = Quat::from_xyzw(turned.x, -turned.y, -turned.z, turned.w);
        self
    }

    /// Returns the form for a hand.
    pub fn of(self, hand: Hand) -> Self {
        match hand {
            Hand::Right => self,
            Hand::Left => self.mirrored(),
        }
    }
}

fn form(solid: Solid, at: [f32; 3], size: [f32; 3]) -> Form {
    let place = Transform::from_translation(Vec3::from(at)).with_scale(Vec3::from(size));
    Form { solid, place }
}

impl Form {
    /// Rotates the form so that its y axis points in a direction.
    fn along(mut self, direction: [f32; 3]) -> Self {
        let direction = Vec3::from(direction).normalize_or(Vec3::Y);
        self.place.rotation = Quat::from_rotation_arc(Vec3::Y, direction);
        self
    }
}

/// Returns the handle of all controllers but the wands: along z, with an oval cross-section.
fn handle(width: f32, length: f32) -> Form {
    let size = [width, length, width * 1.15];
    form(Solid::Bolster, [0.0, 0.0, length / 2.0 - 0.035], size).along([0.0, 0.0, 1.0])
}

/// Normal of the face with the thumb's controls: up the handle and towards the player.
const FACE: [f32; 3] = [0.0, 0.55, -0.83];
/// Middle of the thumb's face, in metres from the grip.
const FACE_AT: Vec3 = Vec3::new(0.0, -0.002, -0.050);

/// Returns a form on the thumb's face. The offset from the face's middle is to the right, away from
/// the hand and outwards, in metres.
fn on_face(solid: Solid, [right, away, out]: [f32; 3], size: [f32; 3]) -> Form {
    let face = Vec3::from(FACE).normalize_or(Vec3::Y);
    let at = FACE_AT + Vec3::X * right + face.cross(Vec3::X) * away + face * out;
    form(solid, at.to_array(), size).along(FACE)
}

/// Returns the body behind the thumb's face.
fn head(width: f32) -> [Form; 2] {
    [
        form(
            Solid::Ball,
            [0.0, -0.014, -0.029],
            [width, 0.052, width * 0.8],
        ),
        on_face(
            Solid::Rod,
            [0.0, 0.0, -0.003],
            [width * 0.9, 0.006, width * 0.9],
        ),
    ]
}

/// Returns the solids of a controller's body.
pub fn body(model: ControllerModel) -> Vec<Form> {
    use Solid::{Ball, Bolster, Ring};
    let z = [0.0, 0.0, 1.0];
    match model {
        ControllerModel::Touch => [vec![handle(0.030, 0.115)], head(0.054).into()].concat(),
        ControllerModel::Index => {
            let strap =
                form(Ring, [0.026, 0.0, 0.022], [0.075, 0.05, 0.115]).along([0.0, 1.0, 0.0]);
            [vec![handle(0.032, 0.130), strap], head(0.056).into()].concat()
        }
        ControllerModel::Wand => vec![
            form(Bolster, [0.0, 0.0, 0.0], [0.036, 0.205, 0.032]).along(z),
            form(Ring, [0.0, -0.012, -0.125], [0.105, 0.09, 0.105]).along([0.0, 0.8, -0.6]),
        ],
        ControllerModel::Motion => {
            let ring =
                form(Ring, [0.0, -0.022, -0.058], [0.120, 0.10, 0.120]).along([0.0, 0.6, -0.8]);
            [vec![handle(0.030, 0.120), ring], head(0.052).into()].concat()
        }
        ControllerModel::Simple => vec![
            form(Bolster, [0.0, 0.0, 0.005], [0.032, 0.140, 0.032]).along(z),
            form(Ball, [0.0, 0.0, -0.058], [0.038, 0.038, 0.030]),
        ],
    }
}

/// Returns the parts of a controller.
pub fn parts(model: ControllerModel) -> Vec<(ControllerPart, Form)> {
    use ControllerPart::{Grip, Lower, Menu, Pad, Rest, Stick, Trigger, Upper};
    use Solid::{Ball, Bead, Peg, Rod};
    let trigger = form(Bead, [0.0, -0.038, -0.032], [0.016, 0.024, 0.030]);
    let squeezed = form(Bead, [-0.011, -0.014, 0.008], [0.014, 0.018, 0.034]);
    let button = |at| on_face(Peg, at, [0.010, 0.004, 0.010]);
    let stick = |at| on_face(Rod, at, [0.016, 0.012, 0.016]);
    match model {
        ControllerModel::Touch => vec![
            (Trigger, trigger),
            (Grip, squeezed),
            (Stick, stick([-0.009, 0.006, 0.006])),
            (Lower, button([0.010, -0.003, 0.002])),
            (Upper, button([0.011, 0.010, 0.002])),
            (
                Menu,
                on_face(Peg, [-0.010, -0.012, 0.001], [0.006, 0.003, 0.006]),
            ),
            (
                Rest,
                on_face(Peg, [0.010, -0.015, 0.001], [0.012, 0.002, 0.009]),
            ),
        ],
        ControllerModel::Index => vec![
            (Trigger, trigger),
            // The whole handle is squeezed.
            (
                Grip,
                form(Rod, [0.0, 0.0, 0.028], [0.035, 0.050, 0.040]).along([0.0, 0.0, 1.0]),
            ),
            (Stick, stick([-0.011, 0.010, 0.006])),
            (
                Pad,
                on_face(Rod, [0.001, -0.006, 0.001], [0.011, 0.003, 0.022]),
            ),
            (Lower, button([0.015, -0.006, 0.002])),
            (Upper, button([0.015, 0.008, 0.002])),
        ],
        ControllerModel::Wand => vec![
            (
                Trigger,
                form(Bead, [0.0, -0.020, -0.040], [0.015, 0.028, 0.026]),
            ),
            (Grip, form(Ball, [0.0, 0.0, 0.038], [0.042, 0.014, 0.030])),
            (Pad, form(Rod, [0.0, 0.016, -0.045], [0.034, 0.005, 0.034])),
            (Menu, form(Peg, [0.0, 0.016, -0.074], [0.009, 0.005, 0.009])),
        ],
        ControllerModel::Motion => vec![
            (Trigger, trigger),
            (Grip, squeezed),
            (Stick, stick([-0.010, 0.006, 0.006])),
            (
                Pad,
                on_face(Rod, [0.010, 0.001, 0.001], [0.019, 0.003, 0.019]),
            ),
            (Menu, button([-0.006, -0.014, 0.001])),
        ],
        ControllerModel::Simple => vec![
            (
                Trigger,
                form(Bead, [0.0, -0.016, -0.046], [0.015, 0.022, 0.026]),
            ),
            (Menu, form(Peg, [0.0, 0.015, -0.030], [0.010, 0.005, 0.010])),
        ],
    }
}

/// Returns the position of a part's label for a right hand: the column (-1 left, 1 right) and the
/// row from the top.
pub fn column(part: ControllerPart) -> (f32, usize) {
    use ControllerPart::{Grip, Lower, Menu, Pad, Rest, Stick, Trigger, Upper};
    match part {
        Trigger => (-1.0, 0),
        Stick => (-1.0, 1),
        Menu => (-1.0, 2),
        Grip => (-1.0, 3),
        Upper => (1.0, 0),
        Lower => (1.0, 1),
        Pad => (1.0, 2),
        Rest => (1.0, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controller_fits_a_hand_and_has_its_parts_on_it() {
        for model in ControllerModel::ALL {
            let body = body(model);
            assert!(!body.is_empty());
            // Largest extent of a form from its middle.
            let reach = |form: &Form| form.place.scale.max_element() / 2.0;
            for form in &body {
                let far = form.place.translation.length() + reach(form);
                assert!(far < 0.20, "{model:?}: {far}");
            }
            let parts = parts(model);
            for (part, form) in &parts {
                let touches = |of: &Form| {
                    let apart = of.place.translation.distance(form.place.translation);
                    apart < reach(of) + reach(form)
                };
                assert!(body.iter().any(touches), "{model:?}: {part:?}");
                assert!(reach(form) < 0.03, "{model:?}: {part:?}");
            }
            let mut kinds: Vec<_> = parts.iter().map(|(part, _)| *part).collect();
            kinds.sort();
            kinds.dedup();
            assert_eq!(kinds.len(), parts.len(), "{model:?}");
        }
    }

    #[test]
    fn left_hand_has_the_mirror_image() {
        for model in ControllerModel::ALL {
            for (_, form) in parts(model) {
                let other = form.of(Hand::Left);
                assert_eq!(other.mirrored(), form);
                for point in [Vec3::X, Vec3::Y, Vec3::Z] {
                    // The solids are symmetric.
                    let flipped = point * Vec3::new(-1.0, 1.0, 1.0);
                    let seen = form.place.transform_point(flipped) * Vec3::new(-1.0, 1.0, 1.0);
                    assert!(other.place.transform_point(point).distance(seen) < 1e-5);
                }
            }
        }
    }
}
