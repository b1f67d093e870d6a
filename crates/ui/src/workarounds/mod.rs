//! Workarounds for gaps in Bevy, one file each. `docs/contribute/workarounds.md` lists them with the upstream
//! issues.

pub(crate) mod lines;
pub mod pipelines;
pub(crate) mod relayout;
