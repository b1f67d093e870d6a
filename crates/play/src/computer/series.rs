//! Series of games that the computer plays against itself: their score, and the time of the next
//! one. The games themselves are begun by the interface, as soon as [`Series::is_due`].

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use bevy::prelude::*;

use super::settings::Computer;
use crate::game::facts::MatchFact;
use crate::game::messages::ClockRequest;
use crate::game::{Match, MatchSystems};
use icochess_base::frame::NextFrame;
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_rules::{Record, Side};

/// The time that the end of a game is shown before the next one begins.
const NEXT_AFTER: Duration = Duration::from_secs(3);

/// Most games of a series.
pub const MOST_GAMES: u16 = 100;
/// Most plies that are played at random at the start of a game.
pub const MOST_RANDOM_PLIES: u8 = 8;

/// Request about the series of games.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum SeriesRequest {
    /// The game that is begun now is the first one of this series.
    Begin(Course),
    /// The game that is begun now is the next one.
    Next,
    /// The next game waits until asked to go on, or no longer.
    Hold(bool),
    /// The game that is shown is the last one.
    End,
}

/// The course of a series: a game between two players follows another, with the sides changed.
/// The first of the two is who has White in the first game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// Number of games.
    games: u16,
    /// Plies at the start of each game that are played at random.
    random_plies: u8,
    /// Decides which moves those are: the same in two games that follow each other.
    seed: u64,
    /// The number of the game that is shown, from 1.
    number: u16,
    /// The side of the first player in that game.
    first: Side,
    /// Half points of the first player and the second, in the games before.
    before: [u16; 2],
    /// The half points of that game, once it is over.
    last: Option<[u16; 2]>,
}

impl Course {
    /// A series of so many games, each beginning with so many random plies.
    pub fn new(games: u16, random_plies: u8) -> Self {
        Self {
            games: games.clamp(1, MOST_GAMES),
            random_plies: random_plies.min(MOST_RANDOM_PLIES),
            seed: platform::any_number(),
            number: 1,
            first: Side::White,
            before: [0; 2],
            last: None,
        }
    }

    /// The number of games.
    pub const fn games(&self) -> u16 {
        self.games
    }

    /// The number of the game that is shown, from 1.
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// The side of the first player in the game that is shown.
    pub const fn first(&self) -> Side {
        self.first
    }

    /// The half points so far of who has that side in the game that is shown.
    pub fn half_points(&self, side: Side) -> u16 {
        let player = usize::from(side != self.first);
        let last = self.last.map_or(0, |last| last[player]);
        self.before[player] + last
    }

    /// The series with its next game; `None` if there is none, or this one is not over.
    pub fn next(&self) -> Option<Self> {
        let last = self.last.filter(|_| self.number < self.games)?;
        Some(Self {
            number: self.number + 1,
            first: !self.first,
            before: [0, 1].map(|player| self.before[player] + last[player]),
            last: None,
            ..self.clone()
        })
    }

    /// Prepares the record of the game: plays its random plies, and notes its number (tag
    /// `Round`). A move that would end the game is not among them.
    pub fn open(&self, record: &mut Record) {
        let tags = record.make_mut().tags_mut();
        tags.insert("Round".to_owned(), self.number.to_string());
        for ply in 0..self.random_plies {
            let mut moves = record.position().legal_moves();
            let chance = |mv: &_| {
                let mut hasher = DefaultHasher::new();
                let pair = (self.number - 1) / 2;
                (self.seed, pair, ply, record.position().uci(*mv)).hash(&mut hasher);
                hasher.finish()
            };
            moves.sort_by_cached_key(chance);
            let after = moves.into_iter().find_map(|mv| {
                let mut after = record.clone();
                after.make_mut().play(mv).ok()?;
                after.outcome().is_none().then_some(after)
            });
            let Some(after) = after else {
                return;
            };
            *record = after;
        }
    }

    /// Counts the game, which is over.
    fn count(&mut self, winner: Option<Side>) {
        self.last = Some(match winner {
            None => [1, 1],
            Some(side) if side == self.first => [2, 0],
            Some(_) => [0, 2],
        });
    }
}

/// The series of games that is played, if one is. It changes when something happens to it, not
/// as time passes.
#[derive(Resource, Debug, Default)]
pub struct Series {
    course: Option<Course>,
    is_held: bool,
    /// The time that the next game has been awaited.
    waited: Duration,
}

impl Series {
    /// The course of the series; `None` if there is none.
    pub const fn course(&self) -> Option<&Course> {
        self.course.as_ref()
    }

    /// Whether a game is over, and another one is to follow.
    pub fn is_waiting(&self) -> bool {
        self.course.as_ref().and_then(Course::next).is_some()
    }

    /// Whether the next game waits to be asked for.
    pub const fn is_held(&self) -> bool {
        self.is_held
    }

    /// Whether the next game is to begin now.
    pub fn is_due(&self) -> bool {
        self.waited >= NEXT_AFTER && !self.is_held && self.is_waiting()
    }

    fn set(&mut self, course: Option<Course>) {
        *self = Self {
            course,
            ..Self::default()
        };
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Series>()
        .add_message::<SeriesRequest>()
        .add_systems(
            Update,
            (
                follow.run_if(
                    on_message::<SeriesRequest>
                        .or_else(on_message::<MatchFact>)
                        .or_else(resource_changed::<Computer>),
                ),
                wait.run_if(|series: Res<Series>| !series.is_held() && series.is_waiting()),
            )
                .chain()
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        );
}

/// Follows what is asked for and what happens in the games. A game that is no game of the
/// series ends it, and so does a person who takes a side.
fn follow(
    mut asked: MessageReader<SeriesRequest>,
    mut facts: MessageReader<MatchFact>,
    (game, computer): (Res<Match>, Res<Computer>),
    mut series: ResMut<Series>,
    mut clock: MessageWriter<ClockRequest>,
) {
    let mut is_own = false;
    for request in asked.read() {
        match request {
            SeriesRequest::Begin(course) => {
                series.set(Some(course.clone()));
                is_own = true;
            }
            SeriesRequest::Next => {
                if let Some(next) = series.course.as_ref().and_then(Course::next) {
                    series.set(Some(next));
                    is_own = true;
                }
            }
            SeriesRequest::Hold(is_held) => series.is_held = *is_held,
            SeriesRequest::End => series.set(None),
        }
    }
    // The players of the game that is begun now are set after it.
    let is_peoples = !is_own && computer.is_changed() && !computer.plays_both();
    if is_peoples && series.course.is_some() {
        series.set(None);
    }
    for fact in facts.read() {
        match fact {
            MatchFact::Begun if is_own => {
                is_own = false;
                // A clock waits for the players of a game in which there are moves.
                if game.record().ply() > 0 {
                    clock.write(ClockRequest::Resume);
                }
            }
            MatchFact::Begun if series.course.is_some() => series.set(None),
            MatchFact::Ended(end) => {
                if let Some(course) = &mut series.course {
                    course.count(end.winner());
                }
            }
            // It goes on, and counts when it is over again.
            MatchFact::TakenBack(_) | MatchFact::EndTakenBack | MatchFact::PlayedOn { .. } => {
                if let Some(course) = &mut series.course {
                    course.last = None;
                    series.is_held = false;
                    series.waited = Duration::ZERO;
                }
            }
            _ => {}
        }
    }
}

fn wait(time: Res<Time<Real>>, mut series: ResMut<Series>, mut next: ResMut<NextFrame>) {
    let series = series.bypass_change_detection();
    series.waited += time.delta();
    next.within(NEXT_AFTER.saturating_sub(series.waited));
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn sides_change_and_points_stay_with_the_player() {
        let mut course = Course::new(3, 0);
        assert_eq!(course.next(), None, "the first game is not over");
        // White, Black, and nobody wins: the first player both times.
        for (winner, score, number) in [
            (Some(Side::White), [2, 0], 1),
            (Some(Side::Black), [4, 0], 2),
            (None, [5, 1], 3),
        ] {
            assert_eq!(course.number(), number);
            let is_white = course.first() == Side::White;
            assert_eq!(is_white, number % 2 == 1);
            course.count(winner);
            let first = course.first();
            let points = [first, !first].map(|side| course.half_points(side));
            assert_eq!(points, score);
            match course.next() {
                Some(next) => course = next,
                None => assert_eq!(number, course.games()),
            }
        }
    }

    #[test]
    fn two_games_begin_with_the_same_random_plies_and_the_next_two_with_others() {
        for variant in Variant::ALL {
            let mut course = Course::new(6, MOST_RANDOM_PLIES);
            let mut texts = Vec::new();
            loop {
                let mut record = variant.board().new_game();
                course.open(&mut record);
                assert_eq!(record.ply(), usize::from(MOST_RANDOM_PLIES), "{variant}");
                assert_eq!(record.outcome(), None);
                assert_eq!(record.tags()["Round"], course.number().to_string());
                texts.push(record.position().text());
                course.count(None);
                match course.next() {
                    Some(next) => course = next,
                    None => break,
                }
            }
            assert_eq!(texts.len(), 6);
            for pair in texts.chunks(2) {
                assert_eq!(pair[0], pair[1], "{variant}");
                let alike = texts.iter().filter(|text| **text == pair[0]);
                assert_eq!(alike.count(), 2, "{variant}");
            }
        }
    }
}
