//! Games: undo and redo, hashes, repetition, and how games end.

use icochess_boards::Icochess;
use icochess_rules::{Board, DrawReason, GameTree, IllegalReason, Move, Outcome, Side};
use proptest::prelude::*;

use crate::icochess::tests::chance::{self, Flavour};
use crate::icochess::tests::{Position, of_move, of_slow, slow};
use crate::testing::{
    Rng, another_order_gives_the_same_hash, cases, hashes_tell_apart, record,
    undo_and_redo_restore, walk, without_counters,
};

type Game = GameTree<Icochess>;

fn mv(text: &str) -> Move {
    of_move(slow::mv(text))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        game.play(mv(text))
            .unwrap_or_else(|e| panic!("{text}: {:?}", e.reason));
    }
}

/// Returns a random game in which each side often moves its last piece back.
fn shuffling(seed: u64, plies: usize) -> Game {
    let rng = &mut Rng::new(seed);
    let mut game = Game::new(of_slow(&chance::set_up(seed, Flavour::Few)));
    while game.ply() < plies && game.outcome().is_none() {
        let back = game.ply().checked_sub(2).map(|ply| {
            let mv = game.played()[ply];
            Move::new(mv.to, mv.from)
        });
        let next = match back {
            Some(back) if !rng.one_in(4) && game.position().is_legal(back) => back,
            _ => walk(game.position(), rng, 1)[0],
        };
        game.play(next).unwrap();
    }
    game
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn undo_and_redo_restore_every_position((start, moves) in chance::with_games(120)) {
        undo_and_redo_restore(&start, &moves);
    }

    #[test]
    fn new_move_comes_first_and_keeps_the_undone_line(
        (start, moves) in chance::with_games(60),
        back in 1..10_usize,
        seed: u64,
    ) {
        let mut game = record(&start, &moves);
        let plies = game.ply();
        game.go_to_ply(plies.saturating_sub(back));
        let (ply, before) = (game.ply(), game.clone());
        let other = walk(game.position(), &mut Rng::new(seed), 1);
        if let (Some(&mv), None) = (other.first(), game.outcome()) {
            game.play(mv).unwrap();
            prop_assert_eq!(game.ply(), ply + 1);
            let children = game.node(game.path()[ply]).children();
            let undone = before.line().get(ply).filter(|undone| **undone != mv);
            let expected = [Some(mv), undone.copied()];
            let found: Vec<_> = children.iter().map(|id| game.node(*id).mv()).collect();
            prop_assert_eq!(found, &expected[..1 + usize::from(undone.is_some())]);
            // If no other move exists, the game stays as it is.
            if let Some(&undone) = undone {
                prop_assert_eq!(game.redo(), None);
                game.undo();
                game.play(undone).unwrap();
                prop_assert_eq!(game.line(), &moves[..plies], "the old line can be redone");
            } else {
                game.undo();
                if before.line().len() > ply {
                    prop_assert_eq!(&game, &before);
                }
            }
        }
    }

    #[test]
    fn game_can_go_to_every_ply_of_the_line((start, moves) in chance::with_games(60), to: usize) {
        let mut game = record(&start, &moves);
        let (whole, to) = (game.clone(), to % (game.ply() + 3));
        let there = game.go_to_ply(to);
        prop_assert_eq!(there, to.min(whole.ply()));
        let mut stepped = whole.clone();
        while stepped.ply() > there {
            stepped.undo();
        }
        prop_assert_eq!(&game, &stepped);
        prop_assert_eq!(game.position(), whole.position_at(there).unwrap());
        game.go_to_ply(usize::MAX);
        prop_assert_eq!(game, whole);
    }

    #[test]
    fn illegal_move_changes_nothing((start, moves) in chance::with_games(40)) {
        let mut game = record(&start, &moves);
        game.undo();
        let before = game.clone();
        let king = game.position().royal(!game.position().turn()).unwrap();
        let refused = game.play(Move::new(king, king)).unwrap_err();
        prop_assert!(matches!(
            refused.reason,
            IllegalReason::NotYourTurn | IllegalReason::GameOver
        ));
        prop_assert_eq!(game, before);
    }

    #[test]
    fn repetitions_match_a_manual_count(seed: u64, plies in 0..120_usize) {
        let mut game = shuffling(seed, plies);
        loop {
            let now = without_counters(game.position());
            let count = (0..=game.ply())
                .filter(|&ply| without_counters(game.position_at(ply).unwrap()) == now)
                .count();
            prop_assert_eq!(game.repetitions(), count, "after {} plies: {}", game.ply(), now);
            let of_position = game.position().outcome();
            let fivefold = Outcome::Draw(DrawReason::FivefoldRepetition);
            let expected = of_position.or((count >= 5).then_some(fivefold));
            prop_assert_eq!(game.outcome(), expected);
            if game.undo().is_none() {
                break;
            }
        }
    }
}

#[test]
fn random_shuffling_repeats_positions_five_times() {
    let fivefold = Some(Outcome::Draw(DrawReason::FivefoldRepetition));
    let ended = (0..100).filter(|&seed| shuffling(seed, 120).outcome() == fivefold);
    assert!(ended.count() >= 20);
}

#[test]
fn fifth_occurrence_ends_the_game() {
    let mut game = Game::default();
    for round in 1..=4 {
        assert_eq!(game.repetitions(), round);
        assert_eq!(game.outcome(), None);
        play(&mut game, "b1b4 m1m3 b4b1");
        assert_eq!(game.outcome(), None);
        play(&mut game, "m3m1");
    }
    assert_eq!(game.repetitions(), 5);
    let draw = Outcome::Draw(DrawReason::FivefoldRepetition);
    assert_eq!(game.outcome(), Some(draw));
    let refused = game.play(mv("b1b4")).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::GameOver);
    assert_eq!(
        game.position().outcome(),
        None,
        "the position alone is open"
    );
    // After undo, the game continues.
    game.undo();
    assert_eq!(game.outcome(), None);
    play(&mut game, "n1s1");
    assert_eq!(game.outcome(), None);
}

/// Pawns can move in all directions, so positions can recur after pawn moves, although pawn moves
/// restart the count of 150 plies.
#[test]
fn positions_can_repeat_after_pawn_moves() {
    let mut game = Game::default();
    for round in 1..=4 {
        // The first round uses up the pawns' double steps, so its start doesn't count.
        play(&mut game, "d2d1 k2k1 d1d2 k1k2");
        assert_eq!(game.position().halfmove_clock(), 0);
        assert_eq!(game.repetitions(), round);
        assert_eq!(game.outcome(), None);
    }
    play(&mut game, "d2d1 k2k1");
    assert_eq!(game.repetitions(), 5);
    let draw = Outcome::Draw(DrawReason::FivefoldRepetition);
    assert_eq!(game.outcome(), Some(draw));
}

fn at_clock(clock: u16) -> Game {
    let text = Icochess::START.replace("- 0 1", &format!("- {clock} 90"));
    Game::new(text.parse().unwrap())
}

#[test]
fn game_ends_after_150_plies_without_capture_or_pawn_move() {
    let draw = Some(Outcome::Draw(DrawReason::SeventyFiveMoves));
    let mut game = at_clock(148);
    play(&mut game, "b1b4");
    assert_eq!(
        (game.position().halfmove_clock(), game.outcome()),
        (149, None)
    );
    play(&mut game, "m1m3");
    assert_eq!(
        (game.position().halfmove_clock(), game.outcome()),
        (150, draw)
    );
    let refused = game.play(mv("b4b1")).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::GameOver);

    for resetting in ["a4g2", "b1o3"] {
        let mut game = at_clock(149);
        play(&mut game, resetting);
        assert_eq!(
            (game.position().halfmove_clock(), game.outcome()),
            (0, None)
        );
    }
    assert_eq!(at_clock(150).outcome(), draw);
    assert_eq!(
        at_clock(u16::MAX)
            .position()
            .play_unchecked(mv("b1b4"))
            .halfmove_clock(),
        u16::MAX
    );
}

/// White mates with the rook on a2.
const MATE_IN_ONE: &str = "1R2/4/4/4/4/4/3k/3N/4/1n2/4/1K2/4/4/4/4/4/4/4/4 w - - 149 120";

#[test]
fn mate_on_ply_150_is_mate() {
    let mut game = Game::new(MATE_IN_ONE.parse().unwrap());
    assert_eq!(
        (game.position().halfmove_clock(), game.outcome()),
        (149, None)
    );
    game.play(mv("a2b1")).unwrap();
    assert_eq!(game.position().halfmove_clock(), 150);
    let winner = Side::White;
    assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner }));
}

#[test]
fn positions_after_three_plies_have_different_hashes() {
    // The slow rules give the same number of different positions.
    assert_eq!(hashes_tell_apart(&Position::start()), (123_894, 66_604));
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn moves_in_another_order_give_the_same_hash(slow in chance::positions(), seed: u64) {
        another_order_gives_the_same_hash(&of_slow(&slow), seed);
    }

    #[test]
    fn hash_covers_side_and_unmoved_pawns_but_not_counters(slow in chance::positions()) {
        let position = of_slow(&slow);
        let hash_of = |change: &dyn Fn(&mut icochess_rules::Setup)| {
            let mut setup = position.setup();
            change(&mut setup);
            Position::try_from_setup(&setup).ok().map(|p| (p.hash(), p.repeats(&position)))
        };
        let same = (position.hash(), true);
        prop_assert_eq!(hash_of(&|s| s.halfmove_clock += 1), Some(same));
        prop_assert_eq!(hash_of(&|s| s.fullmove_number += 1), Some(same));
        if let Some((hash, repeats)) = hash_of(&|s| s.turn = !s.turn) {
            prop_assert!(hash != position.hash() && !repeats);
        }
        for i in 0..position.setup().unmoved.len() {
            let changed = hash_of(&|s| {
                s.unmoved.remove(i);
            });
            // The edit is never refused, because a pawn without its double step attacks less.
            let (hash, repeats) = changed.unwrap();
            prop_assert!(hash != position.hash() && !repeats);
        }
    }
}

/// Returns the keywords of the draws that can be claimed.
fn names(claims: &[DrawReason]) -> Vec<&'static str> {
    let keyword = |reason: &DrawReason| Outcome::Draw(*reason).keyword();
    claims.iter().map(keyword).collect()
}

#[test]
fn draws_can_be_claimed_before_and_after_the_move() {
    let mut game = Game::default();
    let round = "b1b4 m1m3 b4b1 m3m1";
    play(&mut game, round);
    play(&mut game, "b1b4 m1m3 b4b1");
    assert_eq!(game.claims(), []);
    let third = DrawReason::ThreefoldRepetition {
        claimed_by: Side::Black,
    };
    assert_eq!(game.claims_after(mv("m3m1")), [third]);
    assert_eq!(game.claims_after(mv("n1s1")), [], "another position");
    assert_eq!(game.claims_after(mv("b1b4")), [], "not a legal move");
    play(&mut game, "m3m1");
    let third = DrawReason::ThreefoldRepetition {
        claimed_by: Side::White,
    };
    assert_eq!(game.claims(), [third]);
    game.undo();
    assert_eq!(game.claims(), []);

    let game = at_clock(99);
    assert_eq!(game.claims(), []);
    assert_eq!(names(&game.claims_after(mv("b1b4"))), ["fifty-moves"]);
    assert_eq!(game.claims_after(mv("a4g2")), [], "a pawn move");
    assert_eq!(names(&at_clock(100).claims()), ["fifty-moves"]);
}

/// Returns a tree of random variations, some played and some added.
fn random_tree(seed: u64) -> Game {
    let rng = &mut Rng::new(seed);
    let mut game = Game::default();
    for _ in 0..60 {
        let at = game.path()[rng.below(game.path().len())];
        let moves = game.node(at).position().legal_moves();
        if moves.is_empty() {
            continue;
        }
        let mv = rng.pick(&moves);
        match rng.below(3) {
            0 => {
                let child = game.add_variation(at, mv).unwrap();
                game.annotation_mut(child).add_nag(rng.below(200) as u8);
            }
            1 => game.go_to(at),
            _ => {
                game.go_to(at);
                let _ = game.play(mv);
            }
        }
    }
    game
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn line_is_a_path_through_the_tree(seed: u64) {
        let mut game = random_tree(seed);
        let mut nodes = vec![Game::ROOT];
        let mut next = 0;
        while let Some(&id) = nodes.get(next) {
            next += 1;
            nodes.extend(game.node(id).children());
        }
        prop_assert_eq!(nodes.len(), game.size() + 1);
        for id in nodes {
            game.go_to(id);
            prop_assert_eq!(game.current(), id);
            prop_assert_eq!(game.path().len(), game.line().len() + 1);
            let mut position = *game.start();
            for (ply, &mv) in game.line().iter().enumerate() {
                position = position.play(mv).unwrap();
                let node = game.node(game.path()[ply + 1]);
                prop_assert_eq!(node.mv(), Some(mv));
                prop_assert_eq!(node.parent(), Some(game.path()[ply]));
                prop_assert_eq!(node.position(), &position);
            }
            let end = game.node(*game.path().last().unwrap());
            prop_assert!(end.children().is_empty(), "the line goes on to its end");
        }
    }

    #[test]
    fn tree_equality_ignores_the_order_of_entry(seed: u64) {
        let game = random_tree(seed);
        // Rebuilt in another order, last child first.
        let mut again = Game::default();
        let mut pairs = vec![(Game::ROOT, Game::ROOT)];
        while let Some((from, to)) = pairs.pop() {
            for &child in game.node(from).children() {
                let id = again.add_variation(to, game.node(child).mv().unwrap()).unwrap();
                *again.annotation_mut(id) = game.node(child).annotation.clone();
                pairs.push((child, id));
            }
        }
        let mut same = game.clone();
        same.go_to_main_end();
        again.go_to_main_end();
        prop_assert_eq!(&again, &same);
        if same.ply() > 0 {
            again.undo();
            prop_assert!(again != same, "another place");
            again.redo();
            let last = again.current();
            again.annotation_mut(last).comments.push("x".into());
            prop_assert!(again != same, "another comment");
        }
    }
}

#[test]
fn line_of_100_000_moves_does_not_overflow() {
    let round = ["b1b4", "m1m3", "b4b1", "m3m1"].map(mv);
    let mut game = Game::default();
    let mut at = Game::ROOT;
    for mv in round.iter().cycle().take(100_000) {
        at = game.add_variation(at, *mv).unwrap();
    }
    let other = game.clone();
    game.go_to(at);
    assert_eq!((game.ply(), game.line().len()), (100_000, 100_000));
    assert_eq!(game.repetitions(), 25_001);
    assert!(game != other);
    game.go_to_ply(0);
    assert!(game == other);
}

#[test]
fn move_added_at_the_end_of_the_line_can_be_redone() {
    let mut game = Game::default();
    let first = game.add_variation(Game::ROOT, mv("b1b4")).unwrap();
    assert_eq!((game.ply(), game.line()), (0, &[mv("b1b4")][..]));
    assert_eq!(game.add_variation(Game::ROOT, mv("b1b4")), Ok(first));
    let second = game.add_variation(Game::ROOT, mv("a4g1")).unwrap();
    assert_eq!(game.node(Game::ROOT).children(), [first, second]);
    assert!(game.add_variation(first, mv("b1b4")).is_err());
    assert_eq!(game.redo(), Some(mv("b1b4")));
    // A variation that is played becomes the first.
    game.undo();
    game.play(mv("a4g1")).unwrap();
    assert_eq!(game.node(Game::ROOT).children(), [second, first]);
    assert!(game.is_in_main_line());
    game.go_to(first);
    assert!(!game.is_in_main_line());
}
