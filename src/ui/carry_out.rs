//! How commands are carried out.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::commands::{
    Command, CommandConfirmed, CommandRequested, Enabled, is_paused, who_may_resign,
};
use super::evening::Evening;
use super::hold::HoldSystems;
use super::screen::{Question, Screen, Screens};
use super::setup::Setup;
use super::terms::control_error;
use crate::board::opening::OpenRequested;
use crate::board::spin::{FaceSide, ShowTile, side_in_front};
use crate::clock::{self, TimeControl};
use crate::computer::analysis::{Analysis, AnalysisRequest};
use crate::computer::beside::AtWindow;
use crate::computer::messages::ComputerRequest;
use crate::computer::{self, Computer, Paused};
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::game::handover::{GameHandOver, HandOverRequest};
use crate::game::messages::{ClockRequest, GameRequest};
use crate::interaction::typed::TypedRequest;
use crate::msg;
use crate::rules::Side;
use crate::save::library::messages::LibraryRequest;
use crate::save::players::Players;
use crate::save::settings::Settings;
use crate::save::{Notice, ResumeRequested};
use crate::schedule::{AppSystems, Display};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        carry_out
            .run_if(on_message::<CommandRequested>.or_else(on_message::<CommandConfirmed>))
            .after(HoldSystems)
            .in_set(AppSystems::Input),
    );
}

/// What commands are carried out with.
#[derive(SystemParam)]
struct Means<'w> {
    game: Res<'w, Match>,
    computer: Res<'w, Computer>,
    at_window: Res<'w, AtWindow>,
    paused: Res<'w, Paused>,
    clock: Res<'w, GameClock>,
    handover: Res<'w, GameHandOver>,
    analysis: Res<'w, Analysis>,
    display: Res<'w, State<Display>>,
    screens: ResMut<'w, Screens>,
    setup: ResMut<'w, Setup>,
    settings: ResMut<'w, Settings>,
    players: ResMut<'w, Players>,
    evening: ResMut<'w, Evening>,
    computer_requests: MessageWriter<'w, ComputerRequest>,
    clock_requests: MessageWriter<'w, ClockRequest>,
    analysis_requests: MessageWriter<'w, AnalysisRequest>,
    library_requests: MessageWriter<'w, LibraryRequest>,
    requests: MessageWriter<'w, GameRequest>,
    handover_requests: MessageWriter<'w, HandOverRequest>,
    typed_requests: MessageWriter<'w, TypedRequest>,
    face: MessageWriter<'w, FaceSide>,
    show: MessageWriter<'w, ShowTile>,
    open: MessageWriter<'w, OpenRequested>,
    resume: MessageWriter<'w, ResumeRequested>,
    notices: MessageWriter<'w, Notice>,
    exit: MessageWriter<'w, AppExit>,
}

fn carry_out(
    mut asked: MessageReader<CommandRequested>,
    mut confirmed: MessageReader<CommandConfirmed>,
    enabled: Res<Enabled>,
    mut means: Means,
) {
    for &CommandConfirmed(command) in confirmed.read() {
        means.screens.open(Screen::Game);
        if enabled.has(command) {
            means.carry_out(command);
        }
    }
    for &CommandRequested(command) in asked.read() {
        if !enabled.has(command) {
            continue;
        }
        match command.question(&means.game, &means.computer) {
            Some(question) => means.screens.open(Screen::Confirm(question)),
            None => means.carry_out(command),
        }
    }
}

impl Means<'_> {
    /// Does what is asked, whatever becomes of the game.
    fn carry_out(&mut self, command: Command) {
        if let Some(request) = command.computer_request() {
            self.computer_requests.write(request);
        }
        if let Some(request) = command.open_request() {
            self.open.write(request);
        }
        if let Some(request) = command.game_request() {
            self.requests.write(request);
        }
        match command {
            Command::Flip => {
                let side = side_in_front(*self.at_window, &self.computer, &self.game);
                self.face.write(FaceSide(side));
            }
            Command::LastMove => self.show_last_move(),
            Command::Undo => self.undo(),
            Command::Pause => self.pause(),
            Command::Decline => {
                self.requests
                    .write(if self.game.takeback_offer().is_some() {
                        GameRequest::DeclineTakeback
                    } else {
                        GameRequest::DeclineDraw
                    });
            }
            Command::Evaluate => {
                self.analysis_requests.write(if self.analysis.is_running {
                    AnalysisRequest::Stop
                } else {
                    AnalysisRequest::Start
                });
            }
            Command::MoveList => self.settings.move_list ^= true,
            Command::TypeMove => {
                self.typed_requests.write(TypedRequest::Open);
            }
            Command::Resign => {
                if let Some(side) = who_may_resign(&self.game, &self.computer) {
                    self.requests.write(GameRequest::Resign(side));
                }
            }
            Command::Resume => {
                self.resume.write(ResumeRequested);
                self.screens.open(Screen::Game);
            }
            Command::Begin => {
                self.gather();
                self.setup.draw_colours();
                self.begin_as_set_up();
            }
            Command::TwoPlayers => {
                self.carry_out(Command::Open(Screen::NewGame));
                let display = *self.display.get();
                self.setup.seat_two(&self.settings, display);
            }
            Command::NextPairing => {
                self.follow();
                self.put_pairing();
                self.begin_anew();
            }
            Command::Rematch => {
                self.follow();
                self.setup.change_sides();
                self.begin_anew();
            }
            Command::AutoTurn => self.toggle_auto_turn(),
            Command::TileNames => self.settings.tile_names ^= true,
            Command::Menu => {
                let next = match self.screens.shown() {
                    Screen::Game | Screen::HandOver => Screen::Home,
                    _ => Screen::Game,
                };
                self.screens.open(next);
            }
            Command::Open(screen) => {
                if matches!(screen, Screen::Saved | Screen::Players) {
                    self.library_requests.write(LibraryRequest::List);
                }
                if screen == Screen::NewGame {
                    self.follow();
                }
                self.screens.open(screen);
            }
            Command::Back => self.screens.back(),
            Command::Confirm => self.confirm(),
            Command::Ready => {
                self.handover_requests.write(HandOverRequest::Ready);
            }
            Command::PassOn => {
                self.handover_requests.write(HandOverRequest::PassOn);
            }
            Command::Quit => {
                self.exit.write(AppExit::Success);
            }
            _ => {}
        }
    }

    fn show_last_move(&mut self) {
        if let Some(mv) = self.game.record().last() {
            self.show.write(ShowTile {
                tile: mv.to,
                also: Some(mv.from),
            });
        }
    }

    /// Where a clock runs, it is for the other player to let a move be taken back, unless
    /// it was just made and the other one has not seen it.
    fn undo(&mut self) {
        let is_free =
            self.settings.free_takebacks || self.clock.get().is_none() || self.handover.is_landed();
        let request = computer::takeback(&self.computer, &self.game, is_free);
        self.requests.write(request);
    }

    /// Computer and clock pause together.
    fn pause(&mut self) {
        let (computer, clock) = if is_paused(*self.paused, &self.clock) {
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

    /// The next game is set up like the one that is played.
    fn follow(&mut self) {
        let display = *self.display.get();
        self.setup
            .follow(&self.game, &self.computer, &self.settings, display);
    }

    /// With the clock that was filled in.
    fn begin_as_set_up(&mut self) {
        match self.setup.time.control() {
            Ok(control) => self.begin(control.as_ref()),
            Err(problem) => {
                self.notices.write(Notice(msg!(
                    "clock-unplayable",
                    problem = control_error(&problem)
                )));
            }
        }
    }

    /// With the clock of the game before.
    fn begin_anew(&mut self) {
        let control = self.clock.get().map(|clock| clock.control().clone());
        self.begin(control.as_ref());
    }

    fn begin(&mut self, control: Option<&TimeControl>) {
        self.know_players();
        let record = self.setup.record(control);
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
        self.screens.open(Screen::Game);
    }

    /// Where more than two people are to play, those begin whose turn it is.
    fn gather(&mut self) {
        let setup = &self.setup;
        if let Some(order) = setup.order.filter(|_| setup.seating.is_for_two()) {
            self.evening.gather(&setup.people, order);
            self.put_pairing();
        }
    }

    /// Those play the next game whose turn it is this evening.
    fn put_pairing(&mut self) {
        for (side, name) in Side::ALL
            .into_iter()
            .zip(self.evening.pairing().into_iter().flatten())
        {
            self.setup.put_name(side, name);
        }
    }

    /// Who is named is one of the players from then on, under one name.
    fn know_players(&mut self) {
        let setup = &mut *self.setup;
        for side in Side::ALL {
            if setup.player(side).computer {
                continue;
            }
            // Without a name there is nobody to know.
            if let Ok(player) = self.players.add(&setup.names[side.index()]) {
                setup.names[side.index()].clone_from(&player.name);
            }
        }
    }

    fn toggle_auto_turn(&mut self) {
        let settings = &mut *self.settings;
        let wanted = match self.display.get() {
            Display::Flat => &mut settings.auto_turn_flat,
            Display::Headset => &mut settings.auto_turn_headset,
        };
        *wanted ^= true;
        // The key has no button to show what it has done.
        self.notices.write(Notice(if *wanted {
            msg!("auto-turn-on")
        } else {
            msg!("auto-turn-off")
        }));
    }

    /// Does what the question was about, unless it has become pointless meanwhile.
    fn confirm(&mut self) {
        let Screen::Confirm(question) = self.screens.shown() else {
            return;
        };
        self.screens.open(Screen::Game);
        match question {
            Question::Resign(side) => {
                if who_may_resign(&self.game, &self.computer) == Some(side) {
                    self.requests.write(GameRequest::Resign(side));
                }
            }
            Question::Begin => self.carry_out(Command::Begin),
            Question::Rematch => self.carry_out(Command::Rematch),
            Question::Resume => self.carry_out(Command::Resume),
        }
    }
}
