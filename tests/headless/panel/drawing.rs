//! Drawing of the panel: when it is redrawn, and whether everything fits.

use bevy::prelude::*;
use bevy::ui::ScrollPosition;
use bevy::ui_widgets::ScrollArea;
use icochess::computer::Computer;
use icochess::game::messages::GameRequest;
use icochess::game::seating::Seating;
use icochess::ui::panel::plane::PIXELS;
use icochess::ui::panel::screen::{Panel, PanelCamera};
use icochess::ui::state::screen::{PanelShown, Screen, Screens, Subject};
use icochess::ui::workarounds::pipelines::PendingPipelines;
use icochess_boards::Variant;

use super::{app, drawn_by, placed, with_named, with_pages};
use crate::asking::{after, ask, frames, only, shown_page, timed};
use crate::headless::pass;

/// Returns in how many of `frames` the panel is drawn.
fn drawn(app: &mut App, frames: usize) -> usize {
    drawn_by::<PanelCamera>(app, frames)
}

/// Makes the background of a control white.
fn whiten(app: &mut App, name: &str) {
    with_named(app, name, |mut node| {
        node.insert(BackgroundColor(Color::WHITE));
    });
}

#[test]
fn change_is_drawn_in_one_frame_and_no_change_in_none() {
    let mut app = app();
    assert_eq!(drawn(&mut app, 10), 0, "nothing has changed");
    type Change = fn(EntityWorldMut);
    let changes: [(&str, &str, Change); 9] = [
        ("a text", "one's text", |mut node| {
            *node.get_mut::<Text>().unwrap() = Text::new("another");
        }),
        ("a text's colour", "one's text", |mut node| {
            node.insert(TextColor(Color::srgb(1.0, 0.0, 0.0)));
        }),
        ("a ground", "one", |mut node| {
            node.insert(BackgroundColor(Color::WHITE));
        }),
        ("an outline", "one", |mut node| {
            node.insert(Outline::new(px(2), px(1), Color::WHITE));
        }),
        ("an outline that goes", "one", |mut node| {
            node.remove::<Outline>();
        }),
        ("a scrolled list", "list", |mut node| {
            node.insert(ScrollPosition(Vec2::Y * 40.0));
        }),
        ("a child", "one", |mut node| {
            node.with_child((Name::new("new"), placed(0.0, 0.0, 5.0, 5.0)));
        }),
        ("a node that goes", "new", |node| node.despawn()),
        ("a node that is hidden", "two", |mut node| {
            node.insert(Visibility::Hidden);
        }),
    ];
    for (what, name, change) in changes {
        with_named(&mut app, name, change);
        assert_eq!(drawn(&mut app, 10), 1, "{what}");
    }
    whiten(&mut app, "two");
    assert_eq!(drawn(&mut app, 10), 0, "nobody sees it");
}

/// A graphics card may take many frames to compile a pipeline. In `benches/eyes.rs` the panel was
/// black meanwhile.
#[test]
fn panel_is_redrawn_until_its_pipelines_are_ready() {
    let mut app = app();
    let pending = app.world().resource::<PendingPipelines>().clone();
    pending.set(1);
    assert_eq!(drawn(&mut app, 200), 200);
    pending.set(0);
    assert_eq!(drawn(&mut app, 10), 0);
}

#[test]
fn hidden_panel_is_not_drawn() {
    let mut app = app();
    app.world_mut().insert_resource(PanelShown(false));
    whiten(&mut app, "one");
    assert_eq!(drawn(&mut app, 10), 0);
    assert!(!only::<InheritedVisibility, Panel>(&mut app).get());
    app.world_mut().insert_resource(PanelShown(true));
    assert_eq!(drawn(&mut app, 10), 1);
}

#[test]
fn panel_waits_while_the_headset_is_off() {
    let mut app = app();
    let closed = Camera {
        is_active: false,
        ..default()
    };
    let eye = app.world_mut().spawn((Camera3d::default(), closed)).id();
    whiten(&mut app, "one");
    assert_eq!(drawn(&mut app, 10), 0);
    app.world_mut().get_mut::<Camera>(eye).unwrap().is_active = true;
    assert_eq!(drawn(&mut app, 10), 1);
}

#[test]
fn pages_are_drawn_when_opened_and_then_idle() {
    let mut app = with_pages();
    frames(&mut app, 60);
    for screen in [
        Screen::Home,
        Screen::NewGame,
        Screen::Settings(Subject::Sound),
        Screen::About,
        Screen::Game,
    ] {
        app.world_mut().resource_mut::<Screens>().open(screen);
        assert!(drawn(&mut app, 20) > 0, "{screen:?} does not come");
        assert_eq!(drawn(&mut app, 20), 0, "{screen:?} does not rest");
    }
}

/// Returns the panel's buttons that aren't entirely inside its picture, ignoring scrolled ones.
fn buttons_beyond(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut nodes = world.query::<(Entity, &Name, &ComputedNode, &UiGlobalTransform)>();
    let placed: Vec<_> = nodes
        .iter(world)
        .filter(|(_, name, node, _)| name.starts_with("panel button") && node.size().x > 0.0)
        .map(|(entity, name, node, place)| {
            let rect = Rect::from_center_size(place.translation, node.size());
            let to_logical = node.inverse_scale_factor();
            let corners = [rect.min, rect.max].map(|corner| corner * to_logical);
            (entity, name.to_string(), corners)
        })
        .collect();
    assert!(!placed.is_empty(), "there are no buttons");
    let is_scrolled = |mut entity: Entity| {
        while let Some(parent) = world.get::<ChildOf>(entity) {
            entity = parent.parent();
            if world.get::<ScrollArea>(entity).is_some() {
                return true;
            }
        }
        false
    };
    let is_beyond = |[least, most]: [Vec2; 2]| {
        least.min_element() < -0.5 || (most - PIXELS).max_element() > 0.5
    };
    let placed = placed.into_iter();
    let beyond = placed.filter(|(entity, _, corners)| is_beyond(*corners) && !is_scrolled(*entity));
    beyond.map(|(_, name, _)| name).collect()
}

#[test]
fn game_and_handover_buttons_fit_on_the_panel() {
    let mut app = with_pages();
    // The computer's turn adds text, and the clock adds a button.
    let mut computer = Computer::default();
    computer.black.computer = true;
    app.insert_resource(computer);
    let game = timed(Variant::Chess.board().new_game(), "300");
    let mut record = after(game, ["e2e4", "f7f5", "d1h5"]);
    ask(&mut app, GameRequest::Load(record.clone()));
    pass(&mut app, 0.5);
    assert_eq!(buttons_beyond(&mut app), [""; 0]);
    app.insert_resource(Computer::default());
    for name in ["Ada", "Maximiliana von Hohenfels"] {
        let tags = record.make_mut().tags_mut();
        tags.insert("Black".to_owned(), name.to_owned());
        Seating::Passing.write_to(&mut record);
        ask(&mut app, GameRequest::Load(record.clone()));
        pass(&mut app, 0.5);
        assert_eq!(shown_page(&app), Screen::Handover);
        assert_eq!(buttons_beyond(&mut app), [""; 0], "{name}");
    }
}
