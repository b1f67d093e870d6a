//! Measures the contrast between pieces and their tiles in screenshots.

use std::collections::BTreeMap;

use bevy::math::{Vec2, Vec3, Vec3A};
use icochess::save::choices::RoomChoice;
use icochess::save::setting::Named;
use icochess_boards::Variant;
use icochess_rules::{AnyPosition, CellSet, Side};
use icochess_shape::{Hold, Room, Shape, height};

use crate::driver::Driver;
use crate::picture::Picture;
use crate::support::out_dir;
use crate::support::place::Place;
use crate::support::plays::Plays;
use crate::support::scene::Scene;
use crate::support::turns::Turn;

/// Size of the window, large enough that a pawn on the far side is several pixels high.
const SIZE: Vec2 = Vec2::new(1280.0, 960.0);
/// Minimum median contrast between pieces and tiles. WCAG 2.2 requires 3 for shapes of one colour,
/// but a piece is visible by more than its colour.
const MIN_CONTRAST: f32 = 2.5;
/// Minimum contrast of any single piece in the board's own room. The lowest measured is 1.3.
const MIN_WORST_CONTRAST: f32 = 1.25;
/// Minimum cosine of the angle between a tile's normal and the direction to the eye at which the
/// tile is measured.
const FACING: f32 = 0.35;
/// Part of the window covered by plates and the move list. The first two values are fractions of
/// the width (left and right of the board), the last is a fraction of the height.
const PLATES: (f32, f32, f32) = (0.25, 0.76, 0.35);
/// Lightness that at least one piece reaches once the board is drawn. White's pieces are far
/// lighter; an empty picture is far darker.
const DRAWN: f32 = 0.1;

fn is_under_plates(pixel: Vec2) -> bool {
    let (left, right, down_to) = PLATES;
    let part = pixel / SIZE;
    part.y < down_to && !(left..right).contains(&part.x)
}

/// Returns the quantile `part` of `values`.
fn quantile(mut values: Vec<f32>, part: f32) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    let at = (values.len() as f32 * part) as usize;
    values.get(at).copied()
}

/// Returns the contrast of each clearly visible piece to its tile, by side and tile shade.
fn contrasts(
    (shape, position): (&Shape, &dyn AnyPosition),
    scene: &Scene,
    picture: &Picture,
) -> Vec<((String, usize), f32)> {
    let eye = scene.at("window camera");
    let mut found = Vec::new();
    for cell in position.occupied().cells() {
        let Some(piece) = position.piece_at(cell) else {
            continue;
        };
        let tile = scene.place(&format!("tile {}", position.cell_name(cell)));
        if is_under_plates(scene.pixel_in(SIZE, tile.translation)) {
            continue;
        }
        let towards = (eye - tile.translation).normalize();
        if towards.dot(tile.matrix3.y_axis.normalize()) < FACING {
            continue;
        }
        let luminance = |points: Vec<Vec3>, part: f32| {
            let seen = points.into_iter().filter_map(|point| {
                let point = tile.transform_point3a(Vec3A::from(point));
                picture.luminance(scene.pixel_in(SIZE, point))
            });
            quantile(seen.collect(), part)
        };
        // Samples the body along the piece's axis. Inlays cover part of it: dark inlays in White's
        // pieces, light ones in Black's.
        let of_body = match piece.side {
            Side::White => 0.75,
            Side::Black => 0.25,
        };
        let tall = height(shape.model(position, piece.role)) * shape.piece_scale;
        let body = (0..=16).map(|step| Vec3::Y * tall * (0.2 + 0.03 * step as f32));
        let kind = shape.kind(cell);
        let corners = kind.outline.iter().map(|corner| *corner * kind.face);
        let next = kind.outline.iter().cycle().skip(1);
        let middles = kind.outline.iter().zip(next);
        let middles = middles.map(|(a, b)| a.midpoint(*b) * kind.face);
        let round = corners
            .map(|at| at * 0.75)
            .chain(middles.map(|at| at * 0.85));
        let (Some(own), Some(ground)) = (
            luminance(body.collect(), of_body),
            luminance(round.collect(), 0.5),
        ) else {
            continue;
        };
        let ratio = (own.max(ground) + 0.05) / (own.min(ground) + 0.05);
        let shade = shape.places[cell.index()].kind % 2;
        found.push(((piece.side.to_string(), shade), ratio));
    }
    found
}

/// Saves a picture once the board is drawn and at rest. `tiles` have pieces on them.
fn at_rest(player: &mut Driver, name: &str, tiles: &[String]) -> (Scene, Picture) {
    player.rest();
    let path = out_dir().join(format!("window-{name}.png"));
    // The first frames show no board, because shaders are still compiling.
    player.wait("the board to be drawn", |p| {
        p.frames(Driver::LAG);
        p.screen.screenshot(&path);
        let (scene, picture) = (p.scene(), Picture::read(&path, SIZE));
        let lights = tiles.iter().filter_map(|tile| {
            let at = scene.place(tile).translation;
            picture.luminance(scene.pixel_in(SIZE, at))
        });
        (lights.fold(0.0, f32::max) > DRAWN).then_some((scene, picture))
    })
}

/// Returns the contrasts seen from the seat of `side`, which moves first, in a room.
fn seen_by(variant: Variant, side: Side, room: Room) -> Vec<((String, usize), f32)> {
    let id = variant.board().id();
    let name = format!("contrast-{id}-{side}-{room:?}").to_lowercase();
    let what = format!("pieces and tiles of {id}");
    let size = (SIZE.x as u32, SIZE.y as u32);
    let place = Place::new(&what, &format!("window-{name}"), size, Turn::beside());
    let Some(place) = place else {
        return vec![];
    };
    place.set(&format!("(room: {:?})", RoomChoice::Always(room).id()));
    let (shape, game) = (variant.shape(), variant.board().new_game());
    let position = game.position();
    let start = match side {
        Side::White => position.text(),
        Side::Black => position.text().replacen(" w ", " b ", 1),
    };
    let mut player = Driver::start_with(&place, &name, &["--variant", id, "--position", &start]);
    let occupied = position.occupied().cells();
    let tiles: Vec<String> = occupied
        .map(|cell| format!("tile {}", position.cell_name(cell)))
        .collect();
    // Moves the mouse away, because hovering adds a highlight.
    player.move_to(Vec2::splat(2.0));
    let (scene, picture) = at_rest(&mut player, &name, &tiles);
    contrasts((&shape, position), &scene, &picture)
}

#[test]
fn pieces_stand_out_from_their_tiles_in_every_room() {
    // Other pieces are visible through glass, so a pixel near a piece isn't the tile's colour. For
    // glass boards, `palette.rs` compares the colours alone.
    let boards = Variant::ALL.map(|variant| (variant, variant.shape()));
    let boards = boards.iter().filter(|(_, shape)| !shape.is_glass());
    let own_rooms: Vec<Room> = boards.clone().map(|(_, shape)| shape.room).collect();
    for (variant, shape) in boards {
        // On a ball, each camp is hidden from the other.
        let is_ball = shape.hold == Hold::Ball;
        let camps = if is_ball { 2 } else { 1 };
        for room in Room::ALL {
            // Rooms only change the light, so one board in each is enough.
            if room == shape.room || !is_ball && !own_rooms.contains(&room) {
                assert_stands_out(*variant, &Side::ALL[..camps], room);
            }
        }
    }
}

fn assert_stands_out(variant: Variant, seen_from: &[Side], room: Room) {
    let mut by_pair: BTreeMap<(String, usize), Vec<f32>> = BTreeMap::new();
    for side in seen_from {
        for (pair, contrast) in seen_by(variant, *side, room) {
            by_pair.entry(pair).or_default().push(contrast);
        }
    }
    assert!(
        by_pair.is_empty() || by_pair.len() == 4,
        "{variant}: {by_pair:?}"
    );
    let is_own = room == variant.shape().room;
    for (pair, contrasts) in by_pair {
        let middle = quantile(contrasts.clone(), 0.5).expect("a piece");
        let worst = contrasts.iter().copied().fold(f32::INFINITY, f32::min);
        println!("{variant}, {room:?}, {pair:?}: {middle:.2}, the worst {worst:.2}");
        assert!(
            middle >= MIN_CONTRAST,
            "{variant}, {room:?}, {pair:?}: {middle} of {contrasts:?}"
        );
        assert!(
            worst >= MIN_WORST_CONTRAST || !is_own,
            "{variant}, {room:?}, {pair:?}: {worst} of {contrasts:?}"
        );
    }
}
