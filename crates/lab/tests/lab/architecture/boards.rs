//! Boards are named where they are: in their folder and in the one list, so that another board
//! is a folder and a line. Tests may name those that they need.

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

/// A board as sources may name it.
pub struct Named {
    /// In paths, by its type.
    variant: String,
    /// In texts: its identifier, its name and its title.
    texts: [&'static str; 3],
}

impl Named {
    /// Is a module of the crate of the boards in the folder of this one? Rule sets in one
    /// folder have types that begin as it does.
    fn is_at(&self, module: &str) -> bool {
        let variant = self.variant.to_lowercase();
        part(module).is_some_and(|folder| variant.starts_with(folder))
    }
}

/// The boards of the list.
pub fn all() -> Vec<Named> {
    let named = |variant: &Variant| Named {
        variant: format!("{variant:?}"),
        texts: [variant.id(), variant.name(), variant.title()],
    };
    Variant::ALL.iter().map(named).collect()
}

/// Where a source outside the crate of the boards, `home`, names the type of one of them, and
/// where a source outside the folder of a board has a text that names it, but for those `alike`.
pub fn complaints(
    workspace: &Workspace,
    home: &str,
    boards: &[Named],
    alike: Table,
) -> Vec<String> {
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
            let name = &text.text;
            let (place, _) = text.place.rsplit_once(':').unwrap_or_default();
            let is_other = |(file, texts): &(&str, &str)| {
                *file == place && texts.split_whitespace().any(|other| other == name)
            };
            let named = boards
                .iter()
                .find(|board| board.texts.contains(&name.as_str()));
            if let Some(board) = named
                && !(is_home && board.is_at(&text.module))
                && !alike.iter().any(is_other)
            {
                all.push(format!("{}: {name:?} is named", text.place));
            }
        }
    }
    all
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

    fn chess() -> [Named; 1] {
        [Named {
            variant: "Chess".to_owned(),
            texts: ["chess", "Standard", "8×8 chess"],
        }]
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
        compare(&files, &[], |workspace| {
            complaints(workspace, "boards", &chess(), alike)
        });
    }
}
