//! Head and hands of both players of a game over a network. The display in use writes the own ones,
//! and the board shows the friend's.

mod track;

use std::time::Duration;

use bevy::prelude::*;

use super::Remote;
use crate::game::Match;
use icochess_base::frame::NextFrame;
use icochess_remote::session::Session;
use icochess_rules::Cell;
use icochess_wire::{Pose, Presence};
use track::Track;

/// Shortest time between two messages about head and hands.
const PAUSE: Duration = Duration::from_millis(50);
/// Shortest time between two messages from a window.
const WINDOW_PAUSE: Duration = Duration::from_millis(250);
/// Time after which an unmoved head is sent again, because the friend's program hides a head of
/// which it hears nothing.
const REPEAT: Duration = Duration::from_secs(1);
/// Time for which the cell is shown that a player at a window looks at.
const LOOK: Duration = Duration::from_secs(10);

/// Own head and hands for the friend, in the frame of [`Presence`].
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub struct OwnPresence(pub Presence);

/// Whether the friend gets the own head and hands.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct SharesPresence(pub bool);

/// The friend's head and hands, in the frame of [`Presence`] as seen from the friend's seat.
/// Movements are shown 0.1 s late. A part without news freezes, and vanishes after 3 s.
#[derive(Resource, Debug, Default)]
pub struct FriendPresence {
    head: Track,
    hands: [Track; 2],
    looks_at: Option<(Duration, Cell)>,
    holds: Option<(usize, Cell)>,
}

impl FriendPresence {
    /// Returns the head at this time since the start of the program.
    pub fn head(&self, at: Duration) -> Option<Isometry3d> {
        self.head.at(at)
    }

    /// Returns the left and right hand.
    pub fn hands(&self, at: Duration) -> [Option<Isometry3d>; 2] {
        self.hands.each_ref().map(|hand| hand.at(at))
    }

    /// Returns the cell that a friend at a window looks at.
    pub fn looks_at(&self, at: Duration) -> Option<Cell> {
        let (since, cell) = self.looks_at?;
        (at < since + LOOK).then_some(cell)
    }

    /// Returns whether there is a head or a hand, possibly one that has vanished.
    pub fn has_parts(&self) -> bool {
        let mut tracks = [&self.head].into_iter().chain(&self.hands);
        tracks.any(|track| !track.is_empty())
    }

    /// Returns whether there is a cell, possibly one that the friend looked at long ago.
    pub const fn has_look(&self) -> bool {
        self.looks_at.is_some()
    }

    /// Returns the cell whose piece the friend holds, and the hand: 0 left, 1 right.
    pub const fn holds(&self) -> Option<(usize, Cell)> {
        self.holds
    }

    /// Returns the time until the next change that follows from the time alone.
    fn next_change(&self, at: Duration) -> Option<Duration> {
        let tracks = [&self.head].into_iter().chain(&self.hands);
        let looks = self.looks_at.map(|(since, _)| since + LOOK);
        let looks = looks.and_then(|end| end.checked_sub(at));
        tracks
            .filter_map(|it| it.next_change(at))
            .chain(looks)
            .min()
    }

    fn update(&mut self, presence: &Presence, game: &Match, at: Duration) {
        let cell = |name: &Option<String>| game.position().cell_named(name.as_deref()?);
        let hands = self.hands.iter_mut().zip(&presence.hands);
        for (track, pose) in hands.chain([(&mut self.head, &presence.head)]) {
            if let Some(pose) = pose {
                track.push(at, isometry(pose));
            }
        }
        self.looks_at = cell(&presence.looks_at).map(|cell| (at, cell));
        let hand = presence.hand.map(usize::from);
        self.holds = hand.filter(|hand| *hand < 2).zip(cell(&presence.holds));
    }
}

/// Returns a pose; a rotation of length 0 counts as none.
fn isometry(pose: &Pose) -> Isometry3d {
    let [x, y, z, rotation @ ..] = *pose;
    let rotation = Vec4::from_array(rotation).try_normalize();
    let rotation = rotation.map_or(Quat::IDENTITY, Quat::from_vec4);
    Isometry3d::new(Vec3::new(x, y, z), rotation)
}

/// Returns a pose for a message, rounded to millimetres, so that trembling below that isn't sent.
pub fn rounded(pose: &Isometry3d) -> Pose {
    let [x, y, z] = pose.translation.to_array();
    let [i, j, k, w] = pose.rotation.to_array();
    [x, y, z, i, j, k, w].map(|value| (value * 1000.0).round() / 1000.0)
}

/// Presence sent last, and when.
#[derive(Debug, Default)]
pub(super) struct Sent(Option<(Duration, Presence)>);

/// Returns the time until this presence is due; `None` without a need to send it.
fn due(now: &Presence, sent: Option<&(Duration, Presence)>, at: Duration) -> Option<Duration> {
    let Some((since, before)) = sent else {
        return (*now != Presence::default()).then_some(Duration::ZERO);
    };
    let pause = match &now.head {
        _ if now != before && now.looks_at.is_some() => WINDOW_PAUSE,
        _ if now != before => PAUSE,
        Some(_) => REPEAT,
        None => return None,
    };
    Some((*since + pause).saturating_sub(at))
}

/// Sends the own head and hands while the friend is there.
pub(super) fn send(
    time: Res<Time<Real>>,
    (own, shares): (Res<OwnPresence>, Res<SharesPresence>),
    mut remote: ResMut<Remote>,
    mut sent: Local<Sent>,
    mut next: ResMut<NextFrame>,
) {
    let (at, hidden) = (time.elapsed(), Presence::default());
    let now = if shares.0 { &own.0 } else { &hidden };
    let session = remote.bypass_change_detection().session_mut();
    let Some(session) = session.filter(|session| session.is_friend_here()) else {
        sent.0 = None;
        return;
    };
    let Some(wait) = due(now, sent.0.as_ref(), at) else {
        return;
    };
    if wait > Duration::ZERO {
        next.within(wait);
    } else if session.show(now) {
        sent.0 = Some((at, now.clone()));
    }
}

/// Takes the friend's head and hands from the session. They vanish when the friend leaves.
pub(super) fn update(
    time: Res<Time<Real>>,
    game: Res<Match>,
    mut remote: ResMut<Remote>,
    mut friend: ResMut<FriendPresence>,
    mut next: ResMut<NextFrame>,
) {
    let (at, remote) = (time.elapsed(), remote.bypass_change_detection());
    let session = remote.session.as_ref();
    if !session.is_some_and(Session::is_friend_here) {
        remote.shown.clear();
        if friend.has_parts() || friend.has_look() {
            *friend = FriendPresence::default();
        }
        return;
    }
    for presence in remote.shown.drain(..) {
        friend.update(&presence, &game, at);
    }
    if let Some(wait) = friend.next_change(at) {
        next.within(wait);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn with_head(x: f32) -> Presence {
        Presence {
            head: Some([x, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
            ..Presence::default()
        }
    }

    #[test]
    fn heads_are_sent_20_times_a_second_and_cells_4_times() {
        let none = Presence::default();
        assert_eq!(due(&none, None, ms(0)), None);
        assert_eq!(due(&with_head(0.0), None, ms(0)), Some(ms(0)));
        let sent = (ms(1000), with_head(0.0));
        assert_eq!(due(&with_head(0.1), Some(&sent), ms(1010)), Some(ms(40)));
        assert_eq!(due(&with_head(0.0), Some(&sent), ms(1010)), Some(ms(990)));
        assert_eq!(due(&none, Some(&sent), ms(1050)), Some(ms(0)));
        assert_eq!(due(&none, Some(&(ms(1000), none.clone())), ms(9000)), None);
        let look = Presence {
            looks_at: Some("e4".into()),
            ..Presence::default()
        };
        assert_eq!(due(&look, Some(&(ms(1000), none)), ms(1050)), Some(ms(200)));
    }

    #[test]
    fn wild_rotations_count_as_none() {
        let pose = isometry(&[1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(pose, Isometry3d::from_xyz(1.0, 2.0, 3.0));
        let pose = isometry(&[0.0, 0.0, 0.0, 0.0, 0.7, 0.0, 0.7]);
        assert!(pose.rotation.is_normalized());
    }
}
