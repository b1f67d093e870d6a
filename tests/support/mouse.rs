//! Positions of the window's controls, and the mouse that presses them.

use bevy::math::{Vec2, Vec3A};
use serde_json::{Value, json};

use super::inspect::Inspector;
use super::plays::Plays;
use super::scene::{NAME, Scene};
use super::xvfb::{Button, Xvfb};

pub const NODE: &str = "bevy_ui::ui_node::ComputedNode";
const NODE_PLACE: &str = "bevy_ui::ui_transform::UiGlobalTransform";
pub const NODE_SCREEN: &str = "bevy_ui::ui_node::ComputedUiRenderTargetInfo";
const CLIP: &str = "bevy_ui::ui_node::CalculatedClip";

/// Waits until the window's UI is laid out at this size, in pixels.
pub fn wait_for_size(player: &mut impl Plays, (width, height): (u32, u32)) {
    player.wait("the window to have its size", |p| {
        let rows = p.inspector().query(&[NAME, NODE_SCREEN], &[]).ok()?;
        let mut rows = rows.iter().map(|row| &row.components);
        let screen = &rows.find(|row| row[NAME] == "interface")?[NODE_SCREEN];
        (screen["physical_size"] == json!([width, height])).then_some(())
    });
}

/// Moves the mouse to a pixel of a window in the screen's upper left corner.
pub fn move_to(screen: &Xvfb, at: Vec2) {
    screen.move_to(at.x.round() as i32, at.y.round() as i32);
}

/// Points on a square to try, in metres from its centre (half a square is 29 mm). Something in
/// front may hide some of them.
pub const ON_SQUARE: [(f32, f32); 5] = [
    (0.0, 0.0),
    (0.0, -0.02),
    (-0.02, 0.0),
    (0.02, 0.0),
    (0.0, 0.02),
];

/// Moves the mouse to a square in a window of `size` pixels. Each value of `tried` aims at a
/// different point.
pub fn move_to_square(screen: &Xvfb, scene: &Scene, size: Vec2, square: &str, tried: usize) {
    let (x, z) = ON_SQUARE[tried % ON_SQUARE.len()];
    let place = scene.place(&format!("tile {square}"));
    let point = place.transform_point3a(Vec3A::new(x, 0.0, z));
    move_to(screen, scene.pixel_in(size, point));
}

/// Returns the centre and size of a UI node in the window, in pixels.
pub fn node(inspector: &Inspector, name: &str) -> Option<(Vec2, Vec2)> {
    let rows = inspector.query(&[NAME, NODE, NODE_PLACE], &[]).ok()?;
    // A hidden node has no size.
    let row = rows
        .iter()
        .map(|row| &row.components)
        .find(|row| row[NAME] == name && row[NODE]["size"][0].as_f64() > Some(10.0))?;
    let number = |value: &Value| value.as_f64().map(|x| x as f32);
    let (place, size) = (&row[NODE_PLACE], &row[NODE]["size"]);
    Some((
        Vec2::new(number(&place[4])?, number(&place[5])?),
        Vec2::new(number(&size[0])?, number(&size[1])?),
    ))
}

/// Returns the centre and size of a control in the window, after scrolling it into view.
fn control(player: &mut impl Plays, screen: &Xvfb, name: &str) -> (Vec2, Vec2) {
    player.wait(&format!("the control {name}"), |p| {
        let (clips, node) = p
            .inspector()
            .both(|it| it.query(&[NAME, CLIP], &[]), |it| node(it, name));
        let (at, size) = node?;
        // Only nodes inside a scrolling container have a clip.
        let rows = clips.unwrap_or_default();
        let mut clips = rows.iter().map(|row| &row.components);
        let Some(clip) = clips.find(|row| row[NAME] == name).map(|row| &row[CLIP]) else {
            return Some((at, size));
        };
        // Horizontal clips are infinite, which JSON can't express.
        let end = |key: &str| clip["clip"][key][1].as_f64().map(|y| y as f32);
        let (top, bottom) = (end("min")?, end("max")?);
        let half = size.y / 2.0;
        if at.y - half >= top - 1.0 && at.y + half <= bottom + 1.0 {
            return Some((at, size));
        }
        move_to(screen, Vec2::new(at.x, (top + bottom) / 2.0));
        screen.wheel(if at.y + half > bottom { -1 } else { 1 });
        None
    })
}

/// Presses a control at the fraction `across` of its width, from the left.
pub fn press_part<P: Plays>(player: &mut P, screen: &Xvfb, name: &str, across: f32) {
    let part = |player: &mut P| {
        let (middle, size) = control(player, screen, name);
        middle + Vec2::X * size.x * (across - 0.5)
    };
    let mut at = part(player);
    // Aims again if the control moves meanwhile, for example when a neighbour disappears.
    loop {
        move_to(screen, at);
        // Gives the game time to see the mouse.
        player.frames(2);
        let now = part(player);
        if now == at {
            break;
        }
        at = now;
    }
    screen.click(Button::Left);
}
