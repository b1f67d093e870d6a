//! Files dropped on the window: games to be added to the saved ones.

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use crate::save::library::messages::{Import, LibraryRequest};
use crate::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        import
            .run_if(on_message::<FileDragAndDrop>)
            .in_set(AppSystems::Input),
    );
}

fn import(
    mut dropped: MessageReader<FileDragAndDrop>,
    mut requests: MessageWriter<LibraryRequest>,
) {
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            let file = Import::File(path_buf.clone());
            requests.write(LibraryRequest::Import(file));
        }
    }
}
