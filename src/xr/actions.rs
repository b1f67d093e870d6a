//! OpenXR actions: made from the configuration, read into [`HandInput`].

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_mod_openxr::action_set_syncing::OxrActionSetSyncSet;
use bevy_mod_openxr::exts::{OxrEnabledExtensions, OxrExtensions};

use bevy_mod_openxr::openxr_session_running;
use bevy_mod_openxr::resources::OxrInstance;
use bevy_mod_openxr::session::OxrSession;
use bevy_mod_xr::session::XrSessionCreated;
use bevy_mod_xr::spaces::XrSpaceLocationFlags;
use openxr::{
    Action, ActionSet, ActiveActionSet, Binding, Haptic, HapticVibration, Path, Posef, Vector2f,
};

use super::config::{ActionId, Hand, XrConfig};
use super::hands::{AimPose, Buttons, GripPose, HandInput};
use super::haptics::Feel;
use super::pointing::HandPointerSystems;
use super::probe::is_enabled;
use super::session::Focus;
use crate::schedule::AppSystems;

/// The configuration that the actions are made from.
#[derive(Resource, Debug, Clone)]
pub struct Config(pub XrConfig);

/// The actions of the game.
#[derive(Resource)]
struct Actions {
    set: ActionSet,
    hands: [Path; 2],
    aim: Action<Posef>,
    grip: Action<Posef>,
    select: Action<f32>,
    grab: Action<f32>,
    turn: Action<Vector2f>,
    menu: Action<bool>,
    home_view: Action<bool>,
    learn: Action<bool>,
    haptic: Action<Haptic>,
}

/// A runtime that holds a frame back for longer may have shown its menu meanwhile.
const LONG_FRAME: Duration = Duration::from_secs(1);

const fn index(hand: Hand) -> usize {
    match hand {
        Hand::Left => 0,
        Hand::Right => 1,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        XrSessionCreated,
        (make, make_spaces.run_if(resource_exists::<Actions>)).chain(),
    )
    .add_systems(
        PreUpdate,
        (
            sync.run_if(openxr_session_running.and_then(resource_exists::<Actions>)),
            read,
        )
            .chain()
            .in_set(OxrActionSetSyncSet)
            .before(HandPointerSystems),
    )
    .add_systems(
        Update,
        vibrate
            .run_if(openxr_session_running.and_then(resource_exists::<Actions>))
            .after(AppSystems::Feedback),
    );
}

fn make(
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
        // Another session of the same instance: the actions are still there.
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
            .find(|action| action.id == id)
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
        select: action!(Select),
        grab: action!(Grab),
        turn: action!(Turn),
        menu: action!(Menu),
        home_view: action!(HomeView),
        learn: action!(Learn),
        haptic: action!(Haptic),
        hands,
        set,
    })
}

/// Suggests the bindings of every profile whose extension is on. A profile
/// that the runtime refuses is left out with a line in the log; the others
/// work.
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
                    ActionId::Select => Binding::new(&actions.select, path),
                    ActionId::Grab => Binding::new(&actions.grab, path),
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

/// Ties the entities of the hands to their poses.
fn make_spaces(
    mut commands: Commands,
    session: Option<Res<OxrSession>>,
    actions: Res<Actions>,
    poses: Query<
        (Entity, Option<&AimPose>, Option<&GripPose>),
        Or<(With<AimPose>, With<GripPose>)>,
    >,
) {
    let Some(session) = session else {
        return;
    };
    for (entity, aim, grip) in &poses {
        let (action, hand) = match (aim, grip) {
            (Some(AimPose(hand)), _) => (&actions.aim, *hand),
            (None, Some(GripPose(hand))) => (&actions.grip, *hand),
            (None, None) => continue,
        };
        let path = actions.hands[index(hand)];
        match session.create_action_space(action, path, Isometry3d::IDENTITY) {
            Ok(space) => {
                commands.entity(entity).insert(space);
            }
            Err(error) => error!("A hand cannot be followed: {error}"),
        }
    }
}

fn sync(session: Res<OxrSession>, actions: Res<Actions>) {
    if let Err(error) = session.sync_actions(&[ActiveActionSet::new(&actions.set)]) {
        debug!("The controllers cannot be read: {error}");
    }
}

/// Reads the input of the hands. While there is no focused session they are at rest, whatever
/// they did before.
fn read(
    session: Option<Res<OxrSession>>,
    actions: Option<Res<Actions>>,
    config: Res<Config>,
    focus: Res<Focus>,
    mut read_at: Local<Option<Instant>>,
    aims: Query<(&AimPose, &XrSpaceLocationFlags)>,
    mut hands: Query<(&mut HandInput, &mut Buttons)>,
) {
    let heard = session.zip(actions).filter(|_| focus.0);
    // Not by Bevy's time, which follows the frames that are drawn, one behind.
    let now = Instant::now();
    let before = read_at.replace(now);
    let is_late = before.is_some_and(|before| now - before > LONG_FRAME);
    for (mut input, mut buttons) in &mut hands {
        let hand = input.hand;
        let Some((session, actions)) = &heard else {
            input.set_if_neq(HandInput::at_rest(hand));
            buttons.set_if_neq(Buttons::default());
            continue;
        };
        let path = actions.hands[index(hand)];
        let active = aims
            .iter()
            .any(|(aim, flags)| aim.0 == hand && flags.rotation_tracked);
        // An action that is not bound or not active reads as at rest.
        let float = |action: &Action<f32>| {
            let state = action.state(session, path).ok();
            let state = state.filter(|state| state.is_active);
            state.map_or(0.0, |state| state.current_state)
        };
        let button = |action: &Action<bool>| {
            action
                .state(session, path)
                .is_ok_and(|state| state.is_active && state.current_state)
        };
        let stick = actions
            .turn
            .state(session, path)
            .ok()
            .filter(|state| state.is_active)
            .map_or(Vec2::ZERO, |state| {
                Vec2::new(state.current_state.x, state.current_state.y)
            });
        let thresholds = &config.0.thresholds;
        // The focus may have gone and come back between two frames, and that may not
        // even have been told yet.
        let mut now = if focus.is_changed() || is_late {
            Buttons::default()
        } else {
            *buttons
        };
        let select = thresholds
            .select
            .is_pressed(float(&actions.select), now.select.is_down());
        let grab = thresholds
            .grab
            .is_pressed(float(&actions.grab), now.grab.is_down());
        input.set_if_neq(HandInput {
            hand,
            active,
            select: now.select.update(select, active),
            grab: now.grab.update(grab, active),
            turn: stick,
            menu: now.menu.update(button(&actions.menu), active),
            has_menu: actions
                .menu
                .state(session, path)
                .is_ok_and(|state| state.is_active),
            home_view: now.home_view.update(button(&actions.home_view), active),
            learn: now.learn.update(button(&actions.learn), active),
        });
        buttons.set_if_neq(now);
    }
}

fn vibrate(session: Res<OxrSession>, actions: Res<Actions>, mut felt: MessageReader<Feel>) {
    for feel in felt.read() {
        let duration = i64::try_from(feel.pulse.duration.as_nanos()).unwrap_or(i64::MAX);
        let vibration = HapticVibration::new()
            .amplitude(feel.pulse.amplitude)
            .duration(openxr::Duration::from_nanos(duration))
            .frequency(feel.pulse.frequency);
        let path = actions.hands[index(feel.hand)];
        if let Err(error) = actions.haptic.apply_feedback(&session, path, &vibration) {
            debug!("A pulse is not felt: {error}");
        }
    }
}
