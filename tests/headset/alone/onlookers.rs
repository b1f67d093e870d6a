//! The window beside the headset, with a picture of what an eye sees and without.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::beside::{SIZE, drawing};
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xvfb::Xvfb;

/// How often the picture is shown and taken away.
const ROUNDS: usize = 4;
/// For how long the updates are measured each time.
const SPAN: Duration = Duration::from_secs(4);
/// What the picture may take of the processor for a frame beside a twentieth, milliseconds: here it
/// copies 576 000 points in the place of a graphics card. To draw as many of the world took it some
/// hundreds (docs/testing.md).
const COPY: f64 = 10.0;

/// The views that draw the world now: their names and sizes, with the most that each draws.
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
fn onlookers_see_what_an_eye_sees_and_nothing_is_drawn_for_them() {
    let size = SIZE.as_uvec2();
    let Some(room) = Room::alone_with_window("onlookers", "onlookers", size) else {
        return;
    };
    let mut player = Driver::start(&room, "onlookers-game");
    let screen = &room.place.screen;
    player.wait_for_picture(screen, "headset-onlookers", 300);
    // With the picture and without.
    let (mut drawn, mut updates, mut frames) = ([None, None], [vec![], vec![]], [vec![], vec![]]);
    let mut used = [vec![], vec![]];
    for round in 0..2 * ROUNDS {
        let which = round % 2;
        if drawn[which].is_none() {
            drawn[which] = Some(views(&mut player));
        }
        let (before, used_before) = (player.updates(), player.game.processor_time());
        frames[which].push(1e3 * median(player.frame_times(SPAN)));
        let took = player.updates().since(&before);
        let used_since = player.game.processor_time() - used_before;
        used[which].push(1e3 * used_since.as_secs_f64() / took.cpu.count() as f64);
        updates[which].push(took.cpu.quantile(0.5));
        player.toggle_mirror(screen);
    }
    println!("updates with and without the picture, milliseconds: {updates:.2?}");
    println!("frames with and without the picture, milliseconds: {frames:.2?}");
    println!("processor for a frame with and without the picture, milliseconds: {used:.2?}");
    let [with, without] = drawn;
    assert_eq!(with.as_ref().map(BTreeMap::len), Some(2));
    assert_eq!(with, without);
    // Frames are drawn by the processor here, which also copies the picture that a graphics card
    // would: so the game's own part of a frame is compared. Each number is a median of some hundred
    // updates, taken in turn with and without, so that what else the machine does slows both; and by
    // how much the equal ones differ among themselves no more can be known.
    let [with, without] = updates;
    let noise = |of: &[f64]| {
        let most = of.iter().copied().fold(0.0, f64::max);
        most - of.iter().copied().fold(most, f64::min)
    };
    let noise = noise(&with).max(noise(&without));
    let (with, without) = (median(with), median(without));
    assert!(
        with <= 1.05 * without + noise,
        "{with} and {without} ms, {noise} ms apart among themselves"
    );
    // All threads, those that draw as well.
    let [with, without] = used.map(median);
    assert!(
        with <= 1.05 * without + COPY,
        "{with} and {without} ms of the processor for a frame"
    );
}

/// The middle one.
fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

impl Driver {
    /// Shows the picture in the window, or no more.
    fn toggle_mirror(&mut self, screen: &Xvfb) {
        let window = screen
            .wait_for_window("^Icochess$", Self::PATIENCE)
            .expect("a window");
        screen.focus(window);
        screen.hold("m", || self.frames(6));
    }
}
