//! The plane of the panel. It maps world points to pixels of the picture.

use bevy::prelude::*;

/// Logical size of the picture, in pixels: 40° by 32° at [`DISTANCE`].
pub const PIXELS: Vec2 = Vec2::new(800.0, 640.0);
/// Logical pixels per degree of the player's view at [`DISTANCE`]. Text of 30 pixels is 1.5° high;
/// nothing should be below 20 (Meta: 1°).
pub const PIXELS_A_DEGREE: f32 = 20.0;
/// Distance from the eyes for which the panel is drawn, in metres (Meta: 1.0 to 2.0 m).
pub const DISTANCE: f32 = 1.3;
/// Size of a logical pixel in the world, in metres. The minimum ray target, 48 mm at 1 m, is 55
/// pixels.
pub const PIXEL: f32 = DISTANCE * (std::f32::consts::PI / 180.0) / PIXELS_A_DEGREE;

/// An intersection of a ray with the panel's plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PanelHit {
    /// Distance from the origin of the ray, in metres.
    pub depth: f32,
    /// The point in the world, in metres.
    pub point: Vec3,
    /// The point in logical pixels from the upper left corner of the picture. It may be outside the
    /// picture: see [`is_inside`].
    pub pixel: Vec2,
}

/// Returns whether a logical pixel is inside the picture.
pub fn is_inside(pixel: Vec2) -> bool {
    pixel.cmpge(Vec2::ZERO).all() && pixel.cmplt(PIXELS).all()
}

/// Returns the logical pixel at a point of the panel's plane.
pub fn pixel_at(panel: &GlobalTransform, point: Vec3) -> Vec2 {
    let local = panel.affine().inverse().transform_point3(point);
    Vec2::new(local.x, -local.y) / PIXEL + PIXELS / 2.0
}

/// Returns the world point of a logical pixel.
pub fn point_of(panel: &GlobalTransform, pixel: Vec2) -> Vec3 {
    let local = (pixel - PIXELS / 2.0) * PIXEL;
    panel.transform_point(Vec3::new(local.x, -local.y, 0.0))
}

/// Returns where a ray meets the panel's plane; `None` for a ray from behind.
pub fn meet(panel: &GlobalTransform, ray: Ray3d) -> Option<PanelHit> {
    let normal = panel.back();
    if ray.direction.dot(*normal) >= 0.0 {
        return None;
    }
    let depth = ray.intersect_plane(panel.translation(), InfinitePlane3d::new(*normal))?;
    let point = ray.get_point(depth);
    Some(PanelHit {
        depth,
        point,
        pixel: pixel_at(panel, point),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn somewhere() -> GlobalTransform {
        let place = Transform::from_xyz(0.7, 1.1, -0.4);
        GlobalTransform::from(place.looking_to(Vec3::new(0.5, -0.4, -0.6), Vec3::Y))
    }

    #[test]
    fn picture_is_upright_and_not_mirrored() {
        let panel = GlobalTransform::from_xyz(0.0, 1.0, -2.0);
        let corner = point_of(&panel, Vec2::ZERO);
        // Seen from +z: left is -x.
        assert!(corner.x < 0.0 && corner.y > 1.0, "{corner}");
        let width = point_of(&panel, Vec2::new(PIXELS.x, 0.0)).distance(corner);
        let degrees = 2.0 * (width / 2.0 / DISTANCE).atan().to_degrees();
        assert!((degrees - 40.0).abs() < 2.0, "{degrees}° wide");
    }

    #[test]
    fn rays_meet_their_target_from_the_front_only() {
        let panel = somewhere();
        let eye = panel.translation() + *panel.back() * 0.9 + Vec3::new(0.1, 0.2, 0.0);
        for pixel in [Vec2::new(3.0, 5.0), Vec2::new(700.0, 540.0), PIXELS * 1.2] {
            let point = point_of(&panel, pixel);
            let aim = |from: Vec3| Ray3d::new(from, Dir3::new(point - from).unwrap());
            let met = meet(&panel, aim(eye)).expect("it is ahead");
            assert!(met.pixel.distance(pixel) < 0.05, "{pixel}: {met:?}");
            assert!((met.depth - eye.distance(point)).abs() < 1e-4);
            assert_eq!(is_inside(met.pixel), is_inside(pixel));
            let behind = panel.translation() - *panel.back();
            assert_eq!(meet(&panel, aim(behind)), None);
            let away = Ray3d::new(eye, Dir3::new(eye - point).unwrap());
            assert_eq!(meet(&panel, away), None);
        }
    }
}
