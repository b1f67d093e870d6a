//! Putting the program together.
//!
//! * `start`: what to say when there is no window or no graphics driver.
//! * [`inspect`]: tools that look in from outside.
//! * `models`: the models of pieces that players bring.

pub mod inspect;
mod models;
mod start;

use std::net::TcpListener;
use std::process::ExitCode;
use std::time::Duration;

use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{Backends, WgpuSettings};
use bevy::window::{PresentMode, WindowPlugin};
use bevy_mod_xr::session::XrState;

use crate::board::pieces::models::PieceModels;
use crate::cli::GameArgs;
use crate::game::{self, Boards, Match};
use crate::language::Words;
use crate::save::library::messages::{Import, LibraryRequest};
use crate::save::queue::SaveQueue;
use crate::save::settings::Settings;
use crate::save::store::{self, Damaged, Slot, Store};
use crate::save::{self, FirstStart, OnDisk, Report, ResumeOffer, TakenUp, Unusable};
use crate::schedule::{self, Display};
use crate::xr::config::XrConfig;
use crate::{audio, board, computer, feedback, flat, interaction, relaunch, ui, xr};
use icochess_boards::Variant;
use icochess_cli::tell;
use icochess_message::{Msg, msg};
use icochess_rules::{AnyBoard, Record};

/// The game without window, device and sound: rules, selection, board and
/// files. What headless tests run.
#[derive(Debug, Default)]
pub struct CorePlugin;

impl Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            schedule::plugin,
            game::plugin,
            computer::plugin,
            interaction::plugin,
            board::plugin,
            feedback::plugin,
            save::plugin,
            ui::plugin,
        ));
    }
}

/// The window: what is written on it, its keys and its camera, beside [`CorePlugin`].
#[derive(Debug, Default)]
pub struct FlatPlugin;

impl Plugin for FlatPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((ui::WindowPlugin, flat::plugin));
    }
}

/// How long the program waits at its end for the last save.
const LAST_SAVE: Duration = Duration::from_secs(3);

/// Runs the game until the players leave.
pub fn run(args: GameArgs) -> ExitCode {
    let mut app = match prepare(&args) {
        Ok(app) => app,
        Err(problem) => {
            tell(problem);
            return ExitCode::from(2);
        }
    };
    let queue = app.world().resource::<SaveQueue>().clone();
    let exit = app.run();
    relaunch::disarm();
    if !queue.flush(LAST_SAVE) {
        tell(Words::default().english(&msg!("moves-lost")));
    }
    match exit {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// Puts the game together.
///
/// # Errors
///
/// A sentence for the player: what was asked for cannot be had.
fn prepare(args: &GameArgs) -> Result<App, String> {
    let port = args.inspect.map(inspect::listen).transpose()?;
    let mut beginning = StartState::default();
    if args.lost {
        beginning.report(msg!("moves-lost"));
    }
    let built = find_headset(args, &mut beginning)
        .and_then(|headset| beginning.find(args).map(|()| headset))
        .and_then(|headset| {
            let queue = beginning.queue.clone();
            start::attempt(|| build(args, headset, port, queue)).flatten()
        });
    match built {
        Ok(mut app) => {
            beginning.apply(&mut app);
            if let Some(file) = &args.import {
                let file = Import::File(file.clone());
                app.world_mut().write_message(LibraryRequest::Import(file));
            }
            Ok(app)
        }
        Err(problem) => {
            // There will be no window to say it in.
            for report in &beginning.reports {
                tell(beginning.words.english(report));
            }
            Err(problem)
        }
    }
}

/// The configuration of the hands and what the runtime offers, if there is a
/// headset to play in.
type Headset = Option<(XrConfig, xr::probe::Found)>;

fn build(
    args: &GameArgs,
    headset: Headset,
    port: Option<TcpListener>,
    queue: SaveQueue,
) -> Result<App, String> {
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(LogPlugin {
            filter: LOG_FILTER.into(),
            ..default()
        })
        .set(WindowPlugin {
            primary_window: Some(window(headset.is_some())),
            ..default()
        })
        .set(RenderPlugin {
            render_creation: graphics().into(),
            ..default()
        });
    match &headset {
        Some((_, found)) => app.add_plugins(xr::with_openxr(plugins, found)),
        None => app.add_plugins(plugins),
    };
    app.add_plugins((CorePlugin, board::room::plugin, FlatPlugin));
    if !args.mute {
        app.add_plugins(audio::plugin);
    }
    if let Some((config, _)) = headset {
        // The runtime was there a moment ago; it may be gone again.
        if app.world().get_resource() == Some(&XrState::Available) {
            app.insert_resource(relaunch::arm(args, queue))
                .insert_state(Display::Headset)
                .add_plugins((xr::HeadsetPlugin(config), ui::panel::plugin));
        } else if args.vr {
            return Err(LOST.to_owned());
        } else {
            tell(format_args!("{LOST}; playing in the window"));
        }
    }
    if let Some(port) = port {
        inspect::plugin(&mut app, port);
        app.init_resource::<FrameTimes>()
            .add_systems(First, note_frame_time);
    }
    app.add_plugins((game::clock::sleep_plugin, flat::pace::plugin))
        .add_systems(First, tell_first_frame)
        .add_systems(Last, tell_reports);
    Ok(app)
}

/// Not OpenGL: it would be taken where there is no Vulkan driver, and Bevy cannot
/// show a window with it (wgpu wants the display for that, which Bevy does not
/// hand over).
fn graphics() -> WgpuSettings {
    let usual = WgpuSettings::default();
    WgpuSettings {
        backends: usual.backends.map(|found| found & Backends::PRIMARY),
        ..usual
    }
}

/// Reports are said on standard error, too, for who looks there.
fn tell_reports(mut reports: MessageReader<Report>, words: Res<Words>) {
    for Report(report) in reports.read() {
        tell(words.english(report));
    }
}

/// Said when the headset was found and then could not be used.
const LOST: &str = "the headset cannot be used: see the error above";

/// The headset to play in, if that is what is wanted and there is one.
///
/// # Errors
///
/// A sentence for the player: the bindings cannot be read, or `--vr` was given
/// and there is no headset.
fn find_headset(args: &GameArgs, beginning: &mut StartState) -> Result<Headset, String> {
    if args.flat {
        return Ok(None);
    }
    let config = match &args.xr_config {
        Some(dir) => XrConfig::from_dir(dir),
        None => XrConfig::built_in().map(|config| (config, Vec::new())),
    };
    let (config, left_out) = config.map_err(|error| error.to_string())?;
    for problem in left_out {
        beginning.report(msg!("controller-left-out", problem = problem.to_string()));
    }
    match xr::probe::find(&config) {
        Ok(found) => Ok(Some((config, found))),
        Err(why) if args.vr => Err(why.to_string()),
        Err(why) => {
            tell(format_args!("{why}. Playing in the window."));
            Ok(None)
        }
    }
}

/// Logs, once, when the first frame has been shown: when the frame after the
/// next one begins, as each frame is drawn while the next is worked out.
pub fn tell_first_frame(mut frames: Local<u32>, since_start: Res<Time<Real>>) {
    *frames += 1;
    if *frames == 3 {
        debug!(
            "first frame shown, {:.3} s in the loop",
            since_start.elapsed_secs()
        );
    }
}

/// How long the last frames took, for tools that look in from outside (Bevy's
/// remote protocol).
#[derive(Resource, Debug, Clone, Reflect)]
#[reflect(Resource)]
pub struct FrameTimes {
    /// Frames begun so far.
    pub begun: u32,
    /// Seconds from the beginning of a frame to that of the next. The one that
    /// ended with the `n`th beginning stands at `n` modulo the length.
    pub seconds: Vec<f32>,
}

impl Default for FrameTimes {
    fn default() -> Self {
        Self {
            begun: 0,
            seconds: vec![0.0; KEPT_FRAMES],
        }
    }
}

/// Frames whose times are kept: ten seconds at 100 Hz.
const KEPT_FRAMES: usize = 1024;

fn note_frame_time(time: Res<Time<Real>>, mut times: ResMut<FrameTimes>) {
    times.begun = times.begun.wrapping_add(1);
    let place = times.begun as usize % KEPT_FRAMES;
    times.seconds[place] = time.delta_secs();
}

/// What is worth a line in the log; `RUST_LOG` overrides it.
const LOG_FILTER: &str = "warn,icochess=info,wgpu=error,naga=error";

fn window(beside_headset: bool) -> Window {
    Window {
        title: "Icochess".into(),
        name: Some("icochess".into()),
        resolution: (1280, 800).into(),
        // The runtime sets the pace of a headset; the window must not wait for
        // its own screen as well.
        present_mode: if beside_headset {
            PresentMode::AutoNoVsync
        } else {
            PresentMode::AutoVsync
        },
        ..default()
    }
}

/// What the match starts with, found before anything is opened.
#[derive(Default)]
struct StartState {
    store: Option<Store>,
    /// That of the store, if there is one.
    queue: SaveQueue,
    boards: Boards,
    words: Words,
    models: PieceModels,
    settings: Settings,
    game: Match,
    on_disk: OnDisk,
    /// The saved game, where another board is asked for.
    offer: Option<ResumeOffer>,
    /// Nobody has started the program before, as far as the settings know: the first steps are
    /// offered.
    is_first: bool,
    /// The match is the saved game, which waits for the players.
    is_taken_up: bool,
    /// What players must get to know.
    reports: Vec<Msg>,
    unusable: Vec<(Slot, Damaged)>,
    /// The match is not the start position and not on disk: write it at once.
    unsaved: bool,
}

impl StartState {
    /// Reads what is on disk and what the command line names.
    ///
    /// # Errors
    ///
    /// A sentence for the player when the command line names a file that
    /// cannot be used.
    fn find(&mut self, args: &GameArgs) -> Result<(), String> {
        // A file that names the board by itself, and that board.
        let mut loads = None;
        // First, so that a bad file ends the program before it touches any.
        if let Some(path) = &args.load {
            let loaded = store::read_game_file(path, &args.boards());
            let loaded = loaded.map_err(|damaged| damaged.to_string())?;
            let file = path.file_name().unwrap_or(path.as_os_str());
            loads = Some((file.to_string_lossy().into_owned(), loaded.board()));
            self.game = Match::new(loaded);
            self.unsaved = true;
        } else if let Some(start) = args.start() {
            self.game = Match::new(start?);
            self.unsaved = true;
        } else if let Some(variant) = args.variant {
            self.game = Match::new(variant.board().new_game());
        }
        if let Some(path) = &args.import {
            store::check_file(path).map_err(|damaged| damaged.to_string())?;
        }
        let store = match Store::open(args.data_dir.as_deref()) {
            Ok(store) => store,
            // A folder that was asked for must work; without any the game can
            // still be played.
            Err(problem) if args.data_dir.is_some() => return Err(problem.to_string()),
            Err(problem) => {
                self.report(msg!("games-not-saved", problem = problem.to_string()));
                return Ok(());
            }
        };
        match store.read_settings() {
            Ok((settings, problems)) => {
                self.settings = settings;
                for problem in problems {
                    self.report(msg!("setting-unusable", problem = problem));
                }
            }
            Err(damaged) => self.unusable.push((Slot::Settings, damaged)),
        }
        self.find_languages(&store);
        self.find_models(&store);
        if let Some((file, board)) = loads
            && board != self.settings.variant.board()
            && args.variant.is_none()
        {
            self.report(msg!(
                "loaded-on-board",
                file = file,
                board = board.id(),
                title = board.title()
            ));
        }
        if !self.unsaved {
            let variant = args.variant.unwrap_or(self.settings.variant);
            self.game = Match::new(self.settings.start.new_game(variant.board()));
        }
        match store.read_game(&self.boards) {
            Ok(Some(saved)) if args.resume => {
                self.game = Match::new(saved);
                self.on_disk = OnDisk::ThisGame;
            }
            // What another program plays is not played here, too.
            Ok(Some(saved)) if !self.unsaved && !store.is_in_use() && is_unfinished(&saved) => {
                let is_wanted = |variant: Variant| variant.board() == saved.board();
                if args.variant.is_none_or(is_wanted) {
                    self.game = Match::new(saved);
                    self.on_disk = OnDisk::ThisGame;
                    self.is_taken_up = true;
                } else {
                    self.offer = Some(ResumeOffer(saved));
                }
            }
            Ok(_) => {}
            Err(damaged) => self.unusable.push((Slot::Game, damaged)),
        }
        // Offered once, whatever comes of it; not to who has come for a game of their own.
        if !self.unsaved {
            let is_known = std::mem::replace(&mut self.settings.is_known, true);
            self.is_first = !is_known && !self.is_taken_up;
        }
        self.queue = store.queue().clone();
        self.store = Some(store);
        Ok(())
    }

    fn report(&mut self, report: Msg) {
        self.reports.push(report);
    }

    /// Reads the languages that are there beside those of the program, and chooses one.
    fn find_languages(&mut self, store: &Store) {
        self.words.prefer(sys_locale::get_locales());
        for (file, text) in store.read_languages() {
            let problem = match text {
                Ok(text) => self.words.add(&file, text),
                Err(problem) => Some(msg!("language-unknown", file = file, problem = problem)),
            };
            self.reports.extend(problem);
        }
        let wanted = &self.settings.language;
        if !self.words.choose(wanted) {
            let file = format!("{wanted}.ftl");
            self.report(msg!("language-missing", file = file));
        }
    }

    /// Reads the models of pieces that are there beside the game's own.
    fn find_models(&mut self, store: &Store) {
        let boards: Vec<AnyBoard> = self.boards.all().collect();
        let (models, problems) = models::find(store.read_models(), &boards);
        self.models = models;
        self.reports.extend(problems);
    }

    fn apply(self, app: &mut App) {
        self.queue.set_current(self.on_disk == OnDisk::ThisGame);
        app.insert_resource(self.queue)
            .insert_resource(self.boards)
            .insert_resource(self.words)
            .insert_resource(self.models)
            .insert_resource(self.settings)
            .insert_resource(self.game)
            .insert_resource(self.on_disk)
            .insert_resource(Unusable(self.unusable));
        let world = app.world_mut();
        if let Some(store) = self.store {
            world.insert_resource(store);
        }
        if let Some(offer) = self.offer {
            world.insert_resource(offer);
        }
        if self.is_taken_up {
            world.insert_resource(TakenUp);
        }
        if self.is_first {
            world.insert_resource(FirstStart);
        }
        for report in self.reports {
            world.write_message(Report(report));
        }
        if self.unsaved {
            world.write_message(save::SaveRequested);
        }
    }
}

/// Is there something to go on with?
fn is_unfinished(saved: &Record) -> bool {
    !saved.line().is_empty() && saved.outcome().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the program starts with in a folder, and on a board if one is asked for.
    fn start(dir: &std::path::Path, variant: Option<Variant>) -> StartState {
        let args = GameArgs {
            data_dir: Some(dir.to_owned()),
            variant,
            ..GameArgs::default()
        };
        let mut state = StartState::default();
        state.find(&args).expect("a start");
        state
    }

    /// Ends the program that has started so, with what it keeps.
    fn end(state: StartState, game: Option<Record>) {
        let store = state.store.expect("a folder");
        store.write_settings(state.settings);
        if let Some(game) = game {
            store.write_game(game, false);
        }
        assert!(store.queue().flush(LAST_SAVE));
    }

    fn begun() -> Record {
        let mut record = Variant::Chess.board().new_game();
        let mv = record.position().legal_moves()[0];
        record.make_mut().play(mv).expect("legal");
        record
    }

    #[test]
    fn a_game_that_was_under_way_is_taken_up_and_another_board_offers_it() {
        let dir = tempfile::tempdir().expect("a folder");
        end(start(dir.path(), None), Some(begun()));
        for variant in [None, Some(Variant::Chess)] {
            let state = start(dir.path(), variant);
            assert_eq!(state.game.record().line(), begun().line());
            assert!(state.is_taken_up && state.offer.is_none());
            assert_eq!(state.on_disk, OnDisk::ThisGame);
            end(state, None);
        }
        let state = start(dir.path(), Some(Variant::Icochess));
        assert_eq!(state.game.record().board(), Variant::Icochess.board());
        assert_eq!(state.game.record().ply(), 0);
        assert!(!state.is_taken_up && state.offer.is_some());
        // What is over is looked at among the saved games.
        let mut over = begun();
        let winner = icochess_rules::Side::White;
        over.make_mut()
            .declare(Some(icochess_rules::Outcome::Resignation { winner }));
        end(state, Some(over));
        let state = start(dir.path(), None);
        assert!(!state.is_taken_up && state.offer.is_none());
        assert_eq!(state.game.record().ply(), 0);
    }

    #[test]
    fn the_first_steps_are_offered_at_the_first_start_and_then_no_more() {
        let dir = tempfile::tempdir().expect("a folder");
        let first = start(dir.path(), None);
        assert!(first.is_first && first.settings.is_known);
        end(first, None);
        assert!(!start(dir.path(), None).is_first);
        // Not to who comes with a game of their own: then at the next start.
        let dir = tempfile::tempdir().expect("a folder");
        let args = GameArgs {
            data_dir: Some(dir.path().to_owned()),
            position: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
            ..GameArgs::default()
        };
        let mut state = StartState::default();
        state.find(&args).expect("a start");
        assert!(!state.is_first && !state.settings.is_known);
        end(state, None);
        assert!(start(dir.path(), None).is_first);
    }
}
