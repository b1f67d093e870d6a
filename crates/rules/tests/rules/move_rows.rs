//! Tests of the rows of a numbered move list.

use icochess_boards::{Chess, Icochess};
use icochess_rules::{pgn, *};

fn text<B: Board>(game: &str) -> Vec<String> {
    let game = pgn::parse::<B>(game).unwrap();
    let rows = move_rows(&game.tree);
    for (index, row) in rows.iter().enumerate() {
        for entry in row.entries() {
            assert_eq!(MoveRow::find(&rows, entry.node), Some(index));
        }
    }
    rows.iter().map(ToString::to_string).collect()
}

#[test]
fn variations_and_comments_split_rows() {
    let game = "{About it.} 1. e4 (1. d4 {Queen's. [%eval 0.2]} d5 2. c4 (2. Nf3 Nf6) 2... e6) \
                1... e5 2. Qh5 $2 {[%clk 0:01:00]} Ke7 $4 $146 3. Qxe5# 1-0";
    let expected = [
        "  About it.",
        "1. e4",
        "  1. d4",
        "    Queen's.",
        "  1... d5",
        "  2. c4",
        "    2. Nf3 Nf6",
        "  2... e6",
        "1... e5",
        "2. Qh5? Ke7??$146",
        "3. Qxe5#",
    ];
    assert_eq!(text::<Chess>(game), expected);
}

#[test]
fn black_may_begin_and_any_board_has_rows() {
    let game = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n\n7... Kd8 8. Kd1 *";
    assert_eq!(text::<Chess>(game), ["7... Kd8", "8. Kd1"]);
    assert_eq!(text::<Icochess>("1. a4g1 n4s1 *"), ["1. a4g1 n4s1"]);
    assert_eq!(text::<Icochess>("*"), [""; 0]);
}

#[test]
fn long_comments_are_truncated() {
    let limit = MoveRow::MAX_TEXT;
    for (comment, shown) in [
        ("ä".repeat(limit), "  ".to_owned() + &"ä".repeat(limit)),
        ("ä ".repeat(limit), format!("  {}…", "ä ".repeat(limit / 2))),
    ] {
        let rows = text::<Chess>(&format!("1. e4 {{[%clk 0:00:01] {comment}}} *"));
        assert_eq!(rows, ["1. e4".to_owned(), shown]);
    }
}

#[test]
fn deep_variations_need_no_deep_stack() {
    let mut tree = GameTree::<Chess>::default();
    let mut at = NodeId::ROOT;
    for round in 0..3000 {
        let text = ["g1f3", "g8f6", "f3g1", "f6g8"][round % 4];
        let mv = tree.position().parse_uci(text).unwrap();
        // Adds a variation to each move. The next move continues the variation.
        let other = tree.position().legal_moves()[0];
        tree.add_variation(at, other).unwrap();
        at = tree.add_variation(at, mv).unwrap();
        tree.go_to(at);
    }
    assert!(move_rows(&tree).len() > 3000);
}
