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

use super::score::Score;
use super::techniques::{Technique, Techniques};
use crate::rules::{
    Board, Cell, CellSet, Chess, Icochess, Move, Piece, Position, Role, Side, rules_of,
};

/// Weights for the middle and the end of the game, in hundredths of a pawn.
pub type Weight = (i16, i16);

/// Distances to a king that are told apart; farther ones count as the last.
pub const DISTANCES: usize = 8;

/// The weights of a board's evaluation. Lists by role are in the order of
/// [`Board::ROLES`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Values {
    /// Where they come from: games, date, command.
    pub source: String,
    /// What a piece is worth.
    pub material: Vec<Weight>,
    /// What it is worth more on a class of cells: by role, by class.
    pub place: Vec<Vec<Weight>>,
    /// By role, by distance to the own king.
    pub own_king: Vec<Vec<Weight>>,
    /// By role, by distance to the other king.
    pub other_king: Vec<Vec<Weight>>,
    /// For each cell that a piece reaches, by role; not for those where an own
    /// piece stands or a hostile pawn takes.
    pub mobility: Vec<Weight>,
    /// For each cell that a piece reaches beside or under the other king, by
    /// role.
    pub siege: Vec<Weight>,
    /// For each line on which a slider aims at the other king, nothing or one
    /// piece between.
    pub aim: Weight,
    /// For a pawn that a pawn guards.
    pub guarded: Weight,
    /// For a hostile piece, not a pawn, that a pawn attacks.
    pub threat: Weight,
    /// For a pawn that nothing can stop, by the steps it has to go.
    pub passed: Vec<Weight>,
    /// For two or more of a kind, by role.
    pub pair: Vec<Weight>,
    /// For having the move.
    pub tempo: Weight,
    /// By how much the score differs at most in 19 of 20 positions while only
    /// material, places, distances and tempo are counted, and while all but
    /// mobility and siege are.
    pub margins: (i16, i16),
}

impl Values {
    /// All weights in one row, the order of a [`Trace`]: `material`, `place`,
    /// `own_king`, `other_king`, `mobility`, `siege`, `aim`, `guarded`, `threat`,
    /// `passed`, `pair`, `tempo`; lists of lists by their first list first.
    pub fn weights(&self) -> impl Iterator<Item = &Weight> {
        let lists = [&self.place, &self.own_king, &self.other_king];
        self.material
            .iter()
            .chain(lists.into_iter().flatten().flatten())
            .chain(&self.mobility)
            .chain(&self.siege)
            .chain([&self.aim, &self.guarded, &self.threat])
            .chain(&self.passed)
            .chain(&self.pair)
            .chain([&self.tempo])
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut Weight> {
        let lists = [&mut self.place, &mut self.own_king, &mut self.other_king];
        self.material
            .iter_mut()
            .chain(lists.into_iter().flatten().flatten())
            .chain(&mut self.mobility)
            .chain(&mut self.siege)
            .chain([&mut self.aim, &mut self.guarded, &mut self.threat])
            .chain(&mut self.passed)
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
    /// order of [`Board::ROLES`]. These do not follow [`VALUES`](Self::VALUES): a fit
    /// that moved them with the worths could make up for a wrong worth in the middle
    /// of the game by one that is as wrong at the end.
    const PHASE: &'static [i32];

    /// What a pawn is worth, in the middle and at the end of the game together, in
    /// the values with which the margins of the search were set.
    const MARGIN_PAWN: Score;

    /// The class of a cell for a side's pieces.
    fn class(side: Side, cell: Cell) -> usize;

    /// The class of the cells that mirror those of a class, where the halves of
    /// the board are alike.
    #[must_use]
    fn mirror(class: usize) -> usize {
        class
    }

    /// The parts of the search that bring something on this board, by the matches
    /// that [`techniques`](super::techniques) tells of.
    const TECHNIQUES: Techniques = Techniques::ALL;

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
    const MARGIN_PAWN: Score = 114;
    const TECHNIQUES: Techniques = Techniques::ALL.without(Technique::LatePruning);

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
    const MARGIN_PAWN: Score = 240;

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
pub const MOST_WEIGHT: i16 = 5000;

/// A pair of sums for the middle and the end of the game, White less Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair(i32, i32);

/// Which weight a term is of.
#[derive(Clone, Copy)]
enum Term {
    /// Material and place, by the index in [`Evaluator::base`].
    Base(usize),
    OwnKing(usize),
    OtherKing(usize),
    Mobility(usize),
    Siege(usize),
    Aim,
    Guarded,
    Threat,
    Passed(usize),
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
    pub middle: f64,
}

impl Trace {
    /// The score for White with some weights, in hundredths of a pawn.
    #[must_use]
    pub fn score(&self, weights: &[[f64; 2]]) -> f64 {
        let [middle, end] = self.terms.iter().fold([0.0; 2], |sum, &(index, times)| {
            let times = f64::from(times);
            [0, 1].map(|part| sum[part] + times * weights[index][part])
        });
        middle * self.middle + end * (1.0 - self.middle)
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
    pub place: usize,
    /// By role and distance.
    pub own_king: usize,
    /// By role and distance.
    pub other_king: usize,
    /// By role; the first of the terms that are left.
    pub mobility: usize,
    siege: usize,
    aim: usize,
    passed: usize,
    pair: usize,
    tempo: usize,
}

impl Offsets {
    /// That of a board.
    #[must_use]
    pub const fn of<B: Evaluated>() -> Self {
        let place = B::ROLES.len();
        let own_king = place + place * B::CLASSES;
        let other_king = own_king + place * DISTANCES;
        let mobility = other_king + place * DISTANCES;
        let siege = mobility + place;
        let aim = siege + place;
        let passed = aim + 3;
        let pair = passed + DISTANCES;
        let tempo = pair + place;
        Self {
            place,
            own_king,
            other_king,
            mobility,
            siege,
            aim,
            passed,
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
            Term::Base(base) => {
                let roles = B::ROLES.len();
                let (side_and_role, cell) = (base / self.cells, base % self.cells);
                let (side, role) = (side_and_role / roles, side_and_role % roles);
                let class = B::class(Side::ALL[side], Cell::new(cell as u8));
                begins.place + role * B::CLASSES + class
            }
            Term::OwnKing(at) => begins.own_king + at,
            Term::OtherKing(at) => begins.other_king + at,
            Term::Mobility(role) => begins.mobility + role,
            Term::Siege(role) => begins.siege + role,
            Term::Aim => begins.aim,
            Term::Guarded => begins.aim + 1,
            Term::Threat => begins.aim + 2,
            Term::Passed(steps) => begins.passed + steps,
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
        if let Term::Base(base) = term {
            // Material and place are one weight in the evaluator.
            self.counts[base / self.cells % B::ROLES.len()] += times;
        }
        let index = self.index(term);
        self.counts[index] += times;
    }
}

/// The sums of a position that a move changes little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    pieces: Pair,
    /// How much of the middle of the game is left.
    phase: i32,
}

/// [`Values`] laid out for speed, with what the board's shape adds.
#[derive(Clone, Debug)]
pub struct Evaluator<B: Board> {
    cells: usize,
    /// `[(side * roles + role) * cells + cell]`: material and place.
    base: Vec<Weight>,
    /// Between the middle and the end of the game, by role.
    worth: Vec<Score>,
    /// As [`Evaluated::MARGIN_PAWN`], in these values.
    margin_pawn: Score,
    /// `[role * DISTANCES + distance]`.
    own_king: Vec<Weight>,
    other_king: Vec<Weight>,
    mobility: Vec<Weight>,
    siege: Vec<Weight>,
    aim: Weight,
    guarded: Weight,
    threat: Weight,
    passed: Vec<Weight>,
    pair: Vec<Weight>,
    tempo: Weight,
    margins: [Score; 2],
    /// `[cell * cells + king]`, as the king walks.
    distance: Vec<u8>,
    /// By cell: it and where a king on it steps.
    beside: Vec<B::Set>,
    /// [`Evaluated::PHASE`] of all pieces at the start.
    full_phase: i32,
    /// By side and cell: where no hostile pawn may be for a pawn to pass.
    stoppers: [Vec<B::Set>; 2],
    /// By side and cell: steps to promotion.
    steps: [Vec<u8>; 2],
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
    /// distance or step, a weight is beyond [`MOST_WEIGHT`], or a margin is below zero.
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
        check("sieges", values.siege.len(), roles)?;
        check("pairs", values.pair.len(), roles)?;
        check("steps of passed pawns", values.passed.len(), DISTANCES)?;
        for (what, lists, expected) in [
            ("places", &values.place, B::CLASSES),
            ("distances to the own king", &values.own_king, DISTANCES),
            ("distances to the other king", &values.other_king, DISTANCES),
        ] {
            check(what, lists.len(), roles)?;
            for list in lists {
                check(what, list.len(), expected)?;
            }
        }
        let within = |what, least, (one, other): (i16, i16)| {
            let most = MOST_WEIGHT;
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
            within("weights", -MOST_WEIGHT, *weight)?;
        }
        within("margins", 0, values.margins)?;

        let tables = B::tables();
        let cells = tables.names.len();
        let mut base = Vec::with_capacity(2 * roles * cells);
        for side in Side::ALL {
            for role in 0..roles {
                let material = values.material[role];
                base.extend(tables.cells().map(|cell| {
                    let place = values.place[role][B::class(side, cell)];
                    (material.0 + place.0, material.1 + place.1)
                }));
            }
        }
        let middle = |weight: &Weight| Score::from(weight.0).midpoint(weight.1.into());
        let worth: Vec<Score> = values.material.iter().map(middle).collect();
        let pawn = values.material[Role::PAWN.index()];
        let mut evaluator = Self {
            cells,
            base,
            worth,
            margin_pawn: Score::from(pawn.0) + Score::from(pawn.1),
            own_king: values.own_king.concat(),
            other_king: values.other_king.concat(),
            mobility: values.mobility.clone(),
            siege: values.siege.clone(),
            aim: values.aim,
            guarded: values.guarded,
            threat: values.threat,
            passed: values.passed.clone(),
            pair: values.pair.clone(),
            tempo: values.tempo,
            margins: [values.margins.0.into(), values.margins.1.into()],
            distance: distances::<B>(),
            beside: beside::<B>(),
            full_phase: 1,
            stoppers: [Vec::new(), Vec::new()],
            steps: [Vec::new(), Vec::new()],
        };
        for side in Side::ALL {
            let (stoppers, steps) = promotion_ways::<B>(side);
            evaluator.stoppers[side.index()] = stoppers;
            evaluator.steps[side.index()] = steps;
        }
        evaluator.full_phase = evaluator.sums(&Position::start()).phase.max(1);
        Ok(evaluator)
    }

    /// What the strongest piece but the king is worth, in hundredths of a pawn.
    #[must_use]
    pub fn strongest(&self) -> Score {
        let roles = (0..B::ROLES.len()).map(|role| Role::new(role as u8));
        roles
            .filter(|role| !rules_of::<B>(*role).royal)
            .map(|role| self.worth(role))
            .max()
            .unwrap_or(0)
    }

    /// What a piece is worth, between the middle and the end of the game, in
    /// hundredths of a pawn.
    #[must_use]
    pub fn worth(&self, role: Role) -> Score {
        if rules_of::<B>(role).royal {
            return 10_000;
        }
        self.worth[role.index()]
    }

    /// A margin of the search as it is in these values: so values of another scale
    /// are searched in the same way. At least one.
    #[must_use]
    pub fn margin(&self, margin: Score) -> Score {
        (margin * self.margin_pawn / B::MARGIN_PAWN).max(1)
    }

    /// Steps of a king from one cell to another.
    #[must_use]
    pub fn distance(&self, from: Cell, to: Cell) -> i32 {
        self.distance[from.index() * self.cells + to.index()].into()
    }

    /// The sums of a position, from scratch.
    #[must_use]
    pub fn sums(&self, position: &Position<B>) -> Sums {
        let mut sums = Sums {
            pieces: Pair::default(),
            phase: 0,
        };
        let kings = kings(position);
        for side in Side::ALL {
            for role in (0..B::ROLES.len()).map(|role| Role::new(role as u8)) {
                for cell in position.pieces(side, role).cells() {
                    self.count(&mut sums, side, role, cell, kings, 1);
                }
            }
        }
        sums
    }

    /// The sums after a move.
    #[inline]
    #[must_use]
    pub fn sums_after(
        &self,
        sums: &Sums,
        before: &Position<B>,
        mv: Move,
        after: &Position<B>,
    ) -> Sums {
        let (side, Some(role)) = (before.turn(), before.role_at(mv.from)) else {
            return self.sums(after);
        };
        // Distances change to every piece, and castling moves another.
        if rules_of::<B>(role).royal {
            return self.sums(after);
        }
        let mut sums = *sums;
        let kings = kings(after);
        let becomes = mv.promotion().unwrap_or(role);
        self.count(&mut sums, side, role, mv.from, kings, -1);
        self.count(&mut sums, side, becomes, mv.to, kings, 1);
        if let Some(cell) = before.captured_cell(mv)
            && let Some(taken) = before.role_at(cell)
        {
            self.count(&mut sums, !side, taken, cell, kings, -1);
        }
        sums
    }

    #[inline]
    fn count(
        &self,
        sums: &mut Sums,
        side: Side,
        role: Role,
        cell: Cell,
        kings: [Option<Cell>; 2],
        times: i32,
    ) {
        sums.phase += times * B::PHASE[role.index()];
        self.add_piece(&mut sums.pieces, side, role, cell, kings, times);
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
        let base = (side_index * B::ROLES.len() + role) * self.cells + cell.index();
        sink.add(Term::Base(base), self.base[base], signed);
        if let Some(king) = kings[side_index] {
            let at = self.by_distance(role, cell, king);
            sink.add(Term::OwnKing(at), self.own_king[at], signed);
        }
        if let Some(king) = kings[1 - side_index] {
            let at = self.by_distance(role, cell, king);
            sink.add(Term::OtherKing(at), self.other_king[at], signed);
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
        let phase = self.sums(position).phase.clamp(0, self.full_phase);
        let terms = tracer.counts.into_iter().enumerate();
        Trace {
            terms: terms.filter(|(_, times)| *times != 0).collect(),
            middle: f64::from(phase) / f64::from(self.full_phase),
        }
    }

    #[inline]
    fn by_distance(&self, role: usize, cell: Cell, king: Cell) -> usize {
        let distance = self.distance[cell.index() * self.cells + king.index()];
        role * DISTANCES + usize::from(distance).min(DISTANCES - 1)
    }

    /// The score of a position, with its sums, for the side to move.
    ///
    /// Where what is summed up so far is outside `alpha` to `beta` by far, the
    /// rest is not looked at.
    #[must_use]
    pub fn score(&self, position: &Position<B>, sums: &Sums, alpha: Score, beta: Score) -> Score {
        let sign = side_sign(position.turn());
        let (mut pair, mut score) = (sums.pieces, 0);
        let margins = &mut self.margins.iter();
        self.add_terms(position, &mut pair, |pair| {
            score = sign * self.blend(*pair, sums.phase);
            margins
                .next()
                .is_some_and(|margin| score + margin <= alpha || score - margin >= beta)
        });
        score
    }

    /// By how much a position's score differs while some terms are not counted:
    /// see [`Values::margins`].
    #[must_use]
    pub fn rests(&self, position: &Position<B>) -> [Score; 2] {
        let sums = self.sums(position);
        let (mut pair, mut scores) = (sums.pieces, Vec::with_capacity(3));
        self.add_terms(position, &mut pair, |pair| {
            scores.push(self.blend(*pair, sums.phase));
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
        self.add_aims(position, sink);
        self.add_pairs(position, sink);
        let by_pawns = self.add_pawns(position, sink);
        if is_enough(sink) {
            return;
        }
        self.add_reach(position, by_pawns, sink);
        is_enough(sink);
    }

    /// Where sliders aim at a king.
    fn add_aims(&self, position: &Position<B>, sink: &mut impl Sink) {
        for side in Side::ALL {
            let aims = position.aims(!side) as i32;
            sink.add(Term::Aim, self.aim, side_sign(side) * aims);
        }
    }

    /// What pieces reach; `by_pawns` is where each side's pawns take.
    fn add_reach<S: Sink>(&self, position: &Position<B>, by_pawns: [B::Set; 2], sink: &mut S) {
        let kings = kings(position);
        for side in Side::ALL {
            let sign = side_sign(side);
            let hindered = position.of(side).or(by_pawns[(!side).index()]);
            let beside =
                kings[(!side).index()].map_or(B::Set::EMPTY, |king| self.beside[king.index()]);
            for index in 0..B::ROLES.len() {
                let role = Role::new(index as u8);
                let rules = rules_of::<B>(role);
                if rules.royal || rules.resets_clock {
                    continue;
                }
                let (mobility, siege) = (self.mobility[index], self.siege[index]);
                let (counts_free, counts_near) = (S::needs(mobility), S::needs(siege));
                if !counts_free && !counts_near {
                    continue;
                }
                let (mut free, mut near) = (0, 0);
                for cell in position.pieces(side, role).cells() {
                    let reached = position.reached_from(cell, Piece { side, role });
                    if counts_free {
                        free += reached.without(hindered).len();
                    }
                    let hits = reached.and(beside);
                    if counts_near && !hits.is_empty() {
                        near += hits.len();
                    }
                }
                sink.add(Term::Mobility(index), mobility, sign * free as i32);
                sink.add(Term::Siege(index), siege, sign * near as i32);
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
                    let steps = usize::from(self.steps[side.index()][cell.index()]);
                    let steps = steps.min(DISTANCES - 1);
                    sink.add(Term::Passed(steps), self.passed[steps], sign);
                }
            }
            if S::needs(self.guarded) {
                let guarded = attacked.and(pawns).len() as i32;
                sink.add(Term::Guarded, self.guarded, sign * guarded);
            }
            if S::needs(self.threat) {
                let pieces = position.of(!side).without(theirs);
                let threats = attacked.and(pieces).len() as i32;
                sink.add(Term::Threat, self.threat, sign * threats);
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

    fn blend(&self, pair: Pair, phase: i32) -> Score {
        let phase = phase.clamp(0, self.full_phase);
        let [middle, end] = [(pair.0, phase), (pair.1, self.full_phase - phase)]
            .map(|(sum, part)| i64::from(sum) * i64::from(part));
        ((middle + end) / i64::from(self.full_phase)) as Score
    }
}

fn kings<B: Board>(position: &Position<B>) -> [Option<Cell>; 2] {
    Side::ALL.map(|side| position.royal(side))
}

/// For each cell: it and where a king on it steps.
fn beside<B: Board>() -> Vec<B::Set> {
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
fn promotion_ways<B: Board>(side: Side) -> (Vec<B::Set>, Vec<u8>) {
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
