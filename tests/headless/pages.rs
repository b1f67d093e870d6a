//! Every page of the UI, on both surfaces, without a screen.

use std::collections::{BTreeMap, BTreeSet};

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::FontSize;
use bevy::ui::InteractionDisabled;
use icochess::display::Display;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::language::Words;
use icochess::library::Entry;
use icochess::save::library::Library;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess::ui::kit::act::CommandButton;
use icochess::ui::state::saved::SavedView;
use icochess::ui::state::screen::{Screen, Surface, Topic};
use icochess::ui::style::theme;
use icochess_boards::Variant;
use icochess_rules::{CellSet, Side};
use icochess_shape::Hold;

use crate::asking::{self, add_panel, all, frames, is_shown, open, the_match};
use crate::headless::{self, all_pages};

/// Creates the game with its UI in a window and on a panel.
fn app() -> App {
    let mut app = headless::window(Display::Flat, Settings::default());
    add_panel(&mut app);
    app
}

/// Returns the surface of an entity.
fn surface(world: &World, entity: Entity) -> Option<Surface> {
    let mut at = entity;
    loop {
        if let Some(surface) = world.get::<Surface>(at) {
            return Some(*surface);
        }
        at = world.get::<ChildOf>(at)?.parent();
    }
}

#[test]
fn control_names_are_unique_and_include_the_surface() {
    let mut app = app();
    for screen in all_pages() {
        open(&mut app, screen);
        let world = app.world_mut();
        let mut controls = world.query_filtered::<(Entity, &Name), With<TabIndex>>();
        let mut names = BTreeSet::new();
        for (entity, name) in controls.iter(world) {
            let on = surface(world, entity).expect("a surface");
            assert_eq!(on == Surface::Panel, name.starts_with("panel "), "{name}");
            assert!(names.insert(name), "{screen:?}: two are {name}");
        }
        assert!(!names.is_empty(), "{screen:?}");
    }
}

/// Returns each command button's command and its icon, if any.
fn icons(app: &mut App) -> Vec<(Command, Option<String>)> {
    let world = app.world_mut();
    let mut buttons = world.query::<(&CommandButton, &Children)>();
    let buttons: Vec<_> = buttons.iter(world).collect();
    let sign = |child: &Entity| {
        let text = &world.get::<Text>(*child)?.0;
        // Arrows, pieces and icons have code points above all letters in use.
        let is_sign = !text.is_empty() && text.chars().all(|it| it >= '\u{2190}');
        is_sign.then(|| text.clone())
    };
    let signed = |(button, children): (&CommandButton, &Children)| {
        (button.0, children.into_iter().find_map(&sign))
    };
    buttons.into_iter().map(signed).collect()
}

/// Returns the number of texts in a node and its descendants.
fn texts_in(world: &World, entity: Entity) -> usize {
    // Black pieces have an outline as an extra glyph, which isn't counted.
    let is_outline = |text: &Text| text.0.starts_with(|sign: char| ('♔'..='♙').contains(&sign));
    let text = world.get::<Text>(entity).filter(|text| !is_outline(text));
    let own = usize::from(text.is_some());
    let children = world.get::<Children>(entity).into_iter().flatten();
    own + children.map(|child| texts_in(world, *child)).sum::<usize>()
}

#[test]
fn saved_games_page_draws_all_pieces_of_the_position() {
    for variant in Variant::ALL {
        let mut app = headless::window(Display::Flat, Settings::default());
        open(&mut app, Screen::Saved);
        let mut game = variant.board().new_game();
        let mv = game.position().legal_moves()[0];
        game.make_mut().play(mv).expect("a legal move");
        let entry = Entry {
            file: format!("{variant}.pgn"),
            board: variant.board().id().to_owned(),
            plies: 1,
            position: game.position().text(),
            ..Entry::default()
        };
        app.world_mut().resource_mut::<SavedView>().choose(&entry);
        *app.world_mut().resource_mut::<Library>() = Library {
            games: vec![entry].into(),
            played: None,
            is_listed: true,
            progress: None,
        };
        frames(&mut app, 4);
        let mut views = all::<Name>(&mut app);
        views.retain(|(_, name)| name.as_str() == "diagram");
        let is_ball = variant.shape().hold == Hold::Ball;
        assert_eq!(views.len(), if is_ball { 2 } else { 1 }, "{variant}");
        let icons = views.into_iter().map(|it| texts_in(app.world(), it.0));
        let icons: usize = icons.sum();
        let pieces = game.position().occupied().cells().count();
        // A ball is drawn from both sides, so pieces near its rim appear twice.
        let is_all = if is_ball {
            icons >= pieces
        } else {
            icons == pieces
        };
        assert!(is_all, "{variant}: {icons} of {pieces}");
    }
}

#[test]
fn buttons_above_the_board_have_icons() {
    let mut app = headless::window(Display::Flat, Settings::default());
    open(&mut app, Screen::Game);
    let all = icons(&mut app);
    let above = [
        Command::TypeMove,
        Command::MoveList,
        Command::Open(Screen::Help(Topic::Pieces)),
        Command::Menu,
    ];
    for command in above {
        let (_, sign) = all.iter().find(|(it, _)| *it == command).expect("a button");
        assert!(sign.is_some(), "{command:?}");
    }
}

#[test]
fn docs_describe_every_named_button() {
    let mut sections = include_str!("../../docs/play/pages.md").split("\n## ");
    let buttons = sections.find(|it| it.starts_with("Buttons\n"));
    let buttons = buttons.expect("the section of the buttons");
    let mut app = app();
    let mut described = BTreeSet::new();
    for screen in all_pages() {
        open(&mut app, screen);
        let world = app.world_mut();
        let mut found = world.query::<(&CommandButton, &AccessibleLabel)>();
        for (CommandButton(command), label) in found.iter(world) {
            let name = Words::default().say(&command.info().label);
            if label.0 == name && described.insert(name.clone()) {
                let is_described = buttons.contains(&format!("**{name}**"));
                assert!(is_described, "{screen:?}: {name}");
            }
        }
    }
    assert!(described.len() > 30, "{described:?}");
}

#[test]
fn cards_and_pages_have_a_brass_edge() {
    let mut app = app();
    for screen in all_pages() {
        open(&mut app, screen);
        let world = app.world_mut();
        let mut nodes = world.query::<(&BackgroundColor, Option<&Outline>)>();
        let smoked = nodes
            .iter(world)
            .filter(|(ground, _)| [theme::CARD, theme::SMOKED_PAGE].contains(&ground.0));
        let edges: Vec<_> = smoked
            .map(|(_, edge)| edge.map(|edge| edge.color))
            .collect();
        assert!(!edges.is_empty(), "{screen:?}");
        assert!(
            edges.iter().all(|it| *it == Some(theme::BRASS)),
            "{screen:?}"
        );
    }
}

#[test]
fn panel_text_is_at_least_one_degree_high() {
    // 20 logical pixels are one degree of the field of view.
    let mut app = app();
    for screen in all_pages() {
        open(&mut app, screen);
        let world = app.world_mut();
        let mut texts = world.query_filtered::<(Entity, &TextFont, &Text), ()>();
        let sizes: Vec<_> = texts
            .iter(world)
            .map(|(entity, font, text)| (entity, font.font_size, text.0.clone()))
            .collect();
        for (entity, size, text) in sizes {
            if surface(app.world(), entity) == Some(Surface::Panel) {
                let FontSize::Px(size) = size else {
                    panic!("{text} has no size in pixels");
                };
                assert!(size >= 20.0, "{screen:?}: {text} has {size} px");
            }
        }
    }
}

#[test]
fn menu_entries_stay_in_every_state_and_are_dimmed_if_useless() {
    let mut app = app();
    let mut entries = None;
    let mut check = |app: &mut App, when: &str, dimmed: &[&str]| {
        open(app, Screen::Home);
        let world = app.world_mut();
        let mut buttons = world.query::<(&Name, &CommandButton, Has<InteractionDisabled>)>();
        let mut shown: BTreeMap<String, bool> = buttons
            .iter(world)
            .map(|(name, _, is_off)| (name.to_string(), is_off))
            .collect();
        shown.retain(|name, _| is_shown(app, name));
        assert!(shown.len() > 15, "{when}: {shown:?}");
        let off = shown.iter().filter(|(_, is_off)| **is_off);
        let off: BTreeSet<&str> = off
            .map(|(name, _)| name.trim_start_matches("panel "))
            .collect();
        assert_eq!(off, BTreeSet::from_iter(dimmed.iter().copied()), "{when}");
        let names: Vec<String> = shown.into_keys().collect();
        assert_eq!(
            names,
            *entries.get_or_insert_with(|| names.clone()),
            "{when}"
        );
        open(app, Screen::Game);
    };
    let always = ["button go on in the headset"];
    check(
        &mut app,
        "at the start",
        &[&always[..], &["button rematch"]].concat(),
    );
    let mv = the_match(&app).position().legal_moves()[0];
    asking::ask(&mut app, MoveRequested(mv));
    headless::pass(&mut app, 0.5);
    check(&mut app, "in play", &always);
    asking::ask(&mut app, GameRequest::Resign(Side::White));
    headless::pass(&mut app, 0.5);
    assert!(the_match(&app).end().is_some());
    let of_game = ["button person or computer", "button draw", "button resign"];
    check(&mut app, "after the end", &[&always[..], &of_game].concat());
}

#[test]
fn closed_pages_leave_no_nodes() {
    let mut app = app();
    let count = |app: &mut App| {
        open(app, Screen::Game);
        all::<Node>(app).len()
    };
    let before = count(&mut app);
    for _ in 0..5 {
        for screen in all_pages() {
            open(&mut app, screen);
        }
        assert_eq!(count(&mut app), before);
    }
}
