//! Positions sounds by how a head hears them.
//!
//! * [`head`]: the model of the head;
//! * [`line`]: delays and filters;
//! * [`wide`]: the board's widened stereo image.
//!
//! kira itself only pans by level.

mod head;
mod line;
#[cfg(test)]
mod tests;
mod wide;

use bevy::prelude::*;
use kira::Frame;
use kira::effect::Effect;
use kira::info::{Info, ListenerInfo};

use head::{Ear, Hearing, REAR_FROM, SHADOW_FROM};
use line::{Line, Shelf};
pub(super) use wide::widened;

/// Effect of a spatial track that positions its sounds. The track itself applies no panning or
/// attenuation.
pub(super) struct Direction {
    /// Position in the world, in metres.
    at: Vec3,
    past: Line,
    rear: Shelf,
    ears: [Shelf; 2],
    rate: f32,
    rear_pole: f32,
    shadow_pole: f32,
    /// How the previous block ended.
    last: Option<Hearing>,
}

impl Direction {
    /// Creates the effect for a source at a position in the world, in metres.
    pub(super) fn new(at: Vec3) -> Self {
        Self {
            at,
            past: Line::new(),
            rear: Shelf::default(),
            ears: [Shelf::default(); 2],
            rate: 0.0,
            rear_pole: 0.0,
            shadow_pole: 0.0,
            last: None,
        }
    }

    fn tune(&mut self, rate: u32) {
        self.rate = rate as f32;
        self.rear_pole = Shelf::pole(REAR_FROM, rate);
        self.shadow_pole = Shelf::pole(SHADOW_FROM, rate);
    }

    /// Computes how a listener hears the position.
    fn hearing(&self, listener: ListenerInfo) -> Hearing {
        let place = Vec3::from_array(listener.position.into());
        let rotation = Quat::from_array(listener.orientation.into());
        Hearing::of(rotation.inverse() * (self.at - place))
    }

    /// Replaces a block of sound by its signal at both ears. The parameters are interpolated per
    /// sample from `from` to `to`.
    fn pass(&mut self, sound: &mut [Frame], from: &Hearing, to: &Hearing) {
        let step = 1.0 / sound.len() as f32;
        for (number, frame) in sound.iter_mut().enumerate() {
            let hearing = from.towards(to, (number + 1) as f32 * step);
            let made = 0.5 * (frame.left + frame.right);
            let let_through = self.rear.pass(made, self.rear_pole, 1.0, hearing.rear);
            self.past.push(let_through);
            let past = &self.past;
            let (rate, pole) = (self.rate, self.shadow_pole);
            let filtered = |shelf: &mut Shelf, ear: Ear| {
                shelf.pass(past.at(ear.delay * rate), pole, ear.low, ear.high)
            };
            let [left, right] = &mut self.ears;
            *frame = Frame::new(
                filtered(left, hearing.ears[0]),
                filtered(right, hearing.ears[1]),
            );
        }
    }
}

impl Effect for Direction {
    fn init(&mut self, rate: u32, _: usize) {
        self.tune(rate);
    }

    fn on_change_sample_rate(&mut self, rate: u32) {
        self.tune(rate);
    }

    fn process(&mut self, sound: &mut [Frame], _: f64, info: &Info) {
        // A track whose listener is gone is silent.
        let Some(listener) = info.listener_info() else {
            return;
        };
        let to = self.hearing(listener);
        let from = self.last.replace(to).unwrap_or(to);
        self.pass(sound, &from, &to);
    }
}
