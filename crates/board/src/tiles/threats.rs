//! The threats to the king that made a move illegal, shown on the board while the refusal is
//! explained.

use std::time::Duration;

use bevy::prelude::*;

use super::cover::{CoverSystems, Covered};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_play::game::facts::MatchFact;
use icochess_play::interaction::{PickRefused, REFUSAL_SECONDS, SelectionChanged, Unmovable};
use icochess_rules::{CellSet, Threat, WideSet, set_of};

/// Attacks on the king to show.
#[derive(Resource, Debug, Default)]
pub struct Threats {
    all: Vec<Threat>,
    /// Remaining time, in seconds.
    seconds: f32,
}

impl Threats {
    /// Returns the attacks to show, usually none.
    pub fn all(&self) -> &[Threat] {
        &self.all
    }

    /// Returns the cells of the attackers.
    pub(super) fn attackers(&self) -> WideSet {
        set_of(self.all.iter().map(|threat| threat.attacker))
    }

    /// Returns the cells of the attack paths and of the attacked kings.
    pub(super) fn paths(&self) -> WideSet {
        let all = self.all.iter();
        all.fold(WideSet::EMPTY, |paths, threat| {
            paths.or(threat.path).or(WideSet::single(threat.king))
        })
    }
}

/// Systems that choose the attacks to show.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ThreatSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Threats>().add_systems(
        Update,
        (
            expire_threats.run_if(|threats: Res<Threats>| !threats.all.is_empty()),
            update_threats.run_if(
                on_message::<MatchFact>
                    .or_else(on_message::<PickRefused>)
                    .or_else(on_message::<SelectionChanged>)
                    .or_else(resource_changed::<Covered>),
            ),
        )
            .chain()
            .after(CoverSystems)
            .in_set(ThreatSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Shows the threats of the last refusal, until another selection or the next change of the game.
fn update_threats(
    (game, covered): (Res<Match>, Res<Covered>),
    mut facts: MessageReader<MatchFact>,
    mut refused: MessageReader<PickRefused>,
    mut selected: MessageReader<SelectionChanged>,
    mut threats: ResMut<Threats>,
) {
    let position = game.position();
    let mut shown: Option<Vec<Threat>> = None;
    let mut is_over = selected.read().count() > 0;
    for fact in facts.read() {
        if fact.changes_board_or_ends() {
            (is_over, shown) = (true, None);
        }
        if let Some(illegal) = fact.rejected() {
            shown = Some(position.threats_after(illegal.mv));
        }
    }
    for refused in refused.read() {
        let is_on_board = refused.cell.index() < position.cell_count();
        if is_on_board && matches!(refused.why, Unmovable::Stuck(_)) {
            shown = Some(position.threats_if_moved(refused.cell));
        }
    }
    let now = match shown {
        Some(shown) if !covered.0 => shown,
        None if !is_over && !covered.0 => return,
        _ => Vec::new(),
    };
    threats.bypass_change_detection().seconds = REFUSAL_SECONDS;
    if threats.all != now {
        threats.all = now;
    }
}

fn expire_threats(
    time: Res<Time<Real>>,
    mut threats: ResMut<Threats>,
    mut next: ResMut<NextFrame>,
) {
    let shown = threats.bypass_change_detection();
    shown.seconds -= time.delta_secs();
    if shown.seconds <= 0.0 {
        threats.all.clear();
    } else {
        next.within(Duration::from_secs_f32(shown.seconds));
    }
}
