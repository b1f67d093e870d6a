//! A friend elsewhere: their head and hands here, and the own ones there.

use std::time::Duration;

use bevy::math::{Quat, Vec3};
use icochess_boards::Variant;
use icochess_shape::Stance;
use icochess_wire::{ClientMessage, Code, Create, Pose, Presence, ServerMessage, SideChoice, Time};

use crate::driver::{Driver, HEAD, LEFT, RIGHT, Room, places};
use crate::support::friend::{Friend, presence};
use crate::support::plays::Plays;
use crate::support::remote::{self, Side};
use crate::support::server::Server;

/// Duration of a movement during which messages are counted.
const COUNTED: Duration = Duration::from_secs(2);

/// Returns a pose at a point from the friend's seat, pitched and turned by these degrees.
fn pose(at: Vec3, pitch: f32, yaw: f32) -> Pose {
    let [x, y, z] = at.to_array();
    let rotation = Quat::from_rotation_y(yaw.to_radians());
    let [i, j, k, w] = (rotation * Quat::from_rotation_x(pitch.to_radians())).to_array();
    [x, y, z, i, j, k, w]
}

/// Waits until the friend sees head and hands, which are where the player holds them.
fn see_player(friend: &Friend) {
    let Stance { ahead, below } = Variant::Chess.shape().worn_stance();
    let eye = Vec3::new(0.0, below, ahead);
    let at = |pose: Option<Pose>| pose.map(|pose| Vec3::from_slice(&pose));
    friend.until("head and hands of the player", |message| {
        let Presence { head, hands, .. } = presence(message)?;
        let is_near = |part: Option<Pose>, place: Vec3| {
            at(part).is_some_and(|at| at.distance(eye + place - HEAD) < 0.01)
        };
        (is_near(head, HEAD) && is_near(hands[0], LEFT) && is_near(hands[1], RIGHT)).then_some(())
    });
}

/// Moves a hand, and counts the messages that the friend gets.
fn count_messages(player: &mut Driver, friend: &Friend) {
    let end = remote::Pose::at(LEFT + Vec3::new(-0.3, 0.2, 0.0));
    friend.seen();
    player.driver.glide(Side::Left, end, COUNTED);
    let count = friend.seen().len() as f32 / COUNTED.as_secs_f32();
    println!("{count} messages a second");
    assert!((5.0..=22.0).contains(&count), "{count}");
}

/// Joins a game with a code on the panel: a link can't be opened with a headset on.
fn join(player: &mut Driver, code: Code) {
    for name in ["menu", "new game", "play a friend"] {
        player.press_part_with(Side::Right, &format!("button {name}"), 0.5);
    }
    for digit in code.to_string().chars() {
        player.press_part_with(Side::Right, &format!("button {digit}"), 0.5);
    }
    player.press_part_with(Side::Right, "button join", 0.5);
}

#[test]
fn friends_see_each_others_head_hands_and_pieces() {
    let Some(room) = Room::with_eyes("a friend elsewhere", "friend") else {
        return;
    };
    let server = Server::start();
    let game = Create {
        board: "chess".into(),
        start: None,
        time: Time::Unlimited,
        side: SideChoice::Black,
        name: "Bo".into(),
    };
    let (friend, code) = Friend::create(&server.page(), game);
    let page = server.page();
    let room = room.set(&format!("(remote: (server: {page:?}))"));
    let mut player = Driver::start_unseen(&room, "friend-game", &[]);
    join(&mut player, code);
    see_player(&friend);
    count_messages(&mut player, &friend);

    player.touch(Side::Right, "e2");
    player.take(Side::Right, "e2");
    friend.until("piece in the player's hand", |message| {
        let Presence { holds, hand, .. } = presence(message)?;
        (holds.as_deref() == Some("e2") && hand == Some(1)).then_some(())
    });
    player.carry_to(Side::Right, "e4");
    player.let_go(Side::Right);
    let uci = friend.until("move", |message| match message {
        ServerMessage::Moved { played, .. } => Some(played.uci),
        _ => None,
    });
    assert_eq!(uci, "e2e4");

    // The friend leans aside, points with one hand and holds a pawn in the other.
    let shown = Presence {
        head: Some(pose(Vec3::new(0.08, 0.38, 0.62), -22.0, 12.0)),
        hands: [
            Some(pose(Vec3::new(-0.30, 0.10, 0.34), -10.0, -25.0)),
            Some(pose(Vec3::new(0.10, 0.13, 0.10), -35.0, 20.0)),
        ],
        holds: Some("e7".into()),
        hand: Some(1),
        ..Presence::default()
    };
    friend.say(ClientMessage::Presence(shown));
    let [head, pawn, hand] = player.wait("the friend with a pawn", |p| {
        let names = ["friend's head", "black pawn e7", "friend's right hand"];
        let all = places(&p.inspector, names)?.map(|place| place.w_axis);
        (all[1].distance(all[2]) < 0.06).then_some(all)
    });
    let board = player.place("board").w_axis;
    // Opposite, the friend's right is on the left, and their head no nearer than their seat.
    assert!(head.z < board.z - 0.3 && hand.x < board.x && pawn.x < board.x);
    player.driver.update(|state| {
        state.right.pose = remote::Pose::at(RIGHT + Vec3::new(0.1, -0.1, 0.1));
    });
    player.proxy().pace(None);
    player
        .driver
        .look(HEAD, board.midpoint(head) + player.to_stage);
    player.picture(&room, "friend");

    friend.say(ClientMessage::Presence(Presence::default()));
    let uci = "e7e5".to_owned();
    friend.say(ClientMessage::Move { ply: 1, uci });
    player.wait_for_moves(&["e2e4", "e7e5"]);
    player.wait("an empty seat", |p| {
        p.try_place("friend's head").is_none().then_some(())
    });
}
