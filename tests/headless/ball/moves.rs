//! Moves: requested, played or refused, taken back, and shown on the board.

use icochess::board::effects::check::CheckPulse;
use icochess::board::effects::dust::Dust;
use icochess::board::effects::mate::MateEffectPart;
use icochess::board::pieces::contact::ContactShadow;
use icochess::board::tiles::paths::TrailPart;
use icochess_rules::{Effect, IllegalMove, Piece};

use super::*;

/// Returns the first piece that moves among some effects.
fn moved(effects: &[Effect]) -> Piece {
    let moved = effects.iter().find_map(|effect| match effect {
        Effect::Moved { piece, .. } => Some(*piece),
        _ => None,
    });
    moved.expect("a piece moves")
}

#[test]
fn request_becomes_a_fact_or_a_refusal() {
    let mut table = Table::new();
    table.request("b1n4");
    let facts = table.match_facts();
    let [MatchFact::Moved(made)] = &facts[..] else {
        panic!("not one move");
    };
    assert_eq!(made.mv, mv("b1n4"));
    let piece = moved(&made.effects);
    assert_eq!((made.side, piece.role), (Side::White, Role::ROOK));
    assert_eq!(made.captured().unwrap().side, Side::Black);
    assert!(!made.redone);
    assert_eq!(made.check, table.game().position().is_check());
    assert_eq!(table.played(), ["b1n4"]);
    assert_eq!(table.state().turn, "Black");

    let before = table.state().clone();
    for (uci, reason) in [
        ("g1g2", IllegalReason::NoPiece),
        ("a4g1", IllegalReason::NotYourTurn),
        ("o1a1", IllegalReason::NotReached),
    ] {
        table.request(uci);
        let illegal = IllegalMove {
            mv: mv(uci),
            reason,
        };
        assert_eq!(table.match_facts(), [MatchFact::Rejected(illegal)]);
    }
    assert_eq!(*table.state(), before);
}

#[test]
fn mate_is_reported_once_and_ends_the_game() {
    let mut table = Table::new();
    for uci in &MATE[..2] {
        table.request(uci);
        assert!(
            matches!(&table.match_facts()[..], [MatchFact::Moved(_)]),
            "{uci}"
        );
    }
    table.request(MATE[2]);
    let winner = Side::White;
    let mated = Outcome::Checkmate { winner };
    let facts = table.match_facts();
    assert!(facts[0].moved().unwrap().check);
    assert_eq!(facts[1..], [MatchFact::Ended(mated)]);
    let state = table.state();
    assert_eq!((&*state.outcome, &*state.turn), ("checkmate", "Black"));
    assert_eq!(state.moves, MATE);
    let checkers = state.checkers.clone();
    assert!(!checkers.is_empty());
    // Without the learner's help, only the king is marked in check.
    for name in &checkers {
        let sign = (name == "o3").then_some(Sign::End);
        assert_eq!(table.look(name).sign, sign);
    }
    // Learner's help also marks the checking pieces.
    table.press(Command::Learn);
    for name in checkers {
        let look = table.look(&name);
        let sign = [Sign::Checker, Sign::CheckerAtEnd][usize::from(name == "o3")];
        assert_eq!((look.tint, look.sign), (Tint::Checker, Some(sign)));
    }
    let king = table.game().position().royal(Side::Black).unwrap();
    let king = table.look(tables().name(king));
    assert_eq!((king.tint, king.sign), (Tint::Checked, Some(Sign::Checked)));
    assert_eq!(table.look("b2").sign, Some(Sign::Start));

    // Whether or not the move is possible.
    for uci in ["n1a1", MATE[0]] {
        table.request(uci);
        let (mv, reason) = (mv(uci), IllegalReason::GameOver);
        let illegal = IllegalMove { mv, reason };
        assert_eq!(table.match_facts(), [MatchFact::Rejected(illegal)]);
    }
    // A finished game shows no targets.
    table.click(PointerButton::Primary, "n1");
    let marked = table.on_cells::<TileLook>();
    assert!(marked.iter().all(|(_, look)| look.mark.is_none()));
}

#[test]
fn moves_are_undone_and_redone_and_games_are_loaded() {
    let mut table = Table::new();
    table.play(&MATE);
    table.match_facts();
    table.ask(GameRequest::Undo);
    let facts = table.match_facts();
    let [MatchFact::TakenBack(undone)] = &facts[..] else {
        panic!("not one takeback");
    };
    assert_eq!(undone.mv, mv(MATE[2]));
    let before = tree(&MATE[..2]);
    let cell = cell("o3");
    let piece = before.position().piece_at(cell).unwrap();
    let put_back = Effect::Placed { piece, cell };
    assert_eq!(undone.effects.last(), Some(&put_back));
    assert_eq!(table.state().outcome, "ongoing");
    assert_eq!(table.state().undone, 1);

    table.ask(GameRequest::Redo);
    let facts = table.match_facts();
    let [MatchFact::Moved(made), MatchFact::Ended(_)] = &facts[..] else {
        panic!("not one move and the end");
    };
    assert!(made.redone && made.check);

    // Redo writes no fact without a taken-back move.
    table.ask(GameRequest::Redo);
    assert_eq!(table.match_facts(), []);

    table.ask(GameRequest::Load(new_game()));
    assert_eq!(table.match_facts(), [MatchFact::Begun]);
    assert_eq!(table.played(), [""; 0]);
    assert_eq!(table.pieces(), table.expected_pieces());
    table.ask(GameRequest::Undo);
    assert_eq!(table.match_facts(), []);

    table.ask(GameRequest::Load(tree(&MATE[..2]).into()));
    assert_eq!(table.match_facts(), [MatchFact::Begun]);
    assert_eq!(table.played(), MATE[..2]);
    assert_eq!(table.pieces(), table.expected_pieces());
    table.play(&MATE[2..]);
    let facts = table.match_facts();
    assert!(matches!(
        &facts[..],
        [MatchFact::Moved(_), MatchFact::Ended(_)]
    ));
}

#[test]
fn game_at_the_file_limit_ends_with_a_reason() {
    let text = format!("a4g1 {} *", "(b1o3) ".repeat(pgn::MAX_PLIES - 1));
    let full = pgn::parse::<Game>(&text).unwrap();
    assert_eq!(full.tree.size(), pgn::MAX_PLIES);
    let mut table = Table::of(full);
    let line = table.notice_line();
    // Recorded moves can be taken back and replayed.
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::Redo);
    assert_eq!(table.played(), ["a4g1"]);
    table.match_facts();
    table.request("n4s1");
    assert_eq!(table.played(), ["a4g1"]);
    assert_eq!(table.state().outcome, "adjudication");
    let facts = table.match_facts();
    assert!(matches!(
        &facts[..],
        [MatchFact::Ended(_), MatchFact::Rejected(_)]
    ));
    let text = table.words(line);
    assert!(text.contains("50000 moves"), "{text}");
    // After taking back the end, the next move ends the game again.
    table.ask(GameRequest::Undo);
    assert_eq!(table.state().outcome, "ongoing");
    table.request("n4s1");
    assert_eq!(table.state().outcome, "adjudication");
    let text = table.game().record().to_pgn();
    assert!(pgn::parse::<Game>(&text).is_ok());
}

#[test]
fn pieces_glide_to_their_tiles_and_captures_vanish() {
    let mut table = Table::new();
    assert_eq!(table.pieces().len(), 24);
    let entities = |table: &mut Table| {
        let world = table.app.world_mut();
        let mut drawn = world.query_filtered::<(), (
            With<Mesh3d>,
            Without<CheckPulse>,
            Without<Dust>,
            Without<TrailPart>,
            Without<MateEffectPart>,
            Without<ContactShadow>,
        )>();
        drawn.iter(world).count()
    };
    let before = entities(&mut table);
    for uci in MATE {
        table.request(uci);
        // Names are correct at once, before the piece arrives.
        assert_eq!(table.pieces(), table.expected_pieces(), "{uci}");
        table.pass(GLIDE_SECONDS);
        assert_eq!(table.pieces(), table.expected_pieces(), "{uci}");
        let piece = table.place_of_piece_on(&uci[2..]);
        let tile = table.tile_place(&uci[2..]);
        assert!(piece.distance(tile) < 1e-4, "{uci}");
    }
    let captured = 24 - table.pieces().len();
    assert!(captured > 0);
    assert_eq!(entities(&mut table), before - captured);
    for _ in MATE {
        table.ask(GameRequest::Undo);
        assert_eq!(table.pieces(), table.expected_pieces());
        table.pass(GLIDE_SECONDS);
    }
    assert_eq!(table.pieces().len(), 24);
    assert_eq!(entities(&mut table), before);
}
