//! Choice between several moves that fit a pick, such as promotions. If moves must be confirmed, a
//! single move also waits here.
//!
//! Entities that display an option carry [`MoveOption`]; pointers press them like tiles. Keys
//! choose by [`ChoiceRequested`].

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::allowed::{Turns, is_others_turn};
use super::at_window::AtWindow;
use super::premove::MoveSender;
use super::selecting::{Selection, SelectionChanged, acts_on_press};
use crate::game::Match;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_rules::{Cell, Move};

/// Open choice, if any.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Choice(pub Option<Choosing>);

/// Pick that matches several moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choosing {
    /// Pointer that made the pick.
    pub by: PointerId,
    /// Picked cell.
    pub cell: Cell,
    /// Moves to choose from, or the only one to confirm.
    pub moves: Vec<Move>,
}

impl Choosing {
    /// Returns the move to confirm; `None` if there are several.
    pub fn to_confirm(&self) -> Option<Move> {
        match self.moves[..] {
            [mv] => Some(mv),
            _ => None,
        }
    }
}

/// Whether a picked move waits for confirmation.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConfirmMoves(pub bool);

/// Move that a press on the entity chooses.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveOption(pub Move);

/// Request to decide the open choice. Only the player who made the pick may.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChoiceRequested {
    /// Display that sent the request.
    pub through: Display,
    /// Player's decision.
    pub answer: ChoiceAnswer,
}

/// Answer to a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceAnswer {
    /// Play the move with this index.
    Take(usize),
    /// Play none of the moves.
    Cancel,
}

/// Systems that act on answers. Afterwards the choice is gone.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChoiceSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Choice>()
        .init_resource::<ConfirmMoves>()
        .add_message::<ChoiceRequested>()
        .add_observer(on_press)
        .add_observer(on_click)
        .add_systems(
            Update,
            answer_choice
                .run_if(on_message::<ChoiceRequested>)
                .in_set(ChoiceSystems)
                .in_set(AppSystems::Input),
        );
}

fn on_press(press: On<Pointer<Press>>, offers: Query<&MoveOption>, taker: ChoiceParams) {
    if acts_on_press(press.pointer_id) && press.button == PointerButton::Primary {
        taker.take(press.pointer_id, offers.get(press.entity));
    }
}

fn on_click(click: On<Pointer<Click>>, offers: Query<&MoveOption>, taker: ChoiceParams) {
    if !acts_on_press(click.pointer_id) && click.button == PointerButton::Primary {
        taker.take(click.pointer_id, offers.get(click.entity));
    }
}

#[derive(bevy::ecs::system::SystemParam)]
struct ChoiceParams<'w> {
    game: Res<'w, Match>,
    turns: Turns<'w>,
    at_window: Res<'w, AtWindow>,
    choice: ResMut<'w, Choice>,
    sender: MoveSender<'w>,
}

impl ChoiceParams<'_> {
    fn take<E>(mut self, by: PointerId, offer: Result<&MoveOption, E>) {
        if let Ok(&MoveOption(mv)) = offer
            && !is_others_turn(*self.at_window, &self.game, by)
            && let Some(choosing) = &self.choice.0
            && choosing.moves.contains(&mv)
        {
            self.choice.0 = None;
            self.sender.send(mv, self.turns.may_premove(&self.game));
        }
    }
}

fn answer_choice(
    mut asked: MessageReader<ChoiceRequested>,
    (game, turns, at_window): (Res<Match>, Turns, Res<AtWindow>),
    mut choice: ResMut<Choice>,
    mut selection: ResMut<Selection>,
    mut changed: MessageWriter<SelectionChanged>,
    mut sender: MoveSender,
) {
    for request in asked.read() {
        let Some(choosing) = &choice.0 else {
            continue;
        };
        if !at_window.may_play(request.through, game.position().turn()) {
            continue;
        }
        match request.answer {
            ChoiceAnswer::Take(number) => {
                let Some(&mv) = choosing.moves.get(number) else {
                    continue;
                };
                choice.0 = None;
                sender.send(mv, turns.may_premove(&game));
            }
            ChoiceAnswer::Cancel => {
                let by = Some(choosing.by);
                choice.0 = None;
                selection.0.clear();
                changed.write(SelectionChanged { by, cell: None });
            }
        }
    }
}
