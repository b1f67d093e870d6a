//! Tests of files from other programs, and of how their games ended.

use super::*;
use crate::shared::rows;

#[test]
fn files_of_other_programs_are_read() {
    for [text, moves] in rows(
        r#"1.f3 e5 2.g4 Qh4# 0-1 => f2f3 e7e5 g2g4 d8h4
        1.f3 e5 2.g4 Qh4++ 0-1 => f2f3 e7e5 g2g4 d8h4
        1. f2-f3 e7-e5 2. g2-g4 Qd8-h4# 0-1 => f2f3 e7e5 g2g4 d8h4
        1 f3 e5 2 g4 Qh4 => f2f3 e7e5 g2g4 d8h4
        1. f3, e5 2..g4, Qh4 => f2f3 e7e5 g2g4 d8h4
        [Event "A"]\n\n[Date "2017"]\n\n1. f3  e5\n 2.\ng4  Qh4 0-1 => f2f3 e7e5 g2g4 d8h4
        0. f3 e5 0. g4 17... Qh4 0-1 => f2f3 e7e5 g2g4 d8h4
        [Result "0-1"]\n1. f3 e5\n2. g4 Qh4 => f2f3 e7e5 g2g4 d8h4
        [Result "0-1"]\r\n\r\n1. f3 e5\r\n2. g4 Qh4 0-1\r\n => f2f3 e7e5 g2g4 d8h4
        \u{feff}[Variant "From Position"]\n\n1. f3 e5 2. g4 Qh4 0-1 => f2f3 e7e5 g2g4 d8h4
        [Variant "chess"]\n\n1. f3 e5 2. g4 Qh4 0-1 => f2f3 e7e5 g2g4 d8h4
        1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 * => e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8
        1. e4 d5 2. e5 f5 3. exf6 e.p. * => e2e4 d7d5 e4e5 f7f5 e5f6
        1. e4 d5 2. e5 f5 3. exf6e.p. * => e2e4 d7d5 e4e5 f7f5 e5f6
        [SetUp "1"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8Q Kg7 * => a7a8q h7g7
        [FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8(N) Kg7 * => a7a8n h7g7"#,
    ) {
        let text = text.replace(r"\n", "\n").replace(r"\r", "\r");
        let text = text.replace(r"\u{feff}", "\u{feff}");
        assert_eq!(uci(&chess(&text)), moves, "{text}");
    }
    for variant in ["Chess960", "Icochess", "Atomic"] {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 *");
        assert!(
            parse::<Chess>(&text)
                .unwrap_err()
                .to_string()
                .contains("expected \"Standard\"")
        );
    }
}

/// The dialect of chess3d: moves on the ninth line, en passant without file and `x`, promotion
/// without `=`, no result.
#[test]
fn files_of_chess3d_are_read() {
    let tags = "[Event \"Casual game\"]\n[Site \"?\"]\n[Date \"2026.07.20\"]\n[Round \"1\"]\n\
                [White \"QWERTYUI\"]\n[Black \"ASDFGHJK\"]\n[Result \"\"]\n\n";
    for target in ["b6ep", "b6", "b6e.p.", "ab6"] {
        let text = format!("{tags}1. a4 h6 2. a5 b5 3. {target} h5 4. bxc7 h4 5. cxb8Q Rxb8");
        let game = chess(&text);
        assert_eq!(
            uci(&game),
            "a2a4 h7h6 a4a5 b7b5 a5b6 h6h5 b6c7 h5h4 c7b8q a8b8"
        );
        assert_eq!(game.tags["White"], "QWERTYUI");
        assert_eq!((game.result(), game.declared), ("*", None));
    }
}

#[test]
fn termination_tag_gives_the_outcome() {
    let (white, black) = (Side::White, Side::Black);
    let unstated = |winner| Outcome::Unstated { winner };
    for (outcome, terminations) in [
        (
            Outcome::TimeForfeit { winner: white },
            "Time forfeit; Anna won on TIME",
        ),
        (
            Outcome::Draw(DrawReason::TimeForfeit),
            "time forfeit; Game drawn by timeout vs insufficient material",
        ),
        (
            Outcome::Adjudication { winner: black },
            "adjudication; Rules infraction; Game abandoned by Anna",
        ),
        (Outcome::Adjudication { winner: white }, "Abandoned"),
        (Outcome::Draw(DrawReason::Adjudication), "adjudication"),
        (
            Outcome::Resignation { winner: white },
            "Anna won by resignation; Bert has resigned",
        ),
        (
            Outcome::Draw(DrawReason::Agreement),
            "drawn by mutual Agreement",
        ),
        (
            unstated(None),
            "resigned; Game drawn by stalemate; Game drawn by insufficient material; \
             Game drawn by repetition; Game drawn by 50-move rule; normal",
        ),
        (
            unstated(Some(white)),
            "agreed; second time control; Normal; Anna won on style; unterminated",
        ),
    ] {
        let result = match outcome.winner() {
            None => "1/2-1/2",
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
        };
        for termination in terminations.split("; ") {
            let game = chess(&format!("[Termination \"{termination}\"]\n1. e4 {result}"));
            assert_eq!(game.outcome(), Some(outcome), "{termination}");
            let text = write(&game);
            assert!(
                text.contains(&format!("[Termination \"{termination}\"]")),
                "{text}"
            );
            assert!(chess(&text) == game);
        }
    }
    let unfinished = chess("[Termination \"Unterminated\"]\n1. e4 *");
    assert_eq!(unfinished.outcome(), None);
}

#[test]
fn claim_names_its_claimant_and_must_be_possible() {
    let read = |tag: &str, moves: &str| {
        let text = format!("[{tag}\"]\n{moves} 1/2-1/2");
        parse::<Chess>(&text).map(|game| {
            assert!(chess(&write(&game)) == game);
            game.outcome()
        })
    };
    let threefold = |claimed_by| {
        let reason = DrawReason::ThreefoldRepetition { claimed_by };
        Ok(Some(Outcome::Draw(reason)))
    };
    let (by_white, by_black) = (threefold(Side::White), threefold(Side::Black));
    let three = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let before = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    let none = "Nf3 Nf6 Ng1 Ng8 Nf3";
    for (tag, moves, claim) in [
        (
            "EndReason \"threefold-repetition by White",
            three,
            &by_white,
        ),
        (
            "EndReason \"threefold-repetition by Black",
            three,
            &by_black,
        ),
        ("EndReason \"threefold-repetition", three, &by_white),
        ("EndReason \"threefold-repetition", before, &by_black),
        ("Termination \"Game drawn by repetition", three, &by_white),
    ] {
        assert_eq!(read(tag, moves), *claim, "{tag} {moves}");
    }
    for (reason, moves) in [
        ("fifty-moves by White", "1. e4"),
        ("fifty-moves", three),
        ("threefold-repetition", none),
        ("unstated", "1. e4"),
    ] {
        let error = read(&format!("EndReason \"{reason}"), moves).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with(&format!(
                "line 1, column 13: tag EndReason is \"{reason}\": expected agreement or "
            )),
            "{text}"
        );
        assert_eq!(
            text.contains("or threefold-repetition by White"),
            moves == three
        );
    }
    // An impossible claim is not written.
    let mut game = chess("1. e4 *");
    let claimed_by = Side::White;
    game.declared = Some(Outcome::Draw(DrawReason::FiftyMoves { claimed_by }));
    let again = chess(&write(&game));
    assert_eq!(again.outcome(), Some(Outcome::Unstated { winner: None }));
}

#[test]
fn play_may_continue_after_an_unnoticed_draw() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let game = chess(&format!("{shuffle} e4 e5 Ke2 1-0"));
    assert_eq!(game.tree.ply(), 23);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Unstated {
            winner: Some(Side::White)
        })
    );

    let fivefold = Outcome::Draw(DrawReason::FivefoldRepetition);
    for (result, outcome) in [
        ("*", fivefold),
        ("1/2-1/2", fivefold),
        (
            "1-0",
            Outcome::Unstated {
                winner: Some(Side::White),
            },
        ),
    ] {
        let game = chess(&format!("{shuffle} {result}"));
        assert_eq!(game.outcome(), Some(outcome), "{result}");
        assert!(chess(&write(&game)) == game);
    }
    for fen in [
        "8/8/8/8/8/4k3/8/K7 w - - 0 1",
        "8/8/8/8/8/4k3/P7/K7 w - - 149 100",
    ] {
        let game = chess(&format!("[FEN \"{fen}\"]\nKb1 Ke4 Kc1 1/2-1/2"));
        assert_eq!(game.tree.ply(), 3);
        assert!(chess(&write(&game)) == game);
    }
    // No move is allowed after checkmate or stalemate.
    for moves in [
        "1. f3 e5 2. g4 Qh4# 3. a3 0-1",
        "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n1. Qf7 Kg8 1/2-1/2",
    ] {
        let error = parse::<Chess>(moves).unwrap_err();
        assert!(matches!(error.problem, Problem::GameOver { .. }), "{error}");
    }
}
