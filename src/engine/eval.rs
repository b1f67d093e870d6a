//! What a position is worth, without looking ahead.
//!
//! A sum of terms, each a pair of weights for the middle and the end of the
//! game, which are blended by the pieces that are left:
//!
//! * what each piece is worth, by the class of its cell (a square of 8×8 chess
//!   as its side sees it, the kind of a tile of Icochess);
//! * how far each piece is from the two kings;
//! * how many cells each piece reaches, and how many of them round the other
//!   king;
//! * how many hostile sliders aim at a king past one piece at most;
//! * which pawns guard one another, and which pieces they attack;
//! * how far pawns have to go that nothing can stop any more;
//! * whether there are two of a kind.
//!
//! The weights are [`Values`], measured by playing and kept in a file for each
//! board. All terms are linear in them, so that they can be fitted.

use std::marker::PhantomData;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::features::{SearchFeature, SearchFeatures};
use super::score::Score;
use crate::rules::{
    Board, Cell, CellSet, Chess, Icochess, Move, Piece, Position, Role, Side, rules_of,
};

/// Weights for the middle and the end of the game, in hundredths of a pawn.
pub type Weight = (i16, i16);

/// Distances to a king that are told apart; farther ones count as the last.
pub const DISTANCES: usize = 8;

/// The weights of a board's evaluation. Lists by role are in the order of
/// [`Equipment::ROLES`](crate::rules::Equipment::ROLES).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Values {
    /// Where they come from: games, date, command.
    pub source: String,
    /// What a piece is worth.
    pub material: Vec<Weight>,
    /// What it is worth more on a class of cells: by role, by class.
    pub psqt: Vec<Vec<Weight>>,
    /// By role, by distance to the own king.
    pub own_king_distance: Vec<Vec<Weight>>,
    /// By role, by distance to the other king.
    pub enemy_king_distance: Vec<Vec<Weight>>,
    /// For each cell that a piece reaches, by role; not for those where an own
    /// piece stands or a hostile pawn takes.
    pub mobility: Vec<Weight>,
    /// For each cell that a piece reaches beside or under the other king, by
    /// role.
    pub king_attack: Vec<Weight>,
    /// For each line on which a slider aims at the other king, nothing or one
    /// piece between.
    pub xray_on_king: Weight,
    /// For a pawn that a pawn guards.
    pub protected_pawn: Weight,
    /// For a hostile piece, not a pawn, that a pawn attacks.
    pub threat_by_pawn: Weight,
    /// For a pawn that nothing can stop, by the steps it has to go.
    pub passed_pawn: Vec<Weight>,
    /// For two or more of a kind, by role.
    pub pair: Vec<Weight>,
    /// For having the move.
    pub tempo: Weight,
    /// By how much the score differs at most in 19 of 20 positions while only
    /// material, places, distances and tempo are counted, and while all but
    /// mobility and king_attack are.
    pub margins: (i16, i16),
}

impl Values {
    /// All weights in one row, the order of a [`Trace`]: `material`, `psqt`,
    /// `own_king_distance`, `enemy_king_distance`, `mobility`, `king_attack`, `xray_on_king`, `protected_pawn`, `threat_by_pawn`,
    /// `passed_pawn`, `pair`, `tempo`; lists of lists by their first list first.
    pub fn weights(&self) -> impl Iterator<Item = &Weight> {
        let lists = [
            &self.psqt,
            &self.own_king_distance,
            &self.enemy_king_distance,
        ];
        self.material
            .iter()
            .chain(lists.into_iter().flatten().flatten())
            .chain(&self.mobility)
            .chain(&self.king_attack)
            .chain([
                &self.xray_on_king,
                &self.protected_pawn,
                &self.threat_by_pawn,
            ])
            .chain(&self.passed_pawn)
            .chain(&self.pair)
            .chain([&self.tempo])
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut Weight> {
        let lists = [
            &mut self.psqt,
            &mut self.own_king_distance,
            &mut self.enemy_king_distance,
        ];
        self.material
            .iter_mut()
            .chain(lists.into_iter().flatten().flatten())
            .chain(&mut self.mobility)
            .chain(&mut self.king_attack)
            .chain([
                &mut self.xray_on_king,
                &mut self.protected_pawn,
                &mut self.threat_by_pawn,
            ])
            .chain(&mut self.passed_pawn)
            .chain(&mut self.pair)
            .chain([&mut self.tempo])
    }
}

/// A board that the engine can play on.
pub trait Evaluated: Board {
    /// The built-in weights, in RON.
    const VALUES: &'static str;
    /// How many classes of cells there are.
    const CLASSES: usize;
    /// How much of the middle of the game a piece stands for, by role, in the
    /// order of [`Equipment::ROLES`](crate::rules::Equipment::ROLES). These do not follow [`VALUES`](Self::VALUES): a fit
    /// that moved them with the worths could make up for a wrong worth in the middle
    /// of the game by one that is as wrong at the end.
    const PHASE: &'static [i32];

    /// The class of a cell for a side's pieces.
    fn class(side: Side, cell: Cell) -> usize;

    /// The class of the cells that mirror those of a class, where the halves of
    /// the board are alike.
    #[must_use]
    fn mirror(class: usize) -> usize {
        class
    }

    /// The parts of the search that bring something on this board, by the matches
    /// that [`features`](super::features) tells of.
    const SEARCH_FEATURES: SearchFeatures = SearchFeatures::ALL;

    /// The evaluator with the built-in weights.
    fn evaluator() -> &'static Evaluator<Self>;
}

macro_rules! built_in {
    ($board:ty) => {
        fn evaluator() -> &'static Evaluator<Self> {
            static EVALUATOR: LazyLock<Evaluator<$board>> = LazyLock::new(|| {
                let values = ron::from_str(<$board>::VALUES).expect("the built-in values");
                Evaluator::new(&values).expect("the built-in values")
            });
            &EVALUATOR
        }
    };
}

impl Evaluated for Icochess {
    const VALUES: &'static str = include_str!("../../assets/engine/icochess.ron");
    const CLASSES: usize = 2;
    /// In about the proportions of what the pieces are worth on the ball.
    const PHASE: &'static [i32] = &[0, 1, 2, 3, 4, 0];
    const SEARCH_FEATURES: SearchFeatures =
        SearchFeatures::ALL.without(SearchFeature::LateMovePruning);

    /// The middle tile of a face, or one at its corners.
    fn class(_: Side, cell: Cell) -> usize {
        usize::from(!cell.index().is_multiple_of(4))
    }

    built_in!(Icochess);
}

impl Evaluated for Chess {
    const VALUES: &'static str = include_str!("../../assets/engine/chess.ron");
    const CLASSES: usize = 64;
    /// The usual ones: 24 at the start. Source:
    /// <https://www.chessprogramming.org/Tapered_Eval>.
    const PHASE: &'static [i32] = &[0, 1, 1, 2, 4, 0];

    /// The square as its side sees it, from a1.
    fn class(side: Side, cell: Cell) -> usize {
        match side {
            Side::White => cell.index(),
            Side::Black => cell.index() ^ 56,
        }
    }

    /// The square of the same rank on the other side of the middle.
    fn mirror(class: usize) -> usize {
        class ^ 7
    }

    built_in!(Chess);
}

/// What is wrong with a set of values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValuesError {
    /// A list that is too long or too short.
    #[error("the values have {found} {what}, expected {expected}")]
    Length {
        /// What it lists.
        what: &'static str,
        /// Its length.
        found: usize,
        /// That of the board.
        expected: usize,
    },
    /// A number that is beyond all reason.
    #[error("the values have {found} among the {what}, expected {least} to {most}")]
    Range {
        /// What it is one of.
        what: &'static str,
        /// The number, in hundredths of a pawn.
        found: i16,
        /// The least it may be.
        least: i16,
        /// The most it may be.
        most: i16,
    },
}

/// The most that a weight may be, in hundredths of a pawn: more than two queens
/// of any board known.
pub const MAX_WEIGHT: i16 = 5000;

/// A pair of sums for the middle and the end of the game, White less Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair(i32, i32);

/// Which weight a term is of.
#[derive(Clone, Copy)]
enum Term {
    /// Material and psqt, by the index in [`Evaluator::psqt`].
    Psqt(usize),
    OwnKingDistance(usize),
    EnemyKingDistance(usize),
    Mobility(usize),
    KingAttack(usize),
    XrayOnKing,
    ProtectedPawn,
    ThreatByPawn,
    PassedPawn(usize),
    Pair(usize),
    Tempo,
}

/// What the terms of a position are told to: their sum, or the list of them.
trait Sink {
    /// Does a term with that weight matter? If not, it need not be counted.
    fn needs(weight: Weight) -> bool;

    fn add(&mut self, term: Term, weight: Weight, times: i32);
}

impl Sink for Pair {
    fn needs(weight: Weight) -> bool {
        weight != (0, 0)
    }

    #[inline]
    fn add(&mut self, _: Term, (middle, end): Weight, times: i32) {
        self.0 += times * i32::from(middle);
        self.1 += times * i32::from(end);
    }
}

/// How often each weight counts in a position, White less Black.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Index in [`Values::weights`] and how often; sorted, none zero.
    pub terms: Vec<(usize, i32)>,
    /// How much of the middle of the game is left, from 0 to 1.
    pub phase: f64,
}

impl Trace {
    /// The score for White with some weights, in hundredths of a pawn.
    #[must_use]
    pub fn score(&self, weights: &[[f64; 2]]) -> f64 {
        let [middle, end] = self.terms.iter().fold([0.0; 2], |sum, &(index, times)| {
            let times = f64::from(times);
            [0, 1].map(|part| sum[part] + times * weights[index][part])
        });
        middle * self.phase + end * (1.0 - self.phase)
    }
}

/// A sink that notes the terms.
struct Tracer<B> {
    counts: Vec<i32>,
    cells: usize,
    board: PhantomData<B>,
}

/// Where the lists begin in the row of [`Values::weights`].
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// By role and class, after the material.
    pub psqt: usize,
    /// By role and distance.
    pub own_king_distance: usize,
    /// By role and distance.
    pub enemy_king_distance: usize,
    /// By role; the first of the terms that are left.
    pub mobility: usize,
    king_attack: usize,
    xray_on_king: usize,
    passed_pawn: usize,
    pair: usize,
    tempo: usize,
}

impl Offsets {
    /// That of a board.
    #[must_use]
    pub const fn of<B: Evaluated>() -> Self {
        let psqt = B::ROLES.len();
        let own_king_distance = psqt + psqt * B::CLASSES;
        let enemy_king_distance = own_king_distance + psqt * DISTANCES;
        let mobility = enemy_king_distance + psqt * DISTANCES;
        let king_attack = mobility + psqt;
        let xray_on_king = king_attack + psqt;
        let passed_pawn = xray_on_king + 3;
        let pair = passed_pawn + DISTANCES;
        let tempo = pair + psqt;
        Self {
            psqt,
            own_king_distance,
            enemy_king_distance,
            mobility,
            king_attack,
            xray_on_king,
            passed_pawn,
            pair,
            tempo,
        }
    }
}

impl<B: Evaluated> Tracer<B> {
    /// Counts nothing yet.
    fn new(cells: usize) -> Self {
        Self {
            counts: vec![0; Offsets::of::<B>().tempo + 1],
            cells,
            board: PhantomData,
        }
    }

    /// Index of a term's weight in [`Values::weights`].
    fn index(&self, term: Term) -> usize {
        let begins = Offsets::of::<B>();
        match term {
            Term::Psqt(psqt) => {
                let roles = B::ROLES.len();
                let (side_and_role, cell) = (psqt / self.cells, psqt % self.cells);
                let (side, role) = (side_and_role / roles, side_and_role % roles);
                let class = B::class(Side::ALL[side], Cell::new(cell as u8));
                begins.psqt + role * B::CLASSES + class
            }
            Term::OwnKingDistance(at) => begins.own_king_distance + at,
            Term::EnemyKingDistance(at) => begins.enemy_king_distance + at,
            Term::Mobility(role) => begins.mobility + role,
            Term::KingAttack(role) => begins.king_attack + role,
            Term::XrayOnKing => begins.xray_on_king,
            Term::ProtectedPawn => begins.xray_on_king + 1,
            Term::ThreatByPawn => begins.xray_on_king + 2,
            Term::PassedPawn(steps) => begins.passed_pawn + steps,
            Term::Pair(role) => begins.pair + role,
            Term::Tempo => begins.tempo,
        }
    }
}

impl<B: Evaluated> Sink for Tracer<B> {
    fn needs(_: Weight) -> bool {
        true
    }

    fn add(&mut self, term: Term, _: Weight, times: i32) {
        if let Term::Psqt(psqt) = term {
            // Material and psqt are one weight in the evaluator.
            self.counts[psqt / self.cells % B::ROLES.len()] += times;
        }
        let index = self.index(term);
        self.counts[index] += times;
    }
}

/// The sums of a position that a move changes little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    pieces: Pair,
    /// How much of the middle of the game is left.
    phase: i32,
}

/// [`Values`] laid out for speed, with what the board's shape adds.
#[derive(Clone, Debug)]
pub struct Evaluator<B: Board> {
    cells: usize,
    /// `[(side * roles + role) * cells + cell]`: material and psqt.
    psqt: Vec<Weight>,
    /// Between the middle and the end of the game, by role.
    piece_values: Vec<Score>,
    /// `[role * DISTANCES + distance]`.
    own_king_distance: Vec<Weight>,
    enemy_king_distance: Vec<Weight>,
    mobility: Vec<Weight>,
    king_attack: Vec<Weight>,
    xray_on_king: Weight,
    protected_pawn: Weight,
    threat_by_pawn: Weight,
    passed_pawn: Vec<Weight>,
    pair: Vec<Weight>,
    tempo: Weight,
    margins: [Score; 2],
    /// `[cell * cells + king]`, as the king walks.
    distance: Vec<u8>,
    /// By cell: it and where a king on it steps.
    king_zone: Vec<B::Set>,
    /// [`Evaluated::PHASE`] of all pieces at the start.
    max_phase: i32,
    /// By side and cell: where no hostile pawn may be for a pawn to pass.
    stoppers: [Vec<B::Set>; 2],
    /// By side and cell: steps to promotion.
    steps_to_promotion: [Vec<u8>; 2],
}

fn side_sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

impl<B: Evaluated> Evaluator<B> {
    /// Lays values out.
    ///
    /// # Errors
    ///
    /// [`ValuesError`] when a list has not one entry for each role, class,
    /// distance or step, a weight is beyond [`MAX_WEIGHT`], or a margin is below zero.
    pub fn new(values: &Values) -> Result<Self, ValuesError> {
        let roles = B::ROLES.len();
        let check = |what, found, expected| {
            let error = ValuesError::Length {
                what,
                found,
                expected,
            };
            (found == expected).then_some(()).ok_or(error)
        };
        check("materials", values.material.len(), roles)?;
        check("mobilities", values.mobility.len(), roles)?;
        check("sieges", values.king_attack.len(), roles)?;
        check("pairs", values.pair.len(), roles)?;
        check("steps of passed pawns", values.passed_pawn.len(), DISTANCES)?;
        for (what, lists, expected) in [
            ("places", &values.psqt, B::CLASSES),
            (
                "distances to the own king",
                &values.own_king_distance,
                DISTANCES,
            ),
            (
                "distances to the other king",
                &values.enemy_king_distance,
                DISTANCES,
            ),
        ] {
            check(what, lists.len(), roles)?;
            for list in lists {
                check(what, list.len(), expected)?;
            }
        }
        let within = |what, least, (one, other): (i16, i16)| {
            let most = MAX_WEIGHT;
            let wrong = [one, other]
                .into_iter()
                .find(|w| !(least..=most).contains(w));
            wrong.map_or(Ok(()), |found| {
                Err(ValuesError::Range {
                    what,
                    found,
                    least,
                    most,
                })
            })
        };
        for weight in values.weights() {
            within("weights", -MAX_WEIGHT, *weight)?;
        }
        within("margins", 0, values.margins)?;

        let tables = B::tables();
        let cells = tables.names.len();
        let mut psqt = Vec::with_capacity(2 * roles * cells);
        for side in Side::ALL {
            for role in 0..roles {
                let material = values.material[role];
                psqt.extend(tables.cells().map(|cell| {
                    let psqt = values.psqt[role][B::class(side, cell)];
                    (material.0 + psqt.0, material.1 + psqt.1)
                }));
            }
        }
        let middle = |weight: &Weight| Score::from(weight.0).midpoint(weight.1.into());
        let piece_values: Vec<Score> = values.material.iter().map(middle).collect();
        let mut evaluator = Self {
            cells,
            psqt,
            piece_values,
            own_king_distance: values.own_king_distance.concat(),
            enemy_king_distance: values.enemy_king_distance.concat(),
            mobility: values.mobility.clone(),
            king_attack: values.king_attack.clone(),
            xray_on_king: values.xray_on_king,
            protected_pawn: values.protected_pawn,
            threat_by_pawn: values.threat_by_pawn,
            passed_pawn: values.passed_pawn.clone(),
            pair: values.pair.clone(),
            tempo: values.tempo,
            margins: [values.margins.0.into(), values.margins.1.into()],
            distance: distances::<B>(),
            king_zone: king_zone::<B>(),
            max_phase: 1,
            stoppers: [Vec::new(), Vec::new()],
            steps_to_promotion: [Vec::new(), Vec::new()],
        };
        for side in Side::ALL {
            let (stoppers, steps) = promotion_paths::<B>(side);
            evaluator.stoppers[side.index()] = stoppers;
            evaluator.steps_to_promotion[side.index()] = steps;
        }
        evaluator.max_phase = evaluator.accumulator(&Position::start()).phase.max(1);
        Ok(evaluator)
    }

    /// What the strongest piece but the king is worth, in hundredths of a pawn.
    #[must_use]
    pub fn max_piece_value(&self) -> Score {
        let roles = (0..B::ROLES.len()).map(|role| Role::new(role as u8));
        roles
            .filter(|role| !rules_of::<B>(*role).royal)
            .map(|role| self.piece_value(role))
            .max()
            .unwrap_or(0)
    }

    /// What a piece is worth, between the middle and the end of the game, in
    /// hundredths of a pawn.
    #[must_use]
    pub fn piece_value(&self, role: Role) -> Score {
        if rules_of::<B>(role).royal {
            return 10_000;
        }
        self.piece_values[role.index()]
    }

    /// Steps of a king from one cell to another.
    #[must_use]
    pub fn distance(&self, from: Cell, to: Cell) -> i32 {
        self.distance[from.index() * self.cells + to.index()].into()
    }

    /// The accumulator of a position, from scratch.
    #[must_use]
    pub fn accumulator(&self, position: &Position<B>) -> Accumulator {
        let mut accumulator = Accumulator {
            pieces: Pair::default(),
            phase: 0,
        };
        let kings = kings(position);
        for side in Side::ALL {
            for role in (0..B::ROLES.len()).map(|role| Role::new(role as u8)) {
                for cell in position.pieces(side, role).cells() {
                    self.count(&mut accumulator, side, role, cell, kings, 1);
                }
            }
        }
        accumulator
    }

    /// The accumulator after a move.
    #[inline]
    #[must_use]
    pub fn accumulator_after(
        &self,
        accumulator: &Accumulator,
        before: &Position<B>,
        mv: Move,
        after: &Position<B>,
    ) -> Accumulator {
        let (side, Some(role)) = (before.turn(), before.role_at(mv.from)) else {
            return self.accumulator(after);
        };
        // Distances change to every piece, and castling moves another.
        if rules_of::<B>(role).royal {
            return self.accumulator(after);
        }
        let mut accumulator = *accumulator;
        let kings = kings(after);
        let becomes = mv.promotion().unwrap_or(role);
        self.count(&mut accumulator, side, role, mv.from, kings, -1);
        self.count(&mut accumulator, side, becomes, mv.to, kings, 1);
        if let Some(cell) = before.captured_cell(mv)
            && let Some(taken) = before.role_at(cell)
        {
            self.count(&mut accumulator, !side, taken, cell, kings, -1);
        }
        accumulator
    }

    #[inline]
    fn count(
        &self,
        accumulator: &mut Accumulator,
        side: Side,
        role: Role,
        cell: Cell,
        kings: [Option<Cell>; 2],
        times: i32,
    ) {
        accumulator.phase += times * B::PHASE[role.index()];
        self.add_piece(&mut accumulator.pieces, side, role, cell, kings, times);
    }

    #[inline]
    fn add_piece(
        &self,
        sink: &mut impl Sink,
        side: Side,
        role: Role,
        cell: Cell,
        kings: [Option<Cell>; 2],
        times: i32,
    ) {
        let (side_index, role) = (side.index(), role.index());
        let signed = times * side_sign(side);
        let psqt = (side_index * B::ROLES.len() + role) * self.cells + cell.index();
        sink.add(Term::Psqt(psqt), self.psqt[psqt], signed);
        if let Some(king) = kings[side_index] {
            let at = self.by_distance(role, cell, king);
            sink.add(
                Term::OwnKingDistance(at),
                self.own_king_distance[at],
                signed,
            );
        }
        if let Some(king) = kings[1 - side_index] {
            let at = self.by_distance(role, cell, king);
            sink.add(
                Term::EnemyKingDistance(at),
                self.enemy_king_distance[at],
                signed,
            );
        }
    }

    /// How often each weight counts in a position.
    #[must_use]
    pub fn trace(&self, position: &Position<B>) -> Trace {
        let mut tracer = Tracer::<B>::new(self.cells);
        let kings = kings(position);
        for side in Side::ALL {
            for role in (0..B::ROLES.len()).map(|role| Role::new(role as u8)) {
                for cell in position.pieces(side, role).cells() {
                    self.add_piece(&mut tracer, side, role, cell, kings, 1);
                }
            }
        }
        self.add_terms(position, &mut tracer, |_| false);
        let phase = self.accumulator(position).phase.clamp(0, self.max_phase);
        let terms = tracer.counts.into_iter().enumerate();
        Trace {
            terms: terms.filter(|(_, times)| *times != 0).collect(),
            phase: f64::from(phase) / f64::from(self.max_phase),
        }
    }

    #[inline]
    fn by_distance(&self, role: usize, cell: Cell, king: Cell) -> usize {
        let distance = self.distance[cell.index() * self.cells + king.index()];
        role * DISTANCES + usize::from(distance).min(DISTANCES - 1)
    }

    /// The score of a position, with its accumulator, for the side to move.
    ///
    /// Where what is summed up so far is outside `alpha` to `beta` by far, the
    /// rest is not looked at.
    #[must_use]
    pub fn score(
        &self,
        position: &Position<B>,
        accumulator: &Accumulator,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let sign = side_sign(position.turn());
        let (mut pair, mut score) = (accumulator.pieces, 0);
        let margins = &mut self.margins.iter();
        self.add_terms(position, &mut pair, |pair| {
            score = sign * self.taper(*pair, accumulator.phase);
            margins
                .next()
                .is_some_and(|margin| score + margin <= alpha || score - margin >= beta)
        });
        score
    }

    /// By how much a position's score differs while some terms are not counted:
    /// see [`Values::margins`].
    #[must_use]
    pub fn lazy_errors(&self, position: &Position<B>) -> [Score; 2] {
        let accumulator = self.accumulator(position);
        let (mut pair, mut scores) = (accumulator.pieces, Vec::with_capacity(3));
        self.add_terms(position, &mut pair, |pair| {
            scores.push(self.taper(*pair, accumulator.phase));
            false
        });
        [0, 1].map(|stage| (scores[2] - scores[stage]).abs())
    }

    /// Tells a sink all terms but those of single pieces, the cheap ones first.
    /// After each of three stages it is asked whether that `is_enough`.
    #[inline]
    fn add_terms<S: Sink>(
        &self,
        position: &Position<B>,
        sink: &mut S,
        mut is_enough: impl FnMut(&S) -> bool,
    ) {
        sink.add(Term::Tempo, self.tempo, side_sign(position.turn()));
        if is_enough(sink) {
            return;
        }
        self.add_xrays(position, sink);
        self.add_pairs(position, sink);
        let by_pawns = self.add_pawns(position, sink);
        if is_enough(sink) {
            return;
        }
        self.add_mobility(position, by_pawns, sink);
        is_enough(sink);
    }

    /// Where sliders aim at a king.
    fn add_xrays(&self, position: &Position<B>, sink: &mut impl Sink) {
        for side in Side::ALL {
            let aims = position.aims(!side) as i32;
            sink.add(Term::XrayOnKing, self.xray_on_king, side_sign(side) * aims);
        }
    }

    /// What pieces reach; `by_pawns` is where each side's pawns take.
    fn add_mobility<S: Sink>(&self, position: &Position<B>, by_pawns: [B::Set; 2], sink: &mut S) {
        let kings = kings(position);
        for side in Side::ALL {
            let sign = side_sign(side);
            let hindered = position.by_side(side).or(by_pawns[(!side).index()]);
            let king_zone =
                kings[(!side).index()].map_or(B::Set::EMPTY, |king| self.king_zone[king.index()]);
            for index in 0..B::ROLES.len() {
                let role = Role::new(index as u8);
                let rules = rules_of::<B>(role);
                if rules.royal || rules.resets_halfmove_clock {
                    continue;
                }
                let (mobility, king_attack) = (self.mobility[index], self.king_attack[index]);
                let (counts_free, counts_near) = (S::needs(mobility), S::needs(king_attack));
                if !counts_free && !counts_near {
                    continue;
                }
                let (mut free, mut near) = (0, 0);
                for cell in position.pieces(side, role).cells() {
                    let reached = position.attacks_from(cell, Piece { side, role });
                    if counts_free {
                        free += reached.without(hindered).len();
                    }
                    let hits = reached.and(king_zone);
                    if counts_near && !hits.is_empty() {
                        near += hits.len();
                    }
                }
                sink.add(Term::Mobility(index), mobility, sign * free as i32);
                sink.add(Term::KingAttack(index), king_attack, sign * near as i32);
            }
        }
    }

    /// What pawns guard and attack, and those that nothing can stop. The cells
    /// where each side's pawns take.
    fn add_pawns<S: Sink>(&self, position: &Position<B>, sink: &mut S) -> [B::Set; 2] {
        let rules = rules_of::<B>(Role::PAWN);
        let mut all = [B::Set::EMPTY; 2];
        let Some(takes) = rules.leaps else {
            return all;
        };
        let tables = B::tables();
        for side in Side::ALL {
            let sign = side_sign(side);
            let (pawns, theirs) = (
                position.pieces(side, Role::PAWN),
                position.pieces(!side, Role::PAWN),
            );
            let mut attacked = B::Set::EMPTY;
            for cell in pawns.cells() {
                attacked = attacked.or(tables.leaps(takes[side.index()], cell));
                if rules.promotes.is_empty() {
                    continue;
                }
                let stoppers = self.stoppers[side.index()][cell.index()];
                if stoppers.and(theirs).is_empty() {
                    let steps = usize::from(self.steps_to_promotion[side.index()][cell.index()]);
                    let steps = steps.min(DISTANCES - 1);
                    sink.add(Term::PassedPawn(steps), self.passed_pawn[steps], sign);
                }
            }
            if S::needs(self.protected_pawn) {
                let protected_pawn = attacked.and(pawns).len() as i32;
                sink.add(
                    Term::ProtectedPawn,
                    self.protected_pawn,
                    sign * protected_pawn,
                );
            }
            if S::needs(self.threat_by_pawn) {
                let pieces = position.by_side(!side).without(theirs);
                let threats = attacked.and(pieces).len() as i32;
                sink.add(Term::ThreatByPawn, self.threat_by_pawn, sign * threats);
            }
            all[side.index()] = attacked;
        }
        all
    }

    /// Two or more of a kind.
    fn add_pairs<S: Sink>(&self, position: &Position<B>, sink: &mut S) {
        let pairs = self.pair.iter().enumerate();
        for (index, weight) in pairs.filter(|(_, weight)| S::needs(**weight)) {
            for side in Side::ALL {
                let count = position.pieces(side, Role::new(index as u8)).len();
                let times = side_sign(side) * i32::from(count > 1);
                sink.add(Term::Pair(index), *weight, times);
            }
        }
    }

    fn taper(&self, pair: Pair, phase: i32) -> Score {
        let phase = phase.clamp(0, self.max_phase);
        let [middle, end] = [(pair.0, phase), (pair.1, self.max_phase - phase)]
            .map(|(sum, part)| i64::from(sum) * i64::from(part));
        ((middle + end) / i64::from(self.max_phase)) as Score
    }
}

fn kings<B: Board>(position: &Position<B>) -> [Option<Cell>; 2] {
    Side::ALL.map(|side| position.royal(side))
}

/// For each cell: it and where a king on it steps.
fn king_zone<B: Board>() -> Vec<B::Set> {
    let tables = B::tables();
    let leaps = B::ROYAL.and_then(|role| rules_of::<B>(role).leaps);
    let steps = |cell| leaps.map_or(B::Set::EMPTY, |leaps| tables.leaps(leaps[0], cell));
    tables
        .cells()
        .map(|cell| B::Set::single(cell).or(steps(cell)))
        .collect()
}

/// Steps from each cell to each other by the leaps of the royal piece. Zero
/// where there is no royal piece.
fn distances<B: Board>() -> Vec<u8> {
    let tables = B::tables();
    let cells = tables.names.len();
    let mut distances = vec![0; cells * cells];
    let Some(table) = B::ROYAL.and_then(|role| rules_of::<B>(role).leaps) else {
        return distances;
    };
    for start in tables.cells() {
        let (mut seen, mut ring) = (B::Set::single(start), B::Set::single(start));
        for distance in 1_u8.. {
            ring = ring
                .cells()
                .fold(B::Set::EMPTY, |all, cell| {
                    all.or(tables.leaps(table[0], cell))
                })
                .without(seen);
            if ring.is_empty() {
                break;
            }
            seen = seen.or(ring);
            for cell in ring.cells() {
                distances[start.index() * cells + cell.index()] = distance;
            }
        }
    }
    distances
}

/// For a pawn of a side on each cell: where hostile pawns could stop it, and
/// its steps to promotion.
fn promotion_paths<B: Board>(side: Side) -> (Vec<B::Set>, Vec<u8>) {
    let tables = B::tables();
    let rules = rules_of::<B>(Role::PAWN);
    let (Some(steps), Some(takes)) = (rules.steps, rules.leaps) else {
        let cells = tables.names.len();
        return (vec![B::Set::EMPTY; cells], vec![0; cells]);
    };
    let way = |cell: Cell| {
        let (mut stoppers, mut ring, mut count) = (B::Set::EMPTY, B::Set::single(cell), 0);
        while !ring.is_empty() && ring.and(tables.promotion[side.index()]).is_empty() {
            ring = ring.cells().fold(B::Set::EMPTY, |all, cell| {
                all.or(tables.leaps(steps[side.index()], cell))
            });
            let takers = ring.cells().fold(ring, |all, cell| {
                all.or(tables.leaps_to(takes[(!side).index()], cell))
            });
            stoppers = stoppers.or(takers);
            count += 1;
        }
        (stoppers, count)
    };
    tables.cells().map(way).unzip()
}
