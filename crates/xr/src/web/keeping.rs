//! Tells the page whether the game is saved in the browser, so that leaving the page is safe.
//! Otherwise players can download the game as a file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;

use super::session::Headset;
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_store::library::messages::{Form, LibraryRequest, Source};
use icochess_store::queue::{SaveQueue, Saved};

/// Whether the page has requested the game as a file.
#[derive(Resource, Debug, Default)]
struct FileWanted(Arc<AtomicBool>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FileWanted>()
        .add_systems(Startup, listen)
        .add_systems(
            Update,
            (
                export_game.in_set(AppSystems::Input),
                report_saved_state.after(AppSystems::Feedback),
            ),
        );
}

fn listen(wanted: Res<FileWanted>) {
    let wanted = Arc::clone(&wanted.0);
    platform::on_export(move || wanted.store(true, Ordering::Relaxed));
}

fn export_game(
    wanted: Res<FileWanted>,
    game: Res<Match>,
    mut requests: MessageWriter<LibraryRequest>,
) {
    if wanted.0.swap(false, Ordering::Relaxed) {
        let played = Source::Game(game.as_played());
        requests.write(LibraryRequest::Export(played, Form::Pgn));
    }
}

/// Reports to the page when the saved state changes.
fn report_saved_state(
    headset: Res<Headset>,
    queue: Res<SaveQueue>,
    mut last_reported: Local<Option<bool>>,
) {
    let is_kept = !queue.is_busy() && queue.last_saved() != Saved::Failed;
    if last_reported.replace(is_kept) != Some(is_kept)
        && let Some(page) = headset.page()
    {
        page.set_kept(is_kept);
    }
}
