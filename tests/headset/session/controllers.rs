//! Controllers are seen as what the runtime says that they are, and hands as it tracks them.

use std::path::PathBuf;

use super::has_extension;
use super::profiles::{pinch_and_grasp, swipe};
use super::simple::play_with_a_trigger_and_a_menu_button;
use crate::driver::{Driver, HEAD, RIGHT, Room};
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::scene::NAME;
use crate::support::xr_protocol::Setup;
use crate::support::{out_dir, xvfb};

const VISIBLE: &str = "bevy_camera::visibility::InheritedVisibility";

/// Waits until a thing is to be seen, or is not, or is no longer there.
fn wait_for(player: &mut Driver, name: &str, is_seen: bool) {
    player.wait(&format!("{name} to be seen: {is_seen}"), |p| {
        let rows = p.inspector.query(&[NAME, VISIBLE], &[]).ok()?;
        let mut named = rows.iter().filter(|row| row.components[NAME] == name);
        let is_there = named.any(|row| row.components[VISIBLE] == true);
        (is_there == is_seen).then_some(())
    });
}

#[test]
fn controllers_and_bare_hands_are_seen_named_and_used_as_what_the_runtime_says_that_they_are() {
    let Some(room) = Room::new("controllers", "controllers") else {
        return;
    };
    // Newcomers have all named.
    let room = room.set("(render_scale: 0.5, room: \"none\", is_known: true)");
    let mut player = Driver::start_with_proxy(&room, "controllers-game", Setup::default());
    follow_profiles(&mut player);
    follow_joints(&mut player);
    player.press_button("back");
    player.wait_for_control("button undo", true);
    play_with_a_trigger_and_a_menu_button(&mut player);
    swipe(&mut player);
    pinch_and_grasp(&mut player);
}

/// The models of controllers follow their profile, and so do the words of the help; all that is
/// left of it is the menu.
fn follow_profiles(player: &mut Driver) {
    wait_for(player, "right controller Index", true);
    player.press_button("menu");
    player.press_button("help");
    player.press_button("controls");
    player.wait_for_text("Thumb on the trackpad");
    for labels in ["left labels", "right labels"] {
        wait_for(player, labels, true);
    }
    for (profile, model, words) in [
        ("htc/vive_controller", "Wand", "Trackpad pressed"),
        ("khr/simple_controller", "Simple", "Button, held on nothing"),
        ("oculus/touch_controller", "Touch", "X or A"),
    ] {
        let path = format!("/interaction_profiles/{profile}");
        player.proxy().profile(Some(&path));
        wait_for(player, &format!("left controller {model}"), true);
        wait_for(player, "right controller Index", false);
        player.wait_for_text(words);
        wait_for(player, "left label Trigger", true);
    }
    player.proxy().profile(None);
    wait_for(player, "right controller Index", true);
    // A page that is no help.
    player.press_button("back");
    wait_for(player, "left labels", false);
}

/// A hand without a controller is drawn from its joints.
fn follow_joints(player: &mut Driver) {
    if !has_extension(player, "a bare hand", "XR_EXT_hand_tracking") {
        return;
    }
    wait_for(player, "left fingers", false);
    player.driver.update(|state| {
        state.left.active = false;
        state.left.hand_tracking = true;
    });
    wait_for(player, "left fingers", true);
    wait_for(player, "left controller Index", false);
    player
        .driver
        .update(|state| state.left.hand_tracking = false);
    wait_for(player, "left fingers", false);
    player.driver.switch(Side::Left, true);
    wait_for(player, "left controller Index", true);
    wait_for(player, "left fingers", false);
}

#[test]
fn both_eyes_see_a_controller_with_its_words_and_the_board_in_the_real_room() {
    let Some(room) = Room::with_eyes("the picture of a controller", "looked-at") else {
        return;
    };
    let room = room.set("(is_known: true)");
    let setup = Setup {
        blend_modes: vec!["ALPHA_BLEND".into()],
        ..Setup::default()
    };
    let mut player = Driver::start_with_proxy(&room, "looked-at-game", setup);
    player.driver.look(HEAD.to_array(), RIGHT.to_array());
    wait_for(&mut player, "right labels", true);
    wait_for(&mut player, "left labels", false);
    player.picture(&room, "controllers");
    player.press_button("menu");
    player.press_button("see your own room");
    wait_for(&mut player, "scenery", false);
    wait_for(&mut player, "right controller Index", false);
    player.look_at("board");
    // Beside and above the board nothing is drawn over the real room, which is black here: not even
    // the colour of our own room's sky. The left eye is on the left half of a screen of 960 by 540.
    let picture = out_dir().join("headset-real-room.png");
    let beside = PathBuf::from(format!("{}[100x80+80+100]", picture.display()));
    player.wait("the real room to be seen beside the board", |p| {
        p.picture(&room, "real-room");
        // The colours have noise that keeps them from showing bands.
        (xvfb::most_light(&beside) < 0.02).then_some(())
    });
}
