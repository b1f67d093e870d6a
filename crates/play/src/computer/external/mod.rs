//! External engines, which speak UCI.
//!
//! ```text
//! guard, protocol  <-  process  <-  known_engine
//! ```
//!
//! * `process`: a running engine below its [`guard`]; `protocol`: UCI messages.
//! * [`known_engine`]: the engine in the settings and its answer.

#[cfg_attr(
    target_arch = "wasm32",
    expect(unused_variables, reason = "a page can start no engine")
)]
pub mod guard;
pub mod known_engine;
#[cfg_attr(
    target_arch = "wasm32",
    expect(dead_code, reason = "a page can start no engine")
)]
mod process;
pub(crate) mod protocol;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use process::{Engine, SearchRequest};
pub use process::{EngineCommand, EngineError};
