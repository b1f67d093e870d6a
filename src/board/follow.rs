//! The board turns to what happens out of sight: a move that no hand here made,
//! a hint, a mated king.

use bevy::prelude::*;

use super::spin::{ShowTile, TurnSystems};
use crate::computer::beside::AtWindow;
use crate::computer::{Computer, Hint};
use crate::game::Match;
use crate::game::messages::{GameOver, MoveMade, MoveUndone};
use crate::rules::Outcome;
use crate::schedule::AppSystems;

/// Does the board turn to what happens out of sight?
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
            show_moves.run_if(on_message::<MoveMade>.or_else(on_message::<MoveUndone>)),
            show_hint.run_if(resource_changed::<Hint>),
            // Last: how it ended is what is to be seen.
            show_mate.run_if(on_message::<GameOver>),
        )
            .chain()
            .run_if(|wanted: Res<ShowMoves>| wanted.0)
            .before(TurnSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Whoever makes a move by hand has its end before the eyes; the computer's
/// move, that of who sits at the window beside a headset, and one that is taken back or
/// played again, may be anywhere.
fn show_moves(
    (computer, at_window): (Res<Computer>, Res<AtWindow>),
    mut made: MessageReader<MoveMade>,
    mut undone: MessageReader<MoveUndone>,
    mut show: MessageWriter<ShowTile>,
) {
    let made = made
        .read()
        .filter(|made| made.redone || computer.plays(made.side) || at_window.0 == Some(made.side))
        .map(|made| (made.mv.to, made.mv.from));
    let undone = undone.read().map(|undone| (undone.mv.from, undone.mv.to));
    for (tile, also) in made.chain(undone) {
        let also = Some(also);
        show.write(ShowTile { tile, also });
    }
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

fn show_mate(
    game: Res<Match>,
    mut over: MessageReader<GameOver>,
    mut show: MessageWriter<ShowTile>,
) {
    let Some(GameOver(Outcome::Checkmate { winner })) = over.read().last() else {
        return;
    };
    if let Some(tile) = game.position().royal(!*winner) {
        let also = game.record().last().map(|mv| mv.to);
        show.write(ShowTile { tile, also });
    }
}
