//! The window beside the headset, with a picture of what an eye sees and without.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::beside::{SIZE, drawing};
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xvfb::Xvfb;

/// Number of times that the picture is shown and taken away.
const ROUNDS: usize = 4;
/// For how long the updates are measured each time.
const SPAN: Duration = Duration::from_secs(4);
/// Processor time that the picture may take for a frame beside a twentieth, milliseconds: here it
/// copies 576 000 points in the place of a graphics card. To draw as many of the world took it some
/// hundreds.
const COPY: f64 = 10.0;
/// The most by which equal rounds may differ among themselves, as a part of what they take; beyond that
/// nothing can be said. That the world is drawn for onlookers would be told even then: it would take
/// those hundreds in every third frame, and frames are 50 ms apart, as the headset that is none shows
/// 20 a second.
const NOISE: f64 = 0.5;

/// Times measured in one round after the other, with the picture and without, milliseconds.
type Rounds = [Vec<f64>; 2];

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
    let mut drawn = [None, None];
    let [mut updates, mut frames, mut used]: [Rounds; 3] = Default::default();
    for round in 0..2 * ROUNDS {
        let which = round % 2;
        if drawn[which].is_none() {
            drawn[which] = Some(views(&mut player));
        }
        let (before, used_before) = (player.updates(), player.game.processor_time());
        frames[which].push(1e3 * mean(&player.frame_times(SPAN)));
        let took = player.updates().since(&before);
        let used_since = player.game.processor_time() - used_before;
        used[which].push(1e3 * used_since.as_secs_f64() / took.cpu.count() as f64);
        updates[which].push(took.cpu.quantile(0.5));
        player.toggle_mirror(screen);
    }
    let [with, without] = drawn;
    assert_eq!(with.as_ref().map(BTreeMap::len), Some(2));
    assert_eq!(with, without);
    // The game's own part of a frame, then frames as they follow one another, and then all threads:
    // those that draw as well, and copy the picture, which a graphics card would.
    let measured = [
        ("updates", updates, 0.0),
        ("frames", frames, 0.0),
        ("the processor for a frame", used, COPY),
    ];
    for (what, rounds, _) in &measured {
        println!("{what} with and without the picture, milliseconds: {rounds:.2?}");
    }
    for (what, rounds, copy) in measured {
        assert_as_long(what, rounds, copy);
    }
}

/// With the picture it takes a twentieth more at most, beside that time for its copy, milliseconds. The
/// rounds were in turn with and without, so that what else the machine does slows both; and by how
/// much the equal ones differ among themselves no more can be known.
fn assert_as_long(what: &str, rounds: Rounds, copy: f64) {
    let noise = spread(&rounds[0]).max(spread(&rounds[1]));
    let [with, without] = rounds.map(median);
    let told = format!("{what}: {with} and {without} ms, {noise} ms apart among themselves");
    assert!(noise <= NOISE * without, "too noisy to say: {told}");
    assert!(with <= 1.05 * without + noise.max(copy), "{told}");
}

/// By how much the longest is longer than the shortest.
fn spread(all: &[f64]) -> f64 {
    let most = all.iter().copied().fold(0.0, f64::max);
    most - all.iter().copied().fold(most, f64::min)
}

/// Not the middle one: the picture is copied in every third frame.
fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
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
