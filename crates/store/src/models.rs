//! The folder `models`: what players put in the place of the game's own pieces.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use super::files;

/// The folder, in the data folder.
const FOLDER: &str = "models";
/// The extension of the files.
const ENDING: &str = "obj";
/// Most bytes of a file, and of all together, so that the start does not take long.
const MOST_BYTES: u64 = 16 << 20;
/// See [`MOST_BYTES`].
const MOST_TOGETHER: u64 = 8 * MOST_BYTES;
/// Most entries of a folder that are looked at.
const MOST_ENTRIES: usize = 256;

/// A file in the folder `models`.
#[derive(Debug, PartialEq)]
pub struct ModelFile {
    /// The folder in it where the file lies; `None` if it lies in `models` itself.
    pub folder: Option<String>,
    /// The name of the file without its ending.
    pub name: String,
    /// The text, or why it cannot be read.
    pub text: Result<String, String>,
}

impl ModelFile {
    /// The path of the file, from the data folder on.
    pub fn path(&self) -> String {
        let folder = self.folder.as_ref().map(|folder| format!("{folder}/"));
        format!(
            "{FOLDER}/{}{}.{ENDING}",
            folder.unwrap_or_default(),
            self.name
        )
    }
}

/// Reads the models in a data folder and in the folders below its `models`, in order.
pub(super) fn read(dir: &Path) -> Vec<ModelFile> {
    let dir = dir.join(FOLDER);
    let (mut found, mut left) = (Vec::new(), MOST_TOGETHER);
    read_folder(&dir, None, &mut left, &mut found);
    for folder in names(&dir) {
        let inner = dir.join(&folder);
        if inner.is_dir() {
            read_folder(&inner, Some(&folder), &mut left, &mut found);
        }
    }
    found
}

fn read_folder(dir: &Path, folder: Option<&str>, left: &mut u64, found: &mut Vec<ModelFile>) {
    for file in names(dir) {
        let path = dir.join(&file);
        if path.extension() != Some(OsStr::new(ENDING)) {
            continue;
        }
        let text = files::read_file_within(&path, MOST_BYTES).and_then(|bytes| {
            *left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                format!("the models are longer than {MOST_TOGETHER} bytes together")
            })?;
            // Names of parts in it may be in any encoding, and do not matter.
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        });
        let name = path.file_stem().unwrap_or_default();
        found.push(ModelFile {
            folder: folder.map(str::to_owned),
            name: name.to_string_lossy().into_owned(),
            text,
        });
    }
}

/// The names in a folder, in order; none if there is no such folder.
fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.take(MOST_ENTRIES).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_folder_and_of_those_in_it_are_read() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(read(dir.path()), []);
        let models = dir.path().join(FOLDER);
        fs::create_dir_all(models.join("chess/deeper")).unwrap();
        for file in [
            "king.obj",
            "king.mtl",
            "chess/queen.obj",
            "chess/deeper/x.obj",
        ] {
            fs::write(models.join(file), format!("# {file} \u{fc}")).unwrap();
        }
        fs::write(models.join("pawn.obj"), b"o B\xe4r").unwrap();
        let found = read(dir.path());
        let paths: Vec<String> = found.iter().map(ModelFile::path).collect();
        assert_eq!(
            paths,
            [
                "models/king.obj",
                "models/pawn.obj",
                "models/chess/queen.obj"
            ]
        );
        assert_eq!(found[0].text, Ok("# king.obj \u{fc}".to_owned()));
        assert_eq!(found[1].text, Ok("o B\u{fffd}r".to_owned()));
        assert_eq!(found[2].folder.as_deref(), Some("chess"));
    }

    #[test]
    fn what_is_no_file_or_too_long_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let models = dir.path().join(FOLDER);
        fs::create_dir_all(models.join("rook.obj")).unwrap();
        let long = fs::File::create(models.join("king.obj")).unwrap();
        long.set_len(1 << 40).unwrap();
        for at in 0..9 {
            let file = fs::File::create(models.join(format!("p{at}.obj"))).unwrap();
            file.set_len(MOST_BYTES).unwrap();
        }
        let problems: Vec<_> = read(dir.path())
            .into_iter()
            .filter_map(|file| Some((file.path(), file.text.err()?)))
            .collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        for ((path, problem), (file, why)) in problems.iter().zip([
            ("king", "longer than 16777216 bytes"),
            ("p8", "longer than 134217728 bytes together"),
            ("rook", "expected a file"),
        ]) {
            assert!(
                path.contains(file) && problem.contains(why),
                "{path}: {problem}"
            );
        }
    }
}
