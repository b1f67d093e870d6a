//! Shared assets of controllers and hands: unit solids and their materials.

use bevy::prelude::*;

use super::model::Solid;
use crate::config::Hand;
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
    /// Material of a controller's body.
    pub body: Handle<StandardMaterial>,
    /// Material of a part.
    pub part: Handle<StandardMaterial>,
    /// Material of a labelled part.
    pub marked: Handle<StandardMaterial>,
    /// Material of a hand.
    pub skin: Handle<StandardMaterial>,
    /// Material of a label's plate.
    pub plate: Handle<StandardMaterial>,
    /// Material of text.
    pub ink: Handle<StandardMaterial>,
}

impl ControllerLooks {
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
    let mut rough = |base_color, perceptual_roughness| {
        materials.add(StandardMaterial {
            base_color,
            perceptual_roughness,
            ..default()
        })
    };
    let body = rough(Color::srgb(0.16, 0.17, 0.20), 0.6);
    let part = rough(Color::srgb(0.34, 0.36, 0.41), 0.4);
    let skin = rough(Color::srgb(0.62, 0.66, 0.74), 0.75);
    let mut plain = |base_color| {
        materials.add(StandardMaterial {
            base_color,
            unlit: true,
            ..default()
        })
    };
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
        body,
        part,
        marked: plain(Color::srgb(1.0, 0.80, 0.35)),
        skin,
        plate: plain(theme::BUTTON),
        ink: plain(theme::TEXT),
    });
}
