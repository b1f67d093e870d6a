//! The saved games: find, preview, open, rename, delete, export and import.

use bevy::prelude::*;
use bevy::ui::Checked;

use super::plates::computer_words;
use super::{diagram, page};
use crate::kit::act::Act;
use crate::kit::bind::{BoundPicture, EnabledIf};
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::kit::field::OnTextChange;
use crate::kit::focus::FirstEntry;
use crate::state::saved::{ROWS, SavedView, import_clipboard};
use crate::state::screen::Surface;
use crate::state::sides;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_base::link::WebPage;
use icochess_base::platform::ask_for_file;
use icochess_core::library::{Entry, Names};
use icochess_message::{Msg, msg};
use icochess_rules::Side;
use icochess_store::library::messages::{
    Form, LibraryRequest, Progress, Source, megabytes, time_of_day,
};

/// Width and height of a board's picture in a row, in logical pixels of the window.
const PICTURE: (f32, f32) = (36.0, 27.0);

pub(super) fn build(ui: &mut Ui) {
    page::steady_page(ui, msg!("saved-games"), head, |ui| {
        let column = Node {
            flex_direction: FlexDirection::Column,
            row_gap: ui.px(2.0),
            ..default()
        };
        ui.filled(column.clone(), list_key, list);
        turn_pages(ui);
        ui.line();
        let gap = Node {
            row_gap: ui.px(10.0),
            ..column
        };
        ui.filled(gap, chosen_key, chosen);
    });
}

/// Adds the button that opens the chosen game to the title row of the low panel, where it needs no
/// scrolling.
fn head(ui: &mut Ui) {
    let is_of_use =
        |state: &UiState| view(state).game(&state.library).is_some() && !view(state).asks_to_delete;
    if ui.on != Surface::Window {
        ui.hidden_unless(Node::default(), is_of_use, open);
    }
}

fn open(ui: &mut Ui) {
    // Opening reads the file again, because it may have been repaired.
    let open = ask(LibraryRequest::Open);
    ui.button(msg!("open"), ControlStyle::Primary, open);
}

fn view<'a>(state: &'a UiState) -> &'a SavedView {
    &state.saved
}

fn change(change: impl Fn(&mut SavedView) + Send + Sync + 'static) -> Act {
    Act::new(move |world| change(&mut world.resource_mut::<SavedView>()))
}

/// Returns an action that sends a request about the chosen game.
fn ask(request: fn(String) -> LibraryRequest) -> Act {
    Act::new(move |world| {
        if let Some(file) = world.resource::<SavedView>().chosen.clone() {
            world.write_message(request(file));
        }
    })
}

// --- The list --------------------------------------------------------------------------

fn list_key(state: &UiState) -> u64 {
    let view = view(state);
    let games = &state.library.games;
    let from = view.page * ROWS;
    page::key((
        view.page,
        &view.chosen,
        state.library.is_listed,
        games.len(),
        games
            .iter()
            .skip(from)
            .take(ROWS)
            .map(words)
            .collect::<Vec<_>>(),
    ))
}

/// Returns the texts in the row of a game. The names may be empty.
fn words(game: &Entry) -> [Msg; 4] {
    let day = game.date.replace('.', "-");
    let date = Msg::verbatim(match time_of_day(game) {
        Some(time) => format!("{day} {time}"),
        None => day,
    });
    if let Some(problem) = &game.problem {
        let file = Msg::verbatim(game.file.clone());
        return [date, file, Msg::verbatim(problem.clone()), Msg::nothing()];
    }
    let names = match (game.names.named_event(), players(&game.names)) {
        (Some(event), Some(players)) => msg!("saved-event", event = event, players = players),
        (Some(event), None) => Msg::verbatim(event.to_owned()),
        (None, Some(players)) => players,
        (None, None) => Msg::nothing(),
    };
    let result = if game.result == "*" {
        msg!("unfinished")
    } else {
        Msg::verbatim(game.result.clone())
    };
    [
        date,
        names,
        result,
        msg!("moves-count", count = game.plies.div_ceil(2)),
    ]
}

/// Returns the two players if at least one has a name. A nameless player is named after the side.
fn players(names: &Names) -> Option<Msg> {
    let called = |side: Side| {
        let name = names.player(side);
        let is_named = !name.is_empty() && name != "?";
        is_named.then(|| match sides::parse_engine_name(name) {
            Some(computer) => computer_words(&computer),
            None => Msg::verbatim(name.to_owned()),
        })
    };
    let [white, black] = Side::ALL.map(called);
    if white.is_none() && black.is_none() {
        return None;
    }
    Some(msg!(
        "saved-players",
        white = white.unwrap_or_else(|| terms::side(Side::White)),
        black = black.unwrap_or_else(|| terms::side(Side::Black))
    ))
}

fn list(state: &UiState, ui: &mut Ui) {
    let library = &state.library;
    if library.games.is_empty() {
        let words = if library.is_listed {
            msg!("saved-none")
        } else {
            msg!("looking")
        };
        ui.text(Size::Body, theme::FAINT, words);
        return;
    }
    let view = view(state);
    let games = library.games.iter().skip(view.page * ROWS).take(ROWS);
    for (place, game) in games.enumerate() {
        let row = row(state, ui, game, view.chosen.as_ref() == Some(&game.file));
        if place == 0 {
            ui.also(row, FirstEntry);
        }
    }
}

fn row(state: &UiState, ui: &mut Ui, game: &Entry, is_chosen: bool) -> Entity {
    let [date, names, result, moves] = words(game);
    let board = terms::board_of(&game.board, state.boards.get(&game.board));
    // A game without names is named after its board.
    let (names, board) = if names == Msg::nothing() {
        (board, Msg::nothing())
    } else {
        (names, board)
    };
    let name = msg!(
        "saved-game",
        names = names.clone(),
        result = result.clone(),
        date = date.clone()
    );
    let node = Node {
        min_height: ui.px(34.0),
        justify_content: JustifyContent::SpaceBetween,
        column_gap: ui.px(10.0),
        ..default()
    };
    let chosen = game.clone();
    let choose = change(move |view| view.choose(&chosen));
    let board_id = game.board.clone();
    let portrait = BoundPicture::new(move |state| state.portraits.of(&board_id));
    let fill = |ui: &mut Ui| {
        ui.picture(PICTURE, portrait);
        let left = Node {
            flex_direction: FlexDirection::Column,
            flex_shrink: 1.0,
            flex_grow: 1.0,
            ..default()
        };
        ui.node(left, |ui| ui.text(Size::Body, theme::TEXT, names));
        let about = [result, moves, board, date].map(|it| ui.words.say(&it));
        let about: Vec<String> = about.into_iter().filter(|it| !it.is_empty()).collect();
        ui.text(Size::Small, theme::FAINT, Msg::verbatim(about.join(" · ")));
    };
    if is_chosen {
        ui.item(name, node, (choose, Checked), fill)
    } else {
        ui.item(name, node, choose, fill)
    }
}

fn turn_pages(ui: &mut Ui) {
    // Leaves space for a button's focus ring before the text.
    ui.row(14.0, |ui| {
        ui.shown_if(has_more_pages, |ui| {
            ui.row(8.0, newer_and_older);
        });
        ui.bound_text(Size::Small, theme::FAINT, how_far);
        ui.shown_if(
            |state| state.library.progress.is_some(),
            |ui| {
                let stop = Act::new(|world| {
                    world.write_message(LibraryRequest::Stop);
                });
                ui.button(msg!("stop"), ControlStyle::Button, stop);
            },
        );
        // Only a window has a clipboard.
        if ui.on == Surface::Window {
            let paste = Act::new(import_clipboard);
            ui.button(msg!("import-clipboard"), ControlStyle::Button, paste);
            let choose = Act::new(|_| ask_for_file());
            ui.button(msg!("import-file"), ControlStyle::Button, choose);
            // The file has the current game, too, which may be hidden.
            let may_export = |state: &UiState| !state.library.games.is_empty() && !state.covered.0;
            ui.shown_if(may_export, |ui| {
                let export = Act::new(|world| {
                    world.write_message(LibraryRequest::ExportAll);
                });
                ui.button(msg!("export-all"), ControlStyle::Button, export);
            });
        }
    });
}

fn newer_and_older(ui: &mut Ui) {
    let back = EnabledIf::new(|state| view(state).page > 0);
    let does = change(|view| view.page = view.page.saturating_sub(1));
    ui.button(msg!("newer"), ControlStyle::Button, (does, back));
    let on = EnabledIf::new(has_page_after);
    let does = change(|view| view.page += 1);
    ui.button(msg!("older"), ControlStyle::Button, (does, on));
}

fn has_page_after(state: &UiState) -> bool {
    view(state).page + 1 < SavedView::pages(state.library.games.len())
}

/// Returns whether the list has more than one page.
fn has_more_pages(state: &UiState) -> bool {
    SavedView::pages(state.library.games.len()) > 1
}

/// Returns the progress of a long task, or else the listed part of the games. Both have the same
/// place, so that the list doesn't move.
fn how_far(state: &UiState) -> Msg {
    let games = state.library.games.len();
    let listed = || {
        let bytes: u64 = state.library.games.iter().map(|it| it.stamp.bytes).sum();
        let size = if bytes < 100_000 {
            msg!("kilobytes", value = bytes.div_ceil(1000).to_string())
        } else {
            msg!("megabytes", value = megabytes(bytes))
        };
        if !has_more_pages(state) {
            return msg!("saved-size", count = games, size = size);
        }
        msg!(
            "saved-pages",
            count = games,
            size = size,
            page = view(state).page + 1,
            pages = SavedView::pages(games)
        )
    };
    state
        .library
        .progress
        .map_or_else(listed, Progress::message)
}

// --- The chosen game -------------------------------------------------------------------

fn chosen_key(state: &UiState) -> u64 {
    let view = view(state);
    let game = view.game(&state.library);
    let is_shown = game.is_some_and(|game| !is_covered(state, game));
    page::key((
        &view.chosen,
        view.asks_to_delete,
        game.map(words),
        is_shown,
        state.library.games.is_empty(),
    ))
}

/// Returns whether the game is the current one, while the current game is hidden from view.
fn is_covered(state: &UiState, game: &Entry) -> bool {
    state.covered.0 && state.library.played.as_ref() == Some(&game.file)
}

fn chosen(state: &UiState, ui: &mut Ui) {
    let Some(game) = view(state).game(&state.library) else {
        if !state.library.games.is_empty() {
            ui.text(Size::Body, theme::FAINT, msg!("choose-saved"));
        }
        return;
    };
    if view(state).asks_to_delete {
        ui.text(Size::Body, theme::TEXT, msg!("ask-delete"));
        ui.row(8.0, |ui| {
            let delete = ask(LibraryRequest::Delete);
            ui.button(msg!("delete-it"), ControlStyle::Destructive, delete);
            let keep = change(|view| view.asks_to_delete = false);
            let keeps = ui.button(msg!("keep-it"), ControlStyle::Primary, keep);
            ui.safe_answer(keeps);
        });
        return;
    }
    let node = Node {
        column_gap: ui.px(16.0),
        row_gap: ui.px(10.0),
        flex_wrap: FlexWrap::Wrap,
        ..default()
    };
    ui.node(node, |ui| {
        if !is_covered(state, game) {
            diagram::build(state, ui, &game.board, &game.position);
        }
        ui.column(8.0, |ui| {
            let is_readable = game.problem.is_none();
            ui.row(8.0, |ui| {
                if ui.on == Surface::Window {
                    open(ui);
                }
                if is_readable && !is_covered(state, game) {
                    exports(ui);
                }
            });
            if is_readable {
                names(ui, &game.names);
            }
            // Delete is far from the other buttons.
            ui.wrapped_ends(|ui| {
                if is_readable {
                    rename(ui);
                }
                let delete = change(|view| view.asks_to_delete = true);
                ui.button(msg!("delete"), ControlStyle::Destructive, delete);
            });
        });
    });
}

/// Adds the buttons that export or copy the game's text.
fn exports(ui: &mut Ui) {
    let pgn = ask(|file| LibraryRequest::Export(Source::Saved(file), Form::Pgn));
    ui.button(msg!("export-pgn"), ControlStyle::Button, pgn);
    let position = ask(|file| LibraryRequest::Export(Source::Saved(file), Form::Position));
    ui.button(msg!("export-position"), ControlStyle::Button, position);
    if ui.on == Surface::Window {
        let copy = ask(|file| LibraryRequest::Text(Source::Saved(file), Form::Pgn));
        ui.button(msg!("copy-pgn"), ControlStyle::Button, copy);
        let copy = ask(|file| LibraryRequest::Text(Source::Saved(file), Form::Position));
        ui.button(msg!("copy-position"), ControlStyle::Button, copy);
        let copy = ask(|file| LibraryRequest::Text(Source::Saved(file), Form::Diagram));
        ui.button(msg!("copy-diagram"), ControlStyle::Button, copy);
        let has_page = |state: &UiState| state.web_page.is_some();
        ui.shown_if(has_page, |ui| {
            let copy = Act::new(copy_link);
            ui.button(msg!("copy-link"), ControlStyle::Button, copy);
        });
    }
}

fn copy_link(world: &mut World) {
    let chosen = world.resource::<SavedView>().chosen.clone();
    let page = world.get_resource::<WebPage>().cloned();
    if let (Some(file), Some(page)) = (chosen, page) {
        let (saved, link) = (Source::Saved(file), Form::Link(page));
        world.write_message(LibraryRequest::Text(saved, link));
    }
}

fn names(ui: &mut Ui, names: &Names) {
    let typed = |known: &str, set: fn(&mut Names, String)| {
        OnTextChange::new(known, move |world, text| {
            set(&mut world.resource_mut::<SavedView>().names, text);
        })
    };
    ui.field(
        msg!("event"),
        typed(&names.event, |names, text| names.event = text),
    );
    ui.field(
        msg!("white-player"),
        typed(&names.white, |names, text| names.white = text),
    );
    ui.field(
        msg!("black-player"),
        typed(&names.black, |names, text| names.black = text),
    );
}

fn rename(ui: &mut Ui) {
    let rename = Act::new(|world| {
        let view = world.resource::<SavedView>();
        if let Some(file) = view.chosen.clone() {
            let names = view.names.clone();
            world.write_message(LibraryRequest::Rename(file, names));
        }
    });
    ui.button(msg!("rename"), ControlStyle::Button, rename);
}
