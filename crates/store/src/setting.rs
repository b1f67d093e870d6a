//! Definition of a setting: its name in the file, its kind of value, and its place in the UI. All
//! settings are listed in [`table`](super::table).

use super::by_board::KnownBoards;
use super::by_board::Levels;
use super::by_board::Rooms;
use super::by_board::Starts;
use super::puzzle_scores::PuzzleScores;
use super::settings::Settings;
use icochess_base::language;
use icochess_base::platform;
use icochess_message::{Msg, msg};
use icochess_play::computer::settings::available_cores;

/// Maximum length of a text in bytes: a program's path and some more.
const MAX_TEXT: usize = 5000;

/// Page of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Appearance and rotation of the board.
    Board,
    /// Two people sharing a display.
    Together,
    /// Computer player.
    Computer,
    /// Sound and haptics.
    Sound,
    /// Window and headset.
    Display,
}

impl Subject {
    /// All subjects, in the order of their tabs.
    pub const ALL: [Self; 5] = [
        Self::Board,
        Self::Together,
        Self::Computer,
        Self::Sound,
        Self::Display,
    ];

    /// Returns the label of the subject's tab.
    pub const fn title(self) -> Msg {
        match self {
            Self::Board => msg!("settings-board"),
            Self::Together => msg!("settings-together"),
            Self::Computer => msg!("settings-computer"),
            Self::Sound => msg!("settings-sound"),
            Self::Display => msg!("settings-display"),
        }
    }
}

/// Value of a setting.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// Number, whole or fractional.
    Number(f32),
    /// Choice, by its [id](Choice::id).
    Choice(&'static str),
    /// Text.
    Text(String),
    /// Start positions of new games, by board.
    Starts(Starts),
    /// Rooms of individual boards.
    Rooms(Rooms),
    /// Boards whose tutorial is no longer offered.
    KnownBoards(KnownBoards),
    /// Levels that match a person's strength, by board.
    Levels(Levels),
    /// Scores in puzzles, by board.
    Puzzles(PuzzleScores),
}

impl Value {
    /// Returns a message about unknown names in the value, which are kept but ignored.
    pub(super) fn wrong_part(&self) -> Option<String> {
        match self {
            Self::Starts(starts) => starts.wrong_name(),
            Self::Rooms(rooms) => rooms.wrong_name(),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(is_on: bool) -> Self {
        Self::Switch(is_on)
    }
}

impl From<f32> for Value {
    fn from(number: f32) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for Value {
    fn from(id: &'static str) -> Self {
        Self::Choice(id)
    }
}

/// Option of a setting.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Name of the value in the file.
    pub id: &'static str,
    /// Label in the UI.
    pub label: Msg,
}

/// Kind of a setting's value, which also determines the control.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Switch with two states, on and off.
    Switch,
    /// Number with a slider.
    Number(Number),
    /// Choice with a row of options.
    Choice {
        /// Returns all options.
        all: fn() -> Vec<Choice>,
        /// Whether names are unquoted in the file.
        is_bare: bool,
    },
    /// Language code such as `en`, or the system's language. The control is a row of the available
    /// languages.
    Language,
    /// Start position of new games, by board. Players choose it with the game.
    Starts,
    /// Rooms of individual boards, with a row of options for the current board.
    Rooms,
    /// Boards whose tutorial is no longer offered.
    KnownBoards,
    /// Levels that match a person's strength, by board. They follow the results.
    Levels,
    /// Scores in puzzles, by board.
    Puzzles,
    /// Text of one line, possibly empty, such as a program with arguments. The control is a field.
    Text,
}

/// Unit of a number, which determines its format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Plain count.
    None,
    /// Ratio, shown in percent.
    Part,
    /// Decibels. The lower bound means silence.
    Decibels,
    /// Length in metres.
    Metres,
    /// Offset from the default in metres.
    MetresMore,
    /// Time in seconds.
    Seconds,
    /// Memory in mebibytes.
    Mebibytes,
}

/// Values that a number's slider can select.
#[derive(Debug, Clone, Copy)]
pub enum Places {
    /// Every multiple of this step within the bounds.
    Every(f32),
    /// These values, at equal intervals on the slider.
    At(&'static [f32]),
    /// Every whole number up to the machine's core count.
    Cores,
}

/// Bounds, unit and slider of a number.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// Lower and upper bound in a file.
    pub bounds: (f32, f32),
    /// Whether the number is whole.
    pub is_whole: bool,
    /// Unit of the number.
    pub unit: Unit,
    /// Values that the number's slider can select.
    pub places: Places,
}

impl Number {
    /// Returns the slider's range and step.
    pub fn scale(&self) -> ((f32, f32), f32) {
        match self.places {
            Places::Every(step) => (self.bounds, step),
            Places::At(values) => ((0.0, (values.len() - 1) as f32), 1.0),
            Places::Cores => ((1.0, available_cores() as f32), 1.0),
        }
    }

    /// Returns the slider's position nearest to a value, because a file may contain values in
    /// between.
    pub fn place(&self, value: f32) -> f32 {
        let Places::At(values) = self.places else {
            return value;
        };
        let distance = |of: &f32| (of - value).abs();
        let nearest = values
            .iter()
            .enumerate()
            .min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
        nearest.map_or(0.0, |(place, _)| place as f32)
    }

    /// Returns the value at a position of the slider.
    pub fn at(&self, place: f32) -> f32 {
        let (minimum, maximum) = self.bounds;
        match self.places {
            // Not a sum of steps, because the file must contain exactly 0.15.
            Places::Every(step) if step < 1.0 => {
                let per_one = (1.0 / step).round();
                ((place * per_one).round() / per_one).clamp(minimum, maximum)
            }
            Places::Every(step) => ((place / step).round() * step).clamp(minimum, maximum),
            Places::At(values) => values[(place.round().max(0.0) as usize).min(values.len() - 1)],
            Places::Cores => place.round().clamp(minimum, maximum),
        }
    }
}

/// Row of a setting in the UI.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Page of the row.
    pub page: Subject,
    /// Returns the setting's label.
    pub label: fn() -> Msg,
    /// Returns the explanation below the setting, if any.
    pub explanation: Option<fn() -> Msg>,
}

/// Capability that a setting depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    /// Headset with passthrough.
    Passthrough,
    /// System with OpenXR runtimes; elsewhere the row is hidden.
    Runtimes,
    /// Window; on a headset's panel the row is hidden, because the setting only affects the window.
    Window,
    /// System with a window in addition to the headset; elsewhere the row is hidden.
    WindowBeside,
}

impl Capability {
    /// Returns whether this system can have the capability.
    pub(super) const fn is_available(self) -> bool {
        match self {
            Self::Runtimes => platform::HAS_RUNTIMES,
            Self::WindowBeside => platform::HAS_WINDOW_BESIDE,
            Self::Passthrough | Self::Window => true,
        }
    }
}

/// Definition of a setting. The default is also in the row, but [`Settings::default`] applies it.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Name in the file, qualified by its structs: `computer.seconds`.
    pub name: &'static str,
    /// Kind of the setting's value.
    pub kind: Kind,
    /// Row in the UI; `None` for a setting that only remembers the players' last choice.
    pub row: Option<Row>,
    /// Whether players may override the setting.
    pub is_per_player: bool,
    /// Required capability; `None` for a setting that is always offered.
    pub requires: Option<Capability>,
    get: fn(&Settings) -> Value,
    set: fn(&mut Settings, Value),
}

impl Setting {
    /// Defines a setting without a row in the UI.
    pub(super) const fn new(
        name: &'static str,
        kind: Kind,
        get: fn(&Settings) -> Value,
        set: fn(&mut Settings, Value),
    ) -> Self {
        Self {
            name,
            kind,
            row: None,
            is_per_player: false,
            requires: None,
            get,
            set,
        }
    }

    /// Gives the setting another name in the file than its field's.
    pub(super) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Adds a row on `page` with this label.
    pub(super) const fn on(self, page: Subject, label: fn() -> Msg) -> Self {
        let row = Some(Row {
            page,
            label,
            explanation: None,
        });
        Self { row, ..self }
    }

    /// Adds an explanation below the row.
    pub(super) const fn explained(mut self, explanation: fn() -> Msg) -> Self {
        if let Some(row) = &mut self.row {
            row.explanation = Some(explanation);
        }
        self
    }

    /// Allows players to override the setting.
    pub(super) const fn per_player(self) -> Self {
        Self {
            is_per_player: true,
            ..self
        }
    }

    /// Restricts the setting to systems with this capability.
    pub(super) const fn requiring(self, requires: Capability) -> Self {
        Self {
            requires: Some(requires),
            ..self
        }
    }

    /// Returns the setting's value.
    pub fn value(&self, settings: &Settings) -> Value {
        (self.get)(settings)
    }

    /// Changes the setting's value. Ignores a value of another kind.
    pub fn set(&self, settings: &mut Settings, value: Value) {
        (self.set)(settings, value);
    }

    /// Formats a value for a file.
    pub fn text(&self, value: &Value) -> String {
        match (value, self.kind) {
            (Value::Switch(is_on), _) => is_on.to_string(),
            (Value::Number(number), Kind::Number(Number { is_whole: true, .. })) => {
                number.to_string()
            }
            // Always has a decimal point.
            (Value::Number(number), _) => format!("{number:?}"),
            (Value::Choice(id), Kind::Choice { is_bare: true, .. }) => (*id).to_owned(),
            (Value::Choice(id), _) => format!("{id:?}"),
            (Value::Text(text), _) => ron::to_string(text).unwrap_or_default(),
            (Value::Starts(starts), _) => starts.text(),
            (Value::Rooms(rooms), _) => rooms.text(),
            (Value::KnownBoards(known), _) => known.text(),
            (Value::Levels(levels), _) => levels.text(),
            (Value::Puzzles(scores), _) => scores.text(),
        }
    }

    /// Parses a value.
    ///
    /// # Errors
    ///
    /// A message with the expected value.
    pub(super) fn read(&self, text: &str) -> Result<Value, String> {
        let code = |error: ron::error::SpannedError| error.code.to_string();
        match self.kind {
            Kind::Switch => Ok(Value::Switch(ron::from_str(text).map_err(code)?)),
            Kind::Number(number) => {
                let value = if number.is_whole {
                    ron::from_str::<u32>(text).map(|whole| whole as f32)
                } else {
                    ron::from_str(text)
                };
                let value = value.map_err(code)?;
                let (minimum, maximum) = number.bounds;
                if (minimum..=maximum).contains(&value) {
                    Ok(Value::Number(value))
                } else {
                    Err(format!("expected {minimum} to {maximum}"))
                }
            }
            Kind::Choice { all, is_bare } => {
                let name = if is_bare {
                    Some(text.to_owned())
                } else {
                    ron::from_str(text).ok()
                };
                let mut ids = all().into_iter().map(|choice| choice.id);
                let found = ids.find(|id| name.as_deref() == Some(id));
                found.map(Value::Choice).ok_or_else(|| {
                    let ids: Vec<_> = all().into_iter().map(|choice| choice.id).collect();
                    format!("expected {}", ids.join(" or "))
                })
            }
            Kind::Language => {
                let text: String = ron::from_str(text).map_err(code)?;
                if text != language::SYSTEM {
                    language::is_code(&text).map_err(|error| error.to_string())?;
                }
                Ok(Value::Text(text))
            }
            Kind::Starts => Starts::read(text).map(Value::Starts),
            Kind::Rooms => Rooms::read(text).map(Value::Rooms),
            Kind::KnownBoards => KnownBoards::read(text).map(Value::KnownBoards),
            Kind::Levels => Levels::read(text).map(Value::Levels),
            Kind::Puzzles => PuzzleScores::read(text).map(Value::Puzzles),
            Kind::Text => {
                let text: String = ron::from_str(text).map_err(code)?;
                if text.len() > MAX_TEXT || text.contains(char::is_control) {
                    return Err(format!(
                        "expected at most {MAX_TEXT} bytes without control characters"
                    ));
                }
                Ok(Value::Text(text))
            }
        }
    }
}

/// Type whose values have names in a file.
pub trait Named: Copy + 'static {
    /// All values.
    const ALL: &'static [Self];
    /// Whether the names are unquoted in the file.
    const IS_BARE: bool = false;

    /// Returns the value's name in the file.
    fn id(self) -> &'static str;

    /// Returns the value's label, if players can choose the value.
    fn label(self) -> Msg {
        Msg::verbatim(self.id())
    }
}

/// Returns the kind of a setting with the values of `T`.
pub(super) const fn one_of<T: Named>() -> Kind {
    fn all<T: Named>() -> Vec<Choice> {
        let choice = |it: &T| Choice {
            id: it.id(),
            label: it.label(),
        };
        T::ALL.iter().map(choice).collect()
    }

    Kind::Choice {
        all: all::<T>,
        is_bare: T::IS_BARE,
    }
}

/// Field type of the settings that converts to and from [`Value`].
pub(super) trait AsValue {
    /// Returns the field as a value.
    fn as_value(&self) -> Value;

    /// Sets the field. Ignores a value of another kind.
    fn take(&mut self, value: Value);
}

impl<T: Named> AsValue for T {
    fn as_value(&self) -> Value {
        Value::Choice(self.id())
    }

    fn take(&mut self, value: Value) {
        let found = T::ALL.iter().find(|it| value == Value::Choice(it.id()));
        if let Some(found) = found {
            *self = *found;
        }
    }
}

macro_rules! as_value {
    ($($type:ty => $kind:ident),*) => {$(
        impl AsValue for $type {
            fn as_value(&self) -> Value {
                Value::$kind(self.clone())
            }

            fn take(&mut self, value: Value) {
                if let Value::$kind(value) = value {
                    *self = value;
                }
            }
        }
    )*};
}

as_value!(
    bool => Switch,
    f32 => Number,
    String => Text,
    Starts => Starts,
    Rooms => Rooms,
    KnownBoards => KnownBoards,
    Levels => Levels,
    PuzzleScores => Puzzles
);

macro_rules! as_whole_number {
    ($($type:ty),*) => {$(
        impl AsValue for $type {
            fn as_value(&self) -> Value {
                Value::Number(*self as f32)
            }

            fn take(&mut self, value: Value) {
                if let Value::Number(value) = value {
                    *self = value as Self;
                }
            }
        }
    )*};
}

as_whole_number!(u8, usize);

#[cfg(test)]
mod tests {
    use super::*;

    fn number(places: Places, bounds: (f32, f32)) -> Number {
        Number {
            bounds,
            is_whole: false,
            unit: Unit::None,
            places,
        }
    }

    #[test]
    fn slider_with_fixed_values_selects_the_nearest() {
        const VALUES: [f32; 4] = [0.5, 1.0, 3.0, 10.0];
        let seconds = number(Places::At(&VALUES), (0.05, 3600.0));
        for (place, value) in VALUES.into_iter().enumerate() {
            assert_eq!(seconds.place(value), place as f32);
            assert_eq!(seconds.at(place as f32), value);
        }
        assert_eq!(seconds.scale(), ((0.0, 3.0), 1.0));
        assert_eq!(seconds.place(5.0), 2.0);
        assert_eq!((seconds.at(-3.0), seconds.at(99.0)), (0.5, 10.0));
    }

    #[test]
    fn slider_selects_whole_steps_within_bounds() {
        let size = number(Places::Every(0.05), (0.75, 1.75));
        assert_eq!(
            (size.at(1.149_9), size.at(0.0), size.at(9.0)),
            (1.15, 0.75, 1.75)
        );
        let volume = number(Places::Every(3.0), (-60.0, 12.0));
        assert_eq!((volume.at(-6.4), volume.at(99.0)), (-6.0, 12.0));
        assert_eq!(number(Places::Every(0.2), (0.0, 3.0)).at(0.61), 0.6);
    }
}
