//! The help: piece moves, rules, and controls.

use bevy::prelude::*;

use super::kinds::{Kind, kinds};
use super::{page, rules};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::pages::legend::{Chosen, Teaches};
use crate::state::hand_controls::HandControls;
use crate::state::screen::{Screen, Surface, Topic};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};

/// Width of a control's name in the window, in logical pixels. The description follows.
const CONTROL: f32 = 164.0;
const TUTORIAL: Command = Command::Open(Screen::Tutorial);

/// A control of the window in the help.
enum Control {
    /// A control without a command, with its description.
    Own(Msg, Msg),
    /// The keys of a command, described in its info.
    Of(Command),
}

/// The controls of the window, in the order of the list; the mouse comes first.
static CONTROLS: [Control; 30] = [
    Control::Own(msg!("key-left-drag"), msg!("does-carry")),
    Control::Own(msg!("key-middle-drag"), msg!("does-turn")),
    Control::Own(msg!("key-shift-drag"), msg!("does-roll")),
    Control::Own(msg!("key-wheel"), msg!("does-zoom")),
    Control::Own(msg!("key-left-click"), msg!("does-select")),
    Control::Own(msg!("key-right-click"), msg!("does-move-or-circle")),
    Control::Own(msg!("key-right-drag"), msg!("does-arrow")),
    Control::Of(Command::Menu),
    Control::Own(msg!("key-focus"), msg!("does-focus")),
    Control::Of(Command::Undo),
    Control::Of(Command::Open(Screen::NewGame)),
    Control::Own(msg!("key-views"), msg!("does-views")),
    Control::Own(msg!("key-arrows"), msg!("does-arrows")),
    Control::Own(msg!("key-cursor"), msg!("does-cursor")),
    Control::Of(Command::Flip),
    Control::Of(Command::Apart),
    Control::Of(Command::Cut),
    Control::Of(Command::NextPlane),
    Control::Of(Command::TileNames),
    Control::Of(Command::Learn),
    Control::Of(Command::Map),
    Control::Of(Command::Glass),
    Control::Of(Command::AutoTurn),
    Control::Own(msg!("key-promotion"), msg!("does-promotion")),
    Control::Of(Command::TypeMove),
    Control::Of(Command::FrameRate),
    Control::Of(Command::FullScreen),
    Control::Of(Command::Open(Screen::Photo)),
    Control::Of(Command::Mirror),
    Control::Of(Command::Help),
];

/// The number of mouse controls at the start of the list.
const BY_MOUSE: usize = 7;

/// Returns the controls of the window and their descriptions, for help and README.
pub fn window_controls() -> impl Iterator<Item = (Msg, Msg)> {
    CONTROLS.iter().filter_map(|control| match control {
        Control::Own(control, does) => Some((control.clone(), does.clone())),
        Control::Of(command) => command.info().help,
    })
}

/// Additional keys of some boards: see `view_keys` of their shapes.
static VIEW_KEYS: (Msg, Msg) = (msg!("key-view-keys"), msg!("does-view-keys"));

/// A control of the headset, named for the current controllers, and its description. `None` for
/// controllers without this control.
type HandControl = (fn(&HandControls) -> Option<Msg>, Msg);

static HEADSET: [HandControl; 14] = [
    (
        |it| Some(msg!("hand-piece", part = it.select.clone())),
        msg!("hand-piece-does"),
    ),
    (
        |it| Some(msg!("hand-mark", part = it.select.clone())),
        msg!("does-move"),
    ),
    (
        |it| Some(msg!("hand-near", part = it.select.clone())),
        msg!("hand-near-does"),
    ),
    (
        |it| Some(msg!("hand-panel", part = it.select.clone())),
        msg!("hand-panel-does"),
    ),
    (|_| Some(msg!("hand-wrist")), msg!("hand-wrist-does")),
    (held_grip, msg!("hand-grip-does")),
    (held_at_nothing, msg!("hand-grip-does")),
    (held_puck, msg!("hand-puck-does")),
    (
        |it| Some(msg!("hand-bar", part = it.select.clone())),
        msg!("hand-bar-does"),
    ),
    (|it| it.turn.clone(), msg!("hand-stick-does")),
    (|it| it.home.clone(), msg!("does-home")),
    (|it| it.learn.clone(), msg!("hand-rest-does")),
    (|it| it.menu.clone(), msg!("hand-menu-does")),
    (
        |it| Some(msg!("hand-held", part = it.menu.clone()?)),
        msg!("hand-menu-held-does"),
    ),
];

fn held_grip(controls: &HandControls) -> Option<Msg> {
    Some(msg!("hand-held", part = controls.grab.clone()?))
}

/// Returns the trigger for controllers without a grip, because the trigger replaces the grip.
fn held_at_nothing(controls: &HandControls) -> Option<Msg> {
    let lacks_grip = controls.grab.is_none();
    lacks_grip.then(|| msg!("hand-air", part = controls.select.clone()))
}

/// Returns the control that holds the puck: the grip or, without a grip, the trigger.
fn held_puck(controls: &HandControls) -> Option<Msg> {
    let part = controls.grab.as_ref().unwrap_or(&controls.select);
    Some(msg!("hand-puck", part = part.clone()))
}

/// Adds the help. The board stays visible for its lessons, and the tabs stay in place.
pub(super) fn build(ui: &mut Ui, topic: Topic, state: &UiState) {
    let tabs = |ui: &mut Ui| {
        let tabs = Topic::ALL.map(|topic| (topic, topic.title()));
        let open = |it| Command::Open(Screen::Help(it));
        let lessons = [Screen::Tutorial, Screen::Puzzles, Screen::Endings];
        // Some boards have no puzzles or endings.
        let is_there = |it: &Command| *it == TUTORIAL || it.is_enabled(state);
        let lessons = lessons.map(Command::Open).into_iter().filter(is_there);
        let lessons: Vec<Command> = lessons.collect();
        // The panel is low.
        let is_low = ui.on != Surface::Window;
        page::tabs(ui, tabs, topic, open, |ui| {
            for lesson in lessons.iter().filter(|_| is_low) {
                ui.command(*lesson);
            }
        });
        if !is_low {
            ui.row(8.0, |ui| {
                for lesson in &lessons {
                    ui.command(*lesson);
                }
            });
        }
    };
    page::help(ui, msg!("help"), tabs, |ui| match topic {
        Topic::Pieces => pieces(ui, state),
        Topic::Rules => rules::build(ui),
        Topic::Controls => controls(ui),
    });
}

fn pieces(ui: &mut Ui, state: &UiState) {
    let size = match ui.on {
        Surface::Window => Size::Body,
        Surface::Panel | Surface::Plate => Size::Small,
    };
    ui.text(size, theme::TEXT, msg!("help-select"));
    let list = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(2.0),
        ..default()
    };
    ui.node(list, |ui| ui.in_columns(kinds(state), piece));
    let shape = state.shape.as_ref();
    if let Some(about) = shape.and_then(|shape| shape.about.clone()) {
        ui.text(Size::Body, theme::TEXT, about);
    }
}

/// Adds a kind of piece. Hovering or choosing it shows its moves on the board.
fn piece(ui: &mut Ui, kind: Kind) {
    let role = kind.role;
    let node = Node {
        column_gap: ui.px(12.0),
        flex_shrink: 0.0,
        ..default()
    };
    let choose = Act::new(move |world| world.resource_mut::<Chosen>().toggle(role));
    let is_taught = CheckedIf::new(move |state| state.taught.role() == Some(role));
    ui.item(
        kind.title.clone(),
        node,
        (Teaches(role), choose, is_taught),
        |ui| {
            // The columns of the panel are narrow.
            let [symbol, title, text] = match ui.on {
                Surface::Window => [Size::Display, Size::Heading, Size::Body],
                Surface::Panel | Surface::Plate => [Size::Title, Size::Body, Size::Small],
            };
            // Letters are narrower than symbols.
            let place = Node {
                min_width: ui.px(symbol.pixels()),
                justify_content: JustifyContent::Center,
                flex_shrink: 0.0,
                ..default()
            };
            let sign = kind.piece.symbol();
            ui.node(place, |ui| ui.symbols(symbol, theme::TEXT, sign));
            let words = Node {
                flex_direction: FlexDirection::Column,
                flex_shrink: 1.0,
                ..default()
            };
            ui.node(words, |ui| {
                let line = Node {
                    align_items: AlignItems::Center,
                    column_gap: ui.px(6.0),
                    ..default()
                };
                ui.node(line, |ui| {
                    ui.text(title, theme::TEXT, kind.title.clone());
                    for element in kind.combines {
                        ui.symbols(text, theme::FAINT, element);
                    }
                });
                if let Some(words) = kind.text {
                    ui.text(text, theme::TEXT, words);
                }
            });
        },
    );
}

fn controls(ui: &mut Ui) {
    let mut parts: [fn(&mut Ui); 2] = [in_window, in_headset];
    if ui.on != Surface::Window {
        parts.reverse();
    }
    for part in parts {
        part(ui);
    }
}

fn in_headset(ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("in-the-headset"));
    ui.in_columns(&HEADSET, |ui, (control, meaning)| {
        let said = *control;
        ui.shown_if(
            move |state| said(&state.hand_controls).is_some(),
            |ui| {
                let control = |ui: &mut Ui| {
                    ui.bound_text(Size::Body, theme::TEXT, move |state| {
                        said(&state.hand_controls).unwrap_or_else(|| Msg::verbatim(""))
                    });
                };
                row_of(ui, control, meaning);
            },
        );
    });
}

fn in_window(ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("in-the-window"));
    let all: Vec<(Msg, Msg)> = window_controls().collect();
    let (mouse, keys) = all.split_at(BY_MOUSE);
    ui.text(Size::Strong, theme::TEXT, msg!("with-the-mouse"));
    ui.in_columns(mouse, row);
    ui.text(Size::Body, theme::FAINT, msg!("with-fingers"));
    ui.text(Size::Strong, theme::TEXT, msg!("with-the-keyboard"));
    ui.in_columns(keys, row);
    let has_view_keys = |state: &UiState| {
        let shape = state.shape.as_ref();
        shape.is_some_and(|shape| shape.view_keys.is_some())
    };
    ui.shown_if(has_view_keys, |ui| row(ui, &VIEW_KEYS));
}

/// Adds a control and its description.
fn row(ui: &mut Ui, (control, meaning): &(Msg, Msg)) {
    let control = |ui: &mut Ui| ui.text(Size::Body, theme::TEXT, control.clone());
    row_of(ui, control, meaning);
}

fn row_of(ui: &mut Ui, control: impl FnOnce(&mut Ui), meaning: &Msg) {
    if ui.on != Surface::Window {
        return ui.group_card(|ui| {
            control(ui);
            ui.text(Size::Small, theme::FAINT, meaning.clone());
        });
    }
    let node = Node {
        column_gap: ui.px(14.0),
        ..default()
    };
    let width = ui.px(CONTROL);
    ui.node(node, |ui| {
        let node = Node {
            width,
            flex_shrink: 0.0,
            ..default()
        };
        ui.node(node, control);
        ui.text(Size::Body, theme::FAINT, meaning.clone());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_list_has_exactly_the_commands_with_help() {
        let listed = |command: Command| {
            CONTROLS
                .iter()
                .any(|it| matches!(it, Control::Of(of) if *of == command))
        };
        for command in Command::all() {
            assert_eq!(
                command.info().help.is_some(),
                listed(command),
                "{command:?}"
            );
        }
        assert_eq!(window_controls().count(), CONTROLS.len());
    }
}
