//! What players have chosen, kept between games. What each of it is called and can be,
//! and where it is changed, stands in [`table`](super::table).

use bevy::prelude::Resource;

use super::starts::Starts;
use crate::board::stage::palette::Palette;
use crate::board::stage::quality::Antialiasing;
use crate::computer::Computer;
use crate::game::handover::Hides;
use crate::game::seating::Seating;
use crate::handover::Timing;
use crate::language::ENGLISH;
use icochess_boards::Variant;

/// Of adults on a usual chair, between women and men (ISO 7250-1 eye height,
/// sitting, 0.72 to 0.85 m, on a seat of 0.43 m), metres.
pub const SEATED_EYE_HEIGHT: f32 = 1.2;

/// Decibels at which nothing is heard any more.
pub const SILENCE: f32 = -60.0;

/// The hand that does most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MainHand {
    /// The right one.
    #[default]
    Right,
    /// The left one.
    Left,
}

/// The settings, as they stand in `settings.ron`. What the file does not name, or names
/// with a bad value, has its default; see [`entries`](super::entries).
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Settings {
    /// In the headset, turn the next side's home to the player after a move?
    pub auto_turn_headset: bool,
    /// The same on the flat screen.
    pub auto_turn_flat: bool,
    /// Turn the board to what happens out of sight: the computer's moves, hints,
    /// a mated king?
    pub show_moves: bool,
    /// Show the names of the tiles?
    pub tile_names: bool,
    /// Show how many frames a second the window draws?
    pub frame_rate: bool,
    /// While a headset is worn, draw the board in the window too?
    pub mirror: bool,
    /// The board that was played on last.
    pub variant: Variant,
    /// Where new games begin, by board.
    pub start: Starts,
    /// How the people of the game sat that was begun last.
    pub seating: Seating,
    /// Between two people, may moves be taken back without the other's consent?
    pub free_takebacks: bool,
    /// Where two people share a display, who moved may take it back for so long before it
    /// is passed on, seconds.
    pub landed_seconds: f32,
    /// When the pieces are hidden while a headset is passed on.
    pub hide_while_passing: Hides,
    /// Is a move that is picked made only when it is picked once more?
    pub confirm_moves: bool,
    /// Do clocks stand while a page of the menu covers the board?
    pub clock_stops_in_menus: bool,
    /// Loudness of all sounds, decibels; 0 is as made, -60 is silence.
    pub volume: f32,
    /// How much louder the pieces are than that, decibels.
    pub volume_pieces: f32,
    /// How much louder signals are: check, clock, refusals and ends, decibels.
    pub volume_signals: f32,
    /// How much louder is what follows a pointer: pointing, pressing, decibels.
    pub volume_pointing: f32,
    /// How loud the air of the room is, decibels; -60 is silence.
    pub volume_room: f32,
    /// Are all sounds as loud for either ear, for players who hear with one?
    pub mono: bool,
    /// Show in words what is heard?
    pub captions: bool,
    /// Are pieces, the board and the eye of the window where they go at once?
    pub reduced_motion: bool,
    /// Strength of haptic pulses, 0 to 1.
    pub haptics: f32,
    /// How little rays tremble with the hands, 0 to 1; 0 leads where the hand does.
    pub steadiness: f32,
    /// How high a seated player's eyes are above the floor, metres:
    /// for headsets that do not know where the floor is.
    pub seated_eye_height: f32,
    /// In the headset, the board is so many times as large.
    pub board_size: f32,
    /// In the headset, the board is so much farther away, metres.
    pub board_distance: f32,
    /// In the headset, the board is so much higher, metres.
    pub board_height: f32,
    /// The hand that does most: in the headset the panel is on its side.
    pub hand: MainHand,
    /// How smooth edges are drawn.
    pub antialiasing: Antialiasing,
    /// How finely the board is drawn: what the width and the height of its picture are
    /// multiplied by; in the window at most 1.
    pub render_scale: f32,
    /// Show the list of moves beside the board, in the window?
    pub move_list: bool,
    /// Show how a ball lies, on a small one, in the window?
    pub compass: bool,
    /// The colours of the board and its pieces.
    pub palette: Palette,
    /// Do Black's pieces have bands?
    pub bands: bool,
    /// The code of the language that players read, as `en`.
    pub language: String,
    /// What the size of the interface is multiplied by.
    pub text_size: f32,
    /// Who plays, and how the computer does.
    pub computer: Computer,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            auto_turn_headset: true,
            auto_turn_flat: false,
            show_moves: true,
            tile_names: false,
            frame_rate: false,
            mirror: true,
            variant: Variant::default(),
            start: Starts::default(),
            seating: Seating::default(),
            free_takebacks: false,
            landed_seconds: Timing::HEADSET.landed.as_secs_f32(),
            hide_while_passing: Hides::default(),
            confirm_moves: false,
            clock_stops_in_menus: true,
            volume: 0.0,
            volume_pieces: 0.0,
            volume_signals: 0.0,
            volume_pointing: 0.0,
            volume_room: -36.0,
            mono: false,
            captions: false,
            reduced_motion: false,
            haptics: 1.0,
            steadiness: 0.5,
            seated_eye_height: SEATED_EYE_HEIGHT,
            board_size: 1.0,
            board_distance: 0.0,
            board_height: 0.0,
            hand: MainHand::default(),
            antialiasing: Antialiasing::default(),
            render_scale: 1.0,
            move_list: true,
            compass: true,
            palette: Palette::default(),
            bands: false,
            language: ENGLISH.to_owned(),
            text_size: 1.0,
            computer: Computer::default(),
        }
    }
}
