//! Results of each pair of players, from the saved games.

use std::collections::BTreeMap;

use super::entry::Entry;

/// Finished games of two players on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Players in alphabetical order.
    pub players: [String; 2],
    /// Identifier of the board.
    pub board: String,
    /// Wins of each player.
    pub wins: [u32; 2],
    /// Drawn games.
    pub draws: u32,
}

impl Tally {
    /// Returns the number of finished games.
    pub const fn games(&self) -> u32 {
        self.wins[0] + self.wins[1] + self.draws
    }
}

/// Results of a player against all opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
}

impl Score {
    /// Sums the results of every player whose name satisfies `is`.
    pub fn of(tallies: &[Tally], is: impl Fn(&str) -> bool) -> Self {
        let mut score = Self::default();
        for tally in tallies {
            for (index, name) in tally.players.iter().enumerate() {
                if is(name) {
                    score.won += tally.wins[index];
                    score.lost += tally.wins[1 - index];
                    score.drawn += tally.draws;
                }
            }
        }
        score
    }
}

/// Counts the results of each pair, most games first. Skips games with an unnamed player or with
/// the same name on both sides.
pub fn tallies(games: &[Entry]) -> Vec<Tally> {
    let mut pairs: BTreeMap<([&str; 2], &str), Tally> = BTreeMap::new();
    for game in games {
        let (white, black) = (game.names.white.trim(), game.names.black.trim());
        let is_named = |name: &str| !name.is_empty() && name != "?";
        if !is_named(white) || !is_named(black) || white == black {
            continue;
        }
        let white_is = usize::from(white > black);
        let won = match game.result.as_str() {
            "1-0" => Some(white_is),
            "0-1" => Some(1 - white_is),
            "1/2-1/2" => None,
            _ => continue,
        };
        let players = [white.min(black), white.max(black)];
        let tally = pairs
            .entry((players, &game.board))
            .or_insert_with(|| Tally {
                players: players.map(str::to_owned),
                board: game.board.clone(),
                wins: [0; 2],
                draws: 0,
            });
        match won {
            Some(winner) => tally.wins[winner] += 1,
            None => tally.draws += 1,
        }
    }
    let mut tallies: Vec<Tally> = pairs.into_values().collect();
    tallies.sort_by_key(|tally| std::cmp::Reverse(tally.games()));
    tallies
}

#[cfg(test)]
mod tests {
    use super::super::entry::{FileStamp, Names};
    use super::*;

    fn game(white: &str, black: &str, board: &str, result: &str) -> Entry {
        let names = Names {
            event: String::new(),
            white: white.to_owned(),
            black: black.to_owned(),
        };
        Entry {
            names,
            board: board.to_owned(),
            result: result.to_owned(),
            ..Entry::unreadable("game-1.pgn", FileStamp::default(), String::new())
        }
    }

    #[test]
    fn tallies_are_per_pair_and_board_for_either_colour() {
        let games = [
            game("Grace", "Ada", "chess", "1-0"),
            game("Ada", "Grace", "chess", "1-0"),
            game("Ada", "Grace", "chess", "1-0"),
            game("Ada", "Grace", "chess", "1/2-1/2"),
            game("Ada", "Grace", "chess", "*"),
            game("Ada", "Grace", "icochess", "0-1"),
            game("Ada", "?", "chess", "1-0"),
            game("", "Grace", "chess", "1-0"),
            game("Ada", "Ada", "chess", "1-0"),
        ];
        let tally = |board: &str, wins, draws| Tally {
            players: ["Ada", "Grace"].map(str::to_owned),
            board: board.to_owned(),
            wins,
            draws,
        };
        assert_eq!(
            tallies(&games),
            [tally("chess", [2, 1], 1), tally("icochess", [0, 1], 0)]
        );
        let score = |name| {
            let Score { won, lost, drawn } = Score::of(&tallies(&games), |it| it == name);
            (won, lost, drawn)
        };
        assert_eq!(score("Ada"), (2, 2, 1));
        assert_eq!(score("Grace"), (2, 2, 1));
        assert_eq!(score("Zoe"), (0, 0, 0));
    }
}
