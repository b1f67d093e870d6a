//! Moves typed on a real keyboard, and copying to the clipboard.

use icochess_boards::Variant;
use icochess_rules::PieceSymbols;

use crate::driver::{Driver, bare_place};
use crate::support::mouse::NODE;
use crate::support::plays::Plays;

/// Types keys into the open field, and waits for the text `expected`.
fn type_text(player: &mut Driver, keys: &[&str], expected: &str) {
    // Wait for the focus.
    player.frames(3);
    for key in keys {
        player.screen.key(key);
    }
    player.wait_for_text(expected);
}

#[test]
fn typed_moves_are_played_with_keyboard_alone() {
    let Some(place) = bare_place("typed moves in the window", "typing") else {
        return;
    };
    let mut player = Driver::start_with(&place, "typing", &["--variant", "chess"]);
    player.screen.key("slash");
    player.wait_for_text("Type a move like");
    type_text(&mut player, &["N"], "4 moves start like this");
    player.picture("typing-begun");
    type_text(&mut player, &["f", "3"], "Enter: knight G1 to F3");
    player.picture("typing-move");
    player.screen.key("Return");
    player.wait_for_moves(&["g1f3"]);
    // The field stays open for the next move; letters and digits don't trigger shortcuts.
    type_text(&mut player, &["n"], "4 moves start like this");
    player.screen.key("Tab");
    player.wait_for_text("Enter: knight B8 to A6");
    player.screen.key("Down");
    player.wait_for_text("Enter: knight B8 to C6");
    player.screen.key("Return");
    player.wait_for_moves(&["g1f3", "b8c6"]);
    player.screen.key("Escape");
    player.wait("the field to go", |p| {
        p.named(NODE, "field move").is_none().then_some(())
    });
    player.press_button("type a move");
    player.wait("the field", |p| p.named(NODE, "field move"));
    type_text(&mut player, &["e", "2", "e", "4"], "Enter: pawn E2 to E4");
    player.screen.key("Return");
    player.wait_for_moves(&["g1f3", "b8c6", "e2e4"]);
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn copied_diagram_reaches_clipboard() {
    let Some(place) = bare_place("the clipboard", "clipboard") else {
        return;
    };
    let mut player = Driver::start_with(&place, "clipboard", &["--variant", "chess"]);
    player.play("e2", "e4");
    player.press_button("menu");
    player.press_button("review");
    player.press_button("copy diagram");
    player.wait_for_text("Copied to the clipboard.");
    player.press_button("annotate");
    player.press("field comment");
    player.frames(3);
    player.screen.key("ctrl+v");
    let saved = player.wait_for_saved(place.data(), "♜");
    let mut game = Variant::Chess.board().new_game();
    let mv = game.position().parse_uci("e2e4").expect("a move");
    game.make_mut().play(mv).expect("a legal move");
    // PGN comments are stored on one line, so this compares words.
    let diagram = words(&game.position().diagram(PieceSymbols::Figurines));
    assert!(words(&saved).contains(&diagram), "{diagram}: {saved}");
}
