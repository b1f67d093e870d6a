//! The dependencies that the crates of the workspace may have.

use super::Table;
use super::workspace::Workspace;

/// The crates below `crates/`, each with all that it may depend on, for building too.
/// Its tests may use what they need, but no Bevy either.
pub const ALLOWED: Table = &[
    ("icochess-rules", "oorandom thiserror"),
    (
        "icochess-engine",
        "icochess-rules oorandom ron serde thiserror web-time",
    ),
    ("icochess-message", "icochess-rules"),
    (
        "icochess-shape",
        "icochess-message icochess-rules bevy_color bevy_math bevy_transform",
    ),
    (
        "icochess-boards",
        "icochess-engine icochess-message icochess-rules icochess-shape \
         bevy_color bevy_math bevy_transform ron serde",
    ),
    (
        "icochess-cli",
        "icochess-boards icochess-engine icochess-message icochess-rules clap thiserror",
    ),
    (
        "icochess-worker",
        "icochess-boards icochess-engine wasm-bindgen",
    ),
    (
        "icochess-lab",
        "icochess-boards icochess-cli icochess-engine icochess-rules \
         clap jiff libm oorandom ron thiserror",
    ),
];

/// The dependencies beside the table, those that it allows in vain, and the crates that it does not
/// show.
pub fn complaints(workspace: &Workspace, allowed: Table) -> Vec<String> {
    let mut wrong = Vec::new();
    for package in workspace.members() {
        let name = &package.name;
        let Some((_, may)) = allowed.iter().find(|(member, _)| member == name) else {
            wrong.push(format!("{name} is not in the table of dependencies"));
            continue;
        };
        for dependency in &package.dependencies {
            let other = &dependency.name;
            let for_tests = dependency.kind.as_deref() == Some("dev");
            let open = for_tests && !other.starts_with("bevy");
            if !open && may.split_whitespace().all(|may| may != other) {
                wrong.push(format!("{name} may not depend on {other}"));
            }
        }
        for other in may.split_whitespace() {
            let mut dependencies = package.dependencies.iter();
            if !dependencies.any(|it| it.name == other && it.kind.as_deref() != Some("dev")) {
                wrong.push(format!("{name} does not depend on {other}"));
            }
        }
    }
    let members = || workspace.members().map(|member| &member.name);
    let gone = allowed
        .iter()
        .filter(|(row, _)| members().all(|name| name != row));
    wrong.extend(gone.map(|(row, _)| format!("{row} is no crate")));
    wrong
}

#[cfg(test)]
mod tests {
    use super::super::made_up::compare;
    use super::complaints;

    #[test]
    fn a_crate_depends_on_nothing_beside_the_table() {
        let rules = r#"
            package = { name = "rules" }
            dependencies = { thiserror = "2", vectors = { package = "bevy_math", version = "1" } }
            dev-dependencies = { bevy_app = "1", serde = "1" }
        "#;
        let shape = r#"
            package = { name = "shape" }
            dependencies = { bevy_math = "1", libc = { version = "1", optional = true } }
            build-dependencies = { serde = "1" }
        "#;
        let game = r#"
            package = { name = "game" }
            dependencies = { bevy = "1" }
            workspace = { members = ["crates/*"] }
        "#;
        let other = r#"package = { name = "other" }"#;
        let files = [
            ("Cargo.toml", game),
            ("src/lib.rs", ""),
            ("crates/rules/Cargo.toml", rules),
            ("crates/rules/src/lib.rs", ""),
            ("crates/shape/Cargo.toml", shape),
            ("crates/shape/src/lib.rs", ""),
            ("crates/other/Cargo.toml", other),
            ("crates/other/src/lib.rs", ""),
        ];
        let wrong = [
            "gone is no crate",
            "other is not in the table of dependencies",
            "rules may not depend on bevy_app",
            "rules may not depend on bevy_math",
            "shape does not depend on thiserror",
            "shape may not depend on libc",
            "shape may not depend on serde",
        ];
        let allowed = &[
            ("gone", ""),
            ("rules", "thiserror"),
            ("shape", "bevy_math thiserror"),
        ];
        compare(&files, &wrong, |workspace| complaints(workspace, allowed));
    }
}
