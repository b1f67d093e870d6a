//! The runtime's visibility mask: hidden parts of an eye's view are not drawn.

use std::path::{Path, PathBuf};

use super::enables;
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xr_protocol::Setup;
use crate::support::{out_dir, xvfb};

/// The area to the left of straight ahead.
const LEFT_HALF: [[f32; 2]; 6] = [
    [-9.0, -9.0],
    [0.0, -9.0],
    [0.0, 9.0],
    [-9.0, -9.0],
    [0.0, 9.0],
    [-9.0, 9.0],
];

/// Returns a crop of a picture of both eyes, well within the left or right half of one eye's view.
/// The eyes are side by side on a screen of 960 × 540.
fn part(picture: &Path, eye: u32, is_right: bool) -> PathBuf {
    let left = eye * 480 + if is_right { 270 } else { 60 };
    PathBuf::from(format!("{}[150x200+{left}+170]", picture.display()))
}

#[test]
fn masked_area_is_not_drawn() {
    let Some(room) = Room::with_eyes("what no eye sees", "mask") else {
        return;
    };
    let setup = Setup {
        hidden_area: LEFT_HALF.into(),
        ..Setup::default()
    };
    let mut player = Driver::start_with_proxy(&room, "mask-game", setup);
    assert!(enables(&mut player, "XR_KHR_visibility_mask"));
    assert_eq!(player.proxy().records().masked_eyes, [0, 1]);
    player.look_at("board");
    let picture = out_dir().join("headset-mask.png");
    let colours = |eye: u32, is_right: bool| xvfb::colours(&part(&picture, eye, is_right));
    // The clear colour, dithered against banding.
    player.wait("what no eye sees to be empty", |p| {
        p.picture(&room, "mask");
        let is_empty = |eye: u32| colours(eye, false) < 30;
        [0, 1].into_iter().all(is_empty).then_some(())
    });
    for eye in [0, 1] {
        let seen = colours(eye, true);
        assert!(seen > 500, "eye {eye}: {seen} colours");
    }
}
