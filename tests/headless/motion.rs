//! Motion of pieces that come, go and land, and of the moments of check and mate: what moves, when, and
//! that it ends; and what is heard of pieces that land.

use bevy::color::ColorToComponents;
use bevy::light::{EnvironmentMapLight, GlobalAmbientLight};
use bevy::prelude::*;
use bevy::render::view::ColorGrading;
use icochess::audio::cues::Heard;
use icochess::audio::samples::{BoardMaterial, Sample, Weight};
use icochess::board::moments::check::{CheckPulse, PULSE_SECONDS};
use icochess::board::moments::mate::{MATE_SECONDS, MateMoment, OfMate};
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
use icochess_rules::Role;
use icochess_shape::{Hold, Room};

use crate::headless::{self, FRAME};
use crate::short_games::short_games;
use crate::table::Table;

/// Seconds after which a new game stands.
const STANDS: f32 = 1.5;
/// Seconds after which everything has come to rest, whatever it was.
const RESTS: f32 = 2.2;

const CHECKS: (&str, &str) = ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
const MATES: (&str, &str) = ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
const TAKES: (&str, &str) = ("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5");

fn table(settings: Settings) -> Table {
    Table::with(settings, |_| {})
}

/// The game in a room, with an eye that sees by its light.
fn in_a_room(settings: Settings) -> Table {
    Table::with(settings, |app| {
        app.add_plugins(room::plugin);
        app.world_mut()
            .spawn((Camera3d::default(), ColorGrading::default()));
    })
}

/// Sets a position of 8×8 up, and waits until it stands.
fn set_up(table: &mut Table, position: &str) {
    let game = Variant::Chess.board().read_position(position).unwrap();
    table.ask(GameRequest::Load(game));
    table.pass(STANDS);
}

fn count<C: Component>(table: &mut Table) -> usize {
    let world = table.app.world_mut();
    world.query::<&C>().iter(world).count()
}

/// The height of the piece that is on its way, above the board, metres.
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

/// The heights of a piece in the frames of its way.
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

/// The distance of each piece from where it stands, and its size.
fn stances(table: &mut Table) -> Vec<(f32, f32)> {
    let world = table.app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &IsPiece, &Transform)>();
    let shape = world.resource::<BoardShape>();
    let stances = pieces.iter(world).map(|(on, is, place)| {
        let stands = shape.on_cell(is.0, on.0);
        (
            place.translation.distance(stands.translation),
            place.scale.x,
        )
    });
    stances.collect()
}

/// The brightness of the room.
#[derive(Debug, Clone, PartialEq)]
struct Brightness {
    /// The illuminance of its key light, lux, the intensities of the light from all around and of
    /// what comes from everywhere alike, cd/m², and the colour that is seen where there is nothing.
    lights: [f32; 6],
    /// The factors of the colours of all that is seen of it.
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

    /// All of its numbers.
    fn numbers(&self) -> Vec<f32> {
        [&self.lights[..], self.scenery.as_flattened()].concat()
    }

    /// The part of another brightness that it is, in which all are dimmed alike.
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

/// A table just after the move that mates, and how bright the room was before it.
fn mated() -> (Table, Brightness) {
    let mut table = in_a_room(Settings::default());
    set_up(&mut table, MATES.0);
    let whole = Brightness::of(&mut table);
    table.request(MATES.1);
    (table, whole)
}

/// Asserts that no piece is on its way, coming or going, and no tile lights up.
#[track_caller]
fn assert_at_rest(table: &mut Table, told: &str) {
    let moving = [
        count::<Gliding>(table),
        count::<Rising>(table),
        count::<Vanishing>(table),
        count::<Settling>(table),
        count::<CheckPulse>(table),
    ];
    assert_eq!(moving, [0; 5], "{told}");
}

fn is_mate(table: &Table) -> bool {
    table.app.world().contains_resource::<MateMoment>()
}

/// Waits in the moment of a mate until it is dark.
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
fn a_piece_is_lifted_on_its_way_the_knight_highest_and_lands_exactly_where_it_goes() {
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
fn a_knight_that_crosses_the_middle_turns_on_its_way_and_not_at_once() {
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
    // From half right to half left.
    let all = first.angle_between(before).to_degrees();
    assert!((all - 90.0).abs() < 1.0, "{all}°");
}

#[test]
fn a_captured_piece_stands_until_its_captor_pushes_it_away_and_is_gone_soon_after() {
    let mut table = table(Settings::default());
    set_up(&mut table, TAKES.0);
    table.request(TAKES.1);
    let place = |table: &mut Table| {
        let world = table.app.world_mut();
        let mut taken = world.query_filtered::<&Transform, With<Vanishing>>();
        taken.iter(world).next().copied()
    };
    let stood = place(&mut table).expect("a piece is taken");
    // A tenth of a second is long before its captor is there.
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
fn a_piece_that_was_taken_comes_back_when_there_is_room() {
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
fn a_new_game_sets_itself_up_in_a_second_from_the_kings_on() {
    for variant in Variant::ALL {
        let mut table = table(Settings::default());
        table.ask(GameRequest::Load(variant.board().new_game()));
        // All are where they belong from the first frame on, and can be picked.
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
        // Without kings all come at once.
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
fn a_press_ends_what_moves() {
    let (mut table, whole) = mated();
    assert_eq!(count::<Gliding>(&mut table), 1);
    headless::trigger(&mut table.app, "tile e4");
    assert_eq!(count::<Gliding>(&mut table), 0);
    // The same of the moment of a mate.
    wait_for_dark(&mut table, &whole);
    headless::trigger(&mut table.app, "tile e4");
    table.frames(1);
    assert!(!is_mate(&table));
    assert_eq!(Brightness::of(&mut table), whole);
    // And of a game that sets itself up.
    table.ask(GameRequest::Load(Variant::Chess.board().new_game()));
    assert!(count::<Rising>(&mut table) > 0);
    headless::trigger(&mut table.app, "tile e4");
    assert_eq!(count::<Rising>(&mut table), 0);
}

#[test]
fn check_lights_the_kings_tile_up_once() {
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
    // A move without check, and one that is taken back, have none.
    table.request("e8d7");
    assert_eq!(count::<CheckPulse>(&mut table), 0);
    table.ask(GameRequest::Undo);
    assert_eq!(count::<CheckPulse>(&mut table), 0);
}

#[test]
fn mate_has_a_second_in_the_dark_and_then_the_result_comes() {
    let (mut table, whole) = mated();
    assert!(whole.numbers().iter().all(|it| *it > 0.0), "{whole:?}");
    // Sky and table have all of their light.
    assert_eq!(whole.scenery, [[1.0; 3]; 2]);
    let (mut darkest, mut dark) = (1.0_f32, 0);
    for _ in 0..(RESTS / FRAME.as_secs_f32()) as usize {
        let is_on = is_mate(&table);
        let now = Brightness::of(&mut table);
        if count::<Gliding>(&mut table) > 0 {
            assert_eq!(now, whole, "before the piece has landed");
        }
        // What is seen of the room and what things mirror are dimmed with its lights.
        let left = now.part_of(&whole);
        let lamps = {
            let world = table.app.world_mut();
            let mut lamps = world.query_filtered::<&SpotLight, With<OfMate>>();
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
    // All is as it was.
    assert_eq!(Brightness::of(&mut table), whole);
    assert_eq!(count::<OfMate>(&mut table), 0);
    assert_eq!(table.get::<Screens>().shown(), Screen::Result);
}

/// Has players choose a room, and waits until it is there.
fn choose(table: &mut Table, room: Room) {
    let mut settings = table.app.world_mut().resource_mut::<Settings>();
    settings.room = RoomChoice::Always(room);
    table.pass(2.0 * FADE_SECONDS + 0.1);
    assert_eq!(table.get::<ShownRoom>().0, room);
}

#[test]
fn a_room_that_comes_in_the_moment_of_a_mate_is_as_dark_and_has_all_its_light_after_it() {
    // The terrace was there before, and stars are made in the moment.
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
        // What the fade does to the picture is over, too.
        let world = table.app.world_mut();
        let mut eyes = world.query::<&ColorGrading>();
        assert_eq!(eyes.single(world).unwrap().global.exposure, 0.0);
        // As if there had been no moment.
        choose(&mut table, Room::Table);
        assert_eq!(Brightness::of(&mut table), before);
        choose(&mut table, room);
        assert_eq!(Brightness::of(&mut table), whole);
    }
}

#[test]
fn the_last_piece_of_its_kind_is_taken_in_the_same_light() {
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
fn who_takes_a_mate_back_looks_back_or_begins_a_game_has_the_light_back() {
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
        assert_eq!(count::<OfMate>(&mut table), 0);
        assert_eq!(table.get::<Screens>().shown(), Screen::Game, "{request:?}");
    }
}

#[test]
fn with_reduced_motion_all_of_it_is_a_cut() {
    let mut table = in_a_room(Settings {
        reduced_motion: true,
        ..Settings::default()
    });
    for (position, uci) in [TAKES, CHECKS, MATES] {
        let game = Variant::Chess.board().read_position(position).unwrap();
        table.ask(GameRequest::Load(game));
        assert_eq!(count::<Rising>(&mut table), 0);
        let whole = Brightness::of(&mut table);
        table.request(uci);
        assert_at_rest(&mut table, uci);
        assert!(!is_mate(&table));
        assert!(stances(&mut table).iter().all(|it| *it == (0.0, 1.0)));
        assert_eq!(Brightness::of(&mut table), whole);
    }
}

#[test]
fn two_seconds_after_a_capture_a_check_or_a_mate_nobody_asks_for_frames() {
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
fn what_lands_is_heard_by_its_weight_on_its_board() {
    let mut table = table(Settings::default());
    let mut heard = |board: Variant, position: Option<&str>, uci: Option<&str>| {
        let game = match position {
            Some(position) => board.board().read_position(position).unwrap(),
            None => board.board().new_game(),
        };
        table.ask(GameRequest::Load(game));
        table.pass(STANDS);
        table.facts::<Heard>();
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
            if let Some(landed) = table.facts::<Heard>().first() {
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
        let (heard, _) = heard(Variant::Chess, position, Some(uci));
        assert_eq!(heard, sample, "{uci}");
    }
    // Some move of each board.
    for board in Variant::ALL {
        let material = BoardMaterial::of(&board.shape());
        let (sample, weight) = heard(board, None, None);
        let [lands, takes] = [Sample::Move(material, weight), Sample::Capture(material)];
        assert!(sample == lands || sample == takes, "{board}: {sample:?}");
    }
}
