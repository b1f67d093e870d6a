//! What can be wrong where the page is to be heard.

/// There is no page that could tell anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no page")]
pub struct NoPage;
