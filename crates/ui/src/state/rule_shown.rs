//! The part of the rules that the board shows while the help tells it.

use bevy::prelude::*;

use super::screen::{PanelShown, Screen, ScreenSystems, Screens, Topic};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::pictured::ShowNeighbours;
use icochess_shape::{Neighbours, RulePicture};

/// The picture that was chosen on the page of the rules.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct RuleShown(pub RulePicture);

impl RuleShown {
    /// Chooses a picture; the same once more lets go of it.
    pub fn toggle(&mut self, picture: RulePicture) {
        self.0 = if self.0 == picture {
            RulePicture::Nothing
        } else {
            picture
        };
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RuleShown>().add_systems(
        Update,
        (
            let_go.run_if(|shown: Res<RuleShown>| shown.0 != RulePicture::Nothing),
            picture.run_if(resource_changed::<RuleShown>),
        )
            .chain()
            .after(ScreenSystems)
            .in_set(AppSystems::Feedback),
    );
}

/// Ends what is shown when the player leaves the page or puts the panel away, and so wants to play.
fn let_go(
    screens: Res<Screens>,
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    mut shown: ResMut<RuleShown>,
) {
    let is_put_away = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    if screens.shown() != Screen::Help(Topic::Rules) || is_put_away {
        *shown = RuleShown::default();
    }
}

fn picture(
    shown: Res<RuleShown>,
    mut before: Local<Option<Neighbours>>,
    mut show: MessageWriter<ShowNeighbours>,
) {
    let wanted = match shown.0 {
        RulePicture::Neighbours(neighbours) => Some(neighbours),
        RulePicture::Nothing | RulePicture::Names | RulePicture::Pieces => None,
    };
    if std::mem::replace(&mut *before, wanted) != wanted {
        show.write(ShowNeighbours(wanted));
    }
}
