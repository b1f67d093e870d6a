//! Practice of endings: random won positions against the best defence, shown in place of the game.
//! The game is unaffected.

use std::time::Duration;

use bevy::prelude::*;

use crate::pose::BoardPose;
use crate::stage::root::BuildSystems;
use crate::turning::spin::TurnTo;
use crate::tutorial::{Stage, StepDone, Tutorial, TutorialSystems};
use icochess_base::frame::{NextFrame, Waker};
use icochess_base::platform::any_number;
use icochess_base::schedule::AppSystems;
use icochess_play::computer::endings::{Probe, SolvedEndings};
use icochess_play::game::facts::{MatchFact, on_fact};
use icochess_play::game::{Boards, Match};
use icochess_play::interaction::PracticePick;
use icochess_rules::{Record, Side};

/// Pause before the other side's move, in seconds.
const PAUSE: f32 = 0.8;

/// Request to the practice of endings.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndingRequest {
    /// Show a random win in this class, one of the board's endings.
    Begin(&'static str),
    /// Show another win in the same class.
    Another,
    /// Take back the move that gave the win away.
    TryAgain,
    /// Show the game again.
    Leave,
}

/// Progress of an ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndingPhase {
    /// The class is being solved.
    Solving,
    /// The player mates in this number of moves.
    Won(u8),
    /// The player's last move gave the win away.
    Slipped,
    /// The player has mated.
    Mated,
}

/// The ending that is practised.
#[derive(Resource, Default)]
pub struct EndingPractice(Option<Running>);

struct Running {
    class: &'static str,
    phase: EndingPhase,
    /// The practice game; the match while the class is being solved.
    game: Record,
    /// The practice game before the player's last move, with the phase.
    before: Option<(Record, EndingPhase)>,
    /// Rotation of the board before the practice.
    lay: Quat,
    /// Seconds until the other side's move.
    wait: Option<f32>,
}

impl EndingPractice {
    /// Returns the class of the ending, such as `KRK`.
    pub fn class(&self) -> Option<&'static str> {
        self.0.as_ref().map(|running| running.class)
    }

    /// Returns the progress of the ending.
    pub fn phase(&self) -> Option<EndingPhase> {
        self.0.as_ref().map(|running| running.phase)
    }

    /// Returns the player's side, if the player has yet to move for the first time.
    pub fn first_to_move(&self) -> Option<Side> {
        let game = &self.0.as_ref()?.game;
        (game.ply() == 0).then(|| game.position().turn())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EndingPractice>()
        .add_message::<EndingRequest>()
        .add_systems(
            Update,
            (
                end_practice.run_if(on_fact(MatchFact::is_begun)),
                serve_requests.run_if(on_message::<EndingRequest>),
                (
                    show_win,
                    play_picked_move.run_if(on_message::<PracticePick>),
                    play_reply,
                )
                    .chain()
                    .run_if(|practice: Res<EndingPractice>| practice.0.is_some()),
            )
                .chain()
                // The tutorial may begin in the frame in which the practice ends.
                .after(TutorialSystems)
                // A new board starts without practice.
                .before(BuildSystems)
                .in_set(AppSystems::Rules),
        );
}

/// Ends the practice when a new game begins, because the previous game is gone.
fn end_practice(mut practice: ResMut<EndingPractice>, mut stage: Stage) {
    if practice.0.is_some() {
        practice.0 = None;
        stage.set(None);
    }
}

fn serve_requests(
    mut asked: MessageReader<EndingRequest>,
    (game, tutorial): (Res<Match>, Res<Tutorial>),
    pose: BoardPose,
    mut practice: ResMut<EndingPractice>,
    mut stage: Stage,
) {
    for request in asked.read() {
        let class = match request {
            EndingRequest::Begin(class) => Some(*class),
            EndingRequest::Another => practice.class(),
            EndingRequest::TryAgain | EndingRequest::Leave => None,
        };
        let is_there = pose.shape.board == game.record().board().id();
        if let Some(class) = class.filter(|_| is_there) {
            let lay = practice.0.as_ref().map(|running| running.lay);
            practice.0 = Some(Running {
                class,
                phase: EndingPhase::Solving,
                game: game.record().clone(),
                before: None,
                lay: lay.unwrap_or_else(|| pose.rotation()),
                wait: None,
            });
        } else if *request == EndingRequest::TryAgain {
            if let Some(running) = &mut practice.0
                && running.phase == EndingPhase::Slipped
                && let Some((game, phase)) = running.before.take()
            {
                (running.game, running.phase) = (game, phase);
                stage.set(Some(&running.game));
            }
        } else if *request == EndingRequest::Leave {
            let running = practice.0.take();
            if let Some(running) = running.filter(|_| !tutorial.is_on()) {
                stage.leave(running.lay);
            }
        }
    }
}

/// Shows a win once the class is solved.
fn show_win(
    (boards, waker): (Res<Boards>, Res<Waker>),
    pose: BoardPose,
    mut solved: ResMut<SolvedEndings>,
    mut practice: ResMut<EndingPractice>,
    mut stage: Stage,
) {
    let running = practice.bypass_change_detection().0.as_mut();
    let Some(running) = running.filter(|it| it.phase == EndingPhase::Solving) else {
        return;
    };
    let board = running.game.board();
    let Some(engine) = boards.engine(board) else {
        return;
    };
    let Some(game) = solved.random_win(engine, board, running.class, any_number()) else {
        if !solved.is_solving() {
            solved.solve(running.class, &waker);
        }
        return;
    };
    let position = game.position();
    let facing = pose.facing(position.turn(), position);
    stage.set(Some(&game));
    stage.turn.write(TurnTo(facing));
    if let Some((Probe::Won(moves), _)) = solved.probe(engine, &game) {
        running.phase = EndingPhase::Won(moves);
    }
    running.game = game;
    practice.set_changed();
}

/// Plays the player's move, and judges it.
fn play_picked_move(
    mut picks: MessageReader<PracticePick>,
    (boards, solved): (Res<Boards>, Res<SolvedEndings>),
    mut practice: ResMut<EndingPractice>,
    mut stage: Stage,
    mut done: MessageWriter<StepDone>,
) {
    for mv in picks.read().filter_map(|pick| pick.mv) {
        let Some(running) = &mut practice.0 else {
            return;
        };
        let position = running.game.position();
        let (turn, is_legal) = (position.turn(), position.legal_moves().contains(&mv));
        let may_move = matches!(running.phase, EndingPhase::Won(_)) && running.wait.is_none();
        let engine = boards.engine(running.game.board());
        let Some(engine) = engine.filter(|_| may_move && is_legal) else {
            continue;
        };
        running.before = Some((running.game.clone(), running.phase));
        stage.play(&mut running.game, mv, false);
        running.phase = match running.game.outcome() {
            Some(end) if end.winner() == Some(turn) => EndingPhase::Mated,
            Some(_) => EndingPhase::Slipped,
            None => match solved.probe(engine, &running.game) {
                Some((Probe::Lost(moves), _)) => EndingPhase::Won(moves),
                _ => EndingPhase::Slipped,
            },
        };
        match running.phase {
            EndingPhase::Won(_) => running.wait = Some(PAUSE),
            EndingPhase::Mated => {
                done.write(StepDone { is_last: false });
            }
            EndingPhase::Solving | EndingPhase::Slipped => {}
        }
    }
}

/// Plays the best defence, when it is due.
fn play_reply(
    (time, mut next_frame): (Res<Time<Real>>, ResMut<NextFrame>),
    (boards, solved): (Res<Boards>, Res<SolvedEndings>),
    mut practice: ResMut<EndingPractice>,
    mut stage: Stage,
) {
    // The time before the player's move doesn't count.
    let is_new = practice.is_changed();
    let Some(running) = &mut practice.bypass_change_detection().0 else {
        return;
    };
    let Some(wait) = &mut running.wait else {
        return;
    };
    if !is_new {
        *wait -= time.delta_secs();
    }
    if *wait > 0.0 {
        next_frame.within(Duration::from_secs_f32(*wait));
        return;
    }
    running.wait = None;
    let engine = boards.engine(running.game.board());
    let found = engine.and_then(|engine| solved.probe(engine, &running.game));
    let best = found.map_or_else(Vec::new, |(_, best)| best);
    let chosen = any_number().checked_rem(best.len() as u64);
    if let Some(mv) = chosen.and_then(|chosen| best.get(chosen as usize)) {
        stage.play(&mut running.game, *mv, true);
    }
    // The game is over without mate, such as by repetition.
    if running.game.outcome().is_some() {
        running.phase = EndingPhase::Slipped;
    }
    practice.set_changed();
}
