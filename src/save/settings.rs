//! What players have chosen, kept between games.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::entries::{self, Entries};
use super::starts::Starts;
use crate::board::palette::Palette;
use crate::board::quality::Antialiasing;
use crate::computer::Computer;
use crate::game::handover::Hides;
use crate::game::seating::Seating;
use crate::handover::Timing;
use crate::language::{self, ENGLISH};
use crate::rules::Variant;

/// Of adults on a usual chair, between women and men (ISO 7250-1 eye height,
/// sitting, 0.72 to 0.85 m, on a seat of 0.43 m), metres.
pub const SEATED_EYE_HEIGHT: f32 = 1.2;

/// Decibels at which nothing is heard any more.
pub const SILENCE: f32 = -60.0;

/// Most decibels of a volume.
pub const LOUDEST: f32 = 12.0;

/// Least and most that the size of the board may be multiplied by.
pub const BOARD_SIZES: (f32, f32) = (0.7, 1.5);

/// Most seconds in which who moved may take it back before the headset is passed on.
pub const MOST_LANDED: f32 = 3.0;

/// How much nearer and farther away the board may be, metres.
pub const BOARD_DISTANCES: (f32, f32) = (-0.2, 0.3);

/// How much lower and higher the board may be, metres.
pub const BOARD_HEIGHTS: (f32, f32) = (-0.3, 0.3);

/// Least and most that the size of the interface may be multiplied by.
pub const TEXT_SIZES: (f32, f32) = (0.75, 1.75);

/// Least and most that the width and the height of the board's picture may be multiplied
/// by.
pub const RENDER_SCALES: (f32, f32) = (0.5, 1.5);
/// The hand that does most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum MainHand {
    /// The right one.
    #[default]
    Right,
    /// The left one.
    Left,
}

/// The settings, as they stand in `settings.ron`. A missing entry has its
/// default, so that files of older versions can be read; so has one with a bad
/// value, and unknown ones are kept (see [`entries`]).
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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
    #[serde(with = "identifier")]
    pub variant: Variant,
    /// Where new games begin, by board.
    pub start: Starts,
    /// How the people of the game sat that was begun last.
    #[serde(with = "seating")]
    pub seating: Seating,
    /// Between two people, may moves be taken back without the other's consent?
    pub free_takebacks: bool,
    /// Where two people share a display, who moved may take it back for so long before it
    /// is passed on, seconds, 0 to 3.
    pub landed_seconds: f32,
    /// When the pieces are hidden while a headset is passed on.
    #[serde(with = "hides")]
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
    /// How high a seated player's eyes are above the floor, metres, 0.5 to 2.5:
    /// for headsets that do not know where the floor is.
    pub seated_eye_height: f32,
    /// In the headset, the board is so many times as large, 0.7 to 1.5.
    pub board_size: f32,
    /// In the headset, the board is so much farther away, metres, -0.2 to 0.3.
    pub board_distance: f32,
    /// In the headset, the board is so much higher, metres, -0.3 to 0.3.
    pub board_height: f32,
    /// The hand that does most: in the headset the panel is on its side.
    pub hand: MainHand,
    /// How smooth edges are drawn.
    #[serde(with = "antialiasing")]
    pub antialiasing: Antialiasing,
    /// How finely the board is drawn: what the width and the height of its picture are
    /// multiplied by, 0.5 to 1.5; in the window at most 1.
    pub render_scale: f32,
    /// Show the list of moves beside the board, in the window?
    pub move_list: bool,
    /// Show how a ball lies, on a small one, in the window?
    pub compass: bool,
    /// The colours of the board and its pieces.
    #[serde(with = "palette")]
    pub palette: Palette,
    /// Do Black's pieces have bands?
    pub bands: bool,
    /// The code of the language that players read, as `en`.
    pub language: String,
    /// What the size of the interface is multiplied by, 0.75 to 1.75.
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

impl Settings {
    /// Reads the text of a settings file in which all is known and good; see
    /// [`entries::read`] for others.
    ///
    /// # Errors
    ///
    /// A message with line, column and what was expected.
    pub fn from_text(text: &str) -> Result<Self, String> {
        entries::parse(text)
    }

    /// The text of a settings file.
    #[must_use]
    pub fn to_text(&self) -> String {
        entries::text_of(self)
    }
}

impl Entries for Settings {
    fn check(&self) -> Result<(), String> {
        let check = |name, value: f32, low: f32, high: f32| {
            if (low..=high).contains(&value) {
                Ok(())
            } else {
                Err(format!("{name} is {value}, expected {low} to {high}"))
            }
        };
        for (name, volume) in [
            ("volume", self.volume),
            ("volume_pieces", self.volume_pieces),
            ("volume_signals", self.volume_signals),
            ("volume_pointing", self.volume_pointing),
            ("volume_room", self.volume_room),
        ] {
            check(name, volume, SILENCE, LOUDEST)?;
        }
        check("landed_seconds", self.landed_seconds, 0.0, MOST_LANDED)?;
        check("haptics", self.haptics, 0.0, 1.0)?;
        check("steadiness", self.steadiness, 0.0, 1.0)?;
        check("seated_eye_height", self.seated_eye_height, 0.5, 2.5)?;
        check("board_size", self.board_size, BOARD_SIZES.0, BOARD_SIZES.1)?;
        let (nearest, farthest) = BOARD_DISTANCES;
        check("board_distance", self.board_distance, nearest, farthest)?;
        let (coarsest, finest) = RENDER_SCALES;
        check("render_scale", self.render_scale, coarsest, finest)?;
        let (lowest, highest) = BOARD_HEIGHTS;
        check("board_height", self.board_height, lowest, highest)?;
        check("text_size", self.text_size, TEXT_SIZES.0, TEXT_SIZES.1)?;
        language::is_code(&self.language).map_err(|error| error.to_string())?;
        self.computer.check()
    }
}

/// A variant in a file, by its identifier.
mod identifier {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use crate::rules::Variant;

    pub fn serialize<S: Serializer>(variant: &Variant, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(variant.id())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Variant, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map_err(de::Error::custom)
    }
}

/// How values of a type that has names stand in a file: by their names.
macro_rules! by_name {
    ($module:ident, $type:ty) => {
        mod $module {
            use serde::{Deserialize, Deserializer, Serializer, de};

            type Named = $type;

            pub fn serialize<S: Serializer>(value: &Named, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(value.id())
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Named, D::Error> {
                let name = String::deserialize(from)?;
                let found = Named::ALL.into_iter().find(|it| it.id() == name);
                found.ok_or_else(|| {
                    let names = Named::ALL.map(Named::id).join(" or ");
                    de::Error::custom(format!("expected {names}"))
                })
            }
        }
    };
}

by_name!(palette, crate::board::palette::Palette);
by_name!(antialiasing, crate::board::quality::Antialiasing);
by_name!(hides, crate::game::handover::Hides);
by_name!(seating, crate::game::seating::Seating);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_and_missing_entries_have_defaults() {
        let mut settings = Settings {
            tile_names: true,
            variant: Variant::Chess,
            volume: -6.0,
            palette: Palette::HighContrast,
            ..Settings::default()
        };
        settings.start.choose(Variant::Icochess.board(), "balanced");
        assert_eq!(Settings::from_text(&settings.to_text()), Ok(settings));
        assert_eq!(Settings::from_text("()"), Ok(Settings::default()));
    }

    #[test]
    fn files_of_versions_without_a_computer_player_are_read() {
        let old = "(\n    auto_turn_headset: false,\n    auto_turn_flat: true,\n    \
                   tile_names: true,\n    volume: -3.0,\n    haptics: 0.5,\n)\n";
        let read = Settings::from_text(old).unwrap();
        assert_eq!(read.computer, Computer::default());
        assert!(read.auto_turn_flat && read.tile_names);
        // A part of it is enough, too.
        let part = Settings::from_text("(computer: (black: (computer: true)))").unwrap();
        let mut expected = Computer::default();
        expected.black.computer = true;
        assert_eq!(part.computer, expected);
    }

    #[test]
    fn bad_settings_are_told_with_their_place() {
        let error = |text| Settings::from_text(text).unwrap_err();
        assert!(error("(\n volume: loud)").starts_with("2:"));
        assert!(error("(no_such: 1)").contains("no_such"));
        let told = error("(computer: (white: (level: 11)))");
        assert!(told.contains("level of White") && told.contains("expected 1 to 10"));
        assert!(error("(computer: (seconds: NaN))").contains("expected"));
        assert!(error("(variant: \"go\")").contains("icochess, chess"));
        assert!(error("(computer: (black: (algorithm: Weak)))").contains("Weak"));
        assert!(error("(palette: \"pink\")").contains("expected standard or high-contrast"));
        assert!(error("(antialiasing: \"8x\")").contains("expected auto or off or 2x or 4x"));
        assert!(error("(board_size: 2.0)").contains("expected 0.7 to 1.5"));
        assert!(error("(board_distance: -1.0)").contains("expected -0.2 to 0.3"));
        assert!(error("(render_scale: 0.0)").contains("expected 0.5 to 1.5"));
        assert!(error("(landed_seconds: 4.0)").contains("expected 0 to 3"));
        assert!(error("(hide_while_passing: \"no\")").contains("always or with-clock or never"));
        assert!(error("(board_height: 0.5)").contains("expected -0.3 to 0.3"));
        assert!(error("(seating: \"sofa\")").contains("expected alone or passing or"));
        assert!(error("(hand: Third)").contains("Third"));
        assert!(error("(steadiness: -1.0)").contains("expected 0 to 1"));
        assert!(error("(language: \"no language\")").contains("expected such as"));
        assert!(error("(haptics: 7.0)").contains("expected 0 to 1"));
        assert!(error("(volume: NaN)").contains("expected"));
        assert!(error("(volume_signals: 13.0)").contains("expected -60 to 12"));
    }
}
