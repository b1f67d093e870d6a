//! Many games, while nodes are killed in turn.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use icochess_wire::{ClientMessage, GameState, RefusalReason, Secret, ServerMessage, Time, encode};
use tokio::time::sleep;

use crate::bot::{Bot, Table};
use crate::services::Services;

const GAMES: usize = 20;
const KILLS: usize = 6;
/// Pause before each move: the game must not repeat a position for the fifth time, after 64 plies.
const PACE: Duration = Duration::from_millis(600);
const WHITE: [&str; 8] = [
    "g1f3", "f3d4", "d4f5", "f5g3", "g3e4", "e4g5", "g5h3", "h3g1",
];
const BLACK: [&str; 2] = ["b8a6", "a6b8"];

/// Addresses of the nodes, and whether the games may stop.
struct Nodes {
    addresses: [SocketAddr; 2],
    is_over: bool,
}

/// Returns to a seat at any node. Returns `None` if the connection fails.
async fn resume(address: SocketAddr, secret: Secret) -> Option<(Bot, GameState)> {
    // Helpers of the tests panic when the connection fails.
    let attempt = tokio::spawn(async move {
        let mut bot = Bot::connect(address).await;
        let state = bot.resume(secret).await;
        (bot, state)
    });
    attempt.await.ok()
}

/// Plays a game until the nodes are killed no more. Returns the number of moves.
async fn play(number: usize, table: Table, nodes: Arc<Mutex<Nodes>>) -> usize {
    let secrets = [table.white_secret, table.black_secret];
    let mut bots = [Some(table.white), Some(table.black)];
    let mut tries = number;
    let mut ply = 0;
    // Moves that each connection has shown.
    let mut shown = [0; 2];
    while !nodes.lock().unwrap().is_over || ply % 2 == 1 {
        let side = ply % 2;
        let Some(bot) = &mut bots[side] else {
            tries += 1;
            let address = nodes.lock().unwrap().addresses[tries % 2];
            let Some((bot, state)) = resume(address, secrets[side]).await else {
                sleep(Duration::from_millis(100)).await;
                continue;
            };
            assert!(state.moves.len() >= ply, "{} of {ply}", state.moves.len());
            ply = state.moves.len();
            shown[side] = ply;
            bots[side] = Some(bot);
            continue;
        };
        sleep(PACE).await;
        let uci = if side == 0 {
            WHITE[ply / 2 % 8]
        } else {
            BLACK[ply / 2 % 2]
        };
        let message = ClientMessage::Move {
            ply: u32::try_from(ply).unwrap(),
            uci: uci.to_owned(),
        };
        let mut is_open = bot.say_text(encode(&message)).await;
        while is_open {
            match bot.read().await {
                Some(ServerMessage::Moved { ply: before, .. }) => {
                    shown[side] = before as usize + 1;
                    if shown[side] > ply {
                        ply = shown[side];
                        break;
                    }
                }
                // The game moved to another node, perhaps before the opponent's last move.
                Some(ServerMessage::Game(state)) => {
                    let plies = state.moves.len();
                    assert!(plies >= shown[side], "{plies} of {}", shown[side]);
                    shown[side] = plies;
                    if plies >= ply {
                        ply = plies;
                        break;
                    }
                }
                Some(ServerMessage::Refused(refusal)) => {
                    let reason = refusal.reason;
                    let is_passing =
                        [RefusalReason::ServerError, RefusalReason::WrongPly].contains(&reason);
                    assert!(is_passing, "{reason:?}");
                }
                Some(_) => {}
                None => is_open = false,
            }
        }
        if !is_open {
            bots[side] = None;
        }
    }
    ply
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn nodes_killed_in_turn_lose_no_acknowledged_move() {
    let services = Services::start();
    let mut nodes = [services.node(), services.node()];
    let shared = Arc::new(Mutex::new(Nodes {
        addresses: nodes.each_ref().map(|node| node.address),
        is_over: false,
    }));
    let mut games = Vec::new();
    for number in 0..GAMES {
        let address = nodes[number % 2].address;
        let table = Table::set(address, "chess", Time::Clock("600".into())).await;
        games.push(tokio::spawn(play(number, table, Arc::clone(&shared))));
    }
    for kill in 0..KILLS {
        sleep(Duration::from_secs(4)).await;
        nodes[kill % 2] = services.node();
        shared.lock().unwrap().addresses = nodes.each_ref().map(|node| node.address);
    }
    sleep(Duration::from_secs(8)).await;
    shared.lock().unwrap().is_over = true;
    let mut all = 0;
    for game in games {
        let plies = game.await.unwrap();
        assert!(plies > KILLS, "{plies}");
        all += plies;
    }
    println!("{all} moves in {GAMES} games, {KILLS} nodes killed");
}
