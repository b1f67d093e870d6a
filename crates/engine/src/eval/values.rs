//! The weights of an evaluation, as files hold them.

use serde::{Deserialize, Serialize};

/// Weights for the middle and the end of the game, in hundredths of a pawn.
pub type Weight = (i16, i16);

/// Number of distances to a king with weights of their own; farther ones count as the last.
pub const DISTANCES: usize = 8;

/// Numbers of pieces of a kind that are told apart, where the loss of a kind loses; more
/// count as the last.
pub const KIND_COUNTS: usize = 8;

/// The most that a weight may be, in hundredths of a pawn: more than two queens
/// of any board known.
pub const MAX_WEIGHT: i16 = 5000;

/// The weights of a board's evaluation. Lists by role are in the order of
/// [`Equipment::ROLES`](icochess_rules::Equipment::ROLES).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Values {
    /// The source of the weights: games, date, command.
    pub source: String,
    /// The values of pieces, by role.
    pub material: Vec<Weight>,
    /// Piece-square tables: what a piece is worth more on a class of cells, by role,
    /// by class.
    pub psqt: Vec<Vec<Weight>>,
    /// Weights by role, then by distance to the own king.
    pub own_king_distance: Vec<Vec<Weight>>,
    /// Weights by role, then by distance to the other king.
    pub enemy_king_distance: Vec<Vec<Weight>>,
    /// For each cell that a piece reaches, by role; not for cells with an own piece, or where a
    /// hostile pawn captures.
    pub mobility: Vec<Weight>,
    /// For each cell that a piece reaches in the zone of the other king, beside or under it, by
    /// role. Without kings, for each attacked piece of the kind of which the other side has fewest.
    pub king_attack: Vec<Weight>,
    /// For each line on which a slider aims at the other king, nothing or one
    /// piece between.
    pub xray_on_king: Weight,
    /// For a pawn that a pawn protects.
    pub protected_pawn: Weight,
    /// For a hostile piece, not a pawn, that a pawn attacks.
    pub threat_by_pawn: Weight,
    /// For a passed pawn, which no hostile pawn can stop, by the steps it has to go.
    pub passed_pawn: Vec<Weight>,
    /// For two or more pieces of a role, by role.
    pub pair: Vec<Weight>,
    /// For the side to move.
    pub tempo: Weight,
    /// On boards where the loss of a kind of piece loses the game: for each of these kinds, by how
    /// many are left, from one more than too few on.
    #[serde(default)]
    pub kind_counts: Vec<Weight>,
    /// As `kind_counts`, for the one kind of which the fewest are left.
    #[serde(default)]
    pub rarest_kind: Vec<Weight>,
    /// Margins of the lazy evaluation: by how much the score differs at most in 19
    /// of 20 positions while only material, piece-square tables, distances and tempo
    /// are counted, and while all but mobility and king attack are.
    pub margins: (i16, i16),
}

impl Values {
    /// All weights in one row, in the order of a [`Trace`](super::Trace): that of the fields, with
    /// lists of lists joined.
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
            .chain(&self.kind_counts)
            .chain(&self.rarest_kind)
    }

    /// All weights in the same order, for changing.
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
            .chain(&mut self.kind_counts)
            .chain(&mut self.rarest_kind)
    }

    /// Checks the lengths of the lists against a board with so many roles, classes of cells and
    /// counts of kinds, and the numbers against sane bounds.
    ///
    /// # Errors
    ///
    /// [`ValuesError`] with the first that is not.
    pub(super) fn check(
        &self,
        roles: usize,
        classes: usize,
        kind_counts: usize,
    ) -> Result<(), ValuesError> {
        let length = |what, found, expected| {
            let error = ValuesError::Length {
                what,
                found,
                expected,
            };
            (found == expected).then_some(()).ok_or(error)
        };
        length("materials", self.material.len(), roles)?;
        length("mobilities", self.mobility.len(), roles)?;
        length("sieges", self.king_attack.len(), roles)?;
        length("pairs", self.pair.len(), roles)?;
        length("steps of passed pawns", self.passed_pawn.len(), DISTANCES)?;
        length("kinds", self.kind_counts.len(), kind_counts)?;
        length("rarest kinds", self.rarest_kind.len(), kind_counts)?;
        for (what, lists, expected) in [
            ("places", &self.psqt, classes),
            (
                "distances to the own king",
                &self.own_king_distance,
                DISTANCES,
            ),
            (
                "distances to the other king",
                &self.enemy_king_distance,
                DISTANCES,
            ),
        ] {
            length(what, lists.len(), roles)?;
            for list in lists {
                length(what, list.len(), expected)?;
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
        for weight in self.weights() {
            within("weights", -MAX_WEIGHT, *weight)?;
        }
        within("margins", 0, self.margins)
    }
}

/// An error in a set of values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValuesError {
    /// A list that is too long or too short.
    #[error("the values have {found} {what}, expected {expected}")]
    Length {
        /// The name of the list.
        what: &'static str,
        /// The length of the list.
        found: usize,
        /// The length that the board needs.
        expected: usize,
    },
    /// A number outside of all sane bounds.
    #[error("the values have {found} among the {what}, expected {least} to {most}")]
    Range {
        /// The name of the list or weight.
        what: &'static str,
        /// The number, in hundredths of a pawn.
        found: i16,
        /// The least allowed number.
        least: i16,
        /// The greatest allowed number.
        most: i16,
    },
}
