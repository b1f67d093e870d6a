//! Arrows at the rim of a ball, pointing to important places out of sight. These are check, the
//! last move, the selection's targets, and the move pointed at in the list. Each arrow but the last
//! move's shows the number of its hidden places. Pressing it turns the board to them.
//!
//! Targets on a slider's path have no arrow, because a number marks where that [path](super::paths)
//! vanishes. `tiles::round` computes the places of arrows, `found` selects them, and `drawing`
//! draws them.

mod drawing;
mod found;

pub use super::round::RimRoom;
pub use found::{IndicatorKind, RimArrow};

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use drawing::{RimInks, load_looks, place_arrows, recolour_arrows, show_arrows};
use found::{IndicatedCells, RimSources, Shown, find_arrows, find_cells};

use crate::stage::palette::Palette;
use crate::stage::parts;
use crate::stage::root::BuildSystems;
use crate::stage::shape::BoardShape;
use crate::turning::spin::{ShowTile, TurnSystems};
use icochess_base::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<IndicatedCells>()
        .init_resource::<Shown>()
        .init_resource::<RimRoom>()
        .add_observer(on_press)
        .add_observer(on_click)
        .add_systems(
            Update,
            (
                load_looks.after(parts::spawn_parts).in_set(BuildSystems),
                recolour_arrows
                    .run_if(resource_exists::<RimInks>.and_then(resource_changed::<Palette>))
                    .in_set(AppSystems::Scene),
            ),
        )
        .add_systems(
            Update,
            (
                find_cells.run_if(RimSources::changed),
                find_arrows,
                show_arrows.run_if(
                    resource_changed::<Shown>.or_else(resource_exists_and_changed::<BoardShape>),
                ),
                place_arrows,
            )
                .chain()
                .run_if(resource_exists::<RimInks>)
                .after(TurnSystems)
                .in_set(AppSystems::Scene),
        );
}

/// Turns the board to an arrow's places. As on the tiles, a trigger acts on press and a mouse on
/// release.
fn turn_to_arrow(
    arrow: Option<&RimArrow>,
    (button, by): (PointerButton, PointerId),
    acts: bool,
    show: &mut MessageWriter<ShowTile>,
) {
    if let Some(arrow) =
        arrow.filter(|_| button == PointerButton::Primary && by.is_custom() == acts)
    {
        let (tile, also) = (arrow.tile, arrow.also);
        show.write(ShowTile { tile, also });
    }
}

fn on_press(
    press: On<Pointer<Press>>,
    arrows: Query<&RimArrow>,
    mut show: MessageWriter<ShowTile>,
) {
    let arrow = arrows.get(press.entity).ok();
    turn_to_arrow(arrow, (press.button, press.pointer_id), true, &mut show);
}

fn on_click(
    click: On<Pointer<Click>>,
    arrows: Query<&RimArrow>,
    mut show: MessageWriter<ShowTile>,
) {
    let arrow = arrows.get(click.entity).ok();
    turn_to_arrow(arrow, (click.button, click.pointer_id), false, &mut show);
}
