//! Generates the meshes of the pieces, a modern Staunton set.
//!
//! Writes `assets/models/pieces.bin`, in the format that `crates/board/src/pieces/meshes.rs`
//! describes:
//!
//! ```text
//! cargo run -p icochess-shape --example make_pieces [-- --check]
//! ```
//!
//! With `--check` nothing is written; the exit status is 1 if the file differs.
//!
//! A length of 1 is the radius of the ball. A piece has its base at `y = 0` with `+y` up. Its foot
//! extends `SINK` below, to meet uneven ground. The knight faces `+z`; the cut in the bishop's
//! mitre runs along `z`.
//!
//! Modules and methods:
//!
//! * `figures` has the measurements, `lathe`, `carve`, `surface` and `ornaments` the tools, `horse`
//!   its distance field, and `pieces` assembles the parts.
//! * Turned parts are lathed from an outline of strokes. Their normals come from the outline, so
//!   that few rings suffice, and are split at sharp angles.
//! * Crenellations, coronet and cross are built face by face. Except in low detail, narrow chamfers
//!   catch the light.
//! * The bishop's cut is real: a wedge is subtracted from the convex mitre.
//! * Compound pieces show the symbols of both their powers: tower, mitre, horse's head, or the
//!   unicorn's twisted horn.
//! * The horse is a signed distance field of blended rounded shapes. A surface net meshes it, and
//!   edge collapses simplify the mesh. This takes a few tenths of a second, once for all pieces
//!   with a horse. All other parts take negligible time.

mod carve;
#[rustfmt::skip]
mod figures;
mod geometry;
mod horse;
mod lathe;
mod ornaments;
mod pieces;
mod surface;
#[cfg(test)]
mod tests;
mod vectors;

use icochess_shape::{Detail, PieceKind};

use crate::pieces::piece_geometry;

/// Output file.
const PIECES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../assets/models/pieces.bin"
);

/// Returns the contents of `pieces.bin`.
fn file() -> Vec<u8> {
    let mut bytes = Vec::new();
    let each = Detail::ALL.map(|detail| PieceKind::ALL.map(|kind| piece_geometry(kind, detail)));
    for mesh in each.into_iter().flatten() {
        for count in [mesh.positions.len(), mesh.indices.len()] {
            bytes.extend((count as u32).to_le_bytes());
        }
        for (position, normal) in mesh.positions.iter().zip(&mesh.normals) {
            let position = position.map(|x| x / 0.5);
            for x in position.iter().chain(normal) {
                let step = (x.clamp(-1.0, 1.0) * 32767.0).round() as i16;
                bytes.extend(step.to_le_bytes());
            }
        }
        for index in &mesh.indices {
            bytes.extend((*index as u16).to_le_bytes());
        }
    }
    bytes
}

fn main() -> std::process::ExitCode {
    let made = file();
    if std::env::args().any(|argument| argument == "--check") {
        if std::fs::read(PIECES).is_ok_and(|there| there == made) {
            return std::process::ExitCode::SUCCESS;
        }
        eprintln!("{PIECES} is not what this program makes: run it without --check");
        return std::process::ExitCode::FAILURE;
    }
    match std::fs::write(PIECES, made) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{PIECES}: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
