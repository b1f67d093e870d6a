//! Malformed input, and the ends of input and output.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::process::Child;
use std::time::Instant;

use icochess_boards::{OnBoard, Variant};
use icochess_engine::uci::{Answer, CommandError, GRACE, MAX_LINE_BYTES, run};
use icochess_rules::{Board, Position};
use proptest::prelude::*;

use crate::shared::{cases, rebuilt};

use super::{AT_ONCE, CHESS, Dialogue, session, spawn};

#[test]
fn non_text_bytes_are_refused_and_reading_continues() {
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
    // Other line endings.
    dialogue.send("isready\r");
    assert_eq!(dialogue.line(), "readyok");
    dialogue.send("  \t so   isready \r");
    assert_eq!(dialogue.line(), "readyok");
}

#[test]
fn end_of_input_ends_the_program() {
    let (status, output) = Dialogue::start().end();
    assert!(status.success() && output.is_empty());
    // The last line needs no newline, and its command completes.
    let mut dialogue = Dialogue::start();
    let stdin = dialogue.stdin.as_mut().unwrap();
    stdin.write_all(b"go perft 3").unwrap();
    let (status, output) = dialogue.end();
    assert!(status.success());
    assert_eq!(output.last().unwrap(), "Nodes searched: 123894");
    // Work that takes too long is stopped.
    let mut dialogue = Dialogue::start();
    dialogue.send("go perft 30");
    let began = Instant::now();
    let (status, output) = dialogue.end();
    assert!(status.success() && began.elapsed() < GRACE + AT_ONCE);
    assert!(
        output[0].contains("stopped after 0 of 46 moves"),
        "{output:?}"
    );
}

/// Starts the program with its output closed.
fn unheard() -> Child {
    let mut child = spawn();
    drop(child.stdout.take());
    child
}

#[test]
fn closed_output_ends_the_program_quietly() {
    // The second command prints only after the line was handled.
    for line in ["isready\n", "go perft 3\n", "nonsense\n"] {
        let mut child = unheard();
        // Keeps the input open, so that only the closed output can end the program.
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

/// Returns the output of a session in this process.
fn converse(input: impl BufRead + Send + 'static) -> String {
    let mut out = Vec::new();
    run(session(), input, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn of_a_line_without_end_nothing_is_kept() {
    // A unit test checks the memory held while reading; this tests the whole path.
    let endless = BufReader::new(io::repeat(b'x').take(100 << 20));
    let output = converse(endless.chain(&b"\nisready\n"[..]));
    let (first, rest) = output.split_once('\n').unwrap();
    assert!(first.starts_with("info string the line is longer"));
    assert_eq!(rest, "readyok\n");
}

#[test]
fn failing_input_is_an_error() {
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

/// Command words, valid and invalid, and unrelated ones.
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

/// Valid lines, for one board or for both.
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

/// Returns a line of words, a valid line, or a damaged one.
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

/// Checks whether a text is a legal position's own text.
struct IsPosition<'a>(&'a str);

impl OnBoard for IsPosition<'_> {
    type Output = bool;

    fn run<B: Board>(self) -> bool {
        let read = self.0.parse::<Position<B>>();
        read.is_ok_and(|position| position.to_string() == self.0 && rebuilt(&position) == position)
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn position_stays_legal_for_any_lines(lines in proptest::collection::vec(line(), 1..20)) {
        let mut session = session();
        for line in lines {
            let before = (session.board(), session.position_text());
            let answer = session.execute(&line);
            let after = (session.board(), session.position_text());
            let variant: Variant = after.0.id().parse().expect("a board of the list");
            prop_assert!(variant.on_board(IsPosition(&after.1)), "{line:?}: {after:?}");
            match answer {
                Err(refusal) => {
                    prop_assert_eq!(&before, &after, "{:?}", line);
                    let text = refusal.to_string();
                    let right = text.contains("expected")
                        || matches!(refusal, CommandError::PositionText(_));
                    prop_assert!(right && !text.contains('\n'), "{line:?}: {text}");
                }
                Ok(Answer::Work(work)) => {
                    // Stops the work before it begins.
                    let answer = work(&true.into(), &mut |_| ());
                    let ended = answer.starts_with("Nodes") || answer.starts_with("bestmove ");
                    prop_assert!(ended, "{answer}");
                }
                Ok(_) => {}
            }
        }
    }

    #[test]
    fn session_continues_after_any_bytes(
        parts in proptest::collection::vec(
            prop_oneof![
                line().prop_map(String::into_bytes),
                proptest::collection::vec(any::<u8>(), 0..40),
                Just(b"\n".to_vec()),
            ],
            0..20,
        ),
    ) {
        // Removes commands that search or end the session.
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
        let output = converse(Cursor::new(input));
        prop_assert!(output.ends_with("readyok\n"), "{output}");
        let control = |c: char| c.is_control() && c != '\n';
        prop_assert!(!output.contains(control), "{output:?}");
    }
}
