//! Near interaction: hands touch cells of the board instead of pointing at them, and poke buttons
//! of the panel and plates of the wrist menu.

use bevy::picking::PickingSystems;
use bevy::picking::backend::{HitData, PointerHits};
use bevy::prelude::*;
use bevy_mod_xr::spaces::XrSpaceSyncSet;
use icochess_rules::Cell;

use super::hands::{HandInput, Ray, RayCamera, TipMark, pointer_of};
use super::near::{CarriedPiece, Near, NearTo};
use super::pointing::{HandPointerSystems, PointSystems};
use super::tips::{Tip, Tips};
use icochess_base::schedule::AppSystems;
use icochess_board::pieces::in_hand::foot;
use icochess_board::stage::drawing::seen_if;
use icochess_board::stage::reach::NearQuery;
use icochess_board::stage::shape::BoardShape;
use icochess_play::game::Match;
use icochess_play::interaction::HandsAtBoard;
use icochess_ui::panel::plane::{is_inside, pixel_at};
use icochess_ui::panel::rays::PanelRays;
use icochess_ui::panel::wrist::{CELL, WristMenu, WristPlate};

/// Distance at which a hand touches a cell, in metres.
const TOUCH: f32 = 0.08;
/// Distance by which another cell must be nearer to take over the touch, in metres.
const STAYS: f32 = 0.008;
/// Additional distance at which a touch ends, in metres.
const LEAVES: f32 = 0.015;
/// Smallest distance of a ray's origin from the board's surface, in metres.
const CLEAR: f32 = 0.03;
/// Largest distance of a poking hand in front of the panel or a plate, in metres.
const POKE: f32 = 0.05;
/// Depth at which a poked button is pressed, in metres.
const TRAVEL: f32 = 0.008;
/// Largest distance of a poking hand behind the panel or a plate, in metres.
const THROUGH: f32 = 0.06;

pub(super) fn plugin(app: &mut App) {
    app.register_required_components::<HandInput, Near>()
        .add_systems(
            PreUpdate,
            (
                update_touched.after(XrSpaceSyncSet).before(PointSystems),
                send_hits.in_set(PickingSystems::Backend),
            )
                .in_set(HandPointerSystems),
        )
        .add_systems(Update, show_ray_or_tip.in_set(AppSystems::Feedback));
}

/// Returns whether a tip this far in front of a surface presses it; `None` if it isn't near enough.
fn pressed(depth: f32, before: Near) -> Option<bool> {
    let was = before.poked();
    // A hand that comes from behind the surface doesn't poke.
    let nearest = if was.is_some() { -THROUGH } else { 0.0 };
    let is_poked = if was == Some(true) {
        depth < 0.0
    } else {
        depth <= -TRAVEL
    };
    (nearest..=POKE).contains(&depth).then_some(is_poked)
}

/// Returns the position on the panel that a tip pokes, if it is near enough.
fn poke(tip: Vec3, panel: &GlobalTransform, before: Near) -> Option<NearTo> {
    let depth = (tip - panel.translation()).dot(*panel.back());
    let is_poked = pressed(depth, before)?;
    let pixel = pixel_at(panel, tip);
    is_inside(pixel).then_some(NearTo::Panel { pixel, is_poked })
}

/// Returns the plate of the wrist menu that a tip pokes, if it is near enough.
fn poke_plate(
    tip: Vec3,
    plates: &Query<(Entity, &GlobalTransform), With<WristPlate>>,
    before: Near,
) -> Option<NearTo> {
    plates.iter().find_map(|(entity, plate)| {
        let tip = plate.affine().inverse().transform_point3(tip);
        let is_over = tip.truncate().abs().cmple(CELL / 2.0).all();
        let is_poked = pressed(tip.z, before).filter(|_| is_over)?;
        Some(NearTo::Plate {
            entity,
            at: plate.transform_point(tip.with_z(0.0)),
            normal: *plate.back(),
            is_poked,
        })
    })
}

/// Updates the nearest target of each hand.
fn update_touched(
    mut hands: Query<(&HandInput, &mut Near)>,
    (tips, reach, panel): (Tips, NearQuery, PanelRays),
    carried: Res<CarriedPiece>,
    (game, shape): (Res<Match>, Res<BoardShape>),
    places: Query<&GlobalTransform>,
    (menu, plates): (
        Res<WristMenu>,
        Query<(Entity, &GlobalTransform), With<WristPlate>>,
    ),
    mut at_board: ResMut<HandsAtBoard>,
) {
    let foot_of = |from: Cell, tip: Vec3| {
        let (root, position) = (*reach.board()?, game.position());
        let middle = root.to_matrix().inverse().transform_point3(tip);
        let (foot, _) = foot(&shape, position, position.piece_at(from)?, middle);
        Some(root.transform_point(foot))
    };
    let mut takers = [None; 2];
    for (input, mut near) in &mut hands {
        let at = |tip: Tip| tips.at(input.hand, tip).filter(|_| input.active);
        let (Some(tip), Some(finger)) = (at(Tip::Pinch), at(Tip::Poke)) else {
            near.set_if_neq(Near(None));
            continue;
        };
        let is_it = |entity: Entity| near.thing() == Some(entity);
        let middle = |entity: Entity| {
            let place = places.get(entity);
            place.map_or(f32::INFINITY, |place| place.translation().distance(tip))
        };
        let found = || {
            let stays = reach.nearest(tip, TOUCH + LEAVES, is_it);
            let nearest = reach.nearest(tip, TOUCH, |_| true);
            match (stays, nearest) {
                // High above small cells, their edges are almost equally distant, so their centres
                // count too.
                (Some(stays), Some(nearest))
                    if nearest.distance + STAYS < stays.distance
                        || middle(nearest.entity) + STAYS < middle(stays.entity) =>
                {
                    Some(nearest)
                }
                (Some(stays), _) => Some(stays),
                (None, nearest) => nearest,
            }
        };
        let thing = match carried.by(input.hand) {
            None => found(),
            Some(carried) => foot_of(carried.from, tip).and_then(|foot| reach.cell_under(foot)),
        };
        let touched = thing.map(|thing| NearTo::Thing {
            entity: thing.entity,
            at: thing.at,
            normal: places
                .get(thing.entity)
                .map_or(Vec3::Y, |place| *place.up()),
        });
        let is_offered = menu.0.is_some() && !menu.is_by(pointer_of(input.hand));
        let plate = is_offered.then(|| poke_plate(finger, &plates, *near));
        let on_panel = || panel.place().and_then(|panel| poke(finger, panel, *near));
        let poked = plate.flatten().or_else(on_panel);
        // A hand with a piece interacts only with the board.
        let carries = carried.by(input.hand).is_some();
        let poked = poked.filter(|_| !carries);
        let other = || {
            if carries {
                Some(NearTo::Carrying)
            } else {
                reach.is_within(tip, CLEAR).then_some(NearTo::Inside)
            }
        };
        near.set_if_neq(Near(poked.or(touched).or_else(other)));
        if touched.is_some() && poked.is_none() {
            takers[input.hand as usize] = Some(pointer_of(input.hand));
        }
    }
    at_board.set_if_neq(HandsAtBoard(takers));
}

/// Reports the touched entities to picking, like the hits of rays.
fn send_hits(
    hands: Query<(&HandInput, &Near)>,
    camera: Query<Entity, With<RayCamera>>,
    mut hits: MessageWriter<PointerHits>,
) {
    let Some(camera) = camera.iter().next() else {
        return;
    };
    for (input, near) in &hands {
        if let Some(
            NearTo::Thing { entity, at, normal }
            | NearTo::Plate {
                entity, at, normal, ..
            },
        ) = near.0
        {
            let hit = HitData::new(camera, 0.0, Some(at), Some(normal));
            let picks = vec![(entity, hit)];
            hits.write(PointerHits::new(pointer_of(input.hand), picks, 0.0));
        }
    }
}

/// Shows the tip of a near controller instead of its ray. A bare hand touches with its fingers.
fn show_ray_or_tip(
    hands: Query<(&HandInput, &Near)>,
    mut rays: Query<(&Ray, &mut Visibility), Without<TipMark>>,
    mut marks: Query<(&TipMark, &mut Visibility), Without<Ray>>,
) {
    for (input, near) in &hands {
        let is_near = near.0.is_some();
        for (_, mut ray) in rays.iter_mut().filter(|(ray, _)| ray.0 == input.hand) {
            ray.set_if_neq(seen_if(!is_near));
        }
        for (_, mut mark) in marks.iter_mut().filter(|(mark, _)| mark.0 == input.hand) {
            mark.set_if_neq(seen_if(is_near && !input.is_bare));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_ui::panel::plane::{PIXELS, point_of};

    #[test]
    fn button_is_pressed_at_8_mm_and_released_at_the_surface() {
        let panel = GlobalTransform::from(
            Transform::from_xyz(0.3, 1.0, -0.5).looking_to(Vec3::new(0.4, -0.2, -1.0), Vec3::Y),
        );
        let at = |pixel: Vec2, depth: f32| point_of(&panel, pixel) + *panel.back() * depth;
        let pixel = PIXELS / 3.0;
        let poked = |depths: &[f32]| -> Vec<Option<bool>> {
            let mut near = Near(None);
            let poked = depths.iter().map(|depth| {
                near = Near(poke(at(pixel, *depth), &panel, near));
                match near.0 {
                    Some(NearTo::Panel { is_poked, .. }) => Some(is_poked),
                    _ => None,
                }
            });
            poked.collect()
        };
        let (off, over, pushed) = (None, Some(false), Some(true));
        assert_eq!(
            poked(&[0.1, 0.04, 0.001, -0.007, -0.009, -0.03, -0.002, 0.002, 0.06]),
            [off, over, over, over, pushed, pushed, pushed, over, off]
        );
        // From behind, and through the panel.
        assert_eq!(poked(&[-0.03, -0.01]), [off, off]);
        assert_eq!(
            poked(&[0.01, -0.02, -0.08, -0.02]),
            [over, pushed, off, off]
        );
        let beside = at(Vec2::new(-20.0, 30.0), 0.01);
        assert_eq!(poke(beside, &panel, Near(None)), None);
    }
}
