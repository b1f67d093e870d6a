//! Browser platform with WebGL 2. The page is the program, and stores its files in the browser.

pub mod fs;

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::process::Command;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::task::{Context, Waker};
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::tasks::futures_lite::future::yield_now;
use js_sys::{Array, Date, Float32Array, Function, Math, Reflect, Uint8Array};
use send_wrapper::SendWrapper;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    CustomEvent, CustomEventInit, MessageEvent, Window, Worker, WorkerOptions, WorkerType, console,
};

use super::GivenFile;
use crate::link;

/// Error message for a missing window, with advice; continues a sentence.
pub const NO_WINDOW: &str = "no window can be opened: expected a page with a canvas";

/// Error message for missing graphics, with advice; continues a sentence.
pub const NO_GRAPHICS: &str = "nothing can be drawn: expected a browser with WebGL 2 that may use \
                               the graphics card";

/// OpenXR runtimes on this platform, as in "start one of them".
pub const RUNTIMES: &str = "none";

/// Whether threads exist and may block.
pub const HAS_THREADS: bool = false;

/// Whether [`announce`] has an effect. In a browser there is no accessibility tree.
pub const ANNOUNCES: bool = true;

/// Whether sound may play before any input.
pub const SOUND_AT_START: bool = false;

/// Whether players quit by a command; here they close the page.
pub const CAN_QUIT: bool = false;

/// Whether panics can be caught.
pub const CATCHES_PANICS: bool = false;

/// Whether [`show_keyboard`] has an effect. Browsers open the keyboard only for input fields of the
/// page.
pub const SHOWS_KEYBOARD: bool = true;

/// Longest wait for another page to release the lock; zero because the page waits before it starts
/// the game.
pub const LOCK_TIMEOUT: Duration = Duration::ZERO;

/// Advice for the case that another page has the files; ends a sentence.
pub const IN_USE: &str = "close its page, or go on there";

/// Advice for the case that there is no more room for files; ends a sentence.
pub const MORE_ROOM: &str = "delete saved games";

/// Maximum number of directional lights in Bevy with WebGL 2.
pub const DIRECTIONAL_LIGHTS: usize = 1;

/// Whether a window is shown next to the headset, for spectators or a second player. Here the
/// headset's image is drawn on the page.
pub const HAS_WINDOW_BESIDE: bool = false;

/// Data folder for systems that define none.
pub const DATA_DIR: Option<&str> = Some("icochess");

/// Element of the page whose changes screen readers read aloud.
const STATUS: &str = "status";

fn window() -> Option<Window> {
    web_sys::window()
}

/// Reports why the program ends, in the browser's console and to screen readers, because there is
/// no standard error.
pub fn alert(text: &str) {
    console::error_1(&text.into());
    announce(text);
}

/// Sets the title of the page, which the browser shows on its tab.
pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|window| window.document()) {
        document.set_title(title);
    }
}

/// Has screen readers read a text aloud, by putting it on the page.
pub fn announce(text: &str) {
    let document = window().and_then(|window| window.document());
    if let Some(status) = document.and_then(|it| it.get_element_by_id(STATUS)) {
        status.set_text_content(Some(text));
    }
}

/// Sends a request to the page's script (`web/page.js`).
fn ask_page(what: &str, about: &JsValue) {
    let options = CustomEventInit::new();
    options.set_detail(about);
    let event = CustomEvent::new_with_event_init_dict(what, &options);
    if let (Some(window), Ok(event)) = (window(), event) {
        let _ = window.dispatch_event(&event);
    }
}

/// Offers a file to the player as a download. Returns whether this platform has downloads; always
/// `true`.
pub fn offer(name: &str, text: &str) -> bool {
    ask_page("icochess-offer", &Array::of2(&name.into(), &text.into()));
    true
}

/// Like [`offer`], for a file that isn't text.
pub fn offer_bytes(name: &str, bytes: &[u8]) -> bool {
    let bytes = Uint8Array::from(bytes);
    ask_page("icochess-offer", &Array::of2(&name.into(), &bytes.into()));
    true
}

/// Opens a file picker. Chosen files arrive like dropped ones.
pub fn ask_for_file() {
    ask_page("icochess-ask", &JsValue::NULL);
}

/// Shows or hides the on-screen keyboard.
pub fn show_keyboard(is_wanted: bool) {
    ask_page("icochess-keyboard", &is_wanted.into());
}

/// Tells the page whether Tab moves between the game's controls. Otherwise it leaves the game.
pub fn use_tab(is_wanted: bool) {
    ask_page("icochess-tab", &is_wanted.into());
}

/// Moves the keyboard focus to the page's field for moves.
pub fn leave_game() {
    ask_page("icochess-leave", &JsValue::NULL);
}

/// Returns whether full screen is available; not on phones or in embedded pages.
pub fn fills_screen() -> bool {
    let document = window().and_then(|window| window.document());
    document.is_some_and(|document| document.fullscreen_enabled())
}

/// Toggles full screen of the page. Returns `true`, because the page handles it: the canvas alone
/// would hide the page's other elements.
pub fn turn_full_screen() -> bool {
    ask_page("icochess-fullscreen", &JsValue::NULL);
    true
}

/// Listens to the page's events with this name.
fn on_page_event(what: &str, handle: impl Fn(JsValue) + 'static) {
    let listener =
        Closure::<dyn Fn(CustomEvent)>::new(move |event: CustomEvent| handle(event.detail()));
    if let Some(page) = window() {
        let listener = listener.as_ref().unchecked_ref();
        let _ = page.add_event_listener_with_callback(what, listener);
    }
    // Keep the listener for the lifetime of the page.
    listener.forget();
}

/// Listens to files chosen or dropped, and receives their text.
pub fn on_given_file(handle: impl Fn(GivenFile) + Send + Sync + 'static) {
    on_page_event("icochess-file", move |text| {
        handle(GivenFile::Text(text.as_string().unwrap_or_default()));
    });
}

/// Listens to moves typed in the page's own field.
pub fn on_typed_move(handle: impl Fn(String) + 'static) {
    on_page_event("icochess-move", move |text| {
        handle(text.as_string().unwrap_or_default());
    });
}

/// Listens to the player's requests to export the game.
pub fn on_export(handle: impl Fn() + 'static) {
    on_page_event("icochess-export", move |_| handle());
}

/// Listens to the availability of a headset and of passthrough, now and on every change.
pub fn on_headset_change(handle: impl Fn(bool, bool) + 'static) {
    on_page_event("icochess-headset-there", move |told| {
        if let Ok(told) = told.dyn_into::<Array>() {
            handle(told.get(0).is_truthy(), told.get(1).is_truthy());
        }
    });
    ask_page("icochess-look-for-headset", &JsValue::NULL);
}

/// Reloads the page in its headset.
pub fn go_to_headset() {
    ask_page("icochess-headset", &JsValue::NULL);
}

/// Headset of the page, as published by `web/xr.js`.
pub struct PageHeadset(SendWrapper<PageObjects>);

struct PageObjects {
    /// Page object `icochessHeadset`, with numbers, controller names and settings.
    about: JsValue,
    frame: Float32Array,
}

impl PageHeadset {
    /// Returns the page's headset, if its frame is an array of this length.
    pub fn find(numbers: usize) -> Option<Self> {
        let about = Reflect::get(&js_sys::global(), &"icochessHeadset".into()).ok()?;
        let frame = Reflect::get(&about, &"frame".into()).ok()?;
        let frame: Float32Array = frame.dyn_into().ok()?;
        let is_known = frame.length() as usize == numbers;
        is_known.then(|| Self(SendWrapper::new(PageObjects { about, frame })))
    }

    /// Copies the numbers of the current frame.
    ///
    /// # Panics
    ///
    /// If their count differs from the one passed to [`find`](Self::find).
    pub fn read(&self, numbers: &mut [f32]) {
        self.0.frame.copy_to(numbers);
    }

    /// Returns the browser's names of the left and right controller, separated by spaces.
    pub fn controllers(&self) -> [String; 2] {
        let names = Reflect::get(&self.0.about, &"controllers".into());
        let names = names.ok().and_then(|it| it.dyn_into::<Array>().ok());
        [0, 1].map(|hand| {
            let names = names.as_ref().map(|names| names.get(hand));
            names.and_then(|it| it.as_string()).unwrap_or_default()
        })
    }

    /// Sets the resolution scale relative to the browser's recommendation. Takes effect in the next
    /// session.
    pub fn ask_for_scale(&self, scale: f32) {
        let _ = Reflect::set(&self.0.about, &"scale".into(), &scale.into());
    }

    /// Turns passthrough on or off. Takes effect in the next session.
    pub fn ask_for_passthrough(&self, is_wanted: bool) {
        let _ = Reflect::set(&self.0.about, &"passthrough".into(), &is_wanted.into());
    }

    /// Reports to the page whether the game is saved.
    pub fn set_kept(&self, is_kept: bool) {
        let _ = Reflect::set(&self.0.about, &"isKept".into(), &is_kept.into());
    }

    /// Plays a haptic pulse on the left hand (0) or right hand (1), with an amplitude from 0 to 1.
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

/// Returns the program's arguments, including its name. They come from the page's address and are
/// removed from it, so reloading the page continues the game.
pub fn args() -> impl Iterator<Item = OsString> {
    let mut args = vec!["icochess".to_owned()];
    args.extend(asked_by_address().unwrap_or_default());
    args.into_iter().map(OsString::from)
}

fn asked_by_address() -> Option<Vec<String>> {
    let window = window()?;
    let location = window.location();
    let search = location.search().ok()?;
    let invitation = link::invitation(&(page()? + &location.hash().ok()?));
    if search.is_empty() && invitation.is_none() {
        return None;
    }
    if let (Ok(history), Ok(path)) = (window.history(), location.pathname()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
    let options = link::options(&search).into_iter();
    Some(options.chain(invitation).collect())
}

/// Returns the address of the page without its query.
pub fn page() -> Option<String> {
    let location = window()?.location();
    Some(location.origin().ok()? + &location.pathname().ok()?)
}

/// Returns a 53-bit random number, not suitable for secrets.
pub fn any_number() -> u64 {
    (Math::random() * 2_f64.powi(53)) as u64
}

/// Returns the wall clock time.
pub fn time_with_sleep() -> Duration {
    Duration::try_from_secs_f64(Date::now() / 1000.0).unwrap_or_default()
}

/// Always fails, because a page can't execute another program.
pub fn go_on_as(_: Command) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

/// Opens the lock.
///
/// # Errors
///
/// None.
pub fn open_lock(path: &Path) -> io::Result<fs::File> {
    Ok(fs::File::lock(path))
}

/// Returns whether files are written, but not stored yet.
pub fn is_storing() -> bool {
    fs::is_storing()
}

/// Returns the reason that written files couldn't be stored, if so. The next write retries.
pub fn storage_problem() -> Option<io::Error> {
    fs::problem().map(|problem| {
        if problem.starts_with("QuotaExceededError") {
            return io::ErrorKind::StorageFull.into();
        }
        io::Error::other(problem)
    })
}

/// Writes a file atomically.
///
/// # Errors
///
/// As [`fs::write`](fn@fs::write).
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)
}

/// Always fails, because the page's store has only texts: see [`offer_bytes`].
///
/// # Errors
///
/// Always.
pub fn write_new(_: &Path, _: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Copies a file to a new name.
///
/// # Errors
///
/// As [`write_whole`].
pub fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    fs::write(to, &fs::read_to_string(from)?)
}

/// Calls a function after a delay. Returns the timer's ID.
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

/// Runs a closure once, when the event loop is free.
///
/// # Errors
///
/// An error if there is no page.
pub fn spawn(_: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let work = Closure::once_into_js(work);
    call_after(Duration::ZERO, work.unchecked_ref()).map(drop)
}

/// Sequential background work. Without threads, the caller polls it.
pub struct BackgroundTask(SendWrapper<RefCell<Option<Pin<Box<dyn Future<Output = ()>>>>>>);

impl BackgroundTask {
    /// Prepares `work`, which takes its tasks from [`next`] until there are no more. It runs in
    /// [`run_pending`](Self::run_pending).
    ///
    /// # Errors
    ///
    /// None.
    pub fn start<W: Future<Output = ()> + 'static>(
        _: &str,
        work: impl FnOnce() -> W + Send + 'static,
    ) -> io::Result<Self> {
        let work: Pin<Box<dyn Future<Output = ()>>> = Box::pin(work());
        Ok(Self(SendWrapper::new(RefCell::new(Some(work)))))
    }

    /// Runs the work until it pauses, or waits for its next task.
    pub fn run_pending(&self) {
        let mut work = self.0.borrow_mut();
        let mut context = Context::from_waker(Waker::noop());
        let is_over = work
            .as_mut()
            .is_some_and(|work| work.as_mut().poll(&mut context).is_ready());
        if is_over {
            *work = None;
        }
    }
}

/// Waits for the next task. Returns `None` once all senders are gone.
pub async fn next<T>(asked: &Receiver<T>) -> Option<T> {
    loop {
        match asked.try_recv() {
            Ok(task) => return Some(task),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => yield_now().await,
        }
    }
}

/// Web worker that exchanges lines of text; terminated on drop.
pub struct WebWorker {
    worker: Worker,
    /// Callbacks for the worker's lines and for its failure.
    _listeners: (
        Closure<dyn Fn(MessageEvent)>,
        Closure<dyn Fn(web_sys::Event)>,
    ),
}

impl WebWorker {
    /// Starts the worker with a script. `handle` receives its lines, and `None` after a failure.
    ///
    /// # Errors
    ///
    /// An error if the browser can't create a worker.
    pub fn start(script: &str, handle: impl Fn(Option<String>) + 'static) -> io::Result<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(script, &options)
            .map_err(|_| io::Error::from(io::ErrorKind::Unsupported))?;
        let handle = Rc::new(handle);
        let listener = Rc::clone(&handle);
        let line = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(line) = event.data().as_string() {
                listener(Some(line));
            }
        });
        let failed = Closure::<dyn Fn(web_sys::Event)>::new(move |_| handle(None));
        worker.set_onmessage(Some(line.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            _listeners: (line, failed),
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

/// Timer that calls a function at the time set last.
pub struct Alarm(SendWrapper<Rings>);

struct Rings {
    ring: Closure<dyn Fn()>,
    /// ID of the running timer.
    timer: Cell<Option<i32>>,
}

impl Alarm {
    /// Creates an alarm that isn't set.
    ///
    /// # Errors
    ///
    /// None.
    pub fn start(ring: impl Fn() + Send + 'static) -> io::Result<Self> {
        Ok(Self(SendWrapper::new(Rings {
            ring: Closure::new(ring),
            timer: Cell::new(None),
        })))
    }

    /// Sets the alarm, replacing any earlier time.
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
