//! Tests of the positions of the floor and the seat, and of when they are found.

use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::Vec3;

use super::kept::{assert_touch_is_no_grip, sit_down_anew};
use super::{blending, enables, start};
use crate::driver::{BALL_STANCE, Driver, HEAD, Room};
use crate::support::plays::Plays;
use crate::support::xr_protocol::{Event, Setup};

/// Time after which an unwanted event would have happened.
const A_WHILE: Duration = Duration::from_millis(1500);

/// Name of the card's entity.
const CARD: &str = "plate at the board";

/// Returns the height of the head above the assumed floor, in metres.
fn head_height(player: &mut Driver) -> f32 {
    player.place("head").w_axis.y
}

fn without_local_floor() -> Setup {
    Setup {
        hidden_extensions: vec!["XR_EXT_local_floor".into()],
        hidden_spaces: vec!["LOCAL_FLOOR".into()],
        ..Setup::default()
    }
}

#[test]
fn floor_comes_from_stage_without_local_floor() {
    let Some((_room, mut player)) = start("stage", without_local_floor()) else {
        return;
    };
    let status = player.wait("the floor", |p| {
        let status = p.session()?;
        (status["floor"] == "STAGE").then_some(status)
    });
    assert_eq!(status["reference_space"], "LOCAL");
    let height = head_height(&mut player);
    assert!(
        (height - HEAD.y).abs() < 0.01,
        "the eyes are {height} m high"
    );
    player.select("a4");
}

#[test]
fn floor_found_late_reseats_the_player() {
    let Some(room) = Room::new("late", "late") else {
        return;
    };
    let setup = Some(without_local_floor());
    let mut player = Driver::launch(&room, "late-game", setup, |_| {});
    player.proxy().stage_located(false);
    player.wait_until_seated();
    assert_eq!(player.session().unwrap()["floor"], "eye height");
    player.proxy().stage_located(true);
    player.wait("the board before the head, above the floor", |p| {
        let is_there = p.off_its_place(Vec3::NEG_Z)? < 0.03;
        let height = p.try_place("head")?.w_axis.y;
        (is_there && (height - HEAD.y).abs() < 0.01).then_some(())
    });
    assert_eq!(player.session().unwrap()["floor"], "STAGE");
}

#[test]
fn user_presence_decides_when_player_is_seated() {
    let Some(room) = Room::new("presence", "presence") else {
        return;
    };
    let setup = Setup {
        user_presence: true,
        // Offered but not used.
        ..blending()
    };
    let mut player = Driver::launch(&room, "presence-game", Some(setup), |_| {});
    // The headset is on the desk, but the runtime gives it the focus.
    player.proxy().inject(&[Event::UserPresence(false)]);
    player.wait_for_state("FOCUSED");
    sleep(2 * A_WHILE);
    assert_eq!(player.session().unwrap()["seated"], false);
    player.proxy().inject(&[Event::UserPresence(true)]);
    player.wait_until_seated();
    // Another person puts the headset on elsewhere.
    player.proxy().inject(&[Event::UserPresence(false)]);
    let elsewhere = HEAD + Vec3::new(-0.5, 0.2, 0.3);
    player.driver.look(elsewhere, elsewhere + Vec3::NEG_Z);
    sleep(A_WHILE);
    player.proxy().inject(&[
        Event::EventsLost(3),
        Event::InteractionProfileChanged,
        Event::UserPresence(true),
    ]);
    player.wait_for_board_before(Vec3::NEG_Z, 0.03);
    assert!(enables(&mut player, "XR_EXT_user_presence"));
    let frames = player.proxy().records().frames;
    assert_eq!(frames.last().unwrap().blend_mode, "OPAQUE");
    sit_down_anew(&mut player);
    assert_touch_is_no_grip(&mut player);
}

#[test]
fn seated_player_is_assumed_without_a_floor() {
    let Some(room) = Room::new("seated", "seated") else {
        return;
    };
    let room = room.set("(seated_eye_height: 1.1)");
    let mut setup = without_local_floor();
    setup.hidden_spaces.push("STAGE".into());
    let mut player = Driver::start_with_proxy(&room, "seated-game", setup);
    let status = player.session().unwrap();
    assert_eq!(status["reference_space"], "LOCAL");
    assert_eq!(status["floor"], "eye height");
    let spaces = player.proxy().records().spaces;
    let floors: Vec<_> = spaces.iter().filter(|s| s.position[1] != 0.0).collect();
    assert!(
        floors.len() == 1 && floors[0].kind == "LOCAL" && floors[0].position == [0.0, -1.1, 0.0],
        "{spaces:?}"
    );
}

#[test]
fn card_is_shown_until_head_rests_or_3_s_pass() {
    let Some(room) = Room::with_eyes("still", "still") else {
        return;
    };
    let setup = Setup {
        user_presence: true,
        ..Setup::default()
    };
    let mut player = Driver::launch(&room, "still-game", Some(setup), |_| {});
    player.proxy().inject(&[Event::UserPresence(false)]);
    player.wait("the card before the eyes", |p| {
        let head = p.try_place("head")?.w_axis;
        let off = p.try_place(CARD)?.w_axis - (head + Vec3::NEG_Z);
        (p.session()?["state"] == "FOCUSED" && off.length() < 0.02).then_some(())
    });
    player.wait_for_picture(room.eyes(), "headset-card", 20);
    player.frames(3);
    assert!(player.is_hand("Right", "active", false), "a hand is heard");
    // The headset moves to the head at 30 cm/s.
    let carried = |player: &mut Driver, seconds: f32| {
        let began = Instant::now();
        let mut seated = false;
        while began.elapsed().as_secs_f32() < seconds && !seated {
            let height = 0.9 + 0.3 * (began.elapsed().as_secs_f32() % 2.0);
            let at = Vec3::new(0.4, height, 0.1);
            player.driver.look(at, at + Vec3::X);
            sleep(Duration::from_millis(10));
            seated = player
                .session()
                .is_some_and(|status| status["seated"] == true);
        }
        seated
    };
    assert!(!carried(&mut player, 2.0), "seated while nobody is there");
    player.proxy().inject(&[Event::UserPresence(true)]);
    assert!(!carried(&mut player, 2.0), "seated while the head moves");
    assert!(carried(&mut player, 20.0), "never seated");
    player.wait_for_hand("Right", "active", true);
    player.wait_for_picture(room.eyes(), "headset-after-card", 1000);

    // The player recentres while a menu is open: the board moves only when the player is back.
    player.enter(&["VISIBLE"]);
    let moved = HEAD + Vec3::new(0.5, -0.2, 0.3);
    player.driver.look(moved, moved + Vec3::NEG_Z);
    player
        .proxy()
        .inject(&[Event::Recentred("LOCAL_FLOOR".into())]);
    sleep(A_WHILE);
    let off = player.wait("head and board", |p| p.off_its_place(Vec3::NEG_Z));
    assert!(off > 0.3, "the board has moved in the menu");
    player.enter(&["FOCUSED"]);
    player.wait_for_board_before(Vec3::NEG_Z, 0.03);
}

#[test]
fn headset_without_position_tracking_is_seated() {
    let Some(room) = Room::new("untracked", "untracked") else {
        return;
    };
    let mut player = Driver::launch(&room, "untracked-game", Some(Setup::default()), |_| {});
    player.proxy().head_located(false);
    player.wait_until_seated();
    let board = player.place("board").w_axis;
    assert!(
        (board.y - (1.2 - BALL_STANCE.below)).abs() < 0.02,
        "the board is at {board}"
    );
    // Position tracking starts after all.
    player.proxy().head_located(true);
    player.wait_for_board_before(Vec3::NEG_Z, 0.03);
}
