//! A board as the solver sees it: the paths of each kind of man, and the symmetries.

use icochess_rules::{
    AbsentCells, Board, CellSet, Equipment, Reserve, Role, RoleRules, Side, Tables,
};

/// Mark of a pair of king cells that no legal position has.
pub const NO_ORBIT: u16 = u16::MAX;
/// Maximum number of symmetries that are stored.
const MAX_SYMMETRIES: usize = 240;

/// A kind of man: a role, moved or not.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Letter in names of classes.
    pub letter: char,
    pub role: Role,
    /// Whether the man hasn't moved and may make a double step.
    pub unmoved: bool,
}

/// An orbit of pairs of king cells.
#[derive(Clone, Debug)]
pub struct Orbit {
    /// The pair that represents the orbit.
    pub kings: [u8; 2],
    /// The symmetries that keep this pair, without the identity.
    pub keeping: Vec<u16>,
}

/// Paths and symmetries of a board.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Number of cells.
    pub cells: usize,
    /// Kinds of men, weakest first. The king is the last.
    pub kinds: Vec<Kind>,
    /// By kind and cell: the paths of a man. Each ends before the first occupied cell, or captures
    /// there.
    rays: Vec<Vec<Box<[u8]>>>,
    /// By kind and two cells: the cells in between, for each path from the first to the second.
    between: Vec<Vec<u128>>,
    /// By symmetry and cell: the image of the cell. The identity comes first.
    images: Vec<u8>,
    /// By two king cells: the orbit, and the symmetry to the pair that represents it.
    pairs: Vec<(u16, u16)>,
    /// All orbits of pairs of king cells.
    pub orbits: Vec<Orbit>,
}

impl Geometry {
    /// Returns the geometry of a board; `None` if its rules are beyond the solver.
    pub fn of<B: Board>() -> Option<Self> {
        let tables = B::tables();
        let cells = tables.cells().count();
        let has_special_rules = B::Reserve::IS_USED
            || B::Absent::IS_USED
            || B::BARE_KING_LOSES
            || !B::EXTINCTIONS.is_empty();
        if cells > u128::BITS as usize || has_special_rules {
            return None;
        }
        let mut kinds = Vec::new();
        let mut rays = Vec::new();
        let royal = B::ROYAL?;
        let others = (0..B::ROLES.len() as u8).map(Role::new);
        for role in others.filter(|role| *role != royal).chain([royal]) {
            let rules = &B::ROLES[role.index()];
            let Some(moved) = rays_of::<B>(tables, rules) else {
                if role == royal {
                    return None;
                }
                continue;
            };
            let unmoved = rules.has_unmoved_right();
            if let Some(double) = unmoved.then(|| double_rays::<B>(tables, rules)).flatten() {
                let rays_of_unmoved = moved.iter().zip(double);
                rays.extend(rays_of_unmoved.map(|(a, b)| [a.clone(), b].concat()));
                kinds.push(Kind {
                    letter: 'U',
                    role,
                    unmoved,
                });
            }
            rays.extend(moved);
            kinds.push(Kind {
                letter: rules.letter,
                role,
                unmoved: false,
            });
        }
        let mut geometry = Self {
            cells,
            between: between(&rays, kinds.len(), cells),
            kinds,
            rays,
            images: Vec::new(),
            pairs: Vec::new(),
            orbits: Vec::new(),
        };
        geometry.images = geometry.find_symmetries().concat();
        geometry.find_orbits();
        Some(geometry)
    }

    /// Returns the kind of kings.
    pub fn king(&self) -> u8 {
        self.kinds.len() as u8 - 1
    }

    /// Returns the paths of a man from a cell.
    #[inline]
    pub fn rays(&self, kind: u8, cell: u8) -> &[Box<[u8]>] {
        &self.rays[usize::from(kind) * self.cells + usize::from(cell)]
    }

    /// Returns whether a man attacks a cell past the occupied ones.
    #[inline]
    pub fn attacks(&self, kind: u8, from: u8, to: u8, occupied: u128) -> bool {
        let (from, to) = (usize::from(from), usize::from(to));
        let between = &self.between[(usize::from(kind) * self.cells + from) * self.cells + to];
        between.iter().any(|between| between & occupied == 0)
    }

    /// Returns the number of symmetries.
    pub fn symmetries(&self) -> usize {
        self.images.len() / self.cells
    }

    /// Returns the images of all cells under a symmetry.
    #[inline]
    pub fn images(&self, symmetry: u16) -> &[u8] {
        &self.images[usize::from(symmetry) * self.cells..][..self.cells]
    }

    /// Returns the orbit of a pair of king cells, and the symmetry to the pair that represents it.
    #[inline]
    pub fn orbit(&self, kings: [u8; 2]) -> (u16, u16) {
        self.pairs[usize::from(kings[0]) * self.cells + usize::from(kings[1])]
    }

    /// Returns the permutations of the cells that keep all paths of all kinds, identity first.
    ///
    /// They are automorphisms of the graph of the king's moves. The search maps the cells in an order
    /// in which each neighbours an earlier one, so that few images are possible.
    fn find_symmetries(&self) -> Vec<Vec<u8>> {
        let king = self.king();
        let steps: Vec<u128> = (0..self.cells as u8)
            .map(|cell| self.rays(king, cell).iter())
            .map(|rays| rays.fold(0, |set, ray| set | 1 << ray[0]))
            .collect();
        let mut order: Vec<(usize, Option<usize>)> = vec![(0, None)];
        let mut seen = 1_u128;
        let mut next = 0;
        while let Some(&(cell, _)) = order.get(next) {
            for other in 0..self.cells {
                if steps[cell] >> other & 1 != 0 && seen >> other & 1 == 0 {
                    seen |= 1 << other;
                    order.push((other, Some(cell)));
                }
            }
            next += 1;
        }
        let identity: Vec<u8> = (0..self.cells as u8).collect();
        let mut found = vec![identity.clone()];
        if order.len() == self.cells {
            let mut images = vec![u8::MAX; self.cells];
            self.map_next(&steps, &order, 0, &mut images, &mut found);
        }
        if found.len() > MAX_SYMMETRIES {
            found = vec![identity];
        }
        found
    }

    /// Maps the cells of `order` from `next` on in all possible ways.
    fn map_next(
        &self,
        steps: &[u128],
        order: &[(usize, Option<usize>)],
        next: usize,
        images: &mut [u8],
        found: &mut Vec<Vec<u8>>,
    ) {
        let Some(&(cell, parent)) = order.get(next) else {
            if images != found[0] && self.keeps_paths(images) {
                found.push(images.to_vec());
            }
            return;
        };
        for image in 0..self.cells {
            let is_near = parent.is_none_or(|it| steps[usize::from(images[it])] >> image & 1 != 0);
            let mut mapped = order[..next].iter().map(|(earlier, _)| *earlier);
            let fits = |earlier: usize| {
                let other = usize::from(images[earlier]);
                other != image && steps[cell] >> earlier & 1 == steps[image] >> other & 1
            };
            if found.len() <= MAX_SYMMETRIES && is_near && mapped.all(fits) {
                images[cell] = image as u8;
                self.map_next(steps, order, next + 1, images, found);
                images[cell] = u8::MAX;
            }
        }
    }

    fn keeps_paths(&self, images: &[u8]) -> bool {
        let sorted = |mut rays: Vec<Box<[u8]>>| {
            rays.sort_unstable();
            rays
        };
        let mut kinds = 0..self.kinds.len() as u8;
        kinds.all(|kind| {
            (0..self.cells as u8).all(|cell| {
                let here = self.rays(kind, cell).iter();
                let here =
                    here.map(|ray| ray.iter().map(|cell| images[usize::from(*cell)]).collect());
                let there = self.rays(kind, images[usize::from(cell)]).to_vec();
                sorted(here.collect()) == sorted(there)
            })
        })
    }

    fn find_orbits(&mut self) {
        let cells = self.cells;
        let mut pairs = vec![(NO_ORBIT, 0); cells * cells];
        let mut orbits: Vec<Orbit> = Vec::new();
        let king = self.king();
        let symmetries = 0..self.symmetries() as u16;
        let inverses: Vec<u16> = symmetries.map(|symmetry| self.inverse(symmetry)).collect();
        for first in 0..cells as u8 {
            for second in 0..cells as u8 {
                let is_found =
                    pairs[usize::from(first) * cells + usize::from(second)].0 != NO_ORBIT;
                if is_found || first == second || self.attacks(king, first, second, 0) {
                    continue;
                }
                let mut orbit = Orbit {
                    kings: [first, second],
                    keeping: Vec::new(),
                };
                for symmetry in 0..self.symmetries() as u16 {
                    let images = self.images(symmetry);
                    let image = [images[usize::from(first)], images[usize::from(second)]];
                    if symmetry > 0 && image == orbit.kings {
                        orbit.keeping.push(symmetry);
                    }
                    let pair = &mut pairs[usize::from(image[0]) * cells + usize::from(image[1])];
                    if pair.0 == NO_ORBIT {
                        *pair = (orbits.len() as u16, inverses[usize::from(symmetry)]);
                    }
                }
                orbits.push(orbit);
            }
        }
        self.pairs = pairs;
        self.orbits = orbits;
    }

    fn inverse(&self, symmetry: u16) -> u16 {
        let images = self.images(symmetry);
        let is_inverse = |other: &u16| {
            let back = self.images(*other);
            (0..self.cells).all(|cell| usize::from(back[usize::from(images[cell])]) == cell)
        };
        let mut all = 0..self.symmetries() as u16;
        all.find(is_inverse).unwrap_or_default()
    }
}

/// Returns the permutations of a board's cells that keep the moves of all its roles, the identity
/// first. `None` unless the solver supports all of them.
pub fn symmetries<B: Board>() -> Option<Vec<Vec<u8>>> {
    let geometry = Geometry::of::<B>()?;
    let supports = |role| geometry.kinds.iter().any(|kind| kind.role == role);
    let is_whole = (0..B::ROLES.len() as u8).map(Role::new).all(supports);
    is_whole.then(|| {
        geometry
            .images
            .chunks(geometry.cells)
            .map(<[u8]>::to_vec)
            .collect()
    })
}

/// Returns a role's paths by cell. `None` unless both sides move alike, capture where they move and
/// can move back, without promotion and en passant.
fn rays_of<B: Equipment>(
    tables: &Tables<B::Set, B::Lines>,
    rules: &RoleRules,
) -> Option<Vec<Vec<Box<[u8]>>>> {
    let is_special = !rules.promotes.is_empty()
        || rules.gating.is_some()
        || rules.steps.is_some()
        || rules.double_step.is_some() && !rules.has_unmoved_right();
    if is_special || rules.royal && rules.slides != 0 {
        return None;
    }
    let mut all = Vec::new();
    for cell in tables.cells() {
        let mut rays: Vec<Box<[u8]>> = Vec::new();
        if let Some([white, black]) = rules.leaps {
            let leaps = tables.leaps(white, cell);
            let differ =
                leaps != tables.leaps(black, cell) || leaps != tables.leaps_to(white, cell);
            if differ {
                return None;
            }
            rays.extend(leaps.cells().map(|to| Box::from([to.index() as u8])));
        }
        for crossing in tables.crossings(cell, rules.slides) {
            let line = &tables.lines[usize::from(crossing.line)];
            for direction in [1, -1] {
                let ray: Box<[u8]> = (1..line.cells.len() as isize)
                    .map_while(|step| line.cell_at(crossing.index.into(), step * direction))
                    .map(|cell| cell.index() as u8)
                    .collect();
                if !ray.is_empty() {
                    rays.push(ray);
                }
            }
        }
        all.push(rays);
    }
    Some(all)
}

/// Returns a role's double steps by cell, as paths. `None` unless both sides' are alike, capture, and
/// pass cells to which the role also steps.
fn double_rays<B: Equipment>(
    tables: &Tables<B::Set, B::Lines>,
    rules: &RoleRules,
) -> Option<Vec<Vec<Box<[u8]>>>> {
    let double_step = rules.double_step?;
    let [table, _] = rules.leaps?;
    if !double_step.captures || double_step.en_passant {
        return None;
    }
    let mut all = Vec::new();
    for cell in tables.cells() {
        let steps = |side| tables.double_steps(side, cell);
        let is_alike = steps(Side::White).eq(steps(Side::Black));
        let leaps = tables.leaps(table, cell);
        if !is_alike || !steps(Side::White).all(|step| leaps.contains(step.via)) {
            return None;
        }
        let rays = steps(Side::White);
        let rays = rays.map(|step| Box::from([step.via, step.end].map(|cell| cell.index() as u8)));
        all.push(rays.collect());
    }
    Some(all)
}

/// Returns the cells between each two cells of a path, by kind, first and second cell.
fn between(rays: &[Vec<Box<[u8]>>], kinds: usize, cells: usize) -> Vec<Vec<u128>> {
    let mut between = vec![Vec::new(); kinds * cells * cells];
    for (from, rays) in rays.iter().enumerate() {
        for ray in rays {
            let mut passed = 0_u128;
            for &to in ray {
                let paths: &mut Vec<u128> = &mut between[from * cells + usize::from(to)];
                if !paths.contains(&passed) {
                    paths.push(passed);
                }
                passed |= 1 << to;
            }
        }
    }
    between
}
