//! Pairings of three or more people, and the effect of finished games on them.

use bevy::prelude::*;

use super::facts::MatchFact;
use super::{Match, MatchSystems};
use icochess_base::schedule::AppSystems;
use icochess_core::library::{Names, Score, name};
use icochess_core::pairing::{Order, Pairings};
use icochess_rules::Side;

/// Pairings of three or more people who take turns at one board.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct GamePairings {
    pairings: Option<Pairings>,
    /// Pairings before the end of the last game, in case that end is taken back.
    before: Option<Pairings>,
}

impl GamePairings {
    /// Starts pairings of these people in this order. Keeps the current pairings if people and
    /// order are unchanged. Fewer than three people have no pairings.
    pub fn gather(&mut self, people: &[String], order: Order) {
        let goes_on = self.pairings.as_ref().is_some_and(|pairings| {
            pairings.order() == order && pairings.scores().map(|(name, _)| name).eq(people)
        });
        if !goes_on {
            self.pairings = Pairings::new(people.to_vec(), order);
            self.before = None;
        }
    }

    /// Ends the pairings.
    pub fn end(&mut self) {
        *self = Self::default();
    }

    /// Returns the next two players, White first; `None` without pairings.
    pub fn next_pairing(&self) -> Option<[&str; 2]> {
        self.pairings.as_ref().map(Pairings::next_pairing)
    }

    /// Returns each person's score; empty without pairings.
    pub fn scores(&self) -> Vec<(&str, Score)> {
        self.pairings.iter().flat_map(Pairings::scores).collect()
    }

    /// Counts a finished game if it was between the next two players, with either colour.
    fn count(&mut self, names: &Names, winner: Option<Side>) {
        let Some(pairings) = &mut self.pairings else {
            return;
        };
        let [first, second] = pairings.next_pairing().map(name::key);
        let (white, black) = (name::key(&names.white), name::key(&names.black));
        let is_changed = first == black && second == white;
        if is_changed || first == white && second == black {
            self.before = Some(pairings.clone());
            let winner = winner.map(|side| if is_changed { !side } else { side });
            pairings.play(winner.map(Side::index));
        }
    }

    /// Takes back the end of the last game.
    fn take_back(&mut self) {
        if let Some(before) = self.before.take() {
            self.pairings = Some(before);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GamePairings>().add_systems(
        Update,
        update_pairings
            .run_if(on_message::<MatchFact>)
            .after(MatchSystems)
            .in_set(AppSystems::Rules),
    );
}

fn update_pairings(
    game: Res<Match>,
    mut pairings: ResMut<GamePairings>,
    mut facts: MessageReader<MatchFact>,
) {
    if pairings.pairings.is_none() {
        facts.clear();
        return;
    }
    for fact in facts.read() {
        match fact {
            MatchFact::Begun => pairings.before = None,
            MatchFact::TakenBack(_) | MatchFact::EndTakenBack => pairings.take_back(),
            MatchFact::Ended(outcome) => {
                pairings.count(&Names::of(game.record()), outcome.winner());
            }
            _ => {}
        }
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
    fn only_the_next_pair_counts_and_its_end_can_be_undone() {
        let people = ["Ada", "Bo", "Cy"].map(str::to_owned);
        let mut pairings = GamePairings::default();
        pairings.count(&names("Ada", "Bo"), Some(Side::White));
        assert_eq!(pairings, GamePairings::default());
        pairings.gather(&people, Order::WinnerStays);
        let begun = pairings.clone();
        pairings.count(&names("Ada", "Cy"), Some(Side::White));
        assert_eq!(pairings, begun);
        // Bo wins with colours reversed, and stays.
        pairings.count(&names("bo", "Ada"), Some(Side::White));
        assert_eq!(pairings.next_pairing(), Some(["Bo", "Cy"]));
        let points = pairings
            .scores()
            .into_iter()
            .map(|(_, it)| [it.won, it.lost, it.drawn]);
        assert_eq!(points.collect::<Vec<_>>(), [[0, 1, 0], [1, 0, 0], [0; 3]]);
        // A rematch of one pair doesn't count.
        let after = pairings.clone();
        pairings.count(&names("Ada", "Bo"), None);
        assert_eq!(pairings, after);
        pairings.take_back();
        assert_eq!(pairings, begun);
        pairings.take_back();
        assert_eq!(pairings, begun);
        // The same people in the same order keep their pairings, another order starts new ones, and
        // two people have none.
        pairings.count(&names("Ada", "Bo"), None);
        let after = pairings.clone();
        pairings.gather(&people, Order::WinnerStays);
        assert_eq!(pairings, after);
        pairings.gather(&people, Order::RoundRobin);
        assert_eq!(pairings.next_pairing(), Some(["Cy", "Bo"]));
        pairings.gather(&people[..2], Order::RoundRobin);
        assert_eq!(pairings.next_pairing(), None);
    }
}
