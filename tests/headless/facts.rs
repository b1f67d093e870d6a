//! The match's stream of facts: its order, and how readers handle frames with several facts.

use bevy::prelude::*;
use icochess::board::pieces::piece::{GLIDE_SECONDS, IsPiece, PieceOn};
use icochess::feedback::Feedback;
use icochess::feedback::table::FeedbackKind;
use icochess::game::Match;
use icochess::game::facts::MatchFact::{
    self, Begun, ClockKept, Ended, Moved, PlayedOn, Rejected, TakenBack,
};
use icochess::game::facts::Shown;
use icochess::game::messages::{GameRequest, MoveRequested, Step};
use icochess::game::pairing::GamePairings;
use icochess::library::Names;
use icochess::pairing::Order;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::save::{OnDisk, ResumeOffer};
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;
use icochess_rules::{Cell, CellSet, Move, Piece, Record, Side};

use crate::asking;
use crate::headless::set;
use crate::table::{FILE, MATE, RANDOM, Table};

/// Seconds from a mate to the announcement of its result.
const MATE_SEEN: f32 = 2.0;

fn new_game() -> Record {
    Variant::Icochess.board().new_game()
}

/// Returns the game after these moves.
fn after(moves: &[&str]) -> Record {
    asking::after(new_game(), moves.iter().copied())
}

impl Table {
    fn mv(&self, uci: &str) -> Move {
        self.game().position().parse_uci(uci).unwrap()
    }

    /// Sends all requests in one frame.
    fn ask_at_once(&mut self, requests: impl IntoIterator<Item = GameRequest>) {
        for request in requests {
            self.send(request);
        }
        self.frames(1);
    }

    /// Returns the pieces on the board, with their entities.
    fn piece_entities(&mut self) -> Vec<(Cell, Piece, Entity)> {
        let world = self.app.world_mut();
        let mut pieces = world.query::<(&PieceOn, &IsPiece, Entity)>();
        let pieces = pieces.iter(world);
        let mut pieces: Vec<_> = pieces.map(|(on, is, it)| (on.0, is.0, it)).collect();
        pieces.sort_by_key(|(cell, ..)| *cell);
        pieces
    }

    /// Returns whether the pieces match the position.
    fn stands_as_it_should(&mut self) -> bool {
        let pieces = self.piece_entities();
        let standing = pieces.iter().map(|(cell, piece, _)| (*cell, *piece));
        let position = self.game().position();
        let cells = position.occupied().cells();
        standing.eq(cells.map(|cell| (cell, position.piece_at(cell).unwrap())))
    }

    /// Returns the feedback events until the pieces have arrived.
    fn happened(&mut self) -> Vec<FeedbackKind> {
        let frames = (GLIDE_SECONDS / crate::headless::FRAME.as_secs_f32()) as usize + 3;
        let mut sensed = Vec::new();
        for _ in 0..frames {
            sensed.extend(self.facts::<Feedback>().iter().map(|it| it.0.kind));
            self.frames(1);
        }
        sensed
    }
}

/// Asserts that exactly these facts, in this order, were written since the previous check.
macro_rules! assert_told {
    ($table:expr, $($fact:pat),*) => {{
        let facts = $table.match_facts();
        assert!(matches!(&facts[..], [$($fact),*]), "{facts:#?}");
    }};
}

#[test]
fn facts_are_written_in_order() {
    let mut table = Table::new();
    table.play(&MATE[..2]);
    table.match_facts();
    // A mating move, taken back and replayed.
    table.send(MoveRequested(table.mv(MATE[2])));
    table.ask_at_once([GameRequest::Undo, GameRequest::Redo]);
    let facts = table.match_facts();
    assert!(
        matches!(
            &facts[..],
            [Moved(first), Ended(_), TakenBack(back), Moved(again), Ended(_)]
                if !first.redone && again.redone && back.mv == first.mv && back.mv == again.mv
        ),
        "{facts:#?}"
    );
    // A request about the current game first returns to its latest position.
    table.ask_at_once([GameRequest::Undo, GameRequest::Undo]);
    assert_told!(table, TakenBack(_), TakenBack(_));
    table.ask_at_once([
        GameRequest::Redo,
        GameRequest::Step(Step::Back),
        GameRequest::Resign(Side::Black),
    ]);
    assert_told!(
        table,
        Moved(_),
        MatchFact::Shown(Shown::Back(_)),
        MatchFact::Shown(Shown::Forward(_)),
        Ended(_)
    );
    // Playing on from an earlier position revokes a declared end.
    table.ask(GameRequest::Step(Step::Back));
    table.match_facts();
    let known = table.mv(MATE[1]);
    let moves = table.game().position().legal_moves();
    let other = moves.into_iter().find(|mv| *mv != known).unwrap();
    table.ask(MoveRequested(other));
    assert_told!(
        table,
        MatchFact::EndTakenBack,
        PlayedOn { was_over: true },
        Moved(_)
    );
}

#[test]
fn replaced_game_writes_no_facts() {
    let mut table = Table::new();
    for _ in 0..2 {
        table.send(MoveRequested(table.mv("a4g1")));
    }
    table.ask_at_once([
        GameRequest::Resign(Side::Black),
        GameRequest::Load(after(&MATE[..2])),
        GameRequest::Undo,
        GameRequest::Redo,
    ]);
    assert_told!(table, Begun, TakenBack(_), Moved(_));
    assert!(table.stands_as_it_should());
    // Feedback of the new game's facts is kept.
    let happened = table.happened();
    assert!(happened.contains(&FeedbackKind::Captured), "{happened:?}");
    // Without a replacement game, both facts are written.
    table.ask(GameRequest::Load(new_game()));
    table.match_facts();
    for _ in 0..2 {
        table.send(MoveRequested(table.mv("a4g1")));
    }
    table.ask(GameRequest::Resign(Side::Black));
    assert_told!(table, Moved(_), Rejected(_), Ended(_));
}

#[test]
fn pieces_animate_in_order_and_sound_on_arrival() {
    let mut table = Table::new();
    let before = table.piece_entities();
    table.facts::<Feedback>();
    table.send(MoveRequested(table.mv("a4g1")));
    table.ask_at_once([GameRequest::Undo]);
    assert_eq!(table.happened(), [FeedbackKind::TakenBack]);
    // These are the same entities, not replacements.
    assert_eq!(table.piece_entities(), before);

    // A capture, taken back and replayed.
    table.play(&MATE[..1]);
    table.happened();
    let before = table.piece_entities();
    table.ask_at_once([GameRequest::Undo, GameRequest::Redo]);
    assert_eq!(table.happened(), [FeedbackKind::Captured]);
    assert_eq!(table.piece_entities(), before);
    table.ask_at_once([GameRequest::Undo, GameRequest::Redo, GameRequest::Undo]);
    assert_eq!(table.happened(), [FeedbackKind::TakenBack]);
    assert!(table.stands_as_it_should());
}

#[test]
fn end_taken_back_in_the_same_frame_has_no_effect() {
    let mut table = Table::new();
    let mut pairings = GamePairings::default();
    let people = ["Ada", "Bo", "Cy"].map(str::to_owned);
    pairings.gather(&people, Order::WinnerStays);
    table.app.insert_resource(pairings);
    let mut game = after(&MATE[..2]);
    let [white, black, _] = people;
    let event = String::new();
    Names {
        event,
        white,
        black,
    }
    .write_to(&mut game);
    table.ask(GameRequest::Load(game));
    let pairing = |table: &Table| {
        let pairing = table.get::<GamePairings>().next_pairing();
        pairing.unwrap().map(str::to_owned)
    };
    table.send(MoveRequested(table.mv(MATE[2])));
    table.ask_at_once([GameRequest::Undo]);
    table.pass(1.5);
    assert_eq!(pairing(&table), ["Ada", "Bo"]);
    assert_eq!(table.page(), Screen::Game);
    // A repeated end counts once, and its result is announced again.
    table.ask(GameRequest::Redo);
    table.pass(MATE_SEEN);
    assert_eq!(pairing(&table), ["Cy", "Ada"]);
    assert_eq!(table.page(), Screen::Result);
    table.ask_at_once([GameRequest::Undo, GameRequest::Redo]);
    assert_eq!(pairing(&table), ["Cy", "Ada"]);
    assert_eq!(table.page(), Screen::Game);
    table.pass(MATE_SEEN);
    assert_eq!(table.page(), Screen::Result);
}

#[test]
fn computer_continues_from_the_last_request() {
    let mut table = Table::with(set(|it| it.computer.black = RANDOM), |app| {
        app.insert_resource(Match::new(after(&MATE[..2])));
    });
    // Two undos and a redo, which also replays the computer's move.
    table.ask_at_once([GameRequest::Undo, GameRequest::Undo, GameRequest::Redo]);
    table.frames(2);
    assert_eq!(table.played(), MATE[..2]);
    // And in reverse order.
    table.ask_at_once([GameRequest::Undo, GameRequest::Redo, GameRequest::Undo]);
    table.frames(2);
    assert!(table.played().is_empty());
}

#[test]
fn saving_a_clock_does_not_replace_another_saved_game() {
    let dir = tempfile::tempdir().unwrap();
    let current = dir.path().join("current.pgn");
    let store = Store::open(Some(dir.path())).unwrap();
    store.write_game(after(&MATE[..2]), false);
    store.queue().flush(FILE);
    let saved = std::fs::read_to_string(&current).unwrap();
    let game = asking::timed(new_game(), "300");
    let mut table = Table::with(Settings::default(), |app| {
        app.insert_resource(store)
            .insert_resource(OnDisk::AnotherGame)
            .insert_resource(ResumeOffer(after(&MATE[..2])))
            .insert_resource(Match::new(game));
    });
    table.match_facts();
    table.ask(GameRequest::KeepClock);
    assert_told!(table, ClockKept);
    table.saved();
    assert_eq!(std::fs::read_to_string(&current).unwrap(), saved);
    assert!(table.app.world().contains_resource::<ResumeOffer>());
    // Once this game is the saved one, its clock is saved as well.
    table.play(&MATE[..1]);
    table.saved();
    assert!(!table.app.world().contains_resource::<ResumeOffer>());
    std::fs::remove_file(&current).unwrap();
    table.ask(GameRequest::KeepClock);
    table.saved();
    assert!(current.exists());
}
