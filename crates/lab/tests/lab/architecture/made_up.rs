//! Workspaces that are made up, to see what is said about them.

use std::fs;

use super::workspace::Workspace;

const MANIFEST: (&str, &str) = (
    "Cargo.toml",
    "package = { name = \"made-up\", edition = \"2024\" }",
);

/// Asserts that `check` says of the workspace of these files what stands there in comments, as in
/// `use crate::ui; //~ game knows ui`, and this `more`.
pub fn compare(files: &[(&str, &str)], more: &[&str], check: impl Fn(&Workspace) -> Vec<String>) {
    let folder = tempfile::tempdir().expect("no folder can be made");
    let mut expected: Vec<String> = more.iter().map(ToString::to_string).collect();
    for (name, text) in [MANIFEST].iter().chain(files) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.with_file_name("")).expect("no folder can be made");
        fs::write(path, text).expect("no file can be written");
        for (line, text) in (1..).zip(text.lines()) {
            let said = text.split_once("//~ ").map(|(_, said)| said);
            expected.extend(said.map(|said| format!("{name}:{line}: {said}")));
        }
    }
    let mut said = check(&Workspace::of(folder.path()));
    said.sort();
    said.dedup();
    expected.sort();
    assert_eq!(said, expected);
}
