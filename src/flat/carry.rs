//! Carrying a piece with the mouse: a drag that begins on a piece that can move lifts it under the
//! pointer, and its release plays it. A drag from anywhere else turns the board.
//!
//! A finger carries only the selected piece, because it also turns the board.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::picking::backend::ray::{RayId, RayMap};
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::{PointerId, PointerLocation, PointerPress};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};

use super::camera::WindowCamera;
use super::round::Turner;
use super::touch::Fingers;
use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_board::pieces::in_hand::{HeldPiece, InHand};
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::BoardShape;
use icochess_board::stage::switches::MapRoot;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::at_window::{AtWindow, is_played_at_window};
use icochess_play::interaction::{
    CLICK_SLACK, Hovered, PickMode, PutDown, Selection, TakenUp, Turns,
};
use icochess_rules::{Cell, MoveKind};
use icochess_shape::{Hold, height};
use icochess_ui::kit::presses::Presses;

/// Height of a carried piece's foot above the board, in metres.
const LIFT: f32 = 0.012;
/// Distance from the window's edge within which a ball turns under a carried piece, in logical
/// pixels.
const EDGE: f32 = 60.0;
/// Largest speed of that turn, in radians per second.
const EDGE_SPEED: f32 = 1.5;

/// A press of the mouse on a piece that can move.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub(super) enum MouseCarry {
    /// No such press.
    #[default]
    Nothing,
    /// The mouse hasn't moved far enough to carry the piece.
    Pressed {
        /// Cell of the piece.
        cell: Cell,
        /// Distance moved so far, in logical pixels.
        far: f32,
    },
    /// The piece is carried.
    Carried {
        /// Cell of the piece.
        cell: Cell,
        /// Whether it is a piece of the map, which shows no carried pieces.
        is_on_map: bool,
    },
    /// The piece was put back before the button was released.
    PutBack,
}

impl MouseCarry {
    /// Changes to another state, and lets go of a carried piece.
    fn end(&mut self, new: Self, in_hand: &mut ResMut<InHand>) {
        if let Self::Carried { .. } = std::mem::replace(self, new) {
            in_hand.set_if_neq(InHand(None));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MouseCarry>()
        .init_resource::<InHand>()
        .add_observer(on_press)
        .add_observer(on_drag)
        .add_observer(on_drag_end)
        .add_systems(
            Update,
            (put_back, turn_at_edge, move_carried_piece)
                .chain()
                .run_if(|carry: Res<MouseCarry>| *carry != MouseCarry::Nothing)
                .in_set(AppSystems::Input),
        );
}

/// The game that picks act on, and who may move in it.
#[derive(SystemParam)]
struct Allowed<'w> {
    game: Res<'w, Match>,
    pick_mode: Res<'w, PickMode>,
    turns: Turns<'w>,
    at_window: Res<'w, AtWindow>,
    display: Res<'w, State<Display>>,
}

impl Allowed<'_> {
    fn game(&self) -> Option<&Match> {
        self.pick_mode.game(&self.game)
    }

    /// Returns whether the mouse may move the piece on a cell somewhere.
    fn can_move(&self, cell: Cell) -> bool {
        let is_match = matches!(*self.pick_mode, PickMode::Match);
        let is_refused = || {
            self.turns
                .refuse_through(&self.game, Display::Flat)
                .is_some()
        };
        let is_usable = is_played_at_window(Res::clone(&self.display), Res::clone(&self.at_window));
        let Some(game) = self.game().filter(|game| game.outcome().is_none()) else {
            return false;
        };
        let is_ahead = is_match && self.turns.may_premove(&self.game);
        let position = game.position();
        let targets = if is_ahead {
            position.premoves(cell)
        } else {
            position.targets(cell)
        };
        is_usable
            && (is_ahead || !(is_match && is_refused()))
            && targets
                .iter()
                .any(|target| target.mv.kind != MoveKind::Carriage)
    }
}

fn on_press(
    press: On<Pointer<Press>>,
    cells: Query<&OnCell>,
    allowed: Allowed,
    (selection, fingers): (Res<Selection>, Res<Fingers>),
    mut carry: ResMut<MouseCarry>,
    mut in_hand: ResMut<InHand>,
) {
    if press.entity != press.original_event_target() || !press.pointer_id.is_mouse() {
        return;
    }
    if press.button != PointerButton::Primary {
        // Another button puts the piece back.
        if *carry != MouseCarry::Nothing {
            carry.end(MouseCarry::PutBack, &mut in_hand);
        }
        return;
    }
    let cell = cells.get(press.entity).ok().map(|on| on.0);
    let cell = cell.filter(|cell| {
        let is_selected = selection.0.cell() == Some(*cell) && selection.0.part().is_none();
        (is_selected || !fingers.is_any_down()) && allowed.can_move(*cell)
    });
    let new = cell.map_or(MouseCarry::Nothing, |cell| MouseCarry::Pressed {
        cell,
        far: 0.0,
    });
    carry.end(new, &mut in_hand);
}

fn on_drag(
    drag: On<Pointer<Drag>>,
    maps: Query<(), With<MapRoot>>,
    parents: Query<&ChildOf>,
    mut carry: ResMut<MouseCarry>,
    mut commands: Commands,
) {
    let MouseCarry::Pressed { cell, far } = *carry else {
        return;
    };
    let by = drag.pointer_id;
    let is_first = drag.entity == drag.original_event_target();
    if !is_first || !by.is_mouse() || drag.button != PointerButton::Primary {
        return;
    }
    let far = far + drag.delta.length();
    if far <= CLICK_SLACK {
        *carry = MouseCarry::Pressed { cell, far };
        return;
    }
    commands.trigger(TakenUp { by, cell });
    let parent = parents.get(drag.entity);
    let is_on_map = parent.is_ok_and(|parent| maps.contains(parent.parent()));
    *carry = MouseCarry::Carried { cell, is_on_map };
}

fn on_drag_end(
    end: On<Pointer<DragEnd>>,
    hovered: Res<Hovered>,
    mut carry: ResMut<MouseCarry>,
    mut in_hand: ResMut<InHand>,
    mut commands: Commands,
) {
    let by = end.pointer_id;
    if end.button != PointerButton::Primary || !by.is_mouse() || *carry == MouseCarry::Nothing {
        return;
    }
    let before = *carry;
    carry.end(MouseCarry::Nothing, &mut in_hand);
    let MouseCarry::Carried { cell: from, .. } = before else {
        return;
    };
    // Outside the board, the piece goes back.
    if let Some(cell) = hovered.by(by).filter(|cell| *cell != from) {
        commands.trigger(PutDown::On { by, cell });
    }
}

/// Puts the piece back on Escape, and when the game or another window takes it from the mouse.
fn put_back(
    selection: Res<Selection>,
    presses: Res<Presses>,
    // Unlike Bevy's buttons, these are delayed with the pointer's events.
    pointers: Query<(&PointerId, &PointerPress)>,
    mut focused: MessageReader<WindowFocused>,
    mut carry: ResMut<MouseCarry>,
    mut in_hand: ResMut<InHand>,
) {
    let has_left = focused.read().any(|event| !event.focused);
    let is_undone = presses.fresh().any(|key| key == KeyCode::Escape);
    let is_held = pointers
        .iter()
        .any(|(id, press)| id.is_mouse() && press.is_primary_pressed());
    match *carry {
        MouseCarry::Carried { cell, .. }
            if is_undone || has_left || selection.0.cell() != Some(cell) =>
        {
            carry.end(MouseCarry::PutBack, &mut in_hand);
        }
        // The end of a drag is missing if its start has disappeared, or if there was no drag.
        _ if !is_held => carry.end(MouseCarry::Nothing, &mut in_hand),
        _ => {}
    }
}

/// Turns a ball while a piece is carried to the window's edge.
fn turn_at_edge(
    carry: Res<MouseCarry>,
    window: Single<&Window, With<PrimaryWindow>>,
    pointers: Query<(&PointerId, &PointerLocation)>,
    (shape, time): (Res<BoardShape>, Res<Time>),
    mut next: ResMut<NextFrame>,
    mut turner: Turner,
) {
    let is_carried = matches!(*carry, MouseCarry::Carried { is_on_map, .. } if !is_on_map);
    let mouse = pointers.iter().find(|(id, _)| id.is_mouse());
    let Some(at) = mouse.and_then(|(_, place)| Some(place.location()?.position)) else {
        return;
    };
    if !is_carried || shape.hold != Hold::Ball {
        return;
    }
    // How far the pointer is within the edge, from 0 to 1 right and down.
    let after = (at - window.size() + EDGE) / EDGE;
    let before = (Vec2::splat(EDGE) - at) / EDGE;
    let into = after.clamp(Vec2::ZERO, Vec2::ONE) - before.clamp(Vec2::ZERO, Vec2::ONE);
    if into == Vec2::ZERO {
        return;
    }
    let [across, down, _] = turner.axes();
    let turn = -into * EDGE_SPEED * time.delta_secs();
    turner.turn(Quat::from_axis_angle(across, turn.x) * Quat::from_axis_angle(down, turn.y));
    next.within(Duration::ZERO);
}

/// Moves the carried piece with the mouse: above the cell below it, or else in the plane of its
/// own cell.
fn move_carried_piece(
    carry: Res<MouseCarry>,
    (hovering, rays): (Res<HoverMap>, Res<RayMap>),
    (allowed, selection, hovered): (Allowed, Res<Selection>, Res<Hovered>),
    camera: Single<Entity, With<WindowCamera>>,
    root: Single<&Transform, With<BoardRoot>>,
    cells: Query<(), With<OnCell>>,
    shape: Res<BoardShape>,
    mut in_hand: ResMut<InHand>,
) {
    let MouseCarry::Carried { cell, is_on_map } = *carry else {
        return;
    };
    let held = || {
        let game = allowed.game()?;
        let piece = game.position().piece_at(cell)?;
        let ray = rays.map.get(&RayId::new(*camera, PointerId::Mouse))?;
        let hits = hovering.get(&PointerId::Mouse)?.iter();
        let hit = hits.filter(|(thing, _)| cells.contains(**thing));
        let hit = hit.min_by(|(_, a), (_, b)| a.depth.total_cmp(&b.depth));
        let hit = hit.and_then(|(_, hit)| hit.position);
        let own = root.transform_point(shape.centre(cell));
        let in_plane = || ray.plane_intersection_point(own, InfinitePlane3d::new(ray.direction));
        let foot = hit.or_else(in_plane)?;
        let up = match shape.hold {
            Hold::Ball => (foot - root.translation).normalize_or(Vec3::Y),
            Hold::Table { .. } => root.rotation * Vec3::Y,
        };
        let tall = height(shape.model(game.position(), piece.role)) * shape.piece_scale;
        let target = hovered.by(PointerId::Mouse);
        Some(HeldPiece {
            cell,
            at: foot + up * (tall / 2.0 + LIFT) * root.scale.x,
            target: target.filter(|target| selection.0.is_target(*target, game)),
        })
    };
    in_hand.set_if_neq(InHand(held().filter(|_| !is_on_map)));
}
