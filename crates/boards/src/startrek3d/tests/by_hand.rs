//! Tests of each rule alone, on hand-made positions.

use std::collections::BTreeSet;

use icochess_boards::{StarTrek3d, StarTrek3dAdjacent};
use icochess_rules::{
    CellSet, DrawReason, Equipment, GameTree, IllegalReason, Outcome, Role, Side, rules_of,
};

use crate::startrek3d::tests::slow::{self, State, at, name};
use crate::startrek3d::tests::{cell, of_slow, square, texts, to_slow};
use crate::testing::nothing_follows;

type Position = icochess_rules::Position<StarTrek3d>;

/// The pins of the small boards at the start.
const START_PINS: &str = "b17 e17 b35 b63 b81 e81";
/// Kings where they don't interfere.
const KINGS: &str = "Ke07 ke91";

fn position(pins: &str, men: &str) -> Position {
    made(&State::empty(pins).with(men))
}

fn made(state: &State) -> Position {
    of_slow(state).unwrap_or_else(|error| panic!("{error}: {state:?}"))
}

/// Returns a man's targets, in the order of their names.
fn targets(position: &Position, from: &str) -> String {
    let targets = position.legal_targets(cell::<StarTrek3d>(at(from)));
    let mut names: Vec<String> = targets
        .cells()
        .map(|cell| name(square::<StarTrek3d>(cell)))
        .collect();
    names.sort();
    names.join(" ")
}

/// Returns the board moves as UCI text without the `A@` prefix, in order.
fn board_moves(position: &Position) -> Vec<String> {
    let texts = texts(position).into_iter();
    texts
        .filter_map(|text| Some(text.strip_prefix("A@")?.to_string()))
        .collect()
}

fn why(position: &Position, uci: &str) -> Option<IllegalReason> {
    position.why_illegal(position.parse_uci(uci).unwrap())
}

fn after(position: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*position, |position, uci| {
        let mv = position.parse_uci(uci).unwrap();
        position
            .play(mv)
            .unwrap_or_else(|refused| panic!("{uci}: {}", refused.reason))
    })
}

#[test]
fn pieces_have_the_directions_of_the_source() {
    let tables = StarTrek3d::tables();
    let between = |from: slow::At, to: slow::At| [0, 1, 2].map(|axis| to[axis] - from[axis]);
    let mut lines = [BTreeSet::new(), BTreeSet::new()];
    for line in &tables.lines {
        let cells = line.cells.iter().map(|cell| square::<StarTrek3d>(*cell));
        let cells: Vec<slow::At> = cells.collect();
        let of_kind = &mut lines[line.kind.trailing_zeros() as usize];
        of_kind.insert(between(cells[0], cells[1]));
        of_kind.insert(between(cells[1], cells[0]));
    }
    let [rook, bishop] = &lines;
    assert_eq!((rook.len(), bishop.len()), (14, 12));
    assert_eq!(rook.union(bishop).count(), 26);
    let leaps = |letter: char| {
        let role = StarTrek3d::ROLES
            .iter()
            .position(|role| role.letter == letter);
        let rules = rules_of::<StarTrek3d>(Role::new(role.unwrap() as u8));
        let table = rules.leaps.expect("it leaps")[0];
        let pairs = tables.cells().flat_map(|from| {
            let to = tables.leaps(table, from).cells();
            to.map(move |to| between(square::<StarTrek3d>(from), square::<StarTrek3d>(to)))
        });
        pairs.collect::<BTreeSet<_>>()
    };
    assert_eq!(leaps('N').len(), 24);
    assert_eq!(leaps('K'), rook | bishop);
}

#[test]
fn sliders_stop_at_pieces_and_gaps_but_knights_jump() {
    let here = position(START_PINS, "Ke07 ke91 Rb46 Nc46 Pb34 na35 pd46");
    // Moves back and down as well, but not down to b44, because the square between is missing.
    assert_eq!(targets(&here, "b46"), "b16 b26 b35 b36");
    assert_eq!(targets(&here, "c46"), "b26 b44 c34 c54 d26 d44 e36");
}

#[test]
fn pawn_steps_and_double_steps_may_change_level() {
    let steps = |pins: &str, men: &str| targets(&position(pins, &format!("{KINGS} {men}")), "b26");
    assert_eq!(steps(START_PINS, "Pb26*"), "b35 b36 b44 b46");
    assert_eq!(steps(START_PINS, "Pb26"), "b35 b36");
    // A double step passes either square, but never a piece, and doesn't end on one.
    assert_eq!(steps(START_PINS, "Pb26* Nb36"), "b35 b44");
    assert_eq!(steps(START_PINS, "Pb26* nb35"), "b36 b46");
    assert_eq!(steps(START_PINS, "Pb26* nb44"), "b35 b36 b46");
    assert_eq!(steps(START_PINS, "Pb26* Nb36 nb35"), "");
    // Without a small board there is no next level.
    assert_eq!(steps("b17 e17 e35 b63 b81 e81", "Pb26*"), "b36 b46");
    // Two paths to b45 are one move.
    let pins = "e17 b35 b45 b63 b81 e81";
    assert_eq!(steps(pins, "Pb26*"), "b35 b36 b44 b45 b46");
    let here = position(pins, &format!("{KINGS} Pb26*"));
    let to_b45 = texts(&here).into_iter().filter(|text| text == "b26b45");
    assert_eq!(to_b45.count(), 1);
    assert_eq!(steps(pins, "Pb26* Nb36"), "b35 b44 b45");
}

#[test]
fn pawns_at_the_end_of_a_board_step_sideways() {
    let steps = |pins: &str, men: &str, from: &str| {
        targets(&position(pins, &format!("{KINGS} {men}")), from)
    };
    assert_eq!(steps(START_PINS, "Pc46", "c46"), "b46 d46");
    assert_eq!(steps(START_PINS, "Pc46 Nb46 nd46", "c46"), "");
    assert_eq!(steps(START_PINS, "Pe46", "e46"), "d46");
    assert_eq!(steps(START_PINS, "Pc36", "c36"), "c46");
    // The pawn can also step down a level; a piece there doesn't prevent sideways steps.
    assert_eq!(steps(START_PINS, "Pb35", "b35"), "a35 b44");
    assert_eq!(steps(START_PINS, "Pb35 nb44", "b35"), "a35");
    // A pawn whose board adjoins another on its level steps sideways, too, but only on the last
    // row.
    let adjoining = "b17 e17 b35 b45 b81 e81";
    assert_eq!(steps(adjoining, "Pb35", "b35"), "a35 b44 b45");
    assert_eq!(steps(adjoining, "Pb35 nb45 nb44", "b35"), "a35");
    assert_eq!(steps(adjoining, "Pb25", "b25"), "b34 b35");
    // Black's pawns move the other way.
    let here = made(
        &State::empty(START_PINS)
            .with("Ke07 ke91 pb63 pc54")
            .turned(),
    );
    assert_eq!(targets(&here, "b63"), "a63 b54");
    assert_eq!(targets(&here, "c54"), "c44");
}

#[test]
fn pawns_capture_on_adjacent_columns_and_all_levels_ahead() {
    let pins = "e17 b45 b53 b51 b65 e81";
    let men = "Ke07 ke91 Pc44 nb55 nb54 nd54 rb53 nb52 nd52 rb51";
    let here = position(pins, men);
    assert_eq!(targets(&here, "c44"), "b51 b52 b53 b54 c54 d52 d54");
    // From the highest board to the lowest, past pieces in between.
    let here = position(START_PINS, "Ke07 ke91 Pc46 nb52 pb54 nd54");
    assert_eq!(targets(&here, "c46"), "b46 b52 b54 d46 d54");
    let black = State::empty(START_PINS).with("Ke07 ke91 pc52 Nb46 Nb44 Nd44");
    assert_eq!(
        targets(&made(&black.turned()), "c52"),
        "b44 b46 b52 d44 d52"
    );
}

#[test]
fn pawns_become_queens_six_rows_from_their_start() {
    let promoting = |state: State, from: &str| {
        let texts = texts(&made(&state)).into_iter();
        let texts: Vec<String> = texts.filter(|text| text.starts_with(from)).collect();
        texts.join(" ")
    };
    let white = |men: &str| State::empty(START_PINS).with("Kf07 ke91").with(men);
    assert_eq!(promoting(white("Pc72"), "c72"), "c72c82q");
    assert_eq!(promoting(white("Fc62"), "c62"), "c62c72q");
    assert_eq!(promoting(white("Pc62"), "c62"), "c62c72");
    assert_eq!(promoting(white("Fc62 nd72"), "c62"), "c62c72q c62d72q");
    let black = |men: &str| white(men).turned();
    assert_eq!(promoting(black("pc26"), "c26"), "c26c16q");
    assert_eq!(promoting(black("fc36"), "c36"), "c36c26q");
    assert_eq!(promoting(black("pc36"), "c36"), "c36c26");
    let here = made(&white("Pc72"));
    assert_eq!(why(&here, "c72c82"), Some(IllegalReason::Promotion));
    let next = to_slow(&after(&here, "c72c82q"));
    assert_eq!(next.men[&at("c82")].kind, 'Q');
}

#[test]
fn boards_move_with_own_men_only_and_pawns_keep_rows() {
    let start = Position::start();
    assert_eq!(board_moves(&start), ["b17b15", "b17e15"]);
    let from_b35 = |men: &str| {
        let here = position(START_PINS, &format!("{KINGS} {men}"));
        board_moves(&here).join(" ")
    };
    assert_eq!(from_b35(""), "");
    assert_eq!(from_b35("Nb35 nd72").split(' ').count(), 18);
    assert_eq!(from_b35("Nb35 na25"), "");
    assert_eq!(from_b35("na25"), "");
    assert_eq!(from_b35("Nb35 Fa25"), "b35b33 b35e33 b35e35");
    assert_eq!(from_b35("Nb35 Pa25"), "b35b33 b35e33 b35e35");
    let with_king = position(START_PINS, "Kb35 Na25 ke91");
    assert_eq!(board_moves(&with_king), Vec::<String>::new());
    // The rows 4 and 5 belong to pins of two boards.
    let here = position("e17 b45 b53 b63 b81 e81", "Ke07 ke91 Fb45");
    let expected = "b45b47 b45b51 b45e45 b45e47 b45e51 b45e53";
    assert_eq!(board_moves(&here).join(" "), expected);
    for uci in ["A@b45b53", "A@b45b35", "A@b53b51", "A@b45b45", "A@b47b45"] {
        assert_eq!(why(&here, uci), Some(IllegalReason::Carriage), "{uci}");
    }
}

#[test]
fn adjacent_pins_limit_board_moves_and_pawns_keep_rows() {
    let moves = |men: &str, pins: &str| {
        let state = State::empty(pins).with(KINGS).with(men);
        let position: icochess_rules::Position<StarTrek3dAdjacent> = of_slow(&state).unwrap();
        let texts = texts(&position).into_iter();
        let texts: Vec<String> = texts.filter(|text| text.starts_with("A@b35")).collect();
        texts.join(" ").replace("A@b35", "")
    };
    let free = "e17 b35 e47 b65 e65 e81";
    assert_eq!(
        moves("Nb35", free),
        "b15 b17 b33 b45 b47 b51 b53 b63 e33 e35"
    );
    assert_eq!(moves("Nb35 Fa25", free), "b33 e33 e35");
}

#[test]
fn carried_men_keep_places_and_pawns_lose_double_steps() {
    let start = Position::start();
    let next = after(&start, "A@b17e15");
    let mut expected = to_slow(&start);
    for (from, to) in [
        ("a07", "e05"),
        ("b07", "f05"),
        ("a17", "e15"),
        ("b17", "f15"),
    ] {
        let mut man = expected.men.remove(&at(from)).unwrap();
        man.unmoved = false;
        expected.men.insert(at(to), man);
    }
    expected.pins.remove(&at("b17"));
    expected.pins.insert(at("e15"));
    expected.clock = 1;
    assert_eq!(to_slow(&next), expected.turned());
    // Both pins of the corner are in use.
    assert_eq!(board_moves(&after(&next, "c72c62")).len(), 2);
}

#[test]
fn sideways_steps_restart_the_count_but_board_moves_do_not() {
    let mut state = State::empty(START_PINS).with("Ke07 ke91 Na25 Fb25 Pc46 nc72");
    state.clock = 70;
    let here = made(&state);
    assert_eq!(after(&here, "A@b35b33").halfmove_clock(), 71);
    assert_eq!(after(&here, "e07f07").halfmove_clock(), 71);
    assert_eq!(after(&here, "c46b46").halfmove_clock(), 0);
}

#[test]
fn board_moves_open_and_close_lines_to_the_king() {
    // Only the square of a missing board is between the rook and the king.
    let pins = "e17 b33 b63 b65 b81 e81";
    let here = position(pins, "Kb26 ke91 Na33 rb44");
    assert!(!here.is_check());
    assert_eq!(why(&here, "A@b33b35"), Some(IllegalReason::IntoCheck));
    assert_eq!(why(&here, "A@b33e35"), None);
    // A carried man blocks the line.
    let blocked = position(pins, "Kb26 ke91 Na33 Nb33 rb44");
    assert_eq!(why(&blocked, "A@b33b35"), None);
    // The check crosses a square of the board: moving the board away resolves it.
    let check = position("e17 b35 b63 b65 b81 e81", "Kb26 ke91 Na25 rb44");
    assert!(check.is_check());
    assert_eq!(board_moves(&check).len(), 18);
    let beside = position("e17 b35 e35 b65 b81 e81", "Kb26 ke91 Ne35 rb44");
    assert_eq!(why(&beside, "A@e35e33"), Some(IllegalReason::StaysInCheck));
    assert_eq!(board_moves(&beside), Vec::<String>::new());
}

#[test]
fn bare_king_ends_the_game_before_mate_or_stalemate() {
    let state = State::empty(START_PINS).with("Ke07 Rb34 ke91 nb44");
    let mut game = GameTree::new(made(&state));
    let last = game.position().parse_uci("b34b44").unwrap();
    game.play(last).unwrap();
    let winner = Side::White;
    assert_eq!(game.outcome(), Some(Outcome::BareKing { winner }));
    let reply = game.position().parse_uci("e91e82").unwrap();
    let refused = game.play(reply).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::GameOver);
    // The bare king rule takes precedence over mate and stalemate.
    for men in ["Ke07 Qe82 Rb82 ke91", "Ke07 Qd72 Rc62 ke91"] {
        let bare = made(&State::empty(START_PINS).with(men).turned());
        assert_eq!(bare.outcome(), Some(Outcome::BareKing { winner }));
    }
    // The rule applies whichever side is to move.
    let bare = position(START_PINS, "Ke07 Qd72 ke91");
    assert_eq!(bare.outcome(), Some(Outcome::BareKing { winner }));
    let both = position(START_PINS, KINGS);
    let draw = Outcome::Draw(DrawReason::DeadPosition);
    assert_eq!(both.outcome(), Some(draw));
}

#[test]
fn no_record_continues_after_a_bare_king() {
    let start = position(START_PINS, "Ke07 kf91 Nd62 pb72");
    nothing_follows(&start, "d62b72");
}

#[test]
fn sharp_opening_exists_only_without_adjacent_pins() {
    let here = after(&Position::start(), "b16b35");
    let (mut parries, mut mates) = (Vec::new(), 0);
    for text in texts(&here) {
        let next = after(&here, &text);
        let board = next.parse_uci("A@b35e83").unwrap();
        let winner = Side::White;
        let mate = Some(Outcome::Checkmate { winner });
        match next.play(board).map(|next| next.outcome()) {
            Ok(outcome) if outcome == mate => mates += 1,
            _ => parries.push(text),
        }
    }
    assert_eq!(parries, ["A@b81e83", "e82d62"]);
    assert_eq!(mates, here.count_moves() - 2);
    let start = icochess_rules::Position::<StarTrek3dAdjacent>::start();
    let next = start.play(start.parse_uci("b16b35").unwrap()).unwrap();
    let next = next.play(next.parse_uci("c72c62").unwrap()).unwrap();
    let board = next.parse_uci("A@b35e83").unwrap();
    assert_eq!(next.why_illegal(board), Some(IllegalReason::Carriage));
}
