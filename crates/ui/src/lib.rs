//! The user interface: the same pages in the window and on the panel in the world, described once.
//!
//! ```text
//! style  <-  text  <-  state  <-  panel  <-  commands  <-  kit  <-  pages  <-  surface
//! ```
//!
//! * [`style`]: sizes, colours, fonts; [`text`]: texts about the game.
//! * [`state`]: the current page, the inputs of pages and commands, and choices on pages.
//! * [`commands`]: the commands of buttons and keys, with their properties.
//! * [`kit`]: the building blocks of pages; [`pages`]: the pages.
//! * [`surface`]: building and replacing pages; [`panel`]: the surfaces in the world.
//! * [`workarounds`]: fixes for gaps in Bevy, one file each.

pub mod commands;
pub mod kit;
pub mod pages;
pub mod panel;
pub mod state;
pub mod style;
pub mod surface;
pub mod text;
pub mod workarounds;

use bevy::prelude::*;

use icochess_base::language::Words;
use icochess_base::schedule::AppSystems;
use icochess_store::effective::EffectiveSettings;
use state::screen::{Screens, Surface};
use state::setup::Setup;

/// Adds the interface without a surface: commands, state and texts.
pub fn plugin(app: &mut App) {
    app.init_resource::<Words>()
        .init_resource::<Screens>()
        .init_resource::<Setup>()
        .add_plugins((
            commands::plugin,
            style::plugin,
            text::plugin,
            state::plugin,
            kit::plugin,
            surface::plugin,
            workarounds::pipelines::plugin,
            pages::legend::plugin,
            pages::algorithms::plugin,
        ))
        .add_systems(Startup, choose_language)
        .add_systems(
            Update,
            choose_language
                .run_if(resource_changed::<EffectiveSettings>)
                .in_set(AppSystems::Scene),
        );
}

fn choose_language(settings: Res<EffectiveSettings>, mut words: ResMut<Words>) {
    let before = words.chosen().to_owned();
    words.bypass_change_detection().choose(&settings.language);
    if words.chosen() != before {
        words.set_changed();
    }
}

fn spawn_page_root(mut commands: Commands) {
    commands.spawn((Surface::Window, Name::new("interface")));
}

/// The interface in the window, with keyboard and screen reader support.
#[derive(Debug, Default)]
pub struct WindowPlugin;

impl Plugin for WindowPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            pages::frame_rate::plugin,
            kit::focus::plugin,
            kit::keys::plugin,
            kit::paging::plugin,
            kit::presses::plugin,
            kit::focus_navigation::plugin,
            kit::access::plugin,
            kit::move_field::plugin,
            kit::input_used::plugin,
        ))
        .add_systems(Startup, spawn_page_root);
    }
}
