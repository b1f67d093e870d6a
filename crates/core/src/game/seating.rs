//! The seating of the people of a game: at one display in turns, or each at their own.

use icochess_rules::{Record, Side};

/// The seating of the people of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Seating {
    /// One person, who plays against the computer or for both sides.
    #[default]
    Alone,
    /// Two people have one headset, which is passed on after each move.
    Passing,
    /// Two people before one window.
    HotSeat,
    /// Two people: one wears the headset, the other sits at the window.
    HeadsetAndWindow {
        /// The side of the player who wears the headset.
        headset: Side,
    },
}

impl Seating {
    /// All seatings.
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

    /// The PGN tag, of our own, that holds it. A game without it is one of [`Alone`](Self::Alone).
    pub const TAG: &'static str = "Seating";

    /// The name of the seating in files.
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
        }
    }

    /// The seating with this name in files, if there is one.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seating| seating.id() == id)
    }

    /// The seating of a game, as its tag says.
    pub fn of(record: &Record) -> Self {
        let id = record.tags().get(Self::TAG);
        id.and_then(|id| Self::from_id(id)).unwrap_or_default()
    }

    /// Writes the tag of the seating to a game.
    pub fn write_to(self, record: &mut Record) {
        let tags = record.make_mut().tags_mut();
        if self == Self::Alone {
            tags.remove(Self::TAG);
        } else {
            tags.insert(Self::TAG.to_owned(), self.id().to_owned());
        }
    }

    /// Whether it is for two people.
    pub fn is_for_two(self) -> bool {
        self != Self::Alone
    }

    /// The same people, each with the other's colour.
    pub fn with_sides_changed(self) -> Self {
        match self {
            Self::HeadsetAndWindow { headset } => Self::HeadsetAndWindow { headset: !headset },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn a_game_keeps_how_its_people_sit_in_its_file() {
        let board = Variant::Chess.board();
        for seating in Seating::ALL {
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
    fn who_wears_the_headset_wears_it_with_the_other_colour_too() {
        for seating in Seating::ALL {
            let changed = seating.with_sides_changed();
            assert_eq!(changed.with_sides_changed(), seating);
            let moves = matches!(seating, Seating::HeadsetAndWindow { .. });
            assert_eq!(changed != seating, moves, "{seating:?}");
        }
    }
}
