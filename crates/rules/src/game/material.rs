//! Captured pieces and the material balance.

use crate::piece::{Role, Side};
use crate::position::board::Board;
use crate::position::state::Position;

/// The captured pieces and the difference in pieces between the sides.
///
/// Computed from two positions only, the start and the current one. A piece that is captured after
/// its promotion counts as a pawn.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{GameTree, Material, Role, Side, san};
///
/// let mut game = GameTree::<Chess>::default();
/// for text in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8"] {
///     let mv = san::parse(game.position(), text)?;
///     game.play(mv).map_err(|illegal| illegal.reason)?;
/// }
/// let material = Material::of(game.start(), game.position());
/// assert_eq!(material.captured(Side::White), [(Role::PAWN, 1)]);
/// assert_eq!(material.captured(Side::Black), [(Role::PAWN, 1)]);
/// assert!(material.difference().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Material {
    captured: [Vec<(Role, u32)>; 2],
    difference: Vec<(Role, i32)>,
}

impl Material {
    /// Compares the position `now` with the `start` of its game.
    pub fn of<B: Board>(start: &Position<B>, now: &Position<B>) -> Self {
        let (before, after) = (count(start), count(now));
        let captured = Side::ALL.map(|side| {
            let of_side = |role: usize| (before[role][side.index()], after[role][side.index()]);
            let roles = 0..B::ROLES.len();
            // Additional pieces are promoted pawns.
            let mut promoted: u32 = roles
                .clone()
                .map(of_side)
                .map(|(before, after)| after.saturating_sub(before))
                .sum();
            let lost = roles.map(|role| {
                let (before, after) = of_side(role);
                let mut lost = before.saturating_sub(after);
                if B::ROLES[role].is_pawn {
                    let pawns = lost.min(promoted);
                    promoted -= pawns;
                    lost -= pawns;
                }
                (Role::new(role as u8), lost)
            });
            lost.filter(|(_, lost)| *lost > 0).collect()
        });
        let roles = after.iter().enumerate();
        let difference = roles.map(|(role, [white, black])| {
            let more = white.cast_signed() - black.cast_signed();
            (Role::new(role as u8), more)
        });
        Self {
            captured,
            difference: difference.filter(|(_, more)| *more != 0).collect(),
        }
    }

    /// Returns a side's captured pieces as roles and counts, in the order of the board's roles.
    pub fn captured(&self, side: Side) -> &[(Role, u32)] {
        &self.captured[side.index()]
    }

    /// Returns White's surplus of each role, without roles that both sides have equally often. The
    /// order is the board's. The surplus is negative if Black has more.
    pub fn difference(&self) -> &[(Role, i32)] {
        &self.difference
    }

    /// Returns White's surplus in value, given the value of each role; negative if Black has more.
    pub fn worth(&self, value: impl Fn(Role) -> i32) -> i32 {
        let worth = |(role, more): &(Role, i32)| value(*role) * more;
        self.difference.iter().map(worth).sum()
    }
}

/// Counts the pieces of each role and side, including reserves. A reserve piece that can no longer
/// enter counts as captured.
fn count<B: Board>(position: &Position<B>) -> Vec<[u32; 2]> {
    let setup = position.setup();
    let mut counts = vec![[0; 2]; B::ROLES.len()];
    let on_board = setup.pieces.iter().map(|(_, piece)| piece);
    for piece in on_board.chain(&setup.reserve) {
        counts[piece.role.index()][piece.side.index()] += 1;
    }
    counts
}
