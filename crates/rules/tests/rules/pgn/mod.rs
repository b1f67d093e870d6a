//! Tests of PGN files.
//!
//! * `written`: games survive a round trip; `lenient`: non-standard text and errors; `notes`:
//!   variations and annotations; `stream`: files of many games; `foreign`: files of other programs,
//!   and how their games ended.

mod foreign;
mod lenient;
mod notes;
mod stream;
mod written;

use std::time::Duration;

use icochess_boards::{Chess, Icochess};
use icochess_rules::pgn::{PgnProblem as Problem, *};
use icochess_rules::san::{self, SanError};
use icochess_rules::{
    AnyGame, Board, CellSet, DrawReason, Equipment, Eval, GameTree, Outcome, Role, Score, Side,
    move_rows,
};

type G = Game<Icochess>;

/// A position in which Black mates with `Rr1#`.
const MATE_IN_ONE: &str = "QKPP/1Br1/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/4/4/4 \
                           b a3a4c2d2k2l2n4 - 0 1";

/// A pseudorandom number generator (Knuth's MMIX constants).
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Plays at most `plies` random moves.
fn play_on(tree: &mut GameTree<Icochess>, random: &mut Lcg, plies: usize) {
    for _ in 0..plies {
        if tree.outcome().is_some() {
            return;
        }
        let moves = tree.position().legal_moves();
        tree.play(moves[random.below(moves.len())]).unwrap();
    }
}

fn random_game(seed: u64, plies: usize) -> G {
    let mut tree = GameTree::default();
    play_on(&mut tree, &mut Lcg(seed), plies);
    Game::new(tree)
}

/// Plays quiet moves, with pawn moves in time to avoid the 75-move draw. Takes back some moves if
/// there is no such move.
fn long_game(plies: usize) -> G {
    let mut random = Lcg(1);
    let mut tree = GameTree::<Icochess>::default();
    while tree.ply() < plies {
        let position = tree.position();
        let pawns = position.pieces(position.turn(), Role::PAWN);
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            position.piece_at(mv.to).is_none()
                && (pawns.contains(mv.from) || position.halfmove_clock() < 40)
        });
        if !moves.is_empty() {
            tree.play(moves[random.below(moves.len())]).unwrap();
        }
        if moves.is_empty() || tree.outcome().is_some() {
            for _ in 0..10 {
                tree.undo();
            }
        }
    }
    Game::new(tree)
}

fn with_mate() -> G {
    let mut tree = GameTree::new(MATE_IN_ONE.parse().unwrap());
    let mv = san::parse(tree.position(), "Rr1").unwrap();
    tree.play(mv).unwrap();
    Game::new(tree)
}

fn read(text: &str) -> G {
    parse(text).unwrap_or_else(|error| panic!("{error} in\n{text:.2000}"))
}

/// Returns the line, column and problem of an invalid text.
fn wrong(text: &str) -> (usize, usize, Problem) {
    let error = parse::<Icochess>(text).expect_err(text);
    (error.line, error.column, error.problem)
}

fn round_trip(game: &G) -> String {
    let text = write(game);
    let again = read(&text);
    assert!(&again == game, "{text}");
    assert_eq!(write(&again), text);
    text
}

fn chess(text: &str) -> Game<Chess> {
    parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn uci(game: &Game<Chess>) -> String {
    let moves: Vec<_> = game
        .tree
        .line()
        .iter()
        .map(|mv| Chess::tables().uci(*mv))
        .collect();
    moves.join(" ")
}

fn moves_of(game: &Game<Chess>) -> String {
    let text = write(game);
    text.split_once("\n\n").unwrap().1.trim_end().to_owned()
}
