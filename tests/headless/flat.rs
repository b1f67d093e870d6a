//! The window's keys and camera, without a screen.

use bevy::camera::RenderTarget;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::window::WindowMode;
use icochess::audio::Listener;
use icochess::board::stage::learning::Learning;
use icochess::board::stage::root::BoardRoot;
use icochess::board::stage::shape::BoardShape;
use icochess::board::turning::spin::AutoTurn;
use icochess::flat::camera::WindowCamera;
use icochess::flat::mirror::MOST;
use icochess::game::Match;
use icochess::game::messages::GameRequest;
use icochess::interaction::choice::{Choice, Choosing};
use icochess::save::settings::{Arrows, Settings};
use icochess::schedule::Display;
use icochess::ui::state::screen::{Question, Screen, Screens, Topic};
use icochess::ui::state::setup::Setup;
use icochess_boards::Variant;
use icochess_rules::{Cell, Side};
use icochess_shape::{Hold, Viewpoint};

use crate::asking::{focused, go_to, is_told, open, play, plies, rotation, shown_page};
use crate::headless;

fn window(display: Display) -> App {
    headless::window(display, Settings::default())
}

fn mode(app: &mut App) -> WindowMode {
    let window = headless::the_window(app);
    app.world().get::<Window>(window).unwrap().mode
}

#[test]
fn f11_fills_the_screen_and_leaves_it_with_a_headset_too() {
    for display in [Display::Flat, Display::Headset] {
        let mut app = window(display);
        assert_eq!(mode(&mut app), WindowMode::Windowed);
        headless::keys(&mut app, &[KeyCode::F11]);
        assert!(matches!(
            mode(&mut app),
            WindowMode::BorderlessFullscreen(_)
        ));
        headless::keys(&mut app, &[KeyCode::F11]);
        assert_eq!(mode(&mut app), WindowMode::Windowed);
    }
}

#[test]
fn t_turns_auto_turn_on_and_off_and_says_so() {
    let mut app = window(Display::Flat);
    for wanted in [false, true] {
        headless::keys(&mut app, &[KeyCode::KeyT]);
        assert_eq!(app.world().resource::<AutoTurn>().0, wanted);
        assert_eq!(app.world().resource::<Settings>().auto_turn_flat, wanted);
        let words = ["Auto-turn is off", "Auto-turn is on"][usize::from(wanted)];
        assert!(is_told(&mut app, words), "{words}");
    }
    // With Ctrl it is another key, and the headset's players have buttons.
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyT]);
    assert!(app.world().resource::<AutoTurn>().0);
    let mut app = window(Display::Headset);
    headless::keys(&mut app, &[KeyCode::KeyT]);
    assert!(app.world().resource::<AutoTurn>().0);
}

#[test]
fn l_lets_the_board_explain_itself_when_tapped_and_as_long_as_it_is_held() {
    let mut app = window(Display::Flat);
    let is_on = |app: &App| app.world().resource::<Learning>().is_on();
    for wanted in [true, false] {
        headless::keys(&mut app, &[KeyCode::KeyL]);
        assert_eq!(is_on(&app), wanted);
    }
    let window = headless::the_window(&mut app);
    for (state, wanted) in [(ButtonState::Pressed, true), (ButtonState::Released, false)] {
        app.world_mut().write_message(KeyboardInput {
            key_code: KeyCode::KeyL,
            logical_key: Key::Character("l".into()),
            state,
            text: None,
            repeat: false,
            window,
        });
        headless::pass(&mut app, 0.8);
        assert_eq!(is_on(&app), wanted);
    }
}

#[test]
fn the_keys_of_the_help_give_its_commands() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    assert_eq!(plies(&app), 1);
    for control in [KeyCode::ControlLeft, KeyCode::SuperRight] {
        headless::keys(&mut app, &[control, KeyCode::KeyZ]);
        assert_eq!(plies(&app), 0);
        headless::keys(&mut app, &[control, KeyCode::KeyY]);
        assert_eq!(plies(&app), 1);
    }
    // The letter alone is nothing.
    headless::keys(&mut app, &[KeyCode::KeyZ]);
    assert_eq!(plies(&app), 1);
    headless::keys(&mut app, &[KeyCode::KeyN]);
    assert_eq!(plies(&app), 1);
    assert!(app.world().resource::<Settings>().tile_names);
}

#[test]
fn letters_are_the_keys_that_they_are_printed_on() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    // As on a German keyboard: Z and Y have changed places, and what is held is let go as it was
    // pressed.
    let press = |app: &mut App, code: KeyCode, letters: [&str; 2]| {
        let window = headless::the_window(app);
        let states = [ButtonState::Pressed, ButtonState::Released];
        for (state, letter) in states.into_iter().zip(letters) {
            app.world_mut().write_message(KeyboardInput {
                key_code: code,
                logical_key: Key::Character(letter.into()),
                state,
                text: None,
                repeat: false,
                window,
            });
            app.update();
        }
    };
    let control = |app: &mut App, state: ButtonState| {
        let window = headless::the_window(app);
        app.world_mut().write_message(KeyboardInput {
            key_code: KeyCode::ControlLeft,
            logical_key: Key::Control,
            state,
            text: None,
            repeat: false,
            window,
        });
    };
    control(&mut app, ButtonState::Pressed);
    press(&mut app, KeyCode::KeyY, ["z", "Z"]);
    app.update();
    assert_eq!(plies(&app), 0);
    press(&mut app, KeyCode::KeyZ, ["y", "<"]);
    app.update();
    assert_eq!(plies(&app), 1);
    control(&mut app, ButtonState::Released);
    app.update();
    assert_eq!(
        app.world()
            .resource::<ButtonInput<KeyCode>>()
            .get_pressed()
            .count(),
        0
    );
    // A layout without Latin letters has them where they lie.
    press(&mut app, KeyCode::KeyN, ["т", "т"]);
    assert!(app.world().resource::<Settings>().tile_names);
}

#[test]
fn ctrl_n_opens_the_page_of_the_new_game_and_escape_leads_back() {
    let mut app = window(Display::Flat);
    let shown = |app: &App| app.world().resource::<Screens>().shown();
    play(&mut app, "a4g1");
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    assert_eq!(shown(&app), Screen::NewGame);
    // Arrows are the page's.
    let before = rotation(&mut app);
    headless::keys(&mut app, &[KeyCode::ArrowRight]);
    assert_eq!(rotation(&mut app), before);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!(shown(&app), Screen::Game);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!(shown(&app), Screen::Home);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!(shown(&app), Screen::Game);
}

#[test]
fn pages_are_gone_through_and_controls_used_with_the_keyboard_alone() {
    let mut app = window(Display::Flat);
    let shown = |app: &App| app.world().resource::<Screens>().shown();
    play(&mut app, "a4g1");
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    go_to(&mut app, "choice board 8×8 chess");
    headless::keys(&mut app, &[KeyCode::Enter]);
    let board = app.world().resource::<Setup>().board;
    assert_eq!(board.id(), "chess");
    go_to(&mut app, "choice who plays two players, this screen");
    headless::keys(&mut app, &[KeyCode::Enter]);
    go_to(&mut app, "switch chance decides who has white");
    headless::keys(&mut app, &[KeyCode::Space]);
    assert!(app.world().resource::<Setup>().drawn);
    go_to(&mut app, "button start");
    headless::keys(&mut app, &[KeyCode::Enter]);
    assert_eq!(shown(&app), Screen::Confirm(Question::Begin));
    go_to(&mut app, "button start new game");
    headless::keys(&mut app, &[KeyCode::Enter]);
    assert_eq!(shown(&app), Screen::Game);
    let game = app.world().resource::<Match>();
    assert_eq!((game.record().board().id(), plies(&app)), ("chess", 0));
    // A slider, with the arrow keys.
    headless::keys(&mut app, &[KeyCode::Escape]);
    go_to(&mut app, "button settings");
    headless::keys(&mut app, &[KeyCode::Enter]);
    go_to(&mut app, "button display");
    headless::keys(&mut app, &[KeyCode::Enter]);
    go_to(&mut app, "slider text size");
    headless::keys(&mut app, &[KeyCode::ArrowRight]);
    assert_eq!(app.world().resource::<Settings>().text_size, 1.05);
}

#[test]
fn tab_shows_the_names_of_tiles_until_f6_or_shift_leads_to_the_buttons() {
    let mut app = window(Display::Flat);
    let names = |app: &App| app.world().resource::<Settings>().tile_names;
    for wanted in [true, false] {
        headless::keys(&mut app, &[KeyCode::Tab]);
        assert_eq!((names(&app), focused(&app)), (wanted, None));
        // How to get to the buttons is said.
        assert!(is_told(&mut app, "F6: go to the buttons"));
    }
    let mut go = |keys: &[KeyCode]| {
        headless::keys(&mut app, keys);
        assert!(!names(&app), "{keys:?} shows the names");
        focused(&app)
    };
    let first = go(&[KeyCode::F6]);
    let second = go(&[KeyCode::Tab]);
    assert!(first.is_some() && second.is_some() && first != second);
    assert_eq!(go(&[KeyCode::ShiftLeft, KeyCode::Tab]), first);
    assert_eq!(go(&[KeyCode::F6]), None);
    // Backwards one comes to the last one.
    let last = go(&[KeyCode::ShiftRight, KeyCode::Tab]);
    assert!(last.is_some() && last != first);
    assert_eq!(go(&[KeyCode::Tab]), first);
    // Who goes by keyboard does so on the next page, and on the board again.
    let on_page = go(&[KeyCode::Escape]);
    assert!(on_page.is_some() && on_page != first, "{on_page:?}");
    assert_eq!(go(&[KeyCode::Escape]), first);
    assert_eq!(go(&[KeyCode::Tab]), second);
    go(&[KeyCode::F6]);
    // In pages Tab needs no F6, and in a field it leads on.
    open(&mut app, Screen::Players);
    headless::keys(&mut app, &[KeyCode::Tab]);
    assert!(focused(&app).is_some());
    go_to(&mut app, "field new player");
    headless::keys(&mut app, &[KeyCode::Tab]);
    assert_eq!(focused(&app).as_deref(), Some("button add"));
    assert!(!names(&app) && shown_page(&app) == Screen::Players);
    // Beside a headset it is no key of who watches.
    let mut app = window(Display::Headset);
    headless::keys(&mut app, &[KeyCode::Tab]);
    assert!(!names(&app));
}

#[test]
fn help_is_shown_by_f1_and_h_and_hidden_by_esc() {
    let mut app = window(Display::Flat);
    let is_shown = |app: &App| matches!(app.world().resource::<Screens>().shown(), Screen::Help(_));
    for key in [KeyCode::F1, KeyCode::KeyH] {
        headless::keys(&mut app, &[key]);
        assert!(is_shown(&app));
        headless::keys(&mut app, &[key]);
        assert!(!is_shown(&app));
        headless::keys(&mut app, &[key]);
        headless::keys(&mut app, &[KeyCode::Escape]);
        assert!(!is_shown(&app));
    }
}

#[test]
fn sounds_are_heard_from_the_camera_only_without_a_headset() {
    for (display, expected) in [(Display::Flat, 1), (Display::Headset, 0)] {
        let mut app = window(display);
        let world = app.world_mut();
        let mut ears = world.query_filtered::<(), (With<Listener>, With<WindowCamera>)>();
        assert_eq!(ears.iter(world).count(), expected, "{display:?}");
    }
}

/// How many of 30 frames have an active camera that draws the world, and one of
/// any kind.
fn drawn(app: &mut App) -> (usize, usize) {
    let (mut worlds, mut any) = (0, 0);
    for _ in 0..30 {
        app.update();
        let world = app.world_mut();
        let mut cameras = world.query::<(&Camera, Has<WindowCamera>)>();
        let active: Vec<bool> = cameras
            .iter(world)
            .filter_map(|(camera, is_world)| camera.is_active.then_some(is_world))
            .collect();
        worlds += usize::from(active.contains(&true));
        any += usize::from(!active.is_empty());
    }
    (worlds, any)
}

#[test]
fn beside_a_headset_the_window_is_drawn_at_a_third_of_the_rate() {
    let mut app = window(Display::Headset);
    assert_eq!(drawn(&mut app), (10, 10));
    // M switches the board off; the words stay.
    headless::keys(&mut app, &[KeyCode::KeyM]);
    assert!(!app.world().resource::<Settings>().mirror);
    assert_eq!(drawn(&mut app), (0, 10));
    headless::keys(&mut app, &[KeyCode::KeyM]);
    assert_eq!(drawn(&mut app), (10, 10));
    // While a pawn is promoted, letters are pieces.
    let choosing = Choosing {
        by: PointerId::Mouse,
        cell: Cell::new(0),
        moves: Vec::new(),
    };
    app.insert_resource(Choice(Some(choosing)));
    headless::keys(&mut app, &[KeyCode::KeyM]);
    assert!(app.world().resource::<Settings>().mirror);
    // Without a headset the window is the game.
    let mut app = window(Display::Flat);
    assert_eq!(drawn(&mut app), (30, 30));
}

#[test]
fn beside_a_headset_a_large_window_has_a_small_picture() {
    let mut app = window(Display::Headset);
    for (width, height) in [(640, 480), (3840, 2160), (1000, 3000)] {
        let entity = headless::the_window(&mut app);
        let mut window = app.world_mut().get_mut::<Window>(entity).unwrap();
        window.resolution.set_physical_resolution(width, height);
        app.update();
        let world = app.world_mut();
        let mut targets = world.query_filtered::<&RenderTarget, With<WindowCamera>>();
        let handle = match targets.single(world).unwrap() {
            RenderTarget::Image(target) => target.handle.clone(),
            other => panic!("{other:?}"),
        };
        let size = world
            .resource::<Assets<Image>>()
            .get(&handle)
            .unwrap()
            .size();
        assert!(size.x <= MOST.x && size.y <= MOST.y, "{size}");
        let wanted = width as f32 / height as f32;
        let is = size.x as f32 / size.y as f32;
        assert!((is / wanted - 1.0).abs() < 0.01, "{size}");
        assert!(size.x == width || size.x == MOST.x || size.y == MOST.y);
    }
}

/// How the board lies, and from where the camera looks at it, as a direction of the
/// board's frame and a distance.
fn outlook(app: &mut App) -> (Quat, Vec3, f32) {
    headless::pass(app, 0.5);
    let world = app.world_mut();
    let mut boards = world.query_filtered::<&Transform, With<BoardRoot>>();
    let board = *boards.single(world).unwrap();
    let mut cameras = world.query_filtered::<&Transform, With<WindowCamera>>();
    let away = cameras.single(world).unwrap().translation - board.translation;
    let towards = board.rotation.inverse() * away.normalize();
    (board.rotation, towards, away.length())
}

#[test]
fn digits_go_to_the_views_of_the_board_and_with_shift_to_those_of_the_other_side() {
    const KEYS: [KeyCode; 8] = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
        KeyCode::Digit7,
        KeyCode::Digit8,
    ];
    for variant in Variant::ALL {
        let mut app = window(Display::Flat);
        let record = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(record));
        let (_, home, usual) = outlook(&mut app);
        for (view, key) in KEYS.into_iter().enumerate() {
            for side in Side::ALL {
                match side {
                    Side::White => headless::keys(&mut app, &[key]),
                    Side::Black => headless::keys(&mut app, &[KeyCode::ShiftLeft, key]),
                }
                let (_, towards, far) = outlook(&mut app);
                let view = app.world().resource::<BoardShape>().views[view];
                let name = format!("{variant}: {} for {side}", view.title);
                match view.looks[side.index()] {
                    // To the degree or two that keep the camera from the zenith.
                    Viewpoint::From {
                        towards: wanted, ..
                    } => {
                        assert!(towards.dot(wanted.normalize()) > 0.999, "{name}");
                    }
                    // The king of a ball is seen from above.
                    Viewpoint::Royal if variant.shape().hold == Hold::Ball => {
                        let position = app.world().resource::<Match>().position();
                        let king = position.royal(side).expect("a king");
                        let king = variant.shape().centre(king).normalize();
                        assert!(towards.dot(king) > 0.999, "{name}");
                    }
                    Viewpoint::Home | Viewpoint::Royal if side == Side::White => {
                        assert!(towards.dot(home) > 0.9, "{name}");
                    }
                    // From steeply above, the seats are not far from one another.
                    Viewpoint::Home | Viewpoint::Royal => {
                        assert!(towards.dot(home) < 0.75, "{name}");
                    }
                }
                assert!((far / usual - view.distance).abs() < 0.01, "{name}: {far}");
            }
        }
        // Another board is seen as its player sits.
        headless::keys(&mut app, &[KeyCode::Digit8]);
        let other = Variant::ALL.into_iter().find(|other| *other != variant);
        for next in other.into_iter().chain([variant]) {
            let record = next.board().new_game();
            app.world_mut().write_message(GameRequest::Load(record));
            app.update();
        }
        let (_, towards, far) = outlook(&mut app);
        assert!(towards.dot(home) > 0.999 && (far - usual).abs() < 1e-3);
    }
}

#[test]
fn the_keys_of_the_star_trek_page_show_its_views_and_elsewhere_do_what_they_did() {
    const KEYS: [(KeyCode, KeyCode); 8] = [
        (KeyCode::ScrollLock, KeyCode::Digit2),
        (KeyCode::Pause, KeyCode::Digit8),
        (KeyCode::Insert, KeyCode::Digit5),
        (KeyCode::Home, KeyCode::Digit1),
        (KeyCode::PageUp, KeyCode::Digit6),
        (KeyCode::Delete, KeyCode::Digit3),
        (KeyCode::End, KeyCode::Digit7),
        (KeyCode::PageDown, KeyCode::Digit4),
    ];
    for variant in [Variant::StarTrek3d, Variant::StarTrek3dAdjacent] {
        let mut app = window(Display::Flat);
        let record = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(record));
        for (key, digit) in KEYS {
            for shift in [&[][..], &[KeyCode::ShiftLeft]] {
                headless::keys(&mut app, &[shift, &[digit]].concat());
                let by_digit = outlook(&mut app);
                let other = [KeyCode::Digit2, KeyCode::Digit7][usize::from(shift.is_empty())];
                let other = if other == digit {
                    KeyCode::Digit3
                } else {
                    other
                };
                headless::keys(&mut app, &[other]);
                assert!(outlook(&mut app).1.distance(by_digit.1) > 0.1);
                headless::keys(&mut app, &[shift, &[key]].concat());
                let by_key = outlook(&mut app);
                let name = format!("{variant}: {shift:?} {key:?}");
                assert!(by_key.1.distance(by_digit.1) < 1e-3, "{name}");
                assert!((by_key.2 - by_digit.2).abs() < 1e-3, "{name}");
            }
        }
        open(&mut app, Screen::Help(Topic::Controls));
        assert!(is_told(&mut app, "Scroll lock"));
    }
    let mut app = window(Display::Flat);
    let home = outlook(&mut app);
    headless::keys(&mut app, &[KeyCode::Digit6]);
    let below = outlook(&mut app);
    headless::keys(&mut app, &[KeyCode::Insert, KeyCode::Delete, KeyCode::End]);
    assert_eq!(outlook(&mut app), below);
    headless::keys(&mut app, &[KeyCode::Home]);
    assert!(outlook(&mut app).1.distance(home.1) < 1e-3);
}

#[test]
fn buttons_go_to_the_views_of_both_sides_as_keys_do() {
    let mut app = window(Display::Flat);
    let record = Variant::StarTrek3d.board().new_game();
    app.world_mut().write_message(GameRequest::Load(record));
    headless::pass(&mut app, 0.5);
    for (keys, button) in [
        (&[KeyCode::Digit3][..], "button from the left"),
        (&[KeyCode::ShiftLeft, KeyCode::Digit7], "button low (black)"),
        (
            &[KeyCode::ShiftLeft, KeyCode::Digit1],
            "button home (black)",
        ),
        (&[KeyCode::Digit8], "button near"),
    ] {
        headless::keys(&mut app, keys);
        let by_key = outlook(&mut app);
        headless::keys(&mut app, &[KeyCode::Digit2]);
        assert!(outlook(&mut app).1.distance(by_key.1) > 0.3);
        let mut screens = app.world_mut().resource_mut::<Screens>();
        screens.open(Screen::Views);
        app.update();
        go_to(&mut app, button);
        headless::keys(&mut app, &[KeyCode::Enter]);
        // Beside a page the board is shown in what room is left.
        headless::keys(&mut app, &[KeyCode::Escape]);
        let by_button = outlook(&mut app);
        assert!(
            by_button.1.distance(by_key.1) < 1e-3,
            "{button}: {by_button:?}, by key {by_key:?}"
        );
        assert!((by_button.2 - by_key.2).abs() < 1e-3, "{button}");
    }
}

#[test]
fn digits_that_choose_show_no_view_and_beside_a_headset_no_key_does() {
    let settings = Settings {
        auto_turn_flat: false,
        ..Settings::default()
    };
    let mut app = headless::window(Display::Flat, settings);
    let text = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let record = Variant::Chess.board().read_position(text).unwrap();
    app.world_mut().write_message(GameRequest::Load(record));
    let before = outlook(&mut app);
    // A pawn that may become four pieces.
    let position = app.world().resource::<Match>().position();
    let [cell, to] = ["a7", "a8"].map(|name| position.cell_named(name).unwrap());
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.from == cell);
    assert_eq!((moves.len(), moves[0].to), (4, to));
    let by = PointerId::Mouse;
    app.insert_resource(Choice(Some(Choosing { by, cell, moves })));
    // A rook, with which the game goes on.
    headless::keys(&mut app, &[KeyCode::Digit2]);
    assert_eq!((plies(&app), outlook(&mut app)), (1, before));
    // The boards, where the first press asks.
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    headless::keys(&mut app, &[KeyCode::Digit2]);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!((plies(&app), outlook(&mut app)), (1, before));
    // And then they do.
    headless::keys(&mut app, &[KeyCode::Digit4]);
    assert_ne!(outlook(&mut app), before);

    let mut beside = window(Display::Headset);
    let before = outlook(&mut beside);
    headless::keys(&mut beside, &[KeyCode::Digit4, KeyCode::ArrowLeft]);
    assert_eq!(outlook(&mut beside), before);
}

#[test]
fn arrows_turn_the_board_by_a_degree_and_with_shift_by_ten_in_either_sense() {
    let senses = [(Arrows::Board, 1.0), (Arrows::Around, -1.0)];
    let all = Variant::ALL.map(|variant| senses.map(|sense| (variant, sense)));
    for &(variant, (arrows, sense)) in all.as_flattened() {
        let mut app = window(Display::Flat);
        app.world_mut().resource_mut::<Settings>().arrows = arrows;
        let record = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(record));
        for (keys, degrees) in [
            (&[KeyCode::ArrowRight][..], 1.0),
            (&[KeyCode::ShiftLeft, KeyCode::ArrowLeft], 10.0),
            (&[KeyCode::ArrowDown], 1.0),
            (&[KeyCode::ShiftRight, KeyCode::ArrowUp], 10.0),
        ] {
            let (before, near, _) = outlook(&mut app);
            headless::keys(&mut app, keys);
            let (after, ..) = outlook(&mut app);
            let angle = after.angle_between(before).to_degrees();
            assert!((angle - degrees).abs() < 0.1, "{variant} {keys:?}: {angle}");
            // What is seen goes where the arrow points, or the eye does.
            let moved = after * near - before * near;
            let way = match keys[keys.len() - 1] {
                KeyCode::ArrowRight => Vec3::X,
                KeyCode::ArrowLeft => Vec3::NEG_X,
                KeyCode::ArrowDown => Vec3::NEG_Y,
                _ => Vec3::Y,
            };
            let along = moved.dot(way) * sense;
            assert!(along > 0.0, "{variant} {arrows:?} {keys:?}: {moved}");
        }
    }
}

/// The rectangles of the interface that have a ground, and so hide what is behind them.
fn grounds(app: &mut App) -> Vec<(String, Rect)> {
    let world = app.world_mut();
    let mut nodes = world.query::<(
        Option<&Name>,
        &ComputedNode,
        &UiGlobalTransform,
        &BackgroundColor,
        &InheritedVisibility,
    )>();
    let seen = nodes
        .iter(world)
        .filter(|(_, node, _, ground, visibility)| {
            visibility.get() && ground.0.alpha() > 0.0 && node.size().min_element() > 0.0
        });
    seen.map(|(name, node, at, ..)| {
        let name = name.map_or(String::new(), ToString::to_string);
        (name, Rect::from_center_size(at.translation, node.size()))
    })
    .collect()
}

#[test]
fn nothing_that_the_window_shows_lies_over_the_8x8_board() {
    for (width, height) in [(1280, 800), (1600, 900), (1920, 1080)] {
        let mut app = headless::window_with(Display::Flat, Settings::default(), |app| {
            headless::lay_out(app);
            let entity = headless::the_window(app);
            let mut window = app.world_mut().get_mut::<Window>(entity).unwrap();
            window.resolution.set_physical_resolution(width, height);
        });
        let chess = Variant::Chess.board().new_game();
        app.world_mut().write_message(GameRequest::Load(chess));
        headless::pass(&mut app, 0.5);
        let grounds = grounds(&mut app);
        assert!(grounds.len() > 5, "{grounds:?}");
        let world = app.world_mut();
        let mut boards = world.query_filtered::<&GlobalTransform, With<BoardRoot>>();
        let board = *boards.single(world).unwrap();
        let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<WindowCamera>>();
        let (camera, place) = cameras.single(world).unwrap();
        // The frame, with its coordinates.
        let half = 4.0 * 0.058 + 0.054;
        for (x, z) in (0..=40).flat_map(|x| (0..=40).map(move |z| (x, z))) {
            let at = Vec3::new(x as f32 / 20.0 - 1.0, 0.0, z as f32 / 20.0 - 1.0) * half;
            let point = board.transform_point(at);
            let seen = camera.world_to_viewport(place, point).unwrap();
            assert!(seen.x > 0.0 && seen.x < width as f32, "{at} at {seen}");
            assert!(seen.y > 0.0 && seen.y < height as f32, "{at} at {seen}");
            let over = grounds.iter().find(|(_, rect)| rect.contains(seen));
            assert_eq!(over, None, "{width}×{height}: {at} at {seen}");
        }
    }
}
