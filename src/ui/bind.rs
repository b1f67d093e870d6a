//! What a control shows follows the state of the program: it says how it reads it,
//! once, and is written whenever that changes.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::SliderValue;

use super::commands::Enabled;
use super::evening::Evening;
use super::handing::ReadyHeld;
use super::people::PeopleView;
use super::rows::MoveRows;
use super::saved::SavedView;
use super::setup::Setup;
use crate::board::opening::Opened;
use crate::board::shape::Shape;
use crate::board::shapes::Shapes;
use crate::board::taught::Taught;
use crate::computer::analysis::Analysis;
use crate::computer::beside::AtWindow;
use crate::computer::{Computer, Engines, Paused};
use crate::game::clock::{ClockFaces, GameClock};
use crate::game::handover::GameHandOver;
use crate::game::play_through::PlayingThrough;
use crate::game::{Boards, Match};
use crate::interaction::choice::Choice;
use crate::interaction::typed::TypedMove;
use crate::language::{Msg, Words};
use crate::save::ResumeOffer;
use crate::save::in_force::InForce;
use crate::save::library::Library;
use crate::save::players::Players;
use crate::save::settings::Settings;
use crate::schedule::{self, AppSystems};

/// Everything that controls are read from.
#[derive(SystemParam)]
pub struct Facts<'w> {
    /// The language that all is said in.
    pub words: Res<'w, Words>,
    /// The game being played.
    pub game: Res<'w, Match>,
    /// Its moves, as rows.
    pub rows: Res<'w, MoveRows>,
    /// Is it played through?
    pub playing: Res<'w, PlayingThrough>,
    /// Who plays, and how.
    pub computer: Res<'w, Computer>,
    /// Who plays at the window beside a headset.
    pub at_window: Res<'w, AtWindow>,
    /// Does the computer pause?
    pub paused: Res<'w, Paused>,
    /// What players have chosen.
    pub settings: Res<'w, Settings>,
    /// The same as they count now, for who is at the game.
    pub in_force: Res<'w, InForce>,
    /// The people who play.
    pub players: Res<'w, Players>,
    /// What is shown of them.
    pub people: Res<'w, PeopleView>,
    /// Who plays next, of more than two.
    pub evening: Res<'w, Evening>,
    /// What the players look through.
    pub display: Res<'w, State<schedule::Display>>,
    /// What would do something now.
    pub enabled: Res<'w, Enabled>,
    /// What the next game is like.
    pub setup: Res<'w, Setup>,
    /// The clock of the game.
    pub clock: Res<'w, GameClock>,
    /// What stands on it.
    pub faces: Res<'w, ClockFaces>,
    /// Who has the headset.
    pub handover: Res<'w, GameHandOver>,
    /// Has its next player said to be there?
    pub ready: Res<'w, ReadyHeld>,
    /// How the game stood at each ply.
    pub analysis: Res<'w, Analysis>,
    /// What the computer can play on.
    pub engines: Res<'w, Engines>,
    /// The saved games.
    pub library: Res<'w, Library>,
    /// What is shown of them.
    pub saved: Res<'w, SavedView>,
    /// What boards look like.
    pub shapes: Res<'w, Shapes>,
    /// The boards there are.
    pub boards: Res<'w, Boards>,
    /// What waits for a player's choice.
    pub choice: Res<'w, Choice>,
    /// The move that is being typed.
    pub typed: Res<'w, TypedMove>,
    /// How the board is opened.
    pub opened: Res<'w, Opened>,
    /// What the board teaches.
    pub taught: Res<'w, Taught>,
    /// A game that can be gone on with.
    pub offer: Option<Res<'w, ResumeOffer>>,
    /// What the board that is played on looks like.
    pub shape: Option<Res<'w, Shape>>,
}

impl Facts<'_> {
    /// Has anything changed that is read in pages?
    pub(super) fn is_changed(&self) -> bool {
        // A saved game that is offered no more is a command that does nothing more.
        self.words.is_changed()
            || self.game.is_changed()
            || self.playing.is_changed()
            || self.computer.is_changed()
            || self.at_window.is_changed()
            || self.paused.is_changed()
            || self.settings.is_changed()
            || self.players.is_changed()
            || self.people.is_changed()
            || self.evening.is_changed()
            || self.enabled.is_changed()
            || self.setup.is_changed()
            || self.clock.is_changed()
            || self.faces.is_changed()
            || self.handover.is_changed()
            || self.ready.is_changed()
            || self.analysis.is_changed()
            || self.library.is_changed()
            || self.saved.is_changed()
            || self.opened.is_changed()
            || self.taught.is_changed()
            || self.choice.is_changed()
            || self.typed.is_changed()
    }
}

type Read<T> = Box<dyn Fn(&Facts) -> T + Send + Sync>;

/// Something on this entity follows the state of the program.
#[derive(Component, Debug, Default)]
pub struct Bound;

macro_rules! binding {
    ($(#[$doc:meta])* $name:ident, $value:ty) => {
        $(#[$doc])*
        #[derive(Component)]
        #[require(Bound)]
        pub struct $name(Read<$value>);

        impl $name {
            /// Follows what `read` tells.
            pub fn new(read: impl Fn(&Facts) -> $value + Send + Sync + 'static) -> Self {
                Self(Box::new(read))
            }
        }
    };
}

binding! {
    /// The text of the entity.
    Says, Msg
}
binding! {
    /// Whether the node is there at all.
    ShownIf, bool
}
binding! {
    /// Whether the control can be used.
    EnabledIf, bool
}
binding! {
    /// Whether the control is on, or chosen.
    CheckedIf, bool
}
binding! {
    /// The value of a slider.
    Value, f32
}
binding! {
    /// The height of the node, 0 to 1 of what it lies in.
    Share, f32
}
binding! {
    /// The width of the node, 0 to 1 of what it lies in.
    Along, f32
}

/// Everything is written that follows the state of the program.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BindSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write.in_set(BindSystems).in_set(AppSystems::Feedback),
    );
}

fn write(
    mut commands: Commands,
    facts: Facts,
    new: Query<(), Added<Bound>>,
    mut texts: Query<(&Says, &mut Text)>,
    mut shown: Query<(&ShownIf, &mut Node), (Without<Share>, Without<Along>)>,
    mut shares: Query<(&Share, &mut Node), Without<Along>>,
    mut lengths: Query<(&Along, &mut Node)>,
    enabled: Query<(Entity, &EnabledIf, Has<InteractionDisabled>)>,
    checked: Query<(Entity, &CheckedIf, Has<Checked>)>,
    values: Query<(Entity, &Value, &SliderValue)>,
) {
    if !facts.is_changed() && new.is_empty() {
        return;
    }
    for (says, mut text) in &mut texts {
        let now = facts.words.say(&says.0(&facts));
        if text.0 != now {
            text.0 = now;
        }
    }
    for (shown, mut node) in &mut shown {
        let display = if shown.0(&facts) {
            Display::Flex
        } else {
            Display::None
        };
        if node.display != display {
            node.display = display;
        }
    }
    // Whole percents: less cannot be seen.
    let whole = |part: f32| percent((100.0 * part).round());
    for (share, mut node) in &mut shares {
        let height = whole(share.0(&facts));
        if node.height != height {
            node.height = height;
        }
    }
    for (along, mut node) in &mut lengths {
        let width = whole(along.0(&facts));
        if node.width != width {
            node.width = width;
        }
    }
    for (entity, enabled, is_disabled) in &enabled {
        match (enabled.0(&facts), is_disabled) {
            (true, true) => {
                commands.entity(entity).remove::<InteractionDisabled>();
            }
            (false, false) => {
                commands.entity(entity).insert(InteractionDisabled);
            }
            _ => {}
        }
    }
    for (entity, checked, is_checked) in &checked {
        match (checked.0(&facts), is_checked) {
            (true, false) => {
                commands.entity(entity).insert(Checked);
            }
            (false, true) => {
                commands.entity(entity).remove::<Checked>();
            }
            _ => {}
        }
    }
    for (entity, value, now) in &values {
        let value = SliderValue(value.0(&facts));
        if value != *now {
            commands.entity(entity).insert(value);
        }
    }
}
