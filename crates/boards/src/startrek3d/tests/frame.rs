//! Tests of columns, rows, levels and pins.

use icochess_boards::startrek3d::{MAIN_BOARDS, are_adjacent, dock_points, pins, points};

use crate::startrek3d::tests::slow::{At, name};

/// Returns the points of a large board. Small boards are on the levels between.
fn main_points((level, _): (i32, i32)) -> Vec<At> {
    let mut points = points();
    points.retain(|at| at[2] == level);
    points
}

#[test]
fn pins_and_squares_are_distinct_and_24_and_144() {
    let mut points = points();
    assert_eq!((pins().len(), points.len()), (24, 144));
    points.sort_unstable();
    points.dedup();
    assert_eq!(points.len(), 144);
    let names: Vec<String> = pins().into_iter().map(name).collect();
    let expected = "b17 e17 b15 e15 b35 e35 b33 e33 b47 e47 b45 e45 b53 e53 b51 e51 \
                    b65 e65 b63 e63 b83 e83 b81 e81";
    assert_eq!(names.join(" "), expected);
}

#[test]
fn small_board_has_one_square_above_or_below_the_corner() {
    for pin in pins() {
        let beside = |at: &At| {
            let main = MAIN_BOARDS.into_iter().flat_map(main_points);
            main.into_iter()
                .any(|under| under[..2] == at[..2] && under[2].abs_diff(at[2]) == 1)
        };
        let is_corner_of = |(level, first): &(i32, i32)| {
            pin[2].abs_diff(*level) == 1 && [*first, *first + 3].contains(&pin[1])
        };
        let boards: Vec<_> = MAIN_BOARDS.into_iter().filter(is_corner_of).collect();
        let [main] = boards[..] else {
            panic!("{pin:?} is on {boards:?}");
        };
        let (level, _) = main;
        let over = [pin[0], pin[1], level];
        assert!(main_points(main).contains(&over));
        let squares = dock_points(pin);
        assert!(squares.contains(&pin) && beside(&pin));
        let rest = squares.into_iter().filter(|at| *at != pin);
        let of_this = main_points(main);
        for at in rest {
            assert!(!of_this.contains(&[at[0], at[1], level]), "{at:?}");
        }
    }
}

#[test]
fn adjacent_pins_belong_to_the_corner_and_its_neighbours() {
    let of = |text: &str| {
        let from = pins().into_iter().find(|pin| name(*pin) == text).unwrap();
        let others = pins().into_iter().filter(|pin| *pin != from);
        let near: Vec<String> = others
            .filter(|pin| are_adjacent(from, *pin))
            .map(name)
            .collect();
        near.join(" ")
    };
    assert_eq!(of("b17"), "e17 b15 e15 b35 b33 b47 b45");
    assert_eq!(of("e15"), "b17 e17 b15 e35 e33 e47 e45");
    assert_eq!(of("b47"), "b17 b15 b35 b33 e47 b45 e45 b65 b63");
    let of_neutral = "b17 b15 e35 b33 e33 b47 b45 b53 b51 b65 b63";
    assert_eq!(of("b35"), of_neutral);
    assert_eq!(of("e63"), "e35 e33 e47 e45 e53 e51 b65 e65 b63 e83 e81");
    assert_eq!(of("e83"), "e53 e51 e65 e63 b83 b81 e81");
    for one in pins() {
        for other in pins() {
            assert_eq!(are_adjacent(one, other), are_adjacent(other, one));
            // Black's pins have the same adjacency.
            let turned = |[c, r, l]: At| [c, 9 - r, 8 - l];
            let for_black = are_adjacent(turned(one), turned(other));
            assert_eq!(are_adjacent(one, other), for_black);
        }
    }
}
