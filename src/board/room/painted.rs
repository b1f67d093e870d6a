//! Meshes of what is around the board: with colours that hold the light already, so that no lamp has
//! to be asked for each pixel of a picture that is mostly room.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// Vertices with linear colours and places in a picture, gathered into one mesh.
#[derive(Default)]
pub(super) struct Painted {
    positions: Vec<Vec3>,
    colors: Vec<[f32; 4]>,
    places: Vec<Vec2>,
    indices: Vec<u32>,
}

impl Painted {
    /// Adds a face of four corners with their colours, counter-clockwise from where it is seen.
    pub(super) fn quad(&mut self, corners: [Vec3; 4], colors: [Vec3; 4]) {
        let whole = [Vec2::Y, Vec2::ONE, Vec2::X, Vec2::ZERO];
        self.pictured(corners, colors, whole);
    }

    /// The same, with the places of the corners in a picture.
    pub(super) fn pictured(&mut self, corners: [Vec3; 4], colors: [Vec3; 4], places: [Vec2; 4]) {
        let base = self.positions.len() as u32;
        self.positions.extend(corners);
        self.colors
            .extend(colors.map(|color| color.extend(1.0).to_array()));
        self.places.extend(places);
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| base + i));
    }

    /// Adds a level disc about the origin, as rings with these radii; each point has the colour that
    /// `color` says, and its place in a picture is where it lies, metres.
    pub(super) fn disc(&mut self, height: f32, radii: &[f32], color: impl Fn(Vec3) -> Vec3) {
        for pair in radii.windows(2) {
            for step in 0..AROUND {
                let corners = [
                    (pair[0], step),
                    (pair[1], step),
                    (pair[1], step + 1),
                    (pair[0], step + 1),
                ]
                .map(|(radius, step)| around(step, AROUND) * radius + Vec3::Y * height);
                // Seen from above.
                let corners = [corners[3], corners[2], corners[1], corners[0]];
                let places = corners.map(|at| Vec2::new(at.x, at.z));
                self.pictured(corners, corners.map(&color), places);
            }
        }
    }

    /// Adds a band round the origin between two circles, given by their radii and heights; it is seen
    /// from the left of who goes from the first to the second, looking outwards.
    pub(super) fn band(&mut self, [from, to]: [(f32, f32); 2], color: impl Fn(Vec3) -> Vec3) {
        for step in 0..AROUND {
            let at = |(radius, height): (f32, f32), step: usize| {
                around(step, AROUND) * radius + Vec3::Y * height
            };
            let corners = [
                at(from, step),
                at(to, step),
                at(to, step + 1),
                at(from, step + 1),
            ];
            self.quad(corners, corners.map(&color));
        }
    }

    /// Adds an upright post with four sides and a top.
    pub(super) fn post(
        &mut self,
        foot: Vec3,
        half: f32,
        height: f32,
        color: impl Fn(Vec3) -> Vec3,
    ) {
        let corner = |side: usize, up: f32| {
            let angle = (side as f32 + 0.5) / 4.0 * TAU;
            foot + Vec3::new(angle.cos(), 0.0, -angle.sin()) * half + Vec3::Y * up
        };
        for side in 0..4 {
            let corners = [
                corner(side, 0.0),
                corner(side + 1, 0.0),
                corner(side + 1, height),
                corner(side, height),
            ];
            self.quad(corners, corners.map(&color));
        }
        let top = [0, 1, 2, 3].map(|side| corner(side, height));
        self.quad(top, top.map(&color));
    }

    /// Adds a square that faces a point.
    pub(super) fn facing(&mut self, middle: Vec3, half: f32, eye: Vec3, color: Vec3) {
        let towards = (eye - middle).normalize_or(Vec3::Z);
        let right = Vec3::Y.cross(towards).try_normalize().unwrap_or(Vec3::X) * half;
        let up = towards.cross(right);
        let corners = [
            middle - right - up,
            middle + right - up,
            middle + right + up,
            middle - right + up,
        ];
        self.quad(corners, [color; 4]);
    }

    /// The mesh.
    pub(super) fn mesh(self) -> Mesh {
        let normals = vec![Vec3::Y; self.positions.len()];
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::RENDER_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
        .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// Number of corners of what is round.
pub(super) const AROUND: usize = 48;

/// The direction of a corner of what is round, level.
pub(super) fn around(step: usize, steps: usize) -> Vec3 {
    let angle = step as f32 / steps as f32 * TAU;
    Vec3::new(angle.cos(), 0.0, angle.sin())
}

/// The base colour of a material whose mesh has its light in its colours, where the room has a part of
/// that light, 0 to 1.
pub(super) fn in_light(part: f32) -> Color {
    Color::linear_rgb(part, part, part)
}

/// A material that has the colours of its mesh, whatever the lights, and is seen from both sides.
pub(super) fn as_painted() -> StandardMaterial {
    StandardMaterial {
        base_color: in_light(1.0),
        unlit: true,
        cull_mode: None,
        ..default()
    }
}

/// The same for what shines: its light is added to what is behind.
pub(super) fn shining(spot: Handle<Image>) -> StandardMaterial {
    StandardMaterial {
        base_color_texture: Some(spot),
        alpha_mode: AlphaMode::Add,
        ..as_painted()
    }
}
