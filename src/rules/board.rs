//! What a board is: cells, lines and leaps, described plainly.
//!
//! Everything that slides follows a **line**: an ordered run of cells, open
//! (a rank, a diagonal) or closed (a circuit round the ball). Everything that
//! steps or jumps follows a **leap** table: for each cell the set it reaches.
//! The first move of a pawn may be a **double step**: an end cell and the cell
//! that must be empty on the way.

use super::cell::{Cell, CellSet};
use super::outcome::Outcome;
use super::piece::{Role, RoleRules};
use super::position::Position;
use super::setup::SetupError;
use super::tables::Tables;

/// Line occupancies of a position: a fixed array of words, each holding the
/// occupancy bits of one or more lines.
pub trait LineWords: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Nothing occupied.
    const EMPTY: Self;
    /// The words.
    fn words(&self) -> &[u64];
    /// The words, to change.
    fn words_mut(&mut self) -> &mut [u64];
}

impl<const N: usize> LineWords for [u64; N] {
    const EMPTY: Self = [0; N];
    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// One set of cells for each role of a board.
pub trait RoleSets<S>: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// All sets empty.
    const EMPTY: Self;
    /// The sets by [`Role::index`].
    fn sets(&self) -> &[S];
    /// The sets by [`Role::index`], to change.
    fn sets_mut(&mut self) -> &mut [S];
}

impl<S: CellSet, const N: usize> RoleSets<S> for [S; N] {
    const EMPTY: Self = [S::EMPTY; N];
    #[inline]
    fn sets(&self) -> &[S] {
        self
    }
    #[inline]
    fn sets_mut(&mut self) -> &mut [S] {
        self
    }
}

/// A board with its pieces: the tables that the one rules engine reads, and
/// the storage that fits them.
///
/// The provided methods are what a board's rules may add to those that follow
/// from its tables. How to add a board: see [the module](super#adding-a-board).
///
/// ```
/// use icochess::rules::{Board, CellSet, Chess, Role};
///
/// let tables = Chess::tables();
/// let a1 = tables.cell("a1").expect("a square");
/// let knight = Chess::ROLES[Role::KNIGHT.index()].leaps.expect("it leaps")[0];
/// let names: Vec<&str> = tables.leaps(knight, a1).cells().map(|c| tables.name(c)).collect();
/// assert_eq!(names, ["c2", "b3"]);
/// ```
pub trait Board: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Set type with room for every cell.
    type Set: CellSet;
    /// One set for each role.
    type Roles: RoleSets<Self::Set>;
    /// Words for the occupancies of all lines.
    type Lines: LineWords;

    /// Identifier, as in the UCI option `UCI_Variant`.
    const ID: &'static str;
    /// Name for people, as in the PGN tag `Variant`.
    const NAME: &'static str;
    /// Other names of the same rules that the tag may hold, in any case.
    const ALIASES: &'static [&'static str] = &[];
    /// The pieces, by [`Role::index`].
    const ROLES: &'static [RoleRules];
    /// Start position in position text.
    const START: &'static str;

    /// The kinds of line there are: a bit mask.
    const KINDS: u8 = kinds(Self::ROLES);
    /// How many kinds of line there are, counted from the lowest bit.
    const KIND_COUNT: usize = (u8::BITS - Self::KINDS.leading_zeros()) as usize;

    /// The royal role, if there is one.
    const ROYAL: Option<Role> = royal(Self::ROLES);

    /// The tables, built on first use.
    fn tables() -> &'static Tables<Self>;

    /// How the game has ended by a rule of this board alone, such as the
    /// extinction of a kind of piece. Mate, stalemate, dead positions and
    /// counted plies are seen to elsewhere.
    #[must_use]
    fn variant_outcome(_: &Position<Self>) -> Option<Outcome> {
        None
    }

    /// Is it certain that no sequence of legal moves leads to mate?
    #[must_use]
    fn is_dead(position: &Position<Self>) -> bool;

    /// Looks for what cannot come about in a game on this board, beyond what
    /// [`Position::try_from_setup`] looks for on every board.
    ///
    /// # Errors
    ///
    /// [`SetupError`] with the first rule broken.
    fn validate(_: &Position<Self>) -> Result<(), SetupError> {
        Ok(())
    }
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

/// A board's description, from which its [`Tables`] are made.
#[derive(Clone, Debug)]
pub struct Layout<S> {
    /// Names in move text, lower case, by cell.
    pub names: Vec<String>,
    /// Cells in the order of position text, in the groups that `/` separates.
    pub groups: Vec<Vec<Cell>>,
    /// The lines that sliders follow, each once.
    pub lines: Vec<LineSpec>,
    /// Leap tables: `leaps[table][cell]` is the set reached.
    pub leaps: Vec<Vec<S>>,
    /// double steps of each side: `double_steps[side][cell]`.
    pub double_steps: [Vec<Vec<DoubleStep>>; 2],
    /// Where pieces of each side promote.
    pub promotion: [S; 2],
    /// The castlings of each side.
    pub castlings: [Vec<Castling<S>>; 2],
}

/// A line as a board describes it.
#[derive(Clone, Debug)]
pub struct LineSpec {
    /// Kind of line, a single bit that [`RoleRules::slides`] refers to.
    pub kind: u8,
    /// Does the last cell lead on to the first?
    pub closed: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

/// A double step: it ends on `end` and needs `via` empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleStep {
    /// The cell passed.
    pub via: Cell,
    /// The cell reached.
    pub end: Cell,
}

/// A move of a royal piece and a partner at once, while neither has moved and
/// the royal piece is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling<S> {
    /// Its letter in position text.
    pub letter: char,
    /// How it is written in move text.
    pub text: &'static str,
    /// Where the royal piece stands, and where it goes.
    pub royal: (Cell, Cell),
    /// Where the partner stands, and where it goes.
    pub partner: (Cell, Cell),
    /// What the partner is.
    pub partner_role: Role,
    /// The cells that must be empty.
    pub empty: S,
    /// The cells that must not be attacked, beside the one the royal piece
    /// stands on.
    pub safe: S,
}

/// The rules of a role on board `B`.
#[must_use]
pub fn rules_of<B: Board>(role: Role) -> &'static RoleRules {
    &B::ROLES[role.index()]
}
