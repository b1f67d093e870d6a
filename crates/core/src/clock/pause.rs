//! Pauses of a clock.

/// A reason that a clock does not run. It runs when there is none left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pause {
    /// A player asked for it.
    Player,
    /// The headset is passed to the other player, who has not said yet to be ready.
    Passing,
    /// The game was taken up again.
    Restored,
    /// Nobody wears the headset, or nobody did a moment ago.
    Absent,
    /// The program, or the whole machine, stood still.
    Stall,
    /// Window or headset do not listen to the players.
    Unfocused,
    /// A menu covers the board.
    Menu,
    /// The computer makes a pause.
    Computer,
}

impl Pause {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Player,
        Self::Passing,
        Self::Restored,
        Self::Absent,
        Self::Stall,
        Self::Unfocused,
        Self::Menu,
        Self::Computer,
    ];

    /// Whether no move is played before it ends.
    pub const fn refuses_moves(self) -> bool {
        matches!(self, Self::Passing) || self.hides_board()
    }

    /// Whether the board is hidden until it ends, so that nobody thinks while nobody's time runs.
    pub const fn hides_board(self) -> bool {
        matches!(self, Self::Player | Self::Unfocused | Self::Menu)
    }

    /// Whether it lasts as long as something beside the game does, and so holds for the clock of a
    /// game that begins meanwhile.
    pub const fn is_of_surroundings(self) -> bool {
        matches!(self, Self::Absent | Self::Unfocused)
    }

    /// Whether the player's word ends it. The others end when what they are for does.
    pub const fn ends_with_word(self) -> bool {
        matches!(self, Self::Player | Self::Passing) || self.ends_with_move()
    }

    /// Whether a move ends it as well.
    pub const fn ends_with_move(self) -> bool {
        matches!(self, Self::Restored | Self::Absent | Self::Stall)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// All reasons for which a clock stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pauses(u8);

impl Pauses {
    /// Whether there is no reason: the clock may run.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `pause` is one of the reasons.
    pub const fn contains(self, pause: Pause) -> bool {
        self.0 & pause.bit() != 0
    }

    /// The reasons, what players have asked for first.
    pub fn iter(self) -> impl Iterator<Item = Pause> {
        Pause::ALL
            .into_iter()
            .filter(move |one| self.contains(*one))
    }

    /// Adds a reason.
    pub const fn insert(&mut self, pause: Pause) {
        self.0 |= pause.bit();
    }

    /// Keeps the reasons for which `keeps` is true.
    pub fn retain(&mut self, keeps: impl Fn(Pause) -> bool) {
        for pause in Pause::ALL {
            if !keeps(pause) {
                self.0 &= !pause.bit();
            }
        }
    }
}
