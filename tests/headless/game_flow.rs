//! The game without window, device and sound: from pointers to requests to
//! facts, and what board and files make of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy::camera::NormalizedRenderTarget;
use bevy::picking::PickingSystems;
use bevy::picking::backend::ray::{RayId, RayMap};
use bevy::picking::pointer::{Location, PointerAction, PointerId, PointerInput};
use bevy::prelude::*;
use bevy::window::WindowRef;
use bevy_rapier3d::prelude::{Collider, RapierContextSimulation};
use icochess::audio::cues::Heard;
use icochess::board::looks::{FrameKind, Mark, Sign, TileLook, Tint};
use icochess::board::pieces::{GLIDE_SECONDS, Gliding};
use icochess::board::shape::Shape;
use icochess::board::sight::is_in_sight;
use icochess::board::spin::{TURN_SECONDS, TurnBoard, home_rotation};
use icochess::board::{BoardRoot, Seat, ball, role_name};
use icochess::computer::messages::{ComputerFact, ComputerRequest};
use icochess::computer::{Computer, Evaluation, Hint, Paused, Purpose, SidePlayer, Thinking};
use icochess::engine::Algorithm;
use icochess::feedback::table::{Cue, Event, Pulse};
use icochess::game::messages::{
    DrawOffered, EndTakenBack, GameOver, GameRequest, GameReset, MoveMade, MoveRejected,
    MoveRequested, MoveUndone,
};
use icochess::game::{Boards, Match, MatchState, OnCell};
use icochess::interaction::{InteractionState, PickRefused, Selection, Unmovable};
use icochess::language::Msg;
use icochess::rules::icochess::{BALANCED_START, NEIGHBOURS};
use icochess::rules::{
    Cell, CellSet, DrawReason, Effect, Equipment, GameTree, Icochess, IllegalReason, Move, Outcome,
    Piece, Position, Record, Role, Side, Stuck, Tables, Variant, pgn,
};
use icochess::save::settings::Settings;
use icochess::save::store::{self, Store};
use icochess::save::{Notice, OnDisk, Report, ResumeOffer, Unsaved};
use icochess::ui::commands::{Command, CommandRequested, Enabled};
use icochess::ui::screen::{Question, Screen, Screens};
use icochess::ui::setup::Setup;
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, HandInput, RayCamera, pointer_of};
use icochess::xr::haptics::Feel;

use crate::headless;
use crate::headless::FRAME;
use crate::table::{FILE, MATE, Table};

/// How far from the centre of the ball a pointer's ray begins, metres.
const AWAY: f32 = 0.6;

/// The mouse, once it has been used.
#[derive(Resource)]
struct Mouse {
    /// Where it points.
    ray: Option<Ray3d>,
    /// Where it is in the window, logical pixels.
    at: Vec2,
}

impl Table {
    /// The mouse, which points nowhere at first.
    fn mouse(&mut self) -> Mut<'_, Mouse> {
        if !self.app.world().contains_resource::<Mouse>() {
            let at = Vec2::splat(100.0);
            self.app.insert_resource(Mouse { ray: None, at });
            self.app.add_systems(
                PreUpdate,
                cast_mouse_ray
                    .after(PickingSystems::ProcessInput)
                    .before(PickingSystems::Backend),
            );
        }
        self.app.world_mut().resource_mut::<Mouse>()
    }

    /// Each entity with a component `C`, by its cell.
    fn on_cells<C: Component + Clone>(&mut self) -> Vec<(Cell, C)> {
        let world = self.app.world_mut();
        let mut found: Vec<(Cell, C)> = world
            .query::<(&OnCell, &C)>()
            .iter(world)
            .map(|(on, component)| (on.0, component.clone()))
            .collect();
        found.sort_by_key(|(cell, _)| cell.index());
        found
    }

    fn look(&mut self, name: &str) -> TileLook {
        self.on_cells::<TileLook>()[cell(name).index()].1
    }

    /// The ray that falls on the middle of a tile.
    fn ray_to(&mut self, name: &str) -> Ray3d {
        let centre = self.get::<Seat>().centre;
        let tile = self.on_cells::<GlobalTransform>()[cell(name).index()].1;
        let outwards = (tile.translation() - centre).normalize();
        Ray3d {
            origin: centre + outwards * AWAY,
            direction: Dir3::new(-outwards).unwrap(),
        }
    }

    /// A ray that meets nothing.
    fn ray_past(&self) -> Ray3d {
        Ray3d {
            origin: self.get::<Seat>().eye,
            direction: Dir3::Y,
        }
    }

    fn hand(&mut self, hand: Hand, change: impl Fn(&mut HandInput)) {
        let world = self.app.world_mut();
        for mut input in world.query::<&mut HandInput>().iter_mut(world) {
            if input.hand == hand {
                input.active = true;
                change(&mut input);
            }
        }
    }

    fn aim(&mut self, hand: Hand, ray: Ray3d) {
        self.hand(hand, |_| {});
        let world = self.app.world_mut();
        for (aim, mut place) in world.query::<(&AimPose, &mut Transform)>().iter_mut(world) {
            if aim.0 == hand {
                *place = Transform::from_translation(ray.origin)
                    .looking_to(ray.direction, ray.direction.any_orthonormal_vector());
            }
        }
        self.frames(2);
    }

    /// Points and pulls the trigger.
    fn trigger_at(&mut self, hand: Hand, ray: Ray3d) {
        self.aim(hand, ray);
        for pulled in [true, false] {
            self.hand(hand, |input| input.select = pulled);
            self.frames(1);
        }
    }

    fn trigger(&mut self, hand: Hand, name: &str) {
        let ray = self.ray_to(name);
        self.trigger_at(hand, ray);
    }

    fn mouse_does(&mut self, action: PointerAction) {
        let position = self.mouse().at;
        let window = headless::the_window(&mut self.app);
        let window = WindowRef::Entity(window).normalize(None).unwrap();
        let location = Location {
            target: NormalizedRenderTarget::Window(window),
            position,
        };
        self.send(PointerInput::new(PointerId::Mouse, location, action));
        self.frames(1);
    }

    fn mouse_to(&mut self, ray: Ray3d) {
        self.mouse().ray = Some(ray);
        self.mouse_does(PointerAction::Move { delta: Vec2::ZERO });
        self.frames(1);
    }

    /// Clicks, and moves that far between press and release.
    fn click_at(&mut self, button: PointerButton, ray: Ray3d, wander: f32) {
        self.mouse_to(ray);
        self.mouse_does(PointerAction::Press(button));
        if wander > 0.0 {
            let delta = Vec2::X * wander;
            self.mouse().at += delta;
            self.mouse_does(PointerAction::Move { delta });
        }
        self.mouse_does(PointerAction::Release(button));
        self.frames(1);
    }

    fn click(&mut self, button: PointerButton, name: &str) {
        let ray = self.ray_to(name);
        self.click_at(button, ray, 0.0);
    }

    fn selected(&self) -> Option<String> {
        self.get::<InteractionState>().selected.clone()
    }

    fn hovered(&self) -> Option<String> {
        self.get::<InteractionState>().hovered.clone()
    }

    fn rotation(&mut self) -> Quat {
        let world = self.app.world_mut();
        let mut root = world.query_filtered::<&Transform, With<BoardRoot>>();
        root.single(world).unwrap().rotation
    }

    /// The names of the pieces that are there.
    fn pieces(&mut self) -> BTreeSet<String> {
        let world = self.app.world_mut();
        let mut names = world.query::<&Name>();
        let pieces: Vec<String> = names
            .iter(world)
            .map(Name::to_string)
            .filter(|name| name.starts_with("white ") || name.starts_with("black "))
            .collect();
        let distinct: BTreeSet<String> = pieces.iter().cloned().collect();
        assert_eq!(pieces.len(), distinct.len(), "a name twice: {pieces:?}");
        distinct
    }

    /// The names that the pieces of the match's position should have.
    fn expected_pieces(&self) -> BTreeSet<String> {
        let position = self.get::<Match>().position();
        let name = |cell| {
            let piece = position.piece_at(cell).unwrap();
            let side = match piece.side {
                Side::White => "white",
                Side::Black => "black",
            };
            format!(
                "{side} {} {}",
                role_name(position, piece.role),
                tables().name(cell)
            )
        };
        position.occupied().cells().map(name).collect()
    }

    /// Points and pulls the trigger of the right hand, and keeps it pulled.
    fn aim_and_pull(&mut self, name: &str) {
        let ray = self.ray_to(name);
        self.aim(Hand::Right, ray);
        self.hand(Hand::Right, |input| input.select = true);
        self.frames(1);
    }

    fn place_of_piece_on(&mut self, tile: &str) -> Vec3 {
        let world = self.app.world_mut();
        let end = format!(" {tile}");
        world
            .query::<(&Name, &GlobalTransform)>()
            .iter(world)
            .find(|(name, _)| name.ends_with(&end) && !name.starts_with("tile"))
            .map(|(_, place)| place.translation())
            .unwrap()
    }
}

fn cast_mouse_ray(
    mouse: Res<Mouse>,
    camera: Single<Entity, With<RayCamera>>,
    mut rays: ResMut<RayMap>,
) {
    if let Some(ray) = mouse.ray {
        rays.map.insert(RayId::new(*camera, PointerId::Mouse), ray);
    }
}

fn cell(name: &str) -> Cell {
    tables().cell(name).unwrap()
}

fn mv(uci: &str) -> Move {
    tables().parse_uci(uci).unwrap()
}

/// A new game on the ball.
fn new_game() -> Record {
    Variant::Icochess.board().new_game()
}

/// The board that these tests play on, but for those that say so.
type Game = Icochess;

fn tables() -> &'static Tables<<Game as Equipment>::Set, <Game as Equipment>::Lines> {
    Game::tables()
}

/// The match as a game on the ball.
fn on_ball(game: &Match) -> &GameTree<Game> {
    &game.record().on::<Game>().expect("a game on the ball").tree
}

/// The piece that goes first among some effects.
fn moved(effects: &[Effect]) -> Piece {
    let mut moved = effects.iter().filter_map(|effect| match effect {
        Effect::Moved { piece, .. } => Some(*piece),
        _ => None,
    });
    moved.next().expect("a piece moves")
}

fn tree(moves: &[&str]) -> GameTree<Game> {
    let mut tree = GameTree::default();
    for uci in moves {
        tree.play(mv(uci)).unwrap();
    }
    tree
}

fn read_file(path: &Path) -> Record {
    store::read_game_file(path, &Boards::default()).unwrap()
}

/// The game in the file of the match.
fn saved(dir: &Path) -> pgn::Game<Game> {
    store::flush(FILE);
    let game = read_file(&dir.join("current.pgn"));
    game.on::<Game>().unwrap().clone()
}

fn saved_moves(dir: &Path) -> Vec<String> {
    let uci = |mv: &Move| tables().uci(*mv);
    saved(dir).tree.played().iter().map(uci).collect()
}

#[test]
fn a_request_becomes_a_fact_or_a_refusal() {
    let mut table = Table::new();
    table.request("b1n4");
    let [made] = &table.facts::<MoveMade>()[..] else {
        panic!("not one move");
    };
    assert_eq!(made.mv, mv("b1n4"));
    assert_eq!(
        (made.side, moved(&made.effects).role),
        (Side::White, Role::ROOK)
    );
    let captured = made.captured().unwrap();
    assert_eq!(captured.side, Side::Black);
    assert!(!made.redone);
    assert_eq!(made.check, table.get::<Match>().position().is_check());
    assert_eq!(table.played(), ["b1n4"]);
    assert_eq!(table.get::<MatchState>().turn, "Black");

    let before = table.get::<MatchState>().clone();
    for (uci, reason) in [
        ("g1g2", IllegalReason::NoPiece),
        ("a4g1", IllegalReason::NotYourTurn),
        ("o1a1", IllegalReason::NotReached),
    ] {
        table.request(uci);
        let expected = MoveRejected {
            mv: mv(uci),
            reason,
        };
        assert_eq!(table.facts::<MoveRejected>(), [expected]);
        assert_eq!(table.facts::<MoveMade>(), []);
    }
    assert_eq!(*table.get::<MatchState>(), before);
}

#[test]
fn mate_is_told_once_and_ends_the_game() {
    let mut table = Table::new();
    for uci in &MATE[..2] {
        table.request(uci);
        assert_eq!(table.facts::<GameOver>(), [], "{uci}");
    }
    table.facts::<MoveMade>();
    table.request(MATE[2]);
    let mated = GameOver(Outcome::Checkmate {
        winner: Side::White,
    });
    assert_eq!(table.facts::<GameOver>(), [mated]);
    assert!(table.facts::<MoveMade>()[0].check);
    let state = table.get::<MatchState>();
    assert_eq!(
        (state.outcome.as_str(), state.turn.as_str()),
        ("checkmate", "Black")
    );
    assert_eq!(state.moves, MATE);
    let checkers = state.checkers.clone();
    assert!(!checkers.is_empty());
    for name in checkers {
        assert_eq!(table.look(&name).tint, Tint::Checker);
        let sign = if name == "o3" {
            Sign::CheckerAtEnd
        } else {
            Sign::Checker
        };
        assert_eq!(table.look(&name).sign, Some(sign));
    }
    let king = table.get::<Match>().position().royal(Side::Black).unwrap();
    let king = table.look(tables().name(king));
    assert_eq!((king.tint, king.sign), (Tint::Checked, Some(Sign::Checked)));
    assert_eq!(table.look("b2").sign, Some(Sign::Start));

    table.request("n1a1");
    assert_eq!(
        table.facts::<MoveRejected>()[0].reason,
        IllegalReason::GameOver
    );
    // A finished game offers nothing more.
    table.click(PointerButton::Primary, "n1");
    let marked = table.on_cells::<TileLook>();
    assert!(marked.iter().all(|(_, look)| look.mark.is_none()));
}

#[test]
fn moves_are_taken_back_and_played_again_and_games_begun_and_loaded() {
    let mut table = Table::new();
    table.play(&MATE);
    table.facts::<GameOver>();
    table.ask(GameRequest::Undo);
    let undone = table.facts::<MoveUndone>();
    assert_eq!(undone.len(), 1);
    assert_eq!(undone[0].mv, mv(MATE[2]));
    let before = tree(&MATE[..2]);
    let taken = before.position().piece_at(cell("o3")).unwrap();
    let put_back = Effect::Placed {
        piece: taken,
        cell: cell("o3"),
    };
    assert_eq!(undone[0].effects.last(), Some(&put_back));
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    assert_eq!(table.get::<MatchState>().undone, 1);

    table.ask(GameRequest::Redo);
    let made = table.facts::<MoveMade>();
    assert!(made.len() == 1 && made[0].redone && made[0].check);
    assert_eq!(table.facts::<GameOver>().len(), 1);

    // Nothing to redo is no fact.
    table.ask(GameRequest::Redo);
    assert_eq!(table.facts::<MoveMade>(), []);

    table.ask(GameRequest::Load(new_game()));
    assert_eq!(table.facts::<GameReset>(), [GameReset]);
    assert_eq!(*table.get::<MatchState>().moves, [""; 0]);
    assert_eq!(table.pieces(), table.expected_pieces());
    table.ask(GameRequest::Undo);
    assert_eq!(table.facts::<MoveUndone>(), []);

    table.ask(GameRequest::Load(tree(&MATE[..2]).into()));
    assert_eq!(table.facts::<GameReset>(), [GameReset]);
    assert_eq!(table.played(), MATE[..2]);
    assert_eq!(table.pieces(), table.expected_pieces());
    table.play(&MATE[2..]);
    assert_eq!(table.facts::<GameOver>().len(), 1);
}

/// Back and forth with one knight each, twice: the start a third time.
const SHUFFLE: [&str; 8] = [
    "e1e3", "m1m3", "e3e1", "m3m1", "e1e3", "m1m3", "e3e1", "m3m1",
];

#[test]
fn players_resign_and_take_it_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.play(&["a4g1"]);
    // It is asked first, however often, and can be left at that.
    for _ in 0..2 {
        table.press(Command::Resign);
        let asked = Screen::Confirm(Question::Resign(Side::Black));
        assert_eq!(table.get::<Screens>().shown(), asked);
        table.press(Command::Back);
    }
    assert_eq!(table.facts::<GameOver>(), []);
    table.press(Command::Resign);
    table.press(Command::Confirm);
    let resigned = Outcome::Resignation {
        winner: Side::White,
    };
    assert_eq!(table.facts::<GameOver>(), [GameOver(resigned)]);
    assert_eq!(table.get::<MatchState>().outcome, "resignation");
    let enabled = table.get::<Enabled>();
    assert!(!enabled.has(Command::Resign) && !enabled.has(Command::Draw));
    store::flush(FILE);
    assert_eq!(saved(dir.path()).outcome(), Some(resigned));

    // Nothing is played after the end, and redo does not wake the game.
    table.request("n4s1");
    let refused = table.facts::<MoveRejected>();
    assert_eq!(refused[0].reason, IllegalReason::GameOver);
    table.ask(GameRequest::Redo);
    table.ask(GameRequest::Draw);
    assert_eq!(table.get::<MatchState>().outcome, "resignation");

    table.ask(GameRequest::Undo);
    assert_eq!(table.facts::<EndTakenBack>(), [EndTakenBack]);
    assert_eq!(table.played(), ["a4g1"]);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    store::flush(FILE);
    assert_eq!(saved(dir.path()).outcome(), None);
    table.play(&["n4s1"]);
    assert_eq!(table.played().len(), 2);
}

#[test]
fn a_new_game_asks_first_while_one_is_going_on() {
    let mut table = Table::new();
    let resets = |table: &mut Table, command: Command| {
        table.press(command);
        table.facts::<GameReset>().len()
    };
    // Nothing is lost before the first move.
    assert_eq!(resets(&mut table, Command::Begin), 1);

    let question = Screen::Confirm(Question::Begin);
    table.play(&["a4g1"]);
    assert_eq!(resets(&mut table, Command::Begin), 0);
    assert_eq!(table.played(), ["a4g1"]);
    assert_eq!(table.get::<Screens>().shown(), question);
    assert_eq!(resets(&mut table, Command::Back), 0);
    assert_eq!(table.get::<Screens>().shown(), Screen::Game);
    // Without a question there is nothing to confirm.
    assert_eq!(resets(&mut table, Command::Confirm), 0);
    table.press(Command::Begin);
    assert_eq!(resets(&mut table, Command::Confirm), 1);
    assert_eq!(table.played(), [""; 0]);
    assert_eq!(table.get::<Screens>().shown(), Screen::Game);

    // A game taken back to its start can still be played again.
    table.play(&["a4g1"]);
    table.ask(GameRequest::Undo);
    assert_eq!(resets(&mut table, Command::Begin), 0);
    assert_eq!(table.get::<Screens>().shown(), question);
    // Back in a page leads to where it was opened from.
    table.press(Command::Back);
    table.press(Command::Menu);
    table.press(Command::Open(Screen::NewGame));
    table.press(Command::Begin);
    table.press(Command::Back);
    assert_eq!(table.get::<Screens>().shown(), Screen::NewGame);
}

#[test]
fn a_draw_is_offered_declined_agreed_or_claimed() {
    let mut table = Table::new();
    table.ask(GameRequest::Draw);
    assert_eq!(table.facts::<DrawOffered>(), [DrawOffered(Side::White)]);
    // White may move after the offer; Black declines it by moving.
    table.play(&["a4g1"]);
    assert_eq!(table.get::<Match>().draw_offer(), Some(Side::White));
    table.play(&["n4s1"]);
    assert_eq!(table.get::<Match>().draw_offer(), None);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");

    table.ask(GameRequest::Draw);
    table.play(&["b1b4"]);
    table.ask(GameRequest::Draw);
    let agreed = Outcome::Draw(DrawReason::Agreement);
    assert_eq!(table.facts::<GameOver>(), [GameOver(agreed)]);

    table.ask(GameRequest::Load(new_game()));
    table.play(&SHUFFLE[..7]);
    assert_eq!(table.get::<Match>().draw_on_request(), None);
    table.play(&SHUFFLE[7..]);
    table.ask(GameRequest::Draw);
    let claimed_by = Side::White;
    let claimed = Outcome::Draw(DrawReason::ThreefoldRepetition { claimed_by });
    assert_eq!(table.facts::<GameOver>(), [GameOver(claimed)]);
    assert_eq!(table.facts::<DrawOffered>(), []);
}

#[test]
fn what_a_loaded_game_says_of_itself_is_saved_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let mut loaded = pgn::Game::new(tree(&MATE[..1]));
    loaded.tags.insert("White".into(), "Ada".into());
    table.ask(GameRequest::Load(loaded.into()));
    table.play(&MATE[1..2]);
    store::flush(FILE);
    assert_eq!(saved(dir.path()).tags["White"], "Ada");
}

/// What is heard and felt in one frame.
#[derive(Debug, Default, PartialEq)]
struct Sensed {
    /// Frames since the counting began.
    frame: usize,
    sounds: Vec<Cue>,
    pulses: Vec<(Hand, Pulse)>,
}

impl Table {
    /// Forgets what was heard and felt so far.
    fn forget_senses(&mut self) {
        self.facts::<Heard>();
        self.facts::<Feel>();
    }

    /// What is heard and felt since the last frame but one.
    fn sensed(&mut self, frame: usize) -> Sensed {
        let sounds = self.facts::<Heard>();
        let pulses = self.facts::<Feel>();
        Sensed {
            frame,
            sounds: sounds.iter().map(|heard| heard.cue).collect(),
            pulses: pulses.iter().map(|feel| (feel.hand, feel.pulse)).collect(),
        }
    }

    /// Lets time pass, and says what is heard and felt in each frame in which
    /// anything is.
    fn senses(&mut self, seconds: f32) -> Vec<Sensed> {
        let mut all = Vec::new();
        for frame in 1..=(seconds / FRAME.as_secs_f32()).ceil() as usize {
            self.frames(1);
            let sensed = self.sensed(frame);
            if !sensed.sounds.is_empty() || !sensed.pulses.is_empty() {
                all.push(sensed);
            }
        }
        all
    }

    /// The sounds and pulses of a whole while, in order.
    fn sequence(&mut self, seconds: f32) -> (Vec<Cue>, Vec<(Hand, Pulse)>) {
        let all = self.senses(seconds);
        let sounds = all.iter().flat_map(|sensed| sensed.sounds.clone());
        let pulses = all.iter().flat_map(|sensed| sensed.pulses.clone());
        (sounds.collect(), pulses.collect())
    }
}

fn pulse(event: Event) -> Pulse {
    event.response().vibration.unwrap().pulse
}

#[test]
fn a_move_is_heard_and_felt_in_the_frame_in_which_its_piece_arrives() {
    for (from, to, event, cue) in [
        ("a4", "g1", Event::Moved, Cue::Move),
        ("b1", "n4", Event::Captured, Cue::Capture),
    ] {
        for hand in Hand::BOTH {
            let mut table = Table::new();
            table.trigger(hand, from);
            let ray = table.ray_to(to);
            table.aim(hand, ray);
            table.pass(0.2);
            table.forget_senses();
            table.hand(hand, |input| input.select = true);
            table.frames(1);
            let tile = table.on_cells::<GlobalTransform>()[cell(to).index()].1;
            let mut frame = 0;
            loop {
                let sensed = table.sensed(frame);
                let place = table.place_of_piece_on(to);
                let has_arrived = place.distance(tile.translation()) < 1e-4;
                let expected = if has_arrived {
                    Sensed {
                        frame,
                        sounds: vec![cue],
                        pulses: vec![(hand, pulse(event))],
                    }
                } else {
                    Sensed {
                        frame,
                        ..Sensed::default()
                    }
                };
                assert_eq!(sensed, expected);
                if has_arrived {
                    break;
                }
                frame += 1;
                table.frames(1);
            }
            let on_time = (GLIDE_SECONDS / FRAME.as_secs_f32()) as usize;
            assert!(frame.abs_diff(on_time) < 2, "{frame}");
            assert_eq!(table.senses(1.0), []);
        }
    }
}

#[test]
fn a_move_that_does_not_arrive_is_neither_heard_nor_felt() {
    let back = vec![Cue::Move];
    let mut table = Table::new();
    table.request("b1n4");
    table.pass(GLIDE_SECONDS / 3.0);
    table.ask(GameRequest::Undo);
    assert_eq!(table.sequence(2.0).0, back);
    table.request("b1n4");
    table.ask(GameRequest::Load(new_game()));
    assert_eq!(table.sequence(2.0), (vec![], vec![]));
    // The end of a game that was taken back meanwhile.
    table.play(&MATE);
    table.ask(GameRequest::Undo);
    // Two pieces of the moves before are on their way as well.
    let (sounds, _) = table.sequence(2.0);
    assert_eq!(sounds.last(), Some(&Cue::Move));
    let told = [Cue::Check, Cue::GameOver];
    assert!(!sounds.iter().any(|cue| told.contains(cue)), "{sounds:?}");
}

#[test]
fn nothing_that_the_computer_does_quietly_shakes_a_hand() {
    // The moves are the test's: the computer thinks all the time.
    let mut table = Table::playing(None, Some(SLOW));
    table.trigger(Hand::Left, "a4");
    table.trigger(Hand::Left, "g1");
    table.pass(1.0);
    table.forget_senses();
    table.request("n4s1");
    assert_eq!(table.sequence(1.0), (vec![Cue::Move], vec![]));

    // That it takes a piece is felt, by both hands.
    let mut table = Table::playing(None, Some(SLOW));
    table.request("b1n4");
    table.pass(1.0);
    table.forget_senses();
    table.request("o1b3");
    let lost = pulse(Event::Lost);
    let both = Hand::BOTH.map(|hand| (hand, lost)).to_vec();
    assert_eq!(table.sequence(1.0), (vec![Cue::Capture], both));

    // Where it plays both sides, no hand takes part.
    let mut table = Table::playing(Some(SLOW), Some(SLOW));
    table.trigger(Hand::Right, "b1");
    table.pass(1.0);
    table.forget_senses();
    for uci in &MATE[..1] {
        table.request(uci);
        assert_eq!(table.sequence(1.0), (vec![Cue::Capture], vec![]));
    }
}

#[test]
fn check_is_felt_by_the_hands_of_who_is_in_check_and_the_end_by_all() {
    let check = vec![Cue::Capture, Cue::Check, Cue::GameOver];
    let both = |event: Event| Hand::BOTH.map(|hand| (hand, pulse(event)));
    for against_computer in [false, true] {
        let black = against_computer.then_some(SLOW);
        let mut table = Table::playing(None, black);
        table.play(&MATE[..2]);
        table.pass(1.0);
        table.trigger(Hand::Right, "b2");
        table.pass(1.0);
        table.aim_and_pull("o3");
        table.forget_senses();
        let all = table.senses(2.0);
        let sounds: Vec<Cue> = all
            .iter()
            .flat_map(|sensed| sensed.sounds.clone())
            .collect();
        assert_eq!(sounds, check);
        // Each with its pulse, one after the other.
        let mut pulses = vec![vec![(Hand::Right, pulse(Event::Captured))]];
        pulses.push(if against_computer {
            vec![(Hand::Right, pulse(Event::CheckGiven))]
        } else {
            both(Event::Checked).to_vec()
        });
        pulses.push(both(Event::GameOver).to_vec());
        let felt: Vec<_> = all.iter().map(|sensed| sensed.pulses.clone()).collect();
        assert_eq!(felt, pulses, "against the computer: {against_computer}");
    }
    // Without a move, nobody waits for a piece.
    let mut table = Table::new();
    table.ask(GameRequest::Resign(Side::White));
    assert_eq!(table.sequence(1.0).0, [Cue::GameOver]);
}

#[test]
fn a_refusal_is_heard_and_felt_and_a_hover_does_not_cut_it_off() {
    let mut table = Table::new();
    table.trigger(Hand::Right, "b1");
    table.pass(1.0);
    table.aim_and_pull("g1");
    let (sounds, pulses) = (table.facts::<Heard>(), table.facts::<Feel>());
    assert_eq!(sounds.last().unwrap().cue, Cue::Refusal);
    let refused = Feel {
        hand: Hand::Right,
        pulse: pulse(Event::Refused),
    };
    assert_eq!(pulses.last(), Some(&refused));
    // The hand sweeps on while it shakes: 80 ms are four frames.
    let ray = table.ray_to("a4");
    table.aim(Hand::Right, ray);
    assert_eq!(table.hovered().as_deref(), Some("a4"));
    assert_eq!(table.facts::<Feel>(), []);
    table.frames(4);
    let ray = table.ray_to("a3");
    table.aim(Hand::Right, ray);
    let felt = table.facts::<Feel>();
    assert_eq!(felt.last().unwrap().pulse, pulse(Event::Hovered));
}

#[test]
fn hands_hear_and_feel_tiles() {
    let mut table = Table::new();
    let ray = table.ray_to("a4");
    table.forget_senses();
    table.aim(Hand::Right, ray);
    let hovered = (vec![Cue::Hover], vec![(Hand::Right, pulse(Event::Hovered))]);
    let sensed = table.sensed(0);
    assert_eq!((sensed.sounds, sensed.pulses), hovered);
    for (event, cue) in [
        (Event::Selected, Cue::Select),
        (Event::Deselected, Cue::Hover),
    ] {
        table.pass(0.2);
        table.hand(Hand::Right, |input| input.select = true);
        let times = event.response().vibration.unwrap().times as usize;
        let felt = vec![(Hand::Right, pulse(event)); times];
        assert_eq!(table.sequence(0.5), (vec![cue], felt));
        table.hand(Hand::Right, |input| input.select = false);
    }
    // A piece that cannot be moved is not selected as others are.
    let position = *on_ball(table.get::<Match>()).position();
    let pinned = position.pieces(Side::White, Role::KNIGHT).first().unwrap();
    let ray = table.ray_to(tables().name(pinned));
    table.aim(Hand::Right, ray);
    table.pass(0.2);
    table.forget_senses();
    table.hand(Hand::Right, |input| input.select = true);
    let refused = vec![(Hand::Right, pulse(Event::Refused))];
    assert_eq!(table.sequence(0.5), (vec![Cue::Refusal], refused));
    // The ball in the hand is felt.
    table.pass(0.2);
    table.hand(Hand::Left, |input| input.grab = true);
    let grabbed = vec![(Hand::Left, pulse(Event::Grabbed))];
    assert_eq!(table.sequence(0.5), (vec![], grabbed));
}

#[test]
fn hands_that_want_no_vibration_get_none() {
    let settings = Settings {
        haptics: 0.0,
        ..Settings::default()
    };
    let mut table = Table::with(settings, |_| {});
    table.trigger(Hand::Right, "a4");
    table.pass(0.2);
    assert_eq!(table.facts::<Feel>(), []);
}

#[test]
fn one_collider_for_each_tile_and_every_pointer_finds_it() {
    let mut table = Table::new();
    let all: Vec<Cell> = tables().cells().collect();
    for (turned, uci) in MATE.into_iter().enumerate() {
        let colliders = table.on_cells::<Collider>();
        let cells: Vec<Cell> = colliders.iter().map(|(cell, _)| *cell).collect();
        assert_eq!(cells, all);
        let world = table.app.world_mut();
        assert_eq!(world.query::<&Collider>().iter(world).count(), 80);
        for cell in &all {
            let name = tables().name(*cell);
            let ray = table.ray_to(name);
            if cell.index() % 2 == 0 {
                table.aim(Hand::Right, ray);
            } else {
                table.mouse_to(ray);
            }
            assert_eq!(
                table.hovered().as_deref(),
                Some(name),
                "turned {turned} times"
            );
        }
        // Elsewhere, and with other pieces on other tiles.
        table.request(uci);
        table.send(TurnBoard(
            Quat::from_rotation_x(1.0) * Quat::from_rotation_y(0.7),
        ));
        table.pass(GLIDE_SECONDS);
    }
}

#[test]
fn the_hovered_tile_shows_its_neighbours_and_the_selected_its_targets() {
    let mut table = Table::new();
    for name in ["g1", "a4", "n2"] {
        let ray = table.ray_to(name);
        table.aim(Hand::Left, ray);
        let around = &NEIGHBOURS[cell(name).index()];
        for (at, look) in table.on_cells::<TileLook>() {
            let expected = if at == cell(name) {
                Some(FrameKind::Hovered)
            } else if around.edges.contains(&at) {
                Some(FrameKind::Edge)
            } else if around.side_corners.contains(&at) {
                Some(FrameKind::SideCorner)
            } else if around.direct_corners.contains(&at) {
                Some(FrameKind::DirectCorner)
            } else {
                None
            };
            assert_eq!(look.frame, expected, "{} by {name}", tables().name(at));
        }
    }
    let past = table.ray_past();
    table.aim(Hand::Left, past);
    assert_eq!(table.hovered(), None);
    assert!(
        table
            .on_cells::<TileLook>()
            .iter()
            .all(|(_, look)| look.frame.is_none())
    );

    table.trigger(Hand::Left, "b1");
    assert_eq!(table.look("b1").frame, Some(FrameKind::Selected));
    let position = *on_ball(table.get::<Match>()).position();
    let targets = position.legal_targets(cell("b1"));
    for (at, look) in table.on_cells::<TileLook>() {
        let expected = targets.contains(at).then(|| match position.piece_at(at) {
            Some(_) => Mark::Capture,
            None => Mark::Move,
        });
        assert_eq!(look.mark, expected, "{}", tables().name(at));
    }
    assert_eq!(table.look("n4").mark, Some(Mark::Capture));
    table.trigger(Hand::Left, "n4");
    // Where it came from and where it went: one tint, two signs.
    for (tile, sign) in [("b1", Sign::Start), ("n4", Sign::End)] {
        assert_eq!(table.look(tile).tint, Tint::LastMove);
        assert_eq!(table.look(tile).sign, Some(sign));
    }
    for (at, look) in table.on_cells::<TileLook>() {
        assert_eq!(look.sign.is_none(), look.tint == Tint::Plain, "{at:?}");
    }
    assert!(
        table
            .on_cells::<TileLook>()
            .iter()
            .all(|(_, look)| look.mark.is_none())
    );
}

#[test]
fn hand_and_mouse_ask_for_the_same_move() {
    let mut by_hand = Table::new();
    by_hand.trigger(Hand::Right, "b1");
    assert_eq!(by_hand.selected().as_deref(), Some("b1"));
    by_hand.facts::<MoveRequested>();
    // Its own pieces are reselected, the tile itself and empty space deselect.
    by_hand.trigger(Hand::Left, "a4");
    assert_eq!(by_hand.selected().as_deref(), Some("a4"));
    by_hand.trigger(Hand::Left, "a4");
    assert_eq!(by_hand.selected(), None);
    by_hand.trigger(Hand::Right, "b1");
    let past = by_hand.ray_past();
    by_hand.trigger_at(Hand::Right, past);
    assert_eq!(by_hand.selected(), None);
    by_hand.trigger(Hand::Right, "b1");
    assert_eq!(by_hand.facts::<MoveRequested>(), []);
    by_hand.aim_and_pull("n4");

    let mut by_mouse = Table::new();
    by_mouse.click(PointerButton::Primary, "b1");
    assert_eq!(by_mouse.selected().as_deref(), Some("b1"));
    by_mouse.click(PointerButton::Primary, "g1");
    assert_eq!(by_mouse.selected().as_deref(), Some("g1"));
    let past = by_mouse.ray_past();
    by_mouse.click_at(PointerButton::Primary, past, 0.0);
    assert_eq!(by_mouse.selected(), None);
    // A drag is no click, whichever the button.
    for button in [PointerButton::Primary, PointerButton::Secondary] {
        let ray = by_mouse.ray_to("a4");
        by_mouse.click_at(button, ray, 40.0);
        assert_eq!(by_mouse.selected(), None);
    }
    by_mouse.click(PointerButton::Primary, "b1");
    let ray = by_mouse.ray_to("n4");
    by_mouse.click_at(PointerButton::Secondary, ray, 40.0);
    assert_eq!(by_mouse.facts::<MoveRequested>(), []);
    by_mouse.mouse_to(ray);
    by_mouse.mouse_does(PointerAction::Press(PointerButton::Secondary));
    by_mouse.mouse_does(PointerAction::Release(PointerButton::Secondary));

    for mut table in [by_hand, by_mouse] {
        assert_eq!(table.facts::<MoveRequested>(), [MoveRequested(mv("b1n4"))]);
        assert_eq!(table.played(), ["b1n4"]);
        assert_eq!(table.selected(), None);
    }
}

#[test]
fn a_refused_move_keeps_the_selection_and_each_hand_is_its_own_pointer() {
    let mut table = Table::new();
    table.trigger(Hand::Right, "b1");
    table.trigger(Hand::Left, "g1");
    assert_eq!(
        table.facts::<MoveRejected>()[0].reason,
        IllegalReason::NotReached
    );
    assert_eq!(table.get::<Selection>().0.cell(), Some(cell("b1")));
    assert_eq!(*table.get::<MatchState>().moves, [""; 0]);
    let hovered = table.get::<icochess::interaction::Hovered>();
    assert_eq!(hovered.by(pointer_of(Hand::Right)), Some(cell("b1")));
    assert_eq!(hovered.by(pointer_of(Hand::Left)), Some(cell("g1")));
}

#[test]
fn a_left_click_moves_to_a_mark_and_selects_elsewhere() {
    let mut table = Table::new();
    table.click(PointerButton::Primary, "b1");
    assert_eq!(table.look("n4").mark, Some(Mark::Capture));
    // An own piece, a tile without a mark, a piece out of reach.
    for elsewhere in ["a4", "g3", "o1", "b1"] {
        table.click(PointerButton::Primary, elsewhere);
        assert_eq!(table.selected().as_deref(), Some(elsewhere));
    }
    assert_eq!(table.facts::<MoveRequested>(), []);
    table.click(PointerButton::Primary, "n4");
    assert_eq!(table.facts::<MoveRequested>(), [MoveRequested(mv("b1n4"))]);
    assert_eq!(table.played(), ["b1n4"]);
    assert_eq!(table.selected(), None);
}

#[test]
fn what_cannot_be_moved_is_said_with_the_reason() {
    let mut table = Table::new();
    let line = table.notice_line();
    let told = |table: &Table| table.app.world().get::<Text>(line).unwrap().0.clone();
    let why = |table: &mut Table, cell_name: &str| {
        let refused = table.facts::<PickRefused>();
        assert_eq!(refused.len(), 1, "{cell_name}: {refused:?}");
        assert_eq!(refused[0].cell, cell(cell_name));
        refused[0].why
    };
    let position = *on_ball(table.get::<Match>()).position();
    for knight in position.pieces(Side::White, Role::KNIGHT).cells() {
        let name = tables().name(knight);
        table.click(PointerButton::Primary, name);
        assert_eq!(why(&mut table, name), Unmovable::Stuck(Stuck::Pinned));
        assert_eq!(told(&table), "Pinned: it would expose your king");
        table.trigger(Hand::Right, "a4");
        let now = told(&table);
        assert!(
            now.starts_with("Choose one of the marked"),
            "another one: {now}"
        );
        table.trigger(Hand::Right, name);
        assert_eq!(why(&mut table, name), Unmovable::Stuck(Stuck::Pinned));
    }
    // Not one's own: a click selects it, a trigger does not.
    let past = table.ray_past();
    table.trigger_at(Hand::Right, past);
    table.trigger(Hand::Left, "o1");
    assert_eq!(why(&mut table, "o1"), Unmovable::Stuck(Stuck::NotYourTurn));
    assert_eq!(table.selected(), None);
    assert_eq!(told(&table), "It is White's turn");
    // What can be moved, an empty tile and nothing are no refusal.
    for fine in ["a4", "g3"] {
        table.click(PointerButton::Primary, fine);
        assert_eq!(table.facts::<PickRefused>(), [], "{fine}");
    }
    // Two give check: only the king can do anything.
    let check = "K3/3b/4/4/4/4/1p2/4/4/4/4/4/4/k3/4/4/4/4/4/N3 w g2 - 0 1";
    let position: Position<Game> = check.parse().unwrap();
    let mut table = Table::with(Settings::default(), |app| {
        app.insert_resource(Match::new(position));
    });
    table.trigger(Hand::Right, "t1");
    assert_eq!(why(&mut table, "t1"), Unmovable::Stuck(Stuck::InCheck));
    // When all is over.
    let mut table = Table::new();
    table.play(&MATE);
    table.trigger(Hand::Right, "n4");
    assert_eq!(why(&mut table, "n4"), Unmovable::GameOver);
    // While the computer is to move, it is not the human's turn.
    let mut table = Table::playing(Some(SLOW), None);
    table.until_depth(1);
    table.click(PointerButton::Primary, "b1");
    assert_eq!(why(&mut table, "b1"), Unmovable::ComputersTurn);
    table.click(PointerButton::Primary, "g1");
    assert_eq!(table.facts::<PickRefused>(), []);
}

#[test]
fn pieces_glide_to_their_tiles_and_captured_ones_vanish() {
    let mut table = Table::new();
    assert_eq!(table.pieces().len(), 24);
    let entities = |table: &mut Table| {
        let world = table.app.world_mut();
        world.query::<&Mesh3d>().iter(world).count()
    };
    let before = entities(&mut table);
    for uci in MATE {
        table.request(uci);
        // The names are right at once, before the piece has arrived.
        assert_eq!(table.pieces(), table.expected_pieces(), "{uci}");
        table.pass(GLIDE_SECONDS);
        assert_eq!(table.pieces(), table.expected_pieces(), "{uci}");
        let piece = table.place_of_piece_on(&uci[2..]);
        let tile = table.on_cells::<GlobalTransform>()[cell(&uci[2..]).index()].1;
        assert!(piece.distance(tile.translation()) < 1e-4, "{uci}");
    }
    let taken = 24 - table.pieces().len();
    assert!(taken > 0);
    assert_eq!(entities(&mut table), before - taken);
    for _ in MATE {
        table.ask(GameRequest::Undo);
        assert_eq!(table.pieces(), table.expected_pieces());
        table.pass(GLIDE_SECONDS);
    }
    assert_eq!(table.pieces().len(), 24);
    assert_eq!(entities(&mut table), before);
}

#[test]
fn the_board_turns_to_the_next_side_only_if_wanted() {
    for wanted in [true, false] {
        let settings = Settings {
            auto_turn_flat: wanted,
            ..Settings::default()
        };
        let mut table = Table::with(settings, |_| {});
        let seat = *table.get::<Seat>();
        let at_white = home_rotation(Side::White, table.get::<Shape>(), &seat);
        let at_black = home_rotation(Side::Black, table.get::<Shape>(), &seat);
        assert!(table.rotation().angle_between(at_white) < 1e-3);
        table.play(&MATE[..1]);
        // The piece arrives first.
        assert!(table.rotation().angle_between(at_white) < 1e-3);
        table.pass(GLIDE_SECONDS + TURN_SECONDS);
        let home = if wanted { at_black } else { at_white };
        assert!(
            table.rotation().angle_between(home) < 1e-3,
            "wanted: {wanted}"
        );
        // Asked for, it turns in either case.
        table.send(CommandRequested(Command::Flip));
        table.pass(TURN_SECONDS);
        assert!(table.rotation().angle_between(at_black) < 1e-3);
        // The setting can be changed while one plays.
        table.send(CommandRequested(Command::AutoTurn));
        table.frames(1);
        table.play(&MATE[1..2]);
        table.pass(GLIDE_SECONDS + TURN_SECONDS);
        let home = if wanted { at_black } else { at_white };
        assert!(
            table.rotation().angle_between(home) < 1e-3,
            "no longer: {wanted}"
        );
    }
}

impl Table {
    fn is_seen(&mut self, at: Cell) -> bool {
        let (rotation, seat) = (self.rotation(), *self.get::<Seat>());
        is_in_sight(rotation, self.get::<Shape>().centre(at), &seat)
    }

    fn is_gliding(&mut self) -> bool {
        let world = self.app.world_mut();
        world.query::<&Gliding>().iter(world).count() > 0
    }

    /// Turns the ball by hand until a tile is on the far side.
    fn hide(&mut self, at: Cell) {
        let seat = *self.get::<Seat>();
        let now = self.rotation() * self.get::<Shape>().centre(at).normalize();
        let away = (seat.centre - seat.eye).normalize();
        self.send(TurnBoard(Quat::from_rotation_arc(now, away)));
        self.frames(1);
        assert!(!self.is_seen(at));
    }

    /// Lets pieces arrive and the ball turn, and sees that it does so in that
    /// order.
    fn settle(&mut self) {
        let frames = (2.0 * GLIDE_SECONDS + 2.0 * TURN_SECONDS) / FRAME.as_secs_f32();
        for _ in 0..frames as usize {
            let before = self.rotation();
            let was_gliding = self.is_gliding();
            self.frames(1);
            if was_gliding && self.is_gliding() {
                assert_eq!(self.rotation(), before, "it turns while a piece moves");
            }
        }
    }
}

#[test]
fn the_ball_turns_to_what_happens_out_of_sight() {
    for wanted in [true, false] {
        let settings = Settings {
            show_moves: wanted,
            ..long(None, Some(QUICK))
        };
        // The computer's move, which the test makes while it thinks.
        let thinking = Settings {
            show_moves: wanted,
            ..long(None, Some(SLOW))
        };
        let mut table = Table::with(thinking, |_| {});
        let at_home = table.rotation();
        table.request("a4g1");
        table.settle();
        table.request("n4s1");
        table.settle();
        let answer = table.get::<Match>().record().last().unwrap();
        let turned = table.rotation().angle_between(at_home) > 1e-3;
        assert_eq!(turned, wanted, "Black's men are on the far side");
        assert_eq!(table.is_seen(answer.to), wanted);

        // Moves that are taken back and played again.
        table.hide(answer.from);
        table.ask(GameRequest::Undo);
        table.settle();
        let first = mv("a4g1");
        assert_eq!(table.played(), [""; 0]);
        if wanted {
            assert!(table.is_seen(first.from) && table.is_seen(first.to));
        }
        table.hide(first.to);
        table.ask(GameRequest::Redo);
        table.settle();
        assert!(!wanted || table.is_seen(answer.to));

        // A hint.
        let mut table = Table::with(settings, |_| {});
        table.tell_computer(ComputerRequest::Hint);
        table.until("the hint", |table| table.get::<Hint>().0.is_some());
        let hint = table.get::<Hint>().0.clone().unwrap();
        table.tell_computer(ComputerRequest::Hint);
        table.hide(hint.mv.from);
        table.tell_computer(ComputerRequest::Hint);
        table.until("another", |table| table.get::<Hint>().0.is_some());
        table.settle();
        let hint = table.get::<Hint>().0.clone().unwrap();
        if wanted {
            assert!(table.is_seen(hint.mv.from));
        }

        // The mated king. Moves by hand turn nothing before.
        let mut table = Table::with(
            Settings {
                show_moves: wanted,
                ..Settings::default()
            },
            |_| {},
        );
        table.play(&MATE[..1]);
        table.settle();
        let king = table.get::<Match>().position().royal(Side::Black).unwrap();
        table.hide(king);
        let before = table.rotation();
        table.play(&MATE[1..2]);
        table.settle();
        assert_eq!(table.rotation(), before);
        table.play(&MATE[2..]);
        table.settle();
        let king = table.get::<Match>().position().royal(Side::Black).unwrap();
        assert_eq!(table.is_seen(king), wanted);
    }
}

#[test]
fn my_side_is_where_the_king_is() {
    // White's king on a tile that is not in sight from its home.
    let (shape, seat) = (ball::shape(), Seat::default());
    let at_home = home_rotation(Side::White, &shape, &seat);
    let start = Position::<Game>::start();
    let position = tables()
        .cells()
        .filter(|at| !is_in_sight(at_home, shape.centre(*at), &seat))
        .find_map(|at| {
            let mut setup = start.setup();
            let king = start.royal(Side::White)?;
            let place = setup.pieces.iter_mut().find(|(cell, _)| *cell == king)?;
            place.0 = at;
            Position::<Game>::try_from_setup(&setup).ok()
        })
        .unwrap();
    let king = position.royal(Side::White).unwrap();
    let mut table = Table::with(Settings::default(), |app| {
        app.insert_resource(Match::new(position));
    });
    assert!(table.is_seen(king), "at the start");
    table.hide(king);
    table.send(CommandRequested(Command::Flip));
    table.pass(TURN_SECONDS);
    assert!(table.is_seen(king));
}

#[test]
fn a_pause_ends_with_the_game() {
    let mut table = Table::playing(None, Some(SLOW));
    table.request("a4g1");
    table.until_depth(1);
    table.send(CommandRequested(Command::Pause));
    table.frames(1);
    assert!(table.get::<Paused>().0);
    table.press(Command::Resign);
    table.press(Command::Confirm);
    assert_eq!(table.get::<MatchState>().outcome, "resignation");
    assert!(!table.get::<Paused>().0);
    // There is nothing left to pause.
    assert!(!table.get::<Enabled>().has(Command::Pause));
    table.tell_computer(ComputerRequest::Pause);
    assert!(!table.get::<Paused>().0);
    // Taken back, the game goes on.
    table.ask(GameRequest::Undo);
    table.frames(1);
    assert!(table.get::<Enabled>().has(Command::Pause));
    assert!(table.is_thinking());
}

/// In how many frames rapier has looked at its colliders.
#[derive(Resource, Default)]
struct Looks(usize);

fn count_looks(looked: Query<(), Changed<RapierContextSimulation>>, mut looks: ResMut<Looks>) {
    looks.0 += looked.iter().count();
}

#[test]
fn colliders_are_looked_at_only_when_they_move() {
    let mut table = Table::with(Settings::default(), |app| {
        app.init_resource::<Looks>().add_systems(Last, count_looks);
    });
    let looks =
        |table: &mut Table| std::mem::take(&mut table.app.world_mut().resource_mut::<Looks>().0);
    table.frames(3);
    looks(&mut table);
    table.frames(20);
    for name in ["a4", "g1", "b1"] {
        let ray = table.ray_to(name);
        table.mouse_to(ray);
    }
    assert_eq!(looks(&mut table), 0);
    // Each frame in which the ball turns, and none after the last.
    for _ in 0..5 {
        table.send(TurnBoard(Quat::from_rotation_y(0.3)));
        table.frames(1);
    }
    table.frames(10);
    assert_eq!(looks(&mut table), 5);
    // The ray meets what is there now in the very next frame.
    table.send(TurnBoard(Quat::from_rotation_y(0.5)));
    table.frames(1);
    let ray = table.ray_to("c4");
    table.mouse().ray = Some(ray);
    table.mouse_does(PointerAction::Move { delta: Vec2::ZERO });
    assert_eq!(table.hovered().as_deref(), Some("c4"));
    // A piece that comes or goes is another collider.
    looks(&mut table);
    table.play(&["b1n4"]);
    table.frames(3);
    assert!(looks(&mut table) > 0);
}

#[test]
fn the_board_never_turns_by_itself_to_a_side_that_the_computer_plays() {
    let turning = |white, black| Settings {
        auto_turn_flat: true,
        show_moves: false,
        ..long(white, black)
    };
    let is_at_home = |table: &mut Table, side| {
        let home = home_rotation(side, table.get::<Shape>(), table.get::<Seat>());
        table.rotation().angle_between(home) < 1e-3
    };
    // The computer answers: the human's home stays in front all the time.
    let mut table = Table::with(turning(None, Some(SLOW)), |_| {});
    table.request("a4g1");
    let mut frames = 0;
    while table.played().len() < 2 || frames < 60 {
        if frames == 40 {
            table.tell_computer(ComputerRequest::MoveNow);
        }
        assert!(is_at_home(&mut table, Side::White), "turned in {frames}");
        table.frames(1);
        std::thread::sleep(Duration::from_millis(1));
        frames += 1;
        assert!(frames < 20_000);
    }
    // Turned away by hand, the ball comes back when it is the human's turn.
    table.send(TurnBoard(Quat::from_rotation_y(0.5)));
    table.play_on();
    table.pass(GLIDE_SECONDS + TURN_SECONDS);
    assert!(!is_at_home(&mut table, Side::White));
    table.until_depth(1);
    table.tell_computer(ComputerRequest::MoveNow);
    table.until_played(4);
    table.pass(GLIDE_SECONDS + TURN_SECONDS);
    assert!(is_at_home(&mut table, Side::White));

    // The human has Black: from the start on, in a new game, and by "My side".
    let mut table = Table::with(turning(Some(SLOW), None), |_| {});
    assert!(is_at_home(&mut table, Side::Black));
    for ask in [true, false] {
        table.send(TurnBoard(Quat::from_rotation_y(0.5)));
        table.frames(1);
        if ask {
            table.send(CommandRequested(Command::Flip));
        } else {
            table.send(GameRequest::Load(new_game()));
        }
        table.pass(TURN_SECONDS);
        assert!(is_at_home(&mut table, Side::Black), "by My side: {ask}");
    }

    // Where two computers play nobody's home is to be brought.
    let mut table = Table::with(turning(Some(QUICK), Some(QUICK)), |_| {});
    table.until_played(3);
    table.pass(GLIDE_SECONDS + TURN_SECONDS);
    assert!(is_at_home(&mut table, Side::White));
}

#[test]
fn every_ply_is_on_disk_before_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    for ply in 1..=MATE.len() {
        table.request(MATE[ply - 1]);
        assert_eq!(saved_moves(dir.path()), MATE[..ply]);
    }
    let text = std::fs::read_to_string(dir.path().join("current.pgn")).unwrap();
    assert!(text.contains("[Result \"1-0\"]"), "{text}");

    table.ask(GameRequest::Undo);
    let game = saved(dir.path());
    assert_eq!((game.tree.ply(), game.tree.line().len()), (2, 3));
    table.ask(GameRequest::Redo);
    assert_eq!(saved_moves(dir.path()), MATE);

    // A new game puts the old one away.
    table.ask(GameRequest::Load(new_game()));
    table.request("a4g1");
    assert_eq!(saved_moves(dir.path()), ["a4g1"]);
    let kept = read_file(&dir.path().join("games/game-1.pgn"));
    assert_eq!(kept.ply(), 3);
    assert!(!dir.path().join("games/game-2.pgn").exists());
}

#[test]
fn settings_are_on_disk_when_changed_and_not_before() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let file = dir.path().join("settings.ron");
    store::flush(FILE);
    assert!(!file.exists());
    table.send(CommandRequested(Command::TileNames));
    table.frames(1);
    store::flush(FILE);
    let written = Settings::from_text(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(written.tile_names);
}

/// How long a notice is shown, seconds.
const NOTICE: f32 = 8.0;

#[test]
fn a_saved_game_that_cannot_be_put_away_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let line = table.notice_line();
    table.play(&MATE[..2]);
    let in_the_way = dir.path().join("games");
    std::fs::write(&in_the_way, "mine").unwrap();
    table.press(Command::Begin);
    table.press(Command::Confirm);
    for more in ["", "a4g1", "n4s1"] {
        if !more.is_empty() {
            table.play(&[more]);
        }
        table.saved();
        assert_eq!(saved_moves(dir.path()), MATE[..2]);
        // The players are told at once, and as long as it is so.
        let told = table.words(line);
        for part in ["The game is not saved", "games", "move it away"] {
            assert!(told.contains(part), "{more}: no {part}: {told}");
        }
        table.pass(2.0 * NOTICE);
        assert_eq!(table.words(line), told);
    }
    assert_eq!(std::fs::read_to_string(&in_the_way).unwrap(), "mine");

    std::fs::remove_file(&in_the_way).unwrap();
    table.play(&["b1o3"]);
    table.saved();
    assert_eq!(table.words(line), "The game is saved again.");
    assert_eq!(saved_moves(dir.path()), ["a4g1", "n4s1", "b1o3"]);
    let kept = read_file(&in_the_way.join("game-1.pgn"));
    assert_eq!(kept.ply(), 2);
    assert_eq!(*table.get::<Unsaved>(), Unsaved::default());
}

#[test]
fn a_folder_that_is_gone_is_told_until_it_is_back() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut table = Table::saving(&data);
    let line = table.notice_line();
    std::fs::remove_dir_all(&data).unwrap();
    table.play(&["a4g1"]);
    table.send(CommandRequested(Command::TileNames));
    table.frames(1);
    table.saved();
    let told = table.words(line);
    let why = format!("the folder {} is gone", data.display());
    assert!(told.contains(&why), "{told}");
    std::fs::create_dir(&data).unwrap();
    table.play(&["n4s1"]);
    table.saved();
    assert_eq!(saved_moves(&data), ["a4g1", "n4s1"]);
    let text = std::fs::read_to_string(data.join("settings.ron")).unwrap();
    assert!(text.contains("tile_names: true"), "{text}");
    assert_eq!(*table.get::<Unsaved>(), Unsaved::default());
}

#[test]
fn every_report_is_shown_whatever_else_is_said() {
    let mut table = Table::new();
    let line = table.notice_line();
    for text in ["first", "second", "third"] {
        table.send(Report(Msg::verbatim(text)));
    }
    table.send(ComputerFact::CannotThink("no more threads".to_owned()));
    table.frames(1);
    let last = "The computer pauses: it cannot think: no more threads";
    for text in ["first", "second", "third", last] {
        assert_eq!(table.words(line), text);
        // Answers come between, and a move takes them away.
        table.request("b1a1");
        let refused = table.words(line);
        assert!(refused.contains("does not go to"), "{refused}");
        for answer in ["one", "two"] {
            table.send(Notice(Msg::verbatim(answer)));
        }
        table.frames(1);
        assert_eq!(table.words(line), "one\ntwo");
        table.play(&["a4g1"]);
        assert_eq!(table.words(line), text);
        table.ask(GameRequest::Undo);
        table.pass(NOTICE);
    }
    assert_eq!(table.words(line), "White to move: choose a piece.");
}

#[test]
fn a_game_that_fills_its_file_ends_and_says_why() {
    let text = format!("a4g1 {} *", "(b1o3) ".repeat(pgn::MAX_PLIES - 1));
    let full = pgn::parse::<Game>(&text).unwrap();
    assert_eq!(full.tree.size(), pgn::MAX_PLIES);
    let mut table = Table::with(Settings::default(), |app| {
        app.insert_resource(Match::new(full));
    });
    let line = table.notice_line();
    // What is recorded can be taken back and played again.
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::Redo);
    assert_eq!(table.played(), ["a4g1"]);
    table.facts::<GameOver>();
    table.request("n4s1");
    assert_eq!(table.played(), ["a4g1"]);
    assert_eq!(table.get::<MatchState>().outcome, "adjudication");
    assert_eq!(table.facts::<GameOver>().len(), 1);
    let told = table.words(line);
    assert!(told.contains("50000 moves"), "{told}");
    // Whoever takes the end back is told again.
    table.ask(GameRequest::Undo);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    table.request("n4s1");
    assert_eq!(table.get::<MatchState>().outcome, "adjudication");
    let text = table.get::<Match>().record().to_pgn();
    assert!(pgn::parse::<Game>(&text).is_ok());
}

#[test]
fn a_saved_game_is_gone_on_with_or_kept() {
    for resumed in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        store.write_game(tree(&MATE[..2]).into(), false);
        store::flush(FILE);
        let mut table = Table::with(Settings::default(), |app| {
            app.insert_resource(store)
                .insert_resource(OnDisk::AnotherGame)
                .insert_resource(ResumeOffer(tree(&MATE[..2]).into()));
        });
        assert!(table.get::<Enabled>().has(Command::Resume));
        assert!(table.played().is_empty());
        let put_away = dir.path().join("games/game-1.pgn");
        if resumed {
            table.send(CommandRequested(Command::Resume));
            table.frames(2);
            assert_eq!(table.played(), MATE[..2]);
            assert_eq!(table.pieces(), table.expected_pieces());
            table.play(&MATE[2..]);
            assert_eq!(saved_moves(dir.path()), MATE);
            // It is over: one of the saved games.
            assert_eq!(read_file(&put_away).ply(), 3);
        } else {
            table.play(&["a4g1"]);
            assert_eq!(saved_moves(dir.path()), ["a4g1"]);
            assert_eq!(read_file(&put_away).ply(), 2);
        }
        table.frames(1);
        assert!(
            !table.get::<Enabled>().has(Command::Resume),
            "resumed: {resumed}"
        );
    }
}

/// A computer that answers at once.
const QUICK: SidePlayer = SidePlayer {
    computer: true,
    algorithm: Algorithm::Strong,
    level: 1,
};
/// A computer that thinks until it is told to stop, with [`long`].
const SLOW: SidePlayer = SidePlayer { level: 10, ..QUICK };
/// Nobody of the computer's.
const A_HUMAN: SidePlayer = SidePlayer {
    computer: false,
    ..SLOW
};
/// Kings and pawns too far apart for a mate within the first dozens of plies,
/// whoever plays.
const QUIET: &str = "1KPP/4/1P2/1P2/4/4/4/4/4/4/1p2/1p2/4/1kpp/4/4/4/4/4/4 \
                     w a3a4c2d2k2l2n3n4 - 0 1";
/// For a thing that another thread does.
const PATIENCE: Duration = Duration::from_secs(30);

/// Settings with these players, a small table and much time.
fn long(white: Option<SidePlayer>, black: Option<SidePlayer>) -> Settings {
    Settings {
        computer: Computer {
            white: white.unwrap_or_default(),
            black: black.unwrap_or_default(),
            seconds: 3000.0,
            delay: 0.0,
            cores: 1,
            table: 1,
            ..Computer::default()
        },
        ..Settings::default()
    }
}

impl Table {
    fn playing(white: Option<SidePlayer>, black: Option<SidePlayer>) -> Self {
        Self::with(long(white, black), |_| {})
    }

    /// A long game from [`QUIET`] on, where nobody gives up.
    fn quiet(white: SidePlayer, black: SidePlayer, delay: f32) -> Self {
        let mut settings = long(Some(white), Some(black));
        settings.computer.gives_up = false;
        settings.computer.delay = delay;
        let position: Position<Game> = QUIET.parse().unwrap();
        Self::with(settings, |app| {
            app.insert_resource(Match::new(position));
        })
    }

    /// Black has the king alone against queen and rooks, somewhere out of check.
    fn hopeless(black: SidePlayer) -> Self {
        let text = |row: usize, column: usize| {
            let mut rows = vec!["4"; 20];
            rows[0] = "QKRR";
            rows[row] = ["k3", "1k2", "2k1", "3k"][column];
            format!("{} w - - 0 1", rows.join("/"))
        };
        let position: Position<Game> = (5..20)
            .flat_map(|row| (0..4).map(move |column| (row, column)))
            .find_map(|(row, column)| text(row, column).parse().ok())
            .unwrap();
        Self::with(long(None, Some(black)), |app| {
            app.insert_resource(Match::new(position));
        })
    }

    /// Plays a move that neither mates nor lets anything be taken.
    fn give_nothing(&mut self) {
        let position = *on_ball(self.get::<Match>()).position();
        let mv = position.legal_moves().into_iter().find(|mv| {
            let next = position.play_unchecked(*mv);
            let answers = next.legal_moves();
            let is_gift = |mv: &Move| next.piece_at(mv.to).is_some();
            !answers.is_empty() && !answers.iter().any(is_gift)
        });
        self.send(MoveRequested(mv.unwrap()));
    }

    /// Plays a move after which neither it nor any answer ends the game.
    fn play_on(&mut self) {
        let goes_on = |mv: &Move, position: &Position<Game>| {
            let next = position.play_unchecked(*mv);
            (next.count_moves() > 0).then_some(next)
        };
        let position = *on_ball(self.get::<Match>()).position();
        let mv = position.legal_moves().into_iter().find(|mv| {
            goes_on(mv, &position).is_some_and(|next| {
                let answers = next.legal_moves();
                answers.iter().all(|mv| goes_on(mv, &next).is_some())
            })
        });
        self.send(MoveRequested(mv.expect("every move ends the game")));
    }

    /// Lets frames pass until something is so.
    fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
            self.frames(1);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn until_played(&mut self, plies: usize) {
        self.until(&format!("{plies} plies"), |table| {
            table.played().len() >= plies
        });
    }

    /// Frames and time enough for a quick computer to move, if it wanted to.
    fn idle(&mut self) {
        for _ in 0..50 {
            self.frames(1);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn is_thinking(&self) -> bool {
        self.get::<Thinking>().0.is_some()
    }

    fn until_depth(&mut self, depth: u8) {
        self.until("some depth", |table| {
            let thought = table.get::<Thinking>().0;
            thought.is_some_and(|thought| thought.depth >= depth)
        });
    }

    fn tell_computer(&mut self, request: ComputerRequest) {
        self.send(request);
        self.frames(1);
    }
}

#[test]
fn the_computer_answers_every_move_with_a_legal_one() {
    for algorithm in Algorithm::ALL {
        let player = SidePlayer { algorithm, ..QUICK };
        let mut table = Table::playing(None, Some(player));
        table.idle();
        assert_eq!(table.played().len(), 0, "{algorithm} moves for White");
        for ply in [1, 3, 5] {
            table.play_on();
            table.until_played(ply + 1);
            table.idle();
            assert_eq!(table.played().len(), ply + 1, "{algorithm}");
        }
        assert_eq!(table.facts::<MoveRejected>(), []);
        assert_eq!(table.facts::<ComputerFact>(), []);
    }
}

#[test]
fn the_computer_plays_both_sides_with_pauses_and_delays() {
    let random = SidePlayer {
        algorithm: Algorithm::Random,
        ..QUICK
    };
    let mut table = Table::quiet(random, QUICK, 0.0);
    table.until_played(6);
    table.tell_computer(ComputerRequest::Pause);
    table.frames(1);
    let paused = table.played();
    table.idle();
    assert_eq!(table.played(), paused);
    assert!(!table.is_thinking());
    // What is taken back in a pause stays so.
    table.ask(GameRequest::Undo);
    table.idle();
    assert_eq!(table.played(), paused[..paused.len() - 1]);
    table.tell_computer(ComputerRequest::Resume);
    table.until_played(paused.len() + 4);
    // Taken back while it plays, there is a pause as well.
    table.ask(GameRequest::Undo);
    assert!(table.get::<Paused>().0);
    table.frames(1);
    let paused = table.played();
    table.idle();
    assert_eq!(table.played(), paused);

    let mut table = Table::quiet(random, random, 1.0);
    table.until_played(1);
    for ply in 1..4 {
        assert_eq!(table.played().len(), ply);
        let frames = (1.0 / FRAME.as_secs_f32()) as usize;
        table.frames(frames - 10);
        assert_eq!(table.played().len(), ply, "before its time");
        table.until_played(ply + 1);
    }
    // Nobody has to wait, once there is a move.
    for _ in 0..5 {
        table.frames(1);
        std::thread::sleep(Duration::from_millis(50));
    }
    table.tell_computer(ComputerRequest::MoveNow);
    table.frames(2);
    assert_eq!(table.played().len(), 5);
}

#[test]
fn taking_back_goes_on_until_it_is_the_humans_turn() {
    let mut table = Table::playing(None, Some(QUICK));
    table.request("a4g1");
    table.until_played(2);
    let played = table.played();
    table.ask(GameRequest::Undo);
    table.frames(2);
    assert_eq!(table.played(), [""; 0]);
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    // And playing again.
    table.ask(GameRequest::Redo);
    table.frames(2);
    assert_eq!(table.played(), played);
    table.idle();
    assert_eq!(table.played(), played);

    // While it thinks, one ply is enough.
    let mut table = Table::playing(None, Some(SLOW));
    table.request("a4g1");
    table.until_depth(2);
    table.ask(GameRequest::Undo);
    assert!(!table.is_thinking());
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    assert_eq!(table.get::<MatchState>().turn, "White");
    // The search that was ended does not speak up later.
    table.request("b1n4");
    table.until_depth(1);
    table.tell_computer(ComputerRequest::MoveNow);
    table.until_played(2);
    assert_eq!(table.facts::<MoveRejected>(), []);

    // A computer that began has to begin again: nobody waits for anybody.
    let mut table = Table::playing(Some(QUICK), None);
    table.until_played(1);
    table.ask(GameRequest::Undo);
    table.until_played(1);
}

#[test]
fn settings_changed_while_it_thinks_count_after_the_move() {
    let mut table = Table::playing(None, Some(SLOW));
    table.request("a4g1");
    table.until_depth(2);
    table.tell_computer(ComputerRequest::SetSide(Side::Black, QUICK));
    table.idle();
    assert!(table.is_thinking());
    assert_eq!(table.played().len(), 1);
    table.tell_computer(ComputerRequest::MoveNow);
    table.until_played(2);
    // From now on it is quick.
    table.play_on();
    table.until_played(4);

    // A human who takes over does so at once.
    let mut table = Table::playing(Some(SLOW), Some(QUICK));
    table.until_depth(1);
    table.tell_computer(ComputerRequest::SetSide(Side::White, A_HUMAN));
    assert!(!table.is_thinking());
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    table.request("a4g1");
    table.until_played(2);
}

#[test]
fn a_hint_is_shown_and_plays_nothing() {
    let mut table = Table::playing(None, Some(QUICK));
    let before = table.get::<MatchState>().clone();
    table.tell_computer(ComputerRequest::Hint);
    assert!(table.is_thinking());
    table.until("the hint", |table| table.get::<Hint>().0.is_some());
    assert_eq!(*table.get::<MatchState>(), before);
    let hint = table.get::<Hint>().0.clone().unwrap();
    let position = *on_ball(table.get::<Match>()).position();
    assert_eq!(position.why_illegal(hint.mv), None);
    assert_eq!(hint.way, position.path(hint.mv));
    // The board shows the way.
    table.frames(1);
    for (at, look) in table.on_cells::<TileLook>() {
        let is_on_way = hint.way.contains(&at);
        assert_eq!(look.mark, is_on_way.then_some(Mark::Hint));
        let is_end = at == hint.mv.from || at == hint.mv.to;
        assert_eq!(look.frame, is_end.then_some(FrameKind::Hint));
    }
    // It may be asked to go, or goes with the next move.
    table.tell_computer(ComputerRequest::Hint);
    assert_eq!(table.get::<Hint>().0, None);
    table.tell_computer(ComputerRequest::Hint);
    table.until("another", |table| table.get::<Hint>().0.is_some());
    table.send(MoveRequested(hint.mv));
    table.frames(1);
    assert_eq!(table.get::<Hint>().0, None);
    // A hint that is looked for is forgotten with the move, too.
    table.until_played(2);
    table.tell_computer(ComputerRequest::Hint);
    assert!(table.is_thinking());
    table.play_on();
    table.until_played(4);
    assert_eq!(table.get::<Hint>().0, None);
    table.app.world_mut().resource_mut::<Computer>().hints = false;
    table.tell_computer(ComputerRequest::Hint);
    assert!(!table.is_thinking());
}

#[test]
fn what_was_found_for_another_game_is_not_played() {
    let mut table = Table::playing(None, Some(SLOW));
    for _ in 0..3 {
        table.request("a4g1");
        table.until_depth(1);
        table.ask(GameRequest::Load(new_game()));
        assert!(!table.is_thinking());
        table.idle();
        assert_eq!(table.played(), [""; 0]);
    }
    // A loaded game in which it is the computer's turn goes on by itself.
    table.tell_computer(ComputerRequest::SetSide(Side::Black, QUICK));
    let loaded = pgn::Game::new(tree(&["b1n4"]));
    table.ask(GameRequest::Load(loaded.into()));
    table.until_played(2);
    assert_eq!(table.played()[0], "b1n4");
    assert_eq!(table.facts::<MoveRejected>(), []);
}

#[test]
fn nobody_moves_for_the_computer() {
    let mut table = Table::playing(Some(SLOW), None);
    table.until_depth(1);
    table.trigger(Hand::Right, "b1");
    table.click(PointerButton::Primary, "a4");
    assert_eq!(table.selected(), None);
    table.trigger(Hand::Right, "n4");
    table.click(PointerButton::Secondary, "g1");
    assert_eq!(table.facts::<MoveRequested>(), []);
    assert_eq!(table.played(), [""; 0]);
    // The ball can be turned meanwhile.
    let before = table.rotation();
    table.send(TurnBoard(Quat::from_rotation_y(0.5)));
    table.frames(2);
    assert!(table.rotation().angle_between(before) > 0.4);
    // In a pause as well; a human who takes over may.
    table.tell_computer(ComputerRequest::Pause);
    table.trigger(Hand::Right, "b1");
    assert_eq!(table.selected(), None);
    table.tell_computer(ComputerRequest::SetSide(Side::White, A_HUMAN));
    table.trigger(Hand::Right, "b1");
    assert_eq!(table.selected().as_deref(), Some("b1"));
    table.tell_computer(ComputerRequest::SetSide(Side::White, SLOW));
    table.frames(1);
    assert_eq!(table.selected(), None);
}

#[test]
fn commands_do_something_only_where_they_can() {
    let player = SidePlayer { level: 9, ..SLOW };
    let mut table = Table::playing(None, Some(player));
    assert!(table.get::<Enabled>().has(Command::Hint));
    assert!(!table.get::<Enabled>().has(Command::MoveNow));
    assert!(!table.get::<Enabled>().has(Command::LastMove));
    table.request("a4g1");
    table.frames(1);
    let enabled = table.get::<Enabled>();
    assert!(enabled.has(Command::MoveNow) && !enabled.has(Command::Hint));
    assert!(enabled.has(Command::LastMove));
    // The human may give up at any time, but not offer a draw for the computer.
    assert!(enabled.has(Command::Resign) && !enabled.has(Command::Draw));
    table.press(Command::Pause);
    assert!(table.get::<Paused>().0);
    table.press(Command::Draw);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    assert_eq!(table.get::<Match>().draw_offer(), None);
    table.press(Command::Pause);
    assert!(!table.get::<Paused>().0);
    table.until_depth(1);
    table.press(Command::MoveNow);
    table.until_played(2);
    table.press(Command::TileNames);
    assert!(table.get::<Settings>().tile_names);
}

#[test]
fn a_rematch_is_a_game_of_the_same_kind_with_the_sides_changed() {
    let mut table = Table::playing(None, Some(QUICK));
    table.press(Command::Open(Screen::NewGame));
    let mut setup = table.app.world_mut().resource_mut::<Setup>();
    setup.names[0] = "Ada".to_owned();
    table.press(Command::Begin);
    let name = |table: &Table, side: &str| table.get::<Match>().record().tags()[side].clone();
    assert_eq!(name(&table, "White"), "Ada");
    assert_eq!(name(&table, "Black"), "Icochess, Strong 1");
    table.play(&["a4g1"]);
    table.ask(GameRequest::Resign(Side::White));
    table.pass(2.0);
    assert_eq!(table.get::<Screens>().shown(), Screen::Result);
    table.press(Command::Rematch);
    assert_eq!(table.get::<Screens>().shown(), Screen::Game);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    let computer = table.get::<Computer>();
    assert_eq!(computer.white, QUICK);
    assert!(!computer.plays(Side::Black));
    assert_eq!(name(&table, "Black"), "Ada");
    assert_eq!(name(&table, "White"), "Icochess, Strong 1");
    // The computer begins.
    table.until_played(1);
}

#[test]
fn the_result_is_announced_when_it_has_been_seen_and_goes_with_the_end() {
    let mut table = Table::new();
    table.play(&MATE);
    assert_eq!(table.get::<Screens>().shown(), Screen::Game);
    table.pass(2.0);
    assert_eq!(table.get::<Screens>().shown(), Screen::Result);
    table.ask(GameRequest::Undo);
    table.frames(1);
    assert_eq!(table.get::<Screens>().shown(), Screen::Game);
    // Who has opened a page is not interrupted.
    table.press(Command::Menu);
    table.ask(GameRequest::Redo);
    table.pass(2.0);
    assert_eq!(table.get::<Screens>().shown(), Screen::Home);
}

#[test]
fn the_computer_declines_a_draw_while_nothing_speaks_for_it() {
    let mut table = Table::playing(None, Some(QUICK));
    table.ask(GameRequest::Draw);
    let declined = ComputerFact::DrawDeclined(Side::Black);
    assert_eq!(table.facts::<ComputerFact>(), [declined]);
    table.frames(1);
    assert_eq!(table.get::<Match>().draw_offer(), None);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
}

#[test]
fn new_games_begin_from_the_start_that_is_chosen() {
    let mut table = Table::new();
    let original = table.get::<MatchState>().position.clone();
    let choose = |table: &mut Table, number: usize| {
        table.press(Command::Open(Screen::NewGame));
        let mut setup = table.app.world_mut().resource_mut::<Setup>();
        setup.start = Some(&setup.board.starts()[number]);
    };
    choose(&mut table, 1);
    table.press(Command::Begin);
    assert_eq!(table.get::<MatchState>().position, BALANCED_START);
    let start = &table.get::<Settings>().start;
    let chosen = start.of(Variant::Icochess.board()).unwrap().name;
    assert_eq!(chosen, "balanced");
    // What is written can be read again, and goes on from there.
    table.play(&["c2c1"]);
    let written = table.get::<Match>().record().to_pgn();
    let read = pgn::parse::<Game>(&written).unwrap().tree;
    assert_eq!(read.position(), on_ball(table.get::<Match>()).position());
    assert_eq!(read.position_at(0).unwrap().to_string(), BALANCED_START);
    // The next one begins there, too, until another is chosen; it is asked, as the
    // game is going on.
    table.press(Command::Open(Screen::NewGame));
    let start = table.get::<Setup>().start.unwrap();
    assert_eq!(start.name, "balanced");
    choose(&mut table, 0);
    table.press(Command::Begin);
    assert_ne!(table.get::<MatchState>().position, original);
    table.press(Command::Confirm);
    assert_eq!(table.get::<MatchState>().position, original);
}

#[test]
fn colours_are_drawn_if_that_is_wanted() {
    let mut setup = Setup {
        white: QUICK,
        black: A_HUMAN,
        drawn: true,
        ..Setup::default()
    };
    let whites: Vec<bool> = (0..64)
        .map(|_| {
            setup.draw_colours();
            setup.white.computer
        })
        .collect();
    // Once in 2^63 all of them are alike.
    assert!(whites.contains(&true) && whites.contains(&false));
    setup.drawn = false;
    let before = setup.clone();
    setup.draw_colours();
    assert_eq!(setup, before);
}

#[test]
fn what_the_computer_has_to_say_is_written() {
    let mut table = Table::new();
    let line = table.notice_line();
    for (fact, words) in [
        (
            ComputerFact::SmallTable { asked: 64, got: 16 },
            "The computer has 16 MB for its table, not 64: there is no more memory",
        ),
        (
            ComputerFact::CannotThink("no more threads".to_owned()),
            "The computer pauses: it cannot think: no more threads",
        ),
        (
            ComputerFact::SearchFailed(Side::Black, Purpose::Move),
            "The search for Black failed: what it knew by then is played",
        ),
        (
            ComputerFact::SearchFailed(Side::White, Purpose::Hint),
            "The search for a hint failed: ask for it again",
        ),
        (
            ComputerFact::DrawDeclined(Side::White),
            "White declines the draw",
        ),
    ] {
        table.send(fact);
        table.frames(1);
        let text = table.app.world().get::<Text>(line).unwrap();
        assert_eq!(text.0, words);
        table.pass(NOTICE);
    }
}

#[test]
fn a_human_may_give_up_while_the_computer_thinks() {
    let mut table = Table::playing(None, Some(SLOW));
    table.request("a4g1");
    table.until_depth(1);
    table.press(Command::Resign);
    table.press(Command::Confirm);
    let resigned = Outcome::Resignation {
        winner: Side::Black,
    };
    assert_eq!(table.facts::<GameOver>(), [GameOver(resigned)]);
    assert!(!table.is_thinking());
    // Undo takes it back, and the computer thinks on.
    table.ask(GameRequest::Undo);
    table.frames(1);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
    assert!(table.is_thinking());
}

#[test]
fn each_side_is_asked_whether_it_gives_up() {
    let mut table = Table::new();
    for mv in ["a4g1", "n4s1"] {
        table.send(CommandRequested(Command::Resign));
        table.play(&[mv]);
    }
    assert_eq!(table.facts::<GameOver>(), []);
}

#[test]
fn nobody_gives_up_or_draws_for_a_computer() {
    let mut table = Table::playing(None, Some(SLOW));
    // An offer counts until the other side moves, and is not made for it.
    table.send(CommandRequested(Command::Draw));
    table.frames(2);
    let declined = ComputerFact::DrawDeclined(Side::Black);
    assert_eq!(table.facts::<ComputerFact>(), [declined]);
    table.request("a4g1");
    table.until_depth(1);
    table.send(CommandRequested(Command::Draw));
    table.frames(1);
    assert!(table.is_thinking());
    assert_eq!(table.get::<Match>().draw_offer(), None);
    let other = ComputerRequest::SetSide(Side::White, SLOW);
    table.tell_computer(other);
    table.press(Command::Resign);
    table.press(Command::Confirm);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
}

#[test]
fn the_bar_is_looked_after_again_when_a_hint_is_called_off() {
    let mut settings = long(None, None);
    settings.computer.evaluation_bar = true;
    let mut table = Table::with(settings, |_| {});
    table.tell_computer(ComputerRequest::Hint);
    assert!(table.is_thinking());
    table.tell_computer(ComputerRequest::Hint);
    assert!(!table.is_thinking());
    assert_eq!(table.get::<Evaluation>().0, None);
    table.until("who stands better", |table| {
        table.get::<Evaluation>().0.is_some()
    });
    assert_eq!(table.get::<Hint>().0, None);
}

#[test]
fn a_hopeless_computer_resigns_and_plays_on_if_that_is_taken_back() {
    let mut table = Table::hopeless(SidePlayer { level: 5, ..QUICK });
    let start = Instant::now();
    while table.get::<MatchState>().outcome == "ongoing" {
        assert!(start.elapsed() < PATIENCE);
        if table.get::<Match>().position().turn() == Side::White {
            table.give_nothing();
        }
        table.frames(1);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(table.get::<MatchState>().outcome, "resignation");
    assert_eq!(table.played().len(), 5, "at its third move");
    table.ask(GameRequest::Undo);
    table.until_played(6);
    assert_eq!(table.get::<MatchState>().outcome, "ongoing");
}

#[test]
fn a_computer_that_stands_worse_agrees_to_a_draw() {
    // Of a level that does not resign.
    let mut table = Table::hopeless(SidePlayer { level: 4, ..QUICK });
    table.give_nothing();
    table.until_played(2);
    table.send(CommandRequested(Command::Draw));
    table.frames(3);
    assert_eq!(table.get::<MatchState>().outcome, "agreement");
    assert_eq!(table.facts::<ComputerFact>(), []);
}

#[test]
fn who_plays_is_kept_on_disk_and_a_saved_game_comes_first() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.tell_computer(ComputerRequest::SetSide(Side::Black, QUICK));
    table.app.world_mut().resource_mut::<Computer>().seconds = 5.0;
    table.frames(1);
    store::flush(FILE);
    let text = std::fs::read_to_string(dir.path().join("settings.ron")).unwrap();
    let read = Settings::from_text(&text).unwrap();
    assert_eq!(read.computer, *table.get::<Computer>());
    assert_eq!(read.computer.black, QUICK);

    // Without a move of the computer before the players have decided.
    let offer = || ResumeOffer(tree(&MATE[..2]).into());
    let mut table = Table::with(long(Some(QUICK), None), |app| {
        app.insert_resource(offer());
    });
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    table.send(CommandRequested(Command::Resume));
    table.until_played(3);
    assert_eq!(table.played()[..2], MATE[..2]);
}
