//! An entry of the list of saved games.

use std::cmp::Reverse;

use icochess_rules::{Record, Side, beginning};

/// Most characters of the names in a list. The file keeps longer ones.
const MOST_NAME: usize = 200;

/// The marks by which a file is known to have changed: length and time of the last change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStamp {
    /// Length of the file in bytes.
    pub bytes: u64,
    /// The time of the last change: nanoseconds since 1970.
    pub modified: u64,
}

/// A saved game in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Name of its file in the folder of the games.
    pub file: String,
    /// The file as it was read.
    pub stamp: FileStamp,
    /// The day on which it was played, as PGN writes it: `2026.11.22`; empty if nobody knows.
    pub date: String,
    /// Identifier of its board.
    pub board: String,
    /// Event and players.
    pub names: Names,
    /// The result as PGN writes it.
    pub result: String,
    /// Plies of the main line.
    pub plies: u32,
    /// Position text of the place where it stands.
    pub position: String,
    /// The reason that the file cannot be read; then the rest says nothing.
    pub problem: Option<String>,
}

/// The names of players and event: the first 200 characters of the tags; empty if they say nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The tag `Event`.
    pub event: String,
    /// The tag `White`.
    pub white: String,
    /// The tag `Black`.
    pub black: String,
}

impl Names {
    /// The event that the program writes in its own games: PGN asks for one.
    pub const OWN_EVENT: &'static str = "Icochess";

    /// The event, if it is one and has a name.
    pub fn named_event(&self) -> Option<&str> {
        let event = self.event.as_str();
        (!event.is_empty() && event != Self::OWN_EVENT).then_some(event)
    }

    /// The names in a game's tags.
    pub fn of(record: &Record) -> Self {
        Self {
            event: tag(record, "Event"),
            white: tag(record, "White"),
            black: tag(record, "Black"),
        }
    }

    /// The name of the player of a side; empty if unknown.
    pub fn player(&self, side: Side) -> &str {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The name of the player of a side, for changing.
    pub const fn player_mut(&mut self, side: Side) -> &mut String {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Writes the names that differ from the game's to its tags.
    pub fn write_to(&self, record: &mut Record) {
        let names = [
            ("Event", &self.event),
            ("White", &self.white),
            ("Black", &self.black),
        ];
        for (tag, name) in names {
            let name = name.trim();
            // A long tag stays whole while the user leaves its shown part unchanged.
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

/// Returns the first [`MOST_NAME`] characters of a tag; empty if it says nothing.
fn tag(record: &Record, name: &str) -> String {
    let value = record.tags().get(name).map_or("", String::as_str);
    let value = beginning(value, MOST_NAME);
    let says_nothing = value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '));
    if says_nothing {
        String::new()
    } else {
        value.into_owned()
    }
}

impl Entry {
    /// The entry of a game that was read from a file.
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

    /// The entry of a file that cannot be read, with the reason.
    pub fn unreadable(file: &str, stamp: FileStamp, problem: String) -> Self {
        Self {
            file: file.to_owned(),
            stamp,
            problem: Some(problem),
            ..Self::default()
        }
    }

    /// Sorts a list: the last played first, and of one day the last changed.
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
    fn tags_that_say_nothing_are_empty_and_names_are_written_as_tags() {
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
    fn long_names_are_shortened_and_kept_whole_in_the_game() {
        let long = "x".repeat(1_000_000);
        let text = format!("[White \"{long}\"]\n[Black \"{long}\"]\n\n1. e4 *");
        let mut record = Variant::Chess.board().read_pgn(&text).unwrap();
        let mut names = Names::of(&record);
        assert_eq!(names.white.chars().count(), MOST_NAME + 1);
        names.black = "Ada".to_owned();
        names.write_to(&mut record);
        assert_eq!(record.tags().get("White"), Some(&long));
        assert_eq!(record.tags().get("Black").map(String::as_str), Some("Ada"));
    }

    #[test]
    fn what_is_written_where_there_is_no_event_names_none() {
        for (event, named) in [("", None), (Names::OWN_EVENT, None), ("Club", Some("Club"))] {
            let names = Names {
                event: event.to_owned(),
                ..Names::default()
            };
            assert_eq!(names.named_event(), named);
        }
    }

    #[test]
    fn the_last_played_stands_first_and_undated_games_last() {
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
