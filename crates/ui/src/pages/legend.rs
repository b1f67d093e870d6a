//! The moves of the pieces, shown on the board itself: of the kind that a player chooses, or just
//! points at.

use std::time::Duration;

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;

use crate::state::pointed::Pointed;
use crate::state::screen::{PanelShown, Screen, Screens, Topic};
use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::taught::{Taught, Teach};
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::{MouseMoved, Selection};
use icochess_rules::Role;

/// Seconds that something is pointed at before it is taught: who only passes over it
/// wants nothing of it.
const PATIENCE: f32 = 0.3;

/// A control that stands for a kind of piece: what points at it wants to see how that
/// moves.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Teaches(pub Role);

/// The kind that is taught until another one, or none, is chosen.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Chosen(Option<Role>);

impl Chosen {
    /// Chooses a kind; the same once more lets go of it.
    pub fn toggle(&mut self, role: Role) {
        self.0 = if self.0 == Some(role) {
            None
        } else {
            Some(role)
        };
    }
}

/// The lesson that has been asked of the board.
#[derive(Debug, Default)]
struct Asked {
    /// The kind that players point at, or else have chosen.
    wanted: Option<Role>,
    /// Seconds since they began to want that.
    elapsed: f32,
    /// The kind that the board was asked for last.
    asked: Option<Role>,
    /// Whether the mouse was moved since the page came: what comes below it, it does not point at.
    is_moved: bool,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Chosen>()
        .add_systems(Update, follow.in_set(AppSystems::Feedback));
}

fn follow(
    (time, mut next): (Res<Time<Real>>, ResMut<NextFrame>),
    kinds: Query<(Entity, &Teaches, Has<Pointed>)>,
    (focus, visible): (Option<Res<InputFocus>>, Option<Res<InputFocusVisible>>),
    (screens, mut moves): (Res<Screens>, MessageReader<MouseMoved>),
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    (selection, choice): (Res<Selection>, Res<Choice>),
    taught: Res<Taught>,
    mut chosen: ResMut<Chosen>,
    mut asked: Local<Asked>,
    mut teach: MessageWriter<Teach>,
) {
    // The game went on: it is shown until something else is wanted.
    let is_over = asked.asked.is_some() && taught.is_changed() && taught.role().is_none();
    // Players who put the panel away want to play.
    let is_put_away = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    // The choice in the help counts there.
    let is_help = screens.shown() == Screen::Help(Topic::Pieces);
    // In the middle of a move a pointer comes by on its way to the board.
    let is_moving = selection.0.cell().is_some() || choice.0.is_some();
    let is_away = kinds.is_empty() || is_put_away || (is_moving && !is_help);
    if is_over || is_away || !is_help {
        chosen.set_if_neq(Chosen(None));
    }
    if screens.is_changed() {
        asked.is_moved = false;
    }
    asked.is_moved |= moves.read().count() > 0;
    let is_pointing = asked.is_moved || !is_help || *display.get() == Display::Headset;
    let is_seen = visible.is_some_and(|visible| visible.0);
    let focused = focus.and_then(|focus| focus.get().filter(|_| is_seen));
    let find = |is: &dyn Fn(Entity, bool) -> bool| {
        let mut kinds = kinds.iter().filter(|(it, _, pointed)| is(*it, *pointed));
        kinds.next().map(|(_, teaches, _)| teaches.0)
    };
    let wanted = if is_away {
        None
    } else {
        find(&|_, pointed| pointed && is_pointing)
            .or_else(|| find(&|it, _| focused == Some(it)))
            .or(chosen.0)
    };
    if is_over {
        asked.asked = None;
        asked.wanted = wanted;
        asked.elapsed = f32::INFINITY;
        return;
    }
    let is_new = wanted != asked.wanted;
    if is_new {
        asked.wanted = wanted;
        asked.elapsed = 0.0;
    }
    if asked.elapsed.is_infinite() || wanted == asked.asked {
        return;
    }
    // The time before this frame was no time of pointing.
    if !is_new {
        asked.elapsed += time.delta_secs();
    }
    if is_away || wanted == chosen.0 || asked.elapsed >= PATIENCE {
        asked.asked = wanted;
        teach.write(Teach(wanted));
    } else {
        next.within(Duration::from_secs_f32(PATIENCE - asked.elapsed));
    }
}
