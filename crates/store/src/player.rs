//! Player with personal settings.

use std::collections::BTreeMap;

use super::by_board::Levels;
use super::entries::Entries;
use super::puzzle_scores::PuzzleScores;
use super::setting::{Setting, Value};
use super::settings::Settings;
use super::table;
use icochess_core::library::name::{key, tidy};

/// Player profile, as stored in a file of the folder `players`.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct PlayerProfile {
    /// Name of the player.
    pub name: String,
    /// Scores in puzzles, by board.
    pub puzzles: PuzzleScores,
    /// Overridden settings by name; all others are as in [`Settings`].
    own: BTreeMap<&'static str, Value>,
    /// Levels of the computer that match the player.
    pub matched_levels: Levels,
}

impl PlayerProfile {
    /// Creates a player with this name and no overrides.
    pub fn named(name: &str) -> Self {
        Self {
            name: tidy(name),
            ..Self::default()
        }
    }

    /// Returns the player's own value of a setting; `None` if the setting isn't overridden.
    pub fn own(&self, setting: &Setting) -> Option<&Value> {
        self.own.get(setting.name)
    }

    /// Returns whether the player overrides any setting.
    pub fn overrides_settings(&self) -> bool {
        !self.own.is_empty()
    }

    /// Overrides a setting, or clears the override with `None`. Ignores settings that can't be
    /// overridden.
    pub fn set_own(&mut self, name: &str, value: Option<Value>) {
        let Some(setting) = table::per_player().find(|it| it.name == name) else {
            return;
        };
        match value {
            Some(value) => self.own.insert(setting.name, value),
            None => self.own.remove(setting.name),
        };
    }

    /// Clears all overrides.
    pub fn clear_own(&mut self) {
        self.own.clear();
    }

    /// Returns whether the player has this name, ignoring case and spaces.
    pub fn is_called(&self, name: &str) -> bool {
        key(&self.name) == key(name)
    }
}

/// Name of the matched levels in a file.
const LEVELS: &str = "matched_levels";
/// Text in a file for a setting without an override.
const NOT_OWN: &str = "None";
/// Name of the scores in a file.
const PUZZLES: &str = "puzzles";

impl Entries for PlayerProfile {
    fn entries(&self) -> Vec<(&'static str, String)> {
        let name = ("name", ron::to_string(&self.name).unwrap_or_default());
        let own = table::per_player().map(|setting| {
            let value = self.own(setting).map(|value| setting.text(value));
            (setting.name, value.unwrap_or_else(|| NOT_OWN.to_owned()))
        });
        let levels = (LEVELS, self.matched_levels.text());
        let puzzles = (PUZZLES, self.puzzles.text());
        let all = [name].into_iter().chain(own).chain([levels, puzzles]);
        all.collect()
    }

    /// Accepts the same values as the settings, with the same limits.
    fn read_entry(&mut self, name: &str, text: &str) -> Result<Option<String>, String> {
        if name == "name" {
            self.name = ron::from_str(text).map_err(|error| error.code.to_string())?;
        } else if name == LEVELS {
            self.matched_levels = Levels::read(text)?;
        } else if name == PUZZLES {
            self.puzzles = PuzzleScores::read(text)?;
        } else if let Some(setting) = table::setting(name) {
            let is_own = text != NOT_OWN;
            let value = is_own.then(|| setting.read(text)).transpose()?;
            self.set_own(name, value);
        }
        Ok(None)
    }
}

impl Settings {
    /// Returns the settings with a player's overrides and scores.
    pub fn for_player(&self, player: &PlayerProfile) -> Self {
        let mut settings = self.clone();
        settings.puzzles.clone_from(&player.puzzles);
        for setting in table::per_player() {
            if let Some(value) = player.own(setting) {
                setting.set(&mut settings, value.clone());
            }
        }
        settings
    }
}

/// Change of the list of players.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayerChange {
    /// Adds this player, or replaces the one with this name.
    Keep(PlayerProfile),
    /// Replaces the player of this name with a renamed one.
    Rename(String, PlayerProfile),
    /// Removes the player of this name.
    Delete(String),
}

#[cfg(test)]
mod tests {
    use super::super::entries::{self, Read, Unknown};
    use super::super::settings::MainHand;
    use super::*;
    use icochess_boards::Variant;

    /// Creates a player with these overrides.
    fn player<const N: usize>(name: &str, own: [(&str, Value); N]) -> PlayerProfile {
        let mut player = PlayerProfile::named(name);
        for (name, value) in own {
            player.set_own(name, Some(value));
        }
        player
    }

    #[test]
    fn player_survives_a_round_trip_and_overrides_settings() {
        let own = [
            ("hand", "Left".into()),
            ("board_height", (-0.1).into()),
            ("reduced_motion", false.into()),
            // Not a per-player setting.
            ("captions", true.into()),
        ];
        let mut player = player("  Ada   Lovelace ", own);
        let ball = Variant::Icochess.board();
        player.matched_levels.set(ball, 5);
        assert!(player.overrides_settings());
        assert!(!PlayerProfile::named("Bo").overrides_settings());
        let text = entries::to_text(&player, &Unknown::default());
        for line in [
            "    name: \"Ada Lovelace\",\n",
            "    hand: Left,\n",
            "    board_height: -0.1,\n",
            "    board_size: None,\n",
            "    reduced_motion: false,\n",
            "    matched_levels: {\"icochess\": 5},\n",
        ] {
            assert!(text.contains(line), "no {line:?}: {text}");
        }
        assert!(!text.contains("captions"), "{text}");
        let expected = Read {
            values: player.clone(),
            ..Read::default()
        };
        assert_eq!(entries::read(&text), Ok(expected));
        let global = Settings {
            board_size: 1.2,
            reduced_motion: true,
            ..Settings::default()
        };
        let expected = Settings {
            hand: MainHand::Left,
            board_height: -0.1,
            reduced_motion: false,
            ..global.clone()
        };
        assert_eq!(global.for_player(&player), expected);
        assert_eq!(global.for_player(&PlayerProfile::named("Bo")), global);
    }

    #[test]
    fn invalid_override_is_reported_and_others_still_apply() {
        let text = "(\n name: \"Ada\",\n board_size: 9.0,\n hand: Third,\n volume: -3.0,\n \
                    shoe: 38,\n)";
        let read = entries::read::<PlayerProfile>(text).unwrap();
        assert_eq!(read.values, player("Ada", [("volume", (-3.0).into())]));
        let shown = read.problems.join("\n");
        assert!(shown.contains("line 3: board_size is 9.0: "), "{shown}");
        assert!(shown.contains("expected 0.7 to 3; it counts as None"));
        assert!(shown.contains("line 4: hand is Third: "), "{shown}");
        assert_eq!(read.problems.len(), 2, "{shown}");
        assert!(entries::to_text(&read.values, &read.unknown).contains("    shoe: 38,\n"));
    }
}
