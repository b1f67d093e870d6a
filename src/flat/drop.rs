//! Imports game files dropped on the window or chosen by the player.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use icochess_base::frame::Waker;
use icochess_base::platform::{self, GivenFile};
use icochess_base::schedule::AppSystems;
use icochess_store::library::messages::{Import, LibraryRequest};

/// Files that players chose, or dropped on a page.
#[derive(Resource)]
struct GivenFiles(Mutex<Receiver<GivenFile>>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        import_files
            .run_if(on_message::<FileDragAndDrop>)
            .in_set(AppSystems::Input),
    );
    app.add_systems(Startup, listen_for_files)
        .add_systems(Update, import_given.in_set(AppSystems::Input));
}

fn listen_for_files(mut commands: Commands, waker: Res<Waker>) {
    let (give, files) = channel();
    let waker = waker.clone();
    platform::on_given_file(move |file| {
        // Sending fails only after the app has ended.
        let _ = give.send(file);
        waker.wake();
    });
    commands.insert_resource(GivenFiles(Mutex::new(files)));
}

fn import_given(mut files: ResMut<GivenFiles>, mut requests: MessageWriter<LibraryRequest>) {
    let files = files.0.get_mut().unwrap_or_else(PoisonError::into_inner);
    for file in files.try_iter() {
        requests.write(LibraryRequest::Import(match file {
            GivenFile::Path(path) => Import::File(path),
            GivenFile::Text(text) => Import::Text(text),
        }));
    }
}

fn import_files(
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
