//! A game in memory: the task that owns it.
//!
//! Every change is written to the disk before anybody gets to know it. If that fails, the room ends
//! with its connections, and the game continues later as it is on the disk.

mod requests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use icochess_core::library::name::tidy;
use icochess_rules::Side;
use icochess_wire::{GameState, Refusal, RefusalReason, Seat, ServerMessage, Time};
use tokio::sync::mpsc;
use tracing::{error, warn};

use crate::Server;
use crate::rooms::{Command, Entry, Visitor};
use crate::store::{GameId, NodeId, StoreError, Write};
use crate::table::{Changes, Table};

/// Offset of the first moment, so that subtracting transmission times can't reach zero.
const FIRST_MOMENT: Duration = Duration::from_secs(3600);
/// Longest sleep of a room.
const MAX_SLEEP: Duration = Duration::from_secs(3600);

/// Game in memory with its connections.
pub struct Room {
    server: Arc<Server>,
    /// Node that owns the game.
    node: NodeId,
    id: GameId,
    table: Table,
    /// Connections of White's and Black's player.
    players: [Option<Visitor>; 2],
    /// When the players left.
    away_since: [Instant; 2],
    spectators: VecDeque<Visitor>,
    created: Instant,
    empty_since: Instant,
}

/// Reason to end a room.
enum Stop {
    /// Nobody needs it at the moment.
    Idle,
    /// The database failed.
    Failed(StoreError),
    /// This node doesn't own the game any more.
    Lost,
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        match error {
            #[cfg(feature = "cluster")]
            StoreError::NotOwner => Self::Lost,
            error => Self::Failed(error),
        }
    }
}

impl Room {
    /// Runs the room of a game until nobody needs it, or until `node` doesn't own the game any
    /// more. `entering` enter before the inbox is read.
    pub async fn run(
        server: Arc<Server>,
        node: NodeId,
        id: GameId,
        entering: Vec<(Visitor, Entry)>,
        mut inbox: mpsc::Receiver<Command>,
    ) {
        let reason = match Self::load(&server, node, id).await {
            Ok(Some(mut room)) => match room.live(entering, &mut inbox).await {
                Stop::Idle => return,
                Stop::Lost => {
                    warn!("game {}: this node doesn't own it any more", id.0);
                    RefusalReason::ServerError
                }
                Stop::Failed(error) => {
                    error!("game {}: {error}", id.0);
                    room.announce(&ServerMessage::Refused(RefusalReason::ServerError.into()));
                    RefusalReason::ServerError
                }
            },
            Ok(None) => RefusalReason::UnknownSecret,
            Err(error) => {
                error!("game {}: {error}", id.0);
                RefusalReason::ServerError
            }
        };
        inbox.close();
        while let Ok(command) = inbox.try_recv() {
            if let Command::Enter(visitor, _) = command {
                visitor.outbox.refuse(reason);
            }
        }
    }

    async fn load(
        server: &Arc<Server>,
        node: NodeId,
        id: GameId,
    ) -> Result<Option<Self>, StoreError> {
        let Some((stored, moves)) = server.store.load(id).await? else {
            return Ok(None);
        };
        let table = Table::new(stored, moves);
        let table = table.map_err(|error| StoreError::Invalid(error.to_string()))?;
        let now = Instant::now();
        Ok(Some(Self {
            server: Arc::clone(server),
            node,
            id,
            table,
            players: [None, None],
            away_since: [now; 2],
            spectators: VecDeque::new(),
            created: now,
            empty_since: now,
        }))
    }

    async fn live(
        &mut self,
        entering: Vec<(Visitor, Entry)>,
        inbox: &mut mpsc::Receiver<Command>,
    ) -> Stop {
        for (visitor, entry) in entering {
            if let Err(stop) = self.enter(visitor, entry).await {
                return stop;
            }
        }
        loop {
            let now = Instant::now();
            if self.is_idle(now) && self.server.rooms.remove_idle(self.id, inbox) {
                return Stop::Idle;
            }
            let command = tokio::time::timeout(self.sleep(now), inbox.recv()).await;
            if !self.server.holds(self.node) {
                return Stop::Lost;
            }
            let served = match command {
                Ok(Some(command)) => self.obey(command).await,
                // Without senders, the server is gone.
                Ok(None) => return Stop::Idle,
                Err(_) => self.tick(Instant::now()).await,
            };
            if let Err(stop) = served {
                return stop;
            }
        }
    }

    fn is_idle(&self, now: Instant) -> bool {
        let is_empty = self.players.iter().all(Option::is_none) && self.spectators.is_empty();
        let empty_for = now.saturating_duration_since(self.empty_since);
        is_empty && !self.table.runs() && empty_for >= self.server.limits().linger
    }

    /// Returns the time until the room has something to do.
    fn sleep(&self, now: Instant) -> Duration {
        let until_tick = self.table.until_tick(self.moment(now), self.mover_lag());
        // A timer may fire a moment too early.
        let until_tick = until_tick.map(|until| until + Duration::from_millis(1));
        let until_idle = self.server.limits().linger;
        let most = until_tick.map_or(MAX_SLEEP, |until| until.min(MAX_SLEEP));
        most.min(until_idle.max(Duration::from_millis(10)))
    }

    fn moment(&self, now: Instant) -> Duration {
        FIRST_MOMENT + now.saturating_duration_since(self.created)
    }

    fn mover_lag(&self) -> Duration {
        self.lag(self.table.turn())
    }

    fn lag(&self, side: Side) -> Duration {
        let player = self.players[side.index()].as_ref();
        let most = self.server.limits().lag;
        player.map_or(Duration::ZERO, |player| player.lag(most))
    }

    async fn obey(&mut self, command: Command) -> Result<(), Stop> {
        match command {
            Command::Enter(visitor, entry) => self.enter(visitor, entry).await,
            Command::Leave(id) => {
                self.leave(id);
                Ok(())
            }
            Command::Ask(id, message, at) => {
                self.tick(at).await?;
                self.ask(id, message, at).await
            }
            Command::Wake => self.tick(Instant::now()).await,
            Command::Stop(done) => {
                let at = Instant::now();
                self.tick(at).await?;
                if self.table.runs() {
                    self.save(Changes::default(), at).await?;
                }
                // The server may have given up waiting.
                let _ = done.send(());
                Err(Stop::Idle)
            }
        }
    }

    /// Ends the game if the mover's time is used up.
    async fn tick(&mut self, now: Instant) -> Result<(), Stop> {
        let lag = self.mover_lag();
        match self.table.tick(self.moment(now), lag) {
            Some(changes) => self.publish(changes, None, now).await,
            None => Ok(()),
        }
    }

    // Entering and leaving.

    async fn enter(&mut self, visitor: Visitor, entry: Entry) -> Result<(), Stop> {
        let (seat, greeting) = match entry {
            Entry::Player(seat, greeting) => (seat, Some(greeting)),
            #[cfg(feature = "cluster")]
            Entry::Again(secret) => match self.seat_again(secret).await? {
                Some(seat) => (seat, None),
                None => {
                    visitor.outbox.send(&ServerMessage::Superseded);
                    self.spectators.push_back(visitor);
                    return Ok(());
                }
            },
            Entry::Spectator => {
                if self.spectators.len() >= self.server.limits().spectators {
                    visitor.outbox.refuse(RefusalReason::ServerFull);
                } else {
                    self.send_game(&visitor);
                    self.spectators.push_back(visitor);
                }
                return Ok(());
            }
            Entry::Invited(name) => match self.take_seat(&name).await? {
                Ok((seat, greeting)) => (seat, Some(greeting)),
                Err(reason) => {
                    visitor.outbox.refuse(reason);
                    return Ok(());
                }
            },
        };
        let index = Side::from(seat).index();
        if let Some(greeting) = greeting {
            visitor.outbox.send(&greeting);
        }
        if let Some(earlier) = self.players[index].replace(visitor.clone()) {
            earlier.outbox.send(&ServerMessage::Superseded);
            self.spectators.push_back(earlier);
        } else {
            self.announce_except(&ServerMessage::Back { seat }, visitor.id);
        }
        let now = Instant::now();
        // Both players have returned, after a restart of the server.
        if self.table.is_paused() && self.players.iter().all(Option::is_some) {
            self.table.resume(self.moment(now));
            if let Some(clocks) = self.table.clocks(self.moment(now)) {
                self.announce_except(&ServerMessage::Clocks { clocks }, visitor.id);
            }
        }
        self.send_game(&visitor);
        Ok(())
    }

    /// Returns the seat of a secret, unless somebody has opened it elsewhere since the game moved.
    #[cfg(feature = "cluster")]
    async fn seat_again(&self, secret: icochess_wire::Secret) -> Result<Option<Seat>, Stop> {
        let found = self.server.store.find(secret).await?;
        Ok(match found {
            Some((id, crate::store::Role::Player(seat))) if id == self.id => {
                let is_free = self.players[Side::from(seat).index()].is_none();
                is_free.then_some(seat)
            }
            _ => None,
        })
    }

    /// Gives the guest's seat to a new player.
    async fn take_seat(
        &mut self,
        name: &str,
    ) -> Result<Result<(Seat, Box<ServerMessage>), RefusalReason>, Stop> {
        let seat = self.table.seat_for_guest();
        let is_here = |seat: &Seat| self.players[Side::from(*seat).index()].is_some();
        let Some(seat) = seat.filter(|seat| !is_here(seat)) else {
            return Ok(Err(RefusalReason::SeatTaken));
        };
        let Some(secret) = crate::new_secret() else {
            return Ok(Err(RefusalReason::ServerError));
        };
        let name = tidy(name);
        self.table.take_seat(seat, name.clone());
        self.write(Write::Take {
            id: self.id,
            seat,
            secret,
            name: name.clone(),
            due_ms: self.table.due_ms(),
        })
        .await?;
        self.server.withdraw_code(self.id).await?;
        self.announce(&ServerMessage::Arrived { seat, name });
        Ok(Ok((seat, Box::new(ServerMessage::Joined { secret, seat }))))
    }

    fn leave(&mut self, id: u64) {
        self.spectators.retain(|visitor| visitor.id != id);
        let now = Instant::now();
        if let Some(seat) = self.seat_of(id) {
            let index = Side::from(seat).index();
            self.players[index] = None;
            self.away_since[index] = now;
            self.announce(&ServerMessage::Away {
                seat,
                away_ms: 0,
                claim_in_ms: self.claim_in(seat, now).map(millis),
            });
        }
        self.empty_since = now;
    }

    /// Returns the seat of a connection; `None` for spectators.
    fn seat_of(&self, id: u64) -> Option<Seat> {
        let is_seat = |side: &Side| {
            let player = self.players[side.index()].as_ref();
            player.is_some_and(|player| player.id == id)
        };
        Side::ALL.into_iter().find(is_seat).map(Seat::from)
    }

    fn visitor(&self, id: u64) -> Option<&Visitor> {
        let players = self.players.iter().flatten();
        players.chain(&self.spectators).find(|one| one.id == id)
    }

    /// Returns the time until the opponent of an absent player may claim the game.
    fn claim_in(&self, seat: Seat, now: Instant) -> Option<Duration> {
        let index = Side::from(seat).index();
        let limits = self.server.limits();
        let bound = match self.table.time() {
            Time::Clock(_) => limits.away_with_clock,
            Time::Unlimited => limits.away_without_limit,
            Time::Days(_) => return None,
        };
        let is_claimable = self.players[index].is_none()
            && self.table.free_seat().is_none()
            && self.table.end().is_none();
        let away = now.saturating_duration_since(self.away_since[index]);
        is_claimable.then(|| bound.saturating_sub(away))
    }

    // Messages.

    fn announce(&self, message: &ServerMessage) {
        self.announce_except(message, 0);
    }

    /// Sends a message to all but one connection. No connection has number 0.
    fn announce_except(&self, message: &ServerMessage, id: u64) {
        let text: axum::extract::ws::Utf8Bytes = icochess_wire::encode(message).into();
        let all = self.players.iter().flatten().chain(&self.spectators);
        for visitor in all.filter(|visitor| visitor.id != id) {
            visitor.outbox.send_text(text.clone());
        }
    }

    fn send_game(&self, visitor: &Visitor) {
        let state = Box::new(self.state(self.seat_of(visitor.id)));
        visitor.outbox.send(&ServerMessage::Game(state));
    }

    fn state(&self, you: Option<Seat>) -> GameState {
        let now = Instant::now();
        let mut state = self.table.state(self.moment(now));
        state.you = you;
        for (side, player) in [
            (Side::White, &mut state.white),
            (Side::Black, &mut state.black),
        ] {
            player.here = self.players[side.index()].is_some();
            if player.taken && !player.here {
                let away = now.saturating_duration_since(self.away_since[side.index()]);
                player.away_ms = millis(away);
                player.claim_in_ms = self.claim_in(side.into(), now).map(millis);
            }
        }
        state
    }

    fn refuse(&self, id: u64, refusal: impl Into<Refusal>) {
        if let Some(visitor) = self.visitor(id) {
            visitor.outbox.refuse(refusal);
        }
    }

    /// Writes changes to the disk, then sends the news to everybody and a refusal to the asker.
    async fn publish(
        &mut self,
        mut changes: Changes,
        asker: Option<u64>,
        at: Instant,
    ) -> Result<(), Stop> {
        let news = std::mem::take(&mut changes.news);
        if let Some((id, refusal)) = asker.zip(changes.refusal.take()) {
            self.refuse(id, refusal);
        }
        if news.is_empty() {
            return Ok(());
        }
        let has_moved = changes.moved.is_some();
        self.save(changes, at).await?;
        if has_moved {
            self.server.metrics.count_move();
        }
        for message in &news {
            self.announce(message);
        }
        Ok(())
    }

    async fn save(&self, changes: Changes, at: Instant) -> Result<(), Stop> {
        let change = Write::Change {
            id: self.id,
            moved: changes.moved,
            kept_plies: changes.kept_plies,
            state: self.table.stored(self.moment(at)),
        };
        let written = self.write(change).await;
        if written.is_err() {
            warn!("game {}: a change is not on the disk", self.id.0);
        }
        written
    }

    async fn write(&self, write: Write) -> Result<(), Stop> {
        self.server.store.write(self.node, write).await?;
        Ok(())
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}
