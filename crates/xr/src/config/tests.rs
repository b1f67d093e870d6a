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

/// Returns the text of the error after replacing `from` with `to` in the actions.
fn actions_error(from: &str, to: &str) -> String {
    assert!(actions().1.contains(from), "{from}");
    let text = actions().1.replacen(from, to, 1);
    let result = XrConfig::read(("a.ron", &text), []);
    result.expect_err("a wrong file was accepted").to_string()
}

/// Returns the text of the error after replacing `from` with `to` in the bindings.
fn profile_error(from: &str, to: &str) -> String {
    assert!(PROFILE.contains(from), "{from}");
    let text = PROFILE.replacen(from, to, 1);
    let (config, left_out) = XrConfig::read(actions(), [("b.ron", &*text)]).unwrap();
    assert_eq!(config.profiles.len(), 0, "a wrong file was accepted");
    left_out[0].to_string()
}

#[test]
fn built_in_is_good() {
    let config = XrConfig::built_in().unwrap();
    assert_eq!(config.action_set.name, "icochess");
    for id in ActionId::ALL {
        let mut actions = config.actions.iter();
        assert!(actions.any(|action| action.name == id), "{id}");
    }
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
fn actions_of_earlier_versions_are_read() {
    let entry = r#"(name: "turn", localized_name: "Turn the ball")"#;
    let old = r#"(name: "turn", localized_name: "Spin", type: Vec2, comment: "The stick.")"#;
    assert!(actions().1.contains(entry));
    let text = actions().1.replacen(entry, old, 1);
    let (config, _) = XrConfig::read(("a.ron", &text), []).unwrap();
    let mut names = config.actions.iter().map(|it| &*it.localized_name);
    assert!(names.any(|name| name == "Spin"));
}

#[test]
fn errors_name_the_place_and_the_problem() {
    // Single quotes mean double ones, and `a64` for 64 letters.
    let table = "\
        bindings | None, | None | b.ron:5:5:  | :
        bindings | extension: | extensions: | b.ron:4: | `extension`
        bindings | name: | // name: | b.ron:9: | `name`
        bindings | 'menu' | 'manu' | b.ron:7: | unknown action `manu`, expected one of aim_pose, \
            grip_pose, pinch_pose, poke_pose, select, select_ready, grab, grab_ready, turn, menu, \
            home_view, learn, haptic
        bindings | /user/hand/left | /user/head | b.ron:6: | profile \
            /interaction_profiles/acme/wand: `/user/head/input/trigger/value` is on no hand, \
            expected /user/hand/left/… or /user/hand/right/…
        bindings | /user/hand/left | /user/hand/lefty | b.ron:6: | is on no hand
        bindings | input/menu/click | output/haptic | b.ron:7: | `/user/hand/left/output/haptic` \
            cannot be bound to `menu` of the type Bool, expected /input/…/value, /force, /x, /y, \
            /click, /touch or another number or button
        bindings | input/trigger/value | input/aim/pose | b.ron:6: | cannot be bound
        bindings | input/trigger/value | input/thumbstick | b.ron:6: | cannot be bound
        bindings | input/trigger/value | input/trigger/valu | b.ron:6: | cannot be bound
        bindings | input/trigger/value | input//value | b.ron:6: | cannot be bound
        bindings | input/trigger/value | trigger/value | b.ron:6: | cannot be bound
        bindings | 'menu' | 'select' | b.ron:7: | the action `select` is here twice
        actions | 'grab' | 'grub' | a.ron: | unknown action `grub`
        actions | press: 0.7, release: 0.5 | press: 0.2, release: 0.5 | a.ron: \
            | press 0.2, release 0.5, expected 0 <= release < press <= 1
        actions | press: 0.7 | press: 0.5 | a.ron: | expected 0 <= release < press <= 1
        actions | press: 0.7 | press: 1.5 | a.ron: | expected 0 <= release < press <= 1
        actions | release: 0.5 | release: -0.1 | a.ron: | expected 0 <= release < press <= 1
        actions | press: 0.7 | press: NaN | a.ron: | expected 0 <= release < press <= 1
        actions | 'grip_pose' | 'aim_pose' | a.ron:  | the action `aim_pose` is here twice
        actions | 'Hand' | 'Pointing ray' | a.ron:  \
            | the localized name `Pointing ray` is taken by another action
        actions | 'icochess' | 'Icochess' | a.ron:  | bad action set name `Icochess`
        actions | 'icochess' | 'a64' | a.ron:  | bad action set name
        actions | 'Hand' | ' ' | a.ron:  | bad localized name ` `
        actions | 'Hand' | 'ä64' | a.ron:  | bad localized name";
    for row in table.lines() {
        let mut cells = row.trim_start().split(" | ");
        let [file, from, to, place, problem] = [(); 5].map(|()| cells.next().expect(row));
        let [from, to] = [from, to].map(|text| text.replace('\'', "\""));
        let [ascii, umlauts] = ["a", "ä"].map(|letter| letter.repeat(64));
        let to = to.replace("a64", &ascii).replace("ä64", &umlauts);
        let error = match file {
            "actions" => actions_error(&from, &to),
            _ => profile_error(&from, &to),
        };
        let is_right = error.starts_with(place) && error.contains(problem);
        assert!(is_right, "{row}: {error}");
    }
}

#[test]
fn invalid_file_does_not_block_a_valid_one() {
    for (from, to) in [("\"menu\"", "\"manu\""), ("input/menu/click", "input/menu")] {
        let wrong = PROFILE.replacen(from, to, 1);
        let files = [("b.ron", &*wrong), ("c.ron", PROFILE), ("d.ron", PROFILE)];
        let (config, left_out) = XrConfig::read(actions(), files).unwrap();
        assert_eq!((config.profiles.len(), left_out.len()), (1, 2), "{to}");
        assert!(left_out[0].place.starts_with("b.ron:"));
        assert_eq!(
            left_out[1].to_string(),
            "d.ron: another file has the profile /interaction_profiles/acme/wand"
        );
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

    for (wrong, message) in [
        (
            "thresholds: (grab: (press: 0.2, release: 0.3)),",
            "press 0.2, release 0.3, expected",
        ),
        ("thresholds: (grip: (press: 0.3, release: 0.1)),", "`grip`"),
        ("thresholds: (grab: (press: 0.3)),", "`release`"),
        ("thresholds: (grab: 0.3),", "Expected"),
        ("bare_hands: 1,", "bool"),
    ] {
        let (config, left_out) = read(wrong);
        assert!(config.profiles.is_empty());
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
fn threshold_has_hysteresis() {
    let threshold = XrConfig::built_in().unwrap().thresholds.select;
    assert!(!threshold.is_pressed(0.69, false));
    assert!(threshold.is_pressed(0.7, false));
    assert!(threshold.is_pressed(0.51, true));
    assert!(!threshold.is_pressed(0.5, true));
    assert!(!threshold.is_pressed(f32::NAN, true));
}
