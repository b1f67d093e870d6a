//! Settings that other modules hold as resources of their own.

use std::time::Duration;

use bevy::prelude::*;

use super::rule_shown::RuleShown;
use crate::board::stage::fit::Fit;
use crate::board::stage::motion::ReducedMotion;
use crate::board::stage::palette::{Banded, Palette};
use crate::board::stage::quality::Antialiasing;
use crate::board::tiles::labels::TileNames;
use crate::board::turning::follow::ShowMoves;
use crate::board::turning::spin::AutoTurn;
use crate::computer::Computer;
use crate::game::AskBeforeTakeback;
use crate::game::handover::HandoverOptions;
use crate::interaction::choice::ConfirmMoves;
use crate::language::Words;
use crate::save::effective::EffectiveSettings;
use crate::schedule::{AppSystems, Display};
use icochess_rules::Side;
use icochess_shape::Shows;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, apply).add_systems(
        Update,
        (
            apply.run_if(resource_changed::<EffectiveSettings>.or_else(state_changed::<Display>)),
            show_names.run_if(
                resource_changed::<EffectiveSettings>.or_else(resource_changed::<RuleShown>),
            ),
            ask_before_takeback.run_if(
                resource_changed::<EffectiveSettings>.or_else(resource_changed::<Computer>),
            ),
        )
            .in_set(AppSystems::Scene),
    );
}

/// Two people ask one another, unless the settings say otherwise; the computer is not asked.
fn ask_before_takeback(
    settings: Res<EffectiveSettings>,
    computer: Res<Computer>,
    mut ask: ResMut<AskBeforeTakeback>,
) {
    let are_people = !Side::ALL.into_iter().any(|side| computer.plays(side));
    ask.set_if_neq(AskBeforeTakeback(are_people && !settings.free_takebacks));
}

/// The page of the rules shows them, too.
fn show_names(
    settings: Res<EffectiveSettings>,
    rule: Res<RuleShown>,
    mut names: ResMut<TileNames>,
) {
    names.set_if_neq(TileNames(settings.tile_names || rule.0 == Shows::Names));
}

fn apply(
    settings: Res<EffectiveSettings>,
    display: Res<State<Display>>,
    mut show: ResMut<ShowMoves>,
    mut auto: ResMut<AutoTurn>,
    (mut fit, mut smooth): (ResMut<Fit>, ResMut<Antialiasing>),
    (mut palette, mut banded): (ResMut<Palette>, ResMut<Banded>),
    (mut motion, mut confirm): (ResMut<ReducedMotion>, ResMut<ConfirmMoves>),
    mut handover: ResMut<HandoverOptions>,
    mut words: ResMut<Words>,
) {
    let before = words.chosen().to_owned();
    words.bypass_change_detection().choose(&settings.language);
    if words.chosen() != before {
        words.set_changed();
    }
    show.set_if_neq(ShowMoves(settings.show_moves));
    palette.set_if_neq(settings.palette);
    banded.set_if_neq(Banded(settings.bands.then_some(Side::Black)));
    smooth.set_if_neq(settings.antialiasing);
    fit.set_if_neq(match display.get() {
        Display::Flat => Fit::default(),
        Display::Headset => Fit {
            size: settings.board_size,
            farther: settings.board_distance,
            higher: settings.board_height,
        },
    });
    confirm.set_if_neq(ConfirmMoves(settings.confirm_moves));
    motion.set_if_neq(ReducedMotion(settings.reduced_motion));
    handover.set_if_neq(HandoverOptions {
        landed: Duration::from_secs_f32(settings.landed_seconds),
        hides: settings.hide_while_passing,
    });
    auto.set_if_neq(AutoTurn(match display.get() {
        Display::Flat => settings.auto_turn_flat,
        Display::Headset => settings.auto_turn_headset,
    }));
}
