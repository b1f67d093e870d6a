//! A field for moves, what may be meant by what is typed in it, and what would be.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::super::act::Act;
use super::super::bind::{CheckedIf, Facts};
use super::super::build::Ui;
use super::super::field::Typed;
use super::super::look::Look;
use super::super::theme::{self, Size};
use super::super::typed::MoveField;
use super::super::words::{in_words, refusal, unmovable};
use super::page;
use crate::game::messages::MoveRejected;
use crate::interaction;
use crate::interaction::typed::{MOST, TypedRequest};
use crate::language::Msg;
use crate::msg;
use crate::rules::{IllegalMove, Meaning};

/// The field, as long as a move is to be typed.
pub(super) fn build(ui: &mut Ui) {
    let display = ui.on.display();
    let is_open = |facts: &Facts| facts.typed.is_open();
    ui.hidden_unless(Node::default(), is_open, |ui| {
        let card = Node {
            width: ui.px(400.0),
            max_width: percent(100),
            row_gap: ui.px(6.0),
            ..default()
        };
        ui.card(card, theme::CARD, |ui| {
            field(ui);
            ui.says_aloud(Size::Body, theme::TEXT, move |facts| {
                let others = (&*facts.computer, &*facts.handover, *facts.at_window);
                match interaction::refusal(&facts.game, others, display) {
                    _ if !facts.typed.is_open() => Msg::nothing(),
                    Some(why) => unmovable(&facts.game, why),
                    None => meaning(facts),
                }
            });
            completions(ui);
        });
    });
}

/// A new one each time, with the keyboard.
fn field(ui: &mut Ui) {
    let key = |facts: &Facts| u64::from(facts.typed.is_open());
    ui.filled(Node::default(), key, |facts, ui| {
        if facts.typed.is_open() {
            let typed = Typed::new(facts.typed.text(), |world, text| {
                world.write_message(TypedRequest::Text(text));
            });
            ui.short_field(msg!("typed-field"), typed, MoveField);
        }
    });
}

/// What the text means, and what Enter would do.
fn meaning(facts: &Facts) -> Msg {
    let (typed, position) = (&facts.typed, facts.game.position());
    if let Some(mv) = typed.meant() {
        let told = in_words(position, mv);
        let san = position.san(mv);
        return if san.ends_with('#') {
            msg!("typed-wins", move = told)
        } else if san.ends_with('+') {
            msg!("typed-checks", move = told)
        } else {
            msg!("typed-plays", move = told)
        };
    }
    match typed.meaning() {
        Meaning::Nothing => typed.example().map_or(Msg::nothing(), |example| {
            msg!("typed-nothing", example = example)
        }),
        // That one is told above.
        Meaning::Move(_) | Meaning::Unfinished => {
            msg!("typed-unfinished", count = typed.completions().len())
        }
        Meaning::Ambiguous(moves) => {
            let moves = moves.iter().map(|mv| Msg::verbatim(position.san(*mv)));
            msg!("typed-ambiguous", moves = Msg::list(moves))
        }
        &Meaning::Illegal(IllegalMove { mv, reason }) => {
            refusal(&facts.game, &MoveRejected { mv, reason })
        }
        Meaning::Unknown => msg!("typed-unknown"),
    }
}

/// The moves that begin so. Keys choose one from the field, and a press plays it.
fn completions(ui: &mut Ui) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        column_gap: ui.px(4.0),
        row_gap: ui.px(4.0),
        ..default()
    };
    let key = |facts: &Facts| {
        let texts = facts.typed.completions().iter().map(|it| &it.text);
        page::key(texts.collect::<Vec<_>>())
    };
    ui.filled(node, key, |facts, ui| {
        let all = facts.typed.completions();
        for (number, completion) in all.iter().take(MOST).enumerate() {
            let text = Msg::verbatim(completion.text.clone());
            let control = ui.untabbed("completion", &text, Look::Choice);
            let does = (
                CheckedIf::new(move |facts| facts.typed.chosen() == Some(number)),
                Act::new(move |world| {
                    world.write_message(TypedRequest::Take(number));
                }),
            );
            let node = Node {
                padding: UiRect::axes(ui.px(8.0), ui.px(3.0)),
                border_radius: BorderRadius::all(ui.px(theme::RADIUS)),
                ..default()
            };
            ui.spawn((control, node, Button, does), |ui| {
                ui.text(Size::Body, theme::TEXT, text);
            });
        }
        if let more @ 1.. = all.len().saturating_sub(MOST) {
            ui.text(Size::Small, theme::FAINT, msg!("typed-more", count = more));
        }
    });
}
