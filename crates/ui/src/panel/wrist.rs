//! A small menu of plates beside a hand that shows its palm, for the other hand to press. Other
//! plates in the world are pressed in the same way.

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, ColliderDisabled};

use crate::commands::command::Command;
use crate::commands::orders::Orders;
use crate::state::screen::{PanelShown, Screen, Surface};
use crate::state::ui_state::UiState;
use crate::style::theme;
use icochess_base::language::Words;
use icochess_base::schedule::AppSystems;
use icochess_board::feedback::table::FeedbackKind;
use icochess_board::feedback::{FeedbackEvent, FeedbackLocation, FeedbackRequested};
use icochess_board::stage::drawing::{seen_if, unlit};
use icochess_board::stage::shape::mesh;
use icochess_shape::lettering;

/// Width and height of a plate, in metres. A fingertip needs 22 mm (Meta).
const SIZE: Vec2 = Vec2::new(0.098, 0.026);
/// Width of a plate, and the distance from one plate to the next, in metres.
pub const CELL: Vec2 = Vec2::new(SIZE.x, 0.029);
/// Height of the text, in metres: 1° at a raised hand, 0.43 m away.
const LETTERS: f32 = 0.0075;

/// Entity names and commands of the plates, from top to bottom. The plate without a command shows
/// or hides the panel.
const PLATES: [(&str, Option<Command>); 5] = [
    ("wrist undo", Some(Command::Undo)),
    ("wrist my side", Some(Command::Flip)),
    ("wrist see through", Some(Command::Glass)),
    ("wrist map", Some(Command::Map)),
    ("wrist panel", None),
];

/// The hand that shows the menu, if any. The module that handles the hands sets this.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct WristMenu(pub Option<MenuHand>);

/// A hand that shows the menu.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MenuHand {
    /// Pointer of the hand, which can't press the menu.
    pub pointer: PointerId,
    /// Transform of the menu in the world, with +z towards the player.
    pub place: Transform,
}

impl WristMenu {
    /// Returns whether the hand with this pointer shows the menu.
    pub fn is_by(&self, pointer: PointerId) -> bool {
        self.0.is_some_and(|hand| hand.pointer == pointer)
    }
}

/// A plate of the menu.
#[derive(Component, Debug, Clone, Copy)]
pub struct WristPlate;

/// A plate in the world that is pressed like a button.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct PlateButton {
    /// The command that the plate gives; `None` shows or hides the panel.
    command: Option<Command>,
    /// Height of the text, in metres.
    letters: f32,
    is_enabled: bool,
    is_pointed: bool,
}

#[derive(Component)]
struct Menu;

/// The text of a plate, as its child.
#[derive(Component)]
struct PlateText;

/// Materials of plates and texts.
#[derive(Resource)]
struct WristLooks {
    plain: Handle<StandardMaterial>,
    pointed: Handle<StandardMaterial>,
    dimmed: Handle<StandardMaterial>,
    ink: Handle<StandardMaterial>,
    dimmed_ink: Handle<StandardMaterial>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WristMenu>()
        .add_systems(Startup, spawn_menu)
        .add_systems(
            Update,
            (
                write_labels.run_if(resource_changed::<Words>),
                update_menu.run_if(resource_changed::<WristMenu>),
                (update_enabled, paint_plates).chain(),
            )
                .in_set(AppSystems::Feedback),
        )
        .add_observer(on_over)
        .add_observer(on_out)
        .add_observer(on_click);
}

fn spawn_menu(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut glow = |color| materials.add(unlit(color));
    let looks = WristLooks {
        plain: glow(theme::BUTTON),
        pointed: glow(theme::BUTTON_HOVERED),
        dimmed: glow(theme::BUTTON_DISABLED),
        ink: glow(theme::TEXT),
        dimmed_ink: glow(theme::DISABLED),
    };
    let menu = (
        Name::new("wrist menu"),
        Menu,
        Transform::default(),
        Visibility::Hidden,
    );
    let menu = commands.spawn(menu).id();
    for (row, plate) in PLATES.into_iter().enumerate() {
        let up = (PLATES.len() as f32 - 1.0) / 2.0 - row as f32;
        commands.spawn((
            ChildOf(menu),
            WristPlate,
            plate_button(plate, (SIZE, LETTERS), &mut meshes),
            Transform::from_xyz(0.0, up * CELL.y, 0.0),
        ));
    }
    commands.insert_resource(looks);
}

/// Returns a plate with this name, command, size and height of its text, in metres. Its collider is
/// disabled.
pub(super) fn plate_button(
    (name, command): (&'static str, Option<Command>),
    (size, letters): (Vec2, f32),
    meshes: &mut Assets<Mesh>,
) -> impl Bundle + use<> {
    (
        Name::new(name),
        PlateButton {
            command,
            letters,
            is_enabled: true,
            is_pointed: false,
        },
        Mesh3d(meshes.add(Rectangle::from_size(size))),
        MeshMaterial3d::<StandardMaterial>::default(),
        Collider::cuboid(size.x / 2.0, size.y / 2.0, 0.002),
        ColliderDisabled,
        children![(
            PlateText,
            Mesh3d::default(),
            MeshMaterial3d::<StandardMaterial>::default(),
            // The letters lie flat, with +y towards the reader.
            Transform::from_rotation(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2)),
        )],
    )
}

/// Returns the text of a plate, in capitals.
fn label(words: &Words, command: Option<Command>) -> String {
    let label = command.map_or(Screen::Home.title(), |command| command.info().label);
    words.say(&label).to_uppercase()
}

fn write_labels(
    words: Res<Words>,
    mut meshes: ResMut<Assets<Mesh>>,
    plates: Query<(&PlateButton, &Children)>,
    mut texts: Query<&mut Mesh3d, With<PlateText>>,
) {
    let above = Transform::from_xyz(0.0, 0.0008, 0.0);
    for (plate, children) in &plates {
        for child in children {
            if let Ok(mut shape) = texts.get_mut(*child) {
                let text = label(&words, plate.command);
                shape.0 = meshes.add(mesh(lettering::written(&text, plate.letters, above)));
            }
        }
    }
}

/// Shows the menu at its hand, or hides it.
fn update_menu(
    mut commands: Commands,
    shown: Res<WristMenu>,
    menu: Single<(&mut Transform, &mut Visibility), With<Menu>>,
    plates: Query<Entity, With<WristPlate>>,
) {
    let (mut place, mut visibility) = menu.into_inner();
    if let Some(hand) = shown.0 {
        place.set_if_neq(hand.place);
    }
    if !visibility.set_if_neq(seen_if(shown.0.is_some())) {
        return;
    }
    for plate in &plates {
        if shown.0.is_some() {
            commands.entity(plate).remove::<ColliderDisabled>();
        } else {
            commands.entity(plate).insert(ColliderDisabled);
        }
    }
}

fn update_enabled(mut state: UiState, mut plates: Query<&mut PlateButton>) {
    if !state.is_changed() {
        return;
    }
    for mut plate in &mut plates {
        let is_enabled = plate.command.is_none_or(|it| it.is_enabled(&state));
        if plate.is_enabled != is_enabled {
            plate.is_enabled = is_enabled;
        }
    }
}

fn paint_plates(
    looks: Res<WristLooks>,
    mut plates: Query<
        (
            &PlateButton,
            &Children,
            &mut MeshMaterial3d<StandardMaterial>,
        ),
        Changed<PlateButton>,
    >,
    mut texts: Query<
        &mut MeshMaterial3d<StandardMaterial>,
        (With<PlateText>, Without<PlateButton>),
    >,
) {
    for (plate, children, mut look) in &mut plates {
        let (paint, ink) = match (plate.is_enabled, plate.is_pointed) {
            (false, _) => (&looks.dimmed, &looks.dimmed_ink),
            (true, true) => (&looks.pointed, &looks.ink),
            (true, false) => (&looks.plain, &looks.ink),
        };
        look.0 = paint.clone();
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child) {
                text.0 = ink.clone();
            }
        }
    }
}

/// Returns the request for feedback when a pointer hovers or presses a plate.
fn feedback(kind: FeedbackKind, by: PointerId, plate: &GlobalTransform) -> FeedbackRequested {
    FeedbackRequested(FeedbackEvent {
        kind,
        by: Some(by),
        at: FeedbackLocation::Point(plate.translation()),
    })
}

fn on_over(
    over: On<Pointer<Over>>,
    menu: Res<WristMenu>,
    mut plates: Query<(&mut PlateButton, &GlobalTransform)>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    if let Ok((mut plate, place)) = plates.get_mut(over.entity)
        && !menu.is_by(over.pointer_id)
    {
        plate.is_pointed = true;
        if plate.is_enabled {
            requested.write(feedback(FeedbackKind::Hovered, over.pointer_id, place));
        }
    }
}

fn on_out(out: On<Pointer<Out>>, menu: Res<WristMenu>, mut plates: Query<&mut PlateButton>) {
    if let Ok(mut plate) = plates.get_mut(out.entity)
        && !menu.is_by(out.pointer_id)
    {
        plate.is_pointed = false;
    }
}

fn on_click(
    click: On<Pointer<Click>>,
    menu: Res<WristMenu>,
    plates: Query<(&PlateButton, &GlobalTransform)>,
    mut panel: ResMut<PanelShown>,
    mut orders: Orders,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    let Ok((plate, place)) = plates.get(click.entity) else {
        return;
    };
    if !plate.is_enabled || menu.is_by(click.pointer_id) {
        return;
    }
    match plate.command {
        Some(command) => orders.give(Surface::Panel, command, false),
        None => panel.0 = !panel.0,
    }
    requested.write(feedback(FeedbackKind::Pressed, click.pointer_id, place));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_glyphs_for_all_letters_and_fit_their_plates() {
        let mut words = Words::default();
        for code in ["en", "de"] {
            words.choose(code);
            for (_, command) in PLATES {
                let text = label(&words, command);
                let is_written = |letter| letter == ' ' || lettering::is_drawn(letter);
                assert!(text.chars().all(is_written), "{text}");
                assert!(lettering::width(&text, LETTERS) < SIZE.x - 0.006, "{text}");
            }
        }
    }
}
