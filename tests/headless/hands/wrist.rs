//! The wrist menu of a hand that shows its palm.

use bevy::prelude::*;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::panel;
use icochess::ui::state::screen::PanelShown;
use icochess::xr::config::Hand;
use icochess::xr::head::Head;

use super::ray;
use crate::asking::{record, recorded};
use crate::table::{MATE, Table};

/// Position of the eyes, which look away from the board.
const EYE: Vec3 = Vec3::new(0.0, 1.6, 2.0);
/// Position of the left hand.
const PALM: Vec3 = Vec3::new(0.0, 1.4, 2.35);

impl Table {
    /// Turns the left palm to the eyes or away from them, and waits.
    fn turn_palm(&mut self, is_up: bool, seconds: f32) {
        let out = if is_up { Vec3::X } else { Vec3::NEG_X };
        let turn = Quat::from_rotation_arc(out, (EYE - PALM).normalize());
        self.grip_to(
            Hand::Left,
            Transform::from_translation(PALM).with_rotation(turn),
        );
        self.pass(seconds);
    }

    fn has_wrist_menu(&mut self) -> bool {
        let menu = crate::headless::named(&mut self.app, "wrist menu");
        *self.app.world().get::<Visibility>(menu).unwrap() != Visibility::Hidden
    }

    /// Pushes a plate with the right hand, and draws back.
    fn poke(&mut self, plate: &str) {
        let plate = self.place(plate);
        for depth in [0.1, 0.03, -0.012, 0.01, 0.1] {
            let tip = plate.translation + plate.back() * depth;
            self.tip_to(Hand::Right, Transform::from_translation(tip));
            self.frames(2);
        }
    }

    /// Returns the commands given since the last call.
    fn commands(&mut self) -> Vec<Command> {
        let given = recorded::<CommandRequested>(&mut self.app).into_iter();
        given.map(|CommandRequested(command)| command).collect()
    }
}

/// Creates a table with a left palm shown to the eyes.
fn table() -> Table {
    let mut table = Table::in_headset(Settings::default(), |app| {
        crate::headless::lay_out(app);
        app.add_plugins(panel::plugin);
        record::<CommandRequested>(app);
    });
    let head = Transform::from_translation(EYE).looking_at(PALM, Vec3::Y);
    table.app.world_mut().spawn((Head, head));
    table.turn_palm(true, 0.3);
    table
}

#[test]
fn plates_of_a_raised_palm_are_poked_by_the_other_hand() {
    let mut table = table();
    // Without a move, there is nothing to undo.
    table.poke("wrist undo");
    assert!(table.commands().is_empty());
    table.play(&MATE[..1]);
    for plate in ["undo", "my side", "see through", "map"] {
        table.poke(&format!("wrist {plate}"));
    }
    let all = [Command::Undo, Command::Flip, Command::Glass, Command::Map];
    assert_eq!(table.commands(), all);
    for is_shown in [false, true] {
        table.poke("wrist panel");
        assert_eq!(table.get::<PanelShown>().0, is_shown);
    }
    // The trigger presses from afar.
    let plate = table.place("wrist map");
    let from = plate.translation + plate.back() * 0.2;
    table.aim(Hand::Right, ray(from, plate.translation));
    table.frames(12);
    for is_pulled in [true, false] {
        table.hand(Hand::Right, |input| input.select = is_pulled);
        table.frames(2);
    }
    assert_eq!(table.commands(), [Command::Map]);
}

#[test]
fn wrist_menu_hides_when_palm_turns_away_or_a_hand_holds() {
    let mut table = table();
    assert!(table.has_wrist_menu());
    table.turn_palm(false, 0.1);
    assert!(!table.has_wrist_menu());
    // A hand that passes by shows nothing.
    table.turn_palm(true, 0.06);
    assert!(!table.has_wrist_menu());
    table.turn_palm(true, 0.2);
    assert!(table.has_wrist_menu());
    for is_held in [true, false] {
        table.hand(Hand::Right, |input| input.grab = is_held);
        table.pass(0.3);
        assert_eq!(table.has_wrist_menu(), !is_held);
    }
}
