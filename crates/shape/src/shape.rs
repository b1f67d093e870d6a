//! The shape of a board in space, as data.
//!
//! Everything that is drawn, met by rays, turned or looked at reads a
//! [`Shape`] and knows no board. Each board has one: a crate of boards has them.

use std::f32::consts::FRAC_PI_4;

use bevy_color::{Alpha, Color};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use super::frame::frame;
use super::hold::{Hold, Home};
use super::inside::Inside;
use super::mesh::{Grain, Material, TriangleMesh};
use super::piece::PieceKind;
use super::room::Room;
use super::seat::{Overview, Seat, Stance};
use super::tutorial::Step;
use super::view::{View, Viewpoint};
use icochess_message::Msg;
use icochess_rules::{AnyPosition, Cell, CellSet, Piece, Role, Side, WideSet};

/// The angle by which pieces of the roles of [`Shape::aside`] are turned, radians.
const ASIDE: f32 = FRAC_PI_4;

/// The shape of the board that is played on. In the board's own frame: its
/// origin is the point that the board turns about. Lengths are metres.
#[derive(Debug)]
pub struct Shape {
    /// Identifier of the board.
    pub board: &'static str,
    /// The rigid bodies that it is made of: one for most boards.
    pub parts: Vec<Part>,
    /// The kinds of places; those of a kind are congruent.
    pub kinds: Vec<PlaceKind>,
    /// The places of the cells, by index.
    pub places: Vec<Place>,
    /// The neighbours of a cell that are shown when it is pointed at. One that is in several
    /// relations gets the frame of the first.
    pub relations: Vec<Relation>,
    /// The homes of the sides, White first.
    pub homes: [Home; 2],
    /// The way in which the board turns.
    pub hold: Hold,
    /// The views of the board, in the order of the keys.
    pub views: Vec<View>,
    /// The indices of the views that other keys show too, on a board that comes from a program
    /// with keys of its own: Scroll lock, Pause, Insert, Home, Page up, Delete, End, Page down. Such a
    /// board has that program's other controls by default, too.
    pub view_keys: Option<[usize; 8]>,
    /// The distance that the board with its pieces reaches from its origin, metres.
    pub extent: f32,
    /// The place of the board for a player.
    pub stance: Stance,
    /// The room that it stands in, unless players choose another.
    pub room: Room,
    /// The place from which a camera that is free looks at it, if not the player's seat.
    pub overview: Overview,
    /// Scale of the pieces: metres for each unit of their meshes.
    pub piece_scale: f32,
    /// Scale of the marks on places; 1 on the ball.
    pub mark_scale: f32,
    /// The lettering of the names on the cells.
    pub names: Names,
    /// The fixtures that parts have beside their places.
    pub fixtures: Vec<Fixture>,
    /// The handles by which movable parts are picked, and the docks where they are put.
    pub handles: Handles,
    /// The ways to look into it, if its places lie one behind the other.
    pub inside: Option<Inside>,
    /// The stands of pieces in reserve, by side, if there are any.
    pub stands: Option<[Stand; 2]>,
    /// The values of the roles, as players count them in pawns, by the role's name; empty on a
    /// board of which nobody has agreed on that.
    pub worths: &'static [(&'static str, u8)],
    /// The models of roles that do not go by their names, by the role's name.
    pub models: &'static [(&'static str, PieceKind)],
    /// The roles whose pieces look half aside, towards the middle of the board, instead of straight
    /// ahead: horses on a table, which both players would see along their manes, as slabs.
    pub aside: &'static [Role],
    /// Explanations of how each piece moves, for the help.
    pub lessons: &'static [Lesson],
    /// More about the board, which the help tells after the pieces.
    pub about: Option<Msg>,
    /// The rules of its game, in the order in which the help tells them. The last says whose
    /// game it is.
    pub rules: &'static [Rule],
    /// The first steps of newcomers on the board; none if it has no tutorial.
    pub tutorial: &'static [Step],
}

/// The moves of a piece, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// The name of the role that it explains.
    pub role: &'static str,
    /// The explanation, in whole sentences.
    pub text: Msg,
}

impl Lesson {
    /// The lesson about the role of this name.
    pub const fn new(role: &'static str, text: Msg) -> Self {
        Self { role, text }
    }
}

/// A part of the rules of a board's game, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The heading above it.
    pub title: Msg,
    /// The rule, in whole sentences.
    pub text: Msg,
    /// The picture of it on the board.
    pub picture: RulePicture,
}

impl Rule {
    /// A rule that is told in words only.
    pub const fn told(title: Msg, text: Msg) -> Self {
        Self::shown(title, text, RulePicture::Nothing)
    }

    /// A rule that has a picture, too.
    pub const fn shown(title: Msg, text: Msg, picture: RulePicture) -> Self {
        Self {
            title,
            text,
            picture,
        }
    }
}

/// The picture of a rule on the board itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RulePicture {
    /// The rule has no picture.
    #[default]
    Nothing,
    /// The neighbours of a cell that touch it so.
    Neighbours(Neighbours),
    /// The names of the cells.
    Names,
    /// The lessons: how each piece moves.
    Pieces,
}

/// A rigid body of the board: what is on it keeps its place on it.
///
/// A part that moves from dock to dock (see [`Layout::docks`](icochess_rules::Layout::docks))
/// has one of these for each dock: they look alike, and those are seen whose cells are
/// there. So the place of a cell never changes, nor what is on a part; where a part is
/// carried away, the one that comes sets out from there.
#[derive(Debug, Clone)]
pub struct Part {
    /// The name of its entity.
    pub name: &'static str,
    /// Its fixtures, as indexes of [`Shape::fixtures`], with their places in the board's frame.
    pub fixtures: Vec<(usize, Transform)>,
}

impl Part {
    /// The only part of a board, with so many fixtures whose meshes are in the board's
    /// frame.
    pub fn whole(fixtures: usize) -> Self {
        Self {
            name: "whole board",
            fixtures: (0..fixtures).map(|it| (it, Transform::IDENTITY)).collect(),
        }
    }
}

/// A kind of place.
#[derive(Debug, Clone)]
pub struct PlaceKind {
    /// The corners in the place's own frame, in a plane through its origin,
    /// counter-clockwise from above.
    pub outline: Vec<Vec3>,
    /// The part of the outline that the face takes, 0 to 1: frames and signs lie where the outline
    /// is, and what is beside the face is looked through and pointed past.
    pub face: f32,
    /// Depth below the face at which rays still meet the place, metres.
    pub depth: f32,
    /// The colour of the face; it is glass if that is not opaque.
    pub shade: Color,
    /// Roughness of the face as it is perceived, 0 to 1.
    pub roughness: f32,
    /// The wood or stone that the face is cut from; `None` for one of one colour.
    pub grain: Option<Grain>,
}

impl PlaceKind {
    /// Whether its face is glass.
    pub fn is_glass(&self) -> bool {
        self.shade.alpha() < 1.0
    }
}

/// The place of a cell.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Its frame: the origin in the middle of the face, +y away from the board. Of a
    /// cell that may be missing, where it is when it is there.
    pub frame: Transform,
    /// Index of its kind in [`Shape::kinds`].
    pub kind: usize,
    /// Index of its part in [`Shape::parts`].
    pub part: usize,
}

/// The stand of a side's pieces in reserve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stand {
    /// The place of the first, in the board's frame, metres.
    pub at: Vec3,
    /// The step from one piece to the next, metres.
    pub step: Vec3,
    /// Index of the part that it belongs to.
    pub part: usize,
}

/// The way in which a cell touches another one. The names are those of the original Icochess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Neighbours {
    /// They share an edge.
    Edge,
    /// They share a corner, beside a cell that shares an edge.
    SideCorner,
    /// They lie straight across a corner from one another.
    DirectCorner,
}

/// Cells that have something to do with another one.
#[derive(Debug, Clone)]
pub struct Relation {
    /// The way in which they touch it.
    pub neighbours: Neighbours,
    /// The neighbours of this kind, by index of the cell.
    pub cells: Vec<WideSet>,
}

/// The lettering of the names of cells on these.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Names {
    /// Height of a letter, metres.
    pub height: f32,
    /// Distance of the name from the middle of the cell, as a part of that to a corner.
    pub towards_corner: f32,
}

/// The handles of parts that move from dock to dock, which are alike. Where a board has
/// none, such a part is selected by its cells, and the cells of free docks are picked.
#[derive(Debug, Clone, Default)]
pub struct Handles {
    /// A handle for each dock.
    pub at: Vec<Handle>,
    /// The boxes of a part that rays meet as its handle, in the handle's frame, by their middles
    /// and half their lengths.
    pub rim: Vec<(Vec3, Vec3)>,
    /// Radius round the middle of a free dock in which rays meet it, metres.
    pub reach: f32,
}

/// The place where a part at a dock is picked, and where it is put.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handle {
    /// The cell that names the dock.
    pub pin: Cell,
    /// The part that is seen while one is at the dock.
    pub part: usize,
    /// The frame of the handle: the origin in the middle of the dock.
    pub frame: Transform,
}

/// A thing on a part that is only looked at.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// The name of its entity.
    pub name: &'static str,
    /// The mesh, in a frame of its own.
    pub mesh: TriangleMesh,
    /// The material of the mesh.
    pub material: Material,
}

impl Shape {
    /// The frame of a cell.
    ///
    /// # Panics
    ///
    /// If the cell is none of the board.
    pub fn frame(&self, cell: Cell) -> Transform {
        self.places[cell.index()].frame
    }

    /// The middle of a cell.
    ///
    /// # Panics
    ///
    /// If the cell is none of the board.
    pub fn centre(&self, cell: Cell) -> Vec3 {
        self.frame(cell).translation
    }

    /// The outline of the board: the corners of its places, and the vertices of what else is on its
    /// parts, in its frame, metres.
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

    /// Radius of the foot of the widest piece, metres.
    pub fn foot(&self) -> f32 {
        /// The same in units of the meshes of pieces.
        const FOOT: f32 = 0.1;
        FOOT * self.piece_scale
    }

    /// The kind of a cell's place.
    ///
    /// # Panics
    ///
    /// If the cell is none of the board.
    pub fn kind(&self, cell: Cell) -> &PlaceKind {
        &self.kinds[self.places[cell.index()].kind]
    }

    /// The side that alone reads what a fixture bears, if it bears such.
    pub fn reader(&self, fixture: usize) -> Option<Side> {
        let read_by = self.inside.as_ref()?.read_by?;
        let mut sides = Side::ALL.into_iter();
        sides.find(|side| read_by[side.index()] == fixture)
    }

    /// Whether its places are panes of glass.
    pub fn is_glass(&self) -> bool {
        self.kinds.iter().any(PlaceKind::is_glass)
    }

    /// Whether the board has handles by which its parts are moved.
    pub const fn has_handles(&self) -> bool {
        !self.handles.at.is_empty()
    }

    /// Whether a part is there when these cells are missing.
    pub fn is_there(&self, part: usize, absent: WideSet) -> bool {
        let mut missing = absent.cells();
        !missing.any(|cell| self.places[cell.index()].part == part)
    }

    /// The cells that it has, those included that are missing now.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.places.len()).map(|index| Cell::new(index as u8))
    }

    /// The model of a role on this board.
    pub fn model(&self, position: &dyn AnyPosition, role: Role) -> PieceKind {
        let name = position.rules_of(role).name;
        let own = self.models.iter().find(|(role, _)| *role == name);
        own.map_or_else(|| PieceKind::named(name), |(_, kind)| *kind)
    }

    /// The cells that touch one in this way; `None` where the board has no such neighbours.
    pub fn neighbours(&self, cell: Cell, neighbours: Neighbours) -> Option<WideSet> {
        let mut relations = self.relations.iter();
        let relation = relations.find(|relation| relation.neighbours == neighbours)?;
        Some(relation.cells[cell.index()])
    }

    /// The way in which `cell` touches `pointed`; `None` if it does not.
    pub fn relation(&self, pointed: Cell, cell: Cell) -> Option<Neighbours> {
        let mut relations = self.relations.iter();
        let relation = relations.find(|relation| relation.cells[pointed.index()].contains(cell))?;
        Some(relation.neighbours)
    }

    /// The direction ahead for a side where `up` leads away from the board.
    pub fn ahead(&self, side: Side, up: Vec3) -> Vec3 {
        self.homes[side.index()].ahead.reject_from(up.normalize())
    }

    /// The transform of a side's piece at a point where `up` leads away from the board, turned to its
    /// left by `aside` radians.
    pub fn standing(&self, side: Side, place: Vec3, up: Vec3, aside: f32) -> Transform {
        Transform {
            translation: place,
            rotation: frame(up, self.ahead(side, up)) * Quat::from_rotation_y(aside),
            scale: Vec3::ONE,
        }
    }

    /// The angle by which a piece at a point is turned to its left, radians. Those of
    /// [`Shape::aside`] look towards the middle, from there on to the left: so a camp is symmetric.
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

    /// The transform of a piece on a cell.
    pub fn on_cell(&self, piece: Piece, cell: Cell) -> Transform {
        let place = self.frame(cell);
        let (at, up) = (place.translation, place.rotation * Vec3::Y);
        self.standing(piece.side, at, up, self.aside_at(piece, at))
    }

    /// The rotation with which the board lies for a look of a side, and how high the eye is
    /// then, radians above the level; `None` for the height of the seat. An eye that is free
    /// goes to the height that a table cannot be tilted to.
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
