//! Turns the board to what happens out of sight: a move not made by hand here, a hint, a
//! mated king.

use bevy::prelude::*;

use super::spin::{ShowTile, TurnSystems};
use crate::computer::{Computer, Hint};
use crate::game::Match;
use crate::game::facts::MatchFact;
use crate::interaction::at_window::AtWindow;
use crate::schedule::AppSystems;
use icochess_rules::Outcome;

/// Whether the board turns to what happens out of sight.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowMoves(pub bool);

impl Default for ShowMoves {
    fn default() -> Self {
        Self(true)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShowMoves>().add_systems(
        Update,
        (
            show_hint.run_if(resource_changed::<Hint>),
            // Last: what has happened is what is to be seen.
            show_game.run_if(on_message::<MatchFact>),
        )
            .chain()
            .run_if(|wanted: Res<ShowMoves>| wanted.0)
            .before(TurnSystems)
            .in_set(AppSystems::Scene),
    );
}

fn show_hint(
    (hint, game, at_window): (Res<Hint>, Res<Match>, Res<AtWindow>),
    mut show: MessageWriter<ShowTile>,
) {
    // Who sits at the window beside a headset looks for themselves.
    let is_for_window = at_window.0 == Some(game.position().turn());
    if let Some(shown) = hint.0.as_ref().filter(|_| !is_for_window) {
        show.write(ShowTile {
            tile: shown.mv.from,
            also: Some(shown.mv.to),
        });
    }
}

/// Shows moves that may be out of sight: the computer's, those of the player at the window
/// beside a headset, and those taken back or played again; also a king that is mated. Who
/// moves by hand sees the end of the move anyway.
fn show_game(
    game: Res<Match>,
    (computer, at_window): (Res<Computer>, Res<AtWindow>),
    mut facts: MessageReader<MatchFact>,
    mut show: MessageWriter<ShowTile>,
) {
    for fact in facts.read() {
        let is_by_hand = match fact {
            MatchFact::Moved(made) => {
                !made.redone && !computer.plays(made.side) && at_window.0 != Some(made.side)
            }
            _ => false,
        };
        if let Some(motion) = fact.motion().filter(|_| !is_by_hand) {
            let (tile, also) = (motion.to, Some(motion.from));
            show.write(ShowTile { tile, also });
        }
        if let Some(Outcome::Checkmate { winner }) = fact.ended()
            && let Some(tile) = game.position().royal(!winner)
        {
            let also = game.record().last().map(|mv| mv.to);
            show.write(ShowTile { tile, also });
        }
    }
}
