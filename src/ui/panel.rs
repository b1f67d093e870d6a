//! The panel in the world: the same words and commands as on the flat screen,
//! drawn to a picture that hangs beside the board.
//!
//! It stands where it is put when the player sits down, to the right of the
//! ball, an arm's length and a half away; it is not stuck to the head. Each
//! button has a collider, so the rays that pick tiles press them. The picture
//! is drawn anew only when something on it changes.

use bevy::asset::RenderAssetUsages;
use bevy::camera::{ClearColorConfig, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy_rapier3d::prelude::{Collider, ColliderDisabled};

use super::commands::{ButtonFace, Command, CommandButton, FaceText, HoveredCommand, Page};
use super::evaluation::{self, EvaluationBar, EvaluationText, WhiteShare};
use super::status::StatusLine;
use super::theme;
use crate::board::Seat;
use crate::schedule::AppSystems;

/// Width and height of the picture, pixels.
const PIXELS: Vec2 = Vec2::new(1024.0, 1152.0);
/// Size of a pixel, metres: the panel is 0.56 m wide and 0.63 m high.
const PIXEL: f32 = 0.56 / PIXELS.x;
/// Buttons of a page; pages with fewer leave room before the last.
const SLOTS: usize = 12;
/// From the eye to the panel, metres (Meta: 1.0 to 2.0 m).
const DISTANCE: f32 = 1.05;
/// To the right of the board, radians.
const TO_THE_RIGHT: f32 = 0.56;
/// Below the eyes, metres: 13°.
const BELOW: f32 = 0.24;
/// Frames that the picture is drawn for after a change. Bevy lays text out and
/// draws it in the frame in which it changes.
const DRAWN_FRAMES: u32 = 1;
/// The same at the start, when the font is still being loaded.
const FIRST_FRAMES: u32 = 40;

/// The place of a button among those of the page.
#[derive(Component, Debug, Clone, Copy)]
struct Slot(usize);

impl Slot {
    /// The button that a page has here. The last one, which leads back, is
    /// always in the same place.
    fn command(self, page: Page) -> Option<Command> {
        if self.0 == SLOTS - 1 {
            page.commands().last()
        } else {
            page.commands().nth(self.0 + 1)?;
            page.commands().nth(self.0)
        }
    }
}

#[derive(Component)]
struct Panel;

/// The camera that draws the picture.
#[derive(Component)]
struct PanelCamera {
    frames: u32,
}

/// Where a button lies on the picture, in three columns, pixels. 110 pixels are
/// 60 mm: 3.3° (Meta: 2.8°).
fn place(number: usize) -> Rect {
    let (column, row) = ((number % 3) as f32, (number / 3) as f32);
    let corner = Vec2::new(40.0 + column * 320.0, 622.0 + row * 128.0);
    Rect::from_corners(corner, corner + Vec2::new(304.0, 110.0))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        (
            turn_page
                .run_if(resource_changed::<Page>)
                .before(super::commands::write_captions),
            hang.run_if(resource_changed::<Seat>),
            draw.after(super::commands::paint_buttons)
                .after(super::status::StatusSystems)
                .after(evaluation::show),
        )
            .in_set(AppSystems::Feedback),
    );
}

fn line(line: StatusLine, size: f32) -> impl Bundle {
    (line, theme::text("", size, theme::TEXT))
}

fn spawn(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    seat: Res<Seat>,
) {
    let mut image = Image::new_target_texture(
        PIXELS.x as u32,
        PIXELS.y as u32,
        TextureFormat::Rgba8UnormSrgb,
        None,
    );
    image.asset_usage = RenderAssetUsages::RENDER_WORLD;
    let image = images.add(image);
    let camera = commands
        .spawn((
            Name::new("panel camera"),
            PanelCamera {
                frames: FIRST_FRAMES,
            },
            Camera2d,
            Camera {
                clear_color: ClearColorConfig::Custom(theme::PANEL),
                order: -1,
                ..default()
            },
            RenderTarget::Image(image.clone().into()),
            // Its text is drawn with its own smoothing.
            Msaa::Off,
        ))
        .id();
    commands
        .spawn((
            Name::new("panel text"),
            Node {
                width: percent(100),
                height: percent(100),
                padding: UiRect::all(px(44)),
                flex_direction: FlexDirection::Column,
                row_gap: px(14),
                ..default()
            },
            UiTargetCamera(camera),
            Pickable::IGNORE,
        ))
        .with_children(|panel| {
            panel.spawn(line(StatusLine::Headline, 86.0));
            panel.spawn(line(StatusLine::Detail, 54.0));
            panel.spawn(line(StatusLine::Thinking, 44.0));
            // The longest, "Last move: 100... bishop E2 takes knight R2", is one line.
            panel.spawn(line(StatusLine::LastMove, 36.0));
            panel.spawn(line(StatusLine::Hovered, 50.0));
            panel.spawn(line(StatusLine::Notice, 44.0));
            panel.spawn(evaluation::bar(
                Node {
                    top: px(80),
                    right: px(24),
                    width: px(26),
                    height: px(510),
                    ..default()
                },
                34.0,
            ));
            // What the buttons are comes with the first page.
            for number in 0..SLOTS {
                let at = place(number);
                panel.spawn((
                    Slot(number),
                    ButtonFace(Command::Back),
                    Node {
                        position_type: PositionType::Absolute,
                        left: px(at.min.x),
                        top: px(at.min.y),
                        width: px(at.width()),
                        height: px(at.height()),
                        // Longer words than fit beside each other get two lines.
                        padding: UiRect::horizontal(px(10)),
                        justify_content: JustifyContent::Center,
                        align_items: AlignItems::Center,
                        border_radius: BorderRadius::all(px(18)),
                        ..default()
                    },
                    BackgroundColor(theme::BUTTON),
                    children![(
                        FaceText,
                        theme::text("", 36.0, theme::TEXT),
                        TextLayout::justify(Justify::Center),
                    )],
                ));
            }
        });
    let size = PIXELS * PIXEL;
    commands
        .spawn((
            Panel,
            Name::new("panel"),
            Mesh3d(meshes.add(Rectangle::from_size(size))),
            MeshMaterial3d(materials.add(StandardMaterial {
                base_color_texture: Some(image),
                unlit: true,
                ..default()
            })),
            Collider::cuboid(size.x / 2.0, size.y / 2.0, 0.002),
            hanging(&seat),
        ))
        .with_children(|panel| {
            for number in 0..SLOTS {
                let at = place(number);
                let centre = (at.center() - PIXELS / 2.0) * PIXEL;
                let half = at.half_size() * PIXEL;
                panel.spawn((
                    Name::default(),
                    Slot(number),
                    CommandButton(Command::Back),
                    // In front of the panel's own collider.
                    Transform::from_xyz(centre.x, -centre.y, 0.006),
                    Visibility::default(),
                    Collider::cuboid(half.x, half.y, 0.004),
                ));
            }
        });
}

/// Where the panel hangs for a seat: facing the player.
fn hanging(seat: &Seat) -> Transform {
    let ahead = (seat.centre - seat.eye)
        .with_y(0.0)
        .normalize_or(Vec3::NEG_Z);
    let direction = Quat::from_rotation_y(-TO_THE_RIGHT) * ahead;
    let place = seat.eye + direction * DISTANCE - Vec3::Y * BELOW;
    // The picture's face is +z, and `looking_to` turns -z.
    Transform::from_translation(place).looking_to(place - seat.eye, Vec3::Y)
}

fn hang(seat: Res<Seat>, mut panel: Single<&mut Transform, With<Panel>>) {
    **panel = hanging(&seat);
}

/// Gives the buttons of the panel what the page has for them.
fn turn_page(
    mut commands: Commands,
    page: Res<Page>,
    mut faces: Query<(&Slot, &mut ButtonFace, &mut Visibility)>,
    mut buttons: Query<(Entity, &Slot, &mut CommandButton, &mut Name)>,
    mut hovered: ResMut<HoveredCommand>,
) {
    for (slot, mut face, mut visibility) in &mut faces {
        let command = slot.command(*page);
        if let Some(command) = command {
            *face = ButtonFace(command);
        }
        visibility.set_if_neq(if command.is_some() {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
    // The pointer stays where it is, over what is there now.
    let pointed = hovered.0;
    for (entity, slot, mut button, mut name) in &mut buttons {
        let command = slot.command(*page);
        if pointed == Some(button.0) {
            hovered.set_if_neq(HoveredCommand(command));
        }
        let mut entity = commands.entity(entity);
        if let Some(command) = command {
            *button = CommandButton(command);
            name.set(format!("button {}", command.label().to_lowercase()));
            entity.remove::<ColliderDisabled>();
        } else {
            name.set("no button");
            entity.insert(ColliderDisabled);
        }
    }
}

fn draw(
    texts: Query<
        (),
        (
            Or<(With<StatusLine>, With<FaceText>, With<EvaluationText>)>,
            Or<(Changed<Text>, Changed<TextColor>)>,
        ),
    >,
    faces: Query<(), (With<ButtonFace>, Changed<BackgroundColor>)>,
    bars: Query<(), (Or<(With<EvaluationBar>, With<WhiteShare>)>, Changed<Node>)>,
    camera: Single<(&mut Camera, &mut PanelCamera)>,
) {
    let (mut camera, mut panel) = camera.into_inner();
    if !texts.is_empty() || !faces.is_empty() || !bars.is_empty() {
        panel.frames = panel.frames.max(DRAWN_FRAMES);
    }
    let is_due = panel.frames > 0;
    if camera.is_active != is_due {
        camera.is_active = is_due;
    }
    panel.frames = panel.frames.saturating_sub(1);
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;
    use crate::game::messages::MoveRequested;
    use crate::{board, computer, feedback, game, interaction, save, schedule};

    #[test]
    fn a_change_is_drawn_in_one_frame_and_nothing_in_none() {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            StatesPlugin,
            TransformPlugin,
            AssetPlugin::default(),
        ))
        .init_asset::<Mesh>()
        .init_asset::<StandardMaterial>()
        .init_asset::<Image>()
        .add_plugins((
            schedule::plugin,
            game::plugin,
            computer::plugin,
            interaction::plugin,
            board::plugin,
            feedback::plugin,
            save::plugin,
            super::super::plugin,
            plugin,
        ));
        app.finish();
        app.cleanup();
        let drawn = |app: &mut App, frames: u32| {
            (0..frames)
                .filter(|_| {
                    app.update();
                    let world = app.world_mut();
                    let mut cameras = world.query_filtered::<&Camera, With<PanelCamera>>();
                    cameras.single(world).unwrap().is_active
                })
                .count()
        };
        drawn(&mut app, FIRST_FRAMES + 10);
        assert_eq!(drawn(&mut app, 10), 0);
        for uci in ["a4g1", "n4s1"] {
            let mv = <crate::rules::Icochess as crate::rules::Equipment>::tables()
                .parse_uci(uci)
                .unwrap();
            app.world_mut().write_message(MoveRequested(mv));
            assert_eq!(drawn(&mut app, 10), 1, "{uci}");
        }
    }
}
