//! Puzzles: positions with a line of moves to find, shown in place of the game. The game is
//! unaffected.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use bevy::prelude::*;

use crate::pose::BoardPose;
use crate::stage::root::BuildSystems;
use crate::teaching::PERIOD;
use crate::turning::spin::TurnTo;
use crate::tutorial::{Stage, StepDone, Tutorial, TutorialSystems};
use icochess_base::frame::NextFrame;
use icochess_base::platform::BackgroundTask;
use icochess_base::schedule::AppSystems;
use icochess_boards::Variant;
use icochess_boards::puzzles::{Puzzle, puzzles};
use icochess_play::computer::replies::{ReplyFound, ReplyRequested};
use icochess_play::game::Match;
use icochess_play::game::facts::{MatchFact, on_fact};
use icochess_play::interaction::PracticePick;
use icochess_rules::{AnyBoard, Move, MoveKind, Outcome, Record, Side};
use icochess_store::effective::OwnSettings;
use icochess_store::puzzle_scores::{daily, today};

/// Pause before the other side's move, in seconds.
const PAUSE: f32 = 0.8;
/// Interval at which the loading of puzzles is checked.
const POLL: Duration = Duration::from_millis(20);

/// Request to the puzzles.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleRequest {
    /// Load the puzzles of the board.
    Open,
    /// Show the puzzle of the day.
    Daily,
    /// Show the new puzzle whose rating is nearest to the player's.
    Next,
    /// Take back a wrong move.
    TryAgain,
    /// Play the solution. The puzzle then counts as missed.
    ShowSolution,
    /// Show the game again.
    Leave,
}

/// Progress of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The player has to find a move.
    Solving,
    /// The player's move was right, and the reply follows.
    Replying,
    /// The player's move was wrong, and its refutation is being searched.
    Refuting,
    /// The wrong move and its refutation, if there is one, are on the board.
    Refuted,
    /// The solution is being played.
    Showing,
    /// The solution was played to its end.
    Shown,
    /// The player found the whole line.
    Solved,
}

/// Task of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Mate in this number of moves.
    Mate(usize),
    /// Win in this number of moves by another rule of the board.
    Win(usize),
    /// Find the best moves.
    Best,
}

impl Goal {
    fn of(puzzle: &Puzzle) -> Self {
        let mut game = puzzle.position.clone();
        for mv in &puzzle.moves {
            if game.make_mut().play(*mv).is_err() {
                break;
            }
        }
        let count = puzzle.moves.len().div_ceil(2);
        match game.outcome() {
            Some(Outcome::Checkmate { .. }) => Self::Mate(count),
            Some(outcome) if outcome.winner().is_some() => Self::Win(count),
            _ => Self::Best,
        }
    }
}

/// Puzzles of the board, and the one that it shows.
#[derive(Resource, Default)]
pub struct Puzzles {
    /// Identifier of the board whose puzzles are loaded.
    board: Option<&'static str>,
    all: Vec<Puzzle>,
    loading: Option<Loading>,
    running: Option<Running>,
}

/// Puzzles being read, which takes longer than a frame may.
struct Loading {
    background: BackgroundTask,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    found: Mutex<Receiver<Vec<Puzzle>>>,
}

/// Puzzle on the board.
struct Running {
    index: usize,
    game: Record,
    /// Rotation of the board before the puzzles.
    lay: Quat,
    goal: Goal,
    phase: Phase,
    /// Whether another attempt doesn't change the rating.
    is_counted: bool,
    /// Change of the rating by this puzzle.
    change: Option<i32>,
    /// Refutation of the wrong move, once the search is over.
    refutation: Option<Option<Move>>,
    /// Seconds until the next move on the board.
    wait: f32,
}

impl Puzzles {
    /// Returns whether no puzzles are loaded, or not yet.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether the board is known to have no puzzles.
    pub fn has_none(&self) -> bool {
        self.is_empty() && self.board.is_some() && self.loading.is_none()
    }

    /// Returns the puzzle on the board.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.all.get(self.running.as_ref()?.index)
    }

    /// Returns the progress of the puzzle on the board.
    pub fn phase(&self) -> Option<Phase> {
        self.running.as_ref().map(|running| running.phase)
    }

    /// Returns the task of the puzzle on the board, with the side to move.
    pub fn task(&self) -> Option<(Side, Goal)> {
        let running = self.running.as_ref()?;
        Some((self.puzzle()?.position.position().turn(), running.goal))
    }

    /// Returns the change of the player's rating by the puzzle on the board.
    pub fn change(&self) -> Option<i32> {
        self.running.as_ref()?.change
    }

    /// Returns whether the player may leave the puzzle on the board for the next one.
    pub fn may_go_on(&self) -> bool {
        let is_counted = |running: &Running| running.is_counted;
        !self.is_empty() && self.running.as_ref().is_none_or(is_counted)
    }

    /// Starts to load the puzzles of a board.
    fn open(&mut self, board: AnyBoard) {
        if self.board == Some(board.id()) {
            return;
        }
        let mut variants = Variant::ALL.into_iter();
        let variant = variants.find(|variant| variant.id() == board.id());
        *self = Self {
            board: Some(board.id()),
            loading: variant.and_then(Loading::start),
            ..Self::default()
        };
    }

    /// Shows a puzzle.
    fn start(&mut self, index: usize, pose: &BoardPose, own: &OwnSettings, stage: &mut Stage) {
        let Some(puzzle) = self.all.get(index) else {
            return;
        };
        let game = puzzle.position.clone();
        let position = game.position();
        let facing = pose.facing(position.turn(), position);
        stage.set(Some(&game));
        stage.turn.write(TurnTo(facing));
        let lay = self.running.as_ref().map(|running| running.lay);
        self.running = Some(Running {
            index,
            lay: lay.unwrap_or_else(|| pose.rotation()),
            goal: Goal::of(puzzle),
            phase: Phase::Solving,
            is_counted: own.puzzle_score(game.board()).has_tried(index),
            change: None,
            refutation: None,
            wait: 0.0,
            game,
        });
    }

    /// Plays the player's move, and judges it.
    fn play(
        &mut self,
        mv: Move,
        own: &mut OwnSettings,
        stage: &mut Stage,
        replies: &mut MessageWriter<ReplyRequested>,
    ) {
        let count = self.all.len();
        let Some(running) = &mut self.running else {
            return;
        };
        let Some(puzzle) = self.all.get(running.index) else {
            return;
        };
        let Some(&wanted) = puzzle.moves.get(running.game.ply()) else {
            return;
        };
        let is_legal = running.game.position().legal_moves().contains(&mv);
        if running.phase != Phase::Solving || !is_legal {
            return;
        }
        // A pick doesn't choose between promotions, only between a piece and an attack board.
        let picked = |mv: Move| (mv.from, mv.to, mv.kind == MoveKind::Carriage);
        let is_wanted = picked(mv) == picked(wanted);
        let turn = running.game.position().turn();
        stage.play(
            &mut running.game,
            if is_wanted { wanted } else { mv },
            false,
        );
        let outcome = running.game.outcome();
        let wins = outcome.and_then(Outcome::winner) == Some(turn);
        if wins || is_wanted && running.game.ply() == puzzle.moves.len() {
            running.phase = Phase::Solved;
            running.count(puzzle, count, true, own);
            return;
        }
        running.wait = PAUSE;
        if is_wanted {
            running.phase = Phase::Replying;
            return;
        }
        running.phase = Phase::Refuting;
        running.count(puzzle, count, false, own);
        running.refutation = None;
        if outcome.is_some() {
            running.refutation = Some(None);
        } else {
            replies.write(ReplyRequested(running.game.clone()));
        }
    }

    /// Takes back a wrong move, for another try or to show the solution.
    fn take_back(&mut self, shows: bool, own: &mut OwnSettings, stage: &mut Stage) {
        let count = self.all.len();
        let Some(running) = &mut self.running else {
            return;
        };
        let Some(puzzle) = self.all.get(running.index) else {
            return;
        };
        match running.phase {
            Phase::Refuting | Phase::Refuted => {
                let played = running.game.played().iter().zip(&puzzle.moves);
                let right = played.take_while(|(mv, wanted)| mv == wanted).count();
                running.game = puzzle.position.clone();
                for mv in &puzzle.moves[..right] {
                    if running.game.make_mut().play(*mv).is_err() {
                        break;
                    }
                }
                stage.set(Some(&running.game));
                running.phase = Phase::Solving;
            }
            Phase::Solving | Phase::Replying if shows => {}
            _ => return,
        }
        if shows {
            running.phase = Phase::Showing;
            running.wait = PAUSE;
            running.count(puzzle, count, false, own);
        }
    }
}

impl Loading {
    /// Starts to read the puzzles of a board; `None` if the system can't create a thread.
    fn start(variant: Variant) -> Option<Self> {
        let (sender, found) = channel();
        let background = BackgroundTask::start("puzzles", move || async move {
            // Fails if another board has come, which doesn't matter.
            let _ = sender.send(puzzles(variant));
        });
        Some(Self {
            background: background.ok()?,
            found: Mutex::new(found),
        })
    }

    fn poll(&mut self) -> Result<Vec<Puzzle>, TryRecvError> {
        self.background.run_pending();
        match self.found.get_mut() {
            Ok(found) => found.try_recv(),
            Err(_) => Err(TryRecvError::Disconnected),
        }
    }
}

impl Running {
    /// Counts the first attempt at one of `count` puzzles.
    fn count(&mut self, puzzle: &Puzzle, count: usize, is_solved: bool, own: &mut OwnSettings) {
        if std::mem::replace(&mut self.is_counted, true) {
            return;
        }
        let (index, rating) = (self.index, puzzle.rating);
        let board = puzzle.position.board();
        own.change_puzzle_score(board, |score| {
            self.change = Some(score.add(index, count, rating, is_solved));
        });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Puzzles>()
        .add_message::<PuzzleRequest>()
        .add_systems(
            Update,
            (
                end_puzzle.run_if(on_fact(MatchFact::is_begun)),
                take_puzzles.run_if(|puzzles: Res<Puzzles>| puzzles.loading.is_some()),
                serve_requests.run_if(on_message::<PuzzleRequest>),
                (
                    take_refutation.run_if(on_message::<ReplyFound>),
                    play_picked_move.run_if(on_message::<PracticePick>),
                    play_next_move,
                )
                    .chain()
                    .run_if(|puzzles: Res<Puzzles>| puzzles.phase().is_some()),
            )
                .chain()
                // The tutorial may begin in the frame in which a puzzle ends.
                .after(TutorialSystems)
                // A new board starts without a puzzle.
                .before(BuildSystems)
                .in_set(AppSystems::Rules),
        );
}

/// Ends the puzzle when a new game begins, because the previous game is gone.
fn end_puzzle(mut puzzles: ResMut<Puzzles>, mut stage: Stage) {
    if puzzles.phase().is_some() {
        puzzles.running = None;
        stage.set(None);
    }
}

/// Takes over the puzzles once they are read.
fn take_puzzles(mut puzzles: ResMut<Puzzles>, mut next_frame: ResMut<NextFrame>) {
    let Some(loading) = &mut puzzles.bypass_change_detection().loading else {
        return;
    };
    match loading.poll() {
        Err(TryRecvError::Empty) => next_frame.within(POLL),
        found => {
            puzzles.all = found.unwrap_or_default();
            puzzles.loading = None;
        }
    }
}

fn serve_requests(
    mut asked: MessageReader<PuzzleRequest>,
    (game, tutorial): (Res<Match>, Res<Tutorial>),
    pose: BoardPose,
    mut puzzles: ResMut<Puzzles>,
    mut own: OwnSettings,
    mut stage: Stage,
) {
    for request in asked.read() {
        let board = game.record().board();
        let is_there = puzzles.board == Some(board.id()) && pose.shape.board == board.id();
        match request {
            PuzzleRequest::Open => puzzles.open(board),
            PuzzleRequest::Daily if is_there => {
                if let Some(index) = daily(today(), puzzles.all.len()) {
                    puzzles.start(index, &pose, &own, &mut stage);
                }
            }
            PuzzleRequest::Next if is_there && puzzles.may_go_on() => {
                let ratings = puzzles.all.iter().map(|puzzle| puzzle.rating);
                if let Some(index) = own.puzzle_score(board).next(ratings) {
                    puzzles.start(index, &pose, &own, &mut stage);
                }
            }
            PuzzleRequest::Daily | PuzzleRequest::Next => {}
            PuzzleRequest::TryAgain => puzzles.take_back(false, &mut own, &mut stage),
            PuzzleRequest::ShowSolution => puzzles.take_back(true, &mut own, &mut stage),
            PuzzleRequest::Leave => {
                let running = puzzles.running.take();
                if let Some(running) = running.filter(|_| !tutorial.is_on()) {
                    stage.leave(running.lay);
                }
            }
        }
    }
}

fn take_refutation(mut found: MessageReader<ReplyFound>, mut puzzles: ResMut<Puzzles>) {
    let Some(ReplyFound(mv)) = found.read().last() else {
        return;
    };
    // The player may have taken the wrong move back, or made another.
    if let Some(running) = &mut puzzles.bypass_change_detection().running
        && running.phase == Phase::Refuting
        && running.refutation.is_none()
    {
        let legal = running.game.position().legal_moves();
        running.refutation = Some(mv.filter(|mv| legal.contains(mv)));
    }
}

fn play_picked_move(
    mut picks: MessageReader<PracticePick>,
    mut puzzles: ResMut<Puzzles>,
    mut own: OwnSettings,
    mut stage: Stage,
    mut replies: MessageWriter<ReplyRequested>,
    mut done: MessageWriter<StepDone>,
) {
    for mv in picks.read().filter_map(|pick| pick.mv) {
        let was_solved = puzzles.phase() == Some(Phase::Solved);
        puzzles.play(mv, &mut own, &mut stage, &mut replies);
        if !was_solved && puzzles.phase() == Some(Phase::Solved) {
            done.write(StepDone { is_last: false });
        }
    }
}

/// Plays the next move that isn't the player's, when it is due.
fn play_next_move(
    (time, mut next_frame): (Res<Time<Real>>, ResMut<NextFrame>),
    mut puzzles: ResMut<Puzzles>,
    mut stage: Stage,
) {
    // The time before the player's move doesn't count.
    let is_new = puzzles.is_changed();
    let Puzzles {
        all,
        running: Some(running),
        ..
    } = puzzles.bypass_change_detection()
    else {
        return;
    };
    let moves = all
        .get(running.index)
        .map_or(&[][..], |it| it.moves.as_slice());
    let next = match running.phase {
        Phase::Replying | Phase::Showing => Some(moves.get(running.game.ply()).copied()),
        Phase::Refuting => running.refutation,
        Phase::Solving | Phase::Refuted | Phase::Shown | Phase::Solved => return,
    };
    if !is_new {
        running.wait -= time.delta_secs();
    }
    if running.wait > 0.0 {
        next_frame.within(Duration::from_secs_f32(running.wait));
        return;
    }
    // The search wakes the app.
    let Some(mv) = next else {
        return;
    };
    if let Some(mv) = mv {
        stage.play(&mut running.game, mv, running.phase == Phase::Replying);
    }
    running.phase = match running.phase {
        Phase::Replying => Phase::Solving,
        Phase::Showing if running.game.ply() < moves.len() => {
            running.wait = PERIOD;
            Phase::Showing
        }
        Phase::Showing => Phase::Shown,
        _ => Phase::Refuted,
    };
    puzzles.set_changed();
}
