//! Hands: their input, pointers and visible rays.

use bevy::asset::uuid::Uuid;
use bevy::camera::NormalizedRenderTarget;
use bevy::picking::pointer::{Location, PointerId, PointerInteraction, PointerLocation};
use bevy::prelude::*;
use bevy_mod_xr::hands::HandSide;

use super::arc;
use super::buttons::Buttons;
use super::config::Hand;
use super::steady::Steady;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::drawing::{seen_if, unlit};
use icochess_play::game::handover::GameHandover;

/// Length of a ray that hits nothing, in metres (Unity XRI's idle stub).
const IDLE_RAY: f32 = 0.15;
/// Radius of the marker at the tip of a controller, in metres.
const TIP_RADIUS: f32 = 0.004;
/// Radius of a ray, metres.
const RAY_RADIUS: f32 = 0.001;
/// Maximum length of a ray, in metres.
pub(super) const REACH: f32 = 5.0;

/// Input of a hand, independent of runtime and controller.
#[derive(Component, Debug, Clone, Copy, PartialEq, Reflect)]
#[type_path = "icochess::xr::hands"]
#[reflect(Component)]
pub struct HandInput {
    /// Hand that this input belongs to.
    pub hand: Hand,
    /// Whether the runtime tracks the hand and the session is focused.
    pub active: bool,
    /// Whether the trigger is pulled.
    pub select: bool,
    /// Whether the grip is squeezed.
    pub grab: bool,
    /// Thumbstick, each axis from -1 to 1; right and up are positive.
    pub turn: Vec2,
    /// Movement of the finger on the trackpad since the last frame, as a fraction of the radius;
    /// right and up are positive.
    pub swipe: Vec2,
    /// Whether the menu button is held.
    pub menu: bool,
    /// Whether the controller has a menu button; bare hands have none.
    pub has_menu: bool,
    /// Whether the controller has a grip; a simple controller has none.
    pub has_grab: bool,
    /// Whether the "my side" button is held.
    pub home_view: bool,
    /// Whether the button for explanations is held.
    pub learn: bool,
    /// Whether this is a bare hand without a controller.
    pub is_bare: bool,
}

impl HandInput {
    /// Returns an inactive hand with nothing pressed.
    pub const fn at_rest(hand: Hand) -> Self {
        Self {
            hand,
            active: false,
            select: false,
            grab: false,
            turn: Vec2::ZERO,
            swipe: Vec2::ZERO,
            menu: false,
            has_menu: true,
            has_grab: true,
            home_view: false,
            learn: false,
            is_bare: false,
        }
    }
}

/// Entity at a hand's aim pose. The ray points along -z.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct AimPose(pub Hand);

/// Entity at a hand's grip pose.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct GripPose(pub Hand);

/// Camera that picking assigns the rays to.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct RayCamera;

/// The visible ray of a hand.
#[derive(Component)]
pub(super) struct Ray(pub(super) Hand);

/// The marker at the tip of a controller, with which it touches cells and buttons.
#[derive(Component)]
pub(super) struct TipMark(pub(super) Hand);

/// The marker at the end of a ray.
#[derive(Component)]
struct Reticle(Hand);

/// End of a hand's ray on the panel, if the ray hits the panel.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct OnPanel(pub Option<PanelEnd>);

/// Steadied direction of a hand's ray, while the hand is active.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Towards(pub Option<Steady>);

/// End of a ray on the panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PanelEnd {
    /// Length of the ray, in metres.
    pub depth: f32,
    /// Hit point in the world, in metres.
    pub point: Vec3,
    /// Normal of the panel, towards the player.
    pub normal: Dir3,
}

/// Fact: a hand grabbed the board, the puck, the panel's bar, or an already selected piece.
#[derive(Message, Debug, Clone, Copy)]
pub struct Grabbed(pub Hand);

/// Returns the ray of a hand if the hand is active.
pub(super) fn ray_of(
    hand: Hand,
    towards: &Towards,
    aims: &Query<(&AimPose, &Transform)>,
) -> Option<Ray3d> {
    let (_, pose) = aims.iter().find(|(aim, _)| aim.0 == hand)?;
    Some(Ray3d::new(pose.translation, towards.0?.direction()))
}

/// Returns the pointer of a hand.
pub const fn pointer_of(hand: Hand) -> PointerId {
    PointerId::Custom(Uuid::from_u128(match hand {
        Hand::Left => 0x1c0c_4e55_0000_4000_8000_0000_0000_0001,
        Hand::Right => 0x1c0c_4e55_0000_4000_8000_0000_0000_0002,
    }))
}

/// Returns the hand of a pointer.
pub fn hand_of(pointer: PointerId) -> Option<Hand> {
    Hand::BOTH
        .into_iter()
        .find(|hand| pointer_of(*hand) == pointer)
}

/// Returns the hand with these tracked joints.
pub(super) const fn tracked_hand(side: HandSide) -> Hand {
    match side {
        HandSide::Left => Hand::Left,
        HandSide::Right => Hand::Right,
    }
}

/// Returns the name of a hand for entity names.
pub(super) const fn name_of(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_hands)
        .add_systems(Update, draw_rays.in_set(AppSystems::Feedback));
}

/// Returns a pointer location on no picture. No camera draws there, so picking adds no ray of its
/// own.
pub const fn nowhere(position: Vec2) -> Location {
    Location {
        target: NormalizedRenderTarget::None {
            width: 1,
            height: 1,
        },
        position,
    }
}

fn spawn_hands(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    // A cylinder along -z from the origin, 1 m long.
    let ray = meshes.add(
        Cylinder::new(RAY_RADIUS, 1.0)
            .mesh()
            .resolution(6)
            .without_caps()
            .build()
            .rotated_by(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2))
            .translated_by(Vec3::NEG_Z * 0.5),
    );
    let tip = meshes.add(Sphere::new(TIP_RADIUS).mesh().uv(12, 8));
    let reticle = meshes.add(
        Torus::new(0.0032, 0.0052)
            .mesh()
            .minor_resolution(6)
            .build(),
    );
    let glow = materials.add(unlit(Color::srgb(0.75, 0.93, 1.0)));
    for hand in Hand::BOTH {
        let name = name_of(hand);
        commands.spawn((
            Name::new(format!("{name} hand")),
            HandInput::at_rest(hand),
            Buttons::default(),
            OnPanel::default(),
            Towards::default(),
            pointer_of(hand),
            PointerLocation::new(nowhere(Vec2::ZERO)),
        ));
        commands.spawn((
            Name::new(format!("{name} aim")),
            AimPose(hand),
            Transform::default(),
            Visibility::Hidden,
            children![
                (
                    Name::new(format!("{name} ray")),
                    Ray(hand),
                    Mesh3d(ray.clone()),
                    MeshMaterial3d(glow.clone()),
                    Transform::default(),
                    Visibility::default(),
                ),
                (
                    Name::new(format!("{name} tip")),
                    TipMark(hand),
                    Mesh3d(tip.clone()),
                    MeshMaterial3d(glow.clone()),
                    Visibility::Hidden,
                )
            ],
        ));
        commands.spawn((
            Name::new(format!("{name} grip")),
            GripPose(hand),
            Transform::default(),
            Visibility::Hidden,
        ));
        commands.spawn((
            Reticle(hand),
            Mesh3d(reticle.clone()),
            MeshMaterial3d(glow.clone()),
            Transform::default(),
            Visibility::Hidden,
        ));
    }
}

fn draw_rays(
    handover: Res<GameHandover>,
    hands: Query<(&HandInput, &OnPanel, &Towards, &PointerInteraction)>,
    // Uses `Transform`, because `GlobalTransform` is updated only at the end of the frame.
    aims: Query<(&AimPose, &Transform)>,
    mut poses: Query<
        (Option<&AimPose>, Option<&GripPose>, &mut Visibility),
        (Or<(With<AimPose>, With<GripPose>)>, Without<Reticle>),
    >,
    mut rays: Query<(&Ray, &mut Transform), (Without<Reticle>, Without<AimPose>)>,
    mut reticles: Query<
        (&Reticle, &mut Transform, &mut Visibility),
        (Without<Ray>, Without<AimPose>),
    >,
) {
    for (input, OnPanel(on_panel), towards, interaction) in &hands {
        for (aim, grip, mut visibility) in &mut poses {
            let hand = aim.map(|aim| aim.0).or(grip.map(|grip| grip.0));
            // Keeps the controllers visible during a handover, so that the next player can find
            // them.
            let lies_there = grip.is_some() && handover.is_passing();
            let stays = lies_there && *visibility == Visibility::Inherited;
            if hand == Some(input.hand) {
                // A controller that a bare hand has put down isn't at the hand.
                let is_held = aim.is_some() || !input.is_bare;
                visibility.set_if_neq(seen_if(input.active && is_held || stays));
            }
        }
        // The depth of a hit on the panel's picture is not a world distance.
        let (depth, mark) = match on_panel {
            Some(end) => (Some(end.depth), Some((end.point, *end.normal))),
            None => {
                let hit = interaction.get_nearest_hit().map(|(_, hit)| hit);
                let hit = hit.filter(|hit| hit.normal.is_some() && hit.depth <= REACH);
                let mark = hit.and_then(|hit| hit.position.zip(hit.normal));
                (hit.map(|hit| hit.depth), mark)
            }
        };
        for (_, mut ray) in rays.iter_mut().filter(|(ray, _)| ray.0 == input.hand) {
            let length = depth.unwrap_or(IDLE_RAY);
            // The pose trembles, but the ray is steadied.
            let mut aims = aims.iter();
            let aim = aims.find(|(aim, _)| aim.0 == input.hand).zip(towards.0);
            let turned = aim.map_or(Quat::IDENTITY, |((_, aim), steady)| {
                let direction = aim.rotation.inverse() * *steady.direction();
                arc::between(Vec3::NEG_Z, direction)
            });
            ray.set_if_neq(Transform::from_rotation(turned).with_scale(Vec3::ONE.with_z(length)));
        }
        for (_, mut place, mut visibility) in
            reticles.iter_mut().filter(|(r, ..)| r.0 == input.hand)
        {
            if let Some((position, normal)) = mark {
                // A ring on the tile's surface, slightly above the markers.
                place.set_if_neq(Transform {
                    translation: position + normal * 0.002,
                    rotation: Quat::from_rotation_arc(Vec3::Y, normal.normalize_or(Vec3::Y)),
                    scale: Vec3::ONE,
                });
            }
            visibility.set_if_neq(seen_if(input.active && mark.is_some()));
        }
    }
}
