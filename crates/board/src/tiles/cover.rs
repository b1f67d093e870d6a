//! Covers the game while its clock is paused or a headset is handed over. Then replays the
//! opponent's move once.

use bevy::prelude::*;

use crate::pieces::piece::is_any_moving;
use crate::pieces::reserve::InReserve;
use crate::pieces::standing::{PieceSystems, Replay};
use crate::stage::drawing::seen_if;
use crate::stage::taught::Taught;
use crate::turning::spin::{FaceSide, ShowTile, TurnSystems};
use icochess_base::schedule::AppSystems;
use icochess_core::handover::Phase;
use icochess_play::game::Match;
use icochess_play::game::clock::GameClock;
use icochess_play::game::handover::{
    GameHandover, HandoverChanged, HandoverOptions, HandoverRequest,
};

/// Whether the pieces and marks of the game are hidden.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Covered(pub bool);

impl Covered {
    /// Returns whether the board's contents are hidden. A lesson in place of the game stays
    /// visible.
    pub const fn hides(self, taught: &Taught) -> bool {
        self.0 && !taught.is_on()
    }
}

/// Systems that cover and uncover the game.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CoverSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Covered>().add_systems(
        Update,
        (
            update_cover
                .run_if(
                    resource_changed::<GameHandover>
                        .or_else(resource_changed::<HandoverOptions>)
                        .or_else(resource_changed::<GameClock>),
                )
                .in_set(CoverSystems),
            show_news
                .run_if(on_message::<HandoverChanged>)
                .before(PieceSystems)
                .before(TurnSystems),
            hide_reserves
                .run_if(resource_changed::<Covered>.or_else(resource_equals(Covered(true))))
                .after(PieceSystems),
        )
            .chain()
            .in_set(AppSystems::Scene),
    );
    app.add_systems(
        Update,
        report_arrival
            .run_if(waits_for_pieces.and_then(not(is_any_moving)))
            .in_set(AppSystems::Feedback),
    );
}

fn update_cover(
    handover: Res<GameHandover>,
    (options, clock): (Res<HandoverOptions>, Res<GameClock>),
    mut covered: ResMut<Covered>,
) {
    covered.set_if_neq(Covered(
        handover.hides(&options, &clock) || clock.hides_board(),
    ));
}

/// Hides or shows the reserve pieces; [`fading`](super::fading) handles the pieces on the board.
fn hide_reserves(
    (covered, taught): (Res<Covered>, Res<Taught>),
    mut pieces: Query<&mut Visibility, With<InReserve>>,
) {
    let seen = seen_if(!covered.hides(&taught));
    for mut visibility in &mut pieces {
        visibility.set_if_neq(seen);
    }
}

/// Turns the opponent's last move into view and replays it. Afterwards turns the board back to the
/// player's side.
fn show_news(
    mut changed: MessageReader<HandoverChanged>,
    (game, handover): (Res<Match>, Res<GameHandover>),
    mut was_shown: Local<bool>,
    mut replay: MessageWriter<Replay>,
    mut show: MessageWriter<ShowTile>,
    mut face: MessageWriter<FaceSide>,
) {
    for HandoverChanged(phase) in changed.read() {
        match (phase, game.record().last()) {
            (Phase::CatchUp { .. }, Some(mv)) => {
                replay.write(Replay);
                let (tile, also) = (mv.to, Some(mv.from));
                show.write(ShowTile { tile, also });
            }
            (Phase::Turn, _) if *was_shown => {
                face.write_batch(handover.player().map(FaceSide));
            }
            _ => {}
        }
        *was_shown = matches!(phase, Phase::CatchUp { .. });
    }
}

fn waits_for_pieces(handover: Res<GameHandover>) -> bool {
    handover.phase() == Some(Phase::Landed { until: None })
}

fn report_arrival(mut requests: MessageWriter<HandoverRequest>) {
    requests.write(HandoverRequest::Arrived);
}
