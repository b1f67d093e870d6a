//! Turning the ball: by a device, or by itself to bring a side or a tile to the
//! player. By itself it never turns while a piece moves.

use std::sync::LazyLock;

use bevy::prelude::*;

use super::pieces::{PieceSystems, is_any_moving};
use super::sight::{is_in_sight, turned_to_see};
use super::{BoardRoot, Seat, cell_frame, frame};
use crate::computer::{Computer, next_human};
use crate::game::messages::{GameReset, MoveMade, MoveUndone};
use crate::game::{Game, Match};
use crate::rules::{Cell, CellSet, Position, Role, Side};
use crate::schedule::AppSystems;

/// Seconds that a turn to a side's home takes.
pub const TURN_SECONDS: f32 = 0.35;

/// Request: turn the ball by this rotation about its centre, world axes.
#[derive(Message, Debug, Clone, Copy)]
pub struct TurnBoard(pub Quat);

/// Request: bring a side to the player: its home, or its king once that has
/// left.
#[derive(Message, Debug, Clone, Copy)]
pub struct FaceSide(pub Side);

/// Request: bring a tile into the player's sight, if it is not there, and
/// another with it where both can be.
#[derive(Message, Debug, Clone, Copy)]
pub struct ShowTile {
    /// The tile that matters.
    pub tile: Cell,
    /// The one to be seen with it.
    pub also: Option<Cell>,
}

/// Everything that turns the ball.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnSystems;

/// Does the ball turn the next side's home to the player after each move? Never
/// that of a side which the computer plays: nobody sits there.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AutoTurn(pub bool);

/// The ball is turning by itself.
#[derive(Resource, Debug)]
pub struct Turning {
    from: Quat,
    to: Quat,
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
            .by_side(side)
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

/// The rotation of the ball that brings `side` to the player: its home, if the
/// king is in sight then, else the king.
#[must_use]
pub fn side_rotation(side: Side, position: &Position<Game>, seat: &Seat) -> Quat {
    let at_home = home_rotation(side, seat);
    let king = position
        .royal(side)
        .map(|cell| cell_frame(cell).translation)
        .filter(|king| !is_in_sight(at_home, *king, seat));
    king.map_or(at_home, |king| {
        let view = seat.eye - seat.centre;
        frame(view, Vec3::Y) * frame(king, up_for(side, king)).inverse()
    })
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TurnBoard>()
        .add_message::<FaceSide>()
        .add_message::<ShowTile>()
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
                start_turning.run_if(on_message::<FaceSide>.or_else(on_message::<ShowTile>)),
                turn.run_if(on_message::<TurnBoard>),
                turn_by_itself.run_if(resource_exists::<Turning>.and_then(not(is_any_moving))),
            )
                .chain()
                .after(PieceSystems)
                .in_set(TurnSystems)
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
    let side = side_in_front(&computer, &game);
    root.rotation = side_rotation(side, game.position(), &seat);
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
    game: Res<Match>,
    mut sides: MessageReader<FaceSide>,
    mut tiles: MessageReader<ShowTile>,
    seat: Res<Seat>,
    root: Single<&Transform, With<BoardRoot>>,
    turning: Option<Res<Turning>>,
    mut commands: Commands,
) {
    let place = |cell| cell_frame(cell).translation;
    // As the ball will lie, the side first: a tile may be in sight from there.
    let mut to = turning.map_or(root.rotation, |turning| turning.to);
    if let Some(&FaceSide(side)) = sides.read().last() {
        to = side_rotation(side, game.position(), &seat);
    }
    if let Some(&ShowTile { tile, also }) = tiles.read().last() {
        to = turned_to_see(to, place(tile), also.map(place), &seat);
    }
    if to.angle_between(root.rotation) > 1e-4 {
        commands.insert_resource(Turning {
            from: root.rotation,
            to,
            elapsed: 0.0,
        });
    } else {
        commands.remove_resource::<Turning>();
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
            assert_eq!(side_rotation(side, &start, &seat), rotation);
        }
    }

    #[test]
    fn a_side_is_where_its_king_is() {
        let seat = Seat::default();
        let view = (seat.eye - seat.centre).normalize();
        // White's king on every tile, with Black's on the far side of the ball.
        let mut away = 0;
        for cell in crate::game::tables().cells() {
            let king = cell_frame(cell).translation.normalize();
            let far = crate::game::tables().cells().min_by(|a, b| {
                let towards = |cell: Cell| cell_frame(cell).translation.normalize().dot(king);
                towards(*a).total_cmp(&towards(*b))
            });
            let piece = |side| crate::rules::Piece {
                side,
                role: Role::KING,
            };
            let setup = crate::rules::Setup {
                pieces: vec![
                    (cell, piece(Side::White)),
                    (far.unwrap(), piece(Side::Black)),
                ],
                turn: Side::White,
                ..crate::rules::Setup::default()
            };
            let position = Position::<Game>::try_from_setup(&setup).unwrap();
            let rotation = side_rotation(Side::White, &position, &seat);
            assert!(is_in_sight(rotation, king, &seat));
            if rotation != home_rotation(Side::White, &seat) {
                away += 1;
                assert!((rotation * king).dot(view) > 0.9999);
            }
        }
        assert!((50..75).contains(&away), "{away}");
    }
}
