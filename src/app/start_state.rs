//! The game and the settings at the start.

use bevy::prelude::App;

use super::models;
use crate::cli::GameArgs;
use icochess_base::language::Words;
use icochess_board::pieces::models::PieceModels;
use icochess_boards::Variant;
use icochess_message::{Msg, msg};
use icochess_play::game::{Boards, Match};
use icochess_rules::{AnyBoard, Record};
use icochess_store::queue::SaveQueue;
use icochess_store::settings::Settings;
use icochess_store::store::{self, DamagedFile, Slot, Store};
use icochess_store::{
    self, DamagedFiles, FIRST_PLIES, FirstStart, OnDisk, Report, RestoredGame, ResumeOffer,
};

/// State of the match at the start, loaded before anything opens.
#[derive(Default)]
pub(super) struct StartState {
    store: Option<Store>,
    /// Save queue of the store. Without a store, nothing drains it.
    pub queue: SaveQueue,
    boards: Boards,
    pub words: Words,
    models: PieceModels,
    settings: Settings,
    game: Match,
    on_disk: OnDisk,
    /// The saved game, if the player requested another board.
    offer: Option<ResumeOffer>,
    /// Whether the settings don't list the board as known, so that the tutorial is offered.
    is_first: bool,
    /// Whether the match is the saved game and waits for the players.
    is_taken_up: bool,
    /// Messages to show to the players.
    pub reports: Vec<Msg>,
    unusable: Vec<(Slot, DamagedFile)>,
    /// Whether the match differs from the start position and isn't on disk, and must therefore be
    /// saved.
    unsaved: bool,
}

/// A game file named on the command line.
struct Loaded {
    file: String,
    board: AnyBoard,
}

impl StartState {
    /// Reads the files on disk and those named on the command line.
    ///
    /// # Errors
    ///
    /// A sentence for the player if a file named on the command line is unusable.
    pub(super) fn find(&mut self, args: &GameArgs) -> Result<(), String> {
        // Comes first, so that a bad file ends the program before it changes anything.
        let loaded = self.find_named(args)?;
        let store = match Store::open(args.data_dir.as_deref()) {
            Ok(store) => store,
            // An explicit folder must work. Without the default folder, the game is still playable.
            Err(problem) if args.data_dir.is_some() => return Err(problem.to_string()),
            Err(problem) => {
                self.report(msg!("games-not-saved", problem = problem.to_string()));
                return Ok(());
            }
        };
        self.find_settings(&store);
        self.find_languages(&store);
        self.find_models(&store);
        if let Some(loaded) = loaded
            && loaded.board != self.settings.variant.board()
            && args.variant.is_none()
        {
            self.report(msg!(
                "loaded-on-board",
                file = loaded.file,
                board = loaded.board.id(),
                title = loaded.board.title()
            ));
        }
        if !self.unsaved {
            let variant = args.variant.unwrap_or(self.settings.variant);
            self.game = Match::new(self.settings.start.new_game(variant.board()));
        }
        self.find_saved(&store, args);
        // A player who brings a game knows the board.
        let record = self.game.record();
        self.is_first = !self.unsaved
            && record.ply() < FIRST_PLIES
            && !self.settings.known_boards.contains(record.board());
        self.queue = store.queue().clone();
        self.store = Some(store);
        Ok(())
    }

    /// Loads the game named on the command line. Returns its file name and board if it is a file.
    fn find_named(&mut self, args: &GameArgs) -> Result<Option<Loaded>, String> {
        let mut loaded = None;
        if let Some(path) = &args.load {
            let record = store::read_game_file(path, &args.boards());
            let record = record.map_err(|damaged| damaged.to_string())?;
            let file = path.file_name().unwrap_or(path.as_os_str());
            loaded = Some(Loaded {
                file: file.to_string_lossy().into_owned(),
                board: record.board(),
            });
            self.game = Match::new(record);
            self.unsaved = true;
        } else if let Some(text) = &args.pgn {
            let record = store::read_game(text, &args.boards());
            let record =
                record.map_err(|problem| format!("invalid value for '--pgn <TEXT>': {problem}"))?;
            self.game = Match::new(record);
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
        Ok(loaded)
    }

    fn find_settings(&mut self, store: &Store) {
        match store.read_settings() {
            Ok((settings, problems)) => {
                self.settings = settings;
                for problem in problems {
                    self.report(msg!("setting-unusable", problem = problem));
                }
            }
            Err(damaged) => self.unusable.push((Slot::Settings, damaged)),
        }
    }

    /// Resumes the unfinished saved game, or offers it if the player requested another board.
    fn find_saved(&mut self, store: &Store, args: &GameArgs) {
        match store.read_game(&self.boards) {
            Ok(Some(saved)) if args.resume => {
                self.game = Match::new(saved);
                self.on_disk = OnDisk::ThisGame;
            }
            // A game that is open in another program isn't resumed here as well.
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
    }

    /// Returns whether the program shows its title. Players who bring or resume a game, and tools,
    /// start without one.
    pub(super) fn shows_title(&self, args: &GameArgs) -> bool {
        #[cfg(feature = "inspect")]
        let is_inspected = args.inspect.is_some();
        #[cfg(not(feature = "inspect"))]
        let is_inspected = false;
        let is_invited = args.play.is_some();
        let is_plain = args.variant.is_none() && !args.resume && !is_inspected && !is_invited;
        is_plain && !self.unsaved && !self.is_taken_up
    }

    pub(super) fn report(&mut self, report: Msg) {
        self.reports.push(report);
    }

    /// Adds custom languages from the folder to the built-in ones, and chooses the language.
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

    /// Reads custom piece models.
    pub(super) fn find_models(&mut self, store: &Store) {
        let boards: Vec<AnyBoard> = self.boards.all().collect();
        let (models, problems) = models::find(store.read_models(), &boards);
        self.models = models;
        self.reports.extend(problems);
    }

    /// Moves everything into the app.
    pub(super) fn apply(self, app: &mut App) {
        self.queue.set_current(self.on_disk == OnDisk::ThisGame);
        app.insert_resource(self.queue)
            .insert_resource(self.boards)
            .insert_resource(self.words)
            .insert_resource(self.models)
            .insert_resource(self.settings)
            .insert_resource(self.game)
            .insert_resource(self.on_disk)
            .insert_resource(DamagedFiles(self.unusable));
        let world = app.world_mut();
        if let Some(store) = self.store {
            world.insert_resource(store);
        }
        if let Some(offer) = self.offer {
            world.insert_resource(offer);
        }
        if self.is_taken_up {
            world.insert_resource(RestoredGame);
        }
        if self.is_first {
            world.insert_resource(FirstStart);
        }
        for report in self.reports {
            world.write_message(Report(report));
        }
        if self.unsaved {
            world.write_message(icochess_store::SaveRequested);
        }
    }
}

/// Returns whether a saved game can be continued.
fn is_unfinished(saved: &Record) -> bool {
    !saved.line().is_empty() && saved.outcome().is_none()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::LAST_SAVE;

    /// Returns the start state for a folder, optionally for a requested board.
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

    /// Ends the program, saving its settings and optionally a game.
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
    fn unfinished_game_is_resumed_or_offered_on_another_board() {
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
        // A finished game is found among the saved games.
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
    fn linked_game_starts_and_the_unfinished_one_is_kept() {
        let dir = tempfile::tempdir().expect("a folder");
        end(start(dir.path(), None), Some(begun()));
        let current = dir.path().join("current.pgn");
        let before = fs::read_to_string(&current).expect("a game");
        let linked = |pgn: &str| {
            let args = GameArgs {
                data_dir: Some(dir.path().to_owned()),
                variant: Some(Variant::Chess),
                pgn: Some(pgn.to_owned()),
                ..GameArgs::default()
            };
            let mut state = StartState::default();
            state.find(&args).map(|()| state)
        };
        // An error in the game is reported before anything changes.
        let error = linked("1. e5 *").err().expect("a mistake");
        assert!(error.contains("'--pgn <TEXT>'"), "{error}");
        assert_eq!(fs::read_to_string(&current).expect("a game"), before);
        let state = linked("1. d4 d5 *").expect("a game");
        assert_eq!(state.game.record().ply(), 2);
        assert!(!state.is_taken_up && state.offer.is_none() && state.unsaved);
        let store = state.store.expect("a folder");
        let another = state.on_disk == OnDisk::AnotherGame;
        store.write_game(state.game.record().clone(), another);
        assert!(store.queue().flush(LAST_SAVE));
        let kept = dir.path().join("games/game-1.pgn");
        assert_eq!(fs::read_to_string(kept).expect("a game"), before);
    }

    #[test]
    fn title_is_shown_at_plain_starts_only() {
        let dir = tempfile::tempdir().expect("a folder");
        let plain = GameArgs {
            data_dir: Some(dir.path().to_owned()),
            ..GameArgs::default()
        };
        let shows = |args: &GameArgs| {
            let mut state = StartState::default();
            state.find(args).expect("a start");
            state.shows_title(args)
        };
        assert!(shows(&plain));
        let on_chess = GameArgs {
            variant: Some(Variant::Chess),
            ..plain.clone()
        };
        let linked = GameArgs {
            pgn: Some("1. d4 d5 *".to_owned()),
            ..on_chess.clone()
        };
        assert!(!shows(&on_chess) && !shows(&linked));
        #[cfg(feature = "inspect")]
        assert!(!shows(&GameArgs {
            inspect: Some(0),
            ..plain.clone()
        }));
        // A game is taken up.
        end(start(dir.path(), None), Some(begun()));
        assert!(!shows(&plain));
    }

    #[test]
    fn first_steps_are_offered_until_the_board_is_known() {
        let dir = tempfile::tempdir().expect("a folder");
        let first = start(dir.path(), None);
        assert!(first.is_first);
        end(first, None);
        let mut next = start(dir.path(), None);
        assert!(next.is_first);
        next.settings.known_boards.add(next.game.record().board());
        end(next, None);
        assert!(!start(dir.path(), None).is_first);
        assert!(start(dir.path(), Some(Variant::Chess)).is_first);
        // A player who brings a game gets the offer at the next start.
        let dir = tempfile::tempdir().expect("a folder");
        let args = GameArgs {
            data_dir: Some(dir.path().to_owned()),
            position: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
            ..GameArgs::default()
        };
        let mut state = StartState::default();
        state.find(&args).expect("a start");
        assert!(!state.is_first);
        end(state, None);
        assert!(start(dir.path(), None).is_first);
    }
}
