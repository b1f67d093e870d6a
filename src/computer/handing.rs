//! Against the computer nothing is handed over.

use bevy::prelude::*;

use super::settings::Computer;
use crate::game::handover::{GameHandOver, HandOverRequest};
use crate::schedule::AppSystems;
use icochess_rules::Side;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        stop.run_if(resource_changed::<Computer>.or_else(resource_changed::<GameHandOver>))
            .in_set(AppSystems::Input),
    );
}

fn stop(
    computer: Res<Computer>,
    handover: Res<GameHandOver>,
    mut requests: MessageWriter<HandOverRequest>,
) {
    let plays = Side::ALL.into_iter().any(|side| computer.plays(side));
    if plays && handover.phase().is_some() {
        requests.write(HandOverRequest::Stop);
    }
}
