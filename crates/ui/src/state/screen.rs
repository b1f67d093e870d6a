//! The pages of the interface, and the surfaces that show them.

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
        /// The game itself, with essential information.
        Game,
        /// The menu, which leads to every other page.
        Home,
        /// The moves of the game, to replay, comment on and evaluate.
        Moves,
        /// The views of the board.
        Views,
        /// The photo mode, which shows the board and almost nothing else.
        Photo,
        /// The players of the game: people, or computers and their level.
        Sides,
        /// The setup of the next game.
        NewGame,
        /// The game with a friend in another place.
        Friend,
        /// The saved games, finished or unfinished.
        Saved,
        /// The players and their results against each other.
        Players,
        /// The settings, by subject.
        Settings(Subject) in Subject::ALL,
        /// The help: piece moves, rules and controls.
        Help(Topic) in Topic::ALL,
        /// The tutorial on the board, as a sequence of tasks.
        Tutorial,
        /// The puzzles of the board.
        Puzzles,
        /// The practice of endings.
        Endings,
        /// About the program and its sources.
        About,
        /// The result of the game.
        Result,
        /// The handover: the next wearer of the headset, or the next player at the window.
        Handover,
        /// A question to be answered first.
        Confirm(Question) in Question::all(),
    }
}

impl Screen {
    /// Returns the label of a button that opens the page.
    pub const fn title(self) -> Msg {
        match self {
            Self::Game => msg!("board-page"),
            Self::Home => msg!("menu"),
            Self::Moves => msg!("review"),
            Self::Views => msg!("views"),
            Self::Photo => msg!("photo"),
            Self::Sides => msg!("person-or-computer"),
            Self::NewGame => msg!("new-game"),
            Self::Friend => msg!("play-friend"),
            Self::Saved => msg!("saved-games"),
            Self::Players => msg!("player-list"),
            Self::Settings(_) => msg!("settings"),
            Self::Help(_) => msg!("help"),
            Self::Tutorial => msg!("tutorial"),
            Self::Puzzles => msg!("puzzles"),
            Self::Endings => msg!("endings"),
            Self::About => msg!("about"),
            Self::Result => msg!("result"),
            Self::Handover => msg!("handover"),
            Self::Confirm(_) => msg!("question"),
        }
    }

    /// Returns the icon of a button that opens the page, if it has one.
    pub const fn icon(self) -> Option<&'static str> {
        match self {
            Self::Moves => Some("🔍"),
            Self::Views => Some("📷"),
            Self::Photo => Some("🖼"),
            Self::Sides => Some("♚"),
            Self::NewGame => Some("♟"),
            Self::Friend => Some("🖧"),
            Self::Saved => Some("🗀"),
            Self::Players => Some("🗂"),
            Self::Puzzles => Some("🎖"),
            Self::Settings(_) => Some("🛠"),
            Self::Help(_) => Some("🕮"),
            Self::About => Some("🗎"),
            Self::Game
            | Self::Home
            | Self::Tutorial
            | Self::Endings
            | Self::Result
            | Self::Handover
            | Self::Confirm(_) => None,
        }
    }

    /// Returns whether the page hides a running game. Players see the board and can move on the
    /// pages of moves, views and sides. The photo mode shows the board as it is. The result page
    /// appears only after the game, and the handover has its own pauses.
    pub const fn hides_game(self) -> bool {
        !matches!(
            self,
            Self::Game
                | Self::Moves
                | Self::Views
                | Self::Photo
                | Self::Sides
                | Self::Result
                | Self::Handover
        )
    }

    /// Returns whether the arrow keys turn the board instead of moving between controls.
    pub const fn turns_by_arrows(self) -> bool {
        matches!(
            self,
            Self::Game | Self::Tutorial | Self::Puzzles | Self::Endings
        )
    }

    /// Returns whether the page leaves part of the window to the board. The board stays usable.
    pub const fn is_beside(self) -> bool {
        matches!(
            self,
            Self::Moves
                | Self::Views
                | Self::Sides
                | Self::Tutorial
                | Self::Puzzles
                | Self::Endings
                | Self::Help(_)
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

    /// Returns the label of the chapter's tab.
    pub const fn title(self) -> Msg {
        match self {
            Self::Pieces => msg!("help-pieces"),
            Self::Rules => msg!("help-rules"),
            Self::Controls => msg!("help-controls"),
        }
    }
}

enumerated! {
    /// A question asked before a command ends the current game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Question {
        /// Should this side resign?
        Resign(Side) in Side::ALL,
        /// Which of two people at one display resigns?
        WhoResigns,
        /// Abandon the game for the one in the setup?
        Begin,
        /// Abandon the game for a rematch?
        Rematch,
        /// Abandon the game for the saved one?
        Resume,
    }
}

/// The stack of open pages; the last one is shown.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct Screens {
    open: Vec<Screen>,
    /// The subject of the settings that was shown last.
    subject: Subject,
}

impl Default for Screens {
    fn default() -> Self {
        Self {
            open: vec![Screen::Game],
            subject: Subject::Board,
        }
    }
}

impl Screens {
    /// Returns the page on top.
    pub fn shown(&self) -> Screen {
        self.open.last().copied().unwrap_or(Screen::Game)
    }

    /// Opens a page on top of the current one. Tabs of a page replace each other, so that a single
    /// step back leaves any tab.
    pub fn open(&mut self, screen: Screen) {
        let is_tab = std::mem::discriminant(&screen) == std::mem::discriminant(&self.shown());
        if is_tab {
            self.open.pop();
        }
        if screen == Screen::Game {
            self.open.clear();
        }
        if let Screen::Settings(subject) = screen {
            self.subject = subject;
        }
        self.open.push(screen);
    }

    /// Returns the page of settings that was shown last.
    pub const fn settings(&self) -> Screen {
        Screen::Settings(self.subject)
    }

    /// Returns to the page below.
    pub fn back(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// Returns the page of lessons or practice in use. It stays in use while help or settings are
    /// open on top of it.
    pub fn lesson(&self) -> Option<Screen> {
        let is_aside = |it: &Screen| matches!(it, Screen::Help(_) | Screen::Settings(_));
        let is_lesson =
            |it: &Screen| matches!(it, Screen::Tutorial | Screen::Puzzles | Screen::Endings);
        let below = self.open.iter().copied().rfind(|it| !is_aside(it));
        below.filter(is_lesson)
    }

    /// Removes a page that is no longer useful from any position in the stack.
    pub fn forget(&mut self, screen: Screen) {
        self.open.retain(|it| *it != screen);
    }

    /// Returns whether a page is anywhere in the stack.
    pub fn has(&self, screen: Screen) -> bool {
        self.open.contains(&screen)
    }
}

/// Whether the panel is shown.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Reflect)]
#[type_path = "icochess::ui::state::screen"]
#[reflect(Resource)]
pub struct PanelShown(pub bool);

impl Default for PanelShown {
    fn default() -> Self {
        Self(true)
    }
}

/// The systems that open and close pages. Systems that depend on the current page run after them.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScreenSystems;

/// The surface on which a page is shown, as the root of its nodes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[require(Node = whole(), Pickable = Pickable::IGNORE)]
pub enum Surface {
    /// In the window, over the board.
    Window,
    /// On the panel in the world.
    Panel,
    /// On the plate at the board, while the panel is hidden or the game has a clock.
    Plate,
}

fn whole() -> Node {
    Node {
        width: percent(100),
        height: percent(100),
        ..default()
    }
}

impl Surface {
    /// Returns the display that shows the surface.
    pub const fn display(self) -> Display {
        match self {
            Self::Window => Display::Flat,
            Self::Panel | Self::Plate => Display::Headset,
        }
    }

    /// Returns the scale of sizes, relative to the window. In the world, 20 logical pixels are one
    /// degree of the player's view. Body text is 1.5° high, the smallest text 1.2°.
    pub const fn scale(self) -> f32 {
        match self {
            Self::Window => 1.0,
            Self::Panel | Self::Plate => 1.75,
        }
    }

    /// Returns the prefix of entity names on the surface.
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
    fn tabs_share_one_step_back_and_the_game_closes_all_pages() {
        let mut screens = Screens::default();
        screens.back();
        assert_eq!(screens.shown(), Screen::Game);
        screens.open(Screen::Home);
        for subject in Subject::ALL {
            screens.open(Screen::Settings(subject));
        }
        screens.back();
        assert_eq!(screens.shown(), Screen::Home);
        assert_eq!(screens.settings(), Screen::Settings(Subject::Display));
        screens.open(Screen::NewGame);
        screens.open(Screen::Confirm(Question::Begin));
        screens.forget(Screen::NewGame);
        assert_eq!(screens.shown(), Screen::Confirm(Question::Begin));
        screens.open(Screen::Game);
        assert_eq!(screens.open, [Screen::Game]);
    }
}
