//! The buttons of the game: what one can do now.

use bevy::prelude::*;

use super::{learn, map, slices};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Screen, Surface};
use crate::state::ui_state::UiState;
use crate::text::status;
use icochess_base::display::Display;
use icochess_core::clock::Clock;
use icochess_message::msg;
use icochess_play::game::seating::Seating;
use icochess_play::interaction::choice::{ChoiceAnswer, ChoiceRequested, Choosing};
use icochess_rules::Side;
use icochess_store::FIRST_PLIES;

/// The row of buttons, always of these: none jumps when another would come or go. The first two
/// are known by their icons everywhere.
const ARROWS: [Command; 2] = [Command::Undo, Command::Redo];
const ROW: [Command; 3] = [Command::Hint, Command::Flip, Command::LastMove];

/// A button, or several that belong together, that comes and goes: whether it is there for who sees
/// this display, and what it is then.
type Passing = (fn(&UiState, Display) -> bool, fn(&mut Ui));

/// What one may do in this game. Those for newcomers are before all that comes and goes: nothing slides
/// below their pointer. Where the second one was, Move now comes, which has nothing to do then.
const OF_GAME: [Passing; 4] = [
    (|state, _| state.first.is_some(), first_steps),
    // Players who find nobody to play against have begun by playing both sides.
    (|state, _| is_begun_alone(state), play_computer),
    (|state, _| plays_computer(state), move_now),
    (|state, _| may_pause(state), pause),
];
/// The answers to what the line asks.
const ANSWERS: [Passing; 6] = [
    (|state, on| Proposal::Confirm.is_open(state, on), confirm),
    (|state, on| Proposal::ComeBack.is_open(state, on), come_back),
    (|state, on| Proposal::Resume.is_open(state, on), resume),
    (|state, _| state.taken_up.is_some(), new_game),
    (
        |state, on| Proposal::AgreeToDraw.is_open(state, on),
        agree_to_draw,
    ),
    (
        |state, on| Proposal::AllowTakeback.is_open(state, on),
        allow_takeback,
    ),
];

/// The growth of what comes and goes beside that of the line, which is 1: the line has its part of
/// the row, so that buttons beside it stand where they do whatever is told, and whichever are there.
const GROWTH: f32 = 10_000.0;

/// Builds the row of buttons that are always there, which wraps where it has no room; on the panel
/// what comes and goes is among them.
pub(super) fn build(ui: &mut Ui) -> Entity {
    let is_wide = ui.on == Surface::Window;
    // In the smallest window those of a board that can be looked into have room in one row.
    let gap = if is_wide { 6.0 } else { 8.0 };
    ui.row(gap, |ui| {
        for command in ARROWS {
            ui.icon(command);
        }
        for command in ROW {
            ui.tool(command, ControlStyle::Button);
        }
        if is_wide {
            learn::button(ui);
            apart(ui);
            slices::build(ui, gap);
        } else {
            // The panel has no room for the button to learn here: there it is among the views.
            apart(ui);
            map::buttons(ui);
            // All of that has room in two lines, and the planes have one of their own.
            passing(ui, &OF_GAME);
            slices::build(ui, gap);
            passing(ui, &ANSWERS);
        }
    })
}

/// Builds what comes and goes in the window: beside the line, or below it where it has no room there.
pub(super) fn beside_line(ui: &mut Ui) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        column_gap: ui.px(8.0),
        row_gap: ui.px(8.0),
        flex_grow: GROWTH,
        min_width: px(0),
        ..default()
    };
    let display = ui.on.display();
    let is_any = move |state: &UiState| {
        let mut all = OF_GAME.iter().chain(&ANSWERS);
        all.any(|(is_there, _)| is_there(state, display))
    };
    ui.hidden_unless(row, is_any, |ui| {
        passing(ui, &OF_GAME);
        passing(ui, &ANSWERS);
    });
}

fn passing(ui: &mut Ui, all: &[Passing]) {
    let display = ui.on.display();
    for &(is_there, fill) in all {
        ui.shown_if(move |state| is_there(state, display), fill);
    }
}

/// The proposals that buttons may make.
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
    /// All proposals, in the order in which the line tells of them.
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

fn play_computer(ui: &mut Ui) {
    let against = Command::TakeOver(Side::Black);
    ui.button_for(msg!("play-computer"), ControlStyle::Button, against);
}

fn move_now(ui: &mut Ui) {
    ui.tool(Command::MoveNow, ControlStyle::Button);
}

fn pause(ui: &mut Ui) {
    ui.row(8.0, |ui| {
        ui.tool(Command::Pause, ControlStyle::Button);
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
}

fn come_back(ui: &mut Ui) {
    with_others(ui, |ui| {
        proposed(ui, Proposal::ComeBack, |ui| {
            ui.command_as(Command::ComeBack, ControlStyle::Primary)
        });
        ui.command(Command::PlayOn);
    });
}

fn resume(ui: &mut Ui) {
    proposed(ui, Proposal::Resume, |ui| {
        ui.command_as(Command::Resume, ControlStyle::Primary)
    });
}

fn new_game(ui: &mut Ui) {
    ui.command(Command::Open(Screen::NewGame));
}

/// The answers to an offered draw.
fn agree_to_draw(ui: &mut Ui) {
    with_others(ui, |ui| {
        proposed(ui, Proposal::AgreeToDraw, |ui| {
            ui.button_for(msg!("agree-to-draw"), ControlStyle::Primary, Command::Draw)
        });
        ui.command(Command::Decline);
    });
}

/// The answers to who asks for a takeback.
fn allow_takeback(ui: &mut Ui) {
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
