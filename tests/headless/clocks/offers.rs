//! Takebacks and draws that are offered in a game with a clock.

use icochess::computer::{Computer, takeback};
use icochess::game::Match;
use icochess::game::facts::Offer;
use icochess::game::messages::GameRequest;

use super::{BLACK, WHITE, new_game};
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
    let world = table.app.world();
    let (computer, game) = (world.resource::<Computer>(), world.resource::<Match>());
    let request = takeback(computer, game, false);
    assert_eq!(request, GameRequest::OfferTakeback(WHITE));
    assert_eq!(takeback(computer, game, true), GameRequest::Undo);

    table.ask(request.clone());
    assert_eq!(table.game().takeback_offer(), Some(WHITE));
    table.ask(GameRequest::DeclineTakeback);
    assert_eq!(table.game().takeback_offer(), None);
    assert_eq!(table.noted().declined, [(Offer::Takeback, WHITE)]);

    table.ask(request.clone());
    table.frames(20);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().record().ply(), 2);
    assert!(table.clock().turn() == WHITE && table.clock().runs());
    assert_eq!([WHITE, BLACK].map(|side| table.left(side)), left);

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

#[test]
fn a_draw_that_is_offered_is_gone_with_the_other_sides_move() {
    let mut table = Table::clocked(new_game("60"));
    table.ask(GameRequest::Draw);
    table.request("e2e4");
    assert_eq!(table.game().draw_offer(), Some(WHITE));
    table.request("e7e5");
    assert_eq!(table.game().draw_offer(), None);
    assert_eq!(table.noted().declined, [(Offer::Draw, WHITE)]);
}
