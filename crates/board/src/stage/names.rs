//! Names of pieces and cells, as players read them.

use icochess_rules::{AnyPosition, Cell, Role};

/// English name of a role of a position's board.
pub fn role_name(position: &dyn AnyPosition, role: Role) -> &'static str {
    position.rules_of(role).name
}

/// The name of a cell as the board shows it: upper case.
pub fn cell_label(position: &dyn AnyPosition, cell: Cell) -> String {
    position.cell_name(cell).to_uppercase()
}
