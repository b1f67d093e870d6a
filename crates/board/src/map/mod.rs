//! The map: a flat plate that shows all places of a board whose shape hides some of its cells.
//!
//! A place on the map represents its cell. It has the same colours, marks and icons, and reacts to
//! pointers in the same way. [`pieces`] shows pieces in profile, and `names` draws larger names
//! than on the board. `standing` is the map's place for headset users. Movable parts of the board
//! have handles on the map too.

mod names;
pub mod pieces;
mod plate;
mod standing;

use bevy::camera::visibility::NoFrustumCulling;
use bevy::prelude::*;
use bevy_rapier3d::prelude::ColliderDisabled;

use crate::pieces::materials::PieceLooks;
use crate::stage::drawing::seen_if;
use crate::stage::looks::TileLook;
use crate::stage::parts;
use crate::stage::root::BuildSystems;
use crate::stage::shape::BoardShape;
use crate::stage::switches::{MapRoot, MapShown, OnMap};
use crate::stage::taught::Taught;
use crate::tiles::cells::{face, open_cells, tile_meshes};
use crate::tiles::cover::{CoverSystems, Covered};
use crate::tiles::focus::FocusSystems;
use crate::tiles::handles::GlowLooks;
use crate::tiles::highlight::{HighlightSystems, add_look};
use icochess_base::schedule::AppSystems;
use icochess_play::game::{Match, OnCell, OnDock};
use icochess_play::interaction::Selection;
use icochess_rules::CellSet;
use icochess_shape::{Handle, Map, Shape};

/// Disables frustum culling of all map meshes, because a window may shift and scale its image.
const DRAWN: NoFrustumCulling = NoFrustumCulling;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((pieces::plugin, standing::plugin))
        .add_systems(
            Update,
            (
                // Removes the map before other systems look up its cells on a new board.
                remove_map.before(parts::spawn_parts).in_set(BuildSystems),
                (
                    spawn_map
                        .run_if(
                            resource_exists::<PieceLooks>.and_then(
                                resource_changed::<MapShown>
                                    .or_else(resource_exists_and_changed::<BoardShape>),
                            ),
                        )
                        .before(FocusSystems),
                    update_cells.run_if(
                        resource_changed::<Match>
                            .or_else(resource_changed::<Selection>)
                            .or_else(any_match_filter::<Added<OnMap>>)
                            .or_else(any_match_filter::<(With<MapRoot>, Changed<Visibility>)>),
                    ),
                )
                    .chain()
                    .in_set(AppSystems::Scene),
                names::place_names
                    .run_if(
                        resource_changed::<Match>
                            .or_else(resource_changed::<Taught>)
                            .or_else(resource_changed::<Covered>)
                            .or_else(any_match_filter::<(With<OnMap>, Changed<TileLook>)>),
                    )
                    .after(CoverSystems)
                    .after(HighlightSystems)
                    .in_set(AppSystems::Scene),
            ),
        );
}

fn remove_map(mut commands: Commands, maps: Query<Entity, With<MapRoot>>) {
    for map in &maps {
        commands.entity(map).despawn();
    }
}

/// Despawns the previous map. Spawns the board's map if it has one and maps are shown.
fn spawn_map(
    mut commands: Commands,
    (shown, shape, game): (Res<MapShown>, Res<BoardShape>, Res<Match>),
    glows: Option<Res<GlowLooks>>,
    maps: Query<Entity, With<MapRoot>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for map in &maps {
        commands.entity(map).despawn();
    }
    let Some(map) = shown.0.and_then(|_| Map::of(&shape)) else {
        return;
    };
    let half = plate::half(map.half, &shape);
    let root = commands.spawn((
        Name::new("map"),
        MapRoot {
            half,
            clear: shape.clear(),
        },
        // Hidden until it has been placed.
        Visibility::Hidden,
    ));
    let root = root.id();
    let assets = (&mut *meshes, &mut *materials);
    plate::spawn(&mut commands, (root, half), &shape, assets, DRAWN);
    let kinds = tile_meshes(&shape, 0, &mut meshes);
    let position = game.position();
    let (letters, of) = ((root, &*map.letters), (&**shape, position));
    let assets = (&mut *meshes, &mut *materials);
    names::spawn_letters(&mut commands, letters, of, assets, DRAWN);
    for (cell, place) in shape.cells().zip(&map.places) {
        let kind = shape.places[cell.index()].kind;
        let mut tile = commands.spawn((
            Name::new(format!("map {}", position.cell_name(cell))),
            OnMap,
            OnCell(cell),
            Mesh3d(kinds[kind].clone()),
            *place,
            DRAWN,
            ChildOf(root),
        ));
        if let Some(collider) = face(&shape.kinds[kind]) {
            tile.insert(collider);
        }
        let tile = tile.id();
        add_look(&mut commands, tile, DRAWN);
        let back = place.rotation.inverse();
        let piece = pieces::spawn(&mut commands, tile, (cell, back), &shape);
        commands.entity(piece).insert(DRAWN);
        let of = (&**shape, position);
        let more = (&mut *meshes, DRAWN);
        names::spawn(&mut commands, (tile, cell), of, back * Vec3::Z, more);
    }
    for handle in &shape.handles.at {
        let Some(glows) = &glows else {
            continue;
        };
        let name = position.cell_name(handle.pin);
        glows.spawn(
            &mut commands,
            (format!("map dock {name}"), handle.pin),
            (on_map(handle, &shape, &map), root),
            DRAWN,
        );
    }
}

/// Returns the place of a handle on the map, relative to its part's cells as on the board.
fn on_map(handle: &Handle, shape: &Shape, map: &Map) -> Transform {
    let mut cells = shape.places.iter().zip(&map.places);
    let beside = cells.find(|(place, _)| place.part == handle.part);
    let Some((own, there)) = beside else {
        return handle.frame;
    };
    let turn = there.rotation * own.frame.rotation.inverse();
    let from_cell = handle.frame.translation - own.frame.translation;
    Transform {
        translation: there.translation + turn * from_cell,
        rotation: turn * handle.frame.rotation,
        scale: Vec3::ONE,
    }
}

/// Shows the existing cells and makes them pickable. Missing cells are hidden and not pickable,
/// except [open](open_cells) ones. A hidden map isn't pickable.
fn update_cells(
    mut commands: Commands,
    (game, selection, shape): (Res<Match>, Res<Selection>, Res<BoardShape>),
    maps: Query<&Visibility, (With<MapRoot>, Without<OnMap>)>,
    mut tiles: Query<(Entity, &OnCell, &mut Visibility, Has<ColliderDisabled>), With<OnMap>>,
    handles: Query<(Entity, &ChildOf, Has<ColliderDisabled>), (With<OnDock>, Without<OnMap>)>,
) {
    let absent = game.position().absent();
    let open = open_cells(&game, &selection, &shape);
    let is_seen = maps.iter().any(|map| *map != Visibility::Hidden);
    let mut set_met = |entity: Entity, is_met: bool, is_disabled: bool| {
        let mut thing = commands.entity(entity);
        if is_met && is_disabled {
            thing.remove::<ColliderDisabled>();
        } else if !is_met && !is_disabled {
            thing.insert(ColliderDisabled);
        }
    };
    for (tile, &OnCell(cell), mut visibility, is_disabled) in &mut tiles {
        let is_there = !absent.contains(cell) || open.contains(cell);
        visibility.set_if_neq(seen_if(is_there));
        set_met(tile, is_there && is_seen, is_disabled);
    }
    for (handle, of, is_disabled) in &handles {
        if maps.contains(of.parent()) {
            set_met(handle, is_seen, is_disabled);
        }
    }
}
