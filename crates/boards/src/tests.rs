//! The tests of the boards: each board's in its folder, shared tools in `testing`, and tests of all
//! boards in `tests`.
//!
//! They are a separate program that uses the library as others do. As unit tests they would compile
//! all boards a second time.

/// Declares the tests in the folders of a list of boards.
macro_rules! boards {
    ($(pub mod $module:ident: $($(#[$about:meta])* $board:ident),+;)+) => {
        $(
            mod $module {
                mod tests;
            }
        )+
    };
}

include!("list.rs");

mod testing;

mod tests {
    mod demonstration;
    mod diagrams;
    mod looks;
    mod maps;
    mod pictures;
    mod puzzles;
    mod reasons;
    mod rules;
    mod tutorials;
    mod variants;
}
