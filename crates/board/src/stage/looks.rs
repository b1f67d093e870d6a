//! The appearance of tiles: tints, icons, frames and marks.
//!
//! Every kind differs in shape as well as in colour. Neighbours differ by frame style, and targets
//! by disc and ring. The last move and check have an icon on the tinted tile, and attack paths have
//! crosses. Icons and the selection look like inlays, except in high contrast, where they are flat.

use bevy::prelude::*;
use icochess_shape::Neighbours;

use super::decals::{self, Around, FrameStyle};
use super::inlaid;
use super::palette::Palette;
use super::shape::mesh;

/// Colours of the board, sRGB, of one family: brass, amber and embers. Shapes on tiles are pale, of
/// similar lightness, and distinguished by shape.
pub mod palette {
    use bevy::prelude::Color;

    /// Rims and trail of the last move: polished brass, lighter than any tile.
    pub const POLISHED: Color = Color::srgb(0.93, 0.78, 0.47);
    /// Seams along brass.
    pub const EBONY: Color = Color::srgb(0.13, 0.09, 0.05);
    /// Wash over the tiles of the last move.
    pub const AMBER: Color = Color::srgb(0.80, 0.48, 0.08);
    /// Wash over the tiles of check.
    pub const EMBER: Color = Color::srgb(0.80, 0.28, 0.12);
    /// Start and end of the last move in high contrast. It is muted enough to differ from the
    /// lacquer tiles with red-green colour blindness, and dark enough to contrast with ivory.
    pub const LAST: Color = Color::srgb(0.65, 0.53, 0.16);
    /// King in check, in high contrast.
    pub const CHECKED: Color = Color::srgb(0.88, 0.20, 0.15);
    /// Checking piece, in high contrast.
    pub const CHECKER: Color = Color::srgb(0.82, 0.43, 0.12);
    /// Icons of the last move and of checking pieces, far darker than their tints.
    pub const INK: Color = Color::srgb(0.05, 0.045, 0.04);
    /// Icon around a king in check, far lighter than its tint.
    pub const CHALK: Color = Color::srgb(1.0, 0.96, 0.92);
    /// Hovered tile.
    pub const HOVER: Color = Color::srgb(1.0, 0.98, 0.90);
    /// Selected tile, in the gold of the pages' focus ring.
    pub const SELECTED: Color = Color::srgb(1.0, 0.85, 0.50);
    /// Edge neighbours: blue, as in the original.
    pub const EDGE: Color = Color::srgb(0.74, 0.86, 1.0);
    /// Side corners: silver. In the original they are red, which reads as danger.
    pub const SIDE_CORNER: Color = Color::srgb(0.88, 0.88, 0.90);
    /// Direct corners: green, as in the original.
    pub const DIRECT_CORNER: Color = Color::srgb(0.72, 0.93, 0.76);
    /// Mark of a target without a capture: champagne.
    pub const MOVE: Color = Color::srgb(1.0, 0.91, 0.70);
    /// Mark of a piece that can be captured: pale coral.
    pub const CAPTURE: Color = Color::srgb(1.0, 0.81, 0.71);
    /// Path of an attack on the king: pale amber.
    pub const THREAT: Color = Color::srgb(1.0, 0.83, 0.56);
    /// Hinted move: white gold.
    pub const HINT: Color = Color::srgb(0.95, 0.93, 0.88);
    /// Premove: rose gold.
    pub const PREMOVE: Color = Color::srgb(1.0, 0.82, 0.76);
}

/// Whole side of a tile, for [`inlaid::border`].
const WHOLE: [(f32, f32); 2] = [(0.0, 1.0), (1.0, 1.0)];
/// Side between glowing corners.
const BETWEEN: [(f32, f32); 2] = [(0.28, 1.0), (0.72, 1.0)];
/// Corners of a tile.
const CORNERS: [(f32, f32); 4] = [(0.0, 1.0), (0.35, 0.0), (0.65, 0.0), (1.0, 1.0)];
/// Brass rim round the start of the last move, three pixels wide in a window of 1280 × 800.
const RIM: [(f32, Color); 4] = [
    (0.0, palette::EBONY),
    (0.0006, palette::POLISHED),
    (0.0026, palette::POLISHED),
    (0.0032, palette::EBONY),
];
/// Brass rim round the end of the last move, with a line inside. The tile shows between rim and
/// line, because two dark bands close to each other would shimmer.
const DOUBLE_RIM: [(f32, Color); 9] = [
    RIM[0],
    RIM[1],
    RIM[2],
    RIM[3],
    (0.0038, CLEAR),
    (0.0047, CLEAR),
    (0.0052, palette::POLISHED),
    (0.0066, palette::POLISHED),
    (0.0072, palette::EBONY),
];
/// End of a seam that fades into the tile.
const CLEAR: Color = Color::srgba(0.13, 0.09, 0.05, 0.0);
/// Ember that glows from the seams.
const EMBER: [(f32, Color); 3] = [
    (0.0, Color::srgb(1.0, 0.70, 0.34)),
    (0.0054, Color::srgba(0.95, 0.36, 0.10, 0.75)),
    (0.0160, Color::srgba(0.75, 0.18, 0.05, 0.0)),
];
/// Golden rim of the selection, with a glow inside.
const GLOW: [(f32, Color); 5] = [
    (0.0, palette::EBONY),
    (0.0007, palette::SELECTED),
    (0.0030, palette::SELECTED),
    (0.0036, Color::srgba(1.0, 0.80, 0.42, 0.42)),
    (0.0120, Color::srgba(1.0, 0.78, 0.40, 0.0)),
];

/// Rim of the hinted move in white gold, within the tile. The embers of check glow around it, where a
/// wide frame would hide them.
const HINTED: [(f32, Color); 4] = [
    (0.0036, palette::EBONY),
    (0.0044, palette::HINT),
    (0.0090, palette::HINT),
    (0.0096, palette::EBONY),
];

/// Tint of a tile's face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum Tint {
    /// Plain colour of the board.
    #[default]
    Plain,
    /// Plain colour, faded.
    Faded,
    /// Start or end of the last move.
    LastMove,
    /// King in check.
    Checked,
    /// Checking piece.
    Checker,
}

impl Tint {
    pub(crate) const ALL: [Self; 5] = [
        Self::Plain,
        Self::Faded,
        Self::LastMove,
        Self::Checked,
        Self::Checker,
    ];

    /// Returns the colour that washes over the tile outside of high contrast, and its fraction.
    pub(crate) const fn wash(self) -> Option<(Color, f32)> {
        match self {
            Self::Plain | Self::Faded => None,
            Self::LastMove => Some((palette::AMBER, 0.55)),
            Self::Checked => Some((palette::EMBER, 0.4)),
            Self::Checker => Some((palette::EMBER, 0.25)),
        }
    }
}

/// Icon on a tile that repeats the meaning of its tint as a shape: inlaid or, in high contrast,
/// flat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum Sign {
    /// Start of the last move: a brass rim; flat, an arrow in the direction of the move.
    Start,
    /// End of the last move: a double brass rim; flat, in each corner an arrowhead that points to
    /// the piece.
    End,
    /// King in check: embers along the seams; flat, a spiked ring.
    Checked,
    /// Piece that gives check, or would give check after a refused move: embers in the corners;
    /// flat, a sawtooth edge.
    Checker,
    /// Checking piece at the end of the last move: the marks of both.
    CheckerAtEnd,
}

impl Sign {
    pub(crate) const ALL: [Self; 5] = [
        Self::Start,
        Self::End,
        Self::Checked,
        Self::Checker,
        Self::CheckerAtEnd,
    ];

    /// Returns the icon of a tile from its role in the last move and in check.
    pub(crate) const fn of(start: bool, end: bool, checked: bool, checker: bool) -> Option<Self> {
        Some(match (checker, checked) {
            (true, _) if end => Self::CheckerAtEnd,
            (true, _) => Self::Checker,
            (false, true) => Self::Checked,
            (false, false) if end => Self::End,
            (false, false) if start => Self::Start,
            (false, false) => return None,
        })
    }

    /// Returns the tint that accompanies the icon.
    pub(crate) const fn tint(self) -> Tint {
        match self {
            Self::Start | Self::End => Tint::LastMove,
            Self::Checked => Tint::Checked,
            Self::Checker | Self::CheckerAtEnd => Tint::Checker,
        }
    }

    /// Returns the colour of the flat icon.
    pub(crate) const fn color(self) -> Color {
        match self {
            Self::Checked => palette::CHALK,
            _ => palette::INK,
        }
    }

    /// Returns the mesh of the icon on a tile with this outline. A scale of 1 is the ball's. An
    /// inlaid icon has colours, and keeps clear of the foot of a piece, in metres.
    pub(crate) fn mesh(
        self,
        palette: Palette,
        outline: &[Vec3],
        (scale, foot): (f32, f32),
    ) -> Mesh {
        let inlay = |lines: &[(f32, Color)], along: &[(f32, f32)]| {
            inlaid::border(outline, (scale, foot), lines, along)
        };
        mesh(match (palette, self) {
            (Palette::HighContrast, _) => return self.flat(outline, scale),
            (Palette::Standard, Self::Start) => inlay(&RIM, &WHOLE),
            (Palette::Standard, Self::End) => inlay(&DOUBLE_RIM, &WHOLE),
            (Palette::Standard, Self::Checked) => inlay(&EMBER, &WHOLE),
            (Palette::Standard, Self::Checker) => inlay(&EMBER, &CORNERS),
            (Palette::Standard, Self::CheckerAtEnd) => {
                let mut both = inlay(&DOUBLE_RIM, &BETWEEN);
                both.add(&inlay(&EMBER, &CORNERS));
                both
            }
        })
    }

    fn flat(self, outline: &[Vec3], scale: f32) -> Mesh {
        let around = |heads, saw| decals::around(outline, scale, Around { heads, saw });
        match self {
            Self::Start => decals::arrow(0.046 * scale),
            Self::End => around(true, false),
            Self::Checked => {
                let [tips, outer, inner] = [0.0300, 0.0250, 0.0215].map(|radius| radius * scale);
                decals::burst(tips, outer, inner)
            }
            Self::Checker => around(false, true),
            Self::CheckerAtEnd => around(true, true),
        }
    }
}

/// Meaning of a tile's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum FrameKind {
    /// Tile under a pointer.
    Hovered,
    /// Selected tile.
    Selected,
    /// Tile that shares an edge with the hovered tile.
    Edge,
    /// Tile with a corner at the side of the hovered tile.
    SideCorner,
    /// Tile straight across a corner of the hovered tile.
    DirectCorner,
    /// Start or end of the hinted move.
    Hint,
    /// Start or end of the premove.
    Premove,
}

impl From<Neighbours> for FrameKind {
    fn from(neighbours: Neighbours) -> Self {
        match neighbours {
            Neighbours::Edge => Self::Edge,
            Neighbours::SideCorner => Self::SideCorner,
            Neighbours::DirectCorner => Self::DirectCorner,
        }
    }
}

impl FrameKind {
    /// Returns whether the frame is inlaid, with colours of its own.
    pub(crate) fn is_inlaid(self, palette: Palette) -> bool {
        palette == Palette::Standard && self.rim().is_some()
    }

    /// Returns the mesh of the frame on a tile with this outline. A scale of 1 is the ball's. The
    /// foot of a piece is in metres.
    pub(crate) fn mesh(
        self,
        palette: Palette,
        outline: &[Vec3],
        (scale, foot): (f32, f32),
    ) -> Mesh {
        match self.rim() {
            Some(rim) if palette == Palette::Standard => {
                mesh(inlaid::border(outline, (scale, foot), rim, &WHOLE))
            }
            _ => decals::frame(outline, self.style(), foot),
        }
    }

    /// Returns the seams of an inlaid frame.
    const fn rim(self) -> Option<&'static [(f32, Color)]> {
        match self {
            Self::Selected => Some(&GLOW),
            Self::Hint => Some(&HINTED),
            _ => None,
        }
    }

    /// Returns the line style of the frame.
    pub const fn style(self) -> FrameStyle {
        match self {
            Self::Selected | Self::Hint => FrameStyle::Wide,
            Self::Hovered => FrameStyle::Sides,
            Self::Edge => FrameStyle::Solid,
            Self::SideCorner => FrameStyle::Dashed,
            Self::DirectCorner => FrameStyle::Corners,
            Self::Premove => FrameStyle::Blocks,
        }
    }

    pub(crate) const fn color(self) -> Color {
        match self {
            Self::Hovered => palette::HOVER,
            Self::Selected => palette::SELECTED,
            Self::Edge => palette::EDGE,
            Self::SideCorner => palette::SIDE_CORNER,
            Self::DirectCorner => palette::DIRECT_CORNER,
            Self::Hint => palette::HINT,
            Self::Premove => palette::PREMOVE,
        }
    }

    pub(crate) const ALL: [Self; 7] = [
        Self::Hovered,
        Self::Selected,
        Self::Edge,
        Self::SideCorner,
        Self::DirectCorner,
        Self::Hint,
        Self::Premove,
    ];
}

/// Meaning of the mark on a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum Mark {
    /// Target of the selected piece: a disc.
    Move,
    /// Piece that the selected piece can capture: a ring.
    Capture,
    /// Piece that moves together with the selected piece, such as a rook in castling, or own piece
    /// on whose cell the selected one could recapture: a thin ring.
    Partner,
    /// Path and end of the hinted move: a dot in a ring.
    Hint,
    /// Path of an attack on the king after a refused move, including the king's tile: a cross.
    Threat,
}

impl Mark {
    pub(crate) const ALL: [Self; 5] = [
        Self::Move,
        Self::Capture,
        Self::Partner,
        Self::Hint,
        Self::Threat,
    ];

    /// Returns the mesh of the mark. A `scale` of 1 is the ball's.
    pub(crate) fn mesh(self, scale: f32) -> Mesh {
        match self {
            Self::Move => inlaid::disc(0.0132 * scale, 0.0026 * scale),
            Self::Capture => inlaid::ring(0.0285 * scale, 0.0222 * scale, 0.0012 * scale),
            Self::Partner => inlaid::ring(0.0265 * scale, 0.0225 * scale, 0.0009 * scale),
            Self::Hint => inlaid::target(0.0145 * scale, 0.0014 * scale),
            Self::Threat => decals::cross(0.0165 * scale),
        }
    }
}

/// Complete appearance of a tile.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Reflect)]
#[type_path = "icochess::board::stage::looks"]
#[reflect(Component, Default)]
pub struct TileLook {
    /// Tint of the face.
    pub tint: Tint,
    /// Icon that repeats the meaning of the tint, if any.
    pub sign: Option<Sign>,
    /// Frame, if any.
    pub frame: Option<FrameKind>,
    /// Mark, if any.
    pub mark: Option<Mark>,
}

#[cfg(test)]
mod tests {
    use bevy::mesh::VertexAttributeValues;
    use icochess_boards::Variant;
    use icochess_rules::Side;
    use icochess_store::setting::Named;

    use super::*;
    use crate::stage::decals::BEVEL;

    /// Distance between two sampled points of a tile, in metres.
    const STEP: f32 = 0.0005;

    /// Minimum mean product of luminance and opacity of a visible triangle. Seams and the ends of
    /// glows are below it.
    const MIN_BRIGHTNESS: f32 = 0.15;

    fn triangles(mesh: &Mesh) -> Vec<[Vec2; 3]> {
        let Some(VertexAttributeValues::Float32x3(points)) =
            mesh.attribute(Mesh::ATTRIBUTE_POSITION)
        else {
            panic!("no points");
        };
        let at = |i: usize| Vec2::new(points[i][0], points[i][2]);
        let corners: Vec<usize> = mesh.indices().unwrap().iter().collect();
        let triangles = corners.chunks(3);
        triangles.map(|c| [at(c[0]), at(c[1]), at(c[2])]).collect()
    }

    /// Returns the triangles of a mesh that are bright enough to be seen.
    fn bright(mesh: &Mesh) -> Vec<[Vec2; 3]> {
        let triangles = triangles(mesh);
        let Some(VertexAttributeValues::Float32x4(colors)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR)
        else {
            return triangles;
        };
        let brightness = |i: usize| {
            let [red, green, blue, alpha] = colors[i];
            LinearRgba::rgb(red, green, blue).luminance() * alpha
        };
        let corners: Vec<usize> = mesh.indices().unwrap().iter().collect();
        let brightness = corners
            .chunks(3)
            .map(|c| c.iter().map(|i| brightness(*i)).sum::<f32>() / 3.0);
        let pairs = triangles.into_iter().zip(brightness);
        let seen = pairs.filter(|(_, brightness)| *brightness > MIN_BRIGHTNESS);
        seen.map(|(triangle, _)| triangle).collect()
    }

    fn holds([a, b, c]: [Vec2; 3], point: Vec2) -> bool {
        let side = |from: Vec2, to: Vec2| (to - from).perp_dot(point - from);
        let sides = [side(a, b), side(b, c), side(c, a)];
        sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
    }

    /// Returns whether the shape covers each sampled point of the square around a tile.
    fn covered(mesh: &Mesh) -> Vec<bool> {
        let triangles = bright(mesh);
        let reach = (0.08 / STEP) as i32;
        let at = |i: i32| i as f32 * STEP;
        (-reach..reach)
            .flat_map(|x| (-reach..reach).map(move |y| Vec2::new(at(x), at(y))))
            .map(|point| triangles.iter().any(|triangle| holds(*triangle, point)))
            .collect()
    }

    /// Kind of place on a board.
    struct Kind {
        outline: Vec<Vec3>,
        /// Inset of the area for icons from the outline, in metres.
        edge: f32,
        /// Scale of the marks.
        scale: f32,
        /// Radius of the widest piece's foot, in metres.
        foot: f32,
        /// Icons that occur on the board. Boards without kings have no check icons.
        signs: Vec<Sign>,
    }

    /// Returns the kinds of places of all boards.
    fn kinds() -> Vec<Kind> {
        let kinds = Variant::ALL.into_iter().flat_map(|variant| {
            let shape = variant.shape();
            let has_king = variant.board().new_game().position().royal(Side::White);
            let signs = match has_king {
                Some(_) => Sign::ALL.to_vec(),
                None => vec![Sign::Start, Sign::End],
            };
            let (scale, foot) = (shape.mark_scale, shape.foot());
            shape.kinds.into_iter().map(move |kind| Kind {
                outline: kind.outline,
                // Icons may extend over the bevels of tiles without gaps.
                edge: if kind.face < 1.0 { 0.0 } else { BEVEL },
                scale,
                foot,
                signs: signs.clone(),
            })
        });
        // Merges kinds that differ only in colour.
        kinds.fold(Vec::new(), |mut found: Vec<Kind>, kind| {
            let is_same = |other: &Kind| other.outline == kind.outline && other.scale == kind.scale;
            if !found.iter().any(is_same) {
                found.push(kind);
            }
            found
        })
    }

    /// Returns whether a point is inside a convex outline in its plane.
    fn is_within(outline: &[Vec2], point: Vec2) -> bool {
        let next = outline.iter().cycle().skip(1);
        let sides = outline.iter().zip(next);
        let mut turns = sides.map(|(a, b)| (*b - *a).perp_dot(point - *a));
        // Counter-clockwise from above is clockwise in x and z.
        turns.all(|turn| turn <= 1e-9)
    }

    #[test]
    fn icons_stay_on_their_tiles_and_clear_of_pieces() {
        for kind in kinds() {
            let tile: Vec<Vec2> = icochess_shape::inset(&kind.outline, kind.edge)
                .iter()
                .map(|corner| Vec2::new(corner.x, corner.z))
                .collect();
            let size = (kind.scale, kind.foot);
            let signs = kind.signs.iter();
            for (sign, palette) in signs.flat_map(|it| Palette::ALL.iter().map(move |of| (it, of)))
            {
                let triangles = triangles(&sign.mesh(*palette, &kind.outline, size));
                for point in triangles.iter().flatten() {
                    assert!(is_within(&tile, *point), "{sign:?} at {point}");
                    let is_clear = point.length() >= kind.foot;
                    // The start of the last move is empty.
                    assert!(is_clear || *sign == Sign::Start, "{sign:?} at {point}");
                }
            }
        }
    }

    /// Returns the intersection of two shapes as a fraction of their union.
    fn alike(one: &[bool], other: &[bool]) -> f32 {
        let count = |is: fn(bool, bool) -> bool| {
            let both = one.iter().zip(other);
            both.filter(|(a, b)| is(**a, **b)).count() as f32
        };
        count(|a, b| a && b) / count(|a, b| a || b)
    }

    #[test]
    fn wide_frames_show_no_teeth_round_a_foot() {
        for kind in kinds() {
            let frame = decals::frame(&kind.outline, FrameStyle::Wide, kind.foot);
            let triangles = triangles(&frame);
            let distances = triangles.iter().flatten().map(|point| point.length());
            let inmost = distances.fold(f32::INFINITY, f32::min);
            let is_clear = inmost > kind.foot * 1.4 || inmost < kind.foot;
            assert!(is_clear, "{inmost} round {}", kind.foot);
        }
    }

    #[test]
    fn no_two_icons_or_frames_look_alike_without_colour() {
        let kinds = kinds();
        let cases = kinds.iter();
        for (kind, palette) in cases.flat_map(|it| Palette::ALL.iter().map(move |of| (it, *of))) {
            let size = (kind.scale, kind.foot);
            let styles =
                FrameStyle::ALL.map(|style| decals::frame(&kind.outline, style, kind.foot));
            let inlaid = FrameKind::ALL
                .into_iter()
                .filter(|frame| frame.is_inlaid(palette))
                .map(|frame| frame.mesh(palette, &kind.outline, size));
            let signs = kind.signs.iter();
            let signs = signs.map(|sign| sign.mesh(palette, &kind.outline, size));
            let shapes = signs.chain(styles).chain(inlaid);
            let shapes: Vec<_> = shapes.map(|it| covered(&it)).collect();
            for (i, one) in shapes.iter().enumerate() {
                for other in &shapes[..i] {
                    let alike = alike(one, other);
                    assert!(alike < 0.8, "{i} is like another: {alike}");
                }
            }
        }
    }

    #[test]
    fn no_two_marks_look_alike_without_colour() {
        let shapes = Mark::ALL.map(|mark| (mark, covered(&mark.mesh(1.0))));
        for (i, (mark, one)) in shapes.iter().enumerate() {
            for (other, shape) in &shapes[..i] {
                let alike = alike(one, shape);
                assert!(alike < 0.8, "{mark:?} is like {other:?}: {alike}");
            }
        }
    }

    #[test]
    fn icons_contrast_with_their_tints() {
        let lightness = |color: Color| color.to_linear().luminance();
        for (tint, ink) in [
            (palette::LAST, palette::INK),
            (palette::CHECKER, palette::INK),
            (palette::CHECKED, palette::CHALK),
            // Brass shows on any tile by its seams.
            (palette::POLISHED, palette::EBONY),
            (palette::SELECTED, palette::EBONY),
        ] {
            let (a, b) = (lightness(tint), lightness(ink));
            // WCAG 2.2 contrast, which requires 3 for non-text.
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast > 4.0, "{tint:?} and {ink:?}: {contrast}");
        }
    }
}
