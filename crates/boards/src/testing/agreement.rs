//! Moves and their consequences: the crate compared with the slow rules, and with itself.

use icochess_rules::{Board, Cell, CellSet, Move, Outcome, Position, perft};

use crate::testing::{SlowRules, mv, rebuilt, side, sorted, uci};

/// Asserts that all functions that list or count moves agree.
pub fn lists_agree<B: Board>(position: &Position<B>) {
    let legal = sorted(position.legal_moves());
    let mut each = vec![];
    position.each_move(|mv| each.push(mv));
    assert_eq!(sorted(each), legal, "{position}");
    let (mut loud, mut quiet) = (vec![], vec![]);
    position.each_capture(|_, mv| loud.push(mv));
    position.each_quiet(|_, mv| quiet.push(mv));
    position.each_part_move(|mv| quiet.push(mv));
    let is_loud = |mv: &Move| position.captured_cell(*mv).is_some() || mv.promotion().is_some();
    // Moves to an en passant square are listed with the captures.
    let may_be_loud = |mv: &Move| is_loud(mv) || position.en_passant() == Some(mv.to);
    assert!(loud.iter().all(may_be_loud), "{position}");
    assert!(!quiet.iter().any(is_loud), "{position}");
    assert_eq!(sorted([loud, quiet].concat()), legal, "{position}");
    assert_eq!(position.count_moves(), legal.len() as u64, "{position}");
    assert_eq!(position.has_legal_move(), !legal.is_empty(), "{position}");
}

/// Asserts that a position's moves equal the slow rules' moves, and returns them.
fn moves_agree<B: Board, S: SlowRules>(slow: &S, position: &Position<B>) -> Vec<S::Play> {
    assert_eq!(position.turn(), side(slow.is_white_to_move()));
    let plays = slow.legal();
    let texts: Vec<String> = plays.iter().map(S::uci).collect();
    assert_eq!(uci(position, position.legal_moves()), texts, "{position}");
    lists_agree(position);
    plays
}

/// Asserts that a position's moves, and the positions after them, agree with the slow rules.
pub fn moves_and_what_they_make_agree<B: Board, S: SlowRules>(slow: &S, position: &Position<B>) {
    for play in moves_agree(slow, position) {
        let text = S::uci(&play);
        let mv = mv(position, &text);
        let next = position.play(mv).expect("a legal move");
        let after = slow.after(&play).text();
        assert_eq!(next.to_string(), after, "{text} in {position}");
        assert_eq!(rebuilt(&next), next, "{text} in {position}");
        assert!(position.moves_between(mv.from, mv.to).contains(&mv));
    }
}

/// Plays moves by both rules, asserting agreement at every ply; `also` compares further facts.
pub fn games_agree<B: Board, S: SlowRules>(
    start: &Position<B>,
    moves: &[Move],
    also: impl Fn(&S, &Position<B>),
) {
    let (mut position, mut slow) = (*start, S::read(&start.to_string()));
    for mv in moves {
        let plays = moves_agree(&slow, &position);
        also(&slow, &position);
        let text = position.uci(*mv);
        let play = plays.iter().find(|play| S::uci(play) == text);
        slow = slow.after(play.expect("a move of both"));
        let next = position.play(*mv);
        position = position.play_unchecked(*mv);
        assert_eq!(next, Ok(position), "after {text}");
        assert_eq!(position.to_string(), slow.text(), "after {text}");
        assert_eq!(rebuilt(&position), position, "after {text}");
    }
    moves_agree(&slow, &position);
    also(&slow, &position);
}

/// Asserts that a move's path is straight over empty cells, or a single leap. `at` returns a cell's
/// coordinates, and `stands` whether a cell is occupied.
pub fn goes_straight_on<B: Board>(
    position: &Position<B>,
    mv: Move,
    at: impl Fn(Cell) -> [i32; 3],
    stands: impl Fn(&[i32; 3]) -> bool,
) {
    let path: Vec<[i32; 3]> = position.path(mv).into_iter().map(&at).collect();
    let from = at(mv.from);
    assert_eq!(path.last(), Some(&at(mv.to)));
    for (times, passed) in (1..).zip(&path) {
        let expected: [i32; 3] =
            std::array::from_fn(|axis| from[axis] + times * (path[0][axis] - from[axis]));
        assert_eq!(*passed, expected);
        assert!(times == path.len() as i32 || !stands(passed));
    }
}

/// Asserts that a position with mapped cells has the mapped moves, checks and outcome.
pub fn moved_alike<B: Board>(
    here: &Position<B>,
    there: &Position<B>,
    moved: impl Fn(Cell) -> Cell,
) {
    let moves = here.legal_moves().into_iter().map(|mv| Move {
        from: moved(mv.from),
        to: moved(mv.to),
        kind: mv.kind,
    });
    let moves = sorted(moves.collect());
    assert_eq!(sorted(there.legal_moves()), moves, "{here} {there}");
    let checkers = sorted(here.checkers().cells().map(moved).collect());
    let found: Vec<Cell> = there.checkers().cells().collect();
    assert_eq!(found, checkers, "{here} {there}");
    assert_eq!(there.is_check(), here.is_check(), "{here} {there}");
    assert_eq!(perft(there, 2), perft(here, 2), "{here} {there}");
    let ends = [here, there].map(|position| position.outcome().map(Outcome::keyword));
    assert_eq!(ends[0], ends[1], "{here} {there}");
}

/// Generates the property tests of moves, comparing the crate with the slow rules. They cover
/// random games, checked by `$end` at every ply, and positions after games and random setups,
/// checked by `$compare`. Further tests cover all pairs of cells, and perft. `$chance` provides
/// random positions and setups, and `$of_slow` converts slow positions.
macro_rules! agreement_properties {
    (
        $board:ty, $slow:ty, $chance:ident, $of_slow:ident,
        games: $games:literal of $plies:literal plies by $end:ident,
        positions: up to $most:literal plies by $compare:ident,
        pairs: $pairs:literal by $every_pair:ident,
    ) => {
        proptest! {
            #![proptest_config($crate::testing::cases($games))]

            #[test]
            fn random_games_agree_at_every_ply(seed: u64) {
                let moves = $crate::testing::game::<$board>(seed, $plies);
                $crate::testing::games_agree(&Position::start(), &moves, $end);
            }

            #[test]
            fn positions_of_random_games_agree(
                slow in $crate::testing::games::<$board, $slow>($most)
            ) {
                $compare(&slow);
            }
        }

        proptest! {
            #![proptest_config($crate::testing::cases(150))]

            #[test]
            fn random_set_ups_agree(slow in $chance::set_ups()) {
                $compare(&slow);
            }
        }

        proptest! {
            #![proptest_config($crate::testing::cases($pairs))]

            #[test]
            fn every_pair_of_cells_agrees(slow in $chance::positions()) {
                $every_pair(&slow);
            }

            #[test]
            fn perft_of_two_plies_agrees(slow in $chance::positions()) {
                prop_assert_eq!(perft(&$of_slow(&slow), 2), slow.perft(2), "{:?}", slow);
            }
        }
    };
}
pub(crate) use agreement_properties;
