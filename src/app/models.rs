//! Loads custom piece models before anything opens, so that no frame waits for them.

use icochess_message::{Msg, msg};
use icochess_rules::AnyBoard;

use icochess_board::pieces::models::PieceModels;
use icochess_board::pieces::obj;
use icochess_store::models::ModelFile;

/// Builds models from the files, and a message for each unusable file. The game's own piece
/// replaces it.
pub(super) fn find(files: Vec<ModelFile>, boards: &[AnyBoard]) -> (PieceModels, Vec<Msg>) {
    let mut models = PieceModels::default();
    let mut problems = Vec::new();
    for file in files {
        let path = file.path();
        let (folder, name) = (file.folder.as_deref(), file.name.as_str());
        let read = |text: Result<String, String>| {
            obj::materials(&text?).map_err(|error| error.to_string())
        };
        let (materials, no_colors) = match file.materials.map(read) {
            Some(Err(problem)) => (Vec::new(), Some(problem)),
            materials => (materials.and_then(Result::ok).unwrap_or_default(), None),
        };
        let read = is_known(folder, name, boards)
            .and(file.text)
            .and_then(|text| obj::read(&text, &materials).map_err(|error| error.to_string()));
        match read {
            Ok(model) => {
                models.add(folder, name, file.side, model);
                problems.extend(
                    no_colors.map(|problem| {
                        msg!("model-colours-unusable", file = path, problem = problem)
                    }),
                );
            }
            Err(problem) => problems.push(msg!("model-unusable", file = path, problem = problem)),
        }
    }
    (models, problems)
}

/// Checks that the board and the piece exist.
fn is_known(folder: Option<&str>, name: &str, boards: &[AnyBoard]) -> Result<(), String> {
    let is_matching = |board: &&AnyBoard| folder.is_none_or(|folder| folder == board.id());
    let mut matching = boards.iter().filter(is_matching).peekable();
    if matching.peek().is_none() {
        let ids: Vec<&str> = boards.iter().map(|board| board.id()).collect();
        return Err(format!(
            "its folder is named after no board, expected one of {}",
            ids.join(", ")
        ));
    }
    let mut names: Vec<&str> = matching
        .flat_map(|board| board.roles().iter().map(|role| role.name))
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.contains(&name) {
        return Ok(());
    }
    Err(format!(
        "it is named after no piece, expected one of {}",
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use bevy::prelude::*;

    use super::super::StartState;
    use super::*;
    use icochess_store::Report;
    use icochess_store::store::Store;

    const TENT: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 4 3\nf 2 3 4\nf 1 2 4\n";

    /// An unusable file in the folder must not prevent the start or the use of other files.
    #[test]
    fn unusable_models_are_reported_and_the_game_starts() {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["models/octhex146", "models/other"] {
            fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        for (file, text) in [
            ("king", TENT),
            ("octhex146/queen", TENT),
            ("octhex146/king", TENT),
            ("other/king", TENT),
            ("tower", TENT),
            ("queen", ""),
            ("rook", "v 0 nan 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n"),
            ("queen-white", &format!("mtllib none.mtl\n{TENT}")),
            ("queen-black", &format!("mtllib odd.mtl\n{TENT}")),
            ("bishop", &format!("{TENT}o second\nf 1 2 3\n")),
            ("knight", "v 0 0 0\nf 1 2 3\n"),
        ] {
            let file = dir.path().join("models").join(file).with_extension("obj");
            fs::write(file, text).unwrap();
        }
        fs::write(dir.path().join("models/odd.mtl"), "newmtl a\nKd red\n").unwrap();
        let pawn = fs::File::create(dir.path().join("models/pawn.obj")).unwrap();
        pawn.set_len(1 << 40).unwrap();

        let mut beginning = StartState::default();
        let store = Store::open(Some(dir.path())).unwrap();
        beginning.find_models(&store);
        let mut reports: Vec<String> = beginning
            .reports
            .iter()
            .map(|report| beginning.words.english(report))
            .collect();
        reports.sort();
        for (report, (file, why)) in reports.iter().zip([
            ("bishop", "there are 2 meshes in it"),
            ("knight", "line 2: \"2\" names what the file does not have"),
            (
                "octhex146/king",
                "it is named after no piece, expected one of bishop, cardinal, ",
            ),
            ("other/king", "expected one of icochess, chess, "),
            ("pawn", "the file is longer than 16777216 bytes"),
            ("queen", "there is no face in it"),
            ("rook", "infinite or no number"),
            (
                "tower",
                "it is named after no piece, expected one of bishop, ",
            ),
            ("queen-black", "line 2: \"Kd red\" is no colour"),
            ("queen-white", "none.mtl: "),
        ]) {
            let part = if file.starts_with("queen-") {
                "the colours of "
            } else {
                ""
            };
            let file = format!("Couldn't use {part}models/{file}.obj");
            assert!(
                report.contains(&file) && report.contains(why),
                "{report}, not {why}"
            );
        }
        assert_eq!(reports.len(), 10, "{reports:?}");
        let mut app = App::new();
        app.add_message::<Report>()
            .add_message::<icochess_store::SaveRequested>();
        beginning.apply(&mut app);
        assert!(!app.world().resource::<PieceModels>().is_empty());
    }
}
