//! Boards and positions: selection, display, perft, and errors.

use std::thread;
use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess};
use icochess_engine::uci::{MAX_LINE_BYTES, MAX_QUEUED};
use icochess_rules::{Board, Equipment, Position};

use super::{AT_ONCE, CHESS, Dialogue, boards, evaluated, spawn_with};
use crate::shared::rows;

#[test]
fn uci_lists_name_options_and_boards() {
    let mut dialogue = Dialogue::start();
    dialogue.send("uci");
    let lines = dialogue.until("uciok");
    assert!(lines[0].starts_with("id name Icochess "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(
        lines[2],
        format!(
            "option name UCI_Variant type combo default icochess{}",
            boards()
        ),
    );
    let is_network = |line: &&String| line.starts_with("info string network ");
    let networks: Vec<_> = lines.iter().filter(is_network).collect();
    assert_eq!(networks.len(), 5, "{lines:?}");
    assert!(networks[0].starts_with("info string network icochess: "));
    assert!(networks[1].starts_with("info string network chess: "));
    let options: Vec<_> = lines[2..lines.len() - 1]
        .iter()
        .filter(|line| !is_network(line))
        .collect();
    assert!(options.iter().all(|line| line.starts_with("option name ")));
    assert!(options.len() > 4, "{options:?}");
    dialogue.accepted("ucinewgame");
    dialogue.accepted("stop");
    dialogue.accepted("");
    dialogue.send("quit");
    let (status, rest) = dialogue.end();
    assert!(status.success() && rest.is_empty(), "{status}: {rest:?}");
}

#[test]
fn board_can_be_chosen_and_shown() {
    let mut dialogue = Dialogue::start();
    assert_eq!(dialogue.shown("Fen: "), Icochess::START);
    assert_eq!(dialogue.shown("  a  "), "Q K P P");
    assert_eq!(dialogue.shown("Legal moves: "), "46");
    dialogue.accepted("position startpos moves b1o3");
    let key = format!("{:016X}", {
        let start = Position::<Icochess>::start();
        let mv = Icochess::tables().parse_uci("b1o3").unwrap();
        start.play(mv).unwrap().hash()
    });
    assert_eq!(dialogue.shown("Key: "), key);

    dialogue.accepted("setoption name uci_variant value Chess");
    assert_eq!(dialogue.shown("Fen: "), Chess::START);
    assert_eq!(dialogue.shown("  8  "), "r n b q k b n r");
    assert_eq!(dialogue.shown("Legal moves: "), "20");
    assert_eq!(dialogue.shown("Checkers: "), "-");
    dialogue.accepted("position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert_eq!(dialogue.shown("Checkers: "), "h4");
    assert_eq!(dialogue.shown("Legal moves: "), "0");
    assert_eq!(dialogue.perft(3), 0);
    dialogue.accepted("ucinewgame");
    assert_eq!(dialogue.shown("Fen: "), Chess::START);

    dialogue.accepted("setoption name UCI_Variant value icochess");
    assert_eq!(dialogue.shown("Fen: "), Icochess::START);
}

#[test]
fn position_moves_castle_promote_and_capture_en_passant() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    for [begin, moves, after] in rows(
        "startpos => e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 =>
            r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4
        fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 => e8c8 => 2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2
        startpos => e2e4 a7a6 e4e5 d7d5 =>
            rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3
        startpos => e2e4 a7a6 e4e5 d7d5 e5d6 =>
            rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3
        fen 1r2k3/P7/8/8/8/8/8/4K3 w - - 3 9 => a7b8n => 1N2k3/8/8/8/8/8/8/4K3 b - - 0 9
        fen 4k3/8/8/8/8/8/p7/4K3   b - - => A2A1Q => 4k3/8/8/8/8/8/8/q3K3 w - - 0 2",
    ) {
        dialogue.accepted(&format!("position {begin} moves {moves}"));
        assert_eq!(dialogue.shown("Fen: "), after, "{begin} {moves}");
    }
    let refusal = dialogue.refused("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8");
    assert!(
        refusal.contains("the piece it becomes is missing"),
        "{refusal}"
    );
}

#[test]
fn perft_agrees_with_the_rules() {
    let mut dialogue = Dialogue::start();
    assert_eq!(dialogue.perft(0), 1);
    assert_eq!(dialogue.perft(3), 123_894);
    dialogue.accepted(CHESS);
    assert_eq!(dialogue.perft(4), 197_281);
    // "Kiwipete", a popular test position.
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    dialogue.accepted(&format!("position fen {kiwipete}"));
    assert_eq!(dialogue.perft(3), 97_862);
    dialogue.send("go perft 1");
    assert!(dialogue.until("Nodes").contains(&"e1g1: 1".into()));
}

#[test]
fn refused_commands_print_one_line_and_change_nothing() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    dialogue.accepted("position startpos moves e2e4 c7c5");
    for [line, expected] in rows(
        r#"joho => "joho" is no command, expected uci, isready
        debug => debug: expected "on" or "off"
        debug maybe => debug: expected "on" or "off"
        go depth => it is not complete, expected depth
        go movetime soon => found "soon", expected depth
        setoption name Threads value 0 => option Threads: found "0", expected a number from 1
        setoption name MultiPV => option MultiPV: found "", expected a number
        go perft => it is not complete
        go perft 31 => found "31", expected depth
        go perft -1 => found "-1"
        setoption => expected: setoption name UCI_Variant value chess
        setoption name Bash value 16 => no option "Bash", expected UCI_Variant
        setoption name UCI_Variant value checkers =>
            "checkers" is no variant, expected icochess, chess (Standard),
        position => nothing follows, expected "startpos" or "fen"
        position e2e4 => found "e2e4"
        position startpos e2e4 => found "e2e4"
        position fen => 0 fields, expected 6
        position fen 8/8/8/8/8/8/8/8 w - - 0 1 =>
            White has 0 pieces of the kind king, expected exactly one
        position fen rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 =>
            character 14: "x" is no piece, expected one of PNBRQK
        position fen BALL => 20 groups in the placement, expected 8
        position startpos moves e2e4 e7e5 e1g1 =>
            move 3 of the list: e1g1 is not legal: castling is not possible
        position startpos moves e2e4 e2e4 =>
            move 2 of the list: e2e4 is not legal: there is no piece there; expected one of a7a5
        position startpos moves 0000 => move 1 of the list: "0000" is not a move
        position startpos moves e2e4q => e2e4q is not legal
        position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3 =>
            it leaves the king in check; expected none: the game is over"#,
    ) {
        let line = line.replace("BALL", Icochess::START);
        let refusal = dialogue.refused(&line);
        assert!(refusal.contains(expected), "{line}: {refusal}");
    }
    // The position is still the one after `e2e4 c7c5`.
    assert_eq!(dialogue.shown("Legal moves: "), "30");
}

#[test]
fn nothing_is_played_after_a_variant_end() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted("setoption name UCI_Variant value startrek3d");
    let bare = "position fen 4/4/4/4|4/4/4/4|4/p3/2N1/4|\
                b17:2/2,e17:2/K1,b35:2/2,b63:2/2,b81:2/2,e81:1k/2 w - - 0 1 moves d62b72";
    dialogue.accepted(bare);
    assert_eq!(dialogue.shown("Legal moves: "), "0");
    dialogue.send("go depth 3");
    let answer = dialogue.until("bestmove ");
    assert_eq!(answer.last().unwrap(), "bestmove 0000");
    let refusal = dialogue.refused(format!("{bare} f91f81"));
    assert!(
        refusal.ends_with("is not legal: the game is over; expected none: the game is over"),
        "{refusal}"
    );
}

#[test]
fn search_after_a_refused_position_returns_no_move() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    for line in [
        &b"position startpos moves e2e4 e2e4"[..],
        b"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        b"position e2e4",
        b"position",
        b"so position fen x",
        b"position startpos moves e2e4 \xff",
        &[b"position startpos ".to_vec(), vec![b'x'; MAX_LINE_BYTES]].concat(),
    ] {
        let shown = String::from_utf8_lossy(&line[..line.len().min(50)]).into_owned();
        dialogue.accepted("position startpos moves e2e4");
        dialogue.refused(line);
        for (go, answer) in [
            ("go depth 3", "bestmove 0000"),
            // No answer waits for `stop`, either.
            ("go infinite", "bestmove 0000"),
            ("go perft 2", "Nodes searched: 0"),
        ] {
            dialogue.send(go);
            let why = dialogue.line();
            assert!(
                why.starts_with("info string go: the last position was refused, expected"),
                "{shown}: {why}"
            );
            assert_eq!(dialogue.line(), answer, "{shown}");
        }
        // A later accepted position is searched again.
        for right in ["position startpos", "ucinewgame", CHESS] {
            dialogue.refused(line);
            dialogue.accepted(right);
            dialogue.send("go depth 2");
            let output = dialogue.until("bestmove ").pop().expect("a move");
            assert_ne!(output, "bestmove 0000", "{shown}, {right}");
            assert_eq!(dialogue.perft(1), 20);
        }
    }
    // Other refused lines leave the position as it is.
    dialogue.refused("setoption name Hash value 0");
    dialogue.refused("positions startpos");
    assert_eq!(dialogue.perft(1), 20);
}

#[test]
fn board_can_be_chosen_by_argument() {
    let mut dialogue = Dialogue::with(spawn_with(&["--variant", "chess"]));
    assert_eq!(dialogue.shown("Fen: "), Chess::START);
    dialogue.send("uci");
    let output = dialogue.until("uciok");
    let option = format!(
        "option name UCI_Variant type combo default chess{}",
        boards()
    );
    assert!(output.contains(&option), "{output:?}");
    dialogue.accepted("ucinewgame");
    assert_eq!(dialogue.shown("Fen: "), Chess::START);
    dialogue.accepted("setoption name UCI_Variant value icochess");
    assert_eq!(dialogue.shown("Fen: "), Icochess::START);
    // An unknown board is a wrong argument.
    let mut child = spawn_with(&["--variant", "checkers"]);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn long_perft_stops_at_once_and_blocks_nothing() {
    let mut dialogue = Dialogue::start();
    for variant in evaluated() {
        dialogue.accepted(&format!("setoption name UCI_Variant value {variant}"));
        dialogue.send("go perft 30");
        let began = Instant::now();
        assert_eq!(dialogue.settle(), [""; 0]);
        // Perft keeps its position.
        dialogue.accepted("position startpos");
        thread::sleep(Duration::from_millis(50));
        dialogue.send("stop");
        let output = dialogue.settle();
        assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
        let first = "info string stopped after 0 of ";
        assert!(output[0].starts_with(first), "{output:?}");
        let counted: u64 = output[1]["Nodes searched: ".len()..].parse().unwrap();
        assert!(counted > 0);
        // The engine is ready for the next command at once.
        dialogue.send("go perft 30\nstop\ngo perft 2");
        assert!(dialogue.line().starts_with(first));
        assert!(dialogue.line().starts_with("Nodes searched: "));
        let last = dialogue.until("Nodes searched: ").pop();
        let replies = variant.board().new_game().position().divide(2);
        let two_plies: u64 = replies.iter().map(|(_, count)| count).sum();
        let known = format!("Nodes searched: {two_plies}");
        assert_eq!(last, Some(known));
    }
    dialogue.send("go perft 30");
    let began = Instant::now();
    dialogue.send("quit");
    let (status, _) = dialogue.end();
    assert!(status.success() && began.elapsed() < AT_ONCE);
}

#[test]
fn perft_commands_are_queued() {
    let mut dialogue = Dialogue::start();
    dialogue.send(format!("go perft 3\n{CHESS}\ngo perft 3\ngo perft 1"));
    for sum in ["123894", "8902", "20"] {
        let last = dialogue.until("Nodes searched: ").pop().unwrap();
        assert_eq!(last, format!("Nodes searched: {sum}"));
    }
    // The queue is limited, and `stop` clears it.
    for _ in 0..=MAX_QUEUED {
        dialogue.accepted("go perft 30");
    }
    let refusal = dialogue.refused("go perft 1");
    assert!(refusal.contains("expected \"stop\""), "{refusal}");
    dialogue.send("stop");
    let output = dialogue.settle();
    assert!(output[0].starts_with("info string stopped"), "{output:?}");
    assert!(output[1].starts_with("Nodes searched: "), "{output:?}");
    let dropped = format!("info string dropped {MAX_QUEUED} more times \"go\"");
    assert_eq!(output[2..], [dropped]);
    assert_eq!(dialogue.perft(1), 20);
}
