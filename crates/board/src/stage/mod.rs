//! The foundation of the board: its shape, parts and appearance, and the position it shows.

pub mod decals;
pub mod depth;
pub mod drawing;
pub mod fit;
pub mod grain;
pub mod inlaid;
pub mod looks;
pub mod motion;
pub mod palette;
pub mod parts;
pub mod quality;
pub mod rays;
pub mod reach;
pub mod root;
pub mod shape;
pub mod specimens;
pub mod spots;
pub mod spread;
pub mod switches;
pub mod taught;
pub mod texture;

use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_store::choices::RoomChoice;
use icochess_store::effective::EffectiveSettings;

/// Applies the chosen room; the choice may differ between boards.
pub(crate) fn choose_room(
    settings: Res<EffectiveSettings>,
    game: Res<Match>,
    mut room: ResMut<RoomChoice>,
) {
    let board = game.record().board();
    room.set_if_neq(settings.rooms.choice(board, settings.room));
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomChoice>().add_systems(
        Update,
        choose_room
            .run_if(resource_changed::<EffectiveSettings>.or_else(resource_changed::<Match>))
            .in_set(AppSystems::Scene),
    );
    app.add_plugins((
        root::plugin,
        switches::plugin,
        grain::plugin,
        drawing::plugin,
        motion::plugin,
        parts::plugin,
        palette::plugin,
        taught::plugin,
        quality::plugin,
        rays::plugin,
        depth::plugin,
    ));
}
