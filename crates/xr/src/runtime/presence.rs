//! Detects a headset that was put down where the runtime reports neither user presence nor another
//! session state, as Virtual Desktop's and Pimax's.

use bevy::prelude::*;

use crate::hands::HandInput;
use crate::head::{Head, HeadTracking};
use crate::session::{Focus, SessionEvent, SessionSystems};

/// Time without hands and without movement of the head after which the headset counts as put
/// down, in seconds.
const SECONDS: f32 = 10.0;
/// Maximum time that one frame counts for, in seconds.
const FRAME_SECONDS: f32 = 0.2;
/// Displacement of a headset that someone wears, in metres. A head sways by more in [`SECONDS`],
/// and a headset on a table trembles by less.
const SWAY: f32 = 0.002;
/// Rotation of a headset that someone wears, in radians.
const NOD: f32 = 0.005;

/// Whether somebody wears the headset.
#[derive(Resource, Debug, Default)]
pub(super) struct Presence {
    /// Whether the runtime has reported it, which makes detection unnecessary.
    pub(super) is_reported: bool,
    /// Whether the headset was detected as put down.
    is_absent: bool,
    /// Pose of a headset that holds still, and for how long, in seconds.
    still: Option<(Isometry3d, f32)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Presence>().add_systems(
        PreUpdate,
        detect_presence
            .run_if(|presence: Res<Presence>| !presence.is_reported)
            .before(SessionSystems),
    );
}

fn detect_presence(
    (time, focus): (Res<Time<Real>>, Res<Focus>),
    head: Query<(&Transform, &HeadTracking), With<Head>>,
    hands: Query<&HandInput>,
    mut presence: ResMut<Presence>,
    mut events: MessageWriter<SessionEvent>,
) {
    let presence = presence.bypass_change_detection();
    let known = head.iter().find(|(_, tracking)| tracking.knows_rotation);
    let pose = known.map(|(head, _)| head.to_isometry());
    let Some(pose) = pose.filter(|_| focus.0) else {
        presence.still = None;
        return;
    };
    let is_handled = hands.iter().any(|input| input.active);
    let is_near = |before: Isometry3d| {
        before.translation.distance(pose.translation) < SWAY
            && before.rotation.angle_between(pose.rotation) < NOD
    };
    let seconds = time.delta_secs().min(FRAME_SECONDS);
    let mut has_moved = is_handled;
    presence.still = match presence.still {
        Some((before, elapsed)) if !is_handled && is_near(before) => {
            let now = elapsed + seconds;
            // Tracking drifts, so a headset that was put down is compared with its recent pose.
            let is_renewed = presence.is_absent && now.floor() > elapsed.floor();
            Some((if is_renewed { pose } else { before }, now))
        }
        before => {
            has_moved |= before.is_some();
            Some((pose, 0.0))
        }
    };
    let still = presence.still.map_or(0.0, |(_, elapsed)| elapsed);
    // Until it moves again, a headset that was put down stays so.
    let is_absent = still >= SECONDS || presence.is_absent && !has_moved;
    if is_absent != presence.is_absent {
        presence.is_absent = is_absent;
        events.write(SessionEvent::Present(!is_absent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Hand;
    use crate::head::HeadPosition;
    use std::time::Duration;

    /// Advances by seconds with the head at `x`, in metres. Returns the reported presence, if any.
    fn pass(world: &mut World, seconds: u32, x: f32) -> Vec<SessionEvent> {
        let mut heads = world.query_filtered::<&mut Transform, With<Head>>();
        heads.single_mut(world).unwrap().translation.x = x;
        for _ in 0..10 * seconds {
            let mut time = world.resource_mut::<Time<Real>>();
            time.advance_by(Duration::from_millis(100));
            world.run_system_cached(detect_presence).unwrap();
        }
        let mut events = world.resource_mut::<Messages<SessionEvent>>();
        events.drain().collect()
    }

    #[test]
    fn headset_on_a_table_is_absent_until_it_moves() {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Presence>();
        world.init_resource::<Messages<SessionEvent>>();
        world.insert_resource(Focus(true));
        let tracking = HeadTracking {
            knows_rotation: true,
            position: HeadPosition::Tracked,
        };
        world.spawn((Head, tracking, Transform::default()));
        let hand = world.spawn(HandInput::at_rest(Hand::Left)).id();
        let hold = |world: &mut World, active: bool| {
            world.get_mut::<HandInput>(hand).unwrap().active = active;
        };

        assert_eq!(pass(&mut world, 9, 0.0), []);
        assert_eq!(pass(&mut world, 9, 0.01), []);
        hold(&mut world, true);
        assert_eq!(pass(&mut world, 20, 0.01), []);
        hold(&mut world, false);
        assert_eq!(pass(&mut world, 11, 0.01), [SessionEvent::Present(false)]);
        // Noise of a headset at rest.
        assert_eq!(pass(&mut world, 11, 0.011), []);
        // A system menu doesn't put it on, nor does slow drift.
        world.insert_resource(Focus(false));
        assert_eq!(pass(&mut world, 1, 0.011), []);
        world.insert_resource(Focus(true));
        for step in 1..10_u8 {
            assert_eq!(pass(&mut world, 2, 0.011 + 0.001 * f32::from(step)), []);
        }
        assert_eq!(pass(&mut world, 1, 0.05), [SessionEvent::Present(true)]);
        // In a system menu.
        world.insert_resource(Focus(false));
        assert_eq!(pass(&mut world, 20, 0.05), []);
    }
}
