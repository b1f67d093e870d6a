//! The setup of the next game, as entered on the page New game.

use bevy::prelude::*;

use super::sides;
use super::time_setup::TimeSetup;
use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_base::schedule::AppSystems;
use icochess_boards::Variant;
use icochess_core::clock::{TimeControl, set_clock};
use icochess_core::library::Names;
use icochess_core::pairing::{Order, Pairings};
use icochess_play::computer::series::Course;
use icochess_play::computer::{Computer, SidePlayer};
use icochess_play::game::seating::Seating;
use icochess_play::game::{Boards, Match};
use icochess_rules::{AnyBoard, Record, Side, StartPosition};
use icochess_store::matching;
use icochess_store::players::Players;
use icochess_store::settings::Settings;

/// The setup of the next game.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Setup {
    /// Board of the next game.
    pub board: AnyBoard,
    /// Whether an engine supports the board; otherwise only people can play.
    pub has_engine: bool,
    /// The start position; `None` on a board without named ones.
    pub start: Option<&'static StartPosition>,
    /// The player of White, or the first of the two for random colours.
    pub white: SidePlayer,
    /// The player of Black, or the second.
    pub black: SidePlayer,
    /// The names of the people, White first; empty if unnamed.
    pub names: [String; 2],
    /// The seats of the people.
    pub seating: Seating,
    /// Number of times that the program has set the names, so that the fields are rebuilt with
    /// them.
    pub names_put: u32,
    /// The pairing order, if more than two people take turns.
    pub order: Option<Order>,
    /// The names of the people in the pairing order.
    pub people: Vec<String>,
    /// The number of games when the computer plays both sides.
    pub games: u16,
    /// The number of random plies at the start of each game in a series.
    pub random_plies: u8,
    /// Whether colours are random.
    pub drawn: bool,
    /// The clock.
    pub time: TimeSetup,
    /// Whether the clock has custom values instead of a preset.
    pub own_time: bool,
    /// Whether the page shows its advanced options.
    pub shows_more: bool,
    /// Level chosen instead of the matched one, from which that continues.
    pub level_by_hand: Option<u8>,
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
            level_by_hand: None,
        }
    }
}

impl Setup {
    /// Copies the current game's board and players, with the last chosen start position. Clock and
    /// random colours stay as they are. Before the first move, the seating is the most recently
    /// used one, adapted to the display.
    pub fn copy_game(
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
        let is_remote = Seating::of(record).is_remote();
        let is_begun = !record.line().is_empty() || record.tags().contains_key(Seating::TAG);
        let seating = if is_begun && !is_remote {
            Seating::of(record)
        } else {
            settings.seating
        };
        self.sit(available_seating(seating, display));
        let names = Names::of(record);
        for side in Side::ALL.into_iter().filter(|side| !computer.plays(*side)) {
            let name = names.player(side);
            if !name.is_empty() {
                name.clone_into(&mut self.names[side.index()]);
            }
        }
    }

    /// Returns the player of a side, mutably.
    pub const fn player_mut(&mut self, side: Side) -> &mut SidePlayer {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Returns the player of a side.
    pub const fn player(&self, side: Side) -> &SidePlayer {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Sets the board and its most recently chosen start position. Without an engine for the board,
    /// people play both sides.
    pub fn choose_board(&mut self, board: AnyBoard, boards: &Boards, settings: &Settings) {
        self.board = board;
        self.level_by_hand = None;
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

    /// Returns whether the computer plays a side.
    pub const fn has_computer(&self) -> bool {
        self.white.computer || self.black.computer
    }

    /// Returns whether the computer plays both sides.
    pub const fn is_computers(&self) -> bool {
        self.white.computer && self.black.computer
    }

    /// Returns the series in the setup, if any.
    pub fn series(&self) -> Option<Course> {
        let is_one = self.is_computers() && self.games > 1;
        is_one.then(|| Course::new(self.games, self.random_plies))
    }

    /// Sets the seating, or [`Seating::Alone`] if the computer plays.
    fn sit(&mut self, seating: Seating) {
        self.seating = if self.has_computer() {
            Seating::Alone
        } else {
            seating
        };
    }

    /// Sets people on both sides, in this seating. With [`Seating::Alone`], one person plays both.
    pub const fn seat_people(&mut self, seating: Seating) {
        self.white.computer = false;
        self.black.computer = false;
        self.seating = seating;
    }

    /// Sets two people, in their most recent seating or the default for the display.
    pub const fn seat_two(&mut self, settings: &Settings, display: Display) {
        self.seat_people(match (settings.seating, display) {
            (Seating::Alone, Display::Flat) => Seating::HotSeat,
            (Seating::Alone, Display::Headset) => Seating::Passing,
            (last, _) => available_seating(last, display),
        });
    }

    /// Sets one person against the computer, on the side that the person or the computer had
    /// before. Without an engine, the person plays both sides.
    pub const fn seat_alone(&mut self) {
        self.seating = Seating::Alone;
        if self.has_engine && self.white.computer == self.black.computer {
            self.white.computer = false;
            self.black.computer = true;
        }
    }

    /// Returns the side of a single person against the computer; `None` otherwise.
    pub const fn alone(&self) -> Option<Side> {
        match (self.white.computer, self.black.computer) {
            (false, true) => Some(Side::White),
            (true, false) => Some(Side::Black),
            _ => None,
        }
    }

    /// Returns the computer's side and the level that matches the person, if the level follows the
    /// person's results.
    pub fn matched_level(&self, settings: &Settings, players: &Players) -> Option<(Side, u8)> {
        let person = self.alone().filter(|_| settings.match_strength)?;
        if !self.player(!person).has_strength() {
            return None;
        }
        let name = &self.names[person.index()];
        let matched = || matching::level(settings, players, name, self.board);
        Some((!person, self.level_by_hand.unwrap_or_else(matched)))
    }

    /// Gives this side to the single person who plays the computer.
    pub fn play(&mut self, side: Side) {
        if self.alone() == Some(!side) {
            self.change_sides();
        }
    }

    /// Sets the computer on both sides.
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

    /// Returns whether a pairing order is set but too few people are chosen.
    pub fn lacks_people(&self) -> bool {
        self.order.is_some()
            && self.seating.is_for_two()
            && self.people.len() < Pairings::MIN_PEOPLE
    }

    /// Adds a person to the pairing order, or removes them.
    pub fn toggle_person(&mut self, name: &str) {
        match self.people.iter().position(|it| it == name) {
            Some(place) => drop(self.people.remove(place)),
            None => self.people.push(name.to_owned()),
        }
    }

    /// Sets the name of a side's player.
    pub fn put_name(&mut self, side: Side, name: &str) {
        name.clone_into(&mut self.names[side.index()]);
        self.names_put = self.names_put.wrapping_add(1);
    }

    /// Returns the record of the new game, with its clock, seating and player names (tags `White`
    /// and `Black`). `engine` is the name of the external engine.
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

    /// Swaps the sides at random, if colours are random.
    pub fn draw_colours(&mut self) {
        // Without a random source, the colours stay as they are.
        if self.drawn && getrandom::u32().is_ok_and(|number| number % 2 == 1) {
            self.change_sides();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        match_level
            .run_if(
                resource_changed::<Setup>
                    .or_else(resource_changed::<Settings>)
                    .or_else(resource_changed::<Players>),
            )
            .in_set(AppSystems::Input),
    );
}

/// Shows the matched level in the setup.
fn match_level(settings: Res<Settings>, players: Res<Players>, mut setup: ResMut<Setup>) {
    if let Some((side, level)) = setup.matched_level(&settings, &players)
        && setup.player(side).level != level
    {
        setup.player_mut(side).level = level;
    }
}

/// Returns the seating on this display that is closest to `seating`.
const fn available_seating(seating: Seating, display: Display) -> Seating {
    match (seating, display) {
        (Seating::Passing | Seating::HeadsetAndWindow { .. }, Display::Flat) => Seating::HotSeat,
        (Seating::HotSeat, Display::Headset) => Seating::Passing,
        (Seating::HeadsetAndWindow { .. }, _) if !HAS_WINDOW_BESIDE => Seating::Passing,
        (seating, _) => seating,
    }
}
