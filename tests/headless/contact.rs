//! The soft shadows of pieces on their tiles.

use bevy::prelude::*;
use icochess::board::pieces::contact::ContactShadow;
use icochess::board::pieces::piece::{GLIDE_SECONDS, Gliding, IsPiece, PieceOn};
use icochess::game::messages::GameRequest;
use icochess::save::settings::Settings;
use icochess_boards::Variant;
use icochess_rules::CellSet;

use crate::asking::{play, the_match};
use crate::headless;

/// The shadows of a piece, and whether each is to be seen.
fn shadows(world: &World, piece: Entity) -> Vec<bool> {
    let children = world.get::<Children>(piece).into_iter().flatten();
    let shadows = children.filter(|child| world.get::<ContactShadow>(**child).is_some());
    shadows
        .map(|child| world.get::<Visibility>(*child) != Some(&Visibility::Hidden))
        .collect()
}

/// All pieces on their cells, by whether they are on their way, with their shadows.
fn pieces(app: &mut App) -> Vec<(bool, Vec<bool>)> {
    let world = app.world_mut();
    let mut pieces =
        world.query_filtered::<(Entity, Has<Gliding>), (With<IsPiece>, With<PieceOn>)>();
    let found: Vec<_> = pieces.iter(world).collect();
    let found = found.into_iter();
    found
        .map(|(piece, is_gliding)| (is_gliding, shadows(world, piece)))
        .collect()
}

#[test]
fn each_piece_of_each_board_stands_in_one_shadow() {
    for variant in Variant::ALL {
        let mut app = headless::app(Settings::default(), |_| {});
        let game = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(game));
        headless::pass(&mut app, 0.2);
        let pieces = pieces(&mut app);
        let count = the_match(&app).position().occupied().cells().count();
        assert_eq!(pieces.len(), count, "{variant}");
        assert!(
            pieces.iter().all(|(_, shadows)| *shadows == [true]),
            "{variant}"
        );
    }
}

#[test]
fn a_piece_that_is_lifted_leaves_its_shadow_and_finds_it_where_it_lands() {
    let mut app = headless::app(Settings::default(), |_| {});
    headless::pass(&mut app, 0.1);
    let before = pieces(&mut app).len();
    // It takes a pawn, whose shadow goes with it.
    play(&mut app, "b1n4");
    app.update();
    let moving = pieces(&mut app);
    assert!(moving.iter().any(|(is_gliding, _)| *is_gliding));
    for (is_gliding, shadows) in &moving {
        assert_eq!(*shadows, [!is_gliding]);
    }
    headless::pass(&mut app, GLIDE_SECONDS);
    let after = pieces(&mut app);
    assert_eq!(after.len(), before - 1);
    assert!(after.iter().all(|(_, shadows)| *shadows == [true]));
    let world = app.world_mut();
    let mut all = world.query::<&ContactShadow>();
    assert_eq!(all.iter(world).count(), after.len());
}
