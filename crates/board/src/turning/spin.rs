//! Turning the board by hand, or with an animation that brings a side or tile into view. Animations
//! wait while a piece moves.

use bevy::prelude::*;

use crate::pieces::piece::is_any_moving;
use crate::pieces::standing::PieceSystems;
use crate::stage::motion::ReducedMotion;
use crate::stage::root::{BoardRoot, BuildSystems};
use crate::stage::shape::{BoardShape, PlayerSeat, Viewpoint};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_play::computer::{Computer, next_human};
use icochess_play::game::Match;
use icochess_play::game::facts::{FactReader, MatchFact, on_fact};
use icochess_play::game::handover::GameHandover;
use icochess_play::game::seating::Seating;
use icochess_play::interaction::at_window::{AtWindow, AtWindowSystems};
use icochess_rules::{AnyPosition, Cell, Side};
use icochess_shape::{Hold, Seat, Shape, frame};
use icochess_store::effective::FollowSettings;

/// Duration of an animated turn, in seconds.
pub const TURN_SECONDS: f32 = 0.35;
/// Visual angle of a board beyond which its turns in the headset take longer, in radians. The more of
/// the view turns, the more it seems that the player turns instead.
const CALM_ANGLE: f32 = 30.0_f32.to_radians();
/// Longest duration of an animated turn, in seconds.
const LONGEST_TURN_SECONDS: f32 = 1.0;

/// Request to turn the board by this rotation about its origin, in world axes, within the bounds of
/// its hold.
#[derive(Message, Debug, Clone, Copy)]
pub struct TurnBoard(pub Quat);

/// Request to turn the board to this rotation, in world axes, with an animation.
#[derive(Message, Debug, Clone, Copy)]
pub struct TurnTo(pub Quat);

/// Sent when the player's seat has moved and the board should keep its view. Holds the rotation
/// from the old to the new orientation, in world axes.
#[derive(Message, Debug, Clone, Copy)]
pub struct SeatTurned(pub Quat);

/// Request to bring a side to the player: its home, or its king once the king has left home.
#[derive(Message, Debug, Clone, Copy)]
pub struct FaceSide(pub Side);

/// Request to turn a tile into view, together with another tile if both fit.
#[derive(Message, Debug, Clone, Copy)]
pub struct ShowTile {
    /// Tile to show.
    pub tile: Cell,
    /// Tile to show as well, if both fit.
    pub also: Option<Cell>,
}

/// Systems that turn the board.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnSystems;

/// Whether the board turns to the next player's side after each move in a game between two people.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AutoTurn(pub bool);

/// Current animated turn. The resource exists only during the animation.
#[derive(Resource, Debug)]
pub struct Turning {
    from: Quat,
    to: Quat,
    /// Seconds since the start.
    elapsed: f32,
    /// Seconds from start to end.
    seconds: f32,
}

impl Turning {
    /// Returns the rotation of the board at the end of the turn.
    pub const fn end(&self) -> Quat {
        self.to
    }
}

/// Returns the board rotation that brings `side`'s home to the player.
pub fn home_rotation(side: Side, shape: &Shape, seat: &Seat) -> Quat {
    shape.hold.home_rotation(&shape.homes[side.index()], seat)
}

/// Returns the board rotation that brings `side` to the player: its home if the king is there, else
/// the king.
pub fn side_rotation(side: Side, position: &dyn AnyPosition, shape: &Shape, seat: &Seat) -> Quat {
    let king = position.royal(side).map(|cell| shape.centre(cell));
    shape
        .hold
        .side_rotation(&shape.homes[side.index()], king, seat)
}

/// Returns the rotation of a ball that shows a side's king. `None` for a table, which shows all.
pub fn king_rotation(
    side: Side,
    position: &dyn AnyPosition,
    shape: &Shape,
    seat: &Seat,
) -> Option<Quat> {
    let king = position.royal(side).filter(|_| shape.hold == Hold::Ball)?;
    let home = &shape.homes[side.index()];
    Some(
        shape
            .hold
            .royal_rotation(home, Some(shape.centre(king)), seat),
    )
}

/// Returns the rotation, in world axes, that gives the seat `now` the view that the seat `before`
/// had. A table stays level.
pub fn reseated(hold: Hold, before: &Seat, now: &Seat) -> Quat {
    let frame_of = |seat: &Seat| {
        let view = seat.eye - seat.centre;
        match hold {
            Hold::Ball => frame(view, Vec3::Y),
            Hold::Table { .. } => frame(Vec3::Y, view),
        }
    };
    (frame_of(now) * frame_of(before).inverse()).normalize()
}

/// Returns the completed fraction of a turn at the fraction `time` of its duration. The turn slows
/// down at its end, like a turn by hand.
pub fn eased(time: f32) -> f32 {
    1.0 - (1.0 - time.min(1.0)).powi(3)
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TurnBoard>()
        .add_message::<TurnTo>()
        .add_message::<SeatTurned>()
        .add_message::<FaceSide>()
        .add_message::<ShowTile>()
        .follow_settings(|settings, display| {
            AutoTurn(match display {
                Display::Flat => settings.auto_turn_flat,
                Display::Headset => settings.auto_turn_headset,
            })
        })
        .add_systems(
            Update,
            // A new board faces its player from the first frame.
            face_first
                .after(BuildSystems)
                .after(AtWindowSystems)
                .run_if(resource_exists_and_changed::<BoardShape>)
                .in_set(AppSystems::Rules),
        )
        .add_systems(
            Update,
            (
                keep_view.run_if(on_message::<SeatTurned>),
                turn_to_mover.run_if(on_fact(|fact| fact.is_begun() || fact.motion().is_some())),
                start_turning.run_if(
                    on_message::<TurnTo>
                        .or_else(on_message::<FaceSide>)
                        .or_else(on_message::<ShowTile>),
                ),
                turn_by_hand.run_if(on_message::<TurnBoard>),
                animate_turn.run_if(resource_exists::<Turning>.and_then(not(is_any_moving))),
            )
                .chain()
                .after(PieceSystems)
                .in_set(TurnSystems)
                .in_set(AppSystems::Scene),
        );
}

/// Returns the side in front before any move: the headset player's side while another player is at
/// the window. Otherwise it is the human who moves first, or the side to move between two
/// computers.
pub fn side_in_front(at_window: AtWindow, computer: &Computer, game: &Match) -> Side {
    at_window
        .side_through(Display::Headset)
        .or_else(|| next_human(computer, game))
        .unwrap_or(game.position().turn())
}

/// Turns a newly built board so that the player's side is in front, without an animation. Drops
/// pending requests for the previous board, because this board may lack its tiles.
fn face_first(
    game: Res<Match>,
    (computer, at_window): (Res<Computer>, Res<AtWindow>),
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    (mut views, mut tiles): (ResMut<Messages<TurnTo>>, ResMut<Messages<ShowTile>>),
    mut root: Single<&mut Transform, With<BoardRoot>>,
) {
    views.clear();
    tiles.clear();
    let side = side_in_front(*at_window, &computer, &game);
    root.rotation = side_rotation(side, game.position(), &shape, &seat);
}

/// Keeps the player's view of the board from a new seat, also during an animation.
fn keep_view(
    mut turned: MessageReader<SeatTurned>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
    mut turning: Option<ResMut<Turning>>,
) {
    for &SeatTurned(by) in turned.read() {
        root.rotation = (by * root.rotation).normalize();
        if let Some(turning) = &mut turning {
            turning.from = (by * turning.from).normalize();
            turning.to = (by * turning.to).normalize();
        }
    }
}

fn turn_to_mover(
    game: Res<Match>,
    (computer, at_window): (Res<Computer>, Res<AtWindow>),
    (auto, handover): (Res<AutoTurn>, Res<GameHandover>),
    mut facts: FactReader,
    mut face: MessageWriter<FaceSide>,
) {
    let turn = game.position().turn();
    if facts.any(MatchFact::is_begun) {
        face.write(FaceSide(side_in_front(*at_window, &computer, &game)));
    } else if auto.0
        && !Side::ALL.into_iter().any(|side| computer.plays(side))
        && !Seating::of(game.record()).is_remote()
        && !game.is_looking_back()
        // The player of the last move looks at the final position.
        && game.outcome().is_none()
        // A handover turns the board itself.
        && handover.phase().is_none()
        // The player at the window has a separate view.
        && at_window.0.is_none()
    {
        face.write(FaceSide(turn));
    }
}

fn start_turning(
    game: Res<Match>,
    mut views: MessageReader<TurnTo>,
    mut sides: MessageReader<FaceSide>,
    mut tiles: MessageReader<ShowTile>,
    (shape, seat, viewpoint): (Res<BoardShape>, Res<PlayerSeat>, Res<Viewpoint>),
    (root, display): (Single<&Transform, With<BoardRoot>>, Res<State<Display>>),
    turning: Option<Res<Turning>>,
    mut commands: Commands,
) {
    let place = |cell| shape.centre(cell);
    let seat = viewpoint.seat(&seat);
    // Applies the side before the tile, which may then be in sight.
    let mut to = turning.map_or(root.rotation, |turning| turning.to);
    if let Some(&TurnTo(rotation)) = views.read().last() {
        to = rotation;
    }
    if let Some(&FaceSide(side)) = sides.read().last() {
        to = side_rotation(side, game.position(), &shape, &seat);
    }
    if let Some(&ShowTile { tile, also }) = tiles.read().last() {
        to = shape.hold.to_see(to, place(tile), also.map(place), &seat);
    }
    if to.angle_between(root.rotation) > 1e-4 {
        commands.insert_resource(Turning {
            from: root.rotation,
            to,
            elapsed: 0.0,
            seconds: match display.get() {
                Display::Flat => TURN_SECONDS,
                Display::Headset => {
                    seconds_at(shape.extent * root.scale.x, seat.eye.distance(seat.centre))
                }
            },
        });
    } else {
        commands.remove_resource::<Turning>();
    }
}

/// Returns the duration in seconds of a turn in the headset, for a board of this radius at this
/// distance, in metres.
fn seconds_at(radius: f32, distance: f32) -> f32 {
    let angle = 2.0 * f32::atan2(radius, distance);
    (TURN_SECONDS * angle / CALM_ANGLE).clamp(TURN_SECONDS, LONGEST_TURN_SECONDS)
}

/// Turns the board by hand and stops the animation.
fn turn_by_hand(
    mut requests: MessageReader<TurnBoard>,
    shape: Res<BoardShape>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
    mut commands: Commands,
) {
    for &TurnBoard(rotation) in requests.read() {
        root.rotation = shape.hold.turned(root.rotation, rotation);
    }
    commands.remove_resource::<Turning>();
}

fn animate_turn(
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    mut turning: ResMut<Turning>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
    mut commands: Commands,
) {
    turning.elapsed += time.delta_secs();
    let part = eased(motion.part(turning.elapsed, turning.seconds));
    root.rotation = turning.from.slerp(turning.to, part);
    if part >= 1.0 {
        commands.remove_resource::<Turning>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::{Icochess, Variant};
    use icochess_rules::{CellSet, Position, Role};
    use icochess_shape::{AT_HOME, from_middle};

    #[test]
    fn turns_of_boards_that_fill_the_view_take_longer() {
        let seconds = [0.1, 0.25, 0.5, 5.0].map(|radius| seconds_at(radius, 0.7));
        assert!(seconds.is_sorted(), "{seconds:?}");
        assert_eq!(
            [seconds[0], seconds[3]],
            [TURN_SECONDS, LONGEST_TURN_SECONDS]
        );
    }

    #[test]
    fn sides_at_home_face_the_player_with_the_king_uppermost() {
        let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
        let game = Variant::Icochess.board().new_game();
        let start = game.position();
        for side in Side::ALL {
            let rotation = home_rotation(side, &shape, &seat);
            let home = shape.homes[side.index()];
            let view = (seat.eye - seat.centre).normalize();
            assert!((rotation * home.outwards).dot(view) > 0.9999);
            let height = |role| {
                let is_it = |cell: &Cell| start.piece_at(*cell).is_some_and(|it| it.role == role);
                let cell = start.by_side(side).cells().find(is_it).unwrap();
                (rotation * shape.centre(cell)).y
            };
            assert!(height(Role::KING) > height(Role::QUEEN));
            assert_eq!(side_rotation(side, start, &shape, &seat), rotation);
        }
    }

    #[test]
    fn boards_look_the_same_from_another_seat() {
        let table = Hold::Table { max_tilt: 0.4 };
        let before = Seat::default();
        let now = Seat {
            eye: Vec3::new(1.0, 1.7, 2.0),
            centre: Vec3::new(1.6, 1.3, 1.5),
        };
        let lay = Quat::from_rotation_y(0.8) * Quat::from_rotation_x(-0.5);
        // A point of the board as the eye sees it: right, up, and towards the eye.
        let seen = |rotation: Quat, seat: &Seat, hold: Hold| {
            let towards = (seat.eye - seat.centre).normalize();
            let right = Vec3::Y.cross(towards).normalize();
            let up = match hold {
                Hold::Ball => towards.cross(right),
                Hold::Table { .. } => Vec3::Y,
            };
            let point = rotation * Vec3::new(0.3, 0.9, 0.2);
            Vec3::new(point.dot(right), point.dot(up), point.dot(right.cross(up)))
        };
        for hold in [Hold::Ball, table] {
            let by = reseated(hold, &before, &now);
            let difference = seen(by * lay, &now, hold) - seen(lay, &before, hold);
            assert!(difference.length() < 1e-5, "{hold:?}: {difference}");
            let same = reseated(hold, &now, &now);
            assert!(same.angle_between(Quat::IDENTITY) < 1e-3);
        }
        let level = reseated(table, &before, &now) * Vec3::Y;
        assert!(level.distance(Vec3::Y) < 1e-6);
    }

    #[test]
    fn sides_face_the_player_with_their_king_in_sight() {
        let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
        let view = (seat.eye - seat.centre).normalize();
        // White's king on every tile, with Black's on the far side of the ball.
        let mut away = 0;
        for cell in shape.cells() {
            let king = shape.centre(cell).normalize();
            let far = shape.cells().min_by(|a, b| {
                let towards = |cell: Cell| shape.centre(cell).normalize().dot(king);
                towards(*a).total_cmp(&towards(*b))
            });
            let piece = |side| icochess_rules::Piece {
                side,
                role: Role::KING,
            };
            let setup = icochess_rules::Setup {
                pieces: vec![
                    (cell, piece(Side::White)),
                    (far.unwrap(), piece(Side::Black)),
                ],
                turn: Side::White,
                ..icochess_rules::Setup::default()
            };
            let position = Position::<Icochess>::try_from_setup(&setup).unwrap();
            let ball = Variant::Icochess.board();
            let game = ball.read_position(&position.to_string()).unwrap();
            let rotation = side_rotation(Side::White, game.position(), &shape, &seat);
            assert!(from_middle(rotation, king, &seat) <= AT_HOME);
            if rotation != home_rotation(Side::White, &shape, &seat) {
                away += 1;
                // Above the middle.
                let off = from_middle(rotation, king, &seat).to_degrees();
                assert!(
                    (off - 35.0).abs() < 0.1 && (rotation * king).y > view.y,
                    "{off}"
                );
            }
        }
        assert!((50..75).contains(&away), "{away}");
    }

    #[test]
    fn tables_face_the_player_with_the_camp_wherever_the_king_is() {
        let shape = Variant::Chess.shape();
        let seat = Seat::default().with_stance(shape.stance);
        let board = Variant::Chess.board();
        let wandered = board.read_position("8/8/8/8/8/8/k7/6K1 w - - 0 1");
        for game in [board.new_game(), wandered.unwrap()] {
            let position = game.position();
            for side in Side::ALL {
                let rotation = side_rotation(side, position, &shape, &seat);
                assert_eq!(rotation, home_rotation(side, &shape, &seat));
                let camp = rotation * shape.homes[side.index()].outwards;
                assert!(camp.dot((seat.eye - seat.centre).with_y(0.0).normalize()) > 0.999);
            }
        }
    }
}
