//! The guard of an engine: this program once more, which starts the engine, waits, and kills
//! it and whatever it has started as soon as the game is gone, however that has ended.
//!
//! The engine's input and output are pipes to the game. The guard's standard error is a pipe as
//! well, which the game never writes to: when the game ends, is killed or becomes another
//! program, the end that it reads from is closed, and the guard sees that. Guard and engine are
//! a process group of their own.
//!
//! On Windows nothing is seen of the other end of a pipe: the guard waits for the end of the game's
//! process. All that it has started is in its job, and ends with it.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use icochess_message::reason;

/// The first argument that makes the program a guard; the next are the limit of memory in
/// mebibytes and the number of the game's process, then come the engine and its arguments.
const WORD: &str = "guard-engine";

/// Engines are programs for a console, and Windows opens one for each that is started by a program
/// without (`CREATE_NO_WINDOW`, "Process Creation Flags").
#[cfg(windows)]
const NO_CONSOLE: u32 = 0x0800_0000;

/// The command that runs an engine below a guard.
pub(super) fn command(program: &Path, memory: u64, engine: &[String]) -> Command {
    let mut command = Command::new(program);
    command
        .args([WORD, &memory.to_string(), &std::process::id().to_string()])
        .args(engine)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Runs as the guard of an engine, if that is what the arguments of the program ask for; `None` if
/// they do not.
pub fn run_if_asked(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut args = args.into_iter().skip(1);
    if args.next().as_deref() != Some(OsStr::new(WORD)) {
        return None;
    }
    let memory = args.next()?.to_str()?.parse().ok()?;
    let game = args.next()?.to_str()?.parse().ok()?;
    let engine = args.next()?;
    Some(run(memory, game, &engine, args))
}

/// Runs an engine until it ends, or the game does.
fn run(memory: u64, game: u32, engine: &OsStr, args: impl Iterator<Item = OsString>) -> ExitCode {
    limit(memory);
    let mut command = Command::new(engine);
    command.args(args).stderr(Stdio::null());
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, NO_CONSOLE);
    let mut engine = match command.spawn() {
        Ok(engine) => engine,
        Err(error) => {
            // The game tells this to the player.
            let program = engine.to_string_lossy();
            eprint!("{}: {program}", reason(&error));
            return ExitCode::FAILURE;
        }
    };
    let watch = std::thread::Builder::new().spawn(move || {
        wait_for_the_end_of(game);
        end();
    });
    if watch.is_ok() {
        // Its end is seen at its output.
        let _ = engine.wait();
    }
    end();
    ExitCode::FAILURE
}

/// Keeps the memory of the engine, and of what it starts, within so many mebibytes each.
fn limit(memory: u64) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let most = Some(memory << 20);
        let limit = Rlimit {
            current: most,
            maximum: most,
        };
        // A limit that is lower already holds.
        let _ = setrlimit(Resource::As, limit);
    }
    // If that is refused, the engine runs all the same.
    #[cfg(windows)]
    let _ = icochess_base::platform::end_together(memory);
}

/// Waits until the game has ended: until nobody holds the other end of the standard error, or,
/// where that is not seen, until its process is gone.
fn wait_for_the_end_of(game: u32) {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, poll};
        // It may go on in the same process.
        let _ = game;
        let error = std::io::stderr();
        loop {
            // That nobody reads any more is told without being asked for.
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

/// Ends guard and engine, and what the engine has started.
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
    fn the_guard_is_told_which_process_the_game_is() {
        let command = command(Path::new("icochess"), 4096, &["engine".to_owned()]);
        let told: Vec<_> = command.get_args().collect();
        let game = std::process::id().to_string();
        assert_eq!(told, [WORD, "4096", game.as_str(), "engine"]);
    }
}
