//! Two games in one process, which save independently.

use std::fs;

use icochess::game::Boards;
use icochess::save::Unsaved;
use icochess::save::queue::Saved;
use icochess::save::settings::Settings;
use icochess::save::store::{Store, read_game_file};

use crate::table::{MATE, Table};

/// Returns the result of saving the game, and whether the game on disk is this one.
fn outcome(table: &mut Table) -> (Saved, bool) {
    table.saved();
    let queue = table.get::<Store>().queue();
    (queue.last_saved(), queue.is_current())
}

#[test]
fn apps_save_in_their_own_folders_with_their_own_results() {
    let dir = tempfile::tempdir().unwrap();
    let folders = ["one", "other"].map(|name| dir.path().join(name));
    let [mut one, mut other] = folders.each_ref().map(|folder| Table::saving(folder));
    fs::remove_dir_all(&folders[1]).unwrap();
    one.get_mut::<Settings>().volume = -6.0;
    other.get_mut::<Settings>().volume = -9.0;
    // The apps alternate as the last one to save.
    one.play(&MATE[..2]);
    other.play(&MATE[..1]);
    assert_eq!(outcome(&mut other), (Saved::Failed, false));
    assert_eq!(outcome(&mut one), (Saved::Saved, true));
    one.play(&MATE[2..]);
    assert_eq!(outcome(&mut one), (Saved::Saved, true));
    assert_eq!(outcome(&mut other), (Saved::Failed, false));
    assert!(one.get::<Unsaved>().why().is_none() && other.get::<Unsaved>().why().is_some());

    fs::create_dir(&folders[1]).unwrap();
    drop(one);
    other.play(&MATE[1..2]);
    assert_eq!(outcome(&mut other), (Saved::Saved, true));
    drop(other);
    for (folder, plies, volume) in [(&folders[0], 3, -6.0), (&folders[1], 2, -9.0)] {
        let current = folder.join("current.pgn");
        let game = read_game_file(&current, Boards::default().by_likelihood());
        assert_eq!(game.unwrap().ply(), plies);
        let store = Store::open(Some(folder)).unwrap();
        let (settings, problems) = store.read_settings().unwrap();
        assert_eq!((settings.volume, problems), (volume, vec![]));
    }
}
