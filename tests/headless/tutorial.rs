//! The first steps on each board: what is asked for is done on the board, and the game is as it
//! was. Without window, device and sound.

use std::f32::consts::PI;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use icochess::board::pieces::piece::{IsPiece, PieceOn};
use icochess::board::stage::taught::Taught;
use icochess::board::teaching::PERIOD;
use icochess::board::turning::spin::TurnBoard;
use icochess::board::tutorial::{Answer, Tutorial, TutorialRequest};
use icochess::computer::Computer;
use icochess::display::Display;
use icochess::feedback::Feedback;
use icochess::feedback::table::FeedbackKind;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::interaction::Selection;
use icochess::save::FirstStart;
use icochess::save::settings::{Arrows, Confirmation, Settings};
use icochess::save::store::Store;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::kit::control_style::ControlStyle;
use icochess::ui::state::hand_controls::HandControls;
use icochess::ui::state::screen::{Screen, Topic};
use icochess::ui::state::window::InputUsed;
use icochess_boards::Variant;
use icochess_message::msg;
use icochess_rules::{Cell, CellSet, Move, MoveKind, Record, Side};
use icochess_shape::{Step, Task};

use crate::asking::{
    add_panel, frames, go_to, is_shown, is_told, laid_out, open, rotation, shown_page, the_match,
};
use crate::flat::cursor::{lead, seen};
use crate::headless::{self, app, pass, place, window, window_with};

/// The game with hands on a board, after a move in it.
fn on(variant: Variant) -> App {
    let settings = Settings {
        confirm_moves: Confirmation::Never,
        ..Settings::default()
    };
    let mut app = app(settings, |_| {});
    app.world_mut()
        .write_message(GameRequest::Load(variant.board().new_game()));
    pass(&mut app, 1.0);
    let mv = the_match(&app).position().legal_moves()[0];
    app.world_mut().write_message(MoveRequested(mv));
    pass(&mut app, 1.0);
    app
}

fn tutorial(app: &App) -> &Tutorial {
    app.world().resource::<Tutorial>()
}

fn step(app: &App) -> usize {
    tutorial(app).progress().0
}

fn ask(app: &mut App, request: TutorialRequest) {
    app.world_mut().write_message(request);
    pass(app, 0.5);
}

fn give(app: &mut App, command: Command) {
    app.world_mut().write_message(CommandRequested(command));
    pass(app, 0.1);
}

/// The pieces on the board, by cell.
fn pieces(app: &mut App) -> Vec<(Cell, u8, Side)> {
    let world = app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &IsPiece)>();
    let mut found: Vec<_> = pieces
        .iter(world)
        .map(|(on, is)| (on.0, is.0.role.index() as u8, is.0.side))
        .collect();
    found.sort_by_key(|(cell, ..)| *cell);
    found
}

/// The position that a step begins with.
fn game_of(variant: Variant, step: &Step) -> Record {
    variant
        .board()
        .read_position(step.position)
        .expect("a position")
}

/// Pulls a trigger on a cell.
fn pick(app: &mut App, cell: Cell) {
    let name = the_match(app).position().cell_name(cell);
    let name = format!("tile {name}");
    let place = place(app, &name).unwrap_or_else(|| panic!("{name} is nowhere"));
    let (at, up) = (place.translation(), place.up());
    // Below the level above.
    let aim = Transform::from_translation(at + up * 0.02);
    headless::pull(app, aim.looking_to(-up, up.any_orthonormal_vector()));
}

fn go(app: &mut App, mv: Move) {
    // What is selected already would be let go of.
    app.world_mut().resource_mut::<Selection>().0.clear();
    pick(app, mv.from);
    pick(app, mv.to);
    pass(app, 0.1);
}

/// Does what a step asks for.
fn do_it(app: &mut App, game: &Record, task: Task) {
    let position = game.position();
    match task {
        Task::Turn => {
            for _ in 0..2 {
                app.world_mut()
                    .write_message(TurnBoard(Quat::from_rotation_y(0.4)));
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
                let of_kind = |mv: &Move| {
                    let piece = position.piece_at(mv.from).expect("a piece");
                    position.rules_of(piece.role).name == *kind
                };
                let mut moves = task.solutions(game).into_iter();
                let mv = moves.find(of_kind).expect("a move");
                go(app, mv);
                assert_ne!(pieces(app), home, "{kind}");
                pass(app, PERIOD + 1.0);
                // It has gone back, and the next one may go.
                assert_eq!(step(app), 2);
                assert_eq!(pieces(app), home, "{kind}");
                assert!(!tutorial(app).misses(kind), "{kind}");
                let is_done = tutorial(app).answer() == Answer::Done;
                assert_eq!(is_done, number + 1 == kinds.len(), "{kind}");
            }
        }
        Task::Capture | Task::Defend | Task::Win | Task::TakeBack => {
            let wanted = task.solutions(game);
            let mut moves = position.legal_moves().into_iter();
            let is_other = |mv: &Move| {
                let mut wanted = wanted.iter();
                !wanted.any(|it| it.to == mv.to && it.from == mv.from)
            };
            if let Some(other) = moves.find(is_other).filter(|_| task != Task::TakeBack) {
                let before = pieces(app);
                go(app, other);
                assert_eq!(tutorial(app).answer(), Answer::Missed);
                assert_eq!(pieces(app), before);
            }
            go(app, wanted[0]);
            if task == Task::TakeBack {
                assert_eq!(tutorial(app).answer(), Answer::TakeItBack);
                give(app, Command::Undo);
            }
        }
    }
}

#[test]
fn on_every_board_each_step_is_finished_by_doing_it_and_the_game_comes_back() {
    for variant in Variant::ALL {
        let mut app = on(variant);
        let (record, lay) = (the_match(&app).record().to_pgn(), rotation(&mut app));
        let before = pieces(&mut app);
        open(&mut app, Screen::Tutorial);
        pass(&mut app, 1.0);
        let shape = variant.shape();
        assert_eq!(tutorial(&app).progress(), (0, shape.tutorial.len()));
        for (number, told) in shape.tutorial.iter().enumerate() {
            let when = format!("{variant}, step {number}");
            assert_eq!(
                (step(&app), tutorial(&app).answer()),
                (number, Answer::None),
                "{when}"
            );
            let game = game_of(variant, told);
            let standing = game.position().occupied().cells().count();
            assert_eq!(pieces(&mut app).len(), standing, "{when}");
            // Time alone finishes nothing.
            pass(&mut app, 3.0 * PERIOD);
            assert_eq!(step(&app), number, "{when}");
            do_it(&mut app, &game, told.task);
            assert_eq!(tutorial(&app).answer(), Answer::Done, "{when}");
            pass(&mut app, PERIOD + 1.0);
            assert_eq!(the_match(&app).record().to_pgn(), record, "{when}");
        }
        assert!(tutorial(&app).is_over() && !tutorial(&app).is_on());
        assert_eq!(shown_page(&app), Screen::Tutorial);
        assert_eq!(pieces(&mut app), before, "{variant}");
        assert!(rotation(&mut app).angle_between(lay) < 1e-3, "{variant}");
        // Who plays plays in the match.
        open(&mut app, Screen::Game);
        let moves = the_match(&app).position().legal_moves().into_iter();
        let mut plain = moves.filter(|mv| mv.kind == icochess_rules::MoveKind::Plain);
        go(&mut app, plain.next().expect("a move"));
        assert_eq!(the_match(&app).record().ply(), 2, "{variant}");
        // And begins with the first step the next time.
        open(&mut app, Screen::Tutorial);
        assert_eq!(step(&app), 0);
    }
}

#[test]
fn from_step_to_step_the_board_stays_as_its_player_has_turned_it() {
    for variant in [Variant::Icochess, Variant::Chess] {
        let mut app = on(variant);
        open(&mut app, Screen::Tutorial);
        pass(&mut app, 1.0);
        let steps = variant.shape().tutorial;
        do_it(&mut app, &game_of(variant, &steps[0]), steps[0].task);
        let turned = rotation(&mut app);
        pass(&mut app, PERIOD + 1.0);
        assert_eq!(step(&app), 1, "{variant}");
        assert!(
            rotation(&mut app).angle_between(turned) < 1e-3,
            "{variant}: it was turned back"
        );
    }
    // What a step begins with comes into sight, if it is not there.
    let mut app = on(Variant::Icochess);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 1.0);
    ask(&mut app, TutorialRequest::Skip);
    app.world_mut()
        .write_message(TurnBoard(Quat::from_rotation_y(PI)));
    pass(&mut app, 0.1);
    let away = rotation(&mut app);
    ask(&mut app, TutorialRequest::Skip);
    pass(&mut app, 1.0);
    assert!(rotation(&mut app).angle_between(away) > 1.0);
}

/// The events that were heard and felt of steps that are done.
#[derive(Resource, Default)]
struct ReceivedFeedback(Vec<FeedbackKind>);

fn note(mut feedback: MessageReader<Feedback>, mut told: ResMut<ReceivedFeedback>) {
    let events = feedback.read().map(|Feedback(it)| it.kind);
    let done = events.filter(|it| matches!(it, FeedbackKind::StepDone | FeedbackKind::StepsDone));
    told.0.extend(done);
}

#[test]
fn a_step_that_is_done_is_heard_once_the_last_as_the_end_and_one_that_is_skipped_not() {
    let variant = Variant::Icochess;
    let mut app = on(variant);
    app.init_resource::<ReceivedFeedback>()
        .add_systems(Last, note);
    let told =
        |app: &mut App| std::mem::take(&mut app.world_mut().resource_mut::<ReceivedFeedback>().0);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 1.0);
    let steps = variant.shape().tutorial;
    for (number, step) in steps.iter().enumerate() {
        let mut expected = vec![FeedbackKind::StepDone];
        if number == 1 {
            ask(&mut app, TutorialRequest::Skip);
            expected.clear();
        } else {
            do_it(&mut app, &game_of(variant, step), step.task);
        }
        if number + 1 == steps.len() {
            expected = vec![FeedbackKind::StepsDone];
        }
        pass(&mut app, PERIOD + 1.0);
        assert_eq!(told(&mut app), expected, "step {number}");
    }
    // Who leaves after all has done nothing more, and may do it all again.
    ask(&mut app, TutorialRequest::Leave);
    ask(&mut app, TutorialRequest::Begin);
    assert_eq!(told(&mut app), []);
    do_it(&mut app, &game_of(variant, &steps[0]), steps[0].task);
    assert_eq!(told(&mut app), [FeedbackKind::StepDone]);
}

#[test]
fn who_leaves_has_the_game_again_and_comes_back_to_the_same_step() {
    for how in 0..4 {
        let mut app = on(Variant::Icochess);
        let (before, lay) = (pieces(&mut app), rotation(&mut app));
        open(&mut app, Screen::Help(Topic::Pieces));
        open(&mut app, Screen::Tutorial);
        pass(&mut app, 1.0);
        ask(&mut app, TutorialRequest::Skip);
        ask(&mut app, TutorialRequest::Skip);
        ask(&mut app, TutorialRequest::Back);
        assert_eq!(step(&app), 1);
        ask(&mut app, TutorialRequest::Back);
        ask(&mut app, TutorialRequest::Back);
        assert_eq!(step(&app), 0, "there is nothing before the first");
        ask(&mut app, TutorialRequest::Skip);
        match how {
            0 => give(&mut app, Command::Back),
            1 => give(&mut app, Command::Open(Screen::Game)),
            _ => give(&mut app, Command::Open(Screen::NewGame)),
        }
        pass(&mut app, 1.0);
        assert!(!app.world().resource::<Taught>().is_on());
        assert_eq!(pieces(&mut app), before);
        assert!(rotation(&mut app).angle_between(lay) < 1e-3);
        open(&mut app, Screen::Tutorial);
        assert_eq!((step(&app), tutorial(&app).is_on()), (1, true));
    }
}

#[test]
fn what_happens_in_the_game_meanwhile_is_seen_afterwards_and_undo_is_for_the_steps() {
    let mut app = on(Variant::Chess);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 1.0);
    ask(&mut app, TutorialRequest::Skip);
    ask(&mut app, TutorialRequest::Skip);
    let practice = pieces(&mut app);
    let mv = the_match(&app).position().legal_moves()[0];
    app.world_mut().write_message(MoveRequested(mv));
    pass(&mut app, 1.0);
    assert_eq!(the_match(&app).record().ply(), 2);
    assert_eq!((pieces(&mut app), step(&app)), (practice, 2));
    give(&mut app, Command::Undo);
    give(&mut app, Command::Redo);
    assert_eq!(the_match(&app).record().ply(), 2);
    open(&mut app, Screen::Game);
    pass(&mut app, 1.0);
    let stands = pieces(&mut app);
    assert!(stands.iter().any(|it| it.0 == mv.to) && !stands.iter().any(|it| it.0 == mv.from));
    give(&mut app, Command::Undo);
    assert_eq!(the_match(&app).record().ply(), 1);
    // Another game, on another board, ends the steps and leaves their page.
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 1.0);
    let ball = Variant::Icochess.board().new_game();
    app.world_mut().write_message(GameRequest::Load(ball));
    pass(&mut app, 1.0);
    assert!(!tutorial(&app).is_on());
    assert_eq!(shown_page(&app), Screen::Game);
    assert_eq!(pieces(&mut app).len(), 24);
}

#[test]
fn who_picks_a_piece_of_the_other_side_is_told_whose_are_to_be_moved() {
    let mut app = on(Variant::Chess);
    add_panel(&mut app);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 1.0);
    ask(&mut app, TutorialRequest::Skip);
    ask(&mut app, TutorialRequest::Skip);
    let game = game_of(Variant::Chess, &Variant::Chess.shape().tutorial[2]);
    let position = game.position();
    assert_eq!(position.turn(), Side::White);
    let of = |side| position.by_side(side).cells().next().expect("a piece");
    pick(&mut app, of(Side::Black));
    pass(&mut app, 0.1);
    assert_eq!(tutorial(&app).answer(), Answer::Others(Side::White));
    assert!(is_told(&mut app, "In this step you move White's pieces."));
    pick(&mut app, of(Side::White));
    pass(&mut app, 0.1);
    assert_eq!(tutorial(&app).answer(), Answer::None);
}

#[test]
fn window_and_panel_tell_what_to_do_and_how_far_one_is() {
    let mut app = window(Display::Flat, Settings::default());
    add_panel(&mut app);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 0.2);
    let told = |app: &mut App, part: &str| {
        let count = crate::asking::texts(app);
        count.iter().filter(|text| text.contains(part)).count()
    };
    assert_eq!(told(&mut app, "Step 1 of 7"), 2);
    assert_eq!(told(&mut app, "Turn the board"), 2);
    assert_eq!(told(&mut app, "left mouse button"), 1);
    assert_eq!(told(&mut app, "Grip: hold it"), 1);
    for surface in ["", "panel "] {
        for button in ["one step back", "skip this step", "stop here"] {
            headless::named(&mut app, &format!("{surface}button {button}"));
        }
    }
    ask(&mut app, TutorialRequest::Skip);
    ask(&mut app, TutorialRequest::Skip);
    assert_eq!(told(&mut app, "Step 3 of 7"), 2);
    let left = "Still to move: king, queen, rook, bishop, knight, pawn";
    assert_eq!(told(&mut app, left), 2);
    for _ in 0..5 {
        ask(&mut app, TutorialRequest::Skip);
    }
    assert_eq!(told(&mut app, "all you need to begin"), 2);
}

#[test]
fn newcomers_are_offered_the_first_steps_until_they_know_how_to_move() {
    let play = |app: &mut App| {
        let mv = the_match(app).position().legal_moves()[0];
        app.world_mut().write_message(MoveRequested(mv));
        frames(app, 3);
    };
    // In the window and on the panel.
    let buttons = ["button first steps", "panel button first steps"];
    let look = |app: &mut App| {
        buttons.map(|name| {
            let button = headless::named(app, name);
            app.world().get::<ControlStyle>(button).copied()
        })
    };
    let are_shown = |app: &mut App| buttons.map(|name| is_shown(app, name));
    let asked = |app: &mut App| {
        let texts = crate::asking::texts(app);
        texts.iter().filter(|it| it.contains("New here?")).count()
    };
    for how in 0..4 {
        let dir = tempfile::tempdir().expect("a folder");
        let mut app = window_with(Display::Flat, Settings::default(), |app| {
            app.insert_resource(Store::open(Some(dir.path())).expect("a store"))
                .insert_resource(FirstStart);
        });
        add_panel(&mut app);
        frames(&mut app, 3);
        assert_eq!(asked(&mut app), 2);
        assert!(is_told(&mut app, "choose a piece. New here?"));
        assert_eq!(are_shown(&mut app), [true; 2]);
        assert_eq!(look(&mut app), [Some(ControlStyle::Primary); 2]);
        match how {
            0 => {
                give(&mut app, Command::Open(Screen::Tutorial));
                give(&mut app, Command::Open(Screen::Game));
            }
            1 => {
                // Neither a new game nor one on another board makes them known.
                give(&mut app, Command::Begin);
                assert_eq!((asked(&mut app), are_shown(&mut app)), (2, [true; 2]));
                give(&mut app, Command::Open(Screen::Tutorial));
                give(&mut app, Command::Open(Screen::Game));
                assert_eq!((asked(&mut app), are_shown(&mut app)), (0, [false; 2]));
                let known = Variant::Icochess.board().new_game();
                for (board, is_offered) in [
                    (Variant::Chess.board().new_game(), true),
                    (known.clone(), false),
                    (Variant::Chess.board().new_game(), true),
                    (known, false),
                ] {
                    app.world_mut().write_message(GameRequest::Load(board));
                    pass(&mut app, 0.2);
                    assert_eq!(are_shown(&mut app), [is_offered; 2]);
                }
            }
            2 => {
                // Who has chosen who plays wants to play: that is called for now.
                give(&mut app, Command::TakeOver(Side::Black));
                frames(&mut app, 3);
                assert_eq!(asked(&mut app), 0);
                assert!(is_told(&mut app, "White to move: choose a piece."));
                assert_eq!(look(&mut app), [Some(ControlStyle::Button); 2]);
                continue;
            }
            _ => {
                // What is asked of them is told once they have found the first move.
                play(&mut app);
                assert_eq!(asked(&mut app), 0);
                assert_eq!(are_shown(&mut app), [true; 2]);
                // Who plays is not called away from the game.
                assert_eq!(look(&mut app), [Some(ControlStyle::Button); 2]);
                for _ in 0..3 {
                    play(&mut app);
                }
            }
        }
        assert_eq!(asked(&mut app), 0);
        assert_eq!(are_shown(&mut app), [false; 2]);
        // It is found again in the help, which is in sight.
        assert!(is_shown(&mut app, "button help"));
        for topic in Topic::ALL {
            open(&mut app, Screen::Help(topic));
            assert_eq!(are_shown(&mut app), [true; 2], "{topic:?}");
        }
    }
}

#[test]
fn newcomers_with_a_headset_are_told_how_to_choose_a_piece() {
    let mut app = window_with(Display::Headset, Settings::default(), |app| {
        app.insert_resource(FirstStart);
    });
    add_panel(&mut app);
    frames(&mut app, 3);
    let how = "White to move: point at a piece and pull the trigger, or pinch.";
    assert!(is_told(&mut app, &format!("{how} New here?")));
    give(&mut app, Command::TakeOver(Side::Black));
    frames(&mut app, 3);
    let texts = crate::asking::texts(&mut app);
    assert!(texts.iter().any(|it| it == how), "{texts:?}");
}

#[test]
fn who_begins_alone_can_have_the_computer_play_the_other_side_at_one_press() {
    let mut app = window_with(Display::Flat, Settings::default(), |_| {});
    frames(&mut app, 3);
    // One person moves both sides: neither is theirs more than the other.
    assert!(!is_told(&mut app, ": you"));
    assert!(is_shown(&mut app, "button play the computer"));
    give(&mut app, Command::TakeOver(Side::Black));
    frames(&mut app, 3);
    assert!(app.world().resource::<Computer>().plays(Side::Black));
    assert!(is_told(&mut app, "White: you") && is_told(&mut app, "Black: computer"));
    assert!(!is_shown(&mut app, "button play the computer"));
}

#[test]
fn the_buttons_for_newcomers_keep_their_places_when_moves_are_made_and_the_computer_plays() {
    let mut app = window_with(Display::Flat, Settings::default(), |app| {
        headless::lay_out(app);
        app.insert_resource(FirstStart);
    });
    frames(&mut app, 3);
    let at = |app: &mut App, name: &str| {
        assert!(is_shown(app, name), "{name}");
        let control = headless::named(app, name);
        laid_out(app, control)
    };
    let names = ["button first steps", "button play the computer"];
    let before = names.map(|name| at(&mut app, name));
    let play = |app: &mut App| {
        let mv = the_match(app).position().legal_moves()[0];
        app.world_mut().write_message(MoveRequested(mv));
        pass(app, 1.0);
    };
    for _ in 0..3 {
        play(&mut app);
        assert_eq!(names.map(|name| at(&mut app, name)), before);
    }
    give(&mut app, Command::TakeOver(Side::White));
    app.insert_resource(icochess::computer::Paused(true));
    frames(&mut app, 3);
    assert_eq!(at(&mut app, names[0]), before[0]);
    // What comes where it was does nothing yet.
    let next = at(&mut app, "button move now");
    assert_eq!(next.min, before[1].min);
    let control = headless::named(&mut app, "button move now");
    assert!(app.world().get::<InteractionDisabled>(control).is_some());
}

#[test]
fn arrow_keys_turn_the_board_in_the_first_steps_and_enter_does_not_lead_out_of_them() {
    let mut app = window_with(Display::Flat, Settings::default(), |_| {});
    frames(&mut app, 3);
    open(&mut app, Screen::Help(Topic::Pieces));
    go_to(&mut app, "button first steps");
    headless::keys(&mut app, &[KeyCode::Enter]);
    pass(&mut app, 2.0);
    assert_eq!(shown_page(&app), Screen::Tutorial);
    let before = rotation(&mut app);
    headless::keys(&mut app, &[KeyCode::ShiftLeft, KeyCode::ArrowRight]);
    headless::keys(&mut app, &[KeyCode::ShiftLeft, KeyCode::ArrowRight]);
    assert!(rotation(&mut app).angle_between(before).to_degrees() > 5.0);
    headless::keys(&mut app, &[KeyCode::Enter]);
    assert_eq!(shown_page(&app), Screen::Tutorial);
}

#[test]
fn each_step_tells_of_the_mouse_or_of_the_keys_by_what_is_used_and_of_the_controls_in_the_hands() {
    let mut app = window(Display::Flat, Settings::default());
    add_panel(&mut app);
    open(&mut app, Screen::Tutorial);
    pass(&mut app, 0.2);
    let steps = tutorial(&app).progress().1;
    for number in 0..steps {
        app.insert_resource(InputUsed::Mouse);
        app.insert_resource(HandControls::default());
        frames(&mut app, 2);
        let by_mouse = ["Click", "left mouse button", "press Undo"];
        let is_told_any = |app: &mut App, words: &[&str]| words.iter().any(|it| is_told(app, it));
        assert!(is_told_any(&mut app, &by_mouse), "step {number}");
        assert!(!is_told(&mut app, "rrow"), "step {number}");
        // Bare hands have no trigger.
        assert!(!is_told(&mut app, "Pinch"), "step {number}");
        app.insert_resource(HandControls {
            select: msg!("part-pinch"),
            grab: None,
            turn: None,
            ..HandControls::default()
        });
        headless::keys(&mut app, &[KeyCode::ArrowRight]);
        assert_eq!(*app.world().resource::<InputUsed>(), InputUsed::Keys);
        assert!(is_told_any(&mut app, &["rrow", "Ctrl+Z"]), "step {number}");
        assert!(!is_told_any(&mut app, &["Click", "mouse"]), "step {number}");
        let is_last = number + 1 == steps;
        assert_eq!(is_told(&mut app, "Pinch"), !is_last, "step {number}");
        assert!(
            !is_told_any(&mut app, &["Trigger", "Grip"]),
            "step {number}"
        );
        ask(&mut app, TutorialRequest::Skip);
    }
    assert!(tutorial(&app).is_over());
}

#[test]
fn the_first_steps_are_done_by_keyboard_alone_on_every_board() {
    for variant in Variant::ALL {
        // All boards are turned to the same side first.
        let settings = Settings {
            arrows: Arrows::Board,
            ..Settings::default()
        };
        let mut app = window_with(Display::Flat, settings, |_| {});
        app.world_mut()
            .write_message(GameRequest::Load(variant.board().new_game()));
        pass(&mut app, 1.0);
        open(&mut app, Screen::Help(Topic::Pieces));
        go_to(&mut app, "button first steps");
        headless::keys(&mut app, &[KeyCode::Enter]);
        pass(&mut app, 1.0);
        let steps = variant.shape().tutorial;
        for (number, told) in steps.iter().enumerate() {
            let when = format!("{variant}, step {number}");
            assert_eq!(step(&app), number, "{when}");
            do_by_keys(&mut app, &game_of(variant, told), told.task);
            assert_eq!(tutorial(&app).answer(), Answer::Done, "{when}");
            pass(&mut app, PERIOD + 1.0);
        }
        assert!(tutorial(&app).is_over(), "{variant}");
        assert_eq!(shown_page(&app), Screen::Tutorial);
    }
}

/// Makes a move with the ring on the board.
fn go_by_keys(app: &mut App, mv: Move) {
    for cell in [mv.from, mv.to] {
        lead(app, cell);
        headless::keys(app, &[KeyCode::Enter]);
        pass(app, 0.1);
    }
}

/// One of these moves: between places that are seen, if there is one.
fn best_seen(app: &mut App, moves: Vec<Move>) -> Move {
    let plain = moves.iter().filter(|mv| mv.kind != MoveKind::Carriage);
    let plain: Vec<Move> = plain.copied().collect();
    let found = plain
        .iter()
        .find(|mv| seen(app, mv.from).1 && seen(app, mv.to).1);
    *found.or(plain.first()).expect("a move")
}

/// Does with the keyboard what a step asks for.
fn do_by_keys(app: &mut App, game: &Record, task: Task) {
    let position = game.position();
    match task {
        Task::Turn => {
            for _ in 0..6 {
                headless::keys(app, &[KeyCode::ShiftLeft, KeyCode::ArrowRight]);
            }
        }
        Task::Find => {
            let black: Vec<Cell> = position.by_side(Side::Black).cells().collect();
            for _ in 0..36 {
                if black.iter().any(|cell| seen(app, *cell).1) {
                    break;
                }
                headless::keys(app, &[KeyCode::ShiftLeft, KeyCode::ArrowUp]);
            }
            let found = black.into_iter().find(|cell| seen(app, *cell).1);
            lead(app, found.expect("a black piece in sight"));
            headless::keys(app, &[KeyCode::Enter]);
        }
        Task::MoveEach => {
            for kind in Task::kinds(position) {
                let of_kind = |mv: &Move| {
                    let piece = position.piece_at(mv.from).expect("a piece");
                    position.rules_of(piece.role).name == kind
                };
                let moves = task.solutions(game).into_iter().filter(of_kind).collect();
                let mv = best_seen(app, moves);
                go_by_keys(app, mv);
                pass(app, PERIOD + 1.0);
            }
        }
        Task::Capture | Task::Defend | Task::Win | Task::TakeBack => {
            let mv = best_seen(app, task.solutions(game));
            go_by_keys(app, mv);
            if task == Task::TakeBack {
                headless::keys(app, &[KeyCode::ControlLeft, KeyCode::KeyZ]);
            }
        }
    }
    pass(app, 0.1);
}
