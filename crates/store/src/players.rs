//! List of players, with their personal settings.

use bevy::prelude::*;

use super::player::{PlayerChange, PlayerProfile};
use super::store::Store;
use icochess_base::schedule::AppSystems;
use icochess_core::library::name::{key, tidy};

/// Reason for rejecting a player's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Empty name.
    #[error("a name is missing")]
    Missing,
    /// The name is taken by the player with this spelling.
    #[error("{0} is there already")]
    Taken(String),
}

/// List of players. Changes are saved soon.
#[derive(Resource, Debug, Default, Clone)]
pub struct Players {
    /// Players in alphabetical order.
    all: Vec<PlayerProfile>,
    changes: Vec<PlayerChange>,
}

impl Players {
    /// Returns all players in alphabetical order.
    pub fn all(&self) -> &[PlayerProfile] {
        &self.all
    }

    /// Returns the player of this name.
    pub fn get(&self, name: &str) -> Option<&PlayerProfile> {
        self.all.iter().find(|player| player.is_called(name))
    }

    /// Adds a player, or keeps the existing one of this name.
    ///
    /// # Errors
    ///
    /// [`NameError::Missing`] if the name is empty.
    pub fn add(&mut self, name: &str) -> Result<&PlayerProfile, NameError> {
        let player = PlayerProfile::named(name);
        if player.name.is_empty() {
            return Err(NameError::Missing);
        }
        let found = self.all.iter().position(|it| it.is_called(name));
        let place = found.unwrap_or_else(|| {
            self.changes.push(PlayerChange::Keep(player.clone()));
            self.insert(player)
        });
        Ok(&self.all[place])
    }

    /// Changes a player's own settings, but not their name.
    pub fn change(&mut self, name: &str, change: impl FnOnce(&mut PlayerProfile)) {
        if let Some(player) = self.all.iter_mut().find(|it| it.is_called(name)) {
            let mut changed = player.clone();
            change(&mut changed);
            changed.name.clone_from(&player.name);
            if changed != *player {
                *player = changed.clone();
                self.changes.push(PlayerChange::Keep(changed));
            }
        }
    }

    /// Renames a player.
    ///
    /// # Errors
    ///
    /// [`NameError`] if the new name is empty or taken.
    pub fn rename(&mut self, name: &str, to: &str) -> Result<(), NameError> {
        let to = tidy(to);
        if to.is_empty() {
            return Err(NameError::Missing);
        }
        if let Some(other) = self.get(&to).filter(|other| !other.is_called(name)) {
            return Err(NameError::Taken(other.name.clone()));
        }
        let place = self.all.iter().position(|it| it.is_called(name));
        if let Some(place) = place.filter(|place| self.all[*place].name != to) {
            let before = self.all.remove(place);
            let mut player = before.clone();
            player.name = to;
            let change = PlayerChange::Rename(before.name, player.clone());
            self.changes.push(change);
            self.insert(player);
        }
        Ok(())
    }

    /// Deletes a player.
    pub fn delete(&mut self, name: &str) {
        if let Some(place) = self.all.iter().position(|it| it.is_called(name)) {
            let player = self.all.remove(place);
            self.changes.push(PlayerChange::Delete(player.name));
        }
    }

    /// Merges the players from disk. Players added in the meantime stay, unless a file has the same
    /// name; the file takes precedence.
    pub(super) fn merge(&mut self, found: Vec<PlayerProfile>) {
        for player in found {
            self.all.retain(|it| !it.is_called(&player.name));
            let is_other = |change: &PlayerChange| match change {
                PlayerChange::Keep(added) => !added.is_called(&player.name),
                _ => true,
            };
            self.changes.retain(is_other);
            self.insert(player);
        }
    }

    /// Inserts a player in alphabetical order and returns the index.
    fn insert(&mut self, player: PlayerProfile) -> usize {
        let name = key(&player.name);
        let place = self.all.partition_point(|it| key(&it.name) < name);
        self.all.insert(place, player);
        place
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Players>().add_systems(
        Update,
        save_changes
            .run_if(resource_changed::<Players>)
            .in_set(AppSystems::Feedback),
    );
}

/// Queues the changes for saving.
fn save_changes(mut players: ResMut<Players>, store: Option<Res<Store>>) {
    for change in players.bypass_change_detection().changes.drain(..) {
        if let Some(store) = &store {
            store.write_player(change);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::table;
    use super::*;

    fn names(players: &Players) -> Vec<&str> {
        players.all().iter().map(|it| it.name.as_str()).collect()
    }

    #[test]
    fn players_are_distinguished_by_name() {
        let mut players = Players::default();
        for name in ["Cy", " ada ", "Bo", "ADA"] {
            players.add(name).unwrap();
        }
        assert_eq!(names(&players), ["ada", "Bo", "Cy"]);
        assert_eq!(players.add("  "), Err(NameError::Missing));
        players.change("bo", |it| it.set_own("volume", Some((-3.0).into())));
        let taken = Err(NameError::Taken("Cy".to_owned()));
        assert_eq!(players.rename("Bo", "cy"), taken);
        assert_eq!(players.rename("Bo", ""), Err(NameError::Missing));
        players.rename("ada", "Ada").unwrap();
        players.rename("Bo", "Zoe").unwrap();
        assert_eq!(names(&players), ["Ada", "Cy", "Zoe"]);
        let volume = table::setting("volume").unwrap();
        let zoe = players.get("ZOE").unwrap();
        assert_eq!(zoe.own(volume), Some(&(-3.0).into()));
        players.delete("cy");
        assert_eq!(names(&players), ["Ada", "Zoe"]);
    }

    #[test]
    fn player_added_before_loading_is_not_duplicated() {
        let mut players = Players::default();
        players.add("ada").unwrap();
        players.add("Bo").unwrap();
        let mut ada = PlayerProfile::named("Ada");
        ada.set_own("volume", Some((-3.0).into()));
        players.merge(vec![ada.clone(), PlayerProfile::named("Cy")]);
        assert_eq!(names(&players), ["Ada", "Bo", "Cy"]);
        assert_eq!(players.get("ada"), Some(&ada));
        let changes = [PlayerChange::Keep(PlayerProfile::named("Bo"))];
        assert_eq!(players.changes, changes);
    }

    #[derive(Debug, Clone)]
    enum Change {
        Add(String),
        Volume(String, f32),
        Rename(String, String),
        Delete(String),
    }

    fn a_change() -> impl Strategy<Value = Change> {
        let name = || prop::sample::select(vec!["Ada", "ada", "Bo", "Cy", " "]);
        let name = || name().prop_map(str::to_owned);
        prop_oneof![
            name().prop_map(Change::Add),
            (name(), -9.0_f32..0.0).prop_map(|(name, to)| Change::Volume(name, to)),
            (name(), name()).prop_map(|(name, to)| Change::Rename(name, to)),
            name().prop_map(Change::Delete),
        ]
    }

    proptest! {
        /// Applying the unsaved changes yields an identical list.
        #[test]
        fn unsaved_changes_reproduce_the_list(changes in prop::collection::vec(a_change(), 0..20)) {
            let mut players = Players::default();
            for change in changes {
                match change {
                    Change::Add(name) => drop(players.add(&name)),
                    Change::Volume(name, to) => {
                        players.change(&name, |it| it.set_own("volume", Some(to.into())));
                    }
                    Change::Rename(name, to) => drop(players.rename(&name, &to)),
                    Change::Delete(name) => players.delete(&name),
                }
            }
            let mut written: Vec<PlayerProfile> = Vec::new();
            for change in &players.changes {
                let (gone, there) = match change {
                    PlayerChange::Keep(player) => (&player.name, Some(player)),
                    PlayerChange::Rename(name, player) => (name, Some(player)),
                    PlayerChange::Delete(name) => (name, None),
                };
                written.retain(|it| !it.is_called(gone));
                written.extend(there.cloned());
            }
            written.sort_by_key(|it| key(&it.name));
            prop_assert_eq!(written.as_slice(), players.all());
            let mut keys: Vec<String> = players.all().iter().map(|it| key(&it.name)).collect();
            keys.dedup();
            prop_assert_eq!(keys.len(), players.all().len());
        }
    }
}
