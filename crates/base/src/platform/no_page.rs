//! Error of listening to a missing page.

/// No web page to listen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no page")]
pub struct NoPage;
