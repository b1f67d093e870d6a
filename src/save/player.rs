//! A person who plays, with what they like to have otherwise than the settings say.

use serde::{Deserialize, Serialize};

use super::entries::Entries;
use super::settings::{MainHand, Settings};

/// Most characters of a name.
pub const NAME_LENGTH: usize = 40;

/// A person who plays, as in a file of the folder `players`. A value that is `None` is
/// as in the [`Settings`], and means the same as there.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Player {
    /// What they are called.
    pub name: String,
    /// The hand that does most.
    pub hand: Option<MainHand>,
    /// In the headset, the board is so much higher, metres.
    pub board_height: Option<f32>,
    /// In the headset, it is so much farther away, metres.
    pub board_distance: Option<f32>,
    /// In the headset, it is so many times as large.
    pub board_size: Option<f32>,
    /// What the size of the interface is multiplied by.
    pub text_size: Option<f32>,
    /// Loudness of all sounds, decibels.
    pub volume: Option<f32>,
    /// How much louder the pieces are than that, decibels.
    pub volume_pieces: Option<f32>,
    /// How much louder signals are, decibels.
    pub volume_signals: Option<f32>,
    /// How much louder is what follows a pointer, decibels.
    pub volume_pointing: Option<f32>,
    /// Are pieces, the board and the eye of the window where they go at once?
    pub reduced_motion: Option<bool>,
}

impl Player {
    /// Somebody who is called so, with everything as in the settings.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: tidy(name),
            ..Self::default()
        }
    }

    /// Are they called so? Case and spaces do not count.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        key(&self.name) == key(name)
    }
}

/// A name on one line, with single spaces and of at most [`NAME_LENGTH`] characters.
#[must_use]
pub fn tidy(name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(NAME_LENGTH).collect();
    name.trim_end().to_owned()
}

/// What two names have in common that mean one person.
#[must_use]
pub fn key(name: &str) -> String {
    tidy(name).to_lowercase()
}

impl Entries for Player {
    /// Their values are those of the settings, within the same bounds.
    fn check(&self) -> Result<(), String> {
        Settings::default().for_player(self).check()
    }
}

impl Settings {
    /// The settings as they are for somebody.
    #[must_use]
    pub fn for_player(&self, player: &Player) -> Self {
        let height = player.board_height.unwrap_or(self.board_height);
        let distance = player.board_distance.unwrap_or(self.board_distance);
        let pieces = player.volume_pieces.unwrap_or(self.volume_pieces);
        let signals = player.volume_signals.unwrap_or(self.volume_signals);
        let pointing = player.volume_pointing.unwrap_or(self.volume_pointing);
        Self {
            hand: player.hand.unwrap_or(self.hand),
            board_height: height,
            board_distance: distance,
            board_size: player.board_size.unwrap_or(self.board_size),
            text_size: player.text_size.unwrap_or(self.text_size),
            volume: player.volume.unwrap_or(self.volume),
            volume_pieces: pieces,
            volume_signals: signals,
            volume_pointing: pointing,
            reduced_motion: player.reduced_motion.unwrap_or(self.reduced_motion),
            ..self.clone()
        }
    }
}

/// A change of the people there are.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayerChange {
    /// Somebody is there, and is like this.
    Keep(Player),
    /// Who was called so has another name.
    Rename(String, Player),
    /// Who is called so is there no more.
    Delete(String),
}

#[cfg(test)]
mod tests {
    use super::super::entries;
    use super::*;

    #[test]
    fn a_player_is_read_as_written_and_what_is_not_said_is_as_in_the_settings() {
        let player = Player {
            hand: Some(MainHand::Left),
            board_height: Some(-0.1),
            reduced_motion: Some(false),
            ..Player::named("  Ada   Lovelace ")
        };
        let text = entries::text_of(&player);
        for line in [
            "    name: \"Ada Lovelace\",\n",
            "    hand: Left,\n",
            "    board_height: -0.1,\n",
            "    board_size: None,\n",
            "    reduced_motion: false,\n",
        ] {
            assert!(text.contains(line), "no {line:?}: {text}");
        }
        assert_eq!(entries::parse(&text), Ok(player.clone()));
        let some = entries::parse::<Player>("(name: \"Ada\", hand: Some(Left))");
        assert_eq!(some.unwrap().hand, Some(MainHand::Left));
        let usual = Settings {
            board_size: 1.2,
            reduced_motion: true,
            ..Settings::default()
        };
        let expected = Settings {
            hand: MainHand::Left,
            board_height: -0.1,
            reduced_motion: false,
            ..usual.clone()
        };
        assert_eq!(usual.for_player(&player), expected);
        assert_eq!(usual.for_player(&Player::named("Bo")), usual);
    }

    #[test]
    fn a_bad_value_of_a_player_is_named_and_the_others_count() {
        let text = "(\n name: \"Ada\",\n board_size: 9.0,\n hand: Third,\n volume: -3.0,\n \
                    shoe: 38,\n)";
        let read = entries::read::<Player>(text).unwrap();
        let expected = Player {
            volume: Some(-3.0),
            ..Player::named("Ada")
        };
        assert_eq!(read.values, expected);
        let told = read.problems.join("\n");
        assert!(told.contains("line 3: board_size is 9.0: "), "{told}");
        assert!(told.contains("expected 0.7 to 1.5; it counts as None"));
        assert!(told.contains("line 4: hand is Third: "), "{told}");
        assert_eq!(read.problems.len(), 2, "{told}");
        assert!(entries::to_text(&read.values, &read.unknown).contains("    shoe: 38,\n"));
    }

    #[test]
    fn case_and_spaces_make_no_other_person() {
        let ada = Player::named("Ada Lovelace");
        assert!(ada.is_called(" ada  LOVELACE"));
        assert!(!ada.is_called("Ada"));
        assert_eq!(tidy(&"ä".repeat(99)).chars().count(), NAME_LENGTH);
    }
}
