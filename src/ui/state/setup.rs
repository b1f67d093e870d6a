//! What the next game is like, as it is filled in on the page New game.

use bevy::prelude::*;

use super::time_setup::TimeSetup;
use crate::clock::{TimeControl, set_clock};
use crate::computer::{Computer, SidePlayer};
use crate::game::Match;
use crate::game::seating::Seating;
use crate::pairing::Order;
use crate::save::settings::Settings;
use crate::schedule::Display;
use icochess_boards::Variant;
use icochess_rules::{AnyBoard, Record, Side, StartPosition};

/// The next game.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Setup {
    /// The board.
    pub board: AnyBoard,
    /// Where it begins; `None` on a board that has no start of its own.
    pub start: Option<&'static StartPosition>,
    /// Who plays White, or the first of the two if colours are drawn.
    pub white: SidePlayer,
    /// Who plays Black, or the second.
    pub black: SidePlayer,
    /// What the people are called, White first; empty if they do not say.
    pub names: [String; 2],
    /// How the people sit.
    pub seating: Seating,
    /// How often a name was put in that nobody has typed: fields show it then.
    pub names_put: u32,
    /// In which order more than two people play one after the other, if they do.
    pub order: Option<Order>,
    /// Those people.
    pub people: Vec<String>,
    /// Is it drawn who of the two plays White?
    pub drawn: bool,
    /// The clock.
    pub time: TimeSetup,
    /// Is the clock one of the player's own, and none of the presets?
    pub own_time: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            board: Variant::default().board(),
            start: None,
            white: SidePlayer::default(),
            black: SidePlayer::default(),
            names: default(),
            seating: Seating::default(),
            names_put: 0,
            order: None,
            people: Vec::new(),
            drawn: false,
            time: TimeSetup::default(),
            own_time: false,
        }
    }
}

impl Setup {
    /// Makes it another game like the one that is played, from the start that was chosen
    /// last. Clock and colours stay as they were filled in. Before a game is begun, people
    /// sit as they did the last time, as far as they can with what there is now to look
    /// through.
    pub fn follow(
        &mut self,
        game: &Match,
        computer: &Computer,
        settings: &Settings,
        display: Display,
    ) {
        self.choose_board(game.record().board(), settings);
        self.white = computer.white;
        self.black = computer.black;
        let record = game.record();
        let is_begun = !record.line().is_empty() || record.tags().contains_key(Seating::TAG);
        let seating = if is_begun {
            Seating::of(record)
        } else {
            settings.seating
        };
        self.sit(there(seating, display));
        let tags = record.tags();
        for side in Side::ALL.into_iter().filter(|side| !computer.plays(*side)) {
            if let Some(name) = tags.get(&side.to_string()).filter(|name| *name != "?") {
                self.names[side.index()].clone_from(name);
            }
        }
    }

    /// Who plays a side, to change.
    pub const fn player_mut(&mut self, side: Side) -> &mut SidePlayer {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Who plays a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> &SidePlayer {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Takes another board, and the start that was chosen on it last.
    pub fn choose_board(&mut self, board: AnyBoard, settings: &Settings) {
        self.board = board;
        self.start = settings.start.of(board);
    }

    /// Changes who plays which side.
    pub fn change_sides(&mut self) {
        std::mem::swap(&mut self.white, &mut self.black);
        self.names.swap(0, 1);
        self.seating = self.seating.with_sides_changed();
    }

    /// Is a side played by the computer?
    #[must_use]
    pub const fn has_computer(&self) -> bool {
        self.white.computer || self.black.computer
    }

    /// The people sit so, if there are people at both sides.
    fn sit(&mut self, seating: Seating) {
        self.seating = if self.has_computer() {
            Seating::Alone
        } else {
            seating
        };
    }

    /// Two people play, who sit so; or one plays for both sides.
    pub const fn seat_people(&mut self, seating: Seating) {
        self.white.computer = false;
        self.black.computer = false;
        self.seating = seating;
    }

    /// Two people play, who sit as the last two that were there, or as is usual there.
    pub const fn seat_two(&mut self, settings: &Settings, display: Display) {
        self.seat_people(match (settings.seating, display) {
            (Seating::Alone, Display::Flat) => Seating::HotSeat,
            (Seating::Alone, Display::Headset) => Seating::Passing,
            (last, _) => there(last, display),
        });
    }

    /// Somebody plays against the computer, on the side where they are.
    pub const fn seat_alone(&mut self) {
        self.seating = Seating::Alone;
        if self.white.computer == self.black.computer {
            self.white.computer = false;
            self.black.computer = true;
        }
    }

    /// The computer plays a side, or somebody does.
    pub const fn set_computer(&mut self, side: Side, is_computer: bool) {
        self.player_mut(side).computer = is_computer;
        if is_computer {
            self.seating = Seating::Alone;
        }
    }

    /// Somebody is one of those who play one after the other, or no more.
    pub fn toggle_person(&mut self, name: &str) {
        match self.people.iter().position(|it| it == name) {
            Some(place) => drop(self.people.remove(place)),
            None => self.people.push(name.to_owned()),
        }
    }

    /// Puts in what somebody is called.
    pub fn put_name(&mut self, side: Side, name: &str) {
        name.clone_into(&mut self.names[side.index()]);
        self.names_put = self.names_put.wrapping_add(1);
    }

    /// What stands in the record as the name of a side; empty if nobody knows.
    fn name(&self, side: Side) -> String {
        let player = self.player(side);
        if player.computer {
            format!("Icochess, {} {}", player.algorithm, player.level)
        } else {
            self.names[side.index()].trim().to_owned()
        }
    }

    /// The game with a clock or without one, with the names of its players (tags `White` and
    /// `Black`) and how they sit.
    #[must_use]
    pub fn record(&self, control: Option<&TimeControl>) -> Record {
        let mut record = self.start.map_or_else(
            || self.board.new_game(),
            |start| self.board.new_game_from(start),
        );
        let game = record.make_mut();
        set_clock(game, control);
        for side in Side::ALL {
            let name = self.name(side);
            if !name.is_empty() {
                game.tags_mut().insert(side.to_string(), name);
            }
        }
        self.seating.write_to(&mut record);
        record
    }

    /// Draws who plays White, if that is wanted.
    pub fn draw_colours(&mut self) {
        // Without a source of chance they stay as they are.
        if self.drawn && getrandom::u32().is_ok_and(|number| number % 2 == 1) {
            self.change_sides();
        }
    }
}

/// How people sit who sat so, with what there is now to look through.
const fn there(seating: Seating, display: Display) -> Seating {
    match (seating, display) {
        (Seating::Passing | Seating::HeadsetAndWindow { .. }, Display::Flat) => Seating::HotSeat,
        (Seating::HotSeat, Display::Headset) => Seating::Passing,
        (seating, _) => seating,
    }
}
