//! A server inside the game.

use std::path::Path;

use bevy::prelude::App;
use icochess::display::Display;
use icochess::game::remote::{Host, HostRequest, Hosting, Phase};
use icochess::host;
use icochess::save::Notice;
use icochess::save::seats::Seats;
use icochess::save::store::Store;
use icochess::ui::state::friend;

use super::{begun_by, both_have, both_until, phase, settings, view};
use crate::asking::{ask, get, play, record, until};
use crate::headless;

/// Player whose game has a server.
fn host(folder: &Path) -> App {
    let mut settings = settings("", "Ada");
    settings.remote.visible = false;
    let mut app = headless::window_with(Display::Flat, settings, |app| {
        app.insert_resource(Store::open(Some(folder)).expect("a store"))
            .add_plugins(host::plugin);
    });
    record::<Notice>(&mut app);
    app
}

fn server(app: &App) -> Option<&Host> {
    get::<Hosting>(app).host()
}

#[test]
fn hosted_game_is_played_and_returns_with_its_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ada = host(folder.path());
    ask(&mut ada, HostRequest::Start);
    until(&mut ada, "a server", |ada| server(ada).is_some());
    let page = server(&ada).expect("a server").page.clone();
    let bo = headless::window(Display::Flat, settings(&page, "Bo"));
    let mut apps = [ada, bo];
    record::<Notice>(&mut apps[1]);
    let mut apps = begun_by(apps, |_| {});
    let link = view(&apps[0]).watch_link.clone().expect("a link");
    assert!(link.starts_with(&page), "{link}");
    play(&mut apps[0], "e2e4");
    both_have(&mut apps, 1);
    ask(&mut apps[0], HostRequest::Stop);
    both_until(&mut apps, "end", |apps| {
        *get::<Hosting>(&apps[0]) == Hosting::Off && phase(&apps[1]) == Some(Phase::Lost)
    });
    // Returning to the seat starts the server on the same port.
    let seat = get::<Seats>(&apps[0]).all()[0].seat.clone();
    friend::resume(apps[0].world_mut(), &seat);
    both_until(&mut apps, "return", |apps| {
        apps.iter().all(|app| phase(app) == Some(Phase::Playing))
    });
    play(&mut apps[1], "e7e5");
    both_have(&mut apps, 2);
}
