//! Selection, hover and choice as text, for external tools.

use bevy::prelude::*;

use super::choice::Choice;
use super::hovered::{Hovered, Spot};
use super::selecting::{DeselectSystems, Selection};
use crate::game::Match;
use icochess_base::schedule::AppSystems;
use icochess_rules::Cell;

/// Selected and hovered tiles as text, for external tools (Bevy's remote protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default)]
// Documented in docs/programs/inspect.md.
#[type_path = "icochess::interaction"]
pub struct InteractionState {
    /// Name of the selected tile; with the prefix `dock `, the pin of the selected attack board.
    pub selected: Option<String>,
    /// Name of the most relevant hovered tile or dock.
    pub hovered: Option<String>,
    /// Moves of the open choice, in UCI notation.
    pub choice: Vec<String>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InteractionState>().add_systems(
        Update,
        publish_state
            .run_if(
                resource_changed::<Selection>
                    .or_else(resource_changed::<Hovered>)
                    .or_else(resource_changed::<Choice>),
            )
            .after(DeselectSystems)
            .in_set(AppSystems::Scene),
    );
}

fn publish_state(
    game: Res<Match>,
    selection: Res<Selection>,
    hovered: Res<Hovered>,
    choice: Res<Choice>,
    mut state: ResMut<InteractionState>,
) {
    let position = game.position();
    let name = |cell: Option<Cell>| cell.map(|cell| position.cell_name(cell).to_owned());
    let dock = |pin: Cell| format!("dock {}", position.cell_name(pin));
    let moves = choice.0.iter().flat_map(|choosing| &choosing.moves);
    let selected = selection.0;
    state.set_if_neq(InteractionState {
        selected: selected.part().map(dock).or_else(|| name(selected.cell())),
        hovered: hovered.spot().map(|spot| match spot {
            Spot::Cell(cell) => position.cell_name(cell).to_owned(),
            Spot::Dock(pin) => dock(pin),
        }),
        choice: moves.map(|mv| position.uci(*mv)).collect(),
    });
}
