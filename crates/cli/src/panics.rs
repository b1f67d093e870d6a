//! Panic messages for players: one line, without paths of the build machine.
//!
//! Packagers can remap paths embedded in the binary (`rustc --remap-path-prefix`). Remapping by
//! default would rebuild every dependency.

use std::borrow::Cow;
use std::env;
use std::panic::{self, PanicHookInfo};
use std::thread;

use crate::report::tell;

/// Parts of a source path that precede the folder of a registry or of a compiler version. The
/// package's own path follows that folder.
const BUILT_IN: [&str; 3] = ["/registry/src/", "\\registry\\src\\", "/rustc/"];

/// Sets a hook that reports every panic in one line on standard error. With `RUST_BACKTRACE` set,
/// the default hook stays, for full details.
pub fn install_panic_hook() {
    if env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0") {
        return;
    }
    panic::set_hook(Box::new(|panic| {
        let thread = thread::current();
        let thread = thread.name().unwrap_or("without a name");
        let message = panic_message(panic);
        tell(format_args!(
            "there is a mistake in Icochess: {message}, thread {thread}"
        ));
    }));
}

/// Returns the message of a panic and its source location.
pub fn panic_message(panic: &PanicHookInfo) -> String {
    let message = without_build_paths(panic.payload_as_str().unwrap_or("no word about it"));
    match panic.location() {
        None => message.into_owned(),
        Some(at) => {
            let (file, line) = (source_path(at.file()), at.line());
            format!("{message} ({file}, line {line})")
        }
    }
}

/// Returns a source path without the folders of the build machine.
///
/// ```
/// use icochess_cli::source_path;
///
/// let path = "/home/Ann Lee/.cargo/registry/src/index.crates.io-1949/wgpu-27.0.1/src/lib.rs";
/// assert_eq!(source_path(path), "wgpu-27.0.1/src/lib.rs");
/// assert_eq!(source_path("/rustc/59807616/library/std/src/env.rs"), "library/std/src/env.rs");
/// assert_eq!(source_path("src/app.rs"), "src/app.rs");
/// ```
pub fn source_path(file: &str) -> &str {
    first_built(file).map_or(file, |(_, path)| path)
}

/// Shortens every source path in a text as [`source_path`] does.
pub fn without_build_paths(text: &str) -> Cow<'_, str> {
    let mut cleaned = String::new();
    let mut rest = text;
    while let Some((before, path)) = first_built(rest) {
        // A path starts after the last character that is unlikely in paths.
        let begins = before.rfind(|c: char| c.is_whitespace() || "\"'`()<>=,;".contains(c));
        cleaned.push_str(&before[..begins.map_or(0, |at| at + 1)]);
        rest = path;
    }
    if cleaned.is_empty() && rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    cleaned.push_str(rest);
    Cow::Owned(cleaned)
}

/// Finds the first path into [`BUILT_IN`]. Returns the text before the matching folder, and the
/// text from the package path on.
fn first_built(text: &str) -> Option<(&str, &str)> {
    let found = BUILT_IN.iter().filter_map(|folder| {
        let at = text.find(folder)?;
        let (_, path) = text[at + folder.len()..].split_once(['/', '\\'])?;
        Some((&text[..at], path))
    });
    found.min_by_key(|(before, _)| before.len())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn build_paths_are_removed_from_texts() {
        let cleaned = "at \"/home/ann/.cargo/registry/src/index-1/winit-0.30/src/mod.rs\" and \
                    (C:\\Users\\ann\\registry\\src\\index-1\\wgpu\\lib.rs) of /rustc/5980/core/x.rs";
        assert_eq!(
            without_build_paths(cleaned),
            "at \"winit-0.30/src/mod.rs\" and (wgpu\\lib.rs) of core/x.rs"
        );
        for as_it_is in ["", "no paper", "see /usr/share/rustc", "/registry/src/"] {
            assert!(matches!(without_build_paths(as_it_is), Cow::Borrowed(it) if it == as_it_is));
        }
    }

    /// Environment variable that makes the test program panic.
    const PANICS: &str = "ICOCHESS_TEST_PANICS";

    #[test]
    fn a_panic_of_any_thread_is_told_in_one_line_without_paths() {
        if env::var_os(PANICS).is_some() {
            install_panic_hook();
            let named = thread::Builder::new().name("search".into());
            let spawned = named.spawn(|| {
                // A panic inside a registry package.
                let _ = clap::Command::new("x").mut_arg("y\nicochess: \u{1b}[2J", |it| it);
            });
            assert!(spawned.unwrap().join().is_err());
            panic!("the end");
        }
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", "--nocapture"])
            .arg("panics::tests::a_panic_of_any_thread_is_told_in_one_line_without_paths")
            .env(PANICS, "1")
            .env_remove("RUST_BACKTRACE")
            .output()
            .unwrap();
        let cleaned = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<&str> = cleaned
            .lines()
            .filter(|line| line.starts_with("icochess: "))
            .collect();
        assert_eq!(lines.len(), 2, "{cleaned}");
        assert!(lines[0].contains("y icochess: [2J") && lines[0].contains("(clap_builder-"));
        assert!(lines[0].ends_with("thread search"), "{cleaned}");
        assert!(lines[1].contains("the end (crates/cli/src/panics.rs, line "));
        assert!(
            !cleaned.contains("registry") && !cleaned.contains("/rustc/"),
            "{cleaned}"
        );
    }
}
