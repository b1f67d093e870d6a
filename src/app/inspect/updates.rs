//! Time that the game's own systems take per frame, for tools. Excludes the wait for the display,
//! rendering, and the answers to tools.

use std::time::{Duration, Instant};

use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

use icochess_base::platform::thread_time;
use icochess_base::schedule::on_one_thread;

/// Width of a bin of [`UpdateTimes`], in seconds.
const STEP: f32 = 5e-6;
/// Number of bins. The last bin contains everything from 20 ms on.
const CLASSES: usize = 4001;

/// Histogram of update times since the program started.
#[derive(Resource, Debug, Clone, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct UpdateTimes {
    /// Width of a bin, in seconds.
    pub step: f32,
    /// Number of updates per bin by wall-clock time, the shortest first.
    pub counts: Vec<u32>,
    /// Number of updates per bin by CPU time of their thread. Excludes preemption by other threads,
    /// for example while a software renderer draws. All are 0 if the system doesn't report CPU
    /// times.
    pub cpu_counts: Vec<u32>,
}

impl Default for UpdateTimes {
    fn default() -> Self {
        Self {
            step: STEP,
            counts: vec![0; CLASSES],
            cpu_counts: vec![0; CLASSES],
        }
    }
}

impl UpdateTimes {
    fn add(&mut self, took: Duration, cpu: Option<Duration>) {
        count(&mut self.counts, took);
        if let Some(cpu) = cpu {
            count(&mut self.cpu_counts, cpu);
        }
    }
}

fn count(counts: &mut [u32], time: Duration) {
    let class = ((time.as_secs_f32() / STEP) as usize).min(CLASSES - 1);
    counts[class] = counts[class].saturating_add(1);
}

/// Start of the update, by the system clock and by the CPU time of its thread.
#[derive(Resource, Debug)]
struct Begun(Instant, Option<Duration>);

impl Begun {
    fn now() -> Self {
        Self(Instant::now(), thread_time())
    }
}

#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct UpdateBegins;

#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct UpdateEnds;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UpdateTimes>()
        .insert_resource(Begun::now())
        .add_systems(UpdateBegins, start_update)
        .add_systems(UpdateEnds, end_update);
    for label in [UpdateBegins.intern(), UpdateEnds.intern()] {
        on_one_thread(app, label);
    }
    let mut order = app.world_mut().resource_mut::<MainScheduleOrder>();
    order.insert_before(First, UpdateBegins);
    order.insert_after(Last, UpdateEnds);
}

fn start_update(mut begun: ResMut<Begun>) {
    *begun = Begun::now();
}

fn end_update(begun: Res<Begun>, mut times: ResMut<UpdateTimes>) {
    let cpu = begun.1.zip(thread_time());
    let cpu = cpu.map(|(from, to)| to.saturating_sub(from));
    times.add(begun.0.elapsed(), cpu);
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    /// Returns the centre of the first non-empty bin, seconds.
    fn shortest(counts: &[u32]) -> f32 {
        let class = counts.iter().position(|count| *count > 0);
        (class.expect("an update") as f32 + 0.5) * STEP
    }

    #[test]
    fn each_update_is_counted_by_the_time_of_its_systems() {
        let mut app = App::new();
        app.add_plugins(plugin)
            .add_systems(Update, || sleep(Duration::from_millis(3)));
        for _ in 0..5 {
            app.update();
            // The time between updates isn't counted.
            sleep(Duration::from_millis(30));
        }
        let times = app.world().resource::<UpdateTimes>();
        assert_eq!(times.counts.iter().sum::<u32>(), 5);
        let took = shortest(&times.counts);
        assert!((0.0029..0.02).contains(&took), "{took} s");
        let mut times = UpdateTimes::default();
        times.add(Duration::from_secs(9), None);
        assert_eq!(times.counts.last(), Some(&1));
        assert!(times.cpu_counts.iter().all(|count| *count == 0));
    }

    #[test]
    #[cfg(unix)]
    fn sleeping_takes_no_cpu_time_and_computing_does() {
        let mut app = App::new();
        app.add_plugins(plugin)
            .add_systems(Update, || sleep(Duration::from_millis(3)));
        app.update();
        let times = app.world().resource::<UpdateTimes>();
        let asleep = shortest(&times.cpu_counts);
        assert!(asleep < 0.002, "{asleep} s");
        let mut app = App::new();
        // Other threads have separate CPU times.
        on_one_thread(&mut app, Update);
        app.add_plugins(plugin).add_systems(Update, || {
            let began = thread_time();
            while thread_time() < began.map(|it| it + Duration::from_millis(3)) {}
        });
        app.update();
        let at_work = shortest(&app.world().resource::<UpdateTimes>().cpu_counts);
        assert!(at_work > 0.0029, "{at_work} s");
    }
}
