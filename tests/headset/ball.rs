//! Games on the ball, played with rays.

use std::time::{Duration, Instant};

use bevy::math::Vec3;
use serde_json::Value;

use crate::driver::{Driver, HAPTICS, HEAD, LOOK, RIGHT, Room, hold};
use crate::support::plays::Plays;
use crate::support::remote::{Pose, RemoteDriver, Side};

/// Returns the legal move whose origin and target are farthest behind the ball's centre.
fn farthest_move(player: &mut Driver) -> [String; 2] {
    let (head, tiles) = (player.place("head").w_axis, player.tiles());
    let away = |cell: &str| {
        let tile = tiles
            .iter()
            .find(|(name, _)| name.strip_prefix("tile ") == Some(cell));
        tile.expect("its tile").1.distance(head)
    };
    let moves = player.inspector.call("icochess.moves", Value::Null);
    let moves = moves.expect("the moves");
    let moves = moves.as_array().into_iter().flatten();
    let moves = moves.filter_map(|mv| mv["uci"].as_str()?.split_at_checked(2));
    let nearer = |(from, to): &(&str, &str)| away(from).min(away(to));
    let farthest = moves.max_by(|one, other| nearer(one).total_cmp(&nearer(other)));
    let (from, to) = farthest.expect("a move");
    [from.to_owned(), to.to_owned()]
}

/// Plays a move on the far half with the right hand, while the left hand holds the glass button.
fn play_through_glass(player: &mut Driver) {
    // Bring Black's king to the front.
    player.bring("n2");
    player.rest();
    let cells = farthest_move(player);
    for cell in &cells {
        assert_eq!(player.is_in_sight(cell), Some(false), "{cells:?}");
    }
    // From there, the left hand points past the ball at the panel.
    let aside = Pose::at(RIGHT);
    player.driver.update(|state| state.left.pose = aside);
    player.point_at_control(Side::Left, "button glass", 0.5);
    player.hold_until(RemoteDriver::trigger, Side::Left, "Left to select", |p| {
        p.is_hand("Left", "select", true)
    });
    player.wait_for_checked("button glass", true);
    for cell in &cells {
        player.pick_along_sight(cell);
    }
    let played = cells.concat();
    player.wait_for_moves(&[&*played]);
    // The ball is glass while the button is held.
    player.wait_for_checked("button glass", true);
    player.driver.trigger(Side::Left, false);
    player.wait_for_checked("button glass", false);
    hold(&mut player.driver);
}

/// Presses the rim arrow that leads to the hidden cell of the last move.
fn follow_arrow(player: &mut Driver, last: [&str; 2]) {
    player.rest();
    let is_hidden = |tile: &&str| player.is_in_sight(tile) == Some(false);
    let hidden = last.into_iter().find(is_hidden).expect("a hidden place");
    let before = player.state();
    let arrow = player.place("rim arrow LastMove").w_axis;
    player.aim_along_sight(Side::Right, arrow);
    player.frames(8);
    player.pull_trigger();
    player.wait(&format!("{hidden} to come into sight"), |p| {
        p.is_in_sight(hidden)?.then_some(())
    });
    // Pressing the arrow must not select anything.
    player.wait_for_pointing("selected", None);
    assert_eq!(player.state(), before);
    hold(&mut player.driver);
}

#[test]
fn game_is_played_in_headset_and_survives_runtime_crash() {
    let Some(mut room) = Room::new("the headset test", "headset") else {
        return;
    };
    let mut player = Driver::start_unseen(&room, "headset-game", &[]);

    // The board floats in its place.
    player.wait_for_board_before(Vec3::NEG_Z, 0.01);

    // Selects, reselects, deselects by pressing the piece, and by pressing empty space.
    player.select("a4");
    player.select("a3");
    player.pull_trigger();
    player.wait_for_pointing("selected", None);
    player.select("a4");
    player.point_past_all();
    player.frames(6);
    player.pull_trigger();
    player.wait_for_pointing("selected", None);
    let felt = player.inspector.resource(HAPTICS).unwrap();
    assert!(felt["right"].as_u64() > Some(4), "{felt}");

    // The thumbstick turns the ball; A turns the player's home to the front.
    player.press_a();
    player.rest();
    let at_home = player.place("tile a4").w_axis;
    let distance = |p: &Driver| Some(p.try_place("tile a4")?.w_axis.distance(at_home));
    player.driver.thumbstick(Side::Right, [1.0, 0.0]);
    player.wait("the thumbstick to turn the ball", |p| {
        (distance(p)? > 0.05).then_some(())
    });
    player.driver.thumbstick(Side::Right, [0.0, 0.0]);
    player.rest();
    player.press_a();
    player.wait("the own side to come back", |p| {
        (distance(p)? < 0.005).then_some(())
    });

    play_through_glass(&mut player);
    player.undo(&[]);
    assert_eq!(player.state()["undone"], 1);
    // Plays a whole short game, with targets on the far side of the ball.
    player.play("b1", "n4");
    // There is no arrow while the target of the move is in sight.
    player.bring("b1");
    follow_arrow(&mut player, ["n4", "b1"]);
    player.play("o1", "b3");
    player.play("b2", "o3");
    player.wait_for_outcome("checkmate");
    let text = player.wait_for_saved(room.data(), "[Result \"1-0\"]");
    assert!(text.contains("# 1-0"), "{text}");

    // Starts a second game, during which the runtime dies.
    player.press_button("rematch");
    player.wait_for_moves(&[]);
    player.play("a4", "g1");
    player.press_button("menu");
    player.press_button("new game");
    player.wait_for_text("Hold to start");
    let before = player.state();
    assert_eq!(before["moves"][0], "a4g1", "{before}");
    room.runtime.kill9();
    let killed = Instant::now();
    player.wait_for_window(&before);
    let took = killed.elapsed();
    println!("the window goes on after {:.1} s", took.as_secs_f32());
    assert!(took < Duration::from_secs(5), "it took {took:?}");
    // The finished game was archived before.
    assert!(room.data().join("games/game-1.pgn").exists());
}

#[test]
fn both_eyes_see_board_panel_and_markers() {
    let Some(room) = Room::with_eyes("the picture of both eyes", "eyes") else {
        return;
    };
    let room = room.set("(computer: (black: (computer: true), evaluation_bar: true))");
    let mut player = Driver::start(&room, "eyes-game");
    player.select("b2");
    player.picture(&room, "both-eyes");
    // Also looks towards the panel.
    player.look_at("panel");
    player.picture(&room, "panel");
    // Also looks at a page from close up.
    let panel = player.place("panel").w_axis + player.to_stage;
    let near = panel + (HEAD - panel).normalize() * 0.5;
    player.driver.look(near, panel);
    player.press_button("hint");
    player.wait_for_text("Hint: look at ");
    player.press_button("hint");
    player.press_button("menu");
    player.press_button("new game");
    player.picture(&room, "page-new-game");
    player.press_button("back");
    player.look_at("board");
    player.picture(&room, "hint");
}

#[test]
fn computer_is_configured_and_asked_with_ray() {
    let Some(room) = Room::new("the computer in the headset", "computer") else {
        return;
    };
    let mut player = Driver::start_unseen(&room, "computer-game", &[]);
    player.press_button("menu");
    player.press_button("new game");
    player.press("choice who plays against the computer");
    player.wait_for_checked("choice who plays against the computer", true);
    // The lowest level is at the left end.
    player.press_part("slider strength", 0.02);
    player.press_button("start");
    player.wait_for_text("Black: computer, level 1");
    player.press_button("hint");
    player.wait_for_text("Hint: look at ");
    player.press_button("hint");
    player.wait("the way of the hint on the board", |p| {
        let looks = p.inspector.query(&[LOOK], &[]).ok()?;
        let is_marked = |mark: &Value| mark == "Hint";
        looks
            .iter()
            .any(|row| is_marked(&row.components[LOOK]["mark"]))
            .then_some(())
    });
    player.play("a4", "g1");
    player.wait_for_answer();
}

#[test]
fn stick_turns_ball_menu_recentres_and_closing_window_quits() {
    let Some(room) = Room::new("stick and menu button", "stick") else {
        return;
    };
    let mut player = Driver::start_unseen(&room, "stick-game", &[]);
    for (tilt, direction) in [
        ([1.0, 0.0], Vec3::X),
        ([-1.0, 0.0], Vec3::NEG_X),
        ([0.0, 1.0], Vec3::Y),
        ([0.0, -1.0], Vec3::NEG_Y),
    ] {
        player.press_a();
        player.rest();
        // A tile in the centre of the view; the head looks along -z.
        let tiles = player.tiles();
        let (tile, before) = tiles
            .into_iter()
            .max_by(|a, b| a.1.z.total_cmp(&b.1.z))
            .expect("there are tiles");
        player.driver.thumbstick(Side::Right, tilt);
        let moved = player.wait("the ball to turn", |p| {
            let moved = p.try_place(&tile)?.w_axis - before;
            (moved.length() > 0.02).then_some(moved)
        });
        player.driver.thumbstick(Side::Right, [0.0, 0.0]);
        assert!(
            moved.dot(direction) > 0.015,
            "{tile} has moved by {moved} for {tilt:?}"
        );
    }

    let elsewhere = HEAD + Vec3::new(-0.6, -0.3, 0.4);
    let ahead = elsewhere + Vec3::NEG_Z;
    player.driver.look(elsewhere, ahead);
    player.frames(4);
    let is_elsewhere = |p: &Driver| p.off_its_place(Vec3::NEG_Z) > Some(0.1);
    assert!(is_elsewhere(&player));
    // A short press hides the panel, and the next one shows it.
    for is_there in [false, true] {
        player.press_menu();
        player.wait_for_panel(is_there);
    }
    player.frames(10);
    assert!(is_elsewhere(&player));
    player.driver.update(|state| state.right.b_click = true);
    player.wait_for_board_before(Vec3::NEG_Z, 0.01);
    player.driver.update(|state| state.right.b_click = false);

    // Closing the window ends the game without a restart.
    player.close_window();
    player.wait_for_good_end(Driver::PATIENCE);
}
