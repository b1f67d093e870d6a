//! Hover state of controls, for the mouse and the rays of hands, and the move of a hovered row.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
use icochess_board::stage::switches::PointedMove;
use icochess_play::game::Match;
use icochess_rules::NodeId;

/// Marks a control that a pointer is over. (Bevy's own marker is only for the mouse.)
#[derive(Component, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pointed;

/// Marks a node that isn't a control but can also get [`Pointed`].
#[derive(Component, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pointable;

/// A row of a move list. While the row is hovered, the board shows its move.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowOf(pub NodeId);

/// Filter for nodes that get [`Pointed`].
type IsPointable = Or<(With<TabIndex>, With<Pointable>)>;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(add_pointed)
        .add_observer(remove_pointed)
        .add_systems(Update, update_pointed_move.in_set(AppSystems::Input));
}

fn update_pointed_move(
    rows: Query<&RowOf, With<Pointed>>,
    game: Res<Match>,
    mut pointed: ResMut<PointedMove>,
) {
    let row = rows.iter().next();
    let mv = row.and_then(|row| game.record().move_to(row.0));
    pointed.set_if_neq(PointedMove(mv));
}

fn add_pointed(over: On<Pointer<Over>>, mut commands: Commands, controls: Query<(), IsPointable>) {
    if controls.contains(over.entity) {
        commands.entity(over.entity).insert(Pointed);
    }
}

fn remove_pointed(out: On<Pointer<Out>>, mut commands: Commands, controls: Query<(), IsPointable>) {
    if controls.contains(out.entity) {
        commands.entity(out.entity).try_remove::<Pointed>();
    }
}
