//! What there is to know of a command: its name, its key, who may give it and when, and
//! what it does.

use bevy::prelude::*;

use super::actions::Action;
use crate::game::Match;
use crate::ui::state::screen::{Question, Screen};
use crate::ui::state::ui_state::UiState;
use icochess_message::Msg;
use icochess_rules::Side;

/// What there is to know of a command. What an entry does not say is usual: both players
/// may give it at any time, it asks nothing back and has no key.
pub struct CommandInfo {
    /// What stands on its button, or is read out of one with other words.
    pub label: Msg,
    /// The key of the window that gives it on every page.
    pub shortcut: Option<Shortcut>,
    /// Who may give it, where each of two people has a display.
    pub giver: Giver,
    /// What it is instead for who sits at the window beside a headset.
    pub look: Option<LookRequested>,
    /// When it would do something.
    pub(in crate::ui) enabled: Enabled,
    /// What is asked back first, as the game stands.
    pub(in crate::ui) asks: fn(&UiState) -> Option<Question>,
    /// What it does.
    pub(in crate::ui) action: Action,
}

impl CommandInfo {
    /// A command with all that is usual.
    pub(in crate::ui) fn new(label: Msg, action: Action) -> Self {
        Self {
            label,
            shortcut: None,
            giver: Giver::Both,
            look: None,
            enabled: Enabled::Always,
            asks: |_| None,
            action,
        }
    }
}

/// When a command would do something.
pub(in crate::ui) enum Enabled {
    Always,
    If(fn(&UiState) -> bool),
    /// So, and only while it is known who looks: nothing is done to a game while its headset
    /// is passed on.
    InPlay(fn(&UiState) -> bool),
}

impl Enabled {
    pub(in crate::ui) fn holds(self, state: &UiState) -> bool {
        match self {
            Self::Always => true,
            Self::If(is) => is(state),
            Self::InPlay(is) => !state.handover.refuses_moves() && is(state),
        }
    }
}

/// A key of the window that gives a command, alone or with Ctrl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// The key.
    pub key: KeyCode,
    /// Is it pressed with Ctrl, or the Command (Super) key?
    pub with_control: bool,
}

/// That key alone.
pub(in crate::ui) const fn key(key: KeyCode) -> Option<Shortcut> {
    Some(Shortcut {
        key,
        with_control: false,
    })
}

/// That key with Ctrl.
pub(in crate::ui) const fn control(key: KeyCode) -> Option<Shortcut> {
    Some(Shortcut {
        key,
        with_control: true,
    })
}

/// Who may give a command, where one has the headset and another sits at the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Giver {
    /// Both.
    Both,
    /// Who is to move. Both, where no move is due.
    ToMove,
    /// Who has made the last move. Both, where no move is due.
    LastMover,
    /// Who is offered something: a draw, or to take a move back.
    Offered,
    /// Who is asked whether a move may be taken back.
    OfferedTakeback,
    /// Who the open question is about.
    Questioned,
}

impl Giver {
    /// The side of who may give it; `None` if both may.
    pub(in crate::ui) fn side(self, game: &Match, shown: Screen) -> Option<Side> {
        let turn = game.position().turn();
        let is_due = game.outcome().is_none() && !game.is_looking_back();
        match self {
            Self::Both => None,
            Self::ToMove => is_due.then_some(turn),
            Self::LastMover => is_due.then_some(!turn),
            Self::OfferedTakeback => game.takeback_offer().map(|by| !by),
            Self::Offered => {
                let offer = game.takeback_offer().or(game.draw_offer());
                offer.map(|by| !by)
            }
            Self::Questioned => match shown {
                Screen::Confirm(Question::Resign(side)) => Some(side),
                _ => None,
            },
        }
    }
}

/// Request: who plays at the window beside a headset wants to see something, without that
/// the board turns for the other one.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookRequested {
    /// Their own side.
    Home,
    /// The last move.
    LastMove,
}
