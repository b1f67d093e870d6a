//! Guard of an external engine: a second instance of this program that starts the engine and waits.
//! When the game has ended for any reason, the guard kills the engine and all its child processes.
//!
//! The engine's input and output are pipes to the game. The guard's standard error is a pipe too,
//! which the game never writes to. When the game ends, is killed or executes another program, the
//! pipe's other end closes and the guard notices. The guard and the engine form a separate process
//! group.
//!
//! On Windows, a closed pipe goes unnoticed, so the guard waits for the game's process. All
//! processes that the guard starts are in its job object and end with it.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use icochess_message::reason;

/// First argument that makes the program a guard. The memory limit in mebibytes, the game's process
/// ID, and the engine with its arguments follow.
const GUARD_ARG: &str = "guard-engine";

/// Prevents a console window for the engine, which Windows opens if the parent has no console
/// (`CREATE_NO_WINDOW`, "Process Creation Flags").
#[cfg(windows)]
const NO_CONSOLE: u32 = 0x0800_0000;

/// Returns the command that runs an engine under a guard.
pub(super) fn command(program: &Path, memory: u64, engine: &[String]) -> Command {
    let mut command = Command::new(program);
    command
        .args([
            GUARD_ARG,
            &memory.to_string(),
            &std::process::id().to_string(),
        ])
        .args(engine)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Runs as a guard if the program's arguments say so; returns `None` otherwise.
pub fn run_if_asked(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut args = args.into_iter().skip(1);
    if args.next().as_deref() != Some(OsStr::new(GUARD_ARG)) {
        return None;
    }
    let memory = args.next()?.to_str()?.parse().ok()?;
    let game = args.next()?.to_str()?.parse().ok()?;
    let engine = args.next()?;
    Some(run(memory, game, &engine, args))
}

/// Runs an engine until the engine or the game ends.
fn run(memory: u64, game: u32, engine: &OsStr, args: impl Iterator<Item = OsString>) -> ExitCode {
    limit(memory);
    let mut command = Command::new(engine);
    command.args(args).stderr(Stdio::null());
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, NO_CONSOLE);
    let mut engine = match command.spawn() {
        Ok(engine) => engine,
        Err(error) => {
            // The game shows this text to the player.
            let program = engine.to_string_lossy();
            eprint!("{}: {program}", reason(&error));
            return ExitCode::FAILURE;
        }
    };
    let watch = std::thread::Builder::new().spawn(move || {
        wait_for_exit(game);
        end();
    });
    if watch.is_ok() {
        // The game notices the engine's end at the closed output.
        let _ = engine.wait();
    }
    end();
    ExitCode::FAILURE
}

/// Limits the memory of the engine and of each of its child processes, in mebibytes.
fn limit(memory: u64) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let most = Some(memory << 20);
        let limit = Rlimit {
            current: most,
            maximum: most,
        };
        // Fails if a lower limit already applies, which is fine.
        let _ = setrlimit(Resource::As, limit);
    }
    // The engine runs even if this fails.
    #[cfg(windows)]
    let _ = icochess_base::platform::end_together(memory);
}

/// Waits for the game to end. The end of the game closes the other end of standard error on Unix.
/// On Windows, the guard waits for the game's process.
fn wait_for_exit(game: u32) {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, poll};
        // The process ID may be reused by another program.
        let _ = game;
        let error = std::io::stderr();
        loop {
            // A hang-up is reported even with no requested events.
            let mut wanted = [PollFd::new(&error, PollFlags::empty())];
            match poll(&mut wanted, None) {
                Err(rustix::io::Errno::INTR) => {}
                _ => return,
            }
        }
    }
    #[cfg(windows)]
    icochess_base::platform::wait_for_end(game);
}

/// Kills guard and engine with all child processes.
fn end() {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, kill_current_process_group};
        let _ = kill_current_process_group(Signal::KILL);
    }
    #[cfg(windows)]
    std::process::exit(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guard_receives_the_process_id_of_the_game() {
        let command = command(Path::new("icochess"), 4096, &["engine".to_owned()]);
        let words: Vec<_> = command.get_args().collect();
        let game = std::process::id().to_string();
        assert_eq!(words, [GUARD_ARG, "4096", game.as_str(), "engine"]);
    }
}
