//! The display that the players look through, and what may be asked of it.

use bevy::prelude::*;

/// The display that the players look through.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Display {
    /// A window with a mouse, or a screen with fingers.
    #[default]
    Flat,
    /// A headset; the window shows the board to onlookers.
    Headset,
}

/// Whether the game in the window offers to go on in a headset. A browser knows whether there is one;
/// elsewhere the offer always stands, and a headset is looked for when a player takes it up.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HeadsetAvailable(pub bool);

/// Whether the headset can show the real room around the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum PassthroughAvailable {
    /// It cannot show it.
    #[default]
    Never,
    /// It can show it when the players next come to it.
    NextTime,
    /// It can show it at any time.
    Now,
}

impl PassthroughAvailable {
    /// Whether players may ask for it.
    pub const fn is_offered(self) -> bool {
        !matches!(self, Self::Never)
    }
}

/// Request: the game in the window goes on in the headset.
#[derive(Message, Debug, Clone, Copy)]
pub struct HeadsetRequested;

/// Request: the window fills the screen, or no longer.
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
