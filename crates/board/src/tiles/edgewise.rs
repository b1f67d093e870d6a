//! Hides the last move's flat icon on a tile seen at too flat an angle, where it would look like
//! scratches. The tint stays and marks the move. Inlaid rims are never hidden.

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

use super::highlight::IconOf;
use crate::stage::drawing::seen_if;
use crate::stage::looks::{Sign, TileLook};
use crate::stage::palette::Palette;
use crate::stage::root::BoardRoot;
use crate::stage::spread::Spread;
use crate::stage::switches::OnMap;

/// Sine of the minimum angle to a tile at which its icon is readable: 18°.
const MIN_SINE: f32 = 0.31;
/// Eye movement that triggers an update, in metres: less than a degree at arm's length.
const MIN_EYE_MOVEMENT: f32 = 0.01;

type Eyes<'w, 's> = Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera3d>>;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        hide_edgewise_icons
            .run_if(
                has_eye_moved
                    .or_else(resource_changed::<Spread>)
                    .or_else(any_match_filter::<Changed<TileLook>>),
            )
            .after(TransformSystems::Propagate)
            .before(VisibilitySystems::VisibilityPropagate),
    );
}

/// Yields the positions of the active cameras, in metres.
fn places(eyes: &Eyes) -> impl Iterator<Item = Vec3> {
    let open = eyes.iter().filter(|(camera, _)| camera.is_active);
    open.map(|(_, eye)| eye.translation())
}

/// Run condition: an eye has moved noticeably, relative to the board.
fn has_eye_moved(
    eyes: Eyes,
    root: Single<&GlobalTransform, With<BoardRoot>>,
    mut before: Local<Vec<Vec3>>,
) -> bool {
    let to_board = root.affine().inverse();
    let now = || places(&eyes).map(move |eye| to_board.transform_point3(eye));
    let is_far = |(now, before): (Vec3, &Vec3)| now.distance(*before) > MIN_EYE_MOVEMENT;
    let has_moved = now().count() != before.len() || now().zip(before.iter()).any(is_far);
    if has_moved {
        before.clear();
        before.extend(now());
    }
    has_moved
}

/// Returns whether an icon on a tile is readable from a place. Icons on glass are readable from
/// below too.
fn is_made_out(tile: &GlobalTransform, from: Vec3) -> bool {
    let away = (from - tile.translation()).normalize_or_zero();
    tile.up().dot(away).abs() >= MIN_SINE
}

fn hide_edgewise_icons(
    (eyes, palette): (Eyes, Res<Palette>),
    tiles: Query<(&TileLook, &GlobalTransform), Without<OnMap>>,
    mut signs: Query<(&IconOf, &mut Visibility)>,
) {
    if *palette == Palette::Standard {
        return;
    }
    for (IconOf(tile), mut visibility) in &mut signs {
        let Ok((look, place)) = tiles.get(*tile) else {
            continue;
        };
        // Check icons are never hidden, even if they look distorted.
        if let Some(Sign::Start | Sign::End) = look.sign {
            let is_seen = places(&eyes).any(|eye| is_made_out(place, eye));
            visibility.set_if_neq(seen_if(is_seen));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_move_icon_shows_while_an_eye_is_high_enough() {
        let mut app = App::new();
        app.init_resource::<Spread>()
            .insert_resource(Palette::HighContrast)
            .add_plugins(plugin);
        let world = app.world_mut();
        world.spawn(BoardRoot);
        let mut signs = |sign: Sign, is_on_map: bool| -> Entity {
            let tile = (
                TileLook {
                    sign: Some(sign),
                    tint: sign.tint(),
                    ..TileLook::default()
                },
                GlobalTransform::from(Transform::from_rotation(Quat::from_rotation_z(1.0))),
            );
            let tile = world.spawn(tile).id();
            if is_on_map {
                world.entity_mut(tile).insert(OnMap);
            }
            world.spawn((IconOf(tile), Visibility::Inherited)).id()
        };
        let plain = [Sign::Start, Sign::End].map(|sign| signs(sign, false));
        let kept = [signs(Sign::Checked, false), signs(Sign::End, true)];
        let up = Quat::from_rotation_z(1.0) * Vec3::Y;
        let along = Quat::from_rotation_z(1.0) * Vec3::X;
        let at = |degrees: f32| {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            GlobalTransform::from(Transform::from_translation(along * cosine + up * sine))
        };
        let eyes = [5.0, 10.0].map(|it| app.world_mut().spawn((Camera3d::default(), at(it))).id());
        for (degrees, is_seen) in [
            (10.0, false),
            (30.0, true),
            (15.0, false),
            (90.0, true),
            (2.0, false),
            // From below, through glass.
            (-30.0, true),
        ] {
            app.world_mut().entity_mut(eyes[1]).insert(at(degrees));
            app.update();
            let seen = |sign: Entity| *app.world().get::<Visibility>(sign).unwrap();
            assert!(kept.iter().all(|sign| seen(*sign) == Visibility::Inherited));
            for sign in plain {
                assert_eq!(seen(sign), seen_if(is_seen), "{degrees}°");
            }
        }
        // No eye moves.
        app.world_mut().entity_mut(eyes[1]).insert(at(10.0));
        for _ in 0..4 {
            app.update();
        }
        let sign = plain[0];
        app.world_mut()
            .entity_mut(sign)
            .insert(Visibility::Inherited);
        app.update();
        assert_eq!(
            app.world().get::<Visibility>(sign),
            Some(&Visibility::Inherited)
        );
        // A changed tile is checked again.
        let IconOf(tile) = *app.world().get::<IconOf>(sign).unwrap();
        let mut look = app.world_mut().get_mut::<TileLook>(tile).unwrap();
        look.set_changed();
        app.update();
        assert_eq!(
            app.world().get::<Visibility>(sign),
            Some(&Visibility::Hidden)
        );
    }
}
