//! Head and hands of a friend, and the cell that the own player looks at.

use bevy::prelude::*;
use icochess::board::pieces::piece::PieceOn;
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::game::remote::{Pose, Presence};
use icochess::interaction::CursorEvent;
use icochess_wire::{ClientMessage, Code};

use super::*;
use crate::friend::Friend;

/// Pose of a part that looks ahead.
fn pose(x: f32, y: f32, z: f32) -> Pose {
    [x, y, z, 0.0, 0.0, 0.0, 1.0]
}

/// Returns the place of the entity called `name`, if it is visible.
fn shown(app: &mut App, name: &str) -> Option<Vec3> {
    let world = app.world_mut();
    let mut named = world.query::<(&Name, &Visibility, &GlobalTransform)>();
    let mut all = named.iter(world).filter(|(is, ..)| is.as_str() == name);
    let (_, visibility, place) = all.next()?;
    (*visibility != Visibility::Hidden).then(|| place.translation())
}

fn until(app: &mut App, what: &str, mut is_so: impl FnMut(&mut App) -> bool) {
    let begun = Instant::now();
    while !is_so(app) {
        assert!(begun.elapsed() < LIMIT, "no {what}");
        app.update();
        sleep(Duration::from_millis(1));
    }
}

fn piece_on(app: &mut App, cell: &str) -> Vec3 {
    let cell = the_match(app).position().cell_named(cell);
    let world = app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &GlobalTransform)>();
    let mut all = pieces.iter(world).filter(|(on, _)| Some(on.0) == cell);
    all.next().expect("a piece").1.translation()
}

/// Starts a game of Ada, White in this window, with a bare friend.
fn with_friend(server: &Server) -> (App, Friend) {
    let mut app = player(server, "Ada");
    open(&mut app, Screen::Friend);
    get_mut::<Setup>(&mut app).board = Variant::Chess.board();
    get_mut::<FriendSetup>(&mut app).side = Some(Side::White);
    friend::invite(app.world_mut());
    until(&mut app, "code", |app| view(app).code.is_some());
    let code: Code = view(&app).code.clone().unwrap().parse().expect("a code");
    let friend = Friend::join(&server.page(), code);
    until(&mut app, "friend", |app| phase(app) == Some(Phase::Playing));
    (app, friend)
}

#[test]
fn friends_head_and_piece_move_and_vanish_with_the_friend() {
    let server = Server::start();
    let (mut app, friend) = with_friend(&server);
    frames(&mut app, 5);
    assert_eq!(shown(&mut app, "friend's head"), None);
    let seat = get::<BoardShape>(&app).worn_stance().ahead;
    let pushed = piece_on(&mut app, "e7");
    // The head leans over the board; the hand has taken a pawn.
    let presence = Presence {
        head: Some(pose(0.1, 0.4, 0.0)),
        hands: [None, Some(pose(-0.1, 0.2, 0.1))],
        holds: Some("e7".into()),
        hand: Some(1),
        ..Presence::default()
    };
    friend.say(ClientMessage::Presence(presence.clone()));
    until(&mut app, "head", |app| {
        shown(app, "friend's head").is_some()
    });
    let (centre, scale) = {
        let shape = get::<BoardShape>(&app);
        (get::<PlayerSeat>(&app).centre, 1.0 / shape.worn_scale)
    };
    // Opposite, right is left. The head stays at its seat.
    let across = |x: f32, y: f32, z: f32| centre + Vec3::new(-x, y, -z) * scale;
    frames(&mut app, 2);
    let head = shown(&mut app, "friend's head").expect("a head");
    assert!(head.distance(across(0.1, 0.4, seat)) < 1e-3, "{head}");
    assert_eq!(shown(&mut app, "friend's left hand"), None);
    let hand = shown(&mut app, "friend's right hand").expect("a hand");
    assert!(hand.distance(across(-0.1, 0.2, 0.1)) < 1e-3, "{hand}");
    let held = piece_on(&mut app, "e7");
    assert!(held.distance(hand) < 0.1 && held.distance(pushed) > 0.1);
    // Without news, everything freezes.
    frames(&mut app, 50);
    let frozen = shown(&mut app, "friend's head").expect("a head");
    assert!(frozen.distance(head) < 1e-3, "{frozen}");
    // It can be hidden, and shown again.
    get_mut::<Settings>(&mut app).show_friend = false;
    frames(&mut app, 3);
    assert_eq!(shown(&mut app, "friend's head"), None);
    until(&mut app, "return of the pawn", |app| {
        piece_on(app, "e7").distance(pushed) < 1e-3
    });
    get_mut::<Settings>(&mut app).show_friend = true;
    friend.say(ClientMessage::Presence(presence));
    until(&mut app, "head", |app| {
        shown(app, "friend's head").is_some()
    });
    drop(friend);
    until(&mut app, "farewell", |app| view(app).away.is_some());
    assert_eq!(shown(&mut app, "friend's head"), None);
}

#[test]
fn windows_share_the_cell_under_the_pointer() {
    let server = Server::start();
    let mut apps = begun(&server, None);
    let e4 = the_match(&apps[0]).position().cell_named("e4").unwrap();
    let point = |app: &mut App| {
        let spot = icochess::interaction::Spot::Cell(e4);
        app.world_mut().trigger(CursorEvent::Over(spot));
    };
    point(&mut apps[0]);
    let is_lit = |app: &App| {
        let mut names = app.world().try_query::<&Name>().expect("names");
        let mut names = names.iter(app.world());
        names.any(|name| name.as_str() == "friend's light")
    };
    both_until(&mut apps, "light", |[_, bo]| is_lit(bo));
    assert!(!is_lit(&apps[0]));
    get_mut::<Settings>(&mut apps[0]).share_presence = false;
    both_until(&mut apps, "darkness", |[_, bo]| !is_lit(bo));
}
