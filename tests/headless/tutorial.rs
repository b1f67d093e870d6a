//! Tests of the tutorial on each board: its steps happen on the board, and the game is unaffected;
//! without window, device and sound.

use std::collections::BTreeSet;
use std::f32::consts::PI;
use std::path::Path;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use icochess::board::effects::bow::BOW_SECONDS;
use icochess::board::pieces::piece::Bowing;
use icochess::board::stage::looks::{FrameKind, TileLook};
use icochess::board::stage::taught::Taught;
use icochess::board::teaching::PERIOD;
use icochess::board::turning::spin::TurnBoard;
use icochess::board::tutorial::{Answer, MATE_PERIOD, Tutorial, TutorialRequest};
use icochess::computer::Computer;
use icochess::display::Display;
use icochess::feedback::Feedback;
use icochess::feedback::table::FeedbackKind;
use icochess::game::Match;
use icochess::interaction::Selection;
use icochess::interaction::selection::Pick;
use icochess::save::FirstStart;
use icochess::save::settings::{Arrows, Settings};
use icochess::save::store::Store;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::kit::control_style::ControlStyle;
use icochess::ui::state::hand_controls::HandControls;
use icochess::ui::state::screen::{Screen, Topic};
use icochess::ui::state::window::InputUsed;
use icochess_boards::Variant;
use icochess_message::msg;
use icochess_rules::{AnyPosition, Cell, CellSet, Move, MoveKind, Record, Side};
use icochess_shape::{Neighbours, Step, Task};

use crate::asking::{
    self, add_panel, frames, go_to, has_text, is_displayed_text, is_shown, laid_out, open, plies,
    record, recorded, rotation, shown_page, texts, the_match,
};
use crate::flat::cursor::{lead, seen};
use crate::headless::{self, keys, named, pass, window, window_with};
use crate::stage::{expected, load, on_cells, pieces, play_first, playing, touch};

/// Creates a game with hands on a board, after one move.
fn on(variant: Variant) -> App {
    let mut app = playing(variant.board().new_game());
    pass(&mut app, 1.0);
    play_first(&mut app);
    pass(&mut app, 1.0);
    app
}

/// Opens the tutorial and skips some steps.
fn start(app: &mut App, skipped: usize) {
    open(app, Screen::Tutorial);
    pass(app, 1.0);
    skip(app, skipped);
}

fn skip(app: &mut App, count: usize) {
    for _ in 0..count {
        ask(app, TutorialRequest::Skip);
    }
}

fn tutorial(app: &App) -> &Tutorial {
    app.world().resource::<Tutorial>()
}

fn step(app: &App) -> usize {
    tutorial(app).progress().0
}

fn answer(app: &App) -> Answer {
    tutorial(app).answer()
}

fn ask(app: &mut App, request: TutorialRequest) {
    asking::ask(app, request);
    pass(app, 0.5);
}

fn give(app: &mut App, command: Command) {
    asking::ask(app, CommandRequested(command));
    pass(app, 0.1);
}

/// Returns the start position of a step.
fn game_of(variant: Variant, step: &Step) -> Record {
    let game = variant.board().read_position(step.position);
    game.expect("a position")
}

/// Pulls a trigger on a cell.
fn pick(app: &mut App, cell: Cell) {
    let name = the_match(app).position().cell_name(cell);
    let name = format!("tile {name}");
    touch(app, &name);
}

fn go(app: &mut App, mv: Move) {
    // Picking a selected piece would deselect it.
    app.world_mut().resource_mut::<Selection>().0.clear();
    pick(app, mv.from);
    pick(app, mv.to);
    pass(app, 0.1);
}

/// Returns whether a piece of that kind makes the move.
fn is_of_kind(position: &dyn AnyPosition, mv: Move, kind: &str) -> bool {
    let piece = position.piece_at(mv.from).expect("a piece");
    position.rules_of(piece.role).name == kind
}

/// Waits until the next step follows a completed one.
fn wait_for_next(app: &mut App, task: Task) {
    let period = if task == Task::Win {
        MATE_PERIOD
    } else {
        PERIOD
    };
    pass(app, period + 1.0);
}

/// Does the task of a step.
fn do_it(app: &mut App, game: &Record, task: Task) {
    let position = game.position();
    match task {
        Task::Turn => {
            for _ in 0..2 {
                asking::ask(app, TurnBoard(Quat::from_rotation_y(0.4)));
                pass(app, 0.1);
            }
        }
        Task::Find => {
            let black = position.by_side(Side::Black).cells().next();
            pick(app, black.expect("a black piece"));
        }
        Task::MoveEach => {
            let kinds = Task::kinds(position);
            let home = pieces(app);
            for (number, kind) in kinds.iter().enumerate() {
                assert!(tutorial(app).misses(kind), "{kind}");
                let mut moves = task.solutions(game).into_iter();
                let mv = moves.find(|mv| is_of_kind(position, *mv, kind));
                go(app, mv.expect("a move"));
                assert_ne!(pieces(app), home, "{kind}");
                pass(app, PERIOD + 1.0);
                // The piece has returned, and the next kind can be moved.
                assert_eq!(step(app), 2);
                assert_eq!(pieces(app), home, "{kind}");
                assert!(!tutorial(app).misses(kind), "{kind}");
                let is_done = answer(app) == Answer::Done;
                assert_eq!(is_done, number + 1 == kinds.len(), "{kind}");
            }
        }
        Task::Capture | Task::Defend | Task::Win | Task::TakeBack => {
            let wanted = task.solutions(game);
            let mut moves = position.legal_moves().into_iter();
            let ends = |mv: &Move| (mv.from, mv.to);
            let is_other = |mv: &Move| wanted.iter().all(|it| ends(it) != ends(mv));
            if let Some(other) = moves.find(is_other).filter(|_| task != Task::TakeBack) {
                let before = pieces(app);
                go(app, other);
                assert_eq!(answer(app), Answer::Missed);
                assert_eq!(pieces(app), before);
            }
            go(app, wanted[0]);
            if task == Task::TakeBack {
                assert_eq!(answer(app), Answer::TakeItBack);
                give(app, Command::Undo);
            }
        }
    }
}

#[test]
fn every_step_can_be_done_and_the_game_returns() {
    for variant in Variant::ALL {
        let mut app = on(variant);
        let (record, lay) = (the_match(&app).record().to_pgn(), rotation(&mut app));
        let before = pieces(&mut app);
        start(&mut app, 0);
        let steps = variant.shape().tutorial;
        assert_eq!(tutorial(&app).progress(), (0, steps.len()));
        for (number, lesson) in steps.iter().enumerate() {
            let when = format!("{variant}, step {number}");
            let begins = (step(&app), answer(&app));
            assert_eq!(begins, (number, Answer::None), "{when}");
            let game = game_of(variant, lesson);
            let standing = game.position().occupied().cells().count();
            assert_eq!(pieces(&mut app).len(), standing, "{when}");
            // Time alone completes no step.
            pass(&mut app, 3.0 * PERIOD);
            assert_eq!(step(&app), number, "{when}");
            do_it(&mut app, &game, lesson.task);
            assert_eq!(answer(&app), Answer::Done, "{when}");
            wait_for_next(&mut app, lesson.task);
            assert_eq!(the_match(&app).record().to_pgn(), record, "{when}");
        }
        assert!(tutorial(&app).is_over() && !tutorial(&app).is_on());
        assert_eq!(shown_page(&app), Screen::Tutorial);
        assert_eq!(pieces(&mut app), before, "{variant}");
        assert!(rotation(&mut app).angle_between(lay) < 1e-3, "{variant}");
        // Outside the tutorial, moves are made in the match.
        open(&mut app, Screen::Game);
        let moves = the_match(&app).position().legal_moves().into_iter();
        let mut plain = moves.filter(|mv| mv.kind == MoveKind::Plain);
        go(&mut app, plain.next().expect("a move"));
        assert_eq!(plies(&app), 2, "{variant}");
        // A finished tutorial restarts at the first step.
        open(&mut app, Screen::Tutorial);
        assert_eq!(step(&app), 0);
    }
}

#[test]
fn board_keeps_its_rotation_between_steps() {
    for variant in [Variant::Icochess, Variant::Chess] {
        let mut app = on(variant);
        start(&mut app, 0);
        let steps = variant.shape().tutorial;
        do_it(&mut app, &game_of(variant, &steps[0]), steps[0].task);
        let turned = rotation(&mut app);
        pass(&mut app, PERIOD + 1.0);
        assert_eq!(step(&app), 1, "{variant}");
        let turned_back = rotation(&mut app).angle_between(turned);
        assert!(turned_back < 1e-3, "{variant}");
    }
    // The pieces of a step turn into view if they are hidden.
    let mut app = on(Variant::Icochess);
    start(&mut app, 1);
    asking::ask(&mut app, TurnBoard(Quat::from_rotation_y(PI)));
    pass(&mut app, 0.1);
    let away = rotation(&mut app);
    skip(&mut app, 1);
    pass(&mut app, 1.0);
    assert!(rotation(&mut app).angle_between(away) > 1.0);
}

#[test]
fn completed_steps_sound_once_and_skipped_ones_do_not() {
    let variant = Variant::Icochess;
    let mut app = on(variant);
    record::<Feedback>(&mut app);
    let take_feedback = |app: &mut App| {
        let kinds = recorded::<Feedback>(app).into_iter().map(|it| it.0.kind);
        let is_done =
            |it: &FeedbackKind| matches!(it, FeedbackKind::StepDone | FeedbackKind::StepsDone);
        kinds.filter(is_done).collect::<Vec<_>>()
    };
    start(&mut app, 0);
    let steps = variant.shape().tutorial;
    for (number, step) in steps.iter().enumerate() {
        let is_skipped = number == 1;
        if is_skipped {
            skip(&mut app, 1);
        } else {
            do_it(&mut app, &game_of(variant, step), step.task);
        }
        wait_for_next(&mut app, step.task);
        let is_last = number + 1 == steps.len();
        let expected: &[FeedbackKind] = match (is_skipped, is_last) {
            (true, _) => &[],
            (_, true) => &[FeedbackKind::StepsDone],
            _ => &[FeedbackKind::StepDone],
        };
        assert_eq!(take_feedback(&mut app), expected, "step {number}");
    }
    // Leaving at the end completes nothing, and all steps are available again.
    ask(&mut app, TutorialRequest::Leave);
    ask(&mut app, TutorialRequest::Begin);
    assert_eq!(take_feedback(&mut app), []);
    do_it(&mut app, &game_of(variant, &steps[0]), steps[0].task);
    assert_eq!(take_feedback(&mut app), [FeedbackKind::StepDone]);
}

#[test]
fn pieces_of_the_game_bow_after_the_last_step() {
    let variant = Variant::Chess;
    let mut app = on(variant);
    let steps = variant.shape().tutorial;
    start(&mut app, steps.len() - 1);
    let last = &steps[steps.len() - 1];
    do_it(&mut app, &game_of(variant, last), last.task);
    let bowing = |app: &mut App| asking::all::<Bowing>(app).len();
    assert_eq!(bowing(&mut app), 0);
    wait_for_next(&mut app, last.task);
    // The whole army of the game bows.
    assert_eq!(bowing(&mut app), 32);
    pass(&mut app, 1.0 + BOW_SECONDS);
    assert_eq!(bowing(&mut app), 0);
}

#[test]
fn leaving_restores_the_game_and_returning_keeps_the_step() {
    for leaves in [
        Command::Back,
        Command::Open(Screen::Game),
        Command::Open(Screen::NewGame),
    ] {
        let mut app = on(Variant::Icochess);
        let (before, lay) = (pieces(&mut app), rotation(&mut app));
        open(&mut app, Screen::Help(Topic::Pieces));
        start(&mut app, 2);
        for expected in [1, 0, 0] {
            ask(&mut app, TutorialRequest::Back);
            assert_eq!(step(&app), expected);
        }
        skip(&mut app, 1);
        give(&mut app, leaves);
        pass(&mut app, 1.0);
        assert!(!app.world().resource::<Taught>().is_on());
        assert_eq!(pieces(&mut app), before);
        assert!(rotation(&mut app).angle_between(lay) < 1e-3);
        open(&mut app, Screen::Tutorial);
        assert_eq!((step(&app), tutorial(&app).is_on()), (1, true));
    }
}

#[test]
fn game_changes_are_shown_later_and_undo_affects_steps() {
    let mut app = on(Variant::Chess);
    start(&mut app, 2);
    let practice = pieces(&mut app);
    play_first(&mut app);
    pass(&mut app, 1.0);
    assert_eq!(plies(&app), 2);
    assert_eq!((pieces(&mut app), step(&app)), (practice, 2));
    give(&mut app, Command::Undo);
    give(&mut app, Command::Redo);
    assert_eq!(plies(&app), 2);
    open(&mut app, Screen::Game);
    pass(&mut app, 1.0);
    assert_eq!(pieces(&mut app), expected(&app));
    give(&mut app, Command::Undo);
    assert_eq!(plies(&app), 1);
    // Loading a game of another board ends the tutorial and leaves its page.
    start(&mut app, 0);
    load(&mut app, Variant::Icochess);
    assert!(!tutorial(&app).is_on());
    assert_eq!(shown_page(&app), Screen::Game);
    assert_eq!(pieces(&mut app), expected(&app));
}

#[test]
fn picking_the_wrong_side_explains_which_side_to_move() {
    let mut app = on(Variant::Chess);
    add_panel(&mut app);
    start(&mut app, 2);
    let game = game_of(Variant::Chess, &Variant::Chess.shape().tutorial[2]);
    let position = game.position();
    assert_eq!(position.turn(), Side::White);
    let of = |side| position.by_side(side).cells().next().expect("a piece");
    for (side, sentence) in [
        (Side::Black, Answer::Others(Side::White)),
        (Side::White, Answer::None),
    ] {
        pick(&mut app, of(side));
        pass(&mut app, 0.1);
        assert_eq!(answer(&app), sentence);
        let is_explained = has_text(&mut app, "In this step you move White's pieces.");
        assert_eq!(is_explained, side == Side::Black);
    }
}

#[test]
fn window_and_panel_show_task_and_progress() {
    let mut app = window(Display::Flat, Settings::default());
    add_panel(&mut app);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 0.2);
    for (part, count) in [
        ("Step 1 of 7", 2),
        ("Turn the board", 2),
        ("left mouse button", 1),
        ("Grip: hold it", 1),
    ] {
        assert_eq!(count_shown(&mut app, part), count, "{part}");
    }
    for surface in ["", "panel "] {
        for button in ["one step back", "skip this step", "stop here"] {
            named(&mut app, &format!("{surface}button {button}"));
        }
    }
    skip(&mut app, 2);
    assert_eq!(count_shown(&mut app, "Step 3 of 7"), 2);
    let left = "6 of 6 still to move: king, rook, bishop, queen, knight, pawn";
    assert_eq!(count_shown(&mut app, left), 2);
    skip(&mut app, 5);
    assert_eq!(count_shown(&mut app, "all you need to begin"), 2);
}

/// Returns the cells with a kind of frame.
fn framed(app: &mut App, kind: FrameKind) -> BTreeSet<Cell> {
    let looks = on_cells::<TileLook>(app).into_iter();
    let framed = looks.filter(|(_, look)| look.frame == Some(kind));
    framed.map(|(cell, _)| cell).collect()
}

#[test]
fn piece_texts_come_with_side_corners_rim_and_count() {
    let mut app = window(Display::Flat, Settings::default());
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 0.2);
    skip(&mut app, 2);
    let shape = Variant::Icochess.shape();
    let practice = Match::new(game_of(Variant::Icochess, &shape.tutorial[2]));
    let cell = |name| practice.position().cell_named(name).expect("a tile");
    let side_corners = shape.neighbours(cell("b3"), Neighbours::SideCorner);
    let side_corners: BTreeSet<Cell> = side_corners.expect("side corners").cells().collect();
    let rim = "A disc at the rim";
    assert!(!is_displayed_text(&mut app, rim));
    for (name, text, corners) in [
        ("b3", "To a side corner", side_corners),
        ("b1", "along a strip", BTreeSet::new()),
    ] {
        let mut selection = app.world_mut().resource_mut::<Selection>();
        selection.0.pick(Pick::Select(cell(name)), &practice);
        frames(&mut app, 3);
        assert!(is_displayed_text(&mut app, text), "{name}");
        assert_eq!(framed(&mut app, FrameKind::SideCorner), corners, "{name}");
        assert!(is_displayed_text(&mut app, "6 of 6 still to move"));
    }
    assert!(is_displayed_text(&mut app, rim));
    // Other steps explain no moves.
    skip(&mut app, 1);
    assert!(!is_displayed_text(&mut app, "still to move"));
    assert!(!is_displayed_text(&mut app, rim));
}

#[test]
fn twice_missed_mate_is_shown_and_then_explained() {
    let variant = Variant::Icochess;
    let mut app = on(variant);
    add_panel(&mut app);
    start(&mut app, 5);
    pass(&mut app, 1.0);
    let game = game_of(variant, &variant.shape().tutorial[5]);
    let position = game.position();
    let mate = position.parse_uci("r2k2").expect("a move");
    let ends = BTreeSet::from([mate.from, mate.to]);
    let mut moves = position.legal_moves().into_iter();
    let other = moves.find(|mv| mv.from != mate.from && mv.to != mate.to);
    let other = other.expect("another move");
    for is_second in [false, true] {
        go(&mut app, other);
        pass(&mut app, 1.0);
        assert_eq!(answer(&app), Answer::Missed);
        assert_eq!(has_text(&mut app, "Not that one"), !is_second);
        let shown = "Try this: rook R2 takes pawn K2.";
        assert_eq!(
            has_text(&mut app, shown),
            is_second,
            "{:?}",
            asking::texts(&mut app)
        );
        // The pointer may hover over one of the ends.
        let framed = framed(&mut app, FrameKind::Hint);
        assert!(framed.is_subset(&ends) && framed.is_empty() != is_second);
    }
    go(&mut app, mate);
    assert_eq!(answer(&app), Answer::Done);
    let reason = "Well done. Checkmate by rook\u{a0}K2: the king has nowhere safe to go";
    assert!(has_text(&mut app, reason));
    assert_eq!(framed(&mut app, FrameKind::Hint), BTreeSet::new());
    // The reason takes longer to read than praise.
    pass(&mut app, PERIOD + 1.0);
    assert_eq!(step(&app), 5);
    pass(&mut app, MATE_PERIOD - PERIOD);
    assert_eq!(step(&app), 6);
}

/// Returns the number of texts that contain `part`.
fn count_shown(app: &mut App, part: &str) -> usize {
    let texts = texts(app).into_iter();
    texts.filter(|text| text.contains(part)).count()
}

/// Creates the window and the panel of a beginner, with a data folder.
fn newcomer(dir: &Path) -> App {
    let mut app = window_with(Display::Flat, Settings::default(), |app| {
        app.insert_resource(Store::open(Some(dir)).expect("a store"))
            .insert_resource(FirstStart);
    });
    add_panel(&mut app);
    frames(&mut app, 3);
    app
}

/// Returns whether window and panel ask about beginners, and the style of the tutorial button if it
/// is shown.
fn offer(app: &mut App) -> (bool, Option<ControlStyle>) {
    let [style, on_panel] = ["", "panel "].map(|surface| {
        let name = format!("{surface}button first steps");
        let button = named(app, &name);
        let is_shown = is_shown(app, &name);
        let style = app.world().get::<ControlStyle>(button).copied();
        style.filter(|_| is_shown)
    });
    assert_eq!(style, on_panel);
    let asked = count_shown(app, "New here?");
    assert!(asked == 0 || asked == 2, "{asked}");
    (asked == 2, style)
}

/// Asserts that only the help, whose button is visible, offers the tutorial.
fn assert_offered_in_help_alone(app: &mut App) {
    assert_eq!(offer(app), (false, None));
    assert!(is_shown(app, "button help"));
    for topic in Topic::ALL {
        open(app, Screen::Help(topic));
        assert!(offer(app).1.is_some(), "{topic:?}");
    }
}

#[test]
fn beginners_are_offered_the_tutorial_until_they_can_move() {
    let dirs = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let asked = (true, Some(ControlStyle::Primary));
    // During a game the offer is an ordinary button.
    let offered = (false, Some(ControlStyle::Button));

    // A new game, even on another board, keeps the question.
    let mut app = newcomer(dirs[0].path());
    assert_eq!(offer(&mut app), asked);
    assert!(has_text(&mut app, "select a piece. New here?"));
    give(&mut app, Command::Begin);
    assert_eq!(offer(&mut app), asked);
    give(&mut app, Command::Open(Screen::Tutorial));
    give(&mut app, Command::Open(Screen::Game));
    assert_eq!(offer(&mut app), (false, None));
    let boards = [(Variant::Chess, true), (Variant::Icochess, false)];
    for (board, is_offered) in [boards, boards].concat() {
        load(&mut app, board);
        assert_eq!(offer(&mut app).1.is_some(), is_offered, "{board}");
    }
    assert_offered_in_help_alone(&mut app);

    // Players who choose an opponent want to play now.
    let mut app = newcomer(dirs[1].path());
    give(&mut app, Command::TakeOver(Side::Black));
    assert_eq!(offer(&mut app), offered);
    assert!(has_text(&mut app, "White to move: select a piece."));

    // After the first move the question is gone.
    let mut app = newcomer(dirs[2].path());
    play_first(&mut app);
    frames(&mut app, 2);
    assert_eq!(offer(&mut app), offered);
    for _ in 0..3 {
        play_first(&mut app);
    }
    frames(&mut app, 2);
    assert_offered_in_help_alone(&mut app);
}

#[test]
fn beginners_in_headset_learn_how_to_choose_a_piece() {
    let mut app = window_with(Display::Headset, Settings::default(), |app| {
        app.insert_resource(FirstStart);
    });
    add_panel(&mut app);
    frames(&mut app, 3);
    let how = "White to move: point at a piece and pull the trigger.";
    assert!(has_text(&mut app, &format!("{how} New here?")));
    give(&mut app, Command::TakeOver(Side::Black));
    let texts = texts(&mut app);
    assert!(texts.iter().any(|it| it == how), "{texts:?}");
}

#[test]
fn computer_can_take_over_the_other_side_with_one_press() {
    let mut app = window(Display::Flat, Settings::default());
    frames(&mut app, 3);
    // With one player for both sides, both are labelled "you".
    assert!(has_text(&mut app, "White: you") && has_text(&mut app, "Black: you"));
    assert!(is_shown(&mut app, "button play the computer"));
    give(&mut app, Command::TakeOver(Side::Black));
    assert!(app.world().resource::<Computer>().plays(Side::Black));
    assert!(has_text(&mut app, "White: you") && has_text(&mut app, "Black: computer"));
    assert!(!is_shown(&mut app, "button play the computer"));
}

#[test]
fn beginner_buttons_stay_in_place() {
    let mut app = window_with(Display::Flat, Settings::default(), |app| {
        headless::lay_out(app);
        app.insert_resource(FirstStart);
    });
    frames(&mut app, 3);
    let at = |app: &mut App, name: &str| {
        assert!(is_shown(app, name), "{name}");
        let control = named(app, name);
        laid_out(app, control)
    };
    let names = ["button first steps", "button play the computer"];
    let before = names.map(|name| at(&mut app, name));
    for _ in 0..3 {
        play_first(&mut app);
        pass(&mut app, 1.0);
        assert_eq!(names.map(|name| at(&mut app, name)), before);
    }
    give(&mut app, Command::TakeOver(Side::White));
    app.insert_resource(icochess::computer::Paused(true));
    frames(&mut app, 3);
    assert_eq!(at(&mut app, names[0]), before[0]);
    // The button in their place starts disabled.
    let next = at(&mut app, "button move now");
    assert_eq!(next.min, before[1].min);
    let control = named(&mut app, "button move now");
    assert!(app.world().get::<InteractionDisabled>(control).is_some());
}

#[test]
fn steps_describe_the_input_device_in_use() {
    let mut app = window(Display::Flat, Settings::default());
    add_panel(&mut app);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 0.2);
    let steps = tutorial(&app).progress().1;
    for number in 0..steps {
        let tells = |app: &mut App, any: &[&str], none: &[&str]| {
            let text = texts(app).join("\n");
            let missed = any.iter().all(|words| !text.contains(words));
            let wrong = none.iter().find(|words| text.contains(**words));
            assert!(
                !missed && wrong.is_none(),
                "step {number}: {wrong:?} {text}"
            );
        };
        app.insert_resource(InputUsed::Mouse);
        app.insert_resource(HandControls::default());
        frames(&mut app, 2);
        // Bare hands have no trigger.
        let by_mouse = ["Click", "left mouse button", "press Undo"];
        tells(&mut app, &by_mouse, &["rrow", "Pinch"]);
        app.insert_resource(HandControls {
            select: msg!("part-pinch"),
            grab: None,
            turn: None,
            ..HandControls::default()
        });
        keys(&mut app, &[KeyCode::ArrowRight]);
        assert_eq!(*app.world().resource::<InputUsed>(), InputUsed::Keys);
        let others = ["Click", "mouse", "Trigger", "Grip"];
        tells(&mut app, &["rrow", "Ctrl+Z"], &others);
        let is_last = number + 1 == steps;
        assert_eq!(has_text(&mut app, "Pinch"), !is_last, "step {number}");
        skip(&mut app, 1);
    }
    assert!(tutorial(&app).is_over());
}

#[test]
fn tutorial_can_be_done_by_keyboard_on_every_board() {
    for variant in Variant::ALL {
        // With these arrow keys, all boards start with the same side in front.
        let mut app = window(Display::Flat, headless::set(|it| it.arrows = Arrows::Board));
        load(&mut app, variant);
        open(&mut app, Screen::Help(Topic::Pieces));
        go_to(&mut app, "button first steps");
        keys(&mut app, &[KeyCode::Enter]);
        pass(&mut app, 1.0);
        let steps = variant.shape().tutorial;
        for (number, lesson) in steps.iter().enumerate() {
            let when = format!("{variant}, step {number}");
            assert_eq!(step(&app), number, "{when}");
            do_by_keys(&mut app, &game_of(variant, lesson), lesson.task);
            assert_eq!(answer(&app), Answer::Done, "{when}");
            wait_for_next(&mut app, lesson.task);
        }
        assert!(tutorial(&app).is_over(), "{variant}");
        assert_eq!(shown_page(&app), Screen::Tutorial);
    }
}

/// Makes a move with the ring on the board.
fn go_by_keys(app: &mut App, mv: Move) {
    for cell in [mv.from, mv.to] {
        lead(app, cell);
        keys(app, &[KeyCode::Enter]);
        pass(app, 0.1);
    }
}

/// Returns one of these moves, preferably between visible cells.
fn best_seen(app: &mut App, mut plain: Vec<Move>) -> Move {
    plain.retain(|mv| mv.kind != MoveKind::Carriage);
    let mut all = plain.iter();
    let found = all.find(|mv| seen(app, mv.from).1 && seen(app, mv.to).1);
    *found.or(plain.first()).expect("a move")
}

/// Does the task of a step with the keyboard.
fn do_by_keys(app: &mut App, game: &Record, task: Task) {
    let position = game.position();
    match task {
        Task::Turn => {
            for _ in 0..6 {
                keys(app, &[KeyCode::ShiftLeft, KeyCode::ArrowRight]);
            }
            // The Enter that led here must not leave the tutorial again.
            keys(app, &[KeyCode::Enter]);
            assert_eq!(shown_page(app), Screen::Tutorial);
        }
        Task::Find => {
            let black: Vec<Cell> = position.by_side(Side::Black).cells().collect();
            for _ in 0..36 {
                if black.iter().any(|cell| seen(app, *cell).1) {
                    break;
                }
                keys(app, &[KeyCode::ShiftLeft, KeyCode::ArrowUp]);
            }
            let found = black.into_iter().find(|cell| seen(app, *cell).1);
            lead(app, found.expect("a black piece in sight"));
            keys(app, &[KeyCode::Enter]);
        }
        Task::MoveEach => {
            for kind in Task::kinds(position) {
                let mut moves = task.solutions(game);
                moves.retain(|mv| is_of_kind(position, *mv, kind));
                let mv = best_seen(app, moves);
                go_by_keys(app, mv);
                pass(app, PERIOD + 1.0);
            }
        }
        Task::Capture | Task::Defend | Task::Win | Task::TakeBack => {
            let mv = best_seen(app, task.solutions(game));
            go_by_keys(app, mv);
            if task == Task::TakeBack {
                keys(app, &[KeyCode::ControlLeft, KeyCode::KeyZ]);
            }
        }
    }
    pass(app, 0.1);
}
