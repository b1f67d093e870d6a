//! The page of the interface that is shown, and the surfaces that show it.

use bevy::prelude::*;

use super::enumerate::enumerated;
use icochess_base::display::Display;
use icochess_message::{Msg, msg};
use icochess_rules::Side;
pub use icochess_store::setting::Subject;

enumerated! {
    /// A page of the interface.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Screen {
        /// The game itself, with what one needs at a glance.
        Game,
        /// The menu, from which every other page is found.
        Home,
        /// The moves of the game: to go through, comment on and evaluate.
        Moves,
        /// The views: from where the board can be looked at.
        Views,
        /// The players of the game: people or computers, and how well these play.
        Sides,
        /// The setup of the next game.
        NewGame,
        /// The saved games: those that have ended or were left.
        Saved,
        /// The players: who has won how often against whom.
        Players,
        /// The settings, by subject.
        Settings(Subject) in Subject::ALL,
        /// The help: how pieces move and what controls do.
        Help(Topic) in Topic::ALL,
        /// The first steps on the board: what to do, one thing after the other.
        Tutorial,
        /// About the program: where it comes from.
        About,
        /// The result of the game.
        Result,
        /// Tells who gets the headset, or who is to look at the window.
        Handover,
        /// A question that must be answered first.
        Confirm(Question) in Question::all(),
    }
}

impl Screen {
    /// The label of a button that opens the page.
    pub const fn title(self) -> Msg {
        match self {
            Self::Game => msg!("board-page"),
            Self::Home => msg!("menu"),
            Self::Moves => msg!("review"),
            Self::Views => msg!("views"),
            Self::Sides => msg!("person-or-computer"),
            Self::NewGame => msg!("new-game"),
            Self::Saved => msg!("saved-games"),
            Self::Players => msg!("player-list"),
            Self::Settings(_) => msg!("settings"),
            Self::Help(_) => msg!("help"),
            Self::Tutorial => msg!("tutorial"),
            Self::About => msg!("about"),
            Self::Result => msg!("result"),
            Self::Handover => msg!("handover"),
            Self::Confirm(_) => msg!("question"),
        }
    }

    /// The icon of a button that opens the page, where there is one.
    pub const fn icon(self) -> Option<&'static str> {
        match self {
            Self::Moves => Some("🔍"),
            Self::Views => Some("📷"),
            Self::Sides => Some("♚"),
            Self::NewGame => Some("♟"),
            Self::Saved => Some("🗀"),
            Self::Players => Some("🗂"),
            Self::Settings(_) => Some("🛠"),
            Self::Help(_) => Some("🕮"),
            Self::About => Some("🗎"),
            Self::Game
            | Self::Home
            | Self::Tutorial
            | Self::Result
            | Self::Handover
            | Self::Confirm(_) => None,
        }
    }

    /// Whether the page keeps players from a game that goes on. On those of the moves, the views
    /// and who plays they see the board and may move; the result belongs to a game that is over; and
    /// passing the headset on has pauses of its own.
    pub const fn hides_game(self) -> bool {
        !matches!(
            self,
            Self::Game | Self::Moves | Self::Views | Self::Sides | Self::Result | Self::Handover
        )
    }

    /// Whether the arrow keys turn the board, and do not go from control to control.
    pub const fn turns_by_arrows(self) -> bool {
        matches!(self, Self::Game | Self::Tutorial)
    }

    /// Whether the page stands beside the board in the window, which stays in use.
    pub const fn is_beside(self) -> bool {
        matches!(
            self,
            Self::Moves | Self::Views | Self::Sides | Self::Tutorial | Self::Help(_)
        )
    }
}

/// A chapter of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The moves of each piece.
    Pieces,
    /// The rules of the board's game.
    Rules,
    /// The actions of mouse, keys and controllers.
    Controls,
}

impl Topic {
    /// All chapters, in the order of their tabs.
    pub const ALL: [Self; 3] = [Self::Pieces, Self::Rules, Self::Controls];

    /// The label of its tab.
    pub const fn title(self) -> Msg {
        match self {
            Self::Pieces => msg!("help-pieces"),
            Self::Rules => msg!("help-rules"),
            Self::Controls => msg!("help-controls"),
        }
    }
}

enumerated! {
    /// A question that is asked before a command ends the game that is going on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Question {
        /// Whether this side resigns.
        Resign(Side) in Side::ALL,
        /// The question which of two people at one display resigns.
        WhoResigns,
        /// Whether to leave the game for the one that is set up.
        Begin,
        /// Whether to leave the game for a rematch.
        Rematch,
        /// Whether to leave the game for the saved one.
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

    /// Whether a page is open, be it shown or under another one.
    pub fn has(&self, screen: Screen) -> bool {
        self.0.contains(&screen)
    }
}

/// Whether the panel is shown; set by whatever brings it or puts it away.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Reflect)]
#[type_path = "icochess::ui::state::screen"]
#[reflect(Resource)]
pub struct PanelShown(pub bool);

impl Default for PanelShown {
    fn default() -> Self {
        Self(true)
    }
}

/// The systems that open and close pages; after them it is known which page is shown.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScreenSystems;

/// The surface on which a page is shown.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Surface {
    /// In the window, over the board.
    Window,
    /// On the panel in the world.
    Panel,
    /// On the plate at the board, while the panel is put away or the game has a clock.
    Plate,
}

impl Surface {
    /// The display through which the surface is seen.
    pub const fn display(self) -> Display {
        match self {
            Self::Window => Display::Flat,
            Self::Panel | Self::Plate => Display::Headset,
        }
    }

    /// The factor for sizes given for the window. In the world 20 logical pixels are a degree of
    /// the player's view: body text is 1.5° high, the smallest 1.2°.
    pub const fn scale(self) -> f32 {
        match self {
            Self::Window => 1.0,
            Self::Panel | Self::Plate => 1.75,
        }
    }

    /// The beginning of the names of its controls.
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
