//! The boards in space in the window, played to an end with the mouse.

use crate::driver::{Driver, place};
use crate::support::plays::Plays;
use crate::support::space_games::{OCTHEX, Pick, STAR_TREK, SpaceGame};
use crate::support::xvfb::Button;

fn play(player: &mut Driver, pick: &Pick) {
    match *pick {
        Pick::Piece(from, to, choice) => {
            player.pick_squares(from, to);
            if let Some(piece) = choice {
                player.click_on(&format!("choice {piece}"));
            }
        }
        Pick::Board { from, square, to } => {
            player.point_at_square(square);
            player.screen.click(Button::Left);
            player.wait_for_pointing("selected", Some(&format!("dock {from}")));
            player.click_on(&format!("dock {to}"));
        }
    }
}

fn play_to_the_end(game: &SpaceGame) {
    let Some(place) = place("a board in space in the window", game.variant) else {
        return;
    };
    let mut player = Driver::start_with(&place, game.variant, |command| {
        command.args(["--variant", game.variant, "--position", game.start]);
    });
    assert_eq!(player.state()["board"], game.variant);
    let mut played = Vec::new();
    for (ply, (pick, mv)) in game.moves.iter().enumerate() {
        if ply == 2 {
            player.picture(game.variant);
        }
        play(&mut player, pick);
        played.push(*mv);
        player.wait_for_moves(&played);
    }
    assert_eq!(player.state()["outcome"], game.outcome);
    player.wait_for_text(game.told);
    player.picture(&format!("{}-end", game.variant));
    // The end is taken back like any move, and what was saved is the whole game.
    player.hold("ctrl+z", |p| p.wait_for_moves(&played[..played.len() - 1]));
    player.hold("ctrl+y", |p| p.wait_for_moves(&played));
    player.wait_for_saved(place.data(), "[Result \"1-0\"]");
}

#[test]
fn star_trek_is_played_to_mate() {
    play_to_the_end(&STAR_TREK);
}

#[test]
fn octhex_is_played_to_an_extinction() {
    play_to_the_end(&OCTHEX);
}
