//! A game over a network: two apps and a real server, on the loopback interface.

mod days;
#[cfg(feature = "host")]
mod hosting;
mod presence;
mod watching;

use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use icochess::computer::analysis::{Analysis, AnalysisRequest};
use icochess::display::Display;
use icochess::game::clock::GameClock;
use icochess::game::messages::{GameRequest, Step};
use icochess::game::remote::{Ended, Entry, Phase, Phrase, RemoteRequest, RemoteView, Request};
use icochess::save::Notice;
use icochess::save::seats::Seats;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess::ui::state::friend::{self, FriendSetup};
use icochess::ui::state::screen::Screen;
use icochess::ui::state::setup::Setup;
use icochess::ui::state::time_setup::TimeSetup;
use icochess_boards::Variant;
use icochess_rules::{Outcome, Side};

use crate::asking::{
    LIMIT, ask, command, frames, get, get_mut, has_text, open, play, plies, press, record,
    recorded, shown_page, the_match,
};
use crate::headless;
use crate::server::Server;

/// Player who plays through this app.
fn player(server: &Server, name: &str) -> App {
    let mut app = headless::window(Display::Flat, settings(&server.page(), name));
    record::<Notice>(&mut app);
    app
}

fn settings(page: &str, name: &str) -> Settings {
    headless::set(|settings| {
        settings.remote.server = page.to_owned();
        settings.remote.name = name.to_owned();
    })
}

fn view(app: &App) -> &RemoteView {
    get(app)
}

fn phase(app: &App) -> Option<Phase> {
    view(app).phase
}

/// Runs all apps until a condition holds.
fn both_until<const N: usize>(apps: &mut [App; N], what: &str, is_so: impl Fn(&[App; N]) -> bool) {
    let begun = Instant::now();
    while !is_so(apps) {
        let phases = (apps.each_ref().map(phase), &view(&apps[0]).problem);
        assert!(begun.elapsed() < LIMIT, "no {what}: {phases:?}");
        for app in apps.iter_mut() {
            app.update();
        }
        sleep(Duration::from_millis(1));
    }
}

/// Runs all apps until they have as many plies.
fn both_have<const N: usize>(apps: &mut [App; N], count: usize) {
    let what = format!("{count} plies");
    both_until(apps, &what, |apps| {
        apps.iter().all(|app| plies(app) == count)
    });
}

fn moves(app: &App) -> Vec<String> {
    let record = the_match(app).record();
    let played = record.played().iter();
    played.map(|mv| record.position().uci(*mv)).collect()
}

/// Starts a chess game of Ada, who has White, and Bo, who joins with the code.
fn begun(server: &Server, control: Option<(u64, u64)>) -> [App; 2] {
    let apps = ["Ada", "Bo"].map(|name| player(server, name));
    let time = control.map_or_else(TimeSetup::default, TimeSetup::preset);
    begun_by(apps, |ada| get_mut::<Setup>(ada).time = time)
}

/// Starts a chess game of these players, with changes of the setup.
fn begun_by(mut apps: [App; 2], set_up: impl FnOnce(&mut App)) -> [App; 2] {
    let [ada, _] = &mut apps;
    open(ada, Screen::Friend);
    get_mut::<Setup>(ada).board = Variant::Chess.board();
    get_mut::<FriendSetup>(ada).side = Some(Side::White);
    set_up(ada);
    friend::invite(ada.world_mut());
    both_until(&mut apps, "code", |[ada, _]| {
        phase(ada) == Some(Phase::Waiting) && the_match(ada).remote_side().is_some()
    });
    let [ada, bo] = &mut apps;
    // The board is there, but nobody moves yet.
    assert_eq!(the_match(ada).remote_side(), Some(Side::White));
    let code = view(ada).code.clone().expect("a code");
    open(bo, Screen::Friend);
    for digit in code.chars() {
        get_mut::<FriendSetup>(bo).add_digit(digit);
    }
    friend::join_typed(bo.world_mut());
    both_until(&mut apps, "game", |apps| {
        apps.iter().all(|app| phase(app) == Some(Phase::Playing))
    });
    for app in &mut apps {
        frames(app, 2);
        assert_eq!(shown_page(app), Screen::Game);
        let tags = the_match(app).record().tags();
        assert_eq!((&*tags["White"], &*tags["Black"]), ("Ada", "Bo"));
    }
    apps
}

fn notices(app: &mut App) -> String {
    let words = icochess::language::Words::default();
    let all = recorded::<Notice>(app).into_iter();
    all.map(|Notice(words_of)| words.english(&words_of) + "\n")
        .collect()
}

#[test]
fn two_apps_play_by_code_with_clock_offers_and_takebacks() {
    let server = Server::start();
    let mut apps = begun(&server, Some((5, 3)));
    // A player moves only their own pieces, in their own turn.
    play(&mut apps[1], "e2e4");
    assert_eq!(plies(&apps[1]), 0);
    play(&mut apps[0], "e2e4");
    assert_eq!(plies(&apps[0]), 1);
    both_have(&mut apps, 1);
    play(&mut apps[1], "e7e5");
    both_have(&mut apps, 2);
    both_until(&mut apps, "clocks", |apps| {
        apps.iter().all(|app| get::<GameClock>(app).runs())
    });
    // Looking back stays here, and ends with the friend's move.
    ask(&mut apps[1], GameRequest::Step(Step::Back));
    assert!(the_match(&apps[1]).is_looking_back() && !the_match(&apps[0]).is_looking_back());
    play(&mut apps[0], "g1f3");
    both_have(&mut apps, 3);
    assert!(!the_match(&apps[1]).is_looking_back());
    // White takes the knight back with Black's consent.
    command(&mut apps[0], Command::Undo);
    both_until(&mut apps, "request", |apps| {
        apps.iter()
            .all(|app| the_match(app).takeback_offer().is_some())
    });
    command(&mut apps[0], Command::AllowTakeback);
    assert!(the_match(&apps[0]).takeback_offer().is_some());
    command(&mut apps[1], Command::AllowTakeback);
    both_have(&mut apps, 2);
    // A draw is offered, declined, offered again and agreed to.
    command(&mut apps[0], Command::Draw);
    both_until(&mut apps, "offer", |apps| {
        apps.iter().all(|app| the_match(app).draw_offer().is_some())
    });
    command(&mut apps[1], Command::Decline);
    both_until(&mut apps, "answer", |apps| {
        apps.iter().all(|app| the_match(app).draw_offer().is_none())
    });
    play(&mut apps[0], "f1c4");
    both_have(&mut apps, 3);
    let [ada, bo] = apps.each_ref().map(moves);
    assert_eq!(
        (&ada, &*ada),
        (&bo, &["e2e4", "e7e5", "f1c4"].map(String::from)[..])
    );
    // Phrases arrive.
    friend::ask(apps[1].world_mut(), Request::Say(Phrase::NiceMove));
    let begun = Instant::now();
    while !notices(&mut apps[0]).contains("Bo: Nice move!") {
        assert!(begun.elapsed() < LIMIT, "no phrase");
        apps.iter_mut().for_each(App::update);
    }
    command(&mut apps[1], Command::Resign);
    command(&mut apps[1], Command::Confirm);
    both_until(&mut apps, "end", |apps| {
        apps.iter().all(|app| phase(app) == Some(Phase::Over))
    });
    let winner = Side::White;
    for app in &apps {
        assert_eq!(the_match(app).end(), Some(Outcome::Resignation { winner }));
        assert!(get::<Seats>(app).all().is_empty());
    }
    // The rematch swaps the colours.
    command(&mut apps[0], Command::Rematch);
    both_until(&mut apps, "rematch offer", |apps| {
        view(&apps[1]).is_rematch_offered
    });
    command(&mut apps[1], Command::Rematch);
    both_until(&mut apps, "rematch", |apps| {
        apps.iter()
            .all(|app| phase(app) == Some(Phase::Playing) && plies(app) == 0)
    });
    assert_eq!(the_match(&apps[0]).remote_side(), Some(Side::Black));
}

#[test]
fn link_opens_the_game_and_help_is_off() {
    let server = Server::start();
    let mut ada = player(&server, "Ada");
    open(&mut ada, Screen::Friend);
    get_mut::<FriendSetup>(&mut ada).side = Some(Side::Black);
    friend::invite(ada.world_mut());
    let mut apps = [ada, player(&server, "Bo")];
    both_until(&mut apps, "link", |[ada, _]| {
        phase(ada) == Some(Phase::Waiting)
    });
    frames(&mut apps[0], 3);
    let link = view(&apps[0]).link.clone().expect("a link");
    assert!(has_text(&mut apps[0], &link));
    friend::join_link(apps[1].world_mut(), &link);
    both_until(&mut apps, "game", |apps| {
        apps.iter().all(|app| phase(app) == Some(Phase::Playing))
    });
    let game = the_match(&apps[1]);
    assert_eq!(game.remote_side(), Some(Side::White));
    let mv = game.position().legal_moves()[0];
    let uci = game.position().uci(mv);
    play(&mut apps[1], &uci);
    both_have(&mut apps, 1);
    for app in &mut apps {
        ask(app, AnalysisRequest::Start);
        frames(app, 2);
        assert!(!get::<Analysis>(app).is_running);
        for screen in [
            Screen::Tutorial,
            Screen::Puzzles,
            Screen::Endings,
            Screen::Sides,
        ] {
            command(app, Command::Open(screen));
            assert_ne!(shown_page(app), screen);
        }
    }
    // Another game leaves the session; the seat stays.
    let other = Variant::Chess.board().new_game();
    ask(&mut apps[1], GameRequest::Load(other));
    frames(&mut apps[1], 2);
    assert_eq!(phase(&apps[1]), None);
    assert!(notices(&mut apps[1]).contains("goes on"));
    both_until(&mut apps, "absence", |apps| view(&apps[0]).away.is_some());
    let seat = get::<Seats>(&apps[1]).all()[0].seat.clone();
    friend::resume(apps[1].world_mut(), &seat);
    both_until(&mut apps, "return", |apps| {
        phase(&apps[1]) == Some(Phase::Playing) && view(&apps[0]).away.is_none()
    });
    assert_eq!(plies(&apps[1]), 1);
}

#[test]
fn server_away_is_waited_for_and_no_move_is_lost() {
    let mut server = Server::start();
    let mut apps = begun(&server, None);
    play(&mut apps[0], "e2e4");
    both_have(&mut apps, 1);
    server.stop();
    both_until(&mut apps, "loss", |apps| {
        apps.iter().all(|app| phase(app) == Some(Phase::Lost))
    });
    // The game can be looked at, and a move waits.
    play(&mut apps[1], "e7e5");
    assert_eq!(plies(&apps[1]), 2);
    command(&mut apps[1], Command::Resign);
    command(&mut apps[1], Command::Confirm);
    assert!(notices(&mut apps[1]).contains("No connection"));
    server.restart();
    both_until(&mut apps, "return", |apps| {
        apps.iter().all(|app| phase(app) == Some(Phase::Playing))
    });
    both_have(&mut apps, 2);
    assert_eq!(moves(&apps[0]), ["e2e4", "e7e5"]);
}

#[test]
fn seat_opened_elsewhere_is_played_there() {
    let server = Server::start();
    let mut apps = begun(&server, None);
    let link = view(&apps[0]).seat_link.clone().expect("a link");
    let mut elsewhere = player(&server, "Ada");
    friend::join_link(elsewhere.world_mut(), &link);
    let [ada, bo] = apps;
    let mut pair = [ada, elsewhere];
    both_until(&mut pair, "change", |[before, now]| {
        phase(before) == Some(Phase::Ended(Ended::Elsewhere)) && phase(now) == Some(Phase::Playing)
    });
    let [mut before, now] = pair;
    play(&mut before, "e2e4");
    assert_eq!(plies(&before), 0);
    apps = [now, bo];
    play(&mut apps[0], "d2d4");
    both_have(&mut apps, 1);
    assert_eq!(moves(&apps[1]), ["d2d4"]);
}

#[test]
fn wrong_codes_and_addresses_are_explained() {
    let server = Server::start();
    let mut app = player(&server, "Ada");
    get_mut::<FriendSetup>(&mut app).typed = "123".into();
    friend::join_typed(app.world_mut());
    frames(&mut app, 2);
    assert!(notices(&mut app).contains("six digits"));
    get_mut::<FriendSetup>(&mut app).typed = "123456".into();
    friend::join_typed(app.world_mut());
    let mut apps = [app, player(&server, "Bo")];
    both_until(&mut apps, "refusal", |apps| {
        matches!(phase(&apps[0]), Some(Phase::Ended(Ended::Refused(_))))
    });
    open(&mut apps[0], Screen::Friend);
    assert!(has_text(&mut apps[0], "No game has this code."));
    press(&mut apps[0], "button close");
    frames(&mut apps[0], 2);
    assert_eq!(phase(&apps[0]), None);
    get_mut::<Settings>(&mut apps[0]).remote.server = "not an address".into();
    friend::invite(apps[0].world_mut());
    frames(&mut apps[0], 2);
    assert!(notices(&mut apps[0]).contains("isn't the address"));
    get_mut::<Settings>(&mut apps[0]).remote.server.clear();
    friend::invite(apps[0].world_mut());
    frames(&mut apps[0], 2);
    assert!(notices(&mut apps[0]).contains("Enter the server's address"));
}

#[test]
fn given_up_seat_ends_the_friends_game() {
    let server = Server::start();
    let mut apps = begun(&server, None);
    for (index, uci) in ["e2e4", "e7e5"].into_iter().enumerate() {
        play(&mut apps[index], uci);
        both_have(&mut apps, index + 1);
    }
    let seat = get::<Seats>(&apps[0]).all()[0].seat.clone();
    let page = seat.page.clone();
    let entry = Entry::GiveUp(seat);
    ask(&mut apps[0], RemoteRequest::Enter { page, entry });
    both_until(&mut apps, "end", |apps| {
        phase(&apps[1]) == Some(Phase::Over)
    });
    let winner = Side::Black;
    assert_eq!(
        the_match(&apps[1]).end(),
        Some(Outcome::Resignation { winner })
    );
    both_until(&mut apps, "farewell", |apps| {
        phase(&apps[0]).is_none() && get::<Seats>(&apps[0]).all().is_empty()
    });
}
