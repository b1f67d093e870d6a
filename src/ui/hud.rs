//! The flat screen's text: status, buttons, help, and the announcement at the
//! end.

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy::time::common_conditions::on_timer;

use super::commands::{ButtonFace, Command, CommandButton, Enabled, FaceText, Page};
use super::evaluation;
use super::status::StatusLine;
use super::theme;
use crate::game::Match;
use crate::rules::Side;
use crate::save::settings::Settings;
use crate::schedule::{AppSystems, Display};

/// The text with the frames a second.
#[derive(Component)]
struct FrameRate;

/// The list of controls.
#[derive(Component)]
struct Help;

/// The card with the status, while the game goes on.
#[derive(Component)]
struct StatusCard;

/// The announcement at the end of a game, in its place.
#[derive(Component)]
struct Announcement;

/// Is the list of controls shown?
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HelpShown(pub bool);

/// The controls of the flat screen, as help and README list them.
pub const CONTROLS: &[(&str, &str)] = &[
    ("Left drag", "turn the board"),
    ("Shift + left drag", "roll the ball, or tilt the board"),
    ("Wheel", "closer or farther"),
    ("Left click", "select; on a mark: move there"),
    ("Right click", "move there, or capture"),
    ("Tab", "tile names"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("1 to 8", "views; with Shift the other side's"),
    ("Arrows", "turn by 1 degree; with Shift by 10"),
    ("Home", "my side to the front"),
    ("T", "turn the board after each move"),
    ("Ctrl+N, then 1 or 2", "new game on that board"),
    ("Q, R, B, N or 1 to 4", "what a pawn becomes"),
    ("F3", "frames a second"),
    ("F11", "full screen"),
    ("F1 or H", "this help (Esc closes it)"),
];

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(FrameTimeDiagnosticsPlugin::default())
        .init_resource::<HelpShown>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            (
                (
                    show_frame_rate_or_not.run_if(resource_changed::<Settings>),
                    write_frame_rate.run_if(
                        is_frame_rate_shown
                            .and_then(on_timer(std::time::Duration::from_millis(500))),
                    ),
                ),
                show_help.run_if(resource_changed::<HelpShown>),
                announce.run_if(resource_changed::<Match>),
                show_page.run_if(resource_changed::<Enabled>.or_else(resource_changed::<Page>)),
                hide_controls.run_if(state_changed::<Display>),
            )
                .in_set(AppSystems::Feedback),
        );
}

/// What is of no use to onlookers.
#[derive(Component)]
struct ForPlayers;

/// A row of the buttons of a page.
#[derive(Component)]
struct RowOf(Page);

/// A row, broken where it is too long for the window.
fn row(page: Page, commands: &'static [Command]) -> impl Bundle {
    (
        RowOf(page),
        Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: px(8),
            row_gap: px(8),
            ..default()
        },
        Pickable::IGNORE,
        Children::spawn(SpawnIter(commands.iter().copied().map(button))),
    )
}

/// The least width of a button, so that the rows of the two sides are columns
/// as well, whatever they say.
fn least_width(command: Command) -> Val {
    match command {
        Command::Player(_) => px(184),
        Command::Algorithm(_) | Command::Level(_) => px(114),
        _ => auto(),
    }
}

fn button(command: Command) -> impl Bundle {
    (
        Name::new(format!("button {}", command.label().to_lowercase())),
        CommandButton(command),
        ButtonFace(command),
        Node {
            padding: UiRect::axes(px(14), px(8)),
            min_width: least_width(command),
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(8)),
            ..default()
        },
        BackgroundColor(theme::BUTTON),
        children![(
            FaceText,
            theme::text(command.label(), 17.0, theme::TEXT),
            Pickable::IGNORE
        )],
    )
}

fn at(top: Val, right: Val, bottom: Val, left: Val) -> Node {
    Node {
        position_type: PositionType::Absolute,
        top,
        right,
        bottom,
        left,
        ..theme::card()
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        StatusCard,
        Name::new("status"),
        at(px(16), auto(), auto(), px(16)),
        BackgroundColor(theme::CARD),
        Pickable::IGNORE,
        children![
            (
                StatusLine::Headline,
                theme::text("", 28.0, theme::TEXT),
                Pickable::IGNORE
            ),
            (
                StatusLine::Detail,
                theme::text("", 20.0, theme::WARNING),
                Pickable::IGNORE
            ),
            (
                StatusLine::Thinking,
                theme::text("", 17.0, theme::TEXT),
                Pickable::IGNORE
            ),
            (
                StatusLine::LastMove,
                theme::text("", 17.0, theme::FAINT),
                Pickable::IGNORE
            ),
            (
                StatusLine::Hovered,
                theme::text("", 17.0, theme::FAINT),
                Pickable::IGNORE
            ),
        ],
    ));
    commands.spawn((
        FrameRate,
        Name::new("frame rate"),
        theme::text("", 15.0, theme::FAINT),
        Node {
            position_type: PositionType::Absolute,
            top: px(18),
            right: px(20),
            ..default()
        },
        Visibility::Hidden,
        Pickable::IGNORE,
    ));
    commands.spawn(evaluation::bar(
        Node {
            top: percent(30),
            right: px(20),
            width: px(14),
            height: percent(45),
            ..default()
        },
        15.0,
    ));
    // Notices stand on the buttons, however many rows a narrow window makes.
    commands.spawn((
        Name::new("foot"),
        Node {
            position_type: PositionType::Absolute,
            bottom: px(16),
            left: px(16),
            right: px(100),
            flex_direction: FlexDirection::Column,
            row_gap: px(10),
            ..default()
        },
        Pickable::IGNORE,
        children![
            (
                StatusLine::Notice,
                theme::text("", 18.0, theme::WARNING),
                Pickable::IGNORE
            ),
            (
                ForPlayers,
                Name::new("buttons"),
                Node {
                    flex_direction: FlexDirection::Column,
                    row_gap: px(8),
                    ..default()
                },
                Pickable::IGNORE,
                Children::spawn(SpawnIter(Page::ALL.into_iter().flat_map(|page| {
                    let rows = page.rows().iter();
                    rows.map(move |commands| row(page, commands))
                }))),
            ),
        ],
    ));
    commands.spawn((
        ForPlayers,
        Name::new("hint"),
        theme::text("F1: help", 15.0, theme::FAINT),
        Node {
            position_type: PositionType::Absolute,
            bottom: px(24),
            right: px(20),
            ..default()
        },
        Pickable::IGNORE,
    ));
    commands
        .spawn((
            Help,
            Name::new("help"),
            at(px(60), px(16), auto(), auto()),
            BackgroundColor(theme::CARD),
            Visibility::Hidden,
            Pickable::IGNORE,
        ))
        .with_children(|help| {
            for (control, meaning) in CONTROLS {
                help.spawn((
                    Node {
                        column_gap: px(18),
                        justify_content: JustifyContent::SpaceBetween,
                        ..default()
                    },
                    Pickable::IGNORE,
                    children![
                        (theme::text(*control, 17.0, theme::TEXT), Pickable::IGNORE),
                        (theme::text(*meaning, 17.0, theme::FAINT), Pickable::IGNORE),
                    ],
                ));
            }
        });
    commands.spawn((
        Announcement,
        Name::new("announcement"),
        Node {
            position_type: PositionType::Absolute,
            top: percent(9),
            width: percent(100),
            justify_content: JustifyContent::Center,
            ..default()
        },
        Visibility::Hidden,
        Pickable::IGNORE,
        children![(
            Node {
                align_items: AlignItems::Center,
                padding: UiRect::axes(px(36), px(18)),
                ..theme::card()
            },
            BackgroundColor(theme::CARD),
            Pickable::IGNORE,
            children![
                (
                    StatusLine::Headline,
                    theme::text("", 44.0, theme::TEXT),
                    Pickable::IGNORE
                ),
                (
                    StatusLine::Detail,
                    theme::text("", 24.0, theme::WARNING),
                    Pickable::IGNORE
                ),
                (
                    StatusLine::LastMove,
                    theme::text("", 18.0, theme::FAINT),
                    Pickable::IGNORE
                ),
                (
                    StatusLine::Hovered,
                    theme::text("", 17.0, theme::FAINT),
                    Pickable::IGNORE
                ),
            ],
        )],
    ));
}

fn is_frame_rate_shown(settings: Res<Settings>) -> bool {
    settings.frame_rate
}

fn show_frame_rate_or_not(
    settings: Res<Settings>,
    mut text: Single<&mut Visibility, With<FrameRate>>,
) {
    text.set_if_neq(shown(settings.frame_rate));
}

fn write_frame_rate(
    diagnostics: Res<DiagnosticsStore>,
    mut text: Single<&mut Text, With<FrameRate>>,
) {
    let rate = diagnostics
        .get(&FrameTimeDiagnosticsPlugin::FPS)
        .and_then(bevy::diagnostic::Diagnostic::smoothed);
    if let Some(rate) = rate {
        let digits = usize::from(rate < 10.0);
        let now = format!("{rate:.digits$} frames a second");
        if text.0 != now {
            text.0 = now;
        }
    }
}

fn shown(yes: bool) -> Visibility {
    if yes {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    }
}

fn show_help(help: Res<HelpShown>, mut list: Single<&mut Visibility, With<Help>>) {
    list.set_if_neq(shown(help.0));
}

fn announce(
    game: Res<Match>,
    mut announcement: Single<&mut Visibility, With<Announcement>>,
    mut status: Single<&mut Visibility, (With<StatusCard>, Without<Announcement>)>,
) {
    let over = game.outcome().is_some();
    announcement.set_if_neq(shown(over));
    status.set_if_neq(shown(!over));
}

/// The buttons of the page are there, without those that would be of no use in
/// the whole game.
fn show_page(
    page: Res<Page>,
    enabled: Res<Enabled>,
    mut rows: Query<(&RowOf, &mut Node)>,
    mut buttons: Query<(&CommandButton, &mut Node), Without<RowOf>>,
) {
    for (row, mut node) in &mut rows {
        place(&mut node, row.0 == *page);
    }
    for (button, mut node) in &mut buttons {
        let is_there = match button.0 {
            Command::Resume => enabled.has(Command::Resume),
            // While the computer plays at all.
            Command::Pause | Command::MoveNow => Side::ALL
                .into_iter()
                .any(|side| enabled.has(Command::Algorithm(side))),
            _ => true,
        };
        place(&mut node, is_there);
    }
}

/// Gives a node its place among the others, or takes it out.
fn place(node: &mut Mut<Node>, is_there: bool) {
    let display = if is_there {
        bevy::ui::Display::Flex
    } else {
        bevy::ui::Display::None
    };
    if node.display != display {
        node.display = display;
    }
}

/// While the headset plays, the window is for onlookers.
fn hide_controls(
    display: Res<State<Display>>,
    mut controls: Query<&mut Visibility, With<ForPlayers>>,
) {
    for mut visibility in &mut controls {
        visibility.set_if_neq(shown(*display.get() == Display::Flat));
    }
}
