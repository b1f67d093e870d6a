//! Computes and caches the maps of requested boards. Unfolding a ball takes longer than a frame, so
//! it runs in a background task, once per board.

use std::time::Duration;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};

use crate::stage::switches::MapShown;
use icochess_base::frame::NextFrame;
use icochess_play::game::{Boards, Match};
use icochess_rules::Side;
use icochess_shape::Map;

/// Poll interval for a finished map.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Finished maps, and the one in progress.
#[derive(Resource, Default)]
pub(super) struct Maps {
    /// Maps by board identifier; `None` for a board without a map.
    known: HashMap<&'static str, Option<Map>>,
    working: Option<(&'static str, Task<Option<Map>>)>,
}

impl Maps {
    /// Returns the map of a board, if it has one and the computation has finished.
    pub(super) fn of(&self, board: &str) -> Option<&Map> {
        self.known.get(board)?.as_ref()
    }

    /// Returns whether a map is being computed.
    pub(super) const fn is_working(&self) -> bool {
        self.working.is_some()
    }
}

/// Starts computing the board's map when it is first shown.
pub(super) fn start_computing(
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

/// Stores the map when the computation has finished.
pub(super) fn take_map(mut maps: ResMut<Maps>, mut next: ResMut<NextFrame>) {
    let found = match &mut maps.bypass_change_detection().working {
        Some((board, task)) => check_ready(task).map(|map| (*board, map)),
        None => return,
    };
    match found {
        Some((board, map)) => {
            maps.working = None;
            maps.known.insert(board, map);
        }
        None => next.within(POLL_INTERVAL),
    }
}
