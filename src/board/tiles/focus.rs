//! What stands out on a board that one looks into: the cells related to the piece that is
//! selected or pointed at, or the plane that is shown; and what rays meet there.

use bevy::prelude::*;

use super::threats::{ThreatSystems, Threats};
use crate::board::stage::pictured::Pictured;
use crate::board::stage::shape::BoardShape;
use crate::board::stage::taught::Taught;
use crate::board::tiles::veil::Veiled;
use crate::board::turning::opening::{OpenSystems, Opened};
use crate::computer::Hint;
use crate::game::Match;
use crate::interaction::{Hovered, Selection};
use crate::schedule::AppSystems;
use icochess_rules::{AnyPosition, Cell, CellSet, Target, WideSet, set_of};

/// The cells that stand out while the others fade.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Focus {
    /// The cells that stand out, while all others fade; `None` if nothing fades.
    pub cells: Option<WideSet>,
    /// The cells that rays meet; `None` if they meet all. What a cut leaves out is not in
    /// the way of what it shows, nor are empty cells in that of where a piece may go.
    pub met: Option<WideSet>,
    /// The cell of the piece whose lines are shown as beams.
    pub beams: Option<Cell>,
}

impl Focus {
    /// The same, with these cells among those that stand out, and met by rays.
    fn with(self, more: WideSet) -> Self {
        let and_more = |cells: WideSet| cells.or(more);
        Self {
            cells: self.cells.map(and_more),
            met: self.met.map(and_more),
            ..self
        }
    }

    /// Whether a cell fades.
    pub fn fades(&self, cell: Cell) -> bool {
        self.cells.is_some_and(|cells| !cells.contains(cell))
    }
}

/// The systems that find out what stands out.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FocusSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Focus>().add_systems(
        Update,
        update
            .run_if(
                resource_changed::<Match>
                    .or_else(resource_changed::<BoardShape>)
                    .or_else(resource_changed::<Selection>)
                    .or_else(resource_changed::<Hovered>)
                    .or_else(resource_changed::<Taught>)
                    .or_else(resource_changed::<Pictured>)
                    .or_else(resource_changed::<Threats>)
                    .or_else(resource_changed::<Veiled>)
                    .or_else(resource_changed::<Hint>)
                    .or_else(resource_changed::<Opened>),
            )
            .after(OpenSystems)
            .after(ThreatSystems)
            .in_set(FocusSystems)
            .in_set(AppSystems::Scene),
    );
}

/// The cells of targets.
fn cells_of(targets: Vec<Target>) -> WideSet {
    set_of(targets.into_iter().map(|target| target.cell))
}

/// The cells related to the piece on a cell: those it attacks, those it may go to, and those
/// from where it is attacked.
fn belongings(position: &dyn AnyPosition, cell: Cell, targets: WideSet) -> WideSet {
    let own = WideSet::single(cell).or(targets);
    let Some(piece) = position.piece_at(cell) else {
        return own;
    };
    let bears = position.attacks(cell).without(position.by_side(piece.side));
    own.or(bears).or(position.attackers(cell, !piece.side))
}

fn update(
    (game, shape, taught): (Res<Match>, Res<BoardShape>, Res<Taught>),
    (selection, hovered): (Res<Selection>, Res<Hovered>),
    (pictured, threats): (Res<Pictured>, Res<Threats>),
    (veiled, opened, hint): (Res<Veiled>, Res<Opened>, Res<Hint>),
    mut focus: ResMut<Focus>,
) {
    let now = if shape.inside.is_none() {
        Focus::default()
    } else if let Some(cells) = pictured.cells(&shape) {
        Focus {
            cells: Some(cells),
            ..Focus::default()
        }
    } else if veiled.0 && !taught.is_on() {
        Focus::default()
    } else {
        let plane = opened.plane(&shape);
        match taught.scene() {
            Some(scene) => {
                let targets = cells_of(scene.position().targets(scene.cell));
                Focus {
                    cells: Some(WideSet::single(scene.cell).or(targets)),
                    met: None,
                    beams: Some(scene.cell),
                }
            }
            None if threats.all().is_empty() => {
                let game = taught.game(&game);
                of_game(game, &selection, &hovered, plane).with(hinted(game, &hint))
            }
            None => {
                let royal = game.position().royal(game.position().turn());
                let others = set_of(royal.into_iter().chain(selection.0.cell()));
                Focus {
                    cells: Some(threats.attackers().or(threats.ways()).or(others)),
                    beams: None,
                    ..of_game(&game, &selection, &hovered, plane)
                }
            }
        }
    };
    focus.set_if_neq(now);
}

/// The cells of a hint: what belongs to its piece, and its way. Whoever asks for one is to see it,
/// whatever fades.
fn hinted(game: &Match, hint: &Hint) -> WideSet {
    let position = game.position();
    hint.0.as_ref().map_or(WideSet::EMPTY, |hint| {
        let way: WideSet = set_of(hint.way.iter().copied().chain([hint.mv.from, hint.mv.to]));
        let targets = cells_of(position.targets(hint.mv.from));
        way.or(belongings(position, hint.mv.from, targets))
    })
}

/// What stands out in the game. Where a plane is shown, only what belongs to the selected piece
/// is added to it: what is pointed at changes too often.
fn of_game(
    game: &Match,
    selection: &Selection,
    hovered: &Hovered,
    plane: Option<WideSet>,
) -> Focus {
    let position = game.position();
    if let Some(cell) = selection.0.cell() {
        let targets = cells_of(selection.0.targets(game));
        let own = belongings(position, cell, targets);
        return Focus {
            cells: Some(plane.map_or(own, |plane| plane.or(own))),
            met: Some(plane.unwrap_or(position.occupied()).or(own)),
            beams: Some(cell),
        };
    }
    let pointed = hovered.first().filter(|cell| {
        let is_on_board = cell.index() < position.cell_count();
        plane.is_none() && is_on_board && position.piece_at(*cell).is_some()
    });
    let own = pointed.map(|cell| {
        let targets = cells_of(position.targets(cell));
        belongings(position, cell, targets)
    });
    Focus {
        cells: plane.or(own),
        met: plane,
        beams: None,
    }
}
