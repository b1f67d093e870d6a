//! Tests that neither the board nor the UI reveals the position while the clock is paused.

use std::sync::Arc;

use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;
use icochess::board::pieces::piece::IsPiece;
use icochess::computer::{Hint, HintMove};
use icochess::interaction::{PickRefused, Unmovable};
use icochess::link::WebPage;
use icochess::save::library::Library;
use icochess::save::library::messages::LibraryRequest;
use icochess::ui::kit::compass::Dot;
use icochess::ui::state::saved::SavedView;
use icochess::ui::state::screen::Topic;

use super::*;
use crate::asking::{all, has_text, plies, texts, until};
use crate::headless::{key, pass, trigger};
use crate::table::FILE;

const SIDES_APART: Seating = Seating::HeadsetAndWindow { headset: WHITE };

#[test]
fn two_players_continue_explicitly_and_one_by_moving() {
    for seating in [Seating::Alone, SIDES_APART] {
        let is_for_two = seating.is_for_two();
        let mut table = Table::clocked(seated(seating));
        // The first move starts the clock, even after an absence.
        table.ask(ClockRequest::Pause(Pause::Absent));
        table.request("e2e4");
        assert_eq!((table.ply(), table.clock().runs()), (1, true));
        for (why, mv) in [
            (Pause::Restored, "e7e5"),
            (Pause::Stall, "g1f3"),
            (Pause::Absent, "b8c6"),
        ] {
            let before = table.ply();
            table.ask(ClockRequest::Pause(why));
            assert_eq!(table.is_covered(), is_for_two, "{why:?}");
            table.request(mv);
            let made = table.ply() - before;
            assert_eq!(made, usize::from(!is_for_two), "{why:?}");
            if is_for_two {
                let rejected = table.rejected().pop();
                assert_eq!(rejected, Some(IllegalReason::ClockStopped));
                // Either player may press Continue.
                table.press(Command::Pause);
                assert!(!table.is_covered());
                table.request(mv);
            }
            assert!(table.clock().runs(), "{why:?}");
            assert_eq!(table.ply(), before + 1, "{why:?}");
        }
    }
}

#[test]
fn agreed_continuation_waits_for_the_players() {
    let mut table = Table::clocked(seated(SIDES_APART));
    table.request_all(&["e2e4", "e7e5", "g1f3"]);
    table.ask(GameRequest::Step(Step::Back));
    table.ask(GameRequest::PlayOn);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.ply(), 2);
    assert!(table.is_covered() && !table.clock().runs());
    table.request("d2d4");
    assert_eq!(table.ply(), 2);
    table.press(Command::Pause);
    table.request("d2d4");
    assert_eq!(table.ply(), 3);

    // The board stays hidden after a fallen flag is taken back.
    table.frames(61 * 50);
    assert!(table.outcome().is_some());
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.outcome(), None);
    assert!(table.is_covered() && !table.runs());
}

#[test]
fn picks_reveal_nothing_while_paused() {
    let mut table = Table::clocked(new_game("60"));
    table.request("e2e4");
    table.ask(ClockRequest::Pause(Pause::Player));
    for square in ["tile e7", "tile e5", "tile e4"] {
        table.facts::<PickRefused>();
        trigger(&mut table.app, square);
        let refused = table.facts::<PickRefused>();
        assert_eq!(refused.len(), 1, "{square}: {refused:?}");
        assert_eq!(refused[0].why, Unmovable::ClockStopped, "{square}");
    }
    assert!(!table.is_enabled(Command::Hint));
    table.ask(ClockRequest::Resume);
    table.frames(1);
    assert!(table.is_enabled(Command::Hint));
}

/// Creates a ball game in a window, with Black's clock running.
fn ball() -> App {
    let mut app = headless::laid_out_window();
    let game = timed(Variant::Icochess.board().new_game(), "60");
    ask(&mut app, GameRequest::Load(game));
    pass(&mut app, 0.5);
    play(&mut app, "a4g1");
    pass(&mut app, 0.6);
    let clock = get::<GameClock>(&app).get().expect("a clock");
    assert!(clock.runs() && clock.turn() == Side::Black);
    app
}

/// Starts or ends a player's pause.
fn set_covered(app: &mut App, is_covered: bool) {
    let pause = ClockRequest::Pause(Pause::Player);
    ask(
        app,
        if is_covered {
            pause
        } else {
            ClockRequest::Resume
        },
    );
    frames(app, 3);
    assert_eq!(get::<Covered>(app).0, is_covered);
}

/// Returns the text of the lines of that kind.
fn lines(app: &mut App, wanted: StatusLine) -> String {
    let world = app.world_mut();
    let mut lines = world.query::<(&StatusLine, &Text)>();
    let lines = lines.iter(world).filter(|(line, _)| **line == wanted);
    lines.map(|(_, text)| text.0.as_str()).collect()
}

fn dots(app: &mut App) -> usize {
    all::<Dot>(app).len()
}

fn completions(app: &mut App) -> usize {
    let names = all::<Name>(app).into_iter();
    names.filter(|it| it.1.starts_with("completion ")).count()
}

#[test]
fn ui_reveals_no_piece_positions_while_paused() {
    let mut app = ball();
    let mv = asking::the_match(&app).position().parse_uci("n4s1");
    let mv = mv.expect("a move");
    let path = vec![mv.to];
    app.insert_resource(Hint(Some(HintMove { mv, path })));
    for letter in ["/", "n", "4"] {
        key(&mut app, KeyCode::KeyN, Some(letter));
    }
    let offered = completions(&mut app);
    for letter in ["s", "1"] {
        key(&mut app, KeyCode::KeyS, Some(letter));
    }
    assert!(offered > 1 && dots(&mut app) > 20);
    assert!(has_text(&mut app, "Hint: "));
    for is_covered in [true, false] {
        set_covered(&mut app, is_covered);
        assert_eq!(dots(&mut app) == 0, is_covered, "the compass");
        let text = lines(&mut app, StatusLine::Hovered);
        assert_eq!(text.is_empty(), is_covered, "{text}");
        assert!(!is_covered || !has_text(&mut app, "Hint: "));
        assert_eq!(has_text(&mut app, "Enter: "), !is_covered, "what is typed");
        assert_eq!(completions(&mut app) == 0, is_covered);
        if is_covered {
            assert!(has_text(&mut app, "The clock is paused"));
            key(&mut app, KeyCode::Enter, None);
            assert_eq!(plies(&app), 1);
        }
    }
    key(&mut app, KeyCode::Enter, None);
    assert_eq!(plies(&app), 2);
}

#[test]
fn saved_games_hide_the_paused_one() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut app = headless::laid_out_window();
    app.insert_resource(WebPage("https://play.invalid/".to_owned()));
    app.insert_resource(Store::open(Some(dir.path())).expect("a store"));
    // Both games end and are saved; then the second one continues.
    for _ in 0..2 {
        ask(&mut app, GameRequest::Load(new_game("60")));
        pass(&mut app, 0.5);
        play(&mut app, "e2e4");
        ask(&mut app, GameRequest::Resign(Side::White));
        // An end that is taken back before it is written doesn't appear in any file.
        get::<Store>(&app).queue().flush(FILE);
    }
    for request in [GameRequest::Undo, GameRequest::AcceptTakeback] {
        ask(&mut app, request);
    }
    ask(&mut app, ClockRequest::Pause(Pause::Player));
    asking::open(&mut app, Screen::Saved);
    ask(&mut app, LibraryRequest::List);
    until(&mut app, "the list", |app| get::<Library>(app).is_listed);
    let games = Arc::clone(&get::<Library>(&app).games);
    let game = |file| games.iter().find(|game| game.file == file);
    let games = ["game-2.pgn", "game-1.pgn"].map(|file| game(file).expect("a game"));
    for (game, is_shown) in games.into_iter().zip([false, true]) {
        let mut view = SavedView::default();
        view.choose(game);
        app.insert_resource(view);
        frames(&mut app, 3);
        let signs = texts(&mut app).iter().filter(|it| *it == "♟").count();
        assert_eq!(signs > 0, is_shown, "{}", game.file);
        for button in [
            "export pgn",
            "export position",
            "copy pgn",
            "copy position",
            "copy diagram",
            "copy link",
        ] {
            let is_there = asking::is_shown(&mut app, &format!("button {button}"));
            assert_eq!(is_there, is_shown, "{}: {button}", game.file);
        }
    }
}

#[test]
fn paused_position_is_neither_copied_nor_evaluated() {
    let mut app = headless::laid_out_window();
    ask(&mut app, GameRequest::Load(new_game("60")));
    pass(&mut app, 0.5);
    play(&mut app, "e2e4");
    asking::open(&mut app, Screen::Moves);
    for is_covered in [false, true, false] {
        set_covered(&mut app, is_covered);
        for name in ["button copy diagram", "button evaluate"] {
            let button = headless::named(&mut app, name);
            let is_disabled = app.world().get::<InteractionDisabled>(button).is_some();
            assert_eq!(is_disabled, is_covered, "{name}");
        }
    }
}

#[test]
fn lesson_is_visible_while_the_game_is_hidden() {
    let mut app = ball();
    let seen = |app: &mut App| {
        let world = app.world_mut();
        let mut pieces = world.query_filtered::<&Visibility, With<IsPiece>>();
        let seen = pieces.iter(world).filter(|it| **it != Visibility::Hidden);
        seen.count()
    };
    let seen_on = |app: &mut App, screen| {
        asking::open(app, screen);
        pass(app, 0.5);
        seen(app)
    };
    let all = seen(&mut app);
    assert_eq!(seen_on(&mut app, Screen::Help(Topic::Pieces)), 0);
    assert!(get::<Covered>(&app).0);
    let entity = headless::named(&mut app, "item knight");
    app.world_mut().trigger(Activate { entity });
    pass(&mut app, 0.5);
    assert_eq!(seen(&mut app), 1);
    assert_eq!(seen_on(&mut app, Screen::Home), 0);
    assert_eq!(seen_on(&mut app, Screen::Game), all);
}
