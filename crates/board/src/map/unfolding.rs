//! The maps of the boards that were asked for. To unfold a ball takes longer than a frame may: it is
//! done aside, and once a board.

use std::time::Duration;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};

use crate::stage::switches::MapShown;
use icochess_base::frame::NextFrame;
use icochess_play::game::{Boards, Match};
use icochess_rules::Side;
use icochess_shape::Map;

/// Time after which it is looked again whether a map is there.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The maps that are known, and the one that is worked out.
#[derive(Resource, Default)]
pub(super) struct Maps {
    /// The maps by identifier of the board; `None` for a board that has none.
    known: HashMap<&'static str, Option<Map>>,
    working: Option<(&'static str, Task<Option<Map>>)>,
}

impl Maps {
    /// The map of a board, if it has one and that is known.
    pub(super) fn of(&self, board: &str) -> Option<&Map> {
        self.known.get(board)?.as_ref()
    }

    /// Whether one is worked out.
    pub(super) const fn is_working(&self) -> bool {
        self.working.is_some()
    }
}

/// Begins with the map of the board, if it is wanted and not known.
pub(super) fn begin(
    (shown, game, boards): (Res<MapShown>, Res<Match>, Res<Boards>),
    mut maps: ResMut<Maps>,
) {
    let board = game.record().board();
    let id = board.id();
    let maps = maps.bypass_change_detection();
    let is_under_way = maps.working.as_ref().is_some_and(|(it, _)| *it == id);
    if shown.0.is_none() || is_under_way || maps.known.contains_key(id) {
        return;
    }
    let Some(shape) = boards.shape_maker(board) else {
        return;
    };
    let start = board.new_game();
    let camps = Side::ALL.map(|side| start.position().by_side(side));
    let unfold = async move { Map::of(&shape(), camps) };
    maps.working = Some((id, AsyncComputeTaskPool::get().spawn(unfold)));
}

/// Takes the map over when it is there.
pub(super) fn take(mut maps: ResMut<Maps>, mut next: ResMut<NextFrame>) {
    let found = match &mut maps.bypass_change_detection().working {
        Some((board, task)) => check_ready(task).map(|map| (*board, map)),
        None => return,
    };
    match found {
        Some((board, map)) => {
            maps.working = None;
            maps.known.insert(board, map);
        }
        None => next.within(LOOK_EVERY),
    }
}
