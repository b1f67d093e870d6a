//! The facts that the match tells: followers read the stream each with a reader of its own, and need
//! no order among themselves. [`on_fact`] runs those that only have to know that something of a kind
//! has happened.
//!
//! Two facts are told elsewhere, as they do not come of what the match is asked:
//! [`LowTime`](super::clock::LowTime) before it, when time has passed, and
//! [`HandoverChanged`](super::handover::HandoverChanged) after it, when all that may hand
//! the display over in a frame has happened.

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
