//! Shared assets of controllers and hands: unit solids and their materials.

use bevy::prelude::*;

use super::model::Solid;
use crate::config::Hand;
use crate::hands::HandInput;
use crate::near::{CarriedPiece, Near};
use icochess_board::stage::drawing::unlit;
use icochess_ui::style::theme;

/// Marks drawn entities of the controller in a hand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfHand(pub Hand);

/// Marks a controller part that has an action.
#[derive(Component, Debug)]
pub struct Marked;

/// Meshes of the solids, and the materials.
#[derive(Resource, Debug, Clone)]
pub struct ControllerLooks {
    ball: Handle<Mesh>,
    bead: Handle<Mesh>,
    rod: Handle<Mesh>,
    peg: Handle<Mesh>,
    bolster: Handle<Mesh>,
    ring: Handle<Mesh>,
    hands: [HandMaterials; 2],
    /// Material of a label's plate.
    pub plate: Handle<StandardMaterial>,
    /// Material of text.
    pub ink: Handle<StandardMaterial>,
}

/// Materials of one hand, which fades by itself.
#[derive(Debug, Clone)]
pub struct HandMaterials {
    /// Material of a controller's body.
    pub body: Handle<StandardMaterial>,
    /// Material of a part.
    pub part: Handle<StandardMaterial>,
    /// Material of a labelled part.
    pub marked: Handle<StandardMaterial>,
    /// Material of a bare hand.
    pub skin: Handle<StandardMaterial>,
}

/// Opacity of a hand that touches or carries something, so that it doesn't hide that.
const FADED: f32 = 0.2;

impl ControllerLooks {
    /// Returns the materials of a hand.
    pub const fn hand(&self, hand: Hand) -> &HandMaterials {
        &self.hands[hand as usize]
    }

    /// Returns the mesh of a solid.
    pub fn mesh(&self, solid: Solid) -> Handle<Mesh> {
        let mesh = match solid {
            Solid::Ball => &self.ball,
            Solid::Bead => &self.bead,
            Solid::Rod => &self.rod,
            Solid::Peg => &self.peg,
            Solid::Bolster => &self.bolster,
            Solid::Ring => &self.ring,
        };
        mesh.clone()
    }
}

pub(super) fn make(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let rough = |base_color, perceptual_roughness| StandardMaterial {
        base_color,
        perceptual_roughness,
        ..default()
    };
    let hands = Hand::BOTH.map(|_| HandMaterials {
        body: materials.add(rough(Color::srgb(0.16, 0.17, 0.20), 0.6)),
        part: materials.add(rough(Color::srgb(0.34, 0.36, 0.41), 0.4)),
        marked: materials.add(unlit(Color::srgb(1.0, 0.80, 0.35))),
        skin: materials.add(rough(Color::srgb(0.62, 0.66, 0.74), 0.75)),
    });
    // The largest of each deviate from a true circle by about 1.5 pixels, as seen from 0.5 m at 25
    // pixels per degree. That matches pieces at a lower level of detail.
    let rod = |sides| Cylinder::new(0.5, 1.0).mesh().resolution(sides).build();
    commands.insert_resource(ControllerLooks {
        ball: meshes.add(Sphere::new(0.5).mesh().uv(16, 8)),
        bead: meshes.add(Sphere::new(0.5).mesh().uv(12, 6)),
        rod: meshes.add(rod(16)),
        peg: meshes.add(rod(8)),
        bolster: meshes.add(
            Capsule3d::new(0.5, 1.0)
                .mesh()
                .latitudes(8)
                .longitudes(12)
                .build()
                .scaled_by(Vec3::new(1.0, 0.5, 1.0)),
        ),
        ring: meshes.add(
            Torus::new(0.40, 0.5)
                .mesh()
                .minor_resolution(8)
                .major_resolution(24)
                .build(),
        ),
        hands,
        plate: materials.add(unlit(theme::BUTTON)),
        ink: materials.add(unlit(theme::TEXT)),
    });
}

/// Fades hands that touch something on the board or carry a piece.
pub(super) fn fade_hands(
    hands: Query<(&HandInput, &Near)>,
    carried: Res<CarriedPiece>,
    looks: Res<ControllerLooks>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut faded: Local<[bool; 2]>,
) {
    for (input, near) in &hands {
        let hand = input.hand;
        let is_faded = near.thing().is_some() || carried.by(hand).is_some();
        if std::mem::replace(&mut faded[hand as usize], is_faded) == is_faded {
            continue;
        }
        let HandMaterials {
            body,
            part,
            marked,
            skin,
        } = looks.hand(hand);
        for handle in [body, part, marked, skin] {
            if let Some(mut material) = materials.get_mut(handle) {
                let (alpha, mode) = if is_faded {
                    (FADED, AlphaMode::Blend)
                } else {
                    (1.0, AlphaMode::Opaque)
                };
                material.base_color.set_alpha(alpha);
                material.alpha_mode = mode;
            }
        }
    }
}
