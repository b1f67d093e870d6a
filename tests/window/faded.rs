//! Tests that faded pieces cover only some of each pixel's samples, and that the background fills
//! the others. Changing the background from black to white shows the number of samples.

use bevy::math::{Vec2, Vec3A};
use icochess_boards::Variant;
use icochess_shape::{PieceKind, height};

use crate::driver::Driver;
use crate::picture::Picture;
use crate::support::out_dir;
use crate::support::place::Place;
use crate::support::plays::Plays;
use crate::support::scene::Scene;
use crate::support::turns::Turn;
use crate::support::xvfb::Button;

/// Size of the window. A rook is about 20 pixels high. A larger picture with four samples would be
/// slow on a software renderer.
const SIZE: Vec2 = Vec2::new(640.0, 480.0);
/// A rook of each side at the far edge of the top level, with nothing behind it, and the kings far
/// below. White's king has no relation to either rook. Without the pawn, the position would be dead.
const START: &str = "2r1R/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|2k2/5/5/P4/2K2 w - - 0 1";
const KING: &str = "ac1";
/// Rooks of both sides.
const ROOKS: [&str; 2] = ["ee5", "ec5"];
/// Share of the samples that a faded piece leaves to the background: one of four.
const LEFT: f32 = 0.25;
/// Half of one of four samples. This is the tolerance for distinguishing sample counts.
const HALF_A_SAMPLE: f32 = 0.125;
/// Fractions of a rook's height between which its body is visible: above its level's far edge,
/// below its battlements.
const BODY: [f32; 4] = [0.45, 0.53, 0.61, 0.69];
/// Fraction of a rook's height just above the rook, below any button.
const ABOVE: f32 = 1.5;

/// Returns the pixel of a point above a cell of Raumschach, at a fraction of a rook's height.
fn pixel(scene: &Scene, cell: &str, part: f32) -> Vec2 {
    let tall = height(PieceKind::Rook) * Variant::Raumschach.shape().piece_scale;
    let place = scene.place(&format!("tile {cell}"));
    scene.pixel_in(SIZE, place.transform_point3a(Vec3A::Y * tall * part))
}

/// Returns the share of background light that each rook lets through; `None` while the window
/// doesn't show the background yet.
fn let_through(player: &mut Driver, scene: &Scene) -> Option<[f32; 2]> {
    let [dark, bright] = [("dark", 0.0), ("bright", 1.0)].map(|(name, light)| {
        player.set_ground(light);
        let path = out_dir().join(format!("window-faded-{name}.png"));
        player.screen.screenshot(&path);
        Picture::read(&path, SIZE)
    });
    let gained = |cell, part| {
        let at = pixel(scene, cell, part);
        let [dark, bright] = [&dark, &bright].map(|it| it.luminance(at).expect("a pixel"));
        bright - dark
    };
    let of_ground = ROOKS.map(|cell| gained(cell, ABOVE));
    let is_shown = of_ground.iter().all(|gain| *gain > 0.9);
    is_shown.then(|| {
        [0, 1].map(|rook| {
            let of_body = BODY.map(|part| gained(ROOKS[rook], part));
            of_body.iter().sum::<f32>() / BODY.len() as f32 / of_ground[rook]
        })
    })
}

#[test]
fn faded_pieces_let_a_quarter_of_background_through() {
    let size = (SIZE.x as u32, SIZE.y as u32);
    let Some(place) = Place::new("faded pieces", "window-faded", size, Turn::beside()) else {
        return;
    };
    // The software renderer would default to one sample.
    place.set(r#"(antialiasing: "4x", auto_turn_flat: false, room: "none")"#);
    let mut player = Driver::start_with(
        &place,
        "faded",
        &["--variant", "raumschach", "--position", START],
    );
    player.hover(&format!("tile {KING}"), |p| {
        let scene = p.scene();
        p.move_to(pixel(&scene, KING, 0.0));
        Some(())
    });
    player.screen.click(Button::Left);
    player.wait_for_pointing("selected", Some(KING));
    player.rest();
    let scene = player.scene();
    // Shaders may still be compiling; until then, only the background is visible.
    player.wait("the faded pieces to be drawn", |p| {
        let seen = let_through(p, &scene)?;
        let are_drawn = seen.iter().all(|part| *part < 1.0 - HALF_A_SAMPLE);
        are_drawn.then_some(())
    });
    // Measures again, because the pieces may have appeared between the two pictures.
    let seen = let_through(&mut player, &scene).expect("the ground was seen before");
    println!("{seen:.3?} of the ground comes through {ROOKS:?}");
    for (rook, seen) in ROOKS.into_iter().zip(seen) {
        let differs = (seen - LEFT).abs();
        assert!(differs < HALF_A_SAMPLE, "{rook}: {seen}");
    }
}
