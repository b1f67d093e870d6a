//! Takeback and draw offers in timed games.

use icochess::game::facts::Offer;
use icochess::game::handover::{HandoverOptions, HidePieces};
use icochess::game::{AskBeforeTakeback, Takeback, TakebackOffer};
use icochess::ui::commands::command::CommandRequested;

use super::*;

/// Creates a timed game of two people in which takebacks need agreement.
fn asking(moves: &[&str]) -> Table {
    let mut table = Table::clocked(new_game("60+2"));
    table.app.insert_resource(AskBeforeTakeback(true));
    for mv in moves {
        table.request(mv);
        table.frames(9);
    }
    table
}

/// Returns the offered takeback and its author.
fn offered(table: &Table) -> Option<(Side, Takeback)> {
    let offer = table.game().takeback_offer();
    offer.map(|TakebackOffer { by, of }| (by, of))
}

#[test]
fn takeback_between_two_people_needs_an_answer() {
    let mut table = asking(&["e2e4", "e7e5"]);
    table.request("g1f3");
    let left = table.both_left();
    table.ask(GameRequest::Undo);
    assert_eq!(offered(&table), Some((WHITE, Takeback::Move)));
    assert_eq!(table.ply(), 3);
    table.ask(GameRequest::DeclineTakeback);
    assert_eq!(offered(&table), None);
    let declined = |table: &Table| {
        table.find_facts(|fact| match fact {
            MatchFact::OfferDeclined { offer, by } => Some((*offer, *by)),
            _ => None,
        })
    };
    assert_eq!(declined(&table), [(Offer::Takeback, WHITE)]);

    table.ask(GameRequest::Undo);
    table.frames(20);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.ply(), 2);
    assert!(table.clock().turn() == WHITE && table.clock().runs());
    // The increment is taken back with the move.
    let before = [left[0] - Duration::from_secs(2), left[1]];
    assert_eq!(table.both_left(), before);

    // Black's move is taken back together with White's next move.
    table.request("b1c3");
    table.ask(GameRequest::OfferTakeback(BLACK));
    let asked = table.find_facts(|fact| match fact {
        MatchFact::TakebackOffered(by) => Some(*by),
        _ => None,
    });
    assert_eq!(asked, [WHITE, WHITE, BLACK]);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!((table.ply(), table.clock().turn()), (1, BLACK));
    // White can't answer its own offer by moving; Black's move declines it.
    table.ask(GameRequest::OfferTakeback(WHITE));
    table.request("d7d5");
    assert_eq!(declined(&table).pop(), Some((Offer::Takeback, WHITE)));
    // An answer without an offer has no effect.
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.ply(), 2);
}

#[test]
fn end_is_taken_back_only_if_the_winner_agrees() {
    let mut table = asking(&["e2e4"]);
    table.ask(GameRequest::Resign(WHITE));
    table.ask(GameRequest::Undo);
    assert!(table.outcome().is_some());
    assert_eq!(offered(&table), Some((WHITE, Takeback::End)));
    table.ask(GameRequest::DeclineTakeback);
    assert!(table.outcome().is_some() && offered(&table).is_none());
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.outcome(), None);

    // Black's flag falls.
    table.frames(70 * 60);
    assert!(table.outcome().is_some(), "{:?}", table.left(BLACK));
    table.ask(GameRequest::Undo);
    assert_eq!(offered(&table), Some((BLACK, Takeback::End)));
    assert!(table.outcome().is_some());
}

/// Plays on from the shown position, by a move on the board or by the button.
fn play_on(table: &mut Table, by_move: Option<&str>) {
    match by_move {
        Some(mv) => table.request(mv),
        None => table.ask(GameRequest::PlayOn),
    }
}

#[test]
fn playing_on_from_an_earlier_move_needs_agreement() {
    let mut table = asking(&["e2e4", "e7e5", "g1f3"]);
    for by_move in [false, true] {
        table.ask(GameRequest::Step(Step::Start));
        let place = table.game().record().current();
        play_on(&mut table, by_move.then_some("d2d4"));
        let offer = (WHITE, Takeback::PlayOn(place));
        assert_eq!(offered(&table), Some(offer), "{by_move}");
        assert!(!table.game().is_looking_back());
        assert_eq!(table.ply(), 3);
        if !by_move {
            table.ask(GameRequest::DeclineTakeback);
            assert_eq!(offered(&table), None);
        }
    }
    // The other player agrees, whichever position is on the board.
    table.ask(GameRequest::Step(Step::Back));
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().as_played().ply(), 0);
    assert!(!table.game().is_looking_back() && offered(&table).is_none());
    table.request("d2d4");
    assert_eq!(table.ply(), 1);
}

#[test]
fn takebacks_without_the_setting_need_no_agreement() {
    let mut table = asking(&["e2e4", "e7e5"]);
    table.app.insert_resource(AskBeforeTakeback(false));
    table.ask(GameRequest::Undo);
    assert_eq!(table.ply(), 1);
    let mut table = Table::clocked(Variant::Chess.board().new_game());
    table.app.insert_resource(AskBeforeTakeback(true));
    table.request("e2e4");
    table.ask(GameRequest::Undo);
    assert_eq!(table.ply(), 0, "there is no clock");
}

#[test]
fn side_cannot_agree_to_its_own_draw_offer() {
    let mut table = Table::clocked(new_game("60"));
    table.open(Screen::Home);
    for _ in 0..2 {
        // A double click within a slow frame.
        table.send(CommandRequested(Command::Draw));
        table.press(Command::Draw);
        assert_eq!(table.game().draw_offer(), Some(WHITE));
        assert_eq!(table.outcome(), None);
    }
    assert_eq!(table.page(), Screen::Game);
    assert!(!table.is_enabled(Command::Draw));
    table.request("e2e4");
    assert!(table.is_enabled(Command::Draw));
    table.press(Command::Draw);
    assert!(table.outcome().is_some());
}

#[test]
fn playing_on_after_the_end_needs_agreement_on_two_displays() {
    let mut table = Table::clocked(seated(Seating::HeadsetAndWindow { headset: WHITE }));
    table.request_all(&["e2e4", "e7e5"]);
    table.ask(GameRequest::Resign(WHITE));
    table.ask(GameRequest::Step(Step::Back));
    for by_move in [false, true] {
        play_on(&mut table, by_move.then_some("c7c5"));
        let by = offered(&table).map(|offer| offer.0);
        assert_eq!(by, Some(BLACK), "{by_move}");
        assert!(table.outcome().is_some() && !table.game().is_looking_back());
        table.ask(GameRequest::DeclineTakeback);
        table.ask(GameRequest::Step(Step::Back));
    }
    assert_eq!(offered(&table), None);
}

#[test]
fn fairness_settings_apply_from_the_next_game_of_two() {
    let in_force = |table: &Table| {
        let hides = table.get::<HandoverOptions>().hides;
        (table.get::<AskBeforeTakeback>().0, hides)
    };
    let change = |table: &mut Table, is_free: bool| {
        let hides = [HidePieces::Always, HidePieces::Never][usize::from(is_free)];
        let mut settings = table.get_mut::<Settings>();
        (settings.free_takebacks, settings.hide_while_passing) = (is_free, hides);
        table.frames(3);
        in_force(table)
    };
    let mut table = Table::clocked(new_game("60"));
    let line = table.notice_line();
    // Before the first move, changes apply at once.
    assert_eq!(change(&mut table, true), (false, HidePieces::Never));
    assert_eq!(change(&mut table, false), (true, HidePieces::Always));
    assert!(!table.words(line).contains("next game"));
    table.request("e2e4");
    assert_eq!(change(&mut table, true), (true, HidePieces::Always));
    assert_eq!(table.words(line), "Takes effect next game.");
    table.ask(GameRequest::Undo);
    assert_eq!(table.ply(), 1, "it is asked for");
    // The end of the game doesn't unlock the setting.
    table.ask(GameRequest::Resign(BLACK));
    assert_eq!(change(&mut table, false), (true, HidePieces::Always));
    assert_eq!(change(&mut table, true), (true, HidePieces::Always));
    table.ask(GameRequest::Undo);
    assert!(table.outcome().is_some());
    // The changes apply in another game, even a resumed one.
    let record = table.game().as_played();
    table.ask(GameRequest::Load(record));
    table.frames(2);
    assert_eq!(in_force(&table), (false, HidePieces::Never));
    assert_eq!(change(&mut table, false), (false, HidePieces::Never));
    // Without a clock, changes apply at once.
    table.ask(GameRequest::Load(Variant::Chess.board().new_game()));
    table.request("e2e4");
    for is_free in [true, false] {
        assert_eq!(change(&mut table, is_free).0, !is_free);
    }
}
