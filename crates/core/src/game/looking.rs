//! Browsing the record and annotating it.
//!
//! Neither changes the live position. Only playing on from another position changes it.

use std::collections::HashSet;

use super::requests::{Edit, Step};
use super::state::{LivePosition, Match};
use crate::library::Names;
use icochess_rules::{Move, NodeId, Record, pgn};

/// Transition of the board to another position of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transition {
    /// One move forward.
    Forth,
    /// Takeback of this move.
    Back(Move),
    /// All pieces are set up again.
    Anew,
}

impl Match {
    /// Returns whether the board shows a position other than the live one. The game waits
    /// meanwhile: only people move, and their moves continue from the position shown.
    pub const fn is_looking_back(&self) -> bool {
        self.live.is_some()
    }

    /// Returns the live node, regardless of the position shown.
    pub fn live_node(&self) -> NodeId {
        self.live
            .map_or_else(|| self.record.current(), |live| live.node)
    }

    /// Shows a node of the record. Returns `None` if it is already on the board or doesn't exist.
    pub(super) fn show_node(&mut self, node: NodeId) -> Option<Transition> {
        let (record, from) = (&self.record, self.record.current());
        if node == from || !record.contains(node) {
            return None;
        }
        let transition = if record.parent(node) == Some(from) {
            Transition::Forth
        } else if let (true, Some(mv)) = (record.parent(from) == Some(node), record.last()) {
            Transition::Back(mv)
        } else {
            Transition::Anew
        };
        let live = LivePosition {
            node: self.live_node(),
            end: self.end(),
            trying_from: self.trying_from(),
        };
        let record = self.record.make_mut();
        record.go_to(node);
        if node == live.node {
            // Drops a browsed variation from the line, so that Redo doesn't follow it.
            record.follow_main();
        }
        self.live = Some(live).filter(|live| live.node != node);
        Some(transition)
    }

    /// Returns the node from which players try other moves, until they return to the live position.
    /// Their moves become variations, and the game stays as it is.
    pub fn trying_from(&self) -> Option<NodeId> {
        self.live?.trying_from
    }

    /// Shows a node and makes the moves from there tries. At the live position, moves continue the
    /// game.
    pub(super) fn begin_try(&mut self, node: NodeId) -> Option<Transition> {
        let transition = self.show_node(node)?;
        if let Some(live) = &mut self.live {
            live.trying_from = Some(node);
        }
        Some(transition)
    }

    /// Adds a move as a variation of the position shown, and shows it.
    pub(super) fn try_move(&mut self, mv: Move) -> Option<Transition> {
        let here = self.record.current();
        let node = self.record.make_mut().add_variation(here, mv).ok()?;
        self.show_node(node)
    }

    /// Steps along the line. Returns `None` at its end.
    pub(super) fn step(&mut self, step: Step) -> Option<Transition> {
        let (path, ply) = (self.record.path(), self.record.ply());
        let node = match step {
            Step::Back => path.get(ply.checked_sub(1)?),
            Step::Forward => path.get(ply + 1),
            Step::Start => path.first(),
            Step::End => path.last(),
        };
        self.show_node(*node?)
    }

    /// Shows the live position again. Returns `None` if the board already shows it.
    pub(super) fn show_live_position(&mut self) -> Option<Transition> {
        self.show_node(self.live?.node)
    }

    /// Returns the child node with this move, while players look back.
    pub(super) fn known_move(&self, mv: Move) -> Option<NodeId> {
        let record = self.live.is_some().then_some(&self.record)?;
        let mut children = record.children(record.current()).iter().copied();
        children.find(|id| record.move_to(*id) == Some(mv))
    }

    /// Returns whether the game can continue with this move from the position shown.
    pub(super) fn may_play_on_with(&self, mv: Move) -> bool {
        self.outcome().is_none()
            && self.record.size() < pgn::MAX_PLIES
            && self.position().why_illegal(mv).is_none()
    }

    /// Makes the position shown the live one. A declared end becomes a comment at the old live
    /// node. Returns `None` if the board shows the live position, or a position where the game is
    /// over.
    pub(super) fn play_on(&mut self) -> Option<PlayedOnFrom> {
        if self.outcome().is_some() {
            return None;
        }
        let LivePosition { node, end, .. } = self.live?;
        let declared = self.record.declared().is_some();
        let record = self.record.make_mut();
        let here = record.current();
        if let Some(end) = end.filter(|_| declared) {
            let note = record.annotation_mut(node);
            let text = [note.text(), format!("{end}.")].join(" ");
            note.set_text(&text);
            record.declare(None);
        }
        if end.is_some() {
            record.tags_mut().remove("Termination");
        }
        record.make_main(here);
        record.follow_main();
        self.live = None;
        self.forget_offers();
        Some(PlayedOnFrom {
            was_over: end.is_some(),
            declared,
        })
    }

    /// Returns whether a variation with this node can be promoted towards the main line.
    pub fn may_promote(&self, node: NodeId) -> bool {
        let record = &self.record;
        let live_path = self.path_to_live_node();
        let mut at = node;
        while let Some(parent) = record.parent(at) {
            let siblings = record.children(parent);
            if siblings.first() != Some(&at) {
                // The game's own line always stays first.
                let is_next = siblings.get(1) == Some(&at);
                return !(is_next && live_path.contains(&siblings[0]));
            }
            at = parent;
        }
        false
    }

    /// Returns whether the node can be deleted with its descendants. Nodes of the game itself
    /// can't.
    pub fn may_delete(&self, node: NodeId) -> bool {
        self.record.contains(node) && !self.path_to_live_node().contains(&node)
    }

    /// Returns all nodes from the live one back to the root.
    fn path_to_live_node(&self) -> HashSet<NodeId> {
        let back = |at: &NodeId| self.record.parent(*at);
        std::iter::successors(Some(self.live_node()), back).collect()
    }

    /// Edits annotations, tags or variations, and keeps the path to the live node in the main line.
    /// Returns whether anything changed.
    pub(super) fn edit(&mut self, edit: &Edit) -> bool {
        let (live, node) = (self.live_node(), edit.node());
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
            Edit::Review(plies) => {
                let before = self.record.clone();
                for ply in plies.iter().filter(|ply| before.contains(ply.node)) {
                    ply.write_to(self.record.make_mut().annotation_mut(ply.node));
                }
                return self.record != before;
            }
            Edit::Names(names) => return self.tag(|record| names.write_to(record)),
            Edit::Side {
                side,
                name,
                seating,
            } => {
                let mut names = Names::of(&self.record);
                names.player_mut(*side).clone_from(name);
                return self.tag(|record| {
                    names.write_to(record);
                    seating.write_to(record);
                });
            }
            Edit::Promote(_) => {
                let mut changed = self.record.clone();
                let record = changed.make_mut();
                if !record.promote(node) {
                    return false;
                }
                record.make_main(live);
                if self.live.is_none() {
                    record.follow_main();
                }
                if changed == self.record {
                    return false;
                }
                self.record = changed;
            }
            Edit::Delete(_) => {
                if !self.may_delete(node) || !self.record.make_mut().delete(node) {
                    return false;
                }
                let is_shown = self.record.current() == live;
                self.live = self.live.filter(|_| !is_shown);
            }
        }
        true
    }

    /// Changes the record's tags. Returns whether any of them changed.
    fn tag(&mut self, change: impl FnOnce(&mut Record)) -> bool {
        let mut changed = self.record.clone();
        change(&mut changed);
        let is_other = changed.tags() != self.record.tags();
        if is_other {
            self.record = changed;
        }
        is_other
    }
}

/// State of the game before it continued from another position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlayedOnFrom {
    /// Whether the game had ended.
    pub was_over: bool,
    /// Whether the game's end had been declared.
    pub declared: bool,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use icochess_boards::{Chess, Variant};
    use icochess_rules::{Outcome, Side};

    /// Picks a node of the tree by `number`.
    fn any_node(game: &Match, number: u8) -> NodeId {
        let mut all = vec![NodeId::ROOT];
        let mut next = 0;
        while let Some(&node) = all.get(next) {
            all.extend_from_slice(game.record.children(node));
            next += 1;
        }
        all[usize::from(number) % all.len()]
    }

    fn any_move(game: &Match, number: u8) -> Option<Move> {
        let moves = game.position().legal_moves();
        moves.get(usize::from(number) % moves.len().max(1)).copied()
    }

    /// Returns the game's saved PGN.
    fn kept(game: &Match) -> String {
        game.as_played().to_pgn()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn browsing_keeps_the_game_and_its_main_line(
            acts in prop::collection::vec((0..9_u8, any::<u8>()), 1..60),
        ) {
            let mut game = Match::new(Variant::Chess.board().new_game());
            for (act, number) in acts {
                let (before, live, end) = (kept(&game), game.live_node(), game.end());
                match act {
                    0..3 => {
                        let steps = [Step::Back, Step::Forward, Step::Start, Step::End];
                        let steps = match act {
                            0 => game.step(steps[usize::from(number) % 4]),
                            1 => game.show_node(any_node(&game, number)),
                            _ => game.show_live_position(),
                        };
                        prop_assert_eq!(kept(&game), before);
                        prop_assert_eq!((game.live_node(), game.end()), (live, end));
                        prop_assert!(act != 2 || steps.is_some() || !game.is_looking_back());
                    }
                    3..6 => {
                        let Some(mv) = any_move(&game, number) else { continue };
                        if game.known_move(mv).is_none() && game.may_play_on_with(mv) {
                            game.play_on();
                            prop_assert!(game.play(mv).is_ok());
                            prop_assert!(!game.is_looking_back() && game.end().is_none()
                                || game.outcome().is_some());
                        }
                    }
                    6 => {
                        let was_looking = game.is_looking_back();
                        prop_assert_eq!(game.play_on().is_some(),
                            was_looking && game.outcome().is_none());
                    }
                    7 => {
                        let node = any_node(&game, number);
                        let edit = match number % 4 {
                            0 => Edit::Comment(node, format!("note {number}")),
                            1 => Edit::ToggleNag(node, number),
                            2 => Edit::Promote(node),
                            _ => Edit::Delete(node),
                        };
                        let may = match edit {
                            Edit::Promote(_) => Some(game.may_promote(node)),
                            Edit::Delete(_) => Some(game.may_delete(node)),
                            _ => None,
                        };
                        let is_changed = game.edit(&edit);
                        prop_assert!(may.is_none_or(|may| may == is_changed), "{:?}", edit);
                        prop_assert_eq!(kept(&game) != before, is_changed);
                        prop_assert_eq!((game.live_node(), game.end()), (live, end));
                    }
                    _ => {
                        if !game.is_looking_back() && number < 60 {
                            game.declare(Outcome::Resignation { winner: Side::White });
                        }
                    }
                }
                let played = game.as_played();
                prop_assert_eq!(game.is_looking_back(), game.record.current() != game.live_node());
                prop_assert!(played.on::<Chess>().unwrap().tree.is_in_main_line());
                // A saved file restores the game with all annotations.
                let read: Record = Variant::Chess.board().read_pgn(&kept(&game)).unwrap();
                prop_assert_eq!(read, played);
            }
        }
    }
}
