//! 8×8 chess in the window.

use crate::driver::{Driver, bare_place};
use crate::support::chess_game::{self, HALF, MOVES, START, go_back_through};
use crate::support::out_dir;
use crate::support::plays::Plays;

/// Plays a move with the mouse. The knight promotion is chosen by key, the queen by mouse.
fn play(player: &mut Driver, ply: usize) {
    chess_game::play(player, ply, Driver::pick_square, |player, piece| {
        if piece == "knight" {
            player.wait_for_text("Promote to queen, rook, bishop or knight?");
            player.picture("chess-choice");
            player.screen.key("n");
        } else {
            player.click_on(&format!("choice {piece}"));
        }
    });
}

#[test]
fn chess_game_survives_restart_and_takebacks() {
    let Some(place) = bare_place("8×8 chess in the window", "chess") else {
        return;
    };
    let args = ["--variant", "chess", "--position", START];
    let mut player = Driver::start_with(&place, "chess", &args);
    assert_eq!(player.state()["board"], "chess");
    let first = player.state()["position"].clone();
    for ply in 0..HALF {
        play(&mut player, ply);
    }
    let before = player.state();
    player.wait_for_saved(place.data(), "O-O-O");
    drop(player);

    let mut player = Driver::start_with(&place, "chess-again", &["--resume"]);
    assert_eq!(player.state(), before);
    for ply in HALF..MOVES.len() {
        play(&mut player, ply);
    }
    player.wait_for_text("Checkmate by queen\u{a0}A8");
    player.picture("chess-mate");
    go_back_through(&mut player, &first);
}

#[test]
fn last_board_is_restored_at_next_start() {
    let Some(place) = bare_place("boards in the window", "boards") else {
        return;
    };
    let mut player = Driver::start(&place, "boards");
    assert_eq!(player.state()["board"], "icochess");
    player.press_button("menu");
    player.press_button("new game");
    player.press("choice board 8×8 chess");
    player.press_button("start");
    player.wait("8×8 chess", |p| {
        (p.state()["board"] == "chess").then_some(())
    });
    player.picture("chess-start");
    player.wait_for_setting(place.data(), "variant: \"chess\"");
    player.carry("g1", "f3", "chess-carried");
    player.wait_for_moves(&["g1f3"]);
    drop(player);
    let mut player = Driver::start(&place, "boards-again");
    assert_eq!(player.state()["board"], "chess");
    // Loading a game of another board switches to that board.
    drop(player);
    let file = out_dir().join("ball.pgn");
    std::fs::write(&file, "[Variant \"Icochess\"]\n\n1. a4g1 *\n").unwrap();
    let load = ["--load", file.to_str().unwrap()];
    player = Driver::start_with(&place, "boards-load", &load);
    assert_eq!(player.state()["board"], "icochess");
    player.wait_for_moves(&["a4g1"]);
    player.wait_for_text("uses the board Icochess ball");
}
