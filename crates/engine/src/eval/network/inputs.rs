//! The inputs of a network: the men and their places, as the side's king sees them.

use std::marker::PhantomData;

use crate::eval::Evaluated;
use icochess_endings::symmetries;
use icochess_rules::{Board, Cell, CellSet, Position, Role, Side, rules_of};

/// A man on a cell. Men that may still make a double step differ from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Its side.
    pub side: Side,
    /// Its role.
    pub role: Role,
    /// Whether it hasn't moved and may make a double step.
    pub is_unmoved: bool,
    /// Its cell.
    pub cell: Cell,
}

/// The inputs of a board's network: an input is on if a man of its kind is on the image of its
/// cell in a side's view.
///
/// On a board where symmetries keep all moves, one takes the view's king to the first cell of its
/// orbit. Each orbit has inputs for each kind and cell. Kinds are the own men but the king, then
/// the other side's. On a board of squares a view is the board from the side's edge, mirrored if its
/// king is on the right, and the own king is a kind, too.
#[derive(Clone, Debug)]
pub struct Inputs<B: Board> {
    cells: usize,
    kinds: usize,
    /// By `[(is_enemy * roles + role) * 2 + is_unmoved]`: the kind.
    by_man: Vec<u16>,
    /// Whether the own king has no kind.
    omits_own_king: bool,
    /// By the king's cell: the number of its orbit.
    orbits: Vec<u8>,
    /// By `[view * cells + king]`: a number that differs where images do.
    frames: Vec<u8>,
    /// By `[(view * cells + king) * cells + cell]`: the cell's image.
    images: Vec<u8>,
    /// By orbit, the images of all cells under the symmetries that keep its first cell.
    keeping: Vec<Vec<Vec<u8>>>,
    board: PhantomData<B>,
}

impl<B: Evaluated> Inputs<B> {
    /// Creates the inputs of a board. `None` for boards without kings, and for those that neither
    /// have symmetries that keep all moves nor a class for each cell.
    pub fn new() -> Option<Self> {
        let royal = B::ROYAL?;
        let cells = B::tables().cells().count();
        let symmetries = symmetries::<B>();
        let omits_own_king = symmetries.is_some();
        let (mut by_man, mut kinds) = (Vec::new(), 0);
        for side in Side::ALL {
            for role in (0..B::ROLES.len() as u8).map(Role::new) {
                let is_own_king = side == Side::White && role == royal;
                let states = if is_own_king && omits_own_king {
                    0
                } else {
                    1 + u16::from(rules_of::<B>(role).has_unmoved_right())
                };
                by_man.extend([kinds, kinds + states.saturating_sub(1)]);
                kinds += states;
            }
        }
        let mut inputs = Self {
            cells,
            kinds: kinds.into(),
            by_man,
            omits_own_king,
            orbits: vec![0; cells],
            frames: Vec::new(),
            images: Vec::new(),
            keeping: Vec::new(),
            board: PhantomData,
        };
        match symmetries {
            Some(symmetries) => inputs.see_by_symmetries(&symmetries),
            None if B::CLASSES == cells => inputs.see_by_class(),
            None => return None,
        }
        Some(inputs)
    }

    fn see_by_symmetries(&mut self, symmetries: &[Vec<u8>]) {
        let cells = self.cells;
        let mut images = vec![Vec::new(); cells];
        for first in 0..cells {
            if !images[first].is_empty() {
                continue;
            }
            let keeps = |images: &&Vec<u8>| usize::from(images[first]) == first;
            let orbit = self.keeping.len() as u8;
            self.keeping
                .push(symmetries.iter().filter(keeps).cloned().collect());
            for symmetry in symmetries {
                let king = symmetry
                    .iter()
                    .position(|image| usize::from(*image) == first);
                if let Some(king) = king.filter(|king| images[*king].is_empty()) {
                    self.orbits[king] = orbit;
                    images[king].clone_from(symmetry);
                }
            }
        }
        for _ in Side::ALL {
            self.frames.extend(0..cells as u8);
            self.images.extend(images.iter().flatten());
        }
    }

    fn see_by_class(&mut self) {
        self.keeping = vec![vec![(0..self.cells as u8).collect()]];
        let cells = || (0..self.cells as u8).map(Cell::new);
        for view in Side::ALL {
            for king in cells() {
                let class = B::class(view, king);
                let is_mirrored = B::mirror(class) < class;
                self.frames.push(is_mirrored.into());
                self.images.extend(cells().map(|cell| {
                    let class = B::class(view, cell);
                    (if is_mirrored { B::mirror(class) } else { class }) as u8
                }));
            }
        }
    }
}

impl<B: Board> Inputs<B> {
    /// Returns the number of inputs of a view.
    pub fn count(&self) -> usize {
        self.keeping.len() * self.kinds * self.cells
    }

    /// Returns whether a side's view is the same with its king on two cells.
    #[inline]
    pub fn is_same_view(&self, view: Side, kings: [Option<Cell>; 2]) -> bool {
        let frame = |king: Cell| self.frames[view.index() * self.cells + king.index()];
        kings[0].map(frame) == kings[1].map(frame)
    }

    /// Returns the input of a man in a side's view, whose king is on `king`. Where a king's place
    /// is the same in each view, the own king has none.
    #[inline]
    pub fn index(&self, view: Side, king: Cell, man: Man) -> usize {
        let is_enemy = usize::from(man.side != view);
        let man_index = (is_enemy * B::ROLES.len() + man.role.index()) * 2;
        let kind = self.by_man[man_index + usize::from(man.is_unmoved)];
        let orbit = self.orbits[king.index()];
        let frame = view.index() * self.cells + king.index();
        let image = self.images[frame * self.cells + man.cell.index()];
        (usize::from(orbit) * self.kinds + usize::from(kind)) * self.cells + usize::from(image)
    }

    /// Returns the inputs that are on in a side's view. Empty if it has no king.
    pub fn of(&self, position: &Position<B>, view: Side) -> impl Iterator<Item = usize> {
        let king = position.royal(view).into_iter();
        king.flat_map(move |king| {
            let is_kind =
                move |man: &Man| !self.omits_own_king || man.side != view || man.cell != king;
            let men = men(position).filter(is_kind);
            men.map(move |man| self.index(view, king, man))
        })
    }

    /// Returns for each symmetry that keeps the king's cell where it takes each input; the identity
    /// comes first. Orbits have different numbers of symmetries: later ones are repeated.
    pub fn images(&self) -> Vec<Vec<u16>> {
        let most = self.keeping.iter().map(Vec::len).max().unwrap_or(0);
        let image = |which: usize| {
            let orbits = self.keeping.iter().enumerate();
            orbits.flat_map(move |(orbit, keeping)| {
                let images = &keeping[which % keeping.len()];
                (0..self.kinds).flat_map(move |kind| {
                    let first = (orbit * self.kinds + kind) * self.cells;
                    images
                        .iter()
                        .map(move |image| (first + usize::from(*image)) as u16)
                })
            })
        };
        (0..most).map(|which| image(which).collect()).collect()
    }
}

/// Returns all men of a position.
fn men<B: Board>(position: &Position<B>) -> impl Iterator<Item = Man> {
    let roles = move |side| (0..B::ROLES.len() as u8).map(move |role| (side, Role::new(role)));
    let groups = Side::ALL.into_iter().flat_map(roles);
    groups.flat_map(move |(side, role)| {
        let cells = position.pieces(side, role).cells();
        cells.map(move |cell| Man {
            side,
            role,
            is_unmoved: is_unmoved(position, role, cell),
            cell,
        })
    })
}

/// Returns the man on a cell.
#[inline]
pub(super) fn man_at<B: Board>(position: &Position<B>, cell: Cell) -> Option<Man> {
    let role = position.role_at(cell)?;
    let is_white = position.by_side(Side::White).contains(cell);
    Some(Man {
        side: if is_white { Side::White } else { Side::Black },
        role,
        is_unmoved: is_unmoved(position, role, cell),
        cell,
    })
}

#[inline]
fn is_unmoved<B: Board>(position: &Position<B>, role: Role, cell: Cell) -> bool {
    rules_of::<B>(role).has_unmoved_right() && position.unmoved().contains(cell)
}
