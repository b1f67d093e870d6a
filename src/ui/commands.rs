//! The commands that buttons and keys give, and which would do something now.

use bevy::prelude::*;

use super::evening::Evening;
use super::screen::{Question, Screen, Screens};
use super::setup::Setup;
use crate::board::opening::{OpenRequested, Opened};
use crate::board::shape::Shape;
use crate::clock;
use crate::computer::messages::ComputerRequest;
use crate::computer::{self, Computer, Engines, Paused};
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::game::handover::GameHandOver;
use crate::game::messages::{GameRequest, Step};
use crate::language::Msg;
use crate::msg;
use crate::rules::Side;
use crate::save::ResumeOffer;
use crate::schedule::AppSystems;

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
    /// Have a field in which moves are typed.
    TypeMove,
    /// Begin the game that is set up. The game so far is kept on disk.
    Begin,
    /// Set a game up for two people.
    TwoPlayers,
    /// Begin the game of those whose turn it is this evening.
    NextPairing,
    /// Begin another game of the same kind, with the sides changed.
    Rematch,
    /// Turn the board after each move, or stop doing so.
    AutoTurn,
    /// Show or hide the names of the tiles.
    TileNames,
    /// Take the board apart, or put it together.
    Apart,
    /// Cut the board into planes in the next way, or put it together.
    Cut,
    /// Show the next plane of the cut.
    NextPlane,
    /// Show the one before.
    PreviousPlane,
    /// Open the menu from the game, or close whatever is open.
    Menu,
    /// Open a page.
    Open(Screen),
    /// Go back to the page before.
    Back,
    /// Yes to the question that is asked.
    Confirm,
    /// Here is the one who gets the headset, or is to move.
    Ready,
    /// It is for somebody else: it is passed on.
    PassOn,
    /// Leave the program.
    Quit,
}

impl Command {
    /// Those that stand on a button by their own name.
    pub const ON_BUTTONS: [Self; 36] = [
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
        Self::TypeMove,
        Self::Resign,
        Self::Resume,
        Self::Begin,
        Self::TwoPlayers,
        Self::NextPairing,
        Self::Rematch,
        Self::Apart,
        Self::Cut,
        Self::NextPlane,
        Self::PreviousPlane,
        Self::Menu,
        Self::Open(Screen::Views),
        Self::Open(Screen::NewGame),
        Self::Open(Screen::Saved),
        Self::Open(Screen::Players),
        Self::Open(Screen::About),
        Self::Quit,
    ];

    /// What stands on its button.
    #[must_use]
    pub const fn label(self) -> Msg {
        match self {
            Self::Undo => msg!("undo"),
            Self::Redo => msg!("redo"),
            Self::Hint => msg!("hint"),
            Self::Flip => msg!("flip"),
            Self::LastMove => msg!("show-last-move"),
            Self::MoveNow => msg!("move-now"),
            Self::Pause => msg!("pause"),
            Self::Draw => msg!("draw"),
            Self::Decline => msg!("decline"),
            Self::AllowTakeback => msg!("allow-takeback"),
            Self::Step(Step::Start) => msg!("step-first"),
            Self::Step(Step::Back) => msg!("step-previous"),
            Self::Step(Step::Forward) => msg!("step-next"),
            Self::Step(Step::End) => msg!("step-last"),
            Self::ComeBack => msg!("come-back"),
            Self::PlayOn => msg!("play-on"),
            Self::Evaluate => msg!("evaluate"),
            Self::MoveList => msg!("moves"),
            Self::TypeMove => msg!("type-move"),
            Self::Resign => msg!("resign"),
            Self::Resume => msg!("resume"),
            Self::Begin => msg!("begin"),
            Self::TwoPlayers => msg!("two-players"),
            Self::NextPairing => msg!("next-pairing"),
            Self::Rematch => msg!("rematch"),
            Self::AutoTurn => msg!("auto-turn"),
            Self::TileNames => msg!("tile-names"),
            Self::Apart => msg!("take-apart"),
            Self::Cut => msg!("cut"),
            Self::NextPlane => msg!("plane-next"),
            Self::PreviousPlane => msg!("plane-previous"),
            Self::Menu => msg!("menu"),
            Self::Open(screen) => match screen {
                Screen::Game => msg!("board-page"),
                Screen::Home => msg!("menu"),
                Screen::Moves => msg!("moves"),
                Screen::Views => msg!("views"),
                Screen::NewGame => msg!("new-game"),
                Screen::Saved => msg!("saved-games"),
                Screen::Players => msg!("players"),
                Screen::Settings(_) => msg!("settings"),
                Screen::Help(_) => msg!("help"),
                Screen::About => msg!("about"),
                Screen::Result => msg!("result"),
                Screen::HandOver => msg!("hand-over"),
                Screen::Confirm(_) => msg!("question"),
            },
            Self::Back => msg!("back"),
            Self::Confirm => msg!("yes"),
            Self::Ready => msg!("ready"),
            Self::PassOn => msg!("pass-on"),
            Self::Quit => msg!("quit"),
        }
    }

    /// What the computer player is asked by this, if it is.
    pub(super) const fn computer_request(self) -> Option<ComputerRequest> {
        Some(match self {
            Self::MoveNow => ComputerRequest::MoveNow,
            Self::Hint => ComputerRequest::Hint,
            _ => return None,
        })
    }

    /// What the match is asked by this, if it is asked anything at once.
    pub(super) const fn game_request(self) -> Option<GameRequest> {
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

    /// How the board is opened by this, if it is.
    pub(super) const fn open_request(self) -> Option<OpenRequested> {
        Some(match self {
            Self::Apart => OpenRequested::Apart,
            Self::Cut => OpenRequested::Cut,
            Self::NextPlane => OpenRequested::Plane(1),
            Self::PreviousPlane => OpenRequested::Plane(-1),
            _ => return None,
        })
    }

    /// What is asked back before it is done as the game stands.
    pub(super) fn question(self, game: &Match, computer: &Computer) -> Option<Question> {
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

/// Request: carry this command out, of which the player has been asked already.
#[derive(Message, Debug, Clone, Copy)]
pub struct CommandConfirmed(pub Command);

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
            | Command::TwoPlayers
            | Command::Rematch
            | Command::AutoTurn
            | Command::TileNames
            | Command::MoveList
            | Command::TypeMove
            | Command::Menu
            | Command::Back
            | Command::Confirm
            | Command::Ready
            | Command::PassOn
            | Command::Quit => true,
            Command::Open(screen) if screen != Screen::Moves => true,
            _ => self.0.contains(&command),
        }
    }
}

/// What is enabled and announced is known after this.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommandSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CommandRequested>()
        .add_message::<CommandConfirmed>()
        .init_resource::<Enabled>()
        .init_resource::<Screens>()
        .init_resource::<Setup>()
        .add_systems(Startup, enable)
        .add_systems(
            Update,
            enable
                .run_if(
                    // First what has to be asked every time, to know of a change.
                    resource_removed::<ResumeOffer>
                        .or_else(resource_exists_and_changed::<ResumeOffer>)
                        .or_else(resource_changed::<Match>)
                        .or_else(resource_changed::<Computer>)
                        .or_else(resource_changed::<GameClock>)
                        .or_else(resource_changed::<GameHandOver>)
                        .or_else(resource_changed::<Evening>)
                        .or_else(resource_changed::<Paused>)
                        .or_else(resource_exists_and_changed::<Shape>)
                        .or_else(resource_changed::<Opened>),
                )
                .in_set(CommandSystems)
                .in_set(AppSystems::Feedback),
        );
}

/// Who gives up where a player asks to: the side to move, or the human who
/// waits for the computer.
pub(super) fn who_may_resign(game: &Match, computer: &Computer) -> Option<Side> {
    // Who looks back comes back first: it is the game that is given up.
    let is_at_the_game = game.outcome().is_none() && !game.is_looking_back();
    computer::next_human(computer, game).filter(|_| is_at_the_game)
}

/// Does the computer make a pause, or the clock?
#[must_use]
pub fn is_paused(computer: Paused, clock: &GameClock) -> bool {
    computer.0 || clock.is_paused()
}

fn enable(
    game: Res<Match>,
    offer: Option<Res<ResumeOffer>>,
    (computer, engines): (Res<Computer>, Res<Engines>),
    (paused, clock, evening): (Res<Paused>, Res<GameClock>, Res<Evening>),
    handover: Res<GameHandOver>,
    (shape, opened): (Option<Res<Shape>>, Res<Opened>),
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
    let inside = shape.as_ref().and_then(|shape| shape.inside.as_ref());
    let is_cut = opened.cut.is_some();
    let now = [
        (
            Command::Apart,
            inside.is_some_and(|inside| !inside.apart.is_empty()),
        ),
        (
            Command::Cut,
            inside.is_some_and(|inside| !inside.cuts.is_empty()),
        ),
        (Command::NextPlane, is_cut),
        (Command::PreviousPlane, is_cut),
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
        (Command::Open(Screen::Moves), true),
        (
            Command::NextPairing,
            game.end().is_some() && evening.pairing().is_some(),
        ),
    ];
    // While it is not known who looks, nothing is done to the game. Who has just moved may
    // take it back.
    let is_anyones = |command: Command| match command {
        Command::Undo => !handover.refuses_moves() || handover.is_landed(),
        Command::Resume
        | Command::Apart
        | Command::Cut
        | Command::NextPlane
        | Command::PreviousPlane => true,
        _ => !handover.refuses_moves(),
    };
    let now = now
        .into_iter()
        .filter(|(command, is)| *is && is_anyones(*command));
    enabled.set_if_neq(Enabled(now.map(|(command, _)| command).collect()));
}
