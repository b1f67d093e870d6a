//! The friend in a game over a network: a bust and two hands across the board, or a light on the
//! cell that a friend at a window looks at.
//!
//! * `bust`: meshes; `opposite`: places across the board; `light`: the light.

mod bust;
mod light;
mod opposite;

use bevy::prelude::*;
use icochess_rules::{CellSet, Side};

use crate::pieces::in_hand::{HeldPiece, InFriendsHand, InHandSystems};
use crate::stage::drawing::seen_if;
use crate::stage::palette::{Colors, Palette};
use crate::stage::shape::BoardShape;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_play::game::remote::{FriendPresence, SharesPresence};
use icochess_store::effective::FollowSettings;
pub use opposite::OwnSeat;

/// Whether the friend is shown.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
struct ShowsFriend(bool);

/// The friend's frame, as a parent of the parts.
#[derive(Component, Debug)]
#[require(Visibility)]
struct Friend {
    side: Side,
    /// Distance of the friend's seat from the middle of the board, in metres.
    seat: f32,
}

/// Part of the friend.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    Shoulders,
    Hand(usize),
}

impl Part {
    const ALL: [Self; 4] = [Self::Head, Self::Shoulders, Self::Hand(0), Self::Hand(1)];

    const fn name(self) -> &'static str {
        match self {
            Self::Head => "friend's head",
            Self::Shoulders => "friend's shoulders",
            Self::Hand(0) => "friend's left hand",
            Self::Hand(_) => "friend's right hand",
        }
    }

    fn mesh(self, palette: Palette, side: Side) -> Mesh {
        match self {
            Self::Head => bust::head(palette, side),
            Self::Shoulders => bust::shoulders(palette, side),
            Self::Hand(hand) => bust::hand(palette, side, hand),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.follow_settings(|settings, _| ShowsFriend(settings.show_friend))
        .follow_settings(|settings, _| SharesPresence(settings.share_presence))
        .add_systems(
            Update,
            (
                (
                    remove_friend.run_if(
                        resource_changed::<Palette>
                            .or_else(resource_exists_and_changed::<BoardShape>),
                    ),
                    show_friend.run_if(is_any),
                )
                    .chain()
                    .before(InHandSystems),
                light::update.run_if(light::is_any),
            )
                .in_set(AppSystems::Scene),
        );
}

/// Run condition: a friend is needed or there.
fn is_any(friend: Res<FriendPresence>, shown: Query<(), With<Friend>>) -> bool {
    friend.has_parts() || !shown.is_empty()
}

/// Removes a friend of another board or palette.
fn remove_friend(mut commands: Commands, shown: Query<Entity, With<Friend>>) {
    for entity in &shown {
        commands.entity(entity).despawn();
    }
}

/// Moves the friend and the piece in their hand.
fn show_friend(
    time: Res<Time<Real>>,
    (friend, shows): (Res<FriendPresence>, Res<ShowsFriend>),
    (game, seat, shape): (Res<Match>, OwnSeat, Res<BoardShape>),
    palette: Res<Palette>,
    mut shown: Query<(Entity, &Friend, &mut Transform), Without<Part>>,
    mut parts: Query<(&Part, &mut Transform, &mut Visibility)>,
    mut in_hand: ResMut<InFriendsHand>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let at = time.elapsed();
    let (head, hands) = (friend.head(at), friend.hands(at));
    let is_there = shows.0 && (head.is_some() || hands.iter().any(Option::is_some));
    let side = game.remote_side().map(|own| !own).filter(|_| is_there);
    let mut current = None;
    for (entity, is, frame) in &mut shown {
        if Some(is.side) == side {
            current = Some((is, frame));
        } else {
            commands.entity(entity).despawn();
        }
    }
    let Some(side) = side else {
        in_hand.set_if_neq(InFriendsHand(None));
        return;
    };
    let Some((is, mut frame)) = current else {
        let look = |part: Part| meshes.add(part.mesh(*palette, side));
        let looks = Part::ALL.map(look);
        let material = materials.add(material(*palette, side));
        spawn_friend(
            &mut commands,
            side,
            shape.worn_stance().ahead,
            looks,
            &material,
        );
        return;
    };
    frame.set_if_neq(seat.opposite());
    let head = head.map(|pose| opposite::head(pose, is.seat));
    let hands = hands.map(|hand| hand.map(|pose| opposite::hand(pose, shape.extent)));
    for (part, mut place, mut visibility) in &mut parts {
        let now = match part {
            Part::Head => head,
            Part::Shoulders => head.map(|head| Transform {
                translation: head.transform_point(bust::NECK),
                rotation: opposite::shoulders(head.rotation),
                scale: Vec3::ONE,
            }),
            Part::Hand(hand) => hands[*hand],
        };
        visibility.set_if_neq(seen_if(now.is_some()));
        if let Some(now) = now {
            place.set_if_neq(now);
        }
    }
    let held = friend.holds().filter(|(_, cell)| {
        let is_own = game.position().by_side(side).contains(*cell);
        is_own && !game.is_looking_back()
    });
    let held = held.and_then(|(hand, cell)| {
        let at = frame.transform_point(hands[hand]?.translation);
        let target = None;
        Some(HeldPiece { cell, at, target })
    });
    in_hand.set_if_neq(InFriendsHand(held));
}

fn material(palette: Palette, side: Side) -> StandardMaterial {
    StandardMaterial {
        perceptual_roughness: 0.5,
        emissive: palette.piece_in_air(side).to_linear() * palette.glow(side),
        ..default()
    }
}

/// Spawns a friend, with the meshes in the order of [`Part::ALL`]. The parts show from the next
/// frame on.
fn spawn_friend(
    commands: &mut Commands,
    side: Side,
    seat: f32,
    looks: [Handle<Mesh>; 4],
    material: &Handle<StandardMaterial>,
) {
    let friend = (
        Friend { side, seat },
        Name::new("friend"),
        Transform::default(),
    );
    let friend = commands.spawn(friend).id();
    for (part, mesh) in Part::ALL.into_iter().zip(looks) {
        commands.spawn((
            part,
            Name::new(part.name()),
            Mesh3d(mesh),
            MeshMaterial3d(material.clone()),
            Transform::default(),
            Visibility::Hidden,
            ChildOf(friend),
        ));
    }
}
