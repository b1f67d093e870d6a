//! Helpers shared by most tests: requests to the game, and checks of its state.

use std::thread::sleep;
use std::time::{Duration, Instant};

use accesskit::Action;
use bevy::ecs::component::Mutable;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::RadioButton;
use icochess::board::stage::root::BoardRoot;
use icochess::clock::{TimeControl, set_clock};
use icochess::feedback::{Feedback, FeedbackEvent};
use icochess::game::Match;
use icochess::game::messages::MoveRequested;
use icochess::game::seating::Seating;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::{Screen, Screens, Surface};
use icochess_rules::Record;

use crate::headless;

/// Timeout for background threads.
pub const LIMIT: Duration = Duration::from_secs(60);

pub fn frames(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

/// Writes a message and runs a frame.
pub fn ask<M: Message>(app: &mut App, message: M) {
    app.world_mut().write_message(message);
    app.update();
}

/// Sends a command, as its button or shortcut would. Pages update a frame later.
pub fn command(app: &mut App, command: Command) {
    ask(app, CommandRequested(command));
    frames(app, 2);
}

/// Presses the control called `name`, as assistive software does.
pub fn press(app: &mut App, name: &str) {
    headless::ask(app, name, Action::Click);
}

pub fn get<R: Resource>(app: &App) -> &R {
    app.world().resource()
}

pub fn get_mut<R: Resource<Mutability = Mutable>>(app: &mut App) -> Mut<'_, R> {
    app.world_mut().resource_mut()
}

/// Requests a move in UCI text.
pub fn play(app: &mut App, uci: &str) {
    let mv = the_match(app).position().parse_uci(uci);
    ask(app, MoveRequested(mv.expect("a move")));
}

/// Returns the game with a time control.
pub fn timed(mut game: Record, control: &str) -> Record {
    let control: TimeControl = control.parse().expect("a time control");
    set_clock(game.make_mut(), Some(&control));
    game
}

/// Returns the game as one between Ada and Bo.
pub fn of_two(mut game: Record, seating: Seating) -> Record {
    let tags = game.make_mut().tags_mut();
    tags.insert("White".to_owned(), "Ada".to_owned());
    tags.insert("Black".to_owned(), "Bo".to_owned());
    seating.write_to(&mut game);
    game
}

/// Returns the game after more moves in UCI text.
pub fn after<'a>(mut game: Record, moves: impl IntoIterator<Item = &'a str>) -> Record {
    for uci in moves {
        let mv = game.position().parse_uci(uci).expect("a move");
        game.make_mut().play(mv).expect("a legal one");
    }
    game
}

pub fn the_match(app: &App) -> &Match {
    get(app)
}

pub fn plies(app: &App) -> usize {
    the_match(app).record().ply()
}

/// Returns the rectangle of a UI node, in physical pixels of its surface.
pub fn laid_out(app: &App, entity: Entity) -> Rect {
    let node = app.world().get::<ComputedNode>(entity).unwrap();
    let at = app.world().get::<UiGlobalTransform>(entity).unwrap();
    Rect::from_center_size(at.translation, node.size())
}

/// Returns the moves of a PGN text, without tags and line breaks.
pub fn moves_of(record: &Record) -> String {
    let text = record.to_pgn();
    let (_, moves) = text.split_once("\n\n").expect("tags and moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Messages of a kind since [`record`] or the last [`recorded`].
#[derive(Resource)]
pub struct Recorded<M: Message>(pub Vec<M>);

/// Keeps all messages of a kind from now on.
pub fn record<M: Message + Clone>(app: &mut App) {
    app.insert_resource(Recorded::<M>(Vec::new()))
        .add_systems(Last, extend_record::<M>);
}

fn extend_record<M: Message + Clone>(
    mut messages: MessageReader<M>,
    mut recorded: ResMut<Recorded<M>>,
) {
    recorded.0.extend(messages.read().cloned());
}

/// Returns the messages of a kind that were recorded since the previous call.
pub fn recorded<M: Message>(app: &mut App) -> Vec<M> {
    std::mem::take(&mut get_mut::<Recorded<M>>(app).0)
}

/// Returns the feedback events of the next `frames` frames, and of the frame before them.
pub fn happens(app: &mut App, frames: usize) -> Vec<FeedbackEvent> {
    let mut found = Vec::new();
    for _ in 0..frames {
        app.update();
        let mut all = app.world_mut().resource_mut::<Messages<Feedback>>();
        found.extend(all.drain().map(|feedback| feedback.0));
    }
    found
}

/// Returns all entities with a component, and the component.
pub fn all<C: Component + Clone>(app: &mut App) -> Vec<(Entity, C)> {
    let world = app.world_mut();
    let mut found = world.query::<(Entity, &C)>();
    let found = found.iter(world);
    found
        .map(|(it, component)| (it, component.clone()))
        .collect()
}

/// Returns the only entity with an `F`.
pub fn the<F: Component>(app: &mut App) -> Entity {
    let world = app.world_mut();
    let mut found = world.query_filtered::<Entity, With<F>>();
    found.single(world).expect("one of them")
}

/// Returns the component `C` of the only entity that also has an `F`.
pub fn only<C: Component + Clone, F: Component>(app: &mut App) -> C {
    let entity = the::<F>(app);
    app.world().get::<C>(entity).expect("its component").clone()
}

/// Returns the rotation of the board.
pub fn rotation(app: &mut App) -> Quat {
    only::<Transform, BoardRoot>(app).rotation
}

/// Returns the page shown.
pub fn shown_page(app: &App) -> Screen {
    app.world().resource::<Screens>().shown()
}

/// Opens a page, and runs the frames in which files are found.
pub fn open(app: &mut App, screen: Screen) {
    app.world_mut().resource_mut::<Screens>().open(screen);
    frames(app, 3);
}

/// Adds the pages of the panel.
pub fn add_panel(app: &mut App) {
    app.world_mut()
        .spawn((Surface::Panel, Node::default(), Pickable::IGNORE));
    app.update();
}

/// Adds a panel that is large enough for its pages, for apps with UI layout.
pub fn add_large_panel(app: &mut App) {
    app.world_mut().spawn((
        Surface::Panel,
        Name::new("the panel"),
        Node {
            width: px(800),
            height: px(640),
            ..default()
        },
    ));
}

/// Returns all texts.
pub fn texts(app: &mut App) -> Vec<String> {
    all::<Text>(app)
        .into_iter()
        .map(|(_, text)| text.0)
        .collect()
}

/// Returns whether any text contains `part`.
pub fn has_text(app: &mut App, part: &str) -> bool {
    texts(app).iter().any(|text| text.contains(part))
}

/// Returns whether a displayed text contains `part`.
pub fn is_displayed_text(app: &mut App, part: &str) -> bool {
    let texts = all::<Text>(app).into_iter();
    let mut found = texts.filter(|(_, text)| text.0.contains(part));
    found.any(|(entity, _)| is_displayed(app, entity))
}

/// Returns whether the control called `name` is displayed.
pub fn is_shown(app: &mut App, name: &str) -> bool {
    let mut names = all::<Name>(app).into_iter();
    let found = names.find(|(_, it)| it.as_str() == name);
    found.is_some_and(|(entity, _)| is_displayed(app, entity))
}

/// Returns whether neither the node nor any of its ancestors has `Display::None`.
pub fn is_displayed(app: &App, mut at: Entity) -> bool {
    let world = app.world();
    loop {
        let node = world.get::<Node>(at);
        if node.is_some_and(|node| node.display == bevy::ui::Display::None) {
            return false;
        }
        match world.get::<ChildOf>(at) {
            Some(parent) => at = parent.parent(),
            None => return true,
        }
    }
}

/// Returns the name of the focused entity.
pub fn focused(app: &App) -> Option<String> {
    let entity = app.world().resource::<InputFocus>().get()?;
    app.world().get::<Name>(entity).map(ToString::to_string)
}

/// Moves the focus to the control called `name`: first with F6, then with Tab. A group of
/// alternatives is a single stop; within it, arrow keys move the focus and select.
pub fn go_to(app: &mut App, name: &str) {
    if focused(app).as_deref() == Some(name) {
        return;
    }
    let mut seen = Vec::new();
    for _ in 0..80 {
        let is_first = focused(app).is_none();
        headless::keys(app, &[if is_first { KeyCode::F6 } else { KeyCode::Tab }]);
        for _ in 0..=alternatives_beside(app).len() {
            let at = focused(app);
            if at.as_deref() == Some(name) {
                return;
            }
            seen.push(at);
            if !alternatives_beside(app).iter().any(|it| it == name) {
                break;
            }
            headless::keys(app, &[KeyCode::ArrowRight]);
        }
    }
    panic!("no {name} among {seen:?}");
}

/// Returns the names of the alternatives in the focused group.
fn alternatives_beside(app: &App) -> Vec<String> {
    let world = app.world();
    let focused = world.resource::<InputFocus>().get();
    let group = focused.filter(|it| world.get::<RadioButton>(*it).is_some());
    let group = group.and_then(|it| world.get::<ChildOf>(it));
    let all = group.and_then(|group| world.get::<Children>(group.parent()));
    let names = all.into_iter().flatten();
    let names = names.filter_map(|it| world.get::<Name>(*it));
    names.map(ToString::to_string).collect()
}

/// Runs frames in real time until `is_so` returns true.
pub fn until(app: &mut App, what: &str, mut is_so: impl FnMut(&App) -> bool) {
    let end = Instant::now() + LIMIT;
    while !is_so(app) {
        assert!(Instant::now() < end, "waited in vain for {what}");
        app.update();
        sleep(Duration::from_millis(1));
    }
}
