//! The engine for a browser: a program of its own that a Web Worker runs beside the game, and that
//! speaks UCI. So a search takes no time of a frame, and no threads are needed.
//!
//! [`Engine`] is the conversation, for any system: a line goes in, and whatever it asks for is done
//! before the next. Who wants a search stopped ends the worker and begins another one: it takes no line
//! meanwhile. In the browser `uci` is what `web/engine-worker.js` calls with each line.

mod engine;
#[cfg(target_family = "wasm")]
mod web;

pub use engine::Engine;
#[cfg(target_family = "wasm")]
pub use web::uci;
