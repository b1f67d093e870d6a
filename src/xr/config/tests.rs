//! Tests of the module above.

use super::*;

/// A good file of bindings.
const PROFILE: &str = r#"(
    profile: "/interaction_profiles/acme/wand",
    name: "Acme",
    extension: None,
    bindings: {
        "select": ["/user/hand/left/input/trigger/value"],
        "menu": ["/user/hand/left/input/menu/click"],
    },
)"#;

/// The error of reading the actions with `from` replaced by `to`.
fn actions_error(from: &str, to: &str) -> XrConfigError {
    assert!(ACTIONS.1.contains(from), "{from}");
    let text = ACTIONS.1.replacen(from, to, 1);
    let result = XrConfig::read(("a.ron", &text), []);
    result.expect_err("a wrong file was accepted")
}

/// The error of reading a file of bindings with `from` replaced by `to`.
fn profile_error(from: &str, to: &str) -> XrConfigError {
    assert!(PROFILE.contains(from), "{from}");
    let text = PROFILE.replacen(from, to, 1);
    let (config, mut left_out) = XrConfig::read(ACTIONS, [("b.ron", &*text)]).unwrap();
    assert_eq!(config.profiles.len(), 0, "a wrong file was accepted");
    left_out.pop().expect("nothing is said of a wrong file")
}

/// The text of an error about a part of [`PROFILE`].
fn of_wand(place: &str, problem: &str) -> String {
    format!("b.ron:{place}, profile /interaction_profiles/acme/wand: {problem}")
}

/// Asserts the text of an error.
#[track_caller]
fn assert_shows(error: &XrConfigError, shown: &str) {
    assert_eq!(error.to_string(), shown);
}

#[test]
fn built_in_is_good() {
    let config = XrConfig::built_in().unwrap();
    assert_eq!(config.action_set.name, "icochess");
    assert_eq!(config.actions.len(), ActionId::ALL.len());
    assert_eq!(config.profiles.len(), BINDINGS.len());
    assert!(BINDINGS.is_sorted());
    assert!(config.extensions().contains("XR_EXT_hand_interaction"));
}

#[test]
fn good_profile_is_read() {
    let (config, left_out) = XrConfig::read(ACTIONS, [("b.ron", PROFILE)]).unwrap();
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
        // Without a comma nothing of it can be read.
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
        (actions_error("Vec2", "Vec3"), "a.ron:41:19: ", "`Vec2`"),
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
    let all = "aim_pose, grip_pose, select, grab, turn, menu, home_view, learn, haptic";
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

#[test]
fn missing_action() {
    let start = ACTIONS
        .1
        .find("        (\n            name: \"haptic\"")
        .unwrap();
    let end = start + ACTIONS.1[start..].find("),").unwrap() + 3;
    let error = actions_error(&ACTIONS.1[start..end], "");
    let problem = &error.problem;
    assert!(matches!(
        problem,
        XrProblem::MissingAction(ActionId::Haptic)
    ));
    assert_eq!(error.at, None);
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
    let (config, left_out) = XrConfig::read(ACTIONS, files).unwrap();
    assert_eq!((config.profiles.len(), left_out.len()), (1, 1));
    assert_shows(
        &left_out[0],
        "c.ron:2:15, profile /interaction_profiles/acme/wand: the profile \
         `/interaction_profiles/acme/wand` is in b.ron already, expected one file for each",
    );
}

#[test]
fn a_wrong_file_does_not_take_the_place_of_a_good_one() {
    for (from, to) in [
        ("\"menu\"", "\"manu\""),
        ("\"menu\"", "\"select\""),
        ("input/menu/click", "input/menu"),
        ("None", "Some(\"Acme\")"),
    ] {
        let wrong = PROFILE.replacen(from, to, 1);
        let files = [("b.ron", &*wrong), ("c.ron", PROFILE)];
        let (config, left_out) = XrConfig::read(ACTIONS, files).unwrap();
        assert_eq!((config.profiles.len(), left_out.len()), (1, 1), "{to}");
        assert_eq!(left_out[0].file, "b.ron");
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
