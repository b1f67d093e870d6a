//! Applies match settings. In a game between two people with a clock, the settings from its start
//! stay in force.

use std::time::Duration;

use bevy::prelude::*;

use super::effective::EffectiveSettings;
use super::notices::Notice;
use super::settings::Confirmation;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_play::computer::Computer;
use icochess_play::game::AskBeforeTakeback;
use icochess_play::game::clock::GameClock;
use icochess_play::game::facts::{FactReader, MatchFact};
use icochess_play::game::handover::{HandoverOptions, HidePieces};
use icochess_play::game::remote::HideNames;
use icochess_play::interaction::choice::ConfirmMoves;
use icochess_rules::Side;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, (apply_agreements, apply_display))
        .add_systems(
            Update,
            (
                apply_agreements.run_if(
                    on_message::<MatchFact>
                        .or_else(resource_changed::<EffectiveSettings>)
                        .or_else(resource_changed::<Computer>),
                ),
                apply_display.run_if(resource_changed::<EffectiveSettings>),
            )
                .in_set(AppSystems::Scene),
        );
}

/// Settings that two people agree on when they start a game with a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct AgreedSettings {
    free_takebacks: bool,
    hides: HidePieces,
}

/// Sets the takeback rule and the handover options. Two people need each other's consent unless the
/// settings say otherwise; the computer doesn't. After the clock of their game has started, changes
/// take effect in the next game. Otherwise a player could change them at the opponent's expense.
fn apply_agreements(
    (settings, computer): (Res<EffectiveSettings>, Res<Computer>),
    clock: Res<GameClock>,
    mut facts: FactReader,
    (mut agreed, mut wanted): (Local<Option<AgreedSettings>>, Local<Option<AgreedSettings>>),
    (mut ask, mut handover): (ResMut<AskBeforeTakeback>, ResMut<HandoverOptions>),
    mut notices: MessageWriter<Notice>,
) {
    let now = AgreedSettings {
        free_takebacks: settings.free_takebacks,
        hides: settings.hide_while_passing,
    };
    let is_begun = facts.any(MatchFact::is_begun);
    let are_people = !Side::ALL.into_iter().any(|side| computer.plays(side));
    let has_run = clock
        .get()
        .is_some_and(|clock| clock.is_in_progress() || clock.is_over());
    let before = wanted.replace(now);
    let holds = match *agreed {
        Some(agreed) if are_people && has_run && !is_begun => agreed,
        _ => now,
    };
    *agreed = Some(holds);
    if holds != now && before.is_some_and(|before| before != now) {
        notices.write(Notice(msg!("counts-next-game")));
    }
    let asks = are_people && !holds.free_takebacks;
    ask.set_if_neq(AskBeforeTakeback(asks));
    let options = HandoverOptions {
        landed: Duration::from_secs_f32(settings.landed_seconds),
        hides: holds.hides,
    };
    handover.set_if_neq(options);
}

/// Sets what only concerns the player here.
fn apply_display(
    settings: Res<EffectiveSettings>,
    mut confirm: ResMut<ConfirmMoves>,
    mut names: ResMut<HideNames>,
) {
    let is_always = settings.confirm_moves == Confirmation::Always;
    confirm.set_if_neq(ConfirmMoves(is_always));
    names.set_if_neq(HideNames(settings.remote.hide_names));
}
