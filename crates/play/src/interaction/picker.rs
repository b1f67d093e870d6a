//! Handles picks: turns each into a selection, a choice, a request or a refusal, in the match or in
//! a practice game.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::allowed::{PickRefused, Turns, Unmovable};
use super::choice::{Choice, Choosing, ConfirmMoves};
use super::hovered::CURSOR;
use super::premove::MoveSender;
use super::selecting::{Selection, SelectionChanged};
use super::selection::{Pick, Picked};
use crate::game::Match;
use icochess_rules::{Cell, CellSet, Move, StuckReason};

/// Game that picks act on.
#[derive(Resource, Debug, Clone, Default)]
pub enum PickMode {
    /// The match.
    #[default]
    Match,
    /// No game, because the board shows something else.
    Nothing,
    /// A practice game shown instead of the match. Picks don't change it; they only send
    /// [`PracticePick`].
    Practice(Match),
}

impl PickMode {
    /// Returns the game that picks act on.
    pub fn game<'a>(&'a self, game: &'a Match) -> Option<&'a Match> {
        match self {
            Self::Match => Some(game),
            Self::Nothing => None,
            Self::Practice(game) => Some(game),
        }
    }
}

/// Fact: a cell or dock was picked in a practice game.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PracticePick {
    /// Picked cell; for a dock, its pin.
    pub cell: Cell,
    /// Requested move, legal or not, if any.
    pub mv: Option<Move>,
}

/// Handler of picks on the board.
#[derive(SystemParam)]
pub(super) struct Picker<'w> {
    game: Res<'w, Match>,
    turns: Turns<'w>,
    pub(super) selection: ResMut<'w, Selection>,
    choice: ResMut<'w, Choice>,
    confirm: Res<'w, ConfirmMoves>,
    pick_mode: Res<'w, PickMode>,
    practice_picks: MessageWriter<'w, PracticePick>,
    changed: MessageWriter<'w, SelectionChanged>,
    refused: MessageWriter<'w, PickRefused>,
    pub(super) sender: MoveSender<'w>,
}

impl Picker<'_> {
    /// Selects the picked piece, requests the move, or reports a refusal.
    pub(super) fn pick(&mut self, by: PointerId, pick: Pick) {
        match &*self.pick_mode {
            PickMode::Match => {}
            PickMode::Nothing => return,
            PickMode::Practice(_) => return self.practise(by, pick),
        }
        // Players can't move pieces of the computer or of the player at the other display. During a
        // handover or pause they can't move at all.
        let refusal = self.turns.refuse(&self.game, by);
        let is_ahead = self.turns.may_premove(&self.game);
        if !is_ahead && refusal.is_some_and(|why| why != Unmovable::GameOver) {
            self.refuse(by, pick);
            return;
        }
        let mut selected = self.selection.0;
        let picked = match self.choice.bypass_change_detection().0.take() {
            None if is_ahead => selected.pick_ahead(pick, &self.game),
            None => selected.pick(pick, &self.game),
            Some(choosing) => {
                self.choice.set_changed();
                match choosing.to_confirm() {
                    // A second pick of the same cell confirms.
                    Some(mv) if pick.cell() == Some(choosing.cell) => {
                        self.sender.send(mv, is_ahead);
                        return;
                    }
                    Some(_) => selected.pick(pick, &self.game),
                    // A pick elsewhere cancels the choice.
                    None => selected.clear(),
                }
            }
        };
        match picked {
            Picked::Changed => {
                self.selection.0 = selected;
                self.changed.write(SelectionChanged {
                    by: Some(by),
                    cell: selected.cell(),
                });
                // Checks the newly selected piece, which needn't be on the picked cell.
                if let (Some(cell), None) = (selected.cell(), selected.part())
                    && !is_ahead
                {
                    self.refuse(by, Pick::Select(cell));
                }
            }
            Picked::Choose(moves) => {
                let cell = pick.cell();
                let choosing = cell.map(|cell| Choosing { by, cell, moves });
                self.choice.set_if_neq(Choice(choosing));
            }
            Picked::Request(mv) if is_ahead => self.sender.send(mv, true),
            Picked::Request(mv) => match pick.cell().filter(|_| self.is_to_confirm(mv)) {
                Some(cell) => {
                    let moves = vec![mv];
                    self.choice.0 = Some(Choosing { by, cell, moves });
                }
                None => self.sender.send(mv, false),
            },
            // A pick without another effect drops the premove.
            Picked::Same if self.sender.premove.0.is_some() => self.sender.premove.0 = None,
            // Nothing changed: the pick was repeated, or can't select anything.
            Picked::Same => self.refuse(by, pick),
        }
    }

    /// Returns whether a player may draw on the board, which shows the match.
    pub(super) fn may_draw(&self, by: PointerId) -> bool {
        matches!(*self.pick_mode, PickMode::Match) && self.turns.may_draw(&self.game, by)
    }

    /// Returns whether a pick of a target could have no effect, because nothing is selected.
    pub(super) fn is_idle(&self) -> bool {
        let is_chosen = self.choice.0.is_some() || self.sender.premove.0.is_some();
        self.selection.0.cell().is_none() && !is_chosen
    }

    /// Selects a piece that the mouse takes up, whatever was selected or asked before.
    pub(super) fn take_up(&mut self, by: PointerId, cell: Cell) {
        self.choice.set_if_neq(Choice(None));
        let selected = self.selection.0;
        if selected.cell() != Some(cell) || selected.part().is_some() {
            self.selection.0.clear();
        }
        self.pick(by, Pick::Take(cell));
    }

    /// Deselects a piece that was dropped off the cells, and reports why it goes back.
    pub(super) fn put_back(&mut self, by: PointerId, cell: Cell) {
        self.pick(by, Pick::Nowhere);
        if self.turns.refuse(&self.game, by).is_none() {
            let why = Unmovable::OffCell;
            self.refused.write(PickRefused { by, cell, why });
        }
    }

    /// Picks in the practice game, where either side may move. Plays the first move if several
    /// match.
    fn practise(&mut self, by: PointerId, pick: Pick) {
        let PickMode::Practice(game) = &*self.pick_mode else {
            return;
        };
        let mut selected = self.selection.0;
        let mv = match selected.pick(pick, game) {
            Picked::Changed => {
                self.selection.0 = selected;
                self.changed.write(SelectionChanged {
                    by: Some(by),
                    cell: selected.cell(),
                });
                None
            }
            Picked::Request(mv) => Some(mv),
            Picked::Choose(moves) => moves.first().copied(),
            Picked::Same => None,
        };
        if let Some(cell) = pick.cell() {
            self.practice_picks.write(PracticePick { cell, mv });
        }
    }

    /// Returns whether the player must confirm the move. Illegal moves skip this and are refused at
    /// once.
    fn is_to_confirm(&self, mv: Move) -> bool {
        if !self.confirm.0 {
            return false;
        }
        let targets = self.selection.0.targets(&self.game);
        targets.iter().any(|target| target.mv == mv)
    }

    /// Reports why a pick has no effect, if there is a reason.
    fn refuse(&mut self, by: PointerId, pick: Pick) {
        if let Some(refused) = why_refused(&self.game, &self.turns, by, pick) {
            self.refused.write(refused);
        }
    }
}

/// Returns the refusal of a pick with its reason, if there is one.
pub(super) fn why_refused(
    game: &Match,
    turns: &Turns,
    by: PointerId,
    pick: Pick,
) -> Option<PickRefused> {
    let position = game.position();
    let cell = pick.cell()?;
    let refusal = turns.refuse(game, by);
    if let Some(why) = refusal.filter(|why| why.is_blind()) {
        return Some(PickRefused { by, cell, why });
    }
    let is_something = matches!(pick, Pick::Dock(_)) || position.piece_at(cell).is_some();
    let why_stuck = match pick {
        Pick::Dock(_) if position.absent().contains(cell) => return None,
        Pick::Dock(_) => position.why_fixed(cell).map(Unmovable::Fixed),
        // A pick of an empty cell selects its attack board. Only the keyboard gets a reply for a
        // plain empty cell; a mouse user sees that the click had no effect.
        _ if position.piece_at(cell).is_none() => {
            let fixed = position.why_fixed(cell).filter(|_| refusal.is_none());
            let empty = Unmovable::Stuck(StuckReason::NoPiece);
            let empty = (by == CURSOR).then_some(empty);
            fixed.map(Unmovable::Fixed).or(empty)
        }
        _ => position.why_stuck(cell).map(Unmovable::Stuck),
    };
    let why = refusal.filter(|_| is_something).or(why_stuck)?;
    Some(PickRefused { by, cell, why })
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PickMode>()
        .add_message::<PracticePick>();
}
