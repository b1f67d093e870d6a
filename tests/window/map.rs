//! A game in the window, played only on the map.

use crate::driver::{Driver, place};
use crate::support::ball_game::play_to_mate;
use crate::support::plays::Plays;

#[test]
fn game_is_played_to_mate_on_map_with_mouse() {
    let Some(place) = place("the map in the window", "map") else {
        return;
    };
    // In such a small window, hints for beginners would leave the map too small to hit.
    place.set(
        "(auto_turn_flat: false, render_scale: 0.5, room: \"none\", map: true, known_boards: [\"icochess\"])\n",
    );
    let mut player = Driver::start(&place, "map");
    let mut picks = 0;
    play_to_mate(&mut player, |player, cell| {
        // Before the first move, with its piece selected.
        if picks == 1 {
            player.picture("map");
        }
        player.click_on(&format!("map {cell}"));
        picks += 1;
    });
    // K hides the map.
    place.screen.key("k");
    player.wait_for_setting(place.data(), "map: false");
}
