//! The desktop window during play in the headset, with and without a mirror of an eye.

use std::collections::BTreeMap;

use crate::beside::{SIZE, drawing};
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;

/// Returns the names and sizes of the views that draw the world, with the most draws of each.
fn views(player: &mut Driver) -> BTreeMap<String, u64> {
    let mut views = BTreeMap::new();
    for view in (0..4).flat_map(|_| drawing(player)) {
        let name = format!("{} {}", view["name"], view["size"]);
        assert!(name.contains("eye "), "a third view: {view}");
        let most: &mut u64 = views.entry(name).or_default();
        *most = view["batches"].as_u64().unwrap_or_default().max(*most);
    }
    views
}

#[test]
fn mirror_shows_an_eye_without_extra_rendering() {
    let Some(room) = Room::with_window("onlookers", "onlookers", SIZE.as_uvec2()) else {
        return;
    };
    let mut player = Driver::start(&room, "onlookers-game");
    let screen = &room.place.screen;
    player.wait_for_picture(screen, "headset-onlookers", 100);
    let with = views(&mut player);
    let window = screen.wait_for_window("^Icochess$", Driver::PATIENCE);
    screen.focus(window.expect("a window"));
    screen.hold("m", || player.frames(6));
    let without = views(&mut player);
    assert_eq!(with.len(), 2);
    assert_eq!(with, without);
}
