//! Sounds from where they are: what kira plays, as a head at its place hears it.
//!
//! * [`head`]: the effect of a head on a sound;
//! * [`line`]: delays and filters;
//! * [`wide`]: a board that is wider to the ear than to the eye.
//!
//! kira itself makes a sound only louder for one ear than for the other.

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

/// A spatial track's effect that puts its sounds at a place. The track leaves direction and
/// distance to it.
pub(super) struct Direction {
    /// The place in the world, metres.
    at: Vec3,
    past: Line,
    rear: Shelf,
    ears: [Shelf; 2],
    rate: f32,
    rear_pole: f32,
    shadow_pole: f32,
    /// The hearing at the end of the last piece of sound.
    heard: Option<Hearing>,
}

impl Direction {
    /// The effect for a source at this place in the world, metres.
    pub(super) fn new(at: Vec3) -> Self {
        Self {
            at,
            past: Line::new(),
            rear: Shelf::default(),
            ears: [Shelf::default(); 2],
            rate: 0.0,
            rear_pole: 0.0,
            shadow_pole: 0.0,
            heard: None,
        }
    }

    fn tune(&mut self, rate: u32) {
        self.rate = rate as f32;
        self.rear_pole = Shelf::pole(REAR_FROM, rate);
        self.shadow_pole = Shelf::pole(SHADOW_FROM, rate);
    }

    /// The hearing of the place by a listener.
    fn hearing(&self, listener: ListenerInfo) -> Hearing {
        let place = Vec3::from_array(listener.position.into());
        let rotation = Quat::from_array(listener.orientation.into());
        Hearing::of(rotation.inverse() * (self.at - place))
    }

    /// Turns a piece of sound into what both ears hear of it. The hearing changes evenly within the
    /// piece, from `from` to `to`: every sample has its own.
    fn pass(&mut self, sound: &mut [Frame], from: &Hearing, to: &Hearing) {
        let step = 1.0 / sound.len() as f32;
        for (number, frame) in sound.iter_mut().enumerate() {
            let hearing = from.towards(to, (number + 1) as f32 * step);
            let made = 0.5 * (frame.left + frame.right);
            let let_through = self.rear.pass(made, self.rear_pole, 1.0, hearing.rear);
            self.past.push(let_through);
            let past = &self.past;
            let (rate, pole) = (self.rate, self.shadow_pole);
            let hear = |shelf: &mut Shelf, ear: Ear| {
                shelf.pass(past.at(ear.delay * rate), pole, ear.low, ear.high)
            };
            let [left, right] = &mut self.ears;
            *frame = Frame::new(hear(left, hearing.ears[0]), hear(right, hearing.ears[1]));
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
        let from = self.heard.replace(to).unwrap_or(to);
        self.pass(sound, &from, &to);
    }
}
