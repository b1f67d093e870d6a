//! Tests of the arrows at the rim of the ball. They point to cells out of sight, count them, and
//! turn the ball to them.

use icochess::board::stage::switches::PointedMove;
use icochess::board::tiles::rim::{IndicatorKind, RimRoom};
use icochess::board::turning::spin::ShowTile;
use icochess::interaction::selection::{Pick, Selected};
use icochess::ui::state::pointed::{Pointed, RowOf};
use icochess_shape::height;

use super::*;

/// Creates a table whose board turns only on request.
fn still() -> Table {
    Table::set(|it| {
        it.auto_turn_flat = false;
        it.auto_turn_headset = false;
        it.show_moves = false;
        it.turn_back = false;
    })
}

/// Creates a table whose board turns only on request, after some moves.
fn after(moves: &[&str]) -> Table {
    let mut table = still();
    table.play(moves);
    table.pass(0.6);
    table
}

/// Creates a table whose board turns only on request, and in which the target of White's only move
/// is out of sight.
fn hidden_move() -> Table {
    let mut table = after(&["b1n4"]);
    table.send(FaceSide(Side::White));
    table.pass(0.6);
    assert!(table.is_hidden(cell("n4")));
    table
}

impl Table {
    /// Returns the displayed arrows.
    fn arrows(&mut self) -> Vec<RimArrow> {
        let world = self.app.world_mut();
        let mut arrows = world.query::<&RimArrow>();
        let mut arrows: Vec<RimArrow> = arrows.iter(world).copied().collect();
        arrows.sort_by_key(|arrow| arrow.kind);
        arrows
    }

    fn arrow(&mut self, kind: IndicatorKind) -> Option<RimArrow> {
        let arrows = self.arrows();
        arrows.into_iter().find(|arrow| arrow.kind == kind)
    }

    /// Returns the number of these cells on the far side.
    fn hidden(&mut self, cells: &[Cell]) -> usize {
        cells.iter().filter(|cell| self.is_hidden(**cell)).count()
    }

    fn turn_ball(&mut self, radians: f32) {
        self.send(TurnBoard(Quat::from_rotation_y(radians)));
        self.frames(3);
    }

    /// Returns the ray from the player's eye to an arrow.
    fn ray_to_arrow(&mut self, kind: IndicatorKind) -> Ray3d {
        let world = self.app.world_mut();
        let mut arrows = world.query::<(&RimArrow, &GlobalTransform)>();
        let mut arrows = arrows.iter(world);
        let found = arrows.find(|(arrow, _)| arrow.kind == kind);
        let at = found.expect("an arrow").1.translation();
        self.ray_from_eye(at)
    }

    fn select(&mut self, name: &str) {
        let mut selected = Selected::default();
        selected.pick(Pick::Select(cell(name)), self.game());
        self.get_mut::<Selection>().0 = selected;
        self.frames(2);
    }
}

#[test]
fn arrows_count_hidden_cells_at_any_rotation() {
    assert!(still().arrows().is_empty());
    let mut table = after(&["b1n4", "o1b3"]);
    table.select("n4");
    let last = [cell("b3"), cell("o1")];
    let targets = table.game().position().targets(cell("n4"));
    let paths = table.get::<SliderPaths>().clone();
    let targets = targets.into_iter().map(|target| target.cell);
    let targets: Vec<Cell> = targets.filter(|cell| !paths.contains(*cell)).collect();
    for turn in 0..9 {
        let count = |table: &mut Table, kind| table.arrow(kind).map_or(0, |it| it.count);
        // There is no arrow while the target of the last move is in sight.
        let has_text = table.is_hidden(last[0]);
        let hidden = if has_text { table.hidden(&last) } else { 0 };
        assert_eq!(count(&mut table, IndicatorKind::LastMove), hidden, "{turn}");
        let hidden = table.hidden(&targets);
        assert_eq!(count(&mut table, IndicatorKind::Targets), hidden, "{turn}");
        for arrow in table.arrows() {
            assert!(table.is_hidden(arrow.tile));
        }
        table.turn_ball(0.7);
    }
}

#[test]
fn arrows_never_cover_pieces() {
    let mut table = after(&["b1n4", "o1b3"]);
    table.select("n4");
    let shape = Variant::Icochess.shape();
    let seat = *table.get::<PlayerSeat>();
    // Projects onto a plane at distance 1 in front of the eye.
    let eye = Transform::from_translation(seat.eye).looking_at(seat.centre, Vec3::Y);
    let seen = |at: Vec3| {
        let at = eye.rotation.inverse() * (at - seat.eye);
        at.truncate() / -at.z
    };
    let mut met = 0;
    for _ in 0..18 {
        let board = headless::place(&mut table.app, "board").expect("a board");
        let position = table.game().position();
        let tops: Vec<Vec3> = position
            .occupied()
            .cells()
            .filter_map(|cell| {
                let kind = shape.model(position, position.piece_at(cell)?.role);
                let top = Vec3::Y * height(kind) * shape.piece_scale;
                Some(board.transform_point(shape.frame(cell) * top))
            })
            .collect();
        let world = table.app.world_mut();
        let mut arrows = world.query_filtered::<&GlobalTransform, With<RimArrow>>();
        for arrow in arrows.iter(world) {
            let disc = seen(arrow.translation());
            // Projected radius of the arrow's disc.
            let edge = arrow.transform_point(Vec3::X * 0.019);
            let radius = seen(edge).distance(disc);
            for top in &tops {
                assert!(seen(*top).distance(disc) > radius, "{top} under a disc");
                met += 1;
            }
        }
        table.turn_ball(0.35);
    }
    assert!(met > 0);
}

#[test]
fn pressed_arrow_turns_the_ball_for_every_pointer() {
    for by in ["mouse", "ray", "touch"] {
        let mut table = hidden_move();
        let arrow = table.arrow(IndicatorKind::LastMove);
        let arrow = arrow.expect("its end is behind");
        assert_eq!((arrow.tile, arrow.count), (cell("n4"), 1));
        let ray = table.ray_to_arrow(IndicatorKind::LastMove);
        match by {
            "mouse" => table.click_at(PointerButton::Primary, ray, 0.0),
            "ray" => table.trigger_at(Hand::Right, ray),
            _ => {
                // The hand's tip is in front of the arrow, nearer to it than to any other target.
                let arrow = headless::place(&mut table.app, "rim arrow LastMove");
                let arrow = arrow.expect("an arrow");
                let origin = arrow.translation() + arrow.up() * 0.02;
                let direction = arrow.down();
                table.aim(Hand::Right, Ray3d { origin, direction });
                for is_closed in [true, false] {
                    table.hand(Hand::Right, |input| input.select = is_closed);
                    table.frames(3);
                }
            }
        }
        table.pass(0.8);
        assert!(!table.is_hidden(cell("n4")), "by {by}");
        assert_eq!(table.arrow(IndicatorKind::LastMove), None);
        // Pressing the arrow must not pick anything on the board.
        assert_eq!(table.selected(), None);
        assert_eq!(table.played(), ["b1n4"]);
    }
}

#[test]
fn arrows_are_created_once_and_hit_only_while_shown() {
    let mut table = after(&["b1n4", "o1b3"]);
    let made = |table: &mut Table| {
        let world = table.app.world_mut();
        let mut all = world.query::<(Entity, &Name, &Visibility, Has<Collider>)>();
        let mut arrows: Vec<Entity> = Vec::new();
        for (entity, name, visibility, is_met) in all.iter(world) {
            if name.starts_with("rim arrow") {
                assert_eq!(is_met, *visibility != Visibility::Hidden, "{name}");
                arrows.push(entity);
            }
        }
        arrows.sort();
        arrows
    };
    let first = made(&mut table);
    assert_eq!(first.len(), IndicatorKind::ALL.len());
    let mut counts = BTreeSet::new();
    for _ in 0..9 {
        table.turn_ball(0.7);
        assert_eq!(made(&mut table), first);
        counts.insert(table.arrows().len());
    }
    assert!(counts.len() > 1, "{counts:?}");
}

#[test]
fn hidden_check_has_an_arrow() {
    // A rook moves so close to the king that both are visible at once.
    const BEFORE: &str = "4/4/4/4/4/4/K3/4/3P/2P1/4/4/4/p3/4/r3/4/1p2/k3/4 b - - 0 1";
    let position: Position<Game> = BEFORE.parse().unwrap();
    let king = position.royal(Side::White).unwrap();
    let check = position.legal_moves().into_iter().find(|mv| {
        let after = position.play(*mv).expect("a legal move");
        mv.to == cell("q3") && after.is_check()
    });
    let check = check.expect("a move that gives check");
    let mut table = still();
    table.ask(GameRequest::Load(position.into()));
    let uci = table.game().position().uci(check);
    table.play(&[&uci]);
    table.pass(0.6);
    table.send(ShowTile {
        tile: king,
        also: Some(check.to),
    });
    table.pass(1.0);
    let position = table.game().position();
    let mut places: Vec<Cell> = position.checkers().cells().collect();
    places.push(king);
    let mut seen = [false; 2];
    for step in 1..=54 {
        let hidden = table.hidden(&places);
        let shown = table.arrow(IndicatorKind::Check).map_or(0, |it| it.count);
        assert_eq!(shown, hidden);
        seen[usize::from(hidden > 0)] = true;
        table.turn_ball(0.7);
        if step % 9 == 0 {
            table.send(TurnBoard(Quat::from_rotation_x(0.5)));
            table.frames(3);
        }
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn hovered_row_has_an_arrow_for_its_move() {
    let mut table = after(&["b1n4", "o1b3"]);
    let first = table.game().record().path()[1];
    let row = table.app.world_mut().spawn((RowOf(first), Pointed)).id();
    table.frames(3);
    assert_eq!(table.get::<PointedMove>().0, Some(mv("b1n4")));
    let hidden = table.hidden(&[cell("n4"), cell("b1")]);
    assert!(hidden > 0);
    let shown = table.arrow(IndicatorKind::Row).map_or(0, |it| it.count);
    assert_eq!(shown, hidden);
    table.app.world_mut().entity_mut(row).remove::<Pointed>();
    table.frames(3);
    assert_eq!(table.arrow(IndicatorKind::Row), None);
}

#[test]
fn arrows_are_hidden_by_pages_and_glass() {
    let mut table = hidden_move();
    for is_open in [true, false, true] {
        table.get_mut::<RimRoom>().is_open = is_open;
        table.frames(3);
        assert_eq!(table.arrows().is_empty(), !is_open);
    }
    table.press(Command::Glass);
    table.frames(3);
    assert!(table.arrows().is_empty());
}
