//! Orbits the window's camera while the headset's player holds the board.
//!
//! To the player at the window, it looks as if they turned a separate board. The camera's position
//! follows from the rotation of that virtual board.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::camera::{CameraSystems, Outlook, WindowCamera, camera_place};
use icochess_base::schedule::AppSystems;
use icochess_board::stage::motion::ReducedMotion;
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::turning::spin::{
    TURN_SECONDS, TurnBoard, TurnSystems, eased, king_rotation, side_rotation,
};
use icochess_board::turning::viewing::{LookFrom, ViewRequested};
use icochess_play::computer::Hint;
use icochess_play::game::Match;
use icochess_play::game::facts::{MatchFact, on_fact};
use icochess_play::interaction::at_window::{AtWindow, is_played_beside};
use icochess_rules::{Cell, Outcome};
use icochess_shape::{Seat, Shape};
use icochess_store::effective::EffectiveSettings;
use icochess_ui::commands::info::LookRequested;

/// Rotation of the virtual board that the player at the window turns.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
struct VirtualRotation {
    now: Quat,
    /// The current animation.
    animation: Option<Animation>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Animation {
    from: Quat,
    to: Quat,
    /// Seconds since the start.
    elapsed: f32,
}

impl VirtualRotation {
    /// Returns the rotation at the end of the current animation.
    fn goal(&self) -> Quat {
        self.animation.map_or(self.now, |animation| animation.to)
    }

    fn animate_to(&mut self, to: Quat) {
        self.animation = (to.angle_between(self.now) > 1e-4).then_some(Animation {
            from: self.now,
            to,
            elapsed: 0.0,
        });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<VirtualRotation>().add_systems(
        Update,
        (
            turn_to_own_side.run_if(
                resource_changed::<AtWindow>
                    .or_else(resource_changed::<PlayerSeat>)
                    .or_else(resource_exists_and_changed::<BoardShape>)
                    .or_else(on_fact(MatchFact::is_begun)),
            ),
            handle_look_requests.run_if(on_message::<LookRequested>),
            turn_to_requested_view.run_if(on_message::<ViewRequested>),
            turn_to_events.run_if(on_message::<MatchFact>.or_else(resource_changed::<Hint>)),
            update_rotation.run_if(|virtual_rotation: Res<VirtualRotation>| {
                virtual_rotation.animation.is_some()
            }),
            apply_rotation,
        )
            .chain()
            .run_if(is_played_beside)
            .after(TurnSystems)
            .after(CameraSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Turns the board or, with a headset connected, the camera around it.
#[derive(SystemParam)]
pub(super) struct Turner<'w, 's> {
    camera: Single<'w, 's, &'static Transform, With<WindowCamera>>,
    board: Single<'w, 's, &'static Transform, (With<BoardRoot>, Without<WindowCamera>)>,
    shape: Res<'w, BoardShape>,
    at_window: Res<'w, AtWindow>,
    virtual_rotation: ResMut<'w, VirtualRotation>,
    turn: MessageWriter<'w, TurnBoard>,
}

impl Turner<'_, '_> {
    /// Returns the rotation axes for dragging right and down, and the viewing direction.
    pub(super) fn axes(&self) -> [Vec3; 3] {
        let (board_rotation, camera) = self.seen();
        let [across, down] = self.shape.hold.drag_axes(board_rotation, &camera);
        [across, down, *camera.forward()]
    }

    /// Returns the rotation axis for a twist of two fingers.
    pub(super) fn twist_axis(&self) -> Vec3 {
        let (board_rotation, camera) = self.seen();
        self.shape.hold.twist_axis(board_rotation, &camera)
    }

    /// Returns the rotation of the turned board and the camera's transform.
    fn seen(&self) -> (Quat, Transform) {
        let mut camera = **self.camera;
        let mut board_rotation = self.board.rotation;
        if self.at_window.0.is_some() {
            camera.rotation =
                round(board_rotation, self.virtual_rotation.now).inverse() * camera.rotation;
            board_rotation = self.virtual_rotation.now;
        }
        (board_rotation, camera)
    }

    /// Turns the board, or with a headset connected the virtual board.
    pub(super) fn turn(&mut self, by: Quat) {
        if self.at_window.0.is_some() {
            let now = self.shape.hold.turned(self.virtual_rotation.now, by);
            // A drag cancels the animation.
            *self.virtual_rotation = VirtualRotation {
                now,
                animation: None,
            };
        } else {
            self.turn.write(TurnBoard(by));
        }
    }
}

/// Returns the camera's rotation about the board that makes the board look like one at `wanted`.
fn round(board_rotation: Quat, wanted: Quat) -> Quat {
    board_rotation * wanted.inverse()
}

/// Returns the camera's transform that shows the board as if its rotation were `wanted`.
fn place_round(
    seat: &Seat,
    shape: &Shape,
    outlook: Outlook,
    board_rotation: Quat,
    wanted: Quat,
) -> Transform {
    let seen = camera_place(seat, shape, outlook);
    let round = round(board_rotation, wanted);
    Transform {
        translation: seat.centre + round * (seen.translation - seat.centre),
        rotation: round * seen.rotation,
        scale: Vec3::ONE,
    }
}

/// Returns the rotation that brings the window player's home in front of them.
fn home(at_window: AtWindow, game: &Match, shape: &Shape, seat: &Seat) -> Option<Quat> {
    let side = at_window.0?;
    Some(side_rotation(side, game.position(), shape, seat))
}

/// Turns the view to a new window player's own side.
fn turn_to_own_side(
    at_window: Res<AtWindow>,
    (game, shape, seat): (Res<Match>, Res<BoardShape>, Res<PlayerSeat>),
    mut virtual_rotation: ResMut<VirtualRotation>,
) {
    if let Some(now) = home(*at_window, &game, &shape, &seat) {
        *virtual_rotation = VirtualRotation {
            now,
            animation: None,
        };
    }
}

fn handle_look_requests(
    mut requests: MessageReader<LookRequested>,
    at_window: Res<AtWindow>,
    (game, shape, seat): (Res<Match>, Res<BoardShape>, Res<PlayerSeat>),
    mut virtual_rotation: ResMut<VirtualRotation>,
) {
    for request in requests.read() {
        match request {
            LookRequested::Home => {
                if let Some(to) = home(*at_window, &game, &shape, &seat) {
                    virtual_rotation.animate_to(to);
                }
            }
            LookRequested::LastMove => {
                if let Some(mv) = game.record().last() {
                    bring_into_view(&mut virtual_rotation, (&shape, &seat), mv.to, Some(mv.from));
                }
            }
        }
    }
}

/// Turns to a requested view of the board.
fn turn_to_requested_view(
    mut requests: MessageReader<ViewRequested>,
    (game, shape, seat): (Res<Match>, Res<BoardShape>, Res<PlayerSeat>),
    mut virtual_rotation: ResMut<VirtualRotation>,
    mut look: MessageWriter<LookFrom>,
) {
    let Some(&ViewRequested { view, side }) = requests.read().last() else {
        return;
    };
    if let Some(view) = shape.views.get(view) {
        let wanted = view.looks[side.index()];
        let (rotation, elevation) = shape.rotation_for(wanted, side, game.position(), &seat, true);
        virtual_rotation.animate_to(rotation);
        look.write(LookFrom {
            elevation,
            distance: view.distance,
            height: view.height,
            at_once: false,
        });
    }
}

/// Brings a tile into view, and a second one if both fit.
fn bring_into_view(
    virtual_rotation: &mut VirtualRotation,
    (shape, seat): (&Shape, &Seat),
    tile: Cell,
    also: Option<Cell>,
) {
    let place = |cell| shape.centre(cell);
    let to = shape
        .hold
        .to_see(virtual_rotation.goal(), place(tile), also.map(place), seat);
    virtual_rotation.animate_to(to);
}

/// Turns to the opponent's moves, hints, undone moves and a mated king.
fn turn_to_events(
    at_window: Res<AtWindow>,
    (game, hint): (Res<Match>, Res<Hint>),
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    settings: Res<EffectiveSettings>,
    mut facts: MessageReader<MatchFact>,
    mut virtual_rotation: ResMut<VirtualRotation>,
) {
    let is_next = at_window.0 == Some(game.position().turn());
    let hint = hint.0.as_ref().filter(|_| hint.is_changed() && is_next);
    let mut news = hint.map(|shown| (shown.mv.from, shown.mv.to));
    let mut king = None;
    // Runs after the hint, so that an event in the game takes precedence.
    for fact in facts.read() {
        let is_own = match fact {
            MatchFact::Moved(made) => !made.redone && at_window.0 == Some(made.side),
            _ => false,
        };
        if let Some(motion) = fact.motion().filter(|_| !is_own) {
            news = Some((motion.to, motion.from));
        }
        if let Some(Outcome::Checkmate { winner }) = fact.ended() {
            king = king_rotation(!winner, game.position(), &shape, &seat);
        }
    }
    if !settings.show_moves {
        return;
    }
    if let Some(rotation) = king {
        virtual_rotation.animate_to(rotation);
    } else if let Some((tile, also)) = news {
        bring_into_view(&mut virtual_rotation, (&shape, &seat), tile, Some(also));
    }
}

fn update_rotation(
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    mut virtual_rotation: ResMut<VirtualRotation>,
) {
    let Some(mut animation) = virtual_rotation.animation else {
        return;
    };
    animation.elapsed += time.delta_secs();
    let part = eased(motion.part(animation.elapsed, TURN_SECONDS));
    *virtual_rotation = VirtualRotation {
        now: animation.from.slerp(animation.to, part),
        animation: (part < 1.0).then_some(animation),
    };
}

fn apply_rotation(
    (seat, shape): (Res<PlayerSeat>, Res<BoardShape>),
    (outlook, virtual_rotation): (Res<Outlook>, Res<VirtualRotation>),
    board: Single<&Transform, (With<BoardRoot>, Without<WindowCamera>)>,
    mut camera: Single<&mut Transform, With<WindowCamera>>,
) {
    let wanted = virtual_rotation.now;
    let outlook = outlook.over(wanted, &shape, &seat);
    let place = place_round(&seat, &shape, outlook, board.rotation, wanted);
    camera.set_if_neq(place);
}

#[cfg(test)]
mod tests {
    use icochess_boards::Variant;
    use proptest::prelude::*;

    use super::*;
    use icochess_board::turning::spin::home_rotation;
    use icochess_rules::Side;
    use icochess_shape::is_in_sight;

    fn rotation() -> impl Strategy<Value = Quat> {
        let part = || -1.0_f32..1.0;
        (part(), part(), part(), part())
            .prop_filter("no direction", |(x, y, z, w)| {
                Vec4::new(*x, *y, *z, *w).length() > 0.1
            })
            .prop_map(|(x, y, z, w)| Quat::from_xyzw(x, y, z, w).normalize())
    }

    proptest! {
        #[test]
        fn own_home_faces_the_camera_at_any_board_rotation(
            turned in rotation(),
            height in 0.9_f32..1.9,
            yaw in -3.0_f32..3.0,
            is_black: bool,
        ) {
            let side = if is_black { Side::Black } else { Side::White };
            let ahead = Quat::from_rotation_y(yaw) * Vec3::NEG_Z;
            for shape in [Variant::Icochess.shape(), Variant::Chess.shape()] {
                let seat = Seat::before(Vec3::Y * height, ahead, shape.stance);
                // The rotation chosen by the headset's player.
                let other = home_rotation(!side, &shape, &seat);
                let board_rotation = shape.hold.turned(other, turned);
                let wanted = home_rotation(side, &shape, &seat);
                let camera = place_round(&seat, &shape, Outlook::default(), board_rotation, wanted);
                let home = |side: Side| {
                    board_rotation * shape.homes[side.index()].outwards.normalize() * 0.15 + seat.centre
                };
                let eye = camera.translation;
                prop_assert!(eye.distance(home(side)) < eye.distance(home(!side)) - 0.05);
                // The camera faces the board, at no less than the seat's distance.
                let away = seat.centre - eye;
                let aside = (shape.overview.nearer / away.length()).asin();
                let off = camera.forward().angle_between(away);
                prop_assert!(off < aside + 0.01, "{off}");
                prop_assert!(away.length() >= (seat.eye - seat.centre).length() - 1e-3);
                // From above, the whole of a table board is visible.
                if shape.overview.elevation.is_none() {
                    let at = Seat { eye, ..seat };
                    let outwards = shape.homes[side.index()].outwards.normalize();
                    prop_assert!(is_in_sight(board_rotation, outwards, &at));
                }
            }
        }

        #[test]
        fn camera_is_at_the_seat_if_board_is_as_wanted(board_rotation in rotation()) {
            for shape in [Variant::Icochess.shape(), Variant::Chess.shape()] {
                let seat = Seat::default().with_stance(shape.stance);
                let outlook = Outlook::default();
                let camera = place_round(&seat, &shape, outlook, board_rotation, board_rotation);
                let own = camera_place(&seat, &shape, outlook);
                prop_assert!(camera.translation.distance(own.translation) < 1e-4);
                prop_assert!(camera.rotation.angle_between(own.rotation) < 1e-2);
            }
        }
    }

    #[test]
    fn camera_is_upright_and_opposite_the_seat_on_a_level_table() {
        let shape = Variant::Chess.shape();
        let seat = Seat::default().with_stance(shape.stance);
        for side in Side::ALL {
            let board_rotation = home_rotation(!side, &shape, &seat);
            let wanted = home_rotation(side, &shape, &seat);
            let camera = place_round(&seat, &shape, Outlook::default(), board_rotation, wanted);
            let own = camera_place(&seat, &shape, Outlook::default());
            assert!((camera.translation.y - own.translation.y).abs() < 1e-4);
            assert!(camera.right().y.abs() < 1e-4 && camera.up().y > 0.0);
            let level = |place: Vec3| (place - seat.centre).with_y(0.0).normalize();
            assert!(level(camera.translation).dot(level(seat.eye)) < -0.999);
        }
    }
}
