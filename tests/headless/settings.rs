//! Effects of the settings in the game, without window, device and sound.

use std::f32::consts::PI;

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::ui_widgets::Slider;
use icochess::audio::cues::PlaySound;
use icochess::board::pieces::piece::{GLIDE_SECONDS, IsPiece};
use icochess::board::stage::looks::{FrameKind, TileLook};
use icochess::board::stage::palette::{Colors, Palette};
use icochess::board::stage::quality::Antialiasing;
use icochess::board::stage::shape::PlayerSeat;
use icochess::board::tiles::paths::TrailPart;
use icochess::board::turning::spin::{FaceSide, ShowTile, TURN_SECONDS, TurnBoard, Turning};
use icochess::board::turning::viewing::ViewRequested;
use icochess::display::Display;
use icochess::feedback::table::Cue;
use icochess::flat::camera::WindowCamera;
use icochess::flat::enlarge::Enlarged;
use icochess::game::messages::GameRequest;
use icochess::interaction::InteractionState;
use icochess::interaction::choice::{Choice, Choosing, MoveOption};
use icochess::save::settings::{Confirmation, Settings};
use icochess::ui::state::screen::{Screen, Subject};
use icochess::ui::text::captions::Caption;
use icochess_boards::Variant;
use icochess_rules::Side;
use icochess_shape::Seat;

use crate::asking::{
    add_panel, all, ask, frames, get, get_mut, is_displayed_text, laid_out, open, play, plies,
    record, recorded, rotation, the_match,
};
use crate::headless;

/// Returns the displayed caption, if any.
fn caption(app: &mut App) -> Option<String> {
    let text = get::<Caption>(app).text.clone();
    (!text.is_empty() && is_displayed_text(app, &text)).then_some(text)
}

#[test]
fn sound_groups_have_volumes_and_mono_removes_positions() {
    let settings = Settings {
        volume: -3.0,
        volume_pieces: -9.0,
        ..Settings::default()
    };
    let mut app = headless::app(settings, record::<PlaySound>);
    app.update();
    play(&mut app, "b1n4");
    headless::pass(&mut app, GLIDE_SECONDS);
    let sounds = recorded::<PlaySound>(&mut app);
    assert_eq!(sounds.len(), 1);
    assert_eq!((sounds[0].cue, sounds[0].volume.0), (Cue::Capture, -12.0));
    // Board sounds are positioned relative to its centre.
    let centre = get::<PlayerSeat>(&app).centre;
    let [at, about] = [sounds[0].at, sounds[0].about].map(|place| place.expect("a place"));
    assert!((about - centre).length() < 1e-5 && (at - about).length() > 0.1);
    get_mut::<Settings>(&mut app).mono = true;
    play(&mut app, "o1b3");
    headless::pass(&mut app, GLIDE_SECONDS);
    let sound = recorded::<PlaySound>(&mut app)[0];
    let expected = (Cue::Capture, None, None);
    assert_eq!((sound.cue, sound.at, sound.about), expected);
}

#[test]
fn captions_describe_sounds_and_directions_of_hidden_ones() {
    let mut app = headless::window(Display::Flat, headless::set(|it| it.show_moves = false));
    play(&mut app, "b1n4");
    headless::pass(&mut app, GLIDE_SECONDS);
    assert_eq!(caption(&mut app), None, "they are not wanted");
    get_mut::<Settings>(&mut app).captions = true;
    let position = the_match(&app).position();
    let [from, to] = ["o1", "b3"].map(|name| position.cell_named(name).expect("a tile"));
    let show = |app: &mut App, tile| {
        ask(app, ShowTile { tile, also: None });
        headless::pass(app, TURN_SECONDS);
    };
    show(&mut app, to);
    play(&mut app, "o1b3");
    headless::pass(&mut app, GLIDE_SECONDS);
    assert_eq!(caption(&mut app).as_deref(), Some("Capture"));
    headless::pass(&mut app, 3.0);
    assert_eq!(caption(&mut app), None, "it has been read");
    show(&mut app, from);
    ask(&mut app, TurnBoard(Quat::from_rotation_y(PI)));
    ask(&mut app, GameRequest::Undo);
    headless::pass(&mut app, GLIDE_SECONDS);
    let text = caption(&mut app).expect("a caption");
    assert!(text.starts_with("Move taken back ("), "{text}");
    assert!(text.ends_with(", O1)"), "{text}");
}

fn of_camera<C: Component + Copy>(app: &mut App) -> Option<C> {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<Option<&C>, With<WindowCamera>>();
    cameras.single(world).expect("a camera").copied()
}

/// Returns the rotation of the board and the position of the window's camera.
fn lies(app: &mut App) -> (Quat, Vec3) {
    let camera = of_camera::<Transform>(app).expect("a place");
    (rotation(app), camera.translation)
}

#[test]
fn reduced_motion_skips_turning() {
    let mut app = headless::window(Display::Flat, headless::set(|it| it.reduced_motion = true));
    let (before, _) = lies(&mut app);
    ask(&mut app, FaceSide(Side::Black));
    app.update();
    let (after, _) = lies(&mut app);
    assert!(after.angle_between(before) > 1.0);
    assert!(!app.world().contains_resource::<Turning>());
    let (view, side) = (7, Side::White);
    ask(&mut app, ViewRequested { view, side });
    app.update();
    let at_once = lies(&mut app);
    headless::pass(&mut app, TURN_SECONDS);
    assert_eq!(lies(&mut app), at_once);
}

/// Returns the frame of the tile called `name`.
fn frame(app: &mut App, name: &str) -> Option<FrameKind> {
    let tile = headless::named(app, name);
    app.world().get::<TileLook>(tile).expect("a tile").frame
}

#[test]
fn picking_a_target_again_confirms_the_move() {
    let settings = Settings {
        confirm_moves: Confirmation::Always,
        auto_turn_flat: false,
        ..Settings::default()
    };
    let mut app = headless::app(settings, |_| {});
    headless::pass(&mut app, 0.1);
    let waits = |app: &App| get::<InteractionState>(app).choice.clone();
    for _ in 0..2 {
        headless::trigger(&mut app, "tile a4");
        headless::trigger(&mut app, "tile g1");
        assert_eq!((plies(&app), waits(&app)), (0, vec!["a4g1".to_owned()]));
        assert_eq!(frame(&mut app, "tile g1"), Some(FrameKind::Selected));
        assert_eq!(all::<MoveOption>(&mut app).len(), 1);
        // Picking another piece selects it instead.
        headless::trigger(&mut app, "tile b1");
        assert!(waits(&app).is_empty());
        let selected = &get::<InteractionState>(&app).selected;
        assert_eq!(selected.as_deref(), Some("b1"));
    }
    headless::trigger(&mut app, "tile n4");
    assert_eq!(waits(&app), ["b1n4"]);
    headless::trigger(&mut app, "tile n4");
    assert_eq!(plies(&app), 1);
    assert!(waits(&app).is_empty());
    // The move is confirmed with its plate, which faces the eyes.
    headless::pass(&mut app, GLIDE_SECONDS);
    headless::trigger(&mut app, "tile o1");
    headless::trigger(&mut app, "tile b3");
    assert_eq!((plies(&app), waits(&app)), (1, vec!["o1b3".to_owned()]));
    headless::trigger(&mut app, "choice play");
    assert_eq!(plies(&app), 2);
}

#[test]
fn enter_confirms_escape_cancels_and_digits_are_ignored() {
    let mut app = headless::window(Display::Flat, Settings::default());
    let choose = |app: &mut App| {
        let mv = the_match(app).position().parse_uci("a4g1").expect("a move");
        let (by, cell, moves) = (PointerId::Mouse, mv.to, vec![mv]);
        app.insert_resource(Choice(Some(Choosing { by, cell, moves })));
        app.update();
    };
    for (key, left) in [
        (KeyCode::Digit1, true),
        (KeyCode::Escape, false),
        (KeyCode::Enter, false),
    ] {
        choose(&mut app);
        headless::key(&mut app, key, None);
        assert_eq!(get::<Choice>(&app).0.is_some(), left, "{key:?}");
        assert_eq!(plies(&app), usize::from(key == KeyCode::Enter), "{key:?}");
    }
}

/// Returns the colours of both sides' pieces, and whether they have bands.
fn colours(app: &mut App) -> [([u8; 4], bool); 2] {
    let world = app.world_mut();
    let mut pieces = world.query::<(&IsPiece, &MeshMaterial3d<StandardMaterial>)>();
    let materials = world.resource::<Assets<StandardMaterial>>();
    let images = world.resource::<Assets<Image>>();
    Side::ALL.map(|side| {
        let mut own = pieces.iter(world).filter(|(is, _)| is.0.side == side);
        let (_, material) = own.next().expect("a piece");
        let material = materials.get(&material.0).expect("a material");
        assert_eq!(material.base_color, Color::WHITE);
        let picture = material.base_color_texture.as_ref().expect("a picture");
        let picture = images.get(picture).expect("a picture");
        // Sample rows of the texture: a stem between two bands, and at a band.
        let [plain, band] = [27, 39].map(|row| {
            let color = picture.get_color_at(0, row).expect("a colour");
            color.to_srgba().to_u8_array()
        });
        (plain, plain != band)
    })
}

#[test]
fn palette_and_bands_change_on_the_current_board() {
    let mut app = headless::app(Settings::default(), |_| {});
    headless::pass(&mut app, 0.1);
    for (palette, bands) in [
        (Palette::Standard, false),
        (Palette::HighContrast, false),
        (Palette::HighContrast, true),
        (Palette::Standard, false),
    ] {
        let mut settings = get_mut::<Settings>(&mut app);
        (settings.palette, settings.bands) = (palette, bands);
        headless::pass(&mut app, 0.1);
        let [white, black] = Side::ALL.map(|side| palette.piece(side).to_srgba().to_u8_array());
        assert_eq!(colours(&mut app), [(white, false), (black, bands)]);
    }
}

#[test]
fn last_move_is_inlaid_except_in_high_contrast() {
    let mut app = headless::app(Settings::default(), |_| {});
    headless::pass(&mut app, 0.1);
    play(&mut app, "b1n4");
    for palette in [Palette::Standard, Palette::HighContrast, Palette::Standard] {
        get_mut::<Settings>(&mut app).palette = palette;
        headless::pass(&mut app, 0.1);
        let tile = headless::named(&mut app, "tile n4");
        let mut trail = app
            .world_mut()
            .query_filtered::<&Visibility, With<TrailPart>>();
        let world = app.world();
        let is_shown = |seen: &Visibility| *seen != Visibility::Hidden;
        let has_trail = trail.iter(world).any(is_shown);
        // Only inlaid marks have colours of their own.
        let marks = world.get::<Children>(tile).into_iter().flatten();
        let marks = marks.filter(|mark| world.get::<Visibility>(**mark).is_some_and(is_shown));
        let meshes = marks.filter_map(|mark| world.get::<Mesh3d>(*mark));
        let mut meshes = meshes.filter_map(|mesh| world.resource::<Assets<Mesh>>().get(&mesh.0));
        let is_inlaid = meshes.any(|mesh| mesh.contains_attribute(Mesh::ATTRIBUTE_COLOR));
        let wanted = palette == Palette::Standard;
        assert_eq!((has_trail, is_inlaid), (wanted, wanted), "{palette:?}");
    }
}

#[test]
fn headset_board_follows_size_and_distance_settings() {
    for (size, farther) in [(1.0, 0.0), (1.5, 0.3), (0.7, -0.2)] {
        let settings = Settings {
            board_size: size,
            board_distance: farther,
            ..Settings::default()
        };
        let mut app = headless::app(settings.clone(), |app| {
            app.insert_state(Display::Headset);
        });
        headless::pass(&mut app, 0.1);
        let default_seat = Seat::default();
        let worn = default_seat.with_stance(Variant::Icochess.shape().worn_stance());
        let seat = *get::<PlayerSeat>(&app);
        assert_eq!(seat.eye, worn.eye);
        let away = (seat.centre - worn.centre).length();
        assert!((away - f32::abs(farther)).abs() < 1e-4, "{away}");
        let tile = headless::place(&mut app, "tile a4").expect("a tile");
        let radius = tile.translation().distance(seat.centre);
        assert!((radius / size - 0.19).abs() < 0.015, "{radius}");
        // Rays hit the board at its visible place.
        headless::trigger(&mut app, "tile b1");
        headless::trigger(&mut app, "tile n4");
        assert_eq!(plies(&app), 1, "{size}");
        // A window ignores these settings.
        let mut beside = headless::window(Display::Flat, settings);
        headless::pass(&mut beside, 0.1);
        assert_eq!(**beside.world().resource::<PlayerSeat>(), default_seat);
    }
}

#[test]
fn antialiasing_and_render_scale_apply_in_the_next_frame() {
    let mut app = headless::window(Display::Flat, Settings::default());
    assert_eq!(of_camera(&mut app), Some(Msaa::Sample4));
    assert_eq!(of_camera::<Enlarged>(&mut app), None);
    let (off, four) = (Antialiasing::Off, Antialiasing::Four);
    for (wanted, smooth, scale, part) in [
        (off, Msaa::Off, 0.5, Some(0.5)),
        (four, Msaa::Sample4, 1.0, None),
        (four, Msaa::Sample4, 0.9, Some(0.9)),
        // A window never renders above its own resolution.
        (four, Msaa::Sample4, 1.5, None),
    ] {
        let mut settings = get_mut::<Settings>(&mut app);
        (settings.antialiasing, settings.render_scale) = (wanted, scale);
        headless::pass(&mut app, 0.0);
        assert_eq!(of_camera(&mut app), Some(smooth));
        assert_eq!(of_camera(&mut app), part.map(|part| Enlarged { part }));
    }
}

#[test]
fn window_only_settings_are_hidden_on_the_panel() {
    let mut app = headless::window(Display::Flat, Settings::default());
    add_panel(&mut app);
    for (subject, window, both) in [
        (Subject::Board, "switch compass", "switch reduced motion"),
        (Subject::Board, "choice arrow keys", "switch reduced motion"),
        (
            Subject::Together,
            "switch turn the board after each move (window)",
            "switch turn the board after each move (headset)",
        ),
    ] {
        open(&mut app, Screen::Settings(subject));
        frames(&mut app, 3);
        let names = all::<Name>(&mut app);
        let is_there = |begin: &str| names.iter().any(|it| it.1.starts_with(begin));
        for name in [window, both] {
            assert!(is_there(name), "{name} in {names:?}");
        }
        assert!(is_there(&format!("panel {both}")), "{both} in {names:?}");
        assert!(!is_there(&format!("panel {window}")), "{window}");
    }
}

#[test]
fn page_size_and_slider_column_are_the_same_on_all_tabs() {
    let mut app = headless::laid_out_window();
    let (mut pages, mut sliders) = (Vec::new(), Vec::new());
    for subject in Subject::ALL {
        open(&mut app, Screen::Settings(subject));
        frames(&mut app, 3);
        let page = headless::named(&mut app, "settings");
        pages.push(laid_out(&app, page));
        let world = app.world_mut();
        let mut found = world.query_filtered::<Entity, With<Slider>>();
        let found: Vec<Entity> = found.iter(world).collect();
        sliders.extend(found.into_iter().map(|slider| laid_out(&app, slider)));
    }
    assert!(pages.len() > 3 && pages[0].height() > 300.0, "{pages:?}");
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
    let ends = |rect: &Rect| [rect.min.x, rect.max.x].map(f32::round);
    assert!(sliders.len() > 8, "{sliders:?}");
    for slider in &sliders {
        assert_eq!(ends(slider), ends(&sliders[0]), "{sliders:?}");
    }
}
