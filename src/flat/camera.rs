//! The window's camera: position, zoom and orbit limits.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::render::view::NoIndirectDrawing;

use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_base::schedule::AppSystems;
use icochess_board::Listener;
use icochess_board::stage::depth::{DepthRequested, Depths};
use icochess_board::stage::motion::ReducedMotion;
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::turning::opening::{OpenRequested, Opened};
use icochess_board::turning::spin::{TURN_SECONDS, TurnSystems, eased};
use icochess_board::turning::viewing::{FreeEye, LookFrom};
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window, is_played_beside};
use icochess_shape::{Seat, Shape};
use icochess_ui::kit::presses::{is_control, is_shift};

/// The window's camera.
#[derive(Component, Debug, Clone, Copy)]
pub struct WindowCamera;

/// Systems that place the window's camera.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CameraSystems;

/// Fraction of the distance removed by one notch of the wheel.
const ZOOM_PER_NOTCH: f32 = 0.10;
/// Smallest distance of the camera from any part of the board, in metres.
pub const NEAREST: f32 = 0.10;
/// Largest distance of the camera from the board's centre, in metres.
pub const FARTHEST: f32 = 2.0;
/// Near plane, in metres.
pub(super) const NEAR: f32 = 0.02;
/// Vertical field of view, in radians.
pub(super) const FIELD_OF_VIEW: f32 = 45.0 * std::f32::consts::PI / 180.0;

/// Maximum angle above or below the horizontal, in radians. At 90°, the view would have no up
/// direction.
const HIGHEST: f32 = 88.0 * std::f32::consts::PI / 180.0;

/// The camera's position relative to the board's centre.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub(super) struct Outlook {
    /// Angle above the horizontal, in radians; `None` uses the board's default.
    elevation: Option<f32>,
    /// Distance, as a multiple of the board's default.
    distance: f32,
    /// Height above the board's centre of both the camera and its target, in metres. The height is
    /// positive over White's home, and mirrored below the centre for Black's.
    height: f32,
}

impl Default for Outlook {
    fn default() -> Self {
        Self {
            elevation: None,
            distance: 1.0,
            height: 0.0,
        }
    }
}

impl Outlook {
    /// Returns this outlook with its height resolved for the board's rotation: full over White's
    /// home, negated over Black's, interpolated between the two.
    pub(super) fn over(self, board_rotation: Quat, shape: &Shape, seat: &Seat) -> Self {
        Self {
            height: self.height * whites_home(board_rotation, shape, seat),
            ..self
        }
    }
}

/// Returns how far White's home faces the player: 1 if it faces the player, −1 if Black's home
/// does. In between, it is the cosine of the angle from White's home about the vertical.
pub(super) fn whites_home(board_rotation: Quat, shape: &Shape, seat: &Seat) -> f32 {
    let level = |direction: Vec3| direction.with_y(0.0).normalize_or_zero();
    let home = level(board_rotation * shape.homes[0].outwards);
    home.dot(level(seat.eye - seat.centre))
}

/// A camera animation between two outlooks.
#[derive(Resource, Debug)]
struct Gliding {
    from: Outlook,
    to: Outlook,
    /// Seconds since the start.
    elapsed: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Outlook>()
        .add_systems(
            Startup,
            (
                spawn_camera,
                (attach_listener, publish_free_eye).run_if(in_state(Display::Flat)),
                disable_camera.run_if(in_state(Display::Headset).and_then(|| !HAS_WINDOW_BESIDE)),
            )
                .chain(),
        )
        .add_systems(
            Update,
            (
                zoom.run_if(is_played_at_window).in_set(AppSystems::Input),
                (
                    start_gliding.run_if(on_message::<LookFrom>),
                    update_gliding.run_if(resource_exists::<Gliding>),
                    // A new board changes the camera's position.
                    place_camera.run_if(
                        resource_changed::<PlayerSeat>
                            .or_else(resource_changed::<Outlook>)
                            .or_else(resource_changed::<AtWindow>)
                            .or_else(has_board_turned_below)
                            .and_then(not(is_played_beside)),
                    ),
                )
                    .chain()
                    .after(TurnSystems)
                    .in_set(CameraSystems)
                    .in_set(AppSystems::Scene),
            ),
        );
}

/// Returns the default distance of the camera from the board's origin, metres.
fn default_distance(seat: &Seat, shape: &Shape) -> f32 {
    (seat.eye - seat.centre).length() * shape.overview.distance
}

/// Returns the default angle of the camera above the horizontal, in radians.
fn default_elevation(seat: &Seat, shape: &Shape) -> f32 {
    let own = (seat.eye - seat.centre).normalize();
    shape.overview.elevation.unwrap_or(own.y.asin())
}

/// Returns the camera's transform for a seat and an outlook; never inside the board.
pub(super) fn camera_place(seat: &Seat, shape: &Shape, outlook: Outlook) -> Transform {
    let level = (seat.eye - seat.centre).with_y(0.0).normalize_or(Vec3::Z);
    let angle = outlook.elevation.unwrap_or(default_elevation(seat, shape));
    let (sin, cos) = angle.clamp(-HIGHEST, HIGHEST).sin_cos();
    let away = (level * cos + Vec3::Y * sin) * default_distance(seat, shape) * outlook.distance;
    let raised = Vec3::Y * outlook.height;
    let away = (away + raised).clamp_length_min(shape.extent + NEAREST);
    let aim = seat.centre + level * shape.overview.nearer + raised;
    Transform::from_translation(seat.centre + away).looking_at(aim, Vec3::Y)
}

pub(super) fn spawn_camera(mut commands: Commands, seat: Res<PlayerSeat>, shape: Res<BoardShape>) {
    commands.spawn((
        WindowCamera,
        Name::new("window camera"),
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW,
            near: NEAR,
            ..default()
        }),
        camera_place(&seat, &shape, Outlook::default()),
        // The scene is small, so GPU culling would cost more than it saves.
        NoIndirectDrawing,
    ));
}

/// Attaches the listener to the camera when there is no headset.
fn attach_listener(mut commands: Commands, camera: Query<Entity, With<WindowCamera>>) {
    for camera in &camera {
        commands.entity(camera).insert(Listener);
    }
}

/// Publishes the camera's position as the free eye when there is no headset.
fn publish_free_eye(mut commands: Commands, camera: Single<&Transform, With<WindowCamera>>) {
    commands.insert_resource(FreeEye(camera.translation));
}

/// Disables the camera where the platform shows no window next to a headset. It stays the default
/// UI camera, so that the window's UI isn't drawn either.
fn disable_camera(
    mut commands: Commands,
    camera: Single<(Entity, &mut Camera), With<WindowCamera>>,
) {
    let (entity, mut camera) = camera.into_inner();
    camera.is_active = false;
    commands.entity(entity).insert(IsDefaultUiCamera);
}

/// Returns whether the board turned while the camera is raised or lowered to one home's height.
fn has_board_turned_below(
    outlook: Res<Outlook>,
    boards: Query<(), (With<BoardRoot>, Changed<Transform>)>,
) -> bool {
    outlook.height != 0.0 && !boards.is_empty()
}

fn place_camera(
    (seat, shape): (Res<PlayerSeat>, Res<BoardShape>),
    outlook: Res<Outlook>,
    board: Single<&Transform, (With<BoardRoot>, Without<WindowCamera>)>,
    mut camera: Single<&mut Transform, With<WindowCamera>>,
    free: Option<ResMut<FreeEye>>,
) {
    let outlook = outlook.over(board.rotation, &shape, &seat);
    **camera = camera_place(&seat, &shape, outlook);
    if let Some(mut free) = free {
        free.set_if_neq(FreeEye(camera.translation));
    }
}

/// Starts the animation to a requested view, or jumps to that view.
fn start_gliding(
    mut commands: Commands,
    mut requests: MessageReader<LookFrom>,
    (free, at_window): (Option<Res<FreeEye>>, Res<AtWindow>),
    mut outlook: ResMut<Outlook>,
) {
    let Some(&LookFrom {
        elevation,
        distance,
        height,
        at_once,
    }) = requests
        .read()
        .last()
        .filter(|_| free.is_some() || at_window.0.is_some())
    else {
        return;
    };
    let to = Outlook {
        elevation,
        distance,
        height,
    };
    if at_once {
        commands.remove_resource::<Gliding>();
        outlook.set_if_neq(to);
    } else {
        commands.insert_resource(Gliding {
            from: *outlook,
            to,
            elapsed: 0.0,
        });
    }
}

/// Animates the camera together with the board's turn, with the same duration and easing.
fn update_gliding(
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    (seat, shape): (Res<PlayerSeat>, Res<BoardShape>),
    mut gliding: ResMut<Gliding>,
    mut outlook: ResMut<Outlook>,
) {
    gliding.elapsed += time.delta_secs();
    let part = eased(motion.part(gliding.elapsed, TURN_SECONDS));
    if part >= 1.0 {
        outlook.set_if_neq(gliding.to);
        commands.remove_resource::<Gliding>();
        return;
    }
    let own = default_elevation(&seat, &shape);
    let Gliding { from, to, .. } = *gliding;
    let elevation = |outlook: Outlook| outlook.elevation.unwrap_or(own);
    let goes = from.elevation.is_some() || to.elevation.is_some();
    outlook.set_if_neq(Outlook {
        elevation: goes.then(|| elevation(from) + (elevation(to) - elevation(from)) * part),
        distance: from.distance + (to.distance - from.distance) * part,
        height: from.height + (to.height - from.height) * part,
    });
}

/// Zooms the camera in and out.
#[derive(SystemParam)]
pub(super) struct Zoom<'w, 's> {
    seat: Res<'w, PlayerSeat>,
    shape: Res<'w, BoardShape>,
    outlook: ResMut<'w, Outlook>,
    commands: Commands<'w, 's>,
}

impl Zoom<'_, '_> {
    /// Multiplies the distance by `factor`, within limits.
    pub(super) fn by(&mut self, factor: f32) {
        let own = default_distance(&self.seat, &self.shape);
        let distance = own * self.outlook.distance * factor;
        let distance = distance.clamp(self.shape.extent + NEAREST, FARTHEST) / own;
        let now = Outlook {
            distance,
            ..*self.outlook
        };
        self.outlook.set_if_neq(now);
        // Manual zoom cancels an animation.
        self.commands.remove_resource::<Gliding>();
    }
}

fn zoom(
    scroll: Res<AccumulatedMouseScroll>,
    (hovering, nodes): (Res<HoverMap>, Query<(), With<Node>>),
    (opened, depths, keyboard): (Res<Opened>, Res<Depths>, Res<ButtonInput<KeyCode>>),
    (mut open, mut step): (MessageWriter<OpenRequested>, MessageWriter<DepthRequested>),
    mut turned: Local<f32>,
    mut zoom: Zoom,
) {
    let notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        // A notch of a typical wheel scrolls 50 pixels.
        MouseScrollUnit::Pixel => scroll.delta.y / 50.0,
    };
    let mut hovered = hovering
        .get(&PointerId::Mouse)
        .into_iter()
        .flat_map(|it| it.keys());
    // Over the UI, the wheel scrolls.
    if hovered.any(|entity| nodes.contains(*entity)) {
        return;
    }
    // Some systems turn the wheel into horizontal scrolling while Shift is held.
    let aside = notches + scroll.delta.x;
    if opened.cut.is_some() && is_shift(&keyboard) && aside != 0.0 {
        open.write(OpenRequested::Plane(if aside > 0.0 { 1 } else { -1 }));
        return;
    }
    if is_control(&keyboard) && depths.can_step(PointerId::Mouse) {
        // A trackpad scrolls by parts of a notch.
        let whole = (*turned + notches).trunc();
        *turned += notches - whole;
        if whole != 0.0 {
            step.write(DepthRequested {
                by: PointerId::Mouse,
                step: whole as isize,
            });
        }
        return;
    }
    if notches != 0.0 {
        zoom.by((1.0 - ZOOM_PER_NOTCH).powf(notches));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_board::pieces::meshes::piece_meshes;
    use icochess_board::pieces::piece::piece_kind;
    use icochess_boards::Variant;
    use icochess_rules::{CellSet, Side};
    use icochess_shape::PieceKind;

    /// Returns the bounds of the area at `height` that a piece hides from the eye.
    fn shadow(piece: impl Iterator<Item = Vec3>, eye: Vec3, height: f32) -> Rect {
        let above = piece.filter(|at| at.y > height);
        let hidden = above.map(|at| {
            let on_plane = eye.lerp(at, (eye.y - height) / (eye.y - at.y));
            Vec2::new(on_plane.x, on_plane.z)
        });
        let (min, max) = hidden.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        Rect { min, max }
    }

    #[test]
    fn pieces_at_home_hide_no_coordinates_of_the_side_in_front() {
        let shape = Variant::Chess.shape();
        let seat = Seat::default().with_stance(shape.stance);
        let game = Variant::Chess.board().new_game();
        let position = game.position();
        let models: Vec<_> = PieceKind::ALL.into_iter().zip(piece_meshes()).collect();
        for side in Side::ALL {
            let mut fixtures = 0..shape.fixtures.len();
            let own = fixtures.find(|fixture| shape.reader(*fixture) == Some(side));
            let letters = &shape.fixtures[own.expect("coordinates")].mesh.positions;
            assert!(letters.len() > 250);
            let height = letters[0].y;
            let rotation = shape.hold.home_rotation(&shape.homes[side.index()], &seat);
            let camera = camera_place(&seat, &shape, Outlook::default());
            let eye = rotation.inverse() * (camera.translation - seat.centre);
            for cell in position.occupied().cells() {
                let Some(piece) = position.piece_at(cell) else {
                    continue;
                };
                let kind = piece_kind(position, piece.role);
                let (_, [model, ..]) = models.iter().find(|(of, _)| *of == kind).unwrap();
                let vertices = model.attribute(Mesh::ATTRIBUTE_POSITION).unwrap();
                let vertices = vertices.as_float3().unwrap().iter();
                let placed = shape.on_cell(piece, cell);
                let vertices = vertices.map(|it| placed * (Vec3::from(*it) * shape.piece_scale));
                let hidden = shadow(vertices, eye, height);
                assert!(hidden.width() > 0.02 && hidden.height() > 0.02);
                for letter in letters {
                    let is_hidden = hidden.contains(Vec2::new(letter.x, letter.z));
                    assert!(!is_hidden, "{side}: {cell:?} {letter}");
                }
            }
        }
    }

    #[test]
    fn near_view_frames_the_whole_home_on_stacked_boards() {
        let half = (FIELD_OF_VIEW / 2.0).tan();
        for variant in [Variant::StarTrek3d, Variant::StarTrek3dAdjacent] {
            let shape = variant.shape();
            let seat = Seat::default().with_stance(shape.stance);
            let mut views = shape.views.iter();
            let near = views.find(|view| view.title == "Near").unwrap();
            let board = variant.board();
            let starts = board.starts().iter();
            let games: Vec<_> = starts.map(|start| board.new_game_from(start)).collect();
            assert_eq!(games.len(), 5);
            let both = |game| Side::ALL.map(|side| (game, side));
            for (game, side) in games.iter().flat_map(both) {
                let position = game.position();
                let look = near.looks[side.index()];
                let (board_rotation, elevation) =
                    shape.rotation_for(look, side, position, &seat, true);
                let outlook = Outlook {
                    elevation,
                    distance: near.distance,
                    height: near.height,
                };
                let camera =
                    camera_place(&seat, &shape, outlook.over(board_rotation, &shape, &seat));
                let own = position.occupied().cells().filter(|cell| {
                    let piece = position.piece_at(*cell);
                    piece.is_some_and(|piece| piece.side == side)
                });
                for cell in own {
                    let place = shape.places[cell.index()].frame;
                    for corner in &shape.kind(cell).outline {
                        let at = seat.centre + board_rotation * (place * *corner);
                        let seen = camera.rotation.inverse() * (at - camera.translation);
                        let up = (seen.y / seen.z / half).abs();
                        assert!(seen.z < 0.0 && up < 0.9, "{side}: {cell:?} at {up}");
                    }
                }
            }
        }
    }

    #[test]
    fn square_boards_are_seen_from_above_others_from_the_seat() {
        let shape = Variant::Chess.shape();
        for board in [Variant::Chess, Variant::Icochess, Variant::OctHex146] {
            let other = board.shape();
            let seat = Seat::default().with_stance(other.stance);
            let camera = camera_place(&seat, &other, Outlook::default());
            let away = camera.translation - seat.centre;
            let elevation = away.normalize().y.asin().to_degrees();
            let own = (seat.eye - seat.centre).normalize().y.asin().to_degrees();
            let is_square = other.board == shape.board;
            assert_eq!((45.0..60.0).contains(&elevation), is_square, "{elevation}");
            assert!(is_square || (elevation - own).abs() < 0.01);
        }
    }
}
