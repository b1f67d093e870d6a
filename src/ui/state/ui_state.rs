//! Everything that pages and commands are read from, declared once: what is listed here
//! is a field of [`UiState`], and whatever shows something is written when it changes.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::handing::ReadyHeld;
use super::people::PeopleView;
use super::rows::MoveRows;
use super::saved::SavedView;
use super::screen::Screens;
use super::setup::Setup;
use crate::board::stage::shape::BoardShape;
use crate::board::stage::shapes::Shapes;
use crate::board::stage::taught::Taught;
use crate::board::turning::opening::Opened;
use crate::computer::analysis::Analysis;
use crate::computer::{Computer, Engines, Paused};
use crate::game::clock::{ClockFaces, GameClock};
use crate::game::handover::GameHandOver;
use crate::game::pairing::GamePairings;
use crate::game::play_through::PlayingThrough;
use crate::game::{Boards, Match};
use crate::interaction::at_window::AtWindow;
use crate::interaction::choice::Choice;
use crate::interaction::typed::TypedMove;
use crate::language::Words;
use crate::save::ResumeOffer;
use crate::save::effective::EffectiveSettings;
use crate::save::library::Library;
use crate::save::players::Players;
use crate::save::settings::Settings;
use crate::schedule;

/// A resource that pages are read from, or one that may be missing.
trait Watched {
    fn is_there(&self) -> bool;
    fn has_changed(&self) -> bool;
}

impl<T: Resource> Watched for Res<'_, T> {
    fn is_there(&self) -> bool {
        true
    }

    fn has_changed(&self) -> bool {
        self.is_changed()
    }
}

impl<T: Resource> Watched for Option<Res<'_, T>> {
    fn is_there(&self) -> bool {
        self.is_some()
    }

    fn has_changed(&self) -> bool {
        self.as_ref().is_some_and(DetectChanges::is_changed)
    }
}

/// Makes the list of resources a system parameter that knows whether any has changed.
macro_rules! ui_state {
    ($($(#[$doc:meta])* $field:ident: $resource:ty,)*) => {
        /// The state of the program, as far as pages show it and commands depend on it.
        #[derive(SystemParam)]
        pub struct UiState<'w, 's> {
            $($(#[$doc])* pub $field: $resource,)*
            /// How many of them were there the last time that somebody asked.
            there: Local<'s, usize>,
        }

        impl UiState<'_, '_> {
            /// Has any of it changed since the system that asks ran last, or come or gone
            /// since it asked last?
            pub fn is_changed(&mut self) -> bool {
                let there = [$(self.$field.is_there()),*];
                let there = there.into_iter().filter(|is_there| *is_there).count();
                let before = std::mem::replace(&mut *self.there, there);
                before != there $(|| self.$field.has_changed())*
            }
        }
    };
}

ui_state! {
    /// The language that all is said in.
    words: Res<'w, Words>,
    /// The pages that are open.
    screens: Res<'w, Screens>,
    /// The game being played.
    game: Res<'w, Match>,
    /// Its moves, as rows.
    rows: Res<'w, MoveRows>,
    /// Is it played through?
    playing: Res<'w, PlayingThrough>,
    /// Who plays, and how.
    computer: Res<'w, Computer>,
    /// Who plays at the window beside a headset.
    at_window: Res<'w, AtWindow>,
    /// Does the computer pause?
    paused: Res<'w, Paused>,
    /// What players have chosen.
    settings: Res<'w, Settings>,
    /// The same as they count now, for who is at the game.
    effective: Res<'w, EffectiveSettings>,
    /// The people who play.
    players: Res<'w, Players>,
    /// What is shown of them.
    people: Res<'w, PeopleView>,
    /// Who plays next, of more than two.
    pairings: Res<'w, GamePairings>,
    /// What the players look through.
    display: Res<'w, State<schedule::Display>>,
    /// What the next game is like.
    setup: Res<'w, Setup>,
    /// The clock of the game.
    clock: Res<'w, GameClock>,
    /// What stands on it.
    faces: Res<'w, ClockFaces>,
    /// Who has the headset.
    handover: Res<'w, GameHandOver>,
    /// Has its next player said to be there?
    ready: Res<'w, ReadyHeld>,
    /// How the game stood at each ply.
    analysis: Res<'w, Analysis>,
    /// What the computer can play on.
    engines: Res<'w, Engines>,
    /// The saved games.
    library: Res<'w, Library>,
    /// What is shown of them.
    saved: Res<'w, SavedView>,
    /// What boards look like.
    shapes: Res<'w, Shapes>,
    /// The boards there are.
    boards: Res<'w, Boards>,
    /// What waits for a player's choice.
    choice: Res<'w, Choice>,
    /// The move that is being typed.
    typed: Res<'w, TypedMove>,
    /// How the board is opened.
    opened: Res<'w, Opened>,
    /// What the board teaches.
    taught: Res<'w, Taught>,
    /// A game that can be gone on with.
    offer: Option<Res<'w, ResumeOffer>>,
    /// What the board that is played on looks like.
    shape: Option<Res<'w, BoardShape>>,
}
