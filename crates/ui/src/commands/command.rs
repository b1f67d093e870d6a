//! The commands of buttons and keys. [`Command::info`] describes each of them.

use bevy::prelude::*;

use super::actions::Action;
use super::conditions::{
    ends_game, has_endings, has_engine, has_map, has_moves, has_puzzles, has_tutorial,
    has_window_beside, is_ball, is_begun, is_computers, is_followed, is_in_window, is_remote,
    is_unfinished, may_ask_computer, may_change_sides, may_film, may_resign, may_take_over,
    may_take_picture, may_undo, resign_question, resigns,
};
use super::words;
use crate::commands::info::{AvailableTo, CommandInfo, Depends, Enabled, LookRequested, Shortcut};
use crate::state::enumerate::enumerated;
use crate::state::screen::{Question, Screen};
use crate::state::ui_state::UiState;
use icochess_base::platform::{CAN_QUIT, HAS_WINDOW_BESIDE};
use icochess_board::turning::opening::OpenRequested;
use icochess_core::clock::Clock;
use icochess_message::msg;
use icochess_play::computer::messages::ComputerRequest;
use icochess_play::game::handover::HandoverRequest;
use icochess_play::game::messages::{GameRequest, Step};
use icochess_rules::Side;

/// The character that opens the field for typed moves. No move contains this character, and the
/// field ignores it.
pub(crate) const TYPE_MOVE_CHARACTER: &str = "/";

enumerated! {
    /// A command of a button or a key.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Command {
        /// Take back the last move, or a declared end.
        Undo,
        /// Play the move that was last taken back.
        Redo,
        /// Show a piece, its good move, and the reason, one after another.
        Hint,
        /// Show or hide the move that the other side would play now.
        Threat,
        /// Turn the next human player's home to the front.
        Flip,
        /// Turn the board to the last move.
        LastMove,
        /// Make the computer play its current best move.
        MoveNow,
        /// Pause or resume computer and clock.
        Pause,
        /// Claim a draw, agree to one, or offer one.
        Draw,
        /// Decline an offered draw or a requested takeback.
        Decline,
        /// Allow a requested takeback.
        AllowTakeback,
        /// Resign. If two people share a display, ask which one.
        Resign,
        /// Resign for this side.
        ResignAs(Side) in Side::ALL,
        /// Let the computer play this side from now on.
        TakeOver(Side) in Side::ALL,
        /// Show another position of the game.
        Step(Step) in [Step::Start, Step::Back, Step::Forward, Step::End],
        /// Show the current position of the game again.
        ComeBack,
        /// Continue the game from the position shown.
        PlayOn,
        /// Start or stop evaluating each ply of the game.
        Evaluate,
        /// Copy a link that opens the current game on the web page.
        CopyLink,
        /// Show or hide the move list.
        MoveList,
        /// Resume the saved game.
        Resume,
        /// Open the field for typed moves.
        TypeMove,
        /// Start the game from the setup. The current game stays on disk.
        Begin,
        /// Set up a game for two people.
        TwoPlayers,
        /// Start the game of the next two people, if more than two play.
        NextPairing,
        /// Start another game of the same kind, with sides swapped.
        Rematch,
        /// Start the next game of a computer series.
        NextGame,
        /// End the computer series.
        EndSeries,
        /// Toggle turning the board after each move.
        AutoTurn,
        /// Show or hide the names of the tiles.
        TileNames,
        /// Toggle explanations on the board.
        Learn,
        /// Show or hide the map of all cells.
        Map,
        /// Toggle the transparency of the near half of a ball.
        Glass,
        /// Take the board apart, or put it together.
        Apart,
        /// Cut the board into planes in the next direction, or put it together.
        Cut,
        /// Show the whole board again.
        Whole,
        /// Show the next plane of the cut.
        NextPlane,
        /// Show the previous plane of the cut.
        PreviousPlane,
        /// Open the menu from the game, or close the open page.
        Menu,
        /// Open a page.
        Open(Screen) in Screen::all(),
        /// Return to the previous page.
        Back,
        /// Open or close the help.
        Help,
        /// Answer yes to the open question.
        Confirm,
        /// Confirm that the next player has the headset, or is ready to move.
        Ready,
        /// Pass the headset on to somebody else.
        PassOn,
        /// Continue in the headset.
        Headset,
        /// Toggle between the real room and the room of the game.
        Passthrough,
        /// Save a picture of the board, in the photo mode.
        TakePicture,
        /// Film the game, or stop filming, in the photo mode.
        Film,
        /// Show or hide the frame rate of the window.
        FrameRate,
        /// Toggle full screen.
        FullScreen,
        /// Show or hide the board in the window during a headset game.
        Mirror,
        /// Quit the program.
        Quit,
    }
}

/// Request to carry out a command.
#[derive(Message, Debug, Clone, Copy)]
pub struct CommandRequested(pub Command);

/// Request to execute a command that the player has already confirmed.
#[derive(Message, Debug, Clone, Copy)]
pub struct CommandConfirmed(pub Command);

/// The systems that execute commands.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CommandSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CommandRequested>()
        .add_message::<CommandConfirmed>()
        .add_message::<LookRequested>();
}

impl Command {
    /// Returns the description of the command: its name, icon, keys, players, conditions and
    /// action.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the path of a method is a function for one lifetime of `Actions` only"
    )]
    pub fn info(self) -> CommandInfo {
        use CommandInfo as Info;
        use Depends::{OnSide, OnState};
        use Shortcut::{Control, Key, Shared, Sign};
        match self {
            Self::Undo => Info {
                icon: Some("⮪"),
                help: Some((msg!("key-undo"), msg!("does-undo"))),
                shortcuts: &[Control(KeyCode::KeyZ)],
                available_to: AvailableTo::Undoer,
                // The mover may take a move back until the headset is passed on.
                enabled: Enabled::If(|state| {
                    let handover = &state.handover;
                    if state.tutorial.is_on() {
                        return state.tutorial.can_take_back();
                    }
                    !state.taught.is_practice()
                        && may_undo(state)
                        && (!handover.refuses_moves() || handover.is_landed())
                }),
                ..Info::new(msg!("undo"), Action::Do(|it| it.undo()))
            },
            Self::Redo => Info {
                icon: Some("⮫"),
                shortcuts: &[Control(KeyCode::KeyY)],
                available_to: AvailableTo::ToMove,
                enabled: Enabled::InPlay(|state| {
                    let is_here = !is_remote(state) || state.game.is_looking_back();
                    state.game.can_redo() && !state.taught.is_practice() && is_here
                }),
                ..Info::new(msg!("redo"), Action::Game(GameRequest::Redo))
            },
            Self::Hint => Info {
                icon: Some("✦"),
                available_to: AvailableTo::ToMove,
                enabled: Enabled::InPlay(may_ask_computer),
                ..Info::new(msg!("hint"), Action::Computer(ComputerRequest::Hint))
            },
            Self::Threat => Info {
                available_to: AvailableTo::ToMove,
                // In check, the turn can't be passed.
                enabled: Enabled::InPlay(|state| {
                    may_ask_computer(state) && !state.game.position().is_check()
                }),
                ..Info::new(msg!("threat"), Action::Computer(ComputerRequest::Threat))
            },
            Self::Flip => Info {
                icon: Some("🗘"),
                help: Some((msg!("key-home"), msg!("does-home"))),
                shortcuts: &[Key(KeyCode::Home)],
                look: Some(LookRequested::Home),
                ..Info::new(msg!("my-side"), Action::Do(|it| it.flip()))
            },
            Self::LastMove => Info {
                icon: Some("👁"),
                look: Some(LookRequested::LastMove),
                enabled: Enabled::InPlay(is_begun),
                ..Info::new(msg!("show-last-move"), Action::Do(|it| it.show_last_move()))
            },
            Self::MoveNow => Info {
                icon: Some("⏩"),
                enabled: Enabled::InPlay(|state| is_computers(state) && !state.paused.0),
                ..Info::new(msg!("move-now"), Action::Computer(ComputerRequest::MoveNow))
            },
            Self::Pause => Info {
                says: Some(OnState(words::pause)),
                icon: Some("⏯"),
                enabled: Enabled::InPlay(|state| {
                    let is_timed =
                        !is_remote(state) && state.clock.get().is_some_and(Clock::is_in_progress);
                    let plays = |side| state.computer.plays(side);
                    is_unfinished(state) && (is_timed || Side::ALL.into_iter().any(plays))
                        || state.series.is_waiting()
                }),
                ..Info::new(msg!("pause"), Action::Do(|it| it.pause()))
            },
            Self::Draw => Info {
                says: Some(OnState(words::draw)),
                icon: Some("½"),
                available_to: AvailableTo::ToMove,
                enabled: Enabled::InPlay(|state| {
                    is_unfinished(state)
                        && !is_computers(state)
                        && !state.game.is_looking_back()
                        && !state.game.has_offered_draw()
                        && state.game.may_act(state.game.position().turn())
                }),
                ..Info::new(msg!("draw"), Action::Do(|it| it.ask_draw()))
            },
            Self::Decline => Info {
                available_to: AvailableTo::Offered,
                enabled: Enabled::InPlay(|state| {
                    let takeback = state.game.takeback_offer().map(|offer| offer.by);
                    let by = takeback.or(state.game.draw_offer());
                    by.is_some_and(|by| state.game.may_act(!by))
                }),
                ..Info::new(msg!("decline"), Action::Do(|it| it.decline()))
            },
            Self::AllowTakeback => Info {
                available_to: AvailableTo::OfferedTakeback,
                enabled: Enabled::InPlay(|state| {
                    let offer = state.game.takeback_offer();
                    offer.is_some_and(|offer| state.game.may_act(!offer.by))
                }),
                ..Info::new(
                    msg!("allow-takeback"),
                    Action::Game(GameRequest::AcceptTakeback),
                )
            },
            Self::Resign => Info {
                icon: Some("🏳"),
                enabled: Enabled::If(|state| resigns(state).is_some()),
                asks: OnState(resigns),
                ..Info::new(msg!("resign"), Action::Do(|it| it.resign()))
            },
            Self::ResignAs(side) => Info {
                says: Some(OnSide(words::resigns, side)),
                available_to: AvailableTo::Side(side),
                enabled: Enabled::IfSide(may_resign, side),
                asks: OnSide(resign_question, side),
                ..Info::new(
                    msg!("resigns", side = side),
                    Action::DoFor(|it, side| it.resign_as(side), side),
                )
            },
            Self::TakeOver(side) => Info {
                enabled: Enabled::If(may_take_over),
                ..Info::new(
                    msg!("takes-over", side = side),
                    Action::DoFor(|it, side| it.take_over(side), side),
                )
            },
            Self::Step(step) => Info {
                icon: Some(match step {
                    Step::Start => "⏮",
                    Step::Back => "◀",
                    Step::Forward => "▶",
                    Step::End => "⏭",
                }),
                enabled: Enabled::InPlay(match step {
                    Step::Start | Step::Back => is_begun,
                    Step::Forward | Step::End => is_followed,
                }),
                ..Info::new(
                    match step {
                        Step::Start => msg!("step-first"),
                        Step::Back => msg!("step-previous"),
                        Step::Forward => msg!("step-next"),
                        Step::End => msg!("step-last"),
                    },
                    Action::Game(GameRequest::Step(step)),
                )
            },
            Self::ComeBack => Info {
                enabled: Enabled::InPlay(|state| state.game.is_looking_back()),
                ..Info::new(msg!("come-back"), Action::Game(GameRequest::ComeBack))
            },
            Self::PlayOn => Info {
                available_to: AvailableTo::ToMoveHere,
                enabled: Enabled::InPlay(|state| {
                    state.game.is_looking_back() && is_unfinished(state) && !is_remote(state)
                }),
                ..Info::new(msg!("play-on"), Action::Game(GameRequest::PlayOn))
            },
            Self::Evaluate => Info {
                says: Some(OnState(words::evaluate)),
                // A running analysis can always be stopped.
                enabled: Enabled::InPlay(|state| {
                    let may_begin = !state.covered.0
                        && has_engine(state)
                        && has_moves(state)
                        && !is_remote(state);
                    state.analysis.is_running || may_begin
                }),
                ..Info::new(msg!("evaluate"), Action::Do(|it| it.evaluate()))
            },
            Self::CopyLink => Info {
                enabled: Enabled::If(|state| state.web_page.is_some() && !state.covered.0),
                ..Info::new(msg!("copy-link"), Action::Do(|it| it.copy_link()))
            },
            Self::MoveList => Info {
                icon: Some("🗒"),
                ..Info::new(msg!("move-list"), Action::Do(|it| it.toggle_move_list()))
            },
            Self::Resume => Info {
                icon: Some("⏵"),
                enabled: Enabled::If(|state| state.offer.is_some()),
                asks: OnState(|state| ends_game(state).then_some(Question::Resume)),
                ..Info::new(msg!("resume"), Action::Do(|it| it.resume()))
            },
            Self::TypeMove => Info {
                icon: Some("⌨"),
                help: Some((msg!("key-type-move"), msg!("does-type-move"))),
                shortcuts: &[
                    Sign(TYPE_MOVE_CHARACTER),
                    Shared(KeyCode::Enter),
                    Shared(KeyCode::NumpadEnter),
                ],
                ..Info::new(msg!("type-move"), Action::Do(|it| it.type_move()))
            },
            Self::Begin => Info {
                asks: OnState(|state| {
                    let begins = ends_game(state) && !state.setup.lacks_people();
                    begins.then_some(Question::Begin)
                }),
                ..Info::new(msg!("begin"), Action::Do(|it| it.start()))
            },
            Self::TwoPlayers => Info {
                icon: Some("👪"),
                ..Info::new(msg!("game-for-two"), Action::Do(|it| it.seat_two()))
            },
            Self::NextPairing => Info {
                says: Some(OnState(words::next_pairing)),
                enabled: Enabled::InPlay(|state| {
                    state.game.end().is_some() && state.pairings.next_pairing().is_some()
                }),
                ..Info::new(
                    msg!("next-pairing"),
                    Action::Do(|it| it.begin_next_pairing()),
                )
            },
            Self::Rematch => Info {
                icon: Some("⭯"),
                asks: OnState(|state| ends_game(state).then_some(Question::Rematch)),
                ..Info::new(msg!("rematch"), Action::Do(|it| it.begin_rematch()))
            },
            Self::NextGame => Info {
                enabled: Enabled::If(|state| state.series.is_waiting()),
                ..Info::new(msg!("next-game"), Action::Do(|it| it.begin_next_game()))
            },
            Self::EndSeries => Info {
                enabled: Enabled::If(|state| state.series.course().is_some()),
                ..Info::new(msg!("end-series"), Action::Do(|it| it.end_series()))
            },
            Self::AutoTurn => Info {
                help: Some((msg!("key-auto-turn"), msg!("does-auto-turn"))),
                shortcuts: &[Key(KeyCode::KeyT)],
                ..Info::new(msg!("auto-turn"), Action::Do(|it| it.toggle_auto_turn()))
            },
            Self::TileNames => Info {
                help: Some((msg!("key-tile-names"), msg!("does-tile-names"))),
                shortcuts: &[Shared(KeyCode::Tab), Key(KeyCode::KeyN)],
                ..Info::new(
                    msg!("tile-names"),
                    Action::Do(|it| it.settings.tile_names ^= true),
                )
            },
            Self::Learn => Info {
                icon: Some("🎓"),
                help: Some((msg!("key-learn"), msg!("does-learn"))),
                shortcuts: &[Key(KeyCode::KeyL)],
                enabled: Enabled::If(|state| {
                    let shape = state.shape.as_ref();
                    shape.is_some_and(|shape| !shape.relations.is_empty())
                }),
                ..Info::new(
                    msg!("learn"),
                    Action::Do(|it| it.learning.is_switched ^= true),
                )
            },
            Self::Map => Info {
                help: Some((msg!("key-map"), msg!("does-map"))),
                shortcuts: &[Key(KeyCode::KeyK)],
                enabled: Enabled::If(has_map),
                ..Info::new(msg!("map"), Action::Do(|it| it.toggle_map()))
            },
            Self::Glass => Info {
                help: Some((msg!("key-glass"), msg!("does-glass"))),
                shortcuts: &[Key(KeyCode::KeyG)],
                enabled: Enabled::If(is_ball),
                ..Info::new(msg!("glass"), Action::Do(|it| it.glass.is_switched ^= true))
            },
            Self::Apart => Info {
                says: Some(OnState(words::apart)),
                icon: Some("⮁"),
                help: Some((msg!("key-apart"), msg!("does-apart"))),
                shortcuts: &[Key(KeyCode::KeyE)],
                enabled: Enabled::If(|state| {
                    let inside = state.shape.as_ref().and_then(|it| it.inside.as_ref());
                    inside.is_some_and(|inside| !inside.apart.is_empty())
                }),
                ..Info::new(msg!("take-apart"), Action::Board(OpenRequested::Apart))
            },
            Self::Cut => Info {
                help: Some((msg!("key-cut"), msg!("does-cut"))),
                shortcuts: &[Key(KeyCode::KeyC)],
                enabled: Enabled::If(|state| {
                    let inside = state.shape.as_ref().and_then(|it| it.inside.as_ref());
                    inside.is_some_and(|inside| !inside.cuts.is_empty())
                }),
                ..Info::new(msg!("cut"), Action::Board(OpenRequested::Cut))
            },
            Self::Whole => Info {
                enabled: Enabled::If(|state| state.opened.cut.is_some()),
                ..Info::new(msg!("whole-board"), Action::Board(OpenRequested::Whole))
            },
            Self::NextPlane => Info {
                icon: Some("▲"),
                help: Some((msg!("key-planes"), msg!("does-planes"))),
                shortcuts: &[Key(KeyCode::PageUp)],
                enabled: Enabled::If(|state| state.opened.cut.is_some()),
                ..Info::new(msg!("plane-next"), Action::Board(OpenRequested::Plane(1)))
            },
            Self::PreviousPlane => Info {
                icon: Some("▼"),
                shortcuts: &[Key(KeyCode::PageDown)],
                enabled: Enabled::If(|state| state.opened.cut.is_some()),
                ..Info::new(
                    msg!("plane-previous"),
                    Action::Board(OpenRequested::Plane(-1)),
                )
            },
            Self::Menu => Info {
                icon: Some("☰"),
                help: Some((msg!("key-esc"), msg!("does-menu"))),
                shortcuts: &[Shared(KeyCode::Escape)],
                ..Info::new(msg!("menu"), Action::Do(|it| it.open_or_close_menu()))
            },
            Self::Open(screen) => Info {
                icon: screen.icon(),
                help: match screen {
                    Screen::NewGame => Some((msg!("key-new-game"), msg!("does-new-game"))),
                    Screen::Photo => Some((msg!("key-photo"), msg!("does-photo"))),
                    _ => None,
                },
                shortcuts: match screen {
                    Screen::NewGame => &[Control(KeyCode::KeyN)],
                    Screen::Photo => &[Control(KeyCode::KeyP)],
                    _ => &[],
                },
                enabled: match screen {
                    Screen::Moves => Enabled::InPlay(|_| true),
                    Screen::Photo => Enabled::If(is_in_window),
                    Screen::Sides => Enabled::If(may_change_sides),
                    Screen::Tutorial => Enabled::If(has_tutorial),
                    Screen::Puzzles => Enabled::If(has_puzzles),
                    Screen::Endings => Enabled::If(has_endings),
                    _ => Enabled::Always,
                },
                ..Info::new(screen.title(), Action::Open(screen))
            },
            Self::Back => Info::new(msg!("back"), Action::Do(|it| it.screens.back())),
            Self::Help => Info {
                help: Some((msg!("key-help"), msg!("does-help"))),
                shortcuts: &[Key(KeyCode::F1), Key(KeyCode::KeyH)],
                ..Info::new(msg!("help"), Action::Do(|it| it.open_or_close_help()))
            },
            Self::Confirm => Info {
                available_to: AvailableTo::Questioned,
                ..Info::new(msg!("yes"), Action::Do(|it| it.confirm()))
            },
            Self::Ready => Info::new(msg!("ready"), Action::Handover(HandoverRequest::Ready)),
            Self::PassOn => Info::new(msg!("pass-on"), Action::Handover(HandoverRequest::PassOn)),
            Self::Headset => Info {
                icon: Some("👓"),
                enabled: Enabled::If(|state| state.headset.0),
                ..Info::new(msg!("go-to-headset"), Action::Do(|it| it.go_to_headset()))
            },
            Self::Passthrough => Info {
                icon: Some("🏠"),
                enabled: Enabled::If(|state| state.passthrough.is_offered()),
                ..Info::new(
                    msg!("passthrough"),
                    Action::Do(|it| it.settings.passthrough ^= true),
                )
            },
            Self::TakePicture => Info {
                shortcuts: &[Key(KeyCode::KeyP)],
                enabled: Enabled::If(may_take_picture),
                ..Info::new(msg!("save-picture"), Action::Do(|it| it.take_picture()))
            },
            Self::Film => Info {
                says: Some(OnState(words::film)),
                shortcuts: &[Key(KeyCode::KeyF)],
                enabled: Enabled::InPlay(may_film),
                ..Info::new(msg!("film-game"), Action::Do(|it| it.film()))
            },
            Self::FrameRate => Info {
                help: Some((msg!("key-frame-rate"), msg!("does-frame-rate"))),
                shortcuts: &[Key(KeyCode::F3)],
                ..Info::new(
                    msg!("frame-rate"),
                    Action::Do(|it| it.settings.frame_rate ^= true),
                )
            },
            Self::FullScreen => Info {
                help: Some((msg!("key-full-screen"), msg!("does-full-screen"))),
                shortcuts: &[Key(KeyCode::F11)],
                available_to: AvailableTo::Anyone,
                ..Info::new(msg!("full-screen"), Action::Do(|it| it.turn_full_screen()))
            },
            Self::Mirror => Info {
                help: HAS_WINDOW_BESIDE.then_some((msg!("key-mirror"), msg!("does-mirror"))),
                shortcuts: &[Key(KeyCode::KeyM)],
                available_to: AvailableTo::Anyone,
                enabled: Enabled::If(has_window_beside),
                ..Info::new(msg!("mirror"), Action::Do(|it| it.settings.mirror ^= true))
            },
            Self::Quit => Info {
                icon: Some("⏻"),
                enabled: if CAN_QUIT {
                    Enabled::Always
                } else {
                    Enabled::If(|_| false)
                },
                ..Info::new(msg!("quit"), Action::Do(|it| it.quit()))
            },
        }
    }

    /// Returns whether this key gives the command. The key also has other uses.
    pub fn shares(self, key: KeyCode) -> bool {
        self.info().shortcuts.contains(&Shortcut::Shared(key))
    }

    /// Returns whether the command has an effect now.
    pub fn is_enabled(self, state: &UiState) -> bool {
        self.info().enabled.holds(state)
    }

    /// Returns the question to ask before executing the command, if any.
    pub fn question(self, state: &UiState) -> Option<Question> {
        self.info().asks.value(state)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use icochess_base::language::Words;
    use icochess_boards::Variant;
    use icochess_play::game::Match;

    #[test]
    fn commands_have_words_and_unique_icons() {
        let english = Words::default();
        let mut named = BTreeMap::new();
        for command in Command::all() {
            let info = command.info();
            let label = english.english(&info.label);
            assert!(!label.trim().is_empty(), "{command:?}");
            if let Some(icon) = info.icon {
                // Tabs of one page share a name.
                let before = named.insert(icon, label.clone());
                assert!(before.is_none_or(|it| it == label), "{icon}: {command:?}");
            }
        }
        assert!(named.len() > 30, "{named:?}");
    }

    #[test]
    fn command_keys_are_unique() {
        let shortcuts = Command::all()
            .into_iter()
            .flat_map(|it| it.info().shortcuts);
        // A shared key counts as the same key.
        let keys: Vec<String> = shortcuts
            .map(|it| match it {
                Shortcut::Key(key) | Shortcut::Shared(key) => format!("{key:?}"),
                other => format!("{other:?}"),
            })
            .collect();
        let different: BTreeSet<&String> = keys.iter().collect();
        assert!(
            different.len() == keys.len() && different.len() > 20,
            "{keys:?}"
        );
    }

    #[test]
    fn game_commands_are_for_one_side_and_others_for_both() {
        let mut record = Variant::Chess.board().new_game();
        let of = |command: Command, record: &icochess_rules::Record| {
            let game = Match::new(record.clone());
            command.info().available_to.side(&game, Screen::Game)
        };
        let turns = [Command::Hint, Command::Draw, Command::Redo];
        for (mv, turn) in [("e2e4", Side::White), ("e7e5", Side::Black)] {
            for command in turns {
                assert_eq!(of(command, &record), Some(turn), "{command:?}");
            }
            assert_eq!(of(Command::Undo, &record), Some(!turn));
            for command in [Command::Flip, Command::Menu, Command::Resign] {
                assert_eq!(of(command, &record), None, "{command:?}");
            }
            let mv = record.position().parse_uci(mv).unwrap();
            record.make_mut().play(mv).unwrap();
        }
        let game = Match::new(record);
        let confirm = Command::Confirm.info().available_to;
        let asked = Screen::Confirm(Question::Resign(Side::Black));
        assert_eq!(confirm.side(&game, asked), Some(Side::Black));
        let asked = Screen::Confirm(Question::Begin);
        assert_eq!(confirm.side(&game, asked), None);
    }
}
