//! Tests of files of many games.

use std::io::{self, BufRead, BufReader, Read};
use std::time::Instant;

use icochess_boards::{Chess, Icochess};
use icochess_rules::pgn::*;

type Games = Vec<Result<Game<Chess>, PgnError>>;

fn pgn_error(error: ReadError) -> PgnError {
    match error {
        ReadError::Pgn(error) => error,
        ReadError::Io(error) => panic!("{error}"),
    }
}

/// Returns all games of a file, after checking that its buffering makes no difference.
fn games(file: impl AsRef<[u8]>) -> Games {
    let file = file.as_ref();
    let read = |input: &mut dyn BufRead| -> Games {
        Reader::new(input)
            .map(|game| game.map_err(pgn_error))
            .collect()
    };
    let at_once = read(&mut &*file);
    for size in [1, 7] {
        assert!(read(&mut BufReader::with_capacity(size, file)) == at_once);
    }
    at_once
}

/// Returns the plies of each game, or the place of its error.
fn summary(games: &Games) -> Vec<String> {
    let of_error = |e: &PgnError| format!("{}:{}:{}:{}", e.game, e.line, e.column, e.offset);
    games
        .iter()
        .map(|game| match game {
            Ok(game) => game.tree.ply().to_string(),
            Err(error) => of_error(error),
        })
        .collect()
}

fn check(file: impl AsRef<[u8]>, expected: &[&str]) {
    let games = games(&file);
    let text = String::from_utf8_lossy(file.as_ref());
    assert_eq!(summary(&games), expected, "{text:.500}");
}

#[test]
fn games_are_separated_with_and_without_tags_and_results() {
    check("", &[]);
    check(" \n\n", &[]);
    check("; nothing\n% at all\n", &[]);
    check("1. e4 *", &["1"]);
    check("1. e4 1-0 1. d4 d5 0-1\n\n1. c4 *", &["1", "2", "1"]);
    check("[A \"1\"]\n\n1. e4\n\n[A \"2\"]\n\n1. d4 d5\n", &["1", "2"]);
    check("[A \"1\"]\n1. e4\n[A \"2\"]\n1. d4 d5", &["1", "2"]);
    check("[A \"1\"]\n\n*\n\n[A \"2\"]\n\n*\n", &["0", "0"]);
    check("1. e4 (1. d4 1-0) e5 * 1. c4 *", &["2", "1"]);
    check("1. e4 {1-0\n\n[A \"x\"]} e5 * 1. c4 *", &["2", "1"]);
    check("1. e4 ; 1-0\n e5 *\n% 1-0\n1. c4 *", &["2", "1"]);
    check(
        "[A \"{ 1-0 (\"] 1. e4 * [A \"\\\" {\"] 1. c4 *",
        &["1", "1"],
    );
    check("1. e4 1-0 {After} ; more\n{Before} 1. d4 d5 *", &["1", "2"]);
    let commented = &games("1. e4 1-0 {After}\n{Before} 1. d4 d5 *");
    let texts = commented.iter().flatten().map(write).collect::<String>();
    assert!(texts.contains("1. e4 {After} 1-0\n") && texts.contains("{Before} 1. d4"));
}

#[test]
fn lone_result_is_no_game() {
    check("* * *", &[]);
    check("1-0\n\n1/2 0-1\n{Note} *\n", &[]);
    check("1. e4 1-0 1-0\n\n*\n\n1. d4 d5 *\n*", &["1", "2"]);
    check("1. e4 1–0 1. d4 d5 1/2 1. c4 *", &["1", "2", "1"]);
    check(b"1. e4 1\x960\n1. d4 d5 *", &["1", "2"]);
    check("x * 1-0 (1-0) *", &["1:1:1:0", "2:1:9:8"]);
    let start = Instant::now();
    let many = BufReader::new(Made(0, 20_000_000, |at| b"* "[(at % 2) as usize]));
    assert_eq!(Texts::new(many).count(), 0);
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 10.0, "{seconds} s");
}

#[test]
fn byte_order_mark_and_all_line_ends_are_accepted() {
    let file = "[A \"1\"]\n\n1. e4\n1-0\n\n[A \"2\"]\n\n1. x\n*\n";
    check(file, &["1", "2:8:4:32"]);
    check(file.replace('\n', "\r\n"), &["1", "2:8:4:39"]);
    check(file.replace('\n', "\r"), &["1", "2:8:4:32"]);
    check(format!("\u{feff}{file}"), &["1", "2:8:4:35"]);
}

#[test]
fn next_game_is_read_after_an_error() {
    let good = "[Event \"good\"]\n\n1. e4 e5 1-0\n\n";
    for (bad, expected) in [
        ("[Event \"a\"]\n\n1. e5 *\n\n", "2:7:4:46"),
        ("[Event \"a\n\n1. e4 *\n\n", "2:5:10:39"),
        ("[Event \"a\"\n\n1. e4 *\n\n", "2:7:1:42"),
        ("[Event \"a\"]\n\n1. e4 { *\n\n", "2:7:7:49"),
        ("[Event \"a\"]\n\n1. e4 ( *\n\n", "2:7:7:49"),
        ("[Event \"a\"]\n\n1. e4 ) *\n\n", "2:7:7:49"),
        ("[Event \"a\"]\n\n\0\u{1}\n\n", "2:7:1:43"),
        ("[Event \"a\"]\n\n", "2:7:1:43"),
        ("garbage without end \"\n\n", "2:5:1:30"),
        ("{ no end\n\n", "2:5:1:30"),
        ("[Event \"a\"]\n\n1. e4 é x *\n\n", "2:7:7:49"),
        ("[Variant \"Atomic\"]\n\n1. e4 *\n\n", "2:5:11:40"),
    ] {
        check(good.to_owned() + bad + good, &["2", expected, "2"]);
    }
}

#[test]
fn invalid_utf_8_is_read_as_windows_1252() {
    let file = b"[White \"M\xfcller\"]\n[Black \"O\x92Kelly\"]\n\n1. e4 {\x80 5} e5 xx *\n\n\
                 [White \"M\xc3\xbcller\"]\n\n1. e4 {gut} *";
    check(file, &["1:4:16:51", "1"]);
    let file = file.map(|byte| if byte == b'x' { b'!' } else { byte });
    let games: Vec<_> = games(file).into_iter().flatten().collect();
    assert_eq!(games[0].tags["White"], "Müller");
    assert_eq!(games[0].tags["Black"], "O’Kelly");
    assert_eq!(games[1].tags["White"], "Müller");
    assert!(write(&games[0]).contains("{€ 5}"));
}

/// A stream of n bytes, each computed from its offset.
struct Made<F>(u64, u64, F);

impl<F: Fn(u64) -> u8> Read for Made<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min((self.1 - self.0) as usize);
        for byte in &mut buffer[..count] {
            *byte = (self.2)(self.0);
            self.0 += 1;
        }
        Ok(count)
    }
}

#[test]
fn garbage_of_100_megabytes_is_one_error_before_the_next_game() {
    let size = 100_000_000;
    for kind in [
        &(|_| b'x') as &dyn Fn(u64) -> u8,
        &|_| b'{',
        &|_| b'(',
        &|_| b'[',
        &|_| b' ',
        &|at| b"[\"\\{}()*;%x1- \0\xff"[(at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize],
    ] {
        let start = Instant::now();
        let game: &[u8] = b"\n\n[Event \"good\"]\n\n1. e4 e5 1-0\n";
        let input = BufReader::new(Made(0, size / 5, kind).chain(game));
        let mut errors = 0;
        let mut last = None;
        for text in Texts::new(input) {
            let text = text.unwrap();
            assert!(text.text().len() <= 3 * MAX_BYTES);
            last = text.parse::<Chess>().inspect_err(|_| errors += 1).ok();
            if errors > 100 {
                break;
            }
        }
        assert!(errors > 100 || last.is_some_and(|game| game.tree.ply() == 2));
        assert!(start.elapsed().as_secs() < 20);
    }
    let input = BufReader::new(Made(0, size, |_| b'x'));
    let games: Vec<_> = Reader::<_, Chess>::new(input).collect();
    let [Err(ReadError::Pgn(error))] = games.as_slice() else {
        panic!("{} games", games.len());
    };
    assert!(matches!(
        error.problem,
        PgnProblem::Limit { what: "bytes", .. }
    ));
}

#[test]
fn deep_nesting_overflows_nothing() {
    let many = 100_000;
    for start in ["", "1. e4 "] {
        for open in [
            "{", "(", "[", "(e4", "(e4 (", "[%clk ", "{[%clk ", "$", "\\", "\"", ";", "%",
        ] {
            let file = format!(
                "{start}{} \n\n[Event \"x\"]\n\n1. d4 *\n",
                open.repeat(many)
            );
            let games = games(&file[..file.len()]);
            let last = games.last().unwrap().as_ref().unwrap();
            assert_eq!(last.tree.ply(), 1, "{start}{open}");
        }
    }
}

#[test]
fn ten_thousand_games_are_read_one_at_a_time() {
    let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n";
    let length = game.len() as u64;
    let input = Made(0, length * 10_000, |at| {
        game.as_bytes()[(at % length) as usize]
    });
    let reader = Reader::<_, Chess>::new(BufReader::new(input));
    let plies: Vec<_> = reader.map(|game| game.unwrap().tree.ply()).collect();
    assert_eq!(plies, [6; 10_000]);
}

#[test]
fn nothing_is_read_after_an_io_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let input = BufReader::new(b"1. e4 *\n1. d4".chain(Broken));
    let mut reader = Reader::<_, Chess>::new(input);
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err().to_string();
    assert_eq!(error, "the file cannot be read: gone");
    assert!(reader.next().is_none());
}

#[test]
fn file_may_mix_boards() {
    let file = b"[Variant \"Icochess\"]\n\n1. a4g1 *\n\n[Variant \"Standard\"]\n\n1. e4 *\n";
    let texts: Vec<_> = Texts::new(&file[..]).map(Result::unwrap).collect();
    assert!(texts[0].parse::<Icochess>().is_ok() && texts[0].parse::<Chess>().is_err());
    assert!(texts[1].parse::<Chess>().is_ok() && texts[1].parse::<Icochess>().is_err());
}

#[test]
fn damaged_files_are_read_to_their_end() {
    let game = "[Event \"x\"]\n[White \"A \\\"b\\\"\"]\n\n1. e4 {c (} (1. d4 $1) 1... e5! 1-0\n\n";
    let file = game.repeat(3).into_bytes();
    let spare = b"[]{}()\"\\;%$*.!-01 \n\r\0\xe9";
    let mut seed = 1_u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % limit
    };
    for _ in 0..2_000 {
        let mut file = file.clone();
        for _ in 0..=below(3) {
            let at = below(file.len());
            file[at] = spare[below(spare.len())];
        }
        for game in games(&file) {
            match game {
                Ok(game) => {
                    let text = write(&game);
                    assert!(parse::<Chess>(&text).unwrap() == game, "{text}");
                }
                Err(error) => assert!(error.offset <= file.len() as u64, "{error}"),
            }
        }
    }
}

/// An ordinary file is read at 1 MB/s or more.
#[test]
fn a_megabyte_is_read_in_a_second() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3\n\
                 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1\n\
                 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21. Nc4\n\
                 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27.\n\
                 Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33. f3 Bc8\n\
                 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5 40. Rd6\n\
                 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2\n\n";
    let tags = "[Event \"F/S Return Match\"]\n[Site \"Belgrade, Serbia JUG\"]\n[Date \"1992.11.04\"]\n\
                [Round \"29\"]\n[White \"Fischer, Robert J.\"]\n[Black \"Spassky, Boris V.\"]\n\
                [Result \"1/2-1/2\"]\n\n";
    let file = [tags, moves].concat().repeat(1_000);
    let start = Instant::now();
    let plies: usize = Reader::<_, Chess>::new(file.as_bytes())
        .map(|game| game.unwrap().tree.ply())
        .sum();
    assert_eq!(plies, 85_000);
    let seconds = start.elapsed().as_secs_f64();
    let speed = file.len() as f64 / 1e6 / seconds;
    println!("{speed:.2} MB/s, {:.0} plies/s", plies as f64 / seconds);
    assert!(
        speed > 0.3,
        "{speed:.2} MB/s: far below the goal, even beside other work"
    );
}

#[test]
fn endless_input_is_read_only_up_to_a_limit() {
    let game = "[Event \"One\"]\n\n1. e4 e5 1-0\n\n";
    for byte in [0, b' '] {
        let endless = BufReader::with_capacity(1 << 16, game.as_bytes().chain(io::repeat(byte)));
        let texts: Vec<_> = Texts::new(endless).collect();
        assert_eq!(texts.len(), 2, "{byte:#x}");
        assert!(
            texts[0]
                .as_ref()
                .is_ok_and(|text| text.parse::<Chess>().is_ok())
        );
        let error = texts[1].as_ref().expect_err("it has no end");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let shown = error.to_string();
        assert!(shown.contains("no game ends within 256 MiB"), "{shown}");
    }
}
