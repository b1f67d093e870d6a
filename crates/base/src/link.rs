//! Links that open a game or position in the web version.

use std::ffi::OsString;

use bevy::prelude::Resource;
use form_urlencoded::{byte_serialize, parse};
use icochess_rules::{NodeId, Record};

/// Maximum length of a link with a whole game, in characters. Some programs truncate longer links.
const MAX_LENGTH: usize = 2000;

/// Link parameters with a value. They have the same names as the command line options.
const PARAMETERS: [&str; 3] = ["variant", "position", "pgn"];
/// Link parameter without a value. It has the same name as the command line option.
const FLAG: &str = "vr";

/// Address of the web version, as the base of links. Missing if there is no web version.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct WebPage(pub String);

impl WebPage {
    /// Returns a link that opens the game as shown. The link contains the whole game. It contains
    /// only the position if an earlier position is shown, if there are no moves, or if the game is
    /// too long.
    pub fn link_to(&self, game: &Record) -> String {
        let board = format!("{}?variant={}", self.0, encoded(game.board().id()));
        let whole = is_at_end(game).then(|| encoded(game.to_pgn().trim_end()));
        let whole = whole.map(|text| format!("{board}&pgn={text}"));
        whole
            .filter(|link| link.len() <= MAX_LENGTH)
            .unwrap_or_else(|| format!("{board}&position={}", encoded(&game.position().text())))
    }
}

/// Returns whether the position shown is the end of the main line. A reader of the whole game would
/// see that position.
fn is_at_end(game: &Record) -> bool {
    let mut end = NodeId::ROOT;
    while let Some(next) = game.children(end).first() {
        end = *next;
    }
    end != NodeId::ROOT && game.current() == end
}

/// Encodes a text for a link. Escapes the asterisk at the end of unfinished games, because link
/// detection often drops a final asterisk.
fn encoded(text: &str) -> String {
    let parts: String = byte_serialize(text.as_bytes()).collect();
    parts.replace('*', "%2A")
}

/// Converts a link's query, from its `?` on, to command line options. Ignores other parameters.
///
/// ```
/// let options = icochess_base::link::options("?variant=chess&pgn=1.+e4+%2A&from=mail");
/// assert_eq!(options, ["--variant=chess", "--pgn=1. e4 *"]);
/// ```
pub fn options(query: &str) -> Vec<String> {
    let query = query.strip_prefix('?').unwrap_or(query);
    parse(query.as_bytes())
        .filter_map(|(name, value)| match &*name {
            FLAG => Some(format!("--{FLAG}")),
            asked if PARAMETERS.contains(&asked) => Some(format!("--{asked}={value}")),
            _ => None,
        })
        .collect()
}

/// Starts of the part of a link that names a game over a network, to play or to watch.
const INVITATIONS: [&str; 2] = ["#play=", "#watch="];

/// Converts the link to a game over a network to a command line option; `None` for any other text.
pub fn invitation(link: &str) -> Option<String> {
    let names_game = INVITATIONS.iter().any(|start| link.contains(start));
    let is_one = link.starts_with("http") && names_game;
    is_one.then(|| format!("--play={link}"))
}

/// Puts `--play` before a link to a game over a network that stands alone among arguments.
pub fn name_links(args: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut is_named = false;
    args.into_iter().map(move |arg| {
        let option = arg.to_str().filter(|_| !is_named).and_then(invitation);
        is_named = arg == "--play";
        option.map_or(arg, Into::into)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    const PAGE: &str = "https://play.invalid/icochess/";

    /// Returns the name and value of a link's option other than the board.
    fn asked(game: &Record) -> (String, String) {
        let link = WebPage(PAGE.to_owned()).link_to(game);
        let query = link.strip_prefix(PAGE).expect("the page");
        let is_safe = |sign: char| sign.is_ascii_alphanumeric() || "?=&%+-._".contains(sign);
        assert!(query.chars().all(is_safe), "{link}");
        let options = options(query);
        let [variant, asked] = &options[..] else {
            panic!("{link}: {options:?}");
        };
        assert_eq!(*variant, format!("--variant={}", game.board().id()));
        let (option, value) = asked.split_once('=').expect("a value");
        (option.to_owned(), value.to_owned())
    }

    fn position(game: &Record) -> (String, String) {
        ("--position".to_owned(), game.position().text())
    }

    fn chess(pgn: &str) -> Record {
        Variant::Chess.board().read_pgn(pgn).expect("a game")
    }

    #[test]
    fn links_open_starts_and_games_on_every_board() {
        for board in Variant::ALL.map(Variant::board) {
            for start in board.starts() {
                let mut game = board.new_game_from(start);
                assert_eq!(asked(&game), position(&game));
                for _ in 0..6 {
                    let moves = game.position().legal_moves();
                    let Some(mv) = moves.last() else { break };
                    game.make_mut().play(*mv).expect("legal");
                }
                let (option, text) = asked(&game);
                assert_eq!(option, "--pgn", "{}: {}", board.id(), start.name);
                let read = board.read_pgn(&text).expect("a game");
                assert_eq!(read.line(), game.line());
                assert_eq!(read.position().text(), game.position().text());
            }
        }
    }

    #[test]
    fn links_preserve_special_characters() {
        let name = "a&b=c?d#e%20+f/g; h: \"i\" \\ *é♔";
        let mut game = chess("1. e4 {50% & more = +} 1... e5 $1 (1... c5) 2. Nf3 *");
        let tags = game.make_mut().tags_mut();
        tags.insert("Event".to_owned(), name.to_owned());
        let link = WebPage(PAGE.to_owned()).link_to(&game);
        assert!(link.ends_with("%2A"), "{link}");
        let (_, text) = asked(&game);
        assert_eq!(text, game.to_pgn().trim_end());
        assert_eq!(chess(&text).tags()["Event"], name);
    }

    #[test]
    fn long_or_unfinished_views_are_shared_as_positions() {
        let mut earlier = chess("1. e4 e5 2. Nf3 *");
        earlier.make_mut().undo();
        let mut aside = chess("1. e4 (1. d4) 1... e5 *");
        let variation = aside.children(NodeId::ROOT)[1];
        aside.make_mut().go_to(variation);
        let mut long = chess("1. e4 e5 *");
        let tags = long.make_mut().tags_mut();
        tags.insert("Event".to_owned(), "a".repeat(MAX_LENGTH));
        for game in [earlier, aside, long] {
            assert_eq!(asked(&game), position(&game));
        }
    }

    #[test]
    fn links_to_games_get_the_name_of_their_option() {
        let named = |args: &[&str]| -> Vec<OsString> {
            name_links(args.iter().map(OsString::from)).collect()
        };
        for kind in ["play", "watch"] {
            let link = format!("https://chess.example/#{kind}=00ff");
            let equal = format!("--play={link}");
            assert_eq!(named(&["--flat", &link]), ["--flat", &equal]);
            for args in [&["--play", &link, "--flat"][..], &[&equal]] {
                assert_eq!(named(args), args);
            }
        }
        let others = ["moves", "--play=x", "#play=00ff", "https://chess.example/"];
        assert_eq!(named(&others), others);
    }

    #[test]
    fn link_parameters_are_parsed_in_any_form() {
        for (query, expected) in [
            ("", &[] as &[&str]),
            ("?", &[]),
            ("?inspect=1&flat", &[]),
            ("?vr", &["--vr"]),
            ("?vr=1&variant=chess", &["--vr", "--variant=chess"]),
            ("?position=8%2F8+w&from=mail", &["--position=8/8 w"]),
            ("position=8/8%20w&pgn", &["--position=8/8 w", "--pgn="]),
        ] {
            assert_eq!(options(query), expected, "{query}");
        }
    }
}
