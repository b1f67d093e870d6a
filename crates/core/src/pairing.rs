//! Who plays whom next, where more than two people play one after the other: without a
//! board and without a program around it.

use std::collections::VecDeque;

use crate::library::Score;

/// The order in which people play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Whoever wins stays and meets the one who has waited longest. After a draw the one
    /// goes who has stayed longer, or else who had White.
    #[default]
    WinnerStays,
    /// All meet each other, and then again with the colours changed.
    RoundRobin,
}

/// People who play one after the other, what each has scored, and whose turn it is.
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
    /// Games played.
    games: usize,
    /// Who plays now: White, then Black.
    playing: [usize; 2],
    /// Number of games that each of those two has played in a row.
    stayed: [usize; 2],
    /// Who waits, the longest first. Only where the winner stays.
    waiting: VecDeque<usize>,
}

impl Pairings {
    /// The least people who play one after the other: two need no order.
    pub const LEAST: usize = 3;

    /// The first pairing of these people, who have different names; `None` if there are not
    /// [enough](Self::LEAST).
    pub fn new(people: Vec<String>, order: Order) -> Option<Self> {
        if people.len() < Self::LEAST {
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

    /// The two who play next: White, then Black.
    pub fn next_pairing(&self) -> [&str; 2] {
        self.playing.map(|who| self.people[who].as_str())
    }

    /// The order in which they play.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The games that each has won, lost and drawn so far.
    pub fn scores(&self) -> impl Iterator<Item = (&str, Score)> {
        let names = self.people.iter().map(String::as_str);
        names.zip(self.scores.iter().copied())
    }

    /// Those who play next have played. The winner is the first of them, or the second;
    /// `None` is a draw.
    pub fn play(&mut self, winner: Option<usize>) {
        for (index, who) in self.playing.into_iter().enumerate() {
            let score = &mut self.scores[who];
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

    /// One of the two makes room for who has waited longest. The other one has the other
    /// colour then.
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

/// Who meets whom in a game of a round robin, White first.
///
/// The table is that of the circle method (Berger): with an odd number of people one
/// sits out in each round. After all have met, they meet again with the colours changed.
fn meeting(people: usize, game: usize) -> [usize; 2] {
    let places = people + people % 2;
    let turning = places - 1;
    let games = people * (people - 1) / 2;
    let (cycle, game) = (game / games, game % games);
    let a_round = people / 2;
    let (round, number) = (game / a_round, game % a_round);
    // With an odd number, who would meet the one who is not there sits out.
    let number = number + people % 2;
    let (one, other) = if number == 0 {
        (round, places - 1)
    } else {
        let up = (round + number) % turning;
        (up, (round + turning - number) % turning)
    };
    // One after the other has White, also the one at the fixed place.
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
    fn two_need_no_order() {
        for (count, is) in [(0, false), (2, false), (3, true)] {
            let pairings = Pairings::new(people(count), Order::RoundRobin);
            assert_eq!(pairings.is_some(), is, "{count}");
        }
    }

    #[test]
    fn the_winner_stays_and_after_a_draw_who_came_last() {
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
    fn after_a_draw_whoever_came_last_stays_with_either_colour() {
        let mut pairings = Pairings::new(people(4), Order::WinnerStays).unwrap();
        let results = [Some(0), None, None];
        assert_eq!(play_all(&mut pairings, &results), [[0, 1], [2, 0], [3, 2]]);
    }

    /// Plays so many games and gives who met.
    fn play_all(pairings: &mut Pairings, results: &[Option<usize>]) -> Vec<[usize; 2]> {
        let play = |winner: &Option<usize>| {
            let pairing = pairings.next_pairing().map(|name| name.parse().unwrap());
            pairings.play(*winner);
            pairing
        };
        results.iter().map(play).collect()
    }

    /// The most games in a row that anybody waited, from the first one on.
    fn longest_wait(played: &[[usize; 2]], count: usize) -> usize {
        let waits = |who: usize| {
            let rows = played.split(move |pair| pair.contains(&who));
            rows.map(<[_]>::len).max().unwrap_or_default()
        };
        (0..count).map(waits).max().unwrap_or_default()
    }

    fn results() -> impl Strategy<Value = Vec<Option<usize>>> {
        prop::collection::vec(prop::option::of(0_usize..2), 1..120)
    }

    proptest! {
        #[test]
        fn whoever_waits_is_next_in_turn(count in 3_usize..9, results in results()) {
            let mut pairings = Pairings::new(people(count), Order::WinnerStays).unwrap();
            let played = play_all(&mut pairings, &results);
            prop_assert!(longest_wait(&played, count) <= count - 2);
            for index in 1..results.len() {
                let (before, now) = (played[index - 1], played[index]);
                prop_assert_ne!(now[0], now[1]);
                // One of them stays, with the other colour; it is the winner if there is one.
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
        fn all_meet_each_other_as_often_and_with_either_colour(
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
            let whites = (0..count).map(|who| played[..games].iter().filter(|it| it[0] == who).count());
            let whites: Vec<usize> = whites.collect();
            prop_assert!(whites.iter().all(|it| it.abs_diff(whites[0]) <= 1), "{whites:?}");
            // At every moment nobody has played much more than another.
            let mut times = vec![0_usize; count];
            for pair in &played {
                for who in pair {
                    times[*who] += 1;
                }
                let (least, most) = (times.iter().min(), times.iter().max());
                prop_assert!(most.unwrap() - least.unwrap() <= 2, "{times:?}");
            }
            // Of three nobody waits twice in a row.
            prop_assert!(longest_wait(&played, count) <= count - 2);
        }
    }
}
