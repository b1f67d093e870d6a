//! The conversation, one line after the other.

use std::sync::atomic::AtomicBool;

use icochess_boards::Variant;
use icochess_engine::uci::{self, Answer, CommandError, Session};

/// The engine on all boards that it knows, as a conversation without threads.
///
/// ```
/// let mut engine = icochess_worker::Engine::new().expect("a board");
/// let mut said = Vec::new();
/// let goes_on = engine.execute("isready", &mut |line| said.push(line.to_owned()));
/// assert_eq!((goes_on, said), (true, vec!["readyok".to_owned()]));
/// ```
#[derive(Debug)]
pub struct Engine {
    session: Session,
}

impl Engine {
    /// The start position of the default board; `None` if the engine does not play on it.
    pub fn new() -> Option<Self> {
        let session = Session::new(Variant::for_uci(), Variant::default().id())?;
        Some(Self {
            session: session.without_stop(),
        })
    }

    /// Executes the command in a line, or those in several, and says each line of the answer as
    /// soon as it is known. A search is at its end when this returns. `false` if the conversation
    /// has ended.
    pub fn execute(&mut self, text: &str, say: &mut dyn FnMut(&str)) -> bool {
        let mut input = text.as_bytes();
        // Memory cannot fail to be read.
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
                self.session.note_lost_line();
                Err(refusal)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is said to these lines.
    fn said(engine: &mut Engine, lines: &[&str]) -> Vec<String> {
        let mut said = Vec::new();
        for line in lines {
            assert!(engine.execute(line, &mut |line| said.push(line.to_owned())));
        }
        said
    }

    fn engine() -> Engine {
        Engine::new().expect("a board")
    }

    #[test]
    fn it_introduces_itself_with_all_boards_line_by_line() {
        let said = said(&mut engine(), &["uci", "isready"]);
        assert!(said.iter().all(|line| !line.contains('\n')), "{said:?}");
        let boards = &said.iter().find(|line| line.contains("UCI_Variant"));
        for variant in Variant::ALL {
            let var = format!("var {variant}");
            assert!(boards.is_some_and(|line| line.contains(&var)), "{said:?}");
        }
        assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);
    }

    #[test]
    fn it_finds_the_mate_on_8x8() {
        let lines = [
            "setoption name UCI_Variant value chess",
            "position startpos moves f2f3 e7e5 g2g4",
            "go nodes 20000",
        ];
        let said = said(&mut engine(), &lines);
        assert_eq!(said.last().map(String::as_str), Some("bestmove d8h4"));
        assert!(said.iter().any(|line| line.contains("score mate 1")));
    }

    #[test]
    fn it_plays_on_every_board_one_after_the_other() {
        let mut engine = engine();
        for variant in Variant::ALL {
            let set = format!("setoption name UCI_Variant value {variant}");
            let lines = [&set, "isready", "position startpos", "go nodes 300"];
            let said = said(&mut engine, &lines);
            let best = said.last().and_then(|line| line.strip_prefix("bestmove "));
            assert!(best.is_some_and(|best| best != "0000"), "{said:?}");
        }
    }

    #[test]
    fn a_level_errs_and_a_time_ends_a_search() {
        let lines = [
            "setoption name UCI_Variant value chess",
            "setoption name Level value 1",
            "go movetime 50",
        ];
        let said = said(&mut engine(), &lines);
        assert!(
            said.last()
                .is_some_and(|line| line.starts_with("bestmove "))
        );
    }

    /// The lowest level looks at few positions, and then there is nothing more to be found out.
    #[test]
    fn what_would_go_on_until_stop_ends_by_itself() {
        let mut engine = engine();
        for go in ["go infinite", "go", "go ponder", "go ponder wtime 50"] {
            let lines = [
                "setoption name UCI_Variant value chess",
                "setoption name Level value 1",
                go,
                "stop",
            ];
            let said = said(&mut engine, &lines);
            let last = said.last().expect("an answer");
            assert!(last.starts_with("bestmove "), "{go}: {said:?}");
        }
    }

    #[test]
    fn a_refused_line_is_told_and_leaves_nothing_to_search() {
        let mut engine = engine();
        for line in ["position fen nonsense", "is\0ready"] {
            let said = said(&mut engine, &[line, "go depth 1"]);
            assert!(said[0].starts_with("info string "), "{said:?}");
            assert_eq!(said.last().map(String::as_str), Some("bestmove 0000"));
        }
    }

    #[test]
    fn several_lines_may_come_at_once_until_the_last() {
        let mut said = Vec::new();
        let goes_on = engine().execute("isready\nquit\nisready", &mut |line| {
            said.push(line.to_owned());
        });
        assert_eq!((goes_on, said), (false, vec!["readyok".to_owned()]));
    }
}
