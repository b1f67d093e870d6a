//! Panic messages for players: one line, with a source path that starts at the package.
//!
//! Packagers can remap paths embedded in the binary (`rustc --remap-path-prefix`). Remapping by
//! default would rebuild every dependency.

use std::env;
use std::panic::{self, PanicHookInfo};
use std::thread;

use crate::report::print_report;

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
        print_report(format_args!(
            "there is a mistake in Icochess: {message}, thread {thread}"
        ));
    }));
}

/// Returns the message of a panic and its source location.
pub fn panic_message(panic: &PanicHookInfo) -> String {
    let message = panic.payload_as_str().unwrap_or("no word about it");
    match panic.location() {
        None => message.to_owned(),
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
    let inside = BUILT_IN.iter().find_map(|folder| file.split_once(folder));
    let path = inside.and_then(|(_, path)| path.split_once(['/', '\\']));
    path.map_or(file, |(_, path)| path)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

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
