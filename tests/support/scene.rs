//! Positions of entities in the world and in the window.

use bevy::math::{Affine3A, Vec2, Vec3A};
use serde_json::{Map, Value};

use super::inspect::{Inspector, Row};

/// Component with an entity's name.
pub const NAME: &str = "bevy_ecs::name::Name";
/// Component with an entity's global transform.
pub const PLACE: &str = "bevy_transform::components::global_transform::GlobalTransform";

/// Size of the window. It is small for the software renderer, but wide enough for the row of
/// buttons.
pub const SIZE: Vec2 = Vec2::new(560.0, 420.0);
/// Vertical field of view of the window's camera, in radians.
const FIELD_OF_VIEW: f32 = 45.0 * std::f32::consts::PI / 180.0;

/// Camera component.
pub const CAMERA: &str = "bevy_camera::camera::Camera";
const WINDOW_CAMERA: &str = "window camera";

/// Global transforms of all named entities, and the part of the view that the window shows.
#[derive(Debug)]
pub struct Scene(Map<String, Value>, Option<Part>);

/// The visible part of a view (Bevy's `SubCameraView`), used when the board makes room for UI.
#[derive(Debug)]
struct Part {
    full_size: Vec2,
    offset: Vec2,
    size: Vec2,
}

impl Part {
    fn read(inspector: &Inspector) -> Option<Self> {
        let rows = inspector.query(&[NAME, CAMERA], &[]).ok()?;
        let is_it = |row: &&Row| row.components[NAME] == WINDOW_CAMERA;
        let view = &rows.iter().find(is_it)?.components[CAMERA]["sub_camera_view"];
        let pair = |key: &str| {
            let number = |at: usize| view[key][at].as_f64().map(|number| number as f32);
            Some(Vec2::new(number(0)?, number(1)?))
        };
        Some(Self {
            full_size: pair("full_size")?,
            offset: pair("offset")?,
            size: pair("size")?,
        })
    }
}

impl Scene {
    /// Reads the scene from the game; `None` if it doesn't answer.
    pub fn read(inspector: &Inspector) -> Option<Self> {
        let rows = inspector.query(&[NAME, PLACE], &[]).ok()?;
        let pair = |row: &Row| {
            let name = row.components[NAME].as_str()?.to_owned();
            Some((name, row.components[PLACE].clone()))
        };
        let places = rows.iter().filter_map(pair).collect();
        Some(Self(places, Part::read(inspector)))
    }

    /// Returns whether an entity called `name` exists.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the global transform of the entity called `name`.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn place(&self, name: &str) -> Affine3A {
        let place = self.0.get(name).and_then(Value::as_array);
        let place = place.unwrap_or_else(|| panic!("{name} is nowhere"));
        let numbers: Vec<f32> = place.iter().map(|x| x.as_f64().unwrap() as f32).collect();
        Affine3A::from_cols_slice(&numbers)
    }

    /// Returns the position of the entity called `name`.
    pub fn at(&self, name: &str) -> Vec3A {
        self.place(name).translation
    }

    /// Returns the direction of a tile from the ball's centre in camera axes (right, up, towards
    /// the camera), as a unit vector.
    pub fn seen(&self, tile: &str) -> Vec3A {
        let out = self.at(&format!("tile {tile}")) - self.at("board");
        self.place(WINDOW_CAMERA).matrix3.transpose() * out.normalize()
    }

    /// Projects a point of the world to a pixel of a window of [`SIZE`].
    pub fn pixel(&self, point: Vec3A) -> Vec2 {
        self.pixel_in(SIZE, point)
    }

    /// Projects a point of the world to a pixel of a window of `size`.
    pub fn pixel_in(&self, size: Vec2, point: Vec3A) -> Vec2 {
        let camera = self.place(WINDOW_CAMERA);
        let seen = camera.inverse().transform_point3a(point);
        let scale = size.y / 2.0 / (FIELD_OF_VIEW / 2.0).tan() / -seen.z;
        let pixel = size / 2.0 + Vec2::new(seen.x, -seen.y) * scale;
        self.1.as_ref().map_or(pixel, |part| {
            (pixel - part.offset) / part.size * part.full_size
        })
    }

    /// Returns the distance from the centre of the ball to the camera, in metres.
    pub fn distance(&self) -> f32 {
        self.at(WINDOW_CAMERA).distance(self.at("board"))
    }
}
