//! Which page of the interface is shown, and where pages are shown.

use bevy::prelude::*;

use super::enumerate::enumerated;
pub use crate::save::setting::Subject;
use crate::schedule::Display;
use icochess_message::{Msg, msg};
use icochess_rules::Side;

enumerated! {
    /// A page of the interface.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Screen {
        /// The game: what one needs at a glance.
        Game,
        /// Where everything is found.
        Home,
        /// The moves: gone through, noted on and evaluated.
        Moves,
        /// From where the board can be looked at.
        Views,
        /// What the next game is like.
        NewGame,
        /// Games that have ended or were left.
        Saved,
        /// Who has won how often against whom.
        Players,
        /// What players may change, by subject.
        Settings(Subject) in Subject::ALL,
        /// How pieces move and what controls do.
        Help(Topic) in Topic::ALL,
        /// Where the program comes from.
        About,
        /// How the game has ended.
        Result,
        /// Who gets the headset, or is to look at the window.
        HandOver,
        /// A question that must be answered first.
        Confirm(Question) in Question::all(),
    }
}

impl Screen {
    /// What stands on a button that opens it.
    #[must_use]
    pub const fn title(self) -> Msg {
        match self {
            Self::Game => msg!("board-page"),
            Self::Home => msg!("menu"),
            Self::Moves => msg!("moves"),
            Self::Views => msg!("views"),
            Self::NewGame => msg!("new-game"),
            Self::Saved => msg!("saved-games"),
            Self::Players => msg!("players"),
            Self::Settings(_) => msg!("settings"),
            Self::Help(_) => msg!("help"),
            Self::About => msg!("about"),
            Self::Result => msg!("result"),
            Self::HandOver => msg!("hand-over"),
            Self::Confirm(_) => msg!("question"),
        }
    }

    /// Does it keep players from a game that goes on? On those of the moves and the views
    /// they look at the board and may move; the result is that of a game that is over; and who passes
    /// the headset on has pauses of that.
    #[must_use]
    pub const fn hides_game(self) -> bool {
        !matches!(
            self,
            Self::Game | Self::Moves | Self::Views | Self::Result | Self::HandOver
        )
    }

    /// Does the page leave the board in use, and stand beside it in the window?
    #[must_use]
    pub const fn is_beside(self) -> bool {
        matches!(self, Self::Moves | Self::Views | Self::Help(Topic::Pieces))
    }
}

/// A chapter of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// How each piece moves.
    Pieces,
    /// What mouse, keys and controllers do.
    Controls,
}

impl Topic {
    /// All chapters, in the order of their tabs.
    pub const ALL: [Self; 2] = [Self::Pieces, Self::Controls];

    /// What stands on its tab.
    #[must_use]
    pub const fn title(self) -> Msg {
        match self {
            Self::Pieces => msg!("help-pieces"),
            Self::Controls => msg!("help-controls"),
        }
    }
}

enumerated! {
    /// What is asked back before a command ends the game that is going on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Question {
        /// Does that side give up?
        Resign(Side) in Side::ALL,
        /// Is the game left for the one that is set up?
        Begin,
        /// Is it left for another of its kind?
        Rematch,
        /// Is it left for the saved one?
        Resume,
    }
}

/// The pages that were opened one from the other; the last is shown.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct Screens(Vec<Screen>);

impl Default for Screens {
    fn default() -> Self {
        Self(vec![Screen::Game])
    }
}

impl Screens {
    /// The page that is shown.
    #[must_use]
    pub fn shown(&self) -> Screen {
        self.0.last().copied().unwrap_or(Screen::Game)
    }

    /// Opens a page from the one that is shown. Tabs of one page take each other's
    /// place, so that one step leads back from any of them.
    pub fn open(&mut self, screen: Screen) {
        let is_tab = std::mem::discriminant(&screen) == std::mem::discriminant(&self.shown());
        if is_tab {
            self.0.pop();
        }
        if screen == Screen::Game {
            self.0.clear();
        }
        self.0.push(screen);
    }

    /// Goes back to the page that this one was opened from.
    pub fn back(&mut self) {
        if self.0.len() > 1 {
            self.0.pop();
        }
    }

    /// Takes a page away that is no more of use, wherever it is.
    pub fn forget(&mut self, screen: Screen) {
        self.0.retain(|it| *it != screen);
    }

    /// Is that page open, shown or under another?
    #[must_use]
    pub fn has(&self, screen: Screen) -> bool {
        self.0.contains(&screen)
    }
}

/// Is the panel there? Who brings it or puts it away sets this.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Reflect)]
#[reflect(Resource)]
pub struct PanelShown(pub bool);

impl Default for PanelShown {
    fn default() -> Self {
        Self(true)
    }
}

/// Which page is shown is known after this.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScreenSystems;

/// Where a page is shown.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Surface {
    /// In the window, over the board.
    Window,
    /// On the panel in the world.
    Panel,
    /// On the plate at the board, while the panel is put away.
    Plate,
}

impl Surface {
    /// What it is seen through.
    #[must_use]
    pub const fn display(self) -> Display {
        match self {
            Self::Window => Display::Flat,
            Self::Panel | Self::Plate => Display::Headset,
        }
    }

    /// What the sizes of the window are multiplied by. In the world there are 20 logical
    /// pixels for a degree of the eye: body text is 1.5° high, the smallest 1.2°.
    #[must_use]
    pub const fn scale(self) -> f32 {
        match self {
            Self::Window => 1.0,
            Self::Panel | Self::Plate => 1.75,
        }
    }

    /// What the names of its controls begin with.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Window => "",
            Self::Panel => "panel ",
            Self::Plate => "plate ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_step_leads_back_from_any_tab_and_the_game_closes_all() {
        let mut screens = Screens::default();
        screens.back();
        assert_eq!(screens.shown(), Screen::Game);
        screens.open(Screen::Home);
        for subject in Subject::ALL {
            screens.open(Screen::Settings(subject));
        }
        screens.back();
        assert_eq!(screens.shown(), Screen::Home);
        screens.open(Screen::NewGame);
        screens.open(Screen::Confirm(Question::Begin));
        screens.forget(Screen::NewGame);
        assert_eq!(screens.shown(), Screen::Confirm(Question::Begin));
        screens.open(Screen::Game);
        assert_eq!(screens, Screens::default());
    }
}
