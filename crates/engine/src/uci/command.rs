//! UCI commands, parsed from lines independently of the board.

use std::time::Duration;

use super::error::CommandError;
use super::protocol::{COMMANDS, MAX_PERFT_DEPTH};
use crate::{Limits, MAX_DEPTH, PonderHit};
use icochess_rules::quoted;

/// A well-formed command.
#[derive(Debug)]
pub(super) enum Command<'a> {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        /// The value; absent for buttons.
        value: Option<String>,
    },
    NewGame,
    Position {
        /// The position text; `None` for the start position.
        fen: Option<String>,
        moves: &'a [&'a str],
    },
    Display,
    Perft(u32),
    Go {
        limits: Limits,
        /// Moves to search; empty for all.
        moves: Vec<&'a str>,
        /// Unknown words, which are ignored.
        unknown: Vec<&'a str>,
    },
    PonderHit,
    Stop,
    Quit,
}

impl<'a> Command<'a> {
    /// Returns the word that determines the command, if any.
    pub(super) fn word(words: &[&'a str]) -> Option<&'a str> {
        words.iter().copied().find(|word| COMMANDS.contains(word))
    }

    /// Parses the words of a line. Returns `None` if there are none.
    pub(super) fn read(words: &'a [&'a str]) -> Result<Option<Self>, CommandError> {
        let Some(begin) = words.iter().position(|word| COMMANDS.contains(word)) else {
            return match words.first() {
                Some(word) => Err(CommandError::UnknownCommand(quoted(word))),
                None => Ok(None),
            };
        };
        let arguments = &words[begin + 1..];
        Ok(Some(match words[begin] {
            "uci" => Self::Uci,
            "debug" => match arguments {
                ["on", ..] => Self::Debug(true),
                ["off", ..] => Self::Debug(false),
                _ => return Err(CommandError::DebugForm),
            },
            "isready" => Self::IsReady,
            "setoption" => set_option(arguments)?,
            "ucinewgame" => Self::NewGame,
            "position" => position(arguments)?,
            "go" => go(arguments)?,
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            // "d", the only command left in `COMMANDS`.
            _ => Self::Display,
        }))
    }
}

/// Parses `name … value …`, where name and value may have several words.
fn set_option<'a>(arguments: &[&str]) -> Result<Command<'a>, CommandError> {
    let rest = match arguments {
        ["name", rest @ ..] => rest,
        _ => return Err(CommandError::OptionForm),
    };
    let end = rest.iter().position(|word| *word == "value");
    let (name, value) = rest.split_at(end.unwrap_or(rest.len()));
    if name.is_empty() {
        return Err(CommandError::OptionForm);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value
            .get(1..)
            .map(|value| value.join(" "))
            .filter(|value| !value.is_empty()),
    })
}

fn position<'a>(arguments: &'a [&'a str]) -> Result<Command<'a>, CommandError> {
    let wrong = |what: String| Err(CommandError::PositionForm(what));
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

fn go<'a>(arguments: &'a [&'a str]) -> Result<Command<'a>, CommandError> {
    let wrong = |what: &str| CommandError::GoForm(format!("found \"{}\"", quoted(what)));
    if let ["perft", rest @ ..] = arguments {
        return match rest {
            [plies] => match plies.parse() {
                Ok(depth) if depth <= MAX_PERFT_DEPTH => Ok(Command::Perft(depth)),
                _ => Err(wrong(plies)),
            },
            [] => Err(CommandError::GoForm("it is not complete".into())),
            [_, more, ..] => Err(wrong(more)),
        };
    }
    let mut limits = Limits::default();
    let (mut moves, mut unknown) = (Vec::new(), Vec::new());
    // Whether the current words are moves.
    let mut lists_moves = false;
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        let mut number = || {
            let word = words
                .next()
                .ok_or_else(|| CommandError::GoForm("it is not complete".into()))?;
            // Expired clocks may be negative, and some programs send fractions of a millisecond.
            let number: f64 = word.parse().map_err(|_| wrong(word))?;
            if number.is_nan() {
                return Err(wrong(word));
            }
            Ok::<u64, CommandError>(number.max(0.0) as u64)
        };
        let mut small = || number().map(|number| number.min(MAX_DEPTH.into()) as u8);
        match word {
            "depth" => limits.depth = Some(small()?.max(1)),
            "mate" => limits.mate = Some(small()?.max(1)),
            "nodes" => limits.nodes = Some(number()?),
            "movetime" => limits.move_time = Some(Duration::from_millis(number()?)),
            "wtime" => limits.time[0] = Some(Duration::from_millis(number()?)),
            "btime" => limits.time[1] = Some(Duration::from_millis(number()?)),
            "winc" => limits.increment[0] = Duration::from_millis(number()?),
            "binc" => limits.increment[1] = Duration::from_millis(number()?),
            "movestogo" => {
                limits.moves_to_go = Some(number()?.clamp(1, u64::from(u32::MAX)) as u32);
            }
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = Some(PonderHit::default()),
            "searchmoves" => {
                lists_moves = true;
                continue;
            }
            other if lists_moves => {
                moves.push(other);
                continue;
            }
            other => unknown.push(other),
        }
        lists_moves = false;
    }
    Ok(Command::Go {
        limits,
        moves,
        unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_rules::Side;

    fn read(line: &str) -> Result<String, CommandError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        Command::read(&words).map(|command| format!("{command:?}"))
    }

    fn same(one: &str, other: &str) {
        assert_eq!(read(one), read(other), "{one:?}, {other:?}");
        assert!(read(one).is_ok(), "{one:?}: {:?}", read(one));
    }

    #[test]
    fn words_before_a_command_are_ignored() {
        same("joho isready", "isready");
        same("\t so   what: go perft  3 ", "go perft 3");
        // Words are skipped only before the command; later words are its arguments, valid or not.
        same("isready quit", "isready");
        assert!(matches!(
            read("go perft 3 quit"),
            Err(CommandError::GoForm(_))
        ));
        // `register` is a UCI command that this engine doesn't support.
        same("register later quit", "quit");
        assert!(matches!(
            read("register later"),
            Err(CommandError::UnknownCommand(word)) if word == "register"
        ));
        same("debug on quit", "debug on");
        for line in ["debug", "debug maybe"] {
            assert_eq!(read(line), Err(CommandError::DebugForm));
        }
        assert!(matches!(read("QUIT"), Err(CommandError::UnknownCommand(_))));
    }

    #[test]
    fn go_arguments_set_the_limits() {
        let limits = |line: &str| {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match Command::read(&words) {
                Ok(Some(Command::Go {
                    limits,
                    moves,
                    unknown,
                })) => (limits, moves.len(), unknown.len()),
                other => panic!("{line}: {other:?}"),
            }
        };
        let (go, ..) = limits("go wtime 300000 btime -5 winc 2000 binc 0 movestogo 40");
        assert_eq!(
            go.time,
            [Some(Duration::from_secs(300)), Some(Duration::ZERO)]
        );
        assert_eq!(go.increment[0], Duration::from_secs(2));
        assert_eq!(go.moves_to_go, Some(40));
        assert!(!go.infinite && go.ponder.is_none());
        assert!(limits("go infinite").0.infinite);
        // Only a limit of the engine's own side counts, and its clock is one.
        for line in ["go", "go far", "go btime 1000 binc 10"] {
            assert!(!limits(line).0.is_limited(Side::White), "{line}");
        }
        for line in [
            "go wtime 1000",
            "go movetime 50 foo",
            "go depth 1",
            "go ponder",
        ] {
            assert!(limits(line).0.is_limited(Side::White), "{line}");
        }
        assert!(limits("go ponder wtime 1").0.ponder.is_some());
        assert_eq!(limits("go depth 9 nodes 5000").0.nodes, Some(5000));
        assert_eq!(limits("go mate 3 searchmoves e2e4 d2d4").1, 2);
        let (go, moves, _) = limits("go searchmoves e2e4 d2d4 nodes 3000");
        assert_eq!((go.nodes, moves), (Some(3000), 2));
        // Words outside the protocol, or from another version of the protocol.
        for (line, unknown) in [("go movetime 50 foo 3", 2), ("go far", 1)] {
            assert_eq!(limits(line).2, unknown, "{line}");
        }
        let (go, ..) = limits("go wtime 1000.5 btime 1e300");
        assert_eq!(go.time[0], Some(Duration::from_secs(1)));
        for line in ["go depth", "go depth x", "go wtime NaN"] {
            assert!(matches!(read(line), Err(CommandError::GoForm(_))), "{line}");
        }
    }
}
