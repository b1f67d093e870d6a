//! The game's requests to the runtime.

use super::enables;
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xr_protocol::{Pulse, Setup};

#[test]
fn resolution_and_refresh_rate_follow_the_settings() {
    let Some(room) = Room::new("points and refresh rate", "points") else {
        return;
    };
    // Returns the sizes of the eyes and the requested refresh rates.
    let asked = |scale: f32, rate: &str, offered: &[f32]| {
        let settings = format!("(render_scale: {scale:?}, refresh_rate: {rate:?})");
        room.place.set(&settings);
        let setup = Setup {
            refresh_rates: offered.to_vec(),
            ..Setup::default()
        };
        let mut player = Driver::start_with_proxy(&room, "points-game", setup);
        player.frames(3);
        let records = player.proxy().records();
        let eyes = records.frames.last().expect("a frame").eyes.clone();
        (eyes, records.refresh_rates)
    };
    let (full, rates) = asked(1.0, "90", &[72.0, 80.0, 90.0, 120.0]);
    assert_eq!(full.len(), 2);
    assert_eq!(rates, [90.0]);
    let (eyes, rates) = asked(0.5, "120", &[72.0, 90.0]);
    let half = full.iter().map(|size| size.map(|it| (it + 1) / 2));
    assert_eq!(eyes, half.collect::<Vec<_>>());
    assert_eq!(rates, Vec::<f32>::new(), "what it does not have");
    let (_, rates) = asked(0.5, "runtime", &[72.0, 90.0]);
    assert_eq!(rates, Vec::<f32>::new(), "as the runtime wants it");
}

/// Checks the runtime calls caused by a selection and a capture.
pub fn select_and_capture(player: &mut Driver) {
    let right = "/user/hand/right";
    player.select("b1");
    player.wait("two pulses for a selection", |p| {
        let pulses = p.proxy().records().pulses;
        let is_one = |pulse: &&Pulse| {
            pulse.hand == right && pulse.amplitude == 0.5 && pulse.milliseconds == 25.0
        };
        (pulses.iter().filter(is_one).count() == 2).then_some(())
    });
    player.point("n4");
    let before = player.proxy().records().pulses.len();
    player.pull_trigger();
    player.wait("the pulse of a capture", |p| {
        let pulses = p.proxy().records().pulses.split_off(before);
        let is_it = |pulse: &&Pulse| (pulse.amplitude, pulse.milliseconds) == (0.8, 60.0);
        let felt: Vec<_> = pulses.iter().filter(is_it).collect();
        assert!(felt.iter().all(|pulse| pulse.hand == right), "{felt:?}");
        (felt.len() == 1).then_some(())
    });
    let records = player.proxy().records();
    // A less important pulse waits for a more important one.
    let mut pulses = records.pulses.iter();
    let capture = pulses.find(|pulse| pulse.amplitude == 0.8).unwrap();
    let cut = records.pulses.iter().find(|pulse| {
        let after = pulse.at - capture.at;
        pulse.hand == right && after > 0.0 && after < 0.059 && pulse.amplitude < 0.8
    });
    assert_eq!(cut, None);
    assert!(enables(player, "XR_EXT_local_floor"));
    let index = "/interaction_profiles/valve/index_controller";
    let mut bindings = records.bindings.iter();
    assert!(bindings.any(|(profile, paths)| profile == index && paths.len() > 8));
    let mut spaces = records.spaces.iter();
    assert!(spaces.any(|space| space.kind == "LOCAL_FLOOR"));
    let last = records.frames.last().unwrap();
    assert_eq!(last.layers, ["COMPOSITION_LAYER_PROJECTION"]);
    assert_eq!(last.blend_mode, "OPAQUE");
}
