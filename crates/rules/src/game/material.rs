//! Captured pieces, and who has more.

use crate::piece::{Role, Side};
use crate::position::board::Board;
use crate::position::state::Position;

/// The pieces of both sides, compared with those at the start of the game and with
/// each other.
///
/// Told from the two positions alone. So a piece that became another one, and was then
/// captured, counts as what it was at the start.
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
    /// The material in the position `now` of a game that began in `start`.
    pub fn of<B: Board>(start: &Position<B>, now: &Position<B>) -> Self {
        let (before, after) = (count(start), count(now));
        let captured = Side::ALL.map(|side| {
            let of_side = |role: usize| (before[role][side.index()], after[role][side.index()]);
            let roles = 0..B::ROLES.len();
            // Pieces that came from nowhere were pawns.
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

    /// The pieces of a side that were captured, and how many of each role, in the
    /// order of the board's roles.
    pub fn captured(&self, side: Side) -> &[(Role, u32)] {
        &self.captured[side.index()]
    }

    /// The roles of which the sides do not have equally many, in the order of the board's roles,
    /// with how many more White has; below 0 if Black has more.
    pub fn difference(&self) -> &[(Role, i32)] {
        &self.difference
    }

    /// The value of the difference, with a value for each role; above 0 if White has more.
    pub fn worth(&self, value: impl Fn(Role) -> i32) -> i32 {
        let worth = |(role, more): &(Role, i32)| value(*role) * more;
        self.difference.iter().map(worth).sum()
    }
}

/// Number of pieces of each role that the sides have, in reserve too. One in reserve that cannot
/// enter any more counts as captured.
fn count<B: Board>(position: &Position<B>) -> Vec<[u32; 2]> {
    let setup = position.setup();
    let mut counts = vec![[0; 2]; B::ROLES.len()];
    let on_board = setup.pieces.iter().map(|(_, piece)| piece);
    for piece in on_board.chain(&setup.reserve) {
        counts[piece.role.index()][piece.side.index()] += 1;
    }
    counts
}
