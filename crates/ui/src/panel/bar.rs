//! The bar below the panel: a handle by which hands move the panel.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use super::plane::{DISTANCE, PIXEL, PIXELS};
use super::screen::Panel;
use crate::style::theme;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::drawing::unlit;
use icochess_board::stage::reach::Reachable;
use icochess_board::stage::shape::PlayerSeat;

/// Width and height of the visible bar, in metres.
const SIZE: Vec2 = Vec2::new(PIXELS.x * PIXEL / 3.0, 0.018);
/// Height of the touch target around the bar at the panel's default distance, in metres: 3° (Meta:
/// at least 2.8°). It grows with the distance.
const TARGET: f32 = 0.07;

/// State of the bar.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PanelBar {
    /// No hand reaches it.
    #[default]
    Free,
    /// Touched or pointed at by a hand.
    Pointed,
    /// Held by a hand.
    Held,
}

impl PanelBar {
    const fn colour(self) -> Color {
        match self {
            Self::Free => theme::DISABLED,
            Self::Pointed => theme::TEXT,
            Self::Held => theme::PRIMARY,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_bar).add_systems(
        Update,
        (fit_bar, paint_bar).chain().in_set(AppSystems::Feedback),
    );
}

fn spawn_bar(
    mut commands: Commands,
    panel: Single<Entity, With<Panel>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.spawn((
        Name::new("panel bar"),
        PanelBar::default(),
        Reachable,
        ChildOf(*panel),
        Mesh3d(meshes.add(Plane3d::new(Vec3::Y, SIZE / 2.0))),
        MeshMaterial3d(materials.add(unlit(PanelBar::default().colour()))),
        below_panel(DISTANCE),
        Collider::cuboid(SIZE.x / 2.0, 0.002, TARGET / 2.0),
    ));
}

/// Returns the position below a panel at this distance, in metres, relative to the panel.
fn below_panel(distance: f32) -> Transform {
    let times = (distance / DISTANCE).max(1.0);
    let down = (PIXELS.y * PIXEL + TARGET * times) / 2.0;
    Transform {
        translation: Vec3::NEG_Y * down,
        // Reachable parts lie flat, with +y towards the player.
        rotation: Quat::from_rotation_x(FRAC_PI_2),
        scale: Vec3::ONE.with_z(times),
    }
}

/// Keeps the bar large enough for rays.
fn fit_bar(
    seat: Res<PlayerSeat>,
    panel: Single<&Transform, (With<Panel>, Changed<Transform>, Without<PanelBar>)>,
    mut bar: Single<&mut Transform, With<PanelBar>>,
) {
    let distance = panel.translation.distance(seat.eye);
    bar.set_if_neq(below_panel(distance));
}

fn paint_bar(
    bar: Single<(&PanelBar, &MeshMaterial3d<StandardMaterial>), Changed<PanelBar>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let (bar, paint) = bar.into_inner();
    if let Some(mut material) = materials.get_mut(&paint.0) {
        material.base_color = bar.colour();
    }
}
