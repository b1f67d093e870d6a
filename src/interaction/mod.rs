//! From pointers to requests, the same for mouse, controller ray and test.
//!
//! Everything that carries [`OnCell`](crate::game::OnCell) is a place on the board, and
//! what carries [`OnDock`](crate::game::OnDock) a part of the board, or where one can be put. Bevy's picking
//! tells which one a pointer is over; observers here keep what is hovered and
//! what is selected, and ask the match for moves. Where several moves fit what
//! is picked, [`choice`] asks which. Moves may be [typed](move_entry), too. Where one wears a headset
//! and another sits at the window, [`at_window`] tells who plays through which.

mod allowed;
pub mod at_window;
pub mod choice;
mod hovered;
pub mod move_entry;
pub mod move_text;
mod selecting;
pub mod selection;

use bevy::picking::pointer::PointerId;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::computer::{self, Computer};
use crate::game::facts::{MatchFact, on_fact};
use crate::game::handover::HandoverChanged;
use crate::game::messages::MoveRequested;
use crate::game::{Match, MatchSystems};
use crate::schedule::AppSystems;
use allowed::Turns;
pub use allowed::{PickRefused, TOLD_SECONDS, Unmovable, refusal};
use choice::{Choice, Choosing, ConfirmMoves};
use hovered::Spots;
pub use hovered::{CURSOR, HoverChanged, Hovered, Spot};
use icochess_rules::{AnyBoard, Cell, CellSet, Move, Stuck};
use selecting::{DeselectSystems, acts_on_press};
pub use selecting::{Selection, SelectionChanged};
use selection::{Pick, Picked};

/// The selected and hovered tiles in words, for tools that look in from
/// outside (Bevy's remote protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default)]
pub struct InteractionState {
    /// Name of the selected tile; before that of a pin `dock ` tells that the part of the
    /// board there is selected.
    pub selected: Option<String>,
    /// Name of the hovered tile or dock that matters most.
    pub hovered: Option<String>,
    /// The moves, in UCI text, that wait for the player to choose one.
    pub choice: Vec<String>,
}

/// How far a pressed mouse may wander before its release is no click, in
/// logical pixels (5 as in `LibreChessVR`'s tap test).
const CLICK_SLACK: f32 = 5.0;

/// What picks on the board are for.
#[derive(Resource, Debug, Clone, Default)]
pub enum Picks {
    /// The match.
    #[default]
    Match,
    /// Nothing: the board shows something else than a game.
    Nothing,
    /// This game, which is shown in place of the match, and in which nothing happens by itself:
    /// what is picked in it is told as [`Practised`].
    Practice(Match),
}

/// Fact: a place was picked in a game for practice.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Practised {
    /// The place; of a dock its pin.
    pub cell: Cell,
    /// The move that the pick asks for, legal or not, if it asks for one.
    pub mv: Option<Move>,
}

/// Fact: the mouse was moved by hand. One that only comes into the window, or has something come
/// below it, was not.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MouseMoved;

/// The pointers of hands that are at the board: a press takes up what they touch.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Taking(pub [Option<PointerId>; 2]);

/// How far each pressed pointer has been dragged, in logical pixels.
#[derive(Resource, Debug, Default)]
struct Dragged(HashMap<PointerId, f32>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .init_resource::<Picks>()
        .init_resource::<Hovered>()
        .init_resource::<InteractionState>()
        .init_resource::<Dragged>()
        .init_resource::<Taking>()
        .add_message::<SelectionChanged>()
        .add_message::<HoverChanged>()
        .add_message::<PickRefused>()
        .add_message::<Practised>()
        .add_message::<MouseMoved>()
        .add_observer(on_over)
        .add_observer(on_out)
        .add_observer(on_press)
        .add_observer(on_drag)
        .add_observer(on_click)
        .add_observer(on_pressed_nothing)
        .add_observer(on_put_down)
        .add_observer(on_cursor)
        .add_plugins((at_window::plugin, choice::plugin, move_entry::plugin))
        .add_systems(
            Update,
            leave_board
                .run_if(resource_changed::<Match>)
                .after(MatchSystems)
                .in_set(AppSystems::Rules),
        )
        .add_systems(
            Update,
            (
                deselect
                    .run_if(
                        on_fact(MatchFact::changes_board_or_ends)
                            .or_else(on_message::<HandoverChanged>)
                            .or_else(is_computers_now),
                    )
                    .in_set(DeselectSystems),
                publish.run_if(
                    resource_changed::<Selection>
                        .or_else(resource_changed::<Hovered>)
                        .or_else(resource_changed::<Choice>),
                ),
            )
                .chain()
                .in_set(AppSystems::Scene),
        );
}

fn on_over(
    over: On<Pointer<Over>>,
    spots: Spots,
    mut hovered: ResMut<Hovered>,
    mut changed: MessageWriter<HoverChanged>,
) {
    let by = over.pointer_id;
    if let Some(spot) = spots.of(over.entity)
        && hovered.spot_of(by) != Some(spot)
    {
        hovered.set(by, Some(spot));
        let (Spot::Cell(cell) | Spot::Dock(cell)) = spot;
        changed.write(HoverChanged { by, cell });
    }
}

fn on_out(out: On<Pointer<Out>>, spots: Spots, mut hovered: ResMut<Hovered>) {
    // The next one may have been entered before this one is left.
    if let Some(spot) = spots.of(out.entity)
        && hovered.spot_of(out.pointer_id) == Some(spot)
    {
        hovered.set(out.pointer_id, None);
    }
}

#[derive(bevy::ecs::system::SystemParam)]
struct Picker<'w> {
    game: Res<'w, Match>,
    turns: Turns<'w>,
    selection: ResMut<'w, Selection>,
    choice: ResMut<'w, Choice>,
    confirm: Res<'w, ConfirmMoves>,
    picks: Res<'w, Picks>,
    practised: MessageWriter<'w, Practised>,
    changed: MessageWriter<'w, SelectionChanged>,
    refused: MessageWriter<'w, PickRefused>,
    requests: MessageWriter<'w, MoveRequested>,
}

impl Picker<'_> {
    fn pick(&mut self, by: PointerId, pick: Pick) {
        match &*self.picks {
            Picks::Match => {}
            Picks::Nothing => return,
            Picks::Practice(_) => return self.practise(by, pick),
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
                    // Whoever picks something else does not want to choose.
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
                // What is selected now, wherever it was picked.
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

    /// Picks in the game that is for practice, where anybody moves and the first of several moves is
    /// meant.
    fn practise(&mut self, by: PointerId, pick: Pick) {
        let Picks::Practice(game) = &*self.picks else {
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
            self.practised.write(Practised { cell, mv });
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

    /// Tells why the piece there, if there is one that cannot be moved, stays, or the part
    /// of the board.
    fn refuse(&mut self, by: PointerId, pick: Pick) {
        let position = self.game.position();
        let Some(cell) = pick.cell() else {
            return;
        };
        let refusal = self.turns.refuse(&self.game, by);
        if let Some(why) = refusal.filter(|why| why.is_blind()) {
            self.refused.write(PickRefused { by, cell, why });
            return;
        }
        let is_something = matches!(pick, Pick::Dock(_)) || position.piece_at(cell).is_some();
        let why_stuck = match pick {
            Pick::Dock(_) if position.absent().contains(cell) => return,
            Pick::Dock(_) => position.why_fixed(cell).map(Unmovable::Fixed),
            // Of an empty square only the part of the board is meant. A mouse sees that a click has
            // done nothing; who picks by keyboard is answered.
            _ if position.piece_at(cell).is_none() => {
                let fixed = position.why_fixed(cell).filter(|_| refusal.is_none());
                let empty = Unmovable::Stuck(Stuck::NoPiece);
                let empty = (by == CURSOR).then_some(empty);
                fixed.map(Unmovable::Fixed).or(empty)
            }
            _ => position.why_stuck(cell).map(Unmovable::Stuck),
        };
        let Some(why) = refusal.filter(|_| is_something).or(why_stuck) else {
            return;
        };
        self.refused.write(PickRefused { by, cell, why });
    }
}

fn on_press(
    press: On<Pointer<Press>>,
    spots: Spots,
    mut dragged: ResMut<Dragged>,
    mut hovered: ResMut<Hovered>,
    taking: Res<Taking>,
    mut picker: Picker,
) {
    let by = press.pointer_id;
    if press.entity != press.original_event_target() {
        return;
    }
    dragged.0.insert(by, 0.0);
    if hovered.acting != Some(by) {
        hovered.acting = Some(by);
    }
    // Who takes the mouse has left the keyboard.
    if !by.is_custom() && hovered.cursor().is_some() {
        hovered.set(CURSOR, None);
    }
    if acts_on_press(by)
        && press.button == PointerButton::Primary
        && let Some(spot) = spots.of(press.entity)
    {
        picker.pick(
            by,
            match spot {
                Spot::Cell(cell) if taking.0.contains(&Some(by)) => Pick::Take(cell),
                Spot::Cell(cell) => Pick::Either(cell),
                Spot::Dock(pin) => Pick::Dock(pin),
            },
        );
    }
}

fn on_drag(drag: On<Pointer<Drag>>, mut dragged: ResMut<Dragged>) {
    if drag.entity == drag.original_event_target() {
        *dragged.0.entry(drag.pointer_id).or_default() += drag.delta.length();
    }
}

fn on_click(
    click: On<Pointer<Click>>,
    spots: Spots,
    windows: Query<(), With<Window>>,
    dragged: Res<Dragged>,
    mut picker: Picker,
) {
    let by = click.pointer_id;
    let far = dragged.0.get(&by).is_some_and(|far| *far > CLICK_SLACK);
    if acts_on_press(by) || far || click.entity != click.original_event_target() {
        return;
    }
    let pick = match (spots.of(click.entity), click.button) {
        (Some(Spot::Cell(cell)), PointerButton::Primary) => Pick::Select(cell),
        (Some(Spot::Cell(cell)), PointerButton::Secondary) => Pick::Move(cell),
        (Some(Spot::Dock(pin)), PointerButton::Primary | PointerButton::Secondary) => {
            Pick::Dock(pin)
        }
        (None, PointerButton::Primary) if windows.contains(click.entity) => Pick::Nowhere,
        _ => return,
    };
    picker.pick(by, pick);
}

/// A pointer that acts on press pressed where nothing is. Devices whose rays
/// miss everything say so with this, as no entity gets an event.
#[derive(Event, Debug, Clone, Copy)]
pub struct PressedNothing(pub PointerId);

fn on_pressed_nothing(pressed: On<PressedNothing>, mut picker: Picker) {
    picker.pick(pressed.0, Pick::Nowhere);
}

/// A hand has put down a piece that it took up.
#[derive(Event, Debug, Clone, Copy)]
pub enum PutDown {
    /// On another cell.
    On {
        /// The pointer of the hand.
        by: PointerId,
        /// The cell.
        cell: Cell,
    },
    /// Where it was selected already: it was only tapped once more.
    Again {
        /// The pointer of the hand.
        by: PointerId,
        /// The cell.
        cell: Cell,
    },
}

fn on_put_down(put: On<PutDown>, mut picker: Picker) {
    match *put {
        PutDown::On { by, cell } => picker.pick(by, Pick::Move(cell)),
        PutDown::Again { by, cell } => picker.pick(by, Pick::Either(cell)),
    }
}

/// What the keyboard does with its cursor on the board.
#[derive(Event, Debug, Clone, Copy)]
pub enum CursorEvent {
    /// It goes over this spot.
    Over(Spot),
    /// It picks the spot that it is over, as a click does.
    Pick(Spot),
    /// It lets go of what is selected, or else leaves the board.
    LetGo,
    /// It leaves the board, which shows another position now.
    Leave,
}

fn on_cursor(
    event: On<CursorEvent>,
    mut hovered: ResMut<Hovered>,
    mut changed: MessageWriter<HoverChanged>,
    mut picker: Picker,
) {
    match *event {
        CursorEvent::Over(spot) if hovered.cursor() != Some(spot) => {
            hovered.set(CURSOR, Some(spot));
            hovered.acting = Some(CURSOR);
            let (Spot::Cell(cell) | Spot::Dock(cell)) = spot;
            changed.write(HoverChanged { by: CURSOR, cell });
        }
        CursorEvent::Over(_) => {}
        CursorEvent::Pick(Spot::Cell(cell)) => picker.pick(CURSOR, Pick::Select(cell)),
        CursorEvent::Pick(Spot::Dock(pin)) => picker.pick(CURSOR, Pick::Dock(pin)),
        CursorEvent::LetGo => {
            let before = picker.selection.0;
            picker.pick(CURSOR, Pick::Nowhere);
            if picker.selection.0 == before {
                hovered.set(CURSOR, None);
            }
        }
        CursorEvent::Leave => hovered.set(CURSOR, None),
    }
}

/// Run condition: whether the computer has taken over the side to move.
fn is_computers_now(computer: Res<Computer>, game: Res<Match>) -> bool {
    computer.is_changed() && computer::is_to_move(&computer, &game)
}

/// Clears selection and choice when the game has moved on.
fn deselect(
    mut selection: ResMut<Selection>,
    mut choice: ResMut<Choice>,
    mut changed: MessageWriter<SelectionChanged>,
) {
    choice.set_if_neq(Choice(None));
    let mut selected = selection.0;
    if selected.clear() == Picked::Changed {
        selection.0 = selected;
        changed.write(SelectionChanged {
            by: None,
            cell: None,
        });
    }
}

/// Clears hover, selection and choice when the board changes, before anyone looks up their cells
/// on the new one.
fn leave_board(
    game: Res<Match>,
    mut board: Local<Option<AnyBoard>>,
    mut hovered: ResMut<Hovered>,
    mut selection: ResMut<Selection>,
    mut choice: ResMut<Choice>,
) {
    let now = game.record().board();
    if board.replace(now).is_some_and(|before| before != now) {
        *hovered = Hovered::default();
        selection.0.clear();
        choice.set_if_neq(Choice(None));
    }
}

fn publish(
    game: Res<Match>,
    selection: Res<Selection>,
    hovered: Res<Hovered>,
    choice: Res<Choice>,
    mut state: ResMut<InteractionState>,
) {
    let position = game.position();
    let name = |cell: Option<Cell>| cell.map(|cell| position.cell_name(cell).to_owned());
    let dock = |pin: Cell| format!("dock {}", position.cell_name(pin));
    let moves = choice.0.iter().flat_map(|choosing| &choosing.moves);
    let selected = selection.0;
    state.set_if_neq(InteractionState {
        selected: selected.part().map(dock).or_else(|| name(selected.cell())),
        hovered: hovered.spot().map(|spot| match spot {
            Spot::Cell(cell) => position.cell_name(cell).to_owned(),
            Spot::Dock(pin) => dock(pin),
        }),
        choice: moves.map(|mv| position.uci(*mv)).collect(),
    });
}
