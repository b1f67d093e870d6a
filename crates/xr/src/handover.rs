//! Passing the headset on and taking it over: by taking it off and putting it on, and by hand.

use bevy::prelude::*;

use super::hands::HandInput;
use super::head::{Head, HeadTracking};
use super::session::{SessionEvent, SessionSystems};
use super::wearing::{Wearing, WearingChange};
use icochess_base::schedule::AppSystems;
use icochess_core::handover::Phase;
use icochess_play::game::handover::{GameHandover, HandoverRequest};
use icochess_ui::kit::hold::{LONGEST_FRAME, SECONDS};
use icochess_ui::state::handover::ReadyHeld;
use icochess_ui::state::screen::{PanelShown, Screen, Screens};

/// The distance from which on a head that has moved counts as another one, metres.
const GIVEN: f32 = 0.3;
/// The time without hands from which on the controllers count as laid down, seconds.
const LAID_DOWN: f32 = 0.5;
/// The time that a trigger must be held as long as neither is so, seconds. A guess: nobody holds
/// one that long by mistake.
const LONG: f32 = 2.5;

/// A hand that says "here I am": held long enough not to happen while a controller
/// changes hands.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Hold {
    /// The trigger was not yet seen at rest: what holds it now began for another purpose.
    #[default]
    Unarmed,
    /// The trigger is at rest.
    Ready,
    /// The trigger has been held for this many seconds.
    Held(f32),
}

impl Hold {
    /// Takes what the hand does after another `seconds`; tells for how many seconds it has held.
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

/// The player who is to give the headset away, and may still have it: a short pull of a trigger
/// then takes nothing over.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct PreviousWearer {
    /// Whether there is such a player, who has not given it away.
    has_it: bool,
    /// The place of the head when they were to give it away, metres; `None` before it is known.
    head: Option<Vec3>,
    /// The time for which no hand was seen, seconds.
    without_hands: f32,
}

impl PreviousWearer {
    /// Takes what is known of a headset that is passed on after another `seconds`: where the head is,
    /// if it is tracked, and whether a hand is seen.
    fn update(&mut self, head: Option<Vec3>, is_hand_seen: bool, seconds: f32) {
        let first = self.head;
        self.head = first.or(head);
        let moved = first.zip(head).map(|(first, now)| first.distance(now));
        self.without_hands = if is_hand_seen {
            0.0
        } else {
            self.without_hands + seconds.min(LONGEST_FRAME)
        };
        let is_given = moved.is_some_and(|moved| moved > GIVEN) || self.without_hands >= LAID_DOWN;
        self.has_it &= !is_given;
    }

    /// The time that a trigger must be held now, seconds.
    const fn seconds(self) -> f32 {
        if self.has_it { LONG } else { SECONDS }
    }
}

/// Adds the way in which hands take the headset over: by [`HandInput`] alone, so without a runtime,
/// too.
pub(super) fn hold_plugin(app: &mut App) {
    app.init_resource::<ReadyHeld>()
        .add_systems(Update, hold.in_set(AppSystems::Input));
}

/// Adds the requests that follow from the session.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        hear.run_if(on_message::<SessionEvent>)
            .in_set(SessionSystems),
    );
}

fn hear(
    mut told: MessageReader<SessionEvent>,
    mut wearing: Local<Wearing>,
    mut requests: MessageWriter<HandoverRequest>,
) {
    let changes = told.read().filter_map(|news| wearing.hear(*news));
    requests.write_batch(changes.map(|change| match change {
        WearingChange::TakenOff => HandoverRequest::TakenOff,
        WearingChange::PutOn => HandoverRequest::PutOn,
    }));
}

fn hold(
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
        // A game that begins, nobody has to give away.
        let has_it = !matches!(before, None | Some(Phase::Open));
        *previous = PreviousWearer {
            has_it,
            ..default()
        };
    }
    let head = head.iter().next();
    let head = head.filter(|(_, tracking)| tracking.is_position_tracked());
    let is_hand_seen = hands.iter().any(|input| input.active);
    previous.has_it &= !is_off;
    previous.update(
        head.map(|(head, _)| head.translation),
        is_hand_seen,
        time.delta_secs(),
    );
    let mut most = 0.0_f32;
    // On another page a trigger is for what stands there.
    if panel.0 && screens.shown() != Screen::Handover {
        *holds = default();
    } else {
        for input in &hands {
            let hold = &mut holds[input.hand as usize];
            // A hand that is not seen holds nothing, and is not at rest either.
            if input.active {
                most = most.max(hold.update(input.select, time.delta_secs()));
            } else {
                *hold = Hold::Unarmed;
            }
        }
    }
    let part = (most / previous.seconds()).min(1.0);
    if part >= 1.0 {
        requests.write(HandoverRequest::Ready);
    }
    held.set_if_neq(ReadyHeld {
        // In steps that can be seen.
        part: (part * 20.0).round() / 20.0,
        is_long: previous.has_it,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_holds_on_from_before_has_said_nothing() {
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

    /// Whether the previous wearer still has the headset after so many tenths of a second of this.
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
    fn a_headset_is_given_away_when_it_moves_far_or_the_hands_are_gone() {
        let previous = PreviousWearer {
            has_it: true,
            ..default()
        };
        let eyes = Some(Vec3::new(0.3, 1.2, -0.1));
        let aside = |metres: f32| eyes.map(|eyes| eyes + Vec3::X * metres);
        let mut moved = previous;
        assert!(has_it(&mut moved, 50, eyes, true));
        assert!(has_it(&mut moved, 50, aside(0.25), true));
        // Nothing is known of it for a while.
        assert!(has_it(&mut moved, 50, None, true));
        assert_eq!(moved.seconds(), LONG);
        assert!(!has_it(&mut moved, 1, aside(0.35), true));
        assert!(!has_it(&mut moved, 50, eyes, true), "it stays given away");
        assert_eq!(moved.seconds(), SECONDS);

        let mut laid_down = previous;
        // One frame that takes long is no long time without hands.
        laid_down.update(eyes, false, 3.0);
        assert!(has_it(&mut laid_down, 3, eyes, false) && has_it(&mut laid_down, 1, eyes, true));
        assert!(!has_it(&mut laid_down, 6, eyes, false));
        // A headset that knows only where it looks.
        let mut turning = previous;
        assert!(has_it(&mut turning, 100, None, true));
    }
}
