//! The line of notices: what is said in it, and how long it stays.

use icochess::computer::Purpose;
use icochess::save::{Notice, Report};
use icochess_message::Msg;

use super::*;

#[test]
fn every_report_is_shown_whatever_else_is_said() {
    let mut table = Table::new();
    let line = table.notice_line();
    for text in ["first", "second"] {
        table.send(Report(Msg::verbatim(text)));
    }
    table.send(ComputerFact::CannotThink("no more threads".to_owned()));
    table.frames(1);
    let last = "The computer is paused because it cannot think: no more threads";
    for text in ["first", "second", last] {
        assert_eq!(table.words(line), text);
        // Answers come between, and a move takes them away.
        table.request("b1a1");
        let refused = table.words(line);
        assert!(refused.contains("cannot go to"), "{refused}");
        for answer in ["one", "two"] {
            table.send(Notice(Msg::verbatim(answer)));
        }
        table.frames(1);
        assert_eq!(table.words(line), "one\ntwo");
        table.play(&["a4g1"]);
        assert_eq!(table.words(line), text);
        table.ask(GameRequest::Undo);
        table.pass(NOTICE);
    }
    assert_eq!(table.words(line), "White to move: choose a piece.");
}

#[test]
fn what_the_computer_has_to_say_is_written() {
    let mut table = Table::new();
    let line = table.notice_line();
    // That it cannot think is in the test above.
    for (fact, words) in [
        (
            ComputerFact::SmallTable { asked: 64, got: 16 },
            "The computer uses 16 MB of memory, not 64: no more is free",
        ),
        (
            ComputerFact::SearchFailed(Side::Black, Purpose::Move),
            "The search for Black failed, so the best move found so far was played",
        ),
        (
            ComputerFact::SearchFailed(Side::White, Purpose::Hint),
            "No hint was found: please ask again",
        ),
        (
            ComputerFact::DrawDeclined(Side::White),
            "White declines the draw",
        ),
    ] {
        table.send(fact);
        table.frames(1);
        assert_eq!(table.words(line), words);
        table.pass(NOTICE);
    }
}
