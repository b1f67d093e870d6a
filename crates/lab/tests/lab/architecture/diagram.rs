//! A module of the game knows only what stands to its left in the diagram of `src/lib.rs`,
//! and what the table here adds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::Table;
use super::sources::{Import, Sources, part};
use super::workspace::Workspace;

/// Modules that the diagram does not show, and those a module may know beside
/// what stands to the left of it there.
///
/// * `library` is what a list tells of saved games; `game` and `computer` name them, `save` has their
///   files, and `ui` shows it.
/// * `link` is the addresses that open a game: `platform` reads that of its page, `save` makes them,
///   and `ui` offers them.
/// * `pairing` is who plays whom next, of more than two: `game` keeps it, `ui` shows it.
/// * `cli` says what the program is asked; whoever starts something may read that.
/// * `language` is what players read in the language that they choose: whoever has
///   something to say to them makes a message of it.
/// * `platform` is what differs from system to system.
/// * `schedule` is the order of the frame: names, without any knowledge. `frame` says when the next
///   one is needed, `display` what the players look through, and `watch` makes lists of resources
///   whose changes a system follows; they know nothing either.
/// * `save` comes before the other two of its group: they follow its settings,
///   and `ui` tells what it has to say.
/// * `relaunch` starts the program again when a headset's runtime is gone: for
///   that it waits for the last save, and the headset calls it.
pub const BESIDE: Table = &[
    ("library", ""),
    ("link", ""),
    ("pairing", "library"),
    ("cli", ""),
    ("platform", "link"),
    ("schedule", ""),
    ("frame", ""),
    ("display", ""),
    ("watch", ""),
    ("language", ""),
    ("game", "schedule frame library pairing platform"),
    ("computer", "schedule frame display library platform"),
    ("interaction", "schedule display platform"),
    ("board", "schedule frame display watch platform"),
    ("feedback", "schedule frame"),
    ("save", "schedule frame library link language platform"),
    ("audio", "schedule frame save platform"),
    (
        "ui",
        "schedule frame display watch save library link language pairing platform",
    ),
    ("relaunch", "cli save platform"),
    ("flat", "schedule frame display watch language platform"),
    ("xr", "schedule frame display relaunch language platform"),
    (
        "app",
        "schedule frame display cli link relaunch language platform",
    ),
    ("main", "cli platform"),
];

/// The modules that may be known to each module.
type Allowed = BTreeMap<String, BTreeSet<String>>;

/// Imports of modules to the right, and what the diagram does not show, or it or the table shows
/// in vain.
pub fn complaints(workspace: &Workspace, beside: Table) -> Vec<String> {
    let lib = workspace.workspace_root.join("src/lib.rs");
    let lib = fs::read_to_string(lib).expect("src/lib.rs cannot be read");
    let allowed = allowed(&lib, beside);
    let shown = allowed.keys().map(String::as_str).collect();
    let sources = workspace.sources(workspace.game());
    let odd = sources.parts();
    let odd = odd.symmetric_difference(&shown);
    let odd = odd.map(|module| format!("{module} is only in the diagram, or only in src"));
    let mut all: Vec<String> = odd.collect();
    let imports = sources.imports.iter();
    let ends: Vec<Ends> = imports
        .filter_map(|import| Ends::of(&sources, import))
        .collect();
    for Ends { from, to, place } in &ends {
        let may = allowed.get(from);
        if from != to && may.is_some_and(|may| !may.contains(to)) {
            all.push(format!("{place}: {from} knows {to}"));
        }
    }
    for (module, more) in beside {
        for other in more.split_whitespace() {
            if !ends.iter().any(|it| it.from == *module && it.to == other) {
                all.push(format!("{module} does not know {other}"));
            }
        }
    }
    all
}

/// An import of a module of the game: the one that it stands in, and the one that is known by it.
struct Ends<'a> {
    from: String,
    to: String,
    place: &'a str,
}

impl<'a> Ends<'a> {
    /// The whole library would hide who is known.
    fn of(sources: &Sources, import: &'a Import) -> Option<Self> {
        let path = sources.inside(import)?;
        let home = sources.home(&path);
        let to = match part(&home) {
            None if path == "crate" => "all of the game",
            known => known?,
        };
        Some(Self {
            from: part(&import.module)?.to_owned(),
            to: to.to_owned(),
            place: &import.place,
        })
    }
}

/// The modules that each may know, from the diagram in a source and what is beside it.
fn allowed(lib: &str, beside: Table) -> Allowed {
    let mut lines = lib.lines().filter_map(|line| line.strip_prefix("//!"));
    let diagram = lines.find(|line| line.contains("<-"));
    let mut allowed = Allowed::new();
    let mut left = BTreeSet::new();
    for group in diagram.expect("src/lib.rs shows no diagram").split("<-") {
        let modules = || group.split('|').map(|name| name.trim().to_owned());
        allowed.extend(modules().map(|module| (module, left.clone())));
        left.extend(modules());
    }
    for (module, more) in beside {
        let known = allowed.entry((*module).to_owned()).or_default();
        known.extend(more.split_whitespace().map(str::to_owned));
    }
    allowed
}

#[cfg(test)]
mod tests {
    use super::super::made_up::compare;
    use super::complaints;

    const BOARD: &str = r##"
use crate::ui::hud; //~ board knows ui
use super::super::save; //~ board knows save
pub(crate) use crate::{game::Match, ui as shown, rules::{self}}; //~ board knows ui
const LENGTH: f32 = crate::ui::LENGTH; const A: char = '"'; /* " */ //~ board knows ui
fn f<'a>(ui: &'a mut Vec<crate::ui::Hud>) {} //~ board knows ui
fn g() { dbg!(h(&crate::ui::LENGTH)) } //~ board knows ui
tell! { use crate::ui::{self, hud}; } //~ board knows ui
tell! { use crate::{game, ui}; } //~ board knows all of the game
#[derive(Debug, crate::ui::Hud)] struct S; //~ board knows ui
macro_rules! m { () => { $crate::ui::LENGTH } } //~ board knows ui
mod tests { use super::super::super::{rules, ui::hud}; } //~ board knows ui
use crate::msg; //~ board knows language
fn k() { crate::msg!() } //~ board knows language
use crate::*; //~ board knows all of the game
use crate as all; //~ board knows all of the game
// use crate::ui; /* crate::ui /* crate::ui */ */
/// [`crate::ui`]
pub(crate) const B: &str = concat!("crate::ui", r#" use crate::ui; "#);
use crate::{game, rules::Cell, board::part}; use super::other; use std::fmt;
"##;

    #[test]
    fn a_wrong_import_is_found_however_it_is_written() {
        let lib = "//! Text.\n//! rules <-  game <- board <- save | ui  <- main\n\
                   mod rules; mod game; mod board; mod save; mod ui; mod language;";
        let main = "use made_up::{save, language::Msg}; //~ main knows language\nuse std::io;";
        let msg = "#[macro_export] macro_rules! msg { () => {} }";
        let files = [
            ("src/lib.rs", lib),
            ("src/rules.rs", ""),
            ("src/game.rs", "use crate::ui; //~ game knows ui"),
            ("src/board/mod.rs", "mod part;"),
            ("src/board/part.rs", BOARD),
            ("src/save.rs", "use crate::ui; //~ save knows ui"),
            ("src/ui.rs", "use crate::{board, language::Msg, msg, save};"),
            ("src/language.rs", msg),
            ("src/main.rs", main),
        ];
        let beside = &[
            ("language", ""),
            ("save", "language"),
            ("ui", "save language"),
        ];
        let idle = ["save does not know language"];
        compare(&files, &idle, |workspace| complaints(workspace, beside));
    }

    #[test]
    fn the_diagram_shows_all_modules_and_no_others() {
        let files = [("src/lib.rs", "//! rules <- game\nmod rules {} mod ui {}")];
        let odd =
            ["game", "ui"].map(|part| format!("{part} is only in the diagram, or only in src"));
        compare(&files, &[&odd[0], &odd[1]], |workspace| {
            complaints(workspace, &[])
        });
    }
}
