//! Looks of tiles: tints, signs, frames and marks.
//!
//! Every kind differs in shape as well as in colour: neighbours by the style
//! of their frame, targets by disc and ring, the last move and check by a sign
//! on the tinted tile, and the way of an attack by crosses.

use bevy::prelude::*;
use icochess_shape::Neighbours;

use super::decals::{self, Around, FrameStyle};
use super::inlaid;

/// Colours of the board, sRGB. Tints are those of brass and lacquer; what lies on tiles is pale, of
/// one lightness, and told by its shape.
pub mod palette {
    use bevy::prelude::Color;

    /// Start and end of the last move: brass, with as much colour as leaves it unlike the lacquer of
    /// what gives check for who sees red and green alike, too, and as light as lets ivory stand out.
    pub const LAST: Color = Color::srgb(0.65, 0.53, 0.16);
    /// The king in check.
    pub const CHECKED: Color = Color::srgb(0.88, 0.20, 0.15);
    /// A piece that gives check.
    pub const CHECKER: Color = Color::srgb(0.82, 0.43, 0.12);
    /// The signs on the tiles of the last move and of pieces that give check: far darker than
    /// their tints.
    pub const INK: Color = Color::srgb(0.05, 0.045, 0.04);
    /// The sign round the king in check: far lighter than its tint.
    pub const CHALK: Color = Color::srgb(1.0, 0.96, 0.92);
    /// The hovered tile.
    pub const HOVER: Color = Color::srgb(1.0, 0.98, 0.90);
    /// The selected tile: the gold of what has the focus on pages.
    pub const SELECTED: Color = Color::srgb(1.0, 0.85, 0.50);
    /// Edge neighbours, as in the original: blue.
    pub const EDGE: Color = Color::srgb(0.74, 0.86, 1.0);
    /// Side corners: silver. In the original they are red, which reads as danger.
    pub const SIDE_CORNER: Color = Color::srgb(0.88, 0.88, 0.90);
    /// Direct corners, as in the original: green.
    pub const DIRECT_CORNER: Color = Color::srgb(0.72, 0.93, 0.76);
    /// The mark of a tile that the selected piece can move to: pale verdigris.
    pub const MOVE: Color = Color::srgb(0.70, 0.93, 0.84);
    /// The mark of a piece that can be captured: pale coral.
    pub const CAPTURE: Color = Color::srgb(1.0, 0.81, 0.71);
    /// The way of what attacks the king: pale amber.
    pub const THREAT: Color = Color::srgb(1.0, 0.83, 0.56);
    /// A hinted move: lilac.
    pub const HINT: Color = Color::srgb(0.87, 0.82, 1.0);
}

/// The tint of a tile's face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum Tint {
    /// The plain colour of the board.
    #[default]
    Plain,
    /// The plain colour, faded.
    Faded,
    /// Start or end of the last move.
    LastMove,
    /// The king in check.
    Checked,
    /// A piece that gives check.
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
}

/// A flat sign on a tile that tells by its shape what the tint tells by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum Sign {
    /// The last move began here: an arrow that points along its way.
    Start,
    /// The last move ended here: three arrowheads that point to the piece.
    End,
    /// The king in check: a ring of spikes.
    Checked,
    /// A piece that gives check, or would after a move that was refused: the edge of a saw.
    Checker,
    /// A piece that gives check where the last move ended: both.
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

    /// The sign of a tile that is `start` or `end` of the last move, or whose piece is in or
    /// gives check.
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

    /// The tint that goes with the sign.
    pub(crate) const fn tint(self) -> Tint {
        match self {
            Self::Start | Self::End => Tint::LastMove,
            Self::Checked => Tint::Checked,
            Self::Checker | Self::CheckerAtEnd => Tint::Checker,
        }
    }

    pub(crate) const fn color(self) -> Color {
        match self {
            Self::Checked => palette::CHALK,
            _ => palette::INK,
        }
    }

    /// The mesh of the sign on a tile with this outline, scaled by `scale`, which is 1 on the
    /// ball.
    pub(crate) fn mesh(self, outline: &[Vec3], scale: f32) -> Mesh {
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

/// The meaning of a tile's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum FrameKind {
    /// A pointer is over this tile.
    Hovered,
    /// This tile is selected.
    Selected,
    /// Shares an edge with the hovered tile.
    Edge,
    /// Touches the hovered tile from the side.
    SideCorner,
    /// Lies straight across a corner of the hovered tile.
    DirectCorner,
    /// Start or end of the move that is hinted at.
    Hint,
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
    /// The style in which the frame is drawn.
    pub const fn style(self) -> FrameStyle {
        match self {
            Self::Selected | Self::Hint => FrameStyle::Wide,
            Self::Hovered => FrameStyle::Sides,
            Self::Edge => FrameStyle::Solid,
            Self::SideCorner => FrameStyle::Dashed,
            Self::DirectCorner => FrameStyle::Corners,
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
        }
    }

    pub(crate) const ALL: [Self; 6] = [
        Self::Hovered,
        Self::Selected,
        Self::Edge,
        Self::SideCorner,
        Self::DirectCorner,
        Self::Hint,
    ];
}

/// The meaning of the mark on a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
#[type_path = "icochess::board::stage::looks"]
pub enum Mark {
    /// The selected piece may go here: a disc.
    Move,
    /// The selected piece may take what is here: a ring.
    Capture,
    /// The selected piece may move together with what is here, as a king castles with
    /// its rook: a thin ring.
    Partner,
    /// The move that is hinted at passes here or ends here: a triangle.
    Hint,
    /// Over this tile, or on it, the king would be attacked after a move that was refused: a
    /// cross.
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

    /// The mesh of the mark, scaled by `scale`, which is 1 on the ball.
    pub(crate) fn mesh(self, scale: f32) -> Mesh {
        match self {
            Self::Move => inlaid::disc(0.0132 * scale, 0.0026 * scale),
            Self::Capture => inlaid::ring(0.0285 * scale, 0.0222 * scale, 0.0012 * scale),
            Self::Partner => inlaid::ring(0.0265 * scale, 0.0225 * scale, 0.0009 * scale),
            Self::Hint => inlaid::triangle(0.0145 * scale, 0.0014 * scale),
            Self::Threat => decals::cross(0.0165 * scale),
        }
    }
}

/// Everything a tile shows.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Reflect)]
#[type_path = "icochess::board::stage::looks"]
#[reflect(Component, Default)]
pub struct TileLook {
    /// Tint of the face.
    pub tint: Tint,
    /// The sign that tells by shape what the tint means, if any.
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

    use super::*;
    use crate::stage::decals::BEVEL;

    /// Between two points of the tile that are looked at, metres.
    const STEP: f32 = 0.0005;

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

    fn holds([a, b, c]: [Vec2; 3], point: Vec2) -> bool {
        let side = |from: Vec2, to: Vec2| (to - from).perp_dot(point - from);
        let sides = [side(a, b), side(b, c), side(c, a)];
        sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
    }

    /// For each point of the square round a tile, whether a shape covers it.
    fn covered(mesh: &Mesh) -> Vec<bool> {
        let triangles = triangles(mesh);
        let reach = (0.08 / STEP) as i32;
        let at = |i: i32| i as f32 * STEP;
        (-reach..reach)
            .flat_map(|x| (-reach..reach).map(move |y| Vec2::new(at(x), at(y))))
            .map(|point| triangles.iter().any(|triangle| holds(*triangle, point)))
            .collect()
    }

    /// A kind of places of a board.
    struct Kind {
        outline: Vec<Vec3>,
        /// Distance from its outline to where signs may lie, metres.
        edge: f32,
        /// Scale of the marks.
        scale: f32,
        /// Radius of the foot of the widest piece, metres.
        foot: f32,
        /// The signs that there are on the board: without kings there is no check.
        signs: Vec<Sign>,
    }

    /// The kinds of places of all boards.
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
                // Signs lie round tiles that have nothing between them.
                edge: if kind.face < 1.0 { 0.0 } else { BEVEL },
                scale,
                foot,
                signs: signs.clone(),
            })
        });
        let mut kinds: Vec<Kind> = kinds.collect();
        // Those that differ in colour alone.
        kinds.dedup_by(|one, other| one.outline == other.outline && one.scale == other.scale);
        kinds
    }

    /// Whether a point lies within a convex outline in its plane.
    fn is_within(outline: &[Vec2], point: Vec2) -> bool {
        let next = outline.iter().cycle().skip(1);
        let sides = outline.iter().zip(next);
        let mut turns = sides.map(|(a, b)| (*b - *a).perp_dot(point - *a));
        // Counter-clockwise from above is clockwise in x and z.
        turns.all(|turn| turn <= 1e-9)
    }

    #[test]
    fn signs_lie_on_their_tiles_and_clear_of_the_pieces_on_them() {
        for kind in kinds() {
            let tile: Vec<Vec2> = icochess_shape::inset(&kind.outline, kind.edge)
                .iter()
                .map(|corner| Vec2::new(corner.x, corner.z))
                .collect();
            for sign in kind.signs {
                let triangles = triangles(&sign.mesh(&kind.outline, kind.scale));
                for point in triangles.iter().flatten() {
                    assert!(is_within(&tile, *point), "{sign:?} at {point}");
                    let is_clear = point.length() >= kind.foot;
                    // Nothing stands where the last move began.
                    assert!(is_clear || sign == Sign::Start, "{sign:?} at {point}");
                }
            }
        }
    }

    /// The part of what two shapes cover that both of them cover.
    fn alike(one: &[bool], other: &[bool]) -> f32 {
        let count = |is: fn(bool, bool) -> bool| {
            let both = one.iter().zip(other);
            both.filter(|(a, b)| is(**a, **b)).count() as f32
        };
        count(|a, b| a && b) / count(|a, b| a || b)
    }

    #[test]
    fn no_inner_corner_of_a_wide_frame_looks_out_just_round_a_foot() {
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
    fn no_two_signs_or_frames_look_alike_without_colour() {
        for kind in kinds() {
            let styles =
                FrameStyle::ALL.map(|style| decals::frame(&kind.outline, style, kind.foot));
            let signs = kind.signs.iter();
            let signs = signs.map(|sign| sign.mesh(&kind.outline, kind.scale));
            let shapes: Vec<_> = signs.chain(styles).map(|it| covered(&it)).collect();
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
    fn what_lies_on_a_tint_is_far_from_it_in_lightness() {
        let lightness = |color: Color| color.to_linear().luminance();
        for (tint, ink) in [
            (palette::LAST, palette::INK),
            (palette::CHECKER, palette::INK),
            (palette::CHECKED, palette::CHALK),
        ] {
            let (a, b) = (lightness(tint), lightness(ink));
            // The contrast of WCAG 2.2, which asks for 3 of what is no text.
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast > 4.0, "{tint:?} and {ink:?}: {contrast}");
        }
    }
}
