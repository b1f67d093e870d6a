//! Addresses by which somebody else opens a game or a position, on the page that has the game for a
//! browser.

use bevy::prelude::Resource;
use form_urlencoded::{byte_serialize, parse};
use icochess_rules::{NodeId, Record};

/// Most characters of an address with a whole game: some programs cut longer ones off.
const MOST: usize = 2000;

/// The parameters of an address that have a value, each named as the option of the command line.
const ASKED: [&str; 3] = ["variant", "position", "pgn"];
/// The parameter of an address without a value, named as the option of the command line.
const FLAG: &str = "vr";

/// The address of the page that has the game for a browser: links lead there. It exists if there is
/// such a page.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct WebPage(pub String);

impl WebPage {
    /// The address that opens a game as it is shown: the whole game, or its position alone if it is
    /// shown elsewhere than at its end, has no moves, or is too long for an address.
    pub fn link_to(&self, game: &Record) -> String {
        let board = format!("{}?variant={}", self.0, encoded(game.board().id()));
        let whole = is_at_end(game).then(|| encoded(game.to_pgn().trim_end()));
        let whole = whole.map(|text| format!("{board}&pgn={text}"));
        whole
            .filter(|link| link.len() <= MOST)
            .unwrap_or_else(|| format!("{board}&position={}", encoded(&game.position().text())))
    }
}

/// Whether the place that is shown is after the last move of the main line: who opens the text of the
/// game sees that.
fn is_at_end(game: &Record) -> bool {
    let mut end = NodeId::ROOT;
    while let Some(next) = game.children(end).first() {
        end = *next;
    }
    end != NodeId::ROOT && game.current() == end
}

/// A text as a part of an address. Programs that look for addresses in a text often leave a star at
/// the end out, as most games have.
fn encoded(text: &str) -> String {
    let parts: String = byte_serialize(text.as_bytes()).collect();
    parts.replace('*', "%2A")
}

/// The options of the command line that the part of an address from its `?` on stands for. What else is
/// in it is left out.
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
            asked if ASKED.contains(&asked) => Some(format!("--{asked}={value}")),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    const PAGE: &str = "https://play.invalid/icochess/";

    /// The option that the link to a game asks for beside its board, and its value.
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
    fn on_every_board_a_link_opens_the_start_and_a_game() {
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
    fn all_signs_of_names_and_comments_come_through() {
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
    fn what_is_not_the_end_of_a_short_game_is_shared_as_a_position() {
        let mut earlier = chess("1. e4 e5 2. Nf3 *");
        earlier.make_mut().undo();
        let mut aside = chess("1. e4 (1. d4) 1... e5 *");
        let variation = aside.children(NodeId::ROOT)[1];
        aside.make_mut().go_to(variation);
        let mut long = chess("1. e4 e5 *");
        let tags = long.make_mut().tags_mut();
        tags.insert("Event".to_owned(), "a".repeat(MOST));
        for game in [earlier, aside, long] {
            assert_eq!(asked(&game), position(&game));
        }
    }

    #[test]
    fn what_an_address_asks_for_is_read_however_it_is_written() {
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
