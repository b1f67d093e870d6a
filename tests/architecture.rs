//! Who may know whom: the sources are held to the diagram in `src/lib.rs`, and the
//! files of a folder import one another one way.
//!
//! Read as text, not compiled: whatever the features and the platform, every
//! path to another module of the crate counts, in tests and macros too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules that the diagram does not show, and those a module may know beside
/// what stands to the left of it there.
///
/// * `engine` plays by the rules; nothing of the game is in it.
///   In the app `computer` plays by it; `save` and `ui` keep and show what
///   it is set to.
/// * `arena` is games between players of the engine.
/// * `tune` lets the engine play itself in the arena and fits its weights.
/// * `uci` is a conversation with the engine.
/// * `library` is what a list tells of saved games; `game` names them, `save` has their
///   files, and `ui` shows it.
/// * `cli` says what the program is asked, in words of the rules alone, and
///   whoever starts something may read that. It runs the commands that need no
///   game, `uci` among them.
/// * `language` is what players read in the language that they choose: whoever has
///   something to say to them makes a message of it.
/// * `schedule` is the order of the frame: names, without any knowledge.
/// * `save` comes before the other two of its group: they follow its settings,
///   and `ui` tells what it has to say.
/// * `relaunch` starts the program again when a headset's runtime is gone: for
///   that it waits for the last save, and the headset calls it.
const BESIDE_THE_DIAGRAM: &[(&str, &[&str])] = &[
    ("engine", &["rules"]),
    ("arena", &["rules", "engine"]),
    ("tune", &["rules", "engine", "arena"]),
    ("uci", &["rules", "engine"]),
    ("library", &["rules"]),
    ("cli", &["rules", "engine", "arena", "tune", "uci"]),
    ("schedule", &[]),
    ("language", &[]),
    ("game", &["schedule", "library"]),
    ("computer", &["schedule", "engine"]),
    ("interaction", &["schedule"]),
    ("board", &["schedule", "language"]),
    ("feedback", &["schedule"]),
    ("save", &["schedule", "engine", "library", "language"]),
    ("audio", &["schedule", "save"]),
    ("ui", &["schedule", "save", "engine", "library", "language"]),
    ("relaunch", &["cli", "save"]),
    ("flat", &["schedule", "language"]),
    ("xr", &["schedule", "relaunch"]),
    ("app", &["schedule", "cli", "relaunch", "language"]),
    ("main", &["cli"]),
];

/// Foreign crates, or modules of Bevy, that only some modules may name.
/// Whatever starts with `bevy` and is not here is open to all but the rules.
const FOREIGN: &[(&str, &[&str])] = &[
    ("atomicwrites", &["save"]),
    ("bevy::pbr", &["board"]),
    ("bevy::remote", &["app"]),
    ("bevy::render", &["app", "board", "flat", "ui", "xr"]),
    ("bevy::window", &["app", "flat"]),
    ("bevy::winit", &["app", "xr"]),
    ("bevy_mod_openxr", &["xr"]),
    ("bevy_mod_xr", &["app", "xr"]),
    // The panel's buttons are met by the same rays as the tiles.
    ("bevy_rapier3d", &["board", "ui"]),
    ("clap", &["cli", "main"]),
    ("directories", &["save"]),
    ("fluent_bundle", &["language"]),
    ("jiff", &["cli", "save"]),
    ("kira", &["audio"]),
    ("openxr", &["xr"]),
    ("ron", &["engine", "save", "xr"]),
    ("serde", &["computer", "engine", "save", "xr"]),
    ("thread_priority", &["computer"]),
    ("unic_langid", &["language"]),
];

/// What the rules may name beside themselves and the standard library.
const FOREIGN_TO_RULES: &[&str] = &["thiserror"];

/// The modules that may be known to each module.
type Allowed = BTreeMap<String, BTreeSet<String>>;

/// A path to something outside of its module, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Use {
    line: usize,
    /// `crate::save` becomes `["crate", "save"]`; foreign ones are as written.
    path: Vec<String>,
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The groups of the diagram, from left to right.
fn diagram(lib: &str) -> Vec<Vec<String>> {
    let line = lib
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .find(|line| line.contains("<-"))
        .expect("src/lib.rs shows no diagram");
    line.split("<-")
        .map(|group| {
            group
                .split('|')
                .map(|name| name.trim().to_owned())
                .collect()
        })
        .collect()
}

/// Who may know whom, from the diagram and what is beside it.
fn allowed(groups: &[Vec<String>]) -> Allowed {
    let mut allowed = Allowed::new();
    let mut left = BTreeSet::new();
    for group in groups {
        for module in group {
            allowed.insert(module.clone(), left.clone());
        }
        left.extend(group.iter().cloned());
    }
    for (module, more) in BESIDE_THE_DIAGRAM {
        allowed
            .entry((*module).to_owned())
            .or_default()
            .extend(more.iter().map(|name| (*name).to_owned()));
    }
    allowed
}

/// A piece of source text: a word, `::`, or one other character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// The source without comments, strings and characters.
fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let rest = &source[at..];
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_string(rest) {
            length
        } else if rest.starts_with('"') {
            quoted(rest, '"')
        } else if rest.starts_with('\'') {
            character(rest)
        } else {
            let length = match word {
                0 if rest.starts_with("::") => 2,
                0 => rest.chars().next().map_or(1, char::len_utf8),
                word => word,
            };
            if !rest.starts_with(char::is_whitespace) {
                found.push(Token {
                    text: &rest[..length],
                    line,
                });
            }
            length
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// Length of the comment that `rest` starts with; comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// Length of the raw string that `rest` starts with, if it does.
fn raw_string(rest: &str) -> Option<usize> {
    let start = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = start.len() - start.trim_start_matches('#').len();
    let body = start[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let opened = rest.len() - body.len();
    Some(
        body.find(&end)
            .map_or(rest.len(), |n| opened + n + end.len()),
    )
}

/// Length of the string or character that `rest` starts with.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return at + 1;
        }
    }
    rest.len()
}

/// Length of the character, or of the tick of a lifetime, that `rest` starts
/// with.
fn character(rest: &str) -> usize {
    let mut inside = rest.chars().skip(1);
    match (inside.next(), inside.next()) {
        (Some('\\'), _) => quoted(rest, '\''),
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1,
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The paths in `source` that lead out of its module, to so many segments at most.
///
/// `home` is the path of the file's module, empty for the root of the crate.
fn uses(source: &str, home: &[&str], segments: usize) -> Vec<Use> {
    let tokens = tokens(source);
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut found = Vec::new();
    // For each open brace, the module that it is the body of, if it is.
    let mut braces: Vec<Option<&str>> = Vec::new();
    for at in 0..tokens.len() {
        match text(at) {
            "{" => {
                let named = at >= 2 && text(at - 2) == "mod" && is_word(text(at - 1));
                braces.push(named.then(|| text(at - 1)));
            }
            "}" => {
                braces.pop();
            }
            _ => {}
        }
        let begins = is_word(text(at)) && (at == 0 || text(at - 1) != "::");
        let goes_on = text(at + 1) == "::";
        let imported = at > 0 && text(at - 1) == "use";
        if !begins || !(goes_on || imported) {
            continue;
        }
        let mut module: Vec<&str> = home.to_vec();
        module.extend(braces.iter().copied().flatten());
        let mut next = at;
        let mut stem = match text(at) {
            "crate" | "icochess" => {
                next += 1;
                vec!["crate"]
            }
            "super" | "self" => {
                while matches!(text(next), "super" | "self") {
                    if text(next) == "super" {
                        module.pop();
                    }
                    next += 1;
                    if text(next) == "::" && matches!(text(next + 1), "super" | "self") {
                        next += 1;
                    }
                }
                [vec!["crate"], module].concat()
            }
            foreign => {
                next += 1;
                vec![foreign]
            }
        };
        stem.truncate(segments);
        while stem.len() + 1 < segments && text(next) == "::" && is_word(text(next + 1)) {
            stem.push(text(next + 1));
            next += 2;
        }
        let mut add = |last: Option<&str>, line| {
            let path = stem.iter().copied().chain(last);
            found.push(Use {
                line,
                path: path.map(str::to_owned).collect(),
            });
        };
        if stem.len() == segments || text(next) != "::" {
            add(None, tokens[at].line);
        } else if text(next + 1) == "{" {
            // The first segment of each branch.
            let mut depth = 0;
            for (branch, token) in tokens.iter().enumerate().skip(next + 1) {
                match token.text {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                if depth == 1 && matches!(text(branch - 1), "{" | ",") && token.text != "," {
                    add(Some(token.text), token.line);
                }
            }
        } else {
            add(Some(text(next + 1)), tokens[at].line);
        }
    }
    found
}

/// What is wrong with one source file, of the module at the path `home`.
fn complaints(source: &str, home: &[&str], module: &str, allowed: &Allowed) -> Vec<String> {
    let may_know = &allowed[module];
    let mut wrong = Vec::new();
    for Use { line, path } in uses(source, home, 2) {
        let first = path[0].as_str();
        let second = path.get(1).map(String::as_str);
        let bad = if first == "crate" {
            // A group or all of the root, or the root under another name, would
            // hide who is known.
            second != Some(module)
                && second.is_none_or(|known| {
                    known == "*" || allowed.contains_key(known) && !may_know.contains(known)
                })
        } else {
            let only_for = |name: &str| {
                FOREIGN
                    .iter()
                    .find(|(path, _)| *path == name)
                    .is_some_and(|(_, modules)| !modules.contains(&module))
            };
            only_for(first)
                || second.is_some_and(|second| only_for(&format!("{first}::{second}")))
                || module == "rules" && is_foreign(first) && !FOREIGN_TO_RULES.contains(&first)
        };
        if bad {
            wrong.push(format!("line {line}: {module} names {}", path.join("::")));
        }
    }
    wrong
}

/// Is it the name of a crate of the program's dependencies?
fn is_foreign(name: &str) -> bool {
    name.starts_with("bevy") || FOREIGN.iter().any(|(path, _)| *path == name)
}

/// All sources below `dir`, each with the path of its module.
fn files(dir: &Path, home: &[String], found: &mut Vec<(PathBuf, Vec<String>)>) {
    let entries = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    for path in entries.map(|entry| entry.unwrap().path()) {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut module = home.to_vec();
        if path.is_dir() {
            module.push(stem);
            files(&path, &module, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let names_the_folder = stem == "mod" || home.is_empty() && stem == "lib";
            if !names_the_folder {
                module.push(stem);
            }
            found.push((path, module));
        }
    }
}

fn documented() -> Allowed {
    let lib = fs::read_to_string(sources().join("lib.rs")).expect("src/lib.rs cannot be read");
    allowed(&diagram(&lib))
}

#[test]
fn no_module_knows_one_to_its_right() {
    let allowed = documented();
    let mut found = Vec::new();
    files(&sources(), &[], &mut found);
    found.sort();
    let mut wrong = Vec::new();
    let mut checked = BTreeSet::new();
    for (path, home) in found {
        let Some(module) = home.first() else {
            // `lib.rs` only declares the modules.
            continue;
        };
        let shown = path.strip_prefix(sources()).unwrap().display().to_string();
        if !allowed.contains_key(module) {
            wrong.push(format!("{shown}: the diagram does not show {module}"));
            continue;
        }
        checked.insert(module.clone());
        let source = fs::read_to_string(&path).unwrap();
        // `main.rs` is the root of its own crate.
        let home: Vec<&str> = home.iter().map(String::as_str).collect();
        let home = if home == ["main"] { &[][..] } else { &home };
        for complaint in complaints(&source, home, module, &allowed) {
            wrong.push(format!("{shown}, {complaint}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    let shown: BTreeSet<String> = allowed.into_keys().collect();
    assert_eq!(
        checked, shown,
        "the diagram shows modules that are not there"
    );
}

/// The sources that are no tests, by convention: those before the module of tests
/// that ends a file. What a macro names of its own crate is left out too, as it is
/// imported where the macro is used.
fn without_tests(source: &str) -> String {
    let sources = source.split("#[cfg(test)]\nmod tests {").next();
    sources.unwrap_or(source).replace("$crate::", "$")
}

/// For each file of a folder, by the path of its module there, those that it
/// imports. What is named by the folder itself, as if from outside, is an import of
/// its `mod`, which knows them all.
fn imports(folder: &[&str], sources: &[(Vec<String>, String)]) -> Allowed {
    let below = |module: &[String]| {
        let inside = module.len() >= folder.len() && module.iter().zip(folder).all(|(a, b)| a == b);
        inside.then(|| {
            module
                .get(folder.len())
                .map_or("mod", String::as_str)
                .to_owned()
        })
    };
    let is_test = |module: &[String]| module.iter().any(|name| name.ends_with("tests"));
    let sources = || sources.iter().filter(|(module, _)| !is_test(module));
    let files: BTreeSet<String> = sources().filter_map(|(module, _)| below(module)).collect();
    let mut imports: Allowed = files
        .iter()
        .map(|file| (file.clone(), BTreeSet::new()))
        .collect();
    for (module, source) in sources() {
        let Some(file) = below(module) else { continue };
        let home: Vec<&str> = module.iter().map(String::as_str).collect();
        for Use { path, .. } in uses(&without_tests(source), &home, folder.len() + 2) {
            let Some((first, path)) = path.split_first() else {
                continue;
            };
            let Some(known) = (first == "crate").then(|| below(path)).flatten() else {
                continue;
            };
            // `use super::Position`: a name of the folder, not a file.
            let known = if files.contains(&known) {
                known
            } else {
                "mod".to_owned()
            };
            if known != file {
                imports.entry(file.clone()).or_default().insert(known);
            }
        }
    }
    // The `mod` of a folder declares its files and passes them on.
    let others = files.iter().filter(|file| *file != "mod").cloned();
    imports.entry("mod".to_owned()).or_default().extend(others);
    imports
}

/// The folders of the sources.
fn folders(sources: &[(Vec<String>, String)]) -> BTreeSet<Vec<&str>> {
    let homes = sources.iter().map(|(module, _)| module);
    homes
        .flat_map(|home| (1..home.len()).map(|end| &home[..end]))
        .map(|folder| folder.iter().map(String::as_str).collect())
        .collect()
}

/// What is left when all files are taken away that import none, again and again:
/// nothing, or the circles and what stands on them.
fn circles(mut imports: Allowed) -> Allowed {
    loop {
        let free: Vec<String> = imports
            .iter()
            .filter(|(_, known)| known.iter().all(|file| !imports.contains_key(file)))
            .map(|(file, _)| file.clone())
            .collect();
        if free.is_empty() {
            // Nor what no one else imports: it stands on a circle.
            loop {
                let known: BTreeSet<String> = imports.values().flatten().cloned().collect();
                let all = imports.len();
                imports.retain(|file, _| known.contains(file));
                if imports.len() == all {
                    break;
                }
            }
            let left: BTreeSet<String> = imports.keys().cloned().collect();
            for known in imports.values_mut() {
                known.retain(|file| left.contains(file));
            }
            return imports;
        }
        imports.retain(|file, _| !free.contains(file));
    }
}

#[test]
fn the_files_of_a_folder_import_one_another_one_way() {
    let mut found = Vec::new();
    files(&sources(), &[], &mut found);
    let sources: Vec<(Vec<String>, String)> = found
        .into_iter()
        .map(|(path, module)| (module, fs::read_to_string(path).unwrap()))
        .collect();
    let folders = folders(&sources);
    assert!(
        folders.contains(&vec!["rules", "pgn"]) && folders.len() > 15,
        "{folders:?}"
    );
    let mut wrong = Vec::new();
    // Each file may stand on others, but not on one that stands on it. A folder in a
    // folder counts there as one file.
    for folder in folders {
        let imports = imports(&folder, &sources);
        let circles = circles(imports);
        wrong.extend((!circles.is_empty()).then(|| format!("{}: {circles:?}", folder.join("/"))));
    }
    assert!(wrong.is_empty(), "circles in\n{}", wrong.join("\n"));
}

#[test]
fn a_circle_between_files_is_found_however_it_is_written() {
    let circles_of = |sources: &[(&str, &str)]| {
        let sources: Vec<(Vec<String>, String)> = sources
            .iter()
            .map(|(module, source)| {
                let module = module.split("::").filter(|name| !name.is_empty());
                (module.map(str::to_owned).collect(), (*source).to_owned())
            })
            .collect();
        circles(imports(&["rules"], &sources))
            .into_keys()
            .collect::<Vec<_>>()
    };
    let root = (
        "rules",
        "mod cell; mod piece; pub use cell::Cell; pub use piece::Piece;",
    );
    let cell = ("rules::cell", "pub struct Cell;");
    for piece in [
        "use super::cell::Cell;",
        "use crate::rules::cell::Cell;",
        "#[cfg(test)]\nmod tests { use super::super::pgn::Game; }",
    ] {
        let pgn = ("rules::pgn::game", "use crate::rules::piece::Piece;");
        let none = circles_of(&[root, cell, ("rules::piece", piece), pgn]);
        assert!(none.is_empty(), "{piece}: {none:?}");
    }
    for (cell, with) in [
        ("use super::piece::Piece;", &["cell", "piece"][..]),
        ("use super::{piece::Piece, hash};", &["cell", "piece"]),
        ("use crate::rules::piece;", &["cell", "piece"]),
        ("fn f(p: super::piece::Piece) {}", &["cell", "piece"]),
        ("use super::pgn::game::Game;", &["cell", "pgn", "piece"]),
        ("use super::Piece;", &["cell", "mod", "pgn", "piece"]),
        ("use crate::rules::Piece;", &["cell", "mod", "pgn", "piece"]),
        (
            "use crate::{rules::Piece};",
            &["cell", "mod", "pgn", "piece"],
        ),
    ] {
        let piece = ("rules::piece", "use super::cell::Cell;");
        let pgn = ("rules::pgn::game", "use super::super::piece::Piece;");
        let sources = [root, ("rules::cell", cell), piece, ("rules::hash", ""), pgn];
        assert_eq!(circles_of(&sources), with, "{cell}");
    }
}

#[test]
fn the_table_has_no_circle() {
    let allowed = documented();
    let mut known: BTreeSet<&String> = BTreeSet::new();
    while known.len() < allowed.len() {
        let next: Vec<_> = allowed
            .iter()
            .filter(|(module, may)| {
                !known.contains(module) && may.iter().all(|m| known.contains(m))
            })
            .map(|(module, _)| module)
            .collect();
        assert!(!next.is_empty(), "in a circle: all but {known:?}");
        known.extend(next);
    }
    for (one, other) in [
        ("flat", "xr"),
        ("xr", "flat"),
        ("audio", "ui"),
        ("ui", "audio"),
    ] {
        assert!(!allowed[one].contains(other), "{one} knows {other}");
    }
}

/// What is said about a made-up source of a module.
fn said(module: &str, source: &str) -> Vec<String> {
    complaints(source, &[module, "part"], module, &documented())
}

#[test]
fn a_wrong_import_is_found_however_it_is_written() {
    for (module, source) in [
        ("rules", "use bevy::prelude::*;"),
        ("rules", "fn f(c: bevy::prelude::Color) {}"),
        ("rules", "use crate::game::Match;"),
        ("rules", "use crate::schedule::AppSystems;"),
        ("rules", "use crate::uci::Session;"),
        ("rules", "use crate::engine::TranspositionTable;"),
        ("engine", "use crate::uci::Session;"),
        ("engine", "use crate::arena::play;"),
        ("arena", "use crate::uci::Session;"),
        ("arena", "use crate::cli::Cli;"),
        ("uci", "use crate::arena::play;"),
        ("arena", "use crate::tune::Games;"),
        ("tune", "use crate::uci::Session;"),
        ("engine", "use crate::tune::Fit;"),
        ("uci", "use crate::game::Match;"),
        ("uci", "use crate::cli::Cli;"),
        ("app", "use crate::uci::run;"),
        ("game", "use crate::interaction;"),
        ("game", "use super::super::board::RADIUS;"),
        (
            "game",
            "mod tests { use super::super::super::{rules::Cell, board::RADIUS}; }",
        ),
        ("interaction", "fn f() { let _ = crate::board::RADIUS; }"),
        ("board", "use crate::{game::Match, ui::{self, hud}};"),
        ("board", "use crate::{\n    game::Match,\n    save,\n};"),
        (
            "board",
            "use crate::rules::Cell; /* nothing */ use crate::xr::grab;",
        ),
        ("computer", "use crate::interaction::Selection;"),
        ("interaction", "use crate::engine::TranspositionTable;"),
        ("board", "let a = '\"'; use crate::ui::hud; let b = '\"';"),
        ("audio", "use crate::ui::theme;"),
        ("ui", "use crate::audio::Ears;"),
        ("save", "use crate::ui::status;"),
        ("flat", "use crate::xr::hands;"),
        ("xr", "use crate::flat::WindowCamera;"),
        ("xr", "use crate::app::CorePlugin;"),
        ("app", "use crate::*;"),
        ("app", "use crate as all;"),
        ("flat", "use kira::Tween;"),
        ("board", "use openxr::Posef;"),
        ("game", "use bevy_rapier3d::prelude::Collider;"),
        ("game", "use bevy::{prelude::*, render::RenderApp};"),
        ("ui", "use bevy_mod_openxr as xr;"),
    ] {
        assert_eq!(
            said(module, source).len(),
            1,
            "{module}: {source}: {:?}",
            said(module, source)
        );
    }
    let lines = "//! A module.\n\nuse crate::rules::Cell;\nuse crate::ui::theme;\n";
    assert_eq!(said("board", lines), ["line 4: board names crate::ui"]);
}

#[test]
fn what_is_no_wrong_import_is_let_be() {
    for (module, source) in [
        (
            "rules",
            "use super::cell::Cell; use std::fmt; use crate::rules::pgn;",
        ),
        (
            "rules",
            "// use crate::game::Match;\n/* crate::game /* nested */ crate::ui */",
        ),
        (
            "rules",
            "const A: &str = \"use crate::ui::hud;\"; const B: &str = r#\"crate::ui::\"#;",
        ),
        (
            "rules",
            "fn f<'a>(x: &'a str) -> char { '\\'' } // crate::ui::hud",
        ),
        (
            "rules",
            "#[derive(Debug, thiserror::Error)] pub(in crate::rules) struct E;",
        ),
        (
            "game",
            "use bevy::prelude::*; use crate::schedule::AppSystems;",
        ),
        (
            "board",
            "mod tests { use super::*; use super::super::spin; use crate::game::tables; }",
        ),
        (
            "ui",
            "use crate::save::{Notice, ResumeOffer}; use super::theme;",
        ),
        ("xr", "use crate::relaunch; use crate::audio::Ears;"),
        ("app", "use crate::{audio, board, flat, ui, xr};"),
        ("uci", "use crate::rules::{Board, Variant};"),
        ("cli", "use crate::{rules::Variant, uci};"),
    ] {
        assert_eq!(said(module, source), [""; 0], "{module}: {source}");
    }
}

#[test]
fn the_diagram_is_read_from_left_to_right() {
    let groups = diagram("//! ```text\n//! rules <-  game <- save | ui\n//! ```");
    let allowed = allowed(&groups);
    assert_eq!(groups.len(), 3);
    assert!(allowed["save"].contains("rules") && allowed["save"].contains("game"));
    assert!(!allowed["save"].contains("ui") && !allowed["game"].contains("save"));
}
