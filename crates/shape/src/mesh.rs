//! Meshes and materials as data, for any engine.

use bevy_color::Color;
use bevy_math::{Quat, Vec3};

/// Triangles with a normal for each vertex.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TriangleMesh {
    /// Vertices, metres.
    pub positions: Vec<Vec3>,
    /// Unit normals of the vertices.
    pub normals: Vec<Vec3>,
    /// Three for each triangle, counter-clockwise from outside.
    pub indices: Vec<u32>,
}

impl TriangleMesh {
    /// Adds another mesh.
    pub fn add(&mut self, other: &Self) {
        let base = self.positions.len() as u32;
        self.positions.extend(&other.positions);
        self.normals.extend(&other.normals);
        self.indices.extend(other.indices.iter().map(|i| base + i));
    }

    /// Moves the mesh by a vector, metres.
    pub fn translated(mut self, by: Vec3) -> Self {
        for position in &mut self.positions {
            *position += by;
        }
        self
    }

    /// Rotates the mesh about the origin.
    pub fn rotated(mut self, by: Quat) -> Self {
        for vector in self.positions.iter_mut().chain(&mut self.normals) {
            *vector = by * *vector;
        }
        self
    }
}

/// The wood or stone that a surface is cut from, as its colour shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grain {
    /// Wood with fine, even fibres, such as maple.
    Fine,
    /// Wood with rings and open pores, such as walnut.
    Open,
    /// Stone with soft clouds.
    Stone,
}

impl Grain {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Fine, Self::Open, Self::Stone];
}

/// The material of a surface, in the terms of glTF's metallic-roughness model and of Bevy's
/// `StandardMaterial`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// The colour of the surface under white light.
    pub base_color: Color,
    /// Roughness as it is perceived, 0 to 1.
    pub perceptual_roughness: f32,
    /// The metallic factor, 0 to 1.
    pub metallic: f32,
    /// Specular intensity of what is no metal, 0 to 1; 0.5 is 4 % reflected head on.
    pub reflectance: f32,
    /// Whether it has its colour whatever the light.
    pub unlit: bool,
    /// The wood or stone that it is cut from; `None` for a surface of one colour.
    pub grain: Option<Grain>,
}

impl Default for Material {
    /// White, half rough and no metal.
    fn default() -> Self {
        Self {
            base_color: Color::WHITE,
            perceptual_roughness: 0.5,
            metallic: 0.0,
            reflectance: 0.5,
            unlit: false,
            grain: None,
        }
    }
}
