//! The field for typed moves, its completions, and a preview of the move.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::page;
use crate::kit::act::Act;
use crate::kit::bind::{CheckedIf, DisplayedIf};
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::kit::field::OnTextChange;
use crate::kit::fingertip::Pressable;
use crate::kit::focus::KeepsFocus;
use crate::kit::move_field::MoveField;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::words::{in_words, refusal, unmovable};
use icochess_base::display::Display;
use icochess_message::{Msg, msg};
use icochess_play::interaction::move_entry::{MAX_COMPLETIONS, MoveEntryRequest};
use icochess_play::interaction::move_text::{Completion, Meaning};
use icochess_play::interaction::{self, Unmovable};

/// Adds the field, shown while a move is being typed.
pub(super) fn build(ui: &mut Ui) {
    let is_open = DisplayedIf::new(|state| state.move_entry.is_open());
    // Pressing a completion keeps the focus in the field.
    let whole = (Node::default(), Pickable::IGNORE, is_open, KeepsFocus);
    ui.spawn(whole, |ui| {
        let card = Node {
            width: ui.px(400.0),
            max_width: percent(100),
            row_gap: ui.px(6.0),
            ..default()
        };
        ui.card(card, theme::CARD, entry);
    });
}

/// Adds the field and its message.
fn entry(ui: &mut Ui) {
    field(ui);
    let display = ui.on.display();
    ui.announced_text(Size::Body, theme::TEXT, move |state| {
        match refused(state, display) {
            _ if !state.move_entry.is_open() => Msg::nothing(),
            Some(why) => unmovable(&state.game, why),
            None => meaning(state),
        }
    });
    completions(ui);
}

/// Returns why no move can be made at this display now; `None` if moves are possible.
fn refused(state: &UiState, display: Display) -> Option<Unmovable> {
    let held = (&*state.handover, &*state.clock);
    let players = (&*state.computer, *state.at_window, &*state.remote);
    interaction::refusal(&state.game, held, players, display)
}

/// Adds the field, rebuilt with focus each time it opens.
fn field(ui: &mut Ui) {
    let key = |state: &UiState| u64::from(state.move_entry.is_open());
    // Full width: the height depends on whether the label wraps.
    let node = Node {
        flex_direction: FlexDirection::Column,
        width: percent(100),
        ..default()
    };
    ui.filled(node, key, |state, ui| {
        if state.move_entry.is_open() {
            let typed = OnTextChange::new(state.move_entry.text(), |world, text| {
                world.write_message(MoveEntryRequest::Text(text));
            });
            ui.short_field(msg!("typed-field"), typed, MoveField);
        }
    });
}

/// Returns the meaning of the text, and the effect of Enter.
fn meaning(state: &UiState) -> Msg {
    let (typed, position) = (&state.move_entry, state.game.position());
    if let Some(mv) = typed.meant() {
        let move_words = in_words(position, mv);
        let san = position.san(mv);
        return if san.ends_with('#') {
            msg!("typed-wins", move = move_words)
        } else if san.ends_with('+') {
            msg!("typed-checks", move = move_words)
        } else {
            msg!("typed-plays", move = move_words)
        };
    }
    match typed.meaning() {
        Meaning::Nothing => typed.example().map_or(Msg::nothing(), |example| {
            msg!("typed-nothing", example = example)
        }),
        // A complete move was handled above.
        Meaning::Move(_) | Meaning::Unfinished => {
            msg!("typed-unfinished", count = typed.completions().len())
        }
        Meaning::Ambiguous(moves) => {
            let moves = moves.iter().map(|mv| Msg::verbatim(position.san(*mv)));
            msg!("typed-ambiguous", moves = Msg::list(moves))
        }
        Meaning::Illegal(illegal) => refusal(&state.game, illegal),
        Meaning::Unknown => msg!("typed-unknown"),
    }
}

/// Returns the completions to offer, unless they would reveal hidden pieces.
fn offered<'a>(state: &'a UiState, display: Display) -> &'a [Completion] {
    if refused(state, display).is_some_and(Unmovable::is_blind) {
        &[]
    } else {
        state.move_entry.completions()
    }
}

/// Adds the completions. Keys choose a completion from the field; a press plays it.
fn completions(ui: &mut Ui) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        column_gap: ui.px(4.0),
        row_gap: ui.px(4.0),
        ..default()
    };
    let display = ui.on.display();
    let key = move |state: &UiState| {
        let texts = offered(state, display).iter().map(|it| &it.text);
        page::key(texts.collect::<Vec<_>>())
    };
    ui.filled(node, key, move |state, ui| {
        let all = offered(state, display);
        for (number, completion) in all.iter().take(MAX_COMPLETIONS).enumerate() {
            let text = Msg::verbatim(completion.text.clone());
            let control = ui.untabbed("completion", &text, ControlStyle::Choice);
            let does = (
                CheckedIf::new(move |state| state.move_entry.chosen() == Some(number)),
                Act::new(move |world| {
                    world.write_message(MoveEntryRequest::Take(number));
                }),
            );
            let node = Node {
                padding: UiRect::axes(ui.px(8.0), ui.px(3.0)),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                border_radius: BorderRadius::all(ui.px(theme::RADIUS)),
                ..default()
            };
            let pressable = Pressable::default();
            ui.spawn((control, node, Button, pressable, does), |ui| {
                ui.text(Size::Body, theme::TEXT, text);
            });
        }
        if let more @ 1.. = all.len().saturating_sub(MAX_COMPLETIONS) {
            ui.text(Size::Small, theme::FAINT, msg!("typed-more", count = more));
        }
    });
}
