//! The folder `models`: what players put in the place of the game's own pieces.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use icochess_rules::Side;

use super::files;

/// The folder, in the data folder.
const FOLDER: &str = "models";
/// The extension of the files.
const ENDING: &str = "obj";
/// What follows the name of a piece in the name of a file for one side.
const OF_SIDE: [(Side, &str); 2] = [(Side::White, "-white"), (Side::Black, "-black")];
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
    /// The name of the piece.
    pub name: String,
    /// The side that the file is for; `None` for both.
    pub side: Option<Side>,
    /// The text, or why it cannot be read.
    pub text: Result<String, String>,
    /// The text of the materials that a file for one side names, or why it cannot be read.
    pub materials: Option<Result<String, String>>,
}

impl ModelFile {
    /// The path of the file, from the data folder on.
    pub fn path(&self) -> String {
        let folder = self.folder.as_ref().map(|folder| format!("{folder}/"));
        let of_side = OF_SIDE.iter().find(|(side, _)| self.side == Some(*side));
        format!(
            "{FOLDER}/{}{}{}.{ENDING}",
            folder.unwrap_or_default(),
            self.name,
            of_side.map_or("", |(_, end)| end)
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
        let text = read_text(&path, left);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut of_side = OF_SIDE.iter();
        let of_side = of_side.find_map(|(side, end)| Some((*side, name.strip_suffix(end)?)));
        let (side, name) = of_side.map_or((None, &*name), |(side, name)| (Some(side), name));
        // Both sides keep their colours.
        let lines = text
            .iter()
            .filter(|_| side.is_some())
            .flat_map(|it| it.lines());
        let mut named = lines.filter_map(|line| line.trim().strip_prefix("mtllib "));
        let materials = named
            .next()
            .map(|named| read_materials(dir, named.trim(), left));
        found.push(ModelFile {
            folder: folder.map(str::to_owned),
            name: name.to_owned(),
            side,
            text,
            materials,
        });
    }
}

/// Reads a file if it is not too long, neither alone nor with those before it.
fn read_text(path: &Path, left: &mut u64) -> Result<String, String> {
    let bytes = files::read_file_within(path, MOST_BYTES)?;
    *left = left
        .checked_sub(bytes.len() as u64)
        .ok_or_else(|| format!("the models are longer than {MOST_TOGETHER} bytes together"))?;
    // Names of parts in it may be in any encoding, and do not matter.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the file of materials that a model names, from the same folder.
fn read_materials(dir: &Path, named: &str, left: &mut u64) -> Result<String, String> {
    let read = match Path::new(named).file_name() {
        Some(file) if file == named => read_text(&dir.join(named), left),
        _ => Err("it has to be in the same folder".to_owned()),
    };
    read.map_err(|problem| format!("{named}: {problem}"))
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
            "king-black.obj",
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
                "models/king-black.obj",
                "models/king.obj",
                "models/pawn.obj",
                "models/chess/queen.obj"
            ]
        );
        assert_eq!(found[1].text, Ok("# king.obj \u{fc}".to_owned()));
        assert_eq!(found[2].text, Ok("o B\u{fffd}r".to_owned()));
        assert_eq!(found[3].folder.as_deref(), Some("chess"));
        let sides: Vec<_> = found.iter().map(|file| (&*file.name, file.side)).collect();
        assert_eq!(sides[..2], [("king", Some(Side::Black)), ("king", None)]);
    }

    #[test]
    fn materials_are_read_for_one_side_from_the_same_folder() {
        let dir = tempfile::tempdir().unwrap();
        let models = dir.path().join(FOLDER);
        fs::create_dir_all(models.join("chess")).unwrap();
        fs::write(models.join("a b.mtl"), "newmtl gold").unwrap();
        for (file, names) in [
            ("bishop-white", "no mtllib"),
            ("king", "mtllib a b.mtl"),
            ("king-black", " mtllib  a b.mtl \r\nmtllib other.mtl"),
            ("pawn-white", "mtllib none.mtl"),
            ("queen-black", "mtllib ../settings.ron"),
            ("chess/rook-white", "mtllib ../a b.mtl"),
        ] {
            fs::write(models.join(file).with_extension("obj"), names).unwrap();
        }
        let read = read(dir.path());
        let materials: Vec<_> = read.iter().map(|file| file.materials.as_ref()).collect();
        assert_eq!(materials[..2], [None, Some(&Ok("newmtl gold".to_owned()))]);
        assert_eq!(materials[2], None);
        for (materials, why) in materials[3..].iter().zip([
            "none.mtl: ",
            "settings.ron: it has to be in the same",
            "a b.mtl: it has to be in the same",
        ]) {
            let problem = materials
                .and_then(|it| it.as_ref().err())
                .expect("a problem");
            assert!(problem.contains(why), "{problem}, not {why}");
        }
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
