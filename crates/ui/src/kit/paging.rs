//! Keys that scroll a page: Home, End, Page Up, Page Down.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{RadioButton, ScrollArea, Slider};

use super::field::is_typing;
use super::focus_navigation::ControlVisibility;
use super::presses::Presses;
use crate::state::screen::{Screen, Screens};
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::at_window::is_played_at_window;

/// Fraction of an area's height that Page Up or Page Down scrolls by. The overlap keeps a line in
/// view.
const PAGE: f32 = 0.9;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        scroll_by_keys
            .run_if(
                resource_exists::<InputFocus>
                    .and_then(is_played_at_window)
                    .and_then(not(is_typing)),
            )
            .in_set(AppSystems::Input),
    );
}

/// Scrolls the area that has the focus, or else the longest area. In the game and on the page of
/// views, these keys move the camera.
fn scroll_by_keys(
    presses: Res<Presses>,
    (screens, focus): (Res<Screens>, Res<InputFocus>),
    own: Query<(), Or<(With<RadioButton>, With<Slider>)>>,
    (visibility, parents): (ControlVisibility, Query<&ChildOf>),
    mut areas: Query<(Entity, &ComputedNode, &mut ScrollPosition), With<ScrollArea>>,
) {
    let shown = screens.shown();
    if shown.turns_by_arrows() || shown == Screen::Views {
        return;
    }
    // Radio groups and sliders handle Home and End themselves.
    let has_ends = focus.get().is_some_and(|it| own.contains(it));
    for press in presses.all() {
        let is_end = matches!(press.key, KeyCode::Home | KeyCode::End);
        let is_back = matches!(press.key, KeyCode::Home | KeyCode::PageUp);
        let is_page = matches!(press.key, KeyCode::PageUp | KeyCode::PageDown);
        if !is_page && !is_end || is_end && has_ends {
            continue;
        }
        let beyond = |node: &ComputedNode| (node.content_size().y - node.size().y).max(0.0);
        let around = |area: Entity| {
            let mut around = focus.get().into_iter();
            around.any(|it| parents.iter_ancestors(it).any(|it| it == area))
        };
        let longest = areas
            .iter_mut()
            .filter(|(area, ..)| visibility.is_visible(*area))
            .max_by(|(one, node, _), (other, its_node, _)| {
                let first = around(*one).cmp(&around(*other));
                first.then(beyond(node).total_cmp(&beyond(its_node)))
            });
        let Some((_, node, mut position)) = longest else {
            return;
        };
        let scale = node.inverse_scale_factor;
        let step = match (is_end, is_back) {
            (true, true) => f32::MIN,
            (true, false) => f32::MAX,
            (false, true) => -PAGE * node.size().y * scale,
            (false, false) => PAGE * node.size().y * scale,
        };
        let wanted = (position.y + step).clamp(0.0, beyond(node) * scale);
        if position.y != wanted {
            position.y = wanted;
        }
    }
}
