//! How the game stood, ply by ply: a bar for each, White's share of it from its foot.

use bevy::prelude::*;

use super::super::act::Act;
use super::super::bind::{CheckedIf, Facts, Share, ShownIf};
use super::super::build::Ui;
use super::super::evaluation::{self, white_share};
use super::super::theme;
use super::{moves, page};
use crate::computer::Evaluation;
use crate::game::messages::GameRequest;
use crate::rules::NodeId;

/// Most bars: in a longer game each stands for several plies.
const MOST: usize = 120;
/// Height of the curve, logical pixels of the window.
const HEIGHT: f32 = 72.0;

/// The curve of the line that is shown, as far as it was looked into. Its place is
/// there from the first, so that nothing jumps when it comes.
pub(super) fn build(ui: &mut Ui) {
    let node = Node {
        width: percent(100),
        height: ui.px(HEIGHT),
        flex_shrink: 0.0,
        ..default()
    };
    let ground = (node, BackgroundColor(theme::BUTTON_DISABLED));
    ui.spawn((ground, Pickable::IGNORE), |ui| {
        let node = Node {
            width: percent(100),
            height: percent(100),
            ..default()
        };
        ui.filled(node, key, bars);
    });
}

/// The value of a node in words, such as "+0.3"; nothing if it is not known.
pub(super) fn value(facts: &Facts, node: NodeId) -> String {
    evaluation::words(Evaluation(facts.analysis.value(node)))
}

/// While values come in, bars only grow. What is read out of them waits for the end.
fn key(facts: &Facts) -> u64 {
    let analysis = &facts.analysis;
    let known = (!analysis.is_running).then_some(analysis.done);
    let rows = facts.rows.last_changed().get();
    page::key((facts.game.record().path(), rows, known))
}

fn bars(facts: &Facts, ui: &mut Ui) {
    let path = facts.game.record().path();
    for plies in path.chunks(path.len().div_ceil(MOST).max(1)) {
        bar(facts, ui, plies);
    }
}

/// The bar of some plies, which shows how the game stood at the first of them.
fn bar(facts: &Facts, ui: &mut Ui, plies: &[NodeId]) {
    let Some(&to) = plies.first() else {
        return;
    };
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        height: percent(100),
        max_width: ui.px(24.0),
        padding: UiRect::axes(ui.px(0.5), ui.px(4.0)),
        ..default()
    };
    let plies = plies.to_vec();
    let is_shown = CheckedIf::new(move |facts| plies.contains(&facts.game.record().current()));
    let goes = Act::new(move |world| {
        world.write_message(GameRequest::GoTo(to));
    });
    let name = [moves::place(facts, to), value(facts, to)].join(" ");
    ui.slice(name.trim_end(), node, (goes, is_shown), |ui| {
        let whole = Node {
            width: percent(100),
            height: percent(100),
            flex_direction: FlexDirection::ColumnReverse,
            ..default()
        };
        let is_known = ShownIf::new(move |facts| facts.analysis.value(to).is_some());
        let ground = BackgroundColor(theme::BAR_BLACK);
        ui.spawn((whole, ground, is_known, Pickable::IGNORE), |ui| {
            let white = Node {
                width: percent(100),
                ..default()
            };
            let share =
                Share::new(move |facts| white_share(facts.analysis.value(to).unwrap_or_default()));
            let ground = BackgroundColor(theme::BAR_WHITE);
            ui.spawn((white, ground, share, Pickable::IGNORE), |_| {});
        });
    });
}
