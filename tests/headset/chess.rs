//! 8×8 chess in the headset.

use std::thread::sleep;
use std::time::Duration;

use bevy::math::Vec3;
use icochess_boards::Variant;
use icochess_shape::Stance;

use crate::driver::{Driver, Room, hold};
use crate::one_hand::leave_only;
use crate::support::chess_game::{self, HALF, MOVES, START, picks};
use crate::support::plays::Plays;
use crate::support::remote::Side;

/// First ply played with the right controller alone. Before it, from the restart on, the left
/// controller is used. Each controller promotes a pawn.
const RIGHT_ALONE: usize = 8;

/// Points the right hand at a square from above, where nothing hides it.
pub fn point(player: &mut Driver, square: &str) {
    point_with(player, Side::Right, square);
}

fn point_with(player: &mut Driver, side: Side, square: &str) {
    player.follow(&format!("tile {square}"), |driver, at| {
        let above = at + Vec3::new(0.0, 0.30, 0.02);
        driver.place_and_aim(side, above, at);
    });
}

fn play(player: &mut Driver, side: Side, ply: usize) {
    let pick = |player: &mut Driver, square: &str| {
        point_with(player, side, square);
        player.pull(side);
    };
    chess_game::play(player, ply, pick, |player, piece| {
        let plate = player.place(&format!("choice {piece}")).w_axis;
        player.aim_along_sight(side, plate);
        player.frames(4);
        player.pull(side);
    });
    // The board turns to the next side.
    sleep(Duration::from_millis(700));
}

#[test]
fn chess_is_played_to_mate_with_rays_and_survives_runtime_crash() {
    let Some(mut room) = Room::new("8×8 chess in the headset", "chess") else {
        return;
    };
    let start = ["--variant", "chess", "--position", START];
    let mut player = Driver::start_unseen(&room, "chess-game", &start);
    // The board is in front of a seated player's hands.
    let Stance { ahead, below } = Variant::Chess.shape().worn_stance();
    let wanted = player.place("head").w_axis + Vec3::new(0.0, -below, -ahead);
    player.wait("the board to be before the hands", |p| {
        (p.try_place("board")?.w_axis.distance(wanted) < 0.01).then_some(())
    });
    for ply in 0..HALF {
        play(&mut player, Side::Right, ply);
    }
    let before = player.state();
    room.runtime.kill9();
    player.wait_for_window(&before);
    drop(player);

    room.start_runtime("chess-again");
    let mut player = Driver::start_unseen(&room, "chess-again", &["--resume"]);
    assert_eq!(player.state(), before);
    // The rest is played with one controller.
    for (side, plies) in [
        (Side::Left, HALF..RIGHT_ALONE),
        (Side::Right, RIGHT_ALONE..MOVES.len()),
    ] {
        let promotes = |ply: usize| picks(MOVES[ply]).2.is_some();
        assert!(plies.clone().any(promotes), "{side:?}");
        leave_only(&mut player, side);
        for ply in plies {
            play(&mut player, side, ply);
        }
    }
    player.wait_for_outcome("checkmate");
    // From over the board, a ray to the panel would hit pieces.
    hold(&mut player.driver);
    // The result replaces the buttons.
    player.press_button("see the board");
    // The window's game takes back every move.
    let end = player.state();
    player.undo(&MOVES[..MOVES.len() - 1]);
    player.redo(&MOVES);
    assert_eq!(player.state(), end);
}

#[test]
#[ignore = "pictures for people; scripts/test --slow runs it"]
fn both_eyes_see_the_8x8_board() {
    let Some(room) = Room::with_eyes("the picture of the 8×8 board", "chess-eyes") else {
        return;
    };
    let mut player = Driver::start_with(&room, "chess-eyes-game", &["--variant", "chess"]);
    player.look_at("board");
    point(&mut player, "g1");
    player.pull_trigger();
    player.picture(&room, "chess");
}
