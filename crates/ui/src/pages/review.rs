//! The review page: replay, annotate, reorder and evaluate the moves of the game.

use bevy::prelude::*;

use super::{curve, judged, moves, page};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::{CheckedIf, EnabledIf};
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::kit::field::OnTextChange;
use crate::state::annotating::Annotating;
use crate::state::screen::Surface;
use crate::state::status::StatusLine;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};
use icochess_play::computer::settings::MAX_LINES;
use icochess_play::game::Match;
use icochess_play::game::messages::{Edit, GameRequest};
use icochess_play::game::play_through::{PlayThrough, PlayingThrough};
use icochess_rules::{MoveRow, NodeId, nag_symbol};
use icochess_store::library::messages::{Form, LibraryRequest, Source};

/// Glyphs for moves, with their meanings.
static OF_MOVES: [(u8, Msg); 6] = [
    (1, msg!("nag-good")),
    (2, msg!("nag-mistake")),
    (3, msg!("nag-brilliant")),
    (4, msg!("nag-blunder")),
    (5, msg!("nag-interesting")),
    (6, msg!("nag-dubious")),
];

/// Glyphs for positions, with their meanings.
static OF_POSITIONS: [(u8, Msg); 7] = [
    (10, msg!("nag-equal")),
    (14, msg!("nag-white-slightly")),
    (15, msg!("nag-black-slightly")),
    (16, msg!("nag-white-better")),
    (17, msg!("nag-black-better")),
    (18, msg!("nag-white-winning")),
    (19, msg!("nag-black-winning")),
];

/// Maximum length of an editable comment, in characters. The list shows no more.
const MAX_EDITED: usize = MoveRow::MAX_TEXT;

/// Minimum height of the list, in logical pixels of the window.
const MIN_LIST: f32 = 60.0;
/// Height reserved for the verdict, in logical pixels of the window.
const VERDICT: f32 = 36.0;

pub(super) fn build(ui: &mut Ui) {
    let foot = |ui: &mut Ui| ui.status(StatusLine::Notice, Size::Small);
    let fill = |ui: &mut Ui| {
        ui.status(StatusLine::Headline, Size::Headline);
        going(ui);
        if ui.on == Surface::Window {
            from_here(ui);
        }
        evaluation(ui);
        verdict(ui);
        accuracy(ui);
        // The panel is too low for them, and shows only the arrows.
        if ui.on == Surface::Window {
            for rank in 0..MAX_LINES {
                ui.status(StatusLine::BestLine(rank), Size::Small);
            }
        }
        ui.shown_if(
            |state| state.annotating.0,
            |ui| {
                if ui.on != Surface::Window {
                    from_here(ui);
                }
                nags(ui);
                variations(ui);
                comment(ui);
                if ui.on != Surface::Window {
                    curve::build(ui);
                }
            },
        );
        // The long list comes last in tab order.
        list(ui);
        if ui.on == Surface::Window {
            curve::build(ui);
        }
    };
    page::page_beside(ui, msg!("review"), fill, foot);
}

/// Adds the list, which takes the remaining height. Only the list scrolls, unless a window is very
/// low. The panel is too low for both the list and the annotations.
fn list(ui: &mut Ui) {
    let height = ui.px(MIN_LIST);
    let node = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        flex_shrink: 0.0,
        flex_basis: height,
        height,
        ..default()
    };
    if ui.on == Surface::Window {
        ui.node(node, moves::list);
    } else {
        ui.hidden_unless(node, |state| !state.annotating.0, moves::list);
    }
}

// --- Navigation ------------------------------------------------------------------------

fn going(ui: &mut Ui) {
    ui.row(6.0, |ui| {
        moves::steps(ui);
        let play = Act::new(|world| {
            let request = if is_playing(world) {
                PlayThrough::Stop
            } else {
                PlayThrough::Begin
            };
            world.write_message(request);
        });
        let may = EnabledIf::new(|state| !state.game.record().line().is_empty());
        let says = |state: &UiState| {
            if state.playing.is_on() {
                msg!("stop")
            } else {
                msg!("play-through")
            }
        };
        ui.bound_button(msg!("play-through"), says, (play, may));
    });
}

/// Adds the buttons that leave the position shown, or copy it.
fn from_here(ui: &mut Ui) {
    ui.row(6.0, |ui| {
        ui.command(Command::ComeBack);
        ui.command(Command::PlayOn);
        // Only a window has a clipboard.
        if ui.on == Surface::Window {
            let copy = Act::new(|world| {
                let shown = Source::Game(world.resource::<Match>().record().clone());
                world.write_message(LibraryRequest::Text(shown, Form::Diagram));
            });
            let may = EnabledIf::new(|state| !state.covered.0);
            ui.button(msg!("copy-diagram"), ControlStyle::Button, (copy, may));
            let has_page = |state: &UiState| state.web_page.is_some();
            ui.shown_if(has_page, |ui| {
                ui.command(Command::CopyLink);
            });
        }
    });
}

fn is_playing(world: &World) -> bool {
    world.resource::<PlayingThrough>().is_on()
}

/// Adds the current position with its evaluation, and the button that unfolds the annotations.
fn evaluation(ui: &mut Ui) {
    ui.wrapped_ends(|ui| {
        ui.bound_text(Size::Heading, theme::TEXT, place);
        let buttons = Node {
            column_gap: ui.px(6.0),
            flex_shrink: 0.0,
            ..default()
        };
        ui.node(buttons, |ui| {
            ui.command(Command::Evaluate);
            let unfold = Act::new(|world| world.resource_mut::<Annotating>().0 ^= true);
            let is_on = CheckedIf::new(|state| state.annotating.0);
            ui.button(msg!("annotate"), ControlStyle::Choice, (unfold, is_on));
        });
    });
}

fn place(state: &UiState) -> Msg {
    let node = state.game.record().current();
    let place = moves::place(state, node);
    if state.analysis.value(node).is_none() {
        return place;
    }
    msg!(
        "place-value",
        place = place,
        value = curve::value(state, node)
    )
}

/// Adds the verdict on the move to the position shown, from the first evaluation on, and the button
/// for trying another. Two lines are reserved, so that nothing below jumps from move to move.
fn verdict(ui: &mut Ui) {
    ui.shown_if(
        |state| state.analysis.total > 0,
        |ui| {
            let node = Node {
                min_height: ui.px(VERDICT),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::SpaceBetween,
                column_gap: ui.px(16.0),
                ..default()
            };
            ui.node(node, |ui| {
                ui.bound_text(Size::Small, theme::TEXT, judged::verdict);
                let again = Act::new(|world| {
                    let record = world.resource::<Match>().record();
                    let from = record.parent(record.current());
                    if let Some(from) = from {
                        world.write_message(GameRequest::Try(from));
                    }
                });
                let may = EnabledIf::new(judged::may_try_again);
                ui.button(msg!("try-again"), ControlStyle::Button, (again, may));
            });
        },
    );
}

/// Adds the accuracy of both sides, once the game is evaluated.
fn accuracy(ui: &mut Ui) {
    let is_evaluated = |state: &UiState| judged::key(state).is_some_and(|done| done > 0);
    ui.shown_if(is_evaluated, |ui| {
        ui.filled(Node::default(), curve::key, |state, ui| {
            if let Some(words) = judged::accuracy_in_words(state) {
                ui.text(Size::Small, theme::FAINT, words);
            }
        });
    });
}

// --- Annotations -----------------------------------------------------------------------

/// Changes the annotation of the current position.
fn edit(edit: impl Fn(NodeId) -> Edit + Send + Sync + 'static) -> Act {
    Act::new(move |world| {
        let node = world.resource::<Match>().record().current();
        world.write_message(GameRequest::Edit(edit(node)));
    })
}

fn nags(ui: &mut Ui) {
    for nags in [&OF_MOVES[..], &OF_POSITIONS[..]] {
        let of_moves = nags == OF_MOVES;
        ui.row(4.0, |ui| {
            for (nag, words) in nags {
                let nag = *nag;
                let toggle = edit(move |node| Edit::ToggleNag(node, nag));
                let is_on = CheckedIf::new(move |state| {
                    let record = state.game.record();
                    record.annotation(record.current()).nags.contains(&nag)
                });
                // No move leads to the start.
                let may = EnabledIf::new(move |state| {
                    !of_moves || state.game.record().current() != NodeId::ROOT
                });
                ui.toggle(&nag_symbol(nag), words.clone(), (toggle, is_on, may));
            }
        });
    }
}

fn variations(ui: &mut Ui) {
    ui.row(6.0, |ui| {
        let may = EnabledIf::new(|state| {
            let game = &state.game;
            game.may_promote(game.record().current())
        });
        let promote = edit(Edit::Promote);
        ui.button(
            msg!("promote-variation"),
            ControlStyle::Button,
            (promote, may),
        );
        let may = EnabledIf::new(|state| {
            let game = &state.game;
            game.may_delete(game.record().current())
        });
        let delete = edit(Edit::Delete);
        ui.button(
            msg!("delete-from-here"),
            ControlStyle::Button,
            (delete, may),
        );
    });
}

/// Adds the comment field. Each position has a separate field, which keeps its text.
fn comment(ui: &mut Ui) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(8.0),
        ..default()
    };
    let key = |state: &UiState| page::key(state.game.record().current());
    ui.filled(node, key, |state, ui| {
        let record = state.game.record();
        let node = record.current();
        let text = record.annotation(node).beginning(MAX_EDITED);
        if text.chars().count() > MAX_EDITED {
            let words = msg!("comment-too-long", most = MAX_EDITED);
            ui.text(Size::Small, theme::FAINT, words);
            return;
        }
        let typed = OnTextChange::new(&text, move |world, text| {
            world.write_message(GameRequest::Edit(Edit::Comment(node, text)));
        });
        ui.long_field(msg!("comment"), typed);
    });
}
