//! The map: all cells of a board laid out flat, picked like cells of the board.

use std::collections::BTreeMap;

use accesskit::Action;
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::window::PrimaryWindow;
use bevy_rapier3d::prelude::ColliderDisabled;
use icochess::board::map::pieces::MapPiece;
use icochess::board::stage::looks::{FrameKind, Mark, TileLook};
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::board::stage::switches::{MapRoot, OnMap};
use icochess::board::tiles::labels::TileName;
use icochess::board::turning::spin::{TURN_SECONDS, TurnBoard};
use icochess::display::Display;
use icochess::flat::camera::WindowCamera;
use icochess::game::messages::GameRequest;
use icochess::game::{Match, MatchState, OnCell};
use icochess::interaction::{InteractionState, Selection, selection};
use icochess::save::settings::{Confirmation, Settings};
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::pages::MapRoom;
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;
use icochess_rules::{Cell, Record};
use icochess_shape::{Map, is_in_sight};

use crate::asking::{all, ask, laid_out, only, open, rotation, shown_page, the, the_match};
use crate::beside::pixel;
use crate::headless::{self, pass, window_with};
use crate::short_games::{Pick, short_games};
use crate::table::MATE;

/// Returns settings with the map switched on.
fn wanted() -> Settings {
    Settings {
        map: true,
        confirm_moves: Confirmation::Never,
        ..Settings::default()
    }
}

/// Creates a game in a headset with the map, and runs some frames.
fn begun(start: Record) -> App {
    let mut app = headless::app(wanted(), |app| {
        app.insert_resource(Match::new(start))
            .insert_state(Display::Headset);
    });
    pass(&mut app, 0.4);
    app
}

/// Returns whether the map is visible; only then do its cells have colliders.
fn is_seen(app: &mut App) -> bool {
    let world = app.world_mut();
    let mut maps = world.query_filtered::<&Visibility, With<MapRoot>>();
    let is_seen = maps.iter(world).any(|map| *map != Visibility::Hidden);
    let mut met = world.query_filtered::<(), (With<OnMap>, Without<ColliderDisabled>)>();
    assert_eq!(met.iter(world).count() > 0, is_seen);
    // Bevy shows `Visible` entities even if their parent is hidden.
    let mut all = world.query::<(Entity, &Visibility)>();
    let visible = all.iter(world).filter(|it| *it.1 == Visibility::Visible);
    let is_on_map = |(it, _): &(Entity, &Visibility)| {
        let parent = |it: &Entity| world.get::<ChildOf>(*it).map(ChildOf::parent);
        let mut above = std::iter::successors(Some(*it), parent);
        above.any(|it| world.get::<MapRoot>(it).is_some())
    };
    assert_eq!(visible.filter(is_on_map).count(), 0);
    is_seen
}

/// Points at a cell of the map, and pulls the trigger if `pulls`.
fn point(app: &mut App, cell: &str, pulls: bool) {
    let place = headless::place(app, &format!("map {cell}"));
    let place = place.unwrap_or_else(|| panic!("{cell} is not on the map"));
    let before = Transform::from_translation(place.translation() + place.up() * 0.3);
    let aim = before.looking_to(-place.up(), place.up().any_orthonormal_vector());
    headless::point(app, aim, pulls);
}

/// Returns the number of cells on the map. There is at most one map.
fn places(app: &mut App) -> usize {
    let places = all::<OnMap>(app).len();
    assert_eq!(all::<MapRoot>(app).len(), usize::from(places > 0));
    places
}

/// Returns the appearance of each cell, on the board and on the map.
fn looks(app: &mut App) -> [BTreeMap<usize, TileLook>; 2] {
    let world = app.world_mut();
    let mut tiles = world.query::<(&OnCell, &TileLook, Has<OnMap>)>();
    let mut looks = [BTreeMap::new(), BTreeMap::new()];
    for (on, look, is_on_map) in tiles.iter(world) {
        let before = looks[usize::from(is_on_map)].insert(on.0.index(), *look);
        assert_eq!(before, None, "a cell twice");
    }
    looks
}

/// Asserts that the map shows everything that the board shows.
fn assert_agrees(app: &mut App) {
    let [board, map] = looks(app);
    assert_eq!(board, map);
    let world = app.world_mut();
    let mut pieces = world.query::<(&MapPiece, &Visibility)>();
    let seen = pieces.iter(world);
    let seen = seen.filter(|(_, it)| **it != Visibility::Hidden);
    let mut seen: Vec<usize> = seen.map(|(piece, _)| piece.0.index()).collect();
    seen.sort_unstable();
    let position = the_match(app).position();
    let cells = (0..position.cell_count()).map(|cell| Cell::new(cell as u8));
    let there = cells.filter(|cell| position.piece_at(*cell).is_some());
    assert_eq!(seen, there.map(Cell::index).collect::<Vec<_>>());
}

#[test]
fn whole_game_is_played_on_map_and_board_agrees() {
    let mut app = begun(Variant::Icochess.board().new_game());
    assert_eq!(places(&mut app), 80);
    assert_agrees(&mut app);
    for (ply, uci) in MATE.iter().enumerate() {
        let (from, to) = uci.split_at(2);
        point(&mut app, from, false);
        let state = |app: &App| app.world().resource::<InteractionState>().clone();
        assert_eq!(state(&app).hovered.as_deref(), Some(from));
        assert_agrees(&mut app);
        point(&mut app, from, true);
        assert_eq!(state(&app).selected.as_deref(), Some(from));
        point(&mut app, to, false);
        let looks = looks(&mut app);
        assert_agrees(&mut app);
        // Selection and hover have different frames, and targets have markers.
        let position = the_match(&app).position();
        let at = |name: &str| position.cell_named(name).unwrap().index();
        assert_eq!(looks[1][&at(from)].frame, Some(FrameKind::Selected));
        assert_eq!(looks[1][&at(to)].frame, Some(FrameKind::Hovered));
        let marks = looks[1].values().filter(|look| look.mark.is_some());
        let mover = position.cell_named(from).unwrap();
        assert_eq!(marks.count(), position.targets(mover).len());
        let taken = position.piece_at(position.cell_named(to).unwrap());
        let mark = taken.map_or(Mark::Move, |_| Mark::Capture);
        assert_eq!(looks[1][&at(to)].mark, Some(mark));
        point(&mut app, to, true);
        pass(&mut app, 1.0);
        let state = app.world().resource::<MatchState>();
        assert_eq!(state.moves, MATE[..=ply]);
        assert_agrees(&mut app);
    }
    let state = app.world().resource::<MatchState>();
    assert_eq!(state.outcome, "checkmate");
}

#[test]
fn hovered_map_target_turns_into_view() {
    let mut app = begun(Variant::Icochess.board().new_game());
    let in_sight = |app: &mut App, cell: Cell| {
        let (lies, seat) = (rotation(app), *app.world().resource::<PlayerSeat>());
        let shape = app.world().resource::<BoardShape>();
        is_in_sight(lies, shape.centre(cell), &seat)
    };
    point(&mut app, "b1", true);
    let [from, to] = ["b1", "n4"].map(|it| the_match(&app).position().cell_named(it).unwrap());
    // Turns the board so that the target is on the far side.
    let seat = *app.world().resource::<PlayerSeat>();
    let lies = rotation(&mut app) * app.world().resource::<BoardShape>().centre(to).normalize();
    let away = (seat.centre - seat.eye).normalize();
    ask(&mut app, TurnBoard(Quat::from_rotation_arc(lies, away)));
    assert!(!in_sight(&mut app, to));
    let lies = rotation(&mut app);
    let targets = the_match(&app).position().targets(from);
    let cells = (0..80).map(Cell::new);
    let mut others = cells.filter(|cell| targets.iter().all(|target| target.cell != *cell));
    let other = others.find(|cell| !in_sight(&mut app, *cell)).unwrap();
    let other = the_match(&app).position().cell_name(other);
    point(&mut app, other, false);
    pass(&mut app, TURN_SECONDS);
    assert_eq!(rotation(&mut app), lies, "{other}");
    point(&mut app, "n4", false);
    pass(&mut app, TURN_SECONDS);
    assert!(in_sight(&mut app, to));
}

#[test]
fn short_games_can_be_picked_on_maps() {
    for game in short_games() {
        let variant: Variant = game.board.parse().expect("a board");
        let start = variant.board().read_position(&game.start);
        let mut app = begun(start.unwrap_or_else(|error| panic!("{}: {error}", game.board)));
        assert_eq!(places(&mut app) > 0, Map::is_of(&variant.shape()));
        if places(&mut app) == 0 {
            continue;
        }
        let mut played: Vec<&str> = Vec::new();
        for (pick, uci) in &game.moves {
            match pick {
                Pick::Piece { from, to, becomes } => {
                    point(&mut app, from, true);
                    point(&mut app, to, true);
                    if let Some(piece) = becomes {
                        headless::trigger(&mut app, &format!("choice {piece}"));
                    }
                }
                Pick::Part { from, square, to } => {
                    point(&mut app, square, true);
                    let state = app.world().resource::<InteractionState>();
                    let part = format!("dock {from}");
                    assert_eq!(state.selected.as_deref(), Some(&*part), "{uci}");
                    point(&mut app, &format!("dock {to}"), true);
                }
            }
            pass(&mut app, 1.0);
            played.push(uci);
            let state = app.world().resource::<MatchState>();
            assert_eq!(state.moves, played, "{}", game.board);
        }
        assert_eq!(app.world().resource::<MatchState>().outcome, game.outcome);
    }
}

#[test]
fn map_follows_its_command_and_the_board() {
    let mut app = begun(Variant::Icochess.board().new_game());
    for count in [0, 80] {
        ask(&mut app, CommandRequested(Command::Map));
        pass(&mut app, 0.2);
        assert_eq!(places(&mut app), count);
        assert_eq!(app.world().resource::<Settings>().map, count > 0);
    }
    for variant in Variant::ALL {
        let other = variant.board().new_game();
        ask(&mut app, GameRequest::Load(other));
        pass(&mut app, 0.4);
        let shape = variant.shape();
        let expected = usize::from(Map::is_of(&shape)) * shape.places.len();
        assert_eq!(places(&mut app), expected, "{variant}");
        if expected > 0 {
            let [board, map] = looks(&mut app);
            assert_eq!(board, map, "{variant}");
        }
        if variant == Variant::Raumschach {
            for level in 'A'..='E' {
                let letter = headless::place(&mut app, &format!("map level {level}"));
                assert!(letter.is_some(), "{level}");
            }
        }
    }
}

#[test]
fn window_shows_the_map_in_its_space_on_the_game_page() {
    let mut app = window_with(Display::Flat, wanted(), headless::lay_out);
    pass(&mut app, 0.4);
    assert_eq!(places(&mut app), 80);
    assert!(is_seen(&mut app));
    let room = the::<MapRoom>(&mut app);
    let camera = the::<WindowCamera>(&mut app);
    assert_eq!(only::<ChildOf, MapRoot>(&mut app).parent(), camera);
    let room = laid_out(&app, room);
    assert!(room.width() > 50.0 && room.height() > 100.0, "{room:?}");
    let size = only::<Window, PrimaryWindow>(&mut app).physical_size();
    assert!(room.max.x <= size.x as f32 && room.max.y <= size.y as f32);
    // The map covers neither text nor the board.
    let world = app.world_mut();
    let mut tiles = world.query_filtered::<(&GlobalTransform, Has<OnMap>), With<OnCell>>();
    let tiles = tiles
        .iter(world)
        .map(|(tile, on_map)| (tile.translation(), on_map));
    let tiles: Vec<(Vec3, bool)> = tiles.collect();
    assert_eq!(tiles.len(), 2 * 80);
    for (tile, is_on_map) in tiles {
        let at = pixel(&mut app, tile);
        assert_eq!(room.contains(at), is_on_map, "{at} {room:?}");
    }
    let world = app.world_mut();
    let mut texts = world.query::<(&Text, &ComputedNode, &UiGlobalTransform)>();
    for (text, node, at) in texts.iter(world) {
        let rect = Rect::from_center_size(at.translation, node.size());
        let lies_over = rect.intersect(room);
        assert!(rect.is_empty() || lies_over.is_empty(), "{}", text.0);
    }
    // Other pages have no space for the map: it is hidden there, without colliders, and returns
    // afterwards.
    let map = the::<MapRoot>(&mut app);
    let game = the_match(&app).clone();
    let piece = game.position().cell_named("a4").expect("a tile");
    let mut selected = app.world_mut().resource_mut::<Selection>();
    selected.0.pick(selection::Pick::Select(piece), &game);
    pass(&mut app, 0.1);
    for screen in [Screen::Home, Screen::Views] {
        open(&mut app, screen);
        pass(&mut app, 0.1);
        assert!(!is_seen(&mut app), "{screen:?}");
        open(&mut app, Screen::Game);
        pass(&mut app, 0.1);
        assert!(is_seen(&mut app), "{screen:?}");
        assert_eq!(the::<MapRoot>(&mut app), map, "it was kept");
    }
    headless::keys(&mut app, &[KeyCode::KeyK]);
    pass(&mut app, 0.1);
    assert_eq!(places(&mut app), 0);
    // Switching the map on elsewhere goes to the game page.
    open(&mut app, Screen::Views);
    headless::ask(&mut app, "button map", Action::Click);
    pass(&mut app, 0.2);
    assert_eq!(shown_page(&app), Screen::Game);
    assert_eq!(places(&mut app), 80);
    assert!(is_seen(&mut app));
}

/// Returns the transforms of the names on the map.
fn names(app: &mut App) -> BTreeMap<usize, Transform> {
    let world = app.world_mut();
    let mut tiles = world.query_filtered::<&OnCell, With<OnMap>>();
    let mut names = world.query_filtered::<(&ChildOf, &Transform), With<TileName>>();
    let world = &*world;
    let on_map = names.iter(world).filter_map(|(of, at)| {
        let OnCell(cell) = tiles.get(world, of.parent()).ok()?;
        Some((cell.index(), *at))
    });
    on_map.collect()
}

#[test]
fn map_names_are_large_unless_pieces_or_markers_need_space() {
    let mut app = begun(Variant::Icochess.board().new_game());
    let assert_fits = |app: &mut App| {
        let [_, looks] = looks(app);
        let names = names(app);
        assert_eq!(names.len(), 80);
        let position = the_match(app).position();
        for (cell, at) in names {
            let is_taken = position.piece_at(Cell::new(cell as u8)).is_some();
            let is_free = !is_taken && looks[&cell].mark.is_none() && looks[&cell].sign.is_none();
            let is_in_middle = at.translation.with_y(0.0).length() < 1e-4;
            assert_eq!(is_in_middle, is_free, "{cell}");
            assert_eq!(at.scale.x > 1.5, is_free, "{cell}");
        }
    };
    assert_fits(&mut app);
    point(&mut app, "b1", true);
    assert_fits(&mut app);
    point(&mut app, "n4", true);
    pass(&mut app, 1.0);
    assert_fits(&mut app);
}
