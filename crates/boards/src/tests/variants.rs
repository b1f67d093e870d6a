//! Boards by their identifiers and names.

use icochess_boards::Variant;

#[test]
fn every_variant_parses_by_identifier_and_name() {
    for variant in Variant::ALL {
        assert_eq!(variant.to_string().parse(), Ok(variant));
        assert_eq!(variant.name().parse(), Ok(variant));
        assert_eq!(variant.id().to_uppercase().parse(), Ok(variant));
    }
    assert_eq!("standard".parse(), Ok(Variant::Chess));
    assert_eq!(Variant::ALL[0], Variant::default());
}

#[test]
fn unknown_variant_error_lists_the_variants() {
    let read = |text: &str| text.parse::<Variant>().map_err(|e| e.to_string());
    let message = read("go").expect_err("no board");
    assert!(message.starts_with("\"go\" is no variant, expected icochess, chess (Standard), "));
    assert!(
        Variant::ALL
            .iter()
            .all(|variant| message.contains(variant.id()))
    );
    for text in ["", " chess", "chess\n", "chess960", "шах\0\u{1b}"] {
        assert!(
            read(text).is_err_and(|e| !e.contains(char::is_control)),
            "{text:?}"
        );
    }
}
