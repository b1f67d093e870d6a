//! The shape of a board in space, as data.
//!
//! Rendering, picking, turning and cameras use a [`Shape`], independent of the board. The crate
//! `icochess_boards` defines one for each board.

use std::f32::consts::FRAC_PI_4;

use bevy_color::{Alpha, Color};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;

use super::frame::frame;
use super::hold::{Hold, Home};
use super::inside::Inside;
use super::mesh::{Grain, Material, TriangleMesh};
use super::piece::PieceKind;
use super::room::Room;
use super::seat::{IN_REACH, Overview, SHOULDERS, Seat, Stance};
use super::tutorial::Step;
use super::view::{View, Viewpoint};
use icochess_message::Msg;
use icochess_rules::{AnyPosition, Cell, CellSet, Piece, Role, Side, WideSet};

/// Angle by which pieces in [`Shape::aside`] are turned, in radians.
const ASIDE: f32 = FRAC_PI_4;

/// The shape of a board in its own frame. The origin is the point about which the board turns.
/// Lengths are in metres.
#[derive(Debug)]
pub struct Shape {
    /// Identifier of the board.
    pub board: &'static str,
    /// Rigid bodies of the board; most boards have one.
    pub parts: Vec<Part>,
    /// Kinds of places. All places of a kind are congruent.
    pub kinds: Vec<PlaceKind>,
    /// Places of the cells, by index.
    pub places: Vec<Place>,
    /// Neighbours that are highlighted while a cell is hovered. A cell in several relations gets
    /// the highlight of the first.
    pub relations: Vec<Relation>,
    /// Homes of the sides, White first.
    pub homes: [Home; 2],
    /// Way in which the board turns.
    pub hold: Hold,
    /// Net of a ball's faces, for the map: the face from which each one unfolds, by cell index. The
    /// root unfolds from itself, and its +z is down on the map. Empty if the board isn't a ball.
    pub net: &'static [u8],
    /// Positions of the cells on the map, by index, in metres to the right and downwards as White
    /// sees them. Empty for a map by levels, and for a ball.
    pub on_map: Vec<Vec2>,
    /// Views of the board, in the order of their keys.
    pub views: Vec<View>,
    /// Indices of the views on Scroll Lock, Pause, Insert, Home, Page Up, Delete, End and Page
    /// Down. Only boards from a program with its own keys have such views. These boards also
    /// default to that program's other controls.
    pub view_keys: Option<[usize; 8]>,
    /// Maximum distance of the board or its pieces from the origin, in metres.
    pub extent: f32,
    /// Position of the board relative to a player at a window, and its direction from a player in a
    /// headset.
    pub stance: Stance,
    /// Scale of the board in a headset, where players take pieces by hand.
    pub worn_scale: f32,
    /// Default room of the board.
    pub room: Room,
    /// Default position of a free camera, if it isn't the player's seat.
    pub overview: Overview,
    /// Scale of the pieces, in metres per unit of their meshes.
    pub piece_scale: f32,
    /// Scale of the markers on places; 1 on the ball.
    pub mark_scale: f32,
    /// Lettering of the cell names.
    pub names: Names,
    /// Fixtures of the parts, such as frames and lettering.
    pub fixtures: Vec<Fixture>,
    /// Fixtures with lettering for one side only, as indices of [`Shape::fixtures`], White's first.
    /// The other side would see the lettering upside down.
    pub read_by: Option<[usize; 2]>,
    /// Handles of movable parts, and the docks for these parts.
    pub handles: Handles,
    /// Options for looking inside, if places hide one another.
    pub inside: Option<Inside>,
    /// Rows of the pieces in reserve, by side.
    pub stands: Option<[Stand; 2]>,
    /// Values of the roles in pawns, by role name. Empty if the board has no agreed values.
    pub worths: &'static [(&'static str, u8)],
    /// Models of roles whose name differs from their model's, by role name.
    pub models: &'static [(&'static str, PieceKind)],
    /// Roles whose pieces are turned half towards the middle of the board. Otherwise both players
    /// would see horses edge-on on a table.
    pub aside: &'static [Role],
    /// Explanations of how each piece moves, for the help.
    pub lessons: &'static [Lesson],
    /// Further information about the board, shown in the help after the pieces.
    pub about: Option<Msg>,
    /// Rules of the game, in the order of the help. The last one names the author of the game.
    pub rules: &'static [Rule],
    /// Tutorial for beginners; empty if there is none.
    pub tutorial: &'static [Step],
    /// Endings to practise, by the letters of both sides' men, such as `KRK`. The first side wins
    /// most positions.
    pub endings: &'static [&'static str],
}

/// An explanation of how a piece moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// Name of the explained role.
    pub role: &'static str,
    /// Explanation, in whole sentences.
    pub text: Msg,
    /// Kind of neighbour that the text names, shown with it in the tutorial.
    pub neighbours: Option<Neighbours>,
}

impl Lesson {
    /// Creates the lesson for the role of this name.
    pub const fn new(role: &'static str, text: Msg) -> Self {
        Self {
            role,
            text,
            neighbours: None,
        }
    }

    /// Creates a lesson whose text names a kind of neighbour.
    pub const fn with_neighbours(role: &'static str, text: Msg, neighbours: Neighbours) -> Self {
        Self {
            role,
            text,
            neighbours: Some(neighbours),
        }
    }
}

/// A rule of a board's game, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Heading of the rule.
    pub title: Msg,
    /// Text of the rule, in whole sentences.
    pub text: Msg,
    /// Picture of the rule on the board.
    pub picture: RulePicture,
}

impl Rule {
    /// Creates a rule without a picture.
    pub const fn text_only(title: Msg, text: Msg) -> Self {
        Self::with_picture(title, text, RulePicture::Nothing)
    }

    /// Creates a rule with a picture.
    pub const fn with_picture(title: Msg, text: Msg, picture: RulePicture) -> Self {
        Self {
            title,
            text,
            picture,
        }
    }
}

/// The picture of a rule, shown on the board itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RulePicture {
    /// No picture.
    #[default]
    Nothing,
    /// The neighbours of a cell with this kind of contact.
    Neighbours(Neighbours),
    /// The names of the cells.
    Names,
    /// The lessons about the pieces.
    Pieces,
}

/// A rigid body of the board, with its cells and fixtures.
///
/// A part that moves between docks (see [`Layout::docks`](icochess_rules::Layout::docks)) has one
/// `Part` for each dock. They look the same, and each is visible only while its cells are present,
/// so that no cell ever changes its place. To show a move, the part at the new dock starts at the
/// old one.
#[derive(Debug, Clone)]
pub struct Part {
    /// Name of the part's entity.
    pub name: &'static str,
    /// Fixtures, as indices of [`Shape::fixtures`], each with its place in the board's frame.
    pub fixtures: Vec<(usize, Transform)>,
}

impl Part {
    /// Creates the only part of a board, with the first `fixtures` fixtures. Their meshes are in
    /// the board's frame.
    pub fn whole(fixtures: usize) -> Self {
        Self {
            name: "whole board",
            fixtures: (0..fixtures).map(|it| (it, Transform::IDENTITY)).collect(),
        }
    }
}

/// A kind of place, which many cells share.
#[derive(Debug, Clone)]
pub struct PlaceKind {
    /// Corners in the place's own frame, in a plane through its origin, counter-clockwise from
    /// above.
    pub outline: Vec<Vec3>,
    /// Scale of the face within the outline, 0 to 1. Markers and icons use the outline; the margin
    /// is transparent, also to rays.
    pub face: f32,
    /// Depth below the face at which rays still hit the place, in metres.
    pub depth: f32,
    /// Colour of the face; a translucent one makes it glass.
    pub shade: Color,
    /// Perceptual roughness of the face, 0 to 1.
    pub roughness: f32,
    /// Wood or stone of the face; `None` for a plain colour.
    pub grain: Option<Grain>,
}

impl PlaceKind {
    /// Returns whether the face is glass.
    pub fn is_glass(&self) -> bool {
        self.shade.alpha() < 1.0
    }
}

/// The place of a cell.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Frame of the place: the origin in the middle of the face, +y away from the board. For a cell
    /// that can be missing, this is its frame while it is present.
    pub frame: Transform,
    /// Index of the place's kind in [`Shape::kinds`].
    pub kind: usize,
    /// Index of the place's part in [`Shape::parts`].
    pub part: usize,
}

/// A row of a side's pieces in reserve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stand {
    /// Position of the first piece in the board's frame, in metres.
    pub at: Vec3,
    /// Step from one piece to the next, in metres.
    pub step: Vec3,
    /// Index of the part that carries the row.
    pub part: usize,
}

/// A kind of contact between cells, named as in the original Icochess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Neighbours {
    /// The cells share an edge.
    Edge,
    /// The cells share a corner, next to a cell that shares an edge.
    SideCorner,
    /// The cells are opposite each other across a corner.
    DirectCorner,
}

/// The neighbours of every cell with one kind of contact.
#[derive(Debug, Clone)]
pub struct Relation {
    /// Kind of contact.
    pub neighbours: Neighbours,
    /// Neighbours with this kind of contact, by cell index.
    pub cells: Vec<WideSet>,
}

/// The lettering of cell names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Names {
    /// Height of a letter, in metres.
    pub height: f32,
    /// Distance of the name from the middle of the cell, as a fraction of the distance to a corner.
    pub towards_corner: f32,
}

/// The handles of parts that move between docks. All handles have the same shape. On a board
/// without handles, players select a cell of the part, then a cell of a free dock.
#[derive(Debug, Clone, Default)]
pub struct Handles {
    /// One handle for each dock.
    pub at: Vec<Handle>,
    /// Boxes that rays hit as a part's handle, as centres and half lengths in the handle's frame.
    pub rim: Vec<(Vec3, Vec3)>,
    /// Radius round the middle of a free dock in which rays hit it, in metres.
    pub reach: f32,
}

/// The touch target of a dock and of the part docked there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handle {
    /// Cell that names the dock.
    pub pin: Cell,
    /// Part that is visible while the dock is occupied.
    pub part: usize,
    /// Frame of the handle, with the origin in the middle of the dock.
    pub frame: Transform,
}

/// A decorative mesh on a part.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// Name of the fixture's entity.
    pub name: &'static str,
    /// Mesh, in the fixture's own frame.
    pub mesh: TriangleMesh,
    /// Material of the mesh.
    pub material: Material,
}

impl Shape {
    /// Returns the position relative to a player in a headset, in the direction of
    /// [`stance`](Self::stance): the nearest cell, at [`worn_scale`](Self::worn_scale) and with
    /// either home in front, is [in reach](IN_REACH) of the shoulders.
    pub fn worn_stance(&self) -> Stance {
        let seat = Seat::default().with_stance(self.stance);
        let to_board = seat.centre - seat.eye;
        let towards = to_board.normalize();
        let distances = self.homes.iter().flat_map(|home| {
            let turn = self.hold.home_rotation(home, &seat);
            self.places.iter().map(move |place| {
                let cell = turn * place.frame.translation * self.worn_scale;
                let (cell, away) = match self.hold {
                    // Any cell of a ball comes nearest in some rotation.
                    Hold::Ball => (Vec3::ZERO, IN_REACH + cell.length()),
                    Hold::Table { .. } => (cell, IN_REACH),
                };
                let cell = cell + Vec3::Y * SHOULDERS;
                let aside = cell.reject_from_normalized(towards);
                (away * away - aside.length_squared()).max(0.0).sqrt() - cell.dot(towards)
            })
        });
        let times = distances.fold(0.0, f32::max) / to_board.length();
        Stance {
            ahead: self.stance.ahead * times,
            below: self.stance.below * times,
        }
    }

    /// Returns the distance of the farthest cell's edge from the board's own axis +y, in metres.
    pub fn rim(&self) -> f32 {
        let cells = self.places.iter();
        let far = cells.map(|place| place.frame.translation.with_y(0.0).length());
        far.fold(0.0, f32::max) + self.clear() / 2.0
    }

    /// Returns the frame of a cell.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    pub fn frame(&self, cell: Cell) -> Transform {
        self.places[cell.index()].frame
    }

    /// Returns the middle of a cell.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    pub fn centre(&self, cell: Cell) -> Vec3 {
        self.frame(cell).translation
    }

    /// Returns the corners of all places and the vertices of all fixtures, in the board's frame, in
    /// metres.
    pub fn corners(&self) -> impl Iterator<Item = Vec3> {
        let places = self.places.iter().flat_map(|place| {
            let outline = self.kinds[place.kind].outline.iter();
            outline.map(|corner| place.frame * *corner)
        });
        let fixtures = self.parts.iter().flat_map(|part| &part.fixtures);
        let fixtures = fixtures.flat_map(|(fixture, at)| {
            let vertices = self.fixtures[*fixture].mesh.positions.iter();
            vertices.map(|vertex| *at * *vertex)
        });
        places.chain(fixtures)
    }

    /// Returns the radius of the widest piece's foot, in metres.
    pub fn foot(&self) -> f32 {
        /// Radius in units of the pieces' meshes.
        const FOOT: f32 = 0.1;
        FOOT * self.piece_scale
    }

    /// Returns the kind of a cell's place.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    pub fn kind(&self, cell: Cell) -> &PlaceKind {
        &self.kinds[self.places[cell.index()].kind]
    }

    /// Returns the side that a fixture's lettering is for; `None` if it is for both sides.
    pub fn reader(&self, fixture: usize) -> Option<Side> {
        let read_by = self.read_by?;
        let mut sides = Side::ALL.into_iter();
        sides.find(|side| read_by[side.index()] == fixture)
    }

    /// Returns whether any place is glass.
    pub fn is_glass(&self) -> bool {
        self.kinds.iter().any(PlaceKind::is_glass)
    }

    /// Returns whether players see cells behind cells: the board has several parts, or an inside.
    pub const fn is_layered(&self) -> bool {
        self.parts.len() > 1 || self.inside.is_some()
    }

    /// Returns whether parts have handles.
    pub const fn has_handles(&self) -> bool {
        !self.handles.at.is_empty()
    }

    /// Returns whether a part is present while these cells are absent.
    pub fn is_there(&self, part: usize, absent: WideSet) -> bool {
        let mut missing = absent.cells();
        !missing.any(|cell| self.places[cell.index()].part == part)
    }

    /// Returns all cells, including cells that are currently missing.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.places.len()).map(|index| Cell::new(index as u8))
    }

    /// Returns the model of a role on this board.
    pub fn model(&self, position: &dyn AnyPosition, role: Role) -> PieceKind {
        let name = position.rules_of(role).name;
        let own = self.models.iter().find(|(role, _)| *role == name);
        own.map_or_else(|| PieceKind::named(name), |(_, kind)| *kind)
    }

    /// Returns the neighbours of a cell with this kind of contact; `None` if the board has none.
    pub fn neighbours(&self, cell: Cell, neighbours: Neighbours) -> Option<WideSet> {
        let mut relations = self.relations.iter();
        let relation = relations.find(|relation| relation.neighbours == neighbours)?;
        Some(relation.cells[cell.index()])
    }

    /// Returns how `cell` touches `pointed`; `None` if the two don't touch.
    pub fn relation(&self, pointed: Cell, cell: Cell) -> Option<Neighbours> {
        let mut relations = self.relations.iter();
        let relation = relations.find(|relation| relation.cells[pointed.index()].contains(cell))?;
        Some(relation.neighbours)
    }

    /// Returns a side's forward direction, perpendicular to `up`.
    pub fn ahead(&self, side: Side, up: Vec3) -> Vec3 {
        self.homes[side.index()].ahead.reject_from(up.normalize())
    }

    /// Returns the transform of a side's piece at a point with the normal `up`, turned left by
    /// `aside` radians.
    pub fn standing(&self, side: Side, place: Vec3, up: Vec3, aside: f32) -> Transform {
        Transform {
            translation: place,
            rotation: frame(up, self.ahead(side, up)) * Quat::from_rotation_y(aside),
            scale: Vec3::ONE,
        }
    }

    /// Returns the angle by which a piece at a point is turned left, in radians. Pieces in
    /// [`Shape::aside`] face the middle. On the middle line they face left, so that a camp is
    /// symmetric.
    pub fn aside_at(&self, piece: Piece, place: Vec3) -> f32 {
        if !self.aside.contains(&piece.role) {
            return 0.0;
        }
        let right = self.homes[piece.side.index()].ahead.cross(Vec3::Y);
        if place.dot(right) < 0.0 {
            -ASIDE
        } else {
            ASIDE
        }
    }

    /// Returns the transform of a piece on a cell.
    pub fn on_cell(&self, piece: Piece, cell: Cell) -> Transform {
        let place = self.frame(cell);
        let (at, up) = (place.translation, place.rotation * Vec3::Y);
        self.standing(piece.side, at, up, self.aside_at(piece, at))
    }

    /// Returns the board's rotation for a side's viewpoint, and the eye's elevation in radians;
    /// `None` for the seat's elevation. Only a free camera can have an elevation, for a table that
    /// can't tilt far enough.
    pub fn rotation_for(
        &self,
        look: Viewpoint,
        side: Side,
        position: &dyn AnyPosition,
        seat: &Seat,
        is_free: bool,
    ) -> (Quat, Option<f32>) {
        let hold = self.hold;
        let home = &self.homes[side.index()];
        match look {
            Viewpoint::Home => (hold.home_rotation(home, seat), None),
            Viewpoint::Royal => {
                let royal = position.royal(side).map(|cell| self.centre(cell));
                (hold.royal_rotation(home, royal, seat), None)
            }
            Viewpoint::From { towards, up } => {
                let elevation = hold.elevation(towards).filter(|_| is_free);
                (hold.view_rotation(towards, up, seat, is_free), elevation)
            }
        }
    }
}
