//! The crates of the workspace, as cargo tells them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::sources::Sources;

/// The output of `cargo metadata`, as far as it is asked for here.
#[derive(Deserialize)]
pub struct Workspace {
    pub packages: Vec<Package>,
    pub workspace_root: PathBuf,
}

#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub dependencies: Vec<Dependency>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
pub struct Dependency {
    pub name: String,
    /// `dev` or `build`; nothing for those of the crate itself.
    pub kind: Option<String>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

impl Package {
    /// The first files of all its targets, those of tests too.
    pub fn targets(&self) -> impl Iterator<Item = &Path> {
        self.targets.iter().map(|target| &*target.src_path)
    }
}

impl Workspace {
    /// The workspace that this test is part of.
    pub fn here() -> Self {
        Self::of(Path::new(env!("CARGO_MANIFEST_DIR")))
    }

    /// The workspace of the package in `folder`.
    pub fn of(folder: &Path) -> Self {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let metadata = Command::new(cargo)
            .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
            .current_dir(folder)
            .output()
            .expect("cargo cannot be run");
        let complaint = String::from_utf8_lossy(&metadata.stderr);
        assert!(metadata.status.success(), "{complaint}");
        serde_json::from_slice(&metadata.stdout).expect("cargo's answer has another form")
    }

    /// The package at the root: the game.
    pub fn game(&self) -> &Package {
        let manifest = self.workspace_root.join("Cargo.toml");
        let mut packages = self.packages.iter();
        packages
            .find(|package| package.manifest_path == manifest)
            .expect("the workspace has no package at its root")
    }

    /// All other packages.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        let game = &self.game().name;
        let packages = self.packages.iter();
        packages.filter(move |package| package.name != *game)
    }

    /// The sources of a package, without tests and examples. Cargo tells the library first.
    pub fn sources(&self, package: &Package) -> Sources {
        let targets = package.targets.iter();
        let is_compiled = |kind: &String| matches!(&**kind, "lib" | "rlib" | "bin");
        let compiled = targets.filter(|target| target.kind.iter().any(is_compiled));
        let roots: Vec<&Path> = compiled.map(|target| &*target.src_path).collect();
        let name = package.name.replace('-', "_");
        Sources::read(&name, &roots, &self.workspace_root)
    }
}
