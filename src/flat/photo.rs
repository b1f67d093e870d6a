//! The photo mode: pictures larger than the window, and films of the game.
//!
//! A second camera at the window's place draws to an image, without the interface. A film plays the
//! game through, and afterwards shows the position from before.

use std::thread::sleep;
use std::time::Duration;

use bevy::camera::RenderTarget;
use bevy::ecs::system::SystemParam;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::renderer::RenderDevice;
use bevy::render::view::NoIndirectDrawing;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::PrimaryWindow;

use super::camera::{CameraSystems, FIELD_OF_VIEW, NEAR, WindowCamera};
use icochess_base::frame::NextFrame;
use icochess_base::platform::HAS_THREADS;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::quality::GraphicsAdapter;
use icochess_message::{msg, reason};
use icochess_play::game::Match;
use icochess_play::game::facts::{MatchFact, on_fact};
use icochess_play::game::messages::{GameRequest, Step};
use icochess_play::game::play_through::{PlayThrough, PlayingThrough};
use icochess_rules::NodeId;
use icochess_store::Notice;
use icochess_store::pictures::{PictureKind, PictureTask, Shot};
use icochess_store::store::Store;
use icochess_ui::state::photo::{PhotoRequest, PhotoWork};
use icochess_ui::state::screen::{Screen, Screens};
use icochess_ui::workarounds::pipelines::PendingPipelines;

/// Width and height of a picture, relative to the window.
const ENLARGED: f32 = 4.0;
/// Width and height of a picture without threads, as in a browser, relative to the window.
const ENLARGED_LITTLE: f32 = 2.0;
/// Maximum width and height of a picture, in pixels.
const MAX_EDGE: u32 = 7680;
/// Maximum number of pixels of a picture: multisampled, they take 0.8 GB.
const MAX_PIXELS: f32 = 16.8e6;
/// Limit of `MAX_EDGE` for an unknown graphics card, in pixels.
const SAFE_EDGE: u32 = 2048;
/// Maximum width and height of a film, in pixels.
const MAX_FILM_EDGE: f32 = 800.0;
/// Minimum time between two pictures of a film.
const MIN_INTERVAL: Duration = Duration::from_millis(125);
/// Maximum number of pictures in a film.
const MAX_SHOTS: u32 = 2_000;
/// Successive frames without a missing pipeline after which a picture is complete.
const QUIET_FRAMES: u32 = 3;
/// Time in which the pieces return to their first places, before the film.
const BEFORE_FILM: Duration = Duration::from_secs(1);
/// Time for which a film shows the first position.
const BEFORE_MOVES: Duration = Duration::from_secs(1);
/// Duration of a film after the last move.
const AFTER_MOVES: Duration = Duration::from_millis(1_500);
/// Maximum wait for a picture. A processor draws a large one in seconds, and several come first.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Maximum wait for a file when the program ends.
const MAX_SAVING: Duration = Duration::from_secs(10);

/// The camera of pictures and films.
#[derive(Component)]
pub(super) struct PhotoCamera;

/// The picture or film in progress.
#[derive(Resource)]
struct Shooting {
    camera: Entity,
    image: Handle<Image>,
    task: PictureTask,
    /// Real time of the request.
    begun: Duration,
    /// Successive frames without a missing pipeline.
    quiet: u32,
    /// Whether a shot was requested.
    is_asked: bool,
    /// Whether a shot has arrived.
    has_shot: bool,
    /// Whether the task takes more shots.
    is_open: bool,
    /// Whether all shots were taken, so that only the file is missing.
    is_over: bool,
    film: Option<Film>,
}

/// The course of a film. Times are real times.
struct Film {
    /// Position to return to; `None` for the live one.
    from: Option<NodeId>,
    interval: Duration,
    /// Time of the first shot.
    started: Option<Duration>,
    /// Time of the next shot.
    due: Duration,
    /// Whether the moves have begun.
    is_played: bool,
    /// Last time at which moves were played.
    played: Duration,
    is_stopped: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            start_photo.run_if(on_message::<PhotoRequest>),
            shoot.run_if(resource_exists::<Shooting>),
        )
            .chain()
            .in_set(AppSystems::Input),
    )
    .add_systems(
        Update,
        (
            forget_position
                .run_if(resource_exists::<Shooting>.and_then(on_fact(MatchFact::is_begun))),
            follow_window
                .run_if(resource_exists::<Shooting>)
                .after(CameraSystems),
        )
            .in_set(AppSystems::Scene),
    )
    .add_systems(
        Last,
        finish_file.run_if(on_message::<AppExit>.and_then(resource_exists::<Shooting>)),
    );
}

/// Waits for the file in progress, because the program's end stops the thread that writes it.
fn finish_file(mut shooting: ResMut<Shooting>) {
    if !HAS_THREADS || !shooting.has_shot {
        return;
    }
    let end = Instant::now() + MAX_SAVING;
    shooting.task.finish();
    while shooting.task.outcome().is_none() && Instant::now() < end {
        sleep(Duration::from_millis(10));
    }
}

/// Returns the size of a picture for a window's size, in pixels, with the card's limit of an edge.
fn picture_size(window: UVec2, enlarged: f32, limit: u32) -> UVec2 {
    let window = window.max(UVec2::ONE).as_vec2();
    let edge = MAX_EDGE.min(limit) as f32 / window.max_element();
    let pixels = (MAX_PIXELS / window.element_product()).sqrt();
    let size = window * enlarged.min(edge).min(pixels);
    size.as_uvec2().max(UVec2::ONE)
}

/// Returns the size of a film for a window's size, in pixels.
fn film_size(window: UVec2) -> UVec2 {
    let window = window.max(UVec2::ONE).as_vec2();
    let size = window * (MAX_FILM_EDGE / window.max_element()).min(1.0);
    size.as_uvec2().max(UVec2::ONE)
}

/// Returns the time between two pictures of a film with this number of plies, of a second each.
fn interval(plies: usize) -> Duration {
    let whole = BEFORE_MOVES + AFTER_MOVES + Duration::from_secs(plies as u64);
    MIN_INTERVAL.max(whole / MAX_SHOTS)
}

/// The limits of the graphics card for pictures.
#[derive(SystemParam)]
struct Card<'w> {
    adapter: GraphicsAdapter<'w>,
    device: Option<Res<'w, RenderDevice>>,
}

impl Card<'_> {
    fn picture_size(&self, window: UVec2) -> UVec2 {
        let enlarged = if self.adapter.is_processor() {
            // A frame twice as large takes the processor ten seconds.
            1.0
        } else if HAS_THREADS {
            ENLARGED
        } else {
            ENLARGED_LITTLE
        };
        let device = self.device.as_ref();
        let limit = device.map_or(SAFE_EDGE, |it| it.limits().max_texture_dimension_2d);
        picture_size(window, enlarged, limit)
    }
}

/// Begins a picture or a film, or stops the film.
fn start_photo(
    mut asked: MessageReader<PhotoRequest>,
    (game, time, store): (Res<Match>, Res<Time<Real>>, Option<Res<Store>>),
    (window, card): (Single<&Window, With<PrimaryWindow>>, Card),
    shooting: Option<ResMut<Shooting>>,
    mut images: ResMut<Assets<Image>>,
    mut work: ResMut<PhotoWork>,
    (mut requests, mut notices): (MessageWriter<GameRequest>, MessageWriter<Notice>),
    mut commands: Commands,
) {
    let Some(request) = asked.read().last() else {
        return;
    };
    if let Some(mut shooting) = shooting {
        if let Some(film) = &mut shooting.film
            && *request == PhotoRequest::Film
        {
            film.is_stopped = true;
        }
        return;
    }
    let is_film = *request == PhotoRequest::Film;
    let (kind, size) = if is_film {
        (PictureKind::Film, film_size(window.physical_size()))
    } else {
        let size = card.picture_size(window.physical_size());
        (PictureKind::Picture, size)
    };
    let record = game.record();
    let why = "there is no folder for pictures".to_owned();
    let task = store.ok_or(why).and_then(|store| {
        let task = PictureTask::start(&store, kind, record.board().id());
        task.map_err(|error| reason(&error))
    });
    let task = match task {
        Ok(task) => task,
        Err(why) => {
            notices.write(Notice(msg!("failed", problem = why)));
            return;
        }
    };
    let format = TextureFormat::Rgba8UnormSrgb;
    let image = images.add(Image::new_target_texture(size.x, size.y, format, None));
    let camera = (
        PhotoCamera,
        Name::new("photo camera"),
        Camera3d::default(),
        Camera {
            order: -1,
            ..default()
        },
        RenderTarget::Image(image.clone().into()),
        Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW,
            near: NEAR,
            ..default()
        }),
        NoIndirectDrawing,
    );
    let begun = time.elapsed();
    let film = is_film.then(|| Film {
        from: game.is_looking_back().then(|| record.current()),
        interval: interval(record.line().len()),
        started: None,
        due: begun,
        is_played: false,
        played: begun,
        is_stopped: false,
    });
    let shooting = Shooting {
        camera: commands.spawn(camera).id(),
        image,
        task,
        begun,
        quiet: 0,
        is_asked: false,
        has_shot: false,
        is_open: true,
        is_over: false,
        film,
    };
    commands.insert_resource(shooting);
    if is_film {
        requests.write(GameRequest::Step(Step::Start));
    }
    *work = if is_film {
        PhotoWork::Filming
    } else {
        PhotoWork::Saving
    };
}

impl Shooting {
    /// Requests a shot, which arrives a few frames later.
    fn ask(&mut self, at: Duration, commands: &mut Commands) {
        self.is_asked = true;
        let image = self.image.clone();
        commands.spawn(Screenshot::image(image.clone())).observe(
            move |mut captured: On<ScreenshotCaptured>, shooting: Option<ResMut<Shooting>>| {
                // A late shot may belong to an earlier picture.
                let Some(mut shooting) = shooting.filter(|it| it.image == image) else {
                    return;
                };
                let size = captured.image.size();
                let pixels = captured.image.data.take().unwrap_or_default();
                shooting.has_shot = true;
                let takes_more = shooting.task.give(Shot { size, pixels, at });
                // A picture has only one shot.
                shooting.is_open &= takes_more && shooting.film.is_some();
            },
        );
    }
}

impl Film {
    /// Returns whether a shot is due, and whether the moves begin.
    fn advance(&mut self, now: Duration, is_playing: bool) -> (bool, bool) {
        let started = *self.started.get_or_insert(now);
        if is_playing || !self.is_played {
            self.played = now;
        }
        let begins = !self.is_played && now >= started + BEFORE_MOVES;
        self.is_played |= begins;
        let is_due = now >= self.due;
        if is_due {
            self.due = now + self.interval;
        }
        (is_due, begins)
    }

    fn is_over(&self, now: Duration) -> bool {
        self.is_stopped || now >= self.played + AFTER_MOVES
    }
}

/// Requests the shots that are due, ends a film, and reports the file.
fn shoot(
    (time, screens, playing): (Res<Time<Real>>, Res<Screens>, Res<PlayingThrough>),
    pipelines: Option<Res<PendingPipelines>>,
    mut shooting: ResMut<Shooting>,
    mut work: ResMut<PhotoWork>,
    mut next: ResMut<NextFrame>,
    (mut plays, mut requests): (MessageWriter<PlayThrough>, MessageWriter<GameRequest>),
    mut notices: MessageWriter<Notice>,
    mut commands: Commands,
) {
    next.within(Duration::ZERO);
    let (now, shooting) = (time.elapsed(), &mut *shooting);
    shooting.task.work();
    if shooting.is_over {
        if let Some(outcome) = shooting.task.outcome() {
            notices.write(Notice(match outcome {
                Ok(path) => msg!("picture-saved", file = path.display().to_string()),
                Err(why) => msg!("failed", problem = why),
            }));
            commands.remove_resource::<Shooting>();
            *work = PhotoWork::Idle;
        }
        return;
    }
    let missing = pipelines.map_or(0, |pipelines| pipelines.count());
    shooting.quiet = if missing == 0 { shooting.quiet + 1 } else { 0 };
    let is_ready = shooting.quiet >= QUIET_FRAMES;
    let waited = now.saturating_sub(shooting.begun);
    let is_late = waited >= MAX_WAIT;
    let (is_due, is_done) = match &mut shooting.film {
        None => (is_ready && !shooting.is_asked, is_late),
        Some(film) if film.started.is_some() || is_ready && waited >= BEFORE_FILM => {
            let (is_due, begins) = film.advance(now, playing.is_on());
            if begins {
                plays.write(PlayThrough::Begin);
            }
            (is_due, film.is_over(now))
        }
        Some(film) => (false, film.is_stopped || is_late),
    };
    let is_left = shooting.film.is_some() && screens.shown() != Screen::Photo;
    if !is_done && !is_left && shooting.is_open {
        if is_due {
            let film = shooting.film.as_ref();
            let started = film.and_then(|film| film.started);
            let at = started.map_or(Duration::ZERO, |started| now - started);
            shooting.ask(at, &mut commands);
        }
        return;
    }
    if let Some(film) = &shooting.film {
        // A step of the replay must not follow the return.
        plays.write(PlayThrough::Stop);
        if playing.is_on() {
            return;
        }
        requests.write(film.from.map_or(GameRequest::ComeBack, GameRequest::GoTo));
    }
    commands.entity(shooting.camera).despawn();
    // A film that was stopped before it began leaves no file.
    if shooting.film.is_some() && !shooting.has_shot && !is_late {
        commands.remove_resource::<Shooting>();
        *work = PhotoWork::Idle;
        return;
    }
    shooting.task.finish();
    shooting.is_over = true;
    *work = PhotoWork::Saving;
}

/// Keeps a film from returning to a position of another game.
fn forget_position(mut shooting: ResMut<Shooting>) {
    if let Some(film) = &mut shooting.film {
        film.from = None;
    }
}

/// Moves the camera with the window's.
fn follow_window(
    window: Single<(&Transform, &Camera), (With<WindowCamera>, Without<PhotoCamera>)>,
    mut cameras: Query<(&mut Transform, &mut Camera), With<PhotoCamera>>,
) {
    let (place, lens) = *window;
    for (mut own_place, mut camera) in &mut cameras {
        own_place.set_if_neq(*place);
        if camera.sub_camera_view != lens.sub_camera_view {
            camera.sub_camera_view = lens.sub_camera_view;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_as_large_as_window_card_and_memory_allow() {
        for (window, enlarged, limit, expected) in [
            ((1280, 800), ENLARGED, 16_384, (5120, 3200)),
            ((1280, 800), ENLARGED_LITTLE, 16_384, (2560, 1600)),
            ((1280, 800), ENLARGED, 2048, (2048, 1280)),
            ((3000, 750), ENLARGED, 16_384, (7680, 1920)),
            ((0, 0), ENLARGED, 16_384, (4, 4)),
        ] {
            let found = picture_size(UVec2::from(window), enlarged, limit);
            let off = (found.as_ivec2() - IVec2::from(expected)).abs();
            assert!(off.max_element() <= 1, "{found}");
        }
        let large = picture_size(UVec2::new(3840, 2160), ENLARGED, 16_384).as_vec2();
        assert!((0.99 * MAX_PIXELS..=MAX_PIXELS).contains(&large.element_product()));
    }

    #[test]
    fn films_have_a_bounded_size_and_number_of_pictures() {
        assert_eq!(film_size(UVec2::new(1280, 800)), UVec2::new(800, 500));
        assert_eq!(film_size(UVec2::new(360, 740)), UVec2::new(360, 740));
        assert_eq!(interval(40), MIN_INTERVAL);
        for plies in [300, 1_000, 5_000] {
            let whole = Duration::from_secs(plies as u64);
            assert!(whole.as_secs_f32() / interval(plies).as_secs_f32() <= MAX_SHOTS as f32);
        }
    }
}
