//! The suggested OpenXR bindings match the OpenXR registry.
//!
//! A runtime rejects all of a profile's bindings if it doesn't know one of the paths. These tests
//! therefore look up every path in `data/xr_paths.ron`, which contains facts from the registry
//! (`scripts/make_xr_paths.py`). Only the facts for the game's configuration count: API version 1.0
//! and the profile's own extension.

use std::{collections::BTreeMap, fs, path::Path};

use icochess::xr::config::{ActionId, ComponentType, Hand, Profile, XrConfig};
use serde::Deserialize;

/// The API version requested by the game, as named in the registry.
const API: &str = "XR_VERSION_1_0";

/// Facts from the registry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    registry: String,
    profiles: Vec<Row>,
}

/// An interaction profile in the registry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    profile: String,
    requires: Vec<String>,
    users: Vec<String>,
    groups: Vec<Group>,
    #[serde(default)]
    inherited: Vec<Inherited>,
}

/// Components of a profile with the same user paths and conditions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(default)]
    users: Vec<String>,
    #[serde(default)]
    needs: Vec<String>,
    #[serde(default)]
    system: bool,
    components: BTreeMap<String, ComponentType>,
}

/// A user path that has the components of another path.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inherited {
    user: String,
    like: String,
    needs: Vec<String>,
}

/// Returns whether the enabled versions and extensions satisfy one of the `needs`.
fn met(needs: &[String], enabled: &[&str]) -> bool {
    let met = |need: &String| need.split('+').all(|it| enabled.contains(&it));
    needs.is_empty() || needs.iter().any(met)
}

impl Table {
    fn read() -> Self {
        ron::from_str(include_str!("../../data/xr_paths.ron")).unwrap()
    }

    fn row(&self, profile: &str) -> Option<&Row> {
        self.profiles.iter().find(|row| row.profile == profile)
    }

    /// Returns all conflicts of a profile's suggested bindings with the registry.
    fn complaints(&self, profile: &Profile) -> Vec<String> {
        let Some(row) = self.row(&profile.path) else {
            return vec![format!("{}: no such profile", profile.path)];
        };
        let mut complaints = Vec::new();
        if !row.is_enabled_by(profile.extension.as_deref()) {
            complaints.push(format!(
                "{}: enabled by {:?}, must be one of {:?}",
                row.profile, profile.extension, row.requires
            ));
        }
        let enabled: Vec<&str> = [API]
            .into_iter()
            .chain(profile.extension.as_deref())
            .collect();
        for binding in &profile.bindings {
            let hand = binding.hand.path();
            let complaint = match row.component(hand, binding.component(), &enabled) {
                None => "no such path",
                Some((_, true)) => "the runtime may keep it for itself",
                Some((it, _)) if !binding.action.action_type().accepts(it) => "wrong type",
                Some(_) => continue,
            };
            complaints.push(format!(
                "{}: {} on {}: {complaint}",
                row.profile, binding.action, binding.path
            ));
        }
        complaints
    }
}

impl Row {
    /// Returns whether `extension`, or no extension, is exactly what makes the profile available in
    /// the requested API version.
    fn is_enabled_by(&self, extension: Option<&str>) -> bool {
        let required = |name: &str| self.requires.iter().any(|it| it == name);
        match extension {
            None => required(API),
            Some(name) => !required(API) && !name.starts_with("XR_VERSION") && required(name),
        }
    }

    /// Returns the type of a component on a user path, and whether it is reserved for the system;
    /// `None` if it isn't available.
    fn component(
        &self,
        user: &str,
        component: &str,
        enabled: &[&str],
    ) -> Option<(ComponentType, bool)> {
        let inherited = |it: &&Inherited| it.user == user && met(&it.needs, enabled);
        let user = match self.inherited.iter().find(inherited) {
            Some(it) => &*it.like,
            None => user,
        };
        self.groups.iter().find_map(|group| {
            let users = match &group.users[..] {
                [] => &self.users,
                users => users,
            };
            if !users.iter().any(|it| it == user) || !met(&group.needs, enabled) {
                return None;
            }
            let component_type = group.components.get(component)?;
            Some((*component_type, group.system))
        })
    }
}

#[test]
fn every_path_is_in_the_registry() {
    let table = Table::read();
    for profile in XrConfig::built_in().unwrap().profiles {
        let complaints = table.complaints(&profile);
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
}

#[test]
fn every_profile_can_point_and_select_with_both_hands() {
    for profile in XrConfig::built_in().unwrap().profiles {
        for action in [ActionId::AimPose, ActionId::Select] {
            for hand in Hand::BOTH {
                let is_bound = profile.bound(action).any(|it| it.hand == hand);
                assert!(is_bound, "{}: no {action} on {hand:?}", profile.path);
            }
        }
    }
}

#[test]
fn only_hand_interaction_profiles_bind_fingertip_poses() {
    for profile in XrConfig::built_in().unwrap().profiles {
        let has_tips = profile.extension.as_deref() == Some("XR_EXT_hand_interaction");
        for (action, input) in [
            (ActionId::PinchPose, "/input/pinch_ext/pose"),
            (ActionId::PokePose, "/input/poke_ext/pose"),
        ] {
            let bound = profile.bound(action);
            let bound: Vec<_> = bound.map(|it| (it.hand, it.component())).collect();
            let both = Hand::BOTH.map(|hand| (hand, input));
            let expected = if has_tips { &both[..] } else { &[] };
            assert_eq!(bound, expected, "{}", profile.path);
        }
    }
}

#[test]
fn naming_rules_agree_with_the_registry() {
    let table = Table::read();
    assert!(table.registry.starts_with("1."));
    let mut known = 0;
    for row in &table.profiles {
        if !row.users.iter().any(|user| user == Hand::Left.path()) {
            continue;
        }
        for (component, in_registry) in row.groups.iter().flat_map(|it| &it.components) {
            if let Some(by_name) = ComponentType::of_component(component) {
                assert_eq!(by_name, *in_registry, "{component} of {}", row.profile);
                known += 1;
            }
        }
    }
    assert!(known > 500, "{known}");
}

#[test]
fn folder_matches_built_in_and_empty_folder_is_an_error() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (from_dir, left_out) = XrConfig::from_dir(&root.join("xr_config")).unwrap();
    assert_eq!(from_dir, XrConfig::built_in().unwrap());
    assert!(left_out.is_empty(), "{left_out:?}");
    let error = XrConfig::from_dir(&root.join("src")).unwrap_err();
    assert!(error.place.ends_with("actions.ron"), "{error}");
    assert!(error.problem.starts_with("cannot be read: "), "{error}");
}

#[test]
fn bad_files_are_named_and_the_other_profiles_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("xr_config");
    let copy = tempfile::tempdir().unwrap();
    fs::create_dir(copy.path().join("bindings")).unwrap();
    let bindings = fs::read_dir(root.join("bindings")).unwrap();
    let bindings = bindings.map(|entry| Path::new("bindings").join(entry.unwrap().file_name()));
    for file in bindings.chain(["actions.ron".into()]) {
        fs::copy(root.join(&file), copy.path().join(&file)).unwrap();
    }
    let file = |name: &str| copy.path().join("bindings").join(name);
    let text = fs::read_to_string(file("valve_index_controller.ron")).unwrap();
    let path = "/user/hand/left/input/trigger/value";
    assert!(text.contains(path));
    let wrong = text.replace(path, "/user/hand/left/input/trigger/valu");
    fs::write(file("valve_index_controller.ron"), wrong).unwrap();
    fs::write(file("khr_simple_controller.ron"), b"\xff").unwrap();

    let (config, left_out) = XrConfig::from_dir(copy.path()).unwrap();
    let all = XrConfig::built_in().unwrap().profiles;
    assert_eq!(config.profiles.len(), all.len() - 2);
    for profile in &config.profiles {
        assert!(all.contains(profile), "{}", profile.path);
    }
    assert_eq!(left_out.len(), 2);
    assert!(left_out[0].place.ends_with("khr_simple_controller.ron"));
    let message = left_out[1].to_string();
    for part in [
        "bindings/valve_index_controller.ron:",
        "profile /interaction_profiles/valve/index_controller: ",
        "`/user/hand/left/input/trigger/valu`",
    ] {
        assert!(message.contains(part), "no {part}: {message}");
    }

    // Without any profile, loading fails.
    for entry in fs::read_dir(copy.path().join("bindings")).unwrap() {
        fs::write(entry.unwrap().path(), "()").unwrap();
    }
    let error = XrConfig::from_dir(copy.path()).unwrap_err();
    assert!(error.place.contains(".ron:"), "{error}");
}
