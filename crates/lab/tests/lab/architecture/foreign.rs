//! Foreign crates, and modules of Bevy, that only some modules of the game may name.

use super::Table;
use super::sources::{Import, begins, part};
use super::workspace::Workspace;

/// Paths, and the modules that may name them, with all in these. What is not here is open to all.
pub const ONLY_IN: Table = &[
    ("atomicwrites", "platform"),
    ("bevy::remote", "app"),
    ("bevy::render", "app board flat frame ui xr"),
    ("bevy::window", "app flat ui xr::web"),
    ("bevy::winit", "flat xr"),
    ("bevy_mod_openxr", "xr::runtime"),
    ("bevy_mod_xr", "xr"),
    // The panel's buttons are met by the same rays as the tiles.
    ("bevy_rapier3d", "board ui"),
    ("clap", "cli main"),
    ("directories", "save ui"),
    ("fluent_bundle", "language"),
    ("fontique", "ui"),
    ("form_urlencoded", "link"),
    ("icochess_engine", "computer game save ui"),
    ("jiff", "save"),
    ("js_sys", "platform"),
    ("kira", "audio"),
    ("openxr", "xr::runtime"),
    ("raw_window_handle", "flat"),
    ("ron", "save xr"),
    ("rustix", "computer platform"),
    ("send_wrapper", "computer platform"),
    ("serde", "game save xr"),
    ("serde_json", "app"),
    ("shlex", "computer"),
    ("swash", "ui"),
    ("sys_locale", "app"),
    ("thread_priority", "computer"),
    ("tobj", "board"),
    ("unic_langid", "language"),
    ("wasm_bindgen", "platform"),
    ("web_sys", "platform"),
    ("windows_sys", "platform"),
    ("x11rb", "flat"),
];

/// The places where a module of the game names what is for others alone, and what the table allows
/// in vain. Naming more than that, such as all of Bevy, would hide what is named.
pub fn complaints(workspace: &Workspace, only_in: Table) -> Vec<String> {
    let sources = workspace.sources(workspace.game());
    let imports = sources.imports.iter();
    let foreign: Vec<&Import> = imports
        .filter(|import| sources.inside(import).is_none())
        .collect();
    let wrong = foreign.iter().filter_map(|import| wrong(import, only_in));
    let mut all: Vec<String> = wrong.collect();
    for (row, may) in only_in {
        for module in may.split_whitespace() {
            let is_used = |import: &&Import| {
                below(import).is_some_and(|below| begins(below, module))
                    && begins(&import.path, row)
            };
            if !foreign.iter().any(is_used) {
                all.push(format!("{module} does not name {row}"));
            }
        }
    }
    all
}

fn wrong(import: &Import, only_in: Table) -> Option<String> {
    let Import { path, place, .. } = import;
    let below = below(import)?;
    let (_, may) = only_in.iter().find(|(row, may)| {
        let named = begins(path, row) || begins(row, path);
        named && !may.split_whitespace().any(|may| begins(below, may))
    })?;
    let module = part(&import.module)?;
    Some(format!(
        "{place}: {module} names {path}, which is for {may}"
    ))
}

/// The module that an import stands in, from the root on.
fn below(import: &Import) -> Option<&str> {
    import.module.strip_prefix("crate::")
}

#[cfg(test)]
mod tests {
    use super::super::made_up::compare;

    const BOARD: &str = r#"
use kira::Tween; //~ board names kira::Tween, which is for audio
use kira as sounds; //~ board names kira, which is for audio
fn f(tween: ::kira::Tween) {} //~ board names kira::Tween, which is for audio
fn g() { dbg!(kira::new::<u8>()) } //~ board names kira::new, which is for audio
#[derive(kira::Play)] struct S; //~ board names kira::Play, which is for audio
#[cfg(test)] mod tests { use kira::*; } //~ board names kira, which is for audio
use bevy::{prelude::*, winit::A}; //~ board names bevy::winit::A, which is for app xr
use bevy::{self as engine}; //~ board names bevy, which is for app xr
use bevy::{prelude::*, render::RenderApp, winit_like};
use kirameki::Tween; // kira::Tween
const TEXT: &str = "kira::Tween";
mod inner { mod kira {} use kira::Tween; }
"#;

    const XR: &str = r#"
mod runtime;
use bevy::winit::{WinitSettings, UpdateMode};
use openxr::Entry; //~ xr names openxr::Entry, which is for xr::runtime
"#;

    #[test]
    fn what_is_for_others_is_found_however_it_is_written() {
        let files = [
            ("src/lib.rs", "mod board; mod xr; mod audio;"),
            ("src/board.rs", BOARD),
            ("src/audio.rs", "use kira::Tween;"),
            ("src/xr.rs", XR),
            ("src/xr/runtime.rs", "mod session; use openxr::Entry;"),
            ("src/xr/runtime/session.rs", "use openxr::Session;"),
        ];
        let only_in = &[
            ("bevy::winit", "app xr"),
            ("kira", "audio"),
            ("openxr", "xr::runtime"),
        ];
        let idle = ["app does not name bevy::winit"];
        compare(&files, &idle, |workspace| {
            super::complaints(workspace, only_in)
        });
    }
}
