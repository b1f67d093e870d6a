//! Tests of standard algebraic notation (SAN) and its long form.

use icochess_boards::Icochess;
use icochess_rules::Position;
use icochess_rules::san::*;

fn start() -> Position<Icochess> {
    Position::start()
}

#[test]
fn ambiguous_pawn_moves_have_a_full_origin() {
    let mv = start().parse_uci("a4g1").unwrap();
    assert_eq!(write(&start(), mv), "a4g1");
}

#[test]
fn every_first_move_reads_back_in_every_form() {
    let position = start();
    for mv in position.legal_moves() {
        let san = write(&position, mv);
        let uci = position.uci(mv);
        for text in [&san, &uci, &uci.to_uppercase(), &format!("{san}!?")] {
            assert_eq!(parse(&position, text), Ok(mv), "{text}");
        }
    }
}

#[test]
fn invalid_moves_are_reported() {
    let syntax = |t: &str| matches!(parse(&start(), t), Err(SanError::Syntax(_)));
    assert!(syntax("") && syntax("hello") && syntax("é4g1") && syntax(&"a".repeat(99)));
    assert!(matches!(parse(&start(), "Ng1"), Err(SanError::Illegal(_))));
    assert!(matches!(
        parse(&start(), "g1"),
        Err(SanError::Ambiguous { .. })
    ));
}
