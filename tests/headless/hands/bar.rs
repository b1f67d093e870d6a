//! The bar below the panel, which a hand uses to move the panel.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use icochess::board::stage::fit::Fit;
use icochess::board::stage::shape::PlayerSeat;
use icochess::game::Match;
use icochess::save::effective::EffectiveSettings;
use icochess::save::player::PlayerProfile;
use icochess::save::players::Players;
use icochess::save::settings::Settings;
use icochess::ui::panel;
use icochess::ui::panel::bar::PanelBar;
use icochess::ui::state::screen::{Screen, Subject};
use icochess::xr::config::Hand;
use icochess_boards::Variant;

use super::ray;
use crate::asking::{only, open};
use crate::headless::named;
use crate::table::{MATE, Table};

/// Creates a game of Ada and Bo in the headset, with the panel.
fn seated(players: Players) -> Table {
    let settings = Settings {
        steadiness: 0.0,
        ..Settings::default()
    };
    let mut table = Table::in_headset(settings, |app| {
        let mut game = Variant::Icochess.board().new_game();
        let tags = game.make_mut().tags_mut();
        for (side, name) in [("White", "Ada"), ("Black", "Bo")] {
            tags.insert(side.to_owned(), name.to_owned());
        }
        crate::headless::lay_out(app);
        app.add_plugins(panel::plugin)
            .insert_resource(Match::new(game))
            .insert_resource(players);
    });
    // Until the pieces are set up and the board has turned home.
    table.pass(4.0);
    table
}

fn bar(table: &mut Table) -> PanelBar {
    only::<PanelBar, PanelBar>(&mut table.app)
}

/// Returns the distance between the panel and a place, in metres.
fn off(table: &mut Table, place: &Transform) -> f32 {
    let panel = table.place("panel").translation;
    panel.distance(place.translation)
}

#[test]
fn bar_moves_the_panel_of_its_player_by_ray() {
    let mut players = Players::default();
    for name in ["Ada", "Bo"] {
        players.add(name).unwrap();
    }
    let mut table = seated(players);
    let (automatic, at) = (table.place("panel"), table.place("panel bar").translation);
    let from = table.get::<PlayerSeat>().eye + Vec3::new(0.25, -0.3, -0.2);
    table.aim(Hand::Right, ray(from, at));
    table.frames(10);
    assert_eq!(bar(&mut table), PanelBar::Pointed);
    table.hand(Hand::Right, |input| input.select = true);
    table.frames(1);
    assert_eq!(bar(&mut table), PanelBar::Held);
    assert!(
        off(&mut table, &automatic) < 1e-4,
        "it leaps as it is taken"
    );
    let held = automatic.rotation.inverse() * (at - automatic.translation);
    for step in 1..=20 {
        let offset = Vec3::new(0.015, 0.01, 0.0) * step as f32;
        table.hold(Hand::Right, ray(from, at + offset));
        table.frames(1);
    }
    let ray = ray(from, at + Vec3::new(0.3, 0.2, 0.0));
    let end = ray.get_point(from.distance(at));
    let placed = table.place("panel");
    let aside = placed.transform_point(held).distance(end);
    assert!(aside < 0.01, "{aside} m from the ray");
    table.hand(Hand::Right, |input| input.select = false);
    table.frames(3);
    assert!(off(&mut table, &placed) < 1e-4, "it leaps when let go");
    assert_eq!(table.get::<EffectiveSettings>().player(), Some("Ada"));
    assert_eq!(table.get::<Settings>().panel_distance, 0.0);
    // Bo has not moved the panel.
    table.play(&MATE[..1]);
    table.pass(0.5);
    assert_eq!(table.get::<EffectiveSettings>().player(), Some("Bo"));
    assert!(off(&mut table, &automatic) < 1e-3);
    // The place is there at the next start, until Ada resets it.
    let mut again = seated(table.get::<Players>().clone());
    assert!(off(&mut again, &placed) < 1e-3);
    let larger = |ada: &mut PlayerProfile| ada.set_own("board_size", Some(1.3.into()));
    again.get_mut::<Players>().change("Ada", larger);
    open(&mut again.app, Screen::Settings(Subject::Display));
    assert_eq!(again.get::<Fit>().size, 1.3);
    // Assistive software reaches only the window.
    let entity = named(&mut again.app, "panel button reset size and place");
    again.app.world_mut().trigger(Activate { entity });
    again.frames(3);
    assert_eq!(again.get::<Fit>().size, 1.0);
    assert!(off(&mut again, &automatic) < 1e-3);
}

#[test]
fn grip_near_the_bar_moves_the_panel_but_not_over_the_board() {
    let mut table = seated(Players::default());
    let (panel, at, root) = (table.place("panel"), table.place("panel bar"), table.root());
    let seat = *table.get::<PlayerSeat>();
    let from = at.translation + at.up() * 0.03;
    let held = panel.rotation.inverse() * (from - panel.translation);
    let go = |table: &mut Table, to: Vec3| {
        let pose = Transform::from_translation(to);
        table.tip_to(Hand::Left, pose);
        table.grip_to(Hand::Left, pose);
        table.frames(1);
    };
    for _ in 0..2 {
        go(&mut table, from);
    }
    assert_eq!(bar(&mut table), PanelBar::Pointed);
    table.hand(Hand::Left, |input| input.grab = true);
    for step in 0..=20 {
        go(
            &mut table,
            from + Vec3::new(0.01, -0.005, 0.01) * step as f32,
        );
    }
    let end = from + Vec3::new(0.2, -0.1, 0.2);
    let aside = table.place("panel").transform_point(held).distance(end);
    assert!(aside < 1e-3, "{aside} m from the hand");
    // The hand goes before the board.
    let before = seat.eye.lerp(seat.centre, 0.8) - Vec3::Y * 0.3;
    for step in 0..=40 {
        go(&mut table, end.lerp(before, step as f32 / 40.0));
    }
    let level = |to: Vec3| (to - seat.eye).with_y(0.0);
    let place = table.place("panel").translation;
    let apart = level(place).angle_between(level(seat.centre));
    assert!(apart > 0.5, "{apart} rad from the board");
    assert_eq!(table.root(), root, "the hand turned the board");
    table.let_go();
    // Without a player's name, the place is everybody's.
    assert!(table.get::<Settings>().panel_distance > 0.0);
    assert!(off(&mut table, &Transform::from_translation(place)) < 1e-4);
}
