//! The pieces of Star Trek 3D chess, and their table indices.

use icochess_rules::{DoubleStepRight, DoubleSteps, Role, RoleRules};

/// Line kind of rooks: to another column or another row but not both, or vertical.
pub(super) const STRAIGHT: u8 = 1;
/// Line kind of bishops: to another column and another row.
pub(super) const DIAGONAL: u8 = 2;

// Leap tables. Where a piece has two, White's is first.
pub(super) const KNIGHT: usize = 0;
pub(super) const KING: usize = 1;
pub(super) const TAKES: [usize; 2] = [2, 3];
pub(super) const STEPS: [usize; 2] = [4, 5];

/// Pawns that start on large boards.
pub(super) const PAWN: Role = Role::new(0);
/// Pawns that start on small boards. Their promotion row is one row nearer.
pub(super) const FLANK_PAWN: Role = Role::new(1);
/// Roles that must keep their row when their board moves.
pub(super) const PAWNS: [Role; 2] = [PAWN, FLANK_PAWN];
pub(super) const KNIGHTS: Role = Role::new(2);
const QUEEN: Role = Role::new(5);

const fn pawn(letter: char) -> RoleRules {
    RoleRules {
        double_step: Some(DoubleSteps {
            right: DoubleStepRight::Unmoved,
            captures: false,
            en_passant: false,
        }),
        promotes: &[QUEEN],
        ..RoleRules::pawn(letter, "pawn", TAKES, STEPS)
    }
}

/// All roles, by [`Role::index`].
pub(super) const ROLES: &[RoleRules] = &[
    pawn('P'),
    pawn('F'),
    RoleRules::leaper('N', "knight", KNIGHT),
    RoleRules::slider('B', "bishop", DIAGONAL),
    RoleRules::slider('R', "rook", STRAIGHT),
    RoleRules::slider('Q', "queen", STRAIGHT | DIAGONAL),
    RoleRules::king(KING),
];
