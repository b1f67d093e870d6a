//! Materials and meshes of the pieces.

use bevy::math::Affine2;
use bevy::prelude::*;

use crate::pieces::inlays::{TALL, picture};
use crate::pieces::meshes::{DETAILS, piece_meshes};
use crate::pieces::models::PieceModels;
use crate::stage::palette::{Banded, Colors, FADED_PIECE, Palette};
use crate::stage::root::BuildSystems;
use crate::stage::shape::BoardShape;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::Side;
use icochess_shape::{Detail, PieceKind};

/// Reflectance of each side's pieces (`StandardMaterial::reflectance`).
const REFLECTANCE: [f32; 2] = [0.45, 0.5];

/// Marks a piece whose mesh depends on its kind, its side and its distance.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Detailed(pub(crate) PieceKind, pub(crate) Side);

/// Components for the appearance of a piece.
pub(crate) type PieceLook = (Mesh3d, MeshMaterial3d<StandardMaterial>, Detailed);

/// Meshes by kind of piece and materials by side.
#[derive(Resource, Debug)]
pub(crate) struct PieceLooks {
    /// Meshes of each kind, by side and detail.
    meshes: Vec<[[Handle<Mesh>; DETAILS]; 2]>,
    materials: [Handle<StandardMaterial>; 2],
    /// Materials of faded pieces, by side.
    faded: [Handle<StandardMaterial>; 2],
}

impl PieceLooks {
    /// Returns the components of a piece's appearance, with a mesh that adapts to its distance.
    pub(crate) fn look(&self, kind: PieceKind, side: Side) -> PieceLook {
        (
            Mesh3d(self.mesh(kind, side, Detail::Low).clone()),
            MeshMaterial3d(self.material(side, false).clone()),
            Detailed(kind, side),
        )
    }

    /// Returns the mesh of a kind and side.
    pub(crate) fn mesh(&self, kind: PieceKind, side: Side, detail: Detail) -> &Handle<Mesh> {
        &self.meshes[kind as usize][side.index()][detail as usize]
    }

    /// Returns the material of a side's pieces, faded or not.
    pub(crate) fn material(&self, side: Side, fades: bool) -> &Handle<StandardMaterial> {
        let materials = if fades { &self.faded } else { &self.materials };
        &materials[side.index()]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PieceModels>().add_systems(
        Update,
        (
            load_looks.in_set(BuildSystems),
            paint_pieces
                .run_if(
                    resource_exists::<PieceLooks>.and_then(
                        resource_exists_and_changed::<PieceLooks>
                            .or_else(resource_changed::<Palette>)
                            .or_else(resource_changed::<Banded>),
                    ),
                )
                .in_set(AppSystems::Scene),
        ),
    );
}

pub(crate) fn load_looks(
    mut commands: Commands,
    (game, shape, models): (Res<Match>, Res<BoardShape>, Res<PieceModels>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let shown = (&**shape, game.position());
    let meshes = PieceKind::ALL
        .into_iter()
        .zip(piece_meshes())
        .map(|(kind, built_in)| {
            let size = Vec3::splat(shape.piece_scale);
            let built_in = built_in.map(|mesh| meshes.add(mesh.scaled_by(size)));
            Side::ALL.map(
                |side| match models.of_kind((kind, side), game.record().board(), shown) {
                    Some(brought) => {
                        let mesh = meshes.add(brought.scaled_by(size));
                        std::array::from_fn(|_| mesh.clone())
                    }
                    None => built_in.clone(),
                },
            )
        })
        .collect();
    let on_pieces = Affine2::from_scale(Vec2::new(1.0, 1.0 / TALL));
    let material = |reflectance| StandardMaterial {
        perceptual_roughness: 0.42,
        reflectance,
        uv_transform: on_pieces,
        ..default()
    };
    commands.insert_resource(PieceLooks {
        meshes,
        materials: REFLECTANCE.map(|it| materials.add(material(it))),
        faded: REFLECTANCE.map(|it| materials.add(material(it))),
    });
}

/// Applies the palette to the pieces of both sides, with inlays and optional bands.
fn paint_pieces(
    (palette, banded, shape): (Res<Palette>, Res<Banded>, Res<BoardShape>),
    (looks, models): (Res<PieceLooks>, Res<PieceModels>),
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    for side in Side::ALL {
        // A hanging piece may appear in front of the night sky.
        let own = match shape.inside {
            Some(_) => palette.piece_in_air(side),
            None => palette.piece(side),
        };
        let has_bands = banded.0 == Some(side);
        let mut image = |painted| images.add(picture(own, palette.inlay(side), has_bands, painted));
        let base = image(Color::WHITE);
        // Only faces of custom models have their own colours, which don't glow.
        let glowing = if models.is_empty() {
            base.clone()
        } else {
            image(Color::BLACK)
        };
        let glow = palette.glow(side);
        let glow = LinearRgba::rgb(glow, glow, glow);
        for (of, part) in [(&looks.materials, 1.0), (&looks.faded, FADED_PIECE)] {
            if let Some(mut material) = materials.get_mut(&of[side.index()]) {
                // Bevy multiplies emission by the alpha.
                material.emissive = glow / part;
                material.emissive_texture = Some(glowing.clone());
                material.base_color_texture = Some(base.clone());
            }
        }
    }
}
