//! The actions of controls.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Checkbox, ValueChange};

use super::hold::Holding;
use super::peek::Peeking;
use crate::commands::command::Command;
use crate::commands::orders::Orders;
use crate::state::screen::Surface;

type Callback<T> = Arc<dyn Fn(&mut World, T) + Send + Sync>;

/// A button that gives a command.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandButton(pub Command);

/// The action of a button, a switch or an alternative.
#[derive(Component, Clone)]
pub struct Act(Callback<()>);

impl Act {
    /// Returns an action that calls `callback` with the world.
    pub fn new(callback: impl Fn(&mut World) + Send + Sync + 'static) -> Self {
        Self(Arc::new(move |world, ()| callback(world)))
    }
}

/// The action of a slider when its value changes.
#[derive(Component, Clone)]
pub struct Slide(Callback<f32>);

impl Slide {
    /// Returns an action that calls `callback` with the world and the new value.
    pub fn new(callback: impl Fn(&mut World, f32) + Send + Sync + 'static) -> Self {
        Self(Arc::new(callback))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(on_activate)
        .add_observer(on_switch)
        .add_observer(on_choice)
        .add_observer(on_slide);
}

fn act(commands: &mut Commands, acts: &Query<&Act>, entity: Entity) {
    if let Ok(Act(callback)) = acts.get(entity) {
        let callback = callback.clone();
        commands.queue(move |world: &mut World| callback(world, ()));
    }
}

fn on_activate(
    activate: On<Activate>,
    mut commands: Commands,
    acts: Query<&Act>,
    buttons: Query<(&CommandButton, Option<&Holding>, Option<&Peeking>)>,
    (surfaces, parents): (Query<&Surface>, Query<&ChildOf>),
    mut orders: Orders,
) {
    if let Ok((button, held, peeks)) = buttons.get(activate.entity) {
        if held.is_some_and(|held| !held.is_yes()) || peeks.is_some_and(Peeking::is_hold) {
            // The button was released too early, or already used to look through the ball.
            return;
        }
        let mut above = parents.iter_ancestors(activate.entity);
        let surface = above.find_map(|it| surfaces.get(it).ok());
        let from = surface.copied().unwrap_or(Surface::Window);
        orders.give(from, button.0, held.is_some());
    }
    act(&mut commands, &acts, activate.entity);
}

fn on_switch(
    change: On<ValueChange<bool>>,
    mut commands: Commands,
    switches: Query<(), With<Checkbox>>,
    acts: Query<&Act>,
) {
    // Radio buttons are handled by `on_choice`.
    if switches.contains(change.source) {
        act(&mut commands, &acts, change.source);
    }
}

fn on_choice(change: On<ValueChange<Entity>>, mut commands: Commands, acts: Query<&Act>) {
    act(&mut commands, &acts, change.value);
}

fn on_slide(change: On<ValueChange<f32>>, mut commands: Commands, slides: Query<&Slide>) {
    if let Ok(Slide(callback)) = slides.get(change.source) {
        let (callback, value) = (callback.clone(), change.value);
        commands.queue(move |world: &mut World| callback(world, value));
    }
}
