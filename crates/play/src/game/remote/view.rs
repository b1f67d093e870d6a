//! What pages show of the game over a network. Changes only when something visible does.

use std::time::Duration;

use bevy::prelude::*;

use super::{Hosting, Remote};
use icochess_base::frame::NextFrame;
use icochess_remote::session::{Phase, Session};
use icochess_rules::Side;
use icochess_wire::{Link, LinkKind, Secret};

/// State of the game over a network, for pages and commands.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct RemoteView {
    /// State of the session; `None` without one.
    pub phase: Option<Phase>,
    /// Side of the player here, once known.
    pub side: Option<Side>,
    /// Address of the server's page.
    pub page: String,
    /// Whether the player only watches.
    pub is_watching: bool,
    /// Secret of the player's seat, once known.
    pub secret: Option<Secret>,
    /// Link for the friend, until they come.
    pub link: Option<String>,
    /// Link for spectators, known to the player who invited and to spectators.
    pub watch_link: Option<String>,
    /// Link to the player's seat, for another device.
    pub seat_link: Option<String>,
    /// Code for the friend, until it expires.
    pub code: Option<String>,
    /// Friend's name, possibly empty.
    pub friend: String,
    /// When the next move is due in a correspondence game, in Unix milliseconds.
    pub due_ms: Option<u64>,
    /// Seconds since the friend's connection was lost; `None` while it stands.
    pub away: Option<u64>,
    /// Whether the player may claim the game, because the friend is away for too long.
    pub may_claim: bool,
    /// Whether the friend offers a rematch.
    pub is_rematch_offered: bool,
    /// Why the last attempt to connect failed; empty otherwise.
    pub problem: String,
}

impl RemoteView {
    /// Returns whether the player may move when it is their turn. A move made while the connection
    /// is lost is sent after the return.
    pub const fn may_move(&self) -> bool {
        may_move(self.phase)
    }

    fn of(session: &Session, hosting: &Hosting, at: Duration) -> Self {
        let friend = session.friend();
        let away = friend.away_since;
        // Other devices reach a server in this game by another address.
        let page = session.page();
        let page = hosting.host_of(page).map_or(page, |host| &*host.page);
        let secret = session.seat().map(|seat| seat.secret);
        let link = |kind: LinkKind, secret: Option<Secret>| {
            let link = Link::new(page, kind, secret?);
            link.ok().map(|link| link.to_string())
        };
        Self {
            phase: Some(session.phase()),
            side: session.side(),
            page: session.page().to_owned(),
            is_watching: session.is_watching(),
            secret,
            link: link(LinkKind::Play, session.invitation()),
            watch_link: link(LinkKind::Watch, session.watch_secret()),
            seat_link: link(LinkKind::Play, secret),
            code: session.code(at).map(|code| code.to_string()),
            friend: friend.name.clone(),
            due_ms: session.due_ms(),
            away: away.map(|since| at.saturating_sub(since).as_secs()),
            may_claim: friend.claim_at.is_some_and(|claim| claim <= at),
            is_rematch_offered: session.is_rematch_offered(),
            problem: session.problem().to_owned(),
        }
    }
}

pub(super) const fn may_move(phase: Option<Phase>) -> bool {
    matches!(phase, Some(Phase::Playing | Phase::Lost))
}

/// Run condition: the view of a session changes with the time alone.
pub(super) fn depends_on_time(remote: Res<Remote>, view: Res<RemoteView>) -> bool {
    remote.is_on() && (view.away.is_some() || view.code.is_some())
}

pub(super) fn update(
    time: Res<Time<Real>>,
    (remote, hosting): (Res<Remote>, Res<Hosting>),
    mut view: ResMut<RemoteView>,
    mut next: ResMut<NextFrame>,
) {
    let session = remote.session.as_ref();
    let now = session.map(|session| RemoteView::of(session, &hosting, time.elapsed()));
    let now = now.unwrap_or_default();
    if now.away.is_some() {
        next.within(Duration::from_secs(1));
    }
    view.set_if_neq(now);
}
