//! Finds important places out of sight: check, last move, targets of the selection, and the move
//! pointed at in the list.

use bevy::prelude::*;

use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::switches::Glass;
use crate::stage::switches::PointedMove;
use crate::stage::taught::Taught;
use crate::tiles::cover::Covered;
use crate::tiles::paths::SliderPaths;
use crate::tiles::round::RimRoom;
use icochess_base::watched;
use icochess_play::game::Match;
use icochess_play::interaction::Selection;
use icochess_rules::{Cell, CellSet, Move, WideSet, set_of};
use icochess_shape::{Hold, Seat, Shape, is_turned_away};

/// Kind of hidden places that a rim arrow indicates, by descending priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IndicatorKind {
    /// King in check and the checking pieces, with a spiked ring as icon.
    Check,
    /// End and start of the last move, as a chevron without a disc. No arrow is shown while the end
    /// is in sight.
    LastMove,
    /// Targets of the selection, with a disc as icon.
    Targets,
    /// Start and end of the move whose row is pointed at, with a ring as icon.
    Row,
}

impl IndicatorKind {
    /// All kinds, by descending priority.
    pub const ALL: [Self; 4] = [Self::Check, Self::LastMove, Self::Targets, Self::Row];
}

/// Arrow at the rim to hidden places.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct RimArrow {
    /// Kind of places that the arrow indicates.
    pub kind: IndicatorKind,
    /// Number of hidden places.
    pub count: usize,
    /// Place to turn into view when the arrow is pressed.
    pub tile: Cell,
    /// Place to show as well, if both fit into view.
    pub also: Option<Cell>,
}

/// Places that would get an arrow if they were hidden, by kind. The most important place comes
/// first.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct IndicatedCells([Vec<Cell>; IndicatorKind::ALL.len()]);

/// Current arrows.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub(super) struct Shown(pub(super) Vec<RimArrow>);

watched! {
    /// Resources that determine [`IndicatedCells`].
    pub(super) struct RimSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        taught: Res<'w, Taught>,
        selection: Res<'w, Selection>,
        paths: Res<'w, SliderPaths>,
        pointed: Res<'w, PointedMove>,
        covered: Res<'w, Covered>,
        glass: Res<'w, Glass>,
        room: Res<'w, RimRoom>,
    }
}

/// Returns the places of a move, starting with its end.
fn of_move(mv: Option<Move>) -> Vec<Cell> {
    mv.iter().flat_map(|mv| [mv.to, mv.from]).collect()
}

pub(super) fn find_cells(from: RimSources, mut indicated: ResMut<IndicatedCells>) {
    let is_ball = from.shape.hold == Hold::Ball;
    let is_told = is_ball && !from.covered.0 && !from.glass.is_on() && from.room.is_open;
    if !is_told || from.taught.scene().is_some() {
        indicated.set_if_neq(IndicatedCells::default());
        return;
    }
    let game = from.taught.game(&from.game);
    let position = game.position();
    let royal = position.royal(position.turn());
    let check = royal.filter(|_| position.is_check());
    let checkers = position.checkers();
    let checkers = checkers.cells().filter(|_| check.is_some());
    let targets = from.selection.0.targets(game).into_iter();
    let targets = targets.map(|target| target.cell);
    indicated.set_if_neq(IndicatedCells([
        check.into_iter().chain(checkers).collect(),
        of_move(game.record().last()),
        targets.filter(|cell| !from.paths.contains(*cell)).collect(),
        of_move(from.pointed.0.filter(|_| !from.taught.is_on())),
    ]));
}

/// Returns the arrow to those places that are hidden at this rotation; `None` if all are visible.
pub(super) fn arrow(
    kind: IndicatorKind,
    places: &[Cell],
    (shape, seat): (&Shape, &Seat),
    board_rotation: Quat,
) -> Option<RimArrow> {
    let is_hidden = |cell: &Cell| is_turned_away(board_rotation, &shape.frame(*cell), seat);
    // While its end is in sight, the last move needs no arrow.
    if kind == IndicatorKind::LastMove && !places.first().is_some_and(is_hidden) {
        return None;
    }
    let hidden: WideSet = set_of(places.iter().copied().filter(is_hidden));
    let mut first = places.iter().copied().filter(|cell| hidden.contains(*cell));
    let tile = first.next()?;
    Some(RimArrow {
        kind,
        count: hidden.len() as usize,
        tile,
        also: first.next(),
    })
}

impl IndicatedCells {
    /// Yields the arrows to places hidden at this rotation.
    fn arrows<'a>(
        &'a self,
        seen: (&'a Shape, &'a Seat),
        board_rotation: Quat,
    ) -> impl Iterator<Item = RimArrow> + use<'a> {
        let all = IndicatorKind::ALL.into_iter().zip(&self.0);
        all.filter_map(move |(kind, places)| arrow(kind, places, seen, board_rotation))
    }
}

/// Updates the arrows for the board's current rotation.
pub(super) fn find_arrows(
    (indicated, shape, seat): (Res<IndicatedCells>, Res<BoardShape>, Res<PlayerSeat>),
    root: Single<Ref<Transform>, With<BoardRoot>>,
    mut shown: ResMut<Shown>,
) {
    if !indicated.is_changed() && !root.is_changed() && !seat.is_changed() {
        return;
    }
    let found = || indicated.arrows((&shape, &seat), root.rotation);
    // Compares without allocating a list.
    if !shown.0.iter().copied().eq(found()) {
        shown.0 = found().collect();
    }
}
