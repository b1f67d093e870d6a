//! Board pictures, lessons, puzzles and endings, shown while the pages of the help, the tutorial,
//! the puzzles and the endings are open.

use bevy::prelude::*;

use super::screen::{PanelShown, Screen, ScreenSystems, Screens, Topic};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::endings::EndingRequest;
use icochess_board::puzzles::PuzzleRequest;
use icochess_board::stage::taught::ShowNeighbours;
use icochess_board::tiles::labels::TileNames;
use icochess_board::tutorial::{Tutorial, TutorialRequest};
use icochess_play::game::Match;
use icochess_play::game::facts::{FactReader, MatchFact};
use icochess_shape::{Neighbours, RulePicture};
use icochess_store::effective::EffectiveSettings;
use icochess_store::settings::Settings;

/// The picture chosen on the rules page.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct RuleShown(pub RulePicture);

impl RuleShown {
    /// Chooses a picture, or clears it if it was already chosen.
    pub fn toggle(&mut self, picture: RulePicture) {
        self.0 = if self.0 == picture {
            RulePicture::Nothing
        } else {
            picture
        };
    }
}

/// Clears the picture when the player closes the page or the panel.
fn clear_picture(
    screens: Res<Screens>,
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    mut shown: ResMut<RuleShown>,
) {
    let is_panel_hidden = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    if screens.shown() != Screen::Help(Topic::Rules) || is_panel_hidden {
        *shown = RuleShown::default();
    }
}

/// Shows the tile names if the settings or the current rule picture require them.
fn show_names(
    settings: Res<EffectiveSettings>,
    rule: Res<RuleShown>,
    mut names: ResMut<TileNames>,
) {
    names.set_if_neq(TileNames(
        settings.tile_names || rule.0 == RulePicture::Names,
    ));
}

fn show_neighbours(
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

/// Starts the tutorial with its page, and ends it when the player closes the page or the panel.
/// Closes the page if another game replaces the tutorial.
fn update_tutorial(
    (game, mut settings): (Res<Match>, ResMut<Settings>),
    mut screens: ResMut<Screens>,
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    tutorial: Res<Tutorial>,
    mut was_wanted: Local<bool>,
    mut requests: MessageWriter<TutorialRequest>,
) {
    let is_panel_hidden = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    let is_wanted = screens.lesson() == Some(Screen::Tutorial) && !is_panel_hidden;
    if std::mem::replace(&mut *was_wanted, is_wanted) != is_wanted {
        // The tutorial is done or dismissed, unless a game on another board has ended it.
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

/// Loads the puzzles with their page, and shows the game again when the player closes the page of
/// puzzles or endings, or the panel. Closes the page when another game begins.
fn update_practice(
    mut screens: ResMut<Screens>,
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    mut facts: FactReader,
    mut before: Local<Option<Screen>>,
    (mut puzzles, mut endings): (MessageWriter<PuzzleRequest>, MessageWriter<EndingRequest>),
) {
    let is_panel_hidden = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    let is_practice = |it: &Screen| *it != Screen::Tutorial && !is_panel_hidden;
    let wanted = screens.lesson().filter(is_practice);
    let is_begun = facts.any(MatchFact::is_begun);
    let left = std::mem::replace(&mut *before, wanted);
    if left == wanted {
        if wanted.is_some() && is_begun {
            screens.open(Screen::Game);
        }
        return;
    }
    if left == Some(Screen::Puzzles) {
        puzzles.write(PuzzleRequest::Leave);
    }
    if left == Some(Screen::Endings) {
        endings.write(EndingRequest::Leave);
    }
    if wanted == Some(Screen::Puzzles) {
        puzzles.write(PuzzleRequest::Open);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RuleShown>().add_systems(
        Update,
        (
            clear_picture.run_if(|shown: Res<RuleShown>| shown.0 != RulePicture::Nothing),
            show_neighbours.run_if(resource_changed::<RuleShown>),
        )
            .chain()
            .after(ScreenSystems)
            .in_set(AppSystems::Feedback),
    );
    app.add_systems(
        Update,
        (
            (update_tutorial, update_practice)
                .after(ScreenSystems)
                .in_set(AppSystems::Feedback),
            show_names
                .run_if(
                    resource_changed::<EffectiveSettings>.or_else(resource_changed::<RuleShown>),
                )
                .in_set(AppSystems::Scene),
        ),
    );
}
