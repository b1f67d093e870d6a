//! Tests of who may know whom: what the compiler does not check of the crates of the workspace.
//!
//! * [`folders`]: the files of a folder import one another one way, in every crate.
//! * [`diagram`]: a module of the game knows only what stands to its left in the
//!   diagram of its `src/lib.rs`.
//! * [`foreign`]: some crates, and parts of Bevy, are for some modules of the game alone.
//! * [`boards`]: no source names a board, by a path or by a text, but the folder of that.
//! * [`dependencies`]: what the crates below `crates/` may depend on.
//! * [`orphans`]: every source file is a module of some program.
//!
//! Sources are parsed, not compiled: whatever the features and the platform, every path
//! counts. [`workspace`] asks cargo for the crates, [`sources`] reads them, [`made_up`]
//! is for the tests of these.

mod boards;
mod dependencies;
mod diagram;
mod folders;
mod foreign;
mod made_up;
mod orphans;
mod sources;
mod workspace;

use workspace::Workspace;

/// Names, each with others that have to do with it, separated by spaces.
type Table = &'static [(&'static str, &'static str)];

fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn the_files_of_a_folder_import_one_another_one_way() {
    assert_none(&folders::complaints(&Workspace::here()));
}

#[test]
fn no_module_knows_one_to_its_right() {
    assert_none(&diagram::complaints(&Workspace::here(), diagram::BESIDE));
}

#[test]
fn foreign_crates_stay_where_they_belong() {
    assert_none(&foreign::complaints(&Workspace::here(), foreign::ONLY_IN));
}

#[test]
fn boards_are_named_in_their_folders_and_in_the_list_alone() {
    let (workspace, boards) = (Workspace::here(), boards::all());
    assert_none(&boards::complaints(
        &workspace,
        boards::HOME,
        &boards,
        boards::ALIKE,
    ));
}

#[test]
fn every_source_file_is_compiled() {
    assert_none(&orphans::complaints(&Workspace::here()));
}

#[test]
fn crates_depend_on_what_the_table_allows() {
    let workspace = Workspace::here();
    assert_none(&dependencies::complaints(&workspace, dependencies::ALLOWED));
}
