//! The room on display, from the board's default or the players' choice. Rooms change with a short
//! fade. The picture also fades in whenever the headset's player is seated, as the board jumps.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::ColorGrading;
use icochess_shape::Room;

use crate::stage::choose_room;
use crate::stage::motion::ReducedMotion;
use crate::stage::shape::{BoardShape, Unseated};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_store::choices::RoomChoice;

/// Duration of the fade to dark, and of the fade from dark, in seconds.
pub const FADE_SECONDS: f32 = 0.3;
/// Exposure of a black picture, in stops.
const DARK: f32 = -12.0;

/// Room on display.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShownRoom(pub Room);

/// Systems that choose the room on display.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoomSystems;

/// Brightness of the picture, 0 to 1; `None` before the first room is shown.
#[derive(Resource, Debug, Default)]
struct Fade(Option<f32>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownRoom>()
        .init_resource::<Fade>()
        .add_systems(
            Update,
            change_room
                .run_if(resource_exists::<BoardShape>)
                .after(choose_room)
                .in_set(RoomSystems)
                .in_set(AppSystems::Scene),
        );
}

/// Returns the exposure for a brightness, stops.
fn stops(light: f32) -> f32 {
    if light > 0.0 {
        (2.0 * light.log2()).max(DARK)
    } else {
        DARK
    }
}

fn change_room(
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    (choice, shape, unseated): (Res<RoomChoice>, Res<BoardShape>, Res<Unseated>),
    (mut fade, mut shown): (ResMut<Fade>, ResMut<ShownRoom>),
    mut next: ResMut<NextFrame>,
    mut cameras: Query<&mut ColorGrading, With<Camera3d>>,
) {
    let wanted = ShownRoom(choice.room(shape.room));
    let Some(light) = fade.0 else {
        fade.0 = Some(1.0);
        shown.set_if_neq(wanted);
        return;
    };
    let is_seated_now = unseated.is_changed() && !unseated.is_added() && !unseated.0;
    let light = if is_seated_now { 0.0 } else { light };
    let goes = *shown != wanted;
    if !goes && light >= 1.0 {
        return;
    }
    let step = motion.part(time.delta_secs(), FADE_SECONDS);
    let mut light = if goes { light - step } else { light + step }.clamp(0.0, 1.0);
    if goes && light <= 0.0 {
        *shown = wanted;
        if motion.0 {
            light = 1.0;
        }
    }
    fade.0 = Some(light);
    for mut camera in &mut cameras {
        camera.global.exposure = stops(light);
    }
    next.within(Duration::ZERO);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fades_begin_and_end_at_normal_exposure() {
        assert_eq!(stops(1.0), 0.0);
        assert_eq!(stops(0.0), DARK);
        let steps: Vec<f32> = (0..=10).map(|step| stops(step as f32 / 10.0)).collect();
        assert!(steps.is_sorted());
    }
}
