//! The solver: retrograde analysis of one class, from the tables of the classes that captures and
//! first moves of pawns lead to.
//!
//! Source: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9, 1986.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::class::{EndingClass, MAX_MEN};
use crate::geometry::Geometry;
use crate::table::{DRAWN, ILLEGAL, MATED, Men, Table, is_lost, is_won};

/// Greatest value of a table, a mate in 253 plies.
const MAX_VALUE: u8 = ILLEGAL - 1;
/// Places between two looks at the stop flag.
const STOP_INTERVAL: usize = 1 << 12;

/// The effect of a move that changes the class.
struct Conversion {
    table: Arc<Table>,
    /// Whether the first side becomes the second.
    swapped: bool,
    /// By man after the move: the man before it.
    from: Vec<u8>,
}

/// The men of a class, in the order of [`Men`].
#[derive(Clone, Debug)]
pub struct Roster {
    /// Kind of each man.
    pub kinds: Vec<u8>,
    /// Side of each man: 0 for the first.
    pub sides: Vec<usize>,
}

impl Roster {
    pub fn new(geometry: &Geometry, class: EndingClass) -> Self {
        let mut kinds = vec![geometry.king(); 2];
        let mut sides = vec![0, 1];
        for side in [0, 1] {
            for kind in class.kinds(side) {
                kinds.push(kind);
                sides.push(side);
            }
        }
        Self { kinds, sides }
    }

    /// Returns the class after `moved` has moved, if it was an unmoved pawn, and `captured` is gone,
    /// with the side that becomes the first, and the men in their new order.
    fn after(
        &self,
        geometry: &Geometry,
        moved: Option<usize>,
        captured: Option<usize>,
    ) -> Option<(EndingClass, bool, Vec<u8>)> {
        let mut lists: [Vec<(u8, u8)>; 2] = Default::default();
        for man in (2..self.kinds.len()).filter(|man| Some(*man) != captured) {
            let kind = self.kinds[man];
            // The kind after an unmoved one is the same role, moved.
            let kind =
                kind + u8::from(Some(man) == moved && geometry.kinds[usize::from(kind)].unmoved);
            lists[self.sides[man]].push((kind, man as u8));
        }
        for list in &mut lists {
            list.sort_by_key(|it| std::cmp::Reverse(it.0));
        }
        let kinds = |side: usize| {
            lists[side]
                .iter()
                .map(|(kind, _)| *kind)
                .collect::<Vec<_>>()
        };
        let (class, swapped) = EndingClass::new(&kinds(0), &kinds(1))?;
        let kings = if swapped { [1, 0] } else { [0, 1] };
        let mut from = kings.to_vec();
        for king in kings {
            from.extend(lists[usize::from(king)].iter().map(|(_, man)| *man));
        }
        Some((class, swapped, from))
    }

    /// Returns the pairs of a moved and a captured man that change the class.
    fn conversions(&self, geometry: &Geometry) -> Vec<(Option<usize>, Option<usize>)> {
        let men = 2..self.kinds.len();
        let unmoved = men
            .clone()
            .filter(|man| geometry.kinds[usize::from(self.kinds[*man])].unmoved);
        let captured: Vec<_> = men.map(Some).chain([None]).collect();
        let movers = unmoved.map(Some).chain([None]);
        movers
            .flat_map(|moved| captured.iter().map(move |captured| (moved, *captured)))
            .filter(|(moved, captured)| match (moved, captured) {
                (None, None) => false,
                (Some(moved), Some(captured)) => self.sides[*moved] != self.sides[*captured],
                _ => true,
            })
            .collect()
    }
}

/// Returns the classes that moves from a class lead to, other than the class.
pub fn led_to(geometry: &Geometry, class: EndingClass) -> Vec<EndingClass> {
    let roster = Roster::new(geometry, class);
    let all = roster.conversions(geometry).into_iter();
    let mut classes: Vec<_> = all
        .filter_map(|(moved, captured)| Some(roster.after(geometry, moved, captured)?.0))
        .collect();
    classes.sort();
    classes.dedup();
    classes
}

/// Solves a class. `None` if stopped, if `smaller` lacks a table, or if a mate takes more than 253
/// plies.
pub fn solve(
    geometry: &Geometry,
    class: EndingClass,
    smaller: &dyn Fn(EndingClass) -> Option<Arc<Table>>,
    stop: &AtomicBool,
) -> Option<Table> {
    let roster = Roster::new(geometry, class);
    let men = roster.kinds.len();
    let mut conversions: Vec<Option<Conversion>> = (0..men * men).map(|_| None).collect();
    for (moved, captured) in roster.conversions(geometry) {
        let (class, swapped, from) = roster.after(geometry, moved, captured)?;
        let table = smaller(class)?;
        let slot = moved.unwrap_or(0) * men + captured.unwrap_or(0);
        conversions[slot] = Some(Conversion {
            table,
            swapped,
            from,
        });
    }
    let mut solver = Solver {
        geometry,
        is_unmoved: roster
            .kinds
            .iter()
            .map(|kind| geometry.kinds[usize::from(*kind)].unmoved)
            .collect(),
        roster,
        conversions,
        table: Table::new(geometry, class),
        highest: MATED,
    };
    solver.find_illegal(stop)?;
    solver.find_first(stop)?;
    let mut value = MATED;
    while value <= solver.highest {
        if value >= MAX_VALUE {
            return None;
        }
        solver.go_back(value, stop)?;
        value += 1;
    }
    Some(solver.table)
}

struct Solver<'a> {
    geometry: &'a Geometry,
    roster: Roster,
    /// Whether each man is an unmoved pawn.
    is_unmoved: Vec<bool>,
    /// By moved man and captured man, 0 for none. Neither is the first king.
    conversions: Vec<Option<Conversion>>,
    table: Table,
    /// Highest value in the table.
    highest: u8,
}

/// A move: man, cell, captured man.
type Step = (usize, u8, Option<usize>);

impl Solver<'_> {
    fn men(&self) -> usize {
        self.roster.kinds.len()
    }

    fn half(&self) -> usize {
        self.table.values.len() / 2
    }

    /// Returns the place of the same men with the other side to move.
    fn other_turn(&self, place: usize) -> usize {
        let half = self.half();
        if place < half {
            place + half
        } else {
            place - half
        }
    }

    fn occupied(&self, men: &Men) -> u128 {
        men[..self.men()]
            .iter()
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// Marks the positions with two men on a cell, and those where the king of the side that moved
    /// is attacked.
    fn find_illegal(&mut self, stop: &AtomicBool) -> Option<()> {
        for place in 0..self.half() {
            if place.is_multiple_of(STOP_INTERVAL) && stop.load(Ordering::Relaxed) {
                return None;
            }
            let men = self.table.men_at(self.geometry, place);
            let occupied = self.occupied(&men);
            for turn in [0, 1] {
                let target = men[1 - turn];
                let mut attackers = (2..self.men()).filter(|man| self.roster.sides[*man] == turn);
                let is_illegal = occupied.count_ones() < self.men() as u32
                    || attackers.any(|man| {
                        let kind = self.roster.kinds[man];
                        self.geometry.attacks(kind, men[man], target, occupied)
                    });
                if is_illegal {
                    let place = place + turn * self.half();
                    self.table.values[place] = ILLEGAL;
                }
            }
        }
        Some(())
    }

    /// Calls `each` for every move that ignores checks, until it returns false.
    #[inline]
    fn each_step(&self, men: &Men, turn: usize, mut each: impl FnMut(Step) -> bool) {
        let occupied = self.occupied(men);
        for man in 0..self.men() {
            if self.roster.sides[man] != turn {
                continue;
            }
            for ray in self.geometry.rays(self.roster.kinds[man], men[man]) {
                for &to in ray {
                    let mut captured = None;
                    let is_taken = occupied >> to & 1 != 0;
                    if is_taken {
                        let on_cell = |other: &usize| men[*other] == to;
                        captured = (2..self.men()).find(on_cell);
                        if captured.is_none_or(|other| self.roster.sides[other] == turn) {
                            break;
                        }
                    }
                    if !each((man, to, captured)) {
                        return;
                    }
                    if is_taken {
                        break;
                    }
                }
            }
        }
    }

    /// Returns whether a move stays in the class.
    fn is_inside(&self, (man, _, captured): Step) -> bool {
        captured.is_none() && !self.is_unmoved[man]
    }

    /// Returns the value after a move, for the other side.
    #[inline]
    fn value_after(&self, men: &Men, place: usize, turn: usize, step: Step) -> u8 {
        let (man, to, captured) = step;
        let mut next = *men;
        next[man] = to;
        if self.is_inside(step) {
            let other = 1 - turn;
            if man >= 2 {
                return self.table.values[self.moved_place(self.other_turn(place), men, man, to)];
            }
            return self.table.value(self.geometry, &next, other);
        }
        let moved = if self.is_unmoved[man] { man } else { 0 };
        let slot = moved * self.men() + captured.unwrap_or(0);
        // Every slot that a move can need is filled.
        let Some(conversion) = &self.conversions[slot] else {
            return DRAWN;
        };
        let mut after = [0; MAX_MEN];
        for (cell, from) in after.iter_mut().zip(&conversion.from) {
            *cell = next[usize::from(*from)];
        }
        let turn = if conversion.swapped { turn } else { 1 - turn };
        conversion.table.value(self.geometry, &after, turn)
    }

    /// Returns the place that differs only in the cell of a man other than a king.
    #[inline]
    fn moved_place(&self, place: usize, men: &Men, man: usize, to: u8) -> usize {
        let stride = self.geometry.cells.pow((self.men() - 1 - man) as u32);
        place + usize::from(to) * stride - usize::from(men[man]) * stride
    }

    fn raise(&mut self, place: usize, value: u8) {
        self.table.values[place] = value;
        self.highest = self.highest.max(value);
    }

    /// Finds mates, and the wins and losses that follow from conversions alone. A faster win inside
    /// the class may replace such a win later.
    fn find_first(&mut self, stop: &AtomicBool) -> Option<()> {
        for place in 0..self.table.values.len() {
            if place.is_multiple_of(STOP_INTERVAL) && stop.load(Ordering::Relaxed) {
                return None;
            }
            if self.table.values[place] == ILLEGAL {
                continue;
            }
            let men = self.table.men_at(self.geometry, place);
            let turn = place / self.half();
            let mut is_inside = false;
            let mut fastest_win = ILLEGAL;
            let mut longest_loss = None;
            let mut may_hold = false;
            self.each_step(&men, turn, |step| {
                if is_inside && self.is_inside(step) {
                    return true;
                }
                let value = self.value_after(&men, place, turn, step);
                if value == ILLEGAL {
                    return true;
                }
                if self.is_inside(step) {
                    is_inside = true;
                } else if is_lost(value) {
                    fastest_win = fastest_win.min(value + 1);
                } else if is_won(value) {
                    longest_loss = longest_loss.max(Some(value + 1));
                } else {
                    may_hold = true;
                }
                true
            });
            if fastest_win < ILLEGAL {
                self.raise(place, fastest_win);
            } else if !is_inside && !may_hold {
                let is_check = self.table.values[self.other_turn(place)] == ILLEGAL;
                match longest_loss {
                    Some(value) => self.raise(place, value),
                    None if is_check => self.raise(place, MATED),
                    None => {}
                }
            }
        }
        Some(())
    }

    /// Takes back a move from each position with this value, and updates the position before it.
    fn go_back(&mut self, value: u8, stop: &AtomicBool) -> Option<()> {
        for place in 0..self.table.values.len() {
            if place.is_multiple_of(STOP_INTERVAL) && stop.load(Ordering::Relaxed) {
                return None;
            }
            if self.table.values[place] != value {
                continue;
            }
            let men = self.table.men_at(self.geometry, place);
            let mover = 1 - place / self.half();
            let occupied = self.occupied(&men);
            for man in 0..self.men() {
                if self.roster.sides[man] != mover || self.is_unmoved[man] {
                    continue;
                }
                let geometry = self.geometry;
                for ray in geometry.rays(self.roster.kinds[man], men[man]) {
                    for &from in ray {
                        if occupied >> from & 1 != 0 {
                            break;
                        }
                        self.take_back(value, place, &men, man, from);
                    }
                }
            }
        }
        Some(())
    }

    /// Updates the position from which a man has moved, given the value after the move.
    fn take_back(&mut self, value: u8, place: usize, men: &Men, man: usize, from: u8) {
        let turn = 1 - place / self.half();
        let mut earlier = *men;
        earlier[man] = from;
        let earlier_place = if man >= 2 {
            Some(self.moved_place(self.other_turn(place), men, man, from))
        } else {
            self.table.place(self.geometry, &earlier, turn)
        };
        let Some(earlier_place) = earlier_place else {
            return;
        };
        let known = self.table.values[earlier_place];
        let found = if is_lost(value) {
            let is_better = known == DRAWN || is_won(known) && known > value + 1;
            is_better.then_some(value + 1)
        } else if known == DRAWN {
            self.lost_value(earlier_place, value)
        } else {
            None
        };
        let Some(found) = found else {
            return;
        };
        self.raise(earlier_place, found);
        // A move of another man is also taken back from the images of this position. After a king's
        // move, the images belong to one position.
        if man < 2 {
            let canonical = self.table.men_at(self.geometry, earlier_place);
            let (orbit, _) = self.geometry.orbit([canonical[0], canonical[1]]);
            for &symmetry in &self.geometry.orbits[usize::from(orbit)].keeping {
                let images = self.geometry.images(symmetry);
                let image = canonical.map(|cell| images[usize::from(cell)]);
                if let Some(place) = self.table.place(self.geometry, &image, turn) {
                    self.raise(place, found);
                }
            }
        }
    }

    /// Returns the value of a position if every move from it loses, and all moves inside the class
    /// lead to values of at most `limit`.
    fn lost_value(&self, place: usize, limit: u8) -> Option<u8> {
        let men = self.table.men_at(self.geometry, place);
        let mut longest = None;
        let mut is_lost = true;
        let turn = place / self.half();
        self.each_step(&men, turn, |step| {
            let value = self.value_after(&men, place, turn, step);
            if value != ILLEGAL {
                is_lost = is_won(value) && (value <= limit || !self.is_inside(step));
                longest = longest.max(Some(value));
            }
            is_lost
        });
        longest.filter(|_| is_lost).map(|value| value + 1)
    }
}
