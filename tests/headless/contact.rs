//! Contact shadows of pieces on their tiles.

use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use icochess::board::pieces::contact::{ContactShadow, Shaded};
use icochess::board::pieces::piece::{GLIDE_SECONDS, Gliding, IsPiece, PieceOn};
use icochess::board::tiles::panes::Panes;
use icochess::game::messages::GameRequest;
use icochess::save::settings::Settings;
use icochess_boards::Variant;
use icochess_rules::CellSet;

use crate::asking::{all, ask, play, the_match};
use crate::headless;

/// Returns whether each shadow of a piece is visible.
fn shadows(world: &World, piece: Entity) -> Vec<bool> {
    let children = world.get::<Children>(piece).into_iter().flatten();
    let shadows = children.filter(|child| world.get::<ContactShadow>(**child).is_some());
    shadows
        .map(|child| world.get::<Visibility>(*child) != Some(&Visibility::Hidden))
        .collect()
}

/// Returns, for all pieces on the board, whether they are gliding and whether their shadows are
/// visible.
fn pieces(app: &mut App) -> Vec<(bool, Vec<bool>)> {
    let world = app.world_mut();
    let mut pieces =
        world.query_filtered::<(Entity, Has<Gliding>), (With<IsPiece>, With<PieceOn>)>();
    let found: Vec<_> = pieces.iter(world).collect();
    let with_shadows = |(piece, is_gliding)| (is_gliding, shadows(world, piece));
    found.into_iter().map(with_shadows).collect()
}

/// Creates a game of `variant` after its pieces have been set up.
fn app(variant: Variant) -> App {
    let mut app = headless::app(Settings::default(), |_| {});
    ask(&mut app, GameRequest::Load(variant.board().new_game()));
    headless::pass(&mut app, 2.0);
    app
}

#[test]
fn every_piece_has_one_shadow() {
    for variant in Variant::ALL {
        let mut app = app(variant);
        let pieces = pieces(&mut app);
        let occupied = the_match(&app).position().occupied();
        assert_eq!(pieces.len(), occupied.cells().count(), "{variant}");
        assert_eq!(app.world().resource::<Shaded>().0, occupied, "{variant}");
        // On glass, shadows are drawn with the panes.
        let own = vec![true; usize::from(!variant.shape().is_glass())];
        let is_own = pieces.iter().all(|(_, shadows)| *shadows == own);
        assert!(is_own, "{variant}");
    }
}

/// Returns the glass layers' count, number of triangles, and opacity of each vertex.
fn layers(app: &mut App) -> (usize, usize, Vec<f32>) {
    let mut layers = app.world_mut().query_filtered::<&Mesh3d, With<Panes>>();
    let world = app.world();
    let meshes = world.resource::<Assets<Mesh>>();
    let (mut triangles, mut opacities) = (0, Vec::new());
    let drawn: Vec<_> = layers.iter(world).collect();
    for mesh in &drawn {
        let mesh = meshes.get(&mesh.0).expect("a mesh that is there");
        triangles += mesh.indices().expect("triangles by index").len() / 3;
        let colors = mesh.attribute(Mesh::ATTRIBUTE_COLOR);
        let Some(VertexAttributeValues::Float32x4(colors)) = colors else {
            panic!("no colours");
        };
        opacities.extend(colors.iter().map(|color| color[3]));
    }
    (drawn.len(), triangles, opacities)
}

#[test]
fn panes_are_batched_by_level_with_shadows_and_tints() {
    let mut app = app(Variant::Raumschach);
    let (count, triangles, opacities) = layers(&mut app);
    // Five levels of 25 panes, each with four bevels, and 40 shadows.
    assert_eq!(count, 5);
    assert_eq!(triangles, 125 * 10 + 40 * 2);
    // Untinted panes are transparent.
    assert!(opacities.iter().all(|opacity| *opacity < 0.7));
    play(&mut app, "ba2ba3");
    app.update();
    // A piece in the air has no shadow.
    assert_eq!(layers(&mut app).1, triangles - 2);
    headless::pass(&mut app, GLIDE_SECONDS);
    let (_, again, opacities) = layers(&mut app);
    assert_eq!(again, triangles);
    // Two panes are tinted, a dark and a light one: a wash takes 40% of the transparency of 60% and
    // 42%. A face with its bevels has 20 vertices.
    for washed in [0.76, 0.652] {
        let tinted = opacities.iter();
        let tinted = tinted.filter(|opacity| (**opacity - washed).abs() < 1e-3);
        assert_eq!(tinted.count(), 20, "{washed}");
    }
}

#[test]
fn lifted_piece_loses_its_shadow_until_it_lands() {
    let mut app = app(Variant::Icochess);
    let before = pieces(&mut app).len();
    // The move captures a pawn, which takes its shadow with it.
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
    assert_eq!(all::<ContactShadow>(&mut app).len(), after.len());
}
