//! The menu button: a short press shows or hides the panel, and a long one moves the board in front
//! of the player.

use bevy::prelude::*;

use super::config::Hand;
use super::hands::HandInput;
use super::head::Head;
use icochess_base::schedule::AppSystems;
use icochess_ui::panel::place::{Gaze, GazeRay};
use icochess_ui::panel::tab::TabNeeded;
use icochess_ui::state::screen::PanelShown;

/// Duration of a long press, in seconds.
const LONG: f32 = 1.0;

/// Fact: the menu button was pressed on either hand.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuPressed {
    /// The button was released soon.
    Short,
    /// The button has been held for a long time, and may still be down.
    Long,
}

/// The systems that send [`MenuPressed`].
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MenuSystems;

/// State of a hand's menu button.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Menu {
    /// Time since the button went down, in seconds; `None` while it is up.
    held: Option<f32>,
}

impl Menu {
    /// Advances by `seconds`. If the hand is lost during a press, the press doesn't count.
    fn update(&mut self, is_active: bool, is_down: bool, seconds: f32) -> Option<MenuPressed> {
        if !is_active {
            self.held = None;
            return None;
        }
        match (self.held, is_down) {
            (None, true) => {
                self.held = Some(0.0);
                None
            }
            (Some(before), true) => {
                let now = before + seconds;
                self.held = Some(now);
                (before < LONG && now >= LONG).then_some(MenuPressed::Long)
            }
            (held, false) => {
                self.held = None;
                held.filter(|held| *held < LONG).map(|_| MenuPressed::Short)
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelShown>()
        .init_resource::<Gaze>()
        .init_resource::<TabNeeded>()
        .add_message::<MenuPressed>()
        .add_systems(
            Update,
            (
                update_menu_press,
                toggle_panel.run_if(on_message::<MenuPressed>),
                place_shown_panel.run_if(resource_changed::<PanelShown>),
                update_tab_needed,
            )
                .chain()
                .in_set(MenuSystems)
                .in_set(AppSystems::Input),
        );
}

fn update_menu_press(
    time: Res<Time<Real>>,
    hands: Query<&HandInput>,
    mut menus: Local<[Menu; 2]>,
    mut pressed: MessageWriter<MenuPressed>,
) {
    for input in &hands {
        let menu = &mut menus[usize::from(input.hand == Hand::Right)];
        let press = menu.update(input.active, input.menu, time.delta_secs());
        pressed.write_batch(press);
    }
}

fn toggle_panel(mut pressed: MessageReader<MenuPressed>, mut shown: ResMut<PanelShown>) {
    for _ in pressed.read().filter(|press| **press == MenuPressed::Short) {
        shown.0 = !shown.0;
    }
}

/// Places a newly shown panel where the head looks, regardless of the reason for showing it.
fn place_shown_panel(
    shown: Res<PanelShown>,
    mut was_shown: Local<bool>,
    head: Query<&Transform, With<Head>>,
    mut gaze: ResMut<Gaze>,
) {
    // At the start, the panel is already in place.
    let is_newly_shown = shown.0 && !shown.is_added() && !*was_shown;
    *was_shown = shown.0;
    if let Some(head) = head.iter().next().filter(|_| is_newly_shown) {
        let forward = *head.forward();
        gaze.0 = Some(GazeRay {
            eye: head.translation,
            forward,
        });
    }
}

fn update_tab_needed(hands: Query<&HandInput>, mut needed: ResMut<TabNeeded>) {
    let active = || hands.iter().filter(|input| input.active);
    // Stays unchanged while no hand is active.
    if active().next().is_some() {
        needed.set_if_neq(TabNeeded(active().all(|input| !input.has_menu)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the presses from holding the button for `frames` frames of 0.1 s, then releasing it
    /// or losing the hand.
    fn presses_after(frames: u32, is_lost: bool) -> Vec<MenuPressed> {
        let mut menu = Menu::default();
        let held = (0..frames).map(|_| (true, true));
        held.chain([(!is_lost, false), (true, false)])
            .filter_map(|(is_active, is_down)| menu.update(is_active, is_down, 0.1))
            .collect()
    }

    #[test]
    fn press_is_reported_once_as_short_or_long() {
        for frames in 1..=10 {
            assert_eq!(
                presses_after(frames, false),
                [MenuPressed::Short],
                "{frames} frames"
            );
        }
        for frames in [12, 13, 50] {
            assert_eq!(
                presses_after(frames, false),
                [MenuPressed::Long],
                "{frames} frames"
            );
        }
    }

    #[test]
    fn lost_hand_has_pressed_nothing() {
        for frames in 1..=10 {
            assert_eq!(presses_after(frames, true), [], "{frames} frames");
        }
    }
}
