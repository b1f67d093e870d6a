//! The assets of controllers and hands: a few bodies of size 1, and their materials.

use bevy::prelude::*;

use super::model::Solid;
use crate::config::Hand;
use icochess_ui::style::theme;

/// Marks what is drawn of the controller in a hand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfHand(pub Hand);

/// Marks a part of a controller that does something.
#[derive(Component, Debug)]
pub struct Marked;

/// The bodies and the materials.
#[derive(Resource, Debug, Clone)]
pub struct ControllerLooks {
    ball: Handle<Mesh>,
    bead: Handle<Mesh>,
    rod: Handle<Mesh>,
    peg: Handle<Mesh>,
    bolster: Handle<Mesh>,
    ring: Handle<Mesh>,
    /// The material of the body of a controller.
    pub body: Handle<StandardMaterial>,
    /// The material of a part that a finger uses.
    pub part: Handle<StandardMaterial>,
    /// The material of a part whose use is told in words.
    pub marked: Handle<StandardMaterial>,
    /// The material of a hand.
    pub skin: Handle<StandardMaterial>,
    /// The material of what words are written on.
    pub plate: Handle<StandardMaterial>,
    /// The material of letters.
    pub ink: Handle<StandardMaterial>,
}

impl ControllerLooks {
    /// The mesh of a body.
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
    // Half a metre away, with 25 pixels a degree, the largest of each stray from what is round by about a
    // pixel and a half, as pieces do in lower detail.
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
