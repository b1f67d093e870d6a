//! Converts a device's hand readings into [`HandInput`].

use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;

use super::buttons::Buttons;
use super::buttons::Trackpad;
use super::config::{Hand, Profile, Thresholds, XrConfig};
use super::hands::HandInput;
use super::interaction_profiles::InteractionProfiles;
use super::pointing::HandPointerSystems;
use super::session::{Focus, SessionSystems};
use icochess_board::stage::shape::Unseated;

/// Configuration of the hands: actions, bindings and thresholds.
#[derive(Resource, Debug, Clone)]
pub struct Config(pub XrConfig);

/// Raw state of a hand from a device.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HandReading {
    /// Whether the aim direction is tracked.
    pub is_tracked: bool,
    /// Whether the hand holds no controller, whatever its interaction profile.
    pub is_bare: bool,
    /// Trigger value, 0 to 1.
    pub select: f32,
    /// Whether the hand's posture makes `select` valid; `None` if the device doesn't report it.
    pub select_ready: Option<bool>,
    /// Grip value or force, 0 to 1; `None` without a grip.
    pub grab: Option<f32>,
    /// Whether the hand's posture makes `grab` valid; `None` if the device doesn't report it.
    pub grab_ready: Option<bool>,
    /// Thumbstick, or finger on the trackpad, each axis from -1 to 1; right and up are positive.
    pub turn: Vec2,
    /// Whether the menu button is down; `None` without one.
    pub menu: Option<bool>,
    /// Whether the "my side" button is down.
    pub home_view: bool,
    /// Whether the button for explanations is held.
    pub learn: bool,
}

/// Reading of a hand in this frame; `None` while the device reports nothing.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct LatestReading(pub Option<HandReading>);

/// The devices' systems that write each hand's [`LatestReading`], in `PreUpdate`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReadingSystems;

/// Frame time beyond which the device may have shown its menu meanwhile.
const LONG_FRAME: Duration = Duration::from_secs(1);

pub(super) fn plugin(app: &mut App) {
    app.register_required_components::<HandInput, LatestReading>()
        .register_required_components::<HandInput, Trackpad>()
        .add_systems(
            PreUpdate,
            update_hand_input
                .after(SessionSystems)
                .after(ReadingSystems)
                .before(HandPointerSystems),
        );
}

/// Updates the hands' input from their readings. Without a focused session, or before the player
/// sees the board, all hands are at rest.
fn update_hand_input(
    (config, in_hands): (Res<Config>, Res<InteractionProfiles>),
    (focus, unseated): (Res<Focus>, Res<Unseated>),
    mut read_at: Local<Option<Instant>>,
    mut hands: Query<(&LatestReading, &mut HandInput, &mut Buttons, &mut Trackpad)>,
) {
    // Doesn't use Bevy's time, which lags one rendered frame behind.
    let now = Instant::now();
    let before = read_at.replace(now);
    let is_late = before.is_some_and(|before| now - before > LONG_FRAME);
    for (latest, mut input, mut buttons, mut pad) in &mut hands {
        let hand = input.hand;
        let Some(reading) = latest.0.filter(|_| focus.0 && !unseated.0) else {
            input.set_if_neq(HandInput::at_rest(hand));
            buttons.set_if_neq(Buttons::default());
            pad.set_if_neq(Trackpad::default());
            continue;
        };
        // The focus may have changed and returned between two frames, even without an event yet.
        let mut now = if focus.is_changed() || is_late {
            Buttons::default()
        } else {
            *buttons
        };
        let mut finger = *pad;
        let profile = in_hands.profile(hand);
        let defaults = config.0.thresholds;
        input.set_if_neq(reading.input(hand, profile, defaults, &mut now, &mut finger));
        buttons.set_if_neq(now);
        pad.set_if_neq(finger);
    }
}

impl HandReading {
    /// Converts the reading for a hand with this kind of controller. Updates the previous state of
    /// its buttons and of the finger on its trackpad.
    fn input(
        self,
        hand: Hand,
        profile: Option<&Profile>,
        defaults: Thresholds,
        buttons: &mut Buttons,
        finger: &mut Trackpad,
    ) -> HandInput {
        let active = self.is_tracked;
        let profile = profile.filter(|_| !self.is_bare);
        let is_bare = self.is_bare || profile.is_some_and(|profile| profile.is_bare_hand);
        let own = profile.map(|profile| profile.thresholds);
        let thresholds = defaults.with(own.unwrap_or_default());
        let is_pad = profile.is_some_and(|profile| profile.turns_on_trackpad(hand));
        // The value doesn't count while the device reports that the hand isn't ready.
        let select = thresholds
            .select
            .is_pressed(self.select, buttons.select.is_down())
            && self.select_ready != Some(false);
        let grab = thresholds
            .grab
            .is_pressed(self.grab.unwrap_or(0.0), buttons.grab.is_down())
            && self.grab_ready != Some(false);
        let (select, grab) = if is_bare {
            buttons.update_bare_hand(select, grab, active)
        } else {
            (
                buttons.select.update(select, active),
                buttons.grab.update(grab, active),
            )
        };
        HandInput {
            hand,
            active,
            select,
            grab,
            turn: if is_pad { Vec2::ZERO } else { self.turn },
            swipe: finger.swipe(if is_pad { self.turn } else { Vec2::ZERO }),
            is_bare,
            menu: buttons.menu.update(self.menu == Some(true), active),
            has_menu: self.menu.is_some(),
            has_grab: self.grab.is_some(),
            home_view: buttons.home_view.update(self.home_view, active),
            learn: buttons.learn.update(self.learn, active),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the right hand's inputs for successive readings with the controller at `path`.
    fn counted(path: &str, readings: &[HandReading]) -> Vec<HandInput> {
        let config = XrConfig::built_in().unwrap();
        let profile = config.profiles.iter().find(|it| it.path == path);
        let profile = Some(profile.expect("a profile"));
        let (mut buttons, mut finger) = (Buttons::default(), Trackpad::default());
        let defaults = config.thresholds;
        let inputs = readings.iter();
        let inputs =
            inputs.map(|it| it.input(Hand::Right, profile, defaults, &mut buttons, &mut finger));
        inputs.collect()
    }

    const TOUCH: &str = "/interaction_profiles/oculus/touch_controller";
    const WAND: &str = "/interaction_profiles/htc/vive_controller";

    /// A hand with a controller at rest.
    const STILL: HandReading = HandReading {
        is_tracked: true,
        is_bare: false,
        select: 0.0,
        select_ready: None,
        grab: Some(0.0),
        grab_ready: None,
        turn: Vec2::ZERO,
        menu: Some(false),
        home_view: false,
        learn: false,
    };

    #[test]
    fn trigger_has_hysteresis() {
        let defaults = XrConfig::built_in().unwrap().thresholds.select;
        let between = defaults.press.midpoint(defaults.release);
        let pulled = |select| HandReading { select, ..STILL };
        let readings = [0.0, between, defaults.press, between, defaults.release].map(pulled);
        let select: Vec<bool> = counted(TOUCH, &readings)
            .iter()
            .map(|it| it.select)
            .collect();
        assert_eq!(select, [false, false, true, true, false]);
    }

    #[test]
    fn hand_that_is_not_ready_or_tracked_presses_nothing() {
        let pulled = HandReading {
            select: 1.0,
            grab: Some(1.0),
            ..STILL
        };
        let not_ready = HandReading {
            select_ready: Some(false),
            grab_ready: Some(false),
            ..pulled
        };
        let lost = HandReading {
            is_tracked: false,
            ..pulled
        };
        for (reading, presses) in [(pulled, true), (not_ready, false), (lost, false)] {
            let input = counted(TOUCH, &[STILL, reading])[1];
            assert_eq!(
                (input.select, input.grab),
                (presses, presses),
                "{reading:?}"
            );
        }
    }

    #[test]
    fn stick_turns_by_position_and_trackpad_by_movement() {
        let turned = |x| HandReading {
            turn: Vec2::new(x, 0.1),
            ..STILL
        };
        let readings = [0.1, 0.3].map(turned);
        let of = |path: &str| {
            let input = counted(path, &readings)[1];
            (input.turn, input.swipe)
        };
        assert_eq!(of(TOUCH), (Vec2::new(0.3, 0.1), Vec2::ZERO));
        let (turn, swipe) = of(WAND);
        assert_eq!(turn, Vec2::ZERO);
        assert!(swipe.distance(Vec2::X * 0.2) < 1e-6, "{swipe}");
    }

    #[test]
    fn missing_grip_and_menu_button_are_reported() {
        let lacking = HandReading {
            grab: None,
            menu: None,
            ..STILL
        };
        let inputs = [STILL, lacking].map(|reading| counted(TOUCH, &[reading])[0]);
        assert_eq!(inputs.map(|it| it.has_grab), [true, false]);
        assert_eq!(inputs.map(|it| it.has_menu), [true, false]);
    }
}
