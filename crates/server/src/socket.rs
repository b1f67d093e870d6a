//! A connection of a client.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Error as SocketError;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use icochess_boards::Variant;
use icochess_core::library::name::tidy;
use icochess_wire::{
    ClientMessage, Create, MAX_START, PROTOCOL, RULES, Refusal, RefusalReason, Seat, Secret,
    ServerMessage,
};
use tokio::sync::{Notify, mpsc};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tracing::{debug, warn};

use crate::Server;
use crate::codes;
use crate::limits::{Address, Allowance};
use crate::rooms::{Command, Entry, Outbox, RoomSender, Visitor};
use crate::store::{Role, StoreError, StoredGame, StoredState, Write};
use crate::table::{Table, number};

/// Longest time to send a frame.
const SEND: Duration = Duration::from_secs(10);
/// Longest wait for a client to close its side.
const LINGER: Duration = Duration::from_secs(1);
/// Pings whose shortest round trip is the transmission time.
const LAG_PINGS: usize = 4;

/// Connection of a client.
struct Connection {
    server: Arc<Server>,
    address: Address,
    visitor: Visitor,
    /// Room entered.
    room: Option<RoomSender>,
    is_welcome: bool,
    allowance: Allowance,
    last_frame: Instant,
    last_ping: Option<Instant>,
    round_trips: [u32; LAG_PINGS],
}

/// Reason to end a connection.
enum Close {
    /// The client closed it, or it broke.
    Gone,
    /// A message was refused.
    Refused(RefusalReason),
    /// The server closes it.
    Ended(u16, &'static str),
}

impl From<SocketError> for Close {
    fn from(_: SocketError) -> Self {
        Self::Gone
    }
}

impl From<StoreError> for Close {
    fn from(error: StoreError) -> Self {
        warn!("request failed: {error}");
        Self::Refused(RefusalReason::ServerError)
    }
}

/// Serves a connection until it ends. The caller has admitted the address.
pub async fn serve(server: Arc<Server>, address: Address, mut socket: WebSocket) {
    let (outbox, mut texts, full) =
        Outbox::new(server.limits().outbox, Arc::clone(&server.metrics));
    let now = Instant::now();
    let mut connection = Connection {
        address,
        visitor: Visitor::new(outbox),
        room: None,
        is_welcome: false,
        allowance: Allowance::new(server.limits(), now),
        last_frame: now,
        last_ping: None,
        round_trips: [u32::MAX; LAG_PINGS],
        server,
    };
    let close = connection.run(&mut socket, &mut texts, &full).await;
    connection.leave().await;
    let (code, reason) = match close {
        Close::Gone => return,
        Close::Refused(reason) => {
            connection.server.metrics.count_refusal(reason);
            let refusal = icochess_wire::encode(&ServerMessage::Refused(reason.into()));
            let refused = send(&mut socket, Message::text(refusal)).await;
            if refused.is_err() {
                return;
            }
            (close_code::POLICY, "refused")
        }
        Close::Ended(code, reason) => (code, reason),
    };
    debug!("connection closed by the server: {reason}");
    let frame = CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    };
    if send(&mut socket, Message::Close(Some(frame))).await.is_ok() {
        // Closing with unread messages would reset the connection, and the client would lose the
        // refusal.
        let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(LINGER, rest).await;
    }
}

/// Sends a frame. A client that takes too long counts as gone.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Close> {
    match timeout(SEND, socket.send(message)).await {
        Ok(sent) => Ok(sent?),
        Err(_) => Err(Close::Gone),
    }
}

impl Connection {
    async fn run(
        &mut self,
        socket: &mut WebSocket,
        texts: &mut mpsc::Receiver<Utf8Bytes>,
        full: &Notify,
    ) -> Close {
        let mut pings = interval(self.server.limits().ping);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let server = Arc::clone(&self.server);
        let mut stopped = std::pin::pin!(server.stopped());
        let began = Instant::now();
        loop {
            let room = self.room.clone();
            let room_ended = async {
                match room {
                    Some(room) => room.closed().await,
                    None => std::future::pending().await,
                }
            };
            let served = tokio::select! {
                biased;
                () = &mut stopped => {
                    Err(Close::Ended(close_code::RESTART, "the server restarts"))
                }
                () = full.notified() => {
                    self.server.metrics.count_slow_reader();
                    Err(Close::Ended(close_code::POLICY, "the client reads too slowly"))
                }
                text = texts.recv() => match text {
                    Some(text) => {
                        tokio::select! {
                            sent = send(socket, Message::Text(text)) => sent,
                            () = full.notified() => {
                                self.server.metrics.count_slow_reader();
                                Err(Close::Gone)
                            }
                        }
                    }
                    None => Err(Close::Gone),
                },
                frame = socket.recv() => self.take_frame(frame).await,
                () = room_ended => {
                    Err(Close::Ended(close_code::ERROR, "the game left the memory"))
                }
                _ = pings.tick() => self.ping(socket, began).await,
            };
            if let Err(close) = served {
                // Messages before the end explain it.
                while let Ok(text) = texts.try_recv() {
                    if send(socket, Message::Text(text)).await.is_err() {
                        break;
                    }
                }
                return close;
            }
        }
    }

    /// Pings the client, to keep the connection open through proxies and to measure transmission
    /// times.
    async fn ping(&mut self, socket: &mut WebSocket, began: Instant) -> Result<(), Close> {
        let now = Instant::now();
        let limits = self.server.limits();
        if now.saturating_duration_since(self.last_frame) >= limits.silence {
            return Err(Close::Gone);
        }
        if !self.is_welcome && now.saturating_duration_since(began) >= limits.hello {
            return Err(Close::Ended(close_code::POLICY, "expected a hello"));
        }
        self.last_ping = Some(now);
        send(socket, Message::Ping(Bytes::new())).await
    }

    async fn take_frame(
        &mut self,
        frame: Option<Result<Message, SocketError>>,
    ) -> Result<(), Close> {
        let now = Instant::now();
        let frame = match frame {
            None => return Err(Close::Gone),
            Some(Err(error)) if is_too_large(&error) => {
                return Err(Close::Refused(RefusalReason::TooLarge));
            }
            Some(Err(_)) => return Err(Close::Gone),
            Some(Ok(frame)) => frame,
        };
        self.last_frame = now;
        if !self.allowance.take(self.server.limits(), now) {
            return Err(Close::Refused(RefusalReason::TooFast));
        }
        match frame {
            Message::Text(text) => match icochess_wire::decode(&text) {
                Ok(message) => self.take(message, now).await,
                Err(error) => {
                    self.visitor.outbox.refuse(Refusal {
                        reason: RefusalReason::Malformed,
                        detail: error.to_string(),
                    });
                    Ok(())
                }
            },
            Message::Binary(_) => {
                self.refuse(RefusalReason::Malformed);
                Ok(())
            }
            Message::Pong(_) => {
                self.measure_lag(now);
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(Close::Gone),
        }
    }

    /// Takes the shortest of the last round trips, which the client's own delays affect least.
    fn measure_lag(&mut self, now: Instant) {
        if let Some(sent) = self.last_ping.take() {
            let trip = now.saturating_duration_since(sent).as_millis();
            self.round_trips.rotate_right(1);
            self.round_trips[0] = number(trip);
            let shortest = self.round_trips.iter().min().copied();
            let lag = shortest.unwrap_or_default();
            self.visitor.lag_ms.store(lag, Ordering::Relaxed);
        }
    }

    fn refuse(&self, reason: RefusalReason) {
        self.visitor.outbox.refuse(reason);
    }

    async fn take(&mut self, message: ClientMessage, now: Instant) -> Result<(), Close> {
        if !self.is_welcome {
            return self.welcome(&message);
        }
        match message {
            ClientMessage::Ping { t } => {
                self.visitor.outbox.send(&ServerMessage::Pong { t });
                Ok(())
            }
            // A message of a later version needs no answer.
            ClientMessage::Unknown => Ok(()),
            ClientMessage::Create(create) => self.create(create, now).await,
            ClientMessage::Join { secret, name } => self.join(secret, Some(name)).await,
            ClientMessage::Resume { secret } => self.join(secret, None).await,
            ClientMessage::Watch { secret } => self.watch(secret).await,
            ClientMessage::Peek { secret } => self.peek(secret).await,
            ClientMessage::JoinByCode { code, name } => {
                let server = Arc::clone(&self.server);
                match server.find_code(code, self.address, now).await? {
                    Ok(game) => self.enter(game, Entry::Invited(name)).await,
                    Err(reason) => {
                        self.refuse(reason);
                        Ok(())
                    }
                }
            }
            message => self.ask(message, now).await,
        }
    }

    /// Checks the versions in the first message.
    fn welcome(&mut self, message: &ClientMessage) -> Result<(), Close> {
        let refused = |reason| Err(Close::Refused(reason));
        match *message {
            ClientMessage::Hello { protocol, .. } if protocol != PROTOCOL => {
                refused(RefusalReason::ProtocolVersion)
            }
            ClientMessage::Hello { rules, .. } if rules != RULES => {
                refused(RefusalReason::RulesVersion)
            }
            ClientMessage::Hello { .. } => {
                self.is_welcome = true;
                self.visitor.outbox.send(&ServerMessage::Welcome {
                    protocol: PROTOCOL,
                    rules: RULES,
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                });
                Ok(())
            }
            _ => refused(RefusalReason::Malformed),
        }
    }

    /// Passes a message on to the room.
    async fn ask(&mut self, message: ClientMessage, now: Instant) -> Result<(), Close> {
        let Some(room) = &self.room else {
            self.refuse(RefusalReason::NotInGame);
            return Ok(());
        };
        let command = Command::Ask(self.visitor.id, message, now);
        let sent = room.send(command).await;
        sent.map_err(|_| Close::Refused(RefusalReason::ServerError))
    }

    async fn join(&mut self, secret: Secret, name: Option<String>) -> Result<(), Close> {
        match (self.server.store.find(secret).await?, name) {
            (Some((game, Role::Player(seat))), _) => {
                let greeting = Box::new(ServerMessage::Joined { secret, seat });
                self.enter(game, Entry::Player(seat, greeting)).await
            }
            (Some((game, Role::Invited)), Some(name)) => {
                self.enter(game, Entry::Invited(name)).await
            }
            _ => {
                self.refuse(RefusalReason::UnknownSecret);
                Ok(())
            }
        }
    }

    async fn watch(&mut self, secret: Secret) -> Result<(), Close> {
        match self.server.store.find(secret).await? {
            Some((game, Role::Spectator)) => self.enter(game, Entry::Spectator).await,
            _ => {
                self.refuse(RefusalReason::UnknownSecret);
                Ok(())
            }
        }
    }

    /// Answers whose turn it is at a seat's game. The database knows, whichever node has the game.
    async fn peek(&mut self, secret: Secret) -> Result<(), Close> {
        let store = &self.server.store;
        let game = match store.find(secret).await? {
            Some((id, Role::Player(_))) => store.load(id).await?,
            _ => None,
        };
        let running = game.filter(|(stored, _)| stored.state.end.is_none());
        let (mut turn, mut due_ms) = (None, None);
        if let Some((stored, moves)) = running {
            let table = Table::new(stored, moves);
            let table = table.map_err(|error| StoreError::Invalid(error.to_string()))?;
            (turn, due_ms) = (Some(table.turn().into()), table.due_ms());
        }
        let answer = ServerMessage::Turn {
            secret,
            turn,
            due_ms,
        };
        self.visitor.outbox.send(&answer);
        Ok(())
    }

    async fn create(&mut self, create: Create, now: Instant) -> Result<(), Close> {
        let server = Arc::clone(&self.server);
        let limits = server.limits();
        if let Err(reason) = check(&create) {
            self.refuse(reason);
            return Ok(());
        }
        if server.created.count(self.address, now) >= limits.games_per_address {
            self.refuse(RefusalReason::TooManyGames);
            return Ok(());
        }
        if server.store.count().await? >= limits.games {
            self.refuse(RefusalReason::ServerFull);
            return Ok(());
        }
        server.created.add(self.address, now);
        let chance = crate::random_u32().map(|bits| match bits % 2 {
            0 => Seat::White,
            _ => Seat::Black,
        });
        let secrets = [(); 3].map(|()| crate::new_secret());
        let (Some(seat), [Some(secret), Some(invitation), Some(watch)], Some(node)) =
            (create.side.seat().or(chance), secrets, server.node())
        else {
            return Err(Close::Refused(RefusalReason::ServerError));
        };
        let name = Some(tidy(&create.name));
        let game = StoredGame {
            board: create.board.to_lowercase(),
            start: create.start,
            time: create.time,
            names: match seat {
                Seat::White => [name, None],
                Seat::Black => [None, name],
            },
            invited: Some(!seat),
            state: StoredState::default(),
        };
        let secrets = [
            (secret, Role::Player(seat)),
            (invitation, Role::Invited),
            (watch, Role::Spectator),
        ];
        let game = Box::new(game);
        let create = Write::Create { game, secrets };
        let id = server.store.write(node, create).await?;
        let greeting = Box::new(ServerMessage::Created {
            secret,
            invitation,
            watch,
            code: server.issue_code(id, now).await?,
            code_expires_s: number(codes::VALIDITY.as_secs()),
            seat,
        });
        self.enter(id, Entry::Player(seat, greeting)).await
    }

    async fn enter(&mut self, game: crate::store::GameId, entry: Entry) -> Result<(), Close> {
        self.leave().await;
        let command = Command::Enter(self.visitor.clone(), entry);
        self.room = self.server.rooms.send(&self.server, game, command);
        if self.room.is_none() {
            return Err(Close::Refused(RefusalReason::ServerError));
        }
        Ok(())
    }

    async fn leave(&mut self) {
        if let Some(room) = self.room.take() {
            // A room that has ended needs no notice.
            let _ = room.send(Command::Leave(self.visitor.id)).await;
        }
    }
}

/// Checks the setup of a new game.
fn check(create: &Create) -> Result<(), RefusalReason> {
    let board = create.board.parse::<Variant>();
    let board = board.map_err(|_| RefusalReason::BadBoard)?.board();
    if let Some(start) = &create.start {
        let short = Some(start).filter(|start| start.len() <= MAX_START);
        let game = short.and_then(|start| board.read_position(start).ok());
        let is_over = game.is_none_or(|game| game.outcome().is_some());
        if is_over {
            return Err(RefusalReason::BadStart);
        }
    }
    create.time.control().map_err(|_| RefusalReason::BadTime)?;
    Ok(())
}

/// Returns whether a frame exceeds the limit.
fn is_too_large(error: &SocketError) -> bool {
    // The library doesn't export its error type.
    let mut source: Option<&dyn std::error::Error> = Some(error);
    while let Some(one) = source {
        if one.to_string().contains("too long") {
            return true;
        }
        source = one.source();
    }
    false
}
