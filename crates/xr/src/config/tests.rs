//! Tests of reading and validating the configuration.

use super::*;

/// A valid file of bindings.
const PROFILE: &str = r#"(
    profile: "/interaction_profiles/acme/wand",
    name: "Acme",
    extension: None,
    bindings: {
        "select": ["/user/hand/left/input/trigger/value"],
        "menu": ["/user/hand/left/input/menu/click"],
    },
)"#;

/// Returns the error after replacing `from` with `to` in the actions.
fn actions_error(from: &str, to: &str) -> XrConfigError {
    assert!(actions().1.contains(from), "{from}");
    let text = actions().1.replacen(from, to, 1);
    let result = XrConfig::read(("a.ron", &text), []);
    result.expect_err("a wrong file was accepted")
}

/// Returns the error after replacing `from` with `to` in the bindings.
fn profile_error(from: &str, to: &str) -> XrConfigError {
    assert!(PROFILE.contains(from), "{from}");
    let text = PROFILE.replacen(from, to, 1);
    let (config, mut left_out) = XrConfig::read(actions(), [("b.ron", &*text)]).unwrap();
    assert_eq!(config.profiles.len(), 0, "a wrong file was accepted");
    left_out.pop().expect("nothing is said of a wrong file")
}

/// Returns the text of an error in [`PROFILE`].
fn of_wand(place: &str, problem: &str) -> String {
    format!("b.ron:{place}, profile /interaction_profiles/acme/wand: {problem}")
}

#[track_caller]
fn assert_shows(error: &XrConfigError, shown: &str) {
    assert_eq!(error.to_string(), shown);
}

#[test]
fn built_in_is_good() {
    let config = XrConfig::built_in().unwrap();
    assert_eq!(config.action_set.name, "icochess");
    assert_eq!(config.actions.len(), ActionId::ALL.len());
    assert_eq!(config.profiles.len(), bindings().len());
    assert!(bindings().is_sorted());
    assert!(config.extensions().contains("XR_EXT_hand_interaction"));
}

#[test]
fn good_profile_is_read() {
    let (config, left_out) = XrConfig::read(actions(), [("b.ron", PROFILE)]).unwrap();
    assert!(left_out.is_empty());
    let profile = &config.profiles[0];
    assert_eq!(profile.name, "Acme");
    assert_eq!(profile.extension, None);
    let bound: Vec<_> = profile.bound(ActionId::Menu).collect();
    assert_eq!(bound.len(), 1);
    assert_eq!(bound[0].hand, Hand::Left);
    assert_eq!(bound[0].component(), "/input/menu/click");
    assert_eq!(profile.bound(ActionId::Grab).count(), 0);
}

#[test]
fn syntax_errors_name_place_and_choice() {
    for (error, place, words) in [
        // Without the comma, the whole file is unreadable.
        (profile_error("None,", "None"), "b.ron:5:5: ", ""),
        (
            profile_error("extension:", "extensions:"),
            &of_wand("4:5", ""),
            "`extension`",
        ),
        (
            profile_error("name:", "// name:"),
            &of_wand("9:1", ""),
            "`name`",
        ),
        (actions_error("Vec2", "Vec3"), "a.ron:65:19: ", "`Vec2`"),
    ] {
        assert!(matches!(error.problem, XrProblem::Syntax(_)), "{error}");
        let shown = error.to_string();
        assert!(shown.starts_with(place) && shown.contains(words), "{shown}");
    }
}

#[test]
fn unknown_action() {
    let error = profile_error("\"menu\"", "\"manu\"");
    assert!(matches!(error.problem, XrProblem::UnknownAction { .. }));
    let all = "aim_pose, grip_pose, pinch_pose, poke_pose, select, select_ready, grab, \
               grab_ready, turn, menu, home_view, learn, haptic";
    assert_shows(
        &error,
        &of_wand(
            "7:10",
            &format!("unknown action `manu`, expected one of {all}"),
        ),
    );

    let error = actions_error("\"grab\"", "\"grub\"");
    assert!(matches!(error.problem, XrProblem::UnknownAction { .. }));
}

#[test]
fn string_with_escapes_has_no_place() {
    let error = profile_error("\"menu\"", r#""man\x75""#);
    assert!(matches!(&error.problem, XrProblem::UnknownAction { found } if found == "manu"));
    assert_eq!(error.at, None);
}

#[test]
fn column_counts_characters() {
    let error = profile_error("\"menu\"", "/* äöü */ \"manu\"");
    let at = Position {
        line: 7,
        column: 20,
    };
    assert_eq!(error.at, Some(at));
}

#[test]
fn duplicate_action() {
    let error = profile_error("\"menu\"", "\"select\"");
    let problem = &error.problem;
    assert!(matches!(
        problem,
        XrProblem::DuplicateAction(ActionId::Select)
    ));
    assert_shows(
        &error,
        &of_wand(
            "7:10",
            "the action `select` is here twice, expected it once",
        ),
    );

    let error = actions_error("\"grip_pose\"", "\"aim_pose\"");
    let problem = &error.problem;
    assert!(matches!(
        problem,
        XrProblem::DuplicateAction(ActionId::AimPose)
    ));
}

/// Returns the actions file without some actions.
fn actions_without(names: &[&str]) -> String {
    let mut text = actions().1.to_owned();
    for name in names {
        let block = format!("        (\n            name: \"{name}\"");
        let start = text.find(&block).unwrap_or_else(|| panic!("no {name}"));
        let end = start + text[start..].find("),\n").unwrap() + 3;
        text.replace_range(start..end, "");
    }
    text
}

#[test]
fn missing_actions_are_the_built_in_ones() {
    let defaults = XrConfig::built_in().unwrap().actions;
    // Optional actions, and one that is usually present.
    let lacking = [
        "pinch_pose",
        "poke_pose",
        "select_ready",
        "grab_ready",
        "learn",
        "haptic",
    ];
    let text = actions_without(&lacking);
    let (config, left_out) = XrConfig::read(("a.ron", &text), [("b.ron", PROFILE)]).unwrap();
    assert!(left_out.is_empty() && config.profiles.len() == 1);
    assert_eq!(config.actions.len(), ActionId::ALL.len());
    for action in &defaults {
        assert!(config.actions.contains(action), "{}", action.id);
    }
    // OpenXR requires unique display names.
    let text = text.replacen("\"Hand\"", "\"Fingertip\"", 1);
    let (config, _) = XrConfig::read(("a.ron", &text), []).unwrap();
    let mut actions = config.actions.iter();
    let poke = actions.find(|it| it.id == ActionId::PokePose).unwrap();
    assert_eq!(poke.localized_name, "poke_pose");
}

#[test]
fn wrong_action_type() {
    let error = actions_error("Float", "Bool");
    assert!(matches!(error.problem, XrProblem::WrongActionType { .. }));
    assert!(error.at.is_some());
    assert!(
        error
            .to_string()
            .ends_with("the action `select` has the type Bool, expected Float")
    );
}

#[test]
fn bad_names() {
    for error in [
        actions_error("\"icochess\"", "\"Icochess\""),
        actions_error("\"icochess\"", "\"\""),
        actions_error("\"icochess\"", &format!("\"{}\"", "a".repeat(64))),
        actions_error("\"Icochess\"", "\" \""),
        actions_error("\"Icochess\"", &format!("\"{}\"", "ä".repeat(64))),
        profile_error("/interaction_profiles/", "/interaction_profile/"),
        profile_error("/acme/wand", "/acme"),
        profile_error("/acme/wand", "/acme/Wand"),
        profile_error("None", "Some(\"KHR_generic_controller\")"),
        profile_error("None", "Some(\"XR_\")"),
    ] {
        assert!(
            matches!(error.problem, XrProblem::BadName { .. }),
            "{error}"
        );
        assert!(error.at.is_some(), "{error}");
    }
}

#[test]
fn duplicate_localized_name() {
    let error = actions_error("\"Hand\"", "\"Pointing ray\"");
    let problem = &error.problem;
    assert!(matches!(problem, XrProblem::DuplicateLocalizedName(_)));
}

#[test]
fn bad_threshold() {
    for bad in [
        "press: 0.5, release: 0.7",
        "press: 0.5, release: 0.5",
        "press: 1.5, release: 0.5",
        "press: 0.7, release: -0.1",
        "press: NaN, release: 0.5",
    ] {
        let error = actions_error("press: 0.7, release: 0.5", bad);
        assert!(
            matches!(error.problem, XrProblem::BadThreshold { .. }),
            "{error}"
        );
    }
    assert_shows(
        &actions_error("press: 0.7", "press: 0.2"),
        "a.ron: the threshold of `select` is press 0.2, release 0.5, \
         expected 0 <= release < press <= 1",
    );
}

#[test]
fn wrong_hand() {
    for wrong in [
        "/user/head",
        "/user/hand/lefty",
        "/user/gamepad",
        "hand/left",
    ] {
        let error = profile_error("/user/hand/left", wrong);
        assert!(matches!(error.problem, XrProblem::WrongHand(_)), "{error}");
    }
    assert_shows(
        &profile_error("/user/hand/left", "/user/head"),
        &of_wand(
            "6:21",
            "`/user/head/input/trigger/value` is on no hand, \
             expected /user/hand/left/… or /user/hand/right/…",
        ),
    );
}

#[test]
fn wrong_component() {
    for wrong in [
        "input/aim/pose",
        "input/thumbstick",
        "output/haptic",
        "input/trigger",
        "input/trigger/valu",
        "input//value",
        "input/trigger/value/",
        "trigger/value",
    ] {
        let error = profile_error("input/trigger/value", wrong);
        let problem = &error.problem;
        assert!(
            matches!(problem, XrProblem::WrongComponent { .. }),
            "{error}"
        );
    }
    assert_shows(
        &profile_error("input/menu/click", "output/haptic"),
        &of_wand(
            "7:19",
            "`/user/hand/left/output/haptic` cannot be bound to `menu` of the type Bool, \
             expected /input/…/value, /force, /x, /y, /click, /touch or another number or \
             button",
        ),
    );
}

#[test]
fn duplicate_binding() {
    let path = "\"/user/hand/left/input/menu/click\"";
    let error = profile_error(path, &format!("{path}, {path}"));
    assert!(matches!(error.problem, XrProblem::DuplicateBinding { .. }));
    let at = Position {
        line: 7,
        column: 55,
    };
    assert_eq!(error.at, Some(at));
}

#[test]
fn duplicate_profile() {
    let files = [("b.ron", PROFILE), ("c.ron", PROFILE)];
    let (config, left_out) = XrConfig::read(actions(), files).unwrap();
    assert_eq!((config.profiles.len(), left_out.len()), (1, 1));
    assert_shows(
        &left_out[0],
        "c.ron:2:15, profile /interaction_profiles/acme/wand: the profile \
         `/interaction_profiles/acme/wand` is in b.ron already, expected one file for each",
    );
}

#[test]
fn invalid_file_does_not_block_a_valid_one() {
    for (from, to) in [
        ("\"menu\"", "\"manu\""),
        ("\"menu\"", "\"select\""),
        ("input/menu/click", "input/menu"),
        ("None", "Some(\"Acme\")"),
    ] {
        let wrong = PROFILE.replacen(from, to, 1);
        let files = [("b.ron", &*wrong), ("c.ron", PROFILE)];
        let (config, left_out) = XrConfig::read(actions(), files).unwrap();
        assert_eq!((config.profiles.len(), left_out.len()), (1, 1), "{to}");
        assert_eq!(left_out[0].file, "b.ron");
    }
}

#[test]
fn profile_may_override_thresholds() {
    let read = |more: &str| {
        let text = PROFILE.replacen("None,", &format!("None,{more}"), 1);
        XrConfig::read(actions(), [("b.ron", &*text)]).unwrap()
    };
    let (config, left_out) = read("");
    assert!(left_out.is_empty() && !config.profiles[0].is_bare_hand);
    let all = config.thresholds;
    assert_eq!(all.with(config.profiles[0].thresholds), all);
    let (config, left_out) =
        read("bare_hands: true, thresholds: (grab: (press: 0.3, release: 0.1)),");
    assert!(left_out.is_empty(), "{left_out:?}");
    assert!(config.profiles[0].is_bare_hand);
    let own = all.with(config.profiles[0].thresholds);
    assert_eq!((own.grab.press, own.grab.release), (0.3, 0.1));
    assert_eq!(own.select, all.select);

    // An invalid override is reported with its action and both values.
    let (config, left_out) = read("thresholds: (grab: (press: 0.2, release: 0.3)),");
    assert!(config.profiles.is_empty());
    assert_shows(
        &left_out[0],
        "b.ron, profile /interaction_profiles/acme/wand: the threshold of `grab` is press 0.2, \
         release 0.3, expected 0 <= release < press <= 1",
    );
    for (wrong, message) in [
        ("thresholds: (grip: (press: 0.3, release: 0.1)),", "`grip`"),
        ("thresholds: (grab: (press: 0.3)),", "`release`"),
        ("thresholds: (grab: 0.3),", "Expected"),
        ("bare_hands: 1,", "bool"),
    ] {
        let (_, left_out) = read(wrong);
        let shown = left_out[0].to_string();
        assert!(
            shown.starts_with("b.ron:4:") && shown.contains(message),
            "{shown}"
        );
    }
}

#[test]
fn index_grip_must_be_pressed_not_only_touched() {
    let config = XrConfig::built_in().unwrap();
    let of = |end: &str| {
        let mut profiles = config.profiles.iter();
        profiles.find(|it| it.path.ends_with(end)).unwrap()
    };
    let index = of("/index_controller");
    for binding in index.bound(ActionId::Grab) {
        assert_eq!(binding.component(), "/input/squeeze/force");
    }
    let grab = config.thresholds.with(index.thresholds).grab;
    // Relaxed hands around the grip press by up to 0.1.
    assert!(grab.release >= 0.1 && grab.press < config.thresholds.grab.release);
    for end in ["/hand_interaction_ext", "/microsoft/hand_interaction"] {
        assert!(of(end).is_bare_hand);
    }
    assert_eq!(
        config.profiles.iter().filter(|it| it.is_bare_hand).count(),
        2
    );
    for (end, swipes) in [
        ("/vive_controller", true),
        ("/ml2_controller", true),
        ("/index_controller", false),
        ("/touch_controller", false),
    ] {
        let hand = Hand::Right;
        assert_eq!(of(end).turns_on_trackpad(hand), swipes, "{end}");
    }
}

#[test]
fn types_that_fit() {
    use ComponentType::{Boolean, Float, Pose, Vector2f, Vibration};
    let accepted = |it: ActionType| -> Vec<ComponentType> {
        let all = [Pose, Float, Boolean, Vector2f, Vibration];
        all.into_iter().filter(|&c| it.accepts(c)).collect()
    };
    assert_eq!(accepted(ActionType::Pose), [Pose]);
    assert_eq!(accepted(ActionType::Float), [Float, Boolean]);
    assert_eq!(accepted(ActionType::Bool), [Float, Boolean]);
    assert_eq!(accepted(ActionType::Vec2), [Vector2f]);
    assert_eq!(accepted(ActionType::Haptic), [Vibration]);
}

#[test]
fn threshold_has_hysteresis() {
    let threshold = XrConfig::built_in().unwrap().thresholds.select;
    assert!(!threshold.is_pressed(0.69, false));
    assert!(threshold.is_pressed(0.7, false));
    assert!(threshold.is_pressed(0.51, true));
    assert!(!threshold.is_pressed(0.5, true));
    assert!(!threshold.is_pressed(f32::NAN, true));
}
