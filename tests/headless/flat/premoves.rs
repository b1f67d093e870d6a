//! Moves chosen while the computer thinks.

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use icochess::board::stage::looks::{FrameKind, TileLook};
use icochess::computer::messages::ComputerRequest;
use icochess::computer::{Computer, SidePlayer};
use icochess::display::Display;
use icochess::game::messages::GameRequest;
use icochess::interaction::choice::{ChoiceAnswer, ChoiceRequested};
use icochess::interaction::{Drawings, Premove};
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;
use icochess_rules::Side;

use super::carry::carry;
use super::keys;
use super::touch::{on, place, selected};
use crate::asking::{ask, frames, get, has_text, open, play, plies, shown_page, the_match};
use crate::beside::{point_at, press, press_button};
use crate::headless::{named, pass};

/// Creates a game of chess in which the computer plays Black and thinks until it is stopped. White
/// has moved to e4. Tests move for the computer, too.
fn waiting() -> App {
    let mut app = on(Variant::Chess);
    let player = SidePlayer {
        computer: true,
        level: 18,
        ..SidePlayer::default()
    };
    app.insert_resource(Computer {
        black: player,
        seconds: 3000.0,
        cores: 1,
        table: 1,
        ..Computer::default()
    });
    frames(&mut app, 2);
    play(&mut app, "e2e4");
    pass(&mut app, 1.5);
    assert_eq!(plies(&app), 1);
    app
}

fn click(app: &mut App, name: &str) {
    let at = place(app, name);
    point_at(app, at);
    press(app, Pressed);
    press(app, Released);
    frames(app, 3);
}

fn premove(app: &App) -> Option<String> {
    let mv = get::<Premove>(app).0?;
    Some(the_match(app).position().uci(mv))
}

/// Returns the last move in UCI text.
fn last(app: &App) -> Option<String> {
    let game = the_match(app);
    Some(game.position().uci(game.record().last()?))
}

fn frame(app: &mut App, name: &str) -> Option<FrameKind> {
    let tile = named(app, &format!("tile {name}"));
    app.world().get::<TileLook>(tile)?.frame
}

#[test]
fn premove_by_clicks_or_drag_is_played_after_the_computers_move() {
    let mut app = waiting();
    click(&mut app, "g1");
    assert_eq!(selected(&app), Some("g1"));
    click(&mut app, "f3");
    assert_eq!(premove(&app).as_deref(), Some("g1f3"));
    assert_eq!((plies(&app), selected(&app)), (1, None));
    for name in ["g1", "f3"] {
        assert_eq!(frame(&mut app, name), Some(FrameKind::Premove), "{name}");
    }
    play(&mut app, "d7d5");
    frames(&mut app, 3);
    assert_eq!(last(&app).as_deref(), Some("g1f3"));
    assert_eq!((plies(&app), premove(&app)), (3, None));
    // A knight can recapture on the square of its pawn, but not on another one.
    pass(&mut app, 1.5);
    for (to, expected) in [("a4", None), ("d2", Some("f3d2"))] {
        let [from, to] = ["f3", to].map(|name| place(&mut app, name));
        carry(&mut app, from, to);
        press(&mut app, Released);
        frames(&mut app, 3);
        assert_eq!(premove(&app).as_deref(), expected);
    }
}

#[test]
fn premove_is_dropped_by_the_player_and_by_other_changes() {
    for ending in [
        "illegal",
        "takeback",
        "pause",
        "resignation",
        "right click",
        "Esc",
    ] {
        let mut app = waiting();
        click(&mut app, "e4");
        click(&mut app, "e5");
        assert_eq!(premove(&app).as_deref(), Some("e4e5"), "{ending}");
        match ending {
            "illegal" => play(&mut app, "e7e5"),
            "takeback" => ask(&mut app, GameRequest::Undo),
            "pause" => ask(&mut app, ComputerRequest::Pause),
            "resignation" => ask(&mut app, GameRequest::Resign(Side::White)),
            "right click" => {
                let at = place(&mut app, "d5");
                point_at(&mut app, at);
                for state in [Pressed, Released] {
                    press_button(&mut app, MouseButton::Right, state);
                }
            }
            _ => keys(&mut app, "Esc"),
        }
        frames(&mut app, 3);
        assert_eq!(premove(&app), None, "{ending}");
        let expected = match ending {
            "illegal" => 2,
            "takeback" => 0,
            _ => 1,
        };
        assert_eq!(plies(&app), expected, "{ending}");
        assert_eq!(has_text(&mut app, "Premove dropped"), ending == "illegal");
        if ending == "Esc" {
            assert_eq!(shown_page(&app), Screen::Game);
        }
    }
}

#[test]
fn escape_leaves_one_thing_at_a_time_in_the_same_order() {
    let mut app = waiting();
    let at = place(&mut app, "a3");
    point_at(&mut app, at);
    for state in [Pressed, Released] {
        press_button(&mut app, MouseButton::Right, state);
    }
    for name in ["e4", "e5", "g1"] {
        click(&mut app, name);
    }
    open(&mut app, Screen::Views);
    let left = |app: &App| {
        let is_selected = selected(app).is_some();
        let is_drawn = !get::<Drawings>(app).is_empty();
        (is_selected, premove(app), is_drawn, shown_page(app))
    };
    let ahead = || Some("e4e5".to_owned());
    assert_eq!(left(&app), (true, ahead(), true, Screen::Views));
    for (premove, is_drawn, page) in [
        (ahead(), true, Screen::Views),
        (None, true, Screen::Views),
        (None, false, Screen::Views),
        (None, false, Screen::Game),
        (None, false, Screen::Home),
        (None, false, Screen::Game),
    ] {
        keys(&mut app, "Esc");
        frames(&mut app, 3);
        assert_eq!(left(&app), (false, premove, is_drawn, page));
    }
}

#[test]
fn promotion_of_a_premove_is_chosen_beforehand() {
    let mut app = waiting();
    let text = "1nbqkbnr/P1pppppp/8/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 1";
    let position = Variant::Chess.board().read_position(text);
    ask(&mut app, GameRequest::Load(position.expect("a position")));
    pass(&mut app, 1.5);
    click(&mut app, "a7");
    click(&mut app, "a8");
    assert_eq!(premove(&app), None);
    let (through, answer) = (Display::Flat, ChoiceAnswer::Take(0));
    ask(&mut app, ChoiceRequested { through, answer });
    assert_eq!(premove(&app).as_deref(), Some("a7a8q"));
    play(&mut app, "g8f6");
    frames(&mut app, 3);
    assert_eq!(last(&app).as_deref(), Some("a7a8q"));
}

#[test]
fn piece_selected_while_waiting_stays_selected() {
    let mut app = waiting();
    click(&mut app, "g1");
    play(&mut app, "e7e5");
    pass(&mut app, 1.5);
    assert_eq!(selected(&app), Some("g1"));
    click(&mut app, "f3");
    assert_eq!(last(&app).as_deref(), Some("g1f3"));
}
