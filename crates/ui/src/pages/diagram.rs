//! A small picture of a position on any board. Flat boards are seen from above, boards with levels
//! at a slant, and balls from both homes.

use bevy::prelude::*;

use super::symbols::hollow;
use crate::kit::build::Ui;
use crate::state::ui_state::UiState;
use crate::style::fonts::RAISED;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_board::pieces::piece::piece_kind;
use icochess_board::stage::palette::{Colors, Palette};
use icochess_rules::{AnyBoard, AnyPosition, Cell, Side};
use icochess_shape::{Hold, Home, Place, Shape, axes};

/// Width and height of a view, in logical pixels.
const VIEW: f32 = 150.0;

/// Maximum height difference of cells on one level, in metres.
const LEVEL: f32 = 1e-3;

/// Elevation of the eye for boards with levels, in radians.
const SLANT: f32 = 0.6;

/// Opacity of a tile's colour, 0 to 1. It is low enough for all pieces to have contrast.
const TINT: f32 = 0.12;

/// Fraction of a view between the centres of the outermost cells.
const USED: f32 = 0.84;

/// Adds the picture of a position text, or nothing for an unknown board.
pub(super) fn build(state: &UiState, ui: &mut Ui, board: &str, position: &str) {
    let Some(board) = state.boards.get(board) else {
        return;
    };
    if let Ok(record) = board.read_position(position) {
        of(state, ui, board, record.position());
    }
}

/// Adds the picture of a position, or nothing for a board without a shape.
fn of(state: &UiState, ui: &mut Ui, board: AnyBoard, position: &dyn AnyPosition) {
    let Some(shape) = state.boards.shape(board) else {
        return;
    };
    let projections = projections(&shape);
    // The views stay in one row, without shrinking.
    let views = Node {
        column_gap: ui.px(8.0),
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(views, |ui| {
        for projection in &projections {
            let node = Node {
                width: ui.px(VIEW),
                height: ui.px(VIEW),
                flex_shrink: 0.0,
                border_radius: match shape.hold {
                    Hold::Ball => BorderRadius::MAX,
                    Hold::Table { .. } => BorderRadius::all(ui.px(4.0)),
                },
                ..default()
            };
            let ground = (Name::new("diagram"), BackgroundColor(theme::BUTTON));
            ui.spawn((node, ground, Pickable::IGNORE), |ui| {
                for level in levels(&shape, position, projection) {
                    for (_, cell) in &level {
                        tile(ui, &shape, projection, *cell);
                    }
                    for (at, cell) in level {
                        piece(ui, position, at, cell);
                    }
                }
            });
        }
    });
}

/// Returns the views of a board: one view of a board on a table, one from each home of a ball.
fn projections(shape: &Shape) -> Vec<Projection> {
    match shape.hold {
        Hold::Table { .. } => vec![Projection::of_table(shape)],
        Hold::Ball => {
            let homes = shape.homes.iter();
            homes.map(|home| Projection::of_ball(shape, home)).collect()
        }
    }
}

/// Returns the visible cells with their positions, level by level from the lowest, each level back
/// to front. A ball counts as one level.
fn levels(
    shape: &Shape,
    position: &dyn AnyPosition,
    projection: &Projection,
) -> Vec<Vec<(Vec3, Cell)>> {
    let absent = position.absent();
    let mut cells: Vec<(Vec3, Cell)> = shape
        .cells()
        .filter(|cell| shape.is_there(shape.places[cell.index()].part, absent))
        .filter_map(|cell| Some((projection.seen(shape.centre(cell))?, cell)))
        .collect();
    cells.sort_by(|(one, _), (other, _)| one.z.total_cmp(&other.z));
    if projection.is_ball {
        return vec![cells];
    }
    let height = |cell: Cell| (shape.centre(cell).y / LEVEL).round() as i32;
    // A stable sort keeps the order within a level.
    cells.sort_by_key(|(_, cell)| height(*cell));
    let levels = cells.chunk_by(|(_, one), (_, other)| height(*one) == height(*other));
    levels.map(<[_]>::to_vec).collect()
}

/// Adds a tile as an axis-aligned rectangle, or else as its inscribed disc.
fn tile(ui: &mut Ui, shape: &Shape, projection: &Projection, cell: Cell) {
    let (middle, half, is_rectangle) = tile_seen(shape, projection, cell);
    let node = Node {
        position_type: PositionType::Absolute,
        left: percent(100.0 * (middle.x - half.x)),
        top: percent(100.0 * (middle.y - half.y)),
        width: percent(200.0 * half.x),
        height: percent(200.0 * half.y),
        border_radius: if is_rectangle {
            BorderRadius::ZERO
        } else {
            BorderRadius::MAX
        },
        ..default()
    };
    let ground = BackgroundColor(tinted(shape.kind(cell).shade));
    ui.spawn((node, ground, Pickable::IGNORE), |_| {});
}

/// Returns the outline of a tile in a picture: see [`seen_as`].
fn tile_seen(shape: &Shape, projection: &Projection, cell: Cell) -> (Vec2, Vec2, bool) {
    let frame = shape.places[cell.index()].frame;
    let kind = shape.kind(cell);
    let corners = kind.outline.iter().map(|corner| *corner * kind.face);
    let corners = corners.map(|corner| projection.flat(frame * corner));
    seen_as(&corners.collect::<Vec<_>>())
}

/// Returns the centre and half size of a tile with these corners, and whether it is an axis-aligned
/// rectangle. For other tiles, the half size is the radius of the inscribed disc.
fn seen_as(corners: &[Vec2]) -> (Vec2, Vec2, bool) {
    let (low, high) = bounds(corners.iter().copied());
    let size = high - low;
    let edges = || corners.iter().zip(corners.iter().cycle().skip(1));
    let doubled: f32 = edges().map(|(one, next)| one.perp_dot(*next)).sum();
    if doubled.abs() / 2.0 > 0.98 * size.x * size.y {
        return (low.midpoint(high), size / 2.0, true);
    }
    let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
    let distance = |(one, next): (&Vec2, &Vec2)| {
        let along = (*next - *one).normalize_or_zero();
        along.perp_dot(middle - *one).abs()
    };
    let radius = edges().map(distance).fold(f32::MAX, f32::min);
    (middle, Vec2::splat(radius), false)
}

/// Returns the colour of a tile under piece symbols.
fn tinted(shade: Color) -> Color {
    let tile = theme::BUTTON.mix(&shade.with_alpha(1.0), TINT);
    tile.with_alpha(shade.alpha())
}

fn piece(ui: &mut Ui, position: &dyn AnyPosition, at: Vec3, cell: Cell) {
    let Some(piece) = position.piece_at(cell) else {
        return;
    };
    let symbol = piece_kind(position, piece.role).symbol();
    let size = Size::Body.pixels();
    let half = 0.75 * size;
    let raised = if symbol.is_ascii() {
        0.0
    } else {
        RAISED * size
    };
    for (symbol, color) in layers(symbol, piece.side).into_iter().flatten() {
        let around = Node {
            position_type: PositionType::Absolute,
            left: percent(100.0 * at.x),
            top: percent(100.0 * at.y),
            width: ui.px(2.0 * half),
            height: ui.px(2.0 * half),
            margin: UiRect {
                left: ui.px(-half),
                top: ui.px(raised - half),
                ..default()
            },
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        };
        ui.node(around, |ui| ui.symbols(Size::Body, color, symbol));
    }
}

/// Returns the layers of a piece symbol, bottom first. White's symbol is solid, Black's is dark
/// with an outline. A letter in place of a symbol has one layer.
fn layers(symbol: &str, side: Side) -> [Option<(String, Color)>; 2] {
    let outline = symbol.chars().next().and_then(hollow);
    match (side, outline) {
        (Side::Black, Some(outline)) => {
            let within = Palette::Standard.piece(side);
            [
                Some((symbol.to_owned(), within)),
                Some((outline.to_string(), ink(side))),
            ]
        }
        _ => [Some((symbol.to_owned(), ink(side))), None],
    }
}

/// Returns a side's contrasting symbol colour: ivory, or the inlay of ebony pieces.
fn ink(side: Side) -> Color {
    match side {
        Side::White => Palette::Standard.piece(side),
        Side::Black => Palette::Standard.inlay(side),
    }
}

/// Returns the bounding box of the points.
fn bounds(points: impl Iterator<Item = Vec2>) -> (Vec2, Vec2) {
    points.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| {
        (low.min(at), high.max(at))
    })
}

/// The projection of a board to a picture.
struct Projection {
    /// The directions right, up and towards the eye, as orthogonal unit vectors.
    axes: Mat3,
    /// The centre of the view, and its half extent, in metres.
    middle: Vec2,
    half_extent: f32,
    /// Whether the board is a ball, whose far side is hidden.
    is_ball: bool,
}

impl Projection {
    /// Returns a view from above for a flat board; otherwise a slanted one from White's seat.
    fn of_table(shape: &Shape) -> Self {
        let [outwards, above, _] = axes(shape.hold, &shape.homes[0]);
        let height = |at: &Place| at.frame.translation.y;
        let low = shape.places.iter().map(height).fold(f32::MAX, f32::min);
        let is_level = shape.places.iter().all(|at| height(at) - low < LEVEL);
        if is_level {
            Self::new(shape, above, -outwards)
        } else {
            let (sin, cos) = SLANT.sin_cos();
            Self::new(shape, outwards * cos + above * sin, above)
        }
    }

    fn of_ball(shape: &Shape, home: &Home) -> Self {
        Self::new(shape, home.outwards, -home.ahead)
    }

    fn new(shape: &Shape, towards: Vec3, up: Vec3) -> Self {
        let towards = towards.normalize();
        let up = up.reject_from(towards).normalize();
        let axes = Mat3::from_cols(up.cross(towards), up, towards);
        let flat = |at: &Place| (axes.transpose() * at.frame.translation).truncate();
        let (low, high) = bounds(shape.places.iter().map(flat));
        Self {
            axes,
            middle: low.midpoint(high),
            half_extent: (high - low).max_element() / 2.0,
            is_ball: matches!(shape.hold, Hold::Ball),
        }
    }

    /// Returns the position of a point in the picture, 0 to 1 from the left and top. The z
    /// coordinate is its nearness, in metres. `None` for a point behind the ball.
    fn seen(&self, point: Vec3) -> Option<Vec3> {
        let near = (self.axes.transpose() * point).z;
        (!self.is_ball || near >= 0.0).then(|| self.flat(point).extend(near))
    }

    /// Returns the position of a point in the picture, visible or not, 0 to 1 from the left and
    /// top.
    fn flat(&self, point: Vec3) -> Vec2 {
        let point = (self.axes.transpose() * point).truncate();
        let from_middle = (point - self.middle) / self.half_extent * USED / 2.0;
        Vec2::new(0.5 + from_middle.x, 0.5 - from_middle.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::theme::{contrast, over};
    use icochess_boards::Variant;

    #[test]
    fn tiles_of_a_level_stay_in_view_and_never_overlap() {
        for variant in Variant::ALL {
            let (shape, game) = (variant.shape(), variant.board().new_game());
            for projection in projections(&shape) {
                let levels = levels(&shape, game.position(), &projection);
                let seen = levels.iter().map(Vec::len).sum::<usize>();
                assert!(seen >= shape.cells().len() / 3, "{variant}: {seen}");
                for level in &levels {
                    let tile = |cell: Cell| tile_seen(&shape, &projection, cell);
                    for (at, cell) in level {
                        let (middle, half, _) = tile(*cell);
                        let off = (middle - at.truncate()).abs();
                        assert!(off.cmple(half + 0.02).all(), "{variant}: {off} of {half}");
                        assert!(half.min_element() > 0.0, "{variant}: {half}");
                        let (low, high) = (middle - half, middle + half);
                        assert!(low.min_element() > -0.01 && high.max_element() < 1.01);
                        for (_, other) in level.iter().filter(|(_, other)| other != cell) {
                            let (other, its_half, _) = tile(*other);
                            let gap = (other - middle).abs() - (half + its_half);
                            // Discs can be closer together than their bounding boxes.
                            let is_apart = gap.max_element() > -0.005
                                || (other - middle).length() > half.x + its_half.x - 0.005;
                            assert!(is_apart, "{variant}: {middle} and {other}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn squares_stay_squares_and_triangles_become_discs() {
        let square = [(0.0, 0.0), (0.2, 0.0), (0.2, 0.1), (0.0, 0.1)].map(Vec2::from);
        let (middle, half, is_rectangle) = seen_as(&square);
        assert!(is_rectangle && middle.distance(Vec2::new(0.1, 0.05)) < 1e-6);
        assert!(half.distance(Vec2::new(0.1, 0.05)) < 1e-6);
        let triangle = [(0.0, 0.0), (0.6, 0.0), (0.3, 0.3 * 3.0_f32.sqrt())].map(Vec2::from);
        let (_, half, is_rectangle) = seen_as(&triangle);
        assert!(
            !is_rectangle && (half.x - 0.1 * 3.0_f32.sqrt()).abs() < 1e-5,
            "{half}"
        );
    }

    #[test]
    fn piece_symbols_contrast_with_every_tile() {
        for variant in Variant::ALL {
            for kind in &variant.shape().kinds {
                let tile = over(tinted(kind.shade), theme::BUTTON);
                for side in Side::ALL {
                    let contrast = contrast(ink(side), tile);
                    assert!(contrast >= 3.0, "{variant}, {side}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn black_pieces_have_an_outline_and_letters_have_none() {
        let ebony = Palette::Standard.piece(Side::Black);
        for (symbol, outline) in [("♚", "♔"), ("♟", "♙"), ("♞", "♘")] {
            let [within, edge] = layers(symbol, Side::Black);
            assert_eq!(within, Some((symbol.to_owned(), ebony)));
            assert_eq!(edge.unwrap().0, outline);
            let [solid, none] = layers(symbol, Side::White);
            assert!(solid.unwrap().0 == symbol && none.is_none());
        }
        assert!(layers("U", Side::Black)[1].is_none());
        assert!(contrast(ink(Side::Black), ebony) >= 4.5);
    }
}
