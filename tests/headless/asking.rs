//! Requests that most tests make of the game, and what they see of it.

use std::thread::sleep;
use std::time::{Duration, Instant};

use accesskit::Action;
use bevy::ecs::component::Mutable;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::RadioButton;
use icochess::board::stage::root::BoardRoot;
use icochess::feedback::{Feedback, FeedbackEvent};
use icochess::game::Match;
use icochess::game::messages::MoveRequested;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::{Screen, Screens, Surface};
use icochess_rules::Record;

use crate::headless;

/// The longest time that a thread may take.
pub const LIMIT: Duration = Duration::from_secs(60);

pub fn frames(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

/// Writes a message, and lets a frame pass.
pub fn ask<M: Message>(app: &mut App, message: M) {
    app.world_mut().write_message(message);
    app.update();
}

/// Gives a command, as its button or its key does; pages follow a frame later.
pub fn command(app: &mut App, command: Command) {
    ask(app, CommandRequested(command));
    frames(app, 2);
}

/// Presses the control of that name, as an assistive program does.
pub fn press(app: &mut App, name: &str) {
    headless::ask(app, name, Action::Click);
}

pub fn get<R: Resource>(app: &App) -> &R {
    app.world().resource()
}

pub fn get_mut<R: Resource<Mutability = Mutable>>(app: &mut App) -> Mut<'_, R> {
    app.world_mut().resource_mut()
}

/// Asks for a move, in UCI text.
pub fn play(app: &mut App, uci: &str) {
    let mv = the_match(app).position().parse_uci(uci);
    ask(app, MoveRequested(mv.expect("a move")));
}

pub fn the_match(app: &App) -> &Match {
    get(app)
}

pub fn plies(app: &App) -> usize {
    the_match(app).record().ply()
}

/// The place of a node of the interface as it is laid out, physical pixels of its surface.
pub fn laid_out(app: &App, entity: Entity) -> Rect {
    let node = app.world().get::<ComputedNode>(entity).unwrap();
    let at = app.world().get::<UiGlobalTransform>(entity).unwrap();
    Rect::from_center_size(at.translation, node.size())
}

/// The moves of a PGN text, without its tags and line breaks.
pub fn moves_of(record: &Record) -> String {
    let text = record.to_pgn();
    let (_, moves) = text.split_once("\n\n").expect("tags and moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The events of so many frames that may be heard or felt, and of the one just before.
pub fn happens(app: &mut App, frames: usize) -> Vec<FeedbackEvent> {
    let mut found = Vec::new();
    for _ in 0..frames {
        app.update();
        let mut all = app.world_mut().resource_mut::<Messages<Feedback>>();
        found.extend(all.drain().map(|feedback| feedback.0));
    }
    found
}

/// The rotation of the board.
pub fn rotation(app: &mut App) -> Quat {
    let world = app.world_mut();
    let mut roots = world.query_filtered::<&Transform, With<BoardRoot>>();
    roots.single(world).expect("a board").rotation
}

/// The page that is shown.
pub fn shown_page(app: &App) -> Screen {
    app.world().resource::<Screens>().shown()
}

/// Opens a page; what is found on disk comes some frames later.
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

/// Adds the pages of a panel that has room for them, where the interface is laid out.
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

/// All that is written.
pub fn texts(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut texts = world.query::<&Text>();
    texts.iter(world).map(|text| text.0.clone()).collect()
}

/// Is a text with `part` in it there?
pub fn is_told(app: &mut App, part: &str) -> bool {
    texts(app).iter().any(|text| text.contains(part))
}

/// Whether a text with `part` in it is displayed.
pub fn is_displayed_text(app: &mut App, part: &str) -> bool {
    let world = app.world_mut();
    let mut texts = world.query::<(Entity, &Text)>();
    let found = texts.iter(world).filter(|(_, text)| text.0.contains(part));
    let found: Vec<Entity> = found.map(|(entity, _)| entity).collect();
    found.into_iter().any(|text| is_displayed(app, text))
}

/// Whether a control of that name is displayed.
pub fn is_shown(app: &mut App, name: &str) -> bool {
    let world = app.world_mut();
    let mut names = world.query::<(Entity, &Name)>();
    let found = names.iter(world).find(|(_, it)| it.as_str() == name);
    let found = found.map(|(entity, _)| entity);
    found.is_some_and(|entity| is_displayed(app, entity))
}

/// Whether neither a node nor anything that it is in is left out.
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

/// The name of what has the keyboard's focus.
pub fn focused(app: &App) -> Option<String> {
    let entity = app.world().resource::<InputFocus>().get()?;
    app.world().get::<Name>(entity).map(ToString::to_string)
}

/// Goes on with Tab until the control of that name has the focus, to the first one with F6, unless
/// it has it already. In a group of alternatives, which is one stop, the arrow keys go on to it, and
/// choose it.
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

/// The names of the group of alternatives of which one has the focus.
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

/// Lets frames pass, in real time, until something is so.
pub fn until(app: &mut App, what: &str, mut is_so: impl FnMut(&App) -> bool) {
    let end = Instant::now() + LIMIT;
    while !is_so(app) {
        assert!(Instant::now() < end, "waited in vain for {what}");
        app.update();
        sleep(Duration::from_millis(1));
    }
}
