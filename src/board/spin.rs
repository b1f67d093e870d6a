//! Turning the ball: by a device, or by itself to bring a side's home to the
//! player.

use std::sync::LazyLock;

use bevy::prelude::*;

use super::{BoardRoot, Seat, cell_frame, frame};
use crate::computer::{Computer, next_human};
use crate::game::messages::{GameReset, MoveMade, MoveUndone};
use crate::game::{Game, Match};
use crate::rules::{CellSet, Position, Role, Side};
use crate::schedule::AppSystems;

/// Seconds that a turn to a side's home takes.
pub const TURN_SECONDS: f32 = 0.35;

/// Request: turn the ball by this rotation about its centre, world axes.
#[derive(Message, Debug, Clone, Copy)]
pub struct TurnBoard(pub Quat);

/// Request: bring the home of a side to the player.
#[derive(Message, Debug, Clone, Copy)]
pub struct FaceSide(pub Side);

/// Does the ball turn the next side's home to the player after each move? Never
/// that of a side which the computer plays: nobody sits there.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AutoTurn(pub bool);

/// The ball is turning by itself.
#[derive(Resource, Debug)]
struct Turning {
    from: Quat,
    to: Quat,
    /// Seconds until it starts: the piece arrives first.
    wait: f32,
    /// Seconds since it started.
    elapsed: f32,
}

/// A side's home in the board's frame.
#[derive(Debug, Clone, Copy)]
struct Home {
    /// Direction to the middle of the camp.
    outwards: Vec3,
    /// Direction along the surface from the king to the middle of the camp:
    /// what is up for that side.
    up: Vec3,
}

static HOMES: LazyLock<[Home; 2]> = LazyLock::new(|| {
    let start = Position::<Game>::start();
    Side::ALL.map(|side| {
        let sum: Vec3 = start
            .of(side)
            .cells()
            .map(|cell| cell_frame(cell).translation)
            .sum();
        let outwards = sum.normalize();
        let king = start
            .pieces(side, Role::KING)
            .first()
            .map_or(Vec3::Y, |cell| cell_frame(cell).translation);
        Home {
            outwards,
            up: (outwards - king.normalize()).reject_from(outwards),
        }
    })
});

/// What is up, along the surface, for a side's pieces at `place` (the board's
/// frame): away from the home rank.
#[must_use]
pub fn up_for(side: Side, place: Vec3) -> Vec3 {
    let home = HOMES[side.index()];
    home.up.reject_from(place.normalize())
}

/// The rotation of the ball that brings `side`'s home to the player.
#[must_use]
pub fn home_rotation(side: Side, seat: &Seat) -> Quat {
    let home = HOMES[side.index()];
    let view = seat.eye - seat.centre;
    frame(view, Vec3::Y) * frame(home.outwards, home.up).inverse()
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TurnBoard>()
        .add_message::<FaceSide>()
        .init_resource::<AutoTurn>()
        // Who plays is known when everything has started.
        .add_systems(PostStartup, face_first)
        .add_systems(
            Update,
            (
                follow_game.run_if(
                    on_message::<MoveMade>
                        .or_else(on_message::<MoveUndone>)
                        .or_else(on_message::<GameReset>),
                ),
                start_turning.run_if(on_message::<FaceSide>),
                turn.run_if(on_message::<TurnBoard>),
                turn_by_itself.run_if(resource_exists::<Turning>),
            )
                .chain()
                .in_set(AppSystems::Scene),
        );
}

/// The side that belongs in front before any move: of the human who moves
/// first, or where two computers play, of the one that does.
#[must_use]
pub fn side_in_front(computer: &Computer, game: &Match) -> Side {
    next_human(computer, game).unwrap_or(game.position().turn())
}

/// Before the first frame that side is at home in front.
fn face_first(
    game: Res<Match>,
    computer: Res<Computer>,
    seat: Res<Seat>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
) {
    root.rotation = home_rotation(side_in_front(&computer, &game), &seat);
}

fn follow_game(
    game: Res<Match>,
    computer: Res<Computer>,
    auto: Res<AutoTurn>,
    mut resets: MessageReader<GameReset>,
    mut face: MessageWriter<FaceSide>,
) {
    let turn = game.position().turn();
    if resets.read().count() > 0 {
        face.write(FaceSide(side_in_front(&computer, &game)));
    } else if auto.0 && !computer.plays(turn) {
        face.write(FaceSide(turn));
    }
}

fn start_turning(
    mut requests: MessageReader<FaceSide>,
    mut moves: MessageReader<MoveMade>,
    seat: Res<Seat>,
    root: Single<&Transform, With<BoardRoot>>,
    mut commands: Commands,
) {
    let moved = moves.read().count() > 0;
    if let Some(&FaceSide(side)) = requests.read().last() {
        commands.insert_resource(Turning {
            from: root.rotation,
            to: home_rotation(side, &seat),
            wait: if moved {
                super::pieces::GLIDE_SECONDS
            } else {
                0.0
            },
            elapsed: 0.0,
        });
    }
}

/// A hand on the ball wins over its own turning.
fn turn(
    mut requests: MessageReader<TurnBoard>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
    mut commands: Commands,
) {
    for &TurnBoard(rotation) in requests.read() {
        root.rotation = (rotation * root.rotation).normalize();
    }
    commands.remove_resource::<Turning>();
}

fn turn_by_itself(
    time: Res<Time>,
    mut turning: ResMut<Turning>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
    mut commands: Commands,
) {
    if turning.wait > 0.0 {
        turning.wait -= time.delta_secs();
        return;
    }
    turning.elapsed += time.delta_secs();
    let t = (turning.elapsed / TURN_SECONDS).min(1.0);
    // Ease out, as a hand would stop it.
    let eased = 1.0 - (1.0 - t).powi(3);
    root.rotation = turning.from.slerp(turning.to, eased);
    if t >= 1.0 {
        commands.remove_resource::<Turning>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_at_home_faces_the_player_with_its_king_nearest_the_floor() {
        let seat = Seat::default();
        let start = Position::<Game>::start();
        for side in Side::ALL {
            let rotation = home_rotation(side, &seat);
            let home = HOMES[side.index()];
            let view = (seat.eye - seat.centre).normalize();
            assert!((rotation * home.outwards).dot(view) > 0.9999);
            let height = |role| {
                let cell = start.pieces(side, role).first().unwrap();
                (rotation * cell_frame(cell).translation).y
            };
            assert!(height(Role::KING) < height(Role::QUEEN));
        }
    }
}
