//! The session: where the player is, whether we are listened to, and what
//! happens when the runtime goes away.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use bevy_mod_openxr::session::OxrSession;
use bevy_mod_xr::camera::XrCamera;
use bevy_mod_xr::session::{XrSessionCreated, XrState, XrStateChanged};
use bevy_mod_xr::spaces::{XrPrimaryReferenceSpace, XrSpaceLocationFlags};
use openxr::{ReferenceSpaceType, SessionState};

use super::hands::{HandInput, RayCamera};
use crate::audio::Ears;
use crate::board::Seat;
use crate::board::spin::FaceSide;
use crate::game::Match;
use crate::relaunch;
use crate::schedule::AppSystems;

/// Does the runtime listen to our input (session state FOCUSED)?
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Focus(pub bool);

/// The session in words, for tools that look in from outside (Bevy's remote
/// protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default)]
pub struct SessionStatus {
    /// The OpenXR session state, such as `FOCUSED`.
    pub state: String,
    /// The reference space in use, such as `LOCAL_FLOOR`.
    pub reference_space: String,
    /// Has the board been put before the player?
    pub seated: bool,
}

/// The entity that follows the head.
#[derive(Component, Debug)]
pub struct Head;

/// Seconds that the menu button is held to bring the board back.
const RESEAT_SECONDS: f32 = 1.0;

/// When the board is to be put before the player.
#[derive(Resource, Debug)]
struct Seating {
    /// Seconds to wait; `None` when the board is where it should be.
    due: Option<f32>,
    menu_held: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Focus>()
        .init_resource::<SessionStatus>()
        .insert_resource(Seating {
            due: Some(0.0),
            menu_held: 0.0,
        })
        // The runtime sets the pace, whether or not the window is looked at.
        .insert_resource(WinitSettings {
            focused_mode: UpdateMode::Continuous,
            unfocused_mode: UpdateMode::Continuous,
        })
        .add_oxr_event_handler(on_event)
        .add_observer(dress_camera)
        .add_systems(XrSessionCreated, choose_space.after(set_up_by_plugin()))
        .add_systems(
            Update,
            ((hold_menu, sit).chain(), leave_on_exit).in_set(AppSystems::Input),
        )
        .add_systems(Last, relaunch::frame);
}

/// The systems of `bevy_mod_openxr` that this module's must follow.
fn set_up_by_plugin() -> impl IntoSystemSet<()> {
    bevy_mod_xr::camera::XrViewInit
}

fn on_event(
    event: OxrEventIn,
    mut focus: ResMut<Focus>,
    mut status: ResMut<SessionStatus>,
    mut seating: ResMut<Seating>,
) {
    match *event {
        openxr::Event::SessionStateChanged(change) => {
            let state = change.state();
            focus.set_if_neq(Focus(state == SessionState::FOCUSED));
            status.state = format!("{state:?}");
        }
        openxr::Event::ReferenceSpaceChangePending(_) => {
            // The player has asked the runtime to recentre.
            seating.due = Some(0.3);
        }
        openxr::Event::InstanceLossPending(_) => relaunch::go_on_flat("the runtime is ending"),
        _ => {}
    }
}

/// What the runtime ends, the window goes on with. The player leaving is
/// something else: then nothing is armed.
fn leave_on_exit(mut changes: MessageReader<XrStateChanged>, mut leaving: MessageReader<AppExit>) {
    if leaving.read().count() > 0 {
        relaunch::disarm();
    }
    for change in changes.read() {
        if matches!(change.0, XrState::Exiting { .. }) {
            relaunch::go_on_flat("the session has ended");
        }
    }
}

/// LOCAL_FLOOR where the runtime has it, else LOCAL, else STAGE: the first two
/// can be recentred by the player.
fn choose_space(
    mut commands: Commands,
    session: Option<Res<OxrSession>>,
    mut status: ResMut<SessionStatus>,
    heads: Query<Entity, With<Head>>,
) {
    let Some(session) = session else {
        relaunch::go_on_flat("the session cannot be created");
        return;
    };
    let offered = session.enumerate_reference_spaces().unwrap_or_default();
    let wanted = [
        ReferenceSpaceType::LOCAL_FLOOR,
        ReferenceSpaceType::LOCAL,
        ReferenceSpaceType::STAGE,
    ];
    for space_type in wanted.into_iter().filter(|wanted| offered.contains(wanted)) {
        match session.create_reference_space(space_type, Isometry3d::IDENTITY) {
            Ok(space) => {
                commands.insert_resource(XrPrimaryReferenceSpace(space));
                status.reference_space = format!("{space_type:?}");
                break;
            }
            Err(error) => warn!("The reference space {space_type:?} cannot be used: {error}"),
        }
    }
    for head in &heads {
        commands.entity(head).despawn();
    }
    match session.create_reference_space(ReferenceSpaceType::VIEW, Isometry3d::IDENTITY) {
        Ok(view) => {
            commands.spawn((Name::new("head"), Head, Ears, view.0));
        }
        Err(error) => error!("The head cannot be followed: {error}"),
    }
}

fn dress_camera(added: On<Add, XrCamera>, cameras: Query<&XrCamera>, mut commands: Commands) {
    let Ok(camera) = cameras.get(added.entity) else {
        return;
    };
    let mut entity = commands.entity(added.entity);
    entity.insert((
        Name::new(format!("eye {}", camera.0)),
        Tonemapping::AcesFitted,
    ));
    if camera.0 == 0 {
        entity.insert(RayCamera);
    }
}

fn hold_menu(time: Res<Time>, hands: Query<&HandInput>, mut seating: ResMut<Seating>) {
    if hands.iter().any(|input| input.active && input.menu) {
        let before = seating.menu_held;
        seating.menu_held += time.delta_secs();
        if before < RESEAT_SECONDS && seating.menu_held >= RESEAT_SECONDS {
            seating.due = Some(0.0);
        }
    } else if seating.menu_held > 0.0 {
        seating.menu_held = 0.0;
    }
}

/// Puts the board before the head, once the runtime knows where that is.
fn sit(
    time: Res<Time>,
    game: Res<Match>,
    head: Query<(&Transform, &XrSpaceLocationFlags), With<Head>>,
    mut seating: ResMut<Seating>,
    mut seat: ResMut<Seat>,
    mut status: ResMut<SessionStatus>,
    mut face: MessageWriter<FaceSide>,
) {
    let Some(wait) = seating.due else {
        return;
    };
    if wait > 0.0 {
        seating.due = Some(wait - time.delta_secs());
        return;
    }
    let Ok((head, flags)) = head.single() else {
        return;
    };
    if flags.position_tracked && flags.rotation_tracked {
        seating.due = None;
        *seat = Seat::before(head.translation, *head.forward());
        status.seated = true;
        face.write(FaceSide(game.position().turn()));
    }
}
