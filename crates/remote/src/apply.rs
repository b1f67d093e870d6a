//! Applies the server's messages to the match.
//!
//! The referee here has made the player's own moves already. It makes the friend's moves like any
//! others, so that the match changes in one place only.

use icochess_core::game::facts::MatchFact;
use icochess_core::game::requests::{Edit, GameRequest};
use icochess_core::game::seating::Seating;
use icochess_core::game::{Match, Referee, Served};
use icochess_rules::{AnyPosition, DrawReason, Move, Outcome, Record, Side};
use icochess_wire::{Clocks, End, GameState, Offer, ServerMessage, StateError};

/// Result of a message.
#[derive(Debug)]
pub struct Applied {
    /// Result of the referee.
    pub served: Served,
    /// Whether the match is as at the server. Otherwise, ask for the whole game.
    pub is_in_step: bool,
}

/// Applies a message to the match of a player or spectator with this seating. `unconfirmed` is the player's own
/// last move, if the server hasn't confirmed it, with its ply and in UCI text. Messages about
/// anything but the match have no effect.
///
/// # Errors
///
/// [`StateError`] if this program doesn't know the board, or has other rules.
pub fn apply(
    referee: &mut Referee,
    message: &ServerMessage,
    seating: Seating,
    unconfirmed: Option<(u32, &str)>,
) -> Result<Applied, StateError> {
    let mut at = Applying::new(referee);
    match message {
        ServerMessage::Game(state) => {
            at.take(state, seating, unconfirmed)?;
            at.set_offers(
                state.draw_offer.map(Side::from),
                state.takeback_offer.map(Side::from),
            );
            at.set_clocks(state.clocks.as_ref());
        }
        ServerMessage::Arrived { seat, name } => {
            at.ask(&GameRequest::Edit(Edit::Side {
                side: (*seat).into(),
                name: name.clone(),
                seating,
            }));
        }
        ServerMessage::Moved {
            ply,
            played,
            clocks,
            ..
        } => {
            at.make_move(*ply, &played.uci);
            at.set_clocks(clocks.as_ref());
        }
        ServerMessage::TakenBack { ply, clocks, .. } => {
            at.take_back_to(*ply as usize);
            at.set_clocks(clocks.as_ref());
        }
        ServerMessage::Offered { offer, by } => {
            let (draw, takeback) = at.offers();
            let by = Some(Side::from(*by));
            match offer {
                Offer::Draw => at.set_offers(by, takeback),
                Offer::Takeback => at.set_offers(draw, by),
                Offer::Rematch => {}
            }
        }
        ServerMessage::Declined { offer, .. } => match offer {
            Offer::Draw => at.ask(&GameRequest::DeclineDraw),
            Offer::Takeback => at.ask(&GameRequest::DeclineTakeback),
            Offer::Rematch => {}
        },
        ServerMessage::Ended { end, clocks } => {
            at.end(*end);
            at.set_clocks(clocks.as_ref());
        }
        ServerMessage::Clocks { clocks } => at.set_clocks(Some(clocks)),
        _ => {}
    }
    Ok(at.applied)
}

/// Referee with the result so far.
struct Applying<'a, 'r> {
    referee: &'a mut Referee<'r>,
    applied: Applied,
}

impl<'a, 'r> Applying<'a, 'r> {
    fn new(referee: &'a mut Referee<'r>) -> Self {
        let served = Served {
            facts: Vec::new(),
            is_changed: false,
        };
        Self {
            referee,
            applied: Applied {
                served,
                is_in_step: true,
            },
        }
    }

    fn game(&self) -> &Match {
        self.referee.game
    }

    fn serve(&mut self, moves: Option<Move>, requests: &[&GameRequest]) {
        let served = self.referee.serve(moves, requests);
        self.add(served);
    }

    fn add(&mut self, served: Served) {
        // Facts about the previous game are dropped.
        if served.facts.first().is_some_and(MatchFact::is_begun) {
            self.applied.served.facts.clear();
        }
        self.applied.served.facts.extend(served.facts);
        self.applied.served.is_changed |= served.is_changed;
    }

    fn ask(&mut self, request: &GameRequest) {
        self.serve(None, &[request]);
    }

    /// Shows the live position, where the server's moves are made.
    fn come_back(&mut self) {
        if self.game().is_looking_back() {
            self.ask(&GameRequest::ComeBack);
        }
    }

    /// Takes the whole game, unless the match is the same.
    fn take(
        &mut self,
        state: &GameState,
        seating: Seating,
        unconfirmed: Option<(u32, &str)>,
    ) -> Result<(), StateError> {
        let mut record = state.to_record()?;
        seating.write_to(&mut record);
        let now = self.game().as_played();
        if !is_same(&now, &record, unconfirmed) {
            self.ask(&GameRequest::Load(record));
            return Ok(());
        }
        // The friend's name is known only once the seat is taken.
        for side in Side::ALL {
            let name_in = |record: &Record| record.tags().get(&side.to_string()).cloned();
            let name = name_in(&record).unwrap_or_default();
            if name_in(&now).unwrap_or_default() != name {
                self.ask(&GameRequest::Edit(Edit::Side {
                    side,
                    name,
                    seating,
                }));
            }
        }
        Ok(())
    }

    fn make_move(&mut self, ply: u32, uci: &str) {
        let record = self.game().as_played();
        let (now, ply) = (record.ply(), ply as usize);
        if now == ply + 1 {
            // The player's own move comes back, or a move that was repeated.
            let last = record.last().map(|mv| record.position().uci(mv));
            self.applied.is_in_step &= last.as_deref() == Some(uci);
            return;
        }
        self.come_back();
        let mv = self.game().position().parse_uci(uci);
        if let (Ok(mv), true) = (mv, now == ply) {
            self.serve(Some(mv), &[]);
        }
        let is_made = self.game().record().ply() == ply + 1;
        self.applied.is_in_step &= is_made;
    }

    fn take_back_to(&mut self, ply: usize) {
        self.come_back();
        let record = self.game().record();
        let ends = usize::from(record.declared().is_some());
        for _ in 0..record.ply().saturating_sub(ply) + ends {
            self.ask(&GameRequest::Undo);
        }
        self.applied.is_in_step &= self.game().record().ply() == ply;
    }

    fn offers(&self) -> (Option<Side>, Option<Side>) {
        let takeback = self.game().takeback_offer().map(|offer| offer.by);
        (self.game().draw_offer(), takeback)
    }

    /// Sets the open offers.
    fn set_offers(&mut self, draw: Option<Side>, takeback: Option<Side>) {
        let served = self.referee.set_offers(draw, takeback);
        self.add(served);
    }

    /// Ends the game, unless its position has done so already.
    fn end(&mut self, end: End) {
        let winner = end.winner.map(Side::from);
        let turn = self.game().as_played().position().turn();
        let request = match end.declared() {
            Some(Outcome::Resignation { winner }) => GameRequest::Resign(!winner),
            Some(Outcome::TimeForfeit { winner }) => GameRequest::TimeOut(!winner),
            // The flag that fell is the mover's.
            Some(Outcome::Draw(DrawReason::TimeForfeit)) => GameRequest::TimeOut(turn),
            Some(Outcome::Draw(DrawReason::Agreement)) => {
                let by = self.game().draw_offer().unwrap_or(turn);
                GameRequest::Draw(!by)
            }
            Some(Outcome::Draw(
                DrawReason::ThreefoldRepetition { claimed_by }
                | DrawReason::FiftyMoves { claimed_by },
            )) => GameRequest::Draw(claimed_by),
            Some(_) => GameRequest::Adjudicate(winner),
            None => GameRequest::ComeBack,
        };
        self.ask(&request);
        let outcome = self.game().end();
        self.applied.is_in_step &= outcome.is_some_and(|outcome| End::from(outcome) == end);
    }

    fn set_clocks(&mut self, clocks: Option<&Clocks>) {
        if let Some(clocks) = clocks {
            let record = self.referee.game.as_played();
            let (at, saved) = (self.referee.at, clocks.saved());
            self.referee.clock.sync(at, &record, &saved, clocks.runs);
            self.applied.served.is_changed = true;
        }
    }
}

/// Returns whether the match is the server's game, perhaps with the player's own unconfirmed move.
fn is_same(now: &Record, record: &Record, unconfirmed: Option<(u32, &str)>) -> bool {
    let line = |record: &Record| -> Vec<String> {
        let played = record.played().iter();
        played.map(|mv| record.position().uci(*mv)).collect()
    };
    let mut expected = line(record);
    if let Some((ply, uci)) = unconfirmed
        && ply as usize == expected.len()
    {
        expected.push(uci.to_owned());
    }
    let start = |record: &Record| record.position_at(0).map(AnyPosition::text);
    now.board() == record.board()
        && Seating::of(now) == Seating::of(record)
        && now.outcome() == record.outcome()
        && line(now) == expected
        && start(now) == start(record)
        && now.tags().get("TimeControl") == record.tags().get("TimeControl")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use icochess_boards::Variant;
    use icochess_core::game::clock::{GameClock, Surroundings};
    use icochess_core::game::handover::{GameHandover, HandoverOptions};
    use icochess_wire::{EndReason, PlayedMove, PlayerState, Seat, SideClock, Time};

    const WHITE: Side = Side::White;
    const SEATING: Seating = Seating::Remote { side: WHITE };

    /// Match of a player with White, five minutes each.
    struct Table {
        game: Match,
        clock: GameClock,
        handover: GameHandover,
    }

    impl Table {
        /// Creates the match after these moves at the server.
        fn new(moves: &[&str]) -> Self {
            let record = Variant::Icochess.board().new_game();
            let mut table = Self {
                clock: GameClock::of(&record),
                game: Match::new(record),
                handover: GameHandover::default(),
            };
            let facts = table.apply(&whole(moves));
            assert_eq!(facts.0, [MatchFact::Begun]);
            table
        }

        fn referee(&mut self) -> Referee<'_> {
            static OPTIONS: std::sync::LazyLock<HandoverOptions> =
                std::sync::LazyLock::new(HandoverOptions::default);
            Referee {
                game: &mut self.game,
                clock: &mut self.clock,
                handover: &mut self.handover,
                options: &OPTIONS,
                asks: false,
                surroundings: Surroundings::default(),
                at: Duration::from_secs(100),
            }
        }

        /// Applies a message. Returns its facts, and whether the match is in step.
        fn apply(&mut self, message: &ServerMessage) -> (Vec<MatchFact>, bool) {
            let applied = apply(&mut self.referee(), message, SEATING, None).unwrap();
            (applied.served.facts, applied.is_in_step)
        }

        fn play(&mut self, uci: &str) {
            let mv = self.game.position().parse_uci(uci).unwrap();
            self.referee().serve([mv], &[]);
        }

        fn moves(&self) -> Vec<String> {
            let record = self.game.as_played();
            let played = record.played().iter();
            played.map(|mv| record.position().uci(*mv)).collect()
        }
    }

    fn played(uci: &str) -> PlayedMove {
        PlayedMove {
            uci: uci.to_owned(),
            left_ms: Some(290_000),
            used_ms: Some(10_000),
        }
    }

    fn clocks(used_ms: u64, runs: bool) -> Option<Clocks> {
        let side = SideClock {
            left_ms: 290_000,
            stage: 1,
            periods: 0,
        };
        Some(Clocks {
            white: side,
            black: side,
            used_ms,
            runs,
        })
    }

    fn state(moves: &[&str]) -> GameState {
        GameState {
            board: "chess".into(),
            start: None,
            time: Time::Clock("300".into()),
            you: Some(Seat::White),
            white: PlayerState::default(),
            black: PlayerState::default(),
            moves: moves.iter().map(|uci| played(uci)).collect(),
            clocks: clocks(0, true).filter(|_| !moves.is_empty()),
            due_ms: None,
            draw_offer: None,
            takeback_offer: None,
            rematch_offer: None,
            end: None,
        }
    }

    fn whole(moves: &[&str]) -> ServerMessage {
        ServerMessage::Game(Box::new(state(moves)))
    }

    fn moved(ply: u32, uci: &str) -> ServerMessage {
        ServerMessage::Moved {
            ply,
            played: played(uci),
            clocks: clocks(5_000, true),
            lag_ms: 0,
            due_ms: None,
        }
    }

    fn ended(winner: Option<Seat>, reason: EndReason) -> ServerMessage {
        let end = End {
            winner,
            reason,
            claimed_by: None,
        };
        ServerMessage::Ended { end, clocks: None }
    }

    #[test]
    fn own_moves_are_confirmed_and_the_friends_are_made() {
        let mut table = Table::new(&[]);
        assert_eq!(table.game.remote_side(), Some(WHITE));
        table.play("e2e4");
        assert_eq!(table.apply(&moved(0, "e2e4")), (vec![], true));
        let (facts, is_in_step) = table.apply(&moved(1, "e7e5"));
        assert!(is_in_step && facts[0].moved().is_some());
        // Once more, as after a return.
        assert_eq!(table.apply(&moved(1, "e7e5")), (vec![], true));
        assert_eq!(table.moves(), ["e2e4", "e7e5"]);
        let clock = table.clock.get().unwrap();
        let at = Duration::from_secs(100);
        assert_eq!(clock.remaining(WHITE, at), Duration::from_secs(285));
        assert!(clock.runs());
    }

    #[test]
    fn clock_never_flags_a_player_here() {
        let mut table = Table::new(&["e2e4", "e7e5"]);
        let late = Duration::from_secs(1000);
        assert_eq!(table.clock.tick(Duration::from_secs(999), late), None);
        let clock = table.clock.get().unwrap();
        assert_eq!(clock.remaining(WHITE, late), Duration::ZERO);
        table.referee().at = late;
        table.play("g1f3");
        assert_eq!(table.moves().len(), 3);
    }

    #[test]
    fn same_game_stays_and_another_replaces_it() {
        let mut table = Table::new(&["e2e4", "e7e5"]);
        assert_eq!(table.apply(&whole(&["e2e4", "e7e5"])), (vec![], true));
        let (facts, _) = table.apply(&whole(&["e2e4"]));
        assert_eq!(facts, [MatchFact::Begun]);
        assert_eq!(table.moves(), ["e2e4"]);
        // An unconfirmed move of the player's own stays.
        let mut table = Table::new(&[]);
        table.play("e2e4");
        let state = whole(&[]);
        let applied = apply(&mut table.referee(), &state, SEATING, Some((0, "e2e4"))).unwrap();
        assert!(applied.served.facts.is_empty());
        assert_eq!(table.moves(), ["e2e4"]);
    }

    #[test]
    fn friends_move_ends_looking_back() {
        let mut table = Table::new(&["e2e4"]);
        let root = icochess_rules::NodeId::ROOT;
        table.referee().serve([], &[&GameRequest::GoTo(root)]);
        assert!(table.game.is_looking_back());
        let (facts, is_in_step) = table.apply(&moved(1, "e7e5"));
        assert!(is_in_step && facts.len() == 2 && !table.game.is_looking_back());
        assert_eq!(table.moves(), ["e2e4", "e7e5"]);
    }

    #[test]
    fn impossible_messages_ask_for_the_whole_game() {
        let mut table = Table::new(&["e2e4"]);
        for message in [
            moved(5, "e7e5"),
            moved(1, "e7e2"),
            moved(0, "d2d4"),
            moved(1, "nonsense"),
            ended(Some(Seat::White), EndReason::Checkmate),
        ] {
            assert!(!table.apply(&message).1, "{message:?}");
            assert_eq!(table.moves(), ["e2e4"]);
        }
    }

    #[test]
    fn offers_takebacks_and_ends_follow_the_server() {
        let mut table = Table::new(&["e2e4", "e7e5", "g1f3", "b8c6"]);
        let offered = |offer, by| ServerMessage::Offered { offer, by };
        let (facts, _) = table.apply(&offered(Offer::Draw, Seat::Black));
        assert_eq!(facts, [MatchFact::DrawOffered(!WHITE)]);
        let (offer, by) = (Offer::Draw, Seat::Black);
        table.apply(&ServerMessage::Declined { offer, by });
        assert_eq!(table.game.draw_offer(), None);
        table.apply(&offered(Offer::Takeback, Seat::White));
        assert!(table.game.takeback_offer().is_some());
        let back = ServerMessage::TakenBack {
            ply: 2,
            clocks: clocks(0, true),
            due_ms: None,
        };
        let (facts, is_in_step) = table.apply(&back);
        assert!(is_in_step && facts.len() == 2 && table.game.takeback_offer().is_none());
        assert_eq!(table.moves(), ["e2e4", "e7e5"]);
        for (winner, reason) in [
            (Some(Seat::White), EndReason::Resignation),
            (Some(Seat::Black), EndReason::TimeForfeit),
            (Some(Seat::White), EndReason::Adjudication),
            (None, EndReason::Adjudication),
        ] {
            let mut table = Table::new(&["e2e4"]);
            assert!(table.apply(&ended(winner, reason)).1, "{reason:?}");
            assert_eq!(
                table.game.end().map(|end| End::from(end).reason),
                Some(reason)
            );
            assert_eq!(table.game.remote_side(), None);
        }
        table.apply(&offered(Offer::Draw, Seat::Black));
        assert!(table.apply(&ended(None, EndReason::Agreement)).1);
    }
}
