//! The panel's Glass button, which makes the ball glass while it is held.

use bevy::prelude::*;
use icochess::board::stage::switches::Glass;
use icochess::xr::config::Hand;

use super::{aim, aim_at_control, change, pull, with_pages};
use crate::headless::pass;

const BUTTON: &str = "panel button glass";

fn glass(app: &App) -> Glass {
    *app.world().resource::<Glass>()
}

#[test]
fn glass_button_works_while_held_and_toggles_when_tapped() {
    let mut app = with_pages();
    // This hand has only a trigger.
    change(&mut app, Hand::Right, |input| {
        input.has_grab = false;
        input.has_menu = false;
    });
    pass(&mut app, 0.3);
    // Releases the trigger on the button, outside it, and off the panel.
    let beside = [Vec2::new(600.0, 330.0), Vec2::splat(-900.0)];
    for to in [None, Some(beside[0]), Some(beside[1])] {
        aim_at_control(&mut app, BUTTON);
        assert!(!glass(&app).is_on(), "{to:?}");
        pull(&mut app, true);
        assert!(glass(&app).is_on(), "at once, {to:?}");
        pass(&mut app, 0.5);
        if let Some(pixel) = to {
            aim(&mut app, pixel);
        }
        pull(&mut app, true);
        pass(&mut app, 0.5);
        assert!(glass(&app).is_on(), "as long as it is held, {to:?}");
        pull(&mut app, false);
        pass(&mut app, 0.1);
        assert!(!glass(&app).is_on(), "no longer, {to:?}");
    }
    for is_on in [true, false] {
        aim_at_control(&mut app, BUTTON);
        pull(&mut app, true);
        pass(&mut app, 0.1);
        pull(&mut app, false);
        pass(&mut app, 0.5);
        let switched = Glass {
            is_switched: is_on,
            is_held: false,
        };
        assert_eq!(glass(&app), switched, "a tap");
    }
    // A lost hand releases the button.
    aim_at_control(&mut app, BUTTON);
    pull(&mut app, true);
    pass(&mut app, 0.6);
    assert!(glass(&app).is_on());
    change(&mut app, Hand::Right, |input| input.active = false);
    pass(&mut app, 0.1);
    assert!(!glass(&app).is_on());
}
