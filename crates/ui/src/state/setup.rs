//! The setup of the next game, as filled in on the page New game.

use bevy::prelude::*;

use super::sides;
use super::time_setup::TimeSetup;
use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_boards::Variant;
use icochess_core::clock::{TimeControl, set_clock};
use icochess_core::library::Names;
use icochess_core::pairing::{Order, Pairings};
use icochess_play::computer::series::Course;
use icochess_play::computer::{Computer, SidePlayer};
use icochess_play::game::seating::Seating;
use icochess_play::game::{Boards, Match};
use icochess_rules::{AnyBoard, Record, Side, StartPosition};
use icochess_store::settings::Settings;

/// The setup of the next game.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Setup {
    /// The board.
    pub board: AnyBoard,
    /// Whether the computer plays on the board; else only people do.
    pub has_engine: bool,
    /// The start position; `None` on a board that has no named ones.
    pub start: Option<&'static StartPosition>,
    /// The player of White, or the first of the two if colours are drawn.
    pub white: SidePlayer,
    /// The player of Black, or the second.
    pub black: SidePlayer,
    /// The names of the people, White first; empty if they give none.
    pub names: [String; 2],
    /// The seats of the people.
    pub seating: Seating,
    /// The number of names that were put in and that nobody has typed, so that the fields show
    /// them.
    pub names_put: u32,
    /// The order in which more than two people play one after the other, if they do.
    pub order: Option<Order>,
    /// The names of the people who play in that order.
    pub people: Vec<String>,
    /// The number of games, where the computer plays both sides.
    pub games: u16,
    /// The plies at the start of each of several games that are played at random.
    pub random_plies: u8,
    /// Whether it is drawn by lot who of the two plays White.
    pub drawn: bool,
    /// The clock.
    pub time: TimeSetup,
    /// Whether the clock is filled in by the player instead of being one of the presets.
    pub own_time: bool,
    /// Whether the page shows what few will want to choose, too.
    pub shows_more: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            board: Variant::default().board(),
            has_engine: Variant::default().engine().is_some(),
            start: None,
            white: SidePlayer::default(),
            black: SidePlayer::default(),
            names: default(),
            seating: Seating::default(),
            names_put: 0,
            order: None,
            people: Vec::new(),
            games: 1,
            random_plies: 4,
            drawn: false,
            time: TimeSetup::default(),
            own_time: false,
            shows_more: false,
        }
    }
}

impl Setup {
    /// Sets up another game like the one that is played, from the start position that was chosen
    /// last. Clock and drawing of colours stay as filled in. Before a game is begun, the seating
    /// is that of the last time, as far as the display allows it.
    pub fn follow(
        &mut self,
        game: &Match,
        computer: &Computer,
        boards: &Boards,
        settings: &Settings,
        display: Display,
    ) {
        self.white = computer.white;
        self.black = computer.black;
        self.choose_board(game.record().board(), boards, settings);
        let record = game.record();
        let is_begun = !record.line().is_empty() || record.tags().contains_key(Seating::TAG);
        let seating = if is_begun {
            Seating::of(record)
        } else {
            settings.seating
        };
        self.sit(there(seating, display));
        let names = Names::of(record);
        for side in Side::ALL.into_iter().filter(|side| !computer.plays(*side)) {
            let name = names.player(side);
            if !name.is_empty() {
                name.clone_into(&mut self.names[side.index()]);
            }
        }
    }

    /// The player of a side, for changing.
    pub const fn player_mut(&mut self, side: Side) -> &mut SidePlayer {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// The player of a side.
    pub const fn player(&self, side: Side) -> &SidePlayer {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Sets the board, and the start position that was last chosen on it. Where the computer does
    /// not play, people play both sides.
    pub fn choose_board(&mut self, board: AnyBoard, boards: &Boards, settings: &Settings) {
        self.board = board;
        self.start = settings.start.of(board);
        self.has_engine = boards.engine(board).is_some();
        if !self.has_engine {
            self.white.computer = false;
            self.black.computer = false;
        }
    }

    /// Swaps the players of the two sides.
    pub fn change_sides(&mut self) {
        std::mem::swap(&mut self.white, &mut self.black);
        self.names.swap(0, 1);
        self.seating = self.seating.with_sides_changed();
    }

    /// Whether the computer plays a side.
    pub const fn has_computer(&self) -> bool {
        self.white.computer || self.black.computer
    }

    /// Whether the computer plays both sides.
    pub const fn is_computers(&self) -> bool {
        self.white.computer && self.black.computer
    }

    /// The series of games that is set up, if it is one.
    pub fn series(&self) -> Option<Course> {
        let is_one = self.is_computers() && self.games > 1;
        is_one.then(|| Course::new(self.games, self.random_plies))
    }

    /// Sets the seating, if people play both sides.
    fn sit(&mut self, seating: Seating) {
        self.seating = if self.has_computer() {
            Seating::Alone
        } else {
            seating
        };
    }

    /// Lets people play both sides, in this seating; [`Seating::Alone`] is one for both.
    pub const fn seat_people(&mut self, seating: Seating) {
        self.white.computer = false;
        self.black.computer = false;
        self.seating = seating;
    }

    /// Lets two people play, seated as the last two were, or as is usual on this display.
    pub const fn seat_two(&mut self, settings: &Settings, display: Display) {
        self.seat_people(match (settings.seating, display) {
            (Seating::Alone, Display::Flat) => Seating::HotSeat,
            (Seating::Alone, Display::Headset) => Seating::Passing,
            (last, _) => there(last, display),
        });
    }

    /// Lets one person play against the computer, keeping the side of either, or both sides where
    /// the computer does not play.
    pub const fn seat_alone(&mut self) {
        self.seating = Seating::Alone;
        if self.has_engine && self.white.computer == self.black.computer {
            self.white.computer = false;
            self.black.computer = true;
        }
    }

    /// The side of the one person who plays against the computer; `None` if that is not so.
    pub const fn alone(&self) -> Option<Side> {
        match (self.white.computer, self.black.computer) {
            (false, true) => Some(Side::White),
            (true, false) => Some(Side::Black),
            _ => None,
        }
    }

    /// Lets the one person who plays against the computer play this side.
    pub fn play(&mut self, side: Side) {
        if self.alone() == Some(!side) {
            self.change_sides();
        }
    }

    /// Lets the computer play both sides.
    pub const fn seat_computers(&mut self) {
        self.set_computer(Side::White, true);
        self.set_computer(Side::Black, true);
    }

    /// Sets whether the computer plays a side.
    pub const fn set_computer(&mut self, side: Side, is_computer: bool) {
        self.player_mut(side).computer = is_computer;
        if is_computer {
            self.seating = Seating::Alone;
        }
    }

    /// Whether more than two people are to play one after the other, and too few are chosen.
    pub fn lacks_people(&self) -> bool {
        self.order.is_some() && self.seating.is_for_two() && self.people.len() < Pairings::LEAST
    }

    /// Adds a person to those who play one after the other, or removes them.
    pub fn toggle_person(&mut self, name: &str) {
        match self.people.iter().position(|it| it == name) {
            Some(place) => drop(self.people.remove(place)),
            None => self.people.push(name.to_owned()),
        }
    }

    /// Puts in the name of a side's player.
    pub fn put_name(&mut self, side: Side, name: &str) {
        name.clone_into(&mut self.names[side.index()]);
        self.names_put = self.names_put.wrapping_add(1);
    }

    /// The record of the new game: with its clock if any, the names of its players (tags `White`
    /// and `Black`) and their seating. `engine` is what the engine of others is called.
    pub fn record(&self, control: Option<&TimeControl>, engine: &str) -> Record {
        let mut record = self.start.map_or_else(
            || self.board.new_game(),
            |start| self.board.new_game_from(start),
        );
        let game = record.make_mut();
        set_clock(game, control);
        for side in Side::ALL {
            let names = sides::Names {
                person: &self.names[side.index()],
                engine,
            };
            let name = sides::name(self.player(side), names);
            if !name.is_empty() {
                game.tags_mut().insert(side.to_string(), name);
            }
        }
        self.seating.write_to(&mut record);
        record
    }

    /// Draws by lot who plays White, if that is wanted.
    pub fn draw_colours(&mut self) {
        // Without a source of chance they stay as they are.
        if self.drawn && getrandom::u32().is_ok_and(|number| number % 2 == 1) {
            self.change_sides();
        }
    }
}

/// The seating on this display that comes closest to `seating`.
const fn there(seating: Seating, display: Display) -> Seating {
    match (seating, display) {
        (Seating::Passing | Seating::HeadsetAndWindow { .. }, Display::Flat) => Seating::HotSeat,
        (Seating::HotSeat, Display::Headset) => Seating::Passing,
        (Seating::HeadsetAndWindow { .. }, _) if !HAS_WINDOW_BESIDE => Seating::Passing,
        (seating, _) => seating,
    }
}
