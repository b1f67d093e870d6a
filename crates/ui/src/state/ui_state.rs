//! Everything that pages and commands are read from, declared once: what is listed here
//! is a field of [`UiState`], and whatever shows something is written when it changes.

use bevy::prelude::*;

use super::hand_controls::HandControls;
use super::handover::ReadyHeld;
use super::lessons::RuleShown;
use super::people::PeopleView;
use super::portraits::Portraits;
use super::rows::MoveRows;
use super::saved::SavedView;
use super::screen::Screens;
use super::setup::Setup;
use super::window::Fingertip;
use super::window::InputUsed;
use super::window::MostLetters;
use super::window::SmallWindow;
use icochess_base::display::{Display, HeadsetAvailable, PassthroughAvailable};
use icochess_base::language::Words;
use icochess_base::link::WebPage;
use icochess_base::watched;
use icochess_board::Veiled;
use icochess_board::stage::shape::{BoardShape, Unseated};
use icochess_board::stage::switches::Glass;
use icochess_board::stage::switches::Learning;
use icochess_board::stage::taught::Taught;
use icochess_board::turning::opening::Opened;
use icochess_board::tutorial::Tutorial;
use icochess_play::computer::analysis::Analysis;
use icochess_play::computer::external::known_engine::KnownEngine;
use icochess_play::computer::series::Series;
use icochess_play::computer::{Computer, Paused};
use icochess_play::game::clock::{ClockFaces, GameClock};
use icochess_play::game::handover::GameHandover;
use icochess_play::game::pairing::GamePairings;
use icochess_play::game::play_through::PlayingThrough;
use icochess_play::game::{Boards, Match};
use icochess_play::interaction::Selection;
use icochess_play::interaction::at_window::AtWindow;
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::move_entry::MoveEntry;
use icochess_store::effective::EffectiveSettings;
use icochess_store::library::Library;
use icochess_store::players::Players;
use icochess_store::settings::Settings;
use icochess_store::{FirstStart, ResumeOffer, TakenUp};

watched! {
    /// The state of the program, as far as pages show it and commands depend on it.
    pub struct UiState {
        /// The language of all texts.
        words: Res<'w, Words>,
        /// The pages that are open.
        screens: Res<'w, Screens>,
        /// The game being played.
        game: Res<'w, Match>,
        /// The moves of the game, as rows of a list.
        rows: Res<'w, MoveRows>,
        /// Whether the game is being played through.
        playing: Res<'w, PlayingThrough>,
        /// The sides that the computer plays, with its algorithm, level and time.
        computer: Res<'w, Computer>,
        /// The engine of others that can play.
        engine: Res<'w, KnownEngine>,
        /// The side at the window beside a headset.
        at_window: Res<'w, AtWindow>,
        /// Whether the computer pauses.
        paused: Res<'w, Paused>,
        /// The games that the computer plays against itself, one after the other.
        series: Res<'w, Series>,
        /// The settings, as the players chose them.
        settings: Res<'w, Settings>,
        /// The settings in force now, for whoever is at the game.
        effective: Res<'w, EffectiveSettings>,
        /// The players that the program knows.
        players: Res<'w, Players>,
        /// The state of the page of the players.
        people: Res<'w, PeopleView>,
        /// The pairing, where more than two people play.
        pairings: Res<'w, GamePairings>,
        /// The display that the players look through.
        display: Res<'w, State<Display>>,
        /// Whether a headset is there for the game in the window.
        headset: Res<'w, HeadsetAvailable>,
        /// Whether the headset can show the real room.
        passthrough: Res<'w, PassthroughAvailable>,
        /// The things to press on the controllers in the hands.
        hand_controls: Res<'w, HandControls>,
        /// The input device that is used at the window.
        input_used: Res<'w, InputUsed>,
        /// The least size of what is pressed in the window, where fingers press it.
        fingertip: Res<'w, Fingertip>,
        /// Whether the window is as small as that of a telephone.
        small_window: Res<'w, SmallWindow>,
        /// The greatest size of the letters of the window.
        most_letters: Res<'w, MostLetters>,
        /// The setup of the next game.
        setup: Res<'w, Setup>,
        /// The clock of the game.
        clock: Res<'w, GameClock>,
        /// The faces of the clock.
        faces: Res<'w, ClockFaces>,
        /// The holder of the headset.
        handover: Res<'w, GameHandover>,
        /// The time for which the next player has held a trigger to say that they are there.
        ready: Res<'w, ReadyHeld>,
        /// The evaluation of each ply.
        analysis: Res<'w, Analysis>,
        /// The saved games.
        library: Res<'w, Library>,
        /// The state of the page of the saved games.
        saved: Res<'w, SavedView>,
        /// The boards there are.
        boards: Res<'w, Boards>,
        /// The small pictures of the boards.
        portraits: Res<'w, Portraits>,
        /// Moves that wait for a player's choice between them.
        choice: Res<'w, Choice>,
        /// The move that is being typed.
        move_entry: Res<'w, MoveEntry>,
        /// The opening of the board: its parts moved apart, or a cut through it.
        opened: Res<'w, Opened>,
        /// Whether the game is hidden, so that nobody thinks while nobody's time runs.
        veiled: Res<'w, Veiled>,
        /// Whether the player in the headset has yet to be seated.
        unseated: Res<'w, Unseated>,
        /// Whether the board explains more than play needs.
        learning: Res<'w, Learning>,
        /// Whether the near half of a ball is looked through.
        glass: Res<'w, Glass>,
        /// The selection on the board.
        selection: Res<'w, Selection>,
        /// The lesson that the board shows in place of the game, if any.
        taught: Res<'w, Taught>,
        /// The first steps on the board.
        tutorial: Res<'w, Tutorial>,
        /// The picture that the board shows of a rule, if any.
        rule: Res<'w, RuleShown>,
        /// The saved game that can be resumed, if there is one.
        offer: Option<Res<'w, ResumeOffer>>,
        /// Whether the game was under way when the program ended, and waits for the players.
        taken_up: Option<Res<'w, TakenUp>>,
        /// Whether nobody has started the program before.
        first: Option<Res<'w, FirstStart>>,
        /// The page that links lead to, if there is one.
        web_page: Option<Res<'w, WebPage>>,
        /// The shape of the board that is played on.
        shape: Option<Res<'w, BoardShape>>,
    }
}
