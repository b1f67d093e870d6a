//! Reductions of late moves.

use std::sync::LazyLock;

/// Maximum depth and move number with their own reduction, plus one.
const REDUCTION_TABLE_SIZE: usize = 64;

/// Reductions of late quiet moves in plies, by depth and move number.
static REDUCTIONS: LazyLock<[[u8; REDUCTION_TABLE_SIZE]; REDUCTION_TABLE_SIZE]> =
    LazyLock::new(|| {
        let ln = |number: usize| (number.max(1) as f64).ln();
        std::array::from_fn(|depth| {
            std::array::from_fn(|count| (0.5 + ln(depth) * ln(count) / 2.0) as u8)
        })
    });

/// Returns the reduction of the `count`-th move at a depth, in plies.
#[inline]
pub(super) fn base_reduction(depth: i32, count: i32) -> i32 {
    let last = REDUCTION_TABLE_SIZE as i32 - 1;
    REDUCTIONS[depth.clamp(0, last) as usize][count.clamp(0, last) as usize].into()
}
