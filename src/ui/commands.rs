//! The commands that buttons and keys give.

use std::time::Duration;

use bevy::prelude::*;

use super::theme;
use crate::board::labels::TileNames;
use crate::board::spin::{AutoTurn, FaceSide};
use crate::game::Match;
use crate::game::messages::GameRequest;
use crate::save::settings::Settings;
use crate::save::{Notice, ResumeOffer, ResumeRequested};
use crate::schedule::{AppSystems, Display};

/// Everything a button can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
pub enum Command {
    /// Take the last move back.
    Undo,
    /// Play the move last taken back.
    Redo,
    /// Start over; the game so far is kept on disk.
    NewGame,
    /// Claim a draw, agree to one, or offer one.
    Draw,
    /// Give up; asked twice.
    Resign,
    /// Bring the home of the side to move to the player.
    MySide,
    /// Go on with the saved game.
    Resume,
    /// Turn the board after each move, or stop doing so.
    AutoTurn,
    /// Show or hide the names of the tiles.
    TileNames,
}

impl Command {
    /// What stands on the button.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::NewGame => "New game",
            Self::Draw => "Draw",
            Self::Resign => "Resign",
            Self::MySide => "My side",
            Self::Resume => "Resume",
            Self::AutoTurn => "Auto-turn",
            Self::TileNames => "Tile names",
        }
    }
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

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CommandRequested>()
        .init_resource::<Enabled>()
        .init_resource::<HoveredCommand>()
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
                        resource_changed::<Match>
                            .or_else(resource_exists_and_changed::<ResumeOffer>)
                            .or_else(resource_removed::<ResumeOffer>),
                    ),
                    paint_buttons.run_if(
                        resource_changed::<Enabled>.or_else(resource_changed::<HoveredCommand>),
                    ),
                )
                    .chain()
                    .in_set(AppSystems::Feedback),
            ),
        );
}

// As on the board: a controller acts on press, a mouse on click.
fn on_press(
    press: On<Pointer<Press>>,
    buttons: Query<&CommandButton>,
    mut requests: MessageWriter<CommandRequested>,
) {
    if press.pointer_id.is_custom()
        && let Ok(button) = buttons.get(press.entity)
    {
        requests.write(CommandRequested(button.0));
    }
}

fn on_click(
    click: On<Pointer<Click>>,
    buttons: Query<&CommandButton>,
    mut requests: MessageWriter<CommandRequested>,
) {
    if !click.pointer_id.is_custom()
        && click.button == PointerButton::Primary
        && let Ok(button) = buttons.get(click.entity)
    {
        requests.write(CommandRequested(button.0));
    }
}

fn on_over(
    over: On<Pointer<Over>>,
    buttons: Query<&CommandButton>,
    mut hovered: ResMut<HoveredCommand>,
) {
    if let Ok(button) = buttons.get(over.entity) {
        hovered.set_if_neq(HoveredCommand(Some(button.0)));
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

/// How long a second press of "Resign" counts as the answer to the question.
const ASK_AGAIN: Duration = Duration::from_secs(6);

fn carry_out(
    mut asked: MessageReader<CommandRequested>,
    game: Res<Match>,
    display: Res<State<Display>>,
    mut settings: ResMut<Settings>,
    mut requests: MessageWriter<GameRequest>,
    mut face: MessageWriter<FaceSide>,
    mut resume: MessageWriter<ResumeRequested>,
    time: Res<Time<Real>>,
    mut resigning: Local<Option<Duration>>,
    mut notices: MessageWriter<Notice>,
) {
    for CommandRequested(command) in asked.read() {
        let asked_before = resigning
            .take()
            .is_some_and(|at| time.elapsed().saturating_sub(at) < ASK_AGAIN);
        match command {
            Command::Draw => {
                requests.write(GameRequest::Draw);
            }
            Command::Resign if game.outcome().is_some() => {}
            Command::Resign if asked_before => {
                requests.write(GameRequest::Resign);
            }
            Command::Resign => {
                *resigning = Some(time.elapsed());
                let side = game.position().turn();
                notices.write(Notice(format!(
                    "{side} gives up? Press \"{}\" again.",
                    command.label()
                )));
            }
            Command::Undo => {
                requests.write(GameRequest::Undo);
            }
            Command::Redo => {
                requests.write(GameRequest::Redo);
            }
            Command::NewGame => {
                requests.write(GameRequest::New);
            }
            Command::MySide => {
                face.write(FaceSide(game.position().turn()));
            }
            Command::Resume => {
                resume.write(ResumeRequested);
            }
            Command::AutoTurn => match display.get() {
                Display::Flat => settings.auto_turn_flat ^= true,
                Display::Headset => settings.auto_turn_headset ^= true,
            },
            Command::TileNames => settings.tile_names ^= true,
        }
    }
}

fn enable(game: Res<Match>, offer: Option<Res<ResumeOffer>>, mut enabled: ResMut<Enabled>) {
    let history = game.history();
    let mut now = vec![
        Command::NewGame,
        Command::MySide,
        Command::AutoTurn,
        Command::TileNames,
    ];
    if history.ply() > 0 || game.record().declared.is_some() {
        now.push(Command::Undo);
    }
    if game.outcome().is_none() {
        now.extend([Command::Draw, Command::Resign]);
    }
    if history.ply() < history.line().len() && game.record().declared.is_none() {
        now.push(Command::Redo);
    }
    if offer.is_some() {
        now.push(Command::Resume);
    }
    enabled.set_if_neq(Enabled(now));
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
    mut auto: ResMut<AutoTurn>,
) {
    names.set_if_neq(TileNames(settings.tile_names));
    auto.set_if_neq(AutoTurn(match display.get() {
        Display::Flat => settings.auto_turn_flat,
        Display::Headset => settings.auto_turn_headset,
    }));
}
