//! Client side of the Universal Chess Interface. Formats commands and parses replies, which are
//! untrusted.

use std::fmt::Write;
use std::time::Duration;

use icochess_engine::score::{MATE, MATE_IN_MAX_PLY, MAX_PLY};
use icochess_engine::{Info, Limits, Score, SearchResult};
use icochess_message::printable;
use icochess_rules::{Move, Record, Side};

/// Maximum length of an engine's name, in characters.
const MAX_NAME: usize = 60;
/// Maximum length of a line, in plies.
const MAX_LINE: usize = 5;
/// Maximum number of an engine's boards, and of its options.
pub(super) const MAX_OPTIONS: usize = 200;
/// Maximum number of moves sent with a position. Longer games send only the position, because
/// engines limit the length of a line.
const MAX_MOVES: usize = 10_000;

/// Parsed line of an engine.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum UciMessage {
    Name(String),
    Option(EngineOption),
    /// The engine has sent its name and options.
    UciOk,
    /// All earlier commands processed.
    ReadyOk,
    Info(InfoLine),
    BestMove(String),
    Other,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct EngineOption {
    /// Name of the option.
    pub name: String,
    /// Range of a numeric option.
    pub range: Option<(i64, i64)>,
    /// Values of a combo option.
    pub values: Vec<String>,
}

/// Line of a search.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct InfoLine {
    pub depth: u8,
    /// Rank of the line, from 1 for the best.
    pub rank: usize,
    pub score: Score,
    pub nodes: u64,
    /// First moves of the line, in UCI notation, never empty.
    pub moves: Vec<String>,
}

impl InfoLine {
    /// Returns the progress of a search in `game` after `time`, with the line up to an illegal move.
    /// `None` if the first move is illegal.
    pub(crate) fn info(&self, game: &Record, time: Duration) -> Option<Info> {
        let mut pv = vec![legal(game, self.moves.first()?)?];
        // A copy of the position is smaller than one of the game.
        if let Ok(mut after) = game.board().read_position(&game.position().text()) {
            for text in &self.moves[1..] {
                let is_played = pv
                    .last()
                    .is_some_and(|mv| after.make_mut().play(*mv).is_ok());
                let Some(mv) = legal(&after, text).filter(|_| is_played) else {
                    break;
                };
                pv.push(mv);
            }
        }
        Some(Info {
            depth: self.depth,
            seldepth: self.depth,
            multi_pv: self.rank,
            score: self.score,
            nodes: self.nodes,
            time,
            hashfull: 0,
            pv,
        })
    }
}

/// Parses a legal move in a game's position.
pub(crate) fn legal(game: &Record, text: &str) -> Option<Move> {
    let position = game.position();
    let mv = position.parse_uci(text).ok();
    mv.filter(|mv| position.why_illegal(*mv).is_none())
}

/// Returns the result of a search with this last progress.
pub(crate) fn result(best_move: Move, info: Option<Info>) -> SearchResult {
    SearchResult {
        best_move,
        ponder: None,
        nodes: info.as_ref().map_or(0, |info| info.nodes),
        info,
        failed: false,
    }
}

/// Parses a line of an engine.
pub(crate) fn read(line: &str) -> UciMessage {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("id") if words.next() == Some("name") => {
            let name = words.collect::<Vec<_>>().join(" ");
            let name: String = printable(&name).chars().take(MAX_NAME).collect();
            UciMessage::Name(name)
        }
        Some("option") => option(words).map_or(UciMessage::Other, UciMessage::Option),
        Some("uciok") => UciMessage::UciOk,
        Some("readyok") => UciMessage::ReadyOk,
        Some("info") => info_line(words).map_or(UciMessage::Other, UciMessage::Info),
        Some("bestmove") => UciMessage::BestMove(words.next().unwrap_or_default().to_owned()),
        _ => UciMessage::Other,
    }
}

/// Keywords in the definition of an option.
const PARTS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

fn option<'a>(words: impl Iterator<Item = &'a str>) -> Option<EngineOption> {
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        match parts.last_mut() {
            Some((_, rest)) if !PARTS.contains(&word) => rest.push(word),
            _ => parts.push((word, Vec::new())),
        }
    }
    let all = |wanted: &str| {
        let same = parts.iter().filter(move |(part, _)| *part == wanted);
        same.map(|(_, rest)| rest.join(" ")).collect::<Vec<_>>()
    };
    let number = |wanted: &str| all(wanted).first()?.parse().ok();
    let range = number("min").zip(number("max"));
    let mut values = all("var");
    values.truncate(MAX_OPTIONS);
    Some(EngineOption {
        name: all("name")
            .into_iter()
            .next()
            .filter(|name| !name.is_empty())?,
        range: range.filter(|(minimum, maximum)| minimum <= maximum),
        values,
    })
}

fn info_line<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<InfoLine> {
    let (mut depth, mut rank, mut score, mut nodes) = (0, 1, None, 0);
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next()?.parse().ok()?,
            "nodes" => nodes = words.next()?.parse().ok()?,
            "score" => score = Some(read_score(words.next()?, words.next()?)?),
            "multipv" => rank = words.next()?.parse().ok()?,
            "pv" => {
                moves = words.by_ref().take(MAX_LINE).map(str::to_owned).collect();
                break;
            }
            "string" => return None,
            _ => {}
        }
    }
    (!moves.is_empty()).then_some(InfoLine {
        depth,
        rank,
        score: score?,
        nodes,
        moves,
    })
}

/// Converts a score to the built-in engine's scale, for the side to move.
fn read_score(kind: &str, value: &str) -> Option<Score> {
    let value: Score = value.parse().ok()?;
    match kind {
        "cp" => Some(value.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)),
        "mate" => {
            let moves = value.clamp(-(MAX_PLY as Score) / 2, MAX_PLY as Score / 2);
            Some(if moves > 0 {
                MATE - (2 * moves - 1)
            } else {
                -MATE - 2 * moves
            })
        }
        _ => None,
    }
}

/// Formats the `position` command. The command includes the moves of the game, so that the engine
/// can detect repetitions.
pub(crate) fn position(game: &Record) -> String {
    let position = game.position();
    let start = game.position_at(0);
    let Some(start) = start.filter(|_| game.ply() <= MAX_MOVES) else {
        return format!("position fen {}", position.text());
    };
    let mut line = format!("position fen {}", start.text());
    for (at, mv) in game.played().iter().enumerate() {
        line += if at == 0 { " moves " } else { " " };
        line += &position.uci(*mv);
    }
    line
}

/// Formats the `go` command. The engine divides the clock's time itself.
pub(crate) fn go(limits: &Limits, side: Side) -> String {
    let mut line = "go".to_owned();
    // Writing to a `String` can't fail.
    let mut add = |word: &str, number: u128| {
        let _ = write!(line, " {word} {number}");
    };
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    match limits.time[side.index()] {
        Some(left) => {
            for (at, (time, increment)) in [("wtime", "winc"), ("btime", "binc")]
                .into_iter()
                .enumerate()
            {
                // A side without a clock gets the other side's time.
                let left = limits.time[at]
                    .unwrap_or(left)
                    .saturating_sub(limits.overhead);
                add(time, left.max(Duration::from_millis(1)).as_millis());
                let bonus = limits.increment[at].saturating_sub(limits.overhead);
                add(increment, bonus.as_millis());
            }
            if let Some(moves) = limits.moves_to_go {
                add("movestogo", moves.into());
            }
        }
        None => {
            if let Some(time) = limits.move_time {
                let time = time.saturating_sub(limits.overhead);
                add("movetime", time.max(Duration::from_millis(1)).as_millis());
            }
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_engine::score::Uci;
    use proptest::prelude::*;

    #[test]
    fn engine_name_and_options_are_parsed() {
        assert_eq!(
            read("id name  Stock\u{202e}fish 16"),
            UciMessage::Name("Stockfish 16".into())
        );
        assert_eq!(read("id author the developers"), UciMessage::Other);
        assert_eq!(read("uciok"), UciMessage::UciOk);
        assert_eq!(read("  readyok "), UciMessage::ReadyOk);
        let UciMessage::Option(hash) =
            read("option name Hash type spin default 16 min 1 max 33554432")
        else {
            panic!("no option");
        };
        assert_eq!(
            (hash.name.as_str(), hash.range),
            ("Hash", Some((1, 33_554_432)))
        );
        let variant = "option name UCI_Variant type combo default chess var chess var a b var c";
        let UciMessage::Option(variant) = read(variant) else {
            panic!("no option");
        };
        assert_eq!(variant.values, ["chess", "a b", "c"]);
        assert_eq!(read("option type spin min 1 max 2"), UciMessage::Other);
    }

    #[test]
    fn search_lines_are_parsed() {
        let score =
            |text: &str| match read(&format!("info depth 3 score {text} nodes 12 pv e2e4 e7e5")) {
                UciMessage::Info(found) => {
                    assert_eq!((found.depth, found.rank, found.nodes), (3, 1, 12));
                    assert_eq!(found.moves, ["e2e4", "e7e5"]);
                    Some(found.score)
                }
                _ => None,
            };
        assert_eq!(score("cp -31 upperbound"), Some(-31));
        for own in [MATE - 1, MATE - 5, 2 - MATE, 6 - MATE, -MATE, 150, -29_000] {
            assert_eq!(score(&Uci(own).to_string()), Some(own), "{}", Uci(own));
        }
        for odd in ["cp 99999999", "mate 2000000000", "mate -2000000000"] {
            assert!(score(odd).is_some_and(|score| score.abs() <= MATE), "{odd}");
        }
        for odd in ["cp", "cp x", "lots 3", "cp 99999999999"] {
            assert_eq!(score(odd), None, "{odd}");
        }
        assert_eq!(
            read("info string depth 3 score cp 3 pv e2e4"),
            UciMessage::Other
        );
        let second = read("info depth 3 multipv 2 score cp 3 pv e2e4 e7e5 e4e5 g8f6");
        let UciMessage::Info(second) = second else {
            panic!("no line");
        };
        let game = Variant::Chess.board().new_game();
        let info = second.info(&game, Duration::ZERO).expect("a legal move");
        // The line ends before its illegal move.
        assert_eq!((info.multi_pv, info.pv.len()), (2, 2));
        assert_eq!(
            read("bestmove e2e4 ponder e7e5"),
            UciMessage::BestMove("e2e4".into())
        );
        assert_eq!(read("bestmove"), UciMessage::BestMove(String::new()));
    }

    proptest! {
        #[test]
        fn parser_accepts_any_line(
            line in "(id|option|info|bestmove)( (name|type|min|max|var|score|mate|cp|pv|depth|-?[0-9]{1,20}|.{0,5})){0,9}"
        ) {
            read(&line);
        }
    }

    #[test]
    fn position_command_includes_the_moves() {
        let mut game = Variant::Chess.board().new_game();
        let start = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(position(&game), start);
        for uci in ["g1f3", "g8f6", "f3g1"] {
            let mv = game.position().parse_uci(uci).unwrap();
            game.make_mut().play(mv).unwrap();
        }
        assert_eq!(position(&game), format!("{start} moves g1f3 g8f6 f3g1"));
        let game = Variant::StarTrek3d.board().new_game();
        assert_eq!(
            position(&game),
            format!("position fen {}", game.position().text())
        );
    }

    #[test]
    fn go_command_has_the_limits_of_the_side() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let overhead = Duration::from_millis(100);
        let limits = Limits {
            move_time: seconds(3),
            overhead,
            ..Limits::default()
        };
        assert_eq!(go(&limits, Side::White), "go movetime 2900");
        let clock = Limits {
            time: [None, seconds(60)],
            increment: [Duration::ZERO, Duration::from_secs(2)],
            moves_to_go: Some(9),
            ..limits.clone()
        };
        let expected = "go wtime 59900 winc 0 btime 59900 binc 1900 movestogo 9";
        assert_eq!(go(&clock, Side::Black), expected);
        let nodes = Limits {
            nodes: Some(1000),
            ..limits
        };
        assert_eq!(go(&nodes, Side::Black), "go nodes 1000 movetime 2900");
    }
}
