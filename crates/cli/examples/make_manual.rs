//! Generates the files for packages: the manual, with a page per command, and shell completions.
//!
//! ```text
//! make_manual MAN COMPLETIONS
//! ```
//!
//! Both arguments are folders. The example compiles only the definition of the game's command line,
//! which takes seconds.

#[path = "../../../src/cli.rs"]
#[expect(dead_code, reason = "only the definition of the command line is used")]
#[expect(
    unexpected_cfgs,
    reason = "`inspect` is a feature of the game; packages lack it"
)]
mod cli;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use clap::{Command, CommandFactory};
use clap_complete::aot::{Bash, Fish, Zsh, generate_to};

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [man, completions] = &folders[..] else {
        eprintln!("usage: make_manual MAN COMPLETIONS");
        return ExitCode::from(2);
    };
    match make(man, completions) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("make_manual: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(man: &Path, completions: &Path) -> io::Result<()> {
    fs::create_dir_all(man)?;
    fs::create_dir_all(completions)?;
    clap_mangen::generate_to(command(), man)?;
    let mut command = command();
    let name = command.get_name().to_owned();
    generate_to(Bash, &mut command, &name, completions)?;
    generate_to(Fish, &mut command, &name, completions)?;
    generate_to(Zsh, &mut command, &name, completions)?;
    Ok(())
}

/// Returns the command line of the game; clap would otherwise use this package's name.
fn command() -> Command {
    cli::Cli::command().name("icochess")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_pages_and_options_are_completed() {
        let [man, completions] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        make(man.path(), completions.path()).unwrap();
        let read = |folder: &Path, file: &str| fs::read_to_string(folder.join(file)).unwrap();
        let page = read(man.path(), "icochess.1");
        for command in command().get_subcommands() {
            let name = command.get_name();
            let own = read(man.path(), &format!("icochess-{name}.1"));
            assert!(own.contains(".TH icochess-"), "{name}");
            assert!(page.contains(&format!("icochess\\-{name}(1)")), "{name}");
        }
        for shell in ["icochess.bash", "icochess.fish", "_icochess"] {
            let text = read(completions.path(), shell);
            for option in command().get_arguments().filter(|it| !it.is_hide_set()) {
                let long = option.get_long().unwrap();
                assert!(text.contains(long), "{shell}: {long}");
            }
            assert!(!text.contains("inspect"), "{shell}: it is for developers");
        }
    }
}
