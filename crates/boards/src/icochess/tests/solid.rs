//! Tests of the solid alone.

use icochess_boards::icochess::{Point, SOLID, TILES};

fn distance(a: Point, b: Point) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn vertices_are_on_the_unit_sphere_and_tiles_face_outwards() {
    for v in &SOLID.vertices {
        assert!((distance(*v, [0.0; 3]) - 1.0).abs() < 1e-12);
    }
    for tile in 0..TILES {
        let (n, c) = (SOLID.normal(tile), SOLID.centre(tile));
        let dot: f64 = (0..3).map(|i| n[i] * c[i]).sum();
        assert!(dot > 0.9, "tile {tile} faces inwards");
    }
}

#[test]
fn quarter_of_tiles_is_equilateral_and_the_rest_isosceles() {
    for tile in 0..TILES {
        let [a, b, c] = SOLID.corners(tile);
        let sides = [distance(a, b), distance(b, c), distance(c, a)];
        let equal = |x: f64, y: f64| (x - y).abs() < 1e-9;
        if tile % 4 == 0 {
            assert!(equal(sides[0], sides[1]) && equal(sides[1], sides[2]));
        } else {
            assert!(equal(sides[0], sides[2]) && !equal(sides[0], sides[1]));
        }
    }
}
