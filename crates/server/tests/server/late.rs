//! Games over a bad network: late messages, and connections that are cut.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use icochess_boards::Variant;
use icochess_server::Limits;
use icochess_wire::{
    ClientMessage, End, EndReason::Resignation, GameState, Seat, Secret, ServerMessage, Time,
    encode,
};
use oorandom::Rand32;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::bot::{Bot, Table, TestServer};

/// Shortest and longest delay of the network, in milliseconds.
const DELAY: std::ops::Range<u32> = 100..500;
/// Mean number of messages until one is lost with its connection.
const CUT: u32 = 80;

/// Network between players and server.
struct Network {
    address: SocketAddr,
    cuts: Arc<AtomicUsize>,
}

impl Network {
    async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let cuts = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&cuts);
        tokio::spawn(async move {
            for seed in 0.. {
                let (client, _) = listener.accept().await.unwrap();
                let server = TcpStream::connect(server).await.unwrap();
                let cuts = Arc::clone(&counted);
                tokio::spawn(async move {
                    let (from_client, to_client) = client.into_split();
                    let (from_server, to_server) = server.into_split();
                    let is_cut = tokio::select! {
                        is_cut = delay(from_client, to_server, Rand32::new(2 * seed)) => is_cut,
                        is_cut = delay(from_server, to_client, Rand32::new(2 * seed + 1)) => is_cut,
                    };
                    // Both directions end here.
                    cuts.fetch_add(usize::from(is_cut), Ordering::Relaxed);
                });
            }
        });
        Self { address, cuts }
    }
}

/// Carries bytes late, until an end closes the connection or chance cuts it. Returns whether it was
/// cut.
async fn delay(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut chance: Rand32,
) -> bool {
    let (sender, mut queue) = mpsc::unbounded_channel();
    let read = async move {
        let mut due = Instant::now();
        loop {
            let mut bytes = vec![0; 4096];
            let count = from.read(&mut bytes).await.unwrap_or(0);
            if count == 0 {
                return false;
            }
            if chance.rand_range(0..CUT) == 0 {
                return true;
            }
            bytes.truncate(count);
            // Messages stay in order.
            let delay = Duration::from_millis(chance.rand_range(DELAY).into());
            due = due.max(Instant::now() + delay);
            let _ = sender.send((due, bytes));
        }
    };
    let write = async move {
        while let Some((due, bytes)) = queue.recv().await {
            sleep_until(due).await;
            if to.write_all(&bytes).await.is_err() {
                break;
            }
        }
    };
    tokio::select! {
        is_cut = read => is_cut,
        () = write => false,
    }
}

/// Side that is played over the network.
struct Player {
    address: SocketAddr,
    secret: Secret,
    seat: Seat,
    /// Plies after which it resigns.
    plies: usize,
}

/// End and times of a game, as a player saw them.
struct Seen {
    end: End,
    /// When the first and the last move were seen.
    moves: [Instant; 2],
}

impl Player {
    /// Plays to the end of the game, returning after each loss of the connection.
    async fn play(self) -> Seen {
        let mut moves: Option<[Instant; 2]> = None;
        loop {
            let Some(mut bot) = Bot::try_connect(self.address).await else {
                continue;
            };
            let secret = self.secret;
            bot.say_text(encode(&ClientMessage::Resume { secret }))
                .await;
            let mut game: Option<GameState> = None;
            while let Some(message) = bot.read().await {
                match (message, &mut game) {
                    (ServerMessage::Game(state), _) => game = Some(*state),
                    (
                        ServerMessage::Moved {
                            ply,
                            played,
                            lag_ms,
                            ..
                        },
                        Some(game),
                    ) => {
                        assert!(Duration::from_millis(lag_ms.into()) <= Limits::default().lag);
                        assert!(ply as usize <= game.moves.len());
                        if (ply as usize) < game.moves.len() {
                            // The answer to a repeated move.
                            continue;
                        }
                        game.moves.push(played);
                        let now = Instant::now();
                        moves = Some([moves.map_or(now, |[first, _]| first), now]);
                    }
                    (ServerMessage::Ended { end, .. }, Some(game)) => game.end = Some(end),
                    // Presence of the other player.
                    _ => continue,
                }
                let Some(game) = &game else { continue };
                if let Some(end) = game.end {
                    let moves = moves.expect("moves were made");
                    return Seen { end, moves };
                }
                if let Some(message) = self.answer(game) {
                    bot.say_text(encode(&message)).await;
                }
            }
        }
    }

    /// Returns what to say in this state. It depends on the state alone, as it may get lost.
    fn answer(&self, game: &GameState) -> Option<ClientMessage> {
        let record = game.to_record().unwrap();
        let ply = record.ply();
        if Seat::from(record.position().turn()) != self.seat || record.outcome().is_some() {
            return None;
        }
        if ply >= self.plies {
            return Some(ClientMessage::Resign);
        }
        let moves = record.position().legal_moves();
        let count = u32::try_from(moves.len()).unwrap();
        let chosen = Rand32::new(ply as u64).rand_range(0..count);
        Some(ClientMessage::Move {
            ply: u32::try_from(ply).unwrap(),
            uci: record.position().uci(moves[chosen as usize]),
        })
    }
}

/// Plays on all boards over a bad network.
async fn play_everywhere(plies: usize) {
    let server = TestServer::with(Limits {
        ping: Duration::from_millis(300),
        ..Limits::default()
    })
    .await;
    let network = Network::to(server.address()).await;
    join_all(Variant::ALL.map(|variant| play(&server, &network, variant, plies))).await;
    assert!(network.cuts.load(Ordering::Relaxed) > 0);
}

async fn play(server: &TestServer, network: &Network, variant: Variant, plies: usize) {
    let control = Time::Clock("600".into());
    let Table {
        white_secret,
        black_secret,
        ..
    } = Table::set(server.address(), variant.id(), control).await;
    let player = |seat, secret| Player {
        address: network.address,
        secret,
        seat,
        plies,
    };
    let white = player(Seat::White, white_secret).play();
    let black = player(Seat::Black, black_secret).play();
    let (white, black) = tokio::join!(white, black);
    assert_eq!(white.end, black.end);
    let state = server.bot().await.resume(white_secret).await;
    assert_eq!(state.end, Some(white.end));
    assert!(state.moves.len() == plies || state.end.is_some_and(|end| end.reason != Resignation));
    // The clocks took the time that has passed, less the lag, except at both ends.
    let used: u64 = state.moves.iter().filter_map(|played| played.used_ms).sum();
    let used = Duration::from_millis(used);
    let begin = white.moves[0].min(black.moves[0]);
    let time = white.moves[1].max(black.moves[1]) - begin;
    let count = u32::try_from(state.moves.len()).unwrap();
    let ends = Duration::from_secs(3);
    assert!(used <= time + ends, "{used:?} of {time:?}");
    let uncharged = Limits::default().lag * count;
    assert!(used + uncharged + ends >= time, "{used:?} of {time:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_survive_a_bad_network() {
    play_everywhere(8).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn long_games_survive_a_bad_network() {
    play_everywhere(160).await;
}
