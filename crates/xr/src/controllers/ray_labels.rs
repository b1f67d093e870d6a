//! Labels at the ends of rays: the cell, its piece, and why the piece can't move or be moved there.
//!
//! A label appears when the ray rests on a cell. It is above the piece. On a layered board it is
//! in front of the board, where no other cell covers it.

use bevy::picking::pointer::PointerInteraction;
use bevy::prelude::*;

use super::labels::{ARM, letters, size_of};
use super::looks::ControllerLooks;
use crate::config::Hand;
use crate::hands::{HandInput, OnPanel, REACH, name_of};
use crate::head::Head;
use crate::near::{CarriedPiece, Near};
use icochess_base::display::Display;
use icochess_base::language::Words;
use icochess_board::Covered;
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::stage::switches::OnMap;
use icochess_message::Msg;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::{PickMode, Selection, Turns};
use icochess_rules::Cell;
use icochess_shape::height;
use icochess_ui::text::words::{place, why_not};

/// Time that a ray must stay on a cell before its label appears, in seconds.
const REST: f32 = 0.4;
/// Largest number of letters of a line, if its words allow: about 13°.
const LINE_LETTERS: usize = 26;
/// Distance of a label in front of its cell, in metres.
const BEFORE: f32 = 0.05;
/// Smallest distance of a label from the eye, in metres, unless its cell is nearer.
const NEAREST: f32 = 0.3;

/// The label of a hand's ray. Its own mesh is the plate.
#[derive(Component, Debug)]
pub struct RayLabel {
    hand: Hand,
    /// Cell at the end of the ray, and whether the player may move now.
    over: Option<(Cell, bool)>,
    /// Time that the ray has stayed there, in seconds; at most [`REST`].
    rested: f32,
    /// Lines of the text; empty while the label is hidden.
    pub lines: Vec<String>,
}

/// The text of a [`RayLabel`], as its child.
#[derive(Component, Debug)]
pub(super) struct RayLabelText;

/// Spawns the labels, hidden.
pub(super) fn spawn(mut commands: Commands, looks: Res<ControllerLooks>) {
    for hand in Hand::BOTH {
        commands.spawn((
            RayLabel {
                hand,
                over: None,
                rested: 0.0,
                lines: Vec::new(),
            },
            Name::new(format!("{} ray label", name_of(hand))),
            Transform::default(),
            Visibility::Hidden,
            Mesh3d::default(),
            MeshMaterial3d(looks.plate.clone()),
            children![(
                RayLabelText,
                Mesh3d::default(),
                MeshMaterial3d(looks.ink.clone()),
                Transform::from_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2)),
            )],
        ));
    }
}

/// Splits a text into lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let letters = |text: &str| text.chars().count();
        match lines.last_mut() {
            Some(line) if letters(line) + letters(word) < LINE_LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the lines of a label.
fn lines_of(words: &Words, title: &Msg, why: Option<&Msg>) -> Vec<String> {
    let texts = std::iter::once(title).chain(why);
    texts.flat_map(|it| wrapped(&words.say(it))).collect()
}

/// Updates the texts, and hides the labels of rays that don't rest on a cell.
pub(super) fn update_labels(
    time: Res<Time>,
    (game, pick_mode, selection): (Res<Match>, Res<PickMode>, Res<Selection>),
    (turns, covered, carried): (Turns, Res<Covered>, Res<CarriedPiece>),
    words: Res<Words>,
    hands: Query<(&HandInput, &Near, &OnPanel, &PointerInteraction)>,
    cells: Query<&OnCell, Without<OnMap>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut labels: Query<(&mut RayLabel, &mut Mesh3d, &mut Visibility, &Children)>,
    mut texts: Query<&mut Mesh3d, (With<RayLabelText>, Without<RayLabel>)>,
) {
    let has_changed =
        game.is_changed() || pick_mode.is_changed() || selection.is_changed() || words.is_changed();
    let is_hidden = covered.0 || carried.0.is_some();
    let shown = pick_mode.game(&game).filter(|_| !is_hidden);
    let is_refused = || turns.refuse_through(&game, Display::Headset).is_some();
    let may_move = matches!(*pick_mode, PickMode::Match) && !is_refused();
    for (mut label, mut plate, mut visibility, children) in &mut labels {
        let hand = hands.iter().find(|(input, ..)| input.hand == label.hand);
        let over = hand.and_then(|(input, near, on_panel, interaction)| {
            let has_ray = input.active && near.0.is_none() && on_panel.0.is_none();
            let hit = interaction.get_nearest_hit().filter(|_| has_ray);
            let (entity, _) = hit.filter(|(_, hit)| hit.depth <= REACH)?;
            Some((cells.get(*entity).ok()?.0, may_move))
        });
        let rested = if over.is_some() && over == label.over {
            (label.rested + time.delta_secs()).min(REST)
        } else {
            0.0
        };
        if over != label.over || rested != label.rested {
            (label.over, label.rested) = (over, rested);
        }
        let subject = shown.zip(over).filter(|_| rested >= REST);
        let Some((game, (cell, may_move))) = subject else {
            if !label.lines.is_empty() {
                label.lines.clear();
                visibility.set_if_neq(Visibility::Hidden);
            }
            continue;
        };
        if !label.lines.is_empty() && !has_changed {
            continue;
        }
        let why = may_move.then(|| why_not(game, selection.0, cell)).flatten();
        let lines = lines_of(&words, &place(game, Some(cell)), why.as_ref());
        if lines == label.lines {
            continue;
        }
        plate.0 = meshes.add(Rectangle::from_size(size_of(&lines)));
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child) {
                text.0 = meshes.add(letters(&lines));
            }
        }
        label.lines = lines;
        visibility.set_if_neq(Visibility::Inherited);
    }
}

/// A piece on a cell in the world, in metres. Without a piece, `top` is the same as `foot`.
#[derive(Debug, Clone, Copy)]
struct Standing {
    foot: Vec3,
    top: Vec3,
    /// Radius of the foot.
    radius: f32,
}

/// Returns the transform of a label that is `tall` metres high at arm's length. It is above the
/// piece as seen from the eye, and as large as at arm's length. `before` is its distance from the
/// eye for the distance of the piece.
fn above(on: Standing, tall: f32, eye: Vec3, before: impl FnOnce(f32) -> f32) -> Transform {
    let sight = on.foot - eye;
    // The label faces +z, and `looking_to` aims -z.
    let rotation = Transform::IDENTITY.looking_to(sight, Vec3::Y).rotation;
    let up = rotation * Vec3::Y;
    let piece = (on.top - on.foot).dot(up).max(0.0) + on.radius;
    let middle = sight + up * (piece + tall / 2.0 * sight.length() / ARM);
    let length = middle.length();
    let distance = before(length).clamp(NEAREST.min(length), length);
    Transform {
        translation: eye + middle.normalize_or_zero() * distance,
        rotation,
        scale: Vec3::splat(distance / ARM),
    }
}

/// Places the labels above their pieces, facing the player.
pub(super) fn place_labels(
    (game, pick_mode, shape): (Res<Match>, Res<PickMode>, Res<BoardShape>),
    seat: Res<PlayerSeat>,
    head: Query<&Transform, (With<Head>, Without<RayLabel>)>,
    root: Single<&Transform, (With<BoardRoot>, Without<RayLabel>)>,
    hands: Query<(&HandInput, &PointerInteraction)>,
    tiles: Query<&GlobalTransform, With<OnCell>>,
    mut labels: Query<(&RayLabel, &mut Transform)>,
) {
    let eye = head.iter().next().map_or(seat.eye, |head| head.translation);
    let size = root.scale.x;
    let front = eye.distance(root.translation) - shape.extent * size;
    for (label, mut transform) in &mut labels {
        let hand = hands.iter().find(|(input, _)| input.hand == label.hand);
        let hit = hand.and_then(|(_, interaction)| interaction.get_nearest_hit());
        let tile = hit.and_then(|(entity, _)| tiles.get(*entity).ok());
        let game = pick_mode.game(&game);
        let (Some(tile), Some(game), Some((cell, _))) = (tile, game, label.over) else {
            continue;
        };
        if label.lines.is_empty() {
            continue;
        }
        let position = game.position();
        let piece = position.piece_at(cell);
        let tall = piece.map_or(0.0, |piece| height(shape.model(position, piece.role)));
        let foot = tile.translation();
        let on = Standing {
            foot,
            top: foot + tile.up() * tall * shape.piece_scale * size,
            radius: shape.foot() * size,
        };
        let before = |distance: f32| {
            if shape.is_layered() {
                front
            } else {
                distance - BEFORE
            }
        };
        transform.set_if_neq(above(on, size_of(&label.lines).y, eye, before));
    }
}

#[cfg(test)]
mod tests {
    use super::super::labels::LETTERS;
    use super::*;
    use icochess_message::msg;
    use icochess_shape::lettering;

    #[test]
    fn reasons_have_glyphs_for_all_letters_and_short_lines() {
        let mut words = Words::default();
        for code in ["en", "de"] {
            words.choose(code);
            for why in [
                msg!("illegal-not-reached"),
                msg!("illegal-king-into-check"),
                msg!("illegal-promotion"),
                msg!("illegal-gating"),
                msg!("illegal-castling"),
                msg!("stuck-blocked"),
                msg!("stuck-pinned"),
                msg!("stuck-in-check"),
                msg!("stuck-no-safe-place"),
            ] {
                let title = msg!("threat-told", why = why.clone(), pieces = "A-1");
                for line in lines_of(&words, &title, Some(&why)) {
                    assert!(line.chars().count() <= LINE_LETTERS, "{line}");
                    for letter in line.chars() {
                        let is_written = letter == ' ' || lettering::is_drawn(letter);
                        assert!(is_written, "{letter} of {line}");
                    }
                }
            }
        }
    }

    #[test]
    fn labels_are_above_the_piece_and_legible() {
        let eye = Vec3::new(0.0, 1.5, 0.0);
        let (foot, tall) = (Vec3::new(0.2, 1.0, -0.7), 0.03);
        // Pieces that point up, down, to the side and at the eye.
        for up in [Vec3::Y, Vec3::NEG_Y, Vec3::X, (eye - foot).normalize()] {
            let on = Standing {
                foot,
                top: foot + up * 0.06,
                radius: 0.015,
            };
            for distance in [0.0, 0.4, 9.0] {
                let label = above(on, tall, eye, |_| distance);
                let seen = |at: Vec3| {
                    let at = label.rotation.inverse() * (at - eye);
                    at.y / -at.z
                };
                let low = label.translation - label.rotation * Vec3::Y * tall / 2.0 * label.scale;
                assert!(seen(low) >= seen(on.top).max(seen(foot)), "{up}");
                let away = label.translation.distance(eye);
                // A capital of Inter is 0.73 em high.
                let em = (LETTERS / 0.73 * label.scale.y / away).atan().to_degrees();
                assert!((0.85..0.9).contains(&em), "{em}");
                assert!(away >= NEAREST - 1e-5, "{away}");
                let faces = label.rotation * Vec3::Z;
                assert!(faces.distance((eye - foot).normalize()) < 1e-4);
            }
        }
    }
}
