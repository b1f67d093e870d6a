//! The actions of commands.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::state::photo::PhotoRequest;
use crate::state::screen::{Question, Screen, Screens, Subject, Topic};
use crate::state::setup::Setup;
use crate::state::sides;
use crate::state::window::SmallWindow;
use crate::text::terms::control_error;
use icochess_base::display::{Display, FullScreenRequested, HeadsetRequested};
use icochess_base::link::WebPage;
use icochess_board::stage::switches::Glass;
use icochess_board::stage::switches::Learning;
use icochess_board::turning::opening::OpenRequested;
use icochess_board::turning::spin::{FaceSide, ShowTile, side_in_front};
use icochess_board::tutorial::{Tutorial, TutorialRequest};
use icochess_core::clock::{self, TimeControl};
use icochess_message::msg;
use icochess_play::computer::analysis::{Analysis, AnalysisRequest};
use icochess_play::computer::external::known_engine::KnownEngine;
use icochess_play::computer::messages::ComputerRequest;
use icochess_play::computer::series::{Course, Series, SeriesRequest};
use icochess_play::computer::{self, Computer, Paused, SidePlayer};
use icochess_play::game::clock::GameClock;
use icochess_play::game::handover::HandoverRequest;
use icochess_play::game::messages::{ClockRequest, GameRequest};
use icochess_play::game::pairing::GamePairings;
use icochess_play::game::remote::{Phase, RemoteRequest, RemoteView, Request};
use icochess_play::game::seating::Seating;
use icochess_play::game::{Boards, Match};
use icochess_play::interaction::at_window::AtWindow;
use icochess_play::interaction::move_entry::MoveEntryRequest;
use icochess_rules::Side;
use icochess_store::library::messages::{Form, LibraryRequest, Source};
use icochess_store::matching;
use icochess_store::players::Players;
use icochess_store::settings::Settings;
use icochess_store::{Notice, ResumeRequested};

/// The action of a command.
pub(crate) enum Action {
    /// Sends a request to the match.
    Game(GameRequest),
    /// Sends a request to the computer player.
    Computer(ComputerRequest),
    /// Opens or closes the board.
    Board(OpenRequested),
    /// Sends a request to the handover of the headset.
    Handover(HandoverRequest),
    /// Opens a page.
    Open(Screen),
    /// Runs a function, for actions of more than one request.
    Do(fn(&mut Actions)),
    /// Runs a function for a side.
    DoFor(fn(&mut Actions, Side), Side),
}

/// The players who can resign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resigner {
    /// The player of this side: the person against the computer, or the mover if one person plays
    /// both sides.
    Side(Side),
    /// Either of two people, on either's turn (FIDE 5.1.2).
    Either,
}

/// Returns who can resign now; `None` after the end, or if no person plays.
pub(crate) fn resigner(game: &Match, computer: &Computer) -> Option<Resigner> {
    if game.end().is_some() {
        return None;
    }
    if game.is_remote() {
        return game.remote_side().map(Resigner::Side);
    }
    let human = computer::next_human(computer, game)?;
    let are_two = Seating::of(game.record()).is_for_two() && !computer.plays(!human);
    Some(if are_two {
        Resigner::Either
    } else {
        Resigner::Side(human)
    })
}

/// Returns whether the computer, the clock or the series is paused.
pub fn is_paused(computer: Paused, clock: &GameClock, series: &Series) -> bool {
    computer.0 || clock.is_paused() || series.is_held()
}

/// The resources and messages behind the actions of commands.
#[derive(SystemParam)]
pub(crate) struct Actions<'w> {
    game: Res<'w, Match>,
    boards: Res<'w, Boards>,
    computer: Res<'w, Computer>,
    engine: Res<'w, KnownEngine>,
    at_window: Res<'w, AtWindow>,
    remote: Res<'w, RemoteView>,
    paused: Res<'w, Paused>,
    series: Res<'w, Series>,
    clock: Res<'w, GameClock>,
    analysis: Res<'w, Analysis>,
    display: Res<'w, State<Display>>,
    web_page: Option<Res<'w, WebPage>>,
    pub(super) screens: ResMut<'w, Screens>,
    setup: ResMut<'w, Setup>,
    pub(super) settings: ResMut<'w, Settings>,
    small_window: ResMut<'w, SmallWindow>,
    pub(super) learning: ResMut<'w, Learning>,
    pub(super) glass: ResMut<'w, Glass>,
    players: ResMut<'w, Players>,
    pairings: ResMut<'w, GamePairings>,
    computer_requests: MessageWriter<'w, ComputerRequest>,
    series_requests: MessageWriter<'w, SeriesRequest>,
    clock_requests: MessageWriter<'w, ClockRequest>,
    remote_requests: MessageWriter<'w, RemoteRequest>,
    analysis_requests: MessageWriter<'w, AnalysisRequest>,
    library_requests: MessageWriter<'w, LibraryRequest>,
    requests: MessageWriter<'w, GameRequest>,
    handover_requests: MessageWriter<'w, HandoverRequest>,
    typed_requests: MessageWriter<'w, MoveEntryRequest>,
    tutorial: Res<'w, Tutorial>,
    tutorial_requests: MessageWriter<'w, TutorialRequest>,
    face: MessageWriter<'w, FaceSide>,
    show: MessageWriter<'w, ShowTile>,
    board_requests: MessageWriter<'w, OpenRequested>,
    resume_requests: MessageWriter<'w, ResumeRequested>,
    notices: MessageWriter<'w, Notice>,
    headset: MessageWriter<'w, HeadsetRequested>,
    full_screen: MessageWriter<'w, FullScreenRequested>,
    photo_requests: MessageWriter<'w, PhotoRequest>,
    exit: MessageWriter<'w, AppExit>,
}

impl Actions<'_> {
    /// Carries out an action without confirmation.
    pub(crate) fn carry_out(&mut self, action: Action) {
        match action {
            Action::Game(request) => {
                self.requests.write(request);
            }
            Action::Computer(request) => {
                self.computer_requests.write(request);
            }
            Action::Board(request) => {
                self.board_requests.write(request);
            }
            Action::Handover(request) => {
                self.handover_requests.write(request);
            }
            Action::Open(screen) => self.open(screen),
            Action::Do(act) => act(self),
            Action::DoFor(act, side) => act(self, side),
        }
    }

    // --- Pages ------------------------------------------------------------------------

    /// Opens a page, and prepares its content.
    pub(crate) fn open(&mut self, screen: Screen) {
        if matches!(screen, Screen::Saved | Screen::Players) {
            self.library_requests.write(LibraryRequest::List);
        }
        if matches!(screen, Screen::NewGame | Screen::Friend | Screen::Sides) {
            self.copy_game_to_setup();
        }
        let is_tab = matches!(self.screens.shown(), Screen::Settings(_));
        let screen = match screen {
            // The menu opens the subject that was shown last.
            Screen::Settings(Subject::Board) if !is_tab => self.screens.settings(),
            other => other,
        };
        self.screens.open(screen);
    }

    pub(crate) fn open_or_close_menu(&mut self) {
        let next = match self.screens.shown() {
            Screen::Game | Screen::Handover => Screen::Home,
            _ => Screen::Game,
        };
        self.screens.open(next);
    }

    pub(crate) fn open_or_close_help(&mut self) {
        match self.screens.shown() {
            Screen::Help(_) => self.screens.back(),
            _ => self.open(Screen::Help(Topic::Pieces)),
        }
    }

    /// Executes the confirmed command, unless it has become obsolete.
    pub(crate) fn confirm(&mut self) {
        let Screen::Confirm(question) = self.screens.shown() else {
            return;
        };
        self.screens.open(Screen::Game);
        match question {
            Question::Resign(side) => {
                let resigner = resigner(&self.game, &self.computer);
                if [Some(Resigner::Side(side)), Some(Resigner::Either)].contains(&resigner) {
                    self.resign_as(side);
                }
            }
            // Answered by a button for each side.
            Question::WhoResigns => {}
            Question::Begin => self.start(),
            Question::Rematch => self.begin_rematch(),
            Question::Resume => self.resume(),
        }
    }

    pub(crate) fn toggle_move_list(&mut self) {
        if self.small_window.is_small {
            self.small_window.shows_moves ^= true;
        } else {
            self.settings.move_list ^= true;
        }
    }

    pub(crate) fn type_move(&mut self) {
        self.typed_requests.write(MoveEntryRequest::Open);
    }

    pub(crate) fn go_to_headset(&mut self) {
        self.headset.write(HeadsetRequested);
    }

    pub(crate) fn turn_full_screen(&mut self) {
        self.full_screen.write(FullScreenRequested);
    }

    pub(crate) fn take_picture(&mut self) {
        self.photo_requests.write(PhotoRequest::Picture);
    }

    pub(crate) fn film(&mut self) {
        self.photo_requests.write(PhotoRequest::Film);
    }

    pub(crate) fn quit(&mut self) {
        self.exit.write(AppExit::Success);
    }

    // --- The board --------------------------------------------------------------------

    pub(crate) fn flip(&mut self) {
        let side = side_in_front(*self.at_window, &self.computer, &self.game);
        self.face.write(FaceSide(side));
    }

    pub(crate) fn show_last_move(&mut self) {
        if let Some(mv) = self.game.record().last() {
            self.show.write(ShowTile {
                tile: mv.to,
                also: Some(mv.from),
            });
        }
    }

    /// Toggles the map. The window only has space for the map on the game page, which opens as
    /// well.
    pub(crate) fn toggle_map(&mut self) {
        self.settings.map ^= true;
        if self.settings.map && *self.display.get() == Display::Flat {
            self.open(Screen::Game);
        }
    }

    pub(crate) fn toggle_auto_turn(&mut self) {
        let is_alone = Side::ALL.into_iter().any(|side| self.computer.plays(side));
        let settings = &mut *self.settings;
        let wanted = match self.display.get() {
            _ if is_alone => &mut settings.turn_back,
            Display::Flat => &mut settings.auto_turn_flat,
            Display::Headset => &mut settings.auto_turn_headset,
        };
        *wanted ^= true;
        // The key has no button that could show the new state.
        self.notices.write(Notice(if *wanted {
            msg!("auto-turn-on")
        } else {
            msg!("auto-turn-off")
        }));
    }

    // --- The game ---------------------------------------------------------------------

    /// Takes back the last move, in the game or in the tutorial.
    pub(crate) fn undo(&mut self) {
        if self.tutorial.is_on() {
            self.tutorial_requests.write(TutorialRequest::TakeBack);
        } else {
            self.requests.write(GameRequest::Undo);
        }
    }

    pub(crate) fn decline(&mut self) {
        self.requests
            .write(if self.game.takeback_offer().is_some() {
                GameRequest::DeclineTakeback
            } else {
                GameRequest::DeclineDraw
            });
    }

    /// Requests a draw on behalf of the mover, and shows the game.
    pub(crate) fn ask_draw(&mut self) {
        self.requests
            .write(GameRequest::Draw(self.game.position().turn()));
        self.screens.open(Screen::Game);
    }

    pub(crate) fn resign(&mut self) {
        match resigner(&self.game, &self.computer) {
            Some(Resigner::Side(side)) => self.resign_as(side),
            Some(Resigner::Either) => self.open(Screen::Confirm(Question::WhoResigns)),
            None => {}
        }
    }

    pub(crate) fn resign_as(&mut self, side: Side) {
        self.requests.write(GameRequest::Resign(side));
        // Closes the question for the resigning side.
        self.screens.open(Screen::Game);
    }

    /// Lets the computer play a side from now on.
    pub(crate) fn take_over(&mut self, side: Side) {
        let player = SidePlayer {
            computer: true,
            ..*self.computer.of(side)
        };
        let names = sides::Names {
            person: "",
            engine: self.engine.name().unwrap_or_default(),
        };
        let (set_side, edit) = sides::change(&self.game, &self.computer, side, player, names);
        self.computer_requests.write(set_side);
        self.requests.write(edit);
    }

    /// Pauses or resumes computer and clock together. Between two games of a series, holds or
    /// releases the next game.
    pub(crate) fn pause(&mut self) {
        let is_paused = is_paused(*self.paused, &self.clock, &self.series);
        if self.series.is_waiting() {
            self.series_requests.write(SeriesRequest::Hold(!is_paused));
            return;
        }
        let (computer, clock) = if is_paused {
            (ComputerRequest::Resume, ClockRequest::Resume)
        } else {
            (
                ComputerRequest::Pause,
                ClockRequest::Pause(clock::Pause::Player),
            )
        };
        if Side::ALL.into_iter().any(|side| self.computer.plays(side)) {
            self.computer_requests.write(computer);
        }
        self.clock_requests.write(clock);
    }

    pub(crate) fn evaluate(&mut self) {
        self.analysis_requests.write(if self.analysis.is_running {
            AnalysisRequest::Stop
        } else {
            AnalysisRequest::Start
        });
    }

    /// Copies a link to the current game to the clipboard.
    pub(crate) fn copy_link(&mut self) {
        if let Some(page) = &self.web_page {
            let shown = Source::Game(self.game.record().clone());
            let link = Form::Link(WebPage::clone(page));
            self.library_requests
                .write(LibraryRequest::Text(shown, link));
        }
    }

    // --- Another game -----------------------------------------------------------------

    pub(crate) fn resume(&mut self) {
        self.resume_requests.write(ResumeRequested);
        self.screens.open(Screen::Game);
    }

    /// Copies the current game into the setup of the next one.
    fn copy_game_to_setup(&mut self) {
        let display = *self.display.get();
        let (game, computer) = (&self.game, &self.computer);
        self.setup
            .copy_game(game, computer, &self.boards, &self.settings, display);
    }

    pub(crate) fn seat_two(&mut self) {
        self.open(Screen::NewGame);
        let display = *self.display.get();
        self.setup.seat_two(&self.settings, display);
    }

    /// Starts the game from the setup. If that fails, shows the reason on the setup page.
    pub(crate) fn start(&mut self) {
        if self.setup.lacks_people() {
            self.notices.write(Notice(msg!("pairing-lacks-people")));
            // Holding Start has closed the page.
            if self.screens.shown() != Screen::NewGame {
                self.screens.open(Screen::NewGame);
            }
            return;
        }
        self.start_pairings();
        self.setup.draw_colours();
        match self.setup.time.control() {
            Ok(control) => {
                let course = self.setup.series();
                self.load(control.as_ref(), course.as_ref());
                if let Some(course) = course {
                    self.series_requests.write(SeriesRequest::Begin(course));
                }
                self.screens.open(Screen::Game);
            }
            Err(problem) => {
                self.notices.write(Notice(msg!(
                    "clock-unplayable",
                    problem = control_error(&problem)
                )));
            }
        }
    }

    pub(crate) fn begin_next_pairing(&mut self) {
        self.copy_game_to_setup();
        self.put_pairing();
        self.begin_with_same_clock(None);
        self.screens.open(Screen::Game);
    }

    pub(crate) fn begin_rematch(&mut self) {
        if self.remote.phase == Some(Phase::Over) && !self.remote.is_watching {
            self.remote_requests
                .write(RemoteRequest::Ask(Request::Rematch));
            return;
        }
        self.copy_game_to_setup();
        self.setup.change_sides();
        self.begin_with_same_clock(None);
        self.screens.open(Screen::Game);
    }

    /// Starts the next game of the series. Pages stay open, because no player asked for the game.
    pub(crate) fn begin_next_game(&mut self) {
        let course = self.series.course().and_then(Course::next);
        self.copy_game_to_setup();
        self.setup.change_sides();
        self.begin_with_same_clock(course.as_ref());
        self.series_requests.write(SeriesRequest::Next);
    }

    pub(crate) fn end_series(&mut self) {
        self.series_requests.write(SeriesRequest::End);
    }

    /// Loads the game from the setup, with the clock of the previous game.
    fn begin_with_same_clock(&mut self, course: Option<&Course>) {
        let control = self.clock.get().map(|clock| clock.control().clone());
        self.load(control.as_ref(), course);
    }

    /// Loads the game from the setup, with the clock `control`, and as part of a series if `course`
    /// is set.
    fn load(&mut self, control: Option<&TimeControl>, course: Option<&Course>) {
        self.add_players();
        if let Some((side, level)) = self.setup.matched_level(&self.settings, &self.players) {
            self.setup.player_mut(side).level = level;
            if self.setup.level_by_hand.take().is_some() {
                let (name, board) = (&self.setup.names[(!side).index()], self.setup.board);
                matching::set_level(&mut self.settings, &mut self.players, name, board, level);
            }
        }
        let engine = self.engine.name().unwrap_or_default();
        let mut record = self.setup.record(control, engine);
        if let Some(course) = course {
            course.open(&mut record);
        }
        let setup = &*self.setup;
        for side in Side::ALL {
            self.computer_requests
                .write(ComputerRequest::SetSide(side, *setup.player(side)));
        }
        if let Some(start) = setup.start {
            self.settings.start.choose(setup.board, start.name);
        }
        self.settings.seating = setup.seating;
        self.requests.write(GameRequest::Load(record));
    }

    /// Fills in the first pairing, if more than two people are to play.
    fn start_pairings(&mut self) {
        let setup = &self.setup;
        if let Some(order) = setup.order.filter(|_| setup.seating.is_for_two()) {
            self.pairings.gather(&setup.people, order);
            self.put_pairing();
        }
    }

    /// Fills in the names of the next two people.
    fn put_pairing(&mut self) {
        for (side, name) in Side::ALL
            .into_iter()
            .zip(self.pairings.next_pairing().into_iter().flatten())
        {
            self.setup.put_name(side, name);
        }
    }

    /// Adds named people to the list of players, and adopts the list's spelling of their names.
    fn add_players(&mut self) {
        let setup = &mut *self.setup;
        for side in Side::ALL {
            if setup.player(side).computer {
                continue;
            }
            // Fails without a name.
            if let Ok(player) = self.players.add(&setup.names[side.index()]) {
                setup.names[side.index()].clone_from(&player.name);
            }
        }
    }
}
