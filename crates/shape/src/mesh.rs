//! Engine-independent meshes and materials.

use bevy_color::Color;
use bevy_math::{Quat, Vec2, Vec3};

/// A triangle mesh with vertex normals.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TriangleMesh {
    /// Vertices, in metres.
    pub positions: Vec<Vec3>,
    /// Unit normals of the vertices.
    pub normals: Vec<Vec3>,
    /// Texture coordinates of the vertices; empty without a texture.
    pub uvs: Vec<Vec2>,
    /// Linear colours of the vertices with their alpha; empty for white.
    pub colors: Vec<[f32; 4]>,
    /// Three indices per triangle, counter-clockwise from outside.
    pub indices: Vec<u32>,
}

impl TriangleMesh {
    /// Appends another mesh.
    pub fn add(&mut self, other: &Self) {
        let base = self.positions.len() as u32;
        self.positions.extend(&other.positions);
        self.normals.extend(&other.normals);
        self.uvs.extend(&other.uvs);
        self.colors.extend(&other.colors);
        self.indices.extend(other.indices.iter().map(|i| base + i));
    }

    /// Moves the mesh by a vector, in metres.
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

/// The grain of a surface's wood or stone, as a pattern of its colour.
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
    /// All grains.
    pub const ALL: [Self; 3] = [Self::Fine, Self::Open, Self::Stone];
}

/// A surface material in the terms of glTF's metallic-roughness model and Bevy's
/// `StandardMaterial`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// Colour of the surface under white light.
    pub base_color: Color,
    /// Perceptual roughness, 0 to 1.
    pub perceptual_roughness: f32,
    /// Metallic factor, 0 to 1.
    pub metallic: f32,
    /// Specular intensity of non-metals, 0 to 1; 0.5 reflects 4% head on.
    pub reflectance: f32,
    /// Whether the surface ignores light.
    pub unlit: bool,
    /// Wood or stone of the surface; `None` for a plain colour.
    pub grain: Option<Grain>,
}

impl Default for Material {
    /// Returns a white, half rough, non-metallic material.
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
