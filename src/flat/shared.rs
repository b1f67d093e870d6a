//! The cell that the player looks at, for a friend elsewhere.

use bevy::prelude::*;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_play::game::Match;
use icochess_play::game::remote::{OwnPresence, Presence, Remote};
use icochess_play::interaction::Hovered;
use icochess_rules::Cell;
use icochess_shape::Hold;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        share
            .run_if(in_state(Display::Flat).and_then(|remote: Res<Remote>| remote.is_on()))
            .in_set(AppSystems::Feedback),
    );
}

/// Shares the cell under the pointer, else the one of a ball that faces the player.
fn share(
    (game, hovered): (Res<Match>, Res<Hovered>),
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    board: Single<&Transform, With<BoardRoot>>,
    mut own: ResMut<OwnPresence>,
) {
    let in_front = || {
        let eye = board.rotation.inverse() * (seat.eye - seat.centre);
        let depth = |cell: &Cell| shape.centre(*cell).normalize_or_zero().dot(eye);
        let cells = shape.cells().filter(|_| shape.hold == Hold::Ball);
        cells.max_by(|one, other| depth(one).total_cmp(&depth(other)))
    };
    let cell = hovered.first().or_else(in_front);
    // Until the friend's game is here, another one may be on the board.
    let cell = cell.filter(|_| game.is_remote());
    let name = cell.map(|cell| game.position().cell_name(cell));
    let before = &own.0;
    let has_parts = before.head.is_some() || before.hands.iter().any(Option::is_some);
    if has_parts || before.looks_at.as_deref() != name {
        own.0 = Presence {
            looks_at: name.map(str::to_owned),
            ..Presence::default()
        };
    }
}
