//! Owners of games: killed, paused and stopped.

use std::time::{Duration, Instant};

use icochess_wire::{
    ClientMessage, Clocks, GameState, RefusalReason, Seat, Secret, ServerMessage, Time,
};

use crate::bot::{Bot, is_away, is_moved};
use crate::services::{Node, Services};

/// Time until the next move after the owner of a game has died.
const TAKEOVER: Duration = Duration::from_secs(10);
const MOVES: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

/// Game between players at different nodes, with a spectator at Black's.
struct Table {
    white: Bot,
    black: Bot,
    spectator: Bot,
    white_secret: Secret,
    black_secret: Secret,
    invitation: Secret,
    began: Instant,
}

impl Table {
    /// Creates the game at White's node, which owns it. Black joins with the code.
    async fn set(white_at: &Node, black_at: &Node) -> Self {
        let began = Instant::now();
        let mut white = Bot::connect(white_at.address).await;
        let created = white.create("chess", Time::Clock("60".into())).await;
        let mut black = Bot::connect(black_at.address).await;
        let (code, name) = (created.code, "Bert".to_owned());
        black.say(&ClientMessage::JoinByCode { code, name }).await;
        let (black_secret, seat) = black.joined().await;
        assert_eq!(seat, Seat::Black);
        black.game().await;
        let mut spectator = Bot::connect(black_at.address).await;
        assert_eq!(spectator.watch(created.watch).await.you, None);
        let white_secret = created.secret;
        Self {
            white,
            black,
            spectator,
            white_secret,
            black_secret,
            invitation: created.invitation,
            began,
        }
    }

    /// Makes a move, and waits until everybody has seen it.
    async fn play(&mut self, ply: usize) {
        let mover = if ply.is_multiple_of(2) {
            &mut self.white
        } else {
            &mut self.black
        };
        mover.play(ply, MOVES[ply % 4]).await;
        for bot in [&mut self.white, &mut self.black, &mut self.spectator] {
            bot.until(|message| is_moved(message, ply)).await;
        }
    }

    /// Checks that a game has these moves, and that nobody was charged for more than the test took.
    fn check(&self, state: &GameState, plies: usize) {
        let played = state.moves.iter().map(|played| &*played.uci);
        assert!(played.eq(MOVES.iter().copied().cycle().take(plies)));
        self.check_clocks(&state.clocks.unwrap());
    }

    fn check_clocks(&self, clocks: &Clocks) {
        let elapsed = u64::try_from(self.began.elapsed().as_millis()).unwrap();
        let charged = 120_000 - clocks.white.left_ms - clocks.black.left_ms + clocks.used_ms;
        assert!(charged <= elapsed, "{clocks:?} after {elapsed} ms");
    }
}

/// Returns to a seat.
async fn resume(node: &Node, secret: Secret) -> (Bot, GameState) {
    let mut bot = Bot::connect(node.address).await;
    let state = bot.resume(secret).await;
    (bot, state)
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn game_goes_on_at_another_node_when_its_owner_is_killed() {
    let services = Services::start();
    let (owner, other) = (services.node(), services.node());
    let mut table = Table::set(&owner, &other).await;
    for ply in 0..4 {
        table.play(ply).await;
    }
    // In the middle of a burst of moves: the last one may or may not be on the disk.
    table.white.play(4, MOVES[0]).await;
    let killed = Instant::now();
    drop(owner);
    // Black and the spectator stay connected.
    let at_black = table.black.game().await;
    let at_spectator = table.spectator.game().await;
    assert_eq!(at_spectator.moves, at_black.moves);
    let (white, state) = resume(&other, table.white_secret).await;
    table.white = white;
    let plies = state.moves.len();
    assert!(plies >= 4);
    table.check(&state, plies);
    table.check(&at_black, plies);
    table.play(plies).await;
    let took = killed.elapsed();
    assert!(took < TAKEOVER, "{took:?}");
    println!("next move {took:?} after the owner was killed");
    for ply in plies + 1..plies + 5 {
        table.play(ply).await;
    }
    let (_, state) = resume(&other, table.black_secret).await;
    table.check(&state, plies + 5);
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn owner_goes_on_when_the_node_of_a_player_is_killed() {
    let services = Services::start();
    let (owner, other) = (services.node(), services.node());
    let mut table = Table::set(&owner, &other).await;
    table.play(0).await;
    drop(other);
    table.white.until(is_away).await;
    let (black, state) = resume(&owner, table.black_secret).await;
    table.check(&state, 1);
    table.black = black;
    table.black.play(1, MOVES[1]).await;
    table.white.until(|message| is_moved(message, 1)).await;
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn guest_that_the_owner_refuses_disturbs_nobody() {
    let services = Services::start();
    let (owner, other) = (services.node(), services.node());
    let mut table = Table::set(&owner, &other).await;
    for ply in 0..2 {
        table.play(ply).await;
    }
    let mut late = Bot::connect(other.address).await;
    let (secret, name) = (table.invitation, "Carl".to_owned());
    let refused = late.refused(&ClientMessage::Join { secret, name }).await;
    assert_eq!(refused, RefusalReason::SeatTaken);
    tokio::time::sleep(Duration::from_millis(500)).await;
    table.white.play(2, MOVES[2]).await;
    let next = table.spectator.read().await.unwrap();
    assert!(is_moved(&next, 2), "{next:?}");
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn paused_node_acknowledges_nothing_after_its_lease() {
    let services = Services::start();
    let (owner, other) = (services.node(), services.node());
    let mut table = Table::set(&owner, &other).await;
    for ply in 0..2 {
        table.play(ply).await;
    }
    owner.signal("STOP");
    let at_black = table.black.game().await;
    table.check(&at_black, 2);
    // White's own connection is stuck, so White opens another one.
    let (white, _) = resume(&other, table.white_secret).await;
    let mut stuck = std::mem::replace(&mut table.white, white);
    table.play(2).await;
    // Moves that wait for the paused node: another one for the same ply, and a next one.
    stuck.play(2, "e2e4").await;
    stuck.play(3, "e7e5").await;
    owner.signal("CONT");
    stuck.play(2, "d2d4").await;
    while let Some(message) = stuck.read().await {
        assert!(
            !matches!(message, ServerMessage::Moved { .. }),
            "{message:?}"
        );
    }
    table.play(3).await;
    // The node is back under a new lease, and passes the game on.
    owner.until_accepted(true).await;
    let (white, state) = resume(&owner, table.white_secret).await;
    table.check(&state, 4);
    table.white = white;
    table.play(4).await;
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn stopped_node_hands_its_games_over_at_once() {
    let services = Services::start();
    let (mut owner, other) = (services.node(), services.node());
    let mut table = Table::set(&owner, &other).await;
    table.play(0).await;
    let stopped = Instant::now();
    owner.signal("TERM");
    let state = table.black.game().await;
    let took = stopped.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
    table.check(&state, 1);
    owner.wait();
    let (white, _) = resume(&other, table.white_secret).await;
    table.white = white;
    for ply in 1..4 {
        table.play(ply).await;
    }
}
