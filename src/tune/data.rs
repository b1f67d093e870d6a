//! Games of the engine against itself, and the quiet positions in them.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use oorandom::Rand64;

use crate::engine::score::is_mate;
use crate::engine::{Evaluated, Evaluator, Limits, Score, Search, Table, search};
use crate::rules::{History, Move, Outcome, Position, Side};

/// A score that wins, in hundredths of a pawn, ...
const WON: Score = 1500;
/// ... if it lasts that many plies.
const WON_PLIES: u32 = 4;
/// Plies after which a game is drawn, those of the opening included.
const MOST_PLIES: usize = 300;
/// Most positions that are kept of a game.
const MOST_KEPT: usize = 12;
/// Of a game's table; a search of some thousand nodes needs no more.
const MEBIBYTES: usize = 1;

/// The games to play.
#[derive(Clone, Debug)]
pub struct Games {
    /// How many.
    pub count: u64,
    /// Positions visited for each move.
    pub nodes: u64,
    /// What chance begins with. A game depends on it and on its own number.
    pub seed: u64,
    /// Games played at a time; the games are the same for any number.
    pub threads: usize,
}

/// A quiet position of a game: no check, and the best move takes nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<B: Evaluated> {
    /// The position.
    pub position: Position<B>,
    /// Of which game.
    pub game: u64,
    /// What White got: 1, 0.5 or 0.
    pub result: f64,
    /// What the search found, for White, in hundredths of a pawn.
    pub score: Score,
}

impl Games {
    /// Plays them. `told` is called with the number of games that are over.
    #[must_use]
    pub fn play<B: Evaluated>(
        &self,
        evaluator: &Evaluator<B>,
        told: &(dyn Fn(u64) + Sync),
    ) -> Vec<Sample<B>> {
        let (next, over) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut samples: Vec<Sample<B>> = std::thread::scope(|scope| {
            let players: Vec<_> = (0..self.threads.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let mut samples = Vec::new();
                        loop {
                            let number = next.fetch_add(1, Ordering::Relaxed);
                            if number >= self.count {
                                return samples;
                            }
                            samples.extend(self.game(evaluator, number));
                            told(over.fetch_add(1, Ordering::Relaxed) + 1);
                        }
                    })
                })
                .collect();
            players
                .into_iter()
                .filter_map(|player| player.join().ok())
                .flatten()
                .collect()
        });
        // In the order of the games, whoever has played them; the positions of
        // one are in order already.
        samples.sort_by_key(|sample| sample.game);
        samples
    }

    fn game<B: Evaluated>(&self, evaluator: &Evaluator<B>, number: u64) -> Vec<Sample<B>> {
        let mut chance = Rand64::new(u128::from(self.seed) << 64 | u128::from(number));
        let mut game = opening::<B>(&mut chance, number % 2 == 1);
        let table = Table::new(MEBIBYTES);
        let by = Search {
            limits: Limits {
                nodes: Some(self.nodes),
                ..Limits::default()
            },
            ..Search::new(evaluator, &table)
        };
        let stop = AtomicBool::new(false);
        let mut samples: Vec<Sample<B>> = Vec::new();
        let (mut leader, mut led) = (Side::White, 0);
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break points(outcome);
            }
            if game.ply() >= MOST_PLIES || !game.claims().is_empty() {
                break 0.5;
            }
            let position = *game.position();
            let Some(found) = search(&game, &by, &stop, &mut |_| {}) else {
                break 0.5;
            };
            // Too few nodes for one whole iteration: a move without a score.
            let Some(info) = found.info else {
                if game.play(found.best).is_err() {
                    break 0.5;
                }
                continue;
            };
            let score = match position.turn() {
                Side::White => info.score,
                Side::Black => -info.score,
            };
            let ahead = if score > 0 { Side::White } else { Side::Black };
            led = match score.abs() > WON {
                true if ahead == leader => led + 1,
                true => 1,
                false => 0,
            };
            leader = ahead;
            if led >= WON_PLIES {
                break points(Outcome::Adjudication { winner: leader });
            }
            let quiet = !position.is_check()
                && position.captured_cell(found.best).is_none()
                && found.best.promotion().is_none();
            if quiet && !is_mate(score) && score.abs() <= WON {
                samples.push(Sample {
                    position,
                    game: number,
                    result: 0.5,
                    score,
                });
            }
            if game.play(found.best).is_err() {
                break 0.5;
            }
        };
        while samples.len() > MOST_KEPT {
            samples.remove(below(&mut chance, samples.len()));
        }
        for sample in &mut samples {
            sample.result = result;
        }
        samples
    }
}

/// A game with some random moves. Of the wilder ones there are more, and many
/// take something, so that the sides have different pieces.
fn opening<B: Evaluated>(chance: &mut Rand64, wild: bool) -> History<B> {
    loop {
        let mut game = History::<B>::default();
        let plies = if wild { 12 } else { 6 } + below(chance, 6);
        for _ in 0..plies {
            let position = game.position();
            let mut moves: Vec<Move> = position.legal_moves();
            if wild && below(chance, 3) == 0 {
                let takes = |mv: &Move| position.captured_cell(*mv).is_some();
                let captures: Vec<Move> = moves.iter().copied().filter(takes).collect();
                if !captures.is_empty() {
                    moves = captures;
                }
            }
            if moves.is_empty() || game.play(moves[below(chance, moves.len())]).is_err() {
                break;
            }
        }
        if game.outcome().is_none() && game.claims().is_empty() {
            return game;
        }
    }
}

fn below(chance: &mut Rand64, end: usize) -> usize {
    chance.rand_range(0..end.max(1) as u64) as usize
}

/// What White gets.
fn points(outcome: Outcome) -> f64 {
    match outcome.winner() {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

/// A line that is not a sample.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected game, result, score and position, found {text:?}")]
pub struct SampleError {
    line: usize,
    text: String,
}

/// The samples as text: one a line, with game, result, score and position.
#[must_use]
pub fn write<B: Evaluated>(samples: &[Sample<B>]) -> String {
    samples.iter().fold(String::new(), |mut text, sample| {
        let Sample {
            position,
            game,
            result,
            score,
        } = sample;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{game} {result} {score} {position}");
        text
    })
}

/// The reverse of [`write()`].
///
/// # Errors
///
/// [`SampleError`] for the first line that is none.
pub fn read<B: Evaluated>(text: &str) -> Result<Vec<Sample<B>>, SampleError> {
    let sample = |line: &str| {
        let mut parts = line.splitn(4, ' ');
        Some(Sample {
            game: parts.next()?.parse().ok()?,
            result: parts
                .next()?
                .parse()
                .ok()
                .filter(|r| (0.0..=1.0).contains(r))?,
            score: parts.next()?.parse().ok()?,
            position: parts.next()?.parse().ok()?,
        })
    };
    text.lines()
        .enumerate()
        .map(|(index, line)| {
            sample(line).ok_or_else(|| SampleError {
                line: index + 1,
                text: line.chars().take(80).collect(),
            })
        })
        .collect()
}
