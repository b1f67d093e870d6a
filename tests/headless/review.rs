//! The Moves page, laid out in a window and on a panel, without a screen.

use std::time::{Duration, Instant};

use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::{Checked, InteractionDisabled, ScrollPosition};
use bevy::ui_widgets::Activate;
use icochess::computer::analysis::Analysis;
use icochess::game::messages::{GameRequest, MoveRequested, Step};
use icochess::game::play_through::PlayingThrough;
use icochess::link::WebPage;
use icochess::save::library::messages::{Form, LibraryRequest, Source};
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::kit::build::Current;
use icochess::ui::kit::control_style::ControlStyle;
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;

use crate::asking::{
    add_large_panel, ask, focused, frames, get, get_mut, go_to, has_text, is_shown, laid_out,
    moves_of, open, play, plies, shown_page, the, the_match, until,
};
use crate::headless::{self, key, named};

/// Creates a window with UI layout that shows the end of a game.
fn app(width: u32, height: u32, pgn: &str) -> App {
    let mut app = headless::sized_window(width, height, Settings::default());
    let record = Variant::Chess.board().read_pgn(pgn).unwrap();
    ask(&mut app, GameRequest::Load(record));
    frames(&mut app, 2);
    app
}

/// Opens the Moves page in a window of default size, with the game at `step`.
fn moves_page(pgn: &str, step: Step) -> App {
    let mut app = app(1280, 800, pgn);
    ask(&mut app, GameRequest::Step(step));
    open_moves(&mut app);
    app
}

/// Returns the moves of the game as the file would contain them.
fn annotated(app: &App) -> String {
    moves_of(&the_match(app).as_played())
}

fn is_within(app: &App, mut at: Entity, whole: Entity) -> bool {
    while let Some(parent) = app.world().get::<ChildOf>(at) {
        at = parent.parent();
        if at == whole {
            return true;
        }
    }
    false
}

fn is_disabled(app: &mut App, control: &str) -> bool {
    let control = named(app, control);
    app.world().get::<InteractionDisabled>(control).is_some()
}

fn activate(app: &mut App, control: &str) {
    let entity = named(app, control);
    app.world_mut().trigger(Activate { entity });
    app.update();
}

fn press(app: &mut App, key_code: KeyCode) {
    key(app, key_code, None);
}

/// Presses the control called `name` with the keyboard.
fn use_control(app: &mut App, name: &str) {
    go_to(app, name);
    press(app, KeyCode::Enter);
}

fn web_page() -> WebPage {
    WebPage("https://play.invalid/".to_owned())
}

/// Returns the requests to the library of saved games.
fn asked_for(app: &mut App) -> Vec<LibraryRequest> {
    let mut asked = app.world_mut().resource_mut::<Messages<LibraryRequest>>();
    asked.drain().collect()
}

fn open_moves(app: &mut App) {
    press(app, KeyCode::Escape);
    use_control(app, "button review");
    assert_eq!(shown_page(app), Screen::Moves);
}

#[test]
fn game_is_reviewed_annotated_and_continued_by_keyboard() {
    let mut app = moves_page("1. e4 e5 2. Nf3 (2. f4 exf4) (2. d4) *", Step::Start);
    assert!(has_text(&mut app, "Beginning"));
    // Before the first move there is no move to annotate.
    assert!(is_disabled(&mut app, "toggle mistake"));
    assert!(!is_shown(&mut app, "toggle mistake"));
    use_control(&mut app, "button annotate");
    use_control(&mut app, "button next");
    press(&mut app, KeyCode::Enter);
    assert_eq!(plies(&app), 2);
    assert!(has_text(&mut app, "After 1… e5"));
    go_to(&mut app, "toggle mistake");
    press(&mut app, KeyCode::Space);
    let mistake = named(&mut app, "toggle mistake");
    assert!(app.world().get::<Checked>(mistake).is_some());
    go_to(&mut app, "field comment");
    for (code, text) in [(KeyCode::KeyN, "N"), (KeyCode::KeyH, "h")] {
        key(&mut app, code, Some(text));
    }
    assert_eq!(focused(&app).as_deref(), Some("field comment"));
    press(&mut app, KeyCode::Enter);
    let next = focused(&app);
    assert!(next.is_some() && next.as_deref() != Some("field comment"));
    assert!(annotated(&app).starts_with("1. e4 e5 $2 {Nh} 2. Nf3"));
    // The list is rebuilt, and the focus stays on its item.
    use_control(&mut app, "item 2 f4");
    assert_eq!(plies(&app), 3);
    assert_eq!(focused(&app).as_deref(), Some("item 2 f4"));
    // The comment field now shows this move's comment.
    let field = named(&mut app, "field comment");
    let text = app.world().get::<EditableText>(field).unwrap();
    assert_eq!(text.value().to_string(), "");
    // The main line is always the first variation.
    assert!(is_disabled(&mut app, "button promote variation"));
    use_control(&mut app, "item 2 d4");
    use_control(&mut app, "button promote variation");
    let all = "1. e4 e5 $2 {Nh} 2. Nf3 (2. d4) (2. f4 exf4) *";
    assert_eq!(annotated(&app), all);
    use_control(&mut app, "button play on from here");
    assert!(!the_match(&app).is_looking_back());
    // A variation can be deleted.
    use_control(&mut app, "item 2 nf3");
    use_control(&mut app, "button delete from here");
    assert_eq!(annotated(&app), "1. e4 e5 $2 {Nh} 2. d4 (2. f4 exf4) *");
    press(&mut app, KeyCode::Escape);
    assert_eq!(shown_page(&app), Screen::Home);
}

#[test]
fn moves_take_the_height_until_annotations_unfold() {
    let mut app = moves_page("1. e4 e5 2. Nf3 Nc6 *", Step::End);
    let height = |app: &mut App| {
        frames(app, 3);
        let list = named(app, "moves");
        laid_out(app, list).height()
    };
    let folded = height(&mut app);
    activate(&mut app, "button annotate");
    let unfolded = height(&mut app);
    assert!(folded > 250.0 && unfolded > 50.0, "{folded} {unfolded}");
    assert!(unfolded < folded - 100.0, "{folded} {unfolded}");
    assert!(is_shown(&mut app, "field comment"));
    // They stay unfolded while the page is open, even below another page.
    open(&mut app, Screen::Home);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 3);
    assert!(is_shown(&mut app, "field comment"));
    press(&mut app, KeyCode::Escape);
    open(&mut app, Screen::Moves);
    assert!(!is_shown(&mut app, "field comment"));
}

#[test]
fn long_comments_do_not_delay_moves() {
    let pgn = format!(
        "[White \"{}\"]\n\n1. e4 {{{}}} e5 {{{}}} *",
        "x".repeat(1_000_000),
        "word ".repeat(1_000_000),
        "[%".repeat(500_000)
    );
    let mut app = moves_page(&pgn, Step::End);
    for uci in ["g1f3", "b8c6"] {
        let begun = Instant::now();
        play(&mut app, uci);
        frames(&mut app, 2);
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(1), "{uci}: {took:?}");
    }
    // The field is hidden, since it would truncate the text.
    use_control(&mut app, "button annotate");
    use_control(&mut app, "item 1 e4");
    assert!(has_text(&mut app, "too long to edit"));
    assert!(!is_shown(&mut app, "field comment"));
    assert!(the_match(&app).record().to_pgn().len() > 7_000_000);
}

#[test]
fn playback_can_be_started_and_stopped() {
    let mut app = moves_page("1. e4 e5 2. Nf3 Nc6 *", Step::Start);
    use_control(&mut app, "button play through");
    assert!(get::<PlayingThrough>(&app).is_on());
    let button = focused(&app);
    headless::pass(&mut app, 1.2);
    assert!(plies(&app) >= 1 && plies(&app) < 4);
    assert!(has_text(&mut app, "Stop"));
    assert_eq!(focused(&app), button);
    press(&mut app, KeyCode::Enter);
    assert!(!get::<PlayingThrough>(&app).is_on());
    let at = plies(&app);
    headless::pass(&mut app, 2.5);
    assert_eq!(plies(&app), at);
}

#[test]
fn evaluation_curve_has_a_bar_per_ply() {
    let mut app = moves_page("1. f3 e5 2. g4 Qh4# 0-1", Step::End);
    use_control(&mut app, "button evaluate");
    until(&mut app, "the evaluation", |app| {
        !get::<Analysis>(app).is_running
    });
    frames(&mut app, 4);
    let world = app.world_mut();
    let mut names = world.query_filtered::<(Entity, &Name), With<Children>>();
    let all = names.iter(world).map(|(at, name)| (at, name.to_string()));
    let mut bars: Vec<(Entity, String)> = all.filter(|it| it.1.starts_with("slice ")).collect();
    // Sort from left to right.
    bars.sort_by_key(|(bar, _)| laid_out(&app, *bar).min.x.round() as i32);
    assert_eq!(bars.len(), 5);
    assert!(bars[0].1.starts_with("slice beginning"), "{bars:?}");
    assert_eq!(bars[4].1, "slice after 2… qh4# -mate");
    // The losing move is marked in curve and list.
    assert_eq!(bars[3].1, "slice after 2. g4 -mate ??");
    assert!(has_text(&mut app, "??"));
    named(&mut app, "item 2 g4??");
    let kept = annotated(&app);
    assert!(
        kept.contains("2. g4 $4 {[%eval #-1] [%pv Qh4#] [%second "),
        "{kept}"
    );
    assert!(has_text(&mut app, "After 2… Qh4#   -mate"));
    assert!(has_text(&mut app, "Accuracy: White "));
    assert!(has_text(&mut app, "Before: -mate. The only good move."));
    // In a lost position, White's share is zero; in an even one, it is about half.
    let share = |app: &App, bar: Entity| {
        let whole = app.world().get::<Children>(bar).unwrap()[0];
        let white = app.world().get::<Children>(whole).unwrap()[0];
        let height = app.world().get::<ComputedNode>(white).unwrap().size().y;
        height / app.world().get::<ComputedNode>(whole).unwrap().size().y
    };
    assert!(share(&app, bars[4].0) < 0.01);
    assert!((share(&app, bars[0].0) - 0.5).abs() < 0.3);
    assert!(app.world().get::<Checked>(bars[4].0).is_some());
    app.world_mut().trigger(Activate { entity: bars[1].0 });
    frames(&mut app, 2);
    assert_eq!(plies(&app), 1);
    assert!(app.world().get::<Checked>(bars[1].0).is_some());

    // The saved game shows the review again, without a search.
    let before = get::<Analysis>(&app).clone();
    let saved = the_match(&app).as_played().to_pgn();
    let saved = Variant::Chess.board().read_pgn(&saved).expect("a game");
    ask(&mut app, GameRequest::Load(saved));
    ask(&mut app, GameRequest::Step(Step::End));
    frames(&mut app, 4);
    assert_eq!(*get::<Analysis>(&app), before);
    assert!(has_text(&mut app, "Before: -mate. The only good move."));
    assert!(has_text(&mut app, "Accuracy: White "));
}

#[test]
fn weak_moves_can_be_tried_again_beside_the_game() {
    let pgn = "1. e4 e5 2. Bc4 Nc6 3. Qh5 a6 4. Nf3 Nf6 *";
    let mut app = moves_page(pgn, Step::End);
    let evaluated = |app: &mut App| {
        until(app, "the evaluation", |app| {
            let analysis = get::<Analysis>(app);
            let shown = the_match(app).record().current();
            !analysis.is_running && analysis.value(shown).is_some()
        });
        frames(app, 2);
    };
    use_control(&mut app, "button evaluate");
    evaluated(&mut app);
    ask(&mut app, GameRequest::Step(Step::Back));
    frames(&mut app, 2);
    assert!(has_text(
        &mut app,
        "Before: +mate. Missed mate in 1. Best: Qxf7#"
    ));
    for (uci, verdict) in [("e1e2", "Not yet:"), ("h5f7", "Good:")] {
        activate(&mut app, "button try again");
        frames(&mut app, 2);
        assert_eq!(plies(&app), 6);
        assert!(has_text(&mut app, "Find a better move."));
        play(&mut app, uci);
        evaluated(&mut app);
        assert!(has_text(&mut app, verdict), "{uci}");
    }
    assert!(is_disabled(&mut app, "button try again"));
    // Tries are variations. Back in the game, moves continue it.
    let record = the_match(&app).record();
    let from = record.path()[6];
    let moves = record
        .children(from)
        .iter()
        .filter_map(|node| record.move_to(*node));
    let moves: Vec<String> = moves.map(|mv| record.position_of(from).uci(mv)).collect();
    assert_eq!(moves, ["g1f3", "e1e2", "h5f7"]);
    assert!(the_match(&app).is_looking_back());
    ask(&mut app, GameRequest::ComeBack);
    ask(&mut app, GameRequest::Step(Step::Back));
    assert_eq!(the_match(&app).trying_from(), None);
}

#[test]
fn shown_position_can_be_copied_as_diagram() {
    let mut app = moves_page("1. e4 e5 2. Nf3 *", Step::Back);
    activate(&mut app, "button copy diagram");
    let asked = asked_for(&mut app);
    let [LibraryRequest::Text(Source::Game(shown), Form::Diagram)] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!(shown.ply(), 2);
}

#[test]
fn link_can_be_copied_if_a_web_page_is_known() {
    let mut app = moves_page("1. e4 e5 2. Nf3 *", Step::End);
    let button = "button copy link";
    ask(&mut app, CommandRequested(Command::CopyLink));
    assert!(asked_for(&mut app).is_empty() && !is_shown(&mut app, button));
    app.insert_resource(web_page());
    frames(&mut app, 2);
    assert!(is_shown(&mut app, button));
    for ply in [3, 2] {
        activate(&mut app, button);
        app.update();
        let asked = asked_for(&mut app);
        let [LibraryRequest::Text(Source::Game(shown), Form::Link(page))] = &asked[..] else {
            panic!("{asked:?}");
        };
        assert_eq!((shown.ply(), page), (ply, &web_page()));
        ask(&mut app, GameRequest::Step(Step::Back));
    }
}

#[test]
fn page_fits_and_its_controls_have_accessible_names() {
    let long = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 (5. d4 d5 (5... e5)) 5... e5 *";
    for (width, height) in [(1280, 800), (640, 480), (1920, 1080)] {
        let mut app = app(width, height, long);
        app.insert_resource(web_page());
        add_large_panel(&mut app);
        frames(&mut app, 2);
        open_moves(&mut app);
        frames(&mut app, 3);
        let [page, panel] = ["page", "panel page"].map(|name| named(&mut app, name));
        for on in [page, panel] {
            let area = laid_out(&app, on);
            let world = app.world_mut();
            let mut controls = world.query::<(
                Entity,
                &ControlStyle,
                Has<AccessibleLabel>,
                Has<AccessibilityNode>,
            )>();
            let all = controls.iter(world);
            let all = all.filter(|(_, look, ..)| **look != ControlStyle::Plate);
            let all =
                all.map(|(entity, _, is_labelled, has_node)| (entity, is_labelled || has_node));
            let all: Vec<(Entity, bool)> = all.collect();
            let all: Vec<_> = all
                .into_iter()
                .filter(|it| is_within(&app, it.0, on))
                .collect();
            let count = all.len();
            for (entity, is_named) in all {
                let name = app.world().get::<Name>(entity).unwrap();
                assert!(is_named, "{name}");
                let at = laid_out(&app, entity);
                if at.is_empty() {
                    continue;
                }
                let words = format!("{width}×{height} {name}: {at:?} in {area:?}");
                assert!(at.min.x >= area.min.x && at.max.x <= area.max.x, "{words}");
                // In the window the list scrolls, but not the page.
                if on == page && !name.starts_with("item") {
                    assert!(at.max.y <= area.max.y + 0.5, "{words}");
                }
            }
            assert!(count > 40, "{count}");
        }
        let area = laid_out(&app, page);
        let whole = Rect::new(0.0, 0.0, width as f32, height as f32);
        assert!(whole.union(area) == whole, "{area:?} in {whole:?}");
    }
}

#[test]
fn move_list_follows_quick_moves_and_never_scrolls_back() {
    let mut app = app(1280, 800, "1. e4 e5 *");
    get_mut::<Settings>(&mut app).move_list = true;
    frames(&mut app, 3);
    let (mut seed, mut before) = (5_usize, 0.0);
    for ply in 0..150 {
        let moves = the_match(&app).position().legal_moves();
        if the_match(&app).outcome().is_some() || moves.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let mv = moves[seed / 65_536 % moves.len()];
        ask(&mut app, MoveRequested(mv));
        for _ in 0..4 {
            let list = named(&mut app, "moves");
            let now = app.world().get::<ScrollPosition>(list).unwrap().y;
            assert!(now > before - 1.0, "ply {ply}: from {before} to {now}");
            before = now;
            app.update();
        }
        let list = named(&mut app, "moves");
        let current = the::<Current>(&mut app);
        let (last, area) = (laid_out(&app, current), laid_out(&app, list));
        let is_seen = last.min.y >= area.min.y - 1.0 && last.max.y <= area.max.y + 1.0;
        assert!(is_seen, "ply {ply}: {last:?} in {area:?}");
    }
    assert!(before > 100.0, "{before}");
}
