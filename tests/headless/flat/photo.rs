//! The photo mode, without a screen. The tests answer in place of the renderer.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use icochess::display::Display;
use icochess::game::Match;
use icochess::game::messages::{GameRequest, Step};
use icochess::interaction::PickMode;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::ui::state::photo::PhotoWork;
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;

use super::keys;
use crate::asking::{all, ask, frames, get, has_text, is_shown, plies, shown_page, until};
use crate::headless;

/// Creates a window with an 8×8 game of three plies, looked at after the second, and with `dir` as
/// data folder.
fn looking_back(dir: &Path) -> App {
    let mut app = headless::window_with(Display::Flat, Settings::default(), |app| {
        app.insert_resource(Store::open(Some(dir)).unwrap());
    });
    let game = Variant::Chess.board().read_pgn("1. e4 e5 2. Nf3 *");
    ask(&mut app, GameRequest::Load(game.unwrap()));
    ask(&mut app, GameRequest::Step(Step::Back));
    frames(&mut app, 5);
    assert_eq!(plies(&app), 2);
    app
}

/// Draws all requested shots, each of this size.
fn draw(app: &mut App, width: u32, height: u32) {
    let world = app.world_mut();
    let mut asked = world.query_filtered::<Entity, With<Screenshot>>();
    for entity in asked.iter(world).collect::<Vec<_>>() {
        let size = Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        };
        let format = TextureFormat::Rgba8UnormSrgb;
        let usage = RenderAssetUsages::MAIN_WORLD;
        let image = Image::new_fill(size, TextureDimension::D2, &[9; 4], format, usage);
        world.trigger(ScreenshotCaptured { entity, image });
        world.despawn(entity);
    }
}

fn exported(dir: &Path) -> Vec<String> {
    let files = fs::read_dir(dir.join("exports")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn is_idle(app: &App) -> bool {
    *get::<PhotoWork>(app) == PhotoWork::Idle
}

#[test]
fn pictures_are_saved_side_by_side_and_esc_shows_the_interface() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = looking_back(dir.path());
    // Outside the mode, the key does nothing.
    keys(&mut app, "P");
    assert!(is_idle(&app));
    keys(&mut app, "Ctrl+P");
    frames(&mut app, 2);
    assert_eq!(shown_page(&app), Screen::Photo);
    assert!(!is_shown(&mut app, "button menu"));
    assert!(matches!(get::<PickMode>(&app), PickMode::Nothing));
    for _ in 0..2 {
        keys(&mut app, "P");
        frames(&mut app, 2);
        assert!(!is_idle(&app));
        frames(&mut app, 10);
        draw(&mut app, 3, 2);
        until(&mut app, "the picture", is_idle);
    }
    frames(&mut app, 3);
    assert!(has_text(&mut app, "Saved as "));
    let names = exported(dir.path());
    let ends = ["-1.png", "-2.png"];
    assert_eq!(names.len(), ends.len(), "{names:?}");
    for (name, end) in names.iter().zip(ends) {
        assert!(name.starts_with("icochess-chess-2"), "{name}");
        assert!(name.ends_with(end), "{name}");
    }
    assert!(
        !all::<Name>(&mut app)
            .iter()
            .any(|it| it.1.as_str() == "photo camera")
    );
    keys(&mut app, "Esc");
    frames(&mut app, 2);
    assert_eq!(shown_page(&app), Screen::Game);
    assert!(is_shown(&mut app, "button menu"));
    assert!(matches!(get::<PickMode>(&app), PickMode::Match));
}

#[test]
fn quitting_waits_for_the_picture() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = looking_back(dir.path());
    keys(&mut app, "Ctrl+P");
    frames(&mut app, 2);
    keys(&mut app, "P");
    frames(&mut app, 12);
    draw(&mut app, 3, 2);
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(exported(dir.path()).len(), 1);
}

#[test]
fn film_shows_the_whole_game_and_ends_where_it_began() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = looking_back(dir.path());
    let before = get::<Match>(&app).record().current();
    keys(&mut app, "Ctrl+P");
    // The second film is stopped by leaving the mode.
    for (film, last) in [(1, 3), (2, 2)] {
        let mut seen = BTreeSet::new();
        keys(&mut app, "F");
        frames(&mut app, 2);
        assert_eq!(*get::<PhotoWork>(&app), PhotoWork::Filming);
        for _ in 0..2_000 {
            if is_idle(&app) {
                break;
            }
            draw(&mut app, 64, 64);
            app.update();
            seen.insert(plies(&app));
            if film == 2 && plies(&app) == 1 && shown_page(&app) == Screen::Photo {
                keys(&mut app, "Esc");
            }
        }
        until(&mut app, "the film", is_idle);
        // The last position may return a frame after the file.
        app.update();
        seen.insert(plies(&app));
        assert_eq!(seen, BTreeSet::from_iter(0..=last), "{film}");
        assert_eq!(get::<Match>(&app).record().current(), before, "{film}");
        assert_eq!(exported(dir.path()).len(), film, "{film}");
    }
    let names = exported(dir.path());
    assert!(names.iter().all(|name| name.ends_with(".gif")), "{names:?}");
    assert_eq!(shown_page(&app), Screen::Game);
}

#[test]
fn unwritable_folder_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = looking_back(dir.path());
    fs::write(dir.path().join("exports"), "a file").unwrap();
    keys(&mut app, "Ctrl+P P");
    frames(&mut app, 10);
    draw(&mut app, 3, 2);
    until(&mut app, "the refusal", is_idle);
    frames(&mut app, 3);
    assert!(has_text(&mut app, "exports"));
}
