//! A game with a clock in the headset.

use std::fs;

use serde_json::json;

use crate::panel::{SHOWN, VISIBLE};
use crate::player::{HEAD, NAME, Player, Room};
use crate::support::monado::{self, Compositor, Monado};
use crate::support::remote::Side;
use crate::support::turns::turn;
use crate::support::xvfb::{self, Xvfb};
use crate::support::{out_dir, runnable};

/// Is the plate at the board to be seen?
fn sees_plate(player: &Player) -> Option<bool> {
    let rows = player.inspector.query(&[NAME, VISIBLE], &[]).ok()?;
    let mut rows = rows.iter().map(|row| &row.components);
    let plate = rows.find(|row| row[NAME] == "plate at the board")?;
    plate[VISIBLE].as_bool()
}

/// Waits until the flag of who is to move falls. After a frame that took too long the
/// clock waits for the player's word: the player goes on.
fn wait_for_flag(player: &mut Player) {
    let has_fallen = |p: &Player| Some(p.state()["outcome"] == "time-forfeit");
    loop {
        let is_over = player.wait("the flag to fall", |p| {
            let is_over = has_fallen(p)?;
            (is_over || p.says("The clock goes on with the move")?).then_some(is_over)
        });
        if is_over {
            return;
        }
        player.press_button("pause");
        player.wait("the clock to go on", |p| {
            (has_fallen(p)? || !p.says("The clock goes on with the move")?).then_some(())
        });
    }
}

#[test]
fn a_clock_is_set_with_the_ray_and_its_flag_ends_the_game() {
    let _turn = turn();
    let Some(room) = Room::new("a clock in the headset", "clock") else {
        return;
    };
    let mut player = Player::start(&room, "clock-game");
    player.press_button("menu");
    player.press_button("new game");
    player.press_control(Side::Right, "choice clock other");
    player.press_control(Side::Right, "switch another time for black");
    for (side, across, time) in [("black", 0.6, "15 min"), ("white", 0.02, "10 s")] {
        player.point_at_control(Side::Right, &format!("slider {side}'s time"), across);
        player.pull_trigger();
        player.wait_for_text(time);
    }
    player.press_button("start");
    player.wait_for_text("0:10.0");
    player.wait_for_text("15:00");
    // The board is played on alone, with the clock beside it.
    assert_eq!(sees_plate(&player), Some(false));
    player.press_menu();
    player.wait_for_panel(false);
    player.wait("the plate", |p| sees_plate(p)?.then_some(()));

    player.play("b1", "n4");
    player.play("o1", "b3");
    player.press_menu();
    player.wait_for_panel(true);
    wait_for_flag(&mut player);
    assert_eq!(player.state()["moves"], json!(["b1n4", "o1b3"]));
    player.wait_for_text("Black wins");
    player.wait_for_text("White ran out of time");
    let file = room.data().join("current.pgn");
    let text = player.wait("the end to be saved", |_| {
        let text = fs::read_to_string(&file).ok()?;
        text.contains("[Result \"0-1\"]").then_some(text)
    });
    for part in [
        "[Termination \"time forfeit\"]",
        "[WhiteTimeControl \"10\"]",
        "[BlackTimeControl \"900\"]",
        "[%clk 0:00:10]",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

#[test]
fn the_plate_is_seen_at_the_board_while_the_panel_is_away() {
    let _turn = turn();
    let what = "the picture of the plate";
    let Some(kind) = runnable(what, monado::available()) else {
        return;
    };
    let Some(()) = runnable(what, xvfb::available()) else {
        return;
    };
    let eyes = Xvfb::start("plate-eyes-screen", 960, 540);
    let screen = Xvfb::start("plate-screen", 320, 200);
    let runtime = Monado::start(&kind, "plate-monado", Compositor::Window(&eyes));
    let room = Room::with(runtime, screen);
    fs::write(room.data().join("settings.ron"), "(captions: true)").unwrap();
    for (board, moves) in [
        ("Icochess", "1. b1n4 o1b3"),
        ("Standard", "1. e4 f5 2. Qh5+"),
    ] {
        let file = room.data().join("clock.pgn");
        let game = format!("[Variant \"{board}\"]\n[TimeControl \"300+2\"]\n\n{moves} *\n");
        fs::write(&file, game).unwrap();
        let mut player = Player::launch(&room, "plate-game", None, |command| {
            command.arg("--load").arg(&file);
        });
        player.wait_until_seated();
        let ball = player.place("board").w_axis + player.to_stage;
        player.driver.look(HEAD.to_array(), ball.to_array());
        // Not by a press: where eyes are drawn too, frames may be too slow for one to count.
        let away = json!({"resource": SHOWN, "value": false});
        let put_away = player.inspector.call("world.insert_resources", away);
        put_away.expect("the panel is put away");
        player.wait("the plate", |p| sees_plate(p)?.then_some(()));
        let picture = out_dir().join(format!("headset-plate-{}.png", board.to_lowercase()));
        player.wait("the picture of both eyes", |p| {
            // What is drawn comes some frames after what is known.
            p.frames(10);
            eyes.screenshot(&picture);
            (xvfb::colours(&picture) > 1000).then_some(())
        });
    }
}
