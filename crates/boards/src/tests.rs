//! The tests of the boards: those of a board in its folder, what they share in `testing`, and in
//! `tests` those of all boards.
//!
//! They are a program of their own, which uses the library as others do: as a part of it they
//! would have all boards compiled a second time.

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
    mod pictures;
    mod rules;
    mod tutorials;
    mod variants;
}
