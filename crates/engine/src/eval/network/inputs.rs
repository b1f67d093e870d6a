//! The inputs of a network: the men and their places, as a side's king sees them.

use std::marker::PhantomData;

use crate::eval::Evaluated;
use icochess_rules::{AbsentCells, Board, Cell, CellSet, Position, Reserve, Role, Side, rules_of};

/// Maximum number of first cells of a king that have their own inputs.
const MAX_ORBITS: usize = 2;
/// Inputs for the reserves of both sides.
const RESERVES: usize = 2;

/// What can turn an input on: a man on a cell, a movable part of the board at its pin, or a side's
/// reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Feature {
    /// By view: its kind.
    kinds: [u16; 2],
    cell: Cell,
}

/// The inputs of a board's network: an input is on if a man of its kind is on the image of its
/// cell in a side's view.
///
/// A view is one of [`Evaluated::views`]: the one that takes the side's king to the first possible
/// cell, and the first one on boards without kings. Kinds are the own men, then the other side's,
/// then the movable parts of the board. Men that may still make a double step differ from others.
/// Where kings have only one or two first cells, each of them has its own inputs, and the own king
/// has none. The last inputs are on while the side, or the other one, has a piece in reserve.
#[derive(Clone, Debug)]
pub struct Inputs<B: Board> {
    cells: usize,
    kinds: usize,
    /// By `[(is_enemy * roles + role) * 2 + is_unmoved]`: the kind.
    by_man: Vec<u16>,
    /// Whether the own king has no kind.
    omits_own_king: bool,
    /// By `[view * cells + king]`: the number of the king's first cell, if it has its own inputs.
    orbits: Vec<u8>,
    /// By `[view * cells + king]`: a number that differs where images or orbits do.
    frames: Vec<u16>,
    /// By `[(view * cells + king) * cells + cell]`: the cell's image.
    images: Vec<u8>,
    /// By orbit, the images of all cells under the views that keep its first cell.
    keeping: Vec<Vec<Vec<u8>>>,
    board: PhantomData<B>,
}

impl<B: Evaluated> Inputs<B> {
    /// Creates the inputs of a board. `None` for boards without [views](Evaluated::views).
    pub fn new() -> Option<Self> {
        let cells = B::tables().cells().count();
        let views = Side::ALL.map(B::views);
        let white = &views[0];
        let first_of = |king: usize| white.iter().map(|view| view[king]).min();
        let mut firsts = (0..cells).map(first_of).collect::<Option<Vec<u8>>>()?;
        firsts.sort_unstable();
        firsts.dedup();
        let omits_own_king = B::ROYAL.is_some() && firsts.len() <= MAX_ORBITS;
        let keeping = if omits_own_king {
            let keep = |first: &u8| {
                let keeps = |view: &&Vec<u8>| view[usize::from(*first)] == *first;
                white.iter().filter(keeps).cloned().collect()
            };
            firsts.iter().map(keep).collect()
        } else {
            firsts.clear();
            let all = B::ROYAL.map_or(white.len(), |_| 1);
            vec![white[..all].to_vec()]
        };
        let (by_man, kinds) = kinds::<B>(B::ROYAL.filter(|_| omits_own_king));
        let mut inputs = Self {
            cells,
            kinds: kinds + usize::from(B::Absent::IS_USED),
            by_man,
            omits_own_king,
            orbits: Vec::new(),
            frames: Vec::new(),
            images: Vec::new(),
            keeping,
            board: PhantomData,
        };
        for views in &views {
            for king in 0..cells {
                let first = |(_, view): &(usize, &Vec<u8>)| B::ROYAL.map(|_| view[king]);
                let (number, view) = views.iter().enumerate().min_by_key(first)?;
                let orbit = firsts.iter().position(|first| *first == view[king]);
                let orbit = orbit.unwrap_or_default();
                inputs.orbits.push(orbit as u8);
                inputs.frames.push((orbit * views.len() + number) as u16);
                inputs.images.extend(view);
            }
        }
        Some(inputs)
    }
}

/// Returns the kinds of men by `[(is_enemy * roles + role) * 2 + is_unmoved]`, and their number.
/// An omitted own role has none.
fn kinds<B: Board>(omitted: Option<Role>) -> (Vec<u16>, usize) {
    let (mut by_man, mut kinds) = (Vec::new(), 0);
    for is_enemy in [false, true] {
        for role in roles::<B>() {
            let states = if !is_enemy && omitted == Some(role) {
                0
            } else {
                1 + u16::from(rules_of::<B>(role).has_unmoved_right())
            };
            by_man.extend([kinds, kinds + states.saturating_sub(1)]);
            kinds += states;
        }
    }
    (by_man, kinds.into())
}

impl<B: Board> Inputs<B> {
    /// Returns the number of inputs of a view.
    pub fn count(&self) -> usize {
        self.of_cells() + RESERVES * usize::from(B::Reserve::IS_USED)
    }

    /// Returns the number of inputs that belong to cells.
    fn of_cells(&self) -> usize {
        self.keeping.len() * self.kinds * self.cells
    }

    /// Returns the cell from which a side sees the board: its king's, or any on boards without kings.
    #[inline]
    pub(super) fn eye(position: &Position<B>, view: Side) -> Option<Cell> {
        B::ROYAL.map_or(Some(Cell::new(0)), |_| position.royal(view))
    }

    /// Returns whether a side's view is the same from two cells.
    #[inline]
    pub(super) fn is_same_view(&self, view: Side, eyes: [Option<Cell>; 2]) -> bool {
        let frame = |eye: Cell| self.frames[view.index() * self.cells + eye.index()];
        eyes[0].map(frame) == eyes[1].map(frame)
    }

    /// Returns the input of a feature in a side's view from a cell.
    #[inline]
    pub(super) fn index(&self, view: Side, eye: Cell, feature: Feature) -> usize {
        let kind = usize::from(feature.kinds[view.index()]);
        if B::Reserve::IS_USED && kind >= self.kinds {
            return self.of_cells() + kind - self.kinds;
        }
        let frame = view.index() * self.cells + eye.index();
        let kind = usize::from(self.orbits[frame]) * self.kinds + kind;
        let image = self.images[frame * self.cells + feature.cell.index()];
        kind * self.cells + usize::from(image)
    }

    /// Returns the inputs that are on in a side's view. Empty if a king is missing.
    pub fn of(&self, position: &Position<B>, view: Side) -> impl Iterator<Item = usize> {
        let eye = Self::eye(position, view).into_iter();
        eye.flat_map(move |eye| {
            let men = position.occupied().cells();
            let men = men.filter(move |cell| !self.omits_own_king || *cell != eye);
            let men = men.filter_map(|cell| self.man_at(position, cell));
            let sides = Side::ALL.into_iter();
            let reserves = sides.filter_map(|side| self.reserve_of(position, side));
            men.chain(self.parts(position))
                .chain(reserves)
                .map(move |feature| self.index(view, eye, feature))
        })
    }

    /// Returns the man on a cell.
    #[inline]
    pub(super) fn man_at(&self, position: &Position<B>, cell: Cell) -> Option<Feature> {
        let role = position.role_at(cell)?;
        let is_white = position.by_side(Side::White).contains(cell);
        let is_unmoved =
            rules_of::<B>(role).has_unmoved_right() && position.unmoved().contains(cell);
        let kind = |is_enemy: bool| {
            let man = usize::from(is_enemy) * B::ROLES.len() + role.index();
            self.by_man[man * 2 + usize::from(is_unmoved)]
        };
        Some(Feature {
            kinds: [kind(!is_white), kind(is_white)],
            cell,
        })
    }

    /// Returns the movable part of the board at a pin.
    #[inline]
    pub(super) fn part_at(&self, pin: Cell) -> Feature {
        Feature {
            kinds: [self.kinds as u16 - 1; 2],
            cell: pin,
        }
    }

    fn parts(&self, position: &Position<B>) -> impl Iterator<Item = Feature> {
        let pins = B::tables().docks.iter().map(|dock| dock.pin);
        let pins = pins.filter(|pin| !position.absent().contains(*pin));
        pins.map(|pin| self.part_at(pin))
    }

    /// Returns a side's reserve, if it has pieces in it.
    #[inline]
    pub(super) fn reserve_of(&self, position: &Position<B>, side: Side) -> Option<Feature> {
        position.in_reserve(side).next()?;
        let kind = |is_enemy: bool| (self.kinds + usize::from(is_enemy)) as u16;
        Some(Feature {
            kinds: [kind(side != Side::White), kind(side != Side::Black)],
            cell: Cell::new(0),
        })
    }

    /// Returns for each view that keeps the king's cell where it takes each input; the identity
    /// comes first. Orbits have different numbers of such views: later ones are repeated.
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
        let rest = self.of_cells() as u16..self.count() as u16;
        let all = |which| image(which).chain(rest.clone()).collect();
        (0..most).map(all).collect()
    }
}

fn roles<B: Board>() -> impl Iterator<Item = Role> {
    (0..B::ROLES.len() as u8).map(Role::new)
}
