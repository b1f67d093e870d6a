//! The commands that buttons and keys give.

use std::fmt;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::theme;
use crate::board::follow::ShowMoves;
use crate::board::labels::TileNames;
use crate::board::spin::{AutoTurn, FaceSide, side_in_front};
use crate::computer::messages::ComputerRequest;
use crate::computer::{self, Computer, Engines, Paused};
use crate::engine::{Algorithm, Player};
use crate::feedback::table::Event;
use crate::feedback::{Happening, Occurred, Place};
use crate::game::Match;
use crate::game::messages::GameRequest;
use crate::rules::{Side, Variant};
use crate::save::settings::Settings;
use crate::save::starts::Starts;
use crate::save::{Notice, ResumeOffer, ResumeRequested};
use crate::schedule::{AppSystems, Display};

/// Everything a button can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Take the last move back.
    Undo,
    /// Play the move last taken back.
    Redo,
    /// Show the boards that a game can be begun on.
    NewGame,
    /// Begin a game on that board; asked twice while a game is going on. The game
    /// so far is kept on disk.
    Begin(Variant),
    /// Claim a draw, agree to one, or offer one.
    Draw,
    /// Give up; asked twice.
    Resign,
    /// Bring the home of the human who plays next to the player.
    MySide,
    /// Go on with the saved game.
    Resume,
    /// Turn the board after each move, or stop doing so.
    AutoTurn,
    /// Turn the board to what happens out of sight, or stop doing so.
    ShowMoves,
    /// Show or hide the names of the tiles.
    TileNames,
    /// New games begin from the other start position.
    Start,
    /// That side is played by the other: human or computer.
    Player(Side),
    /// The computer plays that side by another algorithm.
    Algorithm(Side),
    /// The computer plays that side better, or from the lowest level on.
    Level(Side),
    /// The computer pauses, or goes on.
    Pause,
    /// Another time for the computer's moves.
    Seconds,
    /// The computer plays the best move found so far.
    MoveNow,
    /// Show a good move.
    Hint,
    /// Show or hide who stands better.
    EvaluationBar,
    /// Another time between the moves of two computers.
    Delay,
    /// Another number of cores to think with.
    Cores,
    /// Another size of the table of known positions.
    Table,
    /// The computer gives lost games up and agrees to draws, or does not.
    GivesUp,
    /// Allow or forbid hints.
    Hints,
    /// Show the buttons for the computer.
    Computer,
    /// Show the buttons for what is seldom changed.
    More,
    /// Show the buttons for the game.
    Back,
}

/// A set of buttons that are shown together.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The game.
    #[default]
    Game,
    /// The computer player.
    Computer,
    /// What is seldom changed.
    More,
    /// The boards that a game can be begun on.
    Boards,
}

/// The buttons of the boards.
const BOARDS: [Command; Variant::ALL.len() + 1] = {
    let mut row = [Command::Back; Variant::ALL.len() + 1];
    let mut board = 0;
    while board < Variant::ALL.len() {
        row[board] = Command::Begin(Variant::ALL[board]);
        board += 1;
    }
    row
};

impl Page {
    /// All pages.
    pub const ALL: [Self; 4] = [Self::Game, Self::Computer, Self::More, Self::Boards];

    /// Its buttons in rows, in reading order.
    #[must_use]
    pub const fn rows(self) -> &'static [&'static [Command]] {
        match self {
            Self::Game => &[&[
                Command::Undo,
                Command::Redo,
                Command::Hint,
                Command::MySide,
                Command::Draw,
                Command::Resign,
                Command::MoveNow,
                Command::Pause,
                Command::Resume,
                Command::NewGame,
                Command::Computer,
                Command::More,
            ]],
            Self::Computer => &[
                &[
                    Command::Player(Side::White),
                    Command::Algorithm(Side::White),
                    Command::Level(Side::White),
                ],
                &[
                    Command::Player(Side::Black),
                    Command::Algorithm(Side::Black),
                    Command::Level(Side::Black),
                ],
                &[
                    Command::Seconds,
                    Command::Delay,
                    Command::Cores,
                    Command::Table,
                    Command::GivesUp,
                    Command::Back,
                ],
            ],
            Self::More => &[&[
                Command::AutoTurn,
                Command::ShowMoves,
                Command::TileNames,
                Command::Start,
                Command::EvaluationBar,
                Command::Hints,
                Command::Back,
            ]],
            Self::Boards => &[&BOARDS],
        }
    }

    /// Its buttons, in reading order. The last leads to another page.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        self.rows().iter().copied().flatten().copied()
    }
}

impl Command {
    /// Its name, which stands on the button unless there is more to say.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::NewGame => "New game",
            Self::Begin(variant) => variant.title(),
            Self::Draw => "Draw",
            Self::Resign => "Resign",
            Self::MySide => "My side",
            Self::Resume => "Resume",
            Self::AutoTurn => "Auto-turn",
            Self::ShowMoves => "Show moves",
            Self::TileNames => "Tile names",
            Self::Start => "Start",
            Self::Player(Side::White) => "White",
            Self::Player(Side::Black) => "Black",
            Self::Algorithm(Side::White) => "White algorithm",
            Self::Algorithm(Side::Black) => "Black algorithm",
            Self::Level(Side::White) => "White level",
            Self::Level(Side::Black) => "Black level",
            Self::Pause => "Pause",
            Self::Seconds => "Time",
            Self::MoveNow => "Move now",
            Self::Hint => "Hint",
            Self::EvaluationBar => "Evaluation",
            Self::Delay => "Delay",
            Self::Cores => "Cores",
            Self::Table => "Table",
            Self::GivesUp => "Gives up",
            Self::Hints => "Hints",
            Self::Computer => "Computer",
            Self::More => "More",
            Self::Back => "Back",
        }
    }

    /// What stands on the button, with the value that it changes.
    #[must_use]
    pub fn caption(
        self,
        computer: &Computer,
        paused: Paused,
        auto_turn: AutoTurn,
        settings: &Settings,
    ) -> String {
        let label = self.label();
        let on_off = |on| format!("{label}: {}", if on { "on" } else { "off" });
        let when = if computer.uses_cores_and_table() {
            String::new()
        } else {
            format!(", from level {}", Player::UNERRING_LEVEL)
        };
        match self {
            Self::Player(side) if computer.plays(side) => format!("{label}: computer"),
            Self::Player(_) => format!("{label}: human"),
            Self::Algorithm(side) => computer.of(side).algorithm.to_string(),
            Self::Level(side) => format!("Level: {}", computer.of(side).level),
            Self::Pause if paused.0 => "Go on".to_owned(),
            Self::Seconds => format!("{label}: {} s", computer.seconds),
            Self::Delay => format!("{label}: {} s", computer.delay),
            Self::Cores => format!("{label}: {}{when}", computer.cores),
            Self::Table => format!("{label}: {} MB{when}", computer.table),
            Self::GivesUp => on_off(computer.gives_up),
            Self::Hints => on_off(computer.hints),
            Self::EvaluationBar => on_off(computer.evaluation_bar),
            Self::AutoTurn => on_off(auto_turn.0),
            Self::ShowMoves => on_off(settings.show_moves),
            Self::TileNames => on_off(settings.tile_names),
            Self::Start => format!("{label}: {}", chosen_start(settings)),
            _ => label.to_owned(),
        }
    }

    /// What the computer player is asked by this, if it is.
    const fn request(self, paused: Paused) -> Option<ComputerRequest> {
        Some(match self {
            Self::Player(side) => ComputerRequest::CycleSide(side),
            Self::Algorithm(side) => ComputerRequest::CycleAlgorithm(side),
            Self::Level(side) => ComputerRequest::CycleLevel(side),
            Self::Pause if paused.0 => ComputerRequest::Resume,
            Self::Pause => ComputerRequest::Pause,
            Self::Seconds => ComputerRequest::CycleSeconds,
            Self::MoveNow => ComputerRequest::MoveNow,
            Self::Hint => ComputerRequest::Hint,
            Self::EvaluationBar => ComputerRequest::ToggleEvaluationBar,
            Self::Delay => ComputerRequest::CycleDelay,
            Self::Cores => ComputerRequest::CycleCores,
            Self::Table => ComputerRequest::CycleTable,
            Self::GivesUp => ComputerRequest::ToggleGivesUp,
            Self::Hints => ComputerRequest::ToggleHints,
            _ => return None,
        })
    }

    /// What the match is asked by this, if it is asked anything at once.
    fn game_request(self, start: &Starts) -> Option<GameRequest> {
        Some(match self {
            Self::Undo => GameRequest::Undo,
            Self::Redo => GameRequest::Redo,
            Self::Begin(variant) => GameRequest::Load(start.new_game(variant.board())),
            Self::Draw => GameRequest::Draw,
            _ => return None,
        })
    }

    /// The page that this shows, if it does.
    const fn page(self) -> Option<Page> {
        Some(match self {
            Self::Computer => Page::Computer,
            Self::More => Page::More,
            Self::NewGame => Page::Boards,
            Self::Back | Self::Begin(_) => Page::Game,
            _ => return None,
        })
    }
}

/// The name of the start that is chosen on the board played last.
fn chosen_start(settings: &Settings) -> &'static str {
    let start = settings.start.of(settings.variant.board());
    start.map_or("only", |start| start.name)
}

/// Request: carry this command out.
#[derive(Message, Debug, Clone, Copy)]
pub struct CommandRequested(pub Command);

/// Something a pointer presses to give a command.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandButton(pub Command);

/// The commands that would do something now.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Enabled(Vec<Command>);

impl Enabled {
    /// Would `command` do something?
    #[must_use]
    pub fn has(&self, command: Command) -> bool {
        self.0.contains(&command)
    }
}

/// The button (on the flat screen or in the world) under a pointer.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HoveredCommand(pub Option<Command>);

/// The drawn face of a button, which follows [`Enabled`] and
/// [`HoveredCommand`].
#[derive(Component, Debug, Clone, Copy)]
pub struct ButtonFace(pub Command);

/// The text on a [`ButtonFace`].
#[derive(Component, Debug, Clone, Copy)]
pub struct FaceText;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CommandRequested>()
        .init_resource::<Enabled>()
        .init_resource::<HoveredCommand>()
        .init_resource::<Page>()
        .add_observer(on_press)
        .add_observer(on_click)
        .add_observer(on_over)
        .add_observer(on_out)
        .add_systems(Startup, (enable, apply_settings))
        .add_systems(
            Update,
            (
                carry_out
                    .run_if(on_message::<CommandRequested>)
                    .in_set(AppSystems::Input),
                apply_settings
                    .run_if(resource_changed::<Settings>.or_else(state_changed::<Display>))
                    .in_set(AppSystems::Scene),
                (
                    enable.run_if(
                        // First what has to be asked every time, to know of a change.
                        resource_removed::<ResumeOffer>
                            .or_else(resource_exists_and_changed::<ResumeOffer>)
                            .or_else(resource_changed::<Match>)
                            .or_else(resource_changed::<Computer>)
                            .or_else(resource_changed::<Paused>),
                    ),
                    write_captions.run_if(
                        resource_changed::<Computer>
                            .or_else(resource_changed::<Paused>)
                            .or_else(resource_changed::<AutoTurn>)
                            .or_else(resource_changed::<Settings>)
                            .or_else(any_face_changed),
                    ),
                    paint_buttons.run_if(
                        resource_changed::<Enabled>
                            .or_else(resource_changed::<HoveredCommand>)
                            .or_else(any_face_changed),
                    ),
                )
                    .chain()
                    .in_set(AppSystems::Feedback),
            ),
        );
}

fn any_face_changed(faces: Query<(), Changed<ButtonFace>>) -> bool {
    !faces.is_empty()
}

/// The buttons, what they ask for, and what is heard and felt of them.
#[derive(SystemParam)]
struct Buttons<'w, 's> {
    buttons: Query<'w, 's, (&'static CommandButton, Option<&'static GlobalTransform>)>,
    enabled: Res<'w, Enabled>,
    requests: MessageWriter<'w, CommandRequested>,
    occurred: MessageWriter<'w, Occurred>,
}

impl Buttons<'_, '_> {
    /// The command of a button, and where that is. One on the flat screen is
    /// nowhere in the world.
    fn of(&self, entity: Entity) -> Option<(Command, Place)> {
        let (button, place) = self.buttons.get(entity).ok()?;
        let at = place.map_or(Place::Nowhere, |place| Place::Point(place.translation()));
        Some((button.0, at))
    }

    fn press(&mut self, entity: Entity, by: PointerId) {
        if let Some((command, at)) = self.of(entity) {
            self.requests.write(CommandRequested(command));
            let event = if self.enabled.has(command) {
                Event::Pressed
            } else {
                Event::Refused
            };
            let by = Some(by);
            self.occurred.write(Occurred(Happening { event, by, at }));
        }
    }
}

// As on the board: a controller acts on press, a mouse on click.
fn on_press(press: On<Pointer<Press>>, mut buttons: Buttons) {
    if press.pointer_id.is_custom() {
        buttons.press(press.entity, press.pointer_id);
    }
}

fn on_click(click: On<Pointer<Click>>, mut buttons: Buttons) {
    if !click.pointer_id.is_custom() && click.button == PointerButton::Primary {
        buttons.press(click.entity, click.pointer_id);
    }
}

fn on_over(over: On<Pointer<Over>>, mut buttons: Buttons, mut hovered: ResMut<HoveredCommand>) {
    if let Some((command, at)) = buttons.of(over.entity) {
        hovered.set_if_neq(HoveredCommand(Some(command)));
        let (event, by) = (Event::Hovered, Some(over.pointer_id));
        buttons
            .occurred
            .write(Occurred(Happening { event, by, at }));
    }
}

fn on_out(
    out: On<Pointer<Out>>,
    buttons: Query<&CommandButton>,
    mut hovered: ResMut<HoveredCommand>,
) {
    if let Ok(button) = buttons.get(out.entity)
        && hovered.0 == Some(button.0)
    {
        hovered.0 = None;
    }
}

/// How long a second press of a button counts as the answer to its question.
const ASK_AGAIN: Duration = Duration::from_secs(6);

/// What is asked back before a command ends the game that is going on. To give
/// the same command again is to say yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Does that side give up?
    GiveUp(Side),
    /// Is another game to be begun, on that board?
    NewGame(Variant),
}

impl Question {
    /// The question that a command raises as the game stands.
    fn of(command: Command, game: &Match, computer: &Computer) -> Option<Self> {
        match command {
            Command::Resign => who_may_resign(game, computer).map(Self::GiveUp),
            Command::Begin(variant) => {
                // Moves that were taken back can still be played again.
                let is_going_on = game.end().is_none() && !game.record().line().is_empty();
                is_going_on.then_some(Self::NewGame(variant))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GiveUp(side) => write!(f, "{side} gives up?"),
            Self::NewGame(_) => f.write_str("Leave this game for a new one?"),
        }
    }
}

/// Who gives up where a player asks to: the side to move, or the human who
/// waits for the computer.
fn who_may_resign(game: &Match, computer: &Computer) -> Option<Side> {
    // Who looks back comes back first: it is the game that is given up.
    let is_at_the_game = game.outcome().is_none() && !game.is_looking_back();
    computer::next_human(computer, game).filter(|_| is_at_the_game)
}

fn carry_out(
    mut asked: MessageReader<CommandRequested>,
    game: Res<Match>,
    (enabled, computer, paused): (Res<Enabled>, Res<Computer>, Res<Paused>),
    mut page: ResMut<Page>,
    mut computer_requests: MessageWriter<ComputerRequest>,
    display: Res<State<Display>>,
    mut settings: ResMut<Settings>,
    mut requests: MessageWriter<GameRequest>,
    mut face: MessageWriter<FaceSide>,
    mut resume: MessageWriter<ResumeRequested>,
    time: Res<Time<Real>>,
    mut asked_back: Local<Option<(Question, Duration)>>,
    mut notices: MessageWriter<Notice>,
) {
    for &CommandRequested(command) in asked.read() {
        let answered = asked_back
            .take()
            .filter(|(_, at)| time.elapsed().saturating_sub(*at) < ASK_AGAIN)
            .map(|(question, _)| question);
        if !enabled.has(command) {
            continue;
        }
        let question = Question::of(command, &game, &computer);
        if let Some(question) = question
            && answered != Some(question)
        {
            *asked_back = Some((question, time.elapsed()));
            notices.write(Notice(format!(
                "{question} Press \"{}\" again.",
                command.label()
            )));
            continue;
        }
        if let Some(request) = command.request(*paused) {
            computer_requests.write(request);
        }
        if let Some(request) = command.game_request(&settings.start) {
            requests.write(request);
        }
        if let Some(next) = command.page() {
            page.set_if_neq(next);
        }
        match command {
            Command::Resign => {
                if let Some(side) = who_may_resign(&game, &computer) {
                    requests.write(GameRequest::Resign(side));
                }
            }
            Command::MySide => {
                face.write(FaceSide(side_in_front(&computer, &game)));
            }
            Command::Resume => {
                resume.write(ResumeRequested);
            }
            Command::AutoTurn => {
                let settings = &mut *settings;
                let wanted = match display.get() {
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
                notices.write(Notice(format!("{} is {now}.", command.label())));
            }
            Command::ShowMoves => settings.show_moves ^= true,
            Command::TileNames => settings.tile_names ^= true,
            Command::Start => {
                let record = game.record();
                settings.start.choose_next(record.board());
                if record.line().is_empty() && record.declared().is_none() {
                    let start = settings.start.new_game(record.board());
                    requests.write(GameRequest::Load(start));
                } else {
                    notices.write(Notice(format!(
                        "The next game has the {} start.",
                        chosen_start(&settings)
                    )));
                }
            }
            _ => {}
        }
    }
}

fn enable(
    game: Res<Match>,
    offer: Option<Res<ResumeOffer>>,
    (computer, engines): (Res<Computer>, Res<Engines>),
    paused: Res<Paused>,
    mut enabled: ResMut<Enabled>,
) {
    let is_computers = computer::is_to_move(&computer, &game);
    let record = game.record();
    let mut now = vec![
        Command::NewGame,
        Command::MySide,
        Command::AutoTurn,
        Command::ShowMoves,
        Command::TileNames,
        Command::Player(Side::White),
        Command::Player(Side::Black),
        Command::Seconds,
        Command::EvaluationBar,
        Command::Delay,
        Command::Cores,
        Command::Table,
        Command::GivesUp,
        Command::Hints,
        Command::Computer,
        Command::More,
        Command::Back,
    ];
    now.extend(Variant::ALL.map(Command::Begin));
    if record.board().starts().len() > 1 {
        now.push(Command::Start);
    }
    for side in Side::ALL.into_iter().filter(|side| computer.plays(*side)) {
        now.push(Command::Algorithm(side));
        if game.outcome().is_none() {
            now.push(Command::Pause);
        }
        // Any move is any move.
        if computer.of(side).algorithm != Algorithm::Random {
            now.push(Command::Level(side));
        }
    }
    if is_computers && !paused.0 {
        now.push(Command::MoveNow);
    }
    let knows_board = engines.get(record.board()).is_some();
    if !is_computers && computer.hints && knows_board && game.outcome().is_none() {
        now.push(Command::Hint);
    }
    if game.can_undo() {
        now.push(Command::Undo);
    }
    if game.outcome().is_none() && !is_computers && !game.is_looking_back() {
        now.push(Command::Draw);
    }
    if who_may_resign(&game, &computer).is_some() {
        now.push(Command::Resign);
    }
    if game.can_redo() {
        now.push(Command::Redo);
    }
    if offer.is_some() {
        now.push(Command::Resume);
    }
    enabled.set_if_neq(Enabled(now));
}

pub(super) fn write_captions(
    computer: Res<Computer>,
    paused: Res<Paused>,
    (auto_turn, settings): (Res<AutoTurn>, Res<Settings>),
    faces: Query<(&ButtonFace, &Children)>,
    mut texts: Query<&mut Text, With<FaceText>>,
) {
    for (&ButtonFace(command), children) in &faces {
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child) {
                let now = command.caption(&computer, *paused, *auto_turn, &settings);
                if text.0 != now {
                    text.0 = now;
                }
            }
        }
    }
}

pub(super) fn paint_buttons(
    enabled: Res<Enabled>,
    hovered: Res<HoveredCommand>,
    mut faces: Query<(&ButtonFace, &mut BackgroundColor, &Children)>,
    mut texts: Query<&mut TextColor>,
) {
    for (&ButtonFace(command), mut ground, children) in &mut faces {
        let (color, ink) = if !enabled.has(command) {
            (theme::BUTTON_IDLE, theme::FAINT.with_alpha(0.5))
        } else if hovered.0 == Some(command) {
            (theme::BUTTON_HOVERED, theme::TEXT)
        } else {
            (theme::BUTTON, theme::TEXT)
        };
        ground.set_if_neq(BackgroundColor(color));
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child) {
                text.set_if_neq(TextColor(ink));
            }
        }
    }
}

/// Applies settings that other modules hold as their own resources.
fn apply_settings(
    settings: Res<Settings>,
    display: Res<State<Display>>,
    mut names: ResMut<TileNames>,
    mut show: ResMut<ShowMoves>,
    mut auto: ResMut<AutoTurn>,
) {
    names.set_if_neq(TileNames(settings.tile_names));
    show.set_if_neq(ShowMoves(settings.show_moves));
    auto.set_if_neq(AutoTurn(match display.get() {
        Display::Flat => settings.auto_turn_flat,
        Display::Headset => settings.auto_turn_headset,
    }));
}
