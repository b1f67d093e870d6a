//! UI layout of every page at many window and text sizes, and on the panel. Nothing may overlap or
//! be cut off, and scrolling areas need a scrollbar.

use std::collections::BTreeSet;
use std::fmt::Write;

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::text::{RemSize, TextLayoutInfo};
use bevy::ui_widgets::{Scrollbar, ScrollbarThumb};
use bevy::window::{PrimaryWindow, WindowResized};
use icochess::board::stage::switches::Learning;
use icochess::computer::Computer;
use icochess::display::{Display, PassthroughAvailable};
use icochess::game::Match;
use icochess::game::messages::{GameRequest, MoveRequested, Step};
use icochess::game::remote::{Host, Hosting, Nearby, NearbyHost, Phase, RemoteView};
use icochess::interaction::choice::{Choice, Choosing};
use icochess::interaction::move_entry::MoveEntryRequest;
use icochess::language::Words;
use icochess::library::{Entry, Names};
use icochess::pairing::Order;
use icochess::save::library::Library;
use icochess::save::players::Players;
use icochess::save::settings::Settings;
use icochess::save::{RestoredGame, ResumeOffer};
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::kit::act::CommandButton;
use icochess::ui::kit::control_style::ControlStyle;
use icochess::ui::panel;
use icochess::ui::state::friend::FriendSetup;
use icochess::ui::state::people::PeopleView;
use icochess::ui::state::saved::SavedView;
use icochess::ui::state::screen::{Screen, Subject, Surface, Topic};
use icochess::ui::state::setup::Setup;
use icochess::ui::state::status::StatusLine;
use icochess::ui::state::window::InputUsed;
use icochess::ui::style::theme;
use icochess_boards::Variant;
use icochess_rules::{Move, Side};
use icochess_shape::{Hold, Map};

use crate::asking::{
    all, frames, has_text, is_displayed, is_displayed_text, is_shown, laid_out, open,
};
use crate::headless::{self, all_pages};

/// Window sizes, in logical pixels.
const WINDOWS: [(u32, u32); 12] = [
    (640, 480),
    (800, 600),
    (1024, 768),
    (1280, 720),
    (1280, 800),
    (1366, 768),
    (1600, 900),
    (1920, 1080),
    (2560, 1440),
    (3840, 2160),
    (1000, 700),
    (360, 740),
];
/// Text sizes: minimum, default and maximum of the setting, and one between them.
const TEXTS: [f32; 4] = [0.75, 1.0, 1.25, 1.75];
/// Text sizes on the panel, where sizes below 1 have no effect.
const TEXTS_OF_PANEL: [f32; 3] = [0.75, 1.0, 1.75];
/// Names of nodes whose contents may overlap.
const PICTURES: [&str; 4] = ["compass", "diagram", "curve", "evaluation bar"];
/// Width of a space in the largest scrolled text, in logical pixels: 0.28 of its size.
const SPACE: f32 = 0.28 * 1.75 * 20.0;
/// Tolerance for rounding to whole pixels, in physical pixels.
const SLACK: f32 = 1.5;

/// A visible node with its rectangle.
struct Seen {
    entity: Entity,
    /// Full rectangle of the node, in physical pixels.
    rect: Rect,
    /// Unclipped part of the rectangle.
    shown: Rect,
    name: String,
    /// Controls and texts that contain the node.
    above: Vec<Entity>,
    /// Whether the node is a control or a text.
    is_thing: bool,
}

/// Visible nodes of a surface, and the layout errors found.
struct Look<'w> {
    world: &'w World,
    screen: Rect,
    seen: Vec<Seen>,
    wrong: Vec<String>,
}

impl Look<'_> {
    fn name(&self, entity: Entity) -> String {
        let text = self.world.get::<Text>(entity).map(|text| text.0.as_str());
        let text = text.map(|text| format!("“{text}”"));
        let name = self.world.get::<Name>(entity).map(ToString::to_string);
        name.or(text).unwrap_or_else(|| format!("{entity}"))
    }

    /// Collects a node and its descendants, clipped to `clip`.
    fn walk(&mut self, entity: Entity, parent: Option<Rect>, clip: Rect, above: &[Entity]) {
        let world = self.world;
        let (Some(node), Some(computed), Some(at)) = (
            world.get::<Node>(entity),
            world.get::<ComputedNode>(entity),
            world.get::<UiGlobalTransform>(entity),
        ) else {
            return;
        };
        let is_hidden = world.get::<Visibility>(entity) == Some(&Visibility::Hidden);
        if node.display == bevy::ui::Display::None || is_hidden {
            return;
        }
        let rect = Rect::from_center_size(at.translation, computed.size());
        let text = world.get::<Text>(entity);
        let style = world.get::<ControlStyle>(entity);
        let is_control = style.is_some_and(|style| *style != ControlStyle::Plate);
        let is_text = text.is_some_and(|text| !text.0.trim().is_empty());
        let name = world.get::<Name>(entity).map(Name::as_str);
        let is_picture = name.is_some_and(|name| PICTURES.contains(&name));
        let is_absolute = node.position_type == PositionType::Absolute;
        if let Some(parent) = parent.filter(|_| !is_absolute && !rect.is_empty()) {
            self.within(entity, rect, parent);
        }
        let mut above = above.to_vec();
        if is_control || is_text || is_picture {
            let shown = rect.intersect(clip);
            self.seen.push(Seen {
                entity,
                rect,
                shown,
                name: self.name(entity),
                above: above.clone(),
                is_thing: is_control || is_text,
            });
            above.push(entity);
        }
        if let (true, Some(layout)) = (is_text, world.get::<TextLayoutInfo>(entity)) {
            // Ignore the space at the end of a line.
            let space = Vec2::X * SPACE / computed.inverse_scale_factor;
            let needed = layout.size / computed.inverse_scale_factor - space;
            let has = computed.content_box().size();
            if needed.cmpgt(has + SLACK).any() {
                let name = self.name(entity);
                self.wrong
                    .push(format!("{name} needs {needed} and has {has}"));
            }
        }
        // The contents of pictures may overlap.
        if is_picture {
            return;
        }
        let scrolls = node.overflow.y == OverflowAxis::Scroll;
        if scrolls {
            self.scrolls(entity, computed);
        }
        let clips = [node.overflow.x, node.overflow.y].map(|axis| !axis.is_visible());
        let mut inner = clip;
        if clips[0] {
            (inner.min.x, inner.max.x) = (clip.min.x.max(rect.min.x), clip.max.x.min(rect.max.x));
        }
        if clips[1] {
            (inner.min.y, inner.max.y) = (clip.min.y.max(rect.min.y), clip.max.y.min(rect.max.y));
        }
        // The content of a scrolling area may have any height.
        let mut room = rect;
        if scrolls {
            (room.min.y, room.max.y) = (f32::MIN, f32::MAX);
        }
        // A clipped column that wraps hides the children that don't fit.
        let wraps =
            node.flex_wrap == FlexWrap::Wrap && node.flex_direction == FlexDirection::Column;
        let leaves_out = wraps && clips[0];
        let children = world.get::<Children>(entity).into_iter().flatten();
        for child in children.copied() {
            let is_gone = leaves_out && self.is_outside(child, rect);
            if !is_gone {
                self.walk(child, Some(room), inner, &above);
            }
        }
    }

    /// Returns whether a node is to the right of `place`, hidden by wrapping.
    fn is_outside(&self, entity: Entity, place: Rect) -> bool {
        let world = self.world;
        let (Some(node), Some(at)) = (
            world.get::<ComputedNode>(entity),
            world.get::<UiGlobalTransform>(entity),
        ) else {
            return false;
        };
        let rect = Rect::from_center_size(at.translation, node.size());
        rect.min.x >= place.max.x - SLACK
    }

    fn within(&mut self, entity: Entity, rect: Rect, parent: Rect) {
        let is_in =
            rect.min.cmpge(parent.min - SLACK).all() && rect.max.cmple(parent.max + SLACK).all();
        if !is_in {
            let (name, above) = (self.name(entity), self.path(entity));
            self.wrong.push(format!(
                "{name} is at {}, beyond {}, in {above}",
                describe(rect),
                describe(parent)
            ));
        }
    }

    /// Returns the names of an entity's ancestors.
    fn path(&self, entity: Entity) -> String {
        let mut path = String::new();
        let mut at = entity;
        while let Some(parent) = self.world.get::<ChildOf>(at) {
            at = parent.parent();
            if self.world.get::<Name>(at).is_some() {
                let _ = write!(path, "{} < ", self.name(at));
            }
        }
        path
    }

    fn scrolls(&mut self, entity: Entity, node: &ComputedNode) {
        let beyond = node.content_size() - node.size();
        if beyond.x > SLACK + SPACE / node.inverse_scale_factor {
            let name = self.name(entity);
            self.wrong.push(format!("{name} is {} too wide", beyond.x));
        }
        if beyond.y <= SLACK {
            return;
        }
        let has_bar = self.world.iter_entities().any(|it| {
            let is_of = it
                .get::<Scrollbar>()
                .is_some_and(|bar| bar.target == entity);
            let is_seen = it
                .get::<ComputedNode>()
                .is_some_and(|bar| bar.size().min_element() > 2.0);
            let thumb = it.get::<Children>().into_iter().flatten().any(|child| {
                let thumb = self.world.get::<ScrollbarThumb>(*child);
                let node = self.world.get::<ComputedNode>(*child);
                thumb.is_some() && node.is_some_and(|node| node.size().min_element() > 2.0)
            });
            is_of && is_seen && thumb
        });
        if !has_bar {
            let name = self.name(entity);
            self.wrong
                .push(format!("{name} scrolls without a scrollbar"));
        }
    }

    /// Collects nodes that overlap or leave the screen.
    fn compare(&mut self) {
        let mut wrong = Vec::new();
        for (number, one) in self.seen.iter().enumerate() {
            if one.is_thing && !one.shown.is_empty() {
                let inside = self.screen.inflate(SLACK);
                let is_in = inside.contains(one.rect.min) && inside.contains(one.rect.max);
                // A scrolled node may be longer than the screen.
                let is_whole = one.rect == one.shown || !is_in_scrolled(self.world, one.entity);
                if !is_in && is_whole {
                    wrong.push(format!(
                        "{} leaves the screen: {}",
                        one.name,
                        describe(one.rect)
                    ));
                }
            }
            for other in &self.seen[number + 1..] {
                let is_part =
                    one.above.contains(&other.entity) || other.above.contains(&one.entity);
                let common = one.shown.intersect(other.shown);
                let is_over = common.size().cmpgt(Vec2::splat(SLACK)).all();
                if is_over && !is_part {
                    wrong.push(format!(
                        "{} at {} and {} at {} lie over one another",
                        one.name,
                        describe(one.rect),
                        other.name,
                        describe(other.rect)
                    ));
                }
            }
        }
        self.wrong.extend(wrong);
    }
}

fn is_in_scrolled(world: &World, entity: Entity) -> bool {
    let mut at = entity;
    while let Some(parent) = world.get::<ChildOf>(at) {
        at = parent.parent();
        let node = world.get::<Node>(at);
        if node.is_some_and(|node| node.overflow.y == OverflowAxis::Scroll) {
            return true;
        }
    }
    false
}

fn describe(rect: Rect) -> String {
    let [left, top, right, bottom] =
        [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(f32::round);
    format!("{left},{top} to {right},{bottom}")
}

/// Returns the layout errors of a surface.
fn faults(app: &mut App, surface: Surface) -> Vec<String> {
    let world = app.world_mut();
    let mut roots = world.query::<(Entity, &Surface)>();
    let roots: Vec<_> = roots.iter(world).collect();
    let (root, _) = roots
        .into_iter()
        .find(|(_, it)| **it == surface)
        .expect("a surface");
    let node = world.get::<ComputedNode>(root).expect("it is laid out");
    let screen = Rect::from_corners(Vec2::ZERO, node.size());
    assert!(screen.width() > 100.0, "{screen:?}");
    let mut look = Look {
        world: app.world(),
        screen,
        seen: Vec::new(),
        wrong: Vec::new(),
    };
    look.walk(root, None, screen, &[]);
    assert!(look.seen.len() > 1, "nothing is seen");
    look.compare();
    look.wrong
}

/// Resizes the window, in pixels.
pub fn resize(app: &mut App, (width, height): (u32, u32)) {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let (entity, mut window) = windows.single_mut(world).expect("a window");
    window.resolution.set_physical_resolution(width, height);
    world.write_message(WindowResized {
        window: entity,
        width: width as f32,
        height: height as f32,
    });
}

/// Returns a game of `plies` pseudo-random moves.
pub fn begun(variant: Variant, plies: usize) -> icochess_rules::Record {
    let mut game = variant.board().new_game();
    let mut seed = 7_usize;
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let mv = moves[seed / 65_536 % moves.len()];
        game.make_mut().play(mv).expect("a legal move");
    }
    game
}

/// Returns the layout errors of these pages.
fn check(app: &mut App, surface: Surface, context: &str, screens: &[Screen]) -> Vec<String> {
    let mut wrong = Vec::new();
    for screen in screens {
        open(app, *screen);
        // Texts that wrap differently than measured are corrected in the next frame.
        frames(app, 2);
        let found = faults(app, surface);
        wrong.extend(
            found
                .into_iter()
                .map(|it| format!("{context}, {screen:?}: {it}")),
        );
    }
    wrong
}

fn assert_none(wrong: &[String]) {
    let first: Vec<&str> = wrong.iter().take(60).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), first.join("\n"));
}

/// Creates a window with a game and all optional elements round the board.
fn window(variant: Variant) -> App {
    let settings = Settings {
        variant,
        move_list: true,
        ..Settings::default()
    };
    let mut app = headless::window_with(Display::Flat, settings, headless::lay_out);
    let game = begun(variant, 60);
    app.world_mut().write_message(GameRequest::Load(game));
    headless::pass(&mut app, 0.2);
    app
}

/// Each page at each window size in each language. Text sizes and boards alternate: each page has
/// each text size and each board, and in the narrowest windows always the largest text too.
#[test]
fn nothing_in_the_window_overlaps_or_is_cut_off() {
    let mut wrong = Vec::new();
    let mut app = window(Variant::Icochess);
    for (row, size) in WINDOWS.into_iter().enumerate() {
        resize(&mut app, size);
        for (column, language) in ["en", "de"].into_iter().enumerate() {
            let variant = Variant::ALL[(row + column) % Variant::ALL.len()];
            load(&mut app, begun(variant, 60));
            app.world_mut().resource_mut::<Settings>().language = language.to_owned();
            for (turn, text) in TEXTS.into_iter().enumerate() {
                app.world_mut().resource_mut::<Settings>().text_size = text;
                let is_hardest = size.0 < 800 && turn + 1 == TEXTS.len();
                let pages = all_pages().into_iter().enumerate();
                let pages = pages.filter(|(number, _)| {
                    let all = number + row + 2 * column + turn;
                    is_hardest || all.is_multiple_of(TEXTS.len())
                });
                let pages: Vec<Screen> = pages.map(|(_, page)| page).collect();
                let context = format!(
                    "{variant} in {language} at {}×{} with text {text}",
                    size.0, size.1
                );
                wrong.extend(check(&mut app, Surface::Window, &context, &pages));
                if pages.contains(&Screen::Game) {
                    app.world_mut().write_message(MoveEntryRequest::Open);
                    headless::pass(&mut app, 0.2);
                    let context = format!("{context} while a move is typed");
                    wrong.extend(check(&mut app, Surface::Window, &context, &[Screen::Game]));
                }
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn settings_explain_a_reduced_text_size() {
    let mut app = window(Variant::Icochess);
    app.world_mut().resource_mut::<Settings>().text_size = 1.75;
    for (size, is_small) in [
        (WINDOWS[0], true),
        (WINDOWS[1], false),
        (WINDOWS[3], false),
        (WINDOWS[0], true),
    ] {
        resize(&mut app, size);
        open(&mut app, Screen::Settings(Subject::Display));
        frames(&mut app, 2);
        let why = "Text larger than 140% doesn't fit this window.";
        assert_eq!(has_text(&mut app, why), is_small, "{size:?}");
        // The text scale is limited as at 800×600.
        let scale = app.world().resource::<UiScale>().0;
        assert!(!is_small || (scale - 0.65 * 1.4).abs() < 0.001, "{scale}");
    }
}

#[test]
fn text_size_slider_stays_in_view() {
    let mut app = window(Variant::Icochess);
    resize(&mut app, WINDOWS[4]);
    open(&mut app, Screen::Settings(Subject::Display));
    let slider = headless::named(&mut app, "slider text size");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(slider, FocusCause::Navigated);
    for text in [1.5, 0.75, 1.75] {
        app.world_mut().resource_mut::<Settings>().text_size = text;
        frames(&mut app, 4);
        let place = describe(laid_out(&app, slider));
        assert!(is_seen_whole(&app, slider), "{text}: {place}");
    }
}

/// Each page on each board in each language, with alternating text sizes.
#[test]
fn nothing_on_the_panel_overlaps_or_is_cut_off() {
    let mut wrong = Vec::new();
    let mut app = with_panel();
    // Include all optional headset features.
    app.insert_resource(PassthroughAvailable::NextTime);
    app.world_mut().resource_mut::<Settings>().passthrough = true;
    for (row, variant) in Variant::ALL.into_iter().enumerate() {
        load(&mut app, begun(variant, 60));
        for (column, language) in ["en", "de"].into_iter().enumerate() {
            let text = TEXTS_OF_PANEL[(row + column) % TEXTS_OF_PANEL.len()];
            app.insert_resource(UiScale(text));
            app.world_mut().resource_mut::<Settings>().language = language.to_owned();
            let context = format!("{variant} in {language} with text {text}");
            wrong.extend(check(&mut app, Surface::Panel, &context, &all_pages()));
        }
    }
    assert_none(&wrong);
}

/// Creates the game with the panel of a headset.
fn with_panel() -> App {
    let mut app = headless::app(Settings::default(), |app| {
        headless::lay_out(app);
        app.add_plugins(panel::plugin);
        app.insert_state(Display::Headset);
    });
    app.update();
    app
}

#[test]
fn panel_shows_the_essential_setup_without_scrolling() {
    let mut app = with_panel();
    app.world_mut().resource_mut::<Setup>().seat_alone();
    open(&mut app, Screen::NewGame);
    frames(&mut app, 3);
    let page = headless::named(&mut app, "panel page");
    let page = laid_out(&app, page).inflate(SLACK);
    let all = all::<Name>(&mut app);
    for (begin, count) in [
        ("panel choice board ", Variant::ALL.len()),
        ("panel choice who plays ", 5),
        ("panel slider strength", 1),
        ("panel choice clock ", 10),
    ] {
        let found = all.iter().filter(|(_, name)| name.starts_with(begin));
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), count, "{begin}");
        for (entity, name) in found {
            let rect = laid_out(&app, *entity);
            let is_seen = page.contains(rect.min) && page.contains(rect.max);
            let (rect, page) = (describe(rect), describe(page));
            assert!(is_seen, "{name} at {rect} is not seen in {page}");
        }
    }
    // Start is outside the scrolling area.
    let start = headless::named(&mut app, "panel button start");
    assert!(laid_out(&app, start).max.y <= page.min.y + 2.0 * SLACK);
}

#[test]
fn panel_shows_all_play_controls_without_scrolling() {
    for variant in Variant::ALL {
        let shape = variant.shape();
        let mut app = with_panel();
        load(&mut app, begun(variant, 60));
        let everywhere = "review,help,menu,undo,redo,hint,my side,last move";
        let mut names: Vec<String> = everywhere.split(',').map(str::to_owned).collect();
        if shape.hold == Hold::Ball {
            names.push("glass".to_owned());
        }
        if Map::is_of(&shape) {
            names.push("map".to_owned());
        }
        if let Some(inside) = &shape.inside {
            let words = app.world().resource::<Words>();
            let kinds = inside.kinds().into_iter();
            names.extend(kinds.map(|kind| words.name(&kind).to_lowercase()));
            names.push("apart".to_owned());
        }
        for (language, by_computer) in [("en", false), ("de", false), ("en", true), ("de", true)] {
            app.world_mut().resource_mut::<Settings>().language = language.to_owned();
            let mut computer = app.world_mut().resource_mut::<Computer>();
            computer.of_mut(Side::Black).computer = by_computer;
            open(&mut app, Screen::Game);
            frames(&mut app, 3);
            let more = ["move now", "pause"].into_iter().filter(|_| by_computer);
            for name in names.iter().map(String::as_str).chain(more) {
                let control = headless::named(&mut app, &format!("panel button {name}"));
                let place = describe(laid_out(&app, control));
                assert!(
                    is_seen_whole(&app, control),
                    "{variant}, {language}, {by_computer}: {name} at {place}"
                );
            }
        }
    }
}

#[test]
fn panel_shows_the_whole_menu_without_scrolling() {
    for language in ["en", "de"] {
        let mut app = with_panel();
        app.world_mut().resource_mut::<Settings>().language = language.to_owned();
        load(&mut app, begun(Variant::Icochess, 60));
        open(&mut app, Screen::Home);
        frames(&mut app, 3);
        let names = "review,views,person or computer,draw,resign,rematch,new game,game for two,\
                     saved games,player list,settings,about,quit,put away";
        for name in names.split(',') {
            let control = headless::named(&mut app, &format!("panel button {name}"));
            let place = laid_out(&app, control);
            let context = format!("{language}: {name} at {}", describe(place));
            assert!(is_seen_whole(&app, control), "{context}");
            // Minimum target for rays. The picture has two physical pixels per logical pixel.
            assert!(place.height() >= 2.0 * 55.0, "{context}");
        }
    }
}

#[test]
fn panel_setup_positions_do_not_depend_on_players() {
    let mut app = with_panel();
    open(&mut app, Screen::NewGame);
    for seat in [Setup::seat_computers, Setup::seat_alone] {
        seat(&mut app.world_mut().resource_mut::<Setup>());
        frames(&mut app, 3);
        let tops = [
            "panel choice board icochess ball",
            "panel choice who plays against the computer",
            "panel choice clock none",
        ]
        .map(|name| {
            let control = headless::named(&mut app, name);
            laid_out(&app, control).min.y
        });
        let is_level = tops.iter().all(|top| (top - tops[0]).abs() <= SLACK);
        assert!(is_level, "{tops:?}");
    }
}

#[test]
fn window_shows_the_setup_in_order_without_scrolling() {
    for size in [WINDOWS[0], WINDOWS[4], WINDOWS[7]] {
        let mut app = window(Variant::Icochess);
        resize(&mut app, size);
        app.world_mut().resource_mut::<Setup>().seat_alone();
        open(&mut app, Screen::NewGame);
        frames(&mut app, 3);
        let all = all::<Name>(&mut app);
        let firsts = [
            ("choice board ", Variant::ALL.len()),
            ("choice who plays ", 4),
            ("choice you play ", 3),
            ("slider strength", 1),
            ("choice clock ", 10),
            ("choice start position ", 2),
        ]
        .map(|(begin, count)| {
            let found = all.iter().filter(|(_, name)| name.starts_with(begin));
            let found: Vec<_> = found.filter(|it| is_displayed(&app, it.0)).collect();
            assert_eq!(found.len(), count, "{begin}");
            for (entity, name) in &found {
                let is_seen = begin.starts_with("choice start") || is_seen_whole(&app, *entity);
                assert!(
                    is_seen,
                    "{name} at {size:?}: {}",
                    describe(laid_out(&app, *entity))
                );
            }
            laid_out(&app, found[0].0)
        });
        // In a large window, the boards are to the left of the rest.
        let is_before = |one: &Rect, next: &Rect| one.min.y < next.min.y || one.max.x < next.min.x;
        assert!(firsts.is_sorted_by(is_before), "{size:?}: {firsts:?}");
    }
}

#[test]
fn default_window_shows_the_whole_setup() {
    let mut app = window(Variant::Icochess);
    resize(&mut app, WINDOWS[4]);
    open(&mut app, Screen::NewGame);
    frames(&mut app, 3);
    for name in ["choice start position balanced", "button more"] {
        let control = headless::named(&mut app, name);
        let place = describe(laid_out(&app, control));
        assert!(is_seen_whole(&app, control), "{name}: {place}");
    }
}

#[test]
fn top_buttons_share_a_row_in_large_windows() {
    let mut app = window(Variant::Icochess);
    let buttons = ["button help", "button menu"];
    let buttons = buttons.map(|name| headless::named(&mut app, name));
    for size in WINDOWS.into_iter().filter(|(width, _)| *width >= 1280) {
        resize(&mut app, size);
        frames(&mut app, 3);
        let [help, menu] = buttons.map(|button| laid_out(&app, button).min.y);
        assert_eq!(help, menu, "{size:?}");
    }
}

#[test]
fn smallest_window_keeps_11_px_text_and_1_px_lines() {
    let mut app = window(Variant::OctHex146);
    resize(&mut app, WINDOWS[0]);
    let (mut least, mut lines) = (f32::MAX, 0);
    for screen in all_pages() {
        open(&mut app, screen);
        frames(&mut app, 2);
        let world = app.world_mut();
        let (rem, scale) = (world.resource::<RemSize>().0, world.resource::<UiScale>().0);
        let mut texts = world.query::<(&Text, &TextFont)>();
        for (text, font) in texts.iter(world) {
            let pixels = font.font_size.eval(Vec2::ZERO, rem) * scale;
            // The tolerance is for rounding only.
            assert!(pixels > 10.99, "{screen:?}: {} has {pixels}", text.0);
            least = least.min(pixels);
        }
        let mut nodes = world.query::<(&ComputedNode, &BackgroundColor)>();
        for (node, ground) in nodes.iter(world) {
            if ground.0 == theme::LINE && node.size().x > 0.0 {
                assert!(node.size().y >= 1.0, "{screen:?}: {}", node.size());
                lines += 1;
            }
        }
    }
    // The text is no larger than necessary either.
    assert!(least < 11.02 && lines > 5, "{least}, {lines}");
}

/// A page state caused by players: its description, the page, the steps to cause it, and a text
/// that it shows.
type Brought = (&'static str, Screen, fn(&mut App), &'static str);

fn give(app: &mut App, command: Command) {
    app.world_mut().write_message(CommandRequested(command));
    frames(app, 3);
}

fn set_up(app: &mut App, change: fn(&mut Setup)) {
    change(&mut app.world_mut().resource_mut::<Setup>());
}

fn load(app: &mut App, game: icochess_rules::Record) {
    app.world_mut().write_message(GameRequest::Load(game));
    headless::pass(app, 0.5);
}

/// Makes moves await confirmation or a choice.
fn choose(app: &mut App, moves: Vec<Move>) {
    let (by, cell) = (PointerId::Mouse, moves[0].to);
    app.insert_resource(Choice(Some(Choosing { by, cell, moves })));
    frames(app, 3);
}

fn three_people(app: &mut App) {
    let mut players = app.world_mut().resource_mut::<Players>();
    for name in ["Ada Lovelace", "Bo", "Wolfgang Amadeus"] {
        players.add(name).expect("a new name");
    }
}

/// Adds saved games of the three people on every board.
fn their_games(app: &mut App) {
    let games = Variant::ALL.into_iter().map(|variant| Entry {
        file: format!("{variant}.pgn"),
        date: "2026.11.22".to_owned(),
        board: variant.board().id().to_owned(),
        names: Names {
            event: "Evening".to_owned(),
            white: "Ada Lovelace".to_owned(),
            black: "Wolfgang Amadeus".to_owned(),
        },
        result: "1/2-1/2".to_owned(),
        plies: 60,
        position: variant.board().new_game().position().text(),
        ..Entry::default()
    });
    let games: Vec<Entry> = games.collect();
    app.world_mut()
        .resource_mut::<SavedView>()
        .choose(&games[0]);
    *app.world_mut().resource_mut::<Library>() = Library {
        games: games.into(),
        played: None,
        is_listed: true,
        progress: None,
    };
}

/// Shows a game over a network in this state.
fn connect(app: &mut App, phase: Phase) {
    app.insert_resource(RemoteView {
        phase: Some(phase),
        page: "https://chess.example/games/icochess/".to_owned(),
        link: Some(format!(
            "https://chess.example/games/icochess/#play={:032}",
            7
        )),
        watch_link: Some(String::new()),
        code: Some("123456".to_owned()),
        friend: "Wolfgang Amadeus Mozart".to_owned(),
        away: Some(3599),
        may_claim: true,
        ..RemoteView::default()
    });
}

const BROUGHT: [Brought; 15] = [
    (
        "against the computer, with More",
        Screen::NewGame,
        |app| {
            set_up(app, |setup| {
                setup.seat_alone();
                setup.shows_more = true;
            });
        },
        "It plays as well as it can at its level.",
    ),
    (
        "more than two people",
        Screen::NewGame,
        |app| {
            three_people(app);
            give(app, Command::TwoPlayers);
            set_up(app, |setup| {
                setup.names = ["Ada Lovelace", "Bo"].map(str::to_owned);
                setup.order = Some(Order::RoundRobin);
                setup.shows_more = true;
            });
        },
        "Everybody plays everybody.",
    ),
    (
        "a series of two computers",
        Screen::NewGame,
        |app| {
            set_up(app, |setup| {
                setup.seat_computers();
                setup.games = 20;
                setup.shows_more = true;
            });
        },
        "Games follow one another",
    ),
    (
        "a clock of one's own",
        Screen::NewGame,
        |app| {
            set_up(app, |setup| {
                setup.own_time = true;
                setup.time.is_on = true;
                setup.time.black = Some(setup.time.white);
            });
        },
        "Black's time",
    ),
    (
        "Learn",
        Screen::Game,
        |app| give(app, Command::Learn),
        "frames show the neighbours",
    ),
    (
        "a promotion",
        Screen::Game,
        |app| {
            let game = Variant::Chess
                .board()
                .read_position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
            let game = game.expect("a position");
            let moves = game.position().legal_moves();
            load(app, game);
            let promotions = moves.into_iter().filter(|it| it.promotion().is_some());
            choose(app, promotions.collect());
        },
        "Promote to",
    ),
    (
        "a move to confirm",
        Screen::Game,
        |app| {
            load(app, begun(Variant::Chess, 60));
            let moves = app.world().resource::<Match>().position().legal_moves();
            choose(app, vec![moves[0]]);
        },
        "press Play",
    ),
    (
        "an offer of a draw",
        Screen::Game,
        |app| {
            load(app, begun(Variant::Icochess, 20));
            app.world_mut()
                .write_message(GameRequest::Draw(Side::White));
            app.update();
            let mv = app.world().resource::<Match>().position().legal_moves()[0];
            app.world_mut().write_message(MoveRequested(mv));
            headless::pass(app, 0.5);
        },
        "offers a draw",
    ),
    (
        "a game that is taken up",
        Screen::Game,
        |app| {
            load(app, begun(Variant::Icochess, 60));
            app.insert_resource(RestoredGame);
            open(app, Screen::Game);
        },
        "Welcome back",
    ),
    (
        "a saved game that is offered",
        Screen::Game,
        |app| {
            app.insert_resource(ResumeOffer(begun(Variant::Icochess, 60)));
            frames(app, 3);
        },
        "Press Resume",
    ),
    (
        "games of three people",
        Screen::Saved,
        |app| {
            three_people(app);
            their_games(app);
        },
        "Evening: Ada Lovelace",
    ),
    (
        "three people",
        Screen::Players,
        |app| {
            three_people(app);
            their_games(app);
            app.world_mut().resource_mut::<PeopleView>().choose("Bo");
        },
        "Wolfgang Amadeus",
    ),
    (
        "an invitation",
        Screen::Friend,
        |app| connect(app, Phase::Waiting),
        "tell them this code",
    ),
    (
        "a server in this game",
        Screen::Friend,
        |app| {
            let page = "http://192.168.1.5:8484/".to_owned();
            let name = "Wolfgang Amadeus Mozart".to_owned();
            app.insert_resource(Nearby(vec![NearbyHost {
                name,
                page: page.clone(),
            }]));
            app.insert_resource(Hosting::Running(Host {
                local: "http://127.0.0.1:8484/".to_owned(),
                page,
                serves_page: false,
            }));
            app.world_mut().resource_mut::<FriendSetup>().days = Some(3);
        },
        "reach your games",
    ),
    (
        "a friend who is away",
        Screen::Friend,
        |app| connect(app, Phase::Playing),
        "has been away for 59:59",
    ),
];

/// Opens the page and brings about the state.
fn bring(app: &mut App, (context, screen, bring, shows): Brought) {
    open(app, screen);
    bring(app);
    frames(app, 4);
    assert!(is_displayed_text(app, shows), "{context}: no {shows:?}");
}

#[test]
fn page_states_in_the_window_have_no_layout_errors() {
    let mut wrong = Vec::new();
    for brought in BROUGHT {
        let mut app = window(Variant::Icochess);
        bring(&mut app, brought);
        for (size, text) in [
            ((640, 480), 1.75),
            ((1280, 800), 1.0),
            ((1920, 1080), 1.0),
            ((1000, 700), 1.25),
        ] {
            resize(&mut app, size);
            app.world_mut().resource_mut::<Settings>().text_size = text;
            frames(&mut app, 4);
            let context = format!("{} at {}×{} with {text}", brought.0, size.0, size.1);
            let found = faults(&mut app, Surface::Window);
            wrong.extend(found.into_iter().map(|it| format!("{context}: {it}")));
        }
    }
    assert_none(&wrong);
}

#[test]
fn page_states_on_the_panel_have_no_layout_errors() {
    let mut wrong = Vec::new();
    for brought in BROUGHT {
        let mut app = with_panel();
        bring(&mut app, brought);
        let found = faults(&mut app, Surface::Panel);
        wrong.extend(found.into_iter().map(|it| format!("{}: {it}", brought.0)));
    }
    assert_none(&wrong);
}

#[test]
fn game_card_shows_turn_check_and_pieces() {
    for variant in Variant::ALL {
        let mut app = window(variant);
        if variant == Variant::Chess {
            let check = "1. e4 f6 2. Qh5+ *";
            load(&mut app, variant.board().read_pgn(check).expect("a game"));
        }
        for size in [WINDOWS[0], WINDOWS[4]] {
            resize(&mut app, size);
            open(&mut app, Screen::Game);
            frames(&mut app, 2);
            let world = app.world_mut();
            let mut lines = world.query::<(Entity, &StatusLine, &Text)>();
            let lines = lines.iter(world).filter(|(_, line, text)| {
                let is_of = matches!(line, StatusLine::Headline | StatusLine::Detail);
                is_of && !text.0.is_empty()
            });
            let lines: Vec<Entity> = lines.map(|(entity, ..)| entity).collect();
            let is_check = variant == Variant::Chess;
            assert!(lines.len() > usize::from(is_check), "{variant}");
            let kinds = all::<Name>(&mut app).into_iter();
            let kinds = kinds.filter(|it| it.1.starts_with("legend "));
            let kinds: Vec<Entity> = kinds.map(|(entity, _)| entity).collect();
            assert!(kinds.len() > 4, "{variant}: {kinds:?}");
            for status_line in lines.into_iter().chain(kinds) {
                let place = laid_out(&app, status_line);
                assert!(
                    is_seen_whole(&app, status_line),
                    "{variant} at {size:?}: {place:?}"
                );
            }
        }
    }
}

#[test]
fn frame_legend_is_shown_only_while_learning() {
    let mut small = window(Variant::Icochess);
    resize(&mut small, WINDOWS[0]);
    for mut app in [window(Variant::Icochess), small, with_panel()] {
        for is_on in [false, true, false] {
            if app.world().resource::<Learning>().is_on() != is_on {
                give(&mut app, Command::Learn);
            }
            frames(&mut app, 2);
            for part in [
                "frames show the neighbours",
                "Edge neighbours",
                "Side corners",
                "Direct corners",
            ] {
                assert_eq!(has_text(&mut app, part), is_on, "{part}");
                let texts = all::<Text>(&mut app).into_iter();
                for (text, _) in texts.filter(|(_, text)| text.0.contains(part)) {
                    assert!(is_seen_whole(&app, text), "{part}");
                }
            }
        }
    }
}

/// Returns the fully visible controls of the panel's page, without the bar above it.
fn seen_whole(app: &mut App) -> Vec<Rect> {
    let page = headless::named(app, "panel page");
    let area = laid_out(app, page).inflate(SLACK);
    let world = app.world_mut();
    let mut controls = world.query_filtered::<(Entity, &Name), With<ControlStyle>>();
    let all = controls.iter(world).filter(|(_, name)| {
        let name = name.as_str();
        ["slider", "switch", "item"]
            .iter()
            .any(|kind| name.starts_with(&format!("panel {kind} ")))
    });
    let all: Vec<Entity> = all.map(|(entity, _)| entity).collect();
    let places = all.into_iter().map(|entity| laid_out(app, entity));
    places
        .filter(|rect| !rect.is_empty() && area.contains(rect.min) && area.contains(rect.max))
        .collect()
}

#[test]
fn panel_shows_settings_and_help_in_two_columns() {
    let mut app = with_panel();
    for (screen, least) in [
        (Screen::Settings(Subject::Sound), 4),
        (Screen::Settings(Subject::Board), 4),
        (Screen::Help(Topic::Pieces), 2),
    ] {
        open(&mut app, screen);
        frames(&mut app, 3);
        let seen = seen_whole(&mut app);
        assert!(seen.len() >= least, "{screen:?}: {}", seen.len());
        // In two columns, some control is entirely to the right of another.
        let first = seen.iter().map(|rect| rect.max.x).fold(f32::MAX, f32::min);
        let is_beside = seen.iter().any(|rect| rect.min.x > first);
        assert!(is_beside, "{screen:?}: {seen:?}");
    }
}

#[test]
fn help_tabs_stay_in_place() {
    let names = [
        "button back",
        "button pieces",
        "button rules",
        "button controls",
        "button first steps",
    ];
    for (mut app, on) in [(window(Variant::Icochess), ""), (with_panel(), "panel ")] {
        let places = Topic::ALL.map(|topic| {
            open(&mut app, Screen::Help(topic));
            frames(&mut app, 2);
            names.map(|name| {
                let tab = headless::named(&mut app, &format!("{on}{name}"));
                laid_out(&app, tab)
            })
        });
        assert!(places[0].iter().all(|it| !it.is_empty()), "{places:?}");
        assert!(places.iter().all(|it| *it == places[0]), "{places:?}");
    }
}

/// Returns the shortest side of any touch target on any page, in logical pixels, with the target's
/// name. Ignores targets placed on pictures.
fn smallest_target(app: &mut App) -> (f32, String) {
    let mut smallest = (f32::MAX, String::new());
    for screen in all_pages() {
        open(app, screen);
        frames(app, 2);
        let world = app.world_mut();
        let mut controls = world.query_filtered::<(Entity, &Name, &Node), With<TabIndex>>();
        let all = controls.iter(world);
        let all = all.filter(|(.., node)| node.position_type != PositionType::Absolute);
        let all: Vec<_> = all.map(|(it, name, _)| (it, name.to_string())).collect();
        for (control, name) in all {
            let size = laid_out(app, control).size();
            if size.max_element() > 0.0 && size.min_element() < smallest.0 {
                smallest = (size.min_element(), format!("{name} on {screen:?}"));
            }
        }
    }
    smallest
}

#[test]
fn touch_targets_are_fingertip_sized() {
    let mut app = window(Variant::Icochess);
    // 44 pixels, less one for rounding.
    let fingertip = 43.0;
    resize(&mut app, (360, 740));
    // This holds even at small text sizes.
    for text in [0.75, 1.0] {
        app.world_mut().resource_mut::<Settings>().text_size = text;
        let (smallest, name) = smallest_target(&mut app);
        assert!(smallest >= fingertip, "{name} with text {text}: {smallest}");
    }
    // With a mouse, a small desktop window keeps its compact layout.
    resize(&mut app, WINDOWS[0]);
    open(&mut app, Screen::Game);
    frames(&mut app, 2);
    let menu = headless::named(&mut app, "button menu");
    let height = laid_out(&app, menu).height();
    assert!((height - 26.0).abs() <= SLACK, "{height}");
    app.insert_resource(InputUsed::Fingers);
    for size in [(768, 1024), (1024, 768)] {
        resize(&mut app, size);
        let (smallest, name) = smallest_target(&mut app);
        assert!(smallest >= fingertip, "{name} at {size:?}: {smallest}");
    }
}

#[test]
fn touch_layout_in_the_window_has_no_errors() {
    let mut wrong = Vec::new();
    let mut app = window(Variant::Icochess);
    app.insert_resource(InputUsed::Fingers);
    for size in [(768, 1024), (1024, 768), (740, 360)] {
        resize(&mut app, size);
        let context = format!("{}×{} with fingers", size.0, size.1);
        wrong.extend(check(&mut app, Surface::Window, &context, &all_pages()));
    }
    // With optional content in small windows.
    for size in [(360, 740), (430, 800)] {
        resize(&mut app, size);
        open(&mut app, Screen::Game);
        give(&mut app, Command::MoveList);
        let context = format!("{}×{} with the moves", size.0, size.1);
        wrong.extend(check(&mut app, Surface::Window, &context, &[Screen::Game]));
        give(&mut app, Command::MoveList);
    }
    assert_none(&wrong);
}

#[test]
fn phone_shows_moves_over_the_board_only_on_request() {
    let mut app = window(Variant::Chess);
    let step = "button previous";
    assert!(is_shown(&mut app, step));
    resize(&mut app, (360, 740));
    frames(&mut app, 2);
    assert!(!is_shown(&mut app, step));
    for is_wanted in [true, false] {
        give(&mut app, Command::MoveList);
        assert_eq!(is_shown(&mut app, step), is_wanted);
    }
    // The setting for large windows is unchanged.
    assert!(app.world().resource::<Settings>().move_list);
    // A wide window isn't a phone, however low it is.
    for size in [WINDOWS[4], (1280, 470), (1024, 350)] {
        resize(&mut app, size);
        frames(&mut app, 2);
        assert!(is_shown(&mut app, step), "{size:?}");
    }
    give(&mut app, Command::MoveList);
    assert!(!is_shown(&mut app, step));
    assert!(!app.world().resource::<Settings>().move_list);
}

#[test]
fn touch_input_hides_view_shortcuts() {
    let mut app = window(Variant::Chess);
    open(&mut app, Screen::Views);
    for (used, has_text) in [(InputUsed::Fingers, false), (InputUsed::Mouse, true)] {
        app.insert_resource(used);
        frames(&mut app, 2);
        let is_displayed = is_displayed_text(&mut app, "Keys 1–8");
        assert_eq!(is_displayed, has_text, "{used:?}");
    }
}

/// Returns whether a node is fully visible, without clipping by an ancestor.
fn is_seen_whole(app: &App, entity: Entity) -> bool {
    let rect = laid_out(app, entity);
    let mut at = entity;
    while let Some(parent) = app.world().get::<ChildOf>(at) {
        at = parent.parent();
        let area = laid_out(app, at).inflate(SLACK);
        if !area.contains(rect.min) || !area.contains(rect.max) {
            return false;
        }
    }
    !rect.is_empty()
}

#[test]
fn help_button_is_visible_on_every_page() {
    let mut small = window(Variant::Icochess);
    resize(&mut small, WINDOWS[0]);
    for (mut app, on) in [
        (window(Variant::Icochess), ""),
        (small, ""),
        (with_panel(), "panel "),
    ] {
        for screen in all_pages() {
            // Exceptions are the help itself, the photo mode, and pages with a question or a result.
            let is_alone = matches!(
                screen,
                Screen::Help(_) | Screen::Photo | Screen::Result | Screen::Confirm(_)
            );
            if is_alone {
                continue;
            }
            open(&mut app, screen);
            frames(&mut app, 2);
            let help = format!("{on}button help");
            assert!(is_shown(&mut app, &help), "{screen:?}: {help}");
            let help = headless::named(&mut app, &help);
            let place = describe(laid_out(&app, help));
            assert!(is_seen_whole(&app, help), "{on}{screen:?}: {place}");
            let opens = app.world().get::<CommandButton>(help).map(|it| it.0);
            let topic = Command::Open(Screen::Help(Topic::Pieces));
            assert_eq!(opens, Some(topic), "{on}{screen:?}");
        }
    }
}

#[test]
fn menu_groups_keep_their_order_in_at_most_four_columns() {
    let mut app = window(Variant::Chess);
    for plies in [0, 2] {
        let game = begun(Variant::Chess, plies);
        app.world_mut().write_message(GameRequest::Load(game));
        headless::pass(&mut app, 0.2);
        open(&mut app, Screen::Home);
        frames(&mut app, 2);
        let texts = all::<Text>(&mut app);
        let headings = ["This game", "Games and players", "Program"].map(|heading| {
            let found = texts.iter().find(|(_, text)| text.0 == heading);
            found.expect("a heading").0
        });
        let world = app.world_mut();
        let mut entries = world.query_filtered::<(Entity, &Children), With<CommandButton>>();
        let entries = entries.iter(world);
        // An icon and a label.
        let entries = entries.filter(|(_, children)| children.len() == 2);
        let entries: Vec<Entity> = entries.map(|(entry, _)| entry).collect();
        let tops = headings.map(|heading| laid_out(&app, heading).min.y);
        assert!(tops.is_sorted(), "{plies}: {tops:?}");
        let places = entries.into_iter().map(|entry| laid_out(&app, entry));
        let places = places.filter(|place| !place.is_empty());
        let columns: BTreeSet<i32> = places.map(|place| place.min.x.round() as i32).collect();
        assert!((2..=4).contains(&columns.len()), "{plies}: {columns:?}");
    }
}

#[test]
fn pages_have_at_most_one_primary_button() {
    let mut app = window(Variant::Chess);
    for screen in all_pages() {
        open(&mut app, screen);
        assert!(proposed(&mut app).len() <= 1, "{screen:?}");
    }
    // This holds while several questions are pending too.
    open(&mut app, Screen::Game);
    app.world_mut().write_message(GameRequest::Step(Step::Back));
    headless::pass(&mut app, 0.2);
    assert_eq!(proposed(&mut app), ["button back to the game"]);
    app.insert_resource(ResumeOffer(begun(Variant::Chess, 4)));
    frames(&mut app, 3);
    assert_eq!(proposed(&mut app), ["button resume"]);
    assert!(is_shown(&mut app, "button back to the game"));
}

/// Returns the names of the displayed primary buttons.
fn proposed(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut controls = world.query::<(Entity, &ControlStyle, &Name)>();
    let all = controls.iter(world);
    let primary = all.filter(|(_, style, _)| **style == ControlStyle::Primary);
    let primary = primary.map(|(entity, _, name)| (entity, name.to_string()));
    let primary: Vec<(Entity, String)> = primary.collect();
    let shown = primary.into_iter().filter(|it| is_displayed(app, it.0));
    shown.map(|(_, name)| name).collect()
}
