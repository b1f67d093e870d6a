//! The pages of the interface are on the panel.

use bevy::prelude::*;

use super::screen::PanelScreen;
use crate::state::screen::Surface;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, screen: Res<PanelScreen>) {
    commands.spawn((
        Surface::Panel,
        Name::new("panel interface"),
        UiTargetCamera(screen.camera),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        Pickable::IGNORE,
    ));
}
