//! Reasons for a stopped clock.

/// Reason for a pause. The clock runs when none is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pause {
    /// A player pressed pause.
    Player,
    /// The headset is being passed to a player who hasn't confirmed yet.
    Passing,
    /// The game was resumed.
    Restored,
    /// The headset is off, or was off until a moment ago.
    Absent,
    /// The program or the machine was frozen.
    Stall,
    /// The window or headset lost focus, so the game gets no input.
    Unfocused,
    /// A menu covers the board.
    Menu,
    /// The computer opponent paused.
    Computer,
}

impl Pause {
    /// All reasons, those from players first.
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

    /// Returns whether moves are refused during the pause.
    pub const fn refuses_moves(self) -> bool {
        matches!(self, Self::Passing) || self.hides_board()
    }

    /// Returns whether the pause hides the board, so that players can't think for free.
    pub const fn hides_board(self) -> bool {
        matches!(self, Self::Player | Self::Unfocused | Self::Menu)
    }

    /// Returns whether the cause is outside the game. If so, the pause also applies to the clock of
    /// a new game.
    pub const fn is_external(self) -> bool {
        matches!(self, Self::Absent | Self::Unfocused)
    }

    /// Returns whether Continue ends the pause. Other pauses end when their cause does.
    pub const fn ends_with_continue(self) -> bool {
        matches!(self, Self::Player | Self::Passing) || self.ends_with_move()
    }

    /// Returns whether a move also ends the pause.
    pub const fn ends_with_move(self) -> bool {
        matches!(self, Self::Restored | Self::Absent | Self::Stall)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Set of reasons for a pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pauses(u8);

impl Pauses {
    /// Returns whether there is no reason left, so the clock may run.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `pause` is one of the reasons.
    pub const fn contains(self, pause: Pause) -> bool {
        self.0 & pause.bit() != 0
    }

    /// Returns the reasons, those from players first.
    pub fn iter(self) -> impl Iterator<Item = Pause> {
        Pause::ALL
            .into_iter()
            .filter(move |one| self.contains(*one))
    }

    /// Adds a reason.
    pub const fn insert(&mut self, pause: Pause) {
        self.0 |= pause.bit();
    }

    /// Keeps only reasons for which `keeps` returns true.
    pub fn retain(&mut self, keeps: impl Fn(Pause) -> bool) {
        for pause in Pause::ALL {
            if !keeps(pause) {
                self.0 &= !pause.bit();
            }
        }
    }
}
