//! Short games on all boards that have one, played to their end with the mouse.

use crate::driver::{Driver, bare_place};
use crate::support::plays::Plays;
use crate::support::short_games::{ShortGame, short_games};

fn play_to_the_end(game: &ShortGame) {
    let board = &*game.board;
    let Some(place) = bare_place(&format!("{board} in the window"), board) else {
        return;
    };
    let mut player = Driver::start_with(
        &place,
        board,
        &["--variant", board, "--position", &game.start],
    );
    assert_eq!(player.state()["board"], board);
    let played = player.play_to_the_end(game, Driver::pick, |player, ply| {
        if ply == 1 {
            player.picture(board);
        }
    });
    player.wait_for_text(&game.told);
    player.picture(&format!("{board}-end"));
    // The last move can be taken back like any other, and the save contains the whole game.
    player.undo(&played[..played.len() - 1]);
    player.redo(&played);
    player.wait_for_saved(place.data(), "[Result \"1-0\"]");
}

#[test]
fn short_games_can_be_played_to_their_end() {
    for game in short_games() {
        play_to_the_end(&game);
    }
}
