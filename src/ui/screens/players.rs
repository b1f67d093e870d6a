//! The people who play: who they are, what they like, and who has won how often against
//! whom.

mod values;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::ui::Checked;

use super::super::act::Act;
use super::super::bind::Facts;
use super::super::build::Ui;
use super::super::evening::Evening;
use super::super::field::Typed;
use super::super::look::Look;
use super::super::people::{self, PeopleView};
use super::super::terms;
use super::super::theme::{self, Size};
use super::page;
use crate::language::Msg;
use crate::library::{Score, Tally, tallies};
use crate::msg;
use crate::save::player::Player;

/// Most pairs that are shown.
const PAIRS: usize = 50;

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, msg!("players"), |ui| {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: ui.px(8.0),
            ..default()
        };
        ui.filled(node.clone(), list_key, list);
        ui.filled(node.clone(), |facts| u64::from(facts.people.added), new);
        ui.says(Size::Small, theme::WARNING, |facts| {
            facts.people.problem.clone().unwrap_or(Msg::nothing())
        });
        ui.filled(node.clone(), chosen_key, chosen);
        ui.filled(
            node.clone(),
            |facts| page::key(facts.evening.scores()),
            evening,
        );
        ui.line();
        ui.text(Size::Heading, theme::TEXT, msg!("against-each-other"));
        let words = msg!("against-each-other-text");
        ui.text(Size::Small, theme::FAINT, words);
        ui.filled(node, pairs_key, pairs);
    });
}

/// Another list of games is another allocation: it is made before the one before is let
/// go.
fn games_key(facts: &Facts) -> (bool, usize) {
    let library = &facts.library;
    (library.is_listed, Arc::as_ptr(&library.games).addr())
}

// --- The people ------------------------------------------------------------------------

fn list_key(facts: &Facts) -> u64 {
    let names = facts.players.all().iter().map(|it| it.name.as_str());
    let names: Vec<&str> = names.collect();
    page::key((games_key(facts), names, &facts.people.chosen))
}

fn list(facts: &Facts, ui: &mut Ui) {
    let players = facts.players.all();
    if players.is_empty() {
        let words = msg!("players-nobody");
        ui.text(Size::Body, theme::FAINT, words);
    }
    let tallies = tallies(&facts.library.games);
    for player in players {
        let is_chosen = facts.people.chosen.as_ref() == Some(&player.name);
        row(ui, player, &tallies, is_chosen);
    }
}

fn row(ui: &mut Ui, player: &Player, tallies: &[Tally], is_chosen: bool) {
    let node = Node {
        min_height: ui.px(34.0),
        justify_content: JustifyContent::SpaceBetween,
        column_gap: ui.px(10.0),
        ..default()
    };
    let name = player.name.clone();
    let choose = Act::new(move |world| world.resource_mut::<PeopleView>().choose(&name));
    let name = Msg::verbatim(player.name.clone());
    let score = Score::of(tallies, |name| player.is_called(name));
    let fill = |ui: &mut Ui| {
        ui.text(Size::Body, theme::TEXT, name.clone());
        ui.text(Size::Small, theme::FAINT, told(score));
    };
    if is_chosen {
        ui.item(name.clone(), node, (choose, Checked), fill);
    } else {
        ui.item(name.clone(), node, choose, fill);
    }
}

/// "2 won, 1 lost, 0 drawn".
fn told(score: Score) -> Msg {
    let Score { won, lost, drawn } = score;
    msg!("score", won = won, lost = lost, drawn = drawn)
}

fn new(facts: &Facts, ui: &mut Ui) {
    let typed = Typed::new(facts.people.new_name.as_str(), |world, text| {
        world.resource_mut::<PeopleView>().new_name = text;
    });
    ui.field(msg!("new-player"), typed);
    ui.row(8.0, |ui| {
        ui.button(msg!("add"), Look::Button, Act::new(people::add));
    });
}

// --- Who is chosen ---------------------------------------------------------------------

fn chosen_key(facts: &Facts) -> u64 {
    let view = &facts.people;
    page::key((&view.chosen, view.asks_to_delete))
}

fn chosen(facts: &Facts, ui: &mut Ui) {
    let view = &facts.people;
    let Some(name) = &view.chosen else {
        return;
    };
    ui.line();
    ui.text(Size::Heading, theme::TEXT, Msg::verbatim(name.clone()));
    if view.asks_to_delete {
        let words = msg!("ask-delete-player", name = name.as_str());
        ui.text(Size::Body, theme::TEXT, words);
        ui.row(8.0, |ui| {
            ui.button(msg!("delete-them"), Look::Primary, Act::new(people::delete));
            ui.button(msg!("keep-them"), Look::Button, asks_to_delete(false));
        });
        return;
    }
    let typed = Typed::new(view.name.as_str(), |world, text| {
        world.resource_mut::<PeopleView>().name = text;
    });
    ui.field(msg!("name"), typed);
    ui.row(8.0, |ui| {
        ui.button(msg!("rename"), Look::Button, Act::new(people::rename));
        ui.button(msg!("delete"), Look::Button, asks_to_delete(true));
    });
    values::build(ui);
}

fn asks_to_delete(asks: bool) -> Act {
    Act::new(move |world| world.resource_mut::<PeopleView>().asks_to_delete = asks)
}

// --- The evening -----------------------------------------------------------------------

fn evening(facts: &Facts, ui: &mut Ui) {
    let scores = facts.evening.scores();
    if scores.is_empty() {
        return;
    }
    ui.line();
    ui.text(Size::Heading, theme::TEXT, msg!("this-evening"));
    for (name, score) in scores {
        ui.ends(|ui| {
            ui.text(Size::Body, theme::TEXT, Msg::verbatim(name.to_owned()));
            ui.text(Size::Body, theme::FAINT, told(score));
        });
    }
    let end = Act::new(|world| world.resource_mut::<Evening>().end());
    ui.row(8.0, |ui| {
        ui.button(msg!("end-evening"), Look::Button, end);
    });
}

// --- Pairs -----------------------------------------------------------------------------

fn pairs_key(facts: &Facts) -> u64 {
    page::key(games_key(facts))
}

fn pairs(facts: &Facts, ui: &mut Ui) {
    let tallies = tallies(&facts.library.games);
    if tallies.is_empty() {
        let words = if facts.library.is_listed {
            msg!("players-none")
        } else {
            msg!("looking")
        };
        ui.text(Size::Body, theme::FAINT, words);
    }
    for tally in tallies.iter().take(PAIRS) {
        ui.ends(|ui| {
            let [first, second] = &tally.players;
            ui.text(
                Size::Body,
                theme::TEXT,
                Msg::verbatim(format!("{first} – {second}")),
            );
            ui.text(Size::Body, theme::FAINT, words(facts, tally));
        });
    }
}

/// "3 – 1, 2 draws, 8x8 chess".
fn words(facts: &Facts, tally: &Tally) -> Msg {
    let board = terms::board_of(&tally.board, facts.boards.get(&tally.board));
    let [first, second] = tally.wins;
    let score = format!("{first} – {second}");
    match tally.draws {
        0 => msg!("tally", score = score, board = board),
        draws => msg!(
            "tally-with-draws",
            score = score,
            count = draws,
            board = board
        ),
    }
}
