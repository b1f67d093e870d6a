//! Tests of solved endings: in the game, and practised on the board.

use bevy::prelude::*;
use icochess::board::endings::{EndingPhase, EndingPractice, EndingRequest};
use icochess::board::stage::taught::Taught;
use icochess::computer::endings::{Probe, SolvedEndings};
use icochess::computer::{Computer, SidePlayer};
use icochess::game::messages::GameRequest;
use icochess::game::{Boards, Match};
use icochess::interaction::PracticePick;
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;
use icochess_engine::{Algorithm, ComputerPlayer};
use icochess_rules::{Move, Record, Side};

use crate::asking::{
    add_panel, ask, frames, get, has_text, open, rotation, shown_page, the_match, until,
};
use crate::headless::pass;
use crate::stage::{load, pieces, playing};

fn phase(app: &App) -> Option<EndingPhase> {
    get::<EndingPractice>(app).phase()
}

fn probe(app: &App, game: &Record) -> Option<(Probe, Vec<Move>)> {
    let engine = get::<Boards>(app).engine(game.board())?;
    get::<SolvedEndings>(app).probe(engine, game)
}

/// Returns the game on the board.
fn on_board(app: &App) -> Record {
    let game = get::<Taught>(app).game(the_match(app));
    game.record().clone()
}

/// Waits for a won position with the player to move.
fn wait_for_turn(app: &mut App) -> Record {
    until(app, "the player's turn", |app| {
        let is_won = matches!(phase(app), Some(EndingPhase::Won(_)));
        is_won && on_board(app).position().turn() == Side::White
    });
    on_board(app)
}

fn pick(app: &mut App, mv: Move) {
    let (cell, mv) = (mv.to, Some(mv));
    ask(app, PracticePick { cell, mv });
    frames(app, 3);
}

/// Opens the page and shows wins with the rook until one has a move that gives it away. Returns the
/// game after that move, too.
fn slipping(app: &mut App) -> (Record, Move, Record) {
    open(app, Screen::Endings);
    ask(app, EndingRequest::Begin("KRK"));
    loop {
        let game = wait_for_turn(app);
        for mv in game.position().legal_moves() {
            let mut after = game.clone();
            let goes_on = after.make_mut().play(mv).is_ok() && after.outcome().is_none();
            if goes_on && matches!(probe(app, &after), Some((Probe::Drawn, _))) {
                return (game, mv, after);
            }
        }
        ask(app, EndingRequest::Another);
    }
}

#[test]
fn ending_is_won_by_the_moves_of_the_table() {
    let mut app = playing(Variant::Icochess.board().new_game());
    pass(&mut app, 1.0);
    let (before, lay) = (pieces(&mut app), rotation(&mut app));
    add_panel(&mut app);
    let (game, slip, _) = slipping(&mut app);
    pass(&mut app, 1.0);
    let start = pieces(&mut app);
    assert_eq!(start.len(), 3);
    assert!(has_text(&mut app, "White to move: mate in "));
    pick(&mut app, slip);
    assert_eq!(phase(&app), Some(EndingPhase::Slipped));
    assert!(has_text(&mut app, "lets the win slip"));
    ask(&mut app, EndingRequest::TryAgain);
    pass(&mut app, 1.0);
    assert_eq!((on_board(&app), pieces(&mut app)), (game, start));
    while phase(&app) != Some(EndingPhase::Mated) {
        let game = wait_for_turn(&mut app);
        let (_, best) = probe(&app, &game).expect("a solved class");
        pick(&mut app, best[0]);
    }
    assert!(has_text(&mut app, "Mate. Well done!"));
    open(&mut app, Screen::Game);
    pass(&mut app, 3.0);
    assert_eq!((phase(&app), pieces(&mut app)), (None, before));
    assert!(rotation(&mut app).angle_between(lay) < 1e-3);
    // A new game closes the page.
    open(&mut app, Screen::Endings);
    ask(&mut app, EndingRequest::Begin("KQK"));
    load(&mut app, Variant::Chess);
    assert_eq!((phase(&app), shown_page(&app)), (None, Screen::Game));
}

#[test]
fn computer_agrees_to_a_draw_that_it_knows() {
    let mut app = playing(Variant::Icochess.board().new_game());
    let (game, _, drawn) = slipping(&mut app);
    let strongest = SidePlayer {
        computer: true,
        algorithm: Algorithm::Strong,
        level: ComputerPlayer::MAX_LEVEL,
        ..SidePlayer::default()
    };
    let text = drawn.position().text();
    let drawn = game.board().read_position(&text).expect("a position");
    let mut app = playing(drawn);
    app.insert_resource(Computer {
        white: strongest,
        ..Computer::default()
    });
    until(&mut app, "the ending", |app| {
        let found = probe(app, the_match(app).record());
        matches!(found, Some((Probe::Drawn, _)))
    });
    ask(&mut app, GameRequest::Draw(Side::Black));
    frames(&mut app, 5);
    let end = get::<Match>(&app).outcome();
    assert!(end.is_some_and(|end| end.winner().is_none()), "{end:?}");
}
