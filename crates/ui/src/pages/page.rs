//! The layout shared by all pages except the game.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::*;
use bevy::ui::Checked;

use super::game::AtEdge;
use crate::commands::command::Command;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::kit::focus::NavigationButtons;
use crate::kit::room::ByRoom;
use crate::kit::scroll::ScrollGround;
use crate::state::screen::{Screen, Surface, Topic};
use crate::state::status::StatusLine;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::Msg;

/// Maximum width of a page in the window, in logical pixels.
const WIDTH: f32 = 720.0;
/// Maximum width of a page with two columns in a large window, in logical pixels.
const WIDTH_OF_COLUMNS: f32 = 1196.0;
/// Width of a page next to the board, in logical pixels.
const WIDTH_BESIDE: f32 = 420.0;
/// Gap between a page next to the board and the edges of the window, in logical pixels.
const EDGE: f32 = 14.0;
/// Height reserved for a line of the answer to the last action, in logical pixels. It is rounded up
/// like lines of text.
const ANSWER: f32 = 1.35 * Size::Body.pixels();
const HELP: Command = Command::Open(Screen::Help(Topic::Pieces));

/// Adds a page with its title and the buttons for help and back. The page is a card in the centre
/// of the window, or the whole panel. Long content scrolls, and the answer to the last action is
/// below the content.
pub(super) fn page(ui: &mut Ui, title: Msg, fill: impl FnOnce(&mut Ui)) {
    plain(ui, title, help_button, fill);
}

/// Adds the menu page, where the help button has a label.
pub(super) fn menu(ui: &mut Ui, title: Msg, fill: impl FnOnce(&mut Ui)) {
    let help = |ui: &mut Ui| {
        ui.tool(HELP, ControlStyle::Button);
    };
    plain(ui, title, help, fill);
}

fn plain(ui: &mut Ui, title: Msg, help: fn(&mut Ui), fill: impl FnOnce(&mut Ui)) {
    framed(ui, Height::Content, &title.clone(), |ui| {
        heading(ui, title, help);
        ui.scroll("Page", 12.0, fill);
        ui.status(StatusLine::Answer, Size::Body);
    });
}

/// Adds a page as high as the window, with a fixed footer. `first` and `second` are side by side in
/// a large window, and one below the other in a smaller one. The page is only for the window.
pub(super) fn page_in_columns(
    ui: &mut Ui,
    title: Msg,
    first: impl FnOnce(&mut Ui),
    second: impl FnOnce(&mut Ui),
    foot: impl FnOnce(&mut Ui),
) {
    const GAP: f32 = 10.0;
    let columns = Node {
        row_gap: ui.px(GAP),
        column_gap: ui.px(16.0),
        // Rounded sizes of nested nodes would cut off a pixel of the last control's ring.
        padding: UiRect::bottom(ui.px(1.0)),
        flex_shrink: 0.0,
        ..default()
    };
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(GAP),
        // Shrinks to the width that the first column leaves.
        width: percent(100),
        min_width: px(0),
        ..default()
    };
    let fill = |ui: &mut Ui| {
        heading(ui, title.clone(), help_button);
        // The default options fit without scrolling in a window of 1280×800.
        ui.scroll("Page", GAP, |ui| {
            ui.spawn((columns, ByRoom(turn_columns), Pickable::IGNORE), |ui| {
                first(ui);
                ui.node(column, second);
            });
        });
        ui.status(StatusLine::Answer, Size::Body);
        foot(ui);
    };
    marked_frame(ui, ByRoom(widen_page), Height::Window, &title, fill);
}

fn turn_columns(node: &mut Node, is_large: bool) {
    (node.flex_direction, node.align_items) = if is_large {
        (FlexDirection::Row, AlignItems::Start)
    } else {
        (FlexDirection::Column, AlignItems::Stretch)
    };
}

fn widen_page(node: &mut Node, is_large: bool) {
    node.width = px(if is_large { WIDTH_OF_COLUMNS } else { WIDTH });
}

/// Adds a page with `head` in the title row, for pages that need the full height.
pub(super) fn page_with_head(
    ui: &mut Ui,
    title: Msg,
    head: impl FnOnce(&mut Ui),
    fill: impl FnOnce(&mut Ui),
) {
    framed(ui, Height::Content, &title.clone(), |ui| {
        title_row(ui, title, head, help_button);
        ui.scroll("Page", 12.0, fill);
        ui.status(StatusLine::Answer, Size::Body);
    });
}

/// Adds a page as high as the window, with `head` in the title row, so that changing content doesn't
/// move it.
pub(super) fn steady_page(
    ui: &mut Ui,
    title: Msg,
    head: impl FnOnce(&mut Ui),
    fill: impl FnOnce(&mut Ui),
) {
    let heading = |ui: &mut Ui, title: Msg| {
        title_row(ui, title, head, help_button);
        ui.line();
    };
    steady(ui, title, heading, fill);
}

/// Adds a page with tabs. The page has the same size for all tabs, so that they don't move.
pub(super) fn page_with_tabs(
    ui: &mut Ui,
    title: Msg,
    tabs: impl FnOnce(&mut Ui),
    fill: impl FnOnce(&mut Ui),
) {
    let heading = |ui: &mut Ui, title: Msg| {
        heading(ui, title, help_button);
        tabs(ui);
    };
    steady(ui, title, heading, fill);
}

fn steady(ui: &mut Ui, title: Msg, heading: impl FnOnce(&mut Ui, Msg), fill: impl FnOnce(&mut Ui)) {
    framed(ui, Height::Window, &title.clone(), |ui| {
        heading(ui, title);
        ui.scroll("Page", 12.0, fill);
        // Also keeps the scrolling area in place.
        let room = Node {
            min_height: ui.px(ANSWER),
            ..default()
        };
        ui.status_in(room, StatusLine::Answer, Size::Body);
    });
}

/// Adds a page that leaves the board visible and usable: at the right of the window, or the whole
/// panel. `foot` adds a fixed footer.
pub(super) fn page_beside(
    ui: &mut Ui,
    title: Msg,
    fill: impl FnOnce(&mut Ui),
    foot: impl FnOnce(&mut Ui),
) {
    let head = |ui: &mut Ui, title: Msg| heading(ui, title, help_button);
    beside(ui, title, head, fill, foot);
}

/// Adds the help page, with fixed tabs.
pub(super) fn help(
    ui: &mut Ui,
    title: Msg,
    tabs: impl FnOnce(&mut Ui),
    fill: impl FnOnce(&mut Ui),
) {
    let head = |ui: &mut Ui, title: Msg| {
        heading(ui, title, |_| {});
        tabs(ui);
    };
    beside(ui, title, head, fill, |_| {});
}

fn beside(
    ui: &mut Ui,
    title: Msg,
    head: impl FnOnce(&mut Ui, Msg),
    fill: impl FnOnce(&mut Ui),
    foot: impl FnOnce(&mut Ui),
) {
    let named = title.clone();
    let content = |ui: &mut Ui| {
        head(ui, title);
        ui.scroll("Page", 10.0, fill);
        foot(ui);
    };
    if ui.on == Surface::Panel {
        framed(ui, Height::Content, &named, content);
        return;
    }
    let edge = ui.px(EDGE);
    let node = Node {
        position_type: PositionType::Absolute,
        top: edge,
        right: edge,
        bottom: edge,
        width: ui.px(WIDTH_BESIDE),
        max_width: percent(100),
        row_gap: ui.px(10.0),
        ..default()
    };
    let name = ui.name("", &named);
    let mark = (name, ScrollGround, AtEdge::Right);
    ui.marked_card(mark, node, theme::CARD, content);
}

fn heading(ui: &mut Ui, title: Msg, help: fn(&mut Ui)) {
    title_row(ui, title, |_| {}, help);
    ui.line();
}

fn title_row(ui: &mut Ui, title: Msg, head: impl FnOnce(&mut Ui), help: fn(&mut Ui)) {
    ui.ends(|ui| {
        ui.text(Size::Title, theme::TEXT, title);
        head(ui);
        navigation_buttons(ui, help);
    });
}

/// Adds the buttons for help, which every page has, and back.
fn navigation_buttons(ui: &mut Ui, help: fn(&mut Ui)) {
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: ui.px(8.0),
        flex_shrink: 0.0,
        ..default()
    };
    ui.spawn((row, NavigationButtons, Pickable::IGNORE), |ui| {
        help(ui);
        ui.command(Command::Back);
    });
}

fn help_button(ui: &mut Ui) {
    ui.symbol_button("?", HELP);
}

/// Adds a small card for a question or a message.
pub(super) fn card(ui: &mut Ui, name: &'static str, fill: impl FnOnce(&mut Ui)) {
    framed(ui, Height::Content, &Msg::verbatim(name), |ui| {
        let node = Node {
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            row_gap: ui.px(12.0),
            padding: UiRect::axes(ui.px(20.0), ui.px(14.0)),
            flex_grow: 1.0,
            ..default()
        };
        ui.node(node, fill);
    });
}

/// Adds a small card that leaves the board visible. The card is at the lower right of the window,
/// or at the bottom of a narrow window.
pub(super) fn card_beside(ui: &mut Ui, name: &'static str, fill: impl FnOnce(&mut Ui)) -> Entity {
    let edge = ui.px(EDGE);
    let node = Node {
        position_type: PositionType::Absolute,
        right: edge,
        bottom: edge,
        width: ui.px(WIDTH_BESIDE),
        max_width: percent(100),
        align_items: AlignItems::Center,
        row_gap: ui.px(10.0),
        ..default()
    };
    let name = ui.name("", &Msg::verbatim(name));
    ui.marked_card(name, node, theme::CARD, fill)
}

/// Hashes the content of a dynamic part to its key.
pub(super) fn key(content: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// The height of a page in the window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Height {
    /// Height of the content, at most the height of the window.
    Content,
    /// Height of the window.
    Window,
}

/// Adds the background of a page.
fn framed(ui: &mut Ui, height: Height, name: &Msg, fill: impl FnOnce(&mut Ui)) {
    marked_frame(ui, (), height, name, fill);
}

/// Adds the background of a page and inserts `mark` into its entity.
fn marked_frame(
    ui: &mut Ui,
    mark: impl Bundle,
    height: Height,
    name: &Msg,
    fill: impl FnOnce(&mut Ui),
) {
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        padding: UiRect::all(ui.px(12.0)),
        ..default()
    };
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(10.0),
        padding: UiRect::all(ui.px(18.0)),
        border_radius: BorderRadius::all(ui.px(theme::RADIUS + 6.0)),
        max_height: percent(100),
        ..default()
    };
    let name = ui.name("", name);
    match ui.on {
        Surface::Window => {
            let column = Node {
                width: ui.px(WIDTH),
                max_width: percent(100),
                height: match height {
                    Height::Content => auto(),
                    Height::Window => percent(100),
                },
                ..column
            };
            // The scrim keeps pointers off the board.
            let overlay = (Name::new("veil"), whole, BackgroundColor(theme::OVERLAY));
            ui.spawn(overlay, |ui| {
                let ground = BackgroundColor(theme::SMOKED_PAGE);
                let look = (ground, theme::hairline(ui.px(1.0)));
                ui.spawn((column, look, name, ScrollGround, mark), fill);
            });
        }
        Surface::Panel | Surface::Plate => {
            let column = Node {
                width: percent(100),
                height: percent(100),
                border_radius: BorderRadius::ZERO,
                ..column
            };
            ui.spawn((column, name, ScrollGround, mark), fill);
        }
    }
}

/// Adds the tabs of a page; each tab opens the page with other content. `more` adds controls after
/// the tabs.
pub(super) fn tabs<T: Copy + PartialEq>(
    ui: &mut Ui,
    tabs: impl IntoIterator<Item = (T, Msg)>,
    shown: T,
    open: impl Fn(T) -> Command,
    more: impl FnOnce(&mut Ui),
) {
    ui.narrow(|ui| {
        ui.row(if ui.is_narrow { 4.0 } else { 8.0 }, |ui| {
            for (tab, title) in tabs {
                let button = ui.button_for(title, ControlStyle::Choice, open(tab));
                if tab == shown {
                    ui.also(button, Checked);
                }
            }
            more(ui);
        });
    });
}
