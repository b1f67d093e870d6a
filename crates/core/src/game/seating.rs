//! Seating: whether players share a display or each have their own.

use icochess_rules::{Record, Side};

/// Seating of the people in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Seating {
    /// One person, against the computer or for both sides.
    #[default]
    Alone,
    /// Two people who pass one headset after each move.
    Passing,
    /// Two people at one window.
    HotSeat,
    /// Two people, one in the headset and one at the window.
    HeadsetAndWindow {
        /// Side of the headset's player.
        headset: Side,
    },
    /// Two people in two places, connected by a server, which is the referee.
    Remote {
        /// Side of the person here.
        side: Side,
    },
    /// A game of two people elsewhere, watched here. A server is the referee.
    Watched,
}

impl Seating {
    /// All seatings of games that begin here.
    pub const ALL: [Self; 5] = [
        Self::Alone,
        Self::Passing,
        Self::HotSeat,
        Self::HeadsetAndWindow {
            headset: Side::White,
        },
        Self::HeadsetAndWindow {
            headset: Side::Black,
        },
    ];

    const REMOTE: [Self; 3] = [
        Self::Remote { side: Side::White },
        Self::Remote { side: Side::Black },
        Self::Watched,
    ];

    /// Custom PGN tag for the seating. A game without it is [`Alone`](Self::Alone).
    pub const TAG: &'static str = "Seating";

    /// Returns the name used in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Passing => "passing",
            Self::HotSeat => "hot-seat",
            Self::HeadsetAndWindow {
                headset: Side::White,
            } => "headset-white",
            Self::HeadsetAndWindow {
                headset: Side::Black,
            } => "headset-black",
            Self::Remote { side: Side::White } => "remote-white",
            Self::Remote { side: Side::Black } => "remote-black",
            Self::Watched => "watched",
        }
    }

    /// Returns the seating with this name in files.
    pub fn from_id(id: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter().chain(Self::REMOTE);
        all.find(|seating| seating.id() == id)
    }

    /// Returns a game's seating from its tag.
    pub fn of(record: &Record) -> Self {
        let id = record.tags().get(Self::TAG);
        id.and_then(|id| Self::from_id(id)).unwrap_or_default()
    }

    /// Writes the seating to a game's tag.
    pub fn write_to(self, record: &mut Record) {
        let tags = record.make_mut().tags_mut();
        if self == Self::Alone {
            tags.remove(Self::TAG);
        } else {
            tags.insert(Self::TAG.to_owned(), self.id().to_owned());
        }
    }

    /// Returns whether the seating is for two people.
    pub fn is_for_two(self) -> bool {
        self != Self::Alone
    }

    /// Returns the side of the person here, if the other one is in another place.
    pub const fn remote(self) -> Option<Side> {
        match self {
            Self::Remote { side } => Some(side),
            _ => None,
        }
    }

    /// Returns whether a server is the referee.
    pub const fn is_remote(self) -> bool {
        matches!(self, Self::Remote { .. } | Self::Watched)
    }

    /// Returns whether the player of a side is here.
    pub fn is_here(self, side: Side) -> bool {
        match self {
            Self::Remote { side: own } => own == side,
            Self::Watched => false,
            _ => true,
        }
    }

    /// Returns the seating after the players swap colours.
    pub fn with_sides_changed(self) -> Self {
        match self {
            Self::HeadsetAndWindow { headset } => Self::HeadsetAndWindow { headset: !headset },
            Self::Remote { side } => Self::Remote { side: !side },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn seating_survives_a_round_trip() {
        let board = Variant::Chess.board();
        for seating in Seating::ALL.into_iter().chain(Seating::REMOTE) {
            assert_eq!(Seating::from_id(seating.id()), Some(seating));
            let mut record = board.new_game();
            seating.write_to(&mut record);
            let read = board.read_pgn(&record.to_pgn()).unwrap();
            assert_eq!(Seating::of(&read), seating);
            assert_eq!(
                read.tags().contains_key(Seating::TAG),
                seating.is_for_two(),
                "{seating:?}"
            );
            Seating::Alone.write_to(&mut record);
            assert_eq!(Seating::of(&record), Seating::Alone);
        }
        let mut record = board.new_game();
        let tags = record.make_mut().tags_mut();
        tags.insert(Seating::TAG.to_owned(), "on a sofa".to_owned());
        assert_eq!(Seating::of(&record), Seating::Alone);
    }

    #[test]
    fn place_stays_with_its_player_when_colours_swap() {
        for seating in Seating::ALL.into_iter().chain(Seating::REMOTE) {
            let changed = seating.with_sides_changed();
            assert_eq!(changed.with_sides_changed(), seating);
            let moves = matches!(
                seating,
                Seating::HeadsetAndWindow { .. } | Seating::Remote { .. }
            );
            assert_eq!(changed != seating, moves, "{seating:?}");
        }
    }
}
