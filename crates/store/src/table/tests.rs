//! Tests of `table`.

use super::*;

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
    let rows = SETTINGS
        .iter()
        .map(|it| it.name.replace(".strength", ".level"));
    let mut rows: Vec<_> = rows.collect();
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
