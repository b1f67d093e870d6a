//! The error of listening to a page.

/// There is no page that could tell anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no page")]
pub struct NoPage;
