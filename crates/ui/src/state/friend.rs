//! State of the page Play a friend: typed texts, choices, and news of the game over a network.

use std::time::Duration;

use bevy::clipboard::Clipboard;
use bevy::prelude::*;

use super::screen::{Screen, Screens};
use super::setup::Setup;
use super::ui_state::UiState;
use crate::text::terms::control_error;
use icochess_base::link::WebPage;
use icochess_base::schedule::AppSystems;
use icochess_message::{Msg, msg, reason};
use icochess_play::game::remote::{
    Code, Create, Ended, Entry, GameTime, Hosting, KeptSeat, Link, LinkKind, Nearby, News, Phase,
    Phrase, RefusalReason, RemoteFact, RemoteRequest, RemoteView, Request, Secret, SideChoice,
};
use icochess_rules::{Record, Side};
use icochess_store::Notice;
use icochess_store::effective::EffectiveSettings;
use icochess_store::seats::{SavedTurn, Seats, time_until};
use icochess_store::settings::Settings;

/// Number of digits of a code.
pub const DIGITS: usize = 6;

/// Typed texts and choices of the page.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct FriendSetup {
    /// Side in the next game; `None` for chance.
    pub side: Option<Side>,
    /// Days for each move, in a correspondence game.
    pub days: Option<u32>,
    /// Page of the chosen server nearby.
    pub nearby: Option<String>,
    /// Typed code, or a link.
    pub typed: String,
    /// Seat whose game the player may give up, once they confirm it.
    pub asks_about: Option<Secret>,
}

impl FriendSetup {
    /// Adds a digit of a code.
    pub fn add_digit(&mut self, digit: char) {
        if self.typed.chars().count() < DIGITS {
            self.typed.push(digit);
        }
    }
}

/// Systems that show the news of the game over a network.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FriendSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FriendSetup>().add_systems(
        Update,
        (
            tell_news.run_if(on_message::<RemoteFact>),
            show_game.run_if(resource_changed::<RemoteView>),
            ask_turns.run_if(resource_changed::<Screens>.or_else(resource_changed::<RemoteView>)),
        )
            .in_set(FriendSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Returns the address of the server's page; `None` if it has to be asked. A page uses its own
/// server.
pub fn server(settings: &Settings, page: Option<&WebPage>) -> Option<String> {
    let typed = settings.remote.server.trim();
    let is_typed = !typed.is_empty() && cfg!(not(target_arch = "wasm32"));
    if is_typed {
        return Some(typed.to_owned());
    }
    page.map(|page| page.0.clone())
}

// --- Actions ---------------------------------------------------------------------------

fn notice(world: &mut World, words: Msg) {
    world.write_message(Notice(words));
}

/// Returns the server to join a game at: the chosen one nearby, the usual one, or the first one
/// nearby.
pub fn server_to_join<'a>(
    setup: &FriendSetup,
    usual: Option<&'a str>,
    nearby: &'a Nearby,
) -> Option<&'a str> {
    let mut hosts = nearby.0.iter().map(|host| &*host.page);
    let chosen = hosts
        .clone()
        .find(|page| setup.nearby.as_deref() == Some(*page));
    chosen.or(usual).or_else(|| hosts.next())
}

/// Returns the server of the next game: the one inside this game, or the usual one.
fn own_server(world: &World) -> Option<String> {
    let host = world.resource::<Hosting>().host();
    let usual = || server(world.resource(), world.get_resource::<WebPage>());
    host.map(|host| host.local.clone()).or_else(usual)
}

/// Returns the server of the next game, or asks for it.
fn server_or_ask(world: &mut World) -> Option<String> {
    let found = own_server(world);
    if found.is_none() {
        notice(world, msg!("friend-server-missing"));
    }
    found
}

fn enter(world: &mut World, page: String, entry: Entry) {
    world.write_message(RemoteRequest::Enter { page, entry });
}

fn own_name(world: &World) -> String {
    world.resource::<Settings>().remote.name.trim().to_owned()
}

/// Creates the game of the setup, and invites a friend.
pub fn invite(world: &mut World) {
    let Some(page) = server_or_ask(world) else {
        return;
    };
    let setup = world.resource::<Setup>();
    let days = world.resource::<FriendSetup>().days;
    let time = match (days, setup.time.control()) {
        (Some(days), _) => GameTime::Days(days),
        (None, Ok(None)) => GameTime::Unlimited,
        (None, Ok(Some(control))) => GameTime::Clock(control.to_string()),
        (None, Err(problem)) => return notice(world, control_error(&problem)),
    };
    let board = setup.board;
    let side = match world.resource::<FriendSetup>().side {
        None => SideChoice::Random,
        Some(Side::White) => SideChoice::White,
        Some(Side::Black) => SideChoice::Black,
    };
    let record = setup.record(None, "");
    let text = |record: &Record| record.position().text();
    let start = Some(text(&record)).filter(|start| *start != text(&board.new_game()));
    let create = Create {
        board: board.id().to_owned(),
        start,
        time,
        side,
        name: own_name(world),
    };
    enter(world, page, Entry::Create(create));
}

/// Joins the game of the typed code or link.
pub fn join_typed(world: &mut World) {
    let typed = world.resource::<FriendSetup>().typed.trim().to_owned();
    if typed.contains('#') {
        return join_link(world, &typed);
    }
    let Ok(code) = typed.parse::<Code>() else {
        return notice(world, msg!("friend-code-incomplete"));
    };
    let usual = own_server(world);
    let (setup, nearby) = (world.resource(), world.resource());
    let page = server_to_join(setup, usual.as_deref(), nearby).map(str::to_owned);
    let Some(page) = page else {
        return notice(world, msg!("friend-server-missing"));
    };
    let name = own_name(world);
    world.resource_mut::<FriendSetup>().typed.clear();
    enter(world, page, Entry::Code { code, name });
}

/// Joins or watches the game of a link.
pub fn join_link(world: &mut World, link: &str) {
    let Ok(link) = link.parse::<Link>() else {
        return notice(world, msg!("friend-link-incomplete"));
    };
    let (secret, name) = (link.secret, own_name(world));
    let entry = match link.kind {
        LinkKind::Play => Entry::Join { secret, name },
        LinkKind::Watch => Entry::Watch(secret),
    };
    world.resource_mut::<FriendSetup>().typed.clear();
    world.resource_mut::<Screens>().open(Screen::Friend);
    enter(world, link.page, entry);
}

/// Returns to a remembered seat.
pub fn resume(world: &mut World, seat: &KeptSeat) {
    enter(world, seat.page.clone(), Entry::Resume(seat.clone()));
}

/// Returns to the last visited seat, which was opened elsewhere.
pub fn resume_here(world: &mut World) {
    let last = world.resource::<Seats>().all().first().cloned();
    if let Some(last) = last {
        resume(world, &last.seat);
    }
}

/// Gives up the game of a remembered seat. The first call only asks.
pub fn give_up(world: &mut World, seat: &KeptSeat) {
    let mut setup = world.resource_mut::<FriendSetup>();
    if setup.asks_about.replace(seat.secret) == Some(seat.secret) {
        setup.asks_about = None;
        enter(world, seat.page.clone(), Entry::GiveUp(seat.clone()));
    }
}

/// Copies a link to the clipboard.
pub fn copy_link(world: &mut World, link: impl Fn(&RemoteView) -> Option<&String>) {
    let Some(link) = link(world.resource()).cloned() else {
        return;
    };
    let mut clipboard = world.get_resource_mut::<Clipboard>();
    let copied = clipboard
        .as_mut()
        .map(|clipboard| clipboard.set_text(link.as_str()));
    let words = match copied {
        Some(Ok(())) => msg!("copied"),
        Some(Err(problem)) => msg!("not-copied", problem = reason(&problem)),
        None => msg!("no-clipboard"),
    };
    notice(world, words);
}

/// Asks the server.
pub fn ask(world: &mut World, request: Request) {
    world.write_message(RemoteRequest::Ask(request));
}

/// Leaves the game, which stays at the server.
pub fn leave(world: &mut World) {
    world.write_message(RemoteRequest::Leave);
}

// --- News ------------------------------------------------------------------------------

fn tell_news(
    mut facts: MessageReader<RemoteFact>,
    (view, settings): (Res<RemoteView>, Res<EffectiveSettings>),
    mut notices: MessageWriter<Notice>,
) {
    for fact in facts.read() {
        let words = match fact {
            RemoteFact::Kept(_) | RemoteFact::Forgotten(_) | RemoteFact::Turn { .. } => continue,
            RemoteFact::BadAddress(_) => msg!("friend-server-invalid"),
            RemoteFact::Parted => msg!("friend-parted"),
            RemoteFact::Told(news) => match news {
                News::Refused(reason) => refused(*reason),
                News::Arrived => msg!("friend-arrived", name = friend(&view)),
                News::Said(Phrase::Other) => continue,
                News::Said(_) if settings.remote.hide_phrases => continue,
                News::Said(said) => {
                    msg!("friend-said", name = friend(&view), phrase = phrase(*said))
                }
                News::RematchOffered => msg!("friend-offers-rematch", name = friend(&view)),
                News::Aborted => msg!("friend-aborted"),
                News::NotConnected => msg!("friend-not-connected"),
            },
        };
        notices.write(Notice(words));
    }
}

/// Shows the board once the friend is there, or the watched game.
fn show_game(
    view: Res<RemoteView>,
    mut before: Local<Option<Phase>>,
    mut screens: ResMut<Screens>,
) {
    let earlier = std::mem::replace(&mut *before, view.phase);
    let is_there = |phase| matches!(phase, Some(Phase::Playing | Phase::Watching));
    let is_new = is_there(view.phase) && !is_there(earlier) && earlier != Some(Phase::Lost);
    if is_new && screens.shown() == Screen::Friend {
        screens.open(Screen::Game);
    }
}

// --- Words -----------------------------------------------------------------------------

/// Returns the friend's name, or "your friend".
pub fn friend(view: &RemoteView) -> Msg {
    if view.friend.is_empty() {
        msg!("your-friend")
    } else {
        Msg::verbatim(view.friend.clone())
    }
}

/// Returns the words of a phrase.
pub fn phrase(phrase: Phrase) -> Msg {
    match phrase {
        Phrase::Hello => msg!("phrase-hello"),
        Phrase::GoodLuck => msg!("phrase-good-luck"),
        Phrase::NiceMove => msg!("phrase-nice-move"),
        Phrase::Thinking => msg!("phrase-thinking"),
        Phrase::BackSoon => msg!("phrase-back-soon"),
        Phrase::Oops => msg!("phrase-oops"),
        Phrase::Thanks => msg!("phrase-thanks"),
        Phrase::GoodGame => msg!("phrase-good-game"),
        Phrase::Other => Msg::nothing(),
    }
}

/// Returns why the server refused something, and what to do.
pub fn refused(reason: RefusalReason) -> Msg {
    use RefusalReason as Reason;
    match reason {
        Reason::ProtocolVersion | Reason::RulesVersion => msg!("refused-version"),
        Reason::UnknownCode => msg!("refused-code"),
        Reason::UnknownSecret => msg!("refused-link"),
        Reason::SeatTaken => msg!("refused-seat"),
        Reason::TooManyTries => msg!("refused-tries"),
        Reason::TooManyGames => msg!("refused-games"),
        Reason::TooManyConnections | Reason::ServerFull => msg!("refused-full"),
        Reason::NoOpponent => msg!("refused-alone"),
        Reason::BadTime => msg!("refused-clock"),
        Reason::BadBoard | Reason::BadStart => msg!("refused-board"),
        Reason::OnlyWatching => msg!("remote-elsewhere"),
        Reason::Malformed
        | Reason::TooLarge
        | Reason::TooFast
        | Reason::NotInGame
        | Reason::NotYourTurn
        | Reason::IllegalMove
        | Reason::WrongPly
        | Reason::GameOver
        | Reason::NotPossible
        | Reason::ServerError
        | Reason::Other => msg!("refused-other"),
    }
}

/// Returns the state of the connection or of the friend for the status line, unless all is well.
pub fn line(state: &UiState) -> Option<Msg> {
    let view = &*state.remote;
    match view.phase? {
        Phase::Waiting => Some(msg!("remote-waiting")),
        Phase::Lost => Some(msg!("remote-lost")),
        Phase::Ended(ended) => Some(ended_words(ended)),
        Phase::Playing => view.away.map(|seconds| away(view, seconds)),
        Phase::Watching => Some(msg!("remote-watching")),
        Phase::Connecting | Phase::Over => None,
    }
}

/// Asks for the turns in the player's games whenever they are listed.
fn ask_turns(
    screens: Res<Screens>,
    view: Res<RemoteView>,
    seats: Res<Seats>,
    mut were_listed: Local<bool>,
    mut requests: MessageWriter<RemoteRequest>,
) {
    let are_listed = screens.shown() == Screen::Friend && view.phase.is_none();
    let were_listed = std::mem::replace(&mut *were_listed, are_listed);
    if are_listed && !were_listed && !seats.all().is_empty() {
        let seats = seats.all().iter().map(|saved| &saved.seat);
        let seats = seats.map(|seat| (seat.page.clone(), seat.secret));
        requests.write(RemoteRequest::Peek(seats.collect()));
    }
}

/// Returns the turn in the game with a friend on the board.
pub fn turn_now(state: &UiState) -> Option<SavedTurn> {
    let side = state.game.remote_side()?;
    Some(SavedTurn {
        is_own: state.game.as_played().position().turn() == side,
        due_ms: state.remote.due_ms,
    })
}

/// Returns whose turn it is, and the time left in a correspondence game.
pub fn turn(turn: SavedTurn) -> Msg {
    match (turn.is_own, turn.due_ms.map(time_until)) {
        (true, None) => msg!("friend-own-turn"),
        (false, None) => msg!("friend-their-turn"),
        (true, Some(left)) => msg!("friend-own-turn-left", left = time_left(left)),
        (false, Some(left)) => msg!("friend-their-turn-left", left = time_left(left)),
    }
}

/// Returns a time in its two largest units.
fn time_left(left: Duration) -> Msg {
    let minutes = i64::try_from(left.as_secs() / 60).unwrap_or(i64::MAX);
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    if days > 0 {
        msg!("left-days", days = days, hours = hours)
    } else {
        msg!("left-hours", hours = hours, minutes = minutes)
    }
}

fn away(view: &RemoteView, seconds: u64) -> Msg {
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    msg!("remote-away", name = friend(view), time = time)
}

/// Returns why a session ended.
pub fn ended_words(ended: Ended) -> Msg {
    match ended {
        Ended::Refused(reason) => refused(reason),
        Ended::Elsewhere => msg!("remote-elsewhere"),
        Ended::Outdated => msg!("refused-version"),
        Ended::Left => Msg::nothing(),
    }
}
