//! Hints in three presses: the piece, the move, the reason. Best lines while a human is to move.

use bevy::prelude::*;
use icochess::computer::{BestLines, Evaluation, Hint, HintReason, Thinking};
use icochess::game::messages::GameRequest;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess_boards::Variant;

use crate::asking::{ask, command, get, has_text, play, until};
use crate::headless::{laid_out_window, pass, sized_window};

#[test]
fn hint_shows_the_piece_then_the_move_then_the_reason() {
    let mut app = laid_out_window();
    let fork = "r3k3/5ppp/8/3N4/8/8/PPP2PPP/1K6 w - - 0 1";
    let game = Variant::Chess.board().read_position(fork);
    ask(&mut app, GameRequest::Load(game.expect("a position")));
    pass(&mut app, 0.5);
    command(&mut app, Command::Hint);
    until(&mut app, "the hint", |app| get::<Hint>(app).0.is_some());
    pass(&mut app, 0.1);
    for text in [
        "Hint: look at the knight on\u{a0}D5",
        "Hint: knight D5 to C7",
        "Hint: knight D5 to C7. It forks the king on\u{a0}E8 and the rook on\u{a0}A8.",
    ] {
        assert!(has_text(&mut app, text), "{text}");
        command(&mut app, Command::Hint);
    }
    assert_eq!(get::<Hint>(&app).0, None);

    // A move starts from the first press again.
    command(&mut app, Command::Hint);
    until(&mut app, "the hint", |app| get::<Hint>(app).0.is_some());
    for _ in 0..2 {
        command(&mut app, Command::Hint);
    }
    assert!(get::<HintReason>(&app).0.is_some());
    play(&mut app, "d5c7");
    assert_eq!(get::<Hint>(&app).0, None);
    assert_eq!(get::<HintReason>(&app).0, None);
    command(&mut app, Command::Hint);
    until(&mut app, "the hint", |app| get::<Hint>(app).0.is_some());
    let hint = get::<Hint>(&app).0.as_ref().expect("a hint");
    assert!(hint.is_of_piece());
}

#[test]
fn threat_shows_what_the_other_side_would_play() {
    let mut app = laid_out_window();
    let back_rank = "6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1";
    let game = Variant::Chess.board().read_position(back_rank);
    ask(&mut app, GameRequest::Load(game.expect("a position")));
    pass(&mut app, 0.5);
    let threat = "Black threatens: rook A2 to A1. Mate in 1.";
    command(&mut app, Command::Threat);
    until(&mut app, "the threat", |app| get::<Hint>(app).0.is_some());
    pass(&mut app, 0.1);
    assert!(has_text(&mut app, threat));
    // Its score is not published, because it belongs to another position.
    assert_eq!(get::<Evaluation>(&app).0, None);
    command(&mut app, Command::Threat);
    assert!(get::<Hint>(&app).0.is_none() && !has_text(&mut app, threat));
}

#[test]
fn threat_of_a_side_without_moves_is_denied() {
    let mut app = laid_out_window();
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    let game = Variant::Chess.board().read_position(stalemate);
    ask(&mut app, GameRequest::Load(game.expect("a position")));
    pass(&mut app, 0.5);
    command(&mut app, Command::Threat);
    until(&mut app, "the search", |app| {
        get::<Thinking>(app).0.is_none()
    });
    pass(&mut app, 0.1);
    assert!(has_text(&mut app, "Black would have no move"));
}

#[test]
fn best_lines_have_text_and_arrows_by_rank_until_the_next_move() {
    let mut settings = Settings::default();
    settings.computer.best_lines = 2;
    let mut app = sized_window(1280, 800, settings);
    let back_rank = "6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1";
    let game = Variant::Chess.board().read_position(back_rank);
    ask(&mut app, GameRequest::Load(game.expect("a position")));
    let has_both = |app: &App| get::<BestLines>(app).0.len() == 2;
    until(&mut app, "the lines", has_both);
    pass(&mut app, 0.5);
    assert!(has_text(&mut app, "+mate in 1: Ra8#"));
    let sizes = |app: &mut App| {
        let world = app.world_mut();
        let mut all = world.query::<(&Name, &Transform)>();
        let heads = all
            .iter(world)
            .filter(|(name, _)| name.as_str() == "line arrow");
        let mut sizes: Vec<f32> = heads.map(|(_, place)| place.scale.x).collect();
        sizes.sort_by(f32::total_cmp);
        sizes
    };
    let shown = sizes(&mut app);
    assert!(shown.len() == 2 && shown[1] > 1.3 * shown[0], "{shown:?}");
    play(&mut app, "a2a8");
    pass(&mut app, 0.1);
    assert!(get::<BestLines>(&app).0.is_empty());
    assert!(sizes(&mut app).is_empty());
}
