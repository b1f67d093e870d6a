//! Files of the players, one each in the folder `players`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::data_dir::Slot;
use super::entries::{self, Unknown};
use super::files;
use super::player::{PlayerChange, PlayerProfile};
use super::problem::SaveError;
use icochess_base::platform::fs;
use icochess_core::library::name;
use icochess_message::reason;

/// Extension of the players' files.
const EXTENSION: &str = "ron";

/// File names that Windows reserves for devices, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// File names that Windows reserves for devices when followed by a digit.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Players loaded from their files.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct LoadedPlayers {
    /// Players that were read.
    pub players: Vec<PlayerProfile>,
    /// Messages about invalid files and values.
    pub problems: Vec<String>,
}

#[derive(Debug)]
struct PlayerFile {
    /// Name within the folder.
    name: String,
    /// Unknown entries of the file.
    unknown: Unknown,
}

/// Folder with the players' files.
#[derive(Debug)]
pub(super) struct PlayerFiles {
    dir: PathBuf,
    /// Files by the [key](name::key) of the player's name.
    files: BTreeMap<String, PlayerFile>,
}

impl PlayerFiles {
    /// Creates the list for a data folder, without reading any file.
    pub(super) fn new(dir: &Path) -> Self {
        Self {
            dir: dir.join(Slot::Players.file()),
            files: BTreeMap::new(),
        }
    }

    pub(super) fn read(&mut self) -> LoadedPlayers {
        let mut found = LoadedPlayers::default();
        let names = match self.names() {
            Ok(names) => names,
            Err(error) => {
                let dir = self.dir.display();
                found
                    .problems
                    .push(format!("{dir} cannot be read: {}", reason(&error)));
                return found;
            }
        };
        for file in names {
            if let Err(problem) = self.read_one(&file, &mut found) {
                found.problems.push(problem);
            }
        }
        found
    }

    /// Returns the sorted names of the files.
    fn names(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.dir) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let files = entries.flatten().filter(|entry| {
            let path = entry.path();
            path.extension().is_some_and(|end| end == EXTENSION)
        });
        let mut names: Vec<String> = files
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        Ok(names)
    }

    fn read_one(&mut self, file: &str, found: &mut LoadedPlayers) -> Result<(), String> {
        let place = format!("{}/{file}", Slot::Players.file());
        let located = |why: String| format!("{place}, {why}");
        let Some(text) = files::read_ours(&self.dir.join(file)).map_err(located)? else {
            return Ok(());
        };
        let read = entries::read::<PlayerProfile>(&text).map_err(located)?;
        found
            .problems
            .extend(read.problems.into_iter().map(located));
        let mut player = read.values;
        player.name = name::tidy(&player.name);
        if player.name.is_empty() {
            let stem = file.strip_suffix(EXTENSION).unwrap_or(file);
            player.name = name::tidy(stem.trim_end_matches('.'));
        }
        let key = name::key(&player.name);
        if let Some(other) = self.files.get(&key) {
            let (name, other) = (&player.name, &other.name);
            return Err(located(format!(
                "{name} is in {other} too, and that counts"
            )));
        }
        let file = PlayerFile {
            name: file.to_owned(),
            unknown: read.unknown,
        };
        self.files.insert(key, file);
        found.players.push(player);
        Ok(())
    }

    /// Writes a change. Callers may retry it after a failure.
    pub(super) fn change(&mut self, change: &PlayerChange) -> Result<(), SaveError> {
        let changed = match change {
            PlayerChange::Keep(player) => self.write(&player.name, player),
            PlayerChange::Rename(before, player) => self
                .write(before, player)
                .and_then(|()| self.rename(before, player)),
            PlayerChange::Delete(name) => self.delete(name),
        };
        changed.map_err(|error| SaveError::Write {
            dir: self.dir.clone(),
            error,
        })
    }

    /// Writes a player to the file of the player called `name`.
    fn write(&mut self, name: &str, player: &PlayerProfile) -> io::Result<()> {
        fs::create_dir_all(&self.dir)?;
        let free = self.free_file(&player.name);
        let file = self
            .files
            .entry(name::key(name))
            .or_insert_with(|| PlayerFile {
                name: free,
                unknown: Unknown::default(),
            });
        let text = entries::to_text(player, &file.unknown);
        files::write(&self.dir.join(&file.name), &text)
    }

    /// Renames the file of a player formerly called `before`.
    fn rename(&mut self, before: &str, player: &PlayerProfile) -> io::Result<()> {
        let Some(mut file) = self.files.remove(&name::key(before)) else {
            return Ok(());
        };
        let from = self.dir.join(&file.name);
        let mut moved = Ok(());
        if stem(before) != stem(&player.name) {
            let free = self.free_file(&player.name);
            moved = fs::rename(from, self.dir.join(&free));
            if moved.is_ok() {
                file.name = free;
            }
        }
        self.files.insert(name::key(&player.name), file);
        moved
    }

    fn delete(&mut self, name: &str) -> io::Result<()> {
        let key = name::key(name);
        if let Some(file) = self.files.get(&key) {
            let path = self.dir.join(&file.name);
            if fs::symlink_metadata(&path).is_ok() {
                files::move_to_bin(&path)?;
            }
            self.files.remove(&key);
        }
        Ok(())
    }

    /// Returns an unused file name for a player.
    fn free_file(&self, name: &str) -> String {
        let file = format!("{}.{EXTENSION}", stem(name));
        if fs::symlink_metadata(self.dir.join(&file)).is_err() {
            return file;
        }
        let free = files::free_name(&self.dir, &file);
        let free = free.file_name().map(|name| name.to_string_lossy());
        free.map_or(file, Cow::into_owned)
    }
}

/// Converts a player's name to a file stem that is valid on every system.
fn stem(name: &str) -> String {
    let part = files::name_part(name);
    let lower = part.to_lowercase();
    let base = lower.split('.').next().unwrap_or_default();
    let is_numbered = NUMBERED_DEVICES
        .iter()
        .any(|device| base.strip_prefix(device).is_some_and(|n| n.len() == 1));
    match base {
        "" => "player".to_owned(),
        _ if is_numbered || DEVICES.contains(&base) => format!("{part}_"),
        _ => part,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::table;
    use super::*;

    fn keep(name: &str) -> PlayerChange {
        PlayerChange::Keep(PlayerProfile::named(name))
    }

    /// Lists the files of the folder and its bin.
    fn files_in(dir: &Path) -> Vec<String> {
        let list = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten();
        let bin = dir.join("players/bin");
        let deleted = list(bin).map(|it| format!("bin/{}", it.file_name().to_string_lossy()));
        let mut all: Vec<String> = list(dir.join("players"))
            .filter(|it| it.path().is_file())
            .map(|it| it.file_name().to_string_lossy().into_owned())
            .chain(deleted)
            .collect();
        all.sort();
        all
    }

    #[test]
    fn players_are_saved_renamed_and_deleted_as_files() {
        let dir = tempfile::tempdir().unwrap();
        let mut files = PlayerFiles::new(dir.path());
        assert_eq!(files.read(), LoadedPlayers::default());
        for change in [
            keep("Ada"),
            keep("Bo/../x"),
            keep("ADA"),
            keep("con"),
            keep("!"),
        ] {
            files.change(&change).unwrap();
        }
        let expected = ["Ada.ron", "Bo_.._x.ron", "con_.ron", "player.ron"];
        assert_eq!(files_in(dir.path()), expected);
        let mut ada = PlayerProfile::named("Ada Lovelace");
        ada.set_own("hand", Some("Left".into()));
        let rename = PlayerChange::Rename("Ada".to_owned(), ada.clone());
        files.change(&rename).unwrap();
        files
            .change(&PlayerChange::Delete("con".to_owned()))
            .unwrap();
        files.change(&keep("Con")).unwrap();
        files
            .change(&PlayerChange::Delete("CON".to_owned()))
            .unwrap();
        let expected = [
            "Ada_Lovelace.ron",
            "Bo_.._x.ron",
            "bin/Con_.ron",
            "bin/con_.ron",
            "player.ron",
        ];
        assert_eq!(files_in(dir.path()), expected);
        let found = PlayerFiles::new(dir.path()).read();
        assert_eq!(found.problems, [""; 0]);
        let expected = [
            ada,
            PlayerProfile::named("Bo/../x"),
            PlayerProfile::named("!"),
        ];
        assert_eq!(found.players, expected);
    }

    #[test]
    fn unknown_entries_survive_and_problems_name_their_file() {
        let dir = tempfile::tempdir().unwrap();
        let people = dir.path().join("players");
        fs::create_dir(&people).unwrap();
        let write = |file: &str, text: &str| fs::write(people.join(file), text).unwrap();
        write("ada.ron", "(name: \"Ada\", shoe: 38, volume: 99.0)");
        write("bo.ron", "(text_size: 1.5)");
        write("second.ron", "(name: \"ada\")");
        write("torn.ron", "(name: ");
        write("letter.txt", "Dear Ada");
        fs::create_dir(people.join("folder.ron")).unwrap();
        let mut files = PlayerFiles::new(dir.path());
        let LoadedPlayers { players, problems } = files.read();
        let names: Vec<&str> = players.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Ada", "bo"]);
        let text_size = table::setting("text_size").unwrap();
        assert_eq!(players[1].own(text_size), Some(&1.5.into()));
        let shown = problems.join("\n");
        for part in [
            "players/ada.ron, line 1: volume is 99.0: ",
            "players/folder.ron, it is a folder",
            "players/second.ron, ada is in ada.ron too",
            "players/torn.ron, 1:",
        ] {
            assert!(shown.contains(part), "no {part:?}: {shown}");
        }
        assert_eq!(problems.len(), 4, "{shown}");
        files
            .change(&PlayerChange::Keep(players[0].clone()))
            .unwrap();
        files.change(&keep("Torn")).unwrap();
        let text = |file| fs::read_to_string(people.join(file)).unwrap();
        assert!(text("ada.ron").contains("    shoe: 38,\n"));
        assert_eq!(text("torn.ron"), "(name: ");
        assert!(people.join("Torn.ron").exists());
    }

    #[test]
    fn failed_write_can_be_retried() {
        let dir = tempfile::tempdir().unwrap();
        let people = dir.path().join("players");
        fs::write(&people, "in the way").unwrap();
        let mut files = PlayerFiles::new(dir.path());
        assert_eq!(files.read().problems.len(), 1);
        let problem = files.change(&keep("Ada")).unwrap_err();
        assert!(problem.to_string().contains("players"), "{problem}");
        fs::remove_file(&people).unwrap();
        files.change(&keep("Ada")).unwrap();
        assert_eq!(files_in(dir.path()), ["Ada.ron"]);
    }

    proptest! {
        #[test]
        fn every_name_has_a_file_in_the_folder(names in prop::collection::vec("\\PC{1,60}", 1..6)) {
            let dir = tempfile::tempdir().unwrap();
            let mut files = PlayerFiles::new(dir.path());
            let mut expected: BTreeMap<String, PlayerProfile> = BTreeMap::new();
            for name in &names {
                let player = PlayerProfile::named(name);
                prop_assume!(!player.name.is_empty());
                files.change(&PlayerChange::Keep(player.clone())).unwrap();
                expected.insert(name::key(name), player);
            }
            let found = PlayerFiles::new(dir.path()).read();
            prop_assert!(found.problems.is_empty(), "{:?}", found.problems);
            let players = found.players.into_iter();
            let players: BTreeMap<_, _> = players.map(|it| (name::key(&it.name), it)).collect();
            prop_assert_eq!(players, expected);
            let beside = fs::read_dir(dir.path()).unwrap().count();
            prop_assert_eq!(beside, 1);
        }
    }
}
