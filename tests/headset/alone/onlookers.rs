//! The desktop window during play in the headset, with and without a mirror of an eye.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::beside::{SIZE, drawing};
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xvfb::Xvfb;

/// Number of times that the mirror is switched on and off.
const ROUNDS: usize = 4;
/// Duration of each measurement.
const SPAN: Duration = Duration::from_secs(4);
/// Allowed CPU time per frame for copying the mirror, in milliseconds, on top of 5%. A software
/// renderer copies 576,000 pixels; rendering the world again would take hundreds of milliseconds.
const COPY: f64 = 10.0;
/// Maximum spread between equal rounds, as a fraction. With a larger spread, the result is
/// inconclusive. A second rendering of the world would still be noticeable: it would take hundreds
/// of milliseconds in every third frame, and frames are 50 ms apart at the simulated headset's 20
/// Hz.
const NOISE: f64 = 0.5;

/// Measurements of successive rounds with and without the mirror, in milliseconds.
type Rounds = [Vec<f64>; 2];

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
    // First the game's own updates, then whole frames, then all threads. The last includes
    // rendering and copying the mirror, which a graphics card would do.
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

/// Asserts that the mirror costs at most 5%, plus `copy` milliseconds. Rounds alternate, so that
/// other load on the machine affects both kinds. The spread among equal rounds is added to the
/// tolerance.
fn assert_as_long(what: &str, rounds: Rounds, copy: f64) {
    let noise = spread(&rounds[0]).max(spread(&rounds[1]));
    let [with, without] = rounds.map(median);
    let context = format!("{what}: {with} and {without} ms, {noise} ms apart among themselves");
    assert!(noise <= NOISE * without, "too noisy to say: {context}");
    assert!(with <= 1.05 * without + noise.max(copy), "{context}");
}

/// Returns the difference between the longest and the shortest time.
fn spread(all: &[f64]) -> f64 {
    let most = all.iter().copied().fold(0.0, f64::max);
    most - all.iter().copied().fold(most, f64::min)
}

/// Returns the mean. The median would be wrong, because only every third frame copies the mirror.
fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

impl Driver {
    /// Switches the mirror on or off.
    fn toggle_mirror(&mut self, screen: &Xvfb) {
        let window = screen
            .wait_for_window("^Icochess$", Self::PATIENCE)
            .expect("a window");
        screen.focus(window);
        screen.hold("m", || self.frames(6));
    }
}
