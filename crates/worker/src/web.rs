//! The engine of a Web Worker: what its script calls, and what it calls there.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use wasm_bindgen::prelude::wasm_bindgen;

use super::engine::Engine;

#[wasm_bindgen]
extern "C" {
    /// Says a line to whoever began the worker.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(line: &str);

    /// Ends the worker.
    fn close();
}

thread_local! {
    /// A worker has one conversation.
    static ENGINE: RefCell<Option<Engine>> = RefCell::new(Engine::new());
}

static FAILURES_ARE_TOLD: Once = Once::new();

/// Executes the command in a line. Each line of the answer is a message of the worker.
#[wasm_bindgen]
pub fn uci(line: &str) {
    // A failure ends the program, which is an error of the worker without a word of why.
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
