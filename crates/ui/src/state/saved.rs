//! State of the saved games page: the visible part of the list and the chosen game.

use bevy::clipboard::{Clipboard, ClipboardRead};
use bevy::prelude::*;

use super::screen::{Screen, Screens};
use icochess_base::schedule::AppSystems;
use icochess_core::library::{Entry, Names};
use icochess_message::{msg, reason};
use icochess_store::Notice;
use icochess_store::library::Library;
use icochess_store::library::messages::{Import, LibraryFact, LibraryRequest};

/// Games per page of the list.
pub const ROWS: usize = 8;

/// The state of the saved games page.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// The page of the list, from 0.
    pub page: usize,
    /// File of the chosen game.
    pub chosen: Option<String>,
    /// The typed names of the game's players.
    pub names: Names,
    /// Whether the page asks to confirm deleting the chosen game.
    pub asks_to_delete: bool,
}

impl SavedView {
    /// Chooses a game.
    pub fn choose(&mut self, game: &Entry) {
        self.chosen = Some(game.file.clone());
        self.names = game.names.clone();
        self.asks_to_delete = false;
    }

    /// Returns the chosen game, if it still exists.
    pub fn game<'a>(&self, library: &'a Library) -> Option<&'a Entry> {
        let file = self.chosen.as_ref()?;
        library.games.iter().find(|game| game.file == *file)
    }

    /// Returns the number of pages for `games` games; 1 if the list is empty.
    pub const fn pages(games: usize) -> usize {
        if games == 0 { 1 } else { games.div_ceil(ROWS) }
    }
}

/// A pending read of the clipboard, to import games.
#[derive(Resource)]
struct Pasting(ClipboardRead);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedView>().add_systems(
        Update,
        (
            handle_library_facts.run_if(on_message::<LibraryFact>),
            import_pasted.run_if(resource_exists::<Pasting>),
            clamp_page.run_if(resource_changed::<Library>),
        )
            .in_set(AppSystems::Feedback),
    );
}

/// Starts reading the clipboard, to import its games.
pub fn import_clipboard(world: &mut World) {
    if let Some(mut clipboard) = world.get_resource_mut::<Clipboard>() {
        let reading = clipboard.fetch_text();
        world.insert_resource(Pasting(reading));
    }
}

fn import_pasted(
    mut commands: Commands,
    mut pasting: ResMut<Pasting>,
    mut requests: MessageWriter<LibraryRequest>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(read) = pasting.0.poll_result() else {
        return;
    };
    commands.remove_resource::<Pasting>();
    match read {
        Ok(text) => {
            requests.write(LibraryRequest::Import(Import::Text(text)));
        }
        Err(problem) => {
            let problem = reason(&problem);
            notices.write(Notice(msg!("clipboard-unreadable", problem = problem)));
        }
    }
}

/// Copies an exported game to the clipboard, and shows the board once a game was opened.
fn handle_library_facts(
    mut facts: MessageReader<LibraryFact>,
    clipboard: Option<ResMut<Clipboard>>,
    mut notices: MessageWriter<Notice>,
    mut screens: ResMut<Screens>,
) {
    let mut clipboard = clipboard;
    for fact in facts.read() {
        match fact {
            LibraryFact::Text(text) => {
                let copied = clipboard
                    .as_mut()
                    .map(|clipboard| clipboard.set_text(text.as_str()));
                notices.write(Notice(match copied {
                    Some(Ok(())) => msg!("copied"),
                    Some(Err(problem)) => {
                        msg!("not-copied", problem = reason(&problem))
                    }
                    None => msg!("no-clipboard"),
                }));
            }
            LibraryFact::Opened(_) => screens.open(Screen::Game),
            _ => {}
        }
    }
}

/// Returns to the last page when the list becomes shorter.
fn clamp_page(library: Res<Library>, mut view: ResMut<SavedView>) {
    let last = SavedView::pages(library.games.len()) - 1;
    if view.page > last {
        view.page = last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_on_a_page() {
        assert_eq!(SavedView::pages(0), 1);
        assert_eq!(SavedView::pages(ROWS), 1);
        assert_eq!(SavedView::pages(ROWS + 1), 2);
        assert_eq!(SavedView::pages(10_000), 1250);
    }
}
