//! Boards in the headset, played to an end by a near hand: those that have a short game for it.

use std::time::Duration;

use bevy::math::Vec3;
use icochess_boards::Variant;

use crate::driver::{Driver, HEAD, Room};
use crate::support::plays::Plays;
use crate::support::remote::Side;
use crate::support::short_games::{Pick, ShortGame, short_games};

/// Holds the tip of the right hand so near to something that it touches that and nothing else.
fn point(player: &mut Driver, name: &str, key: &str, expected: &str) {
    player.wait(&format!("{expected} to be {key}"), |p| {
        let at = p.try_place(name)?.w_axis + p.to_stage;
        let towards = (HEAD - at).with_y(0.0).normalize();
        let hand = at + towards * 0.005 + Vec3::Y * 0.02;
        p.driver
            .place_and_aim(Side::Right, hand.to_array(), at.to_array());
        p.frames(4);
        (p.pointing(key).as_deref() == Some(expected)).then_some(())
    });
}

fn choose(player: &mut Driver, piece: &str) {
    let plate = player.place(&format!("choice {piece}")).w_axis + player.to_stage;
    let before = plate + (HEAD - plate).normalize() * 0.05;
    player
        .driver
        .place_and_aim(Side::Right, before.to_array(), plate.to_array());
    player.frames(4);
    player.pull_trigger();
}

fn select(player: &mut Driver, cell: &str, selected: &str) {
    point(player, &format!("tile {cell}"), "hovered", cell);
    player.pull_trigger();
    player.wait_for_pointing("selected", Some(selected));
}

fn play(player: &mut Driver, pick: &Pick) {
    match pick {
        Pick::Piece { from, to, becomes } => {
            select(player, from, from);
            point(player, &format!("tile {to}"), "hovered", to);
            player.pull_trigger();
            if let Some(piece) = becomes {
                choose(player, piece);
            }
        }
        Pick::Part { from, square, to } => {
            select(player, square, &format!("dock {from}"));
            let dock = format!("dock {to}");
            point(player, &dock, "hovered", &dock);
            player.pull_trigger();
        }
    }
}

fn play_to_the_end(game: &ShortGame) {
    let board = &*game.board;
    let Some(room) = Room::new(&format!("{board} in the headset"), board) else {
        return;
    };
    let mut player = Driver::launch(&room, &format!("{board}-game"), None, |command| {
        command.args(["--variant", board, "--position", &game.start]);
    });
    player.wait_until_seated();
    let mut played = Vec::new();
    for (pick, mv) in &game.moves {
        play(&mut player, pick);
        played.push(&**mv);
        player.wait_for_moves(&played);
        // The board turns the next side to the player.
        std::thread::sleep(Duration::from_millis(900));
    }
    assert_eq!(player.state()["outcome"], game.outcome);
}

#[test]
fn each_board_with_a_short_game_is_played_to_its_end_by_a_near_hand() {
    for game in short_games() {
        play_to_the_end(&game);
    }
}

/// Pictures for both eyes of a board from its start: as it comes, opened by these buttons of
/// the panel, with a piece selected, and cut by these.
fn show(variant: &str, open: &[&str], cell: &str, cut: &[&str]) {
    let name = format!("{variant}-eyes");
    let Some(room) = Room::with_eyes("the pictures of a board in space", &name) else {
        return;
    };
    let room = room.set("(room: \"none\")");
    let mut player = Driver::launch(&room, &format!("{name}-game"), None, |command| {
        command.args(["--variant", variant]);
    });
    player.wait_until_seated();
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
    select(&mut player, cell, cell);
    player.driver.aim(Side::Right, [0.3, 3.0, -0.1]);
    picture(&mut player, "selected");
    opened(&mut player, cut);
}

#[test]
fn both_eyes_see_into_the_boards_that_one_looks_into() {
    for variant in Variant::ALL {
        if let Some(inside) = variant.shape().inside {
            let position = variant.board().new_game();
            let position = position.position();
            let mover = position.legal_moves()[0].from;
            let apart = ["apart"].get(..usize::from(!inside.apart.is_empty()));
            let slice = ["levels"].get(..usize::from(!inside.cuts.is_empty()));
            let cell = position.cell_name(mover);
            show(
                &variant.to_string(),
                apart.unwrap_or_default(),
                cell,
                slice.unwrap_or_default(),
            );
        }
    }
}

#[test]
fn both_eyes_see_the_boards_of_star_trek() {
    show("startrek3d", &[], "b26", &[]);
}
