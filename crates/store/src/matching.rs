//! Level of the computer that matches a person's strength on a board.
//!
//! The level rises by one after a win and falls by one after a loss. Each level scores about 77%
//! against the one below, so the staircase settles where the person scores about half.

use bevy::prelude::*;

use super::players::Players;
use super::settings::Settings;
use icochess_base::schedule::AppSystems;
use icochess_core::library::Names;
use icochess_core::library::name::tidy;
use icochess_engine::ComputerPlayer;
use icochess_play::computer::{BestLines, Computer, Hint, SidePlayer};
use icochess_play::game::Match;
use icochess_play::game::facts::MatchFact;
use icochess_rules::{AnyBoard, Side};

/// Returns the level that matches the person of this name, which may be empty. New players begin
/// at the default level.
pub fn level(settings: &Settings, players: &Players, name: &str, board: AnyBoard) -> u8 {
    let levels = if tidy(name).is_empty() {
        Some(&settings.matched_levels)
    } else {
        players.get(name).map(|player| &player.matched_levels)
    };
    let level = levels.and_then(|levels| levels.of(board));
    level.unwrap_or_else(|| SidePlayer::default().level)
}

/// Sets the level that matches a player, or the person without a name if `name` is empty.
pub fn set_level(
    settings: &mut Settings,
    players: &mut Players,
    name: &str,
    board: AnyBoard,
    level: u8,
) {
    if tidy(name).is_empty() {
        settings.matched_levels.set(board, level);
    } else {
        players.change(name, |player| player.matched_levels.set(board, level));
    }
}

/// Returns the level after a game at `level`. A win never leads to full strength, which players
/// choose by hand.
fn next_level(level: u8, has_won: bool) -> u8 {
    if has_won {
        level.max((level + 1).min(ComputerPlayer::MAX_LEVEL - 1))
    } else {
        (level - 1).max(1)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        count_result
            .run_if(
                on_message::<MatchFact>
                    .or_else(resource_changed::<Hint>)
                    .or_else(resource_changed::<BestLines>),
            )
            .in_set(AppSystems::Feedback),
    );
}

/// Sets the level after each game. Only the first end of a game counts, and only if it was played in
/// one go, without hints, best lines and takebacks.
fn count_result(
    mut facts: MessageReader<MatchFact>,
    (game, computer): (Res<Match>, Res<Computer>),
    (hint, lines): (Res<Hint>, Res<BestLines>),
    (mut settings, mut players): (ResMut<Settings>, ResMut<Players>),
    mut is_decided: Local<bool>,
) {
    *is_decided |= hint.0.is_some() || !lines.0.is_empty();
    for fact in facts.read() {
        match fact {
            MatchFact::Begun => *is_decided = !game.record().line().is_empty(),
            MatchFact::TakenBack(_) | MatchFact::EndTakenBack | MatchFact::PlayedOn { .. } => {
                *is_decided = true;
            }
            MatchFact::Ended(outcome) if !*is_decided => {
                *is_decided = true;
                let winner = outcome.winner();
                let after = winner
                    .and_then(|winner| after_game(&game, &computer, &settings, &players, winner));
                if let Some((name, level)) = after {
                    let board = game.record().board();
                    set_level(&mut settings, &mut players, &name, board, level);
                }
            }
            _ => {}
        }
    }
}

/// Returns the person's name and next level, if the game was played at the matched level.
fn after_game(
    game: &Match,
    computer: &Computer,
    settings: &Settings,
    players: &Players,
    winner: Side,
) -> Option<(String, u8)> {
    if !settings.match_strength || computer.plays_both() {
        return None;
    }
    let side = Side::ALL.into_iter().find(|side| computer.plays(*side))?;
    let player = computer.of(side);
    let names = Names::of(game.record());
    let name = names.player(!side);
    // Names of imported games and of deleted players don't become players.
    if !tidy(name).is_empty() && players.get(name).is_none() {
        return None;
    }
    let level = level(settings, players, name, game.record().board());
    let counts = player.has_strength() && player.level == level;
    counts.then(|| (name.to_owned(), next_level(level, winner != side)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_follows_results_below_full_strength() {
        assert_eq!((next_level(2, true), next_level(2, false)), (3, 1));
        assert_eq!(next_level(1, false), 1);
        let full = ComputerPlayer::MAX_LEVEL;
        assert_eq!(next_level(full - 1, true), full - 1);
        assert_eq!(
            (next_level(full, true), next_level(full, false)),
            (full, full - 1)
        );
    }
}
