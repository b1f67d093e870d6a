//! The frame rate of the window, in words.

use std::time::Duration;

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy::time::common_conditions::on_timer;

use crate::style::theme;
use crate::style::theme::Size;
use icochess_base::frame::NextFrame;
use icochess_base::language::Words;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::drawing::seen_if;
use icochess_message::msg;
use icochess_store::settings::Settings;

/// Interval between two readings.
const EVERY: Duration = Duration::from_millis(500);

#[derive(Component)]
struct FrameRate;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(FrameTimeDiagnosticsPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            (
                update_visibility.run_if(resource_changed::<Settings>),
                write_frame_rate.run_if(is_shown.and_then(on_timer(EVERY))),
                request_every_frame.run_if(is_shown),
            )
                .in_set(AppSystems::Feedback),
        );
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        FrameRate,
        Name::new("frame rate"),
        theme::text("", Size::Small.in_window(), theme::FAINT),
        Node {
            position_type: PositionType::Absolute,
            top: px(70),
            right: px(20),
            ..default()
        },
        Visibility::Hidden,
        Pickable::IGNORE,
    ));
}

fn is_shown(settings: Res<Settings>) -> bool {
    settings.frame_rate
}

fn update_visibility(settings: Res<Settings>, mut text: Single<&mut Visibility, With<FrameRate>>) {
    text.set_if_neq(seen_if(settings.frame_rate));
}

/// Requests every frame, because the attainable rate is only measurable while drawing.
fn request_every_frame(mut next: ResMut<NextFrame>) {
    next.within(Duration::ZERO);
}

fn write_frame_rate(
    diagnostics: Res<DiagnosticsStore>,
    words: Res<Words>,
    mut text: Single<&mut Text, With<FrameRate>>,
) {
    let rate = diagnostics
        .get(&FrameTimeDiagnosticsPlugin::FPS)
        .and_then(bevy::diagnostic::Diagnostic::smoothed);
    if let Some(rate) = rate {
        let digits = usize::from(rate < 10.0);
        let now = words.say(&msg!("frames-a-second", value = format!("{rate:.digits$}")));
        if text.0 != now {
            text.0 = now;
        }
    }
}
