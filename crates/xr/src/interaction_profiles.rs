//! The controllers that are in the hands.

use std::sync::Arc;

use bevy::prelude::*;

use super::config::{Hand, Profile, XrConfig};

/// The kinds of controllers in the hands, left and right; `None` where there is none that the
/// configuration knows.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub struct InteractionProfiles(pub [Option<Arc<Profile>>; 2]);

impl InteractionProfiles {
    /// Those of the configuration that have these paths, as `/interaction_profiles/htc/vive_controller`,
    /// left and right.
    pub fn known(config: &XrConfig, paths: [Option<String>; 2]) -> Self {
        Self(paths.map(|path| {
            let path = path?;
            let mut profiles = config.profiles.iter();
            let known = profiles.find(|profile| profile.path == path);
            known.cloned().map(Arc::new)
        }))
    }

    /// The kind of controller in a hand.
    pub fn profile(&self, hand: Hand) -> Option<&Profile> {
        self.0[hand as usize].as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_controller_without_bindings_is_none() {
        let config = XrConfig::built_in().unwrap();
        let path = config.profiles[0].path.clone();
        let in_hands = InteractionProfiles::known(&config, [Some("/elsewhere".into()), Some(path)]);
        assert_eq!(in_hands.profile(Hand::Left), None);
        assert_eq!(in_hands.profile(Hand::Right), Some(&config.profiles[0]));
        let none = InteractionProfiles::known(&config, [None, None]);
        assert_eq!(none, InteractionProfiles::default());
    }
}
