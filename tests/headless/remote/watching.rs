//! Spectators, and players who hide the other's name and phrases.

use icochess::computer::analysis::{Analysis, AnalysisRequest};
use icochess::game::remote::{Phase, Phrase, Request};
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess::ui::state::friend;
use icochess_rules::{Outcome, Side};

use super::{begun, both_have, both_until, notices, phase, player, view};
use crate::asking::{ask, command, frames, get, get_mut, play, plies, the_match};
use crate::server::Server;

#[test]
fn spectator_sees_everything_and_changes_nothing() {
    let mut server = Server::start();
    let [ada, bo] = begun(&server, Some((5, 0)));
    let link = view(&ada).watch_link.clone().expect("a link");
    let mut apps = [ada, bo, player(&server, "Cy")];
    friend::join_link(apps[2].world_mut(), &link);
    let is_watching = |apps: &[_; 3]| phase(&apps[2]) == Some(Phase::Watching);
    both_until(&mut apps, "spectator", is_watching);
    let tags = the_match(&apps[2]).record().tags();
    assert_eq!((&*tags["White"], &*tags["Black"]), ("Ada", "Bo"));
    play(&mut apps[2], "d2d4");
    assert_eq!(plies(&apps[2]), 0);
    for (index, uci) in ["e2e4", "e7e5"].into_iter().enumerate() {
        play(&mut apps[index], uci);
        both_have(&mut apps, index + 1);
    }
    let cy = &mut apps[2];
    for asked in [
        Command::Undo,
        Command::Draw,
        Command::Resign,
        Command::Confirm,
    ] {
        command(cy, asked);
    }
    ask(cy, AnalysisRequest::Start);
    frames(cy, 2);
    assert!(!get::<Analysis>(cy).is_running);
    server.stop();
    both_until(&mut apps, "loss", |apps| {
        phase(&apps[2]) == Some(Phase::Lost)
    });
    server.restart();
    both_until(&mut apps, "return", |apps| {
        let [ada, bo, _] = apps.each_ref().map(phase);
        is_watching(apps) && [ada, bo] == [Some(Phase::Playing); 2]
    });
    assert_eq!(plies(&apps[2]), 2);
    command(&mut apps[1], Command::Resign);
    command(&mut apps[1], Command::Confirm);
    both_until(&mut apps, "end", |apps| {
        apps.iter().all(|app| phase(app) == Some(Phase::Over))
    });
    let winner = Side::White;
    let cy = &mut apps[2];
    assert_eq!(the_match(cy).end(), Some(Outcome::Resignation { winner }));
    friend::leave(cy.world_mut());
    frames(cy, 2);
    assert_eq!((phase(cy), plies(cy)), (None, 2));
    ask(cy, AnalysisRequest::Start);
    assert!(get::<Analysis>(cy).is_running);
}

#[test]
fn hidden_friend_has_neither_name_nor_voice() {
    let server = Server::start();
    let mut apps = begun(&server, None);
    let mut settings = get_mut::<Settings>(&mut apps[1]);
    (settings.remote.hide_names, settings.remote.hide_phrases) = (true, true);
    both_until(&mut apps, "game without a name", |[_, bo]| {
        !the_match(bo).record().tags().contains_key("White")
    });
    friend::ask(apps[0].world_mut(), Request::Say(Phrase::Hello));
    play(&mut apps[0], "e2e4");
    both_have(&mut apps, 1);
    let said = notices(&mut apps[1]);
    assert!(!said.contains("Hello"), "{said}");
    get_mut::<Settings>(&mut apps[1]).remote.hide_names = false;
    both_until(&mut apps, "name", |[_, bo]| {
        the_match(bo).record().tags().contains_key("White")
    });
    assert_eq!(plies(&apps[1]), 1);
}
