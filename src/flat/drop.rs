//! Imports game files dropped on the window.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use icochess_base::frame::Waker;
use icochess_base::platform::{self, ASKS_FOR_FILES};
use icochess_base::schedule::AppSystems;
use icochess_store::library::messages::{Import, LibraryRequest};

/// Texts of dropped files that have no path (in a browser).
#[derive(Resource)]
struct Texts(Mutex<Receiver<String>>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        import_files
            .run_if(on_message::<FileDragAndDrop>)
            .in_set(AppSystems::Input),
    );
    if ASKS_FOR_FILES {
        let import = import_texts.run_if(resource_exists::<Texts>);
        app.add_systems(Startup, listen_for_texts)
            .add_systems(Update, import.in_set(AppSystems::Input));
    }
}

fn listen_for_texts(mut commands: Commands, waker: Res<Waker>) {
    let (give, texts) = channel();
    let waker = waker.clone();
    let listening = platform::hear_files(move |text| {
        // Sending fails only after the app has ended.
        let _ = give.send(text);
        waker.wake();
    });
    match listening {
        Ok(()) => commands.insert_resource(Texts(Mutex::new(texts))),
        Err(problem) => warn!("Files cannot be dropped: {problem}"),
    }
}

fn import_texts(mut texts: ResMut<Texts>, mut requests: MessageWriter<LibraryRequest>) {
    let texts = texts.0.get_mut().unwrap_or_else(PoisonError::into_inner);
    for text in texts.try_iter() {
        requests.write(LibraryRequest::Import(Import::Text(text)));
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
