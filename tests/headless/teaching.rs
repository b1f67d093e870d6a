//! Tests of the lessons on the board, which show how pieces move while the game waits, and of the
//! compass; without window, device and sound.

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use icochess::board::pieces::piece::Arrived;
use icochess::board::stage::looks::{Mark, TileLook};
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::board::stage::taught::{Taught, Teach};
use icochess::board::teaching::PERIOD;
use icochess::board::turning::spin::TurnBoard;
use icochess::display::Display;
use icochess::flat::camera::WindowCamera;
use icochess::game::facts::MatchFact;
use icochess::interaction::choice::{Choice, Choosing};
use icochess::interaction::selection::{Pick, Selected};
use icochess::interaction::{MouseMoved, Selection};
use icochess::save::settings::{Confirmation, MoveListStyle, Settings};
use icochess::ui::kit::compass::{Compass, Dot, DotCell};
use icochess::ui::state::pointed::Pointed;
use icochess::ui::state::screen::{Screen, Screens, Topic};
use icochess::ui::state::status::StatusLine;
use icochess_boards::Variant;
use icochess_rules::{Cell, Role, Side};
use icochess_shape::{is_in_sight, is_turned_away};

use crate::asking::{
    self, Recorded, all, ask, get, is_displayed, is_shown, only, play, plies, record, rotation,
    the_match,
};
use crate::columns::words;
use crate::headless::{named, pass, resize, set, sized_window, window, window_with};
use crate::stage::{expected, load, on_cells, pieces, play_first, press};

/// Opens the help in a window with a new game of a board.
fn help(variant: Variant, settings: Settings) -> App {
    let mut app = window(Display::Flat, settings);
    load(&mut app, variant);
    open(&mut app, Screen::Help(Topic::Pieces));
    record::<MatchFact>(&mut app);
    record::<Arrived>(&mut app);
    app
}

fn open(app: &mut App, screen: Screen) {
    asking::open(app, screen);
    pass(app, 0.5);
}

/// Chooses a kind on the page and waits until it is shown.
fn choose(app: &mut App, kind: &str) {
    press(app, &format!("item {kind}"));
    pass(app, 0.5);
}

/// Starts or stops hovering a control, and waits.
fn point(app: &mut App, control: Entity, is_pointed: bool) {
    let mut control = app.world_mut().entity_mut(control);
    if is_pointed {
        control.insert(Pointed);
    } else {
        control.remove::<Pointed>();
    }
    pass(app, 0.7);
}

fn looks(app: &mut App) -> Vec<(Cell, TileLook)> {
    on_cells(app)
}

fn marked(app: &mut App, mark: Mark) -> usize {
    let looks = looks(app);
    looks.iter().filter(|it| it.1.mark == Some(mark)).count()
}

fn taught(app: &App) -> Option<Role> {
    app.world().resource::<Taught>().role()
}

fn game(app: &App) -> String {
    the_match(app).record().to_pgn()
}

/// Returns the number of messages that a move would have written on the help page.
fn message_count(app: &App) -> usize {
    let facts = get::<Recorded<MatchFact>>(app).0.iter();
    facts.filter_map(MatchFact::moved).count() + get::<Recorded<Arrived>>(app).0.len()
}

fn seat(app: &App) -> PlayerSeat {
    *app.world().resource::<PlayerSeat>()
}

fn shape(app: &App) -> &BoardShape {
    app.world().resource::<BoardShape>()
}

/// Returns the kinds of piece of a board, one per name.
fn kinds(variant: Variant) -> Vec<(&'static str, Role)> {
    let mut kinds: Vec<(&str, Role)> = Vec::new();
    for (index, rules) in variant.board().roles().iter().enumerate() {
        if !kinds.iter().any(|(name, _)| *name == rules.name) {
            kinds.push((rules.name, Role::new(index as u8)));
        }
    }
    kinds
}

#[test]
fn help_shows_the_elements_of_compounds() {
    let mut app = help(Variant::OctHex146, Settings::default());
    let combined: [(&str, &[&str]); 4] = [
        ("queen", &["♜", "♝"]),
        ("duchess", &["♜", "U"]),
        ("cavalcade", &["U", "♞"]),
        ("unicorn", &[]),
    ];
    for (name, elements) in combined {
        let item = named(&mut app, &format!("item {name}"));
        // Between the title and the text.
        let words = words(&app, item);
        assert_eq!(&words[2..words.len() - 1], elements, "{name}");
    }
}

#[test]
fn chosen_kind_is_shown_alone_and_game_stays_untouched() {
    for variant in Variant::ALL {
        let mut app = help(variant, Settings::default());
        let (before, record) = (pieces(&mut app), game(&app));
        let (seen, lay) = (looks(&mut app), rotation(&mut app));
        let kinds = kinds(variant);
        for (name, role) in kinds.iter().copied() {
            let context = format!("{name} of {variant}");
            choose(&mut app, name);
            assert_eq!(taught(&app), Some(role), "{context}");
            let now = pieces(&mut app);
            let own: Vec<_> = now.iter().filter(|it| it.1.side == Side::White).collect();
            assert_eq!(own.len(), 1, "{context}");
            let home = *own[0];
            assert_eq!(home.1.role, role);
            assert!(marked(&mut app, Mark::Move) >= 2, "{context}");
            // The piece moves away and returns.
            for is_home in [false, true] {
                pass(&mut app, PERIOD);
                assert_eq!(pieces(&mut app).contains(&home), is_home, "{context}");
            }
            assert_eq!(game(&app), record);
        }
        // Choosing a kind again ends its lesson.
        choose(&mut app, kinds[kinds.len() - 1].0);
        pass(&mut app, 1.0);
        assert_eq!(taught(&app), None);
        assert_eq!((pieces(&mut app), looks(&mut app)), (before, seen));
        assert!(rotation(&mut app).angle_between(lay) < 1e-3);
        assert_eq!((message_count(&app), game(&app)), (0, record));
    }
}

#[test]
fn lessons_of_sliders_on_a_ball_stay_in_sight() {
    let mut app = help(Variant::Icochess, Settings::default());
    for name in ["bishop", "rook", "queen"] {
        choose(&mut app, name);
        for step in 0..8 {
            let taught = pieces(&mut app);
            let own = taught.iter().find(|it| it.1.side == Side::White);
            let cell = own.expect("the piece").0;
            let lies = rotation(&mut app);
            let is_behind = is_turned_away(lies, &shape(&app).frame(cell), &seat(&app));
            assert!(!is_behind, "{name}, {step}: {cell:?}");
            pass(&mut app, PERIOD);
        }
    }
}

#[test]
fn pawn_and_king_lessons_show_their_special_moves() {
    let mut app = help(Variant::Chess, Settings::default());
    choose(&mut app, "pawn");
    assert_eq!(marked(&mut app, Mark::Move), 2, "one step and two");
    assert_eq!(marked(&mut app, Mark::Capture), 1);
    assert_eq!(pieces(&mut app).len(), 2, "with something to take");
    // The lesson reaches promotions in time.
    let mut became = Vec::new();
    for _ in 0..1400 {
        app.update();
        let roles = pieces(&mut app).into_iter().map(|it| it.1.role);
        became.extend(roles.filter(|role| *role != Role::PAWN));
    }
    became.sort();
    became.dedup();
    let kinds = [Role::KNIGHT, Role::BISHOP, Role::ROOK, Role::QUEEN];
    assert_eq!(became, kinds);
    press(&mut app, "item king");
    let mut castles = (0..1600).map(|_| {
        app.update();
        pieces(&mut app).len() == 3
    });
    assert!(castles.any(|it| it));
}

#[test]
fn reduced_motion_lessons_show_only_markers() {
    let mut app = help(Variant::Icochess, set(|it| it.reduced_motion = true));
    choose(&mut app, "knight");
    let before = pieces(&mut app);
    assert_eq!(before.len(), 1);
    assert!(marked(&mut app, Mark::Move) >= 5);
    for _ in 0..500 {
        app.update();
        assert_eq!(pieces(&mut app), before);
    }
}

#[test]
fn leaving_the_page_or_a_move_shows_the_game() {
    let open_game: fn(&mut App) = |app| open(app, Screen::Game);
    let escape: fn(&mut App) = |app| {
        app.world_mut().resource_mut::<Screens>().back();
        pass(app, 0.5);
    };
    for leave in [open_game, escape] {
        let mut app = help(Variant::Icochess, Settings::default());
        let before = pieces(&mut app);
        choose(&mut app, "rook");
        pass(&mut app, 2.0);
        assert_ne!(pieces(&mut app), before);
        leave(&mut app);
        assert_eq!((pieces(&mut app), taught(&app)), (before, None));
        // On return, no lesson is shown.
        open(&mut app, Screen::Help(Topic::Pieces));
        assert_eq!(taught(&app), None);
    }
    // The computer makes a move while the page is open.
    let mut app = help(Variant::Icochess, Settings::default());
    choose(&mut app, "rook");
    pass(&mut app, 2.0);
    play_first(&mut app);
    pass(&mut app, 1.0);
    assert_eq!((taught(&app), plies(&app)), (None, 1));
    assert_eq!(pieces(&mut app), expected(&app));
    assert!(message_count(&app) >= 2, "the move is heard");
    // The page doesn't resume the lesson by itself, but another can be chosen.
    pass(&mut app, 1.0);
    assert_eq!(taught(&app), None);
    choose(&mut app, "king");
    assert_eq!(taught(&app), Some(Role::KING));
}

#[test]
fn hovering_a_kind_starts_its_lesson() {
    let mut app = help(Variant::Icochess, Settings::default());
    let bishop = named(&mut app, "item bishop");
    point(&mut app, bishop, true);
    assert_eq!(taught(&app), None, "the page came below a mouse at rest");
    ask(&mut app, MouseMoved);
    pass(&mut app, 0.1);
    assert_eq!(taught(&app), None, "the pointer may only pass");
    pass(&mut app, 0.4);
    assert_eq!(taught(&app), Some(Role::BISHOP));
    point(&mut app, bishop, false);
    assert_eq!(taught(&app), None);
    // The chosen kind returns when hovering ends.
    press(&mut app, "item queen");
    for (is_pointed, role) in [(true, Role::BISHOP), (false, Role::QUEEN)] {
        point(&mut app, bishop, is_pointed);
        assert_eq!(taught(&app), Some(role));
    }
}

#[test]
fn help_describes_rim_discs_mouse_and_keyboard() {
    let mut app = help(Variant::Icochess, Settings::default());
    assert!(asking::has_text(&mut app, "A disc at the rim"));
    open(&mut app, Screen::Help(Topic::Controls));
    for title in ["With the mouse", "With the keyboard"] {
        assert!(asking::has_text(&mut app, title), "{title}");
    }
}

#[test]
fn board_makes_space_for_the_adjacent_page() {
    let mut app = sized_window(1280, 800, Settings::default());
    load(&mut app, Variant::Chess);
    open(&mut app, Screen::Help(Topic::Pieces));
    let view = |app: &mut App| only::<Camera, WindowCamera>(app).sub_camera_view;
    assert!(view(&mut app).is_some_and(|view| view.offset.x > 0.0));
    // On the game page, the board fills its space, larger than at its default distance.
    resize(&mut app, 1100, 800);
    open(&mut app, Screen::Game);
    let list = view(&mut app).expect("what is told");
    assert!(list.size.y < list.full_size.y);
    // The move list is below the card, and takes no extra space.
    app.world_mut().resource_mut::<Settings>().move_list = false;
    pass(&mut app, 0.1);
    assert_eq!(view(&mut app), Some(list));
    // With this setting, the columns make the list so wide that the board moves away.
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.move_list = true;
    settings.move_list_style = MoveListStyle::Columns;
    resize(&mut app, 900, 800);
    pass(&mut app, 0.1);
    let columns = view(&mut app).expect("a wider list");
    assert!(columns.size.x > columns.full_size.x);
}

/// Returns the status lines for the hovered kind, and for kinds in general.
fn pointed_at(app: &mut App) -> [String; 2] {
    let world = app.world_mut();
    let mut lines = world.query::<(&StatusLine, &Text)>();
    [StatusLine::Hovered, StatusLine::Kinds].map(|wanted| {
        let mut lines = lines.iter(world);
        let line = lines.find(|(line, _)| **line == wanted);
        line.expect("a line").1.0.clone()
    })
}

#[test]
fn hovering_the_legend_starts_a_lesson() {
    for variant in Variant::ALL {
        let mut app = window(Display::Flat, Settings::default());
        load(&mut app, variant);
        let before = (pieces(&mut app), looks(&mut app));
        let kinds = kinds(variant);
        let mut names = all::<Name>(&mut app);
        names.retain(|(_, name)| name.starts_with("legend "));
        assert_eq!(names.len(), kinds.len(), "{variant}");
        assert_eq!(pointed_at(&mut app), ["", "How pieces move"]);
        for (name, role) in kinds {
            let kind = named(&mut app, &format!("legend {name}"));
            point(&mut app, kind, true);
            assert_eq!(taught(&app), Some(role), "{name} of {variant}");
            // The status line names the kind, since a letter alone doesn't.
            let shown = pointed_at(&mut app).map(|line| line.to_lowercase());
            if name == "marshal" {
                assert!(asking::is_displayed_text(
                    &mut app,
                    "Like a rook or a knight."
                ));
            }
            assert_eq!(shown, [name, ""]);
            point(&mut app, kind, false);
            assert_eq!(taught(&app), None);
        }
        assert_eq!((pieces(&mut app), looks(&mut app)), before);
    }
}

#[test]
fn unknown_kind_starts_no_lesson() {
    let mut app = help(Variant::Chess, Settings::default());
    let before = pieces(&mut app);
    ask(&mut app, Teach(Some(Role::new(40))));
    ask(&mut app, Teach(None));
    pass(&mut app, 0.5);
    assert_eq!((pieces(&mut app), taught(&app)), (before, None));
    // A new game on another board during a lesson.
    choose(&mut app, "rook");
    pass(&mut app, 2.0);
    load(&mut app, Variant::Icochess);
    assert_eq!(taught(&app), None);
    assert_eq!(shape(&app).board, "icochess");
    assert_eq!(pieces(&mut app), expected(&app));
}

#[test]
fn pending_move_is_played_or_cancelled_by_buttons() {
    for (button, made) in [("button play", 1), ("button cancel", 0)] {
        let mut app = window(
            Display::Flat,
            set(|it| it.confirm_moves = Confirmation::Always),
        );
        pass(&mut app, 0.1);
        assert!(!is_shown(&mut app, button));
        let mv = the_match(&app).position().legal_moves()[0];
        app.world_mut().resource_mut::<Choice>().0 = Some(Choosing {
            by: PointerId::Mouse,
            cell: mv.to,
            moves: vec![mv],
        });
        pass(&mut app, 0.1);
        assert!(is_shown(&mut app, button), "{button}");
        press(&mut app, button);
        assert!(!is_shown(&mut app, button));
        assert_eq!(plies(&app), made);
        assert_eq!(app.world().resource::<Selection>().0.cell(), None);
    }
}

/// Returns the compass dots: direction, position, and whether they are in front.
fn dots(app: &mut App) -> Vec<(Vec3, Vec2, bool)> {
    let world = app.world_mut();
    let mut dots = world.query::<(&Dot, &UiTransform)>();
    let place = |val: Val| match val {
        Val::Px(px) => px,
        _ => panic!("not placed"),
    };
    dots.iter(world)
        .map(|(dot, at)| {
            let seen = Vec2::new(place(at.translation.x), place(at.translation.y));
            (dot.towards, seen, at.scale.x >= 1.0)
        })
        .collect()
}

#[test]
fn compass_shows_every_piece_and_turns_to_kings() {
    let mut app = window(Display::Flat, Settings::default());
    pass(&mut app, 1.0);
    let count = pieces(&mut app).len();
    assert_eq!(dots(&mut app).len(), count);
    for side in [Side::White, Side::Black, Side::White] {
        let name = side.to_string().to_lowercase();
        press(&mut app, &format!("button turn to {name}'s king"));
        pass(&mut app, 1.0);
        let seat = seat(&app);
        let king = the_match(&app).position().royal(side).expect("a king");
        let king = shape(&app).centre(king).normalize();
        let view = (seat.eye - seat.centre).normalize();
        let turned = rotation(&mut app);
        // Above the middle.
        let off = (turned * king).angle_between(view).to_degrees();
        assert!(
            (off - 35.0).abs() < 0.5 && (turned * king).y > view.y,
            "{side}: {off}"
        );
        // A dot is in front if and only if the ball shows its piece.
        for (towards, seen, is_front) in dots(&mut app) {
            let depth = (turned * towards).dot(view);
            assert!(depth.abs() < 1e-3 || (depth > 0.0) == is_front);
            let from_middle = (1.0 - depth * depth).max(0.0).sqrt();
            assert!((seen.length() / 49.88 - from_middle).abs() < 0.01);
            if towards.distance(king) < 1e-4 {
                assert!(is_front);
            }
        }
    }
    // A move changes the dots.
    let before = dots(&mut app);
    play_first(&mut app);
    pass(&mut app, 0.5);
    assert_ne!(dots(&mut app), before);
}

/// Maximum number of dots at the compass's centre at the end of any frame.
#[derive(Resource, Default)]
struct InTheMiddle(usize);

fn count_in_the_middle(dots: Query<&UiTransform, With<Dot>>, mut most: ResMut<InTheMiddle>) {
    let unplaced = dots.iter().filter(|at| **at == UiTransform::default());
    most.0 = most.0.max(unplaced.count());
}

#[test]
fn compass_dots_are_not_drawn_before_they_are_placed() {
    let mut app = window_with(Display::Flat, Settings::default(), |app| {
        app.init_resource::<InTheMiddle>()
            .add_systems(Last, count_in_the_middle);
    });
    pass(&mut app, 0.1);
    assert!(!dots(&mut app).is_empty());
    // After a move, and on a board that is loaded again, all dots are new.
    play_first(&mut app);
    pass(&mut app, 0.3);
    for variant in [Variant::Chess, Variant::Icochess] {
        load(&mut app, variant);
    }
    assert!(!dots(&mut app).is_empty());
    // One dot may be in the middle.
    assert!(app.world().resource::<InTheMiddle>().0 <= 1);
}

#[test]
fn compass_shows_last_move_and_turns_to_hovered_targets() {
    let mut app = window(Display::Flat, set(|it| it.auto_turn_flat = false));
    pass(&mut app, 1.0);
    let count = dots(&mut app).len();
    for uci in ["b1n4", "o1b3"] {
        play(&mut app, uci);
    }
    pass(&mut app, 1.0);
    // Two pieces were captured; origin and target of the last move have rings.
    assert_eq!(dots(&mut app).len(), count - 2 + 2);
    let game = the_match(&app);
    let from = game.position().cell_named("n4").unwrap();
    let mut selected = Selected::default();
    selected.pick(Pick::Select(from), game);
    let targets = selected.targets(game);
    assert!(targets.len() > 3);
    app.world_mut().resource_mut::<Selection>().0 = selected;
    pass(&mut app, 0.2);
    assert_eq!(dots(&mut app).len(), count + targets.len());
    // Turns away from each target, then to it.
    for target in targets {
        let seat = seat(&app);
        let place = shape(&app).centre(target.cell).normalize();
        let now = rotation(&mut app) * place;
        let away = (seat.centre - seat.eye).normalize();
        ask(&mut app, TurnBoard(Quat::from_rotation_arc(now, away)));
        pass(&mut app, 0.1);
        let world = app.world_mut();
        let mut marks = world.query::<(Entity, &DotCell)>();
        let mark = marks.iter(world).find(|it| it.1.0 == target.cell);
        let mark = mark.expect("a mark of the target").0;
        point(&mut app, mark, true);
        app.world_mut().entity_mut(mark).remove::<Pointed>();
        assert!(is_in_sight(rotation(&mut app), place, &seat));
    }
}

#[test]
fn compass_is_only_for_balls_and_can_be_hidden() {
    let mut app = window(Display::Flat, Settings::default());
    load(&mut app, Variant::Chess);
    assert_eq!(dots(&mut app).len(), 0);
    load(&mut app, Variant::Icochess);
    assert!(dots(&mut app).len() > 20);
    app.world_mut().resource_mut::<Settings>().compass = false;
    pass(&mut app, 0.2);
    assert_eq!(dots(&mut app).len(), 0);
    let around = only::<ChildOf, Compass>(&mut app).parent();
    assert!(!is_displayed(&app, around));
}
