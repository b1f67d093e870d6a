//! A plate in the world that opens the panel, for hands without a menu button.

use bevy::prelude::*;
use bevy_rapier3d::prelude::ColliderDisabled;

use super::bulk::BoardBulk;
use super::place::standing;
use super::wrist::plate_button;
use crate::state::screen::PanelShown;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::shape::PlayerSeat;
use icochess_store::effective::EffectiveSettings;

/// Width and height of the plate, in metres: 7° and 3.3° (Meta: at least 2.8°).
const SIZE: Vec2 = Vec2::new(0.16, 0.075);
/// Height of its text, in metres: 1.3°.
const LETTERS: f32 = 0.03;

/// Whether the plate is needed. The module that handles the hands sets this.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct TabNeeded(pub bool);

#[derive(Component)]
struct Tab;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TabNeeded>()
        .add_systems(Startup, spawn_tab)
        .add_systems(
            Update,
            (
                place_tab.run_if(
                    resource_changed::<PlayerSeat>
                        .or_else(BoardBulk::changed)
                        .or_else(resource_changed::<EffectiveSettings>),
                ),
                update_visibility
                    .run_if(resource_changed::<TabNeeded>.or_else(resource_changed::<PanelShown>)),
            )
                .in_set(AppSystems::Feedback),
        );
}

fn spawn_tab(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    commands.spawn((
        Tab,
        plate_button(("button menu", None), (SIZE, LETTERS), &mut meshes),
        Transform::default(),
        Visibility::Hidden,
    ));
}

/// Moves the tab to the panel's default position.
fn place_tab(
    (seat, settings): (Res<PlayerSeat>, Res<EffectiveSettings>),
    board: BoardBulk,
    mut tab: Single<&mut Transform, With<Tab>>,
) {
    tab.set_if_neq(standing(&seat, board.get(), settings.hand));
}

fn update_visibility(
    mut commands: Commands,
    needed: Res<TabNeeded>,
    panel: Res<PanelShown>,
    tab: Single<(Entity, &mut Visibility), With<Tab>>,
) {
    let (tab, mut visibility) = tab.into_inner();
    if needed.0 && !panel.0 {
        visibility.set_if_neq(Visibility::Inherited);
        commands.entity(tab).remove::<ColliderDisabled>();
    } else {
        visibility.set_if_neq(Visibility::Hidden);
        commands.entity(tab).insert(ColliderDisabled);
    }
}
