//! Stops the handover of the display in games against the computer.

use bevy::prelude::*;

use super::settings::Computer;
use crate::game::handover::{GameHandover, HandoverRequest};
use crate::schedule::AppSystems;
use icochess_rules::Side;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        stop.run_if(resource_changed::<Computer>.or_else(resource_changed::<GameHandover>))
            .in_set(AppSystems::Input),
    );
}

fn stop(
    computer: Res<Computer>,
    handover: Res<GameHandover>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    let plays = Side::ALL.into_iter().any(|side| computer.plays(side));
    if plays && handover.phase().is_some() {
        requests.write(HandoverRequest::Stop);
    }
}
