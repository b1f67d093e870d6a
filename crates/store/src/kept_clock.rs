//! The clock of the game on disk, when the program ends.

use bevy::prelude::*;

use super::kept_game::OnDisk;
use super::store::Store;
use icochess_core::clock;
use icochess_play::game::Match;
use icochess_play::game::clock::GameClock;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Last,
        keep_clock.run_if(on_message::<AppExit>.and_then(resource_exists::<Store>)),
    );
}

/// Writes how a running clock stands when the program ends: what was kept of it on the way is
/// seconds old, and would give those back.
fn keep_clock(
    time: Res<Time<Real>>,
    (game, of_game): (Res<Match>, Res<GameClock>),
    (store, on_disk): (Res<Store>, Res<OnDisk>),
) {
    let running = of_game.get().filter(|clock| clock.runs());
    // A clock alone replaces no other game.
    if let Some(running) = running.filter(|_| *on_disk == OnDisk::ThisGame) {
        let mut record = game.as_played();
        clock::keep(running, record.make_mut(), time.elapsed());
        store.write_game(record, false);
    }
}
