//! Correspondence: days for each move, and the player's turn while they look elsewhere.

use bevy::window::Window;
use icochess::feedback::Feedback;
use icochess::feedback::table::FeedbackKind;
use icochess::game::remote::{Phase, RemoteRequest};
use icochess::save::seats::{Seats, time_until};
use icochess::ui::state::friend::{self, FriendSetup};
use icochess::ui::state::screen::Screen;
use icochess::ui::state::your_turn::UnseenTurn;

use super::{begun_by, both_have, both_until, notices, phase, player, view};
use crate::asking::{ask, frames, get, get_mut, has_text, open, play, record, recorded};
use crate::headless;
use crate::server::Server;

#[test]
fn turn_is_announced_elsewhere_and_remembered_with_its_time() {
    let server = Server::start();
    let apps = ["Ada", "Bo"].map(|name| player(&server, name));
    let mut apps = begun_by(apps, |ada| get_mut::<FriendSetup>(ada).days = Some(3));
    play(&mut apps[0], "e2e4");
    both_have(&mut apps, 1);
    assert!(!get::<UnseenTurn>(&apps[1]).0);
    record::<Feedback>(&mut apps[0]);
    open(&mut apps[0], Screen::Home);
    play(&mut apps[1], "e7e5");
    both_have(&mut apps, 2);
    let [ada, _] = &mut apps;
    frames(ada, 3);
    assert!(notices(ada).contains("Your turn"));
    let is_heard = |feedback: &Feedback| feedback.0.kind == FeedbackKind::YourTurn;
    assert_eq!(
        recorded::<Feedback>(ada)
            .iter()
            .filter(|it| is_heard(it))
            .count(),
        1
    );
    let title = |app: &mut bevy::prelude::App| {
        let window = headless::the_window(app);
        app.world()
            .get::<Window>(window)
            .expect("a window")
            .title
            .clone()
    };
    assert_eq!(title(ada), "● Your turn – Icochess");
    open(ada, Screen::Game);
    assert_eq!(title(ada), "Icochess");
    let turn = get::<Seats>(ada).all()[0].turn.expect("a turn");
    let hours = time_until(turn.due_ms.expect("a time")).as_secs() / 3600;
    assert!(turn.is_own && hours == 71, "{turn:?}");
    ask(ada, RemoteRequest::Leave);
    both_until(&mut apps, "farewell", |[ada, _]| phase(ada).is_none());
    open(&mut apps[0], Screen::Friend);
    assert!(has_text(&mut apps[0], "your turn. Time left: 2 days 23 h"));

    // Bo looks at the list while Ada moves elsewhere.
    ask(&mut apps[1], RemoteRequest::Leave);
    both_until(&mut apps, "farewell", |[_, bo]| phase(bo).is_none());
    let seat = get::<Seats>(&apps[0]).all()[0].seat.clone();
    friend::resume(apps[0].world_mut(), &seat);
    both_until(&mut apps, "return", |[ada, _]| {
        phase(ada) == Some(Phase::Playing)
    });
    let due = view(&apps[0]).due_ms;
    play(&mut apps[0], "g1f3");
    both_until(&mut apps, "answer", |[ada, _]| view(ada).due_ms != due);
    open(&mut apps[1], Screen::Friend);
    both_until(&mut apps, "the turn", |[_, bo]| {
        get::<Seats>(bo).all()[0]
            .turn
            .is_some_and(|turn| turn.is_own)
    });
    assert!(has_text(&mut apps[1], "your turn. Time left: 2 days 23 h"));
}
