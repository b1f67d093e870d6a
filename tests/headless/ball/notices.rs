//! The notice line: its messages, and how long they stay.

use icochess::computer::Purpose;
use icochess::save::{Notice, Report};
use icochess_message::Msg;

use super::*;

#[test]
fn every_report_is_shown_despite_other_notices() {
    let mut table = Table::new();
    let line = table.notice_line();
    for text in ["first", "second"] {
        table.send(Report(Msg::verbatim(text)));
    }
    table.send(ComputerFact::CannotThink("no more threads".to_owned()));
    table.frames(1);
    let last = "Computer paused: no more threads";
    for text in ["first", "second", last] {
        assert_eq!(table.words(line), text);
        // Answers interrupt a report, and a move removes them.
        table.request("b1a1");
        let refused = table.words(line);
        assert!(refused.contains("can't go to"), "{refused}");
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
    assert_eq!(table.words(line), "White to move: select a piece.");
}

#[test]
fn computer_facts_are_shown_as_notices() {
    let mut table = Table::new();
    let line = table.notice_line();
    // The previous test covers a computer that can't think.
    for (fact, words) in [
        (
            ComputerFact::SmallTable { asked: 64, got: 16 },
            "Only 16 of 64 MB of memory was free",
        ),
        (
            ComputerFact::SearchFailed(Side::Black, Purpose::Move),
            "The search for Black failed, so the computer played the best move found so far",
        ),
        (
            ComputerFact::SearchFailed(Side::White, Purpose::Hint),
            "No hint found: please ask again",
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
