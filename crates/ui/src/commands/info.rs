//! The description of a command: name, icon, keys, players, conditions and action.

use bevy::prelude::*;

use super::actions::Action;
use crate::state::screen::{Question, Screen};
use crate::state::ui_state::UiState;
use icochess_message::Msg;
use icochess_play::game::Match;
use icochess_rules::Side;

/// The description of a command. By default, it is always available to both players, needs no
/// confirmation, and has no icon or keys.
pub struct CommandInfo {
    /// The label of the command's button, or its accessible name if the button shows other words.
    pub label: Msg,
    /// The words of the button, if they depend on the program state.
    pub(crate) says: Option<Depends<Msg>>,
    /// The icon before the words or instead of them, from the symbol font or Latin-1.
    pub icon: Option<&'static str>,
    /// The keys and description in the help. The entry of the first of several related commands
    /// covers all of them.
    pub help: Option<(Msg, Msg)>,
    /// The keys of the window that give the command.
    pub shortcuts: &'static [Shortcut],
    /// The players who can use the command, if two people have a display each.
    pub available_to: AvailableTo,
    /// The view that the command shows instead, for a player at the window during a headset game.
    pub look: Option<LookRequested>,
    /// The condition for enabling the command.
    pub(crate) enabled: Enabled,
    /// The question to confirm first, if any.
    pub(crate) asks: Depends<Option<Question>>,
    /// The action of the command.
    pub(crate) action: Action,
}

impl CommandInfo {
    /// Returns a command with this label and action, and defaults for the rest.
    pub(crate) fn new(label: Msg, action: Action) -> Self {
        Self {
            label,
            says: None,
            icon: None,
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

/// A value that depends on the program state, and possibly on the command's side.
#[derive(Clone)]
pub(crate) enum Depends<T> {
    OnState(fn(&UiState) -> T),
    OnSide(fn(&UiState, Side) -> T, Side),
}

impl<T> Depends<T> {
    /// Returns the value in this state.
    pub(crate) fn value(&self, state: &UiState) -> T {
        match self {
            Self::OnState(of) => of(state),
            Self::OnSide(of, side) => of(state, *side),
        }
    }
}

/// The condition for enabling a command.
pub(crate) enum Enabled {
    Always,
    If(fn(&UiState) -> bool),
    /// The condition must hold for a side.
    IfSide(fn(&UiState, Side) -> bool, Side),
    /// The condition must hold, and no handover may be in progress, because the viewer is unknown.
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
    /// A key with other uses. Its handler decides whether it gives the command.
    Shared(KeyCode),
    /// The key that types this character, on any keyboard layout.
    Sign(&'static str),
}

impl Shortcut {
    /// Returns the shortcut of a key pressed with or without Ctrl.
    pub const fn pressed(key: KeyCode, with_control: bool) -> Self {
        if with_control {
            Self::Control(key)
        } else {
            Self::Key(key)
        }
    }

    /// Returns the key of a shortcut without Ctrl that works on every page; `None` for other
    /// shortcuts.
    pub const fn alone(self) -> Option<KeyCode> {
        match self {
            Self::Key(key) => Some(key),
            Self::Control(_) | Self::Shared(_) | Self::Sign(_) => None,
        }
    }
}

/// The players who can use a command, if one has the headset and the other is at the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AvailableTo {
    /// Both players, and spectators at the window.
    Anyone,
    /// Both players.
    Both,
    /// The mover, or both players while no move is due.
    ToMove,
    /// The player of that side.
    Side(Side),
    /// The mover in the position shown.
    ToMoveHere,
    /// The player of the last move. After a declared end, this is the loser, or the mover after a
    /// draw. While players look at earlier positions, it is both players.
    Undoer,
    /// The player with a draw or takeback to answer.
    Offered,
    /// The player with a takeback to answer.
    OfferedTakeback,
    /// The player affected by the open question.
    Questioned,
}

impl AvailableTo {
    /// Returns the only side that may use the command; `None` for both.
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

/// Request for a view by the player at the window, without turning the board for the headset.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookRequested {
    /// The board from the player's own side.
    Home,
    /// The last move.
    LastMove,
}
