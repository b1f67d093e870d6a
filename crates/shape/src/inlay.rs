//! Inlays of the pieces in a contrasting colour: a ring round the foot, and a symbol on the head
//! for a view from above.
//!
//! Lengths are radii of the ball, as in the models. A symbol looks the same from either side: a
//! dot, a bar, a disc, a ring or a cross. Heads of combined pieces have both symbols.

use std::f32::consts::FRAC_1_SQRT_2;

use bevy_math::Vec2;

use super::piece::PieceKind;

/// Height of the ring above the tile on every piece, in radii of the ball.
pub const RING: f32 = 0.0295;

/// The head of a piece, which has its symbol.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Head {
    /// Lowest height of the head, in radii of the ball.
    pub from: f32,
    /// Half the side of the symbol's square as seen from above, centred on the axis, in radii of
    /// the ball.
    pub half: f32,
}

/// Returns the head of a kind.
pub const fn head(kind: PieceKind) -> Head {
    let (from, half) = match kind {
        PieceKind::Pawn => (0.145, 0.060),
        PieceKind::Bishop => (0.200, 0.060),
        PieceKind::Rook => (0.200, 0.080),
        PieceKind::Queen => (0.285, 0.080),
        PieceKind::King => (0.320, 0.070),
        PieceKind::MitredTower => (0.245, 0.070),
        PieceKind::Duchess => (0.185, 0.070),
        PieceKind::Governor => (0.200, 0.070),
        // Horses extend far forward.
        PieceKind::Knight | PieceKind::Cavalcade => (0.120, 0.125),
        PieceKind::Unicorn => (0.270, 0.125),
        PieceKind::Marshal => (0.190, 0.125),
        PieceKind::Cardinal => (0.240, 0.125),
    };
    Head { from, half }
}

/// Returns the signed distance of a point on a head from the edge of the symbol, in radii of the
/// ball; negative inside. `at` is the point as seen from above, to the right and in front of the
/// axis.
pub fn symbol(kind: PieceKind, at: Vec2) -> f32 {
    let bar = |across: f32, half: f32| across.abs() - half;
    let disc = |middle: Vec2, radius: f32| at.distance(middle) - radius;
    let ring = |inner: f32, outer: f32| (inner - at.length()).max(at.length() - outer);
    let slant = (at.x + at.y) * FRAC_1_SQRT_2;
    match kind {
        PieceKind::Pawn => disc(Vec2::ZERO, 0.019),
        PieceKind::Bishop => bar(slant, 0.015),
        // Floor of the well.
        PieceKind::Rook => disc(Vec2::ZERO, 0.046),
        // Coronet.
        PieceKind::Queen => ring(0.036, 0.070),
        PieceKind::King => bar(at.x, 0.013).min(bar(at.y, 0.013)),
        // From the muzzle to the mane.
        PieceKind::Knight => bar(at.x, 0.012),
        // Horn and brow.
        PieceKind::Unicorn => disc(Vec2::new(0.0, 0.045), 0.034),
        PieceKind::MitredTower => bar(slant.abs() - 0.027, 0.012),
        // Merlons, and the horn between them.
        PieceKind::Duchess => ring(0.041, 0.064).min(disc(Vec2::ZERO, 0.018)),
        PieceKind::Marshal => ring(0.041, 0.064).min(bar(at.x, 0.010)),
        PieceKind::Governor => at.x,
        PieceKind::Cardinal => bar(at.y, 0.017),
        // Both heads.
        PieceKind::Cavalcade => {
            disc(Vec2::new(0.0, 0.055), 0.024).min(disc(Vec2::new(0.0, -0.055), 0.024))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::height;

    #[test]
    fn every_head_has_a_symbol_and_a_plain_area() {
        for kind in PieceKind::ALL {
            let Head { from, half } = head(kind);
            assert!(RING < from && from < height(kind), "{kind:?}");
            let steps = -20..=20;
            let points = steps.clone().flat_map(|x| {
                let at = move |y: i32| Vec2::new(x as f32, y as f32) / 20.0 * half;
                steps.clone().map(at)
            });
            let within = points.filter(|at| symbol(kind, *at) < 0.0).count();
            assert!((30..1681 * 6 / 10).contains(&within), "{kind:?}: {within}");
        }
    }
}
