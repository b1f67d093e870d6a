//! A hand at the board: touching, picking up, carrying and putting down.

use bevy::picking::backend::ray::RayMap;
use bevy::prelude::*;
use bevy_mod_xr::spaces::XrSpaceLocationFlags;
use icochess::board::pieces::piece::{GLIDE_SECONDS, PieceOn};
use icochess::board::stage::fit::Fit;
use icochess::board::stage::shape::BoardShape;
use icochess::feedback::Feedback;
use icochess::feedback::table::FeedbackKind;
use icochess::game::Match;
use icochess::game::messages::GameRequest;
use icochess::interaction::PickRefused;
use icochess::interaction::choice::Choice;
use icochess::save::settings::{Confirmation, Settings};
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, hand_of, pointer_of};
use icochess::xr::near::{Near, NearTo};
use icochess::xr::tips::{Tip, TipPose};
use icochess_boards::Variant;
use icochess_rules::{Cell, CellSet, Move, MoveKind};

use crate::asking::{record, recorded};
use crate::headless::set;
use crate::table::Table;

impl Table {
    /// Creates a table for hands at the board.
    pub(super) fn at_hand(game: Match) -> Self {
        let settings = Settings {
            auto_turn_headset: false,
            auto_turn_flat: false,
            confirm_moves: Confirmation::Never,
            ..Settings::default()
        };
        let mut table = Self::with(settings, |app| {
            app.insert_resource(game);
            record::<Feedback>(app);
        });
        table.frames(3);
        table
    }

    fn felt(&mut self) -> Vec<FeedbackKind> {
        let felt = recorded::<Feedback>(&mut self.app).into_iter();
        let felt = felt.map(|Feedback(it)| it);
        let by_right = felt.filter(|it| it.by.and_then(hand_of) == Some(Hand::Right));
        by_right.map(|it| it.kind).collect()
    }

    /// Moves the tip of the right hand to a point.
    pub(super) fn touch(&mut self, at: Vec3) {
        self.tip_to(Hand::Right, Transform::from_translation(at));
        self.frames(2);
    }

    /// Sets the point between the fingertips of a bare right hand; `None` if the runtime doesn't
    /// know it.
    fn fingers_at(&mut self, at: Option<Vec3>) {
        let world = self.app.world_mut();
        let mut tips = world.query::<(&TipPose, &mut Transform, &mut XrSpaceLocationFlags)>();
        for (tip, mut place, mut flags) in tips.iter_mut(world) {
            if *tip == TipPose(Hand::Right, Tip::Pinch) {
                flags.position_tracked = at.is_some();
                place.translation = at.unwrap_or(place.translation);
            }
        }
        self.frames(2);
    }

    pub(super) fn pinch(&mut self, is_closed: bool) {
        self.hand(Hand::Right, |input| input.select = is_closed);
        self.frames(2);
    }

    pub(super) fn near(&mut self) -> Option<NearTo> {
        let pointer = pointer_of(Hand::Right);
        let world = self.app.world_mut();
        let mut hands = world.query::<(&bevy::picking::pointer::PointerId, &Near)>();
        let mut hands = hands.iter(world).filter(|(id, _)| **id == pointer);
        hands.next().unwrap().1.0
    }

    /// Returns whether the right hand has a ray.
    fn has_ray(&self) -> bool {
        let rays = self.get::<RayMap>();
        let pointer = pointer_of(Hand::Right);
        rays.iter().any(|(id, _)| id.pointer == pointer)
    }

    /// Returns whether the right hand's beam is visible. The beam is a child of the aim pose.
    fn sees_beam(&mut self) -> bool {
        let world = self.app.world_mut();
        let mut aims = world.query::<(&AimPose, &Children)>();
        let mut aims = aims.iter(world);
        let (_, beam) = aims.find(|(aim, _)| aim.0 == Hand::Right).unwrap();
        *world.get::<Visibility>(beam[0]).unwrap() != Visibility::Hidden
    }

    /// Returns the position of a cell's piece.
    fn piece_of(&mut self, cell: &str) -> Vec3 {
        let cell = self.game().position().cell_named(cell).unwrap();
        let world = self.app.world_mut();
        let mut pieces = world.query::<(&PieceOn, &GlobalTransform)>();
        let mut on = pieces.iter(world).filter(|(on, _)| on.0 == cell);
        on.next().unwrap().1.translation()
    }

    /// Moves the tip of the right hand to `height` metres above a tile, and returns its position.
    pub(super) fn touch_above(&mut self, tile: &str, height: f32) -> Vec3 {
        let at = self.above(tile, height);
        self.touch(at);
        at
    }

    /// Picks up the piece on a tile, and returns the hand's position.
    pub(super) fn take(&mut self, tile: &str) -> Vec3 {
        let at = self.touch_above(tile, 0.035);
        self.pinch(true);
        at
    }

    /// Carries the piece in steps.
    fn carry_to(&mut self, from: Vec3, to: Vec3) {
        for step in 1..=10 {
            self.touch(from.lerp(to, step as f32 / 10.0));
        }
    }

    /// Carries the piece over tiles, each at a height, and returns the hand's final position.
    pub(super) fn carry(&mut self, mut from: Vec3, path: &[(&str, f32)]) -> Vec3 {
        for (tile, height) in path {
            let to = self.above(tile, *height);
            self.carry_to(from, to);
            from = to;
        }
        from
    }

    /// Asserts that a hand has both ray and beam, or neither.
    #[track_caller]
    fn assert_ray(&mut self, is_there: bool, context: &str) {
        assert_eq!(self.has_ray(), is_there, "{context}");
        assert_eq!(self.sees_beam(), is_there, "{context}");
    }
}

fn start(variant: Variant) -> Match {
    Match::new(variant.board().new_game())
}

fn at_hand(variant: Variant) -> Table {
    Table::at_hand(start(variant))
}

#[test]
fn trembling_hand_between_two_cells_stays_with_one() {
    let mut table = at_hand(Variant::Icochess);
    table.touch_above("g1", 0.04);
    assert_eq!(table.hovered().as_deref(), Some("g1"));
    assert!(table.felt().contains(&FeedbackKind::Hovered));
    let (near, next) = (table.above("g1", 0.03), table.above("g2", 0.03));
    table.touch(near.lerp(next, 0.3));
    table.felt();
    for step in 0..20 {
        let wave = if step % 2 == 0 { 0.002 } else { -0.002 };
        table.touch(near.midpoint(next) + (next - near).normalize() * wave);
        assert!(table.hovered().is_some());
    }
    let changes = table.felt().len();
    assert!(changes <= 1, "{changes} changes");
    table.touch(next);
    assert_eq!(table.hovered().as_deref(), Some("g2"));
}

#[test]
fn cells_are_touched_within_8_cm_and_targets_within_a_cell() {
    let mut table = at_hand(Variant::Chess);
    // Nothing else on the board is as close to a hand above e4.
    for (height, touches) in [(0.12, false), (0.085, false), (0.075, true)] {
        table.touch_above("e4", height);
        assert_eq!(table.near().is_some(), touches, "{height} m");
        table.assert_ray(!touches, &format!("{height} m"));
    }
    assert_eq!(table.hovered().as_deref(), Some("e4"));
    // Repeats this while carrying a piece that may move there.
    let carry_over_e4 = |table: &mut Table, height: f32| {
        let taken = table.take("e2");
        table.carry(taken, &[("e2", 0.15), ("e4", 0.12), ("e4", height)]);
        assert!(!table.sees_beam(), "{height} m");
    };
    // A cell is 58 mm wide, and the hand holds the pawn by its middle.
    carry_over_e4(&mut table, 0.09);
    assert_eq!(table.near(), Some(NearTo::Carrying));
    assert_eq!(table.hovered(), None);
    table.pinch(false);
    assert_eq!((table.selected(), table.game().record().ply()), (None, 0));
    table.pass(GLIDE_SECONDS);
    carry_over_e4(&mut table, 0.055);
    assert_eq!(table.hovered().as_deref(), Some("e4"));
    table.pinch(false);
    assert_eq!(table.played(), ["e2e4"]);
}

#[test]
fn nearer_of_two_targets_is_highlighted_and_chosen() {
    let mut table = at_hand(Variant::Chess);
    let mut at = table.take("e2");
    let (e3, e4) = (table.above("e3", 0.03), table.above("e4", 0.03));
    // Both targets are within range.
    for (part, nearer) in [(0.3, "e3"), (0.7, "e4"), (0.3, "e3"), (0.7, "e4")] {
        let to = e3.lerp(e4, part);
        table.carry_to(at, to);
        at = to;
        assert_eq!(table.hovered().as_deref(), Some(nearer), "{part}");
    }
    table.pinch(false);
    assert_eq!(table.played(), ["e2e4"]);
}

#[test]
fn hand_in_or_near_the_ball_has_no_ray() {
    let mut table = at_hand(Variant::Icochess);
    let centre = table.root().translation;
    let out = (table.above("g1", 0.0) - centre).normalize();
    let radius = table.get::<BoardShape>().radius();
    for far in [0.0, 0.05, 0.1, radius - 0.01, radius + 0.029] {
        table.touch(centre + out * far);
        assert!(!table.has_ray(), "{far} m from the middle");
    }
    // At the board's centre, nothing is touched.
    table.touch(centre);
    assert_eq!(table.near(), Some(NearTo::Inside));
    table.touch(centre + out * (radius + 0.1));
    assert!(table.has_ray());
}

#[test]
fn hand_between_levels_or_just_below_a_board_has_no_ray() {
    for variant in [Variant::Raumschach, Variant::Chess] {
        let mut table = at_hand(variant);
        let root = table.root().translation;
        let heights = table.get::<BoardShape>().places.iter();
        let heights = heights.map(|place| place.frame.translation.y);
        let [lowest, highest] = [heights.clone().reduce(f32::min), heights.reduce(f32::max)];
        let [lowest, highest] = [lowest, highest].map(Option::unwrap);
        let at = |height: f32| root + Vec3::new(0.01, height, 0.01);
        let mut height = lowest;
        while height <= highest {
            table.touch(at(height));
            assert!(!table.has_ray(), "{variant}: from {height} m");
            height += 0.01;
        }
        // Farther away on either side, there are rays again.
        for (height, has_ray) in [
            (lowest - 0.025, false),
            (lowest - 0.08, true),
            (highest + 0.06, false),
            (highest + 0.30, true),
        ] {
            table.touch(at(height));
            assert_eq!(table.has_ray(), has_ray, "{variant}: from {height} m");
        }
    }
}

#[test]
fn every_cell_of_the_map_can_be_touched() {
    let mut table = Table::in_headset(set(|it| it.map = true), |_| {});
    for cell in (0..80).map(Cell::new) {
        let cell = table.game().position().cell_name(cell).to_owned();
        let place = table.place(&format!("map {cell}"));
        table.touch(place.translation + place.up() * 0.03);
        assert_eq!(table.hovered().as_deref(), Some(&*cell));
        assert!(!table.has_ray(), "{cell}");
    }
    // Close behind the map, there is no ray either.
    let place = table.place("map g1");
    table.touch(place.translation - place.up() * 0.028);
    assert!(!table.has_ray());
}

#[test]
fn piece_is_picked_up_carried_and_put_down_on_a_target() {
    for variant in Variant::ALL {
        let game = start(variant);
        let (from, to) = match variant {
            // A piece in front of the player, and a double step.
            Variant::Icochess => ("a4".to_owned(), "g1".to_owned()),
            Variant::Chess => ("e2".to_owned(), "e4".to_owned()),
            // Uses a pawn and one of its targets.
            _ => {
                let position = game.position();
                let mut moves = position.legal_moves().into_iter();
                let is_step = |mv: &Move| {
                    let is_free = position.piece_at(mv.to).is_none();
                    is_free && mv.kind == MoveKind::Plain
                };
                let mv = moves.find(is_step).unwrap();
                let name = |cell| position.cell_name(cell).to_owned();
                (name(mv.from), name(mv.to))
            }
        };
        let mut table = Table::at_hand(game);
        let taken = table.above(&from, 0.035);
        table.touch(taken);
        assert_eq!(table.hovered().as_deref(), Some(&*from), "{variant}");
        let stood = table.piece_of(&from);
        table.felt();
        table.pinch(true);
        assert_eq!(table.selected().as_deref(), Some(&*from), "{variant}");
        assert!(table.felt().contains(&FeedbackKind::Selected));
        // The piece hangs in the hand.
        let up = (table.above(&from, 1.0) - table.above(&from, 0.0)).normalize();
        let lifted = taken + up * 0.15;
        table.carry_to(taken, lifted);
        let held = table.piece_of(&from);
        let off = held.distance(lifted);
        assert!(off < 0.06, "{variant}: {off} m");
        assert!(held.distance(stood) > 0.08);
        // A carrying hand has no ray.
        assert!(!table.has_ray(), "{variant}");
        // The target is highlighted before the piece is put down.
        let over = table.above(&to, 0.05);
        table.carry_to(lifted, over);
        assert_eq!(table.hovered().as_deref(), Some(&*to), "{variant}");
        assert_eq!(table.game().record().ply(), 0);
        let ghost = table.place("carried piece's ghost").translation;
        assert!(ghost.distance(table.above(&to, 0.0)) < 0.01, "{variant}");
        table.felt();
        table.pinch(false);
        assert_eq!(table.game().record().ply(), 1, "{variant}");
        // The piece doesn't start from its origin cell.
        assert!(table.piece_of(&to).distance(over) < 0.08, "{variant}");
        table.pass(GLIDE_SECONDS);
        let (piece, middle) = (table.piece_of(&to), table.above(&to, 0.0));
        assert!(piece.distance(middle) < 1e-3, "{variant}");
        assert!(table.felt().contains(&FeedbackKind::Moved), "{variant}");
        assert_eq!(table.selected(), None);
    }
}

/// Returns a pawn move to an empty cell, and the illegal cells adjacent to its target.
fn pawn_move(game: &Match, shape: &BoardShape) -> (Cell, Cell, Vec<Cell>) {
    let position = game.position();
    let middle = |cell: Cell| shape.centre(cell);
    let moves = position.legal_moves().into_iter();
    let all = moves.filter(|mv| mv.kind == MoveKind::Plain).map(|mv| {
        let targets = position.targets(mv.from);
        let is_target = |cell: Cell| targets.iter().any(|target| target.cell == cell);
        let wrong = shape.cells().filter(|cell| {
            let is_there = !position.absent().contains(*cell);
            let near = middle(*cell).distance(middle(mv.to));
            is_there && *cell != mv.from && !is_target(*cell) && near < 0.08
        });
        (mv.from, mv.to, wrong.collect::<Vec<Cell>>())
    });
    all.max_by_key(|(.., wrong)| wrong.len()).expect("a move")
}

#[test]
fn piece_moves_only_to_the_nearest_cell() {
    for variant in Variant::ALL {
        let mut table = at_hand(variant);
        let (from, to, wrong) = pawn_move(table.game(), table.get::<BoardShape>());
        assert!(!wrong.is_empty(), "{variant}");
        let name = |table: &Table, cell| table.game().position().cell_name(cell).to_owned();
        for scale in [0.7, 1.0, 3.0] {
            let world = table.app.world_mut();
            world.resource_mut::<Fit>().size = scale;
            table.frames(2);
            let shape = table.get::<BoardShape>();
            let others = shape.cells().filter(|cell| *cell != to);
            let apart = others.map(|cell| shape.centre(cell).distance(shape.centre(to)));
            let half = scale * apart.min_by(f32::total_cmp).expect("a cell") / 2.0;
            let [from, to] = [from, to].map(|cell| name(&table, cell));
            // All wrong cells at the usual size, and one at each other size.
            let count = if scale == 1.0 { wrong.len() } else { 1 };
            let wrong = wrong.iter().take(count).map(|cell| name(&table, *cell));
            let wrong: Vec<String> = wrong.collect();
            // The foot is half a piece below the fingers.
            let stood = table.piece_of(&from);
            let up = (table.above(&from, 1.0) - table.above(&from, 0.0)).normalize();
            let put = |table: &mut Table, at: &dyn Fn(&mut Table, f32) -> Vec3| {
                let taken = stood + up * half;
                table.touch(taken);
                table.pinch(true);
                assert_eq!(table.selected(), Some(from.clone()), "{variant} at {scale}");
                let lifted = taken + up * (4.0 * half);
                table.carry_to(taken, lifted);
                let held = (lifted - table.piece_of(&from)).length();
                let down = at(table, held);
                table.carry_to(lifted, down);
                table.pinch(false);
                table.pass(2.0 * GLIDE_SECONDS);
            };
            for cell in &wrong {
                put(&mut table, &|table, held| table.above(cell, held));
                let context = format!("{variant} at {scale}: {cell}");
                assert_eq!(table.played(), [""; 0], "{context}");
                assert!(table.piece_of(&from).distance(stood) < 1e-3);
                assert!(table.felt().contains(&FeedbackKind::Refused));
            }
            // The foot is off the centre of its target, but within half a cell.
            put(&mut table, &|table, held| {
                let beside = table.place(&format!("tile {to}")).right();
                table.above(&to, held) + beside * (0.8 * half)
            });
            assert_eq!(table.played().len(), 1, "{variant} at {scale}");
            table.ask(GameRequest::Undo);
            table.pass(2.0 * GLIDE_SECONDS);
        }
    }
}

#[test]
fn bare_hand_carries_between_its_fingertips() {
    let mut table = at_hand(Variant::Icochess);
    let (taken, lifted) = (table.above("a4", 0.03), table.above("a4", 0.15));
    let over = table.above("g1", 0.04);
    // The hand's ray starts behind the hand, above another cell.
    table.touch_above("k3", 0.25);
    assert!(table.near().is_none() && table.has_ray());
    table.fingers_at(Some(taken));
    assert_eq!(table.hovered().as_deref(), Some("a4"));
    assert!(!table.has_ray());
    table.pinch(true);
    assert_eq!(table.selected().as_deref(), Some("a4"));
    table.fingers_at(Some(lifted));
    let off = table.piece_of("a4").distance(lifted);
    assert!(off < 0.06, "{off} m from the fingers");
    assert_eq!(table.near(), Some(NearTo::Carrying));
    for step in 1..=10 {
        table.fingers_at(Some(lifted.lerp(over, step as f32 / 10.0)));
    }
    table.pinch(false);
    assert_eq!(table.played(), ["a4g1"]);
    // With a controller, the hand is at the origin of its ray.
    table.fingers_at(None);
    assert!(table.near().is_none() && table.has_ray());
}

#[test]
fn dropped_piece_returns_and_illegal_target_is_refused() {
    let mut table = Table::at_hand(start(Variant::Icochess));
    let taken = table.above("a4", 0.03);
    let stood = table.piece_of("a4");
    let take = |table: &mut Table| {
        table.touch(taken);
        table.pinch(true);
        table.felt();
    };
    // Dropped in the air.
    take(&mut table);
    let air = table.above("a4", 0.3);
    table.carry_to(taken, air);
    table.pinch(false);
    assert_eq!((table.selected(), table.game().record().ply()), (None, 0));
    assert!(table.felt().contains(&FeedbackKind::Refused));
    // The piece glides back.
    assert!(table.piece_of("a4").distance(stood) > 0.05);
    table.pass(2.0 * GLIDE_SECONDS);
    assert!(table.piece_of("a4").distance(stood) < 1e-4);
    // Put on an illegal cell.
    take(&mut table);
    let wrong = table.above("k3", 0.02);
    let away = table.above("k3", 0.3);
    table.carry_to(taken, air);
    table.carry_to(air, away);
    table.carry_to(away, wrong);
    table.pinch(false);
    assert_eq!(table.game().record().ply(), 0);
    assert!(table.felt().contains(&FeedbackKind::Refused));
    table.pass(2.0 * GLIDE_SECONDS);
    assert!(table.piece_of("a4").distance(stood) < 1e-4);
    // Put back on its origin, the piece stays selected, and a tap on a target moves it.
    let mut table = Table::at_hand(start(Variant::Icochess));
    take(&mut table);
    table.pinch(false);
    assert_eq!(table.selected().as_deref(), Some("a4"));
    let mark = table.above("g1", 0.03);
    table.touch(mark);
    table.pinch(true);
    table.pinch(false);
    assert_eq!(table.played(), ["a4g1"]);
}

#[test]
fn carried_piece_returns_if_hand_is_lost_or_game_changes() {
    let mut table = at_hand(Variant::Icochess);
    let stood = table.piece_of("a4");
    let carry = |table: &mut Table| {
        let taken = table.take("a4");
        table.carry(taken, &[("a4", 0.2)]);
    };
    carry(&mut table);
    table.lose(Hand::Right);
    table.pass(2.0 * GLIDE_SECONDS);
    assert!(table.piece_of("a4").distance(stood) < 1e-4);
    assert_eq!(table.game().record().ply(), 0);
    // Another move is played meanwhile.
    carry(&mut table);
    table.request("b1n4");
    table.pass(2.0 * GLIDE_SECONDS);
    assert!(table.piece_of("a4").distance(stood) < 1e-4);
    table.pinch(false);
    assert_eq!(table.played(), ["b1n4"]);
}

#[test]
fn one_hand_turns_the_board_while_the_other_carries() {
    let mut table = at_hand(Variant::Icochess);
    let taken = table.take("a4");
    let air = table.carry(taken, &[("a4", 0.15)]);
    let held = table.piece_of("a4");
    let at = table.root().translation + Vec3::new(-0.4, 0.0, 0.6);
    let before = table.root().rotation;
    for frame in 0..30 {
        let turn = Quat::from_rotation_x(frame as f32 * 0.05);
        let pose = Transform::from_translation(at).with_rotation(turn);
        table.grip_to(Hand::Left, pose);
        table.hand(Hand::Left, |input| input.grab = true);
        table.frames(1);
        // The piece stays in its hand.
        let off = table.piece_of("a4").distance(held);
        assert!(off < 0.06, "{off} m");
    }
    assert!(table.root().rotation.angle_between(before) > 1.0);
    table.hand(Hand::Left, |input| input.grab = false);
    table.frames(30);
    table.carry(air, &[("g1", 0.04)]);
    table.pinch(false);
    assert_eq!(table.played(), ["a4g1"]);
}

#[test]
fn promotion_is_asked_where_the_pawn_is_put_down() {
    let text = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let game = Variant::Chess.board().read_position(text).unwrap();
    let mut table = Table::at_hand(Match::new(game));
    let taken = table.take("a7");
    table.carry(taken, &[("a8", 0.03)]);
    table.pinch(false);
    assert_eq!(table.get::<Choice>().0.as_ref().unwrap().moves.len(), 4);
    // The plates can also be touched.
    let plate = table.place("choice knight").translation;
    table.touch(plate + Vec3::Y * 0.01);
    table.pinch(true);
    table.pinch(false);
    assert_eq!(table.played(), ["a7a8n"]);
}

#[test]
fn immovable_piece_is_not_picked_up() {
    let mut table = at_hand(Variant::Icochess);
    for cell in ["o1", "b3"] {
        let stood = table.piece_of(cell);
        table.facts::<PickRefused>();
        let at = table.take(cell);
        assert_eq!(table.facts::<PickRefused>().len(), 1, "{cell}");
        table.carry(at, &[(cell, 0.2)]);
        if cell == "o1" {
            assert!(table.piece_of(cell).distance(stood) < 1e-4);
        }
        table.pinch(false);
        assert_eq!(table.game().record().ply(), 0);
    }
}
