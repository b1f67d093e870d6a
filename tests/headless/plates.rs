//! The plates of both sides where the loss of a kind loses, without a screen.

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

use crate::asking::{add_panel, is_told, laid_out, texts};
use crate::headless;

/// The window and a panel with a game.
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

/// The number of texts that are just these words.
fn count(app: &mut App, words: &str) -> usize {
    let texts = texts(app);
    texts.iter().filter(|text| *text == words).count()
}

/// The window alone, laid out, with a game.
fn laid_out_window((width, height): (u32, u32), record: &Record) -> App {
    let mut app = headless::sized_window(width, height, Settings::default());
    load(&mut app, record);
    headless::pass(&mut app, 0.2);
    app
}

/// A game of 8×8 with a text.
fn chess(pgn: &str) -> Record {
    Variant::Chess.board().read_pgn(pgn).expect("a game")
}

/// A game on 8×8 in which each side has taken a pawn.
const TAKEN: &str = "1. e4 d5 2. exd5 Qxd5 *";

/// Whether a move takes something.
fn takes(position: &dyn AnyPosition, mv: Move) -> bool {
    let effects = position.effects(mv);
    effects.iter().any(|it| matches!(it, Effect::Taken { .. }))
}

/// The words by which screen readers are told what a side has left, in the window and on the panel.
fn told(app: &mut App, side: Side) -> Vec<String> {
    let begin = format!("{side} still has: ");
    let world = app.world_mut();
    let mut nodes = world.query::<&AccessibilityNode>();
    let labels = nodes.iter(world).filter_map(|node| node.label());
    let told = labels.filter_map(|label| Some(label.strip_prefix(&begin)?.to_owned()));
    told.collect()
}

/// A game of captures, to its end.
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
fn what_is_left_and_in_reserve_is_told_where_the_loss_of_a_kind_loses() {
    let mut app = app();
    assert_eq!(told(&mut app, Side::White), [""; 0], "not on the ball");
    let mut game = Variant::OctHex146.board().new_game();
    load(&mut app, &game);
    let start = "rook 7, bishop 7, unicorn 7, knight 7, in reserve: bishop";
    for side in Side::ALL {
        assert_eq!(told(&mut app, side), [start; 2]);
    }
    assert!(count(&mut app, "in reserve: bishop") > 0);
    let entry = game.position().parse_uci("e12f34b").unwrap();
    game.make_mut().play(entry).unwrap();
    load(&mut app, &game);
    let entered = "rook 7, bishop 7, unicorn 7, knight 7";
    assert_eq!(told(&mut app, Side::White), [entered; 2]);
    assert_eq!(told(&mut app, Side::Black), [start; 2]);
}

#[test]
fn a_side_with_few_left_is_warned_and_the_result_names_what_is_gone() {
    let mut app = app();
    let mut game = to_the_end();
    let Some(Outcome::Extinction { winner, of }) = game.outcome() else {
        panic!("{:?}", game.outcome());
    };
    let gone: Vec<&str> = of.names().collect();
    load(&mut app, &game);
    let told_gone = told(&mut app, !winner);
    for name in &gone {
        assert!(
            told_gone[0].contains(&format!("{name} only 0")),
            "{told_gone:?}"
        );
        let why = format!("no {name} element");
        assert!(is_told(&mut app, &why), "{why}");
    }
    game.make_mut().undo();
    load(&mut app, &game);
    for name in gone {
        let told = told(&mut app, !winner);
        assert!(told[0].contains(&format!("{name} only 1")), "{told:?}");
    }
    assert!(count(&mut app, "1!") > 0);
}

#[test]
fn counts_and_signs_are_explained_where_they_stand_while_they_are_pointed_at() {
    let mut app = app();
    load(&mut app, &to_the_end());
    let world = app.world_mut();
    let mut found = world.query_filtered::<(Entity, &ChildOf, &Children), With<Explanation>>();
    let found: Vec<(Entity, Entity, Entity)> = found
        .iter(world)
        .map(|(it, of, words)| (it, of.parent(), words[0]))
        .collect();
    // Captures and what is left, of both sides, on both surfaces.
    assert_eq!(found.len(), 8);
    let mut told = Vec::new();
    for (explanation, explained, words) in found {
        let shown = |app: &App| app.world().get::<Node>(explanation).unwrap().display;
        assert_eq!(shown(&app), bevy::ui::Display::None);
        app.world_mut().entity_mut(explained).insert(Pointed);
        headless::pass(&mut app, 0.1);
        assert_eq!(shown(&app), bevy::ui::Display::Flex);
        told.push(app.world().get::<Text>(words).unwrap().0.clone());
        app.world_mut().entity_mut(explained).remove::<Pointed>();
        headless::pass(&mut app, 0.1);
        assert_eq!(shown(&app), bevy::ui::Display::None);
    }
    for side in Side::ALL {
        for part in ["has captured", "still has"] {
            let part = format!("{side} {part}: ");
            let count = told.iter().filter(|text| text.starts_with(&part)).count();
            assert_eq!(count, 2, "{part}: {told:?}");
        }
    }
}

#[test]
fn material_is_told_as_players_count_it_or_else_what_it_means() {
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
    let is_told = |text: &String| text.starts_with("ahead by ") && text.contains("pawn");
    assert!(texts.iter().any(is_told), "{texts:?}");
}

#[test]
fn a_game_of_two_computers_tells_how_they_played_and_cuts_nothing_off() {
    let mut app = app();
    let game = "[White \"Icochess, Strong 10\"]\n[Black \"Icochess, Attack 3\"]\n\n1. e4 *";
    load(&mut app, &chess(game));
    for told in ["White: computer, level 10", "Black: computer, Attack 3"] {
        // In the window and on the panel.
        assert_eq!(count(&mut app, told), 2, "{told}");
    }
    let texts = texts(&mut app);
    let is_cut = |text: &String| text.starts_with("White: ") && text.contains('…');
    assert!(!texts.iter().any(is_cut), "{texts:?}");
}

#[test]
fn a_plate_has_a_name_on_one_line_and_the_clock_in_the_largest_letters_and_no_empty_line() {
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
        let (told, size, height) = texts.iter().find(|it| it.0.starts_with(name)).unwrap();
        assert!(*height < 1.5 * size, "{told}: {height}");
        let clock = texts.iter().find(|it| it.0.starts_with("1:30")).unwrap();
        let is_largest = texts.iter().all(|it| it == clock || it.1 < clock.1);
        assert!(is_largest, "{texts:?}");
    }
    // Without clock and captures there is the name alone.
    load(&mut app, &Variant::Chess.board().new_game());
    headless::pass(&mut app, 0.2);
    for (height, texts) in lines(&mut app) {
        assert!(height < 45.0, "{height}: {texts:?}");
    }
}

#[test]
fn the_card_of_the_plates_ends_with_the_kinds_of_pieces() {
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
        // Its padding, a gap between two lines, and what rounding to whole pixels moves.
        let left = ends(card) - ends(row);
        assert!((0.0..=20.0).contains(&left), "{variant}: {left} pixels");
    }
}

/// The texts that are shown below a node, with their left ends, physical pixels.
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
fn what_is_told_of_the_game_has_one_left_edge() {
    for size in [(1280, 800), (640, 480)] {
        let mut app = laid_out_window(size, &chess(TAKEN));
        let world = app.world_mut();
        let mut cards = world.query::<(Entity, &AtEdge)>();
        let card = cards.iter(world).find(|(_, edge)| **edge == AtEdge::Words);
        let card = card.expect("a card").0;
        let texts = texts_below(&app, card);
        // The signs of both sides, what both have captured, whose turn it is, the last move, what the
        // signs of the kinds tell, and the first of these.
        let begin = |begin: &str| {
            let of = texts.iter().filter(|(text, _)| text.starts_with(begin));
            of.map(|(_, left)| *left).collect::<Vec<f32>>()
        };
        let mut lefts = ["♚", "♔", "♙", "White to move", "Last move", "How they"]
            .map(begin)
            .concat();
        assert_eq!(lefts.len(), 7, "{size:?}: {texts:?}");
        // The sign of the pawn is at the end of those of the kinds, too.
        lefts.extend(begin("♟").into_iter().reduce(f32::min));
        let is_one = lefts.iter().all(|left| (left - lefts[0]).abs() < 1.5);
        assert!(is_one, "{size:?}: {lefts:?} of {texts:?}");
    }
}

/// The height of the lowest sign of a piece, the rook's, as a part of the size of its letters.
const ROOK: f32 = 0.719;

#[test]
fn signs_of_what_is_captured_tell_whose_it_was_and_are_legible_in_the_smallest_window() {
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
