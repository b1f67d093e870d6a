//! Demonstrations of a piece's moves on an otherwise empty board.

use std::collections::BTreeMap;
use std::sync::Arc;

use icochess_rules::{
    AnyPosition, Board, Cell, CellSet, Move, MoveKind, Piece, Position, RoleRules, Setup, rules_of,
};

/// Maximum number of steps of a shown move; longer moves add nothing.
const MAX_STEPS: usize = 4;

/// A demonstration of a piece's moves, one scene per kind of move.
///
/// ```
/// use icochess_boards::{Chess, Demonstration};
/// use icochess_rules::{Piece, Role, Side};
///
/// let pawn = Piece { side: Side::White, role: Role::PAWN };
/// let shown = Demonstration::of::<Chess>(pawn, &[], &|_, _| true);
/// // Steps with a capture, the four promotions, and a capture en passant.
/// assert_eq!(shown.scenes.len(), 3);
/// assert_eq!(shown.scenes[1].moves.len(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// The scenes; empty for a piece that never moves.
    pub scenes: Vec<Scene>,
}

/// A scene: a piece, and only those other pieces that its moves require.
#[derive(Clone, Debug)]
pub struct Scene {
    position: Arc<dyn AnyPosition>,
    /// The piece's cell.
    pub cell: Cell,
    /// The moves to show, a subset of the legal moves.
    pub moves: Vec<Move>,
}

impl Scene {
    /// Returns the pieces on the board. The position isn't a game position, because kings are
    /// missing.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }
}

impl Demonstration {
    /// Creates the demonstration of a piece on board `B`. Each scene uses the first possible cell
    /// in `prefer`. If there is none, the scene of ordinary moves uses the cell with the most
    /// moves. `is_seen` returns whether the second cell is visible in a scene on the first; a ball
    /// may hide it.
    ///
    /// # Panics
    ///
    /// If the board doesn't have the piece or a cell.
    pub fn of<B: Board>(
        piece: Piece,
        prefer: &[Cell],
        is_seen: &dyn Fn(Cell, Cell) -> bool,
    ) -> Self {
        let stage = Stage::<B> {
            piece,
            rules: rules_of::<B>(piece.role),
            start: Position::start(),
            prefer,
            is_seen,
        };
        let scenes = [
            stage.moves(),
            stage.promotions(),
            stage.en_passant(),
            stage.castlings(),
            stage.entries(),
        ];
        Self {
            scenes: scenes.into_iter().flatten().collect(),
        }
    }
}

/// An empty board for a piece.
struct Stage<'a, B: Board> {
    piece: Piece,
    rules: &'static RoleRules,
    /// The start position, used for the piece's home cells and the position of movable board parts.
    start: Position<B>,
    prefer: &'a [Cell],
    is_seen: &'a dyn Fn(Cell, Cell) -> bool,
}

impl<B: Board> Stage<'_, B> {
    /// Returns the present cells, preferred ones first.
    fn cells(&self) -> Vec<Cell> {
        let is_there = |cell: &Cell| !self.start.absent().contains(*cell);
        let others = B::tables().cells().filter(|it| !self.prefer.contains(it));
        let all = self.prefer.iter().copied().chain(others);
        all.filter(is_there).collect()
    }

    /// Returns the home cells of a piece with a double step, and all cells for other pieces.
    fn homes(&self) -> Vec<Cell> {
        let begins = self.rules.double_step.is_some();
        let homes = self.start.pieces(self.piece.side, self.piece.role);
        let mut cells = self.cells();
        if begins && !homes.is_empty() {
            cells.retain(|cell| homes.contains(*cell));
        }
        cells
    }

    /// Places the piece and others on the board, with the rights of unmoved pieces. Returns `None`
    /// if the piece isn't allowed on that cell.
    fn set(&self, cell: Cell, others: &[(Cell, Piece)], setup: Setup) -> Option<Position<B>> {
        let zone = B::tables().promotion_zone(self.piece.side, self.piece.role);
        if !self.rules.promotes.is_empty() && zone.contains(cell) {
            return None;
        }
        let mut pieces = vec![(cell, self.piece)];
        pieces.extend_from_slice(others);
        let setup = Setup {
            pieces,
            absent: self.start.absent().cells().collect(),
            turn: self.piece.side,
            ..setup
        };
        Position::laid_out(&setup).ok()
    }

    /// Places the piece on a cell. Adds an enemy piece to capture if the piece captures differently
    /// from its other moves.
    fn alone(&self, cell: Cell) -> Option<Position<B>> {
        let setup = Setup {
            unmoved: self.unmoved(cell),
            ..Setup::default()
        };
        let victim = self.victim(cell);
        let others = victim.map(|at| (at, self.hostile()));
        self.set(cell, others.as_slice(), setup)
    }

    /// Returns the cell for an unmoved piece, if an unmoved piece has additional rights there.
    fn unmoved(&self, cell: Cell) -> Vec<Cell> {
        let is_home = self
            .start
            .pieces(self.piece.side, self.piece.role)
            .contains(cell);
        let counts = self.rules.has_unmoved_right() || self.rules.gating.is_some();
        (is_home && counts).then_some(cell).into_iter().collect()
    }

    /// Returns an enemy piece of the same role.
    fn hostile(&self) -> Piece {
        Piece {
            side: !self.piece.side,
            ..self.piece
        }
    }

    /// Returns a cell where the piece can capture, if it captures differently from its other moves.
    fn victim(&self, cell: Cell) -> Option<Cell> {
        let table = self.rules.leaps.filter(|_| self.rules.steps.is_some())?;
        let reach = B::tables().leaps(table[self.piece.side.index()], cell);
        let mut cells = self.cells().into_iter();
        cells.find(|it| reach.contains(*it))
    }

    /// Returns the moves of the piece on a cell.
    fn moves_from(position: &Position<B>, cell: Cell) -> Vec<Move> {
        let mut moves = position.legal_moves();
        moves.retain(|mv| mv.from == cell && mv.kind != MoveKind::Carriage);
        moves
    }

    fn scene(position: Position<B>, cell: Cell, moves: Vec<Move>) -> Option<Scene> {
        (!moves.is_empty()).then(|| Scene {
            position: Arc::new(position),
            cell,
            moves,
        })
    }

    /// Returns a scene on the first cell that has suitable moves.
    fn first(
        cells: &[Cell],
        set: impl Fn(Cell) -> Option<Position<B>>,
        wanted: impl Fn(&Position<B>, Move) -> bool,
    ) -> Option<Scene> {
        cells.iter().find_map(|&cell| {
            let position = set(cell)?;
            let mut moves = Self::moves_from(&position, cell);
            moves.retain(|mv| wanted(&position, *mv));
            Self::scene(position, cell, moves)
        })
    }

    /// Returns the scene of ordinary moves and captures.
    fn moves(&self) -> Option<Scene> {
        let set = |cell: Cell| {
            let position = self.alone(cell)?;
            let moves = self.some_of(&position, Self::moves_from(&position, cell));
            (!moves.is_empty()).then_some((position, cell, moves))
        };
        let homes = self.homes();
        let preferred = homes.iter().filter(|cell| self.prefer.contains(cell));
        let preferred = preferred.copied().find_map(set);
        let (position, cell, moves) = preferred.or_else(|| {
            let all = homes.iter().rev().copied().filter_map(set);
            all.max_by_key(|(_, _, moves)| moves.len())
        })?;
        Self::scene(position, cell, moves)
    }

    /// Selects the moves to show. For sliders, these are the longest fully visible moves in each
    /// direction; for others, one move per target cell.
    fn some_of(&self, position: &Position<B>, moves: Vec<Move>) -> Vec<Move> {
        if self.rules.slides == 0 {
            let mut shown: Vec<Move> = Vec::new();
            for mv in moves {
                if !shown.iter().any(|it| it.to == mv.to) {
                    shown.push(mv);
                }
            }
            return shown;
        }
        let mut longest: BTreeMap<Cell, (usize, Move)> = BTreeMap::new();
        for mv in moves {
            let path = position.path(mv);
            let steps = path.len();
            if steps > MAX_STEPS || !(self.is_seen)(mv.from, mv.to) {
                continue;
            }
            let best = longest.entry(path[0]).or_insert((steps, mv));
            if best.0 < steps {
                *best = (steps, mv);
            }
        }
        longest.into_values().map(|(_, mv)| mv).collect()
    }

    /// Returns the scene of promotions.
    fn promotions(&self) -> Option<Scene> {
        let becomes = |_: &Position<B>, mv: Move| mv.promotion().is_some();
        let set = |cell| self.set(cell, &[], Setup::default());
        let mut scene = Self::first(&self.cells(), set, becomes)?;
        let to = scene.moves[0].to;
        scene.moves.retain(|mv| mv.to == to);
        Some(scene)
    }

    /// Returns the scene of en passant captures.
    fn en_passant(&self) -> Option<Scene> {
        let (tables, side) = (B::tables(), self.piece.side);
        let leaps = self.rules.leaps.filter(|_| self.rules.has_en_passant())?;
        let cells = self.cells();
        let steps = cells
            .iter()
            .flat_map(|&from| tables.double_steps(!side, from));
        let ends: BTreeMap<Cell, Cell> = steps.map(|step| (step.via, step.end)).collect();
        cells.iter().find_map(|&via| {
            let end = *ends.get(&via)?;
            let takers = tables.leaps_to(leaps[side.index()], via);
            let set = |cell: Cell| {
                let setup = Setup {
                    en_passant: Some(via),
                    ..Setup::default()
                };
                let can_take = takers.contains(cell) && cell != end;
                let other = [(end, self.hostile())];
                can_take.then(|| self.set(cell, &other, setup)).flatten()
            };
            Self::first(&cells, set, |position, mv| {
                mv.to == via && position.captured_cell(mv) == Some(end)
            })
        })
    }

    /// Returns the scene of castling.
    fn castlings(&self) -> Option<Scene> {
        let castlings = &B::tables().castlings[self.piece.side.index()];
        let cell = castlings.first().filter(|_| self.rules.royal)?.royal.0;
        let partners = castlings.iter().filter(|it| it.royal.0 == cell);
        let partners: Vec<(Cell, Piece)> = partners
            .map(|it| {
                let role = it.partner_role;
                (it.partner.0, Piece { role, ..self.piece })
            })
            .collect();
        let setup = || Setup {
            unmoved: partners.iter().map(|(cell, _)| *cell).collect(),
            ..Setup::default()
        };
        let set = |cell| self.set(cell, &partners, setup());
        Self::first(&[cell], set, |position, mv| position.castling(mv).is_some())
    }

    /// Returns the scene in which reserve pieces enter on the cell that the piece leaves.
    fn entries(&self) -> Option<Scene> {
        self.rules.gating?;
        let side = self.piece.side;
        let reserve = || self.start.in_reserve(side).map(|(piece, _)| piece);
        let set = |cell| {
            let setup = Setup {
                reserve: reserve().collect(),
                unmoved: self.unmoved(cell),
                ..Setup::default()
            };
            self.set(cell, &[], setup)
        };
        let mut scene = Self::first(&self.cells(), set, |_, mv| {
            matches!(mv.kind, MoveKind::Gating(_))
        })?;
        // Show each entering role once.
        let mut entered = Vec::new();
        scene.moves.retain(|mv| {
            let is_new = !entered.contains(&mv.kind);
            entered.push(mv.kind);
            is_new
        });
        Some(scene)
    }
}
