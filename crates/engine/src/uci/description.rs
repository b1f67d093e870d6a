//! Description of a position for the command `d`.

use icochess_rules::{Board, CellSet, PieceSymbols, Position, diagram, perft};

/// Returns the answer to `d`: diagram, position text, hash key, cells of the checking pieces and
/// number of legal moves.
pub(super) fn describe<B: Board>(position: &Position<B>) -> String {
    let names: Vec<&str> = position
        .checkers()
        .cells()
        .map(|cell| B::tables().name(cell))
        .collect();
    let checkers = if names.is_empty() {
        "-".into()
    } else {
        names.join(" ")
    };
    format!(
        "{}\nFen: {position}\nKey: {:016X}\nCheckers: {checkers}\nLegal moves: {}",
        diagram(position, PieceSymbols::Letters),
        position.hash(),
        perft(position, 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Chess;

    #[test]
    fn description_ends_with_key_checkers_and_move_count() {
        let text = "4k3/8/8/8/8/8/4r3/4K3 w - - 3 40";
        let shown = describe::<Chess>(&text.parse().unwrap());
        assert!(shown.starts_with("  8  . . . . k . . .\n"));
        let last: Vec<&str> = shown.lines().rev().take(4).collect();
        assert_eq!(last[0], "Legal moves: 3");
        assert_eq!(last[1], "Checkers: e2");
        assert!(last[2].starts_with("Key: ") && last[2].len() == 21);
        assert_eq!(last[3], format!("Fen: {text}"));
    }
}
