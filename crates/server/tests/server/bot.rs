//! A server for a test, and a client without a board.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use icochess_server::{Limits, Options, Running, Settings};
use icochess_wire::{
    ClientMessage, Code, Create, GameState, PROTOCOL, RULES, RefusalReason, Seat, Secret,
    ServerMessage, SideChoice, Time, decode, encode,
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longest wait for a message. Only a failing test waits that long.
const WAIT: Duration = Duration::from_secs(20);

/// Server in this process with a database of its own.
pub struct TestServer {
    pub running: Running,
    pub folder: tempfile::TempDir,
}

impl TestServer {
    pub async fn start() -> Self {
        Self::with(Limits::default()).await
    }

    pub async fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let running = start_in(folder.path(), limits).await;
        Self { running, folder }
    }

    pub fn address(&self) -> SocketAddr {
        self.running.addresses()[0]
    }

    pub async fn bot(&self) -> Bot {
        Bot::connect(self.address()).await
    }

    /// Creates a game in which Ada is White and Bert Black.
    pub async fn game(&self, time: Time) -> Table {
        Table::set(self.address(), "chess", time).await
    }

    /// Stops the server and starts another one on its database.
    pub async fn restart(self, limits: Limits) -> Self {
        let folder = self.folder;
        self.running.stop().await;
        let running = start_in(folder.path(), limits).await;
        Self { running, folder }
    }
}

pub fn settings(folder: &Path, limits: Limits) -> Settings {
    let options = Options {
        listen: vec!["127.0.0.1:0".parse().unwrap()],
        database: Some(folder.join("games.sqlite")),
        ..Options::default()
    };
    Settings {
        limits,
        ..options.settings().unwrap()
    }
}

pub async fn start_in(folder: &Path, limits: Limits) -> Running {
    Running::start(settings(folder, limits)).await.unwrap()
}

/// Two players in a game.
pub struct Table {
    pub white: Bot,
    pub black: Bot,
    pub white_secret: Secret,
    pub black_secret: Secret,
    pub watch: Secret,
}

impl Table {
    pub async fn set(address: SocketAddr, board: &str, time: Time) -> Self {
        let mut white = Bot::connect(address).await;
        let created = white.create(board, time).await;
        let mut black = Bot::connect(address).await;
        let (black_secret, _) = black.join(created.invitation, "Bert").await;
        white.until(is_arrived).await;
        Self {
            white,
            black,
            white_secret: created.secret,
            black_secret,
            watch: created.watch,
        }
    }

    /// Plays moves in turn, from the start.
    pub async fn play(&mut self, moves: &[&str]) {
        for (ply, uci) in moves.iter().enumerate() {
            let mover = if ply.is_multiple_of(2) {
                &mut self.white
            } else {
                &mut self.black
            };
            mover.play(ply, uci).await;
            for bot in [&mut self.white, &mut self.black] {
                bot.until(|message| is_moved(message, ply)).await;
            }
        }
    }
}

fn is_arrived(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Arrived { .. })
}

pub fn is_moved(message: &ServerMessage, after: usize) -> bool {
    matches!(message, ServerMessage::Moved { ply, .. } if *ply as usize == after)
}

pub fn is_away(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Away { .. })
}

pub fn is_ended(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Ended { .. })
}

/// Secrets of a new game.
pub struct Created {
    pub secret: Secret,
    pub invitation: Secret,
    pub watch: Secret,
    pub code: Code,
    pub seat: Seat,
}

/// Connection, encrypted or not.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

pub struct Bot(WebSocketStream<Box<dyn Stream>>);

impl Bot {
    /// Connects and says hello.
    pub async fn connect(address: SocketAddr) -> Self {
        let mut bot = Self::connect_silently(address).await;
        bot.hello().await;
        bot
    }

    pub async fn hello(&mut self) {
        let (protocol, rules) = (PROTOCOL, RULES);
        self.say(&ClientMessage::Hello { protocol, rules }).await;
        let welcome = self.read().await;
        assert!(matches!(welcome, Some(ServerMessage::Welcome { .. })));
    }

    pub async fn connect_silently(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        Self::over(stream).await
    }

    /// Connects with a small buffer for reading.
    pub async fn connect_with_small_buffer(address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut bot = Self::over(socket.connect(address).await.unwrap()).await;
        bot.hello().await;
        bot
    }

    /// Connects over a bad network, and says hello without waiting for the answer.
    pub async fn try_connect(address: SocketAddr) -> Option<Self> {
        let mut bot = Self::try_over(TcpStream::connect(address).await.ok()?).await?;
        let (protocol, rules) = (PROTOCOL, RULES);
        let hello = encode(&ClientMessage::Hello { protocol, rules });
        bot.say_text(hello).await.then_some(bot)
    }

    /// Opens a WebSocket over a connection.
    pub async fn over(stream: impl Stream + 'static) -> Self {
        Self::try_over(stream).await.unwrap()
    }

    async fn try_over(stream: impl Stream + 'static) -> Option<Self> {
        let stream: Box<dyn Stream> = Box::new(stream);
        let connected = client_async("ws://localhost/ws", stream).await;
        Some(Self(connected.ok()?.0))
    }

    pub async fn say(&mut self, message: &ClientMessage) {
        assert!(self.say_text(encode(message)).await);
    }

    /// Sends any text. Returns `false` once the connection is closed.
    pub async fn say_text(&mut self, text: String) -> bool {
        self.0.send(Message::text(text)).await.is_ok()
    }

    /// Returns the next message; `None` once the connection is closed.
    pub async fn read(&mut self) -> Option<ServerMessage> {
        loop {
            let frame = tokio::time::timeout(WAIT, self.0.next()).await;
            match frame.expect("no message in time") {
                Some(Ok(Message::Text(text))) => return Some(decode(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Reads messages up to a wanted one.
    pub async fn until(&mut self, is_wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
        let mut others = Vec::new();
        while let Some(message) = self.read().await {
            if is_wanted(&message) {
                return message;
            }
            others.push(message);
        }
        panic!("the connection was closed after {others:?}");
    }

    /// Reads all messages up to the end of the connection.
    pub async fn closed(&mut self) {
        while self.read().await.is_some() {}
    }

    /// Reads up to the server's reason for closing the connection; `None` if it broke.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            match tokio::time::timeout(WAIT, self.0.next()).await.unwrap() {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub async fn game(&mut self) -> GameState {
        match self.until(|it| matches!(it, ServerMessage::Game(_))).await {
            ServerMessage::Game(game) => *game,
            _ => unreachable!(),
        }
    }

    pub async fn refusal(&mut self) -> RefusalReason {
        match self
            .until(|it| matches!(it, ServerMessage::Refused(_)))
            .await
        {
            ServerMessage::Refused(refusal) => refusal.reason,
            _ => unreachable!(),
        }
    }

    /// Sends a message that is refused.
    pub async fn refused(&mut self, message: &ClientMessage) -> RefusalReason {
        self.say(message).await;
        self.refusal().await
    }

    pub async fn end(&mut self) -> icochess_wire::End {
        match self.until(is_ended).await {
            ServerMessage::Ended { end, .. } => end,
            _ => unreachable!(),
        }
    }

    /// Creates a game with White for Ada.
    pub async fn create(&mut self, board: &str, time: Time) -> Created {
        let side = SideChoice::White;
        self.create_as(board, time, side).await
    }

    pub async fn create_as(&mut self, board: &str, time: Time, side: SideChoice) -> Created {
        self.say(&ClientMessage::Create(Create {
            board: board.to_owned(),
            start: None,
            time,
            side,
            name: "Ada".into(),
        }))
        .await;
        let created = self.read().await;
        let Some(ServerMessage::Created {
            secret,
            invitation,
            watch,
            code,
            seat,
            ..
        }) = created
        else {
            panic!("expected a game: {created:?}");
        };
        assert_eq!(self.game().await.you, Some(seat));
        Created {
            secret,
            invitation,
            watch,
            code: code.unwrap(),
            seat,
        }
    }

    pub async fn join(&mut self, secret: Secret, name: &str) -> (Secret, Seat) {
        let name = name.to_owned();
        self.say(&ClientMessage::Join { secret, name }).await;
        let joined = self.joined().await;
        self.game().await;
        joined
    }

    pub async fn joined(&mut self) -> (Secret, Seat) {
        let joined = self.until(|it| matches!(it, ServerMessage::Joined { .. }));
        match joined.await {
            ServerMessage::Joined { secret, seat } => (secret, seat),
            _ => unreachable!(),
        }
    }

    /// Returns to a seat.
    pub async fn resume(&mut self, secret: Secret) -> GameState {
        self.say(&ClientMessage::Resume { secret }).await;
        self.game().await
    }

    pub async fn watch(&mut self, secret: Secret) -> GameState {
        self.say(&ClientMessage::Watch { secret }).await;
        self.game().await
    }

    pub async fn play(&mut self, ply: usize, uci: &str) {
        let ply = u32::try_from(ply).unwrap();
        let uci = uci.to_owned();
        self.say(&ClientMessage::Move { ply, uci }).await;
    }
}
