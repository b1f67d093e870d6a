//! The algorithm with which the computer plays a side: a built-in one, or the external engine from
//! the settings.

use bevy::prelude::*;

use super::page;
use super::side_of::Of;
use crate::kit::act::Act;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::choice::Alternative;
use crate::state::screen::{Screen, Screens};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_engine::Algorithm;
use icochess_message::{Msg, msg};
use icochess_play::computer::external::known_engine::{EngineAsked, EngineRefusal};
use icochess_rules::Side;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        request_engine_name.run_if(resource_changed::<Screens>),
    );
}

/// Queries the engine's name when a page opens on which players can choose the engine.
fn request_engine_name(screens: Res<Screens>, mut asked: MessageWriter<EngineAsked>) {
    if matches!(screens.shown(), Screen::NewGame | Screen::Sides) {
        asked.write(EngineAsked);
    }
}

/// Adds the algorithms for a side of the computer.
pub(super) fn build(ui: &mut Ui, side: Side, of: Of) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(8.0),
        ..default()
    };
    let key = move |state: &UiState| {
        let refusal = state.engine.refusal(of.board(state));
        page::key((state.engine.name(), refusal.map(|why| format!("{why:?}"))))
    };
    ui.filled(node, key, move |state, ui| choice(state, ui, side, of));
}

fn choice(state: &UiState, ui: &mut Ui, side: Side, of: Of) {
    let own = |algorithm: Algorithm| Alternative {
        label: terms::algorithm(algorithm),
        chosen: CheckedIf::new(move |state| {
            let player = of.player(state, side);
            !player.external && player.algorithm == algorithm
        }),
        choose: Act::new(move |world| {
            of.change(world, side, |player| {
                player.algorithm = algorithm;
                player.external = false;
            });
        }),
    };
    let label = state
        .engine
        .name()
        .map_or(msg!("engine-of-others"), |name| {
            Msg::verbatim(name.to_owned())
        });
    let external = Alternative {
        label: label.clone(),
        chosen: CheckedIf::new(move |state| of.player(state, side).external),
        choose: Act::new(move |world| of.change(world, side, |player| player.external = true)),
    };
    let own = Algorithm::ALL.into_iter().map(own).collect();
    let refusal = state.engine.refusal(of.board(state));
    let may = refusal.is_none();
    ui.choice_and(msg!("player-plays", side = side), own, (external, may));
    if let Some(why) = refusal {
        let words = msg!("engine-refused", name = label, why = words(&why));
        ui.text(Size::Small, theme::FAINT, words);
    }
}

fn words(why: &EngineRefusal) -> Msg {
    match why {
        EngineRefusal::Asked => msg!("engine-asked"),
        EngineRefusal::Unusable(error) => terms::engine_error(error),
    }
}
