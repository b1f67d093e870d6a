//! Facts of the match as messages. Readers run in any order among themselves; [`on_fact`] runs a
//! system when a fact of one kind arrives.
//!
//! Two facts are separate messages, because no request causes them.
//! [`LowTime`](super::clock::LowTime) is written before the requests of a frame, and
//! [`HandoverChanged`](super::handover::HandoverChanged) after them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::MessageReader;

pub use icochess_core::game::facts::{MatchFact, Motion, MoveMade, MoveUndone, Offer, Shown};

/// Reader for systems that only check whether a kind of fact occurred.
#[derive(SystemParam)]
pub struct FactReader<'w, 's> {
    facts: MessageReader<'w, 's, MatchFact>,
}

impl FactReader<'_, '_> {
    /// Returns whether a fact of this kind occurred since the last call.
    pub fn any(&mut self, is_kind: impl Fn(&MatchFact) -> bool) -> bool {
        // Reads all facts; `any` would leave some for the next frame.
        self.facts.read().filter(|fact| is_kind(fact)).count() > 0
    }
}

/// Run condition: a fact of this kind occurred since the last run.
///
/// Use it for systems that don't read facts. Systems with readers need `on_message`; otherwise
/// their readers fall behind.
pub fn on_fact(
    is_kind: impl Fn(&MatchFact) -> bool + Clone,
) -> impl FnMut(FactReader) -> bool + Clone {
    move |mut facts: FactReader| facts.any(&is_kind)
}

#[cfg(test)]
mod tests {
    use bevy::prelude::{Messages, World};

    use super::*;

    #[test]
    fn reader_reports_each_kind_once() {
        let mut world = World::new();
        world.init_resource::<Messages<MatchFact>>();
        let asks = world.register_system(|mut facts: FactReader| facts.any(MatchFact::is_begun));
        world.write_message(MatchFact::Edited);
        assert!(!world.run_system(asks).expect("it runs"));
        for fact in [MatchFact::Begun, MatchFact::Edited, MatchFact::Begun] {
            world.write_message(fact);
        }
        assert!(world.run_system(asks).expect("it runs"));
        assert!(!world.run_system(asks).expect("it runs"));
    }
}
