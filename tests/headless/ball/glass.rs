//! Tests of the glass ball: the far half is visible and pickable through the near half.

use icochess::board::glass::GlassLayer;
use icochess::board::pieces::piece::PieceOn;
use icochess::board::stage::switches::Glass;
use icochess_rules::{WideSet, set_of};

use super::*;

impl Table {
    /// Returns the tiles on the far side of the ball.
    fn far(&mut self) -> WideSet {
        let mut cells: Vec<Cell> = self.get::<BoardShape>().cells().collect();
        cells.retain(|cell| self.is_hidden(*cell));
        set_of(cells)
    }

    /// Returns the tiles that rays hit.
    fn met(&mut self) -> WideSet {
        let world = self.app.world_mut();
        let mut tiles = world.query_filtered::<&OnCell, With<Collider>>();
        set_of(tiles.iter(world).map(|on| on.0))
    }

    /// Returns the cells of pieces seen through the ball.
    fn seen_through(&mut self) -> WideSet {
        self.seen(|layer| match layer {
            GlassLayer::Piece(cell) => Some(*cell),
            _ => None,
        })
    }

    /// Returns the cells of pieces drawn as rings.
    fn rings(&mut self) -> WideSet {
        self.seen(|layer| match layer {
            GlassLayer::Ring(cell) => Some(*cell),
            _ => None,
        })
    }

    /// Returns the cells of visible layers of one kind.
    fn seen(&mut self, cell: impl Fn(&GlassLayer) -> Option<Cell>) -> WideSet {
        let world = self.app.world_mut();
        let mut all = world.query::<(&GlassLayer, &Visibility)>();
        let seen = all.iter(world);
        let seen = seen.filter(|(_, it)| **it != Visibility::Hidden);
        set_of(seen.filter_map(|(it, _)| cell(it)))
    }

    /// Returns the pieces on the board with their visibility.
    fn pieces_seen(&mut self) -> Vec<(Cell, Visibility)> {
        let world = self.app.world_mut();
        let mut pieces = world.query::<(&PieceOn, &Visibility)>();
        pieces.iter(world).map(|(on, it)| (on.0, *it)).collect()
    }

    fn assert_is_glass(&mut self) {
        let far = self.far();
        assert!((46..60).contains(&far.len()), "{}", far.len());
        let pieces = self.game().position().occupied();
        // In the near half, rays hit only occupied cells and targets.
        let selected = self.get::<Selection>().0;
        let targets = selected.targets(self.game()).into_iter();
        let there = pieces.or(set_of(targets.map(|target| target.cell)));
        let met = self.met();
        assert_eq!(met.and(far), far);
        assert_eq!(met.without(far).without(there), WideSet::EMPTY);
        assert_eq!(self.seen_through(), far.and(pieces));
        // Exactly the near pieces are drawn as rings.
        assert_eq!(self.rings(), pieces.without(far));
        for (cell, visibility) in self.pieces_seen() {
            let is_hidden = visibility == Visibility::Hidden;
            assert_eq!(is_hidden, !far.contains(cell), "{cell:?}");
        }
        for (cell, look) in self.on_cells::<TileLook>() {
            let fades = look.tint == Tint::Faded;
            assert!(!(fades && far.contains(cell)), "{cell:?}");
            assert!(fades || far.contains(cell) || look.sign.is_some());
        }
    }
}

#[test]
fn far_piece_can_be_picked_through_glass() {
    let mut table = Table::new();
    table.send(FaceSide(Side::Black));
    table.pass(0.6);
    let all = table.met();
    assert_eq!(all.len(), 80);
    assert!(table.far().contains(cell("b1")));
    // Without glass, the near half is in the way.
    let at = table.tile_place("b1");
    let ray = table.ray_from_eye(at);
    table.mouse_to(ray);
    assert_ne!(table.hovered().as_deref(), Some("b1"));
    table.press(Command::Glass);
    table.frames(3);
    table.assert_is_glass();
    table.mouse_to(ray);
    assert_eq!(table.hovered().as_deref(), Some("b1"));
    table.click_at(PointerButton::Primary, ray, 0.0);
    assert_eq!(table.selected().as_deref(), Some("b1"));
    // A target on the far half can also be picked through glass.
    let target = {
        let far = table.far();
        let targets = table.game().position().targets(cell("b1"));
        // Uses the farthest target, because tiles near the rim are seen edge-on.
        let eye = table.get::<PlayerSeat>().eye;
        let places = table.on_cells::<GlobalTransform>();
        let away = |cell: Cell| places[cell.index()].1.translation().distance(eye);
        let targets = targets.into_iter().filter(|it| far.contains(it.cell));
        let target = targets.max_by(|a, b| away(a.cell).total_cmp(&away(b.cell)));
        tables().name(target.expect("a far target").cell)
    };
    let at = table.tile_place(target);
    let ray = table.ray_from_eye(at);
    table.click_at(PointerButton::Primary, ray, 0.0);
    table.pass(0.6);
    assert_eq!(table.played(), [format!("b1{target}")]);
    table.assert_is_glass();
    // Without glass, everything looks as before.
    table.press(Command::Glass);
    table.frames(3);
    assert_eq!(table.met(), all);
    assert!(table.seen_through().is_empty() && table.rings().is_empty());
    let seen = table.pieces_seen();
    assert!(seen.iter().all(|(_, it)| *it != Visibility::Hidden));
    let looks = table.on_cells::<TileLook>();
    assert!(looks.iter().all(|(_, look)| look.tint != Tint::Faded));
}

#[test]
fn near_piece_can_be_picked_at_its_ring() {
    let mut table = Table::new();
    table.press(Command::Glass);
    let mut picked = 0;
    for _ in 0..12 {
        table.send(TurnBoard(Quat::from_rotation_y(0.5)));
        table.frames(3);
        table.assert_is_glass();
        let own = table.game().position().by_side(Side::White);
        let near = table.met().without(table.far()).and(own);
        let Some(piece) = near.cells().next() else {
            continue;
        };
        let name = tables().name(piece);
        let at = table.tile_place(name);
        let ray = table.ray_from_eye(at);
        table.mouse_to(ray);
        assert_eq!(table.hovered().as_deref(), Some(name));
        table.click_at(PointerButton::Primary, ray, 0.0);
        assert_eq!(table.selected().as_deref(), Some(name));
        table.assert_is_glass();
        picked += 1;
        *table.get_mut::<Selection>() = Selection::default();
        table.frames(2);
    }
    assert!(picked > 0);
}

#[test]
fn glass_is_only_for_balls() {
    let mut table = Table::new();
    assert!(table.is_enabled(Command::Glass));
    table.press(Command::Glass);
    assert!(table.get::<Glass>().is_on());
    let chess = Variant::Chess.board().new_game();
    table.send(GameRequest::Load(chess));
    table.pass(0.5);
    assert!(!table.is_enabled(Command::Glass));
    assert_eq!(table.met().len(), 64);
    assert!(table.seen_through().is_empty());
}
