//! OpenXR actions: creates them from the configuration and reads them into [`HandReading`]s.

use bevy::prelude::*;
use bevy_mod_openxr::action_set_syncing::OxrActionSetSyncSet;
use bevy_mod_openxr::exts::{OxrEnabledExtensions, OxrExtensions};
use bevy_mod_openxr::openxr_session_running;
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use bevy_mod_openxr::resources::OxrInstance;
use bevy_mod_openxr::session::OxrSession;
use bevy_mod_xr::session::XrSessionCreated;
use bevy_mod_xr::spaces::{XrSpaceLocationFlags, XrSpaceSyncSet};
use openxr::{
    Action, ActionInput, ActionSet, ActiveActionSet, Binding, Haptic, HapticVibration, Path, Posef,
    Vector2f,
};

use super::probe::is_enabled;
use crate::config::{ActionId, Hand, XrConfig};
use crate::hands::{AimPose, GripPose, HandInput};
use crate::haptics::Feel;
use crate::interaction_profiles::InteractionProfiles;
use crate::reading::{Config, HandReading, LatestReading, ReadingSystems};
use crate::tips::{Tip, TipPose};
use icochess_base::schedule::AppSystems;

#[derive(Resource)]
pub(super) struct Actions {
    set: ActionSet,
    hands: [Path; 2],
    aim: Action<Posef>,
    grip: Action<Posef>,
    pinch: Action<Posef>,
    poke: Action<Posef>,
    select: Action<f32>,
    select_ready: Action<bool>,
    grab: Action<f32>,
    grab_ready: Action<bool>,
    turn: Action<Vector2f>,
    menu: Action<bool>,
    home_view: Action<bool>,
    learn: Action<bool>,
    haptic: Action<Haptic>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_oxr_event_handler(on_event)
        .add_systems(
            XrSessionCreated,
            (
                create_actions,
                create_spaces.run_if(resource_exists::<Actions>),
            )
                .chain(),
        )
        .add_systems(
            PreUpdate,
            (
                update_actions
                    .run_if(openxr_session_running.and_then(resource_exists::<Actions>))
                    .before(XrSpaceSyncSet),
                // Not before: `bare_hands` overwrites the runtime's values for untracked poses.
                read_hands.after(XrSpaceSyncSet),
            )
                .chain()
                .in_set(OxrActionSetSyncSet)
                .in_set(ReadingSystems),
        )
        .add_systems(
            Update,
            vibrate
                .run_if(openxr_session_running.and_then(resource_exists::<Actions>))
                .after(AppSystems::Feedback),
        );
}

/// Updates the controllers currently in the hands.
fn on_event(
    event: OxrEventIn,
    (instance, session): (Option<Res<OxrInstance>>, Option<Res<OxrSession>>),
    actions: Option<Res<Actions>>,
    config: Res<Config>,
    mut in_hands: ResMut<InteractionProfiles>,
) {
    let openxr::Event::InteractionProfileChanged(_) = *event else {
        return;
    };
    let (Some(instance), Some(session), Some(actions)) = (instance, session, actions) else {
        return;
    };
    let paths = Hand::BOTH.map(|hand| {
        let path = session.current_interaction_profile(actions.hands[hand as usize]);
        let path = path.ok().filter(|path| *path != Path::NULL);
        let path = path.and_then(|path| instance.path_to_string(path).ok())?;
        debug!("In the {hand:?} hand: {path}");
        Some(path)
    });
    in_hands.set_if_neq(InteractionProfiles::known(&config.0, paths));
}

fn create_actions(
    mut commands: Commands,
    config: Res<Config>,
    instance: Option<Res<OxrInstance>>,
    session: Option<Res<OxrSession>>,
    extensions: Option<Res<OxrEnabledExtensions>>,
    made: Option<Res<Actions>>,
) {
    let (Some(instance), Some(session), Some(extensions)) = (instance, session, extensions) else {
        return;
    };
    let result = match &made {
        // In another session of the same instance, the actions still exist.
        Some(actions) => session.attach_action_sets(&[&actions.set]),
        None => make_actions(&instance, &config.0).and_then(|actions| {
            suggest(&instance, &config.0, &extensions, &actions);
            session.attach_action_sets(&[&actions.set])?;
            commands.insert_resource(actions);
            Ok(())
        }),
    };
    if let Err(error) = result {
        error!("The controllers cannot be used: {error}");
    }
}

fn make_actions(instance: &openxr::Instance, config: &XrConfig) -> openxr::Result<Actions> {
    let set = instance.create_action_set(
        &config.action_set.name,
        &config.action_set.localized_name,
        config.action_set.priority,
    )?;
    let hands = [
        instance.string_to_path(Hand::Left.path())?,
        instance.string_to_path(Hand::Right.path())?,
    ];
    let localized = |id: ActionId| {
        config
            .actions
            .iter()
            .find(|action| action.name == id)
            .map_or(id.name(), |action| action.localized_name.as_str())
    };
    macro_rules! action {
        ($id:ident) => {{
            let id = ActionId::$id;
            set.create_action(id.name(), localized(id), &hands)?
        }};
    }
    Ok(Actions {
        aim: action!(AimPose),
        grip: action!(GripPose),
        pinch: action!(PinchPose),
        poke: action!(PokePose),
        select: action!(Select),
        select_ready: action!(SelectReady),
        grab: action!(Grab),
        grab_ready: action!(GrabReady),
        turn: action!(Turn),
        menu: action!(Menu),
        home_view: action!(HomeView),
        learn: action!(Learn),
        haptic: action!(Haptic),
        hands,
        set,
    })
}

/// Suggests the bindings of every profile whose extension is enabled. A profile rejected by the
/// runtime is logged and skipped.
fn suggest(
    instance: &openxr::Instance,
    config: &XrConfig,
    extensions: &OxrExtensions,
    actions: &Actions,
) {
    for profile in &config.profiles {
        let is_on = profile
            .extension
            .as_ref()
            .is_none_or(|name| is_enabled(extensions.raw(), name));
        if !is_on {
            continue;
        }
        let suggested = profile
            .bindings
            .iter()
            .map(|binding| {
                let path = instance.string_to_path(&binding.path)?;
                Ok(match binding.action {
                    ActionId::AimPose => Binding::new(&actions.aim, path),
                    ActionId::GripPose => Binding::new(&actions.grip, path),
                    ActionId::PinchPose => Binding::new(&actions.pinch, path),
                    ActionId::PokePose => Binding::new(&actions.poke, path),
                    ActionId::Select => Binding::new(&actions.select, path),
                    ActionId::SelectReady => Binding::new(&actions.select_ready, path),
                    ActionId::Grab => Binding::new(&actions.grab, path),
                    ActionId::GrabReady => Binding::new(&actions.grab_ready, path),
                    ActionId::Turn => Binding::new(&actions.turn, path),
                    ActionId::Menu => Binding::new(&actions.menu, path),
                    ActionId::HomeView => Binding::new(&actions.home_view, path),
                    ActionId::Learn => Binding::new(&actions.learn, path),
                    ActionId::Haptic => Binding::new(&actions.haptic, path),
                })
            })
            .collect::<openxr::Result<Vec<_>>>()
            .and_then(|bindings| {
                let path = instance.string_to_path(&profile.path)?;
                instance.suggest_interaction_profile_bindings(path, &bindings)
            });
        if let Err(error) = suggested {
            warn!(
                "The runtime takes no bindings for {}: {error}",
                profile.name
            );
        }
    }
}

/// Attaches the hands' pose entities to action spaces.
fn create_spaces(
    mut commands: Commands,
    session: Option<Res<OxrSession>>,
    actions: Res<Actions>,
    poses: Query<(Entity, AnyOf<(&AimPose, &GripPose, &TipPose)>)>,
) {
    let Some(session) = session else {
        return;
    };
    for (entity, (aim, grip, tip)) in &poses {
        let (action, hand) = match (aim, grip, tip) {
            (Some(AimPose(hand)), ..) => (&actions.aim, *hand),
            (None, Some(GripPose(hand)), _) => (&actions.grip, *hand),
            (None, None, Some(TipPose(hand, Tip::Pinch))) => (&actions.pinch, *hand),
            (None, None, Some(TipPose(hand, Tip::Poke))) => (&actions.poke, *hand),
            (None, None, None) => continue,
        };
        let path = actions.hands[hand as usize];
        match session.create_action_space(action, path, Isometry3d::IDENTITY) {
            Ok(space) => {
                commands.entity(entity).insert(space);
            }
            Err(error) => error!("A hand cannot be followed: {error}"),
        }
    }
}

fn update_actions(session: Res<OxrSession>, actions: Res<Actions>) {
    if let Err(error) = session.sync_actions(&[ActiveActionSet::new(&actions.set)]) {
        debug!("The controllers cannot be read: {error}");
    }
}

/// The actions of a hand in a session.
struct HandActions<'a> {
    session: &'a OxrSession,
    hand: Path,
}

impl HandActions<'_> {
    /// Returns the state of an action; `None` if it isn't bound or isn't active.
    fn state<T: ActionInput>(&self, action: &Action<T>) -> Option<T> {
        let state = action.state(self.session, self.hand).ok()?;
        state.is_active.then_some(state.current_state)
    }

    fn is_down(&self, action: &Action<bool>) -> bool {
        self.state(action).unwrap_or(false)
    }
}

/// Reads the state of the hands.
pub(super) fn read_hands(
    session: Option<Res<OxrSession>>,
    actions: Option<Res<Actions>>,
    aims: Query<(&AimPose, &XrSpaceLocationFlags)>,
    mut hands: Query<(&HandInput, &mut LatestReading)>,
) {
    let active = session.zip(actions);
    for (HandInput { hand, .. }, mut latest) in &mut hands {
        let reading = active.as_ref().map(|(session, actions)| {
            let hand_actions = HandActions {
                session,
                hand: actions.hands[*hand as usize],
            };
            let turn = hand_actions.state(&actions.turn);
            HandReading {
                is_tracked: aims
                    .iter()
                    .any(|(aim, flags)| aim.0 == *hand && flags.rotation_tracked),
                is_bare: false,
                select: hand_actions.state(&actions.select).unwrap_or(0.0),
                select_ready: hand_actions.state(&actions.select_ready),
                grab: hand_actions.state(&actions.grab),
                grab_ready: hand_actions.state(&actions.grab_ready),
                turn: turn.map_or(Vec2::ZERO, |at| Vec2::new(at.x, at.y)),
                menu: hand_actions.state(&actions.menu),
                home_view: hand_actions.is_down(&actions.home_view),
                learn: hand_actions.is_down(&actions.learn),
            }
        });
        latest.set_if_neq(LatestReading(reading));
    }
}

fn vibrate(session: Res<OxrSession>, actions: Res<Actions>, mut felt: MessageReader<Feel>) {
    for feel in felt.read() {
        let duration = i64::try_from(feel.pulse.duration.as_nanos()).unwrap_or(i64::MAX);
        let vibration = HapticVibration::new()
            .amplitude(feel.pulse.amplitude)
            .duration(openxr::Duration::from_nanos(duration))
            .frequency(feel.pulse.frequency);
        let path = actions.hands[feel.hand as usize];
        if let Err(error) = actions.haptic.apply_feedback(&session, path, &vibration) {
            debug!("A pulse is not felt: {error}");
        }
    }
}
