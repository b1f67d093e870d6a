//! The files of a folder import one another one way.
//!
//! A folder in a folder counts there as one file. The `mod.rs` of a folder (`lib.rs` for
//! a crate) declares its files and so knows them all: what it defines itself is not for
//! them. A name that it passes on is an import of the file that it comes from. Tests
//! may import what they like.

use std::collections::BTreeSet;

use super::sources::{Import, Sources};
use super::workspace::Workspace;

/// One file, or folder, imports another of the same folder.
struct Edge {
    from: String,
    to: String,
    place: String,
}

/// The circles in all packages of the workspace.
pub fn complaints(workspace: &Workspace) -> Vec<String> {
    let packages = workspace.packages.iter();
    packages
        .flat_map(|package| circles(&workspace.sources(package)))
        .collect()
}

/// The imports that lead in a circle, or from one circle to another.
fn circles(sources: &Sources) -> Vec<String> {
    let imports = sources.imports.iter().filter(|import| !import.aside);
    let mut edges: Vec<Edge> = imports.filter_map(|import| edge(sources, import)).collect();
    let mut before = usize::MAX;
    while edges.len() < before {
        before = edges.len();
        let from: BTreeSet<String> = edges.iter().map(|edge| edge.from.clone()).collect();
        let to: BTreeSet<String> = edges.iter().map(|edge| edge.to.clone()).collect();
        edges.retain(|edge| from.contains(&edge.to) && to.contains(&edge.from));
    }
    let told = |Edge { from, to, place }| format!("{place}: in a circle, {from} imports {to}");
    edges.into_iter().map(told).collect()
}

/// The edge of an import in the smallest folder that has both its ends; `None` within one file, and
/// out of the crate.
fn edge(sources: &Sources, import: &Import) -> Option<Edge> {
    let from = sources.file(&import.module);
    let home = sources.home(&sources.inside(import)?);
    let to = sources.file(&home);
    let both = from.split("::").zip(to.split("::"));
    let folder = both.take_while(|(one, other)| one == other).count();
    let file = |module: &str| {
        let names = module.split("::").chain(["mod"]).skip(1).take(folder);
        names.collect::<Vec<_>>().join("/")
    };
    (from != to).then(|| Edge {
        from: file(from),
        to: file(to),
        place: import.place.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::made_up::compare;

    const CELL: &str = r#"
use super::piece::Piece; //~ in a circle, rules/cell imports rules/piece
use crate::rules::piece as man; //~ in a circle, rules/cell imports rules/piece
mod inner { use super::super::piece::*; } //~ in a circle, rules/cell imports rules/piece
// By the name that the folder gives it.
use crate::rules::Man; //~ in a circle, rules/cell imports rules/piece
// By way of a folder in the folder, and of another folder.
use super::pgn::Game; //~ in a circle, rules/cell imports rules/pgn
use crate::ui::hud; //~ in a circle, rules imports ui
// No circles.
use super::hash;
use self::inner::Piece;
macro_rules! game { () => { $crate::rules::piece::Piece } }
#[cfg(test)] mod tests { use super::*; use super::super::piece::Piece; }
#[cfg(test)] mod more_tests;
"#;

    #[test]
    fn circles_are_found_in_every_crate() {
        let rules = "mod cell; mod hash; mod pgn; mod piece; \
                     pub use {cell::Cell, piece::Piece as Man};";
        let piece = "use crate::rules::Cell; //~ in a circle, rules/piece imports rules/cell";
        let pgn = "use super::super::piece; //~ in a circle, rules/pgn imports rules/piece";
        let ui = "use crate::rules::Cell; //~ in a circle, ui imports rules";
        let manifest = r#"
            package = { name = "game", edition = "2024" }
            workspace = { members = ["crates/*"] }
        "#;
        // The items of a folder's own file are not for its files: that knows them all.
        let lib = "mod a; //~ in a circle, mod imports a\nfn own() {}";
        let files = [
            ("src/lib.rs", "mod rules; mod ui;"),
            ("src/rules/mod.rs", rules),
            ("src/rules/cell.rs", CELL),
            ("src/rules/cell/more_tests.rs", "use super::super::piece;"),
            ("src/rules/hash.rs", ""),
            ("src/rules/pgn.rs", "mod game; pub use game::Game;"),
            ("src/rules/pgn/game.rs", pgn),
            ("src/rules/piece.rs", piece),
            ("src/ui.rs", ui),
            ("Cargo.toml", manifest),
            (
                "crates/m/Cargo.toml",
                r#"package = { name = "m", edition = "2024" }"#,
            ),
            ("crates/m/src/lib.rs", lib),
            (
                "crates/m/src/a.rs",
                "use crate::own; //~ in a circle, a imports mod",
            ),
        ];
        compare(&files, &[], super::complaints);
        // A package by itself.
        compare(&files[..9], &[], super::complaints);
    }
}
