//! `icochess uci`: the program driven through pipes, as another program drives
//! it, and the session fed with chance in this process.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use icochess_boards::{Chess, Icochess, OnBoard, Variant};
use icochess_engine::uci::{Answer, GRACE, MAX_LINE_BYTES, MAX_QUEUED, Refusal, Session, run};
use icochess_engine::{ComputerPlayer, levels};
use icochess_rules::{Board, Equipment, Position, perft};
use proptest::prelude::*;

/// A session in the start position of the ball.
fn session() -> Session {
    Session::new(Variant::for_uci(), "icochess").expect("the default board")
}

/// Far more than any answer takes; so long is only waited for what is missing.
const PATIENCE: Duration = Duration::from_secs(30);
/// What is meant by "at once", on a machine with other work.
const AT_ONCE: Duration = Duration::from_secs(5);

const CHESS: &str = "setoption name UCI_Variant value chess";

/// The program with its pipes; dropping it ends it.
struct Dialogue {
    child: Child,
    /// `None` once closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// The program, with pipes on all sides.
fn spawn() -> Child {
    spawn_with(&[])
}

/// The program with arguments more.
fn spawn_with(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_icochess-lab"))
        .arg("uci")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

impl Dialogue {
    fn start() -> Self {
        Self::with(spawn())
    }

    fn with(mut child: Child) -> Self {
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (told, lines) = mpsc::channel();
        thread::spawn(move || {
            stdout
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| told.send(line))
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes.as_ref()).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    /// The next line.
    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// All lines up to the first that begins so.
    fn until(&self, begin: &str) -> Vec<String> {
        let mut lines = vec![];
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(begin) {
                return lines;
            }
        }
    }

    /// What is said until everything before has been dealt with.
    fn settle(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line that is accepted without a word.
    fn accepted(&mut self, line: &str) {
        self.send(line);
        assert_eq!(self.settle(), [""; 0], "{line}");
    }

    /// Sends a line that gets one complaint, which is given.
    fn refused(&mut self, line: impl AsRef<[u8]>) -> String {
        let before = self.shown("Fen: ");
        let line = line.as_ref();
        self.send(line);
        let said = self.settle();
        let shown = String::from_utf8_lossy(&line[..line.len().min(100)]);
        assert_eq!(said.len(), 1, "{shown}: {said:?}");
        let complaint = said[0].strip_prefix("info string ").expect(&shown);
        assert_eq!(self.shown("Fen: "), before, "{shown}");
        complaint.into()
    }

    /// What `d` says after that word.
    fn shown(&mut self, word: &str) -> String {
        self.send("d");
        let lines = self.settle();
        let found = lines.iter().find_map(|line| line.strip_prefix(word));
        found.expect("a line of `d`").into()
    }

    /// The sum of a whole count, after checking the lines before it.
    fn perft(&mut self, plies: u32) -> u64 {
        self.send(format!("go perft {plies}"));
        let mut lines = self.until("Nodes searched: ");
        let sum: u64 = lines.pop().unwrap()[16..].parse().unwrap();
        assert!(lines.is_sorted(), "{lines:?}");
        let counts = lines.iter().map(|line| line.split_once(": ").unwrap().1);
        if plies > 0 {
            assert_eq!(sum, counts.map(|n| n.parse::<u64>().unwrap()).sum::<u64>());
        }
        sum
    }

    /// Closes the input and waits for the program, which says nothing on its
    /// standard error.
    fn end(mut self) -> (ExitStatus, Vec<String>) {
        self.stdin = None;
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        let status = self.child.wait().unwrap();
        (status, self.lines.iter().collect())
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All boards, as the option names them.
fn boards() -> String {
    Variant::ALL
        .map(|variant| format!(" var {variant}"))
        .concat()
}

#[test]
fn the_program_introduces_itself() {
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
    let options = &lines[2..lines.len() - 1];
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
fn the_board_is_chosen_and_shown() {
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
fn moves_castle_promote_and_take_in_passing() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    for (begin, moves, after) in [
        (
            "startpos",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1",
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4",
        ),
        (
            "fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "e8c8",
            "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2",
        ),
        (
            "startpos",
            "e2e4 a7a6 e4e5 d7d5",
            "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        ),
        (
            "startpos",
            "e2e4 a7a6 e4e5 d7d5 e5d6",
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
        ),
        (
            "fen 1r2k3/P7/8/8/8/8/8/4K3 w - - 3 9",
            "a7b8n",
            "1N2k3/8/8/8/8/8/8/4K3 b - - 0 9",
        ),
        (
            "fen 4k3/8/8/8/8/8/p7/4K3   b - -",
            "A2A1Q",
            "4k3/8/8/8/8/8/8/q3K3 w - - 0 2",
        ),
    ] {
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
fn counts_are_those_of_the_rules() {
    let mut dialogue = Dialogue::start();
    assert_eq!(dialogue.perft(0), 1);
    assert_eq!(dialogue.perft(3), 123_894);
    dialogue.accepted(CHESS);
    assert_eq!(dialogue.perft(4), 197_281);
    // "Kiwipete", a much used test position.
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    dialogue.accepted(&format!("position fen {kiwipete}"));
    assert_eq!(dialogue.perft(3), 97_862);
    dialogue.send("go perft 1");
    assert!(dialogue.until("Nodes").contains(&"e1g1: 1".into()));
}

#[test]
fn what_is_wrong_is_said_in_one_line_and_changes_nothing() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    dialogue.accepted("position startpos moves e2e4 c7c5");
    for (line, expected) in [
        ("joho", "\"joho\" is no command, expected uci, isready"),
        ("debug", "debug: expected \"on\" or \"off\""),
        ("debug maybe", "debug: expected \"on\" or \"off\""),
        ("go depth", "it is not complete, expected depth"),
        ("go movetime soon", "found \"soon\", expected depth"),
        (
            "setoption name Threads value 0",
            "option Threads: found \"0\", expected a number from 1",
        ),
        (
            "setoption name MultiPV",
            "option MultiPV: found \"\", expected a number",
        ),
        ("go perft", "it is not complete"),
        ("go perft 31", "found \"31\", expected depth"),
        ("go perft -1", "found \"-1\""),
        (
            "setoption",
            "expected: setoption name UCI_Variant value chess",
        ),
        (
            "setoption name Bash value 16",
            "no option \"Bash\", expected UCI_Variant",
        ),
        (
            "setoption name UCI_Variant value checkers",
            "\"checkers\" is no variant, expected icochess, chess (Standard), ",
        ),
        (
            "position",
            "nothing follows, expected \"startpos\" or \"fen\"",
        ),
        ("position e2e4", "found \"e2e4\""),
        ("position startpos e2e4", "found \"e2e4\""),
        ("position fen", "0 fields, expected 6"),
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "White has 0 pieces of the kind king, expected exactly one",
        ),
        (
            "position fen rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "character 14: \"x\" is no piece, expected one of PNBRQK",
        ),
        (
            &format!("position fen {}", Icochess::START),
            "20 groups in the placement, expected 8",
        ),
        (
            "position startpos moves e2e4 e7e5 e1g1",
            "move 3 of the list: e1g1 is not legal: castling is not possible",
        ),
        (
            "position startpos moves e2e4 e2e4",
            "move 2 of the list: e2e4 is not legal: there is no piece there; expected one of a7a5",
        ),
        (
            "position startpos moves 0000",
            "move 1 of the list: \"0000\" is not a move",
        ),
        ("position startpos moves e2e4q", "e2e4q is not legal"),
        (
            "position startpos moves f2f3 e7e5 g2g4 d8h4 a2a3",
            "it leaves the king in check; expected none: the game is over",
        ),
    ] {
        let refusal = dialogue.refused(line);
        assert!(refusal.contains(expected), "{line}: {refusal}");
    }
    // Not what `e2e4 c7c5` was refused for.
    assert_eq!(dialogue.shown("Legal moves: "), "30");
}

#[test]
fn nothing_is_played_after_an_end_by_a_rule_of_the_board() {
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
fn after_a_refused_position_no_move_is_answered() {
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
            // Nobody has to wait for `stop` either.
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
        // What is accepted after it counts again.
        for right in ["position startpos", "ucinewgame", CHESS] {
            dialogue.refused(line);
            dialogue.accepted(right);
            dialogue.send("go depth 2");
            let said = dialogue.until("bestmove ").pop().expect("a move");
            assert_ne!(said, "bestmove 0000", "{shown}, {right}");
            assert_eq!(dialogue.perft(1), 20);
        }
    }
    // Other lines that are refused leave the position as it is.
    dialogue.refused("setoption name Hash value 0");
    dialogue.refused("positions startpos");
    assert_eq!(dialogue.perft(1), 20);
}

#[test]
fn among_moves_that_are_not_legal_none_is_best() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    for (moves, expected) in [
        ("e2e5", "move 1 of the list: e2e5 is not legal"),
        ("e2e4 joho", "move 2 of the list"),
    ] {
        dialogue.send(format!("go depth 2 searchmoves {moves}"));
        let why = dialogue.line();
        assert!(why.starts_with(&format!("info string {expected}")), "{why}");
        assert_eq!(dialogue.line(), "bestmove 0000");
    }
    dialogue.send("go depth 2 searchmoves a2a3");
    let said = dialogue.until("bestmove ").pop().expect("a move");
    assert!(said.starts_with("bestmove a2a3"), "{said}");
}

#[test]
fn the_clock_of_the_other_side_is_no_limit() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    for (position, go, is_limited) in [
        ("position startpos", "go btime 50 binc 1", false),
        ("position startpos moves e2e4", "go wtime 50 winc 1", false),
        ("position startpos moves e2e4", "go btime 50 binc 1", true),
        // The only legal move, too.
        (
            "position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1",
            "go btime 50",
            false,
        ),
    ] {
        dialogue.accepted(position);
        dialogue.send(go);
        if !is_limited {
            thread::sleep(Duration::from_millis(300));
            let said = dialogue.settle();
            assert!(
                said.iter().all(|line| line.starts_with("info ")),
                "{position}, {go}: {said:?}"
            );
            dialogue.send("stop");
        }
        dialogue.until("bestmove ");
    }
}

#[test]
fn the_overhead_is_kept_back_of_the_time() {
    let mut dialogue = Dialogue::start();
    dialogue.send("uci");
    let said = dialogue.until("uciok");
    let option = "option name Move Overhead type spin default 15 min 0 max 5000";
    assert!(said.iter().any(|line| line == option), "{said:?}");
    let refusal = dialogue.refused("setoption name Move Overhead value 5001");
    assert!(refusal.contains("a number from 0 to 5000"), "{refusal}");
    // Nearly all of the clock is kept back, so there is hardly any time to use.
    dialogue.accepted("setoption name move overhead value 5000");
    let began = Instant::now();
    dialogue.send("go wtime 6000 btime 6000 movestogo 1");
    dialogue.until("bestmove ");
    // Without it the last move before the control takes up to all six seconds.
    assert!(
        began.elapsed() < Duration::from_secs(3),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn what_a_search_goes_by_is_said_when_asked_for() {
    let mut dialogue = Dialogue::start();
    let mut told = |line: &str, go: &str| {
        if !line.is_empty() {
            dialogue.accepted(line);
        }
        dialogue.send(go);
        let said = dialogue.until("bestmove ");
        said.into_iter()
            .find(|line| line.starts_with("info string"))
    };
    assert_eq!(told("", "go depth 2"), None);
    let line = told("debug on", "go depth 2 wtime 30000").expect("a line");
    for part in [
        "Strong level 10",
        "White",
        "about 999 ms",
        "2 plies",
        "64 MB",
        "threads 1",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let line = told("setoption name Move Overhead value 90", "go nodes 900").expect("a line");
    assert!(
        line.contains("900 nodes") && line.contains("overhead 90 ms"),
        "{line}"
    );
    assert_eq!(told("debug off", "go depth 2"), None);
}

#[test]
fn the_board_is_chosen_at_the_start_too() {
    let mut dialogue = Dialogue::with(spawn_with(&["--variant", "chess"]));
    assert_eq!(dialogue.shown("Fen: "), Chess::START);
    dialogue.send("uci");
    let said = dialogue.until("uciok");
    let option = format!(
        "option name UCI_Variant type combo default chess{}",
        boards()
    );
    assert!(said.contains(&option), "{said:?}");
    dialogue.accepted("ucinewgame");
    assert_eq!(dialogue.shown("Fen: "), Chess::START);
    dialogue.accepted("setoption name UCI_Variant value icochess");
    assert_eq!(dialogue.shown("Fen: "), Icochess::START);
    // A board that is not known is a wrong argument.
    let mut child = spawn_with(&["--variant", "checkers"]);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn bytes_that_are_no_text_are_refused_and_the_next_line_is_read() {
    let mut dialogue = Dialogue::start();
    for (line, at) in [
        (&b"isready\0"[..], 8),
        (b"\0", 1),
        (b"position fen \xff\xfe", 14),
        (b"position fen \x1b[2J", 14),
        (&[0; 1000][..], 1),
    ] {
        let refusal = dialogue.refused(line);
        assert!(
            refusal.contains(&format!("byte {at} of the line")),
            "{refusal}"
        );
        assert!(refusal.contains("expected UTF-8"), "{refusal}");
    }
    for begin in ["", "position fen ", "go perft ", "quit "] {
        let line = begin.to_owned() + &"x".repeat(10 << 20);
        let refusal = dialogue.refused(line);
        assert!(refusal.contains(&format!("longer than {MAX_LINE_BYTES} bytes")));
    }
    let words = "é ".repeat(MAX_LINE_BYTES / 4);
    let refusal = dialogue.refused(words);
    assert!(refusal.len() < 300, "{refusal}");
    // Other ends of lines.
    dialogue.send("isready\r");
    assert_eq!(dialogue.line(), "readyok");
    dialogue.send("  \t so   isready \r");
    assert_eq!(dialogue.line(), "readyok");
}

/// Perft of two plies from the start position.
struct TwoPlies;

impl OnBoard for TwoPlies {
    type Output = u64;

    fn run<B: Board>(self) -> u64 {
        perft(&Position::<B>::start(), 2)
    }
}

#[test]
fn a_long_count_stops_at_once_and_holds_nothing_up() {
    let mut dialogue = Dialogue::start();
    for variant in Variant::ALL {
        dialogue.accepted(&format!("setoption name UCI_Variant value {variant}"));
        dialogue.send("go perft 30");
        let began = Instant::now();
        assert_eq!(dialogue.settle(), [""; 0]);
        // It counts from where it began.
        dialogue.accepted("position startpos");
        thread::sleep(Duration::from_millis(50));
        dialogue.send("stop");
        let said = dialogue.settle();
        assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
        let first = "info string stopped after 0 of ";
        assert!(said[0].starts_with(first), "{said:?}");
        let counted: u64 = said[1]["Nodes searched: ".len()..].parse().unwrap();
        assert!(counted > 0);
        // Ready for the next, at once too.
        dialogue.send("go perft 30\nstop\ngo perft 2");
        assert!(dialogue.line().starts_with(first));
        assert!(dialogue.line().starts_with("Nodes searched: "));
        let last = dialogue.until("Nodes searched: ").pop();
        let known = format!("Nodes searched: {}", variant.on_board(TwoPlies));
        assert_eq!(last, Some(known));
    }
    dialogue.send("go perft 30");
    let began = Instant::now();
    dialogue.send("quit");
    let (status, _) = dialogue.end();
    assert!(status.success() && began.elapsed() < AT_ONCE);
}

#[test]
fn a_search_says_what_it_finds_and_its_move() {
    let mut dialogue = Dialogue::start();
    for (variant, mate, best) in [
        (
            "chess",
            "position fen 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1 moves a1b1 g8f8",
            "h1h7",
        ),
        ("icochess", "position startpos moves b1n4 o1b3", "b2o3"),
    ] {
        dialogue.accepted(&format!("setoption name UCI_Variant value {variant}"));
        dialogue.send("go depth 5");
        let said = dialogue.until("bestmove ");
        assert!(said.len() >= 6, "{said:?}");
        for part in [
            " depth 5 ",
            " seldepth ",
            " score cp ",
            " nodes ",
            " nps ",
            " hashfull ",
        ] {
            assert!(said[said.len() - 2].contains(part), "{part}: {said:?}");
        }
        dialogue.send("setoption name MultiPV value 3\ngo nodes 3000");
        let said = dialogue.until("bestmove ");
        for rank in [" multipv 1 ", " multipv 2 ", " multipv 3 "] {
            assert!(said.iter().any(|line| line.contains(rank)), "{said:?}");
        }
        dialogue.accepted("setoption name MultiPV value 1");
        dialogue.accepted(mate);
        if variant == "icochess" {
            dialogue.send("go mate 1");
            let said = dialogue.until("bestmove ");
            assert!(said[said.len() - 2].contains(" score mate 1 "), "{said:?}");
            assert_eq!(said[said.len() - 1], format!("bestmove {best}"));
        }
    }
    // Nothing to choose from.
    dialogue.accepted("position startpos moves b1n4 o1b3 b2o3");
    dialogue.send("go depth 3");
    assert_eq!(dialogue.line(), "bestmove 0000");
}

#[test]
fn the_algorithm_is_chosen_by_name() {
    let mut dialogue = Dialogue::start();
    let refusal = dialogue.refused("setoption name Algorithm value Clever");
    assert!(
        refusal.contains("one of Random, Value, Attack, Strong"),
        "{refusal}"
    );
    // A rook hangs, and taking it is best for all that count.
    for (algorithm, takes) in [("random", false), ("Value", true), ("ATTACK", true)] {
        dialogue.accepted(&format!("setoption name Algorithm value {algorithm}"));
        dialogue.accepted("setoption name Level value 1");
        dialogue.accepted("setoption name Seed value 7");
        let mut moves = Vec::new();
        for _ in 0..2 {
            dialogue.accepted("position startpos moves b1n4");
            dialogue.send("go depth 1");
            moves.push(dialogue.until("bestmove ").pop().expect("a move"));
        }
        assert_eq!(moves[0], moves[1], "the same seed, the same move");
        dialogue.send("go infinite");
        let said = dialogue.settle();
        assert!(
            said.iter().all(|line| line.starts_with("info ")),
            "{said:?}"
        );
        dialogue.send("stop");
        dialogue.until("bestmove ");
        if takes {
            assert!(moves[0].ends_with("n4"), "{algorithm}: {moves:?}");
        }
    }
}

#[test]
fn a_search_without_end_waits_for_stop_and_pondering_for_the_hit() {
    let mut dialogue = Dialogue::start();
    for search in ["go infinite", "go", "go ponder wtime 100 btime 100"] {
        dialogue.send(search);
        thread::sleep(Duration::from_millis(300));
        let said = dialogue.settle();
        assert!(
            said.iter().all(|line| line.starts_with("info ")),
            "{said:?}"
        );
        let began = Instant::now();
        let end = if search.starts_with("go ponder") {
            "ponderhit"
        } else {
            "stop"
        };
        dialogue.send(end);
        assert!(dialogue.until("bestmove ").len() <= 3);
        assert!(began.elapsed() < AT_ONCE);
    }
    // A mate in one leaves nothing to find out; it waits all the same.
    dialogue.accepted("position startpos moves b1n4 o1b3");
    dialogue.send("go infinite");
    thread::sleep(Duration::from_millis(200));
    assert!(
        dialogue
            .settle()
            .iter()
            .all(|line| line.starts_with("info "))
    );
    dialogue.send("stop");
    assert!(
        dialogue
            .until("bestmove ")
            .pop()
            .unwrap()
            .starts_with("bestmove b2o3")
    );
    // Words that mean nothing are passed over, and said to be.
    dialogue.send("go nodes 2000 far");
    let said = dialogue.until("bestmove ");
    assert_eq!(said[0], "info string go: \"far\" is passed over");
    // The hit is for the search that ponders, not for one that waits behind it.
    dialogue.send("go ponder nodes 2000\ngo nodes 100\nponderhit");
    dialogue.until("bestmove ");
    dialogue.until("bestmove ");
    // A clock is kept to.
    let began = Instant::now();
    dialogue.send("position startpos\ngo wtime 500 btime 500 winc 0 binc 0");
    dialogue.until("bestmove ");
    assert!(began.elapsed() < Duration::from_millis(500));
}

#[test]
fn counts_wait_for_their_turn() {
    let mut dialogue = Dialogue::start();
    dialogue.send(format!("go perft 3\n{CHESS}\ngo perft 3\ngo perft 1"));
    for sum in ["123894", "8902", "20"] {
        let last = dialogue.until("Nodes searched: ").pop().unwrap();
        assert_eq!(last, format!("Nodes searched: {sum}"));
    }
    // But not without end, and not past `stop`.
    for _ in 0..=MAX_QUEUED {
        dialogue.accepted("go perft 30");
    }
    let refusal = dialogue.refused("go perft 1");
    assert!(refusal.contains("expected \"stop\""), "{refusal}");
    dialogue.send("stop");
    let said = dialogue.settle();
    assert!(said[0].starts_with("info string stopped"), "{said:?}");
    assert!(said[1].starts_with("Nodes searched: "), "{said:?}");
    let dropped = format!("info string dropped {MAX_QUEUED} more times \"go\"");
    assert_eq!(said[2..], [dropped]);
    assert_eq!(dialogue.perft(1), 20);
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let (status, said) = Dialogue::start().end();
    assert!(status.success() && said.is_empty());
    // The last line needs no end, and what it asks for is done.
    let mut dialogue = Dialogue::start();
    let stdin = dialogue.stdin.as_mut().unwrap();
    stdin.write_all(b"go perft 3").unwrap();
    let (status, said) = dialogue.end();
    assert!(status.success());
    assert_eq!(said.last().unwrap(), "Nodes searched: 123894");
    // Unless it takes too long.
    let mut dialogue = Dialogue::start();
    dialogue.send("go perft 30");
    let began = Instant::now();
    let (status, said) = dialogue.end();
    assert!(status.success() && began.elapsed() < GRACE + AT_ONCE);
    assert!(said[0].contains("stopped after 0 of 46 moves"), "{said:?}");
}

/// Starts the program with its output closed.
fn unheard() -> Child {
    let mut child = spawn();
    drop(child.stdout.take());
    child
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    // The second says something only when the line has been dealt with.
    for line in ["isready\n", "go perft 3\n", "nonsense\n"] {
        let mut child = unheard();
        // Kept open: the output alone makes it end.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        let mut errors = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut errors).unwrap();
        assert!(child.wait().unwrap().success(), "{line}");
        assert_eq!(errors, "", "{line}");
        drop(stdin);
    }
}

/// What a conversation in this process says.
fn converse(input: impl BufRead + Send + 'static) -> String {
    let mut out = Vec::new();
    run(session(), input, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn of_a_line_without_end_nothing_is_kept() {
    // What is held of it is pinned where lines are read; this is the whole way.
    let endless = BufReader::new(io::repeat(b'x').take(100 << 20));
    let said = converse(endless.chain(&b"\nisready\n"[..]));
    let (first, rest) = said.split_once('\n').unwrap();
    assert!(first.starts_with("info string the line is longer"));
    assert_eq!(rest, "readyok\n");
}

#[test]
fn an_input_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::IsADirectory.into())
        }
    }
    let input = BufReader::new((&b"isready\n"[..]).chain(Broken));
    let mut out = Vec::new();
    let error = run(session(), input, &mut out).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    assert_eq!(out, b"readyok\n");
}

/// As `cases` of the rules' tests: `usual`, or what the environment variable
/// `PROPTEST_CASES` says, for a long run.
fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(usual),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Words of commands, right and wrong, and some that are beside them.
const WORDS: &[&str] = &[
    "uci",
    "isready",
    "setoption",
    "name",
    "UCI_Variant",
    "value",
    "icochess",
    "chess",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "d",
    "go",
    "perft",
    "1",
    "30",
    "31",
    "depth",
    "stop",
    "joho",
    "debug",
    "-",
    "w",
    "b",
    "KQkq",
    "0",
    "65536",
    "e2e4",
    "e7e5",
    "e1g1",
    "a7a8q",
    "a1g1",
    "b1o3",
    "0000",
    "é",
    "\u{202e}",
    "\0",
];

/// Lines that are right, on one board or on both.
const LINES: &[&str] = &[
    "uci",
    "isready",
    "setoption name UCI_Variant value icochess",
    CHESS,
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 d7d5 e4d5 g8f6 f1b5 c7c6 d5c6 d8d2",
    "position startpos moves b1o3 n1b3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/P6k/8/8/1pPp4/8/8/K7 b - c3 0 7 moves b4c3 a7a8q",
    "position fen K3/3b/4/4/4/4/1p2/4/4/4/4/4/4/k3/4/4/4/4/4/4 w g2 - 0 1 moves a1a2",
    "d",
    "go perft 2",
    "stop",
];

/// A line of words, a right one, or a right one with something wrong in it.
fn line() -> impl Strategy<Value = String> {
    let right = || proptest::sample::select(LINES).prop_map(str::to_owned);
    let word = || proptest::sample::select(WORDS);
    prop_oneof![
        2 => right(),
        1 => proptest::collection::vec(word(), 0..8).prop_map(|words| words.join(" ")),
        3 => (right(), word(), any::<(usize, u8)>()).prop_map(|(line, word, (at, how))| {
            let mut words: Vec<&str> = line.split(' ').collect();
            let at = at % words.len();
            match how % 4 {
                0 => { words.remove(at); }
                1 => words.insert(at, word),
                2 => words[at] = word,
                _ => words.truncate(at),
            }
            words.join(" ")
        }),
        2 => (right(), any::<usize>(), any::<char>()).prop_map(|(line, at, letter)| {
            let mut letters: Vec<char> = line.chars().collect();
            let at = at % letters.len();
            letters[at] = letter;
            letters.into_iter().collect()
        }),
        1 => any::<String>(),
    ]
}

/// Is the text what a legal position writes?
struct IsPosition<'a>(&'a str);

impl OnBoard for IsPosition<'_> {
    type Output = bool;

    fn run<B: Board>(self) -> bool {
        let read = self.0.parse::<Position<B>>();
        read.is_ok_and(|position| position.to_string() == self.0 && position.rebuilt() == position)
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn whatever_is_said_the_position_is_legal(lines in proptest::collection::vec(line(), 1..20)) {
        let mut session = session();
        for line in lines {
            let before = (session.board(), session.position_text());
            let answer = session.obey(&line);
            let after = (session.board(), session.position_text());
            let variant: Variant = after.0.id().parse().expect("a board of the list");
            prop_assert!(variant.on_board(IsPosition(&after.1)), "{line:?}: {after:?}");
            match answer {
                Err(refusal) => {
                    prop_assert_eq!(&before, &after, "{:?}", line);
                    let text = refusal.to_string();
                    let right = text.contains("expected") || matches!(refusal, Refusal::PositionText(_));
                    prop_assert!(right && !text.contains('\n'), "{line:?}: {text}");
                }
                Ok(Answer::Work(work)) => {
                    // It is to be stopped before it begins.
                    let answer = work(&true.into(), &mut |_| ());
                    let ended = answer.starts_with("Nodes") || answer.starts_with("bestmove ");
                    prop_assert!(ended, "{answer}");
                }
                Ok(_) => {}
            }
        }
    }

    #[test]
    fn whatever_bytes_come_the_conversation_goes_on(
        parts in proptest::collection::vec(
            prop_oneof![
                line().prop_map(String::into_bytes),
                proptest::collection::vec(any::<u8>(), 0..40),
                Just(b"\n".to_vec()),
            ],
            0..20,
        ),
    ) {
        // Without what counts or ends: this is about the rest.
        let mut input = parts.join(&b'\n');
        input.extend(b"\nisready\n");
        let quiet = |word: &[u8]| {
            let words: &[&[u8]] = &[b"go", b"quit", b"stop"];
            words.contains(&word)
        };
        let input: Vec<u8> = input
            .split_inclusive(|byte| *byte == b'\n')
            .filter(|line| !line.split(u8::is_ascii_whitespace).any(quiet))
            .flatten()
            .copied()
            .collect();
        let said = converse(Cursor::new(input));
        prop_assert!(said.ends_with("readyok\n"), "{said}");
        let control = |c: char| c.is_control() && c != '\n';
        prop_assert!(!said.contains(control), "{said:?}");
    }
}

#[test]
fn damaged_values_are_told_and_the_built_in_ones_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("values.ron");
    let name = file.display();
    let mut dialogue = Dialogue::start();
    let mut play = |text: Option<&str>| {
        if let Some(text) = text {
            std::fs::write(&file, text).expect("a file");
        }
        dialogue.accepted(&format!("setoption name Values value {name}"));
        dialogue.send("go depth 2");
        let said = dialogue.until("bestmove ");
        said.into_iter()
            .find(|line| line.starts_with("info string"))
    };
    for text in [
        None,
        Some(""),
        Some("(source: \"x\", material: [])"),
        Some("\0\0"),
    ] {
        let message = play(text).expect("a message");
        assert!(
            message.contains("the built-in values are used"),
            "{message}"
        );
        assert!(message.contains("values.ron"), "{message}");
    }
    let long = include_str!("../../../boards/src/icochess/values.ron").replacen(
        "material: [",
        "material: [(1, 1), ",
        1,
    );
    let message = play(Some(&long)).expect("a message");
    assert!(message.contains("7 materials, expected 6"), "{message}");
    let good = play(Some(include_str!(
        "../../../boards/src/icochess/values.ron"
    )));
    assert_eq!(good, None);
}

#[test]
fn a_rating_sets_the_level() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted("setoption name UCI_LimitStrength value true");
    let least = levels::RATINGS[0];
    dialogue.accepted(&format!("setoption name UCI_Elo value {least}"));
    // The lowest level looks one ply ahead, whatever it is allowed.
    dialogue.send("go depth 9");
    let said = dialogue.until("bestmove ");
    assert!(
        !said.iter().any(|line| line.contains(" depth 2 ")),
        "{said:?}"
    );
    let refusal = dialogue.refused("setoption name UCI_Elo value 9000");
    assert!(refusal.contains("a number from"), "{refusal}");
    assert_eq!(levels::level_of(least), 1);
    assert_eq!(levels::level_of(u16::MAX), ComputerPlayer::MAX_LEVEL);
}
