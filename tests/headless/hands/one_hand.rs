//! Whole games with one hand.

use bevy::prelude::*;
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::game::Match;
use icochess::save::settings::Settings;
use icochess::ui::panel;
use icochess::ui::panel::plane::point_of;
use icochess::ui::panel::screen::{Panel, PanelScreen};
use icochess::ui::state::screen::{PanelShown, Screen};
use icochess::xr::config::Hand;
use icochess_rules::Outcome;

use super::ray;
use crate::asking::{only, open};
use crate::table::{MATE, Table};

impl Table {
    /// Turns the board by grabbing and twisting `hand` repeatedly, until a tile faces the seat.
    fn bring_with(&mut self, hand: Hand, tile: &str) {
        let seat = *self.get::<PlayerSeat>();
        for _ in 0..20 {
            let cell = self.game().position().cell_named(tile).unwrap();
            let place = self.get::<BoardShape>().centre(cell);
            let root = self.root();
            let now = (root.rotation * place).normalize();
            let wanted = (seat.eye - seat.centre).normalize();
            if now.angle_between(wanted) < 0.3 {
                return;
            }
            let axis = now.cross(wanted).try_normalize().unwrap_or(Vec3::Y);
            let angle = now.angle_between(wanted).min(1.0);
            let rest = seat.eye + Vec3::new(0.0, -0.3, -0.25);
            for step in 0..=10 {
                let turn = Quat::from_axis_angle(axis, angle * step as f32 / 10.0);
                let pose = Transform::from_translation(rest).with_rotation(turn);
                self.grip_to(hand, pose);
                self.hand(hand, |input| input.grab = true);
                self.frames(1);
            }
            self.hand(hand, |input| input.grab = false);
            self.pass(0.5);
        }
        panic!("{tile} does not come to the front");
    }

    /// Picks a tile with a hand's ray, from its rest in front of the player.
    fn pick_with(&mut self, hand: Hand, tile: &str) {
        self.bring_with(hand, tile);
        let at = self.place(&format!("tile {tile}")).translation;
        let seat = *self.get::<PlayerSeat>();
        let from = seat.eye + Vec3::new(0.0, -0.1, -0.1);
        self.aim(hand, ray(from, at));
        // A press counts where the ray has rested.
        self.frames(10);
        for pulled in [true, false] {
            self.hand(hand, |input| input.select = pulled);
            self.frames(10);
        }
    }

    /// Presses a panel control with a hand's ray.
    fn press_on_panel(&mut self, hand: Hand, name: &str) {
        let control = crate::headless::named(&mut self.app, name);
        let world = self.app.world();
        let at = world.get::<UiGlobalTransform>(control).unwrap().translation;
        let at = world.resource::<PanelScreen>().logical(at);
        let point = point_of(&only::<GlobalTransform, Panel>(&mut self.app), at);
        let eye = self.get::<PlayerSeat>().eye;
        self.aim(hand, ray(eye, point));
        self.frames(10);
        for pulled in [true, false] {
            self.hand(hand, |input| input.select = pulled);
            self.pass(0.1);
        }
    }
}

#[test]
fn game_is_played_and_restarted_with_either_hand() {
    for hand in Hand::BOTH {
        let settings = Settings {
            auto_turn_flat: false,
            auto_turn_headset: false,
            show_moves: false,
            ..Settings::default()
        };
        let mut table = Table::with(settings, |app| {
            crate::headless::lay_out(app);
            app.add_plugins(panel::plugin);
        });
        let press_menu = |table: &mut Table| {
            for menu in [true, false] {
                table.hand(hand, |input| input.menu = menu);
                table.frames(2);
            }
        };
        // The same hand hides the panel, which is in the way.
        press_menu(&mut table);
        assert!(!table.get::<PanelShown>().0, "{hand:?}");
        for uci in MATE {
            let (from, to) = uci.split_at(2);
            table.pick_with(hand, from);
            assert_eq!(table.selected().as_deref(), Some(from), "{hand:?}: {uci}");
            table.pick_with(hand, to);
        }
        assert_eq!(table.played(), MATE, "{hand:?}");
        let outcome = table.get::<Match>().outcome();
        assert!(matches!(outcome, Some(Outcome::Checkmate { .. })));
        // The menu button brings the panel, which starts another game.
        press_menu(&mut table);
        assert!(table.get::<PanelShown>().0);
        open(&mut table.app, Screen::NewGame);
        table.pass(0.3);
        table.press_on_panel(hand, "panel button start");
        assert_eq!(table.game().record().ply(), 0, "{hand:?}");
    }
}
