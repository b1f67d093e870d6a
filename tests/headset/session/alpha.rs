//! Measures the alpha of an eye's picture, which blends in the real room and isn't visible on
//! screen. The window mirrors this picture over its own background. The difference between a black
//! and a white background gives the alpha.

use std::path::Path;
use std::process::Command;

use bevy::color::{LinearRgba, Srgba};
use bevy::math::Vec3;
use serde_json::json;

use super::blending;
use super::passthrough::wait_for_room;
use crate::beside::SIZE;
use crate::driver::{Driver, HEAD, Room};
use crate::support::out_dir;
use crate::support::plays::Plays;
use crate::support::scene::NAME;

/// Number of rows at the top of the window that are covered by its card.
const CARD: usize = 200;
/// Minimum alpha of an opaque pixel, and maximum alpha of a transparent one.
const OPAQUE: f32 = 0.98;
const NOTHING: f32 = 0.02;

/// Returns the linear green values of a picture's pixels, row by row, 0 to 1.
fn lights(picture: &Path) -> Vec<f32> {
    let mut command = Command::new("convert");
    command.arg(picture).args(["-depth", "8", "rgb:-"]);
    let output = command.output().expect("convert cannot be started");
    assert!(output.status.success(), "{}", picture.display());
    let pixels = output.stdout.chunks_exact(3);
    // The window fills the screen.
    assert_eq!(pixels.len(), (SIZE.x * SIZE.y) as usize);
    let light = |rgb: &[u8]| LinearRgba::from(Srgba::rgb_u8(rgb[0], rgb[1], rgb[2])).green;
    pixels.map(light).collect()
}

/// Returns the alpha of an eye's picture at each pixel of the window.
fn alpha(player: &mut Driver, room: &Room, name: &str) -> Vec<f32> {
    let [black, white] = [("black", 0.0), ("white", 1.0)].map(|(ground, light)| {
        player.set_ground(light);
        let picture = out_dir().join(format!("headset-alpha-{name}-{ground}.png"));
        room.place.screen.screenshot(&picture);
        lights(&picture)
    });
    let both = black.iter().zip(&white);
    both.map(|(black, white)| 1.0 - (white - black)).collect()
}

/// Returns the minimum and maximum alpha in the centre of the window, where the eyes look.
fn in_the_middle(alpha: &[f32]) -> [f32; 2] {
    let rows = alpha.chunks_exact(SIZE.x as usize).skip(260).take(80);
    let middle = rows.flat_map(|row| &row[450..510]);
    middle.fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], it| {
        [least.min(*it), most.max(*it)]
    })
}

#[test]
fn only_board_and_panel_hide_the_real_room() {
    let size = SIZE.as_uvec2();
    let Some(room) = Room::with_window("the alpha of an eye", "alpha", size) else {
        return;
    };
    let room = room.set("(passthrough: true)");
    let mut player = Driver::start_with_proxy(&room, "alpha-game", blending());
    wait_for_room(&mut player, true);
    player.wait_for_picture(&room.place.screen, "headset-alpha", 300);
    player.look_at("panel");
    let [least, _] = in_the_middle(&alpha(&mut player, &room, "panel"));
    assert!(least > OPAQUE, "the panel has {least}");

    let nowhere = HEAD + Vec3::new(-0.6, 0.6, -0.6);
    player.driver.look(HEAD, nowhere);
    let [_, most] = in_the_middle(&alpha(&mut player, &room, "nothing"));
    assert!(most < NOTHING, "nothing has {most}");

    player.look_at("board");
    let shaded = alpha(&mut player, &room, "board");
    let [least, _] = in_the_middle(&shaded);
    assert!(least > OPAQUE, "tiles and pieces have {least}");
    // The shadow is partly transparent, so hiding it removes all values in between.
    let shadow = player.wait("the shadow", |p| {
        let rows = p.inspector.query(&[NAME], &[]).ok()?;
        let mut rows = rows.iter();
        let shadow = rows.find(|row| row.components[NAME] == "shadow of the board");
        shadow.map(|row| row.entity)
    });
    let away = json!({"entity": shadow});
    let gone = player.inspector.call("world.despawn_entity", away);
    gone.expect("the shadow goes");
    let bare = alpha(&mut player, &room, "bare");
    let both = shaded.iter().zip(&bare).skip(CARD * SIZE.x as usize);
    let over_nothing = both.filter(|(_, bare)| **bare < NOTHING);
    let over_nothing: Vec<f32> = over_nothing.map(|(shaded, _)| *shaded).collect();
    let below_card = shaded.len() - CARD * SIZE.x as usize;
    assert!(2 * over_nothing.len() > below_card, "most of it is nothing");
    let shadow = over_nothing.into_iter().filter(|it| *it > 2.0 * NOTHING);
    let shadow: Vec<f32> = shadow.collect();
    let most = shadow.iter().copied().fold(0.0, f32::max);
    // Of 384,000. The darkest part of the shadow, 0.45, is behind the ball.
    assert!(shadow.len() > 1000, "{} pixels of shadow", shadow.len());
    assert!((0.1..0.47).contains(&most), "the shadow has {most}");
}
