//! Display used by the players, and requests to it.

use bevy::prelude::*;

/// Display that the players use.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Display {
    /// Window or touch screen.
    #[default]
    Flat,
    /// Headset; the window shows the board to spectators.
    Headset,
}

/// Whether the window's UI offers to continue in a headset. A browser knows whether one is
/// available. Elsewhere the offer is always shown, and the headset is detected when a player
/// accepts.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HeadsetAvailable(pub bool);

/// Whether the headset supports passthrough, which shows the real room around the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum PassthroughAvailable {
    /// Not supported.
    #[default]
    Never,
    /// Supported from the next headset session.
    NextTime,
    /// Supported at any time.
    Now,
}

impl PassthroughAvailable {
    /// Returns whether to offer passthrough to the players.
    pub const fn is_offered(self) -> bool {
        !matches!(self, Self::Never)
    }
}

/// Request: continue the window's game in the headset.
#[derive(Message, Debug, Clone, Copy)]
pub struct HeadsetRequested;

/// Request: toggle full screen.
#[derive(Message, Debug, Clone, Copy)]
pub struct FullScreenRequested;

/// Adds the display state and its requests.
pub fn plugin(app: &mut App) {
    app.init_state::<Display>()
        .add_message::<HeadsetRequested>()
        .add_message::<FullScreenRequested>()
        .init_resource::<HeadsetAvailable>()
        .init_resource::<PassthroughAvailable>();
}
