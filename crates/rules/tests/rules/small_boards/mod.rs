//! Rules for future boards, each tested against a slow model. The boards have about thirty cells
//! and use only the public interface.
//!
//! * `zones`: promotion zones by role, double steps with or without capture and en passant,
//!   extinction and bare kings.
//! * `gates`: pieces in reserve that may or must enter with a move.
//! * `docks`: texts of positions with missing cells and movable parts.
//! * `docks_board`: the board of `docks`, which the app's own test also uses.
//! * `grid` builds the tables of the boards; `slow` plays by coordinates and shares no code with
//!   the crate.

mod docks;
mod docks_board;
mod gates;
mod grid;
mod slow;
mod zones;

use icochess_boards::Demonstration;

use crate::shared::{Rng, plain_perft, walk};
use icochess_rules::{
    Board, Cell, CellSet, Effect, IllegalReason, Move, Outcome, Piece, Position, Role, Side, perft,
    san,
};
use slow::{Ends, Rules, State};

/// Compares a random game with the slow model, ply by ply: the moves and their texts, the positions
/// after them, and the outcome.
///
/// # Panics
///
/// If the two differ.
fn agree<B: Board>(
    rules: &Rules,
    start: &str,
    seed: u64,
    plies: usize,
    seen: &mut impl FnMut(&Position<B>, Move),
) {
    let mut position: Position<B> = start.parse().expect("a position");
    let mut state = State::read(rules, start);
    for mv in walk(&position, &mut Rng::new(seed), plies) {
        agree_on(rules, &position, &state);
        let text = position.uci(mv);
        seen(&position, mv);
        position = position.play_unchecked(mv);
        let next = state.moves(rules).into_iter().find(|(uci, _)| *uci == text);
        state = next.expect("a move of both").1;
    }
    agree_on(rules, &position, &state);
}

fn agree_on<B: Board>(rules: &Rules, position: &Position<B>, state: &State) {
    let text = position.to_string();
    assert_eq!(text, state.text(rules));
    assert_eq!(text.parse(), Ok(*position), "{text}");
    assert_eq!(Position::try_from_setup(&position.setup()), Ok(*position));

    let slow = state.moves(rules);
    let legal = position.legal_moves();
    let mut texts: Vec<String> = legal.iter().map(|mv| position.uci(*mv)).collect();
    texts.sort();
    let expected: Vec<&String> = slow.iter().map(|(uci, _)| uci).collect();
    assert_eq!(texts.iter().collect::<Vec<_>>(), expected, "{text}");
    assert_eq!(position.count_moves(), slow.len() as u64);
    assert_eq!(position.has_legal_move(), !slow.is_empty());
    let (mut loud, mut quiet) = (0, 0);
    position.each_capture(|_, _| loud += 1);
    position.each_quiet(|_, _| quiet += 1);
    position.each_part_move(|_| quiet += 1);
    assert_eq!(loud + quiet, slow.len(), "{text}");

    for &mv in &legal {
        let uci = position.uci(mv);
        assert_eq!(position.parse_uci(&uci), Ok(mv), "{uci} in {text}");
        let san = san::write(position, mv);
        assert_eq!(san::parse(position, &san), Ok(mv), "{san} in {text}");
        let long = san::write_long(position, mv);
        assert_eq!(san::parse(position, &long), Ok(mv), "{long} in {text}");
        assert!(position.moves_between(mv.from, mv.to).contains(&mv));
        let (_, after) = slow.iter().find(|(text, _)| *text == uci).unwrap();
        let next = position.play(mv).expect("a legal move");
        assert_eq!(next.to_string(), after.text(rules), "{uci} in {text}");
        let mut pieces = position.setup().pieces;
        apply(&mut pieces, &position.effects(mv));
        assert_eq!(pieces, next.setup().pieces, "{uci} in {text}");
        let same_hash = next.hash() == position.hash();
        assert!(!same_hash && next.repeats(&next) && !next.repeats(position));
    }
    // Moves of other kinds between the same cells are refused, with a reason.
    for &mv in &legal {
        for other in B::ROLES.iter().map(|role| role.letter.to_ascii_lowercase()) {
            let cells = position.uci(Move::new(mv.from, mv.to));
            let Ok(tried) = position.parse_uci(&format!("{cells}{other}")) else {
                continue;
            };
            let reason = position.why_illegal(tried);
            let kinds = [IllegalReason::Promotion, IllegalReason::Gating];
            let is_kind = reason.is_some_and(|reason| kinds.contains(&reason));
            let is_piece = position.legal_targets(mv.from).contains_cell(mv.to);
            assert_eq!(
                legal.contains(&tried),
                reason.is_none(),
                "{cells}{other} in {text}"
            );
            assert!(
                reason.is_none() || is_kind || !is_piece,
                "{reason:?} {cells}{other} in {text}"
            );
        }
    }
    let king = position.royal(position.turn());
    assert_eq!(position.is_check(), state.is_check(rules), "{text}");
    assert!(king.is_some() || !position.is_check());
    let reached = position.variant_outcome();
    let (winner, by) = match state.ended(rules) {
        Some(Ends { white_wins, by }) => (Some(if white_wins { "1-0" } else { "0-1" }), by),
        None => (None, ""),
    };
    assert_eq!(reached.map(Outcome::pgn_result), winner, "{text}");
    assert_eq!(reached.map_or("", Outcome::keyword), by, "{text}");
    if reached.is_some() {
        assert_eq!(position.outcome(), reached);
    }
}

/// Returns the number of moves in each demonstration scene, by the name of the kind of piece.
///
/// # Panics
///
/// If a scene has superfluous pieces or illegal moves.
fn demonstrated<B: Board>() -> Vec<(&'static str, Vec<usize>)> {
    let roles = B::ROLES.iter().enumerate();
    roles
        .map(|(index, rules)| {
            let role = Role::new(index as u8);
            for side in Side::ALL {
                for scene in Demonstration::of::<B>(Piece { side, role }, &[], &|_, _| true).scenes
                {
                    let position = scene.position();
                    let legal = position.legal_moves();
                    assert_eq!(position.piece_at(scene.cell), Some(Piece { side, role }));
                    assert!(!scene.moves.is_empty() && position.occupied().len() <= 3);
                    for mv in &scene.moves {
                        assert!(legal.contains(mv) && mv.from == scene.cell);
                        assert!(!position.effects(*mv).is_empty());
                    }
                }
            }
            let side = Side::White;
            let scenes = Demonstration::of::<B>(Piece { side, role }, &[], &|_, _| true).scenes;
            let moves = scenes.iter().map(|scene| scene.moves.len());
            (rules.name, moves.collect())
        })
        .collect()
}

/// Applies effects to a list of pieces, sorted by cell.
fn apply(pieces: &mut Vec<(Cell, Piece)>, effects: &[Effect]) {
    let take = |pieces: &mut Vec<(Cell, Piece)>, at: Cell, piece: Piece| {
        let place = pieces.iter().position(|found| *found == (at, piece));
        pieces.remove(place.expect("the piece stands there"));
    };
    for effect in effects {
        match effect {
            Effect::Taken { piece, cell } => take(pieces, *cell, *piece),
            Effect::Placed { piece, cell } => pieces.push((*cell, *piece)),
            Effect::Moved { piece, path } => {
                take(pieces, path[0], *piece);
                pieces.push((path[path.len() - 1], *piece));
            }
            Effect::Became { from, to, cell } => {
                take(pieces, *cell, *from);
                pieces.push((*cell, *to));
            }
            Effect::Carried { from, to } => {
                for (cell, _) in pieces.iter_mut() {
                    let place = from.iter().position(|left| left == cell);
                    *cell = place.map_or(*cell, |place| to[place]);
                }
            }
        }
    }
    pieces.sort_by_key(|(cell, _)| *cell);
}

/// Tests membership in a cell set. Separate from the crate's trait, for sets of all widths.
trait ContainsCell {
    fn contains_cell(&self, cell: icochess_rules::Cell) -> bool;
}

impl<S: icochess_rules::CellSet> ContainsCell for S {
    fn contains_cell(&self, cell: icochess_rules::Cell) -> bool {
        self.contains(cell)
    }
}

/// Compares perft with the slow model and with plain counting, and returns it.
fn perft_agrees<B: Board>(rules: &Rules, depth: u32) -> u64 {
    let start = Position::<B>::start();
    let leaves = perft(&start, depth);
    assert_eq!(leaves, plain_perft(&start, depth));
    assert_eq!(leaves, State::read(rules, B::START).perft(rules, depth));
    leaves
}
