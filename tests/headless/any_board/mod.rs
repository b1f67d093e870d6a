//! The game on any board, without window and device. Tests that the display matches each move's
//! effects, that boards replace each other without leftovers, and that games of other programs can
//! be reviewed.
#[path = "../../../crates/rules/tests/rules/small_boards/docks_board.rs"]
mod docks_board;
#[path = "../../../crates/rules/tests/rules/small_boards/grid.rs"]
mod grid;
mod parts;
mod quarter;
mod trek;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use bevy::prelude::*;
use icochess::board::pieces::piece::{Fallen, GLIDE_SECONDS, IsPiece, PieceOn};
use icochess::board::stage::root::BoardRoot;
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::board::tiles::paths::SliderPaths;
use icochess::board::turning::spin::{FaceSide, ShowTile, TurnTo};
use icochess::computer::messages::ComputerRequest;
use icochess::computer::{Evaluation, Hint, HintMove};
use icochess::display::Display;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::game::{Match, MatchState, OnCell};
use icochess::interaction::choice::{ChoiceAnswer, ChoiceRequested, MoveOption};
use icochess::interaction::selection::{Pick, Selected};
use icochess::interaction::{InteractionState, Selection};
use icochess::language::Words;
use icochess::save::settings::{Confirmation, Settings};
use icochess::save::{Notice, ResumeOffer, ResumeRequested};
use icochess_boards::Variant;
use icochess_message::msg;
use icochess_rules::pgn::{GameText, Texts};
use icochess_rules::{AnyBoard, Cell, CellSet, Effect, Move, MoveKind, Piece, Record, Side};
use proptest::prelude::*;

use crate::asking::{all, only, rotation, the_match, until};
use crate::headless::{app, pass, place, set, trigger};
use crate::table::Table;

/// Positions with many special moves nearby, by board.
const STARTS: [(&str, &str); 5] = [
    (
        "chess",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    ("chess", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    (
        "chess",
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 5 40",
    ),
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 17"),
    (
        "icochess",
        "QKPP/RBN1/1P2/1P2/RB1N/4/4/4/4/4/1p2/1p2/rb1n/qkpp/rbn1/4/4/4/4/4 w \
         a3a4c2d2k2l2n3n4 - 0 1",
    ),
];

fn board(id: &str) -> AnyBoard {
    let variant: Variant = id.parse().expect("a board");
    variant.board()
}

fn start(number: usize) -> Record {
    let (id, text) = STARTS[number % STARTS.len()];
    board(id).read_position(text).expect("a position")
}

/// Creates the game with a record, and runs some frames.
fn playing(record: Record) -> App {
    // Settings in which the board doesn't turn by itself.
    let settings = Settings {
        auto_turn_flat: false,
        confirm_moves: Confirmation::Never,
        ..Settings::default()
    };
    let mut app = app(settings, |app| {
        app.insert_resource(Match::new(record));
    });
    pass(&mut app, 0.1);
    app
}

/// Returns the displayed pieces by cell after they have come to rest, and asserts that each stands
/// on its cell. A loser's king lies down.
fn shown(app: &mut App) -> BTreeMap<usize, Piece> {
    pass(app, GLIDE_SECONDS);
    let root = only::<Transform, BoardRoot>(app);
    let world = app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &IsPiece, &GlobalTransform, Has<Fallen>)>();
    let shape = world.resource::<BoardShape>();
    let mut shown = BTreeMap::new();
    for (on, is, place, has_fallen) in pieces.iter(world) {
        let wanted = root * shape.on_cell(is.0, on.0);
        let place = place.compute_transform();
        let off = place.translation.distance(wanted.translation);
        assert!(has_fallen || off < 1e-5);
        // Tolerance of the angle, which is computed from a dot product close to 1.
        assert!(has_fallen || place.rotation.angle_between(wanted.rotation) < 1e-2);
        assert_eq!(
            shown.insert(on.0.index(), is.0),
            None,
            "two pieces on a cell"
        );
    }
    shown
}

/// Returns the pieces of the position.
fn expected(app: &App) -> BTreeMap<usize, Piece> {
    let position = the_match(app).position();
    let piece = |cell: Cell| Some((cell.index(), position.piece_at(cell)?));
    position.occupied().cells().filter_map(piece).collect()
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Plays one of the legal moves.
    Play(usize),
    Undo,
    Redo,
    /// Loads another game.
    Load(usize),
}

fn steps() -> impl Strategy<Value = Vec<(Step, bool)>> {
    let step = prop_oneof![
        4 => any::<usize>().prop_map(Step::Play),
        2 => Just(Step::Undo),
        2 => Just(Step::Redo),
        1 => any::<usize>().prop_map(Step::Load),
    ];
    // The flag says whether a frame runs after the step.
    prop::collection::vec((step, any::<bool>()), 1..25)
}

/// Performs steps. `game` returns the games to load.
fn take(app: &mut App, steps: Vec<(Step, bool)>, game: impl Fn(usize) -> Record) {
    for (step, passes) in steps {
        match step {
            Step::Play(choice) => {
                // The choice depends on the current position.
                app.update();
                let moves = the_match(app).position().legal_moves();
                if the_match(app).outcome().is_none() {
                    let mv = moves[choice % moves.len()];
                    app.world_mut().write_message(MoveRequested(mv));
                }
            }
            Step::Undo => {
                app.world_mut().write_message(GameRequest::Undo);
            }
            Step::Redo => {
                app.world_mut().write_message(GameRequest::Redo);
            }
            Step::Load(choice) => {
                app.world_mut()
                    .write_message(GameRequest::Load(game(choice)));
            }
        }
        if passes {
            app.update();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn display_matches_position_after_moves_and_takebacks(
        number in 0..STARTS.len(),
        steps in steps(),
    ) {
        let mut app = playing(start(number));
        take(&mut app, steps, start);
        let shown = shown(&mut app);
        prop_assert_eq!(shown, expected(&app));
    }
}

#[test]
fn requests_to_show_cells_do_not_carry_over_to_next_board() {
    let load = |app: &mut App, asks: bool| {
        let ball = Variant::Icochess.board().new_game();
        app.world_mut().write_message(GameRequest::Load(ball));
        pass(app, 1.0);
        if asks {
            // The last of 80 tiles; an 8×8 board has 64.
            let tile = Cell::new(79);
            let world = app.world_mut();
            world.write_message(ShowTile { tile, also: None });
            world.write_message(TurnTo(Quat::from_rotation_x(1.0)));
        }
        let chess = Variant::Chess.board().new_game();
        app.world_mut().write_message(GameRequest::Load(chess));
        pass(app, 1.0);
        rotation(app)
    };
    let mut app = app(Settings::default(), |_| {});
    app.update();
    let as_it_lies = load(&mut app, false);
    assert_eq!(load(&mut app, true), as_it_lies);
}

/// Returns the numbers of entities with a transform, meshes and materials. (Resources are entities
/// without a transform.)
fn counts(app: &mut App) -> [usize; 3] {
    pass(app, 0.2);
    let world = app.world_mut();
    [
        world.query::<&GlobalTransform>().iter(world).count(),
        world.resource::<Assets<Mesh>>().len(),
        world.resource::<Assets<StandardMaterial>>().len(),
    ]
}

/// Leaves something unfinished on the board: a gliding piece, a captured piece, a hint, a hover, a
/// turn, or requests for the next frame.
fn disturb(app: &mut App, what: usize) {
    let last = Cell::new((the_match(app).position().cell_count() - 1) as u8);
    let name = the_match(app).position().cell_name(last);
    trigger(app, &format!("tile {name}"));
    let moves = the_match(app).position().legal_moves();
    match what % 4 {
        0 => {
            app.world_mut().write_message(MoveRequested(moves[0]));
            app.update();
        }
        1 => {
            app.world_mut()
                .write_message(MoveRequested(moves[moves.len() - 1]));
        }
        2 => {
            app.world_mut().write_message(FaceSide(Side::Black));
            app.world_mut().write_message(MoveRequested(moves[0]));
            app.update();
            app.world_mut().write_message(GameRequest::Undo);
        }
        _ => {
            let (mv, path) = (moves[0], vec![last]);
            app.insert_resource(Hint(Some(HintMove { mv, path })));
            app.update();
            // An impossible move.
            let mv = Move::new(last, Cell::new(0));
            app.world_mut().write_message(MoveRequested(mv));
        }
    }
}

#[test]
fn replaced_board_leaves_nothing_behind() {
    let mut app = app(set(|it| it.tile_names = true), |_| {});
    pass(&mut app, 0.1);
    // The first hover creates assets that stay.
    trigger(&mut app, "tile a1");
    let mut first = BTreeMap::new();
    for change in 0..20 {
        let variant = Variant::ALL[change % Variant::ALL.len()];
        let record = variant.board().new_game();
        // The board changes in the middle of other actions.
        if change > 0 {
            disturb(&mut app, change);
        }
        app.world_mut().write_message(GameRequest::Load(record));
        let now = counts(&mut app);
        let cells = the_match(&app).position().cell_count();
        let hovered = app.world().resource::<InteractionState>().hovered.clone();
        let is_there = |name: String| the_match(&app).position().cell_named(&name).is_some();
        assert!(hovered.is_none_or(is_there), "{cells}");
        // Assets of the first board stay until it is replaced.
        if change > 0 {
            assert_eq!(
                *first.entry(variant.id()).or_insert(now),
                now,
                "change {change}"
            );
        }
        assert_eq!(all::<OnCell>(&mut app).len(), cells);
        assert_eq!(app.world().resource::<MatchState>().board, variant.id());
        assert_eq!(shown(&mut app), expected(&app));
    }
}

#[test]
fn game_of_another_program_can_be_reviewed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/python_chess.pgn");
    let file = BufReader::new(File::open(path).unwrap());
    let texts: Vec<GameText> = Texts::new(file).map(Result::unwrap).collect();
    assert_eq!(texts.len(), 8);
    for text in texts {
        // No tag names the board.
        let boards = Variant::by_likelihood().map(Variant::board);
        let record = icochess_rules::read_any_pgn(&boards, &text.text()).unwrap();
        assert_eq!(record.board().id(), "chess");
        let plies = record.line().len();
        let mut app = playing(board("icochess").new_game());
        app.world_mut().write_message(GameRequest::Load(record));
        pass(&mut app, 0.1);
        assert_eq!(shown(&mut app), expected(&app));
        for request in [GameRequest::Undo, GameRequest::Redo] {
            for ply in 0..plies {
                app.world_mut().write_message(request.clone());
                app.update();
                // Some pieces are redirected while gliding.
                if ply % 3 == 0 {
                    assert_eq!(shown(&mut app), expected(&app), "ply {ply}");
                }
            }
        }
        assert_eq!(the_match(&app).record().ply(), plies);
        assert_eq!(shown(&mut app), expected(&app));
    }
}

/// Selects a piece and picks a cell.
fn pick(app: &mut App, from: &str, to: &str) {
    for name in [from, to] {
        trigger(app, &format!("tile {name}"));
    }
}

fn offered(app: &App) -> Vec<String> {
    app.world().resource::<InteractionState>().choice.clone()
}

#[test]
fn promotion_asks_at_the_piece_and_can_be_cancelled() {
    let text = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let game = Variant::Chess.board().read_position(text).unwrap();
    let mut app = playing(game);
    pick(&mut app, "a7", "a8");
    assert_eq!(offered(&app), ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]);
    app.update();
    let (queen, target) = (place(&mut app, "choice queen"), place(&mut app, "tile a8"));
    let apart = queen.unwrap().translation() - target.unwrap().translation();
    assert!(apart.length() < 0.25, "{apart}");
    assert!(the_match(&app).record().last().is_none());

    app.world_mut().write_message(ChoiceRequested {
        through: Display::Flat,
        answer: ChoiceAnswer::Cancel,
    });
    pass(&mut app, 0.1);
    assert!(offered(&app).is_empty());
    assert!(place(&mut app, "choice queen").is_none());
    assert_eq!(app.world().resource::<InteractionState>().selected, None);

    // Picking something else cancels the choice.
    pick(&mut app, "a7", "a8");
    pick(&mut app, "e1", "e1");
    assert!(offered(&app).is_empty() && the_match(&app).record().last().is_none());

    // A choice can also be picked by pointing at it.
    pick(&mut app, "a7", "a8");
    trigger(&mut app, "choice knight");
    assert_eq!(app.world().resource::<MatchState>().moves, ["a7a8n"]);
    let knight = shown(&mut app)[&56];
    assert_eq!((knight.side, knight.role.index()), (Side::White, 1));
    assert_eq!(all::<MoveOption>(&mut app).len(), 0);
}

#[test]
fn board_is_within_reach_and_turns_about_its_axis() {
    let mut app = playing(board("chess").new_game());
    let seat = *app.world().resource::<PlayerSeat>();
    assert!(seat.centre.y < seat.eye.y - 0.4 && seat.centre.y > 0.6);
    // White's pieces are near, with a1 on the left.
    let near = |app: &mut App, name: &str| place(app, name).unwrap().translation();
    let (a1, a8, h1) = (
        near(&mut app, "tile a1"),
        near(&mut app, "tile a8"),
        near(&mut app, "tile h1"),
    );
    assert!(a1.distance(seat.eye) < a8.distance(seat.eye));
    assert!(a1.x < h1.x);
    let turn = icochess::board::turning::spin::TurnBoard(Quat::from_rotation_x(1.5));
    app.world_mut().write_message(turn);
    app.update();
    let tilt = (rotation(&mut app) * Vec3::Y).angle_between(Vec3::Y);
    assert!(tilt > 0.3 && tilt < 0.6, "{tilt}");
}

#[test]
fn computer_plays_hints_and_evaluates_on_supported_boards() {
    let all = Variant::ALL.into_iter();
    for variant in all.filter(|variant| variant.engine().is_some()) {
        let mut settings = Settings::default();
        settings.computer.black.computer = true;
        settings.computer.black.level = 8;
        settings.computer.seconds = 60.0;
        settings.computer.evaluation_bar = true;
        let mut app = app(settings, |_| {});
        // Switches from another board, whose transposition table is useless here.
        for variant in Variant::ALL.into_iter().chain([variant]) {
            let record = variant.board().new_game();
            app.world_mut().write_message(GameRequest::Load(record));
            pass(&mut app, 0.1);
        }
        until(&mut app, "the evaluation", |app| {
            app.world().resource::<Evaluation>().0.is_some()
        });
        app.world_mut().write_message(ComputerRequest::Hint);
        until(&mut app, "the hint", |app| {
            app.world().resource::<Hint>().0.is_some()
        });
        app.world_mut().write_message(ComputerRequest::Hint);
        app.update();
        let hint = app.world().resource::<Hint>().0.clone().unwrap();
        assert_eq!(hint.path.last(), Some(&hint.mv.to));
        app.world_mut().write_message(MoveRequested(hint.mv));
        pass(&mut app, 0.5);
        app.world_mut().write_message(ComputerRequest::MoveNow);
        until(&mut app, "the answer", |app| {
            the_match(app).record().ply() == 2
        });
        assert_eq!(shown(&mut app), expected(&app));
    }
}

#[test]
fn loading_a_game_of_another_board_switches_to_it() {
    // Sorts special moves first, such as gating and moves of board parts.
    let particular = |mv: &Move| (mv.kind == MoveKind::Plain, *mv);
    for variant in Variant::ALL {
        if variant == Variant::default() {
            continue;
        }
        let mut record = variant.board().new_game();
        let first = record
            .position()
            .legal_moves()
            .into_iter()
            .min_by_key(particular);
        record
            .make_mut()
            .play(first.expect("a move"))
            .expect("a legal one");
        let (id, title) = (record.board().id(), record.board().title());
        let title = Words::default().say(&msg!("board", board = id, title = title));
        let mut app = app(Settings::default(), |app| {
            app.insert_resource(ResumeOffer(record));
        });
        pass(&mut app, 0.1);
        assert_eq!(app.world().resource::<MatchState>().board, "icochess");
        app.world_mut().write_message(ResumeRequested);
        app.update();
        let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
        let written: Vec<Notice> = notices.drain().collect();
        assert!(
            written
                .iter()
                .any(|notice| Words::default().say(&notice.0).contains(&title)),
            "{written:?}"
        );
        assert_eq!(app.world().resource::<MatchState>().board, id);
        assert_eq!(shown(&mut app), expected(&app));
    }
}

/// Returns the longest path of a legal move to an empty cell.
fn longest_path(game: &Match) -> Vec<Cell> {
    let position = game.position();
    let mut moves = position.legal_moves();
    moves.retain(|mv| position.piece_at(mv.to).is_none());
    let paths = moves.into_iter().flat_map(|mv| {
        let effects = position.effects(mv).into_iter();
        effects.filter_map(move |effect| match effect {
            Effect::Moved { path, .. } if path.first() == Some(&mv.from) => Some(path),
            _ => None,
        })
    });
    paths.max_by_key(Vec::len).expect("a move")
}

#[test]
fn path_to_hovered_target_is_drawn_on_every_board() {
    for variant in Variant::ALL {
        let mut table = Table::of(variant.board().new_game());
        let path = longest_path(table.game());
        let [from, to] = [path[0], path[path.len() - 1]];
        let mut selected = Selected::default();
        selected.pick(Pick::Select(from), table.game());
        table.app.world_mut().resource_mut::<Selection>().0 = selected;
        table.frames(2);
        let before = table.path_parts();
        assert!(table.get::<SliderPaths>().pointed.is_empty(), "{variant}");
        let world = table.app.world_mut();
        let mut places = world.query::<(&OnCell, &GlobalTransform)>();
        let target = places.iter(world).find(|(on, _)| on.0 == to);
        let target = *target.expect("its place").1;
        // From so near that no other level is in between.
        let ray = Ray3d {
            origin: target.translation() + target.up() * 0.02,
            direction: -target.up(),
        };
        table.mouse_to(ray);
        let name = table.game().position().cell_name(to);
        assert_eq!(table.hovered().as_deref(), Some(name), "{variant}");
        assert_eq!(table.get::<SliderPaths>().pointed, path, "{variant}");
        let parts = before + 2 * (path.len() - 1);
        assert_eq!(table.path_parts(), parts, "{variant}");
        let past = table.ray_past();
        table.mouse_to(past);
        assert!(table.get::<SliderPaths>().pointed.is_empty(), "{variant}");
        assert_eq!(table.path_parts(), before, "{variant}");
    }
}
