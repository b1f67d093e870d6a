//! Visuals of controllers and hands.
//!
//! * [`model`]: controller shapes as data; [`looks`]: meshes and materials.
//! * `names`: texts for parts and their actions.
//! * `labels`: labels next to the parts; [`ray_labels`]: labels at the ends of rays.
//! * `joints`: tracked bare hands.
//! * `wrist`: the hand that shows the wrist menu.
//!
//! In passthrough, only the labels are drawn, because players see their own hands and controllers.

mod joints;
mod labels;
pub mod looks;
pub mod model;
mod names;
pub mod ray_labels;
mod wrist;

use bevy::prelude::*;

use super::config::{ControllerPart, Hand, Profile};
use super::hands::{GripPose, name_of};
use super::interaction_profiles::InteractionProfiles;
use super::near::CarriedPiece;
use icochess_base::language::Words;
use icochess_base::schedule::AppSystems;
use icochess_board::room::surroundings::Surroundings;
use icochess_board::stage::drawing::seen_if;
use looks::{ControllerLooks, Marked, OfHand};
use model::{Form, body, parts};

/// Root of a controller's body and parts.
#[derive(Component, Debug)]
struct Body;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InteractionProfiles>()
        .init_resource::<CarriedPiece>()
        .init_resource::<Surroundings>()
        .add_plugins((joints::plugin, wrist::plugin))
        .add_systems(Startup, (looks::make, ray_labels::spawn).chain())
        .add_systems(
            Update,
            (
                (
                    build_controllers.run_if(
                        resource_changed::<InteractionProfiles>.or_else(resource_changed::<Words>),
                    ),
                    show_bodies.run_if(
                        resource_changed::<Surroundings>
                            .or_else(resource_changed::<InteractionProfiles>)
                            .or_else(resource_changed::<Words>),
                    ),
                    labels::name_parts,
                    labels::face_reader,
                )
                    .chain(),
                (ray_labels::update_labels, ray_labels::place_labels).chain(),
                looks::fade_hands,
                names::update_hand_controls.run_if(resource_changed::<InteractionProfiles>),
            )
                .in_set(AppSystems::Feedback),
        );
}

/// Builds the controllers currently in the hands. A controller that disappears stays visible,
/// because it lies where the player put it down.
fn build_controllers(
    mut commands: Commands,
    (in_hands, words): (Res<InteractionProfiles>, Res<Words>),
    looks: Res<ControllerLooks>,
    grips: Query<(Entity, &GripPose)>,
    drawn: Query<(Entity, &OfHand)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (grip, &GripPose(hand)) in &grips {
        let profile = in_hands.profile(hand);
        let mut before = drawn.iter().filter(|(_, of)| of.0 == hand).peekable();
        if profile.is_none() && before.peek().is_some() {
            continue;
        }
        for (entity, _) in before {
            // A descendant may already be despawned with its parent.
            commands.entity(entity).try_despawn();
        }
        if profile.is_some_and(|profile| profile.is_bare_hand) {
            continue;
        }
        let model = profile.map(|profile| profile.model).unwrap_or_default();
        let side = name_of(hand);
        let root = (
            ChildOf(grip),
            OfHand(hand),
            Body,
            Name::new(format!("{side} controller {model:?}")),
            Transform::default(),
            Visibility::default(),
        );
        let root = commands.spawn(root).id();
        for form in body(model) {
            let drawn = draw(&looks, form.of(hand));
            commands.spawn((
                ChildOf(root),
                drawn,
                MeshMaterial3d(looks.hand(hand).body.clone()),
            ));
        }
        for (part, form) in parts(model) {
            let drawn = draw(&looks, form.of(hand));
            let name = Name::new(format!("{side} part {part:?}"));
            let material = MeshMaterial3d(looks.hand(hand).part.clone());
            let mut entity = commands.spawn((ChildOf(root), name, drawn, material));
            if does_something(profile, hand, part) {
                entity.insert((OfHand(hand), Marked));
            }
        }
        if let Some(profile) = profile {
            let on = labels::Place { grip, hand };
            labels::write(&mut commands, &mut meshes, &looks, &words, profile, on);
        }
    }
}

fn draw(looks: &ControllerLooks, form: Form) -> impl Bundle + use<> {
    (
        Mesh3d(looks.mesh(form.solid)),
        form.place,
        Visibility::default(),
    )
}

fn does_something(profile: Option<&Profile>, hand: Hand, part: ControllerPart) -> bool {
    profile.is_some_and(|profile| !names::of_part(profile, hand, part).is_empty())
}

/// Hides the drawn controllers in passthrough, where players see their own.
fn show_bodies(surroundings: Res<Surroundings>, mut bodies: Query<&mut Visibility, With<Body>>) {
    for mut body in &mut bodies {
        body.set_if_neq(seen_if(*surroundings == Surroundings::OurRoom));
    }
}
