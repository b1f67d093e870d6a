//! Tests of animations of pieces that appear, disappear and land, and of check and mate: their
//! motion, timing, end and sounds.

use bevy::color::ColorToComponents;
use bevy::light::{EnvironmentMapLight, GlobalAmbientLight};
use bevy::prelude::*;
use bevy::render::view::ColorGrading;
use icochess::audio::cues::PlaySound;
use icochess::audio::samples::{BoardMaterial, Sample, Weight};
use icochess::board::effects::check::{CheckPulse, PULSE_SECONDS};
use icochess::board::effects::dust::{DUST_SECONDS, Dust};
use icochess::board::effects::mate::{MATE_SECONDS, MateEffect, MateEffectPart};
use icochess::board::pieces::piece::{
    GLIDE_SECONDS, Gliding, IsPiece, PieceOn, Rising, Settling, Vanishing,
};
use icochess::board::room;
use icochess::board::room::scenery::InRoom;
use icochess::board::room::shown::{FADE_SECONDS, ShownRoom};
use icochess::board::stage::shape::BoardShape;
use icochess::frame::NextFrame;
use icochess::game::Match;
use icochess::game::messages::{GameRequest, MoveRequested, Step};
use icochess::save::choices::RoomChoice;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::{Screen, Screens};
use icochess_boards::Variant;
use icochess_rules::{Role, Side};
use icochess_shape::{Hold, Room};

use crate::asking::only;
use crate::headless::{self, FRAME};
use crate::short_games::short_games;
use crate::table::Table;

/// Seconds until a new game is set up.
const STANDS: f32 = 1.5;
/// Seconds until every animation has ended.
const RESTS: f32 = 2.2;

const CHECKS: (&str, &str) = ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
const MATES: (&str, &str) = ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
const TAKES: (&str, &str) = ("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5");

fn table(settings: Settings) -> Table {
    Table::with(settings, |_| {})
}

/// Creates a game in a room, with a camera lit by it.
fn in_a_room(settings: Settings) -> Table {
    Table::with(settings, |app| {
        app.add_plugins(room::plugin);
        app.world_mut()
            .spawn((Camera3d::default(), ColorGrading::default()));
    })
}

/// Sets up a position of 8×8 chess and waits for the animation.
fn set_up(table: &mut Table, position: &str) {
    let game = Variant::Chess.board().read_position(position).unwrap();
    table.ask(GameRequest::Load(game));
    table.pass(STANDS);
}

fn count<C: Component>(table: &mut Table) -> usize {
    let world = table.app.world_mut();
    world.query::<&C>().iter(world).count()
}

/// Returns the height of the gliding piece above its cell, in metres.
fn height(table: &mut Table) -> Option<f32> {
    let world = table.app.world_mut();
    let mut moving = world.query_filtered::<(&PieceOn, &Transform), With<Gliding>>();
    let (on, place) = moving.iter(world).next()?;
    let shape = world.resource::<BoardShape>();
    let (at, end) = (place.translation, shape.centre(on.0));
    Some(match shape.hold {
        Hold::Ball => at.length() - end.length(),
        Hold::Table { .. } => at.y - end.y,
    })
}

/// Plays a move and returns the height of its piece in each frame.
fn way(table: &mut Table, uci: &str) -> Vec<f32> {
    table.request(uci);
    let mut heights = Vec::new();
    while let Some(height) = height(table) {
        heights.push(height);
        table.frames(1);
        assert!(heights.len() < 100, "it never lands");
    }
    heights
}

/// Returns the distance of each piece from its cell, and its scale.
fn stances(table: &mut Table) -> Vec<(f32, f32)> {
    let world = table.app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &IsPiece, &Transform)>();
    let shape = world.resource::<BoardShape>();
    let stances = pieces.iter(world).map(|(on, is, place)| {
        let expected = shape.on_cell(is.0, on.0);
        (
            place.translation.distance(expected.translation),
            place.scale.x,
        )
    });
    stances.collect()
}

/// Brightness of the room.
#[derive(Debug, Clone, PartialEq)]
struct Brightness {
    /// Illuminance of the key light in lux, intensities of the environment and ambient light in
    /// cd/m², and the background colour.
    lights: [f32; 6],
    /// Colour factors of everything visible in the room.
    scenery: Vec<[f32; 3]>,
}

impl Brightness {
    fn of(table: &mut Table) -> Self {
        let key = headless::named(&mut table.app, "key light");
        let world = table.app.world_mut();
        let key = world.get::<DirectionalLight>(key).expect("a sun");
        let key = key.illuminance;
        let mut maps = world.query::<&EnvironmentMapLight>();
        let around = maps.single(world).expect("one eye").intensity;
        let ambient = world.resource::<GlobalAmbientLight>().brightness;
        let empty = world.resource::<ClearColor>().to_linear();
        let [red, green, blue] = empty.to_f32_array_no_alpha();
        let mut rooms = world.query::<(&InRoom, Option<&Children>)>();
        let mut painted = world.query::<&MeshMaterial3d<StandardMaterial>>();
        let shown = world.resource::<ShownRoom>().0;
        let materials = world.resource::<Assets<StandardMaterial>>();
        let room = rooms.iter(world).find(|(room, _)| room.0 == shown);
        let (_, things) = room.expect("a room");
        let scenery = things.into_iter().flatten().map(|thing| {
            let material = painted.get(world, *thing).expect("a material");
            let material = materials.get(&material.0).expect("a material");
            material.base_color.to_linear().to_f32_array_no_alpha()
        });
        Self {
            lights: [key, around, ambient, red, green, blue],
            scenery: scenery.collect(),
        }
    }

    /// Returns all numbers of the brightness.
    fn numbers(&self) -> Vec<f32> {
        [&self.lights[..], self.scenery.as_flattened()].concat()
    }

    /// Returns this brightness as a fraction of `whole`, and asserts that all parts are dimmed
    /// equally.
    #[track_caller]
    fn part_of(&self, whole: &Self) -> f32 {
        let part = self.lights[0] / whole.lights[0];
        assert_eq!(self.scenery.len(), whole.scenery.len());
        for (now, all) in self.numbers().into_iter().zip(whole.numbers()) {
            let is_dimmed = (now - all * part).abs() <= 1e-3 * all;
            assert!(is_dimmed, "{part}: {now} of {all}");
        }
        part
    }
}

/// Returns a table right after a mating move, and the room's brightness before it.
fn mated() -> (Table, Brightness) {
    let mut table = in_a_room(Settings::default());
    set_up(&mut table, MATES.0);
    let whole = Brightness::of(&mut table);
    table.request(MATES.1);
    (table, whole)
}

/// Asserts that no piece is moving, appearing or disappearing, and no tile is pulsing.
#[track_caller]
fn assert_at_rest(table: &mut Table, context: &str) {
    let moving = [
        count::<Gliding>(table),
        count::<Rising>(table),
        count::<Vanishing>(table),
        count::<Settling>(table),
        count::<CheckPulse>(table),
    ];
    assert_eq!(moving, [0; 5], "{context}");
}

fn is_mate(table: &Table) -> bool {
    table.app.world().contains_resource::<MateEffect>()
}

/// Returns the angle of Black's king from upright on a table, in degrees.
fn kings_angle(table: &mut Table) -> f32 {
    let world = table.app.world_mut();
    let mut pieces = world.query::<(&IsPiece, &Transform)>();
    let is_king = |is: &IsPiece| is.0.role == Role::KING && is.0.side == Side::Black;
    let king = pieces.iter(world).find(|(is, _)| is_king(is));
    let (_, place) = king.expect("a king");
    (place.rotation * Vec3::Y)
        .angle_between(Vec3::Y)
        .to_degrees()
}

/// Waits during the mate effect until the room is dark.
#[track_caller]
fn wait_for_dark(table: &mut Table, whole: &Brightness) {
    for _ in 0..100 {
        let now = Brightness::of(table);
        if now.part_of(whole) < 0.5 {
            return;
        }
        table.frames(1);
    }
    panic!("it does not get dark");
}

#[test]
fn moving_piece_is_lifted_and_lands_exactly() {
    let mut table = table(Settings::default());
    table.pass(STANDS);
    let on_ball = way(&mut table, "a4g1");
    let mut on_8x8 = |position: &str, uci: &str| {
        set_up(&mut table, position);
        way(&mut table, uci)
    };
    let short = on_8x8("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "a2a3");
    let long = on_8x8("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", "a2h2");
    let slides = on_8x8("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a3");
    let jumps = on_8x8("4k3/7p/8/8/8/8/8/N3K3 w - - 0 1", "a1b3");
    let top = |heights: &[f32]| heights.iter().copied().fold(0.0, f32::max);
    for heights in [&on_ball, &short, &long] {
        assert!(top(heights) > 0.012, "{heights:?}");
    }
    assert!(long.len() > short.len(), "a longer way takes no longer");
    assert!(top(&jumps) > 1.5 * top(&slides), "{jumps:?}, {slides:?}");
    for (off, size) in stances(&mut table) {
        assert!(off < 1e-6, "{off} m beside its place");
        assert_eq!(size, 1.0);
    }
}

#[test]
fn knight_crossing_the_centre_turns_while_moving() {
    let mut table = table(Settings::default());
    set_up(&mut table, "4k3/7p/8/8/8/2N5/8/4K3 w - - 0 1");
    let turned = |table: &mut Table| {
        let world = table.app.world_mut();
        let mut pieces = world.query::<(&IsPiece, &Transform)>();
        let knight = pieces.iter(world).find(|(is, _)| is.0.role == Role::KNIGHT);
        knight.expect("a knight").1.rotation
    };
    let first = turned(&mut table);
    let mut before = first;
    table.request("c3e4");
    for _ in 0..40 {
        let now = turned(&mut table);
        let step = now.angle_between(before).to_degrees();
        assert!(step < 25.0, "{step}° in a frame");
        before = now;
        table.frames(1);
    }
    // The board turns from facing half right to facing half left.
    let all = first.angle_between(before).to_degrees();
    assert!((all - 90.0).abs() < 1.0, "{all}°");
}

#[test]
fn captured_piece_stays_until_its_captor_pushes_it_away() {
    let mut table = table(Settings::default());
    set_up(&mut table, TAKES.0);
    table.request(TAKES.1);
    let place = |table: &mut Table| {
        let world = table.app.world_mut();
        let mut taken = world.query_filtered::<&Transform, With<Vanishing>>();
        taken.iter(world).next().copied()
    };
    let stood = place(&mut table).expect("a piece is taken");
    // 0.1 s, long before the captor arrives.
    table.frames(5);
    assert_eq!(place(&mut table), Some(stood));
    while count::<Gliding>(&mut table) > 0 {
        table.frames(1);
    }
    let now = place(&mut table).expect("it is still seen").translation;
    let pushed = now - stood.translation;
    let shape = table.get::<BoardShape>();
    let foot = 0.1 * shape.piece_scale;
    assert!(pushed.length() > 1.5 * foot, "they stand in one another");
    let position = table.game().position();
    let [from, to] = ["d1", "d5"].map(|name| position.cell_named(name).unwrap());
    let way = shape.centre(to) - shape.centre(from);
    assert!(pushed.with_y(0.0).normalize().dot(way.normalize()) > 0.99);
    table.pass(0.3);
    assert_eq!(place(&mut table), None);
}

#[test]
fn taken_back_capture_restores_piece_after_captor_leaves() {
    let mut table = table(Settings::default());
    set_up(&mut table, TAKES.0);
    table.request(TAKES.1);
    table.pass(GLIDE_SECONDS);
    table.ask(GameRequest::Undo);
    let is_small = |table: &mut Table| stances(table).iter().any(|(_, size)| *size < 0.01);
    assert!(is_small(&mut table));
    table.pass(GLIDE_SECONDS);
    assert!(stances(&mut table).iter().all(|(_, size)| *size == 1.0));
}

#[test]
fn new_game_sets_up_within_a_second_kings_first() {
    for variant in Variant::ALL {
        let mut table = table(Settings::default());
        table.ask(GameRequest::Load(variant.board().new_game()));
        // All pieces are on their cells from the first frame, and can be picked.
        assert!(stances(&mut table).iter().all(|(off, _)| *off < 1e-6));
        table.frames(22);
        let world = table.app.world_mut();
        let mut pieces = world.query::<(&PieceOn, &IsPiece, &Transform)>();
        let (shape, game) = (world.resource::<BoardShape>(), world.resource::<Match>());
        let sizes: Vec<(f32, f32)> = pieces
            .iter(world)
            .filter_map(|(on, is, place)| {
                let king = game.position().royal(is.0.side)?;
                let far = shape.centre(king).distance(shape.centre(on.0));
                Some((far, place.scale.x))
            })
            .collect();
        for (near, larger) in &sizes {
            for (far, smaller) in &sizes {
                assert!(near > far || larger >= smaller, "{variant}");
            }
        }
        // Without kings, all appear at once.
        if !sizes.is_empty() {
            assert!(sizes.iter().any(|(_, size)| *size == 1.0), "{variant}");
            assert!(sizes.iter().any(|(_, size)| *size < 0.1), "{variant}");
        }
        table.frames(30);
        assert_eq!(count::<Rising>(&mut table), 0, "{variant}");
        assert!(stances(&mut table).iter().all(|(_, size)| *size == 1.0));
    }
}

#[test]
fn press_ends_animations() {
    let (mut table, whole) = mated();
    assert_eq!(count::<Gliding>(&mut table), 1);
    headless::trigger(&mut table.app, "tile e4");
    assert_eq!(count::<Gliding>(&mut table), 0);
    // A press also ends the mate effect.
    wait_for_dark(&mut table, &whole);
    headless::trigger(&mut table.app, "tile e4");
    table.frames(1);
    assert!(!is_mate(&table));
    assert_eq!(Brightness::of(&mut table), whole);
    // A press also ends the setup of a game.
    table.ask(GameRequest::Load(Variant::Chess.board().new_game()));
    assert!(count::<Rising>(&mut table) > 0);
    headless::trigger(&mut table.app, "tile e4");
    assert_eq!(count::<Rising>(&mut table), 0);
}

#[test]
fn check_pulses_the_kings_tile_once() {
    let mut table = table(Settings::default());
    set_up(&mut table, CHECKS.0);
    table.request(CHECKS.1);
    let mut seen = Vec::new();
    for _ in 0..75 {
        let is_gliding = count::<Gliding>(&mut table) > 0;
        let world = table.app.world_mut();
        let mut pulses = world.query::<&CheckPulse>();
        let bright = pulses.iter(world).next().map(CheckPulse::brightness);
        if is_gliding {
            assert_eq!(bright, Some(0.0), "before the piece has landed");
        }
        seen.extend(bright);
        table.frames(1);
    }
    let at = (0..seen.len()).max_by(|one, other| seen[*one].total_cmp(&seen[*other]));
    let (up, down) = seen.split_at(at.expect("a pulse"));
    assert!(
        up.is_sorted() && down.is_sorted_by(|a, b| a >= b),
        "{seen:?}"
    );
    assert!(down[0] > 0.9, "{seen:?}");
    let lit = seen.iter().filter(|it| **it > 0.0).count();
    let frames = PULSE_SECONDS / FRAME.as_secs_f32();
    assert!((lit as f32 - frames).abs() < 3.0, "{lit} frames");
    assert_eq!(count::<CheckPulse>(&mut table), 0);
    // A move without check doesn't pulse, nor does a move taken back.
    table.request("e8d7");
    assert_eq!(count::<CheckPulse>(&mut table), 0);
    table.ask(GameRequest::Undo);
    assert_eq!(count::<CheckPulse>(&mut table), 0);
}

#[test]
fn mate_dims_the_room_for_a_second_before_the_result() {
    let (mut table, whole) = mated();
    assert!(whole.numbers().iter().all(|it| *it > 0.0), "{whole:?}");
    // Sky and table start at full brightness.
    assert_eq!(whole.scenery, [[1.0; 3]; 2]);
    let (mut darkest, mut dark) = (1.0_f32, 0);
    for _ in 0..(RESTS / FRAME.as_secs_f32()) as usize {
        let is_on = is_mate(&table);
        let now = Brightness::of(&mut table);
        if count::<Gliding>(&mut table) > 0 {
            assert_eq!(now, whole, "before the piece has landed");
        }
        // Scenery and reflections are dimmed with the lights.
        let left = now.part_of(&whole);
        let lamps = {
            let world = table.app.world_mut();
            let mut lamps = world.query_filtered::<&SpotLight, With<MateEffectPart>>();
            lamps.iter(world).map(|lamp| lamp.intensity).sum::<f32>()
        };
        if left < 1.0 {
            dark += 1;
            assert!(is_on && lamps > 0.0);
            assert_eq!(table.get::<Screens>().shown(), Screen::Game);
        }
        darkest = darkest.min(left);
        table.frames(1);
    }
    assert!(darkest < 1.0 / 3.0, "{darkest}");
    let seconds = dark as f32 * FRAME.as_secs_f32();
    assert!((seconds - MATE_SECONDS).abs() < 0.1, "{seconds} s");
    // The room is as bright as before.
    assert_eq!(Brightness::of(&mut table), whole);
    assert_eq!(count::<MateEffectPart>(&mut table), 0);
    assert_eq!(table.get::<Screens>().shown(), Screen::Result);
}

#[test]
fn mated_king_lies_down_and_stands_at_once_in_another_position() {
    let anew = Variant::Chess.board().new_game();
    for request in [
        GameRequest::Undo,
        GameRequest::Step(Step::Back),
        GameRequest::Load(anew),
    ] {
        let mut table = table(Settings::default());
        set_up(&mut table, MATES.0);
        table.request(MATES.1);
        assert!(kings_angle(&mut table) < 1.0, "before the mate");
        table.pass(RESTS);
        assert!(kings_angle(&mut table) > 90.0);
        table.ask(request.clone());
        assert!(kings_angle(&mut table) < 1.0, "{request:?}");
    }
}

#[test]
fn captors_raise_dust_as_they_land() {
    let mut table = table(Settings::default());
    set_up(&mut table, TAKES.0);
    table.request(TAKES.1);
    while count::<Gliding>(&mut table) > 0 {
        assert_eq!(count::<Dust>(&mut table), 0);
        table.frames(1);
    }
    assert_eq!(count::<Dust>(&mut table), 1);
    table.pass(DUST_SECONDS);
    assert_eq!(count::<Dust>(&mut table), 0);
}

/// Changes the room setting and waits until the room is shown.
fn choose(table: &mut Table, room: Room) {
    let mut settings = table.app.world_mut().resource_mut::<Settings>();
    settings.room = RoomChoice::Always(room);
    table.pass(2.0 * FADE_SECONDS + 0.1);
    assert_eq!(table.get::<ShownRoom>().0, room);
}

#[test]
fn room_changed_during_mate_effect_is_dimmed_and_restored() {
    // The terrace exists already; the stars are created during the effect.
    for room in [Room::Terrace, Room::Stars] {
        let (mut table, before) = mated();
        assert_eq!(table.get::<ShownRoom>().0, Room::Table);
        wait_for_dark(&mut table, &before);
        let mut settings = table.app.world_mut().resource_mut::<Settings>();
        settings.room = RoomChoice::Always(room);
        while table.get::<ShownRoom>().0 != room {
            assert!(is_mate(&table), "{room:?} comes too late");
            table.frames(1);
        }
        let dark = Brightness::of(&mut table);
        table.pass(RESTS);
        let whole = Brightness::of(&mut table);
        assert!(whole.scenery.len() > 1, "{room:?}");
        assert!(whole.scenery.iter().all(|it| *it == [1.0; 3]), "{room:?}");
        let left = dark.part_of(&whole);
        assert!(left < 0.5, "{room:?}: {left}");
        // The camera's fade is over too.
        let grading = only::<ColorGrading, ColorGrading>(&mut table.app);
        assert_eq!(grading.global.exposure, 0.0);
        // The room is as bright as without the effect.
        choose(&mut table, Room::Table);
        assert_eq!(Brightness::of(&mut table), before);
        choose(&mut table, room);
        assert_eq!(Brightness::of(&mut table), whole);
    }
}

#[test]
fn extinction_uses_the_mate_effect() {
    let games = short_games().into_iter();
    for game in games.filter(|game| game.outcome == "extinction") {
        let variant: Variant = game.board.parse().expect("a board");
        let mut table = in_a_room(Settings::default());
        let start = variant.board().read_position(&game.start).unwrap();
        table.ask(GameRequest::Load(start));
        table.pass(STANDS);
        let whole = Brightness::of(&mut table);
        for (_, uci) in &game.moves {
            assert!(!is_mate(&table));
            table.request(uci);
            table.pass(0.6);
        }
        assert!(is_mate(&table));
        wait_for_dark(&mut table, &whole);
        table.pass(RESTS);
        assert_eq!(Brightness::of(&mut table), whole);
        assert_eq!(table.get::<Screens>().shown(), Screen::Result);
    }
}

#[test]
fn leaving_the_mate_position_restores_the_light() {
    let anew = Variant::Chess.board().new_game();
    for request in [
        GameRequest::Undo,
        GameRequest::Step(Step::Back),
        GameRequest::Load(anew),
    ] {
        let (mut table, whole) = mated();
        wait_for_dark(&mut table, &whole);
        table.ask(request.clone());
        assert_eq!(Brightness::of(&mut table), whole, "{request:?}");
        table.pass(RESTS);
        assert_eq!(Brightness::of(&mut table), whole, "{request:?}");
        assert_eq!(count::<MateEffectPart>(&mut table), 0);
        assert_eq!(table.get::<Screens>().shown(), Screen::Game, "{request:?}");
    }
}

#[test]
fn reduced_motion_skips_all_animations() {
    let mut table = in_a_room(headless::set(|it| it.reduced_motion = true));
    for (position, uci) in [TAKES, CHECKS, MATES] {
        let game = Variant::Chess.board().read_position(position).unwrap();
        table.ask(GameRequest::Load(game));
        assert_eq!(count::<Rising>(&mut table), 0);
        let whole = Brightness::of(&mut table);
        table.request(uci);
        assert_at_rest(&mut table, uci);
        table.frames(2);
        assert!(!is_mate(&table) && count::<Dust>(&mut table) == 0);
        assert!(kings_angle(&mut table) < 1.0);
        assert!(stances(&mut table).iter().all(|it| *it == (0.0, 1.0)));
        assert_eq!(Brightness::of(&mut table), whole);
    }
}

#[test]
fn no_frames_are_requested_two_seconds_after_an_effect() {
    let mut table = table(Settings::default());
    for (position, uci) in [TAKES, CHECKS, MATES] {
        set_up(&mut table, position);
        table.request(uci);
        table.frames(2);
        table.pass(RESTS);
        let wait = table.get::<NextFrame>().wait();
        assert!(wait.is_none_or(|wait| wait > 5 * FRAME), "{uci}: {wait:?}");
        assert_at_rest(&mut table, uci);
    }
}

#[test]
fn landing_sound_depends_on_weight_and_board() {
    let mut table = table(Settings::default());
    let mut landing = |board: Variant, position: Option<&str>, uci: Option<&str>| {
        let game = match position {
            Some(position) => board.board().read_position(position).unwrap(),
            None => board.board().new_game(),
        };
        table.ask(GameRequest::Load(game));
        table.pass(STANDS);
        table.facts::<PlaySound>();
        let position = table.game().position();
        let mv = uci.map(|uci| position.parse_uci(uci).unwrap());
        let mv = mv.unwrap_or_else(|| position.legal_moves()[0]);
        table.send(MoveRequested(mv));
        table.frames(2);
        let position = table.game().position();
        let piece = position.piece_at(mv.to).expect("it has moved");
        let model = table.get::<BoardShape>().model(position, piece.role);
        let mover = Weight::of(model);
        for _ in 0..25 {
            if let Some(landed) = table.facts::<PlaySound>().first() {
                return (landed.sample, mover);
            }
            table.frames(1);
        }
        panic!("nothing lands");
    };
    let wood = |weight| Sample::Move(BoardMaterial::Wood, weight);
    for (position, uci, sample) in [
        (None, "e2e4", wood(Weight::Light)),
        (None, "g1f3", wood(Weight::Medium)),
        (Some(TAKES.0), "e1e2", wood(Weight::Heavy)),
        (Some(TAKES.0), TAKES.1, Sample::Capture(BoardMaterial::Wood)),
    ] {
        let (played, _) = landing(Variant::Chess, position, Some(uci));
        assert_eq!(played, sample, "{uci}");
    }
    // The first move of each board.
    for board in Variant::ALL {
        let material = BoardMaterial::of(&board.shape());
        let (sample, weight) = landing(board, None, None);
        let [lands, takes] = [Sample::Move(material, weight), Sample::Capture(material)];
        assert!(sample == lands || sample == takes, "{board}: {sample:?}");
    }
}
