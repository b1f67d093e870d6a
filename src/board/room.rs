//! The room around the board: a round wooden terrace high above hills, at dusk.
//!
//! Everything is made by calculation, stands still and is unlit or lit by the lights here;
//! nothing casts shadows, so that a headset keeps its frame rate.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::light::GlobalAmbientLight;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

use crate::board::stage::shape::PlayerSeat;
use crate::schedule::AppSystems;

/// Radius of the sky, metres.
const SKY: f32 = 90.0;

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(Color::srgb(0.06, 0.07, 0.12)))
        .insert_resource(GlobalAmbientLight {
            color: Color::srgb(0.80, 0.86, 1.0),
            brightness: 420.0,
            ..default()
        })
        .add_systems(Startup, (spawn_room, spawn_lights))
        .add_systems(
            Update,
            follow_seat
                .run_if(resource_changed::<PlayerSeat>)
                .in_set(AppSystems::Scene),
        );
}

/// A point of the room that goes where the board goes.
#[derive(Component)]
struct AboutBoard;

fn spawn_room(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let unlit = materials.add(StandardMaterial {
        unlit: true,
        cull_mode: None,
        ..default()
    });
    let wood = materials.add(StandardMaterial {
        perceptual_roughness: 0.85,
        reflectance: 0.2,
        ..default()
    });
    commands.spawn((
        Name::new("sky"),
        Mesh3d(meshes.add(sky())),
        MeshMaterial3d(unlit.clone()),
    ));
    commands.spawn((
        Name::new("hills"),
        Mesh3d(meshes.add(hills())),
        MeshMaterial3d(unlit),
    ));
    commands.spawn((
        Name::new("terrace"),
        Mesh3d(meshes.add(terrace())),
        MeshMaterial3d(wood),
    ));
    let lantern = meshes.add(
        Sphere::new(0.07)
            .mesh()
            .ico(3)
            .unwrap_or_else(|_| Sphere::new(0.07).mesh().uv(12, 8)),
    );
    let glow = materials.add(StandardMaterial {
        base_color: Color::srgb(1.0, 0.80, 0.50),
        unlit: true,
        ..default()
    });
    for angle in [0.7_f32, 2.5, 3.8, 5.6] {
        commands.spawn((
            Name::new("lantern"),
            Mesh3d(lantern.clone()),
            MeshMaterial3d(glow.clone()),
            Transform::from_xyz(2.75 * angle.cos(), 1.08, 2.75 * angle.sin()),
        ));
    }
}

fn spawn_lights(mut commands: Commands, seat: Res<PlayerSeat>) {
    let centre = seat.centre;
    // The key stands over the player's left shoulder, so that what the player
    // faces is lit and the bevels of the tiles catch it.
    commands.spawn((
        DirectionalLight {
            color: Color::srgb(1.0, 0.93, 0.82),
            illuminance: 5_200.0,
            ..default()
        },
        Transform::from_xyz(-1.1, 1.5, 1.2).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    // A cool rim from behind tells the far edge of the board from the dusk.
    commands.spawn((
        DirectionalLight {
            color: Color::srgb(0.60, 0.72, 1.0),
            illuminance: 1_900.0,
            ..default()
        },
        Transform::from_xyz(1.4, 0.5, -1.2).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    // Warm light from the deck keeps the underside readable.
    commands.spawn((
        AboutBoard,
        PointLight {
            color: Color::srgb(1.0, 0.80, 0.58),
            intensity: 16_000.0,
            range: 3.0,
            ..default()
        },
        Transform::from_translation(centre + Vec3::new(0.35, -0.75, 0.45)),
    ));
}

fn follow_seat(seat: Res<PlayerSeat>, mut lights: Query<&mut Transform, With<AboutBoard>>) {
    for mut light in &mut lights {
        light.translation = seat.centre + Vec3::new(0.35, -0.75, 0.45);
    }
}

/// Vertices with colours, gathered into one mesh.
#[derive(Default)]
struct Painted {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Painted {
    fn quad(&mut self, corners: [Vec3; 4], normal: Vec3, colors: [Color; 4]) {
        let base = self.positions.len() as u32;
        self.positions.extend(corners);
        self.normals.extend([normal; 4]);
        self.colors
            .extend(colors.map(|color| color.to_linear().to_f32_array()));
        self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| base + i));
    }

    fn mesh(self) -> Mesh {
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::RENDER_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
        .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// The colour of the sky at a height from -1 (straight down) to 1 (zenith).
fn sky_color(height: f32) -> Color {
    let stops = [
        (-1.0, Color::srgb(0.05, 0.06, 0.10)),
        (-0.12, Color::srgb(0.16, 0.13, 0.20)),
        (0.0, Color::srgb(0.86, 0.53, 0.38)),
        (0.10, Color::srgb(0.62, 0.42, 0.46)),
        (0.32, Color::srgb(0.24, 0.25, 0.42)),
        (1.0, Color::srgb(0.05, 0.07, 0.17)),
    ];
    let above = stops.partition_point(|(at, _)| *at <= height);
    let (Some(&(low, a)), Some(&(high, b))) = (stops.get(above.wrapping_sub(1)), stops.get(above))
    else {
        return stops[stops.len() - 1].1;
    };
    a.mix(&b, (height - low) / (high - low))
}

fn sky() -> Mesh {
    const AROUND: usize = 48;
    const HEIGHTS: [f32; 12] = [
        -1.0, -0.5, -0.12, -0.05, 0.0, 0.05, 0.10, 0.2, 0.32, 0.5, 0.75, 1.0,
    ];
    let point = |i: usize, height: f32| {
        let angle = i as f32 / AROUND as f32 * TAU;
        let flat = (1.0 - height * height).max(0.0).sqrt();
        Vec3::new(flat * angle.cos(), height, flat * angle.sin()) * SKY
    };
    let mut sky = Painted::default();
    for pair in HEIGHTS.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        for i in 0..AROUND {
            sky.quad(
                [
                    point(i, low),
                    point(i + 1, low),
                    point(i + 1, high),
                    point(i, high),
                ],
                Vec3::Y,
                [low, low, high, high].map(sky_color),
            );
        }
    }
    sky.mesh()
}

/// Three ranges of hills; the farther, the paler.
fn hills() -> Mesh {
    const AROUND: usize = 96;
    let mut hills = Painted::default();
    let ranges = [
        (82.0, 7.0, Color::srgb(0.42, 0.33, 0.42), 3.0_f32),
        (70.0, 3.0, Color::srgb(0.26, 0.22, 0.33), 5.0),
        (58.0, -1.5, Color::srgb(0.16, 0.16, 0.26), 8.0),
    ];
    for (distance, height, color, waves) in ranges {
        let crest = |i: usize| {
            let angle = i as f32 / AROUND as f32 * TAU;
            let wave = (angle * waves).sin() * 2.2
                + (angle * (waves * 2.0 + 1.0) + distance).sin() * 1.1
                + (angle * (waves * 5.0 + 2.0)).sin() * 0.35;
            let place = Vec3::new(angle.cos(), 0.0, angle.sin()) * distance;
            (place, place + Vec3::Y * (height + wave))
        };
        for i in 0..AROUND {
            let ((foot_a, top_a), (foot_b, top_b)) = (crest(i), crest(i + 1));
            let down = Vec3::Y * -40.0;
            // Mist in the valleys.
            let foot = color.mix(&Color::srgb(0.30, 0.25, 0.34), 0.55);
            hills.quad(
                [foot_a + down, foot_b + down, top_b, top_a],
                Vec3::Y,
                [foot, foot, color, color],
            );
        }
    }
    hills.mesh()
}

/// A round deck of boards with a low wall.
fn terrace() -> Mesh {
    const RADIUS: f32 = 3.0;
    const BOARD: f32 = 0.14;
    let mut deck = Painted::default();
    let boards = (RADIUS * 2.0 / BOARD) as i32;
    for i in 0..boards {
        let (x0, x1) = (
            -RADIUS + i as f32 * BOARD + 0.003,
            -RADIUS + (i + 1) as f32 * BOARD - 0.003,
        );
        let half = |x: f32| (RADIUS * RADIUS - x * x).max(0.0).sqrt();
        // Boards differ a little, always the same way.
        let shade = 0.85 + 0.3 * ((i as f32 * 12.989).sin() * 43.758).fract().abs();
        let color = Color::srgb(0.30 * shade, 0.20 * shade, 0.135 * shade);
        deck.quad(
            [
                Vec3::new(x0, 0.0, half(x0)),
                Vec3::new(x1, 0.0, half(x1)),
                Vec3::new(x1, 0.0, -half(x1)),
                Vec3::new(x0, 0.0, -half(x0)),
            ],
            Vec3::Y,
            [color; 4],
        );
    }
    const AROUND: usize = 48;
    let stone = Color::srgb(0.34, 0.32, 0.34);
    let dark = Color::srgb(0.20, 0.19, 0.22);
    for i in 0..AROUND {
        let direction = |i: usize| {
            let angle = i as f32 / AROUND as f32 * TAU;
            Vec3::new(angle.cos(), 0.0, angle.sin())
        };
        let (a, b) = (direction(i), direction(i + 1));
        let (inner, outer, top) = (RADIUS - 0.35, RADIUS, Vec3::Y * 0.45);
        let inwards = -(a + b).normalize();
        deck.quad(
            [b * inner, a * inner, a * inner + top, b * inner + top],
            inwards,
            [dark, dark, stone, stone],
        );
        deck.quad(
            [
                a * inner + top,
                a * outer + top,
                b * outer + top,
                b * inner + top,
            ],
            Vec3::Y,
            [stone; 4],
        );
    }
    deck.mesh()
}
