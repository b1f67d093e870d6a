//! The panes of a glass board, batched into layers. A layer is one mesh of all panes in one plane
//! of a part, followed by their pieces' shadows.
//!
//! Blended meshes are drawn from back to front, and only consecutive meshes with the same material
//! are batched. Single panes and shadows would interleave in depth, at almost one draw call each.
//! Panes and shadows in a layer don't overlap, and any two layers have a clear depth order.

use bevy::prelude::*;
use icochess_rules::{Cell, CellSet};
use icochess_shape::{PlaceKind, Shape, TriangleMesh};

use super::cells::bevelled;
use super::focus::Focus;
use super::highlight::{HighlightSystems, face};
use super::through::{ClearSystems, Cleared};
use crate::pieces::contact;
use crate::pieces::contact::{SHADOW, Shaded, ShadowLook, is_under_foot, lying};
use crate::stage::drawing::GLASS;
use crate::stage::looks::{TileLook, Tint};
use crate::stage::palette::{GHOST, Palette};
use crate::stage::parts;
use crate::stage::parts::Parts;
use crate::stage::root::BuildSystems;
use crate::stage::shape::{BoardShape, mesh};
use crate::stage::switches::OnMap;
use icochess_base::schedule::AppSystems;
use icochess_play::game::OnCell;

/// Tolerance for places in one plane, in metres.
const EVEN: f32 = 1e-4;
/// Texture coordinate of an opaque white point in the shadow texture, used by the panes.
const PLAIN: Vec2 = Vec2::splat(0.5);

/// Fraction of the opacity that remains when a pane reveals pieces on another level. With less, its
/// square disappears, and these pieces seem to be on it.
const CLEARED: f32 = 0.6;

/// Appearance of a pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PaneLook {
    tint: Tint,
    /// Whether a piece casts its contact shadow on the pane.
    is_shaded: bool,
    /// Whether the pane reveals pieces on another level.
    is_cleared: bool,
    /// Whether a faded pane is nearly invisible.
    is_ghost: bool,
}

impl PaneLook {
    /// Returns the colour of a pane of this kind.
    fn color(self, palette: Palette, shape: &Shape, kind: usize) -> Color {
        let color = face(palette, shape, self.tint, kind);
        if self.is_cleared && self.tint == Tint::Plain {
            color.with_alpha(color.alpha() * CLEARED)
        } else if self.is_ghost && self.tint == Tint::Faded {
            color.with_alpha(GHOST)
        } else {
            color
        }
    }
}

/// Layer of panes.
#[derive(Component, Debug)]
pub struct Panes {
    cells: Vec<Cell>,
    /// Appearance of each pane as drawn; empty before the first drawing.
    drawn: Vec<PaneLook>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn_panes
                .after(parts::spawn_parts)
                .after(contact::load_shadow_look)
                .in_set(BuildSystems),
            draw_panes
                .run_if(
                    resource_changed::<Palette>
                        .or_else(resource_changed::<Shaded>)
                        .or_else(resource_changed::<Cleared>)
                        .or_else(resource_changed::<Focus>)
                        .or_else(any_match_filter::<Or<(Added<Panes>, Changed<TileLook>)>>),
                )
                .after(HighlightSystems)
                .after(contact::update_shadows)
                .after(ClearSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

/// Returns the cells of a board by layer. The places of a layer are in one plane of one part.
fn layers(shape: &Shape) -> Vec<Vec<Cell>> {
    let is_level = |cell: Cell, with: Cell| {
        let [place, other] = [cell, with].map(|it| &shape.places[it.index()]);
        let up = place.frame.rotation * Vec3::Y;
        let apart = (other.frame.translation - place.frame.translation).dot(up);
        let is_parallel = up.abs_diff_eq(other.frame.rotation * Vec3::Y, EVEN);
        place.part == other.part && is_parallel && apart.abs() < EVEN
    };
    let mut layers: Vec<Vec<Cell>> = Vec::new();
    for cell in shape.cells() {
        match layers.iter_mut().find(|layer| is_level(cell, layer[0])) {
            Some(layer) => layer.push(cell),
            None => layers.push(vec![cell]),
        }
    }
    layers
}

fn spawn_panes(
    mut commands: Commands,
    (shape, parts, shadows): (Res<BoardShape>, Res<Parts>, Res<ShadowLook>),
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    // All panes of a board have the same glass.
    let Some(glass) = shape.kinds.iter().find(|kind| kind.is_glass()) else {
        return;
    };
    let material = materials.add(material(glass, shadows.picture.clone()));
    for cells in layers(&shape) {
        let part = parts.of(cells[0], &shape);
        commands.spawn((
            Name::new("panes"),
            Panes {
                cells,
                drawn: Vec::new(),
            },
            Mesh3d::default(),
            MeshMaterial3d(material.clone()),
            Visibility::Inherited,
            ChildOf(part),
        ));
    }
}

/// Returns the material of panes of this glass and of shadows with this texture. Colours come from
/// the mesh.
fn material(glass: &PlaceKind, shadow: Handle<Image>) -> StandardMaterial {
    StandardMaterial {
        base_color_texture: Some(shadow),
        alpha_mode: AlphaMode::Blend,
        depth_bias: GLASS,
        perceptual_roughness: glass.roughness,
        reflectance: 0.25,
        // Glass is visible from below too.
        double_sided: true,
        cull_mode: None,
        ..default()
    }
}

/// Returns the mesh of these cells with their appearance, in the frame of their part.
fn layer_mesh<'a>(
    cells: impl Iterator<Item = (&'a Cell, &'a PaneLook)> + Clone,
    shape: &Shape,
    palette: Palette,
) -> Mesh {
    let mut layer = TriangleMesh::default();
    let mut add = |mut figure: TriangleMesh, cell: Cell, color: Color| {
        figure.colors = vec![color.to_linear().to_f32_array(); figure.positions.len()];
        let at = shape.frame(cell);
        layer.add(&figure.rotated(at.rotation).translated(at.translation));
    };
    for (&cell, look) in cells.clone() {
        let kind = shape.places[cell.index()].kind;
        let mut pane = bevelled(&shape.kinds[kind]);
        pane.uvs = vec![PLAIN; pane.positions.len()];
        add(pane, cell, look.color(palette, shape, kind));
    }
    let shadow = lying(shape);
    let is_hidden = is_under_foot(shape);
    for (&cell, look) in cells {
        let mut shadow = shadow.clone();
        if !look.is_shaded || is_hidden {
            // Keeps the vertices, because layers are sorted by the middle of their bounds.
            shadow.indices.clear();
        }
        add(shadow, cell, SHADOW);
    }
    mesh(layer)
}

/// Redraws the layers whose appearance changed.
fn draw_panes(
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    (shaded, cleared, focus): (Res<Shaded>, Res<Cleared>, Res<Focus>),
    tiles: Query<(&OnCell, &TileLook), Without<OnMap>>,
    mut layers: Query<(&mut Panes, &mut Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if layers.is_empty() {
        return;
    }
    let mut tints = vec![Tint::default(); shape.places.len()];
    for (on, look) in &tiles {
        tints[on.0.index()] = look.tint;
    }
    for (mut panes, mut drawn) in &mut layers {
        let look = |cell: &Cell| PaneLook {
            tint: tints[cell.index()],
            is_shaded: shaded.0.contains(*cell),
            is_cleared: cleared.0.contains(*cell),
            is_ghost: focus.ghosts && tints[cell.index()] == Tint::Faded,
        };
        let now: Vec<PaneLook> = panes.cells.iter().map(look).collect();
        if panes.drawn == now && !palette.is_changed() {
            continue;
        }
        let cells = panes.cells.iter().zip(&now);
        drawn.0 = meshes.add(layer_mesh(cells, &shape, *palette));
        panes.drawn = now;
    }
}

#[cfg(test)]
mod tests {
    use bevy::camera::primitives::MeshAabb;
    use bevy::mesh::VertexAttributeValues;
    use icochess_boards::Variant;

    use super::*;

    /// Yields the glass boards.
    fn boards() -> impl Iterator<Item = Shape> {
        let all = Variant::ALL.into_iter().map(Variant::shape);
        all.filter(Shape::is_glass)
    }

    fn layer(shape: &Shape, cells: &[Cell], looks: &[PaneLook]) -> Mesh {
        layer_mesh(cells.iter().zip(looks), shape, Palette::default())
    }

    fn triangles(mesh: &Mesh) -> usize {
        mesh.indices().unwrap().len() / 3
    }

    #[test]
    fn each_glass_place_is_in_one_layer_of_its_part() {
        assert!(boards().next().is_some());
        for shape in boards() {
            let layers = layers(&shape);
            let mut all: Vec<_> = layers.concat().iter().map(|cell| cell.index()).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..shape.places.len()));
            // With many layers, batching would gain little.
            assert!(layers.len() * 4 <= shape.places.len(), "{}", shape.board);
            for layer in layers {
                let places = layer.iter().map(|cell| &shape.places[cell.index()]);
                let first = &shape.places[layer[0].index()];
                let height = first.frame.translation.y;
                for place in places {
                    assert_eq!(place.part, first.part);
                    assert!((place.frame.translation.y - height).abs() < EVEN);
                }
            }
        }
    }

    #[test]
    fn all_panes_of_a_board_share_one_glass() {
        for shape in boards() {
            let first = &shape.kinds[0];
            let mut kinds = shape.kinds.iter();
            assert!(kinds.all(|kind| kind.is_glass() && kind.roughness == first.roughness));
        }
    }

    #[test]
    fn layers_show_each_panes_tint_and_shadow() {
        for shape in boards() {
            for cells in layers(&shape) {
                let plain = PaneLook {
                    tint: Tint::Plain,
                    is_shaded: false,
                    is_cleared: false,
                    is_ghost: false,
                };
                let plain = vec![plain; cells.len()];
                let empty = layer(&shape, &cells, &plain);
                let mut looks = plain;
                looks[0] = PaneLook {
                    tint: Tint::LastMove,
                    is_shaded: true,
                    is_cleared: true,
                    is_ghost: false,
                };
                let shaded = layer(&shape, &cells, &looks);
                let more = if is_under_foot(&shape) { 0 } else { 2 };
                assert_eq!(triangles(&shaded), triangles(&empty) + more);
                // The layer keeps its depth order.
                let [before, now] = [&empty, &shaded].map(|it| it.compute_aabb().unwrap().center);
                assert_eq!(before, now);
                let Some(VertexAttributeValues::Float32x4(colors)) =
                    shaded.attribute(Mesh::ATTRIBUTE_COLOR)
                else {
                    panic!("no colours");
                };
                assert_eq!(colors.len(), shaded.count_vertices());
                let mut first = 0;
                for (cell, look) in cells.iter().zip(&looks) {
                    let kind = shape.places[cell.index()].kind;
                    let wanted = face(Palette::default(), &shape, look.tint, kind);
                    let corners = bevelled(&shape.kinds[kind]).positions.len();
                    let pane = &colors[first..first + corners];
                    let wanted = wanted.to_linear().to_f32_array();
                    assert!(pane.iter().all(|color| *color == wanted), "{cell:?}");
                    first += corners;
                }
            }
        }
    }
}
