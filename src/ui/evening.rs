//! More than two people share an evening: who plays next is known when a game has ended.

use bevy::prelude::*;

use crate::game::messages::{EndTakenBack, GameOver, GameReset, MoveUndone};
use crate::game::{Match, MatchSystems};
use crate::library::{Names, Order, Queue, Score};
use crate::rules::Side;
use crate::save::player::key;
use crate::schedule::AppSystems;

/// The evening of more than two people, if it is one.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Evening {
    queue: Option<Queue>,
    /// As it was before the game that has just ended, whose end may be taken back.
    before: Option<Queue>,
}

impl Evening {
    /// These people play in that order. If they do already, they go on; fewer than three
    /// need no order.
    pub fn gather(&mut self, people: &[String], order: Order) {
        let goes_on = self.queue.as_ref().is_some_and(|queue| {
            queue.order() == order && queue.scores().map(|(name, _)| name).eq(people)
        });
        if !goes_on {
            self.queue = Queue::new(people.to_vec(), order);
            self.before = None;
        }
    }

    /// It is over.
    pub fn end(&mut self) {
        *self = Self::default();
    }

    /// Who plays next: White, then Black.
    #[must_use]
    pub fn pairing(&self) -> Option<[&str; 2]> {
        self.queue.as_ref().map(Queue::pairing)
    }

    /// What each has won, lost and drawn; empty if it is no such evening.
    #[must_use]
    pub fn scores(&self) -> Vec<(&str, Score)> {
        self.queue.iter().flat_map(Queue::scores).collect()
    }

    /// A game has ended between two. It counts if it was theirs to play, with either
    /// colour.
    fn note(&mut self, names: &Names, winner: Option<Side>) {
        let Some(queue) = &mut self.queue else {
            return;
        };
        let [first, second] = queue.pairing().map(key);
        let (white, black) = (key(&names.white), key(&names.black));
        let is_changed = first == black && second == white;
        if is_changed || first == white && second == black {
            self.before = Some(queue.clone());
            let winner = winner.map(|side| if is_changed { !side } else { side });
            queue.play(winner.map(Side::index));
        }
    }

    /// The end of the last game is taken back.
    fn take_back(&mut self) {
        if let Some(before) = self.before.take() {
            self.queue = Some(before);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Evening>().add_systems(
        Update,
        follow
            .run_if(
                on_message::<GameOver>
                    .or_else(on_message::<EndTakenBack>)
                    .or_else(on_message::<MoveUndone>)
                    .or_else(on_message::<GameReset>),
            )
            .after(MatchSystems)
            .in_set(AppSystems::Rules),
    );
}

fn follow(
    game: Res<Match>,
    mut evening: ResMut<Evening>,
    mut resets: MessageReader<GameReset>,
    mut taken_back: MessageReader<EndTakenBack>,
    mut undone: MessageReader<MoveUndone>,
    mut over: MessageReader<GameOver>,
) {
    if evening.queue.is_none() {
        resets.clear();
        taken_back.clear();
        undone.clear();
        over.clear();
        return;
    }
    if resets.read().count() > 0 {
        evening.before = None;
    }
    let undone = undone.read().filter(|undone| !undone.looking).count();
    if taken_back.read().count() + undone > 0 {
        evening.take_back();
    }
    for GameOver(outcome) in over.read() {
        evening.note(&Names::of(game.record()), outcome.winner());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(white: &str, black: &str) -> Names {
        Names {
            white: white.to_owned(),
            black: black.to_owned(),
            ..Names::default()
        }
    }

    #[test]
    fn only_the_game_of_those_counts_whose_turn_it_is_and_its_end_can_be_taken_back() {
        let people = ["Ada", "Bo", "Cy"].map(str::to_owned);
        let mut evening = Evening::default();
        evening.note(&names("Ada", "Bo"), Some(Side::White));
        assert_eq!(evening, Evening::default());
        evening.gather(&people, Order::WinnerStays);
        let begun = evening.clone();
        evening.note(&names("Ada", "Cy"), Some(Side::White));
        assert_eq!(evening, begun);
        // With the colours changed: Bo wins and stays.
        evening.note(&names("bo", "Ada"), Some(Side::White));
        assert_eq!(evening.pairing(), Some(["Bo", "Cy"]));
        let told = evening
            .scores()
            .into_iter()
            .map(|(_, it)| [it.won, it.lost, it.drawn]);
        assert_eq!(told.collect::<Vec<_>>(), [[0, 1, 0], [1, 0, 0], [0; 3]]);
        // A rematch of the same two is none of the evening.
        let after = evening.clone();
        evening.note(&names("Ada", "Bo"), None);
        assert_eq!(evening, after);
        evening.take_back();
        assert_eq!(evening, begun);
        evening.take_back();
        assert_eq!(evening, begun);
        // The same people go on, others begin anew, two need no evening.
        evening.note(&names("Ada", "Bo"), None);
        let after = evening.clone();
        evening.gather(&people, Order::WinnerStays);
        assert_eq!(evening, after);
        evening.gather(&people, Order::RoundRobin);
        assert_eq!(evening.pairing(), Some(["Cy", "Bo"]));
        evening.gather(&people[..2], Order::RoundRobin);
        assert_eq!(evening.pairing(), None);
    }
}
