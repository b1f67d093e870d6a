//! GPU time of a frame for both eyes (timestamp queries), on every board in every room, at the
//! start position. Needs a graphics card or a software renderer, but neither headset nor window. If
//! `ICOCHESS_TEST_OUT` names a folder, it saves a picture of each scene there.
//!
//! ```text
//! cargo bench --profile dev --bench eyes
//! cargo bench --profile dev --bench eyes -- icochess terrace    # only these boards and rooms
//! ```

use std::env;
use std::f32::consts::PI;
use std::fmt::Debug;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::app::PluginsState;
use bevy::camera::{RenderTarget, Viewport};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::renderer::{
    PendingCommandBuffers, RenderAdapterInfo, RenderDevice, RenderGraph, RenderGraphSystems,
    RenderQueue,
};
use bevy::render::view::NoIndirectDrawing;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::{ExitCondition, WindowPlugin};
use bevy::winit::WinitPlugin;
use icochess::app::CorePlugin;
use icochess::board::room;
use icochess::board::stage::quality::{Antialiasing, ShadowLimit};
use icochess::board::stage::shape::PlayerSeat;
use icochess::display::Display;
use icochess::game::Match;
use icochess::save::choices::RoomChoice;
use icochess::save::setting::Named;
use icochess::save::settings::Settings;
use icochess::ui::panel;
use icochess::xr;
use icochess::xr::hands::RayCamera;
use icochess::xr::one_pass::{OnePass, OnePassPlugin};
use icochess::xr::runtime::load::LEVELS;
use icochess_boards::Variant;
use icochess_shape::Room;

/// Size of an eye, in pixels, as SteamVR recommends for a Valve Index.
const SIZE: UVec2 = UVec2::new(2016, 2240);
/// Vertical field of view of an eye, in radians.
const FIELD_OF_VIEW: f32 = 105.0 / 180.0 * PI;
/// Near plane of a headset's eyes, in metres.
const NEAR: f32 = 0.03;
/// Distance between the eyes, in metres.
const BETWEEN_EYES: f32 = 0.063;
/// Number of measured frames, unless they take longer than [`LONGEST`].
const FRAMES: usize = 100;
/// Maximum measuring time.
const LONGEST: Duration = Duration::from_secs(10);
/// Warm-up time of a scene, in which pieces appear, the board turns home and pipelines are made.
const SETTLED: Duration = Duration::from_secs(3);
/// Warm-up time of other sample counts and sizes, whose textures are created.
const RESIZED: Duration = Duration::from_millis(500);
/// Sample counts, each measured with and without shadows, and with the sizes that a load shrinks the
/// picture to.
const SAMPLES: [Antialiasing; 3] = [Antialiasing::Off, Antialiasing::Two, Antialiasing::Four];
/// Required features of the graphics card.
const WANTED: wgpu::Features =
    wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// Two GPU timestamps, before and after all commands of a frame.
#[derive(Resource)]
struct Timestamps {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
}

/// Size of both timestamps, in bytes.
const BYTES: u64 = 2 * wgpu::QUERY_SIZE as u64;

impl FromWorld for Timestamps {
    fn from_world(world: &mut World) -> Self {
        let device = world.resource::<RenderDevice>().wgpu_device();
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("timestamps"),
                size: BYTES,
                usage,
                mapped_at_creation: false,
            })
        };
        Self {
            queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timestamps"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
            read: buffer(wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ),
        }
    }
}

fn write_start_timestamp(
    stamps: Res<Timestamps>,
    device: Res<RenderDevice>,
    mut pending: ResMut<PendingCommandBuffers>,
) {
    let mut encoder = device.create_command_encoder(&default());
    encoder.write_timestamp(&stamps.queries, 0);
    // Pushes a finished buffer, because an unfinished encoder would be submitted after earlier
    // buffers.
    pending.push([encoder.finish()]);
}

fn write_end_timestamp(
    stamps: Res<Timestamps>,
    device: Res<RenderDevice>,
    mut pending: ResMut<PendingCommandBuffers>,
) {
    let Timestamps {
        queries,
        resolved,
        read,
    } = &*stamps;
    let mut encoder = device.create_command_encoder(&default());
    encoder.write_timestamp(queries, 1);
    encoder.resolve_query_set(queries, 0..2, resolved, 0);
    encoder.copy_buffer_to_buffer(resolved, 0, read, 0, BYTES);
    pending.push_encoder(encoder);
}

/// Waits until the GPU has drawn the last frame, and returns its GPU time, in milliseconds.
fn drawn_in(world: &World) -> f32 {
    let (stamps, device) = (
        world.resource::<Timestamps>(),
        world.resource::<RenderDevice>(),
    );
    let stamps = stamps.read.slice(..);
    stamps.map_async(wgpu::MapMode::Read, |result| {
        result.expect("timestamps that can be read");
    });
    let polled = device.poll(wgpu::PollType::wait_indefinitely());
    polled.expect("a card that draws");
    let ticks = {
        let bytes = stamps.get_mapped_range();
        let [from, to] = [&bytes[..8], &bytes[8..]]
            .map(|it| u64::from_le_bytes(it.try_into().expect("eight bytes")));
        to - from
    };
    world.resource::<Timestamps>().read.unmap();
    let period = world.resource::<RenderQueue>().get_timestamp_period();
    ticks as f32 * period * 1e-6
}

/// Creates the game as a headset shows it, with both eyes but without a runtime.
fn game(variant: Variant, room: Room) -> App {
    let mut app = App::new();
    let plugins = DefaultPlugins
        .build()
        .disable::<WinitPlugin>()
        .disable::<PipelinedRenderingPlugin>()
        .disable::<LogPlugin>()
        .set(WindowPlugin {
            primary_window: None,
            exit_condition: ExitCondition::DontExit,
            ..default()
        });
    app.insert_resource(Settings {
        variant,
        room: RoomChoice::Always(room),
        ..default()
    })
    .insert_resource(Match::new(variant.board().new_game()))
    .add_plugins(plugins)
    .insert_state(Display::Headset)
    .add_plugins((
        CorePlugin,
        OnePassPlugin,
        room::plugin,
        xr::hands_plugin,
        panel::plugin,
    ));
    while app.plugins_state() == PluginsState::Adding {
        sleep(Duration::from_millis(1));
    }
    app.finish();
    app.cleanup();
    let eyes = [(); 2].map(|()| {
        let mut eye =
            Image::new_target_texture(SIZE.x, SIZE.y, TextureFormat::Rgba8UnormSrgb, None);
        eye.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        app.world_mut().resource_mut::<Assets<Image>>().add(eye)
    });
    // The seat is known after one frame.
    app.update();
    let seat = app.world().resource::<PlayerSeat>().0;
    let head = Transform::from_translation(seat.eye).looking_at(seat.centre, Vec3::Y);
    for (eye, side) in eyes.into_iter().zip([-0.5, 0.5]) {
        let at = head * Transform::from_xyz(side * BETWEEN_EYES, 0.0, 0.0);
        let projection = PerspectiveProjection {
            fov: FIELD_OF_VIEW,
            near: NEAR,
            aspect_ratio: SIZE.x as f32 / SIZE.y as f32,
            ..default()
        };
        let mut eye = app.world_mut().spawn((
            Camera3d::default(),
            RenderTarget::Image(eye.into()),
            Projection::Perspective(projection),
            NoIndirectDrawing,
            OnePass::default(),
            at,
        ));
        if side < 0.0 {
            eye.insert(RayCamera);
        }
    }
    app
}

/// Saves a picture of the first eye's view.
fn save_picture(app: &mut App, path: PathBuf) {
    let world = app.world_mut();
    let mut eyes = world.query_filtered::<&RenderTarget, With<RayCamera>>();
    let RenderTarget::Image(eye) = eyes.single(world).expect("an eye").clone() else {
        return;
    };
    let shot = world.spawn(Screenshot::image(eye.handle)).id();
    world.entity_mut(shot).observe(save_to_disk(path));
    while app.world().get_entity(shot).is_ok() {
        app.update();
    }
}

/// Returns the median and the 99th percentile.
fn median_and_99th(mut times: Vec<f32>) -> [f32; 2] {
    times.sort_by(f32::total_cmp);
    [0.5, 0.99].map(|part| times[((times.len() - 1) as f32 * part).round() as usize])
}

/// Shrinks the rendered part of each eye's picture.
fn shrink(app: &mut App, scale: f32) {
    let world = app.world_mut();
    let mut eyes = world.query_filtered::<&mut Camera, With<OnePass>>();
    for mut eye in eyes.iter_mut(world) {
        eye.viewport = (scale < 1.0).then(|| Viewport {
            physical_size: (SIZE.as_vec2() * scale).as_uvec2(),
            ..default()
        });
    }
}

/// Returns whether the command line names none of `all`, or this one.
fn is_wanted<T: Debug>(one: &T, all: &[T]) -> bool {
    let named: Vec<String> = env::args().skip(1).map(|it| it.to_lowercase()).collect();
    let is_named = |it: &T| named.contains(&format!("{it:?}").to_lowercase());
    is_named(one) || !all.iter().any(is_named)
}

fn main() -> ExitCode {
    let out = env::var_os("ICOCHESS_TEST_OUT").map(PathBuf::from);
    let mut is_named = false;
    for room in Room::ALL {
        for variant in Variant::ALL {
            if !is_wanted(&room, &Room::ALL) || !is_wanted(&variant, &Variant::ALL) {
                continue;
            }
            let mut app = game(variant, room);
            if !is_named {
                let card = app.world().resource::<RenderAdapterInfo>();
                println!("{}, {} ({})", card.name, card.driver, card.driver_info);
                println!("both eyes of {SIZE} points, milliseconds");
                is_named = true;
            }
            let device = app.world().resource::<RenderDevice>();
            if !device.features().contains(WANTED) {
                eprintln!("this card tells no times");
                return ExitCode::FAILURE;
            }
            app.sub_app_mut(RenderApp)
                .init_resource::<Timestamps>()
                .add_systems(
                    RenderGraph,
                    (
                        write_start_timestamp.in_set(RenderGraphSystems::Begin),
                        write_end_timestamp
                            .after(RenderGraphSystems::Render)
                            .before(RenderGraphSystems::Submit),
                    ),
                );
            run(&mut app, SETTLED);
            for samples in SAMPLES {
                app.world_mut().resource_mut::<Settings>().antialiasing = samples;
                let mut levels = LEVELS.map(|level| (level.scale, level.shadows)).to_vec();
                levels.dedup();
                for (scale, shadows) in levels {
                    shrink(&mut app, scale);
                    app.insert_resource(ShadowLimit(shadows));
                    run(&mut app, RESIZED);
                    let times = measure(&mut app);
                    let frames = times.len();
                    let [median, most] = median_and_99th(times);
                    let samples = samples.id();
                    let shadows = if shadows { ", shadows" } else { "" };
                    println!(
                        "{variant}, {room:?}, samples {samples}, scale {scale}{shadows}: \
                         median {median:.2}, 99th percentile {most:.2} ({frames} frames)"
                    );
                }
            }
            shrink(&mut app, 1.0);
            app.insert_resource(ShadowLimit(true));
            if let Some(out) = &out {
                save_picture(&mut app, out.join(format!("eye-{variant}-{room:?}.png")));
            }
        }
    }
    ExitCode::SUCCESS
}

/// Runs frames for `time`.
fn run(app: &mut App, time: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < time {
        app.update();
    }
}

/// Runs frames and returns the GPU time of each, in milliseconds.
fn measure(app: &mut App) -> Vec<f32> {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < FRAMES && (times.is_empty() || begun.elapsed() < LONGEST) {
        app.update();
        times.push(drawn_in(app.sub_app(RenderApp).world()));
    }
    times
}
