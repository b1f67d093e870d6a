//! The settings that players have chosen, kept between games. Their names, kinds, defaults and pages
//! stand in [`table`](super::table).

use bevy::prelude::Resource;

use super::by_board::KnownBoards;
use super::by_board::Rooms;
use super::by_board::Starts;
use crate::choices::Antialiasing;
use crate::choices::Palette;
use crate::choices::RoomChoice;
use icochess_boards::Variant;
use icochess_play::computer::Computer;
use icochess_play::game::handover::HidePieces;
use icochess_play::game::seating::Seating;

/// Height of the eyes of an adult on a usual chair, between women and men, metres (ISO 7250-1
/// eye height, sitting, 0.72 to 0.85 m, on a seat of 0.43 m).
pub const SEATED_EYE_HEIGHT: f32 = 1.2;

/// Decibels at which nothing is heard any more.
pub const SILENCE: f32 = -60.0;

/// The hand that a player uses most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MainHand {
    /// The right one.
    Right,
    /// The left one.
    Left,
}

/// The sense in which the arrow keys turn the board in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arrows {
    /// The board decides: see `Settings::on_board`.
    ByBoard,
    /// They move the board: its front goes where the arrow points, as with a drag.
    Board,
    /// They move the player around the board, which turns against the arrow.
    Around,
}

/// The number of pictures a second that the headset is asked to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefreshRate {
    /// As many as its runtime chooses.
    Runtime,
    /// 72 pictures a second.
    Hz72,
    /// 80 pictures a second.
    Hz80,
    /// 90 pictures a second, at which most headsets flicker no more.
    Hz90,
    /// 120 pictures a second.
    Hz120,
}

impl RefreshRate {
    /// All values.
    pub const ALL: [Self; 5] = [
        Self::Runtime,
        Self::Hz72,
        Self::Hz80,
        Self::Hz90,
        Self::Hz120,
    ];

    /// Pictures a second; `None` if the runtime chooses.
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

/// Whether a picked move is made only when it is picked once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Confirmation {
    /// The board decides: see `Settings::on_board`.
    ByBoard,
    /// Each move is confirmed.
    Always,
    /// A move is made at once.
    Never,
}

/// The form in which a list of moves shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveListStyle {
    /// The board decides: see `Settings::on_board`.
    ByBoard,
    /// In notation, those of both sides in a row.
    Notation,
    /// Each in a row of its own, with columns for side, piece, start, end and capture.
    Columns,
}

/// The settings, as they stand in `settings.ron`. What the file does not name, or names
/// with a bad value, has its default; see [`entries`](super::entries).
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Settings {
    /// Whether the board turns the next side's home to the player after a move, in the headset.
    pub auto_turn_headset: bool,
    /// Whether the board turns the next side's home to the player after a move, in the window.
    pub auto_turn_flat: bool,
    /// Whether the board turns to what happens out of sight: the computer's moves, hints, a mated
    /// king.
    pub show_moves: bool,
    /// Whether the board turns back to the human's side once the computer has moved.
    pub turn_back: bool,
    /// Whether the names of the tiles are shown.
    pub tile_names: bool,
    /// The sense of the arrow keys.
    pub arrows: Arrows,
    /// Whether the frames per second of the window are shown.
    pub frame_rate: bool,
    /// Whether the board is drawn in the window too while a headset is worn.
    pub mirror: bool,
    /// The board that was played on last.
    pub variant: Variant,
    /// The start positions of new games, by board.
    pub start: Starts,
    /// The boards whose first steps are offered no more.
    pub known_boards: KnownBoards,
    /// The seating of the game that was begun last.
    pub seating: Seating,
    /// Whether moves may be taken back without the opponent's consent, between two people.
    pub free_takebacks: bool,
    /// Time for which a move may be taken back before a shared display is passed on, seconds.
    pub landed_seconds: f32,
    /// The occasions on which the pieces are hidden while a headset is passed on.
    pub hide_while_passing: HidePieces,
    /// Whether a picked move is made only when it is picked once more.
    pub confirm_moves: Confirmation,
    /// Whether clocks stop while a page of the menu covers the board.
    pub clock_stops_in_menus: bool,
    /// Loudness of all sounds, decibels; 0 is as made, -60 is silence.
    pub volume: f32,
    /// Loudness of the pieces relative to `volume`, decibels.
    pub volume_pieces: f32,
    /// Loudness of signals relative to `volume`, decibels: check, clock, refusals and ends.
    pub volume_signals: f32,
    /// Loudness of the sounds of pointers relative to `volume`, decibels: pointing, pressing.
    pub volume_pointing: f32,
    /// Loudness of the air of the room, decibels; -60 is silence.
    pub volume_room: f32,
    /// Whether all sounds are equally loud for both ears, for players who hear with one.
    pub mono: bool,
    /// Factor by which the sides of the board are heard farther apart than they are.
    pub stereo_width: f32,
    /// Whether captions tell in words what is heard.
    pub captions: bool,
    /// Whether pieces, the board and the camera of the window jump instead of gliding.
    pub reduced_motion: bool,
    /// Strength of haptic pulses, 0 to 1.
    pub haptics: f32,
    /// Whether a press of the grip takes hold of the board, and another one lets it go.
    pub toggle_grab: bool,
    /// Whether a board that is let go while it turns goes on turning for a moment.
    pub inertia: bool,
    /// Strength with which rays are steadied against trembling hands, 0 (not at all) to 1.
    pub steadiness: f32,
    /// Whether the game goes on in the headset by itself when one comes while it is played in the
    /// window.
    pub return_to_headset: bool,
    /// Height of a seated player's eyes above the floor, metres, for headsets that do not know
    /// where the floor is.
    pub seated_eye_height: f32,
    /// Scale of the board in the headset; 1 is its usual size.
    pub board_size: f32,
    /// Distance of the board in the headset beyond the usual one, metres; negative is nearer.
    pub board_distance: f32,
    /// Height of the board in the headset above the usual one, metres; negative is lower.
    pub board_height: f32,
    /// The hand that does most: in the headset the panel is on its side.
    pub hand: MainHand,
    /// The smoothing of edges.
    pub antialiasing: Antialiasing,
    /// Resolution of the picture of the board: the factor for its width and its height; in the
    /// window at most 1.
    pub render_scale: f32,
    /// The number of pictures a second that the headset is asked to show.
    pub refresh_rate: RefreshRate,
    /// Whether the headset shows the real room around the board, if it can.
    pub passthrough: bool,
    /// Whether the window shows the list of moves beside the board.
    pub move_list: bool,
    /// The form in which lists of moves show them.
    pub move_list_style: MoveListStyle,
    /// Whether the window shows a small ball that tells how a ball-shaped board lies.
    pub compass: bool,
    /// Whether all places of a board that hides a part of itself are shown beside it, on a map.
    pub map: bool,
    /// The colours of the board and its pieces.
    pub palette: Palette,
    /// Whether Black's pieces have bands.
    pub bands: bool,
    /// The room around the board, for all boards.
    pub room: RoomChoice,
    /// The rooms of single boards, which come before it.
    pub rooms: Rooms,
    /// The code of the language that players read, as `en`, or [`SYSTEM`](icochess_base::language::SYSTEM).
    pub language: String,
    /// The factor for the size of the interface.
    pub text_size: f32,
    /// The sides that the computer plays, with its algorithm, level and time.
    pub computer: Computer,
}

impl Settings {
    /// Replaces each `ByBoard` by the board's own value. A board with controls of its own keeps
    /// them: arrows move the player, moves are confirmed and listed in columns.
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
