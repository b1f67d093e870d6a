//! Opening a board to look inside: moving its parts apart, or cutting it to show one plane.

use bevy::prelude::*;

use super::viewing::{LookFrom, ViewRequested};
use crate::stage::motion::ReducedMotion;
use crate::stage::parts::BoardPart;
use crate::stage::root::BuildSystems;
use crate::stage::shape::BoardShape;
use crate::stage::spread::Spread;
use icochess_base::schedule::AppSystems;
use icochess_rules::WideSet;
use icochess_shape::{Cut, Shape, View};

/// Duration of moving the parts of a board apart, in seconds.
pub const SPREAD_SECONDS: f32 = 0.35;

/// Request to open the board or change its cut. Ignored by boards without an inside.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenRequested {
    /// Move the parts of the board apart, or back together.
    Apart,
    /// Change to the next cut, and after the last one to the whole board.
    Cut,
    /// Cut the board into planes of this kind. If it is cut that way already, change to the kind's
    /// next direction.
    Kind(usize),
    /// Show the whole board.
    Whole,
    /// Move the visible plane forward by this number, or back if negative, clamped to the first and
    /// last plane.
    Plane(i8),
}

/// How the board is opened.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// Whether the parts are moved apart.
    pub is_apart: bool,
    /// Index of the cut in [`Inside::cuts`](icochess_shape::Inside::cuts), and index of its visible
    /// plane.
    pub cut: Option<(usize, usize)>,
}

impl Opened {
    /// Returns the cut, and the index of the visible plane.
    pub fn cut<'a>(&self, shape: &'a Shape) -> Option<(&'a Cut, usize)> {
        let (cut, plane) = self.cut?;
        let cut = shape.inside.as_ref()?.cuts.get(cut)?;
        Some((cut, plane))
    }

    /// Returns the kind of the current cut's planes.
    pub fn kind(&self, shape: &Shape) -> Option<usize> {
        shape.inside.as_ref()?.kind_of(self.cut?.0)
    }

    /// Returns the cells of the visible plane; `None` without a cut.
    pub fn plane(&self, shape: &Shape) -> Option<WideSet> {
        let (cut, plane) = self.cut(shape)?;
        cut.planes.get(plane).copied()
    }

    /// Returns the state after a request.
    pub fn after(mut self, request: OpenRequested, shape: &Shape) -> Self {
        let Some(inside) = &shape.inside else {
            return self;
        };
        // The middle plane shows the most.
        let middle = |cut: &Cut| cut.planes.len() / 2;
        match request {
            OpenRequested::Apart => self.is_apart = !self.is_apart && !inside.apart.is_empty(),
            OpenRequested::Cut => {
                let next = self.cut.map_or(0, |(cut, _)| cut + 1);
                self.cut = inside.cuts.get(next).map(|cut| (next, middle(cut)));
            }
            OpenRequested::Kind(kind) => {
                let is_it = |cut: &usize| inside.kind_of(*cut) == Some(kind);
                let cuts = || (0..inside.cuts.len()).filter(is_it);
                let now = self.cut.map(|(cut, _)| cut);
                let next = cuts().find(|cut| now.is_some_and(|now| is_it(&now) && *cut > now));
                if let Some(cut) = next.or_else(|| cuts().next()) {
                    self.cut = Some((cut, middle(&inside.cuts[cut])));
                }
            }
            OpenRequested::Whole => self.cut = None,
            OpenRequested::Plane(by) => {
                if let Some((cut, _)) = self.cut(shape) {
                    let last = cut.planes.len().saturating_sub(1);
                    let plane = self.cut.map_or(0, |(_, plane)| plane);
                    let plane = plane.saturating_add_signed(by.into()).min(last);
                    self.cut = self.cut.map(|(cut, _)| (cut, plane));
                }
            }
        }
        self
    }
}

/// Systems that open the board.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Opened>()
        .init_resource::<Spread>()
        .add_message::<OpenRequested>()
        .add_systems(
            Update,
            (
                close_board.in_set(BuildSystems),
                (
                    serve_requests.run_if(on_message::<OpenRequested>),
                    apply_view.run_if(on_message::<ViewRequested>),
                    animate_spread.run_if(is_spreading),
                )
                    .chain()
                    .in_set(OpenSystems)
                    .in_set(AppSystems::Scene),
            ),
        );
}

/// Closes the board when a new one is built.
fn close_board(mut opened: ResMut<Opened>, mut spread: ResMut<Spread>) {
    opened.set_if_neq(Opened::default());
    spread.set_if_neq(Spread::default());
}

fn serve_requests(
    mut asked: MessageReader<OpenRequested>,
    shape: Res<BoardShape>,
    mut opened: ResMut<Opened>,
    mut look: MessageWriter<LookFrom>,
) {
    let before = *opened;
    for request in asked.read() {
        let now = opened.after(*request, &shape);
        opened.set_if_neq(now);
    }
    if opened.is_apart != before.is_apart {
        // The board is larger when apart.
        let mut views = shape.views.iter();
        let distance = views.find(|view| view.is_apart).map(|view| view.distance);
        look.write(LookFrom {
            elevation: None,
            distance: distance.filter(|_| opened.is_apart).unwrap_or(1.0),
            height: 0.0,
            at_once: false,
        });
    }
}

/// Moves the parts apart or together, as the requested view requires.
fn apply_view(
    mut asked: MessageReader<ViewRequested>,
    shape: Res<BoardShape>,
    mut opened: ResMut<Opened>,
) {
    let view = asked.read().last().map(|asked| asked.view);
    if let Some(&View { is_apart, .. }) = view.and_then(|view| shape.views.get(view)) {
        let now = Opened {
            is_apart,
            ..*opened
        };
        opened.set_if_neq(now);
    }
}

/// Returns the final value of [`Spread`].
fn goal(opened: &Opened) -> f32 {
    f32::from(u8::from(opened.is_apart))
}

fn is_spreading(opened: Res<Opened>, spread: Res<Spread>) -> bool {
    spread.now != goal(&opened)
}

fn animate_spread(
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    (shape, opened): (Res<BoardShape>, Res<Opened>),
    mut spread: ResMut<Spread>,
    mut parts: Query<(&BoardPart, &mut Transform)>,
) {
    if opened.is_changed() {
        *spread = Spread {
            from: spread.now,
            elapsed: 0.0,
            ..*spread
        };
    }
    spread.elapsed += time.delta_secs();
    let part = motion.part(spread.elapsed, SPREAD_SECONDS);
    let goal = goal(&opened);
    spread.now = if part < 1.0 {
        spread.from.lerp(goal, part * part * (3.0 - 2.0 * part))
    } else {
        goal
    };
    for (&BoardPart(part), mut place) in &mut parts {
        place.translation = spread.of_part(part, &shape);
    }
}
