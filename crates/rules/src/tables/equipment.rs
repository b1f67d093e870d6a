//! Boards and pieces without the rules of a game.

use super::storage::{AbsentCells, LineWords, Reserve, RoleSets};
use crate::cell::CellSet;
use crate::piece::{Role, RoleRules};
use crate::tables::packed::Tables;

/// A board and its pieces: the tables of the rules engine, and the storage types that fit them.
///
/// [`Board`](crate::Board) adds the rules of a game. (Ludii's game descriptions also separate
/// equipment from rules.)
///
/// ```
/// use icochess_rules::{CellSet, Equipment, Role};
/// use icochess_boards::Chess;
///
/// let tables = Chess::tables();
/// let a1 = tables.cell("a1").expect("a square");
/// let knight = Chess::ROLES[Role::KNIGHT.index()].leaps.expect("it leaps")[0];
/// let names: Vec<&str> = tables.leaps(knight, a1).cells().map(|c| tables.name(c)).collect();
/// assert_eq!(names, ["c2", "b3"]);
/// ```
pub trait Equipment: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Set type with room for every cell.
    type Set: CellSet;
    /// One set of cells for each role.
    type Roles: RoleSets<Self::Set>;
    /// Words for the occupancies of all lines.
    type Lines: LineWords;
    /// Pieces in reserve: `()`, or an array of counts by side and role.
    type Reserve: Reserve;
    /// Missing cells: `()`, or [`Self::Set`].
    type Absent: AbsentCells<Self::Set>;

    /// Rules of the pieces, by [`Role::index`], with any pawns first.
    const ROLES: &'static [RoleRules];

    /// Bit mask of the kinds of line in use.
    const KINDS: u8 = kinds(Self::ROLES);
    /// Number of kinds of line, counted from the lowest bit.
    const KIND_COUNT: usize = (u8::BITS - Self::KINDS.leading_zeros()) as usize;

    /// Royal role, if there is one.
    const ROYAL: Option<Role> = royal(Self::ROLES);

    /// Whether any role captures en passant.
    const HAS_EN_PASSANT: bool = has_en_passant(Self::ROLES);

    /// Returns the tables, built on first use.
    fn tables() -> &'static Tables<Self::Set, Self::Lines>;
}

const fn kinds(roles: &[RoleRules]) -> u8 {
    let (mut all, mut role) = (0, 0);
    while role < roles.len() {
        all |= roles[role].slides;
        role += 1;
    }
    all
}

const fn royal(roles: &[RoleRules]) -> Option<Role> {
    let mut role = 0;
    while role < roles.len() {
        if roles[role].royal {
            return Some(Role::new(role as u8));
        }
        role += 1;
    }
    None
}

const fn has_en_passant(roles: &[RoleRules]) -> bool {
    let mut role = 0;
    while role < roles.len() {
        if roles[role].has_en_passant() {
            return true;
        }
        role += 1;
    }
    false
}

/// Defines [`Equipment::tables`] for a board: its layout, packed on first use.
///
/// ```
/// use icochess_rules::{Equipment, Layout, RoleRules, packed_tables};
///
/// /// Two cells, between which a king goes to and fro.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct Two;
///
/// impl Equipment for Two {
///     type Set = u64;
///     type Roles = [u64; 1];
///     type Lines = [u64; 1];
///     type Reserve = ();
///     type Absent = ();
///
///     const ROLES: &'static [RoleRules] = &[RoleRules::king(0)];
///
///     packed_tables!(
///         Two,
///         Layout {
///             names: vec!["a1".into(), "a2".into()],
///             leaps: vec![vec![0b10, 0b01]],
///             ..Layout::default()
///         }
///     );
/// }
///
/// assert_eq!(Two::tables().cells().count(), 2);
/// ```
#[macro_export]
macro_rules! packed_tables {
    ($board:ty, $layout:expr) => {
        fn tables() -> &'static $crate::Tables<Self::Set, Self::Lines> {
            type Packed = $crate::Tables<
                <$board as $crate::Equipment>::Set,
                <$board as $crate::Equipment>::Lines,
            >;
            static TABLES: ::std::sync::LazyLock<Packed> = ::std::sync::LazyLock::new(|| {
                $crate::Tables::new($layout, <$board as $crate::Equipment>::ROLES)
            });
            &TABLES
        }
    };
}

/// Returns the rules of a role on board `B`.
pub fn rules_of<B: Equipment>(role: Role) -> &'static RoleRules {
    &B::ROLES[role.index()]
}
