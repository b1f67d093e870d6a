//! Handover of the headset, detected when it is taken off and put on, or confirmed by hand.

use bevy::prelude::*;

use super::hands::HandInput;
use super::head::{Head, HeadTracking};
use super::session::{SessionEvent, SessionSystems};
use super::wearing::Wearing;
use icochess_base::schedule::AppSystems;
use icochess_core::handover::Phase;
use icochess_play::game::handover::{GameHandover, HandoverRequest};
use icochess_ui::kit::hold::{LONGEST_FRAME, SECONDS};
use icochess_ui::state::handover::ReadyHeld;
use icochess_ui::state::screen::{PanelShown, Screen, Screens};

/// Movement of the head that indicates a different wearer, in metres.
const GIVEN: f32 = 0.3;
/// Time without visible hands after which the controllers count as put down, in seconds.
const LAID_DOWN: f32 = 0.5;
/// Hold time of the trigger while the previous player may still wear the headset, in seconds. It is
/// too long to happen by mistake.
const LONG: f32 = 2.5;

/// A trigger held to take over the headset. The hold is too long to happen while a controller
/// changes hands.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Hold {
    /// The trigger hasn't been released yet, so the current pull has another purpose.
    #[default]
    Unarmed,
    /// The trigger is at rest.
    Ready,
    /// Time that the trigger has been held, in seconds.
    Held(f32),
}

impl Hold {
    /// Advances by `seconds`. Returns how long the trigger has been held, in seconds.
    fn update(&mut self, is_held: bool, seconds: f32) -> f32 {
        *self = match (*self, is_held) {
            (Self::Unarmed, true) => Self::Unarmed,
            (_, false) => Self::Ready,
            (Self::Ready, true) => Self::Held(0.0),
            (Self::Held(before), true) => Self::Held(before + seconds.min(LONGEST_FRAME)),
        };
        match *self {
            Self::Held(seconds) => seconds,
            _ => 0.0,
        }
    }
}

/// The player who hands over the headset. While they may still wear it, a short pull of a trigger
/// doesn't take it over.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct PreviousWearer {
    /// Whether the previous player may still wear the headset.
    has_it: bool,
    /// Whether the headset was taken off or has moved. Hands may only be out of view.
    is_given: bool,
    /// Position of the head at the start of the handover, in metres; `None` before it is known.
    head: Option<Vec3>,
    /// Time without a visible hand, in seconds.
    without_hands: f32,
}

impl PreviousWearer {
    /// Advances by `seconds`, with the head's position if it is tracked, and whether a hand is
    /// visible.
    fn update(&mut self, head: Option<Vec3>, is_hand_seen: bool, seconds: f32) {
        let first = self.head;
        self.head = first.or(head);
        let moved = first.zip(head).map(|(first, now)| first.distance(now));
        self.without_hands = if is_hand_seen {
            0.0
        } else {
            self.without_hands + seconds.min(LONGEST_FRAME)
        };
        self.is_given |= moved.is_some_and(|moved| moved > GIVEN);
        self.has_it &= !self.is_given && self.without_hands < LAID_DOWN;
    }

    /// Returns the required hold time, in seconds.
    const fn seconds(self) -> f32 {
        if self.has_it { LONG } else { SECONDS }
    }
}

/// Adds the takeover by hand. It uses only [`HandInput`], so it works without a runtime.
pub(super) fn hold_plugin(app: &mut App) {
    app.init_resource::<ReadyHeld>()
        .add_systems(Update, update_hold.in_set(AppSystems::Input));
}

/// Adds handover requests from session events.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        handle_session_events
            .run_if(on_message::<SessionEvent>)
            .in_set(SessionSystems),
    );
}

fn handle_session_events(
    mut events: MessageReader<SessionEvent>,
    mut wearing: Local<Wearing>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    requests.write_batch(events.read().filter_map(|news| wearing.update(*news)));
}

fn update_hold(
    time: Res<Time<Real>>,
    handover: Res<GameHandover>,
    (screens, panel): (Res<Screens>, Res<PanelShown>),
    hands: Query<&HandInput>,
    head: Query<(&Transform, &HeadTracking), With<Head>>,
    (mut holds, mut previous): (Local<[Hold; 2]>, Local<PreviousWearer>),
    mut before: Local<Option<Phase>>,
    mut held: ResMut<ReadyHeld>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    let phase = handover.phase();
    let before = std::mem::replace(&mut *before, phase);
    let Some(Phase::Pass { is_off }) = phase else {
        *holds = default();
        held.set_if_neq(ReadyHeld::default());
        return;
    };
    if !matches!(before, Some(Phase::Pass { .. })) {
        // A new game has no previous wearer.
        let has_it = !matches!(before, None | Some(Phase::Open));
        *previous = PreviousWearer {
            has_it,
            is_given: !has_it,
            ..default()
        };
    }
    let head = head.iter().next();
    let head = head.filter(|(_, tracking)| tracking.is_position_tracked());
    let is_hand_seen = hands.iter().any(|input| input.active);
    previous.is_given |= is_off;
    previous.update(
        head.map(|(head, _)| head.translation),
        is_hand_seen,
        time.delta_secs(),
    );
    let mut longest = 0.0_f32;
    // On other pages, the trigger presses the pages' buttons.
    if panel.0 && screens.shown() != Screen::Handover {
        *holds = default();
    } else {
        for input in &hands {
            let hold = &mut holds[input.hand as usize];
            // An untracked hand neither holds nor rests.
            if input.active {
                longest = longest.max(hold.update(input.select, time.delta_secs()));
            } else {
                *hold = Hold::Unarmed;
            }
        }
    }
    let part = (longest / previous.seconds()).min(1.0);
    if part >= 1.0 {
        requests.write(HandoverRequest::Ready);
    }
    held.set_if_neq(ReadyHeld {
        // Rounded to visible steps, so that the value doesn't change every frame.
        part: (part * 20.0).round() / 20.0,
        is_long: previous.has_it,
        is_given: previous.is_given,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trigger_held_from_before_does_not_count() {
        let mut hold = Hold::default();
        for _ in 0..20 {
            assert_eq!(hold.update(true, 0.1), 0.0);
        }
        hold.update(false, 0.1);
        let held: Vec<f32> = (0..8).map(|_| hold.update(true, 0.1)).collect();
        assert_eq!(held[0], 0.0);
        assert!(held[5] < SECONDS && held[7] > SECONDS, "{held:?}");
        assert_eq!(hold.update(false, 0.1), 0.0);
        assert_eq!(hold.update(true, 0.1), 0.0);
    }

    /// Returns whether the previous wearer may still have the headset after this many tenths of a
    /// second.
    fn has_it(
        previous: &mut PreviousWearer,
        tenths: usize,
        head: Option<Vec3>,
        is_hand_seen: bool,
    ) -> bool {
        for _ in 0..tenths {
            previous.update(head, is_hand_seen, 0.1);
        }
        previous.has_it
    }

    #[test]
    fn headset_is_handed_over_when_it_moves_far_or_hands_vanish() {
        let previous = PreviousWearer {
            has_it: true,
            ..default()
        };
        let eyes = Some(Vec3::new(0.3, 1.2, -0.1));
        let aside = |metres: f32| eyes.map(|eyes| eyes + Vec3::X * metres);
        let mut moved = previous;
        assert!(has_it(&mut moved, 50, eyes, true));
        assert!(has_it(&mut moved, 50, aside(0.25), true));
        // The head isn't tracked for a while.
        assert!(has_it(&mut moved, 50, None, true));
        assert_eq!(moved.seconds(), LONG);
        assert!(!moved.is_given);
        assert!(!has_it(&mut moved, 1, aside(0.35), true));
        assert!(moved.is_given, "the next player is greeted");
        assert!(!has_it(&mut moved, 50, eyes, true), "it stays given away");
        assert_eq!(moved.seconds(), SECONDS);

        let mut laid_down = previous;
        // One slow frame doesn't count as a long time without hands.
        laid_down.update(eyes, false, 3.0);
        assert!(has_it(&mut laid_down, 3, eyes, false) && has_it(&mut laid_down, 1, eyes, true));
        assert!(!has_it(&mut laid_down, 6, eyes, false));
        assert!(!laid_down.is_given, "the same player may still wear it");
        // A headset without position tracking.
        let mut turning = previous;
        assert!(has_it(&mut turning, 100, None, true));
    }
}
