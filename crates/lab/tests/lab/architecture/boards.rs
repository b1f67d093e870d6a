//! Boards are named where they are: in their folder and in the one list, so that another board
//! is a folder and a line. Tests may name those that they need.

use std::cmp::Reverse;
use std::ops::Range;

use icochess_boards::Variant;

use super::Table;
use super::sources::part;
use super::workspace::Workspace;

/// The crate that has the folders and the list.
pub const HOME: &str = "icochess-boards";

/// Files with texts that are those of a board and say something else.
pub const ALIKE: Table = &[
    // The game has the name of its first board.
    ("src/app.rs", "Icochess icochess"),
    ("src/library/entry.rs", "Icochess"),
    ("src/platform/web.rs", "icochess"),
    ("src/platform/windows.rs", "Icochess"),
    ("src/save/store.rs", "icochess"),
    ("src/ui/pages/home.rs", "icochess"),
    ("src/xr/runtime/probe.rs", "Icochess"),
    // The game that an engine plays which lists no boards: UCI was made for it.
    ("src/computer/external/process.rs", "chess"),
    // The title of a start position.
    ("crates/rules/src/position/board.rs", "Standard"),
    ("crates/boards/src/startrek3d/rules.rs", "Standard"),
];

/// Names that have other meanings, too: in a longer text they are those of boards only in a list.
const ORDINARY: [&str; 4] = ["chess", "icochess", "Icochess", "Standard"];

/// A board as sources may name it.
pub struct Named {
    /// Its folder in the crate of the boards.
    folder: &'static str,
    /// In paths, by its type.
    variant: String,
    /// In texts: its identifier, its name and its title.
    texts: [&'static str; 3],
}

impl Named {
    /// Is a module of the crate of the boards in the folder of this one?
    fn is_at(&self, module: &str) -> bool {
        part(module) == Some(self.folder)
    }
}

/// A name of a board, and where it stands in a text.
struct Word<'a> {
    board: &'a Named,
    name: &'static str,
    at: Range<usize>,
}

/// The boards of the list.
pub fn all() -> Vec<Named> {
    let named = |variant: &Variant| Named {
        folder: variant.module(),
        variant: format!("{variant:?}"),
        texts: [variant.id(), variant.name(), variant.title()],
    };
    Variant::ALL.iter().map(named).collect()
}

/// The places where a source outside the crate of the boards, `home`, names the type of one of
/// them, or a source outside the folder of a board has a text that names it, but for those `alike`;
/// and those of these that there are not.
pub fn complaints(
    workspace: &Workspace,
    home: &str,
    boards: &[Named],
    alike: Table,
) -> Vec<String> {
    let rows = alike.iter().flat_map(|(file, names)| {
        let names = names.split_whitespace();
        names.map(move |name| (*file, name))
    });
    let alike: Vec<(&str, &str)> = rows.collect();
    let mut idle = alike.clone();
    let mut all = Vec::new();
    for package in &workspace.packages {
        let sources = workspace.sources(package);
        let is_home = package.name == home;
        let imports = sources.imports.iter();
        let imports = imports.filter(|import| !import.aside && !is_home);
        all.extend(imports.filter_map(|import| {
            let mut parts = import.path.split("::");
            let board = parts.find(|part| boards.iter().any(|board| board.variant == *part))?;
            Some(format!("{}: {board} is named", import.place))
        }));
        for text in sources.texts.iter().filter(|text| !text.aside) {
            let (file, _) = text.place.rsplit_once(':').unwrap_or_default();
            for Word { board, name, .. } in named(&text.text, boards) {
                if is_home && board.is_at(&text.module) {
                    continue;
                }
                idle.retain(|row| *row != (file, name));
                if !alike.contains(&(file, name)) {
                    all.push(format!("{}: {name:?} is named", text.place));
                }
            }
        }
    }
    let idle = idle.iter();
    all.extend(idle.map(|(file, name)| format!("{file} does not say {name:?}")));
    all
}

/// The names in a text that are meant as those of boards.
fn named<'a>(text: &str, boards: &'a [Named]) -> Vec<Word<'a>> {
    let mut words = words(text, boards);
    let in_list: Vec<bool> = words
        .windows(2)
        .map(|two| divides_items(&text[two[0].at.end..two[1].at.start]))
        .collect();
    let mut index = 0_usize;
    words.retain(|word| {
        let beside = [index.checked_sub(1), Some(index)];
        index += 1;
        let is_in_list = beside
            .into_iter()
            .flatten()
            .any(|at| in_list.get(at) == Some(&true));
        word.name == text || !ORDINARY.contains(&word.name) || is_in_list
    });
    words
}

/// The names that stand in a text as words, the longest at each place.
fn words<'a>(text: &str, boards: &'a [Named]) -> Vec<Word<'a>> {
    let is_letter = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut words = Vec::new();
    for board in boards {
        for name in board.texts {
            let found = text
                .match_indices(name)
                .map(|(start, _)| start..start + name.len());
            let apart = found.filter(|at| {
                !text[..at.start].ends_with(is_letter) && !text[at.end..].starts_with(is_letter)
            });
            words.extend(apart.map(|at| Word { board, name, at }));
        }
    }
    words.sort_by_key(|word| (word.at.start, Reverse(word.at.end)));
    let mut end = 0;
    words.retain(|word| {
        let is_next = word.at.start >= end;
        end = end.max(word.at.end);
        is_next
    });
    words
}

/// Is this what stands between two items of a list?
fn divides_items(between: &str) -> bool {
    let mut words = between.split([' ', ',', '|', '/', '(', ')', '"', '`']);
    !between.trim().is_empty() && words.all(|word| matches!(word, "" | "and" | "or"))
}

#[cfg(test)]
mod tests {
    use super::super::made_up::compare;
    use super::{Named, complaints};

    const SOURCE: &str = r#"
use icochess_boards::{Chess, Variant}; //~ Chess is named
use icochess_boards as all;
fn f() -> Variant { all::Variant::Chess } //~ Chess is named
fn g(id: &str) -> bool { match id { "chess" => true, _ => false } } //~ "chess" is named
fn h(id: &str) -> bool { matches!(id, "8×8 chess") } //~ "8×8 chess" is named
const NAME: &str = "Standard"; //~ "Standard" is named
const OTHERS: [&str; 3] = ["standard", "Chess", "chess, and more"];
/// [`Chess`](icochess_boards::Chess)
struct ChessClock;
#[cfg(test)]
mod tests { use icochess_boards::Chess; const ID: &str = "chess"; }
"#;

    const LONGER: &str = r#"
const A: &str = "expected the dome-like one"; //~ "dome" is named
const B: &str = "more 8×8 chess"; //~ "8×8 chess" is named
const C: &str = "chess below domes; undomed; the Standard way to play chess";
const D: &str = "expected Go, chess or Standard chess"; //~ "chess" is named
/// A dome.
fn f() { tell! { /** A dome. */ const E: &str = "chess|{}"; } }
"#;

    fn chess() -> [Named; 1] {
        [Named {
            folder: "chess",
            variant: "Chess".to_owned(),
            texts: ["chess", "Standard", "8×8 chess"],
        }]
    }

    #[test]
    fn a_board_that_is_named_in_a_longer_text_is_found() {
        let dome = Named {
            folder: "dome",
            variant: "Dome".to_owned(),
            texts: ["dome", "Dome", "Dome"],
        };
        let [chess] = chess();
        let boards = [chess, dome];
        let files = [("src/lib.rs", LONGER)];
        let more = ["src/lib.rs:5: \"Standard\" is named"];
        compare(&files, &more, |workspace| {
            complaints(workspace, "boards", &boards, &[])
        });
    }

    #[test]
    fn a_board_that_is_named_outside_tests_is_found() {
        let files = [("src/lib.rs", SOURCE)];
        compare(&files, &[], |workspace| {
            complaints(workspace, "boards", &chess(), &[])
        });
    }

    #[test]
    fn a_board_has_its_names_in_its_folder() {
        let files = [
            ("src/lib.rs", "mod chess; mod other; mod registered;"),
            ("src/chess.rs", r#"const ID: &str = "chess";"#),
            ("src/other.rs", "use super::chess::Chess;"),
            (
                "src/registered.rs",
                r#"fn f() { g("chess") } //~ "chess" is named"#,
            ),
        ];
        compare(&files, &[], |workspace| {
            complaints(workspace, "made-up", &chess(), &[])
        });
    }

    #[test]
    fn a_text_that_says_something_else_is_none_of_a_board() {
        let files = [
            ("src/lib.rs", "mod engine; mod level;"),
            (
                "src/engine.rs",
                "const A: &str = \"chess\";\nconst B: &str = \"Standard\"; //~ \"Standard\" is named",
            ),
            (
                "src/level.rs",
                r#"const A: &str = "chess"; //~ "chess" is named"#,
            ),
        ];
        let alike = &[("src/engine.rs", "chess other")];
        let idle = ["src/engine.rs does not say \"other\""];
        compare(&files, &idle, |workspace| {
            complaints(workspace, "boards", &chess(), alike)
        });
    }
}
