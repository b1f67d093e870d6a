//! Interface between the engine and the Web Worker's script.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use wasm_bindgen::prelude::wasm_bindgen;

use super::engine::Engine;

#[wasm_bindgen]
extern "C" {
    /// Sends a line to the game.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(line: &str);

    /// Ends the worker.
    fn close();
}

thread_local! {
    /// The worker's only session.
    static ENGINE: RefCell<Option<Engine>> = RefCell::new(Engine::new());
}

static FAILURES_ARE_TOLD: Once = Once::new();

/// Executes the command in a line, and posts each output line as a message.
#[wasm_bindgen]
pub fn uci(line: &str) {
    // A panic aborts the program, and the worker's error event carries no reason.
    FAILURES_ARE_TOLD.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            post_message(&format!("info string the engine has failed: {panic}"));
        }));
    });
    ENGINE.with_borrow_mut(|engine| {
        let goes_on = engine
            .as_mut()
            .is_some_and(|engine| engine.execute(line, &mut post_message));
        if !goes_on {
            close();
        }
    });
}
