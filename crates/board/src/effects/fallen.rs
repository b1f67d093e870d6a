//! The loser's king lies down at the end of a decided game, and stands as soon as the board shows
//! another position.

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, CellSet};
use icochess_shape::Shape;

use super::landed::{EffectSystems, Kings, OngoingMotion};
use crate::pieces::piece::{Fallen, Gliding, IsPiece, PieceOn, Rising};
use crate::pieces::travel::tipped;
use crate::stage::motion::ReducedMotion;
use crate::stage::shape::BoardShape;
use crate::stage::taught::Taught;
use crate::tiles::cover::Covered;
use icochess_play::game::Match;

/// Duration of the fall, in seconds.
pub const FALL_SECONDS: f32 = 0.6;

/// Angle of a king that lies flat, in radians. Its crown is narrower than its foot.
const FLAT: f32 = 1.75;
/// Angle of a king that leans because pieces stand all around it, in radians.
const LEANING: f32 = 0.35;
/// Largest distance of a cell that the king may fall on, as a multiple of the nearest cell's
/// distance.
const NEXT: f32 = 1.6;
/// Largest sine of the angle between a fall and the king's tile. It excludes the layers above and
/// below.
const LEVEL: f32 = 0.6;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            update_fallen.run_if(
                resource_changed::<Match>
                    .or_else(resource_changed::<Taught>)
                    .or_else(resource_changed::<Covered>)
                    .or_else(resource_changed::<ReducedMotion>)
                    .or_else(any_match_filter::<Added<IsPiece>>),
            ),
            animate_fall.run_if(any_with_component::<Fallen>),
        )
            .chain()
            .in_set(EffectSystems),
    );
}

/// Lets the loser's king fall, and puts up all other kings at once.
fn update_fallen(
    mut commands: Commands,
    kings: Kings,
    (game, shape): (Res<Match>, Res<BoardShape>),
    mut pieces: Query<(
        Entity,
        &PieceOn,
        &IsPiece,
        Has<Fallen>,
        Has<Gliding>,
        &mut Transform,
    )>,
) {
    let lost = kings.lost();
    for (entity, on, is, has_fallen, is_gliding, mut place) in &mut pieces {
        let falls = lost == Some(on.0);
        if falls && !has_fallen {
            commands
                .entity(entity)
                .insert(fall(on.0, game.position(), &shape));
        } else if has_fallen && !falls {
            commands.entity(entity).remove::<Fallen>();
            if !is_gliding {
                *place = shape.on_cell(is.0, on.0);
            }
        }
    }
}

/// Returns the fall of a king towards the freest cell next to it.
fn fall(king: Cell, position: &dyn AnyPosition, shape: &Shape) -> Fallen {
    let at = shape.centre(king);
    let up = shape.frame(king).rotation * Vec3::Y;
    let absent = position.absent();
    let is_level = |cell: &Cell| {
        let direction = (shape.centre(*cell) - at).normalize_or_zero();
        *cell != king && !absent.contains(*cell) && direction.dot(up).abs() < LEVEL
    };
    let distance = |cell: Cell| shape.centre(cell).distance(at);
    let others = shape.cells().filter(is_level);
    let nearest = others.map(distance).fold(f32::MAX, f32::min);
    // Distance of a cell from the nearest piece, in metres.
    let free = |cell: Cell| {
        let pieces = position.occupied().cells().filter(|it| *it != king);
        let away = pieces.map(|it| shape.centre(it).distance(shape.centre(cell)));
        away.fold(f32::MAX, f32::min)
    };
    let next = shape.cells().filter(is_level);
    let to = next
        .filter(|cell| distance(*cell) < NEXT * nearest)
        .map(|cell| (cell, free(cell)))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let is_free = to.is_some_and(|(_, free)| free > 0.0);
    Fallen {
        towards: to.map_or(Vec3::ZERO, |(cell, _)| {
            let along = shape.centre(cell) - at;
            along.reject_from(up).normalize_or_zero()
        }),
        angle: if is_free { FLAT } else { LEANING },
        elapsed: 0.0,
    }
}

/// Tips kings over after everything else has come to rest.
fn animate_fall(
    (time, shape): (Res<Time>, Res<BoardShape>),
    ongoing: OngoingMotion,
    mut kings: Query<(&PieceOn, &IsPiece, &mut Fallen, &mut Transform), Without<Rising>>,
) {
    for (on, is, mut fallen, mut place) in &mut kings {
        let waits = fallen.elapsed == 0.0 && !ongoing.is_empty();
        if waits || fallen.elapsed >= FALL_SECONDS {
            continue;
        }
        fallen.elapsed += time.delta_secs();
        // The fall accelerates.
        let angle = fallen.angle * (fallen.elapsed / FALL_SECONDS).min(1.0).powi(2);
        let foot = shape.foot();
        let mut now = tipped(shape.on_cell(is.0, on.0), fallen.towards, foot, angle);
        // The foot slides back, so that most of the king lies on its own cell.
        now.translation -= fallen.towards * (2.0 * foot * angle / FLAT);
        *place = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_rules::Side;

    #[test]
    fn kings_fall_on_a_free_cell_or_lean() {
        let shape = Variant::Chess.shape();
        for (position, is_free) in [
            ("6k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", true),
            ("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", false),
        ] {
            let game = Variant::Chess.board().read_position(position).unwrap();
            let position = game.position();
            let king = position.royal(Side::Black).unwrap();
            let fallen = fall(king, position, &shape);
            assert_eq!(fallen.angle == FLAT, is_free, "{}", position.text());
            let pieces = position.occupied().cells().filter(|cell| *cell != king);
            for cell in pieces.filter(|_| is_free) {
                let along = (shape.centre(cell) - shape.centre(king)).normalize();
                assert!(fallen.towards.dot(along) < 0.9);
            }
        }
    }

    #[test]
    fn kings_fall_level_on_every_board() {
        for variant in Variant::ALL {
            let (shape, game) = (variant.shape(), variant.board().new_game());
            let position = game.position();
            for king in Side::ALL
                .into_iter()
                .filter_map(|side| position.royal(side))
            {
                let towards = fall(king, position, &shape).towards;
                let up = shape.frame(king).rotation * Vec3::Y;
                assert!((towards.length() - 1.0).abs() < 1e-4, "{variant}");
                assert!(towards.dot(up).abs() < 1e-4, "{variant}");
            }
        }
    }
}
