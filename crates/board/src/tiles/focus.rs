//! The cells in focus on a board with an inside: those related to the selected or hovered piece, or
//! those in the visible plane. This module also decides which cells are pickable.
//!
//! Hovering requires a pointer at rest on a cell, because a moving pointer or board passes over
//! unrelated cells.

use std::time::Duration;

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::threats::{ThreatSystems, Threats};
use super::through::clear;
use crate::stage::depth::DepthRequested;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::switches::Glass;
use crate::stage::taught::{Pictured, StepMarks, Taught};
use crate::tiles::cover::Covered;
use crate::turning::opening::{OpenSystems, Opened};
use crate::turning::spin::TurnSystems;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_base::watched;
use icochess_play::computer::{Hint, HintMove};
use icochess_play::game::Match;
use icochess_play::interaction::{Hovered, MouseMoved, Selection};
use icochess_rules::{AnyPosition, Cell, CellSet, Target, WideSet, set_of};
use icochess_shape::{Hold, is_turned_away};

/// Time that a pointer must stay on a cell to count as resting.
const REST_DELAY: Duration = Duration::from_millis(400);
/// Maximum delay between a mouse motion and the hover that it causes. Picking lags by some frames.
const MAX_HOVER_DELAY: Duration = Duration::from_millis(100);

/// Cell on which the most important pointer rests.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Resting(pub(super) Option<Cell>);

/// Systems that update the resting cell.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RestSystems;

/// Cell under a pointer, and the time at which the pointer arrived. Times are since startup.
#[derive(Debug, Default)]
struct Stay {
    cell: Option<Cell>,
    came: Duration,
    /// Time of the last mouse motion, or step along a ray.
    moved: Option<Duration>,
}

impl Stay {
    /// Updates the cell, and returns the time until the pointer rests on it; `None` if it won't
    /// rest.
    fn go_on(&mut self, now: Duration, cell: Option<Cell>, is_mouse: bool) -> Option<Duration> {
        if self.cell != cell {
            (self.cell, self.came) = (cell, now);
        }
        cell?;
        let moved = self
            .moved
            .is_some_and(|moved| moved + MAX_HOVER_DELAY >= self.came);
        (moved || !is_mouse).then(|| (self.came + REST_DELAY).saturating_sub(now))
    }
}

fn update_resting(
    (hovered, time): (Res<Hovered>, Res<Time<Real>>),
    (mut moves, mut steps): (MessageReader<MouseMoved>, MessageReader<DepthRequested>),
    mut stay: Local<Stay>,
    mut resting: ResMut<Resting>,
    mut next: ResMut<NextFrame>,
) {
    let now = time.elapsed();
    // A step along the ray also leads the mouse to another cell.
    if moves.read().count() + steps.read().count() > 0 {
        stay.moved = Some(now);
    }
    let cell = hovered.first();
    let is_mouse = hovered.by(PointerId::Mouse) == cell;
    let left = stay.go_on(now, cell, is_mouse);
    let rests = left.is_some_and(|left| left.is_zero());
    resting.set_if_neq(Resting(cell.filter(|_| rests)));
    if let Some(left) = left.filter(|left| !left.is_zero()) {
        next.within(left);
    }
}

/// Cells in focus and cells that rays hit.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Focus {
    /// Cells in focus, while all others fade; `None` if no cell fades.
    pub cells: Option<WideSet>,
    /// Whether the cells that fade are nearly invisible, as next to a slice.
    pub ghosts: bool,
    /// Pickable cells; `None` if all are. Rays pass through all others: cells outside a cut, empty
    /// cells in front of targets, and the near half of a glass ball.
    pub pickable: Option<WideSet>,
    /// Cell of the piece whose inner paths are shown.
    pub inner_paths: Option<Cell>,
}

impl Focus {
    /// Adds cells to the focus and to the pickable cells.
    fn with(self, more: WideSet) -> Self {
        let and_more = |cells: WideSet| cells.or(more);
        Self {
            cells: self.cells.map(and_more),
            pickable: self.pickable.map(and_more),
            ..self
        }
    }

    /// Returns whether a cell fades.
    pub fn fades(&self, cell: Cell) -> bool {
        self.cells.is_some_and(|cells| !cells.contains(cell))
    }
}

/// Systems that update the focus.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FocusSystems;

watched! {
    /// Resources that determine [`Focus`].
    struct FocusSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        taught: Res<'w, Taught>,
        selection: Res<'w, Selection>,
        resting: Res<'w, Resting>,
        pictured: Res<'w, Pictured>,
        step: Res<'w, StepMarks>,
        threats: Res<'w, Threats>,
        covered: Res<'w, Covered>,
        opened: Res<'w, Opened>,
        hint: Res<'w, Hint>,
        glass: Res<'w, Glass>,
    }
}

/// Run condition: the board has turned relative to the seat in see-through mode.
fn has_glass_turned(
    glass: Res<Glass>,
    seat: Res<PlayerSeat>,
    turned: Query<(), (With<BoardRoot>, Changed<Transform>)>,
) -> bool {
    glass.is_on() && (seat.is_changed() || !turned.is_empty())
}

/// Returns the far half of a ball at this rotation.
fn far(shape: &BoardShape, board_rotation: Quat, seat: &PlayerSeat) -> WideSet {
    set_of(
        shape
            .cells()
            .filter(|cell| is_turned_away(board_rotation, &shape.frame(*cell), seat)),
    )
}

fn cells_of(targets: Vec<Target>) -> WideSet {
    set_of(targets.into_iter().map(|target| target.cell))
}

/// Returns the pickable cells (the pieces and the selected piece's targets), and the subset that is
/// preferred: the targets, if a piece is selected.
fn pickable_cells(game: &Match, taught: &Taught, selection: &Selection) -> [WideSet; 2] {
    if let Some(scene) = taught.scene() {
        let targets = cells_of(scene.position().targets(scene.cell));
        return [scene.position().occupied().or(targets); 2];
    }
    let game = taught.game(game);
    let pieces = game.position().occupied();
    let targets = cells_of(selection.0.targets(game));
    let meant = if targets.is_empty() { pieces } else { targets };
    [pieces.or(targets), meant]
}

/// Returns the cells related to the piece on a cell: the cells it attacks, its targets, and its
/// attackers.
fn related_cells(position: &dyn AnyPosition, cell: Cell, targets: WideSet) -> WideSet {
    let own = WideSet::single(cell).or(targets);
    let Some(piece) = position.piece_at(cell) else {
        return own;
    };
    let bears = position.attacks(cell).without(position.by_side(piece.side));
    own.or(bears).or(position.attackers(cell, !piece.side))
}

fn update_focus(
    from: FocusSources,
    seat: Res<PlayerSeat>,
    root: Single<&Transform, With<BoardRoot>>,
    mut focus: ResMut<Focus>,
) {
    let (game, shape, taught) = (&*from.game, &*from.shape, &*from.taught);
    let (selection, resting) = (&*from.selection, *from.resting);
    let is_hidden = from.covered.hides(taught);
    let now = if shape.hold == Hold::Ball && from.glass.is_on() && !is_hidden {
        let far = far(shape, root.rotation, &seat);
        let eye = root.rotation.inverse() * (seat.eye - seat.centre) / root.scale.x;
        let [there, meant] = pickable_cells(game, taught, selection);
        let near = clear(there.without(far), meant.and(far), shape, eye);
        Focus {
            cells: Some(far),
            ghosts: false,
            pickable: Some(far.or(near)),
            inner_paths: None,
        }
    } else if shape.inside.is_none() {
        Focus::default()
    } else if let Some(cells) = from.pictured.cells(shape) {
        Focus {
            cells: Some(cells),
            ..Focus::default()
        }
    } else if is_hidden {
        Focus::default()
    } else {
        let plane = from.opened.plane(shape);
        match taught.scene() {
            Some(scene) => {
                let targets = cells_of(scene.position().targets(scene.cell));
                Focus {
                    cells: Some(WideSet::single(scene.cell).or(targets)),
                    ghosts: false,
                    pickable: None,
                    inner_paths: Some(scene.cell),
                }
            }
            None if from.threats.all().is_empty() => {
                let game = taught.game(game);
                let hint = from.step.shown_hint(taught, &from.hint);
                of_game(game, selection, resting, plane).with(hint_cells(game, hint))
            }
            None => {
                let royal = game.position().royal(game.position().turn());
                let others = set_of(royal.into_iter().chain(selection.0.cell()));
                let threats = &from.threats;
                Focus {
                    cells: Some(threats.attackers().or(threats.paths()).or(others)),
                    // The slice fades, too.
                    ghosts: false,
                    inner_paths: None,
                    ..of_game(game, selection, resting, plane)
                }
            }
        }
    };
    focus.set_if_neq(now);
}

/// Returns the cells of a hint: its path and its piece's related cells. A hint is never faded.
fn hint_cells(game: &Match, hint: Option<&HintMove>) -> WideSet {
    let position = game.position();
    hint.map_or(WideSet::EMPTY, |hint| {
        let path: WideSet = set_of(hint.path.iter().copied().chain([hint.mv.from, hint.mv.to]));
        let targets = cells_of(position.targets(hint.mv.from));
        path.or(related_cells(position, hint.mv.from, targets))
    })
}

/// Returns the focus in the game. Only the selected piece's cells are added to a visible plane,
/// because a hovered piece changes too often.
fn of_game(game: &Match, selection: &Selection, resting: Resting, plane: Option<WideSet>) -> Focus {
    let position = game.position();
    if let Some(cell) = selection.0.cell() {
        let targets = cells_of(selection.0.targets(game));
        let own = related_cells(position, cell, targets);
        // Around a piece that can't move, fading would show nothing.
        let alone = (!targets.is_empty()).then_some(own);
        return Focus {
            cells: plane.map_or(alone, |plane| Some(plane.or(own))),
            ghosts: plane.is_some(),
            pickable: Some(plane.unwrap_or(position.occupied()).or(own)),
            inner_paths: Some(cell),
        };
    }
    let pointed = resting.0.filter(|cell| {
        let is_on_board = cell.index() < position.cell_count();
        plane.is_none() && is_on_board && position.piece_at(*cell).is_some()
    });
    let own = pointed.map(|cell| {
        let targets = cells_of(position.targets(cell));
        related_cells(position, cell, targets)
    });
    Focus {
        cells: plane.or(own),
        ghosts: plane.is_some(),
        pickable: plane,
        inner_paths: None,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Resting>().add_systems(
        Update,
        update_resting.in_set(RestSystems).in_set(AppSystems::Scene),
    );
    app.init_resource::<Focus>().add_systems(
        Update,
        update_focus
            .run_if(FocusSources::changed.or_else(has_glass_turned))
            .after(OpenSystems)
            .after(TurnSystems)
            .after(ThreatSystems)
            .after(RestSystems)
            .in_set(FocusSystems)
            .in_set(AppSystems::Scene),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn pointers_rest_after_a_delay_and_restart_on_the_next_cell() {
        let mut stay = Stay::default();
        let [one, other] = [3, 4].map(|cell| Some(Cell::new(cell)));
        let begin = MS * 1000;
        assert_eq!(stay.go_on(begin, one, false), Some(REST_DELAY));
        assert_eq!(stay.go_on(begin + MS * 399, one, false), Some(MS));
        assert_eq!(
            stay.go_on(begin + REST_DELAY, one, false),
            Some(Duration::ZERO)
        );
        assert_eq!(
            stay.go_on(begin + REST_DELAY, other, false),
            Some(REST_DELAY)
        );
        assert_eq!(stay.go_on(begin + REST_DELAY * 2, None, false), None);
    }

    #[test]
    fn mice_rest_only_where_they_were_moved() {
        let mut stay = Stay::default();
        let [one, other] = [3, 4].map(|cell| Some(Cell::new(cell)));
        let begin = MS * 1000;
        // The mouse is still when the board appears.
        assert_eq!(stay.go_on(begin, one, true), None);
        assert_eq!(stay.go_on(begin + REST_DELAY * 2, one, true), None);
        // The mouse has been on the cell long enough when it moves.
        stay.moved = Some(begin + REST_DELAY * 2);
        let now = begin + REST_DELAY * 2 + MS;
        assert_eq!(stay.go_on(now, one, true), Some(Duration::ZERO));
        // The board turns under the mouse, which then moves again.
        assert_eq!(stay.go_on(now + MS * 500, other, true), None);
        stay.moved = Some(now + MS * 600);
        assert_eq!(stay.go_on(now + MS * 600, other, true), Some(MS * 300));
    }
}
