//! The session of a headset, as far as it matters to the game: whether that is shown and listened
//! to, who wears the headset, and where the space is that everything is placed in.
//!
//! Devices tell it by [`SessionEvent`]s.

use bevy::prelude::*;

use icochess_core::clock::Pause;
use icochess_play::game::messages::ClockRequest;

/// Fact: what has changed in the session. Devices tell it in the order in which it happens.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEvent {
    /// The visibility of the game from now on.
    Shown(SessionVisibility),
    /// Whether somebody wears the headset. Not every device tells.
    Present(bool),
    /// The player recentres the space: it is about to move, and no place will hold any more.
    Recentring,
    /// The space of which [`Recentring`](Self::Recentring) was told has moved.
    Recentred,
}

/// The visibility of the game to the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SessionVisibility {
    /// It is not shown, as while nobody wears the headset.
    #[default]
    Hidden,
    /// It is shown without input, as while a menu of the device is open.
    Visible,
    /// It is shown, with input.
    Focused,
}

/// The systems that follow [`SessionEvent`]s at the beginning of a frame, in `PreUpdate`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SessionSystems;

/// Whether the session is [`Focused`](SessionVisibility::Focused), so that there is input.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Focus(pub bool);

/// The session in words, for tools that look in from outside (Bevy's remote
/// protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[type_path = "icochess::xr::session"]
#[reflect(Resource, Default)]
pub struct SessionStatus {
    /// The OpenXR session state, such as `FOCUSED`.
    pub state: String,
    /// The type of the reference space in use, such as `LOCAL_FLOOR`; empty
    /// before there is one.
    pub reference_space: String,
    /// The source of the height of its origin: `LOCAL_FLOOR` or `STAGE`, which know the floor;
    /// `eye height`, the setting; or `unknown`.
    pub floor: String,
    /// Whether the board has been put before the player.
    pub seated: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Focus>()
        .init_resource::<SessionStatus>()
        .add_message::<SessionEvent>()
        .add_systems(
            PreUpdate,
            follow
                .run_if(on_message::<SessionEvent>)
                .in_set(SessionSystems),
        );
}

fn follow(
    mut told: MessageReader<SessionEvent>,
    mut focus: ResMut<Focus>,
    mut clock: MessageWriter<ClockRequest>,
) {
    for event in told.read() {
        if let SessionEvent::Shown(visibility) = *event {
            clock.write_batch(clock_requests(visibility));
            focus.set_if_neq(Focus(visibility == SessionVisibility::Focused));
        }
    }
}

/// The requests to the clock that follow. It stops while a menu of the device is open. Once the
/// headset was off, it waits until the players go on or move.
fn clock_requests(visibility: SessionVisibility) -> impl Iterator<Item = ClockRequest> {
    let unfocused = if visibility == SessionVisibility::Focused {
        ClockRequest::Release(Pause::Unfocused)
    } else {
        ClockRequest::Pause(Pause::Unfocused)
    };
    let is_hidden = visibility == SessionVisibility::Hidden;
    let absent = is_hidden.then_some(ClockRequest::Pause(Pause::Absent));
    [unfocused].into_iter().chain(absent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_on_after_a_menu_and_waits_after_the_headset_was_off() {
        let told = |visibility| clock_requests(visibility).collect::<Vec<_>>();
        let stands = ClockRequest::Pause(Pause::Unfocused);
        assert_eq!(told(SessionVisibility::Visible), [stands]);
        let goes_on = ClockRequest::Release(Pause::Unfocused);
        assert_eq!(told(SessionVisibility::Focused), [goes_on]);
        let waits = [stands, ClockRequest::Pause(Pause::Absent)];
        assert_eq!(told(SessionVisibility::Hidden), waits);
    }

    #[test]
    fn a_focus_that_goes_and_comes_back_in_one_frame_has_changed() {
        let mut world = World::new();
        world.init_resource::<Messages<SessionEvent>>();
        world.init_resource::<Messages<ClockRequest>>();
        world.insert_resource(Focus(true));
        world.clear_trackers();
        let news = [SessionVisibility::Visible, SessionVisibility::Focused];
        world.write_message_batch(news.map(SessionEvent::Shown));
        world.run_system_cached(follow).unwrap();
        assert!(world.resource::<Focus>().0 && world.is_resource_changed::<Focus>());
    }
}
