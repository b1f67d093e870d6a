//! A player who plays on and on, with rays, with a hand at the ball, on the map and through glass: how long
//! the game's part of a frame takes, that no move is missed, and that nothing grows.

use std::env;
use std::fs;
use std::time::{Duration, Instant};

use super::games::Way;
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xr_protocol::Setup;

/// The environment variable that says for how many seconds is played, and how many it is without.
const PLAY: (&str, f64) = ("ICOCHESS_PLAY_SECONDS", 20.0);
/// The environment variable with which the times are held to their bounds. Who draws
/// without a graphics card does that with the same cores, and interrupts what is measured.
const BOUNDS: &str = "ICOCHESS_PLAY_BOUNDS";
/// The most that the median and the 99th percentile of the updates may be, milliseconds: at 90 Hz
/// there are 11 for a frame, most of them for drawing.
const MOST: [f64; 2] = [1.0, 2.0];
/// Frames a second of a headset.
const HERTZ: f32 = 90.0;
/// By how much the memory may grow once two games have been played, MiB, however long is played: what
/// only later games need. In five minutes of games with rays it was 5.6 (docs/testing.md).
const GROWTH: f64 = 6.0;
/// By how much it may grow with each frame, KiB: a whole one is a leak.
const GROWTH_OF_A_FRAME: f64 = 0.5;
/// By how much it may grow in all, MiB.
const MOST_GROWTH: f64 = 24.0;

const UPDATES: &str = "icochess::app::inspect::updates::UpdateTimes";

/// Updates by the time that they took.
#[derive(Debug, Clone)]
pub struct Times {
    /// Length of a class, seconds.
    step: f64,
    counts: Vec<u64>,
}

impl Times {
    fn since(&self, before: &Self) -> Self {
        let counts = self.counts.iter().zip(&before.counts);
        Self {
            counts: counts.map(|(now, before)| now - before).collect(),
            ..*self
        }
    }

    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The time that a part of them does not exceed, milliseconds.
    pub fn quantile(&self, part: f64) -> f64 {
        let wanted = (self.count() as f64 * part).ceil() as u64;
        let mut seen = 0;
        let class = self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted.max(1)
        });
        1e3 * self.step * (class.expect("an update") + 1) as f64
    }
}

/// Updates by the time on the clock, and by the processor time of their thread.
#[derive(Debug, Clone)]
pub struct Updates {
    pub elapsed: Times,
    pub cpu: Times,
}

impl Updates {
    /// Those that have come after others.
    pub fn since(&self, before: &Self) -> Self {
        Self {
            elapsed: self.elapsed.since(&before.elapsed),
            cpu: self.cpu.since(&before.cpu),
        }
    }
}

impl Driver {
    /// The times that the updates took so far.
    pub fn updates(&mut self) -> Updates {
        let told = self.wait("the times of the updates", |p| {
            p.inspector.resource(UPDATES).ok()
        });
        let times = |name: &str| {
            let counts = told[name].as_array().into_iter().flatten();
            Times {
                step: told["step"].as_f64().expect("a number"),
                counts: counts.map(|it| it.as_u64().expect("a count")).collect(),
            }
        };
        Updates {
            elapsed: times("counts"),
            cpu: times("cpu_counts"),
        }
    }

    /// Plays games, in each way in turn, the last of which begins before that time. Gives the number of
    /// moves.
    fn play_until(&mut self, end: Instant) -> usize {
        let mut moves = 0;
        for way in [Way::Map, Way::Glass, Way::Rays, Way::Near]
            .into_iter()
            .cycle()
        {
            moves += self.play_a_game(way);
            if Instant::now() >= end {
                break;
            }
        }
        moves
    }

    /// The memory that the game takes, MiB.
    fn memory(&mut self) -> f64 {
        let id = self.game.child().id();
        let about = fs::read_to_string(format!("/proc/{id}/status")).expect("a process");
        let mut lines = about.lines();
        let line = lines.find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kib.expect("how much is resident") / 1024.0
    }
}

fn assert_in_time(times: [f64; 2]) {
    let is_in_time = times[0] <= MOST[0] && times[1] <= MOST[1];
    assert!(is_in_time, "{times:?} ms, expected {MOST:?} at most");
}

/// Times on the clock and of the processor: the median and the 99th percentile, milliseconds.
fn times(updates: &Updates) -> [[f64; 2]; 2] {
    [&updates.elapsed, &updates.cpu].map(|of| [0.5, 0.99].map(|part| of.quantile(part)))
}

#[test]
fn who_plays_on_and_on_misses_no_move_and_nothing_grows() {
    let Some(room) = Room::alone("playing on and on", "long") else {
        return;
    };
    let mut player = Driver::start_with_proxy(&room, "long-game", Setup::default());
    let wanted = env::var(PLAY.0).ok();
    let wanted = wanted.map_or(PLAY.1, |wanted| wanted.parse().expect("seconds"));
    // Everything that a game needs has been there once. Marks are drawn on the map only while it is
    // shown, and so take their memory in the first game on it.
    player.look_at_map_and_glass();
    for way in [Way::Rays, Way::Map] {
        player.play_a_game(way);
    }
    let (before, in_vain) = (player.updates(), player.presses_in_vain);
    let began = Instant::now();
    let mut moves = player.play_a_game(Way::Near);
    // What the first game had freed, the second one has taken again.
    let (early, memory) = (player.updates(), player.memory());
    moves += player.play_until(began + Duration::from_secs_f64(wanted));
    let drawn = player.updates().since(&before);
    // At the pace of a headset, and nothing is drawn beside: who has slept for Monado's 50 ms has to
    // fetch all of the game's memory anew (docs/testing.md).
    player.proxy().pace(Some(HERTZ));
    let before = player.updates();
    moves += player.play_until(Instant::now() + Duration::from_secs_f64(wanted / 2.0));
    let now = player.updates();
    let paced = now.since(&before);
    let frames = now.since(&early).elapsed.count();
    let grown = player.memory() - memory;
    let of_frames = GROWTH_OF_A_FRAME * frames as f64 / 1024.0;
    let most = (GROWTH + of_frames).min(MOST_GROWTH);
    println!(
        "{moves} moves in {:.0} s; memory {memory:.0} MiB and {grown:.1} more, at most {most:.1}",
        began.elapsed().as_secs_f64()
    );
    for (what, updates) in [("drawn", &drawn), ("at a headset's pace", &paced)] {
        let [elapsed, cpu] = times(updates);
        println!(
            "{} updates {what}, median and 99th percentile in ms: {elapsed:.2?}, of the processor {cpu:.2?}",
            updates.elapsed.count(),
        );
    }
    assert!(frames > 100, "too few to see whether anything grows");
    assert!(grown < most, "{grown:.1} MiB more, not {most:.1}");
    let in_vain = player.presses_in_vain - in_vain;
    assert_eq!(in_vain, 0, "a button was pressed and nothing came of it");
    if env::var_os(BOUNDS).is_some() {
        for updates in [&drawn, &paced] {
            assert_in_time(times(updates)[0]);
        }
    }
}
