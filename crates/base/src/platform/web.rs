//! A browser, with WebGL 2: the page is the program, and what it keeps is with the browser.

pub mod fs;

use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bevy::platform::time::Instant;
use js_sys::{Array, Date, Float32Array, Function, Math, Reflect};
use send_wrapper::SendWrapper;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    CustomEvent, CustomEventInit, MessageEvent, Window, Worker, WorkerOptions, WorkerType, console,
};

use super::no_page::NoPage;
use crate::link;

/// The message that there is no window, with what to do about it; goes on in a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a page with a canvas";

/// The message that nothing can be drawn, with what to do about it; goes on in a sentence.
pub const NO_GRAPHICS: &str = "nothing can be drawn: expected a browser with WebGL 2 that may use \
                               the graphics card";

/// Runtimes of headsets that this system has, as in "start one of them".
pub const RUNTIMES: &str = "none";

/// Whether there are threads, which may wait for one another.
pub const HAS_THREADS: bool = false;

/// Whether [`announce`] tells anything: the tree for screen readers goes nowhere.
pub const ANNOUNCES: bool = true;

/// Whether sound may be heard before a key or a button is pressed.
pub const SOUND_AT_START: bool = false;

/// Whether players leave the game by a command: they leave the page.
pub const CAN_QUIT: bool = false;

/// Whether a panic can be caught.
pub const CATCHES_PANICS: bool = false;

/// Whether players may be asked for a file, by [`ask_for_file`].
pub const ASKS_FOR_FILES: bool = true;

/// Whether [`show_keyboard`] shows one: browsers do for fields of the page alone.
pub const SHOWS_KEYBOARD: bool = true;

/// The longest wait for another page that is about to give up the lock of the files: none, as this
/// page has waited before it begins the game.
pub const LOCK_TIMEOUT: Duration = Duration::ZERO;

/// The player's way out where another page has the files, as the end of a sentence.
pub const IN_USE: &str = "close its page, or go on there";

/// The most directional lights that Bevy draws with WebGL 2.
pub const DIRECTIONAL_LIGHTS: usize = 1;

/// Whether there is a window beside a headset, in which others watch or play: what the headset shows is
/// drawn on the page.
pub const HAS_WINDOW_BESIDE: bool = false;

/// The folder of the data where the system names none.
pub const DATA_DIR: Option<&str> = Some("icochess");

/// The element of the page that screen readers read aloud when it changes.
const STATUS: &str = "status";

fn window() -> Option<Window> {
    web_sys::window()
}

/// Shows why the program ends, in the console of the browser and to screen readers: there is no
/// standard error.
pub fn alert(text: &str) {
    console::error_1(&text.into());
    announce(text);
}

/// Tells those who do not see the picture, by the text of the page that screen readers read aloud.
pub fn announce(text: &str) {
    let document = window().and_then(|window| window.document());
    if let Some(status) = document.and_then(|it| it.get_element_by_id(STATUS)) {
        status.set_text_content(Some(text));
    }
}

/// Asks the page for what is easier done there (`web/page.js`).
fn ask_page(what: &str, about: &JsValue) {
    let options = CustomEventInit::new();
    options.set_detail(about);
    let event = CustomEvent::new_with_event_init_dict(what, &options);
    if let (Some(window), Ok(event)) = (window(), event) {
        let _ = window.dispatch_event(&event);
    }
}

/// Lets the player put a file where they like. Returns whether that is how they get one: `true`.
pub fn offer(name: &str, text: &str) -> bool {
    ask_page("icochess-offer", &Array::of2(&name.into(), &text.into()));
    true
}

/// Asks for a file, which comes as those that are dropped on the page do.
pub fn ask_for_file() {
    ask_page("icochess-ask", &JsValue::NULL);
}

/// Shows or hides the keyboard of a touch screen.
pub fn show_keyboard(is_wanted: bool) {
    ask_page("icochess-keyboard", &is_wanted.into());
}

/// Whether the screen can be filled: telephones may not, nor pages in others.
pub fn fills_screen() -> bool {
    let document = window().and_then(|window| window.document());
    document.is_some_and(|document| document.fullscreen_enabled())
}

/// Turns full screen of the page on or off. Returns whether that is how it is done: the canvas
/// alone would leave what else is on the page.
pub fn turn_full_screen() -> bool {
    ask_page("icochess-fullscreen", &JsValue::NULL);
    true
}

/// Hears what the page tells, in events of that name.
///
/// # Errors
///
/// An error if there is no page.
fn hear_page(what: &str, hear: impl Fn(JsValue) + 'static) -> Result<(), NoPage> {
    let heard = Closure::<dyn Fn(CustomEvent)>::new(move |event: CustomEvent| hear(event.detail()));
    window()
        .and_then(|page| {
            let listener = heard.as_ref().unchecked_ref();
            page.add_event_listener_with_callback(what, listener).ok()
        })
        .ok_or(NoPage)?;
    // As long as the page.
    heard.forget();
    Ok(())
}

/// Hears the texts of files that are chosen or dropped.
///
/// # Errors
///
/// An error if there is no page.
pub fn hear_files(hear: impl Fn(String) + 'static) -> Result<(), NoPage> {
    hear_page("icochess-file", move |text| {
        hear(text.as_string().unwrap_or_default());
    })
}

/// Hears that the player wants the game as a file.
///
/// # Errors
///
/// An error if there is no page.
pub fn hear_of_export(hear: impl Fn() + 'static) -> Result<(), NoPage> {
    hear_page("icochess-export", move |_| hear())
}

/// Hears whether the browser has a headset, and whether that shows the real room, now and whenever that
/// changes.
///
/// # Errors
///
/// An error if there is no page.
pub fn hear_of_headset(hear: impl Fn(bool, bool) + 'static) -> Result<(), NoPage> {
    hear_page("icochess-headset-there", move |told| {
        if let Ok(told) = told.dyn_into::<Array>() {
            hear(told.get(0).is_truthy(), told.get(1).is_truthy());
        }
    })?;
    ask_page("icochess-look-for-headset", &JsValue::NULL);
    Ok(())
}

/// Loads the page again, for its headset.
pub fn go_to_headset() {
    ask_page("icochess-headset", &JsValue::NULL);
}

/// The headset of the page, which `web/xr.js` tells of.
pub struct PageHeadset(SendWrapper<PageObjects>);

struct PageObjects {
    /// The page's object `icochessHeadset`: numbers, the names of controllers, and what is asked
    /// for.
    about: JsValue,
    /// The numbers of the frame.
    frame: Float32Array,
}

impl PageHeadset {
    /// The headset of the page, if that tells of a frame by so many numbers.
    pub fn find(numbers: usize) -> Option<Self> {
        let about = Reflect::get(&js_sys::global(), &"icochessHeadset".into()).ok()?;
        let frame = Reflect::get(&about, &"frame".into()).ok()?;
        let frame: Float32Array = frame.dyn_into().ok()?;
        let is_known = frame.length() as usize == numbers;
        is_known.then(|| Self(SendWrapper::new(PageObjects { about, frame })))
    }

    /// Reads the numbers of the frame.
    ///
    /// # Panics
    ///
    /// If there are not as many as [`find`](Self::find) was asked for.
    pub fn read(&self, numbers: &mut [f32]) {
        self.0.frame.copy_to(numbers);
    }

    /// The browser's names of the controllers in the hands, left and right, separated by spaces.
    pub fn controllers(&self) -> [String; 2] {
        let names = Reflect::get(&self.0.about, &"controllers".into());
        let names = names.ok().and_then(|it| it.dyn_into::<Array>().ok());
        [0, 1].map(|hand| {
            let names = names.as_ref().map(|names| names.get(hand));
            names.and_then(|it| it.as_string()).unwrap_or_default()
        })
    }

    /// Asks for so many times as many points in each direction as the browser recommends, from the next
    /// session on.
    pub fn ask_for_scale(&self, scale: f32) {
        let _ = Reflect::set(&self.0.about, &"scale".into(), &scale.into());
    }

    /// Asks for the real room around what is drawn, or for none, from the next session on.
    pub fn ask_for_passthrough(&self, is_wanted: bool) {
        let _ = Reflect::set(&self.0.about, &"passthrough".into(), &is_wanted.into());
    }

    /// Tells whether what was played is kept with the browser.
    pub fn tell_whether_kept(&self, is_kept: bool) {
        let _ = Reflect::set(&self.0.about, &"isKept".into(), &is_kept.into());
    }

    /// Lets the left hand (0) or the right one (1) feel a pulse of that strength, 0 to 1.
    pub fn pulse(&self, hand: usize, amplitude: f32, duration: Duration) {
        let milliseconds = duration.as_secs_f64() * 1000.0;
        let about = Array::of3(
            &(hand as f64).into(),
            &amplitude.into(),
            &milliseconds.into(),
        );
        ask_page("icochess-pulse", &about);
    }
}

/// The arguments of the program, itself first: what the address of the page asks for, once. Who loads
/// the page again goes on with the game.
pub fn args() -> impl Iterator<Item = OsString> {
    let mut args = vec!["icochess".to_owned()];
    args.extend(asked_by_address().unwrap_or_default());
    args.into_iter().map(OsString::from)
}

fn asked_by_address() -> Option<Vec<String>> {
    let window = window()?;
    let location = window.location();
    let search = location.search().ok().filter(|it| !it.is_empty())?;
    if let (Ok(history), Ok(path)) = (window.history(), location.pathname()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
    Some(link::options(&search))
}

/// The address of the page, whatever it was asked for.
pub fn page() -> Option<String> {
    let location = window()?.location();
    Some(location.origin().ok()? + &location.pathname().ok()?)
}

/// A random number, of 53 bits; not for secrets.
pub fn any_number() -> u64 {
    (Math::random() * 2_f64.powi(53)) as u64
}

/// The time of day.
pub fn time_with_sleep() -> Duration {
    Duration::try_from_secs_f64(Date::now() / 1000.0).unwrap_or_default()
}

/// Goes on as another program: always an error, as there is none.
pub fn go_on_as(_: Command) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

/// Opens a file that is there to be locked, and makes it if it is not there.
///
/// # Errors
///
/// The error of the browser's store.
pub fn open_lock(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path).or_else(|_| fs::File::create_new(path))
}

/// Writes a file, whole or not at all.
///
/// # Errors
///
/// The error of the browser's store: there may be no more room.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)
}

/// Copies a file to a name that is free.
///
/// # Errors
///
/// As [`write_whole`].
pub fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    fs::write(to, &fs::read_to_string(from)?)
}

/// Asks the browser to call a function after a time. Returns the number of the timer.
///
/// # Errors
///
/// An error if there is no page.
fn call_after(wait: Duration, call: &Function) -> io::Result<i32> {
    let window = window().ok_or(io::ErrorKind::Unsupported)?;
    let wait = i32::try_from(wait.as_millis()).unwrap_or(i32::MAX);
    window
        .set_timeout_with_callback_and_timeout_and_arguments_0(call, wait)
        .map_err(|_| io::ErrorKind::Unsupported.into())
}

/// Does something once, soon, when nothing else is done.
///
/// # Errors
///
/// An error if there is no page.
pub fn spawn(_: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let work = Closure::once_into_js(work);
    call_after(Duration::ZERO, work.unchecked_ref()).map(drop)
}

/// Work that goes on beside the frames, one thing after the other: there is no thread, so whoever
/// wants to hear of it does it.
pub struct BackgroundTask(Mutex<Box<dyn FnMut() + Send>>);

impl BackgroundTask {
    /// Does `work` whenever [`run_pending`](Self::run_pending) is called. That takes what is to be done by
    /// [`next`], until there is no more.
    ///
    /// # Errors
    ///
    /// None.
    pub fn begin(_: &str, work: impl FnMut() + Send + 'static) -> io::Result<Self> {
        Ok(Self(Mutex::new(Box::new(work))))
    }

    /// Does what there is to do by now.
    pub fn run_pending(&self) {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner))();
    }
}

/// The next thing to do; `None` if there is none by now.
pub fn next<T>(asked: &Receiver<T>) -> Option<T> {
    asked.try_recv().ok()
}

/// A worker of the page that is spoken to by lines; it ends when this is dropped.
pub struct WebWorker {
    worker: Worker,
    /// The functions that are called with each of its lines, and when it fails.
    _heard: (
        Closure<dyn Fn(MessageEvent)>,
        Closure<dyn Fn(web_sys::Event)>,
    ),
}

impl WebWorker {
    /// Begins the worker that runs a script. `hear` has its lines, and nothing when it has failed.
    ///
    /// # Errors
    ///
    /// An error if the browser makes none.
    pub fn begin(script: &str, hear: impl Fn(Option<String>) + 'static) -> io::Result<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(script, &options)
            .map_err(|_| io::Error::from(io::ErrorKind::Unsupported))?;
        let hear = Rc::new(hear);
        let heard = Rc::clone(&hear);
        let line = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(line) = event.data().as_string() {
                heard(Some(line));
            }
        });
        let failed = Closure::<dyn Fn(web_sys::Event)>::new(move |_| hear(None));
        worker.set_onmessage(Some(line.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            _heard: (line, failed),
        })
    }

    /// Sends a line.
    pub fn send(&self, line: &str) {
        let _ = self.worker.post_message(&line.into());
    }
}

impl Drop for WebWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Does something at the time that it was last told.
pub struct Alarm(SendWrapper<Rings>);

struct Rings {
    ring: Closure<dyn Fn()>,
    /// The browser's number of the timer that runs.
    timer: Cell<Option<i32>>,
}

impl Alarm {
    /// An alarm that is not set.
    ///
    /// # Errors
    ///
    /// None.
    pub fn begin(ring: impl Fn() + Send + 'static) -> io::Result<Self> {
        Ok(Self(SendWrapper::new(Rings {
            ring: Closure::new(ring),
            timer: Cell::new(None),
        })))
    }

    /// Sets the alarm; only the last time counts.
    pub fn set(&self, at: Instant) {
        let Rings { ring, timer } = &*self.0;
        self.0.unset();
        let wait = at.saturating_duration_since(Instant::now());
        timer.set(call_after(wait, ring.as_ref().unchecked_ref()).ok());
    }
}

impl Rings {
    fn unset(&self) {
        if let (Some(timer), Some(window)) = (self.timer.take(), window()) {
            window.clear_timeout_with_handle(timer);
        }
    }
}

impl Drop for Rings {
    fn drop(&mut self) {
        self.unset();
    }
}
