//! Seats in games over a network, so that players can return to them: `remote.ron`. It is apart from
//! the settings, because a seat's secret must not be shared with them.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::notices::Report;
use super::store::Store;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_play::game::Match;
use icochess_play::game::remote::{
    Entry, KeptSeat, Phase, RemoteFact, RemoteRequest, RemoteView, Secret,
};
use icochess_rules::Side;

/// Maximum number of seats. The oldest one gives way.
const MAX_SEATS: usize = 50;

/// Remembered seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SavedSeat {
    /// Seat.
    pub seat: KeptSeat,
    /// Date of the last visit, as in PGN.
    pub date: String,
    /// Whose turn it is as far as known.
    #[serde(default)]
    pub turn: Option<SavedTurn>,
}

/// Turn in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SavedTurn {
    /// Whether it is the player's own.
    pub is_own: bool,
    /// When the move is due in a correspondence game, in Unix milliseconds.
    #[serde(default)]
    pub due_ms: Option<u64>,
}

/// Returns the time until a moment in Unix milliseconds; zero if it has passed.
pub fn time_until(unix_ms: u64) -> Duration {
    let now: u64 = jiff::Timestamp::now()
        .as_millisecond()
        .try_into()
        .unwrap_or_default();
    Duration::from_millis(unix_ms.saturating_sub(now))
}

/// Seats in running games, the last visited one first.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Seats(Vec<SavedSeat>);

impl Seats {
    /// Returns all seats.
    pub fn all(&self) -> &[SavedSeat] {
        &self.0
    }

    /// Adds a visited seat, or updates it.
    fn keep(&mut self, seat: KeptSeat) {
        let known = self.0.iter().position(|it| it.seat.secret == seat.secret);
        let turn = known.and_then(|place| self.0.remove(place).turn);
        let date = super::task::today();
        self.0.insert(0, SavedSeat { seat, date, turn });
        self.0.truncate(MAX_SEATS);
    }

    /// Changes the turn in the game of a seat. `turn` is `None` if the game is over.
    fn set_turn(&mut self, secret: Secret, turn: Option<Side>, due_ms: Option<u64>) {
        let mut all = self.0.iter_mut();
        if let Some(saved) = all.find(|it| it.seat.secret == secret) {
            let side = saved.seat.side();
            saved.turn = turn.map(|turn| SavedTurn {
                is_own: turn == side,
                due_ms,
            });
        }
    }

    /// Formats the seats for the file, one a line.
    pub(super) fn text(&self) -> String {
        let line = |seat| format!("    {},\n", ron::to_string(seat).unwrap_or_default());
        let lines: String = self.0.iter().map(line).collect();
        format!("[\n{lines}]\n")
    }

    /// Parses the seats from a file.
    ///
    /// # Errors
    ///
    /// A message with the position of the problem.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let seats = ron::from_str(text);
        seats.map(Self).map_err(|error| error.to_string())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Seats>()
        .add_systems(Startup, (read_seats, resume_game).chain())
        .add_systems(
            Update,
            (
                follow_session.run_if(on_message::<RemoteFact>),
                update_turn
                    .run_if(resource_changed::<Match>.or_else(resource_changed::<RemoteView>)),
                write_seats.run_if(resource_changed::<Seats>.and_then(resource_exists::<Store>)),
            )
                .chain()
                .in_set(AppSystems::Feedback),
        );
}

fn read_seats(
    store: Option<Res<Store>>,
    mut seats: ResMut<Seats>,
    mut reports: MessageWriter<Report>,
) {
    let Some(store) = store else {
        return;
    };
    match store.read_seats() {
        Ok(found) => *seats = found,
        Err(damaged) => {
            let problem = store.set_aside(damaged).to_string();
            reports.write(Report(msg!("seats-unreadable", problem = problem)));
        }
    }
}

/// Returns to the game over a network that was on the board when the program ended.
/// An invitation comes first.
fn resume_game(game: Res<Match>, seats: Res<Seats>, mut requests: ResMut<Messages<RemoteRequest>>) {
    if !requests.is_empty() {
        return;
    }
    let board = game.record().board();
    let of_game =
        |seat: &&KeptSeat| game.remote_side() == Some(seat.side()) && seat.board == board.id();
    if let Some(seat) = seats.0.iter().map(|it| &it.seat).find(of_game) {
        requests.write(RemoteRequest::Enter {
            page: seat.page.clone(),
            entry: Entry::Resume(seat.clone()),
        });
    }
}

fn follow_session(mut facts: MessageReader<RemoteFact>, mut seats: ResMut<Seats>) {
    for fact in facts.read() {
        match fact {
            RemoteFact::Kept(seat) => seats.keep(seat.clone()),
            RemoteFact::Forgotten(secret) => seats.0.retain(|it| it.seat.secret != *secret),
            RemoteFact::Turn {
                secret,
                turn,
                due_ms,
            } => seats.set_turn(*secret, *turn, *due_ms),
            RemoteFact::Told(_) | RemoteFact::BadAddress(_) | RemoteFact::Parted => {}
        }
    }
}

/// Remembers whose turn it is in the game on the board.
fn update_turn(game: Res<Match>, view: Res<RemoteView>, mut seats: ResMut<Seats>) {
    let is_there = matches!(view.phase, Some(Phase::Playing | Phase::Waiting));
    let (Some(secret), Some(side), true) = (view.secret, game.remote_side(), is_there) else {
        return;
    };
    let turn = SavedTurn {
        is_own: game.as_played().position().turn() == side,
        due_ms: view.due_ms,
    };
    let mut all = seats.0.iter();
    let place = all.position(|it| it.seat.secret == secret && it.turn != Some(turn));
    if let Some(place) = place {
        seats.0[place].turn = Some(turn);
    }
}

/// Saves the seats, unless they are the same as when read.
fn write_seats(store: Res<Store>, seats: Res<Seats>, mut saved: Local<Option<Seats>>) {
    let before = saved.replace(seats.clone());
    if before.is_some_and(|before| before != *seats) {
        store.write_seats(&seats);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8, friend: &str) -> KeptSeat {
        let secret = Secret::from_random([number; 16]);
        let page = "https://chess.example/".to_owned();
        KeptSeat {
            board: "chess".into(),
            friend: friend.into(),
            ..KeptSeat::new(page, secret, Side::Black.into())
        }
    }

    #[test]
    fn seats_survive_a_round_trip_and_the_last_is_first() {
        let mut seats = Seats::default();
        assert_eq!(Seats::read(&seats.text()), Ok(Seats::default()));
        for (number, friend) in [(1, "Ada"), (2, "Bo \"x\""), (1, "Ada B")] {
            seats.keep(seat(number, friend));
        }
        let friends = |seats: &Seats| -> Vec<String> {
            let all = seats.all().iter();
            all.map(|it| it.seat.friend.clone()).collect()
        };
        assert_eq!(friends(&seats), ["Ada B", "Bo \"x\""]);
        let (is_own, due_ms) = (true, Some(7));
        seats.0[0].turn = Some(SavedTurn { is_own, due_ms });
        assert_eq!(Seats::read(&seats.text()), Ok(seats.clone()));
        for number in 0..60 {
            seats.keep(seat(number, ""));
        }
        assert_eq!(seats.all().len(), MAX_SEATS);
        assert!(Seats::read("[7]").is_err());
    }
}
