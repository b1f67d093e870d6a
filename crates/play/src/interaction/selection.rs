//! State machine for selecting a piece and its target, independent of the device.

use crate::game::Match;
use icochess_rules::{Cell, CellSet, IllegalMove, Move, MoveKind, Target};

/// Selected piece or attack board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    cell: Option<Cell>,
    /// Pin of the attack board's dock, if the board is selected instead of the piece on `cell`.
    part: Option<Cell>,
    /// Whether the piece waits for the computer's move, so that it may only premove.
    is_ahead: bool,
}

/// Action of a pointer on a cell or dock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Move the selected piece to a highlighted target, or else select (left mouse button).
    Select(Cell),
    /// Move the selected piece here (right mouse button).
    Move(Cell),
    /// Select or move, whichever makes sense (controller trigger).
    Either(Cell),
    /// Like `Either`, but a selected piece stays selected, because a hand at the board takes it up.
    Take(Cell),
    /// Move the selected attack board to the dock with this pin if possible. Otherwise select the
    /// attack board there, or deselect it.
    Dock(Cell),
    /// Pick empty space.
    Nowhere,
}

impl Pick {
    /// Returns the picked cell; for a dock, its pin.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Select(cell)
            | Self::Move(cell)
            | Self::Either(cell)
            | Self::Take(cell)
            | Self::Dock(cell) => Some(cell),
            Self::Nowhere => None,
        }
    }
}

/// Result of a pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// The selection changed.
    Changed,
    /// Request this move.
    Request(Move),
    /// Let the player choose one of several moves.
    Choose(Vec<Move>),
    /// The pick changed nothing.
    Same,
}

/// Returns the moves of the attack board under a cell; each target is the cell's new place.
fn carriages(game: &Match, cell: Cell) -> impl Iterator<Item = Target> {
    let mut targets = match game.outcome() {
        None => game.position().targets(cell),
        Some(_) => Vec::new(),
    };
    targets.retain(|target| target.mv.kind == MoveKind::Carriage);
    targets.into_iter()
}

/// Returns the dock's pin of the attack board under a cell, if the attack board can move.
pub fn movable_part(game: &Match, cell: Cell) -> Option<Cell> {
    carriages(game, cell).next().map(|target| target.mv.from)
}

/// Returns the moves that a waiting piece may prepare.
fn premoves(game: &Match, cell: Cell) -> Vec<Target> {
    match game.outcome() {
        None => game.position().premoves(cell),
        Some(_) => Vec::new(),
    }
}

/// Returns whether the side to move has a piece on a cell.
fn is_own(game: &Match, cell: Cell) -> bool {
    let position = game.position();
    position.by_side(position.turn()).contains(cell)
}

impl Selected {
    /// Returns the selected cell; for an attack board, the cell where it was picked.
    pub const fn cell(self) -> Option<Cell> {
        self.cell
    }

    /// Returns the pin of the selected attack board, if any.
    pub const fn part(self) -> Option<Cell> {
        self.part
    }

    /// Returns whether the selected piece waits for the computer's move.
    pub const fn is_ahead(self) -> bool {
        self.is_ahead
    }

    /// Returns the selection for the piece's own turn; `None` if it doesn't wait for one, or still
    /// waits.
    pub(super) fn due(self, game: &Match) -> Option<Self> {
        let cell = self.cell.filter(|_| self.is_ahead)?;
        let is_due = is_own(game, cell) && game.outcome().is_none();
        is_due.then_some(Self {
            is_ahead: false,
            ..self
        })
    }

    /// Returns the moves of the selected piece or attack board, with the cells to pick for them.
    pub fn targets(self, game: &Match) -> Vec<Target> {
        match self.cell {
            Some(cell) if self.is_ahead => premoves(game, cell),
            Some(cell) if self.part.is_some() => carriages(game, cell).collect(),
            Some(cell) if game.outcome().is_none() => {
                let mut targets = game.position().targets(cell);
                targets.retain(|target| target.mv.kind != MoveKind::Carriage);
                targets
            }
            _ => Vec::new(),
        }
    }

    /// Returns whether a pick of the cell moves the selected piece or attack board.
    pub fn is_target(self, cell: Cell, game: &Match) -> bool {
        self.targets(game).iter().any(|target| target.cell == cell)
    }

    /// Returns the selected piece's move to a cell, with the reason why it is illegal; `None` if it
    /// is legal, or if no piece of the side to move is selected.
    pub fn why_not_to(self, to: Cell, game: &Match) -> Option<IllegalMove> {
        let from = self.cell.filter(|cell| is_own(game, *cell))?;
        let is_legal = || self.is_target(to, game);
        if self.part.is_some() || game.outcome().is_some() || from == to || is_legal() {
            return None;
        }
        let mv = Move::new(from, to);
        let reason = game.position().why_illegal(mv)?;
        Some(IllegalMove { mv, reason })
    }

    /// Handles a pick in a game.
    ///
    /// A piece has priority over its attack board. Select the attack board by its handle, by an
    /// empty cell, or by picking the piece again.
    ///
    /// Requesting a move keeps the selection. The selection ends when the move is made, and stays
    /// for another attempt if the move is illegal.
    pub fn pick(&mut self, pick: Pick, game: &Match) -> Picked {
        let position = game.position();
        let Some(to) = pick.cell() else {
            return self.clear();
        };
        let is_dock = matches!(pick, Pick::Dock(_));
        let mut moves: Vec<Move> = self
            .targets(game)
            .into_iter()
            .filter(|target| {
                let by_dock = self.part.is_some() && target.mv.to == to;
                if is_dock { by_dock } else { target.cell == to }
            })
            .map(|target| target.mv)
            .collect();
        let part = movable_part(game, to);
        let is_empty = position.piece_at(to).is_none();
        match (moves.len(), pick, self.cell) {
            (1, ..) => Picked::Request(moves.remove(0)),
            (2.., ..) => Picked::Choose(moves),
            (_, Pick::Dock(_), _) if self.part == Some(to) => self.clear(),
            (_, Pick::Dock(_), _) => match part {
                Some(_) => self.set(to, part),
                None => Picked::Same,
            },
            (_, Pick::Select(_), Some(selected)) if selected == to && part.is_some() => {
                self.set(to, part)
            }
            // The referee reports why a move is illegal.
            (_, Pick::Select(_), _) if is_empty && part.is_none() => {
                match self.why_not_to(to, game) {
                    Some(illegal) => Picked::Request(illegal.mv),
                    None => self.clear(),
                }
            }
            (_, Pick::Select(_), _) => self.set(to, part.filter(|_| is_empty)),
            (_, Pick::Take(_), Some(selected)) if selected == to => Picked::Same,
            (_, Pick::Either(_), Some(selected)) if selected == to => {
                match part.filter(|_| self.part.is_none()) {
                    Some(part) => self.set(to, Some(part)),
                    None => self.clear(),
                }
            }
            (_, Pick::Either(_) | Pick::Take(_), _) if is_own(game, to) => self.set(to, None),
            (_, Pick::Either(_) | Pick::Take(_), None) if part.is_some() => self.set(to, part),
            (_, Pick::Either(_) | Pick::Take(_), Some(_)) if self.part.is_some() => match part {
                Some(_) => self.set(to, part),
                None => self.clear(),
            },
            // The referee reports why a move is illegal.
            (_, _, Some(from)) if from != to && self.part.is_none() => {
                Picked::Request(Move::new(from, to))
            }
            _ => Picked::Same,
        }
    }

    /// Handles a pick of the side that waits for the computer's move: selects a piece that can
    /// prepare a move, requests the move, or deselects. A hand takes up a piece even if the
    /// selected one could recapture on its cell.
    pub fn pick_ahead(&mut self, pick: Pick, game: &Match) -> Picked {
        let cell = pick.cell().filter(|_| !matches!(pick, Pick::Dock(_)));
        let Some(cell) = cell else {
            return self.clear();
        };
        let can_move = !matches!(pick, Pick::Move(_)) && !premoves(game, cell).is_empty();
        let mut moves = Vec::new();
        if self.is_ahead && !(can_move && matches!(pick, Pick::Take(_))) {
            let targets = self.targets(game).into_iter();
            let targets = targets.filter(|target| target.cell == cell);
            moves.extend(targets.map(|target| target.mv));
        }
        match (moves.len(), pick) {
            (1, _) => Picked::Request(moves.remove(0)),
            (2.., _) => Picked::Choose(moves),
            (_, Pick::Either(_)) if self.cell == Some(cell) => self.clear(),
            _ if can_move => self.replace(Self {
                cell: Some(cell),
                part: None,
                is_ahead: true,
            }),
            _ => self.clear(),
        }
    }

    /// Clears the selection.
    pub fn clear(&mut self) -> Picked {
        self.replace(Self::default())
    }

    fn set(&mut self, cell: Cell, part: Option<Cell>) -> Picked {
        self.replace(Self {
            cell: Some(cell),
            part,
            is_ahead: false,
        })
    }

    fn replace(&mut self, now: Self) -> Picked {
        if *self == now {
            Picked::Same
        } else {
            *self = now;
            Picked::Changed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_rules::{DrawReason, Outcome};

    fn cell(name: &str) -> Cell {
        Match::default().position().cell_named(name).unwrap()
    }

    fn after(picks: &[Pick]) -> (Option<Cell>, Picked) {
        let mut selected = Selected::default();
        let mut last = Picked::Same;
        for &pick in picks {
            last = selected.pick(pick, &Match::default());
        }
        (selected.cell(), last)
    }

    #[test]
    fn controller_selects_reselects_and_deselects() {
        let (a4, b1, g1) = (cell("a4"), cell("b1"), cell("g1"));
        use Pick::{Either, Nowhere};
        assert_eq!(after(&[Either(a4)]), (Some(a4), Picked::Changed));
        assert_eq!(after(&[Either(a4), Either(b1)]).0, Some(b1));
        assert_eq!(after(&[Either(a4), Either(a4)]).0, None);
        assert_eq!(after(&[Either(a4), Nowhere]).0, None);
        assert_eq!(after(&[Either(g1)]), (None, Picked::Same));
        let request = Picked::Request(Move::new(a4, g1));
        assert_eq!(
            after(&[Either(a4), Either(g1)]),
            (Some(a4), request.clone())
        );
        // A piece taken up stays selected; otherwise picks act as with a controller.
        use Pick::Take;
        assert_eq!(after(&[Take(a4), Take(a4)]), (Some(a4), Picked::Same));
        assert_eq!(after(&[Take(a4), Take(b1)]).0, Some(b1));
        assert_eq!(after(&[Take(g1)]), (None, Picked::Same));
        assert_eq!(after(&[Take(a4), Take(g1)]), (Some(a4), request));
    }

    #[test]
    fn right_click_tries_any_cell_and_left_click_only_targets() {
        let (a4, g1, n1) = (cell("a4"), cell("g1"), cell("n1"));
        use Pick::{Move as Go, Select};
        assert_eq!(after(&[Select(g1)]), (None, Picked::Same));
        // A highlighted piece is a target; any other piece is selected.
        let request = Picked::Request(Move::new(a4, g1));
        assert_eq!(
            after(&[Select(a4), Select(g1)]),
            (Some(a4), request.clone())
        );
        assert_eq!(after(&[Select(a4), Go(g1)]), (Some(a4), request));
        assert_eq!(after(&[Select(a4), Select(n1)]).0, Some(n1));
        assert_eq!(after(&[Select(a4), Select(a4)]), (Some(a4), Picked::Same));
        assert_eq!(after(&[Go(g1)]), (None, Picked::Same));
        let request = Picked::Request(Move::new(a4, n1));
        assert_eq!(after(&[Select(a4), Go(n1)]), (Some(a4), request));
        // An unreachable empty cell is refused with a reason, and the piece stays selected.
        let g3 = cell("g3");
        let request = Picked::Request(Move::new(a4, g3));
        assert_eq!(after(&[Select(a4), Select(g3)]), (Some(a4), request));
        assert_eq!(after(&[Select(n1), Select(g3)]), (None, Picked::Changed));
    }

    #[test]
    fn waiting_piece_prepares_moves_and_recaptures() {
        use Pick::{Either, Move as Go, Nowhere, Select, Take};
        let text = "4k3/P7/8/8/8/8/1P6/R3K3 b Q - 0 1";
        let game = Match::new(Variant::Chess.board().read_position(text).unwrap());
        let at = |name| game.position().cell_named(name).unwrap();
        let mv = |uci| Picked::Request(game.position().parse_uci(uci).unwrap());
        let after = |picks: &[Pick]| {
            let mut selected = Selected::default();
            let picked = picks
                .iter()
                .map(|it| selected.pick_ahead(*it, &game))
                .last();
            (selected.cell(), picked.unwrap())
        };
        let (a1, a7, b1, b2) = (at("a1"), at("a7"), at("b1"), at("b2"));
        assert_eq!(after(&[Select(a1), Select(b1)]), (Some(a1), mv("a1b1")));
        assert_eq!(after(&[Take(a1), Go(a7)]), (Some(a1), mv("a1a7")));
        assert_eq!(after(&[Select(at("e1")), Select(a1)]).1, mv("e1c1"));
        let choice = after(&[Either(a7), Either(at("a8"))]).1;
        assert!(matches!(choice, Picked::Choose(moves) if moves.len() == 4));
        // A hand takes up another piece, and other pieces that aren't targets are selected.
        assert_eq!(after(&[Take(a1), Take(a7)]).0, Some(a7));
        assert_eq!(after(&[Select(a1), Select(b2)]).0, Some(b2));
        for other in [Select(at("h4")), Go(b2), Nowhere, Either(a1)] {
            assert_eq!(after(&[Select(a1), other]), (None, Picked::Changed));
        }
        // The computer's pieces can't be selected.
        assert_eq!(after(&[Select(at("e8"))]), (None, Picked::Same));
    }

    #[test]
    fn finished_game_has_no_targets() {
        let mut over = Variant::Icochess.board().new_game();
        let agreed = Outcome::Draw(DrawReason::Agreement);
        over.make_mut().declare(Some(agreed));
        let over = Match::new(over);
        let (a4, g1) = (cell("a4"), cell("g1"));
        let mut selected = Selected {
            cell: Some(a4),
            ..Selected::default()
        };
        let targets = selected.targets(&Match::default());
        assert!(targets.iter().any(|target| target.cell == g1));
        assert!(selected.targets(&over).is_empty());
        assert_eq!(selected.pick(Pick::Select(g1), &over), Picked::Changed);
    }

    #[test]
    fn attack_board_is_selected_by_rim_empty_cell_or_second_pick() {
        let game = Match::new(Variant::StarTrek3d.board().new_game());
        let at = |name| game.position().cell_named(name).unwrap();
        let after = |picks: &[Pick]| {
            let mut selected = Selected::default();
            let picked = picks.iter().map(|pick| selected.pick(*pick, &game)).last();
            (selected, picked.unwrap())
        };
        let (pin, free) = (at("b17"), at("b15"));
        let rim = after(&[Pick::Dock(pin)]);
        assert_eq!((rim.0.part(), rim.0.cell()), (Some(pin), Some(pin)));
        let mv = game.position().parse_uci("A@b17b15").unwrap();
        let is_carriage = |target: &Target| target.mv.kind == MoveKind::Carriage;
        assert!(rim.0.targets(&game).iter().all(is_carriage));
        assert_eq!(rim.0.targets(&game).len(), 2);
        // However the attack board was selected, it moves by a pick of the dock or of the cell's
        // new place.
        assert_eq!(
            after(&[Pick::Dock(pin), Pick::Dock(free)]).1,
            Picked::Request(mv)
        );
        for how in [Pick::Select, Pick::Either] {
            let (rook, there) = (at("a07"), at("a05"));
            let piece = after(&[how(rook)]);
            assert_eq!((piece.0.part(), piece.0.cell()), (None, Some(rook)));
            assert!(!piece.0.targets(&game).iter().any(is_carriage));
            let once_more = [how(rook), how(rook)];
            assert_eq!(after(&once_more).0.part(), Some(pin));
            let to_dock = [&once_more[..], &[Pick::Dock(free)]].concat();
            assert_eq!(after(&to_dock).1, Picked::Request(mv));
            let to_cell = [&once_more[..], &[how(there)]].concat();
            assert_eq!(after(&to_cell).1, Picked::Request(mv));
        }
        // A second pick of the rim deselects. Kings hold their attack board, and the opponent's
        // attack boards can't be selected.
        let again = after(&[Pick::Dock(pin), Pick::Dock(pin)]);
        assert_eq!(again, (Selected::default(), Picked::Changed));
        for name in ["e17", "b81", "b35", "e15"] {
            assert_eq!(after(&[Pick::Dock(at(name))]).1, Picked::Same, "{name}");
        }
        // A dock is no target of a selected piece.
        let beside = after(&[Pick::Select(at("b16")), Pick::Dock(free)]);
        assert_eq!(beside.1, Picked::Same);
        // Picking elsewhere selects the other piece, or nothing.
        let other = after(&[Pick::Dock(pin), Pick::Either(at("b16"))]);
        assert_eq!((other.0.part(), other.0.cell()), (None, Some(at("b16"))));
        let nothing = after(&[Pick::Dock(pin), Pick::Either(at("c44"))]);
        assert_eq!(nothing.0, Selected::default());
        assert_eq!(
            after(&[Pick::Dock(pin), Pick::Move(at("c44"))]).1,
            Picked::Same
        );
    }

    #[test]
    fn empty_cell_selects_its_movable_attack_board() {
        let board = Variant::StarTrek3d.board();
        let text = board.new_game().position().text().replace("RQ", "1Q");
        let game = Match::new(board.read_position(&text).unwrap());
        let at = |name| game.position().cell_named(name).unwrap();
        for how in [Pick::Select, Pick::Either] {
            let mut selected = Selected::default();
            assert_eq!(selected.pick(how(at("a07")), &game), Picked::Changed);
            assert_eq!(selected.part(), Some(at("b17")));
            assert_eq!(selected.cell(), Some(at("a07")));
        }
    }

    #[test]
    fn castling_accepts_either_cell_and_promotion_asks() {
        let text = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
        let game = Match::new(Variant::Chess.board().read_position(text).unwrap());
        let at = |name| game.position().cell_named(name).unwrap();
        let mv = |text| game.position().parse_uci(text).unwrap();
        let pick = |from, pick: fn(Cell) -> Pick, to| {
            let mut selected = Selected {
                cell: Some(at(from)),
                ..Selected::default()
            };
            selected.pick(pick(at(to)), &game)
        };
        for how in [Pick::Select, Pick::Either, Pick::Move] {
            for (to, castling) in [("g1", "e1g1"), ("h1", "e1g1"), ("a1", "e1c1")] {
                assert_eq!(pick("e1", how, to), Picked::Request(mv(castling)));
            }
            let Picked::Choose(moves) = pick("a7", how, "a8") else {
                panic!("nothing to choose");
            };
            assert_eq!(moves.len(), 4);
        }
        // With another piece selected, a pick selects the rook itself.
        assert_eq!(pick("a7", Pick::Either, "h1"), Picked::Changed);
    }
}
