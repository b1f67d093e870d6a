//! The state of the game in words, and the texts that show it.

use bevy::prelude::*;

use super::friend;
use super::ui_state::UiState;
use crate::style::theme;
use crate::text::evaluation;
use crate::text::hint;
use crate::text::terms;
use crate::text::words::{attacking, in_words, person, player_name, pointed};
use icochess_base::display::Display;
use icochess_message::{Msg, msg};
use icochess_play::computer::{self, Computer, Purpose};
use icochess_play::game::{Match, Takeback, TakebackOffer};
use icochess_play::interaction::Spot;
use icochess_play::interaction::choice::Choosing;
use icochess_play::interaction::selection::movable_part;
use icochess_rules::{CellSet, Outcome, Side};

/// A text that shows one status line.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatusLine {
    /// The side to move, or the result.
    Headline,
    /// Check with the attackers, or the reason for the result.
    Detail,
    /// The computer's search.
    Thinking,
    /// The best line of this rank, from 0, with its evaluation.
    BestLine(usize),
    /// The last move.
    LastMove,
    /// The tile and piece under the pointer, or the hovered kind of piece.
    Hovered,
    /// The legend of the piece symbols, while nothing is hovered.
    Kinds,
    /// Refusals, notices, offers and hints.
    Notice,
    /// Notices only, for pages without a board.
    Answer,
}

impl StatusLine {
    /// Returns whether screen readers announce changes of the line. Announcing lines that follow a
    /// pointer or a search would drown out the rest.
    pub const fn is_announced(self) -> bool {
        !matches!(
            self,
            Self::Thinking | Self::BestLine(_) | Self::Hovered | Self::Kinds
        )
    }

    /// Returns whether the line depends on the hovered spot.
    pub const fn follows_pointer(self) -> bool {
        matches!(self, Self::Hovered | Self::Kinds)
    }

    /// Returns the text of the line and its colour, while a pointer is over `spot`.
    pub fn read(self, state: &UiState, spot: Option<Spot>) -> (Msg, Color) {
        let game = &state.game;
        match self {
            Self::Headline => (headline(game), theme::TEXT),
            Self::Detail if game.outcome().is_some() => (detail(game), theme::TEXT),
            Self::Detail => (detail(game), theme::WARNING),
            Self::LastMove => (last_move(game), theme::FAINT),
            Self::Thinking => (thinking(state), theme::TEXT),
            Self::BestLine(rank) => (best_line(state, rank), theme::TEXT),
            Self::Hovered => (hovered(state, spot), theme::FAINT),
            Self::Kinds if hovered(state, spot) == Msg::nothing() => {
                (msg!("kinds-caption"), theme::FAINT)
            }
            Self::Kinds => (Msg::nothing(), theme::FAINT),
            Self::Notice => notice(state),
            Self::Answer => answer(state),
        }
    }
}

/// Returns the hovered kind of piece or spot, unless the game is hidden.
fn hovered(state: &UiState, spot: Option<Spot>) -> Msg {
    let spot = spot.filter(|_| !state.covered.0);
    pointed(&state.game, state.taught.role(), spot)
}

/// Returns "White to move" or the result, and whether players are looking at an earlier position.
pub fn headline(game: &Match) -> Msg {
    let turn = game.position().turn();
    match game.outcome() {
        None if game.is_looking_back() => msg!("headline-looking-back", side = turn),
        None => msg!("headline-to-move", side = turn),
        Some(outcome) => match outcome.winner() {
            Some(winner) => person(game, winner)
                .map_or(msg!("headline-wins", side = winner), |name| {
                    msg!("headline-named-wins", name = name)
                }),
            None => msg!("headline-draw"),
        },
    }
}

/// Returns check with the checking pieces, or why the game is over.
pub fn detail(game: &Match) -> Msg {
    let position = game.position();
    let checkers = position.checkers();
    let pieces = || attacking(position, checkers);
    match game.outcome() {
        Some(Outcome::Checkmate { .. }) => msg!("detail-checkmate", pieces = pieces()),
        Some(outcome) => reason(game, outcome),
        None if checkers.is_empty() => Msg::nothing(),
        None => msg!("detail-check", pieces = pieces()),
    }
}

/// Returns the reason for the result: "White resigned".
fn reason(game: &Match, outcome: Outcome) -> Msg {
    let loser = outcome.winner().and_then(|winner| person(game, !winner));
    match (outcome, loser) {
        (Outcome::Resignation { .. }, Some(name)) => msg!("by-named-resignation", name = name),
        (Outcome::TimeForfeit { .. }, Some(name)) => msg!("by-named-time", name = name),
        _ => terms::outcome(outcome),
    }
}

/// Returns the last move with its number, in the words of a hint. Not every player reads notation,
/// and tile names are the same everywhere.
pub fn last_move(game: &Match) -> Msg {
    let (Some(mv), Some(before)) = (game.record().last(), game.before_last()) else {
        return Msg::nothing();
    };
    let (count, move_words) = (before.fullmove_number(), in_words(before, mv));
    match before.turn() {
        Side::White => msg!("last-move-white", count = count, move = move_words),
        Side::Black => msg!("last-move-black", count = count, move = move_words),
    }
}

/// Returns the draw offer, and how to answer it.
pub fn draw_offer(game: &Match) -> Msg {
    let offer = game.draw_offer();
    offer.map_or(Msg::nothing(), |side| match person(game, side) {
        _ if game.has_offered_draw() => msg!("draw-stands"),
        Some(name) => {
            let other = player_name(game, !side);
            msg!("draw-named-offered", name = name, other = other)
        }
        None => msg!("draw-offered", side = side),
    })
}

/// Returns whether a person has to answer a draw offer.
pub fn is_draw_to_answer(state: &UiState) -> bool {
    let turn = state.game.position().turn();
    state.game.draw_offer() == Some(!turn) && !state.computer.plays(turn)
}

/// Returns whether to suggest the tutorial to beginners: before the first move, and before anyone
/// has set the players.
pub fn offers_first_steps(state: &UiState) -> bool {
    let is_chosen = Side::ALL.into_iter().any(|side| state.computer.plays(side));
    let is_new = state.game.record().line().is_empty() && !state.game.is_remote();
    state.first.is_some() && is_new && !is_chosen
}

/// Returns advice for the mover on the possible actions. Beginners with a headset learn how to
/// select a piece.
fn guide(state: &UiState) -> Msg {
    let (game, computer, clock) = (&state.game, &state.computer, &state.clock);
    if let Some(mv) = state.premove.0 {
        return msg!("guide-premove", move = in_words(game.position(), mv));
    }
    let selected = state.selection.0;
    let turn = game.position().turn();
    let has_marks = !selected.targets(game).is_empty();
    if game.trying_from().is_some() {
        msg!("guide-trying")
    } else if game.is_looking_back() {
        msg!("guide-looking-back")
    } else if game.end().is_some() {
        over(game, computer)
    } else if game.remote_side().is_some_and(|side| side != turn) {
        msg!("guide-friend-moves", name = friend::friend(&state.remote))
    } else if clock.is_handed_over() {
        msg!("is-next", name = player_name(game, turn))
    } else if clock.refuses_moves() && clock.waits_for_focus() {
        msg!("guide-clock-waits")
    } else if clock.refuses_moves() {
        msg!("guide-clock-stands")
    } else if computer::is_to_move(computer, game) && (state.paused.0 || clock.is_paused()) {
        msg!("guide-computer-pauses")
    } else if computer::is_to_move(computer, game) {
        msg!("guide-computer-thinks", side = turn)
    } else if selected.part().is_some() {
        msg!("guide-part-selected")
    } else if let Some(cell) = selected.cell().filter(|_| has_marks) {
        match movable_part(game, cell) {
            Some(_) => msg!("guide-selected-on-part"),
            None => msg!("guide-selected"),
        }
    } else {
        let are_new_hands = state.first.is_some() && *state.display.get() == Display::Headset;
        let is_pinch = state.hand_controls.select == msg!("part-pinch");
        match (game.position().is_check(), clock.is_paused()) {
            (false, false) if are_new_hands && is_pinch => {
                msg!("guide-to-move-pinch", side = turn)
            }
            (false, false) if are_new_hands => msg!("guide-to-move-hand", side = turn),
            (false, false) => msg!("guide-to-move", side = turn),
            (false, true) => msg!("guide-clock-paused", side = turn),
            (true, false) => msg!("guide-in-check", side = turn),
            (true, true) => msg!("guide-in-check-clock-paused", side = turn),
        }
    }
}

/// Returns praise after the game, and what to do next.
fn over(game: &Match, computer: &Computer) -> Msg {
    let winner = game.outcome().and_then(Outcome::winner);
    let beats_computer = |winner: Side| computer.plays(!winner) && !computer.plays(winner);
    if winner.is_some_and(beats_computer) {
        msg!("guide-won")
    } else {
        msg!("guide-over")
    }
}

/// Returns the notice that a game was interrupted when the program ended, and how to continue.
fn taken_up(state: &UiState) -> Msg {
    let (game, clock) = (&state.game, &state.clock);
    let waits_for_word = clock.is_paused() && clock.refuses_moves();
    if waits_for_word || computer::is_to_move(&state.computer, game) && state.paused.0 {
        msg!("taken-up-press")
    } else if clock.is_paused() {
        msg!("taken-up-clock", side = game.position().turn())
    } else {
        msg!("taken-up", side = game.position().turn())
    }
}

/// Returns the takeback offer, and how to answer it.
pub fn takeback_offer(game: &Match) -> Msg {
    let Some(TakebackOffer { by, of }) = game.takeback_offer() else {
        return Msg::nothing();
    };
    let Some(name) = person(game, by) else {
        return match of {
            Takeback::Move => msg!("takeback-asked", side = by),
            Takeback::End => msg!("takeback-end-asked", side = by),
            Takeback::PlayOn(_) => msg!("play-on-asked", side = by),
        };
    };
    let other = player_name(game, !by);
    match of {
        Takeback::Move => msg!("takeback-named-asked", name = name, other = other),
        Takeback::End => msg!("takeback-named-end-asked", name = name, other = other),
        Takeback::PlayOn(_) => msg!("play-on-named-asked", name = name, other = other),
    }
}

/// Returns the question of a pending choice.
fn choice_to_make(state: &UiState) -> Msg {
    let (position, choice) = (state.game.position(), &state.choice.0);
    if let Some(mv) = choice.as_ref().and_then(Choosing::to_confirm) {
        return msg!("confirm-move", move = in_words(position, mv));
    }
    let moves = choice.iter().flat_map(|choosing| &choosing.moves);
    let mut pieces: Vec<Msg> = moves
        .filter_map(|mv| Some(terms::piece(position, mv.promotion()?)))
        .collect();
    match pieces.pop() {
        Some(last) if !pieces.is_empty() => {
            msg!("choose-promotion", others = Msg::list(pieces), last = last)
        }
        _ => msg!("choose-move"),
    }
}

/// Returns the hint on the board, or its reason.
fn hint(state: &UiState) -> Msg {
    let shown = state.hint.0.as_ref().filter(|_| !state.covered.0);
    let reason = state.hint_reason.0.as_ref();
    shown.map_or(Msg::nothing(), |shown| {
        hint::words(state.game.position(), shown, reason)
    })
}

/// Returns a best line with its evaluation, unless the game is hidden.
fn best_line(state: &UiState, rank: usize) -> Msg {
    let line = state.lines.0.get(rank).filter(|_| !state.covered.0);
    let engine = state.boards.engine(state.game.record().board());
    line.zip(engine).map_or(Msg::nothing(), |(line, engine)| {
        let value = evaluation::with_count(line.score, engine.win_chance(line.score));
        msg!("best-line", value = value, moves = line.san.as_str())
    })
}

/// Returns the line about the computer: its search, its pause, or the depth it reached if time ran
/// short. Against a friend by correspondence, returns the time left for the move.
fn thinking(state: &UiState) -> Msg {
    let game = &state.game;
    if let Some(thought) = state.thinking.0 {
        let what = match thought.purpose {
            Purpose::Move => msg!("thinks", side = thought.side),
            Purpose::Hint | Purpose::Evaluation => msg!("thinks-hint"),
            Purpose::Threat => msg!("thinks-threat"),
        };
        if thought.depth == 0 {
            return what;
        }
        // Tenths would redraw the panel in most frames.
        let seconds = thought.time.as_secs() as i64;
        let depth = thought.depth;
        msg!(
            "thinks-depth",
            what = what,
            depth = depth,
            seconds = seconds
        )
    } else if state.hint.0.is_some() {
        // The last search before the hint matters no longer.
        Msg::nothing()
    } else if state.paused.0 && computer::is_to_move(&state.computer, game) {
        msg!("thinks-pause")
    } else if let Some(cut) = state.cut_short.0 {
        msg!(
            "looked-ahead",
            side = cut.side,
            reached = cut.reached,
            wanted = cut.wanted
        )
    } else {
        let turn = friend::turn_now(state).filter(|turn| turn.due_ms.is_some());
        turn.map_or(Msg::nothing(), friend::turn)
    }
}

/// Returns the most urgent question, notice, offer or advice, with its colour.
fn notice(state: &UiState) -> (Msg, Color) {
    let (game, hint) = (&state.game, hint(state));
    let is_asked = game.takeback_offer().is_some() || game.draw_offer().is_some();
    if state.choice.0.is_some() {
        (choice_to_make(state), theme::TEXT)
    } else if let Some(notice) = state.notices.passing() {
        (notice.clone(), notice_colour(state))
    } else if hint != Msg::nothing() && !is_asked {
        // Before lasting notices, which would hide every hint.
        (hint, theme::TEXT)
    } else if let Some(notice) = state.notices.text() {
        (notice.clone(), theme::WARNING)
    } else if let Some(offer) = &state.offer {
        let count = offer.0.ply().div_ceil(2);
        (msg!("resume-offered", count = count), theme::TEXT)
    } else if state.taken_up.is_some() {
        (taken_up(state), theme::TEXT)
    } else if offers_first_steps(state) {
        (msg!("tutorial-offered", guide = guide(state)), theme::TEXT)
    } else if let Some(line) = friend::line(state).filter(|_| !is_asked) {
        (line, theme::TEXT)
    } else if game.takeback_offer().is_some() {
        (takeback_offer(game), theme::TEXT)
    } else if game.draw_offer().is_some() {
        (draw_offer(game), theme::TEXT)
    } else if state.turn_back.as_ref().is_some_and(|it| it.turns_back()) {
        (msg!("guide-turns-back"), theme::FAINT)
    } else {
        (guide(state), theme::FAINT)
    }
}

fn notice_colour(state: &UiState) -> Color {
    if state.notices.is_warning() {
        theme::WARNING
    } else {
        theme::TEXT
    }
}

/// Returns the current notice, or else why the game is hidden, with its colour.
fn answer(state: &UiState) -> (Msg, Color) {
    // Pages that cover the board pause the clock.
    let is_hidden = state.clock.hides_board() && state.covered.hides(&state.taught);
    match state.notices.text() {
        Some(notice) => (notice.clone(), notice_colour(state)),
        None if is_hidden => (msg!("pieces-hidden"), theme::FAINT),
        None => (Msg::nothing(), theme::FAINT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_base::language::Words;
    use icochess_boards::Variant;
    use icochess_rules::DrawReason;

    fn english(message: &Msg) -> String {
        Words::default().english(message)
    }

    #[test]
    fn last_move_has_its_number() {
        let mut game = Variant::Icochess.board().new_game();
        for (uci, expected) in [
            ("b1n4", "Last move: 1. rook B1 takes pawn N4"),
            ("o1b3", "Last move: 1... rook O1 takes knight B3"),
        ] {
            let mv = game.position().parse_uci(uci).unwrap();
            game.make_mut().play(mv).unwrap();
            assert_eq!(english(&last_move(&Match::new(game.clone()))), expected);
        }
    }

    #[test]
    fn check_and_mate_name_the_attackers() {
        let mate = "QKPP/1B2/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/r3/4/4 \
                    w a3a4c2d2k2l2n4 - 0 1";
        let ball = Variant::Icochess.board();
        let game = Match::new(ball.read_position(mate).unwrap());
        assert_eq!(english(&headline(&game)), "Black wins");
        assert_eq!(
            english(&detail(&game)),
            "Checkmate by bishop\u{a0}O2, rook\u{a0}R1"
        );
        assert_eq!(english(&headline(&Match::default())), "White to move");
        let reason = |outcome: Outcome| {
            let mut game = ball.new_game();
            game.make_mut().declare(Some(outcome));
            let game = Match::new(game);
            (english(&headline(&game)), english(&detail(&game)))
        };
        let resigned = Outcome::Resignation {
            winner: Side::Black,
        };
        let expected = ["Black wins", "White resigned"].map(String::from);
        assert_eq!(reason(resigned), expected.into());
        let expected = ["Draw", "By agreement"].map(String::from);
        assert_eq!(
            reason(Outcome::Draw(DrawReason::Agreement)),
            expected.into()
        );
        assert_eq!(english(&detail(&Match::default())), "");
    }

    #[test]
    fn win_against_the_computer_is_praised() {
        let outcome = Outcome::Resignation {
            winner: Side::White,
        };
        let mut game = Variant::Icochess.board().new_game();
        game.make_mut().declare(Some(outcome));
        let game = Match::new(game);
        let praise = |white: bool, black: bool| {
            let mut computer = Computer::default();
            computer.white.computer = white;
            computer.black.computer = black;
            english(&over(&game, &computer))
        };
        assert!(praise(false, true).starts_with("Well played!"));
        for (white, black) in [(false, false), (true, false), (true, true)] {
            assert!(praise(white, black).starts_with("Good game."));
        }
    }
}
