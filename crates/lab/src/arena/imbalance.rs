//! Start positions with different material: queen against two rooks, the exchange, a piece against
//! pawns. They rarely arise from the start position, whose games therefore reveal little about
//! relative piece values.

use oorandom::Rand64;

use icochess_engine::Evaluated;
use icochess_rules::{CellSet, Position, Role, Side, rules_of};

/// Maximum difference between the sides in [`Evaluated::PHASE`]. On the usual boards, the limit
/// allows a rook for a knight, but not a queen for nothing.
const MAX_PHASE_DIFFERENCE: i32 = 1;
/// Maximum difference in the number of pawns.
const MAX_PAWN_DIFFERENCE: i32 = 3;
/// Maximum number of attempts.
const TRIES: u32 = 1000;

/// Removes pieces from the start position so that the sides have different but similar material.
/// Returns the start position if no such position is found.
pub(super) fn imbalanced<B: Evaluated>(rng: &mut Rand64) -> Position<B> {
    let start = Position::<B>::start();
    // Chooses kinds with equal probability; otherwise queens would differ in only one of ten
    // positions.
    let kinds: Vec<usize> = (0..B::ROLES.len())
        .filter(|kind| B::PHASE[*kind] > 0)
        .collect();
    let kind = kinds[rng.rand_range(0..kinds.len() as u64) as usize];
    (0..TRIES)
        .find_map(|_| thinned(&start, kind, rng))
        .unwrap_or(start)
}

/// Removes random pieces from a position. Returns `None` if the result is invalid, both sides keep
/// the same number of `kind`, or the total material differs too much.
fn thinned<B: Evaluated>(
    start: &Position<B>,
    kind: usize,
    rng: &mut Rand64,
) -> Option<Position<B>> {
    let mut setup = start.setup();
    let mut below = |end: usize| rng.rand_range(0..end as u64) as usize;
    // Removes equal numbers from both sides, so that imbalances occur with many pieces and with
    // few.
    let thin = below(3);
    let mut goes = vec![[0; 2]; B::ROLES.len()];
    for (role, goes) in goes.iter_mut().enumerate() {
        let role = Role::new(role as u8);
        let rules = rules_of::<B>(role);
        if rules.royal {
            continue;
        }
        let there = start.pieces(Side::White, role).len() as usize;
        let both = (0..there).filter(|_| below(4) < thin).count();
        *goes = [both; 2];
        for goes in goes {
            // Each remaining piece is removed from one side with probability one third.
            *goes += (both..there).filter(|_| below(3) == 0).count();
        }
    }
    let differ = |of: &dyn Fn(usize) -> i32| -> i32 {
        let each = goes.iter().enumerate();
        each.map(|(role, goes)| of(role) * (goes[0] as i32 - goes[1] as i32))
            .sum()
    };
    let phase = differ(&|role| B::PHASE[role]);
    let pawns = differ(&|role| i32::from(B::ROLES[role].is_pawn));
    let same = goes[kind][0] == goes[kind][1];
    if same || phase.abs() > MAX_PHASE_DIFFERENCE || pawns.abs() > MAX_PAWN_DIFFERENCE {
        return None;
    }
    for (role, goes) in goes.iter().enumerate() {
        for (side, goes) in Side::ALL.into_iter().zip(*goes) {
            for _ in 0..goes {
                let pieces = setup.pieces.iter().enumerate();
                let alike: Vec<usize> = pieces
                    .filter(|(_, (_, piece))| piece.side == side && piece.role.index() == role)
                    .map(|(index, _)| index)
                    .collect();
                let (cell, _) = setup.pieces.swap_remove(alike[below(alike.len())]);
                setup.unmoved.retain(|unmoved| *unmoved != cell);
            }
        }
    }
    Position::try_from_setup(&setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::{OnEvaluated, Variant};

    struct Differ;

    impl OnEvaluated for Differ {
        type Output = ();

        fn run<B: Evaluated>(self) {
            differ::<B>();
        }
    }

    fn differ<B: Evaluated>() {
        let mut rng = Rand64::new(1);
        let mut seen = 0;
        for _ in 0..100 {
            let position = imbalanced::<B>(&mut rng);
            let counts = |side| {
                let roles = (0..B::ROLES.len()).map(|role| Role::new(role as u8));
                roles
                    .map(|role| position.pieces(side, role).len() as i32)
                    .collect::<Vec<_>>()
            };
            let [white, black] = Side::ALL.map(counts);
            assert_ne!(white, black, "{position}");
            let phase = |counts: &[i32]| -> i32 {
                counts
                    .iter()
                    .zip(B::PHASE)
                    .map(|(n, phase)| n * phase)
                    .sum()
            };
            assert!((phase(&white) - phase(&black)).abs() <= MAX_PHASE_DIFFERENCE);
            let kinds = 0..B::ROLES.len();
            let queen = kinds.max_by_key(|kind| B::PHASE[*kind]).unwrap();
            seen += usize::from(white[queen] != black[queen]);
        }
        // In some positions, the strongest piece faces other pieces.
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn sides_have_different_but_similar_material() {
        for variant in Variant::ALL {
            variant.on_evaluated(Differ);
        }
    }
}
