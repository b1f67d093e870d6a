//! The kinds of pieces whose loss loses the game.

use std::fmt;

use crate::piece::Role;

/// Pieces of which a side must keep some: who has not more than so many of them has
/// lost.
///
/// As in the variants of Fairy-Stockfish with an extinction value, though there the
/// pieces of a list count one role at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extinction {
    /// The name of the kind, for [`Outcome::Extinction`](crate::Outcome::Extinction).
    pub of: &'static str,
    /// Their roles, which count together.
    pub roles: &'static [Role],
    /// The greatest number of pieces that is too few.
    pub count: u32,
}

/// The kinds of which a side has too few: one or more of those of its board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Extinct {
    kinds: &'static [Extinction],
    /// A bit for each of the kinds that is lost.
    lost: u32,
}

impl Extinct {
    /// The kinds of a board that are lost; `None` if none is. Of more than 32 kinds, the others are
    /// not looked at.
    #[inline]
    pub fn of(kinds: &'static [Extinction], is_lost: impl Fn(&Extinction) -> bool) -> Option<Self> {
        let lost = kinds.iter().take(32).enumerate();
        let lost = lost.fold(0, |lost, (bit, kind)| {
            lost | u32::from(is_lost(kind)) << bit
        });
        (lost != 0).then_some(Self { kinds, lost })
    }

    /// The lost kinds, in the order in which the board lists them.
    pub fn kinds(self) -> impl Iterator<Item = &'static Extinction> {
        let kinds = self.kinds.iter().take(32).enumerate();
        let lost = kinds.filter(move |(bit, _)| self.lost >> bit & 1 != 0);
        lost.map(|(_, kind)| kind)
    }

    /// The names of the lost kinds, in the order of the board.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.kinds().map(|kind| kind.of)
    }
}

impl fmt::Debug for Extinct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

impl fmt::Display for Extinct {
    /// Writes what a side has lost: "no rook and no bishop".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.names().count();
        for (place, name) in self.names().enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == count => " and ",
                _ => ", ",
            };
            write!(f, "{before}no {name}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn kind(of: &'static str) -> Extinction {
        Extinction {
            of,
            roles: &[],
            count: 0,
        }
    }

    const KINDS: &[Extinction] = &[kind("rook"), kind("bishop"), kind("knight")];

    #[test]
    fn all_kinds_that_are_lost_are_named_in_the_order_of_the_board() {
        let told = |lost: &[&str]| {
            let extinct = Extinct::of(KINDS, |kind| lost.contains(&kind.of));
            extinct.map(|extinct| extinct.to_string())
        };
        assert_eq!(told(&[]), None);
        assert_eq!(told(&["bishop"]).as_deref(), Some("no bishop"));
        let two = Some("no rook and no knight");
        assert_eq!(told(&["knight", "rook"]).as_deref(), two);
        let all = Some("no rook, no bishop and no knight");
        assert_eq!(told(&["knight", "bishop", "rook"]).as_deref(), all);
    }
}
