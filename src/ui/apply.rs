//! Settings that other modules hold as resources of their own.

use bevy::prelude::*;

use crate::board::follow::ShowMoves;
use crate::board::labels::TileNames;
use crate::board::motion::ReducedMotion;
use crate::board::spin::AutoTurn;
use crate::interaction::choice::ConfirmMoves;
use crate::save::settings::Settings;
use crate::schedule::{AppSystems, Display};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, apply).add_systems(
        Update,
        apply
            .run_if(resource_changed::<Settings>.or_else(state_changed::<Display>))
            .in_set(AppSystems::Scene),
    );
}

fn apply(
    settings: Res<Settings>,
    display: Res<State<Display>>,
    mut names: ResMut<TileNames>,
    mut show: ResMut<ShowMoves>,
    mut auto: ResMut<AutoTurn>,
    (mut motion, mut confirm): (ResMut<ReducedMotion>, ResMut<ConfirmMoves>),
) {
    names.set_if_neq(TileNames(settings.tile_names));
    show.set_if_neq(ShowMoves(settings.show_moves));
    confirm.set_if_neq(ConfirmMoves(settings.confirm_moves));
    motion.set_if_neq(ReducedMotion(settings.reduced_motion));
    auto.set_if_neq(AutoTurn(match display.get() {
        Display::Flat => settings.auto_turn_flat,
        Display::Headset => settings.auto_turn_headset,
    }));
}
