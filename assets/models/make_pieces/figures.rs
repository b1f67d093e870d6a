//! Outlines of the pieces as (radius, height), in units of the ball's radius, and their numbers of
//! sides (`…_SIDES`).

use crate::carve::Plane;
use crate::lathe::Stroke::{self, Arc, Curve, Line};
use crate::vectors::{Vec2, Vec3};

/// Depth of a foot below the ground.
pub const SINK: f32 = 0.01;

/// Number of the pawn's sides. It is small, because there are many pawns.
pub const PAWN_SIDES: usize = 24;
/// Pawn: foot, slim stem, one collar, ball.
pub const PAWN: &[Stroke] = &[
    Line(&[[0.0, -SINK], [0.084, -SINK], [0.088, -0.005], [0.088, 0.010]]),
    Arc { centre: [0.074, 0.010], radius: 0.014, degrees: [0.0, 90.0] },
    Line(&[[0.074, 0.024], [0.068, 0.026], [0.066, 0.033]]),
    Curve(&[[0.066, 0.033], [0.046, 0.050], [0.034, 0.080], [0.027, 0.130]]),
    Line(&[[0.027, 0.130], [0.042, 0.134]]),
    Arc { centre: [0.042, 0.139], radius: 0.005, degrees: [-90.0, 90.0] },
    Line(&[[0.042, 0.144], [0.0255, 0.148]]),
    Arc { centre: [0.0, 0.179], radius: 0.041, degrees: [-50.5, 90.0] },
];

/// Sides of the rook: a multiple of [`MERLONS`].
pub const ROOK_SIDES: usize = 36;
/// Rook up to the floor between the merlons.
pub const ROOK: &[Stroke] = &[
    Line(&[[0.0, -SINK], [0.095, -SINK], [0.100, -0.005], [0.100, 0.012]]),
    Arc { centre: [0.084, 0.012], radius: 0.016, degrees: [0.0, 90.0] },
    Line(&[[0.084, 0.028], [0.078, 0.030], [0.076, 0.040]]),
    Curve(&[[0.076, 0.040], [0.063, 0.054], [0.055, 0.078], [0.050, 0.115], [0.0485, 0.160]]),
    Line(&[[0.0485, 0.160], [0.060, 0.165]]),
    Arc { centre: [0.060, 0.170], radius: 0.005, degrees: [-90.0, 90.0] },
    Line(&[[0.060, 0.175], [0.056, 0.177]]),
    Curve(&[[0.056, 0.177], [0.060, 0.184], [0.070, 0.192]]),
    Line(&[[0.070, 0.192], [ROOK_OUTSIDE, ROOK_FLOOR]]),
];
/// Rook's well, from the floor between the merlons down to the middle.
pub const ROOK_WELL: &[Stroke] = &[
    Line(&[[ROOK_INSIDE, ROOK_FLOOR], [ROOK_INSIDE, 0.208], [0.0, 0.208]]),
];
/// Radius of the tower's head.
pub const ROOK_OUTSIDE: f32 = 0.070;
/// Radius of the well.
pub const ROOK_INSIDE: f32 = 0.050;
/// Number of merlons.
pub const MERLONS: usize = 6;
/// Height of the floor between the merlons.
pub const ROOK_FLOOR: f32 = 0.228;

/// Sides of the bishop.
pub const BISHOP_SIDES: usize = 32;
/// Bishop's stem, closed on top inside the mitre.
pub const BISHOP: &[Stroke] = &[
    Line(&[[0.0, -SINK], [0.093, -SINK], [0.098, -0.005], [0.098, 0.012]]),
    Arc { centre: [0.082, 0.012], radius: 0.016, degrees: [0.0, 90.0] },
    Line(&[[0.082, 0.028], [0.076, 0.030], [0.074, 0.039]]),
    Curve(&[[0.074, 0.039], [0.054, 0.054], [0.040, 0.080], [0.031, 0.120], [0.027, 0.165]]),
    Line(&[[0.027, 0.165], [0.045, 0.172]]),
    Arc { centre: [0.045, 0.177], radius: 0.005, degrees: [-90.0, 90.0] },
    Line(&[[0.045, 0.182], [0.034, 0.185]]),
    Arc { centre: [0.034, 0.189], radius: 0.004, degrees: [-90.0, 90.0] },
    Line(&[[0.034, 0.193], [0.0, 0.196]]),
];
/// Mitre. It has to be convex for the cut.
pub const MITRE: &[Stroke] = &[
    Line(&[[0.0, 0.192], [0.026, 0.192]]),
    Curve(&[
        [0.026, 0.192], [0.038, 0.208], [0.0425, 0.226], [0.0390, 0.246], [0.0285, 0.268], [0.0085, 0.292],
    ]),
    Line(&[[0.0085, 0.292], [0.0, 0.292]]),
];
/// Cut in the mitre, which removes the part in front of all three planes.
pub const MITRE_CUT: [Plane; 3] = [
    Plane { normal: [0.8, -0.6, 0.0], offset: -0.1384 - 0.0050 },
    Plane { normal: [-0.8, 0.6, 0.0], offset: 0.1384 - 0.0050 },
    Plane { normal: [0.6, 0.8, 0.0], offset: 0.1800 },
];
/// Small ball on the mitre.
pub const BISHOP_FINIAL: &[Stroke] = &[
    Arc { centre: [0.0, 0.298], radius: 0.012, degrees: [-90.0, 90.0] },
];

/// Sides of the queen: a multiple of [`POINTS`].
pub const QUEEN_SIDES: usize = 32;
/// Queen up to the start of the coronet.
pub const QUEEN: &[Stroke] = &[
    Line(&[[0.0, -SINK], [0.103, -SINK], [0.108, -0.005], [0.108, 0.013]]),
    Arc { centre: [0.091, 0.013], radius: 0.017, degrees: [0.0, 90.0] },
    Line(&[[0.091, 0.030], [0.085, 0.032], [0.083, 0.042]]),
    Curve(&[[0.083, 0.042], [0.061, 0.059], [0.046, 0.088], [0.035, 0.135], [0.029, 0.205]]),
    Line(&[[0.029, 0.205], [0.049, 0.213]]),
    Arc { centre: [0.049, 0.2185], radius: 0.0055, degrees: [-90.0, 90.0] },
    Line(&[[0.049, 0.224], [0.037, 0.227]]),
    Arc { centre: [0.037, 0.231], radius: 0.004, degrees: [-90.0, 90.0] },
    Line(&[[0.037, 0.235], [0.031, 0.237]]),
];
/// Number of points of the coronet.
pub const POINTS: usize = 8;
/// Outside of the coronet. Its points are cut between [`POINTS_FROM`] and the top.
pub const CORONET: &[Vec2] =
    &[[0.031, 0.237], [0.0335, 0.262], [0.040, 0.288], [0.049, 0.311], [0.060, CORONET_TOP]];
/// Height of the coronet's points.
pub const CORONET_TOP: f32 = 0.330;
/// Height of the notches between the coronet's points.
pub const POINTS_FROM: f32 = 0.307;
/// Thickness of the coronet's wall.
pub const CORONET_WALL: f32 = 0.008;
/// Height of the bottom of the coronet's bowl.
pub const CORONET_BOWL: f32 = 0.298;
/// Radius of the dome in the bowl.
pub const QUEEN_DOME_RADIUS: f32 = 0.0345;
/// Dome in the coronet's bowl, and the ball on it.
pub const QUEEN_DOME: &[Stroke] = &[
    Curve(&[[QUEEN_DOME_RADIUS, CORONET_BOWL], [0.033, 0.309], [0.025, 0.320], [0.0085, 0.328]]),
    Line(&[[0.0085, 0.328], [0.0095, 0.3335]]),
    Arc { centre: [0.0, 0.345], radius: 0.015, degrees: [-50.0, 90.0] },
];

/// Sides of the king.
pub const KING_SIDES: usize = 32;
/// King up to the pedestal of the cross.
pub const KING: &[Stroke] = &[
    Line(&[[0.0, -SINK], [0.107, -SINK], [0.112, -0.005], [0.112, 0.014]]),
    Arc { centre: [0.094, 0.014], radius: 0.018, degrees: [0.0, 90.0] },
    Line(&[[0.094, 0.032], [0.088, 0.034], [0.086, 0.044]]),
    Curve(&[[0.086, 0.044], [0.064, 0.062], [0.048, 0.092], [0.037, 0.142], [0.031, 0.222]]),
    Line(&[[0.031, 0.222], [0.052, 0.231]]),
    Arc { centre: [0.052, 0.2365], radius: 0.0055, degrees: [-90.0, 90.0] },
    Line(&[[0.052, 0.242], [0.039, 0.245]]),
    Arc { centre: [0.039, 0.249], radius: 0.004, degrees: [-90.0, 90.0] },
    Line(&[[0.039, 0.253], [0.033, 0.255]]),
    Curve(&[[0.033, 0.255], [0.0355, 0.275], [0.042, 0.299], [0.051, 0.322]]),
    Arc { centre: [0.050, 0.326], radius: 0.004, degrees: [-40.0, 90.0] },
    Curve(&[[0.050, 0.330], [0.039, 0.334], [0.028, 0.338], [0.018, 0.342]]),
    Line(&[[0.018, 0.342], [0.018, 0.3455]]),
    Curve(&[[0.018, 0.3455], [0.010, 0.348], [0.0, 0.349]]),
];
/// Quarter of the king's cross from the front, relative to its middle: end of the right arm and
/// nook above. Four quarter turns complete the cross.
pub const CROSS: &[Vec2] = &[[0.028, -0.0095], [0.028, 0.0095], [0.0052, 0.0052]];
/// Height of the middle of the cross.
pub const CROSS_HEIGHT: f32 = 0.372;
/// Half the thickness of a plate of the cross.
pub const CROSS_DEPTH: f32 = 0.0060;

/// Sides of the knight's foot: a multiple of [`KNIGHT_STEP`].
pub const KNIGHT_SIDES: usize = 28;
/// Divisor of the knight's sides. In low detail, it gives two more sides than the bishop's foot,
/// which would otherwise look too similar from above.
pub const KNIGHT_STEP: usize = 7;
/// Knight's foot. The horse grows out of its top.
pub const KNIGHT: &[Stroke] = &[
    Line(&[[0.0, -SINK], [0.095, -SINK], [0.100, -0.005], [0.100, 0.012]]),
    Arc { centre: [0.084, 0.012], radius: 0.016, degrees: [0.0, 90.0] },
    Line(&[[0.084, 0.028], [0.078, 0.030]]),
    Curve(&[[0.078, 0.030], [0.0725, 0.036], [0.071, 0.044]]),
    Line(&[[0.071, 0.044], [0.075, 0.046]]),
    Arc { centre: [0.075, 0.050], radius: 0.004, degrees: [-90.0, 90.0] },
    Line(&[[0.075, 0.054], [0.0, 0.056]]),
];

/// Unicorn's foot, slimmer than the knight's, with two collars.
pub const UNICORN: &[Stroke] = &[
    Line(&[[0.0, -SINK], [0.087, -SINK], [0.092, -0.005], [0.092, 0.008]]),
    Arc { centre: [0.082, 0.008], radius: 0.010, degrees: [0.0, 90.0] },
    Line(&[[0.082, 0.018], [0.076, 0.020]]),
    Arc { centre: [0.076, 0.026], radius: 0.006, degrees: [-90.0, 90.0] },
    Line(&[[0.076, 0.032], [0.066, 0.034]]),
    Curve(&[[0.066, 0.034], [0.055, 0.050], [0.054, 0.076]]),
    Line(&[[0.054, 0.076], [0.068, 0.079]]),
    Arc { centre: [0.068, 0.0845], radius: 0.0055, degrees: [-90.0, 90.0] },
    Line(&[[0.068, 0.090], [0.0, 0.092]]),
];
/// Root of a unicorn's horn, inside its forehead.
pub const FOREHEAD: Vec3 = [0.0, 0.236, 0.034];
/// Forward lean of the horn, in radians.
pub const HORN_LEAN: f32 = 0.34;
/// Radius of the horn's base.
pub const HORN_RADIUS: f32 = 0.0195;
/// Base height of any part that rises out of a tower, just below the floor of its well.
pub const WELL: f32 = 0.173;
/// Stem under the mitre in a tower.
pub const TOWER_STEM: &[Stroke] = &[
    Line(&[[0.0, WELL], [0.034, WELL]]),
    Curve(&[[0.034, WELL], [0.026, 0.190], [0.024, 0.235]]),
    Line(&[[0.024, 0.235], [0.040, 0.238]]),
    Arc { centre: [0.040, 0.242], radius: 0.004, degrees: [-90.0, 90.0] },
    Line(&[[0.040, 0.246], [0.0, 0.248]]),
];
