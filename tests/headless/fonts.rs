//! System fonts as fallback for missing glyphs.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::text::{ComputedTextBlock, EditableText, FontSize};
use icochess::display::Display;
use icochess::save::settings::Settings;
use icochess::ui::kit::act::CommandButton;
use icochess::ui::state::screen::Screen;
use icochess::ui::style::fonts::Fonts;
use icochess::ui::style::system_fonts::FontFolders;
use icochess::ui::style::theme;
use icochess_shape::lettering;
use swash::FontRef;
use swash::scale::ScaleContext;
use swash::zeno::Verb;

use crate::asking::{frames, laid_out, open, until};
use crate::headless::{self, lay_out};

/// Creates a window with UI layout and an installed font that has squares for some characters.
fn window() -> App {
    headless::window_with(Display::Flat, Settings::default(), |app| {
        let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fonts");
        app.insert_resource(FontFolders(vec![PathBuf::from(fonts)]));
        lay_out(app);
    })
}

/// Returns the glyph ids of a text; 0 is the box for a missing glyph.
fn glyphs(app: &App, text: Entity) -> Vec<u32> {
    let block = app.world().get::<ComputedTextBlock>(text).unwrap();
    let mut glyphs = Vec::new();
    for run in block.buffer().lines().flat_map(|line| line.runs()) {
        for cluster in run.clusters() {
            glyphs.extend(cluster.glyphs().map(|glyph| glyph.id));
        }
    }
    glyphs
}

/// Returns, for each glyph of a text, whether a font has it.
fn found(app: &App, text: Entity) -> Vec<bool> {
    glyphs(app, text).iter().map(|id| *id != 0).collect()
}

/// Waits until exactly these glyphs of a text are available.
fn wait(app: &mut App, text: Entity, expected: &[bool]) {
    until(app, "the glyphs", |app| found(app, text) == expected);
}

/// Spawns a text in the window.
fn write(app: &mut App, text: &str) -> Entity {
    write_in(app, TextFont::default(), text)
}

fn write_in(app: &mut App, font: TextFont, text: &str) -> Entity {
    let text = (Text::new(text), font, Node::default());
    let text = app.world_mut().spawn(text).id();
    frames(app, 2);
    text
}

#[test]
fn names_in_any_script_use_a_system_font() {
    let mut app = window();
    let name = write(&mut app, "Ada 名前");
    wait(&mut app, name, &[true; 6]);
    // A right-to-left script, and a character that no font has.
    let name = write(&mut app, "אב 的");
    wait(&mut app, name, &[false, true, true, true]);
    // Later texts use the loaded fonts at once, even if mixed with other scripts.
    let name = write(&mut app, "前 ב x");
    assert_eq!(found(&app, name), [true; 5]);
    // Piece symbols come from the built-in font.
    let sign = write(&mut app, "♞");
    assert_eq!(found(&app, sign), [true]);
}

#[test]
fn titles_show_names_in_scripts_of_the_text_font() {
    let mut app = window();
    let font = app.world().resource::<Fonts>().engraved.clone();
    let font = theme::font(26.0).with_font(font);
    let title = write_in(&mut app, font, "„Weiß“ Łukasz Ольга ♞");
    assert!(found(&app, title).iter().all(|it| *it));
}

#[test]
fn typed_text_uses_system_fonts_too() {
    let mut app = window();
    let field = (EditableText::new("名"), Node::default());
    app.world_mut().spawn(field);
    app.update();
    // From now on, no new font can be found.
    app.insert_resource(FontFolders(Vec::new()));
    let text = write(&mut app, "名");
    wait(&mut app, text, &[true]);
}

#[test]
fn lowercase_l_is_distinct_where_cell_names_appear() {
    let mut app = headless::laid_out_window();
    let text = |app: &mut App, font: TextFont| {
        let text = (Text::new("lI1"), font);
        app.world_mut().spawn(text).id()
    };
    let ours = text(&mut app, theme::font(17.0));
    let plain = text(&mut app, TextFont::from_font_size(17.0));
    frames(&mut app, 3);
    let [ours, plain] = [ours, plain].map(|text| glyphs(&app, text));
    assert_eq!(ours.len(), 3);
    // The l is an alternate with a tail; the others are the usual glyphs.
    assert_ne!(ours[0], plain[0]);
    assert_eq!(ours[1..], plain[1..]);
    let features = theme::font(17.0).font_features;
    let mut typed = 0;
    for screen in headless::all_pages() {
        open(&mut app, screen);
        let world = app.world_mut();
        let mut texts = world.query_filtered::<(&Text, &TextFont), With<ChildOf>>();
        for (text, font) in texts.iter(world) {
            assert!(font.font_features == features, "{screen:?}: {}", text.0);
        }
        let mut fields = world.query_filtered::<&TextFont, With<EditableText>>();
        for font in fields.iter(world) {
            assert!(font.font_features == features, "{screen:?}: a field");
            typed += 1;
        }
    }
    assert!(typed > 2, "{typed} fields");
}

/// Returns the height of a glyph's centre above the baseline, as a fraction of the font size.
fn middle(font: FontRef, sign: char) -> f32 {
    let mut scaling = ScaleContext::new();
    let mut scaler = scaling.builder(font).build();
    let outline = scaler.scale_outline(font.charmap().map(sign));
    let bounds = outline.expect("an outline").bounds();
    let em = f32::from(font.metrics(&[]).units_per_em);
    (bounds.min.y + bounds.max.y) / 2.0 / em
}

/// Returns the vertical position of a symbol in a one-line text, in pixels from the top. `None` if
/// the text isn't displayed or contains more than the symbol.
fn seen_at(app: &App, text: Entity, (font, sign): (FontRef, char)) -> Option<f32> {
    let place = laid_out(app, text);
    let block = app.world().get::<ComputedTextBlock>(text)?;
    let mut lines = block.buffer().lines();
    let baseline = lines.next()?.metrics().baseline;
    let FontSize::Px(size) = app.world().get::<TextFont>(text)?.font_size else {
        return None;
    };
    let is_seen = !place.is_empty() && lines.next().is_none();
    is_seen.then(|| place.min.y + baseline - middle(font, sign) * size)
}

#[test]
fn icons_are_vertically_centred_on_adjacent_text() {
    let symbols = include_bytes!("../../assets/fonts/NotoSansSymbols2-subset.ttf");
    let letters = include_bytes!("../../assets/fonts/Inter-Regular.ttf");
    let symbols = FontRef::from_index(symbols, 0).expect("a font");
    let letters = FontRef::from_index(letters, 0).expect("a font");
    let mut app = headless::sized_window(1280, 800, Settings::default());
    for (screen, least) in [(Screen::Home, 8), (Screen::Game, 6)] {
        open(&mut app, screen);
        frames(&mut app, 2);
        let world = app.world_mut();
        assert_eq!(world.resource::<UiScale>().0, 1.0);
        let mut buttons = world.query_filtered::<&Children, With<CommandButton>>();
        let mut count = 0;
        for children in buttons.iter(app.world()) {
            let [icon, words] = children[..] else {
                continue;
            };
            let signs = app.world().get::<Text>(icon);
            let sign = signs.and_then(|text| text.0.chars().next());
            let Some(sign) = sign.filter(|sign| *sign > '\u{ff}') else {
                continue;
            };
            let seen = seen_at(&app, icon, (symbols, sign));
            let beside = seen_at(&app, words, (letters, 'H'));
            let (Some(seen), Some(beside)) = (seen, beside) else {
                continue;
            };
            // Tolerance for different glyph shapes and rounding to whole pixels.
            assert!((seen - beside).abs() < 2.5, "{sign}: {seen} and {beside}");
            count += 1;
        }
        assert!(count >= least, "{screen:?}: {count}");
    }
}

/// Returns twice the area of a polygon, and its centroid times that.
fn moments(corners: &[Vec2]) -> (f32, Vec2) {
    let next = corners.iter().cycle().skip(1);
    let sides = corners.iter().zip(next);
    sides.fold((0.0, Vec2::ZERO), |(area, middle), (a, b)| {
        let part = a.perp_dot(*b);
        (area + part, middle + (*a + *b) / 3.0 * part)
    })
}

/// Returns the sum of the moments of several polygons.
fn sum(all: impl Iterator<Item = (f32, Vec2)>) -> (f32, Vec2) {
    all.fold((0.0, Vec2::ZERO), |sum, it| (sum.0 + it.0, sum.1 + it.1))
}

#[test]
fn board_letters_match_the_ui_font() {
    let bytes = include_bytes!("../../assets/fonts/Inter-SemiBold.ttf");
    let font = FontRef::from_index(bytes, 0).expect("a font");
    let capital = font.metrics(&[]).cap_height;
    let mut scaling = ScaleContext::new();
    let mut scaler = scaling.builder(font).build();
    for character in ('A'..='Z').chain('0'..='9').chain("ÄÖÜ".chars()) {
        let text = character.to_string();
        let glyph = font.charmap().map(character);
        let advance = font.glyph_metrics(&[]).advance_width(glyph) / capital;
        let width = lettering::width(&text, 1.0);
        assert!((width - advance).abs() < 0.001, "{character}: {width}");
        let outline = scaler.scale_outline(glyph).expect("an outline");
        let mut points = outline
            .points()
            .iter()
            .map(|at| Vec2::new(at.x, at.y) / capital);
        let mut contours: Vec<Vec<Vec2>> = Vec::new();
        for verb in outline.verbs() {
            let mut next = || points.next().expect("a point");
            match verb {
                Verb::MoveTo => contours.push(vec![next()]),
                Verb::LineTo => contours.last_mut().expect("a start").push(next()),
                Verb::QuadTo => {
                    let contour = contours.last_mut().expect("a start");
                    let (from, control, to) = (contour[contour.len() - 1], next(), next());
                    contour.extend((1..=32).map(|step| {
                        let t = step as f32 / 32.0;
                        from.lerp(control, t).lerp(control.lerp(to, t), t)
                    }));
                }
                Verb::CurveTo => panic!("{character}: a cubic curve"),
                Verb::Close => {}
            }
        }
        // In the font, the filled area is to the right of its outline, so areas are negative.
        let (area, middle) = sum(contours.iter().map(|contour| moments(contour)));
        let (area, middle) = (-area, middle / area);
        let mesh = lettering::written(&text, 1.0, Transform::IDENTITY);
        let triangles = mesh.indices.chunks_exact(3).map(|three| {
            let corner = |i: &u32| {
                let at = mesh.positions[*i as usize];
                Vec2::new(at.x + width / 2.0, 0.5 - at.z)
            };
            moments(&three.iter().map(corner).collect::<Vec<_>>())
        });
        let (own, own_middle) = sum(triangles);
        let own_middle = own_middle / own;
        assert!((own / area - 1.0).abs() < 0.03, "{character}: {own} {area}");
        let apart = own_middle.distance(middle);
        assert!(apart < 0.01, "{character}: {own_middle} {middle}");
    }
}
