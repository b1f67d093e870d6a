//! Lessons on the board. A piece appears alone with its targets marked, and moves to some of them
//! and back. The game is unaffected, and any event in it ends the lesson.

use std::time::Duration;

use bevy::prelude::*;

use crate::pose::BoardPose;
use crate::stage::motion::ReducedMotion;
use crate::stage::root::BuildSystems;
use crate::stage::taught::{Lesson, Taught, TaughtMove, Teach, Teaching};
use crate::turning::spin::{ShowTile, TurnTo, Turning, side_in_front};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_boards::Scene;
use icochess_play::computer::Computer;
use icochess_play::game::facts::MatchFact;
use icochess_play::game::{Boards, Match, MatchSystems};
use icochess_play::interaction::at_window::AtWindow;
use icochess_play::interaction::{PickMode, Selection};
use icochess_rules::{Piece, undone};

/// Interval between moves of a lesson, in seconds.
pub const PERIOD: f32 = 1.6;
/// Duration of a scene without motion, in seconds.
const STILL_SECONDS: f32 = 4.0;

/// Progress within a scene.
#[derive(Resource, Debug, Default)]
struct Progress {
    /// Index of the next move, or of the one to take back.
    step: usize,
    /// Whether the piece has moved and must return.
    is_away: bool,
    /// Seconds since the last move.
    elapsed: f32,
}

/// Systems that run lessons.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TeachSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Progress>().add_systems(
        Update,
        (
            serve_requests.run_if(on_message::<Teach>.or_else(is_taught)),
            advance_lesson.run_if(is_taught),
        )
            .chain()
            .in_set(TeachSystems)
            .after(MatchSystems)
            // A new board starts without a lesson.
            .before(BuildSystems)
            .in_set(AppSystems::Rules),
    );
}

fn is_taught(taught: Res<Taught>) -> bool {
    taught.scene().is_some()
}

fn serve_requests(
    mut asked: MessageReader<Teach>,
    mut facts: MessageReader<MatchFact>,
    (boards, game, computer): (Res<Boards>, Res<Match>, Res<Computer>),
    (selection, at_window): (Res<Selection>, Res<AtWindow>),
    pose: BoardPose,
    mut taught: ResMut<Taught>,
    mut progress: ResMut<Progress>,
    mut pick_mode: ResMut<PickMode>,
    mut turn: MessageWriter<TurnTo>,
    mut show: MessageWriter<ShowTile>,
) {
    // Practice excludes lessons.
    if taught.is_practice() {
        asked.clear();
        facts.clear();
        return;
    }
    let (mut has_happened, mut is_reset) = (false, false);
    for fact in facts.read() {
        has_happened |= fact.changes_board_or_ends();
        is_reset |= fact.is_begun();
    }
    let asked = asked.read().last().copied();
    let wanted = match asked {
        _ if has_happened => None,
        Some(Teach(role)) => role,
        None => return,
    };
    let lesson = wanted.and_then(|role| {
        let lay = taught.lesson().map_or(pose.rotation(), |it| it.lay);
        let side = side_in_front(*at_window, &computer, &game);
        new_lesson(Piece { side, role }, lay, &boards, &game, &selection, &pose)
    });
    if lesson.is_none() && !taught.is_on() {
        return;
    }
    match (&lesson, taught.lesson()) {
        (Some(lesson), _) => turn_to_scene(&lesson.demonstration.scenes[0], &mut show),
        // A new game sets its own rotation.
        (None, Some(before)) if !is_reset => {
            turn.write(TurnTo(before.lay));
        }
        _ => {}
    }
    *pick_mode = match lesson {
        Some(_) => PickMode::Nothing,
        None => PickMode::Match,
    };
    *progress = Progress::default();
    taught.0 = lesson.map(Teaching::Lesson);
}

/// Starts the lesson on a piece; `None` if the piece never moves.
fn new_lesson(
    piece: Piece,
    lay: Quat,
    boards: &Boards,
    game: &Match,
    selection: &Selection,
    pose: &BoardPose,
) -> Option<Lesson> {
    let board = game.record().board();
    let mut prefer = pose.by_sight();
    if board.id() != pose.shape.board || piece.role.index() >= board.roles().len() {
        return None;
    }
    // Prefer the cell that the player is looking at already.
    if let Some(cell) = selection.0.cell() {
        prefer.insert(0, cell);
    }
    let is_seen = |shown, cell| pose.is_seen_with(shown, cell);
    let demonstration = boards.demonstration(board, piece, &prefer, &is_seen)?;
    (!demonstration.scenes.is_empty()).then_some(Lesson {
        role: piece.role,
        demonstration,
        scene: 0,
        lay,
    })
}

/// Turns the board to show the scene.
fn turn_to_scene(scene: &Scene, show: &mut MessageWriter<ShowTile>) {
    show.write(ShowTile {
        tile: scene.cell,
        also: None,
    });
}

/// Shows the next move, the move back, or the next scene, when it is due.
fn advance_lesson(
    (time, motion): (Res<Time<Real>>, Res<ReducedMotion>),
    mut next_frame: ResMut<NextFrame>,
    turning: Option<Res<Turning>>,
    mut taught: ResMut<Taught>,
    mut progress: ResMut<Progress>,
    mut moved: MessageWriter<TaughtMove>,
    mut show: MessageWriter<ShowTile>,
) {
    // The scene waits until it is in view.
    if turning.is_some() {
        return;
    }
    // The time before the first frame of the scene doesn't count.
    if !taught.is_changed() {
        progress.elapsed += time.delta_secs();
    }
    let period = if motion.0 { STILL_SECONDS } else { PERIOD };
    if progress.elapsed < period {
        next_frame.within(Duration::from_secs_f32(period - progress.elapsed));
        return;
    }
    progress.elapsed = 0.0;
    let Some(scene) = taught.scene() else {
        return;
    };
    if progress.is_away {
        moved.write(TaughtMove(undone(
            &scene.position().effects(scene.moves[progress.step]),
        )));
        progress.is_away = false;
        progress.step += 1;
    } else if progress.step < scene.moves.len() && !motion.0 {
        moved.write(TaughtMove(
            scene.position().effects(scene.moves[progress.step]),
        ));
        progress.is_away = true;
    } else {
        progress.step = 0;
        let lesson = taught.lesson();
        let scenes = lesson.map_or(0, |lesson| lesson.demonstration.scenes.len());
        if scenes > 1
            && let Some(Teaching::Lesson(lesson)) = &mut taught.0
        {
            lesson.scene = (lesson.scene + 1) % scenes;
            turn_to_scene(&lesson.demonstration.scenes[lesson.scene], &mut show);
        } else if !motion.0 {
            // A single scene repeats at once.
            progress.elapsed = period;
        }
    }
}
