//! Settings file, parsed entry by entry.
//!
//! An invalid value must not affect other entries, and unknown entries of a newer version must be
//! kept. The text is therefore split into entries such as `computer.seconds`. Each is parsed on
//! its own, and unknown ones are written back unchanged.

use std::collections::HashMap;
use std::fmt;

use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

/// Maximum length of an invalid value quoted in a message, in characters.
const MAX_QUOTED: usize = 40;
/// Maximum number of problems listed individually per file.
const MAX_PROBLEMS: usize = 10;
/// Maximum nesting of structs. Deeper structs are kept as text, because each level is parsed again.
const MAX_DEPTH: usize = 8;

/// Struct that is stored as entries.
pub trait Entries: Default {
    /// Returns all entries with the text of their values, in file order. Nested entries have a
    /// qualified name: `computer.seconds`.
    fn entries(&self) -> Vec<(&'static str, String)>;

    /// Returns the present name of an entry, which may have the name of an earlier version.
    fn present_name(name: &str) -> &str {
        name
    }

    /// Sets an entry from its text. Returns a message about an invalid part, which is kept but
    /// ignored.
    ///
    /// # Errors
    ///
    /// A message with the expected value; nothing changes then.
    fn read_entry(&mut self, name: &str, text: &str) -> Result<Option<String>, String>;
}

/// Qualified names and texts of unknown entries, exactly as in the file.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Unknown(Vec<(String, String)>);

/// Parsed file.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Read<T> {
    /// Values, or defaults for missing and invalid entries.
    pub values: T,
    /// Unknown entries, to be written back.
    pub unknown: Unknown,
    /// Messages about invalid values.
    pub problems: Vec<String>,
}

/// Parses a file.
///
/// # Errors
///
/// A message with line, column and the expected syntax, if the text isn't RON.
pub fn read<T: Entries>(text: &str) -> Result<Read<T>, String> {
    let mut read = Read::<T>::default();
    let defaults = read.values.entries();
    let mut good: Vec<String> = Vec::new();
    let (mut line, mut before) = (1, 0);
    for (name, value) in leaves(text)? {
        let start = value.as_ptr().addr() - text.as_ptr().addr();
        line += text[before..start].matches('\n').count();
        before = start;
        if good.contains(&name) {
            let problem = format!("line {line}: {name} is there twice; the first one counts");
            read.problems.push(problem);
            continue;
        }
        let (why, instead) = match entry(&defaults, T::present_name(&name), value) {
            Entry::Known(default) => match read.values.read_entry(&name, value) {
                Ok(wrong_part) => {
                    good.push(name.clone());
                    let Some(why) = wrong_part else {
                        continue;
                    };
                    (why, String::new())
                }
                Err(why) => (why, format!("; it counts as {}", shown(default))),
            },
            Entry::Empty => continue,
            Entry::Misplaced(why) => (why.to_owned(), String::new()),
            Entry::Unknown => {
                read.unknown.0.push((name, value.to_owned()));
                continue;
            }
        };
        let value = shown(value);
        let problem = format!("line {line}: {name} is {value}: {why}{instead}");
        read.problems.push(problem);
    }
    let more = read.problems.len().saturating_sub(MAX_PROBLEMS);
    if more > 0 {
        read.problems.truncate(MAX_PROBLEMS);
        read.problems.push(format!("{more} more entries"));
    }
    Ok(read)
}

/// Meaning of a name in the file.
enum Entry<'a> {
    /// Known entry with this default.
    Known(&'a str),
    /// Known struct without entries in the file.
    Empty,
    /// Value in place of a struct or the reverse, with the expected kind.
    Misplaced(&'static str),
    /// Unknown entry.
    Unknown,
}

fn entry<'a>(all: &'a [(&'static str, String)], name: &str, text: &str) -> Entry<'a> {
    let is_in = |one: &str, other: &str| {
        let rest = one.strip_prefix(other);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    for (known, default) in all {
        if *known == name {
            return Entry::Known(default);
        }
        if is_in(name, known) {
            return Entry::Misplaced("expected a value, no struct");
        }
        if is_in(known, name) {
            return match ron::from_str::<Fields>(text) {
                Ok(Fields(fields)) if text.starts_with('(') && fields.is_empty() => Entry::Empty,
                _ => Entry::Misplaced("expected a struct, as (name: value)"),
            };
        }
    }
    Entry::Unknown
}

/// Formats a file, including the unknown entries of its previous version.
pub fn to_text<T: Entries>(values: &T, unknown: &Unknown) -> String {
    let known = values.entries();
    let known = known.iter().map(|(name, text)| (*name, text.as_str()));
    let unknown = unknown.0.iter();
    let unknown = unknown.map(|(name, text)| (name.as_str(), text.as_str()));
    let mut text = String::new();
    write_struct(&known.chain(unknown).collect::<Vec<_>>(), 1, &mut text);
    text + "\n"
}

/// Shortens a value for a message, on one line.
fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_QUOTED {
        return line;
    }
    line.chars().take(MAX_QUOTED).chain(['…']).collect()
}

/// Collects the names and texts of values that aren't structs, in file order.
fn leaves(text: &str) -> Result<Vec<(String, &str)>, String> {
    let top: Fields = ron::from_str(text).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    add_leaves(top, "", 1, &mut found);
    Ok(found)
}

/// Adds the values within a struct to `found`. RON itself limits the nesting.
fn add_leaves<'a>(
    fields: Fields<'a>,
    prefix: &str,
    depth: usize,
    found: &mut Vec<(String, &'a str)>,
) {
    for (name, text) in fields.0 {
        let name = format!("{prefix}{name}");
        let inner = (depth < MAX_DEPTH).then(|| ron::from_str::<Fields>(text));
        match inner {
            // Maps and enum variants are values, not structs.
            Some(Ok(inner)) if text.starts_with('(') && !inner.0.is_empty() => {
                add_leaves(inner, &format!("{name}."), depth + 1, found);
            }
            _ => found.push((name, text)),
        }
    }
}

/// Fields of a struct with their texts.
#[derive(Default)]
struct Fields<'a>(Vec<(String, &'a str)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a struct, as (name: value)")
            }

            /// Accepts a struct without fields.
            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Fields::default())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry::<String, &'de RawValue>()? {
                    fields.push((field.0, field.1.trim().get_ron()));
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_any(Any)
    }
}

/// Formats a struct with these values. Nested structs come in the order of their first value.
fn write_struct(values: &[(&str, &str)], depth: usize, text: &mut String) {
    text.push_str("(\n");
    let mut places = HashMap::new();
    let mut fields = Vec::new();
    for &(name, value) in values {
        let (name, rest) = name.split_once('.').unwrap_or((name, ""));
        let place = *places.entry(name).or_insert(fields.len());
        if place == fields.len() {
            fields.push((name, Vec::new()));
        }
        fields[place].1.push((rest, value));
    }
    for (name, values) in fields {
        text.push_str(&"    ".repeat(depth));
        text.push_str(name);
        text.push_str(": ");
        match values[..] {
            [("", value), ..] => text.push_str(value),
            _ => write_struct(&values, depth + 1, text),
        }
        text.push_str(",\n");
    }
    text.push_str(&"    ".repeat(depth - 1));
    text.push(')');
}

#[cfg(test)]
mod tests {
    use super::super::settings::{MainHand, Settings};
    use super::*;
    use crate::choices::Palette;
    use icochess_boards::Variant;
    use icochess_engine::ComputerPlayer;

    fn read(text: &str) -> Result<Read<Settings>, String> {
        super::read(text)
    }

    #[test]
    fn invalid_value_is_reported_and_others_still_apply() {
        let text = "(\n    tile_names: true,\n    volume: loud, // too\n    haptics: 7.0,\n    \
                    start: Sideways,\n    computer: (\n        white: (level: 99, computer: true),\n        \
                    seconds: 9.0,\n    ),\n)\n";
        let read = read(text).unwrap();
        let mut expected = Settings {
            tile_names: true,
            ..Settings::default()
        };
        expected.computer.white.computer = true;
        expected.computer.seconds = 9.0;
        assert_eq!(read.values, expected);
        assert_eq!(read.unknown, Unknown::default());
        let problems = read.problems.join("\n");
        let parts = [
            "line 3: volume is loud: ",
            "; it counts as 0.0",
            "line 4: haptics is 7.0: ",
            "expected 0 to 1; it counts as 1.0",
            "line 5: start is Sideways: ",
            "; it counts as {\"icochess\": \"original\", ",
            "line 7: computer.white.level is 99: ",
            "expected 1 to 10; it counts as 2",
        ];
        for part in parts {
            assert!(problems.contains(part), "no {part:?}: {problems}");
        }
        assert_eq!(read.problems.len(), 4, "{problems}");
    }

    #[test]
    fn unknown_entries_are_written_back() {
        let text = "(\n    volume: -3.0,\n    theme: Dark(\"blue\"), // of a later version\n    \
                    computer: (\n        opening: (book: \"x.bin\", depth: 8),\n        \
                    table: 16,\n    ),\n    names: {\"white\": \"Ada\"},\n)";
        let first = read(text).unwrap();
        assert_eq!(first.problems, [""; 0]);
        assert_eq!(
            (first.values.volume, first.values.computer.table),
            (-3.0, 16)
        );
        let changed = Settings {
            tile_names: true,
            ..first.values.clone()
        };
        let written = to_text(&changed, &first.unknown);
        for part in [
            "    tile_names: true,\n",
            "    theme: Dark(\"blue\"),\n",
            "            book: \"x.bin\",\n            depth: 8,\n",
            "        table: 16,\n",
            "    names: {\"white\": \"Ada\"},\n",
        ] {
            assert!(written.contains(part), "no {part:?}: {written}");
        }
        let again = read(&written).unwrap();
        assert_eq!(again.values, changed);
        assert_eq!(to_text(&again.values, &again.unknown), written);
    }

    #[test]
    fn settings_survive_a_round_trip_with_defaults_for_the_rest() {
        let mut settings = Settings {
            tile_names: true,
            variant: Variant::Chess,
            volume: -6.0,
            palette: Palette::HighContrast,
            hand: MainHand::Left,
            ..Settings::default()
        };
        settings.start.choose(Variant::Icochess.board(), "balanced");
        settings.computer.black.level = 7;
        let text = to_text(&settings, &Unknown::default());
        for line in [
            "    volume: -6.0,\n",
            "    variant: \"chess\",\n",
            "    hand: Left,\n",
            "    start: {\"icochess\": \"balanced\", ",
            "            strength: 7,\n",
        ] {
            assert!(text.contains(line), "no {line:?}: {text}");
        }
        let expected = Read {
            values: settings,
            ..Read::default()
        };
        assert_eq!(read(&text).unwrap(), expected);
        assert_eq!(read("()").unwrap(), Read::default());
        assert_eq!(read("Settings(volume: -1.0)").unwrap().values.volume, -1.0);
        // Partial and empty structs are accepted.
        let part = read("(computer: (black: (computer: true), white: ()))").unwrap();
        let mut expected = Settings::default();
        expected.computer.black.computer = true;
        assert_eq!((part.values, part.problems), (expected, vec![]));
    }

    #[test]
    fn levels_of_earlier_versions_keep_their_strength() {
        let text = "(computer: (white: (level: 10), black: (algorithm: Value, level: 3)))";
        let read = read(text).unwrap();
        let computer = &read.values.computer;
        let levels = (computer.white.level, computer.black.level);
        assert_eq!(levels, (ComputerPlayer::MAX_LEVEL, 3));
        assert_eq!((read.unknown, read.problems), (Unknown::default(), vec![]));
    }

    #[test]
    fn invalid_values_are_reported_with_the_expected_ones() {
        let messages = |text| read(text).unwrap().problems.join("\n");
        for (text, part) in [
            ("(computer: (white: (level: 11)))", "expected 1 to 10"),
            ("(computer: (seconds: NaN))", "expected 0.05 to 3600"),
            ("(computer: (cores: 1.5))", "computer.cores is 1.5: "),
            ("(computer: 7)", "expected a struct"),
            (
                "(volume: (left: 1.0))",
                "volume.left is 1.0: expected a value",
            ),
            ("(variant: \"go\")", "expected icochess or chess or "),
            (
                "(computer: (black: (algorithm: Weak)))",
                "Weak: expected Random or ",
            ),
            ("(palette: \"pink\")", "expected standard or high-contrast"),
            ("(palette: standard)", "expected standard or high-contrast"),
            (
                "(rooms: {\"chess\": \"cellar\"})",
                "room of chess is cellar, expected table or ",
            ),
            ("(antialiasing: \"8x\")", "expected auto or off or 2x or 4x"),
            ("(board_distance: -1.0)", "expected -0.4 to 0.6"),
            ("(landed_seconds: 4.0)", "expected 0 to 3"),
            (
                "(hide_while_passing: 1)",
                "expected always or with-clock or never",
            ),
            ("(seating: \"sofa\")", "expected alone or passing or"),
            (
                "(hand: Third)",
                "expected Right or Left; it counts as Right",
            ),
            ("(language: \"no language\")", "expected such as"),
            ("(volume: NaN)", "expected -60 to 12"),
            ("(mono: 1)", "mono is 1: "),
        ] {
            let messages = messages(text);
            assert!(messages.contains(part), "{text}: {messages}");
        }
    }

    #[test]
    fn duplicate_entry_counts_once() {
        let read = read("(\n volume: -1.0,\n volume: -2.0)").unwrap();
        assert_eq!(read.values.volume, -1.0);
        assert_eq!(read.problems.len(), 1);
        assert!(read.problems[0].contains("line 3: volume is there twice"));
    }

    #[test]
    fn many_entries_are_read_and_written_in_linear_time() {
        let start = std::time::Instant::now();
        let entries = |entry: &str| -> String {
            (0..100_000)
                .map(|n| entry.replace('N', &n.to_string()))
                .collect()
        };
        let deep = "a: (".repeat(60) + &entries("sN: N, ") + &")".repeat(60);
        for (entries, problems) in [
            (entries("    sN: N,\n"), 0),
            (entries("    sN: (\n        a: 1,\n    ),\n"), 0),
            (deep, 0),
            (entries("    volume: N,\n"), MAX_PROBLEMS + 1),
            (entries("    volume: (aN: 1),\n"), MAX_PROBLEMS + 1),
        ] {
            let read = read(&format!("(\n{entries})")).unwrap();
            assert_eq!(read.problems.len(), problems);
            let written = to_text(&read.values, &read.unknown);
            assert_eq!(written.contains("s99999: "), problems == 0);
            assert_eq!(
                super::read::<Settings>(&written).unwrap().unknown,
                read.unknown
            );
        }
        // Comparing entries in quadratic time would take minutes.
        let seconds = start.elapsed().as_secs_f64();
        assert!(seconds < 20.0, "{seconds} s");
    }

    #[test]
    fn invalid_ron_is_rejected_with_its_position() {
        for text in ["", "(volume: ", "volume: 1.0", "[1, 2]", "(\n volume: !)"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read("(\n volume: !)").unwrap_err().starts_with("2:"));
    }
}
