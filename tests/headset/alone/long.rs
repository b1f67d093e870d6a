//! Continuous play with rays, a near hand, the map and through glass. Measures the game's share of
//! the frame time, and checks that no move is lost and that memory doesn't grow.

use std::env;
use std::fs;
use std::time::{Duration, Instant};

use super::games::Method;
use crate::driver::{Driver, Room};
use crate::support::plays::Plays;
use crate::support::xr_protocol::Setup;

/// Environment variable with the playing time, in seconds, and its default.
const PLAY: (&str, f64) = ("ICOCHESS_PLAY_SECONDS", 20.0);
/// Environment variable that enables the time limits. A software renderer competes for the same
/// cores and disturbs the measurement.
const BOUNDS: &str = "ICOCHESS_PLAY_BOUNDS";
/// Limits for the median and the 99th percentile of updates, in milliseconds. At 90 Hz, a frame
/// takes 11 ms, most of it for drawing.
const MAX_TIMES: [f64; 2] = [1.0, 2.0];
/// Frame rate of a headset.
const HERTZ: f32 = 90.0;
/// Maximum memory growth after the first two games, in MiB, for resources that only later games
/// need. Five minutes of games with rays took 5.6 (docs/notes/frames.md).
const GROWTH: f64 = 6.0;
/// Maximum growth per frame, in KiB. A growth of 1 or more is a leak.
const GROWTH_OF_A_FRAME: f64 = 0.5;
/// Maximum total growth, in MiB.
const MAX_GROWTH: f64 = 24.0;

const UPDATES: &str = "icochess::app::inspect::updates::UpdateTimes";

/// Histogram of update times.
#[derive(Debug, Clone)]
pub struct Times {
    /// Width of a bucket, in seconds.
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

    /// Returns the quantile `part`, in milliseconds.
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

/// Updates by wall-clock time, and by the CPU time of their thread.
#[derive(Debug, Clone)]
pub struct Updates {
    pub elapsed: Times,
    pub cpu: Times,
}

impl Updates {
    /// Returns the updates since `before`.
    pub fn since(&self, before: &Self) -> Self {
        Self {
            elapsed: self.elapsed.since(&before.elapsed),
            cpu: self.cpu.since(&before.cpu),
        }
    }
}

impl Driver {
    /// Returns the times of all updates.
    pub fn updates(&mut self) -> Updates {
        let counted = self.wait("the times of the updates", |p| {
            p.inspector.resource(UPDATES).ok()
        });
        let times = |name: &str| {
            let counts = counted[name].as_array().into_iter().flatten();
            Times {
                step: counted["step"].as_f64().expect("a number"),
                counts: counts.map(|it| it.as_u64().expect("a count")).collect(),
            }
        };
        Updates {
            elapsed: times("counts"),
            cpu: times("cpu_counts"),
        }
    }

    /// Plays games with each method in turn. The last game starts before `end`. Returns the number
    /// of moves.
    fn play_until(&mut self, end: Instant) -> usize {
        let mut moves = 0;
        for method in [Method::Map, Method::Glass, Method::Rays, Method::Near]
            .into_iter()
            .cycle()
        {
            moves += self.play_a_game(method);
            if Instant::now() >= end {
                break;
            }
        }
        moves
    }

    /// Returns the resident memory of the game, in MiB.
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
    let is_in_time = times[0] <= MAX_TIMES[0] && times[1] <= MAX_TIMES[1];
    assert!(is_in_time, "{times:?} ms, expected {MAX_TIMES:?} at most");
}

/// Returns the median and 99th percentile of wall-clock and CPU times, in milliseconds.
fn times(updates: &Updates) -> [[f64; 2]; 2] {
    [&updates.elapsed, &updates.cpu].map(|of| [0.5, 0.99].map(|part| of.quantile(part)))
}

#[test]
#[ignore = "run by scripts/test --slow: some three minutes, alone"]
fn continuous_play_loses_no_move_and_does_not_leak() {
    let Some(room) = Room::alone("playing on and on", "long") else {
        return;
    };
    let mut player = Driver::start_with_proxy(&room, "long-game", Setup::default());
    let wanted = env::var(PLAY.0).ok();
    let wanted = wanted.map_or(PLAY.1, |wanted| wanted.parse().expect("seconds"));
    // Warms up everything that a game needs. Highlights on the map exist only while it is shown, so
    // they take their memory in the first game on the map.
    player.look_at_map_and_glass();
    for method in [Method::Rays, Method::Map] {
        player.play_a_game(method);
    }
    let (before, in_vain) = (player.updates(), player.presses_in_vain);
    let began = Instant::now();
    let mut moves = player.play_a_game(Method::Near);
    // The second game has reused the memory freed by the first.
    let (early, memory) = (player.updates(), player.memory());
    moves += player.play_until(began + Duration::from_secs_f64(wanted));
    let drawn = player.updates().since(&before);
    // Uses the pace of a headset with nothing drawn. After Monado's pauses of 50 ms, the caches
    // would be cold (docs/notes/frames.md).
    player.proxy().pace(Some(HERTZ));
    let before = player.updates();
    moves += player.play_until(Instant::now() + Duration::from_secs_f64(wanted / 2.0));
    let now = player.updates();
    let paced = now.since(&before);
    let frames = now.since(&early).elapsed.count();
    let grown = player.memory() - memory;
    let of_frames = GROWTH_OF_A_FRAME * frames as f64 / 1024.0;
    let limit = (GROWTH + of_frames).min(MAX_GROWTH);
    println!(
        "{moves} moves in {:.0} s; memory {memory:.0} MiB and {grown:.1} more, at most {limit:.1}",
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
    assert!(grown < limit, "{grown:.1} MiB more, not {limit:.1}");
    let in_vain = player.presses_in_vain - in_vain;
    assert_eq!(in_vain, 0, "a button was pressed and nothing came of it");
    if env::var_os(BOUNDS).is_some() {
        for updates in [&drawn, &paced] {
            assert_in_time(times(updates)[0]);
        }
    }
}
