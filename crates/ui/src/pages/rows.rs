//! The rows of settings, generated from the settings table: for everybody, or as overrides for one
//! player.

use bevy::prelude::*;

use crate::kit::act::{Act, Slide};
use crate::kit::bind::{BoundText, CheckedIf, Value};
use crate::kit::build::Ui;
use crate::kit::choice::Alternative;
use crate::kit::field::OnTextChange;
use crate::kit::slider::Scale;
use crate::state::people::PeopleView;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_base::display::PassthroughAvailable;
use icochess_base::language::SYSTEM;
use icochess_message::{Msg, msg};
use icochess_play::computer::Computer;
use icochess_play::game::Match;
use icochess_shape::Room;
use icochess_store::player::PlayerProfile;
use icochess_store::players::Players;
use icochess_store::setting::{self, Choice, Kind, Number, Setting, Unit};
use icochess_store::settings::Settings;
use icochess_store::table;

/// The owner of the values in the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SettingsOwner {
    /// The settings themselves, for all players without overrides.
    Everybody,
    /// The player chosen on the players page.
    Chosen,
}

/// Returns the player chosen on the players page.
fn chosen<'a>(state: &'a UiState) -> Option<&'a PlayerProfile> {
    state.players.get(state.people.chosen.as_ref()?)
}

/// Changes the profile of the player chosen on the players page.
pub(super) fn change_chosen(world: &mut World, change: impl FnOnce(&mut PlayerProfile)) {
    if let Some(name) = world.resource::<PeopleView>().chosen.clone() {
        world.resource_mut::<Players>().change(&name, change);
    }
}

/// Changes a setting for everybody.
fn change(world: &mut World, setting: &Setting, value: setting::Value) {
    let mut settings = world.resource::<Settings>().clone();
    // Keeps a change made in the game, even in this frame.
    settings.computer = world.resource::<Computer>().clone();
    setting.set(&mut settings, value);
    let computer = settings.computer.clone();
    world.resource_mut::<Computer>().set_if_neq(computer);
    world.resource_mut::<Settings>().set_if_neq(settings);
}

impl SettingsOwner {
    /// Returns the owner's value; `None` if it isn't overridden.
    fn own(self, setting: &Setting, state: &UiState) -> Option<setting::Value> {
        match self {
            Self::Everybody => Some(setting.value(&state.settings)),
            Self::Chosen => chosen(state)?.own(setting).cloned(),
        }
    }

    /// Sets the owner's value; `None` removes the override.
    fn set(self, setting: &Setting, world: &mut World, value: Option<setting::Value>) {
        match (self, value) {
            (Self::Everybody, Some(value)) => change(world, setting, value),
            (Self::Everybody, None) => {}
            (Self::Chosen, value) => {
                change_chosen(world, |player| player.set_own(setting.name, value));
            }
        }
    }
}

/// Adds the row of a setting, with its explanation if it is for everybody.
pub(super) fn row(ui: &mut Ui, setting: &'static Setting, owner: SettingsOwner) {
    let Some(row) = setting.row else {
        return;
    };
    // A single language is no choice.
    if matches!(setting.kind, Kind::Language) && ui.words.languages().count() < 2 {
        return;
    }
    let label = (row.label)();
    match setting.kind {
        Kind::Switch if owner == SettingsOwner::Everybody => switch(ui, label, setting),
        Kind::Switch => {
            let all = [(msg!("on"), true), (msg!("switched-off"), false)];
            let all = all.map(|(label, is_on)| (label, setting::Value::Switch(is_on)));
            choice(ui, label, (setting, owner), all);
        }
        Kind::Choice { all, .. } => {
            let value = |it: Choice| (it.label, setting::Value::Choice(it.id));
            choice(ui, label, (setting, owner), all().into_iter().map(value));
        }
        Kind::Number(number) => slider(ui, label, (setting, owner), number),
        Kind::Language => languages(ui, label, setting),
        Kind::Text => program(ui, label, setting),
        Kind::Rooms => rooms(ui, label, setting),
        Kind::Starts | Kind::KnownBoards | Kind::Levels | Kind::Puzzles => {}
    }
    if let (SettingsOwner::Everybody, Some(explanation)) = (owner, row.explanation) {
        explain(ui, explanation());
    }
}

/// Adds the explanation of a row in small text below it.
pub(super) fn explain(ui: &mut Ui, words: Msg) {
    // The explanation is closer to its own row than to the next.
    let node = Node {
        margin: UiRect::bottom(ui.px(8.0)),
        ..default()
    };
    ui.node(node, |ui| ui.text(Size::Small, theme::FAINT, words));
}

/// Adds the notice that passthrough starts at the next launch, in case it can't start at once.
pub(super) fn next_time(ui: &mut Ui) {
    ui.shown_if(
        |state| state.settings.passthrough && *state.passthrough == PassthroughAvailable::NextTime,
        |ui| ui.text(Size::Small, theme::WARNING, msg!("passthrough-next-time")),
    );
}

fn switch(ui: &mut Ui, label: Msg, setting: &'static Setting) {
    let is_on = |settings: &Settings| setting.value(settings) == setting::Value::Switch(true);
    ui.switch(
        label,
        move |state| is_on(&state.settings),
        move |world| {
            let now = is_on(world.resource::<Settings>());
            change(world, setting, setting::Value::Switch(!now));
        },
    );
}

/// Adds a choice between values; for a player, including the value of the settings.
fn choice(
    ui: &mut Ui,
    label: Msg,
    (setting, owner): (&'static Setting, SettingsOwner),
    all: impl IntoIterator<Item = (Msg, setting::Value)>,
) {
    let inherited = (owner == SettingsOwner::Chosen).then(|| (msg!("as-in-settings"), None));
    let all = all.into_iter().map(|(label, value)| (label, Some(value)));
    let alternative = |(label, value): (Msg, Option<setting::Value>)| {
        let shown = value.clone();
        Alternative {
            label,
            chosen: CheckedIf::new(move |state| owner.own(setting, state) == shown),
            choose: Act::new(move |world| owner.set(setting, world, value.clone())),
        }
    };
    let all = inherited.into_iter().chain(all).map(alternative);
    ui.choice(label, all.collect());
}

/// Adds the choice of the language: the system's, or one of the available languages, each under its
/// own name.
fn languages(ui: &mut Ui, label: Msg, setting: &'static Setting) {
    let named = |(code, name): (&str, &str)| (Msg::verbatim(name.to_owned()), code.to_owned());
    let system = (msg!("language-system"), SYSTEM.to_owned());
    let all = [system].into_iter().chain(ui.words.languages().map(named));
    let all = all.map(|(label, code)| (label, setting::Value::Text(code)));
    choice(ui, label, (setting, SettingsOwner::Everybody), all);
}

/// Adds the choice of the room for the current board: the board's own, or the room for all boards.
fn rooms(ui: &mut Ui, label: Msg, setting: &'static Setting) {
    let own = table::room_labels().map(|(label, room)| (label, Some(room)));
    let all = [(msg!("as-for-all-boards"), None)].into_iter().chain(own);
    let alternative = |(label, room): (Msg, Option<Room>)| Alternative {
        label,
        chosen: CheckedIf::new(move |state| {
            state.settings.rooms.of(state.game.record().board()) == room
        }),
        choose: Act::new(move |world| {
            let board = world.resource::<Match>().record().board();
            let mut rooms = world.resource::<Settings>().rooms.clone();
            rooms.choose(board, room);
            change(world, setting, setting::Value::Rooms(rooms));
        }),
    };
    ui.choice(label, all.map(alternative).collect());
}

/// Adds a field for the path of a program.
fn program(ui: &mut Ui, label: Msg, setting: &'static Setting) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        ..default()
    };
    // The known text has to be read when the page is filled.
    ui.filled(
        node,
        |_| 0,
        move |state, ui| {
            let known = match setting.value(&state.settings) {
                setting::Value::Text(text) => text,
                _ => String::new(),
            };
            let typed = OnTextChange::new(&known, move |world, text| {
                change(world, setting, setting::Value::Text(text));
            });
            ui.long_field(label.clone(), typed);
        },
    );
}

fn slider(
    ui: &mut Ui,
    label: Msg,
    (setting, owner): (&'static Setting, SettingsOwner),
    number: Number,
) {
    let value = move |state: &UiState| {
        let own = owner.own(setting, state);
        match own.unwrap_or_else(|| setting.value(&state.settings)) {
            setting::Value::Number(value) => value,
            _ => 0.0,
        }
    };
    let (range, step) = number.scale();
    let scale = Scale {
        range,
        step,
        value: Value::new(move |state| number.place(value(state))),
        words: BoundText::new(move |state| {
            let words = in_words(&number, value(state));
            if owner.own(setting, state).is_some() {
                words
            } else {
                msg!("value-of-settings", value = words)
            }
        }),
        set: Slide::new(move |world, place| {
            owner.set(setting, world, Some(number.at(place).into()));
        }),
    };
    ui.slider(label, scale);
}

/// Formats a number with its unit.
fn in_words(number: &Number, value: f32) -> Msg {
    let (min, max) = number.bounds;
    let metres = |length: String| msg!("metres", value = Msg::decimal(length));
    match number.unit {
        Unit::None => Msg::decimal(value.to_string()),
        Unit::Part => msg!("percent", value = format!("{:.0}", 100.0 * value)),
        Unit::Decibels if value <= min => msg!("off"),
        // The position on the scale: the loudest is 100%.
        Unit::Decibels => msg!(
            "percent",
            value = format!("{:.0}", 100.0 * (value - min) / (max - min))
        ),
        Unit::Metres => metres(format!("{value:.2}")),
        Unit::MetresMore => metres(format!("{value:+.2}")),
        Unit::Seconds => msg!("seconds", value = Msg::decimal(value.to_string())),
        Unit::Mebibytes => msg!("megabytes", value = value as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_base::language::Words;

    #[test]
    fn numbers_have_units_and_the_least_volume_is_off() {
        let shown = |name: &str, value: f32| {
            let Some(Kind::Number(number)) = table::setting(name).map(|it| it.kind) else {
                panic!("{name} is no number");
            };
            Words::default().english(&in_words(&number, value))
        };
        assert_eq!(shown("volume", -60.0), "off");
        assert_eq!(shown("volume", -6.0), "75%");
        assert_eq!(shown("volume", 0.0), "83%");
        assert_eq!(shown("volume", 12.0), "100%");
        assert_eq!(shown("board_height", 0.05), "+0.05\u{a0}m");
        assert_eq!(shown("text_size", 1.15), "115%");
        assert_eq!(shown("computer.seconds", 0.5), "0.5\u{a0}s");
        assert_eq!(shown("computer.cores", 3.0), "3");
        assert_eq!(shown("computer.table", 64.0), "64\u{a0}MB");
    }
}
