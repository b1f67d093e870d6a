//! The buttons of the game for the current situation.

use bevy::prelude::*;

use super::{learn, map, slices};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Screen, Surface};
use crate::state::status;
use crate::state::ui_state::UiState;
use icochess_base::display::Display;
use icochess_core::clock::Clock;
use icochess_message::msg;
use icochess_play::computer::Purpose;
use icochess_play::game::seating::Seating;
use icochess_play::interaction::choice::{ChoiceAnswer, ChoiceRequested, Choosing};
use icochess_rules::Side;
use icochess_store::FIRST_PLIES;

/// The permanent buttons, which don't move when others appear. The first two need only their icons.
const ARROWS: [Command; 2] = [Command::Undo, Command::Redo];
const ROW: [Command; 3] = [Command::Hint, Command::Flip, Command::LastMove];

/// A temporary button or group: a condition for showing it to the viewer of a display, and its
/// builder.
type Passing = (fn(&UiState, Display) -> bool, fn(&mut Ui));

/// Temporary buttons for the game. Beginner buttons come first, so later ones can appear without
/// moving them. "Move now" takes the place of the second, because both never apply at once. The
/// threat is last, because it appears with a hint.
const OF_GAME: [Passing; 5] = [
    (
        |state, _| state.first.is_some() && !state.game.is_remote(),
        first_steps,
    ),
    // Players who are looking for an opponent have already moved for both sides.
    (|state, _| is_begun_alone(state), play_computer),
    (|state, _| plays_computer(state), move_now),
    (|state, _| may_pause(state), pause),
    (|state, _| is_hint_open(state), threat),
];
/// The answers to the question on the status line.
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

/// Flex growth of the temporary buttons, relative to 1 for the status line. The line keeps its
/// share of the row, so that buttons don't move when its text or the other buttons change.
const GROWTH: f32 = 10_000.0;

/// Adds the row of permanent buttons, which wraps if needed. On the panel it includes the temporary
/// ones.
pub(super) fn build(ui: &mut Ui) -> Entity {
    let is_wide = ui.on == Surface::Window;
    // This gap lets the buttons of a board with an inside fit into one row of the smallest window.
    let gap = if is_wide { 4.0 } else { 8.0 };
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
            // The panel has no space for the learning button in this row, so the button is on the
            // page of views.
            apart(ui);
            map::buttons(ui);
            // These buttons fit in two lines, and the planes have their own line.
            passing(ui, &OF_GAME);
            slices::build(ui, gap);
            passing(ui, &ANSWERS);
        }
    })
}

/// Adds the temporary buttons in the window, after the status line or below it if space is short.
pub(super) fn beside_line(ui: &mut Ui) -> Entity {
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
    })
}

fn passing(ui: &mut Ui, all: &[Passing]) {
    let display = ui.on.display();
    for &(is_there, fill) in all {
        ui.shown_if(move |state| is_there(state, display), fill);
    }
}

/// A proposal of a button.
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
    /// All proposals, in the priority of the status line.
    const ALL: [Self; 6] = [
        Self::Confirm,
        Self::Resume,
        Self::FirstSteps,
        Self::AllowTakeback,
        Self::AgreeToDraw,
        Self::ComeBack,
    ];

    /// Returns whether the proposal applies to the viewer of this display.
    fn is_open(self, state: &UiState, display: Display) -> bool {
        let may_play = |side| state.at_window.may_play(display, side) && state.game.may_act(side);
        let turn = state.game.position().turn();
        match self {
            Self::Confirm => is_to_confirm(state) && may_play(turn),
            Self::Resume => state.offer.is_some(),
            Self::FirstSteps => status::offers_first_steps(state),
            Self::AllowTakeback => {
                let asks = state.game.takeback_offer();
                asks.is_some_and(|offer| may_play(!offer.by))
            }
            Self::AgreeToDraw => status::is_draw_to_answer(state) && may_play(turn),
            Self::ComeBack => state.game.is_looking_back(),
        }
    }

    /// Returns whether the proposal is the most likely choice now.
    fn is_first(self, state: &UiState, display: Display) -> bool {
        let first = Self::ALL.into_iter().find(|it| it.is_open(state, display));
        first == Some(self)
    }
}

/// Adds the button of a proposal. A button that isn't the most likely choice keeps its font and
/// therefore its width, so that its neighbours don't move.
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

/// Adds a proposal and its alternatives in one row. The row doesn't wrap, because content that is
/// filled later is measured too inaccurately for that.
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

/// Adds the button that brings in the computer. At the start it is as likely a choice as the first
/// steps.
fn play_computer(ui: &mut Ui) {
    proposed(ui, Proposal::FirstSteps, |ui| {
        let against = Command::TakeOver(Side::Black);
        ui.button_for(msg!("play-computer"), ControlStyle::Primary, against)
    });
}

fn move_now(ui: &mut Ui) {
    ui.tool(Command::MoveNow, ControlStyle::Button);
}

fn threat(ui: &mut Ui) {
    ui.command(Command::Threat);
}

fn pause(ui: &mut Ui) {
    ui.row(8.0, |ui| {
        ui.tool(Command::Pause, ControlStyle::Button);
    });
}

/// Adds the buttons that confirm or cancel a pending move.
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
        ui.shown_if(
            |state| !state.game.is_remote(),
            |ui| {
                ui.command(Command::PlayOn);
            },
        );
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

/// Adds the answers to a draw offer.
fn agree_to_draw(ui: &mut Ui) {
    with_others(ui, |ui| {
        proposed(ui, Proposal::AgreeToDraw, |ui| {
            ui.button_for(msg!("agree-to-draw"), ControlStyle::Primary, Command::Draw)
        });
        ui.command(Command::Decline);
    });
}

/// Adds the answers to a takeback request.
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

/// Adds the buttons that take apart a board with an inside.
fn apart(ui: &mut Ui) {
    let has_inside = |state: &UiState| Command::Apart.is_enabled(state);
    ui.shown_if(has_inside, |ui| {
        ui.row(8.0, |ui| {
            ui.tool(Command::Apart, ControlStyle::Button);
        });
    });
}

/// Returns whether a move waits for the player's confirmation.
fn is_to_confirm(state: &UiState) -> bool {
    let choosing = state.choice.0.as_ref();
    choosing.and_then(Choosing::to_confirm).is_some()
}

/// Returns whether one person plays both sides of a new game that the computer could join. Ends
/// together with the offer of the tutorial.
fn is_begun_alone(state: &UiState) -> bool {
    let record = state.game.record();
    let is_alone = Seating::of(record) == Seating::Alone && !plays_computer(state);
    is_alone
        && record.line().len() < FIRST_PLIES
        && state.boards.engine(record.board()).is_some()
        && Command::TakeOver(Side::Black).is_enabled(state)
}

/// Returns whether the pause button is shown. A clock starts with the first move. The button stays
/// after the game, so that its neighbours don't move.
fn may_pause(state: &UiState) -> bool {
    if Seating::of(state.game.record()).is_remote() {
        return false;
    }
    let has_started = |clock: &Clock| clock.is_in_progress() || clock.is_over();
    plays_computer(state) || state.clock.get().is_some_and(has_started)
}

/// Returns whether a hint or a threat is shown, or a threat is searched for.
fn is_hint_open(state: &UiState) -> bool {
    let thought = state.thinking.0.map(|thought| thought.purpose);
    state.hint.0.is_some() || thought == Some(Purpose::Threat)
}

fn plays_computer(state: &UiState) -> bool {
    Side::ALL.into_iter().any(|side| state.computer.plays(side))
}
