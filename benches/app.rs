//! Frame times of the running game without window and GPU, on every board: an idle frame, a frame
//! whose hover changes, and frames while the board turns, with and without tile names. Also
//! measures a ray against the board, frames with the panel (idle and hovered), and a frame that
//! saves a ply of a long game.
//!
//! ```text
//! cargo bench --profile dev --bench app
//! ```
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

#[path = "../tests/support/headless.rs"]
mod headless;

use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::ui::UiGlobalTransform;
use bevy_rapier3d::prelude::{QueryFilter, ReadRapierContext};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use icochess::board::stage::root::BoardRoot;
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::board::turning::spin::TurnBoard;
use icochess::game::Match;
use icochess::game::messages::GameRequest;
use icochess::interaction::InteractionState;
use icochess::save::queue::SaveQueue;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::ui::panel;
use icochess::ui::panel::plane::point_of;
use icochess::ui::panel::screen::{Panel, PanelCamera, PanelScreen};
use icochess::ui::state::status::StatusLine;
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, HandInput};
use icochess_boards::{Icochess, Variant};
use icochess_rules::{Cell, CellSet, Equipment, GameTree, Move, Role, Side, pgn};

/// Pauses between two frames, as with a 90 Hz headset and with Monado without a display. During a
/// pause, the CPU caches fill with other data.
const PAUSES: [Duration; 2] = [Duration::from_millis(11), Duration::from_millis(50)];

/// Creates the game with the whole board, all pieces, the window's status lines and two active
/// hands.
fn game(settings: Settings) -> App {
    game_with(settings, |_| {})
}

/// Like `game`, with additions by `prepare`.
fn game_with(settings: Settings, prepare: impl FnOnce(&mut App)) -> App {
    let record = settings.variant.board().new_game();
    let mut app = headless::app(settings, |app| {
        // Real time instead of fixed steps.
        app.insert_resource(TimeUpdateStrategy::Automatic)
            .insert_resource(Match::new(record));
        prepare(app);
    });
    let lines = [
        StatusLine::Headline,
        StatusLine::Detail,
        StatusLine::Thinking,
        StatusLine::LastMove,
        StatusLine::Hovered,
        StatusLine::Notice,
    ];
    // Once for the game, and once for the announcement at its end.
    for line in lines.into_iter().chain(lines) {
        let shown = (line, Text::default(), TextColor::default());
        app.world_mut().spawn(shown);
    }
    app.update();
    let world = app.world_mut();
    for mut input in world.query::<&mut HandInput>().iter_mut(world) {
        input.active = true;
    }
    for _ in 0..60 {
        app.update();
    }
    app
}

/// Returns the position of a cell in the world, seen from White's home.
fn place(app: &App, cell: Cell) -> Vec3 {
    let (seat, shape) = (
        app.world().resource::<PlayerSeat>(),
        app.world().resource::<BoardShape>(),
    );
    let home = icochess::board::turning::spin::home_rotation(Side::White, shape, seat);
    seat.centre + home * shape.centre(cell)
}

/// Points the right hand at a cell of White's home, from the player's eye.
fn point(app: &mut App, cell: Cell) {
    point_at(app, place(app, cell));
}

/// Points the right hand at a point of the world, from the player's eye.
fn point_at(app: &mut App, at: Vec3) {
    let eye = app.world().resource::<PlayerSeat>().eye;
    let world = app.world_mut();
    for (aim, mut place) in world.query::<(&AimPose, &mut Transform)>().iter_mut(world) {
        if aim.0 == Hand::Right {
            *place = Transform::from_translation(eye).looking_at(at, Vec3::Y);
        }
    }
}

fn frames(c: &mut Criterion) {
    for variant in Variant::ALL {
        frames_on(c, variant);
    }
}

fn frames_on(c: &mut Criterion, variant: Variant) {
    let settings = Settings {
        variant,
        // No smoothing, because the hand and its ray jump from tile to tile.
        steadiness: 0.0,
        ..Settings::default()
    };
    let mut app = game(settings.clone());
    c.bench_function(&format!("{variant}: update, nothing happens"), |b| {
        b.iter(|| app.update());
    });

    let mut app = game(settings.clone());
    let mut at = 0;
    let lane = format!("{variant}: update, another tile hovered every frame");
    c.bench_function(&lane, |b| {
        b.iter(|| {
            // Alternates between two tiles of White's home.
            at = 1 - at;
            point(&mut app, Cell::new(at));
            app.update();
        });
        let state = app.world().resource::<InteractionState>();
        assert!(state.hovered.is_some(), "nothing was hovered");
        app.update();
    });

    for (lane, tile_names) in [
        ("update, board turning", false),
        ("update, board turning, with tile names", true),
    ] {
        let mut app = game(Settings {
            tile_names,
            ..settings.clone()
        });
        let before = rotation(&mut app);
        c.bench_function(&format!("{variant}: {lane}"), |b| {
            b.iter(|| {
                // 90° per second at 90 Hz.
                let turn = Quat::from_rotation_y(1_f32.to_radians());
                app.world_mut().write_message(TurnBoard(turn));
                app.update();
            });
            app.world_mut()
                .write_message(TurnBoard(Quat::from_rotation_x(0.2)));
            app.update();
            assert!(rotation(&mut app) != before, "the board did not turn");
        });
    }
}

/// Measures frames with the panel as in the headset. An unchanged panel isn't redrawn; hovering
/// highlights a different control in every frame, which redraws the panel.
///
/// Without a GPU, the panel is only marked for drawing. The cost of drawing its 1,600×1,280 pixels
/// isn't included.
fn frames_with_panel(c: &mut Criterion) {
    let mut app = game_with(Settings::default(), |app| {
        headless::lay_out(app);
        app.add_plugins(panel::plugin);
    });
    let drawn = is_drawn(&mut app);
    assert!(!drawn, "the panel is drawn though nothing happens");
    c.bench_function("update, the panel is there, nothing happens", |b| {
        b.iter(|| app.update());
    });
    assert!(
        !is_drawn(&mut app),
        "the panel is drawn though nothing happens"
    );
    for pause in PAUSES {
        let lane = format!("update, the panel is there, nothing has happened for {pause:?}");
        c.bench_function(&lane, |b| {
            b.iter_custom(|updates| {
                let update = |_| {
                    sleep(pause);
                    let began = Instant::now();
                    app.update();
                    began.elapsed()
                };
                (0..updates).map(update).sum()
            });
        });
    }

    let controls = ["panel button undo", "panel button menu"].map(|name| control(&mut app, name));
    let mut at = 0;
    c.bench_function(
        "update, another control of the panel hovered every frame",
        |b| {
            b.iter(|| {
                at = 1 - at;
                point_at(&mut app, controls[at]);
                app.update();
            });
            assert!(is_drawn(&mut app), "nothing was hovered");
        },
    );
}

/// Returns whether the panel is drawn in this frame.
fn is_drawn(app: &mut App) -> bool {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<&Camera, With<PanelCamera>>();
    cameras.single(world).expect("a panel").is_active
}

/// Returns the position of a panel control in the world.
fn control(app: &mut App, name: &str) -> Vec3 {
    let world = app.world_mut();
    let mut nodes = world.query::<(&Name, &UiGlobalTransform)>();
    let found = nodes.iter(world).find(|(it, _)| it.as_str() == name);
    let physical = found.expect("the control is there").1.translation;
    let pixel = world.resource::<PanelScreen>().logical(physical);
    let mut panels = world.query_filtered::<&GlobalTransform, With<Panel>>();
    point_of(panels.single(world).expect("a panel"), pixel)
}

fn rotation(app: &mut App) -> Quat {
    let world = app.world_mut();
    let mut root = world.query_filtered::<&Transform, With<BoardRoot>>();
    root.single(world).expect("no board").rotation
}

fn rays(c: &mut Criterion) {
    for variant in Variant::ALL {
        rays_on(c, variant);
    }
}

fn rays_on(c: &mut Criterion, variant: Variant) {
    let mut app = game(Settings {
        variant,
        ..Settings::default()
    });
    let eye = app.world().resource::<PlayerSeat>().eye;
    let position = app.world().resource::<Match>().position();
    let cells = (0..position.cell_count()).map(|cell| Cell::new(cell as u8));
    let there = cells.filter(|cell| !position.absent().contains(*cell));
    let places: Vec<Vec3> = there.take(20).map(|cell| place(&app, cell)).collect();
    let mut state = SystemState::<ReadRapierContext>::new(app.world_mut());
    let Ok(context) = state.get(app.world()) else {
        panic!("rapier is not there");
    };
    let Ok(context) = context.single() else {
        panic!("there is not one physics world");
    };
    let mut tile = 0;
    c.bench_function(&format!("{variant}: one ray against the board"), |b| {
        b.iter(|| {
            tile = (tile + 1) % places.len();
            let direction = (places[tile] - eye).normalize();
            let hit = context.cast_ray(eye, direction, 5.0, true, QueryFilter::default());
            assert!(hit.is_some());
            hit
        });
    });
}

/// Number of plies in the saved game.
const LONG: usize = 5_000;

/// Creates a long game in which pieces shuffle back and forth and no player claims a draw.
fn long_game() -> GameTree<Icochess> {
    let mut tree = GameTree::<Icochess>::default();
    let mut there = Vec::new();
    for _ in 0..2 {
        let mv = tree.position().legal_moves().into_iter().find(|mv| {
            let piece = tree.position().piece_at(mv.from);
            let goes_back = piece.is_some_and(|piece| piece.role != Role::PAWN);
            goes_back && tree.position().piece_at(mv.to).is_none()
        });
        let mv = mv.expect("no piece can move");
        tree.play(mv).expect("a legal move");
        there.push(mv);
    }
    let back = there.iter().map(|mv| Move {
        from: mv.to,
        to: mv.from,
        ..*mv
    });
    let round: Vec<Move> = there.iter().copied().chain(back).collect();
    let text: String = round
        .iter()
        .map(|mv| Icochess::tables().uci(*mv) + " ")
        .collect();
    let text = text.repeat(LONG / round.len()) + "*";
    pgn::parse::<Icochess>(&text).expect("a legal game").tree
}

/// Measures a frame that takes back or replays one move of a long game and saves it.
fn saves(c: &mut Criterion) {
    let tree = long_game();
    let dir = tempfile::tempdir().expect("no temporary folder");
    for (name, saved) in [("not saved", false), ("saved", true)] {
        let mut app = game(Settings::default());
        let mut queue = SaveQueue::default();
        if saved {
            let store = Store::open(Some(dir.path())).expect("the folder cannot be used");
            queue = store.queue().clone();
            app.insert_resource(store);
        }
        let record = pgn::Game::new(tree.clone());
        app.world_mut()
            .write_message(GameRequest::Load(record.into()));
        app.update();
        let mut undo = true;
        c.bench_function(&format!("update, ply {LONG} of a game, {name}"), |b| {
            b.iter_batched(
                // Waits for the writer, so that plies don't pile up in the queue.
                || queue.flush(Duration::from_secs(10)),
                |_| {
                    let request = if undo {
                        GameRequest::Undo
                    } else {
                        GameRequest::Redo
                    };
                    undo = !undo;
                    app.world_mut().write_message(request);
                    app.update();
                },
                BatchSize::PerIteration,
            );
        });
    }
}

criterion_group!(benches, frames, frames_with_panel, rays, saves);
criterion_main!(benches);
