//! Kinds of pieces whose loss loses the game.

use std::fmt;

use crate::piece::Role;

/// A kind of piece that a side must not lose: a side with at most `count` of them has lost.
///
/// The rule is as in Fairy-Stockfish's variants with an extinction value, except that the roles of
/// a kind count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extinction {
    /// Name of the kind, for [`Outcome::Extinction`](crate::Outcome::Extinction).
    pub of: &'static str,
    /// Roles of the kind, which count together.
    pub roles: &'static [Role],
    /// Maximum number of pieces with which the side has lost.
    pub count: u32,
}

/// The kinds that a side has lost, at least one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Extinct {
    kinds: &'static [Extinction],
    /// Bit mask of the lost kinds.
    lost: u32,
}

impl Extinct {
    /// Returns the lost kinds of a board; `None` if there are none. Only checks the first 32 kinds.
    #[inline]
    pub fn of(kinds: &'static [Extinction], is_lost: impl Fn(&Extinction) -> bool) -> Option<Self> {
        let lost = kinds.iter().take(32).enumerate();
        let lost = lost.fold(0, |lost, (bit, kind)| {
            lost | u32::from(is_lost(kind)) << bit
        });
        (lost != 0).then_some(Self { kinds, lost })
    }

    /// Returns the lost kinds in the order of the board.
    pub fn kinds(self) -> impl Iterator<Item = &'static Extinction> {
        let kinds = self.kinds.iter().take(32).enumerate();
        let lost = kinds.filter(move |(bit, _)| self.lost >> bit & 1 != 0);
        lost.map(|(_, kind)| kind)
    }

    /// Returns the names of the lost kinds in the order of the board.
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
    /// Lists the lost kinds, such as "no rook and no bishop".
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
    fn all_lost_kinds_are_named_in_board_order() {
        let described = |lost: &[&str]| {
            let extinct = Extinct::of(KINDS, |kind| lost.contains(&kind.of));
            extinct.map(|extinct| extinct.to_string())
        };
        assert_eq!(described(&[]), None);
        assert_eq!(described(&["bishop"]).as_deref(), Some("no bishop"));
        let two = Some("no rook and no knight");
        assert_eq!(described(&["knight", "rook"]).as_deref(), two);
        let all = Some("no rook, no bishop and no knight");
        assert_eq!(described(&["knight", "bishop", "rook"]).as_deref(), all);
    }
}
