//! Looking back, and changing what is noted in the record.
//!
//! The game itself stays where it stands. Only who plays on from another place makes
//! that the place of the game.

use super::messages::{Edit, Step};
use super::state::Match;
use crate::rules::{Move, NodeId, pgn};

/// How the board comes to show another place of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By this move, made again.
    Forth,
    /// By this move, taken back.
    Back(Move),
    /// The pieces stand anew.
    Anew,
}

impl Match {
    /// Does the board show another place than the one where the game stands? Then the
    /// game waits: nobody but the players moves, and what they play goes on from here.
    #[must_use]
    pub const fn is_looking_back(&self) -> bool {
        self.standing.is_some()
    }

    /// Where the game stands, whatever the board shows.
    #[must_use]
    pub fn standing(&self) -> NodeId {
        self.standing.unwrap_or_else(|| self.record.current())
    }

    /// Shows a node of the record; `None` if it is shown already, or is none.
    pub(super) fn look_at(&mut self, node: NodeId) -> Option<Way> {
        let (record, from) = (&self.record, self.record.current());
        if node == from || !record.contains(node) {
            return None;
        }
        let way = if record.parent(node) == Some(from) {
            Way::Forth
        } else if let (true, Some(mv)) = (record.parent(from) == Some(node), record.last()) {
            Way::Back(mv)
        } else {
            Way::Anew
        };
        let standing = self.standing();
        self.record.make_mut().go_to(node);
        self.standing = (node != standing).then_some(standing);
        Some(way)
    }

    /// Steps along the line; `None` at its end.
    pub(super) fn step(&mut self, step: Step) -> Option<Way> {
        let (path, ply) = (self.record.path(), self.record.ply());
        let node = match step {
            Step::Back => path.get(ply.checked_sub(1)?),
            Step::Forward => path.get(ply + 1),
            Step::Start => path.first(),
            Step::End => path.last(),
        };
        self.look_at(*node?)
    }

    /// Shows the place where the game stands again; `None` if it is shown.
    pub(super) fn come_back(&mut self) -> Option<Way> {
        self.look_at(self.standing?)
    }

    /// The move that the record has here already, while players look back.
    pub(super) fn known_move(&self, mv: Move) -> Option<NodeId> {
        let record = self.standing.is_some().then_some(&self.record)?;
        let mut children = record.children(record.current()).iter().copied();
        children.find(|id| record.move_to(*id) == Some(mv))
    }

    /// Could the move be played on with from here, while players look back?
    pub(super) fn may_play_on_with(&self, mv: Move) -> bool {
        self.outcome().is_none()
            && self.record.size() < pgn::MAX_PLIES
            && self.position().why_illegal(mv).is_none()
    }

    /// Makes the place on the board the one where the game stands. An end that was
    /// declared is no longer one; it is noted where the game stood. `None` if nobody
    /// looks back, or if there is nothing to play here.
    pub(super) fn play_on(&mut self) -> Option<PlayedOnFrom> {
        if self.outcome().is_some() {
            return None;
        }
        let standing = self.standing?;
        let end = self.end();
        let declared = self.record.declared().is_some();
        let record = self.record.make_mut();
        let here = record.current();
        if let Some(end) = end.filter(|_| declared) {
            let note = record.annotation_mut(standing);
            let text = [note.text(), format!("{end}.")].join(" ");
            note.set_text(&text);
            record.declare(None);
        }
        if end.is_some() {
            record.tags_mut().remove("Termination");
        }
        record.make_main(here);
        self.standing = None;
        self.forget_offers();
        Some(PlayedOnFrom {
            was_over: end.is_some(),
            declared,
        })
    }

    /// Changes what is noted, or the variations. Has anything changed? The way to where
    /// the game stands stays, and stays the main line.
    pub(super) fn edit(&mut self, edit: &Edit) -> bool {
        let (standing, node) = (self.standing(), edit.node());
        if !self.record.contains(node) {
            return false;
        }
        match edit {
            Edit::Comment(_, text) => {
                if self.record.annotation(node).text() == text.trim() {
                    return false;
                }
                let note = self.record.make_mut().annotation_mut(node);
                note.set_text(text);
            }
            Edit::ToggleNag(_, nag) => {
                let note = self.record.make_mut().annotation_mut(node);
                note.toggle_nag(*nag);
            }
            Edit::Names {
                event,
                white,
                black,
            } => {
                let mut named = self.record.clone();
                let tags = named.make_mut().tags_mut();
                for (tag, name) in [("Event", event), ("White", white), ("Black", black)] {
                    let name = name.trim();
                    if name.is_empty() {
                        tags.remove(tag);
                    } else {
                        tags.insert(tag.to_owned(), name.to_owned());
                    }
                }
                if named.tags() == self.record.tags() {
                    return false;
                }
                self.record = named;
            }
            Edit::Promote(_) => {
                let mut changed = self.record.clone();
                let record = changed.make_mut();
                if !record.promote(node) {
                    return false;
                }
                record.make_main(standing);
                if changed == self.record {
                    return false;
                }
                self.record = changed;
            }
            Edit::Delete(_) => {
                let mut way = std::iter::successors(Some(standing), |at| self.record.parent(*at));
                if way.any(|at| at == node) || !self.record.make_mut().delete(node) {
                    return false;
                }
                let is_shown = self.record.current() == standing;
                self.standing = self.standing.filter(|_| !is_shown);
            }
        }
        true
    }
}

/// What the game was that is played on from another place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlayedOnFrom {
    /// It had ended.
    pub was_over: bool,
    /// By what a player declared.
    pub declared: bool,
}
