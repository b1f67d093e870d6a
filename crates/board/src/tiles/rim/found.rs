//! The places that matter and are out of sight: of a check, the last move, targets of what is
//! selected, and the move whose row in the list is pointed at.

use bevy::prelude::*;

use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::switches::Glass;
use crate::stage::switches::PointedMove;
use crate::stage::taught::Taught;
use crate::tiles::round::RimRoom;
use crate::tiles::veil::Veiled;
use crate::tiles::ways::Ways;
use icochess_base::watched;
use icochess_play::game::Match;
use icochess_play::interaction::Selection;
use icochess_rules::{Cell, CellSet, Move, WideSet, set_of};
use icochess_shape::{Hold, Seat, Shape, is_turned_away};

/// The kind of places out of sight that an arrow at the rim indicates, that first which matters
/// most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IndicatorKind {
    /// A king in check, and what gives it: a ring of spikes.
    Check,
    /// End of the last move, with its start: an arrow. Where the end is in sight, there is none.
    LastMove,
    /// Targets of what is selected: a disc.
    Targets,
    /// Start and end of the move whose row is pointed at: a ring.
    Row,
}

impl IndicatorKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Check, Self::LastMove, Self::Targets, Self::Row];
}

/// An arrow at the rim, while something is out of sight that it leads to.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct RimArrow {
    /// The kind of places that it indicates.
    pub kind: IndicatorKind,
    /// Number of its places that are out of sight.
    pub count: usize,
    /// The place that comes into sight when it is pressed.
    pub tile: Cell,
    /// A place that comes with it, if both can be seen.
    pub also: Option<Cell>,
}

/// The places that arrows would lead to if they were out of sight, that first of each which matters
/// most.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct IndicatedCells([Vec<Cell>; IndicatorKind::ALL.len()]);

/// The arrows that are shown.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub(super) struct Shown(pub(super) Vec<RimArrow>);

watched! {
    /// The resources that [`IndicatedCells`] are read from.
    pub(super) struct RimSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        taught: Res<'w, Taught>,
        selection: Res<'w, Selection>,
        ways: Res<'w, Ways>,
        pointed: Res<'w, PointedMove>,
        veiled: Res<'w, Veiled>,
        glass: Res<'w, Glass>,
        room: Res<'w, RimRoom>,
    }
}

/// The places of a move, its end first.
fn of_move(mv: Option<Move>) -> Vec<Cell> {
    mv.iter().flat_map(|mv| [mv.to, mv.from]).collect()
}

pub(super) fn find(from: RimSources, mut indicated: ResMut<IndicatedCells>) {
    let is_ball = from.shape.hold == Hold::Ball;
    let is_told = is_ball && !from.veiled.0 && !from.glass.is_on() && from.room.is_open;
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
        targets.filter(|cell| !from.ways.come_by(*cell)).collect(),
        of_move(from.pointed.0.filter(|_| !from.taught.is_on())),
    ]));
}

/// The arrow to what of these places is out of sight as the ball lies.
pub(super) fn arrow(
    kind: IndicatorKind,
    places: &[Cell],
    (shape, seat): (&Shape, &Seat),
    lies: Quat,
) -> Option<RimArrow> {
    let is_hidden = |cell: &Cell| is_turned_away(lies, &shape.frame(*cell), seat);
    // Where the end of the last move is in sight, that tells of it.
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
    /// The arrows to what is out of sight as the ball lies.
    fn arrows<'a>(
        &'a self,
        seen: (&'a Shape, &'a Seat),
        lies: Quat,
    ) -> impl Iterator<Item = RimArrow> + use<'a> {
        let all = IndicatorKind::ALL.into_iter().zip(&self.0);
        all.filter_map(move |(kind, places)| arrow(kind, places, seen, lies))
    }
}

/// Finds out which arrows there are, as the board lies now.
pub(super) fn look(
    (indicated, shape, seat): (Res<IndicatedCells>, Res<BoardShape>, Res<PlayerSeat>),
    root: Single<Ref<Transform>, With<BoardRoot>>,
    mut shown: ResMut<Shown>,
) {
    if !indicated.is_changed() && !root.is_changed() && !seat.is_changed() {
        return;
    }
    let found = || indicated.arrows((&shape, &seat), root.rotation);
    // Without a list of its own where nothing has changed.
    if !shown.0.iter().copied().eq(found()) {
        shown.0 = found().collect();
    }
}
