//! How strong the computer plays, as a scale in words.

use super::side_of::Of;
use crate::ui::kit::act::Slide;
use crate::ui::kit::bind::{Says, Value};
use crate::ui::kit::build::Ui;
use crate::ui::kit::controls::Scale;
use crate::ui::state::ui_state::UiState;
use icochess_engine::{Algorithm, ComputerPlayer};
use icochess_message::{Msg, msg};
use icochess_rules::Side;

/// The scale of the side that the computer plays, or of each, if it plays both.
pub(super) fn build(ui: &mut Ui, of: Of) {
    for side in Side::ALL {
        let plays = move |state: &UiState, side: Side| {
            let player = of.player(state, side);
            player.computer && !player.external
        };
        let is_one = move |state: &UiState| plays(state, side) && !of.player(state, !side).computer;
        let is_both = move |state: &UiState| plays(state, side) && of.player(state, !side).computer;
        ui.shown_if(is_one, |ui| ui.slider(msg!("strength"), scale(side, of)));
        ui.shown_if(is_both, |ui| one(ui, side, of));
    }
}

/// The scale of a side.
pub(super) fn one(ui: &mut Ui, side: Side, of: Of) {
    ui.slider(msg!("player-level", side = side), scale(side, of));
}

fn scale(side: Side, of: Of) -> Scale {
    Scale {
        range: (1.0, f32::from(ComputerPlayer::MAX_LEVEL)),
        step: 1.0,
        value: Value::new(move |state| f32::from(of.player(state, side).level)),
        words: Says::new(move |state| words(state, side, of)),
        set: Slide::new(move |world, value| {
            let level = (value.round() as u8).clamp(1, ComputerPlayer::MAX_LEVEL);
            of.change(world, side, |player| player.level = level);
        }),
    }
}

/// A level, and what a person who plays so well is called. The levels of the other ways to play
/// are no measure of that.
fn words(state: &UiState, side: Side, of: Of) -> Msg {
    let player = of.player(state, side);
    if player.algorithm == Algorithm::Strong {
        msg!("level-in-words", level = player.level)
    } else {
        Msg::verbatim(player.level.to_string())
    }
}
