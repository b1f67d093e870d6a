//! Tests of boards with an inside, without window and device: OctHex 146 exploded, sliced, faded
//! and focused, and with bishops in reserve.

use std::collections::BTreeSet;

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use icochess::board::pieces::contact::Shaded;
use icochess::board::pieces::piece::{GLIDE_SECONDS, Gliding, IsPiece, PieceOn};
use icochess::board::pieces::reserve::InReserve;
use icochess::board::stage::looks::{TileLook, Tint};
use icochess::board::stage::parts::ReadBy;
use icochess::board::stage::shape::BoardShape;
use icochess::board::stage::spread::Spread;
use icochess::board::stage::switches::OnMap;
use icochess::board::tiles::focus::Focus;
use icochess::board::tiles::inner_paths::InnerPath;
use icochess::board::tiles::labels::TileName;
use icochess::board::turning::opening::{OpenRequested, Opened, SPREAD_SECONDS};
use icochess::board::turning::spin::FaceSide;
use icochess::computer::{Hint, HintMove};
use icochess::display::Display;
use icochess::feedback::table::FeedbackKind;
use icochess::feedback::{FeedbackEvent, FeedbackLocation};
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::game::{Match, MatchState, OnCell};
use icochess::interaction::InteractionState;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::Screen;
use icochess_boards::{OctHex146, Variant};
use icochess_rules::{AnyPosition, Board, Cell, CellSet, Move, Record, Side, Threat};
use icochess_shape::{Inside, Shape};

use crate::asking::{
    add_panel, ask, happens, has_text, is_shown, only, play, plies, shown_page, the_match,
};
use crate::headless::{self, keys, pass, place, window, window_with};
use crate::short_games::{Pick, ShortGame, short_games};
use crate::stage::{board_place, load, on_cells, playing, playing_with, press};

/// Returns a new game of OctHex 146.
fn new_game() -> Record {
    Variant::OctHex146.board().new_game()
}

fn octhex() -> App {
    playing(new_game())
}

/// Creates a game of OctHex 146 in the window.
fn octhex_window() -> App {
    let mut app = window_with(Display::Flat, Settings::default(), |app| {
        app.insert_resource(Match::new(new_game()));
    });
    pass(&mut app, 0.2);
    app
}

fn opened(app: &App) -> Opened {
    *app.world().resource::<Opened>()
}

/// Returns the description of the board's inside.
fn inside(app: &App) -> &Inside {
    let shape = app.world().resource::<BoardShape>();
    shape.inside.as_ref().expect("a board to look into")
}

fn open(app: &mut App, request: OpenRequested) {
    ask(app, request);
    pass(app, SPREAD_SECONDS + 0.1);
}

fn position(app: &App) -> &dyn AnyPosition {
    the_match(app).position()
}

fn cell(app: &App, name: &str) -> Cell {
    position(app).cell_named(name).expect("a cell")
}

/// Returns the drawn position of a cell's centre in the world.
fn seen(app: &mut App, cell: Cell) -> Vec3 {
    let root = board_place(app);
    let world = app.world();
    let shape = world.resource::<BoardShape>();
    root.transform_point(world.resource::<Spread>().centre(cell, shape))
}

/// Points the right hand at a tile from `above` metres, and pulls the trigger if `pulls`.
fn point(app: &mut App, name: &str, above: f32, pulls: bool) {
    let at = place(app, &format!("tile {name}")).expect("a place");
    let from = Transform::from_translation(at.translation() + at.up() * above);
    let aim = from.looking_to(-at.up(), Vec3::X);
    headless::point(app, aim, pulls);
}

/// Duration longer than a pointer takes to count as resting, in seconds.
const RESTS: f32 = 0.5;
/// Distance at which a hand touches a tile, in metres.
const CLOSE: f32 = 0.02;

fn hovered(app: &App) -> Option<String> {
    app.world().resource::<InteractionState>().hovered.clone()
}

/// Returns the pieces that are away from the drawn position of their cells.
fn misplaced(app: &mut App) -> Vec<Cell> {
    let world = app.world_mut();
    let mut pieces = world.query_filtered::<(&PieceOn, &GlobalTransform), With<IsPiece>>();
    let pieces = pieces.iter(world).map(|(on, at)| (on.0, at.translation()));
    let mut pieces: Vec<(Cell, Vec3)> = pieces.collect();
    assert_eq!(pieces.len() as u32, position(app).occupied().len());
    pieces.retain(|(cell, at)| seen(app, *cell).distance(*at) > 1e-5);
    pieces.into_iter().map(|(cell, _)| cell).collect()
}

/// Returns the faded cells.
fn faded(app: &mut App) -> BTreeSet<Cell> {
    let looks = on_cells::<TileLook>(app).into_iter();
    let faded = looks.filter(|(_, look)| look.tint == Tint::Faded);
    faded.map(|(cell, _)| cell).collect()
}

#[test]
fn exploding_separates_levels_and_moves_pieces_along() {
    let mut app = octhex();
    let [low, high] = ["a11", "k11"].map(|name| cell(&app, name));
    let tall = |app: &mut App| seen(app, high).y - seen(app, low).y;
    let whole = tall(&mut app);
    assert!(misplaced(&mut app).is_empty());
    open(&mut app, OpenRequested::Apart);
    assert!(tall(&mut app) > 1.4 * whole);
    assert!(misplaced(&mut app).is_empty());
    let tile = place(&mut app, "tile k11").unwrap().translation();
    assert!(tile.distance(seen(&mut app, high)) < 1e-5);
    // A piece gliding between levels also follows, from its start.
    let unicorn = cell(&app, "e15");
    let start = seen(&mut app, unicorn);
    play(&mut app, "e15g25");
    let now = only::<GlobalTransform, Gliding>(&mut app).translation();
    assert!(now.distance(start) < 0.03, "{now} {start}");
    pass(&mut app, GLIDE_SECONDS);
    assert!(misplaced(&mut app).is_empty());
    open(&mut app, OpenRequested::Apart);
    assert!((tall(&mut app) - whole).abs() < 1e-5);
    assert!(misplaced(&mut app).is_empty());
}

#[test]
fn slices_step_through_planes_up_to_the_whole_board() {
    let mut app = octhex();
    for cut in 0..inside(&app).cuts.len() {
        open(&mut app, OpenRequested::Cut);
        open(&mut app, OpenRequested::Plane(-100));
        let planes = inside(&app).cuts[cut].planes.clone();
        for (number, plane) in planes.iter().enumerate() {
            assert_eq!(opened(&app).cut, Some((cut, number)));
            assert_eq!(app.world().resource::<Focus>().cells, Some(*plane));
            let out = faded(&mut app);
            assert_eq!(out.len() + plane.len() as usize, 146);
            assert!(plane.cells().all(|cell| !out.contains(&cell)));
            open(&mut app, OpenRequested::Plane(1));
        }
        assert_eq!(opened(&app).cut, Some((cut, planes.len() - 1)));
    }
    open(&mut app, OpenRequested::Cut);
    assert_eq!(*app.world().resource::<Focus>(), Focus::default());
    assert!(faded(&mut app).is_empty());
}

#[test]
fn keys_and_shift_wheel_open_the_board_in_the_window() {
    let mut app = octhex_window();
    for is_apart in [true, false] {
        keys(&mut app, &[KeyCode::KeyE]);
        assert_eq!(opened(&app).is_apart, is_apart);
    }
    keys(&mut app, &[KeyCode::PageUp]);
    assert_eq!(opened(&app).cut, None);
    keys(&mut app, &[KeyCode::KeyC]);
    let first = opened(&app).cut.expect("a cut");
    let next = (first.0, first.1 + 1);
    for (key, expected) in [(KeyCode::PageUp, next), (KeyCode::PageDown, first)] {
        keys(&mut app, &[key]);
        assert_eq!(opened(&app).cut, Some(expected));
    }
    let window = headless::the_window(&mut app);
    let shift = (KeyCode::ShiftLeft, Key::Shift, None);
    headless::send_key(&mut app, shift, ButtonState::Pressed);
    app.update();
    for (y, expected) in [(1.0, next), (-1.0, first)] {
        let wheel = MouseWheel {
            unit: MouseScrollUnit::Line,
            x: 0.0,
            y,
            window,
            phase: TouchPhase::Moved,
        };
        ask(&mut app, wheel);
        app.update();
        assert_eq!(opened(&app).cut, Some(expected));
    }
}

#[test]
fn slice_buttons_cycle_directions_and_esc_leaves() {
    let mut app = octhex_window();
    let kind = |app: &App| opened(app).kind(app.world().resource::<BoardShape>());
    // Pressing a kind again switches to its next direction.
    for (button, cut) in [
        ("button levels", 0),
        ("button hexagons", 1),
        ("button hexagons", 2),
        ("button squares", 5),
        ("button squares", 6),
        ("button squares", 5),
        ("button levels", 0),
    ] {
        press(&mut app, button);
        assert_eq!(opened(&app).cut.map(|it| it.0), Some(cut));
    }
    assert_eq!(kind(&app), Some(0));
    for page in [Screen::Game, Screen::Home] {
        keys(&mut app, &[KeyCode::Escape]);
        assert_eq!((kind(&app), shown_page(&app)), (None, page));
    }
}

#[test]
fn slice_stepper_works_in_window_and_on_panel() {
    let mut app = octhex_window();
    add_panel(&mut app);
    pass(&mut app, 0.2);
    let plane = |app: &App| opened(app).cut.map(|it| it.1);
    for on in ["", "panel "] {
        let stepper = ["next slice", "previous slice", "whole board"];
        let [next, previous, whole] = stepper.map(|name| format!("{on}button {name}"));
        assert!(!is_shown(&mut app, &next), "{on}");
        press(&mut app, &format!("{on}button levels"));
        let first = plane(&app).expect("a slice");
        assert!(is_shown(&mut app, &next), "{on}");
        for (button, shown) in [
            (&next, first + 1),
            (&next, first + 2),
            (&previous, first + 1),
        ] {
            press(&mut app, button);
            assert_eq!(plane(&app), Some(shown), "{button}");
            assert!(has_text(&mut app, &format!("Layers: {} of", shown + 1)));
        }
        press(&mut app, &whole);
        assert_eq!(plane(&app), None, "{on}");
    }
}

#[test]
fn hint_shows_its_piece_despite_slice_and_fading() {
    let mut app = octhex();
    let mv = position(&app).legal_moves()[0];
    for kind in 0..3 {
        open(&mut app, OpenRequested::Kind(kind));
        open(&mut app, OpenRequested::Plane(100));
        let before = faded(&mut app);
        let path = vec![mv.to];
        app.world_mut().resource_mut::<Hint>().0 = Some(HintMove { mv, path });
        pass(&mut app, 0.1);
        let now = faded(&mut app);
        let ends = [mv.from, mv.to];
        assert!(ends.iter().any(|end| before.contains(end)), "{kind}");
        assert!(!ends.iter().any(|end| now.contains(end)), "{kind}");
        let pickable = app.world().resource::<Focus>().pickable.unwrap();
        assert!(pickable.contains(mv.from) && pickable.contains(mv.to));
        app.world_mut().resource_mut::<Hint>().0 = None;
        pass(&mut app, 0.1);
        assert_eq!(faded(&mut app), before);
    }
}

#[test]
fn ray_passes_through_cells_outside_the_slice() {
    let mut app = octhex();
    // Another cell is right above it, two levels higher.
    point(&mut app, "f33", 0.5, false);
    let over = hovered(&app).unwrap();
    assert_ne!(over, "f33");
    open(&mut app, OpenRequested::Cut);
    point(&mut app, "f33", 0.5, false);
    assert_eq!(hovered(&app).as_deref(), Some("f33"));
}

/// Returns the alpha modes of pieces on faded cells.
fn mixed(app: &mut App) -> Vec<AlphaMode> {
    let out = faded(app);
    let world = app.world_mut();
    let mut pieces =
        world.query_filtered::<(&PieceOn, &MeshMaterial3d<StandardMaterial>), With<IsPiece>>();
    let paints = world.resource::<Assets<StandardMaterial>>();
    let faded = pieces.iter(world).filter(|(on, _)| out.contains(&on.0));
    let paints = faded.map(|(_, paint)| paints.get(&paint.0).expect("a material"));
    paints.map(|paint| paint.alpha_mode).collect()
}

#[test]
fn multisampling_fades_pieces_as_one_silhouette() {
    let mut app = octhex();
    let camera = app.world_mut().spawn(Camera3d::default()).id();
    point(&mut app, "e15", CLOSE, false);
    pass(&mut app, RESTS);
    for (samples, wanted) in [
        (Msaa::Sample4, AlphaMode::AlphaToCoverage),
        (Msaa::Off, AlphaMode::Blend),
        (Msaa::Sample2, AlphaMode::AlphaToCoverage),
    ] {
        app.world_mut().entity_mut(camera).insert(samples);
        pass(&mut app, 0.1);
        let modes = mixed(&mut app);
        let are_so = !modes.is_empty() && modes.iter().all(|mode| *mode == wanted);
        assert!(are_so, "{samples:?}: {modes:?}");
    }
    // One of four samples would be too much for the ghosts next to a slice.
    open(&mut app, OpenRequested::Cut);
    let modes = mixed(&mut app);
    assert!(!modes.is_empty() && modes.iter().all(|mode| *mode == AlphaMode::Blend));
    open(&mut app, OpenRequested::Whole);
    point(&mut app, "e15", CLOSE, false);
    pass(&mut app, RESTS);
    let modes = mixed(&mut app);
    assert!(!modes.is_empty() && modes.iter().all(|mode| *mode == AlphaMode::AlphaToCoverage));
}

#[test]
fn hovering_a_piece_fades_unrelated_cells() {
    let mut app = octhex();
    point(&mut app, "e15", CLOSE, false);
    assert_eq!(hovered(&app).as_deref(), Some("e15"));
    // Nothing fades until the pointer rests, because it may only be passing.
    assert!(faded(&mut app).is_empty());
    pass(&mut app, RESTS);
    let unicorn = cell(&app, "e15");
    let targets = position(&app).targets(unicorn);
    let out = faded(&mut app);
    assert!(out.len() > 80);
    assert!(!out.contains(&unicorn) && !targets.is_empty());
    assert!(targets.iter().all(|target| !out.contains(&target.cell)));
    // Once set up, exactly the pieces that don't fade have a shadow.
    pass(&mut app, 1.2);
    let shaded = app.world().resource::<Shaded>().0;
    let stays = |cell: &Cell| !out.contains(cell);
    let wanted: Vec<Cell> = position(&app).occupied().cells().filter(stays).collect();
    assert_eq!(shaded.cells().collect::<Vec<_>>(), wanted);
    // Pieces fade with their cells; faded pieces of a side share a material.
    let world = app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &IsPiece, &MeshMaterial3d<StandardMaterial>)>();
    let mut looks: [BTreeSet<(usize, String)>; 2] = default();
    for (on, is, material) in pieces.iter(world) {
        let fades = usize::from(out.contains(&on.0));
        looks[fades].insert((is.0.side.index(), format!("{:?}", material.0.id())));
    }
    assert!(looks[1].len() == 2 && looks[0].len() <= 2);
    assert!(looks[0].is_disjoint(&looks[1]));
    // Over an empty cell, nothing fades.
    point(&mut app, "f33", CLOSE, false);
    assert!(faded(&mut app).is_empty());
}

/// Returns the cells whose names are visible on the board, not on its map.
fn named(app: &mut App) -> BTreeSet<Cell> {
    let world = app.world_mut();
    let mut names = world.query_filtered::<(&ChildOf, &Visibility), With<TileName>>();
    let mut tiles = world.query_filtered::<&OnCell, Without<OnMap>>();
    let world = &*world;
    let names = names.iter(world);
    let seen = names.filter(|(_, visibility)| **visibility != Visibility::Hidden);
    let tiles = seen.filter_map(|(on, _)| tiles.get(world, on.parent()).ok());
    tiles.map(|on| on.0).collect()
}

#[test]
fn names_appear_on_hovered_level_or_focused_cells() {
    let mut app = playing_with(headless::set(|it| it.tile_names = true), new_game(), |_| {});
    let level = |app: &App, name: &str| -> BTreeSet<Cell> {
        let shape = app.world().resource::<BoardShape>();
        let part = |cell: Cell| shape.places[cell.index()].part;
        let own = part(cell(app, name));
        shape.cells().filter(|it| part(*it) == own).collect()
    };
    // The names of the widest level are visible until another level is hovered.
    assert_eq!(named(&mut app), level(&app, "f33"));
    point(&mut app, "e15", CLOSE, false);
    assert_eq!(hovered(&app).as_deref(), Some("e15"));
    assert_eq!(named(&mut app), level(&app, "e15"));
    open(&mut app, OpenRequested::Kind(1));
    let cells = app.world().resource::<Focus>().cells.expect("a slice");
    assert_eq!(named(&mut app), cells.cells().collect());
}

#[test]
fn hovering_pieces_in_turn_creates_no_assets() {
    let mut app = octhex();
    let names = ["e15", "e14", "f21", "f33", "b11"];
    point(&mut app, names[0], CLOSE, true);
    pass(&mut app, RESTS);
    let counts = |app: &App| {
        let meshes = app.world().resource::<Assets<Mesh>>().len();
        let materials = app.world().resource::<Assets<StandardMaterial>>().len();
        [meshes, materials]
    };
    let before = counts(&app);
    for name in names {
        point(&mut app, name, CLOSE, true);
        pass(&mut app, RESTS);
    }
    assert_eq!(counts(&app), before);
}

/// Returns the transforms of the visible inner paths.
fn inner_paths(app: &mut App) -> Vec<Transform> {
    let world = app.world_mut();
    let mut inner_paths = world.query_filtered::<(&Transform, &Visibility), With<InnerPath>>();
    let inner_paths = inner_paths.iter(world);
    let shown = inner_paths.filter(|(_, visibility)| **visibility != Visibility::Hidden);
    shown.map(|(at, _)| *at).collect()
}

/// Asserts that an inner path connects the centres of two cells.
fn assert_along(path: &Transform, shape: &Shape, [from, to]: [Cell; 2]) {
    let offset = shape.centre(to) - shape.centre(from);
    assert!((path.scale.z - offset.length()).abs() < 1e-5);
    assert!((path.rotation * Vec3::Z).dot(offset.normalize()) > 0.999);
}

/// Returns a pseudo-random game and a move refused because of a single attack across other cells,
/// with that attack.
fn with_an_attack_over_cells(variant: Variant) -> (Record, Move, Threat) {
    let cells: Vec<Cell> = variant.shape().cells().collect();
    for seed in 1..100 {
        let mut record = variant.board().new_game();
        for ply in 1..80 {
            let position = record.position();
            for from in position.by_side(position.turn()).cells() {
                for to in &cells {
                    let mv = Move::new(from, *to);
                    if let [threat] = position.threats_after(mv)[..]
                        && threat.path.cells().count() > 0
                    {
                        return (record, mv, threat);
                    }
                }
            }
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[seed * ply * 7919 % legal.len()];
            if record.make_mut().play(mv).is_err() {
                break;
            }
        }
    }
    panic!("{variant}: no such game is found");
}

#[test]
fn refused_move_shows_attack_as_beam_and_fades_the_rest() {
    for variant in Variant::ALL {
        let start = variant.board().new_game();
        let has_king = start.position().royal(start.position().turn()).is_some();
        if variant.shape().inside.is_none() || !has_king {
            continue;
        }
        let (record, mv, threat) = with_an_attack_over_cells(variant);
        let (ply, last) = (record.ply(), record.last());
        let king = record.position().royal(record.position().turn());
        let mut app = playing(record);
        assert!(inner_paths(&mut app).is_empty() && faded(&mut app).is_empty());
        ask(&mut app, MoveRequested(mv));
        pass(&mut app, 0.1);
        assert_eq!(plies(&app), ply);
        let found = inner_paths(&mut app);
        assert_eq!(found.len(), 1);
        let shape = app.world().resource::<BoardShape>();
        assert_along(&found[0], shape, [threat.attacker, threat.king]);
        let cells: BTreeSet<Cell> = shape.cells().collect();
        let mut own: BTreeSet<Cell> = threat.path.cells().collect();
        own.extend([threat.king, threat.attacker].into_iter().chain(king));
        let faded_now = faded(&mut app);
        assert!(faded_now.is_disjoint(&own));
        // The last move stays marked.
        own.extend(last.into_iter().flat_map(|mv| [mv.from, mv.to]));
        let mut rest = cells.difference(&own);
        assert_eq!(rest.find(|cell| !faded_now.contains(*cell)), None);
        pass(&mut app, 9.0);
        assert!(inner_paths(&mut app).is_empty() && faded(&mut app).is_empty());
    }
}

#[test]
fn selected_sliders_paths_are_shown_as_beams() {
    let mut app = octhex();
    point(&mut app, "e15", CLOSE, true);
    let from = cell(&app, "e15");
    let pointing = app.world().resource::<InteractionState>();
    assert_eq!(pointing.selected.as_deref(), Some("e15"));
    let ends = position(&app).line_ends(from);
    assert!(ends.len() > 1);
    let found = inner_paths(&mut app);
    assert_eq!(found.len(), ends.len());
    let shape = app.world().resource::<BoardShape>();
    for (path, end) in found.iter().zip(&ends) {
        assert_along(path, shape, [from, *end]);
    }
    // A pawn has no inner paths, and those of the previous piece disappear.
    point(&mut app, "f22", CLOSE, true);
    assert!(inner_paths(&mut app).is_empty());
}

#[test]
fn bishop_enters_from_reserve_and_returns_there() {
    let mut app = octhex();
    let reserve = |app: &mut App| {
        let world = app.world_mut();
        let mut standing = world.query::<(&InReserve, &GlobalTransform)>();
        let standing = standing.iter(world);
        let standing = standing.map(|(it, at)| (it.0.side.index(), at.translation()));
        let mut standing: Vec<(usize, Vec3)> = standing.collect();
        standing.sort_by_key(|(side, _)| *side);
        standing
    };
    let before = reserve(&mut app);
    assert_eq!(before.iter().map(|it| it.0).collect::<Vec<_>>(), [0, 1]);
    play(&mut app, "e12f34b");
    assert_eq!(reserve(&mut app), before[1..]);
    // The bishop is gliding from its place in the reserve.
    let array = cell(&app, "e12");
    let world = app.world_mut();
    let mut moving = world.query_filtered::<(&PieceOn, &GlobalTransform), With<Gliding>>();
    let bishop = moving.iter(world).find(|(on, _)| on.0 == array);
    let at = bishop.expect("it glides").1.translation();
    assert!(at.distance(before[0].1) < 0.05, "{at}");
    pass(&mut app, GLIDE_SECONDS);
    assert!(misplaced(&mut app).is_empty());
    ask(&mut app, GameRequest::Undo);
    let back = reserve(&mut app);
    assert_eq!(back.len(), 2);
    let entered = seen(&mut app, array);
    assert!(back[0].1.distance(entered) < 0.05, "it sets out from there");
    pass(&mut app, 1.0);
    let after = reserve(&mut app);
    for (now, then) in after.iter().zip(&before) {
        assert!(now.1.distance(then.1) < 1e-5);
    }
    assert!(misplaced(&mut app).is_empty());
}

#[test]
fn extinction_sounds_at_the_last_capture() {
    let games = short_games();
    let game = games.iter().find(|game| game.board == OctHex146::ID);
    let game = game.expect("the game of OctHex 146");
    let mut app = begun(game);
    let [before @ .., (_, last)] = &*game.moves else {
        panic!("a game without moves");
    };
    for (_, uci) in before {
        play(&mut app, uci);
        pass(&mut app, GLIDE_SECONDS);
    }
    play(&mut app, last);
    let unicorn = FeedbackLocation::Cell(cell(&app, "f61"));
    let feedback = happens(&mut app, 60);
    let is_it = |it: &FeedbackEvent| (it.kind, it.at) == (FeedbackKind::GameOver, unicorn);
    assert!(feedback.iter().any(is_it), "{feedback:?}");
}

/// Creates the start of a short game, and runs some frames.
fn begun(game: &ShortGame) -> App {
    let variant: Variant = game.board.parse().expect("a board");
    let start = variant.board().read_position(&game.start);
    let start = start.unwrap_or_else(|error| panic!("{}: {error}", game.board));
    playing(start)
}

#[test]
fn short_games_can_be_picked_to_their_end() {
    for game in short_games() {
        let mut app = begun(&game);
        let mut played: Vec<&str> = Vec::new();
        for (pick, uci) in &game.moves {
            match pick {
                Pick::Piece { from, to, becomes } => {
                    point(&mut app, from, CLOSE, true);
                    point(&mut app, to, CLOSE, true);
                    if let Some(piece) = becomes {
                        headless::trigger(&mut app, &format!("choice {piece}"));
                    }
                }
                // `any_board/trek.rs` tests pointing at rims and beads.
                Pick::Part { from, square, to } => {
                    let pins = [from, to].map(|pin| cell(&app, pin));
                    let mv = position(&app).parse_uci(uci).expect("a move");
                    assert_eq!([mv.from, mv.to], pins, "{}", game.board);
                    assert_eq!(position(&app).piece_at(cell(&app, square)), None);
                    play(&mut app, uci);
                }
            }
            pass(&mut app, 1.0);
            played.push(uci);
            assert_eq!(app.world().resource::<MatchState>().moves, played);
        }
        assert_eq!(app.world().resource::<MatchState>().outcome, game.outcome);
    }
}

/// Returns, for each side, whether all its coordinates are visible, on `levels` levels.
fn read_by(app: &mut App, levels: usize) -> [bool; 2] {
    let world = app.world_mut();
    let mut fixtures = world.query::<(&ReadBy, &Visibility)>();
    let found = fixtures.iter(world);
    let found = found.map(|(by, visibility)| (by.0, *visibility != Visibility::Hidden));
    let found: Vec<(Side, bool)> = found.collect();
    assert_eq!(found.len(), 2 * levels);
    Side::ALL.map(|side| {
        let mut of_side = found.iter().filter(|(by, _)| *by == side);
        let is_seen = found.contains(&(side, true));
        assert!(of_side.all(|(_, seen)| *seen == is_seen), "{side}");
        is_seen
    })
}

#[test]
fn coordinates_face_the_seated_side_except_in_headset() {
    for (variant, levels) in [(Variant::Raumschach, 5), (Variant::Chess, 1)] {
        let mut app = playing(variant.board().new_game());
        assert_eq!(read_by(&mut app, levels), [true, true], "{variant}");
        let mut app = window(Display::Flat, Settings::default());
        load(&mut app, variant);
        for side in [Side::White, Side::Black, Side::White] {
            ask(&mut app, FaceSide(side));
            pass(&mut app, 1.0);
            let is_read = Side::ALL.map(|it| it == side);
            assert_eq!(read_by(&mut app, levels), is_read, "{variant}: {side}");
        }
    }
}
