//! Typed moves: selects and hovers the typed move as a pointer would. The board highlights the move
//! as usual, and the same message requests it.

use bevy::asset::uuid::Uuid;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::allowed::{PickRefused, Turns, Unmovable};
use super::choice::Choice;
use super::hovered::{Hovered, Spot};
use super::selecting::{DeselectSystems, Selection, SelectionChanged};
use super::selection::{Pick, Selected};
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::game::facts::{MatchFact, on_fact};
use crate::game::handover::GameHandover;
use crate::game::messages::MoveRequested;
use crate::interaction::move_text::{Completion, Meaning, MoveTexts};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_rules::{AnyPosition, IllegalMove, Move, MoveKind};

/// Maximum number of completions offered at once.
pub const MAX_COMPLETIONS: usize = 8;

/// Pointer of typed moves.
pub const MOVE_ENTRY: PointerId = PointerId::Custom(Uuid::from_u128(0x7e11_ed00));

/// Request to the move field.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum MoveEntryRequest {
    /// Open the field, or keep typing in it.
    Open,
    /// Close the field.
    Close,
    /// The field now contains this text.
    Text(String),
    /// Choose the next or previous completion.
    Choose {
        /// Whether to choose the previous completion.
        back: bool,
    },
    /// Play the typed move.
    Play,
    /// Play this move. The field opens only if it is unclear.
    Enter(String),
    /// Play the completion with this index.
    Take(usize),
}

/// State of the move field while it is open.
#[derive(Resource, Debug, Default)]
pub struct MoveEntry(Option<Typing>);

#[derive(Debug)]
struct Typing {
    texts: MoveTexts,
    /// Text as typed, before a completion replaces it.
    text: String,
    meaning: Meaning,
    completions: Vec<Completion>,
    chosen: Option<usize>,
}

impl Typing {
    fn of(position: Option<&dyn AnyPosition>) -> Self {
        Self {
            texts: position.map_or_else(MoveTexts::default, MoveTexts::of),
            text: String::new(),
            meaning: Meaning::Nothing,
            completions: Vec::new(),
            chosen: None,
        }
    }

    /// Returns the text to display in the field.
    fn shown(&self) -> &str {
        self.chosen_one().map_or(&self.text, |it| &it.text)
    }

    fn chosen_one(&self) -> Option<&Completion> {
        self.completions.get(self.chosen?)
    }

    /// Parses the field's text.
    fn read(&mut self, text: &str, position: &dyn AnyPosition) {
        // Ignores a completion that the field itself inserted.
        if text == self.shown() {
            return;
        }
        text.clone_into(&mut self.text);
        self.meaning = self.texts.meaning(position, text);
        self.completions = self.texts.completions(text);
        self.chosen = None;
    }

    fn choose(&mut self, back: bool) {
        let count = self.completions.len().min(MAX_COMPLETIONS);
        if count == 0 {
            return;
        }
        self.chosen = Some(match (self.chosen, back) {
            (None, false) => 0,
            (None, true) => count - 1,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        });
    }

    /// Returns the legal move to play, if unambiguous.
    fn meant(&self) -> Option<Move> {
        if let Some(chosen) = self.chosen_one() {
            return Some(chosen.mv);
        }
        match (&self.meaning, &self.completions[..]) {
            (Meaning::Move(mv), _) => Some(*mv),
            (_, [one]) => Some(one.mv),
            _ => None,
        }
    }

    /// Returns the move to request: [`meant`](Self::meant), or an illegal one.
    fn entered(&self) -> Option<Move> {
        self.meant().or(match self.meaning {
            Meaning::Illegal(IllegalMove { mv, .. }) => Some(mv),
            _ => None,
        })
    }

    /// Returns the pick that selects the moving piece or attack board, if unambiguous.
    fn source(&self) -> Option<Pick> {
        let of = |mv: Move| match mv.kind {
            MoveKind::Carriage => Pick::Dock(mv.from),
            _ => Pick::Select(mv.from),
        };
        let meant = self.entered().map(of);
        meant.or_else(|| {
            let mut all = self.completions.iter().map(|it| of(it.mv));
            let first = all.next()?;
            all.all(|it| it == first).then_some(first)
        })
    }
}

impl MoveEntry {
    /// Returns whether the field is open.
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the text to display in the field.
    pub fn text(&self) -> &str {
        self.0.as_ref().map_or("", Typing::shown)
    }

    /// Returns an example move in the notation of this board.
    pub fn example(&self) -> Option<&str> {
        self.0.as_ref().and_then(|it| it.texts.example())
    }

    /// Returns the meaning of the typed text.
    pub fn meaning(&self) -> &Meaning {
        self.0.as_ref().map_or(&Meaning::Nothing, |it| &it.meaning)
    }

    /// Returns the moves that match the typed text; the first [`MAX_COMPLETIONS`] are offered.
    pub fn completions(&self) -> &[Completion] {
        self.0.as_ref().map_or(&[], |it| &it.completions)
    }

    /// Returns the index of the chosen completion.
    pub fn chosen(&self) -> Option<usize> {
        self.0.as_ref().and_then(|it| it.chosen)
    }

    /// Returns the legal move that Enter would play, if unambiguous.
    pub fn meant(&self) -> Option<Move> {
        self.0.as_ref().and_then(Typing::meant)
    }
}

/// Systems that serve requests to the move field.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveEntrySystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MoveEntry>()
        .add_message::<MoveEntryRequest>()
        .add_systems(
            Update,
            serve_requests
                .run_if(on_message::<MoveEntryRequest>)
                .in_set(MoveEntrySystems)
                .in_set(AppSystems::Input),
        )
        .add_systems(
            Update,
            (
                clear_entry.run_if(on_fact(|fact| {
                    fact.changes_board_or_ends() || matches!(fact, MatchFact::EndTakenBack)
                })),
                // A typed move hidden by a pause or handover is highlighted again afterwards.
                highlight_move.run_if(
                    resource_changed::<MoveEntry>
                        .or_else(resource_changed::<GameClock>)
                        .or_else(resource_changed::<GameHandover>),
                ),
            )
                .chain()
                .after(DeselectSystems)
                .in_set(AppSystems::Scene),
        );
}

/// Returns the position for typed moves, unless the game is over.
fn position(game: &Match) -> Option<&dyn AnyPosition> {
    game.outcome().is_none().then(|| game.position())
}

fn serve_requests(
    mut asked: MessageReader<MoveEntryRequest>,
    game: Res<Match>,
    turns: Turns,
    mut typed: ResMut<MoveEntry>,
    mut requests: MessageWriter<MoveRequested>,
    mut refused: MessageWriter<PickRefused>,
) {
    let mut play = |mv: Move| match turns.refuse_through(&game, Display::Flat) {
        // The referee reports why a move is illegal.
        None | Some(Unmovable::GameOver) => {
            requests.write(MoveRequested(mv));
        }
        Some(why) => {
            let (by, cell) = (MOVE_ENTRY, mv.from);
            refused.write(PickRefused { by, cell, why });
        }
    };
    for request in asked.read() {
        match (request, &mut typed.0) {
            (MoveEntryRequest::Open, closed @ None) => *closed = Some(Typing::of(position(&game))),
            (MoveEntryRequest::Close, open) => *open = None,
            (MoveEntryRequest::Text(text), Some(typing)) => typing.read(text, game.position()),
            (MoveEntryRequest::Choose { back }, Some(typing)) => typing.choose(*back),
            (MoveEntryRequest::Play | MoveEntryRequest::Take(_), Some(typing)) => {
                if let MoveEntryRequest::Take(number) = request {
                    typing.chosen = Some(*number).filter(|it| *it < typing.completions.len());
                }
                if let Some(mv) = typing.entered() {
                    play(mv);
                }
            }
            (MoveEntryRequest::Enter(text), open) => {
                let mut typing = Typing::of(position(&game));
                typing.read(text, game.position());
                *open = match typing.entered() {
                    Some(mv) => {
                        play(mv);
                        None
                    }
                    None => Some(typing),
                };
            }
            _ => {}
        }
    }
}

/// Clears the field when the position changes, because the typed text no longer applies.
fn clear_entry(game: Res<Match>, mut typed: ResMut<MoveEntry>) {
    if typed.is_open() {
        typed.0 = Some(Typing::of(position(&game)));
    }
}

/// Selects the moving piece and hovers its target.
fn highlight_move(
    game: Res<Match>,
    turns: Turns,
    typed: Res<MoveEntry>,
    mut shown: Local<(Option<Pick>, Selected)>,
    mut hovered: ResMut<Hovered>,
    (mut selection, mut choice): (ResMut<Selection>, ResMut<Choice>),
    mut changed: MessageWriter<SelectionChanged>,
) {
    let typing = typed.0.as_ref();
    let typing = typing.filter(|_| turns.refuse_through(&game, Display::Flat).is_none());
    let to = typing.and_then(Typing::meant).map(|mv| match mv.kind {
        MoveKind::Carriage => Spot::Dock(mv.to),
        _ => Spot::Cell(mv.to),
    });
    if hovered.spot_of(MOVE_ENTRY) != to {
        hovered.set(MOVE_ENTRY, to);
    }
    let source = typing.and_then(Typing::source);
    let (before, last) = *shown;
    if before == source {
        return;
    }
    let mut selected = Selected::default();
    if let Some(source) = source {
        selected.pick(source, &game);
    }
    *shown = (source, selected);
    // Keeps a selection made by a pointer until the typed piece changes.
    if source.is_none() && selection.0 != last || selection.0 == selected {
        return;
    }
    selection.0 = selected;
    choice.set_if_neq(Choice(None));
    // Without a pointer, typing doesn't play the sound of taking up a piece.
    changed.write(SelectionChanged {
        by: None,
        cell: selected.cell(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    fn typed(text: &str) -> Typing {
        let game = Variant::Chess.board().new_game();
        let mut typing = Typing::of(Some(game.position()));
        typing.read(text, game.position());
        typing
    }

    fn meant(typing: &Typing) -> Option<String> {
        let game = Variant::Chess.board().new_game();
        typing.meant().map(|mv| game.position().uci(mv))
    }

    #[test]
    fn move_is_found_by_text_prefix_or_choice() {
        assert_eq!(meant(&typed("Nc3")).as_deref(), Some("b1c3"));
        assert_eq!(meant(&typed("nc")).as_deref(), Some("b1c3"));
        assert_eq!(meant(&typed("N")), None);
        let mut typing = typed("N");
        let mut seen = Vec::new();
        for back in [false, false, false, false, false, true, true] {
            typing.choose(back);
            seen.push(typing.shown().to_owned());
        }
        assert_eq!(seen, ["Na3", "Nc3", "Nf3", "Nh3", "Na3", "Nh3", "Nf3"]);
        assert_eq!(meant(&typing).as_deref(), Some("g1f3"));
        // A completion put into the field isn't typed text.
        let game = Variant::Chess.board().new_game();
        typing.read("Nf3", game.position());
        assert_eq!((typing.text.as_str(), typing.chosen), ("N", Some(2)));
        typing.read("Nf", game.position());
        assert_eq!((typing.text.as_str(), typing.chosen), ("Nf", None));
        // No move matches.
        let mut typing = typed("Nz");
        typing.choose(false);
        assert_eq!((typing.chosen, meant(&typing)), (None, None));
    }

    #[test]
    fn piece_is_known_before_the_move() {
        let game = Variant::Chess.board().new_game();
        let piece = |name| game.position().cell_named(name).map(Pick::Select);
        assert_eq!(typed("b1").source(), piece("b1"));
        assert_eq!(typed("Nc3").source(), piece("b1"));
        assert_eq!(typed("N").source(), None);
        assert_eq!(typed("").source(), None);
        // An illegal move still determines the piece.
        assert_eq!(typed("b1b5").source(), piece("b1"));
        let game = Variant::StarTrek3d.board().new_game();
        let mut typing = Typing::of(Some(game.position()));
        typing.read("Ab17-b15", game.position());
        let pin = game.position().cell_named("b17").map(Pick::Dock);
        assert_eq!(typing.source(), pin);
    }
}
