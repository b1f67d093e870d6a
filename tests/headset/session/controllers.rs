//! Controllers follow the runtime's profile, and hands follow its tracking.

use std::path::PathBuf;

use super::profiles::{pinch_and_grasp, swipe};
use super::simple::play_with_a_trigger_and_a_menu_button;
use super::{blending, has_extension};
use crate::driver::{Driver, HEAD, RIGHT, Room};
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::xr_protocol::Setup;
use crate::support::{out_dir, xvfb};

#[test]
fn controllers_and_hands_follow_the_runtime() {
    let Some(room) = Room::new("controllers", "controllers") else {
        return;
    };
    // Beginners would see labels all the time.
    let room = room.set("(render_scale: 0.5, room: \"none\", known_boards: [\"icochess\"])");
    let mut player = Driver::start_with_proxy(&room, "controllers-game", Setup::default());
    player.draw_nothing();
    follow_profiles(&mut player);
    follow_joints(&mut player);
    player.press_button("back");
    player.wait_for_control("button undo", true);
    play_with_a_trigger_and_a_menu_button(&mut player);
    swipe(&mut player);
    pinch_and_grasp(&mut player);
}

/// Checks that controller models and help texts follow the profile; only the menu page stays.
fn follow_profiles(player: &mut Driver) {
    player.wait_for_shown("right controller Index", true);
    player.press_button("menu");
    player.press_button("help");
    player.press_button("controls");
    player.wait_for_text("Thumbstick pressed");
    for labels in ["left labels", "right labels"] {
        player.wait_for_shown(labels, true);
    }
    for (profile, model, words) in [
        ("htc/vive_controller", "Wand", "Trackpad pressed"),
        (
            "khr/simple_controller",
            "Simple",
            "Button held, pointing at nothing",
        ),
        ("oculus/touch_controller", "Touch", "X or A"),
    ] {
        let path = format!("/interaction_profiles/{profile}");
        player.proxy().profile(Some(&path));
        player.wait_for_shown(&format!("left controller {model}"), true);
        player.wait_for_shown("right controller Index", false);
        player.wait_for_text(words);
        player.wait_for_shown("left label Trigger", true);
    }
    player.proxy().profile(None);
    player.wait_for_shown("right controller Index", true);
    // Labels disappear on other pages.
    player.press_button("back");
    player.wait_for_shown("left labels", false);
}

/// Checks that a hand without a controller is drawn from its joints.
fn follow_joints(player: &mut Driver) {
    if !has_extension(player, "a bare hand", "XR_EXT_hand_tracking") {
        return;
    }
    player.wait_for_shown("left fingers", false);
    player.driver.update(|state| {
        state.left.active = false;
        state.left.hand_tracking = true;
    });
    player.wait_for_shown("left fingers", true);
    player.wait_for_shown("left controller Index", false);
    // The runtime has no profile for hands, so the joints also show pinch and fist.
    player.wait_for_hand("Left", "is_bare", true);
    for (curl, is_fist) in [(1.0, true), (0.0, false)] {
        player.driver.update(|state| state.left.curl = [curl; 5]);
        player.wait_for_hand("Left", "grab", is_fist);
    }
    player
        .driver
        .update(|state| state.left.hand_tracking = false);
    player.wait_for_shown("left fingers", false);
    player.driver.switch(Side::Left, true);
    player.wait_for_shown("left controller Index", true);
    player.wait_for_shown("left fingers", false);
}

#[test]
fn both_eyes_see_controller_labels_and_passthrough() {
    let Some(room) = Room::with_eyes("the picture of a controller", "looked-at") else {
        return;
    };
    let room = room.set("(known_boards: [\"icochess\"])");
    let mut player = Driver::start_with_proxy(&room, "looked-at-game", blending());
    player.driver.look(HEAD, RIGHT);
    player.wait_for_shown("right labels", true);
    player.wait_for_shown("left labels", false);
    player.picture(&room, "controllers");
    player.press_button("menu");
    player.press_button("see your own room");
    player.wait_for_shown("scenery", false);
    player.wait_for_shown("right controller Index", false);
    player.look_at("board");
    // Around the board, nothing covers the real room, which is black here; even the sky of the
    // virtual room is hidden. The left eye is on the left half of a screen of 960 × 540.
    let picture = out_dir().join("headset-real-room.png");
    let beside = PathBuf::from(format!("{}[100x80+80+100]", picture.display()));
    player.wait("the real room to be seen beside the board", |p| {
        p.picture(&room, "real-room");
        // The colours are dithered against banding.
        (xvfb::brightest(&beside) < 0.02).then_some(())
    });
}
