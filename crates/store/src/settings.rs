//! Settings chosen by the players. They persist across games. Their names, kinds, defaults and
//! pages are in [`table`](super::table).

use bevy::prelude::Resource;

use super::by_board::KnownBoards;
use super::by_board::Levels;
use super::by_board::Rooms;
use super::by_board::Starts;
use super::puzzle_scores::PuzzleScores;
use crate::choices::Antialiasing;
use crate::choices::Palette;
use crate::choices::RoomChoice;
use crate::choices::Shadows;
use icochess_boards::Variant;
use icochess_play::computer::Computer;
use icochess_play::game::handover::HidePieces;
use icochess_play::game::seating::Seating;

/// Eye height of a seated adult in metres, between the averages of women and men. ISO 7250-1 gives
/// 0.72 to 0.85 m for sitting eye height, on a seat of 0.43 m.
pub const SEATED_EYE_HEIGHT: f32 = 1.2;

/// Volume in decibels that counts as silence.
pub const SILENCE: f32 = -60.0;

/// Dominant hand of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MainHand {
    /// Right hand.
    Right,
    /// Left hand.
    Left,
}

/// Direction in which the arrow keys turn the board in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arrows {
    /// Depends on the board: see `Settings::on_board`.
    ByBoard,
    /// Arrows move the board: its front moves in the arrow's direction, like a drag.
    Board,
    /// Arrows move the player around the board, so the board turns in the opposite direction.
    Around,
}

/// Requested refresh rate of the headset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefreshRate {
    /// Chosen by the runtime.
    Runtime,
    /// 72 Hz.
    Hz72,
    /// 80 Hz.
    Hz80,
    /// 90 Hz. Most headsets no longer flicker at this rate.
    Hz90,
    /// 120 Hz.
    Hz120,
}

impl RefreshRate {
    /// Returns the rate in hertz; `None` if the runtime chooses.
    pub const fn hertz(self) -> Option<f32> {
        match self {
            Self::Runtime => None,
            Self::Hz72 => Some(72.0),
            Self::Hz80 => Some(80.0),
            Self::Hz90 => Some(90.0),
            Self::Hz120 => Some(120.0),
        }
    }
}

/// Whether a move needs a second pick as confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Confirmation {
    /// Depends on the board: see `Settings::on_board`.
    ByBoard,
    /// Every move needs confirmation.
    Always,
    /// Moves are made at once.
    Never,
}

/// Style of move lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveListStyle {
    /// Depends on the board: see `Settings::on_board`.
    ByBoard,
    /// Notation, with the moves of both sides in a row.
    Notation,
    /// One move per row, with columns for side, piece, start, end and capture.
    Columns,
}

/// Settings, as in `settings.ron`. Missing and invalid entries get their default; see
/// [`entries`](super::entries).
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Settings {
    /// Whether the headset's board turns the next player's home side to them after a move.
    pub auto_turn_headset: bool,
    /// Whether the window's board turns the next player's home side to them after a move.
    pub auto_turn_flat: bool,
    /// Whether the board turns to show hidden events: computer moves, hints and a mated king.
    pub show_moves: bool,
    /// Whether the board turns back to the human's side after the computer's move.
    pub turn_back: bool,
    /// Whether to show tile names.
    pub tile_names: bool,
    /// Direction of the arrow keys.
    pub arrows: Arrows,
    /// Whether to show the window's frame rate.
    pub frame_rate: bool,
    /// Whether the window shows the board while a headset is in use.
    pub mirror: bool,
    /// Board of the last game.
    pub variant: Variant,
    /// Start positions of new games, by board.
    pub start: Starts,
    /// Boards whose tutorial is no longer offered.
    pub known_boards: KnownBoards,
    /// Scores in puzzles, by board. Each of the [`Players`](crate::players::Players) has scores of
    /// their own.
    pub puzzles: PuzzleScores,
    /// Seating of the last game.
    pub seating: Seating,
    /// Whether takebacks between two people need no consent.
    pub free_takebacks: bool,
    /// Time to take back a move before a shared display is passed on, in seconds.
    pub landed_seconds: f32,
    /// When to hide the pieces while a headset is being passed.
    pub hide_while_passing: HidePieces,
    /// Whether a move needs a second pick as confirmation.
    pub confirm_moves: Confirmation,
    /// Whether clocks stop while a menu covers the board.
    pub clock_stops_in_menus: bool,
    /// Master volume in decibels; 0 is the original level, -60 is silence.
    pub volume: f32,
    /// Volume of the pieces relative to `volume`, in decibels.
    pub volume_pieces: f32,
    /// Volume of signals (check, clock, refusals, game end) relative to `volume`, in decibels.
    pub volume_signals: f32,
    /// Volume of pointer sounds (hover, press) relative to `volume`, in decibels.
    pub volume_pointing: f32,
    /// Volume of the room's ambience in decibels; -60 is silence.
    pub volume_room: f32,
    /// Whether sounds are mono, for players who hear with one ear.
    pub mono: bool,
    /// Factor that widens the stereo image of the board.
    pub stereo_width: f32,
    /// Whether to show captions for sounds.
    pub captions: bool,
    /// Whether pieces, the board and the window's camera jump instead of gliding.
    pub reduced_motion: bool,
    /// Strength of haptic pulses, from 0 to 1.
    pub haptics: f32,
    /// Whether a press of the grip toggles the grab instead of holding it.
    pub toggle_grab: bool,
    /// Whether a board released while turning continues for a moment.
    pub inertia: bool,
    /// Stabilisation of rays against trembling hands, from 0 (none) to 1 (maximum).
    pub steadiness: f32,
    /// Whether a game in the window moves to the headset once one is available.
    pub return_to_headset: bool,
    /// Eye height of a seated player above the floor in metres, for headsets that don't know the
    /// floor.
    pub seated_eye_height: f32,
    /// Scale of the board in the headset, 1 by default.
    pub board_size: f32,
    /// Distance of the board in the headset relative to the default, in metres; negative is nearer.
    pub board_distance: f32,
    /// Height of the board in the headset relative to the default, in metres; negative is lower.
    pub board_height: f32,
    /// Horizontal position of the real table with the board in the headset's stage space, in metres.
    pub table_x: f32,
    /// Horizontal position of the real table along the stage's other axis, in metres.
    pub table_z: f32,
    /// Height of the real table above the floor, in metres; 0 until a board was put down.
    pub table_height: f32,
    /// Rotation of the board on the real table in the stage space, in degrees.
    pub table_turn: f32,
    /// Dominant hand. The headset's panel is on the same side.
    pub hand: MainHand,
    /// Angle of the headset's panel to the right of the board, in degrees, if it has a chosen place.
    pub panel_right: f32,
    /// Angle of the panel above the player's eyes, in degrees; negative is below.
    pub panel_up: f32,
    /// Distance of the panel from the player's eyes, in metres; 0 without a chosen place.
    pub panel_distance: f32,
    /// Antialiasing.
    pub antialiasing: Antialiasing,
    /// Whether board and pieces cast shadows. A page and a headset with late frames have none.
    pub shadows: Shadows,
    /// Resolution scale of the board's image, for width and height; at most 1 in the window.
    pub render_scale: f32,
    /// Requested refresh rate of the headset.
    pub refresh_rate: RefreshRate,
    /// Whether the headset uses passthrough, if supported.
    pub passthrough: bool,
    /// Whether the window shows the move list.
    pub move_list: bool,
    /// Style of move lists.
    pub move_list_style: MoveListStyle,
    /// Whether the window shows a small ball with the orientation of a ball-shaped board.
    pub compass: bool,
    /// Whether to show a map of all tiles, on boards with a hidden side.
    pub map: bool,
    /// Colours of the board and pieces.
    pub palette: Palette,
    /// Whether Black's pieces have bands.
    pub bands: bool,
    /// Room for all boards.
    pub room: RoomChoice,
    /// Rooms of individual boards, which override `room`.
    pub rooms: Rooms,
    /// Language code such as `en`, or [`SYSTEM`](icochess_base::language::SYSTEM).
    pub language: String,
    /// Scale of the UI.
    pub text_size: f32,
    /// Whether the computer's level follows a single person's results.
    pub match_strength: bool,
    /// Levels that match a person without a name. Named [`Players`](super::players::Players) have
    /// their own.
    pub matched_levels: Levels,
    /// Computer player: its sides, algorithm, level and time.
    pub computer: Computer,
    /// Games over a network.
    pub remote: RemoteSettings,
    /// Whether a friend's head and hands are shown, or where they look.
    pub show_friend: bool,
    /// Whether the friend sees the own ones.
    pub share_presence: bool,
}

/// Settings of games over a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteSettings {
    /// Address of the server's page, as typed; empty if unknown. A page uses its own server.
    pub server: String,
    /// Name of the player for their friends; possibly empty.
    pub name: String,
    /// Whether the names of other players are hidden.
    pub hide_names: bool,
    /// Whether phrases of other players are hidden.
    pub hide_phrases: bool,
    /// Whether games on this network find a server that runs inside this one.
    pub visible: bool,
}

impl Default for RemoteSettings {
    fn default() -> Self {
        Self {
            server: String::new(),
            name: String::new(),
            hide_names: false,
            hide_phrases: false,
            visible: true,
        }
    }
}

impl Settings {
    /// Replaces each `ByBoard` by the board's own value. Boards with their own controls use arrows
    /// that move the player, confirmation of moves, and a move list with columns.
    pub(super) fn on_board(mut self, has_own_controls: bool) -> Self {
        let (arrows, confirm, list) = if has_own_controls {
            (Arrows::Around, Confirmation::Always, MoveListStyle::Columns)
        } else {
            (Arrows::Board, Confirmation::Never, MoveListStyle::Notation)
        };
        if self.arrows == Arrows::ByBoard {
            self.arrows = arrows;
        }
        if self.confirm_moves == Confirmation::ByBoard {
            self.confirm_moves = confirm;
        }
        if self.move_list_style == MoveListStyle::ByBoard {
            self.move_list_style = list;
        }
        self
    }
}
