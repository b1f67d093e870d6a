//! Foreign crates, and modules of Bevy, that only some modules of the game may name.

use super::Table;
use super::sources::{Import, begins, part};
use super::workspace::Workspace;

/// Paths, and the modules that may name them, with all in these. What is not here is open to all.
pub const ONLY_IN: Table = &[
    ("atomicwrites", "platform"),
    ("bevy::pbr", "board"),
    ("bevy::remote", "app"),
    ("bevy::render", "app board flat ui xr"),
    ("bevy::window", "app flat ui xr::web"),
    ("bevy::winit", "app flat xr"),
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
    ("jiff", "cli save"),
    ("js_sys", "platform"),
    ("kira", "audio"),
    ("openxr", "xr::runtime"),
    ("raw_window_handle", "flat"),
    ("ron", "engine save xr"),
    ("rustix", "computer platform"),
    ("send_wrapper", "computer platform"),
    ("serde", "computer engine game save xr"),
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

/// Where a module of the game names what is for others alone. Naming more than that, such
/// as all of Bevy, would hide what is named.
pub fn complaints(workspace: &Workspace, only_in: Table) -> Vec<String> {
    let sources = workspace.sources(workspace.game());
    let foreign = sources
        .imports
        .iter()
        .filter(|import| sources.inside(import).is_none());
    let wrong = foreign.filter_map(
        |Import {
             module,
             path,
             place,
             ..
         }| {
            let below = module.strip_prefix("crate::")?;
            let (_, may) = only_in.iter().find(|(row, may)| {
                let named = begins(path, row) || begins(row, path);
                named && !may.split_whitespace().any(|may| begins(below, may))
            })?;
            let module = part(module)?;
            Some(format!(
                "{place}: {module} names {path}, which is for {may}"
            ))
        },
    );
    wrong.collect()
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
        compare(&files, &[], |workspace| {
            super::complaints(workspace, only_in)
        });
    }
}
