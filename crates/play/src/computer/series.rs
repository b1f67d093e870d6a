//! Series of games between two computer players: their score and the time of the next game. The UI
//! starts each game once [`Series::is_due`].

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

/// Display time of a finished game before the next one begins.
const NEXT_AFTER: Duration = Duration::from_secs(3);

/// Maximum length of a series, in games.
pub const MAX_GAMES: u16 = 100;
/// Maximum number of random plies at the start of a game.
pub const MAX_RANDOM_PLIES: u8 = 8;

/// Request about a series.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum SeriesRequest {
    /// Start this series. The game that starts in this frame is its first.
    Begin(Course),
    /// The game that starts in this frame is the next one of the series.
    Next,
    /// Hold the next game, or release it.
    Hold(bool),
    /// End the series with the current game.
    End,
}

/// Progress of a series between two players, who swap sides after each game. The first player has
/// White in the first game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// Number of games.
    games: u16,
    /// Random plies at the start of each game.
    random_plies: u8,
    /// Seed of the random plies. Both games of a pair have the same random plies.
    seed: u64,
    /// Number of the current game, from 1.
    number: u16,
    /// Side of the first player in the current game.
    first: Side,
    /// Half points of the first and second player from earlier games.
    before: [u16; 2],
    /// Half points from the current game, once it is over.
    last: Option<[u16; 2]>,
}

impl Course {
    /// Creates a series of `games` games with `random_plies` random plies each.
    pub fn new(games: u16, random_plies: u8) -> Self {
        Self {
            games: games.clamp(1, MAX_GAMES),
            random_plies: random_plies.min(MAX_RANDOM_PLIES),
            seed: platform::any_number(),
            number: 1,
            first: Side::White,
            before: [0; 2],
            last: None,
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u16 {
        self.games
    }

    /// Returns the number of the current game, from 1.
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// Returns the side of the first player in the current game.
    pub const fn first(&self) -> Side {
        self.first
    }

    /// Returns the half points that the player with this side has won in the current game.
    pub fn half_points(&self, side: Side) -> u16 {
        let player = usize::from(side != self.first);
        let last = self.last.map_or(0, |last| last[player]);
        self.before[player] + last
    }

    /// Returns the series at its next game; `None` after the last game, or while a game is in
    /// progress.
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

    /// Prepares a game's record: plays the random plies and sets the tag `Round`. Avoids moves that
    /// end the game.
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

    fn count(&mut self, winner: Option<Side>) {
        self.last = Some(match winner {
            None => [1, 1],
            Some(side) if side == self.first => [2, 0],
            Some(_) => [0, 2],
        });
    }
}

/// Current series, if any. Changes with events only, not as time passes.
#[derive(Resource, Debug, Default)]
pub struct Series {
    course: Option<Course>,
    is_held: bool,
    /// Time since the last game ended.
    waited: Duration,
}

impl Series {
    /// Returns the progress of the series; `None` without one.
    pub const fn course(&self) -> Option<&Course> {
        self.course.as_ref()
    }

    /// Returns whether a game is over and another one will follow.
    pub fn is_waiting(&self) -> bool {
        self.course.as_ref().and_then(Course::next).is_some()
    }

    /// Returns whether the next game is on hold.
    pub const fn is_held(&self) -> bool {
        self.is_held
    }

    /// Returns whether to start the next game now.
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
                update_series.run_if(
                    on_message::<SeriesRequest>
                        .or_else(on_message::<MatchFact>)
                        .or_else(resource_changed::<Computer>),
                ),
                time_pause.run_if(|series: Res<Series>| !series.is_held() && series.is_waiting()),
            )
                .chain()
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        );
}

/// Updates the series from requests and facts. A game from elsewhere ends the series, and so does a
/// human who takes a side.
fn update_series(
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
    // For a game of the series, the players are set in this frame, but after this system.
    let is_peoples = !is_own && computer.is_changed() && !computer.plays_both();
    if is_peoples && series.course.is_some() {
        series.set(None);
    }
    for fact in facts.read() {
        match fact {
            MatchFact::Begun if is_own => {
                is_own = false;
                // A clock waits for the players if the game already has moves.
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
            // The game continues, and counts only when it is over again.
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

fn time_pause(time: Res<Time<Real>>, mut series: ResMut<Series>, mut next: ResMut<NextFrame>) {
    let series = series.bypass_change_detection();
    series.waited += time.delta();
    next.within(NEXT_AFTER.saturating_sub(series.waited));
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn random_plies_are_equal_within_a_pair_of_games() {
        for variant in Variant::ALL {
            let mut course = Course::new(6, MAX_RANDOM_PLIES);
            let mut texts = Vec::new();
            loop {
                let mut record = variant.board().new_game();
                course.open(&mut record);
                assert_eq!(record.ply(), usize::from(MAX_RANDOM_PLIES), "{variant}");
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
