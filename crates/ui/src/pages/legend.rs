//! The moves of a kind of piece, shown on the board itself while it is chosen or hovered.

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

/// Hover time before a lesson starts, in seconds, so that merely passing over a symbol doesn't
/// start one.
const PATIENCE: f32 = 0.3;

/// A control for a kind of piece. Hovering the control shows the kind's moves.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Teaches(pub Role);

/// The kind chosen for the lesson, until another kind or none is chosen.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Chosen(Option<Role>);

impl Chosen {
    /// Chooses a kind, or clears it if it was already chosen.
    pub fn toggle(&mut self, role: Role) {
        self.0 = if self.0 == Some(role) {
            None
        } else {
            Some(role)
        };
    }
}

/// The lesson requested from the board.
#[derive(Debug, Default)]
struct LegendRequest {
    /// The hovered or focused kind, or else the chosen one.
    wanted: Option<Role>,
    /// Time since the wanted kind last changed, in seconds.
    elapsed: f32,
    /// The kind last requested from the board.
    requested: Option<Role>,
    /// Whether the mouse has moved since the page opened. A page that opens under the mouse doesn't
    /// count as hovered.
    is_moved: bool,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Chosen>()
        .add_systems(Update, update_legend.in_set(AppSystems::Feedback));
}

fn update_legend(
    (time, mut next): (Res<Time<Real>>, ResMut<NextFrame>),
    kinds: Query<(Entity, &Teaches, Has<Pointed>)>,
    (focus, visible): (Option<Res<InputFocus>>, Option<Res<InputFocusVisible>>),
    (screens, mut moves): (Res<Screens>, MessageReader<MouseMoved>),
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    (selection, choice): (Res<Selection>, Res<Choice>),
    taught: Res<Taught>,
    mut chosen: ResMut<Chosen>,
    mut request: Local<LegendRequest>,
    mut teach: MessageWriter<Teach>,
) {
    // A move ended the lesson, until another kind is hovered.
    let is_over = request.requested.is_some() && taught.is_changed() && taught.role().is_none();
    // Players who close the panel want to play.
    let is_panel_hidden = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    // A chosen kind counts only on the help page.
    let is_help = screens.shown() == Screen::Help(Topic::Pieces);
    // During a move, the pointer only passes over symbols on its way to the board.
    let is_moving = selection.0.cell().is_some() || choice.0.is_some();
    let is_away = kinds.is_empty() || is_panel_hidden || (is_moving && !is_help);
    if is_over || is_away || !is_help {
        chosen.set_if_neq(Chosen(None));
    }
    if screens.is_changed() {
        request.is_moved = false;
    }
    request.is_moved |= moves.read().count() > 0;
    let is_pointing = request.is_moved || !is_help || *display.get() == Display::Headset;
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
        request.requested = None;
        request.wanted = wanted;
        request.elapsed = f32::INFINITY;
        return;
    }
    let is_new = wanted != request.wanted;
    if is_new {
        request.wanted = wanted;
        request.elapsed = 0.0;
    }
    if request.elapsed.is_infinite() || wanted == request.requested {
        return;
    }
    // Don't count the time before the pointer arrived.
    if !is_new {
        request.elapsed += time.delta_secs();
    }
    if is_away || wanted == chosen.0 || request.elapsed >= PATIENCE {
        request.requested = wanted;
        teach.write(Teach(wanted));
    } else {
        next.within(Duration::from_secs_f32(PATIENCE - request.elapsed));
    }
}
