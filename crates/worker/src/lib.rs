//! The engine for browsers, as a separate program. A Web Worker runs it and speaks UCI with the
//! game, so a search never delays a frame and needs no threads.
//!
//! [`Engine`] is the session, independent of the platform: each line is fully executed before the
//! next. To stop a search, the game terminates the worker and starts another one, because a
//! searching worker reads no lines. In the browser, `web/engine-worker.js` calls `uci` with each
//! line.

mod engine;
#[cfg(target_family = "wasm")]
mod web;

pub use engine::Engine;
#[cfg(target_family = "wasm")]
pub use web::uci;
