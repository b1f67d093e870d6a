//! The entry of a command: its name, its icon, its keys, the players it is for, its conditions, and
//! what it does.

use bevy::prelude::*;

use super::actions::Action;
use crate::state::screen::{Question, Screen};
use crate::state::ui_state::UiState;
use icochess_message::Msg;
use icochess_play::game::Match;
use icochess_rules::Side;

/// All about a command. By default both players may give it at any time, it asks nothing
/// back, and has neither icon nor keys.
pub struct CommandInfo {
    /// The label of its button, or the name that is read out if the button shows other words.
    pub label: Msg,
    /// The words of its button, where they follow the state of the program.
    pub(crate) says: Option<Depends<Msg>>,
    /// The icon before its words or in their place: a sign of the symbol font, or of Latin-1.
    pub icon: Option<&'static str>,
    /// The effect of the command, where a page explains it below the button.
    pub explanation: Option<Msg>,
    /// The keys by which the help lists it, and what they do. Commands that belong together are
    /// one entry there, that of the first.
    pub help: Option<(Msg, Msg)>,
    /// The keys of the window that give it.
    pub shortcuts: &'static [Shortcut],
    /// The players that it is available to, where each of two people has a display of their own.
    pub available_to: AvailableTo,
    /// The look that it asks for instead, for the player at the window beside a headset.
    pub look: Option<LookRequested>,
    /// The condition under which it is enabled.
    pub(crate) enabled: Enabled,
    /// The question to ask first, if any.
    pub(crate) asks: Depends<Option<Question>>,
    /// The action that carries it out.
    pub(crate) action: Action,
}

impl CommandInfo {
    /// A command with the defaults for all but label and action.
    pub(crate) fn new(label: Msg, action: Action) -> Self {
        Self {
            label,
            says: None,
            icon: None,
            explanation: None,
            help: None,
            shortcuts: &[],
            available_to: AvailableTo::Both,
            look: None,
            enabled: Enabled::Always,
            asks: Depends::OnState(|_| None),
            action,
        }
    }
}

/// A value that depends on the state of the program, or on that and on the side of a command.
#[derive(Clone)]
pub(crate) enum Depends<T> {
    OnState(fn(&UiState) -> T),
    OnSide(fn(&UiState, Side) -> T, Side),
}

impl<T> Depends<T> {
    /// The value in this state.
    pub(crate) fn value(&self, state: &UiState) -> T {
        match self {
            Self::OnState(of) => of(state),
            Self::OnSide(of, side) => of(state, *side),
        }
    }
}

/// The condition under which a command is enabled.
pub(crate) enum Enabled {
    Always,
    If(fn(&UiState) -> bool),
    /// If the condition holds for a side.
    IfSide(fn(&UiState, Side) -> bool, Side),
    /// If the condition holds, and never while the headset is being passed on, when it is not
    /// known who looks.
    InPlay(fn(&UiState) -> bool),
}

impl Enabled {
    pub(crate) fn holds(self, state: &UiState) -> bool {
        match self {
            Self::Always => true,
            Self::If(is) => is(state),
            Self::IfSide(is, side) => is(state, side),
            Self::InPlay(is) => !state.handover.refuses_moves() && is(state),
        }
    }
}

/// A key of the window that gives a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shortcut {
    /// This key without Ctrl, on every page.
    Key(KeyCode),
    /// This key with Ctrl, or the Command (Super) key, on every page.
    Control(KeyCode),
    /// This key, which has other uses, too: whether it gives the command is known where those are.
    Shared(KeyCode),
    /// The key that types this sign, wherever the keyboard has it.
    Sign(&'static str),
}

impl Shortcut {
    /// The shortcut of a key that is pressed with Ctrl or without.
    pub const fn pressed(key: KeyCode, with_control: bool) -> Self {
        if with_control {
            Self::Control(key)
        } else {
            Self::Key(key)
        }
    }

    /// The key that gives the command on every page without Ctrl; `None` for other shortcuts.
    pub const fn alone(self) -> Option<KeyCode> {
        match self {
            Self::Key(key) => Some(key),
            Self::Control(_) | Self::Shared(_) | Self::Sign(_) => None,
        }
    }
}

/// The players that a command is available to, where one has the headset and another sits at the
/// window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AvailableTo {
    /// Both players, and onlookers at the window, where nobody plays.
    Anyone,
    /// Both players.
    Both,
    /// The player to move; both, while no move is due.
    ToMove,
    /// The player of that side.
    Side(Side),
    /// The player to move in the position that is shown.
    ToMoveHere,
    /// The player who made the last move, or whom the end of the game has cost most; both, while
    /// they look back.
    Undoer,
    /// The player who is offered a draw or asked for a takeback.
    Offered,
    /// The player who is asked for a takeback.
    OfferedTakeback,
    /// The player whom the open question is about.
    Questioned,
}

impl AvailableTo {
    /// The side whose player the command is available to; `None` if it is to both.
    pub(crate) fn side(self, game: &Match, shown: Screen) -> Option<Side> {
        let turn = game.position().turn();
        let is_due = game.outcome().is_none() && !game.is_looking_back();
        let takeback = game.takeback_offer().map(|offer| !offer.by);
        match self {
            Self::Anyone | Self::Both => None,
            Self::ToMove => is_due.then_some(turn),
            Self::Side(side) => Some(side),
            Self::ToMoveHere => Some(turn),
            Self::Undoer => (!game.is_looking_back()).then(|| game.undoer()),
            Self::OfferedTakeback => takeback,
            Self::Offered => takeback.or(game.draw_offer().map(|by| !by)),
            Self::Questioned => match shown {
                Screen::Confirm(Question::Resign(side)) => Some(side),
                _ => None,
            },
        }
    }
}

/// Request: the player at the window beside a headset wants to see something; the board does
/// not turn for the player in the headset.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookRequested {
    /// The board from the player's own side.
    Home,
    /// The last move.
    LastMove,
}
