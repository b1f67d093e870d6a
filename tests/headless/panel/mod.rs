//! The panel in the world, its picture, and rays that point at it.

mod drawing;
mod peeks;
mod place;
mod plate;
mod pokes;
mod rays;

use bevy::ecs::system::RunSystemOnce;
use bevy::picking::hover::HoverMap;
use bevy::prelude::*;
use bevy::ui_widgets::{
    Activate, Button, ScrollArea, Slider, SliderRange, SliderValue, slider_self_update,
};
use icochess::feedback::Feedback;
use icochess::save::settings::Settings;
use icochess::ui::panel;
use icochess::ui::panel::plane::point_of;
use icochess::ui::panel::screen::{Panel, PanelScreen};
use icochess::ui::state::screen::Surface;
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, HandInput, pointer_of};

use crate::asking::{frames, only, record};
use crate::headless;

/// Names of the controls that have been pressed.
#[derive(Resource, Default)]
struct Activated(Vec<String>);

/// Position of the player's eyes.
const EYE: Vec3 = Vec3::new(0.0, 1.35, 0.8);

/// Creates the game with both hands, and a panel with two buttons, a slider and a list.
fn app() -> App {
    let mut app = with_pages();
    // Replace the game's pages with the test's own.
    let world = app.world_mut();
    let mut surfaces = world.query_filtered::<Entity, With<Surface>>();
    for surface in surfaces.iter(world).collect::<Vec<_>>() {
        world.despawn(surface);
    }
    world.run_system_once(spawn).unwrap();
    // Wait until the initial drawing is over.
    frames(&mut app, 60);
    app
}

/// Creates the game with both hands, and a panel with its pages.
fn with_pages() -> App {
    let mut app = headless::app(Settings::default(), |app| {
        headless::lay_out(app);
        record::<Feedback>(app);
        app.add_plugins(panel::plugin)
            .init_resource::<Activated>()
            .add_observer(
                |activate: On<Activate>, names: Query<&Name>, mut activated: ResMut<Activated>| {
                    let name = names.get(activate.entity).unwrap();
                    activated.0.push(name.to_string());
                },
            );
    });
    app.update();
    app
}

fn placed(left: f32, top: f32, width: f32, height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(left),
        top: px(top),
        width: px(width),
        height: px(height),
        ..default()
    }
}

fn spawn(mut commands: Commands, screen: Res<PanelScreen>) {
    let fill = Node {
        width: percent(100),
        height: percent(100),
        ..default()
    };
    commands
        .spawn((
            Name::new("root"),
            fill,
            UiTargetCamera(screen.camera),
            Pickable::IGNORE,
        ))
        .with_children(|root| {
            for (name, left) in [("one", 20.0), ("two", 240.0)] {
                root.spawn((
                    Name::new(name),
                    Button,
                    BackgroundColor(Color::BLACK),
                    placed(left, 20.0, 200.0, 60.0),
                    children![(
                        Name::new(format!("{name}'s text")),
                        Text::new(name),
                        Pickable::IGNORE,
                    )],
                ));
            }
            root.spawn((
                Name::new("slider"),
                Slider::default(),
                SliderValue(50.0),
                SliderRange::new(0.0, 100.0),
                placed(20.0, 120.0, 400.0, 40.0),
            ))
            .observe(slider_self_update);
            root.spawn((
                Name::new("list"),
                ScrollArea,
                Node {
                    overflow: Overflow::scroll_y(),
                    flex_direction: FlexDirection::Column,
                    ..placed(20.0, 200.0, 400.0, 200.0)
                },
            ))
            .with_children(|list| {
                for _ in 0..40 {
                    list.spawn(Node {
                        min_height: px(40),
                        ..default()
                    });
                }
            });
        });
}

fn named<T: Component + Clone>(app: &mut App, name: &str) -> Option<T> {
    let world = app.world_mut();
    let mut names = world.query::<(&Name, &T)>();
    let found = names.iter(world).find(|(known, _)| known.as_str() == name);
    found.map(|(_, component)| component.clone())
}

fn panel_place(app: &mut App) -> GlobalTransform {
    only::<GlobalTransform, Panel>(app)
}

/// Points a hand from one point of the world at another.
fn aim_at(app: &mut App, hand: Hand, from: Vec3, target: Vec3) {
    let world = app.world_mut();
    let mut aims = world.query::<(&AimPose, &mut Transform)>();
    for (aim, mut pose) in aims.iter_mut(world) {
        if aim.0 == hand {
            *pose = Transform::from_translation(from).looking_at(target, Vec3::Y);
        }
    }
}

/// Points the right hand at a pixel of the panel, which may be outside its picture.
fn aim(app: &mut App, pixel: Vec2) {
    let panel = panel_place(app);
    let from = EYE + Vec3::new(0.25, -0.3, -0.2);
    aim_at(app, Hand::Right, from, point_of(&panel, pixel));
}

/// Points the right hand at a pixel of the panel, long enough for a hover.
fn point(app: &mut App, pixel: Vec2) {
    aim(app, pixel);
    pull(app, false);
    pull(app, false);
}

/// Points the right hand at a control of the panel.
fn aim_at_control(app: &mut App, name: &str) {
    let at = named::<UiGlobalTransform>(app, name).unwrap().translation;
    let at = app.world().resource::<PanelScreen>().logical(at);
    point(app, at);
    assert_eq!(hovers(app), [name]);
}

/// Pulls and releases the trigger of the right hand.
fn click(app: &mut App) {
    for is_pulled in [true, false, false] {
        pull(app, is_pulled);
    }
}

/// Returns the names of the controls that have been pressed.
fn activated(app: &App) -> Vec<String> {
    app.world().resource::<Activated>().0.clone()
}

fn change(app: &mut App, hand: Hand, change: impl Fn(&mut HandInput)) {
    let world = app.world_mut();
    for mut input in world.query::<&mut HandInput>().iter_mut(world) {
        if input.hand == hand {
            change(&mut input);
        }
    }
}

/// Sets the trigger of the right hand, and runs a frame.
fn pull(app: &mut App, is_pulled: bool) {
    change(app, Hand::Right, |input| {
        input.active = true;
        input.select = is_pulled;
    });
    app.update();
}

/// Returns the named nodes under the right hand's pointer.
fn hovers(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let over = &world.resource::<HoverMap>()[&pointer_of(Hand::Right)];
    let mut nodes: Vec<Entity> = over.keys().copied().collect();
    nodes.retain(|node| world.get::<ComputedNode>(*node).is_some());
    let name = |node: Entity| world.get::<Name>(node).map(ToString::to_string);
    nodes.into_iter().filter_map(name).collect()
}

/// Returns in how many of `frames` a camera is active.
fn drawn_by<Of: Component>(app: &mut App, frames: usize) -> usize {
    let is_drawn = |app: &mut App| {
        app.update();
        only::<Camera, Of>(app).is_active
    };
    (0..frames).filter(|_| is_drawn(app)).count()
}

fn with_named(app: &mut App, name: &str, change: impl FnOnce(EntityWorldMut)) {
    let entity = headless::named(app, name);
    change(app.world_mut().entity_mut(entity));
}

const ONE: Vec2 = Vec2::new(120.0, 50.0);

const TWO: Vec2 = Vec2::new(340.0, 50.0);

const BARE: Vec2 = Vec2::new(600.0, 500.0);
