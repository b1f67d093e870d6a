//! A sound device with a listener, which plays sounds at their positions.

use std::time::Duration;

use bevy::prelude::*;
use kira::backend::Backend;
use kira::listener::ListenerHandle;
use kira::sound::static_sound::StaticSoundData;
use kira::track::SpatialTrackBuilder;
use kira::{AudioManager, Easing, Tween};

use super::direction::{Direction, widened};

/// Duration of a listener movement. It is longer than a frame, so that the ears never stop between
/// frames.
const EARS_WITHIN: Duration = Duration::from_millis(30);

/// Position of a sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Source {
    /// Position in the world, in metres.
    pub(super) at: Vec3,
    /// Centre and width for widening; see [`widened`].
    pub(super) about: Option<(Vec3, f32)>,
}

/// A sound device.
pub(super) trait Device: Backend {
    /// Returns the current number of channels; 0 while the system has no device.
    fn channels(&self) -> u16;

    /// Returns settings for the device with the headset's ID, or else for the system's default
    /// device.
    fn settings_for(_headset: Option<String>) -> Self::Settings
    where
        Self::Settings: Default,
    {
        Self::Settings::default()
    }
}

/// A sound device with a listener.
pub(super) struct Output<D: Device> {
    pub(super) manager: AudioManager<D>,
    listener: ListenerHandle,
    ears: Isometry3d,
}

impl<D: Device> Output<D> {
    /// Creates an output with the ears at the origin, facing -z.
    pub(super) fn new(mut manager: AudioManager<D>) -> Result<Self, String> {
        let listener = manager
            .add_listener([0.0; 3], [0.0, 0.0, 0.0, 1.0])
            .map_err(|error| error.to_string())?;
        Ok(Self {
            manager,
            listener,
            ears: Isometry3d::IDENTITY,
        })
    }

    /// Moves the ears.
    pub(super) fn set_listener(&mut self, ears: Isometry3d) {
        if self.ears == ears {
            return;
        }
        self.ears = ears;
        let soon = Tween {
            duration: EARS_WITHIN,
            ..Tween::default()
        };
        let place = Vec3::from(ears.translation);
        self.listener.set_position(place.to_array(), soon);
        self.listener
            .set_orientation(ears.rotation.to_array(), soon);
    }

    /// Plays a sound at its position; `None` plays it unchanged in both ears. A mono device would
    /// sum the ears' different delays, so it plays all sounds unchanged. Without a device the sound
    /// is dropped, or it would play when one is connected.
    pub(super) fn play(
        &mut self,
        data: StaticSoundData,
        source: Option<Source>,
    ) -> Result<(), String> {
        let channels = self.manager.backend_mut().channels();
        if channels == 0 {
            return Ok(());
        }
        let Some(Source { at, about }) = source.filter(|_| channels > 1) else {
            let played = self.manager.play(data);
            return played.map(drop).map_err(|error| error.to_string());
        };
        let at = about.map_or(at, |(centre, width)| widened(self.ears, centre, at, width));
        let track = SpatialTrackBuilder::new()
            .attenuation_function(None::<Easing>)
            .spatialization_strength(0.0_f32)
            .with_built_effect(Box::new(Direction::new(at)))
            .persist_until_sounds_finish(true);
        let mut track = self
            .manager
            .add_spatial_sub_track(self.listener.id(), at.to_array(), track)
            .map_err(|error| error.to_string())?;
        let played = track.play(data);
        played.map(drop).map_err(|error| error.to_string())
    }
}
