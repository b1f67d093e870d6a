//! Tests of `table`.

use super::super::setting::Value;
use super::*;
use icochess_base::platform;

/// Returns the paths of all settings fields, from their [`Debug`](std::fmt::Debug) output.
fn fields() -> Vec<String> {
    let text = format!("{:#?}", Settings::default());
    let (mut path, mut found) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let name = line.trim_start();
        let depth = (line.len() - name.len()) / 4;
        let Some((name, value)) = name.split_once(": ") else {
            continue;
        };
        if name.contains(|c: char| !c.is_alphanumeric() && c != '_') {
            continue;
        }
        path.truncate(depth - 1);
        path.push(name);
        if !value.ends_with(" {") {
            found.push(path.join("."));
        }
    }
    found
}

#[test]
fn every_field_of_the_settings_has_one_row() {
    let mut fields = fields();
    fields.sort();
    let mut rows: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
    rows.sort_unstable();
    assert_eq!(rows, fields);
}

#[test]
fn defaults_survive_a_round_trip() {
    let defaults = Settings::default();
    for setting in SETTINGS {
        let value = setting.value(&defaults);
        let text = setting.text(&value);
        assert_eq!(setting.read(&text), Ok(value), "{}", setting.name);
    }
}

#[test]
fn every_slider_can_select_the_default() {
    let defaults = Settings::default();
    let mut count = 0;
    for setting in SETTINGS {
        if let (Value::Number(value), Kind::Number(number)) =
            (setting.value(&defaults), setting.kind)
        {
            assert_eq!(number.at(number.place(value)), value, "{}", setting.name);
            count += 1;
        }
    }
    assert!(count > 10, "{count} numbers");
}

#[test]
fn each_value_changes_only_its_own_setting() {
    let values = |settings: &Settings| {
        let value = |it: &Setting| it.value(settings);
        SETTINGS.iter().map(value).collect::<Vec<_>>()
    };
    for (place, setting) in SETTINGS.iter().enumerate() {
        let mut settings = Settings::default();
        let before = values(&settings);
        let other = match (&before[place], setting.kind) {
            (Value::Switch(is_on), _) => Value::Switch(!is_on),
            (Value::Number(now), Kind::Number(number)) => {
                let ends = [number.bounds.0, number.bounds.1];
                Value::Number(ends.into_iter().find(|end| end != now).unwrap())
            }
            (Value::Choice(now), Kind::Choice { all, .. }) => {
                let other = all().into_iter().find(|choice| choice.id != *now);
                Value::Choice(other.unwrap().id)
            }
            (Value::Text(_), _) => Value::Text("de".to_owned()),
            (Value::Starts(_), _) => setting.read("{\"icochess\": \"balanced\"}").unwrap(),
            (Value::Rooms(_), _) => setting.read("{\"icochess\": \"stars\"}").unwrap(),
            (Value::KnownBoards(_), _) => setting.read("[\"chess\", \"docks\"]").unwrap(),
            (value, kind) => panic!("{}: {value:?} is no {kind:?}", setting.name),
        };
        setting.set(&mut settings, other.clone());
        let mut expected = before;
        expected[place] = other;
        assert_eq!(values(&settings), expected, "{}", setting.name);
    }
}

#[test]
fn unsupported_settings_are_hidden_but_in_the_file() {
    let is_on_page = |name: &str| {
        let mut all = Subject::ALL.into_iter().flat_map(on_page);
        all.any(|it| it.name == name)
    };
    for (name, capability, is_there) in [
        ("refresh_rate", Capability::Runtimes, platform::HAS_RUNTIMES),
        (
            "mirror",
            Capability::WindowBeside,
            platform::HAS_WINDOW_BESIDE,
        ),
        (
            "return_to_headset",
            Capability::Runtimes,
            platform::HAS_RUNTIMES,
        ),
    ] {
        let setting = setting(name).expect("in the file");
        assert_eq!(setting.requires, Some(capability), "{name}");
        assert_eq!(is_on_page(name), is_there, "{name}");
    }
}
