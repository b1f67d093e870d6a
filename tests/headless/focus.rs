//! Tests that keyboard focus stays on visible controls, and that its ring stays in view, in a
//! window with UI layout.

use bevy::camera::NormalizedRenderTarget;
use bevy::input::ButtonState;
use bevy::input::mouse::MouseScrollUnit;
use bevy::input::touch::TouchPhase;
use bevy::input_focus::{AcquireFocus, FocusCause, InputFocus, InputFocusVisible};
use bevy::picking::backend::HitData;
use bevy::picking::pointer::{Location, PointerId};
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, ScrollPosition};
use bevy::ui_widgets::RadioButton;
use bevy::window::WindowRef;
use icochess::game::seating::Seating;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::{Screen, Subject, Topic};
use icochess::ui::state::setup::Setup;
use icochess::ui::style::theme;

use crate::asking::{all, focused, frames, go_to, laid_out, open, play, shown_page};
use crate::beside::press;
use crate::flat::{keys, keys_in_one_frame};
use crate::headless::{self, named, the_window};

/// Width of the focus ring, in logical pixels.
const RING: f32 = 5.0;

fn window(width: u32, height: u32) -> App {
    headless::sized_window(width, height, Settings::default())
}

/// Focuses a control, as keyboard navigation does.
fn focus_on(app: &mut App, control: Entity) {
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(control, FocusCause::Navigated);
}

/// Focuses a control and presses Enter.
fn activate(app: &mut App, name: &str) {
    go_to(app, name);
    keys(app, "Enter");
    frames(app, 3);
}

/// Returns the scroll offset of the page.
fn scrolled(app: &mut App) -> f32 {
    let page = named(app, "page");
    app.world().get::<ScrollPosition>(page).expect("a page").y
}

/// Asserts that the focused control and its ring are fully visible.
fn check(app: &App, context: &str) {
    let world = app.world();
    let control = world.resource::<InputFocus>().get().expect("a focus");
    let name = world.get::<Name>(control).map(Name::as_str);
    let scale = world.resource::<UiScale>().0;
    let ring = laid_out(app, control).inflate(RING * scale);
    let window = world.get::<ComputedNode>(control).expect("a node");
    assert!(
        window.size().min_element() > 1.0,
        "{context}: {name:?} has no size"
    );
    let mut at = control;
    loop {
        let node = world.get::<Node>(at).expect("a node");
        let is_shown = node.display != bevy::ui::Display::None;
        assert!(is_shown, "{context}: {name:?} is hidden");
        if at != control && node.overflow.y == OverflowAxis::Scroll {
            let area = laid_out(app, at);
            let is_in = ring.min.y >= area.min.y - 1.0 && ring.max.y <= area.max.y + 1.0;
            assert!(is_in, "{context}: {name:?} at {ring:?} is not in {area:?}");
        }
        match world.get::<ChildOf>(at) {
            Some(parent) => at = parent.parent(),
            None => break,
        }
    }
}

/// Visits all controls of a page with Tab, and tries the Down key at each if `with_arrows`.
fn tab_through(app: &mut App, screen: Screen, context: &str, with_arrows: bool) {
    app.world_mut().resource_mut::<InputFocus>().clear();
    open(app, screen);
    keys(app, "F6");
    let first = focused(app);
    let mut count = 0;
    for step in 0..150 {
        frames(app, 2);
        let context = format!("{context}, {screen:?}, {step}");
        check(app, &context);
        if with_arrows {
            look_down(app, &context);
        }
        keys(app, "Tab");
        count += 1;
        if focused(app) == first {
            break;
        }
    }
    assert_eq!(
        focused(app),
        first,
        "{context}, {screen:?}: {count} controls"
    );
    // Going back from the first control wraps to the last.
    keys(app, "Shift+Tab");
    frames(app, 2);
    check(app, &format!("{context}, {screen:?}, the last"));
}

/// Checks that the Down key leads to a visible control, then restores the focus.
fn look_down(app: &mut App, context: &str) {
    let stop = app.world().resource::<InputFocus>().get();
    let stop = stop.expect("a focus");
    // Within alternatives the arrow keys select.
    if app.world().get::<RadioButton>(stop).is_some() {
        return;
    }
    keys(app, "Down");
    frames(app, 2);
    check(app, &format!("{context}, below"));
    focus_on(app, stop);
    frames(app, 2);
}

#[test]
fn tab_and_arrows_focus_only_visible_controls() {
    let mut app = window(1280, 800);
    for screen in [
        Screen::Game,
        Screen::Home,
        Screen::NewGame,
        Screen::Sides,
        Screen::Players,
        Screen::Saved,
        Screen::Moves,
        Screen::Settings(Subject::Display),
        Screen::Help(Topic::Pieces),
    ] {
        tab_through(&mut app, screen, "1280×800", true);
    }
    let mut app = window(640, 480);
    for screen in [
        Screen::Game,
        Screen::Home,
        Screen::Settings(Subject::Display),
    ] {
        tab_through(&mut app, screen, "640×480", false);
    }
}

#[test]
fn tab_and_arrows_work_on_setup_against_computer() {
    for (width, height) in [(1280, 800), (640, 480)] {
        let mut app = window(width, height);
        for shows_more in [false, true] {
            let mut setup = app.world_mut().resource_mut::<Setup>();
            setup.seat_alone();
            setup.shows_more = shows_more;
            let context = format!("{width}×{height}, more: {shows_more}");
            tab_through(&mut app, Screen::NewGame, &context, true);
        }
    }
    // Tab visits all controls after the arrow keys have changed the players, too.
    let mut app = window(640, 480);
    open(&mut app, Screen::NewGame);
    go_to(&mut app, "choice who plays against the computer");
    for _ in 0..5 {
        keys(&mut app, "Right");
        frames(&mut app, 3);
        check(&app, "who plays");
        let at = focused(&app).expect("a focus");
        assert!(at.starts_with("choice who plays "), "{at}");
    }
}

#[test]
fn hidden_control_passes_focus_to_a_visible_one() {
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
    // With a pointer there is no ring, and a hidden control just loses the focus.
    setup(&mut app, Setup::seat_alone);
    let black = named(&mut app, "choice you play black");
    app.world_mut().resource_mut::<InputFocusVisible>().0 = false;
    focus_on(&mut app, black);
    setup(&mut app, |setup| setup.seat_people(Seating::HotSeat));
    assert_eq!(focused(&app), None);
}

/// Asserts that the focused control is enabled.
fn check_use(app: &App, context: &str) {
    let world = app.world();
    let control = world.resource::<InputFocus>().get().expect("a focus");
    let is_off = world.get::<InteractionDisabled>(control).is_some();
    assert!(!is_off, "{context}: {:?}", focused(app));
}

#[test]
fn disabled_control_never_has_the_focus() {
    let mut app = window(1280, 800);
    let undo = named(&mut app, "button undo");
    let is_off = |app: &App| app.world().get::<InteractionDisabled>(undo).is_some();
    // There is no move to take back yet.
    assert!(is_off(&app));
    keys(&mut app, "F6");
    for step in 0..40 {
        frames(&mut app, 2);
        check_use(&app, &format!("{step}"));
        keys(&mut app, "Tab");
    }
    play(&mut app, "a4g1");
    frames(&mut app, 3);
    assert!(!is_off(&app));
    go_to(&mut app, "button undo");
    // After the last takeback, the focus moves on.
    keys(&mut app, "Enter");
    frames(&mut app, 3);
    assert!(is_off(&app));
    check_use(&app, "after undo");
    check(&app, "after undo");
    // Pressing a disabled control counts as pressing the background.
    let window = the_window(&mut app);
    let focused_entity = undo;
    app.world_mut().trigger(AcquireFocus {
        focused_entity,
        window,
    });
    frames(&mut app, 2);
    assert_eq!(focused(&app), None);
}

#[test]
fn scrolling_the_ring_away_clears_the_focus() {
    let mut app = window(1280, 400);
    open(&mut app, Screen::Settings(Subject::Display));
    go_to(&mut app, "slider seated eye height");
    frames(&mut app, 3);
    check(&app, "at the end");
    assert!(scrolled(&mut app) > 50.0);
    let page = named(&mut app, "page");
    app.world_mut().get_mut::<ScrollPosition>(page).unwrap().y = 0.0;
    frames(&mut app, 3);
    assert_eq!((focused(&app), scrolled(&mut app)), (None, 0.0));
}

#[test]
fn pressed_tab_keeps_focus_and_pages_focus_their_content() {
    let mut app = window(1280, 800);
    open(&mut app, Screen::Settings(Subject::Display));
    activate(&mut app, "button sound");
    assert_eq!(shown_page(&app), Screen::Settings(Subject::Sound));
    assert_eq!(focused(&app).as_deref(), Some("button sound"));
    check(&app, "the tab");
    // From the menu to a page, the focus skips the help and back buttons.
    open(&mut app, Screen::Home);
    activate(&mut app, "button settings");
    let first = focused(&app).expect("a focus");
    assert!(!["button help", "button back"].contains(&first.as_str()));
    check(&app, "the first control");
}

#[test]
fn home_end_and_page_keys_scroll_a_page() {
    let mut app = window(1280, 400);
    open(&mut app, Screen::Settings(Subject::Display));
    frames(&mut app, 2);
    app.world_mut().resource_mut::<InputFocus>().clear();
    let page = named(&mut app, "page");
    let node = app.world().get::<ComputedNode>(page).unwrap();
    let scale = node.inverse_scale_factor;
    let high = node.size().y * scale;
    let most = node.content_size().y * scale - high;
    assert!(most > 50.0, "{most}");
    for (key, wanted) in [
        ("End", most),
        ("PageUp", (most - 0.9 * high).max(0.0)),
        ("Home", 0.0),
        ("PageDown", most.min(0.9 * high)),
        ("Home", 0.0),
    ] {
        keys(&mut app, key);
        frames(&mut app, 2);
        let now = scrolled(&mut app);
        assert!((now - wanted).abs() < 1.0, "{key}: {now} for {wanted}");
    }
    // In a group of alternatives, Home and End select the first and last instead.
    go_to(&mut app, "slider seated eye height");
    frames(&mut app, 3);
    let there = scrolled(&mut app);
    assert!(there > 50.0, "{there}");
    keys(&mut app, "Home");
    frames(&mut app, 2);
    assert_eq!(scrolled(&mut app), there);
}

#[test]
fn arrows_focus_the_nearest_control_in_their_direction() {
    let mut app = window(1280, 800);
    open(&mut app, Screen::Home);
    frames(&mut app, 3);
    let at = |app: &App| {
        let control = app.world().resource::<InputFocus>().get().expect("a focus");
        laid_out(app, control)
    };
    let after = |app: &mut App, key: &str| {
        keys(app, key);
        frames(app, 2);
        at(app)
    };
    go_to(&mut app, "button new game");
    let first = at(&app);
    let right = after(&mut app, "Right");
    assert!(right.min.x >= first.max.x && right.center().y == first.center().y);
    assert_eq!(after(&mut app, "Left"), first);
    // Down the column and up again.
    go_to(&mut app, "button review");
    let mut column = vec![at(&app)];
    for _ in 0..2 {
        let below = after(&mut app, "Down");
        let above = column[column.len() - 1];
        assert!(below.min.y >= above.max.y, "{below:?}, {above:?}");
        assert!((below.min.x - above.min.x).abs() < 1.0, "{below:?}");
        column.push(below);
    }
    column.pop();
    while let Some(above) = column.pop() {
        assert_eq!(after(&mut app, "Up"), above);
    }
    // Arrow keys stop at the bottom and at the end of a row.
    for (name, key) in [("button quit", "Down"), ("button new game", "Left")] {
        let last = named(&mut app, name);
        focus_on(&mut app, last);
        after(&mut app, key);
        assert_eq!(focused(&app).as_deref(), Some(name), "{key}");
    }
    go_to(&mut app, "button new game");
    let first = at(&app);
    for _ in 0..10 {
        let now = after(&mut app, "Right");
        assert_eq!(now.center().y, first.center().y);
    }
    let end = focused(&app);
    after(&mut app, "Right");
    assert_eq!(focused(&app), end);
}

#[test]
fn chosen_tab_has_a_brass_edge_unless_it_has_the_focus() {
    let mut app = window(1280, 800);
    open(&mut app, Screen::Settings(Subject::Display));
    frames(&mut app, 2);
    let edge = |app: &mut App, name: &str| {
        let control = named(app, name);
        let outline = app.world().get::<Outline>(control);
        outline.map(|outline| outline.color)
    };
    assert_eq!(edge(&mut app, "button display"), Some(theme::PRIMARY));
    assert_eq!(edge(&mut app, "button sound"), None);
    go_to(&mut app, "button display");
    assert_eq!(edge(&mut app, "button display"), Some(theme::FOCUS));
    go_to(&mut app, "button sound");
    assert_eq!(edge(&mut app, "button display"), Some(theme::PRIMARY));
}

/// Returns whether the focus ring is shown.
fn is_ringed(app: &App) -> bool {
    app.world().resource::<InputFocusVisible>().0 && focused(app).is_some()
}

#[test]
fn page_opened_by_key_focuses_its_first_control() {
    for key in ["Esc", "F1", "Ctrl+N"] {
        let mut app = window(1280, 800);
        keys(&mut app, key);
        let page = shown_page(&app);
        assert_ne!(page, Screen::Game);
        assert!(is_ringed(&app), "{page:?}");
        let first = focused(&app).expect("a focus");
        assert!(!["button help", "button back"].contains(&first.as_str()));
        check(&app, "from the board");
        // The same key from a focused button.
        keys(&mut app, "Esc");
        assert_eq!((shown_page(&app), focused(&app)), (Screen::Game, None));
        keys(&mut app, "F6");
        let opener = focused(&app);
        keys(&mut app, key);
        assert_eq!(focused(&app), Some(first), "{page:?}");
        keys(&mut app, "Esc");
        assert_eq!((shown_page(&app), focused(&app)), (Screen::Game, opener));
    }
}

#[test]
fn page_opened_by_key_after_a_click_has_no_focus_ring() {
    let mut app = window(1280, 800);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        press(&mut app, state);
        frames(&mut app, 1);
    }
    keys(&mut app, "Esc");
    assert_eq!((shown_page(&app), focused(&app)), (Screen::Home, None));
    keys(&mut app, "Tab");
    assert!(is_ringed(&app));
    for _ in 0..2 {
        keys(&mut app, "Esc");
    }
    assert!(shown_page(&app) == Screen::Home && is_ringed(&app));
}

#[test]
fn first_key_focuses_start_of_a_page_opened_by_mouse() {
    let mut app = window(1280, 800);
    keys(&mut app, "Esc");
    let first = focused(&app);
    keys(&mut app, "Esc");
    for key in ["Down", "Right", "Tab"] {
        open(&mut app, Screen::Home);
        assert_eq!(focused(&app), None);
        keys(&mut app, key);
        assert!(is_ringed(&app));
        assert_eq!(focused(&app), first, "{key}");
        app.world_mut().resource_mut::<InputFocus>().clear();
        open(&mut app, Screen::Game);
    }
}

#[test]
fn focus_returns_to_the_control_that_left_the_page() {
    let mut app = window(1280, 800);
    keys(&mut app, "Esc");
    for name in [
        "button settings",
        "button player list",
        "button person or computer",
    ] {
        activate(&mut app, name);
        assert_ne!(shown_page(&app), Screen::Home, "{name}");
        // Back returns from another tab, too.
        if name == "button settings" {
            activate(&mut app, "button sound");
        }
        while shown_page(&app) != Screen::Home {
            keys(&mut app, "Esc");
        }
        assert_eq!(focused(&app).as_deref(), Some(name));
        assert!(is_ringed(&app), "{name}");
    }
    // The menu was opened from the board.
    keys(&mut app, "Esc");
    assert_eq!((shown_page(&app), focused(&app)), (Screen::Game, None));
}

#[test]
fn enter_stays_in_empty_field_and_leaving_it_moves_focus() {
    const FIELD: &str = "field new player";
    let mut app = window(1280, 800);
    keys(&mut app, "Esc");
    activate(&mut app, "button player list");
    // The key that opens the page types nothing into its field.
    assert!(is_ringed(&app));
    go_to(&mut app, FIELD);
    for _ in 0..2 {
        keys(&mut app, "Enter");
        assert_eq!(focused(&app).as_deref(), Some(FIELD));
        assert!(is_ringed(&app));
    }
    // Escape leaves the field first, then the page.
    keys(&mut app, "Esc");
    assert_eq!(shown_page(&app), Screen::Players);
    assert_eq!(focused(&app).as_deref(), Some("button add"));
    assert!(is_ringed(&app));
    go_to(&mut app, FIELD);
    headless::key(&mut app, KeyCode::KeyN, Some("N"));
    keys(&mut app, "Enter");
    assert_eq!(focused(&app).as_deref(), Some("button add"));
    keys(&mut app, "Esc");
    assert_eq!(shown_page(&app), Screen::Home);
    assert_eq!(focused(&app).as_deref(), Some("button player list"));
}

#[test]
fn key_after_arrow_in_one_frame_acts_on_new_focus() {
    let page_after = |frames_of_keys: &[&str]| {
        let mut app = window(1280, 800);
        open(&mut app, Screen::Home);
        go_to(&mut app, "button review");
        for chords in frames_of_keys {
            keys_in_one_frame(&mut app, chords);
        }
        frames(&mut app, 4);
        shown_page(&app)
    };
    let below = page_after(&["Down", "Enter"]);
    assert!(![Screen::Home, Screen::Moves].contains(&below), "{below:?}");
    assert_eq!(page_after(&["Down Enter"]), below);
}

#[test]
fn ctrl_with_arrows_selects_nothing() {
    let mut app = window(1280, 800);
    open(&mut app, Screen::NewGame);
    go_to(&mut app, "choice board 8×8 chess");
    let board = |app: &App| app.world().resource::<Setup>().board.id();
    let chosen = board(&app);
    for arrow in ["Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down"] {
        keys(&mut app, arrow);
        assert_eq!(board(&app), chosen, "{arrow}");
        assert_eq!(focused(&app).as_deref(), Some("choice board 8×8 chess"));
    }
    keys(&mut app, "Right");
    assert_ne!(board(&app), chosen);
}

#[test]
fn first_focus_is_usable_from_the_first_frame() {
    let mut app = window(1280, 800);
    keys(&mut app, "Esc");
    go_to(&mut app, "button review");
    let enter = headless::unnamed(KeyCode::Enter, None);
    headless::send_key(&mut app, enter, ButtonState::Pressed);
    let mut seen = Vec::new();
    for frame in 0..6 {
        app.update();
        if shown_page(&app) == Screen::Moves && focused(&app).is_some() {
            check_use(&app, &format!("frame {frame}"));
            seen.push(focused(&app));
        }
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[test]
fn wheel_over_title_scrolls_the_page() {
    let mut app = window(1280, 400);
    open(&mut app, Screen::Settings(Subject::Display));
    frames(&mut app, 3);
    let mut texts = all::<Text>(&mut app).into_iter();
    let title = texts.find(|(_, text)| text.0 == "Settings");
    let title = title.expect("a title").0;
    let window = the_window(&mut app);
    let target =
        NormalizedRenderTarget::Window(WindowRef::Primary.normalize(Some(window)).unwrap());
    let location = Location {
        target,
        position: Vec2::ZERO,
    };
    let scroll = Scroll {
        unit: MouseScrollUnit::Pixel,
        x: 0.0,
        y: -40.0,
        hit: HitData::new(window, 0.0, None, None),
        phase: TouchPhase::Moved,
    };
    app.world_mut()
        .trigger(Pointer::new(PointerId::Mouse, location, scroll, title));
    frames(&mut app, 2);
    let scrolled = scrolled(&mut app);
    assert!((scrolled - 40.0).abs() < 1.0, "{scrolled}");
}
