//! Player at the window, while another wears the headset.

use bevy::prelude::*;

use crate::computer::Computer;
use crate::game::seating::Seating;
use crate::game::{Match, MatchSystems};
use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_base::schedule::AppSystems;
use icochess_rules::Side;

/// Side played at the window while the other side is played in the headset; `None` in all other
/// cases.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct AtWindow(pub Option<Side>);

/// Systems that update `AtWindow`.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AtWindowSystems;

impl AtWindow {
    /// Returns the only side played at a display; `None` if both sides may be.
    pub fn side_through(self, display: Display) -> Option<Side> {
        self.0.map(|side| match display {
            Display::Flat => side,
            Display::Headset => !side,
        })
    }

    /// Returns whether a side may be played at a display.
    pub fn may_play(self, display: Display, side: Side) -> bool {
        self.side_through(display).is_none_or(|own| own == side)
    }

    /// Returns the value for a game. `None` without a headset, without a window next to it, if both
    /// people share the window, and against the computer.
    fn of(display: Display, computer: &Computer, game: &Match) -> Self {
        let plays = Side::ALL.into_iter().any(|side| computer.plays(side));
        Self(match Seating::of(game.record()) {
            Seating::HeadsetAndWindow { headset }
                if HAS_WINDOW_BESIDE && display == Display::Headset && !plays =>
            {
                Some(!headset)
            }
            _ => None,
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AtWindow>().add_systems(
        Update,
        update_seating
            .run_if(
                resource_changed::<Match>
                    .or_else(resource_changed::<Computer>)
                    .or_else(state_changed::<Display>),
            )
            .after(MatchSystems)
            .in_set(AtWindowSystems)
            .in_set(AppSystems::Rules),
    );
}

fn update_seating(
    display: Res<State<Display>>,
    (computer, game): (Res<Computer>, Res<Match>),
    mut at_window: ResMut<AtWindow>,
) {
    at_window.set_if_neq(AtWindow::of(*display.get(), &computer, &game));
}

/// Run condition: the window has a player, with or without a headset.
pub fn is_played_at_window(display: Res<State<Display>>, at_window: Res<AtWindow>) -> bool {
    *display.get() == Display::Flat || at_window.0.is_some()
}

/// Run condition: one player uses the window and the other the headset.
pub fn is_played_beside(at_window: Res<AtWindow>) -> bool {
    at_window.0.is_some()
}
