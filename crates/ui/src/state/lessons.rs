//! What the help and the first steps show on the board as long as their pages are open.

use bevy::prelude::*;

use super::screen::{PanelShown, Screen, ScreenSystems, Screens, Topic};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::taught::ShowNeighbours;
use icochess_board::tiles::labels::TileNames;
use icochess_board::tutorial::{Tutorial, TutorialRequest};
use icochess_play::game::Match;
use icochess_shape::{Neighbours, RulePicture};
use icochess_store::effective::EffectiveSettings;
use icochess_store::settings::Settings;

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

/// Shows the names of the cells if the settings say so, or while the picture of a rule needs them.
fn show_names(
    settings: Res<EffectiveSettings>,
    rule: Res<RuleShown>,
    mut names: ResMut<TileNames>,
) {
    names.set_if_neq(TileNames(
        settings.tile_names || rule.0 == RulePicture::Names,
    ));
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

/// Begins the first steps with their page, and ends them when the player leaves it or puts the
/// panel away, and so wants to play. Where another game has come, the page has nothing more to
/// show.
fn follow(
    (game, mut settings): (Res<Match>, ResMut<Settings>),
    mut screens: ResMut<Screens>,
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    tutorial: Res<Tutorial>,
    mut was_wanted: Local<bool>,
    mut requests: MessageWriter<TutorialRequest>,
) {
    let is_put_away = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    let is_wanted = screens.shown() == Screen::Tutorial && !is_put_away;
    if std::mem::replace(&mut *was_wanted, is_wanted) != is_wanted {
        // They are done or dismissed, unless a game on another board has ended them.
        if !is_wanted && (tutorial.is_on() || tutorial.is_over()) {
            settings.known_boards.add(game.record().board());
        }
        requests.write(if is_wanted {
            TutorialRequest::Begin
        } else {
            TutorialRequest::Leave
        });
    } else if is_wanted && tutorial.is_changed() && !tutorial.is_on() && !tutorial.is_over() {
        screens.open(Screen::Game);
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
    app.add_systems(
        Update,
        (
            follow.after(ScreenSystems).in_set(AppSystems::Feedback),
            show_names
                .run_if(
                    resource_changed::<EffectiveSettings>.or_else(resource_changed::<RuleShown>),
                )
                .in_set(AppSystems::Scene),
        ),
    );
}
