//! The state that pages and commands read. Every resource is a field of [`UiState`], and controls
//! update when one of them changes.

use bevy::prelude::*;

use super::annotating::Annotating;
use super::friend::FriendSetup;
use super::hand_controls::HandControls;
use super::handover::ReadyHeld;
use super::lessons::RuleShown;
use super::people::PeopleView;
use super::photo::PhotoWork;
use super::portraits::Portraits;
use super::rows::MoveRows;
use super::saved::SavedView;
use super::screen::Screens;
use super::setup::Setup;
use super::window::Fingertip;
use super::window::InputUsed;
use super::window::SmallWindow;
use super::window::TextSizeLimit;
use crate::text::captions::Caption;
use crate::text::notices::Notices;
use icochess_base::display::{Display, HeadsetAvailable, PassthroughAvailable};
use icochess_base::language::Words;
use icochess_base::link::WebPage;
use icochess_base::watched;
use icochess_board::Covered;
use icochess_board::endings::EndingPractice;
use icochess_board::puzzles::Puzzles;
use icochess_board::stage::shape::{BoardShape, Unseated};
use icochess_board::stage::switches::Glass;
use icochess_board::stage::switches::Learning;
use icochess_board::stage::taught::Taught;
use icochess_board::turning::follow::TurnBackTimer;
use icochess_board::turning::opening::Opened;
use icochess_board::tutorial::Tutorial;
use icochess_play::computer::analysis::Analysis;
use icochess_play::computer::external::known_engine::KnownEngine;
use icochess_play::computer::series::Series;
use icochess_play::computer::{
    BestLines, Computer, Evaluation, Hint, HintReason, Paused, ShortenedSearch, Thinking,
};
use icochess_play::game::clock::{ClockFaces, GameClock};
use icochess_play::game::handover::GameHandover;
use icochess_play::game::pairing::GamePairings;
use icochess_play::game::play_through::PlayingThrough;
use icochess_play::game::remote::{Hosting, Nearby, RemoteView};
use icochess_play::game::{Boards, Match};
use icochess_play::interaction::at_window::AtWindow;
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::move_entry::MoveEntry;
use icochess_play::interaction::{Premove, Selection};
use icochess_store::effective::EffectiveSettings;
use icochess_store::library::Library;
use icochess_store::players::Players;
use icochess_store::seats::Seats;
use icochess_store::settings::Settings;
use icochess_store::{FirstStart, RestoredGame, ResumeOffer};

watched! {
    /// The program state that pages show and commands depend on.
    pub struct UiState {
        /// The language of all texts.
        words: Res<'w, Words>,
        /// The open pages.
        screens: Res<'w, Screens>,
        /// The game being played.
        game: Res<'w, Match>,
        /// The moves of the game, as rows of a list.
        rows: Res<'w, MoveRows>,
        /// Whether the controls for annotations are unfolded.
        annotating: Res<'w, Annotating>,
        /// Whether the game is being replayed.
        playing: Res<'w, PlayingThrough>,
        /// Current work of the photo mode.
        photo: Res<'w, PhotoWork>,
        /// The sides that the computer plays, with its algorithm, level and time.
        computer: Res<'w, Computer>,
        /// The available external engine.
        engine: Res<'w, KnownEngine>,
        /// The side controlled at the window during a headset game.
        at_window: Res<'w, AtWindow>,
        /// Whether the computer is paused.
        paused: Res<'w, Paused>,
        /// The series of games that the computer plays against itself.
        series: Res<'w, Series>,
        /// The settings chosen by the players.
        settings: Res<'w, Settings>,
        /// The settings in force for the current player.
        effective: Res<'w, EffectiveSettings>,
        /// The known players.
        players: Res<'w, Players>,
        /// The state of the players page.
        people: Res<'w, PeopleView>,
        /// The game over a network.
        remote: Res<'w, RemoteView>,
        /// The server inside the game.
        hosting: Res<'w, Hosting>,
        /// Servers inside other games on this network.
        nearby: Res<'w, Nearby>,
        /// The seats in games over a network.
        seats: Res<'w, Seats>,
        /// The state of the page Play a friend.
        friend: Res<'w, FriendSetup>,
        /// The pairing of more than two people.
        pairings: Res<'w, GamePairings>,
        /// The display that the players use.
        display: Res<'w, State<Display>>,
        /// Whether a headset is available for the game in the window.
        headset: Res<'w, HeadsetAvailable>,
        /// Whether the headset can show the real room.
        passthrough: Res<'w, PassthroughAvailable>,
        /// The names of the controls on the controllers.
        hand_controls: Res<'w, HandControls>,
        /// The last used input device at the window.
        input_used: Res<'w, InputUsed>,
        /// The minimum size of controls in the window during touch input.
        fingertip: Res<'w, Fingertip>,
        /// Whether the window is as small as a phone's.
        small_window: Res<'w, SmallWindow>,
        /// The maximum text size that fits in the window.
        text_size_limit: Res<'w, TextSizeLimit>,
        /// The setup of the next game.
        setup: Res<'w, Setup>,
        /// The clock of the game.
        clock: Res<'w, GameClock>,
        /// The faces of the clock.
        faces: Res<'w, ClockFaces>,
        /// The current holder of the headset.
        handover: Res<'w, GameHandover>,
        /// How long the next player has held the trigger to confirm.
        ready: Res<'w, ReadyHeld>,
        /// The search in progress.
        thinking: Res<'w, Thinking>,
        /// The last search that ran out of time.
        cut_short: Res<'w, ShortenedSearch>,
        /// The hint on the board.
        hint: Res<'w, Hint>,
        /// The reason for the hint, if it is shown.
        hint_reason: Res<'w, HintReason>,
        /// The evaluation of the position.
        evaluation: Res<'w, Evaluation>,
        /// The best lines of the position.
        lines: Res<'w, BestLines>,
        /// The sound in words, if captions are shown.
        caption: Res<'w, Caption>,
        /// The notices for the players.
        notices: Res<'w, Notices>,
        /// The timer for turning the board back to the player, if it is running.
        turn_back: Option<Res<'w, TurnBackTimer>>,
        /// The evaluation of each ply.
        analysis: Res<'w, Analysis>,
        /// The saved games.
        library: Res<'w, Library>,
        /// The state of the saved games page.
        saved: Res<'w, SavedView>,
        /// The available boards.
        boards: Res<'w, Boards>,
        /// The small pictures of the boards.
        portraits: Res<'w, Portraits>,
        /// The moves that a player has to choose between.
        choice: Res<'w, Choice>,
        /// The move that is being typed.
        move_entry: Res<'w, MoveEntry>,
        /// The way in which the board is opened: with its parts moved apart, or cut.
        opened: Res<'w, Opened>,
        /// Whether the game is hidden while no clock runs, to prevent free thinking time.
        covered: Res<'w, Covered>,
        /// Whether the player in the headset hasn't been seated yet.
        unseated: Res<'w, Unseated>,
        /// Whether the board shows extra explanations.
        learning: Res<'w, Learning>,
        /// Whether the near half of a ball is transparent.
        glass: Res<'w, Glass>,
        /// The selection on the board.
        selection: Res<'w, Selection>,
        /// The move to play once the computer has moved.
        premove: Res<'w, Premove>,
        /// The lesson on the board in place of the game, if any.
        taught: Res<'w, Taught>,
        /// The tutorial on the board.
        tutorial: Res<'w, Tutorial>,
        /// The puzzles of the board.
        puzzles: Res<'w, Puzzles>,
        /// The ending that is practised.
        endings: Res<'w, EndingPractice>,
        /// The rule picture on the board, if any.
        rule: Res<'w, RuleShown>,
        /// The saved game that can be resumed, if any.
        offer: Option<Res<'w, ResumeOffer>>,
        /// Whether the game was running when the program ended, and waits for the players.
        taken_up: Option<Res<'w, RestoredGame>>,
        /// Whether this is the first start of the program.
        first: Option<Res<'w, FirstStart>>,
        /// The target page of links, if any.
        web_page: Option<Res<'w, WebPage>>,
        /// The shape of the current board.
        shape: Option<Res<'w, BoardShape>>,
    }
}
