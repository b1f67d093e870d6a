//! The plates of the players: name, time, captures, and whose turn it is.

use bevy::prelude::*;

use super::symbols::{numbered, of_side};
use super::{kinds_left, page};
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::Surface;
use crate::state::sides::parse_engine_name;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use crate::text::words::named;
use icochess_base::display::Display;
use icochess_board::pieces::piece::piece_kind;
use icochess_board::role_name;
use icochess_core::clock::{self, Urgency};
use icochess_engine::Algorithm;
use icochess_message::{Msg, msg};
use icochess_play::computer::SidePlayer;
use icochess_play::game::seating::Seating;
use icochess_rules::{Role, Side};

/// Left and right padding of a plate, in logical pixels.
pub(super) const SIDES: f32 = 10.0;

/// Returns the padding of a line above or below the plates. In the window, plates extend by their
/// padding, so this padding aligns the text.
pub(super) fn beside_line(ui: &Ui) -> UiRect {
    match ui.on {
        Surface::Window => UiRect::horizontal(ui.px(SIDES)),
        Surface::Panel | Surface::Plate => UiRect::ZERO,
    }
}

/// Adds the plates of both sides, with the viewer's side below.
pub(super) fn plates(ui: &mut Ui) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(6.0),
        width: percent(100),
        ..default()
    };
    ui.filled(
        node,
        |state| page::key(near(state)),
        |state, ui| {
            let near = near(state);
            for side in [!near, near] {
                plate(ui, side);
            }
        },
    );
}

/// Returns the side of the lower plate, which follows the view at a shared window.
fn near(state: &UiState) -> Side {
    let is_shared = *state.display.get() == Display::Flat;
    let player = state.handover.player().filter(|_| is_shared);
    player.unwrap_or(Side::White)
}

fn plate(ui: &mut Ui, side: Side) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(ui.px(SIDES), ui.px(6.0)),
        border_radius: BorderRadius::all(ui.px(theme::RADIUS)),
        ..default()
    };
    let name = Name::new(format!("{}plate {side}", ui.on.prefix()).to_lowercase());
    let plate = (
        name,
        node,
        ControlStyle::Plate,
        is_to_move(side),
        BackgroundColor(Color::NONE),
        Pickable::IGNORE,
    );
    let on = ui.on;
    let has_own_line = on == Surface::Window;
    ui.spawn(plate, |ui| {
        ui.ends(|ui| {
            name_line(ui, side);
            // The panel is wide and low.
            if !has_own_line {
                kinds_left::build(ui, side);
                ui.shown_if(
                    |state| state.faces.0.is_some(),
                    |ui| clock(ui, side, Size::Clock),
                );
            }
        });
        let row = Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::SpaceBetween,
            column_gap: ui.px(10.0),
            ..default()
        };
        let has_any = move |state: &UiState| {
            let is_ahead = ahead(state, side) != Msg::nothing();
            let has_clock = has_own_line && state.faces.0.is_some();
            has_clock || is_ahead || !captured_one_by_one(state, side, on).is_empty()
        };
        let words = move |state: &UiState| captured_in_words(state, side);
        ui.explained(words, |ui| {
            ui.hidden_unless(row, has_any, |ui| {
                let node = Node {
                    align_items: AlignItems::Center,
                    column_gap: ui.px(6.0),
                    ..default()
                };
                ui.node(node, |ui| {
                    ui.bound_pieces(theme::TEXT, move |state| {
                        captured_one_by_one(state, side, on)
                    });
                    ui.bound_text(Size::Small, theme::FAINT, move |state| ahead(state, side));
                });
                if has_own_line {
                    clock(ui, side, Size::Clock);
                }
            });
            captured_by_kind(ui, side);
        });
        if has_own_line {
            kinds_left::build(ui, side);
        }
    });
}

/// Adds the symbol of a side, and its player.
fn name_line(ui: &mut Ui, side: Side) {
    let node = Node {
        min_height: ui.px(1.2 * Size::Heading.pixels()),
        align_items: AlignItems::Center,
        column_gap: ui.px(8.0),
        ..default()
    };
    ui.node(node, |ui| {
        ui.symbol_before(Size::Heading, king(side));
        ui.bound_text(Size::Body, theme::TEXT, move |state| player(state, side));
    });
}

/// Returns whether it is this side's turn.
pub(super) fn is_to_move(side: Side) -> CheckedIf {
    CheckedIf::new(move |state| {
        state.game.outcome().is_none() && state.game.position().turn() == side
    })
}

/// Returns the symbol of a side for a dark background: solid for White, an outline for Black. In
/// Unicode the names are reversed, because they are for paper.
pub(super) const fn king(side: Side) -> &'static str {
    match side {
        Side::White => "♚",
        Side::Black => "♔",
    }
}

/// Adds the clock of a side, with a warning when time is low.
pub(super) fn clock(ui: &mut Ui, side: Side, size: Size) {
    let node = Node {
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(node, |ui| {
        ui.bound_text(Size::Body, theme::WARNING, move |state| {
            warning(state, side)
        });
        ui.bound_text(size, theme::TEXT, move |state| time(state, side));
    });
}

/// Returns the player of a side: a name, or "White: you", "Black: computer, level 5". A person who
/// plays both sides is "you" on both, and needn't wait for an opponent.
fn player(state: &UiState, side: Side) -> Msg {
    let player = state.computer.of(side);
    if player.computer {
        let engine = named(&state.game, side).filter(|_| player.external);
        let who = engine.map_or_else(
            || computer_words(player),
            |name| Msg::verbatim(short(&name)),
        );
        match state.series.course() {
            None => msg!("plate-who", side = side, who = who),
            Some(course) => msg!(
                "plate-points",
                side = side,
                who = who,
                points = points(course.half_points(side))
            ),
        }
    } else if let Some(name) = named(&state.game, side) {
        // A finished game of the computer may be on the board.
        let who = parse_engine_name(&name).map_or_else(
            || Msg::verbatim(short(&name)),
            |player| computer_words(&player),
        );
        msg!("plate-who", side = side, who = who)
    } else if state.computer.plays(!side) || is_alone(state) {
        msg!("plate-you", side = side)
    } else {
        terms::side(side)
    }
}

/// Returns whether one person plays both sides of the unfinished game.
fn is_alone(state: &UiState) -> bool {
    Seating::of(state.game.record()) == Seating::Alone && state.game.outcome().is_none()
}

/// Maximum number of letters of a name on a plate, which has one line.
const MAX_LETTERS: usize = 16;

/// Truncates a name that is too long for a plate.
fn short(name: &str) -> String {
    if name.chars().count() <= MAX_LETTERS {
        return name.to_owned();
    }
    let begin: String = name.chars().take(MAX_LETTERS - 1).collect();
    begin.trim_end().to_owned() + "…"
}

/// Formats the points of a series: "2½".
pub(super) fn points(half_points: u16) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// Returns the computer as a player in words: "computer, level 5".
pub(super) fn computer_words(player: &SidePlayer) -> Msg {
    let level = player.level;
    if player.external {
        return msg!("engine-of-others");
    }
    match player.algorithm {
        Algorithm::Strong => msg!("computer-level", level = level),
        Algorithm::Random => msg!("computer-random"),
        other => msg!(
            "computer-algorithm",
            algorithm = terms::algorithm(other),
            level = level
        ),
    }
}

/// Returns the time on the clock of a side; empty without a clock.
fn time(state: &UiState, side: Side) -> Msg {
    state.faces.0.map_or(Msg::nothing(), |faces| {
        let face = faces[side.index()];
        let periods = match face.periods {
            0 => String::new(),
            periods => format!(" ({periods})"),
        };
        Msg::decimal(clock::text(face.left) + &periods)
    })
}

/// Returns the time warning of a side as a symbol, because colour alone isn't enough.
fn warning(state: &UiState, side: Side) -> Msg {
    let urgency = state.faces.0.map(|faces| faces[side.index()].urgency);
    match urgency {
        None | Some(Urgency::Calm) => Msg::nothing(),
        Some(Urgency::Low) => Msg::verbatim("! "),
        Some(Urgency::Critical) => Msg::verbatim("!! "),
        Some(Urgency::Fallen) => msg!("plate-time-up"),
    }
}

/// Returns the material lead of a side; empty if the side isn't ahead. With traditional piece
/// values (pawn 1, queen 9), the number is enough; otherwise the text explains it.
fn ahead(state: &UiState, side: Side) -> Msg {
    let record = state.game.record();
    let sign = match side {
        Side::White => 1,
        Side::Black => -1,
    };
    let worths = state.shape.as_ref().map_or(&[][..], |shape| shape.worths);
    let known = |role: Role| {
        let name = role_name(record.position(), role);
        let mut worths = worths.iter();
        worths
            .find(|(of, _)| *of == name)
            .map_or(0, |(_, worth)| i32::from(*worth))
    };
    if !worths.is_empty() {
        return match sign * record.material().worth(known) {
            points @ 1.. => Msg::verbatim(format!("+{points}")),
            _ => Msg::nothing(),
        };
    }
    let Some(engine) = state.boards.engine(record.board()) else {
        return Msg::nothing();
    };
    let worth = sign * record.material().worth(|role| engine.piece_value(role));
    let pawn = engine.piece_value(Role::PAWN).max(1);
    match (worth as f32 / pawn as f32).round() as i32 {
        pawns @ 1.. => msg!("plate-ahead", count = pawns),
        _ => Msg::nothing(),
    }
}

/// Returns a side's captures and lead in words.
fn captured_in_words(state: &UiState, side: Side) -> Msg {
    let (position, material) = (state.game.position(), state.game.record().material());
    let kinds = material.captured(!side).iter().rev().map(|(role, count)| {
        let piece = terms::piece(position, *role);
        msg!("captured-kind", what = piece, count = *count)
    });
    let kinds: Vec<Msg> = kinds.collect();
    let ahead = ahead(state, side);
    match (kinds.is_empty(), ahead == Msg::nothing()) {
        (true, _) => Msg::nothing(),
        (false, true) => msg!("captured-explained", side = side, kinds = Msg::list(kinds)),
        (false, false) => msg!(
            "captured-and-ahead",
            side = side,
            kinds = Msg::list(kinds),
            ahead = ahead
        ),
    }
}

/// Returns the pieces that a side has captured, the most valuable first.
fn captured(state: &UiState, side: Side) -> Vec<(String, u32)> {
    let position = state.game.position();
    let material = state.game.record().material();
    let captured = material.captured(!side).iter().rev();
    let symbol = |role: Role| of_side(piece_kind(position, role).symbol(), !side);
    captured
        .map(|(role, count)| (symbol(*role), *count))
        .collect()
}

/// Returns one symbol per captured piece; empty if they don't fit.
fn captured_one_by_one(state: &UiState, side: Side, on: Surface) -> String {
    let captured = captured(state, side);
    if is_many(&captured, max_symbols(state, on)) {
        return String::new();
    }
    captured
        .iter()
        .map(|(symbol, count)| symbol.repeat(*count as usize))
        .collect()
}

/// Returns how many symbols fit in a row. All captures of a chess game fit on the panel. The window
/// has larger symbols and fewer fit, fewest with a clock.
fn max_symbols(state: &UiState, on: Surface) -> u32 {
    match on {
        Surface::Window if state.faces.0.is_some() => 5,
        Surface::Window => 10,
        Surface::Panel | Surface::Plate => 15,
    }
}

fn is_many(captured: &[(String, u32)], limit: u32) -> bool {
    // A row of letters in place of missing symbols would be illegible.
    let has_letters = captured.iter().any(|(symbol, _)| symbol.is_ascii());
    has_letters || captured.iter().map(|(_, count)| count).sum::<u32>() > limit
}

/// Adds one symbol with a number for each captured kind, if there are too many single symbols.
fn captured_by_kind(ui: &mut Ui, side: Side) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: ui.px(6.0),
        ..default()
    };
    let on = ui.on;
    let many = move |state: &UiState| {
        let captured = captured(state, side);
        if is_many(&captured, max_symbols(state, on)) {
            captured
        } else {
            Vec::new()
        }
    };
    ui.filled(
        node,
        move |state| page::key(many(state)),
        move |state, ui| {
            for (symbol, count) in many(state) {
                numbered(ui, &symbol, count.to_string(), theme::TEXT);
            }
        },
    );
}
