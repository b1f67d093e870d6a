//! The allowed dependencies between the crates of the workspace, and on Bevy.

use std::env;
use std::process::Command;

use serde::Deserialize;

/// The crates in `crates/`, lowest layer first, with their allowed dependencies on other crates and
/// on Bevy. Other libraries aren't restricted.
const MAY_DEPEND: [(&str, &str); 19] = [
    ("rules", ""),
    ("endings", "rules"),
    ("engine", "endings rules"),
    ("message", "rules"),
    ("shape", "message rules bevy_color bevy_math bevy_transform"),
    (
        "boards",
        "engine message rules shape bevy_color bevy_math bevy_transform",
    ),
    ("worker", "boards engine"),
    ("cli", "boards engine message rules"),
    ("lab", "boards cli endings engine rules"),
    // Uses Bevy only with the feature `bevy`.
    ("core", "boards message rules bevy_ecs"),
    ("wire", "boards core rules"),
    ("server", "boards core rules wire"),
    ("remote", "core rules wire"),
    ("base", "boards message rules bevy"),
    (
        "play",
        "base boards core engine message remote rules shape wire bevy",
    ),
    (
        "store",
        "base boards core engine message play rules shape bevy",
    ),
    (
        "board",
        "base boards core play rules shape store bevy bevy_rapier3d",
    ),
    (
        "ui",
        "base board boards core engine message play rules shape store bevy bevy_rapier3d",
    ),
    (
        "xr",
        "base board boards cli core message play rules shape store ui bevy bevy_mod_openxr bevy_mod_xr",
    ),
];

/// The required parts of the output of `cargo metadata`.
#[derive(Deserialize)]
struct Workspace {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` or `build`; `None` for a normal dependency.
    kind: Option<String>,
}

#[test]
fn crate_dependencies_match_the_table() {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .output()
        .expect("cargo cannot be run");
    let complaint = String::from_utf8_lossy(&metadata.stderr);
    assert!(metadata.status.success(), "{complaint}");
    let workspace: Workspace = serde_json::from_slice(&metadata.stdout).expect("its packages");
    for package in &workspace.packages {
        // The program at the root may depend on every crate.
        let Some(name) = package.name.strip_prefix("icochess-") else {
            continue;
        };
        let may = MAY_DEPEND.iter().find(|(row, _)| *row == name);
        let (_, may) = may.unwrap_or_else(|| panic!("{name} is not in the table"));
        for Dependency { name: other, kind } in &package.dependencies {
            let other = other.strip_prefix("icochess-").unwrap_or(other);
            let is_ruled =
                MAY_DEPEND.iter().any(|(row, _)| *row == other) || other.starts_with("bevy");
            let is_allowed = may.split(' ').any(|may| may == other);
            let is_for_tests = kind.as_deref() == Some("dev") && !other.starts_with("bevy");
            assert!(
                !is_ruled || is_allowed || is_for_tests,
                "{name} may not depend on {other}"
            );
        }
    }
}
