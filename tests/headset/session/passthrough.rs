//! Passthrough of the real room, switched on and off in the game.

use bevy::math::Vec3;

use super::blending;
use crate::driver::{Driver, HEAD, Room, numbers, wear};
use crate::support::inspect::Row;
use crate::support::plays::Plays;
use crate::support::scene::{CAMERA, NAME};
use crate::support::xr_protocol::{Frame, Setup};

/// Menu button that toggles passthrough.
const ENTRY: &str = "see your own room";

const PROJECTION: &str = "COMPOSITION_LAYER_PROJECTION";
const REAL_ROOM: &str = "COMPOSITION_LAYER_PASSTHROUGH_FB";
/// Layer flag that enables the layer's alpha. Without it, the layer hides everything below
/// (`OpenXR` specification, "Composition Layer Blending").
const BLENDS: &str = "BLEND_TEXTURE_SOURCE_ALPHA";

/// Settings of a game that resumes when the headset returns.
const RETURNS: &str = "(return_to_headset: true, render_scale: 0.5)";

/// Starts a game with scenery, a proxy and a seated player; `None` if this machine can't run it.
fn start(name: &str, setup: Setup) -> Option<(Room, Driver)> {
    let room = Room::new(name, name)?.set(RETURNS);
    let player = Driver::start_with_proxy(&room, &format!("{name}-game"), setup);
    Some((room, player))
}

/// Returns the blend modes of all frames, without consecutive duplicates.
fn blend_modes(player: &mut Driver) -> Vec<String> {
    let frames = player.proxy().records().frames;
    let mut modes: Vec<_> = frames.into_iter().map(|frame| frame.blend_mode).collect();
    modes.dedup();
    modes
}

/// Returns the last frame with layers.
fn shown(player: &mut Driver) -> Frame {
    let frames = player.proxy().records().frames;
    let shown = frames.into_iter().rfind(|frame| !frame.layers.is_empty());
    shown.expect("a frame with layers")
}

/// Returns the layers of the last frame that has any.
fn layers(player: &mut Driver) -> Vec<String> {
    shown(player).layers
}

/// Asserts that the projection layer blends only by its alpha. Its colours are premultiplied,
/// because the eyes are cleared to transparent.
fn assert_shines_through(player: &mut Driver) {
    let shown = shown(player);
    let flags = shown.layers.iter().zip(&shown.flags);
    let ours: Vec<_> = flags.filter(|(layer, _)| *layer == PROJECTION).collect();
    assert!(
        matches!(ours[..], [(_, flags)] if *flags == [BLENDS]),
        "{shown:?}"
    );
}

/// Returns whether the eyes are cleared to transparent, which shows the real room.
fn begins_with_nothing(player: &Driver) -> Option<bool> {
    let rows = player.inspector.query(&[NAME, CAMERA], &[]).ok()?;
    let is_clear = |row: &Row| {
        let colour = numbers(&row.components[CAMERA]["clear_color"]["Custom"]);
        !colour.is_empty() && colour.iter().all(|part| *part == 0.0)
    };
    let is_eye = |row: &&Row| {
        let name = row.components[NAME].as_str();
        name.is_some_and(|name| name.starts_with("eye "))
    };
    let eyes: Vec<bool> = rows.iter().filter(is_eye).map(is_clear).collect();
    (eyes.len() == 2).then(|| eyes == [true; 2])
}

/// Waits until the real or the virtual room is shown.
pub(super) fn wait_for_room(player: &mut Driver, is_real: bool) {
    player.wait(&format!("the real room: {is_real}"), |p| {
        let is_so = p.is_shown("scenery")? != is_real
            // The shadow is on the deck, or in the real room.
            && p.is_shown("shadow of the board")?
            && p.is_shown("board")?
            && begins_with_nothing(p)? == is_real;
        is_so.then_some(())
    });
    player.frames(4);
}

/// Asserts that a running passthrough layer is below the projection, and that no layer was ever
/// paused.
fn assert_layer_below(player: &mut Driver) {
    assert_eq!(layers(player), [REAL_ROOM, PROJECTION]);
    assert_eq!(shown(player).passthrough_shown, Some(true));
    let frames = player.proxy().records().frames;
    let is_paused = |frame: &Frame| frame.passthrough_shown == Some(false);
    assert!(!frames.iter().any(is_paused), "{frames:?}");
    assert_shines_through(player);
    assert_eq!(player.proxy().records().passthroughs, [1, 1]);
}

/// Kills the runtime while the real room is shown, and waits until the next runtime shows it again.
fn lose_runtime(room: &mut Room, player: &mut Driver, name: &str) {
    let before = player.state();
    room.runtime.kill9();
    player.wait_for_window(&before);
    room.runtime.restart(&format!("{name}-monado-again"));
    player.driver = wear(&room.runtime);
    player.wait("the headset", |p| p.session().map(drop));
    player.wait_until_seated();
    player.proxy().reconnect();
    wait_for_room(player, true);
}

#[test]
fn blend_mode_toggles_passthrough_which_returns_after_runtime_loss() {
    let Some((mut room, mut player)) = start("blend", blending()) else {
        return;
    };
    let (ours, real) = ("OPAQUE", "ALPHA_BLEND");
    assert_eq!(blend_modes(&mut player), [ours]);
    player.press_button("menu");
    player.press_button(ENTRY);
    wait_for_room(&mut player, true);
    assert_eq!(blend_modes(&mut player), [ours, real]);
    assert_shines_through(&mut player);
    player.wait_for_setting(room.data(), "passthrough: true");
    // The session stops and restarts, as when the headset is taken off.
    for states in [
        &["VISIBLE", "SYNCHRONIZED", "STOPPING"][..],
        &["IDLE", "READY"],
        &["SYNCHRONIZED", "VISIBLE", "FOCUSED"],
    ] {
        player.enter(states);
        player.frames(3);
    }
    assert_eq!(blend_modes(&mut player), [ours, real]);
    player.press_button("settings");
    player.press_button("display");
    let switch = format!("switch {ENTRY}");
    player.wait_for_checked(&switch, true);
    player.press(&switch);
    wait_for_room(&mut player, false);
    assert_eq!(blend_modes(&mut player), [ours, real, ours]);
    assert_eq!(layers(&mut player), [PROJECTION]);
    player.wait_for_setting(room.data(), "passthrough: false");
    player.press(&switch);
    wait_for_room(&mut player, true);
    player.wait_for_setting(room.data(), "passthrough: true");
    lose_runtime(&mut room, &mut player, "blend");
    assert_shines_through(&mut player);
    let modes = blend_modes(&mut player);
    assert_eq!(modes.last().map(String::as_str), Some(real));
}

#[test]
fn layer_shows_real_room_if_blend_mode_is_missing() {
    let setup = Setup {
        passthrough_layer: true,
        ..Setup::default()
    };
    let Some((mut room, mut player)) = start("layer", setup) else {
        return;
    };
    // The game only queries whether the headset supports passthrough.
    assert_eq!(player.proxy().records().passthroughs, [0, 0]);
    assert_eq!(layers(&mut player), [PROJECTION]);
    player.press_button("menu");
    for _ in 0..2 {
        player.press_button(ENTRY);
        wait_for_room(&mut player, true);
        assert_layer_below(&mut player);
        player.press_button(ENTRY);
        wait_for_room(&mut player, false);
        assert_eq!(layers(&mut player), [PROJECTION]);
        assert_eq!(player.proxy().records().passthroughs, [0, 0]);
    }
    player.wait_for_setting(room.data(), "passthrough: false");
    player.press_button(ENTRY);
    wait_for_room(&mut player, true);
    player.wait_for_setting(room.data(), "passthrough: true");
    assert_eq!(blend_modes(&mut player), ["OPAQUE"]);
    lose_runtime(&mut room, &mut player, "layer");
    assert_layer_below(&mut player);
    assert_eq!(blend_modes(&mut player), ["OPAQUE"]);
}

#[test]
fn unsupported_passthrough_is_neither_offered_nor_shown() {
    let Some(room) = Room::new("a headset without cameras", "no-cameras") else {
        return;
    };
    // The setting remains from another headset.
    let room = room.set("(passthrough: true, render_scale: 0.5)");
    let setup = Setup {
        hidden_extensions: vec!["XR_FB_passthrough".into()],
        ..Setup::default()
    };
    let mut player = Driver::start_with_proxy(&room, "no-cameras-game", setup);
    player.press_button("menu");
    player.wait_for_control("button settings", true);
    player.wait_for_control(&format!("button {ENTRY}"), false);
    player.press_button("settings");
    player.press_button("display");
    player.wait_for_control("switch show frame rate", true);
    player.wait_for_control(&format!("switch {ENTRY}"), false);
    wait_for_room(&mut player, false);
    assert_eq!(blend_modes(&mut player), ["OPAQUE"]);
    player.wait_for_setting(room.data(), "passthrough: true");
}

#[test]
fn board_stands_on_the_real_table() {
    let Some(room) = Room::new("a real table", "real-table") else {
        return;
    };
    let table = HEAD + Vec3::new(0.3, -0.6, -0.8);
    let [x, height, z] = table.to_array();
    let room = room.set(&format!(
        "(passthrough: true, render_scale: 0.5, table_x: {x:?}, table_height: {height:?}, \
         table_z: {z:?})"
    ));
    let mut player = Driver::start_with_proxy(&room, "real-table-game", blending());
    wait_for_room(&mut player, true);
    let board = player.place("board").w_axis - player.place("head").w_axis;
    let off = (board - (table - HEAD)).with_y(0.0).length();
    assert!(off < 0.03, "{off} m beside the table");
}
