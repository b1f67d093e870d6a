//! Records positioned sounds at both ears. `--nocapture` prints the measurements kept in
//! docs/notes/sound.md.

use std::f32::consts::{FRAC_PI_2, TAU};
use std::time::Instant;

use bevy::prelude::*;
use kira::AudioManager;
use kira::listener::ListenerHandle;
use kira::sound::static_sound::StaticSoundData;
use kira::track::{SpatialTrackBuilder, SpatialTrackDistances};

use crate::audio::output::{Output, Source};
use crate::audio::recording::{
    Recorder, both_ears, device, keep, lag, listen, loudness, response, sound,
};
use crate::audio::samples::FILES;
use icochess_boards::Variant;
use icochess_rules::Cell;
use icochess_shape::Seat;
use icochess_store::settings::Settings;

const RATE: u32 = 48_000;
/// Frequencies of measured responses, in hertz: below 4,000, and from there up.
const LOW: [f32; 5] = [125.0, 250.0, 500.0, 1000.0, 2000.0];
const HIGH: [f32; 6] = [4000.0, 5000.0, 6300.0, 8000.0, 10_000.0, 12_500.0];

fn output() -> Output<Recorder> {
    Output::new(device(RATE, 2)).expect("ears")
}

fn decoded(file: &'static [u8]) -> StaticSoundData {
    StaticSoundData::from_cursor(std::io::Cursor::new(file)).expect("a FLAC file")
}

/// Returns the length of a sound including its tail, in frames.
fn length(data: &StaticSoundData) -> usize {
    data.frames.len() + 2000
}

/// Returns a sound at both ears of a player at the origin, facing -z.
fn rendered(data: StaticSoundData, source: Option<Source>) -> [Vec<f32>; 2] {
    let (mut output, length) = (output(), length(&data));
    output.play(data, source).expect("it is played");
    both_ears(&mut output.manager, length)
}

fn at(at: Vec3) -> Option<Source> {
    Some(Source { at, about: None })
}

/// Returns a click at a position, as heard by both ears.
fn click(place: Vec3) -> [Vec<f32>; 2] {
    rendered(sound([1.0], RATE), at(place))
}

/// Returns the right ear's level above the left one's, in decibels.
fn to_the_right([left, right]: &[Vec<f32>; 2]) -> f32 {
    loudness(right) - loudness(left)
}

/// Returns the mean power of both ears, in decibels.
fn together([left, right]: &[Vec<f32>; 2]) -> f32 {
    let power = [left, right].map(|ear| 10_f32.powf(loudness(ear) / 10.0));
    10.0 * f32::midpoint(power[0], power[1]).log10()
}

/// Returns the board's centre for a player at the origin.
fn centre() -> Vec3 {
    let seat = Seat::default();
    seat.centre - seat.eye
}

/// Returns the distance of the ball's tiles from its centre.
fn radius() -> f32 {
    Variant::Icochess.shape().centre(Cell::new(0)).length()
}

/// Returns a source on the board, as the game plays it.
fn on_board(at: Vec3) -> Option<Source> {
    let about = Some((centre(), Settings::default().stereo_width));
    Some(Source { at, about })
}

#[test]
fn six_directions_have_the_expected_delay_level_and_tone() {
    let mut front = None;
    for (name, towards) in [
        ("front", Vec3::NEG_Z),
        ("right", Vec3::X),
        ("left", Vec3::NEG_X),
        ("back", Vec3::Z),
        ("above", Vec3::Y),
        ("below", Vec3::NEG_Y),
    ] {
        let rendered = click(towards * 0.8);
        keep(&format!("click-{name}.wav"), &rendered, RATE);
        let [left, right] = &rendered;
        let later = lag([left, right], RATE);
        let louder = to_the_right(&rendered);
        let tones = |range: &[f32]| -> Vec<[f32; 2]> {
            let of = |frequency: &f32| [left, right].map(|ear| response(ear, *frequency, RATE));
            range.iter().map(of).collect()
        };
        let (low, high) = (tones(&LOW), tones(&HIGH));
        println!(
            "{name}: left later by {:.3} ms, right louder by {louder:.1} dB\n  {LOW:?} Hz: \
             {low:.1?}\n  {HIGH:?} Hz: {high:.1?}",
            1000.0 * later
        );
        match name {
            "right" => {
                assert!((0.4e-3..0.7e-3).contains(&later), "{later}");
                assert!(louder >= 6.0, "{louder}");
            }
            "left" => {
                assert!((0.4e-3..0.7e-3).contains(&-later), "{later}");
                assert!(louder <= -6.0, "{louder}");
            }
            _ => assert_eq!(left, right, "{name}"),
        }
        let front = front.get_or_insert_with(|| (low.clone(), high.clone()));
        match name {
            // Flat, except for the interpolation between samples.
            "front" => {
                for [tone, _] in low.iter().chain(&high[..4]) {
                    assert!((tone - low[0][0]).abs() < 0.8, "{tone}");
                }
            }
            "back" => {
                for (front, back) in front.1.iter().zip(&high) {
                    assert!(front[0] - back[0] >= 6.0, "{front:?} {back:?}");
                }
                assert!((front.0[0][0] - low[0][0]).abs() < 0.5);
            }
            "above" | "below" => assert_eq!((&low, &high), (&front.0, &front.1)),
            _ => {}
        }
    }
}

#[test]
fn every_sound_distinguishes_the_balls_edges_from_the_seat() {
    for (sample, file) in FILES {
        let edges = [-1.0, 1.0].map(|side| {
            let place = centre() + Vec3::X * side * radius();
            rendered(decoded(file), on_board(place))
        });
        let [from_left, from_right] = edges.each_ref().map(to_the_right);
        let time = lag([&edges[1][0], &edges[1][1]], RATE);
        println!(
            "{sample:?}: {from_left:.1} and {from_right:.1} dB, {:.3} ms; with kira's panning \
             {:.1} dB",
            1000.0 * time,
            to_the_right(&panned(decoded(file), centre() + Vec3::X * radius())),
        );
        assert!(from_left <= -6.0 && from_right >= 6.0, "{sample:?}");
        assert!((0.3e-3..0.7e-3).contains(&time), "{sample:?}: {time}");
        // In between, the sound moves steadily from one side to the other.
        let mut last = from_left;
        for part in [-0.5, 0.0, 0.5] {
            let place = centre() + Vec3::X * part * radius();
            let here = to_the_right(&rendered(decoded(file), on_board(place)));
            assert!(
                here > last + 1.0,
                "{sample:?} at {part}: {here} after {last}"
            );
            last = here;
        }
    }
}

/// Adds ears at the origin, facing -z.
fn ears(manager: &mut AudioManager<Recorder>) -> ListenerHandle {
    let ears = manager.add_listener([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
    ears.expect("a listener")
}

/// Plays a sound with kira's own panning, for comparison.
fn pan(
    manager: &mut AudioManager<Recorder>,
    ears: &ListenerHandle,
    data: StaticSoundData,
    place: Vec3,
) {
    let track = SpatialTrackBuilder::new()
        .distances(SpatialTrackDistances {
            min_distance: 0.6,
            max_distance: 20.0,
        })
        .persist_until_sounds_finish(true);
    let track = manager.add_spatial_sub_track(ears.id(), place.to_array(), track);
    track.expect("a track").play(data).expect("it is played");
}

/// Returns the sound of [`pan`] at both ears.
fn panned(data: StaticSoundData, place: Vec3) -> [Vec<f32>; 2] {
    let (mut manager, length) = (device(RATE, 2), length(&data));
    let ears = ears(&mut manager);
    pan(&mut manager, &ears, data, place);
    both_ears(&mut manager, length)
}

#[test]
fn board_sounds_keep_the_level_and_tone_of_panned_ones() {
    let around = [
        Vec3::ZERO,
        Vec3::X,
        Vec3::NEG_X,
        Vec3::Y,
        Vec3::NEG_Y,
        Vec3::Z,
        Vec3::NEG_Z,
    ];
    let (mut least, mut most) = (f32::MAX, f32::MIN);
    for (sample, file) in FILES {
        let made = decoded(file)
            .frames
            .iter()
            .fold(0.0, |most: f32, it| most.max(it.left.abs()));
        for offset in around {
            let place = centre() + offset * radius();
            let now = rendered(decoded(file), on_board(place));
            let change = together(&now) - together(&panned(decoded(file), place));
            (least, most) = (least.min(change), most.max(change));
            assert!(change.abs() < 1.5, "{sample:?} at {offset}: {change} dB");
            let peak = now
                .iter()
                .flatten()
                .fold(0.0, |most: f32, it| most.max(it.abs()));
            assert!(
                peak < 1.1 * made,
                "{sample:?} at {offset}: {peak} of {made}"
            );
        }
    }
    println!("louder than panned by {least:.1} to {most:.1} dB");
    for offset in around {
        let place = on_board(centre() + offset * radius());
        let ears = rendered(sound([1.0], RATE), place);
        let power = |frequency: f32| {
            let power = |ear: &Vec<f32>| 10_f32.powf(response(ear, frequency, RATE) / 10.0);
            10.0 * f32::midpoint(power(&ears[0]), power(&ears[1])).log10()
        };
        for frequency in HIGH {
            let more = power(frequency) - power(LOW[0]);
            assert!(more < 0.5, "{offset} at {frequency} Hz: {more} dB");
        }
    }
}

#[test]
fn mono_plays_the_file_unchanged() {
    for (sample, file) in FILES {
        let made: Vec<f32> = decoded(file).frames.iter().map(|it| it.left).collect();
        let [left, right] = rendered(decoded(file), None);
        assert_eq!(left, right);
        // kira starts a few samples late.
        let is_made = |later: usize| {
            let both = made.iter().zip(&left[later..]);
            both.fold(0.0, |most: f32, (a, b)| most.max((a - b).abs())) < 1e-4
        };
        assert!((0..8).any(is_made), "{sample:?}");
        // A device with one channel sums both ears, which must not cancel each other out.
        let mut output = Output::new(device(RATE, 1)).unwrap();
        output
            .play(decoded(file), on_board(centre() + Vec3::X))
            .unwrap();
        let rendered = listen(&mut output.manager, length(&decoded(file)));
        assert_eq!(rendered, left, "{sample:?}");
    }
}

#[test]
fn sounds_without_a_device_never_play() {
    let mut output = Output::new(device(RATE, 0)).unwrap();
    output.play(sound([1.0], RATE), None).unwrap();
    output.play(sound([1.0], RATE), at(Vec3::X)).unwrap();
    output.manager.backend_mut().channels = 2;
    let rendered = listen(&mut output.manager, 1000);
    assert!(rendered.iter().all(|it| *it == 0.0));
    output.play(sound([1.0], RATE), None).unwrap();
    let rendered = listen(&mut output.manager, 1000);
    assert!(rendered.contains(&1.0));
}

#[test]
fn other_sample_rates_and_turned_ears_sound_alike() {
    let rate = 44_100;
    let mut output = Output::new(device(rate, 2)).unwrap();
    let turned = Quat::from_rotation_y(2.0) * Quat::from_rotation_x(-0.4);
    let ears = Isometry3d::new(Vec3::new(1.0, 1.5, -2.0), turned);
    output.set_listener(ears);
    listen(&mut output.manager, rate as usize / 10);
    output.play(sound([1.0], rate), at(ears * Vec3::X)).unwrap();
    let rendered = both_ears(&mut output.manager, 4000);
    let later = lag([&rendered[0], &rendered[1]], rate);
    assert!((later - 0.66e-3).abs() < 0.03e-3, "{later}");
    let there = rendered.each_ref().map(|ear| response(ear, 4000.0, rate));
    let here = click(Vec3::X)
        .each_ref()
        .map(|ear| response(ear, 4000.0, RATE));
    for (there, here) in there.iter().zip(here) {
        assert!((there - here).abs() < 1.0, "{there} {here}");
    }
}

/// Frequency of the tone, in hertz.
const TONE: f32 = 1000.0;

/// Returns one second of the tone.
fn tone() -> Vec<f32> {
    let period = RATE / TONE as u32;
    let turn = |time| TAU * (time % period) as f32 / period as f32;
    (0..RATE).map(|time| 0.5 * turn(time).sin()).collect()
}

/// Returns the roughness of a tone: its largest fourth difference, relative to a smooth tone at the
/// loudest level of an ear. A jump of 0.001 yields 20.
fn roughness(rendered: &[f32]) -> f32 {
    let mut differences = rendered.to_vec();
    for _ in 0..4 {
        differences = differences.windows(2).map(|it| it[1] - it[0]).collect();
    }
    let smooth = 0.545 * (2.0 * (std::f32::consts::PI * TONE / RATE as f32).sin()).powi(4);
    let most = differences
        .iter()
        .fold(0.0, |most: f32, it| most.max(it.abs()));
    most / smooth
}

/// Returns the tone's direction at a time, in radians to the right, for a head that turns by 180°
/// in a second.
fn azimuth(seconds: f32) -> f32 {
    FRAC_PI_2 - std::f32::consts::PI * seconds
}

#[test]
fn turning_head_is_heard_without_steps() {
    let mut output = output();
    let turn = |seconds: f32| Isometry3d::from_rotation(Quat::from_rotation_y(azimuth(seconds)));
    output.set_listener(turn(0.0));
    listen(&mut output.manager, 4800);
    output.play(sound(tone(), RATE), at(Vec3::NEG_Z)).unwrap();
    let mut rendered = [Vec::new(), Vec::new()];
    // 90 frames per second.
    for frame in 0..90_u8 {
        output.set_listener(turn(f32::from(frame) / 90.0));
        let more = both_ears(&mut output.manager, RATE as usize / 90);
        for (ear, more) in rendered.iter_mut().zip(more) {
            ear.extend(more);
        }
    }
    keep("turning-head.wav", &rendered, RATE);
    // The sound moved from one side to the other.
    let tenth = RATE as usize / 10;
    for (ear, sign) in rendered.iter().zip([1.0, -1.0]) {
        let change = loudness(&ear[8 * tenth..9 * tenth]) - loudness(&ear[tenth..2 * tenth]);
        assert!(sign * change > 6.0, "{change}");
        // Without the onset of the tone.
        let rough = roughness(&ear[tenth / 2..]);
        println!("a turning head: {rough:.2} times a smooth tone");
        assert!(rough < 2.0, "{rough}");
    }
}

/// Returns the fraction of real time that rendering takes, over a quarter of a second.
fn took(manager: &mut AudioManager<Recorder>) -> f32 {
    let start = Instant::now();
    listen(manager, RATE as usize / 4);
    4.0 * start.elapsed().as_secs_f32()
}

#[test]
fn sixteen_sounds_at_once_render_in_a_fraction_of_real_time() {
    let (mut placed, mut by_kira) = (f32::MAX, f32::MAX);
    // Uses the best run, because other programs may interfere.
    for _ in 0..8 {
        let mut output = output();
        for _ in 0..16 {
            output.play(sound(tone(), RATE), at(Vec3::NEG_Z)).unwrap();
        }
        placed = placed.min(took(&mut output.manager));
        let mut manager = device(RATE, 2);
        let ears = ears(&mut manager);
        for _ in 0..16 {
            pan(&mut manager, &ears, sound(tone(), RATE), Vec3::NEG_Z);
        }
        by_kira = by_kira.min(took(&mut manager));
    }
    let [placed_percent, by_kira] = [placed, by_kira].map(|part| 100.0 * part);
    println!("16 sounds take {placed_percent:.2} % of the time, panned {by_kira:.2} %");
    assert!(placed < 0.5, "{placed_percent} %");
}
