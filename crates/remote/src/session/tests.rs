use super::*;
use icochess_wire::{Create, End, Phrase, PlayedMove, PlayerState, Seat, SideChoice, Time, encode};

const PAGE: &str = "chess.example";

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn secret(number: u8) -> Secret {
    Secret::from_random([number; 16])
}

fn create() -> Entry {
    Entry::Create(Create {
        board: "chess".into(),
        start: None,
        time: Time::Clock("300+3".into()),
        side: SideChoice::White,
        name: "Ada".into(),
    })
}

fn join() -> Entry {
    let (secret, name) = (secret(2), "Bo".to_owned());
    Entry::Join { secret, name }
}

fn state(moves: &[&str], is_friend_there: bool) -> GameState {
    let player = |name: &str, taken| PlayerState {
        name: name.into(),
        taken,
        here: taken,
        ..PlayerState::default()
    };
    let played = |uci: &&str| PlayedMove {
        uci: (*uci).to_owned(),
        left_ms: None,
        used_ms: None,
    };
    GameState {
        board: "chess".into(),
        start: None,
        time: Time::Unlimited,
        you: Some(Seat::White),
        white: player("Ada", true),
        black: player("Bo", is_friend_there),
        moves: moves.iter().map(played).collect(),
        clocks: None,
        due_ms: None,
        draw_offer: None,
        takeback_offer: None,
        rematch_offer: None,
        end: None,
    }
}

/// Session with its outputs so far.
struct Tried {
    session: Session,
    outputs: Vec<Output>,
}

impl Tried {
    fn new(entry: Entry) -> Self {
        let session = Session::new(PAGE, entry, seconds(0)).unwrap();
        let mut tried = Self {
            session,
            outputs: Vec::new(),
        };
        tried.take();
        tried
    }

    /// Creates a session in a game after these moves.
    fn playing(moves: &[&str]) -> Self {
        let mut tried = Self::new(create());
        tried.open(0);
        tried.created();
        tried.receive(&ServerMessage::Game(Box::new(state(moves, true))), 0);
        tried.outputs.clear();
        tried
    }

    fn take(&mut self) {
        self.outputs.extend(self.session.take_outputs());
    }

    fn open(&mut self, at: u64) {
        self.session.handle(Event::Opened, seconds(at));
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            rules: RULES,
            version: "1".into(),
        };
        self.receive(&welcome, at);
    }

    fn created(&mut self) {
        let created = ServerMessage::Created {
            secret: secret(1),
            invitation: secret(2),
            watch: secret(3),
            code: Code::new(42),
            code_expires_s: 600,
            seat: Seat::White,
        };
        self.receive(&created, 0);
    }

    fn receive(&mut self, message: &ServerMessage, at: u64) {
        self.session
            .handle(Event::Text(&encode(message)), seconds(at));
        self.take();
    }

    fn lose(&mut self, at: u64) {
        self.session.handle(Event::Closed("cut"), seconds(at));
        self.take();
    }

    fn tick(&mut self, at: u64) {
        self.session.tick(seconds(at));
        self.take();
    }

    fn sent(&self) -> Vec<&ClientMessage> {
        let sent = self.outputs.iter().filter_map(|output| match output {
            Output::Send(message) => Some(message),
            _ => None,
        });
        sent.collect()
    }

    fn has(&self, output: &Output) -> bool {
        self.outputs.contains(output)
    }
}

#[test]
fn inviting_shows_link_and_code_until_the_friend_comes() {
    let mut tried = Tried::new(create());
    assert_eq!(tried.session.phase(), Phase::Connecting);
    assert!(tried.has(&Output::Open("wss://chess.example/ws".into())));
    tried.open(0);
    assert!(matches!(
        tried.sent()[..],
        [ClientMessage::Hello { .. }, ClientMessage::Create(_)]
    ));
    tried.created();
    tried.receive(&ServerMessage::Game(Box::new(state(&[], false))), 0);
    assert_eq!(tried.session.phase(), Phase::Waiting);
    assert_eq!(tried.session.side(), Some(Side::White));
    assert_eq!(tried.session.invitation(), Some(secret(2)));
    assert_eq!(tried.session.code(seconds(599)), Code::new(42));
    assert_eq!(tried.session.code(seconds(600)), None);
    tried.session.request(Request::NewCode);
    tried.take();
    assert_eq!(tried.sent().last(), Some(&&ClientMessage::NewCode));
    let (seat, name) = (Seat::Black, "Bo".to_owned());
    tried.receive(&ServerMessage::Arrived { seat, name }, 5);
    assert_eq!(tried.session.phase(), Phase::Playing);
    assert_eq!(
        (tried.session.invitation(), &*tried.session.friend().name),
        (None, "Bo")
    );
    assert!(tried.has(&Output::Tell(News::Arrived)));
    let kept = |output: &Output| matches!(output, Output::Keep(seat) if seat.friend == "Bo");
    assert!(tried.outputs.iter().any(kept));
}

#[test]
fn lost_connection_returns_with_growing_pauses() {
    let mut tried = Tried::playing(&["e2e4"]);
    tried.lose(100);
    assert_eq!(tried.session.phase(), Phase::Lost);
    let mut at = 100;
    for pause in [1, 2, 4, 8, 16, 30, 30] {
        assert_eq!(tried.session.next_tick(), Some(seconds(at + pause)));
        tried.outputs.clear();
        tried.tick(at + pause - 1);
        assert!(tried.outputs.is_empty());
        at += pause;
        tried.tick(at);
        assert!(matches!(tried.outputs[..], [Output::Open(_)]));
        tried.lose(at);
    }
    tried.tick(at + 30);
    tried.outputs.clear();
    tried.open(at + 30);
    let secret = secret(1);
    assert_eq!(tried.sent()[1], &ClientMessage::Resume { secret });
    tried.receive(
        &ServerMessage::Game(Box::new(state(&["e2e4"], true))),
        at + 30,
    );
    assert_eq!(tried.session.phase(), Phase::Playing);
    // Pauses start over.
    tried.lose(1000);
    assert_eq!(tried.session.next_tick(), Some(seconds(1001)));
}

#[test]
fn silent_server_is_asked_and_then_left() {
    let mut tried = Tried::playing(&[]);
    tried.tick(14);
    assert!(tried.outputs.is_empty());
    tried.tick(15);
    assert!(matches!(
        tried.sent()[..],
        [ClientMessage::Ping { t: 15_000 }]
    ));
    tried.receive(&ServerMessage::Pong { t: 15_000 }, 16);
    tried.outputs.clear();
    tried.tick(31);
    tried.tick(40);
    assert!(!tried.has(&Output::Close));
    tried.tick(41);
    assert!(tried.has(&Output::Close));
    assert_eq!(tried.session.phase(), Phase::Lost);
}

#[test]
fn unconfirmed_move_is_sent_again_after_the_return() {
    let again = |moves: &[&str]| {
        let mut tried = Tried::playing(&[]);
        tried.session.send_move(0, "e2e4".into());
        tried.lose(1);
        tried.tick(2);
        tried.open(2);
        tried.outputs.clear();
        tried.receive(&ServerMessage::Game(Box::new(state(moves, true))), 2);
        let is_move = |message: &&&ClientMessage| matches!(message, ClientMessage::Move { .. });
        let count = tried.sent().iter().filter(is_move).count();
        (count, tried.session.unconfirmed().is_some())
    };
    assert_eq!(again(&[]), (1, true));
    // The server had it on disk.
    assert_eq!(again(&["e2e4"]), (0, false));
    let mut tried = Tried::playing(&[]);
    tried.session.send_move(0, "e2e4".into());
    let played = state(&["e2e4"], true).moves[0].clone();
    let moved = ServerMessage::Moved {
        ply: 0,
        played,
        clocks: None,
        lag_ms: 0,
        due_ms: None,
    };
    tried.receive(&moved, 1);
    assert_eq!(tried.session.unconfirmed(), None);
    assert!(tried.has(&Output::Apply(Box::new(moved))));
}

#[test]
fn refused_move_brings_the_whole_game() {
    let mut tried = Tried::playing(&[]);
    tried.session.send_move(0, "e2e5".into());
    tried.take();
    tried.outputs.clear();
    let refusal = Refusal::from(RefusalReason::IllegalMove);
    tried.receive(&ServerMessage::Refused(refusal), 1);
    assert_eq!(tried.session.unconfirmed(), None);
    let secret = secret(1);
    assert_eq!(tried.sent(), [&ClientMessage::Resume { secret }]);
}

#[test]
fn sessions_end_for_good_reasons_only() {
    let refused = |reason| ServerMessage::Refused(Refusal::from(reason));
    let mut tried = Tried::new(join());
    tried.open(0);
    tried.receive(&refused(RefusalReason::SeatTaken), 0);
    let ended = Phase::Ended(Ended::Refused(RefusalReason::SeatTaken));
    assert_eq!(tried.session.phase(), ended);
    assert_eq!(tried.session.next_tick(), None);
    let mut tried = Tried::playing(&[]);
    tried.receive(&ServerMessage::Superseded, 0);
    assert_eq!(tried.session.phase(), Phase::Ended(Ended::Elsewhere));
    // A full server is tried again by players who were there.
    let mut tried = Tried::playing(&[]);
    tried.lose(0);
    tried.tick(1);
    tried.open(1);
    tried.receive(&refused(RefusalReason::ServerFull), 1);
    tried.lose(1);
    assert_eq!(tried.session.phase(), Phase::Lost);
    // The seat is gone, too.
    tried.tick(10);
    tried.open(10);
    tried.receive(&refused(RefusalReason::UnknownSecret), 10);
    assert!(tried.has(&Output::Forget(secret(1))));
}

#[test]
fn game_over_forgets_the_seat_and_allows_a_rematch() {
    let mut tried = Tried::playing(&["e2e4"]);
    let end = End {
        winner: Some(Seat::White),
        reason: EndReason::Resignation,
        claimed_by: None,
    };
    tried.receive(&ServerMessage::Ended { end, clocks: None }, 1);
    assert_eq!(tried.session.phase(), Phase::Over);
    assert!(tried.has(&Output::Forget(secret(1))));
    let offer = Offer::Rematch;
    let by = Seat::Black;
    tried.receive(&ServerMessage::Offered { offer, by }, 2);
    assert!(tried.session.is_rematch_offered());
    tried.session.request(Request::Rematch);
    tried.receive(&ServerMessage::Rematched, 3);
    let mut rematch = state(&[], true);
    rematch.you = Some(Seat::Black);
    tried.receive(&ServerMessage::Game(Box::new(rematch)), 3);
    assert_eq!(tried.session.phase(), Phase::Playing);
    assert_eq!(tried.session.side(), Some(Side::Black));
    assert!(!tried.session.is_rematch_offered());
}

#[test]
fn giving_up_aborts_or_resigns_without_touching_the_match() {
    let kept = KeptSeat::new(PAGE.into(), secret(1), Seat::White);
    for (moves, expected) in [
        (&["e2e4"][..], ClientMessage::Abort),
        (&["e2e4", "e7e5"], ClientMessage::Resign),
    ] {
        let mut tried = Tried::new(Entry::GiveUp(kept.clone()));
        tried.open(0);
        tried.receive(&ServerMessage::Game(Box::new(state(moves, true))), 0);
        assert_eq!(tried.sent().last(), Some(&&expected));
        let end = End::ABORTED;
        tried.receive(&ServerMessage::Ended { end, clocks: None }, 0);
        assert_eq!(tried.session.phase(), Phase::Ended(Ended::Left));
        let applies = |output: &Output| matches!(output, Output::Apply(_));
        assert!(!tried.outputs.iter().any(applies));
    }
}

#[test]
fn friend_away_is_timed_and_requests_need_the_connection() {
    let mut tried = Tried::playing(&["e2e4"]);
    let away = ServerMessage::Away {
        seat: Seat::Black,
        away_ms: 20_000,
        claim_in_ms: Some(40_000),
    };
    tried.receive(&away, 100);
    let friend = tried.session.friend();
    assert_eq!(friend.away_since, Some(seconds(80)));
    assert_eq!(friend.claim_at, Some(seconds(140)));
    tried.receive(&ServerMessage::Back { seat: Seat::Black }, 101);
    assert_eq!(tried.session.friend().away_since, None);
    tried.lose(102);
    tried.outputs.clear();
    tried.session.request(Request::Seat(SeatRequest::Resign));
    tried.take();
    assert_eq!(tried.outputs, [Output::Tell(News::NotConnected)]);
}

#[test]
fn head_and_hands_are_exchanged_while_the_friend_is_there() {
    let mut tried = Tried::playing(&[]);
    let presence = Presence {
        looks_at: Some("e4".into()),
        ..Presence::default()
    };
    assert!(tried.session.show(&presence));
    tried.take();
    assert_eq!(tried.sent(), [&ClientMessage::Presence(presence.clone())]);
    tried.receive(&ServerMessage::Presence(presence.clone()), 0);
    assert!(tried.has(&Output::Show(presence.clone())));
    let wild = Presence {
        head: Some([1e9; 7]),
        ..Presence::default()
    };
    tried.receive(&ServerMessage::Presence(wild.clone()), 0);
    assert!(!tried.has(&Output::Show(wild)));
    let away = ServerMessage::Away {
        seat: Seat::Black,
        away_ms: 0,
        claim_in_ms: None,
    };
    tried.receive(&away, 0);
    assert!(!tried.session.show(&presence));
    let mut alone = Tried::new(create());
    assert!(!alone.session.show(&presence));
}

#[test]
fn spectator_sees_both_players_and_returns_after_a_loss() {
    let mut tried = Tried::new(Entry::Watch(secret(3)));
    tried.open(0);
    let watch = ClientMessage::Watch { secret: secret(3) };
    assert_eq!(tried.sent().last(), Some(&&watch));
    let mut watched = state(&["e2e4"], true);
    watched.you = None;
    tried.receive(&ServerMessage::Game(Box::new(watched)), 0);
    assert_eq!(tried.session.phase(), Phase::Watching);
    assert_eq!(tried.session.seating(), Some(Seating::Watched));
    tried.outputs.clear();
    let (phrase, by) = (Phrase::Hello, Seat::White);
    tried.receive(&ServerMessage::Phrase { phrase, by }, 1);
    assert_eq!(tried.outputs, []);
    tried.lose(2);
    assert_eq!(tried.session.phase(), Phase::Lost);
    tried.tick(3);
    tried.open(3);
    assert_eq!(tried.sent().last(), Some(&&watch));
}

#[test]
fn hidden_names_reach_neither_the_match_nor_the_seats() {
    let mut tried = Tried::playing(&["e2e4"]);
    tried.session.hide_names(true);
    tried.take();
    let resume = ClientMessage::Resume { secret: secret(1) };
    assert_eq!(tried.sent().last(), Some(&&resume));
    tried.receive(&ServerMessage::Game(Box::new(state(&["e2e4"], true))), 1);
    assert_eq!(tried.session.friend().name, "");
    let shown = tried.outputs.iter().find_map(|output| match output {
        Output::Apply(message) => Some(&**message),
        _ => None,
    });
    let Some(ServerMessage::Game(shown)) = shown else {
        panic!("no game");
    };
    assert_eq!((&*shown.white.name, &*shown.black.name), ("Ada", ""));
}
