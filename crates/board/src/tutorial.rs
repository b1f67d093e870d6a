//! The tutorial: a sequence of positions with one task each, shown in place of the game. The game
//! is unaffected.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::pose::BoardPose;
use crate::stage::root::BuildSystems;
use crate::stage::shape::BoardShape;
use crate::stage::taught::{Pictured, StepMarks, Taught, TaughtMove, Teaching};
use crate::teaching::{PERIOD, TeachSystems};
use crate::turning::spin::{ShowTile, TurnBoard, TurnTo};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::computer::HintMove;
use icochess_play::game::facts::{MatchFact, on_fact};
use icochess_play::game::{Match, MatchSystems};
use icochess_play::interaction::selection::Selected;
use icochess_play::interaction::{PickMode, PracticePick, Selection, SelectionChanged};
use icochess_rules::{AnyPosition, Effect, Move, Outcome, Record, Side, undone};
use icochess_shape::{Step, Task};

/// Turn of the board that completes the turning task, in radians: about 35°.
const TURN_ANGLE: f32 = 0.6;
/// Number of missed moves after which the board shows a move that fulfils the task.
const MISSES: u8 = 2;
/// Time for the explanation of a mate before the next step, in seconds.
pub const MATE_PERIOD: f32 = 6.0;

/// Request to the tutorial.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TutorialRequest {
    /// Show the current step, initially the first one.
    Begin,
    /// Show the previous step.
    Back,
    /// Show the next step.
    Skip,
    /// Take back the player's move.
    TakeBack,
    /// Show the game again.
    Leave,
}

/// Response to the player's last action.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Answer {
    /// No response yet.
    #[default]
    None,
    /// The action doesn't fulfil the task.
    Missed,
    /// The player picked a piece of the other side; this side is to move.
    Others(Side),
    /// The player has to take the move back.
    TakeItBack,
    /// The step is complete.
    Done,
}

/// Sent when the player completes a step.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepDone {
    /// Whether this was the last step.
    pub is_last: bool,
}

/// Systems that run the tutorial.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TutorialSystems;

/// Tutorial on the board, and its progress.
#[derive(Resource, Debug, Default)]
pub struct Tutorial {
    /// Index of the current or next step; the number of steps after the last one.
    step: usize,
    steps: usize,
    running: Option<Running>,
}

/// Step on the board.
#[derive(Debug)]
struct Running {
    task: Task,
    game: Record,
    /// Rotation of the board before the tutorial.
    lay: Quat,
    answer: Answer,
    /// Kinds of piece moved in this step.
    moved: Vec<&'static str>,
    /// Kind of the selected piece.
    kind: Option<&'static str>,
    /// Number of missed moves.
    misses: u8,
    /// Move that the board shows as a hint.
    hint: Option<Move>,
    /// Total turn of the board in this step, in radians.
    turned: f32,
    /// Effects of the move on the board, until it is taken back.
    effects: Vec<Effect>,
    /// Scheduled action, and the seconds until it is due.
    next: Option<(ScheduledAction, f32)>,
}

/// Scheduled action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScheduledAction {
    /// Return the piece to its start.
    Return,
    /// The next step starts.
    Step,
}

impl Tutorial {
    /// Returns whether the board shows a step.
    pub const fn is_on(&self) -> bool {
        self.running.is_some()
    }

    /// Returns whether all steps are complete.
    pub const fn is_over(&self) -> bool {
        self.steps > 0 && self.step >= self.steps
    }

    /// Returns the index of the current step, and the number of steps.
    pub const fn progress(&self) -> (usize, usize) {
        (self.step, self.steps)
    }

    /// Returns the response to the player's last action.
    pub fn answer(&self) -> Answer {
        let running = self.running.as_ref();
        running.map_or(Answer::None, |running| running.answer)
    }

    /// Returns whether there is a move to take back.
    pub fn can_take_back(&self) -> bool {
        self.answer() == Answer::TakeItBack
    }

    /// Returns the name of the selected piece's kind.
    pub fn kind(&self) -> Option<&'static str> {
        self.running.as_ref()?.kind
    }

    /// Returns the move that the board shows as a hint.
    pub fn hint(&self) -> Option<Move> {
        self.running.as_ref()?.hint
    }

    /// Returns whether the tutorial shows this kind of piece and it hasn't been moved yet.
    pub fn misses(&self, kind: &str) -> bool {
        self.running.as_ref().is_some_and(|running| {
            let kinds = Task::kinds(running.game.position());
            kinds.contains(&kind) && !running.moved.contains(&kind)
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tutorial>()
        .add_message::<TutorialRequest>()
        .add_message::<StepDone>()
        .add_systems(
            Update,
            (
                (
                    end_tutorial.run_if(on_fact(MatchFact::is_begun)),
                    serve_requests.run_if(on_message::<TutorialRequest>),
                )
                    .chain(),
                (
                    complete_turning.run_if(on_message::<TurnBoard>),
                    play_practice_move.run_if(on_message::<PracticePick>),
                    record_kind.run_if(resource_changed::<Selection>),
                    run_scheduled_action,
                )
                    .chain()
                    .run_if(|tutorial: Res<Tutorial>| tutorial.is_on()),
                report_completed_step.run_if(resource_changed::<Tutorial>),
            )
                .chain()
                .in_set(TutorialSystems)
                .after(MatchSystems)
                .after(TeachSystems)
                // A new board starts without a step.
                .before(BuildSystems)
                .in_set(AppSystems::Rules),
        );
}

/// Resources and messages to show steps and puzzles on the board.
#[derive(SystemParam)]
pub(crate) struct Stage<'w> {
    taught: ResMut<'w, Taught>,
    marks: ResMut<'w, StepMarks>,
    pick_mode: ResMut<'w, PickMode>,
    selection: ResMut<'w, Selection>,
    selected: MessageWriter<'w, SelectionChanged>,
    moved: MessageWriter<'w, TaughtMove>,
    pub(crate) turn: MessageWriter<'w, TurnTo>,
    show: MessageWriter<'w, ShowTile>,
}

impl Stage<'_> {
    /// Sets up the pieces of a practice game, or of the match for `None`.
    pub(crate) fn set(&mut self, game: Option<&Record>) {
        self.deselect();
        let game = game.map(|game| Match::new(game.clone()));
        *self.pick_mode = game.clone().map_or(PickMode::Match, PickMode::Practice);
        self.taught.0 = game.map(Teaching::Practice);
    }

    /// Animates the effects that led to this state of the practice game. `picks` allows the player
    /// to pick afterwards.
    pub(crate) fn go(&mut self, game: &Record, effects: Vec<Effect>, picks: bool) {
        self.deselect();
        let game = Match::new(game.clone());
        *self.pick_mode = if picks {
            PickMode::Practice(game.clone())
        } else {
            PickMode::Nothing
        };
        self.taught.bypass_change_detection().0 = Some(Teaching::Practice(game));
        self.moved.write(TaughtMove(effects));
    }

    /// Plays a legal move of the practice game. `picks` allows the player to pick afterwards.
    pub(crate) fn play(&mut self, game: &mut Record, mv: Move, picks: bool) {
        let effects = game.position().effects(mv);
        if game.make_mut().play(mv).is_ok() {
            self.go(game, effects, picks);
        }
    }

    /// Shows the match again, in the rotation from before the practice.
    pub(crate) fn leave(&mut self, lay: Quat) {
        self.set(None);
        self.turn.write(TurnTo(lay));
    }

    /// Clears the selection and the step's marks. The message is sent in any case, to update the
    /// other marks.
    fn deselect(&mut self) {
        self.marks.set_if_neq(StepMarks::default());
        self.selection.0 = Selected::default();
        self.selected.write(SelectionChanged {
            by: None,
            cell: None,
        });
    }
}

/// Ends the tutorial when a new game begins, because the previous game is gone.
fn end_tutorial(mut tutorial: ResMut<Tutorial>, mut stage: Stage) {
    if tutorial.is_on() {
        stage.set(None);
    }
    if tutorial.is_on() || tutorial.step > 0 {
        *tutorial = Tutorial::default();
    }
}

fn serve_requests(
    mut asked: MessageReader<TutorialRequest>,
    game: Res<Match>,
    pose: BoardPose,
    mut tutorial: ResMut<Tutorial>,
    mut stage: Stage,
) {
    for request in asked.read() {
        let lay = tutorial.running.as_ref().map(|running| running.lay);
        match request {
            TutorialRequest::Begin => {
                if lay.is_none() && game.record().board().id() == pose.shape.board {
                    let lay = pose.rotation();
                    tutorial.steps = pose.shape.tutorial.len();
                    let step = tutorial.step;
                    show_step(step, lay, &game, &pose, &mut tutorial, &mut stage);
                }
            }
            TutorialRequest::Back | TutorialRequest::Skip => {
                let back = *request == TutorialRequest::Back;
                let step = match tutorial.step {
                    step if back => step.saturating_sub(1),
                    step => (step + 1).min(tutorial.steps),
                };
                // After the last step, the game returns to the board.
                let lay = lay.unwrap_or_else(|| pose.rotation());
                show_step(step, lay, &game, &pose, &mut tutorial, &mut stage);
            }
            TutorialRequest::TakeBack => {
                if tutorial.can_take_back()
                    && let Some(running) = &mut tutorial.running
                {
                    running.take_back(&mut stage);
                    running.finish();
                }
            }
            TutorialRequest::Leave => {
                if let Some(lay) = lay {
                    stage.leave(lay);
                    tutorial.running = None;
                }
                if tutorial.is_over() {
                    tutorial.step = 0;
                }
            }
        }
    }
}

/// Shows a step, or the game after the last one.
fn show_step(
    step: usize,
    lay: Quat,
    game: &Match,
    pose: &BoardPose,
    tutorial: &mut Tutorial,
    stage: &mut Stage,
) {
    tutorial.step = step;
    let board = game.record().board();
    let steps = pose.shape.tutorial;
    let found = steps.get(step).and_then(|step: &Step| {
        let game = board.read_position(step.position).ok()?;
        Some((step.task, game))
    });
    let Some((task, practice)) = found else {
        if tutorial.running.take().is_some() {
            stage.leave(lay);
        }
        return;
    };
    stage.set(Some(&practice));
    let position = practice.position();
    let turn = position.turn();
    let solution = task.solutions(&practice).into_iter().next();
    // Keeps the player's rotation between steps of the same side, if the start of the step is in
    // sight.
    let is_same_side = |running: &Running| running.position().turn() == turn;
    let is_seen = solution.is_none_or(|mv| task.is_of_one_move() || pose.is_in_sight(mv.from));
    let stays = tutorial.running.as_ref().is_some_and(is_same_side) && is_seen;
    if !stays {
        stage.turn.write(TurnTo(pose.facing(turn, position)));
    }
    // A single move is brought into sight.
    if let Some(mv) = solution.filter(|_| task.is_of_one_move()) {
        let (tile, also) = (mv.from, Some(mv.to));
        stage.show.write(ShowTile { tile, also });
    }
    tutorial.running = Some(Running {
        task,
        game: practice,
        lay,
        answer: Answer::None,
        moved: Vec::new(),
        kind: None,
        misses: 0,
        hint: None,
        turned: 0.0,
        effects: Vec::new(),
        next: None,
    });
}

impl Running {
    fn position(&self) -> &dyn AnyPosition {
        self.game.position()
    }

    fn finish(&mut self) {
        self.answer = Answer::Done;
        let period = match self.game.outcome() {
            Some(Outcome::Checkmate { .. }) => MATE_PERIOD,
            _ => PERIOD,
        };
        self.next = Some((ScheduledAction::Step, period));
    }

    /// Plays a move if it fulfils the task.
    fn play(&mut self, mv: Move, stage: &mut Stage) {
        let position = self.position();
        let is_wanted = position.legal_moves().contains(&mv) && self.task.accepts(&self.game, mv);
        let effects = if is_wanted {
            position.effects(mv)
        } else {
            Vec::new()
        };
        let piece = position.piece_at(mv.from);
        let kind = piece.map(|piece| position.rules_of(piece.role).name);
        if !is_wanted || self.game.make_mut().play(mv).is_err() {
            self.miss(stage);
            return;
        }
        self.effects.clone_from(&effects);
        stage.go(&self.game, effects, false);
        match self.task {
            Task::MoveEach => {
                self.moved.extend(kind);
                self.answer = Answer::None;
                self.next = Some((ScheduledAction::Return, PERIOD));
            }
            Task::TakeBack => self.answer = Answer::TakeItBack,
            _ => self.finish(),
        }
    }

    /// Responds to a move that doesn't fulfil the task. After several, shows one that does.
    fn miss(&mut self, stage: &mut Stage) {
        self.answer = Answer::Missed;
        self.misses = self.misses.saturating_add(1);
        if self.misses != MISSES || !self.task.is_of_one_move() {
            return;
        }
        let Some(mv) = self.task.solutions(&self.game).into_iter().next() else {
            return;
        };
        self.hint = Some(mv);
        // The missed piece's own marks would hide the hint.
        stage.deselect();
        stage.marks.hint = Some(HintMove::new(self.position(), mv));
        let (tile, also) = (mv.from, Some(mv.to));
        stage.show.write(ShowTile { tile, also });
    }

    fn take_back(&mut self, stage: &mut Stage) {
        self.game.make_mut().undo();
        let back = undone(&std::mem::take(&mut self.effects));
        stage.go(&self.game, back, true);
    }

    /// Returns whether all kinds of piece were moved.
    fn has_moved_each(&self) -> bool {
        let kinds = Task::kinds(self.position());
        kinds.iter().all(|kind| self.moved.contains(kind))
    }
}

fn complete_turning(mut turned: MessageReader<TurnBoard>, mut tutorial: ResMut<Tutorial>) {
    let angles = turned.read().map(|turn| turn.0.to_axis_angle().1.abs());
    let angle: f32 = angles.sum();
    let Some(running) = &mut tutorial.bypass_change_detection().running else {
        return;
    };
    if running.task != Task::Turn || running.answer == Answer::Done {
        return;
    }
    running.turned += angle;
    if running.turned >= TURN_ANGLE {
        running.finish();
        tutorial.set_changed();
    }
}

fn play_practice_move(
    mut picks: MessageReader<PracticePick>,
    mut tutorial: ResMut<Tutorial>,
    mut stage: Stage,
) {
    for picked in picks.read() {
        let Some(running) = &mut tutorial.running else {
            return;
        };
        // The previous move has to be shown first.
        if running.next.is_some() || running.answer == Answer::TakeItBack {
            continue;
        }
        let position = running.position();
        let turn = position.turn();
        let is_hostile = position
            .piece_at(picked.cell)
            .is_some_and(|piece| piece.side != turn);
        match (running.task, picked.mv) {
            (Task::Find, _) if is_hostile => running.finish(),
            (Task::Turn | Task::Find, _) => {}
            (_, None) if is_hostile => running.answer = Answer::Others(turn),
            (_, None) => running.answer = Answer::None,
            (_, Some(mv)) => running.play(mv, &mut stage),
        }
    }
}

/// Records the kind of the selected piece, for the explanation of its moves, and marks the
/// neighbours that the explanation names.
fn record_kind(
    (selection, shape): (Res<Selection>, Res<BoardShape>),
    mut tutorial: ResMut<Tutorial>,
    mut marks: ResMut<StepMarks>,
) {
    let Some(running) = &mut tutorial.bypass_change_detection().running else {
        return;
    };
    let position = running.position();
    let cell = selection.0.cell();
    let piece = cell.and_then(|cell| position.piece_at(cell));
    let kind = piece.map(|piece| position.rules_of(piece.role).name);
    // The other tasks don't explain moves.
    let is_explained = running.task == Task::MoveEach;
    let mut lessons = shape.lessons.iter().filter(|_| is_explained);
    let lesson = lessons.find(|lesson| Some(lesson.role) == kind);
    let named = Pictured(cell.zip(lesson.and_then(|lesson| lesson.neighbours)));
    if marks.named != named {
        marks.named = named;
    }
    if running.kind != kind {
        running.kind = kind;
        tutorial.set_changed();
    }
}

/// Runs the scheduled action when it is due.
fn run_scheduled_action(
    (time, mut next_frame): (Res<Time<Real>>, ResMut<NextFrame>),
    mut tutorial: ResMut<Tutorial>,
    mut stage: Stage,
    mut requests: MessageWriter<TutorialRequest>,
) {
    // The time before the action was scheduled doesn't count.
    let is_new = tutorial.is_changed();
    let Some(running) = &mut tutorial.bypass_change_detection().running else {
        return;
    };
    let Some((next, seconds)) = &mut running.next else {
        return;
    };
    if !is_new {
        *seconds -= time.delta_secs();
    }
    if *seconds > 0.0 {
        next_frame.within(Duration::from_secs_f32(*seconds));
        return;
    }
    match *next {
        ScheduledAction::Step => {
            running.next = None;
            requests.write(TutorialRequest::Skip);
        }
        ScheduledAction::Return => {
            running.next = None;
            running.take_back(&mut stage);
            if running.has_moved_each() {
                running.finish();
            }
            tutorial.set_changed();
        }
    }
}

/// Sends `StepDone` once for each completed step.
fn report_completed_step(
    tutorial: Res<Tutorial>,
    mut reported: Local<Option<usize>>,
    mut done: MessageWriter<StepDone>,
) {
    let step = (tutorial.answer() == Answer::Done).then_some(tutorial.step);
    if step != *reported {
        *reported = step;
        done.write_batch(step.map(|step| StepDone {
            is_last: step + 1 == tutorial.steps,
        }));
    }
}
