//! Pairings for three or more people who take turns at one board.

use std::collections::VecDeque;

use crate::library::Score;

/// Pairing system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The winner stays and plays the person with the longest wait. After a draw, the person with
    /// more games in a row leaves, or White if the numbers are equal.
    #[default]
    WinnerStays,
    /// Everybody meets everybody else, then again with colours reversed.
    RoundRobin,
}

/// Participants with their scores, and the current pairing.
///
/// ```
/// use icochess_core::pairing::{Order, Pairings};
///
/// let people = ["Ada", "Bo", "Cy"].map(str::to_owned);
/// let mut pairings = Pairings::new(people.into(), Order::WinnerStays).expect("there are three");
/// assert_eq!(pairings.next_pairing(), ["Ada", "Bo"]);
/// pairings.play(Some(1));
/// assert_eq!(pairings.next_pairing(), ["Bo", "Cy"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairings {
    people: Vec<String>,
    scores: Vec<Score>,
    order: Order,
    games: usize,
    /// Current pair as indices of `people`: White, then Black.
    playing: [usize; 2],
    /// Consecutive games of each player in `playing`.
    stayed: [usize; 2],
    /// Waiting people, the longest wait first. Used by `WinnerStays` only.
    waiting: VecDeque<usize>,
}

impl Pairings {
    /// Minimum number of people; two need no pairings.
    pub const MIN_PEOPLE: usize = 3;

    /// Creates the first pairing. Names must be distinct. Returns `None` for fewer than
    /// [`MIN_PEOPLE`](Self::MIN_PEOPLE) people.
    pub fn new(people: Vec<String>, order: Order) -> Option<Self> {
        if people.len() < Self::MIN_PEOPLE {
            return None;
        }
        let count = people.len();
        let playing = match order {
            Order::WinnerStays => [0, 1],
            Order::RoundRobin => meeting(count, 0),
        };
        Some(Self {
            people,
            scores: vec![Score::default(); count],
            order,
            games: 0,
            playing,
            stayed: [0, 0],
            waiting: (2..count).collect(),
        })
    }

    /// Returns the next two players: White, then Black.
    pub fn next_pairing(&self) -> [&str; 2] {
        self.playing.map(|person| self.people[person].as_str())
    }

    /// Returns the pairing system.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// Returns each person's wins, losses and draws.
    pub fn scores(&self) -> impl Iterator<Item = (&str, Score)> {
        let names = self.people.iter().map(String::as_str);
        names.zip(self.scores.iter().copied())
    }

    /// Records a game of the current pair. `winner` is 0 for White, 1 for Black and `None` for a
    /// draw.
    pub fn play(&mut self, winner: Option<usize>) {
        for (index, person) in self.playing.into_iter().enumerate() {
            let score = &mut self.scores[person];
            match winner {
                None => score.drawn += 1,
                Some(winner) if winner == index => score.won += 1,
                Some(_) => score.lost += 1,
            }
        }
        self.games += 1;
        match self.order {
            Order::WinnerStays => self.replace(winner),
            Order::RoundRobin => self.playing = meeting(self.people.len(), self.games),
        }
    }

    /// Swaps one player for the person with the longest wait. The remaining player changes colour.
    fn replace(&mut self, winner: Option<usize>) {
        let stays = match winner {
            Some(0) => 0,
            Some(_) => 1,
            None => usize::from(self.stayed[1] <= self.stayed[0]),
        };
        let stayed = self.stayed[stays] + 1;
        self.waiting.push_back(self.playing[1 - stays]);
        if let Some(next) = self.waiting.pop_front() {
            let mut playing = [next; 2];
            playing[1 - stays] = self.playing[stays];
            self.playing = playing;
            self.stayed = [0; 2];
            self.stayed[1 - stays] = stayed;
        }
    }
}

/// Returns the pair of a round-robin game, White first.
///
/// Uses the circle method (Berger tables): with an odd number of people, one person sits out each
/// round. Each further cycle repeats the pairs with colours reversed.
fn meeting(people: usize, game: usize) -> [usize; 2] {
    let places = people + people % 2;
    let turning = places - 1;
    let games = people * (people - 1) / 2;
    let (cycle, game) = (game / games, game % games);
    let a_round = people / 2;
    let (round, number) = (game / a_round, game % a_round);
    // With an odd number of people, number 0 is the bye.
    let number = number + people % 2;
    let (one, other) = if number == 0 {
        (round, places - 1)
    } else {
        let up = (round + number) % turning;
        (up, (round + turning - number) % turning)
    };
    // Colours alternate by number; at the fixed place they alternate by round.
    let changes = if number == 0 { round } else { number } + cycle;
    if changes.is_multiple_of(2) {
        [one, other]
    } else {
        [other, one]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn people(count: usize) -> Vec<String> {
        (0..count).map(|number| number.to_string()).collect()
    }

    #[test]
    fn pairings_need_three_people() {
        for (count, is) in [(0, false), (2, false), (3, true)] {
            let pairings = Pairings::new(people(count), Order::RoundRobin);
            assert_eq!(pairings.is_some(), is, "{count}");
        }
    }

    #[test]
    fn winner_stays_and_after_a_draw_the_newcomer() {
        let mut pairings = Pairings::new(people(4), Order::WinnerStays).unwrap();
        let mut played = Vec::new();
        for winner in [Some(0), Some(1), None, None] {
            played.push(pairings.next_pairing().map(str::to_owned));
            pairings.play(winner);
        }
        assert_eq!(
            played,
            [["0", "1"], ["2", "0"], ["0", "3"], ["3", "1"]].map(|it| it.map(str::to_owned))
        );
        assert_eq!(pairings.next_pairing(), ["1", "2"]);
        let scores: Vec<_> = pairings
            .scores()
            .map(|(_, it)| (it.won, it.lost, it.drawn))
            .collect();
        assert_eq!(scores, [(2, 0, 1), (0, 1, 1), (0, 1, 0), (0, 0, 2)]);
    }

    #[test]
    fn newcomer_stays_after_a_draw_with_either_colour() {
        let mut pairings = Pairings::new(people(4), Order::WinnerStays).unwrap();
        let results = [Some(0), None, None];
        assert_eq!(play_all(&mut pairings, &results), [[0, 1], [2, 0], [3, 2]]);
    }

    /// Plays a game for each result and returns the pairs.
    fn play_all(pairings: &mut Pairings, results: &[Option<usize>]) -> Vec<[usize; 2]> {
        let play = |winner: &Option<usize>| {
            let pairing = pairings.next_pairing().map(|name| name.parse().unwrap());
            pairings.play(*winner);
            pairing
        };
        results.iter().map(play).collect()
    }

    /// Returns the longest series of games that anybody sat out.
    fn longest_wait(played: &[[usize; 2]], count: usize) -> usize {
        let waits = |person: usize| {
            let rows = played.split(move |pair| pair.contains(&person));
            rows.map(<[_]>::len).max().unwrap_or_default()
        };
        (0..count).map(waits).max().unwrap_or_default()
    }

    fn results() -> impl Strategy<Value = Vec<Option<usize>>> {
        prop::collection::vec(prop::option::of(0_usize..2), 1..120)
    }

    proptest! {
        #[test]
        fn waiting_people_play_in_turn(count in 3_usize..9, results in results()) {
            let mut pairings = Pairings::new(people(count), Order::WinnerStays).unwrap();
            let played = play_all(&mut pairings, &results);
            prop_assert!(longest_wait(&played, count) <= count - 2);
            for index in 1..results.len() {
                let (before, now) = (played[index - 1], played[index]);
                prop_assert_ne!(now[0], now[1]);
                // Exactly one player stays and changes colour: the winner, if there is one.
                let staying = (0..2).filter(|it| now[1 - it] == before[*it]).count();
                prop_assert_eq!(staying, 1);
                if let Some(winner) = results[index - 1] {
                    prop_assert_eq!(now[1 - winner], before[winner]);
                }
            }
            let total: u32 = pairings.scores().map(|(_, it)| it.won + it.lost + it.drawn).sum();
            prop_assert_eq!(total as usize, 2 * results.len());
        }

        #[test]
        fn round_robin_balances_opponents_and_colours(
            count in 3_usize..12, results in results(),
        ) {
            let games = count * (count - 1) / 2;
            let mut pairings = Pairings::new(people(count), Order::RoundRobin).unwrap();
            let all: Vec<_> = results.iter().copied().cycle().take(4 * games).collect();
            let played = play_all(&mut pairings, &all);
            for cycle in played.chunks(games) {
                let mut met: Vec<_> = cycle.iter().map(|it| (it[0].min(it[1]), it[0].max(it[1]))).collect();
                met.sort_unstable();
                met.dedup();
                prop_assert_eq!(met.len(), games);
                prop_assert!(met.iter().all(|(one, other)| one != other && *other < count));
            }
            let mut colours: BTreeMap<[usize; 2], usize> = BTreeMap::new();
            for pair in &played[..2 * games] {
                *colours.entry(*pair).or_default() += 1;
            }
            prop_assert!(colours.len() == 2 * games && colours.values().all(|it| *it == 1));
            let whites = (0..count).map(|person| played[..games].iter().filter(|it| it[0] == person).count());
            let whites: Vec<usize> = whites.collect();
            prop_assert!(whites.iter().all(|it| it.abs_diff(whites[0]) <= 1), "{whites:?}");
            // Game counts never differ by more than 2.
            let mut times = vec![0_usize; count];
            for pair in &played {
                for person in pair {
                    times[*person] += 1;
                }
                let (least, most) = (times.iter().min(), times.iter().max());
                prop_assert!(most.unwrap() - least.unwrap() <= 2, "{times:?}");
            }
            // With three people, a bye is never followed by another.
            prop_assert!(longest_wait(&played, count) <= count - 2);
        }
    }
}
