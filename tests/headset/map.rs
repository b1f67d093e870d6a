//! Plays a game in the headset only on the map, in full view.

use crate::driver::{Driver, Room};
use crate::support::ball_game::play_to_mate;
use crate::support::plays::Plays;
use crate::support::remote::Side;

/// Points a hand at a cell of the map and pulls its trigger.
pub fn pick(player: &mut Driver, side: Side, cell: &str) {
    player.point_with(side, &format!("map {cell}"));
    player.pull(side);
}

#[test]
fn game_is_played_to_mate_on_map() {
    let Some(room) = Room::new("the map in the headset", "map") else {
        return;
    };
    let room = room.set("(render_scale: 0.5, room: \"none\", map: true)");
    let mut player = Driver::start_unseen(&room, "map-game", &[]);
    let lies = player.place("board");
    play_to_mate(&mut player, |player, cell| pick(player, Side::Right, cell));
    // The hand hasn't pushed the board away.
    let now = player.place("board");
    assert!(now.w_axis.distance(lies.w_axis) < 1e-4);
}

#[test]
#[ignore = "pictures for people; scripts/test --slow runs it"]
fn both_eyes_see_map_next_to_ball() {
    let Some(room) = Room::with_eyes("the picture of the map", "map-eyes") else {
        return;
    };
    let room = room.set("(room: \"none\", map: true, tile_names: true)");
    let mut player = Driver::start(&room, "map-eyes-game");
    pick(&mut player, Side::Right, "b1");
    player.wait_for_pointing("selected", Some("b1"));
    player.look_at("map");
    player.picture(&room, "map");
}
