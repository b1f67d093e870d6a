//! Serving picks: each becomes a selection, a choice, a request, or a refusal, in the match or in a game
//! for practice.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::allowed::{PickRefused, Turns, Unmovable};
use super::choice::{Choice, Choosing, ConfirmMoves};
use super::hovered::CURSOR;
use super::selecting::{Selection, SelectionChanged};
use super::selection::{Pick, Picked};
use crate::game::Match;
use crate::game::messages::MoveRequested;
use icochess_rules::{Cell, CellSet, Move, StuckReason};

/// The game that picks on the board act on.
#[derive(Resource, Debug, Clone, Default)]
pub enum PickMode {
    /// The match.
    #[default]
    Match,
    /// Nothing: the board shows something else than a game.
    Nothing,
    /// This game, which is shown in place of the match, and in which nothing happens by itself:
    /// what is picked in it is told as [`PracticePick`].
    Practice(Match),
}

/// Fact: a place was picked in a game for practice.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PracticePick {
    /// The place; of a dock its pin.
    pub cell: Cell,
    /// The move that the pick asks for, legal or not, if it asks for one.
    pub mv: Option<Move>,
}

/// Serves picks on the board.
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
    requests: MessageWriter<'w, MoveRequested>,
}

impl Picker<'_> {
    /// Selects what is picked, asks for the move that it means, or tells why neither can be.
    pub(super) fn pick(&mut self, by: PointerId, pick: Pick) {
        match &*self.pick_mode {
            PickMode::Match => {}
            PickMode::Nothing => return,
            PickMode::Practice(_) => return self.practise(by, pick),
        }
        // The computer's pieces are not for the players to move, nor are those of who sits at
        // the other display, and nobody's while it is not known who looks.
        let refusal = self.turns.refuse(&self.game, by);
        if refusal.is_some_and(|why| why != Unmovable::GameOver) {
            self.refuse(by, pick);
            return;
        }
        let mut selected = self.selection.0;
        let picked = match self.choice.bypass_change_detection().0.take() {
            None => selected.pick(pick, &self.game),
            Some(choosing) => {
                self.choice.set_changed();
                match choosing.to_confirm() {
                    // The same place once more says yes.
                    Some(mv) if pick.cell() == Some(choosing.cell) => {
                        self.requests.write(MoveRequested(mv));
                        return;
                    }
                    Some(_) => selected.pick(pick, &self.game),
                    // A pick of something else ends the choice.
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
                // The piece that is selected now, wherever it was picked.
                if let (Some(cell), None) = (selected.cell(), selected.part()) {
                    self.refuse(by, Pick::Select(cell));
                }
            }
            Picked::Choose(moves) => {
                let cell = pick.cell();
                let choosing = cell.map(|cell| Choosing { by, cell, moves });
                self.choice.set_if_neq(Choice(choosing));
            }
            Picked::Request(mv) => match pick.cell().filter(|_| self.is_to_confirm(mv)) {
                Some(cell) => {
                    let moves = vec![mv];
                    self.choice.0 = Some(Choosing { by, cell, moves });
                }
                None => {
                    self.requests.write(MoveRequested(mv));
                }
            },
            // The same once more, or what this pointer does not select.
            Picked::Same => self.refuse(by, pick),
        }
    }

    /// Deselects a piece that was put down on no cell, and says why it goes back.
    pub(super) fn put_back(&mut self, by: PointerId, cell: Cell) {
        self.pick(by, Pick::Nowhere);
        if self.turns.refuse(&self.game, by).is_none() {
            let why = Unmovable::OffCell;
            self.refused.write(PickRefused { by, cell, why });
        }
    }

    /// Picks in the game that is for practice, where anybody moves and the first of several moves is
    /// meant.
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

    /// Whether the player must confirm the move; an illegal one is refused at once instead.
    fn is_to_confirm(&self, mv: Move) -> bool {
        if !self.confirm.0 {
            return false;
        }
        let targets = self.selection.0.targets(&self.game);
        targets.iter().any(|target| target.mv == mv)
    }

    /// Tells why nothing comes of a pick, if there is something to tell.
    fn refuse(&mut self, by: PointerId, pick: Pick) {
        if let Some(refused) = why_refused(&self.game, &self.turns, by, pick) {
            self.refused.write(refused);
        }
    }
}

/// The refusal of a pick, with the reason why the piece there, or the part of the board, cannot be
/// moved; `None` if there is nothing to tell.
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
        // Of an empty square only the part of the board is meant. A mouse sees that a click has
        // done nothing; who picks by keyboard is answered.
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
