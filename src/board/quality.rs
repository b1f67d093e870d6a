//! How finely cameras draw: with less smoothing where a processor stands in for
//! the graphics card.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(smooth_less);
}

/// A software renderer spends most of a frame on smoothed edges.
fn smooth_less(
    added: On<Add, Camera3d>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut commands: Commands,
) {
    // 4 is a processor: `wgpu::DeviceType::Cpu`.
    if adapter.is_some_and(|adapter| adapter.device_type as u8 == 4) {
        commands.entity(added.entity).insert(Msaa::Off);
    }
}
