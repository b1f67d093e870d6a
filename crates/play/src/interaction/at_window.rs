//! The player at the window beside a headset.

use bevy::prelude::*;

use crate::computer::Computer;
use crate::game::seating::Seating;
use crate::game::{Match, MatchSystems};
use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_base::schedule::AppSystems;
use icochess_rules::Side;

/// The side of who plays at the window beside a headset, whose side is the other one then;
/// `None` where nobody plays there.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct AtWindow(pub Option<Side>);

/// The systems that find out who plays at the window.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AtWindowSystems;

impl AtWindow {
    /// The one side that is played through a display, if it is one alone.
    pub fn side_through(self, display: Display) -> Option<Side> {
        self.0.map(|side| match display {
            Display::Flat => side,
            Display::Headset => !side,
        })
    }

    /// Whether a side may be played through a display.
    pub fn may_play(self, display: Display, side: Side) -> bool {
        self.side_through(display).is_none_or(|own| own == side)
    }

    /// The value for a game. `None` without a headset or a window beside it, when both sit at the
    /// window, and against the computer.
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
        seat.run_if(
            resource_changed::<Match>
                .or_else(resource_changed::<Computer>)
                .or_else(state_changed::<Display>),
        )
        .after(MatchSystems)
        .in_set(AtWindowSystems)
        .in_set(AppSystems::Rules),
    );
}

fn seat(
    display: Res<State<Display>>,
    (computer, game): (Res<Computer>, Res<Match>),
    mut at_window: ResMut<AtWindow>,
) {
    at_window.set_if_neq(AtWindow::of(*display.get(), &computer, &game));
}

/// Run condition: whether somebody plays at the window, with a headset beside it or without.
pub fn is_played_at_window(display: Res<State<Display>>, at_window: Res<AtWindow>) -> bool {
    *display.get() == Display::Flat || at_window.0.is_some()
}

/// Run condition: whether somebody plays at the window beside a headset.
pub fn is_played_beside(at_window: Res<AtWindow>) -> bool {
    at_window.0.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computer::SidePlayer;
    use icochess_boards::Variant;

    fn game(seating: Seating) -> Match {
        let mut record = Variant::Chess.board().new_game();
        seating.write_to(&mut record);
        Match::new(record)
    }

    #[test]
    fn each_plays_through_one_display_where_one_wears_the_headset() {
        let people = Computer::default();
        for seating in Seating::ALL {
            let of = |display| AtWindow::of(display, &people, &game(seating));
            assert_eq!(of(Display::Flat), AtWindow(None), "{seating:?}");
            let now = of(Display::Headset);
            let Seating::HeadsetAndWindow { headset } = seating else {
                assert_eq!(now, AtWindow(None), "{seating:?}");
                for side in Side::ALL {
                    assert!(now.may_play(Display::Flat, side));
                    assert!(now.may_play(Display::Headset, side));
                }
                continue;
            };
            assert_eq!(now.side_through(Display::Headset), Some(headset));
            for side in Side::ALL {
                assert_eq!(now.may_play(Display::Headset, side), side == headset);
                assert_eq!(now.may_play(Display::Flat, side), side != headset);
            }
            for side in Side::ALL {
                let mut computer = Computer::default();
                let player = SidePlayer {
                    computer: true,
                    ..SidePlayer::default()
                };
                *computer.of_mut(side) = player;
                let now = AtWindow::of(Display::Headset, &computer, &game(seating));
                assert_eq!(now, AtWindow(None));
            }
        }
    }
}
