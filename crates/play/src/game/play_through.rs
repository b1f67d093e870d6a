//! Automatic replay of the record, at one ply a second, from the current position to the end of its
//! line.

use std::time::Duration;

use bevy::prelude::*;

use super::Match;
use super::facts::{MatchFact, on_fact};
use super::handover::HandoverChanged;
use super::messages::{GameRequest, Step};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_rules::NodeId;

/// Time between plies.
const PACE: Duration = Duration::from_secs(1);

/// Request to the replay.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayThrough {
    /// Start the replay; at the end of the line, restart from the beginning.
    Begin,
    /// Stop at the position shown.
    Stop,
}

/// State of the replay, which ends when a move is made or another position is shown.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct PlayingThrough(Option<Playback>);

impl PlayingThrough {
    /// Returns whether the replay is running.
    pub const fn is_on(self) -> bool {
        self.0.is_some()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Playback {
    /// Node on display until the next step.
    from: NodeId,
    /// Node after the next step.
    to: NodeId,
    /// Time of the next step, in the app's real time.
    due: Duration,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlayingThrough>()
        .add_message::<PlayThrough>()
        .add_systems(
            Update,
            (
                start_replay.run_if(on_message::<PlayThrough>),
                replay_move.run_if(|playing: Res<PlayingThrough>| playing.is_on()),
            )
                .chain()
                .in_set(AppSystems::Input),
        )
        .add_systems(
            Update,
            stop_replay
                .run_if(on_fact(MatchFact::is_begun).or_else(on_message::<HandoverChanged>))
                .in_set(AppSystems::Scene),
        );
}

fn start_replay(
    mut asked: MessageReader<PlayThrough>,
    (game, time): (Res<Match>, Res<Time<Real>>),
    mut playing: ResMut<PlayingThrough>,
    mut requests: MessageWriter<GameRequest>,
) {
    let wanted = asked.read().last() == Some(&PlayThrough::Begin);
    let record = game.record();
    let begins = wanted && !record.line().is_empty();
    let course = begins.then(|| {
        let from = record.current();
        if game.can_redo() {
            // Make the first step at once.
            let (to, due) = (from, time.elapsed());
            return Playback { from, to, due };
        }
        requests.write(GameRequest::Step(Step::Start));
        let (to, due) = (record.path()[0], time.elapsed() + PACE);
        Playback { from, to, due }
    });
    playing.set_if_neq(PlayingThrough(course));
}

fn replay_move(
    (game, time): (Res<Match>, Res<Time<Real>>),
    mut next_frame: ResMut<NextFrame>,
    mut playing: ResMut<PlayingThrough>,
    mut requests: MessageWriter<GameRequest>,
) {
    let (record, now) = (game.record(), time.elapsed());
    let Some(course) = playing.0 else {
        return;
    };
    let here = record.current();
    let next = record.path().get(record.ply() + 1).copied();
    let wanted = if here == course.to {
        next.map(|next| {
            if now < course.due {
                next_frame.within(course.due - now);
                return Playback {
                    from: here,
                    ..course
                };
            }
            requests.write(GameRequest::Step(Step::Forward));
            Playback {
                from: here,
                to: next,
                due: now + PACE,
            }
        })
    } else {
        // Either the step is still pending, or a player moved elsewhere.
        (here == course.from).then_some(course)
    };
    playing.set_if_neq(PlayingThrough(wanted));
}

/// Stops for a new game and for a handover, because the next player didn't start the replay.
fn stop_replay(mut playing: ResMut<PlayingThrough>) {
    playing.set_if_neq(PlayingThrough(None));
}
