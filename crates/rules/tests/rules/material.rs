//! Tests of captured pieces and material balance.

use icochess_boards::Chess;
use icochess_rules::*;

fn of(start: &str, now: &str) -> Material {
    let read = |text: &str| text.parse::<Position<Chess>>().unwrap();
    Material::of(&read(start), &read(now))
}

#[test]
fn start_position_has_no_captured_pieces() {
    let start = Position::<Chess>::start();
    assert_eq!(Material::of(&start, &start), Material::default());
}

#[test]
fn promoted_pawn_does_not_count_as_captured() {
    let (start, now) = (
        "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1",
        "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
    );
    let material = of(start, now);
    assert_eq!(material.captured(Side::White), []);
    assert_eq!(material.captured(Side::Black), [(Role::PAWN, 1)]);
    assert_eq!(material.difference(), [(Role::QUEEN, 1)]);
    let values = |role: Role| [1, 3, 3, 5, 9, 0][role.index()];
    assert_eq!(material.worth(values), 9);
    // The promoted queen is captured, which counts as a pawn.
    let gone = of(start, "4k3/7p/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(gone.captured(Side::White), [(Role::PAWN, 1)]);
    assert_eq!(gone.worth(values), -1);
}
