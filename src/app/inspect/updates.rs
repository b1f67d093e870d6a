//! How long the game's own part of a frame takes, for tools that look in from outside: from the first
//! of its systems to the last. Waiting for the display, drawing, and answering such tools are no part
//! of it.

use std::time::Instant;

use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

/// Length of a class of [`UpdateTimes`], seconds.
const STEP: f32 = 5e-6;
/// Number of classes: the last one has all that took 20 ms and more.
const CLASSES: usize = 4001;

/// How long the updates took since the program has started.
#[derive(Resource, Debug, Clone, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct UpdateTimes {
    /// Length of a class, seconds.
    pub step: f32,
    /// Updates by the time that they took: how many of each class, the shortest first.
    pub counts: Vec<u32>,
}

impl Default for UpdateTimes {
    fn default() -> Self {
        Self {
            step: STEP,
            counts: vec![0; CLASSES],
        }
    }
}

impl UpdateTimes {
    fn add(&mut self, seconds: f32) {
        let class = ((seconds / STEP) as usize).min(CLASSES - 1);
        self.counts[class] = self.counts[class].saturating_add(1);
    }
}

/// When the update has begun.
#[derive(Resource, Debug)]
struct Begun(Instant);

#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct UpdateBegins;

#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct UpdateEnds;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UpdateTimes>()
        .insert_resource(Begun(Instant::now()))
        .add_systems(UpdateBegins, begin)
        .add_systems(UpdateEnds, end);
    // As all schedules of a frame (`schedule.rs`): measuring is not to wake another core.
    for label in [UpdateBegins.intern(), UpdateEnds.intern()] {
        app.edit_schedule(label, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
    let mut order = app.world_mut().resource_mut::<MainScheduleOrder>();
    order.insert_before(First, UpdateBegins);
    order.insert_after(Last, UpdateEnds);
}

fn begin(mut begun: ResMut<Begun>) {
    begun.0 = Instant::now();
}

fn end(begun: Res<Begun>, mut times: ResMut<UpdateTimes>) {
    times.add(begun.0.elapsed().as_secs_f32());
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_update_is_counted_by_the_time_of_its_systems() {
        let mut app = App::new();
        app.add_plugins(plugin)
            .add_systems(Update, || sleep(Duration::from_millis(3)));
        for _ in 0..5 {
            app.update();
            // What comes between two updates is in neither.
            sleep(Duration::from_millis(30));
        }
        let times = app.world().resource::<UpdateTimes>();
        assert_eq!(times.counts.iter().sum::<u32>(), 5);
        let shortest = times.counts.iter().position(|count| *count > 0);
        let shortest = shortest.unwrap() as f32 * times.step;
        assert!((0.0029..0.02).contains(&shortest), "{shortest} s");
        let mut times = UpdateTimes::default();
        times.add(9.0);
        assert_eq!(times.counts.last(), Some(&1));
    }
}
