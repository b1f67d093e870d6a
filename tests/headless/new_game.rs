//! The New game page for beginners: boards as pictures, players, the computer's level in words, and
//! one start button.

use std::collections::BTreeSet;

use accesskit::Action;
use bevy::input_focus::InputFocusVisible;
use bevy::prelude::*;
use icochess::computer::Computer;
use icochess::display::Display;
use icochess::game::messages::GameRequest;
use icochess::language::Words;
use icochess::save::matching;
use icochess::save::players::Players;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::kit::control_style::ControlStyle;
use icochess::ui::panel;
use icochess::ui::state::screen::{Question, Screen, Surface};
use icochess::ui::state::setup::Setup;
use icochess::ui::style::theme;
use icochess_boards::Variant;
use icochess_message::msg;
use icochess_rules::Side;

use crate::asking::{
    add_panel, ask, command, focused, frames, get, get_mut, has_text, is_shown, laid_out, play,
    press, shown_page, the_match, until,
};
use crate::headless::{self, named};
use crate::layout;

fn page() -> App {
    opened(headless::window(Display::Flat, Settings::default()))
}

/// Creates the page in a window with UI layout.
fn laid_out_page() -> App {
    opened(headless::laid_out_window())
}

fn opened(mut app: App) -> App {
    command(&mut app, Command::Open(Screen::NewGame));
    frames(&mut app, 4);
    app
}

fn setup(app: &App) -> &Setup {
    get(app)
}

/// Returns whether a control contains a picture.
fn has_picture(world: &World, control: Entity) -> bool {
    let children = world.get::<Children>(control).into_iter().flatten();
    let mut children = children.copied();
    children.any(|child| world.get::<ImageNode>(child).is_some())
}

#[test]
fn every_board_has_a_picture_to_choose_it_by() {
    let mut app = headless::window(Display::Flat, Settings::default());
    add_panel(&mut app);
    ask(&mut app, CommandRequested(Command::Open(Screen::NewGame)));
    let words = Words::default();
    let names = Variant::ALL.map(|variant| {
        let board = variant.board();
        let title = words.say(&msg!("board", board = board.id(), title = board.title()));
        let name = format!("choice board {}", title.to_lowercase());
        [format!("panel {name}"), name]
    });
    let names = names.as_flattened();
    let choices: Vec<Entity> = names.iter().map(|it| named(&mut app, it)).collect();
    until(&mut app, "the pictures", |app| {
        choices.iter().all(|it| has_picture(app.world(), *it))
    });
}

#[test]
fn board_pictures_are_larger_in_large_windows() {
    let mut app = opened(headless::sized_window(1280, 800, Settings::default()));
    let choice = named(&mut app, "choice board icochess ball");
    for (size, factor) in [
        ((1280, 800), 2.34),
        ((640, 480), 1.0),
        ((360, 740), 1.0),
        ((1920, 1080), 2.34),
    ] {
        layout::resize(&mut app, size);
        frames(&mut app, 3);
        let mut parts = app.world().get::<Children>(choice).unwrap().iter();
        let picture = parts.find(|part| app.world().get::<Text>(*part).is_none());
        let scale = get::<UiScale>(&app).0;
        let shown = laid_out(&app, picture.unwrap()).size() / scale;
        let expected = Vec2::new(88.0, 66.0) * factor;
        let is_right = (shown - expected).abs().max_element() * scale <= 1.0;
        assert!(is_right, "{size:?}: {shown}");
    }
}

#[test]
fn board_labels_are_top_aligned() {
    // The window is small, so all boards are in one row.
    let mut app = opened(headless::sized_window(640, 480, Settings::default()));
    let world = app.world_mut();
    let mut choices = world.query::<(&Name, &Children)>();
    let boards = choices.iter(world);
    let boards = boards.filter(|(name, _)| name.starts_with("choice board "));
    let labels = boards.filter_map(|(_, parts)| {
        let mut parts = parts.iter();
        parts.find(|part| world.get::<Text>(*part).is_some())
    });
    let labels: Vec<Entity> = labels.collect();
    let places: Vec<Rect> = labels.iter().map(|label| laid_out(&app, *label)).collect();
    assert_eq!(places.len(), Variant::ALL.len());
    let rows = places.iter().map(|it| (it.min.y, it.height()));
    let rows = rows.map(|(top, height)| (top.round() as i32, height.round() as i32));
    let (tops, heights): (BTreeSet<i32>, BTreeSet<i32>) = rows.unzip();
    assert_eq!(tops.len(), 1, "{places:?}");
    assert!(heights.len() > 1, "all have as many lines: {places:?}");
}

#[test]
fn every_start_position_has_its_own_description() {
    for language in ["en", "de"] {
        let mut app = page();
        let mut sentences = BTreeSet::new();
        assert!(get_mut::<Words>(&mut app).choose(language));
        frames(&mut app, 3);
        for variant in Variant::ALL {
            let board = variant.board();
            let starts = board.starts();
            for start in starts.iter().filter(|_| starts.len() > 1) {
                let mut setup = get_mut::<Setup>(&mut app);
                (setup.board, setup.start) = (board, Some(start));
                frames(&mut app, 2);
                let key = start.title.to_lowercase().replace(' ', "-");
                let name = msg!("start", start = key.as_str(), title = start.title);
                let name = get::<Words>(&app).say(&name);
                assert!(name.starts_with(char::is_uppercase), "{variant}: {name}");
                let sentence = msg!("start-explained", start = key, title = start.title);
                let sentence = get::<Words>(&app).say(&sentence);
                assert!(sentence.ends_with('.'), "{variant}: {sentence}");
                assert!(has_text(&mut app, &sentence), "{variant}: {sentence}");
                sentences.insert(sentence);
            }
        }
        // The two boards of Star Trek 3D share theirs.
        assert_eq!(sentences.len(), 10, "{sentences:?}");
    }
}

#[test]
fn game_against_computer_offers_side_and_named_levels() {
    let mut app = page();
    press(&mut app, "choice who plays against the computer");
    assert_eq!(setup(&app).alone(), Some(Side::White));
    assert!(has_text(&mut app, "2: novice"));
    headless::ask(&mut app, "slider strength", Action::Increment);
    assert!(has_text(&mut app, "3: learner"));
    // Changing sides swaps the computer's level and the person's name.
    get_mut::<Setup>(&mut app).names[0] = "Ada".to_owned();
    press(&mut app, "choice you play black");
    let now = setup(&app);
    assert_eq!((now.alone(), now.white.level), (Some(Side::Black), 3));
    assert_eq!(now.names[Side::Black.index()], "Ada");
    let explained = "You play one side, and the computer the other.";
    assert!(has_text(&mut app, explained));
    press(&mut app, "choice you play chance decides");
    assert!(setup(&app).drawn);
    press(&mut app, "choice you play white");
    assert!(!setup(&app).drawn && setup(&app).alone() == Some(Side::White));
    press(&mut app, "choice who plays the computer against itself");
    assert!(setup(&app).is_computers());
    press(&mut app, "choice who plays one for both sides");
    assert!(has_text(&mut app, "One person moves both sides."));
    press(&mut app, "choice who plays against the computer");
    press(&mut app, "button start");
    frames(&mut app, 3);
    assert_eq!(shown_page(&app), Screen::Game);
    let plays = Side::ALL.map(|side| get::<Computer>(&app).plays(side));
    assert_eq!(plays, [false, true]);
}

#[test]
fn level_means_moves_ahead_and_is_hidden_for_random() {
    let mut app = page();
    press(&mut app, "choice who plays against the computer");
    press(&mut app, "button more");
    for (algorithm, strength, moves_ahead) in [
        ("value", false, true),
        ("random", false, false),
        ("attack", false, true),
        ("strong", true, false),
    ] {
        press(&mut app, &format!("choice black plays {algorithm}"));
        frames(&mut app, 2);
        let shown = ["slider strength", "slider moves ahead"].map(|it| is_shown(&mut app, it));
        assert_eq!(shown, [strength, moves_ahead], "{algorithm}");
    }
    press(&mut app, "choice black plays value");
    headless::ask(&mut app, "slider moves ahead", Action::Increment);
    assert_eq!(setup(&app).black.level, 3);
}

#[test]
fn matched_level_follows_results_of_a_person_on_a_board() {
    let mut app = page();
    press(&mut app, "choice who plays against the computer");
    press(&mut app, "switch match my strength");
    // The computer has Black, until the rematch.
    let start = |app: &mut App| {
        command(app, Command::Begin);
        get::<Computer>(app).black.level
    };
    let end = |app: &mut App, loser: Side| {
        ask(app, GameRequest::Resign(loser));
        command(app, Command::Open(Screen::NewGame));
        frames(app, 2);
        setup(app).black.level
    };
    assert_eq!(start(&mut app), 2);
    assert_eq!(end(&mut app, Side::Black), 3);
    assert!(has_text(&mut app, "3: learner"));
    // Other boards and people have their own levels.
    let level = |app: &App, name: &str, variant: Variant| {
        matching::level(
            get::<Settings>(app),
            get::<Players>(app),
            name,
            variant.board(),
        )
    };
    assert_eq!(level(&app, "", Variant::Chess), 2);
    get_mut::<Setup>(&mut app).names[0] = "Ada".to_owned();
    assert_eq!(start(&mut app), 2);
    assert_eq!(end(&mut app, Side::White), 1);
    let levels = ["Ada", ""].map(|name| level(&app, name, Variant::Icochess));
    assert_eq!(levels, [1, 3]);
    get_mut::<Setup>(&mut app).names[0].clear();
    // A game with a takeback doesn't count.
    assert_eq!(start(&mut app), 3);
    play(&mut app, "b1n4");
    ask(&mut app, GameRequest::Undo);
    assert_eq!(end(&mut app, Side::Black), 3);
    // The level continues from one chosen by hand, which never changes the current game.
    assert_eq!(start(&mut app), 3);
    command(&mut app, Command::Open(Screen::NewGame));
    headless::ask(&mut app, "slider strength", Action::Increment);
    frames(&mut app, 2);
    assert_eq!(
        (setup(&app).black.level, get::<Computer>(&app).black.level),
        (4, 3)
    );
    assert_eq!(start(&mut app), 4);
    ask(&mut app, GameRequest::Resign(Side::White));
    command(&mut app, Command::Rematch);
    assert_eq!(get::<Computer>(&app).white.level, 3);
}

#[test]
fn start_is_the_only_primary_button() {
    let mut app = page();
    let start = named(&mut app, "button start");
    let world = app.world_mut();
    let mut controls = world.query::<(Entity, &ControlStyle)>();
    let mut controls = controls.iter(world);
    assert!(controls.all(|(it, style)| (it == start) == (*style == ControlStyle::Primary)));
    // The button is always visible, because none of its ancestors scrolls.
    let mut at = start;
    while let Some(parent) = app.world().get::<ChildOf>(at) {
        at = parent.parent();
        let node = app.world().get::<Node>(at).expect("a node");
        assert!(node.overflow.y != OverflowAxis::Scroll);
        if app.world().get::<Surface>(at).is_some() {
            return;
        }
    }
    panic!("it is nowhere");
}

#[test]
fn start_stays_in_place_and_hidden_controls_leave_no_gap() {
    let panel = headless::app(Settings::default(), |app| {
        headless::lay_out(app);
        app.add_plugins(panel::plugin);
        app.insert_state(Display::Headset);
    });
    let (alone, two) = ("one for both sides", "two players, this screen");
    for (mut app, on, below, others) in [
        (laid_out_page(), "", "button start", &[alone, two][..]),
        (opened(panel), "panel ", "choice clock 5+0", &[alone][..]),
    ] {
        let mut place = |who: &str| {
            press(&mut app, &format!("{on}choice who plays {who}"));
            frames(&mut app, 6);
            let control = named(&mut app, &format!("{on}{below}"));
            laid_out(&app, control)
        };
        for who in others {
            let first = place("against the computer");
            assert!(first.height() > 0.0, "{first:?}");
            assert_eq!(place(who), first, "{who}");
        }
    }
    let mut app = laid_out_page();
    let mut tops = Vec::new();
    for (who, is_there) in [("against the computer", true), (alone, false)] {
        press(&mut app, &format!("choice who plays {who}"));
        frames(&mut app, 6);
        let strength = named(&mut app, "slider strength");
        assert_eq!(laid_out(&app, strength).height() > 0.0, is_there, "{who}");
        let clock = named(&mut app, "choice clock 5+0");
        tops.push(laid_out(&app, clock).min.y);
    }
    assert!(tops[1] < tops[0] - theme::TARGET, "{tops:?}");
}

#[test]
fn safe_answer_is_primary_focused_and_returns_to_board() {
    let questions = [
        Question::Begin,
        Question::Rematch,
        Question::Resume,
        Question::Resign(Side::White),
        Question::WhoResigns,
    ];
    for question in questions {
        for (key, leads_to) in [
            (KeyCode::Enter, Screen::Game),
            (KeyCode::Escape, Screen::NewGame),
        ] {
            let mut app = headless::window(Display::Flat, Settings::default());
            // As if the page was opened with a pointer.
            get_mut::<InputFocusVisible>(&mut app).0 = false;
            for page in [Screen::NewGame, Screen::Confirm(question)] {
                ask(&mut app, CommandRequested(Command::Open(page)));
            }
            frames(&mut app, 3);
            let safe = "button keep playing";
            assert_eq!(focused(&app).as_deref(), Some(safe), "{question:?}");
            let is_proposed = |(name, style): (&Name, &ControlStyle)| {
                (*style == ControlStyle::Primary).then(|| name.to_string())
            };
            let world = app.world_mut();
            let mut styles = world.query::<(&Name, &ControlStyle)>();
            let proposed: Vec<_> = styles.iter(world).filter_map(is_proposed).collect();
            assert_eq!(proposed, [safe], "{question:?}");
            assert!(get::<InputFocusVisible>(&app).0);
            headless::keys(&mut app, &[key]);
            frames(&mut app, 2);
            assert_eq!(shown_page(&app), leads_to, "{question:?}, {key:?}");
            assert_eq!(the_match(&app).end(), None, "{question:?}, {key:?}");
        }
    }
}
