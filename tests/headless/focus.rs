//! The keyboard's focus is only on what players see, and its ring always in sight, in a window that
//! is laid out.

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::ScrollPosition;
use icochess::game::seating::Seating;
use icochess::save::settings::Settings;
use icochess::schedule::Display;
use icochess::ui::state::screen::{Screen, Subject, Topic};
use icochess::ui::state::setup::Setup;

use crate::asking::{focused, frames, go_to, open};
use crate::headless::{self, keys, named, the_window};

/// What the ring takes round a control, logical pixels.
const RING: f32 = 5.0;

fn window(width: u32, height: u32) -> App {
    headless::window_with(Display::Flat, Settings::default(), |app| {
        headless::lay_out(app);
        let window = the_window(app);
        let mut window = app.world_mut().get_mut::<Window>(window).unwrap();
        window.resolution.set_physical_resolution(width, height);
    })
}

fn place(world: &World, entity: Entity) -> Rect {
    let node = world.get::<ComputedNode>(entity).expect("a node");
    let at = world.get::<UiGlobalTransform>(entity).expect("a place");
    Rect::from_center_size(at.translation, node.size())
}

/// Complains of the control that has the focus, unless it is seen with its ring.
fn check(app: &App, told: &str) {
    let world = app.world();
    let control = world.resource::<InputFocus>().get().expect("a focus");
    let name = world.get::<Name>(control).map(Name::as_str);
    let scale = world.resource::<UiScale>().0;
    let ring = place(world, control).inflate(RING * scale);
    let window = world.get::<ComputedNode>(control).expect("a node");
    assert!(
        window.size().min_element() > 1.0,
        "{told}: {name:?} has no size"
    );
    let mut at = control;
    loop {
        let node = world.get::<Node>(at).expect("a node");
        let is_shown = node.display != bevy::ui::Display::None;
        assert!(is_shown, "{told}: {name:?} is hidden");
        if at != control && node.overflow.y == OverflowAxis::Scroll {
            let area = place(world, at);
            let is_in = ring.min.y >= area.min.y - 1.0 && ring.max.y <= area.max.y + 1.0;
            assert!(is_in, "{told}: {name:?} at {ring:?} is not in {area:?}");
        }
        match world.get::<ChildOf>(at) {
            Some(parent) => at = parent.parent(),
            None => break,
        }
    }
}

#[test]
fn tab_and_the_arrows_lead_only_to_what_is_seen_and_show_its_ring() {
    let mut app = window(1280, 800);
    let screens = [
        Screen::Game,
        Screen::Home,
        Screen::NewGame,
        Screen::Sides,
        Screen::Players,
        Screen::Saved,
        Screen::Moves,
        Screen::Settings(Subject::Display),
        Screen::Help(Topic::Pieces),
    ];
    for screen in screens {
        app.world_mut().resource_mut::<InputFocus>().clear();
        open(&mut app, screen);
        keys(&mut app, &[KeyCode::F6]);
        let first = focused(&app);
        let mut count = 0;
        for step in 0..150 {
            frames(&mut app, 2);
            check(&app, &format!("{screen:?}, {step}"));
            keys(&mut app, &[KeyCode::Tab]);
            count += 1;
            if focused(&app) == first {
                break;
            }
        }
        assert_eq!(focused(&app), first, "{screen:?}: {count} controls");
        // The last one is before the first.
        keys(&mut app, &[KeyCode::ShiftLeft, KeyCode::Tab]);
        frames(&mut app, 2);
        check(&app, &format!("{screen:?}, the last"));
    }
}

#[test]
fn a_control_that_is_hidden_gives_the_focus_to_one_that_is_seen() {
    let mut app = window(1280, 800);
    open(&mut app, Screen::NewGame);
    let setup = |app: &mut App, seat: fn(&mut Setup)| {
        seat(&mut app.world_mut().resource_mut::<Setup>());
        frames(app, 3);
    };
    setup(&mut app, Setup::seat_alone);
    go_to(&mut app, "choice you play black");
    setup(&mut app, |setup| setup.seat_people(Seating::HotSeat));
    let now = focused(&app);
    assert!(now.is_some() && now.as_deref() != Some("choice you play black"));
    check(&app, "after another choice");
    // With a pointer there is no ring to keep, and a hidden control loses the focus.
    setup(&mut app, Setup::seat_alone);
    let black = named(&mut app, "choice you play black");
    app.world_mut().resource_mut::<InputFocusVisible>().0 = false;
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(black, FocusCause::Navigated);
    setup(&mut app, |setup| setup.seat_people(Seating::HotSeat));
    assert_eq!(focused(&app), None);
}

#[test]
fn who_scrolls_the_ring_away_has_left_the_control() {
    let mut app = window(1280, 400);
    open(&mut app, Screen::Settings(Subject::Display));
    go_to(&mut app, "slider seated eye height");
    frames(&mut app, 3);
    check(&app, "at the end");
    let page = named(&mut app, "page");
    let scrolled = app.world().get::<ScrollPosition>(page).unwrap().y;
    assert!(scrolled > 50.0, "{scrolled}");
    app.world_mut().get_mut::<ScrollPosition>(page).unwrap().y = 0.0;
    frames(&mut app, 3);
    assert_eq!(focused(&app), None);
    assert_eq!(app.world().get::<ScrollPosition>(page).unwrap().y, 0.0);
}
