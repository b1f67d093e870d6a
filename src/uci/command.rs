//! What a line asks for, before any board is looked at.

use super::refusal::Refusal;
use crate::rules::{Variant, quoted};

/// The words that begin a command.
pub(super) const COMMANDS: [&str; 9] = [
    "uci",
    "isready",
    "setoption",
    "ucinewgame",
    "position",
    "d",
    "go",
    "stop",
    "quit",
];

/// The most plies that are counted; no machine gets that far.
const MOST_PLIES: u32 = 30;

/// A line that has the right form.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Uci,
    IsReady,
    SetVariant(Variant),
    NewGame,
    Position {
        /// The start position if missing.
        fen: Option<String>,
        moves: &'a [&'a str],
    },
    Display,
    Perft(u32),
    Stop,
    Quit,
}

impl<'a> Command<'a> {
    /// Reads the words of a line; `None` if there are none.
    pub(super) fn read(words: &'a [&'a str]) -> Result<Option<Self>, Refusal> {
        let Some(begin) = words.iter().position(|word| COMMANDS.contains(word)) else {
            return match words.first() {
                Some(word) => Err(Refusal::UnknownCommand(quoted(word))),
                None => Ok(None),
            };
        };
        let arguments = &words[begin + 1..];
        Ok(Some(match words[begin] {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "setoption" => set_option(arguments)?,
            "ucinewgame" => Self::NewGame,
            "position" => position(arguments)?,
            "go" => go(arguments)?,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            // "d", the one that is left of `COMMANDS`.
            _ => Self::Display,
        }))
    }
}

/// `name UCI_Variant value …`; names and values may have several words.
fn set_option<'a>(arguments: &[&str]) -> Result<Command<'a>, Refusal> {
    let (name, value) = arguments
        .split_first()
        .filter(|(first, _)| **first == "name")
        .and_then(|(_, rest)| {
            let end = rest.iter().position(|word| *word == "value");
            let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
            let value = value.get(1..).unwrap_or_default();
            (!name.is_empty()).then(|| (name.join(" "), value.join(" ")))
        })
        .ok_or(Refusal::OptionForm)?;
    if !name.eq_ignore_ascii_case("UCI_Variant") {
        return Err(Refusal::UnknownOption(quoted(&name)));
    }
    if value.is_empty() {
        return Err(Refusal::OptionForm);
    }
    Ok(Command::SetVariant(value.parse()?))
}

fn position<'a>(arguments: &'a [&'a str]) -> Result<Command<'a>, Refusal> {
    let wrong = |what: String| Err(Refusal::PositionForm(what));
    let (first, rest) = match arguments.split_first() {
        Some((first, rest)) => (*first, rest),
        None => return wrong("nothing follows".into()),
    };
    let end = rest.iter().position(|word| *word == "moves");
    let (text, moves) = rest.split_at(end.unwrap_or(rest.len()));
    let fen = match (first, text) {
        ("startpos", []) => None,
        ("startpos", [word, ..]) => return wrong(format!("found \"{}\"", quoted(word))),
        ("fen", text) => Some(text.join(" ")),
        (word, _) => return wrong(format!("found \"{}\"", quoted(word))),
    };
    let moves = moves.get(1..).unwrap_or_default();
    Ok(Command::Position { fen, moves })
}

fn go<'a>(arguments: &[&str]) -> Result<Command<'a>, Refusal> {
    let wrong = |what: &str| Err(Refusal::GoForm(format!("found \"{}\"", quoted(what))));
    match *arguments {
        ["perft", plies] => match plies.parse() {
            Ok(depth) if depth <= MOST_PLIES => Ok(Command::Perft(depth)),
            _ => wrong(plies),
        },
        ["perft", _, more, ..] => wrong(more),
        [] | ["perft"] => Err(Refusal::GoForm("it is not complete".into())),
        [other, ..] => wrong(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<String, Refusal> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        Command::read(&words).map(|command| format!("{command:?}"))
    }

    fn same(one: &str, other: &str) {
        assert_eq!(read(one), read(other), "{one:?}, {other:?}");
        assert!(read(one).is_ok(), "{one:?}: {:?}", read(one));
    }

    #[test]
    fn words_before_a_command_are_passed_over() {
        same("joho isready", "isready");
        same("\t so   what: go perft  3 ", "go perft 3");
        // Only before: what follows belongs to the command, right or wrong.
        same("isready quit", "isready");
        assert!(matches!(read("go depth 3 quit"), Err(Refusal::GoForm(_))));
        // Known elsewhere, unknown here.
        same("debug on quit", "quit");
        assert!(matches!(
            read("debug on"),
            Err(Refusal::UnknownCommand(word)) if word == "debug"
        ));
        assert!(matches!(read("QUIT"), Err(Refusal::UnknownCommand(_))));
    }

    #[test]
    fn a_line_without_words_asks_for_nothing() {
        for line in ["", " ", "\t \r"] {
            assert_eq!(read(line), Ok("None".into()));
        }
    }

    #[test]
    fn options_are_named_in_either_case() {
        for line in [
            "setoption name uci_variant value CHESS",
            "setoption name UCI_VARIANT value standard",
        ] {
            same(line, "setoption name UCI_Variant value chess");
        }
        for line in [
            "setoption",
            "setoption UCI_Variant value chess",
            "setoption name value chess",
            "setoption name UCI_Variant",
            "setoption name UCI_Variant value",
        ] {
            assert_eq!(read(line), Err(Refusal::OptionForm), "{line}");
        }
        assert_eq!(
            read("setoption name Move  Overhead value 30"),
            Err(Refusal::UnknownOption("Move Overhead".into()))
        );
        assert!(matches!(
            read("setoption name UCI_Variant value chess value icochess"),
            Err(Refusal::UnknownVariant(_))
        ));
    }

    #[test]
    fn positions_have_a_beginning_and_perhaps_moves() {
        same("position startpos moves", "position startpos");
        for line in ["position", "position start", "position startpos e2e4"] {
            assert!(
                matches!(read(line), Err(Refusal::PositionForm(_))),
                "{line}"
            );
        }
    }

    #[test]
    fn only_so_many_plies_are_counted() {
        assert!(read("go perft 0").is_ok() && read("go perft 30").is_ok());
        for plies in ["31", "-1", "3.5", "", "4294967296", "3 4", "three"] {
            let line = format!("go perft {plies}");
            assert!(matches!(read(&line), Err(Refusal::GoForm(_))), "{line}");
        }
        for line in ["go", "go infinite", "go depth 3", "go movetime 100"] {
            assert!(matches!(read(line), Err(Refusal::GoForm(_))), "{line}");
        }
    }
}
