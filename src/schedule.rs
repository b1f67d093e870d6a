//! The order of the frame, decided once.

use bevy::prelude::*;

/// The steps of `Update`, in order. Leaves only say `.in_set(..)`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// Devices are read and become requests.
    Input,
    /// The match serves requests and tells facts.
    Rules,
    /// The board follows the facts.
    Scene,
    /// Sounds, haptics, text and files follow the facts.
    Feedback,
}

/// What the players look through.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Display {
    /// A window with a mouse.
    #[default]
    Flat,
    /// A headset; the window shows the board to onlookers.
    Headset,
}

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Display>().configure_sets(
        Update,
        (
            AppSystems::Input,
            AppSystems::Rules,
            AppSystems::Scene,
            AppSystems::Feedback,
        )
            .chain(),
    );
}
