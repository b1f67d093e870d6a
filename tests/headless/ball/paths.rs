//! A slider's paths over the ball, and the number of hidden targets where each goes out of sight.

use icochess::board::tiles::paths::{Behind, PathPart};

use super::*;

/// A rook with open paths on all sides.
const ROOK: &str = "4/2P1/4/4/4/4/R3/4/P3/1KP1/3n/4/4/p3/4/4/4/1p2/k3/4 w - - 0 1";

/// Angle round the ball within which a piece's top or another number displaces a number, in
/// radians.
const CROWDED: f32 = 0.18;
/// Maximum angle round the ball between a number and the point where its path goes out of sight, in
/// radians.
const ASIDE: f32 = 0.36;

impl Table {
    /// Returns the visible numbers with their directions, in the ball's frame.
    fn behind(&mut self) -> Vec<(usize, Vec3)> {
        let world = self.app.world_mut();
        let mut numbers = world.query::<(&Behind, &Transform, &Visibility)>();
        let seen = numbers.iter(world);
        let seen = seen.filter(|(.., visibility)| **visibility != Visibility::Hidden);
        seen.map(|(behind, at, _)| (behind.0, at.translation.normalize()))
            .collect()
    }

    /// Returns the number of visible path segments.
    pub fn path_parts(&mut self) -> usize {
        let world = self.app.world_mut();
        let mut parts = world.query_filtered::<&Visibility, With<PathPart>>();
        let seen = parts.iter(world);
        seen.filter(|it| **it != Visibility::Hidden).count()
    }

    /// Returns, for each path with hidden targets, the number of these targets and the two points
    /// between which the path goes out of sight. For a hidden piece, all paths count together.
    fn vanishing(&mut self) -> Vec<(usize, [Vec3; 2])> {
        let rotation = self.rotation();
        let (shape, seat) = (self.get::<BoardShape>(), *self.get::<PlayerSeat>());
        let paths = self.get::<SliderPaths>();
        let is_hidden = |cell: &Cell| is_turned_away(rotation, &shape.frame(*cell), &seat);
        let count = |cells: &[Cell]| {
            let is_counted = |cell: &&Cell| is_hidden(cell) && paths.targets.contains(**cell);
            let cells: BTreeSet<_> = cells.iter().filter(is_counted).collect();
            cells.len()
        };
        let at = |cell: Cell| shape.centre(cell).normalize();
        let start = paths.all[0][0];
        if is_hidden(&start) {
            return vec![(count(&paths.all.concat()), [at(start); 2])];
        }
        let shown = paths.all.iter().filter_map(|path| {
            let first = path.iter().position(is_hidden)?;
            let count = count(path);
            (count > 0).then_some((count, [at(path[first - 1]), at(path[first])]))
        });
        shown.collect()
    }
}

#[test]
fn sliders_paths_show_the_number_of_hidden_targets() {
    let mut table = Table::on_ball(ROOK);
    assert_eq!((table.path_parts(), table.behind().len()), (0, 0));
    table.click(PointerButton::Primary, "g1");
    let paths = table.get::<SliderPaths>().clone();
    assert!(paths.all.len() >= 4, "{paths:?}");
    for path in &paths.all {
        assert_eq!(path[0], cell("g1"));
        assert!(path[1..].iter().all(|cell| paths.targets.contains(*cell)));
    }
    assert!(table.path_parts() >= 2 * paths.all.len());
    let (mut counted, mut at_their_paths) = (0, 0);
    for turned in 0..6 {
        let (expected, mut shown) = (table.vanishing(), table.behind());
        assert_eq!(shown.len(), expected.len(), "{turned}: {shown:?}");
        counted += shown.len();
        let seat = *table.get::<PlayerSeat>();
        let eye = (table.rotation().inverse() * (seat.eye - seat.centre)).normalize();
        let shape = table.get::<BoardShape>();
        let pieces = table.game().position().occupied().cells();
        let pieces: Vec<Vec3> = pieces.map(|it| shape.centre(it).normalize()).collect();
        let numbers: Vec<Vec3> = shown.iter().map(|(_, at)| *at).collect();
        let rim = shape.radius() / (seat.eye - seat.centre).length();
        for at in &numbers {
            let off = (at.dot(eye) - rim).abs();
            assert!(off < 1e-3, "{turned}: {at} is not at the rim");
        }
        for (count, [seen, hidden]) in expected {
            // Smallest angle round the ball to the point where the path goes out of sight.
            let round =
                |one: Vec3, other: Vec3| one.reject_from(eye).angle_between(other.reject_from(eye));
            let aside =
                |at: Vec3| (round(at, seen) + round(at, hidden) - round(seen, hidden)) / 2.0;
            let is_by_path = |at: Vec3| aside(at) < 0.01;
            // A number may be displaced only by a piece that overlaps the rim, or by another
            // number.
            let is_there = |(number, at): &(usize, Vec3)| {
                let others = numbers.iter().filter(|it| *it != at);
                let mut at_rim = pieces.iter().chain(others).filter(|it| it.dot(eye) < 0.9);
                let is_free = at_rim.all(|it| aside(*it) > CROWDED);
                *number == count && (is_by_path(*at) || !is_free && aside(*at) < ASIDE)
            };
            let Some(found) = shown.iter().position(is_there) else {
                panic!("{turned}: no {count} between {seen} and {hidden} in {shown:?}");
            };
            let (_, at) = shown.swap_remove(found);
            at_their_paths += usize::from(is_by_path(at));
        }
        table.send(TurnBoard(Quat::from_rotation_y(1.0)));
        table.frames(2);
    }
    // The other numbers would cover the player's own pieces at the rim, or one another.
    assert!(
        2 * at_their_paths > counted,
        "{at_their_paths} of {counted}"
    );
    // A king has no paths.
    table.click(PointerButton::Primary, "j2");
    assert_eq!((table.path_parts(), table.behind().len()), (0, 0));
}
