//! Boards are named where they are: in their folder and in the one list, so that another board
//! is a folder and a line. Tests may name those that they need.

use icochess_boards::Variant;

use super::workspace::Workspace;

/// The crate that has the folders and the list.
const HOME: &str = "icochess-boards";

/// The names of the types of all boards.
pub fn names() -> Vec<String> {
    let names = Variant::ALL.iter();
    names.map(|variant| format!("{variant:?}")).collect()
}

/// Where a source outside the crate of the boards names one of them.
pub fn complaints(workspace: &Workspace, boards: &[String]) -> Vec<String> {
    let packages = workspace.packages.iter();
    let others = packages.filter(|package| package.name != HOME);
    let imports = others.flat_map(|package| workspace.sources(package).imports);
    let wrong = imports.filter(|import| !import.aside).filter_map(|import| {
        let mut parts = import.path.split("::");
        let board = parts.find(|part| boards.iter().any(|board| board == part))?;
        Some(format!("{}: {board} is named", import.place))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::super::made_up::compare;
    use super::complaints;

    const SOURCE: &str = r#"
use icochess_boards::{Chess, Variant}; //~ Chess is named
use icochess_boards as all;
fn f() -> Variant { all::Variant::Chess } //~ Chess is named
fn g() -> &'static str { "Chess" }
/// [`Chess`](icochess_boards::Chess)
struct ChessClock;
#[cfg(test)]
mod tests { use icochess_boards::Chess; }
"#;

    #[test]
    fn a_board_that_is_named_outside_tests_is_found() {
        let files = [("src/lib.rs", SOURCE)];
        compare(&files, &[], |workspace| {
            complaints(workspace, &["Chess".to_owned()])
        });
    }
}
