//! Turns the board towards something out of sight: another player's move, a hint, a mated king, or
//! a target that is typed, or hovered on the map. After the computer's move the board turns back to
//! the human's side.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::spin::{FaceSide, ShowTile, TurnBoard, TurnSystems, TurnTo, Turning, side_rotation};
use crate::pieces::piece::is_any_moving;
use crate::pose::BoardPose;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::switches::OnMap;
use crate::stage::taught::Taught;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::computer::{Computer, Hint};
use icochess_play::game::facts::MatchFact;
use icochess_play::game::seating::Seating;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::at_window::AtWindow;
use icochess_play::interaction::move_entry::MOVE_ENTRY;
use icochess_play::interaction::{Hovered, MouseMoved, Selection, SelectionChanged};
use icochess_rules::{Cell, Outcome, Side};
use icochess_shape::IN_SIGHT;
use icochess_store::effective::EffectiveSettings;

/// Time to look at the computer's move before the board turns back, in seconds.
pub const LOOK_SECONDS: f32 = 1.2;

/// Minimum time to look at the computer's move, even if the mouse is moving, in seconds.
const GLANCE_SECONDS: f32 = 0.3;

/// Timer for turning back after the computer's move. The resource exists while the board waits to
/// turn back.
#[derive(Resource, Debug)]
pub struct TurnBackTimer {
    /// Side to turn back to.
    home: Side,
    /// Seconds since the animations finished.
    elapsed: f32,
    /// Whether the home side is out of sight; `None` until the animations have finished.
    is_away: Option<bool>,
}

impl TurnBackTimer {
    /// Returns whether the animations have finished and the board is about to turn back.
    pub fn turns_back(&self) -> bool {
        self.is_away == Some(true)
    }
}

/// Mouse input that ends the look at the computer's move: moving it, or releasing a button.
#[derive(SystemParam)]
struct Mouse<'w, 's> {
    moves: MessageReader<'w, 's, MouseMoved>,
    buttons: Option<Res<'w, ButtonInput<MouseButton>>>,
}

impl Mouse<'_, '_> {
    fn is_done(&mut self) -> bool {
        // Reads all messages, or the rest would arrive in the next frame.
        let is_moved = self.moves.read().count() > 0;
        let Some(buttons) = &self.buttons else {
            return is_moved;
        };
        // The drag of a held button may be turning the board.
        let is_held = buttons.get_pressed().len() > 0;
        is_moved && !is_held || buttons.get_just_released().len() > 0
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(show_mapped).add_systems(
        Update,
        (
            cancel_timer.run_if(resource_exists::<TurnBackTimer>),
            (
                show_typed.run_if(resource_changed::<Hovered>),
                show_hint.run_if(resource_changed::<Hint>),
                // Runs last, because game events take precedence.
                show_game.run_if(on_message::<MatchFact>),
            )
                .chain()
                .run_if(|settings: Res<EffectiveSettings>| settings.show_moves),
            start_timer.run_if(on_message::<MatchFact>),
            turn_back.run_if(
                resource_exists::<TurnBackTimer>
                    .and_then(not(resource_exists::<Turning>))
                    .and_then(not(is_any_moving)),
            ),
        )
            .chain()
            .before(TurnSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Shows the target of a typed move, unless a second player typed it at the window next to a
/// headset.
fn show_typed(
    (hovered, selection, at_window): (Res<Hovered>, Res<Selection>, Res<AtWindow>),
    mut before: Local<Option<Cell>>,
    mut show: MessageWriter<ShowTile>,
) {
    let now = hovered.by(MOVE_ENTRY);
    let is_new = *before != now;
    *before = now;
    if let Some(tile) = now.filter(|_| is_new && at_window.0.is_none()) {
        let also = selection.0.cell();
        show.write(ShowTile { tile, also });
    }
}

/// Shows a target that is hovered on the map. A target hovered on the board is in sight anyway.
fn show_mapped(
    over: On<Pointer<Over>>,
    tiles: Query<&OnCell, With<OnMap>>,
    (game, taught, selection): (Res<Match>, Res<Taught>, Res<Selection>),
    (settings, at_window): (Res<EffectiveSettings>, Res<AtWindow>),
    mut show: MessageWriter<ShowTile>,
) {
    let Ok(&OnCell(tile)) = tiles.get(over.entity) else {
        return;
    };
    if !settings.show_moves || at_window.0.is_some() {
        return;
    }
    let mut targets = selection.0.targets(taught.game(&game)).into_iter();
    if targets.any(|target| target.cell == tile) {
        let also = selection.0.cell();
        show.write(ShowTile { tile, also });
    }
}

fn show_hint(
    (hint, game, at_window): (Res<Hint>, Res<Match>, Res<AtWindow>),
    mut show: MessageWriter<ShowTile>,
) {
    // A player at the window next to a headset turns their own view.
    let is_for_window = at_window.0 == Some(game.position().turn());
    if let Some(shown) = hint.0.as_ref().filter(|_| !is_for_window) {
        show.write(ShowTile {
            tile: shown.mv.from,
            also: Some(shown.mv.to),
        });
    }
}

/// Shows moves that may be out of sight: by the computer, a friend in another place or a window
/// player, undone or redone. A move by a ray or a mouse ends in sight anyway. After a mate, shows
/// the king instead.
fn show_game(
    game: Res<Match>,
    (computer, at_window): (Res<Computer>, Res<AtWindow>),
    pose: BoardPose,
    mut facts: MessageReader<MatchFact>,
    (mut show, mut turn): (MessageWriter<ShowTile>, MessageWriter<TurnTo>),
) {
    let mut news = None;
    let mut mated = None;
    let seating = Seating::of(game.record());
    for fact in facts.read() {
        let is_by_hand = match fact {
            MatchFact::Moved(made) => {
                !made.redone
                    && !computer.plays(made.side)
                    && at_window.0 != Some(made.side)
                    && seating.is_here(made.side)
            }
            _ => false,
        };
        if let Some(motion) = fact.motion().filter(|_| !is_by_hand) {
            let (tile, also) = (motion.to, Some(motion.from));
            news = Some(ShowTile { tile, also });
        }
        if let Some(Outcome::Checkmate { winner }) = fact.ended() {
            mated = Some(!winner);
        }
    }
    let king = mated.and_then(|side| pose.king_view(side, game.position()));
    if let Some(rotation) = king {
        turn.write(TurnTo(rotation));
    } else if let Some(news) = news {
        show.write(news);
    }
}

/// Starts the timer after a move of the computer or of a friend in another place, when the human
/// takes back a move, and when they come back from an earlier position. Any other move or event
/// cancels the timer.
fn start_timer(
    mut commands: Commands,
    game: Res<Match>,
    (computer, at_window): (Res<Computer>, Res<AtWindow>),
    settings: Res<EffectiveSettings>,
    mut facts: MessageReader<MatchFact>,
) {
    let is_alone_here = |side: Side| {
        computer.plays(!side) && !computer.plays(side)
            || Seating::of(game.record()).remote() == Some(side)
    };
    for fact in facts.read() {
        let home = match fact {
            MatchFact::Moved(made) if !made.redone => Some(!made.side),
            MatchFact::TakenBack(undone) => Some(undone.side),
            MatchFact::Shown(_) => Side::ALL.into_iter().find(|side| is_alone_here(*side)),
            _ if fact.motion().is_some() || fact.is_begun() || fact.ended().is_some() => None,
            _ => continue,
        };
        commands.remove_resource::<TurnBackTimer>();
        let Some(home) = home.filter(|side| is_alone_here(*side)) else {
            continue;
        };
        let goes_on = game.outcome().is_none() && !game.is_looking_back();
        if settings.turn_back && goes_on && at_window.0.is_none() {
            commands.insert_resource(TurnBackTimer {
                home,
                elapsed: 0.0,
                is_away: None,
            });
        }
    }
}

/// Cancels the timer when the player turns the board or selects a piece.
fn cancel_timer(
    mut commands: Commands,
    mut by_hand: MessageReader<TurnBoard>,
    mut views: MessageReader<TurnTo>,
    mut sides: MessageReader<FaceSide>,
    mut selected: MessageReader<SelectionChanged>,
) {
    let turned = by_hand.read().count() + views.read().count() + sides.read().count();
    let taken = selected.read().filter(|it| it.cell.is_some()).count();
    if turned + taken > 0 {
        commands.remove_resource::<TurnBackTimer>();
    }
}

/// Turns back after a while, or earlier when the mouse moves. If the home side is in sight, a
/// slightly turned board stays where it is.
fn turn_back(
    mut commands: Commands,
    time: Res<Time<Real>>,
    (game, shape, seat): (Res<Match>, Res<BoardShape>, Res<PlayerSeat>),
    root: Single<&Transform, With<BoardRoot>>,
    mut mouse: Mouse,
    mut timer: ResMut<TurnBackTimer>,
    mut next: ResMut<NextFrame>,
    mut face: MessageWriter<FaceSide>,
) {
    let is_done = mouse.is_done();
    // The time before the animations finished doesn't count.
    if timer.is_away.is_none() {
        let home = side_rotation(timer.home, game.position(), &shape, &seat);
        timer.is_away = Some(home.angle_between(root.rotation) > IN_SIGHT);
    } else {
        timer.bypass_change_detection().elapsed += time.delta_secs();
    }
    let is_over = timer.elapsed >= LOOK_SECONDS;
    if is_over || is_done && timer.elapsed >= GLANCE_SECONDS {
        if timer.turns_back() {
            face.write(FaceSide(timer.home));
        }
        commands.remove_resource::<TurnBackTimer>();
    } else {
        next.within(Duration::from_secs_f32(LOOK_SECONDS - timer.elapsed));
    }
}
