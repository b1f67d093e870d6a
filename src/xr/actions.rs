//! OpenXR actions: made from the configuration, read into [`HandInput`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_mod_openxr::action_set_syncing::OxrActionSetSyncSet;
use bevy_mod_openxr::exts::{OxrEnabledExtensions, OxrExtensions};
use bevy_mod_openxr::openxr_session_running;
use bevy_mod_openxr::poll_events::{OxrEventHandlerExt, OxrEventIn};
use bevy_mod_openxr::resources::OxrInstance;
use bevy_mod_openxr::session::OxrSession;
use bevy_mod_xr::session::XrSessionCreated;
use bevy_mod_xr::spaces::XrSpaceLocationFlags;
use openxr::{
    Action, ActionInput, ActionSet, ActiveActionSet, Binding, Haptic, HapticVibration, Path, Posef,
    Vector2f,
};

use super::buttons::Buttons;
use super::config::{ActionId, Hand, XrConfig};
use super::hands::{AimPose, GripPose, HandInput};
use super::haptics::Feel;
use super::interaction_profiles::InteractionProfiles;
use super::pointing::HandPointerSystems;
use super::runtime::probe::is_enabled;
use super::session::{Focus, SessionSystems};
use super::tips::{Tip, TipPose};
use super::trackpad::Trackpad;
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

/// A runtime that holds a frame back for longer may have shown its menu meanwhile.
const LONG_FRAME: Duration = Duration::from_secs(1);

const fn index(hand: Hand) -> usize {
    match hand {
        Hand::Left => 0,
        Hand::Right => 1,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_required_components::<HandInput, Trackpad>()
        .add_oxr_event_handler(on_event)
        .add_systems(
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
                .after(SessionSystems)
                .before(HandPointerSystems),
        )
        .add_systems(
            Update,
            vibrate
                .run_if(openxr_session_running.and_then(resource_exists::<Actions>))
                .after(AppSystems::Feedback),
        );
}

/// Takes note of the controllers that are in the hands now.
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
    let found = Hand::BOTH.map(|hand| {
        let path = session.current_interaction_profile(actions.hands[index(hand)]);
        let path = path.ok().filter(|path| *path != Path::NULL);
        let name = path.and_then(|path| instance.path_to_string(path).ok())?;
        let mut profiles = config.0.profiles.iter();
        let known = profiles.find(|profile| profile.path == name);
        debug!("In the {hand:?} hand: {name}");
        known.cloned().map(Arc::new)
    });
    in_hands.set_if_neq(InteractionProfiles(found));
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

/// Ties the entities of the hands to their poses.
fn make_spaces(
    mut commands: Commands,
    session: Option<Res<OxrSession>>,
    actions: Res<Actions>,
    poses: Query<
        (
            Entity,
            Option<&AimPose>,
            Option<&GripPose>,
            Option<&TipPose>,
        ),
        Or<(With<AimPose>, With<GripPose>, With<TipPose>)>,
    >,
) {
    let Some(session) = session else {
        return;
    };
    for (entity, aim, grip, tip) in &poses {
        let (action, hand) = match (aim, grip, tip) {
            (Some(AimPose(hand)), ..) => (&actions.aim, *hand),
            (None, Some(GripPose(hand)), _) => (&actions.grip, *hand),
            (None, None, Some(TipPose(hand, Tip::Pinch))) => (&actions.pinch, *hand),
            (None, None, Some(TipPose(hand, Tip::Poke))) => (&actions.poke, *hand),
            (None, None, None) => continue,
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

/// What a session tells of the actions of one hand.
struct Told<'a> {
    session: &'a OxrSession,
    hand: Path,
}

impl Told<'_> {
    /// What an action says; `None` where it is not bound or not active.
    fn by<T: ActionInput>(&self, action: &Action<T>) -> Option<T> {
        let state = action.state(self.session, self.hand).ok()?;
        state.is_active.then_some(state.current_state)
    }

    /// How far something is pulled, 0 to 1.
    fn value(&self, action: &Action<f32>) -> f32 {
        self.by(action).unwrap_or(0.0)
    }

    /// Whether a button is down.
    fn is_down(&self, action: &Action<bool>) -> bool {
        self.by(action).unwrap_or(false)
    }
}

/// Reads the input of the hands. While there is no focused session they are at rest, whatever
/// they did before.
fn read(
    session: Option<Res<OxrSession>>,
    actions: Option<Res<Actions>>,
    (config, in_hands): (Res<Config>, Res<InteractionProfiles>),
    focus: Res<Focus>,
    mut read_at: Local<Option<Instant>>,
    aims: Query<(&AimPose, &XrSpaceLocationFlags)>,
    mut hands: Query<(&mut HandInput, &mut Buttons, &mut Trackpad)>,
) {
    let heard = session.zip(actions).filter(|_| focus.0);
    // Not by Bevy's time, which follows the frames that are drawn, one behind.
    let now = Instant::now();
    let before = read_at.replace(now);
    let is_late = before.is_some_and(|before| now - before > LONG_FRAME);
    for (mut input, mut buttons, mut pad) in &mut hands {
        let hand = input.hand;
        let Some((session, actions)) = &heard else {
            input.set_if_neq(HandInput::at_rest(hand));
            buttons.set_if_neq(Buttons::default());
            pad.set_if_neq(Trackpad::default());
            continue;
        };
        let told = Told {
            session,
            hand: actions.hands[index(hand)],
        };
        let active = aims
            .iter()
            .any(|(aim, flags)| aim.0 == hand && flags.rotation_tracked);
        let stick = told.by(&actions.turn);
        let stick = stick.map_or(Vec2::ZERO, |at| Vec2::new(at.x, at.y));
        let profile = in_hands.profile(hand);
        let is_bare = profile.is_some_and(|profile| profile.is_bare_hand);
        let own = profile.map(|profile| profile.thresholds);
        let thresholds = config.0.thresholds.with(own.unwrap_or_default());
        let is_pad = profile.is_some_and(|profile| profile.turns_on_trackpad(hand));
        let mut finger = *pad;
        let swipe = finger.swipe(if is_pad { stick } else { Vec2::ZERO });
        pad.set_if_neq(finger);
        // The focus may have gone and come back between two frames, and that may not
        // even have been told yet.
        let mut now = if focus.is_changed() || is_late {
            Buttons::default()
        } else {
            *buttons
        };
        // A hand that is not ready for it does not mean it, whatever its value says.
        let select = thresholds
            .select
            .is_pressed(told.value(&actions.select), now.select.is_down())
            && told.by(&actions.select_ready) != Some(false);
        let grab = thresholds
            .grab
            .is_pressed(told.value(&actions.grab), now.grab.is_down())
            && told.by(&actions.grab_ready) != Some(false);
        let (select, grab) = if is_bare {
            now.update_bare_hand(select, grab, active)
        } else {
            (
                now.select.update(select, active),
                now.grab.update(grab, active),
            )
        };
        input.set_if_neq(HandInput {
            hand,
            active,
            select,
            grab,
            turn: if is_pad { Vec2::ZERO } else { stick },
            swipe,
            is_bare,
            menu: now.menu.update(told.is_down(&actions.menu), active),
            has_menu: told.by(&actions.menu).is_some(),
            has_grab: told.by(&actions.grab).is_some(),
            home_view: now
                .home_view
                .update(told.is_down(&actions.home_view), active),
            learn: now.learn.update(told.is_down(&actions.learn), active),
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
