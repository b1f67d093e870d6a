//! The headset's session as the game sees it: visibility and focus, user presence, and movement of
//! the space.
//!
//! Devices report it by [`SessionEvent`]s.

use bevy::prelude::*;

use icochess_core::clock::Pause;
use icochess_play::game::messages::ClockRequest;

/// Fact: the session has changed. Devices send these in order.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEvent {
    /// New visibility of the game.
    Shown(SessionVisibility),
    /// Whether somebody wears the headset. Not every device reports it.
    Present(bool),
    /// The player is recentring the space, which will move and invalidate all positions.
    Recentring,
    /// The space announced by [`Recentring`](Self::Recentring) has moved.
    Recentred,
}

/// Visibility of the game to the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SessionVisibility {
    /// Not shown, for example while the headset is off.
    #[default]
    Hidden,
    /// Shown without input, for example while a system menu is open.
    Visible,
    /// Shown with input.
    Focused,
}

/// The systems that handle [`SessionEvent`]s at the beginning of a frame, in `PreUpdate`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SessionSystems;

/// Whether the session is [`Focused`](SessionVisibility::Focused) and has input.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Focus(pub bool);

/// The system's ID of the headset's sound device, if the runtime names one.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct HeadsetSound(pub String);

/// Description of the session, for tools (Bevy's remote protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[type_path = "icochess::xr::session"]
#[reflect(Resource, Default)]
pub struct SessionStatus {
    /// OpenXR session state, such as `FOCUSED`.
    pub state: String,
    /// Type of the current reference space, such as `LOCAL_FLOOR`; empty before a space exists.
    pub reference_space: String,
    /// Source of the floor height: `LOCAL_FLOOR` or `STAGE`, for spaces on the floor; `eye height`,
    /// from the setting; or `unknown`.
    pub floor: String,
    /// Whether the player has been seated in front of the board.
    pub seated: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Focus>()
        .init_resource::<SessionStatus>()
        .add_message::<SessionEvent>()
        .add_systems(
            PreUpdate,
            handle_session_events
                .run_if(on_message::<SessionEvent>)
                .in_set(SessionSystems),
        );
}

fn handle_session_events(
    mut events: MessageReader<SessionEvent>,
    mut focus: ResMut<Focus>,
    mut clock: MessageWriter<ClockRequest>,
) {
    for event in events.read() {
        match *event {
            SessionEvent::Shown(visibility) => {
                clock.write_batch(clock_requests(visibility));
                focus.set_if_neq(Focus(visibility == SessionVisibility::Focused));
            }
            SessionEvent::Present(false) => {
                clock.write(ClockRequest::Pause(Pause::Absent));
            }
            _ => {}
        }
    }
}

/// Returns the clock requests for a new visibility. The clock pauses while a system menu is open.
/// After the headset was taken off, the clock waits until the players continue or move.
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
    fn clock_resumes_after_a_menu_and_waits_after_absence() {
        let requests = |visibility| clock_requests(visibility).collect::<Vec<_>>();
        let paused = ClockRequest::Pause(Pause::Unfocused);
        assert_eq!(requests(SessionVisibility::Visible), [paused]);
        let goes_on = ClockRequest::Release(Pause::Unfocused);
        assert_eq!(requests(SessionVisibility::Focused), [goes_on]);
        let waits = [paused, ClockRequest::Pause(Pause::Absent)];
        assert_eq!(requests(SessionVisibility::Hidden), waits);
    }

    #[test]
    fn focus_lost_and_regained_in_one_frame_counts_as_changed() {
        let mut world = World::new();
        world.init_resource::<Messages<SessionEvent>>();
        world.init_resource::<Messages<ClockRequest>>();
        world.insert_resource(Focus(true));
        world.clear_trackers();
        let news = [SessionVisibility::Visible, SessionVisibility::Focused];
        world.write_message_batch(news.map(SessionEvent::Shown));
        world.run_system_cached(handle_session_events).unwrap();
        assert!(world.resource::<Focus>().0 && world.is_resource_changed::<Focus>());
    }
}
