//! Games: trees of annotated moves, and the draws that a player may claim.

pub(crate) mod annotation;
pub(crate) mod claims;
pub(crate) mod edit;
pub(crate) mod material;
pub(crate) mod nag;
pub(crate) mod tree;
