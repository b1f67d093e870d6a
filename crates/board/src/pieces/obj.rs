//! Custom piece models in OBJ files, robust against any content.

use std::collections::HashSet;
use std::path::Path;

use bevy::math::bounding::Aabb3d;
use bevy::prelude::*;
use icochess_shape::TriangleMesh;
use tobj::{LoadError, LoadOptions, LoadResult, Material};

use super::inlays::PAINTED;
use crate::stage::shape::mesh;

/// Maximum number of vertices in a model, one for each combination of position and normal.
const MAX_VERTICES: usize = 100_000;
/// Maximum number of corners of all faces together, enough for 200,000 triangles.
const MAX_CORNERS: usize = 600_000;
/// Maximum width and depth of a model, as multiples of its height.
const WIDEST: f32 = 2.0;

/// Error in a file with a piece's model.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ObjError {
    /// A corner of a face can't be parsed.
    #[error("line {line}: \"{found}\" is no corner of a face, expected such as 3, 3/1 or 3/1/2")]
    Corner {
        /// Line, from 1.
        line: usize,
        /// The corner as written in the file.
        found: String,
    },
    /// A face refers to a missing vertex, normal or texture coordinate.
    #[error("line {line}: \"{found}\" names what the file does not have before it")]
    OutOfRange {
        /// Line, from 1.
        line: usize,
        /// The corner as written in the file.
        found: String,
    },
    /// A line of a material file has an invalid colour.
    #[error("line {line}: \"{found}\" is no colour, expected such as Kd 0.8 0.6 0.2")]
    Color {
        /// Line, from 1.
        line: usize,
        /// Beginning of the line.
        found: String,
    },
    /// The OBJ library rejects a line.
    #[error("line {line}: \"{found}\" cannot be read as OBJ ({error})")]
    Line {
        /// Line, from 1.
        line: usize,
        /// Beginning of the line.
        found: String,
        /// Error of the library.
        error: LoadError,
    },
    /// The OBJ library rejects the file as a whole.
    #[error("it cannot be read as OBJ: {0}")]
    Syntax(LoadError),
    /// The file has no faces.
    #[error("there is no face in it, expected lines such as \"f 1 2 3\"")]
    Empty,
    /// The file has this number of meshes instead of one.
    #[error("there are {0} meshes in it, expected one: join them")]
    Meshes(usize),
    /// The model has this number of vertices, which exceeds the limit.
    #[error("it has {0} vertices, expected at most {MAX_VERTICES}")]
    Vertices(usize),
    /// The faces have too many corners in total.
    #[error("its faces have more than {MAX_CORNERS} corners together, expected a simpler model")]
    Corners,
    /// A coordinate is infinite or NaN.
    #[error("a coordinate is infinite or no number")]
    NotFinite,
    /// The model is flat, or too wide for its height.
    #[error(
        "it is {wide} wide, {high} high and {deep} deep: expected a piece that stands upright \
         along y, at most {WIDEST} times as wide as high, and nowhere flat"
    )]
    Flat {
        /// Size along x, in the unit of the file.
        wide: f32,
        /// Size along y, in the unit of the file.
        high: f32,
        /// Size along z, in the unit of the file.
        deep: f32,
    },
}

/// Reads a model and scales it to a height of 1, with its foot at the origin. Computes smooth
/// normals if the file lacks them. Faces with one of `materials` get its colour, and texture
/// coordinates outside the inlays.
///
/// # Errors
///
/// Returns [`ObjError`] if it is no OBJ file or no model of a piece.
pub fn read(text: &str, materials: &[Material]) -> Result<Mesh, ObjError> {
    check_faces(text)?;
    let loaded = load(text, materials);
    let (mut models, materials) = loaded.map_err(|error| placed(text, error))?;
    let materials = materials.unwrap_or_default();
    models.retain(|model| !model.mesh.indices.is_empty());
    // A mesh with several materials arrives in parts of the same name.
    let names: HashSet<&str> = models.iter().map(|model| &*model.name).collect();
    match names.len() {
        0 => return Err(ObjError::Empty),
        1 => {}
        more => return Err(ObjError::Meshes(more)),
    }
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let mut colors = Vec::new();
    for tobj::Model { mesh, .. } in models {
        let vectors = |numbers: &[f32]| numbers.chunks_exact(3).map(Vec3::from_slice).collect();
        let (places, directions): (Vec<Vec3>, Vec<Vec3>) =
            (vectors(&mesh.positions), vectors(&mesh.normals));
        let first = positions.len() as u32;
        indices.extend(mesh.indices.iter().map(|index| first + index));
        let color = mesh.material_id.and_then(|id| materials.get(id)?.diffuse);
        colors.extend(places.iter().map(|_| color));
        positions.extend(places);
        normals.extend(directions.iter().filter_map(|it| it.try_normalize()));
    }
    if positions.len() > MAX_VERTICES {
        return Err(ObjError::Vertices(positions.len()));
    }
    let has_normals = normals.len() == positions.len();
    let mut model = TriangleMesh {
        positions: stand(positions)?,
        normals,
        indices,
        ..default()
    };
    if colors.iter().any(Option::is_some) {
        for color in colors {
            let [red, green, blue] = color.unwrap_or([1.0; 3]);
            model.colors.push([red, green, blue, 1.0]);
            model.uvs.push(color.map_or(Vec2::ZERO, |_| PAINTED.into()));
        }
    }
    let mesh = mesh(model);
    Ok(if has_normals {
        mesh
    } else {
        mesh.with_computed_smooth_normals()
    })
}

/// Reads the names and diffuse colours of materials from an MTL file. The OBJ library isn't used,
/// because it panics on some files. Colours are linear, as Blender writes them.
///
/// # Errors
///
/// Returns [`ObjError::Color`] for the first line with an invalid colour.
pub fn materials(text: &str) -> Result<Vec<Material>, ObjError> {
    let mut materials: Vec<Material> = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        match (line.split_once(char::is_whitespace), materials.last_mut()) {
            (Some(("newmtl", name)), _) => materials.push(Material {
                name: name.trim().to_owned(),
                ..default()
            }),
            (Some(("Kd", color)), Some(material)) => {
                let parts: Vec<f32> = color
                    .split_whitespace()
                    .map_while(|part| part.parse().ok())
                    .filter(|part: &f32| part.is_finite())
                    .map(|part| part.clamp(0.0, 1.0))
                    .collect();
                material.diffuse = Some(parts.try_into().map_err(|_| ObjError::Color {
                    line: number,
                    found: line.chars().take(40).collect(),
                })?);
            }
            _ => {}
        }
    }
    Ok(materials)
}

/// Parses a file with the given materials; ignores the material files that it names.
fn load(text: &str, materials: &[Material]) -> LoadResult {
    let options = LoadOptions {
        single_index: true,
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
    };
    let named = |_: &Path| {
        let names = materials.iter().map(|material| material.name.clone());
        Ok((materials.to_vec(), names.zip(0..).collect()))
    };
    tobj::load_obj_buf(&mut text.as_bytes(), &options, named)
}

/// Locates an error that the library reports without a line. Finds the first line that gives the
/// same error on its own.
fn placed(text: &str, error: LoadError) -> ObjError {
    let mut lines = (1..).zip(text.lines());
    let wrong = lines.find(|(_, line)| load(line, &[]).err() == Some(error));
    match wrong {
        Some((line, found)) => ObjError::Line {
            line,
            found: found.chars().take(40).collect(),
            error,
        },
        None => ObjError::Syntax(error),
    }
}

/// Checks the corners of all faces: valid indices, and not too many. The library's index arithmetic
/// may overflow.
fn check_faces(text: &str) -> Result<(), ObjError> {
    let mut corners = 0;
    // Number of `v`, `vt` and `vn` lines before this one.
    let mut counts = [0_i64; 3];
    for (line, words) in (1..).zip(text.lines().map(str::split_whitespace)) {
        let mut words = words;
        let kind = words.next();
        if let Some(at) = ["v", "vt", "vn"].iter().position(|it| Some(*it) == kind) {
            counts[at] += 1;
        }
        if !matches!(kind, Some("f" | "l")) {
            continue;
        }
        for corner in words {
            corners += 1;
            if corners > MAX_CORNERS {
                return Err(ObjError::Corners);
            }
            let found = || corner.chars().take(40).collect();
            let mut parts = corner.split('/');
            for (at, count) in counts.into_iter().enumerate() {
                let Some(part) = parts.next().filter(|part| at == 0 || !part.is_empty()) else {
                    continue;
                };
                let Ok(index) = part.parse::<i32>().map(i64::from) else {
                    let found = found();
                    return Err(ObjError::Corner { line, found });
                };
                if index == 0 || index > count || index < -count {
                    let found = found();
                    return Err(ObjError::OutOfRange { line, found });
                }
            }
        }
    }
    Ok(())
}

/// Moves and scales the vertices of a model to a height of 1, with the foot at the origin.
fn stand(mut vertices: Vec<Vec3>) -> Result<Vec<Vec3>, ObjError> {
    if !vertices.iter().all(|vertex| vertex.is_finite()) {
        return Err(ObjError::NotFinite);
    }
    let bounds = Aabb3d::from_point_cloud(Isometry3d::IDENTITY, vertices.iter().copied());
    let size = Vec3::from(bounds.max) - Vec3::from(bounds.min);
    if !size.is_finite() {
        return Err(ObjError::NotFinite);
    }
    let is_flat = size.min_element() <= 0.0 || !size.y.is_normal();
    if is_flat || size.x.max(size.z) > WIDEST * size.y {
        let [wide, high, deep] = size.to_array();
        return Err(ObjError::Flat { wide, high, deep });
    }
    let foot = Vec3::from(bounds.min) + (size / 2.0).with_y(0.0);
    for vertex in &mut vertices {
        *vertex = (*vertex - foot) / size.y;
    }
    Ok(vertices)
}

#[cfg(test)]
mod tests {
    use bevy::mesh::{Indices, VertexAttributeValues};
    use proptest::prelude::*;

    use super::*;

    /// Returns a box between two opposite corners.
    fn a_box(from: [f32; 3], to: [f32; 3]) -> String {
        let corner = |at: usize| {
            let part = |axis: usize| [from, to][at >> axis & 1][axis];
            format!("v {} {} {}\n", part(0), part(1), part(2))
        };
        let faces = [
            "1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6",
        ];
        let corners: String = (0..8).map(corner).collect();
        let faces = faces.map(|face| format!("f {face}\n"));
        format!(
            "mtllib gold.mtl\no box\n{corners}usemtl gold\n{}",
            faces.concat()
        )
    }

    fn vectors(mesh: &Mesh, attribute: bevy::mesh::MeshVertexAttribute) -> Vec<Vec3> {
        let values = mesh.attribute(attribute).and_then(|it| it.as_float3());
        values.unwrap().iter().map(|it| Vec3::from(*it)).collect()
    }

    fn read(text: &str) -> Result<Mesh, ObjError> {
        super::read(text, &[])
    }

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn boxes_are_scaled_to_height_1_and_centred_on_their_foot() {
        for (from, to) in [
            ([10.0, 5.0, -3.0], [12.0, 7.0, -1.0]),
            ([-1e-3; 3], [1e-3; 3]),
            ([1e6; 3], [3e6; 3]),
        ] {
            let mesh = read(&a_box(from, to)).unwrap();
            let places = vectors(&mesh, Mesh::ATTRIBUTE_POSITION);
            assert_eq!(places.len(), 8);
            for place in places {
                let expected = Vec3::new(
                    0.5 * place.x.signum(),
                    place.y.round(),
                    0.5 * place.z.signum(),
                );
                assert!(place.abs_diff_eq(expected, 1e-4), "{place}");
            }
            // Computed normals point outwards.
            for (normal, place) in vectors(&mesh, Mesh::ATTRIBUTE_NORMAL)
                .into_iter()
                .zip(vectors(&mesh, Mesh::ATTRIBUTE_POSITION))
            {
                assert!(normal.is_normalized() && normal.dot(place - Vec3::Y * 0.5) > 0.0);
            }
            assert_eq!(mesh.indices().map(Indices::len), Some(36));
        }
    }

    #[test]
    fn normals_of_the_file_are_kept_if_all_vertices_have_one() {
        let tent = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 -2\nvn 1 0 0\n\
                    f 1//1 3//1 2//1\nf 1//2 4//2 3//2\n";
        let mesh = read(tent).unwrap();
        let normals = vectors(&mesh, Mesh::ATTRIBUTE_NORMAL);
        // Two vertices are duplicated, once for each face.
        assert_eq!(normals[..3], [Vec3::NEG_Z; 3]);
        assert_eq!(normals[3..], [Vec3::X; 3]);
        for odd in [
            tent.replace("f 1//2 4//2 3//2", "f 1 4 3"),
            tent.replace("vn 1", "vn 0"),
        ] {
            let mesh = read(&odd).unwrap();
            let normals = vectors(&mesh, Mesh::ATTRIBUTE_NORMAL);
            assert_eq!(
                normals.len(),
                vectors(&mesh, Mesh::ATTRIBUTE_POSITION).len()
            );
            assert!(normals.iter().all(|normal| normal.is_normalized()));
        }
    }

    #[test]
    fn faces_have_the_colours_of_their_materials() {
        let text = a_box([0.0; 3], [1.0; 3])
            .replace("f 1 2 6 5", "usemtl dark\nf 1 2 6 5")
            .replace("f 2 4 8 6", "usemtl unknown\nf 2 4 8 6");
        let colors = |file: &str| {
            let mesh = super::read(&text, &materials(file).unwrap()).unwrap();
            let vertices = mesh.count_vertices();
            let colors = mesh.attribute(Mesh::ATTRIBUTE_COLOR);
            let Some(VertexAttributeValues::Float32x4(colors)) = colors else {
                return (vertices, Vec::new());
            };
            let places = mesh.attribute(Mesh::ATTRIBUTE_UV_0);
            let Some(VertexAttributeValues::Float32x2(places)) = places else {
                panic!("no places in the picture");
            };
            let parts = colors.iter().zip(places);
            let mut parts: Vec<_> = parts.map(|(it, place)| (*it, *place == PAINTED)).collect();
            parts.dedup();
            (vertices, parts)
        };
        // All faces but the last are coloured, and the parts share no vertices.
        let found = colors("newmtl gold\n Kd 1.5 0.5 0\n\nnewmtl dark\nKd 0 0 0.1\nmap_Kd x.png\n");
        let gold = ([1.0, 0.5, 0.0, 1.0], true);
        let dark = ([0.0, 0.0, 0.1, 1.0], true);
        assert_eq!(found, (8 + 8 + 4, vec![gold, dark, ([1.0; 4], false)]));
        // Without colours there is a single mesh.
        assert_eq!(colors("Kd 1 0 0\nnewmtl red\nKd 1 0 0\n"), (8, Vec::new()));
        assert_eq!(colors("newmtl gold\nNs 5\n").1, []);
        for wrong in [
            "Kd",
            "Kd 1 1",
            "Kd 0 0 0 0",
            "Kd nan 0 0",
            "Kd spectral x.rfl",
        ] {
            let text = format!("newmtl gold\n{wrong} \n");
            let message = materials(&text).err().map(|error| error.to_string());
            let expected =
                format!("line 2: \"{wrong}\" is no colour, expected such as Kd 0.8 0.6 0.2");
            assert_eq!(message, (wrong != "Kd").then_some(expected));
        }
    }

    #[test]
    fn invalid_models_are_refused_with_a_reason() {
        let cube = a_box([0.0; 3], [1.0; 3]);
        for (text, why) in [
            (String::new(), "there is no face in it"),
            ("hello\n\u{0}".to_owned(), "there is no face in it"),
            (
                "v 0 0 0\nv 1 1 1\nl 1 2\n".to_owned(),
                "there is no face in it",
            ),
            (
                cube.replace("v 0 0 0", "v NaN 0 0"),
                "infinite or no number",
            ),
            (
                cube.replace("v 0 0 0", "v 0 inf 0"),
                "infinite or no number",
            ),
            (
                cube.replace("v 0 0 0", "v 0 0 -3e38")
                    .replace("v 1 1 1", "v 1 1 3e38"),
                "infinite or no number",
            ),
            (
                cube.replace("v 0 0 0", "v 0 x 0"),
                "line 3: \"v 0 x 0\" cannot be read as OBJ",
            ),
            (
                cube.replace("v 1 1 1", "v 1 1"),
                "line 10: \"v 1 1\" cannot be read as OBJ",
            ),
            (
                format!("{cube}vn 0 y 1\n"),
                "line 18: \"vn 0 y 1\" cannot be read as OBJ",
            ),
            (
                format!("{cube}o other\nf 1 2 3\n"),
                "there are 2 meshes in it",
            ),
            (
                cube.replace("f 1 3 4 2", "f 1 3 9 2"),
                "line 12: \"9\" names what",
            ),
            (
                cube.replace("f 1 3 4 2", "f 1 3 -9 2"),
                "line 12: \"-9\" names what",
            ),
            (
                cube.replace("f 1 3 4 2", "f 1 3 0 2"),
                "line 12: \"0\" names what",
            ),
            (
                cube.replace("f 1 3 4 2", "f 1/1 3 4 2"),
                "line 12: \"1/1\" names what",
            ),
            (
                cube.replace("f 1 3 4 2", "f 1 3 x 2"),
                "line 12: \"x\" is no corner",
            ),
            // An index whose byte offset would overflow.
            (
                cube.replace("f 1 3 4 2", "f 1//12297829382473034411 3 4 2"),
                "is no corner",
            ),
            (
                a_box([0.0; 3], [1.0, 0.0, 1.0]),
                "it is 1 wide, 0 high and 1 deep",
            ),
            (a_box([0.0; 3], [1.0, 1.0, 0.0]), "nowhere flat"),
            (
                a_box([0.0; 3], [1.0, 0.4, 1.0]),
                "at most 2 times as wide as high",
            ),
            (a_box([0.0; 3], [1e-39; 3]), "stands upright"),
        ] {
            let message = message(&text);
            assert!(message.contains(why), "{message}, not {why}");
        }
    }

    #[test]
    fn large_models_are_refused_before_they_take_memory() {
        let fan = "v 0 0 0\nv 1 0 0\nv 0 1 1\nf".to_owned() + &" 1 2 3".repeat(MAX_CORNERS / 3);
        assert!(read(&fan).is_ok());
        assert_eq!(read(&(fan + " 1")), Err(ObjError::Corners));
        let mut many = String::new();
        for at in 0..=MAX_VERTICES / 3 {
            many += &format!("v {at} 0 0\nv 0 {at} 0\nv 0 0 {at}\nf -1 -2 -3\n");
        }
        let vertices = MAX_VERTICES / 3 * 3 + 3;
        assert_eq!(read(&many), Err(ObjError::Vertices(vertices)));
    }

    proptest! {
        #[test]
        fn odd_text_is_read_or_refused_without_panic(
            lines in proptest::collection::vec("(v|vn|vt|f|o|g|usemtl|mtllib|l|p|#| ?)( ?-?[0-9x./]{0,6}){0,5}", 0..40),
            colors in proptest::collection::vec("(newmtl|Kd|map_Kd|ü| ?)( ?-?[0-9xü./]{0,6}){0,4}", 0..20)
        ) {
            let materials = materials(&colors.join("\n")).unwrap_or_default();
            if let Ok(mesh) = super::read(&lines.join("\n"), &materials) {
                let places = vectors(&mesh, Mesh::ATTRIBUTE_POSITION);
                let top = places.iter().map(|it| it.y).fold(f32::MIN, f32::max);
                prop_assert!((top - 1.0).abs() < 1e-3);
            }
        }
    }
}
