//! Controls that something points at: the mouse, or a ray of any hand.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

/// Marks a control that some pointer is over. (Bevy's own marker knows the mouse alone.)
#[derive(Component, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pointed;

/// Marks a node that is no control but gets [`Pointed`] as well.
#[derive(Component, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pointable;

/// Filter: the nodes that get [`Pointed`].
type IsTold = Or<(With<TabIndex>, With<Pointable>)>;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(over).add_observer(out);
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
