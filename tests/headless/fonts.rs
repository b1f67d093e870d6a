//! Signs that our own fonts lack are written in fonts of the system.

use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::text::{ComputedTextBlock, EditableText};
use icochess::save::settings::Settings;
use icochess::schedule::Display;
use icochess::ui::style::system_fonts::FontFolders;
use icochess::ui::style::theme;

use crate::asking::LIMIT;
use crate::headless::{self, lay_out};

/// A laid out window where a font with squares for some signs is installed.
fn window() -> App {
    headless::window_with(Display::Flat, Settings::default(), |app| {
        let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fonts");
        app.insert_resource(FontFolders(vec![PathBuf::from(fonts)]));
        lay_out(app);
    })
}

/// Which of the glyphs of a text its fonts have: 0 stands for the box of what is missing.
fn glyphs(app: &App, text: Entity) -> Vec<bool> {
    let block = app.world().get::<ComputedTextBlock>(text).unwrap();
    let mut glyphs = Vec::new();
    for run in block.buffer().lines().flat_map(|line| line.runs()) {
        for cluster in run.clusters() {
            glyphs.extend(cluster.glyphs().map(|glyph| glyph.id != 0));
        }
    }
    glyphs
}

/// Waits until the glyphs of a text are so.
fn wait(app: &mut App, text: Entity, expected: &[bool]) {
    let end = Instant::now() + LIMIT;
    while glyphs(app, text) != expected {
        assert!(Instant::now() < end, "{:?}", glyphs(app, text));
        sleep(Duration::from_millis(1));
        app.update();
    }
}

#[test]
fn names_in_any_script_are_written_in_a_font_of_the_system_that_has_it() {
    let mut app = window();
    let written = |app: &mut App, text: &str| {
        let text = app
            .world_mut()
            .spawn((Text::new(text), Node::default()))
            .id();
        app.update();
        app.update();
        text
    };
    let name = written(&mut app, "Ada 名前");
    wait(&mut app, name, &[true; 6]);
    // Another script, which runs from right to left, and a sign that no font has.
    let name = written(&mut app, "אב 的");
    wait(&mut app, name, &[false, true, true, true]);
    // What is written later has it at once, also beside other letters.
    let name = written(&mut app, "前 ב x");
    assert_eq!(glyphs(&app, name), [true; 5]);
    // Pieces are of our own.
    let sign = written(&mut app, "♞");
    assert_eq!(glyphs(&app, sign), [true]);
}

#[test]
fn what_is_typed_is_looked_for_too() {
    let mut app = window();
    let field = (EditableText::new("名"), Node::default());
    app.world_mut().spawn(field);
    app.update();
    // From here on nobody finds it who has not asked already.
    app.insert_resource(FontFolders(Vec::new()));
    let text = (Text::new("名"), Node::default());
    let text = app.world_mut().spawn(text).id();
    app.update();
    wait(&mut app, text, &[true]);
}

#[test]
fn debug_glyphs() {
    let mut app = window();
    for text in [
        "אב 的", "אב x", "אב", "x 的", "的", "名 的", "前 ב x", "名 x", "♞", "אב ",
    ] {
        let name = app
            .world_mut()
            .spawn((Text::new(text), Node::default()))
            .id();
        for _ in 0..60 {
            sleep(Duration::from_millis(5));
            app.update();
        }
        let block = app.world().get::<ComputedTextBlock>(name).unwrap();
        for line in block.buffer().lines() {
            for run in line.runs() {
                for c in run.clusters() {
                    for g in c.glyphs() {
                        eprint!("{:?}:{} ", &text[c.text_range()], g.id);
                    }
                }
                eprint!("| font {} ", run.font().data.as_ref().len());
            }
        }
        eprintln!();
    }
}

/// The numbers of the glyphs of a text.
fn glyph_ids(app: &App, text: Entity) -> Vec<String> {
    let block = app.world().get::<ComputedTextBlock>(text).unwrap();
    let mut ids = Vec::new();
    for run in block.buffer().lines().flat_map(|line| line.runs()) {
        for cluster in run.clusters() {
            ids.extend(cluster.glyphs().map(|glyph| glyph.id.to_string()));
        }
    }
    ids
}

#[test]
fn a_small_l_is_no_i_and_no_1_wherever_names_of_cells_are_written() {
    let mut app = headless::laid_out_window();
    let text = |app: &mut App, font: TextFont| {
        let text = (Text::new("lI1"), font);
        app.world_mut().spawn(text).id()
    };
    let ours = text(&mut app, theme::font(17.0));
    let plain = text(&mut app, TextFont::from_font_size(17.0));
    for _ in 0..3 {
        app.update();
    }
    let (ours, plain) = (glyph_ids(&app, ours), glyph_ids(&app, plain));
    assert_eq!(ours.len(), 3);
    // The l is another one, with a tail; the others are as ever.
    assert!(
        ours[0] != plain[0] && ours[1..] == plain[1..],
        "{ours:?} {plain:?}"
    );
    let features = theme::font(17.0).font_features;
    for screen in headless::all_pages() {
        crate::asking::open(&mut app, screen);
        let world = app.world_mut();
        let mut texts = world.query_filtered::<(&Text, &TextFont), With<ChildOf>>();
        for (text, font) in texts.iter(world) {
            assert!(font.font_features == features, "{screen:?}: {}", text.0);
        }
    }
}
