//! Tests of Star Trek's boards with rays: attack boards are picked by their rims and moved to free
//! pins, and rays hit only existing parts.

use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;
use icochess::board::pieces::piece::GLIDE_SECONDS;
use icochess::board::pieces::standing::Replay;
use icochess::board::stage::root::BoardRoot;
use icochess::board::stage::shape::BoardShape;
use icochess::feedback::Feedback;
use icochess::feedback::table::FeedbackKind;
use icochess::game::messages::GameRequest;
use icochess::game::{Match, MatchState, OnCell, OnDock};
use icochess::interaction::{InteractionState, PickRefused, Unmovable};
use icochess::save::settings::Confirmation;
use icochess_boards::{StarTrek3d, Variant};
use icochess_rules::{Board, Cell, CellSet, FixedReason, Record};
use proptest::prelude::*;

use super::{expected, playing, shown, steps, take};
use crate::asking::{happens, only, the_match};
use crate::headless::{app, pass, place, pull, set, trigger};
use crate::table::Table;

/// A position with few pieces and two movable attack boards, one with a pawn and one with a bishop.
const FEW: &str =
    "4/4/4/3K|4/4/4/4|nk2/4/4/4|b17:1F/2,e15:2/B1,b35:2/2,b63:2/2,b81:2/2,e81:1r/2 w - - 0 1";

fn few() -> Record {
    let few = Variant::StarTrek3d.board().read_position(FEW);
    few.unwrap_or_else(|error| panic!("{error}"))
}

fn start(number: usize) -> Record {
    match number % 2 {
        0 => Variant::StarTrek3d.board().new_game(),
        _ => few(),
    }
}

fn pin(app: &App, name: &str) -> Cell {
    the_match(app).position().cell_named(name).expect("a pin")
}

/// Returns the centre of a dock in the world, and the horizontal direction away from the board.
fn dock(app: &mut App, name: &str) -> (Vec3, Vec3) {
    let pin = pin(app, name);
    let shape = app.world().resource::<BoardShape>();
    let handle = shape.handles.at.iter().find(|handle| handle.pin == pin);
    let middle = handle.expect("a dock").frame.translation;
    let root = only::<Transform, BoardRoot>(app);
    let out = root.rotation * Vec3::X * middle.x.signum();
    (root.transform_point(middle), out)
}

/// Pulls the trigger at a dock from beyond the board's edge, at the attack board's rim or at the
/// bead.
fn pull_at(app: &mut App, name: &str) {
    let (middle, out) = dock(app, name);
    let aim = Transform::from_translation(middle + out * 0.4);
    pull(app, aim.looking_to(-out, Vec3::Y));
}

fn pointing(app: &App) -> InteractionState {
    app.world().resource::<InteractionState>().clone()
}

fn moves(app: &App) -> Vec<String> {
    app.world().resource::<MatchState>().moves.clone()
}

/// Returns the docks that rays can hit.
fn met(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut docks = world.query_filtered::<&OnDock, With<Collider>>();
    let pins: Vec<Cell> = docks.iter(world).map(|dock| dock.0).collect();
    let position = the_match(app).position();
    let name = |pin: Cell| position.cell_name(pin).to_owned();
    let mut names: Vec<String> = pins.into_iter().map(name).collect();
    names.sort();
    names
}

/// Returns the highlighted pins, and asserts that both bead and rim are shown.
fn lit(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut docks = world.query::<(&OnDock, &Children)>();
    let world = &*world;
    let mut pins = Vec::new();
    for (dock, layers) in docks.iter(world) {
        let mut layers = layers.into_iter().copied();
        if layers.all(|layer| world.get::<Visibility>(layer) == Some(&Visibility::Visible)) {
            pins.push(dock.0);
        }
    }
    let position = the_match(app).position();
    let name = |pin: Cell| position.cell_name(pin).to_owned();
    let mut names: Vec<String> = pins.into_iter().map(name).collect();
    names.sort();
    names
}

const HOME: [&str; 6] = ["b17", "b35", "b63", "b81", "e17", "e81"];

#[test]
fn attack_board_is_picked_by_its_rim_and_moved_to_a_pin() {
    let mut app = playing(start(0));
    assert_eq!(met(&mut app), HOME);
    assert_eq!(lit(&mut app), [""; 0]);
    pull_at(&mut app, "b17");
    assert_eq!(pointing(&app).selected.as_deref(), Some("dock b17"));
    assert_eq!(pointing(&app).hovered.as_deref(), Some("dock b17"));
    // The attack board carries pawns, so it must stay on its rows.
    let mut open = HOME.to_vec();
    open.extend(["b15", "e15"]);
    open.sort_unstable();
    assert_eq!(met(&mut app), open);
    assert_eq!(lit(&mut app), ["b15", "e15"]);
    pull_at(&mut app, "e15");
    assert_eq!(moves(&app), ["A@b17e15"]);
    assert_eq!(lit(&mut app), [""; 0]);
    assert_eq!(pointing(&app).selected, None);
    pass(&mut app, GLIDE_SECONDS);
    assert_eq!(shown(&mut app), expected(&app));
    let home = ["b35", "b63", "b81", "e15", "e17", "e81"];
    assert_eq!(met(&mut app), home);
    // The attack board's sound plays on arrival, like a piece's.
    app.world_mut().write_message(GameRequest::Undo);
    app.world_mut().resource_mut::<Messages<Feedback>>().clear();
    let feedback = happens(&mut app, 60);
    assert!(
        feedback.iter().any(|it| it.kind == FeedbackKind::TakenBack),
        "{feedback:?}"
    );
    assert_eq!(met(&mut app), HOME);
    assert_eq!(shown(&mut app), expected(&app));
}

/// Returns the current position of an attack board's cell in the world.
fn tile(app: &mut App, name: &str) -> Vec3 {
    place(app, &format!("tile {name}"))
        .expect("a tile")
        .translation()
}

#[test]
fn replay_moves_the_attack_board_again() {
    let mut app = playing(start(0));
    let before = tile(&mut app, "a07");
    pull_at(&mut app, "b17");
    pull_at(&mut app, "e15");
    pass(&mut app, GLIDE_SECONDS);
    let after = tile(&mut app, "f05");
    app.world_mut().write_message(Replay);
    app.update();
    app.update();
    let first = tile(&mut app, "f05");
    let length = before.distance(after);
    assert!(
        first.distance(after) > 0.8 * length,
        "{before} {first} {after}"
    );
    // The replay is slow enough to follow.
    pass(&mut app, GLIDE_SECONDS);
    assert!(tile(&mut app, "f05").distance(after) > 0.3 * length);
    pass(&mut app, 1.0);
    assert!(tile(&mut app, "f05").distance(after) < 1e-5);
    assert_eq!(shown(&mut app), expected(&app));
}

#[test]
fn second_pull_deselects_board_and_pieces_take_precedence() {
    let mut app = playing(start(0));
    pull_at(&mut app, "b17");
    pull_at(&mut app, "b17");
    assert_eq!(pointing(&app).selected, None);
    assert_eq!(met(&mut app), HOME);
    trigger(&mut app, "tile a17");
    assert_eq!(pointing(&app).selected.as_deref(), Some("a17"));
    assert_eq!(met(&mut app), HOME);
    trigger(&mut app, "tile a17");
    assert_eq!(pointing(&app).selected.as_deref(), Some("dock b17"));
    trigger(&mut app, "tile a17");
    assert_eq!(pointing(&app).selected, None);
    // Picked by an empty square.
    let mut app = playing(few());
    trigger(&mut app, "tile a07");
    assert_eq!(pointing(&app).selected.as_deref(), Some("dock b17"));
}

/// Three positions: a board with a pawn whose rows have no other free pin; a check that no board
/// move ends; a board whose only move would expose the king to the rook.
const ROWS: &str = "4/4/4/3K|4/4/4/4|nk2/4/4/4|\
    b17:1F/2,e17:2/2,b15:2/2,e15:2/2,b81:2/2,e81:1r/2 w - - 0 1";
const CHECK: &str = "4/4/K3/4|4/4/r3/4|4/4/4/4|\
    e17:2/2,b35:2/2,e35:N1/2,b65:2/2,b81:2/2,e81:k1/2 w - - 0 1";
const OPENS: &str = "4/4/K3/4|4/4/r3/4|4/4/4/4|\
    b33:F1/2,e33:2/2,e35:2/2,b65:2/2,b81:2/2,e81:k1/2 w - - 0 1";

#[test]
fn immovable_board_explains_why() {
    for (text, name, why, message) in [
        (
            StarTrek3d::START,
            "e17",
            FixedReason::King,
            "A king is on this attack board, so it can't move",
        ),
        (
            StarTrek3d::START,
            "b35",
            FixedReason::Empty,
            "No White piece is on this attack board, so it can't move",
        ),
        (
            StarTrek3d::START,
            "b81",
            FixedReason::Theirs,
            "A Black piece is on this attack board, so it can't move",
        ),
        (
            ROWS,
            "b17",
            FixedReason::Rows,
            "The pawn on this attack board leaves it no free pin",
        ),
        (CHECK, "e35", FixedReason::InCheck, "Your king is in check"),
        (
            OPENS,
            "b33",
            FixedReason::Exposes,
            "Wherever this attack board goes, your king would be in check",
        ),
    ] {
        let read = Variant::StarTrek3d.board().read_position(text);
        let record = read.unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut table = Table::of(record);
        let line = table.notice_line();
        pull_at(&mut table.app, name);
        let refused = table.facts::<PickRefused>();
        let cells: Vec<(Cell, Unmovable)> = refused.iter().map(|it| (it.cell, it.why)).collect();
        let pin = pin(&table.app, name);
        assert_eq!(cells, [(pin, Unmovable::Fixed(why))], "{text}");
        table.frames(1);
        assert_eq!(table.words(line), message);
        assert_eq!(pointing(&table.app).selected, None);
        assert!(table.played().is_empty());
    }
}

#[test]
fn star_trek_moves_need_confirmation_by_default() {
    for (confirm_moves, board, waits) in [
        (Confirmation::ByBoard, Variant::StarTrek3d, true),
        (Confirmation::ByBoard, Variant::StarTrek3dAdjacent, true),
        (Confirmation::Never, Variant::StarTrek3d, false),
        (Confirmation::ByBoard, Variant::Chess, false),
        (Confirmation::Always, Variant::Chess, true),
    ] {
        let mut app = app(set(|it| it.confirm_moves = confirm_moves), |app| {
            app.insert_resource(Match::new(board.board().new_game()));
        });
        pass(&mut app, 0.1);
        let (from, to) = if board == Variant::Chess {
            ("tile b2", "tile b3")
        } else {
            ("tile b26", "tile b36")
        };
        trigger(&mut app, from);
        trigger(&mut app, to);
        assert_eq!(
            moves(&app).is_empty(),
            waits,
            "{confirm_moves:?} on {board}"
        );
        if waits {
            trigger(&mut app, to);
            assert_eq!(moves(&app).len(), 1, "{board}");
        }
    }
}

/// Asserts that visible cells and colliders match the position.
fn agree(app: &mut App) {
    assert_eq!(shown(app), expected(app));
    let shape = Variant::StarTrek3d.shape();
    let absent = the_match(app).position().absent();
    let world = app.world_mut();
    let mut tiles = world.query::<(&OnCell, Has<Collider>)>();
    for (on, is_met) in tiles.iter(world) {
        assert_eq!(is_met, !absent.contains(on.0), "{on:?}");
    }
    let there = shape.handles.at.iter();
    let there = there.filter(|handle| !absent.contains(handle.pin)).count();
    assert_eq!((there, met(app).len()), (6, 6));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 16,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn boards_match_position_after_moves_and_takebacks(
        number in 0..2_usize,
        steps in steps(),
    ) {
        let mut app = playing(start(number));
        agree(&mut app);
        take(&mut app, steps, start);
        agree(&mut app);
    }
}
