//! A setting: its name in the file, its kind of value, and where players change it. All settings
//! are listed in [`table`](super::table).

use super::by_board::KnownBoards;
use super::by_board::Rooms;
use super::by_board::Starts;
use super::settings::Settings;
use icochess_base::language;
use icochess_base::platform;
use icochess_message::{Msg, msg};
use icochess_play::computer::settings::available_cores;

/// Most bytes of a program with its arguments: of a path, and some more.
const MOST_PROGRAM: usize = 5000;

/// A page of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The look of the board, and how it turns.
    Board,
    /// Two people with one display.
    Together,
    /// The computer as a player.
    Computer,
    /// Sound and haptics.
    Sound,
    /// The window and the headset.
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

    /// The label of its tab.
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

/// A value of a setting.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A number, whole or not.
    Number(f32),
    /// One of several, by its [id](Choice::id).
    Choice(&'static str),
    /// A text.
    Text(String),
    /// The start positions of new games, by board.
    Starts(Starts),
    /// The rooms of single boards.
    Rooms(Rooms),
    /// The boards whose first steps are offered no more.
    KnownBoards(KnownBoards),
}

impl Value {
    /// The mistake in a part of what was read, which is kept and does not count: names that this
    /// program does not know.
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

/// One of the values that a setting can have.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The name of the value in the file.
    pub id: &'static str,
    /// The label that players read.
    pub label: Msg,
}

/// The kind of value of a setting, which also decides how it is shown.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A switch, on or off.
    Switch,
    /// A number: a slider.
    Number(Number),
    /// One of several: a row of choices.
    Choice {
        /// Returns all of them.
        all: fn() -> Vec<Choice>,
        /// Whether they stand in the file without quotation marks.
        is_bare: bool,
    },
    /// The code of a language, such as `en`, or that of the system: a row of the languages there
    /// are.
    Language,
    /// The start position of new games, by board; chosen with the game.
    Starts,
    /// The rooms of single boards: a row of choices for the one that is played on.
    Rooms,
    /// The boards whose first steps are offered no more.
    KnownBoards,
    /// A program of the machine with its arguments, or nothing: a text field.
    Program,
}

/// The unit of a number, which decides how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A count of something.
    None,
    /// A fraction or a multiple of something, shown in percent.
    Part,
    /// Decibels; the lower bound means silence.
    Decibels,
    /// A length in metres.
    Metres,
    /// A difference from the usual in metres.
    MetresMore,
    /// A time in seconds.
    Seconds,
    /// An amount of memory in mebibytes.
    Mebibytes,
}

/// The values at which the slider of a number can stand.
#[derive(Debug, Clone, Copy)]
pub enum Places {
    /// At every multiple of this step within the bounds.
    Every(f32),
    /// At these values, which are spread evenly on the slider.
    At(&'static [f32]),
    /// At every whole number up to the cores of the machine.
    Cores,
}

/// The bounds and the unit of a setting that is a number.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// The least and the greatest value that a file may have.
    pub bounds: (f32, f32),
    /// Whether the number is whole.
    pub is_whole: bool,
    /// The unit of the number.
    pub unit: Unit,
    /// The values at which its slider can stand.
    pub places: Places,
}

impl Number {
    /// Least and most place of its slider, and how far the next place is.
    pub fn scale(&self) -> ((f32, f32), f32) {
        match self.places {
            Places::Every(step) => (self.bounds, step),
            Places::At(values) => ((0.0, (values.len() - 1) as f32), 1.0),
            Places::Cores => ((1.0, available_cores() as f32), 1.0),
        }
    }

    /// The place of the slider for a value, the nearest of those there are: a file may
    /// hold values in between.
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

    /// The value at a place of the slider.
    pub fn at(&self, place: f32) -> f32 {
        let (least, most) = self.bounds;
        match self.places {
            // Not a sum of steps: 0.15 is to be 0.15 in the file.
            Places::Every(step) if step < 1.0 => {
                let per_one = (1.0 / step).round();
                ((place * per_one).round() / per_one).clamp(least, most)
            }
            Places::Every(step) => ((place / step).round() * step).clamp(least, most),
            Places::At(values) => values[(place.round().max(0.0) as usize).min(values.len() - 1)],
            Places::Cores => place.round().clamp(least, most),
        }
    }
}

/// The row of a setting on a page: where players change it, and what they read there.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The page that it is on.
    pub page: Subject,
    /// Returns the name of the setting.
    pub label: fn() -> Msg,
    /// Returns the explanation below it, if it has one.
    pub explanation: Option<fn() -> Msg>,
}

/// The part of a machine without which a setting does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// A headset that can show the real room.
    Passthrough,
    /// A system on which headsets have runtimes: elsewhere the setting is on no page.
    Runtimes,
    /// The window, for which alone it counts: on the panel of a headset the setting is on no page.
    Window,
    /// A system that has a window beside a headset: elsewhere the setting is on no page.
    WindowBeside,
}

impl Needs {
    /// Whether this system may have it.
    pub(super) const fn can_be_met(self) -> bool {
        match self {
            Self::Runtimes => platform::HAS_RUNTIMES,
            Self::WindowBeside => platform::HAS_WINDOW_BESIDE,
            Self::Passthrough | Self::Window => true,
        }
    }
}

/// All about a setting but its default, which [`Settings::default`] has from its row.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name in the file, after those of the structs that it is in:
    /// `computer.seconds`.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: Kind,
    /// The row in which players change it; `None` if on no page: it then keeps what they did last.
    pub row: Option<Row>,
    /// Whether each player may have a value of their own.
    pub is_per_player: bool,
    /// The part of a machine that it is offered for; `None` if it is offered everywhere.
    pub needs: Option<Needs>,
    get: fn(&Settings) -> Value,
    set: fn(&mut Settings, Value),
}

impl Setting {
    /// A setting that is on no page.
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
            needs: None,
            get,
            set,
        }
    }

    /// The setting, on `page` with this label.
    pub(super) const fn on(self, page: Subject, label: fn() -> Msg) -> Self {
        let row = Some(Row {
            page,
            label,
            explanation: None,
        });
        Self { row, ..self }
    }

    /// The setting, with an explanation below it.
    pub(super) const fn explained(mut self, explanation: fn() -> Msg) -> Self {
        if let Some(row) = &mut self.row {
            row.explanation = Some(explanation);
        }
        self
    }

    /// The setting; each player may have a value of their own.
    pub(super) const fn per_player(self) -> Self {
        Self {
            is_per_player: true,
            ..self
        }
    }

    /// The setting; it is offered only where there is what it needs.
    pub(super) const fn needing(self, needs: Needs) -> Self {
        Self {
            needs: Some(needs),
            ..self
        }
    }

    /// The value of the setting in `settings`.
    pub fn value(&self, settings: &Settings) -> Value {
        (self.get)(settings)
    }

    /// Changes the value of the setting in `settings`. A value of another kind changes nothing.
    pub fn set(&self, settings: &mut Settings, value: Value) {
        (self.set)(settings, value);
    }

    /// The text of a value, as in a file.
    pub fn text(&self, value: &Value) -> String {
        match (value, self.kind) {
            (Value::Switch(is_on), _) => is_on.to_string(),
            (Value::Number(number), Kind::Number(Number { is_whole: true, .. })) => {
                number.to_string()
            }
            // With a point, whatever it is.
            (Value::Number(number), _) => format!("{number:?}"),
            (Value::Choice(id), Kind::Choice { is_bare: true, .. }) => (*id).to_owned(),
            (Value::Choice(id), _) => format!("{id:?}"),
            (Value::Text(text), _) => ron::to_string(text).unwrap_or_default(),
            (Value::Starts(starts), _) => starts.text(),
            (Value::Rooms(rooms), _) => rooms.text(),
            (Value::KnownBoards(known), _) => known.text(),
        }
    }

    /// Reads the text of a value.
    ///
    /// # Errors
    ///
    /// A sentence that says what was expected.
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
                let (least, most) = number.bounds;
                if (least..=most).contains(&value) {
                    Ok(Value::Number(value))
                } else {
                    Err(format!("expected {least} to {most}"))
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
            Kind::Program => {
                let text: String = ron::from_str(text).map_err(code)?;
                if text.len() > MOST_PROGRAM || text.contains(char::is_control) {
                    return Err(format!(
                        "expected at most {MOST_PROGRAM} bytes without control characters"
                    ));
                }
                Ok(Value::Text(text))
            }
        }
    }
}

/// A type whose values have names in a file.
pub(super) trait Named: Copy + 'static {
    /// All values.
    const ALL: &'static [Self];
    /// Whether the names stand in the file without quotation marks.
    const IS_BARE: bool = false;

    /// The name of the value in the file.
    fn id(self) -> &'static str;

    /// The label that players read, where they can choose it.
    fn label(self) -> Msg {
        Msg::verbatim(self.id())
    }
}

/// The kind of a setting that is one of the values of `T`.
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

/// A type of a field of the settings that converts to and from [`Value`].
pub(super) trait AsValue {
    /// The value of the field.
    fn as_value(&self) -> Value;

    /// Takes another value; one of another kind changes nothing.
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
    KnownBoards => KnownBoards
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
    fn a_slider_of_steps_stands_at_the_nearest_and_leads_to_each() {
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
    fn a_slider_leads_to_whole_steps_within_the_bounds() {
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
