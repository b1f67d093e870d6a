//! Tests of typed moves on every board: each legal move is found by each of its texts and their
//! prefixes, and nothing else is accepted.

use icochess::interaction::move_text::{Meaning, MoveTexts};
use icochess_boards::Variant;
use icochess_rules::{Move, Record};
use proptest::prelude::*;

use super::support::{Rng, cases};

/// Returns a game after `plies` random plies, or fewer if it ends.
fn walk(variant: Variant, rng: &mut Rng, plies: usize) -> Record {
    let mut game = variant.board().new_game();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        game.make_mut().play(rng.pick(&moves)).unwrap();
    }
    game
}

/// Returns a move as origin and target, as typed by players who don't know notation.
fn from_to(game: &Record, mv: Move) -> String {
    let position = game.position();
    let [from, to] = [mv.from, mv.to].map(|cell| position.cell_name(cell));
    let role = mv.promotion().map(|role| position.rules_of(role).letter);
    let becomes = role.map_or(String::new(), |letter| format!("={letter}"));
    format!("{from}-{to}{becomes}")
}

/// Returns all prefixes of a text, from its first letter.
fn beginnings(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.char_indices().skip(1).map(|(at, _)| at);
    ends.chain([text.len()]).map(|end| &text[..end])
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn legal_moves_are_found_by_their_texts_and_prefixes(
        seed: u64,
        plies in 0..90_usize,
    ) {
        let mut rng = Rng::new(seed);
        for variant in Variant::ALL {
            let game = walk(variant, &mut rng, plies);
            let position = game.position();
            let texts = MoveTexts::of(position);
            let moves = position.legal_moves();
            for _ in 0..moves.len().min(12) {
                let mv = rng.pick(&moves);
                let all = [
                    position.san(mv),
                    position.long_san(mv),
                    from_to(&game, mv),
                    position.uci(mv),
                ];
                for text in all {
                    let context = format!("{text} in {} of {variant}", position.text());
                    prop_assert_eq!(texts.meaning(position, &text), Meaning::Move(mv), "{}", context);
                    // In capitals, the text may mean another piece, but the move is still offered.
                    let capitals = text.to_uppercase();
                    for begun in beginnings(&text).chain(beginnings(&capitals)) {
                        let found = texts.completions(begun);
                        let is_offered = found.iter().any(|it| it.mv == mv);
                        prop_assert!(is_offered, "{begun} of {context}");
                    }
                }
            }
        }
    }

    #[test]
    fn any_text_means_legal_moves_or_none(
        seed: u64,
        plies in 0..60_usize,
        typed in "[a-tA-V0-9x@=/–é# -]{0,9}",
    ) {
        let mut rng = Rng::new(seed);
        for variant in Variant::ALL {
            let game = walk(variant, &mut rng, plies);
            let position = game.position();
            let texts = MoveTexts::of(position);
            let moves = position.legal_moves();
            let found = texts.completions(&typed);
            prop_assert!(found.iter().all(|it| moves.contains(&it.mv)));
            match texts.meaning(position, &typed) {
                Meaning::Move(mv) => prop_assert!(moves.contains(&mv)),
                Meaning::Ambiguous(some) => {
                    prop_assert!(some.len() > 1 && some.iter().all(|mv| moves.contains(mv)));
                }
                Meaning::Illegal(refused) => {
                    prop_assert_eq!(position.why_illegal(refused.mv), Some(refused.reason));
                }
                Meaning::Unfinished => prop_assert!(!found.is_empty()),
                Meaning::Unknown => prop_assert!(found.is_empty()),
                Meaning::Nothing => prop_assert!(found.is_empty()),
            }
        }
    }
}

#[test]
fn gating_and_board_moves_can_be_typed() {
    for (variant, uci, typed) in [
        (
            Variant::OctHex146,
            "e12f34b",
            &["Mf34/B", "mf34/b", "Me12-f34/B", "e12f34", "E12F34B"][..],
        ),
        (
            Variant::StarTrek3d,
            "A@b17b15",
            &["Ab17-b15", "ab17b15", "b17b15", "b17-b15", "a@B17B15"],
        ),
    ] {
        let game = variant.board().new_game();
        let position = game.position();
        let mv = position.parse_uci(uci).unwrap();
        let texts = MoveTexts::of(position);
        for typed in typed {
            let means = texts.meaning(position, typed);
            assert_eq!(means, Meaning::Move(mv), "{typed}");
        }
    }
}
