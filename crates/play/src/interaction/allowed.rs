//! Permission to move pieces, by side and by display.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::at_window::AtWindow;
use super::selecting::acts_on_press;
use crate::computer::{self, Computer, Paused};
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::game::handover::GameHandover;
use crate::game::remote::{Phase, RemoteView};
use icochess_base::display::Display;
use icochess_rules::{Cell, FixedReason, StuckReason};

/// Reason for refusing a pick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmovable {
    /// Computer to move.
    ComputersTurn,
    /// Game over.
    GameOver,
    /// The board is being passed to the other player.
    HandedOver,
    /// Clock stopped.
    ClockStopped,
    /// It is the turn of the player at the other display.
    OthersTurn,
    /// It is the turn of the friend in another place.
    FriendsTurn,
    /// The friend in another place hasn't come yet.
    NoFriend,
    /// The player only watches the game.
    Watching,
    /// The game's session with the server has ended.
    NotConnected,
    /// No legal moves for the piece.
    Stuck(StuckReason),
    /// No legal moves for the attack board.
    Fixed(FixedReason),
    /// A hand dropped the piece between cells, or too far above one.
    OffCell,
    /// The computer's move made the premove illegal.
    Premove,
}

/// Display time of a refusal, in seconds.
pub const REFUSAL_SECONDS: f32 = 8.0;

impl Unmovable {
    /// Returns whether the refusal must reveal nothing about the board, not even whether a cell is
    /// occupied.
    pub const fn is_blind(self) -> bool {
        matches!(self, Self::HandedOver | Self::ClockStopped)
    }
}

/// Fact: a pointer picked a piece or attack board that can't move. Also written for an empty cell
/// picked by the keyboard, and for any pick during a [blind](Unmovable::is_blind) refusal.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PickRefused {
    /// Pointer that made the pick.
    pub by: PointerId,
    /// Picked cell; for an attack board, the pin of its dock.
    pub cell: Cell,
    /// Reason for the refusal.
    pub why: Unmovable,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PickRefused>();
}

/// Returns a pointer's display: the headset for hands, the window for mouse and touch.
fn display_of(by: PointerId) -> Display {
    if acts_on_press(by) {
        Display::Headset
    } else {
        Display::Flat
    }
}

/// Returns whether it is the turn of the player at the other display; never after the game.
pub(super) fn is_others_turn(at_window: AtWindow, game: &Match, by: PointerId) -> bool {
    is_others(at_window, game, display_of(by))
}

fn is_others(at_window: AtWindow, game: &Match, display: Display) -> bool {
    game.outcome().is_none() && !at_window.may_play(display, game.position().turn())
}

/// State that decides who may move.
#[derive(SystemParam)]
pub struct Turns<'w> {
    computer: Res<'w, Computer>,
    paused: Res<'w, Paused>,
    handover: Res<'w, GameHandover>,
    clock: Res<'w, GameClock>,
    at_window: Res<'w, AtWindow>,
    remote: Res<'w, RemoteView>,
}

impl Turns<'_> {
    /// Returns whether a player waits for the move of the computer or of a friend in another place,
    /// and may choose a premove.
    pub fn may_premove(&self, game: &Match) -> bool {
        let turn = game.position().turn();
        if game.is_remote() {
            let waits = game.remote_side().is_some_and(|side| side != turn);
            return waits && !game.is_looking_back() && self.remote.may_move();
        }
        let is_held = self.paused.0 || self.handover.refuses_moves() || self.clock.refuses_moves();
        computer::is_to_move(&self.computer, game) && !self.computer.plays(!turn) && !is_held
    }

    /// Returns whether a player may draw on the board. With an opponent at the other display,
    /// drawings would disturb them.
    pub(super) fn may_draw(&self, game: &Match, by: PointerId) -> bool {
        let is_blind = self.refuse(game, by).is_some_and(Unmovable::is_blind);
        self.at_window.0.is_none() && !is_blind
    }

    /// Returns why the player with this pointer may not move; `None` if they may.
    pub(super) fn refuse(&self, game: &Match, by: PointerId) -> Option<Unmovable> {
        self.refuse_through(game, display_of(by))
    }

    /// Returns why the player at a display may not move; `None` if they may.
    pub fn refuse_through(&self, game: &Match, display: Display) -> Option<Unmovable> {
        let held = (&*self.handover, &*self.clock);
        let players = (&*self.computer, *self.at_window, &*self.remote);
        refusal(game, held, players, display)
    }
}

/// Returns why moves at a display are refused, regardless of the rules; `None` if they are allowed.
pub fn refusal(
    game: &Match,
    (handover, clock): (&GameHandover, &GameClock),
    (computer, at_window, remote): (&Computer, AtWindow, &RemoteView),
    display: Display,
) -> Option<Unmovable> {
    if game.outcome().is_some() {
        Some(Unmovable::GameOver)
    } else if game.is_remote() && game.trying_from().is_none() {
        match remote.phase {
            _ if game.remote_side().is_none() => Some(Unmovable::Watching),
            Some(Phase::Waiting) => Some(Unmovable::NoFriend),
            _ if !remote.may_move() => Some(Unmovable::NotConnected),
            _ => (!game.may_act(game.position().turn())).then_some(Unmovable::FriendsTurn),
        }
    } else if computer::is_to_move(computer, game) {
        Some(Unmovable::ComputersTurn)
    } else if handover.refuses_moves() {
        Some(Unmovable::HandedOver)
    } else if clock.refuses_moves() {
        Some(Unmovable::ClockStopped)
    } else {
        is_others(at_window, game, display).then_some(Unmovable::OthersTurn)
    }
}
