//! A UCI session, executed line by line.

use std::sync::atomic::AtomicBool;

use icochess_boards::Variant;
use icochess_engine::uci::{self, Answer, CommandError, Session};

/// The engine on all boards it supports, without threads.
///
/// ```
/// let mut engine = icochess_worker::Engine::new().expect("a board");
/// let mut said = Vec::new();
/// let goes_on = engine.execute("isready", &mut |line| said.push(line.to_owned()));
/// assert_eq!((goes_on, said), (true, vec!["readyok".to_owned()]));
/// ```
pub struct Engine {
    session: Session,
}

impl Engine {
    /// Creates a session on the default board. Returns `None` if the engine doesn't support that
    /// board.
    pub fn new() -> Option<Self> {
        let session = Session::new(Variant::for_uci(), Variant::default().id())?;
        Some(Self {
            session: session.without_stop(),
        })
    }

    /// Executes the commands of one or more lines, and passes each output line to `say` as it is
    /// produced. All searches have ended when this returns. Returns `false` once the session has
    /// ended.
    pub fn execute(&mut self, text: &str, say: &mut dyn FnMut(&str)) -> bool {
        let mut input = text.as_bytes();
        // Reading from memory can't fail.
        while let Ok(Some(line)) = uci::line(&mut input) {
            match self.answer(line) {
                Ok(Answer::Silence | Answer::Stop) => {}
                Ok(Answer::Lines(lines)) => lines.lines().for_each(&mut *say),
                Ok(Answer::Work(work)) => {
                    let answer = work(&AtomicBool::new(false), &mut |line| say(&line));
                    say(&answer);
                }
                Ok(Answer::Quit) => return false,
                Err(refusal) => say(&format!("info string {refusal}")),
            }
        }
        true
    }

    fn answer(&mut self, line: Result<String, CommandError>) -> Result<Answer, CommandError> {
        match line {
            Ok(line) => self.session.execute(&line),
            Err(refusal) => {
                self.session.report_lost_line();
                Err(refusal)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the output for these lines.
    fn output(engine: &mut Engine, lines: &[&str]) -> Vec<String> {
        let mut output = Vec::new();
        for line in lines {
            assert!(engine.execute(line, &mut |line| output.push(line.to_owned())));
        }
        output
    }

    fn engine() -> Engine {
        Engine::new().expect("a board")
    }

    #[test]
    fn uci_lists_all_boards_line_by_line() {
        let output = output(&mut engine(), &["uci", "isready"]);
        assert!(output.iter().all(|line| !line.contains('\n')), "{output:?}");
        let boards = &output.iter().find(|line| line.contains("UCI_Variant"));
        for variant in Variant::ALL {
            let var = format!("var {variant}");
            assert!(boards.is_some_and(|line| line.contains(&var)), "{output:?}");
        }
        assert_eq!(output[output.len() - 2..], ["uciok", "readyok"]);
    }

    #[test]
    fn engine_finds_mate_on_8x8() {
        let lines = [
            "setoption name UCI_Variant value chess",
            "position startpos moves f2f3 e7e5 g2g4",
            "go nodes 20000",
        ];
        let output = output(&mut engine(), &lines);
        assert_eq!(output.last().map(String::as_str), Some("bestmove d8h4"));
        assert!(output.iter().any(|line| line.contains("score mate 1")));
    }

    #[test]
    fn engine_plays_on_every_board() {
        let mut engine = engine();
        for variant in Variant::ALL {
            let set = format!("setoption name UCI_Variant value {variant}");
            let lines = [&set, "isready", "position startpos", "go nodes 300"];
            let output = output(&mut engine, &lines);
            let best = output
                .last()
                .and_then(|line| line.strip_prefix("bestmove "));
            assert!(best.is_some_and(|best| best != "0000"), "{output:?}");
        }
    }

    /// The lowest level visits few nodes; its search then ends.
    #[test]
    fn searches_end_by_themselves() {
        let mut engine = engine();
        for go in [
            "go infinite",
            "go",
            "go ponder",
            "go ponder wtime 50",
            "go movetime 50",
        ] {
            let lines = [
                "setoption name UCI_Variant value chess",
                "setoption name Level value 1",
                go,
                "stop",
            ];
            let output = output(&mut engine, &lines);
            let last = output.last().expect("an answer");
            assert!(last.starts_with("bestmove "), "{go}: {output:?}");
        }
    }

    #[test]
    fn refused_line_is_reported_and_prevents_search() {
        let mut engine = engine();
        for line in ["position fen nonsense", "is\0ready"] {
            let output = output(&mut engine, &[line, "go depth 1"]);
            assert!(output[0].starts_with("info string "), "{output:?}");
            assert_eq!(output.last().map(String::as_str), Some("bestmove 0000"));
        }
    }

    #[test]
    fn several_lines_run_until_quit() {
        let mut output = Vec::new();
        let goes_on = engine().execute("isready\nquit\nisready", &mut |line| {
            output.push(line.to_owned());
        });
        assert_eq!((goes_on, output), (false, vec!["readyok".to_owned()]));
    }
}
