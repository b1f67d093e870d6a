//! The Rules page: it lists all rules of every board, and the board illustrates them.

use std::collections::BTreeSet;

use bevy::prelude::*;
use icochess::board::stage::looks::{FrameKind, TileLook};
use icochess::board::stage::shape::BoardShape;
use icochess::board::tiles::labels::TileNames;
use icochess::display::Display;
use icochess::language::Words;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::{PanelShown, Screen, Screens, Topic};
use icochess_boards::Variant;
use icochess_message::{Content, Msg};
use icochess_rules::{Cell, CellSet};
use icochess_shape::{Neighbours, RulePicture};

use crate::asking::{self, texts};
use crate::headless::{pass, set, window};
use crate::stage::{load, on_cells, press};

const RULES: Screen = Screen::Help(Topic::Rules);

fn open(app: &mut App, screen: Screen) {
    asking::open(app, screen);
    pass(app, 0.2);
}

/// Opens the rules in a window with a new game of a board.
fn rules(variant: Variant) -> App {
    let mut app = window(Display::Flat, Settings::default());
    load(&mut app, variant);
    open(&mut app, RULES);
    app
}

/// Returns the frames of tiles, by cell.
fn frames(app: &mut App) -> Vec<(Cell, FrameKind)> {
    let looks = on_cells::<TileLook>(app).into_iter();
    let framed = looks.filter_map(|(cell, look)| Some((cell, look.frame?)));
    framed.collect()
}

fn on_one_line(texts: &[String]) -> String {
    let texts = texts.join(" ");
    texts.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns all rules of a board; [`every_board_tells_all_of_its_rules`] finds them on the page.
fn rules_of(variant: Variant) -> String {
    let rules = variant.shape().rules;
    let texts: Vec<String> = rules.iter().map(|rule| english(&rule.text)).collect();
    on_one_line(&texts)
}

fn english(message: &Msg) -> String {
    Words::default().english(message)
}

/// Returns the id of a message.
fn id(message: &Msg) -> &'static str {
    match message.content() {
        Content::Message { id, .. } => id,
        Content::Verbatim(_) | Content::Decimal(_) => panic!("no message"),
    }
}

#[test]
fn every_board_tells_all_of_its_rules() {
    for variant in Variant::ALL {
        let mut app = rules(variant);
        let shown = texts(&mut app);
        let shape = variant.shape();
        let titles: BTreeSet<&str> = shape.rules.iter().map(|rule| id(&rule.title)).collect();
        assert_eq!(titles.len(), shape.rules.len(), "{variant}: a title twice");
        for rule in shape.rules {
            for message in [&rule.title, &rule.text] {
                let text = english(message);
                assert!(shown.contains(&text), "{variant}: {text}");
            }
        }
        // Required topics: setup, movement, the end, draws, names and author.
        for title in ["start", "moves", "draws", "author"] {
            assert!(titles.contains(format!("rules-title-{title}").as_str()));
        }
        let ends = ["rules-title-check", "rules-title-win"];
        assert!(ends.iter().any(|title| titles.contains(title)), "{variant}");
        let shown: Vec<RulePicture> = shape.rules.iter().map(|rule| rule.picture).collect();
        assert!(shown.contains(&RulePicture::Names) && shown.contains(&RulePicture::Pieces));
        // The text covers exactly the kinds of neighbours that the board has.
        for neighbours in [
            Neighbours::Edge,
            Neighbours::SideCorner,
            Neighbours::DirectCorner,
        ] {
            let has = shape.neighbours(Cell::new(0), neighbours).is_some();
            assert_eq!(shown.contains(&RulePicture::Neighbours(neighbours)), has);
        }
        let last = shape.rules.last().unwrap();
        assert_eq!(id(&last.title), "rules-title-author", "{variant}");
    }
}

#[test]
fn authors_are_named_in_about_and_in_the_rules() {
    let mut app = window(Display::Flat, Settings::default());
    open(&mut app, Screen::About);
    let about = on_one_line(&texts(&mut app));
    assert!(about.contains("Write to the people you got the game from"));
    for (variant, names) in [
        (Variant::Icochess, &["ReasonMakes"][..]),
        (
            Variant::Chess,
            &[
                "James-Wickenden/chess3d",
                "whose authors we don't know",
                "FIDE",
            ],
        ),
        (Variant::OctHex146, &["Charles Gilman"]),
        (Variant::StarTrek3d, &["mjollnir.com"]),
        (Variant::StarTrek3dAdjacent, &["mjollnir.com"]),
    ] {
        let rules = rules_of(variant);
        for name in names {
            assert!(about.contains(name), "About says nothing of {name}");
            assert!(rules.contains(name), "{variant} says nothing of {name}");
        }
    }
    // Each author appears in About once, even if rule sets share one.
    for variant in Variant::ALL {
        let mut rules = variant.shape().rules.iter();
        let author = rules.find(|rule| id(&rule.title) == "rules-title-author");
        let author = english(&author.expect("an author").text);
        assert_eq!(about.matches(&author).count(), 1, "{author}");
    }
}

#[test]
fn rules_mention_details_reconstructions_and_asymmetries() {
    for (variant, details) in [
        (
            Variant::OctHex146,
            &[
                "start along the edges is a reconstruction",
                "In our reading promoted pieces don't bring the bishop in. Once all three",
            ][..],
        ),
        (
            Variant::StarTrek3d,
            &["Five cannot be the same for both sides"],
        ),
        (
            Variant::Chess,
            &[
                "The rook goes any number of squares along a rank or a file",
                "the bishop along a diagonal, the queen along any of these",
                "The king goes one square in any direction",
                "The knight goes two squares along a rank or a file and one to the side",
                "The pawn goes one square forward, or two on its first move",
                "It captures one square diagonally forward",
                "The king goes two squares towards a rook on its rank",
                "Neither may have moved before, and nothing may stand between them",
                "The king may not be in check",
                "becomes a queen, rook, bishop or knight",
                "This is possible only on the very next move",
                "put a piece in between, or capture the piece that gives check",
                "is checkmated and loses",
                "A player may resign at any time",
                "has no legal move is stalemated",
                "neither side can mate any more",
                "when the pawns are locked and only the kings can move",
                "when both sides agree",
            ],
        ),
    ] {
        let shown = rules_of(variant);
        for detail in details {
            assert!(shown.contains(detail), "{variant}: {detail}");
        }
    }
    for variant in Variant::ALL {
        let shown = rules_of(variant);
        assert!(shown.contains("the keys Tab and N show them"), "{variant}");
    }
}

#[test]
fn chosen_neighbours_are_framed_on_the_board() {
    for (variant, kinds) in [
        (
            Variant::Icochess,
            &[
                ("edge neighbours", Neighbours::Edge, 3),
                ("side corners", Neighbours::SideCorner, 6),
                ("direct corners", Neighbours::DirectCorner, 2),
            ][..],
        ),
        (
            Variant::OctHex146,
            &[
                ("side by side", Neighbours::Edge, 12),
                ("across a corner", Neighbours::DirectCorner, 6),
            ],
        ),
    ] {
        let mut app = rules(variant);
        assert_eq!(frames(&mut app), []);
        for (name, neighbours, least) in kinds {
            press(&mut app, &format!("item {name}"));
            let found = frames(&mut app);
            let middle = found.iter().find(|it| it.1 == FrameKind::Hovered);
            let middle = middle.expect("a cell whose neighbours these are").0;
            let shape = app.world().resource::<BoardShape>();
            let around = shape.neighbours(middle, *neighbours).unwrap();
            let framed = around.cells().map(|it| (it, FrameKind::from(*neighbours)));
            let mut expected: Vec<_> = framed.collect();
            expected.push((middle, FrameKind::Hovered));
            expected.sort_by_key(|(cell, _)| *cell);
            assert_eq!(found, expected, "{name} of {variant}");
            assert!(around.len() >= *least, "{name} of {variant}");
        }
        // Pressing the entry again removes the frames, and so does leaving the page.
        let (last, ..) = kinds[kinds.len() - 1];
        press(&mut app, &format!("item {last}"));
        assert_eq!(frames(&mut app), []);
        press(&mut app, &format!("item {last}"));
        assert_ne!(frames(&mut app), []);
        app.world_mut().resource_mut::<Screens>().back();
        pass(&mut app, 0.2);
        assert_eq!(frames(&mut app), []);
        open(&mut app, RULES);
        assert_eq!(frames(&mut app), []);
    }
}

#[test]
fn names_are_shown_with_their_rule_and_setting_stays() {
    for tile_names in [false, true] {
        for variant in Variant::ALL {
            let mut app = window(Display::Flat, set(|it| it.tile_names = tile_names));
            load(&mut app, variant);
            open(&mut app, RULES);
            let shown = |app: &App| app.world().resource::<TileNames>().0;
            assert_eq!(shown(&app), tile_names);
            let mut rules = variant.shape().rules.iter();
            let names = rules.find(|rule| rule.picture == RulePicture::Names);
            let title = english(&names.unwrap().title).to_lowercase();
            press(&mut app, &format!("item {title}"));
            assert!(shown(&app), "{variant}");
            open(&mut app, Screen::Game);
            assert_eq!(shown(&app), tile_names, "{variant}");
            assert_eq!(app.world().resource::<Settings>().tile_names, tile_names);
        }
    }
}

#[test]
fn changing_board_updates_rules_and_clears_pictures() {
    let mut app = rules(Variant::Icochess);
    press(&mut app, "item side corners");
    assert_ne!(frames(&mut app), []);
    load(&mut app, Variant::Chess);
    assert_eq!(frames(&mut app), []);
    let shown = texts(&mut app);
    let first = |variant: Variant| english(&variant.shape().rules[0].text);
    assert!(shown.contains(&first(Variant::Chess)));
    assert!(!shown.contains(&first(Variant::Icochess)));
}

#[test]
fn hiding_the_panel_hides_the_rules_picture() {
    let mut app = window(Display::Headset, Settings::default());
    asking::add_panel(&mut app);
    load(&mut app, Variant::Icochess);
    open(&mut app, RULES);
    press(&mut app, "panel item edge neighbours");
    assert_eq!(frames(&mut app).len(), 4);
    app.insert_resource(PanelShown(false));
    pass(&mut app, 0.2);
    assert_eq!(frames(&mut app), []);
}

#[test]
fn rules_page_links_to_the_piece_lessons() {
    let mut app = rules(Variant::Chess);
    press(&mut app, "button how each piece moves");
    assert_eq!(asking::shown_page(&app), Screen::Help(Topic::Pieces));
}
