//! Source files that nothing compiles: a `mod` that was forgotten leaves out all tests of its
//! file, and nobody notices.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Item, ItemMacro, ItemMod};

use super::sources::{declared, included};
use super::workspace::{Package, Workspace};

/// The folders that hold sources.
const FOLDERS: &[&str] = &["assets", "benches", "crates", "examples", "src", "tests"];

/// The files of the workspace that belong to no target of cargo.
pub fn complaints(workspace: &Workspace) -> Vec<String> {
    let top = &workspace.workspace_root;
    let mut compiled = BTreeSet::new();
    for root in workspace.packages.iter().flat_map(Package::targets) {
        follow(root, true, &mut compiled);
    }
    let mut all = Vec::new();
    for folder in FOLDERS {
        find(&top.join(folder), &mut all);
    }
    let orphans = all.iter().filter(|file| !compiled.contains(&whole(file)));
    orphans
        .map(|file| {
            let file = file.strip_prefix(top).unwrap_or(file);
            format!("no program has {} as a module", file.display())
        })
        .collect()
}

/// A path without `..` and links, if there is such a file.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Notes a file and all that are its modules. The first file of a program has them beside it.
fn follow(file: &Path, is_first: bool, compiled: &mut BTreeSet<PathBuf>) {
    if !file.is_file() || !compiled.insert(whole(file)) {
        return;
    }
    let items = read(file, compiled);
    let beside = file.with_file_name("");
    let has_them_beside = is_first || file.ends_with("mod.rs");
    let below = if has_them_beside {
        beside.clone()
    } else {
        file.with_extension("")
    };
    follow_items(&items, &beside, &below, compiled);
}

/// The items of a file and of those that it includes, which are noted.
fn read(file: &Path, compiled: &mut BTreeSet<PathBuf>) -> Vec<Item> {
    let text = fs::read_to_string(file).expect("a source cannot be read");
    let mut items = syn::parse_file(&text)
        .expect("a source cannot be parsed")
        .items;
    let names = macros(&items).filter_map(included);
    let included: Vec<PathBuf> = names.map(|name| file.with_file_name(name)).collect();
    for file in included {
        compiled.insert(whole(&file));
        items.extend(read(&file, compiled));
    }
    items
}

fn macros(items: &[Item]) -> impl Iterator<Item = &ItemMacro> {
    items.iter().filter_map(|item| match item {
        Item::Macro(call) => Some(call),
        _ => None,
    })
}

/// Notes the modules that items declare, which lie `below`, or from `beside` on where a path
/// is written.
fn follow_items(items: &[Item], beside: &Path, below: &Path, compiled: &mut BTreeSet<PathBuf>) {
    let definitions = macros(items).filter(|call| call.ident.is_some());
    let inner: Vec<Ident> = definitions
        .flat_map(|definition| declared_within(&definition.mac.tokens))
        .collect();
    for item in items {
        match item {
            Item::Mod(module) => match (&module.content, written_path(module)) {
                (Some((_, items)), _) => {
                    let folder = below.join(module.ident.to_string());
                    follow_items(items, &folder, &folder, compiled);
                }
                // Such a file has its modules beside it.
                (None, Some(path)) => follow(&beside.join(path), true, compiled),
                (None, None) => follow_module(&module.ident, below, compiled),
            },
            Item::Macro(call) => {
                for name in declared(&call.mac.tokens) {
                    follow_module(&name, below, compiled);
                    let folder = below.join(name.to_string());
                    for inner in &inner {
                        follow_module(inner, &folder, compiled);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Notes the file of a module, whichever of the two that it may have there is.
fn follow_module(name: &Ident, below: &Path, compiled: &mut BTreeSet<PathBuf>) {
    follow(&below.join(format!("{name}.rs")), false, compiled);
    let folder = below.join(name.to_string());
    follow(&folder.join("mod.rs"), false, compiled);
}

/// The modules that a macro declares in each module of a list, such as `tests` in
/// `$(mod $name { mod tests; })+`.
fn declared_within(definition: &TokenStream) -> Vec<Ident> {
    let mut names = declared(definition);
    for token in definition.clone() {
        if let TokenTree::Group(group) = token {
            names.extend(declared_within(&group.stream()));
        }
    }
    names
}

/// The value of `#[path = "…"]`.
fn written_path(module: &ItemMod) -> Option<String> {
    let mut attributes = module.attrs.iter();
    let path = attributes.find(|attribute| attribute.path().is_ident("path"))?;
    let value = &path.meta.require_name_value().ok()?.value;
    match value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

fn find(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::compare;
    use super::complaints;

    #[test]
    fn a_file_without_a_mod_is_told() {
        let files = [
            (
                "src/lib.rs",
                "mod a;\n#[path = \"../tests/shared.rs\"]\nmod shared;\nlist! { pub mod b: B; }",
            ),
            ("src/b/mod.rs", ""),
            ("src/a.rs", "mod below;"),
            ("src/a/below.rs", ""),
            ("src/a/forgotten.rs", ""),
            ("tests/shared.rs", ""),
            ("tests/all/main.rs", "mod one;"),
            ("tests/all/one/mod.rs", "mod two;"),
            ("tests/all/one/two.rs", ""),
            ("tests/all/one/three.rs", ""),
            (
                "tests/lists/main.rs",
                "macro_rules! list { ($(pub mod $name:ident: $board:ident;)+) => {\n\
                 $(mod $name { mod inner; })+ } }\ninclude!(\"list.rs\");\nmod all { mod one; }",
            ),
            ("tests/lists/list.rs", "list! { pub mod b: B; }"),
            ("tests/lists/b/inner.rs", ""),
            ("tests/lists/b/other.rs", ""),
            ("tests/lists/all/one.rs", ""),
            ("tests/lists/one.rs", ""),
        ];
        let told = [
            "no program has src/a/forgotten.rs as a module",
            "no program has tests/all/one/three.rs as a module",
            "no program has tests/lists/b/other.rs as a module",
            "no program has tests/lists/one.rs as a module",
        ];
        compare(&files, &told, complaints);
    }
}
