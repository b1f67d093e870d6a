//! Evaluation weights, as stored in files.

use serde::{Deserialize, Serialize};

/// Middle-game and endgame weight, in hundredths of a pawn.
pub type Weight = (i16, i16);

/// Number of king distances with their own weight. Longer distances have the weight of the last
/// one.
pub const DISTANCES: usize = 8;

/// Number of piece counts with their own weight, on boards with extinction rules. Higher counts
/// have the weight of the last one.
pub const KIND_COUNTS: usize = 8;

/// Maximum allowed weight in hundredths of a pawn; more than two queens on any known board.
pub const MAX_WEIGHT: i16 = 5000;

/// Evaluation weights of a board. Lists by role are in the order of
/// [`Equipment::ROLES`](icochess_rules::Equipment::ROLES).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Values {
    /// Source of the weights: games, date, command.
    pub source: String,
    /// Piece values, by role.
    pub material: Vec<Weight>,
    /// Piece-square tables: a bonus by role, then by class of cell.
    pub psqt: Vec<Vec<Weight>>,
    /// Weights by role, then by distance to the own king.
    pub own_king_distance: Vec<Vec<Weight>>,
    /// Weights by role, then by distance to the enemy king.
    pub enemy_king_distance: Vec<Vec<Weight>>,
    /// Weight of each attacked cell, by role. Excludes cells with pieces of the same side and cells
    /// attacked by enemy pawns.
    pub mobility: Vec<Weight>,
    /// Weight of each attacked cell of the enemy king zone (the king and its neighbours), by role.
    /// On boards without kings, weight of each attacked piece of the enemy's rarest kind.
    pub king_attack: Vec<Weight>,
    /// Weight of each line on which a slider aims at the enemy king through at most one piece.
    pub xray_on_king: Weight,
    /// For a pawn protected by a pawn.
    pub protected_pawn: Weight,
    /// Weight of an enemy piece, other than a pawn, that a pawn attacks.
    pub threat_by_pawn: Weight,
    /// Weight of a passed pawn, by its steps to promotion.
    pub passed_pawn: Vec<Weight>,
    /// Weight of two or more pieces of one role, by role.
    pub pair: Vec<Weight>,
    /// For the side to move.
    pub tempo: Weight,
    /// On boards with extinction rules: weight of each kind, by its surplus over the losing count.
    /// Index 0 means one piece more than the losing count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kind_counts: Vec<Weight>,
    /// For the kind with the smallest surplus, indexed like `kind_counts`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rarest_kind: Vec<Weight>,
    /// Margins of the lazy evaluation: bounds on the score error in 19 of 20 positions. The first
    /// applies when only material, piece-square tables, distances and tempo are counted; the second
    /// when only mobility and king attacks are missing.
    pub margins: (i16, i16),
}

impl Values {
    /// Returns all weights, in the order of [`weights_mut`](Self::weights_mut).
    pub fn weights(&self) -> Vec<Weight> {
        // A copy spares a second list of the fields.
        let mut copy = self.clone();
        copy.weights_mut().map(|weight| *weight).collect()
    }

    /// Iterates over all weights in the order of the fields, as a [`Trace`](super::Trace) indexes
    /// them. Nested lists are flattened.
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

    /// Checks the list lengths against a board's numbers of roles, cell classes and kind counts,
    /// and the numbers against their bounds.
    ///
    /// # Errors
    ///
    /// [`ValuesError`] for the first list or number that fails.
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
        let within = |what, minimum, (one, other): (i16, i16)| {
            let maximum = MAX_WEIGHT;
            let wrong = [one, other]
                .into_iter()
                .find(|w| !(minimum..=maximum).contains(w));
            wrong.map_or(Ok(()), |found| {
                Err(ValuesError::Range {
                    what,
                    found,
                    minimum,
                    maximum,
                })
            })
        };
        for weight in self.weights() {
            within("weights", -MAX_WEIGHT, weight)?;
        }
        within("margins", 0, self.margins)
    }
}

/// Invalid evaluation values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValuesError {
    /// A list of the wrong length.
    #[error("the values have {found} {what}, expected {expected}")]
    Length {
        /// The name of the list.
        what: &'static str,
        /// The length of the list.
        found: usize,
        /// The length that the board requires.
        expected: usize,
    },
    /// A number outside the sane bounds.
    #[error("the values have {found} among the {what}, expected {minimum} to {maximum}")]
    Range {
        /// The name of the list or weight.
        what: &'static str,
        /// The number, in hundredths of a pawn.
        found: i16,
        /// The minimum allowed number.
        minimum: i16,
        /// The maximum allowed number.
        maximum: i16,
    },
}
