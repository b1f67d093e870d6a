//! Ends of games without mate: resignations, draws, and the computer's answers.

use icochess::game::facts::Offer;
use icochess_rules::DrawReason;

use super::opponent::{QUICK, SLOW};
use super::*;

/// Each side moves a knight back and forth twice, which repeats the start for the third time.
const SHUFFLE: [&str; 8] = [
    "e1e3", "m1m3", "e3e1", "m3m1", "e1e3", "m1m3", "e3e1", "m3m1",
];

#[test]
fn resignation_can_be_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.play(&["a4g1"]);
    // Resigning asks for confirmation, which can be cancelled.
    table.press(Command::Resign);
    table.press(Command::Back);
    assert!(matches!(&table.match_facts()[..], [MatchFact::Moved(_)]));
    table.press(Command::Resign);
    table.press(Command::Confirm);
    let winner = Side::White;
    let resigned = Outcome::Resignation { winner };
    assert_eq!(table.match_facts(), [MatchFact::Ended(resigned)]);
    assert_eq!(table.state().outcome, "resignation");
    assert!(!table.is_enabled(Command::Resign) && !table.is_enabled(Command::Draw));
    assert_eq!(saved(&table).outcome(), Some(resigned));

    // After the end no move is played, and redo does not reopen the game.
    table.request("n4s1");
    let refused = table.match_facts()[0].rejected().unwrap().reason;
    assert_eq!(refused, IllegalReason::GameOver);
    table.ask(GameRequest::Redo);
    table.ask(GameRequest::Draw(Side::Black));
    assert_eq!(table.state().outcome, "resignation");

    table.ask(GameRequest::Undo);
    assert_eq!(table.match_facts(), [MatchFact::EndTakenBack]);
    assert_eq!(table.played(), ["a4g1"]);
    assert_eq!(table.state().outcome, "ongoing");
    assert_eq!(saved(&table).outcome(), None);
    table.play(&["n4s1"]);
    assert_eq!(table.played().len(), 2);
}

#[test]
fn draws_are_offered_declined_agreed_or_claimed() {
    let mut table = Table::new();
    table.ask(GameRequest::Draw(Side::White));
    assert_eq!(table.match_facts(), [MatchFact::DrawOffered(Side::White)]);
    // White may move after the offer; Black declines it by moving.
    table.play(&["a4g1"]);
    assert_eq!(table.game().draw_offer(), Some(Side::White));
    table.match_facts();
    table.play(&["n4s1"]);
    assert_eq!(table.game().draw_offer(), None);
    let (offer, by) = (Offer::Draw, Side::White);
    assert_eq!(
        table.match_facts()[0],
        MatchFact::OfferDeclined { offer, by }
    );
    assert_eq!(table.state().outcome, "ongoing");

    table.ask(GameRequest::Draw(Side::White));
    table.play(&["b1b4"]);
    table.match_facts();
    table.ask(GameRequest::Draw(Side::Black));
    let agreed = Outcome::Draw(DrawReason::Agreement);
    assert_eq!(table.match_facts(), [MatchFact::Ended(agreed)]);

    table.ask(GameRequest::Load(new_game()));
    table.play(&SHUFFLE[..7]);
    assert_eq!(table.game().draw_on_request(Side::White), None);
    table.play(&SHUFFLE[7..]);
    table.match_facts();
    table.ask(GameRequest::Draw(Side::White));
    let claimed_by = Side::White;
    let claimed = Outcome::Draw(DrawReason::ThreefoldRepetition { claimed_by });
    assert_eq!(table.match_facts(), [MatchFact::Ended(claimed)]);
}

#[test]
fn each_side_confirms_its_own_resignation() {
    let mut table = Table::new();
    for (side, mv) in [(Side::White, "a4g1"), (Side::Black, "n4s1")] {
        table.press(Command::Resign);
        let asked = Screen::Confirm(Question::Resign(side));
        assert_eq!(table.page(), asked);
        // A move cancels the question, and the other side isn't asked.
        table.play(&[mv]);
        table.press(Command::Confirm);
        assert_eq!(table.page(), Screen::Game);
    }
    assert_eq!(table.match_facts().iter().find_map(MatchFact::ended), None);
}

#[test]
fn result_page_opens_after_a_delay_and_closes_on_undo() {
    let mut table = Table::new();
    table.play(&MATE);
    assert_eq!(table.page(), Screen::Game);
    table.pass(2.0);
    assert_eq!(table.page(), Screen::Result);
    table.ask(GameRequest::Undo);
    table.frames(1);
    assert_eq!(table.page(), Screen::Game);
    // An open page is not interrupted.
    table.press(Command::Menu);
    table.ask(GameRequest::Redo);
    table.pass(2.0);
    assert_eq!(table.page(), Screen::Home);
}

#[test]
fn human_can_resign_while_computer_thinks_or_pauses() {
    for is_paused in [false, true] {
        let mut table = Table::playing(None, Some(SLOW));
        table.request("a4g1");
        table.until_depth(1);
        if is_paused {
            table.press(Command::Pause);
        }
        assert_eq!(table.get::<Paused>().0, is_paused);
        table.press(Command::Resign);
        table.press(Command::Confirm);
        let winner = Side::Black;
        let resigned = Outcome::Resignation { winner };
        assert_eq!(
            table.match_facts().last(),
            Some(&MatchFact::Ended(resigned))
        );
        // After the end, Pause is disabled.
        assert!(!table.is_thinking() && !table.is_enabled(Command::Pause));
        table.tell_computer(ComputerRequest::Pause);
        assert!(!table.get::<Paused>().0);
        // When the move is taken back, the game continues, and the computer thinks again.
        table.ask(GameRequest::Undo);
        table.frames(1);
        assert_eq!(table.state().outcome, "ongoing");
        assert!(table.is_enabled(Command::Pause) && table.is_thinking());
    }
}

#[test]
fn people_cannot_resign_or_draw_for_the_computer() {
    let mut table = Table::playing(None, Some(SLOW));
    // An offer is valid until the opponent moves. People can't make one for the computer.
    table.send(CommandRequested(Command::Draw));
    table.frames(2);
    let declined = ComputerFact::DrawDeclined(Side::Black);
    assert_eq!(table.facts::<ComputerFact>(), [declined]);
    assert_eq!(table.game().draw_offer(), None);
    table.request("a4g1");
    table.until_depth(1);
    table.send(CommandRequested(Command::Draw));
    table.frames(1);
    assert!(table.is_thinking());
    assert_eq!(table.game().draw_offer(), None);
    let other = ComputerRequest::SetSide(Side::White, SLOW);
    table.tell_computer(other);
    table.press(Command::Resign);
    table.press(Command::Confirm);
    assert_eq!(table.state().outcome, "ongoing");
}

#[test]
fn hopeless_computer_resigns_and_continues_after_undo() {
    let mut table = Table::hopeless(SidePlayer { level: 10, ..QUICK });
    for plies in [2, 4] {
        table.give_nothing();
        table.until_played(plies);
    }
    table.give_nothing();
    table.until("its end", |table| table.state().outcome != "ongoing");
    assert_eq!(table.state().outcome, "resignation");
    assert_eq!(table.played().len(), 5, "at its third move");
    table.ask(GameRequest::Undo);
    table.until_played(6);
    assert_eq!(table.state().outcome, "ongoing");
}

#[test]
fn computer_with_worse_position_accepts_a_draw() {
    // The computer plays at a level that doesn't resign.
    let mut table = Table::hopeless(SidePlayer { level: 9, ..QUICK });
    table.give_nothing();
    table.until_played(2);
    table.send(CommandRequested(Command::Draw));
    table.frames(3);
    assert_eq!(table.state().outcome, "agreement");
    assert_eq!(table.facts::<ComputerFact>(), []);
}
