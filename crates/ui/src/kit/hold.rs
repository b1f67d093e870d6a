//! Hold buttons of the panel. Holding one down confirms its command, instead of a question.
//!
//! Only pointers can hold a button. A key or a screen reader that activates such a button gets the
//! question.

use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::Activate;

use crate::commands::command::{Command, CommandSystems};
use crate::state::pointed::Pointed;
use crate::state::ui_state::UiState;
use icochess_base::schedule::AppSystems;

/// Time after which a hold counts as confirmation, in seconds.
pub const SECONDS: f32 = 0.6;

/// Maximum time that one frame adds to a hold, in seconds, so that a slow frame isn't a long hold.
pub const LONGEST_FRAME: f32 = 0.1;

/// A button that must be held while its command would ask for confirmation.
#[derive(Component, Debug, Clone, Copy)]
pub struct HoldButton(pub Command);

/// The progress bar of a [`HoldButton`], a child of it; full once the button was held long enough.
#[derive(Component, Debug, Clone, Copy)]
pub struct HoldBar;

/// Time that a pointer has held the button, in seconds.
#[derive(Component, Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Holding(f32);

impl Holding {
    /// Returns whether the button has been held long enough.
    pub(crate) fn is_yes(self) -> bool {
        self.0 >= SECONDS
    }

    /// Adds `seconds` to the hold, or restarts it if the pointer has left the button.
    fn held(self, seconds: f32, is_pointed: bool) -> Self {
        if is_pointed {
            Self(self.0 + seconds.min(LONGEST_FRAME))
        } else {
            Self::default()
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(start_hold).add_systems(
        Update,
        update_holds
            .before(CommandSystems)
            .in_set(AppSystems::Input),
    );
}

fn start_hold(
    press: On<Pointer<Press>>,
    mut commands: Commands,
    buttons: Query<&HoldButton, Without<InteractionDisabled>>,
    state: UiState,
) {
    if let Ok(HoldButton(command)) = buttons.get(press.entity)
        && command.question(&state).is_some()
    {
        commands.entity(press.entity).insert(Holding::default());
    }
}

fn update_holds(
    time: Res<Time>,
    mut commands: Commands,
    mut held: Query<(Entity, &mut Holding, Has<Pressed>, Has<Pointed>, &Children)>,
    mut bars: Query<&mut Node, With<HoldBar>>,
) {
    for (entity, mut holding, is_pressed, is_pointed, children) in &mut held {
        let now = if is_pressed {
            holding.held(time.delta_secs(), is_pointed)
        } else {
            Holding::default()
        };
        holding.set_if_neq(now);
        // Uses whole percents, because finer steps would be invisible.
        let width = percent((100.0 * (now.0 / SECONDS).min(1.0)).round());
        let mut bars = bars.iter_many_mut(children);
        while let Some(mut bar) = bars.fetch_next() {
            if bar.width != width {
                bar.width = width;
            }
        }
        if now.is_yes() {
            commands.trigger(Activate { entity });
        }
        if now.is_yes() || !is_pressed {
            // Without `Pressed`, the release isn't a click.
            commands.entity(entity).remove::<(Holding, Pressed)>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hold_takes_its_time_and_restarts_when_pointer_leaves() {
        for frames in [20.0, 60.0, 90.0] {
            let step = 1.0 / frames;
            let mut holding = Holding::default();
            let mut seconds = 0.0;
            while !holding.is_yes() {
                holding = holding.held(step, true);
                seconds += step;
            }
            assert!(
                (SECONDS..SECONDS + 1.01 * step).contains(&(seconds + 1e-4)),
                "{seconds} s"
            );
            assert_eq!(holding.held(step, false), Holding::default());
        }
        assert!(!Holding::default().held(3.0, true).is_yes());
    }
}
