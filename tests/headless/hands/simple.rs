//! A controller with a trigger but no grip.

use bevy::prelude::*;
use icochess::board::stage::shape::PlayerSeat;
use icochess::save::settings::Settings;
use icochess::xr::config::Hand;

use super::ray;
use crate::table::Table;

const HAND: Hand = Hand::Right;

impl Table {
    /// Pulls or releases the trigger of a controller with or without a grip.
    fn pull_with(&mut self, has_grab: bool, pulled: bool) {
        self.hand(HAND, |input| {
            input.has_grab = has_grab;
            input.select = pulled;
        });
        self.frames(2);
    }

    /// Points past all targets, long enough for a press to count there.
    fn point_past(&mut self) {
        let eye = self.get::<PlayerSeat>().eye;
        self.aim(HAND, Ray3d::new(eye, Dir3::Y));
        self.frames(12);
    }

    /// Selects one of the player's pieces.
    fn select_a4(&mut self, has_grab: bool) {
        let [from, at] = [0.4, 0.0].map(|height| self.above("a4", height));
        self.aim(HAND, ray(from, at));
        self.frames(12);
        for pulled in [true, false] {
            self.pull_with(has_grab, pulled);
        }
        assert_eq!(self.selected().as_deref(), Some("a4"));
    }
}

#[test]
fn trigger_held_on_nothing_turns_board_and_tap_deselects() {
    let settings = Settings {
        inertia: false,
        show_moves: false,
        ..Settings::default()
    };
    let mut table = Table::in_headset(settings, |_| {});
    let rest = table.get::<PlayerSeat>().eye + Vec3::new(0.2, -0.3, -0.25);
    for has_grab in [false, true] {
        table.select_a4(has_grab);
        table.point_past();
        let before = table.root().rotation;
        let turned = |step: u32| Quat::from_rotation_y(step as f32 * 0.04);
        let pose = |step: u32| Transform::from_translation(rest).with_rotation(turned(step));
        table.grip_to(HAND, pose(0));
        table.pull_with(has_grab, true);
        for step in 1..=20 {
            table.grip_to(HAND, pose(step));
            table.frames(1);
        }
        table.pull_with(has_grab, false);
        let turn = table.root().rotation * before.inverse();
        let selected = table.selected();
        if has_grab {
            // On a controller with a grip, the trigger doesn't turn the board.
            assert!(turn.angle_between(Quat::IDENTITY) < 1e-3);
            assert_eq!(selected, None);
        } else {
            // The board follows the whole rotation, except for the part that distinguishes it from
            // a tap.
            let off = turn.angle_between(turned(20));
            assert!(off < 0.15, "{off}");
            assert_eq!(selected.as_deref(), Some("a4"), "it stays selected");
            for (pulled, selected) in [(true, Some("a4")), (false, None)] {
                table.pull_with(false, pulled);
                assert_eq!(table.selected().as_deref(), selected, "a tap");
            }
        }
    }
}
