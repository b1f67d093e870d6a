//! The move list as a table, laid out in a window and on a panel, without a screen.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use icochess::game::messages::GameRequest;
use icochess::save::settings::{MoveListStyle, Settings};
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;
use icochess_rules::MoveKind;

use crate::asking::{add_large_panel, frames, has_text, laid_out, open, plies, the_match};
use crate::headless::{self, named};

/// Creates the game in a window of 1,280×800 and on a panel, with UI layout.
fn app(style: MoveListStyle) -> App {
    let settings = headless::set(|it| it.move_list_style = style);
    let mut app = headless::sized_window(1280, 800, settings);
    add_large_panel(&mut app);
    app
}

fn load(app: &mut App, variant: Variant, pgn: &str) {
    let record = variant.board().read_pgn(pgn).unwrap();
    app.world_mut().write_message(GameRequest::Load(record));
    frames(app, 3);
}

/// Returns the texts of an entity and its descendants, in order.
pub fn words(app: &App, at: Entity) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(text) = app.world().get::<Text>(at) {
        found.push(text.0.clone());
    }
    let children = app.world().get::<Children>(at);
    for child in children.into_iter().flatten() {
        found.extend(words(app, *child));
    }
    found
}

/// Returns the texts of a move's row as one string.
fn row(app: &mut App, name: &str) -> String {
    let entity = named(app, name);
    words(app, entity).join(" ")
}

#[test]
fn row_shows_number_side_piece_cells_and_capture() {
    let mut app = app(MoveListStyle::Columns);
    let special = "[FEN \"r3k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 12\"]\n[SetUp \"1\"]\n\n\
                   12. exd6 Kd7 13. O-O! Kxd6 14. bxa8=Q Kc5 *";
    load(&mut app, Variant::Chess, special);
    for heading in ["#", "W/B", "Type", "From", "To", "Capture"] {
        assert!(has_text(&mut app, heading), "{heading}");
    }
    // Accessible names use notation.
    for (name, expected) in [
        ("item 12 exd6", "12 W ♟ E5 D6 ♟"),
        ("item 12 kd7", "12 B ♚ E8 D7"),
        ("item 13 o-o!", "13 W ♚ E1 G1 !"),
        ("item 13 kxd6", "13 B ♚ D7 D6 ♟"),
        ("item 14 bxa8=q", "14 W ♟ ♛ B7 A8 ♜"),
    ] {
        assert_eq!(row(&mut app, name), expected);
    }
    // Pressing a row goes to its position.
    let first = named(&mut app, "item 12 exd6");
    app.world_mut().trigger(Activate { entity: first });
    frames(&mut app, 2);
    assert_eq!(plies(&app), 1);
}

#[test]
fn table_covers_board_specific_moves() {
    // By default only Star Trek's boards use columns.
    let mut app = app(MoveListStyle::ByBoard);
    // An attack board moves to another pin.
    let start = Variant::StarTrek3d.board().new_game();
    let moves = start.position().legal_moves();
    let carried = moves.into_iter().find(|mv| mv.kind == MoveKind::Carriage);
    let san = start.position().san(carried.expect("a board can be moved"));
    load(&mut app, Variant::StarTrek3d, &format!("1. {san} *"));
    let shown = row(&mut app, &format!("item 1 {}", san.to_lowercase()));
    let ends = san.strip_prefix('A').expect("the letter of a board");
    assert_eq!(
        shown,
        format!("1 W A {}", ends.replace('-', " ").to_uppercase())
    );
    app.world_mut().resource_mut::<Settings>().move_list_style = MoveListStyle::Columns;
    // A bishop enters on the cell that another piece has left.
    let start = Variant::OctHex146.board().new_game();
    let moves = start.position().legal_moves();
    let mut moves = moves.into_iter();
    let entering = moves.find(|mv| matches!(mv.kind, MoveKind::Gating(_)));
    let san = start.position().san(entering.expect("a bishop can enter"));
    load(&mut app, Variant::OctHex146, &format!("1. {san} *"));
    let shown = row(&mut app, &format!("item 1 {}", san.to_lowercase()));
    let pieces = shown.strip_prefix("1 W ").unwrap();
    let has_bishop = san.ends_with("/B") && pieces[1..].starts_with(" ♝ ");
    assert!(has_bishop, "{shown}");
}

#[test]
fn table_fits_window_and_panel() {
    let mut app = app(MoveListStyle::Columns);
    let long = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 (5. d4 d5 (5... e5)) 5... e5 *";
    for (screen, lists) in [
        (Screen::Game, &["moves"][..]),
        (Screen::Moves, &["moves", "panel moves"]),
    ] {
        load(&mut app, Variant::Chess, long);
        open(&mut app, screen);
        frames(&mut app, 3);
        for list in lists {
            let prefix = list.trim_end_matches("moves");
            let list_node = named(&mut app, list);
            let area = laid_out(&app, list_node);
            for name in ["item 1 nf3", "item 4 ng8", "item 5 e5"] {
                let item = named(&mut app, &format!("{prefix}{name}"));
                let at = laid_out(&app, item);
                let context = format!("{screen:?} {list}, {name}: {at:?} in {area:?}");
                assert!(
                    at.min.x >= area.min.x && at.max.x <= area.max.x,
                    "{context}"
                );
                let cells = app.world().get::<Children>(item).unwrap()[0];
                let mut right = at.min.x;
                for cell in app.world().get::<Children>(cells).unwrap() {
                    let cell = *cell;
                    let column = laid_out(&app, cell);
                    // Columns don't overlap, and no text leaves its column.
                    assert!(
                        column.min.x >= right && column.max.x <= at.max.x,
                        "{context}"
                    );
                    right = column.max.x;
                    for text in app.world().get::<Children>(cell).into_iter().flatten() {
                        let words = laid_out(&app, *text);
                        assert!(words.max.x <= right + 0.5, "{context}: {words:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn style_applies_at_once_and_table_shows_at_most_120_lines() {
    let mut app = app(MoveListStyle::Notation);
    let round = |number: u32| {
        let number = 2 * number + 1;
        format!("{number}. Nf3 Nf6 {}. Ng1 Ng8 ", number + 1)
    };
    let long: String = (0..60).map(round).collect();
    load(&mut app, Variant::Chess, &format!("{long}*"));
    let lines = |app: &mut App| {
        let list = named(app, "moves");
        let content = app.world().get::<Children>(list).unwrap()[0];
        let rows = app.world().get::<Children>(content).unwrap()[0];
        let rows = app.world().get::<Children>(rows).unwrap();
        let is_line = |row: &Entity| words(app, *row) != ["…"];
        rows.iter().filter(is_line).count()
    };
    let middle = the_match(&app).record().path()[121];
    app.world_mut().write_message(GameRequest::GoTo(middle));
    frames(&mut app, 4);
    assert!(!has_text(&mut app, "W/B"));
    assert_eq!(lines(&mut app), 120);
    named(&mut app, "item 1 nf3");
    let style = MoveListStyle::Columns;
    app.world_mut().resource_mut::<Settings>().move_list_style = style;
    frames(&mut app, 4);
    assert!(has_text(&mut app, "W/B"));
    assert_eq!(lines(&mut app), 120);
    assert_eq!(row(&mut app, "item 61 nf3"), "61 W ♞ G1 F3");
}
