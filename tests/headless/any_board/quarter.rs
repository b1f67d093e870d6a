//! A board that isn't part of the program: four ranks and files, kings and rooks.

use accesskit::Action;
use bevy::prelude::*;
use icochess::computer::messages::ComputerRequest;
use icochess::computer::{Computer, Paused, SidePlayer};
use icochess::display::Display;
use icochess::game::messages::GameRequest;
use icochess::game::{Boards, MatchState};
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::Screen;
use icochess::ui::state::setup::Setup;
use icochess_boards::Registration;
use icochess_rules::{
    Board, CellSet, Equipment, Layout, Position, Role, RoleRules, Side, packed_tables,
};
use icochess_shape::table;

use super::grid::{Grid, KING, STRAIGHT};
use super::{expected, pick, shown};
use crate::asking::{ask, is_shown, the_match};
use crate::headless::{self, app, pass, window_with};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Quarter;

const GRID: Grid = Grid { files: 4, ranks: 4 };

impl Equipment for Quarter {
    type Set = u64;
    type Roles = [u64; 2];
    type Lines = [u64; 1];
    type Reserve = ();
    type Absent = ();

    const ROLES: &'static [RoleRules] =
        &[RoleRules::slider('R', "rook", STRAIGHT), RoleRules::king(0)];

    packed_tables!(Quarter, layout());
}

impl Board for Quarter {
    const ID: &'static str = "quarter";
    const NAME: &'static str = "Quarter board";
    const START: &'static str = "r2k/4/4/R1K1 w - - 0 1";

    fn is_dead(position: &Position<Self>) -> bool {
        let rooks = |side| position.pieces(side, Role::new(0));
        Side::ALL.into_iter().all(|side| rooks(side).is_empty())
    }
}

fn layout() -> Layout<u64> {
    Layout {
        names: GRID.names(),
        sections: vec![GRID.groups()],
        lines: GRID.lines(STRAIGHT, &[(1, 0), (0, 1)]),
        leaps: vec![GRID.leaps(KING)],
        ..Layout::default()
    }
}

fn add_quarter(app: &mut App) {
    let mut boards = app.world_mut().resource_mut::<Boards>();
    let shape = || table::grid(Quarter::ID, 4, 4);
    boards.add(Registration::of::<Quarter>(shape, None));
}

#[test]
fn custom_board_can_be_added_and_played_to_mate() {
    let mut app = app(headless::set(|it| it.auto_turn_flat = false), add_quarter);
    let boards = app.world().resource::<Boards>();
    let record = boards.get("quarter").unwrap().new_game();
    app.world_mut().write_message(GameRequest::Load(record));
    pass(&mut app, 0.2);
    assert_eq!(shown(&mut app).len(), 4);
    // White's rook captures Black's, then drives the king to the edge.
    let moves = ["a1a4", "d4d3", "a4a3", "d3d4", "c1c2", "d4c4", "a3a4"];
    for (ply, mv) in moves.iter().enumerate() {
        pick(&mut app, &mv[..2], &mv[2..]);
        assert_eq!(app.world().resource::<MatchState>().moves, moves[..=ply]);
        assert_eq!(shown(&mut app), expected(&app));
    }
    assert_eq!(app.world().resource::<MatchState>().outcome, "checkmate");
    let saved = the_match(&app).record().to_pgn();
    assert!(saved.contains("[Variant \"Quarter board\"]"), "{saved}");
    let boards = app.world().resource::<Boards>();
    assert_eq!(boards.read_pgn(&saved).unwrap(), *the_match(&app).record());
}

#[test]
fn computer_reports_an_unsupported_board() {
    let mut app = app(
        headless::set(|it| it.computer.white.computer = true),
        add_quarter,
    );
    let board = app.world().resource::<Boards>().get("quarter").unwrap();
    app.world_mut()
        .write_message(GameRequest::Load(board.new_game()));
    pass(&mut app, 0.2);
    assert_eq!(*app.world().resource::<Paused>(), Paused(true));
    // People can still play on the board.
    let white = SidePlayer::default();
    app.world_mut()
        .write_message(ComputerRequest::SetSide(Side::White, white));
    pass(&mut app, 0.1);
    pick(&mut app, "a1", "a4");
    assert_eq!(the_match(&app).record().ply(), 1);
}

#[test]
fn new_game_offers_computer_only_on_supported_boards() {
    const COMPUTER: [&str; 2] = [
        "choice who plays the computer against itself",
        "choice who plays against the computer",
    ];
    let mut app = window_with(Display::Flat, Settings::default(), add_quarter);
    let set_up = CommandRequested(Command::Open(Screen::NewGame));
    ask(&mut app, set_up);
    pass(&mut app, 0.1);
    let press = |app: &mut App, name: &str| {
        headless::ask(app, name, Action::Click);
        pass(app, 0.1);
    };
    press(&mut app, COMPUTER[0]);
    assert!(app.world().resource::<Setup>().black.computer);
    press(&mut app, "choice board quarter board");
    assert!(!app.world().resource::<Setup>().has_computer());
    for name in COMPUTER {
        assert!(!is_shown(&mut app, name), "{name}");
    }
    press(&mut app, "choice who plays two players, this screen");
    press(&mut app, "button start");
    assert_eq!(app.world().resource::<MatchState>().board, "quarter");
    let computer = app.world().resource::<Computer>();
    assert!(Side::ALL.iter().all(|side| !computer.plays(*side)));
    assert_eq!(*app.world().resource::<Paused>(), Paused(false));

    // The next game's setup equals this game's, until a board with an engine is chosen.
    ask(&mut app, set_up);
    pass(&mut app, 0.1);
    assert!(!app.world().resource::<Setup>().has_engine);
    press(&mut app, "choice board 8×8 chess");
    for name in COMPUTER {
        assert!(is_shown(&mut app, name), "{name}");
    }
}
