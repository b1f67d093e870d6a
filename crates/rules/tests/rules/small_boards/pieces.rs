//! The pieces that several of the small boards have.

use icochess_rules::RoleRules;

/// A pawn that takes and steps by two tables of leaps each: White's and Black's.
pub const fn pawn(
    letter: char,
    name: &'static str,
    takes: [usize; 2],
    steps: [usize; 2],
) -> RoleRules {
    RoleRules {
        leaps: Some(takes),
        steps: Some(steps),
        is_pawn: true,
        ..RoleRules::slider(letter, name, 0)
    }
}

/// A piece that leaps by that table, for both sides.
pub const fn leaper(letter: char, name: &'static str, table: usize) -> RoleRules {
    RoleRules {
        leaps: Some([table; 2]),
        ..RoleRules::slider(letter, name, 0)
    }
}

/// A king that leaps by that table.
pub const fn king(table: usize) -> RoleRules {
    RoleRules {
        royal: true,
        ..leaper('K', "king", table)
    }
}
