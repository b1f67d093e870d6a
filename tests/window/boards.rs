//! Boards in the window, played to an end with the mouse: those that have a short game for it.

use crate::driver::{Driver, bare_place};
use crate::support::plays::Plays;
use crate::support::short_games::{Pick, ShortGame, short_games};
use crate::support::xvfb::Button;

fn play(player: &mut Driver, pick: &Pick) {
    match pick {
        Pick::Piece { from, to, becomes } => {
            player.pick_squares(from, to);
            if let Some(piece) = becomes {
                player.click_on(&format!("choice {piece}"));
            }
        }
        Pick::Part { from, square, to } => {
            player.point_at_square(square);
            player.screen.click(Button::Left);
            player.wait_for_pointing("selected", Some(&format!("dock {from}")));
            player.click_on(&format!("dock {to}"));
        }
    }
}

fn play_to_the_end(game: &ShortGame) {
    let board = &*game.board;
    let Some(place) = bare_place(&format!("{board} in the window"), board) else {
        return;
    };
    let mut player = Driver::start_with(&place, board, |command| {
        command.args(["--variant", board, "--position", &game.start]);
    });
    assert_eq!(player.state()["board"], board);
    let mut played = Vec::new();
    for (ply, (pick, mv)) in game.moves.iter().enumerate() {
        if ply == 2 {
            player.picture(board);
        }
        play(&mut player, pick);
        played.push(&**mv);
        player.wait_for_moves(&played);
    }
    assert_eq!(player.state()["outcome"], game.outcome);
    player.wait_for_text(&game.told);
    player.picture(&format!("{board}-end"));
    // The end is taken back like any move, and what was saved is the whole game.
    player.hold("ctrl+z", |p| p.wait_for_moves(&played[..played.len() - 1]));
    player.hold("ctrl+y", |p| p.wait_for_moves(&played));
    player.wait_for_saved(place.data(), "[Result \"1-0\"]");
}

#[test]
fn each_board_with_a_short_game_is_played_to_its_end() {
    for game in short_games() {
        play_to_the_end(&game);
    }
}
