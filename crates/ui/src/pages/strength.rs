//! The strength of the computer, as a named scale or as a number of moves to look ahead.

use bevy::prelude::*;

use super::side_of::Of;
use crate::kit::act::Slide;
use crate::kit::bind::{BoundText, Value};
use crate::kit::build::Ui;
use crate::kit::slider::Scale;
use crate::state::setup::Setup;
use crate::state::ui_state::UiState;
use icochess_boards::Variant;
use icochess_engine::levels::RATINGS;
use icochess_engine::{Algorithm, ComputerPlayer};
use icochess_message::{Msg, msg};
use icochess_play::computer::SidePlayer;
use icochess_rules::Side;
use icochess_store::players::Players;
use icochess_store::settings::Settings;

/// The meaning of a level. Random has none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Strength,
    MovesAhead,
}

impl Level {
    const ALL: [Self; 2] = [Self::Strength, Self::MovesAhead];

    fn of(player: SidePlayer) -> Option<Self> {
        if player.looks_ahead() {
            Some(Self::MovesAhead)
        } else {
            player.has_strength().then_some(Self::Strength)
        }
    }

    fn label(self) -> Msg {
        match self {
            Self::Strength => msg!("strength"),
            Self::MovesAhead => msg!("moves-ahead"),
        }
    }

    fn label_of(self, side: Side) -> Msg {
        match self {
            Self::Strength => msg!("player-level", side = side),
            Self::MovesAhead => msg!("player-moves-ahead", side = side),
        }
    }
}

/// Adds the scale of the computer in the next game, or one per side if it plays both.
pub(super) fn build(ui: &mut Ui) {
    for level in Level::ALL {
        let is_one = move |state: &UiState| {
            let computer = state.setup.alone().map(|person| !person);
            computer.is_some_and(|side| Level::of(*state.setup.player(side)) == Some(level))
        };
        ui.shown_if(is_one, |ui| {
            let side = |setup: &Setup| setup.alone().map_or(Side::Black, |person| !person);
            let value = move |state: &UiState| state.setup.player(side(&state.setup)).level;
            let scale = Scale {
                value: Value::new(move |state| f32::from(value(state))),
                words: BoundText::new(move |state| words(state, side(&state.setup), Of::Next)),
                set: Slide::new(move |world, value| {
                    let side = side(world.resource::<Setup>());
                    Of::Next.change(world, side, |player| player.level = at_place(value));
                    keep_matched(world);
                }),
                ..scale(Side::Black, Of::Next)
            };
            ui.slider(level.label(), scale);
        });
    }
    for side in Side::ALL {
        for level in Level::ALL {
            let is_both = move |state: &UiState| {
                let player = *state.setup.player(side);
                state.setup.is_computers() && Level::of(player) == Some(level)
            };
            ui.shown_if(is_both, |ui| {
                ui.slider(level.label_of(side), scale(side, Of::Next));
            });
        }
    }
}

/// Keeps the chosen level, if the level otherwise follows the person's results.
fn keep_matched(world: &mut World) {
    let setup = world.resource::<Setup>();
    let matched = setup.matched_level(world.resource::<Settings>(), world.resource::<Players>());
    if let Some((side, _)) = matched {
        let level = setup.player(side).level;
        world.resource_mut::<Setup>().level_by_hand = Some(level);
    }
}

/// Adds the switch that lets the level follow a single person's results.
pub(super) fn matching_switch(ui: &mut Ui) {
    ui.shown_if(
        |state| {
            let computer = state.setup.alone().map(|person| !person);
            computer.is_some_and(|side| state.setup.player(side).has_strength())
        },
        |ui| {
            ui.switch(
                msg!("match-strength"),
                |state| state.settings.match_strength,
                |world| world.resource_mut::<Settings>().match_strength ^= true,
            );
        },
    );
}

/// Adds the scale of a side.
pub(super) fn one(ui: &mut Ui, side: Side, of: Of) {
    for level in Level::ALL {
        ui.shown_if(
            move |state| Level::of(of.player(state, side)) == Some(level),
            |ui| ui.slider(level.label_of(side), scale(side, of)),
        );
    }
}

fn scale(side: Side, of: Of) -> Scale {
    Scale {
        range: (1.0, f32::from(ComputerPlayer::MAX_LEVEL)),
        step: 1.0,
        value: Value::new(move |state| f32::from(of.player(state, side).level)),
        words: BoundText::new(move |state| words(state, side, of)),
        set: Slide::new(move |world, value| {
            of.change(world, side, |player| player.level = at_place(value));
        }),
    }
}

/// Returns the level at a slider position.
fn at_place(place: f32) -> u8 {
    (place.round() as u8).clamp(1, ComputerPlayer::MAX_LEVEL)
}

/// Returns a level, with the name for a person of that strength and, on 8×8, the rating. Levels of
/// the other algorithms have no such names, and people have no ratings on other boards.
fn words(state: &UiState, side: Side, of: Of) -> Msg {
    let player = of.player(state, side);
    if player.algorithm != Algorithm::Strong {
        return Msg::verbatim(player.level.to_string());
    }
    let level = msg!("level-in-words", level = player.level);
    let rating = RATINGS.get(usize::from(player.level).wrapping_sub(1));
    match rating.copied() {
        Some(rating) if of.board(state) == Variant::Chess.board() => {
            msg!("level-and-rating", level = level, rating = rating)
        }
        _ => level,
    }
}
