//! Plays moves typed in the page's own field, for screen readers.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;

use icochess_base::frame::Waker;
use icochess_base::platform::{self, ANNOUNCES};
use icochess_ui::kit::move_field::MoveTyped;

/// Moves from the page.
#[derive(Resource)]
struct Moves(Mutex<Receiver<String>>);

pub(super) fn plugin(app: &mut App) {
    if ANNOUNCES {
        app.add_systems(Startup, listen)
            .add_systems(First, take_moves);
    }
}

fn listen(mut commands: Commands, waker: Res<Waker>) {
    let (give, moves) = channel();
    let waker = waker.clone();
    platform::on_typed_move(move |text| {
        // Sending fails only after the app has ended.
        let _ = give.send(text);
        waker.wake();
    });
    commands.insert_resource(Moves(Mutex::new(moves)));
}

fn take_moves(mut moves: ResMut<Moves>, mut typed: MessageWriter<MoveTyped>) {
    let moves = moves.0.get_mut().unwrap_or_else(PoisonError::into_inner);
    typed.write_batch(moves.try_iter().map(MoveTyped));
}
