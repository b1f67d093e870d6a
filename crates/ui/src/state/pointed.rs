//! Controls that something points at: the mouse, or a ray of any hand; and the move that one is
//! about.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

use icochess_base::schedule::AppSystems;
use icochess_board::stage::switches::PointedMove;
use icochess_play::game::Match;
use icochess_rules::NodeId;

/// Marks a control that some pointer is over. (Bevy's own marker knows the mouse alone.)
#[derive(Component, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pointed;

/// Marks a node that is no control but gets [`Pointed`] as well.
#[derive(Component, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pointable;

/// A row of a list of moves: the board shows where its move is while it is pointed at.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowOf(pub NodeId);

/// Filter: the nodes that get [`Pointed`].
type IsTold = Or<(With<TabIndex>, With<Pointable>)>;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(over)
        .add_observer(out)
        .add_systems(Update, tell_move.in_set(AppSystems::Input));
}

fn tell_move(
    rows: Query<&RowOf, With<Pointed>>,
    game: Res<Match>,
    mut pointed: ResMut<PointedMove>,
) {
    let row = rows.iter().next();
    let mv = row.and_then(|row| game.record().move_to(row.0));
    pointed.set_if_neq(PointedMove(mv));
}

fn over(over: On<Pointer<Over>>, mut commands: Commands, controls: Query<(), IsTold>) {
    if controls.contains(over.entity) {
        commands.entity(over.entity).insert(Pointed);
    }
}

fn out(out: On<Pointer<Out>>, mut commands: Commands, controls: Query<(), IsTold>) {
    if controls.contains(out.entity) {
        commands.entity(out.entity).try_remove::<Pointed>();
    }
}
