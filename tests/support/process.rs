//! A child process that never outlives the test that started it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::{out_dir, wait_for};

/// A running program whose output goes to a file. Dropping it kills the program, and its process
/// group if it leads one.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts `command`, with standard output and error going to `<name>.log` in [`out_dir`].
    ///
    /// Keeps the standard input that the caller has set.
    ///
    /// # Panics
    ///
    /// If the program cannot be started.
    pub fn start(command: Command, name: &str) -> Self {
        Self::start_with(command, name, |command, log| {
            command.stdout(log);
        })
    }

    /// Like [`Process::start`], but pipes standard output to the caller; only errors are logged.
    pub fn start_reading(command: Command, name: &str) -> Self {
        Self::start_with(command, name, |command, _| {
            command.stdout(Stdio::piped());
        })
    }

    fn start_with(mut command: Command, name: &str, stdout: fn(&mut Command, File)) -> Self {
        let log = out_dir().join(format!("{name}.log"));
        let open = |log| -> std::io::Result<(File, File)> {
            let file = File::create(log)?;
            Ok((file.try_clone()?, file))
        };
        let (first, second) =
            open(&log).unwrap_or_else(|error| panic!("cannot write {}: {error}", log.display()));
        stdout(&mut command, first);
        command.stderr(second);
        let child = command
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        Self { child, log }
    }

    /// Returns the child, for its pipes and its process id.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns the current contents of the log.
    pub fn log(&self) -> String {
        fs::read(&self.log)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }

    /// Waits until the log contains `text`.
    ///
    /// # Panics
    ///
    /// If that doesn't happen within `timeout`, or if the program ends first.
    pub fn wait_for_log(&mut self, text: &str, timeout: Duration) {
        let found = wait_for(timeout, || {
            let ended = self.exit_status();
            if self.log().contains(text) {
                Some(Ok(()))
            } else {
                ended.map(Err)
            }
        });
        match found {
            Some(Ok(())) => {}
            Some(Err(status)) => panic!(
                "ended ({status}) without saying {text:?}; its log:\n{}",
                self.log()
            ),
            None => panic!(
                "did not say {text:?} within {timeout:?}; its log:\n{}",
                self.log()
            ),
        }
    }

    /// Returns the exit status, or `None` while the program runs.
    ///
    /// # Panics
    ///
    /// If the system reports an error.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child
            .try_wait()
            .expect("the state of a child is always known")
    }

    /// Waits up to `timeout` for the program to exit.
    pub fn wait_for_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        wait_for(timeout, || self.exit_status())
    }

    /// Returns the CPU time used by all threads, to a hundredth of a second.
    ///
    /// # Panics
    ///
    /// If the program has ended.
    pub fn processor_time(&self) -> Duration {
        // Fields 14 and 15 of proc_pid_stat(5). Field 2 may contain anything, in brackets.
        let stat = format!("/proc/{}/stat", self.child.id());
        let stat = fs::read_to_string(stat).expect("the program has ended");
        let (_, fields) = stat.rsplit_once(')').expect("no name in brackets");
        let ticks: u64 = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u64>().expect("not a number of ticks"))
            .sum();
        // sysconf(_SC_CLK_TCK) is 100 on Linux.
        Duration::from_millis(ticks * 10)
    }

    /// Suspends the program while `act` runs.
    pub fn held<T>(&self, act: impl FnOnce() -> T) -> T {
        let signal = |name: &str| {
            let id = self.child.id().to_string();
            let sent = Command::new("kill").args(["-s", name, &id]).status();
            assert!(sent.is_ok_and(|sent| sent.success()), "no {name}");
        };
        signal("STOP");
        let done = act();
        signal("CONT");
        done
    }

    /// Kills the program (`kill -9`), and its process group if it leads one.
    pub fn kill9(&mut self) {
        // The shell's `kill` can name a process group; the standard library can't.
        let _ = Command::new("sh")
            .args(["-c", r#"kill -9 "-$0""#, &self.child.id().to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Wraps `command` in another program, with the same arguments and environment. The last arguments
/// of `outer` are the program of `command` and its arguments.
pub fn inside(command: &Command, outer: &[&str]) -> Command {
    let mut all = Command::new(outer[0]);
    all.args(&outer[1..]).arg(command.get_program());
    hand_on(command, &mut all);
    all
}

/// Returns `command` with a different program file.
pub fn of_file(command: &Command, program: &Path) -> Command {
    let mut other = Command::new(program);
    hand_on(command, &mut other);
    other
}

fn hand_on(command: &Command, to: &mut Command) {
    to.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => to.env(name, value),
            None => to.env_remove(name),
        };
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill9();
    }
}
