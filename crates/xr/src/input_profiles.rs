//! Maps a browser's input profile names to interaction profiles, after the WebXR registry
//! (<https://github.com/immersive-web/webxr-input-profiles>).

/// Input profile names and their OpenXR interaction profiles.
const KNOWN: [(&str, &str); 24] = [
    ("generic-hand", HAND),
    ("generic-hand-select", HAND),
    (
        "hp-mixed-reality",
        "/interaction_profiles/hp/mixed_reality_controller",
    ),
    ("htc-vive", "/interaction_profiles/htc/vive_controller"),
    (
        "htc-vive-cosmos",
        "/interaction_profiles/htc/vive_cosmos_controller",
    ),
    (
        "htc-vive-focus-3",
        "/interaction_profiles/htc/vive_focus3_controller",
    ),
    ("magicleap-two", "/interaction_profiles/ml/ml2_controller"),
    ("meta-quest-touch-plus", TOUCH_PLUS),
    ("meta-quest-touch-plus-v2", TOUCH_PLUS),
    (
        "meta-quest-touch-pro",
        "/interaction_profiles/facebook/touch_controller_pro",
    ),
    ("microsoft-mixed-reality", MOTION),
    ("oculus-hand", HAND),
    ("oculus-touch", TOUCH),
    ("oculus-touch-v2", TOUCH),
    ("oculus-touch-v3", TOUCH),
    ("pico-4", "/interaction_profiles/bytedance/pico4_controller"),
    (
        "pico-4u",
        "/interaction_profiles/bytedance/pico_ultra_controller_bd",
    ),
    (
        "pico-neo3",
        "/interaction_profiles/bytedance/pico_neo3_controller",
    ),
    (
        "samsung-odyssey",
        "/interaction_profiles/samsung/odyssey_controller",
    ),
    (
        "valve-index",
        "/interaction_profiles/valve/index_controller",
    ),
    ("windows-mixed-reality", MOTION),
    (
        "generic-trigger-squeeze-thumbstick",
        "/interaction_profiles/khr/generic_controller",
    ),
    ("generic-trigger", SIMPLE),
    ("generic-button", SIMPLE),
];

const HAND: &str = "/interaction_profiles/ext/hand_interaction_ext";
const MOTION: &str = "/interaction_profiles/microsoft/motion_controller";
const SIMPLE: &str = "/interaction_profiles/khr/simple_controller";
const TOUCH: &str = "/interaction_profiles/oculus/touch_controller";
const TOUCH_PLUS: &str = "/interaction_profiles/meta/touch_controller_plus";

/// Returns the interaction profile for a list of input profile names, separated by spaces. The
/// first known name wins, because browsers list the most specific name first.
pub fn interaction_profile(names: &str) -> Option<&'static str> {
    let known = |name| KNOWN.iter().find(|(known, _)| *known == name);
    let path = names.split(' ').find_map(known);
    path.map(|(_, path)| *path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::XrConfig;

    #[test]
    fn interaction_profiles_exist_in_the_configuration() {
        let config = XrConfig::built_in().unwrap();
        for (name, path) in KNOWN {
            let is_known = config.profiles.iter().any(|it| it.path == path);
            assert!(is_known, "{name}: {path}");
        }
    }

    #[test]
    fn most_specific_known_name_wins() {
        let quest = "meta-quest-touch-plus oculus-touch-v3 generic-trigger-squeeze-thumbstick";
        assert_eq!(interaction_profile(quest), Some(TOUCH_PLUS));
        let newer = "quest-of-tomorrow oculus-touch-v3";
        assert_eq!(interaction_profile(newer), Some(TOUCH));
        let hand = "oculus-hand generic-hand generic-trigger";
        assert_eq!(interaction_profile(hand), Some(HAND));
        assert_eq!(interaction_profile("spoon"), None);
        assert_eq!(interaction_profile(""), None);
    }
}
