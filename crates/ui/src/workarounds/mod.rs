//! What Bevy does not do and the interface needs: a file for each, which goes when Bevy does it.
//! `CONTRIBUTING.md` lists them with those of other crates.

pub(crate) mod lines;
pub(crate) mod mips;
pub mod pipelines;
pub(crate) mod redraw;
pub(crate) mod relayout;
