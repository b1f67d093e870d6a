//! Tests of the puzzles: they are solved on the board, and the game is unaffected.

use bevy::prelude::*;
use icochess::board::puzzles::{Phase, PuzzleRequest, Puzzles};
use icochess::game::clock::GameClock;
use icochess::interaction::Selection;
use icochess::save::effective::EffectiveSettings;
use icochess::save::puzzle_scores::{FIRST_RATING, PuzzleScore};
use icochess::ui::kit::control_style::ControlStyle;
use icochess::ui::state::screen::{Screen, Topic};
use icochess_boards::Variant;
use icochess_boards::puzzles::Puzzle;
use icochess_rules::{Move, MoveKind};

use crate::asking::{
    add_panel, ask, frames, get, get_mut, has_text, is_shown, open, rotation, shown_page,
    the_match, timed, until,
};
use crate::headless::{named, pass};
use crate::stage::{load, pieces, play_first, playing, touch};

const BOARD: Variant = Variant::Icochess;

/// Opens the page of puzzles on a game with a running clock.
fn opened() -> App {
    let mut app = playing(timed(BOARD.board().new_game(), "300"));
    pass(&mut app, 1.0);
    play_first(&mut app);
    pass(&mut app, 1.0);
    open(&mut app, Screen::Puzzles);
    until(&mut app, "the puzzles", |app| {
        !get::<Puzzles>(app).is_empty()
    });
    app
}

fn request(app: &mut App, request: PuzzleRequest) {
    ask(app, request);
    pass(app, 1.0);
}

fn phase(app: &App) -> Option<Phase> {
    get::<Puzzles>(app).phase()
}

/// Returns the puzzle on the board.
fn puzzle(app: &App) -> Puzzle {
    get::<Puzzles>(app).puzzle().expect("a puzzle").clone()
}

fn score(app: &App) -> PuzzleScore {
    get::<EffectiveSettings>(app).puzzles.of(BOARD.board())
}

fn go(app: &mut App, mv: Move) {
    get_mut::<Selection>(app).0.clear();
    for cell in [mv.from, mv.to] {
        let name = the_match(app).position().cell_name(cell);
        touch(app, &format!("tile {name}"));
    }
    pass(app, 0.1);
}

/// Plays the solver's moves.
fn solve(app: &mut App) {
    for mv in puzzle(app).moves.into_iter().step_by(2) {
        until(app, "the reply", |app| phase(app) == Some(Phase::Solving));
        pass(app, 0.5);
        go(app, mv);
    }
    assert_eq!(phase(app), Some(Phase::Solved));
}

#[test]
fn wrong_move_is_refuted_and_the_line_raises_the_rating() {
    let mut app = opened();
    request(&mut app, PuzzleRequest::Next);
    let first = puzzle(&app);
    let game = &first.position;
    let ends = |mv: &Move| (mv.from, mv.to);
    let mut moves = game.position().legal_moves().into_iter();
    let wrong = moves.find(|mv| {
        let mut after = game.clone();
        let is_other = mv.kind == MoveKind::Plain && ends(mv) != ends(&first.moves[0]);
        is_other && after.make_mut().play(*mv).is_ok() && after.outcome().is_none()
    });
    let before = pieces(&mut app);
    go(&mut app, wrong.expect("a wrong move"));
    assert_eq!(phase(&app), Some(Phase::Refuting));
    assert_ne!(pieces(&mut app), before);
    until(&mut app, "the refutation", |app| {
        phase(app) == Some(Phase::Refuted)
    });
    frames(&mut app, 3);
    let missed = score(&app);
    assert_eq!((missed.attempts, missed.solved), (1, 0));
    assert!(missed.rating < FIRST_RATING);
    // Only the first attempt counts.
    request(&mut app, PuzzleRequest::TryAgain);
    assert_eq!(pieces(&mut app), before);
    solve(&mut app);
    frames(&mut app, 3);
    assert_eq!(score(&app), missed);
    request(&mut app, PuzzleRequest::Next);
    assert_ne!(puzzle(&app), first);
    solve(&mut app);
    frames(&mut app, 3);
    assert!(score(&app).rating > missed.rating && score(&app).solved == 1);
}

#[test]
fn game_and_clock_wait_for_the_puzzles() {
    let mut app = opened();
    let line = the_match(&app).record().line().to_vec();
    let (before, lay) = (pieces(&mut app), rotation(&mut app));
    request(&mut app, PuzzleRequest::Next);
    assert_ne!(pieces(&mut app), before);
    assert!(!get::<GameClock>(&app).runs());
    request(&mut app, PuzzleRequest::ShowSolution);
    until(&mut app, "the solution", |app| {
        phase(app) == Some(Phase::Shown)
    });
    // Help on top of the page keeps the puzzle.
    open(&mut app, Screen::Help(Topic::Pieces));
    pass(&mut app, 1.0);
    assert_eq!(phase(&app), Some(Phase::Shown));
    open(&mut app, Screen::Game);
    pass(&mut app, 1.0);
    assert_eq!(phase(&app), None);
    assert_eq!(the_match(&app).record().line(), line);
    assert_eq!(pieces(&mut app), before);
    assert!(rotation(&mut app).angle_between(lay) < 1e-3);
    assert!(get::<GameClock>(&app).runs());
    // A new game closes the page.
    open(&mut app, Screen::Puzzles);
    request(&mut app, PuzzleRequest::Daily);
    load(&mut app, Variant::Icochess);
    assert_eq!((phase(&app), shown_page(&app)), (None, Screen::Game));
}

#[test]
fn page_shows_task_answer_and_rating() {
    let mut app = opened();
    add_panel(&mut app);
    frames(&mut app, 3);
    assert!(has_text(&mut app, "Your rating: 1000."));
    let daily = |app: &mut App| {
        let button = named(app, "panel button daily puzzle");
        *app.world().get::<ControlStyle>(button).expect("a style")
    };
    assert_eq!(daily(&mut app), ControlStyle::Primary);
    request(&mut app, PuzzleRequest::Next);
    // During a puzzle, no other one is the main choice.
    assert_eq!(daily(&mut app), ControlStyle::Button);
    let side = puzzle(&app).position.position().turn();
    assert!(has_text(&mut app, &format!("{side} to move: ")));
    assert!(is_shown(&mut app, "panel button show solution"));
    assert!(!is_shown(&mut app, "panel button try again"));
    solve(&mut app);
    frames(&mut app, 3);
    assert!(has_text(&mut app, "Solved: "));
    assert!(has_text(&mut app, "(+"));
    assert!(!is_shown(&mut app, "panel button show solution"));
}
