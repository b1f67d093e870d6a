//! Models of pieces in OBJ files, as players bring them: whatever is in such a file.

use bevy::asset::RenderAssetUsages;
use bevy::math::bounding::Aabb3d;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use tobj::{LoadError, LoadOptions};

/// Most vertices of a model, as the graphics card has them: one for each place with its normal.
const MOST_VERTICES: usize = 100_000;
/// Most corners of all faces together: what 200 000 triangles have.
const MOST_CORNERS: usize = 600_000;
/// Largest width and depth of a model, in its heights.
const WIDEST: f32 = 2.0;

/// An error in the file of a model of a piece.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ObjError {
    /// A line cannot be read.
    #[error("line {line}: \"{found}\" is no corner of a face, expected such as 3, 3/1 or 3/1/2")]
    Corner {
        /// The line, from 1.
        line: usize,
        /// The corner.
        found: String,
    },
    /// A face names a vertex, a normal or a place of a texture that is not there.
    #[error("line {line}: \"{found}\" names what the file does not have before it")]
    OutOfRange {
        /// The line, from 1.
        line: usize,
        /// The corner.
        found: String,
    },
    /// The library cannot read a line.
    #[error("line {line}: \"{found}\" cannot be read as OBJ ({error})")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The beginning of the line.
        found: String,
        /// The error of the library.
        error: LoadError,
    },
    /// The library finds something else wrong.
    #[error("it cannot be read as OBJ: {0}")]
    Syntax(LoadError),
    /// The file has no face.
    #[error("there is no face in it, expected lines such as \"f 1 2 3\"")]
    Empty,
    /// The file has more than one mesh: so many.
    #[error("there are {0} meshes in it, expected one: join them")]
    Meshes(usize),
    /// The model has too many vertices: so many.
    #[error("it has {0} vertices, expected at most {MOST_VERTICES}")]
    Vertices(usize),
    /// The faces have too many corners together.
    #[error("its faces have more than {MOST_CORNERS} corners together, expected a simpler model")]
    Corners,
    /// A coordinate is infinite or no number.
    #[error("a coordinate is infinite or no number")]
    NotFinite,
    /// The model has no height to speak of, compared with its width, or no width.
    #[error(
        "it is {wide} wide, {high} high and {deep} deep: expected a piece that stands upright \
         along y, at most {WIDEST} times as wide as high, and nowhere flat"
    )]
    Flat {
        /// Extent along x, in the unit of the file.
        wide: f32,
        /// Extent along y, in the unit of the file.
        high: f32,
        /// Extent along z, in the unit of the file.
        deep: f32,
    },
}

/// Reads a model. Its foot is put on `y = 0`, its middle on the y axis, and it is made 1 high;
/// where it has no normals they are those of a smooth surface.
///
/// # Errors
///
/// [`ObjError`] when it is no OBJ file, or no model of a piece.
pub fn read(text: &str) -> Result<Mesh, ObjError> {
    check_faces(text)?;
    let models = load(text).map_err(|error| placed(text, error))?;
    let mut meshes: Vec<tobj::Mesh> = models.into_iter().map(|model| model.mesh).collect();
    meshes.retain(|mesh| !mesh.indices.is_empty());
    if meshes.len() > 1 {
        return Err(ObjError::Meshes(meshes.len()));
    }
    let of = meshes.pop().ok_or(ObjError::Empty)?;
    let vertices = of.positions.len() / 3;
    if vertices > MOST_VERTICES {
        return Err(ObjError::Vertices(vertices));
    }
    let positions = stand(of.positions.chunks_exact(3).map(Vec3::from_slice).collect())?;
    let normals: Vec<Vec3> = of
        .normals
        .chunks_exact(3)
        .filter_map(|normal| Vec3::from_slice(normal).try_normalize())
        .collect();
    let mesh = Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_indices(Indices::U32(of.indices));
    Ok(if normals.len() == vertices {
        mesh.with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    } else {
        mesh.with_computed_smooth_normals()
    })
}

/// Lets the library read a file.
fn load(text: &str) -> Result<Vec<tobj::Model>, LoadError> {
    let options = LoadOptions {
        single_index: true,
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
    };
    // The material is the game's.
    let no_material = |_: &std::path::Path| Err(LoadError::OpenFileFailed);
    let (models, _) = tobj::load_obj_buf(&mut text.as_bytes(), &options, no_material)?;
    Ok(models)
}

/// The error of a file with its place, which the library does not tell: the first line for which it
/// has the same error where that is all there is.
fn placed(text: &str, error: LoadError) -> ObjError {
    let mut lines = (1..).zip(text.lines());
    let wrong = lines.find(|(_, line)| load(line).err() == Some(error));
    match wrong {
        Some((line, found)) => ObjError::Line {
            line,
            found: found.chars().take(40).collect(),
            error,
        },
        None => ObjError::Syntax(error),
    }
}

/// Looks at the corners of all faces: whether they are numbers that the file has something for,
/// and not too many. The library reckons with numbers as they are, which must not overflow.
fn check_faces(text: &str) -> Result<(), ObjError> {
    let mut corners = 0;
    // Lines `v`, `vt` and `vn` so far.
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
            if corners > MOST_CORNERS {
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

/// Puts the vertices of a model so that it stands as a piece does, 1 high.
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
    use proptest::prelude::*;

    use super::*;

    /// A box from one corner to the opposite one.
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

    fn told(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_box_stands_one_high_on_the_middle_of_its_foot() {
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
            // Without normals in the file they point outwards.
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
        // Two vertices stand twice, once for each face.
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
    fn what_is_no_model_is_told() {
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
            // The number of bytes before it would not fit in a word.
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
            let told = told(&text);
            assert!(told.contains(why), "{told}, not {why}");
        }
    }

    #[test]
    fn large_models_are_refused_before_they_take_memory() {
        let fan = "v 0 0 0\nv 1 0 0\nv 0 1 1\nf".to_owned() + &" 1 2 3".repeat(MOST_CORNERS / 3);
        assert!(read(&fan).is_ok());
        assert_eq!(read(&(fan + " 1")), Err(ObjError::Corners));
        let mut many = String::new();
        for at in 0..=MOST_VERTICES / 3 {
            many += &format!("v {at} 0 0\nv 0 {at} 0\nv 0 0 {at}\nf -1 -2 -3\n");
        }
        let vertices = MOST_VERTICES / 3 * 3 + 3;
        assert_eq!(read(&many), Err(ObjError::Vertices(vertices)));
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd_to_be_read(
            lines in proptest::collection::vec("(v|vn|vt|f|o|g|usemtl|mtllib|l|p|#| ?)( ?-?[0-9x./]{0,6}){0,5}", 0..40)
        ) {
            if let Ok(mesh) = read(&lines.join("\n")) {
                let places = vectors(&mesh, Mesh::ATTRIBUTE_POSITION);
                let top = places.iter().map(|it| it.y).fold(f32::MIN, f32::max);
                prop_assert!((top - 1.0).abs() < 1e-3);
            }
        }
    }
}
