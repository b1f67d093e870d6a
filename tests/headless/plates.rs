//! Plates of both sides on boards where losing a kind of piece loses the game, without a screen.

use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;
use bevy::text::RemSize;
use icochess::display::Display;
use icochess::game::messages::GameRequest;
use icochess::save::settings::Settings;
use icochess::ui::kit::explain::Explanation;
use icochess::ui::pages::AtEdge;
use icochess::ui::state::pointed::Pointed;
use icochess::ui::style::theme;
use icochess_boards::Variant;
use icochess_rules::{AnyPosition, Effect, Move, Outcome, Record, Side};

use crate::asking::{add_panel, has_text, laid_out, texts};
use crate::headless;

/// Creates the window and a panel with a game.
fn app() -> App {
    let mut app = headless::window(Display::Flat, Settings::default());
    add_panel(&mut app);
    app
}

fn load(app: &mut App, record: &Record) {
    app.world_mut()
        .write_message(GameRequest::Load(record.clone()));
    headless::pass(app, 0.1);
}

/// Returns the number of texts equal to `words`.
fn count(app: &mut App, words: &str) -> usize {
    let texts = texts(app);
    texts.iter().filter(|text| *text == words).count()
}

/// Creates a window with UI layout and a game.
fn laid_out_window((width, height): (u32, u32), record: &Record) -> App {
    let mut app = headless::sized_window(width, height, Settings::default());
    load(&mut app, record);
    headless::pass(&mut app, 0.2);
    app
}

/// Parses a game of 8×8 chess.
fn chess(pgn: &str) -> Record {
    Variant::Chess.board().read_pgn(pgn).expect("a game")
}

/// A game of 8×8 chess in which each side has captured a pawn.
const TAKEN: &str = "1. e4 d5 2. exd5 Qxd5 *";

/// Returns whether a move captures.
fn takes(position: &dyn AnyPosition, mv: Move) -> bool {
    let effects = position.effects(mv);
    effects.iter().any(|it| matches!(it, Effect::Taken { .. }))
}

/// Returns the accessible labels of a side's remaining pieces, in the window and on the panel.
fn captured_texts(app: &mut App, side: Side) -> Vec<String> {
    let begin = format!("{side} still has: ");
    let world = app.world_mut();
    let mut nodes = world.query::<&AccessibilityNode>();
    let labels = nodes.iter(world).filter_map(|node| node.label());
    let shown = labels.filter_map(|label| Some(label.strip_prefix(&begin)?.to_owned()));
    shown.collect()
}

/// Plays pseudo-random captures until the game ends.
fn to_the_end() -> Record {
    let mut game = Variant::OctHex146.board().new_game();
    let mut seed = 1_usize;
    while game.outcome().is_none() {
        let position = game.position();
        let moves = position.legal_moves();
        let mut from = moves.clone();
        from.retain(|mv| takes(position, *mv));
        if from.is_empty() {
            from = moves;
        }
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let mv = from[seed / 65_536 % from.len()];
        game.make_mut().play(mv).unwrap();
    }
    game
}

#[test]
fn remaining_pieces_are_listed_where_extinction_loses() {
    let mut app = app();
    assert_eq!(
        captured_texts(&mut app, Side::White),
        [""; 0],
        "not on the ball"
    );
    let mut game = Variant::OctHex146.board().new_game();
    load(&mut app, &game);
    let start = "rook 7, bishop 7, unicorn 7, knight 7, in reserve: bishop";
    for side in Side::ALL {
        assert_eq!(captured_texts(&mut app, side), [start; 2]);
    }
    assert!(count(&mut app, "in reserve: bishop") > 0);
    let entry = game.position().parse_uci("e12f34b").unwrap();
    game.make_mut().play(entry).unwrap();
    load(&mut app, &game);
    let entered = "rook 7, bishop 7, unicorn 7, knight 7";
    assert_eq!(captured_texts(&mut app, Side::White), [entered; 2]);
    assert_eq!(captured_texts(&mut app, Side::Black), [start; 2]);
}

#[test]
fn low_counts_warn_and_result_names_the_extinct_kind() {
    let mut app = app();
    let mut game = to_the_end();
    let Some(Outcome::Extinction { winner, of }) = game.outcome() else {
        panic!("{:?}", game.outcome());
    };
    let gone: Vec<&str> = of.names().collect();
    load(&mut app, &game);
    let lost = captured_texts(&mut app, !winner);
    for name in &gone {
        assert!(lost[0].contains(&format!("{name} only 0")), "{lost:?}");
        let why = format!("no {name} element");
        assert!(has_text(&mut app, &why), "{why}");
    }
    game.make_mut().undo();
    load(&mut app, &game);
    for name in gone {
        let shown = captured_texts(&mut app, !winner);
        assert!(shown[0].contains(&format!("{name} only 1")), "{shown:?}");
    }
    assert!(count(&mut app, "1!") > 0);
}

#[test]
fn hovering_counts_and_symbols_shows_explanations() {
    let mut app = app();
    load(&mut app, &to_the_end());
    let world = app.world_mut();
    let mut found = world.query_filtered::<(Entity, &ChildOf, &Children), With<Explanation>>();
    let found: Vec<(Entity, Entity, Entity)> = found
        .iter(world)
        .map(|(it, of, words)| (it, of.parent(), words[0]))
        .collect();
    // Captures and remaining pieces, of both sides, on both surfaces.
    assert_eq!(found.len(), 8);
    let mut texts_shown = Vec::new();
    for (explanation, explained, words) in found {
        let shown = |app: &App| app.world().get::<Node>(explanation).unwrap().display;
        assert_eq!(shown(&app), bevy::ui::Display::None);
        app.world_mut().entity_mut(explained).insert(Pointed);
        headless::pass(&mut app, 0.1);
        assert_eq!(shown(&app), bevy::ui::Display::Flex);
        texts_shown.push(app.world().get::<Text>(words).unwrap().0.clone());
        app.world_mut().entity_mut(explained).remove::<Pointed>();
        headless::pass(&mut app, 0.1);
        assert_eq!(shown(&app), bevy::ui::Display::None);
    }
    for side in Side::ALL {
        for part in ["has captured", "still has"] {
            let part = format!("{side} {part}: ");
            let count = texts_shown
                .iter()
                .filter(|text| text.starts_with(&part))
                .count();
            assert_eq!(count, 2, "{part}: {texts_shown:?}");
        }
    }
}

#[test]
fn material_is_shown_in_pawns_or_explained() {
    let mut app = app();
    // A queen and a pawn for a pawn.
    load(
        &mut app,
        &chess("1. e4 d5 2. exd5 Qxd5 3. Nc3 a6 4. Nxd5 *"),
    );
    assert_eq!(count(&mut app, "+9"), 2);
    let mut ball = Variant::Icochess.board().new_game();
    while ball.material().worth(|_| 1) == 0 && ball.outcome().is_none() {
        let position = ball.position();
        let moves = position.legal_moves();
        let capture = moves.iter().find(|mv| takes(position, **mv));
        let mv = *capture.unwrap_or(&moves[0]);
        ball.make_mut().play(mv).unwrap();
    }
    load(&mut app, &ball);
    let texts = texts(&mut app);
    let has_text = |text: &String| text.starts_with("ahead by ") && text.contains("pawn");
    assert!(texts.iter().any(has_text), "{texts:?}");
}

#[test]
fn game_of_two_computers_names_both_without_ellipsis() {
    let mut app = app();
    let game = "[White \"Icochess, Strong 18\"]\n[Black \"Icochess, Attack 3\"]\n\n1. e4 *";
    load(&mut app, &chess(game));
    for expected in ["White: computer, level 18", "Black: computer, Attack 3"] {
        // In the window and on the panel.
        assert_eq!(count(&mut app, expected), 2, "{expected}");
    }
    let texts = texts(&mut app);
    let is_cut = |text: &String| text.starts_with("White: ") && text.contains('…');
    assert!(!texts.iter().any(is_cut), "{texts:?}");
}

#[test]
fn plate_has_one_line_name_large_clock_and_no_empty_line() {
    let game = "[White \"Ann\"]\n[Black \"Bartholomew Featherstonehaugh the Third\"]\n\
                [TimeControl \"5400+30\"]\n\n1. e4 *";
    let mut app = laid_out_window((1280, 800), &chess(game));
    let lines = |app: &mut App| {
        let mut found = Vec::new();
        for side in ["white", "black"] {
            let plate = headless::named(app, &format!("plate {side}"));
            let world = app.world();
            let height = world.get::<ComputedNode>(plate).unwrap().size().y;
            let mut texts = Vec::new();
            let mut below = vec![plate];
            while let Some(at) = below.pop() {
                below.extend(world.get::<Children>(at).into_iter().flatten());
                let (Some(text), Some(font)) = (world.get::<Text>(at), world.get::<TextFont>(at))
                else {
                    continue;
                };
                let size = font.font_size.eval(Vec2::ZERO, theme::REM);
                let node = world.get::<ComputedNode>(at).unwrap().size();
                texts.push((text.0.clone(), size, node.y));
            }
            found.push((height, texts));
        }
        found
    };
    for (plate, name) in lines(&mut app)
        .into_iter()
        .zip(["White: Ann", "Black: Barth"])
    {
        let (_, texts) = plate;
        let (text, size, height) = texts.iter().find(|it| it.0.starts_with(name)).unwrap();
        assert!(*height < 1.5 * size, "{text}: {height}");
        let clock = texts.iter().find(|it| it.0.starts_with("1:30")).unwrap();
        let is_largest = texts.iter().all(|it| it == clock || it.1 < clock.1);
        assert!(is_largest, "{texts:?}");
    }
    // Without a clock and captures, only the name remains.
    load(&mut app, &Variant::Chess.board().new_game());
    headless::pass(&mut app, 0.2);
    for (height, texts) in lines(&mut app) {
        assert!(height < 45.0, "{height}: {texts:?}");
    }
}

#[test]
fn plate_card_ends_with_the_piece_legend() {
    for variant in [Variant::Icochess, Variant::Chess, Variant::Raumschach] {
        let mut app = laid_out_window((1280, 800), &variant.board().new_game());
        let king = headless::named(&mut app, "legend king");
        let world = app.world();
        let ends = |at: Entity| laid_out(&app, at).max.y;
        let card = std::iter::successors(Some(king), |at| {
            world.get::<ChildOf>(*at).map(ChildOf::parent)
        });
        let mut card = card.filter(|at| {
            let ground = world.get::<BackgroundColor>(*at);
            ground.is_some_and(|ground| ground.0 == theme::CARD)
        });
        let card = card.next().expect("a card");
        let row = world.get::<ChildOf>(king).unwrap().parent();
        // Padding, a line gap and rounding to whole pixels.
        let left = ends(card) - ends(row);
        assert!((0.0..=20.0).contains(&left), "{variant}: {left} pixels");
    }
}

/// Returns the displayed texts of a node's descendants, with their left edges, in physical pixels.
fn texts_below(app: &App, node: Entity) -> Vec<(String, f32)> {
    let world = app.world();
    let mut found = Vec::new();
    let mut below = vec![node];
    while let Some(at) = below.pop() {
        if world.get::<Node>(at).unwrap().display == bevy::ui::Display::None {
            continue;
        }
        below.extend(world.get::<Children>(at).into_iter().flatten());
        if let Some(text) = world.get::<Text>(at) {
            let place = world.get::<UiGlobalTransform>(at).unwrap();
            let inner = world.get::<ComputedNode>(at).unwrap().content_box();
            found.push((text.0.clone(), place.translation.x + inner.min.x));
        }
    }
    found
}

#[test]
fn game_card_texts_share_a_left_edge() {
    for size in [(1280, 800), (640, 480)] {
        let mut app = laid_out_window(size, &chess(TAKEN));
        let world = app.world_mut();
        let mut cards = world.query::<(Entity, &AtEdge)>();
        let card = cards.iter(world).find(|(_, edge)| **edge == AtEdge::Words);
        let card = card.expect("a card").0;
        let texts = texts_below(&app, card);
        // Symbols of both sides, captures of both, the turn, the last move, the legend's heading
        // and its first symbol.
        let begin = |begin: &str| {
            let of = texts.iter().filter(|(text, _)| text.starts_with(begin));
            of.map(|(_, left)| *left).collect::<Vec<f32>>()
        };
        let mut lefts = ["♚", "♔", "♙", "White to move", "Last move", "How pieces"]
            .map(begin)
            .concat();
        assert_eq!(lefts.len(), 7, "{size:?}: {texts:?}");
        // The legend repeats the pawn symbol further right, so take the leftmost.
        lefts.extend(begin("♟").into_iter().reduce(f32::min));
        let is_one = lefts.iter().all(|left| (left - lefts[0]).abs() < 1.5);
        assert!(is_one, "{size:?}: {lefts:?} of {texts:?}");
    }
}

/// Height of the rook, the lowest piece symbol, as a fraction of the font size.
const ROOK: f32 = 0.719;

#[test]
fn captured_symbols_show_their_side_and_stay_legible() {
    let mut app = laid_out_window((640, 480), &chess(TAKEN));
    for (by, sign) in [("white", "♙"), ("black", "♟")] {
        let plate = headless::named(&mut app, &format!("plate {by}"));
        let texts = texts_below(&app, plate);
        let has_sign = texts.iter().any(|(text, _)| text == sign);
        assert!(has_sign, "{by}: {texts:?}");
    }
    let world = app.world_mut();
    let (rem, scale) = (world.resource::<RemSize>().0, world.resource::<UiScale>().0);
    let mut texts = world.query::<(&Text, &TextFont)>();
    let mut captured = texts.iter(world).filter(|(text, _)| text.0 == "♙");
    let (_, font) = captured.next().expect("a pawn of Black");
    let height = ROOK * font.font_size.eval(Vec2::ZERO, rem) * scale;
    assert!(height >= 12.0, "{height} pixels");
}
