//! Labels for the parts of a controller.
//!
//! They appear after the player has looked at the controller for a moment. While the help or the
//! tutorial is open, and for beginners until the first move, both controllers have labels. The
//! labelled parts glow meanwhile. A hand that carries a piece, is near the board or the panel, or
//! shows the wrist menu has no labels, because they would cover its target or the menu. The labels
//! form two columns at the controller's sides that face the player and don't overlap.

use bevy::prelude::*;

use super::looks::{ControllerLooks, Marked, OfHand};
use super::model::{Solid, column, parts};
use super::names::of_part;
use crate::config::{ControllerPart, Hand, Profile};
use crate::hands::{GripPose, HandInput, name_of, pointer_of};
use crate::head::Head;
use crate::near::Near;
use icochess_base::language::Words;
use icochess_board::stage::drawing::seen_if;
use icochess_board::stage::shape::mesh;
use icochess_play::game::Match;
use icochess_shape::{TriangleMesh, lettering};
use icochess_store::FirstStart;
use icochess_ui::panel::wrist::WristMenu;
use icochess_ui::state::screen::{PanelShown, Screen, Screens};

/// Height of a capital, in metres. At arm's length, an em of this font is 0.87°.
pub(super) const LETTERS: f32 = 0.0057;
/// Arm's length, in metres.
pub(super) const ARM: f32 = 0.516;
/// Line spacing, in metres.
const LINE: f32 = 0.0082;
/// Margin from the text to the edge of its plate, in metres.
const MARGIN: f32 = 0.002;
/// Distance of the text in front of its plate, in metres.
const RAISED: f32 = 0.0008;
/// Thickness of a leader line, in metres.
const LEADER: f32 = 0.0006;
/// Horizontal distance of a column from the controller's middle, in metres. It leaves space for the
/// hand.
const ASIDE: f32 = 0.055;
/// Distance of the labels from the controller's middle towards the player, in metres.
const BEFORE: f32 = 0.025;
/// Vertical gap between labels, in metres.
const GAP: f32 = 0.004;

/// Maximum angle from the head's direction (radians) and distance (metres) to start looking at a
/// controller.
const BEGINS: ViewCone = ViewCone {
    angle: 0.262,
    distance: 0.6,
};
/// Maximum angle and distance to keep looking at a controller.
const ENDS: ViewCone = ViewCone {
    angle: 0.35,
    distance: 0.7,
};
/// Time that the player must look at a controller before its labels appear, in seconds. A glance
/// isn't enough.
const MOMENT: f32 = 0.6;

/// A cone in front of the head.
pub(super) struct ViewCone {
    pub(super) angle: f32,
    pub(super) distance: f32,
}

impl ViewCone {
    pub(super) fn contains(&self, head: &Transform, point: Vec3) -> bool {
        let offset = point - head.translation;
        offset.length() < self.distance && offset.angle_between(*head.forward()) < self.angle
    }
}

/// Root of a controller's labels.
#[derive(Component, Debug, Default, PartialEq)]
pub struct Labels {
    /// Time that the player has looked at the controller, in seconds.
    looked: f32,
    /// Whether the labels are shown.
    are_shown: bool,
    /// Rotation towards the reader, relative to the controller: +z points to the reader, +y up.
    facing: Quat,
}

/// A label's plate, with the offset of its middle from the controller's in the reader's view:
/// right, up and towards the reader, in metres.
#[derive(Component, Debug)]
pub(super) struct Label(Vec3);

/// The leader line from a part to its label.
#[derive(Component, Debug)]
pub(super) struct Leader {
    /// Position of the part relative to the controller, in metres.
    from: Vec3,
    /// End at the label, as an offset like in [`Label`].
    to: Vec3,
}

impl Label {
    fn place(&self, facing: Quat) -> Transform {
        Transform::from_translation(facing * self.0).with_rotation(facing)
    }
}

impl Leader {
    fn place(&self, facing: Quat) -> Transform {
        let offset = facing * self.to - self.from;
        Transform {
            translation: self.from + offset / 2.0,
            rotation: Quat::from_rotation_arc(Vec3::Y, offset.normalize_or(Vec3::Y)),
            scale: Vec3::new(LEADER, offset.length(), LEADER),
        }
    }
}

/// The controller to label.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Entity at the grip pose.
    pub grip: Entity,
    /// Hand that holds the controller.
    pub hand: Hand,
}

/// Spawns the labels of a controller.
pub(super) fn write(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    looks: &ControllerLooks,
    words: &Words,
    profile: &Profile,
    Place { grip, hand }: Place,
) {
    let side = name_of(hand);
    let root = (
        ChildOf(grip),
        OfHand(hand),
        Labels::default(),
        Name::new(format!("{side} labels")),
        Transform::default(),
        Visibility::Hidden,
    );
    let root = commands.spawn(root).id();
    let written: Vec<_> = parts(profile.model)
        .into_iter()
        .filter_map(|(part, form)| {
            let lines = of_part(profile, hand, part);
            let lines: Vec<String> = lines.iter().map(|line| words.say(line)).collect();
            (!lines.is_empty()).then_some((part, form, lines))
        })
        .collect();
    let sizes = written
        .iter()
        .map(|(part, _, lines)| (*part, size_of(lines)));
    let sizes: Vec<_> = sizes.collect();
    for (index, (part, form, lines)) in written.iter().enumerate() {
        let (_, size) = sizes[index];
        let middle = middle_of(index, &sizes, hand);
        let leader = Leader {
            from: form.of(hand).place.translation,
            to: middle.with_x(middle.x.signum() * ASIDE),
        };
        let place = leader.place(Quat::IDENTITY);
        commands.spawn((
            ChildOf(root),
            leader,
            Mesh3d(looks.mesh(Solid::Peg)),
            MeshMaterial3d(looks.ink.clone()),
            place,
            Visibility::default(),
        ));
        let label = Label(middle);
        let place = label.place(Quat::IDENTITY);
        commands.spawn((
            ChildOf(root),
            label,
            Name::new(format!("{side} label {part:?}")),
            place,
            Visibility::default(),
            Mesh3d(meshes.add(Rectangle::from_size(size))),
            MeshMaterial3d(looks.plate.clone()),
            children![(
                Mesh3d(meshes.add(letters(lines))),
                MeshMaterial3d(looks.ink.clone()),
                // The text mesh is in the xz plane and faces +y, so this turns it to the reader.
                Transform::from_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2)),
            )],
        ));
    }
}

/// Returns the middle of a label, stacked with the others of its column. Both columns are centred
/// at the controller's height.
fn middle_of(index: usize, sizes: &[(ControllerPart, Vec2)], hand: Hand) -> Vec3 {
    let (part, size) = sizes[index];
    let (side, row) = column(part);
    let of_column = sizes.iter().filter(|(part, _)| column(*part).0 == side);
    let height = |it: &(ControllerPart, Vec2)| it.1.y + GAP;
    let all: f32 = of_column.clone().map(height).sum();
    let above = of_column.filter(|(part, _)| column(*part).1 < row);
    let above: f32 = above.map(height).sum();
    let flip = match hand {
        Hand::Right => 1.0,
        Hand::Left => -1.0,
    };
    Vec3::new(
        flip * side * (ASIDE + size.x / 2.0),
        (all - size.y - GAP) / 2.0 - above,
        BEFORE,
    )
}

/// Returns the width and height of a plate for these lines, in metres.
pub(super) fn size_of(lines: &[String]) -> Vec2 {
    let widths = lines.iter().map(|line| lettering::width(line, LETTERS));
    let width = widths.fold(0.0, f32::max);
    let height = lines.len() as f32 * LINE;
    Vec2::new(width, height) + 2.0 * MARGIN
}

/// Returns the text of a label as a mesh in the xz plane, facing +y.
pub(super) fn letters(lines: &[String]) -> Mesh {
    let mut shape = TriangleMesh::default();
    let middle = (lines.len() as f32 - 1.0) / 2.0;
    for (line, text) in lines.iter().enumerate() {
        let down = (line as f32 - middle) * LINE;
        let place = Transform::from_xyz(0.0, RAISED, down);
        lettering::write(&mut shape, text, LETTERS, place);
    }
    mesh(shape)
}

/// Shows the labels of the controllers that the player looks at or learns about, and makes the
/// labelled parts glow.
pub(super) fn name_parts(
    time: Res<Time>,
    (screens, panel, looks): (Res<Screens>, Res<PanelShown>, Res<ControllerLooks>),
    (game, first): (Res<Match>, Option<Res<FirstStart>>),
    menu: Res<WristMenu>,
    head: Query<&Transform, With<Head>>,
    grips: Query<(&GripPose, &Transform)>,
    hands: Query<(&HandInput, &Near)>,
    mut labels: Query<(&OfHand, &mut Labels, &mut Visibility)>,
    mut parts: Query<(&OfHand, &mut MeshMaterial3d<StandardMaterial>), With<Marked>>,
) {
    let teaches = panel.0 && matches!(screens.shown(), Screen::Help(_) | Screen::Tutorial);
    let helps = teaches || first.is_some() && game.record().ply() == 0;
    let head = head.iter().next();
    for (&OfHand(hand), mut labels, mut seen) in &mut labels {
        let input = hands.iter().find(|(input, _)| input.hand == hand);
        let input = input.filter(|(input, near)| input.active && near.0.is_none());
        let input = input.filter(|_| !menu.is_by(pointer_of(hand)));
        // A player who presses a button already knows it.
        let is_idle = input.is_some_and(|(it, _)| !it.select && !it.grab);
        let grip = grips.iter().find(|(grip, _)| grip.0 == hand);
        let looks_at = |look: ViewCone| {
            let at = grip.zip(head);
            at.is_some_and(|((_, grip), head)| look.contains(head, grip.translation))
        };
        let bounds = if labels.are_shown { ENDS } else { BEGINS };
        let looked = if is_idle && looks_at(bounds) {
            labels.looked + time.delta_secs()
        } else {
            0.0
        };
        let now = Labels {
            looked,
            are_shown: looked >= MOMENT || helps && input.is_some(),
            ..*labels
        };
        if now.are_shown != labels.are_shown {
            seen.set_if_neq(seen_if(now.are_shown));
            let material = if now.are_shown {
                &looks.hand(hand).marked
            } else {
                &looks.hand(hand).part
            };
            for (_, mut part) in parts.iter_mut().filter(|(of, _)| of.0 == hand) {
                part.0 = material.clone();
            }
        }
        labels.set_if_neq(now);
    }
}

/// Turns the labels to the reader.
pub(super) fn face_reader(
    head: Query<&Transform, With<Head>>,
    grips: Query<(&GripPose, &Transform), Without<Head>>,
    mut roots: Query<(&OfHand, &mut Labels, &Children)>,
    mut placed: Query<
        (Option<&Label>, Option<&Leader>, &mut Transform),
        (
            Or<(With<Label>, With<Leader>)>,
            Without<Head>,
            Without<GripPose>,
        ),
    >,
) {
    let Some(head) = head.iter().next() else {
        return;
    };
    for (&OfHand(hand), mut root, children) in &mut roots {
        let grip = grips.iter().find(|(grip, _)| grip.0 == hand);
        let Some((_, grip)) = grip.filter(|_| root.are_shown) else {
            continue;
        };
        // The labels face +z, and `looking_to` aims -z.
        let towards = grip.translation - head.translation;
        let world = Transform::IDENTITY.looking_to(towards, Vec3::Y).rotation;
        let facing = grip.rotation.inverse() * world;
        if root.facing.angle_between(facing) < 1e-3 {
            continue;
        }
        root.facing = facing;
        for child in children {
            if let Ok((label, leader, mut place)) = placed.get_mut(*child) {
                let there = label.map(|label| label.place(facing));
                let there = there.or(leader.map(|leader| leader.place(facing)));
                *place = there.unwrap_or(*place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::XrConfig;

    #[test]
    fn labels_have_glyphs_for_all_letters_and_never_overlap() {
        let mut words = Words::default();
        let profiles = XrConfig::built_in().unwrap().profiles;
        for (code, profile) in ["en", "de"].iter().flat_map(|code| {
            let profiles = profiles.iter();
            profiles.map(move |profile| (*code, profile))
        }) {
            words.choose(code);
            for hand in Hand::BOTH {
                let mut sizes = Vec::new();
                for (part, _) in parts(profile.model) {
                    let lines = of_part(profile, hand, part);
                    let lines: Vec<_> = lines.iter().map(|it| words.say(it)).collect();
                    for letter in lines.iter().flat_map(|line| line.chars()) {
                        let is_written = letter == ' ' || lettering::is_drawn(letter);
                        assert!(is_written, "{letter} of {lines:?}");
                    }
                    if !lines.is_empty() {
                        sizes.push((part, size_of(&lines)));
                    }
                }
                let all = 0..sizes.len();
                let middles: Vec<_> = all.map(|it| middle_of(it, &sizes, hand)).collect();
                for (i, at) in middles.iter().enumerate() {
                    for (j, other) in middles.iter().enumerate().skip(i + 1) {
                        let apart = (*at - *other).abs().truncate();
                        let clear = (sizes[i].1 + sizes[j].1) / 2.0;
                        let is_clear = apart.x > clear.x || apart.y > clear.y + GAP * 0.9;
                        assert!(is_clear, "{} {hand:?}", profile.name);
                    }
                    // No label is far from its controller.
                    assert!(at.y.abs() < 0.08, "{} {hand:?}", profile.name);
                }
            }
        }
    }

    #[test]
    fn labels_stay_hidden_when_controller_is_far_or_unseen() {
        let head = Transform::from_xyz(0.0, 1.5, 0.0);
        let ahead = |degrees: f32, metres: f32| {
            let turned = Quat::from_rotation_y(degrees.to_radians());
            head.translation + turned * Vec3::NEG_Z * metres
        };
        let asks = |degrees, metres| BEGINS.contains(&head, ahead(degrees, metres));
        assert!(asks(0.0, 0.4) && asks(14.0, 0.59));
        assert!(!asks(16.0, 0.4) && !asks(0.0, 0.61));
        assert!(ENDS.contains(&head, ahead(16.0, 0.61)));
    }
}
