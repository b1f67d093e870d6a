//! The cell that a pointer rests on. On its way it passes over much that is not meant, and so does
//! a board that turns below it, or comes below a mouse that nobody moves.

use std::time::Duration;

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::{Hovered, MouseMoved};
use icochess_rules::Cell;

/// Time that a pointer stays on a cell until it rests there.
const REST: Duration = Duration::from_millis(400);
/// Longest time between the last motion of a mouse and its coming over a cell to which it was
/// moved: what is below it is known some frames later.
const LATE: Duration = Duration::from_millis(100);

/// The cell that the pointer that matters most rests on.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Resting(pub(super) Option<Cell>);

/// The systems that find out what is rested on.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RestSystems;

/// The cell that a pointer is on, and since when; times are since the start.
#[derive(Debug, Default)]
struct Stay {
    cell: Option<Cell>,
    came: Duration,
    /// The time at which the mouse was moved last.
    moved: Option<Duration>,
}

impl Stay {
    /// Goes on to a cell, or stays there, and returns the time until it is rested on; `None` if it
    /// will not be.
    fn go_on(&mut self, now: Duration, cell: Option<Cell>, is_mouse: bool) -> Option<Duration> {
        if self.cell != cell {
            (self.cell, self.came) = (cell, now);
        }
        cell?;
        let moved = self.moved.is_some_and(|moved| moved + LATE >= self.came);
        (moved || !is_mouse).then(|| (self.came + REST).saturating_sub(now))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Resting>()
        .add_systems(Update, rest.in_set(RestSystems).in_set(AppSystems::Scene));
}

fn rest(
    (hovered, time): (Res<Hovered>, Res<Time<Real>>),
    mut moves: MessageReader<MouseMoved>,
    mut stay: Local<Stay>,
    mut resting: ResMut<Resting>,
    mut next: ResMut<NextFrame>,
) {
    let now = time.elapsed();
    if moves.read().count() > 0 {
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

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_pointer_rests_where_it_has_stayed_and_begins_anew_on_the_next_cell() {
        let mut stay = Stay::default();
        let [one, other] = [3, 4].map(|cell| Some(Cell::new(cell)));
        let begin = MS * 1000;
        assert_eq!(stay.go_on(begin, one, false), Some(REST));
        assert_eq!(stay.go_on(begin + MS * 399, one, false), Some(MS));
        assert_eq!(stay.go_on(begin + REST, one, false), Some(Duration::ZERO));
        assert_eq!(stay.go_on(begin + REST, other, false), Some(REST));
        assert_eq!(stay.go_on(begin + REST * 2, None, false), None);
    }

    #[test]
    fn a_mouse_rests_only_where_it_was_moved() {
        let mut stay = Stay::default();
        let [one, other] = [3, 4].map(|cell| Some(Cell::new(cell)));
        let begin = MS * 1000;
        // It lies where the board appears.
        assert_eq!(stay.go_on(begin, one, true), None);
        assert_eq!(stay.go_on(begin + REST * 2, one, true), None);
        // It is moved a little: it has been there long enough.
        stay.moved = Some(begin + REST * 2);
        let now = begin + REST * 2 + MS;
        assert_eq!(stay.go_on(now, one, true), Some(Duration::ZERO));
        // The board turns below it, and it is moved again there.
        assert_eq!(stay.go_on(now + MS * 500, other, true), None);
        stay.moved = Some(now + MS * 600);
        assert_eq!(stay.go_on(now + MS * 600, other, true), Some(MS * 300));
    }
}
