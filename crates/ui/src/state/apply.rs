//! Settings that other modules hold as resources of their own.

use std::time::Duration;

use bevy::prelude::*;

use super::lessons::RuleShown;
use icochess_base::display::Display;
use icochess_base::language::Words;
use icochess_base::schedule::AppSystems;
use icochess_board::room::shown::RoomSystems;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::motion::ReducedMotion;
use icochess_board::stage::palette::{Banded, Palette};
use icochess_board::stage::quality::Antialiasing;
use icochess_board::stage::switches::{MapShown, MapStand};
use icochess_board::tiles::labels::TileNames;
use icochess_board::turning::follow::{ShowMoves, TurnBack};
use icochess_board::turning::spin::AutoTurn;
use icochess_message::msg;
use icochess_play::computer::Computer;
use icochess_play::game::clock::GameClock;
use icochess_play::game::facts::{FactReader, MatchFact};
use icochess_play::game::handover::{HandoverOptions, HidePieces};
use icochess_play::game::{AskBeforeTakeback, Match};
use icochess_play::interaction::choice::ConfirmMoves;
use icochess_rules::Side;
use icochess_shape::RulePicture;
use icochess_store::Notice;
use icochess_store::choices::RoomChoice;
use icochess_store::effective::EffectiveSettings;
use icochess_store::settings::{Confirmation, MainHand};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, (apply, choose_room, agree))
        .add_systems(
            Update,
            (
                apply.run_if(
                    resource_changed::<EffectiveSettings>.or_else(state_changed::<Display>),
                ),
                choose_room
                    .run_if(
                        resource_changed::<EffectiveSettings>.or_else(resource_changed::<Match>),
                    )
                    .before(RoomSystems),
                show_names.run_if(
                    resource_changed::<EffectiveSettings>.or_else(resource_changed::<RuleShown>),
                ),
                show_map.run_if(
                    resource_changed::<EffectiveSettings>.or_else(state_changed::<Display>),
                ),
                agree.run_if(
                    on_message::<MatchFact>
                        .or_else(resource_changed::<EffectiveSettings>)
                        .or_else(resource_changed::<Computer>),
                ),
            )
                .in_set(AppSystems::Scene),
        );
}

/// The settings that two people agree on by beginning a game with a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Agreed {
    free_takebacks: bool,
    hides: HidePieces,
}

/// Two people ask one another, unless the settings say otherwise; the computer is not asked. Once
/// time has run in a game of theirs, the settings count from the next game on: neither changes them
/// for a moment on the other's cost.
fn agree(
    (settings, computer): (Res<EffectiveSettings>, Res<Computer>),
    clock: Res<GameClock>,
    mut facts: FactReader,
    (mut agreed, mut wanted): (Local<Option<Agreed>>, Local<Option<Agreed>>),
    (mut ask, mut handover): (ResMut<AskBeforeTakeback>, ResMut<HandoverOptions>),
    mut notices: MessageWriter<Notice>,
) {
    let now = Agreed {
        free_takebacks: settings.free_takebacks,
        hides: settings.hide_while_passing,
    };
    let is_begun = facts.any(MatchFact::is_begun);
    let are_people = !Side::ALL.into_iter().any(|side| computer.plays(side));
    let has_run = clock
        .get()
        .is_some_and(|clock| clock.is_going() || clock.is_over());
    let before = wanted.replace(now);
    let holds = match *agreed {
        Some(agreed) if are_people && has_run && !is_begun => agreed,
        _ => now,
    };
    *agreed = Some(holds);
    if holds != now && before.is_some_and(|before| before != now) {
        notices.write(Notice(msg!("counts-next-game")));
    }
    let asks = are_people && !holds.free_takebacks;
    ask.set_if_neq(AskBeforeTakeback(asks));
    let options = HandoverOptions {
        hides: holds.hides,
        ..*handover
    };
    handover.set_if_neq(options);
}

/// The board that is played on may have a room of its own.
fn choose_room(settings: Res<EffectiveSettings>, game: Res<Match>, mut room: ResMut<RoomChoice>) {
    let board = game.record().board();
    room.set_if_neq(settings.rooms.choice(board, settings.room));
}

/// The page of the rules shows them, too.
fn show_names(
    settings: Res<EffectiveSettings>,
    rule: Res<RuleShown>,
    mut names: ResMut<TileNames>,
) {
    names.set_if_neq(TileNames(
        settings.tile_names || rule.0 == RulePicture::Names,
    ));
}

/// The page of the game has room for the map in the window, where it waits while another page is
/// shown; in the headset it stands beside the board, where the panel is not.
fn show_map(
    settings: Res<EffectiveSettings>,
    display: Res<State<Display>>,
    mut map: ResMut<MapShown>,
) {
    let stand = match (display.get(), settings.hand) {
        (Display::Flat, _) => Some(MapStand::Framed),
        (Display::Headset, MainHand::Right) => Some(MapStand::Left),
        (Display::Headset, MainHand::Left) => Some(MapStand::Right),
    };
    map.set_if_neq(MapShown(stand.filter(|_| settings.map)));
}

fn apply(
    settings: Res<EffectiveSettings>,
    display: Res<State<Display>>,
    (mut show, mut back): (ResMut<ShowMoves>, ResMut<TurnBack>),
    mut auto: ResMut<AutoTurn>,
    (mut fit, mut smooth): (ResMut<Fit>, ResMut<Antialiasing>),
    (mut palette, mut banded): (ResMut<Palette>, ResMut<Banded>),
    (mut motion, mut confirm): (ResMut<ReducedMotion>, ResMut<ConfirmMoves>),
    mut handover: ResMut<HandoverOptions>,
    mut words: ResMut<Words>,
) {
    let before = words.chosen().to_owned();
    words.bypass_change_detection().choose(&settings.language);
    if words.chosen() != before {
        words.set_changed();
    }
    show.set_if_neq(ShowMoves(settings.show_moves));
    back.set_if_neq(TurnBack(settings.turn_back));
    palette.set_if_neq(settings.palette);
    banded.set_if_neq(Banded(settings.bands.then_some(Side::Black)));
    smooth.set_if_neq(settings.antialiasing);
    fit.set_if_neq(match display.get() {
        Display::Flat => Fit::default(),
        Display::Headset => Fit {
            size: settings.board_size,
            farther: settings.board_distance,
            higher: settings.board_height,
        },
    });
    let confirms = settings.confirm_moves == Confirmation::Always;
    confirm.set_if_neq(ConfirmMoves(confirms));
    motion.set_if_neq(ReducedMotion(settings.reduced_motion));
    let options = HandoverOptions {
        landed: Duration::from_secs_f32(settings.landed_seconds),
        ..*handover
    };
    handover.set_if_neq(options);
    auto.set_if_neq(AutoTurn(match display.get() {
        Display::Flat => settings.auto_turn_flat,
        Display::Headset => settings.auto_turn_headset,
    }));
}
