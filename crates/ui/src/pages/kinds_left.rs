//! A side's reserve, and its remaining pieces of the kinds whose extinction loses the game.

use accesskit::{Node as Accessible, Role as Reads};
use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;

use super::page;
use super::symbols::numbered;
use crate::kit::build::{Ui, Unread};
use crate::state::screen::Surface;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_board::pieces::piece::piece_kind;
use icochess_message::{Msg, msg};
use icochess_rules::{Extinction, Side};

/// Margin above the losing number of pieces at which the warning starts.
const FEW: u32 = 2;

/// Returns the kinds, and how many pieces of each a side has left.
fn left(state: &UiState, side: Side) -> Vec<(&'static Extinction, u32)> {
    let position = state.game.position();
    let kinds = position.extinctions().iter();
    kinds
        .map(|kind| (kind, position.count_of(side, kind)))
        .collect()
}

fn is_few(kind: &Extinction, left: u32) -> bool {
    left <= kind.count + FEW
}

/// Returns the reserve in words; `None` if it is empty.
fn reserve(state: &UiState, side: Side) -> Option<Msg> {
    let position = state.game.position();
    let pieces = position.in_reserve(side);
    let names = pieces.iter().flat_map(|(piece, count)| {
        let name = terms::piece(position, piece.role);
        std::iter::repeat_n(name, usize::from(*count))
    });
    (!pieces.is_empty()).then(|| msg!("reserve-has", pieces = Msg::list(names)))
}

/// Returns the whole line in words, for screen readers.
fn in_words(state: &UiState, side: Side) -> Msg {
    msg!(
        "kinds-left",
        side = side,
        kinds = Msg::list(all_in_words(state, side))
    )
}

/// Returns the kinds with their numbers, and the reserve.
fn all_in_words(state: &UiState, side: Side) -> Vec<Msg> {
    let kinds = left(state, side).into_iter().map(|(kind, left)| {
        if is_few(kind, left) {
            msg!("kind-few", piece = kind.of, count = left)
        } else {
            msg!("kind-left", piece = kind.of, count = left)
        }
    });
    kinds.chain(reserve(state, side)).collect()
}

/// Adds the symbols of the kinds with their numbers, on boards where extinction loses the game.
pub(super) fn build(ui: &mut Ui, side: Side) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        ..default()
    };
    let key = move |state: &UiState| {
        let position = state.game.position();
        let left: Vec<u32> = left(state, side).iter().map(|(_, left)| *left).collect();
        let reserve = position.in_reserve(side);
        page::key((state.game.record().board().id(), left, reserve))
    };
    let explained = move |state: &UiState| {
        let is_there = !state.game.position().extinctions().is_empty();
        let kinds = Msg::list(all_in_words(state, side));
        if is_there {
            msg!("kinds-explained", side = side, kinds = kinds)
        } else {
            Msg::nothing()
        }
    };
    ui.explained(explained, |ui| filled(ui, node, key, side));
}

fn filled(
    ui: &mut Ui,
    node: Node,
    key: impl Fn(&UiState) -> u64 + Send + Sync + 'static,
    side: Side,
) {
    ui.filled(node, key, move |state, ui| {
        let left = left(state, side);
        let reserve = reserve(state, side);
        if left.is_empty() && reserve.is_none() {
            return;
        }
        let mut read = Accessible::new(Reads::Image);
        read.set_label(ui.words.say(&in_words(state, side)));
        let row = Node {
            width: percent(100),
            flex_wrap: FlexWrap::Wrap,
            align_items: AlignItems::Center,
            column_gap: ui.px(8.0),
            ..default()
        };
        ui.spawn((row, AccessibilityNode(read), Pickable::IGNORE), |ui| {
            if !left.is_empty() && ui.on == Surface::Window {
                let letters = ui.letters(Size::Small, theme::FAINT);
                let words = ui.words.say(&msg!("kinds-left-caption"));
                ui.spawn((Text::new(words), letters, Unread), |_| {});
            }
            for (kind, left) in left {
                number(ui, state, kind, left);
            }
            // The panel has one line for all of this, next to the name. Its reserve is shown at the
            // board.
            if let Some(reserve) = reserve.filter(|_| ui.on == Surface::Window) {
                let letters = ui.letters(Size::Small, theme::FAINT);
                let words = ui.words.say(&reserve);
                ui.spawn((Text::new(words), letters, Unread), |_| {});
            }
        });
    });
}

/// Adds the symbol of a kind with its number. A low number also has a mark, because colour alone
/// isn't enough.
fn number(ui: &mut Ui, state: &UiState, kind: &Extinction, left: u32) {
    let Some(role) = kind.roles.first() else {
        return;
    };
    let symbol = piece_kind(state.game.position(), *role).symbol();
    let (color, mark) = if is_few(kind, left) {
        (theme::WARNING, "!")
    } else {
        (theme::FAINT, "")
    };
    numbered(ui, symbol, format!("{left}{mark}"), color);
}
