//! A connection of a player.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use icochess_wire::{
    ClientMessage, Create, GameState, PROTOCOL, RULES, Secret, ServerMessage, SideChoice, Time,
    decode, encode,
};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::{Line, Result};

/// Longest wait for a message.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Client(WebSocketStream<TcpStream>);

impl Client {
    pub async fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let url = format!("ws://{address}/ws");
        let opening = client_async_with_config(url, stream, Some(config));
        let mut client = Self(timeout(PATIENCE, opening).await??.0);
        let (protocol, rules) = (PROTOCOL, RULES);
        client
            .say(&ClientMessage::Hello { protocol, rules })
            .await?;
        client
            .until(|message| matches!(message, ServerMessage::Welcome { .. }).then_some(()))
            .await?;
        Ok(client)
    }

    pub async fn say(&mut self, message: &ClientMessage) -> Result<()> {
        Ok(self.0.send(Message::text(encode(message))).await?)
    }

    pub async fn make_move(&mut self, ply: usize, uci: &str) -> Result<()> {
        let ply = u32::try_from(ply)?;
        let uci = uci.to_owned();
        self.say(&ClientMessage::Move { ply, uci }).await
    }

    async fn read(&mut self) -> Result<ServerMessage> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(decode(&text)?),
                Some(Ok(Message::Close(frame))) => return Err(format!("closed: {frame:?}").into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err("closed".into()),
            }
        }
    }

    /// Reads messages, which answers pings, until the connection fails.
    pub async fn rest(&mut self) -> Result<()> {
        loop {
            self.read().await?;
        }
    }

    /// Reads messages up to a wanted one.
    pub async fn until<T>(&mut self, pick: impl Fn(ServerMessage) -> Option<T>) -> Result<T> {
        let wait = async {
            loop {
                let message = self.read().await?;
                if let ServerMessage::Refused(refusal) = &message {
                    return Err(format!("refused: {refusal:?}").into());
                }
                if let Some(wanted) = pick(message) {
                    return Ok(wanted);
                }
            }
        };
        timeout(PATIENCE, wait).await?
    }

    /// Waits for a move. Returns the time since it was sent.
    pub async fn until_moved(&mut self, after: usize, sent: Instant) -> Result<Duration> {
        self.until(|message| match message {
            ServerMessage::Moved { ply, .. } if ply as usize == after => Some(()),
            _ => None,
        })
        .await?;
        Ok(sent.elapsed())
    }

    async fn until_game(&mut self) -> Result<GameState> {
        self.until(|message| match message {
            ServerMessage::Game(state) => Some(*state),
            _ => None,
        })
        .await
    }

    pub async fn resume(&mut self, secret: Secret) -> Result<GameState> {
        self.say(&ClientMessage::Resume { secret }).await?;
        self.until_game().await
    }
}

/// Two players in a game.
pub struct Table {
    pub players: [Client; 2],
    pub secrets: [Secret; 2],
    /// Number of moves that the server has acknowledged.
    pub acknowledged: usize,
}

impl Table {
    pub async fn set(address: SocketAddr, line: &Line) -> Result<Self> {
        let mut white = Client::connect(address).await?;
        let create = Create {
            board: line.board.to_owned(),
            start: None,
            time: Time::Clock("36000".into()),
            side: SideChoice::White,
            name: "Ada".into(),
        };
        white.say(&ClientMessage::Create(create)).await?;
        let (own, secret) = white
            .until(|message| match message {
                ServerMessage::Created {
                    secret, invitation, ..
                } => Some((secret, invitation)),
                _ => None,
            })
            .await?;
        let mut black = Client::connect(address).await?;
        let name = "Bert".into();
        black.say(&ClientMessage::Join { secret, name }).await?;
        let other = black
            .until(|message| match message {
                ServerMessage::Joined { secret, .. } => Some(secret),
                _ => None,
            })
            .await?;
        Ok(Self {
            players: [white, black],
            secrets: [own, other],
            acknowledged: 0,
        })
    }

    /// Waits, answering pings.
    pub async fn rest_until(&mut self, until: Instant) -> Result<()> {
        let [white, black] = &mut self.players;
        let rest = async { tokio::try_join!(white.rest(), black.rest()) };
        match tokio::time::timeout_at(until.into(), rest).await {
            Ok(lost) => lost.map(|_| ()),
            Err(_) => Ok(()),
        }
    }

    /// Makes a move. Returns the times until the mover has the acknowledgement, and until the
    /// opponent sees the move.
    pub async fn make_move(&mut self, ply: usize, uci: &str) -> Result<[Duration; 2]> {
        let Self {
            players: [white, black],
            acknowledged,
            ..
        } = self;
        let (mover, other) = if ply.is_multiple_of(2) {
            (white, black)
        } else {
            (black, white)
        };
        let sent = Instant::now();
        mover.make_move(ply, uci).await?;
        let acknowledge = async {
            let time = mover.until_moved(ply, sent).await?;
            *acknowledged = ply + 1;
            Result::Ok(time)
        };
        let (first, second) = tokio::join!(acknowledge, other.until_moved(ply, sent));
        Ok([first?, second?])
    }
}
