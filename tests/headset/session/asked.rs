//! What the game asks of the runtime.

use std::fs;

use super::begin;
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xr_protocol::{Pulse, Setup};

#[test]
fn the_eyes_get_as_many_points_as_are_wanted() {
    let Some(room) = Room::new("points", "points") else {
        return;
    };
    let eyes_at = |scale: f32| {
        let settings = format!("(render_scale: {scale:?})");
        fs::write(room.data().join("settings.ron"), settings).unwrap();
        let mut player = Driver::start_with_proxy(&room, "points-game", Setup::default());
        player.frames(3);
        let frames = player.proxy().records().frames;
        frames.last().expect("a frame").eyes.clone()
    };
    let usual = eyes_at(1.0);
    assert_eq!(usual.len(), 2);
    let half = usual.iter().map(|size| size.map(|it| (it + 1) / 2));
    assert_eq!(eyes_at(0.5), half.collect::<Vec<_>>());
}

#[test]
fn the_runtime_is_asked_for_what_the_game_says_it_does() {
    let Some((_room, mut player)) = begin("asked", Setup::default()) else {
        return;
    };
    let right = "/user/hand/right";
    player.select("b1");
    player.wait("two pulses for a selection", |p| {
        let pulses = p.proxy().records().pulses;
        let is_one = |pulse: &&Pulse| {
            pulse.hand == right && pulse.amplitude == 0.5 && pulse.milliseconds == 15.0
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
    // What matters less waits until what matters more is over.
    let capture = records
        .pulses
        .iter()
        .find(|pulse| pulse.amplitude == 0.8)
        .unwrap();
    let cut = records.pulses.iter().find(|pulse| {
        let after = pulse.at - capture.at;
        pulse.hand == right && after > 0.0 && after < 0.059 && pulse.amplitude < 0.8
    });
    assert_eq!(cut, None);
    assert!(
        records
            .extensions
            .iter()
            .any(|name| name == "XR_EXT_local_floor")
    );
    let index = "/interaction_profiles/valve/index_controller";
    assert!(
        records
            .bindings
            .iter()
            .any(|(profile, paths)| profile == index && paths.len() > 8)
    );
    assert!(
        records
            .spaces
            .iter()
            .any(|space| space.kind == "LOCAL_FLOOR")
    );
    let last = records.frames.last().unwrap();
    assert_eq!(last.layers, ["COMPOSITION_LAYER_PROJECTION"]);
    assert_eq!(last.blend_mode, "OPAQUE");
}
