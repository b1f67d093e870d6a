//! The frame of every page but the game.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::*;
use bevy::ui::Checked;

use super::game::AtEdge;
use crate::commands::command::Command;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::kit::focus::WaysOut;
use crate::kit::scroll::ScrollGround;
use crate::state::screen::{Screen, Surface, Topic};
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::status::StatusLine;
use icochess_message::Msg;

/// Widest page in the window, logical pixels.
const WIDTH: f32 = 720.0;
/// Width of a page beside the board, logical pixels.
const WIDTH_BESIDE: f32 = 420.0;
/// Gap between such a page and the edges of the window, logical pixels.
const EDGE: f32 = 14.0;
/// Room for a line of what was said to the last thing done, rounded up as lines are, logical
/// pixels.
const ANSWER: f32 = 1.35 * Size::Body.pixels();
/// The command that opens the help.
const HELP: Command = Command::Open(Screen::Help(Topic::Pieces));

/// A page with its title and the buttons that lead to the help and back: a card in the middle of
/// the window, or the whole panel. What is longer can be scrolled. Below it stands what was said
/// to the last thing done.
pub(super) fn page(ui: &mut Ui, title: Msg, fill: impl FnOnce(&mut Ui)) {
    plain(ui, title, help_sign, fill);
}

/// The same for the menu, where the help is called by its name.
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
        ui.status(StatusLine::Answer, Size::Body, theme::WARNING);
    });
}

/// A page as high as the window, with what is always in sight, and in one place, at its foot.
pub(super) fn page_with_foot(
    ui: &mut Ui,
    title: Msg,
    fill: impl FnOnce(&mut Ui),
    foot: impl FnOnce(&mut Ui),
) {
    framed(ui, Height::Window, &title.clone(), |ui| {
        heading(ui, title, help_sign);
        // What is usual is seen whole in a window of 1280×800.
        ui.scroll("Page", 10.0, fill);
        ui.status(StatusLine::Answer, Size::Body, theme::WARNING);
        foot(ui);
    });
}

/// The same with that beside its title, where a page needs all of its height.
pub(super) fn page_with_head(
    ui: &mut Ui,
    title: Msg,
    head: impl FnOnce(&mut Ui),
    fill: impl FnOnce(&mut Ui),
) {
    framed(ui, Height::Content, &title.clone(), |ui| {
        ui.ends(|ui| {
            ui.text(Size::Title, theme::TEXT, title);
            head(ui);
            ways_out(ui, help_sign);
        });
        ui.scroll("Page", 12.0, fill);
        ui.status(StatusLine::Answer, Size::Body, theme::WARNING);
    });
}

/// A page as high as the window, on which nothing moves when something comes or goes below.
pub(super) fn steady_page(ui: &mut Ui, title: Msg, fill: impl FnOnce(&mut Ui)) {
    page_with_tabs(ui, title, |_| {}, fill);
}

/// A page with tabs, which stay where they are: whatever they lead to, the page has one size.
pub(super) fn page_with_tabs(
    ui: &mut Ui,
    title: Msg,
    tabs: impl FnOnce(&mut Ui),
    fill: impl FnOnce(&mut Ui),
) {
    framed(ui, Height::Window, &title.clone(), |ui| {
        heading(ui, title, help_sign);
        tabs(ui);
        ui.scroll("Page", 12.0, fill);
        // The page that is scrolled stays where it is, too.
        let room = Node {
            min_height: ui.px(ANSWER),
            ..default()
        };
        ui.status_in(room, StatusLine::Answer, Size::Body, theme::WARNING);
    });
}

/// A page that leaves the board in sight and in use: at the right of the window, or the
/// whole panel. What `foot` adds is always in sight.
pub(super) fn page_beside(
    ui: &mut Ui,
    title: Msg,
    fill: impl FnOnce(&mut Ui),
    foot: impl FnOnce(&mut Ui),
) {
    let head = |ui: &mut Ui, title: Msg| heading(ui, title, help_sign);
    beside(ui, title, head, fill, foot);
}

/// The page of the help, with tabs, which stay where they are whatever they lead to.
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
    ui.ends(|ui| {
        ui.text(Size::Title, theme::TEXT, title);
        ways_out(ui, help);
    });
    ui.line();
}

/// The way to the help, which is so in sight on every page, and the way back.
fn ways_out(ui: &mut Ui, help: fn(&mut Ui)) {
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: ui.px(8.0),
        flex_shrink: 0.0,
        ..default()
    };
    ui.spawn((row, WaysOut, Pickable::IGNORE), |ui| {
        help(ui);
        ui.command(Command::Back);
    });
}

fn help_sign(ui: &mut Ui) {
    ui.sign_for("?", HELP);
}

/// A small card for what has to be answered or seen.
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

/// A small card for what belongs to the board: in the window at the lower right, so that the board
/// stays in sight beside it, or above it in a narrow one.
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

/// Tells contents of a part that is filled anew from each other.
pub(super) fn key(content: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// The height of a page in the window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Height {
    /// As high as its content, and no higher than the window.
    Content,
    /// As high as the window.
    Window,
}

/// The ground of a page.
fn framed(ui: &mut Ui, height: Height, name: &Msg, fill: impl FnOnce(&mut Ui)) {
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
            // The veil keeps pointers off the board.
            let veil = (Name::new("veil"), whole, BackgroundColor(theme::VEIL));
            ui.spawn(veil, |ui| {
                let ground = (BackgroundColor(theme::PAGE), name, ScrollGround);
                ui.spawn((column, ground), fill);
            });
        }
        Surface::Panel | Surface::Plate => {
            let column = Node {
                width: percent(100),
                height: percent(100),
                border_radius: BorderRadius::ZERO,
                ..column
            };
            ui.spawn((column, name, ScrollGround), fill);
        }
    }
}

/// Tabs of a page: each opens it with another content. Behind them stands what `more` adds.
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
