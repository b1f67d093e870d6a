//! A virtual X server (Xvfb) with mouse, keyboard and screenshots.
//!
//! There is no window manager: windows appear at their requested position, and get the keyboard
//! only by [`Xvfb::focus`].

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use super::process::Process;
use super::{installed, wait_for};

/// Checks that Xvfb and the programs that drive it are installed.
///
/// # Errors
///
/// Names the missing programs.
pub fn available() -> Result<(), String> {
    let missing: Vec<_> = ["Xvfb", "xdotool", "import", "identify"]
        .into_iter()
        .filter(|name| installed(name).is_none())
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("not installed: {}", missing.join(", ")))
    }
}

/// A mouse button.
#[derive(Clone, Copy, Debug)]
pub enum Button {
    Left = 1,
    Middle = 2,
    Right = 3,
}

/// A window, by its xdotool id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window(u32);

/// A running X server, stopped on drop.
#[derive(Debug)]
pub struct Xvfb {
    display: String,
    // Dropped before the pipe below, into which the server might still write.
    server: Process,
    _stdout: BufReader<ChildStdout>,
}

impl Xvfb {
    /// Starts a server on a free display, with one screen of this size; the log is `<name>.log`.
    ///
    /// # Panics
    ///
    /// If the server does not start.
    pub fn start(name: &str, width: u32, height: u32) -> Self {
        let mut command = Command::new("Xvfb");
        command
            // The server picks the display, and prints its number when it is ready.
            .args(["-displayfd", "1", "-nolisten", "tcp", "-noreset"])
            .args(["-screen", "0", &format!("{width}x{height}x24")])
            .stdin(Stdio::null());
        let mut server = Process::start_reading(command, name);
        let stdout = server.child().stdout.take().expect("stdout is piped");
        let mut stdout = BufReader::new(stdout);
        let mut number = String::new();
        stdout.read_line(&mut number).expect("Xvfb says nothing");
        let number = number.trim();
        assert!(!number.is_empty(), "Xvfb did not start:\n{}", server.log());
        Self {
            display: format!(":{number}"),
            server,
            _stdout: stdout,
        }
    }

    /// Makes `command` open its windows on this server.
    pub fn attach(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("XAUTHORITY");
    }

    /// Saves a screenshot; the file extension (`.png`) sets the format.
    ///
    /// # Panics
    ///
    /// If no screenshot can be taken.
    pub fn screenshot(&self, path: &Path) {
        let mut command = Command::new("import");
        command.args(["-silent", "-window", "root"]).arg(path);
        self.run(command);
    }

    /// Waits for a visible window whose title matches the regular expression `title`.
    pub fn wait_for_window(&self, title: &str, timeout: Duration) -> Option<Window> {
        wait_for(timeout, || {
            // Exits with 1 and prints nothing if there is no such window.
            let found = self
                .xdotool_command(&["search", "--onlyvisible", "--name", title])
                .output()
                .expect("xdotool cannot be started");
            let found = String::from_utf8_lossy(&found.stdout);
            found.lines().last()?.trim().parse().ok().map(Window)
        })
    }

    /// Returns the position of the window's upper left corner on the screen, in pixels.
    ///
    /// # Panics
    ///
    /// If the window is gone.
    pub fn corner(&self, window: Window) -> [i32; 2] {
        let text = self.xdotool(&["getwindowgeometry", "--shell", &window.0.to_string()]);
        ["X", "Y"].map(|name| shell_value(&text, name))
    }

    /// Gives the window the keyboard focus.
    pub fn focus(&self, window: Window) {
        self.xdotool(&["windowfocus", "--sync", &window.0.to_string()]);
    }

    /// Unmaps the window.
    pub fn unmap(&self, window: Window) {
        self.xdotool(&["windowunmap", "--sync", &window.0.to_string()]);
    }

    /// Maps the window again.
    pub fn map(&self, window: Window) {
        self.xdotool(&["windowmap", "--sync", &window.0.to_string()]);
    }

    /// Resizes the window, as by dragging its edge.
    pub fn resize(&self, window: Window, width: u32, height: u32) {
        let (width, height) = (width.to_string(), height.to_string());
        self.xdotool(&["windowsize", &window.0.to_string(), &width, &height]);
    }

    /// Resizes the next window with a matching title once it appears, without blocking the caller;
    /// the log is `<name>.log`.
    pub fn resize_when_there(
        &self,
        name: &str,
        title: &str,
        (width, height): (u32, u32),
    ) -> Process {
        let (width, height) = (width.to_string(), height.to_string());
        let search = ["search", "--sync", "--onlyvisible", "--name", title];
        let mut command = self.xdotool_command(&search);
        command.args(["windowsize", &width, &height]);
        Process::start(command, name)
    }

    /// Moves the mouse to a point of the screen.
    ///
    /// Uses relative movement like a real mouse. `xdotool mousemove` would only warp the pointer,
    /// which programs that read raw mouse motion don't notice.
    pub fn move_to(&self, x: i32, y: i32) {
        let text = self.xdotool(&["getmouselocation", "--shell"]);
        let dx = x - shell_value(&text, "X");
        let dy = y - shell_value(&text, "Y");
        self.xdotool(&["mousemove_relative", "--", &dx.to_string(), &dy.to_string()]);
    }

    /// Clicks a button, held for 0.1 s so that a slow game sees it.
    pub fn click(&self, button: Button) {
        let button = (button as u32).to_string();
        self.xdotool(&["mousedown", &button, "sleep", "0.1", "mouseup", &button]);
    }

    /// Calls `during` while a button is held.
    pub fn hold_button(&self, button: Button, during: impl FnOnce()) {
        let button = (button as u32).to_string();
        self.xdotool(&["mousedown", &button]);
        during();
        self.xdotool(&["mouseup", &button]);
    }

    /// Presses a button at `from`, moves to `to` in `duration`, and releases it there.
    pub fn drag(&self, button: Button, from: (i32, i32), to: (i32, i32), duration: Duration) {
        const STEPS: i32 = 20;
        self.move_to(from.0, from.1);
        // One xdotool process runs all steps, because starting a process per step is too slow.
        let pause = (duration / STEPS as u32).as_secs_f32().to_string();
        let button = (button as u32).to_string();
        let mut script = vec!["sleep", "0.1", "mousedown", button.as_str()];
        let gone = |step: i32| {
            let part = |from: i32, to: i32| (to - from) * step / STEPS;
            (part(from.0, to.0), part(from.1, to.1))
        };
        let steps: Vec<[String; 2]> = (1..=STEPS)
            .map(|step| (gone(step - 1), gone(step)))
            .map(|(before, now)| [now.0 - before.0, now.1 - before.1].map(|by| by.to_string()))
            .collect();
        for [x, y] in &steps {
            script.extend(["sleep", pause.as_str(), "mousemove_relative", "--"]);
            script.extend([x.as_str(), y.as_str()]);
        }
        script.extend(["sleep", "0.1", "mouseup", button.as_str()]);
        self.xdotool(&script);
    }

    /// Turns the wheel; positive is up, away from the user.
    pub fn wheel(&self, notches: i32) {
        let button = if notches > 0 { "4" } else { "5" };
        let count = notches.abs().to_string();
        self.xdotool(&["click", "--repeat", &count, "--delay", "30", button]);
    }

    /// Calls `during` while a key is held, by its X name (`a`, `Escape`, `F11`, `ctrl`), or several
    /// joined by `+`. Use it to wait for an effect at any frame rate.
    pub fn hold<T>(&self, keys: &str, during: impl FnOnce() -> T) -> T {
        for key in keys.split('+') {
            self.xdotool(&["keydown", key]);
        }
        let done = during();
        for key in keys.split('+') {
            self.xdotool(&["keyup", key]);
        }
        done
    }

    /// Presses a key, or several joined by `+` (`ctrl+z`), for 0.1 s.
    pub fn key(&self, keys: &str) {
        let keys: Vec<_> = keys.split('+').collect();
        let mut presses: Vec<_> = keys.iter().flat_map(|&key| ["keydown", key]).collect();
        presses.extend(["sleep", "0.1"]);
        presses.extend(keys.iter().rev().flat_map(|&key| ["keyup", key]));
        self.xdotool(&presses);
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        self.run(self.xdotool_command(arguments))
    }

    fn xdotool_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("xdotool");
        command.args(arguments);
        self.attach(&mut command);
        command
    }

    /// Runs `command` on this display and returns its output.
    fn run(&self, mut command: Command) -> String {
        self.attach(&mut command);
        output_of(command)
    }
}

/// Returns the number of distinct colours in a picture; 1 means blank.
///
/// # Panics
///
/// If `path` isn't a picture.
pub fn colours(path: &Path) -> u32 {
    number("%k", path)
}

/// Returns the maximum red, green or blue value of any pixel, 0 to 1.
///
/// # Panics
///
/// If `path` isn't a picture.
pub fn brightest(path: &Path) -> f32 {
    number("%[fx:maxima]", path)
}

/// Returns a hash of a picture's pixels.
///
/// # Panics
///
/// If `path` isn't a picture.
pub fn signature(path: &Path) -> String {
    identify("%#", path)
}

fn number<T: FromStr>(format: &str, path: &Path) -> T {
    let output = identify(format, path);
    let number = output.trim().parse().ok();
    number.unwrap_or_else(|| panic!("no number for {format}: {output:?}"))
}

/// Returns a property of a picture in this format, from `ImageMagick`.
fn identify(format: &str, path: &Path) -> String {
    let mut command = Command::new("identify");
    command.args(["-format", format]).arg(path);
    output_of(command)
}

/// Returns the number in the line `name=number` of `text`.
fn shell_value(text: &str, name: &str) -> i32 {
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
        .unwrap_or_else(|| panic!("no {name} in {text:?}"))
}

fn output_of(mut command: Command) -> String {
    let output = command
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}
