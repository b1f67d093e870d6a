//! The evaluation of the game as a bar chart, with White's chance at each ply from the bottom.
//! Glyphs of weak moves are below the bars.

use bevy::prelude::*;

use super::{judged, moves, page};
use crate::kit::act::Act;
use crate::kit::bind::{CheckedIf, DisplayedIf, Fractions};
use crate::kit::build::Ui;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::evaluation;
use icochess_engine::Score;
use icochess_message::{Msg, msg};
use icochess_play::game::messages::GameRequest;
use icochess_rules::{NodeId, nag_symbol};

/// Maximum number of bars. In a longer game, each bar covers several plies.
const MAX_BARS: usize = 120;
/// Height of the curve, in logical pixels of the window.
const HEIGHT: f32 = 72.0;
/// Height of the row of glyphs below the bars, in logical pixels of the window.
const GLYPHS: f32 = 18.0;
/// Width of a glyph, in logical pixels of the window.
const GLYPH: f32 = 22.0;
/// Width of the widest bar, in logical pixels of the window.
const WIDEST: f32 = 24.0;
/// Approximate maximum width of the curve, in logical pixels of the window.
const WIDTH: f32 = 380.0;

/// Adds the curve of the current line, up to the last evaluated ply, from the first evaluation on.
pub(super) fn build(ui: &mut Ui) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(4.0),
        flex_shrink: 0.0,
        ..default()
    };
    let has_any = |state: &UiState| state.analysis.total > 0;
    ui.hidden_unless(column, has_any, |ui| {
        ui.text(Size::Small, theme::FAINT, msg!("curve-of-white"));
        let node = Node {
            width: percent(100),
            height: ui.px(HEIGHT),
            margin: UiRect::bottom(ui.px(GLYPHS)),
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
    });
}

/// Returns the value of a node in words, such as "White 63%"; empty if unknown.
pub(super) fn value(state: &UiState, node: NodeId) -> Msg {
    words(state, state.analysis.value(node))
}

/// Returns an evaluation in words; empty if unknown.
pub(super) fn words(state: &UiState, score: Option<Score>) -> Msg {
    let known = score.and_then(|score| Some((score, judged::chance(state, score)?)));
    known.map_or(Msg::nothing(), |(score, chance)| {
        evaluation::words(score, chance)
    })
}

/// Returns the key of the curve. During the evaluation, only the number of bars changes; the text
/// for screen readers waits for the end.
pub(super) fn key(state: &UiState) -> u64 {
    let known = judged::key(state);
    let rows = state.rows.last_changed().get();
    page::key((state.game.record().path(), rows, known))
}

fn bars(state: &UiState, ui: &mut Ui) {
    let path = state.game.record().path();
    let bars: Vec<&[NodeId]> = path.chunks(path.len().div_ceil(MAX_BARS).max(1)).collect();
    let judged = judged::judged(state);
    // The worst move of each bar.
    let worst = bars.iter().map(|plies| {
        let nags = plies.iter().filter_map(|node| judged.get(node).copied());
        nags.max_by_key(|nag| judged::weight(*nag))
    });
    let glyphs = with_room(&worst.collect::<Vec<_>>());
    for (plies, glyph) in bars.into_iter().zip(glyphs) {
        bar(state, ui, plies, glyph);
    }
}

/// Removes glyphs that would overlap, and keeps those of the worse moves.
fn with_room(glyphs: &[Option<u8>]) -> Vec<Option<u8>> {
    let width = (WIDTH / glyphs.len().max(1) as f32).min(WIDEST);
    let apart = (GLYPH / width).ceil() as usize;
    let mut shown = vec![None; glyphs.len()];
    for weight in (1..=3).rev() {
        for (place, glyph) in glyphs.iter().enumerate() {
            let near = place.saturating_sub(apart - 1)..(place + apart).min(glyphs.len());
            let is_next = glyph.is_some_and(|nag| judged::weight(nag) == weight);
            if is_next && shown[near].iter().all(Option::is_none) {
                shown[place] = *glyph;
            }
        }
    }
    shown
}

/// Adds the bar of some plies, with the evaluation at the first of them and a glyph below.
fn bar(state: &UiState, ui: &mut Ui, plies: &[NodeId], glyph: Option<u8>) {
    let Some(&to) = plies.first() else {
        return;
    };
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        height: percent(100),
        max_width: ui.px(WIDEST),
        padding: UiRect::axes(ui.px(0.5), ui.px(4.0)),
        ..default()
    };
    let plies = plies.to_vec();
    let is_shown = CheckedIf::new(move |state| plies.contains(&state.game.record().current()));
    let goes = Act::new(move |world| {
        world.write_message(GameRequest::GoTo(to));
    });
    let glyph = glyph.map_or_else(String::new, nag_symbol);
    let (place, value) = (moves::place(state, to), value(state, to));
    let name = if state.analysis.value(to).is_none() {
        place
    } else {
        msg!("bar-value", place = place, value = value)
    };
    let name = if glyph.is_empty() {
        name
    } else {
        msg!("bar-judged", bar = name, sign = glyph.as_str())
    };
    ui.slice(name, node, (goes, is_shown), |ui| {
        let whole = Node {
            width: percent(100),
            height: percent(100),
            flex_direction: FlexDirection::ColumnReverse,
            ..default()
        };
        let is_known = DisplayedIf::new(move |state| state.analysis.value(to).is_some());
        let ground = BackgroundColor(theme::BAR_BLACK);
        ui.spawn((whole, ground, is_known, Pickable::IGNORE), |ui| {
            white_part(ui, move |state| state.analysis.value(to));
        });
        if !glyph.is_empty() {
            below(ui, &glyph);
        }
    });
}

/// Adds White's part of a bar.
pub(super) fn white_part(
    ui: &mut Ui,
    score: impl Fn(&UiState) -> Option<Score> + Send + Sync + 'static,
) {
    let share = Fractions::new(move |state| {
        let chance = score(state).and_then(|score| judged::chance(state, score));
        [1.0, chance.unwrap_or(0.5) as f32]
    });
    let ground = BackgroundColor(theme::BAR_WHITE);
    ui.spawn((Node::default(), ground, share, Pickable::IGNORE), |_| {});
}

/// Adds a glyph, centred below its bar.
fn below(ui: &mut Ui, glyph: &str) {
    let node = Node {
        position_type: PositionType::Absolute,
        top: percent(100),
        left: percent(50),
        width: ui.px(GLYPH),
        margin: UiRect::left(ui.px(-GLYPH / 2.0)),
        justify_content: JustifyContent::Center,
        ..default()
    };
    ui.node(node, |ui| {
        ui.text(Size::Small, theme::WARNING, Msg::verbatim(glyph.to_owned()));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worse_glyph_wins_where_glyphs_overlap() {
        let (dubious, mistake, blunder) = (Some(6), Some(2), Some(4));
        let few = [None, dubious, blunder, None, mistake];
        assert_eq!(with_room(&few), few);
        let mut many = vec![None; 120];
        many[10] = mistake;
        many[12] = blunder;
        many[14] = dubious;
        many[40] = dubious;
        let shown = with_room(&many);
        let found = |place: usize| shown[place];
        assert_eq!([10, 12, 14, 40].map(found), [None, blunder, None, dubious]);
        assert_eq!(with_room(&[]), []);
    }
}
