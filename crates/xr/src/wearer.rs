//! Moves the panel into view of the player who takes over the headset, wherever that player sits.

use bevy::prelude::*;

use super::head::{Head, HeadTracking};
use icochess_base::schedule::AppSystems;
use icochess_board::stage::shape::PlayerSeat;
use icochess_play::game::handover::GameHandover;
use icochess_store::effective::EffectiveSettings;
use icochess_ui::panel::bulk::{BoardBulk, Bulk};
use icochess_ui::panel::place::{Gaze, GazeRay, is_in_sight};
use icochess_ui::panel::screen::Panel;
use icochess_ui::state::screen::PanelShown;

/// Time that the panel must be out of sight before it moves, in seconds, so that a quick glance
/// doesn't move it.
const SECONDS: f32 = 0.5;

/// Maximum time that a frame counts for, in seconds, so that one slow frame isn't a long look away.
const LONGEST_FRAME: f32 = 0.1;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, place_panel.in_set(AppSystems::Feedback));
}

fn place_panel(
    time: Res<Time<Real>>,
    (handover, shown): (Res<GameHandover>, Res<PanelShown>),
    (seat, mut board, settings): (Res<PlayerSeat>, BoardBulk, Res<EffectiveSettings>),
    head: Query<(&Transform, &HeadTracking), With<Head>>,
    panel: Single<&Transform, (With<Panel>, Without<Head>)>,
    mut gaze: ResMut<Gaze>,
    (mut unseen, mut bulk): (Local<f32>, Local<Option<Bulk>>),
) {
    // Measuring the board takes longer than all the rest.
    if board.is_changed() {
        *bulk = None;
    }
    let look = head
        .iter()
        .next()
        .filter(|(_, tracking)| tracking.knows_rotation && tracking.is_position_tracked())
        .filter(|_| shown.0 && handover.is_passing())
        .map(|(head, _)| GazeRay {
            eye: head.translation,
            forward: *head.forward(),
        });
    let Some(look) = look else {
        *unseen = 0.0;
        return;
    };
    let bulk = *bulk.get_or_insert_with(|| board.get());
    if is_in_sight(&panel, &seat, bulk, look, settings.hand) {
        *unseen = 0.0;
        return;
    }
    *unseen += time.delta_secs().min(LONGEST_FRAME);
    if *unseen >= SECONDS {
        *unseen = 0.0;
        *gaze = Gaze(Some(look));
    }
}
