//! Takebacks and draws that are offered in a game with a clock.

use icochess::game::facts::Offer;
use icochess::game::messages::{GameRequest, Step};
use std::time::Duration;

use icochess::game::handover::{HandoverOptions, HidePieces};
use icochess::game::seating::Seating;
use icochess::game::{AskBeforeTakeback, Takeback, TakebackOffer};
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;

use super::{BLACK, WHITE, new_game};
use crate::asking;
use crate::table::Table;

#[test]
fn a_takeback_between_two_people_is_asked_for_and_answered() {
    let mut table = Table::clocked(new_game("60+2"));
    table.request("e2e4");
    table.frames(9);
    table.request("e7e5");
    table.frames(9);
    table.request("g1f3");
    let left = [WHITE, BLACK].map(|side| table.left(side));
    table.app.insert_resource(AskBeforeTakeback(true));
    table.ask(GameRequest::Undo);
    let offer = TakebackOffer {
        by: WHITE,
        of: Takeback::Move,
    };
    assert_eq!(table.game().takeback_offer(), Some(offer));
    assert_eq!(table.game().record().ply(), 3);
    table.ask(GameRequest::DeclineTakeback);
    assert_eq!(table.game().takeback_offer(), None);
    assert_eq!(table.noted().declined, [(Offer::Takeback, WHITE)]);

    table.ask(GameRequest::Undo);
    table.frames(20);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().record().ply(), 2);
    assert!(table.clock().turn() == WHITE && table.clock().runs());
    // The increment comes with the next move.
    let before = [left[0] - Duration::from_secs(2), left[1]];
    assert_eq!([WHITE, BLACK].map(|side| table.left(side)), before);

    // Black's, with the move of White after it.
    table.request("b1c3");
    table.ask(GameRequest::OfferTakeback(BLACK));
    assert_eq!(table.noted().offered, [WHITE, WHITE, BLACK]);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(
        (table.game().record().ply(), table.clock().turn()),
        (1, BLACK)
    );
    // White has no answer to give by a move of its own; Black's declines.
    table.ask(GameRequest::OfferTakeback(WHITE));
    table.request("d7d5");
    assert_eq!(
        table.noted().declined.last(),
        Some(&(Offer::Takeback, WHITE))
    );
    // An offer that nobody made is no answer.
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().record().ply(), 2);
}

/// A game of two people with a clock, who ask one another.
fn asking(moves: &[&str]) -> Table {
    let mut table = Table::clocked(new_game("60+2"));
    table.app.insert_resource(AskBeforeTakeback(true));
    for mv in moves {
        table.request(mv);
        table.frames(9);
    }
    table
}

#[test]
fn a_move_is_not_taken_back_for_another_increment() {
    let mut table = asking(&["e2e4", "e7e5", "g1f3"]);
    let left = table.left(WHITE);
    for _ in 0..5 {
        table.ask(GameRequest::Undo);
        table.ask(GameRequest::AcceptTakeback);
        table.request("g1f3");
        table.frames(1);
    }
    assert!(table.left(WHITE) <= left, "{:?}", table.left(WHITE));
}

#[test]
fn an_end_is_taken_back_only_if_the_winner_agrees() {
    let mut table = asking(&["e2e4"]);
    table.ask(GameRequest::Resign(WHITE));
    table.ask(GameRequest::Undo);
    assert!(table.game().outcome().is_some());
    let offer = TakebackOffer {
        by: WHITE,
        of: Takeback::End,
    };
    assert_eq!(table.game().takeback_offer(), Some(offer));
    table.ask(GameRequest::DeclineTakeback);
    assert!(table.game().outcome().is_some() && table.game().takeback_offer().is_none());
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().outcome(), None);

    // The flag of Black falls.
    table.frames(70 * 60);
    assert!(table.game().outcome().is_some(), "{:?}", table.left(BLACK));
    table.ask(GameRequest::Undo);
    let asks = table.game().takeback_offer().map(|offer| offer.by);
    assert_eq!(
        (asks, table.game().outcome().is_some()),
        (Some(BLACK), true)
    );
}

#[test]
fn playing_on_from_before_is_asked_for_too() {
    let mut table = asking(&["e2e4", "e7e5", "g1f3"]);
    // By the button, and by a move on the board.
    for by_move in [false, true] {
        table.ask(GameRequest::Step(Step::Start));
        let place = table.game().record().current();
        if by_move {
            table.request("d2d4");
        } else {
            table.ask(GameRequest::PlayOn);
        }
        let offer = TakebackOffer {
            by: WHITE,
            of: Takeback::PlayOn(place),
        };
        assert_eq!(table.game().takeback_offer(), Some(offer), "{by_move}");
        assert!(!table.game().is_looking_back());
        assert_eq!(table.game().record().ply(), 3);
        if !by_move {
            table.ask(GameRequest::DeclineTakeback);
            assert_eq!(table.game().takeback_offer(), None);
        }
    }
    // The other agrees, wherever the board is by now.
    table.ask(GameRequest::Step(Step::Back));
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().as_played().ply(), 0);
    assert!(!table.game().is_looking_back() && table.game().takeback_offer().is_none());
    table.request("d2d4");
    assert_eq!(table.game().record().ply(), 1);
}

#[test]
fn whoever_has_a_free_hand_is_not_asked() {
    let mut table = asking(&["e2e4", "e7e5"]);
    table.app.insert_resource(AskBeforeTakeback(false));
    table.ask(GameRequest::Undo);
    assert_eq!(table.game().record().ply(), 1);
    let mut table = Table::clocked(Variant::Chess.board().new_game());
    table.app.insert_resource(AskBeforeTakeback(true));
    table.request("e2e4");
    table.ask(GameRequest::Undo);
    assert_eq!(table.game().record().ply(), 0, "there is no clock");
}

#[test]
fn a_draw_that_is_offered_is_gone_with_the_other_sides_move() {
    let mut table = Table::clocked(new_game("60"));
    table.ask(GameRequest::Draw(WHITE));
    table.request("e2e4");
    assert_eq!(table.game().draw_offer(), Some(WHITE));
    table.request("e7e5");
    assert_eq!(table.game().draw_offer(), None);
    assert_eq!(table.noted().declined, [(Offer::Draw, WHITE)]);
}

#[test]
fn side_cannot_agree_to_its_own_draw_offer() {
    let mut table = Table::clocked(new_game("60"));
    table.open(Screen::Home);
    for _ in 0..2 {
        // A double click in a slow frame.
        table.send(CommandRequested(Command::Draw));
        table.press(Command::Draw);
        assert_eq!(table.game().draw_offer(), Some(WHITE));
        assert_eq!(table.outcome(), None);
    }
    assert_eq!(asking::shown_page(&table.app), Screen::Game);
    assert!(!table.is_enabled(Command::Draw));
    table.request("e2e4");
    assert!(table.is_enabled(Command::Draw));
    table.press(Command::Draw);
    assert!(table.outcome().is_some());
}

#[test]
fn playing_on_after_the_end_is_asked_for_where_each_has_a_display() {
    let mut record = new_game("60");
    let headset = WHITE;
    Seating::HeadsetAndWindow { headset }.write_to(&mut record);
    let mut table = Table::clocked(record);
    for mv in ["e2e4", "e7e5"] {
        table.request(mv);
    }
    table.ask(GameRequest::Resign(WHITE));
    table.ask(GameRequest::Step(Step::Back));
    for by_move in [false, true] {
        if by_move {
            table.request("c7c5");
        } else {
            table.ask(GameRequest::PlayOn);
        }
        let by = table.game().takeback_offer().map(|offer| offer.by);
        assert_eq!(by, Some(BLACK), "{by_move}");
        assert!(table.game().outcome().is_some() && !table.game().is_looking_back());
        table.ask(GameRequest::DeclineTakeback);
        table.ask(GameRequest::Step(Step::Back));
    }
    assert_eq!(table.game().takeback_offer(), None);
}

#[test]
fn settings_that_are_changed_in_a_game_of_two_count_from_the_next_one_on() {
    let change = |table: &mut Table, is_free: bool| {
        let mut settings = table.app.world_mut().resource_mut::<Settings>();
        settings.free_takebacks = is_free;
        settings.hide_while_passing = if is_free {
            HidePieces::Never
        } else {
            HidePieces::Always
        };
        table.frames(3);
        let hides = table.get::<HandoverOptions>().hides;
        (table.get::<AskBeforeTakeback>().0, hides)
    };
    let mut table = Table::clocked(new_game("60"));
    let line = table.notice_line();
    // Before the first move.
    assert_eq!(change(&mut table, true), (false, HidePieces::Never));
    assert_eq!(change(&mut table, false), (true, HidePieces::Always));
    assert!(!table.words(line).contains("next game"));
    table.request("e2e4");
    assert_eq!(change(&mut table, true), (true, HidePieces::Always));
    assert_eq!(table.words(line), "This counts from the next game on.");
    table.ask(GameRequest::Undo);
    assert_eq!(table.game().record().ply(), 1, "it is asked for");
    // The end does not set it free.
    table.ask(GameRequest::Resign(BLACK));
    assert_eq!(change(&mut table, false), (true, HidePieces::Always));
    assert_eq!(change(&mut table, true), (true, HidePieces::Always));
    table.ask(GameRequest::Undo);
    assert!(table.outcome().is_some());
    // Another game, also one that was begun before.
    let record = table.game().as_played();
    table.ask(GameRequest::Load(record));
    table.frames(2);
    assert!(!table.get::<AskBeforeTakeback>().0);
    assert_eq!(table.get::<HandoverOptions>().hides, HidePieces::Never);
    assert_eq!(change(&mut table, false), (false, HidePieces::Never));
    // Without a clock at once.
    table.ask(GameRequest::Load(Variant::Chess.board().new_game()));
    table.request("e2e4");
    for is_free in [true, false] {
        assert_eq!(change(&mut table, is_free).0, !is_free);
    }
}
