//! The interface in the window, over the board.

use bevy::prelude::*;

use crate::state::screen::Surface;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_page_root);
}

fn spawn_page_root(mut commands: Commands) {
    commands.spawn((
        Surface::Window,
        Name::new("interface"),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        Pickable::IGNORE,
    ));
}
