//! Passthrough of the real room: where it is offered, and which scenery it hides.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use icochess::board::room;
use icochess::board::room::surroundings::Surroundings;
use icochess::board::stage::fit::Fit;
use icochess::board::stage::shape::BoardShape;
use icochess::display::{Display, PassthroughAvailable};
use icochess::save::setting::Subject;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::Screen;

use crate::asking::{ask, frames, is_displayed_text, is_shown, open};
use crate::headless::{self, named, place};

#[test]
fn passthrough_is_offered_only_if_available() {
    let mut app = headless::window(Display::Flat, Settings::default());
    let is_wanted = |app: &App| app.world().resource::<Settings>().passthrough;
    for (available, is_there) in [
        (PassthroughAvailable::Never, false),
        (PassthroughAvailable::Now, true),
        (PassthroughAvailable::NextTime, true),
        (PassthroughAvailable::Never, false),
    ] {
        app.insert_resource(available);
        open(&mut app, Screen::Home);
        let entry = named(&mut app, "button see your own room");
        let is_off = app.world().get::<InteractionDisabled>(entry).is_some();
        assert_eq!(is_off, !is_there, "{available:?}");
        open(&mut app, Screen::Settings(Subject::Display));
        let is_offered = is_shown(&mut app, "switch see your own room");
        assert_eq!(is_offered, is_there, "{available:?}");
        for wanted in [is_there, false] {
            ask(&mut app, CommandRequested(Command::Passthrough));
            frames(&mut app, 1);
            assert_eq!(is_wanted(&app), wanted, "{available:?}");
        }
    }
}

#[test]
fn pages_note_if_passthrough_applies_only_next_time() {
    let mut app = headless::window(Display::Flat, Settings::default());
    for (available, is_wanted, has_text) in [
        (PassthroughAvailable::NextTime, false, false),
        (PassthroughAvailable::NextTime, true, true),
        (PassthroughAvailable::Now, true, false),
        (PassthroughAvailable::Never, true, false),
    ] {
        app.insert_resource(available);
        app.world_mut().resource_mut::<Settings>().passthrough = is_wanted;
        for page in [Screen::Home, Screen::Settings(Subject::Display)] {
            open(&mut app, page);
            let seen = is_displayed_text(&mut app, "next time you play in the headset");
            assert_eq!(seen, has_text, "{available:?} {is_wanted} {page:?}");
        }
    }
}

/// Returns whether the entity itself isn't hidden, ignoring its parents.
fn is_seen(app: &mut App, name: &str) -> bool {
    let entity = named(app, name);
    *app.world().get::<Visibility>(entity).expect("a thing") != Visibility::Hidden
}

#[test]
fn passthrough_hides_scenery_but_keeps_lights_and_shadow() {
    let mut app = headless::app(Settings::default(), |app| {
        app.add_plugins(room::plugin);
    });
    frames(&mut app, 3);
    for (around, is_real) in [
        (Surroundings::OurRoom, false),
        (Surroundings::Passthrough, true),
        (Surroundings::OurRoom, false),
    ] {
        app.insert_resource(around);
        frames(&mut app, 2);
        assert_eq!(is_seen(&mut app, "scenery"), !is_real);
        // On the deck, or in the real room.
        assert!(is_seen(&mut app, "shadow of the board"));
        // The room's lights still illuminate the board.
        assert!(is_seen(&mut app, "room") && is_seen(&mut app, "board"));
    }
    let scenery = named(&mut app, "scenery");
    let parent = |app: &App, thing| app.world().get::<ChildOf>(thing).map(ChildOf::parent);
    for name in ["sky", "stars", "terrace", "rail", "lanterns", "glow"] {
        let thing = named(&mut app, name);
        let room = parent(&app, thing).expect("a room");
        assert_eq!(parent(&app, room), Some(scenery), "{name}");
    }
    let world = app.world_mut();
    let mut lights = world.query_filtered::<&ChildOf, With<DirectionalLight>>();
    let lights: Vec<_> = lights.iter(world).map(ChildOf::parent).collect();
    assert!(lights.len() == 3 && !lights.contains(&scenery));
}

#[test]
fn shadow_follows_and_scales_with_the_board() {
    let mut app = headless::app(Settings::default(), |app| {
        app.add_plugins(room::plugin);
    });
    app.insert_resource(Surroundings::Passthrough);
    frames(&mut app, 3);
    let mut seen = Vec::new();
    for (size, higher) in [(1.0, 0.0), (1.0, 0.3), (2.0, 0.0)] {
        app.insert_resource(Fit {
            size,
            higher,
            ..Fit::default()
        });
        frames(&mut app, 3);
        let board = place(&mut app, "board").expect("a board").translation();
        let shadow = place(&mut app, "shadow of the board").expect("a shadow");
        let radius = app.world().resource::<BoardShape>().radius() * size;
        let below = board - shadow.translation();
        assert!(below.with_y(0.0).length() < 1e-4, "{below}");
        // The surface is just below the pieces that hang from the ball.
        assert!(below.y > radius + 0.04 && below.y < radius + 0.2, "{below}");
        let entity = named(&mut app, "shadow of the board");
        let mesh = &app.world().get::<Mesh3d>(entity).expect("a mesh").0;
        let meshes = app.world().resource::<Assets<Mesh>>();
        let corners = meshes.get(mesh).expect("a mesh");
        let corners = corners.attribute(Mesh::ATTRIBUTE_POSITION);
        let corners = corners.and_then(|it| it.as_float3()).expect("corners");
        let reach = corners.iter().map(|at| Vec3::from(*at).length());
        assert!(reach.fold(0.0, f32::max) * shadow.scale().x > radius);
        seen.push(shadow.translation().y);
    }
    assert!((seen[1] - seen[0] - 0.3).abs() < 1e-3, "{seen:?}");
}
