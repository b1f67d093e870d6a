//! Helpers for the board on the stage: load games, make moves, and query pieces and tiles.

use accesskit::Action;
use bevy::prelude::*;
use icochess::board::pieces::piece::{IsPiece, PieceOn};
use icochess::board::stage::root::BoardRoot;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::game::{Match, OnCell};
use icochess::save::settings::{Confirmation, Settings};
use icochess_boards::Variant;
use icochess_rules::{Cell, CellSet, Move, Piece, Record};

use crate::asking::{ask, only, the_match};
use crate::headless::{self, pass, place, pull};

/// Creates a game with both hands of a headset and without confirmation of moves, and runs some
/// frames.
pub fn playing(record: Record) -> App {
    let settings = headless::set(|it| it.confirm_moves = Confirmation::Never);
    playing_with(settings, record, |_| {})
}

/// Like `playing`, with other settings and additions by `prepare`.
pub fn playing_with(settings: Settings, record: Record, prepare: impl FnOnce(&mut App)) -> App {
    let mut app = headless::app(settings, |app| {
        prepare(app);
        app.insert_resource(Match::new(record));
    });
    pass(&mut app, 0.1);
    app
}

/// Loads a new game of a board, and waits until it is set up.
pub fn load(app: &mut App, variant: Variant) {
    ask(app, GameRequest::Load(variant.board().new_game()));
    pass(app, 1.0);
}

/// Plays the first legal move.
pub fn play_first(app: &mut App) -> Move {
    let mv = the_match(app).position().legal_moves()[0];
    ask(app, MoveRequested(mv));
    mv
}

/// Presses a control, as assistive software does.
pub fn press(app: &mut App, name: &str) {
    headless::ask(app, name, Action::Click);
    pass(app, 0.1);
}

/// Points at an entity from so near that nothing is in between, and pulls the trigger.
pub fn touch(app: &mut App, name: &str) {
    let place = place(app, name).unwrap_or_else(|| panic!("{name} is nowhere"));
    let (at, up) = (place.translation(), place.up());
    let aim = Transform::from_translation(at + up * 0.02);
    pull(app, aim.looking_to(-up, up.any_orthonormal_vector()));
}

/// Returns the transform of the board in the world.
pub fn board_place(app: &mut App) -> Transform {
    only::<Transform, BoardRoot>(app)
}

/// Returns the component `C` of each entity on a cell, sorted by cell.
pub fn on_cells<C: Component + Clone>(app: &mut App) -> Vec<(Cell, C)> {
    let world = app.world_mut();
    let mut all = world.query::<(&OnCell, &C)>();
    let all = all.iter(world).map(|(on, it)| (on.0, it.clone()));
    let mut all: Vec<(Cell, C)> = all.collect();
    all.sort_by_key(|(cell, _)| *cell);
    all
}

/// Returns the displayed pieces, sorted by cell.
pub fn pieces(app: &mut App) -> Vec<(Cell, Piece)> {
    let world = app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &IsPiece)>();
    let pieces = pieces.iter(world).map(|(on, is)| (on.0, is.0));
    let mut pieces: Vec<(Cell, Piece)> = pieces.collect();
    pieces.sort_by_key(|(cell, _)| *cell);
    pieces
}

/// Returns the pieces of the position, by cell.
pub fn expected(app: &App) -> Vec<(Cell, Piece)> {
    let position = the_match(app).position();
    let piece = |cell| (cell, position.piece_at(cell).expect("a piece"));
    position.occupied().cells().map(piece).collect()
}
