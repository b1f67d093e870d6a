//! Effective settings, for the current player and board.

use bevy::ecs::component::Mutable;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::players::Players;
use super::puzzle_scores::PuzzleScore;
use super::settings::Settings;
use super::table;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_core::library::Names;
use icochess_play::computer::{self, Computer};
use icochess_play::game::BoardShape;
use icochess_play::game::handover::GameHandover;
use icochess_play::game::seating::Seating;
use icochess_play::game::{Match, MatchSystems};
use icochess_rules::{AnyBoard, Side};

/// Settings with the current player's overrides, and with the board's values for `ByBoard`. These
/// are never saved.
#[derive(Resource, Debug, Default, Clone, PartialEq, Deref)]
pub struct EffectiveSettings {
    #[deref]
    settings: Settings,
    /// Name of the player, if known.
    player: Option<String>,
}

impl EffectiveSettings {
    /// Returns the name of the player whose overrides are included, if any of [`Players`].
    pub fn player(&self) -> Option<&str> {
        self.player.as_deref()
    }
}

/// Saves settings for the current player, or for everybody if no player is known.
#[derive(SystemParam)]
pub struct OwnSettings<'w> {
    effective: Res<'w, EffectiveSettings>,
    settings: ResMut<'w, Settings>,
    players: ResMut<'w, Players>,
}

impl OwnSettings<'_> {
    /// Saves these numbers, each with the name of its setting.
    pub fn save<const N: usize>(&mut self, values: [(&str, f32); N]) {
        match self.effective.player() {
            Some(name) => self.players.change(name, |player| {
                for (setting, value) in values {
                    player.set_own(setting, Some(value.into()));
                }
            }),
            None => {
                for (name, value) in values {
                    if let Some(setting) = table::setting(name) {
                        setting.set(&mut self.settings, value.into());
                    }
                }
            }
        }
    }

    /// Returns the player's score in the puzzles of a board.
    pub fn puzzle_score(&self, board: AnyBoard) -> PuzzleScore {
        self.effective.puzzles.of(board)
    }

    /// Changes the player's score in the puzzles of a board.
    pub fn change_puzzle_score(&mut self, board: AnyBoard, change: impl FnOnce(&mut PuzzleScore)) {
        match self.effective.player() {
            Some(name) => self
                .players
                .change(name, |player| change(player.puzzles.of_mut(board))),
            None => change(self.settings.puzzles.of_mut(board)),
        }
    }

    /// Resets the size and place of the board and the panel in the headset, and forgets the real
    /// table.
    pub fn reset_place(&mut self) {
        let default = Settings::default();
        if self.settings.table_height != default.table_height {
            self.settings.table_height = default.table_height;
        }
        self.save([
            ("board_size", default.board_size),
            ("board_distance", default.board_distance),
            ("board_height", default.board_height),
            ("panel_distance", default.panel_distance),
        ]);
    }
}

/// Lets plugins keep a part of the effective settings as a resource.
pub trait FollowSettings {
    /// Adds a resource that is always `part` of the effective settings and the display.
    fn follow_settings<R: Resource<Mutability = Mutable> + PartialEq + Default>(
        &mut self,
        part: fn(&EffectiveSettings, Display) -> R,
    ) -> &mut Self;
}

impl FollowSettings for App {
    fn follow_settings<R: Resource<Mutability = Mutable> + PartialEq + Default>(
        &mut self,
        part: fn(&EffectiveSettings, Display) -> R,
    ) -> &mut Self {
        let follow = move |settings: Res<EffectiveSettings>,
                           display: Res<State<Display>>,
                           mut held: ResMut<R>| {
            held.set_if_neq(part(&settings, *display.get()));
        };
        let is_changed = resource_changed::<EffectiveSettings>.or_else(state_changed::<Display>);
        self.init_resource::<R>()
            .add_systems(Startup, follow)
            .add_systems(Update, follow.run_if(is_changed).in_set(AppSystems::Scene))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EffectiveSettings>()
        .add_systems(PreStartup, update_settings)
        .add_systems(
            Update,
            update_settings
                .run_if(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Settings>)
                        .or_else(resource_changed::<Players>)
                        .or_else(resource_changed::<GameHandover>)
                        .or_else(resource_changed::<Computer>)
                        .or_else(resource_exists_and_changed::<BoardShape>),
                )
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        );
}

/// Returns the side of the person whose settings apply. In a handover, it is the side that has the
/// display or is about to get it. Next comes the headset's side, if the other player has the
/// window. Otherwise it is the human to move, or the one waiting for the computer.
fn side_at_the_game(handover: &GameHandover, computer: &Computer, game: &Match) -> Option<Side> {
    if let Some(side) = handover.player() {
        return Some(side);
    }
    match Seating::of(game.record()) {
        Seating::HeadsetAndWindow { headset } if !computer.plays(headset) => Some(headset),
        _ => computer::next_human(computer, game),
    }
}

fn update_settings(
    (game, computer, handover): (Res<Match>, Res<Computer>, Res<GameHandover>),
    (settings, players): (Res<Settings>, Res<Players>),
    shape: Option<Res<BoardShape>>,
    mut effective: ResMut<EffectiveSettings>,
) {
    let is_board_changed = shape.as_ref().is_some_and(DetectChanges::is_changed);
    // Looking back doesn't change the player.
    let is_same = handover.phase().is_none() && game.is_looking_back();
    if is_same && !settings.is_changed() && !players.is_changed() && !is_board_changed {
        return;
    }
    let side = side_at_the_game(&handover, &computer, &game);
    let names = Names::of(game.record());
    let player = side.and_then(|side| players.get(names.player(side)));
    let own = player.map_or_else(|| settings.clone(), |player| settings.for_player(player));
    let has_own_controls = shape.is_some_and(|shape| shape.view_keys.is_some());
    effective.set_if_neq(EffectiveSettings {
        settings: own.on_board(has_own_controls),
        player: player.map(|player| player.name.clone()),
    });
}
