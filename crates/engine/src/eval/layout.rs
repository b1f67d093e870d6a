//! Conversion of weights from a file to the evaluator's layout.

use std::sync::Arc;

use super::evaluated::{Evaluated, kind_counts};
use super::evaluator::Evaluator;
use super::masks::{distances, king_zones, pawns, promotion_paths};
use super::network::Network;
use super::values::{Values, ValuesError, Weight};
use crate::score::Score;
use icochess_rules::{Position, Role, Side};

impl<B: Evaluated> Evaluator<B> {
    /// Creates the evaluator with the board's built-in weights and network.
    ///
    /// # Panics
    ///
    /// If [`Evaluated::VALUES`] don't fit the board. A test of each board ensures that they do.
    pub fn built_in() -> Self {
        let values = ron::from_str(B::VALUES).expect("the built-in values are RON");
        let evaluator = Self::new(&values).expect("the built-in values are those of the board");
        Self {
            network: (!B::NETWORK.is_empty()).then(Arc::default),
            ..evaluator
        }
    }

    /// Returns the network, if there is one.
    ///
    /// # Panics
    ///
    /// If [`Evaluated::NETWORK`] isn't a network of the board. A search of each board in the tests
    /// ensures that it is.
    pub fn network(&self) -> Option<&Network<B>> {
        let built_in = || Network::new(B::NETWORK).expect("the built-in network is the board's");
        self.network
            .as_ref()
            .map(|network| network.get_or_init(built_in))
    }

    /// Creates an evaluator from values.
    ///
    /// # Errors
    ///
    /// [`ValuesError`] if a list doesn't have one entry per role, class, distance or step, if a
    /// weight exceeds [`MAX_WEIGHT`](super::MAX_WEIGHT), or if a margin is negative.
    pub fn new(values: &Values) -> Result<Self, ValuesError> {
        let roles = B::ROLES.len();
        values.check(roles, B::CLASSES, kind_counts::<B>())?;
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
        let pawn = values.material[Role::PAWN.index()];
        let piece_values: Vec<Score> = values.material.iter().map(middle).collect();
        let mut evaluator = Self {
            cells,
            psqt,
            piece_values,
            material: values.material.clone(),
            margin_pawn: Score::from(pawn.0) + Score::from(pawn.1),
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
            kind_counts: values.kind_counts.clone(),
            rarest_kind: values.rarest_kind.clone(),
            margins: [values.margins.0.into(), values.margins.1.into()],
            distance: distances::<B>(),
            king_zone: king_zones::<B>(),
            max_phase: 1,
            stoppers: [Vec::new(), Vec::new()],
            steps_to_promotion: [Vec::new(), Vec::new()],
            network: None,
        };
        for side in Side::ALL {
            for role in pawns::<B>() {
                let (stoppers, steps) = promotion_paths::<B>(side, role);
                evaluator.stoppers[side.index()].extend(stoppers);
                evaluator.steps_to_promotion[side.index()].extend(steps);
            }
        }
        evaluator.max_phase = evaluator.accumulator(&Position::start()).phase.max(1);
        Ok(evaluator)
    }
}

impl<B: Evaluated> Evaluator<B> {
    /// Converts a search margin to the scale of these values, so that the scale doesn't change the
    /// search. Returns at least 1.
    pub fn margin(&self, margin: Score) -> Score {
        (margin * self.margin_pawn / B::MARGIN_PAWN).max(1)
    }

    /// Returns a part of a pawn's value midway between middle game and endgame.
    pub fn percent_of_pawn(&self, percent: Score) -> Score {
        percent * self.margin_pawn / 200
    }
}
