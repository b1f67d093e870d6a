//! A game over a network: its session and socket, and what pages show of it.
//!
//! The server is the referee. The module `serve` sends it the player's own moves and requests,
//! and applies its messages to the match.

mod host;
mod peek;
mod presence;
mod requests;
mod view;

use std::time::Duration;

use bevy::prelude::*;

use super::facts::{FactReader, MatchFact};
use super::messages::{Edit, GameRequest};
use super::seating::Seating;
use super::{Match, MatchSystems};
use icochess_base::frame::{NextFrame, Waker};
use icochess_base::schedule::AppSystems;
use icochess_core::library::Names;
pub use icochess_remote::session::{Ended, Entry, Friend, KeptSeat, News, Phase, Request};
use icochess_remote::session::{Event, MAX_BYTES, Output, Session};
use icochess_remote::socket::{self, Socket};
use icochess_rules::Side;
pub use icochess_wire::{
    Claim, Code, Create, Link, LinkError, LinkKind, Phrase, Pose, Presence, RefusalReason, Secret,
    SideChoice, Time as GameTime,
};
use icochess_wire::{ServerMessage, encode};

pub use host::{Host, HostRequest, Hosting, Nearby, NearbyHost};
pub use presence::{FriendPresence, OwnPresence, SharesPresence, rounded};
pub(super) use requests::{Diverted, divert};
pub use view::RemoteView;

/// Whether the names of other players are hidden.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct HideNames(pub bool);

/// The session with the server, if any.
#[derive(Resource, Default)]
pub struct Remote {
    session: Option<Session>,
    socket: Option<Socket>,
    /// Messages for the match.
    inbox: Vec<ServerMessage>,
    /// The friend's head and hands since the last frame.
    shown: Vec<Presence>,
}

/// Request about the game over a network.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum RemoteRequest {
    /// Enter a game at the server with this page, and leave any other.
    Enter {
        /// Address of the page.
        page: String,
        /// Way into the game.
        entry: Entry,
    },
    /// Leave the game, which stays at the server.
    Leave,
    /// Ask the server.
    Ask(Request),
    /// Ask for the turns in the games with these pages and secrets of seats.
    Peek(Vec<(String, Secret)>),
}

/// Fact about the game over a network.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum RemoteFact {
    /// The player has this seat.
    Kept(KeptSeat),
    /// The seat with this secret is of no more use.
    Forgotten(Secret),
    /// The turn in a game that isn't entered.
    Turn {
        /// Secret of the seat.
        secret: Secret,
        /// Side to move; `None` once the game is over or deleted.
        turn: Option<Side>,
        /// When the move is due in a correspondence game, in Unix milliseconds.
        due_ms: Option<u64>,
    },
    /// Something to tell the player.
    Told(News),
    /// The address isn't one of a server.
    BadAddress(LinkError),
    /// Another game replaced the one with the friend on the board.
    Parted,
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(host::plugin)
        .init_resource::<Remote>()
        .init_resource::<RemoteView>()
        .init_resource::<peek::Peeks>()
        .init_resource::<OwnPresence>()
        .init_resource::<SharesPresence>()
        .init_resource::<FriendPresence>()
        .init_resource::<HideNames>()
        .add_message::<RemoteRequest>()
        .add_message::<RemoteFact>()
        .add_systems(
            Update,
            (serve_requests, carry_messages)
                .chain()
                .before(MatchSystems)
                .in_set(AppSystems::Rules),
        )
        .add_systems(
            Update,
            (
                peek::ask.run_if(on_message::<RemoteRequest>),
                peek::report.run_if(peek::is_asking),
            )
                .chain()
                .in_set(AppSystems::Rules),
        )
        .add_systems(
            Update,
            (
                follow_match,
                presence::send.run_if(|remote: Res<Remote>| remote.is_on()),
                carry_messages,
                presence::update,
                end_session,
                view::update.run_if(
                    resource_changed::<Remote>
                        .or_else(resource_changed::<Hosting>)
                        .or_else(view::depends_on_time),
                ),
            )
                .chain()
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        );
}

/// Run condition: the server has sent messages for the match.
pub(super) fn has_messages(remote: Res<Remote>) -> bool {
    !remote.inbox.is_empty()
}

impl Remote {
    /// Returns whether there is a session.
    pub const fn is_on(&self) -> bool {
        self.session.is_some()
    }

    /// Returns whether the player may move in their turn: see [`RemoteView::may_move`].
    pub(super) fn may_move(&self) -> bool {
        let phase = self.session.as_ref().map(Session::phase);
        view::may_move(phase)
    }

    /// Returns the session, mutably.
    pub(super) const fn session_mut(&mut self) -> Option<&mut Session> {
        self.session.as_mut()
    }

    /// Removes and returns the messages for the match.
    pub(super) fn take_messages(&mut self) -> Vec<ServerMessage> {
        std::mem::take(&mut self.inbox)
    }

    fn leave(&mut self) {
        *self = Self::default();
    }

    /// Passes events of the socket to the session, and carries out its outputs. Returns whether
    /// there were any.
    fn carry(
        &mut self,
        at: Duration,
        waker: &Waker,
        facts: &mut MessageWriter<RemoteFact>,
    ) -> bool {
        let Some(session) = &mut self.session else {
            return false;
        };
        let mut is_changed = false;
        loop {
            while let Some(event) = self.socket.as_ref().and_then(Socket::next) {
                is_changed = true;
                match &event {
                    socket::Event::Opened => session.handle(Event::Opened, at),
                    socket::Event::Text(text) => session.handle(Event::Text(text), at),
                    socket::Event::Closed(why) => {
                        self.socket = None;
                        session.handle(Event::Closed(why), at);
                    }
                }
            }
            session.tick(at);
            let outputs = session.take_outputs();
            if outputs.is_empty() {
                return is_changed;
            }
            is_changed = true;
            for output in outputs {
                match output {
                    Output::Open(address) => {
                        let waker = waker.clone();
                        let wake = move || waker.wake();
                        self.socket = Some(Socket::open(&address, MAX_BYTES, wake));
                    }
                    Output::Close => self.socket = None,
                    Output::Send(message) => {
                        if let Some(socket) = &self.socket
                            && !socket.send(encode(&message))
                        {
                            // The queue is full: the connection is as good as lost.
                            self.socket = None;
                            session.handle(Event::Closed(""), at);
                        }
                    }
                    Output::Show(presence) => self.shown.push(presence),
                    Output::Apply(message) => self.inbox.push(*message),
                    Output::Keep(seat) => {
                        facts.write(RemoteFact::Kept(seat));
                    }
                    Output::Forget(secret) => {
                        facts.write(RemoteFact::Forgotten(secret));
                    }
                    Output::Tell(news) => {
                        facts.write(RemoteFact::Told(news));
                    }
                }
            }
        }
    }
}

fn serve_requests(
    time: Res<Time<Real>>,
    mut asked: MessageReader<RemoteRequest>,
    hide: Res<HideNames>,
    mut remote: ResMut<Remote>,
    mut facts: MessageWriter<RemoteFact>,
) {
    // Mutable access alone would mark the session as changed in each frame.
    if hide.is_changed()
        && let Some(session) = &mut remote.session
    {
        session.hide_names(hide.0);
    }
    for request in asked.read() {
        match request {
            RemoteRequest::Enter { page, entry } => {
                match Session::new(page, entry.clone(), time.elapsed()) {
                    Ok(mut session) => {
                        session.hide_names(hide.0);
                        remote.leave();
                        remote.session = Some(session);
                    }
                    Err(problem) => {
                        facts.write(RemoteFact::BadAddress(problem));
                    }
                }
            }
            RemoteRequest::Leave => {
                if let Some(session) = &mut remote.session {
                    session.leave();
                }
            }
            RemoteRequest::Ask(request) => {
                if let Some(session) = &mut remote.session {
                    session.request(*request);
                }
            }
            RemoteRequest::Peek(_) => {}
        }
    }
}

fn carry_messages(
    time: Res<Time<Real>>,
    waker: Res<Waker>,
    mut remote: ResMut<Remote>,
    mut facts: MessageWriter<RemoteFact>,
    mut next: ResMut<NextFrame>,
) {
    let at = time.elapsed();
    if remote
        .bypass_change_detection()
        .carry(at, &waker, &mut facts)
    {
        remote.set_changed();
    }
    let tick = remote.session.as_ref().and_then(Session::next_tick);
    if let Some(tick) = tick {
        next.within(tick.saturating_sub(at));
    }
    // The match takes its messages in the next frame.
    if !remote.inbox.is_empty() {
        next.within(Duration::ZERO);
    }
}

/// Leaves the session when another game begins. A game without a session, such as a saved one, is
/// played by one person from now on.
fn follow_match(
    game: Res<Match>,
    mut matched: FactReader,
    mut remote: ResMut<Remote>,
    mut facts: MessageWriter<RemoteFact>,
    mut requests: MessageWriter<GameRequest>,
) {
    let is_remote = Seating::of(game.record()).is_remote();
    if matched.any(MatchFact::is_begun) && !is_remote && remote.is_on() {
        let session = remote.session.as_ref();
        let is_playing = |it: &Session| view::may_move(Some(it.phase())) && !it.is_watching();
        if session.is_some_and(is_playing) {
            facts.write(RemoteFact::Parted);
        }
        remote.leave();
    }
    if game.is_remote() && !remote.is_on() {
        let side = game.remote_side().unwrap_or(Side::White);
        let name = Names::of(game.record()).player(side).to_owned();
        let seating = Seating::Alone;
        requests.write(GameRequest::Edit(Edit::Side {
            side,
            name,
            seating,
        }));
    }
}

/// Ends the session of a game that the player has left. An unfinished game makes room for a new
/// one, because only the server may continue it.
fn end_session(
    game: Res<Match>,
    mut remote: ResMut<Remote>,
    mut requests: MessageWriter<GameRequest>,
) {
    let phase = remote.session.as_ref().map(Session::phase);
    if phase == Some(Phase::Ended(Ended::Left)) {
        remote.leave();
        if game.is_remote() {
            let board = game.record().board();
            requests.write(GameRequest::Load(board.new_game()));
        }
    }
}
