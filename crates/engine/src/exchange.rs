//! Static exchange evaluation: the gain of a capture after all further captures on its target, each
//! by the least valuable piece. Lines that open behind a capturing piece count; pins don't.
//!
//! Source: the page "Static Exchange Evaluation" of the Chess Programming Wiki.

use super::eval::{Evaluated, Evaluator};
use super::score::Score;
use icochess_rules::{AbsentCells, CellSet, Move, MoveKind, Position, Role, Side, rules_of};

impl<B: Evaluated> Evaluator<B> {
    /// Returns whether a move gains at least `threshold` by exchanges on its target, in hundredths
    /// of a pawn. Quiet moves may lose the moved piece. Moves of board parts exchange nothing.
    pub(super) fn exchange_gains(
        &self,
        position: &Position<B>,
        mv: Move,
        threshold: Score,
    ) -> bool {
        let is_carriage = B::Absent::IS_USED && mv.kind == MoveKind::Carriage;
        let Some(mover) = position.role_at(mv.from).filter(|_| !is_carriage) else {
            return threshold <= 0;
        };
        let captured = position.captured_cell(mv);
        let taken = captured.and_then(|cell| position.role_at(cell));
        let arrives = mv.promotion().unwrap_or(mover);
        let arrives_worth = self.piece_value(arrives);
        let gain = taken.map_or(0, |role| self.piece_value(role)) + arrives_worth
            - self.piece_value(mover);
        // Surplus of the side to move over the threshold, if the exchange ends here.
        let mut surplus = gain - threshold;
        if surplus < 0 {
            return false;
        }
        // Surplus of the other side, if it captures the piece on the target for nothing.
        surplus = arrives_worth - surplus;
        if surplus <= 0 {
            return true;
        }
        let target = B::Set::single(mv.to);
        let gone = captured
            .map_or(target, B::Set::single)
            .or(B::Set::single(mv.from));
        let mut pieces = position.occupied().without(gone);
        let mut side = position.turn();
        let mut reaches = true;
        loop {
            side = !side;
            let Some((role, attacker)) = self.least_attacker(position, mv, side, pieces) else {
                return reaches;
            };
            pieces = pieces.without(attacker);
            reaches = !reaches;
            if rules_of::<B>(role).royal {
                let is_guarded = !position.attackers_among(mv.to, !side, pieces).is_empty();
                return reaches != is_guarded;
            }
            surplus = self.piece_value(role) - surplus;
            if surplus < Score::from(reaches) {
                return reaches;
            }
        }
    }

    /// Returns the least valuable piece of a side that attacks the target of a move, if only
    /// `pieces` are on the board in addition to the one on the target.
    fn least_attacker(
        &self,
        position: &Position<B>,
        mv: Move,
        side: Side,
        pieces: B::Set,
    ) -> Option<(Role, B::Set)> {
        let attackers = position.attackers_among(mv.to, side, pieces);
        if attackers.is_empty() {
            return None;
        }
        let roles = (0..B::ROLES.len()).map(|role| Role::new(role as u8));
        let found = roles.filter_map(|role| {
            let cell = attackers.and(position.pieces(side, role)).first()?;
            Some((role, B::Set::single(cell)))
        });
        found.min_by_key(|(role, _)| self.piece_value(*role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Chess;

    /// Returns the gain of the best sequence of legal captures on `target`, which the side to move
    /// may end at any time.
    fn best_exchange(position: &Position<Chess>, mv: Move) -> Score {
        let value = |role: Role| Chess::evaluator().piece_value(role);
        let taken = position
            .captured_cell(mv)
            .and_then(|cell| position.role_at(cell));
        let mover = position.role_at(mv.from).unwrap();
        let promoted = mv.promotion().map_or(0, |role| value(role) - value(mover));
        let next = position.play_unchecked(mv);
        let replies = next.legal_moves().into_iter();
        let replies = replies.filter(|reply| reply.to == mv.to);
        let best = replies.map(|reply| best_exchange(&next, reply)).max();
        taken.map_or(0, value) + promoted - best.unwrap_or(0).max(0)
    }

    #[test]
    fn exchanges_gain_what_the_best_captures_gain() {
        let mut rng = crate::rng::rng(7, 0);
        let (mut count, mut same) = (0, 0);
        for _ in 0..60 {
            let mut position = Position::<Chess>::start();
            for _ in 0..80 {
                let moves = position.legal_moves();
                let Some(mv) = moves.get(rng.rand_range(0..moves.len().max(1) as u64) as usize)
                else {
                    break;
                };
                // Answers to check are restricted, as pins are.
                for mv in moves.iter().filter(|_| !position.is_check()) {
                    let gain = best_exchange(&position, *mv);
                    let gains = |least| Chess::evaluator().exchange_gains(&position, *mv, least);
                    count += 1;
                    same += u32::from(gains(gain) && !gains(gain + 1));
                }
                position = position.play_unchecked(*mv);
            }
        }
        // The others have pins, checks or promotions in later captures.
        assert!(same * 100 > count * 97, "{same} of {count}");
    }

    #[test]
    fn pieces_behind_others_take_part() {
        let gain = |text: &str, uci: &str| {
            let position: Position<Chess> = text.parse().unwrap();
            let mv = position.parse_uci(uci).unwrap();
            move |least| Chess::evaluator().exchange_gains(&position, mv, least)
        };
        let value = |role: u8| Chess::evaluator().piece_value(Role::new(role));
        // From the wiki: a pawn is won; a knight is lost for a pawn.
        let wins = gain("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5");
        assert!(wins(value(0)) && !wins(value(0) + 1));
        let text = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        let loses = gain(text, "d3e5");
        let lost = value(0) - value(1);
        assert!(loses(lost) && !loses(lost + 1));
    }
}
