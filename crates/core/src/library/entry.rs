//! Entry in the list of saved games.

use std::cmp::Reverse;

use icochess_rules::{Record, Side, beginning};
use serde::{Deserialize, Serialize};

/// Longest name in a list, in characters. The file keeps longer names.
const MAX_NAME: usize = 200;

/// Length and modification time of a file, to detect changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp {
    /// Length in bytes.
    pub bytes: u64,
    /// Modification time in nanoseconds since 1970.
    pub modified: u64,
}

/// Saved game in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Name of the game's file in the library folder.
    pub file: String,
    /// Stamp of the file when it was read.
    pub stamp: FileStamp,
    /// Date of the game in PGN format, such as `2026.11.22`; empty if unknown.
    pub date: String,
    /// Identifier of the game's board.
    pub board: String,
    /// Event and players.
    pub names: Names,
    /// Result in PGN format.
    pub result: String,
    /// Plies of the main line.
    pub plies: u32,
    /// Current position of the game, as position text.
    pub position: String,
    /// Reason why the file can't be read, if so. All other details are empty in that case.
    pub problem: Option<String>,
}

/// Names of the players and the event: the first 200 characters of each tag; empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// Tag `Event`.
    pub event: String,
    /// Tag `White`.
    pub white: String,
    /// Tag `Black`.
    pub black: String,
}

impl Names {
    /// Event tag of the app's own games. PGN requires an event.
    pub const OWN_EVENT: &'static str = "Icochess";

    /// Returns the event, unless it is empty or `OWN_EVENT`.
    pub fn named_event(&self) -> Option<&str> {
        let event = self.event.as_str();
        (!event.is_empty() && event != Self::OWN_EVENT).then_some(event)
    }

    /// Returns the names in a game's tags.
    pub fn of(record: &Record) -> Self {
        Self {
            event: tag(record, "Event"),
            white: tag(record, "White"),
            black: tag(record, "Black"),
        }
    }

    /// Returns the name of a side's player; empty if unknown.
    pub fn player(&self, side: Side) -> &str {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Returns a mutable reference to the name of a side's player.
    pub const fn player_mut(&mut self, side: Side) -> &mut String {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Writes changed names to a game's tags.
    pub fn write_to(&self, record: &mut Record) {
        let names = [
            ("Event", &self.event),
            ("White", &self.white),
            ("Black", &self.black),
        ];
        for (tag, name) in names {
            let name = name.trim();
            // Keeps a long tag unless its visible part was edited.
            if name == self::tag(record, tag) {
                continue;
            }
            let tags = record.make_mut().tags_mut();
            if name.is_empty() {
                tags.remove(tag);
            } else {
                tags.insert(tag.to_owned(), name.to_owned());
            }
        }
    }
}

/// Returns the first [`MAX_NAME`] characters of a tag; empty if the tag is only a placeholder.
fn tag(record: &Record, name: &str) -> String {
    let value = record.tags().get(name).map_or("", String::as_str);
    let value = beginning(value, MAX_NAME);
    let says_nothing = value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '));
    if says_nothing {
        String::new()
    } else {
        value.into_owned()
    }
}

impl Entry {
    /// Creates the entry of a game from a file.
    pub fn of(file: &str, stamp: FileStamp, record: &Record) -> Self {
        Self {
            file: file.to_owned(),
            stamp,
            date: tag(record, "Date"),
            board: record.board().id().to_owned(),
            names: Names::of(record),
            result: record
                .outcome()
                .map_or("*", |outcome| outcome.pgn_result())
                .to_owned(),
            plies: u32::try_from(record.line().len()).unwrap_or(u32::MAX),
            position: record.position().text(),
            problem: None,
        }
    }

    /// Creates the entry of an unreadable file.
    pub fn unreadable(file: &str, stamp: FileStamp, problem: String) -> Self {
        Self {
            file: file.to_owned(),
            stamp,
            problem: Some(problem),
            ..Self::default()
        }
    }

    /// Sorts a list by date, then by modification time, newest first.
    pub fn sort(entries: &mut [Self]) {
        entries.sort_by(|one, other| {
            let key = |entry: &Self| Reverse(entry.stamp.modified);
            (other.date.cmp(&one.date))
                .then_with(|| key(one).cmp(&key(other)))
                .then_with(|| one.file.cmp(&other.file))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn placeholder_tags_are_empty_and_names_become_tags() {
        let text = "[Event \"?\"]\n[Date \"????.??.??\"]\n[White \"Ada\"]\n\n1. e4 e5 1-0";
        let mut record = Variant::Chess.board().read_pgn(text).unwrap();
        let entry = Entry::of("game-1.pgn", FileStamp::default(), &record);
        assert_eq!((entry.date.as_str(), entry.board.as_str()), ("", "chess"));
        assert_eq!((entry.result.as_str(), entry.plies), ("1-0", 2));
        let mut names = entry.names;
        assert_eq!((names.event.as_str(), names.white.as_str()), ("", "Ada"));
        names.event = " Club ".to_owned();
        names.white.clear();
        names.write_to(&mut record);
        assert_eq!(record.tags().get("Event").map(String::as_str), Some("Club"));
        assert_eq!(record.tags().get("White"), None);
    }

    #[test]
    fn long_names_are_cut_in_the_list_but_not_in_the_game() {
        let long = "x".repeat(1_000_000);
        let text = format!("[White \"{long}\"]\n[Black \"{long}\"]\n\n1. e4 *");
        let mut record = Variant::Chess.board().read_pgn(&text).unwrap();
        let mut names = Names::of(&record);
        assert_eq!(names.white.chars().count(), MAX_NAME + 1);
        names.black = "Ada".to_owned();
        names.write_to(&mut record);
        assert_eq!(record.tags().get("White"), Some(&long));
        assert_eq!(record.tags().get("Black").map(String::as_str), Some("Ada"));
    }

    #[test]
    fn placeholder_events_are_not_named() {
        for (event, named) in [("", None), (Names::OWN_EVENT, None), ("Club", Some("Club"))] {
            let names = Names {
                event: event.to_owned(),
                ..Names::default()
            };
            assert_eq!(names.named_event(), named);
        }
    }

    #[test]
    fn newest_games_come_first_and_undated_ones_last() {
        let entry = |file: &str, date: &str, modified| Entry {
            file: file.to_owned(),
            date: date.to_owned(),
            stamp: FileStamp { bytes: 1, modified },
            ..Entry::default()
        };
        let mut all = [
            entry("a", "", 9),
            entry("b", "1972.07.11", 8),
            entry("c", "2026.01.01", 1),
            entry("d", "2026.01.01", 2),
        ];
        Entry::sort(&mut all);
        let files = all.map(|entry| entry.file);
        assert_eq!(files, ["d", "c", "b", "a"]);
    }
}
