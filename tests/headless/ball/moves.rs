//! Moves: asked for, made or refused, told, taken back, and seen on the board.

use bevy::prelude::*;
use icochess::board::moments::check::CheckPulse;
use icochess::board::moments::mate::OfMate;
use icochess::board::pieces::contact::ContactShadow;
use icochess::board::pieces::piece::GLIDE_SECONDS;
use icochess::board::stage::looks::{Sign, TileLook, Tint};
use icochess::game::facts::MatchFact;
use icochess::game::messages::GameRequest;
use icochess::game::{Match, MatchState};
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess_rules::{Effect, IllegalMove, IllegalReason, Outcome, Piece, Role, Side, pgn};

use super::{Game, cell, mv, new_game, tables, tree};
use crate::table::{MATE, Table};

/// The piece that goes first among some effects.
fn moved(effects: &[Effect]) -> Piece {
    let mut moved = effects.iter().filter_map(|effect| match effect {
        Effect::Moved { piece, .. } => Some(*piece),
        _ => None,
    });
    moved.next().expect("a piece moves")
}

#[test]
fn a_request_becomes_a_fact_or_a_refusal() {
    let mut table = Table::new();
    table.request("b1n4");
    let told = table.told();
    let [MatchFact::Moved(made)] = &told[..] else {
        panic!("not one move");
    };
    assert_eq!(made.mv, mv("b1n4"));
    assert_eq!(
        (made.side, moved(&made.effects).role),
        (Side::White, Role::ROOK)
    );
    let captured = made.captured().unwrap();
    assert_eq!(captured.side, Side::Black);
    assert!(!made.redone);
    assert_eq!(made.check, table.get::<Match>().position().is_check());
    assert_eq!(table.played(), ["b1n4"]);
    assert_eq!(table.get::<MatchState>().turn, "Black");

    let before = table.get::<MatchState>().clone();
    for (uci, reason) in [
        ("g1g2", IllegalReason::NoPiece),
        ("a4g1", IllegalReason::NotYourTurn),
        ("o1a1", IllegalReason::NotReached),
    ] {
        table.request(uci);
        let expected = IllegalMove {
            mv: mv(uci),
            reason,
        };
        assert_eq!(table.told(), [MatchFact::Rejected(expected)]);
    }
    assert_eq!(*table.get::<MatchState>(), before);
}

#[test]
fn mate_is_told_once_and_ends_the_game() {
    let mut table = Table::new();
    for uci in &MATE[..2] {
        table.request(uci);
        assert!(matches!(&table.told()[..], [MatchFact::Moved(_)]), "{uci}");
    }
    table.request(MATE[2]);
    let mated = Outcome::Checkmate {
        winner: Side::White,
    };
    let told = table.told();
    assert!(told[0].moved().unwrap().check);
    assert_eq!(told[1..], [MatchFact::Ended(mated)]);
    let state = table.get::<MatchState>();
    assert_eq!(
        (state.outcome.as_str(), state.turn.as_str()),
        ("checkmate", "Black")
    );
    assert_eq!(state.moves, MATE);
    let checkers = state.checkers.clone();
    assert!(!checkers.is_empty());
    // One sign at a time tells of check: that of the king.
    for name in &checkers {
        let sign = (name == "o3").then_some(Sign::End);
        assert_eq!(table.look(name).sign, sign);
    }
    // Learners see what gives it.
    table.press(Command::Learn);
    for name in checkers {
        assert_eq!(table.look(&name).tint, Tint::Checker);
        let sign = if name == "o3" {
            Sign::CheckerAtEnd
        } else {
            Sign::Checker
        };
        assert_eq!(table.look(&name).sign, Some(sign));
    }
    let king = table.get::<Match>().position().royal(Side::Black).unwrap();
    let king = table.look(tables().name(king));
    assert_eq!((king.tint, king.sign), (Tint::Checked, Some(Sign::Checked)));
    assert_eq!(table.look("b2").sign, Some(Sign::Start));

    table.request("n1a1");
    let told = table.told();
    assert_eq!(told[0].rejected().unwrap().reason, IllegalReason::GameOver);
    // A finished game offers nothing more.
    table.click(PointerButton::Primary, "n1");
    let marked = table.on_cells::<TileLook>();
    assert!(marked.iter().all(|(_, look)| look.mark.is_none()));
}

#[test]
fn moves_are_taken_back_and_played_again_and_games_begun_and_loaded() {
    let mut table = Table::new();
    table.play(&MATE);
    table.told();
    table.ask(GameRequest::Undo);
    let told = table.told();
    let [MatchFact::TakenBack(undone)] = &told[..] else {
        panic!("not one takeback");
    };
    assert_eq!(undone.mv, mv(MATE[2]));
    let before = tree(&MATE[..2]);
    let taken = before.position().piece_at(cell("o3")).unwrap();
    let put_back = Effect::Placed {
        piece: taken,
        cell: cell("o3"),
    };
    assert_eq!(undone.effects.last(), Some(&put_back));
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    assert_eq!(table.get::<MatchState>().undone, 1);

    table.ask(GameRequest::Redo);
    let told = table.told();
    let [MatchFact::Moved(made), MatchFact::Ended(_)] = &told[..] else {
        panic!("not one move and the end");
    };
    assert!(made.redone && made.check);

    // Nothing to redo is no fact.
    table.ask(GameRequest::Redo);
    assert_eq!(table.told(), []);

    table.ask(GameRequest::Load(new_game()));
    assert_eq!(table.told(), [MatchFact::Begun]);
    assert_eq!(*table.get::<MatchState>().moves, [""; 0]);
    assert_eq!(table.pieces(), table.expected_pieces());
    table.ask(GameRequest::Undo);
    assert_eq!(table.told(), []);

    table.ask(GameRequest::Load(tree(&MATE[..2]).into()));
    assert_eq!(table.told(), [MatchFact::Begun]);
    assert_eq!(table.played(), MATE[..2]);
    assert_eq!(table.pieces(), table.expected_pieces());
    table.play(&MATE[2..]);
    assert!(matches!(
        &table.told()[..],
        [MatchFact::Moved(_), MatchFact::Ended(_)]
    ));
}

#[test]
fn a_game_that_fills_its_file_ends_and_says_why() {
    let text = format!("a4g1 {} *", "(b1o3) ".repeat(pgn::MAX_PLIES - 1));
    let full = pgn::parse::<Game>(&text).unwrap();
    assert_eq!(full.tree.size(), pgn::MAX_PLIES);
    let mut table = Table::with(Settings::default(), |app| {
        app.insert_resource(Match::new(full));
    });
    let line = table.notice_line();
    // What is recorded can be taken back and played again.
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::Redo);
    assert_eq!(table.played(), ["a4g1"]);
    table.told();
    table.request("n4s1");
    assert_eq!(table.played(), ["a4g1"]);
    assert_eq!(table.get::<MatchState>().outcome, "adjudication");
    assert!(matches!(
        &table.told()[..],
        [MatchFact::Ended(_), MatchFact::Rejected(_)]
    ));
    let told = table.words(line);
    assert!(told.contains("50000 moves"), "{told}");
    // Whoever takes the end back is told again.
    table.ask(GameRequest::Undo);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    table.request("n4s1");
    assert_eq!(table.get::<MatchState>().outcome, "adjudication");
    let text = table.get::<Match>().record().to_pgn();
    assert!(pgn::parse::<Game>(&text).is_ok());
}

#[test]
fn pieces_glide_to_their_tiles_and_captured_ones_vanish() {
    let mut table = Table::new();
    assert_eq!(table.pieces().len(), 24);
    let entities = |table: &mut Table| {
        let world = table.app.world_mut();
        let mut drawn = world.query_filtered::<(), (
            With<Mesh3d>,
            Without<CheckPulse>,
            Without<OfMate>,
            Without<ContactShadow>,
        )>();
        drawn.iter(world).count()
    };
    let before = entities(&mut table);
    for uci in MATE {
        table.request(uci);
        // The names are right at once, before the piece has arrived.
        assert_eq!(table.pieces(), table.expected_pieces(), "{uci}");
        table.pass(GLIDE_SECONDS);
        assert_eq!(table.pieces(), table.expected_pieces(), "{uci}");
        let piece = table.place_of_piece_on(&uci[2..]);
        let tile = table.on_cells::<GlobalTransform>()[cell(&uci[2..]).index()].1;
        assert!(piece.distance(tile.translation()) < 1e-4, "{uci}");
    }
    let taken = 24 - table.pieces().len();
    assert!(taken > 0);
    assert_eq!(entities(&mut table), before - taken);
    for _ in MATE {
        table.ask(GameRequest::Undo);
        assert_eq!(table.pieces(), table.expected_pieces());
        table.pass(GLIDE_SECONDS);
    }
    assert_eq!(table.pieces().len(), 24);
    assert_eq!(entities(&mut table), before);
}
