//! Folder `models` with the user's own piece models.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use icochess_rules::Side;

use super::files;

/// Name of the folder within the data folder.
const FOLDER: &str = "models";
/// Extension of the files.
const ENDING: &str = "obj";
/// Suffixes of file names for a single side.
const SIDE_SUFFIXES: [(Side, &str); 2] = [(Side::White, "-white"), (Side::Black, "-black")];
/// Maximum size of a file, in bytes. The limit keeps the start fast.
const MAX_BYTES: u64 = 16 << 20;
/// Maximum size of all model files together, in bytes.
const MAX_TOGETHER: u64 = 8 * MAX_BYTES;
/// Maximum number of entries per folder.
const MAX_ENTRIES: usize = 256;

/// File in the folder `models`.
#[derive(Debug, PartialEq)]
pub struct ModelFile {
    /// Subfolder of the file; `None` for `models` itself.
    pub folder: Option<String>,
    /// Name of the piece.
    pub name: String,
    /// Side that the file is for; `None` for both.
    pub side: Option<Side>,
    /// Text, or the reason why it can't be read.
    pub text: Result<String, String>,
    /// Text of the material file, or the reason why it can't be read. Only for models of a single
    /// side.
    pub materials: Option<Result<String, String>>,
}

impl ModelFile {
    /// Returns the file's path relative to the data folder.
    pub fn path(&self) -> String {
        let folder = self.folder.as_ref().map(|folder| format!("{folder}/"));
        let of_side = SIDE_SUFFIXES
            .iter()
            .find(|(side, _)| self.side == Some(*side));
        format!(
            "{FOLDER}/{}{}{}.{ENDING}",
            folder.unwrap_or_default(),
            self.name,
            of_side.map_or("", |(_, end)| end)
        )
    }
}

/// Reads the models of a data folder, from `models` and its subfolders, in order.
pub(super) fn read(dir: &Path) -> Vec<ModelFile> {
    let dir = dir.join(FOLDER);
    let (mut found, mut left) = (Vec::new(), MAX_TOGETHER);
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
        let mut of_side = SIDE_SUFFIXES.iter();
        let of_side = of_side.find_map(|(side, end)| Some((*side, name.strip_suffix(end)?)));
        let (side, name) = of_side.map_or((None, &*name), |(side, name)| (Some(side), name));
        // Models for both sides use the sides' own colours.
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

/// Reads a file within the limits for a single file and for all files.
fn read_text(path: &Path, left: &mut u64) -> Result<String, String> {
    let bytes = files::read_file_within(path, MAX_BYTES)?;
    *left = left
        .checked_sub(bytes.len() as u64)
        .ok_or_else(|| format!("the models are longer than {MAX_TOGETHER} bytes together"))?;
    // Part names may have any encoding and are ignored.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads a model's material file, which must be in the same folder.
fn read_materials(dir: &Path, named: &str, left: &mut u64) -> Result<String, String> {
    let read = match Path::new(named).file_name() {
        Some(file) if file == named => read_text(&dir.join(named), left),
        _ => Err("it has to be in the same folder".to_owned()),
    };
    read.map_err(|problem| format!("{named}: {problem}"))
}

/// Returns the sorted names in a folder; none if it doesn't exist.
fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.take(MAX_ENTRIES).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_read_from_folder_and_subfolders() {
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
    fn oversized_models_and_folders_are_reported() {
        let dir = tempfile::tempdir().unwrap();
        let models = dir.path().join(FOLDER);
        fs::create_dir_all(models.join("rook.obj")).unwrap();
        let long = fs::File::create(models.join("king.obj")).unwrap();
        long.set_len(1 << 40).unwrap();
        for at in 0..9 {
            let file = fs::File::create(models.join(format!("p{at}.obj"))).unwrap();
            file.set_len(MAX_BYTES).unwrap();
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
