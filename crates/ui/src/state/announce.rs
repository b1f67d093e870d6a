//! Opens the result page when a game ends, after the mate effect, and closes it when the end is
//! taken back.

use std::time::Duration;

use bevy::prelude::*;

use super::screen::{Screen, ScreenSystems, Screens};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_board::effects::mate::MateEffect;
use icochess_play::game::Match;
use icochess_play::game::facts::{MatchFact, Shown};

/// Delay between the last move and the result page, in seconds, so that the piece lands and players
/// see it.
const RESULT_AFTER: f32 = 1.2;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_result_page
            .in_set(ScreenSystems)
            .in_set(AppSystems::Feedback),
    );
}

/// Opens the result page after the last move, and closes it when the game continues.
fn update_result_page(
    (time, mut next): (Res<Time<Real>>, ResMut<NextFrame>),
    (mut delay, moment): (Local<Option<Timer>>, Option<Res<MateEffect>>),
    mut facts: MessageReader<MatchFact>,
    game: Res<Match>,
    mut screens: ResMut<Screens>,
) {
    let mut is_news = false;
    for fact in facts.read() {
        match fact {
            MatchFact::Ended(_) => {
                *delay = Some(Timer::from_seconds(RESULT_AFTER, TimerMode::Once));
            }
            MatchFact::Begun
            | MatchFact::TakenBack(_)
            | MatchFact::Shown(Shown::Back(_))
            | MatchFact::EndTakenBack => {
                *delay = None;
                if screens.has(Screen::Result) {
                    screens.forget(Screen::Result);
                }
            }
            _ => continue,
        }
        is_news = true;
    }
    if is_news {
        // The timer starts in the next frame.
        return next.within(Duration::ZERO);
    }
    let Some(timer) = &mut *delay else {
        return;
    };
    if timer.tick(time.delta()).is_finished() && moment.is_none() {
        *delay = None;
        // Don't interrupt players on a page opened in the meantime.
        if screens.shown() == Screen::Game && game.outcome().is_some() {
            screens.open(Screen::Result);
        }
    } else {
        next.within(timer.remaining());
    }
}
