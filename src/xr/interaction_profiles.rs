//! Which controllers are in the hands.

use std::sync::Arc;

use bevy::prelude::*;

use super::config::{Hand, Profile};

/// The kinds of controllers in the hands, left and right; `None` where there is none that the
/// configuration knows.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub struct InteractionProfiles(pub [Option<Arc<Profile>>; 2]);

impl InteractionProfiles {
    /// The kind of controller in a hand.
    pub fn profile(&self, hand: Hand) -> Option<&Profile> {
        self.0[hand as usize].as_deref()
    }
}
