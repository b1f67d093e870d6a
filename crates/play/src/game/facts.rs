//! The facts of the match as messages. Systems read them in any order among themselves;
//! [`on_fact`] runs a system whenever a fact of one kind arrives.
//!
//! Two facts are messages of their own, because no request causes them:
//! [`LowTime`](super::clock::LowTime), written before the requests of a frame, and
//! [`HandoverChanged`](super::handover::HandoverChanged), written after them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::MessageReader;

pub use icochess_core::game::facts::{MatchFact, Motion, MoveMade, MoveUndone, Offer, Shown};

/// The facts for a system that only has to know whether one of a kind was told.
#[derive(SystemParam)]
pub struct FactReader<'w, 's> {
    facts: MessageReader<'w, 's, MatchFact>,
}

impl FactReader<'_, '_> {
    /// Whether the match has told a fact of this kind since the last call.
    pub fn any(&mut self, is_kind: impl Fn(&MatchFact) -> bool) -> bool {
        // To the last one, or the rest would be met in the next frame.
        self.facts.read().filter(|fact| is_kind(fact)).count() > 0
    }
}

/// Run condition: whether the match has told a fact of this kind since the last run.
///
/// For systems that need to know no more. Those that read the facts run `on_message`, or
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
    fn whoever_asks_for_a_kind_hears_of_it_once() {
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
