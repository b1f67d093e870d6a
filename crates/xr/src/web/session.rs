//! The session of the page's headset, and its latest frame.

use bevy::prelude::*;
use bevy::winit::WinitSettings;

use crate::input_profiles::interaction_profile;
use crate::interaction_profiles::InteractionProfiles;
use crate::page_frame::{LENGTH, PageFrame};
use crate::reading::Config;
use crate::session::{SessionEvent, SessionStatus, SessionSystems, SessionVisibility};
use icochess_base::platform::PageHeadset;
use icochess_store::settings::Settings;

/// The page's headset.
#[derive(Resource)]
pub(super) struct Headset(Option<PageHeadset>);

impl Headset {
    /// Returns the page's headset, if there is one.
    pub(super) const fn page(&self) -> Option<&PageHeadset> {
        self.0.as_ref()
    }
}

/// The latest frame of the page, and the number of its events that were handled.
#[derive(Resource, Default)]
pub(super) struct LatestFrame {
    /// The frame's numbers.
    pub(super) frame: PageFrame,
    /// Number of events handled.
    news: u32,
    /// Number of controller changes handled.
    controllers: u32,
}

/// The systems after which the latest frame is available.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PageFrameSystems;

pub(super) fn plugin(app: &mut App) {
    let headset = PageHeadset::find(LENGTH);
    if headset.is_none() {
        error!("The page tells of no headset.");
    }
    app.insert_resource(Headset(headset))
        .init_resource::<LatestFrame>()
        // Never sleeps, because the page decides when a frame runs.
        .insert_resource(WinitSettings::continuous())
        .add_systems(Startup, set_space)
        .add_systems(
            PreUpdate,
            (take_frame, send_session_events, update_controllers)
                .chain()
                .before(SessionSystems)
                .in_set(PageFrameSystems),
        )
        .add_systems(Update, send_settings.run_if(resource_changed::<Settings>));
}

/// Reports the reference space. The page requests a space with its origin on the floor.
fn set_space(mut status: ResMut<SessionStatus>) {
    "LOCAL_FLOOR".clone_into(&mut status.reference_space);
    "LOCAL_FLOOR".clone_into(&mut status.floor);
}

/// Passes the settings for the next session to the page.
fn send_settings(headset: Res<Headset>, settings: Res<Settings>) {
    if let Some(page) = headset.page() {
        page.ask_for_scale(settings.render_scale);
        page.ask_for_passthrough(settings.passthrough);
    }
}

fn take_frame(headset: Res<Headset>, mut newest: ResMut<LatestFrame>) {
    if let Some(page) = headset.page() {
        page.read(&mut newest.frame.0);
    }
}

fn send_session_events(
    mut newest: ResMut<LatestFrame>,
    mut status: ResMut<SessionStatus>,
    mut events: MessageWriter<SessionEvent>,
) {
    if newest.news == newest.frame.news_count() {
        return;
    }
    for event in newest.frame.news_after(newest.news) {
        if let SessionEvent::Shown(visibility) = event {
            name_of(visibility).clone_into(&mut status.state);
        }
        events.write(event);
    }
    newest.news = newest.frame.news_count();
}

/// Returns the name of the OpenXR session state with this visibility.
const fn name_of(visibility: SessionVisibility) -> &'static str {
    match visibility {
        SessionVisibility::Focused => "FOCUSED",
        SessionVisibility::Visible => "VISIBLE",
        SessionVisibility::Hidden => "SYNCHRONIZED",
    }
}

/// Updates the controllers currently in the hands.
fn update_controllers(
    headset: Res<Headset>,
    config: Res<Config>,
    mut newest: ResMut<LatestFrame>,
    mut in_hands: ResMut<InteractionProfiles>,
) {
    let number = newest.frame.controllers();
    let Some(page) = headset.page().filter(|_| newest.controllers != number) else {
        return;
    };
    newest.controllers = number;
    let paths = page.controllers().map(|names| {
        debug!("In a hand: {names}");
        interaction_profile(&names).map(str::to_owned)
    });
    in_hands.set_if_neq(InteractionProfiles::known(&config.0, paths));
}
