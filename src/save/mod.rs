//! The saved game and the settings: what is on disk after every ply.
//!
//! * [`store`]: the folder, and what is read from it.
//! * [`queue`]: what is to be written; `task`: the thread that writes it; `files`,
//!   `lock`: how; `data_dir`: the right to.
//! * [`library`]: the list of the saved games, and what can be done with them.
//! * [`settings`]: what players have chosen; [`table`]: all there is to be known of each
//!   setting, as [`setting`] puts it; [`starts`]: where new games begin; [`rooms`]: where single
//!   boards are; `by_board`: both in a file; [`entries`]: the file.
//! * [`models`]: models of pieces that players bring.
//! * [`players`]: the people who play; [`player`]: one of them; `player_files`: theirs;
//!   [`effective`]: the settings as they are for who is at the game.
//!
//! This plugin listens to the match and writes; nothing here blocks a frame.

mod by_board;
mod data_dir;
pub mod effective;
pub mod entries;
mod files;
pub mod library;
mod lock;
pub mod models;
mod notices;
mod place;
pub mod player;
mod player_files;
pub mod players;
mod problem;
pub mod queue;
pub mod rooms;
pub mod setting;
pub mod settings;
mod slot;
pub mod starts;
pub mod store;
pub mod table;
mod task;

use std::time::Duration;

use bevy::prelude::*;

use crate::clock;
use crate::computer::messages::ComputerRequest;
use crate::computer::{self, Computer, Paused};
use crate::frame::NextFrame;
use crate::game::clock::GameClock;
use crate::game::facts::{FactReader, MatchFact, on_fact};
use crate::game::messages::{ClockRequest, GameRequest};
use crate::game::seating::Seating;
use crate::game::{Match, MatchSystems};
use crate::schedule::AppSystems;
use icochess_message::{Msg, msg};
use icochess_rules::Record;
pub use notices::{Notice, Report};
use players::Players;
use queue::{SaveQueue, Saved};
use settings::Settings;
use store::{Damaged, Slot, Store};
use task::SaveReply;

/// An unfinished game found on disk, until the players decide.
#[derive(Resource, Debug)]
pub struct ResumeOffer(pub Record);

/// Exists while the match is the game that was under way when the program ended, and nobody has
/// gone on with it yet: clock and computer wait.
#[derive(Resource, Debug, Clone, Copy)]
pub struct TakenUp;

/// Exists from the first start of the program until something happens: newcomers are offered the
/// first steps.
#[derive(Resource, Debug, Clone, Copy)]
pub struct FirstStart;

/// Request: go on with the game of the [`ResumeOffer`].
#[derive(Message, Debug, Clone, Copy)]
pub struct ResumeRequested;

/// The reasons why something could not be saved, until it can.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Unsaved {
    game: Option<Msg>,
    settings: Option<Msg>,
    players: Option<Msg>,
}

impl Unsaved {
    /// A sentence that says why, and what to do.
    pub fn why(&self) -> Option<&Msg> {
        let others = self.settings.as_ref().or(self.players.as_ref());
        self.game.as_ref().or(others)
    }
}

/// Files that cannot be used. They are moved out of the way when the game has
/// begun: a start that ends early leaves them for the next one to tell of.
#[derive(Resource, Debug, Default)]
pub struct Unusable(pub Vec<(Slot, Damaged)>);

/// How soon what became of something that was to be written is told.
const HEAR_EVERY: Duration = Duration::from_millis(50);

/// Request: write the match though nothing has happened in it.
#[derive(Message, Debug, Clone, Copy)]
pub struct SaveRequested;

/// Whether the game on disk belongs to the match.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnDisk {
    /// It is an earlier state of the match and may be replaced.
    ThisGame,
    /// It is another game, to be put away before the match is written.
    #[default]
    AnotherGame,
}

/// The next reset of the match is the resumed game itself.
#[derive(Resource, Debug)]
struct Resuming;

/// The system that hears what became of what was to be written, in [`AppSystems::Feedback`]: who
/// tells of it comes after.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SaveReplySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ResumeRequested>()
        .add_message::<Notice>()
        .add_message::<Report>()
        .add_message::<SaveRequested>()
        .init_resource::<OnDisk>()
        .init_resource::<SaveQueue>()
        .init_resource::<Settings>()
        .init_resource::<Unsaved>()
        .init_resource::<Unusable>()
        .add_plugins((
            library::plugin,
            players::plugin,
            effective::plugin,
            place::plugin,
        ))
        .add_systems(Startup, (set_computer, tell_of_store))
        .add_systems(
            Update,
            (
                resume
                    .run_if(on_message::<ResumeRequested>)
                    .in_set(AppSystems::Input),
                // Before the players of the game that is set up are known.
                take_seat
                    .run_if(on_fact(MatchFact::is_begun))
                    .after(MatchSystems)
                    .in_set(AppSystems::Rules),
                (
                    save_game.run_if(on_message::<MatchFact>.or_else(on_message::<SaveRequested>)),
                    go_on.run_if(resource_exists::<TakenUp>),
                    know_program
                        .run_if(resource_exists::<FirstStart>.and_then(on_message::<MatchFact>)),
                    hear.run_if(resource_exists::<Store>)
                        .in_set(SaveReplySystems),
                    (
                        keep_variant.run_if(resource_changed::<Match>),
                        keep_computer.run_if(resource_changed::<Computer>),
                        save_settings.run_if(resource_changed::<Settings>),
                    )
                        .chain(),
                )
                    .in_set(AppSystems::Feedback),
            ),
        )
        .add_systems(
            Last,
            keep_clock.run_if(on_message::<AppExit>.and_then(resource_exists::<Store>)),
        );
}

/// The computer begins as the settings have it, but in no game of two people. It lets the
/// players decide first what becomes of the saved game, or go on with the one that is taken up.
fn set_computer(
    settings: Res<Settings>,
    game: Res<Match>,
    (offer, taken_up): (Option<Res<ResumeOffer>>, Option<Res<TakenUp>>),
    mut computer: ResMut<Computer>,
    mut paused: ResMut<Paused>,
) {
    let mut begins = settings.computer.clone();
    if Seating::of(game.record()).is_for_two() {
        begins.leave();
    }
    computer.set_if_neq(begins);
    let waits = offer.is_some() || taken_up.is_some();
    if waits && computer::is_to_move(&computer, &game) {
        paused.set_if_neq(Paused(true));
    }
}

/// The game that was taken up is one like any other as soon as something happens in it, or clock or
/// computer go on.
fn go_on(
    mut commands: Commands,
    mut facts: FactReader,
    mut clock: MessageReader<ClockRequest>,
    mut computer: MessageReader<ComputerRequest>,
) {
    let happens = facts.any(|fact| !matches!(fact, MatchFact::ClockKept));
    let runs = clock
        .read()
        .filter(|it| matches!(it, ClockRequest::Resume))
        .count()
        > 0;
    let thinks = computer
        .read()
        .filter(|it| matches!(it, ComputerRequest::Resume))
        .count()
        > 0;
    if happens || runs || thinks {
        commands.remove_resource::<TakenUp>();
    }
}

/// Plies after which nobody needs to be shown how to move.
pub const FIRST_PLIES: usize = 4;

/// Who has begun a game of their own, or played some moves, has found what there is to be found.
fn know_program(mut commands: Commands, game: Res<Match>, mut facts: FactReader) {
    let is_begun = facts.any(MatchFact::is_begun);
    if is_begun || game.record().ply() >= FIRST_PLIES {
        commands.remove_resource::<FirstStart>();
    }
}

/// The next start is on the board that was played on last, unless that is one
/// which the program does not know by itself.
fn keep_variant(game: Res<Match>, mut settings: ResMut<Settings>) {
    if let Ok(variant) = game.record().board().id().parse()
        && settings.variant != variant
    {
        settings.variant = variant;
    }
}

/// Keeps changes of the computer player as settings; that it leaves a game of two people to them is
/// none.
fn keep_computer(computer: Res<Computer>, game: Res<Match>, mut settings: ResMut<Settings>) {
    let mut kept = computer.clone();
    if Seating::of(game.record()).is_for_two() {
        kept.play_as(&settings.computer);
    }
    if settings.computer != kept {
        settings.computer = kept;
    }
}

/// After a game of two people the computer plays again as it did before.
fn take_seat(game: Res<Match>, settings: Res<Settings>, mut computer: ResMut<Computer>) {
    if !Seating::of(game.record()).is_for_two() {
        let mut seated = computer.clone();
        seated.play_as(&settings.computer);
        computer.set_if_neq(seated);
    }
}

fn resume(
    mut commands: Commands,
    mut asked: MessageReader<ResumeRequested>,
    (offer, game): (Option<Res<ResumeOffer>>, Res<Match>),
    mut requests: MessageWriter<GameRequest>,
    mut notices: MessageWriter<Notice>,
) {
    asked.clear();
    if let Some(offer) = offer {
        let board = offer.0.board();
        if board != game.record().board() {
            notices.write(Notice(msg!(
                "resumed-on-board",
                board = board.id(),
                title = board.title()
            )));
        }
        requests.write(GameRequest::Load(offer.0.clone()));
        commands.insert_resource(Resuming);
    }
}

/// The changes in a frame that make a difference to the saved game.
#[derive(Default)]
struct News {
    /// Whether anything but the time on the clock has changed.
    any: bool,
    /// Whether it is another game.
    reset: bool,
    /// Whether it goes on from a position in a game that had ended.
    apart: bool,
    /// Whether time has passed on its clock.
    clock: bool,
}

impl News {
    fn add(&mut self, fact: &MatchFact) {
        match *fact {
            MatchFact::Begun => (self.any, self.reset) = (true, true),
            MatchFact::PlayedOn { was_over } => {
                (self.any, self.apart) = (true, self.apart || was_over);
            }
            MatchFact::Moved(_)
            | MatchFact::TakenBack(_)
            | MatchFact::Edited
            | MatchFact::Ended(_)
            | MatchFact::EndTakenBack => self.any = true,
            MatchFact::ClockKept => self.clock = true,
            // Where the players only look, nothing has changed.
            MatchFact::Shown(_)
            | MatchFact::Rejected(_)
            | MatchFact::DrawOffered(_)
            | MatchFact::TakebackOffered(_)
            | MatchFact::OfferDeclined { .. } => {}
        }
    }
}

/// Writes the match; puts the game that was there away first if it is another.
fn save_game(
    mut commands: Commands,
    game: Res<Match>,
    (store, queue): (Option<Res<Store>>, Res<SaveQueue>),
    mut on_disk: ResMut<OnDisk>,
    (mut facts, mut asked): (MessageReader<MatchFact>, MessageReader<SaveRequested>),
    resuming: Option<Res<Resuming>>,
) {
    let mut news = News {
        any: asked.read().count() > 0,
        ..News::default()
    };
    for fact in facts.read() {
        news.add(fact);
    }
    if !news.any {
        // A clock alone replaces no other game.
        if let (Some(store), true) = (store, news.clock && *on_disk == OnDisk::ThisGame) {
            store.write_game(game.as_played(), false);
        }
        return;
    }
    commands.remove_resource::<ResumeOffer>();
    if news.reset {
        // What happens to the game before it does not end the wait for this one.
        commands.remove_resource::<Resuming>();
        *on_disk = if resuming.is_some() {
            OnDisk::ThisGame
        } else {
            OnDisk::AnotherGame
        };
    }
    let Some(store) = store else {
        if game.record().size() > 0 {
            queue.set_last_saved(Saved::Failed);
        }
        return;
    };
    let record = game.as_played();
    let opened = game.file().filter(|_| news.reset);
    if let Some(file) = opened {
        store.write_opened(record, file.to_owned());
    } else if *on_disk == OnDisk::ThisGame && news.apart {
        store.write_played_on(record);
    } else {
        store.write_game(record, *on_disk == OnDisk::AnotherGame);
    }
    on_disk.set_if_neq(OnDisk::ThisGame);
}

/// Writes how a running clock stands when the program ends: what was kept of it on the way is
/// seconds old, and would give those back.
fn keep_clock(
    time: Res<Time<Real>>,
    (game, of_game): (Res<Match>, Res<GameClock>),
    (store, on_disk): (Res<Store>, Res<OnDisk>),
) {
    let running = of_game.get().filter(|clock| clock.runs());
    // A clock alone replaces no other game.
    if let Some(running) = running.filter(|_| *on_disk == OnDisk::ThisGame) {
        let mut record = game.as_played();
        clock::keep(running, record.make_mut(), time.elapsed());
        store.write_game(record, false);
    }
}

/// Tells what was wrong with the folder, and moves what cannot be used out of
/// the way of the next save.
fn tell_of_store(
    store: Option<Res<Store>>,
    mut unusable: ResMut<Unusable>,
    mut unsaved: ResMut<Unsaved>,
    mut reports: MessageWriter<Report>,
) {
    let Some(store) = store else {
        return;
    };
    if let Some(problem) = store.problem() {
        let told = not_saved(Slot::Game, &problem);
        unsaved.game = Some(told.clone());
        reports.write(Report(told));
    }
    for (slot, damaged) in unusable.0.drain(..) {
        let problem = store.set_aside(damaged).to_string();
        reports.write(Report(match slot {
            Slot::Game => msg!("game-unreadable", problem = problem),
            Slot::Settings => msg!("settings-unreadable", problem = problem),
            Slot::Players => msg!("player-unreadable", problem = problem),
        }));
    }
}

/// The message to players when something could not be saved.
fn not_saved(slot: Slot, problem: &str) -> Msg {
    match slot {
        Slot::Game => msg!("game-not-saved", problem = problem),
        Slot::Settings => msg!("settings-not-saved", problem = problem),
        Slot::Players => msg!("players-not-saved", problem = problem),
    }
}

/// Hears what became of what was to be written. A problem is told once and then
/// stays in sight until it is over.
fn hear(
    store: Res<Store>,
    (queue, mut next): (Res<SaveQueue>, ResMut<NextFrame>),
    mut unsaved: ResMut<Unsaved>,
    mut players: ResMut<Players>,
    mut reports: MessageWriter<Report>,
) {
    // Looked at before the answers: none comes in between unheard.
    if queue.is_busy() {
        next.within(HEAR_EVERY);
    }
    while let Some(told) = store.hear() {
        let (slot, now) = match told {
            SaveReply::Saved(slot) => (slot, None),
            SaveReply::Failed(slot, problem) => (slot, Some(not_saved(slot, &problem))),
            SaveReply::Players(found) => {
                for problem in found.problems {
                    reports.write(Report(msg!("player-unusable", problem = problem)));
                }
                players.take_in(found.players);
                continue;
            }
        };
        let before = match slot {
            Slot::Game => &unsaved.game,
            Slot::Settings => &unsaved.settings,
            Slot::Players => &unsaved.players,
        };
        if *before == now {
            continue;
        }
        reports.write(Report(match (&now, slot) {
            (Some(problem), _) => problem.clone(),
            (None, Slot::Game) => msg!("game-saved-again"),
            (None, Slot::Settings) => msg!("settings-saved-again"),
            (None, Slot::Players) => msg!("players-saved-again"),
        }));
        match slot {
            Slot::Game => unsaved.game = now,
            Slot::Settings => unsaved.settings = now,
            Slot::Players => unsaved.players = now,
        }
    }
}

/// Writes the settings, but not as they were read.
fn save_settings(settings: Res<Settings>, store: Option<Res<Store>>, mut is_begun: Local<bool>) {
    let Some(store) = store else {
        return;
    };
    let as_read = || {
        store
            .read_settings()
            .is_ok_and(|(read, _)| read == *settings)
    };
    if *is_begun || !as_read() {
        store.write_settings(settings.clone());
    }
    *is_begun = true;
}
