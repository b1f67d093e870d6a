//! Small pictures of the boards, used to choose a board and to tell saved games apart.
//!
//! A thread draws them once, when a page first shows them. Until then, their nodes are empty.

mod drawing;

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};

use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;

use super::screen::{Screen, Screens};
use icochess_base::frame::Waker;
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::texture::with_levels;
use icochess_play::game::Boards;

/// The pictures, by board identifier.
#[derive(Resource, Debug, Default)]
pub struct Portraits(HashMap<&'static str, Handle<Image>>);

impl Portraits {
    /// Returns the picture of a board; `None` before it is drawn.
    pub fn of(&self, board: &str) -> Option<Handle<Image>> {
        self.0.get(board).cloned()
    }
}

/// A board identifier, and the bytes of its picture.
type Drawn = (&'static str, Vec<u8>);

/// Pictures from the drawing thread. `Mutex` only because `Receiver` isn't `Sync`; never contended.
#[derive(Resource)]
struct Drawing(Mutex<Receiver<Drawn>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Portraits>().add_systems(
        Update,
        (
            start_drawing
                .run_if(resource_changed::<Screens>.and_then(not(resource_exists::<Drawing>))),
            store_pictures.run_if(resource_exists::<Drawing>),
        )
            .in_set(AppSystems::Scene),
    );
}

/// Starts drawing all boards when a page first lists boards or saved games.
fn start_drawing(
    mut commands: Commands,
    screens: Res<Screens>,
    boards: Res<Boards>,
    waker: Res<Waker>,
) {
    if !matches!(screens.shown(), Screen::NewGame | Screen::Saved) {
        return;
    }
    let (boards, waker) = (boards.clone(), waker.clone());
    let (tell, drawn) = channel();
    let started = platform::spawn("portraits", move || {
        for board in boards.all() {
            let Some(shape) = boards.shape(board) else {
                continue;
            };
            let bytes = drawing::draw(&shape, board.new_game().position());
            if tell.send((board.id(), bytes)).is_err() {
                return;
            }
            waker.wake();
        }
    });
    if let Err(problem) = started {
        warn!("The boards are not drawn: {problem}");
    }
    commands.insert_resource(Drawing(Mutex::new(drawn)));
}

/// Stores finished pictures.
fn store_pictures(
    mut drawing: ResMut<Drawing>,
    images: Option<ResMut<Assets<Image>>>,
    mut portraits: ResMut<Portraits>,
) {
    let Some(mut images) = images else {
        return;
    };
    let drawing = drawing.bypass_change_detection();
    let Ok(drawn) = drawing.0.get_mut() else {
        return;
    };
    while let Ok((board, bytes)) = drawn.try_recv() {
        portraits.0.insert(board, images.add(image(bytes)));
    }
}

/// Creates an image with mip levels, because lists show it as small as a line of text.
fn image(bytes: Vec<u8>) -> Image {
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = with_levels(drawing::SIZE, 1, format, drawing::LEVELS, bytes);
    image.sampler = ImageSampler::linear();
    image
}
