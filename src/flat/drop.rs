//! Files that are given to the window: games to be added to the saved ones.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use icochess_base::frame::Waker;
use icochess_base::platform::{self, ASKS_FOR_FILES};
use icochess_base::schedule::AppSystems;
use icochess_store::library::messages::{Import, LibraryRequest};

/// The texts of files that have no path.
#[derive(Resource)]
struct Texts(Mutex<Receiver<String>>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        import
            .run_if(on_message::<FileDragAndDrop>)
            .in_set(AppSystems::Input),
    );
    if ASKS_FOR_FILES {
        let import = import_texts.run_if(resource_exists::<Texts>);
        app.add_systems(Startup, listen)
            .add_systems(Update, import.in_set(AppSystems::Input));
    }
}

fn listen(mut commands: Commands, waker: Res<Waker>) {
    let (give, texts) = channel();
    let waker = waker.clone();
    let listening = platform::hear_files(move |text| {
        // The game has ended: the page says so.
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
