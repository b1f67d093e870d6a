//! Typed moves: the move that is meant is selected and hovered as if it were pointed at, so that
//! the board shows it in the same way, and is requested by the same message.

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

/// Most moves that are offered at once; nobody would read more.
pub const MOST: usize = 8;

/// The pointer with which typed moves point at the board.
pub const MOVE_ENTRY: PointerId = PointerId::Custom(Uuid::from_u128(0x7e11_ed00));

/// Request about typing a move.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum MoveEntryRequest {
    /// Open the field, or go on typing in it.
    Open,
    /// Close the field.
    Close,
    /// This text is in the field now.
    Text(String),
    /// The next of the moves that are offered is meant, or the one before.
    Choose {
        /// Whether to go to the previous one instead.
        back: bool,
    },
    /// The move that is meant is to be played.
    Play,
    /// Play the offered move with this index.
    Take(usize),
}

/// The state of the field for moves, while it is open.
#[derive(Resource, Debug, Default)]
pub struct MoveEntry(Option<Typing>);

/// A text that is typed, and its meaning.
#[derive(Debug)]
struct Typing {
    texts: MoveTexts,
    /// The text that the player has typed.
    text: String,
    meaning: Meaning,
    completions: Vec<Completion>,
    /// The index of the chosen completion.
    chosen: Option<usize>,
    /// Grows when the field is to have another text than was typed.
    rewritten: u32,
}

impl Typing {
    fn of(position: Option<&dyn AnyPosition>) -> Self {
        Self {
            texts: position.map_or_else(MoveTexts::default, MoveTexts::of),
            text: String::new(),
            meaning: Meaning::Nothing,
            completions: Vec::new(),
            chosen: None,
            rewritten: 0,
        }
    }

    /// The text that the field should show.
    fn shown(&self) -> &str {
        self.chosen_one().map_or(&self.text, |it| &it.text)
    }

    fn chosen_one(&self) -> Option<&Completion> {
        self.completions.get(self.chosen?)
    }

    /// Reads the text of the field.
    fn read(&mut self, text: &str, position: &dyn AnyPosition) {
        // It may be what was put there for the player.
        if text == self.shown() {
            return;
        }
        text.clone_into(&mut self.text);
        self.meaning = self.texts.meaning(position, text);
        self.completions = self.texts.completions(text);
        self.chosen = None;
    }

    fn choose(&mut self, back: bool) {
        let count = self.completions.len().min(MOST);
        if count == 0 {
            return;
        }
        self.chosen = Some(match (self.chosen, back) {
            (None, false) => 0,
            (None, true) => count - 1,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        });
        self.rewritten += 1;
    }

    /// The one legal move that is meant, if it is clear.
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

    /// The pick that selects the piece, or the part of the board, that is meant.
    fn source(&self) -> Option<Pick> {
        let of = |mv: Move| match mv.kind {
            MoveKind::Carriage => Pick::Dock(mv.from),
            _ => Pick::Select(mv.from),
        };
        let refused = match self.meaning {
            Meaning::Illegal(IllegalMove { mv, .. }) => Some(mv),
            _ => None,
        };
        let meant = self.meant().or(refused).map(of);
        meant.or_else(|| {
            let mut all = self.completions.iter().map(|it| of(it.mv));
            let first = all.next()?;
            all.all(|it| it == first).then_some(first)
        })
    }
}

impl MoveEntry {
    /// Whether a move is being typed.
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// The text that the field has to have.
    pub fn text(&self) -> &str {
        self.0.as_ref().map_or("", Typing::shown)
    }

    /// An example of a move in the notation of this board.
    pub fn example(&self) -> Option<&str> {
        self.0.as_ref().and_then(|it| it.texts.example())
    }

    /// The meaning of the typed text.
    pub fn meaning(&self) -> &Meaning {
        self.0.as_ref().map_or(&Meaning::Nothing, |it| &it.meaning)
    }

    /// The moves that begin with the typed text; the first [`MOST`] are offered.
    pub fn completions(&self) -> &[Completion] {
        self.0.as_ref().map_or(&[], |it| &it.completions)
    }

    /// The index of the chosen completion.
    pub fn chosen(&self) -> Option<usize> {
        self.0.as_ref().and_then(|it| it.chosen)
    }

    /// The one legal move that is meant, which would be played.
    pub fn meant(&self) -> Option<Move> {
        self.0.as_ref().and_then(Typing::meant)
    }

    /// Grows when the field is to have another [text](Self::text) than was typed.
    pub fn rewritten(&self) -> u32 {
        self.0.as_ref().map_or(0, |it| it.rewritten)
    }
}

/// The systems that serve what is asked of the typed move.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveEntrySystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MoveEntry>()
        .add_message::<MoveEntryRequest>()
        .add_systems(
            Update,
            serve
                .run_if(on_message::<MoveEntryRequest>)
                .in_set(MoveEntrySystems)
                .in_set(AppSystems::Input),
        )
        .add_systems(
            Update,
            (
                begin_anew.run_if(on_fact(|fact| {
                    fact.changes_board_or_ends() || matches!(fact, MatchFact::EndTakenBack)
                })),
                // A move that may not be shown now is shown when it may be again.
                point.run_if(
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

/// The position in which a move may be typed, unless the game is over.
fn position(game: &Match) -> Option<&dyn AnyPosition> {
    game.outcome().is_none().then(|| game.position())
}

fn serve(
    mut asked: MessageReader<MoveEntryRequest>,
    game: Res<Match>,
    turns: Turns,
    mut typed: ResMut<MoveEntry>,
    mut requests: MessageWriter<MoveRequested>,
    mut refused: MessageWriter<PickRefused>,
) {
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
                let refused_move = match typing.meaning {
                    Meaning::Illegal(IllegalMove { mv, .. }) => Some(mv),
                    _ => None,
                };
                let Some(mv) = typing.meant().or(refused_move) else {
                    continue;
                };
                match turns.refuse_through(&game, Display::Flat) {
                    // An illegal move is refused with a reason.
                    None | Some(Unmovable::GameOver) => {
                        requests.write(MoveRequested(mv));
                    }
                    Some(why) => {
                        let (by, cell) = (MOVE_ENTRY, mv.from);
                        refused.write(PickRefused { by, cell, why });
                    }
                }
            }
            _ => {}
        }
    }
}

/// Empties the field when the game has moved on: what was typed is of no more use.
fn begin_anew(game: Res<Match>, mut typed: ResMut<MoveEntry>) {
    if let Some(before) = &typed.0 {
        let rewritten = before.rewritten + 1;
        typed.0 = Some(Typing {
            rewritten,
            ..Typing::of(position(&game))
        });
    }
}

/// Selects the piece that is meant, and hovers where it goes.
fn point(
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
    // A selection that a pointer has made meanwhile stays until something else is meant.
    if source.is_none() && selection.0 != last || selection.0 == selected {
        return;
    }
    selection.0 = selected;
    choice.set_if_neq(Choice(None));
    // By no pointer: who types hears no piece being taken up.
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
    fn one_move_is_meant_by_its_text_by_its_beginning_or_by_choice() {
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
        assert_eq!(typing.rewritten, 7);
        // A text that was put into the field is not typed by the player.
        let game = Variant::Chess.board().new_game();
        typing.read("Nf3", game.position());
        assert_eq!((typing.text.as_str(), typing.chosen), ("N", Some(2)));
        typing.read("Nf", game.position());
        assert_eq!((typing.text.as_str(), typing.chosen), ("Nf", None));
        // Nothing begins so.
        let mut typing = typed("Nz");
        typing.choose(false);
        assert_eq!((typing.chosen, meant(&typing)), (None, None));
    }

    #[test]
    fn the_piece_is_known_before_the_move_is() {
        let game = Variant::Chess.board().new_game();
        let piece = |name| game.position().cell_named(name).map(Pick::Select);
        assert_eq!(typed("b1").source(), piece("b1"));
        assert_eq!(typed("Nc3").source(), piece("b1"));
        assert_eq!(typed("N").source(), None);
        assert_eq!(typed("").source(), None);
        // It does not go there, but it is meant.
        assert_eq!(typed("b1b5").source(), piece("b1"));
        let game = Variant::StarTrek3d.board().new_game();
        let mut typing = Typing::of(Some(game.position()));
        typing.read("Ab17-b15", game.position());
        let pin = game.position().cell_named("b17").map(Pick::Dock);
        assert_eq!(typing.source(), pin);
    }
}
