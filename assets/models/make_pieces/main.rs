//! The shapes of the pieces: a modern Staunton set, made by calculation.
//!
//! Writes `pieces.bin` beside this file, in the format that
//! `crates/board/src/pieces/meshes.rs` describes:
//!
//! ```text
//! cargo run -p icochess-shape --example make_pieces [-- --check]
//! ```
//!
//! With `--check` nothing is written; the status is 1 if the file differs.
//!
//! A length of 1 is the radius of the ball. A piece stands on `y = 0` with `+y`
//! up, and its foot reaches `SINK` below that, so that it meets a ground that
//! is not quite flat. The knight looks along `+z`; the cut in the bishop's mitre
//! goes through along `z`.
//!
//! How the parts are made:
//!
//! * `figures` has the measures, `lathe`, `carve`, `surface` and `ornaments` the tools, `horse` its
//!   clay, and `pieces` puts them together.
//! * The turned parts are lathes of an outline, given as strokes. Their
//!   normals come from the outline itself, so few rings look round, and are
//!   split where the outline turns sharply.
//! * Crenellations, coronet and cross are built face by face, with narrow
//!   chamfers that catch the light, but in low detail.
//! * The bishop's cut is a real one: a wedge taken out of the convex mitre.
//! * The pieces of two powers bear the signs of both: a tower, a mitre, a horse's head,
//!   and for the unicorn a twisted horn.
//! * The horse is modelled in clay, so to speak: a signed distance made of blended
//!   rounded shapes, skinned by a surface net, then thinned out by edge collapses.
//!   This takes some tenths of a second, once for all pieces that have a horse; the rest
//!   takes no time.

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

/// The file that is made.
const PIECES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../assets/models/pieces.bin"
);

/// The contents of `pieces.bin`.
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
