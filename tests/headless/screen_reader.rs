//! The UI as seen by a screen reader: AccessKit's view of the accessibility tree that the window
//! provides.
//!
//! Bevy builds that tree only for an open window (`update_adapter` in
//! `bevy_winit/src/accessibility.rs`). [`Reader::tree_update`] builds it by the same rules from the
//! same components.

use accesskit::{
    Action, ActionRequest as Request, Live, Node as Data, NodeId, Role, Tree as Description,
    TreeId, TreeUpdate,
};
use accesskit_consumer::{FilterResult, Node as Read, Tree, TreeChangeHandler, common_filter};
use bevy::a11y::{AccessibilityNode, ActionRequest};
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use icochess::computer::Computer;
use icochess::game::messages::MoveRequested;
use icochess::ui::state::screen::{Screen, Screens, Subject};

use crate::asking::{add_panel, focused, plies, shown_page, the_match};
use crate::flat::settings;
use crate::headless::{self, all_pages};

/// The game in a window, with a screen reader's state.
struct Reader {
    app: App,
    tree: Tree,
    said: Said,
}

/// Unprompted announcements, in order.
#[derive(Default)]
struct Said(Vec<String>);

/// Returns the words read for a node: its name, or its own text.
fn words(node: &Read) -> String {
    let text = node.label_comes_from_value().then(|| node.value());
    node.label().or_else(|| text.flatten()).unwrap_or_default()
}

impl Said {
    fn say(&mut self, node: &Read) {
        let is_read = common_filter(node) == FilterResult::Include;
        if node.live() != Live::Off && is_read {
            self.0.push(words(node));
        }
    }
}

impl TreeChangeHandler for Said {
    fn node_added(&mut self, node: &Read) {
        self.say(node);
    }

    fn node_updated(&mut self, old: &Read, new: &Read) {
        if words(old) != words(new) || common_filter(old) != common_filter(new) {
            self.say(new);
        }
    }

    fn focus_moved(&mut self, _: Option<&Read>, _: Option<&Read>) {}

    fn node_removed(&mut self, _: &Read) {}
}

/// A node as screen readers read it.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    id: NodeId,
    role: Role,
    name: String,
    value: Option<String>,
    is_disabled: bool,
}

impl Reader {
    fn new() -> Self {
        let mut app = headless::laid_out_window();
        let window = NodeId(Self::window(&mut app).0.to_bits());
        let start = TreeUpdate {
            nodes: vec![(window, Data::new(Role::Window))],
            tree: Some(Description::new(window)),
            tree_id: TreeId::ROOT,
            focus: window,
        };
        let mut reader = Self {
            app,
            tree: Tree::new(start, true),
            said: Said::default(),
        };
        reader.frames(2);
        reader
    }

    fn window(app: &mut App) -> (Entity, String) {
        let world = app.world_mut();
        let mut windows = world.query_filtered::<(Entity, &Window), With<PrimaryWindow>>();
        let (entity, window) = windows.single(world).expect("a window");
        (entity, window.title.clone())
    }

    /// Returns the tree update that the window sends now. A focused entity outside the tree
    /// suppresses the whole update.
    fn tree_update(&mut self) -> TreeUpdate {
        let (window, title) = Self::window(&mut self.app);
        let world = self.app.world_mut();
        let focus = world.resource::<InputFocus>().get();
        let mut nodes = world.query::<(
            Entity,
            &AccessibilityNode,
            Option<&Children>,
            Option<&ChildOf>,
        )>();
        let is_node = |entity: Entity| world.get::<AccessibilityNode>(entity).is_some();
        assert!(focus.is_none_or(is_node), "{focus:?} is not in the tree");
        let id = |entity: Entity| NodeId(entity.to_bits());
        let mut root = Data::new(Role::Window);
        root.set_label(title);
        let mut updated = Vec::new();
        for (entity, node, children, parent) in nodes.iter(world) {
            if !parent.is_some_and(|parent| is_node(parent.parent())) {
                root.push_child(id(entity));
            }
            let mut node = node.0.clone();
            for child in children.into_iter().flatten().filter(|it| is_node(**it)) {
                node.push_child(id(*child));
            }
            updated.push((id(entity), node));
        }
        updated.push((id(window), root));
        TreeUpdate {
            nodes: updated,
            tree: None,
            tree_id: TreeId::ROOT,
            focus: id(focus.unwrap_or(window)),
        }
    }

    /// Runs frames, and updates the reader after each.
    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.app.update();
            let update = self.tree_update();
            // Panics if a node is missing or has two parents.
            self.tree.update_and_process_changes(update, &mut self.said);
        }
    }

    fn open(&mut self, screen: Screen) {
        self.app.world_mut().resource_mut::<Screens>().open(screen);
        // Files are found some frames later.
        self.frames(4);
    }

    /// Returns everything readable, in reading order.
    fn lines(&self) -> Vec<Line> {
        fn below(node: &Read, into: &mut Vec<Line>) {
            check(node);
            into.push(Line {
                id: node.locate().0,
                role: node.role(),
                name: words(node),
                value: node.value(),
                is_disabled: node.is_disabled(),
            });
            for child in node.filtered_children(&common_filter) {
                below(&child, into);
            }
        }
        let mut lines = Vec::new();
        below(&self.tree.state().root(), &mut lines);
        lines
    }

    fn line(&self, role: Role, name: &str) -> Option<Line> {
        let mut lines = self.lines().into_iter();
        lines.find(|line| line.role == role && line.name == name)
    }

    /// Performs a screen reader's action on a node.
    fn act(&mut self, role: Role, name: &str, action: Action) {
        let line = self.line(role, name);
        let line = line.unwrap_or_else(|| panic!("no {role:?} {name} in {:#?}", self.lines()));
        self.ask(line.id, action);
    }

    fn ask(&mut self, target_node: NodeId, action: Action) {
        self.app.world_mut().write_message(ActionRequest(Request {
            action,
            target_tree: TreeId::ROOT,
            target_node,
            data: None,
        }));
        self.frames(3);
    }

    fn play(&mut self, uci: &str) {
        let mv = the_match(&self.app).position().parse_uci(uci).unwrap();
        self.app.world_mut().write_message(MoveRequested(mv));
        self.frames(3);
    }
}

/// Asserts that a node has a name, and supports the actions of its role.
fn check(node: &Read) {
    let (role, name, value) = (node.role(), words(node), node.value());
    let context = format!("{role:?} {name:?} {value:?}");
    assert!(!name.is_empty(), "{context} has no name");
    let can = |action| node.supports_action(action, &common_filter);
    match role {
        Role::Window
        | Role::Group
        | Role::Label
        | Role::List
        | Role::ScrollView
        | Role::RadioGroup => {}
        Role::Button => assert!(can(Action::Click) && can(Action::Focus), "{context}"),
        Role::CheckBox | Role::RadioButton => {
            assert!(node.toggled().is_some(), "{context} is not on or off");
            assert!(can(Action::Click) && can(Action::Focus), "{context}");
        }
        Role::Slider => {
            assert!(value.is_some_and(|it| !it.is_empty()), "{context}");
            let bounds = (node.min_numeric_value(), node.max_numeric_value());
            let (Some(least), Some(most)) = bounds else {
                panic!("{context} has no bounds");
            };
            let now = node.numeric_value().expect("a number");
            assert!((least..=most).contains(&now), "{context}: {now}");
            assert!(
                can(Action::Increment) && can(Action::Decrement),
                "{context}"
            );
        }
        Role::TextInput => {
            assert!(value.is_some(), "{context} says not what stands in it");
            assert!(can(Action::Focus), "{context}");
        }
        other => panic!("{context} is a {other:?}"),
    }
}

#[test]
fn pages_are_read_completely_and_in_order() {
    let mut reader = Reader::new();
    for screen in all_pages() {
        reader.open(screen);
        let lines = reader.lines();
        let world = reader.app.world_mut();
        // Every usable control is read unless it is hidden.
        let mut controls = world.query_filtered::<(Entity, &ComputedNode), With<TabIndex>>();
        let mut count = 0;
        for (entity, node) in controls.iter(world) {
            let is_read = lines.iter().any(|it| it.id.0 == entity.to_bits());
            assert_eq!(is_read, !node.is_empty(), "{screen:?}: {entity}");
            count += usize::from(is_read);
        }
        assert!(count > 0, "{screen:?}");
    }
    reader.open(Screen::Settings(Subject::Sound));
    let names: Vec<_> = reader.lines().into_iter().map(|line| line.name).collect();
    let at = |name: &str| {
        let found = names.iter().position(|it| it == name);
        found.unwrap_or_else(|| panic!("no {name} in {names:?}"))
    };
    let order = [
        "Settings", "Back", "Board", "Sound", "Page", "Volume", "Pieces",
    ]
    .map(at);
    assert!(order.is_sorted(), "{names:?}");
    // A slider's label is its name, so it is read only once.
    assert_eq!(names.iter().filter(|it| *it == "Pieces").count(), 1);
}

#[test]
fn panel_is_read_like_the_window() {
    let mut reader = Reader::new();
    add_panel(&mut reader.app);
    for screen in all_pages() {
        reader.open(screen);
        reader.lines();
    }
}

#[test]
fn moves_checks_and_refusals_are_announced() {
    let mut reader = Reader::new();
    reader.said.0.clear();
    reader.play("b1n4");
    let said = std::mem::take(&mut reader.said.0);
    for words in ["Last move: 1. rook B1 takes pawn N4", "Black to move"] {
        assert!(said.iter().any(|it| it == words), "{said:?}");
    }
    reader.play("o1a1");
    let said = std::mem::take(&mut reader.said.0);
    let why = "O1: Black rook can't go to A1. The piece doesn't move that way";
    assert_eq!(said, [why]);
    reader.frames(10);
    assert_eq!(reader.said.0, [""; 0], "what is known is not said again");
}

#[test]
fn move_list_is_read_and_its_items_go_to_their_moves() {
    let mut reader = Reader::new();
    for text in ["b1n4", "o1b3"] {
        reader.play(text);
    }
    let list = reader.line(Role::List, "Moves").expect("the list");
    let node = reader
        .tree
        .state()
        .node_by_tree_local_id(list.id, TreeId::ROOT);
    let inside: Vec<_> = node
        .expect("the list")
        .filtered_children(&common_filter)
        .map(|child| (child.role(), words(&child), child.toggled()))
        .collect();
    let read = |role, name: &str, is_current| (role, name.to_owned(), is_current);
    let expected = [
        read(Role::Label, "1.", None),
        read(Role::Button, "1 Rxn4", None),
        // The current position.
        read(Role::Button, "1 Rxb3", Some(accesskit::Toggled::True)),
    ];
    assert_eq!(inside, expected);
    reader.act(Role::Button, "1 Rxn4", Action::Click);
    assert_eq!(plies(&reader.app), 1);
}

#[test]
fn screen_reader_can_press_buttons_and_move_sliders() {
    let mut reader = Reader::new();
    reader.act(Role::Button, "Menu", Action::Click);
    assert_eq!(shown_page(&reader.app), Screen::Home);
    reader.act(Role::Button, "Settings", Action::Click);
    reader.act(Role::CheckBox, "Names on the board", Action::Click);
    assert!(settings(&reader.app).tile_names);
    reader.open(Screen::Settings(Subject::Sound));
    let value = |reader: &Reader| reader.line(Role::Slider, "Volume").unwrap().value;
    assert_eq!(value(&reader).as_deref(), Some("83%"));
    reader.act(Role::Slider, "Volume", Action::Decrement);
    assert_eq!(value(&reader).as_deref(), Some("79%"));
    // Disabled and missing controls ignore actions.
    reader.open(Screen::Game);
    reader.act(Role::Button, "Undo", Action::Click);
    reader.ask(NodeId(u64::MAX), Action::Click);
    assert_eq!(shown_page(&reader.app), Screen::Game);
}

#[test]
fn hidden_controls_are_not_read_and_changed_labels_are() {
    let mut reader = Reader::new();
    let is_read = |reader: &Reader, name| reader.line(Role::Button, name).is_some();
    assert!(!is_read(&reader, "Pause") && !is_read(&reader, "Continue"));
    let mut computer = reader.app.world_mut().resource_mut::<Computer>();
    computer.black.computer = true;
    reader.frames(3);
    assert!(is_read(&reader, "Pause"));
    reader.act(Role::Button, "Pause", Action::Click);
    assert!(is_read(&reader, "Continue") && !is_read(&reader, "Pause"));
    // A disabled control is announced as such.
    assert!(reader.line(Role::Button, "Undo").unwrap().is_disabled);
}

#[test]
fn focused_control_is_read_on_every_page() {
    let mut reader = Reader::new();
    for screen in all_pages() {
        // The previous page's focus is gone.
        reader.open(screen);
        let lines = reader.lines();
        let buttons = lines.iter().filter(|line| line.role == Role::Button);
        let is_alone = buttons.count() == 1;
        let mut before = None;
        for _ in 0..3 {
            // On the board, Tab has another meaning while no control has the focus.
            let is_first = focused(&reader.app).is_none();
            let key = if is_first { KeyCode::F6 } else { KeyCode::Tab };
            headless::key(&mut reader.app, key, None);
            reader.frames(1);
            let focus = reader.tree.state().focus().expect("a focus");
            assert!(!words(&focus).is_empty(), "{screen:?}");
            assert_ne!(focus.role(), Role::Window, "{screen:?}");
            let now = Some(focus.id());
            assert!(now != before || is_alone, "{screen:?}");
            before = now;
        }
    }
}
