//! While the clock stands, neither the board nor anything beside it tells how the game stands.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use icochess::board::Veiled;
use icochess::board::pieces::piece::IsPiece;
use icochess::clock::{Pause, set_clock};
use icochess::computer::{Hint, HintMove};
use icochess::game::clock::GameClock;
use icochess::game::messages::{ClockRequest, GameRequest, Step};
use icochess::game::seating::Seating;
use icochess::interaction::{PickRefused, Unmovable};
use icochess::link::WebPage;
use icochess::save::library::Library;
use icochess::save::library::messages::LibraryRequest;
use icochess::save::store::Store;
use icochess::ui::commands::command::Command;
use icochess::ui::kit::compass::Dot;
use icochess::ui::state::saved::SavedView;
use icochess::ui::state::screen::{Screen, Topic};
use icochess::ui::text::status::StatusLine;
use icochess_boards::Variant;
use icochess_rules::{IllegalReason, Record, Side};

use super::{WHITE, new_game};
use crate::asking::{self, ask, frames, is_told, play, plies, texts, until};
use crate::headless::{self, key, pass, trigger};
use crate::table::{FILE, Table};

const SIDES_APART: Seating = Seating::HeadsetAndWindow { headset: WHITE };

fn seated(seating: Seating) -> Record {
    let mut record = new_game("60");
    seating.write_to(&mut record);
    record
}

#[test]
fn two_people_say_that_they_go_on_and_one_alone_moves() {
    for seating in [Seating::Alone, SIDES_APART] {
        let is_for_two = seating.is_for_two();
        let mut table = Table::clocked(seated(seating));
        // The first move starts the clock, whoever was away before.
        table.ask(ClockRequest::Pause(Pause::Absent));
        table.request("e2e4");
        assert_eq!(
            (table.game().record().ply(), table.clock().runs()),
            (1, true)
        );
        for (why, mv) in [
            (Pause::Restored, "e7e5"),
            (Pause::Stall, "g1f3"),
            (Pause::Absent, "b8c6"),
        ] {
            let before = table.game().record().ply();
            table.ask(ClockRequest::Pause(why));
            assert_eq!(table.get::<Veiled>().0, is_for_two, "{why:?}");
            table.request(mv);
            let made = table.game().record().ply() - before;
            assert_eq!(made, usize::from(!is_for_two), "{why:?}");
            if is_for_two {
                let rejected = table.noted().rejected.last();
                assert_eq!(rejected, Some(&IllegalReason::ClockStopped));
                // Both may press Go on.
                table.press(Command::Pause);
                assert!(!table.get::<Veiled>().0);
                table.request(mv);
            }
            assert!(table.clock().runs(), "{why:?}");
            assert_eq!(table.game().record().ply(), before + 1, "{why:?}");
        }
    }
}

#[test]
fn what_two_people_agreed_to_go_on_with_waits_for_their_word() {
    let mut table = Table::clocked(seated(SIDES_APART));
    for mv in ["e2e4", "e7e5", "g1f3"] {
        table.request(mv);
    }
    table.ask(GameRequest::Step(Step::Back));
    table.ask(GameRequest::PlayOn);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().record().ply(), 2);
    assert!(table.get::<Veiled>().0 && !table.clock().runs());
    table.request("d2d4");
    assert_eq!(table.game().record().ply(), 2);
    table.press(Command::Pause);
    table.request("d2d4");
    assert_eq!(table.game().record().ply(), 3);

    // So does a fallen flag that is taken back.
    table.frames(61 * 50);
    assert!(table.outcome().is_some());
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.outcome(), None);
    assert!(table.get::<Veiled>().0 && !table.runs());
}

#[test]
fn a_pick_tells_nothing_of_what_stands_there() {
    let mut table = Table::clocked(new_game("60"));
    table.request("e2e4");
    table.ask(ClockRequest::Pause(Pause::Player));
    for square in ["tile e7", "tile e5", "tile e4"] {
        table.facts::<PickRefused>();
        trigger(&mut table.app, square);
        let told: Vec<_> = table
            .facts::<PickRefused>()
            .iter()
            .map(|it| it.why)
            .collect();
        assert_eq!(told, [Unmovable::ClockStopped], "{square}");
    }
    assert!(!table.is_enabled(Command::Hint));
    table.ask(ClockRequest::Resume);
    table.frames(1);
    assert!(table.is_enabled(Command::Hint));
}

/// The ball in a window, with a clock that runs for Black.
fn ball() -> App {
    let mut app = headless::laid_out_window();
    let mut record = Variant::Icochess.board().new_game();
    let control = "60".parse().expect("a time control");
    set_clock(record.make_mut(), Some(&control));
    load(&mut app, GameRequest::Load(record));
    app
}

fn load(app: &mut App, request: GameRequest) {
    ask(app, request);
    pass(app, 0.5);
    play(app, "a4g1");
    pass(app, 0.6);
    let clock = app.world().resource::<GameClock>().get().expect("a clock");
    assert!(clock.runs() && clock.turn() == Side::Black);
}

/// The text of the lines of that kind.
fn lines(app: &mut App, wanted: StatusLine) -> String {
    let world = app.world_mut();
    let mut lines = world.query::<(&StatusLine, &Text)>();
    let lines = lines.iter(world).filter(|(line, _)| **line == wanted);
    lines.map(|(_, text)| text.0.as_str()).collect()
}

fn dots(app: &mut App) -> usize {
    let world = app.world_mut();
    world.query::<&Dot>().iter(world).count()
}

fn completions(app: &mut App) -> usize {
    let world = app.world_mut();
    let mut names = world.query::<&Name>();
    let names = names.iter(world).map(Name::as_str);
    names.filter(|name| name.starts_with("completion ")).count()
}

#[test]
fn nothing_beside_the_board_tells_where_pieces_are() {
    let mut app = ball();
    let mv = asking::the_match(&app).position().parse_uci("n4s1");
    let mv = mv.expect("a move");
    app.insert_resource(Hint(Some(HintMove {
        mv,
        way: vec![mv.to],
    })));
    key(&mut app, KeyCode::Slash, Some("/"));
    for letter in ["n", "4"] {
        key(&mut app, KeyCode::KeyN, Some(letter));
    }
    let offered = completions(&mut app);
    for letter in ["s", "1"] {
        key(&mut app, KeyCode::KeyS, Some(letter));
    }
    assert!(offered > 1 && dots(&mut app) > 20);
    for is_veiled in [true, false] {
        let (request, before) = if is_veiled {
            (ClockRequest::Pause(Pause::Player), plies(&app))
        } else {
            (ClockRequest::Resume, plies(&app))
        };
        ask(&mut app, request);
        frames(&mut app, 3);
        assert_eq!(app.world().resource::<Veiled>().0, is_veiled);
        assert_eq!(dots(&mut app) == 0, is_veiled, "the compass");
        for line in [StatusLine::Hovered, StatusLine::Thinking] {
            let told = lines(&mut app, line);
            assert_eq!(told.is_empty(), is_veiled, "{line:?}: {told}");
        }
        assert_eq!(is_told(&mut app, "Enter: "), !is_veiled, "what is typed");
        assert_eq!(completions(&mut app) == 0, is_veiled);
        if is_veiled {
            assert!(is_told(&mut app, "The clock is paused"));
            key(&mut app, KeyCode::Enter, None);
            assert_eq!(plies(&app), before);
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
        // What is taken back before the end is written has not ended in any file.
        app.world().resource::<Store>().queue().flush(FILE);
    }
    for request in [GameRequest::Undo, GameRequest::AcceptTakeback] {
        ask(&mut app, request);
    }
    ask(&mut app, ClockRequest::Pause(Pause::Player));
    asking::open(&mut app, Screen::Saved);
    ask(&mut app, LibraryRequest::List);
    until(&mut app, "the list", |app| {
        app.world().resource::<Library>().is_listed
    });
    let games = Arc::clone(&app.world().resource::<Library>().games);
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
fn the_position_is_neither_copied_nor_evaluated() {
    let mut app = headless::laid_out_window();
    let record = new_game("60");
    ask(&mut app, GameRequest::Load(record));
    pass(&mut app, 0.5);
    play(&mut app, "e2e4");
    asking::open(&mut app, Screen::Moves);
    for is_veiled in [false, true, false] {
        ask(
            &mut app,
            if is_veiled {
                ClockRequest::Pause(Pause::Player)
            } else {
                ClockRequest::Resume
            },
        );
        frames(&mut app, 3);
        assert_eq!(app.world().resource::<Veiled>().0, is_veiled);
        for name in ["button copy diagram", "button evaluate"] {
            let button = headless::named(&mut app, name);
            let is_disabled = app.world().get::<InteractionDisabled>(button).is_some();
            assert_eq!(is_disabled, is_veiled, "{name}");
        }
    }
}

#[test]
fn a_lesson_is_seen_while_the_game_is_not() {
    let mut app = ball();
    let seen = |app: &mut App| {
        let world = app.world_mut();
        let mut pieces = world.query_filtered::<&Visibility, With<IsPiece>>();
        let seen = pieces.iter(world).filter(|it| **it != Visibility::Hidden);
        seen.count()
    };
    let all = seen(&mut app);
    asking::open(&mut app, Screen::Help(Topic::Pieces));
    pass(&mut app, 0.5);
    assert!(app.world().resource::<Veiled>().0);
    assert_eq!(seen(&mut app), 0);
    let knight = headless::named(&mut app, "item knight");
    app.world_mut()
        .trigger(bevy::ui_widgets::Activate { entity: knight });
    pass(&mut app, 0.5);
    assert_eq!(seen(&mut app), 1);
    asking::open(&mut app, Screen::Home);
    pass(&mut app, 0.5);
    assert_eq!(seen(&mut app), 0);
    asking::open(&mut app, Screen::Game);
    pass(&mut app, 0.5);
    assert_eq!(seen(&mut app), all);
}
