//! The kinds of controllers currently in the hands.

use std::sync::Arc;

use bevy::prelude::*;

use super::config::{Hand, Profile, XrConfig};

/// Controllers in the hands, left and right. `None` for a hand without a controller that the
/// configuration knows.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub struct InteractionProfiles(pub [Option<Arc<Profile>>; 2]);

impl InteractionProfiles {
    /// Looks up the controllers by their interaction profile paths, left and right, such as
    /// `/interaction_profiles/htc/vive_controller`.
    pub fn known(config: &XrConfig, paths: [Option<String>; 2]) -> Self {
        Self(paths.map(|path| {
            let path = path?;
            let mut profiles = config.profiles.iter();
            let known = profiles.find(|profile| profile.path == path);
            known.cloned().map(Arc::new)
        }))
    }

    /// Returns the kind of controller in a hand.
    pub fn profile(&self, hand: Hand) -> Option<&Profile> {
        self.0[hand as usize].as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controller_without_bindings_counts_as_none() {
        let config = XrConfig::built_in().unwrap();
        let path = config.profiles[0].path.clone();
        let in_hands = InteractionProfiles::known(&config, [Some("/elsewhere".into()), Some(path)]);
        assert_eq!(in_hands.profile(Hand::Left), None);
        assert_eq!(in_hands.profile(Hand::Right), Some(&config.profiles[0]));
        let none = InteractionProfiles::known(&config, [None, None]);
        assert_eq!(none, InteractionProfiles::default());
    }
}
