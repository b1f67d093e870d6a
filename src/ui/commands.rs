//! The commands that buttons and keys give, and how they are carried out.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::screen::{Question, Screen, Screens};
use super::setup::Setup;
use crate::board::spin::{FaceSide, ShowTile, side_in_front};
use crate::clock;
use crate::computer::analysis::{Analysis, AnalysisRequest};
use crate::computer::messages::ComputerRequest;
use crate::computer::{self, Computer, Engines, Paused};
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::game::messages::{
    ClockRequest, EndTakenBack, GameOver, GameRequest, GameReset, MoveUndone, Step,
};
use crate::rules::Side;
use crate::save::library::messages::LibraryRequest;
use crate::save::settings::Settings;
use crate::save::{Notice, ResumeOffer, ResumeRequested};
use crate::schedule::{AppSystems, Display};

/// Everything that a button or a key can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Take the last move back, or the end that a player declared.
    Undo,
    /// Play the move last taken back.
    Redo,
    /// Show a good move.
    Hint,
    /// Bring the home of the human who plays next to the player.
    Flip,
    /// Turn the board to the last move.
    LastMove,
    /// The computer plays the best move found so far.
    MoveNow,
    /// The computer pauses, or goes on.
    Pause,
    /// Claim a draw, agree to one, or offer one.
    Draw,
    /// No to the draw or the takeback that is offered.
    Decline,
    /// Yes to the takeback that is asked for.
    AllowTakeback,
    /// Give up.
    Resign,
    /// Show another place of the record.
    Step(Step),
    /// Show where the game stands again.
    ComeBack,
    /// Let the game go on from the place that is shown.
    PlayOn,
    /// Evaluate each ply of the game, or stop doing so.
    Evaluate,
    /// Show or hide the moves beside the board.
    MoveList,
    /// Go on with the saved game.
    Resume,
    /// Begin the game that is set up. The game so far is kept on disk.
    Begin,
    /// Begin another game of the same kind, with the sides changed.
    Rematch,
    /// Turn the board after each move, or stop doing so.
    AutoTurn,
    /// Show or hide the names of the tiles.
    TileNames,
    /// Open the menu from the game, or close whatever is open.
    Menu,
    /// Open a page.
    Open(Screen),
    /// Go back to the page before.
    Back,
    /// Yes to the question that is asked.
    Confirm,
    /// Leave the program.
    Quit,
}

impl Command {
    /// Those that stand on a button by their own name.
    pub const ON_BUTTONS: [Self; 27] = [
        Self::Undo,
        Self::Redo,
        Self::Hint,
        Self::Flip,
        Self::LastMove,
        Self::MoveNow,
        Self::Pause,
        Self::Draw,
        Self::Decline,
        Self::AllowTakeback,
        Self::Step(Step::Start),
        Self::Step(Step::Back),
        Self::Step(Step::Forward),
        Self::Step(Step::End),
        Self::ComeBack,
        Self::PlayOn,
        Self::Evaluate,
        Self::MoveList,
        Self::Resign,
        Self::Resume,
        Self::Begin,
        Self::Rematch,
        Self::Menu,
        Self::Open(Screen::NewGame),
        Self::Open(Screen::Saved),
        Self::Open(Screen::About),
        Self::Quit,
    ];

    /// What stands on its button.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::Hint => "Hint",
            Self::Flip => "Flip",
            Self::LastMove => "Last move",
            Self::MoveNow => "Move now",
            Self::Pause => "Pause",
            Self::Draw => "Draw",
            Self::Decline => "Decline",
            Self::AllowTakeback => "Allow takeback",
            Self::Step(Step::Start) => "First",
            Self::Step(Step::Back) => "Previous",
            Self::Step(Step::Forward) => "Next",
            Self::Step(Step::End) => "Last",
            Self::ComeBack => "Back to the game",
            Self::PlayOn => "Play on from here",
            Self::Evaluate => "Evaluate",
            Self::MoveList => "Moves",
            Self::Resign => "Resign",
            Self::Resume => "Resume",
            Self::Begin => "Start",
            Self::Rematch => "Rematch",
            Self::AutoTurn => "Auto-turn",
            Self::TileNames => "Tile names",
            Self::Menu => "Menu",
            Self::Open(screen) => match screen {
                Screen::Game => "Board",
                Screen::Home => "Menu",
                Screen::Moves => "Moves",
                Screen::NewGame => "New game",
                Screen::Saved => "Saved games",
                Screen::Settings(_) => "Settings",
                Screen::Help(_) => "Help",
                Screen::About => "About",
                Screen::Result => "Result",
                Screen::Confirm(_) => "Question",
            },
            Self::Back => "Back",
            Self::Confirm => "Yes",
            Self::Quit => "Quit",
        }
    }

    /// What the computer player is asked by this, if it is.
    const fn computer_request(self) -> Option<ComputerRequest> {
        Some(match self {
            Self::MoveNow => ComputerRequest::MoveNow,
            Self::Hint => ComputerRequest::Hint,
            _ => return None,
        })
    }

    /// What the match is asked by this, if it is asked anything at once.
    const fn game_request(self) -> Option<GameRequest> {
        Some(match self {
            Self::Redo => GameRequest::Redo,
            Self::Draw => GameRequest::Draw,
            Self::AllowTakeback => GameRequest::AcceptTakeback,
            Self::Step(step) => GameRequest::Step(step),
            Self::ComeBack => GameRequest::ComeBack,
            Self::PlayOn => GameRequest::PlayOn,
            _ => return None,
        })
    }

    /// What is asked back before it is done as the game stands.
    fn question(self, game: &Match, computer: &Computer) -> Option<Question> {
        // Moves that were taken back can still be played again.
        let is_going_on = game.end().is_none() && !game.record().line().is_empty();
        match self {
            Self::Resign => who_may_resign(game, computer).map(Question::Resign),
            Self::Begin => is_going_on.then_some(Question::Begin),
            Self::Rematch => is_going_on.then_some(Question::Rematch),
            Self::Resume => is_going_on.then_some(Question::Resume),
            _ => None,
        }
    }
}

/// Request: carry this command out.
#[derive(Message, Debug, Clone, Copy)]
pub struct CommandRequested(pub Command);

/// The commands about the game that would do something now.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Enabled(Vec<Command>);

impl Enabled {
    /// Would `command` do something? Those that open and close pages always do.
    #[must_use]
    pub fn has(&self, command: Command) -> bool {
        match command {
            Command::Flip
            | Command::Begin
            | Command::Rematch
            | Command::AutoTurn
            | Command::TileNames
            | Command::MoveList
            | Command::Menu
            | Command::Open(_)
            | Command::Back
            | Command::Confirm
            | Command::Quit => true,
            _ => self.0.contains(&command),
        }
    }
}

/// After the last move, the result is announced when its piece stands and all have
/// seen it, seconds.
const RESULT_AFTER: f32 = 1.2;

/// The result is announced when this has run out.
#[derive(Resource, Debug)]
struct Announcing(Timer);

/// Everything that gives, carries out and enables commands.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommandSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CommandRequested>()
        .init_resource::<Enabled>()
        .init_resource::<Screens>()
        .init_resource::<Setup>()
        .add_systems(Startup, enable)
        .add_systems(
            Update,
            (
                carry_out
                    .run_if(on_message::<CommandRequested>)
                    .in_set(AppSystems::Input),
                (
                    enable.run_if(
                        // First what has to be asked every time, to know of a change.
                        resource_removed::<ResumeOffer>
                            .or_else(resource_exists_and_changed::<ResumeOffer>)
                            .or_else(resource_changed::<Match>)
                            .or_else(resource_changed::<Computer>)
                            .or_else(resource_changed::<GameClock>)
                            .or_else(resource_changed::<Paused>),
                    ),
                    announce,
                )
                    .in_set(CommandSystems)
                    .in_set(AppSystems::Feedback),
            ),
        );
}

/// Who gives up where a player asks to: the side to move, or the human who
/// waits for the computer.
fn who_may_resign(game: &Match, computer: &Computer) -> Option<Side> {
    // Who looks back comes back first: it is the game that is given up.
    let is_at_the_game = game.outcome().is_none() && !game.is_looking_back();
    computer::next_human(computer, game).filter(|_| is_at_the_game)
}

/// Does the computer make a pause, or the clock?
#[must_use]
pub fn is_paused(computer: Paused, clock: &GameClock) -> bool {
    computer.0 || clock.is_paused()
}

/// What commands are carried out with.
#[derive(SystemParam)]
struct Means<'w> {
    game: Res<'w, Match>,
    computer: Res<'w, Computer>,
    paused: Res<'w, Paused>,
    clock: Res<'w, GameClock>,
    analysis: Res<'w, Analysis>,
    display: Res<'w, State<Display>>,
    screens: ResMut<'w, Screens>,
    setup: ResMut<'w, Setup>,
    settings: ResMut<'w, Settings>,
    computer_requests: MessageWriter<'w, ComputerRequest>,
    clock_requests: MessageWriter<'w, ClockRequest>,
    analysis_requests: MessageWriter<'w, AnalysisRequest>,
    library_requests: MessageWriter<'w, LibraryRequest>,
    requests: MessageWriter<'w, GameRequest>,
    face: MessageWriter<'w, FaceSide>,
    show: MessageWriter<'w, ShowTile>,
    resume: MessageWriter<'w, ResumeRequested>,
    notices: MessageWriter<'w, Notice>,
    exit: MessageWriter<'w, AppExit>,
}

fn carry_out(mut asked: MessageReader<CommandRequested>, enabled: Res<Enabled>, mut means: Means) {
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
        if let Some(request) = command.game_request() {
            self.requests.write(request);
        }
        match command {
            Command::Flip => {
                self.face
                    .write(FaceSide(side_in_front(&self.computer, &self.game)));
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
            Command::Resign => {
                if let Some(side) = who_may_resign(&self.game, &self.computer) {
                    self.requests.write(GameRequest::Resign(side));
                }
            }
            Command::Resume => {
                self.resume.write(ResumeRequested);
                self.screens.open(Screen::Game);
            }
            Command::Begin => self.begin(),
            Command::Rematch => {
                let setup = &mut *self.setup;
                setup.follow(&self.game, &self.computer, &self.settings);
                std::mem::swap(&mut setup.white, &mut setup.black);
                self.begin();
            }
            Command::AutoTurn => self.toggle_auto_turn(),
            Command::TileNames => self.settings.tile_names ^= true,
            Command::Menu => {
                let next = match self.screens.shown() {
                    Screen::Game => Screen::Home,
                    _ => Screen::Game,
                };
                self.screens.open(next);
            }
            Command::Open(screen) => {
                if screen == Screen::Saved {
                    self.library_requests.write(LibraryRequest::List);
                }
                if screen == Screen::NewGame {
                    self.setup
                        .follow(&self.game, &self.computer, &self.settings);
                }
                self.screens.open(screen);
            }
            Command::Back => self.screens.back(),
            Command::Confirm => self.confirm(),
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

    /// Where a clock runs, it is for the other player to let a move be taken back.
    fn undo(&mut self) {
        let is_free = self.settings.free_takebacks || self.clock.get().is_none();
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

    fn begin(&mut self) {
        let record = match self.setup.record() {
            Ok(record) => record,
            Err(problem) => {
                self.notices.write(Notice(format!(
                    "With this clock nothing can be played: {problem}."
                )));
                return;
            }
        };
        self.setup.draw_colours();
        let setup = &*self.setup;
        for side in Side::ALL {
            self.computer_requests
                .write(ComputerRequest::SetSide(side, *setup.player(side)));
        }
        if let Some(start) = setup.start {
            self.settings.start.choose(setup.board, start.name);
        }
        self.requests.write(GameRequest::Load(record));
        self.screens.open(Screen::Game);
    }

    fn toggle_auto_turn(&mut self) {
        let settings = &mut *self.settings;
        let wanted = match self.display.get() {
            Display::Flat => &mut settings.auto_turn_flat,
            Display::Headset => &mut settings.auto_turn_headset,
        };
        *wanted ^= true;
        // The key has no button to show what it has done.
        let now = if *wanted {
            "on: after a move the next player's side comes to the front"
        } else {
            "off"
        };
        self.notices
            .write(Notice(format!("{} is {now}.", Command::AutoTurn.label())));
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

fn enable(
    game: Res<Match>,
    offer: Option<Res<ResumeOffer>>,
    (computer, engines): (Res<Computer>, Res<Engines>),
    (paused, clock): (Res<Paused>, Res<GameClock>),
    mut enabled: ResMut<Enabled>,
) {
    let is_computers = computer::is_to_move(&computer, &game);
    let record = game.record();
    let goes_on = game.outcome().is_none();
    let plays = Side::ALL.into_iter().any(|side| computer.plays(side));
    let knows_board = engines.get(record.board()).is_some();
    let is_begun = record.ply() > 0;
    let is_followed = record.ply() < record.line().len();
    let has_offer = game.draw_offer().is_some() || game.takeback_offer().is_some();
    let now = [
        (Command::Undo, game.can_undo()),
        (Command::Redo, game.can_redo()),
        (
            Command::Hint,
            !is_computers && computer.hints && knows_board && goes_on,
        ),
        (Command::LastMove, is_begun),
        (Command::MoveNow, is_computers && !paused.0),
        (
            Command::Pause,
            goes_on && (plays || clock.get().is_some_and(clock::Clock::is_going)),
        ),
        (Command::Decline, has_offer),
        (Command::AllowTakeback, game.takeback_offer().is_some()),
        (Command::Step(Step::Start), record.ply() > 0),
        (Command::Step(Step::Back), record.ply() > 0),
        (Command::Step(Step::Forward), is_followed),
        (Command::Step(Step::End), is_followed),
        (Command::ComeBack, game.is_looking_back()),
        (Command::PlayOn, game.is_looking_back() && goes_on),
        (Command::Evaluate, knows_board && !record.line().is_empty()),
        (
            Command::Draw,
            goes_on && !is_computers && !game.is_looking_back(),
        ),
        (Command::Resign, who_may_resign(&game, &computer).is_some()),
        (Command::Resume, offer.is_some()),
    ];
    let now = now.into_iter().filter(|(_, is)| *is);
    enabled.set_if_neq(Enabled(now.map(|(command, _)| command).collect()));
}

/// Announces the result of a game when its last move has been seen, and takes it away
/// with the end.
fn announce(
    mut commands: Commands,
    time: Res<Time>,
    announcing: Option<ResMut<Announcing>>,
    mut over: MessageReader<GameOver>,
    (mut reset, mut undone): (MessageReader<GameReset>, MessageReader<MoveUndone>),
    mut taken_back: MessageReader<EndTakenBack>,
    game: Res<Match>,
    mut screens: ResMut<Screens>,
) {
    let gone = reset.read().count() + undone.read().count() + taken_back.read().count();
    if over.read().count() > 0 && game.outcome().is_some() {
        let timer = Timer::from_seconds(RESULT_AFTER, TimerMode::Once);
        commands.insert_resource(Announcing(timer));
    } else if gone > 0 {
        commands.remove_resource::<Announcing>();
        if screens.has(Screen::Result) {
            screens.forget(Screen::Result);
        }
    } else if let Some(mut announcing) = announcing
        && announcing.0.tick(time.delta()).is_finished()
    {
        commands.remove_resource::<Announcing>();
        // Who has opened a page meanwhile is not interrupted.
        if screens.shown() == Screen::Game && game.outcome().is_some() {
            screens.open(Screen::Result);
        }
    }
}
