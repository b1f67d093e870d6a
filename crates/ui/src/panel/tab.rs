//! A plate in the world that opens the panel, for hands without a menu button.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, ColliderDisabled};

use super::bulk::BoardBulk;
use super::place::standing;
use crate::state::screen::PanelShown;
use crate::style::theme;
use icochess_base::schedule::AppSystems;
use icochess_board::feedback::table::FeedbackKind;
use icochess_board::feedback::{FeedbackEvent, FeedbackLocation, FeedbackRequested};
use icochess_board::stage::shape::{PlayerSeat, mesh};
use icochess_shape::lettering;
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

/// Materials of the tab.
#[derive(Resource)]
struct TabLooks {
    plain: Handle<StandardMaterial>,
    pointed: Handle<StandardMaterial>,
}

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
        )
        .add_observer(on_over)
        .add_observer(on_out)
        .add_observer(on_click);
}

fn spawn_tab(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut glow = |base_color| {
        materials.add(StandardMaterial {
            base_color,
            unlit: true,
            ..default()
        })
    };
    let looks = TabLooks {
        plain: glow(theme::BUTTON),
        pointed: glow(theme::BUTTON_HOVERED),
    };
    let ink = glow(theme::TEXT);
    let above = Transform::from_xyz(0.0, 0.001, 0.0);
    let letters = lettering::written("MENU", LETTERS, above);
    // The letters lie flat, with +y towards the reader.
    let upright = Transform::from_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2));
    commands.spawn((
        Name::new("button menu"),
        Tab,
        Mesh3d(meshes.add(Rectangle::from_size(SIZE))),
        MeshMaterial3d(looks.plain.clone()),
        Transform::default(),
        Visibility::Hidden,
        Collider::cuboid(SIZE.x / 2.0, SIZE.y / 2.0, 0.004),
        ColliderDisabled,
        children![(
            Mesh3d(meshes.add(mesh(letters))),
            MeshMaterial3d(ink),
            upright
        )],
    ));
    commands.insert_resource(looks);
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

fn on_over(
    over: On<Pointer<Over>>,
    looks: Res<TabLooks>,
    mut tab: Query<(&mut MeshMaterial3d<StandardMaterial>, &GlobalTransform), With<Tab>>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    if let Ok((mut look, place)) = tab.get_mut(over.entity) {
        look.0 = looks.pointed.clone();
        requested.write(FeedbackRequested(FeedbackEvent {
            kind: FeedbackKind::Hovered,
            by: Some(over.pointer_id),
            at: FeedbackLocation::Point(place.translation()),
        }));
    }
}

fn on_out(
    out: On<Pointer<Out>>,
    looks: Res<TabLooks>,
    mut tab: Query<&mut MeshMaterial3d<StandardMaterial>, With<Tab>>,
) {
    if let Ok(mut look) = tab.get_mut(out.entity) {
        look.0 = looks.plain.clone();
    }
}

fn on_click(
    click: On<Pointer<Click>>,
    tab: Query<&GlobalTransform, With<Tab>>,
    mut shown: ResMut<PanelShown>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    if let Ok(place) = tab.get(click.entity) {
        shown.set_if_neq(PanelShown(true));
        requested.write(FeedbackRequested(FeedbackEvent {
            kind: FeedbackKind::Pressed,
            by: Some(click.pointer_id),
            at: FeedbackLocation::Point(place.translation()),
        }));
    }
}
