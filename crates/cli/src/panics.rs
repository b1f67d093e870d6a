//! Panics as players see them: one line, with no path of the machine that built the program.
//!
//! Paths that stay in the program itself are for whoever packages it to remap (`rustc
//! --remap-path-prefix`): here, that would build every dependency anew.

use std::borrow::Cow;
use std::env;
use std::panic::{self, PanicHookInfo};
use std::thread;

use crate::report::tell;

/// The parts of a source's path that come before the folder of a registry or of a compiler's
/// version, which the path of its package follows.
const BUILT_IN: [&str; 3] = ["/registry/src/", "\\registry\\src\\", "/rustc/"];

/// Sets a hook that tells of every panic in one line on standard error. With `RUST_BACKTRACE` set
/// it is told as usual: who asks for that wants all there is to know.
pub fn install_panic_hook() {
    if env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0") {
        return;
    }
    panic::set_hook(Box::new(|panic| {
        let thread = thread::current();
        let thread = thread.name().unwrap_or("without a name");
        let said = panic_message(panic);
        tell(format_args!(
            "there is a mistake in Icochess: {said}, thread {thread}"
        ));
    }));
}

/// The text of a panic, and the place in the source that it comes from.
pub fn panic_message(panic: &PanicHookInfo) -> String {
    let said = without_build_paths(panic.payload_as_str().unwrap_or("no word about it"));
    match panic.location() {
        None => said.into_owned(),
        Some(at) => {
            let (file, line) = (source_path(at.file()), at.line());
            format!("{said} ({file}, line {line})")
        }
    }
}

/// The path of a source without the folders of the machine that built the program.
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

/// A text in which every path of a source is as [`source_path`] has it.
pub fn without_build_paths(text: &str) -> Cow<'_, str> {
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, path)) = first_built(rest) {
        // The path begins after the last sign that is not likely to be in one.
        let begins = before.rfind(|c: char| c.is_whitespace() || "\"'`()<>=,;".contains(c));
        told.push_str(&before[..begins.map_or(0, |at| at + 1)]);
        rest = path;
    }
    if told.is_empty() && rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    told.push_str(rest);
    Cow::Owned(told)
}

/// The text before the first path into [`BUILT_IN`], as far as that is known, and the text from
/// the path of the package on.
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
    fn texts_lose_the_paths_of_the_machine_that_built_the_program() {
        let told = "at \"/home/ann/.cargo/registry/src/index-1/winit-0.30/src/mod.rs\" and \
                    (C:\\Users\\ann\\registry\\src\\index-1\\wgpu\\lib.rs) of /rustc/5980/core/x.rs";
        assert_eq!(
            without_build_paths(told),
            "at \"winit-0.30/src/mod.rs\" and (wgpu\\lib.rs) of core/x.rs"
        );
        for as_it_is in ["", "no paper", "see /usr/share/rustc", "/registry/src/"] {
            assert!(matches!(without_build_paths(as_it_is), Cow::Borrowed(it) if it == as_it_is));
        }
    }

    /// The environment variable of a run of this program that panics.
    const PANICS: &str = "ICOCHESS_TEST_PANICS";

    #[test]
    fn a_panic_of_any_thread_is_told_in_one_line_without_paths() {
        if env::var_os(PANICS).is_some() {
            install_panic_hook();
            let named = thread::Builder::new().name("search".into());
            let spawned = named.spawn(|| {
                // A panic in the code of a package of the registry.
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
        let told = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<&str> = told
            .lines()
            .filter(|line| line.starts_with("icochess: "))
            .collect();
        assert_eq!(lines.len(), 2, "{told}");
        assert!(lines[0].contains("y icochess: [2J") && lines[0].contains("(clap_builder-"));
        assert!(lines[0].ends_with("thread search"), "{told}");
        assert!(lines[1].contains("the end (crates/cli/src/panics.rs, line "));
        assert!(
            !told.contains("registry") && !told.contains("/rustc/"),
            "{told}"
        );
    }
}
