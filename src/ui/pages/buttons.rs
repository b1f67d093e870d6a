//! The buttons of the game: what one can do now.

use bevy::prelude::{Entity, Node};

use super::{learn, map, slices};
use crate::clock::Clock;
use crate::display::Display;
use crate::game::seating::Seating;
use crate::interaction::choice::{ChoiceAnswer, ChoiceRequested, Choosing};
use crate::save::FIRST_PLIES;
use crate::ui::commands::command::Command;
use crate::ui::kit::act::Act;
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::state::screen::{Screen, Surface};
use crate::ui::state::ui_state::UiState;
use crate::ui::text::status;
use icochess_message::msg;
use icochess_rules::Side;

/// The row of buttons, always of these: none jumps when another would come or go. The first two
/// are known by their icons everywhere.
const ARROWS: [Command; 2] = [Command::Undo, Command::Redo];
const ROW: [Command; 3] = [Command::Hint, Command::Flip, Command::LastMove];

/// Builds the row, which wraps where it has no room.
pub(super) fn build(ui: &mut Ui) -> Entity {
    ui.row(8.0, |ui| {
        for command in ARROWS {
            ui.icon(command);
        }
        for command in ROW {
            ui.tool(command, ControlStyle::Button);
        }
        let is_wide = ui.on == Surface::Window;
        // The panel has no room for it here: there it is among the views.
        if is_wide {
            learn::button(ui);
        }
        apart(ui);
        if is_wide {
            slices::build(ui);
        } else {
            map::buttons(ui);
        }
        // For newcomers, before all that comes and goes: nothing slides below their pointer. Where
        // the second one was, Move now comes, which has nothing to do then.
        ui.shown_if(|state| state.first.is_some(), first_steps);
        // Players who find nobody to play against have begun by playing both sides.
        ui.shown_if(is_begun_alone, |ui| {
            let against = Command::TakeOver(Side::Black);
            ui.button_for(msg!("play-computer"), ControlStyle::Button, against);
        });
        ui.shown_if(plays_computer, |ui| {
            ui.tool(Command::MoveNow, ControlStyle::Button);
        });
        ui.shown_if(may_pause, |ui| {
            ui.row(8.0, |ui| {
                ui.tool(Command::Pause, ControlStyle::Button);
            });
        });
        // On the panel all of that has room in two lines, and the planes have one of their own.
        if !is_wide {
            slices::build(ui);
        }
        confirm(ui);
        shown_while(ui, Proposal::ComeBack, |ui| {
            with_others(ui, |ui| {
                proposed(ui, Proposal::ComeBack, |ui| {
                    ui.command_as(Command::ComeBack, ControlStyle::Primary)
                });
                ui.command(Command::PlayOn);
            });
        });
        shown_while(ui, Proposal::Resume, |ui| {
            proposed(ui, Proposal::Resume, |ui| {
                ui.command_as(Command::Resume, ControlStyle::Primary)
            });
        });
        ui.shown_if(
            |state| state.taken_up.is_some(),
            |ui| {
                ui.command(Command::Open(Screen::NewGame));
            },
        );
        answers(ui);
    })
}

/// The proposals that the row may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proposal {
    Confirm,
    Resume,
    FirstSteps,
    AllowTakeback,
    AgreeToDraw,
    ComeBack,
}

impl Proposal {
    /// All proposals, in the order in which the line above the row tells of them.
    const ALL: [Self; 6] = [
        Self::Confirm,
        Self::Resume,
        Self::FirstSteps,
        Self::AllowTakeback,
        Self::AgreeToDraw,
        Self::ComeBack,
    ];

    /// Whether there is something to propose to who sees this display.
    fn is_open(self, state: &UiState, display: Display) -> bool {
        let may_play = |side| state.at_window.may_play(display, side);
        let turn = state.game.position().turn();
        match self {
            Self::Confirm => is_to_confirm(state) && may_play(turn),
            Self::Resume => state.offer.is_some(),
            Self::FirstSteps => {
                status::offers_first_steps(state.first.is_some(), &state.game, &state.computer)
            }
            Self::AllowTakeback => {
                let asks = state.game.takeback_offer();
                asks.is_some_and(|offer| may_play(!offer.by))
            }
            Self::AgreeToDraw => {
                status::is_draw_to_answer(&state.game, &state.computer) && may_play(turn)
            }
            Self::ComeBack => state.game.is_looking_back(),
        }
    }

    /// Whether it is the one that most will want now.
    fn is_first(self, state: &UiState, display: Display) -> bool {
        let first = Self::ALL.into_iter().find(|it| it.is_open(state, display));
        first == Some(self)
    }
}

fn shown_while(ui: &mut Ui, proposal: Proposal, fill: impl FnOnce(&mut Ui)) {
    let display = ui.on.display();
    ui.shown_if(move |state| proposal.is_open(state, display), fill);
}

/// The button of a proposal. Where it is not what most will want it keeps its letters, and so its
/// width: nothing beside it moves.
fn proposed(
    ui: &mut Ui,
    proposal: Proposal,
    button: impl Fn(&mut Ui) -> Entity + Send + Sync + 'static,
) {
    let display = ui.on.display();
    let key = move |state: &UiState| u64::from(proposal.is_first(state, display));
    ui.filled(Node::default(), key, move |state, ui| {
        let button = button(ui);
        if !proposal.is_first(state, display) {
            ui.also(button, ControlStyle::Button);
        }
    });
}

/// A proposal and what else can be answered, side by side: what is filled later is not measured well
/// enough to wrap.
fn with_others(ui: &mut Ui, fill: impl FnOnce(&mut Ui)) {
    let node = Node {
        column_gap: ui.px(8.0),
        ..Node::default()
    };
    ui.node(node, fill);
}

fn first_steps(ui: &mut Ui) {
    proposed(ui, Proposal::FirstSteps, |ui| {
        ui.command_as(Command::Open(Screen::Tutorial), ControlStyle::Primary)
    });
}

/// The buttons that make a move that waits for a yes, or take it back.
fn confirm(ui: &mut Ui) {
    let display = ui.on.display();
    let answer = move |answer: ChoiceAnswer| {
        Act::new(move |world| {
            let through = display;
            world.write_message(ChoiceRequested { through, answer });
        })
    };
    shown_while(ui, Proposal::Confirm, |ui| {
        with_others(ui, |ui| {
            proposed(ui, Proposal::Confirm, move |ui| {
                let take = answer(ChoiceAnswer::Take(0));
                ui.button(msg!("play-move"), ControlStyle::Primary, take)
            });
            ui.button(
                msg!("cancel"),
                ControlStyle::Button,
                answer(ChoiceAnswer::Cancel),
            );
        });
    });
}

/// The answers to an offered draw, and to who asks for a takeback.
fn answers(ui: &mut Ui) {
    shown_while(ui, Proposal::AgreeToDraw, |ui| {
        with_others(ui, |ui| {
            proposed(ui, Proposal::AgreeToDraw, |ui| {
                ui.button_for(msg!("agree-to-draw"), ControlStyle::Primary, Command::Draw)
            });
            ui.command(Command::Decline);
        });
    });
    shown_while(ui, Proposal::AllowTakeback, |ui| {
        with_others(ui, |ui| {
            proposed(ui, Proposal::AllowTakeback, |ui| {
                ui.command_as(Command::AllowTakeback, ControlStyle::Primary)
            });
            ui.button_for(
                msg!("refuse-takeback"),
                ControlStyle::Button,
                Command::Decline,
            );
        });
    });
}

/// The buttons that take a board apart that has an inside.
fn apart(ui: &mut Ui) {
    let has_inside = |state: &UiState| Command::Apart.is_enabled(state);
    ui.shown_if(has_inside, |ui| {
        ui.row(8.0, |ui| {
            ui.tool(Command::Apart, ControlStyle::Button);
        });
    });
}

/// Whether a move waits for the player to say yes.
fn is_to_confirm(state: &UiState) -> bool {
    let choosing = state.choice.0.as_ref();
    choosing.and_then(Choosing::to_confirm).is_some()
}

/// Whether one person has both sides of a game that has hardly begun, which the computer could play:
/// as long as a newcomer is offered the first steps.
fn is_begun_alone(state: &UiState) -> bool {
    let record = state.game.record();
    let is_alone = Seating::of(record) == Seating::Alone && !plays_computer(state);
    is_alone
        && record.line().len() < FIRST_PLIES
        && state.boards.engine(record.board()).is_some()
        && Command::TakeOver(Side::Black).is_enabled(state)
}

/// Whether there is something to pause. A clock starts with the first move; where it has ended the
/// game, what stands beside the button stays where it is.
fn may_pause(state: &UiState) -> bool {
    let has_started = |clock: &Clock| clock.is_going() || clock.is_over();
    plays_computer(state) || state.clock.get().is_some_and(has_started)
}

fn plays_computer(state: &UiState) -> bool {
    Side::ALL.into_iter().any(|side| state.computer.plays(side))
}
