//! Short games on all boards that have one, played in the headset by a near hand.

use std::thread::sleep;
use std::time::Duration;

use bevy::math::Vec3;
use icochess_boards::Variant;

use crate::driver::{Driver, HEAD, Room};
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::short_games::{ShortGame, short_games};

/// Picks an object by name. The tip of the right hand touches only that object; a choice plate is
/// picked from in front.
fn pick(player: &mut Driver, thing: &str) {
    if thing.starts_with("choice ") {
        let plate = player.place(thing).w_axis + player.to_stage;
        let before = plate + (HEAD - plate).normalize() * 0.05;
        player.driver.place_and_aim(Side::Right, before, plate);
        player.frames(4);
    } else {
        player.follow(thing, |driver, at| {
            let towards = (HEAD - at).with_y(0.0).normalize();
            let hand = at + towards * 0.005 + Vec3::Y * 0.02;
            driver.place_and_aim(Side::Right, hand, at);
        });
    }
    player.pull_trigger();
}

fn play_to_the_end(game: &ShortGame) {
    let board = &*game.board;
    let Some(room) = Room::new(&format!("{board} in the headset"), board) else {
        return;
    };
    let arguments = ["--variant", board, "--position", &game.start];
    let mut player = Driver::start_unseen(&room, &format!("{board}-game"), &arguments);
    // After each move the board turns to the next side.
    let turn = |_: &mut Driver, _: usize| sleep(Duration::from_millis(900));
    player.play_to_the_end(game, pick, turn);
}

#[test]
fn short_games_can_be_played_by_a_near_hand() {
    for game in short_games() {
        play_to_the_end(&game);
    }
}

/// Takes pictures of a board's start position for both eyes: closed, opened with the `open`
/// buttons, with a piece selected, and sliced with the `cut` buttons.
fn show(variant: &str, open: &[&str], cell: &str, cut: &[&str]) {
    let name = format!("{variant}-eyes");
    let Some(room) = Room::with_eyes("the pictures of a board in space", &name) else {
        return;
    };
    let room = room.set("(room: \"none\")");
    let arguments = ["--variant", variant];
    let mut player = Driver::start_with(&room, &format!("{name}-game"), &arguments);
    let picture = |player: &mut Driver, of: &str| {
        player.look_at("board");
        player.picture(&room, &format!("{variant}-{of}"));
    };
    picture(&mut player, "whole");
    let opened = |player: &mut Driver, buttons: &[&str]| {
        for button in buttons {
            player.press_button(button);
            picture(player, button);
        }
    };
    opened(&mut player, open);
    pick(&mut player, &format!("tile {cell}"));
    player.wait_for_pointing("selected", Some(cell));
    player.point_past_all();
    picture(&mut player, "selected");
    opened(&mut player, cut);
}

#[test]
#[ignore = "pictures for people; scripts/test --slow runs it"]
fn both_eyes_see_into_boards_with_an_inside() {
    for variant in Variant::ALL {
        if let Some(inside) = variant.shape().inside {
            let game = variant.board().new_game();
            let position = game.position();
            let mover = position.cell_name(position.legal_moves()[0].from);
            let apart = &["apart"][..usize::from(!inside.apart.is_empty())];
            let slice = &["levels"][..usize::from(!inside.cuts.is_empty())];
            show(&variant.to_string(), apart, mover, slice);
        }
    }
}

#[test]
#[ignore = "pictures for people; scripts/test --slow runs it"]
fn both_eyes_see_star_trek_boards() {
    show("startrek3d", &[], "b26", &[]);
}
