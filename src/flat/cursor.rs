//! Keyboard cursor on the board: Ctrl with an arrow moves the cursor to the next spot in that
//! direction on screen. Enter or Space selects like a click, Escape deselects.
//!
//! The cursor looks like the hover ring of any other pointer. On a ball it continues past the
//! visible edge, and the ball turns with it.

use std::f32::consts::FRAC_PI_3;

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::camera::WindowCamera;
use icochess_board::stage::shape::BoardShape;
use icochess_board::stage::spots::{SpotQuery, VisibleSpot};
use icochess_board::stage::taught::Taught;
use icochess_board::turning::spin::ShowTile;
use icochess_play::game::Match;
use icochess_play::interaction::at_window::AtWindow;
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::{CursorEvent, Hovered, Selection, Spot};
use icochess_rules::CellSet;
use icochess_shape::Hold;
use icochess_ui::kit::presses::Presses;
use icochess_ui::state::screen::{Screen, Screens};

/// Maximum offset across the arrow's direction, as a multiple of the offset along it.
const ASIDE: f32 = 1.0;

/// Distance on screen below which two spots coincide, as a tangent.
const SAME: f32 = 1e-5;

/// Returns whether the cursor is on the board and therefore receives Enter and Escape.
pub(super) fn is_shown(screens: &Screens, hovered: &Hovered) -> bool {
    is_in_use(screens.shown()) && hovered.cursor().is_some()
}

/// Returns whether pieces can be selected while `screen` is shown.
pub(super) const fn is_in_use(screen: Screen) -> bool {
    screen.turns_by_arrows() || screen.is_beside() && !screen.hides_game()
}

/// Returns the direction of an arrow key in the picture: x right, y up.
const fn direction(key: KeyCode) -> Option<Vec2> {
    match key {
        KeyCode::ArrowRight => Some(Vec2::X),
        KeyCode::ArrowLeft => Some(Vec2::NEG_X),
        KeyCode::ArrowUp => Some(Vec2::Y),
        KeyCode::ArrowDown => Some(Vec2::NEG_Y),
        _ => None,
    }
}

/// Returns the item nearest to `from` in a direction, preferring small sideways offsets.
fn next<T>(from: Vec2, direction: Vec2, all: impl Iterator<Item = (T, Vec2)>) -> Option<T> {
    let ahead = all.filter_map(|(thing, at)| {
        let step = at - from;
        let (along, across) = (step.dot(direction), step.perp_dot(direction).abs());
        let is_ahead = along > SAME && across <= ASIDE * along;
        is_ahead.then(|| (thing, step.length_squared() / along))
    });
    let nearest = ahead.min_by(|(_, one), (_, other)| one.total_cmp(other));
    nearest.map(|(thing, _)| thing)
}

/// The board's spots as the window's camera sees them.
#[derive(SystemParam)]
pub(super) struct VisibleSpots<'w, 's> {
    spots: SpotQuery<'w, 's>,
    camera: Single<'w, 's, &'static GlobalTransform, With<WindowCamera>>,
    shape: Res<'w, BoardShape>,
    game: Res<'w, Match>,
    taught: Res<'w, Taught>,
    selection: Res<'w, Selection>,
    at_window: Res<'w, AtWindow>,
    show: MessageWriter<'w, ShowTile>,
}

impl VisibleSpots<'_, '_> {
    /// Returns the spot that an arrow leads to. Without a cursor, returns the first spot.
    fn next(&mut self, from: Option<Spot>, direction: Vec2) -> Option<Spot> {
        let camera = **self.camera;
        let into = camera.affine().inverse();
        let seen = |at: Vec3| {
            let at = into.transform_point3(at);
            at.truncate() / -at.z
        };
        let all: Vec<VisibleSpot> = self.spots.seen_from(camera.translation()).collect();
        let from = all.iter().find(|it| Some(it.spot) == from);
        let shown = all.iter().filter(|it| !it.is_hidden);
        let Some(from) = from else {
            return self.first(shown, seen);
        };
        let others = shown.map(|it| (it.spot, seen(it.at)));
        let found = next(seen(from.at), direction, others);
        found.or_else(|| self.beyond(from, &camera, direction, &all))
    }

    /// Returns the selected piece's spot, else the mover's visible piece nearest to the middle.
    fn first<'a>(
        &self,
        shown: impl Iterator<Item = &'a VisibleSpot>,
        seen: impl Fn(Vec3) -> Vec2,
    ) -> Option<Spot> {
        let position = self.taught.position(&self.game);
        let (own, selected) = (position.by_side(position.turn()), self.selection.0.cell());
        let rank = |spot: Spot| match spot {
            Spot::Cell(cell) if Some(cell) == selected => 0,
            Spot::Cell(cell) if own.contains(cell) => 1,
            Spot::Cell(_) | Spot::Dock(_) => 2,
        };
        let ranked = shown.map(|it| (rank(it.spot), seen(it.at).length(), it.spot));
        let first = ranked.min_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        first.map(|(.., spot)| spot)
    }

    /// Returns the hidden neighbour in that direction on a ball, and turns the ball to show it.
    /// With a headset connected, the other player holds the ball, so it doesn't turn.
    fn beyond(
        &mut self,
        from: &VisibleSpot,
        camera: &GlobalTransform,
        direction: Vec2,
        all: &[VisibleSpot],
    ) -> Option<Spot> {
        let Spot::Cell(cell) = from.spot else {
            return None;
        };
        let ahead = (camera.right() * direction.x + camera.up() * direction.y)
            .reject_from_normalized(from.up);
        let is_possible = self.shape.hold == Hold::Ball && self.at_window.0.is_none();
        if !is_possible || ahead.length_squared() < SAME {
            return None;
        }
        let aside = |it: &VisibleSpot| {
            let step = (it.at - from.at).reject_from_normalized(from.up);
            step.angle_between(ahead)
        };
        let neighbours = all.iter().filter_map(|it| match it.spot {
            Spot::Cell(other) if it.is_hidden && other != cell => {
                self.shape.relation(cell, other)?;
                Some((other, aside(it)))
            }
            _ => None,
        });
        let straight = neighbours.min_by(|(_, one), (_, other)| one.total_cmp(other));
        let (tile, _) = straight.filter(|(_, aside)| *aside <= FRAC_PI_3)?;
        self.show.write(ShowTile { tile, also: None });
        Some(Spot::Cell(tile))
    }
}

/// Removes the cursor when the lesson shows other pieces.
pub(super) fn leave(mut commands: Commands, hovered: Res<Hovered>) {
    if hovered.cursor().is_some() {
        commands.trigger(CursorEvent::Leave);
    }
}

/// Moves the cursor and selects with it, key by key. If a button has the focus, Ctrl with an arrow
/// clears the focus, but only on pages where arrows turn the board.
pub(super) fn steer(
    mut commands: Commands,
    presses: Res<Presses>,
    (screens, choice): (Res<Screens>, Res<Choice>),
    mut focus: Option<ResMut<InputFocus>>,
    hovered: Res<Hovered>,
    mut places: VisibleSpots,
) {
    let screen = screens.shown();
    if !is_in_use(screen) {
        return;
    }
    let mut at = hovered.cursor();
    for press in presses.all() {
        let is_free = focus.as_ref().is_none_or(|focus| focus.get().is_none());
        if let Some(direction) = direction(press.key).filter(|_| presses.control) {
            if !is_free && !screen.turns_by_arrows() {
                continue;
            }
            if let Some(focus) = focus.as_mut().filter(|_| !is_free) {
                focus.clear();
            }
            if let Some(next) = places.next(at, direction) {
                at = Some(next);
                commands.trigger(CursorEvent::Over(next));
            }
            continue;
        }
        // While a choice is open, these keys answer it.
        let is_for_it = choice.0.is_none() && !press.is_repeat;
        let Some(spot) = at.filter(|_| is_for_it) else {
            continue;
        };
        match press.key {
            // A focused button takes these keys, but not Escape.
            KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space if is_free => {
                commands.trigger(CursorEvent::Pick(spot));
            }
            KeyCode::Escape => commands.trigger(CursorEvent::LetGo),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the 64 squares of a board seen from `height` degrees above the horizontal.
    fn table(height: f32) -> Vec<Vec2> {
        let eye = Quat::from_rotation_x(-height.to_radians()) * Vec3::Z;
        let eye = Transform::from_translation(eye).looking_at(Vec3::ZERO, Vec3::Y);
        let into = eye.to_matrix().inverse();
        let places = (0..64).map(|place| {
            let (file, rank) = ((place % 8) as f32, (place / 8) as f32);
            let at = into.transform_point3(Vec3::new(file - 3.5, 0.0, 3.5 - rank) * 0.07);
            at.truncate() / -at.z
        });
        places.collect()
    }

    fn step(places: &[Vec2], from: usize, direction: Vec2) -> Option<usize> {
        let all = places.iter().copied().enumerate();
        next(places[from], direction, all)
    }

    #[test]
    fn arrows_follow_ranks_and_files_up_to_the_edges() {
        for height in [35.0, 55.0, 85.0] {
            let places = table(height);
            for place in 0..64 {
                let (file, rank) = (place % 8, place / 8);
                let on = |direction| step(&places, place, direction);
                assert_eq!(on(Vec2::X), (file < 7).then(|| place + 1), "{place}");
                assert_eq!(on(Vec2::NEG_X), (file > 0).then(|| place - 1), "{place}");
                assert_eq!(on(Vec2::Y), (rank < 7).then(|| place + 8), "{place}");
                assert_eq!(on(Vec2::NEG_Y), (rank > 0).then(|| place - 8), "{place}");
            }
        }
    }

    #[test]
    fn spots_aside_or_coincident_are_not_ahead() {
        let direction = Vec2::X;
        let ahead = |all: &[Vec2]| next(Vec2::ZERO, direction, all.iter().copied().enumerate());
        assert_eq!(ahead(&[Vec2::ZERO, Vec2::NEG_X, Vec2::Y]), None);
        assert_eq!(ahead(&[Vec2::new(1.0, 1.1)]), None);
        // A spot straight ahead is preferred to a slightly nearer spot to the side.
        assert_eq!(ahead(&[Vec2::new(0.5, 0.5), Vec2::new(0.9, 0.0)]), Some(1));
        let seen: BTreeSet<_> = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y]
            .into_iter()
            .filter_map(|direction| next(Vec2::ZERO, direction, [(7, Vec2::ONE)].into_iter()))
            .collect();
        assert_eq!(seen, BTreeSet::from([7]));
    }
}
