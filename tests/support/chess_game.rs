//! A short game of 8×8 chess with all its special moves: castling on both wings, en passant,
//! promotion to queen and knight. Ends with mate. Checked with python-chess.

use serde_json::Value;

use super::plays::Plays;

/// Start position as FEN.
pub const START: &str = "r3k3/3p3P/P7/4P3/8/8/8/4K2R w Kq - 0 1";

/// Moves of the game in UCI text.
pub const MOVES: [&str; 13] = [
    "e1g1", "d7d5", "e5d6", "e8c8", "h7h8n", "d8d6", "f1f8", "d6d8", "f8f7", "d8e8", "a6a7",
    "e8e2", "a7a8q",
];

/// Number of plies before the program restarts. Black has castled queenside by then.
pub const HALF: usize = 4;

/// Returns the picks of a move: the piece, its target and the promotion, if any.
pub fn picks(mv: &str) -> (&str, &str, Option<&'static str>) {
    let choice = match mv.get(4..) {
        Some("q") => Some("queen"),
        Some("n") => Some("knight"),
        _ => None,
    };
    // Black castles by picking its own rook.
    let to = if mv == "e8c8" { "a8" } else { &mv[2..4] };
    (&mv[..2], to, choice)
}

/// Plays the move at `ply` by picking squares; `choose` picks the promotion.
pub fn play<P: Plays>(
    player: &mut P,
    ply: usize,
    pick: impl FnMut(&mut P, &str),
    choose: impl FnOnce(&mut P, &str),
) {
    let (from, to, choice) = picks(MOVES[ply]);
    player.pick_both([from, to], from, pick);
    if let Some(piece) = choice {
        choose(player, piece);
    }
    player.wait_for_moves(&MOVES[..=ply]);
}

/// Takes back every move, down to the position `first`, then replays them.
pub fn go_back_through(player: &mut impl Plays, first: &Value) {
    let end = player.state();
    assert_eq!(end["outcome"], "checkmate", "{end}");
    for plies in (0..MOVES.len()).rev() {
        player.undo(&MOVES[..plies]);
    }
    assert_eq!(&player.state()["position"], first);
    for plies in 1..=MOVES.len() {
        player.redo(&MOVES[..plies]);
    }
    assert_eq!(player.state(), end);
}
