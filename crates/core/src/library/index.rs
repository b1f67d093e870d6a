//! Index of the saved games, as text.
//!
//! The first line has the format version and the number of games. Each further line describes a
//! game, with tab-separated values. Reading ten thousand games takes a few hundredths of a second.
//! A truncated or malformed index is ignored and rebuilt from the games.

use std::collections::HashMap;
use std::fmt::Write;

use super::entry::{Entry, FileStamp, Names};

/// Start of the file, with the format version.
const HEAD: &str = "icochess games 2";
/// Number of values per game.
const VALUES: usize = 13;

/// Entries by file name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index(HashMap<String, Entry>);

impl Index {
    /// Parses an index. Returns `None` if it has another version, or is truncated or malformed.
    ///
    /// ```
    /// use icochess_core::library::{Entry, Index};
    ///
    /// let game = Entry { file: "game-1.pgn".into(), plies: 3, ..Entry::default() };
    /// let text = Index::write(&[game.clone()]);
    /// let index = Index::read(&text).expect("it is whole");
    /// assert_eq!(index.get("game-1.pgn", game.stamp), Some(&game));
    /// assert!(Index::read(&text[..text.len() - 1]).is_none());
    /// assert!(Index::read(&text.replace("games 2", "games 1")).is_none());
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let (head, rest) = text.split_once('\n')?;
        let count: usize = head.strip_prefix(HEAD)?.trim().parse().ok()?;
        // A missing final newline means truncation.
        let lines = rest.strip_suffix('\n').unwrap_or_default();
        if (count == 0) != rest.is_empty() || (count > 0 && !rest.ends_with('\n')) {
            return None;
        }
        let lines = lines.split('\n').filter(|_| count > 0);
        let entries: Option<HashMap<_, _>> = lines
            .map(|line| entry(line).map(|entry| (entry.file.clone(), entry)))
            .collect();
        entries.filter(|all| all.len() == count).map(Self)
    }

    /// Formats an index of these games.
    pub fn write(entries: &[Entry]) -> String {
        let mut text = format!("{HEAD} {}\n", entries.len());
        for entry in entries {
            let numbers = (entry.stamp.bytes, entry.stamp.modified, entry.plies);
            // Writing to a `String` can't fail.
            let _ = write!(text, "{}\t{}\t{}", numbers.0, numbers.1, numbers.2);
            let problem = entry.problem.as_deref();
            let values = [
                if problem.is_some() { "!" } else { "" },
                problem.unwrap_or_default(),
                &entry.file,
                &entry.date,
                &entry.board,
                &entry.names.event,
                &entry.names.white,
                &entry.names.black,
                &entry.result,
                &entry.position,
            ];
            for value in values {
                text.push('\t');
                push(&mut text, value);
            }
            text.push('\n');
        }
        text
    }

    /// Returns the entry of a file, if its stamp is unchanged.
    pub fn get(&self, file: &str, stamp: FileStamp) -> Option<&Entry> {
        self.0.get(file).filter(|entry| entry.stamp == stamp)
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Appends a value, escaping backslashes, tabs and line breaks.
fn push(text: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            c => text.push(c),
        }
    }
}

/// Unescapes a value. Returns `None` for an unknown escape.
fn value(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let mut found = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        found.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(found)
}

fn entry(line: &str) -> Option<Entry> {
    let mut values = line.split('\t');
    if line.bytes().filter(|byte| *byte == b'\t').count() + 1 != VALUES {
        return None;
    }
    let mut next = || values.next();
    let stamp = FileStamp {
        bytes: next()?.parse().ok()?,
        modified: next()?.parse().ok()?,
    };
    let plies = next()?.parse().ok()?;
    let is_problem = match next()? {
        "!" => true,
        "" => false,
        _ => return None,
    };
    let mut text = || value(next()?);
    let problem = text()?;
    Some(Entry {
        file: text()?,
        stamp,
        date: text()?,
        board: text()?,
        names: Names {
            event: text()?,
            white: text()?,
            black: text()?,
        },
        result: text()?,
        plies,
        position: text()?,
        problem: is_problem.then_some(problem),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text() -> impl Strategy<Value = String> {
        "[ -~\t\n\r\\\\äß♔]{0,12}"
    }

    prop_compose! {
        fn an_entry()(
            file in text(), date in text(), board in text(), event in text(), white in text(),
            black in text(), position in text(), problem in prop::option::of(text()),
            bytes in any::<u64>(), modified in any::<u64>(), plies in any::<u32>(),
        ) -> Entry {
            Entry {
                file, date, board, position, problem, plies,
                stamp: FileStamp { bytes, modified },
                names: Names { event, white, black },
                result: "1/2-1/2".to_owned(),
            }
        }
    }

    proptest! {
        #[test]
        fn index_survives_a_round_trip(entries in prop::collection::vec(an_entry(), 0..6)) {
            let mut all: Vec<Entry> = Vec::new();
            for entry in entries {
                if all.iter().all(|other| other.file != entry.file) {
                    all.push(entry);
                }
            }
            let text = Index::write(&all);
            let index = Index::read(&text).unwrap();
            prop_assert_eq!(index.len(), all.len());
            for entry in &all {
                prop_assert_eq!(index.get(&entry.file, entry.stamp), Some(entry));
            }
            // Truncation at any character is detected.
            for cut in text.char_indices().map(|(at, _)| at) {
                prop_assert_eq!(Index::read(&text[..cut]), None);
            }
        }
    }

    #[test]
    fn malformed_index_is_ignored() {
        let bad = [
            "",
            "icochess games 2 0",
            "icochess games 2 1\n",
            "icochess games 2 1\na\tb\n",
            "icochess games 1 0\n",
            "icochess games 2 -1\n",
            "(version: 7, games: [])\n",
        ];
        for text in bad {
            assert_eq!(Index::read(text), None, "{text:?}");
        }
        assert!(Index::read("icochess games 2 0\n").unwrap().is_empty());
    }

    #[test]
    fn changed_file_has_no_entry() {
        let entry = Entry {
            file: "a".to_owned(),
            stamp: FileStamp {
                bytes: 2,
                modified: 3,
            },
            ..Entry::default()
        };
        let index = Index::read(&Index::write(std::slice::from_ref(&entry))).unwrap();
        let stamps =
            [(2, 3), (1, 3), (2, 4)].map(|(bytes, modified)| FileStamp { bytes, modified });
        let known = stamps.map(|stamp| index.get("a", stamp).is_some());
        assert_eq!(known, [true, false, false]);
    }
}
