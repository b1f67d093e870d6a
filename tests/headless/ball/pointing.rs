//! Pointing and picking, by hand and by mouse, and the resulting markers.

use std::f32::consts::TAU;

use bevy::picking::pointer::PointerButton;
use bevy_rapier3d::prelude::RapierContextSimulation;
use icochess::app::FlatPlugin;
use icochess::board::stage::switches::Learning;
use icochess::interaction::{Hovered, PickRefused, Unmovable};
use icochess_boards::icochess::NEIGHBOURS;
use icochess_rules::StuckReason;

use super::opponent::SLOW;
use super::*;

fn with_window() -> Table {
    Table::with(Settings::default(), |app| {
        app.add_plugins(FlatPlugin);
    })
}

#[test]
fn click_in_the_frame_of_its_movement_counts() {
    let mut table = with_window();
    for name in ["a4", "a3"] {
        table.click_in_one_frame(name);
        assert_eq!(table.selected().as_deref(), Some(name));
    }
    // Later mouse actions also work.
    table.click(PointerButton::Primary, "b1");
    assert_eq!(table.selected().as_deref(), Some("b1"));
}

#[test]
fn click_after_idle_is_drawn_in_the_next_frame() {
    let mut table = with_window();
    let ray = table.ray_to("b1");
    table.mouse_to(ray);
    table.pass(4.0);
    assert_eq!(table.look("n4").mark, None);
    table.click_here();
    assert_eq!(table.selected().as_deref(), Some("b1"));
    assert_eq!(table.look("b1").frame, Some(FrameKind::Selected));
    assert_eq!(table.look("n4").mark, Some(Mark::Capture));
}

#[test]
fn beam_matches_the_ray_of_a_trembling_hand() {
    let mut table = Table::new();
    let rest = table.ray_to("a4");
    table.aim(Hand::Right, rest);
    let mut worst = 0.0_f32;
    for frame in 0_u8..180 {
        // 0.3° to each side, nine times a second at 90 Hz.
        let phase = TAU * f32::from(frame) / 10.0;
        let tremor = Quat::from_rotation_y(0.3_f32.to_radians() * phase.sin());
        let direction = tremor * rest.direction;
        table.hold(Hand::Right, Ray3d { direction, ..rest });
        table.frames(1);
        let (ray, beam) = table.ray_and_beam(Hand::Right);
        let apart = ray.direction.cross(*beam.forward()).length().asin();
        worst = worst.max(apart.to_degrees());
        assert!(beam.translation().distance(ray.origin) < 1e-5);
    }
    println!("beam and ray are at most {worst:.5}° apart");
    assert!(worst < 0.02, "{worst}°");
}

#[test]
fn each_tile_has_one_collider_that_every_pointer_hits() {
    let mut table = Table::new();
    let all: Vec<Cell> = tables().cells().collect();
    for (turned, uci) in MATE.into_iter().enumerate() {
        let colliders = table.on_cells::<Collider>();
        let cells: Vec<Cell> = colliders.iter().map(|(cell, _)| *cell).collect();
        assert_eq!(cells, all);
        let world = table.app.world_mut();
        // Rim arrows, off the ball, are not counted.
        let mut colliders = world.query_filtered::<&Collider, Without<RimArrow>>();
        assert_eq!(colliders.iter(world).count(), 80);
        for cell in &all {
            let name = tables().name(*cell);
            let ray = table.ray_to(name);
            if cell.index() % 2 == 0 {
                table.aim(Hand::Right, ray);
            } else {
                table.mouse_to(ray);
            }
            let hovered = table.hovered();
            assert_eq!(hovered.as_deref(), Some(name), "turned {turned} times");
        }
        // Repeat after a turn, and with other pieces on other tiles.
        table.request(uci);
        let turn = Quat::from_rotation_x(1.0) * Quat::from_rotation_y(0.7);
        table.send(TurnBoard(turn));
        table.pass(GLIDE_SECONDS);
    }
}

/// Number of frames in which Rapier has updated its colliders.
#[derive(Resource, Default)]
struct Looks(usize);

fn count_looks(looked: Query<(), Changed<RapierContextSimulation>>, mut looks: ResMut<Looks>) {
    looks.0 += looked.iter().count();
}

#[test]
fn colliders_are_updated_only_when_they_move() {
    let mut table = Table::with(Settings::default(), |app| {
        app.init_resource::<Looks>().add_systems(Last, count_looks);
    });
    let looks = |table: &mut Table| std::mem::take(&mut table.get_mut::<Looks>().0);
    table.frames(3);
    looks(&mut table);
    table.frames(20);
    for name in ["a4", "g1", "b1"] {
        let ray = table.ray_to(name);
        table.mouse_to(ray);
    }
    assert_eq!(looks(&mut table), 0);
    // Once per frame in which the ball turns, and never afterwards.
    for _ in 0..5 {
        table.send(TurnBoard(Quat::from_rotation_y(0.3)));
        table.frames(1);
    }
    table.frames(10);
    assert_eq!(looks(&mut table), 5);
    // In the very next frame, a ray hits the tile that has turned there.
    table.send(TurnBoard(Quat::from_rotation_y(0.5)));
    table.frames(1);
    let ray = table.ray_to("c4");
    table.mouse().ray = Some(ray);
    table.mouse_does(PointerAction::Move { delta: Vec2::ZERO });
    assert_eq!(table.hovered().as_deref(), Some("c4"));
    // A piece that appears or disappears changes the colliders.
    looks(&mut table);
    table.play(&["b1n4"]);
    table.frames(3);
    assert!(looks(&mut table) > 0);
}

#[test]
fn hover_shows_neighbours_when_learning_and_selection_targets() {
    let mut table = Table::new();
    for (name, is_learning) in [("g1", false), ("g1", true), ("a4", true), ("n2", true)] {
        if table.get::<Learning>().is_on() != is_learning {
            table.press(Command::Learn);
        }
        table.aim_at(Hand::Left, name);
        let around = &NEIGHBOURS[cell(name).index()];
        for (at, look) in table.on_cells::<TileLook>() {
            let expected = match at {
                _ if at == cell(name) => Some(FrameKind::Hovered),
                _ if !is_learning => None,
                _ if around.edges.contains(&at) => Some(FrameKind::Edge),
                _ if around.side_corners.contains(&at) => Some(FrameKind::SideCorner),
                _ if around.direct_corners.contains(&at) => Some(FrameKind::DirectCorner),
                _ => None,
            };
            assert_eq!(look.frame, expected, "{} by {name}", tables().name(at));
        }
    }
    table.press(Command::Learn);
    let past = table.ray_past();
    table.aim(Hand::Left, past);
    assert_eq!(table.hovered(), None);
    let looks = table.on_cells::<TileLook>();
    assert!(looks.iter().all(|(_, look)| look.frame.is_none()));

    table.trigger(Hand::Left, "b1");
    assert_eq!(table.look("b1").frame, Some(FrameKind::Selected));
    let position = position(&table);
    let targets = position.legal_targets(cell("b1"));
    for (at, look) in table.on_cells::<TileLook>() {
        let expected = targets.contains(at).then(|| match position.piece_at(at) {
            Some(_) => Mark::Capture,
            None => Mark::Move,
        });
        assert_eq!(look.mark, expected, "{}", tables().name(at));
    }
    assert_eq!(table.look("n4").mark, Some(Mark::Capture));
    table.trigger(Hand::Left, "n4");
    // Origin and target of the last move share a tint but have different symbols.
    for (tile, sign) in [("b1", Sign::Start), ("n4", Sign::End)] {
        let look = table.look(tile);
        assert_eq!((look.tint, look.sign), (Tint::LastMove, Some(sign)));
    }
    for (at, look) in table.on_cells::<TileLook>() {
        assert_eq!(look.sign.is_none(), look.tint == Tint::Plain, "{at:?}");
        assert_eq!(look.mark, None, "{at:?}");
    }
}

#[test]
fn thumb_rest_shows_neighbours_while_touched() {
    let mut table = Table::new();
    table.aim_at(Hand::Left, "g3");
    let framed = |table: &mut Table| {
        let looks = table.on_cells::<TileLook>().into_iter();
        looks.filter(|(_, look)| look.frame.is_some()).count()
    };
    let around = &NEIGHBOURS[cell("g3").index()];
    let all = around.edges.len() + around.side_corners.len() + around.direct_corners.len();
    for lies in [false, true, false, true] {
        table.hand(Hand::Left, |input| input.learn = lies);
        table.frames(2);
        assert_eq!(framed(&mut table), 1 + if lies { all } else { 0 });
    }
    // A lost hand releases its thumb rest.
    table.hand(Hand::Left, |input| input.active = false);
    table.frames(2);
    assert_eq!(framed(&mut table), 0);
    assert!(!table.get::<Learning>().is_on());
}

#[test]
fn hand_and_mouse_request_the_same_move() {
    let mut by_hand = Table::new();
    // A second trigger pull deselects, as does a ray past the ball.
    for (hand, selected) in [
        (Hand::Right, Some("b1")),
        (Hand::Left, None),
        (Hand::Right, Some("b1")),
    ] {
        by_hand.trigger(hand, "b1");
        assert_eq!(by_hand.selected().as_deref(), selected);
    }
    let past = by_hand.ray_past();
    by_hand.trigger_at(Hand::Right, past);
    assert_eq!(by_hand.selected(), None);
    by_hand.trigger(Hand::Right, "b1");
    assert_eq!(by_hand.facts::<MoveRequested>(), []);
    by_hand.aim_and_pull("n4");

    let mut by_mouse = Table::new();
    // Not a target of the previously selected piece.
    for name in ["a4", "o1", "b1"] {
        by_mouse.click(PointerButton::Primary, name);
        assert_eq!(by_mouse.selected().as_deref(), Some(name));
    }
    let past = by_mouse.ray_past();
    by_mouse.click_at(PointerButton::Primary, past, 0.0);
    assert_eq!(by_mouse.selected(), None);
    // A drag is not a click, whichever the button.
    for button in [PointerButton::Primary, PointerButton::Secondary] {
        let ray = by_mouse.ray_to("a4");
        by_mouse.click_at(button, ray, 40.0);
        assert_eq!(by_mouse.selected(), None);
    }
    by_mouse.click(PointerButton::Primary, "b1");
    let ray = by_mouse.ray_to("n4");
    by_mouse.click_at(PointerButton::Secondary, ray, 40.0);
    assert_eq!(by_mouse.facts::<MoveRequested>(), []);
    by_mouse.mouse_to(ray);
    by_mouse.mouse_does(PointerAction::Press(PointerButton::Secondary));
    by_mouse.mouse_does(PointerAction::Release(PointerButton::Secondary));

    for mut table in [by_hand, by_mouse] {
        assert_eq!(table.facts::<MoveRequested>(), [MoveRequested(mv("b1n4"))]);
        assert_eq!(table.played(), ["b1n4"]);
        assert_eq!(table.selected(), None);
    }
}

#[test]
fn refused_move_keeps_selection_and_hands_are_independent() {
    let mut table = Table::new();
    table.trigger(Hand::Right, "b1");
    table.trigger(Hand::Left, "g1");
    let refused = table.match_facts()[0].rejected().unwrap().reason;
    assert_eq!(refused, IllegalReason::NotReached);
    assert_eq!(table.selected().as_deref(), Some("b1"));
    assert_eq!(table.played(), [""; 0]);
    let hovered = table.get::<Hovered>();
    assert_eq!(hovered.by(pointer_of(Hand::Right)), Some(cell("b1")));
    assert_eq!(hovered.by(pointer_of(Hand::Left)), Some(cell("g1")));
}

#[test]
fn immovable_piece_is_explained() {
    let mut table = Table::new();
    let line = table.notice_line();
    let why = |table: &mut Table, cell_name: &str| {
        let refused = table.facts::<PickRefused>();
        assert_eq!(refused.len(), 1, "{cell_name}: {refused:?}");
        assert_eq!(refused[0].cell, cell(cell_name));
        refused[0].why
    };
    let position = position(&table);
    for knight in position.pieces(Side::White, Role::KNIGHT).cells() {
        let name = tables().name(knight);
        table.click(PointerButton::Primary, name);
        assert_eq!(why(&mut table, name), Unmovable::Stuck(StuckReason::Pinned));
        let by = if name == "b3" { "O2" } else { "M2" };
        let expected = format!("Pinned: it would expose your king (bishop\u{a0}{by})");
        assert_eq!(table.words(line), expected);
        table.trigger(Hand::Right, "a4");
        let now = table.words(line);
        assert!(now.starts_with("Choose a highlighted move"), "{now}");
        table.trigger(Hand::Right, name);
        assert_eq!(why(&mut table, name), Unmovable::Stuck(StuckReason::Pinned));
    }
    // An opponent's piece: a click selects it, a trigger doesn't.
    let past = table.ray_past();
    table.trigger_at(Hand::Right, past);
    table.trigger(Hand::Left, "o1");
    let not_yours = Unmovable::Stuck(StuckReason::NotYourTurn);
    assert_eq!(why(&mut table, "o1"), not_yours);
    assert_eq!(table.selected(), None);
    assert_eq!(table.words(line), "It is White's turn");
    // Movable pieces, empty tiles and empty space are not refused.
    for fine in ["a4", "g3"] {
        table.click(PointerButton::Primary, fine);
        assert_eq!(table.facts::<PickRefused>(), [], "{fine}");
    }
    // In double check, only the king can move.
    let mut table = Table::on_ball(DOUBLE_CHECK);
    table.trigger(Hand::Right, "t1");
    let in_check = Unmovable::Stuck(StuckReason::InCheck);
    assert_eq!(why(&mut table, "t1"), in_check);
    // The game is over.
    let mut table = Table::new();
    table.play(&MATE);
    table.trigger(Hand::Right, "n4");
    assert_eq!(why(&mut table, "n4"), Unmovable::GameOver);
    // It is the computer's turn.
    let mut table = Table::playing(Some(SLOW), None);
    table.until_depth(1);
    table.click(PointerButton::Primary, "b1");
    assert_eq!(why(&mut table, "b1"), Unmovable::ComputersTurn);
    table.click(PointerButton::Primary, "g1");
    assert_eq!(table.facts::<PickRefused>(), []);
}
