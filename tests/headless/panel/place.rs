//! Placement of the panel, and hiding and showing it.

use bevy::prelude::*;
use icochess::board::stage::shape::PlayerSeat;
use icochess::save::settings::{MainHand, Settings};
use icochess::ui::panel::place::{Gaze, GazeRay};
use icochess::ui::state::screen::PanelShown;
use icochess::xr::config::Hand;
use icochess_shape::Seat;

use super::{EYE, app, change, named, panel_place};
use crate::headless;
use crate::headless::pass;

#[test]
fn panel_follows_a_newly_seated_player() {
    let mut app = app();
    let before = panel_place(&mut app);
    pass(&mut app, 0.5);
    assert_eq!(panel_place(&mut app), before, "it stays where it is");
    let eye = EYE + Vec3::X;
    let centre = eye + Vec3::new(0.8, -0.22, 0.0);
    let seat = PlayerSeat(Seat { eye, centre });
    app.world_mut().insert_resource(seat);
    pass(&mut app, 0.1);
    let now = panel_place(&mut app);
    let distance = now.translation().distance(seat.eye);
    assert!((1.2..1.5).contains(&distance), "{distance} m");
    assert!(now.back().dot(seat.eye - now.translation()) > 0.0);
}

#[test]
fn panel_is_on_the_chosen_side_or_where_the_player_looks() {
    let mut app = app();
    let right_of_board = |app: &mut App| {
        let panel = panel_place(app).translation();
        let seat = app.world().resource::<PlayerSeat>();
        let right = (seat.centre - seat.eye).cross(Vec3::Y);
        (panel - seat.eye).dot(right) > 0.0
    };
    assert!(right_of_board(&mut app));
    app.world_mut().resource_mut::<Settings>().hand = MainHand::Left;
    pass(&mut app, 0.1);
    assert!(!right_of_board(&mut app));
    let default_place = panel_place(&mut app);
    // The panel is shown again after the player has turned round.
    let look = GazeRay {
        eye: EYE + Vec3::X * 0.3,
        forward: Vec3::Z,
    };
    app.world_mut().insert_resource(Gaze(Some(look)));
    pass(&mut app, 0.1);
    let to_panel = panel_place(&mut app).translation() - look.eye;
    let aside = to_panel.with_y(0.0).angle_between(look.forward);
    assert!(aside.to_degrees() < 29.0, "{aside} rad aside");
    // After sitting down again, the panel is next to the board again.
    let seat = *app.world().resource::<PlayerSeat>();
    app.world_mut().insert_resource(seat);
    pass(&mut app, 0.1);
    assert_eq!(panel_place(&mut app), default_place);
}

#[test]
fn plate_shows_the_panel_for_hands_without_menu_button() {
    let mut app = app();
    change(&mut app, Hand::Right, |input| {
        input.active = true;
        input.has_menu = false;
    });
    // The left hand is not tracked.
    let is_offered = |app: &mut App| {
        pass(app, 0.1);
        named::<InheritedVisibility>(app, "button menu")
            .unwrap()
            .get()
    };
    app.insert_resource(PanelShown(false));
    assert!(is_offered(&mut app), "nothing brings the panel");
    headless::trigger(&mut app, "button menu");
    assert!(app.world().resource::<PanelShown>().0);
    assert!(!is_offered(&mut app), "it is still there");
    // With a menu button the plate is not needed.
    app.insert_resource(PanelShown(false));
    change(&mut app, Hand::Right, |input| input.has_menu = true);
    assert!(!is_offered(&mut app));
}

#[test]
fn short_press_of_menu_toggles_the_panel() {
    let mut app = app();
    for shown in [false, true] {
        for held in [true, false] {
            change(&mut app, Hand::Left, |input| {
                input.active = true;
                input.menu = held;
            });
            pass(&mut app, 0.1);
        }
        assert_eq!(app.world().resource::<PanelShown>().0, shown);
    }
    change(&mut app, Hand::Left, |input| input.menu = true);
    pass(&mut app, 1.5);
    change(&mut app, Hand::Left, |input| input.menu = false);
    pass(&mut app, 0.1);
    assert!(
        app.world().resource::<PanelShown>().0,
        "that was a long press"
    );
}
